"""Conditions of cards: each kind of test holds where it should, and only there."""

from typing import Any

import msgspec
import pytest

from sandtable.games.other_side.components import schema_cards
from sandtable.games.other_side.components.combat_state import CombatState
from sandtable.games.other_side.components.constants import (
    ALIGNMENT_IDS,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    SOVIETS,
    WEST,
)
from sandtable.games.other_side.components.effect_types import (
    ALWAYS,
    NEVER,
    Condition,
    EffectIds,
    compile_condition,
)
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.components.tables import Tables
from sandtable.games.other_side.rules.cards.card_conditions import country_state, holds
from sandtable.games.other_side.testing import area, position, tables
from tests.games.other_side.fighting import a_fight

Case = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]


def words_of(t: Tables) -> EffectIds:
    """Return the names used in conditions, from the tables."""
    spaces = {id: n for n, id in enumerate(t.space_id)}
    sectors = {t.sector_id[a][n]: (a, n) for a in range(t.n_areas) for n in range(1, t.top[a] + 1)}
    countries = {id: n for n, id in enumerate(t.country_id)}
    projects = {t.directives[t.project_card[n]].id: n for n in range(t.n_projects)}
    return EffectIds(spaces, sectors, countries, t.category_id, t.section_id, t.years, projects)


def condition(**said: Any) -> Condition:
    """A condition as the data writes it, compiled."""
    return compile_condition(msgspec.convert(said, schema_cards.Condition), words_of(tables()))


def true(g: Board, **said: Any) -> bool:
    return holds(g, condition(**said))


# What is said, a position where it holds, and one where it does not.
CASES: dict[str, Case] = {
    "area controlled by the Axis": (
        {"area_control": {"area": "poland", "by": "axis"}},
        {"align": {"poland": "occupied"}},
        {"align": {"poland": "disputed 1/2 soviet"}},
    ),
    "a Satellite is controlled by the Axis too": (
        {"area_control": {"area": "hungary", "by": "axis"}},
        {"align": {"hungary": "satellite"}},
        {"align": {"hungary": "soviet"}},
    ),
    "area controlled by the Soviets": (
        {"area_control": {"area": "ukraine", "by": "soviet"}},
        {"align": {"ukraine": "soviet"}},
        {"align": {"ukraine": "disputed 2/3 soviet"}},
    ),
    "country is": (
        {"country_is": {"country": "hungary", "is": "satellite"}},
        {"align": {"hungary": "satellite"}},
        {"align": {"hungary": "neutral 1"}},
    ),
    "USSR at war": ({"ussr_at_war": True}, {"tracks": {"ussr": "war"}}, {"tracks": {"ussr": 3}}),
    "USSR not at war": ({"ussr_at_war": False}, {"tracks": {"ussr": 3}}, {"tracks": {"ussr": "war"}}),
    "USA at war": ({"usa_at_war": True}, {"tracks": {"usa": "war"}}, {"tracks": {"usa": 1}}),
    "USA not at war": ({"usa_at_war": False}, {"tracks": {"usa": 1}}, {"tracks": {"usa": "war"}}),
    "sector of the Axis": (
        {"sector_axis": "central_russia_2"},
        {"align": {"central_russia": "disputed 2/3 soviet"}},
        {"align": {"central_russia": "disputed 1/2 soviet"}},
    ),
    "base of the Axis": (
        {"base_axis": "malta"},
        {"align": {"malta": "occupied"}},
        {"align": {"malta": "western"}},
    ),
    "Axis Disk": (
        {"axis_disk_in": "ukraine"},
        {"align": {"ukraine": "disputed 1/2 soviet"}},
        {"align": {"ukraine": "soviet"}},
    ),
    "Western Disk": (
        {"western_disk_in": "libya"},
        {"align": {"libya": "disputed 1/2 western"}},
        {"align": {"libya": "disputed 1/2 soviet"}},
    ),
    "Soviet Disk": (
        {"soviet_disk_in": "romania_bulgaria"},
        {"align": {"romania_bulgaria": "soviet"}},
        {"align": {"romania_bulgaria": "western"}},
    ),
    "season": ({"season_in": ["winter", "fall"]}, {"box": "fall_ops"}, {"box": "summer_ops_2"}),
    "year from": ({"year_min": 1942}, {"year": 1942}, {"year": 1941}),
    "status of Italy": (
        {"italy_status_in": ["intervention"]},
        {"tracks": {"italy": "intervention"}},
        {"tracks": {"italy": "occupation"}},
    ),
    "status of France": (
        {"france_status_in": ["vichy", "ffl"]},
        {"tracks": {"france": "ffl"}},
        {"tracks": {"france": "third_republic"}},
    ),
    "Fanaticism at most": (
        {"fanaticism_max": 4},
        {"tracks": {"fanaticism": 4}},
        {"tracks": {"fanaticism": 5}},
    ),
    "Resources at most": (
        {"resources_max": 9},
        {"tracks": {"resources": 9}},
        {"tracks": {"resources": 10}},
    ),
    "landing on the map": ({"landing_on_map": True}, {"landings": {"greece": 2}}, {}),
    "no landing on the map": ({"landing_on_map": False}, {}, {"landings": {"greece": 2}}),
    "Black Orchestra cards": (
        {"black_orchestra_min": 2},
        {"orchestra": {"ludwig_beck": 0, "hans_oster": 0}},
        {"orchestra": {"ludwig_beck": 0}},
    ),
    "Project completed": (
        {"project_completed": "jet_fighters"},
        {"projects": {"jet_fighters": "completed"}},
        {"projects": {"jet_fighters": 1}},
    ),
    "Paratroops": (
        {"paratroops_on_track": True},
        {"tracks": {"paratroops": 1}},
        {"tracks": {"paratroops": 0}},
    ),
    "not": (
        {"not": {"fanaticism_max": 4}},
        {"tracks": {"fanaticism": 5}},
        {"tracks": {"fanaticism": 4}},
    ),
    "all": (
        {"all": [{"fanaticism_max": 4}, {"resources_max": 9}]},
        {"tracks": {"fanaticism": 4, "resources": 9}},
        {"tracks": {"fanaticism": 4, "resources": 10}},
    ),
    "any": (
        {"any": [{"fanaticism_max": 4}, {"resources_max": 9}]},
        {"tracks": {"fanaticism": 4, "resources": 10}},
        {"tracks": {"fanaticism": 5, "resources": 10}},
    ),
}


@pytest.mark.rule("other_side", "7d")
@pytest.mark.parametrize("name", CASES)
def test_a_condition_holds_in_one_position_and_not_in_the_other(name: str) -> None:
    said, yes, no = CASES[name]
    assert true(position(**yes), **said)
    assert not true(position(**no), **said)


def test_always_and_never() -> None:
    g = position()
    assert holds(g, Condition(ALWAYS)) and not holds(g, Condition(NEVER))
    assert true(g, always=True) and not true(g, never=True)


# --- conditions of a Combat


OF_COMBAT: dict[str, dict[str, Any]] = {
    "the Axis attacks": {"axis_role": "attacker"},
    "against the Soviets": {"combat_vs": "soviet"},
    "in Plains or River": {"terrain_in": ["plains", "river"]},
    "in the East": {"front_in": ["east"]},
    "in Ukraine": {"combat_area_in": ["ukraine", "belarus"]},
    "with Panzer Armies": {"army_in_combat": "panzer"},
    "with Satellite Armies": {"army_in_combat": "satellite"},
}


@pytest.mark.rule("other_side", "2.2e")
@pytest.mark.parametrize("name", OF_COMBAT)
def test_what_speaks_of_a_combat_is_true_in_the_right_one_only(name: str) -> None:
    g = position(
        align={"ukraine": "disputed 1/2 soviet", "libya": "disputed 2/3 western"},
        armies={"ukraine": "panzer, satellite_hungary", "libya": "regular"},
    )
    said = OF_COMBAT[name]
    assert not true(g, **said), "there is no Combat"
    a_fight(g, "ukraine", ROLE_ATTACKER, SOVIETS)
    assert true(g, **said)
    a_fight(g, "libya", ROLE_DEFENDER, WEST)
    if name == "in Plains or River":
        g.set_axis(area(g, "libya"), 3)
        a_fight(g, "libya", ROLE_DEFENDER, WEST)
    assert not true(g, **said)


def test_a_base_has_no_terrain() -> None:
    g = position(align={"malta": "western"})
    g.fight = CombatState(area(g, "malta"), ROLE_ATTACKER, WEST)
    assert not true(g, terrain_in=["plains", "river", "rough", "fortified", "festung"])
    assert true(g, front_in=["south"])


# --- the state of a country


@pytest.mark.parametrize(
    ("country", "align", "tracks", "expected"),
    [
        ("hungary", {"hungary": "satellite"}, {}, "satellite"),
        ("italy", {"northern_italy": "occupied", "libya": "western"}, {}, "occupied"),
        ("italy", {"northern_italy": "satellite", "southern_italy": "occupied"}, {}, "satellite"),
        ("ussr", {"baltic_states": "disputed 1/2 soviet", "belarus": "soviet"}, {}, "soviet"),
        ("france", {"northern_france": "occupied"}, {"france": "vichy"}, "neutral"),
        ("france", {"northern_france": "occupied"}, {"france": "ffl"}, "occupied"),
        ("turkey", {}, {}, "neutral"),
    ],
)
def test_the_state_of_a_country_follows_from_its_areas(
    country: str, align: dict[str, str], tracks: dict[str, str], expected: str
) -> None:
    g = position(align=align, tracks=tracks)
    assert ALIGNMENT_IDS[country_state(g, g.t.country_id.index(country))] == expected
