"""The part of the store for matches and their seats."""

import dataclasses
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from sandtable.engine.game import OptionValue
from sandtable.server.store import secrets_seen, tokens
from sandtable.server.store.base import MARK
from sandtable.server.store.errors import NoMatch, Restored, SecretsSeen, WriteConflict
from sandtable.server.store.models import event, match, player, seat, snapshot
from sandtable.server.store.players import PlayerStore, hand_over, vacate
from sandtable.server.store.records import (
    Created,
    Known,
    MatchRecord,
    NewSeat,
    Seat,
    Snapshot,
    Status,
    Summary,
)

GONE = "This match was removed."
RESTORED = "A backup was restored while you played. Load the page again to see the match."
# SQLite limits the number of values in a query.
MANY = 500

SEAT = select(*seat.c, func.coalesce(player.c.name, "").label("name")).join_from(seat, player, isouter=True)
SEATS = SEAT.where(seat.c.match_id.in_(bindparam("ids", expanding=True))).order_by(seat.c.seat)
BY_TOKEN = SEAT.where(seat.c.token_hash == bindparam("token"))
MATCH = select(match).where(match.c.id == bindparam("number"))
# On PostgreSQL this also keeps the match from being removed until the transaction ends.
EXISTS = (
    select(match.c.id).where(match.c.id == bindparam("number")).with_for_update(read=True, key_share=True)
)
LOCKED = select(match.c.id).where(match.c.id == bindparam("number")).with_for_update()
TOUCH = update(match).where(match.c.id == bindparam("number")).values(updated=bindparam("now"))
NEWEST = match.c.updated.desc()


class MatchStore(PlayerStore):
    """Matches and their seats."""

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
        rules: str = "",
        pack_hash: str = "",
        known: Known | None = None,
    ) -> Created:
        """Create a match with all its seats, and with a secret seed of 64 bits unless one is given.

        Without `summary` it is open and waits to be started. `base` and `history` (seat and choice, in order)
        are those of an imported save. Seats of kind invite get a secret token each. A match whose seed is
        given is known (see `secrets_seen`), unless `known` says otherwise.
        """
        given = seed is not None or base is not None
        if known is None:
            known = "import" if given else ""
        now = time.time()
        match_id = tokens.new_match_id()
        links = {number: tokens.new_token() for number, new in enumerate(seats) if new.kind == "invite"}
        events = [
            {"match_id": match_id, "seq": n, "kind": "choice", "seat": s, "choice": c, "at": now}
            for n, (s, c) in enumerate(history, 1)
        ]
        values = {
            "id": match_id,
            "game": game,
            "pack": pack,
            "scenario": scenario,
            "players": players,
            "options": dict(options),
            "seed": str(tokens.new_seed() if seed is None else seed),
            "base": None if base is None else dict(base),
            "name": name,
            "owner_id": owner_id,
            "listed": listed,
            "live": live,
            "seq": len(events),
            "since": now,
            "created": now,
            "updated": now,
            "rules": rules,
            "pack_hash": pack_hash,
            "known": known,
            **columns(summary or Summary(status="open")),
        }
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

        def work(connection: Connection) -> Created:
            connection.execute(insert(match), values)
            if rows:
                connection.execute(insert(seat), rows)
            if events:
                connection.execute(insert(event), events)
            if values["status"] == secrets_seen.PLAYING and owner_id is not None:
                # A player who imports a running match knows all of it, including future dice.
                secrets_seen.note(connection, match_id, owner_id, range(len(rows)))
            return Created(_records(connection, MATCH, {"number": match_id})[0], links)

        return await self._write(work)

    async def get_match(self, match_id: str) -> MatchRecord | None:
        """Return the match with this id and its seats."""
        found = await self._read(lambda connection: _records(connection, MATCH, {"number": match_id}))
        return found[0] if found else None

    async def seats_of(self, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
        """Return the seats of a few matches, without those that were removed."""
        rows = await self._read(lambda connection: connection.execute(SEATS, {"ids": list(ids)}).all())
        seats: dict[str, list[Seat]] = {}
        for row in rows:
            seats.setdefault(row.match_id, []).append(_seat(row))
        return {match_id: tuple(some) for match_id, some in seats.items()}

    async def matches_of(self, player_id: int, finished: int = 100) -> list[MatchRecord]:
        """Return the matches that a player owns or sits in.

        Those that wait for the player come first, then the others, then the last finished ones.
        """
        held = select(seat.c.match_id).where(seat.c.player_id == player_id).scalar_subquery()
        mine = select(match).where(or_(match.c.owner_id == player_id, match.c.id.in_(held))).order_by(NEWEST)

        def work(connection: Connection) -> list[MatchRecord]:
            going = _records(connection, mine.where(match.c.status != "finished"))
            over = _records(connection, mine.where(match.c.status == "finished").limit(finished))
            # The match that has waited longest for this player comes first.
            waiting = sorted((m for m in going if m.waits_for(player_id)), key=lambda m: m.since)
            return [*waiting, *(m for m in going if not m.waits_for(player_id)), *over]

        return await self._read(work)

    async def listed_matches(self, status: Status | None = None, limit: int = 100) -> list[MatchRecord]:
        """Return the matches that everybody may see, the latest first."""
        query = select(match).where(match.c.listed.is_(True)).order_by(NEWEST).limit(limit)
        if status is not None:
            query = query.where(match.c.status == status)
        return await self._read(lambda connection: _records(connection, query))

    async def all_matches(self, status: Status | None = None) -> list[MatchRecord]:
        """Return every match, the latest first: for administrators, and for bots after a restart."""
        query = select(match).order_by(NEWEST)
        if status is not None:
            query = query.where(match.c.status == status)
        return await self._read(lambda connection: _records(connection, query))

    async def count_matches(self, owner_id: int, bots: bool = False) -> int:
        """Return how many unfinished matches a player owns, for limits; `bots`: only those with a bot."""
        query = select(func.count()).where(match.c.owner_id == owner_id, match.c.status != "finished")
        if bots:
            query = query.where(exists().where(seat.c.match_id == match.c.id, seat.c.kind == "bot"))
        return await self._read(lambda connection: connection.execute(query).scalar_one())

    async def start_match(
        self, match_id: str, summary: Summary, rules: str = "", pack_hash: str = ""
    ) -> bool:
        """Begin an open match under these rules and components; False if it has begun already."""
        now = time.time()
        begin = (
            update(match)
            .where(match.c.id == match_id, match.c.status == "open")
            .values(since=now, updated=now, rules=rules, pack_hash=pack_hash, **columns(summary))
        )

        def work(connection: Connection) -> bool:
            must_exist(connection, match_id)
            begun = bool(connection.execute(begin).rowcount)
            if begun:
                secrets_seen.note_all(connection, match_id)
            return begun

        return await self._write(work)

    async def set_name(self, match_id: str, name: str, listed: bool) -> None:
        """Rename a match, and list it or not."""
        change = update(match).where(match.c.id == match_id).values(name=name, listed=listed)

        def work(connection: Connection) -> None:
            must_exist(connection, match_id)
            connection.execute(change)

        await self._write(work)

    async def delete_match(self, match_id: str) -> bool:
        """Remove a match with everything in it; False if there was none."""
        gone = delete(match).where(match.c.id == match_id)
        return bool(await self._write(lambda connection: connection.execute(gone).rowcount))

    # --- seats

    async def take_seat(self, match_id: str, number: int, player_id: int, token: str | None = None) -> bool:
        """Take a free open seat, or an invited one with its token; True if the player has it now.

        Nobody takes a second seat. Raises SecretsSeen if the player has seen the secrets of another seat of a
        match that is being played.
        """
        free = seat.c.kind == "open"
        if token is not None:
            free = and_(seat.c.kind == "invite", seat.c.token_hash == tokens.fingerprint(token))
        sit = (
            update(seat)
            .where(seat.c.match_id == match_id, seat.c.seat == number, free)
            .where(or_(seat.c.player_id.is_(None), seat.c.player_id == player_id))
            .values(player_id=player_id)
        )

        elsewhere = select(seat.c.seat).where(
            seat.c.match_id == match_id, seat.c.player_id == player_id, seat.c.seat != number
        )

        def work(connection: Connection) -> bool:
            # One at a time for each match, so that nobody sits down twice at the same moment.
            if connection.execute(LOCKED, {"number": match_id}).first() is None:
                raise NoMatch(GONE)
            secrets_seen.check_taking(connection, match_id, number, player_id)
            if connection.execute(elsewhere).first() is not None:
                return False
            done = connection.execute(sit).rowcount
            if done:
                if secrets_seen.is_playing(connection, match_id):
                    secrets_seen.note(connection, match_id, player_id, [number])
                touch(connection, match_id)
            return bool(done)

        return await self._write(work)

    async def leave(self, match_id: str, player_id: int) -> bool:
        """Leave all seats of a match, which others can then take; False if there were none.

        An owner who leaves a match that is being played hands it over to another player of it.
        """

        def work(connection: Connection) -> bool:
            count = vacate(connection, player_id, match_id)
            if count:
                hand_over(connection, player_id, match_id)
                touch(connection, match_id)
            return count > 0

        return await self._write(work)

    async def set_seat(
        self, match_id: str, number: int, new: NewSeat, sitter: int | None = None
    ) -> str | None:
        """Fill a seat again, with a bot for example; return the token of a seat of kind invite.

        Raises WriteConflict if somebody other than `sitter` sits there by now. Raises SecretsSeen if the seat
        is to be opened and a player of another seat has seen its secrets.
        """
        token = tokens.new_token() if new.kind == "invite" else None
        change = (
            update(seat)
            .where(seat.c.match_id == match_id, seat.c.seat == number)
            .where(or_(seat.c.player_id.is_(None), seat.c.player_id == sitter))
            .values(
                kind=new.kind,
                player_id=new.player_id,
                bot=new.bot,
                token_hash=None if token is None else tokens.fingerprint(token),
            )
        )

        def work(connection: Connection) -> None:
            must_exist(connection, match_id)
            if new.kind == "hotseat" and secrets_seen.is_playing(connection, match_id):
                # Otherwise an owner could take a seat over to see its cards.
                raise SecretsSeen("You can move a seat to your own screen only before the match begins.")
            if new.kind in ("open", "invite"):
                secrets_seen.check_opening(connection, match_id, number)
            there = select(seat.c.seat).where(seat.c.match_id == match_id, seat.c.seat == number)
            if connection.execute(there).first() is None:
                raise NoMatch("This match has no such seat.")
            if connection.execute(change).rowcount != 1:
                raise WriteConflict("Somebody has just taken this seat.")
            touch(connection, match_id)

        await self._write(work)
        return token

    async def note_save(self, match_id: str, player_id: int) -> None:
        """Note that a player takes a save of a match that is being played, which reveals all of it.

        Raises SecretsSeen, and nothing has changed, if others play there or can still join.
        """

        def work(connection: Connection) -> None:
            # One at a time for each match: nobody sits down at this moment.
            if connection.execute(LOCKED, {"number": match_id}).first() is None:
                raise NoMatch(GONE)
            if secrets_seen.is_playing(connection, match_id):
                secrets_seen.check_saving(connection, match_id, player_id)
                seats = connection.execute(select(seat.c.seat).where(seat.c.match_id == match_id)).scalars()
                secrets_seen.note(connection, match_id, player_id, list(seats))
                secrets_seen.make_known(connection, match_id, "save")

        await self._write(work)

    # --- snapshots

    async def keep_snapshot(self, match_id: str, taken: Snapshot) -> None:
        """Store the present position of a match in place of an earlier snapshot.

        Raises Restored if a backup was restored since `open` or `resume`. Does nothing if the match was
        removed.
        """
        latest = and_(snapshot.c.match_id == match_id, snapshot.c.kind == "latest")

        def work(connection: Connection) -> None:
            if connection.execute(MARK).scalar() != self._mark:
                raise Restored(RESTORED)
            if connection.execute(LOCKED, {"number": match_id}).first() is None:
                return
            before = connection.execute(select(snapshot.c.seq).where(latest)).scalar()
            if before is not None and before > taken.seq:
                return  # another process has a later one
            connection.execute(delete(snapshot).where(latest))
            connection.execute(insert(snapshot), _row(match_id, "latest", taken))

        await self._write(work)

    async def snapshot_seq(self, match_id: str) -> int | None:
        """Return the number of events at the latest snapshot of a match; None if there is none."""
        query = select(snapshot.c.seq).where(snapshot.c.match_id == match_id, snapshot.c.kind == "latest")
        return await self._read(lambda connection: connection.execute(query).scalar())

    async def get_snapshot(self, match_id: str, kind: str = "latest") -> Snapshot | None:
        """Return the latest snapshot of a match; or, of kind "base", the one from which its events go on."""
        query = select(*(snapshot.c[field.name] for field in dataclasses.fields(Snapshot))).where(
            snapshot.c.match_id == match_id, snapshot.c.kind == kind
        )
        row = await self._read(lambda connection: connection.execute(query).first())
        return None if row is None else Snapshot(*row)

    async def change_rules(
        self,
        record: MatchRecord,
        rules: str,
        pack_hash: str,
        notice: str,
        base: Snapshot | None = None,
        base_seq: int | None = None,
    ) -> bool:
        """Let a match go on under other rules and components, perhaps from a snapshot after event `base_seq`.

        False, and nothing has changed, if the match is no longer as the record says.
        """
        match_id = record.id
        values: dict[str, Any] = {"rules": rules, "pack_hash": pack_hash, "notice": notice}
        if base is not None:
            values |= {"base_seq": base_seq}
        change = (
            update(match)
            .where(match.c.id == match_id, match.c.seq == record.seq)
            .where(match.c.rules == record.rules, match.c.pack_hash == record.pack_hash)
            .values(**values)
        )

        def work(connection: Connection) -> bool:
            if connection.execute(MARK).scalar() != self._mark:
                raise Restored(RESTORED)
            if connection.execute(change).rowcount != 1:
                return False
            if base is not None:
                first = and_(snapshot.c.match_id == match_id, snapshot.c.kind == "base")
                connection.execute(delete(snapshot).where(first))
                connection.execute(insert(snapshot), _row(match_id, "base", base))
            return True

        return await self._write(work)

    async def seat_by_token(self, token: str) -> Seat | None:
        """Return the seat of an invitation link, taken or not."""
        values = {"token": tokens.fingerprint(token)}
        row = await self._read(lambda connection: connection.execute(BY_TOKEN, values).first())
        return None if row is None else _seat(row)


def columns(summary: Summary) -> dict[str, Any]:
    """Return the columns of a match that a summary fills."""
    return {
        "waiting": list(summary.waiting),
        "turn": summary.turn,
        "status": summary.status,
        "result": summary.result,
    }


def must_exist(connection: Connection, match_id: str) -> None:
    """Refuse to work on a match that was removed."""
    if connection.execute(EXISTS, {"number": match_id}).first() is None:
        raise NoMatch(GONE)


def touch(connection: Connection, match_id: str) -> None:
    """Note that something about this match has changed."""
    connection.execute(TOUCH, {"number": match_id, "now": time.time()})


def _records(
    connection: Connection, query: Select[*tuple[Any, ...]], values: Mapping[str, Any] | None = None
) -> list[MatchRecord]:
    """Return the matches of a query with their seats."""
    rows = connection.execute(query, values).all()
    seats: dict[str, list[Seat]] = {row.id: [] for row in rows}
    ids = list(seats)
    for start in range(0, len(ids), MANY):
        for row in connection.execute(SEATS, {"ids": ids[start : start + MANY]}):
            seats[row.match_id].append(_seat(row))
    return [_record(row, tuple(seats[row.id])) for row in rows]


def _row(match_id: str, kind: str, taken: Snapshot) -> dict[str, Any]:
    """Return the columns of a snapshot."""
    values = {field.name: getattr(taken, field.name) for field in dataclasses.fields(taken)}
    return {"match_id": match_id, "kind": kind, **values}


def _seat(row: Row[*tuple[Any, ...]]) -> Seat:
    return Seat(row.match_id, row.seat, row.kind, row.player_id, row.name, row.bot)


def _record(row: Row[*tuple[Any, ...]], seats: tuple[Seat, ...]) -> MatchRecord:
    values = dict(row._mapping)
    values["seed"] = int(values["seed"])
    values["waiting"] = tuple(values["waiting"])
    values["renewed"] = tuple((seq, seed) for seq, seed in values["renewed"])
    return MatchRecord(seats=seats, **values)
