"""What a seat sees of a position, as a vector of fixed size with every entry from -1 to 1.

A game's encoder (`sandtable.env.encoders`) lists the parts of its state that lie open, by their names, and
makes by hand what a seat knows of the rest. Nothing else is read, so that nothing else can be seen: the proof
is a test that draws anew what the seat cannot know and compares.

Parts are numbers (divided by a scale and cut off at 1), categories (one entry for each, one of them 1) or
flags (an entry for each bit). With them go the counters in each place by owner and kind, and the question,
for the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import attrgetter
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.game import Game, Setup
from sandtable.engine.state import State
from sandtable.engine.step import Simultaneous, step_name

Vector = NDArray[np.float32]
Ints = NDArray[np.int64]

NUMBER, CATEGORY, FLAGS = range(3)

CROWD = 4  # counters of one group in one place
FIELDS = 8  # of the step that asks; few steps have more
STRAYS = 1 << 40  # no field of a step means anything beyond
NOBODY = 255  # in bytes, where other fields say -1


class Part(NamedTuple):
    """A part of a state: a number or a list of them, each told in one of three ways.

    `span` is the scale of a number, how many categories there are, or how many flags; `low` is what counts as
    the number 0 or the first category.
    """

    name: str
    kind: int
    span: int
    low: int = 0


class Block(NamedTuple):
    """Where a part lies in the vector: `size` entries from `start`; `kind`, `span`, `low` as in `Part`."""

    name: str
    start: int
    size: int
    kind: int
    span: int
    low: int


def numbers(span: int, *names: str, low: int = 0) -> list[Part]:
    """Parts that are numbers up to about `span`."""
    return [Part(name, NUMBER, span, low) for name in names]


def categories(span: int, *names: str, low: int = 0) -> list[Part]:
    """Parts that are one of `span` things, the first of which is `low`."""
    return [Part(name, CATEGORY, span, low) for name in names]


def flags(span: int, *names: str) -> list[Part]:
    """Parts that are sets of `span` things, at most 62."""
    return [Part(name, FLAGS, span) for name in names]


class ObservationEncoder:
    """Turns positions of one game and set-up into vectors; each game has a subclass."""

    places = 0  # where counters can stand
    groups = 0  # how many owners and kinds of counters are told apart

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.players = setup.players
        g = game.begin(setup)
        opened = self.open(g)
        veiled = self.veiled(g)
        self._scalars = [part for part in opened if isinstance(getattr(g, part.name), int)]
        self._lists = [part for part in opened if part not in self._scalars]
        self._get_scalars = _getter(self._scalars)
        self._get_lists = _getter(self._lists)
        sizes = [1] * len(self._scalars)
        sizes += [len(getattr(g, part.name)) for part in self._lists]
        sizes += [size for _, size in veiled]
        self._lay_out([*self._scalars, *self._lists, *[part for part, _ in veiled]], sizes)
        self._step_number = {name: number for number, name in enumerate(sorted(game.steps))}

    # --- what a game says

    def open(self, g: Any) -> list[Part]:
        """The parts that all may see, by the names of the state's attributes."""
        raise NotImplementedError

    def veiled(self, g: Any) -> list[tuple[Part, int]]:
        """The parts that `seen` tells, each with how many entries it has."""
        return []

    def seen(self, g: Any, seat: int) -> list[int]:
        """What the seat knows of the veiled parts, one after another."""
        return []

    def group(self, g: Any, seat: int) -> Ints:
        """For each counter which of the groups it belongs to."""
        raise NotImplementedError

    def standing(self, g: Any, places: Ints) -> Ints:
        """For each counter where it stands, given what is told of that; what is no place is nowhere."""
        return places

    # --- the vector

    def _lay_out(self, parts: list[Part], sizes: list[int]) -> None:
        """Numbers first, then categories, then flags, so that each kind is written at one go."""
        first = [0]
        for size in sizes:
            first.append(first[-1] + size)
        self._pack = Struct(f"{first[-1]}q").pack
        blocks: list[Block] = []
        ends: list[int] = []
        at: tuple[list[int], list[int], list[int]] = ([], [], [])
        low: list[int] = []
        scale: list[float] = []
        base: list[int] = []
        bits: list[int] = []
        start = 0
        for kind in (NUMBER, CATEGORY, FLAGS):
            for i, (part, size) in enumerate(zip(parts, sizes, strict=True)):
                if part.kind != kind:
                    continue
                width = size if kind == NUMBER else size * part.span
                blocks.append(Block(part.name, start, width, kind, part.span, part.low))
                if kind == NUMBER:
                    low += [part.low] * size
                    scale += [1.0 / part.span] * size
                elif kind == CATEGORY:
                    base += [start + n * part.span - part.low for n in range(size)]
                else:
                    known = len(at[FLAGS])
                    bits += [64 * (known + n) + bit for n in range(size) for bit in range(part.span)]
                at[kind].extend(range(first[i], first[i] + size))
                if part.name == "place":
                    self._places = slice(first[i], first[i] + size)
                start += width
            ends.append(start)
            for name, width, span in self._rest(kind):
                blocks.append(Block(name, start, width, kind, span, 0))
                start += width
            ends.append(start)
        self._number_at, self._low, self._scale = np.array(at[NUMBER]), np.array(low), np.array(scale)
        self._category_at, self._base = np.array(at[CATEGORY]), np.array(base)
        self._flag_at, self._bits = np.array(at[FLAGS]), np.array(bits)
        self._numbers, self._clipped, _, self._flags, self._flags_end, self.size = ends
        self.blocks: dict[str, Block] = {block.name: block for block in blocks}

    def _rest(self, kind: int) -> tuple[tuple[str, int, int], ...]:
        """The blocks that every game has: name, size and span."""
        steps = len(self.game.steps)
        if kind == NUMBER:
            fields = ("fields", FIELDS, len(self.game.names))
            return (("presence", self.places * self.groups, CROWD), fields)
        if kind == CATEGORY:
            return (("seat", self.players, self.players), ("question", steps, steps))
        return (("waiting", self.players, self.players),)

    def encode(self, g: State, seat: int) -> Vector:
        """What the seat sees of the position."""
        raw = np.frombuffer(
            self._pack(*self._get_scalars(g), *chain.from_iterable(self._get_lists(g)), *self.seen(g, seat)),
            np.int64,
        )
        out = np.zeros(self.size, np.float32)
        out[: self._numbers] = (raw[self._number_at] - self._low) * self._scale
        chosen = raw[self._category_at]
        chosen[chosen == NOBODY] = -1
        out[self._base + chosen] = 1.0
        bits = np.unpackbits(raw[self._flag_at].view(np.uint8), bitorder="little")
        out[self._flags : self._flags_end] = bits[self._bits]
        where = self.standing(g, raw[self._places])
        index = (where * self.groups + self.group(g, seat))[(where >= 0) & (where < self.places)]
        block = self.blocks["presence"]
        counts = np.bincount(index, minlength=block.size)
        out[block.start : block.start + block.size] = counts
        out[block.start : block.start + block.size] *= 1.0 / CROWD
        self._question(g, seat, out)
        clipped = out[: self._clipped]
        np.minimum(clipped, 1.0, out=clipped)
        np.maximum(clipped, -1.0, out=clipped)
        return out

    def _question(self, g: State, seat: int, out: Vector) -> None:
        """Who is asked, for all to see, and what, for the seat that is asked."""
        out[self.blocks["seat"].start + seat] = 1.0
        asked = g.seats()
        for other in asked:
            out[self.blocks["waiting"].start + other] = 1.0
        if seat not in asked:
            return
        step = g.agenda[-1]
        out[self.blocks["question"].start + self._step_number[step_name(type(step))]] = 1.0
        if isinstance(step, Simultaneous):
            return  # its fields hold the secret choices of others
        block = self.blocks["fields"]
        for i, value in enumerate(step.pack()[:FIELDS]):
            out[block.start + i] = max(-STRAYS, min(STRAYS, value)) / block.span

    def part(self, vector: Vector, name: str) -> NDArray[Any]:
        """A part of the vector by its name, as the numbers, categories or flags that it was made of."""
        block = self.blocks[name]
        piece = vector[block.start : block.start + block.size]
        if block.kind == NUMBER:
            return np.rint(piece * block.span).astype(np.int64) + block.low
        rows = piece.reshape(-1, block.span)
        return rows.argmax(axis=1) + block.low if block.kind == CATEGORY else rows.astype(bool)


def _getter(parts: Sequence[Part]) -> Any:
    """What fetches the attributes of all parts at once, always as a tuple."""
    names = [part.name for part in parts]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda g: tuple([getattr(g, name) for name in names])
