"""Open nomination in rising Seniority: the base class for Leading Generals and appointments to Positions.

Every player names at most one of their own Generals, in any order, none junior to the one named before. The
most senior is taken. [4.3.2a] [4.3.2c] [6.2.2d] A subclass defines the Generals (`candidates`), the seat that
decides ties (`umpire`), the result (`conclude`) and the words (`task`, `rules`).
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.engine.choice import PASS
from sandtable.engine.native import mypyc_attr
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import NONE, PERSONNEL
from sandtable.games.other_side.components.state import AVAILABLE, IN_COMMAND, Board

# The phases of a nomination.
OPEN: Final = 0  # players name candidates or pass
TIE: Final = 1  # the umpire chooses among the most senior
DESIGNATE: Final = 2  # Personnel names a player
PICK: Final = 3  # that player names a General
OVER: Final = 4


@mypyc_attr(allow_interpreted_subclasses=True)
class Nomination(Step[Board]):
    """Nomination of one General for `subject`; the seats in `out` have passed, seat `named` must choose."""

    def __init__(self, subject: int = NONE, out: int = 0, named: int = NONE, *nominees: int) -> None:
        self.subject = subject
        self.out = out
        self.named = named
        self.nominees = nominees

    # --- defined by a subclass

    def candidates(self, g: Board, seat: int) -> list[int]:
        """Return the Generals that a player may name, whoever was named before."""
        raise NotImplementedError

    def umpire(self, g: Board) -> int:
        """Return the seat that settles ties."""
        raise NotImplementedError

    def conclude(self, g: Board, general: int) -> None:
        """Take the General, or NONE; the step is off the agenda already."""
        raise NotImplementedError

    def task(self, g: Board) -> str:
        """Return the purpose in words: "to lead the Combat in Ukraine"."""
        raise NotImplementedError

    def rules(self) -> tuple[str, str, str, str]:
        """Return the rules of open nomination, ties, designation and a single player's choice."""
        raise NotImplementedError

    # --- the procedure

    def again(self, out: int, named: int, nominees: tuple[int, ...]) -> Nomination:
        """Return the same step, further on."""
        make: Any = type(self)
        new: Nomination = make(self.subject, out, named, *nominees)
        return new

    def able(self, g: Board) -> list[int]:
        """Return the players who have a candidate."""
        return [seat for seat in range(g.players) if self.candidates(g, seat)]

    def offers(self, g: Board, seat: int) -> list[int]:
        """Return what a player may still name: one General, not junior to the last. [4.3.2a] [6.2.2d]"""
        if self.out >> seat & 1:
            return []
        generals = g.t.generals
        least = 0
        for named in self.nominees:
            if g.owner[named] == seat:
                return []
            least = generals[named].seniority
        return [n for n in self.candidates(g, seat) if generals[n].seniority >= least]

    def leaders(self, g: Board) -> list[int]:
        """Return the most senior of the nominees. [4.3.2c] [6.2.2d]"""
        generals = g.t.generals
        top = max([generals[n].seniority for n in self.nominees])
        return [n for n in self.nominees if generals[n].seniority == top]

    def phase(self, g: Board) -> int:
        """Return what the nomination waits for."""
        if self.named != NONE:
            return PICK
        for seat in range(g.players):
            if self.offers(g, seat):
                return OPEN
        if self.nominees:
            return TIE
        return DESIGNATE if self.able(g) else OVER

    def run(self, g: Board) -> bool:
        """Ask only if somebody has a choice."""
        phase = self.phase(g)
        if phase == OVER:
            self._found(g, NONE)
            return False
        if phase == PICK:
            found = self.candidates(g, self.named)
            if len(found) > 1:
                return True
            self._found(g, found[0])
            return False
        if phase == TIE:
            found = self.leaders(g)
            if len(found) > 1:
                return True
            self._found(g, found[0])
            return False
        able = self.able(g)
        if len(able) == 1 and not self.nominees:
            # The only player with candidates is designated anyway, so they choose now. [4.3.2d] [6.2.2e]
            g.agenda[-1] = self.again(self.out, able[0], ())
            return False
        return True

    def _found(self, g: Board, general: int) -> None:
        g.agenda.pop()
        self.conclude(g, general)

    def seats(self, g: Board) -> tuple[int, ...]:
        """Return all who may still name somebody, or the one who decides."""
        phase = self.phase(g)
        if phase == OPEN:
            return tuple([seat for seat in range(g.players) if self.offers(g, seat)])
        if phase == TIE:
            return (self.umpire(g),)
        return (self.named if phase == PICK else g.seat(PERSONNEL),)

    def choices(self, g: Board, seat: int) -> list[int]:
        phase = self.phase(g)
        first = g.ids.general
        if phase == OPEN:
            offers = self.offers(g, seat)
            return [PASS, *[first + n for n in offers]] if offers else []
        if seat not in self.seats(g):
            return []
        if phase == TIE:
            return [first + n for n in self.leaders(g)]
        if phase == PICK:
            return [first + n for n in self.candidates(g, seat)]
        return [g.ids.seat + player for player in self.able(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        phase = self.phase(g)
        general = choice - g.ids.general
        if phase in (TIE, PICK):
            self._found(g, general)
        elif phase == DESIGNATE:
            g.agenda[-1] = self.again(self.out, choice - g.ids.seat, ())
        elif choice == PASS:
            g.agenda[-1] = self.again(self.out | 1 << seat, NONE, self.nominees)
        else:
            g.agenda[-1] = self.again(self.out, NONE, (*self.nominees, general))
            if g.log is not None:
                text = f"{words.player(g, seat)} names {words.general(g, general)} {self.task(g)}."
                g.log.add(text, self.rules()[0], (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        phase = self.phase(g)
        task, rules = self.task(g), self.rules()
        if phase == OPEN:
            if not self.nominees:
                return Ask(f"Name one of your Generals {task}, or pass.", rules[0])
            last = self.nominees[-1]
            who = f"{words.opening(g, last)} (Seniority {g.t.generals[last].seniority})"
            return Ask(f"{who} is named {task}: name one at least as senior, or pass.", rules[0])
        if phase == TIE:
            return Ask(f"Equal in Seniority: choose the General {task}.", rules[1])
        if phase == DESIGNATE:
            return Ask(f"Nobody has named a General: choose the player who must name one {task}.", rules[2])
        return Ask(f"Choose a General {task}.", rules[3] if g.players == 1 else rules[2])

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        general = choice - g.ids.general
        rules = self.rules()
        if not 0 <= general < g.t.n_generals:
            return Refusal(f"Choose a highlighted General {self.task(g)}.", rules[0])
        name = words.opening(g, general)
        phase = self.phase(g)
        if phase == TIE:
            return Refusal(f"{name} is not among the most senior Generals who were named.", rules[1])
        if phase == DESIGNATE:
            return Refusal("First choose the player who must name a General.", rules[2])
        if not AVAILABLE <= g.where[general] <= IN_COMMAND:
            return Refusal(f"{name} is not in play.", "2.2m")
        if g.owner[general] != seat:
            return Refusal(f"{name} is not one of your Generals.", rules[0])
        if phase == OPEN and general in self.candidates(g, seat):
            last = words.general(g, self.nominees[-1])
            return Refusal(f"{name} is junior to {last}, who was named before.", rules[0])
        return self.why_not_nominate(g, seat, general)

    def why_not_nominate(self, g: Board, seat: int, general: int) -> Refusal | None:
        """Return why a player's General is not a candidate."""
        return Refusal(f"{words.opening(g, general)} cannot be named {self.task(g)}.", self.rules()[0])
