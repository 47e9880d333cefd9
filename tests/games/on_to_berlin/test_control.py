"""The control of areas, and when it changes. [3.3] [3.4]"""

from random import Random

import pytest

from sandtable.games.on_to_berlin.components.constants import AXIS, NAVAL, NOBODY
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.control import Controller, UpdateControl
from sandtable.games.on_to_berlin.rules.recovery import limit
from sandtable.games.on_to_berlin.testing import add_unit, area, country, position, tables, unit_at
from tests.games.on_to_berlin.driving import begin, idle, refused


def holder(g: Board, name: str) -> str:
    """The nation that controls an area; "" for nobody."""
    number = g.control[area(g, name)]
    return "" if number == NOBODY else g.t.nation_id[number]


def update(g: Board, *names: str) -> None:
    """Control is determined in these areas (and wherever something has changed)."""
    g.touched += [area(g, name) for name in names]
    begin(g, UpdateControl())


def offered(g: Board) -> set[str]:
    """The nations the asked seat may choose."""
    choices = g.choices(g.seats()[0])
    return {g.t.nation_id[choice - g.ids.nation] for choice in choices}


def choose(g: Board, name: str) -> None:
    """The asked seat chooses a nation."""
    g.apply(g.seats()[0], g.ids.nation + country(g, name))


@pytest.mark.rule("on_to_berlin", "3.4")
def test_areas_begin_under_their_printed_nation() -> None:
    g = position()
    for name in ("paris", "warsaw", "rome", "moscow", "baltic_sea"):
        assert g.control[area(g, name)] == g.t.printed[area(g, name)]
    assert g.t.scenarios[0].control == g.t.printed
    assert holder(g, "barents_sea") == ""


@pytest.mark.rule("on_to_berlin", "3.4a")
def test_an_area_without_units_of_its_side_goes_to_the_other() -> None:
    g = position(units={"warsaw": "ge_lf", "paris": "ge_lf, fr_lf"})
    update(g, "warsaw", "paris")
    assert holder(g, "warsaw") == "ge" and g.held[area(g, "warsaw")] == AXIS
    assert holder(g, "paris") == "fr"  # its controller is still there
    assert g.log is not None
    told = [event for event in g.log.events if event.rule == "3.4a"]
    assert [(event.text, event.refs) for event in told] == [
        ("Germany controls Warsaw now.", (AREA + area(g, "warsaw"),))
    ]


@pytest.mark.rule("on_to_berlin", "3.4a")
@pytest.mark.rule("on_to_berlin", "3.3")
def test_a_spent_or_lone_unit_keeps_control_against_any_number() -> None:
    g = position(units={"paris": "uk_lf spent, 4 ge_tf"}, control={"paris": "uk"})
    update(g, "paris")
    assert holder(g, "paris") == "uk"


@pytest.mark.rule("on_to_berlin", "3.4a")
def test_control_changes_only_when_it_is_determined() -> None:
    g = position(units={"berlin": "2 ge_tf"})
    g.move(unit_at(g, "ge_tf", "berlin"), area(g, "warsaw"))
    assert holder(g, "warsaw") == "po"
    update(g)  # the move is remembered
    assert holder(g, "warsaw") == "ge" and g.touched.count(area(g, "berlin")) == 0
    assert g.poland_surrendered  # [15.4] follows at once


@pytest.mark.rule("on_to_berlin", "3.3")
@pytest.mark.rule("on_to_berlin", "2.2.1c")
def test_control_is_of_the_nation_whose_unit_is_there() -> None:
    g = position(units={"belgium": "uk_lf"}, allied=("uk", "be"), axis=("ge",), control={"belgium": "ge"})
    update(g, "belgium")
    assert holder(g, "belgium") == "uk" != g.t.nation_id[g.printed[area(g, "belgium")]]


@pytest.mark.rule("on_to_berlin", "3.3a")
@pytest.mark.parametrize("kind", ["ge_lf", "ge_af", "ge_tf", "ge_gf"])
def test_land_and_air_units_control_land(kind: str) -> None:
    g = position(units={"warsaw": kind})
    update(g, "warsaw")
    assert holder(g, "warsaw") == "ge"


@pytest.mark.rule("on_to_berlin", "3.3b")
@pytest.mark.parametrize(
    ("units", "after"), [("ge_nf", "ge"), ("ge_nf spent", "ge"), ("ge_lf, ge_af", "uk"), ("", "uk")]
)
def test_only_surface_ships_control_the_sea(units: str, after: str) -> None:
    g = position(units={"english_channel": units} if units else {})
    update(g, "english_channel")
    assert holder(g, "english_channel") == after


@pytest.mark.rule("on_to_berlin", "3.3b")
def test_carriers_are_surface_ships() -> None:
    g = position(units={"baltic_sea": "uk_cv", "barents_sea": "us_cve"}, allied=("uk", "us"))
    update(g, "baltic_sea", "barents_sea")
    assert holder(g, "baltic_sea") == "uk" and holder(g, "barents_sea") == "us"


@pytest.mark.rule("on_to_berlin", "15.1a")
@pytest.mark.rule("on_to_berlin", "15.1g")
def test_submarines_neither_gain_nor_keep_nor_hinder_control() -> None:
    units = {"english_channel": "2 ge_ss_nw", "baltic_sea": "ge_ss, uk_nf", "north_sea": "ge_ss, uk_nf"}
    g = position(units=units, control={"north_sea": "ge"})
    update(g, "english_channel", "baltic_sea", "north_sea")
    assert holder(g, "english_channel") == "uk"
    assert holder(g, "baltic_sea") == "uk" and holder(g, "north_sea") == "uk"


@pytest.mark.rule("on_to_berlin", "3.4b")
def test_the_owner_names_one_of_several_nations() -> None:
    g = position(
        units={"warsaw": "ge_lf, fi_lf, it_lf"}, axis=("ge", "fi", "it", "hu"), control={"warsaw": "po"}
    )
    update(g, "warsaw")
    step = g.agenda[-1]
    assert isinstance(step, Controller) and g.seats() == (AXIS,)
    assert g.held[area(g, "warsaw")] == AXIS  # the side is settled already
    assert offered(g) == {"ge", "fi", "it"}
    ask = step.prompt(g, 0)
    assert ask.rule == "3.4b" and "Warsaw" in ask.text
    for name in ("po", "ru", "hu"):
        assert refused(g, g.ids.nation + country(g, name)).rule == "3.4b"
    assert refused(g, AREA).rule == "3.4b"
    assert not g.log or "3.4a" not in [event.rule for event in g.log.events]
    again = type(step).unpack(step.pack())
    assert isinstance(again, Controller) and (again.side, again.area) == (step.side, step.area)
    choose(g, "fi")
    assert holder(g, "warsaw") == "fi" and idle(g)
    assert g.log is not None and "Finland controls Warsaw now." in [event.text for event in g.log.events]


@pytest.mark.rule("on_to_berlin", "3.4b")
def test_a_side_that_loses_the_controlling_nation_names_another() -> None:
    g = position(units={"belgium": "ge_lf, it_lf, fi_lf"}, axis=("ge", "it", "fi"), control={"belgium": "ge"})
    g.take(unit_at(g, "ge_lf", "belgium"))
    update(g)
    assert offered(g) == {"it", "fi"}
    g.log = None
    choose(g, "it")
    assert holder(g, "belgium") == "it"
    g.take(unit_at(g, "it_lf", "belgium"))
    update(g)
    assert holder(g, "belgium") == "fi" and idle(g)  # nothing to choose


@pytest.mark.rule("on_to_berlin", "3.4a")
@pytest.mark.rule("on_to_berlin", "3.4b")
def test_a_side_keeps_a_contested_area_through_another_of_its_nations() -> None:
    g = position(units={"belgium": "ge_lf, it_lf, 3 uk_lf"}, axis=("ge", "it"), control={"belgium": "ge"})
    g.take(unit_at(g, "ge_lf", "belgium"))
    update(g)
    assert idle(g) and holder(g, "belgium") == "it"


@pytest.mark.rule("on_to_berlin", "3.4b")
@pytest.mark.rule("on_to_berlin", "3.4c")
@pytest.mark.parametrize("before", ["", "uk"])
def test_an_italian_unit_must_control_rome(before: str) -> None:
    g = position(units={"rome": "ge_lf, it_lf"}, axis=("ge", "it"), control={"rome": before})
    update(g, "rome")
    assert idle(g) and holder(g, "rome") == "it"


@pytest.mark.rule("on_to_berlin", "3.4c")
def test_the_home_nation_has_preference_when_the_controller_leaves() -> None:
    g = position(units={"rome": "ge_lf, it_lf, fi_lf"}, axis=("ge", "it", "fi"), control={"rome": "ge"})
    update(g, "rome")
    assert holder(g, "rome") == "ge"  # nothing to determine while its control unit is there
    g.take(unit_at(g, "ge_lf", "rome"))
    update(g)
    assert idle(g) and holder(g, "rome") == "it"


@pytest.mark.rule("on_to_berlin", "3.4d")
def test_an_area_without_units_is_what_the_map_says() -> None:
    units = {"belgium": "ge_lf", "barents_sea": "uk_nf", "english_channel": "ge_nf, ge_lf"}
    g = position(units=units, control={"belgium": "ge", "barents_sea": "uk", "english_channel": "ge"})
    for kind, name in (("ge_lf", "belgium"), ("uk_nf", "barents_sea"), ("ge_nf", "english_channel")):
        g.take(unit_at(g, kind, name))
    update(g)
    assert holder(g, "belgium") == "be" and holder(g, "barents_sea") == ""
    assert holder(g, "english_channel") == "uk"  # land units at sea do not hold it
    assert g.log is not None
    told = {event.text for event in g.log.events if event.rule == "3.4d"}
    assert "Nobody controls Barents Sea now." in told and "Belgium controls Belgium now." in told


@pytest.mark.rule("on_to_berlin", "3.4d")
@pytest.mark.rule("on_to_berlin", "15.4c")
def test_ceded_areas_fall_to_their_new_nation() -> None:
    g = position(
        units={"brest": "ge_lf"}, allied=("uk", "po", "su"), control={"brest": "ge"}, poland_surrendered=True
    )
    g.take(unit_at(g, "ge_lf", "brest"))
    update(g)
    assert holder(g, "brest") == "su"


@pytest.mark.rule("on_to_berlin", "3.4a")
@pytest.mark.rule("on_to_berlin", "3.4d")
def test_a_sea_with_ships_of_both_sides_stays_as_it_is() -> None:
    units = {"north_sea": "ge_nf, uk_nf", "baltic_sea": "ge_nf, uk_nf", "barents_sea": "vc_nf, uk_nf"}
    g = position(units=units, axis=("ge", "vc"))
    update(g, "north_sea", "baltic_sea", "barents_sea")
    g.take(unit_at(g, "ge_nf", "north_sea"))
    add_unit(g, "ge_nf", "central_mediterranean")  # Italy is Neutral [R35]
    add_unit(g, "uk_nf", "central_mediterranean")
    update(g)
    assert holder(g, "north_sea") == "uk" and holder(g, "baltic_sea") == "ge"
    assert holder(g, "barents_sea") == "" and holder(g, "central_mediterranean") == "it"


@pytest.mark.rule("on_to_berlin", "3.4a")
@pytest.mark.rule("on_to_berlin", "3.1.1")
def test_a_neutral_nation_keeps_a_sea_with_its_ships_and_loses_an_empty_one() -> None:
    g = position(units={"central_mediterranean": "it_nf, uk_nf"})
    update(g, "central_mediterranean")
    assert holder(g, "central_mediterranean") == "it"
    g.take(unit_at(g, "it_nf", "central_mediterranean"))
    update(g)
    assert holder(g, "central_mediterranean") == "uk"


@pytest.mark.rule("on_to_berlin", "3.4a")
def test_neutral_units_take_back_what_nobody_else_holds() -> None:
    g = position(units={"madrid": "sp_lf"}, control={"madrid": "ge"})
    update(g, "madrid")
    assert holder(g, "madrid") == "sp"
    g = position(units={"madrid": "sp_lf, uk_lf"}, control={"madrid": "ge"})
    update(g, "madrid")
    assert holder(g, "madrid") == "sp"  # two sides are there, so the map decides


@pytest.mark.rule("on_to_berlin", "3.4")
@pytest.mark.rule("on_to_berlin", "3.3")
def test_areas_change_sides_with_the_nation_that_controls_them() -> None:
    g = position(units={"rome": "it_lf", "libya": "uk_lf"}, axis=("ge", "it"))
    assert g.held[area(g, "rome")] == AXIS
    g.align(country(g, "it"), 1, True)
    assert g.held[area(g, "rome")] == 1  # at once
    update(g)  # everything is looked at again [R18]
    assert holder(g, "rome") == "it" and holder(g, "libya") == "uk"


@pytest.mark.rule("on_to_berlin", "3.3")
@pytest.mark.rule("on_to_berlin", "3.4a")
@pytest.mark.rule("on_to_berlin", "3.4b")
@pytest.mark.parametrize("before", ["it", "uk"])
def test_the_control_unit_controls_a_home_area_of_a_friend(before: str) -> None:
    g = position(units={"rome": "ge_lf"}, axis=("ge", "it"), control={"rome": before})
    update(g, "rome")  # Germans alone: their unit is in the circle
    assert idle(g) and holder(g, "rome") == "ge"
    g.take(unit_at(g, "ge_lf", "rome"))
    update(g)
    assert holder(g, "rome") == "it"  # nobody is in the circle [3.4d]


@pytest.mark.rule("on_to_berlin", "3.3")
@pytest.mark.rule("on_to_berlin", "3.4b")
def test_friends_hold_a_home_area_whose_own_units_are_beaten() -> None:
    """Paris after a Blitzkrieg: the French are gone, the British stay."""
    g = position(units={"paris": "uk_lf, fr_lf, ge_tf", "egypt": "uk_lf"})
    update(g, "paris")
    assert idle(g) and holder(g, "paris") == "fr"
    g.take(unit_at(g, "fr_lf", "paris"))
    update(g)
    assert idle(g) and holder(g, "paris") == "uk"
    add_unit(g, "fr_lf", "paris")
    update(g)
    assert holder(g, "paris") == "uk"  # the unit in the circle is still there


@pytest.mark.rule("on_to_berlin", "3.4b")
def test_the_owner_chooses_which_friend_holds_a_home_area() -> None:
    g = position(units={"paris": "uk_lf, po_lf, fr_lf, ge_tf"})
    g.take(unit_at(g, "fr_lf", "paris"))
    update(g)
    assert g.seats() == (1,)
    choose(g, "po")
    assert idle(g) and holder(g, "paris") == "po"


@pytest.mark.rule("on_to_berlin", "3.3b")
@pytest.mark.rule("on_to_berlin", "3.4b")
def test_friendly_ships_hold_a_sea_of_another_nation() -> None:
    g = position(units={"english_channel": "fr_nf, uk_lf, uk_nf"})
    g.take(unit_at(g, "uk_nf", "english_channel"))
    update(g)
    assert idle(g) and holder(g, "english_channel") == "fr"


@pytest.mark.rule("on_to_berlin", "13.0a")
def test_a_home_area_held_by_friends_counts_for_their_recovery() -> None:
    g = position(units={"rome": "ge_lf"}, axis=("ge", "it"))
    before = limit(g, country(g, "ge")), limit(g, country(g, "it"))
    update(g, "rome")
    assert (limit(g, country(g, "ge")), limit(g, country(g, "it"))) == (before[0] + 1, before[1] - 1)


@pytest.mark.rule("on_to_berlin", "3.4b")
def test_the_active_side_chooses_first() -> None:
    units = {
        "denmark": "ge_lf, fi_lf",
        "norway": "ge_lf, fi_lf",
        "libya": "uk_lf, fr_lf",
        "albania": "uk_lf, fr_lf",
    }
    for side, order in (("axis", (0, 0, 1, 1)), ("allied", (1, 1, 0, 0))):
        g = position(units=units, axis=("ge", "fi", "it"), allied=("uk", "fr", "de", "nw"), side=side)
        update(g, "denmark", "norway", "libya", "albania")
        asked = []
        while not idle(g):
            asked.append(g.seats()[0])
            g.apply(g.seats()[0], g.choices(g.seats()[0])[-1])
        assert tuple(asked) == order  # [R47]
        assert holder(g, "norway") in ("ge", "fi") and holder(g, "libya") in ("uk", "fr")


@pytest.mark.rule("on_to_berlin", "15.4")
def test_poland_surrenders_when_warsaw_is_determined_to_be_lost() -> None:
    g = position(units={"warsaw": "ge_lf", "brest": "po_lf", "galicia": "po_lf"})
    update(g, "warsaw")
    assert g.poland_surrendered and not g.at[area(g, "brest")] and holder(g, "galicia") == "su"


@pytest.mark.rule("on_to_berlin", "3.4a")
def test_looking_where_something_changed_finds_all_changes() -> None:
    """Random moves, with and without a look at every area, end in the same control."""
    t = tables()
    kinds = [
        "ge_lf",
        "ge_nf",
        "ge_ss",
        "it_lf",
        "it_nf",
        "uk_lf",
        "uk_nf",
        "uk_af",
        "fr_lf",
        "fi_lf",
        "fr_nf",
    ]
    for seed in range(40):
        rng = Random(seed)
        g = position(axis=("ge", "it", "fi"))
        units = [
            add_unit(g, kind, "berlin" if t.type_kind[t.type_index[kind]] != NAVAL else "north_sea")
            for kind in kinds
        ]
        for _ in range(12):
            for unit in rng.sample(units, 4):
                if g.place[unit] >= 0:
                    g.move(unit, rng.choice(t.near[g.place[unit]]))
            other = g.copy()
            other.touched = list(range(t.n_areas))
            for board in (g, other):
                update(board)
                while not idle(board):
                    board.apply(board.seats()[0], board.choices(board.seats()[0])[0])
            assert g.control == other.control and g.held == other.held
