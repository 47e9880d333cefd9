"""`sandtable odds`: the fights of a saved game."""

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from sandtable.cli import saves
from sandtable.cli.odds import CELLS, bar, percent
from sandtable.engine.match import Match
from sandtable.engine.odds import Odds, Row
from sandtable.engine.state import State
from tests.cli.conftest import Run
from tests.engine.tiny import StraitsGame, Turn, fresh


@pytest.fixture
def saved(home: Path, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A save in which red moves now and nobody did three choices ago; red knows most of the fight."""

    def odds(self: StraitsGame, g: State, seat: int | None) -> list[Odds]:
        if not isinstance(g.agenda[-1], Turn):
            return []
        rows = (Row("The defender is lost", 0.75, 1), Row("Nothing happens", 0.25, 0))
        note = "red knows" if seat == 0 else "others know"
        return [Odds("Red attacks green", "4", rows, (("counters lost", 0.75),), 0.0, (3,), note)]

    monkeypatch.setattr(StraitsGame, "odds", odds)
    match = fresh(2, 1)
    while match.prompts[0].seat != 0 or not isinstance(match.state.agenda[-1], Turn):
        prompt = match.prompts[0]
        match.play(prompt.choices[0], prompt.seat)
    saves.write(home / "saves" / "mine.save", match.save())
    return match


def data(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_odds_of_a_save_are_printed_with_bars(run: Run, saved: Match) -> None:
    text = run("odds", "mine").stdout
    assert "Red attacks green [4]" in text
    assert "75.0 % ████████████     + The defender is lost" in text
    assert "25.0 % ████             = Nothing happens" in text
    assert "On average 0.75 counters lost." in text
    assert "Sampled" not in text
    assert "red knows" in text  # who is asked
    assert "others know" in run("odds", "mine", "--seat", "green").stdout


def test_the_odds_as_json(run: Run, saved: Match) -> None:
    found = data(run("odds", "mine", "--json").stdout)
    assert found["game"] == "straits" and found["seat"] == "red" and found["at"] == len(saved.history)
    (fight,) = found["odds"]
    assert fight["rows"][0] == {"text": "The defender is lost", "chance": 0.75, "good": 1}
    assert fight["means"] == [["counters lost", 0.75]] and fight["error"] == 0.0 and fight["refs"] == [3]


def test_the_odds_of_an_earlier_position(run: Run, saved: Match) -> None:
    found = data(run("odds", "mine", "--at", "0", "--json").stdout)
    assert found["at"] == 0 and found["odds"] == []
    assert "No fight is being prepared" in run("odds", "mine", "--at", "0").stdout
    refused = run("odds", "mine", "--at", "999")
    assert refused.exit_code == 2 and "choices, fewer than 999." in refused.stderr
    assert run("odds", "mine", "--seat", "mauve").exit_code == 2
    assert run("odds", "nowhere").exit_code == 2


def test_bars_and_chances() -> None:
    assert bar(0.0) == " " * CELLS and bar(1.0) == "█" * CELLS
    assert bar(0.5) == ("█" * (CELLS // 2)).ljust(CELLS)
    assert bar(1 / 128).strip() == "▏"
    assert {Console().measure(bar(n / 100)).maximum for n in range(101)} == {CELLS}
    assert (percent(0.0), percent(0.0001), percent(0.125), percent(1.0)) == (
        "0.0 %",
        "< 0.1 %",
        "12.5 %",
        "100.0 %",
    )
