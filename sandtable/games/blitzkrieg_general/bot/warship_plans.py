"""Task forces and submarines: what they hunt, which production they cut off, which landings they cover."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.bot.land_plans import NEVER
from sandtable.games.blitzkrieg_general.bot.sea_routes import SeaRoutes, enemy_fire
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components.constants import CONVOY, NONE, SUBMARINE, TASK_FORCE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.naval import invasion, naval_movement


def interceptors(g: Board, zone: int, country: int) -> tuple[float, float]:
    """Return the hits that enemy task forces in reach of an invasion in a zone score and take."""
    war = g.war[country]
    fire = stand = 0.0
    for near in invasion.zones_around(g, zone, g.t.number["naval_reaction_zones"]):
        if g.forces[near] & war:
            for ship in g.at[near]:
                if g.t.unit_kind[ship] == TASK_FORCE and (war >> g.serves[ship]) & 1:
                    fire += unit_values.ship_fire(g, ship)
                    stand += unit_values.steps_left(g, ship)
    return fire, stand


def escorts(g: Board, zone: int, group: tuple[int, ...], moved: int) -> tuple[float, float]:
    """Return the hits that task forces of a group, or able to join it, score and take."""
    fire = stand = 0.0
    seat = g.owner(group[0])
    for ship in g.at[zone]:
        if g.t.unit_kind[ship] == TASK_FORCE and g.owner(ship) == seat:
            if ship in group or (moved == 0 and naval_movement.may_sail(g, ship)):
                fire += unit_values.ship_fire(g, ship)
                stand += unit_values.steps_left(g, ship)
    return fire, stand


def escort_plan(g: Board, mine: int, group: tuple[int, ...], moved: int, limit: int) -> tuple[float, int]:
    """Return the value of going where escorts are wanted, and the next zone on the way."""
    zone = g.place[group[0]]
    if count_unescorted(g, mine, zone, group) > 0:
        return 0.0, NONE
    routes = SeaRoutes(g, group[0], zone, limit - moved, 0.1)
    best, go = 0.0, NONE
    for there in routes.zones:
        if there == zone:
            continue
        score = min(3, count_unescorted(g, mine, there, group)) - 0.2 * routes.distance[there]
        if score > best:
            best, go = score, routes.first_zone(there)
    return 0.2 + 0.05 * best, go


def count_unescorted(g: Board, mine: int, zone: int, group: tuple[int, ...]) -> int:
    """Return how many convoys of this side in a zone have no task force beside them."""
    found = 0
    for ship in g.at[zone]:
        if (mine >> g.serves[ship]) & 1 and ship not in group:
            kind = g.t.unit_kind[ship]
            if kind == CONVOY:
                found += 1
            elif kind == TASK_FORCE:
                found -= 1
    return found


def hunting_plan(g: Board, group: tuple[int, ...], moved: int, limit: int, w: Weights) -> tuple[float, int]:
    """Return the value of enemy ships that task forces of a zone can beat, and the next zone (or NONE)."""
    t = g.t
    first = group[0]
    zone = g.place[first]
    war = g.war[g.serves[first]]
    fire = body = 0.0
    for ship in g.at[zone]:
        if t.unit_kind[ship] != TASK_FORCE or g.owner(ship) != g.owner(first):
            continue
        if ship in group or (moved == 0 and naval_movement.may_sail(g, ship)):
            fire += unit_values.ship_fire(g, ship)
            body += unit_values.steps_left(g, ship)
    routes = SeaRoutes(
        g, first, zone, min(limit - moved, naval_movement.single_range(g, first) - moved), fire
    )
    best, go = 0.0, NONE
    for there in routes.zones:
        if there == zone or not g.ships[there] & war:
            continue
        their_fire = their_body = prize = 0.0
        for ship in g.at[there]:
            if (war >> g.serves[ship]) & 1 and g.is_ship(ship):
                if t.unit_kind[ship] == SUBMARINE:
                    their_fire += unit_values.printed_fire(g, ship)
                    continue
                their_fire += unit_values.ship_fire(g, ship)
                their_body += unit_values.steps_left(g, ship)
                prize += unit_values.price(g, ship)
        if their_body <= 0.0:
            continue
        chance = unit_values.odds(fire, body, their_fire, their_body)
        if chance < w.hunt:
            continue
        score = 1.0 + chance * min(3.0, 0.15 * prize) - 0.1 * routes.distance[there]
        if score > best:
            best, go = score, routes.first_zone(there)
    return best, go


def submarine_plan(g: Board, mine: int, ship: int, moved: int, limit: int, w: Weights) -> tuple[float, int]:
    """Return the value of the production that a submarine can cut off, and the next zone."""
    if not g.advanced:
        return NEVER, NONE
    zone = g.place[ship]
    routes = SeaRoutes(g, ship, zone, limit - moved, 99.0)
    war = g.war[g.serves[ship]]
    here = coast_production(g, zone, war) - w.lurk_fear * enemy_fire(g, zone, war)
    best, go = max(0.0, here) + w.lurk, NONE
    for there in routes.zones:
        if there == zone:
            continue
        subs = 0
        for other in g.at[there]:
            if g.t.unit_kind[other] == SUBMARINE and (mine >> g.serves[other]) & 1:
                subs += 1
        spoils = coast_production(g, there, war) - subs
        if spoils <= 0.0:
            continue
        score = spoils - w.lurk_fear * enemy_fire(g, there, war)
        if score > best:
            best, go = score, routes.first_zone(there)
    return 0.5 + 0.1 * min(5.0, best), go


def coast_production(g: Board, zone: int, war: int) -> float:
    """Return the production of enemy colonies and British homes on the coast of a zone."""
    t = g.t
    found = 0.0
    for area in t.coast[zone]:
        if (war >> g.control[area]) & 1:
            home = t.area_home[area]
            if home == NONE or t.home_country[home] == t.be:
                found += economy.value(g, area)
    return found
