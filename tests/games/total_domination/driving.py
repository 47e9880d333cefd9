"""Helpers of tests that put one step on the agenda and answer what it asks, by the keys of choices."""

from typing import Any

from sandtable.engine.choice import Names
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.total_domination.components.ids import build_names
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.testing import tables

_names: list[Names] = []


def names() -> Names:
    """The namespace of the game's own components, built once."""
    if not _names:
        _names.append(build_names(tables()))
    return _names[0]


class Idle(Step[Board]):
    """The bottom of a test's agenda: what was to be done is done."""

    def seats(self, g: Board) -> tuple[int, ...]:
        """Nobody in particular."""
        return (0,)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Something, so that the engine is content."""
        return [0]

    def prompt(self, g: Board, seat: int) -> Ask:
        """Nothing in particular."""
        return Ask("All is done.", "")


def begin(g: Board, *steps: Step[Any]) -> Board:
    """Put steps on the agenda, the first on top, and go on until somebody is asked."""
    if not g.agenda:
        g.push(Idle())
    for step in reversed(steps):
        g.push(step)
    g.advance()
    return g


def idle(g: Board) -> bool:
    """Whether the step, and all it brought with it, is finished."""
    return isinstance(g.agenda[-1], Idle)


def key(g: Board, choice: int) -> str:
    """`unit:german_army@poland` for counters on the board, the engine's key for everything else."""
    unit = choice - g.ids.unit
    if 0 <= unit < g.t.n_units and g.place[unit] >= 0:
        state = ".used" if g.used[unit] else ""
        return f"unit:{g.t.kind_id[g.t.unit_kind[unit]]}{state}@{g.t.area_id[g.place[unit]]}"
    return names().keys[choice]


def number(g: Board, name: str) -> int:
    """The choice with this key; of counters that share it, one that is offered if there is such a one."""
    if name.startswith("unit:") and "@" in name:
        found = [g.ids.unit + u for u in range(g.t.n_units) if key(g, g.ids.unit + u) == name]
        asked = g.seats()[0]
        offered = [c for c in found if c in g.choices(asked)]
        return (offered or found)[0]
    return names().index[name]


def offers(g: Board, seat: int | None = None) -> list[str]:
    """The keys of what the asked seat is offered."""
    return [key(g, choice) for choice in g.choices(g.seats()[0] if seat is None else seat)]


def click(g: Board, *keys: str, seat: int | None = None) -> None:
    """Take offered choices one after the other."""
    for name in keys:
        who = g.seats()[0] if seat is None else seat
        choice = number(g, name)
        assert g.agenda[-1].allows(g, who, choice), f"{name} is not offered, but {offers(g, who)}"
        g.apply(who, choice)


def refused(g: Board, name: str, seat: int | None = None) -> Refusal:
    """Why the asked seat may not choose this."""
    who = g.seats()[0] if seat is None else seat
    choice = number(g, name)
    assert not g.agenda[-1].allows(g, who, choice), f"{name} is offered"
    refusal = g.agenda[-1].why_not(g, who, choice)
    assert refusal is not None and refusal.text.endswith(".")
    return refusal


def log(g: Board, seat: int | None = None) -> list[str]:
    """The lines of the log as a seat reads them."""
    assert g.log is not None
    return [line.text for line in g.log.lines(seat)]
