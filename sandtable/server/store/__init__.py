"""The store: players, sessions, matches and their histories, in SQLite or PostgreSQL."""

from sandtable.server.store.claim import Claim
from sandtable.server.store.engine import migrate
from sandtable.server.store.errors import (
    InvalidValue,
    Lost,
    NameTaken,
    NoMatch,
    NoPlayer,
    Restored,
    SecretsSeen,
    StoreError,
    Unavailable,
    WriteConflict,
)
from sandtable.server.store.records import (
    Chat,
    Created,
    Event,
    EventKind,
    MatchRecord,
    NewSeat,
    Player,
    Seat,
    SeatKind,
    Session,
    Snapshot,
    Status,
    Summary,
)
from sandtable.server.store.store import Store

__all__ = [
    "Chat",
    "Claim",
    "Created",
    "Event",
    "EventKind",
    "InvalidValue",
    "Lost",
    "MatchRecord",
    "NameTaken",
    "NewSeat",
    "NoMatch",
    "NoPlayer",
    "Player",
    "Restored",
    "Seat",
    "SeatKind",
    "SecretsSeen",
    "Session",
    "Snapshot",
    "Status",
    "Store",
    "StoreError",
    "Summary",
    "Unavailable",
    "WriteConflict",
    "migrate",
]
