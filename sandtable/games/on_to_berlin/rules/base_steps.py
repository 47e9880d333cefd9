"""Base classes of the steps: how their fields are saved, who is asked, what can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from sandtable.engine.choice import PASS
from sandtable.engine.step import Refusal, Step, fields_of
from sandtable.games.on_to_berlin.components.group_action import GroupAction, unpack_group_action
from sandtable.games.on_to_berlin.components.ids import AREA, STOP, VIOLATE
from sandtable.games.on_to_berlin.components.state import Board

# What a step's field holds follows from its name. All other fields are numbers.
FLAGS: Final = ("event", "event_first", "jet", "must", "picked", "picking", "spend", "twice", "unlocked")
LISTS: Final = ("broken", "path", "pool", "units", "values", "ways")
ACTION: Final = "action"


def pack_fields(step: Step[Board]) -> list[int]:
    """Return the fields of a step: numbers, the lengths of all lists but the last, lists, the action."""
    numbers: list[int] = []
    lists: list[Sequence[int]] = []
    action: GroupAction | None = None
    for name in fields_of(type(step))[0]:
        if name == ACTION:
            action = getattr(step, name)
        elif name in LISTS:
            lists.append(getattr(step, name))
        else:
            numbers.append(int(getattr(step, name)))
    if ACTION in fields_of(type(step))[0]:
        lists.append([] if action is None else action.pack())
    numbers += [len(some) for some in lists[:-1]]
    for some in lists:
        numbers += some
    return numbers


def unpack_fields(cls: type[Step[Any]], fields: list[int]) -> Step[Any]:
    """Return the step that `pack_fields` wrote."""
    names = fields_of(cls)[0]
    lists = [name for name in names if name in LISTS] + [name for name in names if name == ACTION]
    at = len(names) - len(lists)
    numbers = iter(fields[:at])
    found: dict[str, Any] = {}
    for name in names:
        if name not in lists:
            found[name] = next(numbers)
            if name in FLAGS:  # native constructors take no number for a bool
                found[name] = found[name] != 0
    start = at + max(0, len(lists) - 1)
    for number, name in enumerate(lists):
        end = start + fields[at + number] if number < len(lists) - 1 else len(fields)
        some = fields[start:end]
        if name == ACTION:
            found[name] = unpack_group_action(some) if some else None
        else:
            found[name] = tuple(some)
        start = end
    make: Any = cls
    step: Step[Any] = make(*[found[name] for name in names])
    return step


class BoardStep(Step[Board]):
    """A step whose fields are saved by their names."""

    def pack(self) -> list[int]:
        return pack_fields(self)

    @classmethod
    def unpack(cls, fields: list[int]) -> Step[Any]:
        return unpack_fields(cls, fields)


class ActiveStep(BoardStep):
    """A step that asks the player whose impulse it is; seats are numbered like sides."""

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.side,)


class SideStep(BoardStep):
    """A step that asks the side that it is about."""

    def __init__(self, side: int) -> None:
        self.side = side

    def seats(self, g: Board) -> tuple[int, ...]:
        return (self.side,)


def fallback_refusal(g: Board, choice: int) -> Refusal | None:
    """Return why cards and types of units cannot be clicked now; None for everything else."""
    if g.ids.kind <= choice < g.ids.card:
        return Refusal("Mobilize units before or after this action, not during it.", "6.1.1g")
    if g.ids.card <= choice < g.ids.nation:
        if g.card >= 0:
            return Refusal("Only one card is played in an impulse.", "6.1")
        return Refusal("This impulse is not used for a card.", "6.0")
    return None


class UnitClickStep(ActiveStep):
    """A step that offers units on the map, identical ones once; any of them can be clicked."""

    no_area: ClassVar[Refusal] = Refusal("Click the units of the group first.", "7.0")

    def takes(self, g: Board, unit: int) -> bool:
        """Return whether a unit on the map can be clicked."""
        raise NotImplementedError

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units:
            return g.place[unit] >= 0 and self.takes(g, unit)
        return choice in self.choices(g, seat)

    def why_not_unit(self, g: Board, unit: int) -> Refusal | None:
        """Return why a unit cannot be clicked."""
        raise NotImplementedError

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        """Return why anything except an area or a unit cannot be clicked."""
        return fallback_refusal(g, choice)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if g.ids.unit <= choice < g.ids.kind:
            return self.why_not_unit(g, choice - g.ids.unit)
        if AREA <= choice < g.ids.unit:
            return self.no_area
        return self.why_not_button(g, choice)


class FirstUnitStep(UnitClickStep):
    """A step that asks for the first unit of a group, or for none."""

    leave: ClassVar[int] = PASS

    def starters(self, g: Board) -> list[int]:
        """Return the units that can be the first, identical ones once in each area."""
        raise NotImplementedError

    def begin(self, g: Board, unit: int) -> None:
        """Go on with the first unit. The step is off the agenda already."""
        raise NotImplementedError

    def choices(self, g: Board, seat: int) -> list[int]:
        return [self.leave, *[g.ids.unit + unit for unit in self.starters(g)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice != self.leave:
            self.begin(g, choice - g.ids.unit)


UNLOCKED: Final = Refusal("You have agreed to break a neutrality: choose where.", "3.1.3")


class BreachStep(ActiveStep):
    """A step that offers areas, those that break a neutrality only after VIOLATE. [3.1.3, R14]"""

    unlocked: bool
    agreed: ClassVar[Refusal] = UNLOCKED
    no_breach: ClassVar[Refusal] = Refusal("No area in reach would break a neutrality.", "3.1.3")
    no_unit: ClassVar[Refusal] = Refusal("The group is under way: nobody joins or leaves it now.", "8.1c")

    def areas(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        """Return the areas to choose from, or with `unlocked` those that break a neutrality."""
        raise NotImplementedError

    def take_area(self, g: Board, area: int) -> None:
        """Go on with the chosen area. The step is still on the agenda."""
        raise NotImplementedError

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [AREA + area for area in self.areas(g, self.unlocked, False)]
        if not self.unlocked and self.areas(g, True, True):
            found.append(VIOLATE)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == VIOLATE:
            step = self.unpack(self.pack())
            assert isinstance(step, BreachStep)
            step.unlocked = True
            g.agenda[-1] = step
        else:
            self.take_area(g, choice - AREA)

    def why_not_area(self, g: Board, area: int) -> Refusal:
        """Return why an area cannot be chosen."""
        raise NotImplementedError

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        """Return why anything except an area, a unit or VIOLATE cannot be clicked."""
        return fallback_refusal(g, choice)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if AREA <= choice < g.ids.unit:
            return self.why_not_area(g, choice - AREA)
        if choice == VIOLATE:
            return self.agreed if self.unlocked else self.no_breach
        if g.ids.unit <= choice < g.ids.kind:
            return self.no_unit
        return self.why_not_button(g, choice)


class PathStep(BreachStep):
    """A group moves area by area, until STOP; `path` begins with the area that it left."""

    units: tuple[int, ...]
    path: tuple[int, ...]

    def can_stop(self, g: Board) -> bool:
        """Return whether the group may stop where it is."""
        raise NotImplementedError

    def finish(self, g: Board) -> None:
        """End the move. The step is still on the agenda."""
        raise NotImplementedError

    def choices(self, g: Board, seat: int) -> list[int]:
        found = super().choices(g, seat)
        if not self.unlocked and self.can_stop(g):
            found.append(STOP)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == STOP:
            self.finish(g)
        else:
            super().answer(g, seat, choice)
