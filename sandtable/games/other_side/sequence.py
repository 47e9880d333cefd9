"""The sequence of play: the boxes of the Turn Track and the Segments of each. [2.6] [3] [4]"""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.engine.step import Step
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import BOXES, FALL_OPS, NEW_YEAR
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.cards.directives import (
    MilitaryDirectives,
    PoliticalDirectives,
    ProductionDirectives,
)
from sandtable.games.other_side.rules.end_segment import Collapse, Objectives, Ports, Supply
from sandtable.games.other_side.rules.generals.command import Command
from sandtable.games.other_side.rules.movement.air_movement import AirMovement
from sandtable.games.other_side.rules.movement.movement import Operational, StrategicMovement
from sandtable.games.other_side.rules.new_year import NewYear
from sandtable.games.other_side.rules.offensives import AxisOffensive, SovietOffensive, WesternOffensive
from sandtable.games.other_side.rules.production.economy import Bombing, ProductionTable
from sandtable.games.other_side.rules.production.replacements import (
    Luftwaffe,
    Satellites,
    Strategic,
    Wehrmacht,
)
from sandtable.games.other_side.rules.production.strategic_warfare import StrategicWarfare
from sandtable.games.other_side.rules.victory import finish


def administration() -> list[Step[Any]]:
    """Return the Segments of an Administrative Phase in order. [3]"""
    return [
        Bombing(),
        Wehrmacht(),
        Luftwaffe(),
        Strategic(),
        Satellites(),
        ProductionTable(),
        ProductionDirectives(),
        PoliticalDirectives(),
        MilitaryDirectives(),
    ]


def operations() -> list[Step[Any]]:
    """Return the Segments of an Operations Phase in order. [4]"""
    return [
        StrategicWarfare(),
        Operational(),
        StrategicMovement(),
        AirMovement(),
        Command(),
        AxisOffensive(),
        WesternOffensive(),
        SovietOffensive(),
        Objectives(),
        Ports(),
        Supply(),
        Collapse(),
    ]


class Sequence(Step[Board]):
    """Plays the boxes of the Turn Track; `played` is 1 once the present one is done. [2.6a] [2.6b]"""

    saved_as: ClassVar[str] = "War"

    def __init__(self, played: int) -> None:
        self.played = played

    def run(self, g: Board) -> bool:
        """Begin the present box, or go on to the next."""
        if self.played:
            self.next_box(g)
            return False
        g.agenda[-1] = Sequence(1)
        if g.box == NEW_YEAR:
            steps: list[Step[Any]] = [NewYear()]
        elif g.in_operations():
            steps = operations()
            open_operations(g)
        else:
            steps = administration()
        if g.log is not None:
            g.log.add(f"— {describe(g)} —", "2.6")
        for at in range(len(steps) - 1, -1, -1):
            g.push(steps[at])
        return False

    def next_box(self, g: Board) -> None:
        """Move the Turn marker, or end the game. [4.7.3a] [4.7.4]"""
        start = g.t.scenarios[g.scenario]
        if g.year == start.last_year and g.box == start.last_box:
            finish(g)
            return
        if g.box == FALL_OPS:
            g.year += 1  # [4.7.4]
        g.box = (g.box + 1) % BOXES
        g.agenda[-1] = Sequence(0)


def open_operations(g: Board) -> None:
    """Forget what lasts for one Operations Phase."""
    g.fought = 0
    g.moved = 0
    g.fresh = 0
    g.naval_moves = bytes(3)
    g.soviet_dice = 0


def describe(g: Board) -> str:
    """Return the present box in words: "Summer 1941: first Operations Phase"."""
    if g.box == NEW_YEAR:
        return f"New Year {g.t.years[g.year]}"
    if not g.in_operations():
        return f"{words.date_text(g)}: Administrative Phase"
    name = g.t.box_id[g.box]
    which = "first " if name.endswith("_1") else "second " if name.endswith("_2") else ""
    return f"{words.date_text(g)}: {which}Operations Phase"
