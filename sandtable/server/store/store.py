"""The store of the web table: every method is one transaction, whole or not at all.

    store = await Store.open("sqlite:///table.db")      # or postgresql://user@host/name; migrates first
    made = await store.create_match("downfall", "campaign_1940", 2, {}, [NewSeat("human", 1), NewSeat("bot")])
    if not await store.append(made.match.id, 1, "choice", 0, 17, Summary(waiting=(1,))):
        ...                                             # somebody was quicker: read `events` and look again
    await store.close()

Players and sessions are in `players.py`, matches and seats in `matches.py`, history and chat here. Refusals
are `StoreError`s whose text is a sentence. Tokens of sessions and invitations are returned once; only their
SHA-256 is stored. A method that searches for one thing returns None if there is none; one that adds to a
match raises `NoMatch` if the match was removed.
"""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, bindparam, case, delete, insert, select, update
from sqlalchemy.dialects import sqlite

from sandtable.server.store import backup as backups
from sandtable.server.store.base import MARK, Quick
from sandtable.server.store.errors import NoMatch, Restored, StoreError, WriteConflict
from sandtable.server.store.matches import GONE, RESTORED, MatchStore, columns, must_exist
from sandtable.server.store.models import Packed, chat, event, generation, match, note, packed
from sandtable.server.store.players import new_id
from sandtable.server.store.records import Chat, Event, EventKind, Summary

UNDO = -1  # stands for the choice of an undo

# The number before must be the last one, and no backup may have been restored meanwhile.
NEXT = update(match).where(
    match.c.id == bindparam("number"),
    match.c.seq == bindparam("seq") - 1,
    select(generation.c.mark).scalar_subquery() == bindparam("mark"),
)
SUMMED_UP: dict[str, Any] = {
    "seq": bindparam("seq"),
    "waiting": bindparam("waiting"),
    "since": case(
        (match.c.waiting == bindparam("waiting", type_=Packed), match.c.since), else_=bindparam("now")
    ),
    "turn": bindparam("turn"),
    "result": bindparam("result"),
    "updated": bindparam("now"),
}
ADVANCE = NEXT.values(status=bindparam("status"), **SUMMED_UP)
# An unchanged status is not written: SQLite would write a third page, of an index, with it.
STAYING = NEXT.where(match.c.status == bindparam("status")).values(**SUMMED_UP)
ENTRY = insert(event)
# The same as text for SQLite's driver, which keeps them prepared.
_dialect = sqlite.dialect(paramstyle="named")
_staying = STAYING.compile(dialect=_dialect)
QUICK_STAYING, QUICK_VALUES = str(_staying), dict(_staying.params)
QUICK_ADVANCE = str(ADVANCE.compile(dialect=_dialect))
QUICK_ENTRY = str(ENTRY.compile(dialect=_dialect))
LAST = select(match.c.seq).where(match.c.id == bindparam("number"))
EVENTS = (
    select(event.c.seq, event.c.kind, event.c.seat, event.c.choice, event.c.at)
    .where(event.c.match_id == bindparam("number"), event.c.seq > bindparam("after"))
    .order_by(event.c.seq)
)
CHATS = (
    select(chat.c.id, chat.c.match_id, chat.c.player_id, chat.c.name, chat.c.text, chat.c.at)
    .where(chat.c.match_id == bindparam("number"), chat.c.id > bindparam("after"))
    .order_by(chat.c.id.desc())
    .limit(bindparam("most"))
)
NOTE = select(note.c.text).where(
    note.c.match_id == bindparam("number"), note.c.player_id == bindparam("player")
)


def _quickly(values: dict[str, Any], entry: dict[str, Any]) -> Quick:
    """Return the function that adds an event through SQLite's own driver."""

    def quick(driver: sqlite3.Connection) -> bool:
        plain = {"waiting": packed(values["waiting"]), "result": packed(values["result"])}
        given = {**QUICK_VALUES, **values, **plain}
        if (
            driver.execute(QUICK_STAYING, given).rowcount != 1
            and driver.execute(QUICK_ADVANCE, given).rowcount != 1
        ):
            return False
        driver.execute(QUICK_ENTRY, entry)
        return True

    return quick


class Store(MatchStore):
    """Players, sessions, matches, histories, chat and notes in one database."""

    # --- history

    async def append(
        self, match_id: str, seq: int, kind: EventKind, seat: int, choice: int, summary: Summary
    ) -> bool:
        """Add event number `seq` (one more than there are) and the summary of the match after it.

        True: both are stored. False: that number is taken, somebody was quicker and nothing changed. Raises
        NoMatch if the match was removed, Restored if a backup was restored since `open` or `resume`.
        """
        values, entry = self._next(match_id, seq, kind, seat, choice, summary)

        def work(connection: Connection) -> bool:
            if connection.execute(ADVANCE, values).rowcount != 1:
                return self._why_not(connection, match_id, seq)
            connection.execute(ENTRY, entry)
            return True

        try:
            return await self._write(work, _quickly(values, entry))
        except WriteConflict:
            return False

    def append_now(
        self, match_id: str, seq: int, kind: EventKind, seat: int, choice: int, summary: Summary
    ) -> bool:
        """Add an event at once, waiting only for a fast disk. False: nothing is stored, use `append`."""
        return self._write_now(_quickly(*self._next(match_id, seq, kind, seat, choice, summary)))

    def _next(
        self, match_id: str, seq: int, kind: EventKind, seat: int, choice: int, summary: Summary
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the values of a match after an event, and those of the event."""
        now = time.time()
        values = {"number": match_id, "seq": seq, "mark": self._mark, "now": now, **columns(summary)}
        entry = {
            "match_id": match_id,
            "seq": seq,
            "kind": kind,
            "seat": seat,
            "choice": choice,
            "at": now,
        }
        return values, entry

    def _why_not(self, connection: Connection, match_id: str, seq: int) -> bool:
        """Return False if an event was not added because its number is taken; else raise an error."""
        if connection.execute(MARK).scalar() != self._mark:
            raise Restored(RESTORED)
        last = connection.execute(LAST, {"number": match_id}).scalar()
        if last is None:
            raise NoMatch(GONE)
        if not 1 <= seq <= last:
            raise StoreError(f"Event {seq} cannot follow event {last}. Load the page again.")
        return False

    async def events(self, match_id: str, after: int = 0) -> list[Event]:
        """Return the history of a match in order, from the event after number `after` on."""
        values = {"number": match_id, "after": after}
        rows = await self._read(lambda connection: connection.execute(EVENTS, values).all())
        return [Event(*row) for row in rows]

    # --- chat and notes

    async def add_chat(self, match_id: str, player_id: int | None, name: str, text: str) -> Chat:
        """Add a chat message to a match."""
        now = time.time()
        values = {"match_id": match_id, "player_id": player_id, "name": name, "text": text, "at": now}

        def work(connection: Connection) -> Chat:
            must_exist(connection, match_id)
            number = new_id(connection.execute(insert(chat), values))
            return Chat(number, match_id, player_id, name, text, now)

        return await self._write(work)

    async def chats(self, match_id: str, after: int = 0, limit: int = 200) -> list[Chat]:
        """Return the chat of a match after the entry with id `after`, in order; at most the last `limit`."""
        values = {"number": match_id, "after": after, "most": limit}
        rows = await self._read(lambda connection: connection.execute(CHATS, values).all())
        return [Chat(*row) for row in reversed(rows)]

    async def get_note(self, match_id: str, player_id: int) -> str:
        """Return a player's private note about a match; empty if there is none."""
        values = {"number": match_id, "player": player_id}
        return await self._read(lambda connection: connection.execute(NOTE, values).scalar()) or ""

    async def set_note(self, match_id: str, player_id: int, text: str) -> None:
        """Replace a player's note about a match; an empty one is removed."""
        own = (note.c.match_id == match_id) & (note.c.player_id == player_id)
        values = {"match_id": match_id, "player_id": player_id, "text": text}

        def work(connection: Connection) -> None:
            must_exist(connection, match_id)
            if not text:
                connection.execute(delete(note).where(own))
            elif connection.execute(update(note).where(own).values(text=text)).rowcount == 0:
                connection.execute(insert(note), values)

        try:
            await self._write(work)
        except WriteConflict:
            await self._write(work)  # another window of this player has just created the note

    # --- backups

    async def backup(self, path: str | Path) -> None:
        """Write everything of one moment into a file, while matches go on."""
        await asyncio.to_thread(backups.backup, self.url, Path(path))

    async def restore(self, path: str | Path) -> None:
        """Replace everything by a backup, in one transaction; running servers notice (see `Restored`)."""
        await asyncio.to_thread(backups.restore, self.url, Path(path))
