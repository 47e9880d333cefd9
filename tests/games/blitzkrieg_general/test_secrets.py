"""Hands, drawn cards and the order of the deck are secret; nothing that is shown depends on them."""

import pytest

import sandtable
from sandtable.engine.checks.fuzz import replay_seed
from sandtable.engine.checks.secrets import difference, leaks
from sandtable.engine.rng import Rng
from sandtable.games.blitzkrieg_general.components.constants import IN_HAND
from sandtable.games.blitzkrieg_general.rules.cards import deck
from sandtable.games.blitzkrieg_general.rules.secrets import resample, sees
from sandtable.games.blitzkrieg_general.table.view import build_view
from sandtable.games.blitzkrieg_general.testing import card_of, country, position

GAME = sandtable.new("blitzkrieg_general", seed=1).game


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_hands_of_others_and_the_deck_are_drawn_anew() -> None:
    g = position(hands={"germany": ["surprise"], "be": [first_of("be")]})
    hands, tops = set(), set()
    for seed in range(20):
        other = g.copy()
        resample(other, 0, Rng(seed))
        assert other.card_at[card_of(g, "surprise")] == IN_HAND
        assert len(other.hand(country(g, "be"))) == 1 and sorted(other.deck) != []
        hands.add(tuple(other.hand(country(g, "be"))))
        tops.add(other.deck[-1])
        for card in other.hand(country(g, "be")):
            assert (g.t.cards[card].owners >> country(g, "be")) & 1
        assert not difference(build_view(g, 0), build_view(other, 0))
    assert len(hands) > 3 and len(tops) > 5


def first_of(major: str) -> str:
    """A card that a power may hold."""
    g = position()
    at = country(g, major)
    may = [c for c in range(g.t.n_cards) if (g.t.cards[c].owners >> at) & 1]
    return next(g.t.card_id[c] for c in may if g.t.card_id[c] != "surprise")


@pytest.mark.rule("blitzkrieg_general", "A4.1a")
def test_a_card_put_beneath_the_deck_stays_known_to_who_saw_it() -> None:
    g = position(deck=["surprise"])
    card = deck.draw(g, country(g, "germany"))
    deck.put_under(g, card)
    assert g.deck[0] == card
    places = set()
    for seed in range(12):
        mine, his = g.copy(), g.copy()
        resample(mine, 0, Rng(seed))
        resample(his, 1, Rng(seed))
        assert mine.deck[0] == card
        places.add(his.deck[0])
    assert len(places) > 4
    assert sees(g, 0, card) and not sees(g, 1, card) and not sees(g, None, card)


@pytest.mark.rule("blitzkrieg_general", "A7.4b")
@pytest.mark.parametrize(
    ("seed", "choices"),
    [
        (1447, 606),  # who is asked for an offered card tells what it may buy
        (1228, 1351),  # the same once all drawers have spoken
        (1399, 1479),  # what a seat was not shown it could not have bought
        (1163, 1619),  # what is paid for a covered card is seen by all
        (1450, 1863),  # aircraft of one type, one of them flipped, on the battle chart
    ],
)
def test_positions_of_random_games_that_once_told_secrets(seed: int, choices: int) -> None:
    match = replay_seed(GAME, seed, choices)
    for number in range(4):
        for seat in range(match.setup.players):
            assert leaks(GAME, match.state, seat, Rng(7 * number + seat)) == []
