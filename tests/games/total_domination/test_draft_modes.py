"""The draft with common hands, with two hands of one player, in a scenario, and alone. [10.1d] [13.0.4]"""

from typing import Any

import pytest

from sandtable.games.total_domination.components.constants import DISCARDED, HAND, KEPT, LENT, PACKET, RESERVE
from sandtable.games.total_domination.rules.cards.draft import Thin
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.drafting import (
    EXAMPLES,
    NAMES,
    deal,
    dealt,
    hand,
    kept,
    leave,
    packet,
    play_draft,
    play_round,
    round_of,
    sizes,
)
from tests.games.total_domination.driving import click, idle, log, offers, refused

AXIS, ALLIES = 0, 1  # seats; the common hands lie with Germany and with the United Kingdom
YEARS = EXAMPLES["draft_hand_sizes"]["cases"]
IDS = [str(case["year"]) for case in YEARS]
MODES = ["four_players", "three_players_axis", "three_players_allies", "two_players_variant"]


# --- two players


@pytest.mark.rule("total_domination", "10.1a")
@pytest.mark.rule("total_domination", "10.1d")
def test_example_two_player_draft_1939() -> None:
    example = EXAMPLES["two_player_draft_1939"]
    row = {action["do"]: action for action in example["actions"]}
    swaps = [action["cards"] for action in example["actions"] if action["do"] == "swap"]
    g = dealt(mode="two_players")
    assert sizes(g, PACKET) == [row["draw"]["axis"], row["draw"]["allies"], 0, 0]
    assert g.picks == [row["first_pick"]["axis"], row["first_pick"]["allies"], 0, 0]
    mine, theirs = packet(g, "germany"), packet(g, "uk")
    play_round(g)
    assert sizes(g, PACKET) == [swaps[0], swaps[0], 0, 0]
    assert packet(g, "germany") == theirs[2:] and packet(g, "uk") == mine[3:]
    assert g.picks == [row["pick"]["each"]] * 2 + [0, 0]
    play_round(g)
    assert sizes(g, PACKET) == [swaps[1], swaps[1], 0, 0]
    assert g.picks == [row["last_pick"]["each"]] * 2 + [0, 0]
    play_round(g)
    assert idle(g) and len(g.cards_in(DISCARDED)) == 2 * row["last_pick"]["discard_each"]
    assert sizes(g, HAND) == [example["expect"]["hand"]["axis"], example["expect"]["hand"]["allies"], 0, 0]


@pytest.mark.rule("total_domination", "10.1a")
@pytest.mark.rule("total_domination", "10.1d")
@pytest.mark.parametrize("case", YEARS, ids=IDS)
def test_example_common_hand_sizes(case: dict[str, Any]) -> None:
    g = dealt(mode="two_players", year=case["year"])
    assert sizes(g, PACKET) == [*case["common_draw"], 0, 0]
    assert play_draft(g)[1:] == [[number, number, 0, 0] for number in case["common_packets"]]
    assert sizes(g, HAND) == [*case["common"], 0, 0]


@pytest.mark.rule("total_domination", "10.1d")
@pytest.mark.parametrize("year", [1939, 1940, 1941, 1942])
def test_only_the_axis_keeps_three_and_only_in_two_years(year: int) -> None:
    g = dealt(mode="two_players", year=year)
    assert g.picks == [3 if year in (1939, 1941) else 2, 2, 0, 0]
    play_round(g)
    assert g.picks == [2, 2, 0, 0]


@pytest.mark.rule("total_domination", "10.1d")
@pytest.mark.rule("total_domination", "4.1.Af")
def test_every_card_set_aside_by_either_power_adds_a_first_pick() -> None:
    reserve = {"germany": ["g01", "j01"]}
    g = dealt(mode="two_players", year=1942, reserve=reserve, lent={"uk": "us1", "ussr": "cn1"})
    assert sizes(g, PACKET) == [11, 11, 0, 0] and g.picks == [4, 4, 0, 0]
    assert {"g01", "j01"} < set(packet(g, "germany")) and {"us1", "cn1"} < set(packet(g, "uk"))
    assert sizes(g, RESERVE) == sizes(g, LENT) == [0] * 4
    assert play_draft(g)[1] == [7, 7, 0, 0]
    assert sizes(g, HAND) == [10, 10, 0, 0]


@pytest.mark.rule("total_domination", "10.1d")
def test_words_of_a_common_draft() -> None:
    g = dealt(mode="two_players")
    ask = g.agenda[-1].prompt(g, AXIS)
    assert ask.rule == "10.1d"
    assert ask.text.startswith("Germany and Japan: click 3 cards")
    assert "United Kingdom and Soviet Union will get the others" in ask.text
    assert "Germany and Japan draw 8 cards." in log(
        g
    ) and "United Kingdom and Soviet Union draw 7 cards." in log(g)
    first = packet(g, "uk")[0]
    click(g, f"card:{first}", seat=ALLIES)
    assert (
        refused(g, f"card:{first}", ALLIES).text == "United Kingdom and Soviet Union keep this card already."
    )
    assert refused(g, f"card:{packet(g, 'germany')[0]}", ALLIES).rule == "10.1d"
    play_draft(g)
    assert "The packets of 5 cards change hands." in log(g)
    assert "Germany and Japan end the draft with 7 cards." in log(g, ALLIES)


@pytest.mark.rule("total_domination", "10.1a")
@pytest.mark.parametrize("left", range(16))
def test_two_hands_share_what_is_left(left: int) -> None:
    g = position(mode="two_players")
    leave(g, left)
    deal(g)
    play_draft(g)
    assert idle(g) and sizes(g, PACKET) == sizes(g, KEPT) == g.picks == [0] * 4
    assert sum(sizes(g, HAND)) + len(g.cards_in(DISCARDED)) == left


# --- one player with two hands


@pytest.mark.rule("total_domination", "10.2")
@pytest.mark.rule("total_domination", "10.3")
@pytest.mark.parametrize("year", [1939, 1940, 1941, 1942, 1943])
@pytest.mark.parametrize("mode", MODES[1:])
def test_hands_are_drafted_power_by_power_as_with_four_players(mode: str, year: int) -> None:
    four = dealt(mode=MODES[0], year=year)
    g = dealt(mode=mode, year=year)
    assert sizes(g, PACKET) == sizes(four, PACKET) and g.picks == four.picks
    while round_of(four) >= 0:
        assert [packet(g, name) for name in NAMES] == [packet(four, name) for name in NAMES]
        play_round(four)
        play_round(g)
        assert [kept(g, name) for name in NAMES] == [kept(four, name) for name in NAMES]
    assert [hand(g, name) for name in NAMES] == [hand(four, name) for name in NAMES]


@pytest.mark.rule("total_domination", "10.3")
def test_who_has_two_hands_chooses_for_one_after_the_other() -> None:
    g = dealt(mode="three_players_axis")
    first, second = packet(g, "germany"), packet(g, "japan")
    assert g.seats() == (0, 1, 2) and offers(g, 0) == [f"card:{name}" for name in first]
    assert refused(g, f"card:{second[0]}", 0).rule == "10.3"
    click(g, f"card:{first[0]}", f"card:{first[1]}", seat=0)
    # Its first hand is done, the seat is not.
    assert g.seats() == (0, 1, 2) and offers(g, 0) == [f"card:{name}" for name in second]
    assert g.agenda[-1].prompt(g, 0).text.startswith("Japan: ")
    assert refused(g, f"card:{first[0]}", 0).text == "Germany keeps this card already."
    click(g, f"card:{second[3]}", seat=0)
    assert g.seats() == (1, 2)
    assert (kept(g, "germany"), kept(g, "japan")) == (first[:2], [second[3]])


@pytest.mark.rule("total_domination", "10.2")
def test_in_the_variant_a_packet_goes_to_the_opponent_not_to_the_second_hand() -> None:
    g = dealt(mode="two_players_variant")
    mine = packet(g, "germany")
    assert g.seats() == (0, 1)
    play_round(g)
    assert packet(g, "uk") == mine[2:] and kept(g, "germany") == mine[:2]


# --- Fall of the Axis


@pytest.mark.rule("total_domination", "12.2c")
def test_fall_of_the_axis_begins_with_five_cards_passed_to_the_left() -> None:
    g = dealt(scenario="fall_of_the_axis", set_up=True, year=1943)
    assert sizes(g, PACKET) == [5] * 4 and g.picks == [1] * 4
    first = packet(g, "germany")
    play_round(g)
    assert packet(g, "uk") == first[1:]
    play_draft(g)
    assert sizes(g, HAND) == [4] * 4
    for year in (1944, 1945):
        assert sizes(dealt(scenario="fall_of_the_axis", set_up=True, year=year), PACKET) == [6] * 4
    assert sizes(dealt(year=1943), PACKET) == [6] * 4


@pytest.mark.rule("total_domination", "12.2c")
def test_the_scenario_says_which_way_its_first_packets_go() -> None:
    g = dealt(scenario="fall_of_the_axis", set_up=True, year=1943)
    g.start.pass_left = False
    try:
        first = packet(g, "germany")
        play_round(g)
        assert packet(g, "ussr") == first[1:]
    finally:
        g.start.pass_left = True
    g = dealt(scenario="fall_of_the_axis", set_up=True, year=1944)
    first = packet(g, "germany")
    play_round(g)
    assert packet(g, "ussr") == first[1:]


@pytest.mark.rule("total_domination", "12.2c")
@pytest.mark.rule("total_domination", "10.1a")
def test_fall_of_the_axis_with_common_hands() -> None:
    g = dealt(scenario="fall_of_the_axis", set_up=True, mode="two_players", year=1943)
    assert sizes(g, PACKET) == [9, 9, 0, 0]
    play_draft(g)
    assert sizes(g, HAND) == [8, 8, 0, 0]


# --- alone


@pytest.mark.rule("total_domination", "13.0.4")
@pytest.mark.parametrize("case", YEARS, ids=IDS)
def test_example_solo_hand_sizes(case: dict[str, Any]) -> None:
    g = dealt(scenario="solo", mode="solo", year=case["year"])
    assert isinstance(g.agenda[-1], Thin) and g.seats() == (0,)
    assert sizes(g, HAND) == [0, case["common_draw"][1], 0, 0]
    assert sizes(g, PACKET) == [0] * 4  # the Axis draws nothing
    play = hand(g, "uk")
    assert offers(g) == [f"card:{name}" for name in play]
    assert g.agenda[-1].prompt(g, 0).rule == "13.0.4"
    click(g, f"card:{play[3]}")
    assert "2 to go" not in g.agenda[-1].prompt(g, 0).text and not idle(g)
    click(g, f"card:{play[0]}")
    assert idle(g) and sizes(g, HAND) == [0, case["solo_player"], 0, 0]
    assert sorted(g.cards_in(DISCARDED)) == sorted([card(g, play[0]), card(g, play[3])])
    assert f"United Kingdom and Soviet Union discard {g.t.card_name[card(g, play[0])]}" in log(g)[-1]


@pytest.mark.rule("total_domination", "13.0.4")
def test_alone_cards_set_aside_come_on_top() -> None:
    g = dealt(scenario="solo", mode="solo", year=1940, lent={"uk": "us1"}, reserve={"uk": ["r01"]})
    assert len(hand(g, "uk")) == 9 and {"us1", "r01"} < set(hand(g, "uk"))
    click(g, offers(g)[0], offers(g)[1])
    assert idle(g) and len(hand(g, "uk")) == 7


@pytest.mark.rule("total_domination", "13.0.4")
def test_alone_refusals_say_what_to_do() -> None:
    g = dealt(scenario="solo", mode="solo")
    elsewhere = next(name for name in ("g01", "u01", "j01", "r01") if name not in hand(g, "uk"))
    assert "not in the hand" in refused(g, f"card:{elsewhere}").text
    for name in ("button:pass", "area:poland", "power:germany"):
        refusal = refused(g, name)
        assert refusal.rule == "13.0.4" and "discard 2 cards" in refusal.text


@pytest.mark.rule("total_domination", "13.0.4")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_alone_with_hardly_a_card(left: int) -> None:
    g = position(scenario="solo", mode="solo")
    leave(g, left)
    deal(g)
    for _ in range(min(2, left)):
        click(g, offers(g)[0])
    assert idle(g) and len(hand(g, "uk")) == max(0, left - 2)


@pytest.mark.parametrize("mode", ["four_players", "two_players", "solo"])
def test_without_a_log_the_same_happens(mode: str) -> None:
    scenario = "solo" if mode == "solo" else "standard"
    silent = position(mode=mode, scenario=scenario)
    silent.log = None
    told = deal(position(mode=mode, scenario=scenario))
    deal(silent)
    while not idle(told):
        seat = told.seats()[0]
        assert silent.seats() == told.seats()
        told.apply(seat, told.choices(seat)[0])
        silent.apply(seat, silent.choices(seat)[0])
    assert idle(silent) and silent.cards == told.cards and silent.log is None
    assert Thin.unpack(Thin(1, 2).pack()).pack() == [1, 2]
