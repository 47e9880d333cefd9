"""Questions to the player whose turn it is."""

from __future__ import annotations

from sandtable.engine.native import TypeVar, mypyc_attr
from sandtable.engine.step import Step
from sandtable.wargame.counters import CounterState

C = TypeVar("C", bound=CounterState, default=CounterState)


@mypyc_attr(allow_interpreted_subclasses=True)
class ActiveStep(Step[C]):
    """A step that asks the active seat."""

    def seats(self, g: C) -> tuple[int, ...]:
        return (g.active_seat(),)
