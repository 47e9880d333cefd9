"""The basic tutorial, replayed as one match from the set-up of 1939 to the end of its text.

Only there Poland may retreat; the tutorial says itself that in earnest it may not.
"""

from functools import cache

import pytest

from sandtable.games.blitzkrieg_general.components.constants import CHART
from sandtable.games.blitzkrieg_general.rules.economy.production import Building
from sandtable.games.blitzkrieg_general.testing import country, units_at
from tests.games.blitzkrieg_general.replaying import (
    Replay,
    Vector,
    dice_of,
    heard,
    same,
    teaching_game,
    tell,
    vectors,
)

# --- the first turn: the Axis


def poland_joins(r: Replay, v: Vector) -> None:
    """T1.5.1"""
    assert any("Poland" in line for line in r.lines())


def no_reinforcements(r: Replay, v: Vector) -> None:
    """T1.5.2: the first question is that of the Axis movement."""
    assert r.at("Move") and r.seat == 0
    assert not any("is placed in" in line for line in r.lines())


def axis_moves(r: Replay, v: Vector) -> None:
    """T1.6.1.axis"""
    for move in v["moves"]:
        if move["kind"] in ("land", "air"):
            r.go(move["unit"], move["start"], move["end"], move["n"])
    r.say("ger_tf_4 back@skagerrak", "ger_conv@skagerrak", "ger_sub_2@skagerrak", "baltic_sea", "stop")
    r.say("jap_conv@chinese_sea", "jap_inf_3@southern_japan", "formosa_sea")
    r.say("jap_inf_3@formosa_sea", "sinkiang")
    if r.at("Sail"):
        r.say("stop")
    r.say("jap_conv@chinese_sea", "jap_air_2@southern_japan", "jap_air_2@chinese_sea")
    if r.at("Ashore"):
        r.say("shanghai")
    if r.at("Sail"):
        r.say("stop")
    assert r.refused("jap_air_2@shanghai").rule == "B6.1.3A7"
    r.say("jap_tf_4@chinese_sea", "jap_tf_4 back@chinese_sea", "jap_tf_2@chinese_sea", "formosa_sea", "stop")
    for ship in ("jap_tf_4", "jap_tf_4 back", "jap_tf_2"):
        r.say(f"{ship}@formosa_sea")
        if r.at("Support"):
            r.say("sinkiang")
    r.say("done")


def allies_react(r: Replay, v: Vector) -> None:
    """T1.6.1.5: Poland is out of range, and Chiang sends two infantry to Wuhan."""
    r.say("chi_inf_3@sian", "chi_inf_3@sian", "chi_hq_chiang@sian")
    r.until("AirReaction", "Combats", by=["done"])
    if r.at("AirReaction"):
        for air, base in (("be_air_2", "england"), ("fra_air_2", "paris")):
            assert r.refused(f"{air}@{base}").rule == "B6.1.5a"
            r.bar(air, base, "western_poland")
    r.until("Combats", by=["done"])


def western_poland(r: Replay, v: Vector) -> None:
    """T1.combat.western_poland"""
    r.dice(*dice_of(v)).say("western_poland")
    r.say(*["pol_inf_2", "pol_inf_2 back"] * 3, "pol_inf_2", "pol_inf_2", "pol_inf_3")
    r.say("ger_inf_3", "ger_inf_3", "stay", "retreat")
    r.until("Combats", by=["east_poland", "western_poland"])


def sinkiang(r: Replay, v: Vector) -> None:
    """T1.combat.sinkiang; the battle of Wuhan, the last one, begins by itself."""
    r.dice(*dice_of(v), *dice_of(vectors()["T1.combat.wuhan"])).say("sinkiang")


def wuhan(r: Replay, v: Vector) -> None:
    """T1.combat.wuhan"""
    r.say("chi_inf_3", "jap_inf_2", "jap_inf_2 back", "jap_inf_3", "retreat", "shanghai", "shanghai")


def axis_exploits(r: Replay, v: Vector) -> None:
    """T1.6.3.axis: Guderian leads four infantry, Hiro three; China reacts."""
    for move in v["moves"]:
        if move["kind"] == "exploit" or move["unit"] in ("ger_air_4", "ger_air_3", "jap_air_2"):
            if move["unit"] == "jap_hq_hiro":  # Guderian has led four units
                assert r.refused("ger_inf_4@western_poland").rule == "B6.3b"
            what = move["unit"] + (" back" if move.get("face") == "back" else "")
            r.go(what, move["start"], move["end"], move["n"])
    assert r.at("Reserves")  # nobody else may move
    r.say("chi_inf_3@wuhan", "chi_inf_3 back@wuhan", "chi_hq_chiang@wuhan").until("AirReaction", by=["done"])
    r.say("chi_air_1@wuhan").until("Combats", by=["done"])


def east_poland(r: Replay, v: Vector) -> None:
    """T1.combat.east_poland; that of Sian follows by itself."""
    r.dice(*dice_of(v), *dice_of(vectors()["T1.combat.sian_1"])).say("east_poland")
    r.say("pol_inf_2 back", "pol_inf_2 back", "pol_inf_3 back", "ger_inf_3")  # the aircraft takes the fourth
    r.until("Losses", by=["prussia"])


def sian_falls(r: Replay, v: Vector) -> None:
    """T1.combat.sian_1"""
    r.say("chi_inf_2 back", "chi_air_1", "stay", "retreat")
    r.say("chi_hq_chiang@sian", "pakoe", "wuhan").until("Move", by=["shanghai"])


# --- the first turn: the Allies


def allies_move(r: Replay, v: Vector) -> None:
    """T1.6.1.allies"""
    for move in v["moves"]:
        if move["kind"] in ("land", "air"):
            what = move["unit"] + (" back" if move.get("face") == "back" else "")
            r.go(what, move["start"], move["end"], move["n"])
    r.go("chi_hq_chiang", "pakoe", "sian")
    r.carry("be_conv", "levantinian_sea", "be_arm_4@alexandria", "ligurian_sea", "vichy")
    r.go("be_tf_3", "scandinavian_sea", "skagerrak")
    r.say("be_tf_4@north_sea", "north_sea", "skagerrak")
    assert r.at("Move")  # the German convoy there ends the move
    assert r.refused("be_tf_4@skagerrak").rule == "B6.1.1b"
    r.bar("be_tf_4", "north_sea", "baltic_sea")
    for unit, start, *way in (("be_inf_3", "north_sea"), ("be_inf_2", "scandinavian_sea", "north_sea")):
        r.say(f"be_conv@{start}", *way, "channel", f"{unit}@england", f"{unit}@channel", "normandy", "stop")
    r.say("done")


def axis_reacts(r: Replay, v: Vector) -> None:
    """T1.6.1.5.axis: reserves from Prussia and Peking, aircraft from Prussia and Shanghai."""
    reserves = [move for move in v["moves"] if move["kind"] == "reserve"]
    for move in reserves[1:] + reserves[:1]:  # the HQ follows those it has sent
        r.say(f"{move['unit']}@{move['start']}")
    r.until("AirReaction", by=["done"])
    for move in v["moves"]:
        if move["kind"] == "air":
            r.go(move["unit"], move["start"], move["end"], move["n"])
    r.until("Combats", by=["done"])


def skagerrak(r: Replay, v: Vector) -> None:
    """T1.combat.skagerrak"""
    r.dice(*dice_of(v)).say("skagerrak", "stay", "retreat")
    r.until("Combats", by=["baltic_sea"])


def western_germany(r: Replay, v: Vector) -> None:
    """T1.combat.western_germany; that of Sian follows by itself."""
    assert r.g.fight is None
    r.dice(*dice_of(v), *dice_of(vectors()["T1.combat.sian_2"])).say("western_germany")
    assert r.g.fight is not None and len(r.g.fight.attackers) == 7  # no British ship: they have fought
    r.say("ger_inf_3", "ger_inf_2", "ger_inf_2 back", "fra_inf_3", "fra_inf_3", "fra_inf_3_v", "fra_inf_2")
    r.say("stay", "stay")
    r.say("ger_inf_4", "ger_inf_3 back")
    r.say("fra_inf_3 back", "fra_inf_3 back", "fra_inf_3_v back", "fra_inf_2 back", "retreat")
    r.until("Losses", by=["paris", "maginot", "western_germany"])


def sian_holds(r: Replay, v: Vector) -> None:
    """T1.combat.sian_2"""
    r.say("jap_inf_2", "jap_inf_2", "chi_inf_2", "chi_inf_2", "chi_inf_3", "retreat")
    r.say("chi_inf_2 back", "chansa", "chi_inf_2 back", "chunking", "chentu")
    r.until("Exploit", by=["sian"])


def allies_exploit(r: Replay, v: Vector) -> None:
    """T1.6.3.allies: Wuhan is too far with Sian in Japanese hands."""
    r.go("sov_arm_2_o", "kiev", "kharkov")
    r.say("chi_inf_2 back@chentu")
    g = r.g
    beside = [g.t.space_id[a] for a in g.t.land_near[r.place("pakoe")] if a != r.place("sian")]
    ways = [area for area in beside if r.may(area)]
    assert not r.may("wuhan") and not r.may("pakoe") and len(ways) == 1
    for area in g.t.land_near[r.place("chentu")]:  # Wuhan is three areas away
        assert g.t.space_id[area] == "sian" or r.place("wuhan") not in g.t.land_near[area]
    r.bar("chi_inf_2", "chentu", "wuhan")
    r.say(*ways, "pakoe")


def poland_is_conquered(r: Replay, v: Vector) -> None:
    """T1.7.1"""
    r.until("Building", by=["done"])
    g = r.g
    assert g.fallen(country(g, "poland")) and not g.fallen(country(g, "baltic_states"))
    assert not any(g.place[u] >= 0 for u in g.t.units_of[country(g, "poland")])


def production(r: Replay, v: Vector) -> None:
    """T1.7.3"""
    spent = {
        "germany": [
            "ger_inf_4 back@western_germany",
            "build:ger_arm_5",
            "build:ger_air_2",
            "build:ger_inf_2",
        ],
        "italy": ["build:ita_air_2", "done"],
        "japan": [
            *["jap_inf_2 back@sian"] * 2,
            "jap_inf_3 back@sian",
            *["build:jap_tf_2", "build:jap_air_3", "build:jap_inf_2", "build:jap_inf_2"],
        ],
        "usa": ["build:chi_air_2_us", "build:usa_conv"],
        "be": ["build:be_inf_3", "build:be_air_3", "build:be_conv"],
        "ussr": ["build:sov_arm_2_o", "build:sov_arm_2_o", "build:sov_air_1_o", "done"],
        "france": ["build:fra_inf_2", "build:fra_inf_2", "build:fra_inf_3", "build:fra_air_2"],
        "china": [*["chi_inf_2 back"] * 4, *["chi_inf_3 back"] * 2, "build:chi_inf_2"],
    }
    for name, clicks in spent.items():
        step = r.g.agenda[-1]
        assert isinstance(step, Building) and step.major == country(r.g, name)
        same(name, r.g.points[step.major], v["result"]["spent"][name] + v["result"]["saved"].get(name, 0))
        if name == "ussr":
            assert r.refused("build:sov_inf_3_r").rule == "S39h"
        r.say(*clicks)
    due = [
        (r.g.t.type_id[r.g.t.unit_type[u]], r.g.due[u]) for u in range(r.g.t.n_units) if r.g.place[u] == CHART
    ]
    for name, when in v["result"]["arrive"].items():
        quarter, year = when.split("/")
        assert (name, 4 * int(year) + int(quarter) - 1) in due, name


def second_turn(r: Replay, v: Vector) -> None:
    """T1.turn2: the partition of Poland, then reinforcements; the French armor comes by its card. [R31]"""
    placed = [
        *[("ger_inf_2", "western_germany"), ("jap_inf_2", "southern_japan"), ("jap_inf_2", "southern_japan")],
        *[("chi_inf_2", "chentu"), ("be_inf_3", "england"), ("fra_inf_2", "maginot")],
        *[("fra_inf_2", "maginot"), ("fra_hq_georges", "paris"), ("fra_inf_3", "paris")],
    ]
    for unit, area in placed:
        if r.may(f"{unit}@chart"):  # where there is one place only it is there already
            r.say(f"{unit}@chart")
            if r.at("Place"):
                r.say(area)
    assert r.at("Move") and r.seat == 0  # the next Axis segment, and the end of the text
    assert units_at(r.g, "chart").count("fra_arm_3") == 1


STORY = {
    "T1.5.1": poland_joins,
    "T1.5.2": no_reinforcements,
    "T1.6.1.axis": axis_moves,
    "T1.6.1.5": allies_react,
    "T1.combat.western_poland": western_poland,
    "T1.combat.sinkiang": sinkiang,
    "T1.combat.wuhan": wuhan,
    "T1.6.3.axis": axis_exploits,
    "T1.combat.east_poland": east_poland,
    "T1.combat.sian_1": sian_falls,
    "T1.6.1.allies": allies_move,
    "T1.6.1.5.axis": axis_reacts,
    "T1.combat.skagerrak": skagerrak,
    "T1.combat.western_germany": western_germany,
    "T1.combat.sian_2": sian_holds,
    "T1.6.3.allies": allies_exploit,
    "T1.7.1": poland_is_conquered,
    "T1.7.3": production,
    "T1.turn2": second_turn,
}


def begin() -> Replay:
    """The set-up of 1939 in the basic game, without the ban on a Polish retreat. [S39e]"""
    ban = 'no_retreat = [{ nation = "poland", area = "western_poland" }]'
    return Replay("s1939", "basic", game=teaching_game("s1939", ban, "no_retreat = []"))


@cache
def told() -> dict[str, BaseException | None]:
    """The whole tutorial, once."""
    return tell(begin, STORY)


@pytest.mark.parametrize("id", STORY)
def test_basic_tutorial(id: str) -> None:
    """Each vector in its turn."""
    heard(told(), id)


@pytest.mark.rule("blitzkrieg_general", "S39e")
def test_in_earnest_poland_may_not_retreat() -> None:
    """T1.combat.western_poland with the scenario as it is."""
    r = Replay("s1939", "basic")
    for id in list(STORY)[:4]:
        STORY[id](r, vectors()[id])
    vector = vectors()["T1.combat.western_poland"]
    r.dice(*dice_of(vector), *[6] * 20).say("western_poland")
    r.say(*["pol_inf_2", "pol_inf_2 back"] * 3, "pol_inf_2", "pol_inf_2", "pol_inf_3", *["ger_inf_3"] * 2)
    r.say("stay")
    assert r.g.fight is not None and r.g.fight.round == 2 and r.seat == 0  # Poland was not even asked
    assert units_at(r.g, "east_poland") == ""
