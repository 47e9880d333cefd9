"""The namespace of the game: every thing on the table that can be clicked, and its number."""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE, Names
from sandtable.games.blitzkrieg_general.components.constants import RESEARCH_IDS
from sandtable.games.blitzkrieg_general.components.tables import Tables

# Buttons, after Pass and Done.
YES: Final = DONE + 1
NO: Final = DONE + 2
STOP: Final = DONE + 3  # a unit or a group ends its move here
SEARCH: Final = DONE + 4
WAIVE: Final = DONE + 5  # let pass, do not search
FIGHT: Final = DONE + 6
STAY: Final = DONE + 7  # another round
RETREAT: Final = DONE + 8  # everything retreats
WITHDRAW: Final = DONE + 9  # only aircraft and task forces
BOMB: Final = DONE + 10
V_WEAPON: Final = DONE + 11
ATOM: Final = DONE + 12
DECLARE: Final = DONE + 13
BUY: Final = DONE + 14
OFFER: Final = DONE + 15
RETURN: Final = DONE + 16
NUMBER: Final = DONE + 17  # buy a research number
ROLL: Final = DONE + 18
RAIL_CAPACITY: Final = DONE + 19
SURRENDER: Final = DONE + 20
DOUBLE_RANGE: Final = DONE + 21
OBSERVE: Final = DONE + 22
BUTTONS: Final = (
    ("yes", "Yes"),
    ("no", "No"),
    ("stop", "Stop here"),
    ("search", "Search"),
    ("waive", "Do not search"),
    ("fight", "Fight"),
    ("stay", "Fight another round"),
    ("retreat", "Retreat with everything"),
    ("withdraw", "Withdraw aircraft and task forces"),
    ("bomb", "Bomb the production"),
    ("v_weapon", "V-weapon strike"),
    ("atom", "Atomic bomb"),
    ("declare", "Declare war"),
    ("buy", "Buy"),
    ("offer", "Offer to associates"),
    ("return", "Put it under the deck"),
    ("number", "Buy a research number"),
    ("roll", "Roll"),
    ("rail_capacity", "Raise the rail capacity"),
    ("surrender", "Surrender"),
    ("double_range", "Double range"),
    ("observe", "Leave as observer"),
)


class Ids:
    """The first number of each kind of thing; a thing's number is that plus its index in the tables."""

    def __init__(self, t: Tables) -> None:
        names = build_ids(t)
        self.space = names.index[f"area:{t.space_id[0]}"]  # areas, then zones
        self.unit = names.index[f"unit:{t.type_id[0]}#1"]
        self.card = names.index[f"card:{t.card_id[0]}"]
        self.country = names.index[f"country:{t.country_id[0]}"]
        self.research = names.index[f"research:{RESEARCH_IDS[0]}"]
        self.type = names.index[f"build:{t.type_id[0]}"]  # a type of counter in the pool
        self.end = len(names)


def build_ids(t: Tables) -> Names:
    """Return the ids of all choices, in the order of `Ids`."""
    names = Names()
    names.buttons(BUTTONS)
    for space in range(t.n_spaces):
        kind = "zone" if t.is_sea(space) else "area"
        names.add(f"{kind}:{t.space_id[space]}", t.space_name[space])
    names.counters(t.unit_type, t.unit_number, t.type_id, t.type_name)
    names.block("card", t.card_id, [c.title for c in t.cards])
    names.block("country", t.country_id, t.country_name)
    names.block("research", list(RESEARCH_IDS), t.research_name)
    names.block("build", t.type_id, t.type_name)
    return names
