"""The end of the game: victory points and levels. [10]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.state import Result
from sandtable.games.other_side import words
from sandtable.games.other_side.state import COMPLETED, Board
from sandtable.games.other_side.supply import strongholds
from sandtable.games.other_side.terms import bits

LEVELS: Final = {
    "grand_victory": "Grand Victory",
    "marginal_victory": "Marginal Victory",
    "defeat": "Defeat",
}

# A score from 0 to 1: survival is worth a third, the rest grows with the points up to this number.
SURVIVAL: Final = 1 / 3
BEST: Final = 30


def points(g: Board) -> tuple[int, int, int, int]:
    """Festung Sectors, Fanaticism, Home Areas of France and the USSR, Projects. [10] [10b]"""
    t = g.t
    homes = 0
    for area in bits(t.scoring):
        homes += g.controlled(area)
    return strongholds(g).bit_count(), g.fanaticism, homes, g.project.count(COMPLETED)


def total(g: Board) -> int:
    """The victory points as things stand."""
    fortresses, fanaticism, homes, projects = points(g)
    return fortresses + fanaticism + homes + projects


def level(g: Board, points: int) -> str:
    """How the game ends with so many points. [10a]"""
    for least, result in g.t.victory:
        if points >= least:
            return result
    return g.t.victory[-1][1]


def score(points: int) -> float:
    """The score of a game that was survived."""
    return SURVIVAL + (1 - SURVIVAL) * min(points, BEST) / BEST


def finish(g: Board) -> None:
    """The scenario ends; the points are counted. [1.4b] [4.7.3a]"""
    fortresses, fanaticism, homes, projects = points(g)
    vp = fortresses + fanaticism + homes + projects
    text = (
        f"{LEVELS[level(g, vp)]} with {vp} victory points: {words.count(fortresses, 'Festung Sector')}, "
        f"Fanaticism {fanaticism}, {words.count(homes, 'Home Area')} of France and the USSR, "
        f"{words.count(projects, 'Project')}."
    )
    g.result = Result((score(vp),) * g.players, text, "10")
    if g.log is not None:
        g.log.add(text, "10")
