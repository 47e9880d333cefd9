"""The order of play that each game tells, and where in it a match is."""

import pytest

import sandtable
from sandtable.engine.rng import Rng
from sandtable.games import SLUGS, load_game

TOLD = [slug for slug in SLUGS if load_game(slug).order().stages]


def test_the_games_tell_their_order_of_play() -> None:
    assert {"downfall", "on_to_berlin", "total_domination"} <= set(TOLD)


@pytest.mark.parametrize("slug", TOLD)
def test_the_order_of_play_names_rules_that_there_are(slug: str) -> None:
    game = load_game(slug)
    order = game.order()
    assert order.text and game.about()
    for rule in [order.rule, *[stage.rule for stage in order.stages if stage.rule]]:
        assert rule in game.rules


@pytest.mark.parametrize("slug", TOLD)
def test_every_stage_comes_sooner_or_later_and_none_after_the_end(slug: str) -> None:
    """A turn may ask nobody in some stage, and a set-up comes once."""
    game = load_game(slug)
    stages = game.order().stages
    wanted = {n for n, stage in enumerate(stages) if stage.text != "Set-up"}
    met: set[int] = set()
    for seed in range(20):
        met |= stages_met(slug, seed)
        if wanted <= met:
            break
    assert wanted <= met <= set(range(len(stages)))


def stages_met(slug: str, seed: int) -> set[int]:
    """The stages of a random game in which somebody is asked."""
    match = sandtable.new(slug, seed=seed)
    rng = Rng(seed)
    met: set[int] = set()
    while match.result is None:
        met.add(match.game.stage(match.state))
        prompt = match.prompts[0]
        match.play(prompt.choices[rng.below(len(prompt.choices))], prompt.seat)
    assert match.game.stage(match.state) == -1
    return met
