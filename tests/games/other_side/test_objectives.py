"""The objectives of Military Directives at the end of an Operations Phase."""

from typing import Any

import pytest

from sandtable.games.other_side.components.state import DISCARDED, SELECTED, Board
from sandtable.games.other_side.rules.end_segment import Objectives, last_phase
from sandtable.games.other_side.testing import area, directive, general, position
from tests.games.other_side.driving import answer, begin, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import questioned, state

TAKEN = {"central_russia": "disputed 3/4 soviet"}  # Moscow
HELD = {"central_russia": "disputed 2/3 soviet"}


def ended(card: str = "taifun", **more: Any) -> Board:
    """The check of one active card."""
    tracks = {"ussr": "war", "fanaticism": 5, **more.pop("tracks", {})}
    return begin(position(directives={card: "active"}, tracks=tracks, **more), Objectives())


def where(g: Board, card: str) -> int:
    return g.directives[directive(g, card)]


def test_without_an_active_card_there_is_nothing_to_check() -> None:
    g = begin(position(), Objectives())
    assert idle(g) and log(g) == ""


@pytest.mark.rule("other_side", "4.7")
@pytest.mark.rule("other_side", "4.7.1")
@pytest.mark.rule("other_side", "4.7.1c")
@pytest.mark.rule("other_side", "2.1a")
@pytest.mark.parametrize("box", ["summer_ops_1", "summer_ops_2"])
def test_success_brings_its_effects_and_discards_the_card(box: str) -> None:
    g = ended(align=TAKEN, box=box)
    assert (
        idle(g)
        and g.fanaticism == 7
        and g.soviet_skips == 1 << (g.box_number() + (1 if box[-1] == "1" else 2))
    )
    assert g.bonus[g.t.country_id.index("turkey")] == 1
    assert where(g, "taifun") == DISCARDED and not g.active and not g.active_heads
    assert "all objectives are met" in log(g)


@pytest.mark.rule("other_side", "4.7.1")
def test_all_objectives_must_hold() -> None:
    both = {"yugoslavia": "disputed 2/3 western", "greece": "disputed 1/2 western"}
    for align, met in ((both, True), ({**both, "greece": "western"}, False)):
        g = ended("marita", align=align, box="fall_ops")
        assert (where(g, "marita") == DISCARDED) == met
        assert (state(g, "yugoslavia")[0] == "occupied") == met


@pytest.mark.rule("other_side", "4.7.1")
def test_a_base_as_objective() -> None:
    for alignment, fanaticism in (("occupied", 6), ("western", 5)):
        g = ended("merkur", align={"crete": alignment}, box="fall_ops")
        assert g.fanaticism == fanaticism


@pytest.mark.rule("other_side", "4.7.1")
def test_a_condition_as_objective() -> None:
    for landings, fanaticism in (({}, 6), ({"greece": 2}, 5)):
        g = ended("luettich", landings=landings, box="fall_ops", year=1943)
        assert g.fanaticism == fanaticism


@pytest.mark.rule("other_side", "4.7.1x")
def test_missed_objectives_wait_for_the_second_phase_of_summer() -> None:
    g = ended(align=HELD, armies={"central_russia": "2 regular"}, heads={"central_russia": ["von_bock"]})
    assert idle(g) and not questioned(g) and g.active == [directive(g, "taifun")] and g.fanaticism == 5


@pytest.mark.rule("other_side", "4.7.1x")
def test_which_phase_is_the_last_of_its_turn() -> None:
    for box in ("winter_ops", "spring_ops", "summer_ops_2", "fall_ops"):
        assert last_phase(position(box=box))
    assert not last_phase(position(box="summer_ops_1"))


@pytest.mark.rule("other_side", "4.7.1y")
def test_failure_questions_the_heads_of_the_listed_areas_and_those_who_fought() -> None:
    g = position(
        box="summer_ops_2",
        align={**HELD, "northern_russia": "occupied", "ukraine": "occupied", "poland": "occupied"},
        armies={
            "central_russia": "2 regular",
            "northern_russia": "2 regular",
            "ukraine": "2 regular",
            "poland": "2 regular, 3 reduced",
        },
        heads={
            "central_russia": ["von_bock"],
            "northern_russia": ["von_leeb"],
            "ukraine": ["hoth"],
            "poland": ["von_kluge", "strauss"],
        },
        ob={"east": "model"},
        generals={"guderian": "available"},
        directives={"taifun": "active"},
    )
    g.active_heads = [1 << general(g, "strauss") | 1 << general(g, "guderian")]
    begin(g, Objectives())
    assert questioned(g) == {"von_bock", "von_leeb", "strauss", "guderian"}


@pytest.mark.rule("other_side", "4.7.1y")
def test_who_is_out_of_play_is_not_questioned() -> None:
    g = position(box="summer_ops_2", align=HELD, directives={"taifun": "active"})
    g.active_heads = [1 << general(g, "rommel")]
    begin(g, Objectives())
    assert idle(g) and not questioned(g)


@pytest.mark.rule("other_side", "4.7.1z")
@pytest.mark.rule("other_side", "2.1b")
@pytest.mark.parametrize(("card", "stays"), [("taifun", True), ("barbarossa_i", False)])
def test_a_failed_card_stays_for_the_year_only_if_it_is_recyclable(card: str, stays: bool) -> None:
    g = ended(card, align=HELD, box="summer_ops_2")
    assert idle(g) and where(g, card) == (SELECTED if stays else DISCARDED) and not g.active
    assert ("stays available" in log(g)) == stays and g.fanaticism == 5


# --- several cards


BOTH = {"yugoslavia": "occupied", "greece": "occupied", "crete": "occupied"}


@pytest.mark.rule("other_side", "4.7.1")
def test_okw_orders_the_checks_of_several_cards() -> None:
    g = position(
        align=BOTH,
        directives={"marita": "active", "merkur": "active", "taifun": "selected"},
        players=2,
        sections=[1, 0, 0, 0],
        tracks={"fanaticism": 5},
    )
    begin(g, Objectives())
    assert g.seats() == (1,) and offered(g) == {"card:marita", "card:merkur"}
    assert prompt(g).rule == "4.7.1"
    assert refused(g, "card:taifun").rule == "4.7.1" and refused(g, "area:poland").rule == "4.7.1"
    answer(g, "card:merkur")
    assert idle(g) and g.fanaticism == 6 and where(g, "marita") == where(g, "merkur") == DISCARDED


def test_cards_that_all_fail_are_not_asked_for() -> None:
    g = position(
        align=HELD,
        box="fall_ops",
        directives={"taifun": "active", "silberfuchs": "active"},
        tracks={"ussr": "war"},
    )
    begin(g, Objectives())
    assert idle(g) and not g.active


def test_a_card_that_has_not_succeeded_yet_waits_while_another_does() -> None:
    g = begin(
        position(align={**HELD, **BOTH}, directives={"taifun": "active", "merkur": "active"}), Objectives()
    )
    assert idle(g) and g.active == [directive(g, "taifun")] and where(g, "merkur") == DISCARDED


@pytest.mark.rule("other_side", "4.7.1x")
def test_a_card_that_is_not_due_is_refused_with_the_reason() -> None:
    active = {"taifun": "active", "merkur": "active", "marita": "active", "fall_blau": "selected"}
    held = {"yugoslavia": "occupied", "greece": "occupied", "crete": "occupied"}
    g = begin(position(align=held, directives=active), Objectives())
    assert offered(g) == {"card:merkur", "card:marita"}
    assert refused(g, "card:taifun").text == "The Objectives of TAIFUN are not met yet."
    assert refused(g, "card:fall_blau").text == "FALL BLAU is not an active Military Directive."


# --- effects of success


@pytest.mark.rule("other_side", "4.7.1a")
def test_an_area_that_is_won_is_occupied_to_its_last_sector() -> None:
    g = ended("fall_weiss", align={"poland": "disputed 3/4 western"}, tracks={"resources": 7}, year=1939)
    assert state(g, "poland") == ("occupied", 4, 0, "") and g.resources == 8
    assert g.counted >> area(g, "poland") & 1


@pytest.mark.rule("other_side", "4.7.1a")
def test_a_resource_that_counts_already_is_not_counted_twice() -> None:
    g = position(
        align={"poland": "occupied"}, tracks={"resources": 7}, year=1939, directives={"fall_weiss": "active"}
    )
    begin(g, Objectives())
    assert g.resources == 7 and g.fanaticism == 6


@pytest.mark.rule("other_side", "4.7.1b")
def test_france_surrenders() -> None:
    g = ended(
        "fall_gelb",
        year=1940,
        align={
            "belgium_holland": "disputed 2/3 western",
            "northern_france": "disputed 2/3 western",
            "southern_france": "disputed 1/2 western",
            "northern_africa": "western",
        },
        tracks={"france": "third_republic", "resources": 7},
    )
    assert where(g, "fall_gelb") != DISCARDED, "Antwerp is missing"
    g = ended(
        "fall_gelb",
        year=1940,
        align={
            "belgium_holland": "occupied",
            "northern_france": "disputed 2/3 western",
            "southern_france": "disputed 1/2 western",
            "northern_africa": "western",
        },
        tracks={"france": "third_republic", "resources": 7},
    )
    assert state(g, "northern_france") == ("occupied", 4, 0, "")
    assert state(g, "southern_france") == ("neutral", 2, 0, "")
    assert state(g, "northern_africa") == ("neutral", 0, 0, "")
    assert g.france == 1 and g.resources == 8 and g.fanaticism == 7


@pytest.mark.rule("other_side", "4.7.1e")
@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("winter_ops", (1942, "spring_ops")),
        ("spring_ops", (1942, "summer_ops_1")),
        ("summer_ops_1", (1942, "summer_ops_2")),
        ("summer_ops_2", (1942, "fall_ops")),
        ("fall_ops", (1943, "winter_ops")),
    ],
)
def test_where_a_no_offensive_marker_goes(box: str, expected: tuple[int, str]) -> None:
    g = ended(align=TAKEN, box=box, year=1942)
    year, name = expected
    assert g.soviet_skips == 1 << (g.t.years.index(year) * 10 + g.t.box_id.index(name))
