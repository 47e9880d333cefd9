"""The doctrine in built positions: attacks, guards, marches, landings, combats, the sea."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.bot import assessment, unit_values
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.land_plans import LandPlans
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import ATTACKER, DEFENDER
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combat_phase
from sandtable.games.blitzkrieg_general.rules.combat.losses import Losses
from sandtable.games.blitzkrieg_general.rules.combat.reaction import AirReaction
from sandtable.games.blitzkrieg_general.rules.combat.retreats import Resolve, SplitRetreat
from sandtable.games.blitzkrieg_general.rules.economy.reinforcements import Place
from sandtable.games.blitzkrieg_general.rules.movement.exploitation import Exploit
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.movement.rail import Rail
from sandtable.games.blitzkrieg_general.rules.movement.rebase import Rebase
from sandtable.games.blitzkrieg_general.rules.naval import naval_search
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.testing import country, position, space, unit_at
from tests.games.blitzkrieg_general.carding import fight_in
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.driving import answer, begin
from tests.games.blitzkrieg_general.thinking import asked, favourite, follow, liking

WEIGHTS = Weights({})
WEST = (("germany", "be"), ("germany", "france"))
EAST = (("germany", "ussr"),)
PACIFIC = (("japan", "usa"), ("japan", "be"))


def moving(units: dict[str, str], **more: Any) -> Board:
    """The movement phase."""
    return asked(Move(), phase=const.MOVE, units=units, **more)


# --- attacks


def test_an_empty_enemy_area_is_taken_at_once() -> None:
    m = moving({"bavaria": "2 ger_inf_3"}, wars=WEST)
    assert favourite(m) == "unit:ger_inf_3@bavaria"
    assert follow(m)[1] == "area:maginot"
    assert m.control[space(m, "maginot")] == country(m, "germany")


def test_an_attack_is_made_with_all_that_it_takes_and_not_without_hope() -> None:
    strong = moving({"paris": "fra_inf_3", "bnl": "4 ger_inf_4"}, control={"bnl": "germany"}, wars=WEST)
    clicks = follow(strong)
    assert clicks.count("area:paris") >= 2
    units = {"paris": "3 fra_inf_3", "normandy": "2 fra_inf_3_v", "bnl": "2 ger_inf_2"}
    weak = moving(units, control={"bnl": "germany"}, wars=WEST)
    assert favourite(weak) == "button:done"


def test_a_combat_that_is_opened_is_reinforced_before_anything_else() -> None:
    m = moving(
        {"paris": "2 fra_inf_3", "bnl": "4 ger_inf_4", "bavaria": "2 ger_inf_2"},
        control={"bnl": "germany", "maginot": "germany"},
        wars=WEST,
    )
    answer(m, "unit:ger_inf_4@bnl")
    answer(m, "area:paris")
    assert favourite(m) == "unit:ger_inf_4@bnl"


def test_hits_are_counted_with_terrain_borders_and_weather() -> None:
    units = {"bnl": "ger_inf_4, ger_arm_4", "austria": "ger_inf_4"}
    fair = position(t=GAME.tables, units=units, wars=WEST)
    foul = position(t=GAME.tables, units=units, wars=WEST, weather={"europe": "bad"})
    infantry, armor = unit_at(fair, "bnl", "ger_inf_4"), unit_at(fair, "bnl", "ger_arm_4")
    bnl, paris, italy = (space(fair, name) for name in ("bnl", "paris", "northern_italy"))
    assert unit_values.attack(fair, armor, bnl, paris) == 2 * unit_values.attack(fair, infantry, bnl, paris)
    assert unit_values.attack(foul, infantry, bnl, paris) < unit_values.attack(fair, infantry, bnl, paris)
    assert unit_values.defence(fair, infantry, space(fair, "austria")) > unit_values.defence(
        fair, infantry, italy
    )
    assert unit_values.landing(fair, infantry, italy) < unit_values.attack(fair, infantry, bnl, paris)
    basic = position(t=GAME.tables, mode="basic", units=units, wars=WEST)
    assert unit_values.landing(basic, infantry, italy) == unit_values.printed_fire(basic, infantry)


def test_who_is_out_of_supply_counts_for_less() -> None:
    g = position(t=GAME.tables, units={"bnl": "ger_inf_4, ger_air_4"}, wars=WEST)
    infantry, plane = unit_at(g, "bnl", "ger_inf_4"), unit_at(g, "bnl", "ger_air_4")
    bnl, paris = space(g, "bnl"), space(g, "paris")
    before = unit_values.defence(g, infantry, bnl), unit_values.support(g, plane, paris)
    for unit in (infantry, plane):
        g.mark(unit, const.UNSUPPLIED)
    assert unit_values.defence(g, infantry, bnl) < before[0]
    assert unit_values.support(g, plane, paris) < before[1]


def test_colonies_without_an_owner_are_the_west_to_japan() -> None:
    g = position(t=GAME.tables)
    nobody = g.t.nobody
    assert assessment.attacks_west(g, g.t.be, g.t.be)
    assert not assessment.attacks_west(g, g.t.china, g.t.china)
    assert not assessment.attacks_west(g, nobody, nobody)
    for area in (g.t.areas_of[g.t.bnl][-1], g.t.indochine):
        h = position(t=GAME.tables, control={g.t.space_id[area]: g.t.country_id[nobody]})
        assert assessment.attacks_west(h, nobody, nobody)


def test_odds_grow_with_strength_and_are_even_among_equals() -> None:
    assert unit_values.odds(1.0, 4.0, 2.0, 4.0) < 0.3 < 0.45 < unit_values.odds(2.0, 4.0, 2.0, 4.0) < 0.55
    assert unit_values.odds(4.0, 8.0, 2.0, 4.0) > 0.9
    assert unit_values.odds(0.0, 4.0, 1.0, 2.0) == 0.0
    assert unit_values.odds(0.5, 2.0, 0.0, 0.0) == 1.0


# --- guards and marches


def test_somebody_stays_where_the_enemy_could_walk_in() -> None:
    m = moving(
        {"western_germany": "ger_inf_2", "prussia": "2 ger_inf_3", "maginot": "fra_inf_3"},
        wars=[*WEST, ("germany", "poland")],
        managers={"poland": "be"},
    )
    assert liking(m)["unit:ger_inf_2@western_germany"] < 0.0
    assert favourite(m) == "unit:ger_inf_3@prussia", "Western Poland is empty"


def test_a_threatened_home_gets_its_guard_first() -> None:
    m = moving({"prussia": "3 ger_inf_3", "maginot": "3 fra_inf_3"}, wars=WEST)
    assert follow(m)[:2] == ["unit:ger_inf_3@prussia", "area:western_germany"]


def test_units_march_towards_the_enemy() -> None:
    units = {"moscow": "3 sov_inf_3_r", "kiev": "5 ger_inf_4"}
    m = moving(units, control={"kiev": "germany"}, wars=EAST, side="allies")
    assert follow(m)[:2] == ["unit:sov_inf_3_r@moscow", "area:kursk"]


def test_a_march_does_not_lead_into_neutral_lands_that_are_worth_nothing() -> None:
    m = moving({"bavaria": "ger_inf_3", "austria": "3 ger_inf_4"})
    assert favourite(m) == "unit:ger_inf_4@austria", "Poland produces"
    g = m
    germany = country(g, "germany")
    targets = assessment.area_values(g, germany, WEIGHTS).targets
    assert (targets >> country(g, "bnl")) & 1
    assert not (targets >> country(g, "yugoslavia")) & 1, "it gives one point and costs an army"
    assert (
        assessment.area_values(g, germany, Weights({"neutral_gain": 0.9})).targets >> country(g, "yugoslavia")
    ) & 1
    assert not (targets >> country(g, "denmark")) & 1, "it gives nothing to a conqueror"
    assert not (targets >> country(g, "sweden")) & 1 or not g.deliveries
    assert not (targets >> country(g, "ussr")) & 1, "not in 1939"
    assert not assessment.area_values(g, country(g, "be"), WEIGHTS).targets


def test_great_powers_are_attacked_in_their_time() -> None:
    early = position(t=GAME.tables, turn="1/1941", wars=[("japan", "china")])
    late = position(t=GAME.tables, turn="4/1941", wars=[("japan", "china")], memory={"us_level": 20})
    for g, yes in ((early, 0), (late, 1)):
        targets = assessment.area_values(g, country(g, "japan"), WEIGHTS).targets
        assert (targets >> country(g, "usa")) & 1 == yes
        assert (targets >> country(g, "bnl")) & 1 == yes, "it would bring in the United States"
        assert not (targets >> country(g, "ussr")) & 1
        assert not (targets >> country(g, "siam")) & 1
        assert (
            assessment.area_values(g, country(g, "germany"), WEIGHTS).targets >> country(g, "ussr")
        ) & 1 == yes
    calm = position(t=GAME.tables, turn="4/1941", wars=[("japan", "china")], memory={"us_level": 9})
    assert (
        not (assessment.area_values(calm, country(calm, "japan"), WEIGHTS).targets >> country(calm, "usa"))
        & 1
    ), "let it sleep"
    vichy = position(t=GAME.tables, wars=WEST, control={"vichy": "vichy"}, memory={"vichy": 1})
    assert not (assessment.area_values(vichy, country(vichy, "italy"), WEIGHTS).targets >> vichy.t.vichy) & 1


def test_war_is_declared_on_the_neutral_it_marches_against() -> None:
    m = moving(
        {"western_germany": "4 ger_inf_4, ger_arm_5", "aside": "bnl_inf_2"},
        control={"western_poland": "ussr"},
    )
    answer(m, "unit:ger_inf_4@western_germany")
    answer(m, "area:bnl")
    assert favourite(m) == "button:yes"
    g = m
    n = moving({"austria": "4 ger_inf_4"}, turn="3/1939", control={"western_poland": "ussr"})
    answer(n, "unit:ger_inf_4@austria")
    answer(n, "area:western_poland")
    assert favourite(n) == "button:no"
    assert g.turn == n.turn


def test_headquarters_follow_the_troops() -> None:
    m = moving(
        {
            "prussia": "ger_hq_guderian",
            "western_germany": "4 ger_inf_4",
            "paris": "3 fra_inf_3, 2 fra_inf_3_v",
        },
        wars=WEST,
    )
    rates = liking(m)
    assert rates["unit:ger_hq_guderian@prussia"] > 0.0
    alone = moving(
        {"prussia": "ger_hq_guderian, 2 ger_inf_2", "paris": "3 fra_inf_3, 2 fra_inf_3_v"}, wars=WEST
    )
    assert liking(alone)["unit:ger_hq_guderian@prussia"] < 0.0


def test_armor_exploits_into_what_lies_open() -> None:
    m = asked(
        Exploit(),
        phase=const.EXPLOIT,
        units={"western_poland": "ger_arm_5, 2 ger_inf_3"},
        wars=[("germany", "poland")],
        managers={"poland": "be"},
        control={"western_poland": "germany"},
    )
    clicks = follow(m)
    assert clicks[0] == "unit:ger_arm_5@western_poland"
    assert {"area:east_poland", "area:lwow", "area:baltic"} & set(clicks)


# --- aircraft


def test_aircraft_support_the_combat_on_the_ground() -> None:
    m = moving(
        {"paris": "2 fra_inf_3", "bnl": "3 ger_inf_4", "western_germany": "ger_air_3"},
        control={"bnl": "germany"},
        wars=WEST,
    )
    clicks = follow(m)
    at = clicks.index("unit:ger_air_3@western_germany")
    assert clicks[at + 1] == "area:paris"
    assert clicks[at - 1] == "area:paris", "land units first"


def test_v_weapons_are_fired_when_troops_have_moved() -> None:
    m = moving({"bavaria": "2 ger_inf_3"}, wars=WEST, research={"germany": ["v_weapons"]})
    seen = follow(m)
    assert seen[0] == "unit:ger_inf_3@bavaria"
    assert "button:v_weapon" in seen[1:]


def test_aircraft_without_a_combat_stay_at_home_or_move_up() -> None:
    m = moving(
        {"paris": "3 fra_inf_3, 2 fra_inf_3_v, fra_inf_3_f", "bnl": "ger_inf_4", "prussia": "ger_air_3"},
        control={"bnl": "germany"},
        wars=WEST,
    )
    clicks = follow(m)
    assert "area:paris" not in clicks
    far = asked(
        Rebase(), units={"bnl": "4 ger_inf_4", "austria": "ger_air_3"}, control={"bnl": "germany"}, wars=WEST
    )
    assert favourite(far) == "unit:ger_air_3@austria"


def test_aircraft_react_where_they_turn_the_scale() -> None:
    units = {"paris": "2 fra_inf_3, 2 ger_inf_3", "vichy": "fra_air_2"}
    m = asked(AirReaction(), units=units, wars=WEST, battles=["paris"], phase=const.MOVE)
    assert favourite(m) == "unit:fra_air_2@vichy"
    units["paris"] = "3 fra_inf_3, 2 fra_inf_3_v, fra_inf_3_f, ger_inf_2"
    m = asked(AirReaction(), units=units, wars=WEST, battles=["paris"], phase=const.MOVE)
    assert favourite(m) == "button:done"


# --- stations


def test_railways_bring_units_to_the_front() -> None:
    m = asked(
        Rail(),
        units={"ural": "3 sov_inf_3_r", "kursk": "sov_inf_3_r", "kiev": "ger_inf_4"},
        control={"kiev": "germany"},
        wars=EAST,
        side="allies",
    )
    assert favourite(m) == "unit:sov_inf_3_r@ural"
    answer(m, "unit:sov_inf_3_r@ural")
    rates = liking(m)
    assert rates["area:kursk"] > rates["area:gorki"] > rates["area:irkutsk"]


def test_reinforcements_come_where_a_guard_is_missing() -> None:
    g = position(
        t=GAME.tables,
        units={"maginot": "3 fra_inf_3", "prussia": "2 ger_inf_3", "chart 3/1939": "ger_inf_4"},
        wars=WEST,
    )
    unit = next(u for u in g.t.units_of[country(g, "germany")] if g.place[u] == const.CHART)
    m = begin(g, Place(unit))
    rates = liking(m)
    assert favourite(m) in ("area:western_germany", "area:bavaria")
    assert rates["area:prussia"] < rates["area:western_germany"]


# --- landings


def landing(units: dict[str, str], mode: str = "advanced", **more: Any) -> Board:
    """The phase in which ships sail."""
    if mode == "basic":
        return moving(units, mode=mode, **more)
    return asked(NavalMove(), phase=const.NAVAL_MOVE, units=units, **more)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_convoys_land_troops_on_islands_that_lie_open(mode: str) -> None:
    m = landing(
        {"area:hawaiian_islands": "2 usa_inf_3", "zone:hawaiian_islands_sea": "usa_conv"},
        mode=mode,
        wars=PACIFIC,
        side="allies",
    )
    clicks = follow(m)
    assert clicks[:2] == ["unit:usa_conv@hawaiian_islands_sea", "unit:usa_inf_3@hawaiian_islands"]
    g = m
    landed = [a for a in range(g.t.n_areas) if f"area:{g.t.space_id[a]}" in clicks]
    assert len(landed) == 1
    assert g.t.pacific_island[landed[0]]
    assert g.t.area_country[landed[0]] == country(g, "japan")


def test_nobody_lands_where_strong_forces_wait_or_fleets_could_come() -> None:
    names = ("marshall", "caroline", "mariana", "bonin")
    held = {f"area:{name}_islands": "2 jap_inf_2" for name in names}
    units = {"area:hawaiian_islands": "2 usa_inf_2", "zone:hawaiian_islands_sea": "usa_conv"}
    fleet = {"zone:marshall_islands_sea": "2 jap_tf_5", "zone:bonin_islands_sea": "2 jap_tf_4"}
    free = landing(units, wars=PACIFIC, side="allies")
    assert favourite(free) != "button:done"
    for guard in (held, fleet):
        m = landing({**units, **guard}, wars=PACIFIC, side="allies")
        assert favourite(m) == "button:done"


def test_troops_without_a_front_are_carried_to_one() -> None:
    units = {"england": "3 be_inf_3", "channel": "be_conv", "paris": "3 fra_inf_3", "prussia": "5 ger_inf_4"}
    m = landing(units, wars=WEST, side="allies")
    assert follow(m)[:2] == ["unit:be_conv@channel", "unit:be_inf_3@england"]
    carried = [
        u for u in m.t.units_of[country(m, "be")] if m.place[u] >= 0 and m.t.unit_kind[u] == const.INFANTRY
    ]
    assert len([u for u in carried if m.t.area_country[m.place[u]] == country(m, "france")]) == 1


def test_task_forces_seek_weaker_ships_and_shun_stronger_ones() -> None:
    hunt = landing({"north_sea": "be_tf_4, be_tf_3", "skagerrak": "ger_conv"}, wars=WEST, side="allies")
    clicks = follow(hunt)
    assert "zone:skagerrak" in clicks
    shun = landing({"north_sea": "be_tf_2", "skagerrak": "ger_tf_4, ger_tf_3"}, wars=WEST, side="allies")
    assert favourite(shun) == "button:done"


def test_submarines_go_where_production_passes() -> None:
    m = landing({"skagerrak": "ger_sub_2"}, wars=WEST)
    clicks = follow(m)
    g = m
    sub = next(u for u in g.t.units_of[country(g, "germany")] if g.place[u] >= 0)
    coast = {g.t.space_id[a] for a in g.t.coast[g.place[sub]]}
    assert clicks[0] == "unit:ger_sub_2@skagerrak"
    assert coast & {"england", "scotland"}


def test_fleets_search_when_they_are_stronger() -> None:
    for ships, wish in (("be_tf_4, be_tf_3", "button:search"), ("be_conv", "button:waive")):
        units = {"north_sea": f"{ships}, ger_tf_3"}
        m = asked(
            naval_search.Encounter(space(position(t=GAME.tables), "north_sea"), naval_search.MINE, -1, -1),
            phase=const.COMBAT,
            side="allies",
            units=units,
            wars=WEST,
        )
        assert favourite(m) == wish


# --- combats


def fighting(units: dict[str, str], area: str, step: Any, **more: Any) -> Board:
    """A combat in an area, a step of it on top."""
    g = position(t=GAME.tables, units=units, wars=WEST, phase=const.COMBAT, **more)
    fight_in(g, area)
    assert g.fight is not None
    g.fight.dice = [0, 1, 1]
    return begin(g, step)


def test_hits_are_taken_by_those_that_are_cheap_to_repair() -> None:
    units = {"paris": "ger_arm_5, ger_inf_3, ger_inf_4 back, fra_inf_3"}
    g = position(t=GAME.tables, units=units, wars=WEST, phase=const.COMBAT)
    fight_in(g, "paris")
    assert g.fight is not None
    g.fight.hits[ATTACKER * 3] = 1
    m = begin(g, Losses(ATTACKER, 0))
    rates = liking(m)
    assert favourite(m) == "unit:ger_inf_3@paris"
    assert rates["unit:ger_arm_5@paris"] == min(rates.values())


def test_a_combat_is_fought_on_while_it_goes_well_and_left_when_it_is_lost() -> None:
    home = {"bnl": "germany"}
    good = fighting({"paris": "3 ger_inf_4, fra_inf_2"}, "paris", Resolve(ATTACKER), control=home)
    assert favourite(good) == "button:stay"
    bad = fighting(
        {"paris": "ger_inf_2 back, 3 fra_inf_3, fra_inf_3_v"}, "paris", Resolve(ATTACKER), control=home
    )
    assert favourite(bad) == "button:retreat"
    lost = fighting({"normandy": "4 ger_inf_4, fra_inf_2 back"}, "normandy", Resolve(DEFENDER))
    assert favourite(lost) == "button:retreat"


def test_who_retreats_goes_together_to_where_it_is_safe() -> None:
    units = {"paris": "4 ger_inf_4, 2 fra_inf_2 back", "vichy": "2 fra_inf_3", "bnl": "3 ger_inf_3"}
    g = position(t=GAME.tables, units=units, wars=WEST, phase=const.COMBAT, control={"bnl": "germany"})
    fight_in(g, "paris")
    assert g.fight is not None
    g.fight.leaving = g.fight.defenders[:]
    m = begin(g, SplitRetreat(0))
    assert favourite(m) == "area:vichy"


def test_the_surest_combat_is_fought_first() -> None:
    units = {"paris": "4 ger_inf_4, fra_inf_2", "vichy": "ger_inf_2, 2 fra_inf_3"}
    m = asked(
        combat_phase.Combats(0, 2), units=units, wars=WEST, battles=["paris", "vichy"], phase=const.COMBAT
    )
    assert favourite(m) == "area:paris"


# --- the outlook


def test_an_area_is_worth_its_production_and_its_part_in_a_conquest() -> None:
    g = position(t=GAME.tables, wars=[*WEST, *PACIFIC])
    worths = {
        name: assessment.area_value(g, const.AXIS, space(g, name), WEIGHTS)
        for name in ("paris", "normandy", "algeria", "fiji")
    }
    assert worths["paris"] > worths["normandy"] > worths["algeria"]
    assert worths["fiji"] > worths["algeria"], "an island is a point"
    rest = ("normandy", "western_france", "vichy", "maginot")
    nearly = position(t=GAME.tables, wars=WEST, control=dict.fromkeys(rest, "germany"))
    assert assessment.area_value(nearly, const.AXIS, space(nearly, "paris"), WEIGHTS) > worths["paris"] + 3.0


def test_the_pull_grows_on_the_way_to_the_enemy_and_stops_at_neutrals() -> None:
    g = position(t=GAME.tables, wars=WEST, control={"bnl": "germany"})
    pull = assessment.area_values(g, country(g, "germany"), WEIGHTS).pull
    near, far = space(g, "bnl"), space(g, "prussia")
    assert pull[space(g, "paris")] > pull[near] > pull[space(g, "western_germany")] > pull[far] > 0.0
    assert pull[space(g, "denmark")] == 0.0
    idle = position(t=GAME.tables)
    assert max(assessment.area_values(idle, country(idle, "china"), WEIGHTS).pull) == 0.0


def test_an_atlas_is_kept_while_nothing_changes_and_made_anew_when_it_does() -> None:
    g = position(t=GAME.tables, wars=WEST)
    germany = country(g, "germany")
    first = assessment.area_values(g, germany, WEIGHTS)
    assert assessment.area_values(g.copy(), germany, WEIGHTS) is first
    g.set_control(space(g, "paris"), germany)
    assert assessment.area_values(g, germany, WEIGHTS) is not first
    assert assessment.area_values(g, germany, WEIGHTS).worth[space(g, "paris")] == 0.0


def test_forces_are_counted_by_side() -> None:
    g = position(
        t=GAME.tables, units={"paris": "2 fra_inf_3, fra_hq_georges, ger_inf_4, fra_air_2"}, wars=WEST
    )
    ground = Assessment(g, const.AXIS, WEIGHTS).forces_in(g, space(g, "paris"))
    assert (ground.number, ground.their_number) == (1, 2)
    assert (ground.stand, ground.their_stand) == (2.0, 4.0)
    assert (ground.fire, ground.their_fire) == pytest.approx((4 / 6, 1.0))
    assert (ground.air, ground.their_air) == pytest.approx((0.0, 1 / 3))
    theirs = Assessment(g, const.ALLIES, WEIGHTS).forces_in(g, space(g, "paris"))
    assert (theirs.number, theirs.their_number, theirs.air) == (2, 1, ground.their_air)
    assert Assessment(g, const.AXIS, WEIGHTS).forces_in(g, space(g, "vichy")) is assessment.NOBODY


def test_enemies_that_are_about_to_be_beaten_are_no_threat() -> None:
    units = {"prussia": "4 ger_inf_4, 2 ger_arm_5", "western_poland": "pol_inf_2"}
    g = position(
        t=GAME.tables, units=units, wars=[("germany", "poland")], managers={"poland": "be"}, phase=const.MOVE
    )
    plans = LandPlans(g, Assessment(g, const.AXIS, WEIGHTS))
    assert plans.doomed(g, space(g, "prussia")) == [space(g, "western_poland")]
    g.side = const.ALLIES
    assert LandPlans(g, Assessment(g, const.AXIS, WEIGHTS)).doomed(g, space(g, "prussia")) == []
    assert isinstance(g, Board)
