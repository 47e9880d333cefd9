"""Results on disk: every game as soon as it is over, runs that go on, files that are refused."""

import json
import sqlite3
import zlib
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from pyarrow import parquet

from sandtable.arena.arena import contest
from sandtable.arena.play_game import Played, play_game
from sandtable.arena.results_file import StoreError, begin_store, open_store
from sandtable.engine.errors import BadOption
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from tests.arena.measured import build_measured
from tests.engine.tiny import StraitsGame, build

BOTS = ["greedy", "random"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "results.db"


# --- what is kept


def test_a_game_is_kept_whole(file: Path) -> None:
    game = build_measured()
    setup = game.settle("ring", 3, seed=7)
    row = play_game(game, setup, ("greedy", "random", "random"))
    with begin_store(file, game, setup, BOTS) as store:
        store.add(row)
        (kept,) = store.rows(curves=True)
        seed, history = store.history(1)
    assert seed == 7 and tuple(history) == row.history
    assert kept == row._replace(history=())


def test_a_kept_game_can_be_played_again(file: Path) -> None:
    contest(build, BOTS, 2, players=2, seed=5, out=file)
    game = build()
    with open_store(file) as store:
        seed, history = store.history(2)
        scores = store.rows()[1].scores
    match = Match.replay(game, game.settle(players=2, seed=seed), history)
    assert match.result is not None and match.result.scores == scores


def test_the_tables_can_be_asked_with_sql(file: Path) -> None:
    report = contest(build, BOTS, 10, players=2, out=file)
    db = sqlite3.connect(file)
    shares = dict(db.execute("SELECT bot, avg(score) FROM seats GROUP BY bot"))
    assert shares["greedy"] == pytest.approx(report["bots"]["greedy"]["score"])
    packed = db.execute("SELECT history FROM games").fetchone()[0]
    assert json.loads(zlib.decompress(packed))[0][0] in (0, 1)
    assert db.execute("SELECT count(*) FROM games WHERE finished LIKE '20%Z'").fetchone() == (10,)
    db.close()


def test_parquet_beside_it_tells_the_same(file: Path) -> None:
    contest(build, BOTS, 6, players=2, out=file)
    db = sqlite3.connect(file)
    for table in ("games", "seats", "curves", "things"):
        found = parquet.read_table(file.with_suffix(f".{table}.parquet"))
        assert "history" not in found.column_names
        rows = db.execute(f"SELECT {', '.join(found.column_names)} FROM {table}").fetchall()
        assert [tuple(row.values()) for row in found.to_pylist()] == rows
    db.close()


# --- going on


def test_a_run_goes_on_where_it_stopped(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = contest(build, BOTS, 12, players=2)
    played: list[int] = []

    def stop(done: int, total: int) -> None:
        played.append(done)
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        contest(build, BOTS, 12, players=2, out=file, progress=stop)
    with open_store(file) as store:
        assert len(store.rows()) == 5
    played.clear()
    report = contest(build, BOTS, 12, players=2, out=file, progress=lambda done, total: played.append(done))
    assert played == [5, 6, 7, 8, 9, 10, 11, 12]
    for one in (whole, report):
        for bot in one["bots"].values():
            del bot["ms_per_choice"]
    assert whole == report


def test_more_games_are_added_and_none_is_played_twice(file: Path) -> None:
    contest(build, BOTS, 4, players=2, out=file)
    told: list[tuple[int, int]] = []
    report = contest(
        build, BOTS, 8, players=2, out=file, workers=2, progress=lambda done, all_: told.append((done, all_))
    )
    assert told[0] == (4, 8) and told[-1] == (8, 8) and report["games"] == 8
    assert contest(build, BOTS, 2, players=2, out=file)["games"] == 8


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seed": 1}, "another first seed (0 there, 1 here)"),
        ({"players": 3}, "another number of players (2 there, 3 here)"),
        ({"scenario": "duel"}, "another scenario (ring there, duel here)"),
        ({"options": {"rounds": 4}}, "other options (rounds=3 there, rounds=4 here)"),
        ({"bots": ["random"]}, "other bots (greedy, random there, random here)"),
    ],
)
def test_a_file_of_another_contest_is_refused(file: Path, change: dict[str, object], what: str) -> None:
    contest(build, BOTS, 2, players=2, out=file)
    given: dict[str, object] = {"bots": BOTS, "players": 2, **change}
    with pytest.raises(StoreError) as refused:
        contest(build, games=2, out=file, **given)  # type: ignore[arg-type]
    assert str(refused.value) == f"{file} has another contest, with {what}. Name another file with --out."


def test_games_of_other_rules_are_not_mixed(file: Path) -> None:
    contest(build, BOTS, 2, players=2, out=file)
    with pytest.raises(StoreError, match="another version of the rules"):
        contest(partial(StraitsGame, version="2"), BOTS, 2, players=2, out=file)
    with pytest.raises(StoreError, match="other components"):
        contest(partial(StraitsGame, pack_hash="mine"), BOTS, 2, players=2, out=file)


# --- other files


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Sandtable, " * 100)
    with pytest.raises(StoreError, match=r"letter\.txt is not a file of arena results\."):
        contest(build, BOTS, 2, players=2, out=other)
    assert other.read_text().startswith("Dear Sandtable")
    empty = sqlite3.connect(tmp_path / "other.db")
    empty.execute("CREATE TABLE letters (text)")
    empty.close()
    with pytest.raises(StoreError, match="is not a file of arena results"):
        open_store(tmp_path / "other.db")
    with pytest.raises(StoreError, match="There is no file"):
        open_store(tmp_path / "nowhere.db")
    with pytest.raises(StoreError, match="is a folder"):
        contest(build, BOTS, 2, players=2, out=tmp_path)
    with pytest.raises(StoreError, match="cannot be written"):
        contest(build, BOTS, 2, players=2, out=other / "below.db")


def test_a_later_form_is_not_read(file: Path) -> None:
    contest(build, BOTS, 2, players=2, out=file)
    with sqlite3.connect(file) as db:
        db.execute("UPDATE contest SET value = '2' WHERE key = 'format'")
    db.close()
    with pytest.raises(StoreError, match="a format that this version of Sandtable does not read"):
        open_store(file)


def test_two_runs_do_not_write_one_file(file: Path) -> None:
    game = build()
    setup = game.settle(players=2)
    row = play_game(game, setup, ("greedy", "random"))
    with begin_store(file, game, setup, BOTS) as store, begin_store(file, game, setup, BOTS) as other:
        store.add(row)
        with pytest.raises(StoreError, match="another run writes to it too"):
            other.add(row)
        assert len(store.rows()) == 1


def test_a_game_that_is_not_there(file: Path) -> None:
    contest(build, BOTS, 2, players=2, out=file)
    with open_store(file) as store, pytest.raises(StoreError, match="has no game 9; it has 2 games"):
        store.history(9)


def test_seeds_that_no_file_can_hold_are_refused() -> None:
    with pytest.raises(BadOption, match="The seeds of an arena end at"):
        contest(build, BOTS, 2, players=2, seed=(1 << 63) - 1)


# --- what is recorded


def record(game: Game, players: int = 2) -> Played:
    return play_game(game, game.settle("ring", players, seed=3), ("greedy",) * players)


def test_a_curve_has_a_point_at_the_end_of_each_turn() -> None:
    game = build_measured()
    row = record(game)
    assert [point.name for point in row.curve] == ["Set-up", "Round 1", "Round 2", "Round 3"]
    assert [point.turn for point in row.curve] == [0, 1, 2, 3]
    assert row.curve[0].choice == 0 and row.curve[-1].choice == len(row.history)
    assert row.curve[-1].values == row.scores
    setup = game.settle("ring", 2, seed=3)
    # a point has the figures of the position right after the last choice of its turn
    for point in row.curve[1:-1]:
        before = Match.replay(game, setup, list(row.history), point.choice - 1).state
        after = Match.replay(game, setup, list(row.history), point.choice).state
        assert game.turn(before) == point.turn and game.turn(after) == point.turn + 1
        assert list(point.measures) == game.measures(after)


def test_a_game_without_turns_has_its_beginning_and_end() -> None:
    assert [point.name for point in record(build()).curve] == ["Set-up", "Turn 0"]


def test_what_is_held_and_what_is_chosen_is_counted() -> None:
    game = build_measured()
    row = record(game)
    counted = {(thing.seat, thing.key): thing.chosen for thing in row.things}
    keys = game.names.keys
    chosen = [(seat, keys[choice]) for seat, choice in row.history if keys[choice].startswith("card:")]
    assert {entry: number for entry, number in counted.items() if number} == Counter(chosen)
    first = game.begin(game.settle("ring", 2, seed=3))
    for seat in (0, 1):
        assert {(seat, keys[choice]) for choice in game.holdings(first, seat)} <= set(counted)
    assert {key.partition(":")[0] for _, key in counted} == {"card"}
