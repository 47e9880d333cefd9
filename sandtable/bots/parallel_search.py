"""Looking ahead in several processes at once.

Each process is a fork of this one, so it already has the position. It looks ahead for the same time with its
own random seed and sends back the values of every choice, which are added up.
"""

from __future__ import annotations

import json
import os
from typing import Final

from sandtable.bots.search_bot import ChoiceStats, SearchBot
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State

CHUNK: Final = 1 << 16


def available() -> bool:
    """Return whether this system can fork processes."""
    return hasattr(os, "fork")


class ParallelSearchBot(SearchBot):
    """Looks ahead in several `processes`; in one, if the system cannot fork processes."""

    def __init__(self, name: str, seconds: float, simulations: int, processes: int) -> None:
        super().__init__(name, seconds, max(1, simulations // processes))
        self.processes = processes if available() else 1

    def simulate(
        self, game: Game, g: State, seat: int, rng: Rng, stats: list[ChoiceStats], end: float
    ) -> None:
        """Look ahead in all processes, of which this one is one."""
        others: list[tuple[int, int]] = []
        for _ in range(self.processes - 1):
            own_rng = Rng(rng.below(1 << 32))
            source, drain = os.pipe()
            child = os.fork()
            if child == 0:
                # Whatever happens here, the fork must not go on as if it were the original.
                try:
                    super().simulate(game, g, seat, own_rng, stats, end)
                    send(drain, encode_results(stats))
                finally:
                    os._exit(0)
            os.close(drain)
            others.append((child, source))
        super().simulate(game, g, seat, rng, stats, end)
        for child, source in others:
            data = receive(source)
            os.close(source)
            os.waitpid(child, 0)
            add_results(stats, data)


def encode_results(stats: list[ChoiceStats]) -> bytes:
    """Return the results of a process as bytes."""
    return json.dumps([[each.values, each.leads, each.live] for each in stats]).encode()


def add_results(stats: list[ChoiceStats], data: bytes) -> None:
    """Add the results of another process; ignore those of a process that ended before it had sent all."""
    try:
        results = json.loads(data)
    except ValueError:
        return
    for each, (values, leads, live) in zip(stats, results, strict=True):
        each.values += values
        each.leads += leads
        each.live = each.live or live


def send(drain: int, data: bytes) -> None:
    """Write all bytes to a pipe."""
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
