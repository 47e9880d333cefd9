"""What the schema cannot see: that ids name something that exists and that the files of a pack agree."""

from __future__ import annotations

from sandtable.games.total_domination.schema import Pack


def check_references(pack: Pack) -> None:
    """Raise `PackError` for the first reference that leads nowhere or contradicts another file."""
