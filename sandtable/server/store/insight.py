"""Who has seen the secrets of which seat while a match was played: nobody may profit from it at another.

Seats change hands: players leave, bots take over, saves are taken away. Whoever has looked through the eyes
of a seat can sit down on no other one of that match, and as long as he plays there it is opened to nobody.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, case, delete, insert, select

from sandtable.server.store.errors import Knows
from sandtable.server.store.models import insight, match, seat

PLAYING = "playing"


def note(connection: Connection, match_id: str, player_id: int, seats: Iterable[int]) -> None:
    """A player sees through these seats from now on."""
    new = set(seats) - seen_by(connection, match_id, player_id)
    if new:
        rows = [{"match_id": match_id, "seat": n, "player_id": player_id} for n in sorted(new)]
        connection.execute(insert(insight), rows)


def note_all(connection: Connection, match_id: str) -> None:
    """A match begins: everybody sees through the seats he holds."""
    who = case((seat.c.kind == "hotseat", match.c.owner_id), else_=seat.c.player_id).label("who")
    found = select(seat.c.seat, who).join_from(seat, match).where(match.c.id == match_id)
    for row in connection.execute(found).all():
        if row.who is not None:
            note(connection, match_id, row.who, [row.seat])


def seen_by(connection: Connection, match_id: str, player_id: int) -> set[int]:
    """The seats of a match through which a player has looked."""
    own = select(insight.c.seat).where(insight.c.match_id == match_id, insight.c.player_id == player_id)
    return set(connection.execute(own).scalars())


def is_playing(connection: Connection, match_id: str) -> bool:
    """Whether a match has begun and is not over."""
    return bool(connection.execute(select(match.c.status).where(match.c.id == match_id)).scalar() == PLAYING)


def check_taking(connection: Connection, match_id: str, number: int, player_id: int) -> None:
    """Refuse a seat to who has seen the secrets of another while the match is played."""
    if is_playing(connection, match_id) and seen_by(connection, match_id, player_id) - {number}:
        raise Knows("You have seen the secrets of another seat of this match, so you cannot sit down here.")


def check_opening(connection: Connection, match_id: str, number: int) -> None:
    """Refuse to open a seat while somebody plays at another who has seen its secrets."""
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
        raise Knows(
            "Who plays here has seen the secrets of this seat, at the table or in a save, so only a bot can "
            "take it over."
        )


def adopt(connection: Connection, guest_id: int, player_id: int) -> None:
    """What a guest has seen the player has seen."""
    rows = connection.execute(
        select(insight.c.match_id, insight.c.seat).where(insight.c.player_id == guest_id)
    ).all()
    for row in rows:
        note(connection, row.match_id, player_id, [row.seat])
    connection.execute(delete(insight).where(insight.c.player_id == guest_id))
