"""What the rulebook of The Other Side of the Hill states about its components."""

from pathlib import Path

from sandtable.games.other_side.components import facts
from sandtable.games.other_side.components.facts import Checker
from sandtable.games.other_side.components.relations import check_pack, load_pack
from sandtable.games.other_side.components.schema import FILES
from tests.games.rulebook import Row, Rulebook

DATA = Path(facts.__file__).parents[1] / "data"
PACK = load_pack(DATA)


def another_border(row: Row) -> Row:
    """Name an area that does not touch, or where none touches one that does."""
    if row.get("touch") is not False:
        return {"a": "sicily"}
    touching = {"finland": "sweden", "romania_bulgaria": "hungary", "poland": "hungary"}
    return {"b": touching.get(row["a"], "poland")}


TOO_MANY = {"least": {"hungary": 99, "romania_bulgaria": 99, "libya": 99, "poland": 99, "panzer": 99}}
RULEBOOK = Rulebook(
    "other_side",
    Path(__file__).parent,
    PACK,
    FILES,
    check_pack,
    Checker,
    values=450,
    cited=200,
    wrong=[
        (("map", "borders"), another_border),
        (("map", "neighbours"), {"names": []}),
        (("map", "at_sea"), {"area": "spain"}),
        (("bounds",), TOO_MANY),
        (("sums",), {"total": 0}),
        (("effects", "rows"), {"effect": {"op": "nothing"}}),
        (("effects", "rows"), {"card": "nothing"}),
        (("effects", "somewhere"), {"effect": {"op": "nothing"}}),
    ],
    others_speak=True,
)
