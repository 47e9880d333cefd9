"""The doctrine: an opinion in every kind of decision, from open information, better than chance in games."""

import math
from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.bots.bot import Bot
from sandtable.bots.greedy_bot import GreedyBot
from sandtable.bots.random_bot import RandomBot
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest
from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS
from sandtable.games.blitzkrieg_general.components.ids import SURRENDER
from sandtable.games.blitzkrieg_general.components.state import Board
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.decisions import asking, moments, name_of

CONFIGURATIONS = (("s1939", "basic"), ("s1939", "advanced"), ("s1941", "advanced"))


def play(scenario: str, mode: str, greedy: Iterable[int], seed: int) -> tuple[Board, int]:
    """A game of greedy seats against random ones, and how many choices it took."""
    g = GAME.begin(GAME.settle(scenario, 2, {"mode": mode}, seed))
    assert isinstance(g, Board)
    rng = Rng(seed)
    bots: list[Bot] = [GreedyBot() if seat in greedy else RandomBot() for seat in range(2)]
    number = 0
    while g.result is None:
        seat = g.seats()[0]
        g.apply(seat, bots[seat].choose(GAME, g, seat, rng))
        number += 1
    return g, number


def rated(m: Match) -> list[tuple[int, float]]:
    """What the doctrine thinks of each choice."""
    prompt = m.prompts[0]
    return list(zip(prompt.choices, GAME.preferences(m.state, prompt.seat, prompt.choices), strict=True))


# --- every kind of decision


@pytest.mark.parametrize("kind", sorted(asking()))
def test_every_choice_of_every_kind_has_a_preference(kind: str) -> None:
    for m in moments()[kind]:
        before = digest(GAME, m.state)
        for prompt in m.prompts:
            found = GAME.preferences(m.state, prompt.seat, prompt.choices)
            assert len(found) == len(prompt.choices)
            assert all(math.isfinite(rate) for rate in found)
            for some in (prompt.choices[:1], prompt.choices[-2:], prompt.choices[::2]):
                assert len(GAME.preferences(m.state, prompt.seat, some)) == len(some)
        assert digest(GAME, m.state) == before


@pytest.mark.parametrize("kind", sorted(asking()))
def test_what_is_hidden_from_a_seat_does_not_change_its_opinion(kind: str) -> None:
    for m in moments()[kind]:
        g = m.state
        rng = Rng(3)
        for seat in g.seats():
            choices = g.choices(seat)
            for _ in range(2):
                other = GAME.determinize(g, seat, rng)
                assert GAME.value(other, seat) == GAME.value(g, seat)
                assert other.choices(seat) == choices
                assert GAME.preferences(other, seat, choices) == GAME.preferences(g, seat, choices)


def test_a_position_is_judged_as_its_copy_is() -> None:
    for found in moments().values():
        for m in found:
            seat = m.prompts[0].seat
            choices = m.prompts[0].choices
            copied = GAME.preferences(m.state.copy(), seat, choices)
            assert copied == GAME.preferences(m.state, seat, choices), name_of(m)


def test_nobody_surrenders() -> None:
    for m in moments()["Capitulation"]:
        rates = dict(rated(m))
        assert rates[SURRENDER] < max(rates.values())


def test_values_lie_between_nothing_and_all_and_add_up() -> None:
    for found in moments().values():
        for m in found:
            sides: dict[int, float] = {}
            g: Any = m.state
            for seat in range(max(g.seat_of) + 1):
                value = GAME.value(g, seat)
                assert 0.0 < value < 1.0
                sides[g.major_side[g.seat_of.index(seat)]] = value
            if len(sides) == 2:
                assert math.isclose(sum(sides.values()), 1.0)


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
