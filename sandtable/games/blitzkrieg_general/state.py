"""The state of a game of Blitzkrieg General: flat lists over counters, spaces, countries and cards.

A space is an area or a sea zone: areas come first in the numbering, zones after them. A country is a major, a
minor, or one of three that only hold areas: Vichy, the trust and nobody.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import State, changed, joined
from sandtable.games.blitzkrieg_general.fight import Fight
from sandtable.games.blitzkrieg_general.ids import Ids
from sandtable.games.blitzkrieg_general.tables import Tables
from sandtable.games.blitzkrieg_general.terms import (
    AIRCRAFT,
    ALLIES,
    AXIS,
    CHART,
    COOPERATION,
    FIRST_SHIP,
    FLIPPED,
    HQ,
    IN_DECK,
    IN_EFFECT,
    IN_HAND,
    LAST_LAND,
    NAVAL_HQ,
    NEUTRAL,
    NONE,
    POOL,
    SUBMARINE,
    TASK_FORCE,
    TIME_TABLE,
    UNSUPPLIED,
)

# Fields that are saved as they are; `fight` is saved beside them, all else is derived.
PACKED: Final = (
    "advanced",
    "optional",
    "historical",
    "world_conquest",
    "scenario",
    "seat_of",
    "major_side",
    "turn",
    "phase",
    "side",
    "first",
    "last_initiative",
    "weather",
    "limit",
    "japan_attack",
    "china_attack",
    "place",
    "cond",
    "carrier",
    "came",
    "target",
    "embarked_at",
    "serves",
    "due",
    "control",
    "bombed",
    "fortress",
    "war",
    "manager",
    "conquered",
    "homes_conquered",
    "war_since",
    "collapse",
    "us_level",
    "saved",
    "points",
    "deliveries",
    "numbers",
    "achievements",
    "rail",
    "rail_used",
    "rail_due",
    "deck",
    "card_at",
    "card_owner",
    "card_turn",
    "card_known",
    "played",
    "events",
    "attacked",
    "declared",
    "invaded",
    "pact_due",
    "pacific",
    "vichy",
    "trust",
    "peace",
    "peace_player",
    "peace_until",
    "ussr_attacked",
    "balance",
    "held_since",
    "orange_complete",
    "must_declare",
    "segment_cards",
    "turn_cards",
    "surprise_zone",
    "battles",
    "done",
)


@mypyc_attr(allow_interpreted_subclasses=True)  # so that copy may make one without __init__
class Board(State):
    """A position of Blitzkrieg General."""

    def __init__(self, tables: Tables, ids: Ids, seed: int) -> None:
        super().__init__(seed)
        t = tables
        self.t = tables
        self.ids = ids
        # how it is played
        self.advanced = 1  # 0: the basic game
        self.optional = 0  # set of optional rules [A9.0]
        self.historical = 0  # free set-up of the historical option [S39c]
        self.world_conquest = 0  # [A8.5a]
        self.scenario = 0
        self.seat_of: bytes = bytes(t.n_majors)  # the seat of each major [B1.0a]
        self.major_side: bytes = t.major_side  # [B1.0b]
        # the turn
        self.turn = 0  # four times the year, plus the quarter less one [B3.0]
        self.phase = TIME_TABLE
        self.side = AXIS  # the phasing side
        self.first = AXIS  # the side with initiative
        self.last_initiative = AXIS
        self.weather: bytes = bytes(2)  # of each map: 1 is bad [A5.4]
        self.limit = 0  # land units in attacks between Japan and China; 0: none is set [A5.5]
        self.japan_attack = NONE  # the area attacked in this turn [A8.7]
        self.china_attack = NONE
        # counters
        self.place: list[int] = [POOL] * t.n_units  # a space, or a place off the map
        self.cond: list[int] = [0] * t.n_units
        self.carrier: list[int] = [NONE] * t.n_units  # the ship that carries it
        self.came: list[int] = [NONE] * t.n_units  # the link it has crossed last in this phase
        self.target: list[int] = [NONE] * t.n_units  # the area a ship supports or lands in from its zone
        self.embarked_at: list[int] = [NONE] * t.n_units  # where a cargo went aboard in this phase
        self.serves: bytes = t.unit_nation  # the country a unit fights for
        self.due: list[int] = [0] * t.n_units  # the turn of arrival of those on the chart
        # areas
        self.control: bytes = t.area_country  # [B6.4]
        self.bombed: bytes = bytes(t.n_areas)  # Build Points lost in this quarter
        self.fortress = 1  # stands [A8.6]
        # countries
        self.war: list[int] = [0] * t.n_countries  # set of enemies of each [B1.0g]
        self.manager: list[int] = t.first_manager[:]  # the major that runs each; NONE: neutral minor
        self.conquered = 0  # set of countries
        self.homes_conquered = 0  # set of home countries
        self.war_since: list[int] = [NONE] * t.n_majors  # the turn since which each is at war [R93]
        self.collapse: bytes = bytes(t.n_countries)  # atomic hits [A7.5.2e]
        # production and research
        self.us_level = 0  # [A7.2]
        self.saved: list[int] = [0] * t.n_majors
        self.points: list[int] = [0] * t.n_majors  # Build Points to spend now
        self.deliveries = 0  # set of those in force
        self.numbers: bytes = bytes(t.n_majors)  # research numbers [A7.5]
        self.achievements: bytes = bytes(t.n_majors)  # set of fruits of research
        self.rail: bytes = t.rail  # capacity
        self.rail_used: bytes = bytes(t.n_majors)
        self.rail_due: list[int] = []  # major and turn of each increase under way [A9.7]
        # cards
        self.deck: list[int] = []  # the top is the last
        self.card_at: bytes = bytes([IN_DECK]) * t.n_cards
        self.card_owner: bytes = bytes(t.n_cards)  # the major that holds it or has played it
        self.card_turn: list[int] = [0] * t.n_cards  # when it was bought [A7.4i]
        self.card_known: list[int] = [0] * t.n_cards  # seats that know where it is though it lies covered
        self.played = 0  # set of cards that have been played
        # memory
        self.events = 0  # set of events of the time table that have happened
        self.attacked: list[int] = [0, 0]  # neutrals attacked by each side, for the level of the USA
        self.declared: list[int] = [0] * t.n_countries  # set of those on whom each has ever declared war
        self.invaded = 0  # set of home countries in which an enemy has landed from the sea
        self.pact_due = 0  # 1: the pact over Poland is carried out in the next time-table phase [TT13]
        self.pacific = 0  # 1: British Pacific production counts [TT15]
        self.vichy = 0  # 1: Vichy has been installed
        self.trust = 0  # 1: colonies are in trust [TT14]
        self.peace = 0  # 1: between the two powers of the peace card
        self.peace_player = 0  # the major that rolls for its end
        self.peace_until = 0  # the last turn in which it binds [R17]
        self.ussr_attacked = 0  # 1: the USSR has attacked Japan
        self.balance = 0  # right-hand numbers Japan has conquered from the USSR, less the reverse [A7.6.3a]
        self.held_since = NONE  # the turn since which the Axis holds Yugoslavia
        self.orange_complete = 0  # 1: all orange units have been in play together [S39h]
        self.must_declare = 0  # 1: a war must be declared in this segment [S41a]
        self.segment_cards = 0  # set of cards that work until the end of the action segment
        self.turn_cards = 0  # set of cards that have been used or work until the end of the turn
        self.surprise_zone = NONE  # where Naval Surprise works in this segment
        # the combat phase
        self.battles: list[int] = []  # spaces in which combat is still to be fought
        self.done: bytes = bytes(t.n_majors)  # marks of majors within a phase; each chapter clears it
        self.fight: Fight | None = None
        # derived: what is where
        self.at: list[tuple[int, ...]] = [()] * t.n_spaces
        self.land: list[int] = [0] * t.n_spaces  # set of countries with land units there, cargo not counted
        self.fighters: list[int] = [0] * t.n_spaces  # the same without HQs
        self.air: list[int] = [0] * t.n_spaces
        self.ships: list[int] = [0] * t.n_spaces
        self.surface: list[int] = [0] * t.n_spaces  # ships other than submarines
        self.forces: list[int] = [0] * t.n_spaces  # task forces
        self.friends: list[int] = [0] * t.n_countries  # set of friends of each, itself included [R1]
        self.axis = 0  # set of countries of the Axis
        self.allies = 0

    def copy(self) -> Board:
        """An independent position; everything mutable is copied, tables are shared."""
        new = Board.__new__(Board)
        new.copy_base(self)
        new.t = self.t
        new.ids = self.ids
        new.advanced = self.advanced
        new.optional = self.optional
        new.historical = self.historical
        new.world_conquest = self.world_conquest
        new.scenario = self.scenario
        new.seat_of = self.seat_of
        new.major_side = self.major_side
        new.turn = self.turn
        new.phase = self.phase
        new.side = self.side
        new.first = self.first
        new.last_initiative = self.last_initiative
        new.weather = self.weather
        new.limit = self.limit
        new.japan_attack = self.japan_attack
        new.china_attack = self.china_attack
        new.place = self.place[:]
        new.cond = self.cond[:]
        new.carrier = self.carrier[:]
        new.came = self.came[:]
        new.target = self.target[:]
        new.embarked_at = self.embarked_at[:]
        new.serves = self.serves
        new.due = self.due[:]
        new.control = self.control
        new.bombed = self.bombed
        new.fortress = self.fortress
        new.war = self.war[:]
        new.manager = self.manager[:]
        new.conquered = self.conquered
        new.homes_conquered = self.homes_conquered
        new.war_since = self.war_since[:]
        new.collapse = self.collapse
        new.us_level = self.us_level
        new.saved = self.saved[:]
        new.points = self.points[:]
        new.deliveries = self.deliveries
        new.numbers = self.numbers
        new.achievements = self.achievements
        new.rail = self.rail
        new.rail_used = self.rail_used
        new.rail_due = self.rail_due[:]
        new.deck = self.deck[:]
        new.card_at = self.card_at
        new.card_owner = self.card_owner
        new.card_turn = self.card_turn[:]
        new.card_known = self.card_known[:]
        new.played = self.played
        new.events = self.events
        new.attacked = self.attacked[:]
        new.declared = self.declared[:]
        new.invaded = self.invaded
        new.pact_due = self.pact_due
        new.pacific = self.pacific
        new.vichy = self.vichy
        new.trust = self.trust
        new.peace = self.peace
        new.peace_player = self.peace_player
        new.peace_until = self.peace_until
        new.ussr_attacked = self.ussr_attacked
        new.balance = self.balance
        new.held_since = self.held_since
        new.orange_complete = self.orange_complete
        new.must_declare = self.must_declare
        new.segment_cards = self.segment_cards
        new.turn_cards = self.turn_cards
        new.surprise_zone = self.surprise_zone
        new.battles = self.battles[:]
        new.done = self.done
        new.fight = None if self.fight is None else self.fight.copy()
        new.at = self.at[:]
        new.land = self.land[:]
        new.fighters = self.fighters[:]
        new.air = self.air[:]
        new.ships = self.ships[:]
        new.surface = self.surface[:]
        new.forces = self.forces[:]
        new.friends = self.friends[:]
        new.axis = self.axis
        new.allies = self.allies
        return new

    def pack(self) -> dict[str, Any]:
        """The position as plain data; what is derived is left out."""
        data = self.pack_fields(PACKED)
        data["fight"] = None if self.fight is None else self.fight.pack()
        return data

    def restore(self, data: dict[str, Any]) -> None:
        """Take back what `pack` wrote and derive the rest."""
        self.restore_fields(PACKED, data)
        self.fight = None if data["fight"] is None else Fight.unpack(data["fight"])
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
        """Whose units are in a space, by kind; cargo counts for nothing. [B6.2.2e] [A1.1b]"""
        kinds = self.t.unit_kind
        land = fighters = air = ships = surface = forces = 0
        for unit in self.at[space]:
            if self.carrier[unit] >= 0:
                continue
            bit = 1 << self.serves[unit]
            kind = kinds[unit]
            if kind <= LAST_LAND:
                land |= bit
                if kind < HQ:
                    fighters |= bit
            elif kind == AIRCRAFT:
                air |= bit
            else:
                ships |= bit
                if kind != SUBMARINE:
                    surface |= bit
                    if kind == TASK_FORCE:
                        forces |= bit
        self.land[space] = land
        self.fighters[space] = fighters
        self.air[space] = air
        self.ships[space] = ships
        self.surface[space] = surface
        self.forces[space] = forces

    def resettle(self) -> None:
        """Who is whose friend, after wars or managers have changed. [R1] [R79] [A8.2b] [A9.11]"""
        t = self.t
        self.axis = self.allies = 0
        for country in range(t.n_countries):
            side = self.side_of(country)
            if side == AXIS:
                self.axis |= 1 << country
            elif side == ALLIES:
                self.allies |= 1 << country
        managed = [c for c in range(t.n_countries) if self.manager[c] != NONE]
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
        if mine == NONE or his == NONE or self.major_side[mine] != self.major_side[his]:
            return False
        # One that only runs a minor for an attacker it is at peace with is no party to that war. [R79]
        if mine == other:
            return self.war[one] & ~self.war[other] == 0
        if his == one:
            return self.war[other] & ~self.war[one] == 0
        if self.war[one] & self.war[other] & ~(1 << t.nobody) == 0:  # both at war, with a common enemy [R1]
            return False
        if (self.war[t.japan] >> t.ussr) & 1 == 0:  # [A8.2b]
            if t.japan in (mine, his) and mine != his and self._fights(one, other, t.japan, t.ussr):
                return False
            if t.ussr in (mine, his) and mine != his and self._fights(one, other, t.ussr, t.japan):
                return False
        return not (self.optional & COOPERATION) or t.cooperates(mine, his)  # [A9.11] [A9.11b]

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
        return NEUTRAL if manager == NONE else self.major_side[manager]

    def mask(self, side: int) -> int:
        """The countries of a side, as a set."""
        return self.axis if side == AXIS else self.allies if side == ALLIES else 0

    def enemy(self, one: int, other: int) -> bool:
        """Whether two countries are at war with each other. [B1.0g]"""
        return (self.war[one] >> other) & 1 != 0

    def friend(self, one: int, other: int) -> bool:
        """Whether two countries are friends. [R1]"""
        return (self.friends[one] >> other) & 1 != 0

    def at_war(self, country: int) -> bool:
        """Whether a country is at war with anybody. [B1.0h]"""
        return self.war[country] != 0

    def fallen(self, country: int) -> bool:
        """Whether a country is conquered. [B7.1]"""
        return (self.conquered >> country) & 1 != 0

    def seat(self, country: int) -> int:
        """The seat that decides for a country. [B1.0a]"""
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
        """Those of them that are not conquered."""
        return [m for m in self.majors(side) if not self.fallen(m)]

    def seats_of(self, side: int) -> list[int]:
        """The seats of a side in the order of their first majors. [R3]"""
        found: list[int] = []
        for major in self.standing(side):
            if self.seat_of[major] not in found:
                found.append(self.seat_of[major])
        return found

    def has(self, major: int, fruit: int) -> bool:
        """Whether a major has a fruit of research. [A7.5d]"""
        return (self.achievements[major] >> fruit) & 1 != 0

    def rule(self, optional: int) -> bool:
        """Whether an optional rule is used. [A9.0]"""
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
        return self.side_of(self.control[area]) == AXIS

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
        return self.t.unit_back[unit] if self.cond[unit] & FLIPPED else self.t.unit_front[unit]

    def is_land(self, unit: int) -> bool:
        """Infantry, armor, HQ or naval HQ."""
        return self.t.unit_kind[unit] <= LAST_LAND

    def is_ship(self, unit: int) -> bool:
        """Convoy, task force or submarine."""
        return self.t.unit_kind[unit] >= FIRST_SHIP

    def is_hq(self, unit: int) -> bool:
        """HQ or naval HQ."""
        kind = self.t.unit_kind[unit]
        return HQ <= kind <= NAVAL_HQ

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

    def take(self, unit: int, to: int = POOL) -> None:
        """Remove a counter from the map with its cargo: both go to the same place, front side up."""
        space = self.place[unit]
        if self.t.unit_kind[unit] >= FIRST_SHIP:
            for cargo in self.aboard(unit):
                self.carrier[cargo] = NONE
                self.take(cargo, to)
        self.place[unit] = to
        self.cond[unit] = 0
        self.carrier[unit] = self.came[unit] = self.target[unit] = self.embarked_at[unit] = NONE
        self.serves = changed(self.serves, unit, self.t.unit_nation[unit])
        if space >= 0:
            self.at[space] = tuple([u for u in self.at[space] if u != unit])
            self.recount(space)

    def move(self, unit: int, space: int, link: int = NONE) -> None:
        """Move a counter on the map, a ship with its cargo; `link` is the border it has crossed."""
        old = self.place[unit]
        if self.t.unit_kind[unit] >= FIRST_SHIP:
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
        self.carrier[unit] = NONE
        self.move(unit, area)

    def flip(self, unit: int) -> None:
        """Turn a counter to its back."""
        self.cond[unit] |= FLIPPED

    def chart(self, unit: int, due: int) -> None:
        """Put a counter from the pool on the production chart. [B7.3.6]"""
        self.place[unit] = CHART
        self.due[unit] = due
        self.cond[unit] = 0

    def hit(self, unit: int) -> bool:
        """One hit: the counter flips, or is eliminated; True when it is gone. [B2.1d] [B6.2.2a] [B6.2.2b]

        The cargo of a ship suffers with it. [B6.2.2d]
        """
        cargo = self.aboard(unit) if self.is_ship(unit) else []
        if self.t.unit_steps[unit] > 1 and not self.cond[unit] & FLIPPED:
            self.cond[unit] |= FLIPPED
            for load in cargo:
                self.hit(load)
            return False
        for load in cargo:
            self.take(load)
        self.take(unit)
        return True

    def spare(self, kind: int, place: int = POOL) -> int:
        """A counter of this type in a place off the map; NONE if there is none."""
        first = self.t.first_unit[kind]
        for unit in range(first, first + self.t.type_count[kind]):
            if self.place[unit] == place:
                return unit
        return NONE

    def here(self, space: int, mask: int) -> list[int]:
        """The units of a set of countries in a space, cargo not counted."""
        return [u for u in self.at[space] if self.carrier[u] < 0 and (mask >> self.serves[u]) & 1]

    def supplied(self, unit: int) -> bool:
        """Whether a unit was in supply at the last check. [A6.1h]"""
        return not self.cond[unit] & UNSUPPLIED

    # --- cards

    def hand(self, major: int) -> list[int]:
        """The cards a major holds."""
        at, owner = self.card_at, self.card_owner
        return [c for c in range(self.t.n_cards) if at[c] == IN_HAND and owner[c] == major]

    def in_effect(self, card: int) -> bool:
        """Whether a permanent card is in effect. [A7.4o]"""
        return card >= 0 and self.card_at[card] == IN_EFFECT
