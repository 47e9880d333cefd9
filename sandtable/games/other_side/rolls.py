"""What a roll of Combat dice may show, exactly: dice of all colours, rolled again, turned, added.

A roll is told by its history, a row of deeds. Dice that are alike lie together, so there are few different
throws even of many dice, and each history is worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.odds import Chances
from sandtable.games.other_side.dice import Convert, Reroll, faces
from sandtable.games.other_side.fight import SHIFT
from sandtable.games.other_side.state import Board
from sandtable.games.other_side.vocabulary import AXIS_DICE, CARD

Throw = tuple[int, ...]  # dice as they lie, each its colour times SHIFT and its face
Throws = dict[Throw, float]
Deed = tuple[int, ...]
History = tuple[Deed, ...]

# Deeds, each with what it needs, the side first.
ROLL: Final = 0  # the colours of dice that are rolled in addition to those that lie
SHOWN: Final = 1  # dice that lie on the table already
AGAIN: Final = 2  # the fields of a Reroll
TURN: Final = 3  # the fields of a Convert
CARDS: Final = 4  # a number of card faces, and the most that count: only such throws


def deed(step: Reroll | Convert) -> Deed:
    """What a step does with the dice of its side."""
    return (AGAIN if isinstance(step, Reroll) else TURN, *step.pack())


def of_side(deeds: Sequence[Deed], side: int) -> History:
    """Those that concern the dice of a side."""
    return tuple([one for one in deeds if one[1] == side])


def rolled(die_faces: list[list[int]], colours: list[int]) -> Throws:
    """All throws of dice of these colours with their chances; `die_faces` are the faces of each colour."""
    return _more(die_faces, {(): 1.0}, tuple(colours))


def runs(colours: Sequence[int]) -> list[tuple[int, int]]:
    """Where dice of one colour lie side by side: they are alike."""
    found: list[tuple[int, int]] = []
    first = 0
    for n in range(1, len(colours) + 1):
        if n == len(colours) or colours[n] != colours[first]:
            found.append((first, n))
            first = n
    return found


def tidy(throw: Throw, alike: list[tuple[int, int]]) -> Throw:
    """The dice, with those that are alike in order."""
    if len(alike) == 1:
        return tuple(sorted(throw))
    found: list[int] = []
    for first, end in alike:
        found += sorted(throw[first:end])
    return tuple(found)


def colours_of(throws: Throws) -> list[int]:
    """The colours of the dice, the same in all throws."""
    for throw in throws:
        return [die // SHIFT for die in throw]
    return []


def shown_by(die_faces: list[list[int]], colour: int) -> Chances:
    """The dice that one die of a colour may become."""
    found: Chances = {}
    for face in die_faces[colour]:
        die = colour * SHIFT + face
        found[die] = found.get(die, 0.0) + 1.0 / len(die_faces[colour])
    return found


def _more(die_faces: list[list[int]], throws: Throws, colours: Throw) -> Throws:
    lie = colours_of(throws)
    for colour in colours:
        lie.append(colour)
        alike = runs(lie)
        now: Throws = {}
        for die, p in shown_by(die_faces, colour).items():
            for throw, q in throws.items():
                key = tidy((*throw, die), alike)
                now[key] = now.get(key, 0.0) + p * q
        throws = now
    return throws


class Rolls:
    """Throws by their histories, for one position; the game's own steps say which dice they touch."""

    def __init__(self, g: Board) -> None:
        self.g = g
        self.faces: list[Chances] = [shown_by(g.t.die_faces, n) for n in range(len(g.t.die_faces))]
        self.known: dict[tuple[int, History], Throws] = {}

    def throws(self, side: int, history: History) -> Throws:
        """All throws of a side after this history; with CARDS they do not add up to 1."""
        if not history:
            return {(): 1.0}
        key = (side, history)
        found = self.known.get(key)
        if found is None:
            found = self._done(side, self.throws(side, history[:-1]), history[-1])
            self.known[key] = found
        return found

    def _done(self, side: int, throws: Throws, last: Deed) -> Throws:
        if last[0] == ROLL:
            return _more(self.g.t.die_faces, throws, last[2:])
        if last[0] == SHOWN:
            return {last[2:]: 1.0}  # in the order in which a Reroll has counted them
        if last[0] == CARDS:
            number, most = last[2], last[3]
            return {t: p for t, p in throws.items() if min(most, faces(list(t), CARD)) == number}
        return self._again(throws, last) if last[0] == AGAIN else self._turned(throws, last)

    def lay(self, side: int, throw: Throw) -> None:
        """Lay dice on the table, for the steps to look at."""
        f = self.g.fight
        assert f is not None
        if side == AXIS_DICE:
            f.axis = list(throw)
        else:
            f.allied = list(throw)

    def _again(self, throws: Throws, last: Deed) -> Throws:
        """As many dice as may be are rolled again, the first ones first, each once."""
        step = Reroll(last[1], last[2], last[3], last[4])
        alike = runs(colours_of(throws))
        found: Throws = {}
        for throw, p in throws.items():
            self.lay(step.side, throw)
            now: Throws = {throw: p}
            for place in step.fit(self.g)[: step.left]:
                later: Throws = {}
                for die, r in self.faces[throw[place] // SHIFT].items():
                    for before, q in now.items():
                        later[(*before[:place], die, *before[place + 1 :])] = q * r
                now = later
            for after, q in now.items():
                key = tidy(after, alike)
                found[key] = found.get(key, 0.0) + q
        return found

    def _turned(self, throws: Throws, last: Deed) -> Throws:
        """As many dice as may be are turned, the first ones first."""
        step = Convert(last[1], last[2], last[3], last[4], last[5])
        alike = runs(colours_of(throws))
        found: Throws = {}
        for throw, p in throws.items():
            self.lay(step.side, throw)
            dice = list(throw)
            for place in step.fit(self.g)[: step.left]:
                dice[place] = dice[place] // SHIFT * SHIFT + step.new
            key = tidy(tuple(dice), alike)
            found[key] = found.get(key, 0.0) + p
        return found

    def tallied(self, side: int, history: History, wanted: tuple[int, ...]) -> Throws:
        """The throws with nothing but the wanted faces: so few that they are soon read."""
        found: Throws = {}
        for throw, p in self.throws(side, history).items():
            key = tuple(sorted([die % SHIFT for die in throw if die % SHIFT in wanted]))
            found[key] = found.get(key, 0.0) + p
        return found
