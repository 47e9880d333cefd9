"""Databases by URL: SQLite in a file (WAL, foreign keys, busy timeout) or PostgreSQL; migrations."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, event, exc, make_url
from sqlalchemy.pool import NullPool

from sandtable.server.store.errors import InvalidValue, StoreError, Unavailable, WriteConflict

MIGRATIONS = Path(__file__).parent / "migrations"
# Seconds that a writer waits for another one in SQLite.
BUSY_SECONDS = 30
# Seconds between tries to turn on the write-ahead log.
PAUSES = (0.01, 0.05, 0.2, 0.5, 1.0, 2.0)
# The key of a lock: the process that holds it migrates, the others wait.
MIGRATION_LOCK = 0x5A4D7AB1E
# Whether SQLite waits for the disk at each commit. With "full", confirmed choices survive a power cut; with
# "normal" only a killed server, but a choice does not wait for the disk.
SYNCHRONOUS, FULL, NORMAL = "synchronous", "full", "normal"
LATER = "The store does not answer. Try again in a moment."


def parse_url(text: str) -> URL:
    """Return the URL for `sqlite:///file`, a bare file name, or `postgresql://user@host/name`."""
    try:
        url = make_url(text) if "://" in text else URL.create("sqlite", database=text)
    except (exc.ArgumentError, ValueError):
        raise StoreError("The database URL cannot be read. Write sqlite:///FILE or postgresql://…") from None
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreError("SQLite needs a file that remains after the server ends. Write sqlite:///FILE.")
        if set(url.query) - {SYNCHRONOUS} or url.query.get(SYNCHRONOUS, FULL) not in (FULL, NORMAL):
            raise StoreError(f"After the file of SQLite there can only be ?{SYNCHRONOUS}={NORMAL}.")
        return url.set(drivername="sqlite", database=str(Path(url.database).expanduser().absolute()))
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(f"Sandtable keeps its games in SQLite or PostgreSQL, not in {kind}.")


def shown(url: URL) -> str:
    """Return the URL without its password."""
    return url.render_as_string(hide_password=True).replace("+psycopg", "")


def is_sqlite(url: URL) -> bool:
    """Check whether the URL names a SQLite file."""
    return url.get_backend_name() == "sqlite"


def _settings(synchronous: str) -> Callable[[Any, Any], None]:
    """Apply the settings of every new SQLite connection."""

    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        use_write_ahead_log(cursor)
        for pragma in (f"{SYNCHRONOUS}={synchronous}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return prepare


def use_write_ahead_log(cursor: Any) -> None:
    """Turn on the write-ahead log of a file; try again while another connection does the same.

    SQLite waits for other locks by itself, but not for this one.
    """
    for pause in PAUSES:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            time.sleep(pause)
    cursor.execute("PRAGMA journal_mode=WAL")


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writing one takes its lock at once, so that it never fails halfway."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def create_engine(url: URL, keep: int = 0) -> Engine:
    """Return the engine of a database; it keeps `keep` connections open, or closes each after use."""
    kept: dict[str, Any] = {"pool_size": keep, "max_overflow": 0} if keep else {"poolclass": NullPool}
    if not is_sqlite(url):
        return sqlalchemy.create_engine(url, **kept)
    engine = sqlalchemy.create_engine(
        url.set(query={}), connect_args={"isolation_level": None, "timeout": BUSY_SECONDS}, **kept
    )
    # Transactions begin explicitly, not when SQLite's driver decides.
    event.listen(engine, "connect", _settings(str(url.query.get(SYNCHRONOUS, FULL))))
    event.listen(engine, "begin", _begin)
    return engine


def connect_at_once(url: URL) -> sqlite3.Connection:
    """Return a SQLite connection that never waits for other writers and never checkpoints the WAL."""
    connection = sqlite3.connect(str(url.database), timeout=0, isolation_level=None, check_same_thread=False)
    _settings(str(url.query.get(SYNCHRONOUS, FULL)))(connection, None)
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # its log lies beside it from now on
    return connection


@contextmanager
def sentences() -> Iterator[None]:
    """Turn errors of the database into sentences; the cause keeps the names of hosts and files."""
    try:
        yield
    except (exc.OperationalError, exc.InterfaceError, exc.TimeoutError) as error:
        raise Unavailable(LATER) from error
    except (exc.DataError, OverflowError, UnicodeEncodeError) as error:
        raise InvalidValue(
            "This contains a character or a number that cannot be stored. Leave it out."
        ) from error
    except exc.IntegrityError as error:
        raise WriteConflict("Somebody changed the same thing at the same moment. Look again.") from error
    except exc.DatabaseError as error:
        raise StoreError(f"The store refuses: {type(error.orig).__name__}.") from error


def migrate(url: str | URL, revision: str = "head") -> None:
    """Bring a database to this version's tables in one transaction; several processes may try at once."""
    where = parse_url(url) if isinstance(url, str) else url
    if is_sqlite(where):
        make_file(Path(str(where.database)))
    engine = create_engine(where)
    config = AlembicConfig()
    # Percent signs are special in Alembic's options.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    try:
        with engine.connect().execution_options(writing=True) as connection, connection.begin():
            if not is_sqlite(where):
                connection.execute(sqlalchemy.select(sqlalchemy.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    except CommandError as error:
        raise StoreError(
            f"{shown(where)} was written by a newer Sandtable. Update this one first."
        ) from error
    except exc.SQLAlchemyError as error:
        raise StoreError(f"{shown(where)} cannot be opened: {_reason(error)}.") from error
    finally:
        engine.dispose()


def make_file(path: Path) -> None:
    """Create the empty file of a new database; only the server's own user can read it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror or error}.") from error


def _reason(error: exc.SQLAlchemyError) -> str:
    """Return the first line of an error of the database."""
    original = getattr(error, "orig", None) or error
    return (str(original).strip().splitlines() or [type(original).__name__])[0].rstrip(".")
