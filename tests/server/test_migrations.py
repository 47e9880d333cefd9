"""Migrations: from nothing to the tables of the models, once, by several at a time, or not at all."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from sandtable.server.store import StoreError, migrate
from sandtable.server.store import engine as engines
from sandtable.server.store.models import event, generation, insight, metadata


def tables(url: str) -> set[str]:
    """The tables of a database."""
    engine = engines.create_engine(engines.parse_url(url))
    with engine.connect() as connection:
        names = set(sqlalchemy.inspect(connection).get_table_names())
    engine.dispose()
    return names


def generations(url: str) -> list[str]:
    """The rows of the table of generations."""
    engine = engines.create_engine(engines.parse_url(url))
    with engine.connect() as connection:
        marks = list(connection.execute(sqlalchemy.select(generation.c.mark)).scalars())
    engine.dispose()
    return marks


def test_migrations_make_the_tables_of_the_models(url: str) -> None:
    migrate(url)
    engine = engines.create_engine(engines.parse_url(url))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    assert tables(url) == {table.name for table in metadata.sorted_tables} | {"alembic_version"}


def test_references_do_the_same_in_models_and_migrations(url: str, tmp_path: Path) -> None:
    def references(where: str) -> set[tuple[str, str, str, str]]:
        engine = engines.create_engine(engines.parse_url(where))
        with engine.connect() as connection:
            inspector = sqlalchemy.inspect(connection)
            found = {
                (table, key["constrained_columns"][0], key["referred_table"], str(key["options"]["ondelete"]))
                for table in inspector.get_table_names()
                for key in inspector.get_foreign_keys(table)
            }
        engine.dispose()
        return found

    migrate(url)
    straight = f"sqlite:///{tmp_path / 'straight.db'}"
    engine = engines.create_engine(engines.parse_url(straight))
    metadata.create_all(engine)
    engine.dispose()
    assert references(url) == references(straight)
    assert len(references(url)) == 12


def test_who_sits_in_older_matches_is_known_to_have_seen_that_seat(url: str) -> None:
    migrate(url, "0001")
    engine = engines.create_engine(engines.parse_url(url))
    number = "INSERT INTO player (id, name, created) VALUES (:id, 'x', 0)"
    game = (
        'INSERT INTO "match" (id, game, pack, scenario, players, options, seed, name, owner_id, listed, '
        "live, status, seq, waiting, since, turn, created, updated) VALUES "
        "(:id, 'downfall', '', 'x', 3, '{}', '1', '', 1, :no, :no, :status, 0, '[]', 0, '', 0, 0)"
    )
    sits = "INSERT INTO seat (match_id, seat, kind, player_id, bot) VALUES (:id, :seat, :kind, :player, '')"
    with engine.begin() as connection:
        for player in (1, 2):
            connection.execute(sqlalchemy.text(number), {"id": player})
        for match_id, status in (("playing", "playing"), ("open", "open")):
            connection.execute(sqlalchemy.text(game), {"id": match_id, "status": status, "no": False})
            for seat, (kind, sitter) in enumerate([("hotseat", None), ("invite", 2), ("bot", None)]):
                values = {"id": match_id, "seat": seat, "kind": kind, "player": sitter}
                connection.execute(sqlalchemy.text(sits), values)
    engine.dispose()
    migrate(url)
    with engine.connect() as connection:
        rows = connection.execute(sqlalchemy.select(insight).order_by(insight.c.seat)).all()
    engine.dispose()
    assert [tuple(row) for row in rows] == [("playing", 0, 1), ("playing", 1, 2)]


def test_events_of_older_files_are_kept_and_lie_in_one_tree(url: str) -> None:
    migrate(url, "0002")
    engine = engines.create_engine(engines.parse_url(url))
    game = (
        'INSERT INTO "match" (id, game, pack, scenario, players, options, seed, name, listed, '
        "live, status, seq, waiting, since, turn, created, updated) VALUES "
        "(:id, 'downfall', '', 'x', 2, '{}', '1', '', :no, :no, 'playing', 2, '[]', 0, '', 0, 0)"
    )
    entry = (
        "INSERT INTO event (match_id, seq, kind, seat, choice, at) VALUES (:id, :seq, 'choice', 0, :seq, 0.5)"
    )
    with engine.begin() as connection:
        for match_id in ("b", "a"):
            connection.execute(sqlalchemy.text(game), {"id": match_id, "no": False})
            for seq in (2, 1):
                connection.execute(sqlalchemy.text(entry), {"id": match_id, "seq": seq})
    engine.dispose()
    migrate(url)
    with engine.begin() as connection:
        rows = connection.execute(sqlalchemy.select(event).order_by(event.c.match_id, event.c.seq)).all()
        connection.execute(sqlalchemy.text("DELETE FROM \"match\" WHERE id = 'a'"))
        left = connection.execute(sqlalchemy.select(event.c.match_id)).scalars().all()
        if engine.dialect.name == "sqlite":
            assert (
                "WITHOUT ROWID"
                in connection.exec_driver_sql(
                    "SELECT sql FROM sqlite_master WHERE name = 'event'"
                ).scalar_one()
            )
    engine.dispose()
    assert [tuple(row) for row in rows] == [
        (match_id, seq, "choice", 0, seq, 0.5) for match_id in ("a", "b") for seq in (1, 2)
    ]
    assert left == ["b", "b"]


def test_migrating_again_changes_nothing(url: str) -> None:
    migrate(url)
    mark = generations(url)
    migrate(url)
    assert generations(url) == mark and len(mark) == 1


def test_several_may_migrate_at_once(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(migrate, url) for _ in range(4)]:
            done.result()
    assert len(generations(url)) == 1


def test_a_migration_that_fails_leaves_nothing_behind(url: str) -> None:
    engine = engines.create_engine(engines.parse_url(url))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE note (something TEXT)")
    engine.dispose()
    with pytest.raises(StoreError, match=r"cannot be opened: .*note.* already exists"):
        migrate(url)
    assert tables(url) == {"note"}


def test_a_store_of_a_newer_version_is_refused(url: str) -> None:
    migrate(url)
    engine = engines.create_engine(engines.parse_url(url))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(StoreError, match="newer Sandtable"):
        migrate(url)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://localhost/games", "SQLite or PostgreSQL, not in mysql"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:///x.db?mode=ro", "synchronous=normal"),
        ("postgresql://host:port/name", "cannot be read"),
        ("postgresql://sandtable:secret@127.0.0.1:1/games", "127.0.0.1:1/games cannot be opened"),
        ("/dev/null/table.db", "cannot be opened: File exists"),
    ],
)
def test_a_database_that_cannot_be_is_refused_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence) as refused:
        migrate(url)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, " * 200)
    with pytest.raises(StoreError, match="file is not a database"):
        migrate(str(path))
    assert path.read_text() == "Dear Anna, " * 200


def test_a_bare_name_is_a_file_of_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    migrate("games/100% ours?#.db")
    migrate("~/home.db")
    migrate("sqlite:///there.db")
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.db*")}
    assert made == {"games/100% ours?#.db", "home.db", "there.db"}
    with sqlite3.connect(tmp_path / "there.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
