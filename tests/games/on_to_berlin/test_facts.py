"""A pack that contradicts the rulebook gets a sentence with rule, file and entry; the game's does not."""

from tests.games.on_to_berlin.rulebook import PACK, RULEBOOK
from tests.games.packs import (
    spoken_of,
)

CHECKER = RULEBOOK.checker(PACK)
FACTS = RULEBOOK.facts
found = RULEBOOK.told


# --- the facts themselves


def test_cards_that_come_from_the_rulebook_are_facts() -> None:
    known = spoken_of(CHECKER, FACTS)
    for card in CHECKER.files["cards.toml"]["cards"]:
        assert card["name_src"] != "rulebook" or id(card) in known
    numbered = [
        (x["name"], x["owner"], x["sv"]) for f in FACTS["facts"] for x in f.get("rows", []) if "sv" in x
    ]
    printed = [(c.name, c.owner, c.sv) for c in PACK.cards.cards if c.sv_src == "rulebook"]
    assert sorted(printed) == sorted(numbered)
