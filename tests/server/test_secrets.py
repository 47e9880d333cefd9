"""What could be asked repeatedly to find out a secret: explanations, and choices that are taken back."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.checks.secrets import difference, shown
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games import SLUGS, load_game
from sandtable.server.loaded_match import Explained, LoadedMatch, Refused

CHOICES = 220  # of each game
ASKED = 25  # explanations in each position that is looked at


def told(loaded: LoadedMatch, seat: int, choice: int | str) -> Explained:
    """What a seat is answered to "why not?"."""
    try:
        return loaded.explain(seat, choice)
    except Refused as error:
        return Explained(False, error.text, error.rule)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", [3, 4])
def test_explanations_tell_nothing_that_the_seat_cannot_know(slug: str, seed: int) -> None:
    """To no seat, asked or not, about nothing, by its number or by its name."""
    game = load_game(slug)
    luck = random.Random(seed)
    match = Match(game, game.any_setup(Rng(seed)))
    compared = 0
    for number in range(CHOICES):
        g = match.state
        if g.result is not None:
            break
        if number % 20 == 0:
            for seat in range(match.setup.players):
                drawn = game.determinize(g, seat, Rng(luck.getrandbits(32)))
                here, there = LoadedMatch(match), LoadedMatch(Match(game, match.setup, drawn))
                for choice in luck.sample(range(len(game.names)), ASKED):
                    for thing in (choice, game.key(g, choice), game.key(drawn, choice)):
                        assert told(here, seat, thing) == told(there, seat, thing)
                        compared += 1
        seat = luck.choice(g.seats())
        match.play(luck.choice(g.choices(seat)), seat)
    assert compared > 300


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", [5, 6])
def test_what_can_be_taken_back_has_told_nothing(slug: str, seed: int) -> None:
    """Otherwise a player could try every choice, look at its result, and take it back.

    If everything that the seat cannot know is drawn again, the same choice must look the same to the seat,
    and must be possible to take back as well.
    """
    game = load_game(slug)
    luck = random.Random(seed)
    match = Match(game, game.any_setup(Rng(seed)))
    compared = 0
    for _ in range(CHOICES):
        g = match.state
        if g.result is not None:
            break
        seat = luck.choice(g.seats())
        choice = luck.choice(g.choices(seat))
        drawn = game.determinize(g, seat, Rng(luck.getrandbits(32)))
        match.play(choice, seat)
        if match.can_undo(seat):
            other = Match(game, match.setup, drawn)
            other.play(choice, seat)
            assert other.can_undo(seat)
            assert difference(shown(game, match.state, seat), shown(game, other.state, seat)) == ""
            compared += 1
            if luck.random() < 0.1:
                match.undo(seat)
    assert compared > 20
