"""The arena: balanced seats, the same seeds, honest counting."""

import pytest

from sandtable.arena.arena import arena, arrangements, contest, entrants
from sandtable.arena.play_game import Played, play_game
from sandtable.arena.scores import interval, summary, verdict
from sandtable.bots import Bot
from sandtable.engine.errors import BadOption, SandtableError, UnknownGame
from sandtable.engine.game import Game, Setup
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from tests.engine.tiny import StraitsGame, build


def played(arrangement: tuple[str, ...], scores: tuple[float, ...]) -> Played:
    return Played(arrangement, 0, scores, (1,) * len(scores), (0.0,) * len(scores))


# --- seats


def test_two_seats_are_played_both_ways() -> None:
    assert arrangements(((0,), (1,)), 2, ["a", "b"]) == [("a", "b"), ("b", "a")]


def test_three_seats_are_played_in_every_way_that_uses_both() -> None:
    found = arrangements(((0,), (1,), (2,)), 3, ["a", "b"])
    assert len(found) == 6 and ("a", "a", "a") not in found
    assert all(sum(way[seat] == "a" for way in found) == 3 for seat in range(3))


def test_seats_that_win_together_are_one_bots() -> None:
    assert arrangements(((0,), (1, 2)), 3, ["a", "b"]) == [("a", "b", "b"), ("b", "a", "a")]


def test_more_bots_than_seats_take_turns() -> None:
    found = arrangements(((0,), (1,)), 2, ["a", "b", "c"])
    assert len(found) == 6 and len(set(found)) == 6
    assert arrangements(((0, 1),), 2, ["a", "b"]) == [("a", "a"), ("b", "b")]


# --- games


def test_every_arrangement_is_played_with_every_seed() -> None:
    report = contest(build, ["greedy", "random"], 20, seed=5, players=3)
    # rounded up to whole rounds of six arrangements
    assert report["games"] == 24
    assert [row["games"] for row in report["arrangements"]] == [4] * 6
    assert report["arrangements"][0]["seats"] == {"red": "greedy", "green": "greedy", "blue": "random"}


def test_the_same_seating_and_seed_give_the_same_game() -> None:
    game = build()
    setup = game.settle("ring", 3, seed=11)
    seating = ("greedy", "random", "random")
    one, two = play_game(game, setup, seating), play_game(game, setup, seating)
    assert (one.scores, one.choices) == (two.scores, two.choices)
    assert play_game(game, setup._replace(seed=12), seating).choices != one.choices


def test_a_bot_plays_against_itself_under_two_names() -> None:
    report = contest(build, ["random", "random"], 20, seed=5, players=2)
    one, other = report["bots"]["random"], report["bots"]["random#2"]
    assert (one["wins"], one["losses"], one["draws"]) == (other["losses"], other["wins"], other["draws"])
    assert one["wins"] + one["losses"] + one["draws"] == 20 and one["wins"] > 0
    assert set(one) == set(other)
    assert [row["seats"] for row in report["arrangements"]] == [
        {"red": "random", "green": "random#2"},
        {"red": "random#2", "green": "random"},
    ]
    # Whoever sits there, the same bot with the same seed plays the same game.
    assert report["arrangements"][0]["scores"] == report["arrangements"][1]["scores"]


def test_each_entrant_has_a_name_of_its_own() -> None:
    assert entrants(["greedy", "random", "greedy", "greedy"]) == ["greedy", "random", "greedy#2", "greedy#3"]


def test_greedy_beats_random() -> None:
    found: list[tuple[int, int]] = []
    report = contest(
        build, ["greedy", "random"], 60, players=2, progress=lambda done, total: found.append((done, total))
    )
    assert found == [(number, 60) for number in range(1, 61)]
    assert list(report)[:1] == ["game"] and {"game", "games", "bots"} <= set(report)
    greedy, other = report["bots"]["greedy"], report["bots"]["random"]
    assert set(greedy) == {
        "wins",
        "losses",
        "draws",
        "score",
        "ci95",
        "ms_per_choice",
        "elo",
        "elo_ci95",
    }
    assert greedy["wins"] + greedy["losses"] + greedy["draws"] == 60
    assert (greedy["wins"], greedy["draws"]) == (other["losses"], other["draws"])
    assert greedy["score"] > 0.85 and greedy["ci95"][0] > 0.75
    assert 0 < greedy["ms_per_choice"] < 50


def test_processes_play_the_same_games() -> None:
    alone = contest(build, ["greedy", "random"], 12, seed=3, players=2)
    both = contest(build, ["greedy", "random"], 12, seed=3, players=2, workers=2)
    for report in (alone, both):
        for bot in report["bots"].values():
            del bot["ms_per_choice"]
    assert alone == both


def test_teams_are_the_games_to_say() -> None:
    class Allies(StraitsGame):
        def teams(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
            return ((0,), (1, 2))

    report = contest(Allies, ["greedy", "random"], 4, players=3)
    assert [list(row["seats"].values()) for row in report["arrangements"]] == [
        ["greedy", "random", "random"],
        ["random", "greedy", "greedy"],
    ]


def test_scenario_players_and_options_are_kept() -> None:
    report = contest(build, ["greedy", "random"], 2, scenario="duel", options={"rounds": 4})
    assert (report["scenario"], report["players"], report["options"]["rounds"]) == ("duel", 2, 4)


# --- counting


@pytest.mark.parametrize(
    ("seating", "scores", "expected"),
    [
        (("a", "b"), (1.0, 0.0), {"a": "wins", "b": "losses"}),
        (("a", "b"), (0.5, 0.5), {"a": "draws", "b": "draws"}),
        (("a", "b", "b"), (0.0, 0.0, 1.0), {"a": "losses", "b": "wins"}),
        (("a", "b", "b"), (0.5, 0.0, 0.5), {"a": "draws", "b": "draws"}),
        (("a", "b", "c"), (0.5, 0.5, 0.0), {"a": "draws", "b": "draws", "c": "losses"}),
        (("a", "a"), (1.0, 0.0), {"a": "draws"}),
        (("a", "a"), (1.0, 1.0), {"a": "wins"}),
        (("a", "a"), (0.0, 0.0), {"a": "losses"}),
    ],
)
def test_who_wins(seating: tuple[str, ...], scores: tuple[float, ...], expected: dict[str, str]) -> None:
    assert verdict(played(seating, scores)) == expected


def test_means_and_medians_of_each_seat() -> None:
    game = StraitsGame()
    ends = [(1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]
    rows = [played(("a", "b"), scores)._replace(seed=seed) for seed, scores in enumerate(ends)]
    setup = game.settle("duel", 2, None, 0)
    found = summary(game, setup, ["a", "b"], [("a", "b"), ("b", "a")], rows)["arrangements"]
    assert (found[0]["scores"], found[0]["medians"]) == ([0.6667, 0.3333], [1.0, 0.0])
    assert (found[1]["scores"], found[1]["medians"]) == ([0.0, 0.0], [0.0, 0.0]), "none was played"


def test_confidence_intervals() -> None:
    # Wilson's interval for 95 of 100, as in the books
    assert interval(0.95, 100) == [0.8882, 0.9785]
    assert interval(1.0, 100) == [0.963, 1.0]
    assert interval(0.0, 10)[0] == 0.0
    assert interval(0.0, 0) == [0.0, 1.0]


# --- refusals


def test_wrong_bots_are_refused() -> None:
    with pytest.raises(BadOption, match="There is no bot 'x'"):
        contest(build, ["greedy", "x"], 2)
    with pytest.raises(BadOption, match="There is no bot 'greedy#2'"):
        contest(build, ["greedy", "greedy#2"], 2)
    with pytest.raises(BadOption, match="Name at least one bot"):
        contest(build, [], 2)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        arena("straits", ["greedy", "random"], 2)


def test_a_bot_that_cheats_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(Bot):
        def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
            return 1

    monkeypatch.setattr("sandtable.arena.play_game.make_bot", Cheat)
    with pytest.raises(SandtableError, match="The bot greedy chose what it was not offered: 1"):
        contest(build, ["greedy"], 1)


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.arena.play_game.LIMIT", 50)

    class Endless(StraitsGame):
        def __init__(self) -> None:
            super().__init__(bug="endless")

    with pytest.raises(SandtableError, match="is not over after 50 choices"):
        contest(Endless, ["random"], 20)
