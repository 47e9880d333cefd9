"""The state of a game of Downfall: flat lists over counters and areas, and a few numbers for each side."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import changed
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.constants import AXIS, NEUTRAL
from sandtable.games.downfall.components.ids import Ids
from sandtable.games.downfall.components.tables import Tables
from sandtable.wargame.counters import CounterState


class Attack:
    """A declared attack, never changed in place. `via` is the link crossed this turn, or a value below 0."""

    def __init__(
        self, attacker: int, defender: int, area: int, via: int, supports: tuple[int, ...] = (), air: int = -1
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.area = area
        self.via = via
        self.supports = supports
        self.air = air  # mission kind * 2 + (1 if advanced), or -1

    def pack(self) -> list[int]:
        """Return the attack as plain numbers."""
        return [self.attacker, self.defender, self.area, self.via, self.air, *self.supports]


PACKED: Final = (
    "turn",
    "side",
    "phase",
    "partisans",
    "african_neutral",
    "bombed",
    "interceptors",
    "barbarossa",
    "axis_total_from",
    "ussr_total_from",
    "west_attacked",
    "lend_lease",
    "actions_left",
    "points",
    "british_points",
    "landings",
    "line_landings",
    "strategic_in_ussr",
    "passages",
    "seat_of",
    "new_armies_operate",
    "secret_tiles",
    "place",
    "cond",
    "control",
    "beach",
    "status",
    "conqueror",
    "minor_points",
    "total_war",
    "supply",
    "armor",
    "air",
    "tiles",
    "tile_since",
    "tile_known",
    "subs",
    "atlantic",
    "bombers",
    "actions_taken",
    "landed_at",
)


@mypyc_attr(allow_interpreted_subclasses=True)  # so that copy may make one without __init__
class Board(CounterState):
    """A position of Downfall."""

    packed: ClassVar[tuple[str, ...]] = PACKED

    def __init__(self, tables: Tables, ids: Ids, seed: int) -> None:
        super().__init__(seed, tables.n_units, tables.n_areas, const.POOL)
        t = tables
        self.t = tables
        self.ids = ids
        self.seat_of: tuple[int, ...] = (0, 1, 2)
        self.new_armies_operate = False
        self.secret_tiles = True
        self.turn = 1
        self.side = AXIS
        self.phase = const.BEGINNING
        # counters
        self.cond: list[int] = [0] * t.n_units
        # areas
        # Read often and written rarely: bytes, which copies share. `set_control` and `mark_beach` write them.
        self.control: bytes = bytes([NEUTRAL]) * t.n_areas
        self.beach: bytes = bytes(t.n_areas)  # bit by side
        self.stack: list[int] = [0] * t.n_areas
        # countries
        self.status: list[int] = [const.OUT] * t.n_countries
        self.conqueror: list[int] = [NEUTRAL] * t.n_countries
        self.partisans = False
        self.african_neutral = False  # French North Africa after the fall of France
        self.minor_points: list[int] = [0] * t.n_countries
        # sides
        self.total_war: list[bool] = [False, False, False]
        self.supply: list[int] = [0, 0, 0]
        self.armor: list[int] = [0, 0, 0]
        self.air: list[int] = [0] * (2 * t.n_air)  # missions in the boxes: kind * 2 + advanced
        self.tiles: list[int] = [const.UNUSED] * t.n_tiles
        self.tile_since: list[int] = [-1] * t.n_tiles
        self.tile_known: list[bool] = [False] * t.n_tiles
        # Axis submarines and Allied bombers
        self.subs: list[int] = [0, 0]  # basic, advanced in the missions box
        # basic, advanced, and of the advanced those placed while the Allies lacked warships
        self.atlantic: list[int] = [0, 0, 0]
        self.bombers: list[int] = [0] * t.n_air  # advanced missions in the Strategic Bombing box
        self.bombed = False
        self.interceptors = 0
        # the running turn
        self.barbarossa = 0
        self.axis_total_from = 0  # turn from which Total War comes by a trigger; 0: none
        self.ussr_total_from = 0
        self.west_attacked = 0  # the turn in which Germany first attacked France or Belgium; 0: not yet
        self.lend_lease = 0  # the last turn in which Lend Lease was given
        self.actions_left = 0
        self.actions_taken: list[int] = [0] * 7
        self.points = 0
        self.british_points = 0  # spent on British armies this turn
        self.landings = 0  # armies landed this turn
        self.line_landings = 0
        self.landed_at: list[int] = []  # places of single landings used this turn
        self.strategic_in_ussr = 0
        self.passages = 0  # German armies that have been in Romania this turn and are out of it again
        self.attacks: list[Attack] = []
        # Areas with a Line of Supply for the active side; None when it must be computed again.
        self.supplied: bytes | None = None

    def copy(self) -> Board:
        new = Board.__new__(Board)
        new.copy_counters(self)
        new.t = self.t
        new.ids = self.ids
        new.turn = self.turn
        new.side = self.side
        new.phase = self.phase
        new.partisans = self.partisans
        new.african_neutral = self.african_neutral
        new.bombed = self.bombed
        new.interceptors = self.interceptors
        new.barbarossa = self.barbarossa
        new.axis_total_from = self.axis_total_from
        new.ussr_total_from = self.ussr_total_from
        new.west_attacked = self.west_attacked
        new.lend_lease = self.lend_lease
        new.actions_left = self.actions_left
        new.points = self.points
        new.british_points = self.british_points
        new.landings = self.landings
        new.line_landings = self.line_landings
        new.strategic_in_ussr = self.strategic_in_ussr
        new.passages = self.passages
        new.supplied = self.supplied
        new.seat_of = self.seat_of
        new.new_armies_operate = self.new_armies_operate
        new.secret_tiles = self.secret_tiles
        new.cond = self.cond[:]
        new.control = self.control
        new.beach = self.beach
        new.stack = self.stack[:]
        new.status = self.status[:]
        new.conqueror = self.conqueror[:]
        new.minor_points = self.minor_points[:]
        new.total_war = self.total_war[:]
        new.supply = self.supply[:]
        new.armor = self.armor[:]
        new.air = self.air[:]
        new.tiles = self.tiles[:]
        new.tile_since = self.tile_since[:]
        new.tile_known = self.tile_known[:]
        new.subs = self.subs[:]
        new.atlantic = self.atlantic[:]
        new.bombers = self.bombers[:]
        new.actions_taken = self.actions_taken[:]
        new.landed_at = self.landed_at[:]
        new.attacks = self.attacks[:]
        return new

    def pack(self) -> dict[str, Any]:
        data = super().pack()
        data["attacks"] = [attack.pack() for attack in self.attacks]
        return data

    def restore(self, data: dict[str, Any]) -> None:
        super().restore(data)
        self.attacks = [
            Attack(row[0], row[1], row[2], row[3], tuple(row[5:]), row[4]) for row in data["attacks"]
        ]

    def derive(self) -> None:
        self.find_stacks()
        self.supplied = None
        self.stack = [0] * self.t.n_areas
        for unit, area in enumerate(self.place):
            if area != const.POOL:
                self.stack[area] += const.ONE[self.slot(unit)]

    def active_seat(self) -> int:
        """Return the seat that leads the active side. [2b]"""
        return self.seat_of[self.side]

    # --- areas

    def set_control(self, area: int, side: int) -> None:
        """Write down who controls an area; the rules do so through `supply.change_control`."""
        self.control = changed(self.control, area, side)

    def mark_beach(self, area: int, bits: int) -> None:
        """Write down whose beachheads are in an area."""
        self.beach = changed(self.beach, area, bits)

    # --- counters

    def put(self, unit: int, area: int, step: int) -> None:
        """Place a counter from the pool on the map."""
        self.enter(unit, area)
        self.cond[unit] = step
        self.stack[area] += const.ONE[self.slot(unit)]
        self.supplied = None

    def take(self, unit: int) -> None:
        """Remove a counter from the map to the pool."""
        self.stack[self.place[unit]] -= const.ONE[self.slot(unit)]
        self.leave(unit, const.POOL)  # [7l]
        self.cond[unit] = 0
        self.supplied = None

    def move(self, unit: int, area: int) -> None:
        """Move a counter on the map; its condition stays."""
        one = const.ONE[self.slot(unit)]
        self.stack[self.place[unit]] -= one
        self.shift(unit, area)
        self.stack[area] += one
        self.supplied = None

    def slot(self, unit: int) -> int:
        """Return in which count a counter is: its side's, or NEUTRAL while its country is not at war."""
        return self.t.unit_side[unit] if self.status[self.t.unit_nation[unit]] == const.AT_WAR else NEUTRAL

    def free_unit(self, army_type: int) -> int:
        """Return a counter of this type that is in the pool; -1 if all are in play. [1e]"""
        return self.first_in(const.POOL, self.t.first_unit[army_type], self.t.type_count[army_type])

    def armies(self, side: int, area: int) -> int:
        """Return how many armies at war a side has in an area."""
        return (self.stack[area] >> (const.SLOT * side)) & 0xFF

    def foes(self, side: int, area: int) -> int:
        """Return how many enemy armies at war are in an area."""
        stack = self.stack[area]
        if side == AXIS:
            return ((stack >> const.SLOT) & 0xFF) + ((stack >> (2 * const.SLOT)) & 0xFF)
        return stack & 0xFF

    def has_room(self, area: int) -> bool:
        """Return whether an area has room for one more army of the active side. [5] [5a] [5c, R35]"""
        return self.armies(self.side, area) < self.t.stacking or self.t.america[area]

    def attack_on(self, defender: int) -> int:
        """Return the index of the attack declared on an army; -1 if there is none. [R7]"""
        for i in range(len(self.attacks)):
            if self.attacks[i].defender == defender:
                return i
        return -1

    def tile(self, side: int, development: int) -> bool:
        """Return whether a side has a development available."""
        tile = self.t.tile_of[side][development]
        return tile >= 0 and self.tiles[tile] == const.AVAILABLE
