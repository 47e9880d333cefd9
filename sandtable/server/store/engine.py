"""Databases by URL: SQLite in a file (WAL, foreign keys, busy timeout) or PostgreSQL; migrations."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, event, exc, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sandtable.server.store.errors import StoreError, Unavailable

MIGRATIONS = Path(__file__).parent / "migrations"
# How long a writer waits for another one of SQLite before it gives up, in seconds.
BUSY_SECONDS = 30
# Connections to PostgreSQL that one process keeps, and that it may add under load.
POOL, MORE = 5, 10
# Any number that is only ours: who holds it migrates, the others wait.
MIGRATION_LOCK = 0x5A4D7AB1E
LATER = "The store is out of reach just now, nothing was changed; try again in a moment"


def parse_url(text: str) -> URL:
    """The database meant by `sqlite:///file`, a bare file name, or `postgresql://user@host/name`."""
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
    except (exc.ArgumentError, ValueError):
        raise StoreError("The database URL cannot be read; write sqlite:///FILE or postgresql://…") from None
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreError("SQLite needs a file that outlives the server: write sqlite:///FILE.")
        return url.set(drivername="sqlite", database=str(Path(url.database).expanduser().absolute()))
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(f"Sandtable keeps its games in SQLite or PostgreSQL, not in {kind}.")


def shown(url: URL) -> str:
    """The URL for people: without the password."""
    return url.render_as_string(hide_password=True).replace("+psycopg", "")


def is_sqlite(url: URL) -> bool:
    """Whether the URL names a file of SQLite."""
    return url.get_backend_name() == "sqlite"


def _prepare(connection: Any, record: Any) -> None:
    """Settings of a fresh SQLite connection."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writing one takes its turn at once, so that it never fails halfway."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _listen(engine: Engine) -> None:
    """Let SQLite's transactions begin when we say, not when its driver thinks fit."""
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)


def _sqlite_arguments(url: URL) -> dict[str, Any]:
    try:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{url.database} cannot be made: {error.strerror or error}.") from error
    return {"isolation_level": None, "timeout": BUSY_SECONDS}


def create_engine(url: URL) -> AsyncEngine:
    """The asynchronous engine for a database."""
    if is_sqlite(url):
        engine = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"),
            connect_args=_sqlite_arguments(url),
            pool_size=POOL,
            max_overflow=0,
        )
        _listen(engine.sync_engine)
        return engine
    return create_async_engine(url, pool_size=POOL, max_overflow=MORE, pool_pre_ping=True)


def create_plain_engine(url: URL) -> Engine:
    """The same database for code that waits: migrations, backups, the command line."""
    if is_sqlite(url):
        engine = sqlalchemy.create_engine(
            url, connect_args=_sqlite_arguments(url), poolclass=sqlalchemy.NullPool
        )
        _listen(engine)
        return engine
    return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)


@contextmanager
def sentences() -> Iterator[None]:
    """Troubles of the database as sentences; what they say of hosts and files stays in the cause."""
    try:
        yield
    except (exc.OperationalError, exc.InterfaceError, exc.TimeoutError) as error:
        raise Unavailable(f"{LATER}.") from error
    except exc.DatabaseError as error:
        if isinstance(error, exc.IntegrityError):
            raise
        raise StoreError(f"The store refuses: {type(error.orig).__name__}.") from error


def migrate(url: str | URL, revision: str = "head") -> None:
    """Bring a database to this version's tables, all in one transaction; several may try at once."""
    where = parse_url(url) if isinstance(url, str) else url
    engine = create_plain_engine(where)
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
            f"{shown(where)} was written by a newer Sandtable; bring this one up to date first."
        ) from error
    except exc.SQLAlchemyError as error:
        raise StoreError(f"{shown(where)} cannot be opened: {_reason(error)}.") from error
    finally:
        engine.dispose()
    if is_sqlite(where):
        _keep_private(Path(str(where.database)))


def _keep_private(path: Path) -> None:
    """Seeds and password hashes are for the server's own user only."""
    if os.name == "posix" and path.stat().st_uid == os.getuid():
        path.chmod(0o600)


def _reason(error: exc.SQLAlchemyError) -> str:
    """The first line of what the database says."""
    original = getattr(error, "orig", None) or error
    return (str(original).strip().splitlines() or [type(original).__name__])[0].rstrip(".")
