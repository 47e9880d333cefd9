"""The ids of choices: everything on the table that can be clicked, and its number."""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE, Names
from sandtable.games.other_side.components.constants import TRACK_IDS
from sandtable.games.other_side.components.tables import Tables

# Buttons, after Pass and Done.
YES: Final = DONE + 1
NO: Final = DONE + 2
RETREAT: Final = DONE + 3
REDUCTION: Final = DONE + 4
DEPLOY: Final = DONE + 5
SPACE: Final = DONE + 6  # the Strategic Movement space
WARFARE: Final = DONE + 7  # the Strategic Warfare Track
HOME: Final = DONE + 8  # send a General back to his board
MARKER: Final = DONE + 9  # put the advance marker on a Project [3.2.1d]
KEEP: Final = DONE + 10  # leave the marker
OPTION: Final = DONE + 11  # the first of the options of a card; six in a row
OPTIONS: Final = 6
BUTTONS: Final = (
    ("yes", "Yes"),
    ("no", "No"),
    ("retreat", "Retreat"),
    ("reduction", "Reduction"),
    ("deploy", "Deploy a Reduced Army"),
    ("strategic_movement", "Strategic Movement space"),
    ("strategic_warfare", "Strategic Warfare"),
    ("home", "Back to the board"),
    ("marker", "Put the advance marker here"),
    ("keep", "Leave the advance marker"),
    ("option_1", "First option"),
    ("option_2", "Second option"),
    ("option_3", "Third option"),
    ("option_4", "Fourth option"),
    ("option_5", "Fifth option"),
    ("option_6", "Sixth option"),
)

BOXES_OF_ROW: Final = 4  # of the Production Table
DICE: Final = 24  # more than any roll has
SEATS: Final = 4


class Ids:
    """The first number of each kind of thing; a thing's number is that plus its index in the tables."""

    def __init__(self, t: Tables) -> None:
        names = build_ids(t)
        self.space = names.index[f"area:{t.space_id[0]}"]  # Areas, then Bases
        self.unit = names.index[f"unit:{t.kind_id[0]}#1"]
        self.general = names.index[f"general:{t.generals[0].id}"]
        self.directive = names.index[f"card:{t.directives[0].id}"]
        self.strategic = names.index[f"event:{t.strategic[0].id}"]
        self.battle = names.index[f"event:{t.battle[0].id}"]
        self.row = names.index[f"production:{t.category_id[0]}_0"]  # four boxes for each row of the table
        self.track = names.index[f"air:{TRACK_IDS[0]}"]  # East, West, South, Germany
        self.post = names.index[f"post:{t.space_id[0]}_1"]  # two AG Head boxes for each Area
        self.ob = names.index[f"post:ob_{TRACK_IDS[0]}"]
        self.country = names.index[f"country:{t.country_id[0]}"]
        self.seat = names.index["player:1"]
        self.die = names.index["die:1"]
        self.end = len(names)


def build_ids(t: Tables) -> Names:
    """Return all names, in the order of `Ids`."""
    names = Names()
    names.buttons(BUTTONS)
    for space in range(t.n_spaces):
        kind = "area" if space < t.n_areas else "base"
        names.add(f"{kind}:{t.space_id[space]}", t.space_name[space])
    numbers = [unit - t.first_unit[t.unit_kind[unit]] + 1 for unit in range(t.n_units)]
    names.counters(t.unit_kind, numbers, t.kind_id, t.kind_name)
    names.block("general", [g.id for g in t.generals], [g.name for g in t.generals])
    names.block("card", [d.id for d in t.directives], [d.name for d in t.directives])
    events = t.strategic + t.battle
    names.block("event", [e.id for e in events], [e.name for e in events])
    for row in range(len(t.category_id)):
        for box in range(BOXES_OF_ROW):
            names.add(f"production:{t.category_id[row]}_{box}", f"{t.category_name[row]} {box}")
    tracks = ["Air/Naval Control East", "Air/Naval Control West", "Air/Naval Control South"]
    names.block("air", list(TRACK_IDS), [*tracks, "Air/Naval Control Germany"])
    for area in range(t.n_areas):
        for slot in (1, 2):
            names.add(f"post:{t.space_id[area]}_{slot}", f"Army Group in {t.space_name[area]}")
    names.block("post", ["ob_east", "ob_west", "ob_south"], ["OB Ost", "OB West", "OB Süd"])
    names.block("country", t.country_id, t.country_name)
    names.block("player", ["1", "2", "3", "4"], [f"Player {n}" for n in range(1, SEATS + 1)])
    names.block("die", [str(n) for n in range(1, DICE + 1)], [f"Die {n}" for n in range(1, DICE + 1)])
    return names
