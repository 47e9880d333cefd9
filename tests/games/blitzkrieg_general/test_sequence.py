"""The order of phases in both modes, and what each phase resets."""

import pytest

from sandtable.engine.rng import Rng
from sandtable.games import load_game
from sandtable.games.blitzkrieg_general import sequence
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.politics.side_surrender import Capitulation, hard_pressed
from sandtable.games.blitzkrieg_general.sequence import Phase, War
from sandtable.games.blitzkrieg_general.testing import position, unit_at

from .driving import answer, begin, idle, log, offered, prompt

GAME = load_game("blitzkrieg_general")


def first_turn(mode: str) -> list[tuple[int, int]]:
    """The phases of a first turn in which everybody does as little as possible, with the phasing side."""
    seen: list[tuple[int, int]] = []
    g = GAME.new(GAME.settle("s1939", 2, {"mode": mode}, 3))
    assert isinstance(g, Board)
    start = g.turn
    rng = Rng(1)
    while g.turn == start and g.result is None:
        step = g.agenda[-1]
        if isinstance(step, Phase):
            seen.append((step.phase, g.side))
        g.offered = None
        if step.run(g):
            seat = g.seats()[0]
            choices = g.choices(seat)
            choice = min(choices) if min(choices) < 2 else choices[rng.below(len(choices))]
            g.agenda[-1].answer(g, seat, choice)
    return seen


BASIC = [const.TIME_TABLE, const.REINFORCEMENTS]
ADVANCED = [const.TIME_TABLE, const.REINFORCEMENTS, const.INITIATIVE, const.WEATHER, const.LIMITS]


@pytest.mark.rule("blitzkrieg_general", "B5.0")
@pytest.mark.rule("blitzkrieg_general", "B5.0a")
@pytest.mark.rule("blitzkrieg_general", "B6.0")
@pytest.mark.rule("blitzkrieg_general", "B7.0")
def test_the_turn_of_the_basic_game() -> None:
    seen = first_turn("basic")
    phases = [phase for phase, _ in seen]
    segment = list(sequence.SEGMENT_BASIC)
    end = [const.CONQUEST, const.INCOME, const.PRODUCTION, const.VICTORY]
    assert phases[: 2 + 2 * len(segment) + 4] == BASIC + segment + segment + end
    assert [side for phase, side in seen if phase == const.MOVE] == [
        const.AXIS,
        const.ALLIES,
    ]  # the Axis always first
    assert not {const.RAIL, const.REBASE, const.WEATHER, const.SUPPLY_1, const.CARDS, const.RESEARCH} & set(
        phases
    )


@pytest.mark.rule("blitzkrieg_general", "A5.0")
@pytest.mark.rule("blitzkrieg_general", "A5.0a")
@pytest.mark.rule("blitzkrieg_general", "A6.0")
@pytest.mark.rule("blitzkrieg_general", "A7.0")
def test_the_turn_of_the_advanced_game() -> None:
    seen = first_turn("advanced")
    phases = [phase for phase, _ in seen]
    segment = list(sequence.SEGMENT_ADVANCED)
    assert segment[:7] == [
        const.SUPPLY_1,
        const.RAIL,
        const.REBASE,
        const.NAVAL_MOVE,
        const.MOVE,
        const.REACTION,
        const.COMBAT,
    ]
    assert segment[7:9] == [const.SUPPLY_2, const.EXPLOIT]
    end = [
        const.CONQUEST,
        const.US_ENTRY,
        const.INCOME,
        const.CARDS,
        const.RESEARCH,
        const.PRODUCTION,
        const.VICTORY,
    ]
    assert phases[: 5 + 2 * len(segment) + 7] == ADVANCED + segment + segment + end
    assert [side for phase, side in seen if phase == const.MOVE] == [const.AXIS, const.ALLIES]


@pytest.mark.rule("blitzkrieg_general", "A6.5.6")
@pytest.mark.parametrize(("mode", "raids"), [("advanced", ["Combats", "Raids"]), ("basic", ["Combats"])])
def test_raids_come_before_the_combats(mode: str, raids: list[str]) -> None:
    g = position(mode=mode)
    g.agenda = [Phase(const.COMBAT)]
    g.agenda[-1].run(g)
    assert [type(step).__name__ for step in g.agenda if type(step).__name__ in ("Combats", "Raids")] == raids


@pytest.mark.rule("blitzkrieg_general", "A6.0")
@pytest.mark.rule("blitzkrieg_general", "A5.0a")
@pytest.mark.parametrize("first", [const.AXIS, const.ALLIES])
def test_the_side_with_initiative_acts_first(first: int) -> None:
    g = position(memory={"first": first})
    for number, side in ((1, first), (2, 1 - first)):
        g.agenda = []
        sequence.begin_segment(g, number)
        assert g.side == side


@pytest.mark.rule("blitzkrieg_general", "B5.0a")
def test_in_the_basic_game_initiative_does_not_matter() -> None:
    g = position(mode="basic", memory={"first": const.ALLIES})
    sequence.begin_segment(g, 1)
    assert g.side == const.AXIS


@pytest.mark.rule("blitzkrieg_general", "B6.1.1b")
def test_units_may_move_again_in_each_phase_and_segment() -> None:
    g = position(mode="basic", units={"prussia": "ger_inf_3"})
    unit = unit_at(g, "prussia", "ger_inf_3")
    g.mark(unit, const.MOVED | const.RAILED | const.RUSHED)
    g.came[unit] = 1
    Phase(const.EXPLOIT).reset_units(g)
    assert g.cond[unit] == const.RUSHED
    assert g.came[unit] == const.NONE
    sequence.begin_segment(g, 1)
    assert g.cond[unit] == 0


@pytest.mark.rule("blitzkrieg_general", "B3.0")
@pytest.mark.rule("blitzkrieg_general", "A3.0")
@pytest.mark.rule("blitzkrieg_general", "B8.5e")
def test_quarters_follow_each_other_to_the_end_of_1945() -> None:
    g = position(turn="4/1940", memory={"turn_cards": 5})
    sequence.next_turn(g)
    assert (g.year, g.quarter, g.turn_cards) == (1941, 1, 0)
    g = position(turn="4/1945")
    g.push(War(4))
    sequence.next_turn(g)
    assert g.result is not None
    assert g.result.rule == "B8.5e"
    assert g.result.scores == (0.5, 0.5)


@pytest.mark.rule("blitzkrieg_general", "EQb")
def test_dice_are_cubes_and_follow_from_the_seed() -> None:
    one = GAME.begin(GAME.settle("s1941", 2, {}, 7))
    other = GAME.begin(GAME.settle("s1941", 2, {}, 7))
    rolls = [one.rng.roll(6) for _ in range(200)]
    assert rolls == [other.rng.roll(6) for _ in range(200)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}


# --- surrender


@pytest.mark.rule("blitzkrieg_general", "B8.5c")
def test_a_beaten_side_may_surrender_with_two_clicks() -> None:
    g = position(conquered=["italy"])
    assert hard_pressed(g, const.AXIS)
    begin(g, Capitulation(const.AXIS))
    assert offered(g) == {"button:no", "button:surrender"}
    answer(g, "button:surrender")
    assert "really" in prompt(g).text
    answer(g, "button:surrender")
    assert g.result is not None
    assert (g.result.scores, g.result.rule) == ((0.0, 1.0), "B8.5c")
    assert "surrender" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B8.5c")
def test_it_may_fight_on_and_others_are_not_asked() -> None:
    g = position(conquered=["italy"])
    begin(g, Capitulation(const.AXIS))
    answer(g, "button:no")
    assert idle(g)
    begin(g, Capitulation(const.ALLIES))
    assert idle(g)
