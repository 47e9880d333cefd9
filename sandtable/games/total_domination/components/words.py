"""How logs, questions and refusals of Total Domination call things; not called while no log is kept."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.words import count, listed, signed, tally
from sandtable.games.total_domination.components.constants import POWERS
from sandtable.games.total_domination.components.state import Board

__all__ = [
    "apart",
    "area",
    "areas",
    "card",
    "cards",
    "count",
    "either",
    "listed",
    "nation",
    "one",
    "points",
    "signed",
    "tally",
    "unit",
    "units",
]


def one(name: str) -> str:
    """Return a thing with its article: "an Italian army", "a US fleet"."""
    return f"an {name}" if name[0] in "AEIOaeio" else f"a {name}"


def either(numbers: Sequence[int]) -> str:
    """Numbers of which one holds, smallest first: "2", "1, 2 or 3"."""
    return listed([str(number) for number in sorted(set(numbers))], "or")


def nation(g: Board, number: int) -> str:
    """Return a nation by its name."""
    return g.t.nation_name[number]


def unit(g: Board, number: int) -> str:
    """Return a unit by its name, and that it is used if it is."""
    name = g.t.kind_name[g.t.unit_kind[number]]
    return f"{name} (used)" if g.used[number] else name


def units(g: Board, numbers: Sequence[int]) -> str:
    """Return several units, equal ones counted: "2 × German army and German fleet"."""
    return tally([unit(g, number) for number in numbers])


def area(g: Board, number: int) -> str:
    """Return an area by its name."""
    return g.t.area_name[number]


def areas(g: Board, numbers: Sequence[int]) -> str:
    """Areas in a row: "Poland, Baltics and Ukraine"."""
    return listed([g.t.area_name[number] for number in numbers])


def card(g: Board, number: int) -> str:
    """Return a card by its name and printed points: "Blitzkrieg (6)"."""
    return f"{g.t.card_name[number]} ({g.t.card_ops[number]})"


def cards(g: Board, numbers: Sequence[int]) -> str:
    """Cards in a row."""
    return listed([card(g, number) for number in numbers])


def points(g: Board) -> str:
    """Return the victory points of all powers: "Germany 8, United Kingdom 10, …"."""
    return ", ".join([f"{g.t.nation_name[p]} {g.vp[p]}" for p in range(POWERS)])


def apart(g: Board) -> str:
    """Return the rule by which one player has two hands: the variant for two, or three players."""
    return "10.2" if len(g.t.mode_seats[g.mode]) == 2 else "10.3"
