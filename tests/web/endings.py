"""Games shortly before their end, and how they end: played with the library, to be finished by clicking."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.match import Match
from sandtable.games import load_game
from sandtable.server.bots import any_choice, choice_seed

SEEDS = range(6)
ME = 0  # who brings a save plays the first seat, bots the others


class Ending(NamedTuple):
    """A save, the numbers and choices of the clicks that are left, and what then comes out."""

    save: bytes
    clicks: list[tuple[int, int]]
    length: int
    result: str


def ending(slug: str, left: int) -> Ending:
    """Return a standard game shortly before its end; of several the one that ends soonest."""
    games = [_play(slug, seed) for seed in SEEDS]
    whole = min(games, key=lambda match: len(match.history) - _clicks(match, left)[0][0])
    clicks = _clicks(whole, left)
    early = Match(whole.game, whole.setup)
    for seat, choice in whole.history[: clicks[0][0]]:
        early.play(choice, seat)
    assert whole.result is not None
    return Ending(early.save(), clicks, len(whole.history), whole.result.text)


def _clicks(match: Match, left: int) -> list[tuple[int, int]]:
    """The numbers and choices of my last clicks."""
    return [(n, choice) for n, (seat, choice) in enumerate(match.history) if seat == ME][-left:]


def _play(slug: str, seed: int) -> Match:
    """A whole game as the bots of the test's server play it."""
    game = load_game(slug)
    match = Match(game, game.settle(None, None, {}, seed))
    while match.result is None:
        seats = list(match.state.seats())
        seat = next((seat for seat in seats if seat != ME), ME)  # bots choose at once
        match.play(any_choice(match, seat, choice_seed(seed, len(match.history), seat)), seat)
    return match
