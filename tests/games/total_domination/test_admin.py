"""The small steps of the Administrative phase, and the end of the Action phase before it."""

import pytest

from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.rules import administrative_phase
from sandtable.games.total_domination.rules.operations import deployment
from sandtable.games.total_domination.testing import areas, card, position, power, tables, unit_at, units_at
from tests.games.total_domination.driving import log
from tests.games.total_domination.looking import damaged

# ---------------------------------------------------------------- the end of the Action phase


@pytest.mark.rule("total_domination", "6.0d")
def test_saved_points_expire() -> None:
    g = position(saved={"germany": "g03", "ussr": "u05"})
    administrative_phase.end_actions(g)
    assert g.saved(power(g, "germany")) == g.saved(power(g, "ussr")) == -1
    assert g.cards_in(const.DISCARDED) == sorted([card(g, "g03"), card(g, "u05")])


@pytest.mark.rule("total_domination", "7.1.Aa")
@pytest.mark.rule("total_domination", "7.1.Ab")
def test_tactics_last_for_one_round() -> None:
    t = tables()
    plus = [c for c in range(t.n_cards) if t.event[c] == const.PLUS_ONE]
    minus = [c for c in range(t.n_cards) if t.event[c] == const.MINUS_ONE]
    ids = t.card_id
    g = position(tactics={"germany": [ids[plus[0]], ids[plus[1]]], "uk": [ids[minus[0]]]})
    assert (g.tactics(0), g.tactics(1)) == (2, -1)
    administrative_phase.end_actions(g)
    assert [g.tactics(p) for p in range(const.POWERS)] == [0] * const.POWERS
    assert sorted(g.cards_in(const.DISCARDED)) == sorted([plus[0], plus[1], minus[0]])


@pytest.mark.rule("total_domination", "4.2b")
@pytest.mark.rule("total_domination", "8.0c")
@pytest.mark.rule("total_domination", "9.1a")
def test_the_marks_of_the_round_are_cleared() -> None:
    g = position(passed=["germany", "uk", "japan", "ussr"], down={"uk": "u03"})
    g.leased = 2
    administrative_phase.end_actions(g)
    assert (g.passed, g.developed, g.leased) == (0, 0, 0)


@pytest.mark.rule("total_domination", "4.2c")
def test_other_cards_stay_where_they_are() -> None:
    g = position(
        hands={"japan": ["j05"]},
        reserve={"ussr": ["r05"]},
        lent={"uk": "us1"},
        down={"germany": "g05"},
        techs={"germany": ["arsenal"]},
        influence={"germany": ["g11"]},
    )
    before = list(g.cards)
    administrative_phase.end_actions(g)
    assert g.cards == before
    places = [g.cards[card(g, name)] for name in ("j05", "r05", "us1", "g05")]
    assert places == [const.HAND + 2, const.RESERVE + 3, const.LENT + 1, const.DOWN]
    for edge in (const.BEFORE - 1, const.TURNED + const.POWERS):  # the places beside those that are emptied
        g.cards[0] = edge
        administrative_phase.end_actions(g)
        assert g.cards[0] == edge


# ---------------------------------------------------------------- C: damage


@pytest.mark.rule("total_domination", "4.3.C")
@pytest.mark.rule("total_domination", "6.1i")
def test_damage_goes_where_the_owner_is_in_control() -> None:
    g = position(damage=["germany", "france", "japan", "west_usa"], units={"austria": "ussr_army"})
    assert damaged(g) == ["germany", "austria", "france", "west_usa", "japan"]
    administrative_phase.repair(g)
    assert damaged(g) == ["austria"]
    assert log(g) == ["Damage is repaired in Germany, France, West U.S.A. and Japan."]
    g.take(unit_at(g, "ussr_army", "austria"))
    assert damaged(g) == ["austria"]  # the marker stays until step C
    administrative_phase.repair(g)
    assert damaged(g) == []


@pytest.mark.rule("total_domination", "6.1i")
@pytest.mark.rule("total_domination", "6.1j")
def test_a_single_enemy_unit_in_a_capital_keeps_its_marker() -> None:
    g = position(units={"germany": "2 ussr_army"})
    g.take(unit_at(g, "ussr_army", "germany"))
    administrative_phase.repair(g)
    assert damaged(g) == ["germany"] and log(g) == []
    g.take(unit_at(g, "ussr_army", "germany"))
    administrative_phase.repair(g)
    assert damaged(g) == []


@pytest.mark.rule("total_domination", "4.3.C")
def test_home_areas_of_powers_that_are_not_at_war() -> None:
    units = {"east_usa": "2 japanese_fleet", "west_usa": "japanese_army"}
    g = position(units=units, damage=["east_usa", "west_usa"])
    g.take(unit_at(g, "japanese_army", "west_usa"))
    administrative_phase.repair(g)
    assert damaged(g) == ["east_usa"]


@pytest.mark.rule("total_domination", "4.3.C")
def test_who_owns_a_partner_now_repairs_it() -> None:
    g = position(units={"france": "german_army"}, damage=["france"])
    administrative_phase.repair(g)
    assert damaged(g) == ["france"]
    g.give(power(g, "france"), power(g, "germany"))
    assert damaged(g) == ["france"]
    administrative_phase.repair(g)
    assert damaged(g) == []
    assert areas(g, deployment.sites(g, 0, g.t.kind_id.index("french_fleet"))) == ["france"]


# ---------------------------------------------------------------- E: ready again


@pytest.mark.rule("total_domination", "4.3.E")
@pytest.mark.rule("total_domination", "6.4b")
@pytest.mark.rule("total_domination", "10.1h")
def test_air_fleets_and_rockets_are_ready_again() -> None:
    g = position(units={"germany": "german_air_fleet used", "japan": "japanese_air_fleet"})
    g.launched, g.radar_used = 5, 10
    administrative_phase.refresh(g)
    assert units_at(g, "germany") == "german_air_fleet" and not any(g.used)
    assert (g.launched, g.radar_used) == (0, 0)
    assert log(g) == ["Used Air Fleets and rockets are ready again."]
    administrative_phase.refresh(g)
    assert len(log(g)) == 1


# ---------------------------------------------------------------- G: the next year


@pytest.mark.rule("total_domination", "4.3.G")
@pytest.mark.rule("total_domination", "4.0a")
@pytest.mark.rule("total_domination", "4.0b")
def test_the_year_and_its_first_power() -> None:
    g = position(year=1939, turn="ussr")
    found = []
    for _ in range(6):
        administrative_phase.next_year(g)
        found.append((g.year(), g.t.nation_id[g.power]))
    assert [year for year, _ in found] == [1940, 1941, 1942, 1943, 1944, 1945]
    # The first power goes round the table as the players sit.
    assert [name for _, name in found] == ["uk", "japan", "ussr", "germany", "uk", "japan"]
    assert g.order() == tuple([(g.power + i) % const.POWERS for i in range(const.POWERS)])
    assert log(g)[0] == "The year 1940 begins; United Kingdom acts first."


def test_repair_comes_before_new_damage() -> None:
    """A marker of this year's step D is still there in the next Action phase, and goes in the next step C."""
    g = position(damage=["germany"])
    administrative_phase.repair(g)
    g.damage |= g.t.bit[g.t.area_id.index("germany")]
    administrative_phase.refresh(g)
    administrative_phase.next_year(g)
    assert not deployment.sites(g, 0, g.t.kind_id.index("german_fleet"))
    administrative_phase.repair(g)
    assert areas(g, deployment.sites(g, 0, g.t.kind_id.index("german_fleet"))) == ["germany"]
