"""The greedy bot: takes what the game's doctrine rates highest, without looking ahead."""

from sandtable.bots.bot import Advice, Bot, Thought, choices_of
from sandtable.bots.explain import worth
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


class GreedyBot(Bot):
    """Takes the choice that `Game.preferences` rates highest; among equals, any."""

    def __init__(self) -> None:
        super().__init__("greedy")

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        choices = choices_of(g, seat)
        if len(choices) == 1:
            return choices[0]
        return pick(choices, game.preferences(g, seat, choices), rng)

    def advise(self, game: Game, g: State, seat: int, rng: Rng) -> Advice:
        """Return the same choice; the thoughts are all choices with their preferences, 0 tries each."""
        choices = choices_of(g, seat)
        if len(choices) == 1:
            return Advice(choices[0], [])
        rated = game.preferences(g, seat, choices)
        best = pick(choices, rated, rng)
        thoughts = [Thought(choices[at], rated[at], 0) for at in range(len(choices))]
        thoughts.sort(key=worth, reverse=True)
        return Advice(best, thoughts)


def pick(choices: list[int], rated: list[float], rng: Rng) -> int:
    """Return one of the choices that are rated highest."""
    best = max(rated)
    ties = [choices[at] for at in range(len(choices)) if rated[at] == best]
    return ties[rng.below(len(ties))]
