"""Looking ahead in several processes at once.

Each process is a copy of this one as it stands, with the position in it, so nothing has to be sent there. It
looks ahead with its own luck for the same time and tells what every choice brought it; all that is put
together.
"""

from __future__ import annotations

import json
import os
from typing import Final

from sandtable.bots.search_bot import SearchBot, Tally
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State

CHUNK: Final = 1 << 16


def available() -> bool:
    """Whether this system makes copies of a process."""
    return hasattr(os, "fork")


class ParallelSearchBot(SearchBot):
    """Looks ahead with so many `hands`; where processes cannot be copied, with one."""

    def __init__(self, name: str, seconds: float, looks: int, hands: int) -> None:
        super().__init__(name, seconds, max(1, looks // hands))
        self.hands = hands if available() else 1

    def examine(self, game: Game, g: State, seat: int, rng: Rng, tallies: list[Tally], end: float) -> None:
        """Look ahead with all hands, this process being one of them."""
        others: list[tuple[int, int]] = []
        for _ in range(self.hands - 1):
            luck = Rng(rng.below(1 << 32))
            source, drain = os.pipe()
            child = os.fork()
            if child == 0:
                # Whatever happens here, the copy must not go on as if it were the original.
                try:
                    super().examine(game, g, seat, luck, tallies, end)
                    send(drain, told(tallies))
                finally:
                    os._exit(0)
            os.close(drain)
            others.append((child, source))
        super().examine(game, g, seat, rng, tallies, end)
        for child, source in others:
            data = receive(source)
            os.close(source)
            os.waitpid(child, 0)
            add(tallies, data)


def told(tallies: list[Tally]) -> bytes:
    """What was seen, to be sent."""
    return json.dumps([[tally.values, tally.leads, tally.live] for tally in tallies]).encode()


def add(tallies: list[Tally], data: bytes) -> None:
    """Put what another process has seen beside the own; one that was ended before it had told all has not."""
    try:
        seen = json.loads(data)
    except ValueError:
        return
    for tally, (values, leads, live) in zip(tallies, seen, strict=True):
        tally.values += values
        tally.leads += leads
        tally.live = tally.live or live


def send(drain: int, data: bytes) -> None:
    """Write all of it."""
    sent = 0
    while sent < len(data):
        sent += os.write(drain, data[sent:])


def receive(source: int) -> bytes:
    """Read until the other end is closed."""
    found: list[bytes] = []
    while True:
        part = os.read(source, CHUNK)
        if not part:
            return b"".join(found)
        found.append(part)
