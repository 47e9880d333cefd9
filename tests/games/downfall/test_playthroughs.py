"""Playthroughs of the scenario: a change of rules or words shows as a readable difference of a file."""

from pathlib import Path

import pytest

from sandtable.engine.game import OptionValue
from sandtable.testing import check_playthrough
from tests.games.downfall.clicks import GAME

FOLDER = Path(__file__).parent / "playthroughs"

TWO: dict[str, OptionValue] = {"secret_developments": False}
THREE: dict[str, OptionValue] = {}


@pytest.mark.rule("downfall", "21")
@pytest.mark.parametrize(("players", "options"), [(2, TWO), (3, THREE)])
def test_the_campaign_plays_as_it_is_written_down(players: int, options: dict[str, OptionValue]) -> None:
    path = FOLDER / f"campaign_1940_{players}_players.txt"
    check_playthrough(path, GAME, "campaign_1940", players, options, seed=players, max_choices=300)
    assert path.stat().st_size < 300_000
