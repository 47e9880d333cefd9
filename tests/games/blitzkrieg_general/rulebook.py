"""What the rulebook of Blitzkrieg General states about its components."""

from pathlib import Path

from sandtable.games.blitzkrieg_general.components import facts
from sandtable.games.blitzkrieg_general.components.facts import Checker
from sandtable.games.blitzkrieg_general.components.pack_relations import check_pack, load_pack
from sandtable.games.blitzkrieg_general.components.schema import FILES
from tests.games.rulebook import Rulebook

DATA = Path(facts.__file__).parents[1] / "data"
PACK = load_pack(DATA)

RULEBOOK = Rulebook(
    "blitzkrieg_general",
    Path(__file__).parent,
    PACK,
    FILES,
    check_pack,
    Checker,
    values=1000,
    cited=400,
    wrong=[
        (("bounds",), {"least": 90, "most": 99}),
        (("weather",), lambda row: {"weather": "bad" if row["weather"] == "good" else "good"}),
        (("sums",), {"total": 99}),
        (("map", "borders"), {"a": "madagascar", "touch": True}),
        (("map", "exits"), {"names": ["gobi"]}),
        (("map", "distances"), {"least": 50, "most": 60}),
        (("map", "corners"), {"a": "england"}),
        (("map", "not_by_land"), {"start": "ural", "end": "saratov", "map": "europe"}),
    ],
    silent=("roles.toml", "scenarios/s1939.toml", "scenarios/s1941.toml"),
)
