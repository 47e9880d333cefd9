"""Measurements: the right keys, medians, and ratios of one round."""

import pytest

from sandtable.arena import bench
from sandtable.engine import state
from tests.engine.tiny import StraitsGame, build


def test_a_report_has_the_agreed_keys() -> None:
    done: list[str] = []
    report = bench.measure([build()], 0.1, rounds=2, progress=done.append)
    assert list(report) == ["compiled", "games"]
    found = report["games"]["straits"]
    assert set(found) == {
        "choices_per_s",
        "games_per_s",
        "copy_us",
        "mean_choices",
        "choice_us",
        "match_kb",
    }
    assert found["choices_per_s"] > 1000
    assert found["choice_us"] == pytest.approx(1e6 / found["choices_per_s"], rel=0.01)
    assert found["games_per_s"] == pytest.approx(found["choices_per_s"] / found["mean_choices"], rel=0.01)
    assert 10 < found["mean_choices"] < 60
    assert 0 < found["copy_us"] < 1000
    assert 1 < found["match_kb"] < 1000
    assert done[0] == "Straits, round 1 of 2"


def test_peers_are_measured_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = iter([100.0, 300.0, 200.0])
    asked: list[float] = []

    def measure_peers(seconds: float) -> dict[str, float]:
        asked.append(seconds)
        return {"backgammon": next(speeds)}

    monkeypatch.setattr(bench, "measure_peers", measure_peers)
    monkeypatch.setattr(bench.Player, "run", lambda self, seconds: 600.0)
    report = bench.measure([build()], 0.3, True, rounds=3)
    assert asked == pytest.approx([0.1, 0.1, 0.1])
    assert report["peers"] == {"backgammon": {"choices_per_s": 200.0}}
    # the median of 6, 2 and 3, each from one round
    assert report["games"]["straits"]["ratios"] == {"backgammon": 3.0}


def test_a_game_too_long_for_the_time_is_played_to_its_end() -> None:
    player = bench.Player(build())
    assert player.finished == 0
    player.finish()
    assert player.finished == 1 and player.finished_choices > 10


def test_compiled_tells_native_from_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bench.is_compiled() == (not state.__file__.endswith(".py"))
    monkeypatch.setattr(state, "__file__", "state.cpython-311-x86_64-linux-gnu.so")
    assert bench.is_compiled()


def test_memory_grows_with_the_match() -> None:
    game = StraitsGame()
    assert bench.match_kb(game, max_choices=2) < bench.match_kb(game)


def test_games_are_found_by_their_slugs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SLUGS", ("straits",))
    monkeypatch.setattr(bench, "load_game", lambda slug, pack: build())
    assert list(bench.bench(None, 0.02, rounds=1)["games"]) == ["straits"]
