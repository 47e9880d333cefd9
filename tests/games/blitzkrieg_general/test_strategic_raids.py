"""Strategic bombardment, V-weapons and the atomic bomb. [A6.5.6] [A7.5.1] [A7.5.2]"""

from typing import Any

import pytest

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import strategic_raids
from sandtable.games.blitzkrieg_general.rules.combat.raid_interception import Raids
from sandtable.games.blitzkrieg_general.rules.combat.strategic_raids import Strike
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.politics import conquest
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at, units_at
from tests.games.blitzkrieg_general.carding import works
from tests.games.blitzkrieg_general.driving import (
    answer,
    answers,
    begin,
    go_on,
    idle,
    log,
    offered,
    prompt,
    refused,
)

WARS = [("germany", "france"), ("germany", "be"), ("usa", "germany")]


def board(units: dict[str, str], side: str = "axis", phase: int = const.MOVE, **more: Any) -> Board:
    """Germany against the West, with these units."""
    given: dict[str, Any] = {"wars": WARS, **more}
    return position(side=side, phase=phase, units=units, **given)


def raid(units: dict[str, str], area: str, *bombers: str, **more: Any) -> Board:
    """A position in which these German aircraft are over an area on a raid."""
    g = board(units, phase=const.COMBAT, **more)
    for who in bombers:
        g.mark(unit_at(g, area, who), const.FLYING | const.RAIDING)
    return g


def bombed(g: Board, area: str) -> int:
    """What bombs have destroyed in an area in this quarter."""
    return g.bombed[space(g, area)]


# --- declaring it


@pytest.mark.rule("blitzkrieg_general", "A6.5.6")
def test_a_raid_is_declared_against_production_in_range() -> None:
    g = begin(board({"western_germany": "ger_air_3", "paris": "fra_inf_3"}), Move())
    answer(g, "unit:ger_air_3@western_germany")
    assert {"area:maginot", "area:paris", "area:england"} <= offered(g)
    answer(g, "area:paris")
    assert offered(g) == {"button:fight", "button:bomb"}
    answer(g, "button:bomb")
    unit = unit_at(g, "paris", "ger_air_3")
    assert g.cond[unit] & (const.RAIDING | const.FLYING) == const.RAIDING | const.FLYING
    assert not g.battles
    assert strategic_raids.targets(g) == [space(g, "paris")]


@pytest.mark.rule("blitzkrieg_general", "A6.5.6")
@pytest.mark.rule("blitzkrieg_general", "A6.5.6b")
def test_what_produces_nothing_is_not_bombed() -> None:
    g = begin(board({"western_germany": "ger_air_3"}), Move())
    g.bombed = bytes([economy.value(g, a) for a in range(g.t.n_areas)])
    answer(g, "unit:ger_air_3@western_germany")
    assert "area:paris" not in offered(g)
    g = begin(board({"western_germany": "ger_air_3"}), Move())
    answers(g, "unit:ger_air_3@western_germany", "area:denmark", "button:no")
    assert "area:denmark" not in offered(g)  # it stays neutral


@pytest.mark.rule("blitzkrieg_general", "A6.5.6")
def test_there_are_no_raids_in_the_basic_game() -> None:
    g = begin(
        position(mode="basic", phase=const.MOVE, units={"western_germany": "ger_air_3"}, wars=WARS), Move()
    )
    answer(g, "unit:ger_air_3@western_germany")
    assert "area:paris" not in offered(g)


# --- flying it


@pytest.mark.rule("blitzkrieg_general", "A6.5.6")
@pytest.mark.rule("blitzkrieg_general", "A6.5.6a")
def test_each_bomber_rolls_once_and_each_hit_destroys_a_build_point() -> None:
    units = {"paris": "2 ger_air_3, ger_air_4, fra_inf_3"}
    g = raid(units, "paris", dice=[4, 3, 4])
    for nth in range(2):
        g.mark(unit_at(g, "paris", "ger_air_3", nth), const.FLYING | const.RAIDING)
    g.mark(unit_at(g, "paris", "ger_air_4"), const.FLYING | const.RAIDING)
    begin(g, Raids())
    assert bombed(g, "paris") == 2  # strengths 4, 3 and 3
    assert "4, 3 and 4" in log(g)
    while not idle(g):
        answer(g, sorted(offered(g))[0])
    assert units_at(g, "paris") == "fra_inf_3"


@pytest.mark.rule("blitzkrieg_general", "A6.5.6b")
def test_not_more_is_destroyed_than_the_area_gives() -> None:
    g = raid(
        {"maginot": "ger_air_4, ger_air_3, ger_air_2"},
        "maginot",
        "ger_air_4",
        "ger_air_3",
        "ger_air_2",
        dice=[1, 1, 1],
    )
    begin(g, Raids())
    assert bombed(g, "maginot") == economy.value(g, space(g, "maginot")) == 2


@pytest.mark.rule("blitzkrieg_general", "A6.5.6")
def test_weather_and_supply_weaken_bombers_and_the_ground_does_not_fire() -> None:
    """R24; with good weather a 3 hits."""
    units = {"paris": "ger_air_3, fra_inf_3"}
    g = raid(units, "paris", "ger_air_3", dice=[3])
    begin(g, Raids())
    assert bombed(g, "paris") == 1
    g = raid(units, "paris", "ger_air_3", dice=[3], weather={"europe": "bad"})
    begin(g, Raids())
    assert bombed(g, "paris") == 0
    g = raid({"paris": "ger_air_3 back unsupplied, fra_inf_3"}, "paris", "ger_air_3", dice=[])
    begin(g, Raids())
    assert bombed(g, "paris") == 0
    assert "cannot hit anything" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.5.6c")
def test_only_bombers_beyond_the_number_of_interceptors_bomb() -> None:
    """Two against one: one fights, the other bombs."""
    units = {"paris": "ger_air_4, ger_air_3", "normandy": "fra_air_2"}
    g = raid(units, "paris", "ger_air_4", "ger_air_3", dice=[6, 6, 1, 1, 1, 1])
    begin(g, Raids())
    assert offered(g) == {"button:done", "unit:fra_air_2@normandy"}
    assert prompt(g).rule == "A6.5.6c"
    assert refused(g, "unit:ger_air_4@paris").rule
    assert refused(g, "area:paris").rule == "A6.5.6c"
    answer(g, "unit:fra_air_2@normandy")
    answers(g, "unit:ger_air_4@paris")  # it bombs
    while not idle(g):
        answer(g, sorted(offered(g))[0])
    assert "French aircraft 2 lands in" in log(g)  # interceptors fly home at once
    assert bombed(g, "paris") == 1
    assert not strategic_raids.targets(g)
    assert g.fight is None


@pytest.mark.rule("blitzkrieg_general", "A6.5.6e")
def test_the_surplus_may_fight_as_well() -> None:
    units = {"paris": "ger_air_4, ger_air_3", "normandy": "fra_air_2"}
    g = raid(units, "paris", "ger_air_4", "ger_air_3", dice=[6, 6, 6])
    begin(g, Raids())
    answers(g, "unit:fra_air_2@normandy", "button:done")  # both fight
    while not idle(g):
        answer(g, sorted(offered(g))[0])
    assert bombed(g, "paris") == 0


@pytest.mark.rule("blitzkrieg_general", "A6.5.6c")
def test_without_a_surplus_nobody_bombs() -> None:
    units = {"paris": "ger_air_4, fra_air_2"}
    g = raid(units, "paris", "ger_air_4", dice=[6, 6])
    begin(g, Raids())
    answer(g, "unit:fra_air_2@paris")  # it is based right there
    while not idle(g):
        answer(g, sorted(offered(g))[0])
    assert bombed(g, "paris") == 0
    assert units_at(g, "paris") == "fra_air_2"
    assert g.cond[unit_at(g, "paris", "fra_air_2")] & (const.RAIDING | const.FOUGHT) == const.FOUGHT
    assert "stays in" not in log(g)  # it was at home all the time


@pytest.mark.rule("blitzkrieg_general", "A6.5.6c")
def test_who_is_out_of_range_or_lets_it_pass_does_not_intercept() -> None:
    units = {"paris": "ger_air_4", "normandy": "fra_air_2", "scotland": "be_air_2"}
    g = raid(units, "paris", "ger_air_4", dice=[1])
    begin(g, Raids())
    assert refused(g, "unit:be_air_2@scotland").rule == "A6.5.6c"
    answer(g, "button:done")
    assert bombed(g, "paris") == 1


@pytest.mark.rule("blitzkrieg_general", "A6.5.6d")
def test_task_forces_escort_and_intercept_and_do_not_bomb() -> None:
    units = {"western_germany": "ger_air_4", "channel": "ger_tf_4", "normandy": "fra_inf_3"}
    g = begin(board({**units, "paris": "ger_air_2"}, control={"paris": "germany"}), Move())
    answers(g, "unit:ger_air_2@paris", "area:normandy")
    if "button:bomb" in offered(g):
        answer(g, "button:bomb")
    answer(g, "unit:ger_tf_4@channel")
    ship = unit_at(g, "channel", "ger_tf_4")
    assert g.target[ship] == space(g, "normandy")
    assert g.cond[ship] & const.RAIDING
    assert strategic_raids.escorts(g, space(g, "normandy")) == [ship]
    bombers = strategic_raids.raiders(g, space(g, "normandy"))
    assert ship not in bombers
    strategic_raids.resolve(g, space(g, "normandy"), [], 0)
    assert g.target[ship] == const.NONE
    assert not g.cond[ship] & const.RAIDING
    assert bombed(g, "normandy") == 0
    units = {"england": "ger_air_4", "north_sea": "be_tf_4"}
    g = raid(units, "england", "ger_air_4", dice=[6, 6, 6, 6])
    begin(g, Raids())
    answer(g, "unit:be_tf_4@north_sea")
    while not idle(g):
        answer(g, sorted(offered(g))[0])
    assert "be_tf_4" in units_at(g, "north_sea") and bombed(g, "england") == 0


# --- V-weapons


def missile(units: dict[str, str], **more: Any) -> Board:
    """Germany with V-weapons in its movement phase."""
    given: dict[str, Any] = {"research": {"germany": ["v_weapons"]}, **more}
    return begin(board(units, **given), Move())


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
@pytest.mark.parametrize("card", [False, True])
def test_a_raid_under_cover_of_the_card_is_not_intercepted(card: bool) -> None:
    units = {"paris": "ger_air_4", "normandy": "fra_air_2"}
    g = raid(units, "paris", "ger_air_4", dice=[6, 6])
    if card:
        works(g, "blitzkrieg", "germany")
    begin(g, Raids())
    assert ("unit:fra_air_2@normandy" in offered(g)) != card


@pytest.mark.rule("blitzkrieg_general", "A7.5.1")
@pytest.mark.rule("blitzkrieg_general", "A7.5.1a")
@pytest.mark.rule("blitzkrieg_general", "A7.5.1b")
def test_one_strike_in_a_turn_within_two_spaces() -> None:
    g = missile({"prussia": "ger_inf_4"}, dice=[3])
    assert "button:v_weapon" in offered(g)
    answer(g, "button:v_weapon")
    assert {"area:england", "area:paris"} <= offered(g)
    assert "area:western_france" not in offered(g)
    assert economy.value(g, space(g, "western_france")) > 0
    assert refused(g, "area:western_france").rule == "A7.5.1a"
    assert refused(g, "area:prussia").rule == "A7.5.1"
    assert refused(g, "button:done").rule == "A7.5.1"
    answer(g, "area:england")
    assert bombed(g, "england") == 1
    assert "button:v_weapon" not in offered(g)
    assert refused(g, "button:v_weapon").rule == "A7.5.1"


@pytest.mark.rule("blitzkrieg_general", "A7.5.1b")
@pytest.mark.rule("blitzkrieg_general", "A7.5.1c")
def test_a_strike_hits_with_three_in_any_weather() -> None:
    for die, lost in ((3, 1), (4, 0)):
        g = missile({"prussia": "ger_inf_4"}, dice=[die], weather={"europe": "bad"})
        answers(g, "button:v_weapon", "area:england")
        assert bombed(g, "england") == lost


@pytest.mark.rule("blitzkrieg_general", "A7.5.1")
def test_without_a_target_or_without_the_fruit_there_is_no_strike() -> None:
    g = missile({"prussia": "ger_inf_4"})
    g.bombed = bytes([economy.value(g, a) for a in range(g.t.n_areas)])
    assert "button:v_weapon" not in offered(g)
    assert refused(g, "button:v_weapon").rule == "A7.5.1a"
    g = begin(board({"prussia": "ger_inf_4"}), Move())
    assert refused(g, "button:v_weapon").rule == "A7.5.1"


@pytest.mark.rule("blitzkrieg_general", "A7.5.1")
def test_each_of_two_countries_has_its_strike() -> None:
    both = {"germany": ["v_weapons"], "italy": ["v_weapons"]}
    g = missile({"prussia": "ger_inf_4"}, research=both, wars=[*WARS, ("italy", "france")], dice=[1, 1])
    answer(g, "button:v_weapon")
    assert offered(g) == {"country:germany", "country:italy"}
    assert prompt(g).text == "Which country fires its V-weapon?"
    assert refused(g, "area:paris").rule == "A7.5.1"
    answers(g, "country:italy", "area:vichy", "button:v_weapon")
    assert bombed(g, "vichy") == 1


# --- the atomic bomb


BOMB = ["air_combat", "long_range", "better_subs", "sonar", "radar", "atomic_bomb"]


def atomic(units: dict[str, str], *more: str, **given: Any) -> Board:
    """The USA with an atomic bomb, in its movement phase."""
    return begin(board(units, "allies", research={"usa": [*BOMB, *more]}, **given), Move())


@pytest.mark.rule("blitzkrieg_general", "A7.5.2b")
def test_the_bomb_is_announced_with_its_target_and_its_aircraft() -> None:
    g = atomic({"england": "usa_air_4, usa_air_3, be_air_3"})
    answer(g, "unit:usa_air_4@england")
    answer(g, "area:western_germany")
    assert offered(g) == {"button:bomb", "button:atom"}
    answer(g, "button:atom")
    unit = unit_at(g, "western_germany", "usa_air_4")
    assert g.target[unit] == space(g, "western_germany")
    answers(g, "unit:be_air_3@england", "area:western_germany")  # an escort; the bomb is not British
    assert len(strategic_raids.raiders(g, space(g, "western_germany"))) == 2
    answers(g, "unit:usa_air_3@england", "area:western_germany")  # one bomb in a turn [R28]
    assert len(strategic_raids.raiders(g, space(g, "western_germany"))) == 3


@pytest.mark.rule("blitzkrieg_general", "A7.5e")
@pytest.mark.rule("blitzkrieg_general", "A7.5.2b")
def test_only_the_own_aircraft_carry_the_bomb() -> None:
    g = board({"england": "usa_air_4"}, "allies", research={"usa": BOMB}, serves={"england": "be"})
    assert not strategic_raids.may_carry(g, unit_at(g, "england", "usa_air_4"), space(g, "western_germany"))
    g = board({"england": "usa_air_4"}, "allies", research={"usa": BOMB})
    assert strategic_raids.may_carry(g, unit_at(g, "england", "usa_air_4"), space(g, "western_germany"))


def drop(units: dict[str, str], area: str, carrier: str, hits: int, **more: Any) -> Board:
    """Resolve a raid of an aircraft with the atomic bomb, on which `hits` hits were scored."""
    g = board(units, "allies", const.COMBAT, **more)
    unit = unit_at(g, area, carrier)
    g.mark(unit, const.FLYING | const.RAIDING)
    g.target[unit] = space(g, area)
    strategic_raids.resolve(g, space(g, area), [unit], hits)
    return go_on(g)


def home(g: Board, name: str) -> int:
    """The number of a home country."""
    return g.t.home_index[name]


def points(g: Board, name: str) -> int:
    """The collapse points of a home country."""
    return g.collapse[home(g, name)]


def shake(g: Board, name: str, number: int) -> None:
    """The area has taken this number of atomic hits."""
    g.collapse = changed(g.collapse, home(g, name), number)


@pytest.mark.rule("blitzkrieg_general", "A7.5.2a")
@pytest.mark.rule("blitzkrieg_general", "A7.5.2e")
def test_it_destroys_all_production_and_shakes_the_country() -> None:
    g = drop({"western_germany": "usa_air_4"}, "western_germany", "usa_air_4", 0, dice=[2])
    assert bombed(g, "western_germany") == economy.value(g, space(g, "western_germany")) == 4
    assert points(g, "germany") == 1
    assert not g.fallen(g.t.germany)
    assert "collapse point" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A7.5.2e")
def test_a_country_surrenders_when_the_die_is_not_above_its_collapse_points() -> None:
    g = board(
        {"western_germany": "usa_air_4", "prussia": "ger_inf_4"},
        "allies",
        const.COMBAT,
        dice=[2],
    )
    shake(g, "germany", 1)
    unit = unit_at(g, "western_germany", "usa_air_4")
    g.mark(unit, const.FLYING | const.RAIDING)
    g.target[unit] = space(g, "western_germany")
    strategic_raids.resolve(g, space(g, "western_germany"), [unit], 0)
    go_on(g)
    assert points(g, "germany") == 2
    assert g.fallen(g.t.germany)


@pytest.mark.rule("blitzkrieg_general", "A7.5.2e")
@pytest.mark.rule("blitzkrieg_general", "B7.1f")
def test_the_british_empire_surrenders_home_country_by_home_country() -> None:
    units = {
        "canada_east": "ger_air_4, be_inf_2_c, usa_inf_4",
        "england": "be_inf_3",
        "channel": "be_conv_c",
        "alexandria": "be_inf_2_a",
    }
    g = board(units, "axis", const.COMBAT, dice=[3])
    shake(g, "canada", 2)
    shake(g, "uk", 5)  # each home country counts its own
    unit = unit_at(g, "canada_east", "ger_air_4")
    g.mark(unit, const.FLYING | const.RAIDING)
    g.target[unit] = space(g, "canada_east")
    strategic_raids.resolve(g, space(g, "canada_east"), [unit], 0)
    go_on(g)
    assert points(g, "canada") == 3 and points(g, "uk") == 5
    assert not g.fallen(g.t.be) and (g.homes_conquered >> home(g, "canada")) & 1
    assert not (g.homes_conquered >> home(g, "uk")) & 1
    # Only the forces of that home country are lost, and what it had yields nothing any more.
    assert "be_inf_2_c" not in units_at(g, "canada_east") and units_at(g, "channel") == ""
    assert units_at(g, "england") == "be_inf_3" and units_at(g, "alexandria") == "be_inf_2_a"
    assert economy.value(g, space(g, "canada_east")) == 0
    assert "usa_inf_4" not in units_at(g, "canada_east")  # nobody's land takes in no troops
    assert "Canada has 3 collapse points" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A7.5.2e")
@pytest.mark.rule("blitzkrieg_general", "B7.1f")
def test_with_its_last_home_country_the_empire_is_forced_into_submission() -> None:
    g = board({"england": "be_inf_3"}, "axis", const.COMBAT)
    for other in g.t.homes_of[g.t.be]:
        if other != home(g, "uk"):
            g.homes_conquered |= 1 << other
    conquest.surrender_home(g, home(g, "uk"))
    assert g.fallen(g.t.be) and units_at(g, "england") == ""


@pytest.mark.rule("blitzkrieg_general", "A7.5.2f")
def test_a_major_is_shaken_only_at_home() -> None:
    g = drop({"normandy": "usa_air_4"}, "normandy", "usa_air_4", 0, control={"normandy": "germany"}, dice=[])
    assert points(g, "germany") == 0
    assert bombed(g, "normandy") == economy.value(g, space(g, "normandy"))


@pytest.mark.rule("blitzkrieg_general", "A7.5.2c")
@pytest.mark.rule("blitzkrieg_general", "A7.5.2d")
def test_five_hits_or_one_hit_and_a_six_stop_the_bomber() -> None:
    units = {"western_germany": "usa_air_4, usa_air_3"}
    g = drop(units, "western_germany", "usa_air_4", 5, dice=[])
    assert bombed(g, "western_germany") == 0
    g = drop(units, "western_germany", "usa_air_4", 1, dice=[6])
    assert bombed(g, "western_germany") == 0
    g = drop(units, "western_germany", "usa_air_4", 4, dice=[5, 6])
    assert bombed(g, "western_germany") == 4
    assert points(g, "germany") == 1


@pytest.mark.rule("blitzkrieg_general", "A7.5.2g")
def test_v_weapons_deliver_the_bomb_without_interception() -> None:
    research = {"germany": [*BOMB, "v_weapons"]}
    g = begin(board({"prussia": "ger_inf_4", "england": "be_air_3"}, research=research, dice=[6]), Move())
    answers(g, "button:v_weapon", "area:england")
    assert offered(g) == {"button:v_weapon", "button:atom"}
    assert prompt(g).rule == "A7.5.2g"
    answer(g, "button:atom")
    assert bombed(g, "england") == economy.value(g, space(g, "england"))
    assert points(g, "uk") == 1
    assert "button:v_weapon" not in offered(g)


def test_steps_keep_what_they_pack() -> None:
    for step in (Strike(1, 2, 3), Raids(2, 5)):
        assert type(step).unpack(step.pack()).pack() == step.pack()
