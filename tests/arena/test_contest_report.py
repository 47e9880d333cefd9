"""Reports of an arena: honest figures, and a page that needs nothing else."""

import sys
from pathlib import Path

import pytest

from sandtable.arena import analysis, plots
from sandtable.arena.analysis import analyse
from sandtable.arena.arena import contest
from sandtable.arena.contest_report import build_report
from sandtable.arena.play_game import CardUse, Played, Point
from sandtable.arena.results_file import Store, begin_store, open_store
from sandtable.engine.errors import BadOption, SandtableError
from sandtable.engine.parts import Measure
from tests.arena.measured import build_measured
from tests.arena.pages import read_page, text_of
from tests.engine.tiny import StraitsGame

BOTS = ["greedy", "random"]
TOLD = {"teams": [[0], [1]], "seats": ["red", "green"], "bots": ["a", "b"], "labels": {"card:x": "X"}}


def point(turn: int, red: float, *measures: Measure) -> Point:
    return Point(turn, f"Round {turn}", 10 * turn, (red, 1 - red), measures)


def game(
    seed: int, reds: list[float], score: float, *things: CardUse, bots: tuple[str, str] = ("a", "b")
) -> Played:
    curve = tuple(point(turn, red) for turn, red in enumerate(reds))
    return Played(bots, seed, (score, 1 - score), (5, 5), (0.1, 0.1), f"{seed} points.", (), curve, things)


# --- figures


def test_results_by_side_and_bot() -> None:
    rows = [game(1, [0.5, 1.0], 1.0), game(2, [0.5, 0.0], 0.0), game(3, [0.5, 1.0], 1.0, bots=("b", "a"))]
    found = analysis.results_by_side(TOLD, ["red", "green"], rows)
    results = {(row["side"], row["bot"]): (row["games"], row["won"], row["lost"]) for row in found}
    assert results == {
        ("red", ""): (3, 2, 1),
        ("red", "a"): (2, 1, 1),
        ("red", "b"): (1, 1, 0),
        ("green", ""): (3, 1, 2),
        ("green", "a"): (1, 0, 1),
        ("green", "b"): (2, 1, 1),
    }
    assert found[0]["score"] == 0.6667 and found[0]["ci95"][0] < 0.6667 < found[0]["ci95"][1]


def test_curves_are_means_with_bands_over_the_games_that_went_so_far() -> None:
    rows = [
        game(n, [0.5], 1.0)._replace(
            curve=tuple(
                point(turn, 0.5, Measure("Islands", "red", n + turn)) for turn in range(2 + (n == 10))
            )
        )
        for n in range(11)
    ]
    curve = analysis.curves(rows)["Islands"]["red"]
    assert [(p["games"], p["mean"], p["low"], p["high"]) for p in curve] == [
        (11, 5.0, 1.0, 9.0),
        (11, 6.0, 2.0, 10.0),
        (1, 12.0, 12.0, 12.0),
    ]
    assert analysis.quantile([1.0, 2.0], 0.25) == 1.25


def test_a_game_is_decided_when_the_winner_leads_for_good() -> None:
    rows = [
        game(1, [0.4, 0.6, 0.4, 0.7, 1.0], 1.0),  # red leads for good from round 3
        game(2, [0.6, 0.4, 0.3, 0.2, 0.0], 0.0),  # green from round 1
        game(3, [0.6, 0.7, 1.0], 1.0),  # red from the beginning
    ]
    found = analysis.decided(TOLD, ["red", "green"], rows)
    assert {row["turn"]: row["games"] for row in found} == {0: 1, 1: 1, 2: 0, 3: 1, 4: 0}
    assert found[0]["swing"] == 0.0
    assert found[1]["swing"] == pytest.approx((0.2 + 0.2 + 0.1) / 3, abs=1e-4)


def test_who_plays_against_the_system_leads_above_one_half() -> None:
    together = {"teams": [[0, 1]], "seats": ["red", "green"]}
    won = Played(("a", "a"), 1, (0.8, 0.8), (1, 1), (0, 0), "", (), tuple(
        Point(turn, str(turn), turn, (value, value), ()) for turn, value in enumerate((0.3, 0.6, 0.8))
    ))  # fmt: skip
    found = analysis.decided(together, ["red and green"], [won])
    assert [row["games"] for row in found] == [0, 1, 0]


def test_cards_are_compared_with_the_same_bot_in_the_same_seat() -> None:
    card = CardUse(0, "card:x", 1)
    # bot a wins three of four in red, and always with the card; bot b never wins with or without it
    rows = [
        game(1, [0.5], 1.0, card),
        game(2, [0.5], 1.0, card),
        game(3, [0.5], 1.0),
        game(4, [0.5], 0.0, card._replace(chosen=0)),
        game(5, [0.5], 0.0, card, bots=("b", "a")),
        game(6, [0.5], 0.0, bots=("b", "a")),
    ]
    (found,) = analysis.things(TOLD, rows)
    assert found["label"] == "X"
    assert found["chosen"]["games"] == 3 and found["had"]["games"] == 4
    assert found["chosen"]["score"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["chosen"]["gain"] == pytest.approx((0.25 + 0.25 + 0.0) / 3, abs=1e-4)
    assert found["had"]["gain"] == pytest.approx((0.25 + 0.25 - 0.75 + 0.0) / 4, abs=1e-4)
    low, high = found["chosen"]["ci95"]
    assert low < 0 < high


def test_equal_labels_get_their_keys() -> None:
    labels = {"tile:axis_rockets": "Rockets", "tile:ussr_rockets": "Rockets", "tile:axis_jets": "Jets"}
    assert analysis.unique_labels(labels) == {
        "tile:axis_rockets": "Rockets (axis rockets)",
        "tile:ussr_rockets": "Rockets (ussr rockets)",
        "tile:axis_jets": "Jets",
    }


def test_endings_that_differ_by_figures_only_are_one() -> None:
    rows = [game(n, [0.5], 1.0) for n in range(3)] + [game(9, [0.5], 0.0)._replace(text="Peace.")]
    assert analysis.endings(rows) == [{"text": "… points.", "games": 3}, {"text": "Peace.", "games": 1}]


# --- whole reports


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two contests of the same game."""
    folder = tmp_path_factory.mktemp("arena")
    contest(build_measured, BOTS, 30, players=2, out=folder / "ring.db")
    contest(build_measured, BOTS, 10, scenario="duel", options={"rounds": 4}, out=folder / "duel.db")
    return folder


def test_a_report_tells_all(results: Path) -> None:
    with open_store(results / "ring.db") as store:
        found = analyse([store])
    html = build_report(found)
    text = text_of(read_page(html))
    assert found["games"] == 30 and list(found["bots"]) == BOTS
    (ring,) = found["contests"]
    assert [row["name"] for row in ring["values"]["red"]] == ["Set-up", "Round 1", "Round 2", "Round 3"]
    assert set(ring["curves"]) == {"Islands", "Cards in hand"}
    assert sum(row["games"] for row in ring["decided"]) == 30
    assert ring["length"]["turns"] == {"least": 3, "median": 3, "most": 3, "mean": 3.0}
    assert len(ring["swings"]) == analysis.SWINGS
    moves = [abs(row["after"] - row["before"]) for row in ring["swings"]]
    assert moves == sorted(moves, reverse=True)
    assert {row["key"][:5] for row in ring["things"]} == {"card:"}
    for heading in (
        "Results",
        "Length of games",
        "How the war goes",
        "Where games are decided",
        "Which cards and developments win",
    ):
        assert heading in text
    score = found["bots"]["greedy"]["score"]
    assert f"{score:.3f}" in text and "Islands: the figures as a table" in text
    assert html.count("<figure>") >= 8


def test_scenarios_stand_side_by_side(results: Path) -> None:
    with open_store(results / "ring.db") as ring, open_store(results / "duel.db") as duel:
        found = analyse([ring, duel])
    html = build_report(found)
    text = text_of(read_page(html))
    assert found["games"] == 40 and [c["scenario"] for c in found["contests"]] == ["ring", "duel"]
    tally = found["bots"]["greedy"]
    assert tally["wins"] + tally["losses"] + tally["draws"] == 40
    assert "The ring: Length of games" in text and "The duel: Where games are decided" in text
    assert "The duel, 2 players, 10 games from seed 0, with rounds 4." in text


def test_reports_of_nothing_and_of_two_games_are_refused(results: Path, tmp_path: Path) -> None:
    game = build_measured()
    with (
        begin_store(tmp_path / "empty.db", game, game.settle(), BOTS) as empty,
        pytest.raises(BadOption, match="holds no finished game yet"),
    ):
        analyse([empty])

    class Other(StraitsGame):
        def __init__(self) -> None:
            super().__init__()
            self.slug, self.title = "narrows", "Narrows"

    contest(Other, BOTS, 2, players=2, out=tmp_path / "other.db")
    with open_store(results / "ring.db") as ring, open_store(tmp_path / "other.db") as other:
        stores: list[Store] = [ring, other]
        with pytest.raises(BadOption, match="a report is of one game"):
            analyse(stores)


def test_a_game_that_counts_nothing_has_a_report_and_no_text_is_markup(tmp_path: Path) -> None:
    class Nasty(StraitsGame):
        def __init__(self) -> None:
            super().__init__()
            self.title = "<script>alert(1)</script>"

    file = tmp_path / "nasty.db"
    contest(Nasty, ["greedy"], 1, players=2, out=file)
    with open_store(file) as store:
        found = analyse([store])
    html = build_report(found)
    assert "This game has no figures at the end of its turns." in text_of(read_page(html))
    assert "&lt;script&gt;" in html
    assert found["contests"][0]["curves"] == {}


def test_a_missing_library_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SandtableError, match="Reports need matplotlib"):
        plots.bars(plots.Ticks([1.0], ["one"]), [1.0], "Games")
