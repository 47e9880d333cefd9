"""Bots: any game, by name, honest and reproducible."""

import pytest

from sandtable.bots import Bot, GreedyBot, RandomBot, SearchBot, bot_names, make_bot
from sandtable.engine.errors import BadOption
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest
from sandtable.engine.state import State
from sandtable.testing import play_keys, random_position
from tests.engine.tiny import StraitsGame, build, dealt


def test_bots_go_by_their_names() -> None:
    assert bot_names() == ["random", "greedy", "search", "recruit", "staff_officer", "field_marshal"]
    for name in [*bot_names(), "search:70ms", "search:25"]:
        assert make_bot(name).name == name


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(BadOption, match="There is no bot 'deep_blue'; there is random, greedy, search"):
        make_bot("deep_blue")


def test_the_name_of_a_search_bot_says_when_it_stops() -> None:
    found: dict[str, tuple[float, int]] = {}
    for name in ("search", "search:70ms", "search:25", "recruit", "staff_officer", "field_marshal"):
        bot = make_bot(name)
        assert isinstance(bot, SearchBot)
        found[name] = (bot.seconds, bot.simulations)
    assert found["search:70ms"] == (0.07, 1_000_000)
    assert found["search:25"][0] > 600 and found["search:25"][1] == 25
    assert [found[name][0] for name in ("search", "recruit", "staff_officer", "field_marshal")] == [
        0.05,
        0.05,
        0.3,
        2.0,
    ]


@pytest.mark.parametrize(
    "name", ["search:", "search:ms", "search:0", "search:-5", "search:1.5ms", "search:²"]
)
def test_a_wrong_budget_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="search:200ms"):
        make_bot(name)


@pytest.mark.parametrize("name", ["greedy", "random", "search:12"])
def test_a_bot_chooses_what_is_offered_and_changes_nothing(name: str) -> None:
    game, bot = build(), make_bot(name)
    for seed in range(40):
        g = random_position(game, seed, seed).state
        before = digest(game, g)
        for seat in g.seats():
            choice = bot.choose(game, g, seat, Rng(seed))
            assert choice in g.choices(seat)
            assert choice == make_bot(name).choose(game, g, seat, Rng(seed))
        assert digest(game, g) == before


def test_the_random_bot_takes_every_choice_alike() -> None:
    match = dealt(["6a 3a 2a", "5a 1b"])
    rng = Rng(4)
    counts: dict[int, int] = {}
    for _ in range(3000):
        choice = RandomBot().choose(match.game, match.state, 0, rng)
        counts[choice] = counts.get(choice, 0) + 1
    assert len(counts) == 3 and all(900 < n < 1100 for n in counts.values())


def test_the_greedy_bot_takes_what_the_doctrine_likes_best() -> None:
    match = dealt(["6a 3a 2a", "5a 1b"])
    assert GreedyBot().choose(match.game, match.state, 0, Rng(1)) == match.number("card:6a")
    play_keys(match, "0/card:6a 1/card:5a")
    assert GreedyBot().choose(match.game, match.state, 0, Rng(1)) == match.number("button:bury")


def test_the_greedy_bot_breaks_ties_by_chance() -> None:
    class Indifferent(StraitsGame):
        def preferences(self, g: State, seat: int, choices: list[int]) -> list[float]:
            return [0.0 if choice % 2 else 1.0 for choice in choices]

    match = dealt(["6a 3a 2a 4a", "5a 1b"])
    seen = {GreedyBot().choose(Indifferent(), match.state, 0, Rng(seed)) for seed in range(40)}
    even = {choice for choice in match.state.choices(0) if choice % 2 == 0}
    assert seen == even and len(even) > 1


def test_the_greedy_bot_says_what_the_doctrine_likes() -> None:
    """All choices in order, none of them looked at; the choice is the one it makes anyway."""
    match = dealt(["6a 3a 2a", "5a 1b"])
    game, g = match.game, match.state
    advice = GreedyBot().advise(game, g, 0, Rng(1))
    assert advice.choice == GreedyBot().choose(game, g, 0, Rng(1))
    assert [game.key(g, thought.choice) for thought in advice.thoughts] == ["card:6a", "card:3a", "card:2a"]
    assert [thought.value for thought in advice.thoughts] == sorted(
        game.preferences(g, 0, g.choices(0)), reverse=True
    )
    assert {thought.tries for thought in advice.thoughts} == {0}
    assert GreedyBot().advise(game, dealt(["6a", "5a 1b"]).state, 0, Rng(1)).thoughts == []


def test_a_game_without_doctrine_leaves_the_greedy_bot_to_chance() -> None:
    plain = StraitsGame().parts  # which has no doctrine
    assert plain.preferences(dealt(["6a", "5a"]).state, 0, [4, 5]) == [0.0, 0.0]


def test_a_single_choice_needs_no_thought() -> None:
    class Thoughtless(StraitsGame):
        def preferences(self, g: State, seat: int, choices: list[int]) -> list[float]:
            raise AssertionError("asked for nothing")

    match = dealt(["6a", "5a 1b"])
    assert GreedyBot().choose(Thoughtless(), match.state, 0, Rng(1)) == match.number("card:6a")


def test_anybody_can_write_a_bot() -> None:
    class First(Bot):
        def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
            return g.choices(seat)[0]

    match = dealt(["6a", "5a 1b"])
    assert First("first").choose(match.game, match.state, 0, Rng(1)) == match.number("card:6a")
    with pytest.raises(NotImplementedError):
        Bot("bare").choose(match.game, match.state, 0, Rng(1))
