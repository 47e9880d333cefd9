"""Helpers of tests that put steps on the agenda and answer what they ask, by the keys of choices."""

from typing import Any

from sandtable.engine.choice import Names
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components.identical_units import is_identical
from sandtable.games.blitzkrieg_general.components.ids import build_ids
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy.reinforcements import Place
from sandtable.games.blitzkrieg_general.testing import tables

_names: list[Names] = []


def names() -> Names:
    """The namespace of the game's own components, built once."""
    if not _names:
        _names.append(build_ids(tables()))
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


def go_on(g: Board) -> Board:
    """Go on after a function has been called that pushes steps."""
    if not g.agenda or not any(isinstance(step, Idle) for step in g.agenda):
        g.agenda.insert(0, Idle())
    g.advance()
    return g


def idle(g: Board) -> bool:
    """Whether the step, and all it brought with it, is finished."""
    return isinstance(g.agenda[-1], Idle)


def key(g: Board, choice: int) -> str:
    """`unit:ger_inf_4@paris` for counters on the map, the engine's key for everything else."""
    unit = choice - g.ids.unit
    if 0 <= unit < g.t.n_units and g.place[unit] >= 0:
        return f"unit:{g.t.type_id[g.t.unit_type[unit]]}@{g.t.space_id[g.place[unit]]}"
    return names().keys[choice]


def choices(g: Board, seat: int) -> list[int]:
    """What the position offers now: a test may have changed it by hand since the question was asked."""
    g.offered = None
    return g.choices(seat)


def find(g: Board, wanted: str, seat: int | None = None) -> int:
    """The choice with this key: an offered one if there is one, else any."""
    asked = g.seats()[0] if seat is None else seat
    for choice in choices(g, asked):
        if key(g, choice) == wanted:
            return choice
    for choice in range(g.ids.end):
        if key(g, choice) == wanted:
            return choice
    raise AssertionError(f"there is no {wanted}")


def offered(g: Board, seat: int | None = None) -> set[str]:
    """The keys of what is offered."""
    return {key(g, choice) for choice in choices(g, g.seats()[0] if seat is None else seat)}


def placing(g: Board, choice: int) -> bool:
    """Whether a unit is being placed already: one that is all there is to place needs no click."""
    step = g.agenda[-1]
    unit = choice - g.ids.unit
    return isinstance(step, Place) and 0 <= unit < g.t.n_units and is_identical(g, step.unit, unit)


def answer(g: Board, wanted: str, seat: int | None = None) -> Board:
    """Answer what is asked; it must be offered."""
    asked = g.seats()[0] if seat is None else seat
    choice = find(g, wanted, asked)
    if placing(g, choice):
        return g
    assert choice in choices(g, asked), f"{wanted} is not offered, but {sorted(offered(g, asked))}"
    g.apply(asked, choice)
    return g


def answers(g: Board, *wanted: str) -> Board:
    """Answer several questions in a row."""
    for one in wanted:
        answer(g, one)
    return g


def refused(g: Board, wanted: str, seat: int | None = None) -> Refusal:
    """Why a choice is refused; it must not be offered."""
    asked = g.seats()[0] if seat is None else seat
    choice = find(g, wanted, asked)
    assert choice not in choices(g, asked), f"{wanted} is offered"
    refusal = g.agenda[-1].why_not(g, asked, choice)
    assert refusal is not None, f"there is no reason why {wanted} is refused"
    assert refusal.text and refusal.rule
    return refusal


def prompt(g: Board, seat: int | None = None) -> Ask:
    """What is asked."""
    return g.agenda[-1].prompt(g, g.seats()[0] if seat is None else seat)


def log(g: Board) -> str:
    """All that was written down."""
    assert g.log is not None
    return "\n".join(event.text for event in g.log.events)
