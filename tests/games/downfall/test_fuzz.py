"""A short fuzz: random games with every option, checked at every choice."""

import pytest

from sandtable.engine.checks.fuzz import fuzz_one
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest, plain
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.testing import add_army
from tests.games.downfall.clicks import GAME, board, offers, order, table

SEEDS = (0, 1, 3, 4, 8, 11)


def test_the_seeds_meet_both_player_counts_and_all_options() -> None:
    setups = [GAME.any_setup(Rng(seed)) for seed in SEEDS]
    assert {setup.players for setup in setups} == {2, 3}
    for option in GAME.options:
        assert {setup.options[option.id] for setup in setups} == set(option.values), option.id


@pytest.mark.no_cover  # tracing takes longer than the games
@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_break_no_rule(seed: int) -> None:
    report = fuzz_one(GAME, seed, deep=0.004)
    assert report.errors == []
    assert report.choices > 400


# --- what fuzzing has found


def test_the_order_in_which_armies_came_leaves_no_trace() -> None:
    # Two ways to the same position; what is offered afterwards must not tell them apart, nor must a save.
    found: list[Board] = []
    for first, second in (("german_infantry", "german_armor"), ("german_armor", "german_infantry")):
        m = table(armies=["german_infantry@berlin", "german_armor@berlin"])
        for army in (first, second):
            order(m, f"{army}@berlin", "leipzig")
        found.append(board(m))
    assert digest(GAME, found[0]) == digest(GAME, found[1])
    assert found[0].at == found[1].at
    again = GAME.unpack_state(GAME.settle(), plain(GAME, found[1]))
    assert isinstance(again, Board) and again.at == found[1].at
    assert again.choices(0) == found[1].choices(0)


def test_attack_targets_are_offered_in_the_same_order_after_loading() -> None:
    m = table(armies=["german_armor@riga"], barbarossa=7)
    late = add_army(board(m), "soviet_infantry", "riga")
    early = add_army(board(m), "british_infantry", "riga")
    assert early < late
    m = Match(GAME, m.setup, m.state)
    m.play("unit:german_armor@riga")
    loaded = Match.from_position(GAME, m.setup, plain(GAME, m.state))
    assert offers(loaded) == offers(m)
