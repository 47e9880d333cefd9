"""A playthrough of each scenario: a change of rules or words shows as a readable difference of a file."""

from pathlib import Path

import pytest

import sandtable
from sandtable.engine.game import OptionValue
from sandtable.testing import check_playthrough

GAME = sandtable.load_game("other_side")
FOLDER = Path(__file__).parent / "playthroughs"

# The file, the scenario, the players, the options, the seed.
PLAYED: list[tuple[str, str, int, dict[str, OptionValue], int]] = [
    ("armageddon", "armageddon", 1, {}, 3),
    ("world_war", "world_war", 1, {}, 2),
    ("total_war", "total_war", 1, {"addon_cards": True}, 9),
    ("decline_of_the_third_reich", "decline_of_the_third_reich", 1, {}, 4),
    ("two_players", "world_war", 2, {}, 5),
    ("three_players", "decline_of_the_third_reich", 3, {}, 6),
    ("four_players", "armageddon", 4, {"addon_cards": True}, 7),
]


@pytest.mark.rule("other_side", "2.6")
@pytest.mark.parametrize(("name", "scenario", "players", "options", "seed"), PLAYED)
def test_games_play_as_they_are_written_down(
    name: str, scenario: str, players: int, options: dict[str, OptionValue], seed: int
) -> None:
    path = FOLDER / f"{name}.txt"
    check_playthrough(path, GAME, scenario, players, options, seed=seed, max_choices=200)
    assert path.stat().st_size < 200_000


def test_every_scenario_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert {scenario.id for scenario in GAME.scenarios} <= {row[0] for row in PLAYED}
    assert {path.stem for path in FOLDER.glob("*.txt")} == {row[0] for row in PLAYED}
