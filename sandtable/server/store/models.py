"""The tables. A change here needs a migration in `migrations/versions`; a test compares the two."""

import base64
import zlib
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def packed(value: Any) -> str | None:
    """Return plain data as JSON text, the same on every database; None is NULL."""
    return None if value is None else msgspec.json.encode(value, order="deterministic").decode()


class Packed(TypeDecorator[Any]):
    """Plain data as JSON text, the same on every database; None is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return packed(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else msgspec.json.decode(value)


class Squeezed(TypeDecorator[Any]):
    """Plain data that is long and rarely read: compressed JSON as text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else base64.b64encode(zlib.compress(msgspec.json.encode(value))).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else msgspec.json.decode(zlib.decompress(base64.b64decode(value)))


# SQLite counts up only in a column of type INTEGER.
Number = BigInteger().with_variant(Integer, "sqlite")

player = Table(
    "player",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text),  # the name for comparison; guests have none
    Column("password", Text),
    Column("created", Double, nullable=False),
    Column("webhook", Text),
    UniqueConstraint("name_key"),
    sqlite_autoincrement=True,  # numbers of removed players are never used again
)

session = Table(
    "session",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("player_id", Number, ForeignKey("player.id", ondelete="CASCADE"), nullable=False),
    Column("csrf", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Index(None, "player_id"),
    Index(None, "expires"),
)

match = Table(
    "match",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("game", Text, nullable=False),
    Column("pack", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Packed, nullable=False),
    Column("seed", Text, nullable=False),  # text, because 64 bits without a sign fit no integer column
    Column("base", Packed),
    Column("name", Text, nullable=False),
    Column("owner_id", Number, ForeignKey("player.id", ondelete="SET NULL")),
    Column("listed", Boolean, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("waiting", Packed, nullable=False),
    Column("since", Double, nullable=False),
    Column("turn", Text, nullable=False),
    Column("result", Packed),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    # The code and the components by which the events were played; empty in matches of earlier versions.
    Column("rules", Text, nullable=False, server_default=""),
    Column("pack_hash", Text, nullable=False, server_default=""),
    Column(
        "known", Text, nullable=False, server_default=""
    ),  # how future dice became known: see `secrets_seen`
    Column("renewed", Packed, nullable=False, server_default="[]"),  # number of an event, seed from there on
    Column("base_seq", Integer),  # the events after this one begin in the snapshot of kind "base"
    Column("notice", Text, nullable=False, server_default=""),  # what players read about it
    Index(None, "owner_id"),
    Index(None, "listed", "status"),  # not by what every choice changes
    quote=True,  # a word of SQL
)

seat = Table(
    "seat",
    metadata,
    Column("match_id", String(12), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("player_id", Number, ForeignKey("player.id", ondelete="SET NULL")),
    Column("bot", Text, nullable=False),
    Column("token_hash", String(64)),
    UniqueConstraint("token_hash"),
    Index(None, "player_id"),
)

event = Table(
    "event",
    metadata,
    Column("match_id", String(12), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("choice", Integer, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,  # one tree instead of two: half the pages to write for a choice
)

chat = Table(
    "chat",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("match_id", String(12), ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("player_id", Number, ForeignKey("player.id", ondelete="SET NULL")),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "match_id", "id"),
    Index(None, "player_id"),
    sqlite_autoincrement=True,
)

note = Table(
    "note",
    metadata,
    Column("match_id", String(12), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Number, ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Index(None, "player_id"),
)

# Players who have seen the secrets of a seat during the match; see `secrets_seen.py`.
insight = Table(
    "insight",
    metadata,
    Column("match_id", String(12), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Number, ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Index(None, "player_id"),
)

# Positions of a match: the "latest", and the "base" from which it goes on under other rules (`loading.py`).
snapshot = Table(
    "snapshot",
    metadata,
    Column("match_id", String(12), ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(6), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("rules", Text, nullable=False),
    Column("pack_hash", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("position", Squeezed, nullable=False),
    Column("log", Squeezed, nullable=False),
)

# One row; a restored backup writes a new generation, so that running servers drop their matches.
generation = Table("generation", metadata, Column("mark", String(32), primary_key=True))

# In this order rows can be inserted without breaking a reference.
TABLES = (player, session, match, seat, event, chat, note, insight, snapshot)
