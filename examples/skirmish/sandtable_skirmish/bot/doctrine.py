"""What bots think: how good a choice looks, and how a position stands."""

from sandtable.engine.choice import DONE, PASS
from sandtable_skirmish.components.state import Board
from sandtable_skirmish.rules.combat import faces
from sandtable_skirmish.rules.movement import GoTo, Moves, reach


def value(g: Board, seat: int) -> float:
    """Return an estimate of a seat's result, 0 to 1."""
    if g.result is not None:
        return g.result.scores[seat]
    balance = g.points(seat) - g.points(1 - seat) + strength(g, seat) - strength(g, 1 - seat)
    return min(0.95, max(0.05, 0.5 + balance / 25))


def strength(g: Board, side: int) -> float:
    """Return how often the units of a side hit, with those of its reserve."""
    fire = sum((7 - face) / 6 for area in range(len(g.at)) for face in faces(g, side, area))
    return fire + len(g.reserve(side)) / 2


def gain(g: Board, unit: int, area: int) -> float:
    """Return what a move brings: the area, and hits in a battle; less what its old area may lose."""
    start, foe = g.place[unit], 1 - g.side
    alone = len(g.units(g.side, start)) == 1 and any(g.units(foe, a) for a in g.t.near[start])
    taken = 0.4 + g.t.areas[area].points + (g.t.source[area] == foe) if g.control[area] != g.side else 0.0
    fight = sum((7 - f) / 6 for f in faces(g, g.side, area)) - sum((7 - f) / 6 for f in faces(g, foe, area))
    battle = 2 * fight + 0.8 if g.units(foe, area) else 0.0
    return (taken / 2 if battle else taken) + battle - 0.3 - (g.t.areas[start].points if alone else 0)


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Return how good each choice looks."""
    step = g.agenda[-1]
    found: list[float] = []
    for choice in choices:
        if choice in (DONE, PASS):
            found.append(0.0)
        elif isinstance(step, Moves):
            unit = choice - g.t.first_unit
            found.append(max(gain(g, unit, a) for a in reach(g, unit)))
        else:
            found.append(gain(g, step.unit, choice - g.t.first_area) if isinstance(step, GoTo) else 1.0)
    return found
