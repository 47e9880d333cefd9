"""Train a small policy on Total Domination and let it play against the random bot.

    pip install "sandtable[train]"
    python examples/train_policy.py

The policy is a network with one hidden layer that sees what its seat sees and gives a weight to each choice.
It learns from the greedy bot (DAgger): first it watches the bot play, then it plays while the bot says what
it would have chosen, round after round. In a minute or two it beats random play from either seat.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from sandtable.bots import make_bot
from sandtable.engine.rng import Rng
from sandtable.env import GymEnv

GAME: dict[str, Any] = {"slug": "total_domination", "scenario": "rise_of_the_axis", "players": 2}
HIDDEN = 64
BATCH = 128

Weights = dict[str, jax.Array]
Array = NDArray[Any]


class Lessons(NamedTuple):
    """What was seen, what could be chosen, and what the teacher would have chosen."""

    seen: list[Array]
    masks: list[Array]
    choices: list[int]


def fresh(inputs: int, actions: int, seed: int) -> Weights:
    """Return an untrained network, which gives all choices about the same weight."""
    one, two = jax.random.split(jax.random.key(seed))
    return {
        "in": jax.random.normal(one, (inputs, HIDDEN)) * (2.0 / inputs) ** 0.5,
        "bias": jnp.zeros(HIDDEN),
        "out": jax.random.normal(two, (HIDDEN, actions)) * 0.01,
    }


@jax.jit
def weigh(weights: Weights, seen: jax.Array, mask: jax.Array) -> jax.Array:
    """Return a weight for each choice; what may not be chosen weighs nothing."""
    hidden = jax.nn.relu(seen @ weights["in"] + weights["bias"])
    return jnp.where(mask > 0, hidden @ weights["out"], -1e9)


def loss(weights: Weights, seen: jax.Array, masks: jax.Array, choices: jax.Array) -> jax.Array:
    """Return how surprised the policy is by what the teacher chose."""
    weighed = weigh(weights, seen, masks)
    surprise: jax.Array = optax.softmax_cross_entropy_with_integer_labels(weighed, choices).mean()
    return surprise


def play(env: GymEnv, weights: Weights | None, seed: int, lessons: Lessons | None) -> float:
    """Play a game with the policy, or with the teacher without one; add to the lessons if asked."""
    teacher = make_bot("greedy")
    rng = Rng(seed)
    observation, _ = env.reset(seed=seed)
    while True:
        seen, mask = observation["observation"], observation["action_mask"]
        choice = -1
        if lessons is not None:
            choice = teacher.choose(env.game_env.game, env.g, env.seat, rng)
            lessons.seen.append(seen.astype(np.float16))
            lessons.masks.append(mask)
            lessons.choices.append(choice)
        if weights is not None:
            choice = int(weigh(weights, seen, mask).argmax())
        observation, reward, terminated, truncated, _ = env.step(choice)
        if terminated or truncated:
            return float(reward)


def learn(weights: Weights, lessons: Lessons, epochs: int, seed: int) -> tuple[Weights, float]:
    """Go through all lessons in each epoch; return the weights and how often they match the teacher."""
    seen = np.array(lessons.seen)
    masks = np.array(lessons.masks)
    choices = np.array(lessons.choices)
    optimizer = optax.adam(1e-3)
    state = optimizer.init(weights)

    @jax.jit
    def step(weights: Weights, state: Any, *batch: jax.Array) -> tuple[Weights, Any]:
        changes, state = optimizer.update(jax.grad(loss)(weights, *batch), state)
        return optax.apply_updates(weights, changes), state

    order = np.random.default_rng(seed)
    for _ in range(epochs):
        shuffled = order.permutation(len(choices))
        for start in range(0, len(shuffled) - BATCH + 1, BATCH):
            some = shuffled[start : start + BATCH]
            weights, state = step(weights, state, seen[some].astype(np.float32), masks[some], choices[some])
    last = slice(max(0, len(choices) - 1024), None)
    agreed = weigh(weights, seen[last].astype(np.float32), masks[last]).argmax(axis=1) == choices[last]
    return weights, float(agreed.mean())


def score(envs: list[GymEnv], weights: Weights, games: int, seed: int) -> float:
    """Return the share of games that the policy wins against the random bot, half from each seat."""
    rewards = [play(envs[number % 2], weights, seed + number, None) for number in range(games)]
    return (1.0 + sum(rewards) / games) / 2.0


def main(arguments: list[str] | None = None) -> float:
    """Train, print the progress, and return the final score."""
    parser = argparse.ArgumentParser(description="Train a small policy on Total Domination.")
    parser.add_argument("--rounds", type=int, default=3, help="of playing and learning")
    parser.add_argument("--games", type=int, default=20, help="played in each round")
    parser.add_argument("--epochs", type=int, default=4, help="over all lessons in each round")
    parser.add_argument("--trials", type=int, default=40, help="games against the random bot at the end")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    envs = [GymEnv(**GAME, seat=seat, bots="random") for seat in range(2)]
    game_env = envs[0].game_env
    weights = fresh(game_env.encoder.size, game_env.actions, given.seed)
    print(f"{game_env.game.title}: {game_env.encoder.size} inputs, {game_env.actions} actions")
    print(f"before: {score(envs, weights, given.trials, 10_000):.2f} against random")
    lessons = Lessons([], [], [])
    for number in range(given.rounds):
        for game in range(given.games):
            watch = None if number == 0 else weights
            play(envs[game % 2], watch, 1_000 * number + game, lessons)
        weights, agreed = learn(weights, lessons, given.epochs, given.seed)
        print(f"round {number + 1}: {len(lessons.choices)} lessons, agrees with the teacher in {agreed:.0%}")
    final = score(envs, weights, given.trials, 20_000)
    print(f"after: {final:.2f} against random in {given.trials} games")
    return final


if __name__ == "__main__":
    main()
