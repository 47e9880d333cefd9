"""The live connections of one server process: whose they are, and how many, and that their sessions last."""

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from sandtable.server.limits import OWN
from sandtable.server.store import Store, StoreError
from sandtable.server.store.tokens import fingerprint

SIGNED_OUT: Final = "You have signed out; load the page again."
ENDED: Final = "Your session has ended; load the page again."
EVERY_SECONDS: Final = 1.0  # between two looks, each at a few sessions
LOOK_SECONDS: Final = 25.0  # after which a session is looked up again
FEW: Final = 25  # sessions that are looked up at a time

logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Line:
    """One live connection of a player to a match."""

    match_id: str
    player_id: int
    address: str
    session: str  # the fingerprint of its session's token
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    why: str = SIGNED_OUT  # it has ended
    known: float = field(default_factory=time.monotonic)  # when the store last knew the session


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

    async def look_up(self, store: Store, seconds: float = LOOK_SECONDS) -> None:
        """See whether sessions last that were not looked up for so long, so that no click has to wait."""
        now = time.monotonic()
        due = [line for line in self._lines if now - line.known >= seconds and not line.ended.is_set()]
        rest = iter(due)
        while some := list(islice(rest, FEW)):
            players = await store.players_of_sessions([line.session for line in some])
            for line in some:
                if players.get(line.session) == line.player_id:
                    line.known = now
                else:
                    line.why = ENDED
                    line.ended.set()

    def __len__(self) -> int:
        return len(self._lines)

    def _count(self, line: Line, by: int) -> None:
        for counter, key in (
            (self._sessions, line.session),
            (self._addresses, line.address),
            (self._seen, (line.match_id, line.player_id)),
        ):
            _add(counter, key, by)


async def look_up_now_and_then(lines: Lines, store: Store) -> None:
    """A session may have been ended in another process, or by the administrator; never ends."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await lines.look_up(store)
        except StoreError as error:
            logger.warning("Sessions could not be looked up: %s", error)


def _add(counter: Counter[Any], key: Any, by: int) -> None:
    counter[key] += by
    if not counter[key]:
        del counter[key]
