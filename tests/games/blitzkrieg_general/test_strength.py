"""What units fire with: every line of the battle charts of the tutorials, and each modifier by itself."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components.combat_state import LAND, NAVAL, CombatState
from sandtable.games.blitzkrieg_general.components.constants import FOUGHT, INVADING
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import strength
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at

DEFENDS, BAD, LANDS, FORTRESS, UNSUPPLIED = "defends", "bad", "lands", "fortress", "unsupplied"


def on_land(unit: str, area: str, came: str = "", how: str = "") -> int:
    """The strength of a unit (`ger_inf_3 back`) in the land segment in an area."""
    words = how.split()
    row = unit + (" unsupplied" if UNSUPPLIED in words else "")
    g = position(units={area: row}, weather={"europe": "bad", "pacific": "bad"} if BAD in words else {})
    one = unit_at(g, area, unit.split()[0])
    here = space(g, area)
    if came:
        g.came[one] = g.t.link(space(g, came), here)
        assert g.came[one] >= 0
    if LANDS in words:
        g.cond[one] |= INVADING
    return strength.on_land(g, one, here, DEFENDS not in words, 1 if FORTRESS in words else 0)


CHARTS: list[tuple[int, str, str, str, str]] = [
    (3, "fin_inf_3", "karelia", "finland", ""),
    (2, "fin_inf_2", "karelia", "finland", ""),
    (1, "fin_air_2", "karelia", "", ""),
    (4, "ger_arm_5", "baltic", "western_poland", ""),
    (3, "ger_inf_4", "baltic", "western_poland", ""),
    (2, "ger_inf_3", "baltic", "western_poland", ""),
    (3, "ger_air_3", "baltic", "", ""),
    (3, "ger_arm_4", "east_poland", "western_poland", ""),
    (2, "ger_inf_3", "east_poland", "western_poland", ""),
    (1, "ger_inf_3 back", "east_poland", "western_poland", ""),
    (0, "hun_inf_2", "lwow", "hungary", ""),
    (2, "ger_inf_3", "lwow", "western_poland", ""),
    (4, "ger_arm_5", "lwow", "western_poland", ""),
    (4, "ger_air_4", "lwow", "", ""),
    (1, "hun_air_1", "lwow", "", ""),
    (4, "ger_inf_4", "odessa", "romania", ""),
    (2, "rom_inf_2", "odessa", "romania", ""),
    (1, "sov_tf_2_r", "odessa", "", "defends"),
    (3, "ger_arm_5", "yugoslavia", "bulgaria", ""),
    (3, "ger_inf_4", "yugoslavia", "austria", ""),
    (2, "ger_inf_3", "yugoslavia", "hungary", ""),
    (3, "ger_inf_3", "yugoslavia", "bulgaria", ""),
    (3, "ita_inf_3", "yugoslavia", "northern_italy", ""),
    (2, "ita_inf_2", "yugoslavia", "albania", ""),
    (2, "bul_inf_2", "yugoslavia", "bulgaria", ""),
    (1, "ger_air_2", "yugoslavia", "", ""),
    (4, "yug_inf_3", "yugoslavia", "", "defends"),
    (3, "yug_inf_2", "yugoslavia", "", "defends"),
    (2, "yug_inf_2 back", "yugoslavia", "", "defends"),
    (2, "ita_inf_2", "cyreneica", "tripolitania", ""),
    (2, "ger_arm_4 back", "cyreneica", "tripolitania", ""),
    (1, "ita_arm_2 back", "matruh", "cyreneica", ""),
    (3, "jap_inf_4", "pakoe", "peking", "bad"),
    (1, "jap_inf_2", "pakoe", "peking", "bad"),
    (0, "jap_air_2", "pakoe", "", "bad"),
    (1, "jap_air_3", "pakoe", "", "bad"),
    (5, "chi_inf_4", "pakoe", "", "defends bad"),
    (4, "chi_inf_3", "pakoe", "", "defends bad"),
    (3, "chi_inf_2", "pakoe", "", "defends bad"),
    (4, "ger_inf_4", "greece", "yugoslavia", ""),
    (3, "ger_arm_5", "greece", "yugoslavia", ""),
    (3, "ita_inf_3", "greece", "yugoslavia", ""),
    (1, "ita_air_2", "greece", "", ""),
    (3, "gre_inf_3 back", "greece", "", "defends"),
    (3, "be_inf_2_a", "greece", "", "defends"),
    (3, "ger_arm_5", "leningrad", "baltic", ""),
    (3, "ger_inf_4", "leningrad", "baltic", ""),
    (2, "ger_air_3", "leningrad", "", ""),
    (3, "sov_inf_3_r", "leningrad", "", "defends"),
    (2, "sov_inf_2_o", "leningrad", "", "defends"),
    (1, "sov_arm_2_o", "leningrad", "", "defends"),
    (2, "chi_inf_4", "peking", "sian", "bad"),
    (1, "chi_inf_3", "peking", "sian", "bad"),
    (3, "jap_inf_3", "peking", "", "defends bad"),
    (1, "jap_air_2", "peking", "", "defends bad"),
    (4, "sov_inf_4_r_g", "karelia", "leningrad", ""),
    (2, "sov_arm_3_o", "karelia", "leningrad", ""),
    (2, "sov_air_3_r", "karelia", "", ""),
    (1, "fin_inf_3", "karelia", "", "defends unsupplied"),
    (0, "fin_inf_2", "karelia", "", "defends unsupplied"),
    (2, "usa_arm_5", "western_france", "", "lands"),
    (2, "usa_inf_4", "western_france", "", "lands"),
    (1, "usa_inf_3", "western_france", "", "lands"),
    (1, "usa_inf_3 back", "western_france", "", "lands"),
    (1, "usa_arm_5 back", "western_france", "", "lands"),
    (1, "usa_inf_4 back", "western_france", "", "lands"),
    (2, "ger_arm_5", "maginot", "western_germany", "fortress"),
    (3, "ger_inf_4", "maginot", "western_germany", "fortress"),
    (4, "fra_inf_3", "maginot", "", "defends fortress"),
    (2, "ger_air_4", "maginot", "", "fortress"),
]


@pytest.mark.rule("blitzkrieg_general", "A6.5.3")
@pytest.mark.rule("blitzkrieg_general", "A1.2")
@pytest.mark.rule("blitzkrieg_general", "TEC")
@pytest.mark.parametrize("row", CHARTS, ids=lambda row: f"{row[1]} in {row[2]}")
def test_lines_of_the_battle_charts(row: tuple[int, str, str, str, str]) -> None:
    assert on_land(*row[1:]) == row[0]


@pytest.mark.rule("blitzkrieg_general", "TEC2")
def test_clear_ground_changes_nothing() -> None:
    assert on_land("ger_arm_5", "paris") == 5
    assert on_land("fra_inf_3", "paris", "", DEFENDS) == 3
    assert on_land("ger_air_4", "paris") == 4


@pytest.mark.rule("blitzkrieg_general", "A1.2b")
@pytest.mark.rule("blitzkrieg_general", "TEC4")
@pytest.mark.rule("blitzkrieg_general", "TEC5")
@pytest.mark.rule("blitzkrieg_general", "TEC6")
def test_terrain_weakens_armor_of_both_sides() -> None:
    for area, by in (("karelia", 1), ("norway", 2), ("pripiet", 2)):
        assert on_land("ger_arm_5", area) == 5 - by
        assert on_land("ger_arm_5", area, "", DEFENDS) == 5 - by


@pytest.mark.rule("blitzkrieg_general", "A1.2c")
def test_terrain_helps_defending_infantry_alone() -> None:
    for area, by in (("karelia", 0), ("norway", 1), ("pripiet", 2)):
        assert on_land("ger_inf_3", area) == 3
        assert on_land("ger_inf_3", area, "", DEFENDS) == 3 + by


@pytest.mark.rule("blitzkrieg_general", "A6.5.3b")
@pytest.mark.rule("blitzkrieg_general", "A1.2d")
@pytest.mark.rule("blitzkrieg_general", "A1.2e")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3q")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3l")
def test_terrain_weakens_aircraft_and_task_forces() -> None:
    assert on_land("ger_air_3", "pripiet") == 1  # half, rounded down
    assert on_land("ger_air_3", "norway") == 2
    assert on_land("be_tf_3", "paris") == 2  # half, rounded up
    assert on_land("be_tf_4", "norway") == 1
    assert on_land("be_tf_4", "pripiet") == 1  # half, and half again


@pytest.mark.rule("blitzkrieg_general", "A1.2h")
@pytest.mark.rule("blitzkrieg_general", "TEC9")
def test_rivers_weaken_attackers_that_cross_them() -> None:
    assert on_land("ger_inf_3", "baltic", "western_poland") == 2
    assert on_land("ger_inf_3", "baltic") == 3
    assert on_land("ger_inf_3", "baltic", "western_poland", DEFENDS) == 3


@pytest.mark.rule("blitzkrieg_general", "A1.2i")
@pytest.mark.rule("blitzkrieg_general", "A1.2q")
@pytest.mark.rule("blitzkrieg_general", "TEC10")
def test_swamp_borders_count_both_ways() -> None:
    g = position()
    link = next(i for i in range(g.t.n_links) if g.t.link_swamp[i] and not g.t.link_river[i])
    a, b = g.t.space_id[g.t.link_a[link]], g.t.space_id[g.t.link_b[link]]
    for here, there in ((a, b), (b, a)):
        assert on_land("ger_inf_3", here) - on_land("ger_inf_3", here, there) == 1
        # Armor loses 2 as armor and 1 as an attacker like all others. [A1.2f] [A1.2p]
        assert on_land("ger_arm_5", here) - on_land("ger_arm_5", here, there) == 3


@pytest.mark.rule("blitzkrieg_general", "TEC12")
@pytest.mark.rule("blitzkrieg_general", "A1.2k")
@pytest.mark.rule("blitzkrieg_general", "A1.2p")
def test_mountain_borders_count_once() -> None:
    assert on_land("hun_inf_2", "lwow", "hungary") == 0  # with the river
    assert on_land("ger_arm_5", "lwow", "hungary") == 2
    assert on_land("ger_arm_5", "bulgaria", "greece") == 3
    assert on_land("ger_arm_5", "greece", "albania") == 3  # in mountains the area counts instead
    assert on_land("ger_inf_3", "greece", "albania") == 3


@pytest.mark.rule("blitzkrieg_general", "A6.5.3b")
def test_aircraft_ignore_borders() -> None:
    assert on_land("ger_air_3", "baltic", "western_poland") == 3


@pytest.mark.rule("blitzkrieg_general", "A5.4c")
def test_bad_weather() -> None:
    assert on_land("ger_inf_3", "paris", "", BAD) == 2
    assert on_land("ger_inf_3", "paris", "", f"{BAD} {DEFENDS}") == 3
    assert on_land("ger_air_3", "paris", "", BAD) == 2
    assert on_land("ger_air_3", "paris", "", f"{BAD} {DEFENDS}") == 2


@pytest.mark.rule("blitzkrieg_general", "A6.1i")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3a")
def test_out_of_supply() -> None:
    assert on_land("ger_inf_4", "paris", "", UNSUPPLIED) == 2
    assert on_land("ger_air_4", "paris", "", UNSUPPLIED) == 2
    # Half for the swamp comes before the loss by weather and supply.
    assert on_land("ger_air_4", "pripiet", "", f"{UNSUPPLIED} {BAD}") == -1


@pytest.mark.rule("blitzkrieg_general", "A6.5.4b")
def test_landing_halves_before_everything_else() -> None:
    assert on_land("ger_inf_3", "england", "", f"{LANDS} {BAD}") == 0
    assert on_land("ger_arm_5", "norway", "", LANDS) == 0


def maginot(came: dict[str, str], units: str, **more: Any) -> tuple[Board, CombatState]:
    g = position(units={"maginot": units}, wars=[("germany", "france")], **more)
    here = space(g, "maginot")
    fight = CombatState(LAND, here, 0)
    for unit in g.at[here]:
        name = g.t.type_id[g.t.unit_type[unit]]
        if name.startswith("ger"):
            fight.attackers.append(unit)
            if name in came:
                g.came[unit] = g.t.link(space(g, came[name]), here)
        else:
            fight.defenders.append(unit)
    fight.fortress = strength.crosses_fortress(g, fight)
    g.fight = fight
    return g, fight


@pytest.mark.rule("blitzkrieg_general", "A1.2l")
@pytest.mark.rule("blitzkrieg_general", "A1.2f")
@pytest.mark.rule("blitzkrieg_general", "A1.2m")
@pytest.mark.rule("blitzkrieg_general", "TEC3")
def test_fortress() -> None:
    came = {"ger_arm_5": "western_germany", "ger_inf_4": "western_germany", "ger_inf_3": "paris"}
    g, fight = maginot(came, "ger_arm_5, ger_inf_4, ger_inf_3, ger_air_4, fra_inf_3, fra_arm_3, fra_air_2")
    value = {g.t.type_id[g.t.unit_type[u]]: strength.strength(g, fight, u) for u in g.at[fight.space]}
    assert value == {
        "ger_arm_5": 2,
        "ger_inf_4": 3,
        "ger_inf_3": 3,  # from behind it is not weakened
        "ger_air_4": 2,
        "fra_inf_3": 4,
        "fra_arm_3": 3,
        "fra_air_2": 2,
    }


@pytest.mark.rule("blitzkrieg_general", "A1.2n")
@pytest.mark.rule("blitzkrieg_general", "A1.2o")
def test_fortress_from_behind_counts_for_nothing() -> None:
    g, fight = maginot({"ger_inf_4": "paris"}, "ger_inf_4, ger_air_4, fra_inf_3")
    assert [strength.strength(g, fight, u) for u in g.at[fight.space]] == [4, 4, 3]
    assert on_land("fra_inf_3", "western_germany", "maginot") == 3  # out of it


@pytest.mark.rule("blitzkrieg_general", "A1.2m")
def test_fortress_against_aircraft_alone_and_when_it_is_destroyed() -> None:
    fight = maginot({}, "ger_air_4, fra_inf_3")[1]
    assert fight.fortress == 1  # a ruling: R99
    _, fight = maginot({"ger_inf_4": "western_germany"}, "ger_inf_4, fra_inf_3", memory={"fortress": 0})
    assert fight.fortress == 0


@pytest.mark.rule("blitzkrieg_general", "A1.2r")
@pytest.mark.rule("blitzkrieg_general", "A6.5.2")
def test_hqs_never_fire() -> None:
    g = position(units={"norway": "ger_hq_guderian, be_inf_2"}, wars=[("germany", "be")])
    fight = CombatState(LAND, space(g, "norway"), 1)
    fight.attackers = [unit_at(g, "norway", "be_inf_2")]
    fight.defenders = [unit_at(g, "norway", "ger_hq_guderian")]
    g.fight = fight
    assert strength.strength(g, fight, fight.defenders[0]) == 0
    assert strength.strength(g, fight, fight.attackers[0]) == 2
    g.cond[fight.attackers[0]] |= FOUGHT
    assert strength.strength(g, fight, fight.attackers[0]) == 0


@pytest.mark.rule("blitzkrieg_general", "A6.1i")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3m")
@pytest.mark.rule("blitzkrieg_general", "A7.5e")
@pytest.mark.rule("blitzkrieg_general", "A7.5.3")
@pytest.mark.rule("blitzkrieg_general", "A7.5.3a")
def test_air_combat() -> None:
    g = position(
        units={"norway": "ger_air_3, ger_air_2 back, rom_air_1, sov_air_1_o, ger_tf_3, ger_air_4 unsupplied"},
        managers={"romania": "germany"},
        research={"germany": ["air_combat"], "ussr": ["air_combat"]},
    )
    here = space(g, "norway")

    def value(name: str, at_aircraft: bool = True) -> int:
        return strength.in_air(g, unit_at(g, "norway", name), here, at_aircraft)

    assert value("ger_air_3") == 4 and value("ger_air_3", False) == 3
    assert value("ger_air_2") == 2  # on its back
    assert value("rom_air_1") == 1  # not the research of others
    assert value("sov_air_1_o") == 1  # its front is 1
    assert value("ger_tf_3") == 4
    assert value("ger_air_4") == 3  # out of supply, mountains do not matter
    g.weather = bytes([1, 1])
    assert value("ger_air_3") == 3


@pytest.mark.rule("blitzkrieg_general", "A6.5.3i")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3j")
@pytest.mark.rule("blitzkrieg_general", "A6.1j")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3u")
def test_anti_air() -> None:
    g = position(
        units={
            "norway": "ger_inf_4, ger_inf_3 unsupplied",
            "skagerrak": "ger_conv, ger_conv back, ger_sub_2",
        },
        weather={"europe": "bad"},
    )
    assert strength.anti_air(g, unit_at(g, "norway", "ger_inf_4")) == 1
    assert strength.anti_air(g, unit_at(g, "norway", "ger_inf_3")) == 0
    assert [strength.anti_air(g, u) for u in g.at[space(g, "skagerrak")]] == [1, 1, 0]


@pytest.mark.rule("blitzkrieg_general", "A6.5.3t")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3v")
@pytest.mark.rule("blitzkrieg_general", "A7.5.6")
def test_anti_sub() -> None:
    g = position(
        units={"channel": "be_tf_4, be_tf_3 back, be_conv, be_conv back, usa_tf_3, usa_sub_2, be_air_2"},
        weather={"europe": "bad"},
        research={"be": ["sonar"]},
    )
    values = {g.t.type_id[g.t.unit_type[u]]: strength.anti_sub(g, u) for u in g.at[space(g, "channel")]}
    assert values["be_tf_4"] == values["be_tf_3"] == 2
    assert values["usa_tf_3"] == values["be_air_2"] == 1
    assert values["usa_sub_2"] == 0
    convoys = [u for u in g.at[space(g, "channel")] if g.t.type_id[g.t.unit_type[u]] == "be_conv"]
    assert sorted([strength.anti_sub(g, u) for u in convoys]) == [0, 2]


@pytest.mark.rule("blitzkrieg_general", "A6.1i")
def test_aircraft_out_of_supply_are_weaker_against_submarines() -> None:
    g = position(units={"channel": "be_air_2, usa_air_2 unsupplied, be_tf_4 unsupplied"})
    known = {g.t.type_id[g.t.unit_type[u]]: strength.anti_sub(g, u) for u in g.at[space(g, "channel")]}
    assert known == {"be_air_2": 1, "usa_air_2": 1 + g.t.unsupplied, "be_tf_4": 1}


@pytest.mark.rule("blitzkrieg_general", "A5.4c")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3r")
@pytest.mark.rule("blitzkrieg_general", "A7.5.5")
def test_ships_fire_as_printed_but_for_weather() -> None:
    for weather, lost in (("good", 0), ("bad", 1)):
        g = position(
            units={"channel": "be_conv, be_tf_4, ger_sub_2, ger_conv"},
            wars=[("germany", "be")],
            research={"germany": ["better_subs"]},
            weather={"europe": weather},
        )
        fight = CombatState(NAVAL, space(g, "channel"), 0)
        for unit in g.at[fight.space]:
            (fight.attackers if g.serves[unit] == g.t.germany else fight.defenders).append(unit)
        g.fight = fight
        value = {g.t.type_id[g.t.unit_type[u]]: strength.strength(g, fight, u) for u in g.at[fight.space]}
        assert value["be_tf_4"] == 4 - lost
        assert value["be_conv"] == 1 - lost
        assert value["ger_sub_2"] == 3 - lost  # with better submarines


@pytest.mark.rule("blitzkrieg_general", "A6.5.3s")
def test_against_aircraft_alone() -> None:
    g = position(
        units={"channel": "be_conv, be_conv back, be_tf_4, be_sub_2, ger_air_3"},
        wars=[("germany", "be")],
        research={"germany": ["air_combat"], "be": ["air_combat"]},
        weather={"europe": "bad"},
    )
    fight = CombatState(NAVAL, space(g, "channel"), 0)
    fight.attackers = [unit_at(g, "channel", "ger_air_3")]
    fight.defenders = [u for u in g.at[fight.space] if u not in fight.attackers]
    g.fight = fight
    values = sorted([strength.strength(g, fight, u) for u in fight.defenders])
    assert values == [0, 1, 1, 4]  # the task force with weather and research
    assert strength.strength(g, fight, fight.attackers[0]) == 2  # no bonus against ships


@pytest.mark.rule("blitzkrieg_general", "B1.2d")
@pytest.mark.rule("blitzkrieg_general", "B2.1a")
def test_in_the_basic_game_the_number_counts() -> None:
    g = position(
        mode="basic", units={"norway": "ger_arm_5, ger_air_4, ger_inf_3 back"}, weather={"europe": "bad"}
    )
    fight = CombatState(LAND, space(g, "norway"), 0)
    fight.attackers = list(g.at[fight.space])
    g.fight = fight
    assert sorted([strength.strength(g, fight, u) for u in fight.attackers]) == [2, 4, 5]


@pytest.mark.rule("blitzkrieg_general", "A7.5e")
def test_research_helps_no_units_of_others() -> None:
    g = position(
        units={"england": "fra_air_2"},
        serves={"england": "be"},
        research={"france": ["air_combat"], "be": ["air_combat"]},
    )
    one = unit_at(g, "england", "fra_air_2")
    assert strength.in_air(g, one, space(g, "england"), True) == 2
    g.serves = g.t.unit_nation
    assert strength.in_air(g, one, space(g, "england"), True) == 3
