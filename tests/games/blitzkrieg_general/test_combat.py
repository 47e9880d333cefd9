"""The combat phase and the battles of the basic tutorial, from built positions with written dice."""

import pytest

from sandtable.games.blitzkrieg_general.components.combat_state import DEFENDER
from sandtable.games.blitzkrieg_general.components.constants import FLYING, FOUGHT, INVADING, RAIDING
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combatants, retreats
from sandtable.games.blitzkrieg_general.rules.combat.combat_phase import Combats
from sandtable.games.blitzkrieg_general.testing import holder, position, unit_at, units_at
from sandtable.testing import dice_left
from tests.games.blitzkrieg_general.driving import begin, idle, log, refused
from tests.games.blitzkrieg_general.fighting import combat, meet, rolled, say, shown, the_fight

POLISH_WAR = [("germany", "poland"), ("germany", "be"), ("germany", "france")]


def western_poland() -> Board:
    return combat(
        "western_poland",
        "3 ger_inf_4, 3 ger_inf_3, ger_arm_5, ger_arm_4, ger_air_4, ger_air_3, ger_hq_guderian, "
        "pol_inf_3, 5 pol_inf_2, pol_air_2",
        mode="basic",
        flying="ger_air_4 ger_air_3",
        wars=POLISH_WAR,
        managers={"poland": "be"},
        dice=[5, 2, 6, 5, 4, 4, 2, 1, 4, 3, 3, 2, 4, 6, 5, 4, 4, 2, 1],
    )


@pytest.mark.rule("blitzkrieg_general", "B6.2")
@pytest.mark.rule("blitzkrieg_general", "B6.2.1a")
@pytest.mark.rule("blitzkrieg_general", "B6.2.1b")
@pytest.mark.rule("blitzkrieg_general", "B6.2.1d")
@pytest.mark.rule("blitzkrieg_general", "B6.2.1e")
@pytest.mark.rule("blitzkrieg_general", "B6.2.2")
@pytest.mark.rule("blitzkrieg_general", "B1.2d")
def test_t1_western_poland() -> None:
    g = western_poland()
    assert dice_left(g) == 0  # both sides have rolled before any loss is taken
    assert the_fight(g).owed(1) == 9 and the_fight(g).owed(0) == 2
    for _ in range(3):
        say(g, "pol_inf_2", "pol_inf_2 back")
    say(g, "pol_inf_2", "pol_inf_2", "pol_inf_3")
    assert units_at(g, "western_poland").endswith("pol_air_2, 2 pol_inf_2 back, pol_inf_3 back")
    say(g, "ger_inf_3", "ger_inf_3")
    assert "2 ger_inf_3 back" in units_at(g, "western_poland")
    assert the_fight(g).owed(0) == 0


@pytest.mark.rule("blitzkrieg_general", "S39e")
def test_poles_do_not_retreat_from_western_poland() -> None:
    g = western_poland()
    for _ in range(3):
        say(g, "pol_inf_2", "pol_inf_2 back")
    say(g, "pol_inf_2", "pol_inf_2", "pol_inf_3", "ger_inf_3", "ger_inf_3")
    fight = the_fight(g)
    assert not retreats.may_retreat(g, fight, DEFENDER) and not retreats.may_withdraw(g, fight, DEFENDER)
    assert retreats.why_not_retreat(g, fight, DEFENDER).rule == "S39e"
    g.scenario = 1 - g.scenario
    assert retreats.may_retreat(g, fight, DEFENDER) and retreats.may_withdraw(g, fight, DEFENDER)


@pytest.mark.rule("blitzkrieg_general", "B6.1.3B")
@pytest.mark.rule("blitzkrieg_general", "B6.2.2a")
@pytest.mark.rule("blitzkrieg_general", "B6.2.2c")
def test_t1_sinkiang() -> None:
    g = combat(
        "sinkiang",
        "jap_inf_3, chi_inf_2 back",
        support={"formosa_sea": "jap_tf_4, 2 jap_tf_2"},
        mode="basic",
        wars=[("japan", "china")],
        dice=[3, 3],
    )
    assert idle(g) and dice_left(g) == 0  # one hit is enough: nobody rolls for more
    assert units_at(g, "sinkiang") == "jap_inf_3"
    assert units_at(g, "formosa_sea") == "2 jap_tf_2, jap_tf_4"
    assert holder(g, "sinkiang") == "japan"
    tf = unit_at(g, "formosa_sea", "jap_tf_4")
    assert g.target[tf] < 0 and g.cond[tf] & FOUGHT


@pytest.mark.rule("blitzkrieg_general", "B6.2.3")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3d")
def test_t1_wuhan() -> None:
    g = combat(
        "wuhan",
        "jap_inf_3, jap_inf_2, jap_air_2, 2 chi_inf_3, chi_inf_2 back, chi_air_1",
        mode="basic",
        flying="jap_air_2",
        wars=[("japan", "china")],
        dice=[3, 6, 4, 3, 2, 2, 1],
    )
    say(g, "chi_inf_3")
    say(g, "jap_inf_2", "jap_inf_2 back", "jap_inf_3")
    say(g, "retreat", "shanghai")
    if not idle(g):
        say(g, "shanghai")
    assert idle(g)
    assert units_at(g, "wuhan") == "chi_air_1, chi_inf_2 back, chi_inf_3, chi_inf_3 back"
    assert units_at(g, "shanghai") == "jap_air_2, jap_inf_3 back"


@pytest.mark.rule("blitzkrieg_general", "B6.2.4")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3f")
def test_t1_east_poland() -> None:
    g = combat(
        "east_poland",
        "ger_arm_5, ger_inf_4, ger_inf_3, ger_air_4, ger_air_3, pol_inf_3 back, 2 pol_inf_2 back, pol_air_2",
        mode="basic",
        flying="ger_air_4 ger_air_3",
        control={"western_poland": "germany", "lwow": "germany"},
        wars=POLISH_WAR,
        managers={"poland": "be"},
        dice=[5, 4, 5, 3, 4, 2, 3, 2, 5, 2],
    )
    say(g, "pol_inf_3 back", "pol_inf_2 back", "pol_inf_2 back")
    assert units_at(g, "east_poland").endswith("pol_air_2 back")
    say(g, "ger_inf_3")
    # The aircraft is alone, must leave and finds no base: the USSR is neutral.
    assert "finds no base" in log(g)
    assert holder(g, "east_poland") == "germany"
    say(g, "prussia", "prussia")
    assert idle(g)
    assert units_at(g, "east_poland") == "ger_arm_5, ger_inf_3 back, ger_inf_4"


@pytest.mark.rule("blitzkrieg_general", "B6.2.3k")
@pytest.mark.rule("blitzkrieg_general", "B2.1b")
@pytest.mark.rule("blitzkrieg_general", "B6.2.1c")
def test_t1_sian_first() -> None:
    g = combat(
        "sian",
        "jap_inf_4, jap_inf_2, jap_inf_3 back, 2 jap_air_2, "
        "chi_inf_3, chi_inf_3 back, chi_inf_2 back, chi_air_1, chi_hq_chiang",
        mode="basic",
        flying="jap_air_2",
        wars=[("japan", "china")],
        dice=[4, 6, 5, 4, 1, 4, 3, 4, 5],
    )
    assert dice_left(g) == 0 and not rolled(g, "chi_hq_chiang")  # the HQ does not fire
    say(g, "chi_inf_2 back", "chi_air_1", "stay", "retreat")
    say(g, "chi_hq_chiang", "pakoe", "wuhan")
    assert units_at(g, "pakoe") == "chi_hq_chiang"
    assert units_at(g, "wuhan") == "chi_inf_3, chi_inf_3 back"
    assert holder(g, "sian") == "japan"
    say(g, "shanghai", "shanghai")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B6.2.3i")
@pytest.mark.rule("blitzkrieg_general", "B2.1d")
@pytest.mark.rule("blitzkrieg_general", "B6.2.2b")
def test_t1_skagerrak() -> None:
    g = combat(
        "skagerrak",
        "be_tf_4, be_tf_3, ger_conv",
        mode="basic",
        side="allies",
        elsewhere={"western_germany": "fra_inf_3, ger_inf_2"},
        wars=POLISH_WAR,
        dice=[3, 4, 3],
    )
    say(g, "stay", "retreat")
    if not idle(g):
        say(g, "baltic_sea")
    assert units_at(g, "baltic_sea") == "ger_conv back"
    assert units_at(g, "skagerrak") == "be_tf_3, be_tf_4"


@pytest.mark.rule("blitzkrieg_general", "B2.1c")
@pytest.mark.rule("blitzkrieg_general", "B6.2.1c")
def test_a_convoy_on_its_back_does_not_fire() -> None:
    g = combat(
        "skagerrak", "be_tf_3, ger_conv back", mode="basic", side="allies", wars=POLISH_WAR, dice=[6, 6, 3]
    )
    say(g, "stay", "stay", "stay", "stay")
    assert idle(g) and units_at(g, "skagerrak") == "be_tf_3"


@pytest.mark.rule("blitzkrieg_general", "EQb")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3c")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3b")
def test_t1_western_germany() -> None:
    g = combat(
        "western_germany",
        "fra_arm_4_f, 3 fra_inf_3, fra_inf_2, fra_air_2, be_air_2, "
        "ger_arm_4, ger_inf_4, ger_inf_3, ger_inf_2, ger_air_4, ger_air_3, ger_hq_guderian",
        mode="basic",
        side="allies",
        flying="fra_air_2 be_air_2 ger_air_4 ger_air_3",
        wars=POLISH_WAR,
        dice=[5, 4, 6, 4, 2, 3, 3, 2] + [5, 4, 3, 3, 4, 2, 4] + [5, 4, 6, 4, 3, 3, 2, 2] + [5, 4, 3, 3, 2, 4],
    )
    say(g, "ger_inf_3", "ger_inf_2", "ger_inf_2 back")
    say(g, "fra_inf_3", "fra_inf_3", "fra_inf_3", "fra_inf_2", "stay", "stay")
    assert the_fight(g).round == 2 and dice_left(g) == 0
    say(g, "ger_inf_4", "ger_inf_3 back")
    say(g, "fra_inf_3 back", "fra_inf_3 back", "fra_inf_3 back", "fra_inf_2 back")
    say(g, "retreat")
    while not idle(g):
        say(g, "paris" if "paris" in shown(g) else "western_germany")
    assert units_at(g, "maginot") == "fra_arm_4_f"
    assert units_at(g, "paris") == "be_air_2, fra_air_2"
    assert (
        units_at(g, "western_germany") == "ger_air_3, ger_air_4, ger_arm_4, ger_hq_guderian, ger_inf_4 back"
    )


@pytest.mark.rule("blitzkrieg_general", "B6.2.3k")
def test_t1_sian_second() -> None:
    g = combat(
        "sian",
        "chi_inf_3, 2 chi_inf_2, chi_inf_3 back, chi_inf_2 back, chi_hq_chiang, "
        "2 jap_inf_4, 2 jap_inf_2, jap_inf_3 back, 2 jap_air_2",
        mode="basic",
        side="allies",
        flying="jap_air_2",
        control={"sian": "japan"},
        wars=[("japan", "china")],
        dice=[3, 4, 3, 1, 4, 5, 4, 5, 4, 3, 2, 2],
    )
    say(g, "jap_inf_2", "jap_inf_2", "chi_inf_2", "chi_inf_2", "chi_inf_3", "retreat")
    say(g, "chi_inf_2 back", "chansa", "chi_inf_2 back", "chunking", "chentu")
    assert units_at(g, "chentu") == "chi_hq_chiang, chi_inf_2 back, 2 chi_inf_3 back"
    assert units_at(g, "chansa") == units_at(g, "chunking") == "chi_inf_2 back"
    say(g, "sian", "sian")
    assert idle(g) and "2 jap_air_2" in units_at(g, "sian")
    assert holder(g, "sian") == "japan"


@pytest.mark.rule("blitzkrieg_general", "B1.0d")
@pytest.mark.rule("blitzkrieg_general", "B6.2.1")
@pytest.mark.rule("blitzkrieg_general", "A6.5.1")
def test_the_phasing_side_chooses_the_order() -> None:
    for mode, rule in (("basic", "B6.2.1"), ("advanced", "A6.5.1")):
        g = position(
            mode=mode,
            side="allies",
            units={"prussia": "ger_inf_2, fra_inf_3", "bavaria": "ger_inf_2, fra_inf_2"},
            wars=POLISH_WAR,
            battles=["prussia", "bavaria"],
            dice=[1, 6],
        )
        begin(g, Combats(0))
        assert g.seats() == (g.boss(1),)
        assert sorted(shown(g)) == ["bavaria", "prussia"]
        assert g.agenda[-1].prompt(g, 1).rule == rule
        assert refused(g, "area:paris").rule == "B6.2.1"
        say(g, "prussia")
        assert the_fight(g).space == g.t.area_index["prussia"]
        assert [g.t.space_id[s] for s in g.battles] == ["bavaria"]  # finished before the next begins


@pytest.mark.rule("blitzkrieg_general", "B6.2.5")
@pytest.mark.rule("blitzkrieg_general", "A6.5.10")
def test_a_combat_ends_when_one_side_is_left() -> None:
    for mode in ("basic", "advanced"):
        g = combat(
            "prussia", "ger_inf_2 back, fra_inf_3", mode=mode, side="allies", wars=POLISH_WAR, dice=[3, 6]
        )
        assert idle(g) and g.fight is None and not g.battles
        assert holder(g, "prussia") == "france"
        assert "is won by the Allies" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.2.1")
def test_only_units_at_war_with_each_other_fight() -> None:
    g = meet("ural", "sov_inf_3_r, jap_inf_3, be_inf_2", side="allies", wars=[("ussr", "japan")], dice=[3, 3])
    begin(g, Combats(0))
    assert the_fight(g).attackers == [unit_at(g, "ural", "sov_inf_3_r")]


@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_who_has_fought_does_not_fire_again() -> None:
    g = meet("prussia", "ger_inf_4, fra_inf_3", side="allies", wars=POLISH_WAR, dice=[3])
    g.cond[unit_at(g, "prussia", "ger_inf_4")] |= FOUGHT  # it has come here on retreat
    begin(g, Combats(0))
    assert dice_left(g) == 0 and units_at(g, "prussia") == "fra_inf_3, ger_inf_4 back"


@pytest.mark.rule("blitzkrieg_general", "B6.1.3B")
def test_a_task_force_that_has_fought_helps_nobody() -> None:
    g = meet(
        "western_germany",
        "fra_inf_3, ger_inf_2",
        support={"skagerrak": "be_tf_4"},
        mode="basic",
        side="allies",
        wars=POLISH_WAR,
        dice=[3, 3],
    )
    g.cond[unit_at(g, "skagerrak", "be_tf_4")] |= FOUGHT
    begin(g, Combats(0))
    assert the_fight(g).attackers == [unit_at(g, "western_germany", "fra_inf_3")]


@pytest.mark.rule("blitzkrieg_general", "A6.5.4h")
def test_an_empty_coast_defends_itself_before_it_is_taken() -> None:
    g = meet(
        "normandy",
        "usa_inf_4, usa_air_2",
        flying="usa_air_2",
        support={"channel": "usa_tf_4"},
        elsewhere={"england": "be_inf_2"},
        side="allies",
        wars=[("usa", "germany"), ("be", "germany")],
        control={"normandy": "germany"},
        dice=[2],
    )
    g.cond[unit_at(g, "normandy", "usa_inf_4")] |= INVADING
    begin(g, Combats(0))
    assert dice_left(g) == 0 and "usa_inf_4 back" in units_at(g, "normandy")
    assert holder(g, "normandy") != "germany"
    assert g.target[unit_at(g, "channel", "usa_tf_4")] < 0
    while not idle(g):
        say(g, "england")
    assert "usa_air_2" in units_at(g, "england")  # it flies home although there was no combat


@pytest.mark.rule("blitzkrieg_general", "A6.5.6")
def test_bombers_take_no_part_in_the_combat_below() -> None:
    g = meet("paris", "ger_inf_4, ger_air_4, fra_inf_3", flying="ger_air_4", wars=POLISH_WAR, dice=[6, 6])
    g.cond[unit_at(g, "paris", "ger_air_4")] |= RAIDING
    assert combatants.build_combat(g, g.battles[0]).attackers == [unit_at(g, "paris", "ger_inf_4")]


@pytest.mark.rule("blitzkrieg_general", "B6.2.1a")
@pytest.mark.rule("blitzkrieg_general", "B6.2.2c")
@pytest.mark.rule("blitzkrieg_general", "B6.2.5")
def test_the_last_shots_of_the_beaten_count() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_inf_3, ger_air_4, ger_air_3, fra_inf_2 back, fra_air_2 back",
        flying="ger_air_4 ger_air_3",
        wars=POLISH_WAR,
        dice=[1, 1, 1, 1],
    )
    say(g, "done")  # all aircraft in the air; one hit each ends both fights
    say(g, "ger_inf_3", "ger_air_3")
    assert "ger_air_3 back" in units_at(g, "paris") and "ger_inf_3 back" in units_at(g, "paris")
    assert g.fight is None and dice_left(g) == 0


@pytest.mark.rule("blitzkrieg_general", "B6.2.3f")
def test_aircraft_whose_combat_did_not_take_place_fly_home() -> None:
    there = {"channel": "ger_air_3"}
    g = meet("paris", "ger_inf_4, fra_inf_3 back", wars=POLISH_WAR, elsewhere=there, dice=[1, 6])
    g.cond[unit_at(g, "channel", "ger_air_3")] |= FLYING
    begin(g, Combats(0, 1))
    say(g, "paris")  # just conquered [B6.2.3g]
    assert idle(g) and units_at(g, "channel") == "" and units_at(g, "paris") == "ger_air_3, ger_inf_4"
