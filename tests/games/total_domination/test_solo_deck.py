"""The deck of the solo game: its change with the years, the deal, the card turned up."""

import tomllib
from pathlib import Path

import pytest

from sandtable.engine.rng import ScriptedRng
from sandtable.games.total_domination.components.constants import (
    SOLO_BOX,
    SOLO_DECK,
    SOLO_GONE,
    SOLO_PILE,
    SOLO_USED,
)
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.solo import solo_deck, solo_turn
from sandtable.games.total_domination.testing import position
from tests.games.total_domination.driving import log
from tests.games.total_domination.solo_driving import GERMANY, JAPAN, run


def solo_game(year: int = 1939, **more: object) -> Board:
    return position(set_up=True, scenario="solo", mode="solo", year=year, **more)  # type: ignore[arg-type]


def ids(g: Board, where: int) -> list[str]:
    return [g.t.solo_id[card] for card in solo_deck.cards_in(g, where)]


def years() -> list[dict[str, int]]:
    rows = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))["example"]
    cases: list[dict[str, int]] = next(row for row in rows if row["id"] == "solo_deck_sizes")["cases"]
    return cases


@pytest.mark.rule("total_domination", "13.0.2")
@pytest.mark.rule("total_domination", "13.0.3")
def test_the_deck_and_the_deal_of_every_year() -> None:
    g = solo_game()
    for case in years():
        g.round = g.t.years.index(case["year"])
        solo_turn.new_year(g)
        dealt = len(ids(g, SOLO_PILE))
        assert (len(ids(g, SOLO_DECK)) + dealt, dealt) == (case["deck"], case["dealt"]), case["year"]
        run(g, GERMANY)  # what is used in one year is in the deck of the next


@pytest.mark.rule("total_domination", "13.0.2")
def test_two_cards_of_1939_leave_by_chance_and_those_of_the_year_come() -> None:
    g = solo_game(1940, dice=[7, 0, 0, 0, 0, 0, 0])
    solo_turn.new_year(g)
    assert ids(g, SOLO_GONE) == ["s01", "s08"]
    assert ids(g, SOLO_PILE) == ["s02", "s03", "s04", "s05", "s06"]
    assert ids(g, SOLO_DECK) == ["s07", "s09", "s10"]
    assert ids(g, SOLO_BOX)[0] == "s11"
    assert log(g)[0] == "Solo cards 1 and 8 of 1939 leave the deck, 9 and 10 of 1940 come in."


@pytest.mark.rule("total_domination", "13.0.2")
def test_only_cards_of_1939_leave() -> None:
    g = solo_game(1943)
    for card in range(g.t.n_solo):
        left = g.t.solo_id[card] in ("s03", "s06") or 1939 < g.t.solo_year[card] < 1943
        g.solo[card] = SOLO_DECK if left else SOLO_GONE if g.t.solo_year[card] == 1939 else SOLO_BOX
    solo_turn.new_year(g)
    assert not [name for name in ids(g, SOLO_DECK) + ids(g, SOLO_PILE) if name < "s09"]
    assert len(ids(g, SOLO_DECK) + ids(g, SOLO_PILE)) == 10


@pytest.mark.rule("total_domination", "13.0.2")
@pytest.mark.parametrize("year", [1939, 1944, 1945])
def test_nothing_changes_in_the_first_and_the_last_years(year: int) -> None:
    g = solo_game(year)
    for card in range(g.t.n_solo):
        if year > 1939:
            g.solo[card] = SOLO_DECK if g.t.solo_year[card] > 1939 else SOLO_GONE
    deck = ids(g, SOLO_DECK)
    solo_turn.new_year(g)
    assert sorted(ids(g, SOLO_DECK) + ids(g, SOLO_PILE)) == deck
    assert "leave" not in log(g)[0]


@pytest.mark.rule("total_domination", "13.0.3")
def test_the_deal_is_by_chance_and_secret() -> None:
    g = solo_game(dice=[7, 6, 5, 0, 0, 0])
    seen = g.revealed
    solo_turn.new_year(g)
    assert ids(g, SOLO_PILE) == ["s01", "s02", "s03", "s06", "s07", "s08"]
    assert g.revealed == seen  # nobody has learnt anything, so undo is not stopped here
    assert log(g) == ["6 of the 8 solo cards are dealt to the Axis, face down."]


@pytest.mark.rule("total_domination", "13.0.3")
def test_cards_left_from_the_old_year_are_shuffled_in() -> None:
    g = solo_game(1941, pile=["s02"])
    g.solo[0] = SOLO_USED
    g.solo[8] = g.solo[9] = SOLO_DECK
    g.rng = ScriptedRng([2, 2, *[0] * 6])
    solo_turn.new_year(g)
    assert ids(g, SOLO_GONE) == ["s03", "s04"]
    assert ids(g, SOLO_PILE) == ["s01", "s02", "s05", "s06", "s07", "s08"]


@pytest.mark.rule("total_domination", "13.0.1")
def test_no_other_game_has_a_solo_deck() -> None:
    g = position(set_up=True, mode="two_players", dice=[])
    solo_turn.new_year(g)
    assert ids(g, SOLO_PILE) == [] and log(g) == []


@pytest.mark.rule("total_domination", "13.0.1")
def test_both_axis_powers_turn_up_cards_of_one_pile() -> None:
    g = solo_game(pile=["s02", "s04", "s07"], dice=[1, 1])
    seen = g.revealed
    run(g, GERMANY)
    assert ids(g, SOLO_USED) == ["s04"] and ids(g, SOLO_PILE) == ["s02", "s07"]
    assert g.revealed > seen  # a card has been seen: no way back
    run(g, JAPAN)
    assert ids(g, SOLO_USED) == ["s04", "s07"] and ids(g, SOLO_PILE) == ["s02"]
    told = [text for text in log(g) if "turns up" in text]
    assert told == [
        "Germany turns up solo card 4 of 1939: deploy an army, move an army, destroy a fleet.",
        "Japan turns up solo card 7 of 1939: move an army, destroy an army, deploy a fleet.",
    ]


@pytest.mark.rule("total_domination", "13.1")
def test_with_an_empty_pile_an_axis_power_passes() -> None:
    g = solo_game(dice=[])
    run(g, JAPAN)
    assert g.passed == 1 << JAPAN
    assert g.solo_vp == 0  # passing is not being stuck
    assert log(g) == ["Japan passes: no solo card is left."]


@pytest.mark.rule("total_domination", "13.1")
def test_a_power_with_a_card_has_not_passed() -> None:
    g = solo_game(pile=["s01"])
    run(g, GERMANY)
    assert g.passed == 0


@pytest.mark.rule("total_domination", "13.3")
def test_the_log_tells_where_the_arrows_lead() -> None:
    g = solo_game(pile=["s01"])
    run(g, GERMANY)
    text = "Its arrows: 1 from Balkans to Sinkiang, 2 from Low Countries to India, "
    assert log(g)[1] == text + "3 from Libya to Australia, 4 from Atlantic to West U.S.A."


@pytest.mark.rule("total_domination", "13.0b")
def test_the_player_has_one_hand_for_both_allied_powers_and_nobody_sits_for_the_axis() -> None:
    g = solo_game(hands={"uk": ["u01"], "ussr": ["r01"]})
    uk, ussr = 1, 3
    assert g.hand(uk) == g.hand(ussr) and len(g.hand(uk)) == 2
    assert g.seat_of[uk] == g.seat_of[ussr] == 0
    assert g.seat_of[GERMANY] == g.seat_of[JAPAN] != 0


@pytest.mark.rule("total_domination", "13.0.8")
def test_air_fleets_u_boats_and_resistance_are_in_the_box() -> None:
    g = solo_game()
    boxed = {g.t.kind_id[g.t.unit_kind[unit]] for unit in range(g.t.n_units) if g.in_box(unit)}
    kinds = ["german_air_fleet", "uk_air_fleet", "us_air_fleet", "japanese_air_fleet", "ussr_air_fleet"]
    assert boxed == {*kinds, "u_boot", "resistance"}
    assert not g.flying()
