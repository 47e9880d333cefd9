"""The names of armies in logs, questions and refusals."""

from sandtable.engine.words import count, listed, signed, tally
from sandtable.games.downfall.components.constants import FULL, STEPS
from sandtable.games.downfall.components.state import Board

__all__ = ["armies", "army", "count", "listed", "signed"]


def army(g: Board, unit: int) -> str:
    """Return the name of an army, marked if it is reduced."""
    name = g.t.type_name[g.t.unit_type[unit]]
    return name if g.cond[unit] & STEPS == FULL else f"{name} (reduced)"


def armies(g: Board, units: list[int]) -> str:
    """Return several armies, identical ones counted: "2 × German infantry and German armor (reduced)"."""
    return tally([army(g, unit) for unit in units])
