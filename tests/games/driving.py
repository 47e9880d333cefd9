"""Helpers of tests that put steps on the agenda and answer what they ask, by the keys of choices."""

from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Any, Generic, TypeVar

from sandtable.engine.choice import Names
from sandtable.engine.state import State
from sandtable.engine.step import Ask, Refusal, Step

B = TypeVar("B", bound=State)


class Idle(Step[State]):
    """The bottom of a test's agenda: what was to be done is done."""

    def seats(self, g: State) -> tuple[int, ...]:
        return (0,)

    def choices(self, g: State, seat: int) -> list[int]:
        return [0]

    def prompt(self, g: State, seat: int) -> Ask:
        return Ask("All is done.", "")


def begin(g: B, *steps: Step[Any]) -> B:
    """Put steps on the agenda, the first on top, and go on until a seat is asked."""
    if not g.agenda:
        g.push(Idle())
    for step in reversed(steps):
        g.push(step)
    g.advance()
    return g


def go_on(g: B) -> B:
    """Go on after a function has been called that pushes steps."""
    if not any(isinstance(step, Idle) for step in g.agenda):
        g.agenda.insert(0, Idle())
    g.advance()
    return g


def idle(g: State) -> bool:
    """Return whether the step, and all it brought with it, is finished."""
    return isinstance(g.agenda[-1], Idle)


def prompt(g: State, seat: int | None = None) -> Ask:
    """Return what is asked."""
    return g.agenda[-1].prompt(g, g.seats()[0] if seat is None else seat)


def log(g: State) -> str:
    """Return everything in the log."""
    assert g.log is not None
    return "\n".join(event.text for event in g.log.events)


class Driver(Generic[B]):
    """Finds choices by their keys: those of `key_of`, or where it knows none those of the game."""

    def __init__(self, build_names: Callable[[], Names], key_of: Callable[[B, int], str]) -> None:
        self.names = cache(build_names)
        self.key_of = key_of

    def key(self, g: B, choice: int) -> str:
        """Return the key of a choice."""
        return self.key_of(g, choice) or self.names().keys[choice]

    def choices(self, g: B, seat: int | None = None) -> list[int]:
        """Return what is offered now: a test may have changed the position since the question was asked."""
        g.offered = None
        return g.choices(g.seats()[0] if seat is None else seat)

    def find(self, g: B, wanted: str, seat: int | None = None) -> int:
        """Return the choice with this key: an offered one if there is one, else any."""
        for choice in chain(self.choices(g, seat), range(len(self.names().keys))):
            if self.key(g, choice) == wanted:
                return choice
        assert wanted in self.names().index, f"there is no {wanted}"
        return self.names().index[wanted]

    def offers(self, g: B, seat: int | None = None) -> list[str]:
        """Return the keys of what is offered, in order."""
        return [self.key(g, choice) for choice in self.choices(g, seat)]

    def offered(self, g: B, seat: int | None = None) -> set[str]:
        """Return the keys of what is offered."""
        return set(self.offers(g, seat))

    def answer(self, g: B, wanted: str, seat: int | None = None) -> B:
        """Answer what is asked; the step must allow it."""
        asked = g.seats()[0] if seat is None else seat
        choice = self.find(g, wanted, asked)
        assert g.agenda[-1].allows(g, asked, choice), f"{wanted} is not offered, but {self.offers(g, asked)}"
        g.apply(asked, choice)
        return g

    def answers(self, g: B, *wanted: str) -> B:
        """Answer several questions in a row."""
        for one in wanted:
            self.answer(g, one)
        return g

    def refused(self, g: B, wanted: str, seat: int | None = None) -> Refusal:
        """Return why a choice is refused; the step must not allow it."""
        asked = g.seats()[0] if seat is None else seat
        choice = self.find(g, wanted, asked)
        assert not g.agenda[-1].allows(g, asked, choice), f"{wanted} is offered"
        refusal = g.agenda[-1].why_not(g, asked, choice)
        assert refusal is not None and refusal.rule, f"there is no reason why {wanted} is refused"
        assert refusal.text.endswith((".", "!", "?", ")")), refusal.text
        return refusal
