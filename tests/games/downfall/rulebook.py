"""What the rulebook of Downfall states about its components."""

from pathlib import Path

from sandtable.games.downfall.components import facts
from sandtable.games.downfall.components.facts import FactChecker
from sandtable.games.downfall.components.relations import check_pack, load_pack
from sandtable.games.downfall.components.schema import FILES
from sandtable.games.downfall.components.tables import build_tables
from tests.games.rulebook import Row, Rulebook

DATA = Path(facts.__file__).parents[1] / "data"
CAMPAIGN = "scenarios/campaign_1940.toml"
PACK = load_pack(DATA)


def another_count(force: Row) -> Row:
    """Change the number of the first army of a nation."""
    first, *others = force["armies"]
    return {"armies": [{**first, "count": first["count"] + 1}, *others]}


RULEBOOK = Rulebook(
    "downfall",
    Path(__file__).parent,
    PACK,
    FILES,
    check_pack,
    lambda pack: FactChecker(pack, build_tables(pack)),
    values=600,
    cited=250,
    wrong=[
        (("deployment", "forces"), another_count),
        (("map", "borders"), {"a": "sicily"}),
        (("landings", "places"), {"from": ["tripoli"]}),
    ],
    # No number stands in the boxes in the margin, the words for developments and the armor tracks.
    free={"boxes": 8, "developments": 11, "tracks": 3},
    silent=(CAMPAIGN,),
)
