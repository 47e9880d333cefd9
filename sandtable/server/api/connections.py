"""The live connections of one server process: their players, their number, and their sessions."""

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

SIGNED_OUT: Final = "You have signed out. Load the page again."
ENDED: Final = "Your session has ended. Load the page again."
EVERY_SECONDS: Final = 1.0  # between two rounds, each for a few sessions
LOOK_SECONDS: Final = 25.0  # after which a session is looked up again
FEW: Final = 25  # sessions that are looked up at a time

logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Connection:
    """One live connection of a player to a match."""

    match_id: str
    player_id: int
    address: str
    session: str  # the fingerprint of its session's token
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    why: str = SIGNED_OUT  # it has ended
    known: float = field(default_factory=time.monotonic)  # when the store last knew the session


class Connections:
    """All live connections of the process."""

    def __init__(self, most: int, factor: int) -> None:
        self._most = most
        self._factor = factor
        self._connections: set[Connection] = set()
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._seen: Counter[tuple[str, int]] = Counter()

    def open(self, match_id: str, player_id: int, address: str, token: str) -> Connection | None:
        """Add a new connection; return None if this session or address has too many."""
        session = fingerprint(token)
        if self._sessions[session] >= self._most:
            return None
        if address != OWN and self._addresses[address] >= self._most * self._factor:
            return None
        connection = Connection(match_id, player_id, address, session)
        self._connections.add(connection)
        self._count(connection, 1)
        return connection

    def close(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        if connection in self._connections:
            self._connections.remove(connection)
            self._count(connection, -1)

    def end_session(self, token: str) -> None:
        """End the connections of a session."""
        session = fingerprint(token)
        for connection in self._connections:
            if connection.session == session:
                connection.ended.set()

    def end_player(self, player_id: int) -> None:
        """End all connections of a player."""
        for connection in self._connections:
            if connection.player_id == player_id:
                connection.ended.set()

    def looks(self, match_id: str, player_id: int) -> bool:
        """Check whether a player watches this match now, as far as this process knows."""
        return (match_id, player_id) in self._seen

    async def look_up(self, store: Store, seconds: float = LOOK_SECONDS) -> None:
        """Look up the sessions that were not checked for `seconds`, so that no click has to wait for it."""
        now = time.monotonic()
        due = [
            connection
            for connection in self._connections
            if now - connection.known >= seconds and not connection.ended.is_set()
        ]
        rest = iter(due)
        while some := list(islice(rest, FEW)):
            players = await store.players_of_sessions([connection.session for connection in some])
            for connection in some:
                if players.get(connection.session) == connection.player_id:
                    connection.known = now
                else:
                    connection.why = ENDED
                    connection.ended.set()

    def __len__(self) -> int:
        return len(self._connections)

    def _count(self, connection: Connection, by: int) -> None:
        for counter, key in (
            (self._sessions, connection.session),
            (self._addresses, connection.address),
            (self._seen, (connection.match_id, connection.player_id)),
        ):
            _add(counter, key, by)


async def look_up_now_and_then(connections: Connections, store: Store) -> None:
    """Look sessions up regularly, since they may end in another process; never return."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await connections.look_up(store)
        except StoreError as error:
            logger.warning("Could not look sessions up: %s", error)


def _add(counter: Counter[Any], key: Any, by: int) -> None:
    counter[key] += by
    if not counter[key]:
        del counter[key]
