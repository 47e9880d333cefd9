"""The advanced tutorial, replayed as one match from the set-up of 1941 as far as its text is known."""

from functools import cache

import pytest

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.rules import supply
from sandtable.games.blitzkrieg_general.rules.combat import reserves
from sandtable.games.blitzkrieg_general.rules.economy.production import Building
from sandtable.games.blitzkrieg_general.rules.economy.research import Research
from sandtable.games.blitzkrieg_general.testing import card_of, country, space, unit_at, units_at
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

# What is drawn in the card phase, the Axis first.
DECK = [
    *["coup_siam", "lend_lease_usa", "militia"],
    *["morsecode", "national_war_ussr", "para_troops", "spies"],
]

# --- before the action segments


def peace_holds(r: Replay, v: Vector) -> None:
    """T2.5.1: 11 quarters from 2/1941 on; the end roll of 10 is not enough with 1 for the year."""
    g = r.g
    assert g.peace and g.peace_player == country(g, "ussr")
    assert g.peace_until == 4 * 1943 + 4 - 1


def reinforcements(r: Replay, v: Vector) -> None:
    """T2.5.2"""
    r.dice(2, 4)  # initiative follows
    while r.at("Reinforcements", "Place"):
        unit = next(name for name in v["result"]["placed"] if r.may(f"{name}@chart"))
        r.say(f"{unit}@chart")
        if r.at("Place"):
            r.say(v["result"]["placed"][unit])
    for unit, place in v["result"]["placed"].items():
        assert unit in units_at(r.g, place), unit


def initiative(r: Replay, v: Vector) -> None:
    """T2.5.3: the Allies have rolled more, but Italy has waited for that."""
    assert r.g.first == const.ALLIES
    r.dice(1, 2).say("card:initiative")  # weather and limit follow
    r.until("Rail")
    assert r.g.first == const.AXIS and r.g.side == const.AXIS
    assert r.g.deck[0] == card_of(r.g, "initiative")


def weather(r: Replay, v: Vector) -> None:
    """T2.5.4"""
    assert list(r.g.weather) == [0, 1]  # good in Europe, bad in the Pacific


def limit(r: Replay, v: Vector) -> None:
    """T2.5.5"""
    assert r.g.limit == 3


# --- the action segment of the Axis


def first_supply(r: Replay, v: Vector) -> None:
    """T2.6.1"""
    g = r.g
    assert not [unit for unit in range(g.t.n_units) if g.place[unit] >= 0 and not g.supplied(unit)]
    # From Western Poland three ways lead home, each is enough; without all of them it is cut off.
    ways = ("prussia", "austria", "hungary")
    for left in (*ways, ""):
        cut = g.copy()
        for area in [space(g, name) for name in ways if name != left]:
            for unit in list(cut.at[area]):
                cut.take(unit)
            cut.control = changed(cut.control, area, country(g, "ussr"))
        found = supply.reached(cut, country(g, "germany"))
        assert (found[space(g, "western_poland")] == 1) == (left != "")


def rail(r: Replay, v: Vector) -> None:
    """T2.6.2"""
    r.moves(v, "rail")
    g = r.g
    for power, used in (("germany", 2), ("italy", 1), ("japan", 1)):
        assert g.rail_used[country(g, power)] == used
    assert r.at("Rebase")  # no capacity is left


def rebase(r: Replay, v: Vector) -> None:
    """T2.6.3"""
    r.moves(v, "rebase").say("done")


def ships(r: Replay, v: Vector) -> None:
    """T2.6.4.3"""
    r.sail("skagerrak", "finnish_sea", "ger_tf_3", "ger_sub_2", "ger_conv", "ger_conv")
    r.sail("ionian_sea", "levantinian_sea", "ita_tf_3", "ita_tf_2", *["ita_conv"] * 3)
    r.sail("adria", "aegean_sea", "ita_conv")
    r.sail("tyrrhenian_sea", "ligurian_sea", "ita_sub_2")
    r.carry("jap_conv", "chinese_sea", "jap_inf_3@southern_japan", "northern_chinese_sea", "peking")
    r.say("done")
    assert not any("search" in line for line in r.lines())  # that comes with the combats


def land(r: Replay, v: Vector) -> None:
    """T2.6.4.4: what the vector tells, and the rest of what the text moves. [R32]"""
    r.moves(v, "land", "air")
    assert r.refused("jap_inf_3@peking").rule == "B6.1.3A7"  # it has just gone ashore
    for unit in ("ger_arm_4 back", "ita_arm_2 back", "ger_air_2", "ita_air_2"):
        r.go(unit, "tripolitania", "cyreneica")
    for unit in ("ger_hq_manstein", "ger_air_2", "bul_air_1"):
        r.go(unit, "bulgaria", "yugoslavia")
    for unit in ("ita_inf_2", "ita_inf_2", "ita_air_2"):
        r.go(unit, "northern_italy", "yugoslavia")
    for unit in ("ger_hq_guderian", "ger_inf_3", "ger_air_3"):
        r.go(unit, "western_poland", "baltic")
    for unit in ("ger_air_4", "ger_air_3"):
        r.go(unit, "western_poland", "east_poland")
    r.go("ger_air_4", "western_poland", "lwow")
    for unit in ("rom_air_1", "ger_air_3"):
        r.go(unit, "romania", "odessa")
    g = r.g
    assert g.enemy(country(g, "germany"), country(g, "ussr"))
    assert g.us_level == 13
    r.say("done")


def reaction(r: Replay, v: Vector) -> None:
    """T2.6.4.6: nobody reacts to German attacks but a task force; China sends reserves."""
    r.say("card:blitzkrieg").until("Reserves")
    calling = {r.g.t.space_id[area] for area in reserves.land_targets(r.g)}
    assert calling == {"karelia", "pakoe"}  # no Germans take part there
    r.say("chi_inf_3@sian", "chi_inf_4@sian").until("ForceReaction", by=["done"])
    r.say("sov_tf_2_r@black_sea").until("Encounter")


def searches(r: Replay, v: Vector) -> None:
    """T2.search.levantinian, and that in the Finnish Sea: the Germans find the Soviet ships with a 4."""
    for _ in range(2):
        if "Soviet" in r.asked():
            r.dice(1, 3).say("search", "waive", "fight")
        else:
            r.dice(4, 5, 5, 6).say("search", "search")
    assert r.at("Combats")
    rolls = [line for line in r.lines() if "Levantinian Sea roll" in line]
    assert "4 and 5 against 8: not found" in rolls[0]
    assert "5 and 6 against 10: not found" in rolls[1]  # with Radar


def karelia(r: Replay, v: Vector) -> None:
    """T2.combat.karelia"""
    r.dice(*dice_of(v)).say("karelia", "stay", "retreat").until("Combats", by=["leningrad", "finland"])


def baltic(r: Replay, v: Vector) -> None:
    """T2.combat.baltic"""
    r.dice(*dice_of(v)).say("baltic", "sov_inf_2_o", "sov_inf_2_o", "ger_inf_3", "ger_inf_4")
    r.say("stay", "retreat").until("Combats", by=["leningrad", "baltic"])


def finnish_sea(r: Replay, v: Vector) -> None:
    """T2.combat.finnish_sea"""
    r.dice(*dice_of(v)).say("finnish_sea", "done", "sov_conv_r", "ger_conv")


def east_poland(r: Replay, v: Vector) -> None:
    """T2.combat.east_poland"""
    r.dice(*dice_of(v)).say("east_poland", "sov_inf_2_o", "ger_inf_3", "ger_inf_3", "stay", "stay")
    r.say("ger_inf_3 back", "ger_inf_3 back", "retreat").until("Combats", by=["western_poland"])


def lwow(r: Replay, v: Vector) -> None:
    """T2.combat.lwow"""
    r.dice(*dice_of(v)).say("lwow", "sov_inf_2_o", "sov_inf_2_o")
    assert not r.may("hun_air_1")  # the hits come from the land segment
    r.say("hun_inf_2", "stay", "stay", "sov_inf_2_o back", "sov_inf_2_o back", "hun_inf_2 back", "ger_inf_3")
    r.say("stay", "retreat")
    assert not r.may("romania")
    r.bar("sov_arm_2_o", "lwow", "romania")
    r.say("kiev").until("Combats", by=["lwow"])


def odessa(r: Replay, v: Vector) -> None:
    """T2.combat.odessa"""
    r.dice(*dice_of(v)).say("odessa", "done", "sov_inf_2_o", "sov_inf_2_o back", "rom_inf_2", "rom_air_1")
    r.say("stay", "stay", "done", "rom_inf_2").until("Combats", by=["western_poland", "germany"])


def yugoslavia(r: Replay, v: Vector) -> None:
    """T2.combat.yugoslavia"""
    r.dice(*dice_of(v)).say("yugoslavia", "done", "yug_inf_3", *["yug_inf_2"] * 4, *["ita_inf_2"] * 3)
    r.say("stay", "stay", "bul_inf_2", "bul_inf_2 back", "country:germany")
    r.until("Combats", by=["yugoslavia"])


def cyreneica(r: Replay, v: Vector) -> None:
    """T2.combat.cyreneica; that of Pakoe follows by itself."""
    r.dice(*dice_of(v), *dice_of(vectors()["T2.combat.pakoe"])).say("cyreneica", "be_inf_3 back", "ita_inf_2")
    r.say("stay", "retreat").until("Segments", by=["matruh", "cyreneica"])


def pakoe(r: Replay, v: Vector) -> None:
    """T2.combat.pakoe"""
    r.say("done", "chi_inf_2", "jap_inf_2", "jap_inf_4", "stay", "retreat").until(
        "Exploit", by=["sian", "pakoe"]
    )


def exploitation(r: Replay, v: Vector) -> None:
    """T2.6.7.axis: what the vector tells, and the rest of what the text moves."""
    assert r.refused("jap_inf_4@pakoe").rule == "A5.4d"
    r.moves(v, "exploit")
    for unit in ("ger_inf_3", "ger_inf_3", "ita_inf_3", "ita_inf_2 back"):
        r.go(unit, "yugoslavia", "greece")
    assert r.refused("ita_inf_2@yugoslavia").rule == "B6.3b"  # Manstein has led five units
    for unit in ("ger_arm_4 back", "ita_arm_2 back"):
        r.go(unit, "cyreneica", "matruh")
    r.go("ger_hq_guderian", "baltic", "leningrad")
    assert not r.may("ger_tf_3@finnish_sea")  # no task force supports in this phase
    r.moves(v, "air")
    for unit in ("ger_air_2", "ita_air_2", "bul_air_1"):
        r.go(unit, "yugoslavia", "greece")
    for unit in ("ger_air_2", "ita_air_2"):
        r.go(unit, "cyreneica", "matruh")
    r.go("ger_air_3", "baltic", "leningrad")
    r.go("ger_air_3", "western_poland", "leningrad", 2)
    r.say("done").until("Combats", by=["done"])


def greece(r: Replay, v: Vector) -> None:
    """T2.combat.greece"""
    r.dice(*dice_of(v)).say("greece", "card:surprise")
    r.say("gre_inf_2", "gre_inf_2 back", "gre_inf_2", "gre_inf_2 back", "gre_inf_3")
    r.say("ita_inf_3", "ger_inf_3", "stay").until("Combats", by=["country:italy", "greece", "stay"])


def matruh(r: Replay, v: Vector) -> None:
    """T2.combat.matruh"""
    r.dice(*dice_of(v)).say("matruh", "done", "ita_arm_2 back", "ita_inf_2 back")
    r.until("Combats", by=["alexandria", "matruh", "country:germany"])


def white_russia(r: Replay, v: Vector) -> None:
    """T2.combat.white_russia; that of Leningrad follows by itself."""
    r.dice(*dice_of(v), *dice_of(vectors()["T2.combat.leningrad"])).say("white_russia")
    r.until("Segments", by=["white_russia"])


def leningrad(r: Replay, v: Vector) -> None:
    """T2.combat.leningrad, with the hits that the text counts; the third one of round 2 flips the armor."""
    r.say("done", "sov_inf_2_o", "sov_inf_2_o", "sov_inf_2_o", "ger_inf_3 back", "ger_inf_4", "stay", "stay")
    r.say(
        "done",
        *["sov_inf_2_o back"] * 3,
        "ger_inf_4 back",
        "ger_inf_4 back",
        "ger_arm_5",
        "retreat",
        "baltic",
    )
    r.land(fin_air_2=["finland"], ger_air_4=["western_poland"], ger_air_3=["finland", "baltic", "baltic"])


def iraq(r: Replay, v: Vector) -> None:
    """T2.coup.iraq"""
    r.dice(4, 5).say("card:coup_iraq")


# --- the action segment of the Allies, whose text is not known


def allies_act(r: Replay) -> None:
    """What the end of the turn takes for granted, put on the map by hand.

    Finland is lost, British ships cut the way to Africa, some units are flipped; at last Karelia is retaken.
    """
    r.until("Move", by=["done", "waive"])
    g = r.g
    german, finnish = space(g, "baltic"), space(g, "karelia")
    g.move(unit_at(g, "finland", "ger_air_3"), german)
    g.move(unit_at(g, "finland", "fin_air_2"), finnish)
    g.move(unit_at(g, "leningrad", "sov_inf_2_o"), space(g, "finland"))
    armor = unit_at(g, "leningrad", "sov_arm_2_o")
    g.move(armor, space(g, "finland"))
    g.take(unit_at(g, "aegean_sea", "ita_conv"))
    for name, start, end in (
        ("be_tf_3", "levantinian_sea", "aegean_sea"),
        ("be_conv", "levantinian_sea", "aegean_sea"),
        ("be_tf_3", "gibraltar_street", "ionian_sea"),
        ("be_tf_2", "gibraltar_street", "ligurian_sea"),
    ):
        g.move(unit_at(g, start, name), space(g, end))
    convoy, canadian = unit_at(g, "sea_of_britain", "be_conv"), unit_at(g, "canada_east", "be_inf_2_c")
    g.load(canadian, convoy)
    chinese = [unit_at(g, "wuhan", "chi_inf_2", nth) for nth in range(3)]
    for unit in (armor, convoy, canadian, *chinese):
        if not g.cond[unit] & const.FLIPPED:
            g.flip(unit)
    g.control = changed(g.control, space(g, "finland"), country(g, "ussr"))
    g.derive()
    r.game.check(g)
    r.until("Exploit", by=["done", "waive"])
    for name in ("fin_inf_3", "fin_inf_2"):
        assert not g.supplied(unit_at(g, "karelia", name))
        g.take(unit_at(g, "karelia", name))
    g.move(unit_at(g, "karelia", "fin_air_2"), german)
    g.control = changed(g.control, finnish, country(g, "ussr"))
    g.derive()
    r.game.check(g)


# --- the end of the turn


def finland(r: Replay, v: Vector) -> None:
    """T2.7.1, after the cards of T2.7.2."""
    allies_act(r)
    r.say("done", "card:increase_us_production", "card:japan_gains_bnl", "card:bnl_embargo")
    r.until("Decisions")
    g = r.g
    assert g.fallen(country(g, "finland"))
    assert not [unit for unit in g.t.units_of[country(g, "finland")] if g.place[unit] >= 0]


def us_entry(r: Replay, v: Vector) -> None:
    """T2.7.2: 13 and 1 for the quarter, 4 by the card."""
    assert r.g.us_level == 18
    for name in ("japan_gains_bnl", "bnl_embargo"):
        assert r.g.card_at[card_of(r.g, name)] == const.OUT


def cards(r: Replay, v: Vector) -> None:
    """T2.7.4: Germany and Japan exchange their cards; Italy cannot keep the one it has drawn."""
    r.say("offer", "offer", "card:militia", "card:coup_siam")
    r.say("buy", "offer", "buy", "return", "card:national_war_ussr").until("Research")
    g = r.g
    bought = {"militia": "germany", "coup_siam": "japan", "morsecode": "usa", "national_war_ussr": "ussr"}
    for name, owner in bought.items():
        card = card_of(g, name)
        assert g.card_at[card] == const.IN_HAND and g.card_owner[card] == country(g, owner)
    beneath = [g.t.card_id[card] for card in g.deck[:3]]
    assert set(beneath) == {"lend_lease_usa", "spies", "para_troops"}


def research(r: Replay, v: Vector) -> None:
    """T2.7.5: numbers are bought, then Germany finds better submarines and Italy spoils the British roll."""
    order = ("germany", "italy", "japan", "usa", "be", "ussr", "china")
    for power in order:
        step = r.g.agenda[-1]
        assert isinstance(step, Research) and step.major(r.g) == country(r.g, power)
        r.say("done" if power in ("italy", "china") else "number")
    bought = v["result"]["bought"]
    same("numbers", {name: r.g.numbers[country(r.g, name)] for name in bought}, bought)
    r.dice(4).say("roll", "research:better_subs", "done", "done", "done")  # Italy, Japan and the USA wait
    r.say("roll", "card:sabotage_on_research", "done")
    assert r.g.has(country(r.g, "germany"), const.RESEARCH_IDS.index("better_subs"))


def production(r: Replay, v: Vector) -> None:
    """T2.7.6: what can be bought by the rules; then the next quarter begins, with its peace roll."""
    r.dice(3, 3)
    assert not r.may("card:national_war_ussr")  # bought in this very turn [A7.4i] [R75]
    r.until("Building")
    spent = {
        "germany": [
            *["ger_inf_3 back@lwow", "rom_inf_2 back@odessa", "rom_inf_2 back@odessa"],
            *[
                "ger_inf_3 back@greece",
                "build:ger_air_3",
                *["build:ger_inf_3"] * 3,
                "build:rom_inf_2",
                "done",
            ],
        ],
        "italy": ["build:ita_inf_2", "build:ita_air_2"],
        # The text forgets that ships for 6 are due: another submarine instead of an infantry 3. [CN2] [R30]
        "japan": ["build:jap_sub_2", "build:jap_air_2", "build:jap_sub_2", "build:jap_inf_2"],
        "usa": ["build:usa_tf_5"],
        "be": [
            *["be_air_2 back@alexandria", "be_conv back@sea_of_britain", "be_inf_2_c back@sea_of_britain"],
            *["build:be_hq_gort", "build:be_inf_3", "build:be_inf_2_a", "build:be_tf_3", "done"],
        ],
        "ussr": [
            *["sov_arm_2_o back", *["sov_inf_2_o back"] * 3, *["build:sov_inf_4_r_g"] * 2],
            *[*["build:sov_inf_3_r"] * 3, *["build:sov_air_2_r"] * 2],
        ],
        "china": [*["chi_inf_2 back"] * 6, "build:chi_inf_2"],
    }
    for name, clicks in spent.items():
        step = r.g.agenda[-1]
        assert isinstance(step, Building) and step.major == country(r.g, name)
        if name == "germany":
            assert r.refused("ger_arm_4 back@matruh").rule == "A6.1l"
        same(name, r.g.points[step.major], v["result"]["available"][name])
        r.say(clicks[0])
        if name == "japan":
            r.say(clicks.pop(1))
            assert r.refused("build:jap_inf_3").rule == "CN2"
        if name == "ussr":
            assert r.g.card_owner[card_of(r.g, "national_war_ussr")] == step.major  # not yet played
        r.say(*clicks[1:])
    assert r.g.turn == 4 * 1941 + 3 - 1 and r.at("Reinforcements")  # and the text ends


STORY = {
    "T2.5.1": peace_holds,
    "T2.5.2": reinforcements,
    "T2.5.3": initiative,
    "T2.5.4": weather,
    "T2.5.5": limit,
    "T2.6.1": first_supply,
    "T2.6.2": rail,
    "T2.6.3": rebase,
    "T2.6.4.3": ships,
    "T2.6.4.4": land,
    "T2.6.4.6": reaction,
    "T2.search.levantinian": searches,
    "T2.combat.karelia": karelia,
    "T2.combat.baltic": baltic,
    "T2.combat.finnish_sea": finnish_sea,
    "T2.combat.east_poland": east_poland,
    "T2.combat.lwow": lwow,
    "T2.combat.odessa": odessa,
    "T2.combat.yugoslavia": yugoslavia,
    "T2.combat.cyreneica": cyreneica,
    "T2.combat.pakoe": pakoe,
    "T2.6.7.axis": exploitation,
    "T2.combat.greece": greece,
    "T2.combat.matruh": matruh,
    "T2.combat.white_russia": white_russia,
    "T2.combat.leningrad": leningrad,
    "T2.coup.iraq": iraq,
    "T2.7.1": finland,
    "T2.7.2": us_entry,
    "T2.7.4": cards,
    "T2.7.5": research,
    "T2.7.6": production,
}


def begin() -> Replay:
    """The set-up of 1941 with a third air 3 in Western Poland [R32]; the peace rolls are 11 and 10."""
    weak = '{ place = "western_poland", unit = "ger_air_2",'
    game = teaching_game("s1941", weak, weak.replace("air_2", "air_3"))
    return Replay("s1941", "advanced", [5, 6, 4, 6], DECK, game)


@cache
def told() -> dict[str, BaseException | None]:
    """The whole tutorial, once."""
    return tell(begin, STORY)


@pytest.mark.parametrize("id", STORY)
def test_advanced_tutorial(id: str) -> None:
    """Each vector in its turn."""
    heard(told(), id)
