"""The doctrine: an opinion in every kind of decision, from open information, better than chance in games."""

from collections.abc import Iterable

import pytest

from sandtable.engine.match import Match
from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS
from sandtable.games.blitzkrieg_general.components.ids import SURRENDER
from sandtable.games.blitzkrieg_general.components.state import Board
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.moments import moments
from tests.games.liking import play_bots

CONFIGURATIONS = (("s1939", "basic"), ("s1939", "advanced"), ("s1941", "advanced"))


def play(scenario: str, mode: str, greedy: Iterable[int], seed: int) -> tuple[Board, int]:
    """Play greedy seats against random ones, and return the end and the number of choices."""
    return play_bots(GAME, GAME.settle(scenario, 2, {"mode": mode}, seed), tuple(greedy))


def rated(m: Match) -> list[tuple[int, float]]:
    """What the doctrine thinks of each choice."""
    prompt = m.prompts[0]
    return list(zip(prompt.choices, GAME.preferences(m.state, prompt.seat, prompt.choices), strict=True))


# --- every kind of decision


def test_nobody_surrenders() -> None:
    for m in moments()["Capitulation"]:
        rates = dict(rated(m))
        assert rates[SURRENDER] < max(rates.values())


# --- games


@pytest.mark.parametrize("side", [AXIS, ALLIES])
@pytest.mark.parametrize(("scenario", "mode"), CONFIGURATIONS)
def test_the_greedy_bot_beats_the_random_bot_from_either_side(scenario: str, mode: str, side: int) -> None:
    g, number = play(scenario, mode, (side,), 7)
    assert g.result is not None
    assert g.result.scores[side] == 1.0, g.result.text
    assert number < 10_000
    assert GAME.value(g, side) == 1.0


def test_two_greedy_bots_bring_a_war_to_its_end() -> None:
    g, number = play("s1939", "basic", (AXIS, ALLIES), 2)
    assert g.result is not None
    assert g.turn > 4 * 1939 + 4, "a war of more than a year"
    assert 1000 < number < 60_000
