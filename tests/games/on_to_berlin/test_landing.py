"""Operation Seelöwe and Amphibious/Airborne Ops: from the sea, and the attack. [3.6e] [8.1.2b]"""

import pytest

from sandtable.engine.step import Step
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.movement import airdrop, landing_event, sea_landing
from sandtable.games.on_to_berlin.testing import area, country, unit_at, units_at
from tests.games.on_to_berlin.beaches import NEUTRAL_BELGIUM, ops, seelowe
from tests.games.on_to_berlin.clicks import click, offers, ready, refused, told

# --- the way from the sea


@pytest.mark.rule("on_to_berlin", "8.1.2b")
@pytest.mark.rule("on_to_berlin", "8.1.2c")
def test_a_group_lands_on_an_enemy_coast_two_seas_away_and_is_spent() -> None:
    g = ops(
        units={"england": "3 uk_lf", "english_channel": "uk_nf", "central_atlantic": "uk_nf"},
        control={"morocco": "ge"},
    )
    click(g, "transport", "uk_lf@england", "uk_lf@england", "done")
    click(g, "english_channel", "central_atlantic", "morocco")
    assert ready(g)  # nobody to attack, nobody to drop
    assert units_at(g, "morocco") == "2 uk_lf spent"
    assert (
        "Landing from England to English Channel, Central Atlantic and Morocco: 2 × British infantry. [8.1.2]"
        in told(g)
    )


@pytest.mark.rule("on_to_berlin", "8.1.2b")
def test_the_allowance_of_the_card_is_all_there_is() -> None:
    units = {"scotland": "3 uk_lf", "north_atlantic": "2 uk_nf", "central_atlantic": "2 uk_nf"}
    g = ops(units={**units, "western_mediterranean": "2 uk_nf"}, control={"algeria": "ge", "morocco": "ge"})
    click(g, "transport", "uk_lf@scotland", "done", "north_atlantic", "central_atlantic")
    assert "morocco" in offers(g)  # for the two points that are left
    click(g, "western_mediterranean")
    assert refused(g, "algeria").rule == "8.1.2b"
    assert "costs 2, and the group has 1 left" in refused(g, "algeria").text
    assert "tunisia" in offers(g)


@pytest.mark.rule("on_to_berlin", "3.6e")
@pytest.mark.rule("on_to_berlin", "3.6b")
def test_capacity_is_doubled_with_the_halves_of_spent_ships() -> None:
    # Doubled, one fresh and one spent ship carry three.
    g = ops(units={"england": "6 uk_lf", "english_channel": "uk_nf, uk_cv spent"}, control={"belgium": "ge"})
    click(g, "transport", "uk_lf@england", "uk_lf@england", "uk_lf@england")
    assert offers(g) == ["done"]
    click(g, "done", "english_channel", "belgium")
    assert units_at(g, "belgium") == "3 uk_lf spent"


@pytest.mark.rule("on_to_berlin", "8.1.2")
@pytest.mark.rule("on_to_berlin", "3.6e")
def test_all_stops_where_the_ships_are_full() -> None:
    g = ops(units={"england": "6 uk_lf", "english_channel": "2 uk_nf"}, control={"belgium": "ge"})
    click(g, "transport", "uk_lf@england", "all")
    assert offers(g) == ["done"]
    third = g.ids.unit + unit_at(g, "uk_lf", "england", 4)
    refusal = g.agenda[-1].why_not(g, ALLIED, third)
    assert refusal is not None and refusal.rule == "8.1.2"
    click(g, "done", "english_channel", "belgium")
    assert units_at(g, "belgium") == "4 uk_lf spent"


@pytest.mark.rule("on_to_berlin", "8.1.2")
@pytest.mark.rule("on_to_berlin", "3.6b")
@pytest.mark.rule("on_to_berlin", "3.6e")
def test_the_scarcest_sea_of_the_way_limits_the_group() -> None:
    """The example of the capacity rules: the area with the fewest ships counts, and the card doubles it."""
    g = ops(
        units={"england": "6 uk_lf", "english_channel": "3 uk_nf", "central_atlantic": "uk_nf"},
        control={"portugal": "ge", "morocco": "ge", "belgium": "ge"},
    )
    click(g, "transport", "uk_lf@england", "uk_lf@england", "uk_lf@england", "done", "english_channel")
    assert "central_atlantic" not in offers(g)
    refusal = refused(g, "central_atlantic")
    assert refusal == ("The ships in Central Atlantic can carry 2 more, and the group has 3.", "8.1.2")


def test_without_ships_nobody_lands() -> None:
    assert ready(ops(units={"england": "6 uk_lf"}, control={"belgium": "ge"}))


@pytest.mark.rule("on_to_berlin", "8.1.2a")
def test_only_friendly_seas_carry() -> None:
    g = ops(
        units={"england": "6 uk_lf", "english_channel": "3 uk_nf", "north_sea": "uk_nf"},
        control={"english_channel": "ge", "belgium": "ge", "netherlands": "ge"},
    )
    click(g, "transport", "uk_lf@england", "done")
    assert refused(g, "english_channel").rule == "8.1.2a"
    assert refused(g, "belgium").rule == "2.2.1f"
    click(g, "north_sea")
    assert "netherlands" in offers(g) and "belgium" not in offers(g)


@pytest.mark.rule("on_to_berlin", "8.1.1b")
def test_air_units_go_along_only_to_friendly_shores() -> None:
    units = {"england": "3 uk_lf, uk_af", "english_channel": "3 uk_nf", "paris": "fr_lf"}
    g = ops(units=units, control={"belgium": "ge"})
    click(g, "transport", "uk_lf@england", "uk_af@england", "done", "english_channel")
    assert {"paris", "western_france"} <= set(offers(g)) and "belgium" not in offers(g)
    assert refused(g, "belgium").rule == "8.1.1b"
    click(g, "paris", "stop")
    assert units_at(g, "paris") == "uk_lf spent, uk_af spent, fr_lf"
    # Without any friendly shore in reach the air unit cannot join.
    france = dict.fromkeys(("paris", "western_france", "belgium", "london"), "ge")
    g = ops(units=units, control={**france, "scotland": "ge", "north_sea": "ge", "central_atlantic": "ge"})
    click(g, "transport")
    assert refused(g, "uk_af@england").rule == "8.1.2b"
    click(g, "uk_lf@england")
    assert offers(g) == ["all", "done", "uk_lf@england"]
    assert refused(g, "uk_af@england").rule == "8.1.1b"


@pytest.mark.rule("on_to_berlin", "8.1e")
def test_the_group_stops_on_a_hostile_shore_and_may_go_on_from_a_friendly_one() -> None:
    units = {"england": "3 uk_lf", "english_channel": "3 uk_nf"}
    g = ops(units=units, control={"belgium": "ge"})
    click(g, "transport", "uk_lf@england", "done")
    assert refused(g, "stop").rule == "8.1.2"
    click(g, "english_channel")
    assert refused(g, "stop").rule == "8.1.2"
    assert refused(g, "england").rule == "8.1"
    click(g, "western_france")
    assert {"stop", "paris", "southern_france"} <= set(offers(g))
    assert refused(g, "uk_lf@england").rule == "8.1c"
    click(g, "southern_france", "paris")
    assert ready(g) and units_at(g, "paris") == "uk_lf spent"


def test_a_landing_needs_the_sea() -> None:
    g = ops(units={"england": "3 uk_lf", "english_channel": "uk_nf"}, control={"belgium": "ge"})
    click(g, "transport", "uk_lf@england", "done", "london")
    assert "stop" not in offers(g) and "england" not in offers(g)
    assert "english_channel" in offers(g)


def test_a_group_at_sea_lands_too() -> None:
    g = ops(units={"english_channel": "uk_nf, 2 uk_lf"}, control={"belgium": "ge"})
    click(g, "transport", "uk_lf@english_channel", "all", "done", "belgium")
    assert units_at(g, "belgium") == "2 uk_lf spent"


@pytest.mark.rule("on_to_berlin", "8.1.2d")
def test_an_enemy_sea_is_left_without_surcharge() -> None:
    g = ops(
        units={
            "english_channel": "ge_nf, 2 uk_lf",
            "central_atlantic": "uk_nf",
            "western_mediterranean": "uk_nf",
        },
        control={"english_channel": "ge", "algeria": "ge"},
    )
    click(
        g,
        "transport",
        "uk_lf@english_channel",
        "done",
        "central_atlantic",
        "western_mediterranean",
        "algeria",
    )
    assert units_at(g, "algeria") == "uk_lf spent"


@pytest.mark.rule("on_to_berlin", "8.1d")
def test_somebody_stays_behind() -> None:
    g = ops(units={"england": "uk_lf, uk_tf", "english_channel": "2 uk_nf"}, control={"belgium": "ge"})
    click(g, "transport", "uk_tf@england")
    assert offers(g) == ["done"]
    assert refused(g, "uk_lf@england").rule == "8.1d"
    g = ops(units={"england": "uk_lf, us_lf", "english_channel": "2 uk_nf"}, control={"belgium": "ge"})
    click(g, "transport")
    assert "us_lf@england" in offers(g) and "uk_lf@england" not in offers(g)
    assert refused(g, "uk_lf@england").rule == "8.1d"


@pytest.mark.rule("on_to_berlin", "8.1.1d")
def test_full_shores_are_closed() -> None:
    g = ops(
        units={"england": "3 uk_lf", "english_channel": "2 uk_nf", "paris": "6 fr_lf, fr_tf, us_tf, us_lf"},
        control={"belgium": "ge"},
    )
    click(g, "transport", "uk_lf@england", "uk_lf@england", "done", "english_channel")
    assert refused(g, "paris").rule == "8.1.1d"
    assert "paris" not in offers(g)


def test_fortresses_ships_and_spent_units_do_not_board() -> None:
    g = ops(
        units={"england": "3 uk_lf, uk_ft, uk_tf spent", "english_channel": "2 uk_nf"},
        control={"belgium": "ge"},
    )
    click(g, "transport")
    assert [offer for offer in offers(g) if "@" in offer] == ["uk_lf@england"]
    assert refused(g, "uk_ft@england").rule == "8.1.2b"
    assert refused(g, "uk_tf@england").rule == "7.1"
    assert refused(g, "uk_nf@english_channel").rule == "6.1.2"
    assert refused(g, "belgium").rule == "7.0"


# --- Neutral shores


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_neutral_shores_are_landed_on_only_after_violate() -> None:
    g = ops(units={"england": "3 uk_lf", "english_channel": "2 uk_nf"}, allied=NEUTRAL_BELGIUM)
    click(g, "transport", "uk_lf@england", "done", "english_channel")
    assert "belgium" not in offers(g) and "violate" in offers(g)
    assert refused(g, "belgium").rule == "3.1.3"
    click(g, "violate")
    assert "paris" in offers(g)  # behind which Belgium lies as well
    assert refused(g, "london").rule == "3.1.3"
    assert refused(g, "stop").rule == "3.1.3"
    click(g, "belgium")
    assert ready(g)
    assert units_at(g, "belgium") == "uk_lf spent"
    assert g.nside[country(g, "be")] == AXIS


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_nobody_is_led_to_a_neutral_shore_without_violate() -> None:
    g = ops(
        units={"norwegian_sea": "2 uk_nf, 2 uk_lf"},
        control={"scotland": "ge", "north_sea": "ge", "north_atlantic": "ge", "barents_sea": "ge"},
        allied=NEUTRAL_BELGIUM,
    )
    click(g, "transport")
    # Scotland under German control is not Neutral, Norway is.
    assert offers(g) == ["pass", "uk_lf@norwegian_sea", "violate"]
    click(g, "violate", "uk_lf@norwegian_sea", "done", "norway")
    assert g.nside[country(g, "nw")] == AXIS


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_where_every_shore_is_neutral_the_landing_can_still_be_left() -> None:
    g = ops(
        units={"barents_sea": "2 uk_nf, 2 uk_lf"},
        control={"barents_sea": "uk", "norwegian_sea": "ge"},
        allied=("uk",),
    )
    click(g, "transport")
    assert offers(g) == ["pass", "violate"]
    assert refused(g, "uk_lf@barents_sea").rule == "3.1.3"
    click(g, "pass")
    assert ready(g) and units_at(g, "barents_sea") == "2 uk_lf, 2 uk_nf"


@pytest.mark.rule("on_to_berlin", "16.4")
def test_axis_leaning_neutrals_are_closed_with_the_option() -> None:
    units = {"gibraltar": "3 uk_lf", "western_mediterranean": "2 uk_nf"}
    g = ops(units=units, axis=("ge",), options=["no_declarations"])
    click(g, "transport", "uk_lf@gibraltar", "done", "western_mediterranean")
    assert refused(g, "barcelona").rule == "16.4"
    click(g, "violate")
    assert refused(g, "barcelona").rule == "16.4"
    assert offers(g) == ["southern_france"]  # behind which Switzerland lies, which leans to the Allies


# --- Seelöwe


@pytest.mark.rule("on_to_berlin", "3.6b")
@pytest.mark.rule("on_to_berlin", "8.1.2b")
def test_seelowe_goes_over_one_of_its_two_seas_to_britain() -> None:
    g = seelowe(units={"belgium": "4 ge_lf", "english_channel": "ge_nf", "north_sea": "ge_nf"})
    assert offers(g) == ["done", "transport"]
    click(g, "transport", "ge_lf@belgium", "ge_lf@belgium")
    assert offers(g) == ["done"]  # the one ship carries two
    click(g, "done")
    assert offers(g) == ["english_channel"]
    assert refused(g, "ruhr").rule == "6.1.2"
    click(g, "english_channel")
    assert offers(g) == ["england", "london"]
    assert refused(g, "north_sea").rule == "6.1.2"
    assert refused(g, "western_france").rule == "8.1.2"
    click(g, "london")
    assert ready(g) and units_at(g, "london") == "2 ge_lf spent"


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_seelowe_starts_beside_the_two_seas() -> None:
    g = seelowe(units={"berlin": "3 ge_lf", "ruhr": "3 ge_lf", "baltic_sea": "ge_nf", "north_sea": "2 ge_nf"})
    click(g, "transport")
    assert offers(g) == ["ge_lf@ruhr", "pass"]
    assert refused(g, "ge_lf@berlin").rule == "8.1.2b"
    g = seelowe(units={"berlin": "3 ge_lf", "baltic_sea": "ge_nf", "north_sea": "2 ge_nf"})
    assert ready(g)


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_seelowe_goes_over_no_other_sea() -> None:
    g = seelowe(
        units={"denmark": "3 ge_lf", "baltic_sea": "ge_nf", "north_sea": "2 ge_nf"},
        control={"denmark": "ge"},
        allied=("uk", "fr", "de"),
    )
    click(g, "transport", "ge_lf@denmark", "done")
    assert refused(g, "baltic_sea") == ("This card carries no group over Baltic Sea.", "6.1.2")
    click(g, "north_sea")
    assert offers(g) == ["england", "london", "scotland"]


@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_an_attack_on_french_units_in_britain_brings_france_into_the_war() -> None:
    g = seelowe(
        units={"belgium": "2 ge_lf", "english_channel": "ge_nf", "london": "fr_lf"},
        not_at_war=["fr"],
        control={"western_france": "fr"},
        dice=[6],
    )
    click(g, "transport", "ge_lf@belgium", "done", "english_channel", "london")
    assert not g.war[country(g, "fr")]
    click(g, "ge_lf@london", "attack")
    assert ready(g) and g.war[country(g, "fr")]


@pytest.mark.rule("on_to_berlin", "8.1.2a")
def test_seelowe_needs_a_sea_under_axis_control() -> None:
    g = seelowe(units={"belgium": "4 ge_lf", "english_channel": "ge_nf"}, control={"english_channel": "uk"})
    assert ready(g)


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_seelowe_carries_no_air_units_and_drops_only_germans_over_britain() -> None:
    g = seelowe(
        units={"belgium": "2 ge_lf, ge_af, ge_ab", "english_channel": "2 ge_nf", "london": "ge_lf"},
        control={"london": "ge"},
    )
    click(g, "transport")
    assert offers(g) == ["ge_ab@belgium", "ge_lf@belgium", "pass"]
    assert refused(g, "ge_af@belgium") == ("This card carries land units only.", "6.1.2")
    click(g, "pass", "drop", "ge_ab@belgium")
    assert offers(g) == ["england", "london"]
    assert refused(g, "paris").rule == "6.1.2"
    assert refused(g, "scotland").rule == "6.1.2"
    assert refused(g, "english_channel").rule == "6.1.2"


# --- windows and the attack

BEACH = {
    "england": "3 uk_lf, uk_ab",
    "english_channel": "2 uk_nf",
    "belgium": "2 ge_lf",
    "paris": "ge_lf",
}
HELD = {"belgium": "ge", "paris": "ge"}


@pytest.mark.rule("on_to_berlin", "6.1.2")
@pytest.mark.rule("on_to_berlin", "7.1")
@pytest.mark.rule("on_to_berlin", "9.1")
def test_both_landings_in_either_order_then_one_attack_of_one_area() -> None:
    g = ops(units=BEACH, control=HELD, dice=[1, 1, 6])
    click(g, "drop", "uk_ab@england", "paris")
    assert offers(g) == ["done", "transport"]
    assert refused(g, "drop").rule == "6.1.2"
    click(g, "transport", "uk_lf@england", "uk_lf@england", "done", "english_channel", "belgium")
    assert offers(g) == ["done", "uk_ab@paris", "uk_lf@belgium"]
    assert refused(g, "uk_lf@england").rule == "6.1.2"
    assert refused(g, "ge_lf@belgium").rule == "6.1.2"
    assert refused(g, "belgium").rule == "6.1.2"
    click(g, "uk_lf@belgium")
    assert offers(g) == ["all", "attack", "uk_lf@belgium"]
    assert refused(g, "uk_ab@paris").rule == "7.1"
    assert refused(g, "paris").rule == "9.1"
    click(g, "all")
    assert refused(g, "all").rule == "7.1"
    click(g, "attack")
    # Three against three: the defender assigns two hits.
    assert g.seats() == (AXIS,)
    while not ready(g):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    assert units_at(g, "paris") == "ge_lf, uk_ab spent"  # it did not attack, but is spent
    assert "2 uk_lf spent" in units_at(g, "belgium")


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_those_who_landed_may_leave_the_attack() -> None:
    g = ops(units=BEACH, control=HELD)
    click(g, "transport", "uk_lf@england", "done", "english_channel", "belgium")
    assert offers(g) == ["done", "drop"]
    assert refused(g, "transport").rule == "6.1.2"
    assert refused(g, "uk_ab@england").rule == "6.1.2"
    click(g, "done", "done")
    assert ready(g) and units_at(g, "belgium") == "2 ge_lf, uk_lf spent"


@pytest.mark.rule("on_to_berlin", "7.1a")
def test_nobody_lands_twice() -> None:
    g = ops(units={**BEACH, "london": "uk_lf"}, control=HELD)
    click(g, "drop", "uk_ab@england", "london", "transport")
    assert refused(g, "uk_ab@london").rule == "7.1a"
    g = ops(units={**BEACH, "western_france": "fr_lf", "scotland": "uk_lf, us_ab"}, control=HELD)
    click(g, "transport", "uk_ab@england", "done", "english_channel", "western_france", "stop", "drop")
    assert refused(g, "uk_ab@western_france").rule == "7.1a"


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_the_event_may_land_nobody() -> None:
    g = ops(units=BEACH, control=HELD)
    click(g, "done")
    assert ready(g) and units_at(g, "england") == "3 uk_lf, uk_ab"


@pytest.mark.rule("on_to_berlin", "10.1d")
@pytest.mark.rule("on_to_berlin", "10.1f")
def test_landings_are_ambushed_one_by_one_and_hit_as_if_spent() -> None:
    g = ops(units=BEACH, control=HELD, hands={"axis": ["ax_ambush_2", "ax_ambush_3"]}, dice=[1, 6])
    click(g, "drop", "uk_ab@england", "paris")
    assert g.seats() == (AXIS,)
    click(g, "ax_ambush_2")
    # Two hits destroy a unit that counts as spent.
    assert units_at(g, "paris") == "ge_lf"
    assert offers(g) == ["done", "transport"]
    click(g, "transport", "uk_lf@england", "done", "english_channel", "belgium")
    assert g.seats() == (AXIS,)
    click(g, "pass")
    assert g.seats() == (ALLIED,) and "uk_lf@belgium" in offers(g)
    click(g, "uk_lf@belgium", "attack")
    assert g.seats() == (AXIS,)  # the attack is an action of its own
    click(g, "pass")
    assert ready(g) and units_at(g, "belgium") == "2 ge_lf, uk_lf spent"


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_a_beaten_group_goes_back_and_does_not_attack() -> None:
    units = {"england": "uk_lf, 2 uk_tf", "english_channel": "2 uk_nf", "western_france": "ge_lf"}
    g = ops(units={**units, "paris": "ge_lf"}, hands={"axis": ["ax_ambush_2"]}, dice=[1])
    click(g, "transport", "uk_tf@england", "done", "english_channel", "paris", "western_france", "stop")
    click(g, "ax_ambush_2", "western_france")
    # Two hits on Defense 2: back to Paris, spent, so it attacks nobody there.
    assert ready(g)
    assert units_at(g, "paris") == "ge_lf, uk_tf spent" and units_at(g, "western_france") == "ge_lf"


@pytest.mark.rule("on_to_berlin", "9.1.1")
def test_only_land_units_attack_after_a_landing() -> None:
    g = ops(
        units={"england": "3 uk_lf, uk_af", "english_channel": "2 uk_nf", "paris": "fr_lf, ge_lf"}, dice=[6]
    )
    click(g, "transport", "uk_lf@england", "uk_af@england", "done", "english_channel", "paris", "stop")
    assert offers(g) == ["done", "uk_lf@paris"]
    assert refused(g, "uk_af@paris") == ("Only land units attack after a landing.", "6.1.2")
    assert refused(g, "fr_lf@paris").rule == "6.1.2"
    click(g, "uk_lf@paris", "attack")
    assert ready(g)
    assert units_at(g, "paris") == "ge_lf, uk_lf spent, uk_af spent, fr_lf"


# --- saves


def again(step: Step[Board]) -> Step[Board]:
    return type(step).unpack(step.pack())


def test_steps_are_packed_and_unpacked() -> None:
    g = ops(units=BEACH, control=HELD)
    seen: list[str] = []
    for wanted in [
        "drop",
        "uk_ab@england",
        "paris",
        "transport",
        "uk_lf@england",
        "uk_lf@england",
        "done",
    ] + ["english_channel", "belgium", "uk_lf@belgium", "all"]:
        seen.append(type(g.agenda[-1]).__name__)
        g.agenda[-1] = again(g.agenda[-1])
        click(g, wanted)
    g.agenda[-1] = again(g.agenda[-1])
    assert isinstance(g.agenda[-1], landing_event.LandedGroup)
    assert offers(g) == ["attack"]
    names = {
        "Assault",
        "Jump",
        "DropZone",
        "Embark",
        "Convoy",
        "Crossing",
        "AttackAfterLanding",
        "LandedGroup",
    }
    assert set(seen) == names
    for step in (
        sea_landing.Embark(True),
        airdrop.Jump(True),
        airdrop.DropZone(3, True),
        landing_event.AttackAfterLanding(),
    ):
        assert again(step).pack() == step.pack()
    way = sea_landing.Crossing((1, 2), (3, 4, 5), 2, True)
    assert again(way).pack() == way.pack()
    assert area(g, "belgium") == g.place[unit_at(g, "uk_lf", "belgium")]
