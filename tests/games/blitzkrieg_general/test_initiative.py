"""Initiative, weather and the limits of attacks in China."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS, CHOOSE_ORDER
from sandtable.games.blitzkrieg_general.rules.initiative import Initiative, Limits, Weather
from sandtable.games.blitzkrieg_general.testing import position
from tests.games.blitzkrieg_general.driving import answer, begin, idle, log, offered, prompt, refused

LATER = "2/1940"


@pytest.mark.rule("blitzkrieg_general", "A5.3")
@pytest.mark.parametrize(("dice", "winner"), [([5, 2], AXIS), ([2, 5], ALLIES)])
def test_the_higher_die_has_the_initiative(dice: list[int], winner: int) -> None:
    g = begin(position(turn=LATER, dice=dice), Initiative())
    assert idle(g) and g.first == winner and g.last_initiative == winner
    assert g.revealed == 1
    assert f"the Axis rolls {dice[0]}, the Allies roll {dice[1]}" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A5.3a")
@pytest.mark.rule("blitzkrieg_general", "A5.3b")
@pytest.mark.parametrize("last", [AXIS, ALLIES])
def test_a_tie_goes_to_the_side_without_it_last_turn(last: int) -> None:
    g = begin(position(turn=LATER, dice=[3, 3], memory={"last_initiative": last}), Initiative())
    assert g.first == 1 - last and g.last_initiative == 1 - last
    assert g.log is not None and g.log.events[-1].rule == "A5.3a"


@pytest.mark.rule("blitzkrieg_general", "A5.3b")
def test_who_went_second_may_go_first_now() -> None:
    g = begin(position(turn=LATER, dice=[1, 6], memory={"last_initiative": AXIS}), Initiative())
    assert g.first == ALLIES


@pytest.mark.rule("blitzkrieg_general", "S39")
def test_the_first_turn_of_1939_is_given() -> None:
    g = begin(position(set_up=True, dice=[], memory={"first": ALLIES}), Initiative(), Weather())
    assert idle(g) and g.first == AXIS and g.weather == bytes([0, 0])
    assert "The first weather die is 5" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A5.3")
@pytest.mark.rule("blitzkrieg_general", "CARD.initiative")
def test_a_card_may_turn_the_initiative_after_the_roll() -> None:
    g = begin(position("s1941", dice=[2, 4], hands={"italy": ["initiative"]}), Initiative())
    assert g.first == ALLIES and not idle(g)
    answer(g, "card:initiative")
    while not idle(g):
        answer(g, "button:pass")
    assert g.first == AXIS and g.last_initiative == AXIS


@pytest.mark.rule("blitzkrieg_general", "A9.13")
@pytest.mark.parametrize(("button", "first"), [("button:yes", ALLIES), ("button:no", AXIS)])
def test_the_winner_may_choose_who_goes_first(button: str, first: int) -> None:
    g = begin(position(turn=LATER, dice=[1, 4], options=CHOOSE_ORDER), Initiative())
    assert g.seats() == (g.boss(ALLIES),) and offered(g) == {"button:yes", "button:no"}
    assert prompt(g).rule == "A9.13"
    assert refused(g, "area:paris").rule == "A9.13"
    answer(g, button)
    assert idle(g) and g.first == first
    assert g.last_initiative == ALLIES  # for the next tie they are the ones who had it


@pytest.mark.rule("blitzkrieg_general", "A5.4")
@pytest.mark.rule("blitzkrieg_general", "A5.4a")
@pytest.mark.rule("blitzkrieg_general", "A5.4b")
def test_one_die_is_read_for_each_map() -> None:
    g = begin(position("s1941", dice=[1]), Weather())
    assert idle(g)
    assert not g.bad(g.t.area_index["paris"]) and g.bad(g.t.area_index["peking"])
    assert not g.bad(g.t.zone_index["channel"]) and g.bad(g.t.zone_index["coral_sea"])
    assert (
        "USSR rolls 1 for the weather: good weather on the European map, bad weather on the Pacific" in log(g)
    )
    assert g.revealed == 1


@pytest.mark.rule("blitzkrieg_general", "A5.4")
def test_the_quarter_is_looked_up() -> None:
    winter = begin(position(turn="1/1942", dice=[1]), Weather())
    summer = begin(position(turn="3/1942", dice=[1]), Weather())
    assert winter.weather != summer.weather
    fallen = begin(position(turn="1/1942", dice=[1], conquered=["ussr"]), Weather())
    assert "The Allies player rolls 1" in log(fallen)


@pytest.mark.rule("blitzkrieg_general", "A5.5")
@pytest.mark.parametrize(("die", "limit"), [(1, 3), (2, 3), (3, 3), (4, 4), (6, 6)])
def test_the_limit_is_the_die_but_three_at_least(die: int, limit: int) -> None:
    g = begin(position(wars=[("japan", "china")], dice=[die]), Limits())
    assert idle(g) and g.limit == limit
    assert f"Japan rolls {die}" in log(g) and g.revealed == 1


@pytest.mark.rule("blitzkrieg_general", "A5.5")
@pytest.mark.rule("blitzkrieg_general", "A8.7b")
def test_without_limits_nothing_is_rolled() -> None:
    g = position(
        wars=[("japan", "china")], in_effect={"japan_national_war": "japan"}, dice=[], memory={"limit": 4}
    )
    assert begin(g, Limits()).limit == 0
    assert begin(position(dice=[], memory={"limit": 4}), Limits()).limit == 0


def test_the_step_is_kept() -> None:
    assert Initiative.unpack(Initiative(1).pack()).pack() == [1]
