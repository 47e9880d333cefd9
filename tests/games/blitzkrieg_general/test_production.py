"""Building, repairing and saving."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import POOL, RAIL_BUILDING, SIDE_IDS
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import production
from sandtable.games.blitzkrieg_general.rules.economy.production import Building, Production
from sandtable.games.blitzkrieg_general.rules.economy.reinforcements import arrive_railways
from sandtable.games.blitzkrieg_general.testing import country, position, unit_at, units_at

from .driving import answer, answers, begin, idle, log, offered, prompt, refused


def building(major: str, points: int, **more: object) -> Board:
    """A position in which a major builds."""
    given: dict[str, object] = {"points": {major: points}, "wars": [("germany", "france")]}
    g = position(**{**given, **more})  # type: ignore[arg-type]
    return begin(g, Building(country(g, major), 0))


@pytest.mark.rule("blitzkrieg_general", "B7.3")
@pytest.mark.rule("blitzkrieg_general", "A7.6")
@pytest.mark.rule("blitzkrieg_general", "B7.3f")
def test_a_major_builds_what_it_can_pay_and_the_pool_has() -> None:
    g = building("germany", 4)
    keys = offered(g)
    assert {"build:ger_inf_4", "build:ger_inf_2", "build:ger_sub_2", "button:done"} <= keys
    assert "build:ger_arm_5" not in keys
    assert refused(g, "build:ger_arm_5").rule == "PC"
    assert refused(g, "build:fra_inf_2").rule == "B7.3d"
    answer(g, "build:ger_inf_4")
    assert idle(g)  # nothing is left to spend
    built = unit_at(g, "chart", "ger_inf_4")
    assert not g.cond[built]


@pytest.mark.rule("blitzkrieg_general", "B7.3a")
@pytest.mark.rule("blitzkrieg_general", "B7.3b")
@pytest.mark.rule("blitzkrieg_general", "PC")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("ger_inf_3", 3),
        ("ger_arm_5", 10),
        ("ger_air_4", 8),
        ("ger_tf_4", 8),
        ("ger_conv", 4),
        ("ger_sub_2", 3),
    ],
)
def test_what_units_cost(kind: str, cost: int) -> None:
    g = building("germany", 30)
    answer(g, f"build:{kind}")
    assert g.points[g.t.germany] == 30 - cost
    g = building("germany", cost - 1)
    assert f"build:{kind}" not in offered(g)


@pytest.mark.rule("blitzkrieg_general", "B7.3.6")
@pytest.mark.rule("blitzkrieg_general", "A7.6.6")
@pytest.mark.parametrize(
    ("kind", "quarters"),
    [
        ("ger_inf_3", 1),
        ("ger_air_4", 2),
        ("ger_arm_5", 3),
        ("ger_conv", 3),
        ("ger_sub_2", 3),
        ("ger_tf_4", 4),
    ],
)
def test_how_long_building_takes(kind: str, quarters: int) -> None:
    g = building("germany", 30)
    answer(g, f"build:{kind}")
    unit = unit_at(g, "chart", kind)
    assert g.due[unit] == g.turn + quarters
    assert "arrives in" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B7.3.6a")
@pytest.mark.rule("blitzkrieg_general", "B7.3b")
def test_an_hq_is_built_only_after_it_was_lost() -> None:
    g = building("germany", 3, set_up=True, wars=[])
    assert "build:ger_hq_guderian" not in offered(g)
    assert refused(g, "build:ger_hq_guderian").rule == "B7.3.6a"
    g.take(unit_at(g, "prussia", "ger_hq_guderian"))
    answer(g, "build:ger_hq_guderian")
    assert g.points[g.t.germany] == 2
    assert g.due[unit_at(g, "chart", "ger_hq_guderian")] == g.turn + 4


@pytest.mark.rule("blitzkrieg_general", "B7.3.6a")
def test_hqs_that_a_scenario_does_not_bring_are_never_built() -> None:
    g = position(scenario="s1941", set_up=True, points={"be": 5, "italy": 5})
    assert g.place[unit_at(g, "pool", "be_hq_gort")] == POOL  # lost before
    kinds = [g.t.type_id[k] for k in production.buildable(g, g.t.be, 5)]
    assert [kind for kind in kinds if "_hq_" in kind] == ["be_hq_gort"]


@pytest.mark.rule("blitzkrieg_general", "B7.3c")
def test_what_is_not_spent_is_saved() -> None:
    g = building("germany", 9)
    answers(g, "build:ger_inf_2", "button:done")
    assert idle(g)
    assert (g.points[g.t.germany], g.saved[g.t.germany]) == (0, 7)
    assert "Germany saves 7 BP." in log(g)


@pytest.mark.rule("blitzkrieg_general", "B7.3d")
def test_a_major_builds_the_units_of_its_minors() -> None:
    g = building("germany", 4)
    assert refused(g, "build:rom_inf_2").rule == "B7.3d"
    g = building("germany", 4, managers={"romania": "germany"})
    assert "build:rom_inf_2" in offered(g)
    g = building("germany", 4, managers={"romania": "germany"}, conquered=["romania"])
    assert "build:rom_inf_2" not in offered(g)


@pytest.mark.rule("blitzkrieg_general", "B7.1f")
def test_units_of_a_conquered_home_country_are_not_built() -> None:
    g = building("be", 8)
    canadian = [k for k in offered(g) if k.startswith("build:be_") and k.endswith("_c")]
    assert canadian
    home = g.t.home_index["canada"]
    g = building("be", 8, memory={"homes_conquered": 1 << home})
    assert not set(canadian) & offered(g)
    assert refused(g, canadian[0]).rule == "B7.1f"


@pytest.mark.rule("blitzkrieg_general", "B7.3.5")
@pytest.mark.rule("blitzkrieg_general", "A7.6.5")
def test_a_flipped_unit_is_repaired() -> None:
    g = building("germany", 3, units={"prussia": "ger_inf_4 back, ger_inf_3"})
    assert "unit:ger_inf_4@prussia" in offered(g)
    assert refused(g, "unit:ger_inf_3@prussia").rule == "B7.3.5"
    answer(g, "unit:ger_inf_4@prussia")
    assert units_at(g, "prussia") == "ger_inf_3, ger_inf_4"
    assert g.points[g.t.germany] == 1
    assert "repairs the German infantry 4 (flipped) in Prussia for 2 BP" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.1l")
@pytest.mark.rule("blitzkrieg_general", "A7.6.5")
@pytest.mark.parametrize(("mode", "repaired"), [("advanced", False), ("basic", True)])
def test_what_is_out_of_supply_is_not_repaired(mode: str, repaired: bool) -> None:
    g = building("germany", 3, mode=mode, units={"prussia": "ger_inf_4 back unsupplied"})
    assert ("unit:ger_inf_4@prussia" in offered(g)) == repaired
    if not repaired:
        assert refused(g, "unit:ger_inf_4@prussia").rule == "A6.1l"


@pytest.mark.rule("blitzkrieg_general", "B7.3.4a")
def test_neutral_majors_build_too() -> None:
    g = position(points={"usa": 4}, memory={"orange_complete": 1})
    begin(g, Production())
    assert g.seats() == (1,)
    assert "build:usa_conv" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "B7.3.4a")
@pytest.mark.rule("blitzkrieg_general", "B7.0")
@pytest.mark.rule("blitzkrieg_general", "A7.0")
def test_majors_build_one_after_the_other_the_side_with_initiative_first() -> None:
    for first, order in (("axis", ["Germany", "Italy", "USA"]), ("allies", ["USA", "Germany", "Italy"])):
        g = position(
            points={"germany": 2, "italy": 2, "usa": 4},
            memory={"orange_complete": 1, "last_initiative": SIDE_IDS.index(first)},
        )
        begin(g, Production())
        told = []
        while not idle(g):
            told.append(prompt(g).text.partition(":")[0])
            answer(g, "button:done")
        assert told == order


@pytest.mark.rule("blitzkrieg_general", "S39h")
def test_red_units_come_after_all_orange_ones() -> None:
    g = building("ussr", 6)
    red = [k for k in range(g.t.n_types) if g.t.type_colour[k] == g.t.colour_late and g.t.type_cost[k] <= 6]
    orange = [u for u in g.t.units_of[g.t.ussr] if g.t.unit_colour[u] == g.t.colour_early]
    key = f"build:{g.t.type_id[red[0]]}"
    assert key not in offered(g)
    assert refused(g, key).rule == "S39h"
    for unit in orange[:-1]:
        g.chart(unit, g.turn + 1)
    assert refused(g, key).rule == "S39h"
    answer(g, f"build:{g.t.type_id[g.t.unit_type[orange[-1]]]}")
    assert g.orange_complete
    # It was enough to have them together once: a loss does not close it again.
    g.place[orange[0]] = POOL
    g.points[g.t.ussr] = 6
    begin(g, Building(g.t.ussr, 0))
    assert key in offered(g)


@pytest.mark.rule("blitzkrieg_general", "S39f")
@pytest.mark.parametrize(
    ("mode", "effect", "usa"),
    [("basic", {}, True), ("advanced", {}, False), ("advanced", {"usa_build_chinese_aircraft": "usa"}, True)],
)
def test_chinese_aircraft_marked_us_are_built_by_the_usa(
    mode: str, effect: dict[str, str], usa: bool
) -> None:
    for major, allowed in (("usa", usa), ("china", False)):
        g = building(major, 8, mode=mode, in_effect=effect)
        marked = [g.t.type_id[k] for k in g.t.types_of[g.t.china] if g.t.type_mark[k] == g.t.mark_us_built]
        assert (f"build:{marked[0]}" in offered(g)) == allowed
        if not allowed:
            assert refused(g, f"build:{marked[0]}").rule == "S39f"


@pytest.mark.rule("blitzkrieg_general", "CN2")
def test_ships_come_first_under_the_japanese_navy() -> None:
    g = building("japan", 8, in_effect={"japanese_navy": "japan"}, wars=[("japan", "china")])
    assert "button:done" not in offered(g)
    assert refused(g, "button:done").rule == "CN2"
    assert "build:jap_inf_3" not in offered(g)
    assert refused(g, "build:jap_inf_3").rule == "CN2"
    answers(g, "build:jap_sub_2", "build:jap_sub_2")
    assert "button:done" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A9.7")
def test_rail_capacity_is_bought_and_ready_after_two_quarters() -> None:
    g = building("germany", 5)
    assert "button:rail_capacity" not in offered(g)
    assert refused(g, "button:rail_capacity").rule == "A9.7"
    g = building("germany", 5, options=RAIL_BUILDING)
    had = g.rail[g.t.germany]
    answer(g, "button:rail_capacity")
    for later, now in ((1, had), (2, had + 1)):
        g.turn += 1
        arrive_railways(g)
        assert (later, g.rail[g.t.germany]) == (later, now)
    assert g.rail_due == []


@pytest.mark.rule("blitzkrieg_general", "A9.7")
def test_the_rail_track_ends_at_ten() -> None:
    g = building("germany", 20, options=RAIL_BUILDING)
    g.rail = bytes([9] * g.t.n_majors)
    answer(g, "button:rail_capacity")
    assert refused(g, "button:rail_capacity").rule == "A9.7"
