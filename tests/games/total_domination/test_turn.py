"""The Action phase: whose turn it is, which card, and what it is played for. [4.2a] [3.3a]"""

import pytest

from sandtable.engine.match import Match
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.testing import area, power
from sandtable.testing import assert_refused
from tests.games.total_domination.clicks import T, board, cards, offered, play_keys, table, told, top
from tests.games.total_domination.looking import EXAMPLES

HANDS = {
    "germany": ["g02", "g11"],
    "uk": ["u06", "u11"],
    "japan": ["j10", "j02"],
    "ussr": ["r06", "r10"],
}
MODES = tuple(T.mode_id[:-1])
USES = ("operate", "develop", "event", "lend_lease", "launch", "strike")


def actor(m: Match) -> str:
    """The power whose turn it is."""
    return T.nation_id[board(m).power]


def uses(m: Match, key: str) -> list[str]:
    """What a card of the hand can be played for."""
    copy = Match(m.game, m.setup, m.state.copy())
    copy.play(f"card:{key}")
    return [name.removeprefix("button:") for name in offered(copy)]


def in_play(m: Match, where: int, name: str) -> list[str]:
    """The cards in a place of a power."""
    return cards(m, where + power(board(m), name))


# --- turns


@pytest.mark.rule("total_domination", "4.2a")
@pytest.mark.rule("total_domination", "4.0b")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("year", [1939, 1940, 1941, 1942])
def test_one_card_each_in_the_order_of_the_year_until_all_have_passed(mode: str, year: int) -> None:
    first = T.nation_id[T.first_power[year - 1939]]
    m = table(set_up=True, hands=HANDS, mode=mode, year=year, turn=first)
    clockwise = ["germany", "uk", "japan", "ussr"]
    start = clockwise.index(first)
    order = clockwise[start:] + clockwise[:start]
    seen = []
    for _ in range(8):
        assert top(m) == "Turn"
        seen.append(actor(m))
        assert m.prompts[0].seat == board(m).seat_of[board(m).power]
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    assert seen == order * 2
    # The hands are empty: all pass, and the Administrative phase is over as well.
    assert top(m) == "Draft" and board(m).year() == year + 1
    passes = [line for line in told(m) if line.endswith("has no cards left and passes. [4.2b]")]
    assert [line.split(" has ")[0] for line in passes] == [T.nation_name[power(board(m), n)] for n in order]


@pytest.mark.rule("total_domination", "4.2a")
def test_who_has_passed_is_left_out_and_the_others_go_on() -> None:
    m = table(set_up=True, hands=HANDS, passed=["uk", "ussr"])
    seen = []
    while board(m).year() == 1939:
        seen.append(actor(m))
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    assert seen == ["germany", "japan", "germany", "japan"]


@pytest.mark.rule("total_domination", "10.1j")
@pytest.mark.rule("total_domination", "10.1b")
def test_two_players_keep_the_order_of_the_four_powers() -> None:
    example = EXAMPLES["two_player_turn_order"]
    m = table(set_up=True, hands={"germany": ["g02", "g11", "j02"], "uk": ["u06", "u11"]}, mode="two_players")
    asked = []
    for _ in range(4):
        asked.append((actor(m), m.prompts[0].seat))
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    assert asked == [("germany", 0), ("uk", 1), ("japan", 0), ("ussr", 1)]
    assert [name for name, _ in asked[1:]] == example["expect"]["next"]
    # Twice in a row only if the other three have passed.
    m = table(
        set_up=True,
        hands={"germany": ["g02", "g11"]},
        mode="two_players",
        passed=["uk", "japan", "ussr"],
    )
    play_keys(m, "card:g02 button:operate button:done")
    assert actor(m) == "germany" and offered(m)[0] == "card:g11"


@pytest.mark.rule("total_domination", "10.2")
@pytest.mark.rule("total_domination", "10.3")
@pytest.mark.parametrize(("mode", "rule"), [("two_players_variant", "10.2"), ("three_players_axis", "10.3")])
def test_separate_hands_are_never_mixed(mode: str, rule: str) -> None:
    m = table(set_up=True, hands=HANDS, mode=mode)
    assert offered(m)[:2] == ["card:g02", "card:g11"]
    assert_refused(m, "card:j02", rule, text="Japan")
    assert_refused(m, "card:u06", "4.2a", text="not in your hand")
    play_keys(m, "button:pass button:done")
    while actor(m) != "japan":
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    assert m.prompts[0].seat == 0
    assert offered(m)[:2] == ["card:j02", "card:j10"]


def test_cards_that_wait_for_the_next_draft_are_not_played() -> None:
    m = table(
        set_up=True,
        turn="uk",
        hands={"uk": ["u06"]},
        reserve={"uk": ["u11"], "germany": ["g11"]},
        lent={"uk": "us1"},
    )
    assert offered(m) == ["card:u06", "button:pass", "button:disband"]
    assert_refused(m, "card:u11", "4.2c", text="next draft")
    assert_refused(m, "card:us1", "9.1e", text="next draft")
    assert_refused(m, "card:g11", "4.2a", text="not in your hand")


def test_units_can_be_returned_before_a_card_is_played() -> None:
    m = table(set_up=True, hands=HANDS)
    play_keys(m, "button:disband unit:german_army@germany")
    g = board(m)
    assert (top(m), actor(m)) == ("Turn", "germany")
    assert len(g.at[area(g, "germany")]) == 1
    bare = table(hands=HANDS, units={"united_kingdom": "uk_army"})
    assert "button:disband" not in offered(bare)
    assert_refused(bare, "button:disband", "6.1d", text="no units")


# --- what a card is played for


@pytest.mark.rule("total_domination", "3.3a")
@pytest.mark.rule("total_domination", "3.3b")
def test_any_card_can_be_played_for_its_points() -> None:
    for card in range(T.n_cards):
        nation = T.patron[T.card_colour[card]]
        for who in range(4):
            m = table(set_up=True, turn=T.nation_id[who], hands={T.nation_id[who]: [T.card_id[card]]})
            play_keys(m, f"card:{T.card_id[card]} button:operate")
            points = T.card_ops[card]
            if who == nation == T.card_colour[card]:
                points = max(points, T.event_ops[card] if T.event[card] == 0 else 0)
            assert f"has {points} points left" in m.prompts[0].text
            assert cards(m, const.IN_PLAY) == [T.card_id[card]]


@pytest.mark.rule("total_domination", "3.3a")
def test_the_question_tells_what_each_use_would_be() -> None:
    m = table(set_up=True, hands={"germany": ["g02"]})
    m.play("card:g02")
    text = m.prompts[0].text
    assert "Operations: 6 points" in text and "Technology: Self-propelled Artillery" in text
    assert text.startswith("What does Germany play Panzer Groups (5) for? ")
    assert "(destroying armies and Air Fleets costs 1 less)" in text and m.prompts[0].rule == "3.3a"
    # what is not possible is not mentioned: this event works by itself
    assert "Event" not in text and "Lend-Lease" not in text
    m = table(set_up=True, hands={"uk": ["u06"]}, turn="uk", down={"uk": "j04"}, tracks={"us": 1})
    m.play("card:u06")
    text = m.prompts[0].text
    assert "Technology" not in text and "Event: Deploy 2 fleets." in text
    assert text.endswith("Lend-Lease: the US marker goes to box 2 of 4.")


@pytest.mark.rule("total_domination", "4.2c")
@pytest.mark.rule("total_domination", "4.2d")
@pytest.mark.rule("total_domination", "10.1c")
def test_the_question_tells_what_becomes_of_the_cards_of_a_power_that_passes() -> None:
    hands = {"uk": ["u01", "u02"], "ussr": ["r01"], "germany": ["g01"]}
    reserve, gone, half = "not kept in reserve is", "after Lend-Lease all", "half of the common hand"
    g = board(table(hands=hands, turn="uk"))
    assert reserve in g.agenda[-1].prompt(g, 1).text
    g.leased = 1 << 1
    assert gone in g.agenda[-1].prompt(g, 1).text
    g = board(table(hands={"uk": ["u01", "u02"]}, mode="two_players", turn="uk"))
    assert half in g.agenda[-1].prompt(g, 1).text
    g.cards[g.hand(1)[0]] = const.DECK
    assert "Soviet Union goes on with the hand" in g.agenda[-1].prompt(g, 1).text
    g.passed = 1 << 3
    assert reserve in g.agenda[-1].prompt(g, 1).text
    g.leased = 1 << 3
    assert gone in g.agenda[-1].prompt(g, 1).text


READY = {
    "germany": "german_army, german_air_fleet",
    "united_kingdom": "uk_fleet, uk_army",
    "poland": "neutral_army",
}


@pytest.mark.rule("total_domination", "3.3a")
@pytest.mark.rule("total_domination", "3.3c")
@pytest.mark.rule("total_domination", "3.3d")
@pytest.mark.rule("total_domination", "3.3e")
@pytest.mark.parametrize("use", USES)
def test_a_card_is_used_once_and_for_one_thing(use: str) -> None:
    # Each use leaves the card where it belongs, and the turn is over.
    who, card, others = ("uk", "u07", "germany") if use == "lend_lease" else ("germany", "g12", "uk")
    m = table(
        units=READY,
        turn=who,
        hands={who: [card], others: ["u01", "j01"], "japan": ["j02"], "ussr": ["r02"]},
        techs={"germany": ["flying_bomb"], "uk": ["shipyard"]} if use == "launch" else {},
    )
    before = board(m).vp[:]
    assert use in uses(m, card)
    play_keys(m, f"card:{card} button:{use}")
    for _ in range(3):
        if m.prompts[0].seat == board(m).seat_of[power(board(m), who)]:
            keys = offered(m)
            play_keys(m, "button:done" if "button:done" in keys else keys[0])
    place = {
        "develop": const.DOWN + power(board(m), who),
        "event": const.INFLUENCING + power(board(m), who),
    }.get(use, const.DISCARDED)
    assert board(m).cards[T.card_index[card]] == place
    assert actor(m) != who
    assert (board(m).vp == before) == (use != "event")


@pytest.mark.rule("total_domination", "3.3a")
def test_a_saved_point_is_the_card_itself() -> None:
    m = table(set_up=True, hands=HANDS)
    play_keys(m, "card:g02 button:operate button:save")
    assert in_play(m, const.TURNED, "germany") == ["g02"] and actor(m) == "uk"


@pytest.mark.rule("total_domination", "3.3a")
def test_only_what_is_possible_is_offered_and_the_rest_is_explained() -> None:
    m = table(set_up=True, hands=HANDS, down={"germany": "g13"})
    m.play("card:g11")
    assert offered(m) == ["button:operate", "button:event"]
    for use, rule in (("develop", "8.0c"), ("lend_lease", "9.1a"), ("launch", "6.4a")):
        assert_refused(m, f"button:{use}", rule)
    assert_refused(m, "button:strike", "11.1.Aa")
    assert_refused(m, "button:pass", "3.3a", text="take it back")
    assert_refused(m, "card:g02", "3.3a", text="take it back")


@pytest.mark.rule("total_domination", "3.3a")
def test_a_card_that_was_taken_up_can_be_put_back() -> None:
    m = table(set_up=True, hands=HANDS)
    before = offered(m)
    m.play("card:g02")
    assert cards(m, const.HAND) == ["g02", "g11"]
    m.undo()
    assert offered(m) == before


@pytest.mark.rule("total_domination", "3.3d")
@pytest.mark.rule("total_domination", "10.1b")
def test_an_event_needs_the_colour_of_the_power_that_acts_though_the_hand_is_common() -> None:
    hands = {"germany": ["g11", "j10"], "uk": ["u11", "r10"]}
    for who, own, other in (
        ("germany", "g11", "j10"),
        ("japan", "j10", "g11"),
        ("uk", "u11", "r10"),
        ("ussr", "r10", "u11"),
    ):
        m = table(set_up=True, turn=who, hands=hands, mode="two_players")
        assert {f"card:{own}", f"card:{other}"} <= set(offered(m))
        assert "event" in uses(m, own) and "event" not in uses(m, other)
        m.play(f"card:{other}")
        assert_refused(m, "button:event", "7.0a")


@pytest.mark.rule("total_domination", "10.1b")
def test_a_value_card_counts_more_for_the_power_of_its_colour_only() -> None:
    for who, points in (("germany", 6), ("japan", 5)):
        m = table(set_up=True, turn=who, hands={"germany": ["g02"]}, mode="two_players")
        play_keys(m, "card:g02 button:operate")
        assert f"has {points} points left" in m.prompts[0].text


@pytest.mark.rule("total_domination", "12.1a")
def test_rise_of_the_axis_knows_neither_events_nor_lend_lease() -> None:
    for who in ("germany", "uk", "japan", "ussr"):
        m = table(set_up=True, scenario="rise_of_the_axis", turn=who, hands=HANDS)
        for key in HANDS[who]:
            assert set(uses(m, key)) <= {"operate", "develop"}
        m.play(f"card:{HANDS[who][0]}")
        assert_refused(m, "button:event", "12.1a")
        assert_refused(m, "button:lend_lease", "9.1a" if who in ("germany", "japan") else "12.1c")
    m = table(set_up=True, scenario="rise_of_the_axis", hands=HANDS)
    play_keys(m, "card:g02 button:operate")
    assert "has 5 points left" in m.prompts[0].text  # what its colour adds is an event [R29]


# --- two powers, one player


@pytest.mark.rule("total_domination", "10.1i")
def test_each_power_of_a_player_develops_for_itself() -> None:
    hands = {"germany": ["g02", "g06", "g08", "j02"], "uk": ["u06", "u11"]}
    m = table(set_up=True, hands=hands, mode="two_players")
    play_keys(m, "card:g02 button:develop")
    while actor(m) != "japan":
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    assert "develop" in uses(m, "g06")
    play_keys(m, "card:g06 button:develop")
    while actor(m) != "germany":
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    m.play("card:g08")
    assert_refused(m, "button:develop", "8.0c")
    assert in_play(m, const.DOWN, "germany") == ["g02"] and in_play(m, const.DOWN, "japan") == ["g06"]
    # Revealed, each works for its own power.
    while board(m).year() == 1939:
        keys = offered(m)
        key = next((k for k in ("button:operate", "button:done", "button:pass") if k in keys), keys[0])
        m.play(key, m.prompts[0].seat)
    assert in_play(m, const.ACTIVE, "germany") == ["g02"] and in_play(m, const.ACTIVE, "japan") == ["g06"]
    techs = board(m).techs
    assert techs[0] == 1 << T.tech_index["self_propelled_artillery"]
    assert techs[2] == 1 << T.tech_index["arsenal"]


@pytest.mark.rule("total_domination", "10.1i")
def test_the_same_technology_is_developed_twice_by_one_player() -> None:
    m = table(
        set_up=True,
        turn="japan",
        hands={"germany": ["g04"]},
        techs={"germany": ["mechanization"]},
        mode="two_players",
    )
    assert "develop" in uses(m, "g04")
    m = table(
        set_up=True, hands={"germany": ["g04"]}, techs={"germany": ["mechanization"]}, mode="two_players"
    )
    assert "develop" not in uses(m, "g04")


@pytest.mark.rule("total_domination", "10.1k")
def test_saved_points_and_tactics_stay_with_their_power() -> None:
    hands = {"germany": ["g02", "j02", "g04", "g01"], "uk": ["u06", "u11", "u12"]}
    m = table(set_up=True, hands=hands, mode="two_players", tactics={"germany": ["r04"]})
    play_keys(m, "card:g02 button:operate")
    assert "has 7 points left" in m.prompts[0].text
    m.play("button:save")
    assert in_play(m, const.TURNED, "germany") == ["g02"] and in_play(m, const.BEFORE, "germany") == ["r04"]
    while actor(m) != "japan":
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    play_keys(m, "card:j02 button:operate")
    assert "has 6 points left" in m.prompts[0].text  # no +1 here
    assert_refused(m, "button:add_saved", "6.0c")
    assert "button:save" in offered(m)
    m.play("button:done")
    while actor(m) != "germany":
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    play_keys(m, "card:g01 button:operate button:add_saved")
    assert "has 9 points left" in m.prompts[0].text


@pytest.mark.rule("total_domination", "10.1k")
def test_units_areas_and_supply_stay_with_their_power() -> None:
    m = table(set_up=True, hands={"germany": ["g01"], "uk": ["u01"]}, mode="two_players")
    play_keys(m, "card:g01 button:operate")
    g = board(m)
    assert not [key for key in offered(m) if "japanese" in key]
    assert_refused(m, "unit:japanese_army@japan", "3.2b", text="teammate")
    assert_refused(m, "kind:japanese_army", "6.1b")
    m.play("unit:german_army@germany")
    assert_refused(m, "area:japan", "3.8.4", text="teammate")
    assert not g.supplied(0) & T.homes[2] and not g.supplied(2) & T.homes[0]


def test_lend_lease_of_one_power_leaves_the_other_its_own() -> None:
    hands = {"uk": ["u07", "u06", "r06", "r02"], "germany": ["g01", "g02"]}
    m = table(set_up=True, turn="uk", hands=hands, mode="two_players")
    play_keys(m, "card:u07 button:lend_lease")
    assert in_play(m, const.LENT, "uk") and not in_play(m, const.LENT, "ussr")
    while actor(m) != "ussr":
        play_keys(m, f"{offered(m)[0]} button:operate button:done")
    assert "lend_lease" in uses(m, "u06")  # [R66]
