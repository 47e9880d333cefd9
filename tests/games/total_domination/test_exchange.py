"""The exchange of a card by those who control the Arctic. [11.4d]"""

from typing import Any

import pytest

from sandtable.games.total_domination.components.constants import HAND, OFFERED
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import draft
from sandtable.games.total_domination.rules.cards.draft import Give, Offer
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.drafting import hand, ids
from tests.games.total_domination.driving import Idle, click, idle, log, offers, refused

GERMANY, UK, JAPAN, USSR = range(4)
HANDS = {"germany": ["g01", "g02"], "uk": ["u01", "u02"], "japan": ["j01", "j02"], "ussr": ["r01"]}
IN_THE_ARCTIC = {"arctic": "japanese_fleet"}


def exchanging(**more: Any) -> Board:
    """A position at the end of a draft."""
    g = position(**{"units": IN_THE_ARCTIC, "arctic": True, "hands": HANDS, **more})
    g.push(Idle())
    draft.exchange(g)
    g.advance()
    return g


@pytest.mark.rule("total_domination", "11.4d")
def test_the_power_in_the_arctic_and_its_teammate_exchange_a_card() -> None:
    g = exchanging()
    assert isinstance(g.agenda[-1], Offer) and g.seats() == (JAPAN,)
    assert offers(g) == ["button:pass", "card:j01", "card:j02"]
    click(g, "card:j02")
    assert g.seats() == (GERMANY,) and ids(g, OFFERED + JAPAN) == ["j02"]
    assert offers(g) == ["button:pass", "card:g01", "card:g02"]
    click(g, "card:g01")
    assert idle(g)
    assert hand(g, "japan") == ["g01", "j01"] and hand(g, "germany") == ["g02", "j02"]
    # Each knows the card it gave, and no other.
    assert g.known[JAPAN] == 1 << card(g, "j02") and g.known[GERMANY] == 1 << card(g, "g01")
    assert g.known[UK] == g.known[USSR] == 0


@pytest.mark.rule("total_domination", "11.4d")
def test_the_allies_exchange_too() -> None:
    g = exchanging(units={"arctic": "ussr_fleet"})
    assert g.seats() == (USSR,)
    click(g, "card:r01", "card:u02")
    assert hand(g, "ussr") == ["u02"] and hand(g, "uk") == ["u01", "r01"]


@pytest.mark.rule("total_domination", "11.4d")
def test_who_does_not_want_to_exchange_passes() -> None:
    g = exchanging()
    click(g, "button:pass")
    assert idle(g) and [hand(g, name) for name in HANDS] == list(HANDS.values())
    assert log(g)[-1] == "Japan exchanges no card."


@pytest.mark.rule("total_domination", "11.4d")
def test_the_teammate_may_decline() -> None:
    g = exchanging()
    click(g, "card:j02", "button:pass")
    assert idle(g) and [hand(g, name) for name in HANDS] == list(HANDS.values())
    assert g.known == [0, 0, 0, 0] and g.cards_in(OFFERED + JAPAN) == []
    assert log(g)[-1] == "Germany declines; both keep their cards."


@pytest.mark.rule("total_domination", "11.4d")
@pytest.mark.parametrize(
    "more",
    [
        {"units": {}},  # nobody is there
        {"units": {}, "arctic": False},  # the area is not in the game
        {"units": {"norway": "japanese_fleet"}},
        {"mode": "two_players"},  # the hand is common anyway
        {"mode": "solo", "scenario": "solo"},
        {"hands": {**HANDS, "japan": []}},
        {"hands": {**HANDS, "germany": []}},
    ],
)
def test_otherwise_nobody_is_asked(more: dict[str, Any]) -> None:
    assert idle(exchanging(**more))


@pytest.mark.rule("total_domination", "11.4d")
def test_without_the_expansion_there_is_no_exchange() -> None:
    g = position(units=IN_THE_ARCTIC, arctic=True, hands=HANDS)
    g.arctic = False
    g.push(Idle())
    draft.exchange(g)
    assert idle(g)


@pytest.mark.rule("total_domination", "11.4d")
def test_neither_sees_the_card_of_the_other_before_it_has_agreed() -> None:
    g = exchanging()
    click(g, "card:j02")
    name = g.t.card_name[card(g, "j02")]
    assert not [text for text in log(g, GERMANY) if name in text]
    assert [text for text in log(g, JAPAN) if name in text]
    assert name not in g.agenda[-1].prompt(g, GERMANY).text
    assert not g.known[GERMANY]
    before = g.revealed
    click(g, "card:g01")
    assert g.revealed > before
    for seat in (GERMANY, JAPAN):
        assert name in log(g, seat)[-1] and g.t.card_name[card(g, "g01")] in log(g, seat)[-1]
    for spectator in (UK, USSR, None):
        assert log(g, spectator)[-1] == "Germany and Japan exchange a card."


@pytest.mark.rule("total_domination", "11.4d")
@pytest.mark.rule("total_domination", "10.3")
def test_a_player_with_both_hands_exchanges_between_them() -> None:
    g = exchanging(mode="three_players_axis")
    assert g.seats() == (0,) and refused(g, "card:g01").rule == "10.3"
    click(g, "card:j02")
    assert g.seats() == (0,)
    click(g, "card:g01")
    assert hand(g, "japan") == ["g01", "j01"] and hand(g, "germany") == ["g02", "j02"]
    assert g.known == [0, 0, 0, 0]  # nothing of others


@pytest.mark.rule("total_domination", "11.4d")
def test_refusals_and_prompts() -> None:
    g = exchanging()
    assert g.agenda[-1].prompt(g, JAPAN).rule == "11.4d" and "Germany" in g.agenda[-1].prompt(g, JAPAN).text
    for _ in range(2):
        assert {refused(g, f"card:{name}").text for name in ("u01", "r01", "g14")} == {
            f"This card is not in the hand of {g.t.nation_name[g.seats()[0]]}."
        }
        for name in ("button:done", "area:arctic", "power:germany"):
            assert refused(g, name).rule == "11.4d"
        click(g, offers(g)[1])
    assert Offer.unpack(Offer(2).pack()).seats(g) == Give.unpack(Give(2).pack()).seats(g) == (JAPAN,)
    assert sorted(g.cards_in(HAND + JAPAN)) == sorted([card(g, "g01"), card(g, "j02")])


@pytest.mark.rule("total_domination", "11.4d")
@pytest.mark.parametrize("clicks", [["button:pass"], ["card:j01", "button:pass"], ["card:j01", "card:g02"]])
def test_without_a_log_the_same_happens(clicks: list[str]) -> None:
    told = exchanging()
    silent = exchanging()
    silent.log = None
    click(told, *clicks)
    click(silent, *clicks)
    assert idle(silent) and silent.cards == told.cards and silent.known == told.known
