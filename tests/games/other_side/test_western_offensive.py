"""The Western Offensive Segment: when it is skipped, where pawns lie, what is cleared."""

from typing import Any

import pytest

from sandtable.games.other_side.components.constants import WEST, bits
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules import offensives
from sandtable.games.other_side.rules.offensives import Combats, WesternOffensive, western_pawns
from sandtable.games.other_side.testing import area, deck, position
from tests.games.other_side.driving import answer, begin, idle, log, offered, prompt, refused


def pawns(**more: Any) -> set[str]:
    """The Areas that the West would attack."""
    g = position(**more)
    return {g.t.space_id[n] for n in bits(western_pawns(g))}


AFRICA = {"libya": "satellite", "egypt": "western"}
TWO = {"libya": "satellite", "egypt": "western", "southern_france": "disputed 1/2 western"}


@pytest.mark.rule("other_side", "4.5.2")
@pytest.mark.rule("other_side", "4.5.2c")
def test_example_18_a_disputed_area_is_attacked_and_a_neutral_one_is_spared() -> None:
    found = pawns(
        box="spring_ops",
        year=1940,
        align={
            "southern_france": "disputed 1/2 western",
            "belgium_holland": "neutral 1",
            "northern_france": "western",
        },
        armies={"belgium_holland": "regular"},
    )
    assert found == {"southern_france"}


@pytest.mark.rule("other_side", "4.5.2")
def test_example_19_libya_is_attacked_out_of_egypt() -> None:
    assert pawns(align=AFRICA) == {"libya"}


@pytest.mark.rule("other_side", "4.5.2")
@pytest.mark.parametrize(
    ("align", "expected"),
    [
        ({"libya": "occupied", "egypt": "western"}, {"libya"}),
        ({"libya": "satellite", "egypt": "disputed 1/2 western"}, {"egypt"}),
        ({"libya": "satellite", "egypt": "disputed 1/2 soviet"}, set()),
        ({"libya": "satellite", "egypt": "soviet"}, set()),
        ({"southern_italy": "satellite", "malta": "western"}, set()),  # no Amphibious Lines
        ({"northern_france": "occupied", "great_britain": "western"}, set()),
        ({"egypt": "occupied", "turkey": "western"}, {"egypt"}),
    ],
)
def test_where_the_west_attacks(align: dict[str, str], expected: set[str]) -> None:
    assert pawns(align=align) == expected


@pytest.mark.rule("other_side", "4.5.2a")
def test_no_attack_where_a_no_offensive_marker_lies() -> None:
    g = position(align=TWO)
    g.no_west = 1 << area(g, "libya")
    assert western_pawns(g) == 1 << area(g, "southern_france")


def segment(**more: Any) -> Board:
    g = position(**more)
    return begin(g, WesternOffensive())


@pytest.mark.rule("other_side", "4.5.2b")
def test_operations_orders_the_combats_and_the_markers_go_afterwards() -> None:
    g = position(
        align={**TWO, "northern_africa": "disputed 1/2 western"},
        armies={"libya": "satellite_italy", "southern_france": "regular"},
        players=2,
        sections=[0, 1, 0, 0],
        year=1940,
    )
    g.no_west = 1 << area(g, "northern_africa")
    deck(g, combat=[1, 3])  # both without attack
    begin(g, WesternOffensive())
    assert g.seats() == (1,) and offered(g) == {"area:libya", "area:southern_france"}
    assert prompt(g).rule == "4.5.2b" and "The Western Faction attacks" in prompt(g).text
    assert refused(g, "area:northern_africa").rule == "4.5.2b"
    assert g.no_west
    answer(g, "area:libya")
    assert idle(g) and g.no_west == 0 and g.pawns == 0 and g.combat_used == [0, 2]


@pytest.mark.rule("other_side", "4.5")
def test_a_marker_in_the_operations_box_skips_the_segment_once() -> None:
    g = position(
        align=AFRICA,
        armies={"libya": "regular"},
        year=1942,
        box="summer_ops_1",
        tracks={"landing_1": "box"},
        dice=[],
    )
    g.west_skips = 1 << g.box_number() | 1 << g.box_number() + 1
    g.no_west = 1 << area(g, "libya")
    begin(g, WesternOffensive())
    assert idle(g) and not g.combat_used, "neither landing nor Combat"
    assert g.west_skips == 1 << g.box_number() + 1 and "No Western Offensive" in log(g)
    assert g.no_west


def test_a_marker_of_another_box_does_not_matter() -> None:
    g = position(align=AFRICA, armies={"libya": "regular"}, year=1941)
    g.west_skips = 1 << g.box_number() + 1
    deck(g, combat=[1])
    begin(g, WesternOffensive())
    assert idle(g) and g.combat_used == [0] and g.west_skips


@pytest.mark.rule("other_side", "4.5")
def test_the_landing_comes_before_the_combats() -> None:
    g = position(
        align={**AFRICA, "northern_africa": "satellite", "great_britain": "western"},
        armies={"libya": "regular", "northern_africa": "regular"},
        year=1942,
        box="fall_ops",
        tracks={"landing_1": "box"},
        dice=[4],
    )
    deck(g, combat=[7, 4])  # a landing in Northern Africa; no attack
    begin(g, WesternOffensive())
    assert idle(g) and g.landing[area(g, "northern_africa")] == 2
    assert g.combat_used == [6, 3], "Libya alone was attacked: the landing has its marker"
    assert g.no_west == 0


def test_pawns_are_those_at_the_beginning() -> None:
    g = position(align=TWO)
    g.pawns = western_pawns(g)
    begin(g, Combats(WEST))
    g.set_axis(area(g, "libya"), 0)
    assert not Combats(WEST).stands(g, area(g, "libya"))
    assert Combats(WEST).stands(g, area(g, "southern_france"))


def test_the_board_is_cleared_of_old_pawns() -> None:
    g = position()
    g.pawns, g.sea_pawns = 3, 1
    g.pawn_card[0] = 5
    offensives.clear(g)
    assert (g.pawns, g.sea_pawns, set(g.pawn_card)) == (0, 0, {-1})


def test_nobody_to_attack() -> None:
    g = segment(align={"poland": "occupied"}, dice=[])
    assert idle(g) and log(g) == ""
