"""The store: players, sessions, matches and their histories, in SQLite or PostgreSQL."""

from sandtable.server.store.claim import Claim
from sandtable.server.store.engine import migrate
from sandtable.server.store.errors import (
    Clash,
    Knows,
    Lost,
    NameTaken,
    NoMatch,
    NoPlayer,
    Restored,
    StoreError,
    Unavailable,
    Unfit,
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
    "Clash",
    "Created",
    "Event",
    "EventKind",
    "Knows",
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
    "Session",
    "Snapshot",
    "Status",
    "Store",
    "StoreError",
    "Summary",
    "Unavailable",
    "Unfit",
    "migrate",
]
