"""Which player has seen the secrets of which seat during a match: nobody may profit from it at another.

Seats change hands: players leave and bots take over. A player who has played a seat cannot take another seat
of that match. While they play there, their former seat is opened to nobody.

A save reveals the future dice and every hand, and it can be passed on. So a match that began from a save, or
whose save was taken, is `known`: nobody can join it any more, under any name. Its free seats go to bots.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, case, delete, insert, select, update

from sandtable.server.store.errors import SecretsSeen
from sandtable.server.store.models import insight, match, seat
from sandtable.server.store.records import Known

PLAYING = "playing"
ONLY_BOTS = (
    "Somebody has taken a save of this match, so its dice and cards may be known. Only a bot can take a "
    "free seat."
)
WAIT = "A save reveals every secret and others play too. Wait for the end of the game."


def note(connection: Connection, match_id: str, player_id: int, seats: Iterable[int]) -> None:
    """Note that a player sees the secrets of these seats from now on."""
    new = set(seats) - seen_by(connection, match_id, player_id)
    if new:
        rows = [{"match_id": match_id, "seat": n, "player_id": player_id} for n in sorted(new)]
        connection.execute(insert(insight), rows)


def note_all(connection: Connection, match_id: str) -> None:
    """Note, when a match begins, that all players see the secrets of their seats."""
    who = case((seat.c.kind == "hotseat", match.c.owner_id), else_=seat.c.player_id).label("who")
    found = select(seat.c.seat, who).join_from(seat, match).where(match.c.id == match_id)
    for row in connection.execute(found).all():
        if row.who is not None:
            note(connection, match_id, row.who, [row.seat])


def seen_by(connection: Connection, match_id: str, player_id: int) -> set[int]:
    """Return the seats of a match whose secrets a player has seen."""
    own = select(insight.c.seat).where(insight.c.match_id == match_id, insight.c.player_id == player_id)
    return set(connection.execute(own).scalars())


def is_playing(connection: Connection, match_id: str) -> bool:
    """Check whether a match has begun and is not over."""
    return bool(connection.execute(select(match.c.status).where(match.c.id == match_id)).scalar() == PLAYING)


def make_known(connection: Connection, match_id: str, how: Known) -> None:
    """Note that future dice may be known from now on; the first reason stays."""
    change = update(match).where(match.c.id == match_id, match.c.known == "").values(known=how)
    connection.execute(change)


def check_known(connection: Connection, match_id: str) -> None:
    """Refuse a seat to everybody if future dice may be known."""
    if connection.execute(select(match.c.known).where(match.c.id == match_id)).scalar():
        raise SecretsSeen(ONLY_BOTS)


def check_saving(connection: Connection, match_id: str, player_id: int) -> None:
    """Refuse a save to a player while others play there, or can still join."""
    seats = connection.execute(
        select(seat.c.kind, seat.c.player_id, match.c.owner_id)
        .join_from(seat, match)
        .where(match.c.id == match_id)
    ).all()
    for row in seats:
        sitter = row.owner_id if row.kind == "hotseat" else row.player_id
        if row.kind != "bot" and sitter != player_id:
            raise SecretsSeen(WAIT)


def check_taking(connection: Connection, match_id: str, number: int, player_id: int) -> None:
    """Refuse a seat of a running match to a player who has seen the secrets of another."""
    check_known(connection, match_id)
    if is_playing(connection, match_id) and seen_by(connection, match_id, player_id) - {number}:
        raise SecretsSeen(
            "You have seen the secrets of another seat of this match, so you cannot sit down here."
        )


def check_opening(connection: Connection, match_id: str, number: int) -> None:
    """Refuse to open a seat while a player of another seat has seen its secrets."""
    check_known(connection, match_id)
    if not is_playing(connection, match_id):
        return
    others = select(seat.c.player_id).where(seat.c.match_id == match_id, seat.c.seat != number)
    screen = (
        select(match.c.owner_id)
        .join_from(match, seat)
        .where(match.c.id == match_id, seat.c.seat != number, seat.c.kind == "hotseat")
    )
    here = {*connection.execute(others).scalars(), *connection.execute(screen).scalars()} - {None}
    knows = select(insight.c.player_id).where(insight.c.match_id == match_id, insight.c.seat == number)
    if here & set(connection.execute(knows).scalars()):
        raise SecretsSeen(
            "A player of this match has seen the secrets of this seat, so only a bot can take it over."
        )


def adopt(connection: Connection, guest_id: int, player_id: int) -> None:
    """Note that a player has seen all that a guest has seen."""
    rows = connection.execute(
        select(insight.c.match_id, insight.c.seat).where(insight.c.player_id == guest_id)
    ).all()
    for row in rows:
        note(connection, row.match_id, player_id, [row.seat])
    connection.execute(delete(insight).where(insight.c.player_id == guest_id))
