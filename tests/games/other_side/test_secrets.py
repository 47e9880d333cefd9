"""Everything is open except the order of shuffled decks, and nothing that is shown depends on it."""

import pytest

from sandtable.engine.checks.secrets import difference, leaks
from sandtable.engine.log import Log
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.cards import events
from sandtable.games.other_side.rules.secrets import resample
from sandtable.games.other_side.table.open_cards import build_cards
from sandtable.games.other_side.table.scene import build_scene
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


CASES = [
    ("armageddon", 1, {}, 1),
    ("armageddon", 4, {"addon_cards": True}, 2),
    ("world_war", 1, {"addon_cards": True}, 3),
    ("world_war", 3, {}, 4),
    ("total_war", 2, {}, 5),
    ("decline_of_the_third_reich", 4, {}, 6),
]


@pytest.mark.rule("other_side", "2.5b")
@pytest.mark.parametrize(("scenario", "players", "options", "seed"), CASES)
def test_nothing_a_seat_is_shown_depends_on_what_it_cannot_know(
    scenario: str, players: int, options: dict[str, bool | int | str], seed: int
) -> None:
    g = GAME.begin(GAME.settle(scenario, players, options, seed))
    assert isinstance(g, Board)
    g.log = Log()
    rng = Rng(seed + 100)
    moved = 0
    for number in range(400):
        if g.result is not None:
            break
        if number < 5 or rng.below(20) == 0:
            for seat in range(players):
                assert leaks(GAME, g, seat, rng) == []
                other = GAME.determinize(g, seat, rng)
                assert isinstance(other, Board)
                moved += other.combat_deck != g.combat_deck
                assert build_scene(other, seat) == build_scene(g, seat)
                assert build_cards(other, seat) == build_cards(g, seat)
        seats = g.seats()
        asked = seats[rng.below(len(seats))]
        offered = g.choices(asked)
        g.apply(asked, offered[rng.below(len(offered))])
    assert moved > 5


@pytest.mark.rule("other_side", "2.5b")
def test_all_seats_and_spectators_see_the_same() -> None:
    g = GAME.begin(GAME.settle("world_war", 4, {}, 7))
    views = [GAME.view(g, seat) for seat in (0, 1, 2, 3, None)]
    for other in views[1:]:
        assert not difference(views[0], other)


def test_a_guess_leaves_the_position_alone_and_has_dice_of_its_own() -> None:
    g = position(set_up=True)
    before = digest(GAME, g)
    other = GAME.determinize(g, 0, Rng(1))
    assert digest(GAME, g) == before and other.rng.pack() != g.rng.pack()


def test_the_proof_sees_a_leak() -> None:
    """A view that showed the top card would be found out: worlds that look alike differ in it."""
    g = position(set_up=True)
    tops = set()
    for seed in range(20):
        other = g.copy()
        resample(other, 0, Rng(seed))
        tops.add(other.combat_deck[-1])
    assert len(tops) > 5
