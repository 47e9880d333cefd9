"""The errors of the store, as sentences."""

from sandtable.engine.errors import SandtableError


class StoreError(SandtableError):
    """Something the store cannot do."""


class Unavailable(StoreError):
    """The database does not answer. A write may or may not be done: check before you repeat it."""


class Lost(Unavailable):
    """The file of the database was removed or replaced: nothing is stored any more."""


class WriteConflict(StoreError):
    """A write that does not fit, usually because somebody else was quicker; nothing was changed."""


class InvalidValue(StoreError):
    """A text or a number that a database cannot hold; nothing was changed."""


class NameTaken(StoreError):
    """Another player has this name already."""


class NoMatch(StoreError):
    """A match that does not exist, or was removed."""


class NoPlayer(StoreError):
    """A player who does not exist, or was removed."""


class SecretsSeen(StoreError):
    """A refused seat, because somebody knows too much about the match."""


class Restored(StoreError):
    """A backup was restored: drop all matches from memory, then call `Store.resume`."""
