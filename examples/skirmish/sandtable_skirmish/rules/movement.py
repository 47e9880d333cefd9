"""Arrivals, supply and moves. [2.1] [3.1] [4]"""

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.wargame.steps import ActiveStep
from sandtable_skirmish.components.state import Board
from sandtable_skirmish.components.tables import STACK


def supplied(g: Board) -> set[int]:
    """Return the areas in which units of the active side are in supply. [4]"""
    own = [a for a, owner in enumerate(g.control) if owner == g.side]
    found = [a for a in own if g.t.source[a] == g.side]
    for area in found:
        found += [a for a in g.t.near[area] if a in own and a not in found]  # [4]
    return {*found, *[a for area in found for a in g.t.near[area]]}


def reach(g: Board, unit: int) -> list[int]:
    """Return the areas that a unit can move to."""
    found: set[int] = set()
    edge = [g.place[unit]]
    for _ in range(g.t.kinds[g.t.units[unit]][1].moves):  # [3.1]
        edge = [a for e in edge if e not in found or not g.units(1 - g.side, e) for a in g.t.near[e]]  # [3.2]
        found |= {*edge}
    return [a for a in sorted(found - {g.place[unit]}) if len(g.units(g.side, a)) < STACK]  # [3.3]


class Arrival(Step[Board]):
    """The next unit of the reserve arrives at an open source. [2.1]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        own = [a for a, side in enumerate(g.t.source) if side == g.side == g.control[a]]
        own = [a for a in own if len(g.units(g.side, a)) < STACK and not g.units(1 - g.side, a)]
        if g.turn > 1 and own and g.reserve(g.side):  # [2.1]
            unit = g.reserve(g.side)[0]
            g.queue.remove(unit)
            g.revealed += 1  # now the enemy sees it
            g.enter(unit, own[0])
            g.say(f"{g.t.kind_name[g.t.units[unit]]} arrives.", "2.1", own[0])
        return False


class Moves(ActiveStep[Board]):
    """Move units one after the other. [3.1]"""

    def choices(self, g: Board, seat: int) -> list[int]:
        own = [u for a in sorted(supplied(g)) for u in g.units(g.side, a) if u not in g.moved]  # [4]
        return [DONE, *[g.t.first_unit + u for u in own if reach(g, u)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.moved = []
            g.agenda.pop()
        else:
            g.push(GoTo(choice - g.t.first_unit))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Click a unit to move it, or Done.", "3.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.t.first_unit
        if not 0 <= unit < len(g.place) or g.t.side[unit] != seat or g.place[unit] < 0:
            return None
        if unit in g.moved:
            return Refusal("This unit has moved.", "3.1")
        return Refusal("This unit is out of supply, so it cannot move.", "4")


class GoTo(ActiveStep[Board]):
    """Choose where a unit goes. [3.1]"""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DONE, *[g.t.first_area + a for a in reach(g, self.unit)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice != DONE:
            start, area = g.place[self.unit], choice - g.t.first_area
            g.shift(self.unit, area)
            g.moved.append(self.unit)
            g.hold(start)
            g.hold(area)
            g.say(f"{g.t.kind_name[g.t.units[self.unit]]} moves here.", "3.1", area)

    def prompt(self, g: Board, seat: int) -> Ask:
        name = g.t.kind_name[g.t.units[self.unit]]
        return Ask(f"Click the area that {name} goes to, or Done to leave it.", "3.1")
