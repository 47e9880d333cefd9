"""Helpers of tests that spend the points of a card: what can be moved where, attacked, deployed."""

from collections.abc import Mapping
from typing import Any

from sandtable.games.total_domination.components.constants import IN_PLAY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.driving import begin, click, number, offers, refused

CARD = "u14"


def operate(turn: str, units: Mapping[str, str], points: int = 9, **more: Any) -> Board:
    """A position in which a power has a number of points to spend."""
    g = position(units=units, turn=turn, **more)
    g.lay(card(g, CARD), IN_PLAY)
    return begin(g, Operate(card(g, CARD), -1, points))


def left(g: Board) -> int:
    """The points that are left."""
    step = g.agenda[-1]
    assert isinstance(step, Operate)
    return step.points


def goals(g: Board, unit: str) -> list[str]:
    """Where a unit like "german_army@poland" may go, in the order of the areas; nothing if it cannot move."""
    choice = number(g, f"unit:{unit}")
    seat = g.seats()[0]
    if not g.agenda[-1].allows(g, seat, choice):
        return []
    new = g.copy()
    click(new, f"unit:{unit}")
    found = [name.removeprefix("area:") for name in offers(new)]
    assert found  # what is offered can be played to its end
    return found


def move(g: Board, unit: str, area: str) -> None:
    """Move a unit like "german_army@poland"."""
    click(g, f"unit:{unit}", f"area:{area}")


def attack(g: Board, unit: str) -> int:
    """Destroy a unit like "german_army@poland"; what that has cost."""
    before = left(g)
    click(g, f"unit:{unit}")
    return before - left(g)


def clickable(g: Board) -> list[str]:
    """The units that are offered, to move or to attack: "german_army@poland"."""
    return [name.removeprefix("unit:") for name in offers(g) if name.startswith("unit:")]


def kinds(g: Board) -> list[str]:
    """The kinds of units that are offered for deployment."""
    return [name.removeprefix("kind:") for name in offers(g) if name.startswith("kind:")]


def sites(g: Board, kind: str) -> list[str]:
    """Where a kind of unit may be deployed; nothing if it is not offered."""
    if f"kind:{kind}" not in offers(g):
        return []
    new = g.copy()
    before = new.place[:]
    click(new, f"kind:{kind}")
    if isinstance(new.agenda[-1], Operate):  # the only place there is
        moved = [u for u in range(len(before)) if new.place[u] != before[u]]
        assert len(moved) == 1
        return [g.t.area_id[new.place[moved[0]]]]
    return [name.removeprefix("area:") for name in offers(new)]


def no_way(g: Board, unit: str, area: str) -> tuple[str, str]:
    """Why a unit that can move cannot go to an area: rule and text."""
    new = g.copy()
    click(new, f"unit:{unit}")
    refusal = refused(new, f"area:{area}")
    return refusal.rule, refusal.text


def why(g: Board, name: str) -> tuple[str, str]:
    """Why something is refused: rule and text."""
    refusal = refused(g, name)
    return refusal.rule, refusal.text
