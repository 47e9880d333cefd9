"""The search roll at sea, what each unit can find, and aircraft that come to help. [A6.4.3E]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.base_steps import PhaseStep
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import air_range, reached

# Columns of the search table, in its order. [A6.4.3E3]
BY_CARRIERS: Final = 0  # by task forces and aircraft, for ships
BY_CONVOYS: Final = 1  # for ships
FOR_SUBS: Final = 2  # by all but submarines
BY_SUBS: Final = 3  # for ships

# --- the number to roll


def search_column(g: Board, unit: int, only_subs: bool) -> int:
    """Return the searcher's column of the table; NONE: it cannot find them. [A6.4.3E3]"""
    kind = g.t.unit_kind[unit]
    if only_subs:  # submarines never find each other
        return const.NONE if kind == const.SUBMARINE else FOR_SUBS
    if kind == const.SUBMARINE:
        return BY_SUBS
    return BY_CONVOYS if kind == const.CONVOY else BY_CARRIERS


def search_number(g: Board, zone: int, searchers: list[int], sought: list[int]) -> int:
    """Return the highest roll with which a group finds another; 0: never. [A6.4.3E] [A6.4.3E4] [R15]"""
    t = g.t
    only_subs = len(sought) > 0
    for unit in sought:
        if t.unit_kind[unit] != const.SUBMARINE:
            only_subs = False
            break
    if not sought:
        return 0
    row = t.search_bad if g.bad(zone) else t.search_good  # [R65]
    best = 0
    for unit in searchers:
        at = search_column(g, unit, only_subs)
        if at == const.NONE:
            continue
        found = row[at]
        nation = t.unit_nation[unit]
        # What a nation has found out helps its own units. [A7.5.5] [A7.5.6] [A7.5.7] [A7.5e] [R70]
        if nation < t.n_majors and g.has(nation, t.search_achievement[at]):
            found += t.number["search_bonus"]
        best = max(best, found)
    return best


def is_limited(g: Board, zone: int, side: int) -> bool:
    """Check whether ships at double range keep all of their side in a zone from searching and landing.

    [A6.4.3F4] [A6.4.3F5] [A6.4.3F8]
    """
    mask = g.mask(side)
    if not g.ships[zone] & mask:
        return False
    for unit in g.at[zone]:
        if g.cond[unit] & const.RUSHED and (mask >> g.serves[unit]) & 1:
            return True
    return False


def lookouts(g: Board, zone: int, mask: int) -> list[int]:
    """Return the ships of a set of countries in a zone, and their observer. [A9.1a]"""
    found: list[int] = []
    for unit in g.at[zone]:
        if (mask >> g.serves[unit]) & 1 and g.carrier[unit] < 0:
            if g.t.unit_kind[unit] >= const.FIRST_SHIP or g.cond[unit] & const.OBSERVER:
                found.append(unit)
    return found


def roll(g: Board, zone: int, side: int, searchers: list[int], need: int, only_help: bool) -> bool:
    """Make one search roll of a side in a zone; return True if it succeeds. [A6.4.3E]"""
    given = card_modifiers.search_result(g, zone, side)  # [CARD.naval_surprise]
    if given != const.NONE:
        if g.log is not None:
            outcome = "succeeds" if given else "fails"
            text = (
                f"By Naval Surprise the search of the {words.side(side)} in {words.space(g, zone)} {outcome}."
            )
            g.log.add(text, "CARD.naval_surprise", (g.ids.space + zone,))
        return given == 1
    one, two = g.rng.roll(6), g.rng.roll(6)
    g.revealed += 1
    success = one + two <= need
    if g.log is not None:
        outcome = "found" if success else "not found"
        if only_help:
            outcome = "aircraft may help" if success else "no aircraft help"
        who = words.units(g, searchers)
        verb = "rolls" if len(searchers) == 1 else "roll"
        text = f"{who} in {words.space(g, zone)} {verb} {one} and {two} against {need}: {outcome}."
        g.log.add(text, "A6.4.3E2" if only_help else "A6.4.3E", (g.ids.space + zone,))
    return success


def choosing_seat(g: Board, side: int, units: list[int]) -> int:
    """Return the seat that decides for a group of a side: its owner, or the leader of the side."""
    seat = g.owner(units[0])
    for unit in units:
        if g.owner(unit) != seat:
            return g.boss(side)
    return seat


# --- help of aircraft


def helpers(g: Board, zone: int, side: int, seat: int = const.NONE) -> list[int]:
    """Return the aircraft of a side (of one seat) that can help at sea, one of each kind. [A6.4.3E1]"""
    t = g.t
    mask = g.mask(side)
    foes = (g.ships[zone] | g.air[zone]) & ~mask
    found: list[int] = []
    most = t.kind_range[const.AIRCRAFT] + t.long_range_bonus
    for space in spaces_within(g, zone, most):
        if space >= t.n_areas or not g.air[space] & mask:
            continue
        for unit in g.at[space]:
            if t.unit_kind[unit] == const.AIRCRAFT and (seat == const.NONE or g.owner(unit) == seat):
                if g.war[g.serves[unit]] & foes and may_help(g, unit, zone):
                    found.append(unit)
    return distinct(g, found)


def may_help(g: Board, unit: int, zone: int) -> bool:
    """Check whether an aircraft is free to fly to a zone and near enough. [A6.4.3E1]"""
    used = const.FLYING | const.FLOWN | const.PINNED | const.LANDED | const.OBSERVER
    if g.side_of_unit(unit) == g.side:
        used |= const.MOVED
    if g.cond[unit] & used:
        return False
    if const.EXPLOIT <= g.phase <= const.EXPLOIT_COMBAT and not entry_limits.same_weather(
        g, g.place[unit], zone
    ):  # [A5.4e]
        return False
    return zone in reached(g, g.serves[unit], g.place[unit], air_range(g, unit))


def spaces_within(g: Board, zone: int, most: int) -> list[int]:
    """Return the spaces an aircraft could come from, regardless of their owner."""
    seen = [0] * g.t.n_spaces
    seen[zone] = 1
    found: list[int] = []
    edge = [zone]
    if g.t.twin[zone] >= 0:
        seen[g.t.twin[zone]] = 1
        found.append(g.t.twin[zone])
    for _step in range(most):
        further: list[int] = []
        for space in edge:
            for other in g.t.air_near[space]:
                if not seen[other]:
                    seen[other] = 1
                    found.append(other)
                    further.append(other)
        edge = further
    return found


def help_from_the_air(g: Board, zone: int, side: int) -> None:
    """Let a side that has found the enemy bring aircraft. [A6.4.3E1]"""
    if helpers(g, zone, side):
        g.push(AirHelp(zone, side))


class AirHelp(PhaseStep):
    """Aircraft in range come to a fight at sea, one seat after the other. [A6.4.3E1] [R82]"""

    def __init__(self, zone: int, of: int, at: int = 0) -> None:
        super().__init__(at)
        self.zone = zone
        self.of = of

    def again(self, at: int) -> PhaseStep:
        return AirHelp(self.zone, self.of, at)

    def side(self, g: Board) -> int:
        return self.of

    def offers(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in helpers(g, self.zone, self.of, seat)]

    def take(self, g: Board, seat: int, choice: int) -> None:
        unit = choice - g.ids.unit
        if g.log is not None:
            text = f"{words.unit(g, unit)} from {words.space(g, g.place[unit])} joins the fight in "
            refs = (choice, g.ids.space + self.zone)
            g.log.add(f"{text}{words.space(g, self.zone)}.", "A6.4.3E1", refs)
        g.move(unit, self.zone)
        g.mark(unit, const.FLYING | const.FLOWN | (const.MOVED if self.of == g.side else const.REACTED))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(
            f"Which aircraft help in {words.space(g, self.zone)}? Click Done when no more join.", "A6.4.3E1"
        )

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.t.unit_kind[unit] != const.AIRCRAFT or g.place[unit] < 0:
            return Refusal("Click an aircraft in range, or Done.", "A6.4.3E1")
        name = words.unit(g, unit)
        if g.owner(unit) != seat:
            return Refusal(f"{name} is not yours.", "B1.0a")
        if g.cond[unit] & (
            const.FLYING | const.FLOWN | const.MOVED | const.LANDED | const.PINNED | const.OBSERVER
        ):
            return Refusal(f"{name} has already been used, or is pinned where it is.", "A10.1")
        return Refusal(f"{name} is out of range, or not at war with those ships.", "A6.4.3E1")
