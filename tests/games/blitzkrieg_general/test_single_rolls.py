"""The odds of coasts, searches, raids, V-weapons and research are those of the game's own play."""

import re
from collections import Counter
from math import sqrt
from typing import Any

import pytest

from sandtable.engine.choice import PASS
from sandtable.engine.log import Log
from sandtable.engine.rng import Rng
from sandtable.engine.step import Window
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.ids import SEARCH
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combat_sequence, strategic_raids
from sandtable.games.blitzkrieg_general.rules.combat.combat_phase import Combats
from sandtable.games.blitzkrieg_general.rules.combat.combat_segments import Segments
from sandtable.games.blitzkrieg_general.rules.combat.raid_interception import Raids
from sandtable.games.blitzkrieg_general.rules.combat.strategic_raids import Strike
from sandtable.games.blitzkrieg_general.rules.economy.research import Research
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.naval import naval_search, sea_battle
from sandtable.games.blitzkrieg_general.rules.naval.invasion import go_ashore
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.rules.naval.naval_search import Encounter, Meetings, Passing
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at
from tests.games.blitzkrieg_general.driving import Idle, answer, begin, log
from tests.games.blitzkrieg_general.fighting import the_fight
from tests.games.blitzkrieg_general.weighing import (
    GAME,
    SAMPLES,
    WARS,
    agrees,
    brute,
    chances,
    odds_of,
    play,
    sound,
)

# --- coasts


def landing(units: dict[str, str], *loads: str, **more: Any) -> Board:
    """British units have gone ashore in Normandy, and the combats begin."""
    given: dict[str, Any] = {
        "control": {"normandy": "germany"},
        "side": "allies",
        "phase": const.COMBAT,
        **more,
    }
    g = position(units=units, wars=WARS, battles=["normandy"], **given)
    for load in loads:
        unit = unit_at(g, "channel", load)
        g.mark(unit, const.INVADING)
        go_ashore(g, unit, space(g, "normandy"))
    g.agenda = [Idle(), Combats(0, 1)]
    return g


def test_an_empty_coast_defends_itself() -> None:
    g = landing({"channel": "be_conv [be_inf_3]"}, "be_inf_3")
    one = odds_of(g)
    assert chances(one) == pytest.approx(
        {
            "No effect": 3 / 6,
            "British infantry 3 flipped": 2 / 6,
            "British infantry 3 flipped and British convoy 1 flipped": 1 / 6,
        }
    )


def test_a_landing_is_fought_after_the_coast_has_fired() -> None:
    units = {"channel": "2 be_conv [be_inf_3]", "normandy": "ger_inf_2"}
    g = landing(units, "be_inf_3", "be_inf_3")
    assert odds_of(g, "The coast of Normandy")
    one = odds_of(g, "Normandy: ")
    assert one.error == 0.0
    texts: Counter[str] = Counter()
    for seed in range(SAMPLES):
        h = g.copy()
        h.rng = Rng(seed)
        h.log = Log()
        play(h)
        found = re.search(r"The combat in Normandy is won by the (\w+)", log(h))
        texts[found[1] if found else "Axis"] += 1
    won = sum(row.chance for row in one.rows if row.good > 0)
    assert texts["Allies"] / SAMPLES == pytest.approx(won, abs=4 * sqrt(won * (1 - won) / SAMPLES) + 0.01)


# --- searches


def at_sea(units: str, **more: Any) -> Board:
    """The searches of the Allies' combat phase are to begin in the Channel."""
    given: dict[str, Any] = {"wars": WARS, "side": "allies", "phase": const.COMBAT, **more}
    g = position(units={"channel": units}, **given)
    for unit in g.at[space(g, "channel")]:
        if g.side_of_unit(unit) == g.side:
            g.mark(unit, const.MOVED)
    g.agenda = [Idle(), Meetings(g.t.n_areas)]
    return g


def test_two_searches_find_as_they_do_in_play() -> None:
    g = at_sea("be_tf_4, ger_tf_3, ger_conv")
    one = odds_of(g, "Search in Channel: ")
    assert odds_of(g, "Channel: British task force 4").title.endswith("if it comes to combat")
    texts: Counter[str] = Counter()
    for seed in range(SAMPLES):
        h = g.copy()
        h.rng = Rng(seed)
        h.advance()
        step = h.agenda[-1]
        while not isinstance(step, Encounter) or step.stage <= naval_search.THEIRS:
            if isinstance(step, Window):
                h.apply(h.seats()[0], PASS)
            elif isinstance(step, Encounter) and step.stage <= naval_search.THEIRS:
                h.agenda[-1].answer(h, h.seats()[0], SEARCH)
                now = h.agenda[-1]
                if isinstance(now, Encounter) and now.stage == naval_search.THEIRS:
                    h.advance()
            step = h.agenda[-1]
        both = (step.mine, step.theirs)
        texts[
            {
                (1, 1): "Both find each other: combat",
                (1, 0): "Only the Allies find the enemy, and may fight",
                (0, 1): "Only the Axis finds the enemy, and may fight",
                (0, 0): "Nobody is found: no combat",
            }[both]
        ] += 1
    agrees(one, texts, Counter())


def test_what_is_found_already_and_who_cannot_search() -> None:
    g = at_sea("be_tf_4, ger_conv")
    g.agenda = [Idle(), Encounter(space(g, "channel"), naval_search.THEIRS, 1, const.NONE)]
    one = odds_of(g, "Search in Channel")
    need = Encounter(space(g, "channel"), naval_search.MINE, const.NONE, const.NONE).need(g, 0)
    ways = len([1 for a in range(1, 7) for b in range(1, 7) if a + b <= need])
    assert chances(one)["Both find each other: combat"] == pytest.approx(ways / 36)
    assert "Only the Allies find the enemy, and may fight" in chances(one)
    g = at_sea("be_sub_2, ger_tf_4, ger_sub_2")
    g.agenda = [Idle(), Encounter(space(g, "channel"), naval_search.DECIDE, 1, 0)]
    assert odds_of(g).title.startswith("Channel: ")
    g = position(units={"channel": "be_air_3, ger_conv"}, wars=WARS, side="allies", phase=const.COMBAT)
    g.mark(unit_at(g, "channel", "be_air_3"), const.MOVED | const.FLYING)
    g.agenda = [Idle(), Meetings(g.t.n_areas)]
    alone = odds_of(g, "Search in Channel")
    assert set(chances(alone)) == {"The Allies find the enemy: combat", "Nobody is found: no combat"}


def test_ships_that_pass_are_searched_for() -> None:
    g = position(units={"channel": "be_conv, ger_tf_4"}, wars=WARS, side="allies", phase=const.NAVAL_MOVE)
    ship = unit_at(g, "channel", "be_conv")
    g.agenda = [Idle(), Passing(0, space(g, "channel"), ship)]
    one = odds_of(g, "German task force 4 in Channel search")
    found = 0
    for seed in range(SAMPLES):
        h = g.copy()
        h.rng = Rng(seed)
        h.apply(0, SEARCH)
        found += isinstance(h.agenda[-1], Passing)
    chance = chances(one)["Found: one round of combat may follow"]
    assert found / SAMPLES == pytest.approx(chance, abs=4 * sqrt(chance * (1 - chance) / SAMPLES))
    assert odds_of(g, "Channel, round 1: fire of the Axis, if they are engaged")
    g.agenda[-1] = Passing(1, space(g, "channel"), ship)
    assert not [one for one in sound(GAME.odds(g, None)) if " search " in one.title]


# --- raids


def raid(units: dict[str, str], area: str, side: str = "axis", **more: Any) -> Board:
    """All aircraft of a side over an area are on a raid, those of the other rise against it."""
    g = position(units=units, wars=WARS, side=side, phase=const.COMBAT, **more)
    for unit in g.at[space(g, area)]:
        if not g.is_land(unit):
            g.mark(unit, const.RAIDING | (const.FLYING if g.side_of_unit(unit) == g.side else 0))
    g.agenda = [Idle(), Raids(1)]
    return g


def bombed(before: Board, after: Board, sums: Counter[str]) -> str:
    """What a raid on Paris has destroyed."""
    area = space(before, "paris")
    number = after.bombed[area]
    sums["BP destroyed"] += number
    for unit in before.at[area]:
        if after.place[unit] < 0:
            sums[f"units lost by the {const.SIDE_NAMES[before.side_of_unit(unit)]}"] += 1
    return f"{number} BP destroyed" if number else "No BP destroyed"


@pytest.mark.parametrize("defence", ["fra_inf_3", "be_air_3, fra_inf_3", "be_air_3, fra_air_2"])
def test_a_raid_destroys_as_it_does_in_play(defence: str) -> None:
    g = raid({"paris": f"2 ger_air_4, ger_air_3, {defence}", "western_germany": "ger_inf_2"}, "paris")
    one = odds_of(g, "Raid on Paris by 2 × German aircraft 4 and German aircraft 3", None)
    brute(g, one, bombed)


def test_an_aircraft_that_may_fight_or_bomb() -> None:
    g = begin(
        position(units={"western_germany": "ger_air_3", "paris": "fra_inf_3"}, wars=WARS, phase=const.MOVE),
        Move(),
    )
    answer(g, "unit:ger_air_3@western_germany")
    answer(g, "area:paris")
    titles = [one.title for one in sound(GAME.odds(g, 0))]
    assert titles == [
        "Paris: German aircraft 3 against French infantry 3, after this move",
        "Raid on Paris by German aircraft 3, after this move",
    ]
    answer(g, "button:bomb")
    assert [one.title for one in GAME.odds(g, 1)] == ["Raid on Paris by German aircraft 3"]


def test_the_atomic_bomb_and_those_who_stop_it() -> None:
    g = raid({"western_germany": "usa_air_4", "england": "be_inf_2"}, "western_germany", "allies")
    unit = unit_at(g, "western_germany", "usa_air_4")
    g.target[unit] = space(g, "western_germany")
    one = odds_of(g, "Raid on Western Germany")
    worth = strategic_raids.production_left(g, space(g, "western_germany"))
    assert chances(one) == pytest.approx(
        {
            f"The atomic bomb destroys {worth} BP; Germany surrenders": 1 / 6,
            f"The atomic bomb destroys {worth} BP; Germany fights on": 5 / 6,
        }
    )
    g = raid({"western_germany": "usa_air_4, ger_air_4", "england": "be_inf_2"}, "western_germany", "allies")
    g.target[unit_at(g, "western_germany", "usa_air_4")] = space(g, "western_germany")
    met = odds_of(g, "Raid on Western Germany")
    down = [row for row in met.rows if "brought down" in row.text]
    # One hit, with 4 of 6, and a roll that stops it.
    assert sum(row.chance for row in down) == pytest.approx(4 / 6 / 6, abs=0.02)


def test_v_weapons() -> None:
    g = position(
        units={"prussia": "ger_inf_4"},
        wars=WARS,
        phase=const.MOVE,
        research={"germany": ["v_weapons", "atomic_bomb"]},
    )
    begin(g, Strike(0))
    titles = {one.title: one for one in sound(GAME.odds(g, 0))}
    one = titles["German V-weapon at England"]
    assert chances(one) == pytest.approx({"Hit: 1 BP destroyed": 3 / 6, "No hit": 3 / 6})
    assert dict(one.means) == pytest.approx({"BP destroyed": 0.5})
    assert "German V-weapon with the atomic bomb at England" in titles
    assert GAME.odds(g, 1) == [], "only who fires it"
    answer(g, "area:england")
    assert len(GAME.odds(g, 0)) == 2


# --- research


@pytest.mark.parametrize(("options", "left"), [(0, 1), (const.RESEARCH_LOSSES, 3)])
def test_research(options: int, left: int) -> None:
    g = begin(position(numbers={"germany": 3}, options=options), Research())
    one = odds_of(g, "Germany rolls for research with 3 numbers", 0)
    assert chances(one)["The research succeeds"] == pytest.approx(3 / 6)
    assert len(one.rows) == 1 + left
    assert GAME.odds(g, 1) == []
    h = begin(position(points={"germany": 5}), Research())
    assert GAME.odds(h, 0) == [], "a number is bought"


def test_an_announced_roll_is_seen_by_all() -> None:
    hands = {"be": ["sabotage_on_research"]}
    g = begin(position(numbers={"germany": 3}, hands=hands, wars=WARS), Research())
    answer(g, "button:roll")
    assert isinstance(g.agenda[-1], Window)
    assert odds_of(g, "Germany rolls", None) == odds_of(g, "Germany rolls", 1)


# --- in the midst of it


def test_a_raid_is_told_once_while_its_air_combat_is_fought() -> None:
    g = raid({"paris": "3 ger_air_3, fra_air_2", "western_germany": "ger_inf_2"}, "paris")
    g.advance()
    assert isinstance(g.agenda[-1], Segments)
    before = odds_of(g, "Raid on Paris")
    choice = g.choices(0)[-1]
    g.agenda[-1].answer(g, 0, choice)  # one flies on to bomb
    after = odds_of(g, "Raid on Paris")
    assert dict(after.means)["BP destroyed"] > dict(before.means)["BP destroyed"]
    assert len(GAME.odds(g, 0)) == 1


def test_the_coast_is_told_while_cards_are_asked_for() -> None:
    units = {"channel": "be_conv [be_inf_3]", "normandy": "ger_inf_2"}
    g = landing(units, "be_inf_3", hands={"germany": ["surprise"]})
    g.advance()
    assert isinstance(g.agenda[-1], Window) and the_fight(g).stage == combat_sequence.COAST
    assert odds_of(g, "The coast of Normandy")
    assert odds_of(g, "Normandy: ").error == 0.0
    assert len(GAME.odds(g, None)) == 2, "no round before the coast has fired"


def test_a_fleet_that_sails_is_told_whom_it_would_meet() -> None:
    units = {"north_sea": "be_tf_4", "bay_of_biscay": "be_conv", "channel": "ger_conv"}
    g = begin(position(units=units, wars=WARS, side="allies", phase=const.NAVAL_MOVE), NavalMove())
    answer(g, "unit:be_tf_4@north_sea")
    assert odds_of(g, "Search in Channel", 1).rule == "A6.4.3D2"
    assert GAME.odds(g, 0) == []
    answer(g, "zone:channel")
    answer(g, "button:stop")
    found = [one.title for one in GAME.odds(g, 0)]
    assert found == [
        "Search in Channel: British task force 4 against German convoy 1",
        "Channel: British task force 4 against German convoy 1, if it comes to combat",
    ]


def test_a_zone_that_fights_without_a_search() -> None:
    g = at_sea("be_tf_4, ger_conv")
    g.agenda = [Idle(), Meetings(g.t.n_areas)]
    g.mark(unit_at(g, "channel", "be_tf_4"), const.TRANSITED | const.REACTED)
    assert [one.title for one in GAME.odds(g, None)] == [
        "Channel: British task force 4 against German convoy 1"
    ]


def test_who_cannot_hit_anybody_has_no_round() -> None:
    g = position(units={"channel": "ger_sub_2, be_conv back"}, wars=WARS, phase=const.NAVAL_MOVE)
    g.agenda = [Idle()]
    zone = space(g, "channel")
    sea_battle.transit(g, zone, [unit_at(g, "channel", "ger_sub_2")], [unit_at(g, "channel", "be_conv")])
    assert [one.title for one in sound(GAME.odds(g, None))] == ["Channel, round 1: fire of the Axis"]
