"""Promises about secrets: nothing a seat is shown depends on what it cannot know."""

from typing import Any

import msgspec
import pytest

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.checks.secrets import difference, leaks, shown
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest
from tests.games.case import Case


def test_nothing_a_seat_is_shown_depends_on_what_it_cannot_know(case: Case[Any], secret: int) -> None:
    """Its view, question, scene and log, its refusals and preferences, and what follows."""
    game, (setup, choices, every, least, seats) = case.game, case.secrets[secret]
    walk: Walk[Any] = Walk(game, setup.seed, setup)
    rng = Rng(setup.seed + 100)
    moved = 0
    for number in range(choices):
        g = walk.state
        if g.result is not None:
            break
        if number < 5 or rng.below(every) == 0 or case.look(g):
            looking = list(range(setup.players))
            rng.shuffle(looking)
            for seat in looking[: seats or None]:
                assert leaks(game, g, seat, rng) == []
                other = game.determinize(g, seat, rng)
                assert game.cards(other, seat) == game.cards(g, seat)
                moved += case.hidden(other) != case.hidden(g)
        walk.play(*walk.pick())
    assert moved > least if least >= 0 else moved == 0


def test_a_position_is_left_alone_and_its_dice_are_drawn_again(case: Case[Any]) -> None:
    g = case.moments.every()[0].state
    before = digest(case.game, g)
    dice = [case.game.determinize(g, 0, Rng(seed)).rng for seed in range(4)]
    assert digest(case.game, g) == before
    assert len({tuple(rng.pack()) for rng in (g.rng, *dice)}) == 5
    assert case.game.determinize(g.fork(), 0, Rng(1)).log is None


def test_the_proof_sees_a_leak(case: Case[Any]) -> None:
    """What is drawn again for one seat is seen by another one: the proof is not a formality."""
    if case.open_to_all:
        pytest.skip("whatever is known is known to all")
    for m in case.moments.every():
        for seat in range(m.setup.players):
            other = case.game.determinize(m.state, seat, Rng(3))
            if case.hidden(other) == case.hidden(m.state):
                continue
            for owner in range(m.setup.players):
                if difference(shown(case.game, m.state, owner), shown(case.game, other, owner)):
                    return
    raise AssertionError("nobody sees a secret")


def test_a_view_is_plain_data(case: Case[Any], kind: str) -> None:
    for m in case.moments()[kind]:
        for seat in (None, *range(m.setup.players)):
            view = case.game.view(m.state, seat)
            assert msgspec.json.decode(msgspec.json.encode(view)) == view
