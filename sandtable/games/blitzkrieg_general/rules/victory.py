"""Victory: conquest of majors, economic points, surrender, the end of the war. [B8.5] [A8.5]"""

from __future__ import annotations

from sandtable.engine.state import Result
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy


def check(g: Board) -> None:
    """Check at the end of a quarter whether a side has won. [B8.5] [A8.5]"""
    axis, allies = victory_text(g, AXIS), victory_text(g, ALLIES)
    if axis and allies:
        finish(g, NONE, f"Both sides have won at once: a draw. {axis} {allies}", "B8.5e")  # [R41]
    elif axis:
        finish(g, AXIS, axis, "B8.5a" if conquests(g, AXIS) else "B8.5d")
    elif allies:
        finish(g, ALLIES, allies, "B8.5b" if conquests(g, ALLIES) else "B8.5d")


def conquests(g: Board, side: int) -> bool:
    """Return whether a side has conquered as many enemy majors as it needs. [B8.5a] [B8.5b] [A8.5a]"""
    enemies = g.majors(1 - side)
    number = len(enemies)
    if not g.world_conquest:
        number = min(number, g.t.victory_conquests[side])
    fallen = [m for m in enemies if g.fallen(m)]
    return len(fallen) >= number > 0


def victory_text(g: Board, side: int) -> str:
    """Return a sentence about how a side has won; empty if it has not."""
    name = words.side(side)
    if conquests(g, side):
        fallen = [m for m in g.majors(1 - side) if g.fallen(m)]
        return f"The {name} {_have(side)} conquered {words.countries(g, fallen)}."
    if g.world_conquest:
        return ""  # [A8.5a]
    points = economy.points_of(g, side)
    if points >= g.t.victory_points[side]:  # [B8.5d]
        return f"The {name} {_have(side)} {points} points of {g.t.victory_points[side]}."
    return ""


def _have(side: int) -> str:
    return "has" if side == AXIS else "have"


def surrender(g: Board, side: int) -> None:
    """End the game with the surrender of a side."""
    gives_up = "surrenders" if side == AXIS else "surrender"
    text = f"The {words.side(side)} {gives_up}; the {words.side(1 - side)} {_have(1 - side)} won."
    finish(g, 1 - side, text, "B8.5c")  # [B8.5c]


def draw(g: Board) -> None:
    """End the game after the last quarter without a winner. [B8.5e]"""
    finish(g, NONE, "The war ends without a winner: a draw.", "B8.5e")


def finish(g: Board, side: int, text: str, rule: str) -> None:
    """End the game; a player with powers of both sides has half of each score. [B1.0a]"""
    if g.log is not None:
        g.log.add(text, rule)
    g.result = Result(tuple([_score(g, seat, side) for seat in range(max(g.seat_of) + 1)]), text, rule)


def _score(g: Board, seat: int, side: int) -> float:
    sides = 0
    for major in range(g.t.n_majors):
        if g.seat_of[major] == seat:
            sides |= 1 << g.major_side[major]
    if side == NONE or sides not in (1, 2):
        return 0.5
    return 1.0 if sides >> side & 1 else 0.0
