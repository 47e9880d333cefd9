"""A position of Blitzkrieg General: what is asked of it everywhere, and how its counters move."""

from __future__ import annotations

from typing import Any

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import changed, joined
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import CombatState
from sandtable.games.blitzkrieg_general.components.state_fields import PACKED, Fields


@mypyc_attr(allow_interpreted_subclasses=True)  # so that copy may make one without __init__
class Board(Fields):
    """A position of Blitzkrieg General."""

    def copy(self) -> Board:
        """An independent position."""
        new = Board.__new__(Board)
        new.copy_fields(self)
        return new

    def pack(self) -> dict[str, Any]:
        """The position as plain data; what is derived is left out."""
        data = self.pack_fields(PACKED)
        data["fight"] = None if self.fight is None else self.fight.pack()
        return data

    def restore(self, data: dict[str, Any]) -> None:
        """Take back what `pack` wrote and derive the rest."""
        self.restore_fields(PACKED, data)
        self.fight = None if data["fight"] is None else CombatState.unpack(data["fight"])
        self.derive()

    # --- derived

    def derive(self) -> None:
        """Compute again what is kept beside its source: who is where, who is whose friend."""
        t = self.t
        self.at = [()] * t.n_spaces
        for unit in range(t.n_units):
            space = self.place[unit]
            if space >= 0:
                self.at[space] = (*self.at[space], unit)
        for space in range(t.n_spaces):
            self.recount(space)
        self.resettle()

    def recount(self, space: int) -> None:
        """Whose units are in a space, by kind; cargo counts for nothing. [A1.1b]"""
        kinds = self.t.unit_kind
        land = fighters = air = ships = surface = forces = 0
        for unit in self.at[space]:
            if self.carrier[unit] >= 0:
                continue
            bit = 1 << self.serves[unit]
            kind = kinds[unit]
            if kind <= const.LAST_LAND:
                land |= bit
                if kind < const.HQ:
                    fighters |= bit
            elif kind == const.AIRCRAFT:
                air |= bit
            else:
                ships |= bit
                if kind != const.SUBMARINE:
                    surface |= bit
                    if kind == const.TASK_FORCE:
                        forces |= bit
        self.land[space] = land
        self.fighters[space] = fighters
        self.air[space] = air
        self.troops[space] = land | air
        self.ships[space] = ships
        self.surface[space] = surface
        self.forces[space] = forces

    def resettle(self) -> None:
        """Who is whose friend, after wars or managers have changed. [R1] [R79] [A8.2b] [A9.11]"""
        t = self.t
        self.axis = self.allies = 0
        for country in range(t.n_countries):
            side = self.side_of(country)
            if side == const.AXIS:
                self.axis |= 1 << country
            elif side == const.ALLIES:
                self.allies |= 1 << country
        managed = [c for c in range(t.n_countries) if self.manager[c] != const.NONE]
        self.runs = [0] * t.n_majors  # a new list: copies share it
        for country in managed:
            self.runs[self.manager[country]] |= 1 << country
        self.friends = [1 << c for c in range(t.n_countries)]
        for one in managed:
            for other in managed:
                if other < one and self._friendly(one, other):
                    self.friends[one] |= 1 << other
                    self.friends[other] |= 1 << one

    def _friendly(self, one: int, other: int) -> bool:
        if one == other:
            return True
        t = self.t
        if one == t.vichy or other == t.vichy:  # stacks with nobody [CV6]
            return False
        mine, his = self.manager[one], self.manager[other]
        if mine == const.NONE or his == const.NONE or self.major_side[mine] != self.major_side[his]:
            return False
        wars, others = self.war[one] & ~(1 << t.nobody), self.war[other] & ~(1 << t.nobody)
        # One that only runs a minor for an attacker it is at peace with is no party to that war. [R79]
        if mine == other:
            return wars & ~others == 0
        if his == one:
            return others & ~wars == 0
        if wars & others == 0:  # both at war, with a common enemy [R1]
            return False
        if self.peace:  # the card has made Japan and the USSR neutral to each other again [A8.2b]
            if t.japan in (mine, his) and mine != his and self._fights(one, other, t.japan, t.ussr):
                return False
            if t.ussr in (mine, his) and mine != his and self._fights(one, other, t.ussr, t.japan):
                return False
        return not (self.optional & const.COOPERATION) or t.cooperates(mine, his)  # [A9.11] [A9.11b]

    def _fights(self, one: int, other: int, major: int, enemy: int) -> bool:
        """Whether the partner of a major is at war with the one the major is at peace with."""
        partner = other if self.manager[one] == major else one
        return (self.war[partner] >> enemy) & 1 != 0

    # --- the turn

    @property
    def year(self) -> int:
        """1939 to 1945. [B3.0a]"""
        return self.turn // 4

    @property
    def quarter(self) -> int:
        """1 to 4. [B3.0]"""
        return self.turn % 4 + 1

    def bad(self, space: int) -> bool:
        """Whether the weather is bad in a space. [A5.4] [R65]"""
        return self.weather[self.t.space_map[space]] != 0

    # --- countries

    def side_of(self, country: int) -> int:
        """The side a country is on; NEUTRAL for a minor that nobody manages."""
        manager = self.manager[country]
        return const.NEUTRAL if manager == const.NONE else self.major_side[manager]

    def mask(self, side: int) -> int:
        """The countries of a side, as a set."""
        return self.axis if side == const.AXIS else self.allies if side == const.ALLIES else 0

    def enemy(self, one: int, other: int) -> bool:
        """Whether two countries are at war with each other. [B1.0g]"""
        return (self.war[one] >> other) & 1 != 0

    def friend(self, one: int, other: int) -> bool:
        """Whether two countries are friends. [R1]"""
        return (self.friends[one] >> other) & 1 != 0

    def parted(self, country: int, zone: int) -> bool:
        """Whether ships in a zone are those of partners with which this country shares no zone. [A9.11]"""
        if not self.optional & const.COOPERATION:
            return False
        others = self.ships[zone] & self.mask(self.side_of(country)) & ~self.friends[country]
        other = 0
        while others >> other:
            if (others >> other) & 1 and not self.t.cooperates(self.manager[country], self.manager[other]):
                return True
            other += 1
        return False

    def at_war(self, country: int) -> bool:
        """Whether a country is at war with anybody. [B1.0h]"""
        return self.war[country] != 0

    def fallen(self, country: int) -> bool:
        """Whether a country is conquered. [B7.1]"""
        return (self.conquered >> country) & 1 != 0

    def seat(self, country: int) -> int:
        """The seat that decides for a country."""
        manager = self.manager[country]
        return self.seat_of[manager if manager >= 0 else 0]

    def boss(self, side: int) -> int:
        """The seat that decides for a whole side. [B1.0d]"""
        for major in self.t.bosses:
            if self.major_side[major] == side and not self.fallen(major):
                return self.seat_of[major]
        for major in range(self.t.n_majors):
            if self.major_side[major] == side and not self.fallen(major):
                return self.seat_of[major]
        return self.seat_of[self.majors(side)[0]]

    def majors(self, side: int) -> list[int]:
        """The majors of a side in the order in which they act. [R3]"""
        return [m for m in self.t.order if self.major_side[m] == side]

    def standing(self, side: int) -> list[int]:
        """Those of them that are not conquered; a list to read only."""
        key = (self.major_side, self.conquered & self.t.all_majors, side)
        found = self.t.standing.get(key)
        if found is None:
            found = self.t.standing[key] = [m for m in self.majors(side) if not self.fallen(m)]
        return found

    def seats_of(self, side: int) -> list[int]:
        """The seats of a side in the order of their first majors; a list to read only. [R3]"""
        key = (self.major_side, self.seat_of, self.conquered & self.t.all_majors, side)
        found = self.t.seats_of.get(key)
        if found is None:
            found = []
            for major in self.standing(side):
                if self.seat_of[major] not in found:
                    found.append(self.seat_of[major])
            self.t.seats_of[key] = found
        return found

    def has(self, major: int, fruit: int) -> bool:
        """Whether a major has a fruit of research. [A7.5d]"""
        return (self.achievements[major] >> fruit) & 1 != 0

    def rule(self, optional: int) -> bool:
        """Whether an optional rule is used."""
        return self.optional & optional != 0

    # --- areas

    def friendly(self, country: int, area: int) -> bool:
        """Whether an area is controlled by the country or a friend."""
        return (self.friends[country] >> self.control[area]) & 1 != 0

    def hostile(self, country: int, area: int) -> bool:
        """Whether an area is controlled by an enemy of the country."""
        return (self.war[country] >> self.control[area]) & 1 != 0

    def axis_holds(self, area: int) -> bool:
        """Whether the Axis controls an area."""
        return self.side_of(self.control[area]) == const.AXIS

    def give(self, area: int, country: int) -> None:
        """Write down who controls an area; what follows from it is for chapter control."""
        self.control = changed(self.control, area, country)

    # --- counters

    def side_of_unit(self, unit: int) -> int:
        """The side a unit fights for."""
        return self.side_of(self.serves[unit])

    def owner(self, unit: int) -> int:
        """The seat that decides for a unit."""
        return self.seat(self.serves[unit])

    def strength(self, unit: int) -> int:
        """The number of the visible face. [B2.1a] [B2.1c]"""
        return self.t.unit_back[unit] if self.cond[unit] & const.FLIPPED else self.t.unit_front[unit]

    def is_land(self, unit: int) -> bool:
        """Infantry, armor, HQ or naval HQ."""
        return self.t.unit_kind[unit] <= const.LAST_LAND

    def is_ship(self, unit: int) -> bool:
        """Convoy, task force or submarine."""
        return self.t.unit_kind[unit] >= const.FIRST_SHIP

    def is_hq(self, unit: int) -> bool:
        """HQ or naval HQ."""
        kind = self.t.unit_kind[unit]
        return const.HQ <= kind <= const.NAVAL_HQ

    def aboard(self, ship: int) -> list[int]:
        """The cargo of a ship."""
        return [u for u in self.at[self.place[ship]] if self.carrier[u] == ship]

    def mark(self, unit: int, bits: int) -> None:
        """Set bits of a counter's condition."""
        self.cond[unit] |= bits

    def unmark(self, unit: int, bits: int) -> None:
        """Clear bits of a counter's condition."""
        self.cond[unit] &= ~bits

    def put(self, unit: int, space: int) -> None:
        """Place a counter from off the map on the map; it keeps its face."""
        self.place[unit] = space
        self.at[space] = joined(self.at[space], unit)
        self.recount(space)

    def take(self, unit: int, to: int = const.POOL) -> None:
        """Remove a counter from the map with its cargo: both go to the same place, front side up."""
        space = self.place[unit]
        if self.t.unit_kind[unit] >= const.FIRST_SHIP:
            for cargo in self.aboard(unit):
                self.carrier[cargo] = const.NONE
                self.take(cargo, to)
        self.place[unit] = to
        self.cond[unit] = 0
        self.carrier[unit] = self.came[unit] = self.target[unit] = self.embarked_at[unit] = const.NONE
        self.serves = changed(self.serves, unit, self.t.unit_nation[unit])
        if space >= 0:
            self.at[space] = tuple([u for u in self.at[space] if u != unit])
            self.recount(space)

    def move(self, unit: int, space: int, link: int = const.NONE) -> None:
        """Move a counter on the map, a ship with its cargo; `link` is the border it has crossed."""
        old = self.place[unit]
        if self.t.unit_kind[unit] >= const.FIRST_SHIP:
            for cargo in self.aboard(unit):
                self.place[cargo] = space
                self.at[old] = tuple([u for u in self.at[old] if u != cargo])
                self.at[space] = joined(self.at[space], cargo)
        self.at[old] = tuple([u for u in self.at[old] if u != unit])
        self.at[space] = joined(self.at[space], unit)
        self.place[unit] = space
        if link >= 0:
            self.came[unit] = link
        self.recount(old)
        self.recount(space)

    def load(self, unit: int, ship: int) -> None:
        """Put a unit aboard a ship; it is in the ship's zone from now on."""
        self.move(unit, self.place[ship])
        self.carrier[unit] = ship
        self.recount(self.place[ship])

    def unload(self, unit: int, area: int) -> None:
        """Put a cargo ashore."""
        self.carrier[unit] = const.NONE
        self.move(unit, area)

    def flip(self, unit: int) -> None:
        """Turn a counter to its back."""
        self.cond[unit] |= const.FLIPPED

    def chart(self, unit: int, due: int) -> None:
        """Put a counter from the pool on the production chart. [B7.3.6]"""
        self.place[unit] = const.CHART
        self.due[unit] = due
        self.cond[unit] = 0

    def hit(self, unit: int) -> bool:
        """One hit: the counter flips, or is eliminated; True when it is gone. [B2.1d] [B6.2.2a] [B6.2.2b]

        The cargo of a ship suffers with it. [B6.2.2d]
        """
        cargo = self.aboard(unit) if self.is_ship(unit) else []
        if self.t.unit_steps[unit] > 1 and not self.cond[unit] & const.FLIPPED:
            self.cond[unit] |= const.FLIPPED
            for load in cargo:
                self.hit(load)
            return False
        for load in cargo:
            self.take(load)
        self.take(unit)
        return True

    def spare(self, kind: int, place: int = const.POOL) -> int:
        """A counter of this type in a place off the map; NONE if there is none."""
        first = self.t.first_unit[kind]
        for unit in range(first, first + self.t.type_count[kind]):
            if self.place[unit] == place:
                return unit
        return const.NONE

    def here(self, space: int, mask: int) -> list[int]:
        """The units of a set of countries in a space, cargo not counted."""
        return [u for u in self.at[space] if self.carrier[u] < 0 and (mask >> self.serves[u]) & 1]

    def supplied(self, unit: int) -> bool:
        """Whether a unit was in supply at the last check. [A6.1h]"""
        return not self.cond[unit] & const.UNSUPPLIED

    # --- cards

    def hand(self, major: int) -> list[int]:
        """The cards a major holds."""
        at, owner = self.card_at, self.card_owner
        return [c for c in range(self.t.n_cards) if at[c] == const.IN_HAND and owner[c] == major]

    def in_effect(self, card: int) -> bool:
        """Whether a permanent card is in effect."""
        return card >= 0 and self.card_at[card] == const.IN_EFFECT
