"""Playthroughs: readable, stable, and compared with the files that are kept of them."""

from pathlib import Path

import pytest

from sandtable.engine.checks.playthrough import playthrough, scene_lines, table_lines, view_lines
from sandtable.engine.scene import Scene
from sandtable.engine.state import State
from sandtable.testing import UPDATE, check_playthrough
from tests.engine.tiny import StraitsGame, build, dealt

KEPT = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("scenario", ["ring", "duel"])
def test_the_kept_playthroughs(scenario: str) -> None:
    check_playthrough(KEPT / f"straits_{scenario}.txt", build(), scenario, options={"crowded": True}, seed=3)


def test_the_same_seeds_give_the_same_text() -> None:
    game = build()
    setup = game.settle("ring", 3, seed=8)
    assert playthrough(game, setup, 5) == playthrough(game, setup, 5)
    assert playthrough(game, setup, 5) != playthrough(game, setup, 6)


def test_a_transcript_has_question_offers_choice_and_events() -> None:
    game = build()
    text = playthrough(game, game.settle("duel", seed=3), 1, 3)
    assert text.startswith("Straits: duel, 2 players, seed 3\noptions: reactions=ask, rounds=3, crowded=f")
    assert "\nnorth [neutral]: infantry, infantry, tank\n" in text
    assert "Lay a card face down: the highest moves first. [2]\n  card: " in text
    assert "\n> card:" in text
    assert "\n* The cards are turned over: " in text
    assert text.endswith("\n(cut after 3 choices)\n")


def test_a_whole_game_ends_with_its_result() -> None:
    game = build()
    text = playthrough(game, game.settle("duel", seed=3), 1)
    assert "most points. [6a] scores " in text.splitlines()[-1]


def test_a_game_without_a_scene_is_told_by_its_view() -> None:
    class Blind(StraitsGame):
        def scene(self, g: State, seat: int | None) -> Scene:
            raise NotImplementedError

    game = Blind()
    lines = table_lines(game, dealt(["6a 1a", "5a"]).state, 2)
    assert "hands = 2 1" in lines
    assert "place.unit:red_tank_2 = 0" in lines
    assert "red sees: hand = 0 5" in lines


def test_views_in_lines() -> None:
    view = {"a": {"b": 1, "c": {}}, "list": [{"id": "x", "n": 1}, {"n": 2}], "rows": [[1, 2], []]}
    assert view_lines(view) == [
        "a.b = 1",
        "a.c = {}",
        "list.x.id = x",
        "list.x.n = 1",
        "list.1.n = 2",
        "rows.0 = 1 2",
        "rows.1 = ",
    ]


def test_scenes_in_lines() -> None:
    scene = build().scene(dealt(["6a 1a", "5a"]).state, 0)
    north, east, rest = scene.places[0], scene.places[1], scene.places[2:]
    piece = scene.pieces[0]._replace(number=3, full=False, status="moved")
    lost = scene.pieces[1]._replace(place=-1)
    scene = scene._replace(
        places=[north._replace(marks=("fortress", "beachhead:red")), east._replace(owner="red"), *rest],
        pieces=[piece, lost],
    )
    assert scene_lines(scene) == [
        "Round 1",
        "north [neutral] beachhead:red: 3 infantry reduced (moved)",
        "east [red]: empty",
        "off the map: infantry",
        "Cards in hand: red | 2",
        "Cards in hand: green | 1",
        "Your hand: red | card:1a, card:6a",
    ]


def test_a_file_is_written_when_asked_and_compared_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "duel.txt"
    monkeypatch.delenv(UPDATE, raising=False)
    with pytest.raises(AssertionError, match=r"There is no duel\.txt; SANDTABLE_UPDATE=1 writes it"):
        check_playthrough(path, build(), "duel")
    monkeypatch.setenv(UPDATE, "1")
    check_playthrough(path, build(), "duel")
    monkeypatch.delenv(UPDATE)
    check_playthrough(path, build(), "duel")
    with pytest.raises(AssertionError, match=r"duel\.txt has changed(.|\n)*-north(.|\n)*\+north"):
        check_playthrough(path, build(), "duel", options={"crowded": True})
