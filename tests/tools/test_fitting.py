"""The tools that fit weights: they find the inputs of every game, and the game can read what they write."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandtable.engine.fitted import read_learned_weights, read_value_weights
from sandtable.games import SLUGS, load_game

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))

import fit_value  # noqa: E402
import fit_weights  # noqa: E402

SHORT = ["--choices", "60", "--workers", "0"]


def features_of(slug: str) -> list[float]:
    game = load_game(slug)
    return game.traits(game.begin(game.settle()))


FITTED = [slug for slug in SLUGS if features_of(slug)]


@pytest.fixture(params=SLUGS)
def slug(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield each game; its learned weights, which the tool replaces, are put back."""
    learned: list[Any] = importlib.import_module(f"sandtable.games.{request.param}.bot.weights").LEARNED
    before = learned[:]
    yield request.param
    learned[:] = before


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*.toml")}


def test_weights_are_learned_and_written_where_the_game_reads_them(slug: str, tmp_path: Path) -> None:
    own = fit_weights.weights_file(slug)
    assert own.exists()
    before = contents(own.parent)
    out = tmp_path / own.name
    fit_weights.main([slug, "--games", "4", "--rounds", "1", "--check", "1", *SHORT, "--out", str(out)])
    base = fit_weights.base_weights(slug)
    for weights in read_learned_weights(str(tmp_path / "weights.py")):
        assert set(weights) <= set(base)
        fit_weights.make_weights(slug, weights)
    assert contents(own.parent) == before


def test_every_weight_is_written_and_read_back(slug: str, tmp_path: Path) -> None:
    learner = fit_weights.Learner(fit_weights.parse([slug]), lambda tasks: [])
    learner.centres = [{name: value + 1.5 for name, value in learner.base.items()} for _ in learner.centres]
    (tmp_path / "weights.toml").write_text(learner.as_toml(), encoding="utf-8")
    learned = read_learned_weights(str(tmp_path / "weights.py"))
    for centre, weights in zip(learner.centres, learned, strict=False):
        assert weights == pytest.approx(centre, rel=1e-3)
        made = fit_weights.make_weights(slug, weights)
        assert all(getattr(made, name) == value for name, value in weights.items())


def test_a_dry_run_writes_nothing(slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "weights.toml"
    options = ["--games", "2", "--rounds", "1", "--check", "0", "--dry", "--out", str(out)]
    fit_weights.main([slug, *options, *SHORT])
    assert "round 1" in capsys.readouterr().out
    assert not out.exists()


@pytest.mark.parametrize("slug", FITTED)
def test_values_are_fitted_and_written_where_the_game_reads_them(slug: str, tmp_path: Path) -> None:
    out = tmp_path / fit_value.value_file(slug).name
    fit_value.main([slug, "--games", "5", "--stride", "1", *SHORT, "--out", str(out)])
    weights = read_value_weights(str(tmp_path / "value.py"))
    assert len(weights) == len(features_of(slug)) + 1  # and the constant


@pytest.mark.parametrize("slug", FITTED)
def test_values_that_a_game_has_fit_its_features(slug: str) -> None:
    own = read_value_weights(str(fit_value.value_file(slug)))
    assert len(own) in (0, len(features_of(slug)) + 1)


def test_a_game_without_features_has_no_fitted_value() -> None:
    (without, *_) = [slug for slug in SLUGS if slug not in FITTED]
    with pytest.raises(SystemExit, match="counts no features"):
        fit_value.main([without])


def test_the_fit_finds_the_better_weight() -> None:
    """With results that are best at twice the base weight, the weight moves there."""
    chance = np.random.default_rng(1)
    base = {"good": 1.0, "useless": 1.0}
    tried = [
        {name: 1.0 + 0.3 * step for name, step in zip(base, chance.standard_normal(2), strict=True)}
        for _ in range(2000)
    ]
    scores = [-((weights["good"] - 1.3) ** 2) for weights in tried]
    found = fit_weights.fit(base, dict(base), tried, scores, False, 2 * fit_weights.WIDEST)
    assert found["good"] == pytest.approx(1.3, abs=0.05)
    assert found["useless"] == pytest.approx(1.0, abs=0.2)


def test_the_fit_of_values_finds_the_chances() -> None:
    chance = np.random.default_rng(1)
    x = chance.standard_normal((4000, 1))
    y = (chance.random(4000) < 1 / (1 + np.exp(-(2 * x[:, 0] - 1)))).astype(float)
    weights = fit_value.fit(x, y, np.ones(len(y)))
    assert weights == pytest.approx([2.0, -1.0], abs=0.2)
