"""Positions from plain data: what `sandtable.games.total_domination.testing` builds, and what it refuses."""

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.rng import ScriptedRng
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.testing import (
    add_unit,
    area,
    areas,
    card,
    position,
    power,
    tables,
    unit_at,
    units_at,
)


def test_by_default_the_board_is_empty_and_the_war_has_not_begun() -> None:
    g = position()
    t = g.t
    assert (g.year(), g.power, g.passed, g.damage, g.agenda) == (1939, 0, 0, 0, [])
    assert set(g.place) == {const.SUPPLY} and g.log is not None
    assert {g.cards[c] for c in range(t.n_cards)} == {const.DECK, const.APART, const.APART + 1}
    assert g.vp == [8, 10, 7, 9]
    assert list(g.seat_of) == list(g.holder) == [0, 1, 2, 3]
    assert not (g.arctic or g.alternative or g.free_setup or g.common) and g.advanced


def test_everything_can_be_said() -> None:
    g = position(
        units={"poland": "2 german_army", "germany": "german_air_fleet used"},
        year=1942,
        turn="japan",
        hands={"germany": ["g01", "us1"]},
        discards=["j01"],
        techs={"uk": ["radar"]},
        down={"ussr": "r03"},
        influence={"japan": ["j10"]},
        tactics={"germany": ["u05"]},
        saved={"uk": "u03"},
        reserve={"ussr": ["r01"]},
        lent={"uk": "us2"},
        joined=["china"],
        partners={"france": "germany"},
        tracks={"us": 2},
        damage=["italy"],
        passed=["uk"],
        arctic=True,
        alternative=True,
        dice=[3],
    )
    t = g.t
    assert units_at(g, "poland") == "2 german_army" and units_at(g, "germany") == "german_air_fleet used"
    assert (g.year(), g.power, g.passed, g.developed) == (1942, 2, 1 << 1, 1 << 3)
    places = {
        "g01": const.HAND,
        "us1": const.HAND,
        "j01": const.DISCARDED,
        "r03": const.DOWN + 3,
        "j10": const.INFLUENCING + 2,
        "u05": const.BEFORE,
        "u03": const.TURNED + 1,
        "r01": const.RESERVE + 3,
        "us2": const.LENT + 1,
        "us3": const.APART,
        "cn1": const.DECK,
    }
    assert {name: g.cards[card(g, name)] for name in places} == places
    assert [t.card_tech[c] for c in g.cards_in(const.ACTIVE + 1)] == [t.tech_index["radar"]]
    assert g.techs[1] == 1 << t.tech_index["radar"]
    assert g.track[power(g, "us")] == 2 and g.track[power(g, "china")] == 2
    assert g.joined(power(g, "china")) and not g.joined(power(g, "us"))
    assert g.lord[power(g, "france")] == 0 and areas(g, g.damage) == ["italy"]
    assert g.arctic and g.alternative and g.open == t.everywhere
    assert isinstance(g.rng, ScriptedRng) and g.rng.below(9) == 3
    # Home areas, Poland and France; damage costs nothing. Home areas and the influence in Siam.
    assert g.vp[0] == 8 + 2 + 2 and g.vp[2] == 7 + 2


def test_a_scenario_brings_its_units_and_areas_that_are_named_replace_them() -> None:
    g = position(set_up=True, units={"poland": "", "germany": "german_fleet"})
    assert units_at(g, "poland") == "" and units_at(g, "germany") == "german_fleet"
    assert units_at(g, "united_kingdom") == "uk_army, uk_fleet"
    assert units_at(position(set_up=True, arctic=True), "finland") == "neutral_army"
    fall = position(set_up=True, scenario="fall_of_the_axis", year=1943)
    assert units_at(fall, "atlantic") == "2 u_boot, uk_fleet"
    assert fall.lord[power(fall, "france")] == 0 and fall.joined(power(fall, "us"))
    assert fall.techs[0].bit_count() == 3
    without = position(set_up=True, scenario="fall_of_the_axis", year=1943, advanced=False)
    assert units_at(without, "atlantic") == "uk_fleet"
    rise = position(scenario="rise_of_the_axis")
    assert rise.cards[card(rise, "us1")] == rise.cards[card(rise, "cn2")] == const.BOX


def test_common_hands_and_the_solo_deck() -> None:
    g = position(mode="two_players", hands={"japan": ["g01"]}, reserve={"ussr": ["r01"]})
    assert list(g.holder) == [0, 1, 0, 1] and g.common
    assert g.cards[card(g, "g01")] == const.HAND and g.cards[card(g, "r01")] == const.RESERVE + 1
    assert g.hand(0) == g.hand(2) == [card(g, "g01")]
    solo = position(scenario="solo", mode="solo", pile=["s01", "s03"], solo_vp=2)
    assert list(solo.seat_of) == [const.NOBODY, 0, const.NOBODY, 0] and solo.solo_vp == 2
    assert solo.solo.count(const.SOLO_PILE) == 2
    first = [c for c in range(solo.t.n_solo) if solo.t.solo_year[c] == 1939]
    assert {solo.solo[c] for c in first} == {const.SOLO_DECK, const.SOLO_PILE}


def test_units_can_be_added_and_found() -> None:
    g = position(units={"poland": "german_army"})
    new = add_unit(g, "german_army", "poland")
    assert unit_at(g, "german_army", "poland", 1) == new
    assert g.place[unit_at(g, "german_army", "supply")] == const.SUPPLY
    flown = add_unit(g, "german_air_fleet", "germany", used=True)
    assert g.used[flown] and g.at[area(g, "germany")] == (flown,)


def test_what_does_not_exist_is_refused_in_a_sentence() -> None:
    g = position(units={"poland": "german_army"})
    with pytest.raises(SandtableError, match="There is no area 'atlantis'"):
        position(units={"atlantis": "german_army"})
    with pytest.raises(SandtableError, match="There is no kind of unit 'zeppelin'"):
        add_unit(g, "zeppelin", "poland")
    with pytest.raises(SandtableError, match="There is no power 'ruritania'"):
        power(g, "ruritania")
    with pytest.raises(SandtableError, match="There is no card ''"):
        position(discards=[""])
    with pytest.raises(SandtableError, match="There is no mode 'five_players'"):
        position(mode="five_players")
    with pytest.raises(SandtableError, match="There is no technology 'magic'"):
        position(techs={"uk": ["magic"]})
    with pytest.raises(SandtableError, match="All german_fleet counters are in use already"):
        position(units={"germany": "2 german_fleet"})
    with pytest.raises(SandtableError, match=r"There is no german_army number 2 in poland\."):
        unit_at(g, "german_army", "poland", 1)
    several = {name: ["radar"] for name in ("germany", "uk", "japan", "ussr")}
    cards = [c for c in range(g.t.n_cards) if g.t.card_tech[c] == g.t.tech_index["radar"]]
    with pytest.raises(SandtableError, match="All cards with radar are in use already"):
        position(techs=several, discards=[g.t.card_id[c] for c in cards[: len(cards) - const.POWERS + 1]])


def test_tables_are_built_once() -> None:
    assert tables() is tables() is position().t
