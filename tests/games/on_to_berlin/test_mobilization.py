"""Mobilization. [12.0]"""

import pytest

from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components.constants import SPENT
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import mobilization
from sandtable.games.on_to_berlin.rules.mobilization import Deploy
from sandtable.games.on_to_berlin.testing import add_unit, area, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.driving import begin, idle, refused


def kind(g: Board, name: str) -> int:
    return g.t.type_index[name]


def types(g: Board, points: int = 3) -> set[str]:
    """Return the types that can be deployed for these points."""
    return {g.t.type_id[k] for k in mobilization.types(g, points)}


def places(g: Board, name: str) -> set[str]:
    """Where a unit of a type can be deployed."""
    return {g.t.area_id[a] for a in mobilization.places(g, kind(g, name))}


def deploy(g: Board, name: str, where: str) -> None:
    """Deploy a unit of a type in an area, whether it is asked for or the only one."""
    begin(g, Deploy(kind(g, name)))
    if not idle(g):
        g.apply(g.side, AREA + area(g, where))
    assert idle(g) and g.t.type_id[g.t.unit_type[unit_at(g, name, where, spent=True)]] == name


def why(g: Board, name: str, where: str) -> str:
    """The rule that keeps a unit of a type from an area."""
    assert where not in places(g, name)
    return mobilization.why_not_there(g, kind(g, name), area(g, where)).rule


def shipped(g: Board) -> dict[str, int]:
    """How many units this card has brought over each sea."""
    return {g.t.area_id[a]: n for a, n in enumerate(g.shipped) if n}


def use_up(g: Board, name: str) -> None:
    """No unit of a type is left in the pool."""
    while g.free_unit(kind(g, name)) >= 0:
        add_unit(g, name, "out")


# --- what


@pytest.mark.rule("on_to_berlin", "12.0")
@pytest.mark.rule("on_to_berlin", "12.0a")
@pytest.mark.rule("on_to_berlin", "6.1.1c")
def test_a_unit_comes_spent_from_the_pool() -> None:
    g = position()
    before = g.free_unit(kind(g, "ge_lf"))
    begin(g, Deploy(kind(g, "ge_lf")))
    assert g.agenda[-1].prompt(g, 0).rule == "12.0c"
    g.apply(0, AREA + area(g, "austria"))
    assert idle(g) and units_at(g, "austria") == "ge_lf spent"
    assert g.place[before] == area(g, "austria") and g.cond[before] & SPENT
    assert g.log is not None and g.log.events[-1].refs == (AREA + area(g, "austria"), g.ids.unit + before)


@pytest.mark.rule("on_to_berlin", "12.0")
def test_only_types_in_the_pool_are_offered() -> None:
    g = position()
    assert {"ge_lf", "ge_tf"} <= types(g)
    use_up(g, "ge_tf")
    assert "ge_tf" not in types(g) and places(g, "ge_tf") == set()
    refusal = mobilization.why_not(g, kind(g, "ge_tf"))
    assert refusal.rule == "12.0" and "Pool" in refusal.text


@pytest.mark.rule("on_to_berlin", "12.0b")
def test_costs_by_type() -> None:
    t = tables()
    for k in range(t.n_types):
        expected = 3 if t.type_class[k] == "FT" else 1 if t.type_class[k] in ("LF", "GF", "SS") else 2
        assert t.type_cost[k] == expected, t.type_id[k]
    g = position()
    assert {"ge_lf", "ge_gf", "ge_ss"} <= types(g, 1) and not {"ge_tf", "ge_nf", "ge_ft"} & types(g, 1)
    assert {"ge_tf", "ge_ab", "ge_af", "ge_nf"} <= types(g, 2) and "ge_ft" not in types(g, 2)
    assert "ge_ft" in types(g, 3) and types(g, 0) == set()


@pytest.mark.rule("on_to_berlin", "12.0")
@pytest.mark.rule("on_to_berlin", "3.1.1b")
@pytest.mark.rule("on_to_berlin", "3.1.1c")
def test_only_nations_at_war_on_the_own_side_mobilize() -> None:
    g = position(not_at_war=("fr",), side="allied")
    assert not [name for name in types(g) if name[:2] not in ("uk", "po")]
    assert mobilization.why_not(g, kind(g, "fr_lf")).rule == "3.1.1b"  # [R16]
    assert mobilization.why_not(g, kind(g, "ge_lf")).rule == "12.0"
    assert mobilization.why_not(g, kind(g, "su_lf")).rule == "12.0"
    assert places(g, "fr_lf") == set()
    g = position(side="allied")
    assert "fr_lf" in types(g)


@pytest.mark.rule("on_to_berlin", "12.0")
@pytest.mark.rule("on_to_berlin", "3.1.2e")
def test_france_has_one_counter_set_at_a_time() -> None:
    g = position(side="allied")  # [R34]
    assert "fr_lf" in types(g) and "vc_lf" not in types(g)
    g.side = 0
    assert "vc_lf" not in types(g)
    g = position(axis=("ge", "vc"), allied=("uk",))
    assert "vc_lf" in types(g) and "fr_lf" not in types(g)
    assert "vc_nf" not in types(g)  # the only sea beside Paris lies beyond the Operational Limit
    assert mobilization.why_not(g, kind(g, "fr_lf")).rule == "3.1.2e"


@pytest.mark.rule("on_to_berlin", "12.0h")
def test_without_an_area_there_is_no_mobilization() -> None:
    g = position(control={"berlin": "uk", "ruhr": "uk"})
    assert not [name for name in types(g) if name.startswith("ge_")]
    assert mobilization.why_not(g, kind(g, "ge_lf")).rule == "12.0h"
    for number, wanted in ((9, {"hungary"}), (10, set())):  # its only home has room, or is full
        g = position({"hungary": f"{number} ge_lf"}, axis=("ge", "hu"))
        assert places(g, "hu_lf") == wanted and ("hu_lf" in types(g)) == bool(wanted)


# --- where


@pytest.mark.rule("on_to_berlin", "12.0c")
@pytest.mark.rule("on_to_berlin", "12.0i")
@pytest.mark.rule("on_to_berlin", "3.5e")
@pytest.mark.parametrize("owner", ["ge", "it", "fi"])
def test_the_example_of_paris(owner: str) -> None:
    """Whichever Axis nation controls Paris, German units need a line to the Ruhr or Berlin."""
    g = position(axis=("ge", "it", "fi"), control={"paris": owner, "lorraine": owner})
    assert {"paris", "lorraine"} <= places(g, "ge_lf")
    g.set_control(area(g, "lorraine"), country(g, "fr"))
    assert "paris" not in places(g, "ge_lf")
    assert why(g, "ge_lf", "paris") == "12.0c"


@pytest.mark.rule("on_to_berlin", "12.0c")
@pytest.mark.rule("on_to_berlin", "3.5e")
def test_the_resource_area_must_be_of_the_own_nation_and_under_control() -> None:
    control = {"berlin": "uk", "ruhr": "uk", "warsaw": "ge"}
    g = position(axis=("ge", "it"), control=control)
    assert "southern_germany" not in places(g, "ge_lf")
    assert {"rome", "milan", "austria"} <= places(g, "it_lf")  # Italy has Rome
    g = position(axis=("ge", "it"), control={"berlin": "uk"})
    assert {"ruhr", "southern_germany"} <= places(g, "ge_lf") and "berlin" not in places(g, "ge_lf")


@pytest.mark.rule("on_to_berlin", "12.0d")
def test_land_and_air_units_are_deployed_on_land() -> None:
    g = position(units={"baltic_sea": "3 ge_nf"})
    for name in ("ge_lf", "ge_af", "ge_ft"):
        assert places(g, name) == {"berlin", "ruhr", "southern_germany", "austria", "czechoslovakia"}
        assert why(g, name, "baltic_sea") == "12.0d"


@pytest.mark.rule("on_to_berlin", "12.0e")
def test_ships_are_deployed_beside_a_resource_area() -> None:
    g = position(side="allied")
    expected = {"north_sea", "english_channel", "eastern_mediterranean", "central_atlantic"}
    assert places(g, "uk_nf") == places(g, "uk_cv") == expected  # the last by the canal [R15]
    assert {g.t.area_id[a] for a in mobilization.sea_places(g, country(g, "uk"))} == expected
    assert why(g, "uk_nf", "north_atlantic") == "12.0e" and why(g, "uk_nf", "london") == "12.0e"
    g.set_control(area(g, "egypt"), country(g, "ge"))
    assert places(g, "uk_nf") == {"north_sea", "english_channel"}
    g.set_control(area(g, "london"), country(g, "ge"))
    assert places(g, "uk_nf") == set() and not {"uk_nf", "uk_cv"} & types(g)


@pytest.mark.rule("on_to_berlin", "12.0e")
@pytest.mark.rule("on_to_berlin", "12.0f")
@pytest.mark.rule("on_to_berlin", "15.1")
def test_ships_need_a_friendly_sea() -> None:
    g = position()
    t = g.t
    boats = [k for k in range(t.n_types) if t.type_submarine[k]]
    assert {t.start_side[t.type_nation[k]] for k in boats} == {0} and {t.type_kind[k] for k in boats} == {2}
    assert places(g, "ge_nf") == places(g, "ge_ss") == {"baltic_sea"}  # the North Sea is British
    assert why(g, "ge_ss", "north_sea") == "12.0f"
    g.set_control(area(g, "north_sea"), country(g, "ge"))
    assert places(g, "ge_nf") == {"baltic_sea", "north_sea"}


@pytest.mark.rule("on_to_berlin", "12.0f")
@pytest.mark.rule("on_to_berlin", "3.3")
@pytest.mark.parametrize("owner", ["uk", "ne", ""])
def test_nothing_is_deployed_where_the_side_has_no_control(owner: str) -> None:
    g = position(control={"czechoslovakia": owner})
    assert "czechoslovakia" not in places(g, "ge_lf")
    assert why(g, "ge_lf", "czechoslovakia") == "12.0f"


@pytest.mark.rule("on_to_berlin", "12.0f")
@pytest.mark.rule("on_to_berlin", "15.1g")
def test_enemy_units_do_not_hinder_deployment() -> None:
    g = position(units={"berlin": "3 uk_lf, ge_lf", "english_channel": "2 ge_ss, 2 ge_nf"})
    assert "berlin" in places(g, "ge_lf")
    g.side = 1
    assert "english_channel" in places(g, "uk_nf")


@pytest.mark.rule("on_to_berlin", "12.0c")
@pytest.mark.rule("on_to_berlin", "2.2k")
@pytest.mark.rule("on_to_berlin", "8.1.1d")
@pytest.mark.rule("on_to_berlin", "8.1.1e")
@pytest.mark.rule("on_to_berlin", "15.8.2")
def test_stacking_limits_bind() -> None:
    g = position(units={"berlin": "9 ge_lf, ge_ft", "ruhr": "4 ge_af"})
    assert "berlin" not in places(g, "ge_lf") and "berlin" in places(g, "ge_af")
    assert "ruhr" not in places(g, "ge_af") and "ruhr" in places(g, "ge_ft")
    assert why(g, "ge_lf", "berlin") == "8.1.1d" and why(g, "ge_af", "ruhr") == "8.1.1e"  # [R33]
    g = position(units={"ruhr": "ge_ft"})
    assert "ruhr" not in places(g, "ge_ft") and why(g, "ge_ft", "ruhr") == "15.8.2"


@pytest.mark.rule("on_to_berlin", "12.0c")
def test_with_full_resource_areas_lines_lead_on() -> None:
    g = position(units={"berlin": "10 ge_lf", "ruhr": "6 ge_lf, 4 ge_tf"})
    assert {"ge_gf", "ge_ab"} <= types(g)
    assert places(g, "ge_gf") == {"southern_germany", "austria", "czechoslovakia"}
    for name in ("southern_germany", "czechoslovakia"):
        g.set_control(area(g, name), country(g, "uk"))
    assert "ge_gf" not in types(g) and places(g, "ge_gf") == set()  # Austria is cut off


@pytest.mark.rule("on_to_berlin", "15.6")
@pytest.mark.rule("on_to_berlin", "12.0c")
def test_the_operational_limit_binds_deployment() -> None:
    g = position(axis=("ge", "it"), control={"lorraine": "ge"})
    assert "lorraine" in places(g, "ge_lf")
    assert {"austria", "southern_germany"} <= places(g, "it_lf")
    assert not {"lorraine", "ruhr", "berlin"} & places(g, "it_lf")
    assert why(g, "it_lf", "berlin") == "15.6"  # [R36]


# --- minor nations


@pytest.mark.rule("on_to_berlin", "12.0i")
@pytest.mark.rule("on_to_berlin", "12.1")
def test_minor_nations_deploy_at_home_only() -> None:
    axis = ("ge", "hu", "bu", "ru", "it")
    g = position(axis=axis, control={"yugoslavia": "hu"})
    assert places(g, "hu_lf") == {"hungary"} and places(g, "bu_lf") == {"bulgaria"}
    assert why(g, "hu_lf", "yugoslavia") == "12.1"
    g.set_control(area(g, "hungary"), country(g, "ge"))
    assert places(g, "hu_lf") == {"hungary"}  # any nation of the side
    g.set_control(area(g, "hungary"), country(g, "uk"))
    assert places(g, "hu_lf") == set()


@pytest.mark.rule("on_to_berlin", "12.1")
def test_black_resource_areas_serve_nations_of_the_axis_only() -> None:
    """Romania, Finland, Spain and Turkey are minor as Allies, not as Axis nations. [R15]"""
    g = position(axis=("ge", "ru", "sp", "tu", "fi", "hu"))
    assert {"romania", "hungary", "austria"} <= places(g, "ru_lf")
    assert {"istanbul", "ankara", "eastern_turkey"} <= places(g, "tu_lf")
    g = position(allied=("uk", "ru", "sp", "tu", "hu", "nw"), control={"hungary": "uk"}, side="allied")
    assert places(g, "ru_lf") == {"romania"} and places(g, "nw_lf") == {"norway"}
    assert places(g, "sp_lf") == {"madrid", "barcelona", "seville"}


@pytest.mark.rule("on_to_berlin", "12.1")
@pytest.mark.rule("on_to_berlin", "15.4c")
def test_poland_comes_back_only_to_warsaw_after_its_surrender() -> None:
    g = position(side="allied")
    assert places(g, "po_lf") == {"warsaw", "brest", "galicia"}
    g = position(side="allied", allied=("uk", "po", "su"), poland_surrendered=True)  # [R13]
    assert places(g, "po_lf") == {"warsaw"}
    assert why(g, "po_lf", "brest") == "12.1" and "brest" in places(g, "su_lf")


# --- over sea


@pytest.mark.rule("on_to_berlin", "12.0g")
@pytest.mark.rule("on_to_berlin", "3.6b")
def test_deployment_over_sea_needs_ships() -> None:
    g = position(control={"norway": "ge"})
    assert why(g, "ge_lf", "norway") == "12.0g"
    g = position(units={"baltic_sea": "ge_nf"}, control={"norway": "ge"})
    assert "norway" in places(g, "ge_lf")
    g = position(units={"baltic_sea": "ge_nf spent"}, control={"norway": "ge"})
    assert "norway" not in places(g, "ge_lf")  # half a unit is none [R6]
    g = position(units={"baltic_sea": "2 ge_ss"}, control={"norway": "ge"})
    assert "norway" not in places(g, "ge_lf")


@pytest.mark.rule("on_to_berlin", "12.0g")
def test_every_unit_uses_up_ships_for_the_rest_of_the_card() -> None:
    g = position(units={"baltic_sea": "2 ge_nf"}, control={"norway": "ge", "finland": "ge"})
    deploy(g, "ge_lf", "norway")
    assert shipped(g) == {"baltic_sea": 1}  # [R32]
    assert g.log is not None and g.log.events[-1].rule == "12.0g"
    deploy(g, "ge_tf", "finland")
    assert shipped(g) == {"baltic_sea": 2} and not {"norway", "finland"} & places(g, "ge_lf")
    assert why(g, "ge_lf", "norway") == "12.0g"
    deploy(g, "ge_lf", "berlin")  # needs none
    assert shipped(g) == {"baltic_sea": 2}
    g.shipped = bytes(g.t.n_areas)
    assert "norway" in places(g, "ge_lf")


@pytest.mark.rule("on_to_berlin", "12.0g")
def test_units_at_sea_take_up_ships_too() -> None:
    g = position(units={"baltic_sea": "2 ge_nf, 2 ge_lf"}, control={"norway": "ge"})
    assert "norway" not in places(g, "ge_lf")


@pytest.mark.rule("on_to_berlin", "12.0g")
def test_a_line_by_land_is_preferred() -> None:
    control = {"denmark": "ge", "sweden": "ge", "norway": "ge"}
    g = position(units={"baltic_sea": "2 ge_nf"}, control=control)
    deploy(g, "ge_lf", "norway")
    assert shipped(g) == {}


@pytest.mark.rule("on_to_berlin", "12.0g")
def test_the_line_with_the_most_ships_left_is_taken() -> None:
    """From London to Paris over the Channel; to Norway over the North or the Norwegian Sea. [R32]"""
    units = {"english_channel": "uk_nf", "north_sea": "2 uk_nf", "norwegian_sea": "3 uk_nf"}
    g = position(units=units, allied=("uk", "nw"), side="allied")
    deploy(g, "uk_lf", "norway")
    assert shipped(g) == {"norwegian_sea": 1}  # by way of Scotland
    deploy(g, "uk_lf", "norway")
    assert sum(g.shipped) == 2
    g.shipped = changed(g.shipped, area(g, "norwegian_sea"), 2)
    deploy(g, "uk_lf", "norway")
    assert shipped(g) == {"norwegian_sea": 2, "north_sea": 1}


@pytest.mark.rule("on_to_berlin", "12.0g")
@pytest.mark.rule("on_to_berlin", "3.6")
def test_the_scarcest_sea_of_a_route_decides() -> None:
    units = {"english_channel": "uk_nf", "central_atlantic": "5 uk_nf"}
    control = {"egypt": "ge", "western_mediterranean": "ge"}
    g = position(units=units, control=control, side="allied")
    deploy(g, "uk_lf", "gibraltar")
    assert shipped(g) == {"english_channel": 1, "central_atlantic": 1}
    assert "gibraltar" not in places(g, "uk_lf") and why(g, "uk_lf", "gibraltar") == "12.0g"


# --- the United States


@pytest.mark.rule("on_to_berlin", "15.3b")
@pytest.mark.rule("on_to_berlin", "12.0e")
@pytest.mark.parametrize("owner", ["uk", "ge"])
def test_american_ships_arrive_in_the_north_atlantic_even_among_enemies(owner: str) -> None:
    g = position(
        units={"north_atlantic": "2 ge_nf"},
        allied=("uk", "us"),
        side="allied",
        control={"north_atlantic": owner},
    )
    assert places(g, "us_nf") == places(g, "us_cv") == {"north_atlantic"}  # [R39]
    assert why(g, "us_nf", "english_channel") == "15.3b"
    begin(g, Deploy(kind(g, "us_nf")))
    assert idle(g) and "us_nf spent" in units_at(g, "north_atlantic")  # nothing to choose


@pytest.mark.rule("on_to_berlin", "15.3c")
def test_other_american_units_need_a_line_to_the_north_atlantic() -> None:
    g = position(units={"north_atlantic": "2 uk_nf"}, allied=("uk", "us"), side="allied")
    assert places(g, "us_lf") == {"england", "london", "scotland"}
    assert why(g, "us_lf", "gibraltar") == "12.0g" and why(g, "us_lf", "paris") == "12.0f"
    deploy(g, "us_lf", "london")
    assert shipped(g) == {"north_atlantic": 1}  # the ocean counts as crossed [R32]
    deploy(g, "us_tf", "england")
    assert places(g, "us_lf") == set() and "us_lf" not in types(g)


@pytest.mark.rule("on_to_berlin", "15.3c")
def test_american_units_need_allied_control_of_the_ocean() -> None:
    g = position(
        units={"north_atlantic": "2 uk_nf, 2 ge_nf"},
        allied=("uk", "us"),
        side="allied",
        control={"north_atlantic": "ge"},
    )
    assert "us_lf" not in types(g) and "us_nf" in types(g)
    assert why(g, "us_lf", "london") == "15.3c"


@pytest.mark.rule("on_to_berlin", "16.5")
def test_with_the_option_american_lines_avoid_the_south() -> None:
    units = {"north_atlantic": "3 uk_nf", "central_atlantic": "2 uk_nf", "english_channel": "2 uk_nf"}
    control = {"libya": "uk", "morocco": "uk"}
    for options, south in (((), True), (("american_limits",), False)):
        g = position(units=units, allied=("uk", "us"), side="allied", control=control, options=options)
        found = places(g, "us_lf")
        assert "england" in found
        for name in ("gibraltar", "egypt", "middle_east", "libya"):
            assert (name in found) == south
            assert "egypt" in places(g, "uk_lf")  # others are free
        if not south:
            assert why(g, "us_lf", "gibraltar") == "16.5" and why(g, "us_lf", "egypt") == "16.5"


@pytest.mark.rule("on_to_berlin", "16.6")
def test_with_the_option_garrisons_deploy_at_home() -> None:
    for options, abroad in (((), True), (("garrison_limits",), False)):
        g = position(control={"warsaw": "ge"}, options=options)
        assert ("warsaw" in places(g, "ge_gf")) == abroad and "berlin" in places(g, "ge_gf")
        assert "warsaw" in places(g, "ge_lf")
        if not abroad:
            assert why(g, "ge_gf", "warsaw") == "16.6"


# --- the question


@pytest.mark.rule("on_to_berlin", "12.0")
@pytest.mark.rule("on_to_berlin", "12.0c")
def test_the_step_offers_the_places_and_explains_the_others() -> None:
    g = position()
    begin(g, Deploy(kind(g, "ge_lf")))
    step = g.agenda[-1]
    offered = {g.t.area_id[choice - AREA] for choice in g.choices(0)}
    assert offered == places(g, "ge_lf")
    assert refused(g, AREA + area(g, "warsaw")).rule == "12.0f"
    assert refused(g, g.ids.unit).rule == "12.0"
    again = Deploy.unpack(step.pack())
    assert isinstance(again, Deploy) and again.choices(g, 0) == g.choices(0)


@pytest.mark.rule("on_to_berlin", "12.1")
@pytest.mark.rule("on_to_berlin", "12.0e")
@pytest.mark.rule("on_to_berlin", "15.3")
def test_prompts_name_the_rule_that_decides() -> None:
    g = position(allied=("uk", "us", "sp"), side="allied", units={"north_atlantic": "2 uk_nf"})
    for name, rule in (("sp_lf", "12.1"), ("uk_nf", "12.0e"), ("us_lf", "15.3"), ("uk_lf", "12.0c")):
        ask = Deploy(kind(g, name)).prompt(g, 1)
        assert ask.rule == rule and g.t.type_name[kind(g, name)] in ask.text


@pytest.mark.rule("on_to_berlin", "12.0")
def test_every_offered_type_has_a_place_and_no_other() -> None:
    t = tables()
    for side in ("axis", "allied"):
        for lost in ("berlin", "london", "paris", "egypt", "rome", "north_atlantic", "english_channel"):
            g = position(
                units={"north_atlantic": "uk_nf", "baltic_sea": "ge_nf", "london": "9 uk_lf"},
                axis=("ge", "it", "hu", "ru"),
                allied=("uk", "fr", "po", "us", "be"),
                control={lost: "uk" if g_axis(lost) else "ge"},
                side=side,
            )
            offered = mobilization.types(g, 3)
            assert offered == [k for k in range(t.n_types) if mobilization.places(g, k)]


def g_axis(name: str) -> bool:
    """Whether an area is German or Italian on the map."""
    return name in ("berlin", "rome")


@pytest.mark.rule("on_to_berlin", "15.4b")
def test_nobody_breaks_the_soviet_neutrality_by_mobilization() -> None:
    held = {"warsaw": "ge", "brest": "ge", "galicia": "po"}
    g = position(control=held)
    assert "warsaw" in places(g, "ge_lf") and "brest" not in places(g, "ge_lf")
    assert why(g, "ge_lf", "brest") == "15.4b"
    g = position(control=held, allied=["uk", "fr", "po", "su"])
    assert "brest" in places(g, "ge_lf")
    g = position(control=held, side="allied")
    assert "galicia" in places(g, "po_lf")
