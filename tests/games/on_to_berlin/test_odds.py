"""The odds of fights against the game's own play: every throw of the dice, or many."""

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.choice import DONE, PASS
from sandtable.engine.odds import Odds, hits, mean, sampled, walked
from sandtable.engine.state import State
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, SPENT
from sandtable.games.on_to_berlin.components.group_action import MOVEMENT
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.words import tally, unit
from sandtable.games.on_to_berlin.odds import fights
from sandtable.games.on_to_berlin.rules.activation import Activate
from sandtable.games.on_to_berlin.rules.cards.discards import Discard
from sandtable.games.on_to_berlin.rules.combat import commerce_raids
from sandtable.games.on_to_berlin.rules.combat.bombing import Objective, Squadron
from sandtable.games.on_to_berlin.rules.combat.combat_sequence import Combat
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush, AmbushArea, Counterattackers
from sandtable.games.on_to_berlin.rules.lines_of_communication import Capacity
from sandtable.games.on_to_berlin.testing import unit_at
from tests.games.on_to_berlin import acting
from tests.games.on_to_berlin.clicks import GAME
from tests.games.on_to_berlin.driving import idle
from tests.games.on_to_berlin.fighting import attack, board, click, go, strike
from tests.games.on_to_berlin.test_bombing import LARGE, LONG, aim
from tests.games.on_to_berlin.test_raids import BOTH as BOATS
from tests.games.on_to_berlin.test_raids import LARGE as PACK
from tests.games.on_to_berlin.test_raids import play as raid
from tests.games.on_to_berlin.waiting import Idle

NO_CARDS: dict[str, list[str]] = {"axis": [], "allied": []}
AMBUSH = {"allied": ["al_ambush_2"], "axis": []}


# --- the game's own play


class Fight:
    """Plays a fight to its end as the doctrine likes it; nobody counterattacks any more."""

    def __init__(self, g: Board, of: Odds, first: int = -1) -> None:
        self.before = g
        self.first = first  # the click that brings it about
        self.units = [c - g.ids.unit for c in of.refs if g.ids.unit <= c < g.ids.kind]
        self.seen: list[str] = []

    def __call__(self, g: State) -> int:
        """The number of what has become of the units that are spoken of."""
        assert isinstance(g, Board)
        if self.first >= 0:
            g.apply(g.seats()[0], self.first)
        g.advance()
        while not idle(g):
            step = g.agenda[-1]
            seat = step.seats(g)[0]
            choices = step.choices(g, seat)
            liking = GAME.preferences(g, seat, choices)
            best = PASS if isinstance(step, Ambush) else choices[liking.index(max(liking))]
            g.apply(seat, best)
        text = self.told(g)
        if text not in self.seen:
            self.seen.append(text)
        return self.seen.index(text)

    def told(self, g: Board) -> str:
        """What has become of those who were shot at."""
        told: list[str] = []
        for number in self.units:
            name = unit(self.before, number)
            if g.place[number] < 0:
                told.append(f"{name} destroyed")
            elif g.place[number] != self.before.place[number]:
                told.append(f"{name} driven off")
            elif g.cond[number] & SPENT and not self.before.cond[number] & SPENT:
                told.append(f"{name} spent")
        return tally(told) or "no effect"


class Loss(Fight):
    """The same for cards: how many are lost."""

    def told(self, g: Board) -> str:
        """Remove cards from the other hand."""
        number = len(self.before.hand(1 - self.before.side)) - len(g.hand(1 - g.side))
        return "No card lost" if not number else "1 card lost" if number == 1 else f"{number} cards lost"


def shot_at(g: Board, of: Odds) -> Odds:
    """The odds with nobody in `refs` but those who are shot at: the side that does not attack."""
    side = g.side_of(of.refs[1] - g.ids.unit)
    foes = [c for c in of.refs if g.ids.unit <= c < g.ids.kind and g.side_of(c - g.ids.unit) != side]
    return of._replace(refs=tuple(foes))


def by_effect(of: Odds) -> dict[str, float]:
    """The chances of what happens, whatever the number of hits."""
    assert sum(row.chance for row in of.rows) == pytest.approx(1.0)
    assert len({row.text for row in of.rows}) == len(of.rows)
    found: dict[str, float] = {}
    for row in of.rows:
        text = row.text if "lost" in row.text else row.text.partition(": ")[2] or "no effect"
        found[text] = found.get(text, 0.0) + row.chance
    return found


def check_exactly(g: Board, of: Odds, play: Fight) -> None:
    """All throws of the dice give these odds."""
    found = walked(g, play)
    assert found is not None
    assert {play.seen[number]: chance for number, chance in found.items()} == pytest.approx(by_effect(of))


def check_often(g: Board, of: Odds, play: Fight, number: int = 500) -> None:
    """Many throws give about these odds."""
    found = sampled(g, play, 7, number).chances
    known = by_effect(of)
    assert set(play.seen) <= set(known)
    for text, chance in known.items():
        times = found.get(play.seen.index(text), 0.0) if text in play.seen else 0.0
        error = (chance * (1.0 - chance) / number) ** 0.5
        assert abs(times - chance) < 4.0 * error + 1e-9


# --- attacks and Airstrikes

LAND: dict[str, dict[str, str]] = {
    "one_on_one": {"paris": "ge_tf, fr_tf"},
    "spent_and_fresh": {"paris": "2 ge_tf, ge_lf, fr_lf, fr_lf spent, fr_tf"},
    "nowhere_to_go": {"malta": "2 ge_tf, ge_lf, 2 uk_lf"},
    "stronger_defender": {"paris": "3 ge_lf, fr_tf, uk_lf", "lorraine": "fr_lf"},
}


@pytest.mark.parametrize("name", LAND)
def test_attacks_on_land(name: str) -> None:
    g = board(LAND[name], hands=AMBUSH)
    attack(g, next(iter(LAND[name])))
    (found,) = GAME.odds(g, AXIS)
    assert found.error == 0.0
    assert fights.CHOICES in found.note
    assert fights.NO_ANSWER in found.note
    check_exactly(g, found, Fight(g, shot_at(g, found)))


def test_two_attacks_announced_together_throw_twice_the_dice() -> None:
    g = board({"paris": "2 ge_tf, fr_tf, uk_tf"}, hands=AMBUSH)
    attack(g, "paris", rolls=2)
    (found,) = GAME.odds(g, None)
    assert found.title.endswith("twice, hits added up")
    assert dict(found.means)["hits"] == pytest.approx(4 * 4 / 6)
    check_exactly(g, found, Fight(g, shot_at(g, found)))


def test_a_crowded_retreat_costs_units() -> None:
    # only one land unit more finds room in Lorraine, and no other area is open but Neutral ones
    units = {"paris": "5 ge_tf, fr_lf, fr_lf spent, uk_tf spent", "lorraine": "4 fr_lf, 5 uk_lf"}
    g = board(units, hands=AMBUSH, control={"western_france": "ge", "southern_france": "ge"})
    attack(g, "paris")
    (found,) = GAME.odds(g, None)
    assert any("driven off" in row.text and "destroyed" in row.text for row in found.rows)
    check_often(g, found, Fight(g, shot_at(g, found)))


def test_ships_go_down_with_those_they_carry() -> None:
    g = board({"north_sea": "3 ge_nf, uk_nf, 2 uk_lf", "berlin": "ge_lf"}, hands={"allied": ["al_ambush_2"]})
    attack(g, "north_sea", "ge_nf")
    (found,) = GAME.odds(g, AXIS)
    assert any("British infantry destroyed" in row.text for row in found.rows)
    check_exactly(g, found, Fight(g, shot_at(g, found)))


def test_many_dice_bear_the_odds_out() -> None:
    g = board({"warsaw": "3 ge_tf, 3 ge_lf, 2 po_lf, po_lf spent, uk_tf"}, hands=AMBUSH)
    attack(g, "warsaw")
    (found,) = GAME.odds(g, AXIS)
    check_often(g, found, Fight(g, shot_at(g, found)))


def test_an_airstrike_uses_its_own_ratings() -> None:
    g = board({"berlin": "3 ge_af", "warsaw": "po_lf, po_lf spent, uk_af"}, hands=AMBUSH)
    strike(g, "berlin", "warsaw")
    (found,) = GAME.odds(g, AXIS)
    assert found.rule == "9.2"
    check_exactly(g, found, Fight(g, shot_at(g, found)))


def test_nobody_left_to_attack_has_no_odds() -> None:
    g = board({"paris": "ge_lf, fr_lf"}, hands=AMBUSH)
    attack(g, "paris")
    g.cond[unit_at(g, "ge_lf", "paris")] |= SPENT
    assert GAME.odds(g, AXIS) == []


ratings = st.lists(st.integers(0, 7), max_size=8)


@given(ratings, st.data())
def test_thrown_dice_make_the_hits_they_should(found: list[int], data: st.DataObject) -> None:
    chances = fights.hit_chances(found)
    assert sum(chances.values()) == pytest.approx(1.0)
    assert mean(chances) == pytest.approx(sum(min(6, rating) for rating in found) / 6)
    number = data.draw(st.sampled_from(sorted(chances)))
    dice = fights.FixedHits(found, number)
    assert sum(dice.roll() <= rating for rating in found) == number


def test_dice_alike_are_the_engines_own() -> None:
    assert fights.hit_chances([2] * 5) == pytest.approx(hits(5, 1 / 3))


# --- counterattacks


def test_who_can_answer_sees_both_fights_and_others_only_the_attack() -> None:
    g = board({"paris": "ge_tf, ge_lf, fr_tf, fr_lf"}, hands=AMBUSH)
    attack(g, "paris")
    answer, attacked = GAME.odds(g, ALLIED)
    assert (answer.rule, attacked.rule) == ("10.1", "9.1")
    assert GAME.odds(g, AXIS) == GAME.odds(g, None) == [attacked]
    g = board({"paris": "ge_tf, ge_lf, fr_tf, fr_lf"}, hands={"allied": ["al_supply_2"]})
    attack(g, "paris")
    assert [of.rule for of in GAME.odds(g, ALLIED)] == ["9.1"]  # asked, but without a card


def test_a_counterattack_doubles_its_hits_and_hits_those_who_act() -> None:
    g = board({"paris": "ge_tf, ge_lf, fr_tf, uk_tf, fr_lf"}, hands=AMBUSH)
    attack(g, "paris")
    before = GAME.odds(g, ALLIED)[0]
    click(g, "al_ambush_2")
    assert isinstance(g.agenda[-1], Counterattackers)
    assert GAME.odds(g, ALLIED) == GAME.odds(g, None) == [before]  # all of them, while none is chosen
    click(g, "fr_tf", "fr_lf")
    (found,) = GAME.odds(g, ALLIED)
    assert GAME.odds(g, AXIS) == [before]  # what the other clicks is not seen before it is done
    assert dict(found.means)["hits"] == pytest.approx(2 * (3 + 3) / 6)
    g.agenda = [g.agenda[0], g.agenda[-1]]  # without the attack that it answers
    check_exactly(g, found, Fight(g, shot_at(g, found), DONE))


def test_hits_still_to_be_assigned_come_before_the_attack() -> None:
    g = board({"paris": "ge_tf, ge_lf, fr_tf, uk_tf, fr_lf"}, dice=[1, 6, 6], hands=AMBUSH)
    attack(g, "paris")
    click(g, "al_ambush_2", "all")
    assert type(g.agenda[-1]).__name__ == "Assign"
    (found,) = GAME.odds(g, AXIS)
    check_exactly(g, found, Fight(g, shot_at(g, found)))


def test_movements_are_only_counterattacked() -> None:
    g = board({"ruhr": "2 ge_tf", "belgium": "uk_lf, uk_tf"}, hands=AMBUSH)
    go(g, MOVEMENT, "ruhr belgium")
    (found,) = GAME.odds(g, ALLIED)
    assert found.rule == "10.1"
    assert found.note == fights.CHOICES
    assert GAME.odds(g, AXIS) == []
    g = board({"ruhr": "2 ge_tf", "belgium": "uk_lf, uk_tf", "paris": "uk_lf, fr_lf"}, hands=AMBUSH)
    go(g, MOVEMENT, "ruhr belgium paris")
    assert len(GAME.odds(g, ALLIED)) == 2
    click(g, "al_ambush_2")
    assert isinstance(g.agenda[-1], AmbushArea)
    assert len(GAME.odds(g, AXIS)) == 2


def test_the_jet_answers_without_a_card() -> None:
    units = {"ruhr": "ge_af_jet, ge_lf", "london": "2 uk_af"}
    g = board(units, side="allied", options=["jets"], hands=NO_CARDS)
    strike(g, "london", "ruhr")
    answer, attacked = GAME.odds(g, AXIS)
    assert (answer.rule, attacked.rule) == ("10.1", "9.2")
    assert GAME.odds(g, ALLIED) == [attacked]


# --- bombers and submarines


def test_bombing_costs_cards() -> None:
    for card, target, turn in ((LARGE, "ruhr", 6), (LONG, "berlin", 8), (LARGE, "ruhr", 2)):
        units = {"london": "3 uk_af, uk_lf", "berlin": "ge_lf, ge_af", "ruhr": "ge_lf, ge_af"}
        hands = {"axis": ["ax_ambush_2", "ax_supply_2"]}
        g = aim("london", card, units=units, turn=turn, hands=hands)
        targets = {of.title.partition(":")[0]: of for of in GAME.odds(g, ALLIED)}
        assert GAME.odds(g, AXIS) == []
        name = g.t.area_name[g.t.area_index[target]]
        g.apply(ALLIED, g.ids.unit - g.t.n_areas + g.t.area_index[target])
        found = GAME.odds(g, AXIS)[-1]
        assert found == targets[name]
        assert found.note == fights.NO_ANSWER
        check_exactly(g, found, Loss(g, found))


def test_an_empty_hand_loses_nothing() -> None:
    units = {"london": "3 uk_af, uk_lf", "ruhr": "ge_lf, ge_af"}
    g = aim("london", LARGE, units=units, hands={"axis": []})
    assert all([row.text for row in of.rows] == ["No card lost"] for of in GAME.odds(g, ALLIED))


def test_a_raid_costs_cards() -> None:
    for options in ([], ["allied_discards"]):
        g = raid(PACK, units=BOATS, markers={"us": 3}, options=options)
        while not isinstance(g.agenda[-1], commerce_raids.Raid):
            g.apply(AXIS, PASS)
        assert GAME.odds(g, AXIS) == []  # nobody is chosen
        for choice in g.choices(AXIS)[:2]:
            g.apply(AXIS, choice)
        (found,) = GAME.odds(g, AXIS)
        assert GAME.odds(g, ALLIED) == []
        assert len(found.refs) == 4  # two boats in two seas
        check_exactly(g, found, Loss(g, found, DONE))


# --- while a group is gathered


def test_a_group_shows_what_it_could_do() -> None:
    g = acting.points(3, units={"paris": "2 ge_tf, fr_tf", "berlin": "ge_lf"}, hands=AMBUSH)
    assert GAME.odds(g, AXIS) == []
    acting.group(g, "paris", "ge_tf")
    (alone,) = GAME.odds(g, AXIS)
    assert GAME.odds(g, ALLIED) == GAME.odds(g, None) == []
    acting.group(g, "paris", "ge_tf")
    (both,) = GAME.odds(g, AXIS)
    assert dict(both.means)["hits"] == pytest.approx(2 * dict(alone.means)["hits"])
    acting.click(g, "attack")
    for seat in (AXIS, None):
        assert GAME.odds(g, seat) == [both]


def test_aircraft_show_every_target() -> None:
    units = {"berlin": "2 ge_af, ge_lf", "warsaw": "po_lf", "paris": "fr_lf"}
    g = acting.points(3, units=units)
    acting.group(g, "berlin", "ge_af")
    shown = GAME.odds(g, AXIS)
    assert shown and all(of.rule == "9.2" for of in shown)
    acting.click(g, "strike")
    assert GAME.odds(g, AXIS) == shown
    assert len(shown) == len(acting.areas(g))


def test_ships_of_a_neutral_nation_fight_back_as_enemies() -> None:
    g = acting.points(3, units={"central_mediterranean": "2 uk_nf, it_nf"}, side="allied")
    acting.group(g, "central_mediterranean", "uk_nf")
    (found,) = GAME.odds(g, ALLIED)
    assert found.title == "Central Mediterranean: British fleet attack Italian fleet"


# --- in random games


@pytest.mark.parametrize("seed", [2, 5])
def test_the_odds_of_a_whole_game_are_quick_and_tell_no_secret(seed: int) -> None:
    walk = Walk(GAME, seed, log=False)
    walk.skill = [50, 50]
    number = shown = 0
    while walk.state.result is None:
        g = walk.state
        assert isinstance(g, Board)
        acts = isinstance(g.agenda[-1], (Activate, Ambush, Squadron, Objective, Counterattackers, Discard))
        if number % 50 == 0 or (acts and number % 3 == 0):
            for seat in (AXIS, ALLIED):
                start = perf_counter()
                found = GAME.odds(g, seat)
                assert perf_counter() - start < 0.2
                assert GAME.odds(GAME.determinize(g, seat, walk.rng), seat) == found
                shown += len(found)
                for of in found:
                    by_effect(of)
                    assert of.error == 0.0
            waiting = [type(step).__name__ for step in g.agenda]
            if "Combat" not in waiting and "Bombs" not in waiting:
                if not isinstance(g.agenda[-1], (AmbushArea, Counterattackers)):
                    assert GAME.odds(g, None) == []
        walk.play(*walk.pick())
        number += 1
    assert shown > 100
    assert GAME.odds(walk.state, AXIS) == []


def test_fights_of_random_games_come_out_as_told() -> None:
    checked = 0
    for seed in range(20, 30):
        walk = Walk(GAME, seed, log=False)
        while walk.state.result is None and checked < 3 * (seed - 19):
            g = walk.state
            assert isinstance(g, Board)
            if len(g.agenda) > 1 and isinstance(g.agenda[-1], Ambush) and isinstance(g.agenda[-2], Combat):
                battle = g.agenda[-2]
                for found in GAME.odds(g, g.side):
                    if len(battle.action.units) * battle.rolls <= 3:
                        alone = g.copy()
                        alone.agenda = [Idle(), Capacity(), battle]
                        checked += 1
                        check_exactly(alone, found, Fight(alone, shot_at(g, found)))
            walk.play(*walk.pick())
    assert checked > 10
