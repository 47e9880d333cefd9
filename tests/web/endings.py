"""Games shortly before their end, and how they end: played with the library, to be finished by clicking."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.match import Match
from sandtable.games import load_game
from sandtable.server.bots import any_choice, luck

ME = 0  # who brings a save plays the first seat, bots the others


class Ending(NamedTuple):
    """A save, the numbers and choices of the clicks that are left, and what then comes out."""

    save: bytes
    clicks: list[tuple[int, int]]
    length: int
    result: str


def ending(slug: str, left: int, seed: int = 5) -> Ending:
    """The standard game, taken up when so many clicks are left; its bots are those of the test's server."""
    game = load_game(slug)
    setup = game.settle(None, None, {}, seed)
    whole = Match(game, setup)
    while whole.result is None:
        seats = list(whole.state.seats())
        seat = next((seat for seat in seats if seat != ME), ME)  # bots choose at once
        whole.play(any_choice(whole, seat, luck(seed, len(whole.history), seat)), seat)
    mine = [(n, choice) for n, (seat, choice) in enumerate(whole.history) if seat == ME]
    clicks = mine[-left:]
    early = Match(game, setup)
    for seat, choice in whole.history[: clicks[0][0]]:
        early.play(choice, seat)
    return Ending(early.save(), clicks, len(whole.history), whole.result.text)
