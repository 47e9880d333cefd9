"""A pack that contradicts the rulebook is reported, with rule, file and entry; Downfall's own does not."""

from pathlib import Path

from sandtable import games as shelf
from sandtable.games.downfall.components.tables import build_tables
from tests.games.downfall.rulebook import CAMPAIGN, DATA, PACK, RULEBOOK

TABLES = build_tables(PACK)
CHECKER = RULEBOOK.checker(PACK)
FACTS = RULEBOOK.facts
found = RULEBOOK.told


def test_a_pack_is_compared_by_the_game_that_is_built_from_it(tmp_path: Path) -> None:
    for path in DATA.rglob("*.toml"):
        copy = tmp_path / path.relative_to(DATA)
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(path.read_text("utf-8").replace("stacking = 3", "stacking = 4"), "utf-8")
    told = shelf.load_game("downfall", tmp_path).facts()
    assert told == ["[5] tables.toml: field movement.stacking: found 4, the rulebook says 3."]


def test_a_pack_with_another_scenario() -> None:
    told = found((CAMPAIGN, 'id = "campaign_1940"', 'id = "campaign_1942"'))
    assert {x.partition("] ")[2] for x in told} == {
        f"{CAMPAIGN}: there is no such scenario, the rulebook has one."
    }
