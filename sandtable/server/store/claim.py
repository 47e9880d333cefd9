"""Only one server at a time on a SQLite file: a lock of the system, which ends with its process."""

import fcntl
import logging
import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sqlalchemy import URL

from sandtable.server.store.engine import is_sqlite, make_file, parse_url
from sandtable.server.store.errors import StoreError

SUFFIX: Final = ".lock"
logger = logging.getLogger(__name__)


class Claim:
    """The right of one server to a database; PostgreSQL can have many servers and needs none.

    Administration needs no claim: it works while a server runs.
    """

    def __init__(self, url: str | URL) -> None:
        """Take the right; StoreError if another server has it."""
        where = parse_url(url) if isinstance(url, str) else url
        self._file: int | None = None
        if is_sqlite(where):
            self._take(Path(str(where.database)))

    def _take(self, path: Path) -> None:
        make_file(path)
        # A separate file beside the real one: closing the database file itself would end SQLite's locks.
        beside = path.resolve()
        beside = beside.with_name(beside.name + SUFFIX)
        try:
            self._file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{beside} cannot be opened: {error.strerror or error}.") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._file, 20, 0).decode(errors="replace").strip()
            self.close()
            who = f" (process {holder})" if holder.isdigit() else ""
            raise StoreError(
                f"Another server{who} uses {path} already. Stop it first, or name another database. Several "
                "servers for the same matches need PostgreSQL."
            ) from None
        except OSError as error:
            # Some network drives have no locks. SQLite is not safe there either.
            logger.warning("Could not lock %s against a second server: %s.", path, error.strerror or error)
            return
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def close(self) -> None:
        """Give the right back. The lock file stays, since another server may already wait for it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
