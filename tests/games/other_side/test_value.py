"""What a position is thought to be worth."""

import sandtable
from sandtable.games.other_side.bot import value
from sandtable.games.other_side.bot.value import FITTED
from sandtable.games.other_side.components.state import Board
from sandtable.testing import random_position
from tests.games.replacing import replaced

GAME = sandtable.load_game("other_side")


def positions() -> list[Board]:
    found: list[Board] = []
    for seed in range(8):
        g = random_position(GAME, seed, 150).state
        assert isinstance(g, Board)
        if g.result is None:
            found.append(g)
    assert len(found) > 4
    return found


def test_the_weights_fit_the_traits() -> None:
    for g in positions():
        assert len(GAME.traits(g)) + 1 == len(FITTED)
        assert 0.0 <= value.late(g) <= 1.0


def test_more_fanaticism_and_fewer_collapses_promise_more() -> None:
    for g in positions():
        before = GAME.value(g, 0)
        assert 0.02 <= before <= 0.98
        g.fanaticism += 4
        better = GAME.value(g, 0)
        assert better > before
        g.collapse += 3
        assert GAME.value(g, 0) < better


def test_with_other_scenarios_an_estimate_by_hand_has_to_do() -> None:
    for g in positions():
        with replaced(FITTED, FITTED[1:]):
            before = GAME.value(g, 0)
            g.resources += 5
            assert abs(GAME.value(g, 0) - before - 0.03) < 1e-9 or before in (0.02, 0.98)
