"""The first tables: players, sessions, matches, seats, events, chat, notes."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "player",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("webhook", sa.Text),
        sa.UniqueConstraint("name_key", name="uq_player_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "session",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("player_id", number, _to("player.id", "session"), nullable=False),
        sa.Column("csrf", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.create_index("ix_session_player_id", "session", ["player_id"])
    op.create_index("ix_session_expires", "session", ["expires"])
    op.create_table(
        "match",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("pack", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("base", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner_id", number, _to("player.id", "match", "SET NULL", own="owner_id")),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("live", sa.Boolean, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("turn", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        quote=True,
    )
    op.create_index("ix_match_owner_id", "match", ["owner_id"])
    op.create_index("ix_match_listed_status_updated", "match", ["listed", "status", "updated"])
    op.create_table(
        "seat",
        sa.Column("match_id", sa.String(12), _to("match.id", "seat"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("player_id", number, _to("player.id", "seat", "SET NULL")),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.UniqueConstraint("token_hash", name="uq_seat_token_hash"),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])
    op.create_table(
        "event",
        sa.Column("match_id", sa.String(12), _to("match.id", "event"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("choice", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("match_id", sa.String(12), _to("match.id", "chat"), nullable=False),
        sa.Column("player_id", number, _to("player.id", "chat", "SET NULL")),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_chat_match_id_id", "chat", ["match_id", "id"])
    op.create_index("ix_chat_player_id", "chat", ["player_id"])
    op.create_table(
        "note",
        sa.Column("match_id", sa.String(12), _to("match.id", "note"), primary_key=True),
        sa.Column("player_id", number, _to("player.id", "note"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_note_player_id", "note", ["player_id"])
    table = op.create_table("generation", sa.Column("mark", sa.String(32), primary_key=True))
    op.bulk_insert(table, [{"mark": secrets.token_hex(16)}])


def _to(column: str, table: str, gone: str = "CASCADE", own: str = "") -> sa.ForeignKey:
    """Return a reference from a table to a column, with what happens when that row is removed."""
    own = own or column.replace(".", "_")
    return sa.ForeignKey(column, name=f"fk_{table}_{own}", ondelete=gone)
