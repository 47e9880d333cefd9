"""Passing: forced or not, what goes into reserve, what is discarded, with hands apart or common. [4.2b]"""

import pytest

from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games.total_domination.components.constants import DISCARDED, HAND, KEPT, LENT, PACKET, RESERVE
from sandtable.games.total_domination.testing import power
from sandtable.testing import assert_refused, secrets_kept
from tests.games.total_domination.clicks import GAME, T, board, cards, offered, play_keys, table, told, top
from tests.games.total_domination.looking import EXAMPLES

HANDS = {
    "germany": ["g02", "g06", "g11"],
    "uk": ["u06", "u07", "u11"],
    "japan": ["j02", "j06", "j10"],
    "ussr": ["r06", "r07", "r10"],
}
AXIS = ["g02", "g06", "g11", "j02", "j06"]
ALLIES = ["u06", "u07", "u11", "r06", "r07"]
COMMON = {"germany": AXIS, "uk": ALLIES}


def actor(m: Match) -> str:
    """The power whose turn it is."""
    return T.nation_id[board(m).power]


def hand(m: Match, name: str) -> list[str]:
    """The cards of a power's hand."""
    return cards(m, HAND + board(m).holder[power(board(m), name)])


def reserve(m: Match, name: str) -> list[str]:
    """The reserve of a power's hand."""
    return cards(m, RESERVE + board(m).holder[power(board(m), name)])


def has_passed(m: Match) -> list[str]:
    """Return who has passed."""
    return [T.nation_id[p] for p in range(4) if board(m).passed >> p & 1]


def drawn(m: Match, name: str) -> list[str]:
    """The packet of a hand in a new year, without what it has kept of it already."""
    return cards(m, PACKET + board(m).holder[power(board(m), name)])


# --- forced and voluntary


@pytest.mark.rule("total_domination", "4.2b")
def test_without_cards_a_power_passes_unasked() -> None:
    m = table(set_up=True, hands={"germany": ["g02"], "japan": ["j02", "j06"]}, passed=["ussr"])
    play_keys(m, "card:g02 button:operate button:done")
    assert actor(m) == "japan" and has_passed(m) == ["uk", "ussr"]
    assert "United Kingdom has no cards left and passes. [4.2b]" in told(m)
    play_keys(m, "card:j02 button:operate button:done")
    assert actor(m) == "japan" and has_passed(m) == ["germany", "uk", "ussr"]


@pytest.mark.rule("total_domination", "4.2b")
def test_a_power_with_cards_may_pass_and_does_nothing_more_this_round() -> None:
    m = table(set_up=True, hands=HANDS)
    play_keys(m, "button:pass button:done")
    assert has_passed(m) == ["germany"] and "Germany passes. [4.2b]" in told(m)
    acting = []
    while board(m).year() == 1939:
        acting.append(actor(m))
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    assert acting == ["uk", "japan", "ussr"] * 3
    assert has_passed(m) == []  # a new round


@pytest.mark.rule("total_domination", "4.2b")
def test_when_all_have_passed_the_year_goes_on() -> None:
    m = table(set_up=True, hands=HANDS)
    for _ in range(4):
        assert board(m).year() == 1939
        play_keys(m, "button:pass button:done")
    assert top(m) == "Draft" and board(m).year() == 1940


# --- the reserve


@pytest.mark.rule("total_domination", "4.2c")
@pytest.mark.parametrize("who", ["germany", "uk", "japan", "ussr"])
def test_one_card_goes_into_reserve_and_the_others_are_discarded(who: str) -> None:
    m = table(set_up=True, hands=HANDS, turn=who)
    m.play("button:pass")
    assert offered(m) == ["button:done", *[f"card:{name}" for name in HANDS[who]]]
    seat = power(board(m), who)
    m.play(f"card:{HANDS[who][1]}")
    assert reserve(m, who) == [HANDS[who][1]] and hand(m, who) == []
    assert cards(m, DISCARDED) == [HANDS[who][0], HANDS[who][2]]
    assert actor(m) != who
    # The others see what was discarded, not what was kept.
    name = T.card_name[T.card_index[HANDS[who][1]]]
    put = [line for line in told(m, seat) if "into reserve" in line]
    assert len(put) == 1 and name in put[0]
    for other in (None, (seat + 1) % 4):
        put = [line for line in told(m, other) if "into reserve" in line]
        assert put == [f"{T.nation_name[seat]} puts a card into reserve. [4.2c]"]
    discarded = [line for line in told(m) if " discards " in line]
    assert len(discarded) == 1 and discarded[0].endswith("[4.2c]")
    for kept in (HANDS[who][0], HANDS[who][2]):
        assert T.card_name[T.card_index[kept]] in discarded[0]


@pytest.mark.rule("total_domination", "4.2c")
def test_keeping_a_card_is_a_choice() -> None:
    m = table(set_up=True, hands=HANDS)
    play_keys(m, "button:pass button:done")
    assert reserve(m, "germany") == [] and cards(m, DISCARDED) == HANDS["germany"]


@pytest.mark.rule("total_domination", "4.2c")
def test_only_own_cards_are_kept() -> None:
    m = table(set_up=True, hands=HANDS)
    m.play("button:pass")
    assert_refused(m, "card:u06", "4.2a", text="not in your hand")
    assert_refused(m, "button:pass", "4.2c")
    assert_refused(m, "button:disband", "4.2c")
    assert_refused(m, "unit:german_army@germany", "4.2c")


@pytest.mark.rule("total_domination", "4.2c")
def test_the_reserve_comes_back_in_the_next_draft() -> None:
    m = table(set_up=True, hands={"germany": HANDS["germany"]})
    play_keys(m, "button:pass card:g06")
    assert board(m).year() == 1940 and top(m) == "Draft"
    assert "g06" in drawn(m, "germany") and len(drawn(m, "germany")) == 5
    assert board(m).picks[:2] == [2, 1]
    assert reserve(m, "germany") == []


@pytest.mark.rule("total_domination", "4.2c")
@pytest.mark.parametrize(("scenario", "year"), [("standard", 1945), ("rise_of_the_axis", 1942)])
def test_in_the_last_year_nothing_is_kept_for_a_draft_that_never_comes(scenario: str, year: int) -> None:
    first = T.nation_id[T.first_power[year - 1939]]
    m = table(set_up=True, hands=HANDS, scenario=scenario, year=year, turn=first)
    m.play("button:pass")
    assert actor(m) != first and hand(m, first) == reserve(m, first) == []
    assert cards(m, DISCARDED) == HANDS[first]
    earlier = table(set_up=True, hands=HANDS, scenario=scenario, year=year - 1)
    earlier.play("button:pass")
    assert top(earlier) == "Reserve"


def test_the_reserve_is_a_secret() -> None:
    m = table(set_up=True, hands=HANDS, passed=["ussr"])
    play_keys(m, "button:pass card:g06")
    for seat in range(4):
        for seed in range(5):
            assert secrets_kept(GAME, m.state, seat, Rng(seed))
    seen = {tuple(GAME.determinize(m.state, 1, Rng(seed)).pack()["cards"]) for seed in range(20)}
    assert len(seen) == 20


def test_there_is_no_way_back_behind_a_discarded_hand() -> None:
    m = table(set_up=True, hands=HANDS)
    m.play("button:pass")
    assert m.can_undo()
    m.play("card:g06")
    assert not m.can_undo()


# --- after Lend-Lease


@pytest.mark.rule("total_domination", "4.2d")
@pytest.mark.rule("total_domination", "9.1c")
@pytest.mark.parametrize(("who", "card"), [("uk", "u07"), ("ussr", "r07")])
def test_after_lend_lease_nothing_goes_into_reserve(who: str, card: str) -> None:
    m = table(set_up=True, hands=HANDS, turn=who)
    play_keys(m, f"card:{card} button:lend_lease")
    while actor(m) != who:
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    rest = hand(m, who)
    assert len(rest) == 2
    m.play("button:pass")
    assert actor(m) != who and hand(m, who) == reserve(m, who) == []
    assert set(rest) <= set(cards(m, DISCARDED))
    assert [line for line in told(m) if " discards " in line and line.endswith("[4.2d]")]
    assert len(cards(m, LENT + power(board(m), who))) == 1  # what it brought waits for the draft


@pytest.mark.rule("total_domination", "4.2d")
def test_the_teammate_keeps_its_reserve() -> None:
    m = table(set_up=True, hands=HANDS, turn="uk")
    play_keys(m, "card:u07 button:lend_lease")
    while actor(m) != "ussr":
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    m.play("button:pass")
    assert top(m) == "Reserve"


@pytest.mark.rule("total_domination", "9.1c")
def test_a_new_round_allows_a_reserve_again() -> None:
    m = table(set_up=True, hands={"uk": ["u07", "u06"]}, turn="uk")
    play_keys(m, "card:u07 button:lend_lease button:pass")
    assert board(m).year() == 1940 and board(m).leased == 0


# --- a common hand


@pytest.mark.rule("total_domination", "10.1c")
@pytest.mark.parametrize("count", range(1, 8))
def test_the_first_power_to_pass_costs_half_of_the_common_hand(count: int) -> None:
    names = [*AXIS, "j10", "j11"][:count]
    m = table(set_up=True, hands={"germany": names, "uk": ALLIES}, mode="two_players")
    m.play("button:pass")
    for _ in range(count // 2):
        assert (top(m), m.prompts[0].seat, m.prompts[0].rule) == ("Halve", 0, "10.1c")
        assert set(offered(m)) == {f"card:{name}" for name in hand(m, "germany")}  # no Done: it must be
        m.play(offered(m)[-1])
    assert actor(m) == "uk" and has_passed(m) == ["germany"]
    assert len(hand(m, "japan")) == count - count // 2
    assert len(cards(m, DISCARDED)) == count // 2
    assert reserve(m, "germany") == reserve(m, "japan") == []
    case = [c for c in EXAMPLES["two_player_pass"]["cases"] if c["hand"] == count]
    for row in case:
        if "stays" in row:
            assert (count // 2, len(hand(m, "japan"))) == (row["first_power_passes_discards"], row["stays"])


@pytest.mark.rule("total_domination", "10.1c")
def test_what_is_left_of_a_common_hand_is_for_the_other_power() -> None:
    m = table(set_up=True, hands=COMMON, mode="two_players")
    play_keys(m, "button:pass card:g02")
    assert_refused(m, "button:done", "10.1c")
    assert_refused(m, "card:u06", "4.2a")
    assert_refused(m, "button:disband", "10.1c")
    m.play("card:g11")
    assert not m.can_undo()  # all have seen the cards
    play_keys(m, "card:u06 button:operate button:done")
    assert actor(m) == "japan" and offered(m)[:3] == ["card:g06", "card:j02", "card:j06"]


@pytest.mark.rule("total_domination", "4.2e")
@pytest.mark.parametrize("count", range(1, 6))
def test_the_second_power_to_pass_may_reserve_half_of_the_common_hand(count: int) -> None:
    names = AXIS[:count]
    half = (count + 1) // 2
    m = table(set_up=True, turn="japan", hands={"germany": names, "uk": ALLIES}, mode="two_players")
    board(m).passed = 1
    m.play("button:pass")
    assert m.prompts[0].rule == ("4.2e" if half > 1 else "4.2c")
    for number in range(half):
        assert top(m) == "Reserve" and len(reserve(m, "germany")) == number
        m.play(f"card:{names[number]}")
    assert actor(m) == "ussr"
    assert reserve(m, "japan") == names[:half] and cards(m, DISCARDED) == names[half:]
    for row in EXAMPLES["two_player_pass"]["cases"]:
        if "second_power_passes_reserve_at_most" in row and row["hand"] == count:
            assert half == row["second_power_passes_reserve_at_most"]


@pytest.mark.rule("total_domination", "4.2e")
def test_fewer_may_be_kept() -> None:
    m = table(set_up=True, turn="japan", hands=COMMON, mode="two_players", passed=["germany"])
    play_keys(m, "button:pass card:j02 button:done")
    assert reserve(m, "japan") == ["j02"] and cards(m, DISCARDED) == ["g02", "g06", "g11", "j06"]


@pytest.mark.rule("total_domination", "4.2e")
def test_each_reserved_card_of_a_common_hand_adds_a_card_and_a_pick() -> None:
    m = table(
        set_up=True,
        turn="japan",
        hands={"germany": ["g02", "g06", "g11"]},
        mode="two_players",
        passed=["germany", "uk", "ussr"],
    )
    play_keys(m, "button:pass card:g02 card:g06")
    assert board(m).year() == 1940
    assert len(drawn(m, "germany")) == 9 and {"g02", "g06"} <= set(drawn(m, "germany"))
    assert board(m).picks[:2] == [4, 2]
    m.play("card:g02", 0)
    assert "g02" in cards(m, KEPT)


@pytest.mark.rule("total_domination", "4.2c")
@pytest.mark.rule("total_domination", "10.2")
def test_with_separate_hands_two_players_reserve_as_four_do() -> None:
    m = table(set_up=True, hands=HANDS, mode="two_players_variant")
    m.play("button:pass")
    assert (top(m), m.prompts[0].rule) == ("Reserve", "4.2c")
    m.play("card:g02")
    assert actor(m) == "uk" and reserve(m, "germany") == ["g02"]
    assert hand(m, "japan") == HANDS["japan"]


@pytest.mark.rule("total_domination", "4.2d")
@pytest.mark.rule("total_domination", "9.1c")
@pytest.mark.parametrize("leasing", ["uk", "ussr"])
@pytest.mark.parametrize("last", ["uk", "ussr"])
def test_lend_lease_of_either_power_empties_a_common_reserve(leasing: str, last: str) -> None:
    # [R34]
    m = table(
        set_up=True, turn=leasing, hands={"uk": ALLIES}, mode="two_players", passed=["germany", "japan"]
    )
    play_keys(m, "card:u07 button:lend_lease")
    if actor(m) == last:
        play_keys(m, "card:u06 button:operate button:done")
    held = len(hand(m, "uk"))
    m.play("button:pass")
    while top(m) == "Halve":
        m.play(offered(m)[0])
    assert actor(m) == last and len(hand(m, "uk")) == held - held // 2  # the first pass is like any other
    m.play("button:pass")
    assert board(m).year() == 1940 and reserve(m, "uk") == []
    assert [line for line in told(m) if " discards " in line and line.endswith("[4.2d]")]


@pytest.mark.rule("total_domination", "10.1c")
def test_the_solo_player_passes_by_the_rules_for_two() -> None:
    m = table(
        set_up=True,
        scenario="solo",
        mode="solo",
        turn="uk",
        hands={"uk": ALLIES},
        passed=["germany", "japan"],
    )
    m.play("button:pass")
    assert top(m) == "Halve"
    play_keys(m, "card:u06 card:u07 button:pass")
    assert (top(m), m.prompts[0].rule) == ("Reserve", "4.2e")
