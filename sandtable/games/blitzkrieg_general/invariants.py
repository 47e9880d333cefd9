"""Invariants of every position, checked by fuzzing after every choice."""

from __future__ import annotations

from typing import Final

from sandtable.engine.checks.invariants import check_derived
from sandtable.engine.errors import BrokenRules
from sandtable.engine.game import ensure
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import FlyAllHome

# Derived fields, and what is wrong if `derive` makes others.
DERIVED: Final = {
    "at": "the stacks do not agree with the places of units",
    "land": "land units are counted wrong",
    "fighters": "land units are counted wrong",
    "air": "aircraft are counted wrong",
    "ships": "ships are counted wrong",
    "surface": "ships are counted wrong",
    "forces": "task forces are counted wrong",
    "friends": "the sets of friends do not follow from wars and managers",
    "runs": "the countries that majors run do not follow from managers",
    "axis": "the sides do not follow from managers",
    "allies": "the sides do not follow from managers",
}


def check_board(g: Board) -> None:
    """Raise BrokenRules where an invariant does not hold."""
    check_derived(g, DERIVED)
    _relations(g)
    _places(g)
    _cargo(g)
    _cards(g)
    _numbers(g)


def _relations(g: Board) -> None:
    """Check that wars are mutual and not between friends, and that majors run themselves."""
    t = g.t
    for one in range(t.n_countries):
        war = g.war[one]
        if war:
            if war & g.friends[one]:
                raise BrokenRules(f"{t.country_name[one]} is at war with a friend, or itself")
            for other in range(t.n_countries):
                if (war >> other) & 1 and not (g.war[other] >> one) & 1:
                    raise BrokenRules(f"The war of {t.country_name[one]} is one-sided")
        if one < t.n_majors:
            ensure(g.manager[one] == one, "a major does not run itself")


def _places(g: Board) -> None:
    """Check that land units and aircraft are on land or aboard, and ships at sea."""
    for unit in range(g.t.n_units):
        fault = _off_map(g, unit) if g.place[unit] < 0 else _on_map(g, unit)
        if fault:
            raise BrokenRules(f"{g.t.type_name[g.t.unit_type[unit]]} {fault}")


def _off_map(g: Board, unit: int) -> str:
    """Return what is wrong with a counter off the map, or an empty text."""
    place = g.place[unit]
    if place < const.ASIDE:
        return "has no place"
    if g.carrier[unit] != const.NONE:
        return "is aboard but off the map"
    if place == const.POOL and g.cond[unit]:
        return "in the pool is flipped or marked"
    return "on the chart is overdue" if place == const.CHART and g.due[unit] < g.turn else ""


def _on_map(g: Board, unit: int) -> str:
    """Return what is wrong with a counter on the map, or an empty text."""
    t = g.t
    place = g.place[unit]
    kind = t.unit_kind[unit]
    if t.is_sea(place):
        if kind <= const.LAST_LAND and g.carrier[unit] == const.NONE:
            return "is at sea without a ship"
        if kind == const.AIRCRAFT and g.carrier[unit] == const.NONE and not _in_the_air(g, unit):
            return "has no base"
    elif kind >= const.FIRST_SHIP:
        return "is a ship on land"
    elif t.impassable_area[place]:
        return f"is in {t.space_name[place]}"
    if g.cond[unit] & const.FLIPPED and t.unit_steps[unit] < 2:
        return "is flipped but has one step"
    serves = g.serves[unit]
    return "is of a fallen power" if serves < t.n_majors and g.fallen(serves) else ""


def _in_the_air(g: Board, unit: int) -> bool:
    """Check whether an aircraft may be over a sea zone now."""
    if g.battles or g.fight is not None or g.cond[unit] & const.OBSERVER:
        return True
    return len(g.agenda) > 2 or any([isinstance(step, FlyAllHome) for step in g.agenda])


def _cargo(g: Board) -> None:
    """Check that ships are where their cargo is, and do not carry too much."""
    t = g.t
    loads: dict[int, list[int]] = {}
    for unit in range(t.n_units):
        ship = g.carrier[unit]
        if ship == const.NONE:
            continue
        name = t.type_name[t.unit_type[unit]]
        ensure(g.place[ship] == g.place[unit] and t.is_sea(g.place[ship]), f"{name} is not where its ship is")
        kinds = (const.CONVOY, const.TASK_FORCE)
        ensure(t.unit_kind[ship] in kinds, f"{name} is aboard no convoy")
        ensure(
            t.unit_kind[ship] == const.CONVOY or t.unit_kind[unit] == const.NAVAL_HQ,
            f"{name} is aboard a task force",
        )
        loads.setdefault(ship, []).append(unit)
    for ship, cargo in loads.items():
        ensure(len(cargo) <= 2, f"{t.type_name[t.unit_type[ship]]} carries too much")


def _cards(g: Board) -> None:
    """Check that every card is in one place."""
    deck = set(g.deck)
    ensure(len(deck) == len(g.deck), "a card is twice in the deck")
    for card in range(g.t.n_cards):
        if (g.card_at[card] == const.IN_DECK) != (card in deck):
            raise BrokenRules(f"{g.t.cards[card].title} is in two places")
    ensure(not any([where > const.DRAWN for where in g.card_at]), "a card has no place")


def _numbers(g: Board) -> None:
    """Check that no number is below zero or above its track."""
    t = g.t
    ensure(min(g.points) >= 0 and min(g.saved) >= 0, "a power owes Build Points")
    ensure(max(g.numbers) <= t.number["research_max"], "there are too many research numbers")
    ensure(max(g.rail) <= t.number["rail_max"], "the rail capacity is beyond its track")
    ensure(g.us_level >= 0, "the level of the USA is below zero")
    start = t.scenarios[g.scenario]
    ensure(g.turn <= 4 * start.end_year + start.end_quarter - 1, "the war is over")
