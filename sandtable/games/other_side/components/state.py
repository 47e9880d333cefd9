"""The state of a game of The Other Side of the Hill: the map, the tracks, the Generals and the decks.

Derived fields are not saved: `put` updates `at` and `german` from the places of the Armies, `appoint` and
`vacate` update `post` from the holders of Positions.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import changed
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.combat_state import CombatState
from sandtable.games.other_side.components.ids import Ids
from sandtable.games.other_side.components.tables import Tables
from sandtable.wargame.counters import CounterState

# The places of Armies outside Areas. [2.3b]
TRANSIT: Final = 100  # the Strategic Movement space
POOL: Final = 101
OUT_OF_PLAY: Final = 102
REMOVED: Final = 103

# Empty and vacant boxes for Heads. [4.3b]
NO_HEAD: Final = -1
VACANCY: Final = -2
NOT_AVAILABLE: Final = -3  # an OB that no card has opened [3.3.2]

# The places of a General's card. [1.2c]
FUTURE: Final = 0  # enters in the New Year of `entry`
AVAILABLE: Final = 1
ACTIVATED: Final = 2
IN_COMMAND: Final = 3
GONE: Final = 4

# The places of a Directive. [5.4a]
IN_DECK: Final = 0
SELECTED: Final = 1
ACTIVE: Final = 2  # a Military Directive with its pawns [3.4c]
DISCARDED: Final = 3

# Supply of an Area. [4.7.2]
NAVAL: Final = 1
ISOLATED: Final = 2
# Ports. [4.7.2a]
OPEN_PORT: Final = 1
CLOSED_PORT: Final = 2

# The places of a Landing marker, besides the index of a year. [4.5.1g]
LANDING_BOX: Final = 50
ON_MAP: Final = 51
OFF_MAP: Final = 52

COMPLETED: Final = 9  # of a Project; `completed` is the year

PACKED: Final = (
    "scenario",
    "addon",
    "year",
    "box",
    "align",
    "axis",
    "ally",
    "ally_side",
    "supply",
    "port",
    "no_west",
    "no_soviet",
    "landing",
    "counted",
    "place",
    "fought",
    "moved",
    "origin",
    "fresh",
    "heads",
    "ob",
    "where",
    "owner",
    "entry",
    "questioned",
    "dissident",
    "appointed",
    "from_dismissal",
    "resources",
    "air",
    "warfare",
    "technology",
    "locked",
    "production",
    "flipped",
    "project",
    "completed",
    "advance_on",
    "usa",
    "ussr",
    "fanaticism",
    "unrest",
    "paratroops",
    "italy",
    "france",
    "collapse",
    "landing_markers",
    "west_skips",
    "soviet_skips",
    "country",
    "bonus",
    "bombings_ignored",
    "soviet_dice",
    "directives",
    "active",
    "active_heads",
    "pawns",
    "sea_pawns",
    "pawn_card",
    "naval_moves",
    "combat_deck",
    "combat_used",
    "strategic_deck",
    "strategic_next",
    "battle_deck",
    "battle_next",
    "strategic_known",
    "battle_known",
    "orchestra_deck",
    "orchestra",
    "section_seat",
    "played",
    "sections_played",
)


@mypyc_attr(allow_interpreted_subclasses=True)  # so that copy may make one without __init__
class Board(CounterState):
    """A position of The Other Side of the Hill."""

    packed: ClassVar[tuple[str, ...]] = PACKED

    def __init__(self, tables: Tables, ids: Ids, players: int, seed: int) -> None:
        super().__init__(seed, tables.n_units, tables.n_areas, REMOVED)
        t = tables
        self.t = t
        self.ids = ids
        self.players = players
        self.scenario = 0
        self.addon = False  # whether the add-on cards are in their decks
        self.year = 0  # index
        self.box = 0  # of the Turn Track
        # spaces
        self.align: bytes = bytes(t.n_spaces)
        self.axis: bytes = bytes(t.n_areas)  # the Sector under the Axis Disk; 0: none [1.3g]
        self.ally: bytes = bytes(t.n_areas)  # the Sector under the Allied Disk
        self.ally_side: bytes = bytes(t.n_areas)  # its Faction, WEST or SOVIETS; 0: none
        self.supply: bytes = bytes(t.n_areas)
        self.port: bytes = bytes(t.n_areas)
        self.no_west = 0  # Areas with a No Western Offensive marker
        self.no_soviet = 0
        self.landing: bytes = bytes(t.n_areas)  # the Sector with a Landing marker
        self.counted = 0  # Areas whose resource symbol counts [R23]
        # Armies, besides `place` and the Armies Boxes `at` [1.3d]
        self.fought = 0  # Armies that have attacked in this Operations Phase [R14]
        self.moved = 0  # Armies that have moved in this Segment [R11]
        self.origin: bytes = bytes(t.n_units)  # the Front left, of Armies in the Strategic Movement space
        self.fresh = 0  # Armies that entered that space in this Operations Phase [R11]
        self.german: bytes = bytes(t.n_areas)  # German Armies in each Area; derived
        # Generals
        self.heads: list[int] = [NO_HEAD] * (2 * t.n_areas)  # two boxes in each Area [1.3d]
        self.ob: list[int] = [NOT_AVAILABLE] * 3  # in the Front Boxes [1.3l]
        self.post: list[int] = [
            const.NONE
        ] * t.n_generals  # index into heads, or 2 * n_areas + Front; derived
        self.where: bytes = bytes(t.n_generals)
        self.owner: bytes = bytes(t.n_generals)  # the seat
        self.entry: bytes = bytes(t.n_generals)  # the year in which a future General enters
        self.questioned = 0
        self.dissident = 0  # Generals with a Dissident marker
        self.appointed = 0  # Generals in Command who were appointed in this Command Segment [R15]
        self.from_dismissal = 0  # Positions (as in post) left by a dismissal in this Command Segment
        # tracks
        self.resources = 0
        self.air: bytes = bytes([1, 1, 1, 1])  # of the three Fronts and of Germany
        self.warfare = 0  # Strategic Warfare
        self.technology = 0
        self.locked = 0  # boxes of the Strategic Warfare Track
        self.production: bytes = bytes(len(t.category_id))
        self.flipped = 0  # Replacement markers without their limit
        self.project: bytes = bytes(t.n_projects)  # 0: not started; boxes to go; COMPLETED
        self.completed: bytes = bytes(t.n_projects)  # the year, where completed
        self.advance_on = const.NONE  # the Project with the advance marker
        self.usa = 0
        self.ussr = 0
        self.fanaticism = 0
        self.unrest = 0
        self.paratroops = 0  # 0: removed
        self.italy = 0
        self.france = 0
        self.collapse = 0  # Disks in the Collapse box
        self.landing_markers: bytes = bytes([OFF_MAP, OFF_MAP])
        self.west_skips = 0  # Operations boxes with a No Offensive marker, see `box_number`
        self.soviet_skips = 0
        # countries
        self.country: bytes = bytes(t.n_countries)
        self.bonus: bytes = bytes(t.n_countries)  # for the next Diplomacy roll
        self.bombings_ignored = 0
        self.soviet_dice = 0  # more dice in Soviet attacks of this Operations Phase
        # cards
        self.directives: bytes = bytes(t.n_directives)
        self.active: list[int] = []  # Military Directives in play, in the order played
        self.active_heads: list[int] = []  # for each, the Generals activated for it [4.7.1y]
        self.pawns = 0  # spaces with a pawn of this Segment
        self.sea_pawns = 0  # those of them with an Amphibious one
        self.pawn_card: list[int] = [const.NONE] * t.n_spaces  # the Directive of an Axis pawn
        self.naval_moves: bytes = bytes(3)  # by Front, in this Operations Phase [4.2.1d]
        self.combat_deck: list[int] = []  # the last is drawn first
        self.combat_used: list[int] = []
        self.strategic_deck: list[int] = []
        self.strategic_next: list[int] = []
        self.battle_deck: list[int] = []
        self.battle_next: list[int] = []
        self.strategic_known = 0  # cards at the bottom whose order all have seen [7e]
        self.battle_known = 0
        self.orchestra_deck: list[int] = []
        self.orchestra: bytes = bytes([NO_SEAT]) * t.n_orchestra  # the seat that holds a card; NO_SEAT: none
        self.section_seat: bytes = bytes(const.SECTIONS)
        self.played = 0  # Military Directives played in this Segment [3.4a]
        self.sections_played = 0  # Projects tried in this Segment [R8]
        self.fight: CombatState | None = None

    # --- copies and saves

    def copy(self) -> Board:
        new = Board.__new__(Board)
        new.copy_counters(self)
        new.t = self.t
        new.ids = self.ids
        new.players = self.players
        new.scenario = self.scenario
        new.addon = self.addon
        new.year = self.year
        new.box = self.box
        new.align = self.align
        new.axis = self.axis
        new.ally = self.ally
        new.ally_side = self.ally_side
        new.supply = self.supply
        new.port = self.port
        new.no_west = self.no_west
        new.no_soviet = self.no_soviet
        new.landing = self.landing
        new.counted = self.counted
        new.fought = self.fought
        new.moved = self.moved
        new.origin = self.origin
        new.fresh = self.fresh
        new.german = self.german
        new.heads = self.heads[:]
        new.ob = self.ob[:]
        new.post = self.post[:]
        new.where = self.where
        new.owner = self.owner
        new.entry = self.entry
        new.questioned = self.questioned
        new.dissident = self.dissident
        new.appointed = self.appointed
        new.from_dismissal = self.from_dismissal
        new.resources = self.resources
        new.air = self.air
        new.warfare = self.warfare
        new.technology = self.technology
        new.locked = self.locked
        new.production = self.production
        new.flipped = self.flipped
        new.project = self.project
        new.completed = self.completed
        new.advance_on = self.advance_on
        new.usa = self.usa
        new.ussr = self.ussr
        new.fanaticism = self.fanaticism
        new.unrest = self.unrest
        new.paratroops = self.paratroops
        new.italy = self.italy
        new.france = self.france
        new.collapse = self.collapse
        new.landing_markers = self.landing_markers
        new.west_skips = self.west_skips
        new.soviet_skips = self.soviet_skips
        new.country = self.country
        new.bonus = self.bonus
        new.bombings_ignored = self.bombings_ignored
        new.soviet_dice = self.soviet_dice
        new.directives = self.directives
        new.active = self.active[:]
        new.active_heads = self.active_heads[:]
        new.pawns = self.pawns
        new.sea_pawns = self.sea_pawns
        new.pawn_card = self.pawn_card[:]
        new.naval_moves = self.naval_moves
        new.combat_deck = self.combat_deck[:]
        new.combat_used = self.combat_used[:]
        new.strategic_deck = self.strategic_deck[:]
        new.strategic_next = self.strategic_next[:]
        new.battle_deck = self.battle_deck[:]
        new.battle_next = self.battle_next[:]
        new.strategic_known = self.strategic_known
        new.battle_known = self.battle_known
        new.orchestra_deck = self.orchestra_deck[:]
        new.orchestra = self.orchestra
        new.section_seat = self.section_seat
        new.played = self.played
        new.sections_played = self.sections_played
        new.fight = None if self.fight is None else self.fight.copy()
        return new

    def pack(self) -> dict[str, Any]:
        data = super().pack()
        data["fight"] = None if self.fight is None else self.fight.pack()
        return data

    def restore(self, data: dict[str, Any]) -> None:
        super().restore(data)
        self.fight = None if data["fight"] is None else CombatState.unpack(data["fight"])

    def derive(self) -> None:
        """Calculate what follows from the saved fields."""
        t = self.t
        self.find_stacks()
        german = t.german
        self.german = bytes([sum([german >> unit & 1 for unit in stack]) for stack in self.at])  # [2.3a]
        self.post = [const.NONE] * t.n_generals
        for slot in range(2 * t.n_areas):
            if self.heads[slot] >= 0:
                self.post[self.heads[slot]] = slot
        for front in range(3):
            if self.ob[front] >= 0:
                self.post[self.ob[front]] = 2 * t.n_areas + front

    def combat(self) -> CombatState:
        """Return the Combat that is being fought."""
        fight = self.fight
        assert fight is not None
        return fight

    # --- time

    def season(self) -> int:
        """Return the season of the present box. [2.6]"""
        return const.SEASON_OF_BOX[self.box]

    def box_number(self) -> int:
        """Return the present box, counted from the first box of the first year."""
        return self.year * const.BOXES + self.box

    def in_operations(self) -> bool:
        """Return whether an Operations Phase is being played."""
        return self.box in const.OPERATIONS_BOXES

    # --- people

    def seat(self, section: int) -> int:
        """Return the seat of a Section. [1.4d] [1.4f]"""
        return self.section_seat[section]

    # --- control

    def axis_controls(self, space: int) -> bool:
        """Return whether the Axis controls a space; it does not control Disputed ones. [2.4i]"""
        return self.align[space] == const.OCCUPIED or self.align[space] == const.SATELLITE  # [2.4a]

    def controls(self, faction: int, space: int) -> bool:
        """Return whether an Allied Faction controls a space. [2.4i]"""
        return self.align[space] == (const.WESTERN if faction == const.WEST else const.SOVIET)  # [1.3h]

    def axis_sector(self, area: int, sector: int) -> bool:
        """Return whether the Axis controls a Sector. [2.4e]"""
        return 0 < sector <= self.axis[area]

    def set_align(self, space: int, alignment: int) -> None:
        """Put a marker into the Alignment Box, in place of any other. [1.3b]"""
        self.align = changed(self.align, space, alignment)

    def set_axis(self, area: int, sector: int) -> None:
        """Put the Axis Disk on a Sector; 0 takes it off."""
        self.axis = changed(self.axis, area, sector)

    def set_ally(self, area: int, sector: int, faction: int = 0) -> None:
        """Put an Allied Disk on a Sector; 0 takes it off."""
        self.ally = changed(self.ally, area, sector)
        self.ally_side = changed(self.ally_side, area, faction if sector else 0)

    # --- Armies

    def put(self, unit: int, place: int) -> None:
        """Move an Army to an Area or to one of the other places. [2.3b]"""
        areas = self.t.n_areas
        old = self.place[unit]
        german = 1 if self.t.unit_kind[unit] < const.SATELLITES else 0
        if old < areas:
            self.leave(unit, place)
            self.german = changed(self.german, old, self.german[old] - german)
        if place < areas:
            self.enter(unit, place)
            self.german = changed(self.german, place, self.german[place] + german)
        else:
            self.place[unit] = place

    def free_unit(self, kind: int, place: int = POOL) -> int:
        """Return an Army of a kind in the Force Pool or another place off the map; NONE if there is none."""
        return self.first_in(place, self.t.first_unit[kind], self.t.unit_count[kind])

    def count(self, kind: int, place: int = POOL) -> int:
        """Return how many Armies of a kind are in a place off the map."""
        first = self.t.first_unit[kind]
        return self.place[first : first + self.t.unit_count[kind]].count(place)

    def room(self, area: int) -> int:
        """Return how many more Armies an Area can take. [2.3f]"""
        return self.t.stacking[area] - len(self.at[area])

    # --- tracks

    def set_air(self, track: int, value: int) -> None:
        """Move an Air/Naval Control marker, within its Track. [R6]"""
        t = self.t
        self.air = changed(self.air, track, max(t.air_min, min(t.air_max, value)))

    def at_war(self, faction: int) -> bool:
        """Return whether the USSR, or for the West the USA, is in the war. [7.1] [7.2]"""
        return self.ussr == self.t.ussr_war if faction == const.SOVIETS else self.usa == self.t.usa_war


NO_SEAT: Final = 255


def is_identical(g: Board, one: int, other: int) -> bool:
    """Return whether two Armies are of one kind in one place, so that it does not matter which is taken."""
    if g.place[one] != g.place[other] or g.t.unit_kind[one] != g.t.unit_kind[other]:
        return False
    if g.place[one] != TRANSIT:
        return True
    return g.origin[one] == g.origin[other] and g.fresh >> one & 1 == g.fresh >> other & 1


def is_offered(g: Board, offered: list[int], choice: int) -> bool:
    """Return whether a choice, or an identical Army, is offered."""
    if choice in offered:
        return True
    unit = choice - g.ids.unit
    if not 0 <= unit < g.t.n_units:
        return False
    for other in offered:
        if 0 <= other - g.ids.unit < g.t.n_units and is_identical(g, unit, other - g.ids.unit):
            return True
    return False
