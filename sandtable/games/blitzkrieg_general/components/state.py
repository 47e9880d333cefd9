"""A position of Blitzkrieg General, with the questions that many rules ask and the moves of counters."""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import CombatState
from sandtable.games.blitzkrieg_general.components.state_fields import PACKED, FieldState


@mypyc_attr(allow_interpreted_subclasses=True)  # so that copy may make one without __init__
class Board(FieldState):
    """A position of Blitzkrieg General."""

    packed: ClassVar[tuple[str, ...]] = PACKED

    def copy(self) -> Board:
        new = Board.__new__(Board)
        new.copy_fields(self)
        return new

    def pack(self) -> dict[str, Any]:
        data = super().pack()
        data["fight"] = None if self.fight is None else self.fight.pack()
        return data

    def restore(self, data: dict[str, Any]) -> None:
        self.fight = None if data["fight"] is None else CombatState.unpack(data["fight"])
        super().restore(data)

    # --- derived

    def derive(self) -> None:
        self.find_stacks()
        for space in range(self.t.n_spaces):
            self.recount(space)
        self.recount_friends()

    def recount(self, space: int) -> None:
        """Count again by kind whose units are in a space, without cargo. [A1.1b]"""
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

    def recount_friends(self) -> None:
        """Find friends again after wars or managers have changed. [R1] [R79] [A8.2b] [A9.11]"""
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
        mine, theirs = self.manager[one], self.manager[other]
        if mine == const.NONE or theirs == const.NONE or self.major_side[mine] != self.major_side[theirs]:
            return False
        wars, others = self.war[one] & ~(1 << t.nobody), self.war[other] & ~(1 << t.nobody)
        # A manager of a minor does not join its war with an attacker that it is itself at peace with. [R79]
        if mine == other:
            return wars & ~others == 0
        if theirs == one:
            return others & ~wars == 0
        if wars & others == 0:  # both at war, with a common enemy [R1]
            return False
        if self.peace:  # the card has made Japan and the USSR neutral to each other again [A8.2b]
            if t.japan in (mine, theirs) and mine != theirs and self._fights(one, other, t.japan, t.ussr):
                return False
            if t.ussr in (mine, theirs) and mine != theirs and self._fights(one, other, t.ussr, t.japan):
                return False
        return not (self.optional & const.COOPERATION) or t.cooperates(mine, theirs)  # [A9.11] [A9.11b]

    def _fights(self, one: int, other: int, major: int, enemy: int) -> bool:
        """Check whether the partner of a major is at war with the one the major is at peace with."""
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
        """Check whether the weather is bad in a space. [A5.4] [R65]"""
        return self.weather[self.t.space_map[space]] != 0

    # --- countries

    def side_of(self, country: int) -> int:
        """Return the side of a country; NEUTRAL for a minor without a manager."""
        manager = self.manager[country]
        return const.NEUTRAL if manager == const.NONE else self.major_side[manager]

    def mask(self, side: int) -> int:
        """Return the countries of a side, as a set."""
        return self.axis if side == const.AXIS else self.allies if side == const.ALLIES else 0

    def enemy(self, one: int, other: int) -> bool:
        """Check whether two countries are at war with each other. [B1.0g]"""
        return (self.war[one] >> other) & 1 != 0

    def friend(self, one: int, other: int) -> bool:
        """Check whether two countries are friends. [R1]"""
        return (self.friends[one] >> other) & 1 != 0

    def parted(self, country: int, zone: int) -> bool:
        """Check whether a zone has ships of partners with which this country shares no zone. [A9.11]"""
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
        """Check whether a country is at war. [B1.0h]"""
        return self.war[country] != 0

    def fallen(self, country: int) -> bool:
        """Check whether a country is conquered. [B7.1]"""
        return (self.conquered >> country) & 1 != 0

    def seat(self, country: int) -> int:
        """Return the seat that decides for a country."""
        manager = self.manager[country]
        return self.seat_of[manager if manager >= 0 else 0]

    def boss(self, side: int) -> int:
        """Return the seat that decides for a whole side. [B1.0d]"""
        for major in self.t.bosses:
            if self.major_side[major] == side and not self.fallen(major):
                return self.seat_of[major]
        for major in range(self.t.n_majors):
            if self.major_side[major] == side and not self.fallen(major):
                return self.seat_of[major]
        return self.seat_of[self.majors(side)[0]]

    def majors(self, side: int) -> list[int]:
        """Return the majors of a side in the order in which they act. [R3]"""
        return [m for m in self.t.order if self.major_side[m] == side]

    def standing(self, side: int) -> list[int]:
        """Return the majors of a side that are not conquered; the list is cached, do not change it."""
        key = (self.major_side, self.conquered & self.t.all_majors, side)
        found = self.t.standing.get(key)
        if found is None:
            found = self.t.standing[key] = [m for m in self.majors(side) if not self.fallen(m)]
        return found

    def seats_of(self, side: int) -> list[int]:
        """Return the seats of a side in the order of their first majors; the list is cached. [R3]"""
        key = (self.major_side, self.seat_of, self.conquered & self.t.all_majors, side)
        found = self.t.seats_of.get(key)
        if found is None:
            found = []
            for major in self.standing(side):
                if self.seat_of[major] not in found:
                    found.append(self.seat_of[major])
            self.t.seats_of[key] = found
        return found

    def has(self, major: int, achievement: int) -> bool:
        """Check whether a major has a research achievement. [A7.5d]"""
        return (self.achievements[major] >> achievement) & 1 != 0

    def rule(self, optional: int) -> bool:
        """Check whether an optional rule is used."""
        return self.optional & optional != 0

    # --- areas

    def friendly(self, country: int, area: int) -> bool:
        """Check whether an area is controlled by the country or a friend."""
        return (self.friends[country] >> self.control[area]) & 1 != 0

    def hostile(self, country: int, area: int) -> bool:
        """Check whether an area is controlled by an enemy of the country."""
        return (self.war[country] >> self.control[area]) & 1 != 0

    def axis_controls(self, area: int) -> bool:
        """Check whether the Axis controls an area."""
        return self.side_of(self.control[area]) == const.AXIS

    def set_control(self, area: int, country: int) -> None:
        """Set the country that controls an area; `rules/politics/control` does what follows from it."""
        self.control = changed(self.control, area, country)

    # --- counters

    def side_of_unit(self, unit: int) -> int:
        """Return the side a unit fights for."""
        return self.side_of(self.serves[unit])

    def owner(self, unit: int) -> int:
        """Return the seat that decides for a unit."""
        return self.seat(self.serves[unit])

    def strength(self, unit: int) -> int:
        """Return the number of the visible face. [B2.1a] [B2.1c]"""
        return self.t.unit_back[unit] if self.cond[unit] & const.FLIPPED else self.t.unit_front[unit]

    def is_land(self, unit: int) -> bool:
        """Check whether a unit is infantry, armor, an HQ or a naval HQ."""
        return self.t.unit_kind[unit] <= const.LAST_LAND

    def is_ship(self, unit: int) -> bool:
        """Check whether a unit is a convoy, task force or submarine."""
        return self.t.unit_kind[unit] >= const.FIRST_SHIP

    def is_hq(self, unit: int) -> bool:
        """Check whether a unit is an HQ or a naval HQ."""
        kind = self.t.unit_kind[unit]
        return const.HQ <= kind <= const.NAVAL_HQ

    def aboard(self, ship: int) -> list[int]:
        """Return the cargo of a ship."""
        return [u for u in self.at[self.place[ship]] if self.carrier[u] == ship]

    def mark(self, unit: int, bits: int) -> None:
        """Set bits of a counter's condition."""
        self.cond[unit] |= bits

    def unmark(self, unit: int, bits: int) -> None:
        """Clear bits of a counter's condition."""
        self.cond[unit] &= ~bits

    def put(self, unit: int, space: int) -> None:
        """Place a counter from off the map on the map; it keeps its face."""
        self.enter(unit, space)
        self.recount(space)

    def take(self, unit: int, to: int = const.POOL) -> None:
        """Remove a counter from the map with its cargo: both go to the same place, front side up."""
        space = self.place[unit]
        if self.t.unit_kind[unit] >= const.FIRST_SHIP:
            for cargo in self.aboard(unit):
                self.carrier[cargo] = const.NONE
                self.take(cargo, to)
        if space >= 0:
            self.leave(unit, to)
        else:
            self.place[unit] = to
        self.cond[unit] = 0
        self.carrier[unit] = self.came[unit] = self.target[unit] = self.embarked_at[unit] = const.NONE
        self.serves = changed(self.serves, unit, self.t.unit_nation[unit])
        if space >= 0:
            self.recount(space)

    def move(self, unit: int, space: int, link: int = const.NONE) -> None:
        """Move a counter on the map, a ship with its cargo; `link` is the border it has crossed."""
        old = self.place[unit]
        if self.t.unit_kind[unit] >= const.FIRST_SHIP:
            for cargo in self.aboard(unit):
                self.shift(cargo, space)
        self.shift(unit, space)
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
        """Flip a counter that is hit, or eliminate it; return True if it is gone. [B2.1d] [B6.2.2a] [B6.2.2b]

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

    def free_unit(self, kind: int, place: int = const.POOL) -> int:
        """Return a counter of this type in a place off the map; NONE if there is none."""
        return self.first_in(place, self.t.first_unit[kind], self.t.type_count[kind])

    def here(self, space: int, mask: int) -> list[int]:
        """Return the units of a set of countries in a space, without cargo."""
        return [u for u in self.at[space] if self.carrier[u] < 0 and (mask >> self.serves[u]) & 1]

    def supplied(self, unit: int) -> bool:
        """Check whether a unit was in supply at the last check. [A6.1h]"""
        return not self.cond[unit] & const.UNSUPPLIED

    # --- cards

    def hand(self, major: int) -> list[int]:
        """Return the cards a major holds."""
        at, owner = self.card_at, self.card_owner
        return [c for c in range(self.t.n_cards) if at[c] == const.IN_HAND and owner[c] == major]

    def in_effect(self, card: int) -> bool:
        """Check whether a permanent card is in effect."""
        return card >= 0 and self.card_at[card] == const.IN_EFFECT
