"""Helpers of tests of groups and what they do: points to spend, a double action, an impulse without a card.

>>> g = points(2, units={"berlin": "2 ge_lf"})
>>> move(g, "berlin", "ge_lf")
>>> sorted(areas(g))
['baltic_sea', 'czechoslovakia', 'ruhr', 'southern_germany', 'warsaw']
"""

from typing import Any

from sandtable.engine.step import Step
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.schema_cards import DoubleAction
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.cards import card_play, double_action
from sandtable.games.on_to_berlin.sequence import Impulses
from sandtable.games.on_to_berlin.testing import card, position, tables, unit_at
from tests.games.on_to_berlin import clicks
from tests.games.on_to_berlin.driving import begin
from tests.games.on_to_berlin.driving import refused as refused_choice

T = tables()


def points(number: int, **setup: Any) -> Board:
    """Return a position in which the active side has these points to spend."""
    g = position(**setup)
    begin(g, card_play.Points(number))
    return g


def playing(name: str, **setup: Any) -> Board:
    """A position in which a card has just been laid on the table."""
    setup.setdefault("side", "axis" if name.startswith("ax") else "allied")
    g = position(**setup)
    g.card = card(g, name)
    begin(g, card_play.Play(g.card, False, card_play.ORDER))
    return g


def blitz(name: str = "ax_blitzkrieg_2", **setup: Any) -> Board:
    """A position in which the event of Blitzkrieg (or Mobile Warfare) is being carried out."""
    setup.setdefault("side", "axis" if name.startswith("ax") else "allied")
    g = position(**setup)
    g.card = card(g, name)
    event = g.t.card_event[g.card]
    assert isinstance(event, DoubleAction) and double_action.possible(g, event)
    begin(g, double_action.FirstAction())
    return g


def impulse(**setup: Any) -> Board:
    """A position in which an impulse of the active side begins."""
    g = position(**setup)
    begin(g, Impulses())
    return g


def again(step: Step[Any]) -> Step[Any]:
    """The step after a save and a load."""
    found = type(step).unpack(step.pack())
    assert found.pack() == step.pack()
    return found


def click(g: Board, *wanted: str) -> None:
    """Click one thing after another; each step is saved and loaded before it is answered."""
    for name in wanted:
        g.agenda[-1] = again(g.agenda[-1])
        clicks.click(g, name)


def group(g: Board, place: str, *kinds: str) -> None:
    """Click the units of a group."""
    click(g, *[f"{kind}@{place}" for kind in kinds])


def move(g: Board, place: str, *kinds: str) -> None:
    """Activate a group to move; its next area is not chosen yet."""
    group(g, place, *kinds)
    click(g, "move")


def areas(g: Board) -> set[str]:
    """The areas that may be clicked."""
    return {T.area_id[c - AREA] for c in g.choices(g.seats()[0]) if AREA <= c < g.ids.unit}


def why(g: Board, wanted: str) -> str:
    """The rule that refuses a click."""
    return clicks.refused(g, wanted).rule


def why_unit(g: Board, kind: str, place: str, number: int = 0, spent: bool | None = None) -> str:
    """The rule that refuses a click on one counter."""
    return refused_choice(g, g.ids.unit + unit_at(g, kind, place, number, spent)).rule
