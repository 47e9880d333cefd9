"""Helpers for tests of combat: choose the action of a group, and answer questions by clicks.

>>> g = board({"paris": "ge_tf, fr_lf"}, dice=[5])
>>> attack(g, "paris")
>>> click(g, "pass")
>>> units_at(g, "paris")
'ge_tf spent, fr_lf'
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.engine.step import Refusal, Step
from sandtable.games.on_to_berlin.components.constants import SIDE_IDS
from sandtable.games.on_to_berlin.components.group_action import (
    AIRSTRIKE,
    ATTACK,
    FIGHTS,
    REDEPLOYMENT,
    GroupAction,
    pack_ways,
)
from sandtable.games.on_to_berlin.components.ids import build_names
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat import combat_sequence
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.testing import area, position, tables, units_at
from tests.games.on_to_berlin.driving import idle
from tests.games.on_to_berlin.waiting import Idle

NAMES: Final = build_names(tables())
BOTH: Final = {"axis": ["ax_ambush_2"], "allied": ["al_ambush_2"]}

__all__ = ["BOTH", "attack", "board", "click", "idle", "offers", "told", "units_at", "why"]


def board(units: Mapping[str, str], dice: Sequence[int] = (), **more: Any) -> Board:
    """A position in which an impulse of the Axis (or of `side`) waits; both sides hold an Ambush."""
    more.setdefault("hands", BOTH)
    g = position(units=units, dice=dice, **more)
    g.push(Idle())
    return g


def group(g: Board, where: str, names: str = "") -> tuple[int, ...]:
    """The fresh units of the active side in an area, or only those of the named types."""
    t = g.t
    return tuple(
        unit
        for unit in g.at[area(g, where)]
        if g.ready(unit, g.side) and (not names or t.type_id[t.unit_type[unit]] in names.split())
    )


def attack(g: Board, where: str, names: str = "", rolls: int = 1, spend: bool = True) -> None:
    """A Normal Attack of a group in its area."""
    combat_sequence.declare(
        g, GroupAction(ATTACK, group(g, where, names), (area(g, where),), True), rolls, spend
    )
    g.advance()


def strike(g: Board, base: str, target: str, names: str = "") -> None:
    """An Airstrike of a group."""
    path = (area(g, base), area(g, target))
    combat_sequence.declare(g, GroupAction(AIRSTRIKE, group(g, base, names), path, True), 1, True)
    g.advance()


def go(g: Board, kind: int, way: str, names: str = "", as_spent: bool = False) -> None:
    """A group has gone a way, as `kind` says (or is about to bomb its last area): it may be ambushed."""
    path = tuple(area(g, name) for name in way.split())
    units = group(g, way.split()[0], names)
    if kind not in FIGHTS:
        for there in path[1:]:
            for unit in units:
                g.move(unit, there)
    g.push(Ambush(GroupAction(kind, units, path, as_spent)))
    g.advance()


def redeployed(g: Board, *ways: str) -> None:
    """One unit after another has been redeployed: "ge_lf berlin ruhr" names its type and its way."""
    moved: list[int] = []
    gone: list[tuple[int, ...]] = []
    for text in ways:
        name, *way = text.split()
        unit = next(unit for unit in group(g, way[0], name) if unit not in moved)
        for there in way[1:]:
            g.move(unit, area(g, there))
        moved.append(unit)
        gone.append(tuple(area(g, there) for there in way))
    g.push(Ambush(GroupAction(REDEPLOYMENT, tuple(moved), pack_ways(gone), False)))
    g.advance()


def offers(g: Board) -> list[str]:
    """What may be clicked now, without the kind of thing: "ge_tf#1", "paris", "pass"."""
    return [NAMES.keys[choice].partition(":")[2] for choice in g.choices(g.seats()[0])]


def number(g: Board, name: str) -> int:
    """The choice with this name; "ge_tf" is the first of its type that is offered."""
    choices = g.choices(g.seats()[0])
    keys = [NAMES.keys[choice].partition(":")[2] for choice in choices]
    for choice, key in zip(choices, keys, strict=True):
        if key == name or key.startswith(name + "#"):
            return choice
    raise AssertionError(f"{name} is not offered, but {', '.join(keys)}")


def click(g: Board, *names: str) -> None:
    """Choose one thing after another; each step is also packed and unpacked on the way."""
    for name in names:
        choice = number(g, name)
        seat = g.seats()[0]
        step = g.agenda[-1]
        assert step.allows(g, seat, choice)
        g.agenda[-1] = again(step)
        assert g.choices(seat) == step.choices(g, seat)
        g.apply(seat, choice)


def again(step: Step[Any]) -> Step[Any]:
    """The step after a save and a load."""
    found = type(step).unpack(step.pack())
    assert found.pack() == step.pack()
    return found


def asked(g: Board) -> tuple[str, str]:
    """Which side is asked, and by which step."""
    return SIDE_IDS[g.seats()[0]], type(g.agenda[-1]).__name__


def why(g: Board, key: str) -> str:
    """The rule that refuses a click now, by its full key."""
    return refusal(g, key).rule


def refusal(g: Board, key: str) -> Refusal:
    """The refusal of a click now, by its full key."""
    seat = g.seats()[0]
    choice = NAMES.index[key]
    assert not g.agenda[-1].allows(g, seat, choice), f"{key} is allowed"
    found = g.agenda[-1].why_not(g, seat, choice)
    assert found is not None and found.text.endswith("."), f"{key} is refused without a reason"
    return found


def told(g: Board) -> list[str]:
    """The log with its rules."""
    assert g.log is not None
    return [f"{line.text} [{line.rule}]" for line in g.log.lines(None)]
