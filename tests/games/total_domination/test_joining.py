"""Lend-Lease, Axis invasion, and what it means that an additional power joins the war."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.total_domination.components.constants import APART, DECK, DISCARDED, HAND, LENT, POWERS
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import victory
from sandtable.games.total_domination.rules.action_phase import Use
from sandtable.games.total_domination.rules.cards import war_entry
from sandtable.games.total_domination.rules.operations import attack, deployment, movement
from sandtable.games.total_domination.testing import area, areas, card, position, power, unit_at
from tests.games.total_domination.driving import begin, click, idle, log, refused

FILE = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["example"]}

# Cards worth 3, 4, 5 and 6 points to a British or Soviet player.
WORTH = {3: "g11", 4: "g04", 5: "g06", 6: "j01"}


def lend(g: Board, who: str, name: str) -> None:
    """A power discards a card for Lend-Lease."""
    g.power = power(g, who)
    begin(g, Use(card(g, name)))
    click(g, "button:lend_lease")
    assert idle(g)


def barred(g: Board, who: str, name: str) -> tuple[str, str]:
    """Why a power may not discard a card for Lend-Lease."""
    assert not war_entry.can_lease(g, power(g, who), card(g, name))
    g.power = power(g, who)
    refusal = refused(begin(g, Use(card(g, name))), "button:lend_lease")
    return refusal.text, refusal.rule


def apart(g: Board, nation: str) -> list[int]:
    """The deck of an additional power."""
    return g.cards_in(APART + power(g, nation) - POWERS)


def go(g: Board, kind: str, here: str, there: str) -> None:
    """Move a unit that may do so."""
    unit = unit_at(g, kind, here)
    assert movement.destinations(g, g.owner(unit), unit) & g.t.bit[area(g, there)]
    movement.arrive(g, unit, area(g, there))


def shoot(g: Board, who: str, kind: str, where: str) -> None:
    """Destroy a unit that may be attacked."""
    unit = unit_at(g, kind, where)
    assert unit in attack.targets(g, power(g, who), 99)
    attack.destroy(g, power(g, who), unit)


# --- Lend-Lease


@pytest.mark.rule("total_domination", "3.3e")
@pytest.mark.rule("total_domination", "9.1a")
@pytest.mark.rule("total_domination", "9.1b")
def test_lend_lease_moves_the_marker_and_sets_a_card_aside() -> None:
    g = position(set_up=True, hands={"uk": ["g11", "u06"]}, dice=[2])
    lend(g, "uk", "g11")
    assert g.track[power(g, "us")] == 1 and g.track[power(g, "china")] == 0
    assert g.cards[card(g, "g11")] == DISCARDED
    assert g.cards_in(LENT + power(g, "uk")) == [card(g, "us3")]
    assert len(apart(g, "us")) == 3 and len(apart(g, "china")) == 2


@pytest.mark.rule("total_domination", "9.1e")
def test_only_the_player_sees_the_card_set_aside_and_it_is_not_in_hand() -> None:
    g = position(set_up=True, hands={"uk": ["g11", "u06"]}, dice=[2])
    lend(g, "uk", "g11")
    assert g.hand(power(g, "uk")) == [card(g, "u06")]
    assert g.cards_in(LENT + power(g, "uk")) == [card(g, "us3")]
    assert any("Good Neighbor Policy" in line for line in log(g, g.seat_of[power(g, "uk")]))
    for seat in (None, 0, 2, 3):
        assert not any("Good Neighbor Policy" in line for line in log(g, seat))
        assert any("US card" in line for line in log(g, seat))
    assert g.revealed == 1


@pytest.mark.rule("total_domination", "9.1a")
@pytest.mark.rule("total_domination", "9.1c")
@pytest.mark.rule("total_domination", "4.2d")
def test_lend_lease_is_done_once_in_a_round_and_remembered() -> None:
    g = position(set_up=True, hands={"uk": ["g11", "u06"], "ussr": ["g04"]})
    assert g.leased == 0
    lend(g, "uk", "g11")
    assert g.leased == 1 << power(g, "uk")  # what forbids a reserve when passing
    text, rule = barred(g, "uk", "u06")
    assert "already" in text and rule == "9.1a"
    assert war_entry.can_lease(g, power(g, "ussr"), card(g, "g04"))


@pytest.mark.rule("total_domination", "9.1f")
def test_the_soviet_union_lends_to_china() -> None:
    g = position(set_up=True, hands={"ussr": ["g11"]}, dice=[1])
    lend(g, "ussr", "g11")
    assert g.track[power(g, "china")] == 1 and g.track[power(g, "us")] == 0
    assert g.cards_in(LENT + power(g, "ussr")) == [card(g, "cn2")]
    assert len(apart(g, "us")) == 4


def test_with_a_common_hand_each_allied_power_lends_for_itself() -> None:
    """[R66]"""
    g = position(set_up=True, mode="two_players", hands={"uk": ["g11", "g04", "g06"]}, dice=[0, 0])
    lend(g, "uk", "g11")
    lend(g, "ussr", "g04")
    assert g.track[power(g, "us")] == 1 and g.track[power(g, "china")] == 1
    assert len(g.set_aside(power(g, "uk"))) == 2
    assert barred(g, "ussr", "g06")[1] == "9.1a"


@pytest.mark.rule("total_domination", "3.3e")
@pytest.mark.parametrize("who", ["germany", "japan"])
def test_the_axis_lends_nothing(who: str) -> None:
    g = position(set_up=True, hands={who: ["g01"]})
    text, rule = barred(g, who, "g01")
    assert "United Kingdom and Soviet Union" in text and rule == "9.1a"


@pytest.mark.rule("total_domination", "9.1d")
def test_no_lend_lease_to_a_power_at_war() -> None:
    g = position(set_up=True, hands={"uk": ["g01"], "ussr": ["g02"]}, joined=["us"])
    assert barred(g, "uk", "g01")[1] == "9.1d"
    assert war_entry.can_lease(g, power(g, "ussr"), card(g, "g02"))
    late = position(set_up=True, scenario="fall_of_the_axis", year=1943, hands={"uk": ["g01"]})
    assert barred(late, "uk", "g01")[1] == "9.1d"


@pytest.mark.rule("total_domination", "12.1c")
def test_without_joining_the_war_there_is_no_lend_lease() -> None:
    g = position(set_up=True, scenario="rise_of_the_axis", hands={"uk": ["g01"]})
    assert barred(g, "uk", "g01")[1] == "12.1c"


@pytest.mark.rule("total_domination", "9.0a")
@pytest.mark.rule("total_domination", "9.0d")
def test_the_last_step_brings_the_power_in_at_once_and_its_card_too() -> None:
    """[R28]"""
    g = position(set_up=True, hands={"uk": ["g01"]}, tracks={"us": 3}, dice=[0])
    us, uk = power(g, "us"), power(g, "uk")
    for name in ("us2", "us3", "us4"):
        g.lay(card(g, name), DISCARDED)
    before = g.vp[uk]
    lend(g, "uk", "g01")
    assert g.joined(us) and g.lord[us] == uk and g.track[us] == 4
    assert g.vp[uk] == before + 6  # both coasts, Hawaii and the Philippines
    assert g.cards_in(LENT + uk) == [card(g, "us1")]
    assert not g.joined(power(g, "china"))


@pytest.mark.rule("total_domination", "9.0a")
def test_the_last_box_but_one_is_not_enough() -> None:
    g = position(set_up=True, hands={"uk": ["g01"]}, tracks={"us": 2})
    lend(g, "uk", "g01")
    assert not g.joined(power(g, "us"))


# --- U-boats against Lend-Lease


@pytest.mark.rule("total_domination", "11.2d")
@pytest.mark.parametrize(
    "case", [c for c in EXAMPLES["uboot_stacking_and_lend_lease"]["cases"] if "min_ops" in c]
)
def test_u_boats_raise_what_a_card_must_be_worth(case: dict[str, int]) -> None:
    boats = case["u_boots"]
    units = {"atlantic": f"{min(boats, 2)} u_boot", "caribbean": "u_boot" if boats == 3 else ""}
    g = position(set_up=True, year=1941, units=units, hands={"uk": list(WORTH.values())})
    for worth, name in WORTH.items():
        assert war_entry.can_lease(g, power(g, "uk"), card(g, name)) == (worth >= case["min_ops"])
        if worth < case["min_ops"]:
            text, rule = barred(g, "uk", name)
            assert rule == "11.2d" and f"must be worth {case['min_ops']}" in text


@pytest.mark.rule("total_domination", "11.2d")
@pytest.mark.parametrize(
    ("name", "before", "saved", "legal"),
    [
        ("g05", [], False, False),  # 4 printed
        ("u03", [], False, True),  # 5 in its own colour
        ("g03", [], False, False),  # another's colour
        ("g05", ["u04"], False, True),  # +1
        ("g06", ["g05"], False, False),  # 5, but -1
        ("g04", [], True, False),  # a saved point does not count
    ],
)
def test_colour_and_tactics_count_against_u_boats(
    name: str, before: list[str], saved: bool, legal: bool
) -> None:
    """[R63]"""
    g = position(
        set_up=True,
        year=1940,
        units={"atlantic": "2 u_boot"},
        hands={"uk": [name]},
        tactics={"uk": before},
        saved={"uk": "r13"} if saved else {},
    )
    assert war_entry.can_lease(g, power(g, "uk"), card(g, name)) == legal


@pytest.mark.rule("total_domination", "11.2d")
def test_u_boats_do_not_hinder_the_soviet_union() -> None:
    """[R63]"""
    g = position(set_up=True, year=1941, units={"atlantic": "2 u_boot"}, hands={"ussr": ["g11"]})
    assert war_entry.can_lease(g, power(g, "ussr"), card(g, "g11"))


@pytest.mark.rule("total_domination", "11.2c")
@pytest.mark.rule("total_domination", "3.7d")
@pytest.mark.parametrize(
    "case", [c for c in EXAMPLES["uboot_stacking_and_lend_lease"]["cases"] if "legal" in c]
)
def test_two_u_boats_share_an_area_with_two_fleets(case: dict[str, Any]) -> None:
    there = f"{case['fleets']} uk_fleet, {case['area_u_boots'] - 1} u_boot"
    g = position(year=1941, units={case["area"]: there})
    sites = areas(g, deployment.sites(g, power(g, "germany"), g.t.uboat_kind))
    assert (case["area"] in sites) == case["legal"]
    assert "caribbean" in sites


@pytest.mark.rule("total_domination", "11.2c")
@pytest.mark.parametrize(
    "case", [c for c in EXAMPLES["uboot_stacking_and_lend_lease"]["cases"] if "board_limit" in c]
)
def test_the_year_limits_the_u_boats_on_the_board(case: dict[str, int]) -> None:
    limit = case["board_limit"]
    spots = ["atlantic", "atlantic", "caribbean"]
    for boats in range(limit + 1):
        units = {name: f"{spots[:boats].count(name)} u_boot" for name in spots[:boats]}
        g = position(year=case["year"], units=units)
        sites = deployment.sites(g, power(g, "germany"), g.t.uboat_kind)
        assert (sites != 0) == (boats < limit)


# --- Axis invasion


@pytest.mark.rule("total_domination", "9.0a")
@pytest.mark.rule("total_domination", "9.0d")
@pytest.mark.rule("total_domination", "9.2a")
@pytest.mark.rule("total_domination", "9.2b")
@pytest.mark.rule("total_domination", "4.3.Ac")
def test_the_example_of_four_steps() -> None:
    example = EXAMPLES["us_joins_by_four_steps"]
    g = position(set_up=True, turn="japan", tracks={"us": 2})
    us, uk, japan = power(g, "us"), power(g, "uk"), power(g, "japan")
    for name in ("us1", "us2"):  # two Lend-Lease actions have taken them
        g.lay(card(g, name), DISCARDED)
    before, deck = list(g.vp), len(g.cards_in(DECK))
    assault, landing = example["actions"]
    assert attack.cost(g, japan, unit_at(g, "us_fleet", "philippines")) == assault["cost"]
    shoot(g, "japan", assault["target"], assault["area"])
    assert g.track[us] == assault["us_track"] and not g.joined(us)
    assert movement.cost(g, japan, unit_at(g, landing["unit"], landing["from"])) == landing["cost"]
    go(g, landing["unit"], landing["from"], landing["to"])
    assert g.track[us] == landing["us_track"]
    assert [g.t.nation_id[n] for n in g.t.additional if g.joined(n)] == example["expect"]["joined"]
    gained = example["expect"]["vp_delta"]
    assert g.vp[japan] - before[japan] == gained["japan"] and g.vp[uk] - before[uk] == gained["uk"]
    assert len(g.cards_in(DECK)) - deck == example["expect"]["draw_deck_gains"]
    assert apart(g, "us") == [] and g.cards_in(LENT + uk) == []
    assert victory.allied_threshold(g) == example["expect"]["allied_threshold"]


@pytest.mark.rule("total_domination", "9.2b")
def test_nobody_is_told_which_card_goes_into_the_draw_deck() -> None:
    g = position(set_up=True, turn="japan", dice=[1])
    shoot(g, "japan", "us_fleet", "philippines")
    assert any("act of war by Japan" in line for line in log(g))
    assert g.cards[card(g, "us2")] == DECK and len(apart(g, "us")) == 3
    for seat in range(POWERS):
        assert not any("Manhattan" in line for line in log(g, seat))
    assert g.cards_in(HAND + power(g, "uk")) == []


@pytest.mark.rule("total_domination", "9.2a")
@pytest.mark.rule("total_domination", "9.2d")
def test_every_unit_that_enters_counts() -> None:
    """[R62]"""
    g = position(
        set_up=True,
        turn="japan",
        units={"philippines": "", "ryukyu_isl": "2 japanese_fleet", "nanking": "japanese_air_fleet"},
    )
    us = power(g, "us")
    go(g, "japanese_fleet", "ryukyu_isl", "philippines")
    assert g.track[us] == 1
    go(g, "japanese_air_fleet", "nanking", "philippines")  # an Air Fleet, into an area held already
    assert g.track[us] == 2


@pytest.mark.rule("total_domination", "9.2a")
def test_a_march_from_one_area_to_another_counts_again() -> None:
    """[R62]"""
    way = {"france": "german_army", "atlantic": "german_fleet", "canada": "german_army"}
    g = position(units={**way, "west_usa": "2 german_army"})
    go(g, "german_army", "west_usa", "east_usa")
    assert g.track[power(g, "us")] == 1


@pytest.mark.rule("total_domination", "9.2a")
def test_two_attacks_in_one_turn_bring_china_in() -> None:
    """[R28] [R62]"""
    g = position(set_up=True, turn="japan")
    china, ussr = power(g, "china"), power(g, "ussr")
    before = g.vp[ussr]
    shoot(g, "japan", "chinese_army", "china")
    assert g.track[china] == 1 and not g.joined(china) and g.vp[ussr] == before
    shoot(g, "japan", "chinese_army", "china")
    assert g.joined(china) and g.lord[china] == ussr and g.vp[ussr] == before + 3
    go(g, "japanese_army", "nanking", "china")  # against a belligerent now
    assert g.track[china] == 2 and g.vp[ussr] == before


@pytest.mark.rule("total_domination", "9.2c")
def test_after_joining_invasion_has_no_such_effect() -> None:
    g = position(set_up=True, turn="japan", joined=["us"])
    deck, cards = len(g.cards_in(DECK)), list(g.cards)
    shoot(g, "japan", "us_fleet", "philippines")
    go(g, "japanese_fleet", "ryukyu_isl", "philippines")
    war_entry.provoke(g, power(g, "japan"), power(g, "us"))
    assert not any("act of war" in line for line in log(g))
    assert g.track[power(g, "us")] == 4 and len(g.cards_in(DECK)) == deck and g.cards == cards


@pytest.mark.rule("total_domination", "9.2a")
def test_attacks_on_others_move_no_marker() -> None:
    g = position(set_up=True)
    shoot(g, "germany", "french_fleet", "france")
    shoot(g, "germany", "neutral_army", "poland")
    go(g, "german_army", "germany", "france")
    assert g.track[power(g, "us")] == 0 and g.track[power(g, "china")] == 0


@pytest.mark.rule("total_domination", "12.1c")
def test_where_nobody_joins_no_marker_moves() -> None:
    g = position(set_up=True, scenario="rise_of_the_axis")
    war_entry.provoke(g, power(g, "japan"), power(g, "us"))
    assert g.track[power(g, "us")] == 0


@pytest.mark.rule("total_domination", "9.2a")
def test_only_the_axis_provokes() -> None:
    g = position(set_up=True)
    war_entry.provoke(g, power(g, "ussr"), power(g, "us"))
    assert g.track[power(g, "us")] == 0


# --- what joining means


@pytest.mark.rule("total_domination", "9.0b")
def test_units_and_areas_of_a_joined_power_are_its_patrons() -> None:
    units = {"canada": "uk_army", "east_usa": "us_army", "caribbean": "german_fleet"}
    g = position(units=units)
    uk, us = power(g, "uk"), power(g, "us")
    boat, army = unit_at(g, "german_fleet", "caribbean"), unit_at(g, "uk_army", "canada")
    east = g.t.bit[area(g, "east_usa")]
    assert not movement.destinations(g, uk, army) & east
    assert boat not in attack.targets(g, uk, 99)
    war_entry.join(g, us)
    assert g.owner(unit_at(g, "us_army", "east_usa")) == uk
    assert boat in attack.targets(g, uk, 99)  # the US army stands beside it
    assert g.supplied(uk) & east
    go(g, "uk_army", "canada", "east_usa")  # both nations in one area
    assert g.control[area(g, "east_usa")] == uk


@pytest.mark.rule("total_domination", "9.0b")
def test_a_home_area_of_the_joined_power_supplies_its_patron() -> None:
    g = position(units={"caribbean": "uk_fleet", "canada": "2 german_army"})
    uk = power(g, "uk")
    sea = g.t.bit[area(g, "caribbean")]
    assert not g.supplied(uk) & sea
    war_entry.join(g, power(g, "us"))
    assert g.supplied(uk) & sea


@pytest.mark.rule("total_domination", "9.0c")
def test_each_country_builds_its_own_units() -> None:
    g = position(joined=["us", "china"])
    t = g.t
    uk, ussr = power(g, "uk"), power(g, "ussr")
    assert set(areas(g, deployment.sites(g, uk, t.kind_index["us_army"]))) == {"east_usa", "west_usa"}
    assert set(areas(g, deployment.sites(g, uk, t.kind_index["uk_army"]))) == {"united_kingdom", "india"}
    assert areas(g, deployment.sites(g, ussr, t.kind_index["chinese_army"])) == ["china"]
    assert "china" not in areas(g, deployment.sites(g, ussr, t.kind_index["ussr_army"]))
    before = position()
    assert deployment.sites(before, uk, t.kind_index["us_army"]) == 0


@pytest.mark.rule("total_domination", "9.0d")
def test_areas_in_enemy_hands_bring_no_points_on_joining() -> None:
    g = position(set_up=True, units={"philippines": "japanese_fleet", "east_usa": "2 german_army"})
    uk = power(g, "uk")
    before = g.vp[uk]
    war_entry.join(g, power(g, "us"))
    assert g.vp[uk] == before + 2  # the west coast and Hawaii
    assert log(g)[-1] == "United States joins United Kingdom, which gains 2 victory points."
