"""Which rules a match is played by, where it stood, and whether somebody may know its dice."""

import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# Who took a save, or brought the match in, has seen all seats. Who plays all of them has as well: of those
# matches nobody can say any more whether a save was taken.
ALL_SEEN = """
UPDATE "match" SET known = 'save' WHERE status = 'playing' AND EXISTS (
  SELECT i.player_id FROM insight i WHERE i.match_id = "match".id
  GROUP BY i.player_id HAVING count(*) >= "match".players
)
"""
# The people of these matches, one row for each.
PEOPLE = """
SELECT DISTINCT m.id, m.seq, CASE WHEN s.kind = 'hotseat' THEN m.owner_id ELSE s.player_id END AS who
FROM "match" m JOIN seat s ON s.match_id = m.id
WHERE m.known <> '' AND CASE WHEN s.kind = 'hotseat' THEN m.owner_id ELSE s.player_id END IS NOT NULL
"""


def upgrade() -> None:
    """Add the columns and the table; where more than one plays on known dice, they come from a new seed."""
    for name in ("rules", "pack_hash", "known", "notice"):
        op.add_column("match", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("match", sa.Column("renewed", sa.Text, nullable=False, server_default="[]"))
    op.add_column("match", sa.Column("base_seq", sa.Integer))
    match_id = sa.ForeignKey("match.id", name="fk_snapshot_match_id", ondelete="CASCADE")
    op.create_table(
        "snapshot",
        sa.Column("match_id", sa.String(12), match_id, primary_key=True),
        sa.Column("kind", sa.String(6), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("pack_hash", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
    )
    op.execute(ALL_SEEN)
    people = op.get_bind().execute(sa.text(PEOPLE)).all()
    for number, seq in {(row.id, row.seq) for row in people}:
        if sum(row.id == number for row in people) > 1:
            renew = sa.text('UPDATE "match" SET renewed = :renewed WHERE id = :id')
            seed = json.dumps([[seq, secrets.randbits(64)]])
            op.get_bind().execute(renew, {"renewed": seed, "id": number})
