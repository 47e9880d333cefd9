"""A playthrough of each scenario: a change of rules or words shows as a readable difference of a file."""

from pathlib import Path

import pytest

from sandtable.engine.game import OptionValue
from sandtable.testing import check_playthrough
from tests.games.total_domination.clicks import GAME

FOLDER = Path(__file__).parent / "playthroughs"

# The file, the scenario, the players, the options, the seed.
PLAYED: list[tuple[str, str, int, dict[str, OptionValue], int]] = [
    ("standard", "standard", 4, {}, 3),
    ("rise_of_the_axis", "rise_of_the_axis", 3, {"three_players": "allies", "advanced": False}, 2),
    ("fall_of_the_axis", "fall_of_the_axis", 4, {}, 9),
    ("solo", "solo", 1, {}, 4),
    ("two_players", "standard", 2, {}, 5),
    ("two_players_separate", "standard", 2, {"two_players": "separate", "board": "alternative"}, 6),
    ("arctic", "standard", 4, {"arctic": True, "set_up": "free"}, 7),
]


@pytest.mark.rule("total_domination", "4.0a")
@pytest.mark.rule("total_domination", "12.0")
@pytest.mark.parametrize(("name", "scenario", "players", "options", "seed"), PLAYED)
def test_games_play_as_they_are_written_down(
    name: str, scenario: str, players: int, options: dict[str, OptionValue], seed: int
) -> None:
    path = FOLDER / f"{name}.txt"
    check_playthrough(path, GAME, scenario, players, options, seed=seed, max_choices=180)
    assert path.stat().st_size < 200_000


def test_every_scenario_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert {scenario.id for scenario in GAME.scenarios} <= {row[0] for row in PLAYED}
    assert {path.stem for path in FOLDER.glob("*.txt")} == {row[0] for row in PLAYED}
