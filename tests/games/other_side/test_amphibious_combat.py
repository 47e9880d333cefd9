"""Amphibious Combat: Great Britain and the Bases."""

from typing import Any

import pytest

from sandtable.games.other_side.components.state import ACTIVATED, AVAILABLE, NAVAL, NO_HEAD, OPEN_PORT, Board
from sandtable.games.other_side.rules.combat.amphibious_combat import able, begin_amphibious, capacity
from sandtable.games.other_side.testing import area, deck, directive, general, position, tables, units_at
from tests.games.other_side.driving import answer, answers, go_on, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import questioned, state, where

T = tables()


def invasion(
    target: str = "great_britain",
    source: str = "northern_france",
    armies: str = "3 regular",
    air: int = 5,
    card: int = 15,
    **more: Any,
) -> Board:
    """An Amphibious pawn is resolved; card 15 asks for 3 in 1941."""
    given: dict[str, Any] = {
        "align": {target: "western", source: "occupied", **more.pop("align", {})},
        "armies": {source: armies},
        "tracks": {"air_west": air, "air_south": air, "paratroops": 0, **more.pop("tracks", {})},
        "pool": "2 reduced",
    }
    g = deck(position(**{**given, **more}), combat=[card])
    g.pawns |= 1 << area(g, target)
    g.sea_pawns |= 1 << area(g, target)
    name = "seeloewe" if target == "great_britain" else "herkules"
    begin_amphibious(g, area(g, target), directive(g, name))
    return go_on(g)


def malta(armies: str = "2 satellite_italy", **more: Any) -> Board:
    """Malta is attacked, by both Armies where there are two alike."""
    g = invasion("malta", "southern_italy", armies, **more)
    if armies == "2 satellite_italy":
        answer(g, "unit:satellite_italy@southern_italy")
    return g


GREYS = ["grey hit", "grey hit"]


# --- who goes


@pytest.mark.rule("other_side", "6.9")
@pytest.mark.parametrize(("air", "most"), [(5, 2), (4, 1), (3, 1), (2, 0), (1, 0)])
def test_example_30_the_small_number_of_the_air_box(air: int, most: int) -> None:
    g = position(tracks={"air_west": air, "air_south": 1})
    assert capacity(g, area(g, "great_britain")) == most
    g = position(tracks={"air_west": 1, "air_south": air})
    assert capacity(g, area(g, "malta")) == most, "the Front of the target counts"


@pytest.mark.rule("other_side", "6.9")
def test_operations_chooses_regular_and_satellite_armies() -> None:
    g = invasion(armies="panzer, regular, reduced, satellite_italy", players=2, sections=[0, 1, 0, 0])
    assert g.seats() == (1,) and offered(g) == {
        "unit:regular@northern_france",
        "unit:satellite_italy@northern_france",
    }
    assert refused(g, "unit:panzer@northern_france").rule == "6.9"
    assert refused(g, "unit:reduced@northern_france").rule == "6.9"
    assert refused(g, "area:poland").rule == "6.9"
    assert "2 Armies can still be carried" in prompt(g).text
    answer(g, "unit:regular@northern_france")
    assert offered(g) == {"button:done", "unit:satellite_italy@northern_france"}
    answer(g, "button:done")
    assert g.fight is None and g.fought.bit_count() == 1


@pytest.mark.rule("other_side", "6.9")
def test_armies_that_have_attacked_or_stand_elsewhere_are_refused() -> None:
    g = invasion(armies="3 regular, satellite_italy", source="belgium_holland")
    tired = g.at[area(g, "belgium_holland")][0]
    g.fought |= 1 << tired
    choice = g.ids.unit + tired
    step = g.agenda[-1]
    assert not step.allows(g, 0, choice)
    refusal = step.why_not(g, 0, choice)
    assert refusal is not None and refusal.rule == "6.2.1a"
    other = g.t.first_unit[0]
    refusal = step.why_not(g, 0, g.ids.unit + other)
    assert refusal is not None and refusal.rule == "6.2.1b"
    answer(g, "unit:regular@belgium_holland")
    taken = next(unit for unit in g.at[area(g, "belgium_holland")] if g.agenda[-1].pack()[0] >> unit & 1)
    refusal = g.agenda[-1].why_not(g, 0, g.ids.unit + taken)
    assert refusal is not None and "on board" in refusal.text
    assert not g.agenda[-1].allows(g, 0, g.ids.unit + taken)


@pytest.mark.rule("other_side", "6.9")
def test_the_armies_of_every_satellite_can_be_carried() -> None:
    for kind in T.kind_id:
        g = position(align={"spain": "satellite"}, armies={"spain": kind})
        assert (len(able(g, area(g, "spain"))) == 1) == (kind not in ("panzer", "reduced")), kind


@pytest.mark.rule("other_side", "6.2.1b")
def test_operations_chooses_the_area_across_the_water() -> None:
    g = position(
        align={
            "great_britain": "western",
            "northern_france": "occupied",
            "belgium_holland": "occupied",
            "denmark_norway": "occupied",
            "poland": "occupied",
        },
        armies=dict.fromkeys(("northern_france", "belgium_holland", "poland"), "2 regular")
        | {"denmark_norway": "2 panzer"},
        tracks={"air_west": 5, "paratroops": 0},
        players=2,
        sections=[0, 1, 0, 0],
    )
    begin_amphibious(deck(g, combat=[15]), area(g, "great_britain"), directive(g, "seeloewe"))
    go_on(g)
    assert g.seats() == (1,) and offered(g) == {"area:northern_france", "area:belgium_holland"}
    answer(g, "area:belgium_holland")
    assert {choice for choice in offered(g) if choice.startswith("unit:")} == {"unit:regular@belgium_holland"}


@pytest.mark.rule("other_side", "6.9b")
@pytest.mark.rule("other_side", "6.4c")
def test_isolation_does_not_weaken_an_invasion() -> None:
    g = invasion(armies="2 regular", source="belgium_holland", air=4, supply={"belgium_holland": "isolated"})
    assert "grey" in log(g) and "white" not in log(g)


@pytest.mark.rule("other_side", "6.9f")
def test_one_army_stays_where_partisans_are() -> None:
    g = invasion(armies="2 regular", dice=[*GREYS[:1], "white hit"])
    assert idle(g) and g.rng.drawn == 2, "one Army alone was carried, with the die for air"
    assert units_at(g, "northern_france") == "regular, reduced"
    g = invasion(armies="2 regular", source="belgium_holland", dice=[])
    assert offered(g) == {"unit:regular@belgium_holland", "button:done"}, "no partisans there"


@pytest.mark.rule("other_side", "6.9f")
def test_nobody_need_stay_behind_for_a_base() -> None:
    g = invasion(
        "crete",
        "greece",
        "regular",
        card=19,
        air=4,
        dice=["grey hit"],
        year=1940,
        align={"greece": "occupied"},
    )
    assert idle(g) and "needs" in log(g), "a single Army may attack a Base"


def test_a_pawn_that_nobody_can_be_carried_to_is_taken_off() -> None:
    g = position(align={"great_britain": "western", "northern_france": "occupied"}, tracks={"air_west": 5})
    g.pawns = g.sea_pawns = 1 << area(g, "great_britain")
    begin_amphibious(g, area(g, "great_britain"), directive(g, "seeloewe"))
    go_on(g)
    assert idle(g) and g.pawns == g.sea_pawns == 0 and g.fight is None and not g.combat_used
    assert "No Army can be carried" in log(g)


# --- Generals


@pytest.mark.rule("other_side", "6.9a")
def test_generals_are_activated_without_effect() -> None:
    g = invasion(
        armies="3 regular",
        source="belgium_holland",
        heads={"belgium_holland": ["von_bock"]},
        generals={"von_reichenau": "available"},
        tracks={"air_west": 4},
        air=4,
        dice=["grey blank"],
        year=1940,
    )
    assert idle(g), "von Bock's re-roll of blank dice is not asked for"
    assert where(g, "von_reichenau") == ACTIVATED
    assert questioned(g) == {"von_bock", "von_reichenau"}


@pytest.mark.rule("other_side", "6.9a")
def test_the_head_counts_for_the_directive() -> None:
    g = position(
        align={"great_britain": "western", "belgium_holland": "occupied"},
        armies={"belgium_holland": "2 regular"},
        heads={"belgium_holland": ["von_bock"]},
        tracks={"air_west": 4},
        directives={"seeloewe": "active"},
        dice=["grey blank"],
    )
    begin_amphibious(deck(g, combat=[15]), area(g, "great_britain"), directive(g, "seeloewe"))
    go_on(g)
    assert g.active_heads == [1 << general(g, "von_bock")]


def test_satellites_alone_have_no_leading_general() -> None:
    g = malta(generals={"hoth": "available"}, dice=["yellow blank", "yellow blank", "white blank"])
    assert idle(g) and where(g, "hoth") != ACTIVATED


# --- dice


@pytest.mark.rule("other_side", "6.9b")
@pytest.mark.parametrize(
    ("air", "box", "dice"),
    [
        (5, "summer_ops_1", ["grey blank", "grey blank", "white blank"]),
        (5, "winter_ops", ["grey blank", "grey blank"]),
        (4, "summer_ops_1", ["grey blank"]),
    ],
)
def test_a_white_die_for_full_control_of_the_air_but_not_in_winter(
    air: int, box: str, dice: list[str]
) -> None:
    g = invasion(air=air, box=box, dice=dice)
    if not idle(g):
        answer(g, "unit:regular@northern_france")
    assert idle(g) and g.rng.drawn == len(dice)


@pytest.mark.rule("other_side", "6.9b")
@pytest.mark.parametrize("used", [True, False])
def test_paratroops_add_a_grey_die(used: bool) -> None:
    dice: list[Any] = [2, "grey blank", "grey blank"] if used else ["grey blank"]
    g = invasion(air=4, tracks={"paratroops": 4}, dice=dice)
    assert offered(g) == {"button:yes", "button:no"}
    answer(g, "button:yes" if used else "button:no")
    assert idle(g) and g.rng.drawn == len(dice)
    assert g.paratroops == (3 if used else 4)


@pytest.mark.rule("other_side", "6.9b")
def test_no_paratroops_in_winter() -> None:
    g = invasion(air=4, tracks={"paratroops": 4}, box="winter_ops", dice=["grey blank"])
    assert idle(g) and g.paratroops == 4


# --- the success number


@pytest.mark.rule("other_side", "6.9c")
@pytest.mark.parametrize(
    ("target", "year", "hits", "won"),
    [
        ("malta", 1941, 3, True),
        ("malta", 1941, 2, False),
        ("great_britain", 1941, 4, True),
        ("great_britain", 1941, 3, False),
        ("great_britain", 1940, 3, True),
        ("great_britain", 1940, 2, False),
    ],
)
def test_example_31_the_success_numbers(target: str, year: int, hits: int, won: bool) -> None:
    source = "southern_italy" if target == "malta" else "belgium_holland"
    faces = ["grey hit", "grey hit", "white hit", "grey hit"]
    for n in range(hits, 4):
        faces[n] = faces[n].split()[0] + " blank"
    g = invasion(target, source, "2 regular", year=year, tracks={"paratroops": 1}, dice=[1, *faces])
    answers(g, f"unit:regular@{source}", "button:yes")
    assert idle(g)
    assert ("Victory" in log(g)) == won and ("Defeat" in log(g)) == (not won)
    assert (
        state(g, target)[0] == "disputed" if target != "malta" else g.axis_controls(area(g, "malta"))
    ) == won


@pytest.mark.rule("other_side", "6.9c")
@pytest.mark.rule("other_side", "6.9h")
def test_no_allied_dice_no_special_effects_no_events_and_the_card_is_used() -> None:
    g = invasion(
        "malta", "southern_italy", "2 satellite_italy", dice=["yellow card", "yellow card", "white card"]
    )
    deck(g, battle=["ammunition_crisis"], strategic=["rudolf_hess"])
    answer(g, "unit:satellite_italy@southern_italy")
    assert idle(g) and g.combat_used == [T.combat_number.index(15)]
    assert len(g.battle_deck) == len(g.strategic_deck) == 1


# --- victory


@pytest.mark.rule("other_side", "6.9d")
@pytest.mark.rule("other_side", "6.9i")
@pytest.mark.rule("other_side", "1.3e")
@pytest.mark.rule("other_side", "2.3g")
def test_a_base_that_is_won_is_occupied_and_nobody_moves() -> None:
    g = malta(dice=["yellow hit", "yellow hit", "white hit"])
    assert idle(g) and g.axis_controls(area(g, "malta"))
    assert units_at(g, "southern_italy") == "2 satellite_italy" and units_at(g, "removed") == ""
    assert g.pawns == g.sea_pawns == 0 and g.fight is None and g.fought.bit_count() == 2


LANDED = ["grey hit", "grey hit", "white hit", "grey hit"]


def ashore(armies: str = "4 regular", **more: Any) -> Board:
    """A landing that has succeeded in Great Britain, with Paratroops."""
    g = invasion(armies=armies, tracks={"paratroops": 5}, dice=[5, *more.pop("faces", LANDED)], **more)
    return g


@pytest.mark.rule("other_side", "6.9e")
@pytest.mark.rule("other_side", "6.9i")
@pytest.mark.rule("other_side", "4.3b")
def test_great_britain_is_entered() -> None:
    g = ashore(year=1940)
    answers(g, "unit:regular@northern_france", "button:yes")
    assert idle(g) and state(g, "great_britain") == ("disputed", 1, 2, "western")
    island = area(g, "great_britain")
    assert g.port[island] == OPEN_PORT and g.supply[island] == NAVAL
    assert units_at(g, "great_britain") == "regular, reduced", "one Reduction, then they move"
    assert units_at(g, "northern_france") == "2 regular"
    assert g.heads[2 * island] == -2, "two German Armies want a Head"


@pytest.mark.rule("other_side", "4.3c")
def test_the_head_of_those_who_landed_goes_home_if_one_army_stays() -> None:
    g = ashore("3 regular", year=1940, heads={"northern_france": ["von_bock"]})
    answers(g, "unit:regular@northern_france", "button:yes")
    assert idle(g) and units_at(g, "northern_france") == "regular"
    assert g.heads[2 * area(g, "northern_france")] == NO_HEAD and where(g, "von_bock") == AVAILABLE


@pytest.mark.rule("other_side", "6.9e")
def test_the_reduction_falls_on_a_german_army() -> None:
    g = ashore(
        "2 regular, satellite_italy",
        year=1940,
        pool="panzer",
        faces=["grey hit", "yellow hit", "white hit", "grey hit"],
    )
    answers(g, "unit:regular@northern_france", "unit:satellite_italy@northern_france", "button:yes")
    assert idle(g) and units_at(g, "great_britain") == "satellite_italy"
    assert units_at(g, "pool") == "panzer, regular"


@pytest.mark.rule("other_side", "6.9e")
def test_satellites_alone_bear_the_reduction_themselves() -> None:
    g = ashore(
        "panzer, 2 satellite_italy", year=1940, faces=["yellow hit", "yellow hit", "white hit", "grey hit"]
    )
    answers(g, "unit:satellite_italy@northern_france", "button:yes")
    assert idle(g) and units_at(g, "great_britain") == "satellite_italy"


# --- defeat


@pytest.mark.rule("other_side", "6.9g")
def test_a_defeat_reduces_everybody_and_questions_the_generals() -> None:
    g = invasion(
        armies="4 regular",
        heads={"northern_france": ["von_rundstedt"]},
        generals={"von_leeb": "available"},
        pool="reduced",
        dice=["grey blank", "grey blank", "white hit"],
    )
    answer(g, "unit:regular@northern_france")
    assert idle(g) and state(g, "great_britain")[0] == "western"
    assert units_at(g, "northern_france") == "2 regular, reduced", "one reduced, one lost: the pool had one"
    assert units_at(g, "pool") == "2 regular"
    assert questioned(g) == {"von_rundstedt", "von_leeb"}


@pytest.mark.rule("other_side", "6.9g")
def test_satellite_armies_are_lost_in_a_defeat() -> None:
    g = malta("satellite_italy, regular", dice=["grey blank", "yellow blank", "white blank"])
    answers(g, "unit:regular@southern_italy", "unit:satellite_italy@southern_italy")
    assert idle(g) and units_at(g, "southern_italy") == "reduced"
    assert units_at(g, "removed") == "satellite_italy" and not g.axis_controls(area(g, "malta"))
