"""A playthrough of each scenario: a change of rules or words shows as a readable difference of a file."""

from pathlib import Path

import pytest

from sandtable.engine.game import OptionValue
from sandtable.testing import check_playthrough
from tests.games.on_to_berlin.clicks import GAME

FOLDER = Path(__file__).parent / "playthroughs"

PLAIN: dict[str, OptionValue] = {}
ALL: dict[str, OptionValue] = {o.id: True for o in GAME.options if True in o.values}


@pytest.mark.rule("on_to_berlin", "4.0")
@pytest.mark.rule("on_to_berlin", "16.0")
@pytest.mark.parametrize(
    ("name", "options", "seed"), [("campaign_1939", PLAIN, 3), ("campaign_1939_all_options", ALL, 2)]
)
def test_the_campaign_plays_as_it_is_written_down(
    name: str, options: dict[str, OptionValue], seed: int
) -> None:
    path = FOLDER / f"{name}.txt"
    check_playthrough(path, GAME, "campaign_1939", 2, options, seed=seed, max_choices=250)
    assert path.stat().st_size < 300_000


def test_every_scenario_has_a_playthrough() -> None:
    for scenario in GAME.scenarios:
        assert (FOLDER / f"{scenario.id}.txt").is_file()
