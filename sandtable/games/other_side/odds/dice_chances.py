"""Exact chances of Combat dice: dice of all colours, rolled again, turned, added.

A roll is identified by its history, a list of changes, and each history is calculated once. Identical dice
form a row, and only the number of dice with each face counts, so even many dice have few throws. A throw is
one number with a digit for every face of every row; adding and subtracting rolls, removes and turns dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.engine.odds import Chances
from sandtable.games.other_side.components.combat_state import SHIFT
from sandtable.games.other_side.components.effect_types import AXIS_DICE, CARD, FACES, HIT, TANK
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.combat.combat_dice import Convert, Reroll

Throw = tuple[int, ...]  # rolled dice, each its colour times SHIFT plus its face
Tally = dict[tuple[int, int], float]  # numbers of hits and tanks, with their chances
DiceChange = tuple[int, ...]
History = tuple[DiceChange, ...]

# Changes with their arguments, the side first.
ROLL: Final = 0  # the colours of dice that are rolled in addition
SHOWN: Final = 1  # dice that are rolled already
AGAIN: Final = 2  # the fields of a Reroll
TURN: Final = 3  # the fields of a Convert
CARDS: Final = 4  # only throws with this number of card faces; and the highest number that counts

DIGIT: Final = 5  # bits of a digit: enough for all dice of a row
MOST: Final = (1 << DIGIT) - 1
ROW: Final = DIGIT * len(FACES)
LAST: Final = (1 << ROW) - 1  # the digits of the first row
HITS: Final = HIT * DIGIT
TANKS: Final = TANK * DIGIT
EVENTS: Final = CARD * DIGIT
COUNTED: Final = MOST << HITS | MOST << TANKS


class Cast(NamedTuple):
    """All throws with their chances, and the colours of the rows; `single` rows always have one die."""

    rows: tuple[int, ...]
    single: int
    throws: Chances


NOTHING: Final = Cast((), 0, {0: 1.0})


def dice_change(step: Reroll | Convert) -> DiceChange:
    """Return what a step does with the dice of its side."""
    return (AGAIN if isinstance(step, Reroll) else TURN, *step.pack())


def of_side(deeds: Sequence[DiceChange], side: int) -> History:
    """Return the changes to the dice of a side."""
    return tuple([one for one in deeds if one[1] == side])


def rolled(die_faces: list[list[int]], colours: list[int]) -> dict[Throw, float]:
    """Return all throws of dice of these colours with their chances; `die_faces` are each colour's faces."""
    return laid_out(_more(die_faces, NOTHING, tuple(colours)))


def laid_out(cast: Cast) -> dict[Throw, float]:
    """Return the throws with their dice listed one by one, identical dice in the order of their faces."""
    found: dict[Throw, float] = {}
    for throw, p in cast.throws.items():
        dice: list[int] = []
        for row in range(len(cast.rows)):
            for face in range(len(FACES)):
                dice += [cast.rows[row] * SHIFT + face] * (throw >> place(row, face) & MOST)
        found[tuple(dice)] = p
    return found


def place(row: int, face: int) -> int:
    """Return where the digit of a face of a row is."""
    return row * ROW + face * DIGIT


def pool(faces: list[int], number: int, row: int) -> Chances:
    """Return what `number` identical dice may show in a row."""
    found: Chances = {0: 1.0}
    for _ in range(number):
        found = _and(found, {1 << place(row, face): faces.count(face) / len(faces) for face in set(faces)})
    return found


def _and(one: Chances, other: Chances) -> Chances:
    """Combine both throws."""
    found: Chances = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found


def _more(die_faces: list[list[int]], cast: Cast, colours: Throw) -> Cast:
    rows, throws = cast.rows, cast.throws
    at = 0
    while at < len(colours):
        colour = colours[at]
        number = 1
        while at + number < len(colours) and colours[at + number] == colour:
            number += 1
        if len(rows) == cast.single or rows[-1] != colour:
            rows = (*rows, colour)
        throws = _and(throws, pool(die_faces[colour], number, len(rows) - 1))
        at += number
    return Cast(rows, cast.single, throws)


class Rolls:
    """Throws by their histories, for one position; the game's own steps choose the dice."""

    def __init__(self, g: Board) -> None:
        self.g = g
        self.known: dict[tuple[int, History], Cast] = {}
        self.parts: dict[tuple[int, History], list[Chances]] = {}
        self.tallies: dict[tuple[int, History], Tally] = {}
        self.pools: dict[tuple[int, ...], Chances] = {}

    def cast(self, side: int, history: History) -> Cast:
        """Return all throws of a side after this history; with CARDS they do not add up to 1."""
        if not history:
            return NOTHING
        key = (side, history)
        found = self.known.get(key)
        if found is None:
            found = self._done(side, history[:-1], history[-1])
            self.known[key] = found
        return found

    def _done(self, side: int, history: History, last: DiceChange) -> Cast:
        cast = self.cast(side, history)
        if last[0] == ROLL:
            return _more(self.g.t.die_faces, cast, last[2:])
        if last[0] == SHOWN:  # in the order that a Reroll uses
            code = 0
            for n in range(2, len(last)):
                code += 1 << place(n - 2, last[n] % SHIFT)
            return Cast(tuple([die // SHIFT for die in last[2:]]), len(last) - 2, {code: 1.0})
        if last[0] == CARDS:
            return cast._replace(throws=self._parted(side, history, cast, last[3])[last[2]])
        return self._again(cast, last) if last[0] == AGAIN else self._turned(cast, last)

    def _parted(self, side: int, history: History, cast: Cast, most: int) -> list[Chances]:
        """Split the throws by their number of card faces."""
        found = self.parts.get((side, history))
        if found is None:
            rows = len(cast.rows)
            found = [{} for _ in range(most + 1)]
            for throw, p in cast.throws.items():
                found[min(most, together(throw, rows) >> EVENTS & MOST)][throw] = p
            self.parts[(side, history)] = found
        return found

    def _fit(self, step: Reroll | Convert, cast: Cast, face: int) -> list[int]:
        """Return the rows whose dice a step touches if they show a face, in the order it takes them."""
        f = self.g.combat()
        dice = [colour * SHIFT + face for colour in cast.rows]
        if step.side == AXIS_DICE:
            f.axis = dice
        else:
            f.allied = dice
        return step.fit(self.g)

    def _again(self, cast: Cast, last: DiceChange) -> Cast:
        """Roll as many dice as possible again, the first ones first, once each."""
        step = Reroll(last[1], last[2], last[3], last[4])
        fit = self._fit(step, cast, step.face)
        found: Chances = {}
        for throw, p in cast.throws.items():
            left = step.left
            taken: list[int] = []  # row, colour and number of dice
            for row in fit:
                at = place(row, step.face)
                number = min(left, throw >> at & MOST)
                if number:
                    throw -= number << at
                    left -= number
                    taken += [row, cast.rows[row], number]
            if not taken:
                found[throw] = found.get(throw, 0.0) + p
                continue
            for more, q in self._pool(tuple(taken)).items():
                found[throw + more] = found.get(throw + more, 0.0) + p * q
        return cast._replace(throws=found)

    def _pool(self, taken: tuple[int, ...]) -> Chances:
        """Return what dice of several rows may show together."""
        found = self.pools.get(taken)
        if found is None:
            found = {0: 1.0}
            for n in range(0, len(taken), 3):
                found = _and(found, pool(self.g.t.die_faces[taken[n + 1]], taken[n + 2], taken[n]))
            self.pools[taken] = found
        return found

    def _turned(self, cast: Cast, last: DiceChange) -> Cast:
        """Turn as many dice as possible, the first ones first."""
        step = Convert(last[1], last[2], last[3], last[4], last[5])
        fit = self._fit(step, cast, step.old)
        found: Chances = {}
        for throw, p in cast.throws.items():
            left = step.left
            for row in fit:
                number = min(left, throw >> place(row, step.old) & MOST)
                throw += (number << place(row, step.new)) - (number << place(row, step.old))
                left -= number
            found[throw] = found.get(throw, 0.0) + p
        return cast._replace(throws=found)

    def tallied(self, side: int, history: History) -> Tally:
        """Return how many hits and tanks are thrown; there are few such pairs."""
        known = self.tallies.get((side, history))
        if known is None:
            cast = self.cast(side, history)
            rows = len(cast.rows)
            found: Chances = {}
            for throw, p in cast.throws.items():
                key = together(throw, rows) & COUNTED
                found[key] = found.get(key, 0.0) + p
            known = {(key >> HITS & MOST, key >> TANKS & MOST): p for key, p in found.items()}
            self.tallies[(side, history)] = known
        return known


def together(throw: int, rows: int) -> int:
    """Return a throw with all dice in one row."""
    found = 0
    for row in range(rows):
        found += throw >> row * ROW & LAST
    return found


# --- Hits


class Hits(NamedTuple):
    """The Hits of a side by its number of card faces: exactly this number, or at least this number."""

    exactly: list[Chances]
    from_on: list[Chances]


class Margin(NamedTuple):
    """The lead of the Allies in Hits, as far as it matters, and the average Hits of both sides.

    It counts throws with a number of card faces only, so it does not add up to 1.
    """

    ahead: Chances
    axis_hits: float
    allied_hits: float


def compared(ours: Hits, theirs: Hits, cards: int, attacking: bool) -> Margin:
    """Compare the Hits of all throws whose card faces come to a number, as far as they count."""
    ends: Chances = {}
    axis = allied = 0.0
    for mine in range(cards + 1):
        # At the highest number that counts, more cards make no difference.
        his = theirs.from_on if cards + 1 == len(theirs.exactly) else theirs.exactly
        hits = list(his[cards - mine].items())
        every = sum([p for _, p in hits])
        average = sum([number * p for number, p in hits])
        for a, p in ours.exactly[mine].items():
            axis += p * a * every
            allied += p * average
            for b, q in hits:
                # Only a defence depends on how large the lead is.
                ahead = b - a
                if ahead < -1:
                    ahead = -1
                elif attacking and ahead > 0:
                    ahead = 0
                ends[ahead] = ends.get(ahead, 0.0) + p * q
    return Margin(ends, axis, allied)
