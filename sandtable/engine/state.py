"""The state of a game: an agenda of steps, a generator, flat lists in each game's subclass."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple, Self

from sandtable.engine.errors import BrokenRules
from sandtable.engine.log import Log
from sandtable.engine.native import mypyc_attr
from sandtable.engine.rng import Rng
from sandtable.engine.step import Step

# No sequence of play takes this many steps by itself; more means an endless loop.
AUTOMATIC_STEPS: Final = 100_000


class Result(NamedTuple):
    """How a game ended: a score from 0 to 1 for each seat, a sentence and its rule."""

    scores: tuple[float, ...]
    text: str
    rule: str


def changed(old: bytes, index: int, value: int) -> bytes:
    """Return the bytes with one value changed; for what copies share, read often and written seldom."""
    new = bytearray(old)
    new[index] = value
    return bytes(new)


def joined(units: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """Counters in an area stand in the order of their numbers, so that no history hides in it."""
    if not units or units[-1] < unit:
        return (*units, unit)
    return tuple(sorted([*units, unit]))


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What every game's state has. Subclasses add flat lists and say how to copy them.

    `packed` names the fields that a save holds; a subclass with fields of another kind packs these itself.
    """

    packed: ClassVar[tuple[str, ...]] = ()

    def __init__(self, seed: int) -> None:
        self.agenda: list[Step[Any]] = []
        self.rng: Rng = Rng(seed)
        self.result: Result | None = None
        self.log: Log | None = None
        self.ask_always: bool = True
        # Counts what became known to somebody; a change closes the way back for undo.
        self.revealed: int = 0
        # The choices of the question, where the step that asks has found them already (`offer`).
        self.offered: list[int] | None = None

    def copy(self) -> Self:
        """Return an independent state in the same position."""
        raise NotImplementedError

    def copy_base(self, other: State) -> None:
        """Take over from `other` what this class holds."""
        self.agenda = other.agenda[:]
        self.rng = other.rng.copy()
        self.result = other.result
        self.log = None if other.log is None else other.log.copy()
        self.ask_always = other.ask_always
        self.revealed = other.revealed
        self.offered = other.offered

    def fork(self) -> Self:
        """Return a copy without a log, for looking ahead."""
        log = self.log
        self.log = None
        new = self.copy()
        self.log = log
        return new

    def advance(self) -> None:
        """Run automatic steps until somebody must answer or the game is over."""
        agenda = self.agenda
        self.offered = None
        for _ in range(AUTOMATIC_STEPS):
            if self.result is not None:
                return
            if not agenda:
                raise BrokenRules("The agenda is empty, but the game has no result.")
            if agenda[-1].run(self):
                return
        raise BrokenRules(f"{type(agenda[-1]).__name__} runs without end.")

    def seats(self) -> tuple[int, ...]:
        """Return who must answer now; nobody when the game is over."""
        return () if self.result is not None else self.agenda[-1].seats(self)

    def choices(self, seat: int) -> list[int]:
        """Return what the seat may choose now; a list to read only."""
        found = self.offered
        return self.agenda[-1].choices(self, seat) if found is None else found

    def offer(self, found: list[int]) -> bool:
        """Ask with these choices, which `run` had to find anyway: they need not be found again. Always True.

        For steps that ask one seat. They stand until the next answer, so only what is complete is offered.
        """
        self.offered = found
        return True

    def apply(self, seat: int, choice: int) -> None:
        """Take a legal choice and go on to the next question. Legality is the caller's care."""
        self.agenda[-1].answer(self, seat, choice)
        self.advance()

    def push(self, step: Step[Any]) -> None:
        """Put a step on top of the agenda."""
        self.agenda.append(step)

    def pack_fields(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Attributes by name as plain data, for `pack`."""
        data: dict[str, Any] = {}
        for name in names:
            value = getattr(self, name)
            data[name] = list(value) if isinstance(value, bytes) else value
        return data

    def restore_fields(self, names: tuple[str, ...], data: dict[str, Any]) -> None:
        """Take back what `pack_fields` wrote; each attribute stays of the type it has."""
        for name in names:
            value = data[name]
            now = getattr(self, name)
            # Native classes take nothing but what they were declared with.
            if isinstance(now, bytes):
                setattr(self, name, bytes(value))
            elif isinstance(now, tuple):
                setattr(self, name, tuple(value))
            else:
                setattr(self, name, list(value) if isinstance(value, list) else value)

    def pack(self) -> dict[str, Any]:
        """Return the subclass's own lists and numbers as plain data; what is derived is left out."""
        return self.pack_fields(self.packed)

    def restore(self, data: dict[str, Any]) -> None:
        """Take back what `pack` wrote and derive the rest."""
        self.restore_fields(self.packed, data)
        self.derive()

    def derive(self) -> None:
        """Compute again what is kept beside its source."""
