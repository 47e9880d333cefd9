"""What the box holds and what its words mean: boards, Areas, Lines, Bases, boxes, markers, Factions."""

import pytest

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.state import (
    ACTIVATED,
    AVAILABLE,
    IN_COMMAND,
    NO_HEAD,
    NO_SEAT,
    VACANCY,
)
from sandtable.games.other_side.rules import victory
from sandtable.games.other_side.rules.combat import losses
from sandtable.games.other_side.rules.combat.leading_general import sources
from sandtable.games.other_side.rules.movement.movement import Operational
from sandtable.games.other_side.rules.production import tracks
from sandtable.games.other_side.rules.production.economy import ProductionTable
from sandtable.games.other_side.rules.production.replacements import Luftwaffe, Wehrmacht
from sandtable.games.other_side.rules.supply import land_supply
from sandtable.games.other_side.testing import area, general, position, units_at
from tests.games.other_side.driving import answer, begin, offered, refused
from tests.games.other_side.moments import GAME

SCENARIOS = ["armageddon", "world_war", "total_war", "decline_of_the_third_reich"]


# --- boards


@pytest.mark.rule("other_side", "1.2c")
def test_a_board_has_three_spaces_for_generals_and_one_for_the_black_orchestra() -> None:
    g = position(
        players=2,
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": ["von_bock"]},
        generals={"rommel": "available", "guderian": "activated"},
        owners={"von_bock": 1, "rommel": 1, "guderian": 0},
        orchestra={"ludwig_beck": 1},
    )
    piles = {card.id: (card.pile, card.own) for card in GAME.cards(g, 1)}
    assert piles["von_bock"] == ("Player 2: Generals, In Command", True)
    assert piles["rommel"] == ("Player 2: Generals, Available", True)
    assert piles["guderian"] == ("Player 1: Generals, Activated", False)
    assert piles["ludwig_beck"] == ("Player 2: Black Orchestra", True)
    places = [g.where[general(g, name)] for name in ("rommel", "guderian", "von_bock")]
    assert places == [AVAILABLE, ACTIVATED, IN_COMMAND]


@pytest.mark.rule("other_side", "1.2d")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_alone_all_generals_are_on_one_board(scenario: str) -> None:
    g = position(scenario, set_up=True, players=1)
    in_play = [n for n in range(g.t.n_generals) if AVAILABLE <= g.where[n] <= IN_COMMAND]
    assert in_play and {g.owner[n] for n in in_play} == {0}
    assert all(not card.pile.startswith("Player") for card in GAME.cards(g, 0))


# --- the map


@pytest.mark.rule("other_side", "1.3a")
@pytest.mark.rule("other_side", "1.3p")
def test_only_land_lines_make_areas_adjacent() -> None:
    t = position().t
    crossings = 0
    for space in range(t.n_spaces):
        assert not t.near[space] & t.over_sea[space], "a Line is Land or Amphibious"
        for other in const.bits(t.over_sea[space]):
            crossings += 1
            assert t.over_sea[other] >> space & 1
        for other in const.bits(t.near[space]):
            assert t.near[other] >> space & 1 and other < t.n_areas
    assert crossings > 0


@pytest.mark.rule("other_side", "1.3a")
def test_nobody_attacks_withdraws_or_is_supplied_over_an_amphibious_line() -> None:
    g = position(
        align={"great_britain": "western", "northern_france": "occupied", "libya": "occupied"},
        armies={"northern_france": "2 regular"},
    )
    britain, france = area(g, "great_britain"), area(g, "northern_france")
    assert g.t.over_sea[britain] >> france & 1
    assert sources(g, britain) == [] and sources(g, britain, over_sea=True) == [france]
    assert losses.withdrawal_areas(g, britain, g.at[france][0]) == []
    assert not land_supply(g) >> area(g, "libya") & 1


@pytest.mark.rule("other_side", "1.3b")
def test_an_alignment_box_holds_one_marker() -> None:
    g = position(align={"ukraine": "soviet", "malta": "western"})
    for name, marker in (("ukraine", const.OCCUPIED), ("malta", const.OCCUPIED), ("malta", const.WESTERN)):
        g.set_align(area(g, name), marker)
        assert g.align[area(g, name)] == marker
    assert len(g.align) == g.t.n_spaces and max(g.align) < len(const.ALIGNMENT_IDS)


@pytest.mark.rule("other_side", "1.3c")
@pytest.mark.rule("other_side", "1.3k")
def test_there_are_twenty_eight_areas_and_three_bases_each_on_one_front() -> None:
    t = position().t
    assert sorted(t.area_number) == list(range(1, 29))
    assert t.space_id[t.n_areas :] == ["gibraltar", "malta", "crete"]
    assert t.n_spaces == 31 and len(t.front) == 31
    assert {const.TRACK_IDS[front] for front in t.front} == {"east", "west", "south"}
    for one in range(3):
        for other in range(one):
            assert not t.in_front[one] & t.in_front[other]
    assert t.in_front[0] | t.in_front[1] | t.in_front[2] == (1 << 28) - 1


@pytest.mark.rule("other_side", "1.3k")
def test_each_front_moves_its_own_areas() -> None:
    g = position(
        align={"poland": "occupied", "hungary": "satellite", "northern_france": "occupied"},
        armies={"poland": "2 regular"},
        tracks={"air_east": 3},
    )
    begin(g, Operational())
    answer(g, "unit:regular@poland")
    assert "area:hungary" in offered(g) and "area:northern_france" not in offered(g)


@pytest.mark.rule("other_side", "1.3d")
def test_an_armies_box_holds_armies_and_one_or_two_heads() -> None:
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "panzer, 2 regular"},
        heads={"poland": ["von_bock"]},
    )
    n = area(g, "poland")
    assert len(g.at[n]) == 3 and g.heads[2 * n : 2 * n + 2] == [general(g, "von_bock"), NO_HEAD]
    urals = area(g, "urals")
    assert all((boxes in (1, 2)) != (a == urals) for a, boxes in enumerate(g.t.head_boxes))
    assert [g.t.area_number[a] for a in range(g.t.n_areas) if g.t.head_boxes[a] == 2] == [1, 19]


@pytest.mark.rule("other_side", "1.3e")
def test_no_army_is_deployed_in_or_moved_to_a_base() -> None:
    g = position(
        align={"malta": "occupied", "poland": "occupied", "hungary": "satellite"},
        armies={"poland": "panzer"},
        pool="2 reduced",
        production={"wehrmacht": 2},
    )
    begin(g, Wehrmacht())
    assert offered(g) == {"area:poland", "area:hungary"}
    assert refused(g, "base:malta").rule == "2.3g"
    assert not losses.may_enter(g, g.at[area(g, "poland")][0], area(g, "malta"))


@pytest.mark.rule("other_side", "1.3n")
def test_home_areas_are_those_with_the_flag() -> None:
    t = position().t
    names = [t.space_id[a] for a in const.bits(t.home[t.country_index["italy"]])]
    assert "libya" in names and "gibraltar" not in names
    seen = 0
    for country in range(t.n_countries):
        assert not seen & t.home[country], "an Area has one flag"
        seen |= t.home[country]
        for space in const.bits(t.home[country]):
            assert t.country_of[space] == country


@pytest.mark.rule("other_side", "1.3o")
def test_only_sectors_with_the_symbol_can_be_landed_in() -> None:
    t = position().t
    some = [a for a in range(t.n_areas) if any(t.landing_die[a])]
    assert 0 < len(some) < t.n_areas
    for a in some:
        for sector in t.landing_die[a][1:]:
            assert 0 <= sector <= t.top[a]


# --- boxes and markers


@pytest.mark.rule("other_side", "1.3h")
def test_west_and_soviets_are_the_allies_and_the_axis_stands_against_both() -> None:
    g = position(align={"ukraine": "soviet", "egypt": "western", "poland": "occupied"})
    rows = [
        (g.axis_controls(a), g.controls(const.WEST, a), g.controls(const.SOVIETS, a))
        for a in (area(g, "poland"), area(g, "egypt"), area(g, "ukraine"))
    ]
    assert rows == [(True, False, False), (False, True, False), (False, False, True)]


@pytest.mark.rule("other_side", "1.3i")
def test_fanaticism_is_part_of_the_victory_points() -> None:
    g = position(tracks={"fanaticism": 3})
    before = victory.total(g)
    tracks.fanaticism(g, 4, "9")
    assert victory.total(g) == before + 4


@pytest.mark.rule("other_side", "1.3l")
@pytest.mark.rule("other_side", "1.3m")
def test_fronts_and_germany_have_their_own_air_control() -> None:
    g = position(
        tracks={"air_east": 2, "air_west": 3, "air_south": 4, "air_germany": 1},
        production={"luftwaffe": 2},
    )
    begin(g, Luftwaffe())
    assert offered(g) == {"air:east", "air:west", "air:south", "air:germany"}
    answer(g, "air:germany")
    answer(g, "air:south")
    assert list(g.air) == [2, 3, 5, 2]


@pytest.mark.rule("other_side", "1.3l")
def test_each_front_box_has_a_place_for_an_ob() -> None:
    g = position(ob={"south": "kesselring", "west": "vacancy"})
    assert g.ob[const.TRACK_IDS.index("south")] == general(g, "kesselring")
    assert g.ob[const.TRACK_IDS.index("west")] == VACANCY and len(g.ob) == 3


@pytest.mark.rule("other_side", "1.3m")
def test_the_germany_box_holds_armies_in_transit_and_lost_disks() -> None:
    g = position(armies={"transit": "regular"}, tracks={"collapse": 2})
    assert units_at(g, "transit") == "regular"
    view = GAME.view(g, 0)
    assert view["transit"] and view["tracks"]["collapse"] == 2


@pytest.mark.rule("other_side", "1.3r")
def test_seven_markers_share_out_the_production() -> None:
    g = position(tracks={"resources": 21})
    assert len(g.production) == 7 == len(set(g.t.category_id))
    begin(g, ProductionTable())
    rows = {key.split(":")[1].rsplit("_", 1)[0] for key in offered(g) if key.startswith("production:")}
    assert rows == set(g.t.category_id)


@pytest.mark.rule("other_side", "1.3u")
def test_strategic_warfare_has_its_own_track_with_locked_boxes() -> None:
    g = position("armageddon", set_up=True)
    assert const.bits(g.locked) == [3, 4]
    g.warfare = 2
    tracks.warfare(g, 1, "4.1")
    assert g.warfare == 2
    g.locked &= ~(1 << 3)
    tracks.warfare(g, 2, "4.1")
    assert g.warfare == 3


def test_nobody_holds_a_black_orchestra_card_at_the_start() -> None:
    g = position("armageddon", set_up=True, players=4)
    assert set(g.orchestra) == {NO_SEAT}
