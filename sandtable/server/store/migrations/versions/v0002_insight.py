"""Who has seen the secrets of which seat while a match was played."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# As far as it can still be told: those who sit there now.
SITTERS = """
INSERT INTO insight (match_id, seat, player_id)
SELECT s.match_id, s.seat, CASE WHEN s.kind = 'hotseat' THEN m.owner_id ELSE s.player_id END
FROM seat s JOIN "match" m ON m.id = s.match_id
WHERE m.status = 'playing' AND CASE WHEN s.kind = 'hotseat' THEN m.owner_id ELSE s.player_id END IS NOT NULL
"""


def upgrade() -> None:
    """Make the table, and fill it for the matches that are being played."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "insight",
        sa.Column(
            "match_id",
            sa.String(12),
            sa.ForeignKey("match.id", name="fk_insight_match_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column(
            "player_id",
            number,
            sa.ForeignKey("player.id", name="fk_insight_player_id", ondelete="CASCADE"),
            primary_key=True,
        ),
    )
    op.create_index("ix_insight_player_id", "insight", ["player_id"])
    op.execute(SITTERS)
