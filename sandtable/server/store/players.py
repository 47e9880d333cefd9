"""The part of the store for players and their sessions."""

import time
import unicodedata
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, exists, insert, select, update

from sandtable.server.store import secrets_seen, tokens
from sandtable.server.store.base import Base
from sandtable.server.store.errors import NameTaken, NoPlayer, WriteConflict
from sandtable.server.store.models import chat, match, note, player, seat, session
from sandtable.server.store.records import Player, Session

NOBODY = "There is no player with that number and a password."
PLAYER = (player.c.id, player.c.name, player.c.password, player.c.created, player.c.webhook)

# Statements are built once, since building costs more than running them.
BY_ID = select(*PLAYER).where(player.c.id == bindparam("number"))
BY_NAME = select(*PLAYER).where(player.c.name_key == bindparam("key"))
SESSION = (
    select(*PLAYER, session.c.csrf, session.c.created.label("opened"), session.c.expires)
    .join_from(session, player)
    .where(session.c.hash == bindparam("token"), session.c.expires > bindparam("now"))
)
HOLDERS = select(session.c.hash, session.c.player_id).where(
    session.c.hash.in_(bindparam("tokens", expanding=True)), session.c.expires > bindparam("now")
)
RENEW = (
    update(session)
    .where(session.c.hash == bindparam("token"), session.c.expires > bindparam("now"))
    .values(expires=bindparam("until"))
)
IDLE_GUESTS = delete(player).where(
    player.c.name_key.is_(None),
    ~exists().where(session.c.player_id == player.c.id),
    ~exists().where(seat.c.player_id == player.c.id),
    ~exists().where(match.c.owner_id == player.c.id),
    ~exists().where(chat.c.player_id == player.c.id),
)


# Letters of other alphabets that look like Latin ones, small or capital.
ALIKE = str.maketrans(
    "авекмнорстухіјѕһԛԝԁӏ" + "αβεζηικμνορτυχ",
    "abekmhopctyxijshqwdl" + "abezhikmvoptyx",
)


def name_key(name: str) -> str:
    """Return a name for comparison: without capitals, look-alike forms and doubled spaces.

    A name of another alphabet that looks Latin in every letter is the same name.
    """
    key = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    latin = key.translate(ALIKE)
    return latin if latin.isascii() else key


def to_player(row: Row[*tuple[Any, ...]]) -> Player:
    """Return a player from the columns `PLAYER`."""
    return Player(row.id, row.name, row.password, row.created, row.webhook)


class PlayerStore(Base):
    """Players, who are guests until they sign up, and the sessions of their browsers."""

    # --- players

    async def create_guest(self, name: str = "") -> Player:
        """Create a player without a password; the name is only shown, and others may have it too."""
        now = time.time()

        def work(connection: Connection) -> Player:
            number = new_id(connection.execute(insert(player), {"name": name, "created": now}))
            shown = name or f"Guest {number}"
            if not name:
                connection.execute(update(player).where(player.c.id == number).values(name=shown))
            return Player(number, shown, None, now, None)

        return await self._write(work)

    async def get_player(self, player_id: int) -> Player | None:
        """Return the player with this number."""
        row = await self._read(lambda connection: connection.execute(BY_ID, {"number": player_id}).first())
        return None if row is None else to_player(row)

    async def player_by_name(self, name: str) -> Player | None:
        """Return the player who signed up with this name, whatever its capitals and spaces."""
        key = name_key(name)
        row = await self._read(lambda connection: connection.execute(BY_NAME, {"key": key}).first())
        return None if row is None else to_player(row)

    async def sign_up(self, player_id: int, name: str, password: str) -> Player:
        """Give a guest a name and a password (as its hash); NameTaken if the name is not free."""
        name = " ".join(name.split())

        def work(connection: Connection) -> Player:
            done = connection.execute(
                update(player)
                .where(player.c.id == player_id, player.c.password.is_(None))
                .values(name=name, name_key=name_key(name), password=password)
            )
            if done.rowcount != 1:
                raise NoPlayer("You already have a name and a password. Sign out to create another account.")
            return to_player(connection.execute(BY_ID, {"number": player_id}).one())

        try:
            return await self._write(work)
        except WriteConflict as error:
            raise NameTaken(
                f"The name {name} is taken. Choose another, or sign in if it is yours."
            ) from error

    async def set_password(
        self, player_id: int, password: str, end_sessions: bool = True, instead_of: str | None = None
    ) -> None:
        """Replace a password (given as its hash) and, by default, end all sessions of that player.

        With `instead_of` only if that is still the password; else NoPlayer, and nothing has changed.
        """
        there = and_(player.c.id == player_id, player.c.name_key.is_not(None))
        if instead_of is not None:
            there = and_(there, player.c.password == instead_of)

        def work(connection: Connection) -> None:
            done = connection.execute(update(player).where(there).values(password=password))
            if done.rowcount != 1:
                raise NoPlayer("This is no longer your password." if instead_of else NOBODY)
            if end_sessions:
                connection.execute(delete(session).where(session.c.player_id == player_id))

        await self._write(work)

    async def set_webhook(self, player_id: int, webhook: str | None) -> None:
        """Set the URL that is called when it is this player's turn; None: no URL."""
        change = update(player).where(player.c.id == player_id).values(webhook=webhook)
        await self._write(lambda connection: connection.execute(change))

    async def adopt(self, guest_id: int, player_id: int) -> None:
        """Give a player all that a guest held, owned, said and noted, and remove the guest."""

        def work(connection: Connection) -> None:
            guest = connection.execute(BY_ID, {"number": guest_id}).first()
            if guest is None or guest.password is not None or guest_id == player_id:
                return
            for table, column in (
                (seat, seat.c.player_id),
                (match, match.c.owner_id),
                (chat, chat.c.player_id),
            ):
                connection.execute(update(table).where(column == guest_id).values({column.name: player_id}))
            own = select(note.c.match_id).where(note.c.player_id == player_id).scalar_subquery()
            connection.execute(
                update(note)
                .where(note.c.player_id == guest_id, note.c.match_id.not_in(own))
                .values(player_id=player_id)
            )
            secrets_seen.adopt(connection, guest_id, player_id)
            connection.execute(delete(player).where(player.c.id == guest_id))

        await self._write(work)

    async def delete_player(self, player_id: int) -> bool:
        """Remove a player.

        Their seats become open, their matches go to other players there, and their chat messages keep the
        name.
        """

        def work(connection: Connection) -> bool:
            vacate(connection, player_id)
            hand_over(connection, player_id)
            return bool(connection.execute(delete(player).where(player.c.id == player_id)).rowcount)

        return await self._write(work)

    async def all_players(self, guests: bool = False) -> list[Player]:
        """Return all players who signed up, by name; with `guests` the others too."""
        query = select(*PLAYER).order_by(player.c.name_key, player.c.id)
        if not guests:
            query = query.where(player.c.name_key.is_not(None))
        return [
            to_player(row) for row in await self._read(lambda connection: connection.execute(query).all())
        ]

    # --- sessions

    async def open_session(self, player_id: int, seconds: float) -> tuple[str, Session]:
        """Create a session and return its secret token for the cookie; only the hash is stored."""
        token, csrf, now = tokens.new_token(), tokens.new_token(), time.time()
        values = {
            "hash": tokens.fingerprint(token),
            "player_id": player_id,
            "csrf": csrf,
            "created": now,
            "expires": now + seconds,
        }

        def work(connection: Connection) -> Player:
            row = connection.execute(BY_ID, {"number": player_id}).first()
            if row is None:
                raise NoPlayer("This player was removed.")
            connection.execute(insert(session), values)
            return to_player(row)

        return token, Session(await self._write(work), csrf, now, now + seconds)

    async def get_session(self, token: str) -> Session | None:
        """Return the session of a cookie with its player; None if it has ended."""
        values = {"token": tokens.fingerprint(token), "now": time.time()}
        row = await self._read(lambda connection: connection.execute(SESSION, values).first())
        return None if row is None else Session(to_player(row), row.csrf, row.opened, row.expires)

    async def players_of_sessions(self, fingerprints: Sequence[str]) -> dict[str, int]:
        """Return the players of sessions by the fingerprints of their tokens, without ended ones."""
        values = {"tokens": list(fingerprints), "now": time.time()}
        rows = await self._read(lambda connection: connection.execute(HOLDERS, values).all())
        return {row[0]: row[1] for row in rows}

    async def renew_session(self, token: str, seconds: float) -> bool:
        """Extend a session by `seconds` from now; False if it has ended."""
        now = time.time()
        values = {"token": tokens.fingerprint(token), "now": now, "until": now + seconds}
        return bool(await self._write(lambda connection: connection.execute(RENEW, values).rowcount))

    async def close_session(self, token: str) -> None:
        """End a session."""
        end = delete(session).where(session.c.hash == tokens.fingerprint(token))
        await self._write(lambda connection: connection.execute(end))

    async def sweep(self) -> int:
        """Remove ended sessions, and guests without matches or messages; return the number of rows."""

        def work(connection: Connection) -> int:
            ended = connection.execute(delete(session).where(session.c.expires <= time.time()))
            return ended.rowcount + connection.execute(IDLE_GUESTS).rowcount

        return await self._write(work)


def vacate(connection: Connection, player_id: int, match_id: str | None = None) -> int:
    """Free the seats of a player, in one match or in all; invited seats stay so, others become open."""
    held = seat.c.player_id == player_id
    if match_id is not None:
        held = held & (seat.c.match_id == match_id)
    connection.execute(update(seat).where(held, seat.c.kind == "human").values(kind="open"))
    return connection.execute(update(seat).where(held).values(player_id=None)).rowcount


def hand_over(connection: Connection, player_id: int, match_id: str | None = None) -> None:
    """Give the matches of an owner who has left them, one or all, to the first other player there.

    Those that have not begun stay with the owner, and so do those with seats at the owner's screen.
    """
    owned = select(match.c.id).where(match.c.owner_id == player_id, match.c.status != "open")
    if match_id is not None:
        owned = owned.where(match.c.id == match_id)
    for number in connection.execute(owned).scalars().all():
        seats = connection.execute(
            select(seat.c.kind, seat.c.player_id).where(seat.c.match_id == number).order_by(seat.c.seat)
        ).all()
        heirs = [row.player_id for row in seats if row.player_id not in (None, player_id)]
        if heirs and all(row.kind != "hotseat" for row in seats):
            connection.execute(update(match).where(match.c.id == number).values(owner_id=heirs[0]))


def new_id(made: Any) -> int:
    """Return the number that the database gave to a new row."""
    return int(made.inserted_primary_key[0])
