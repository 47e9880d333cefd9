"""Random and bot games, checked by a referee that knows only the rulebook.

`SANDTABLE_REFEREE=200` plays 200 more games, with other seeds, each to its end.
"""

import os
from pathlib import Path

import pytest

from tests.games.blitzkrieg_general.referee.umpire import Umpire

RANDOM, BOTS, MIXED = 0.0, 1.0, 0.6
SKILLS = (RANDOM, BOTS, MIXED)
SEEDS = range(9)
CHOICES = 1100
SHARE = 0.05  # of the questions; volleys, income, conquest and victory are always looked at
MORE = int(os.environ.get("SANDTABLE_REFEREE", "0"))
# The referee's games take the time of the rules' own tests twice where they are traced.
pytestmark = pytest.mark.no_cover


@pytest.mark.rule("blitzkrieg_general", "B6.1.1")
@pytest.mark.rule("blitzkrieg_general", "B6.1.1a")
@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3a")
@pytest.mark.rule("blitzkrieg_general", "A6.5.1")
@pytest.mark.rule("blitzkrieg_general", "B7.2")
@pytest.mark.rule("blitzkrieg_general", "A7.3")
@pytest.mark.parametrize("seed", [*SEEDS, *range(1000, 1000 + MORE)])
def test_games_agree_with_the_book(seed: int) -> None:
    """Games of any scenario, number of players and options."""
    umpire = Umpire.of_game(seed, SKILLS[seed % 3], SHARE)
    umpire.play(CHOICES if seed < 1000 else 100_000)
    assert umpire.seen["Move"] and umpire.seen["volley land"]


def test_the_referee_imports_no_rules() -> None:
    players = {"umpire.py", "watching.py", "test_referee.py"}  # who play the games
    for file in Path(__file__).parent.glob("*.py"):
        text = file.read_text()
        if file.name not in players and not file.name.endswith("_watch.py"):
            assert "sandtable.games" not in text, file.name
