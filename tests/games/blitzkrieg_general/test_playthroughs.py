"""A playthrough of each scenario and mode: a change of rules or words shows as a difference of a file."""

from pathlib import Path

import pytest

import sandtable
from sandtable.engine.game import OptionValue
from sandtable.testing import check_playthrough

GAME = sandtable.load_game("blitzkrieg_general")
FOLDER = Path(__file__).parent / "playthroughs"

# The file, the scenario, the players, the options, the seed.
PLAYED: list[tuple[str, str, int, dict[str, OptionValue], int]] = [
    ("s1939", "s1939", 2, {}, 3),
    ("s1939_basic", "s1939", 2, {"mode": "basic"}, 4),
    ("s1941", "s1941", 2, {}, 5),
    ("alone", "s1941", 1, {"historical": True}, 6),
    ("eight_players", "s1939", 8, {"a9_3": True, "a9_7": True, "a9_13": True}, 7),
]


@pytest.mark.rule("blitzkrieg_general", "B5.0")
@pytest.mark.rule("blitzkrieg_general", "A5.0")
@pytest.mark.parametrize(("name", "scenario", "players", "options", "seed"), PLAYED)
def test_games_play_as_they_are_written_down(
    name: str, scenario: str, players: int, options: dict[str, OptionValue], seed: int
) -> None:
    path = FOLDER / f"{name}.txt"
    check_playthrough(path, GAME, scenario, players, options, seed=seed, max_choices=120)
    assert path.stat().st_size < 200_000


def test_every_scenario_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert {scenario.id for scenario in GAME.scenarios} <= {row[0] for row in PLAYED}
    assert {path.stem for path in FOLDER.glob("*.txt")} == {row[0] for row in PLAYED}
