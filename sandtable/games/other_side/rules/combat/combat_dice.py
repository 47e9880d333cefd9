"""Combat dice: rolling, reading, rolling again and turning them; the Combat deck. [6.3] [6.4] [2.1d]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE
from sandtable.engine.native import mypyc_attr
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import effect_types as effects
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.combat_state import SHIFT
from sandtable.games.other_side.components.state import Board

WORSE: Final = (
    effects.GREY,
    effects.WHITE,
    effects.WHITE,
    effects.YELLOW,
)  # the colours of Axis dice in an Isolated Area [6.4c]


# --- rolling and reading


def roll(g: Board, colour: int) -> int:
    """Roll one Combat die; return its colour times SHIFT plus its face."""
    g.revealed += 1
    return colour * SHIFT + g.t.die_faces[colour][g.rng.roll() - 1]


def die_of(faction: int) -> int:
    """Return the colour of an Allied Faction's dice. [6.1]"""
    return effects.RED if faction == const.SOVIETS else effects.BLUE


def die_of_army(kind: int, isolated: bool) -> int:
    """Return the colour of an Army's die; Isolated Panzer and Regular Armies roll worse ones. [6.4c]"""
    colour = (
        effects.BLACK
        if kind == const.PANZER
        else effects.GREY
        if kind == const.REGULAR
        else effects.WHITE
        if kind == const.REDUCED
        else effects.YELLOW
    )
    return WORSE[colour] if isolated and kind < const.REDUCED else colour


def faces(dice: list[int], face: int) -> int:
    """Return how many of these dice show a face."""
    found = 0
    for die in dice:
        found += die % SHIFT == face
    return found


def hits(g: Board, dice: list[int], side: int) -> int:
    """Return the Hits of one side: hits, tanks (double in Plains) and changes by cards. [6.3] [6.4]"""
    found = faces(dice, effects.HIT)
    f = g.fight
    plains = f is not None and f.area < g.t.n_areas and g.t.terrain[f.area][f.sector] == const.PLAINS
    found += faces(dice, effects.TANK) * (2 if plains else 1)
    if f is not None:
        found += f.axis_hits if side == effects.AXIS_DICE else f.allied_hits
    return max(0, found)


def roller(g: Board) -> int:
    """Return who rolls: the owner of the Leading General, or of the Head, or Operations. [6.3j]"""
    f = g.fight
    if f is not None:
        for general in (f.leading, f.head):
            if general != const.NONE:
                return g.owner[general]
    return g.seat(const.OPERATIONS)


# --- the Combat deck


def draw_combat(g: Board) -> int:
    """Take the top Combat card. [6.1]"""
    g.revealed += 1
    return g.combat_deck.pop()


def use_combat(g: Board, card: int) -> None:
    """Put a Combat card on the used pile; the last card makes the pile the deck again. [2.1d]"""
    g.combat_used.append(card)
    if not g.combat_deck:
        g.combat_deck, g.combat_used = sorted(g.combat_used), []
        g.rng.shuffle(g.combat_deck)
        g.revealed += 1
        if g.log is not None:
            g.log.add("The Combat cards are shuffled again.", "2.1d")


# --- rolling again and turning


def ask_reroll(g: Board, side: int, face: int, n: int) -> None:
    """Let the roller roll up to `n` dice of a side that show a face again. [6.3] [6.4]"""
    g.push(Reroll(side, face, n, 0))


def ask_convert(g: Board, side: int, colour: int, old: int, new: int, n: int) -> None:
    """Turn up to `n` dice of a side from one face to another; NONE is any colour. [6.3] [6.4]"""
    g.push(Convert(side, colour, old, new, n))


def _one_of_each_colour(dice: list[int], found: list[int]) -> list[int]:
    """Return one of each colour of the dice at these places."""
    seen = 0
    offers: list[int] = []
    for n in found:
        colour = 1 << dice[n] // SHIFT
        if not seen & colour:
            seen |= colour
            offers.append(n)
    return offers


@mypyc_attr(allow_interpreted_subclasses=True)
class DiceStep(Step[Board]):
    """Changes up to `left` dice of a side; the roller chooses which."""

    def __init__(self, side: int, left: int) -> None:
        self.side = side
        self.left = left

    def fit(self, g: Board) -> list[int]:
        """Return the places of the dice that can be changed."""
        raise NotImplementedError

    def dice(self, g: Board) -> list[int]:
        """Return the dice of the side."""
        f = g.combat()
        return f.axis if self.side == effects.AXIS_DICE else f.allied

    def rule(self) -> str:
        """Return the rule about the side's dice."""
        return "6.4" if self.side == effects.AXIS_DICE else "6.3"

    def is_choice(self, g: Board, found: list[int]) -> bool:
        """Return whether it matters which of these dice are changed."""
        return len(found) > self.left and len(_one_of_each_colour(self.dice(g), found)) > 1

    def change(self, g: Board, place: int, die: int, how: str) -> None:
        """Put another die in the place of one."""
        dice = self.dice(g)
        old = dice[place]
        dice[place] = die
        if g.log is not None:
            g.log.add(f"{how}: {words.die(old)} becomes {words.die(die)}.", self.rule(), (g.ids.die + place,))

    def seats(self, g: Board) -> tuple[int, ...]:
        return (roller(g),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.die + n for n in _one_of_each_colour(self.dice(g), self.fit(g))]


class Reroll(DiceStep):
    """Dice that show `face` are rolled again, each once; `done` is the set of those rolled already. [R63]

    If the Axis can only gain, the roller may stop; if it can only lose, as many as possible are rolled.
    """

    def __init__(self, side: int, face: int, left: int, done: int) -> None:
        super().__init__(side, left)
        self.face = face
        self.done = done

    def wanted(self) -> bool:
        """Return whether the Axis gains: by its own failures, or by faces that help the Allies."""
        if self.side == effects.AXIS_DICE:
            return self.face == effects.BLANK or self.face == effects.CARD
        return self.face != effects.BLANK

    def fit(self, g: Board) -> list[int]:
        if g.fight is None:
            return []
        dice = self.dice(g)
        return [n for n in range(len(dice)) if dice[n] % SHIFT == self.face and not self.done >> n & 1]

    def run(self, g: Board) -> bool:
        """Ask, or roll the dice that must be rolled."""
        found = self.fit(g)
        if not found or self.left == 0:
            g.agenda.pop()
            return False
        if self.wanted() or self.is_choice(g, found):
            return True
        self.again(g, found[0])
        return False

    def again(self, g: Board, place: int) -> None:
        """Roll one die again."""
        done = self.done | 1 << place
        g.agenda[-1] = Reroll(self.side, self.face, self.left - 1, done)
        if self.side == effects.AXIS_DICE:
            g.combat().rerolled |= 1 << place
        self.change(g, place, roll(g, self.dice(g)[place] // SHIFT), "Rolled again")

    def choices(self, g: Board, seat: int) -> list[int]:
        offers = super().choices(g, seat)
        return [*offers, DONE] if self.wanted() else offers

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
        else:
            self.again(g, choice - g.ids.die)

    def prompt(self, g: Board, seat: int) -> Ask:
        whose = "Axis" if self.side == effects.AXIS_DICE else "Allied"
        end = ", or Done" if self.wanted() else ""
        shown = f"dice that show {effects.FACES[self.face]}, {self.left} left{end}"
        return Ask(f"Choose a die to roll again: {whose} {shown}.", self.rule())

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        place = choice - g.ids.die
        if 0 <= place < len(self.dice(g)) and self.done >> place & 1:
            return Refusal("This die has already been rolled again.", "6.4")
        return Refusal(f"Only dice that show {effects.FACES[self.face]} may be rolled again now.", "6.4")


class Convert(DiceStep):
    """Dice of a colour are turned from one face to another; the roller chooses if they differ."""

    def __init__(self, side: int, colour: int, old: int, new: int, left: int) -> None:
        super().__init__(side, left)
        self.colour = colour
        self.old = old
        self.new = new

    def fit(self, g: Board) -> list[int]:
        if g.fight is None:
            return []
        found: list[int] = []
        dice = self.dice(g)
        for n in range(len(dice)):
            if dice[n] % SHIFT == self.old and (self.colour == const.NONE or dice[n] // SHIFT == self.colour):
                found.append(n)
        return found

    def run(self, g: Board) -> bool:
        """Turn the dice; ask only if it matters which."""
        found = self.fit(g)
        if not found or self.left == 0:
            g.agenda.pop()
            return False
        if self.is_choice(g, found):
            return True
        self.turn(g, found[0])
        return False

    def turn(self, g: Board, place: int) -> None:
        """Turn one die."""
        g.agenda[-1] = Convert(self.side, self.colour, self.old, self.new, self.left - 1)
        self.change(g, place, self.dice(g)[place] // SHIFT * SHIFT + self.new, "Turned")

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.turn(g, choice - g.ids.die)

    def prompt(self, g: Board, seat: int) -> Ask:
        change = f"from {effects.FACES[self.old]} to {effects.FACES[self.new]}"
        return Ask(f"Choose a die to turn {change}, {self.left} left.", self.rule())

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        colour = "" if self.colour == const.NONE else f"{effects.COLOURS[self.colour]} "
        return Refusal(f"Only {colour}dice that show {effects.FACES[self.old]} can be turned now.", "6.4")
