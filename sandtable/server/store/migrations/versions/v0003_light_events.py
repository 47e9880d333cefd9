"""A choice changes as few pages of the file as can be: what is committed for each waits for the disk."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Index listed matches without what every choice changes; keep SQLite's events in one tree.."""
    op.drop_index("ix_match_listed_status_updated", "match")
    op.create_index("ix_match_listed_status", "match", ["listed", "status"])
    if op.get_bind().dialect.name != "sqlite":
        return
    op.rename_table("event", "event_before")
    match_id = sa.ForeignKey("match.id", name="fk_event_match_id", ondelete="CASCADE")
    op.create_table(
        "event",
        sa.Column("match_id", sa.String(12), match_id, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("choice", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    columns = "match_id, seq, kind, seat, choice, at"
    op.execute(f"INSERT INTO event ({columns}) SELECT {columns} FROM event_before ORDER BY match_id, seq")
    op.drop_table("event_before")
