"""The state of a game of Total Domination: counters, cards and tracks, with control and points beside them.

What follows from where the counters stand (who is where, who controls what, what that scores, how far supply
reaches) is kept up to date by `put`, `take` and `shift`, one area at a time, and never saved.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import changed
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.ids import Ids
from sandtable.games.total_domination.components.state_cards import Hands
from sandtable.games.total_domination.components.tables import Tables

# A connected piece of a supply network: its areas, and what borders on them by land and by sea.
Part = tuple[int, int, int]

PACKED: Final = (
    "scenario",
    "mode",
    "arctic",
    "advanced",
    "free_setup",
    "alternative",
    "round",
    "power",
    "passed",
    "developed",
    "leased",
    "launched",
    "radar_used",
    "solo_vp",
    "damage",
    "lord",
    "track",
    "place",
    "used",
    "cards",
    "known",
    "picks",
    "solo",
    "first_by_land",
    "first_by_sea",
    "piles",
)
LATER: Final = {
    "first_by_land": 0,
    "first_by_sea": 0,
    "piles": [0] * const.POWERS,
}  # fields that older saves lack


@mypyc_attr(allow_interpreted_subclasses=True)  # so that copy may make one without __init__
class Board(Hands):
    """A position of Total Domination."""

    packed: ClassVar[tuple[str, ...]] = PACKED

    def __init__(self, tables: Tables, ids: Ids, seed: int) -> None:
        super().__init__(tables, ids, seed)
        t = tables
        # the frame
        self.scenario = 0
        self.mode = 0
        self.arctic = False
        self.advanced = True  # Air Fleets, U-boats, Resistance
        self.free_setup = False
        self.alternative = False  # the other side of the board, a matter of looks [2.0.1b]
        self.seat_of: bytes = bytes(const.POWERS)  # of each power; NOBODY where the solo system plays it
        self.common = False
        self.open = t.everywhere  # areas in play
        # the round
        self.round = 0
        self.power = 0  # whose turn it is
        # sets of powers, a bit for each
        self.passed = 0  # [4.2b]
        self.developed = 0  # [8.0c]
        self.leased = 0  # [9.1a]
        self.launched = 0  # [6.4b]
        self.radar_used = 0  # [10.1h]
        # the turn: unoccupied coasts that an army has entered over land, or a fleet over sea [6.2d]
        self.first_by_land = 0
        self.first_by_sea = 0
        # nations
        self.track: list[int] = [0] * t.n_nations  # Allies-Join-War markers
        self.home_of: list[int] = [0] * t.n_nations  # Home areas of each lord; derived
        self.closed: list[int] = [0] * const.POWERS  # areas that a power may never enter; derived
        self.enemies: list[tuple[int, ...]] = [()] * const.POWERS  # whose units a power may attack; derived
        # counters
        self.used: bytes = bytes(
            t.n_units
        )  # Air Fleets that have struck or bombed, on the board or not [11.1.Ac]
        self.damage = 0  # areas with a damage marker [6.1h]
        # derived from the counters; the owner of the units in an area is the lord of their nation
        self.tenant: bytes = bytes([const.NOBODY]) * t.n_areas
        self.firm_count: bytes = bytes(t.n_areas)  # armies and fleets
        self.firm = 0  # areas with armies or fleets
        self.full = 0  # areas at their stacking limit
        self.present: list[int] = [0] * t.n_nations  # by owner: areas with armies, fleets or Air Fleets
        self.control: bytes = bytes([const.NOBODY]) * t.n_areas
        self.owned: list[int] = [0] * t.n_nations  # by owner: the areas it controls
        self.worth: bytes = bytes(t.n_areas)  # what an area scores for its controller
        self.subs: bytes = bytes(t.n_areas)
        self.under: bytes = bytes(t.n_areas)  # Resistance
        self.parts: list[list[Part] | None] = [None] * const.POWERS  # supply networks; None: not known
        self.vp: list[int] = [0] * const.POWERS  # derived
        # the solo system
        self.solo: list[int] = [const.SOLO_BOX] * t.n_solo
        self.solo_vp = 0

    def copy(self) -> Board:
        new = Board.__new__(Board)
        new.copy_hands(self)
        new.scenario = self.scenario
        new.mode = self.mode
        new.arctic = self.arctic
        new.advanced = self.advanced
        new.free_setup = self.free_setup
        new.alternative = self.alternative
        new.seat_of = self.seat_of
        new.common = self.common
        new.open = self.open
        new.round = self.round
        new.power = self.power
        new.passed = self.passed
        new.developed = self.developed
        new.leased = self.leased
        new.launched = self.launched
        new.radar_used = self.radar_used
        new.first_by_land = self.first_by_land
        new.first_by_sea = self.first_by_sea
        new.track = self.track[:]
        new.home_of = self.home_of
        new.closed = self.closed
        new.enemies = self.enemies
        new.used = self.used
        new.damage = self.damage
        new.tenant = self.tenant
        new.firm_count = self.firm_count
        new.firm = self.firm
        new.full = self.full
        new.present = self.present[:]
        new.control = self.control
        new.owned = self.owned[:]
        new.worth = self.worth
        new.subs = self.subs
        new.under = self.under
        new.parts = self.parts[:]
        new.vp = self.vp[:]
        new.solo = self.solo[:]
        new.solo_vp = self.solo_vp
        return new

    def restore(self, data: dict[str, Any]) -> None:
        super().restore(LATER | data)

    # --- the frame

    def frame(self) -> None:
        """Derive what scenario, mode and options decide: seats, hands, areas in play."""
        t = self.t
        self.start = t.scenarios[self.scenario]
        self.common = t.mode_common[self.mode] != 0
        seats = [const.NOBODY] * const.POWERS
        for seat, powers in enumerate(t.mode_seats[self.mode]):
            for power in powers:
                seats[power] = seat
        self.seat_of = bytes(seats)
        self.holder = bytes(
            [t.of_faction[t.faction[p]][0] if self.common else p for p in range(const.POWERS)]
        )
        self.open = t.everywhere if self.arctic else t.everywhere & ~t.arctic  # [2.0.1a] [11.4a]

    def derive(self) -> None:
        """Compute again everything that is kept beside its source."""
        self.frame()
        self.find_stacks()
        for power in range(const.POWERS):
            self.learn(power)
        self.resettle()

    def resettle(self) -> None:
        """Find control and points of the whole board again, after areas or units have changed hands."""
        t = self.t
        # New lists: copies of the position share the old ones.
        self.home_of = [0] * t.n_nations
        self.closed = [0] * const.POWERS
        self.enemies = [()] * const.POWERS
        for nation in range(t.n_nations):
            if nation != t.neutral:
                self.home_of[self.lord[nation]] |= t.homes[nation]  # [6.2e] [9.0b]
        for power in range(const.POWERS):
            closed = self.home_of[t.mate[power]]  # [3.8.4]
            if t.faction[power] == const.ALLIES:
                for nation in t.additional:  # before it joins the Allies have nothing to do with it [R12]
                    if self.lord[nation] == nation:
                        closed |= t.homes[nation]
            for nation in self.start.closed:  # [12.1c]
                closed |= t.homes[nation]
            self.closed[power] = closed
            foes = [*t.foes[power], t.neutral]  # [3.2b]
            if t.faction[power] == const.AXIS:
                foes += [n for n in t.additional if self.lord[n] == n and n not in self.start.closed]
            self.enemies[power] = tuple(foes)
        damage = self.damage
        self.tenant = bytes([const.NOBODY]) * t.n_areas
        self.firm_count = bytes(t.n_areas)
        self.firm = 0
        self.full = 0
        self.present = [0] * t.n_nations
        self.control = bytes([const.NOBODY]) * t.n_areas
        self.owned = [0] * t.n_nations
        self.worth = bytes(t.n_areas)
        self.parts = [None] * const.POWERS
        self.vp = [self.card_points(power) for power in range(const.POWERS)]
        for area in range(t.n_areas):
            if self.open & t.bit[area]:
                self.settle(area)
        self.damage = damage  # nobody has taken anything by it

    def active_seat(self) -> int:
        """Return the seat of the power whose turn it is."""
        return self.seat_of[self.power]

    # --- counters

    def put(self, unit: int, area: int) -> None:
        """Place a counter from the supply on the board."""
        self.enter(unit, area)
        self.settle(area)

    def take(self, unit: int) -> None:
        """Return a counter to the supply; a used Air Fleet stays used until step E. [11.1.Ac]"""
        area = self.place[unit]
        self.leave(unit, const.SUPPLY)
        self.settle(area)

    def move(self, unit: int, area: int) -> None:
        """Move a counter on the board."""
        old = self.place[unit]
        self.shift(unit, area)
        self.settle(old)
        self.settle(area)

    def settle(self, area: int) -> None:
        """Find again who is in an area, who controls it, and what that scores. [3.8.5] [R52]"""
        t = self.t
        bit = t.bit[area]
        owner, firm, crowd, subs, under = const.NOBODY, 0, 0, 0, 0
        for unit in self.at[area]:
            kind = t.unit_type[unit]
            if kind <= const.AIR_FLEET:  # others are outside the stacking limit [3.7e]
                owner = self.lord[t.unit_nation[unit]]
                crowd += 1
                if kind != const.AIR_FLEET:
                    firm += 1
            elif kind == const.U_BOAT:
                subs += 1
            else:
                under += 1  # whoever leaves, Resistance stays [7.2.Dc]
        if crowd and not firm and owner < const.POWERS and not self.home_of[owner] & bit:
            # Air Fleets never stay alone away from home. [11.1c, R65]
            self.abandon(area)
            owner, crowd = const.NOBODY, 0
        if under and crowd and t.faction[owner] == const.ALLIES:
            self.free(area)  # [7.2.Dd, R21]; an area without units keeps its Resistance [R60]
            under = 0
        if self.subs[area] != subs:
            self.subs = changed(self.subs, area, subs)
        if self.under[area] != under:
            self.under = changed(self.under, area, under)
        old = self.tenant[area]
        if old != owner:
            if old != const.NOBODY:
                self.present[old] &= ~bit
            if owner != const.NOBODY:
                self.present[owner] |= bit
            self.tenant = changed(self.tenant, area, owner)
        if self.firm_count[area] != firm:
            self.firm_count = changed(self.firm_count, area, firm)
        self.firm = self.firm | bit if firm else self.firm & ~bit
        self.full = self.full | bit if crowd >= t.limit[area] else self.full & ~bit  # [3.7b]
        self.rule(area, owner, firm)

    def rule(self, area: int, owner: int, firm: int) -> None:
        """Give an area to its controller, with its points; `firm` armies and fleets of `owner` are there."""
        t = self.t
        bit = t.bit[area]
        home = t.home[area]
        if home == t.neutral:
            # [3.8.2a] [3.8.2b]; only armies and fleets control [3.8.3] [11.1b], cut off or not [3.8.6]
            holder = owner if firm and owner < const.POWERS else const.NOBODY
        else:
            holder = self.lord[home]
            if firm and owner != holder:  # [3.8.1a] [3.8.1b] [3.8.1c] [3.8.1d]
                holder = const.NOBODY if t.capital[area] and firm < t.to_control_capital else owner
        old = self.control[area]
        if old != holder:
            if home != t.neutral and holder < const.POWERS and t.building[area]:
                lord = self.lord[home]
                if lord != holder and lord < const.POWERS:  # a power in no faction is not an opponent [R19]
                    self.damage |= bit  # [6.1h] [6.1j]
            if old != const.NOBODY:
                self.owned[old] &= ~bit
                if old < const.POWERS:
                    self.parts[old] = None
            if holder != const.NOBODY:
                self.owned[holder] |= bit
                if holder < const.POWERS:
                    self.parts[holder] = None
            self.control = changed(self.control, area, holder)
        stars = 0
        if holder < const.POWERS:
            stars = self.start.stars[area]  # [5.1b]
            if (
                t.faction[holder] == const.AXIS
            ):  # a Home area that is free again owes its own people nothing [R60]
                stars = max(0, stars - t.resistance_vp * self.under[area])  # [7.2.Db]
            elif self.subs[area]:
                stars = 0  # [11.2b]
        worth = self.worth[area]
        if old != holder or worth != stars:
            if old < const.POWERS:
                self.vp[old] -= worth
            if holder < const.POWERS:
                self.vp[holder] += stars
            self.worth = changed(self.worth, area, stars)

    def ruler(self, area: int) -> int:
        """Return who controls an area. [11.2b]

        Nobody where U-boats lie beside an Allied fleet, supply apart.
        """
        holder = self.control[area]
        if self.subs[area] and holder < const.POWERS and self.t.faction[holder] == const.ALLIES:
            return const.NOBODY
        return holder

    def abandon(self, area: int) -> None:
        """Air Fleets left alone return to their supply. [11.1c]"""
        t = self.t
        for unit in self.at[area]:
            if t.unit_type[unit] == const.AIR_FLEET:
                self.leave(unit, const.SUPPLY)
                if self.log is not None:
                    name, where = t.kind_name[t.unit_kind[unit]], t.area_name[area]
                    text = f"The {name} in {where} is left alone and returns to the supply."
                    self.log.add(text, "11.1c", (self.ids.area(area),))

    def free(self, area: int) -> None:
        """Allied units have come: the Resistance there returns to the supply. [7.2.Dd]"""
        t = self.t
        for unit in self.at[area]:
            if t.unit_type[unit] > const.U_BOAT:
                self.leave(unit, const.SUPPLY)
        if self.log is not None:
            text = f"The Resistance in {t.area_name[area]} has done its work and returns to the supply."
            self.log.add(text, "7.2.Dd", (self.ids.area(area),))

    def free_unit(self, kind: int) -> int:
        """Return a counter of this kind in the supply, one that is not used if there is one. [3.6a]

        -1: none.
        """
        first = self.t.first_unit[kind]
        found = -1
        for unit in range(first, first + self.t.kind_count[kind]):
            if self.place[unit] == const.SUPPLY:
                if not self.used[unit]:
                    return unit
                found = unit
        return found

    def owner(self, unit: int) -> int:
        """Return whose a counter is: a power, or a nation without a player; Resistance is nobody's."""
        nation = self.t.unit_nation[unit]
        return const.NOBODY if nation == const.NOBODY else self.lord[nation]

    def on_board(self, kind: int) -> int:
        """Return how many counters of a kind are on the board."""
        first = self.t.first_unit[kind]
        return sum([place >= 0 for place in self.place[first : first + self.t.kind_count[kind]]])

    def resting(self, kind: int) -> int:
        """Return how many counters of a kind in the supply have been used in this round. [11.1.Ac]"""
        first = self.t.first_unit[kind]
        units = range(first, first + self.t.kind_count[kind])
        return sum([self.used[unit] != 0 and self.place[unit] == const.SUPPLY for unit in units])

    def give(self, nation: int, lord: int) -> None:
        """Give a partner or an additional power to a player, with all that it has. [9.0b]"""
        self.lord = changed(self.lord, nation, lord)
        self.resettle()

    def joined(self, nation: int) -> bool:
        """Return whether an additional power is in the war."""
        return self.lord[nation] != nation

    # --- supply

    def network(self, power: int) -> list[Part]:
        """Return a power's areas in supply, in connected parts,
        whoever hides in them. [3.9a] [3.9b, R51] [3.9d]
        """
        found = self.parts[power]
        if found is None:
            found = self._flood(power)
            self.parts[power] = found
        return found

    def _flood(self, power: int) -> list[Part]:
        t = self.t
        owned = self.owned[power]
        seeds = owned & self.home_of[power]
        parts: list[Part] = []
        while seeds:
            todo = seeds & -seeds
            mask, land, sea = todo, 0, 0
            while todo:
                bit = todo & -todo
                todo ^= bit
                area = bit.bit_length() - 1
                land |= t.by_land[area]
                sea |= t.by_sea[area]
                new = t.near[area] & owned & ~mask
                mask |= new
                todo |= new
            parts.append((mask, land & self.open, sea & self.open))
            seeds &= ~mask
        return parts

    def supplied(self, power: int) -> int:
        """Return the areas in which a power's units are in supply. [3.9a]"""
        found = 0
        alone = self.present[power] & ~self.owned[power]
        for mask, land, sea in self.network(power):
            found |= mask
            if alone:
                found |= alone & (land | sea)  # beside the network, where nobody rules [R9]
        return found

    # --- the order of play

    def order(self) -> tuple[int, ...]:
        """Return the powers in the order of this round. [4.0b]"""
        return self.t.orders[self.round]

    def year(self) -> int:
        """Return the year of this round."""
        return self.t.years[self.round]

    def faction_points(self, faction: int) -> int:
        """Return the points of a faction; the solo marker counts for the Axis. [3.5g] [R40]"""
        found = self.solo_vp if faction == const.AXIS else 0
        for power in self.t.of_faction[faction]:
            found += self.vp[power]
        return found

    def in_box(self, unit: int) -> bool:
        """Return whether a counter is not used in this game: no advanced rules, or the solo game. [13.0.8]"""
        kind = self.t.unit_type[unit]
        if kind < const.AIR_FLEET:
            return False
        return not self.advanced or (self.start.solo and kind in self.t.solo_removed)

    def flying(self) -> bool:
        """Return whether Air Fleets, U-boats and Resistance are in the game."""
        return self.advanced and not self.start.solo  # [13.0.8]
