"""Steps: the small immutable pieces that a game's agenda is made of."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple

from sandtable.engine.choice import PASS
from sandtable.engine.native import TypeVar, mypyc_attr

if TYPE_CHECKING:
    from sandtable.engine.state import State  # noqa: F401 (named in a string)

S = TypeVar("S", bound="State", default=Any)


class Ask(NamedTuple):
    """What a step asks: one sentence and the rule that makes it ask."""

    text: str
    rule: str


class Refusal(NamedTuple):
    """Why a click is refused: one sentence and the rule that refuses it."""

    text: str
    rule: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One piece of the sequence of play. Fields are set once; a step that goes on replaces itself.

    The top step of the agenda either works by itself (`run` returns False and has changed the agenda) or asks
    (`run` returns True): then `seats` must answer one of `choices`, and `answer` goes on from there.

    Saves and views call a step by the name of its class; a renamed class keeps its first one as `saved_as`.
    """

    saved_as: ClassVar[str] = ""

    def run(self, g: S) -> bool:
        """Do the automatic work; True when an answer is needed now."""
        return True

    def seats(self, g: S) -> tuple[int, ...]:
        """Return who must answer."""
        raise NotImplementedError

    def choices(self, g: S, seat: int) -> list[int]:
        """Return what the seat may click; never empty while the step asks."""
        raise NotImplementedError

    def answer(self, g: S, seat: int, choice: int) -> None:
        """Take a legal choice."""
        raise NotImplementedError

    def allows(self, g: S, seat: int, choice: int) -> bool:
        """Return whether the choice is legal; overridden where that is cheaper than listing all choices."""
        return choice in self.choices(g, seat)

    def prompt(self, g: S, seat: int) -> Ask:
        """Return the question in words."""
        raise NotImplementedError

    def why_not(self, g: S, seat: int, choice: int) -> Refusal | None:
        """Return why this choice is refused; None when the step has no particular reason."""
        return None

    def distinction(self, g: S, seat: int, choice: int) -> str:
        """Return what sets a choice apart from others of the same label, such as its attacker; or nothing."""
        return ""

    def pack(self) -> list[int]:
        """Return the step's fields in the order of its constructor, for saves.

        Each parameter of the constructor is a whole number kept under its name, `*several` a tuple of them;
        a step whose fields are anything else writes and reads them itself.
        """
        names, several = fields_of(type(self))
        found: list[int] = [getattr(self, name) for name in names]
        if several:
            found += getattr(self, several)
        return found

    @classmethod
    def unpack(cls, fields: list[int]) -> Step[Any]:
        """Return the step that `pack` wrote."""
        make: Any = cls
        step: Step[Any] = make(*fields)
        return step


def step_name(cls: type[Step[Any]]) -> str:
    """Return the name of a step's class in saves and views."""
    return cls.saved_as or cls.__name__


@mypyc_attr(allow_interpreted_subclasses=True)
class Halt(Step[Any]):
    """Stands below what is tried out on a copy of a position: when it asks, that is over."""


_fields: Final[dict[type, tuple[tuple[str, ...], str]]] = {}


def fields_of(cls: type) -> tuple[tuple[str, ...], str]:
    """Return the names of a step's fields, and of the tuple that takes the rest; from its constructor."""
    found = _fields.get(cls)
    if found is None:
        names: list[str] = []
        several = ""
        for parameter in inspect.signature(cls).parameters.values():
            if parameter.kind == inspect.Parameter.VAR_POSITIONAL:
                several = parameter.name
            else:
                names.append(parameter.name)
        found = (tuple(names), several)
        _fields[cls] = found
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Window(Step[S]):
    """A reaction window: one seat may answer what another has done, or let it pass.

    A seat without an answer is still asked when the state's option says so and the lack is secret; otherwise
    the window closes by itself. When everybody can see that nobody could react, nobody is asked.
    """

    secret: ClassVar[bool] = True

    def possible(self, g: S) -> bool:
        """Return whether, for all that everybody knows, somebody could react.

        Must not depend on anything secret.
        """
        return True

    def reactor(self, g: S) -> int:
        """Return the seat that may react."""
        raise NotImplementedError

    def reactions(self, g: S, seat: int) -> list[int]:
        """Return what it may react with."""
        raise NotImplementedError

    def react(self, g: S, choice: int) -> None:
        """Take the reaction. The window is still on the agenda."""
        raise NotImplementedError

    def let_pass(self, g: S) -> None:
        """Go on without a reaction. The window is off the agenda already."""

    def run(self, g: S) -> bool:
        """Ask, unless there is nothing to ask and nothing to hide."""
        if not self.possible(g):
            g.agenda.pop()
            self.let_pass(g)
            return False
        if self.secret:
            if g.ask_always:
                return True
            # Whether the seat is asked tells what it holds: there is no way back behind this.
            g.revealed += 1
        if self.reactions(g, self.reactor(g)):
            return True
        g.agenda.pop()
        self.let_pass(g)
        return False

    def seats(self, g: S) -> tuple[int, ...]:
        """Return the reacting seat."""
        return (self.reactor(g),)

    def choices(self, g: S, seat: int) -> list[int]:
        """Pass, or one of the reactions."""
        return [PASS, *self.reactions(g, seat)]

    def answer(self, g: S, seat: int, choice: int) -> None:
        """React or let pass."""
        if choice == PASS:
            g.agenda.pop()
            self.let_pass(g)
        else:
            self.react(g, choice)


@mypyc_attr(allow_interpreted_subclasses=True)
class Simultaneous(Step[S]):
    """Several seats choose in secret; nobody learns anything until the last has answered.

    `who` are the seats that choose, `picks` what each has chosen so far (-1: not yet), in the same order.
    """

    def __init__(self, who: tuple[int, ...], picks: tuple[int, ...] = ()) -> None:
        self.who = who
        self.picks = picks or (-1,) * len(who)

    def again(self, picks: tuple[int, ...]) -> Simultaneous[S]:
        """Return the same step with these picks."""
        raise NotImplementedError

    def offers(self, g: S, seat: int) -> list[int]:
        """Return what a seat may pick."""
        raise NotImplementedError

    def resolve(self, g: S) -> None:
        """Go on after all have picked. The step is off the agenda already."""
        raise NotImplementedError

    def seats(self, g: S) -> tuple[int, ...]:
        """Return those who have not answered yet."""
        return tuple([seat for seat, pick in zip(self.who, self.picks, strict=True) if pick < 0])

    def choices(self, g: S, seat: int) -> list[int]:
        """Return the offers, while this seat has not answered."""
        return self.offers(g, seat) if seat in self.seats(g) else []

    def answer(self, g: S, seat: int, choice: int) -> None:
        """Keep the pick under cover; with the last one, resolve."""
        picks = list(self.picks)
        picks[self.who.index(seat)] = choice
        step = self.again(tuple(picks))
        if -1 in picks:
            g.agenda[-1] = step
        else:
            g.agenda.pop()
            g.revealed += 1
            step.resolve(g)

    def pack(self) -> list[int]:
        """Return the number of seats, the seats, the picks."""
        return [len(self.who), *self.who, *self.picks]

    @classmethod
    def unpack(cls, fields: list[int]) -> Step[Any]:
        """Return the step that `pack` wrote."""
        make: Any = cls
        n = fields[0]
        step: Step[Any] = make(tuple(fields[1 : n + 1]), tuple(fields[n + 1 :]))
        return step


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Step[S]):
    """Several seats choose at the same time and in secret, each as often as it needs; then all is open.

    `choosing` are the seats that are not done. All see which seats are done, but not what they choose: the
    game's view keeps it back while the step is on the agenda.
    """

    def __init__(self, *choosing: int) -> None:
        self.choosing = choosing

    def again(self, choosing: tuple[int, ...]) -> Together[S]:
        """Return the same step with these seats still choosing."""
        raise NotImplementedError

    def offers(self, g: S, seat: int) -> list[int]:
        """Return what a seat may choose next."""
        raise NotImplementedError

    def take(self, g: S, seat: int, choice: int) -> bool:
        """Take a choice; True when the seat has made its last."""
        raise NotImplementedError

    def resolve(self, g: S) -> None:
        """Go on after all are done. The step is off the agenda already."""
        raise NotImplementedError

    def seats(self, g: S) -> tuple[int, ...]:
        """Return those who are still choosing."""
        return self.choosing

    def choices(self, g: S, seat: int) -> list[int]:
        """Return the offers, while this seat is not done."""
        return self.offers(g, seat) if seat in self.choosing else []

    def answer(self, g: S, seat: int, choice: int) -> None:
        """Take the choice; with the last of the last seat, resolve."""
        if not self.take(g, seat, choice):
            return
        left = tuple([other for other in self.choosing if other != seat])
        if left:
            g.agenda[-1] = self.again(left)
            return
        g.agenda.pop()
        g.revealed += 1
        self.resolve(g)
