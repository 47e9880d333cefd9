"""The store's part on players and their sessions."""

import time
import unicodedata
from typing import Any

from sqlalchemy import Row, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.store import tokens
from sandtable.server.store.base import Base
from sandtable.server.store.errors import NameTaken, NoPlayer
from sandtable.server.store.models import chat, match, note, player, seat, session
from sandtable.server.store.records import Player, Session

PLAYER = (player.c.id, player.c.name, player.c.password, player.c.created, player.c.webhook)


def name_key(name: str) -> str:
    """A name as it is compared: without capitals, look-alike forms and doubled spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def to_player(row: Row[*tuple[Any, ...]]) -> Player:
    """A player from the columns `PLAYER`."""
    return Player(row.id, row.name, row.password, row.created, row.webhook)


class People(Base):
    """Players, who are guests until they sign up, and the sessions of their browsers."""

    # --- players

    async def create_guest(self, name: str = "") -> Player:
        """A new player without name and password, or with a name for show that others may have too."""
        now = time.time()
        async with self._write() as connection:
            made = await connection.execute(insert(player).values(name=name, created=now))
            number = new_id(made)
            if not name:
                name = f"Guest {number}"
                await connection.execute(update(player).where(player.c.id == number).values(name=name))
        return Player(number, name, None, now, None)

    async def get_player(self, player_id: int) -> Player | None:
        """The player with this number."""
        async with self._read() as connection:
            row = (await connection.execute(select(*PLAYER).where(player.c.id == player_id))).first()
        return None if row is None else to_player(row)

    async def player_by_name(self, name: str) -> Player | None:
        """The player who signed up with this name, however it is spelt with capitals and spaces."""
        async with self._read() as connection:
            query = select(*PLAYER).where(player.c.name_key == name_key(name))
            row = (await connection.execute(query)).first()
        return None if row is None else to_player(row)

    async def sign_up(self, player_id: int, name: str, password: str) -> Player:
        """Give a guest a name of his own and a password (as its hash); NameTaken if the name is not free."""
        name = " ".join(name.split())
        try:
            async with self._write() as connection:
                done = await connection.execute(
                    update(player)
                    .where(player.c.id == player_id, player.c.password.is_(None))
                    .values(name=name, name_key=name_key(name), password=password)
                )
                if done.rowcount != 1:
                    raise NoPlayer("You have a name and a password already; sign out to make another.")
                row = (await connection.execute(select(*PLAYER).where(player.c.id == player_id))).one()
        except IntegrityError as error:
            raise NameTaken(f"The name {name} is taken; choose another, or sign in if it is you.") from error
        return to_player(row)

    async def set_password(self, player_id: int, password: str) -> None:
        """Replace a password (given as its hash) and end all sessions of that player."""
        async with self._write() as connection:
            done = await connection.execute(
                update(player)
                .where(player.c.id == player_id, player.c.name_key.is_not(None))
                .values(password=password)
            )
            if done.rowcount != 1:
                raise NoPlayer("There is no player with a password by that number.")
            await connection.execute(delete(session).where(session.c.player_id == player_id))

    async def set_webhook(self, player_id: int, webhook: str | None) -> None:
        """Where to knock when it becomes this player's turn; None: nowhere."""
        async with self._write() as connection:
            await connection.execute(update(player).where(player.c.id == player_id).values(webhook=webhook))

    async def adopt(self, guest_id: int, player_id: int) -> None:
        """A guest signs in: what he held, owned, said and noted becomes the player's; the guest goes."""
        async with self._write() as connection:
            guest = await connection.execute(
                select(player.c.id).where(player.c.id == guest_id, player.c.password.is_(None))
            )
            if guest.first() is None or guest_id == player_id:
                return
            for table, column in (
                (seat, seat.c.player_id),
                (match, match.c.owner_id),
                (chat, chat.c.player_id),
            ):
                await connection.execute(
                    update(table).where(column == guest_id).values({column.name: player_id})
                )
            own = select(note.c.match_id).where(note.c.player_id == player_id).scalar_subquery()
            await connection.execute(
                update(note)
                .where(note.c.player_id == guest_id, note.c.match_id.not_in(own))
                .values(player_id=player_id)
            )
            await connection.execute(delete(player).where(player.c.id == guest_id))

    async def delete_player(self, player_id: int) -> bool:
        """Remove a player; his seats become open, his matches stay, what he said keeps his name."""
        async with self._write() as connection:
            await vacate(connection, player_id)
            done = await connection.execute(delete(player).where(player.c.id == player_id))
        return bool(done.rowcount)

    async def all_players(self, guests: bool = False) -> list[Player]:
        """Everybody who signed up, by name; with `guests` the others too."""
        query = select(*PLAYER).order_by(player.c.name_key, player.c.id)
        if not guests:
            query = query.where(player.c.name_key.is_not(None))
        async with self._read() as connection:
            return [to_player(row) for row in await connection.execute(query)]

    # --- sessions

    async def open_session(self, player_id: int, seconds: float) -> tuple[str, Session]:
        """A new session and its secret token for the cookie; only the token's hash is kept."""
        token, csrf, now = tokens.new_token(), tokens.new_token(), time.time()
        async with self._write() as connection:
            row = (await connection.execute(select(*PLAYER).where(player.c.id == player_id))).first()
            if row is None:
                raise NoPlayer("There is no such player any more.")
            await connection.execute(
                insert(session).values(
                    hash=tokens.fingerprint(token),
                    player_id=player_id,
                    csrf=csrf,
                    created=now,
                    expires=now + seconds,
                )
            )
        return token, Session(to_player(row), csrf, now, now + seconds)

    async def get_session(self, token: str) -> Session | None:
        """The session of a cookie, with its player; None if it has ended."""
        query = (
            select(*PLAYER, session.c.csrf, session.c.created.label("opened"), session.c.expires)
            .join_from(session, player)
            .where(session.c.hash == tokens.fingerprint(token), session.c.expires > time.time())
        )
        async with self._read() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Session(to_player(row), row.csrf, row.opened, row.expires)

    async def renew_session(self, token: str, seconds: float) -> bool:
        """Let a session that has not ended last so long from now; False if it has."""
        now = time.time()
        async with self._write() as connection:
            done = await connection.execute(
                update(session)
                .where(session.c.hash == tokens.fingerprint(token), session.c.expires > now)
                .values(expires=now + seconds)
            )
        return bool(done.rowcount)

    async def close_session(self, token: str) -> None:
        """End a session."""
        async with self._write() as connection:
            await connection.execute(delete(session).where(session.c.hash == tokens.fingerprint(token)))

    async def sweep(self) -> int:
        """Remove sessions that have ended and guests who left nothing behind; gives how many rows went."""
        async with self._write() as connection:
            ended = await connection.execute(delete(session).where(session.c.expires <= time.time()))
            idle = await connection.execute(
                delete(player).where(
                    player.c.name_key.is_(None),
                    ~exists().where(session.c.player_id == player.c.id),
                    ~exists().where(seat.c.player_id == player.c.id),
                    ~exists().where(match.c.owner_id == player.c.id),
                    ~exists().where(chat.c.player_id == player.c.id),
                )
            )
        return int(ended.rowcount + idle.rowcount)


async def vacate(connection: AsyncConnection, player_id: int, match_id: str | None = None) -> int:
    """Free the seats of a player, in one match or in all: his own become open, invited ones stay so."""
    held = seat.c.player_id == player_id
    if match_id is not None:
        held = held & (seat.c.match_id == match_id)
    await connection.execute(update(seat).where(held, seat.c.kind == "human").values(kind="open"))
    done = await connection.execute(update(seat).where(held).values(player_id=None))
    return int(done.rowcount)


def new_id(made: Any) -> int:
    """The number the database gave to a row it was told to insert."""
    return int(made.inserted_primary_key[0])
