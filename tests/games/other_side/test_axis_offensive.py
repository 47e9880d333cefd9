"""The Axis Offensive Segment: where pawns may lie, what none costs, the order of Combats."""

from pathlib import Path
from typing import Any

import pytest

import sandtable.games.other_side
from sandtable.games.other_side.components.constants import DISPUTED, bits
from sandtable.games.other_side.components.relations import load_pack
from sandtable.games.other_side.components.state import DISCARDED, SELECTED, Board
from sandtable.games.other_side.components.tables import build_tables
from sandtable.games.other_side.rules.offensives import (
    AxisOffensive,
    Combats,
    PlacePawns,
    land_targets,
    sea_targets,
)
from sandtable.games.other_side.testing import area, deck, directive, position, set_alignment
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import state

DATA = Path(sandtable.games.other_side.__file__).parent / "data"
EAST = {
    "poland": "occupied",
    "hungary": "satellite",
    "romania_bulgaria": "satellite",
    "finland": "satellite",
    "baltic_states": "disputed 1/2 soviet",
    "belarus": "soviet",
    "ukraine": "soviet",
    "northern_russia": "soviet",
    "central_russia": "soviet",
    "southern_russia": "soviet",
    "donbass_crimea": "soviet",
    "caucasus": "soviet",
    "urals": "soviet",
}
STACKS = {
    "baltic_states": "2 regular",
    "poland": "panzer, 2 regular",
    "hungary": "2 regular",
    "romania_bulgaria": "regular",
}


def barbarossa(**more: Any) -> Board:
    """Summer 1941: BARBAROSSA I is active."""
    given: dict[str, Any] = {
        "align": {**EAST, **more.pop("align", {})},
        "armies": {**STACKS, **more.pop("armies", {})},
        "tracks": {"ussr": "war", "fanaticism": 5, **more.pop("tracks", {})},
        "directives": {"barbarossa_i": "active"},
    }
    return begin(position(**{**given, **more}), AxisOffensive())


def spaces(g: Board, mask: int) -> set[str]:
    return {g.t.space_id[n] for n in bits(mask)}


# --- placing


@pytest.mark.rule("other_side", "4.4")
def test_without_an_active_directive_there_is_no_offensive() -> None:
    g = begin(position(align=EAST, armies=STACKS), AxisOffensive())
    assert idle(g) and g.pawns == 0 and log(g) == ""


@pytest.mark.rule("other_side", "4.4a")
@pytest.mark.rule("other_side", "4.4b")
@pytest.mark.rule("other_side", "4.4")
def test_example_16_okw_places_the_three_pawns_of_barbarossa() -> None:
    g = barbarossa(players=2, sections=[1, 0, 0, 0])
    assert g.seats() == (1,) and "3 Land pawns" in prompt(g).text
    assert "Fanaticism −1" in prompt(g).text
    wanted = {"area:baltic_states", "area:belarus", "area:ukraine", "area:northern_russia"}
    assert offered(g) == wanted | {"button:done"}
    answer(g, "area:baltic_states")
    assert "Fanaticism" not in prompt(g).text
    answers(g, "area:belarus", "area:ukraine")
    assert spaces(g, g.pawns) == {"baltic_states", "belarus", "ukraine"} and g.sea_pawns == 0
    assert isinstance(g.agenda[-1], Combats), "all three are placed: nobody is asked any more"
    assert g.fanaticism == 5


@pytest.mark.rule("other_side", "4.4b")
@pytest.mark.parametrize(
    ("align", "armies", "expected"),
    [
        ({"poland": "occupied", "belarus": "soviet"}, {}, {"belarus"}),
        ({"poland": "satellite", "belarus": "soviet"}, {}, {"belarus"}),
        ({"poland": "disputed 1/2 western", "belarus": "soviet"}, {}, {"poland"}),  # R29
        ({"poland": "neutral 1", "belarus": "soviet"}, {}, set()),
        ({"poland": "occupied", "hungary": "neutral 1"}, {}, set()),
        ({"poland": "occupied", "hungary": "satellite"}, {}, set()),
        ({"belarus": "disputed 1/2 soviet"}, {"belarus": "regular"}, {"belarus"}),
        ({"belarus": "disputed 1/2 soviet"}, {}, {"belarus"}),  # R101
        ({"belarus": "disputed 1/2 soviet", "ukraine": "soviet"}, {}, {"belarus"}),
        ({"belgium_holland": "occupied", "great_britain": "western"}, {}, set()),
    ],
)
def test_a_land_pawn_needs_ground_to_attack_from(
    align: dict[str, str], armies: dict[str, str], expected: set[str]
) -> None:
    g = position(align=align, armies=armies)
    assert spaces(g, land_targets(g)) == expected


@pytest.mark.rule("other_side", "1.3v")
def test_the_urals_are_never_attacked() -> None:
    g = position(align={"caucasus": "occupied", "urals": "soviet", "southern_russia": "soviet"})
    assert spaces(g, land_targets(g)) == {"southern_russia"}


@pytest.mark.rule("other_side", "4.4b")
def test_only_areas_that_the_card_lists() -> None:
    g = barbarossa(align={"turkey": "western"}, armies={"romania_bulgaria": "2 regular"})
    assert refused(g, "area:turkey").rule == "4.4b" and "BARBAROSSA I" in refused(g, "area:turkey").text
    assert "not in Allied hands" in refused(g, "area:poland").text
    assert "not adjacent" in refused(g, "area:central_russia").text
    assert refused(g, "general:rommel").rule == "4.4b"


@pytest.mark.rule("other_side", "4.4c")
def test_one_pawn_in_an_area() -> None:
    g = answer(barbarossa(), "area:belarus")
    assert refused(g, "area:belarus").rule == "4.4c"


@pytest.mark.rule("other_side", "4.4b")
def test_a_disputed_marker_is_enough_for_a_pawn_though_nobody_can_fight_there() -> None:
    g = barbarossa(armies={"baltic_states": ""})
    answers(g, "area:baltic_states", "button:done")
    assert idle(g) and g.pawns == 0 and "No Army can attack" in log(g)
    assert g.fanaticism == 5 and g.active == [directive(g, "barbarossa_i")], "a pawn was placed"
    assert state(g, "baltic_states") == ("disputed", 1, 2, "soviet")


@pytest.mark.rule("other_side", "6.2.1")
def test_armies_that_have_attacked_elsewhere_still_fight_in_their_own_disputed_area() -> None:
    g = barbarossa(armies={"baltic_states": "2 regular", "poland": ""})
    answers(g, "area:baltic_states", "area:belarus", "button:done")
    deck(g, combat=[1, 1])
    g.fought = sum(1 << unit for unit in g.at[area(g, "baltic_states")])
    assert offered(g) == {"area:baltic_states", "area:belarus"}
    answer(g, "area:baltic_states")
    assert "No Army can attack Baltic States" not in log(g)
    assert "Combat in Baltic States" in log(g)
    assert "No Army can attack Belarus" in log(g), "it is attacked from outside"


@pytest.mark.rule("other_side", "4.4a")
def test_where_only_the_other_kind_of_pawn_is_left_the_refusal_says_so() -> None:
    t = build_tables(load_pack(DATA))
    g = position(
        align={"northern_france": "occupied", "great_britain": "western", "southern_france": "western"},
        armies={"northern_france": "2 regular"},
        tracks={"air_west": 5},
        t=t,
    )
    card = directive(g, "seeloewe")
    t.directives[card].spaces |= 1 << area(g, "southern_france") | 1 << area(g, "belgium_holland")
    g.set_align(area(g, "belgium_holland"), DISPUTED)
    begin(g, PlacePawns(card))
    answer(g, "area:belgium_holland")
    refusal = refused(g, "area:southern_france")
    assert refusal.text == "No Land pawn is left for Southern France." and refusal.rule == "4.4a"


@pytest.mark.rule("other_side", "4.4d")
@pytest.mark.rule("other_side", "2.1a")
def test_not_all_pawns_must_be_placed() -> None:
    g = answers(barbarossa(), "area:belarus", "button:done")
    assert g.fanaticism == 5 and g.active == [directive(g, "barbarossa_i")]


@pytest.mark.rule("other_side", "4.4d")
@pytest.mark.rule("other_side", "2.1b")
@pytest.mark.parametrize(("card", "end"), [("barbarossa_i", DISCARDED), ("barbarossa_ii", SELECTED)])
def test_no_pawn_at_all_costs_fanaticism_and_the_card_unless_it_is_recyclable(card: str, end: int) -> None:
    g = barbarossa(directives={card: "active", "taifun": "selected"})
    answer(g, "button:done")
    assert idle(g) and g.fanaticism == 4 and not g.active and not g.active_heads
    assert g.directives[directive(g, card)] == end
    assert g.directives[directive(g, "taifun")] == SELECTED
    said = "is discarded" if end == DISCARDED else "stays available this year"
    assert "No pawn is placed" in log(g) and said in log(g)


@pytest.mark.rule("other_side", "2.1b")
def test_a_recyclable_card_whose_objectives_hold_is_discarded_all_the_same() -> None:
    g = barbarossa(directives={"barbarossa_ii": "active"})
    card = g.t.directives[directive(g, "barbarossa_ii")]
    for where, sector in card.objective_sectors:
        set_alignment(g, g.t.space_id[where], "occupied")
        assert g.axis_sector(where, sector)
    answer(g, "button:done")
    assert g.directives[directive(g, "barbarossa_ii")] == DISCARDED and g.fanaticism == 4


@pytest.mark.rule("other_side", "4.4d")
@pytest.mark.rule("other_side", "2.1b")
@pytest.mark.parametrize(("card", "end"), [("zitadelle", DISCARDED), ("taifun", SELECTED)])
def test_where_no_pawn_can_be_placed_it_is_the_same(card: str, end: int) -> None:
    g = begin(
        position(align={"poland": "occupied"}, tracks={"fanaticism": 5}, directives={card: "active"}),
        AxisOffensive(),
    )
    assert idle(g) and g.fanaticism == 4 and g.directives[directive(g, card)] == end


@pytest.mark.rule("other_side", "4.4a")
def test_two_active_cards_share_the_pawns_there_are() -> None:
    g = barbarossa(directives={"barbarossa_i": "active", "silberfuchs": "active"})
    answers(g, "area:belarus", "area:ukraine", "area:baltic_states")
    assert g.fanaticism == 4, "no fourth Land pawn is left for SILBERFUCHS"
    g = barbarossa(directives={"barbarossa_i": "active", "silberfuchs": "active"})
    answers(g, "area:belarus", "button:done")
    assert "SILBERFUCHS" in prompt(g).text and "1 Land pawn" in prompt(g).text
    answer(g, "area:northern_russia")
    assert g.fanaticism == 5 and g.pawn_card[area(g, "northern_russia")] == directive(g, "silberfuchs")
    assert g.pawn_card[area(g, "belarus")] == directive(g, "barbarossa_i")


@pytest.mark.rule("other_side", "4.4a")
def test_a_card_gives_its_pawns_again_in_the_next_phase() -> None:
    g = barbarossa()
    answer(g, "area:belarus")
    g.agenda = g.agenda[:1]
    begin(g, AxisOffensive())
    assert g.pawns == 0 and "3 Land pawns" in prompt(g).text


# --- Amphibious pawns


SEA: dict[str, Any] = {
    "align": {"northern_france": "occupied", "great_britain": "western"},
    "armies": {"northern_france": "2 regular"},
    "tracks": {"air_west": 5},
    "directives": {"seeloewe": "active"},
}


@pytest.mark.rule("other_side", "4.4f")
@pytest.mark.parametrize(
    ("change", "possible"),
    [
        ({}, True),
        ({"align": {"northern_france": "satellite", "great_britain": "western"}}, True),
        ({"align": {"northern_france": "disputed 1/2 western", "great_britain": "western"}}, False),
        ({"align": {"belgium_holland": "neutral 1", "great_britain": "western"}}, False),
        ({"align": {"belgium_holland": "occupied", "great_britain": "western"}}, True),
        ({"tracks": {"air_west": 2}}, True),  # nobody can be carried: R101
        ({"armies": {"northern_france": ""}}, True),
        ({"align": {"northern_france": "occupied", "great_britain": "disputed 1/2 western"}}, False),
        ({"align": {"northern_france": "occupied", "great_britain": "occupied"}}, False),
    ],
)
def test_an_amphibious_pawn_needs_an_area_of_the_axis_across_the_water(
    change: dict[str, Any], possible: bool
) -> None:
    g = position(**{**SEA, **change})
    assert spaces(g, sea_targets(g)) == ({"great_britain"} if possible else set())


@pytest.mark.rule("other_side", "4.4f")
def test_an_amphibious_pawn_is_placed_and_told_apart() -> None:
    g = begin(position(**SEA), PlacePawns(directive(position(), "seeloewe")))
    told = prompt(g).text
    assert "1 Land pawn" in told and "1 Amphibious pawn" in told
    answer(g, "area:great_britain")
    assert spaces(g, g.sea_pawns) == {"great_britain"} and "Amphibious pawn in Great Britain" in log(g)


@pytest.mark.rule("other_side", "4.4f")
def test_a_pawn_over_the_sea_without_a_coast_of_the_axis_is_refused() -> None:
    align = {"northern_france": "disputed 1/2 western", "great_britain": "western"}
    g = position(**{**SEA, "align": align})
    step = PlacePawns(directive(g, "seeloewe"))
    begin(g, Combats(0))
    g.agenda.append(step)
    refusal = refused(g, "area:great_britain")
    assert refusal.rule == "4.4f" and "Axis controls" in refusal.text


@pytest.mark.rule("other_side", "4.4f")
@pytest.mark.parametrize(
    "change", [{"tracks": {"air_west": 2, "fanaticism": 5}}, {"armies": {"northern_france": "2 panzer"}}]
)
def test_a_pawn_over_the_sea_for_which_nobody_can_be_carried_is_taken_off(change: dict[str, Any]) -> None:
    given = {**SEA, "tracks": {"air_west": 5, "fanaticism": 5}, **change}
    g = begin(position(**given), AxisOffensive())
    answer(g, "area:great_britain")
    assert idle(g) and g.pawns == 0 and "can be carried" in log(g)
    assert g.fanaticism == 5 and g.active == [directive(g, "seeloewe")]


@pytest.mark.rule("other_side", "4.4f")
def test_a_base_is_attacked_over_the_sea_and_only_a_western_one() -> None:
    for alignment, expected in (("western", {"malta"}), ("occupied", set()), ("neutral", set())):
        g = position(
            align={"southern_italy": "satellite", "malta": alignment},
            armies={"southern_italy": "satellite_italy"},
            tracks={"air_south": 3},
        )
        assert spaces(g, sea_targets(g)) == expected


@pytest.mark.rule("other_side", "4.4a")
def test_there_is_one_amphibious_pawn_for_all_cards() -> None:
    g = position(
        align={"southern_italy": "satellite", "malta": "western", "greece": "occupied", "crete": "western"},
        armies={"southern_italy": "2 satellite_italy", "greece": "2 regular"},
        tracks={"air_south": 5, "fanaticism": 5},
        directives={"herkules": "active", "merkur": "active"},
    )
    begin(g, AxisOffensive())
    deck(g, combat=[15])
    answer(g, "base:malta")
    assert g.directives[directive(g, "merkur")] == SELECTED and g.fanaticism == 4
    assert g.active == [directive(g, "herkules")]


# --- Combats


@pytest.mark.rule("other_side", "4.4e")
def test_operations_orders_the_combats_and_each_pawn_goes_with_its_combat() -> None:
    g = barbarossa(players=2, sections=[0, 1, 0, 0])
    answers(g, "area:belarus", "area:ukraine", "button:done")
    assert g.seats() == (1,) and offered(g) == {"area:belarus", "area:ukraine"}
    assert prompt(g).rule == "4.4e" and "The Axis attacks" in prompt(g).text
    assert refused(g, "area:poland").rule == "4.4e" and refused(g, "general:rommel").rule == "4.4e"
    deck(g, combat=[1])
    answer(g, "area:ukraine")
    assert g.fight is not None and g.fight.area == area(g, "ukraine")
    assert g.fight.directive == directive(g, "barbarossa_i")


def test_the_last_combat_is_fought_without_a_question() -> None:
    g = barbarossa(tracks={"paratroops": 3})
    deck(g, combat=[1])
    answers(g, "area:belarus", "button:done")
    assert g.fight is not None and g.fight.area == area(g, "belarus")


@pytest.mark.rule("other_side", "4.4e")
def test_a_pawn_without_an_enemy_is_taken_off() -> None:
    g = barbarossa()
    answers(g, "area:belarus", "area:ukraine", "area:baltic_states")
    for name in ("belarus", "ukraine", "baltic_states"):
        g.set_ally(area(g, name), 0)
    g.advance()
    assert idle(g) and g.pawns == 0 and g.fight is None


def test_a_whole_segment_with_one_combat() -> None:
    g = barbarossa(
        armies={"poland": "panzer, regular, reduced"},
        dice=["red blank", "red blank", "red blank", "black hit", "grey hit", "white hit"],
    )
    deck(g, combat=[1])
    answers(g, "area:belarus", "button:done", "area:poland", "unit:panzer@poland", "button:done", "button:no")
    assert idle(g) and state(g, "belarus") == ("disputed", 1, 2, "soviet") and g.pawns == 0
