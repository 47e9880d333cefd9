"""Set-ups, in which all invariants hold, and ways to break each of them."""

from collections.abc import Callable

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components.constants import FLIPPED, IN_HAND
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at
from tests.games.case import Breakage, Broken


def lay(unit: str, place: str) -> Breakage:
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


ROWS: list[tuple[str, Breakage]] = [
    ("one-sided", one_sided),
    ("friend, or itself", own_enemy),
    ("does not run itself", run_by_another),
    ("friends do not follow", forgotten_friend),
    ("stacks do not agree", misplaced),
    ("land units are counted wrong", uncounted),
    ("is at sea without a ship", lay("ger_inf_3", "baltic_sea")),
    ("has no base", lay("ger_air_3", "baltic_sea")),
    ("ship on land", lay("ger_sub_2", "prussia")),
    ("is in Switzerland", lay("ger_inf_3", "switzerland")),
    ("in the pool", flipped_in_pool),
    ("overdue", overdue),
    ("has no place", nowhere),
    ("is flipped but has one step", backless),
    ("not where its ship is", adrift),
    ("fallen power", fallen),
    ("twice in the deck", doubled_card),
    ("two places", lost_card),
    ("owes", debt),
    ("research numbers", too_clever),
    ("war is over", too_long),
    ("below zero", negative),
    ("beyond its track", rails),
]
BROKEN: dict[str, Broken] = {words: (words, break_it) for words, break_it in ROWS}


def set_up(scenario: str, mode: str) -> Callable[[], Board]:
    """Return what sets up a scenario."""
    return lambda: position(scenario=scenario, mode=mode, set_up=True)


SOUND = [
    lambda: position(set_up=True),
    set_up("s1939", "basic"),
    set_up("s1939", "advanced"),
    set_up("s1941", "advanced"),
]
