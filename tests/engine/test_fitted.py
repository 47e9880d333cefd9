"""Weights of a doctrine and the chance they give."""

import math
from pathlib import Path

import pytest

from sandtable.engine.fitted import chance, read_base_weights, read_learned_weights, read_value_weights


def test_weights_lie_beside_a_module(tmp_path: Path) -> None:
    (tmp_path / "value.toml").write_text("weights = [1, -2.5, 0.25]\n")
    assert read_value_weights(str(tmp_path / "tables.py")) == [1.0, -2.5, 0.25]
    assert read_value_weights(str(tmp_path / "elsewhere" / "tables.py")) == []


def test_creeds_lie_beside_a_module_by_camp(tmp_path: Path) -> None:
    (tmp_path / "weights.toml").write_text("[axis]\npoint = 1\n[allies]\npoint = 0.5\nprice = 0.25\n")
    assert read_learned_weights(str(tmp_path / "tables.py")) == [
        {"point": 1.0},
        {"point": 0.5, "price": 0.25},
    ]
    assert read_learned_weights(str(tmp_path / "elsewhere" / "tables.py")) == [{}, {}]


def test_where_all_play_together_there_is_one_camp(tmp_path: Path) -> None:
    (tmp_path / "weights.toml").write_text("[axis]\npoint = 1\n")
    assert read_learned_weights(str(tmp_path / "tables.py")) == [{"point": 1.0}, {}]


class Hand:
    """Numbers set by hand."""

    point = 2.0
    price = 0.5


def test_a_camp_goes_its_share_of_the_way_from_the_hand_to_what_was_learnt(tmp_path: Path) -> None:
    beside = str(tmp_path / "tables.py")
    assert read_base_weights(beside, Hand()) == [{}, {}]
    (tmp_path / "weights.toml").write_text("[share]\nallies = 0.25\n[axis]\npoint = 1\n[allies]\npoint = 4\n")
    assert read_base_weights(beside, Hand()) == [{}, {"point": 2.5}]


def test_the_chance_is_the_logistic_function_of_the_sum() -> None:
    assert chance([0.0], []) == 0.5
    assert chance([2.0, 1.0, -1.0], [0.5, 3.0]) == pytest.approx(1 / (1 + math.exp(-3.0)))
    assert chance([2.0, 1.0, -1.0], [-0.5, -3.0]) == pytest.approx(1 / (1 + math.exp(5.0)))


def test_sums_beyond_measure_stay_chances() -> None:
    assert 0.0 <= chance([1.0, 0.0], [-1e9]) < 1e-20
    assert chance([1.0, 0.0], [1e9]) == pytest.approx(1.0)
