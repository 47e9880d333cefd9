"""What the store refuses, in sentences."""

from sandtable.engine.errors import SandtableError


class StoreError(SandtableError):
    """Something the store cannot do."""


class Unavailable(StoreError):
    """The database does not answer. A write may or may not have been done: look before doing it again."""


class Lost(Unavailable):
    """The file of the database is gone, or another one is in its place: nothing is kept any more."""


class Clash(StoreError):
    """A write does not fit what is there, mostly because somebody else was quicker; nothing was changed."""


class Unfit(StoreError):
    """A text or a number that a database cannot hold; nothing was changed."""


class NameTaken(StoreError):
    """Another player has this name already."""


class NoMatch(StoreError):
    """There is no such match, or none any more."""


class NoPlayer(StoreError):
    """There is no such player, or none any more."""


class Knows(StoreError):
    """A seat that is not given to somebody, because too much is known about it."""


class Restored(StoreError):
    """A backup was put in place of what this process knows: forget all rooms, then `Store.resume`."""
