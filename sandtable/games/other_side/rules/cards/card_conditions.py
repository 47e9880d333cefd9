"""Conditions of cards and of Generals' rules. [2.2e] [7d]"""

from __future__ import annotations

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import effect_types as effects
from sandtable.games.other_side.components.effect_types import Condition
from sandtable.games.other_side.components.state import COMPLETED, NO_SEAT, Board


def holds(g: Board, condition: Condition) -> bool:
    """Return whether a condition holds; conditions on a Combat are false outside one."""
    test = condition.test
    if test == effects.ALWAYS:
        return True
    if test == effects.NEVER:
        return False
    if test == effects.ALL:
        for part in condition.parts:
            if not holds(g, part):
                return False
        return True
    if test == effects.ANY:
        for part in condition.parts:
            if holds(g, part):
                return True
        return False
    if test == effects.NOT:
        return not holds(g, condition.parts[0])
    if test >= effects.AXIS_ROLE:
        return _in_combat(g, condition)
    if test <= effects.SOVIET_DISK_IN:
        return _on_map(g, condition)
    return _on_tracks(g, condition)


def _on_map(g: Board, condition: Condition) -> bool:
    test = condition.test
    if test == effects.AREA_CONTROL:
        return (
            g.axis_controls(condition.a)
            if condition.b == effects.BY_AXIS
            else g.align[condition.a] == condition.b
        )
    if test == effects.COUNTRY_IS:
        return g.country[condition.a] == condition.b
    if test == effects.USSR_AT_WAR:
        return g.at_war(const.SOVIETS) == (condition.a == 1)
    if test == effects.USA_AT_WAR:
        return g.at_war(const.WEST) == (condition.a == 1)
    if test == effects.SECTOR_AXIS:
        return g.axis_sector(condition.a, condition.b)
    if test == effects.BASE_AXIS:
        return g.axis_controls(condition.a)
    if test == effects.AXIS_DISK_IN:
        return g.axis[condition.a] > 0
    if test == effects.WESTERN_DISK_IN:
        return g.ally_side[condition.a] == const.WEST
    return g.ally_side[condition.a] == const.SOVIETS


def _on_tracks(g: Board, condition: Condition) -> bool:
    test = condition.test
    if test == effects.SEASON_IN:
        return condition.a >> g.season() & 1 == 1
    if test == effects.YEAR_MIN:
        return g.year >= condition.a
    if test == effects.ITALY_STATUS_IN:
        return condition.a >> g.italy & 1 == 1
    if test == effects.FRANCE_STATUS_IN:
        return condition.a >> g.france & 1 == 1
    if test == effects.FANATICISM_MAX:
        return g.fanaticism <= condition.a
    if test == effects.RESOURCES_MAX:
        return g.resources <= condition.a
    if test == effects.LANDING_ON_MAP:
        return (any(g.landing)) == (condition.a == 1)
    if test == effects.BLACK_ORCHESTRA_MIN:
        return g.t.n_orchestra - g.orchestra.count(NO_SEAT) >= condition.a
    if test == effects.PROJECT_COMPLETED:
        return g.project[condition.a] == COMPLETED
    assert test == effects.PARATROOPS_ON_TRACK
    return (g.paratroops > 0) == (condition.a == 1)


def _in_combat(g: Board, condition: Condition) -> bool:
    fight = g.fight
    if fight is None:
        return False
    test = condition.test
    if test == effects.AXIS_ROLE:
        return fight.role == condition.a
    if test == effects.COMBAT_VS:
        return fight.faction == condition.a
    if test == effects.TERRAIN_IN:
        if fight.area >= g.t.n_areas:
            return False
        return condition.a >> g.t.terrain[fight.area][fight.sector] & 1 == 1
    if test == effects.FRONT_IN:
        return condition.a >> g.t.front[fight.area] & 1 == 1
    if test == effects.COMBAT_AREA_IN:
        return condition.a >> fight.area & 1 == 1
    assert test == effects.ARMY_IN_COMBAT
    if condition.a == const.SATELLITES:
        return fight.units & ~g.t.german != 0
    return fight.units & g.t.kind_mask[condition.a] != 0


def country_state(g: Board, country: int) -> int:
    """Return the state that a country's Areas call for; used by set-ups and invariants. [R46]"""
    t = g.t
    if country == t.france and g.france == const.VICHY:
        home = t.vichy
    else:
        home = t.home[country]
    states = [g.align[area] for area in range(t.n_areas) if home >> area & 1]
    for state in (const.SATELLITE, const.OCCUPIED):
        if state in states:
            return state
    settled = [state for state in states if state not in (const.NEUTRAL, const.DISPUTED)]
    return settled[0] if settled else const.NEUTRAL
