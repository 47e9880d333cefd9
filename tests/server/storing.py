"""What tests of the store share: matches in a line, and all that a database holds."""

import sqlalchemy

from sandtable.server.store import MatchRecord, NewSeat, Store
from sandtable.server.store import engine as engines
from sandtable.server.store.models import metadata

TWO = [NewSeat("open"), NewSeat("open")]


async def new_match(store: Store, *seats: NewSeat, owner: int | None = None) -> MatchRecord:
    """A match of two open seats, or of the given ones."""
    made = await store.create_match("downfall", "campaign_1940", 2, {}, seats or TWO, owner)
    return made.match


def everything(url: str) -> str:
    """All that the database holds, as text."""
    engine = engines.create_engine(engines.parse_url(url))
    with engine.connect() as connection:
        rows = [
            row for table in metadata.sorted_tables for row in connection.execute(sqlalchemy.select(table))
        ]
    engine.dispose()
    return "\n".join(str(tuple(row)) for row in rows)
