"""Cards and rules as data: the words of cards have numbers, every card and every mention has its rule."""

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import toml

import sandtable.games.blitzkrieg_general as home
from sandtable.engine.data.schema import RulesFile
from sandtable.games.blitzkrieg_general.components import effect_types, schema_cards, schema_map

DATA = Path(home.__file__).parent / "data"
CARDS = toml.decode((DATA / "cards.toml").read_bytes(), type=schema_cards.CardsFile).cards
RULES = toml.decode((DATA / "rules.toml").read_bytes(), type=RulesFile).rules
UNITS = toml.decode((DATA / "units.toml").read_bytes(), type=schema_map.UnitsFile).units
A_RULE = re.compile(r"\b(?:[AB]\d+(?:\.\d+)*[A-Za-z0-9]*|TT\d+\w*|S39\w?|S41\w?|C[APVN]\d)\b")


@pytest.mark.parametrize(
    ("prefix", "names", "kinds"),
    [
        ("DO_", effect_types.HANDLER_IDS, get_args(schema_cards.Handler)),
        ("WHEN_", effect_types.TIMING_IDS, get_args(schema_cards.Timing)),
        ("NEED_", effect_types.NEED_IDS, get_args(schema_cards.NeedKind)),
        ("AFTER_", effect_types.AFTER_IDS, tuple({card.after for card in CARDS})),
    ],
)
def test_each_word_of_cards_has_the_number_of_its_constant(
    prefix: str, names: tuple[str, ...], kinds: tuple[str, ...]
) -> None:
    assert set(names) == set(kinds)
    constants = {
        name.removeprefix(prefix).lower(): value
        for name, value in vars(effect_types).items()
        if name.startswith(prefix) and isinstance(value, int)
    }
    assert constants == {name: i for i, name in enumerate(names)}


def test_marks_and_colours_of_units_have_numbers() -> None:
    assert {unit.mark for unit in UNITS} == set(effect_types.MARK_IDS)
    assert {unit.color for unit in UNITS} == set(effect_types.COLOUR_IDS)


def test_every_handler_does_the_work_of_some_card() -> None:
    assert len(CARDS) == 55
    assert {card.handler for card in CARDS} == set(effect_types.HANDLER_IDS)


def test_every_card_has_its_rule_and_says_its_price() -> None:
    rules = {rule.id: rule for rule in RULES}
    for card in CARDS:
        assert card.ref == f"CARD.{card.id}"
        rule = rules[card.ref]
        assert rule.scope == "advanced"
        assert rule.title == card.title
        price = f" {card.cost} BP. " if card.cost else " Free. "
        assert rule.enforce.startswith(card.text + price)
    assert len(CARDS) == sum(id.startswith("CARD.") for id in rules)


def test_rules_mention_rules_that_there_are() -> None:
    ids = [rule.id for rule in RULES]
    assert len(ids) == len(set(ids)) == 642
    for rule in RULES:
        for name in A_RULE.findall(f"{rule.enforce} {rule.replaced_by}"):
            assert name in ids, f"{rule.id} mentions {name}"


def test_only_rules_of_the_basic_game_are_replaced() -> None:
    replaced = [rule for rule in RULES if rule.replaced_by]
    assert len(replaced) == 16
    scopes = {rule.id: rule.scope for rule in RULES}
    for rule in replaced:
        assert rule.scope == "core"
        assert {scopes[id] for id in rule.replaced_by.split(", ")} == {"advanced"}
