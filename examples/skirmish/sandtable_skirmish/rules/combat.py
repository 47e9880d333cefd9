"""Battles, and the cards that the side that is attacked may play. [5.1] [6.2]"""

from sandtable.engine.step import Ask, Step, Window
from sandtable.wargame.steps import ActiveStep
from sandtable_skirmish.components.state import PLAYED, POOL, Board


def contested(g: Board) -> list[int]:
    """Return the areas with units of both sides."""
    return [a for a in range(len(g.at)) if g.units(0, a) and g.units(1, a)]


def faces(g: Board, side: int, area: int) -> list[int]:
    """Return the lowest face that hits, for each unit of a side. [5.2]"""
    return [g.t.kinds[g.t.units[u]][1].hits for u in g.units(side, area)]


class Battles(ActiveStep[Board]):
    """Choose the next battle, until all are `fought`. [5.1]"""

    def __init__(self, *fought: int) -> None:
        self.fought = fought

    def run(self, g: Board) -> bool:
        if self.choices(g, g.side):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.t.first_area + a for a in contested(g) if a not in self.fought]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        area = choice - g.t.first_area
        g.agenda[-1:] = [Battles(*self.fought, area), Fight(area), Ambush(area)]

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Click the area of the next battle.", "5.1")


class Ambush(Window[Board]):
    """The side that is attacked may play a card. [6.2]"""

    def __init__(self, area: int) -> None:
        self.area = area

    def possible(self, g: Board) -> bool:
        return 1 - g.side in g.cards  # all see how many cards a side has

    def reactor(self, g: Board) -> int:
        return 1 - g.side

    def reactions(self, g: Board, seat: int) -> list[int]:
        return [g.t.first_card + c for c, place in enumerate(g.cards) if place == seat and g.t.cards[c].kills]

    def react(self, g: Board, choice: int) -> None:
        card = choice - g.t.first_card
        g.agenda.pop()
        g.cards[card] = PLAYED
        g.revealed += 1
        for unit in g.units(g.side, self.area)[: g.t.cards[card].kills]:  # [6.2]
            g.leave(unit, POOL)
        g.say(f"{g.t.cards[card].name}!", "6.2", self.area)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"{g.t.areas[self.area].name} is attacked: play a card, or Pass.", "6.2")


class Fight(Step[Board]):
    """Roll the dice of both sides. [5.2]"""

    def __init__(self, area: int) -> None:
        self.area = area

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        hits = [sum(g.rng.roll() >= face for face in faces(g, side, self.area)) for side in (0, 1)]  # [5.2]
        lost = [g.units(side, self.area)[: hits[1 - side]] for side in (0, 1)]  # infantry first [5.3]
        for unit in lost[0] + lost[1]:
            g.leave(unit, POOL)
        g.say(f"Blue loses {len(lost[0])}, Red loses {len(lost[1])}.", "5.3", self.area)
        g.hold(self.area)
        return False
