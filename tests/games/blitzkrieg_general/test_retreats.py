"""Retreats: whole, partial and forced, and where they lead."""

import pytest

from sandtable.games.blitzkrieg_general.components.combat_state import DEFENDER
from sandtable.games.blitzkrieg_general.components.constants import DOUBLE, FOUGHT
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import retreat_options, retreats
from sandtable.games.blitzkrieg_general.testing import holder, position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import idle, log, prompt, refused
from tests.games.blitzkrieg_general.fighting import WORDS, combat, go, meet, say, shown, the_fight

WAR = [("germany", "france"), ("germany", "be")]


def places(g: Board, where: str, type_id: str) -> set[str]:
    """Where a unit could retreat to."""
    return {g.t.space_id[s] for s in retreat_options.retreat_spaces(g, unit_at(g, where, type_id))}


@pytest.mark.rule("blitzkrieg_general", "B6.2.3")
@pytest.mark.rule("blitzkrieg_general", "A6.5.8")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3c")
def test_the_phasing_side_is_asked_first() -> None:
    for mode, rule in (("basic", "B6.2.3"), ("advanced", "A6.5.8")):
        g = combat(
            "western_germany", "ger_inf_4, fra_inf_3", mode=mode, side="allies", wars=WAR, dice=[6, 6, 6, 6]
        )
        assert g.seats() == (1,) and shown(g) == ["stay", "retreat"] and prompt(g).rule == rule
        assert "after round 1" in prompt(g).text
        say(g, "stay")
        assert g.seats() == (0,) and shown(g) == ["stay", "retreat"]
        say(g, "stay")
        assert the_fight(g).round == 2 and "after round 2" in prompt(g).text


@pytest.mark.rule("blitzkrieg_general", "B6.2.3a")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3k")
def test_all_land_units_go_or_none() -> None:
    g = combat(
        "western_germany",
        "ger_inf_4, ger_arm_5, ger_hq_guderian, fra_inf_3",
        side="allies",
        wars=WAR,
        dice=[6, 6, 6, 6],
    )
    say(g, "stay", "retreat")
    assert set(shown(g)) == {"bavaria", "prussia", "ger_inf_4", "ger_arm_5", "ger_hq_guderian"}
    assert refused(g, "area:paris").rule == "B6.2.3d"
    say(g, "ger_arm_5")
    assert set(shown(g)) == {"bavaria", "prussia"}
    say(g, "bavaria", "prussia")
    assert idle(g)
    assert units_at(g, "bavaria") == "ger_arm_5" and units_at(g, "prussia") == "ger_hq_guderian, ger_inf_4"
    assert holder(g, "western_germany") == "france"
    assert g.cond[unit_at(g, "bavaria", "ger_arm_5")] & FOUGHT


@pytest.mark.rule("blitzkrieg_general", "B6.2.3d")
def test_land_units_retreat_over_land_to_friendly_areas() -> None:
    g = position(units={"western_germany": "fra_inf_3, ger_inf_4"}, wars=WAR)
    assert places(g, "western_germany", "ger_inf_4") == {"bavaria", "prussia"}
    assert places(g, "western_germany", "fra_inf_3") == {"maginot"}


@pytest.mark.rule("blitzkrieg_general", "B6.2.3e")
def test_else_to_areas_with_forces_of_both_sides() -> None:
    control = {"maginot": "germany"}
    g = position(
        units={"western_germany": "fra_inf_3, ger_inf_4", "bavaria": "fra_inf_2, ger_inf_3"},
        control=control,
        wars=WAR,
    )
    assert places(g, "western_germany", "fra_inf_3") == {"bavaria"}
    g = position(units={"western_germany": "fra_inf_3", "bavaria": "ger_inf_3"}, control=control, wars=WAR)
    assert places(g, "western_germany", "fra_inf_3") == set()
    g = position(units={"maginot": "ger_inf_4, fra_inf_3", "paris": "ger_inf_3, fra_inf_2"}, wars=WAR)
    assert places(g, "maginot", "ger_inf_4") == {"western_germany", "bavaria"}  # own areas come first


@pytest.mark.rule("blitzkrieg_general", "B6.2.3l")
def test_without_a_place_to_go_the_fight_goes_on() -> None:
    g = combat("gibraltar", "ita_inf_2, be_inf_2", wars=[("italy", "be")], dice=[6, 6, 6, 6, 2, 6, 2, 6])
    assert idle(g) and units_at(g, "gibraltar") == "ita_inf_2"  # nobody was asked


@pytest.mark.rule("blitzkrieg_general", "B6.2.3l")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3a")
def test_one_without_a_place_binds_all() -> None:
    g = combat(
        "western_germany",
        "ger_inf_4, rom_inf_2, fra_inf_3",
        side="allies",
        wars=[*WAR, ("romania", "france")],
        managers={"romania": "germany"},
        control={"prussia": "france", "bavaria": "france"},
        dice=[6, 6, 6],
    )
    assert refused(g, "button:withdraw").rule == "B6.2.3b"
    why = retreats.why_not_retreat(g, the_fight(g), DEFENDER)
    assert why.rule == "B6.2.3l" and not retreats.may_retreat(g, the_fight(g), DEFENDER)


@pytest.mark.rule("blitzkrieg_general", "A6.5.8")
def test_a_desert_takes_only_so_many() -> None:
    def battle(there: str) -> Board:
        g = combat(
            "matruh",
            "2 ita_inf_2, ita_arm_2, ger_hq_rommel, be_inf_3",
            side="allies",
            elsewhere={"cyreneica": there} if there else {},
            control={"matruh": "italy", "cyreneica": "italy"},
            wars=[("italy", "be"), ("germany", "be")],
            dice=[6, 6, 6, 6, 6],
        )
        return say(g, "stay")

    g = battle("")
    assert "retreat" in shown(g)
    say(g, "retreat")
    assert units_at(g, "cyreneica") == "ger_hq_rommel, ita_arm_2, 2 ita_inf_2"  # the HQ does not count
    g = meet(
        "matruh",
        "2 ita_inf_2, ita_arm_2, be_inf_3",
        side="allies",
        elsewhere={"cyreneica": "ger_inf_3"},
        control={"matruh": "italy", "cyreneica": "italy"},
        wars=[("italy", "be"), ("germany", "be")],
        dice=[6, 6, 6, 6, 6],
    )
    go(g)
    assert not retreats.may_retreat(g, the_fight(g), DEFENDER)  # one of three finds no room
    assert retreats.why_not_retreat(g, the_fight(g), DEFENDER).rule == "B6.2.3a"
    assert retreat_options.can_all_retreat(g, the_fight(g).defenders[:2])


@pytest.mark.rule("blitzkrieg_general", "B6.2.3k")
def test_nobody_takes_the_last_place_of_another() -> None:
    # One of the two Italians must use the free area, so that all find a place.
    g = meet(
        "cyreneica",
        "3 ita_inf_2, be_inf_3",
        side="allies",
        elsewhere={"tripolitania": "2 ita_inf_3", "matruh": "ger_inf_3"},
        control={"cyreneica": "italy", "matruh": "italy"},
        wars=[("italy", "be"), ("germany", "be")],
        dice=[6, 6, 6, 6],
    )
    go(g)
    say(g, "retreat")
    assert "tripolitania" not in shown(g) and "matruh" not in shown(g)
    say(g, "ita_inf_2", "tripolitania")
    assert units_at(g, "tripolitania") == "ita_inf_2, 2 ita_inf_3"
    assert idle(g) and units_at(g, "matruh") == "ger_inf_3, 2 ita_inf_2"  # the others have no choice left


@pytest.mark.rule("blitzkrieg_general", "B6.2.3l")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3b")
def test_aircraft_and_task_forces_leave_alone() -> None:
    g = combat(
        "normandy",
        "ger_inf_4, fra_inf_3, fra_air_2",
        support={"channel": "be_tf_4"},
        wars=WAR,
        dice=[6, 6, 6, 6, 6, 6],
    )
    while g.seats() == (0,):
        say(g, "stay")
    assert shown(g) == ["stay", "retreat", "withdraw", "fra_air_2", "be_tf_4"]
    say(g, "withdraw", "paris")
    tf = unit_at(g, "channel", "be_tf_4")
    assert g.target[tf] < 0 and g.cond[tf] & FOUGHT
    assert units_at(g, "paris") == "fra_air_2"
    assert the_fight(g).round == 2 and the_fight(g).defenders == [unit_at(g, "normandy", "fra_inf_3")]


@pytest.mark.rule("blitzkrieg_general", "B6.2.3b")
def test_aircraft_and_task_forces_leave_one_by_one() -> None:
    for mode in ("basic", "advanced"):
        g = combat(
            "normandy",
            "ger_inf_4, fra_inf_3, 2 fra_air_2",
            support={"channel": "be_tf_4"},
            mode=mode,
            wars=WAR,
            dice=[6] * 10,
        )
        while g.seats() == (0,):
            say(g, "stay")
        assert shown(g) == ["stay", "retreat", "withdraw", "fra_air_2", "be_tf_4"]  # those alike once
        assert refused(g, "unit:fra_inf_3@normandy").rule == "B6.2.3a"
        say(g, "fra_air_2", "paris")
        assert the_fight(g).round == 1 and units_at(g, "paris") == "fra_air_2"
        say(g, "be_tf_4")
        assert g.target[unit_at(g, "channel", "be_tf_4")] < 0
        assert shown(g) == ["stay", "retreat", "withdraw"]  # a single one has the button
        assert refused(g, "unit:fra_air_2@normandy").rule == "B6.2.3b"
        say(g, "stay")
        assert the_fight(g).round == 2 and len(the_fight(g).defenders) == 2


@pytest.mark.rule("blitzkrieg_general", "B6.2.4")
@pytest.mark.rule("blitzkrieg_general", "A6.5.9")
def test_aircraft_left_alone_must_go() -> None:
    for mode in ("basic", "advanced"):
        g = combat("paris", "ger_inf_4, fra_inf_3 back, fra_air_2", mode=mode, wars=WAR, dice=[1, 6, 6])
        if mode == "basic":
            say(g, "fra_inf_3 back")
        assert "must leave Paris" in log(g) and g.seats() == (1,)
        say(g, "vichy")
        assert idle(g) and units_at(g, "vichy") == "fra_air_2" and holder(g, "paris") == "germany"


@pytest.mark.rule("blitzkrieg_general", "B6.2.4a")
def test_of_two_such_parties_the_phasing_one_goes() -> None:
    g = combat("paris", "ger_air_4, fra_air_2", mode="basic", flying="ger_air_4", wars=WAR, dice=[6, 6])
    assert g.seats() == (0,)
    say(g, "western_germany")
    assert idle(g) and units_at(g, "paris") == "fra_air_2"


@pytest.mark.rule("blitzkrieg_general", "B6.2.4")
def test_an_hq_left_alone_goes_or_dies() -> None:
    for control, left in (({}, "fra_hq_georges"), ({"normandy": "germany", "maginot": "germany"}, "")):
        holders = {"vichy": "germany", "western_france": "germany", **control} if control else {}
        g = combat(
            "paris",
            "ger_inf_4, fra_inf_3 back, fra_hq_georges",
            control=holders,
            mode="basic",
            wars=WAR,
            dice=[1, 6],
        )
        say(g, "fra_inf_3 back")
        if left:
            say(g, "normandy")
        assert idle(g) and units_at(g, "normandy") == left and units_at(g, "paris") == "ger_inf_4"


@pytest.mark.rule("blitzkrieg_general", "CARD.total_war")
def test_total_war() -> None:
    g = combat(
        "paris",
        "ger_inf_4, fra_inf_3, fra_air_2",
        wars=WAR,
        in_effect={"total_war": "france"},
        control={"maginot": "germany"},
        dice=[6, 6, 6],
    )
    assert g.seats() == (0,)
    why = retreats.why_not_retreat(g, the_fight(g), DEFENDER)
    assert why.rule == "CARD.total_war" and not retreats.may_withdraw(g, the_fight(g), DEFENDER)


@pytest.mark.rule("blitzkrieg_general", "A6.5.2")
def test_where_nobody_can_fire_the_phasing_side_must_go() -> None:
    g = combat(
        "lwow",
        "hun_inf_2, sov_hq_konev",
        came={"hun_inf_2": "hungary"},
        wars=[("hungary", "ussr")],
        managers={"hungary": "germany"},
        control={"lwow": "ussr"},
    )
    assert idle(g) and units_at(g, "hungary") == "hun_inf_2" and units_at(g, "lwow") == "sov_hq_konev"
    g = combat("england", "ger_hq_guderian, be_hq_gort", wars=WAR)
    assert idle(g) and units_at(g, "england") == "be_hq_gort"  # without a place to go it is lost


# --- at sea


@pytest.mark.rule("blitzkrieg_general", "B6.2.3i")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3j")
@pytest.mark.rule("blitzkrieg_general", "A6.5.8a")
def test_where_ships_go() -> None:
    def fleet(mode: str, **units: str) -> set[str]:
        others = {"north_sea": "be_conv", "baltic_sea": "be_conv", "finnish_sea": "be_conv", **units}
        g = position(
            mode=mode,
            units={"skagerrak": "ger_conv, be_tf_4", **others},
            control={"norway": "germany", "denmark": "germany"},
            wars=WAR,
        )
        return places(g, "skagerrak", "ger_conv")

    near = fleet("advanced")
    assert {"north_sea", "baltic_sea"} <= near  # convoys are not feared
    assert fleet("basic") == set()
    assert fleet("basic", baltic_sea="be_conv, ger_conv") == {"baltic_sea"}  # contested, as there is no other
    assert fleet("advanced", baltic_sea="be_tf_3") == near - {"baltic_sea"}


@pytest.mark.rule("blitzkrieg_general", "A6.5.8a")
def test_closed_passages_are_no_way_out() -> None:
    g = position(
        units={"skagerrak": "ger_conv, be_tf_4"},
        control={"norway": "be", "denmark": "be"},
        wars=WAR,
    )
    assert "north_sea" not in places(g, "skagerrak", "ger_conv")


@pytest.mark.rule("blitzkrieg_general", "B6.2.3k")
def test_ships_split() -> None:
    g = combat("north_sea", "be_tf_4, be_conv, ger_tf_3", wars=WAR, side="allies", dice=[6, 6, 6])
    say(g, "retreat")
    assert "baltic_sea" not in shown(g)
    assert refused(g, "zone:baltic_sea").rule == "B6.2.3i"
    say(g, "be_conv", "channel", "scandinavian_sea")
    assert units_at(g, "channel") == "be_conv" and units_at(g, "scandinavian_sea") == "be_tf_4"
    assert units_at(g, "north_sea") == "ger_tf_3"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F6")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F7")
def test_fights_against_ships_on_double_range_can_be_broken_off() -> None:
    g = meet("north_sea", "be_tf_4, ger_tf_3", side="allies", wars=WAR, dice=[6, 6])
    g.cond[unit_at(g, "north_sea", "be_tf_4")] |= DOUBLE
    go(g)
    assert shown(g) == ["stay", "retreat"]  # who came by double range may retreat
    assert refused(g, "button:stop").rule == "A6.4.3F6"
    say(g, "stay")
    assert shown(g) == ["stay", "retreat", "stop"]
    say(g, "stop")
    assert idle(g) and units_at(g, "north_sea") == "be_tf_4, ger_tf_3"
    assert space(g, "north_sea") not in g.battles


@pytest.mark.rule("blitzkrieg_general", "A8.8")
def test_who_is_kept_out_does_not_retreat_there() -> None:
    g = position(
        units={"kiev": "bul_inf_2, ger_inf_3"},
        wars=[("germany", "ussr"), ("bulgaria", "ussr")],
        managers={"bulgaria": "germany"},
        control={"kharkov": "germany"},
    )
    assert places(g, "kiev", "ger_inf_3") == {"kharkov"} and not places(g, "kiev", "bul_inf_2")


@pytest.mark.rule("blitzkrieg_general", "CARD.kamikaze")
def test_kamikaze_do_not_come_back_from_a_retreat() -> None:
    g = combat(
        "formosa_sea",
        "jap_air_3, usa_tf_4",
        flying="jap_air_3",
        wars=[("japan", "usa")],
        turn="1/1944",
        hands={"japan": ["kamikaze"]},
        control=dict.fromkeys(("marshall_islands", "mariana_islands", "caroline_islands"), "usa"),
        dice=[6, 6, 6],
    )
    say(g, "kamikaze")
    while "pass" in shown(g) and not idle(g):
        say(g, "pass")
    say(g, "withdraw")
    assert idle(g) and units_at(g, "formosa_sea") == "usa_tf_4" and units_at(g, "formosa") == ""


@pytest.mark.rule("blitzkrieg_general", "B6.2.3a")
def test_no_place_is_offered_that_leaves_another_without_one() -> None:
    g = meet(
        "matruh",
        "ger_inf_3, rom_inf_2, be_inf_3",
        side="allies",
        elsewhere={"cyreneica": "2 ita_inf_2"},
        control={"matruh": "italy", "cyreneica": "italy", "alexandria": "germany"},
        wars=[("italy", "be"), ("germany", "be"), ("romania", "be")],
        managers={"romania": "italy"},
        dice=[6, 6, 6],
    )
    g.friends[g.t.country_index["romania"]] &= ~(1 << g.t.germany)  # Alexandria is closed to it
    go(g)
    say(g, "retreat")  # Cyreneica has room for one, and the Romanians can only go there
    assert idle(g)
    assert units_at(g, "alexandria") == "ger_inf_3"
    assert units_at(g, "cyreneica") == "2 ita_inf_2, rom_inf_2"


def leave_alexandria(units: str, free: int) -> Board:
    """The British retreat, with French units of another player; Sudan is full, Matruh has some room."""
    g = combat(
        "alexandria",
        f"{units}, fra_inf_3, ita_inf_3",
        players=8,
        elsewhere={"matruh": f"{3 - free} be_inf_2", "sudan": "3 be_inf_3"},
        wars=[("italy", "be"), ("italy", "france")],
        dice=[6] * 5,
    )
    return say(g, "retreat")


@pytest.mark.rule("blitzkrieg_general", "B6.2.3k")
def test_all_of_an_owner_go_where_others_still_find_a_place_elsewhere() -> None:
    g = leave_alexandria("2 be_inf_3", 2)
    assert g.seats() == (g.seat_of[g.t.be],)
    assert set(shown(g)) == {"near_east", "matruh", "be_inf_3"}
    assert refused(g, "area:sudan").rule == "A1.2a"
    say(g, "matruh")
    assert idle(g)
    assert units_at(g, "matruh") == "be_inf_2, 2 be_inf_3"
    assert units_at(g, "near_east") == "fra_inf_3"


@pytest.mark.rule("blitzkrieg_general", "B6.2.3k")
def test_an_area_without_room_for_all_takes_some() -> None:
    g = leave_alexandria("be_inf_3, be_arm_4, be_hq_monty", 1)
    assert set(shown(g)) == {"near_east", "be_inf_3", "be_arm_4", "be_hq_monty"}
    assert refused(g, "area:matruh").rule == "B6.2.3k"
    say(g, "be_arm_4", "matruh")
    assert units_at(g, "matruh") == "be_arm_4, 2 be_inf_2"


@pytest.mark.rule("blitzkrieg_general", "B6.2.3d")
def test_nobody_retreats_to_those_he_may_not_stand_beside() -> None:
    g = position(
        units={"burma": "be_inf_2, jap_inf_3", "calcutta": "sov_inf_3_r"},
        wars=[("be", "japan"), ("germany", "be"), ("germany", "ussr")],
        memory={"peace": 1},
    )
    assert not g.friend(g.t.be, g.t.ussr)  # the peace with Japan parts them [A8.2b]
    assert "calcutta" not in places(g, "burma", "be_inf_2")
    g.take(unit_at(g, "calcutta", "sov_inf_3_r"))
    assert "calcutta" in places(g, "burma", "be_inf_2")


@pytest.mark.rule("blitzkrieg_general", "B6.2.3")
def test_refusals_of_places() -> None:
    g = combat("north_sea", "be_tf_4, be_conv, ger_tf_3", wars=WAR, side="allies", dice=[6, 6, 6])
    g.put(g.free_unit(g.t.type_index["ger_tf_4"]), space(g, "channel"))
    say(g, "retreat", "be_conv")
    assert "leaves North Sea" in prompt(g).text
    assert refused(g, "zone:channel").rule == "A6.5.8a"
    assert refused(g, "zone:baltic_sea").rule == "B6.2.3i"
    g = combat("gibraltar_street", "ita_tf_3, ita_conv, be_tf_4", wars=[("italy", "be")], dice=[6] * 3)
    say(g, "retreat")
    why = refused(g, "zone:sea_of_portugal")
    assert why.rule == "A6.4.3C3" and "Gibraltar" in why.text
    g = combat("north_sea", "be_tf_4, be_conv, ger_tf_3", mode="basic", wars=WAR, side="allies", dice=[6] * 3)
    g.put(g.free_unit(g.t.type_index["ger_conv"]), space(g, "channel"))
    say(g, "retreat", "be_conv")
    assert refused(g, "zone:channel").rule == "B6.2.3i"


@pytest.mark.rule("blitzkrieg_general", "B6.2.3k")
def test_each_owner_places_his_own() -> None:
    g = combat(
        "western_germany",
        "ger_inf_4, ita_inf_3, fra_inf_3",
        side="allies",
        players=8,
        wars=[*WAR, ("italy", "france")],
        dice=[6, 6, 6],
    )
    say(g, "stay", "retreat")
    first = g.seats()
    say(g, "bavaria")
    assert g.seats() != first and not idle(g)
    say(g, "prussia")
    assert {units_at(g, "bavaria"), units_at(g, "prussia")} == {"ger_inf_4", "ita_inf_3"}


@pytest.mark.rule("blitzkrieg_general", "B6.2.3b")
def test_refusals_of_withdrawal() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, fra_inf_3",
        flying="ger_air_4",
        wars=WAR,
        in_effect={"total_war": "germany"},
        control={"maginot": "germany"},
        dice=[6, 6, 6],
    )
    assert g.seats() == (1,)  # Germany had nothing to decide
    fight = the_fight(g)
    step = retreats.Resolve(0)
    assert step.choices(g, 0) == [WORDS["stay"]]
    why = step.why_not(g, 0, WORDS["withdraw"])
    assert why is not None and why.rule == "B6.2.3l"
    again = step.why_not(g, 0, WORDS["retreat"])
    assert again is not None and again.rule == "CARD.total_war"
    assert retreats.movers(g, fight, 0) == [unit_at(g, "paris", "ger_inf_4")]
