"""New Generals: the yearly entry, and the draft of the co-operative game. [5.3]"""

from __future__ import annotations

from sandtable.engine.choice import PASS
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import NONE, PERSONNEL
from sandtable.games.other_side.components.state import AVAILABLE, FUTURE, GONE, IN_COMMAND, Board
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.production import tracks


def entering(g: Board) -> list[int]:
    """Return the Generals who may enter play: of this year, or left from earlier ones. [5.3a] [2.2m]"""
    return [n for n in range(g.t.n_generals) if g.where[n] == FUTURE and g.entry[n] <= g.year]


def held(g: Board, seat: int) -> list[int]:
    """Return a player's Generals."""
    found: list[int] = []
    for n in range(g.t.n_generals):
        if g.owner[n] == seat and AVAILABLE <= g.where[n] <= IN_COMMAND:
            found.append(n)
    return found


def full(g: Board, seat: int) -> bool:
    """Return whether a player has reached the limit of Generals. [2.2k] [2.2l]"""
    return len(held(g, seat)) >= g.t.general_limit[g.players]


def enter(g: Board, general: int, seat: int) -> None:
    """Put a General on a player's board. [5.3e]"""
    g.where = changed(g.where, general, AVAILABLE)
    g.owner = changed(g.owner, general, seat)
    if g.log is not None:
        who = "" if g.players == 1 else f" for {words.player(g, seat)}"
        g.log.add(f"{words.opening(g, general)} enters play{who}.", "5.3e", (g.ids.general + general,))


class Enter(Step[Board]):
    """The solitaire player places the Generals of the year, up to the limit. [5.3]"""

    def run(self, g: Board) -> bool:
        """Place all if there is room for all, or ask who comes. The others wait. [5.3d]"""
        found = entering(g)
        room = g.t.general_limit[g.players] - len(held(g, 0))
        if found and 0 < room < len(found):
            return True
        g.agenda.pop()
        if room > 0:
            for general in found:
                enter(g, general, 0)
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (0,)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.general + n for n in entering(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        enter(g, choice - g.ids.general, 0)

    def prompt(self, g: Board, seat: int) -> Ask:
        room = g.t.general_limit[g.players] - len(held(g, 0))
        return Ask(f"New Generals: there is room for {room} more. Click the next one to enter play.", "5.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return why_not_enter(g, choice)


def why_not_enter(g: Board, choice: int) -> Refusal:
    """Return why a General does not enter play now."""
    general = choice - g.ids.general
    if not 0 <= general < g.t.n_generals:
        return Refusal("Click a General who enters play this year.", "5.3")
    name = words.opening(g, general)
    if g.where[general] == FUTURE:
        return Refusal(f"{name} enters play in {g.t.years[g.entry[general]]}.", "2.2m")
    if g.where[general] == GONE:
        return Refusal(f"{name} is out of the game.", "2.2j")
    return Refusal(f"{name} is already in play.", "5.3")


class Draft(Step[Board]):
    """Players choose new Generals in turn, the order reversed every round. [5.3a] [5.3f]

    `turn` counts the turns of all rounds, `passed` is the set of players who are out, `gave` is 1 when the
    player has discarded a General and must now choose the new one.
    """

    def __init__(self, turn: int = 0, passed: int = 0, gave: int = 0) -> None:
        self.turn = turn
        self.passed = passed
        self.gave = gave

    def seat(self, g: Board) -> int:
        """Return the seat whose turn it is. [5.3f]"""
        n = g.players
        place = self.turn % n if self.turn // n % 2 == 0 else n - 1 - self.turn % n
        return (g.seat(PERSONNEL) + place) % n

    def run(self, g: Board) -> bool:
        """Ask the next player who is still in; end when no card is left or all have passed."""
        found = entering(g)
        if self.passed == (1 << g.players) - 1 or not found:
            g.agenda.pop()
            return False
        if self.gave and len(found) == 1:
            self.answer(g, self.seat(g), g.ids.general + found[0])
            return False
        if self.passed >> self.seat(g) & 1:
            g.agenda[-1] = Draft(self.turn + 1, self.passed)
            return False
        return True

    def seats(self, g: Board) -> tuple[int, ...]:
        return (self.seat(g),)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return new Generals, or with a full hand those to discard first, and to pass. [5.3b]"""
        if self.gave:
            return [g.ids.general + n for n in entering(g)]
        found = held(g, seat) if full(g, seat) else entering(g)
        return [PASS, *[g.ids.general + n for n in found]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        general = choice - g.ids.general
        if choice == PASS:
            g.agenda[-1] = Draft(self.turn + 1, self.passed | 1 << seat)
            if g.log is not None:
                g.log.add(f"{words.player(g, seat)} takes no more Generals.", "5.3b")
        elif full(g, seat):
            g.agenda[-1] = Draft(self.turn, self.passed, 1)
            discard(g, general)
        else:
            g.agenda[-1] = Draft(self.turn + 1, self.passed)
            enter(g, general, seat)

    def prompt(self, g: Board, seat: int) -> Ask:
        if full(g, seat):
            limit = g.t.general_limit[g.players]
            text = f"You hold {limit} Generals, which is the limit: click one to discard him, or Pass."
            return Ask(text, "5.3b")
        if self.gave:
            return Ask("Click a new General to replace the discarded one.", "5.3b")
        return Ask("New Generals: click the one to take, or Pass to take no more this year.", "5.3a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        general = choice - g.ids.general
        if choice == PASS:
            return Refusal("You have discarded a General. Choose the new one now.", "5.3b")
        if general in entering(g) and full(g, seat):
            text = "Your hand is full: click one of your own Generals to discard him first, or Pass."
            return Refusal(text, "5.3b")
        return why_not_enter(g, choice)


def discard(g: Board, general: int) -> None:
    """Give up a General for a new one; a Position costs Unrest. [5.3c]"""
    post = g.post[general]
    if g.log is not None:
        g.log.add(f"{words.opening(g, general)} is discarded.", "5.3c", (g.ids.general + general,))
    command_positions.remove_general(g, general, "5.3c")
    if post != NONE:
        tracks.unrest(g, 1, "5.3c")
