"""The end of a turn: victory, recovery, withdrawal, the next turn and who begins it. [5.0g]"""

from typing import Any

import pytest

from sandtable.engine.match import Match
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, POOL, SPENT
from sandtable.games.on_to_berlin.sequence import EndPhase, Select, Withdraw
from sandtable.games.on_to_berlin.testing import area, unit_at, units_at
from sandtable.testing import assert_refused, offered, play_keys
from tests.games.on_to_berlin.clicks import GAME, T, board, new_turn

LOST = {"berlin": "uk", "ruhr": "uk"}
FRANCE = [T.area_id[a] for a in T.home[T.france]]


def ending(**more: Any) -> Match:
    """A match whose turn has just ended."""
    return new_turn(EndPhase(), **more)


def top(m: Match) -> str:
    """The kind of question a match stands at."""
    return type(m.state.agenda[-1]).__name__


def after(m: Match) -> Match:
    """Go on without withdrawals to the next turn."""
    while top(m) == "Withdraw":
        m.play("button:done")
    return m


# --- victory and points


@pytest.mark.rule("on_to_berlin", "5.0g")
def test_a_victory_ends_the_game_before_anything_else_happens() -> None:
    units = {"austria": "ge_lf spent", "london": "uk_lf spent"}
    m = ending(units=units, control=LOST)
    assert m.result is not None and (m.result.rule, m.result.scores) == ("14.1b", (0.0, 1.0))
    g = board(m)
    assert (units_at(g, "austria"), g.turn, m.prompts) == ("ge_lf spent", 2, [])
    # Without it the turn goes on.
    m = ending(units=units)
    assert m.result is None and units_at(board(m), "austria") == "ge_lf"


@pytest.mark.rule("on_to_berlin", "5.0g")
@pytest.mark.rule("on_to_berlin", "3.2e")
def test_both_totals_are_recorded_and_decide_the_hands_of_the_next_turn() -> None:
    held = {"paris": "ge", "warsaw": "ge", "north_atlantic": "uk", "central_atlantic": "uk"}
    units = {"berlin": "ge_lf", "paris": "ge_lf", "warsaw": "ge_lf", "london": "uk_lf", "egypt": "uk_lf"}
    units |= {"north_atlantic": "uk_nf", "central_atlantic": "uk_nf"}
    m = after(ending(units=units, control=held, points=(9, 9), limits=(1, 1)))
    g = board(m)
    assert (g.points, g.limits) == ([4, 3], [4, 3])
    told = [line.text for line in m.log(None) if line.rule == "5.0g"]
    assert told == ["Resource Points: Axis 4, Allies 3."]
    assert top(m) == "Select"
    assert "up to 4 cards" in m.prompts[0].text and "up to 3 cards" in m.prompts[1].text


# --- recovery


@pytest.mark.rule("on_to_berlin", "5.0h")
@pytest.mark.parametrize(("name", "first"), [("axis", AXIS), ("allied", ALLIED)])
def test_both_sides_recover_the_initiative_player_first(name: str, first: int) -> None:
    # Two areas of Germany and one of France, with more spent units than they can recover.
    units = {"berlin": "3 ge_lf spent, ge_tf spent", "paris": "2 fr_lf spent, fr_tf spent"}
    lost = ("southern_germany", "austria", "czechoslovakia", *[a for a in FRANCE if a != "paris"])
    m = ending(units=units, control=dict.fromkeys(lost, "uk"), initiative=name)
    asked: list[int] = []
    while top(m) == "RecoverUnit":
        asked.append(m.prompts[0].seat)
        m.play(m.prompts[0].choices[0])
    assert asked == ([AXIS, AXIS, ALLIED] if first == AXIS else [ALLIED, AXIS, AXIS])
    assert units_at(board(m), "berlin") == "2 ge_lf, ge_lf spent, ge_tf spent"
    assert units_at(board(m), "paris") == "fr_lf, fr_lf spent, fr_tf spent"


@pytest.mark.rule("on_to_berlin", "5.0h")
def test_units_are_fresh_when_the_next_turn_begins() -> None:
    m = ending(units={"berlin": "2 ge_lf spent", "london": "uk_lf spent"})
    assert (units_at(board(m), "berlin"), units_at(board(m), "london")) == ("2 ge_lf", "uk_lf")


# --- withdrawal


@pytest.mark.rule("on_to_berlin", "5.0i")
def test_five_nations_withdraw_units_and_no_other() -> None:
    units = {
        "berlin": "2 ge_lf",
        "rome": "2 it_lf",
        "hungary": "2 hu_lf",
        "london": "2 uk_lf",
        "paris": "2 fr_lf",
        "moscow": "2 su_lf",
        "warsaw": "2 po_lf",
        "north_atlantic": "2 us_nf",
    }
    m = ending(units=units, axis=("ge", "it", "hu"), allied=("uk", "fr", "po", "su", "us"))
    assert (top(m), m.prompts[0].seat, offered(m)) == ("Withdraw", AXIS, ["button:done", "button:withdraw"])
    m.play("button:withdraw")
    assert sorted(offered(m)) == ["unit:ge_lf@berlin", "unit:it_lf@rome"]
    for key in ("unit:hu_lf@hungary", "unit:uk_lf@london", "unit:ge_lf#9", "area:berlin", "button:done"):
        assert_refused(m, key, "5.0i")
    m.play("unit:ge_lf@berlin")
    assert units_at(board(m), "berlin") == "ge_lf"
    m.play("button:done")
    assert m.prompts[0].seat == ALLIED
    m.play("button:withdraw")
    assert sorted(offered(m)) == ["unit:su_lf@moscow", "unit:uk_lf@london", "unit:us_nf@north_atlantic"]
    for key in ("unit:fr_lf@paris", "unit:po_lf@warsaw"):
        assert_refused(m, key, "5.0i")
    play_keys(m, "unit:us_nf@north_atlantic button:withdraw unit:us_nf@north_atlantic")
    assert units_at(board(m), "north_atlantic") == ""
    play_keys(m, "button:done")
    assert (top(m), board(m).turn) == ("Select", 3)


@pytest.mark.rule("on_to_berlin", "5.0i")
def test_withdrawn_units_wait_in_the_mobilization_pool() -> None:
    # R25: of any type, fresh or spent; a fortress that is withdrawn is not destroyed.
    m = ending(units={"berlin": "ge_lf", "london": "uk_lf, uk_ft", "paris": "uk_lf"})
    g = board(m)
    fort, abroad = unit_at(g, "uk_ft", "london"), unit_at(g, "uk_lf", "paris")
    play_keys(m, "button:withdraw unit:uk_ft@london button:withdraw unit:uk_lf@paris")
    assert (g.place[fort], g.place[abroad]) == (POOL, POOL)
    assert "British fortress is withdrawn from London." in [line.text for line in m.log(None)]


@pytest.mark.rule("on_to_berlin", "5.0i")
def test_a_unit_like_the_one_offered_is_as_good_and_the_button_comes_first() -> None:
    m = ending(units={"berlin": "3 ge_lf", "london": "uk_lf"})
    second = board(m).ids.unit + unit_at(board(m), "ge_lf", "berlin", 1)
    assert not m.state.agenda[-1].allows(m.state, AXIS, second)
    assert_refused(m, "unit:ge_lf@berlin", "5.0i", text="first")
    m.play("button:withdraw")
    assert second not in m.prompts[0].choices
    assert m.state.agenda[-1].allows(m.state, AXIS, second)
    assert not m.state.agenda[-1].allows(m.state, AXIS, GAME.find(m.state, "unit:uk_lf@london"))


@pytest.mark.rule("on_to_berlin", "5.0l")
def test_no_withdrawal_leaves_a_home_area_empty() -> None:
    m = ending(units={"berlin": "ge_lf, ge_af", "ruhr": "ge_lf", "paris": "ge_lf", "london": "uk_lf"})
    m.play("button:withdraw")
    assert sorted(offered(m)) == ["unit:ge_af@berlin", "unit:ge_lf@berlin", "unit:ge_lf@paris"]
    assert_refused(m, "unit:ge_lf@ruhr", "5.0l", text="Ruhr")
    m.play("unit:ge_lf@berlin")
    m.play("button:withdraw")
    assert offered(m) == ["unit:ge_lf@paris"]
    assert_refused(m, "unit:ge_af@berlin", "5.0l")
    m.play("unit:ge_lf@paris")
    # Nothing is left that may be withdrawn, here and in England: nobody is asked.
    assert (top(m), board(m).turn) == ("Select", 3)


@pytest.mark.rule("on_to_berlin", "5.0l")
def test_a_unit_of_another_nation_of_the_side_keeps_a_home_area_from_being_empty() -> None:
    m = ending(units={"berlin": "ge_lf, hu_lf", "london": "uk_lf"}, axis=("ge", "hu"))
    m.play("button:withdraw")
    assert offered(m) == ["unit:ge_lf@berlin"]
    # An enemy in it does not.
    m = ending(units={"berlin": "ge_lf, uk_lf", "ruhr": "2 ge_lf", "london": "2 uk_lf"})
    m.play("button:withdraw")
    assert offered(m) == ["unit:ge_lf@ruhr"]


@pytest.mark.rule("on_to_berlin", "5.0i")
@pytest.mark.parametrize(("name", "first"), [("axis", AXIS), ("allied", ALLIED)])
def test_the_initiative_player_withdraws_first(name: str, first: int) -> None:
    m = ending(units={"berlin": "2 ge_lf", "london": "2 uk_lf"}, initiative=name)
    assert m.prompts[0].seat == first
    m.play("button:done")
    assert m.prompts[0].seat == 1 - first


@pytest.mark.rule("on_to_berlin", "3.4d")
@pytest.mark.rule("on_to_berlin", "3.6d")
def test_control_and_capacity_are_looked_at_after_the_withdrawals() -> None:
    units = {"berlin": "ge_lf", "paris": "ge_lf", "london": "uk_lf", "english_channel": "uk_nf, uk_lf"}
    m = ending(units=units, control={"paris": "ge", "english_channel": "uk"})
    play_keys(m, "button:withdraw unit:ge_lf@paris")
    assert T.nation_id[board(m).control[area(board(m), "paris")]] == "ge"
    play_keys(m, "button:withdraw unit:uk_nf@english_channel")
    # The army at sea could go too, but is lost with its ships in any case.
    m.play("button:done")
    assert T.nation_id[board(m).control[area(board(m), "paris")]] == "fr"
    assert units_at(board(m), "english_channel") == ""


@pytest.mark.rule("on_to_berlin", "3.4b")
@pytest.mark.parametrize(("name", "first"), [("axis", AXIS), ("allied", ALLIED)])
def test_what_withdrawals_bring_is_chosen_by_the_initiative_player_first(name: str, first: int) -> None:
    # R47: Germany and the United Kingdom leave areas in which two partners each have units.
    units = {"paris": "ge_lf, hu_lf, it_lf", "ruhr": "uk_lf, fr_lf, po_lf"}
    units |= {"berlin": "ge_lf", "london": "uk_lf"}
    held = {"paris": "ge", "ruhr": "uk"}
    more: dict[str, Any] = {"units": units, "control": held, "axis": ("ge", "hu", "it"), "initiative": name}
    m = ending(**more)
    while top(m) == "Withdraw":
        axis = m.prompts[0].seat == AXIS
        m.play("button:withdraw")
        m.play("unit:ge_lf@paris" if axis else "unit:uk_lf@ruhr")
        if top(m) == "Withdraw" and m.prompts[0].seat == (AXIS if axis else ALLIED):
            m.play("button:done")
    assert (top(m), m.prompts[0].seat) == ("Controller", first)
    m.play(m.prompts[0].choices[0])
    assert (top(m), m.prompts[0].seat) == ("Controller", 1 - first)


# --- the next turn


@pytest.mark.rule("on_to_berlin", "5.0c")
@pytest.mark.rule("on_to_berlin", "5.0k")
@pytest.mark.rule("on_to_berlin", "2.2.2b")
@pytest.mark.parametrize(
    ("taken", "points", "first"),
    [((), [2, 3], ALLIED), (("paris",), [3, 2], AXIS), (("warsaw",), [3, 3], AXIS)],
)
def test_the_initiative_goes_to_who_has_more_points_and_a_tie_to_the_axis(
    taken: tuple[str, ...], points: list[int], first: int
) -> None:
    units = {"berlin": "ge_lf, ge_af", "london": "uk_lf, uk_af", "egypt": "uk_lf"}
    units |= dict.fromkeys(taken, "ge_lf")
    old = "axis" if first == ALLIED else "allied"
    held = dict.fromkeys(taken, "ge") | {"north_atlantic": "ge"}
    m = ending(units=units | {"north_atlantic": "ge_nf"}, control=held, initiative=old, turn=4)
    after(m)
    g = board(m)
    assert (g.turn, g.points, g.initiative) == (5, points, first)
    assert m.view(None)["position"]["initiative"] == ("axis", "allied")[first]
    assert isinstance(m.state.agenda[-1], Select)
    for seat in m.state.seats():
        m.play("button:done", seat)
    assert m.prompts[0].seat == first  # and with it the first impulse [5.0b]


@pytest.mark.rule("on_to_berlin", "5.0k")
def test_the_last_turn_has_no_next() -> None:
    m = after(ending(units={"berlin": "ge_lf spent", "london": "uk_lf"}, turn=12))
    assert m.result is not None and (board(m).turn, m.result.rule) == (12, "14.2a")
    assert board(m).cond[unit_at(board(m), "ge_lf", "berlin")] & SPENT


def test_the_withdraw_step_names_its_side_when_packed() -> None:
    step = Withdraw.unpack([1, 1])
    assert isinstance(step, Withdraw) and (step.side, step.picking) == (1, True)
