"""The value of a position, estimated from features of it and the results of many games.

The weights are in `value.toml`, fitted by `tools/fit_value.py`. Scenarios without fitted weights use a simple
estimate.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.fitted import chance, read_value_weights
from sandtable.games.other_side.components.constants import BOXES, SOVIETS, WEST
from sandtable.games.other_side.components.state import COMPLETED, Board
from sandtable.games.other_side.rules import victory

FITTED: Final = read_value_weights(__file__)  # to the results of many games


def value(g: Board, seat: int) -> float:
    """Estimate the result from 0 to 1."""
    if g.result is not None:
        return g.result.scores[seat]
    seen = features(g)
    if len(FITTED) == len(seen) + 1:
        estimate = chance(FITTED, seen)
    else:
        points = victory.total(g) - 1.2 * g.collapse
        estimate = 0.1 + 0.2 * late(g) + 0.018 * points + 0.006 * g.resources
    return max(0.02, min(0.98, estimate))


def late(g: Board) -> float:
    """Return the part of the war that is over, 0 to 1."""
    start = g.t.scenarios[g.scenario]
    first = start.first_year * BOXES + start.first_box
    last = start.last_year * BOXES + start.last_box
    return (g.box_number() - first) / max(1, last - first)


def features(g: Board) -> list[float]:
    """Return the scenario, points, tracks, ground and armies; some features count more later."""
    time = late(g)
    fortresses, fanaticism, homes, _ = victory.points(g)
    held = west = soviets = armies = 0
    for area in range(g.t.n_areas):
        armies += g.german[area]
        if g.axis_controls(area):
            held += 1
        elif g.controls(WEST, area):
            west += 1
        elif g.controls(SOVIETS, area):
            soviets += 1
    projects = begun = 0
    for boxes in g.project:
        if boxes == COMPLETED:
            projects += 1
        elif boxes:
            begun += 1
    found = [1.0 if g.scenario == number else 0.0 for number in range(len(g.t.scenarios))]
    found += [time, time * time]
    lasting = [fortresses, fanaticism, homes, projects, g.collapse, west, soviets, armies]
    for count in lasting:
        found += [float(count), time * count]
    passing = [begun, held, g.resources, g.unrest, g.warfare, g.technology, sum(g.air)]
    passing += [g.usa, g.ussr, g.france, g.questioned.bit_count(), g.dissident.bit_count()]
    return found + [float(count) for count in passing]
