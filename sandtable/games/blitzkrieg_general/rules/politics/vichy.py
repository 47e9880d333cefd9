"""The Vichy state: the rest of France after its surrender. [CV1] [CV2] [CV3] [CV6] [CV7] [CV9]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import CHART, HQ, NONE, POOL, REMOVED
from sandtable.games.blitzkrieg_general.components.effect_types import DO_VICHY, Effect
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement.relocation import ashore, evict
from sandtable.games.blitzkrieg_general.rules.politics import conquest, wars


def install(g: Board, player: int) -> None:
    """Set up Vichy: France surrenders by its card. [CV1] [CV4] [CV9] [TT17AD] [R76]"""
    t = g.t
    for card in t.cards_with(DO_VICHY):
        effect = t.cards[card].effect
        if g.log is not None:
            text = f"{words.country(g, effect.nation)} surrenders; a government in Vichy is set up."
            g.log.add(text, "CV1", (g.ids.country + player, g.ids.country + effect.nation))
        _install(g, effect)


def _install(g: Board, effect: Effect) -> None:
    t = g.t
    nation = effect.nation
    g.vichy = 1
    g.conquered |= 1 << nation
    for home in t.homes_of[nation]:
        g.homes_conquered |= 1 << home
    units = _retire(g, nation)
    for area in t.vichy_occupied:  # also where it is still French
        _give(g, area, effect.heir)
    left = [effect.area]
    for area in range(t.n_areas):
        if g.control[area] == nation and area != effect.area:
            left.append(area)
    for area in left:  # neutral, without production [CV2] [CV6]
        _give(g, area, t.vichy)
    if g.log is not None:
        text = f"{words.country(g, effect.heir)} controls {words.spaces(g, t.vichy_occupied)}; "
        text += f"{words.spaces(g, left)} {'is' if len(left) == 1 else 'are'} neutral under Vichy."
        g.log.add(text, "CV2", tuple([g.ids.space + a for a in [*t.vichy_occupied, *left]]))
    conquest.lose_power(g, nation)
    conquest.fortress_falls(g)  # [A8.6]
    wars.pacific(g, "CV9")  # [TT15]
    wars.update_wars(g, g.war[:])
    evict(g, [*t.vichy_occupied, *left])  # [R86]
    garrison(g, units, left, effect)


def _give(g: Board, area: int, country: int) -> None:
    if g.control[area] != country:
        g.set_control(area, country)


def _retire(g: Board, nation: int) -> list[int]:
    """Remove all units of the nation; those that others may build go to the pool. [CV1]"""
    t = g.t
    gone: list[int] = []
    leaving = list(t.units_of[nation])
    for unit in leaving:
        if g.place[unit] >= 0:
            ashore(g, unit, leaving)
        elif g.place[unit] != CHART:
            continue
        gone.append(unit)
    for unit in gone:
        g.take(unit, POOL if t.unit_mark[unit] == t.mark_free else REMOVED)
    if g.log is not None and gone:
        g.log.add(f"{words.units(g, gone)} leave the game.", "CV1", tuple([g.ids.unit + u for u in gone]))
    return gone


def garrison(g: Board, units: list[int], areas: list[int], effect: Effect) -> None:
    """Put one unit drawn at random, flipped, into each area of Vichy; others come later. [CV2] [CV3]"""
    t = g.t
    plain = [u for u in units if t.unit_kind[u] < HQ and not t.unit_mark[u]]
    marked = [u for u in units if t.unit_mark[u] == effect.mark]
    for area in areas:
        pool = plain or [u for u in marked if t.unit_kind[u] < HQ and g.place[u] == REMOVED]
        if not pool:
            break
        unit = pool[0]
        if len(pool) > 1:
            unit = pool[g.rng.below(len(pool))]
            g.revealed += 1
        if unit in plain:
            plain.remove(unit)
        _serve(g, unit)
        if t.unit_steps[unit] > 1:
            g.flip(unit)
        g.put(unit, area)
        if g.log is not None:
            text = f"{words.unit(g, unit)} is drawn to hold {words.space(g, area)} for Vichy."
            g.log.add(text, "CV2", (g.ids.unit + unit, g.ids.space + area))
    due = g.turn + effect.turns
    later = [u for u in marked if g.place[u] == REMOVED]
    for unit in later:
        _serve(g, unit)
        g.chart(unit, due)
    if g.log is not None and later:
        text = f"{words.units(g, later)} will join Vichy in {words.turn(due)}."
        g.log.add(text, "CV3", tuple([g.ids.unit + u for u in later]))


def _serve(g: Board, unit: int) -> None:
    g.serves = changed(g.serves, unit, g.t.vichy)


def vichy_manager(g: Board) -> int:
    """Return the major that runs the units of Vichy: its manager, else the first keeper. [CV3]"""
    t = g.t
    if g.manager[t.vichy] != NONE:
        return g.manager[t.vichy]
    for card in t.cards_with(DO_VICHY):
        for major in t.cards[card].effect.keepers:
            if not g.fallen(major):
                return major
    return t.italy


def areas(g: Board) -> list[int]:
    """Return the areas that Vichy holds. [CV2]"""
    return [a for a in range(g.t.n_areas) if g.control[a] == g.t.vichy]


def regain(g: Board) -> None:
    """Return colonies and forces to a freed France that has got the area Vichy back. [CV7]"""
    t = g.t
    for unit in range(t.n_units):
        if g.serves[unit] == t.vichy:
            g.serves = changed(g.serves, unit, t.france)
            if g.place[unit] >= 0:
                g.recount(g.place[unit])
    back = [a for a in areas(g) if t.area_country[a] == t.france]
    for area in back:
        g.set_control(area, t.france)
    if g.log is not None and back:
        text = f"{words.country(g, t.france)} controls {words.spaces(g, back)} again."
        g.log.add(text, "CV7", tuple([g.ids.space + a for a in back]))
