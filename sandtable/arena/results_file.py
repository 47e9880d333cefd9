"""Results of the arena in a SQLite file: every game as soon as it is over, so that a run can continue later.

Tables: `contest` (what is played, as JSON by key), `games` (a row for each), `seats` (a row for each seat of
a game), `curves` (a row for each figure at the end of each turn) and `things` (cards and developments that a
seat had). `games.history` is a zlib-compressed JSON list of [seat, choice].
"""

import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sandtable.arena.play_game import Arrangement, CardUse, Played, Point, plain_setup
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game, Setup
from sandtable.engine.parts import Measure

FORMAT = 1
# The largest whole number SQLite keeps.
LAST_SEED = (1 << 63) - 1

SCHEMA = """
CREATE TABLE contest (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    seed INTEGER NOT NULL,
    arrangement TEXT NOT NULL,
    choices INTEGER NOT NULL,
    seconds REAL NOT NULL,
    turns INTEGER NOT NULL,
    text TEXT NOT NULL,
    history BLOB NOT NULL,
    finished TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    UNIQUE (seed, arrangement)
);
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    bot TEXT NOT NULL,
    score REAL NOT NULL,
    choices INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE curves (
    game INTEGER NOT NULL REFERENCES games,
    turn INTEGER NOT NULL,
    name TEXT NOT NULL,
    choice INTEGER NOT NULL,
    what TEXT NOT NULL,
    whose TEXT NOT NULL,
    value REAL NOT NULL,
    UNIQUE (game, turn, what, whose)
);
CREATE TABLE things (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    key TEXT NOT NULL,
    chosen INTEGER NOT NULL,
    PRIMARY KEY (game, seat, key)
) WITHOUT ROWID;
"""
TABLES = ("games", "seats", "curves", "things")

# The name of a seat's estimated result among the figures of a curve.
VALUE = "Value"

WORDS = {
    "game": "another game",
    "scenario": "another scenario",
    "players": "another number of players",
    "options": "other options",
    "seed": "another first seed",
    "rules": "another version of the rules",
    "pack": "other components",
    "bots": "other bots",
}


class StoreError(SandtableError):
    """A file of results that cannot be used."""


class Store:
    """One file of results, open for reading or for more games."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        rows = connection.execute("SELECT key, value FROM contest")
        self.contest: dict[str, Any] = {key: msgspec.json.decode(value) for key, value in rows}

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- writing

    def add(self, row: Played) -> None:
        """Store a game, whole or not at all."""
        try:
            self._add(row)
        except sqlite3.IntegrityError:
            raise StoreError(f"{self.path} has this game already, so another run writes to it too.") from None
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be written: {error}.") from error

    def _add(self, row: Played) -> None:
        packed = zlib.compress(msgspec.json.encode(row.history), 6)
        names = self.contest["seats"]
        with self.connection as db:
            cursor = db.execute(
                "INSERT INTO games (seed, arrangement, choices, seconds, turns, text, history)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    row.seed,
                    _joined(row.arrangement),
                    sum(row.choices),
                    sum(row.seconds),
                    max(0, len(row.curve) - 1),
                    row.text,
                    packed,
                ),
            )
            game = cursor.lastrowid
            db.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (game, seat, names[seat], bot, row.scores[seat], row.choices[seat], row.seconds[seat])
                    for seat, bot in enumerate(row.arrangement)
                ],
            )
            db.executemany(
                "INSERT INTO curves VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (game, point.turn, point.name, point.choice, what, whose, value)
                    for point in row.curve
                    for what, whose, value in _figures(point, names)
                ],
            )
            db.executemany(
                "INSERT INTO things VALUES (?, ?, ?, ?)",
                [(game, thing.seat, thing.key, thing.chosen) for thing in row.things],
            )

    # --- reading

    def done(self) -> set[tuple[Arrangement, int]]:
        """Return the games that are there already."""
        rows = self.connection.execute("SELECT arrangement, seed FROM games")
        return {(_split(arrangement), seed) for arrangement, seed in rows}

    def rows(self, curves: bool = False) -> list[Played]:
        """Return the games in the order in which they ended, with curves and cards if wanted."""
        found: dict[int, Played] = {}
        for game, seed, arrangement, text in self.connection.execute(
            "SELECT game, seed, arrangement, text FROM games ORDER BY game"
        ):
            found[game] = Played(_split(arrangement), seed, (), (), (), text)
        seats: dict[int, list[tuple[float, int, float]]] = {}
        for game, score, choices, seconds in self.connection.execute(
            "SELECT game, score, choices, seconds FROM seats ORDER BY game, seat"
        ):
            seats.setdefault(game, []).append((score, choices, seconds))
        for game, kept in seats.items():
            found[game] = found[game]._replace(
                scores=tuple([score for score, _, _ in kept]),
                choices=tuple([choices for _, choices, _ in kept]),
                seconds=tuple([seconds for _, _, seconds in kept]),
            )
        if curves:
            for game, points in self._points():
                found[game] = found[game]._replace(curve=points)
            for game, things in self._things():
                found[game] = found[game]._replace(things=things)
        return list(found.values())

    def _points(self) -> Iterator[tuple[int, tuple[Point, ...]]]:
        """Yield the curve of each game."""
        names = self.contest["seats"]
        curves: dict[int, dict[int, Point]] = {}
        for game, turn, name, choice, what, whose, value in self.connection.execute(
            "SELECT game, turn, name, choice, what, whose, value FROM curves ORDER BY rowid"
        ):
            point = curves.setdefault(game, {}).get(turn) or Point(
                turn, name, choice, (0.0,) * len(names), ()
            )
            if what == VALUE:
                values = list(point.values)
                values[names.index(whose)] = value
                point = point._replace(values=tuple(values))
            else:
                point = point._replace(measures=(*point.measures, Measure(what, whose, value)))
            curves[game][turn] = point
        for game, points in curves.items():
            yield game, tuple(points.values())

    def _things(self) -> Iterator[tuple[int, tuple[CardUse, ...]]]:
        """Yield the cards and developments of each game."""
        found: dict[int, list[CardUse]] = {}
        for game, seat, key, chosen in self.connection.execute("SELECT game, seat, key, chosen FROM things"):
            found.setdefault(game, []).append(CardUse(seat, key, chosen))
        for game, things in found.items():
            yield game, tuple(things)

    def numbers(self) -> list[int]:
        """Return the numbers of the games."""
        return [game for (game,) in self.connection.execute("SELECT game FROM games ORDER BY game")]

    def history(self, game: int) -> tuple[int, list[tuple[int, int]]]:
        """Return the seed and the choices of one game."""
        row = self.connection.execute("SELECT seed, history FROM games WHERE game = ?", (game,)).fetchone()
        if row is None:
            raise StoreError(f"{self.path} has no game {game}; it has {len(self.numbers())} games.")
        seed, packed = row
        choices = msgspec.json.decode(zlib.decompress(packed), type=list[tuple[int, int]])
        return int(seed), choices

    def columns(self, table: str) -> list[tuple[str, str]]:
        """Return the names and types of a table's columns."""
        return [(row[1], row[2]) for row in self.connection.execute(f"PRAGMA table_info({table})")]

    def portions(self, table: str, columns: list[str], size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows of a table, `size` at a time."""
        cursor = self.connection.execute(f"SELECT {', '.join(columns)} FROM {table}")
        while rows := cursor.fetchmany(size):
            yield rows


def _joined(arrangement: Arrangement) -> str:
    return msgspec.json.encode(arrangement).decode()


def _split(text: str) -> Arrangement:
    return tuple(msgspec.json.decode(text, type=list[str]))


def _figures(point: Point, names: list[str]) -> list[tuple[str, str, float]]:
    """Return the values of the seats and the figures of the game in one list."""
    values = [(VALUE, name, value) for name, value in zip(names, point.values, strict=True)]
    return values + [(measure.what, measure.whose, float(measure.value)) for measure in point.measures]


def is_store(path: Path) -> bool:
    """Return whether a file looks like a SQLite file."""
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\x00"
    except OSError:
        return False


def open_store(path: Path) -> Store:
    """Open a file of results that exists."""
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    try:
        connection = sqlite3.connect(path)
        store = Store(path, connection)
    except (sqlite3.Error, msgspec.DecodeError):
        raise StoreError(f"{path} is not a file of arena results.") from None
    if store.contest.get("format") != FORMAT:
        store.close()
        raise StoreError(f"{path} has a format that this version of Sandtable does not read.")
    return store


def begin_store(path: Path, game: Game, setup: Setup, bots: list[str]) -> Store:
    """Open the file of a contest: a new one, or an existing one if it has the same contest."""
    wanted: dict[str, Any] = {**plain_setup(game, setup), "bots": bots}
    if path.is_dir():
        raise StoreError(f"{path} is a folder. Name a file for the results.")
    if path.exists() and path.stat().st_size:
        store = open_store(path)
        for key, value in wanted.items():
            there = store.contest.get(key)
            if there != value:
                store.close()
                raise StoreError(
                    f"{path} has another contest, with {WORDS[key]} ({_difference(there, value)} there, "
                    f"{_difference(value, there)} here). Name another file with --out."
                )
        return store
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path)
        connection.executescript(SCHEMA)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} cannot be written: {error}.") from error
    g = game.new(setup)
    contest = {
        **wanted,
        "format": FORMAT,
        "title": game.title,
        "scenario_title": next(s.title for s in game.scenarios if s.id == setup.scenario),
        "defaults": {option.id: option.default for option in game.options},
        "seats": game.seat_names(g),
        "teams": game.teams(setup),
        "labels": dict(zip(game.names.keys, game.names.labels, strict=True)),
    }
    with connection as db:
        db.executemany(
            "INSERT INTO contest VALUES (?, ?)",
            [(key, msgspec.json.encode(value).decode()) for key, value in contest.items()],
        )
    return Store(path, connection)


def _difference(value: Any, other: Any) -> str:
    """Return a value of a contest as text; of options only those that differ."""
    if isinstance(value, dict):
        return ", ".join(f"{key}={one}" for key, one in value.items() if other.get(key) != one)
    return ", ".join(value) if isinstance(value, list) else str(value)
