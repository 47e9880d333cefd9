"""The game as the engine sees it: set-up, options, names, copies and saves."""

import pytest

from sandtable.engine import save as saves
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.games.on_to_berlin.components import ids
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat.air_actions import Target
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.rules.movement.group_movement import March
from sandtable.games.on_to_berlin.sequence import Withdraw
from sandtable.games.on_to_berlin.testing import unit_at
from tests.games.on_to_berlin.clicks import GAME, T, board, table
from tests.games.on_to_berlin.moments import moments

SWITCHES = (
    "development_secrecy",
    "discard_secrecy",
    "allied_discards",
    "axis_discards",
    "bombing_penalty",
    "no_declarations",
    "american_limits",
    "garrison_limits",
    "jets",
)


# --- set-up


@pytest.mark.rule("on_to_berlin", "4.0")
@pytest.mark.rule("on_to_berlin", "16.0")
def test_the_game_names_its_scenario_its_players_and_its_options() -> None:
    assert [(s.id, s.seats) for s in GAME.scenarios] == [("campaign_1939", (2,))]
    switches = {option.id: option.values for option in GAME.options if option.id != "reactions"}
    assert switches == dict.fromkeys(SWITCHES, (True, False))
    setup = GAME.settle()
    assert (setup.players, setup.options["reactions"]) == (2, "ask")
    assert not any(setup.options[name] for name in SWITCHES)  # the rules as they are, unless agreed otherwise
    g = GAME.new(setup)
    assert GAME.seat_names(g) == ["Axis", "Allies"]
    assert GAME.teams(setup) == ((AXIS,), (ALLIED,))
    assert GAME.slug == "on_to_berlin" and GAME.version and all(o.help.endswith(".") for o in GAME.options)


@pytest.mark.rule("on_to_berlin", "16.0")
@pytest.mark.parametrize("name", SWITCHES)
def test_each_option_reaches_the_board_and_stays_there(name: str) -> None:
    m = Match.start(GAME, options={name: True}, seed=4)
    assert {switch: getattr(board(m), switch) for switch in SWITCHES} == {
        switch: switch == name for switch in SWITCHES
    }
    for _ in range(30):
        m.play(m.prompts[0].choices[-1], m.prompts[0].seat)
    for other in (
        m.state.copy(),
        Match.load(GAME, m.save()).state,
        Match.replay(GAME, m.setup, m.history).state,
    ):
        assert isinstance(other, Board)
        assert [getattr(other, switch) for switch in SWITCHES] == [switch == name for switch in SWITCHES]
    packed = saves.plain(GAME, m.state)
    again = GAME.unpack_state(GAME.settle(), packed)  # a save knows by itself how it was begun
    assert isinstance(again, Board) and getattr(again, name) is True


def test_who_is_asked_for_reactions_is_an_option() -> None:
    assert Match.start(GAME, seed=1).state.ask_always is True
    assert Match.start(GAME, options={"reactions": "when_possible"}, seed=1).state.ask_always is False


# --- names


@pytest.mark.rule("on_to_berlin", "2.1.1b")
def test_counters_are_named_by_type_condition_and_place() -> None:
    units = {"berlin": "3 ge_lf, ge_lf spent, ge_tf"}
    m = table(units=units, hands={"axis": ["ax_supply_2"]})
    g = board(m)
    keys = sorted(GAME.key(g, g.ids.unit + unit) for unit in g.at[T.area_index["berlin"]])
    assert keys == [
        "unit:ge_lf.spent@berlin",
        "unit:ge_lf@berlin",
        "unit:ge_lf@berlin/2",
        "unit:ge_lf@berlin/3",
        "unit:ge_tf@berlin",
    ]
    label = {key: GAME.label(g, GAME.find(g, key)) for key in keys}
    assert label["unit:ge_lf.spent@berlin"] == "German infantry (spent) in Berlin"
    assert label["unit:ge_tf@berlin"].endswith(" in Berlin") and "spent" not in label["unit:ge_tf@berlin"]
    # Off the map a counter has its number; on it that name finds it as well.
    free = g.free_unit(T.type_index["ge_tf"])
    assert GAME.key(g, g.ids.unit + free) == "unit:ge_tf#2"
    assert " in " not in GAME.label(g, g.ids.unit + free)
    assert GAME.find(g, "unit:ge_tf#1") == GAME.find(g, "unit:ge_tf@berlin")
    for wrong in ("unit:ge_tf@ruhr", "unit:ge_tf@atlantis", "unit:ge_lf@berlin/9", "x:y", ""):
        assert GAME.find(g, wrong) == -1
    with pytest.raises(IllegalChoice, match="There is no 'unit:ge_tf@ruhr'"):
        m.play("unit:ge_tf@ruhr")


def test_counters_are_alike_in_one_place_and_condition_only() -> None:
    g = board(
        table(
            units={"berlin": "3 ge_lf, ge_lf spent, ge_tf", "ruhr": "ge_lf"}, hands={"axis": ["ax_supply_2"]}
        )
    )
    first = g.ids.unit + unit_at(g, "ge_lf", "berlin", spent=False)
    second = g.ids.unit + unit_at(g, "ge_lf", "berlin", 1, spent=False)
    assert GAME.same(g, first, second) and GAME.same(g, first, first)
    for kind, where, spent in (
        ("ge_lf", "berlin", True),
        ("ge_tf", "berlin", False),
        ("ge_lf", "ruhr", False),
    ):
        assert not GAME.same(g, first, g.ids.unit + unit_at(g, kind, where, spent=spent))
    g.came[second - g.ids.unit] = T.area_index["ruhr"]  # where it came from tells it apart
    assert not GAME.same(g, first, second)
    assert GAME.same(g, ids.AREA, ids.AREA) and not GAME.same(g, ids.AREA, ids.AREA + 1)
    assert not GAME.same(g, ids.AREA, first)


# --- copies and saves


def test_steps_are_met_in_all_their_phases() -> None:
    steps = [m.state.agenda[-1] for m in moments.every()]
    assert {step.unlocked for step in steps if isinstance(step, March)} == {True, False}
    assert {step.unlocked for step in steps if isinstance(step, Target)} == {True, False}
    assert {step.jet for step in steps if isinstance(step, Ambush)} == {True, False}
    assert {step.picking for step in steps if isinstance(step, Withdraw)} == {True, False}
