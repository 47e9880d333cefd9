"""The doctrine: an opinion in every kind of decision, from open information, better than chance in games."""

from typing import Any

import pytest

from sandtable.engine.match import Match
from sandtable.games.on_to_berlin.bot import assessment, card_values, doctrine, plans
from sandtable.games.on_to_berlin.bot.assessment import Assessment
from sandtable.games.on_to_berlin.bot.weights import LEARNED, Weights
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, BY_POINTS
from sandtable.games.on_to_berlin.testing import area, card, unit_at
from sandtable.testing import play_keys
from tests.games.liking import favourite, liking, play_bots
from tests.games.moments import name_of
from tests.games.on_to_berlin.clicks import GAME, T, board, new_turn, table
from tests.games.on_to_berlin.moments import moments
from tests.games.replacing import replaced

PLAIN = Weights({})


def points(units: dict[str, str], card: str = "ax_blitzkrieg_4", **more: Any) -> Match:
    """The points of a card are spent."""
    side = "axis" if card.startswith("ax") else "allied"
    m = table(units=units, hands={side: [card]}, side=side, **more)
    return play_keys(m, f"card:{card} button:points_first")


# --- what a position is worth


def test_the_value_of_a_position_follows_forces_and_points() -> None:
    few = table(units={"berlin": "ge_lf, ge_af", "london": "uk_lf"})
    many = table(units={"berlin": "3 ge_lf, ge_af", "london": "uk_lf"})
    tired = table(units={"berlin": "2 ge_lf spent, ge_lf, ge_af", "london": "uk_lf"})
    rich = table(units={"berlin": "ge_lf, ge_af", "london": "uk_lf"}, control={"paris": "ge"})
    value = {
        name: GAME.value(m.state, AXIS)
        for name, m in {"few": few, "many": many, "tired": tired, "rich": rich}.items()
    }
    assert value["few"] < value["tired"] < value["many"]
    assert value["few"] < value["rich"]
    late = table(units={"berlin": "ge_lf, ge_af", "london": "uk_lf"}, turn=11)
    assert GAME.value(late.state, AXIS) > value["few"]  # little is needed at the end of the war


def test_even_a_hopeless_position_is_not_lost_before_the_end() -> None:
    everything = dict.fromkeys(T.area_id, "uk")
    m = table(units={"berlin": "ge_gf", "london": "9 uk_lf, 3 uk_af"}, control=everything, pending=(1, 0))
    assert 0.0 < GAME.value(m.state, AXIS) < 0.1
    assert 0.9 < GAME.value(m.state, ALLIED) < 1.0


def test_a_result_is_worth_what_it_says() -> None:
    g, _ = play_bots(GAME, GAME.settle(seed=1), (AXIS,))
    assert g.result is not None
    assert [GAME.value(g, seat) for seat in (AXIS, ALLIED)] == list(g.result.scores)


# --- cards


def test_a_hand_is_filled_with_good_cards() -> None:
    m = new_turn(units={"berlin": "ge_lf", "london": "uk_lf"}, limits=(3, 0), developed=["ax_blitzkrieg_4"])
    assert favourite(m) == "card:ax_blitzkrieg_4"
    rated = liking(m)
    assert rated["button:done"] == min(rated.values())
    assert rated["card:ax_blitzkrieg_2"] > rated["card:ax_redeploy_2"]
    # Vichy France is of no use before Paris falls.
    assert rated["card:ax_vichy_france_2"] < rated["card:ax_supply_2"]
    g = board(m)
    paris = table(
        units={"paris": "ge_lf", "london": "uk_lf"}, control={"paris": "ge"}, hands={"axis": ["ax_supply_2"]}
    )
    vichy = card(g, "ax_vichy_france_2")
    assert card_values.event_value(board(paris), vichy, AXIS, PLAIN) > card_values.event_value(
        g, vichy, AXIS, PLAIN
    )


def test_cards_and_points_are_played_rather_than_passed() -> None:
    units = {"berlin": "2 ge_lf", "london": "uk_lf"}
    m = table(units=units, hands={"axis": ["ax_supply_2", "ax_diplomacy_2", "ax_blitzkrieg_2"]})
    assert favourite(m) == "card:ax_diplomacy_2"
    m = table(units=units, hands={"axis": ["ax_supply_2"]}, pending=(2, 0))
    assert favourite(m) == "button:reaction_points"
    # Supply is for the tired.
    rested = table(units=units, hands={"axis": ["ax_supply_2", "ax_redeploy_2"]})
    assert favourite(rested) == "card:ax_redeploy_2"
    tired = {"berlin": "ge_lf, 7 ge_lf spent", "ruhr": "6 ge_lf spent", "london": "uk_lf"}
    weary = table(units=tired, hands={"axis": ["ax_supply_2", "ax_redeploy_2"]})
    assert favourite(weary) == "card:ax_supply_2"


def test_a_strike_that_hits_somebody_comes_before_cards_and_a_useless_flight_after() -> None:
    hands = {"axis": ["ax_supply_2"]}
    m = table(units={"berlin": "ge_lf, ge_af", "warsaw": "po_lf"}, hands=hands)
    assert favourite(m) == "unit:ge_af@berlin"
    play_keys(m, "unit:ge_af@berlin")
    assert favourite(m) == "button:strike"
    m = table(units={"berlin": "ge_lf, ge_af", "london": "uk_lf"}, hands=hands)
    assert favourite(m) == "card:ax_supply_2" and liking(m)["unit:ge_af@berlin"] < liking(m)["button:pass"]


def test_which_half_of_a_card_comes_first() -> None:
    for name, first in (("ax_supply_2", "points_first"), ("ax_blitzkrieg_2", "event_first")):
        m = table(units={"berlin": "2 ge_lf", "london": "uk_lf"}, hands={"axis": [name]})
        m.play(f"card:{name}")
        assert favourite(m) == f"button:{first}"


# --- groups


def test_a_group_attacks_what_it_can_beat_with_all_it_has() -> None:
    m = points({"warsaw": "3 ge_lf, po_lf", "berlin": "ge_lf"})
    assert favourite(m) == "unit:ge_lf@warsaw"
    m.play("unit:ge_lf@warsaw")
    assert favourite(m) == "button:all"
    m.play("button:all")
    assert favourite(m) == "button:attack"


def test_an_empty_area_of_the_enemy_is_taken() -> None:
    m = points({"berlin": "3 ge_lf", "london": "uk_lf"})
    assert favourite(m) == "unit:ge_lf@berlin"
    while name_of(m) != "March":
        m.play(favourite(m))
    assert favourite(m) == "area:warsaw"


def test_a_hopeless_fight_is_left_alone() -> None:
    m = points({"berlin": "2 ge_gf", "warsaw": "8 uk_lf", "london": "uk_lf"}, control={"warsaw": "uk"})
    g = board(m)
    plan = plans.best_plan(g, Assessment(g, AXIS, PLAIN), area(g, "berlin"), BY_POINTS)
    assert plan.score < PLAIN.worthwhile
    assert favourite(m).startswith("type:")


def test_areas_are_worth_their_points_and_homes() -> None:
    m = table(
        units={"berlin": "ge_lf", "london": "uk_lf, uk_af"},
        side="allied",
        control={"paris": "ge", "norway": "ge"},
    )
    g = board(m)
    allied = Assessment(g, ALLIED, PLAIN)
    prize = {name: allied.prize[area(g, name)] for name in ("berlin", "austria", "paris", "london", "norway")}
    assert prize["berlin"] > prize["austria"] > prize["london"] == 0.0
    assert prize["paris"] > 4.0 > prize["austria"]
    axis = Assessment(g, AXIS, PLAIN)
    assert axis.prize[area(g, "moscow")] > 0.0 == allied.prize[area(g, "moscow")]  # Neutral ground
    assert allied.pull[area(g, "ruhr")] > allied.pull[area(g, "london")]


def test_a_guard_stays_where_an_enemy_is_near() -> None:
    units = {"paris": "3 ge_lf", "lorraine": "4 fr_lf, 4 uk_lf", "berlin": "ge_lf"}
    g = board(points(units, control={"paris": "ge"}))
    o = Assessment(g, AXIS, PLAIN)
    here = area(g, "paris")
    movers = list(g.at[here])
    assert o.nearby_fire[here] > 1.5
    assert len(plans.leave_guard(g, o, here, movers)) == 2
    # In a foreign area that is held by the enemy nobody needs to stay.
    assert plans.leave_guard(g, o, area(g, "lorraine"), movers) == movers


def test_new_units_come_to_the_front_and_cheap_strength_first() -> None:
    m = points({"berlin": "ge_lf", "ruhr": "ge_lf", "warsaw": "4 po_lf", "london": "uk_lf"})
    rated = liking(m)
    assert rated["type:ge_lf"] > rated["type:ge_gf"] and rated["type:ge_lf"] > rated["type:ge_ft"]
    m.play("type:ge_lf")
    assert favourite(m) == "area:berlin"


# --- answers


def test_a_counterattack_is_made_where_it_can_hurt() -> None:
    hands = {"axis": ["ax_blitzkrieg_4"], "allied": ["al_ambush_2"]}
    for defenders, wanted in (("2 fr_lf, 2 uk_lf", "card:al_ambush_2"), ("uk_gf", "button:pass")):
        m = table(units={"paris": f"4 ge_lf, {defenders}", "berlin": "ge_lf"}, hands=hands)
        keys = "card:ax_blitzkrieg_4 button:points_first unit:ge_lf@paris button:all button:attack"
        play_keys(m, keys)
        assert (name_of(m), favourite(m)) == ("Ambush", wanted)


def test_hits_go_where_they_hurt_the_enemy_and_spare_the_own() -> None:
    units = {"paris": "2 ge_tf, fr_lf, fr_tf, uk_gf", "berlin": "ge_lf"}
    m = table(units=units, hands={"axis": ["ax_blitzkrieg_2"]}, dice=[1, 6])
    play_keys(m, "card:ax_blitzkrieg_2 button:points_first unit:ge_tf@paris button:all button:attack")
    assert (name_of(m), m.prompts[0].seat) == ("Assign", AXIS)
    # One hit spends infantry at once; on a tank force or a garrison it does less.
    assert favourite(m) == "unit:fr_lf@paris"


def test_a_beaten_unit_goes_to_friends() -> None:
    for m in moments()["Retreat"]:
        assert favourite(m).startswith(("area:", "button:destroy"))


def test_losses_and_excess_are_what_is_worth_least() -> None:
    for m in moments()["Excess"]:
        rated = liking(m)
        worth = {
            key: assessment.strength(board(m), GAME.find(m.state, key) - board(m).ids.unit) for key in rated
        }
        assert worth[favourite(m)] == min(worth.values())
    for m in moments()["Discard"]:
        g = board(m)
        seat = m.prompts[0].seat
        ranks = {
            key: card_values.card_value(g, GAME.find(g, key) - g.ids.card, seat, PLAIN) for key in liking(m)
        }
        assert ranks[favourite(m)] == min(ranks.values())


def test_diplomacy_prefers_what_brings_most() -> None:
    units = {"berlin": "ge_lf", "rome": "2 it_lf", "bulgaria": "bu_lf", "london": "uk_lf"}
    m = table(units=units, hands={"axis": ["ax_diplomacy_2"]})
    play_keys(m, "card:ax_diplomacy_2 button:event_first")
    assert favourite(m) == "nation:it"
    m = table(units=units, side="allied", hands={"allied": ["al_diplomacy_2"]})
    play_keys(m, "card:al_diplomacy_2 button:event_first")
    assert favourite(m) == "button:advance"
    # France is worth more than a step of two markers.
    freed = {"paris": "2 uk_lf", "berlin": "ge_lf", "london": "uk_lf"}
    m = table(
        units=freed,
        axis=("ge", "vc"),
        allied=("uk",),
        control={"paris": "uk"},
        side="allied",
        hands={"allied": ["al_diplomacy_2"]},
    )
    play_keys(m, "card:al_diplomacy_2 button:event_first")
    assert favourite(m) == "button:return"


def test_quiet_units_are_redeployed_to_the_front() -> None:
    units = {"austria": "ge_lf, 3 ge_tf", "berlin": "ge_lf", "warsaw": "3 po_lf, 3 uk_lf"}
    m = table(units=units, hands={"axis": ["ax_redeploy_2"]})
    g = board(m)
    o = Assessment(g, AXIS, PLAIN)
    assert doctrine.redeploy_value(g, o, unit_at(g, "ge_lf", "berlin")) < 0  # it stands beside the enemy
    play_keys(m, "card:ax_redeploy_2 button:event_first")
    assert liking(m)["button:done"] == 0.0


# --- whole games


@pytest.mark.parametrize("seat", [AXIS, ALLIED])
def test_greedy_beats_random_from_either_side(seat: int) -> None:
    for seed in (1, 2, 3, 4):
        g, _ = play_bots(GAME, GAME.settle(seed=seed), (seat,))
        assert g.result is not None and g.result.scores[seat] == 1.0, seed


# --- what was learnt


def test_each_side_goes_by_its_own_creed() -> None:
    g = GAME.begin(GAME.settle(seed=1))
    with replaced(LEARNED, [Weights({"card_point": 3.0}), PLAIN]):
        choices = g.choices(AXIS)
        assert GAME.prior(g, AXIS, choices) != GAME.preferences(g, AXIS, choices)
        choices = g.choices(ALLIED)
        assert GAME.prior(g, ALLIED, choices) == GAME.preferences(g, ALLIED, choices)
