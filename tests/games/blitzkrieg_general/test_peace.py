"""The peace between Japan and the USSR."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import AWAY, IN_DECK
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.politics import peace, relations
from sandtable.games.blitzkrieg_general.testing import card_of, position, space, units_at
from tests.games.blitzkrieg_general.driving import answer, go_on, idle, log, offered

WAR = [("japan", "ussr"), ("japan", "china"), ("germany", "ussr"), ("germany", "be")]


def made(dice: list[int], turn: str = "2/1941", units: dict[str, str] | None = None) -> Board:
    g = position(wars=WAR, turn=turn, dice=dice, units=units, memory={"balance": 6}, players=8)
    peace.begin(g, g.t.ussr)
    return go_on(g)


@pytest.mark.rule("blitzkrieg_general", "CP3")
def test_the_peace_binds_for_two_dice_of_quarters_this_one_included() -> None:
    g = made([5, 6])
    assert g.peace and not g.enemy(g.t.japan, g.t.ussr)
    assert g.peace_player == g.t.ussr
    assert g.revealed == 1
    assert g.peace_until == 4 * 1943 + 3  # the tutorial: binding through 4/1943
    assert g.card_at[card_of(g, "force_peace")] == AWAY
    assert card_of(g, "force_peace") not in g.deck
    refusal = relations.why_not_declare(g, g.t.japan, g.t.ussr)
    assert refusal is not None and refusal.rule == "CP3"
    g.turn = g.peace_until + 1
    assert relations.why_not_declare(g, g.t.japan, g.t.ussr) is None


@pytest.mark.rule("blitzkrieg_general", "CP2")
def test_soviets_and_chinese_leave_each_others_country() -> None:
    g = made([1, 1], units={"manchuria": "chi_inf_2", "irkutsk": "chi_inf_3", "chentu": "sov_inf_3_r"})
    while not idle(g):
        answer(g, sorted(offered(g))[0])
    assert units_at(g, "irkutsk") == units_at(g, "chentu") == ""
    assert relations.status(g, g.t.china, space(g, "irkutsk")) == relations.CLOSED
    assert g.enemy(g.t.japan, g.t.china)


@pytest.mark.rule("blitzkrieg_general", "A7.6.3a")
def test_the_balance_of_conquests_begins_anew_with_a_peace() -> None:
    assert made([1, 1]).balance == 0


@pytest.mark.rule("blitzkrieg_general", "CP1")
def test_the_card_player_rolls_each_turn_with_one_more_for_each_year_after_1940() -> None:
    g = made([3, 3, 5, 5, 5, 6])
    peace.roll(g)
    assert g.peace  # 5 + 5 + 1 is 11: the tutorial's roll
    assert g.revealed == 2
    peace.roll(g)
    assert not g.peace  # 12
    assert not g.enemy(g.t.japan, g.t.ussr)
    assert g.deck[0] == card_of(g, "force_peace") and g.card_at[g.deck[0]] == IN_DECK
    assert "it ends" in log(g)
    assert relations.why_not_declare(g, g.t.japan, g.t.ussr) is None


@pytest.mark.rule("blitzkrieg_general", "CP1")
def test_before_1941_only_a_twelve_ends_the_peace() -> None:
    g = made([1, 1, 5, 6, 6, 6], turn="1/1940")
    peace.roll(g)
    assert g.peace
    peace.roll(g)
    assert not g.peace


@pytest.mark.rule("blitzkrieg_general", "CP1")
def test_without_a_peace_nobody_rolls() -> None:
    g = position(dice=[])
    peace.roll(g)
    assert not g.peace and log(g) == ""


@pytest.mark.rule("blitzkrieg_general", "S41b")
def test_in_1941_the_peace_is_in_effect_and_its_card_away() -> None:
    g = position(set_up=True, scenario="s1941")
    assert g.peace and g.peace_player == g.t.ussr
    assert g.card_at[card_of(g, "force_peace")] == AWAY
    assert g.turn + 1 <= g.peace_until <= g.turn + 11
    refusal = relations.why_not_declare(g, g.t.ussr, g.t.japan)
    assert refusal is not None and refusal.rule == "CP3"
