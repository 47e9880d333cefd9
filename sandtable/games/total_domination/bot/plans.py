"""Plans of a power with points to spend: each operation is tried on a copy of the board and looked at."""

from __future__ import annotations

from sandtable.games.total_domination.bot.assessment import assess
from sandtable.games.total_domination.bot.weights import Weights
from sandtable.games.total_domination.components.constants import AIR_FLEET, U_BOAT
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.operations import attack, deployment, movement


def best_move(g: Board, power: int, unit: int, now: float, w: Weights) -> float:
    """Return what the best move of a unit gains."""
    best = -9.0
    for area in bits(destinations(g, power, unit)):
        best = max(best, move_gain(g, power, unit, area, now, w))
    return best


def destinations(g: Board, power: int, unit: int) -> int:
    """Return where a move is worth a thought: ground to be taken, and areas at the front."""
    goals = movement.destinations(g, power, unit)
    if g.t.unit_type[unit] == U_BOAT:
        return goals
    near = 0
    for foe in g.t.foes[power]:
        for part in g.network(foe):
            near |= part[1] | part[2]
    return goals & (~g.owned[power] | near)


def move_gain(g: Board, power: int, unit: int, area: int, now: float, w: Weights) -> float:
    """Return what a move gains."""
    new = g.fork()
    movement.arrive(new, unit, area)
    return assess(new, g.t.faction[power], w) - now


def deploy_gain(g: Board, power: int, kind: int, area: int, now: float, w: Weights) -> float:
    """Return what a new unit in an area gains."""
    new = g.fork()
    new.put(new.free_unit(kind), area)
    return assess(new, g.t.faction[power], w) - now


def best_deploy(g: Board, power: int, kind: int, now: float, w: Weights) -> float:
    """Return what a new unit of a kind gains in its best place."""
    best = -9.0
    for area in bits(deployment.sites(g, power, kind)):
        best = max(best, deploy_gain(g, power, kind, area, now, w))
    return best


def attack_gain(g: Board, power: int, unit: int, points: int, now: float, w: Weights) -> float:
    """Return what an attack gains, with the rest of its area destroyed and entered if the points allow it."""
    t = g.t
    area = g.place[unit]
    price = attack.cost(g, power, unit)
    new = g.fork()
    attack.destroy(new, power, unit)
    faction = t.faction[power]
    best = assess(new, faction, w) - now - w.price * price
    if t.unit_type[unit] > AIR_FLEET:
        return best
    left = points - price
    while new.firm_count[area] and new.tenant[area] in new.enemies[power]:
        prey = [u for u in new.at[area] if t.unit_type[u] < AIR_FLEET]
        need = attack.cost(new, power, prey[0])
        if need > left:
            return best
        left -= need
        attack.destroy(new, power, prey[0])
    return max(best, enter(new, power, area, left, now, w) - w.price * (points - left))


def enter(g: Board, power: int, area: int, points: int, now: float, w: Weights) -> float:
    """Return what the best move into an area gains; -9 if there is none."""
    best = -9.0
    bit = g.t.bit[area]
    for unit in movement.movable(g, power, points):
        if movement.destinations(g, power, unit) & bit:
            price = movement.cost(g, power, unit)
            best = max(best, move_gain(g, power, unit, area, now, w) - w.price * price)
    return best


def strike_gain(g: Board, power: int, unit: int, now: float, w: Weights) -> float:
    """Return what destroying a unit alone gains."""
    new = g.fork()
    attack.destroy(new, power, unit)
    return assess(new, g.t.faction[power], w) - now
