"""The secrets of a seat are dealt again among all possibilities; nothing that it sees depends on them."""

import pytest

from sandtable.engine.checks.secrets import difference
from sandtable.engine.log import Log
from sandtable.engine.rng import Rng
from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.rules.secrets import resample
from sandtable.games.on_to_berlin.sequence import NextTurn
from sandtable.games.on_to_berlin.table.scene import build_scene
from sandtable.games.on_to_berlin.table.view import build_view
from sandtable.games.on_to_berlin.testing import card, position
from tests.games.on_to_berlin.clicks import GAME, T, board, new_turn, table
from tests.games.on_to_berlin.fighting import attack
from tests.games.on_to_berlin.fighting import board as fight

HANDS = {"axis": ["ax_blitzkrieg_2", "ax_ambush_2"], "allied": ["al_supply_2", "al_ambush_2"]}
AXIS_DECK = {c for c in T.scenarios[0].decks if T.card_owner[c] == 0}


def ids(names: str) -> set[int]:
    return {T.card_index[name] for name in names.split()}


def lay(g: Board, name: str, lying: int) -> None:
    """Put a card face down among the discards."""
    g.cards[card(g, name)] = const.DISCARDED
    g.face_down = changed(g.face_down, card(g, name), lying)


def worlds(g: Board, seat: int, number: int = 60) -> list[Board]:
    """Positions that are all the same to a seat; they are found to look the same."""
    view = build_view(g, seat)
    scene = build_scene(g, seat)
    open_view = build_view(g, None)
    found: list[Board] = []
    for seed in range(number):
        other = g.copy()
        resample(other, seat, Rng(seed))
        assert not difference(view, build_view(other, seat))
        assert not difference(open_view, build_view(other, None))
        assert build_scene(other, seat) == scene
        found.append(other)
    return found


def spread(positions: list[Board], side: int, where: int, lying: int = 0) -> set[int]:
    """All cards of a side that are in a place in one of the positions."""
    return {c for g in positions for c in T.cards_of[side] if g.cards[c] == where and g.face_down[c] == lying}


# --- dealing again


@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_the_other_hand_could_be_any_of_the_hidden_cards() -> None:
    g = position(hands=HANDS, discards=["ax_redeploy_2"])
    g.cards[card(g, "ax_vichy_france_2")] = const.GONE
    found = worlds(g, 1)
    hidden = AXIS_DECK - ids("ax_redeploy_2 ax_vichy_france_2")
    assert spread(found, 0, const.HAND) == spread(found, 0, const.DECK) == hidden
    for other in found:
        assert len(other.hand(0)) == 2
        assert other.cards[card(g, "ax_redeploy_2")] == const.DISCARDED
        assert other.cards_in(0, const.POOLED) == g.cards_in(0, const.POOLED)
        assert [other.cards[c] for c in T.cards_of[1]] == [g.cards[c] for c in T.cards_of[1]]


@pytest.mark.rule("on_to_berlin", "16.1.2")
def test_a_card_lost_face_down_could_be_any_of_the_hidden_cards() -> None:
    g = position(options=["discard_secrecy"], hands=HANDS, discards=["ax_redeploy_2"])
    lay(g, "ax_supply_2", const.LOST)
    found = worlds(g, 1)
    assert spread(found, 0, const.DISCARDED, const.LOST) == AXIS_DECK - ids("ax_redeploy_2")
    assert all(len(other.hand(0)) == 2 for other in found)
    assert spread(found, 0, const.DISCARDED) == ids("ax_redeploy_2")


@pytest.mark.rule("on_to_berlin", "16.1.1")
def test_what_was_developed_face_down_is_known_by_its_value_only() -> None:
    developed = ["ax_supply_4", "ax_wolfpacks_3"]
    g = position(options=["development_secrecy"], hands={"axis": ["ax_supply_4"]}, developed=developed)
    lay(g, "ax_redeploy_3", const.DEVELOPED)
    found = worlds(g, 1, 200)
    threes = {c for c in T.cards_of[0] if T.card_sv[c] == 3}
    fours = {c for c in T.cards_of[0] if T.card_sv[c] == 4}
    assert spread(found, 0, const.DISCARDED, const.DEVELOPED) == threes
    assert spread(found, 0, const.POOLED) == threes | fours
    assert spread(found, 0, const.HAND) == AXIS_DECK | threes | fours
    for other in found:
        assert len([c for c in threes if other.cards[c] == const.POOLED]) == 4
        assert len([c for c in fours if other.cards[c] == const.POOLED]) == 1
        assert not any(other.cards[c] == const.POOLED for c in AXIS_DECK)


@pytest.mark.rule("on_to_berlin", "16.1.1")
def test_a_card_that_was_seen_is_known_not_to_be_in_the_pool() -> None:
    developed = ["ax_supply_4", "ax_wolfpacks_3"]
    g = position(options=["development_secrecy"], hands={"axis": ["ax_supply_4"]}, developed=developed)
    seen = card(g, "ax_wolfpacks_3")
    g.shown = changed(g.shown, seen, 1)
    found = worlds(g, 1, 200)
    assert {other.cards[seen] for other in found} == {const.HAND, const.DECK}
    assert spread(found, 0, const.POOLED) == {c for c in T.cards_of[0] if T.card_sv[c] > 2} - {seen}


@pytest.mark.rule("on_to_berlin", "16.1.1")
def test_cards_that_lie_face_up_at_the_end_of_a_turn_have_been_seen() -> None:
    for option, remembered in (("development_secrecy", True), ("discard_secrecy", False)):
        g = position(options=[option], developed=["ax_supply_4", "ax_wolfpacks_3"])
        g.cards[card(g, "ax_supply_4")] = const.DISCARDED
        g.cards[card(g, "ax_wolfpacks_3")] = const.HAND
        g.cards[card(g, "ax_redeploy_3")] = const.DISCARDED
        g.face_down = changed(g.face_down, card(g, "ax_redeploy_3"), const.DEVELOPED)
        g.push(NextTurn())
        g.agenda[-1].run(g)
        assert bool(g.shown[card(g, "ax_supply_4")]) == remembered
        assert not g.shown[card(g, "ax_wolfpacks_3")] and not g.shown[card(g, "ax_redeploy_3")]
        assert not any(g.face_down)


@pytest.mark.rule("on_to_berlin", "5.0a")
def test_while_hands_are_chosen_nobody_knows_how_many_cards_the_other_has() -> None:
    m = new_turn(points=(3, 3))
    g = board(m)
    for name in ("card:al_supply_2", "card:al_ambush_2"):
        m.play(name, 1)
    # Still choosing: not yet three, or the choice would be over.
    assert {len(other.hand(1)) for other in worlds(g, 0)} == {0, 1, 2}
    m.play("button:done", 1)
    assert {len(other.hand(1)) for other in worlds(g, 0)} == {0, 1, 2, 3}
    m.play("card:ax_supply_2", 0)
    assert {len(other.hand(0)) for other in worlds(g, 1)} == {0, 1, 2}
    m.play("button:done", 0)
    assert {len(other.hand(1)) for other in worlds(g, 0)} == {2}


@pytest.mark.rule("on_to_berlin", "4.0e")
def test_who_may_choose_no_card_has_none() -> None:
    m = new_turn(points=(3, 3), limits=(4, 0))
    assert m.state.seats() == (0,)
    assert {len(other.hand(1)) for other in worlds(board(m), 0)} == {0}


@pytest.mark.rule("on_to_berlin", "10.0")
def test_who_is_asked_only_when_he_can_react_holds_a_reaction_card() -> None:
    def window(ask_always: bool) -> Board:
        g = fight({"paris": "ge_lf, fr_lf"}, hands=HANDS, dice=[6])
        g.ask_always = ask_always
        attack(g, "paris")
        assert isinstance(g.agenda[-1], Ambush)
        return g

    for ask_always, always_held in ((True, False), (False, True)):
        g = window(ask_always)
        held = [other.cards[card(g, "al_ambush_2")] == const.HAND for other in worlds(g, 0)]
        assert all(held) == always_held


@pytest.mark.rule("on_to_berlin", "16.1.1")
def test_a_log_of_a_drawn_position_has_forgotten_what_was_whispered() -> None:
    m = table(hands={"axis": ["ax_development_2"]}, options=["development_secrecy"])
    m.play("card:ax_development_2")
    m.play("button:event_first")
    m.play("card:ax_supply_4")
    assert any("Supply (4)" in line.text for line in m.log(0))
    assert not any("Supply (4)" in line.text for line in m.log(1))
    other = GAME.determinize(m.state, 1, Rng(1))
    assert isinstance(other.log, Log)
    assert not any("Supply (4)" in line.text for line in other.log.lines(0))
