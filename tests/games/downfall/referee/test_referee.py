"""Games and positions checked by a referee that knows only the rulebook.

SANDTABLE_REFEREE_GAMES=50 checks 50 games of each kind and ten times as many positions, with further seeds.
"""

import os
from collections.abc import Callable
from random import Random

import pytest

from sandtable.games.downfall.components.state import Board
from tests.games.downfall.referee.positions import coasts, side_turn, whole_turn
from tests.games.downfall.referee.theatres import theatre
from tests.games.downfall.referee.umpire import Umpire

GAMES = int(os.environ.get("SANDTABLE_REFEREE_GAMES", "0"))
MORE = range(1000, 1000 + GAMES)
ARMIES, CHOICES = 5, 40  # in one position


def watch(make: Callable[[Random], Board], seed: int) -> Umpire:
    """A position at random, and random play in it, every question compared."""
    umpire = Umpire(make(Random(seed)), f"{make.__name__}, seed {seed}", seed, 0.0)
    umpire.share = {}
    umpire.advance()
    if type(umpire.g.agenda[-1]).__name__ == "BeforeCombat":
        umpire.survey(ARMIES)
    umpire.play(CHOICES)
    return umpire


@pytest.mark.no_cover  # tracing takes longer than the games
@pytest.mark.rule("downfall", "8j")
@pytest.mark.rule("downfall", "8k")
@pytest.mark.rule("downfall", "8n")
@pytest.mark.rule("downfall", "8p")
@pytest.mark.rule("downfall", "9k")
@pytest.mark.rule("downfall", "9m")
@pytest.mark.rule("downfall", "13.1a")
@pytest.mark.rule("downfall", "16")
@pytest.mark.rule("downfall", "17")
@pytest.mark.rule("downfall", "17.1")
@pytest.mark.parametrize("make", [side_turn, whole_turn, coasts, theatre])
def test_random_positions_agree_with_the_book(make: Callable[[Random], Board]) -> None:
    seeds = [*range(1, 19), *range(1000, 1000 + 10 * GAMES)]
    assert sum(watch(make, seed).seen.total() for seed in seeds) > 500


@pytest.mark.no_cover
@pytest.mark.rule("downfall", "4")
@pytest.mark.rule("downfall", "4.2")
@pytest.mark.rule("downfall", "6b")
@pytest.mark.rule("downfall", "7a")
@pytest.mark.rule("downfall", "18")
@pytest.mark.parametrize("seed", [1, *MORE])
def test_random_games_agree_with_the_book(seed: int) -> None:
    umpire = Umpire.of_game(seed, 0.0)
    umpire.play()
    assert umpire.g.result is not None
    assert {"BeforeCombat", "ArmyOrder", "March", "TurnStart", "Combat", "LongMove"} <= {*umpire.seen}


@pytest.mark.no_cover
@pytest.mark.rule("downfall", "6b")
@pytest.mark.rule("downfall", "7k")
@pytest.mark.rule("downfall", "8")
@pytest.mark.rule("downfall", "11a")
@pytest.mark.rule("downfall", "17")
@pytest.mark.rule("downfall", "18")
@pytest.mark.parametrize("seed", [104, *MORE])
def test_games_of_bots_that_err_agree_with_the_book(seed: int) -> None:
    umpire = Umpire.of_game(seed, 0.85)
    umpire.play()
    assert umpire.g.result is not None
    kinds = {"BeforeCombat", "ArmyOrder", "March", "Combat", "LongMove", "PlaceAir", "Counter"}
    assert kinds <= {*umpire.seen}
