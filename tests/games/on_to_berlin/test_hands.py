"""Hands: both sides choose in secret; who sees which cards, and where cards are. [5.0a] [2.3.3]"""

from typing import Any

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.match import Match
from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, DECK, GONE, HAND, LOST
from sandtable.games.on_to_berlin.sequence import Select
from sandtable.games.on_to_berlin.testing import card
from sandtable.testing import assert_refused, offered, play_keys, secrets_kept
from tests.games.on_to_berlin.clicks import GAME, board, new_turn, table

UNITS = {"berlin": "ge_lf, ge_af", "london": "uk_lf, uk_af", "out": "ge_af_jet"}
PICKS = "0/card:ax_supply_2 1/card:al_redeploy_2 0/card:ax_ambush_2"


def choosing(**more: Any) -> Match:
    """A match in which both sides choose their hands."""
    return new_turn(**{"units": UNITS, "limits": (3, 2), **more})


def hand(m: Match, side: int) -> list[str]:
    """The cards in a side's hand."""
    return [board(m).t.card_id[c] for c in board(m).hand(side)]


def cards(m: Match, seat: int | None, side: str) -> dict[str, Any]:
    """What a seat is shown of a side's cards."""
    found: dict[str, Any] = m.view(seat)["position"]["sides"][side]
    return found


# --- choosing


@pytest.mark.rule("on_to_berlin", "2.3.3c")
@pytest.mark.rule("on_to_berlin", "5.0a")
@pytest.mark.rule("on_to_berlin", "3.2e")
def test_a_hand_is_as_large_as_the_recorded_resource_points() -> None:
    m = choosing()
    assert m.state.seats() == (AXIS, ALLIED)
    assert m.prompts[0].rule == "5.0a" and "up to 3 cards" in m.prompts[0].text
    for key in ("card:ax_supply_2", "card:ax_ambush_2", "card:ax_diplomacy_2"):
        assert AXIS in m.state.seats()
        m.play(key, AXIS)
    # The last one allowed ends the choice.
    assert m.state.seats() == (ALLIED,)
    play_keys(m, "card:al_supply_2 card:al_redeploy_2")
    assert hand(m, AXIS) == ["ax_ambush_2", "ax_diplomacy_2", "ax_supply_2"]
    assert hand(m, ALLIED) == ["al_supply_2", "al_redeploy_2"]
    assert not isinstance(m.state.agenda[-1], Select)
    told = [line.text for line in m.log(None) if line.rule == "5.0a"]
    assert told == ["The Axis have chosen 3 cards.", "The Allies have chosen 2 cards."]


@pytest.mark.rule("on_to_berlin", "5.0a")
def test_fewer_cards_than_allowed_may_be_chosen() -> None:
    m = choosing()
    m.play("button:done", ALLIED)
    m.play("card:ax_supply_2", AXIS)
    m.play("button:done", AXIS)
    assert (hand(m, AXIS), hand(m, ALLIED)) == (["ax_supply_2"], [])
    assert m.prompts[0].seat == AXIS and "card:ax_supply_2" in offered(m)


@pytest.mark.rule("on_to_berlin", "5.0a")
def test_who_may_choose_nothing_is_not_asked() -> None:
    assert choosing(limits=(2, 0)).state.seats() == (AXIS,)
    m = choosing(limits=(0, 0), hands={})
    assert not isinstance(m.state.agenda[-1], Select)
    # Nor who has chosen all there are.
    m = choosing(limits=(3, 9))
    for _ in range(6):
        m.play(offered(m, ALLIED)[-1], ALLIED)
    assert m.state.seats() == (AXIS,) and board(m).cards_in(ALLIED, DECK) == []


@pytest.mark.rule("on_to_berlin", "4.0e")
@pytest.mark.rule("on_to_berlin", "5.0a")
def test_in_the_first_turn_the_axis_chooses_four_and_the_allies_none() -> None:
    m = Match.start(GAME, seed=3)
    assert (m.state.seats(), board(m).limits, board(m).points) == ((AXIS,), [4, 0], [2, 4])
    decks = [key for key in offered(m) if key.startswith("card:")]
    assert len(decks) == 8 and all(key.endswith("_2") for key in decks)
    for key in decks[:4]:
        m.play(key)
    assert (len(hand(m, AXIS)), hand(m, ALLIED)) == (4, [])
    assert not isinstance(m.state.agenda[-1], Select)


@pytest.mark.rule("on_to_berlin", "5.0a")
@pytest.mark.rule("on_to_berlin", "2.3.3")
def test_only_cards_of_the_own_deck_can_be_chosen() -> None:
    m = choosing(discards=["ax_redeploy_2"])
    m.play("card:ax_supply_2", AXIS)
    assert "card:ax_supply_2" not in offered(m, AXIS)
    for key, rule in (
        ("card:ax_supply_2", "5.0a"),
        ("card:ax_supply_4", "2.3.3"),
        ("card:ax_redeploy_2", "2.3.3"),
        ("card:al_supply_2", "2.3.3c"),
        ("unit:ge_lf@berlin", "5.0"),
        ("area:berlin", "5.0"),
        ("button:pass", "5.0"),
    ):
        assert_refused(m, key, rule, AXIS)
    m.play("button:done", AXIS)
    with pytest.raises(SandtableError, match="Axis is not asked now"):
        m.play("card:ax_ambush_2", AXIS)


# --- secrets


@pytest.mark.rule("on_to_berlin", "2.3.3c")
@pytest.mark.rule("on_to_berlin", "5.0a")
def test_nobody_learns_what_or_how_much_the_other_side_chooses_before_both_are_done() -> None:
    before = choosing()
    m = play_keys(choosing(), PICKS)
    assert cards(m, ALLIED, "axis") == cards(before, ALLIED, "axis")
    assert cards(m, AXIS, "allied") == cards(before, AXIS, "allied")
    assert cards(m, None, "axis") == cards(before, None, "axis")
    assert cards(m, AXIS, "axis")["hand"] == ["ax_ambush_2", "ax_supply_2"]
    assert m.log(ALLIED) == before.log(ALLIED)
    for seat in (AXIS, ALLIED):
        assert secrets_kept(GAME, m.state, seat)


@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_the_other_sides_hand_and_deck_are_known_by_number_only() -> None:
    m = play_keys(choosing(), f"{PICKS} 0/button:done 1/card:al_supply_2")
    shown = cards(m, ALLIED, "axis")
    assert (shown["hand_size"], shown["deck_size"]) == (2, 6)
    assert "hand" not in shown and "deck" not in shown
    assert len(shown["unseen"]) == 8 and all(name.endswith("_2") for name in shown["unseen"])
    assert cards(m, AXIS, "axis")["hand"] == ["ax_ambush_2", "ax_supply_2"]
    # Another hand of the same size looks the same.
    other = play_keys(choosing(), "0/card:ax_diplomacy_2 0/card:ax_wolfpacks_2 0/button:done")
    play_keys(other, "card:al_redeploy_2 card:al_supply_2")
    assert m.view(ALLIED) == other.view(ALLIED) and m.log(ALLIED) == other.log(ALLIED)
    assert m.view(AXIS) != other.view(AXIS)


@pytest.mark.rule("on_to_berlin", "2.3.3d")
def test_development_pools_and_discards_are_open_to_all() -> None:
    m = table(units=UNITS, hands={"axis": ["ax_supply_2"]}, discards=["ax_redeploy_2", "al_ambush_2"])
    for seat in (AXIS, ALLIED, None):
        axis, allied = cards(m, seat, "axis"), cards(m, seat, "allied")
        assert (axis["discards"], allied["discards"]) == (["ax_redeploy_2"], ["al_ambush_2"])
        assert len(axis["pool"]) == 8 and len(allied["pool"]) == 10
        assert "ax_supply_4" in axis["pool"] and "al_supply_4" in allied["pool"]


@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_the_refusal_of_the_other_sides_card_does_not_tell_where_it_is() -> None:
    told = set()
    for place in ("hands", "deck"):
        hands = {"axis": ["ax_supply_2"], "allied": ["al_ambush_2"] if place == "hands" else ["al_supply_2"]}
        m = table(units=UNITS, hands=hands)
        told.add(m.explain("card:al_ambush_2"))
    assert told == {"This card belongs to the other side. [2.3.3c]"}


# --- cards come back


@pytest.mark.rule("on_to_berlin", "2.3.3b")
@pytest.mark.rule("on_to_berlin", "5.0j")
def test_hands_and_discards_return_to_the_decks_at_the_end_of_the_turn() -> None:
    hands = {"axis": ["ax_supply_2", "ax_ambush_2"], "allied": ["al_supply_2"]}
    m = table(units=UNITS, hands=hands, discards=["ax_redeploy_2", "al_ambush_2"])
    g = board(m)
    g.cards[card(g, "ax_vichy_france_2")] = GONE
    g.face_down = changed(g.face_down, card(g, "al_ambush_2"), LOST)
    play_keys(m, "button:pass button:pass button:done button:done")
    assert isinstance(m.state.agenda[-1], Select) and board(m).turn == 3
    assert {g.t.card_id[c] for c in range(g.t.n_cards) if g.cards[c] == HAND} == set()
    decks = {side: len(g.cards_in(side, DECK)) for side in (AXIS, ALLIED)}
    assert decks == {AXIS: 7, ALLIED: 6}
    assert "card:ax_redeploy_2" in offered(m, AXIS) and "card:al_ambush_2" in offered(m, ALLIED)
    assert not any(g.face_down)  # nobody has to hide what lies in a deck
    # What is out of the game stays out, what is not developed yet stays in the pool.
    assert g.cards[card(g, "ax_vichy_france_2")] == GONE
    assert_refused(m, "card:ax_vichy_france_2", "2.3.2b", AXIS)
    assert_refused(m, "card:ax_supply_4", "2.3.3", AXIS)


@pytest.mark.rule("on_to_berlin", "2.3.3a")
@pytest.mark.rule("on_to_berlin", "2.3.3b")
def test_a_developed_card_can_be_chosen_in_the_next_turn() -> None:
    m = table(units=UNITS, hands={"axis": ["ax_development_2"]})
    play_keys(m, "card:ax_development_2 button:event_first card:ax_blitzkrieg_4 button:done")
    play_keys(m, "button:pass button:pass button:done button:done")
    assert "card:ax_blitzkrieg_4" in offered(m, AXIS)
