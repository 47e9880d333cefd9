"""Base steps: seats of a side that act one after the other [R3], and a unit that goes somewhere."""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.native import mypyc_attr
from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components.state import Board


def majors_in_order(g: Board) -> list[int]:
    """Return the unconquered majors in the order of the last initiative, neutral ones too. [R3] [B7.3.4a]"""
    return g.standing(g.last_initiative) + g.standing(1 - g.last_initiative)


@mypyc_attr(allow_interpreted_subclasses=True)
class PhaseStep(Step[Board]):
    """A phase in which each seat of a side acts until it is done or has nothing left to do. [R3]

    `at` is the number of the seat among those of the side. Sub-steps go on top of the phase.
    """

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def again(self, at: int) -> PhaseStep:
        """Return the same phase with another seat acting."""
        make: type[PhaseStep] = type(self)
        return make(at)

    def side(self, g: Board) -> int:
        """Return the side whose phase it is."""
        return g.side

    def offers(self, g: Board, seat: int) -> list[int]:
        """Return what the seat may do next."""
        raise NotImplementedError

    def take(self, g: Board, seat: int, choice: int) -> None:
        """Take a choice; the phase is still on the agenda."""
        raise NotImplementedError

    def leave(self, g: Board, seat: int) -> None:
        """Finish the phase of one seat."""

    def finish(self, g: Board) -> None:
        """Finish the phase after the last seat; it is off the agenda already."""

    def run(self, g: Board) -> bool:
        """Ask the seat, or go on to the next when it can do nothing."""
        seats = g.seats_of(self.side(g))
        if self.at >= len(seats):
            g.agenda.pop()
            self.finish(g)
            return False
        found = self.choices(g, seats[self.at])
        if len(found) > 1 or found[0] != DONE:
            return g.offer(found)
        self.leave(g, seats[self.at])
        g.agenda[-1] = self.again(self.at + 1)
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seats_of(self.side(g))[self.at],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DONE, *self.offers(g, seat)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice != DONE:
            self.take(g, seat, choice)
            return
        self.leave(g, seat)
        g.agenda[-1] = self.again(self.at + 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class MajorStep(Step[Board]):
    """A question to the player of one major."""

    major: int

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.major],)


@mypyc_attr(allow_interpreted_subclasses=True)
class ChooseOne(Step[Board]):
    """The choice of one thing; a single one is taken without a question, and none ends the step."""

    def found(self, g: Board) -> list[int]:
        """Return the choices."""
        raise NotImplementedError

    def take(self, g: Board, choice: int) -> None:
        """Carry out the choice; the step is off the agenda already."""
        raise NotImplementedError

    def run(self, g: Board) -> bool:
        found = self.found(g)
        if len(found) > 1:
            return g.offer(found)
        g.agenda.pop()
        if found:
            self.take(g, found[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return self.found(g)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        self.take(g, choice)


@mypyc_attr(allow_interpreted_subclasses=True)
class GoTo(ChooseOne):
    """The question to its owner where one unit goes."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def goals(self, g: Board) -> list[int]:
        """Return the spaces it may go to, at least one."""
        raise NotImplementedError

    def go(self, g: Board, space: int) -> None:
        """Move the unit to a space; the step is off the agenda already."""
        raise NotImplementedError

    def found(self, g: Board) -> list[int]:
        return [g.ids.space + space for space in self.goals(g)]

    def take(self, g: Board, choice: int) -> None:
        self.go(g, choice - g.ids.space)

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.unit),)
