"""The state of a game of On To Berlin!: flat lists of counters, areas, nations and cards."""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.ids import Ids
from sandtable.games.on_to_berlin.components.tables import Tables
from sandtable.wargame.counters import CounterState

PACKED: Final = (
    "turn",
    "side",
    "initiative",
    "passes",
    "card",
    "poland_surrendered",
    "development_secrecy",
    "discard_secrecy",
    "allied_discards",
    "axis_discards",
    "bombing_penalty",
    "no_declarations",
    "american_limits",
    "garrison_limits",
    "jets",
    "points",
    "limits",
    "pending",
    "place",
    "cond",
    "came",
    "control",
    "printed",
    "nside",
    "war",
    "lasting",
    "shipped",
    "carried",
    "cards",
    "face_down",
    "shown",
    "markers",
    "touched",
)


@mypyc_attr(allow_interpreted_subclasses=True)  # so that copy may make one without __init__
class Board(CounterState):
    """A position of On To Berlin! A counter's place is an area or a place off the map. [2.2] [2.2.1]"""

    packed: ClassVar[tuple[str, ...]] = PACKED

    def __init__(self, tables: Tables, ids: Ids, seed: int) -> None:
        super().__init__(seed, tables.n_units, tables.n_areas, const.POOL)
        t = tables
        self.t = tables
        self.ids = ids
        # options
        self.development_secrecy = False  # [16.1.1]
        self.discard_secrecy = False  # [16.1.2]
        self.allied_discards = False  # [16.2]
        self.axis_discards = False  # [16.2a]
        self.bombing_penalty = False  # [16.3]
        self.no_declarations = False  # [16.4]
        self.american_limits = False  # [16.5]
        self.garrison_limits = False  # [16.6]
        self.jets = False  # [16.7]
        # the turn
        self.turn = 1
        self.initiative = const.AXIS
        self.side = const.AXIS  # whose impulse it is
        self.passes = 0  # in a row
        self.points: list[int] = [0, 0]  # recorded Resource Points of each side
        self.limits: list[int] = [0, 0]  # how many cards each side may choose
        self.pending: list[int] = [0, 0]  # points of reaction cards, for the next impulse
        self.card = -1  # the card being played
        self.poland_surrendered = False
        # counters
        self.cond: list[int] = [0] * t.n_units
        self.came: list[int] = [-1] * t.n_units  # the area last left in this impulse
        # areas
        self.control: bytes = bytes([const.NOBODY]) * t.n_areas  # the controlling nation
        self.held: bytes = bytes([const.NEUTRAL]) * t.n_areas  # its side; derived
        self.printed: bytes = t.printed  # whose area it is; changes when Poland surrenders
        self.force: list[list[int]] = [[0] * t.n_areas, [0] * t.n_areas, [0] * t.n_areas]
        self.touched: list[int] = []  # areas whose units have changed since control was last determined
        self.shipped: bytes = bytes(t.n_areas)  # units mobilized over each sea by this card [12.0g, R32]
        self.carried: bytes = bytes(t.n_areas)  # units transported over each sea by this card [3.6c]
        # nations
        self.nside: bytes = t.start_side
        self.war: bytes = t.start_war
        self.lasting: bytes = bytes(t.n_nations)  # its marker no longer matters
        self.markers: list[int] = [0] * t.n_tracks
        # cards
        self.cards: list[int] = [const.POOLED] * t.n_cards
        self.face_down: bytes = bytes(t.n_cards)  # discards the opponent has not seen [16.1]
        self.shown: bytes = bytes(t.n_cards)  # known to all to be out of the pool

    def copy(self) -> Board:
        """Return an independent position; everything mutable is copied, tables are shared."""
        new = Board.__new__(Board)
        new.copy_counters(self)
        new.t = self.t
        new.ids = self.ids
        new.development_secrecy = self.development_secrecy
        new.discard_secrecy = self.discard_secrecy
        new.allied_discards = self.allied_discards
        new.axis_discards = self.axis_discards
        new.bombing_penalty = self.bombing_penalty
        new.no_declarations = self.no_declarations
        new.american_limits = self.american_limits
        new.garrison_limits = self.garrison_limits
        new.jets = self.jets
        new.turn = self.turn
        new.initiative = self.initiative
        new.side = self.side
        new.passes = self.passes
        new.points = self.points[:]
        new.limits = self.limits[:]
        new.pending = self.pending[:]
        new.card = self.card
        new.poland_surrendered = self.poland_surrendered
        new.cond = self.cond[:]
        new.came = self.came[:]
        new.control = self.control
        new.held = self.held
        new.printed = self.printed
        new.force = [self.force[0][:], self.force[1][:], self.force[2][:]]
        new.touched = self.touched[:]
        new.shipped = self.shipped
        new.carried = self.carried
        new.nside = self.nside
        new.war = self.war
        new.lasting = self.lasting
        new.markers = self.markers[:]
        new.cards = self.cards[:]
        new.face_down = self.face_down
        new.shown = self.shown
        return new

    def derive(self) -> None:
        self.find_stacks()
        self.recount()

    def recount(self) -> None:
        """Count units and areas by side again, after a nation has changed sides."""
        t = self.t
        self.held = bytes([const.NEUTRAL if n == const.NOBODY else self.nside[n] for n in self.control])
        self.force = [[0] * t.n_areas, [0] * t.n_areas, [0] * t.n_areas]
        for unit in range(t.n_units):
            area = self.place[unit]
            if area >= 0:
                self.force[self.nside[t.unit_nation[unit]]][area] += self.weight(unit)

    # --- counters

    def weight(self, unit: int) -> int:
        """Return what a counter adds to the counts of its area."""
        t = self.t
        kind = t.unit_kind[unit]
        if kind == const.LAND:
            return 1 << const.FORTRESSES | 1 if t.unit_fortress[unit] else 1
        if kind == const.AIR:
            return 1 << const.AIR_UNITS
        if t.unit_submarine[unit]:
            return 1 << const.SUBMARINES
        return (
            1 << const.SURFACE | 1 << const.SURFACE_SPENT
            if self.cond[unit] & const.SPENT
            else 1 << const.SURFACE
        )

    def put(self, unit: int, area: int, spent: bool) -> None:
        """Place a counter from off the map on the map."""
        self.enter(unit, area)
        self.cond[unit] = const.SPENT if spent else 0
        self.force[self.nside[self.t.unit_nation[unit]]][area] += self.weight(unit)
        self.touched.append(area)

    def take(self, unit: int, to: int = const.POOL) -> None:
        """Remove a counter from the map."""
        area = self.place[unit]
        self.force[self.nside[self.t.unit_nation[unit]]][area] -= self.weight(unit)
        self.leave(unit, to)
        self.cond[unit] = 0
        self.came[unit] = -1
        self.touched.append(area)

    def destroy(self, unit: int) -> None:
        """Move a destroyed counter to the Mobilization Pool, a fortress out of the game. [15.8.2a]"""
        self.take(unit, const.OUT if self.t.unit_fortress[unit] else const.POOL)

    def move(self, unit: int, area: int) -> None:
        """Move a counter on the map; its condition stays, and it remembers where it came from."""
        old = self.place[unit]
        weight = self.weight(unit)
        force = self.force[self.nside[self.t.unit_nation[unit]]]
        force[old] -= weight
        force[area] += weight
        self.shift(unit, area)
        self.came[unit] = old
        self.touched.append(old)
        self.touched.append(area)

    def spend(self, unit: int) -> None:
        """Turn a counter on the map face down. [2.1.1b]"""
        if not self.cond[unit] & const.SPENT:
            self.cond[unit] |= const.SPENT
            t = self.t
            if t.unit_surface[unit]:
                self.force[self.nside[t.unit_nation[unit]]][self.place[unit]] += 1 << const.SURFACE_SPENT

    def refresh(self, unit: int) -> None:
        """Turn a counter on the map face up. [2.1.1b]"""
        if self.cond[unit] & const.SPENT:
            self.cond[unit] &= ~const.SPENT
            t = self.t
            if t.unit_surface[unit]:
                self.force[self.nside[t.unit_nation[unit]]][self.place[unit]] -= 1 << const.SURFACE_SPENT

    def side_of(self, unit: int) -> int:
        """Return the side of a counter's nation; NEUTRAL while that is Neutral."""
        return self.nside[self.t.unit_nation[unit]]

    def ready(self, unit: int, side: int) -> bool:
        """Return whether a counter is fresh and its nation At War on this side. [7.1] [3.1.1b] [3.1.1c]"""
        if self.cond[unit] & const.SPENT:
            return False
        nation = self.t.unit_nation[unit]
        return self.nside[nation] == side and self.war[nation] != 0

    def free_unit(self, kind: int, pool: int = const.POOL) -> int:
        """Return a counter of this type in a pool; -1 if there is none."""
        t = self.t
        return self.first_in(pool, t.first_unit[kind], t.type_count[kind])

    # --- areas

    def count(self, side: int, area: int, what: int) -> int:
        """Return one of the counts of a side's units in an area (LAND_UNITS, AIR_UNITS, …)."""
        return (self.force[side][area] >> what) & 0xFF

    def able(self, side: int, area: int) -> int:
        """Return how many units of a side could control an area. [3.3a] [3.3b] [15.1a]"""
        force = self.force[side][area]
        if self.t.sea[area]:
            return (force >> const.SURFACE) & 0xFF
        return (force & 0xFF) + ((force >> const.AIR_UNITS) & 0xFF)

    def capacity(self, side: int, area: int) -> int:
        """Return the Naval Transport Capacity of a side in a Sea area, in halves. [3.6] [3.6a] [3.6f]"""
        force = self.force[side][area]
        return 2 * ((force >> const.SURFACE) & 0xFF) - ((force >> const.SURFACE_SPENT) & 0xFF)

    def set_control(self, area: int, nation: int) -> None:
        """Set the nation that controls an area. [3.4]"""
        self.control = changed(self.control, area, nation)
        self.held = changed(self.held, area, const.NEUTRAL if nation == const.NOBODY else self.nside[nation])

    def near(self, side: int) -> list[tuple[int, ...]]:
        """Return the neighbours of each area for a side; the canal joins some for the Allies. [15.7.1a]"""
        t = self.t
        if side == const.ALLIED and t.canal_area >= 0 and self.held[t.canal_area] == const.ALLIED:
            return t.near_canal
        return t.near

    def winter(self) -> bool:
        """Return whether this turn has the mark of the Russian winter. [15.2]"""
        return self.t.winter[self.turn]

    def france_changed(self) -> bool:
        """Return whether the nation with two counter sets fights for the Axis. [3.1.2e]"""
        return self.nside[self.t.france] == const.AXIS

    def usable(self, unit: int) -> bool:
        """Return whether a counter belongs to the set its nation uses now. [R34]"""
        t = self.t
        return t.unit_nation[unit] != t.france or (t.unit_changed[unit] != 0) == self.france_changed()

    # --- nations

    def neutral(self, nation: int) -> bool:
        """Return whether a nation is Neutral. [3.1.1]"""
        return self.nside[nation] == const.NEUTRAL

    def align(self, nation: int, side: int, at_war: bool) -> None:
        """Put a nation on a side (or on none); its units and areas follow it. [3.1.2h, R18]"""
        self.nside = changed(self.nside, nation, side)
        self.war = changed(self.war, nation, at_war)
        self.recount()
        for area in range(self.t.n_areas):
            self.touched.append(area)

    # --- cards

    def hand(self, side: int) -> list[int]:
        """Return the cards in a side's hand."""
        return self.cards_in(side, const.HAND)

    def cards_in(self, side: int, where: int) -> list[int]:
        """Return a side's cards in one place."""
        return [card for card in self.t.cards_of[side] if self.cards[card] == where]
