"""Armor goes two areas: to attack beyond its neighbours, and back to danger; guards reckon with it."""

import pytest

from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.land_plans import ATTACK, LandPlans
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components.constants import AXIS, EXPLOIT, MOVE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement.exploitation import Exploit
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.thinking import asked, follow

T = GAME.tables
WARS = [("germany", "be"), ("germany", "france"), ("germany", "poland")]
THREAT = "3 fra_inf_3, fra_arm_4_f"


def plans_of(g: Board, **numbers: float) -> LandPlans:
    """What the Axis could do, with some of its weights."""
    return LandPlans(g, Assessment(g, AXIS, Weights(numbers)))


def guards(units: dict[str, str], **numbers: float) -> int:
    """How many had better stay in Western Germany."""
    g = position(t=T, units={"western_germany": "ger_inf_3", **units}, wars=WARS)
    return plans_of(g, **numbers).guard(g, space(g, "western_germany"))


def exploiting(units: dict[str, str]) -> list[str]:
    """What is clicked when German armor in Western Poland may exploit."""
    west = {
        "western_poland": "ger_arm_5, 2 ger_inf_3",
        "prussia": "2 ger_inf_3",
        "western_germany": "ger_inf_2",
    }
    held = {"western_poland": "germany"}
    return follow(asked(Exploit(), phase=EXPLOIT, units={**west, **units}, wars=WARS, control=held))


def test_armor_returns_to_where_danger_is() -> None:
    clicks = exploiting({"maginot": THREAT})
    assert clicks[:3] == ["unit:ger_arm_5@western_poland", "area:prussia", "area:western_germany"]


def test_armor_takes_what_lies_open_where_no_danger_is() -> None:
    assert not {"area:prussia", "area:western_germany"} & set(exploiting({}))


def test_armor_is_no_guard_while_it_may_still_attack() -> None:
    units = {"prussia": "ger_arm_5, 3 ger_inf_3", "maginot": THREAT}
    g = asked(Move(), phase=MOVE, units=units, wars=WARS)
    plans = plans_of(g)
    start, goal = space(g, "prussia"), space(g, "western_germany")
    armor, infantry = (unit_at(g, "prussia", name) for name in ("ger_arm_5", "ger_inf_3"))
    assert 0.0 < plans.relief(g, armor, start, goal) < plans.relief(g, infantry, start, goal)


FRONT = {
    "prussia": "3 ger_inf_3",
    "western_germany": "2 ger_arm_5, 2 ger_inf_3",
    "western_poland": "pol_inf_3, 4 pol_inf_2",
}


@pytest.mark.parametrize(("armor", "attacks"), [("2 ger_arm_5", True), ("2 ger_inf_4", False)])
def test_armor_behind_the_front_counts_for_an_attack(armor: str, attacks: bool) -> None:
    units = {**FRONT, "western_germany": armor}
    g = position(t=T, units=units, wars=[("germany", "poland")], managers={"poland": "be"})
    plans = plans_of(g, guard_stake=99.0)
    assert (plans.chance(g, space(g, "western_poland")) >= plans.w.daring) == attacks


def test_armor_behind_the_front_joins_the_attack() -> None:
    wars, run = [("germany", "poland")], {"poland": "be"}
    g = asked(Move(), phase=MOVE, units=FRONT, wars=wars, managers=run, turn="3/1939")
    plans = plans_of(g)
    armor = unit_at(g, "western_germany", "ger_arm_5")
    assert plans.beyond(g, armor, space(g, "western_germany"), space(g, "prussia")) >= ATTACK


def test_armor_does_not_pass_enemies() -> None:
    units = {"western_germany": "ger_arm_5", "prussia": "pol_inf_2", "western_poland": "pol_inf_2"}
    g = position(t=T, units=units, wars=[("germany", "poland")], control={"prussia": "poland"})
    plans = plans_of(g)
    armor = unit_at(g, "western_germany", "ger_arm_5")
    assert plans.beyond(g, armor, space(g, "western_germany"), space(g, "prussia")) < 0.0
    assert plans.distant_armor(g, space(g, "western_poland"), -1, g.control[space(g, "western_poland")]) == []


def test_enemy_armor_two_areas_away_calls_for_guards() -> None:
    near = {"maginot": "2 fra_inf_2"}
    far = {**near, "paris": "fra_arm_4_f, fra_arm_3"}
    assert guards(far) > guards(near)
    assert guards(far, watch_far=0.0) == guards(near, watch_far=0.0)


def test_own_aircraft_near_by_spare_guards() -> None:
    near = {"maginot": "3 fra_inf_3"}
    air = {**near, "bavaria": "3 ger_air_4"}
    assert guards(air, guards=9.0) < guards(near, guards=9.0)
    assert guards(air, guards=9.0, watch_help=0.0) == guards(near, guards=9.0, watch_help=0.0)
