"""The state of a Combat: participants, rolls, and changes by cards. [6]"""

from __future__ import annotations

from typing import Final

from sandtable.games.other_side.components.constants import NONE, ROLE_DEFENDER, WEST

FIELDS: Final = (
    "area",
    "role",
    "faction",
    "amphibious",
    "source",
    "sector",
    "card",
    "directive",
    "units",
    "head",
    "leading",
    "more_allied",
    "allied_hits",
    "axis_hits",
    "drawn",
    "events",
    "no_special",
    "no_events",
    "no_second",
    "free_second",
    "any_terrain",
    "lose_less",
    "extra_retreats",
    "as_reductions",
    "hits_left",
    "retreats",
    "reductions",
    "moved",
    "place",
    "rerolled",
    "stage",
)  # in the order of saves
SHIFT = 8  # a die is its colour times this plus its face


class CombatState:
    """The Combat in progress; `Board.fight` is None outside one."""

    def __init__(self, area: int, role: int = ROLE_DEFENDER, faction: int = WEST) -> None:
        self.area = area  # the Combat Area, or a Base
        self.role = role  # of the Axis
        self.faction = faction  # the Ally
        self.amphibious = 0  # 1 in an Amphibious Combat
        self.source = area  # the Area of the attacking Axis Armies
        self.sector = 0  # the Combat Sector
        self.card = NONE  # the Combat card
        self.directive = NONE  # the Military Directive of the pawn
        self.units = 0  # set of participating Axis Armies
        self.head = NONE  # the activated Head of the Army Group
        self.leading = NONE  # the Leading General
        # dice as rolled, each its colour times SHIFT and its face
        self.allied: list[int] = []
        self.axis: list[int] = []
        self.more_allied = 0  # dice to be added before the roll
        self.more_axis: list[int] = []  # colours of dice to be added before the roll
        self.allied_hits = 0  # changes of the Hits counted from the dice
        self.axis_hits = 0
        self.drawn = 0  # Combat Events drawn
        self.events = 0  # Combat Events still to be drawn
        # what cards and Generals have changed, each 0 or 1
        self.no_special = 0
        self.no_events = 0
        self.no_second = 0
        self.free_second = 0
        self.any_terrain = 0
        # for a defeat
        self.lose_less = 0
        self.extra_retreats = 0
        self.as_reductions = 0  # Retreats that must be taken as Reductions first
        self.hits_left = 0  # not yet assigned
        self.retreats = 0  # applied
        self.reductions = 0  # applied
        self.moved = 0  # Sectors that the present Disk has gone back [6.7.2a]
        self.place = area  # the Area where Retreats continue after Sector 1 [6.7.2f]
        self.rerolled = 0  # set of Axis dice that were rolled again
        self.stage = 0  # the stage of the Combat's sequence; only the Combat modules use it

    def pack(self) -> list[list[int]]:
        """Return the fields as plain data."""
        return [[getattr(self, name) for name in FIELDS], self.allied[:], self.axis[:], self.more_axis[:]]

    @staticmethod
    def unpack(data: list[list[int]]) -> CombatState:
        """Return the Combat that `pack` wrote."""
        new = CombatState(0)
        for name, value in zip(FIELDS, data[0], strict=True):
            setattr(new, name, value)
        new.allied, new.axis, new.more_axis = list(data[1]), list(data[2]), list(data[3])
        return new

    def copy(self) -> CombatState:
        """Return an independent Combat in the same state."""
        new = CombatState(self.area, self.role, self.faction)
        new.amphibious = self.amphibious
        new.source = self.source
        new.sector = self.sector
        new.card = self.card
        new.directive = self.directive
        new.units = self.units
        new.head = self.head
        new.leading = self.leading
        new.more_allied = self.more_allied
        new.allied_hits = self.allied_hits
        new.axis_hits = self.axis_hits
        new.drawn = self.drawn
        new.events = self.events
        new.no_special = self.no_special
        new.no_events = self.no_events
        new.no_second = self.no_second
        new.free_second = self.free_second
        new.any_terrain = self.any_terrain
        new.lose_less = self.lose_less
        new.extra_retreats = self.extra_retreats
        new.as_reductions = self.as_reductions
        new.hits_left = self.hits_left
        new.retreats = self.retreats
        new.reductions = self.reductions
        new.moved = self.moved
        new.place = self.place
        new.rerolled = self.rerolled
        new.stage = self.stage
        new.allied, new.axis, new.more_axis = self.allied[:], self.axis[:], self.more_axis[:]
        return new
