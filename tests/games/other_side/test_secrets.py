"""Everything is open except the order of shuffled decks, and nothing that is shown depends on it."""

import pytest

from sandtable.engine.checks.secrets import difference
from sandtable.engine.rng import Rng
from sandtable.games.other_side.rules.cards import events
from sandtable.games.other_side.rules.secrets import resample
from sandtable.games.other_side.table.view import build_view
from sandtable.games.other_side.testing import deck, position, tables
from tests.games.other_side.driving import go_on
from tests.games.other_side.fighting import a_fight
from tests.games.other_side.moments import GAME

T = tables()


@pytest.mark.rule("other_side", "2.5b")
def test_only_the_order_of_decks_is_drawn_anew() -> None:
    g = position(set_up=True)
    before = g.pack()
    orders: dict[str, set[tuple[int, ...]]] = {}
    for seed in range(12):
        other = g.copy()
        resample(other, 0, Rng(seed))
        now = other.pack()
        for name, value in before.items():
            if name in ("combat_deck", "strategic_deck", "battle_deck", "orchestra_deck"):
                assert sorted(now[name]) == sorted(value)
                orders.setdefault(name, set()).add(tuple(now[name]))
            else:
                assert now[name] == value, name
    assert len(orders) == 4 and min(len(found) for found in orders.values()) > 4
    assert g.pack() == before


@pytest.mark.rule("other_side", "2.5b")
@pytest.mark.rule("other_side", "7e")
def test_cards_that_all_saw_go_under_a_deck_stay_there() -> None:
    g = position(align={"ukraine": "disputed 1/2 soviet"}, armies={"ukraine": "regular"})
    a_fight(g, "ukraine")
    deck(g, battle=["blitzkrieg", "halt_order", "eighty_eights", "airlift", "tank_killers"])
    for _ in range(2):
        events.draw_battle(g, 0)
        go_on(g)
    known = g.battle_deck[:2]
    assert g.battle_known == 2
    assert [T.battle[n].id for n in known] == ["halt_order", "blitzkrieg"]
    tops = set()
    for seed in range(12):
        other = g.copy()
        resample(other, 0, Rng(seed))
        assert other.battle_deck[:2] == known and sorted(other.battle_deck) == sorted(g.battle_deck)
        tops.add(other.battle_deck[-1])
        assert not difference(build_view(g, None), build_view(other, None))
    assert len(tops) == 3
    found = build_view(g, None)["decks"]
    assert found["battle_bottom"] == ["halt_order", "blitzkrieg"]
    assert found["battle"] == ["airlift", "eighty_eights", "tank_killers"]


@pytest.mark.rule("other_side", "2.5b")
def test_all_seats_and_spectators_see_the_same() -> None:
    g = GAME.begin(GAME.settle("world_war", 4, {}, 7))
    views = [GAME.view(g, seat) for seat in (0, 1, 2, 3, None)]
    for other in views[1:]:
        assert not difference(views[0], other)


def test_the_proof_sees_a_leak() -> None:
    """A view that showed the top card would be found out: worlds that look alike differ in it."""
    g = position(set_up=True)
    tops = set()
    for seed in range(20):
        other = g.copy()
        resample(other, 0, Rng(seed))
        tops.add(other.combat_deck[-1])
    assert len(tops) > 5
