"""The same games on a Ray cluster: one on this machine, with two workers."""

import importlib.util
import sys
from pathlib import Path

import pytest

from sandtable.arena import executors
from sandtable.arena.arena import contest
from sandtable.arena.results_file import open_store
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Setup
from tests.engine.tiny import Straits, StraitsGame, build

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None,
    reason="Ray is not installed; `pip install 'sandtable[cluster]'` installs it.",
)


class Refusing(StraitsGame):
    """A game that cannot be begun."""

    def begin(self, setup: Setup) -> Straits:
        raise SandtableError("There is no game today.")


@needs_ray
# Ray's own code is not free of warnings.
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    alone = contest(build, ["greedy", "random"], 12, seed=3, players=2)
    import ray

    for address in ("127.0.0.1:1", "ray://127.0.0.1:1", "nowhere"):
        with pytest.raises(SandtableError, match=f"There is no Ray cluster at {address}"):
            contest(build, ["greedy", "random"], 2, players=2, cluster=True, address=address)
    file = tmp_path / "results.db"
    done: list[int] = []
    game = build()
    task = executors.Task(("greedy", "random"), 3)
    # One cluster for all: it is started by the first run, used by two others, and ends with the first.
    first = executors.run_on_ray(build, game.settle(players=2), [task, task], workers=2)
    row = next(first)
    assert ray.is_initialized()
    both = contest(
        build,
        ["greedy", "random"],
        12,
        seed=3,
        players=2,
        cluster=True,
        out=file,
        progress=lambda played, total: done.append(played),
    )
    with pytest.raises(SandtableError, match=r"^There is no game today\.$"):
        contest(Refusing, ["random"], 1, players=2, workers=0, cluster=True)
    assert ray.is_initialized()
    assert [again.scores for again in first] == [row.scores]
    assert not ray.is_initialized()
    assert done == list(range(1, 13))
    with open_store(file) as store:
        assert len(store.rows()) == 12
    for report in (alone, both):
        for bot in report["bots"].values():
            del bot["ms_per_choice"]
    assert alone == both


def test_a_missing_ray_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SandtableError, match="A cluster needs Ray"):
        contest(build, ["greedy", "random"], 2, players=2, cluster=True)
