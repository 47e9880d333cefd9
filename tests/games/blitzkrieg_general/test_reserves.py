"""Reserves: who goes, from where, how many, and what the HQ does."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import EXPLOIT_REACTION, MOVED, REACTED, REACTION
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.reserves import Reserves, ReserveTo
from sandtable.games.blitzkrieg_general.testing import country, position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, idle, log, offered, prompt, refused

WAR = [("germany", "france"), ("germany", "be"), ("italy", "france"), ("italy", "be")]
CHINA = [("japan", "china")]


def attacked(place: str, units: dict[str, str], **more: object) -> Board:
    """The Axis attacks a space; the other side may send reserves."""
    more.setdefault("wars", WAR)
    g = position(units=units, battles=[place], phase=REACTION, **more)  # type: ignore[arg-type]
    return begin(g, Reserves())


@pytest.mark.rule("blitzkrieg_general", "B6.1.6")
@pytest.mark.rule("blitzkrieg_general", "B6.1.6c")
@pytest.mark.rule("blitzkrieg_general", "A6.4.6")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_the_example_of_wuhan(mode: str) -> None:
    units = {"wuhan": "jap_inf_3, chi_inf_2 back, chi_air_1", "sian": "2 chi_inf_3, chi_hq_chiang"}
    g = attacked("wuhan", units, wars=CHINA, mode=mode)
    assert prompt(g).rule == ("A6.4.6" if mode == "advanced" else "B6.1.6")
    assert offered(g) == {"button:done", "unit:chi_inf_3@sian"}
    assert refused(g, "unit:chi_hq_chiang@sian").rule == "B6.1.6c"
    answers(g, "unit:chi_inf_3@sian", "unit:chi_inf_3@sian", "unit:chi_hq_chiang@sian")
    assert idle(g)
    assert units_at(g, "wuhan") == "chi_air_1, chi_hq_chiang, chi_inf_2 back, 2 chi_inf_3, jap_inf_3"
    assert g.cond[unit_at(g, "wuhan", "chi_inf_3")] == REACTED | MOVED
    assert "Chinese infantry 3 moves as a reserve from Sian to Wuhan" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.6")
@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
def test_the_example_of_pakoe_and_the_blitzkrieg() -> None:
    units = {
        "pakoe": "jap_inf_4, chi_inf_2",
        "sian": "chi_inf_3, chi_inf_4, chi_hq_chiang",
        "maginot": "ger_inf_4, fra_inf_3",
        "paris": "fra_inf_2, fra_hq_georges",
    }
    g = position(wars=[*CHINA, *WAR], units=units, battles=["pakoe", "maginot"], phase=REACTION)
    g.turn_cards |= 1 << g.t.card_index["blitzkrieg"]
    g.segment_cards |= 1 << g.t.card_index["blitzkrieg"]
    begin(g, Reserves())
    assert offered(g) == {"button:done", "unit:chi_inf_3@sian", "unit:chi_inf_4@sian"}
    assert refused(g, "unit:fra_inf_2@paris").text == "A card does not allow reserves against this attack."
    answers(g, "unit:chi_inf_3@sian", "unit:chi_inf_4@sian")


@pytest.mark.rule("blitzkrieg_general", "B6.1.6")
def test_the_examples_of_the_axis() -> None:
    units = {
        "western_germany": "fra_inf_3, ger_inf_2",
        "prussia": "ger_hq_guderian, ger_arm_4, ger_inf_4, 2 ger_air_4",
        "sian": "chi_inf_4, jap_inf_3",
        "peking": "jap_inf_2, jap_inf_4, jap_hq_hiro",
    }
    g = position(
        mode="basic",
        side="allies",
        wars=[*WAR, *CHINA],
        units=units,
        control={"sian": "japan"},
        battles=["western_germany", "sian"],
        phase=REACTION,
    )
    begin(g, Reserves())
    answers(g, "unit:ger_arm_4@prussia", "unit:ger_inf_4@prussia", "unit:ger_hq_guderian@prussia")
    answers(g, "unit:jap_inf_2@peking", "unit:jap_inf_4@peking")
    assert "ger_hq_guderian" in units_at(g, "western_germany") and "jap_inf_4" in units_at(g, "sian")


@pytest.mark.rule("blitzkrieg_general", "B6.1.6c")
@pytest.mark.rule("blitzkrieg_general", "B6.1.6")
@pytest.mark.rule("blitzkrieg_general", "B6.1.6a")
def test_only_with_an_hq_and_up_to_its_rating() -> None:
    g = attacked("maginot", {"maginot": "ger_inf_4, fra_inf_3", "paris": "fra_inf_2"})
    assert idle(g)
    units = {"western_germany": "fra_inf_3, ger_inf_2", "prussia": "6 ger_inf_4, ger_hq_guderian"}
    g = attacked("western_germany", units, side="allies")
    for _ in range(4):
        answer(g, "unit:ger_inf_4@prussia")
    assert offered(g) == {"button:done", "unit:ger_hq_guderian@prussia"}
    assert refused(g, "unit:ger_inf_4@prussia").rule == "B6.1.6a"
    answer(g, "unit:ger_hq_guderian@prussia")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.6a")
@pytest.mark.rule("blitzkrieg_general", "B6.1.6c")
def test_the_hq_may_go_first_after_one_and_still_send_the_rest() -> None:
    units = {"maginot": "ger_inf_4, fra_inf_3", "paris": "2 fra_inf_2, fra_hq_georges"}
    g = attacked("maginot", units)
    answers(g, "unit:fra_inf_2@paris", "unit:fra_hq_georges@paris", "unit:fra_inf_2@paris")
    assert idle(g) and units_at(g, "paris") == ""


@pytest.mark.rule("blitzkrieg_general", "B6.1.6a")
@pytest.mark.rule("blitzkrieg_general", "B6.1.6b")
def test_infantry_comes_from_one_area_armor_from_two_through_friends() -> None:
    units = {"maginot": "ger_inf_4, fra_inf_3", "normandy": "fra_inf_2, fra_arm_3, fra_hq_georges"}
    g = attacked("maginot", units)
    assert offered(g) == {"button:done", "unit:fra_arm_3@normandy"}
    assert refused(g, "unit:fra_inf_2@normandy").rule == "B6.1.6b"
    g = attacked("maginot", units, control={"paris": "germany"})
    assert idle(g)
    g = attacked("maginot", {**units, "paris": "ger_inf_3, fra_inf_3"})
    assert idle(g)  # enemies stand in the way


@pytest.mark.rule("blitzkrieg_general", "B6.1.6d")
def test_aircraft_alone_call_no_reserves() -> None:
    units = {"maginot": "ger_air_4, fra_inf_3", "paris": "fra_inf_2, fra_hq_georges"}
    g = attacked("maginot", units)
    assert idle(g)
    g = position(wars=WAR, units={**units, "paris": "fra_inf_2, fra_hq_georges"}, battles=["maginot"])
    step = Reserves()
    refusal = step.why_not(g, 1, g.ids.unit + unit_at(g, "paris", "fra_inf_2"))
    assert refusal is not None and refusal.rule == "B6.1.6d"


@pytest.mark.rule("blitzkrieg_general", "B6.1.6e")
def test_a_naval_hq_on_land_is_an_hq() -> None:
    units = {"sian": "chi_inf_4, jap_inf_3", "peking": "jap_inf_2, jap_hq_yamamoto"}
    g = attacked("sian", units, wars=CHINA, side="allies", control={"sian": "japan"})
    answer(g, "unit:jap_inf_2@peking")
    assert "jap_inf_2" in units_at(g, "sian")


@pytest.mark.rule("blitzkrieg_general", "B6.1.6f")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_naval_hq_at_sea_sends_ships(mode: str) -> None:
    sea = {"coral_sea": "jap_tf_4, usa_tf_4"}
    near = position().t
    zone = near.space_id[near.sea_near[near.zone_index["coral_sea"]][0]]
    units = {**sea, f"zone:{zone}": "usa_conv [usa_hq_nimitz], usa_tf_5, usa_sub_2, usa_conv"}
    g = attacked("coral_sea", units, wars=[("japan", "usa")], mode=mode)
    assert offered(g) == {"button:done", *[f"unit:{u}@{zone}" for u in ("usa_tf_5", "usa_sub_2", "usa_conv")]}
    staff = g.carrier[unit_at(g, f"zone:{zone}", "usa_hq_nimitz")]
    assert g.ids.unit + staff not in g.choices(1)
    answer(g, f"unit:usa_tf_5@{zone}")
    assert g.ids.unit + staff in g.choices(1)  # the HQ may go along now
    g.apply(1, g.ids.unit + staff)
    assert "usa_conv [usa_hq_nimitz]" in units_at(g, "coral_sea")
    answer(g, f"unit:usa_sub_2@{zone}")
    assert "usa_sub_2" in units_at(g, "coral_sea")


@pytest.mark.rule("blitzkrieg_general", "B6.1.6f")
def test_no_ships_without_a_naval_hq_at_sea_or_out_of_range() -> None:
    t = position().t
    near = t.sea_near[t.zone_index["coral_sea"]]
    zone = t.space_id[near[0]]
    war = [("japan", "usa")]
    g = attacked("coral_sea", {"coral_sea": "jap_tf_4, usa_tf_4", f"zone:{zone}": "usa_tf_5"}, wars=war)
    assert idle(g)
    units = {"coral_sea": "jap_tf_4, usa_tf_4", "central_atlantic": "usa_conv [usa_hq_nimitz], usa_tf_5"}
    g = attacked("coral_sea", units, wars=war)
    assert idle(g)
    units = {"coral_sea": "jap_tf_4, usa_tf_4", f"zone:{zone}": "usa_conv [usa_hq_eisenhower], usa_tf_5"}
    g = attacked("coral_sea", units, wars=war)
    assert idle(g)  # no naval HQ
    refusal = Reserves().why_not(g, 1, g.ids.unit + unit_at(g, f"zone:{zone}", "usa_tf_5"))
    assert refusal is not None and refusal.rule == "B6.1.6a"


@pytest.mark.rule("blitzkrieg_general", "B6.1.6f")
def test_naval_reserves_do_not_pass_enemy_ships() -> None:
    t = position().t
    start = t.zone_index["coral_sea"]
    # a zone two away, all ways to it barred by enemy ships
    far = next(
        z for n in t.sea_near[start] for z in t.sea_near[n] if z != start and z not in t.sea_near[start]
    )
    units = {
        "coral_sea": "jap_tf_4, usa_tf_4",
        f"zone:{t.space_id[far]}": "usa_conv [usa_hq_nimitz], usa_tf_5",
    }
    g = attacked("coral_sea", units, wars=[("japan", "usa")])
    assert not idle(g)
    subs = [f"zone:{t.space_id[n]}" for n in t.sea_near[far]]
    pool = ["jap_sub_2", "jap_conv", "jap_tf_2", "jap_tf_3", "jap_tf_5"]
    row = {name: pool[i % len(pool)] for i, name in enumerate(subs)}
    g = attacked("coral_sea", {**units, **row}, wars=[("japan", "usa")])
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A10.1b")
@pytest.mark.rule("blitzkrieg_general", "A10.1f")
def test_attacked_units_send_only_their_surplus() -> None:
    units = {
        "maginot": "ger_inf_4, fra_inf_3",
        "paris": "ger_inf_3, ger_arm_5, fra_inf_2, fra_arm_3, fra_inf_3, fra_hq_georges",
    }
    g = position(wars=WAR, units=units, battles=["maginot", "paris"], phase=REACTION)
    begin(g, Reserves())
    # Four against two: two may go, of whatever sort.
    answers(g, "unit:fra_arm_3@paris", "unit:fra_inf_3@paris")
    assert idle(g)
    refusal = Reserves(0).why_not(g, 1, g.ids.unit + unit_at(g, "paris", "fra_inf_2"))
    assert refusal is not None and refusal.rule == "A10.1b"


@pytest.mark.rule("blitzkrieg_general", "B6.1.6")
def test_only_nations_at_war_with_the_attacker_help() -> None:
    units = {"maginot": "ger_inf_4, fra_inf_3", "paris": "be_inf_3, be_hq_gort"}
    g = attacked("maginot", units)
    assert "unit:be_inf_3@paris" in offered(g)
    g = attacked("maginot", units, wars=[("germany", "france")])
    assert idle(g)
    # Friends by another war do not help against one they are at peace with.
    g = attacked("maginot", units, wars=[("germany", "france"), ("italy", "france"), ("italy", "be")])
    assert g.friend(country(g, "be"), country(g, "france")) and idle(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.6")
def test_a_unit_with_several_combats_in_range_is_asked_for_one() -> None:
    units = {
        "maginot": "ger_inf_4, fra_inf_3",
        "normandy": "ger_inf_3, fra_inf_3",
        "paris": "fra_inf_2, fra_hq_georges",
    }
    g = position(wars=WAR, units=units, battles=["maginot", "normandy"], phase=REACTION)
    begin(g, Reserves())
    answer(g, "unit:fra_inf_2@paris")
    assert offered(g) == {"area:maginot", "area:normandy"}
    assert prompt(g).rule == "B6.1.6"
    assert refused(g, "area:vichy").rule == "B6.1.6"
    assert refused(g, "button:done").rule == "B6.1.6"
    assert ReserveTo.unpack([4]).pack() == [4]
    answer(g, "area:normandy")
    # The HQ goes only where its reserves have gone.
    answer(g, "unit:fra_hq_georges@paris")
    assert "fra_hq_georges" in units_at(g, "normandy")


@pytest.mark.rule("blitzkrieg_general", "B6.3g")
@pytest.mark.rule("blitzkrieg_general", "A6.1k")
@pytest.mark.rule("blitzkrieg_general", "A6.6a")
def test_reserves_in_the_exploitation_phase_need_supply() -> None:
    units = {"maginot": "ger_arm_4, fra_inf_3", "paris": "fra_inf_2 unsupplied, fra_inf_3, fra_hq_georges"}
    g = position(wars=WAR, units=units, battles=["maginot"], phase=EXPLOIT_REACTION)
    begin(g, Reserves())
    assert offered(g) == {"button:done", "unit:fra_inf_3@paris"}
    assert refused(g, "unit:fra_inf_2@paris").rule == "A6.6a"
    g = position(wars=WAR, units=units, battles=["maginot"], phase=REACTION)
    begin(g, Reserves())
    assert "unit:fra_inf_2@paris" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A1.2g")
@pytest.mark.rule("blitzkrieg_general", "A6.7a")
@pytest.mark.parametrize(
    ("target", "start", "unit"),
    [("kiev", "pripiet", "sov_inf_3_r"), ("leningrad", "valdai", "sov_inf_3_r"),
     ("kiev", "white_russia", "sov_arm_4_r")],
)  # fmt: skip
def test_no_reserves_over_swamps_or_their_borders_in_the_exploitation_phase(
    target: str, start: str, unit: str
) -> None:
    units = {target: "ger_arm_5, sov_inf_2_o", start: f"{unit}, sov_hq_konev"}
    for mode, phase, comes in (
        ("advanced", EXPLOIT_REACTION, False),
        ("advanced", REACTION, True),
        ("basic", EXPLOIT_REACTION, True),
    ):
        g = position(wars=[("germany", "ussr")], units=units, battles=[target], phase=phase, mode=mode)
        begin(g, Reserves())
        assert (f"unit:{unit}@{start}" in ([] if idle(g) else offered(g))) == comes


@pytest.mark.rule("blitzkrieg_general", "B6.1.6")
def test_who_is_no_reserve() -> None:
    units = {"maginot": "ger_inf_4, fra_inf_3", "paris": "fra_inf_2, fra_air_2, fra_hq_georges, be_inf_3"}
    g = attacked("maginot", units, players=8)
    assert g.seats() == (country(g, "be"),)
    assert offered(g) == {"button:done", "unit:be_inf_3@paris"}  # led by a friend's HQ
    assert (
        refused(g, "unit:fra_inf_2@paris").text
        == "French infantry 2 is on your side, but another player leads it."
    )
    answer(g, "button:done")
    assert g.seats() == (country(g, "france"),)
    assert refused(g, "unit:fra_air_2@paris").rule == "B6.1.6"
    assert refused(g, "area:paris").rule == "B6.1.6"
    answer(g, "unit:fra_inf_2@paris")
    assert refused(g, "unit:fra_inf_2@maginot").rule == "A10.1"
    step = g.agenda[-1]
    assert isinstance(step, Reserves) and step.pack()[2] == space(g, "paris")
    assert Reserves.unpack(step.pack()).pack() == step.pack()


@pytest.mark.rule("blitzkrieg_general", "A1.2a")
def test_a_desert_takes_three() -> None:
    wars = [("italy", "be")]
    units = {"matruh": "ita_inf_3, 2 be_inf_3", "alexandria": "2 be_inf_2, be_hq_monty"}
    g = attacked("matruh", units, wars=wars)
    answer(g, "unit:be_inf_2@alexandria")
    assert offered(g) == {"button:done", "unit:be_hq_monty@alexandria"}


@pytest.mark.rule("blitzkrieg_general", "B6.1.6")
def test_a_task_force_is_an_attacker_too() -> None:
    wars = [("germany", "france"), ("italy", "france"), ("italy", "be")]
    units = {"normandy": "ger_inf_4, fra_inf_3", "channel": "ita_tf_3", "paris": "be_inf_3, be_hq_gort"}
    g = position(wars=wars, units=units, battles=["normandy"], phase=REACTION)
    assert idle(begin(g, Reserves()))
    g.target[unit_at(g, "channel", "ita_tf_3")] = space(g, "normandy")
    begin(g, Reserves())
    assert offered(g) == {"button:done", "unit:be_inf_3@paris"}


@pytest.mark.rule("blitzkrieg_general", "A6.5.4g")
@pytest.mark.rule("blitzkrieg_general", "B6.1.6a")
def test_an_hq_that_moved_against_a_landing_sends_nobody_from_there() -> None:
    units = {
        "normandy": "ger_inf_4, 3 fra_inf_3, fra_hq_georges",
        "paris": "ger_inf_3, fra_inf_2",
    }
    g = position(wars=WAR, units=units, battles=["normandy", "paris"], phase=REACTION)
    begin(g, Reserves())
    assert "unit:fra_inf_3@normandy" in offered(g)
    g.mark(unit_at(g, "normandy", "fra_hq_georges"), REACTED)
    assert offered(g) == {"button:done"}
    assert refused(g, "unit:fra_inf_3@normandy").rule == "B6.1.6a"


@pytest.mark.rule("blitzkrieg_general", "B6.1.6")
def test_an_hq_leads_friends_only() -> None:
    wars = [("germany", "france"), ("japan", "china")]
    units = {"maginot": "ger_inf_4, fra_inf_3", "paris": "fra_inf_2, chi_hq_chiang"}
    g = position(wars=wars, units=units, battles=["maginot"], phase=REACTION)
    assert idle(begin(g, Reserves()))


@pytest.mark.rule("blitzkrieg_general", "B6.1.6b")
@pytest.mark.rule("blitzkrieg_general", "B6.1.6f")
def test_refusals_of_what_is_out_of_range() -> None:
    units = {
        "maginot": "ger_inf_4, fra_inf_3",
        "normandy": "ger_inf_3, fra_inf_3",
        "brisbane": "ger_inf_2, be_inf_3",
        "paris": "fra_inf_2, fra_hq_georges",
        "coral_sea": "jap_tf_4, be_tf_4",
        "central_atlantic": "be_conv [usa_hq_nimitz], be_tf_3",
    }
    wars = [*WAR, ("japan", "be"), ("japan", "usa"), ("germany", "usa")]
    g = position(wars=wars, units=units, battles=["maginot", "normandy", "brisbane"], phase=REACTION)
    begin(g, Reserves())
    assert refused(g, "unit:be_tf_3@central_atlantic").rule == "B6.1.6f"
    answer(g, "unit:fra_inf_2@paris")
    assert refused(g, "area:brisbane").rule == "B6.1.6b"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C")
@pytest.mark.rule("blitzkrieg_general", "B6.1.6f")
def test_naval_reserves_mind_closed_passages() -> None:
    wars = [("japan", "be"), ("japan", "usa"), ("germany", "be")]
    units = {
        "southern_chinese_sea": "jap_tf_4, be_tf_4",
        "west_indian_ocean": "usa_conv [usa_hq_nimitz], be_tf_3",
    }
    g = position(wars=wars, units=units, phase=REACTION)
    assert "unit:be_tf_3@west_indian_ocean" in offered(begin(g, Reserves()))
    zones = {
        f"zone:{g.t.space_id[z]}": "jap_sub_2" for z in g.t.sea_near[g.t.zone_index["west_indian_ocean"]]
    }
    zones.pop("zone:southern_chinese_sea")
    g = position(wars=wars, units={**units, **zones}, control={"malaya": "japan"}, phase=REACTION)
    assert idle(begin(g, Reserves()))
