"""Names of things in logs, questions and refusals; not called while no log is kept."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.words import count, listed, signed, tally
from sandtable.games.on_to_berlin.components.constants import SIDE_NAMES, SPENT
from sandtable.games.on_to_berlin.components.state import Board

__all__ = [
    "areas",
    "card",
    "count",
    "dice",
    "group",
    "listed",
    "nation",
    "side",
    "signed",
    "tally",
    "unit",
    "units",
]


def side(number: int) -> str:
    """Return the name of a side."""
    return SIDE_NAMES[number]


def nation(g: Board, number: int) -> str:
    """Return the name of a nation, which may change with its side."""
    t = g.t
    return t.changed_name if number == t.france and g.france_changed() else t.nation_name[number]


def unit(g: Board, number: int) -> str:
    """Return the name of a unit, with its state if it is spent."""
    name = g.t.type_name[g.t.unit_type[number]]
    return f"{name} (spent)" if g.cond[number] & SPENT else name


def units(g: Board, numbers: Sequence[int]) -> str:
    """Return several units, equal ones counted: "2 × German infantry and German tank force (spent)"."""
    return tally([unit(g, number) for number in numbers])


def group(g: Board, numbers: Sequence[int]) -> str:
    """Return several units of one area with its name: "2 × German infantry in Ruhr"."""
    return f"{units(g, numbers)} in {g.t.area_name[g.place[numbers[0]]]}"


def areas(g: Board, numbers: Sequence[int]) -> str:
    """Return areas in a row: "Berlin, Ruhr and Warsaw"."""
    return listed([g.t.area_name[number] for number in numbers])


def card(g: Board, number: int) -> str:
    """Return the name of a card with its Strategic Value: "Blitzkrieg (2)"."""
    return f"{g.t.card_name[number]} ({g.t.card_sv[number]})"


def dice(rolls: Sequence[int]) -> str:
    """Return the rolls of dice: "2 5 6"."""
    return " ".join([str(roll) for roll in rolls])
