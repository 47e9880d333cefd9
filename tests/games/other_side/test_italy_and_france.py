"""Italy and France: limits, Intervention, Occupation, the end of Vichy."""

from typing import Any

import pytest

from sandtable.games.other_side.components.combat_state import CombatState
from sandtable.games.other_side.components.constants import INTERVENTION, NEUTRAL, NONE, OCCUPATION, WEST
from sandtable.games.other_side.components.state import VACANCY, Board
from sandtable.games.other_side.rules.cards import effects
from sandtable.games.other_side.rules.combat import losses
from sandtable.games.other_side.rules.politics import countries
from sandtable.games.other_side.rules.production.replacements import Wehrmacht
from sandtable.games.other_side.testing import area, directive, general, position, units_at
from tests.games.other_side.driving import answer, begin, go_on, idle, log, offered, prompt, refused
from tests.games.other_side.looking import after, changes, look

ITALY = {"northern_italy": "satellite", "southern_italy": "satellite", "libya": "satellite"}


# --- France after Vichy


def collapsed(armies: dict[str, str], **more: Any) -> Board:
    """VICHY COLLAPSE with a Satellite France."""
    align = {
        "southern_france": "satellite",
        "northern_africa": "satellite",
        "northern_france": "occupied",
        "poland": "occupied",
        "hungary": "satellite",
        **more.pop("align", {}),
    }
    g = position(align=align, armies=armies, tracks={"france": "vichy"}, **more)
    countries.vichy_collapse(g)
    return go_on(g)


@pytest.mark.rule("other_side", "8.2b")
@pytest.mark.rule("other_side", "8.2c")
def test_vichy_collapses() -> None:
    g = collapsed(
        {"northern_france": "2 regular, reduced", "hungary": "panzer"}, players=4, sections=[0, 2, 1, 3]
    )
    seen = look(g)
    assert seen["france"] == "ffl" and seen["country france"] == "occupied"
    assert seen["southern_france"] == "occupied" and seen["northern_africa"] == "occupied"
    assert g.seats() == (2,)
    assert offered(g) == {
        "unit:regular@northern_france",
        "unit:reduced@northern_france",
        "unit:panzer@hungary",
    }
    assert prompt(g).rule == "8.2c"
    answer(g, "unit:panzer@hungary")
    assert idle(g) and units_at(g, "southern_france") == "panzer" and units_at(g, "hungary") == ""
    countries.vichy_collapse(g)
    assert idle(g)  # once


@pytest.mark.rule("other_side", "8.2c")
@pytest.mark.rule("other_side", "1.3q")
def test_who_cannot_be_sent_to_southern_france() -> None:
    g = collapsed(
        {
            "poland": "regular",
            "northern_france": "regular, reduced",
            "hungary": "panzer, satellite_hungary",
            "southern_france": "reduced",
            "transit": "panzer",
        },
        heads={"northern_france": ["rommel"]},
    )
    assert refused(g, "unit:regular@poland").rule == "1.3q"  # the last Army among partisans
    assert refused(g, "unit:satellite_hungary@hungary").rule == "8.2c"
    assert refused(g, "unit:reduced@southern_france").rule == "8.2c"
    assert refused(g, "unit:panzer@transit").rule == "8.2c"
    assert refused(g, "area:poland").rule == "8.2c"
    answer(g, "unit:reduced@northern_france")
    assert units_at(g, "southern_france") == "2 reduced"
    # Heads follow at once: one needed there, none here any more.
    assert g.heads[2 * area(g, "southern_france")] == VACANCY
    assert g.post[general(g, "rommel")] == NONE


@pytest.mark.rule("other_side", "8.2c")
def test_nobody_is_sent_without_disk_room_or_army() -> None:
    g = collapsed({"hungary": "2 panzer"}, align={"southern_france": "western"})
    assert idle(g) and units_at(g, "southern_france") == ""
    g = collapsed({"hungary": "panzer", "southern_france": "4 regular"})
    assert idle(g) and "No German Army goes" in log(g)
    g = collapsed({"hungary": "panzer", "poland": "regular"})  # one can go: it does
    assert idle(g) and units_at(g, "southern_france") == "panzer"


@pytest.mark.rule("other_side", "8.2b")
def test_only_satellite_markers_are_flipped() -> None:
    g = collapsed({}, align={"northern_africa": "disputed 1/2 western"})
    assert look(g)["northern_africa"] == "disputed"
    g = position(align={"southern_france": "neutral 2"}, tracks={"france": "vichy"})
    countries.vichy_collapse(g)
    go_on(g)
    assert look(g)["southern_france"] == "neutral" and look(g)["france"] == "ffl"


# --- Italy


@pytest.mark.rule("other_side", "8.1")
@pytest.mark.rule("other_side", "8.1a")
@pytest.mark.rule("other_side", "8.1b")
def test_how_many_german_armies_italy_lets_in() -> None:
    """R62: for deployment as for every other way in."""
    homes = {"area:northern_italy", "area:southern_italy", "area:libya"}
    for status, here, found in (
        ("independence", "", False),
        ("intervention", "", True),
        ("intervention", "regular", False),
        ("intervention", "satellite_italy", True),
        ("occupation", "2 regular", True),
    ):
        g = position(
            align={**ITALY, "poland": "occupied", "hungary": "satellite"},
            armies={"libya": here},
            pool="2 reduced",
            production={"wehrmacht": 1},
            tracks={"italy": status},
        )
        begin(g, Wehrmacht())
        assert (offered(g) & homes == homes) is found and (not offered(g) & homes) is not found
        if not found:
            assert refused(g, "area:southern_italy").rule == ("8.1" if status == "independence" else "8.1a")


@pytest.mark.rule("other_side", "8.1")
def test_a_neutral_italy_lets_nobody_in() -> None:
    g = position(
        align={"northern_italy": "neutral 1", "poland": "occupied"},
        pool="reduced",
        production={"wehrmacht": 1},
    )
    begin(g, Wehrmacht())
    assert idle(g) and units_at(g, "poland") == "reduced"  # the only place


@pytest.mark.rule("other_side", "8.1a")
def test_intervention() -> None:
    _, changed = after(lambda g: countries.italy_status(g, INTERVENTION), align=ITALY)
    assert changed == {"italy": "intervention"}
    _, changed = after(
        lambda g: countries.italy_status(g, INTERVENTION), align=ITALY, tracks={"italy": "occupation"}
    )
    assert changed == {}  # there is no way back


@pytest.mark.rule("other_side", "8.1c")
@pytest.mark.rule("other_side", "8.1d")
@pytest.mark.rule("other_side", "8.1e")
def test_the_occupation_of_italy() -> None:
    g = position(
        align={
            "northern_italy": "satellite",
            "southern_italy": "disputed 1/2 western",
            "libya": "disputed 2/3 western",
            "egypt": "occupied",
            "northern_africa": "neutral",
            "greece": "occupied",
        },
        armies={
            "northern_italy": "regular, satellite_italy",
            "southern_italy": "satellite_hungary",
            "libya": "2 regular, satellite_italy",
            "egypt": "panzer",
            "greece": "satellite_italy",
            "transit": "satellite_italy",
        },
        pool="satellite_italy, satellite_hungary",
        heads={"libya": ["rommel"]},
        supply={"libya": "naval"},
        tracks={"italy": "intervention", "resources": 9},
        countries={"italy": "satellite"},
    )
    countries.italy_status(g, OCCUPATION)
    go_on(g)
    assert idle(g)
    seen = look(g)
    # the mainland
    assert seen["northern_italy"] == "occupied" and seen["axis northern_italy"] == 4
    assert seen["southern_italy"] == "disputed" and seen["axis southern_italy"] == 1
    assert units_at(g, "northern_italy") == "regular" and units_at(g, "southern_italy") == ""
    # Africa: what is Neutral stays so (R25)
    for name in ("libya", "egypt"):
        assert seen[name] == "western" and seen[f"axis {name}"] == 0 and seen[f"ally {name}"] == 1
        assert units_at(g, name) == "" and g.ally_side[area(g, name)] == WEST
    assert seen["northern_africa"] == "neutral" and seen["ally northern_africa"] == 0
    assert seen["supply libya"] == 0
    assert g.resources == 8  # Egypt's
    # German cubes go to the Force Pool, the Head to his board, Italians of the pool out of the game
    assert units_at(g, "pool") == "panzer, 2 regular, satellite_hungary"
    assert g.post[general(g, "rommel")] == NONE and g.heads[2 * area(g, "libya")] == NONE
    # elsewhere Italian Armies fight on (R25)
    assert units_at(g, "greece") == "satellite_italy" and units_at(g, "transit") == "satellite_italy"
    assert seen["italy"] == "occupation" and seen["country italy"] == "occupied"
    done = look(g)
    countries.italy_status(g, OCCUPATION)
    assert changes(done, g) == {}


@pytest.mark.rule("other_side", "8.1b")
@pytest.mark.parametrize("event", [False, True])
def test_the_occupation_lifts_the_limit(event: bool) -> None:
    g = position(align=ITALY, armies={"northern_italy": "regular"}, tracks={"italy": "intervention"})
    assert losses.italy_room(g, area(g, "northern_italy")) == 0
    if event:
        effects.start(g, effects.OF_STRATEGIC, g.t.strategic_index["italy_surrenders"])
    else:
        effects.start(g, effects.OF_DIRECTIVE, directive(g, "occupation_of_italy"))
    go_on(g)
    assert losses.italy_room(g, area(g, "northern_italy")) == losses.MANY
    assert look(g)["northern_italy"] == "occupied", "what the Occupation brings is done"


@pytest.mark.rule("other_side", "8.1d")
def test_western_areas_in_africa_stay_as_they_are() -> None:
    _, changed = after(
        lambda g: countries.italy_status(g, OCCUPATION),
        align={**ITALY, "egypt": "western", "northern_africa": "satellite"},
        landings={"northern_africa": 2},
    )
    assert changed["northern_africa"] == "western" and "egypt" not in changed and "ally egypt" not in changed


def test_the_garrison_can_be_saved() -> None:
    g = collapsed({"hungary": "panzer, regular"})
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).pack() == []
    answer(g, "unit:regular@hungary")
    assert idle(g)


@pytest.mark.rule("other_side", "8.2c")
def test_an_army_sent_away_leaves_its_combat() -> None:
    g = collapsed({"hungary": "panzer, regular"})
    fight = CombatState(area(g, "hungary"))
    fight.units = sum(1 << unit for unit in g.at[area(g, "hungary")])
    g.fight = fight
    answer(g, "unit:regular@hungary")
    assert fight.units == sum(1 << unit for unit in g.at[area(g, "hungary")]) != 0


@pytest.mark.rule("other_side", "8.2a")
def test_northern_france_is_no_part_of_vichy() -> None:
    align = {"southern_france": "satellite", "northern_africa": "satellite", "northern_france": "occupied"}
    _, changed = after(
        lambda g: countries.country_switches(g, g.t.france, NEUTRAL), align=align, tracks={"france": "vichy"}
    )
    assert changed["northern_africa"] == "neutral" and "northern_france" not in changed
