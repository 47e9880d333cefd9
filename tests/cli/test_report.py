"""`sandtable arena` with a file of results, and `sandtable report`."""

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import sandtable.arena
from sandtable import games as all_games
from sandtable.cli import saves
from sandtable.engine.match import Match
from sandtable.engine.save import NO_SAVE
from tests.arena.measured import MeasuredStraits
from tests.arena.pages import read_page
from tests.cli.conftest import Run

ARENA = ("arena", "straits", "--players", "2", "--jobs", "1")


def data(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(result: Result, sentence: str) -> None:
    assert result.exit_code == 2 and sentence in result.stderr, result.output
    assert result.stderr.count("\n") == 1


@pytest.fixture(autouse=True)
def measured(straits: object, monkeypatch: pytest.MonkeyPatch) -> MeasuredStraits:
    """Straits that tells its turns and figures."""
    game = MeasuredStraits()
    monkeypatch.setitem(all_games._loaded, "straits", game)
    return game


@pytest.fixture
def results(run: Run, tmp_path: Path) -> Path:
    """Four games of an arena."""
    path = tmp_path / "results.db"
    assert run(*ARENA, "--games", "4", "--out", path).exit_code == 0
    return path


def finish(game: MeasuredStraits) -> Match:
    match = Match.start(game, "ring", 2, seed=5)
    while match.prompts:
        match.play(match.prompts[0].choices[0], match.prompts[0].seat)
    return match


# --- arena


def test_an_arena_keeps_its_games_and_goes_on(run: Run, results: Path) -> None:
    text = run(*ARENA, "--games", "6", "--out", results).stdout
    assert "6 games of straits (ring), 2 players." in text
    assert f"`sandtable report {results}` tells more." in text
    with sqlite3.connect(results) as db:
        assert db.execute("SELECT count(*) FROM games").fetchone() == (6,)
    db.close()
    assert results.with_suffix(".seats.parquet").is_file()


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_arena_without_arrow_says_that_no_parquet_is_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    path = tmp_path / "results.db"
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "pyarrow", None)
        without.delitem(sys.modules, "sandtable.arena.parquet", raising=False)
        without.delattr(sandtable.arena, "parquet", raising=False)
        result = run(*ARENA, "--games", "4", "--out", path, *form)
    assert result.exit_code == 0, result.output
    assert (
        result.stderr.startswith("The tables are not written as Parquet") and result.stderr.count("\n") == 1
    )
    assert "pip install 'sandtable[report]'" in result.stderr and "Parquet" not in result.stdout
    assert not path.with_suffix(".seats.parquet").exists()
    assert path.is_file() and (not form or data(result)["games"] == 4)
    # with Arrow the same command writes them, and plays nothing again
    later = run(*ARENA, "--games", "4", "--out", path, *form)
    assert later.exit_code == 0 and later.stderr == ""
    assert path.with_suffix(".seats.parquet").is_file()


def test_an_arena_tells_elo(run: Run) -> None:
    found = data(run(*ARENA, "--games", "20", "--json"))
    greedy, other = found["bots"]["greedy"], found["bots"]["random"]
    assert greedy["elo"] == -other["elo"] > 0
    assert greedy["elo_ci95"][0] < greedy["elo"] < greedy["elo_ci95"][1]
    text = run(*ARENA, "--games", "4").stdout
    assert "Elo" in text and " ± " in text


def test_a_file_of_another_contest_is_refused(run: Run, results: Path) -> None:
    refused(
        run(*ARENA, "--seed", "9", "--out", results),
        "has another contest, with another first seed (0 there",
    )
    refused(run(*ARENA, "--games", "2", "--address", "nowhere"), "There is no Ray cluster at nowhere.")


# --- report


def test_a_report_is_one_page(run: Run, results: Path, tmp_path: Path) -> None:
    result = run("report", results)
    assert result.exit_code == 0, result.output
    page = results.with_suffix(".html")
    assert result.stdout == f"The report is in {page}\n"
    read_page(page.read_text())
    page.unlink()
    found = data(run("report", results, "--json"))
    assert found["games"] == 4 and not page.exists()
    other = tmp_path / "new" / "page.html"
    assert data(run("report", results, "--json", "--out", other))["game"] == "straits"
    read_page(other.read_text())


def test_a_game_of_an_arena_has_its_own_report(run: Run, results: Path) -> None:
    result = run("report", results, "--game", "2")
    assert result.exit_code == 0, result.output
    assert "End of Round 3" in results.with_name("results-game-2.html").read_text()
    found = data(run("report", results, "--game", "2", "--json"))
    with sqlite3.connect(results) as db:
        seed, choices = db.execute("SELECT seed, choices FROM games WHERE game = 2").fetchone()
    db.close()
    assert (found["seed"], found["choices"]) == (seed, choices)
    refused(run("report", results, "--game", "7"), "has no game 7")
    refused(run("report", results, "--seat", "red"), "--seat is for the report of one game")


def test_a_save_has_an_after_action_report(run: Run, measured: MeasuredStraits, tmp_path: Path) -> None:
    path = saves.saves_folder() / "mine.save"
    saves.write(path, finish(measured).save())
    assert run("report", "mine", "--seat", "gr").exit_code == 0
    html = path.with_name("mine.html").read_text()
    read_page(html)
    assert "You draw" in html
    assert data(run("report", "mine", "--json"))["result"]["scores"]
    refused(run("report", "mine", "--game", "1"), "A save is one game")
    saves.write(tmp_path / "young.save", Match.start(measured, "ring", 2).save())
    refused(run("report", tmp_path / "young.save"), "This game is not over")


def test_files_that_do_not_go_together_are_refused(
    run: Run, results: Path, measured: MeasuredStraits, tmp_path: Path
) -> None:
    save = tmp_path / "mine.save"
    saves.write(save, finish(measured).save())
    refused(run("report", results, save), "A report needs files of an arena, or a single save.")
    refused(run("report", results, results, "--game", "1"), "--game is a game of one file")
    refused(run("report", "nowhere"), "There is no save nowhere")
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE letters (text)").connection.close()
    refused(run("report", other), "is not a file of arena results")
    save.write_text("Dear Sandtable,")
    refused(run("report", save), NO_SAVE.split(",")[0])


def test_other_components_are_asked_for(run: Run, results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(all_games._loaded, "straits", MeasuredStraits(pack_hash="mine"))
    refused(run("report", results, "--game", "1"), "Name their folder with --pack")
