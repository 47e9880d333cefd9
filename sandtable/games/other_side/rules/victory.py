"""The end of the game: victory points and levels. [10]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.state import Result
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import BOXES, bits
from sandtable.games.other_side.components.state import COMPLETED, Board
from sandtable.games.other_side.rules.supply import strongholds

LEVELS: Final = {
    "grand_victory": "Grand Victory",
    "marginal_victory": "Marginal Victory",
    "defeat": "Defeat",
}

# Scores: a lost game below a quarter, the later it is lost the better; a Defeat by points below one half.
LOST: Final = 0.25
MARGINAL: Final = 0.5
GRAND: Final = 0.8


def points(g: Board) -> tuple[int, int, int, int]:
    """Return points of Festung Sectors, Fanaticism, Projects, France and the USSR. [10] [10b] [1.3i]"""
    t = g.t
    homes = 0
    for area in bits(t.scoring):
        homes += g.axis_controls(area)
    return strongholds(g).bit_count(), g.fanaticism, homes, g.project.count(COMPLETED)


def total(g: Board) -> int:
    """Return the victory points of the present position."""
    fortresses, fanaticism, homes, projects = points(g)
    return fortresses + fanaticism + homes + projects


def level(g: Board, points: int) -> str:
    """Return how the game ends with `points` points. [10a]"""
    for least, result in g.t.victory:
        if points >= least:
            return result
    return g.t.victory[-1][1]


def score(g: Board, points: int) -> float:
    """Return the score of a game that was survived: it grows with the points and jumps at each level."""
    result = level(g, points)
    least = next(row[0] for row in g.t.victory if row[1] == result)
    if result == "grand_victory":
        return min(1.0, GRAND + 0.02 * (points - least))
    if result == "marginal_victory":
        return min(GRAND - 0.01, MARGINAL + 0.05 * (points - least))
    marginal = next(row[0] for row in g.t.victory if row[1] == "marginal_victory")
    return LOST + (MARGINAL - LOST) * points / marginal


def lose(g: Board, text: str, rule: str) -> None:
    """End the game with Germany's collapse; all lose, a later end scores a little more. [1.4a]"""
    start = g.t.scenarios[g.scenario]
    first = start.first_year * BOXES + start.first_box
    last = start.last_year * BOXES + start.last_box
    held_out = (g.box_number() - first) / (last - first + 1)
    g.result = Result((LOST * held_out,) * g.players, text, rule)
    if g.log is not None:
        g.log.add(text, rule)


def finish(g: Board) -> None:
    """End the scenario and count the points. [1.4b] [4.7.3a]"""
    fortresses, fanaticism, homes, projects = points(g)
    vp = fortresses + fanaticism + homes + projects
    text = (
        f"{LEVELS[level(g, vp)]} with {vp} victory points: {words.count(fortresses, 'Festung Sector')}, "
        f"Fanaticism {fanaticism}, {words.count(homes, 'Home Area')} of France and the USSR, "
        f"{words.count(projects, 'Project')}."
    )
    g.result = Result((score(g, vp),) * g.players, text, "10")
    if g.log is not None:
        g.log.add(text, "10")
