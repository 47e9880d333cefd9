"""What must hold in every position, checked by fuzzing after every choice."""

from __future__ import annotations

from sandtable.engine.game import ensure
from sandtable.games.blitzkrieg_general.state import Board
from sandtable.games.blitzkrieg_general.terms import (
    AIRCRAFT,
    ASIDE,
    CHART,
    CONVOY,
    DRAWN,
    FIRST_SHIP,
    FLIPPED,
    IN_DECK,
    LAST_LAND,
    NAVAL_HQ,
    NONE,
    OBSERVER,
    POOL,
    REMOVED,
    TASK_FORCE,
)


def check_board(g: Board) -> None:
    """Raise BrokenRules where an invariant does not hold."""
    _derived(g)
    _relations(g)
    _places(g)
    _cargo(g)
    _cards(g)
    _numbers(g)


def _derived(g: Board) -> None:
    """What is kept beside its source agrees with it."""
    other = g.copy()
    other.derive()
    ensure(g.at == other.at, "the stacks do not agree with the places of units")
    ensure(g.land == other.land and g.fighters == other.fighters, "land units are counted wrong")
    ensure(g.air == other.air, "aircraft are counted wrong")
    ensure(g.ships == other.ships and g.surface == other.surface, "ships are counted wrong")
    ensure(g.forces == other.forces, "task forces are counted wrong")
    ensure(g.friends == other.friends, "friends are not as wars and managers make them")
    ensure(g.axis == other.axis and g.allies == other.allies, "sides are not as managers make them")


def _relations(g: Board) -> None:
    """Wars are mutual, nobody fights himself or his own side, majors run themselves."""
    t = g.t
    for one in range(t.n_countries):
        ensure(not g.enemy(one, one), f"{t.country_name[one]} is at war with itself")
        for other in range(one):
            ensure(g.enemy(one, other) == g.enemy(other, one), "a war is one-sided")
            both = f"{t.country_name[one]} and {t.country_name[other]} are enemies and friends"
            ensure(not (g.enemy(one, other) and g.friend(one, other)), both)
        if one < t.n_majors:
            ensure(g.manager[one] == one, f"{t.country_name[one]} does not run itself")
        elif g.manager[one] != NONE:
            ensure(g.manager[one] < t.n_majors, "a minor is run by no major")


def _places(g: Board) -> None:
    """Land units and aircraft are on land or aboard, ships at sea; nobody is in an area he may not enter."""
    t = g.t
    for unit in range(t.n_units):
        place = g.place[unit]
        name = t.type_name[t.unit_type[unit]]
        if place < 0:
            ensure(place in (POOL, CHART, REMOVED, ASIDE), f"{name} is nowhere")
            ensure(g.carrier[unit] == NONE, f"{name} is aboard but off the map")
            ensure(place != POOL or not g.cond[unit], f"{name} in the pool is flipped or marked")
            ensure(place != CHART or g.due[unit] >= g.turn, f"{name} on the chart is overdue")
            continue
        kind = t.unit_kind[unit]
        if kind >= FIRST_SHIP:
            ensure(t.is_sea(place), f"{name} is a ship on land")
        elif kind == AIRCRAFT and t.is_sea(place):
            flying = g.carrier[unit] != NONE or g.battles or g.fight is not None or g.cond[unit] & OBSERVER
            ensure(bool(flying) or _moving(g), f"{name} has no base")
        elif kind <= LAST_LAND:
            ensure(not t.is_sea(place) or g.carrier[unit] != NONE, f"{name} swims")
        if not t.is_sea(place):
            ensure(not t.impassable_area[place], f"{name} is in {t.space_name[place]}")
        ensure(t.unit_steps[unit] > 1 or not g.cond[unit] & FLIPPED, f"{name} has no back")
        ensure(not g.fallen(g.serves[unit]) or g.serves[unit] >= t.n_majors, f"{name} is of a fallen power")


def _moving(g: Board) -> bool:
    """Whether a phase is under way in which aircraft may be in the air."""
    return any([type(step).__name__ == "Homecoming" for step in g.agenda]) or len(g.agenda) > 2


def _cargo(g: Board) -> None:
    """Carriers are where their cargo is, and carry no more than they can. [B6.1.3A1] to [B6.1.3A3] [A9.5]"""
    t = g.t
    loads: dict[int, list[int]] = {}
    for unit in range(t.n_units):
        ship = g.carrier[unit]
        if ship == NONE:
            continue
        name = t.type_name[t.unit_type[unit]]
        ensure(g.place[ship] == g.place[unit] and t.is_sea(g.place[ship]), f"{name} is not where its ship is")
        kinds = (CONVOY, TASK_FORCE)
        ensure(t.unit_kind[ship] in kinds, f"{name} is aboard no convoy")
        ensure(t.unit_kind[ship] == CONVOY or t.unit_kind[unit] == NAVAL_HQ, f"{name} is aboard a task force")
        loads.setdefault(ship, []).append(unit)
    for ship, cargo in loads.items():
        ensure(len(cargo) <= 2, f"{t.type_name[t.unit_type[ship]]} carries too much")


def _cards(g: Board) -> None:
    """Every card is in one place."""
    ensure(len(set(g.deck)) == len(g.deck), "a card is twice in the deck")
    for card in range(g.t.n_cards):
        ensure((g.card_at[card] == IN_DECK) == (card in g.deck), f"{g.t.cards[card].title} is in two places")
    ensure(not any([where > DRAWN for where in g.card_at]), "a card is nowhere")


def _numbers(g: Board) -> None:
    """Nothing is below zero or above its track."""
    t = g.t
    for major in range(t.n_majors):
        ensure(g.points[major] >= 0 and g.saved[major] >= 0, f"{t.country_name[major]} owes Build Points")
        ensure(g.numbers[major] <= t.number["research_max"], "there are too many research numbers")
        ensure(g.rail[major] <= t.number["rail_max"], "the rail capacity is beyond its track")
    ensure(g.us_level >= 0, "the level of the USA is below zero")
    start = t.scenarios[g.scenario]
    ensure(g.turn <= 4 * start.end_year + start.end_quarter - 1, "the war is over")
