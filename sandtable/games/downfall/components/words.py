"""How logs, questions and refusals of Downfall call an army. Nothing here is called while no log is kept."""

from sandtable.engine.words import count, listed, signed, tally
from sandtable.games.downfall.components.constants import FULL, STEPS
from sandtable.games.downfall.components.state import Board

__all__ = ["armies", "army", "count", "listed", "signed"]


def army(g: Board, unit: int) -> str:
    """An army by its name, and that it is reduced if it is."""
    name = g.t.type_name[g.t.unit_type[unit]]
    return name if g.cond[unit] & STEPS == FULL else f"{name} (reduced)"


def armies(g: Board, units: list[int]) -> str:
    """Several armies, alike ones counted: "2 × German infantry and German armor (reduced)"."""
    return tally([army(g, unit) for unit in units])
