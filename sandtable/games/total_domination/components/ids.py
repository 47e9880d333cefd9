"""The ids of Total Domination's choices: buttons, areas, counters, kinds, cards, powers, technologies."""

from typing import Final

from sandtable.engine.choice import Names
from sandtable.games.total_domination.components.constants import POWERS
from sandtable.games.total_domination.components.tables import Tables

# Buttons; 0 and 1 are the engine's PASS and DONE.
OPERATE: Final = 2
DEVELOP: Final = 3
EVENT: Final = 4
LEND_LEASE: Final = 5
LAUNCH: Final = 6
STRIKE: Final = 7
SAVE: Final = 8
ADD_SAVED: Final = 9
DISBAND: Final = 10
RADAR: Final = 11
AREA: Final = 12  # the first area

BUTTONS: Final = (
    ("operate", "Operations"),
    ("develop", "Technology"),
    ("event", "Event"),
    ("lend_lease", "Lend-Lease"),
    ("launch", "Launch a rocket"),
    ("strike", "Air Strike"),
    ("save", "Save 1 point and end"),
    ("add_saved", "Add the saved point"),
    ("disband", "Return a unit to the supply"),
    ("radar", "Use Radar"),
)


class Ids:
    """First ids of the blocks whose place depends on the component pack."""

    def __init__(self, t: Tables) -> None:
        self.unit = AREA + t.n_areas
        self.kind = self.unit + t.n_units  # a kind of unit: any counter of it in the supply
        self.card = self.kind + t.n_kinds
        self.power = self.card + t.n_cards
        self.tech = self.power + POWERS
        self.end = self.tech + t.n_techs

    def area(self, area: int) -> int:
        """Return the id of an area."""
        return AREA + area


def build_names(t: Tables) -> Names:
    """Return the namespace of the game; its order is that of the constants above."""
    names = Names()
    names.buttons(BUTTONS)
    names.block("area", t.area_id, t.area_name)
    names.counters(t.unit_kind, t.unit_number, t.kind_id, t.kind_name)
    names.block("kind", t.kind_id, t.kind_name)
    names.block("card", t.card_id, [f"{t.card_name[c]} ({t.card_ops[c]})" for c in range(t.n_cards)])
    names.block("power", t.nation_id[:POWERS], t.nation_name[:POWERS])
    names.block("tech", t.tech_id, t.tech_name)
    ids = Ids(t)
    assert names.index[f"area:{t.area_id[0]}"] == AREA and len(names) == ids.end
    return names
