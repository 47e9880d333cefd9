"""Looking ahead in several processes: their results are added."""

import json
import os
from pathlib import Path

import pytest

from sandtable.bots import ParallelSearchBot, SearchBot, make_bot
from sandtable.bots.levels import limits
from sandtable.bots.parallel_search import add_results, encode_results
from sandtable.bots.search_bot import ChoiceStats
from sandtable.engine.errors import BadOption
from sandtable.engine.rng import Rng
from sandtable.testing import random_position
from tests.engine.tiny import StraitsGame


class Hopeful(StraitsGame):
    """Another choice may always turn out better than the doctrine's."""

    def __init__(self) -> None:
        super().__init__()
        self.margin = -1.0


def test_its_processes_look_as_often_as_one_would_and_all_counts() -> None:
    game = Hopeful()
    g = random_position(game, 3, 6).state
    seat = g.seats()[0]
    one = SearchBot("s", 60.0, 300).advise(game, g, seat, Rng(1))
    three = ParallelSearchBot("s", 60.0, 900, 3).advise(game, g, seat, Rng(1))
    assert {thought.choice for thought in one.thoughts} == {thought.choice for thought in three.thoughts}
    assert sum(thought.tries for thought in three.thoughts) > 2.9 * sum(
        thought.tries for thought in one.thoughts
    )


def test_with_a_number_of_simulations_it_chooses_the_same_every_time() -> None:
    game = Hopeful()
    for seed in range(4):
        g = random_position(game, seed, 6).state
        seat = g.seats()[0]
        advices = [ParallelSearchBot("s", 60.0, 400, 2).advise(game, g, seat, Rng(seed)) for _ in range(2)]
        assert advices[0] == advices[1]


def left_behind() -> tuple[set[str], int]:
    """The processes that this one has begun, and how many files it has open."""
    tasks = Path("/proc/self/task")
    begun = {child for task in tasks.iterdir() for child in (task / "children").read_text().split()}
    return begun, len(os.listdir("/proc/self/fd"))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Only Linux tells what a process has begun.")
def test_no_process_is_left_behind() -> None:
    game = Hopeful()
    g = random_position(game, 3, 6).state
    before = left_behind()
    ParallelSearchBot("s", 60.0, 100, 4).advise(game, g, g.seats()[0], Rng(1))
    assert left_behind() == before


def test_the_results_of_another_process_are_added() -> None:
    own, other = [ChoiceStats(4), ChoiceStats(7)], [ChoiceStats(4), ChoiceStats(7)]
    own[0].values, own[1].values, own[1].leads = [0.5], [0.6], [0.1]
    other[0].values, other[1].values, other[1].leads = [0.2, 0.4], [0.3, 0.3], [0.1, -0.1]
    own[1].live = False
    add_results(own, encode_results(other))
    assert [each.values for each in own] == [[0.5, 0.2, 0.4], [0.6, 0.3, 0.3]]
    assert own[1].leads == [0.1, 0.1, -0.1]
    assert own[1].live
    for cut in (b"", encode_results(other)[:-3]):
        add_results(own, cut)  # it ended before it had sent all
    assert own[0].values == [0.5, 0.2, 0.4]
    assert json.loads(encode_results(own))[0] == [[0.5, 0.2, 0.4], [], True]


def test_the_name_says_how_many() -> None:
    found = limits("search:200ms:4")
    assert found is not None and (found.seconds, found.processes) == (0.2, 4)
    assert limits("search:600:2") == (3600.0, 600, 2)
    bot = make_bot("search:200ms:4")
    assert isinstance(bot, ParallelSearchBot) and bot.name == "search:200ms:4" and bot.processes == 4
    assert isinstance(make_bot("field_marshal", 2), ParallelSearchBot)
    assert type(make_bot("field_marshal")) is SearchBot
    assert make_bot("greedy", 2).name == "greedy"
    for wrong in ("search:200ms:", "search:200ms:0", "search:200ms:99", "search::2", "search:1:2:3"):
        with pytest.raises(BadOption, match="search:200ms:4 for four processes"):
            make_bot(wrong)
