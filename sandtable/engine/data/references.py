"""Asking whether the entries of a pack agree with each other, and refusing the first that does not.

A game's checker says with `at` which entry it is about, asks with `need`, and the author of the pack reads
one sentence with file, entry, field, what was found and what was expected.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.data.pack import PackError, entry_error, shown


class References:
    """The place the following questions are about; a game's checker adds its names and its questions."""

    def __init__(self) -> None:
        self.file = ""
        self.entry = ""

    def at(self, file: str, entry: str = "") -> None:
        """Go to an entry, or to what stands outside lists."""
        self.file = file
        self.entry = entry

    def at_id(self, file: str, name: str) -> None:
        """Go to the entry of an id."""
        self.at(file, f'entry "{name}"')

    def fail(self, field: str, found: object, expected: str) -> PackError:
        """Return the refusal of a field here."""
        return entry_error(self.file, self.entry, field, shown(found), expected)

    def need(self, right: bool, field: str, found: object, expected: str) -> None:
        """Refuse the pack unless a field here is right."""
        if not right:
            raise self.fail(field, found, expected)

    def need_words(self, right: bool, field: str, found: str, expected: str) -> None:
        """Refuse the same where what was found is said in words: nothing, a repetition, 3 entries."""
        if not right:
            raise entry_error(self.file, self.entry, field, found, expected)

    def unique(self, file: str, ids: Sequence[str], field: str = "id") -> None:
        """Refuse the pack if two entries of a list have the same id, or the same of another field."""
        seen: set[str] = set()
        for name in ids:
            self.at_id(file, name)
            what = "an id" if field == "id" else f"a {field}"
            self.need(name not in seen, field, name, f"{what} that no other entry has")
            seen.add(name)
