"""What was learned from play and lies beside a game's code.

What a position is worth is a weighted sum of what can be counted in it (`Game.traits`). The weights are
fitted to the ends of many games between bots (`tools/fit_value.py`), in `bot/value.toml`: the chance of
the first team to win is the logistic function of the sum. The numbers of a doctrine that were learned by
playing with others (`tools/fit_weights.py`): `bot/weights.toml`, by team. Where one team's base doctrine is
the weaker one, it goes a share of the way to what was learned, so that equal bots win about equally often.
"""

import math
import tomllib
from pathlib import Path
from typing import Final

CAMPS: Final = ("axis", "allies")


def read_value_weights(module: str) -> list[float]:
    """Return the weights that lie beside a module (its `__file__`); none where there are none."""
    path = Path(module).parent / "value.toml"
    if not path.exists():
        return []
    weights: list[float] = tomllib.loads(path.read_text(encoding="utf-8"))["weights"]
    return [float(weight) for weight in weights]


def read_learned_weights(module: str) -> list[dict[str, float]]:
    """Return the learned weights of the first and the second team, from beside a module (its `__file__`).

    Where all play together there is only the first.
    """
    path = Path(module).parent / "weights.toml"
    if not path.exists():
        return [{}, {}]
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return [{name: float(number) for name, number in found.get(camp, {}).items()} for camp in CAMPS]


def read_base_weights(module: str, hand: object) -> list[dict[str, float]]:
    """Return the weights of each team's base doctrine that differ from those set by hand,
    by its `[share]`.
    """
    learned = read_learned_weights(module)
    path = Path(module).parent / "weights.toml"
    shares = tomllib.loads(path.read_text(encoding="utf-8")).get("share", {}) if path.exists() else {}
    found: list[dict[str, float]] = []
    for camp, numbers in zip(CAMPS, learned, strict=True):
        moved: dict[str, float] = {}
        if camp in shares:
            for name, number in numbers.items():
                plain = float(getattr(hand, name))
                moved[name] = plain + float(shares[camp]) * (number - plain)
        found.append(moved)
    return found


def take(weights: object, learned: dict[str, float]) -> None:
    """Put learned weights in the place of those set by hand; each must be one that exists."""
    for name, number in learned.items():
        if not isinstance(getattr(weights, name, None), float):
            raise KeyError(name)
        setattr(weights, name, number)


def chance(weights: list[float], traits: list[float]) -> float:
    """Return the chance to win of the team that the features are about; the last weight is the constant."""
    total = weights[-1]
    for at in range(len(traits)):
        total += weights[at] * traits[at]
    if total >= 0.0:
        return 1.0 / (1.0 + math.exp(-min(total, 50.0)))
    small = math.exp(max(total, -50.0))
    return small / (1.0 + small)
