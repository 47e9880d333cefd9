"""What a seat sees of a position, as a vector of fixed size with every entry from -1 to 1.

A game says what that is (`sandtable.engine.observation`): numbers, divided by a scale and cut off at 1;
categories, with one entry for each, one of them 1; and flags, with an entry for each bit. To these come the
counters in each place by owner and kind, and the question, for the seat that is asked.
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
from sandtable.engine.observation import CATEGORY, FLAGS, NUMBER, Part
from sandtable.engine.state import State
from sandtable.engine.step import Simultaneous, step_name

Vector = NDArray[np.float32]
Ints = NDArray[np.int64]

CROWD = 4  # counters of one group in one place
FIELDS = 8  # of the step that asks; few steps have more
STRAYS = 1 << 40  # the largest meaningful number in a field of a step
NOBODY = 255  # in bytes, where other fields say -1


class Block(NamedTuple):
    """Where a part lies in the vector: `size` entries from `start`; `kind`, `span`, `low` as in `Part`."""

    name: str
    start: int
    size: int
    kind: int
    span: int
    low: int


class ObservationEncoder:
    """Turns positions of one game and set-up into vectors."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.players = setup.players
        seen = self.observation = game.observation(setup)
        self.places = seen.places  # where counters can stand
        self.groups = seen.owners * seen.kinds  # of counters, in each place
        g = game.begin(setup)
        public, hidden = seen.public_parts(g), seen.hidden_parts(g)
        self._scalars = [part for part in public if isinstance(getattr(g, part.name), int)]
        self._lists = [part for part in public if part not in self._scalars]
        self._get_scalars = _getter(self._scalars)
        self._get_lists = _getter(self._lists)
        sizes = [1] * len(self._scalars)
        sizes += [len(getattr(g, part.name)) for part in self._lists]
        sizes += [size for _, size in hidden]
        self._lay_out([*self._scalars, *self._lists, *[part for part, _ in hidden]], sizes)
        self._step_number = {name: number for number, name in enumerate(sorted(game.steps))}
        self._grouped: tuple[bytes, bytes] = (b"", b"")
        self._group_of_units: Ints = np.zeros(0, np.int64)

    # --- the vector

    def _lay_out(self, parts: list[Part], sizes: list[int]) -> None:
        """Lay out numbers first, then categories, then flags, so that each kind is written in one step."""
        first = [0]
        for size in sizes:
            first.append(first[-1] + size)
        self._pack = Struct(f"{first[-1]}q").pack
        self._places = slice(0)
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
                if part.name == "place" and self.places:
                    self._places = slice(first[i], first[i] + size)
                start += width
            ends.append(start)
            for name, width, span in self._rest(kind):
                blocks.append(Block(name, start, width, kind, span, 0))
                start += width
            ends.append(start)
        # With their types, since a game may have no part of a kind.
        self._number_at, self._low = np.array(at[NUMBER], np.int64), np.array(low, np.int64)
        self._scale = np.array(scale)
        self._category_at, self._base = np.array(at[CATEGORY], np.int64), np.array(base, np.int64)
        self._flag_at, self._bits = np.array(at[FLAGS], np.int64), np.array(bits, np.int64)
        self._numbers, self._clipped, _, self._flags, self._flags_end, self.size = ends
        self.blocks: dict[str, Block] = {block.name: block for block in blocks}

    def _rest(self, kind: int) -> tuple[tuple[str, int, int], ...]:
        """Return the blocks that every game has: name, size and span."""
        steps = len(self.game.steps)
        if kind == NUMBER:
            fields = ("fields", FIELDS, len(self.game.names))
            return (("presence", self.places * self.groups, CROWD), fields)
        if kind == CATEGORY:
            return (("seat", self.players, self.players), ("question", steps, steps))
        return (("waiting", self.players, self.players),)

    def encode(self, g: State, seat: int) -> Vector:
        """Return what the seat sees of the position."""
        known = self.observation.visible_values(g, seat)
        raw = np.frombuffer(
            self._pack(*self._get_scalars(g), *chain.from_iterable(self._get_lists(g)), *known), np.int64
        )
        out = np.zeros(self.size, np.float32)
        out[: self._numbers] = (raw[self._number_at] - self._low) * self._scale
        chosen = raw[self._category_at]
        chosen[chosen == NOBODY] = -1
        out[self._base + chosen] = 1.0
        bits = np.unpackbits(raw[self._flag_at].view(np.uint8), bitorder="little")
        out[self._flags : self._flags_end] = bits[self._bits]
        if self.places:
            self._presence(g, seat, raw, out)
        self._question(g, seat, out)
        clipped = out[: self._clipped]
        np.minimum(clipped, 1.0, out=clipped)
        np.maximum(clipped, -1.0, out=clipped)
        return out

    def _presence(self, g: State, seat: int, raw: Ints, out: Vector) -> None:
        """Write how many counters of each group stand in each place."""
        standing = self.observation.place_of_units(g)
        where = raw[self._places] if standing is None else np.array(standing)
        index = (where * self.groups + self.group_of_units(g, seat))[(where >= 0) & (where < self.places)]
        block = self.blocks["presence"]
        counts = np.bincount(index, minlength=block.size)
        out[block.start : block.start + block.size] = counts
        out[block.start : block.start + block.size] *= 1.0 / CROWD

    def group_of_units(self, g: State, seat: int) -> Ints:
        """Return the group of each counter as the seat sees it: its owner and its kind in one number."""
        seen = self.observation
        owners, kinds = seen.owner_of_units(g), seen.kind_of_units(g, seat)
        if self._grouped[0] is not owners or self._grouped[1] is not kinds:
            self._grouped = (owners, kinds)
            owner = np.frombuffer(owners, np.uint8).astype(np.int64)
            self._group_of_units = owner * seen.kinds + np.frombuffer(kinds, np.uint8)
        return self._group_of_units

    def _question(self, g: State, seat: int, out: Vector) -> None:
        """Write the seats that are asked, and for the seat itself also its question."""
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
        """Return a part of the vector by its name, as the numbers, categories or flags it was made of."""
        block = self.blocks[name]
        piece = vector[block.start : block.start + block.size]
        if block.kind == NUMBER:
            return np.rint(piece * block.span).astype(np.int64) + block.low
        rows = piece.reshape(-1, block.span)
        return rows.argmax(axis=1) + block.low if block.kind == CATEGORY else rows.astype(bool)


def _getter(parts: Sequence[Part]) -> Any:
    """Return a function that fetches the attributes of all parts at once, always as a tuple."""
    names = [part.name for part in parts]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda g: tuple([getattr(g, name) for name in names])
