"""Names: one id and one key for everything that can be clicked."""

import pytest

from sandtable.engine.choice import DONE, PASS, Names, index_of
from sandtable.engine.errors import SandtableError
from tests.engine.tiny import BURY, CARD, CARDS, ISLAND, UNIT, build


def test_buttons_come_first_and_blocks_follow() -> None:
    names = Names()
    assert (names.index["button:pass"], names.index["button:done"]) == (PASS, DONE) == (0, 1)
    first = names.block("area", ["riga", "kiev"], ["Riga", "Kiev"])
    assert first == 2
    assert names.add("unit:x", "X") == 4
    assert names.keys[3] == "area:kiev" and names.labels[3] == "Kiev"
    assert names.kind(3) == "area" and names.kind(4) == "unit"
    assert len(names) == 5


def test_counters_are_called_by_type_and_number() -> None:
    names = Names()
    assert names.buttons([("stop", "Stop here")]) == 2
    assert names.counters([1, 1, 0], [1, 2, 1], ["tank", "foot"], ["Tank", "Infantry"]) == 3
    assert names.keys[2:] == ["button:stop", "unit:foot#1", "unit:foot#2", "unit:tank#1"]
    assert names.labels[2:] == ["Stop here", "Infantry", "Infantry", "Tank"]


def test_what_has_no_number_is_told_in_a_sentence() -> None:
    assert index_of(["riga", "", "kiev"], "kiev", "area") == 2
    for name in ("warsaw", ""):
        with pytest.raises(SandtableError, match=f"There is no area '{name}'"):
            index_of(["riga", "", "kiev"], name, "area")


def test_a_key_is_given_once() -> None:
    names = Names()
    names.add("area:riga", "Riga")
    with pytest.raises(ValueError, match="area:riga"):
        names.add("area:riga", "Riga again")


def test_a_key_has_a_kind() -> None:
    with pytest.raises(ValueError, match="kind:name"):
        Names().add("riga", "Riga")


def test_a_block_needs_a_label_for_each_name() -> None:
    with pytest.raises(ValueError):
        Names().block("area", ["riga", "kiev"], ["Riga"])


def test_ids_of_a_game_are_where_its_code_expects_them() -> None:
    names = build().names
    assert names.keys[BURY] == "button:bury"
    assert names.keys[ISLAND] == "island:north"
    assert names.keys[UNIT] == "unit:red_infantry_0"
    assert names.keys[CARD] == "card:1a"
    assert len(names) == CARD + CARDS
