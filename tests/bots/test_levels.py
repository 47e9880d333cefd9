"""Levels: opponents that a player can choose, each within its time."""

import time

import pytest

from sandtable.bots import bot_names, make_bot
from sandtable.bots.levels import HINTS_FROM, LEVELS, seconds_of
from sandtable.engine.rng import Rng
from sandtable.testing import random_position
from tests.engine.tiny import StraitsGame


def test_every_level_is_a_bot_with_a_sentence() -> None:
    for level in LEVELS:
        assert level.name in bot_names()
        assert make_bot(level.name).name == level.name
        assert level.title == level.name.replace("_", " ")
        assert level.about.endswith(".")
        assert seconds_of(level.name) == level.seconds
    assert [level.seconds for level in LEVELS] == sorted(level.seconds for level in LEVELS)
    assert 0.0 < seconds_of(HINTS_FROM) < 1.0


def test_how_long_a_bot_thinks_is_known_from_its_name() -> None:
    assert (seconds_of("random"), seconds_of("greedy"), seconds_of("nobody")) == (0.0, 0.0, 0.0)
    assert (seconds_of("search"), seconds_of("search:1500ms")) == (0.05, 1.5)


class Hopeful(StraitsGame):
    """Another choice may always turn out better than the doctrine's."""

    def __init__(self) -> None:
        super().__init__()
        self.margin = -1.0


@pytest.mark.parametrize("name", ["recruit", "staff_officer", "search:20ms"])
def test_a_choice_keeps_within_its_time(name: str) -> None:
    """Its budget and 20 %; the best of a few, since a busy machine may hold up any one of them."""
    game, bot = Hopeful(), make_bot(name)
    spent: list[float] = []
    for seed in range(6):
        g = random_position(game, seed, 4).state
        seat = g.seats()[0]
        began = time.perf_counter()
        advice = bot.advise(game, g, seat, Rng(seed))
        if advice.thoughts:
            spent.append(time.perf_counter() - began)
    assert len(spent) > 2
    assert 0.5 * seconds_of(name) < min(spent) <= 1.2 * seconds_of(name)
