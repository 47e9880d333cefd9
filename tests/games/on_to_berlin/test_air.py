"""Airstrikes: from where, how far, over whom, at what. [9.2] [3.1.3a] [15.2a] [15.7.2a]"""

from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.choice import PASS
from sandtable.games import load_game
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, NEUTRAL, SPENT
from sandtable.games.on_to_berlin.components.ids import AREA, DROP, VIOLATE
from sandtable.games.on_to_berlin.components.relations import load_pack
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import Tables, build_tables
from sandtable.games.on_to_berlin.rules.combat import air_actions
from sandtable.games.on_to_berlin.testing import area, card, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.driving import begin, idle, refused

T = tables()


def group(g: Board, place: str) -> tuple[int, ...]:
    """All fresh units of the active side in an area."""
    return tuple([u for u in g.at[area(g, place)] if g.side_of(u) == g.side and not g.cond[u] & SPENT])


def aim(place: str, reach: int = 0, rolls: int = 1, spend: bool = True, **setup: Any) -> Board:
    """A position in which the units of an area are asked what they strike."""
    g = position(**setup)
    begin(g, air_actions.Target(group(g, place), rolls, spend, reach))
    return g


def offered(g: Board) -> set[str]:
    """The areas that may be clicked."""
    return {T.area_id[c - AREA] for c in g.choices(g.seats()[0]) if AREA <= c < g.ids.unit}


def targets(g: Board, place: str, reach: int = 0, violate: bool = False) -> set[str]:
    """What the units of an area may strike."""
    return {T.area_id[a] for a in air_actions.strike_targets(g, group(g, place), reach, violate)}


def strike(g: Board, target: str) -> None:
    """Click the target."""
    assert AREA + area(g, target) in g.choices(g.side)
    g.apply(g.side, AREA + area(g, target))


def texts(g: Board) -> list[str]:
    """The log with its rules."""
    assert g.log is not None
    return [f"{line.text} [{line.rule}]" for line in g.log.lines(None)]


# --- who, from where, how far


@pytest.mark.rule("on_to_berlin", "9.2")
@pytest.mark.rule("on_to_berlin", "7.2d")
def test_only_units_with_an_airstrike_rating_strike() -> None:
    g = position(units={"warsaw": "ge_af, ge_lf", "brest": "po_lf"}, control={"warsaw": "ge"})
    flyer = (unit_at(g, "ge_af", "warsaw"),)
    infantry = (unit_at(g, "ge_lf", "warsaw"),)
    assert air_actions.strike_targets(g, flyer, 0, False) == [area(g, "brest")]
    assert air_actions.strike_targets(g, infantry, 0, False) == []
    assert air_actions.strike_targets(g, flyer + infantry, 0, False) == []


@pytest.mark.rule("on_to_berlin", "9.2a")
def test_carriers_strike_where_they_are_and_next_to_it_on_land_and_sea() -> None:
    units = {
        "english_channel": "uk_cv, ge_nf",
        "paris": "ge_lf",
        "north_sea": "ge_nf",
        "ruhr": "ge_lf",
        "norwegian_sea": "ge_ss",
    }
    g = aim("english_channel", side="allied", units=units)
    # The Ruhr is two areas away: in the range of air units, not of ships.
    assert offered(g) == {"english_channel", "paris", "north_sea"}
    assert refused(g, AREA + area(g, "ruhr")).rule == "9.2a"
    assert refused(g, AREA + area(g, "norwegian_sea")).rule == "9.2a"


@pytest.mark.rule("on_to_berlin", "9.2a")
@pytest.mark.rule("on_to_berlin", "9.2b")
def test_air_units_strike_land_within_their_movement_rating_but_only_seas_beside_them() -> None:
    units = {
        "london": "uk_af",
        "north_sea": "ge_nf",
        "ruhr": "ge_lf",
        "berlin": "ge_lf",
        "norwegian_sea": "ge_ss",
    }
    g = aim("london", side="allied", units=units)
    assert offered(g) == {"north_sea", "ruhr"}
    refusal = refused(g, AREA + area(g, "berlin"))
    assert refusal.rule == "9.2b" and "more than 2 areas" in refusal.text
    assert refused(g, AREA + area(g, "norwegian_sea")).rule == "9.2a"


def altered(**ratings: int) -> Tables:
    """Tables of their own in which counters of some types have another Movement Rating."""
    t = build_tables(load_pack(Path(load_game("on_to_berlin").data_folder)))
    t.unit_move = bytes([ratings.get(t.type_id[t.unit_type[u]], t.unit_move[u]) for u in range(t.n_units)])
    return t


@pytest.mark.rule("on_to_berlin", "9.2b")
def test_the_lowest_movement_rating_is_the_range_of_a_group() -> None:
    units = {"london": "uk_af, us_af", "north_sea": "ge_nf", "ruhr": "ge_lf"}
    for slow, fast in (("us_af", "uk_af"), ("uk_af", "us_af")):
        g = position(units=units, allied=("uk", "us"), side="allied", t=altered(**{slow: 1}))
        assert targets(g, "london") == {"north_sea"}
        quick = (unit_at(g, fast, "london"),)
        assert {T.area_id[a] for a in air_actions.strike_targets(g, quick, 0, False)} == {"north_sea", "ruhr"}


@pytest.mark.rule("on_to_berlin", "9.2e")
def test_air_units_need_a_friendly_land_base() -> None:
    units = {"warsaw": "ge_af, po_lf", "english_channel": "uk_cv, uk_af", "paris": "ge_lf"}
    g = position(units=units, control={"warsaw": "ge"})
    assert targets(g, "warsaw") == {"warsaw"}
    g = position(units=units)
    assert targets(g, "warsaw") == set()
    # At sea air units are cargo, though the sea is friendly and the carrier beside them strikes. [R4]
    g = position(units=units, side="allied")
    assert air_actions.strike_targets(g, (unit_at(g, "uk_cv", "english_channel"),), 0, False) == [
        area(g, "paris")
    ]
    assert air_actions.strike_targets(g, (unit_at(g, "uk_af", "english_channel"),), 0, False) == []
    assert targets(g, "english_channel") == set()


@pytest.mark.rule("on_to_berlin", "9.2")
def test_there_must_be_somebody_to_strike() -> None:
    g = aim("london", side="allied", units={"london": "uk_af", "ruhr": "ge_lf", "paris": "uk_lf"})
    assert offered(g) == {"ruhr"}
    assert refused(g, AREA + area(g, "belgium")).rule == "9.2"
    assert refused(g, AREA + area(g, "paris")).rule == "9.2"
    assert air_actions.strike_targets(g, group(g, "london"), 0, False, True) == [area(g, "ruhr")]


@pytest.mark.rule("on_to_berlin", "9.2c")
@pytest.mark.rule("on_to_berlin", "9.2d")
@pytest.mark.rule("on_to_berlin", "7.2d")
def test_a_strike_rolls_against_the_airstrike_rating_and_spends_the_group() -> None:
    units = {"english_channel": "us_cv", "paris": "ge_lf"}  # a carrier of Attack 2 and Airstrike 3
    setup: dict[str, Any] = {
        "units": units,
        "side": "allied",
        "allied": ("uk", "us"),
        "control": {"paris": "ge"},
    }
    g = aim("english_channel", dice=[3], **setup)
    strike(g, "paris")
    assert idle(g)
    assert units_at(g, "paris") == "ge_lf spent" and units_at(g, "english_channel") == "us_cv spent"
    g = aim("english_channel", dice=[4], **setup)
    strike(g, "paris")
    assert units_at(g, "paris") == "ge_lf" and units_at(g, "english_channel") == "us_cv spent"


@pytest.mark.rule("on_to_berlin", "17.1e")
@pytest.mark.rule("on_to_berlin", "9.2d")
def test_inside_a_double_action_the_group_stays_fresh_and_may_roll_twice() -> None:
    setup: dict[str, Any] = {
        "units": {"warsaw": "ge_af", "brest": "po_lf"},
        "control": {"warsaw": "ge"},
        "allied": ("po", "su"),
    }
    g = aim("warsaw", rolls=2, spend=False, dice=[3, 3], **setup)
    strike(g, "brest")
    g.apply(g.seats()[0], g.choices(g.seats()[0])[0])  # where the beaten unit retreats to
    assert units_at(g, "warsaw") == "ge_af" and units_at(g, "brest") == ""


@pytest.mark.rule("on_to_berlin", "10.1d")
@pytest.mark.rule("on_to_berlin", "9.2")
def test_a_strike_can_be_answered_before_the_dice() -> None:
    units = {"london": "2 uk_af", "ruhr": "ge_af, ge_lf"}
    g = aim("london", side="allied", units=units, hands={"axis": ["ax_ambush_2"]}, dice=[1, 1])
    strike(g, "ruhr")
    assert g.seats() == (AXIS,) and PASS in g.choices(AXIS)
    g.apply(AXIS, g.ids.card + card(g, "ax_ambush_2"))
    # Two hits as if spent: both are shot down, and nobody is left to roll. [10.1d]
    while not idle(g):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    assert units_at(g, "london") == "" and units_at(g, "ruhr") == "ge_lf, ge_af"


# --- where nobody flies


@pytest.mark.rule("on_to_berlin", "15.2a")
@pytest.mark.rule("on_to_berlin", "15.2b")
def test_in_winter_nobody_strikes_soviet_home_areas() -> None:
    units = {"kiev": "su_af, ge_lf", "minsk": "ge_lf", "brest": "ge_lf, ge_af, su_lf", "warsaw": "ge_lf"}
    setup: dict[str, Any] = {
        "units": units,
        "allied": ("uk", "su"),
        "poland_surrendered": True,
        "control": {"brest": "ge", "minsk": "ge"},
    }
    summer = position(side="allied", turn=4, **setup)
    assert targets(summer, "kiev") == {"kiev", "minsk", "brest", "warsaw"}
    # Brest has become Soviet, but it is not a Soviet home area. [R13]
    winter = aim("kiev", side="allied", turn=5, **setup)
    assert offered(winter) == {"brest", "warsaw"}
    assert refused(winter, AREA + area(winter, "minsk")).rule == "15.2a"
    setup["units"] = {"brest": "ge_af, su_lf", "minsk": "su_lf"}
    assert targets(position(turn=4, **setup), "brest") == {"brest", "minsk"}
    assert targets(position(turn=5, **setup), "brest") == {"brest"}


@pytest.mark.rule("on_to_berlin", "15.7.2a")
def test_allied_strikes_end_at_the_baltic_but_do_not_cross_it() -> None:
    # Leningrad and Berlin both border on the Baltic; no other way is as short.
    units = {"leningrad": "su_af", "baltic_sea": "ge_nf", "berlin": "ge_lf", "finland": "ge_lf"}
    setup: dict[str, Any] = {"allied": ("uk", "su"), "axis": ("ge", "fi")}
    g = aim("leningrad", side="allied", units=units, **setup)
    assert offered(g) == {"baltic_sea", "finland"}
    assert refused(g, AREA + area(g, "berlin")).rule == "15.7.2a"
    # Nor is it a stage of a long flight.
    g = position(side="allied", units=units, **setup)
    assert "berlin" not in targets(g, "leningrad", 3)
    g = position(units={"berlin": "ge_af", "leningrad": "su_lf"}, **setup)
    assert targets(g, "berlin") == {"leningrad"}


@pytest.mark.rule("on_to_berlin", "15.7.3a")
def test_axis_strikes_end_in_the_urals_and_the_middle_east_but_do_not_cross_them() -> None:
    units = {"moscow": "ge_af", "urals": "su_lf", "stalingrad": "su_lf"}
    g = position(units=units, allied=("uk", "su"), control={"moscow": "ge"})
    assert targets(g, "moscow") == {"urals", "stalingrad"}
    units = {"ankara": "ge_af", "middle_east": "uk_lf", "egypt": "uk_lf", "eastern_mediterranean": "uk_nf"}
    g = position(units=units, axis=("ge", "tu"))
    # Egypt is reached over the sea, which is open.
    assert targets(g, "ankara") == {"middle_east", "egypt", "eastern_mediterranean"}
    units = {"eastern_turkey": "ge_af", "middle_east": "uk_lf", "egypt": "uk_lf"}
    g = aim("eastern_turkey", units=units, axis=("ge", "tu"))
    assert offered(g) == {"middle_east"}
    refusal = refused(g, AREA + area(g, "egypt"))
    assert refusal.rule == "15.7.3a" and "Middle East" in refusal.text
    units = {"egypt": "uk_af", "eastern_turkey": "tu_lf"}
    g = position(units=units, axis=("ge", "tu"), side="allied")
    assert targets(g, "egypt") == {"eastern_turkey"}


@pytest.mark.rule("on_to_berlin", "15.7.4a")
def test_nobody_crosses_the_black_sea() -> None:
    units = {"romania": "ge_af", "caucasus": "su_lf", "kiev": "su_lf", "minsk": "su_lf"}
    g = aim("romania", units=units, axis=("ge", "ru"), allied=("uk", "su"))
    assert offered(g) == {"kiev", "minsk"}  # one borders on the base, the other is reached over Kiev
    assert refused(g, AREA + area(g, "caucasus")).rule == "15.7.4a"
    units = {"caucasus": "su_af", "romania": "ru_lf", "kharkov": "ge_lf"}
    g = position(units=units, axis=("ge", "ru"), allied=("uk", "su"), side="allied")
    assert targets(g, "caucasus") == {"kharkov"}


@pytest.mark.rule("on_to_berlin", "15.7.1a")
def test_the_canal_is_a_way_for_allied_strikes_while_they_hold_it() -> None:
    units = {
        "central_atlantic": "uk_cv",
        "eastern_mediterranean": "it_nf",
        "libya": "it_lf",
        "egypt": "uk_lf",
    }
    setup: dict[str, Any] = {"axis": ("ge", "it")}
    g = position(side="allied", units=units, **setup)
    assert targets(g, "central_atlantic") == {"eastern_mediterranean"}
    g = position(side="allied", units={**units, "egypt": "it_lf"}, control={"egypt": "it"}, **setup)
    assert targets(g, "central_atlantic") == set()
    # A way through it: Morocco, the Atlantic, Egypt.
    units = {"morocco": "uk_af", "egypt": "uk_lf, it_lf"}
    g = position(side="allied", units=units, **setup)
    assert "egypt" in targets(g, "morocco")
    g = position(units={"morocco": "ge_af", "egypt": "uk_lf"}, control={"morocco": "ge"}, **setup)
    assert targets(g, "morocco") == set()


# --- neutrality


@pytest.mark.rule("on_to_berlin", "3.1.3a")
def test_flying_over_a_neutral_needs_the_button_and_breaks_its_neutrality() -> None:
    units = {"ruhr": "ge_af", "paris": "uk_lf", "lorraine": "uk_lf"}
    g = aim("ruhr", units=units, dice=[6])
    # Lorraine lies behind Southern Germany, Paris behind Belgium.
    assert offered(g) == {"lorraine"} and VIOLATE in g.choices(AXIS)
    refusal = refused(g, AREA + area(g, "paris"))
    assert refusal.rule == "3.1.3a" and "Belgium" in refusal.text and "Break neutrality" in refusal.text
    g.apply(AXIS, VIOLATE)
    assert offered(g) == {"paris"}
    assert refused(g, AREA + area(g, "lorraine")).rule == "3.1.3"
    assert refused(g, VIOLATE).rule == "3.1.3"
    strike(g, "paris")
    assert g.nside[country(g, "be")] == ALLIED and g.war[country(g, "be")]
    assert any("over Belgium: " in text and text.endswith("[9.2b]") for text in texts(g))
    assert any("Belgium" in text and text.endswith("[3.1.3a]") for text in texts(g))


@pytest.mark.rule("on_to_berlin", "3.1.3a")
def test_a_way_without_a_violation_is_taken_where_there_is_one() -> None:
    # Sweden is two areas from Berlin, over the Baltic, and three over Denmark.
    g = aim("ruhr", units={"ruhr": "ge_af", "sweden": "uk_lf"}, allied=("uk", "sw"), reach=3, dice=[6])
    strike(g, "sweden")
    assert g.neutral(country(g, "de"))
    assert any("over Berlin and Baltic Sea: " in text and text.endswith("[9.2b]") for text in texts(g))


@pytest.mark.rule("on_to_berlin", "3.1.3a")
def test_the_way_breaks_as_few_neutralities_as_can_be() -> None:
    # From Austria over Milan and Southern France, both Neutral here, or over Milan and the sea.
    g = aim(
        "austria", units={"austria": "ge_af", "barcelona": "uk_lf"}, allied=("uk", "sp"), reach=3, dice=[6]
    )
    assert g.choices(AXIS) == [VIOLATE]
    g.apply(AXIS, VIOLATE)
    strike(g, "barcelona")
    assert g.nside[country(g, "it")] == ALLIED and g.neutral(country(g, "fr"))


@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_the_way_keeps_france_out_of_the_war_if_it_can() -> None:
    units = {"southern_germany": "ge_af", "belgium": "uk_lf", "paris": "uk_lf"}
    setup: dict[str, Any] = {"units": units, "allied": ("uk", "fr", "be"), "not_at_war": ("fr",)}
    g = aim("southern_germany", dice=[6], **setup)
    strike(g, "belgium")  # over the Ruhr, not over Lorraine
    assert not g.war[country(g, "fr")]
    units = {"milan": "it_af", "barcelona": "uk_lf"}
    others: dict[str, Any] = {"axis": ("ge", "it"), "allied": ("uk", "fr", "sp"), "not_at_war": ("fr",)}
    g = aim("milan", units=units, dice=[6], **others)
    strike(g, "barcelona")  # over the sea, not over Southern France
    assert not g.war[country(g, "fr")]
    # Paris is reached over Lorraine only: no button is needed, because France is not Neutral.
    g = aim("southern_germany", dice=[6], **setup)
    strike(g, "paris")
    assert g.war[country(g, "fr")] and g.nside[country(g, "fr")] == ALLIED


@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_a_flight_over_france_to_another_nation_brings_it_into_the_war() -> None:
    units = {"belgium": "ge_af", "switzerland": "uk_lf", "netherlands": "uk_lf"}
    setup: dict[str, Any] = {"units": units, "allied": ("uk", "fr", "sz", "ne"), "not_at_war": ("fr",)}
    for target, at_war in (("netherlands", False), ("switzerland", True)):  # the latter over Lorraine
        g = aim("belgium", control={"belgium": "ge"}, dice=[6], **setup)
        strike(g, target)
        assert bool(g.war[country(g, "fr")]) == at_war


@pytest.mark.rule("on_to_berlin", "3.1.3b")
def test_striking_neutral_units_needs_the_button_and_breaks_neutrality() -> None:
    units = {"ruhr": "ge_af", "denmark": "de_gf", "netherlands": "ne_lf"}
    g = aim("ruhr", units=units, dice=[6])
    assert g.choices(AXIS) == [VIOLATE]
    assert refused(g, AREA + area(g, "denmark")).rule == "3.1.3b"
    g.apply(AXIS, VIOLATE)
    assert offered(g) == {"denmark", "netherlands"}
    strike(g, "denmark")
    assert idle(g)
    assert g.nside[country(g, "de")] == ALLIED and g.war[country(g, "de")]
    assert g.neutral(country(g, "ne"))


@pytest.mark.rule("on_to_berlin", "3.1.3b")
def test_ships_of_a_neutral_beside_enemies_are_spared_without_the_button() -> None:
    units = {"malta": "uk_af", "central_mediterranean": "it_nf, ge_ss"}
    g = aim("malta", units=units, side="allied", dice=[3])
    strike(g, "central_mediterranean")
    assert g.neutral(country(g, "it"))
    assert units_at(g, "central_mediterranean") == "ge_ss spent, it_nf"
    g = aim("malta", units=units, side="allied", dice=[3])
    g.apply(ALLIED, VIOLATE)
    strike(g, "central_mediterranean")
    assert g.nside[country(g, "it")] == AXIS


@pytest.mark.rule("on_to_berlin", "16.4")
def test_with_the_option_axis_leaning_neutrals_are_neither_struck_nor_crossed() -> None:
    units = {
        "malta": "uk_af",
        "southern_italy": "it_lf",
        "central_mediterranean": "it_nf",
        "albania": "uk_lf",
    }
    setup: dict[str, Any] = {"units": units, "side": "allied"}
    g = position(**setup)
    assert targets(g, "malta", violate=True) == {"southern_italy", "central_mediterranean"}
    g = position(options=("no_declarations",), **setup)
    assert targets(g, "malta", violate=True) == set()
    # Nations that lean to the Allies may still be struck.
    g = position(units={"ruhr": "ge_af", "belgium": "be_lf"}, options=("no_declarations",))
    assert targets(g, "ruhr", violate=True) == {"belgium"}
    # Over Hungary, with the option not at all.
    units = {"galicia": "uk_af", "yugoslavia": "ge_lf", "czechoslovakia": "ge_lf"}
    setup = {"units": units, "side": "allied", "allied": ("uk", "po", "su")}
    g = position(**setup)
    assert targets(g, "galicia", violate=True) == {"yugoslavia"}
    g = aim("galicia", options=("no_declarations",), **setup)
    assert offered(g) == {"czechoslovakia"} and VIOLATE not in g.choices(ALLIED)
    assert refused(g, AREA + area(g, "yugoslavia")).rule == "16.4"
    g = aim(
        "malta",
        options=("no_declarations",),
        side="allied",
        units={"malta": "uk_af", "central_mediterranean": "ge_ss", "southern_italy": "it_lf"},
    )
    assert refused(g, AREA + area(g, "southern_italy")).rule == "16.4"


def test_clicks_that_are_no_targets_are_told_why() -> None:
    g = aim("london", side="allied", units={"london": "uk_af", "ruhr": "ge_lf"})
    assert refused(g, g.ids.unit + unit_at(g, "ge_lf", "ruhr")).rule == "9.2a"
    assert refused(g, VIOLATE).rule == "3.1.3"
    assert g.agenda[-1].why_not(g, ALLIED, DROP) is None
    assert g.agenda[-1].prompt(g, ALLIED).rule == "9.2"
    g = aim("ruhr", units={"ruhr": "ge_af", "denmark": "de_gf"})
    g.apply(AXIS, VIOLATE)
    assert g.agenda[-1].prompt(g, AXIS).rule == "3.1.3"
    step = g.agenda[-1]
    again = air_actions.Target.unpack(step.pack())
    assert again.pack() == step.pack() and again.choices(g, AXIS) == step.choices(g, AXIS)
    assert g.nside[country(g, "de")] == NEUTRAL
