"""How fast other rules engines play at random from Python, for comparison on the same machine.

What is counted is a *choice*: one decision of a player, made at random among the legal ones and applied.
A roll of the dice is sampled with its probabilities and not counted, since nobody decides it.
"""

from __future__ import annotations

import random
import time
from typing import Any

from sandtable.engine.errors import SandtableError


class PeerMissing(SandtableError):
    """A package to compare with is not installed."""

    def __init__(self, package: str) -> None:
        super().__init__(
            f"The package {package} is missing; `pip install -r requirements-peers.lock` installs it."
        )
        self.package = package


def _openspiel_game(name: str) -> Any:
    try:
        import pyspiel
    except ImportError:
        raise PeerMissing("open_spiel") from None
    return pyspiel.load_game(name)


def openspiel(name: str, seconds: float, seed: int = 1) -> float:
    """Choices per second of whole random games of an OpenSpiel game, driven from Python."""
    game = _openspiel_game(name)
    rng = random.Random(seed)
    choices = 0
    start = now = time.perf_counter()
    while now < start + seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                choices += 1
        now = time.perf_counter()
    return choices / (now - start)


def openspiel_backgammon(seconds: float) -> float:
    """Choices per second of OpenSpiel's backgammon; rolls are played but not counted."""
    return openspiel("backgammon", seconds)


def openspiel_chess(seconds: float) -> float:
    """Choices per second of OpenSpiel's chess."""
    return openspiel("chess", seconds)


def diplomacy_orders(seconds: float, seed: int = 1) -> float:
    """Orders per second of the `diplomacy` package: all powers give random legal orders to all units."""
    try:
        from diplomacy import Game
    except ImportError:
        raise PeerMissing("diplomacy") from None
    rng = random.Random(seed)
    choices = 0
    game: Any = Game()
    start = now = time.perf_counter()
    while now < start + seconds:
        if game.is_game_done:
            game = Game()
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            orders = [rng.choice(possible[place]) for place in places if possible[place]]
            game.set_orders(power, orders)
            choices += len(orders)
        game.process()
        now = time.perf_counter()
    return choices / (now - start)


def measure_peers(seconds: float) -> dict[str, float]:
    """Return the choices per second of each peer, each measured for about `seconds`."""
    return {
        "openspiel_backgammon": openspiel_backgammon(seconds),
        "openspiel_chess": openspiel_chess(seconds),
        "diplomacy_orders": diplomacy_orders(seconds),
    }
