"""Partners change sides in step B of the Administrative phase."""

from typing import Any

import pytest

from sandtable.engine.state import changed
from sandtable.games.total_domination.components.constants import NOBODY, SUPPLY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import administrative_phase, partners
from sandtable.games.total_domination.rules.operations import deployment
from sandtable.games.total_domination.rules.partners import Relocate, Switch
from sandtable.games.total_domination.testing import areas, position, power, unit_at, units_at
from tests.games.total_domination.driving import begin, click, idle, log, offers, refused
from tests.games.total_domination.looking import EXAMPLES, damaged, gained, holder, points, units_of


def step_b(g: Board) -> Board:
    """Carry out step B until it is finished or somebody is asked."""
    begin(g)
    partners.switch(g)
    g.advance()
    return g


def partner(g: Board, name: str) -> str:
    """Whose partner a nation is."""
    return g.t.nation_id[g.lord[power(g, name)]]


def builders(g: Board, kind: str) -> dict[str, list[str]]:
    """Return who can deploy a kind of unit, and where."""
    number = g.t.kind_id.index(kind)
    found = {name: areas(g, deployment.sites(g, power(g, name), number)) for name in g.t.nation_id[:4]}
    return {name: where for name, where in found.items() if where}


# ---------------------------------------------------------------- at the start


@pytest.mark.rule("total_domination", "4.3.Ba")
@pytest.mark.rule("total_domination", "4.3.Be")
def test_only_the_partners_own_units_are_built_in_its_area() -> None:
    g = position()
    assert builders(g, "french_army") == builders(g, "french_fleet") == {"uk": ["france"]}
    assert builders(g, "italian_army") == builders(g, "italian_fleet") == {"germany": ["italy"]}
    for kind in range(g.t.n_kinds):
        sites = [a for where in builders(g, g.t.kind_id[kind]).values() for a in where]
        if g.t.kind_id[kind].split("_")[0] not in ("french", "italian"):
            assert "france" not in sites and "italy" not in sites


def test_nothing_changes_while_nobody_controls_the_area() -> None:
    g = position()
    g.control = changed(g.control, g.t.area_id.index("france"), NOBODY)
    assert partner(step_b(g), "france") == "uk"


def test_nothing_changes_while_partners_hold_their_areas() -> None:
    g = position(set_up=True)
    before = points(g)
    step_b(g)
    assert idle(g) and partner(g, "france") == "uk" and partner(g, "italy") == "germany"
    assert points(g) == before and log(g) == []


# ---------------------------------------------------------------- France


@pytest.mark.rule("total_domination", "4.3.Bb")
@pytest.mark.rule("total_domination", "4.3.Bk")
@pytest.mark.rule("total_domination", "4.3.Ba")
def test_france_changes_sides() -> None:
    example = EXAMPLES["france_changes_sides"]
    expect = example["expect"]
    g = position(units=units_of(example["position"]))
    before = points(g)
    assert damaged(g) == ["france"]
    step_b(g)
    assert idle(g) and partner(g, "france") == expect["partner_of"]["france"]
    assert {name: holder(g, name) for name in expect["controller"]} == expect["controller"]
    assert gained(before, points(g)) == {"uk": expect["vp_delta"]["uk"]}
    assert unit_at(g, "french_fleet", "supply") and units_at(g, "morocco") == ""
    assert units_at(g, "france") == "german_army"
    # The marker goes in step C, because the owner is now the German player; then French units may be built.
    assert damaged(g) == ["france"] and builders(g, "french_army") == {}
    administrative_phase.repair(g)
    assert damaged(g) == [] and builders(g, "french_army") == {"germany": ["france"]}
    assert builders(g, "german_army") == {"germany": ["germany", "austria", "czechoslovakia"]}
    g.take(unit_at(g, "german_army", "france"))
    assert holder(g, "france") == "germany"
    assert log(g)[0] == (
        "France changes sides: it is a partner of Germany now, and to the supply go: French fleet in Morocco."
    )


@pytest.mark.rule("total_domination", "4.3.Bb")
def test_japan_can_have_france_too() -> None:
    g = step_b(position(units={"france": "japanese_fleet"}))
    assert partner(g, "france") == "japan" and holder(g, "france") == "japan"
    # It is a Home area from now on: a source of supply, and closed to the teammate.
    assert g.supplied(power(g, "japan")) & g.t.homes[power(g, "france")]
    assert g.closed[power(g, "germany")] & g.t.homes[power(g, "france")]


@pytest.mark.rule("total_domination", "4.3.Bc")
@pytest.mark.rule("total_domination", "4.3.Bi")
@pytest.mark.rule("total_domination", "4.3.Bk")
@pytest.mark.parametrize("unit", ["uk_army", "us_army", "us_fleet"])
def test_the_west_takes_france_back_and_stays(unit: str) -> None:
    g = position(
        units={"france": unit, "spain": "french_army"},
        partners={"france": "germany"},
        joined=["us"],
    )
    assert holder(g, "spain") == "germany"
    step_b(g)
    assert idle(g) and partner(g, "france") == "uk" and units_at(g, "france") == unit
    assert units_at(g, "spain") == "" and builders(g, "french_army") == {}
    assert not any("relocated" in line for line in log(g))
    administrative_phase.repair(g)
    assert builders(g, "french_army") == {"uk": ["france"]}


@pytest.mark.rule("total_domination", "4.3.Bb")
@pytest.mark.rule("total_domination", "7.2.Dc")
def test_resistance_is_no_unit_that_has_to_leave() -> None:
    g = step_b(position(units={"france": "german_army, 2 resistance"}))
    assert partner(g, "france") == "germany" and units_at(g, "france") == "german_army, 2 resistance"
    assert points(g)["germany"] == 8


@pytest.mark.rule("total_domination", "4.3.Bh")
def test_any_number_of_times() -> None:
    g = position(units={"france": "german_army"})
    for _ in range(3):
        step_b(g)
        assert partner(g, "france") == "germany"
        g.take(g.at[g.t.area_id.index("france")][0])
        g.put(g.free_unit(g.t.kind_id.index("uk_army")), g.t.area_id.index("france"))
        step_b(g)
        assert partner(g, "france") == "uk"
        g.take(g.at[g.t.area_id.index("france")][0])
        g.put(g.free_unit(g.t.kind_id.index("german_army")), g.t.area_id.index("france"))


@pytest.mark.rule("total_domination", "4.3.Bk")
def test_an_air_fleet_that_loses_its_partner_goes_too() -> None:
    g = step_b(position(units={"france": "german_army", "morocco": "french_fleet, uk_air_fleet"}))
    assert units_at(g, "morocco") == "" and unit_at(g, "uk_air_fleet", "supply", 1)


# ---------------------------------------------------------------- the wrong teammate


@pytest.mark.rule("total_domination", "4.3.Bc")
@pytest.mark.rule("total_domination", "4.3.Bd")
@pytest.mark.rule("total_domination", "4.3.Bk")
@pytest.mark.parametrize("chosen", EXAMPLES["soviet_army_liberates_france"]["expect"]["relocated_to"])
def test_a_soviet_army_frees_france(chosen: str) -> None:
    example = EXAMPLES["soviet_army_liberates_france"]
    expect = example["expect"]
    g = position(units=units_of(example["position"]), partners={"france": "germany"})
    before = points(g)
    was = units_at(g, chosen)
    step_b(g)
    assert g.seats() == (g.seat_of[power(g, "ussr")],)
    assert offers(g) == [f"area:{name}" for name in expect["relocated_to"]]
    click(g, f"area:{chosen}")
    assert idle(g) and partner(g, "france") == "uk"
    assert holder(g, "france") == expect["controller"]["france"] and units_at(g, "france") == ""
    assert units_at(g, chosen).startswith(str(int(was.split()[0]) + 1 if was[0].isdigit() else 2))
    assert gained(before, points(g)) == expect["vp_delta"]


def freed(units: dict[str, str], **rest: Any) -> Board:
    """Step B with France a German partner and these units."""
    return step_b(position(units=units, partners={"france": "germany"}, **rest))


NEAR = {"poland": "2 ussr_army", "baltics": "ussr_fleet"}
EAST = {"poland": "2 ussr_army", "baltics": "ussr_army"}
FAR = {"poland": "2 ussr_army", "baltics": "2 ussr_army", "czechoslovakia": "ussr_army"}
INLAND = {"austria": "ussr_army", "ukraine": "ussr_army"}
CHAIN = {"low_countries": "2 ussr_army", "germany": "4 ussr_army", "poland": "ussr_army"}


@pytest.mark.rule("total_domination", "4.3.Bd")
@pytest.mark.rule("total_domination", "3.7b")
def test_it_goes_to_the_nearest_area_with_room() -> None:
    # Germany and the Low Countries are full: Poland is the nearest, two links away; the Baltics are farther.
    g = freed({**CHAIN, "baltics": "ussr_fleet", "france": "ussr_army"})
    assert idle(g) and units_at(g, "poland") == "2 ussr_army" and units_at(g, "france") == ""
    assert log(g)[-1] == "Soviet army in France relocated to Poland."


@pytest.mark.rule("total_domination", "4.3.Bd")
def test_only_areas_in_supply_that_it_controls() -> None:
    # A Soviet army in Spain is cut off, one in Germany denies it only: home is the next.
    g = freed({"france": "ussr_army", "spain": "ussr_army", "germany": "ussr_army"})
    assert offers(g) == ["area:northern_ussr", "area:southern_ussr"]


@pytest.mark.rule("total_domination", "4.3.Bd")
def test_france_itself_carries_no_supply_any_more() -> None:
    # Spain would be in supply through France; but France is British from this moment on.
    units = {"spain": "ussr_army", "poland": "2 ussr_army", "baltics": "ussr_fleet", "france": "ussr_army"}
    g = freed({**units, "germany": "4 ussr_army"})
    assert (
        idle(g) and units_at(g, "spain") == "ussr_army" and units_at(g, "baltics") == "ussr_army, ussr_fleet"
    )


@pytest.mark.rule("total_domination", "4.3.Bd")
def test_a_fleet_finds_a_coast_and_all_units_leave() -> None:
    g = freed(
        {"france": "ussr_fleet, chinese_army", "germany": "2 ussr_army, ussr_air_fleet", **FAR},
        joined=["china"],
    )
    assert idle(g) and units_at(g, "france") == ""
    assert units_at(g, "germany") == "2 ussr_army, ussr_fleet, ussr_air_fleet"
    assert units_at(g, "czechoslovakia") == "ussr_army, chinese_army"


@pytest.mark.rule("total_domination", "4.3.Bd")
@pytest.mark.rule("total_domination", "3.7c")
def test_a_fleet_does_not_go_inland() -> None:
    g = freed({"france": "ussr_fleet", "germany": "4 ussr_army", "poland": "2 ussr_army", **INLAND})
    assert idle(g) and units_at(g, "austria") == "ussr_army"
    assert units_at(g, "ukraine") == "ussr_army, ussr_fleet"


@pytest.mark.rule("total_domination", "4.3.Bd")
def test_an_air_fleet_leaves_with_the_army_and_stays_used() -> None:
    g = freed(
        {"france": "chinese_army, ussr_air_fleet used", "germany": "2 ussr_army", **FAR}, joined=["china"]
    )
    assert idle(g) and units_at(g, "germany") == "2 ussr_army, ussr_air_fleet used, chinese_army"
    assert not [line for line in log(g) if "alone" in line]
    g = freed({"france": "chinese_army, ussr_air_fleet", "germany": "2 ussr_army", **FAR}, joined=["china"])
    assert units_at(g, "germany") == "2 ussr_army, ussr_air_fleet, chinese_army"


@pytest.mark.rule("total_domination", "4.3.Bd")
def test_without_any_room_it_returns_to_the_supply() -> None:
    full = dict.fromkeys(("northern_ussr", "southern_ussr", "urals", "siberia"), "german_army")
    g = freed({**full, "northern_ussr": "2 german_army", "france": "ussr_army"})
    assert idle(g) and g.on_board(g.t.kind_id.index("ussr_army")) == 0
    assert log(g)[-1] == "Soviet army in France returned to the supply."
    assert partner(g, "france") == "uk"


@pytest.mark.rule("total_domination", "4.3.Bd")
def test_two_units_choose_one_after_the_other() -> None:
    g = freed({"france": "2 ussr_army", "low_countries": "ussr_army", "germany": "2 ussr_army", **NEAR})
    assert offers(g) == ["area:germany", "area:low_countries"]
    step = g.agenda[-1]
    assert isinstance(step, Relocate) and Relocate.unpack(step.pack()).pack() == step.pack()
    click(g, "area:low_countries")  # which is full then
    assert (
        idle(g) and units_at(g, "low_countries") == "2 ussr_army" and units_at(g, "germany") == "3 ussr_army"
    )


@pytest.mark.rule("total_domination", "4.3.Bd")
def test_prompt_and_refusals_of_a_relocation() -> None:
    g = freed({"france": "ussr_army", "low_countries": "ussr_army", "germany": "2 ussr_army", **NEAR})
    ask = g.agenda[-1].prompt(g, 3)
    assert ask.rule == "4.3.Bd" and "Soviet army" in ask.text and "France" in ask.text
    assert refused(g, "area:france").text == "Soviet Union does not control France."
    assert refused(g, "area:poland").rule == "3.7b"
    assert refused(g, "area:northern_ussr").text.endswith("farther away than the areas that are offered.")
    assert g.agenda[-1].why_not(g, 3, 0) is None
    west = {"low_countries": "ussr_army", "germany": "2 ussr_army", "spain": "ussr_army"}
    g = freed({"france": "ussr_fleet", **west, **EAST, "austria": "ussr_army"})
    assert refused(g, "area:austria").rule == "3.7c"
    assert refused(g, "area:spain").text == "Spain is not in supply."


# ---------------------------------------------------------------- Italy

# Japan's way from home to the Mediterranean.
ROUTE = {
    **dict.fromkeys(("indochina", "siam", "burma", "india", "persia", "turkey", "balkans"), "japanese_army"),
    **dict.fromkeys(("egypt", "libya"), "japanese_fleet"),
}


@pytest.mark.rule("total_domination", "4.3.Bf")
@pytest.mark.rule("total_domination", "4.3.Bk")
@pytest.mark.rule("total_domination", "4.3.Be")
@pytest.mark.parametrize(("unit", "who"), [("uk_fleet", "uk"), ("ussr_army", "ussr")])
def test_italy_goes_over_to_who_holds_it(unit: str, who: str) -> None:
    g = position(units={"italy": unit, "libya": "italian_army", "balkans": "italian_fleet"})
    before = points(g)
    step_b(g)
    assert idle(g) and partner(g, "italy") == who and units_at(g, "italy") == unit
    assert units_at(g, "libya") == units_at(g, "balkans") == ""
    assert gained(before, points(g)) == {"germany": -3}
    administrative_phase.repair(g)
    assert builders(g, "italian_army") == {who: ["italy"]}
    assert log(g)[0].startswith("Italy changes sides")


@pytest.mark.rule("total_domination", "4.3.Bg")
@pytest.mark.rule("total_domination", "4.3.Bj")
def test_germany_takes_italy_back_and_stays() -> None:
    g = step_b(position(units={"italy": "german_army", "libya": "italian_army"}, partners={"italy": "ussr"}))
    assert idle(g) and partner(g, "italy") == "germany" and units_at(g, "italy") == "german_army"
    assert units_at(g, "libya") == ""


@pytest.mark.rule("total_domination", "4.3.Bg")
@pytest.mark.rule("total_domination", "4.3.Bj")
def test_a_japanese_unit_gives_italy_back_and_leaves() -> None:
    units = {"italy": "japanese_fleet", "egypt": "japanese_army", "libya": "japanese_army"}
    g = position(units=units, partners={"italy": "uk"})
    step_b(g)
    assert partner(g, "italy") == "germany" and holder(g, "italy") == "germany"
    # Libya and Egypt are cut off, so it goes home; the way is equally long to two areas.
    assert units_at(g, "italy") == "" and offers(g) == ["area:japan", "area:manchuria"]
    click(g, "area:manchuria")
    assert idle(g) and units_at(g, "manchuria") == "japanese_fleet"
    assert log(g)[-1] == "Japanese fleet in Italy relocated to Manchuria."


@pytest.mark.rule("total_domination", "4.3.Bj")
def test_a_japanese_unit_has_a_choice() -> None:
    g = step_b(position(units={"italy": "japanese_fleet", **ROUTE}, partners={"italy": "uk"}))
    assert g.seats() == (2,) and offers(g) == ["area:balkans", "area:libya"]
    assert g.agenda[-1].prompt(g, 2).rule == "4.3.Bj"
    click(g, "area:libya")
    assert idle(g) and units_at(g, "libya") == "2 japanese_fleet"


@pytest.mark.rule("total_domination", "4.3.Bj")
def test_the_solo_system_takes_the_first_area() -> None:
    units = {"italy": "japanese_fleet", **ROUTE}
    g = step_b(position(units=units, partners={"italy": "uk"}, scenario="solo", mode="solo"))
    assert idle(g) and units_at(g, "balkans") == "japanese_army, japanese_fleet"


# ---------------------------------------------------------------- both


@pytest.mark.rule("total_domination", "4.3.Bk")
def test_france_comes_first() -> None:
    # The French army that holds Italy leaves with France, and Italy stays what it was.
    g = step_b(position(units={"france": "german_army", "italy": "french_army"}))
    assert partner(g, "france") == "germany" and partner(g, "italy") == "germany"
    assert g.place[g.t.first_unit[g.t.kind_id.index("french_army")]] == SUPPLY
    # With a British army in Italy both change.
    g = step_b(position(units={"france": "german_army", "italy": "uk_army"}))
    assert partner(g, "france") == "germany" and partner(g, "italy") == "uk"


def test_a_switch_is_packed_with_its_partner() -> None:
    assert Switch.unpack(Switch(1).pack()).pack() == [1]
