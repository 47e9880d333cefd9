"""What the rulebook of Total Domination states about its components."""

from pathlib import Path
from typing import Any

from sandtable.engine.data.facts import Comparison, Table
from sandtable.games.total_domination.components import facts
from sandtable.games.total_domination.components.facts import Checker
from sandtable.games.total_domination.components.relations import check_pack, load_pack
from sandtable.games.total_domination.components.schema import FILES
from tests.games.rulebook import Rulebook

DATA = Path(facts.__file__).parents[1] / "data"
PACK = load_pack(DATA)


def orders(checker: Comparison, facts: Table) -> list[Any]:
    """Return the tables whose lists are stated in their order."""
    found: list[Any] = []
    for order in facts["orders"]:
        table: Any = checker.files[order["file"]]
        for part in order["at"].split(".")[:-1]:
            table = table[part]
        found.append(table)
    return found


RULEBOOK = Rulebook(
    "total_domination",
    Path(__file__).parent,
    PACK,
    FILES,
    check_pack,
    Checker,
    values=450,
    cited=200,
    wrong=[
        (("orders",), {"names": []}),
        (("map", "borders"), {"a": "sicily"}),
        (("map", "off_board"), {"a": "sicily"}),
        (("map", "by_sea"), {"area": "sicily"}),
        (("map", "reached"), {"area": "sicily"}),
        (("map", "apart"), {"area": "austria"}),
        (("draws", "rows"), {"cards": 9}),
        (("draws", "rows"), {"power": "uk"}),
        (("technologies", "effects"), {"effect": {}}),
        (("technologies", "needs"), {"all": 9}),
        (("technologies", "needs"), {"any": 9}),
        (("cards", "exist"), {"colour": "nobody"}),
        (("set_up", "positions"), {"player": "nobody"}),
    ],
    known=orders,
)
