"""Every game repeatable: save, load, replay, copy and undo, in every scenario, mode and option."""

import pytest

from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.game import OptionValue, Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from tests.games.repeats import copy_is_independent, saved_and_replayed
from tests.games.total_domination.clicks import GAME, MODES, settled
from tests.games.total_domination.moments import asking, moments

BARE: dict[str, OptionValue] = {}
FULL: dict[str, OptionValue] = {"arctic": True, "set_up": "free", "board": "alternative"}
PLAIN: dict[str, OptionValue] = {"advanced": False}


def combinations() -> list[Setup]:
    """Every scenario in every mode, with the options that it allows."""
    found: list[Setup] = []
    for scenario in GAME.scenarios:
        for mode, (players, _) in MODES.items():
            if players not in scenario.seats:
                continue
            found.append(settled(mode, scenario.id, len(found), **BARE))
            found.append(settled(mode, scenario.id, len(found), **PLAIN))
            if scenario.id == "solo":
                found.append(settled(mode, scenario.id, len(found), arctic=True, board="alternative"))
            elif scenario.id != "fall_of_the_axis":
                found.append(settled(mode, scenario.id, len(found), **FULL))
    return found


def name(setup: Setup) -> str:
    """How a test is called."""
    chosen = [key for key, value in setup.options.items() if value in (True, "free", "separate", "allies")]
    return "-".join([setup.scenario, str(setup.players), *chosen])


def position(setup: Setup, seed: int, choices: int) -> Match:
    """A match after so many random choices, or shortly before the end of a shorter game."""
    walk = Walk(GAME, seed, setup)
    m = Match(GAME, setup)
    while len(m.history) < choices:
        seat, choice = walk.pick()
        walk.play(seat, choice)
        if walk.state.result is not None:
            break
        m.play(choice, seat)
    return m


SETUPS = combinations()


def test_all_modes_and_scenarios_are_among_them() -> None:
    assert len(SETUPS) == 2 * (5 + 5 + 5 + 1) + 5 + 5 + 1
    assert {setup.scenario for setup in SETUPS} == {s.id for s in GAME.scenarios}


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_save_load_and_replay_give_the_same_match(setup: Setup) -> None:
    for choices in (45, 160):
        saved_and_replayed(position(setup, setup.seed, choices), setup.seed)


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_a_finished_game_plays_again_to_the_same_end(scenario: str) -> None:
    for mode, (players, _) in MODES.items():
        if (players == 1) != (scenario == "solo"):
            continue
        m = Match(GAME, settled(mode, scenario, 6))
        walk = Walk(GAME, 6, m.setup)
        while m.result is None:
            seat, choice = walk.pick()
            walk.play(seat, choice)
            m.play(choice, seat)
        for other in (Match.load(GAME, m.save()), Match.replay(GAME, m.setup, m.history)):
            assert other.result == m.result and other.log(None) == m.log(None)
            assert saves.digest(GAME, other.state) == saves.digest(GAME, m.state)
            assert other.note == ""


@pytest.mark.parametrize("kind", sorted(asking()))
def test_a_copy_is_equal_and_independent(kind: str) -> None:
    for m in moments()[kind]:
        copy_is_independent(m)


@pytest.mark.parametrize("mode", MODES)
def test_undo_goes_back_to_the_same_position(mode: str) -> None:
    undone = 0
    m = position(settled(mode, seed=8), 8, 5)
    rng = Rng(8)
    for _ in range(90):
        if m.result is not None:
            break
        before = saves.digest(GAME, m.state)
        events = len(m.log(None))
        prompt = m.prompts[0]
        choice = prompt.choices[rng.below(len(prompt.choices))]
        m.play(choice, prompt.seat)
        if m.can_undo():
            m.undo()
            assert (saves.digest(GAME, m.state), len(m.log(None))) == (before, events)
            m.play(choice, prompt.seat)
            undone += 1
    assert undone >= 8


def test_the_same_seed_gives_the_same_game_with_and_without_a_log() -> None:
    for mode in MODES:
        ends = set()
        for log in (True, False, True):
            walk = Walk(GAME, 12, settled(mode, seed=12), log=log)
            for _ in range(150):
                if walk.state.result is None:
                    walk.play(*walk.pick())
            ends.add(saves.digest(GAME, walk.state))
        assert len(ends) == 1


def test_another_seed_deals_other_cards() -> None:
    dealt = {tuple(Match(GAME, settled(seed=seed)).state.pack()["cards"]) for seed in range(5)}
    assert len(dealt) == 5
