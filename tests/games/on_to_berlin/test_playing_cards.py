"""Playing a card: points and event, in either order, never mixed; what points buy. [2.3] [6.1]"""

from typing import Any

import pytest

from sandtable.engine.match import Match
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.rules.cards.card_play import FIRST_HALF, ORDER, Play, Points
from sandtable.games.on_to_berlin.testing import card, unit_at, units_at
from sandtable.testing import assert_refused, offered, play_keys
from tests.games.on_to_berlin.clicks import GAME, T, board, table

UNITS = {"berlin": "3 ge_lf, ge_lf spent, ge_tf", "ruhr": "ge_lf", "london": "uk_lf, uk_af"}


def impulse(*hand: str, **more: Any) -> Match:
    """An impulse of the Axis with these cards in hand."""
    side = more.get("side", "axis")
    return table(**{"units": UNITS, "hands": {side: list(hand)}, **more})


def top(m: Match) -> str:
    """The kind of question a match stands at."""
    return type(m.state.agenda[-1]).__name__


def left(m: Match) -> int:
    """How many points are left."""
    step = m.state.agenda[-1]
    assert isinstance(step, Points), step
    return step.left


def lies(m: Match, name: str) -> int:
    """Where a card lies."""
    return board(m).cards[card(board(m), name)]


# --- which cards


@pytest.mark.rule("on_to_berlin", "6.1")
def test_one_card_of_the_hand_is_played_in_an_impulse() -> None:
    m = impulse("ax_supply_2", "ax_redeploy_2")
    assert_refused(m, "card:ax_blitzkrieg_2", "6.1", text="not in your hand")
    m.play("card:ax_supply_2")
    assert_refused(m, "card:ax_redeploy_2", "6.1")
    m.play("button:points_first")
    assert_refused(m, "card:ax_redeploy_2", "6.1", text="one card")
    play_keys(m, "button:done button:pass")
    assert board(m).side == const.ALLIED
    m.play("button:pass")
    assert offered(m) == ["button:pass", "card:ax_redeploy_2"]


@pytest.mark.rule("on_to_berlin", "6.1")
@pytest.mark.rule("on_to_berlin", "2.3.2a")
def test_a_reaction_card_is_not_played_as_an_impulse() -> None:
    # R8: not even for its points.
    m = impulse("ax_supply_2", "ax_ambush_2")
    assert offered(m) == ["button:pass", "card:ax_supply_2"]
    assert_refused(m, "card:ax_ambush_2", "10.0")
    assert {T.card_name[c] for c in range(T.n_cards) if T.card_reaction[c]} == {"Ambush"}


# --- both halves


@pytest.mark.rule("on_to_berlin", "2.3")
@pytest.mark.rule("on_to_berlin", "2.3a")
def test_the_player_chooses_which_half_comes_first() -> None:
    m = impulse("ax_supply_2")
    m.play("card:ax_supply_2")
    assert (top(m), offered(m)) == ("Play", ["button:points_first", "button:event_first"])
    assert m.prompts[0].rule == "2.3a" and "Supply (2)" in m.prompts[0].text
    for key in ("unit:ge_lf@berlin", "area:berlin", "type:ge_lf", "button:pass", "button:done"):
        assert_refused(m, key, "2.3a")
    for first, second, button in (("Points", "Supply", "points_first"), ("Supply", "Points", "event_first")):
        trial = Match(GAME, m.setup, m.state.copy())
        trial.play(f"button:{button}")
        assert top(trial) == first
        trial.play("button:done" if first == "Points" else "button:pass")
        assert top(trial) == second
        trial.play("button:done" if second == "Points" else "button:pass")
        assert (top(trial), board(trial).side, board(trial).card) == ("Impulses", const.ALLIED, -1)


@pytest.mark.rule("on_to_berlin", "6.1a")
def test_both_halves_are_used() -> None:
    for order in ("points_first", "event_first"):
        m = impulse("ax_supply_2")
        keys = ["unit:ge_tf@berlin button:move area:ruhr button:stop button:done", "nation:ge"]
        if order == "event_first":
            keys.reverse()
        play_keys(m, f"card:ax_supply_2 button:{order} {' '.join(keys)}")
        assert (units_at(board(m), "berlin"), units_at(board(m), "ruhr")) == ("4 ge_lf", "ge_lf, ge_tf"), (
            order
        )
        assert board(m).side == const.ALLIED


@pytest.mark.rule("on_to_berlin", "6.1a")
def test_an_event_that_is_impossible_leaves_the_points() -> None:
    # R22: nothing is spent, so nothing recovers; the card is played for its points alone.
    units = {"berlin": "2 ge_lf", "london": "uk_lf, uk_af"}
    m = impulse("ax_supply_2", units=units)
    play_keys(m, "card:ax_supply_2 button:event_first")
    assert left(m) == 2
    assert "The event of Supply (2) is not possible now. [6.1a]" in [
        f"{line.text} [{line.rule}]" for line in m.log(None)
    ]
    m.play("button:done")
    assert (board(m).side, lies(m, "ax_supply_2")) == (const.ALLIED, const.DISCARDED)


@pytest.mark.rule("on_to_berlin", "6.1a")
def test_an_event_is_judged_when_its_half_comes_up() -> None:
    # R22: the unit is mobilized, spent, by the points, and so there is something to recover afterwards.
    units = {"berlin": "2 ge_lf", "london": "uk_lf, uk_af"}
    m = impulse("ax_supply_2", units=units)
    play_keys(m, "card:ax_supply_2 button:points_first type:ge_gf area:ruhr button:done")
    assert (top(m), offered(m)) == ("Supply", ["button:pass", "nation:ge"])
    m.play("nation:ge")
    assert units_at(board(m), "ruhr") == "ge_gf"


@pytest.mark.rule("on_to_berlin", "6.1a")
@pytest.mark.rule("on_to_berlin", "2.3.2")
def test_a_mandatory_event_is_carried_out_and_others_may_be_left() -> None:
    m = play_keys(impulse("ax_diplomacy_2"), "card:ax_diplomacy_2 button:event_first")
    assert top(m) == "Diplomacy" and not {"button:pass", "button:done"} & set(offered(m))
    m = play_keys(impulse("ax_development_2"), "card:ax_development_2 button:event_first")
    assert top(m) == "Developing" and not {"button:pass", "button:done"} & set(offered(m))
    m = play_keys(impulse("ax_blitzkrieg_2"), "card:ax_blitzkrieg_2 button:event_first")
    assert top(m) == "FirstAction" and "button:pass" in offered(m)


@pytest.mark.rule("on_to_berlin", "6.1b")
@pytest.mark.rule("on_to_berlin", "2.3a")
def test_points_and_event_are_never_mixed() -> None:
    # While points are left to spend the event waits, and no point is spent in the middle of the event.
    m = play_keys(impulse("ax_blitzkrieg_2"), "card:ax_blitzkrieg_2 button:points_first")
    play_keys(m, "unit:ge_tf@berlin button:move area:ruhr button:stop")
    assert (top(m), left(m)) == ("Points", 1)
    play_keys(m, "type:ge_gf area:ruhr")
    assert top(m) == "FirstAction"  # all points are spent: the event follows by itself
    m = play_keys(impulse("ax_blitzkrieg_2"), "card:ax_blitzkrieg_2 button:event_first unit:ge_tf@berlin")
    play_keys(m, "button:move area:ruhr button:stop")
    assert top(m) == "SecondAction"
    assert not [key for key in offered(m) if key.startswith("type:")]
    assert offered(m) == ["button:done", "unit:ge_tf@ruhr"]
    m.play("button:done")
    assert (top(m), left(m)) == ("Points", 2)
    m.play("button:done")
    assert board(m).side == const.ALLIED


# --- where the card goes


@pytest.mark.rule("on_to_berlin", "6.1c")
def test_a_card_lies_on_the_table_until_it_is_resolved_and_then_among_the_discards() -> None:
    m = impulse("ax_supply_2")
    assert lies(m, "ax_supply_2") == const.HAND
    m.play("card:ax_supply_2")
    assert (lies(m, "ax_supply_2"), board(m).card) == (const.PLAYED, card(board(m), "ax_supply_2"))
    assert m.view(const.ALLIED)["position"]["card"] == "ax_supply_2"
    m.play("button:points_first")
    m.play("button:done")
    assert lies(m, "ax_supply_2") == const.PLAYED
    m.play("button:pass")
    assert (lies(m, "ax_supply_2"), board(m).card) == (const.DISCARDED, -1)
    assert m.view(const.ALLIED)["position"]["sides"]["axis"]["discards"] == ["ax_supply_2"]


@pytest.mark.rule("on_to_berlin", "2.3.2b")
@pytest.mark.rule("on_to_berlin", "6.1c")
def test_a_card_for_once_leaves_the_game_and_does_not_come_back() -> None:
    once = [T.card_id[c] for c in range(T.n_cards) if T.card_once[c]]
    assert once == ["ax_vichy_france_2"]
    m = impulse("ax_vichy_france_2", "ax_supply_2")
    play_keys(m, "card:ax_vichy_france_2 button:points_first button:done")
    assert lies(m, "ax_vichy_france_2") == const.GONE
    m.play("button:pass")
    assert_refused(m, "card:ax_vichy_france_2", "6.1")
    while board(m).turn == 2:
        m.play("button:done" if top(m) == "Withdraw" else "button:pass")
    assert (lies(m, "ax_vichy_france_2"), lies(m, "ax_supply_2")) == (const.GONE, const.DECK)


# --- points


@pytest.mark.rule("on_to_berlin", "2.3.1")
@pytest.mark.rule("on_to_berlin", "6.1.1")
@pytest.mark.parametrize("name", ["ax_blitzkrieg_2", "ax_blitzkrieg_3", "ax_blitzkrieg_4"])
def test_a_card_gives_as_many_points_as_it_says(name: str) -> None:
    m = impulse(name)
    play_keys(m, f"card:{name} button:points_first")
    assert left(m) == int(name[-1]) and "button:done" in offered(m)
    assert m.prompts[0].text.startswith(f"{name[-1]} points left")


@pytest.mark.rule("on_to_berlin", "2.3.1")
@pytest.mark.rule("on_to_berlin", "6.1.1")
@pytest.mark.rule("on_to_berlin", "6.1.1c")
def test_points_move_attack_and_mobilize_in_any_order() -> None:
    units = {"berlin": "3 ge_lf", "warsaw": "2 ge_lf, po_lf", "london": "uk_lf, uk_af"}
    m = impulse("ax_blitzkrieg_4", units=units, dice=[6, 6])
    play_keys(m, "card:ax_blitzkrieg_4 button:points_first")
    play_keys(m, "type:ge_gf area:austria")
    assert left(m) == 3
    play_keys(m, "unit:ge_lf@warsaw button:all button:attack")
    assert (left(m), units_at(board(m), "warsaw")) == (2, "2 ge_lf spent, po_lf")
    play_keys(m, "unit:ge_lf@berlin button:move area:ruhr button:stop")
    assert (left(m), units_at(board(m), "ruhr")) == (1, "ge_lf")
    play_keys(m, "type:ge_lf area:berlin")
    assert top(m) == "FirstAction"  # nothing is left


@pytest.mark.rule("on_to_berlin", "6.1.1")
def test_points_that_are_not_spent_are_lost() -> None:
    m = impulse("ax_supply_2", "ax_redeploy_2")
    play_keys(m, "card:ax_supply_2 button:event_first button:pass type:ge_gf area:ruhr button:done")
    assert (board(m).side, board(m).pending) == (const.ALLIED, [0, 0])
    m.play("button:pass")
    play_keys(m, "card:ax_redeploy_2 button:points_first")
    assert left(m) == 2


@pytest.mark.rule("on_to_berlin", "12.0b")
@pytest.mark.rule("on_to_berlin", "6.1.1c")
@pytest.mark.rule("on_to_berlin", "6.1.1g")
def test_mobilizing_costs_what_the_type_costs_and_no_more_is_spent_than_there_is() -> None:
    m = play_keys(impulse("ax_blitzkrieg_3"), "card:ax_blitzkrieg_3 button:points_first")
    assert {"type:ge_tf", "type:ge_gf"} <= set(offered(m))
    play_keys(m, "type:ge_tf area:ruhr")
    g = board(m)
    assert (left(m), units_at(g, "ruhr")) == (1, "ge_lf, ge_tf spent")
    assert g.cond[unit_at(g, "ge_tf", "ruhr")] == const.SPENT
    assert "type:ge_tf" not in offered(m) and "type:ge_gf" in offered(m)
    assert_refused(m, "type:ge_tf", "12.0b", text="costs 2 points; you have 1 left")
    m.play("type:ge_gf")
    # The unit is chosen: it comes on the map before anything else is done.
    assert top(m) == "Deploy"
    assert {key.partition(":")[0] for key in offered(m)} == {"area"}


@pytest.mark.rule("on_to_berlin", "6.1.1g")
def test_each_action_is_finished_before_the_next_begins() -> None:
    m = play_keys(impulse("ax_blitzkrieg_3"), "card:ax_blitzkrieg_3 button:points_first unit:ge_tf@berlin")
    for key in ("type:ge_lf", "unit:ge_lf@ruhr", "button:done"):
        assert key not in offered(m)
    assert_refused(m, "unit:ge_lf@ruhr", "7.1")
    play_keys(m, "button:move")
    assert not [key for key in offered(m) if key.startswith(("type:", "unit:"))]
    play_keys(m, "area:ruhr")
    assert not [key for key in offered(m) if key.startswith(("type:", "unit:"))]
    m.play("button:stop")
    assert left(m) == 2
    # The one point has moved the group; it is not given back.
    m.play("button:done")
    assert top(m) == "FirstAction"


@pytest.mark.rule("on_to_berlin", "6.1.1")
@pytest.mark.rule("on_to_berlin", "6.1.1c")
def test_what_points_do_not_buy_is_refused() -> None:
    m = play_keys(impulse("ax_blitzkrieg_2"), "card:ax_blitzkrieg_2 button:points_first")
    for key, rule in (
        ("area:berlin", "6.1.1"),
        ("unit:ge_lf#9", "6.1.1c"),
        ("unit:ge_lf.spent@berlin", "7.1"),
        ("unit:uk_lf@london", "3.1.1b"),
        ("type:it_lf", "12.0"),
        ("button:pass", "6.1.1"),
    ):
        assert_refused(m, key, rule)


@pytest.mark.rule("on_to_berlin", "6.1.1")
def test_a_unit_like_the_one_offered_may_be_clicked_as_well() -> None:
    m = play_keys(impulse("ax_blitzkrieg_2"), "card:ax_blitzkrieg_2 button:points_first")
    g = board(m)
    step = g.agenda[-1]
    second = unit_at(g, "ge_lf", "berlin", 1, spent=False)
    assert g.ids.unit + second not in m.prompts[0].choices
    for unit, may in (
        (second, True),
        (unit_at(g, "ge_lf", "berlin", spent=True), False),
        (unit_at(g, "ge_lf", "pool"), False),
        (unit_at(g, "uk_lf", "london"), False),
        (unit_at(g, "ge_lf", "ruhr"), False),  # the last one there
    ):
        assert step.allows(g, const.AXIS, g.ids.unit + unit) is may
    assert step.allows(g, const.AXIS, 1) and not step.allows(g, const.AXIS, 0)


def test_steps_of_a_card_survive_packing() -> None:
    for step in (Play(3, False, ORDER), Play(5, True, FIRST_HALF), Points(3)):
        again = type(step).unpack(step.pack())
        assert (type(again), again.pack()) == (type(step), step.pack())
    play = Play.unpack([5, 1, 2])
    assert isinstance(play, Play) and (play.card, play.event_first, play.phase) == (5, True, 2)
