"""Task forces and submarines: whom they hunt, whose production they cut off, which landings they cover."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.bot.land_plans import NEVER
from sandtable.games.blitzkrieg_general.bot.sea_routes import Course, menace
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components.constants import CONVOY, NONE, SUBMARINE, TASK_FORCE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.naval import invasion, naval_movement


def interceptors(g: Board, zone: int, country: int) -> tuple[float, float]:
    """The hits that enemy task forces score and take which could come to an invasion in a zone."""
    war = g.war[country]
    fire = stand = 0.0
    for near in invasion.around(g, zone, g.t.number["naval_reaction_zones"]):
        if g.forces[near] & war:
            for ship in g.at[near]:
                if g.t.unit_kind[ship] == TASK_FORCE and (war >> g.serves[ship]) & 1:
                    fire += unit_values.broadside(g, ship)
                    stand += unit_values.body(g, ship)
    return fire, stand


def escorts(g: Board, zone: int, group: tuple[int, ...], moved: int) -> tuple[float, float]:
    """The hits that task forces of a group score and take, those included that could still join it."""
    fire = stand = 0.0
    seat = g.owner(group[0])
    for ship in g.at[zone]:
        if g.t.unit_kind[ship] == TASK_FORCE and g.owner(ship) == seat:
            if ship in group or (moved == 0 and naval_movement.may_sail(g, ship)):
                fire += unit_values.broadside(g, ship)
                stand += unit_values.body(g, ship)
    return fire, stand


def muster(g: Board, mine: int, group: tuple[int, ...], moved: int, limit: int) -> tuple[float, int]:
    """Where task forces are wanted as escorts: what that is worth, and the next zone."""
    zone = g.place[group[0]]
    if unescorted(g, mine, zone, group) > 0:
        return 0.0, NONE
    course = Course(g, group[0], zone, limit - moved, 0.1)
    best, go = 0.0, NONE
    for there in course.zones:
        if there == zone:
            continue
        score = min(3, unescorted(g, mine, there, group)) - 0.2 * course.far[there]
        if score > best:
            best, go = score, course.first(there)
    return 0.2 + 0.05 * best, go


def unescorted(g: Board, mine: int, zone: int, group: tuple[int, ...]) -> int:
    """How many own convoys in a zone have no task force beside them."""
    found = 0
    for ship in g.at[zone]:
        if (mine >> g.serves[ship]) & 1 and ship not in group:
            kind = g.t.unit_kind[ship]
            if kind == CONVOY:
                found += 1
            elif kind == TASK_FORCE:
                found -= 1
    return found


def hunt(g: Board, group: tuple[int, ...], moved: int, limit: int, k: Weights) -> tuple[float, int]:
    """Enemy ships that task forces of a zone can beat: what that is worth, the next zone (or NONE)."""
    t = g.t
    first = group[0]
    zone = g.place[first]
    war = g.war[g.serves[first]]
    fire = body = 0.0
    for ship in g.at[zone]:
        if t.unit_kind[ship] != TASK_FORCE or g.owner(ship) != g.owner(first):
            continue
        if ship in group or (moved == 0 and naval_movement.may_sail(g, ship)):
            fire += unit_values.broadside(g, ship)
            body += unit_values.body(g, ship)
    course = Course(g, first, zone, min(limit - moved, naval_movement.single(g, first) - moved), fire)
    best, go = 0.0, NONE
    for there in course.zones:
        if there == zone or not g.ships[there] & war:
            continue
        their_fire = their_body = prey = 0.0
        for ship in g.at[there]:
            if (war >> g.serves[ship]) & 1 and g.is_ship(ship):
                if t.unit_kind[ship] == SUBMARINE:
                    their_fire += unit_values.punch(g, ship)
                    continue
                their_fire += unit_values.broadside(g, ship)
                their_body += unit_values.body(g, ship)
                prey += unit_values.price(g, ship)
        if their_body <= 0.0:
            continue
        chance = unit_values.odds(fire, body, their_fire, their_body)
        if chance < k.hunt:
            continue
        score = 1.0 + chance * min(3.0, 0.15 * prey) - 0.1 * course.far[there]
        if score > best:
            best, go = score, course.first(there)
    return best, go


def prowl(g: Board, mine: int, ship: int, moved: int, limit: int, k: Weights) -> tuple[float, int]:
    """Where a submarine cuts off most production: what that is worth, and the next zone."""
    if not g.advanced:
        return NEVER, NONE
    zone = g.place[ship]
    course = Course(g, ship, zone, limit - moved, 99.0)
    war = g.war[g.serves[ship]]
    here = spoils_of(g, zone, war) - k.lurk_fear * menace(g, zone, war)
    best, go = max(0.0, here) + k.lurk, NONE
    for there in course.zones:
        if there == zone:
            continue
        subs = 0
        for other in g.at[there]:
            if g.t.unit_kind[other] == SUBMARINE and (mine >> g.serves[other]) & 1:
                subs += 1
        spoils = spoils_of(g, there, war) - subs
        if spoils <= 0.0:
            continue
        score = spoils - k.lurk_fear * menace(g, there, war)
        if score > best:
            best, go = score, course.first(there)
    return 0.5 + 0.1 * min(5.0, best), go


def spoils_of(g: Board, zone: int, war: int) -> float:
    """The production of enemy colonies and British homes on the coast of a zone."""
    t = g.t
    found = 0.0
    for area in t.coast[zone]:
        if (war >> g.control[area]) & 1:
            home = t.area_home[area]
            if home == NONE or t.home_country[home] == t.be:
                found += economy.value(g, area)
    return found
