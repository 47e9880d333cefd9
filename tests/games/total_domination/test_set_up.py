"""What lies on the table when a game begins."""

from pathlib import Path

import pytest

from sandtable.engine.log import Log
from sandtable.games import load_game
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.relations import load_pack
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import setup
from sandtable.games.total_domination.rules.operations import deployment
from sandtable.games.total_domination.table.scene import build_edges
from sandtable.games.total_domination.testing import area, areas, power, tables, units_at
from tests.games.total_domination.looking import EXAMPLES, begun, holder, on_board, points

PACK = load_pack(Path(load_game("total_domination").data_folder))
SCENARIOS = {s.id: s for s in PACK.scenarios}
MODES = {s: "solo" if SCENARIOS[s].solo else "four_players" for s in SCENARIOS}


def occupied(g: Board, who: str) -> dict[str, str]:
    """The areas with units of a power and of those its player runs, now or once they join."""
    t = g.t
    found: dict[str, str] = {}
    for number in range(t.n_areas):
        if any(t.nation_id[t.patron[t.unit_nation[u]]] == who for u in g.at[number]):
            found[t.area_id[number]] = units_at(g, t.area_id[number])
    return found


def colours(g: Board, place: int) -> dict[str, int]:
    """How many cards of each colour lie somewhere."""
    names = [g.t.nation_id[g.t.card_colour[c]] for c in g.cards_in(place)]
    return {name: names.count(name) for name in g.t.nation_id if name in names}


# ---------------------------------------------------------------- the whole war


@pytest.mark.rule("total_domination", "2.0.4")
@pytest.mark.rule("total_domination", "5.1b")
@pytest.mark.rule("total_domination", "3.5g")
def test_the_points_at_the_start_are_those_of_the_home_areas() -> None:
    expect = EXAMPLES["start_vp"]["expect"]
    g = begun()
    assert points(g) == expect["vp"]
    assert (g.faction_points(const.AXIS), g.faction_points(const.ALLIES)) == (
        expect["axis"],
        expect["allies"],
    )


@pytest.mark.rule("total_domination", "2.0.5")
def test_the_units_at_the_start() -> None:
    g = begun()
    assert occupied(g, "germany") == {
        "germany": "2 german_army",
        "italy": "italian_fleet",
        "austria": "german_army",
        "czechoslovakia": "2 german_army",
    }
    assert len(occupied(g, "uk")) == 6 and occupied(g, "uk")["united_kingdom"] == "uk_army, uk_fleet"
    assert len(occupied(g, "japan")) == 4
    assert occupied(g, "japan")["nanking"] == "japanese_army, japanese_fleet"
    assert len(occupied(g, "ussr")) == 4 and occupied(g, "ussr")["china"] == "2 chinese_army"
    assert occupied(g, "neutral") == dict.fromkeys(("poland", "romania", "east_indies"), "neutral_army")


@pytest.mark.rule("total_domination", "2.0.2")
@pytest.mark.rule("total_domination", "2.0.3")
def test_everything_else_is_in_the_supply() -> None:
    g = begun()
    g.place[0], g.round, g.power, g.damage, g.used = 5, 3, 2, 7, bytes([1] * g.t.n_units)
    g.track[power(g, "us")] = 2
    setup.set_up(g)
    assert sum(on_board(g).values()) == 28 and not any(g.used)
    assert not {"german_air_fleet", "u_boot", "resistance"} & set(on_board(g))
    assert g.year() == 1939 and not g.damage and not any(g.track)
    assert not any(g.techs) and g.power == power(g, "germany")


@pytest.mark.rule("total_domination", "2.0.6")
def test_three_decks() -> None:
    g = begun()
    assert colours(g, const.DECK) == {"germany": 14, "uk": 14, "japan": 13, "ussr": 13}
    us, china = power(g, "us"), power(g, "china")
    assert colours(g, const.APART + us - const.POWERS) == {"us": 4}
    assert colours(g, const.APART + china - const.POWERS) == {"china": 2}


@pytest.mark.rule("total_domination", "2.0.7")
@pytest.mark.rule("total_domination", "3.2a")
def test_partners_have_players_and_additional_powers_have_none() -> None:
    g = begun()
    lords = {name: g.t.nation_id[g.lord[power(g, name)]] for name in ("france", "italy", "us", "china")}
    assert lords == {"france": "uk", "italy": "germany", "us": "us", "china": "china"}
    assert holder(g, "france") == "uk" and holder(g, "italy") == "germany" and holder(g, "east_usa") == "us"


@pytest.mark.rule("total_domination", "12.0")
@pytest.mark.rule("total_domination", "2.0.4")
@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_every_scenario_begins_in_its_year_with_its_points(scenario: str) -> None:
    g = begun(scenario, MODES[scenario])
    entry = SCENARIOS[scenario]
    assert g.year() == entry.first_round and g.power == g.order()[0]
    assert points(g) == entry.vp
    assert sum(on_board(g).values()) == sum(row.count for row in entry.placement)


def test_the_log_tells_the_points_at_the_start() -> None:
    g = begun()
    g.log = Log()
    setup.set_up(g)
    (line,) = g.log.lines(None)
    assert "1939" in line.text and "Japan 7" in line.text and line.rule == "2.0.4"


# ---------------------------------------------------------------- the Arctic


@pytest.mark.rule("total_domination", "2.0.1a")
@pytest.mark.rule("total_domination", "11.4a")
def test_arctic_areas_are_in_the_game_only_with_the_expansion() -> None:
    five = ["arctic", "iceland", "norway", "finland", "aleut_isl"]
    plain, g = begun(), begun(arctic=True)
    assert areas(g, g.open & ~plain.open) == five and g.open == g.t.everywhere
    for board in (plain, g):  # without the expansion the links to them do not exist either
        uk = power(board, "uk")
        around = 0
        for part in board.network(uk):
            around |= part[1] | part[2]
        assert bool(around & board.t.bit[area(board, "norway")]) == board.arctic


@pytest.mark.rule("total_domination", "11.4b")
@pytest.mark.rule("total_domination", "2.0.8")
def test_finland_has_an_army() -> None:
    assert units_at(begun(), "finland") == ""
    g = begun(arctic=True)
    assert units_at(g, "finland") == "neutral_army" and holder(g, "finland") == "none"
    assert on_board(g)["neutral_army"] == 4
    assert units_at(begun(arctic=True, free_setup=True), "finland") == "neutral_army"


@pytest.mark.rule("total_domination", "11.4c")
def test_iceland_takes_submarines() -> None:
    for arctic, names in ((False, ["atlantic", "caribbean"]), (True, ["atlantic", "caribbean", "iceland"])):
        g = begun(arctic=arctic)
        assert areas(g, deployment.sites(g, power(g, "germany"), g.t.uboat_kind)) == names


@pytest.mark.rule("total_domination", "11.4e")
def test_norway_and_the_aleutians_are_plain_areas() -> None:
    t = tables()
    for name in ("norway", "aleut_isl"):
        bit = 1 << t.area_id.index(name)
        assert not bit & (t.uboat_areas | t.buildings | t.capitals)
        assert bit & t.stands[const.AIR_FLEET] and t.exchange_area != t.area_id.index(name)


# ---------------------------------------------------------------- the other side of the board


@pytest.mark.rule("total_domination", "2.0.1b")
@pytest.mark.rule("total_domination", "3.5d")
def test_triangles_are_land_links_and_are_not_drawn_on_the_alternative_side() -> None:
    g = begun()
    everywhere = {number: number for number in range(g.t.n_areas)}
    pairs = [(a, b) for a, b, _, triangle in g.t.links if triangle]
    assert len(pairs) == 6 and all(g.t.by_land[a] >> b & g.t.by_land[b] >> a & 1 for a, b in pairs)
    before = build_edges(g, everywhere)
    assert [(edge.a, edge.b) for edge in before if edge.kind == "triangle"] == pairs
    networks = [g.network(p) for p in range(const.POWERS)]
    g.alternative = True
    setup.set_up(g)
    after = build_edges(g, everywhere)
    assert {edge.kind for edge in after} == {"land", "sea"} and len(after) == len(before)
    assert [g.network(p) for p in range(const.POWERS)] == networks


# ---------------------------------------------------------------- scenarios


@pytest.mark.rule("total_domination", "12.1c")
def test_rise_of_the_axis_leaves_two_decks_in_the_box() -> None:
    g = begun("rise_of_the_axis")
    assert len(g.cards_in(const.DECK)) == 54 and colours(g, const.BOX) == {"us": 4, "china": 2}
    us, china = power(g, "us"), power(g, "china")
    for who in range(const.POWERS):
        for name in ("east_usa", "philippines", "china"):
            assert g.closed[who] & g.t.bit[area(g, name)]
        assert us not in g.enemies[who] and china not in g.enemies[who]
    assert on_board(g) == on_board(begun())


@pytest.mark.rule("total_domination", "12.2.A")
@pytest.mark.rule("total_domination", "12.2.B")
@pytest.mark.rule("total_domination", "12.2.C")
@pytest.mark.rule("total_domination", "12.2.D")
def test_fall_of_the_axis_units() -> None:
    g = begun("fall_of_the_axis")
    army, fleet = "german_army", "japanese_fleet"
    assert occupied(g, "germany") == {
        "france": "german_fleet",
        "low_countries": army,
        "poland": army,
        "baltics": army,
        "libya": "italian_army",
        "atlantic": "2 u_boot, uk_fleet",
        "caribbean": "u_boot",
        "ukraine": army,
    }
    assert occupied(g, "uk") == {
        "egypt": "uk_army",
        "united_kingdom": "2 uk_fleet",
        "atlantic": "2 u_boot, uk_fleet",
        "east_usa": "us_army",
        "west_usa": "us_army, us_fleet",
        "hawaii_isl": "us_fleet",
        "persia": "uk_army",
        "india": "uk_army",
    }
    assert occupied(g, "japan") == {
        **dict.fromkeys(("mariana_isl", "solomon_isl", "philippines", "nanking", "ryukyu_isl"), fleet),
        **dict.fromkeys(("east_indies", "indochina", "siam", "burma"), "japanese_army"),
    }
    assert occupied(g, "ussr") == {
        "siberia": "2 ussr_army",
        "northern_ussr": "ussr_army",
        "southern_ussr": "ussr_army",
        "china": "chinese_army",
    }
    assert occupied(g, "neutral") == {}


@pytest.mark.rule("total_domination", "12.2.A")
def test_fall_of_the_axis_makes_france_a_german_partner() -> None:
    g = begun("fall_of_the_axis")
    germany = power(g, "germany")
    assert g.lord[power(g, "france")] == germany and holder(g, "france") == "germany"
    g.take(next(u for u in g.at[area(g, "france")]))
    assert holder(g, "france") == "germany"
    kind = g.t.kind_id.index("french_army")
    assert areas(g, deployment.sites(g, germany, kind)) == ["france"]
    assert not deployment.sites(g, power(g, "uk"), kind)


@pytest.mark.rule("total_domination", "12.2a")
@pytest.mark.rule("total_domination", "11.2b")
@pytest.mark.rule("total_domination", "8.2")
def test_fall_of_the_axis_points_and_powers_at_war() -> None:
    g = begun("fall_of_the_axis")
    assert points(g) == EXAMPLES["fall_of_the_axis_setup"]["expect"]["vp"]
    assert g.year() == 1943 and g.start.last_round == g.t.years.index(1945) and not g.arctic
    for name in ("us", "china"):
        nation = power(g, name)
        assert g.joined(nation) and g.track[nation] == g.t.track_steps[nation]
    assert g.lord[power(g, "us")] == power(g, "uk") and g.lord[power(g, "china")] == power(g, "ussr")
    # Without submarines the Atlantic is worth its star.
    assert points(begun("fall_of_the_axis", advanced=False)) == {**points(g), "uk": points(g)["uk"] + 1}


@pytest.mark.rule("total_domination", "12.2b")
def test_fall_of_the_axis_technologies() -> None:
    g = begun("fall_of_the_axis")
    for name, cards in SCENARIOS["fall_of_the_axis"].technologies.items():
        who = power(g, name)
        assert [g.t.card_id[c] for c in g.cards_in(const.ACTIVE + who)] == sorted(
            cards, key=g.t.card_id.index
        )
        assert len(cards) == 3 == g.techs[who].bit_count()
        assert g.costs[who] != g.t.base_costs
    # All the others are one deck, those of the United States and China with them.
    assert len(g.cards_in(const.DECK)) == 48
    assert colours(g, const.DECK)["us"] == 4 and colours(g, const.DECK)["china"] == 1


@pytest.mark.rule("total_domination", "13.0.1")
@pytest.mark.rule("total_domination", "13.0.8")
def test_solo_begins_with_the_cards_of_1939() -> None:
    g = begun("solo", "solo")
    first = [n for n in range(g.t.n_solo) if g.solo[n] == const.SOLO_DECK]
    assert len(first) == 8 and {g.t.solo_year[n] for n in first} == {1939}
    assert g.solo.count(const.SOLO_BOX) == g.t.n_solo - 8
    assert g.solo.count(const.SOLO_DECK) and not begun().solo.count(const.SOLO_DECK)
    assert all(g.in_box(u) == (g.t.unit_type[u] >= const.AIR_FLEET) for u in range(g.t.n_units))


@pytest.mark.rule("total_domination", "13.0.8")
def test_counters_that_are_out_of_the_game_are_not_placed() -> None:
    g = begun("fall_of_the_axis", advanced=False)
    assert all(g.t.unit_type[u] < const.U_BOAT for row in g.at for u in row)
    assert units_at(g, "atlantic") == "uk_fleet" and units_at(g, "caribbean") == ""
