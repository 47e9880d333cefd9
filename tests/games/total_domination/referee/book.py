"""A position in the words of the rulebook: who stands where, control, supply, cards and points."""

from typing import Any

from tests.games.total_domination.atlas import AREA, CARD, HOME, NEAR, PLAYERS, SCENARIO, TECH
from tests.games.total_domination.referee.components import (
    ADDITIONAL,
    AREAS,
    AXIS,
    CARDS,
    COLOURS,
    COUNTERS,
    LIMIT,
    MATE,
    MODES,
    NATIONS,
    PLACES,
    ROUNDS,
    SOLO,
    SOLO_PLACES,
    STANDS,
    TYPES,
    colour,
    event,
)


def powers(mask: int) -> set[str]:
    """The powers of a set."""
    return {power for n, power in enumerate(PLAYERS) if mask >> n & 1}


class Position:
    """What lies on the table. `me` is the power whose turn it is."""

    def __init__(self, raw: dict[str, Any], scenario: str) -> None:
        self.scenario = SCENARIO[scenario]
        self.own_stars: dict[str, int] = {row.area: row.stars for row in getattr(self.scenario, "stars", ())}
        self.mode = MODES[raw["mode"]]
        self.common = self.mode.hands == "per_faction"
        self.arctic: bool = raw["arctic"]
        # Air Fleets, U-boats, Resistance [13.0.8]
        self.special: bool = raw["advanced"] and not self.scenario.solo
        self.round: int = raw["round"]
        self.me = PLAYERS[raw["power"]]
        self.passed, self.developed, self.leased, self.launched, self.radar_used = [
            powers(raw[name]) for name in ("passed", "developed", "leased", "launched", "radar_used")
        ]
        self.solo_vp: int = raw["solo_vp"]
        self.damage = {a for n, a in enumerate(AREAS) if raw["damage"] >> n & 1}
        self.lord: dict[str, str] = {nation: NATIONS[raw["lord"][n]] for n, nation in enumerate(NATIONS)}
        self.track: dict[str, int] = {n: raw["track"][NATIONS.index(n)] for n in ADDITIONAL}
        self.place: list[str] = [AREAS[p] if p >= 0 else "" for p in raw["place"]]
        self.used = {n for n, used in enumerate(raw["used"]) if used}
        self.cards: dict[str, str] = {card: PLACES[raw["cards"][n]] for n, card in enumerate(CARDS)}
        self.picks: dict[str, int] = dict(zip(PLAYERS, raw["picks"], strict=True))
        self.solo: dict[str, str] = {card: SOLO_PLACES[raw["solo"][n]] for n, card in enumerate(SOLO)}
        self.forget()

    def copy(self) -> "Position":
        """The same position, to be changed."""
        new = Position.__new__(Position)
        for name, value in vars(self).items():
            setattr(new, name, value.copy() if isinstance(value, dict | set | list) else value)
        new.forget()
        return new

    def forget(self) -> None:
        """Something has changed: look at the board again."""
        self.found_stack: dict[str, list[int]] = {}
        self.found_holder: dict[str, str] = {}
        self.lands: dict[str, dict[str, set[str]]] = {}

    @property
    def stack(self) -> dict[str, list[int]]:
        """The counters in each area."""
        if not self.found_stack:
            self.found_stack = {a: [] for a in AREAS}
            for unit, area in enumerate(self.place):
                if area:
                    self.found_stack[area].append(unit)
        return self.found_stack

    @property
    def holder(self) -> dict[str, str]:
        """Return who controls each area in play; "": nobody."""
        if not self.found_holder:
            self.found_holder = {a: self.controller(a) for a in AREAS if self.in_play(a)}
        return self.found_holder

    @property
    def year(self) -> int:
        """The year."""
        return ROUNDS[self.round].year

    # --- who is where

    def in_play(self, area: str) -> bool:
        """[2.0.1a]"""
        return self.arctic or not AREA[area].arctic

    def near(self, area: str) -> list[str]:
        """Areas joined by a link of any kind. [3.5d]"""
        return [a for a in sorted(NEAR[area]) if self.in_play(a)]

    def type(self, unit: int) -> str:
        """Army, fleet, Air Fleet, U-boat or Resistance."""
        return TYPES[unit]

    def player(self, unit: int) -> str:
        """Whose a counter is, on the board or not; Resistance is the Allies'. [3.2a] [9.0b]"""
        return "allies" if TYPES[unit] == "resistance" else self.lord[COLOURS[unit]]

    def all_of(self, player: str) -> list[int]:
        """A player's counters on the board."""
        return [u for u, area in enumerate(self.place) if area and self.player(u) == player]

    def of_type(self, area: str, *types: str) -> list[int]:
        """The counters of some types in an area."""
        return [u for u in self.stack[area] if TYPES[u] in types]

    def soldiers(self, area: str) -> list[int]:
        """Armies and fleets."""
        return self.of_type(area, "army", "fleet")

    def crowd(self, area: str) -> list[int]:
        """What counts for stacking and keeps others out. [3.7e]"""
        return self.of_type(area, *STANDS)

    def room(self, area: str) -> bool:
        """[3.7b]"""
        return len(self.crowd(area)) < LIMIT[AREA[area].stars]

    def supply_of(self, kind: str) -> list[int]:
        """The counters of a kind that are not on the board. [3.6a]"""
        return [u for u, name in enumerate(COUNTERS) if name == kind and not self.place[u]]

    # --- control

    def home_of(self, player: str) -> set[str]:
        """Home areas of a player: its power's, its partners', its joined power's. [9.0b]"""
        found: set[str] = set()
        for nation, lord in self.lord.items():
            if lord == player and nation != "neutral":
                found |= HOME[nation]
        return found

    def controller(self, area: str) -> str:
        """[3.8.1a] [3.8.1b] [3.8.1c] [3.8.1d] [3.8.2a] [3.8.2b] [3.8.3]"""
        home = AREA[area].home
        there = self.soldiers(area)
        if home == "neutral":
            who = self.player(there[0]) if there else ""
            return who if who in PLAYERS else ""
        owner = self.lord[home]
        enemies = [u for u in there if self.player(u) != owner]
        if not enemies:
            return owner
        if AREA[area].capital and len(enemies) == 1:
            return ""
        return self.player(enemies[0])

    # --- supply

    def land_of(self, player: str) -> dict[str, set[str]]:
        """For each area of a player: all that hangs together with it over areas of its own. [3.9a]"""
        if player not in self.lands:
            found: dict[str, set[str]] = {}
            for area in self.holder:
                if self.holder[area] == player and area not in found:
                    piece, todo = {area}, [area]
                    while todo:
                        for there in self.near(todo.pop()):
                            if self.holder[there] == player and there not in piece:
                                piece.add(there)
                                todo.append(there)
                    for one in piece:
                        found[one] = piece
            self.lands[player] = found
        return self.lands[player]

    def base(self, area: str, player: str) -> set[str]:
        """The areas in supply over which a unit in an area moves; none if it is out of supply. [3.9c] [R9]"""
        land = self.land_of(player)
        starts = [area] if area in land else [a for a in self.near(area) if a in land]
        home = self.home_of(player)
        found: set[str] = set()
        for start in starts:
            if land[start] & home:
                found |= land[start]
        return found

    def in_supply(self, unit: int) -> bool:
        """[3.9a] [3.9d]"""
        if self.type(unit) in ("u_boot", "resistance"):
            return True
        return bool(self.base(self.place[unit], self.player(unit)))

    # --- cards

    def hand_of(self, power: str) -> str:
        """The power under whose name the hand lies from which a power plays. [10.1a]"""
        if not self.common:
            return power
        return next(seat[0] for seat in (("germany", "japan"), ("uk", "ussr")) if power in seat)

    def sharers(self, power: str) -> list[str]:
        """The powers that play from one hand with this one."""
        return [p for p in PLAYERS if self.hand_of(p) == self.hand_of(power)]

    def human(self, power: str) -> bool:
        """Whether a player plays a power, and not the solo system."""
        return any(power in seat for seat in self.mode.seats)

    def at(self, place: str) -> list[str]:
        """The cards in one place."""
        return [card for card, where in self.cards.items() if where == place]

    def hand(self, power: str) -> list[str]:
        """The cards from which a power plays."""
        return self.at(f"hand:{self.hand_of(power)}")

    def techs(self, power: str) -> set[str]:
        """The technologies in effect. [8.0e]"""
        return {CARD[card].technology for card in self.at(f"active:{power}")}

    def owns(self, power: str, card: str) -> bool:
        """Whether a card shows the colour of a power, or of one that has joined it. [7.0a] [7.0b]"""
        return self.lord[colour(card)] == power

    def tactics(self, power: str) -> int:
        """[7.1.Aa] [7.1.Ab] [7.1.Ac]"""
        return sum([1 if event(c) == "plus_one" else -1 for c in self.at(f"before:{power}")])

    def value(self, power: str, card: str) -> int:
        """What a card brings in points: an own event of 5, 6 or 7 first, then +1 and -1. [7.1.B]"""
        row = CARD[card]
        points = row.ops
        if event(card) == "value" and self.owns(power, card) and self.scenario.events:  # [12.1a]
            points = row.event.ops  # type: ignore[union-attr]
        return max(0, points + self.tactics(power))

    # --- points

    def worth(self, area: str) -> int:
        """What an area brings to the power that controls it. [5.1b] [7.2.Db] [11.2b] [R74]"""
        stars = self.own_stars.get(area, AREA[area].stars)
        if self.holder[area] in AXIS:
            return max(0, stars - len(self.of_type(area, "resistance")))
        return 0 if self.of_type(area, "u_boot") else stars

    def points(self, power: str) -> int:
        """[5.1a]"""
        found = sum([self.worth(area) for area in self.holder if self.holder[area] == power])
        for card in self.at(f"influence:{power}"):
            found += CARD[card].event.vp  # type: ignore[union-attr] # [5.1c]
        colours = {TECH[tech].colour for tech in self.techs(power)}
        if colours and not self.scenario.solo:  # [13.0.6]
            found += len(colours) - 1  # [8.2]
        return found

    def total(self, faction: tuple[str, ...]) -> int:
        """The points of a faction. [3.5g] [13.0.11]"""
        return sum([self.points(power) for power in faction]) + (self.solo_vp if faction == AXIS else 0)

    # --- who is whose enemy

    def enemies(self, unit: int, who: str) -> bool:
        """Whether a counter is an enemy that a player may attack. [3.2b] [R12] [12.1c]"""
        whose = self.player(unit)
        if whose == "allies":
            return who in AXIS
        if whose in ADDITIONAL:
            return who in AXIS and whose not in self.scenario.closed
        return whose == "neutral" or (whose in AXIS) != (who in AXIS)

    def barred(self, area: str, who: str) -> bool:
        """Whether a player may never enter an area as things are. [3.8.4] [6.2e] [12.1c] [R12]"""
        home = AREA[area].home
        if home == "neutral":
            return False
        if home in self.scenario.closed or self.lord[home] == MATE[who]:
            return True
        return home in ADDITIONAL and self.lord[home] == home and who not in AXIS

    # --- the course of a year

    def order(self) -> list[str]:
        """The powers clockwise from the one that begins. [4.0b]"""
        first = PLAYERS.index(ROUNDS[self.round].first_power)
        return [PLAYERS[(first + n) % 4] for n in range(4)]

    def hands(self) -> list[str]:
        """The hands in player order, each by the power it lies with. [4.1.Ba]"""
        found: list[str] = []
        for power in self.order():
            if self.human(power) and self.hand_of(power) not in found:
                found.append(self.hand_of(power))
        return found

    def last_year(self) -> bool:
        """[5.2] [12.1b] [12.2a]"""
        return self.year == self.scenario.last_round
