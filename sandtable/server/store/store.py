"""The store of the web table: every method is one transaction, whole or not at all.

    store = await Store.open("sqlite:///table.db")      # or postgresql://user@host/name; migrates first
    made = await store.create_match("downfall", "campaign_1940", 2, {}, [NewSeat("human", 1), NewSeat("bot")])
    if not await store.append(made.match.id, 1, "choice", 0, 17, Summary(waiting=(1,))):
        ...                                             # somebody was quicker: read `events` and look again
    await store.close()

Players and sessions are in `people.py`. Refusals are `StoreError`s whose text is a sentence. Tokens of
sessions and invitations are given out once; only their SHA-256 is kept. A method that looks for one thing
gives None if there is none; one that adds to a match raises `NoMatch` if it is gone.
"""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Row, Select, and_, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.engine.game import OptionValue
from sandtable.server.store import backup as backups
from sandtable.server.store import tokens
from sandtable.server.store.errors import NoMatch, Restored, StoreError
from sandtable.server.store.models import chat, event, generation, match, note, player, seat
from sandtable.server.store.people import People, new_id, vacate
from sandtable.server.store.records import (
    Chat,
    Created,
    Event,
    EventKind,
    MatchRecord,
    NewSeat,
    Seat,
    SeatKind,
    Status,
    Summary,
)

GONE = "This match is gone: it was removed."
UNDO = -1  # the choice of an event that takes one back
SEAT = (*seat.c, func.coalesce(player.c.name, "").label("name"))


class Store(People):
    """Players, sessions, matches, histories, talk and notes in one database."""

    # --- matches

    async def create_match(
        self,
        game: str,
        scenario: str,
        players: int,
        options: Mapping[str, OptionValue],
        seats: Sequence[NewSeat],
        owner_id: int | None = None,
        *,
        name: str = "",
        pack: str = "",
        listed: bool = False,
        live: bool = True,
        seed: int | None = None,
        summary: Summary | None = None,
        base: Mapping[str, Any] | None = None,
        history: Iterable[tuple[int, int]] = (),
    ) -> Created:
        """A new match with all its seats and a secret seed of 64 bits unless one is given.

        Without `summary` it is open and waits to be started. `base` and `history` (seat and choice, in order)
        are those of an imported save. Seats of kind invite get a secret token each.
        """
        now = time.time()
        match_id = tokens.new_match_id()
        first = summary or Summary(status="open")
        links = {number: tokens.new_token() for number, new in enumerate(seats) if new.kind == "invite"}
        events = [
            {"match_id": match_id, "seq": n, "kind": "choice", "seat": s, "choice": c, "at": now}
            for n, (s, c) in enumerate(history, 1)
        ]
        async with self._write() as connection:
            await connection.execute(
                insert(match).values(
                    id=match_id,
                    game=game,
                    pack=pack,
                    scenario=scenario,
                    players=players,
                    options=dict(options),
                    seed=str(tokens.new_seed() if seed is None else seed),
                    base=None if base is None else dict(base),
                    name=name,
                    owner_id=owner_id,
                    listed=listed,
                    live=live,
                    seq=len(events),
                    since=now,
                    created=now,
                    updated=now,
                    **_columns(first),
                )
            )
            rows = [
                {
                    "match_id": match_id,
                    "seat": number,
                    "kind": new.kind,
                    "player_id": new.player_id,
                    "bot": new.bot,
                    "token_hash": tokens.fingerprint(links[number]) if number in links else None,
                }
                for number, new in enumerate(seats)
            ]
            if rows:
                await connection.execute(insert(seat), rows)
            if events:
                await connection.execute(insert(event), events)
            made = await _matches(connection, select(match).where(match.c.id == match_id))
        return Created(made[0], links)

    async def get_match(self, match_id: str) -> MatchRecord | None:
        """The match with this id, with its seats."""
        async with self._read() as connection:
            found = await _matches(connection, select(match).where(match.c.id == match_id))
        return found[0] if found else None

    async def matches_of(self, player_id: int, finished: int = 100) -> list[MatchRecord]:
        """Matches this player owns or sits in: waiting for him first, then others, then the last finished."""
        held = select(seat.c.match_id).where(seat.c.player_id == player_id).scalar_subquery()
        mine = select(match).where(or_(match.c.owner_id == player_id, match.c.id.in_(held)))
        newest = match.c.updated.desc()
        async with self._read() as connection:
            going = await _matches(connection, mine.where(match.c.status != "finished").order_by(newest))
            over = await _matches(
                connection, mine.where(match.c.status == "finished").order_by(newest).limit(finished)
            )
        # Who has waited longest for this player comes first.
        waiting = sorted((m for m in going if m.waits_for(player_id)), key=lambda m: m.since)
        return [*waiting, *(m for m in going if not m.waits_for(player_id)), *over]

    async def listed_matches(self, status: Status | None = None, limit: int = 100) -> list[MatchRecord]:
        """Matches that everybody may see, the latest first."""
        query = select(match).where(match.c.listed.is_(True))
        if status is not None:
            query = query.where(match.c.status == status)
        async with self._read() as connection:
            return await _matches(connection, query.order_by(match.c.updated.desc()).limit(limit))

    async def all_matches(self, status: Status | None = None) -> list[MatchRecord]:
        """Every match, the latest first: for administrators and for bots' turns after a restart."""
        query = select(match).order_by(match.c.updated.desc())
        if status is not None:
            query = query.where(match.c.status == status)
        async with self._read() as connection:
            return await _matches(connection, query)

    async def count_matches(self, owner_id: int) -> int:
        """How many unfinished matches a player owns, for limits."""
        query = select(func.count()).where(match.c.owner_id == owner_id, match.c.status != "finished")
        async with self._read() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def start_match(self, match_id: str, summary: Summary) -> bool:
        """Let an open match begin; False if it has begun already."""
        now = time.time()
        async with self._write() as connection:
            done = await connection.execute(
                update(match)
                .where(match.c.id == match_id, match.c.status == "open")
                .values(since=now, updated=now, **_columns(summary))
            )
            if done.rowcount != 1:
                await _must_exist(connection, match_id)
        return bool(done.rowcount)

    async def set_name(self, match_id: str, name: str, listed: bool) -> None:
        """Rename a match, list it or take it off the list."""
        async with self._write() as connection:
            done = await connection.execute(
                update(match).where(match.c.id == match_id).values(name=name, listed=listed)
            )
            if done.rowcount != 1:
                raise NoMatch(GONE)

    async def delete_match(self, match_id: str) -> bool:
        """Remove a match with everything in it; False if there was none."""
        async with self._write() as connection:
            done = await connection.execute(delete(match).where(match.c.id == match_id))
        return bool(done.rowcount)

    # --- history

    async def append(
        self, match_id: str, seq: int, kind: EventKind, seat: int, choice: int, summary: Summary
    ) -> bool:
        """Add event number `seq` (one more than there are) and what the match looks like after it.

        True: both are on disk. False: that number is taken, somebody was quicker and nothing changed. Raises
        NoMatch if the match is gone, Restored if a backup was put in place since `open` or `resume`.
        """
        now = time.time()
        current = select(generation.c.mark).scalar_subquery()
        columns = _columns(summary)
        since = case((match.c.waiting == columns["waiting"], match.c.since), else_=now)
        try:
            async with self._write() as connection:
                done = await connection.execute(
                    update(match)
                    .where(match.c.id == match_id, match.c.seq == seq - 1, current == self._mark)
                    .values(seq=seq, since=since, updated=now, **columns)
                )
                if done.rowcount != 1:
                    return await self._why_not(connection, match_id, seq)
                await connection.execute(
                    insert(event).values(
                        match_id=match_id, seq=seq, kind=kind, seat=seat, choice=choice, at=now
                    )
                )
        except IntegrityError:
            return False
        return True

    async def _why_not(self, connection: AsyncConnection, match_id: str, seq: int) -> bool:
        """Why an event was not added: False if its number is taken, else an error."""
        mark = (await connection.execute(select(generation.c.mark))).scalar()
        if mark != self._mark:
            raise Restored("A backup was restored while you played; load the page again to see the match.")
        last = (await connection.execute(select(match.c.seq).where(match.c.id == match_id))).scalar()
        if last is None:
            raise NoMatch(GONE)
        if seq > last + 1 or seq < 1:
            raise StoreError(f"Event {seq} cannot follow event {last}; load the page again.")
        return False

    async def events(self, match_id: str, after: int = 0) -> list[Event]:
        """The history of a match in order, from the event after number `after` on."""
        query = (
            select(event.c.seq, event.c.kind, event.c.seat, event.c.choice, event.c.at)
            .where(event.c.match_id == match_id, event.c.seq > after)
            .order_by(event.c.seq)
        )
        async with self._read() as connection:
            return [Event(*row) for row in await connection.execute(query)]

    # --- seats

    async def take_seat(self, match_id: str, number: int, player_id: int, token: str | None = None) -> bool:
        """Sit down on a free open seat, or on an invited one with its token; True if it is now his."""
        own = and_(seat.c.match_id == match_id, seat.c.seat == number)
        free = seat.c.kind == "open"
        if token is not None:
            free = and_(seat.c.kind == "invite", seat.c.token_hash == tokens.fingerprint(token))
        async with self._write() as connection:
            await _must_exist(connection, match_id)
            done = await connection.execute(
                update(seat)
                .where(own, free, or_(seat.c.player_id.is_(None), seat.c.player_id == player_id))
                .values(player_id=player_id)
            )
            if done.rowcount:
                await _touch(connection, match_id)
        return bool(done.rowcount)

    async def leave(self, match_id: str, player_id: int) -> bool:
        """Stand up from all seats of a match, which others can then take; False if there were none."""
        async with self._write() as connection:
            count = await vacate(connection, player_id, match_id)
            if count:
                await _touch(connection, match_id)
        return count > 0

    async def set_seat(self, match_id: str, number: int, new: NewSeat) -> str | None:
        """Fill a seat anew (a bot for a player who left, say); gives the token of a seat of kind invite."""
        token = tokens.new_token() if new.kind == "invite" else None
        async with self._write() as connection:
            done = await connection.execute(
                update(seat)
                .where(seat.c.match_id == match_id, seat.c.seat == number)
                .values(
                    kind=new.kind,
                    player_id=new.player_id,
                    bot=new.bot,
                    token_hash=None if token is None else tokens.fingerprint(token),
                )
            )
            if done.rowcount != 1:
                raise NoMatch(GONE)
            await _touch(connection, match_id)
        return token

    async def seat_by_token(self, token: str) -> Seat | None:
        """The seat an invitation link is for, taken or not."""
        query = select(*SEAT).join_from(seat, player, isouter=True)
        async with self._read() as connection:
            row = (
                await connection.execute(query.where(seat.c.token_hash == tokens.fingerprint(token)))
            ).first()
        return None if row is None else _seat(row)

    # --- talk and notes

    async def add_chat(self, match_id: str, player_id: int | None, name: str, text: str) -> Chat:
        """Say something at a table."""
        now = time.time()
        async with self._write() as connection:
            await _must_exist(connection, match_id)
            made = await connection.execute(
                insert(chat).values(match_id=match_id, player_id=player_id, name=name, text=text, at=now)
            )
        return Chat(new_id(made), match_id, player_id, name, text, now)

    async def chats(self, match_id: str, after: int = 0, limit: int = 200) -> list[Chat]:
        """What was said at a table after the entry with id `after`, in order; at most the last `limit`."""
        query = (
            select(chat.c.id, chat.c.match_id, chat.c.player_id, chat.c.name, chat.c.text, chat.c.at)
            .where(chat.c.match_id == match_id, chat.c.id > after)
            .order_by(chat.c.id.desc())
            .limit(limit)
        )
        async with self._read() as connection:
            return [Chat(*row) for row in await connection.execute(query)][::-1]

    async def get_note(self, match_id: str, player_id: int) -> str:
        """What a player noted for himself about a match; empty if nothing."""
        query = select(note.c.text).where(note.c.match_id == match_id, note.c.player_id == player_id)
        async with self._read() as connection:
            return (await connection.execute(query)).scalar() or ""

    async def set_note(self, match_id: str, player_id: int, text: str) -> None:
        """Replace a player's note about a match; an empty one is removed."""
        async with self._write() as connection:
            await _must_exist(connection, match_id)
            own = and_(note.c.match_id == match_id, note.c.player_id == player_id)
            if not text:
                await connection.execute(delete(note).where(own))
                return
            done = await connection.execute(update(note).where(own).values(text=text))
            if done.rowcount == 0:
                await connection.execute(
                    insert(note).values(match_id=match_id, player_id=player_id, text=text)
                )

    # --- backups

    async def backup(self, path: str | Path) -> None:
        """Write everything into a file, as of one moment, while matches go on."""
        await asyncio.to_thread(backups.backup, self.url, Path(path))

    async def restore(self, path: str | Path) -> None:
        """Replace everything with a backup, in one transaction; running servers notice (see `Restored`)."""
        await asyncio.to_thread(backups.restore, self.url, Path(path))


async def _matches(connection: AsyncConnection, query: Select[*tuple[Any, ...]]) -> list[MatchRecord]:
    """The matches of a query, with their seats."""
    rows = (await connection.execute(query)).all()
    seats: dict[str, list[Seat]] = {row.id: [] for row in rows}
    ids = list(seats)
    for start in range(0, len(ids), 500):
        found = await connection.execute(
            select(*SEAT)
            .join_from(seat, player, isouter=True)
            .where(seat.c.match_id.in_(ids[start : start + 500]))
            .order_by(seat.c.match_id, seat.c.seat)
        )
        for row in found:
            seats[row.match_id].append(_seat(row))
    return [_record(row, tuple(seats[row.id])) for row in rows]


async def _must_exist(connection: AsyncConnection, match_id: str) -> None:
    if (await connection.execute(select(match.c.id).where(match.c.id == match_id))).first() is None:
        raise NoMatch(GONE)


async def _touch(connection: AsyncConnection, match_id: str) -> None:
    await connection.execute(update(match).where(match.c.id == match_id).values(updated=time.time()))


def _columns(summary: Summary) -> dict[str, Any]:
    """The columns of a match that a summary fills."""
    return {
        "waiting": list(summary.waiting),
        "turn": summary.turn,
        "status": summary.status,
        "result": summary.result,
    }


def _seat(row: Row[*tuple[Any, ...]]) -> Seat:
    kind: SeatKind = row.kind
    return Seat(row.match_id, row.seat, kind, row.player_id, row.name, row.bot)


def _record(row: Row[*tuple[Any, ...]], seats: tuple[Seat, ...]) -> MatchRecord:
    values = dict(row._mapping)
    values["seed"] = int(values["seed"])
    values["waiting"] = tuple(values["waiting"])
    return MatchRecord(seats=seats, **values)
