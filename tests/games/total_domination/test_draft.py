"""The draft with four hands: how many cards, who keeps how many, where the rest goes. [4.1.Aa]"""

from typing import Any

import pytest

from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.rules.cards.draft import Draft
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.drafting import (
    EXAMPLES,
    NAMES,
    deal,
    dealt,
    hand,
    ids,
    kept,
    leave,
    packet,
    play_draft,
    play_round,
    round_of,
    sizes,
)
from tests.games.total_domination.driving import click, idle, log, offers, refused

GERMANY, UK, JAPAN, USSR = range(4)
YEARS = EXAMPLES["draft_hand_sizes"]["cases"]


def step(example: dict[str, Any], do: str) -> dict[str, Any]:
    """One action of a worked example."""
    found: dict[str, Any] = next(action for action in example["actions"] if action["do"] == do)
    return found


def each(row: dict[str, Any], others: int = 0) -> list[int]:
    """A row of an example as a number for each power."""
    return [row.get(name, row.get("each", row.get("others", others))) for name in NAMES]


# --- the worked examples


@pytest.mark.rule("total_domination", "4.1.Aa")
@pytest.mark.rule("total_domination", "4.1.Ab")
@pytest.mark.rule("total_domination", "4.1.Ad")
@pytest.mark.rule("total_domination", "4.1.Ae")
def test_example_draft_1939_four_players() -> None:
    example = EXAMPLES["draft_1939_four_players"]
    g = dealt(set_up=True)
    assert sizes(g, const.PACKET) == each(step(example, "draw"))
    assert g.picks == each(step(example, "first_pick"))
    assert g.seats() == (0, 1, 2, 3)
    play_round(g)
    passed = [row["cards"] for row in example["actions"] if row["do"] == "pass_left"]
    assert sizes(g, const.PACKET) == [passed[0]] * 4 and sizes(g, const.KEPT) == each(
        step(example, "first_pick")
    )
    assert g.picks == each(step(example, "pick"))
    play_round(g)
    assert sizes(g, const.PACKET) == [passed[1]] * 4
    assert g.picks == each(step(example, "last_pick"))
    assert g.cards_in(const.DISCARDED) == []
    play_round(g)
    assert idle(g)
    assert sizes(g, const.HAND) == each(example["expect"]["hand"])
    assert len(g.cards_in(const.DISCARDED)) == example["expect"]["discard_pile"]
    assert sizes(g, const.PACKET) == sizes(g, const.KEPT) == [0] * 4 and g.picks == [0] * 4


@pytest.mark.rule("total_domination", "4.1.Ag")
@pytest.mark.rule("total_domination", "4.1.Ad")
@pytest.mark.rule("total_domination", "4.2c")
def test_example_draft_1941_japan_with_reserve() -> None:
    example = EXAMPLES["draft_1941_japan_with_reserve"]
    g = dealt(year=1941, reserve={"japan": ["j02"]})
    drawn, added = each(step(example, "draw")), each(step(example, "add_reserve"))
    assert sizes(g, const.PACKET) == [a + b for a, b in zip(drawn, added, strict=True)]
    assert "j02" in packet(g, "japan") and g.cards_in(const.RESERVE + JAPAN) == []
    assert g.picks == each(step(example, "first_pick"))
    play_round(g)
    assert sizes(g, const.PACKET) == [step(example, "pass_left")["cards"]] * 4
    play_draft(g)
    assert sizes(g, const.HAND) == each(example["expect"]["hand_after_draft"])


@pytest.mark.rule("total_domination", "4.1.Af")
@pytest.mark.rule("total_domination", "9.1b")
@pytest.mark.rule("total_domination", "4.1.Ad")
def test_example_draft_after_lend_lease() -> None:
    example = EXAMPLES["draft_after_lend_lease"]
    g = dealt(year=1940, lent={"uk": "us2"})
    drawn, added = each(step(example, "draw")), each(step(example, "add_us_card"))
    assert sizes(g, const.PACKET) == [a + b for a, b in zip(drawn, added, strict=True)]
    assert "us2" in packet(g, "uk") and g.cards_in(const.LENT + UK) == []
    assert g.picks == each(step(example, "first_pick"))
    play_round(g)
    assert sizes(g, const.PACKET) == [step(example, "pass_right")["cards"]] * 4
    play_draft(g)
    assert sizes(g, const.HAND) == each(example["expect"]["hand_after_draft"])


@pytest.mark.rule("total_domination", "4.0c")
@pytest.mark.rule("total_domination", "4.1.Ad")
@pytest.mark.rule("total_domination", "4.1.Ah")
@pytest.mark.parametrize("case", YEARS, ids=[str(case["year"]) for case in YEARS])
def test_example_draft_hand_sizes(case: dict[str, Any]) -> None:
    g = dealt(year=case["year"])
    extra = [g.t.extra[g.round][p] for p in range(4)]
    draw = case["packets"][0] + 1
    assert sizes(g, const.PACKET) == [draw + more for more in extra]
    assert play_draft(g)[1:] == [[number] * 4 for number in case["packets"]]
    assert sizes(g, const.HAND) == [case["bonus"] if more else case["single"] for more in extra]


@pytest.mark.rule("total_domination", "4.0c")
@pytest.mark.rule("total_domination", "4.1.Ah")
def test_the_round_track_says_how_many_cards_are_drawn() -> None:
    drawn = {year: min(sizes(dealt(year=year), const.PACKET)) for year in range(1939, 1946)}
    assert list(drawn.values()) == [4, 4, 4, 5, 6, 6, 6]
    for year, number in drawn.items():
        g = dealt(year=year)
        play_draft(g)
        assert min(sizes(g, const.HAND)) == number - 1


# --- who gets what


@pytest.mark.rule("total_domination", "4.1.Ac")
@pytest.mark.parametrize("year", range(1939, 1946))
def test_packets_go_left_in_odd_years_and_right_in_even_ones(year: int) -> None:
    g = dealt(year=year)
    left = year % 2 == 1
    for _ in range(2):
        before = [set(packet(g, name)) for name in NAMES]
        play_round(g)
        for i, name in enumerate(NAMES):
            giver = (i - 1) % 4 if left else (i + 1) % 4
            assert set(packet(g, name)) < before[giver]
            assert not set(packet(g, name)) & before[i]
    told = [text for text in log(g) if text.startswith("The packets")]
    assert len(told) == 2 and all([text.endswith(f"to the {'left' if left else 'right'}.") for text in told])


@pytest.mark.rule("total_domination", "4.1.Ab")
def test_each_chooses_from_its_own_packet_and_the_rest_goes_on() -> None:
    g = dealt()
    first = packet(g, "uk")
    assert offers(g, UK) == [f"card:{name}" for name in first]
    click(g, f"card:{first[2]}", seat=UK)
    assert kept(g, "uk") == [first[2]] and g.seats() == (0, 2, 3)
    assert packet(g, "uk") == [first[0], first[1], first[3]]
    # Nobody gets a packet before all have chosen.
    click(g, f"card:{packet(g, 'ussr')[0]}", seat=USSR)
    click(g, f"card:{packet(g, 'japan')[0]}", seat=JAPAN)
    mine = packet(g, "germany")
    click(g, f"card:{mine[0]}", seat=GERMANY)
    assert g.seats() == (0,) and packet(g, "japan") != [first[0], first[1], first[3]]
    click(g, f"card:{mine[1]}", seat=GERMANY)
    assert packet(g, "japan") == [first[0], first[1], first[3]]
    assert round_of(g) == 1 and kept(g, "germany") == mine[:2]


@pytest.mark.rule("total_domination", "4.1.Ae")
def test_of_the_last_two_cards_one_is_kept_and_one_discarded() -> None:
    g = dealt(year=1940)
    play_round(g)
    play_round(g)
    last = {name: packet(g, name) for name in NAMES}
    before = {name: kept(g, name) for name in NAMES}
    assert {len(row) for row in last.values()} == {2}
    assert "what is left over is discarded" in g.agenda[-1].prompt(g, UK).text
    for seat, name in enumerate(NAMES):
        click(g, f"card:{last[name][1]}", seat=seat)
    assert idle(g)
    for name in NAMES:
        assert sorted(hand(g, name)) == sorted([*before[name], last[name][1]])
    assert ids(g, const.DISCARDED) == sorted(
        [row[0] for row in last.values()], key=lambda name: card(g, name)
    )


@pytest.mark.rule("total_domination", "4.1.Af")
def test_a_reserved_card_may_also_be_passed_on() -> None:
    g = dealt(year=1940, reserve={"ussr": ["r01"]})
    assert g.picks == [1, 1, 1, 2] and "r01" in packet(g, "ussr")
    others = [name for name in packet(g, "ussr") if name != "r01"]
    for seat, name in enumerate(NAMES[:3]):
        click(g, f"card:{packet(g, name)[0]}", seat=seat)
    click(g, f"card:{others[0]}", f"card:{others[1]}", seat=USSR)
    assert sizes(g, const.PACKET) == [3] * 4 and "r01" in packet(g, "japan")


@pytest.mark.rule("total_domination", "4.1.Ad")
def test_an_extra_card_has_no_effect_on_later_rounds() -> None:
    g = dealt(year=1941)
    assert g.picks == [1, 1, 2, 1]
    play_round(g)
    assert g.picks == [1, 1, 1, 1]


# --- the deck runs out


@pytest.mark.rule("total_domination", "4.1.Aa")
def test_an_empty_deck_is_made_of_the_discard_pile() -> None:
    g = position(year=1940, discards=["g01", "g02", "g03", "g04", "g05", "g06"])
    for number in g.cards_in(const.DECK)[11:]:
        g.cards[number] = const.BOX
    deal(g)
    assert sizes(g, const.PACKET) == [4] * 4
    assert len(g.cards_in(const.DECK)) == 1 and g.cards_in(const.DISCARDED) == []
    assert "The discard pile is shuffled into a new draw deck." in log(g)


@pytest.mark.rule("total_domination", "4.1.Aa")
def test_with_too_few_cards_they_are_dealt_one_by_one_in_player_order() -> None:
    g = position(year=1940)  # the United Kingdom is first
    leave(g, 14)
    deal(g)
    assert sizes(g, const.PACKET) == [3, 4, 4, 3]
    assert g.picks == [1] * 4
    play_draft(g)
    assert idle(g) and sizes(g, const.HAND) == [3] * 4
    assert len(g.cards_in(const.DISCARDED)) == 2


@pytest.mark.rule("total_domination", "4.1.Ad")
def test_an_extra_card_that_was_not_there_gives_no_pick() -> None:
    g = position(year=1939)
    leave(g, 16)
    deal(g)
    assert sizes(g, const.PACKET) == [4] * 4 and g.picks == [1] * 4
    g = position(year=1939)
    leave(g, 17)
    deal(g)
    assert sizes(g, const.PACKET) == [5, 4, 4, 4] and g.picks == [2, 1, 1, 1]


@pytest.mark.rule("total_domination", "4.1.Aa")
@pytest.mark.parametrize("left", range(18))
def test_whatever_is_left_is_drafted_to_its_end(left: int) -> None:
    g = position(year=1939)
    leave(g, left)
    deal(g)
    while round_of(g) >= 0:
        for seat in g.seats():
            assert g.choices(seat)
        play_round(g)
    assert idle(g) and sum(sizes(g, const.HAND)) + len(g.cards_in(const.DISCARDED)) == left
    assert sizes(g, const.PACKET) == sizes(g, const.KEPT) == g.picks == [0] * 4
    # Nobody fares much worse than another.
    assert max(sizes(g, const.HAND)[1:]) - min(sizes(g, const.HAND)[1:]) <= 1


@pytest.mark.rule("total_domination", "4.1.Aa")
def test_who_has_no_choice_is_not_asked() -> None:
    g = position(year=1939)
    leave(g, 5)
    deal(g)
    # Germany has two cards of which it keeps one; the others keep their only one.
    assert g.seats() == (GERMANY,) and sizes(g, const.KEPT) == [0, 1, 1, 1]
    play_draft(g)
    assert sizes(g, const.HAND) == [1, 1, 1, 1] and len(g.cards_in(const.DISCARDED)) == 1


# --- words and secrets


@pytest.mark.rule("total_domination", "4.1.Ab")
def test_what_is_kept_only_its_player_reads() -> None:
    g = dealt(year=1940, reserve={"japan": ["j02"]})
    mine = [g.t.card_name[card(g, name)] for name in packet(g, "japan")]
    line = "Japan draws 4 cards, besides 1 card set aside for this draft"
    assert f"{line}." in log(g) and f"{line}." in log(g, UK)
    told = next(text for text in log(g, JAPAN) if text.startswith(f"{line}:"))
    assert all(name in told for name in mine)
    play_draft(g)
    for seat in (None, GERMANY, UK, USSR):
        assert "Japan ends the draft with 4 cards." in log(g, seat)
    told = next(text for text in log(g, JAPAN) if text.startswith("Japan ends the draft with 4 cards:"))
    assert all(g.t.card_name[card(g, name)] in told for name in hand(g, "japan"))
    # What is discarded is open to all.
    told = log(g)[-1]
    assert told.startswith("Left over and discarded: ")
    assert all(g.t.card_name[number] in told for number in g.cards_in(const.DISCARDED))


@pytest.mark.rule("total_domination", "4.1.Ab")
def test_prompts_say_how_many_and_who_is_next() -> None:
    g = dealt()
    ask = g.agenda[-1].prompt(g, GERMANY)
    assert (
        ask.rule == "4.1.Ab"
        and "Germany: click 2 cards" in ask.text
        and "United Kingdom will get" in ask.text
    )
    assert "click a card to keep" in g.agenda[-1].prompt(g, USSR).text
    play_round(g)
    assert g.agenda[-1].prompt(g, GERMANY).rule == "4.1.Ae"


@pytest.mark.rule("total_domination", "4.1.Ab")
def test_refusals_tell_nothing_of_the_cards_of_others() -> None:
    g = dealt()
    mine = packet(g, "germany")
    click(g, f"card:{mine[0]}", seat=GERMANY)
    assert refused(g, f"card:{mine[0]}", GERMANY).text == "Germany keeps this card already."
    others = [*packet(g, "japan"), *ids(g, const.DECK)]
    told = {refused(g, f"card:{name}", GERMANY) for name in others}
    assert [row.text for row in told] == ["This card is not in the packet of Germany."]
    for name in ("button:pass", "button:done", "area:poland", "power:uk", "kind:german_army"):
        refusal = refused(g, name, GERMANY)
        assert refusal.rule == "4.1.Ab" and "packet" in refusal.text


def test_a_draft_in_the_middle_can_be_saved() -> None:
    g = dealt()
    click(g, f"card:{packet(g, 'japan')[0]}", seat=JAPAN)
    top = g.agenda[-1]
    assert top.pack() == [0, GERMANY, UK, USSR]
    again = Draft.unpack(top.pack())
    assert isinstance(again, Draft) and again.turn == 0 and again.seats(g) == top.seats(g)
    play_round(g)
    assert g.agenda[-1].pack() == [1, 0, 1, 2, 3]


def test_a_deal_closes_the_way_back() -> None:
    g = position()
    before = g.revealed
    deal(g)
    assert g.revealed > before
    before = g.revealed
    click(g, f"card:{packet(g, 'uk')[0]}", seat=UK)
    assert g.revealed == before  # a pick can be taken back while the others still choose
    play_round(g)
    assert g.revealed > before
