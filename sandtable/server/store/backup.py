"""Backups, made and restored while servers run: a copy of SQLite, or the tables of PostgreSQL as JSON lines.

Either kind can be restored into either database. A backup of an earlier Sandtable is first put into a SQLite
file of its own version; then that file is migrated like any other.
"""

import hashlib
import os
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    MetaData,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from sandtable.server.store import engine as engines
from sandtable.server.store import tokens
from sandtable.server.store.errors import StoreError
from sandtable.server.store.models import TABLES, generation, match, session

FORMAT = 1
MAGIC = b"SQLite format 3\0"
CHUNK = 1000
# The longest line that is read; a packed position of any game is far shorter.
LONGEST = 64_000_000
NAMES = frozenset(table.name for table in TABLES)


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a dump: its format and the revision of its tables."""

    sandtable: str
    format: int
    revision: str


class Tail(msgspec.Struct, forbid_unknown_fields=True):
    """The last line of a dump: how many rows came before, and the SHA-256 of all lines before it."""

    rows: int
    check: str


def backup(url: URL, path: Path) -> None:
    """Write everything of one moment into a file, whole or not at all; only its owner can read it."""
    if engines.is_sqlite(url):
        source = Path(str(url.database))
        if path.exists() and source.exists() and path.samefile(source):
            raise StoreError(f"{path} is the database itself; name another file for the backup.")
        with _whole(path) as temporary, _database_errors(source):
            _copy_file(source, temporary)
    else:
        engine = engines.create_engine(url)
        try:
            with _whole(path) as temporary, engines.sentences(), temporary.open("wb") as file:
                _dump(engine, file)
        finally:
            engine.dispose()


def restore(url: URL, path: Path) -> None:
    """Replace everything by a backup, in one transaction; a bad backup changes nothing."""
    if not path.is_file():
        raise StoreError(f"There is no backup {path}.")
    with tempfile.TemporaryDirectory(prefix="sandtable-") as folder:
        between = engines.parse_url(str(Path(folder) / "restore.db"))
        try:
            with path.open("rb") as file:
                copied = file.read(len(MAGIC)) == MAGIC
                file.seek(0)
                if not copied:
                    _load(file, path, between)
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {error.strerror or error}.") from error
        if copied:
            with _damage(path):
                _copy_file(path, Path(str(between.database)))
        with _damage(path):
            _check_file(Path(str(between.database)))
        _bring_to(between, "head", path)
        engines.migrate(url)
        _replace(between, url)


def _copy_file(source: Path, target: Path) -> None:
    """Copy a database that is in use with SQLite's own method, in one step, so that it is of one moment."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.execute(f"PRAGMA busy_timeout={engines.BUSY_SECONDS * 1000}")
        old.backup(new)
        # One file, without a log beside it.
        new.execute("PRAGMA journal_mode=DELETE")


def _check_file(path: Path) -> None:
    """Refuse a copy that is damaged or not a database of Sandtable."""
    with closing(sqlite3.connect(path)) as copy:
        sound = copy.execute("PRAGMA quick_check").fetchone()[0] == "ok"
        if not sound or copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise sqlite3.DatabaseError("parts do not fit together")
        copy.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        copy.execute('SELECT count(*) FROM "match"').fetchone()


def _dump(engine: Engine, file: IO[bytes]) -> None:
    """Write all rows as JSON lines, between a head and a tail."""
    check, rows = hashlib.sha256(), 0

    def line(data: Any) -> None:
        raw = msgspec.json.encode(data) + b"\n"
        check.update(raw)
        file.write(raw)

    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        line(Head("store", FORMAT, str(revision)))
        # The tables as they are, perhaps of an earlier version, without our conversions.
        found = MetaData()
        found.reflect(connection, only=lambda name, _: name in NAMES)
        streaming = connection.execution_options(stream_results=True, yield_per=CHUNK)
        for table in found.sorted_tables:
            keys = [str(column.name) for column in table.c]
            with streaming.execute(select(table)) as found_rows:
                for row in found_rows:
                    line((str(table.name), dict(zip(keys, row, strict=True))))
                    rows += 1
    file.write(msgspec.json.encode(Tail(rows, check.hexdigest())) + b"\n")


def _load(file: IO[bytes], path: Path, target: URL) -> None:
    """Put JSON lines into a new SQLite file with the tables of their revision."""
    lines = _lines(file, path)
    try:
        head = msgspec.json.decode(next(lines), type=Head)
    except (msgspec.DecodeError, StopIteration):
        raise StoreError(f"{path} is not a backup of Sandtable. Nothing was changed.") from None
    if head.format != FORMAT:
        raise StoreError(
            f"{path} has format {head.format}; this Sandtable reads {FORMAT}. Nothing was changed."
        )
    _bring_to(target, head.revision, path)
    with _damage(path), closing(sqlite3.connect(str(target.database))) as new:
        for line in lines:
            name, values = msgspec.json.decode(line, type=tuple[str, dict[str, Any]])
            if name not in NAMES or not all(key.isidentifier() for key in values):
                raise sqlite3.DatabaseError("a row of no table")
            keys = ", ".join(f'"{key}"' for key in values)
            marks = ", ".join("?" for _ in values)
            new.execute(f'INSERT INTO "{name}" ({keys}) VALUES ({marks})', list(values.values()))
        new.commit()


def _bring_to(url: URL, revision: str, path: Path) -> None:
    """Migrate what was read from a backup; errors name the backup, not the file in between."""
    try:
        engines.migrate(url, revision)
    except StoreError as error:
        raise StoreError(
            f"{path} does not fit this Sandtable, which may be older than the backup. Nothing was changed."
        ) from error


def _lines(file: IO[bytes], path: Path) -> Iterator[bytes]:
    """Yield the lines of a dump before its tail, and check them against it."""
    check, rows, held = hashlib.sha256(), -1, b""
    while line := file.readline(LONGEST):
        if held:
            check.update(held)
            rows += 1
            yield held
        held = line
    try:
        tail = msgspec.json.decode(held, type=Tail)
    except msgspec.DecodeError:
        tail = Tail(-1, "")
    if (tail.rows, tail.check) != (rows, check.hexdigest()):
        raise StoreError(f"{path} is incomplete or was changed, or is not a backup. Nothing was changed.")


def _replace(source: URL, target: URL) -> None:
    """Replace all rows of a database by those of another, in one transaction with a new generation."""
    old, new = engines.create_engine(source), engines.create_engine(target)
    try:
        with (
            engines.sentences(),
            old.connect() as reading,
            new.connect().execution_options(writing=True) as writing,
            writing.begin(),
        ):
            if not engines.is_sqlite(target):
                names = ", ".join(f'"{table.name}"' for table in TABLES)
                # Nobody else writes until this is done; others can read.
                writing.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))
            for table in reversed(TABLES):
                writing.execute(delete(table))
            for table in TABLES:
                if table is session:
                    continue  # sessions are not restored: everybody signs in again
                rows = reading.execution_options(yield_per=CHUNK).execute(select(table))
                for part in rows.mappings().partitions():
                    writing.execute(insert(table), [dict(row) for row in part])
            _renew_dice(writing)
            if not engines.is_sqlite(target):
                _count_on(writing)
            writing.execute(delete(generation))
            writing.execute(insert(generation), {"mark": secrets.token_hex(16)})
    finally:
        old.dispose()
        new.dispose()


def _renew_dice(connection: Connection) -> None:
    """Give every unfinished match dice that nobody has seen.

    Players remember what happened after the backup; with the same dice they could foretell it.
    """
    going = select(match.c.id, match.c.status, match.c.seq, match.c.renewed).where(
        match.c.status != "finished"
    )
    for row in connection.execute(going).all():
        seed = tokens.new_seed()
        if row.status == "open":
            values: dict[str, Any] = {"seed": str(seed), "renewed": []}  # nobody has seen its cards yet
        else:
            earlier = [entry for entry in row.renewed if entry[0] < row.seq]
            values = {"renewed": [*earlier, [row.seq, seed]]}
        connection.execute(update(match).where(match.c.id == row.id).values(**values))


def _count_on(connection: Connection) -> None:
    """Let PostgreSQL number new rows after the highest number in use."""
    for table in TABLES:
        column = table.autoincrement_column
        if column is not None:
            highest = func.coalesce(select(func.max(column)).scalar_subquery(), 0) + 1
            sequence = func.pg_get_serial_sequence(f'"{table.name}"', column.name)
            connection.execute(select(func.setval(sequence, highest, False)))


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """Yield a temporary file beside the path; it takes its place if everything went well."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(handle)
        temporary = Path(name)
        try:
            yield temporary
            with temporary.open("rb") as file:
                os.fsync(file.fileno())
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}.") from error


@contextmanager
def _database_errors(path: Path) -> Iterator[None]:
    """Turn errors of the server's SQLite database into sentences."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be copied: {error}.") from error


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Turn any error in a backup into a sentence."""
    try:
        yield
    except (sqlite3.Error, msgspec.DecodeError, TypeError) as error:
        raise StoreError(
            f"{path} is damaged, or is not a backup of Sandtable. Nothing was changed."
        ) from error
