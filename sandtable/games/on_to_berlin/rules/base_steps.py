"""Base classes of the steps: how their fields are saved, and who is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sandtable.engine.step import Step, fields_of
from sandtable.games.on_to_berlin.components.group_action import GroupAction, unpack_group_action
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
            number = next(numbers)
            found[name] = number != 0 if name in FLAGS else number
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
