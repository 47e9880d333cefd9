"""Replacing a card, Enigma and Espionage. [4.1.Ba] [8.1.D1] [8.1.D2]"""

from typing import Any

import pytest

from sandtable.games.total_domination.components.constants import DECK, DISCARDED, HAND, PACKET
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import intelligence
from sandtable.games.total_domination.rules.cards.intelligence import Decode, Replace, Sift, Spy
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.drafting import EXAMPLES, hand, ids, leave, sizes
from tests.games.total_domination.driving import Idle, click, idle, log, offers, refused

GERMANY, UK, JAPAN, USSR = range(4)
HANDS = {
    "germany": ["g01", "g02", "g03"],
    "uk": ["u01", "u02", "u03", "u04"],
    "japan": ["j01", "j02", "j03"],
    "ussr": ["r01", "r02", "r03"],
}
SIX = {
    "germany": ["g01", "g02", "g03", "j01", "j02", "j03"],
    "uk": ["u01", "u02", "u03", "r01", "r02", "r03"],
}
CASES = EXAMPLES["two_player_intelligence"]["cases"]
ENIGMA = [case for case in CASES if "enigma_powers" in case]
ESPIONAGE = [case for case in CASES if "espionage_powers" in case]


def replacing(**more: Any) -> Board:
    """A position at the beginning of step B."""
    g = position(**{"hands": HANDS, **more})
    g.push(Idle())
    intelligence.replace(g)
    g.advance()
    return g


def spying(**more: Any) -> Board:
    """A position at the beginning of step C."""
    g = position(**{"hands": HANDS, **more})
    g.push(Idle())
    intelligence.espionage(g)
    g.advance()
    return g


def shown(g: Board) -> list[str]:
    """The cards that a spy is offered."""
    return [name.removeprefix("card:") for name in offers(g) if name.startswith("card:")]


def both(tech: str, number: int) -> dict[str, list[str]]:
    """The technology for the first powers of the Axis."""
    return {name: [tech] for name in ("germany", "japan")[:number]}


# --- replacing a card


@pytest.mark.rule("total_domination", "4.1.Ba")
def test_a_hand_may_replace_one_card() -> None:
    g = replacing(dice=[0])
    assert g.seats() == (GERMANY,) and offers(g) == ["button:pass", "card:g01", "card:g02", "card:g03"]
    first = ids(g, DECK)[0]
    click(g, "card:g02")
    assert sorted(hand(g, "germany")) == sorted(["g01", "g03", first])
    assert ids(g, DISCARDED) == ["g02"] and sizes(g, PACKET) == [0] * 4
    assert g.seats() == (UK,)  # one card only


@pytest.mark.rule("total_domination", "4.1.Ba")
def test_nobody_must_replace_a_card() -> None:
    g = replacing()
    click(g, "button:pass", "button:pass", "button:pass", "button:pass")
    assert idle(g) and [hand(g, name) for name in HANDS] == list(HANDS.values())
    assert g.rng.drawn == 0 and g.cards_in(DISCARDED) == []


@pytest.mark.rule("total_domination", "4.1.Ba")
@pytest.mark.parametrize(
    ("year", "order"), [(1939, (0, 1, 2, 3)), (1940, (1, 2, 3, 0)), (1942, (3, 0, 1, 2))]
)
def test_hands_are_asked_in_player_order(year: int, order: tuple[int, ...]) -> None:
    g = replacing(year=year)
    asked: list[int] = []
    while not idle(g):
        asked.append(g.seats()[0])
        click(g, "button:pass")
    assert tuple(asked) == order


@pytest.mark.rule("total_domination", "4.1.Ba")
def test_who_has_no_card_is_not_asked() -> None:
    g = replacing(hands={"uk": ["u01"]})
    assert g.seats() == (UK,)
    click(g, "button:pass")
    assert idle(g)


@pytest.mark.rule("total_domination", "4.1.Ba")
def test_the_card_is_discarded_before_the_new_one_is_drawn() -> None:
    g = position(hands=HANDS)
    leave(g, 0)
    g.push(Idle())
    g.push(Replace(GERMANY))
    g.advance()
    click(g, "card:g02")  # the only card of the new deck
    assert hand(g, "germany") == ["g01", "g02", "g03"] and g.cards_in(DISCARDED) == []


@pytest.mark.rule("total_domination", "4.1.Ba")
def test_only_the_player_reads_what_was_drawn() -> None:
    g = replacing(dice=[0])
    new = g.t.card_name[g.cards_in(DECK)[0]]
    before = g.revealed
    click(g, "card:g02")
    assert g.revealed > before
    assert log(g, UK)[-2:] == ["Germany discards Panzer Groups (5).", "Germany draws 1 card."]
    assert log(g, GERMANY)[-1].startswith(f"Germany draws {new}")


@pytest.mark.rule("total_domination", "4.1.Ba")
def test_refusals_of_a_replacement() -> None:
    g = replacing(mode="three_players_axis")
    assert g.agenda[-1].prompt(g, 0).rule == "4.1.Ba"
    assert refused(g, "card:j01").rule == "10.3"
    assert refused(g, "card:u01") == refused(g, "card:g14")
    for name in ("button:done", "area:poland", "power:uk"):
        assert "card of the hand" in refused(g, name).text


# --- Enigma


@pytest.mark.rule("total_domination", "4.1.Bb")
@pytest.mark.rule("total_domination", "8.1.D2")
def test_enigma_draws_two_and_keeps_one() -> None:
    g = replacing(techs={"germany": ["enigma"]}, dice=[0, 0])
    assert g.agenda[-1].prompt(g, GERMANY).rule == "4.1.Bb"
    first, second = ids(g, DECK)[:2]
    click(g, "card:g02")
    assert isinstance(g.agenda[-1], Decode) and g.seats() == (GERMANY,)
    assert offers(g) == [f"card:{first}", f"card:{second}"]
    assert log(g, UK)[-1] == "Germany draws 2 cards."
    click(g, f"card:{second}")
    assert sorted(hand(g, "germany")) == sorted(["g01", "g03", second])
    assert sorted(ids(g, DISCARDED)) == sorted(["g02", first]) and sizes(g, PACKET) == [0] * 4
    assert g.t.card_name[card(g, first)] in log(g)[-1]  # what is discarded is open
    kept = g.t.card_name[card(g, second)]
    assert kept in log(g, GERMANY)[-2] and log(g, USSR)[-2] == "Germany keeps a card."
    assert g.seats() == (UK,)


@pytest.mark.rule("total_domination", "8.1.D2")
def test_enigma_of_a_teammate_does_not_help() -> None:
    g = replacing(techs={"japan": ["enigma"], "germany": ["espionage"]})
    click(g, "card:g02")
    assert g.seats() == (UK,) and len(hand(g, "germany")) == 3


@pytest.mark.rule("total_domination", "8.1.D2")
def test_enigma_with_a_single_card_left() -> None:
    g = position(hands=HANDS, techs={"germany": ["enigma"]})
    leave(g, 0)
    g.push(Idle())
    g.push(Replace(GERMANY))
    g.advance()
    click(g, "card:g02")
    assert idle(g) and hand(g, "germany") == ["g01", "g02", "g03"] and sizes(g, PACKET) == [0] * 4


@pytest.mark.rule("total_domination", "8.1.D2")
def test_one_of_the_cards_drawn_must_be_kept() -> None:
    g = replacing(techs={"germany": ["enigma"]})
    click(g, "card:g02")
    for name in ("card:g01", "card:g02", "button:pass", "button:done", "area:poland"):
        assert refused(g, name).rule == "4.1.Bb"


@pytest.mark.rule("total_domination", "10.1g")
@pytest.mark.rule("total_domination", "4.1.Ba")
@pytest.mark.rule("total_domination", "4.1.Bb")
@pytest.mark.rule("total_domination", "8.1.D2")
@pytest.mark.parametrize("case", ENIGMA, ids=[str(case["enigma_powers"]) for case in ENIGMA])
def test_example_two_player_enigma(case: dict[str, Any]) -> None:
    g = replacing(mode="two_players", hands=SIX, techs=both("enigma", case["enigma_powers"]))
    rule = ("4.1.Ba", "4.1.Bb", "10.1g")[case["enigma_powers"]]
    assert g.agenda[-1].prompt(g, 0).rule == rule
    click(g, "card:j02")
    if case["draw"] > case["keep"]:
        assert len(offers(g)) == case["draw"]
        assert str(case["keep"]) in g.agenda[-1].prompt(g, 0).text or case["keep"] == 1
        for _ in range(case["keep"]):
            click(g, offers(g)[0])
    assert len(hand(g, "germany")) == case["hand"]
    assert len(g.cards_in(DISCARDED)) == case["discard"] + case["draw"] - case["keep"]
    # A common hand replaces once: the Allies are next, and then it is over.
    assert g.seats() == (1,)
    click(g, "button:pass")
    assert idle(g)


@pytest.mark.rule("total_domination", "4.1.Ba")
@pytest.mark.rule("total_domination", "10.1a")
def test_a_common_hand_is_asked_at_its_first_power_of_the_year() -> None:
    g = replacing(mode="two_players", hands=SIX, year=1942)  # the USSR is first
    assert g.seats() == (1,)
    click(g, "button:pass")
    assert g.seats() == (0,) and g.agenda[-1].prompt(g, 0).text.startswith("Germany and Japan: ")


@pytest.mark.rule("total_domination", "13.0.4")
def test_alone_the_player_replaces_with_enigma_too() -> None:
    hands = {"uk": ["u01", "r01"]}
    g = replacing(mode="solo", scenario="solo", hands=hands, techs={"ussr": ["enigma"]})
    assert g.seats() == (0,)
    click(g, "card:u01")
    assert len(offers(g)) == 2
    click(g, offers(g)[1])
    assert idle(g) and len(hand(g, "uk")) == 2


# --- Espionage


@pytest.mark.rule("total_domination", "8.1.D1")
def test_espionage_shows_three_cards_of_which_one_may_be_discarded() -> None:
    g = spying(techs={"germany": ["espionage"]}, dice=[3, 0, 1, 0])
    assert g.seats() == (GERMANY,) and offers(g) == ["button:pass", "power:uk", "power:ussr"]
    click(g, "power:uk")
    assert g.seats() == (GERMANY,) and shown(g) == ["u01", "u03", "u04"] and "button:done" in offers(g)
    assert g.known[GERMANY] == sum([1 << card(g, name) for name in shown(g)])
    first = ids(g, DECK)[0]
    click(g, "card:u03")
    assert idle(g)
    assert ids(g, DISCARDED) == ["u03"]
    assert sorted(hand(g, "uk")) == sorted(["u01", "u02", "u04", first])
    # What was shown stays known, what was drawn is not.
    assert g.known[GERMANY] == 1 << card(g, "u01") | 1 << card(g, "u04")
    assert g.known[UK] == g.known[JAPAN] == g.known[USSR] == 0


@pytest.mark.rule("total_domination", "8.1.D1")
def test_the_spy_may_leave_the_hand_as_it_is() -> None:
    g = spying(techs={"germany": ["espionage"]})
    click(g, "power:ussr", "button:done")
    assert idle(g) and hand(g, "ussr") == HANDS["ussr"] and sizes(g, PACKET) == [0] * 4
    assert g.cards_in(DISCARDED) == []
    assert g.known[GERMANY].bit_count() == 3


@pytest.mark.rule("total_domination", "8.1.D1")
def test_the_spy_may_stay_at_home() -> None:
    g = spying(techs={"germany": ["espionage"]})
    click(g, "button:pass")
    assert idle(g) and g.known == [0] * 4 and g.rng.drawn == 0


@pytest.mark.rule("total_domination", "8.1.D1")
def test_a_small_hand_is_shown_whole() -> None:
    hands = {**HANDS, "uk": ["u01", "u02"], "ussr": []}
    g = spying(techs={"japan": ["espionage"]}, hands=hands)
    assert offers(g) == ["button:pass", "power:uk"]
    assert "no cards" in refused(g, "power:ussr").text
    click(g, "power:uk")
    assert shown(g) == ["u01", "u02"]


@pytest.mark.rule("total_domination", "8.1.D1")
def test_with_an_empty_deck_the_discarded_card_may_come_back() -> None:
    g = position(hands=HANDS, techs={"germany": ["espionage"]})
    leave(g, 0)
    g.push(Idle())
    g.push(Spy(GERMANY))
    g.advance()
    click(g, "power:ussr", "card:r02")
    assert idle(g) and hand(g, "ussr") == HANDS["ussr"]
    assert not g.known[GERMANY] >> card(g, "r02") & 1


@pytest.mark.rule("total_domination", "4.1.C")
def test_spies_act_in_player_order() -> None:
    techs = {"germany": ["espionage"], "uk": ["espionage"], "ussr": ["espionage"], "japan": ["enigma"]}
    g = spying(year=1942, techs=techs)
    asked: list[int] = []
    while not idle(g):
        asked.append(g.seats()[0])
        click(g, "button:pass")
    assert asked == [USSR, GERMANY, UK]


@pytest.mark.rule("total_domination", "4.1.C")
@pytest.mark.rule("total_domination", "8.1.D1")
def test_without_the_technology_nobody_spies() -> None:
    assert idle(spying(techs={"germany": ["enigma"]}))
    assert idle(spying(techs={"germany": ["espionage"]}, hands={"germany": ["g01"], "japan": ["j01"]}))


@pytest.mark.rule("total_domination", "8.1.D1")
def test_only_an_opponent_is_spied_upon() -> None:
    g = spying(techs={"uk": ["espionage"]})
    assert offers(g) == ["button:pass", "power:germany", "power:japan"]
    for name in ("power:uk", "power:ussr"):
        assert "opponent" in refused(g, name).text
    assert refused(g, "area:poland").rule == refused(g, "card:u01").rule == "4.1.C"


@pytest.mark.rule("total_domination", "8.1.D1")
def test_spy_and_victim_know_what_was_shown_the_others_do_not() -> None:
    g = spying(techs={"germany": ["espionage"]}, dice=[0, 0, 0, 0])
    before = g.revealed
    click(g, "power:uk")
    assert g.revealed > before
    for seat in (GERMANY, UK):
        assert log(g, seat)[-1].startswith("Germany looks at 3 cards of United Kingdom: Home Fleet (6), ")
    for spectator in (JAPAN, USSR, None):
        assert log(g, spectator)[-1] == "Germany looks at 3 cards of United Kingdom."
    new = g.t.card_name[g.cards_in(DECK)[0]]
    click(g, "card:u01")
    assert log(g)[-2:] == [
        "Germany discards Home Fleet (6) of United Kingdom.",
        "United Kingdom draws 1 card instead.",
    ]
    assert new in log(g, UK)[-1] and new not in log(g, GERMANY)[-1]


@pytest.mark.rule("total_domination", "8.1.D1")
def test_only_cards_that_were_shown_can_be_discarded() -> None:
    g = spying(techs={"germany": ["espionage"]}, dice=[0, 0, 0])
    click(g, "power:uk")
    assert g.agenda[-1].prompt(g, GERMANY).rule == "8.1.D1"
    for name in ("card:u04", "card:r01", "button:pass", "area:poland"):
        assert refused(g, name).text.startswith("Espionage discards a card that you were shown")


@pytest.mark.rule("total_domination", "8.1.D1")
def test_what_others_knew_of_a_shown_card_stays_true() -> None:
    g = spying(techs={"germany": ["espionage"]})
    g.known[UK] |= 1 << card(g, "r01")
    click(g, "power:ussr", "button:done")
    assert g.known[UK] == 1 << card(g, "r01")


@pytest.mark.rule("total_domination", "10.1f")
@pytest.mark.rule("total_domination", "8.1.D1")
@pytest.mark.parametrize("case", ESPIONAGE, ids=[str(case["espionage_powers"]) for case in ESPIONAGE])
def test_example_two_player_espionage(case: dict[str, Any]) -> None:
    g = spying(mode="two_players", hands=SIX, techs=both("espionage", case["espionage_powers"]))
    assert g.seats() == (0,) and offers(g) == ["button:pass", "power:uk"]
    assert refused(g, "power:ussr").rule == "10.1a"
    ask = g.agenda[-1].prompt(g, 0)
    assert str(case["look"]) in ask.text and ask.rule == ("8.1.D1" if case["look"] == 3 else "10.1f")
    click(g, "power:uk")
    assert len(shown(g)) == case["look"]
    for number in range(case["discard_at_most"]):
        assert isinstance(g.agenda[-1], Sift) and len(g.cards_in(DISCARDED)) == number
        click(g, f"card:{shown(g)[0]}")
    # Both powers share the hand and spy once.
    assert idle(g) and len(g.cards_in(DISCARDED)) == case["discard_at_most"]
    assert len(hand(g, "uk")) == 6 and g.cards_in(HAND + USSR) == []
    assert f"United Kingdom and Soviet Union draw {case['opponent_redraws']} card" in log(g)[-1]


@pytest.mark.rule("total_domination", "10.1f")
def test_with_both_espionages_one_card_or_none_may_be_discarded() -> None:
    g = spying(mode="two_players", hands=SIX, techs=both("espionage", 2))
    click(g, "power:uk")
    click(g, f"card:{shown(g)[0]}", "button:done")
    assert idle(g) and len(g.cards_in(DISCARDED)) == 1 and len(hand(g, "uk")) == 6


@pytest.mark.rule("total_domination", "10.1f")
def test_the_second_power_of_a_faction_may_be_the_one_with_espionage() -> None:
    g = spying(mode="two_players", hands=SIX, techs={"japan": ["espionage"], "ussr": ["espionage"]})
    assert g.seats() == (0,) and g.agenda[-1].prompt(g, 0).text.startswith("Germany and Japan: ")
    click(g, "power:uk", "button:done")
    assert g.seats() == (1,) and offers(g) == ["button:pass", "power:germany"]


@pytest.mark.rule("total_domination", "10.3")
@pytest.mark.rule("total_domination", "8.1.D1")
def test_with_separate_hands_two_espionages_of_one_player_are_used_apart() -> None:
    g = spying(mode="three_players_axis", techs=both("espionage", 2))
    for _ in range(2):
        click(g, "power:uk")
        assert len(shown(g)) == 3
        click(g, f"card:{shown(g)[0]}")
    assert idle(g) and len(g.cards_in(DISCARDED)) == 2


@pytest.mark.rule("total_domination", "13.0.4")
def test_alone_there_is_no_hand_to_look_into() -> None:
    assert idle(spying(mode="solo", scenario="solo", hands={"uk": ["u01"]}, techs={"uk": ["espionage"]}))
    g = spying(mode="solo", scenario="solo", hands={"germany": ["g01"]}, techs={"uk": ["espionage"]})
    assert idle(g)
    # Nor does the system spy.
    assert idle(spying(mode="solo", scenario="solo", hands={"uk": ["u01"]}, techs={"japan": ["espionage"]}))


def test_without_a_log_the_same_happens() -> None:
    techs = {"germany": ["enigma", "espionage"], "japan": ["enigma", "espionage"]}
    played: list[Board] = []
    for silent in (False, True):
        g = position(mode="two_players", hands=SIX, techs=techs)
        if silent:
            g.log = None
        g.push(Idle())
        intelligence.espionage(g)
        intelligence.replace(g)
        g.advance()
        while not idle(g):
            click(g, offers(g)[-1])
        played.append(g)
    told, silent_one = played
    assert (
        idle(told) and idle(silent_one) and told.cards == silent_one.cards and told.known == silent_one.known
    )
    assert len(told.cards_in(DISCARDED)) == 5 and silent_one.log is None


def test_steps_can_be_saved_in_the_middle() -> None:
    g = position(hands=HANDS)
    steps = (Replace(2), Decode(2, 1), Spy(2), Sift(2, 1, 1, 1))
    for step in steps:
        again = type(step).unpack(step.pack())
        assert again.pack() == step.pack() and again.seats(g) == (JAPAN,)
