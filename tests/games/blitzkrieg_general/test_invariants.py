"""Every invariant fires on a position that breaks it, and is silent on the set-ups."""

from collections.abc import Callable

import pytest

from sandtable.engine.errors import BrokenRules
from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components.constants import CHART, FLIPPED, IN_HAND, POOL
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.invariants import check_board
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at

Break = Callable[[Board], None]


@pytest.mark.parametrize(
    ("scenario", "mode"), [("s1939", "basic"), ("s1939", "advanced"), ("s1941", "advanced")]
)
def test_set_ups_break_nothing(scenario: str, mode: str) -> None:
    check_board(position(scenario=scenario, mode=mode, set_up=True))


def lay(unit: str, place: str) -> Break:
    """Put a counter where it cannot be."""

    def act(g: Board) -> None:
        g.put(unit_at(g, "pool", unit), space(g, place))

    return act


def one_sided(g: Board) -> None:
    g.war[g.t.germany] |= 1 << g.t.ussr


def own_enemy(g: Board) -> None:
    g.war[g.t.germany] |= 1 << g.t.germany


def run_by_another(g: Board) -> None:
    g.manager[g.t.italy] = g.t.germany
    g.recount_friends()


def forgotten_friend(g: Board) -> None:
    g.manager[g.t.poland] = g.t.be


def misplaced(g: Board) -> None:
    g.place[unit_at(g, "prussia", "ger_arm_5")] = space(g, "paris")


def uncounted(g: Board) -> None:
    g.land[space(g, "prussia")] = 0


def flipped_in_pool(g: Board) -> None:
    g.cond[unit_at(g, "pool", "ger_inf_3")] = FLIPPED


def overdue(g: Board) -> None:
    unit = unit_at(g, "pool", "ger_inf_3")
    g.chart(unit, g.turn - 1)


def nowhere(g: Board) -> None:
    g.place[unit_at(g, "pool", "ger_inf_3")] = -9


def backless(g: Board) -> None:
    g.cond[unit_at(g, "prussia", "ger_hq_guderian")] |= FLIPPED


def adrift(g: Board) -> None:
    ship = unit_at(g, "pool", "ger_conv")
    g.put(ship, space(g, "baltic_sea"))
    g.carrier[unit_at(g, "prussia", "ger_arm_5")] = ship
    g.derive()


def fallen(g: Board) -> None:
    g.conquered |= 1 << g.t.germany


def doubled_card(g: Board) -> None:
    g.deck.append(g.deck[0])


def lost_card(g: Board) -> None:
    g.card_at = changed(g.card_at, g.deck[0], IN_HAND)


def debt(g: Board) -> None:
    g.points[g.t.germany] = -1


def too_clever(g: Board) -> None:
    g.numbers = changed(g.numbers, 0, 6)


def too_long(g: Board) -> None:
    g.turn = 4 * 1946
    g.due = [g.turn] * g.t.n_units


def negative(g: Board) -> None:
    g.us_level = -1


def rails(g: Board) -> None:
    g.rail = changed(g.rail, 0, 11)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (one_sided, "one-sided"),
        (own_enemy, "friend, or itself"),
        (run_by_another, "does not run itself"),
        (forgotten_friend, "friends do not follow"),
        (misplaced, "stacks do not agree"),
        (uncounted, "land units are counted wrong"),
        (lay("ger_inf_3", "baltic_sea"), "is at sea without a ship"),
        (lay("ger_air_3", "baltic_sea"), "has no base"),
        (lay("ger_sub_2", "prussia"), "ship on land"),
        (lay("ger_inf_3", "switzerland"), "is in Switzerland"),
        (flipped_in_pool, "in the pool"),
        (overdue, "overdue"),
        (nowhere, "has no place"),
        (backless, "is flipped but has one step"),
        (adrift, "not where its ship is"),
        (fallen, "fallen power"),
        (doubled_card, "twice in the deck"),
        (lost_card, "two places"),
        (debt, "owes"),
        (too_clever, "research numbers"),
        (too_long, "war is over"),
        (negative, "below zero"),
        (rails, "beyond its track"),
    ],
)
def test_what_is_broken_is_found(broken: Break, said: str) -> None:
    g = position(set_up=True)
    assert POOL in g.place and CHART in g.place
    check_board(g)
    broken(g)
    with pytest.raises(BrokenRules, match=said):
        check_board(g)
