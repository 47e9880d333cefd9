"""Research: numbers are bought, rolls announced, achievements chosen. [A7.5]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.choice import DONE
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import ATOMIC_BOMB, RESEARCH_IDS, RESEARCH_LOSSES
from sandtable.games.blitzkrieg_general.components.ids import NUMBER, ROLL
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import ChooseOne, majors_in_order
from sandtable.games.blitzkrieg_general.rules.cards import card_windows


class Research(Step[Board]):
    """The research phase: all majors may buy a number, then all may announce a roll. [A7.5] [A7.5a]

    `at` counts the majors that have decided on a number, and after them those that have decided on a roll.
    """

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def buying(self, g: Board) -> bool:
        """Return whether numbers are still being bought."""
        return self.at < len(majors_in_order(g))

    def major(self, g: Board) -> int:
        """Return the major whose turn it is."""
        majors = majors_in_order(g)
        return majors[self.at % len(majors)]

    def run(self, g: Board) -> bool:
        if self.at >= 2 * len(majors_in_order(g)):
            g.agenda.pop()
            return False
        major = self.major(g)
        if may_buy(g, major) if self.buying(g) else may_roll(g, major):
            return True
        g.agenda[-1] = Research(self.at + 1)
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.major(g)],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DONE, NUMBER if self.buying(g) else ROLL]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        major = self.major(g)
        g.agenda[-1] = Research(self.at + 1)
        if choice == NUMBER:
            buy(g, major)
        elif choice == ROLL:
            if g.log is not None:
                text = f"{words.country(g, major)} announces a research roll with {g.numbers[major]} numbers."
                g.log.add(text, "A7.5a", (g.ids.country + major,))
            g.push(ResearchRoll(major))
            card_windows.open_research(g, major)

    def prompt(self, g: Board, seat: int) -> Ask:
        major = self.major(g)
        name = words.country(g, major)
        if self.buying(g):
            price = words.points(g.t.number["research_cost"])
            text = f"{name}: buy research number {g.numbers[major] + 1} for {price} of {g.points[major]}?"
            return Ask(text, "A7.5")
        return Ask(
            f"{name} has research numbers 1 to {g.numbers[major]}. Roll for a research achievement?", "A7.5a"
        )

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == ROLL:
            return Refusal("Rolls are announced after all majors have bought their numbers.", "A7.5a")
        if choice == NUMBER:
            return Refusal("A major buys one research number in a quarter, before the rolls.", "A7.5")
        text = "First choose whether to buy a number" if self.buying(g) else "First choose whether to roll"
        return Refusal(f"{text}.", self.prompt(g, seat).rule)


def may_buy(g: Board, major: int) -> bool:
    """Return whether a major can buy its next number. [A7.5]"""
    number = g.t.number
    return g.numbers[major] < number["research_max"] and g.points[major] >= number["research_cost"]


def may_roll(g: Board, major: int) -> bool:
    """Return whether a major has numbers and anything left to achieve. [A7.5b] [A7.5d]"""
    return g.numbers[major] > 0 and len(possible_achievements(g, major)) > 0


def possible_achievements(g: Board, major: int) -> list[int]:
    """Return what a major can still achieve; the atomic bomb needs others first. [A7.5d] [A7.5.2]"""
    found: list[int] = []
    for achievement in range(len(RESEARCH_IDS)):
        needs = g.t.research_needs[achievement]
        if not g.has(major, achievement) and g.achievements[major] & needs == needs:
            found.append(achievement)
    return found


def buy(g: Board, major: int) -> None:
    """Buy the next number. [A7.5]"""
    g.points[major] -= g.t.number["research_cost"]
    g.numbers = changed(g.numbers, major, g.numbers[major] + 1)
    if g.log is not None:
        text = f"{words.country(g, major)} buys research number {g.numbers[major]}."
        g.log.add(text, "A7.5", (g.ids.country + major,))


class ResearchRoll(Step[Board]):
    """An announced roll, after the chance of sabotage. [A7.5b] [A7.5c]"""

    def __init__(self, major: int) -> None:
        self.major = major

    def run(self, g: Board) -> bool:
        """Roll; in any case the numbers are used up."""
        g.agenda.pop()
        major = self.major
        owned = g.numbers[major]
        if not owned:
            return False  # sabotaged
        roll = g.rng.roll(6)
        g.revealed += 1
        found = roll <= owned and roll < g.t.number["research_fails_on"]
        left = 0  # [A7.5c]
        if not found and g.rule(RESEARCH_LOSSES):
            left = max(0, owned - (roll - owned))  # [A9.14]
        g.numbers = changed(g.numbers, major, left)
        if g.log is not None:
            text = f"{words.country(g, major)} rolls {roll} with {words.count(owned, 'number')}: "
            text += "the research succeeds." if found else "the research fails."
            g.log.add(text, "A7.5b", (g.ids.country + major,))
        if found:
            g.push(ResearchAchievement(major))
        return False


class ResearchAchievement(ChooseOne):
    """The choice of an achievement by a successful major. [A7.5d]"""

    saved_as: ClassVar[str] = "Fruit"

    def __init__(self, major: int) -> None:
        self.major = major

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.major],)

    def found(self, g: Board) -> list[int]:
        return [g.ids.research + achievement for achievement in possible_achievements(g, self.major)]

    def take(self, g: Board, choice: int) -> None:
        achieve(g, self.major, choice - g.ids.research)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"{words.country(g, self.major)}: choose what your research has found.", "A7.5d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        achievement = choice - g.ids.research
        if not 0 <= achievement < len(RESEARCH_IDS):
            return Refusal("Click one of the research achievements.", "A7.5d")
        name = g.t.research_name[achievement]
        if g.has(self.major, achievement):
            return Refusal(f"{words.country(g, self.major)} has {name} already.", "A7.5d")
        needed = [
            g.t.research_name[f]
            for f in range(len(RESEARCH_IDS))
            if (g.t.research_needs[achievement] >> f) & 1
        ]
        rule = "A7.5.2" if achievement == ATOMIC_BOMB else "A7.5d"
        return Refusal(f"{name} needs {words.listed(needed)} first.", rule)


def achieve(g: Board, major: int, achievement: int) -> None:
    """Give a major an achievement for good. [A7.5d]"""
    g.achievements = changed(g.achievements, major, g.achievements[major] | 1 << achievement)
    if g.log is not None:
        text = f"{words.country(g, major)} now has {g.t.research_name[achievement]}."
        g.log.add(text, "A7.5d", (g.ids.country + major, g.ids.research + achievement))
