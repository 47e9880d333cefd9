"""Whether a condition of a card or of a General's rule holds now. [2.2e] [7d]"""

from __future__ import annotations

from sandtable.games.other_side.components.constants import (
    DISPUTED,
    NEUTRAL,
    OCCUPIED,
    SATELLITE,
    SATELLITES,
    SOVIETS,
    VICHY,
    WEST,
)
from sandtable.games.other_side.components.effect_types import (
    ALL,
    ALWAYS,
    ANY,
    AREA_CONTROL,
    ARMY_IN_COMBAT,
    AXIS_DISK_IN,
    AXIS_ROLE,
    BASE_AXIS,
    BLACK_ORCHESTRA_MIN,
    BY_AXIS,
    COMBAT_AREA_IN,
    COMBAT_VS,
    COUNTRY_IS,
    FANATICISM_MAX,
    FRANCE_STATUS_IN,
    FRONT_IN,
    ITALY_STATUS_IN,
    LANDING_ON_MAP,
    NEVER,
    NOT,
    PARATROOPS_ON_TRACK,
    PROJECT_COMPLETED,
    RESOURCES_MAX,
    SEASON_IN,
    SECTOR_AXIS,
    SOVIET_DISK_IN,
    TERRAIN_IN,
    USA_AT_WAR,
    USSR_AT_WAR,
    WESTERN_DISK_IN,
    YEAR_MIN,
    Condition,
)
from sandtable.games.other_side.components.state import COMPLETED, NO_SEAT, Board


def holds(g: Board, c: Condition) -> bool:
    """Whether it holds; what speaks of a Combat never does outside one."""
    test = c.test
    if test == ALWAYS:
        return True
    if test == NEVER:
        return False
    if test == ALL:
        for part in c.parts:
            if not holds(g, part):
                return False
        return True
    if test == ANY:
        for part in c.parts:
            if holds(g, part):
                return True
        return False
    if test == NOT:
        return not holds(g, c.parts[0])
    if test >= AXIS_ROLE:
        return _in_combat(g, c)
    if test <= SOVIET_DISK_IN:
        return _on_map(g, c)
    return _on_tracks(g, c)


def _on_map(g: Board, c: Condition) -> bool:
    test = c.test
    if test == AREA_CONTROL:
        return g.controlled(c.a) if c.b == BY_AXIS else g.align[c.a] == c.b
    if test == COUNTRY_IS:
        return g.country[c.a] == c.b
    if test == USSR_AT_WAR:
        return g.at_war(SOVIETS) == (c.a == 1)
    if test == USA_AT_WAR:
        return g.at_war(WEST) == (c.a == 1)
    if test == SECTOR_AXIS:
        return g.axis_sector(c.a, c.b)
    if test == BASE_AXIS:
        return g.controlled(c.a)
    if test == AXIS_DISK_IN:
        return g.axis[c.a] > 0
    if test == WESTERN_DISK_IN:
        return g.ally_side[c.a] == WEST
    return g.ally_side[c.a] == SOVIETS


def _on_tracks(g: Board, c: Condition) -> bool:
    test = c.test
    if test == SEASON_IN:
        return c.a >> g.season() & 1 == 1
    if test == YEAR_MIN:
        return g.year >= c.a
    if test == ITALY_STATUS_IN:
        return c.a >> g.italy & 1 == 1
    if test == FRANCE_STATUS_IN:
        return c.a >> g.france & 1 == 1
    if test == FANATICISM_MAX:
        return g.fanaticism <= c.a
    if test == RESOURCES_MAX:
        return g.resources <= c.a
    if test == LANDING_ON_MAP:
        return (any(g.landing)) == (c.a == 1)
    if test == BLACK_ORCHESTRA_MIN:
        return g.t.n_orchestra - g.orchestra.count(NO_SEAT) >= c.a
    if test == PROJECT_COMPLETED:
        return g.project[c.a] == COMPLETED
    assert test == PARATROOPS_ON_TRACK
    return (g.paratroops > 0) == (c.a == 1)


def _in_combat(g: Board, c: Condition) -> bool:
    fight = g.fight
    if fight is None:
        return False
    test = c.test
    if test == AXIS_ROLE:
        return fight.role == c.a
    if test == COMBAT_VS:
        return fight.faction == c.a
    if test == TERRAIN_IN:
        if fight.area >= g.t.n_areas:
            return False
        return c.a >> g.t.terrain[fight.area][fight.sector] & 1 == 1
    if test == FRONT_IN:
        return c.a >> g.t.front[fight.area] & 1 == 1
    if test == COMBAT_AREA_IN:
        return c.a >> fight.area & 1 == 1
    assert test == ARMY_IN_COMBAT
    if c.a == SATELLITES:
        return fight.units & ~g.t.german != 0
    return fight.units & g.t.kind_mask[c.a] != 0


def country_state(g: Board, country: int) -> int:
    """What a country's state should be, from its Areas: for set-ups and invariants. [R46]"""
    t = g.t
    if country == t.france and g.france == VICHY:
        home = t.vichy
    else:
        home = t.home[country]
    states = [g.align[area] for area in range(t.n_areas) if home >> area & 1]
    for state in (SATELLITE, OCCUPIED):
        if state in states:
            return state
    settled = [state for state in states if state not in (NEUTRAL, DISPUTED)]
    return settled[0] if settled else NEUTRAL
