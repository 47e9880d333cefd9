"""The Soviet Offensive Segment."""

from typing import Any

import pytest

from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.offensives import SovietOffensive, soviet_pawns
from sandtable.games.other_side.testing import area, deck, position, tables, units_at
from tests.games.other_side.driving import answer, begin, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import state

WAR = {"ussr": "war"}
# All Areas of the Eastern Front out of the way: neither Neutral nor Soviet, nor the Axis's.
QUIET = dict.fromkeys(tables().space_id[:13], "western")


def at_war(align: dict[str, str], **more: Any) -> Board:
    """A position in which only the named Areas of the Eastern Front matter."""
    return position(align={**QUIET, **align}, tracks=WAR, **more)


def pawns(align: dict[str, str]) -> set[str]:
    g = at_war(align)
    return {g.t.space_id[n] for n in bits(soviet_pawns(g))}


@pytest.mark.rule("other_side", "4.6")
@pytest.mark.rule("other_side", "7.1a")
def test_there_is_no_offensive_before_the_ussr_is_at_war() -> None:
    for at_war in (False, True):
        g = position(
            align={"ukraine": "disputed 1/2 soviet"},
            armies={"ukraine": "regular"},
            tracks={"ussr": "war" if at_war else 3},
        )
        deck(g, combat=[1])
        begin(g, SovietOffensive())
        assert idle(g) and g.combat_used == ([0] if at_war else [])
        assert at_war or log(g) == ""


@pytest.mark.rule("other_side", "4.6a")
@pytest.mark.rule("other_side", "4.6b")
@pytest.mark.parametrize(
    ("align", "expected"),
    [
        ({"ukraine": "disputed 1/2 soviet"}, {"ukraine"}),
        ({"ukraine": "disputed 1/2 western"}, set()),
        ({"poland": "occupied", "belarus": "soviet"}, {"poland"}),
        ({"hungary": "satellite", "ukraine": "soviet"}, {"hungary"}),
        ({"poland": "occupied", "belarus": "disputed 1/2 soviet"}, {"belarus"}),
        ({"hungary": "satellite", "ukraine": "western"}, set()),
        ({"caucasus": "occupied", "urals": "soviet"}, {"caucasus"}),  # attacks may come from there [1.3v]
        ({"yugoslavia": "occupied", "romania_bulgaria": "soviet"}, set()),  # not of the Eastern Front
        ({"denmark_norway": "occupied", "finland": "soviet"}, set()),
        ({"yugoslavia": "disputed 1/2 soviet"}, set()),
    ],
)
def test_where_the_soviets_attack(align: dict[str, str], expected: set[str]) -> None:
    assert pawns(align) == expected


@pytest.mark.rule("other_side", "4.6b")
@pytest.mark.rule("other_side", "4.6c")
def test_no_attack_goes_along_a_line_with_the_symbol() -> None:
    for alignment in ("satellite", "neutral"):
        g = at_war({"finland": alignment, "northern_russia": "soviet"})
        assert soviet_pawns(g) == 0 and state(g, "finland")[0] == alignment
    assert pawns({"northern_russia": "occupied", "finland": "soviet"}) == set()


@pytest.mark.rule("other_side", "4.6c")
def test_a_neutral_neighbour_joins_the_axis_and_is_attacked() -> None:
    g = at_war({"hungary": "neutral 1", "romania_bulgaria": "neutral", "ukraine": "soviet"})
    assert soviet_pawns(g) == 1 << area(g, "hungary") | 1 << area(g, "romania_bulgaria")
    for name in ("hungary", "romania_bulgaria"):
        assert state(g, name)[:2] == ("satellite", 3)
        assert units_at(g, name) == f"satellite_{name}"
    assert "becomes a Satellite of the Axis" in log(g)
    assert state(g, "turkey")[0] == "neutral", "not of the Eastern Front"


@pytest.mark.rule("other_side", "4.6d")
def test_no_attack_where_a_no_offensive_marker_lies() -> None:
    g = at_war({"hungary": "neutral 1", "romania_bulgaria": "neutral", "ukraine": "soviet"})
    g.no_soviet = 1 << area(g, "hungary")
    assert soviet_pawns(g) == 1 << area(g, "romania_bulgaria")
    assert state(g, "hungary")[0] == "neutral", "it is not drawn into the war either"


@pytest.mark.rule("other_side", "4.6d")
def test_an_area_with_two_soviet_neighbours_has_one_pawn() -> None:
    g = at_war(
        {"baltic_states": "occupied", "belarus": "soviet", "northern_russia": "soviet"},
        armies={"baltic_states": "regular"},
    )
    deck(g, combat=[1, 2])
    begin(g, SovietOffensive())
    assert idle(g) and g.combat_used == [0]


TWO = {"ukraine": "disputed 1/2 soviet", "poland": "occupied", "belarus": "soviet"}


def two(**more: Any) -> Board:
    """Two Areas to be attacked; neither Combat card has a number."""
    g = at_war(TWO, armies={"ukraine": "regular", "poland": "regular"}, **more)
    deck(g, combat=[1, 7])
    return g


@pytest.mark.rule("other_side", "4.6e")
def test_operations_orders_the_combats_and_the_markers_go_afterwards() -> None:
    g = two(players=2, sections=[0, 1, 0, 0])
    g.no_soviet = 1 << area(g, "finland")
    begin(g, SovietOffensive())
    assert g.seats() == (1,) and offered(g) == {"area:ukraine", "area:poland"}
    assert prompt(g).rule == "4.6e" and refused(g, "area:belarus").rule == "4.6e"
    assert g.no_soviet
    answer(g, "area:poland")
    assert idle(g) and g.pawns == 0 and g.no_soviet == 0 and len(g.combat_used) == 2


@pytest.mark.rule("other_side", "4.6f")
def test_a_marker_in_the_operations_box_skips_the_segment_once() -> None:
    g = two()
    g.soviet_skips = 1 << g.box_number() | 1 << g.box_number() + 3
    g.no_soviet = 1 << area(g, "finland")
    begin(g, SovietOffensive())
    assert idle(g) and not g.combat_used and "No Soviet Offensive" in log(g)
    assert g.soviet_skips == 1 << g.box_number() + 3 and g.no_soviet
    begin(g, SovietOffensive())
    assert not idle(g)


def test_the_marker_goes_even_if_the_ussr_is_at_peace() -> None:
    g = position()
    g.soviet_skips = 1 << g.box_number()
    begin(g, SovietOffensive())
    assert idle(g) and g.soviet_skips == 0
