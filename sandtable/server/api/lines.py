"""The live connections of one server process: whose they are, and how many."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sandtable.server.limits import OWN
from sandtable.server.store.tokens import fingerprint


@dataclass(slots=True, eq=False)
class Line:
    """One live connection of a player to a match."""

    match_id: str
    player_id: int
    address: str
    session: str  # the fingerprint of its session's token
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Lines:
    """All of them."""

    def __init__(self, most: int, factor: int) -> None:
        self._most = most
        self._factor = factor
        self._lines: set[Line] = set()
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._seen: Counter[tuple[str, int]] = Counter()

    def open(self, match_id: str, player_id: int, address: str, token: str) -> Line | None:
        """Note a new connection; None if there are too many of this session or address."""
        session = fingerprint(token)
        if self._sessions[session] >= self._most:
            return None
        if address != OWN and self._addresses[address] >= self._most * self._factor:
            return None
        line = Line(match_id, player_id, address, session)
        self._lines.add(line)
        self._count(line, 1)
        return line

    def close(self, line: Line) -> None:
        """A connection has ended."""
        if line in self._lines:
            self._lines.remove(line)
            self._count(line, -1)

    def end_session(self, token: str) -> None:
        """A session is over: so are its connections."""
        session = fingerprint(token)
        for line in self._lines:
            if line.session == session:
                line.ended.set()

    def end_player(self, player_id: int) -> None:
        """All sessions of a player are over."""
        for line in self._lines:
            if line.player_id == player_id:
                line.ended.set()

    def looks(self, match_id: str, player_id: int) -> bool:
        """Whether a player has this match before him now, as far as this process knows."""
        return (match_id, player_id) in self._seen

    def __len__(self) -> int:
        return len(self._lines)

    def _count(self, line: Line, by: int) -> None:
        for counter, key in (
            (self._sessions, line.session),
            (self._addresses, line.address),
            (self._seen, (line.match_id, line.player_id)),
        ):
            _add(counter, key, by)


def _add(counter: Counter[Any], key: Any, by: int) -> None:
    counter[key] += by
    if not counter[key]:
        del counter[key]
