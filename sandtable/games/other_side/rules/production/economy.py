"""The Economy Segment: the Bombing of Germany and the Production Table. [3.1]

Spending points does not move markers: only Bombing, this table and cards do. [3.1a]
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.ids import BOXES_OF_ROW
from sandtable.games.other_side.components.state import SELECTED, Board
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.production import tracks
from sandtable.games.other_side.rules.production.projects import bombing_shift

DECK_NAMES: Final = ("Military", "Political", "Production")


def row_top(g: Board, row: int) -> int:
    """Return the last box a marker may enter; its limited side ends the row earlier. [3.1.3a]"""
    limit = g.t.category_limit[row]
    return limit if limit and not g.flipped >> row & 1 else g.t.category_top[row]


def last_turn(g: Board) -> bool:
    """Return whether this is the last Turn of the scenario. [R36]"""
    start = g.t.scenarios[g.scenario]
    return g.year == start.last_year and g.season() == const.SEASON_OF_BOX[start.last_box]


# --- Bombing of Germany [3.1.1]


class Bombing(SectionStep):
    """The Bombing of Germany: Germany's Air/Naval Control shows the cost. [3.1.1] [R28]"""

    section: int = const.PRODUCTION

    def run(self, g: Board) -> bool:
        """Read the value and have the points taken."""
        t = g.t
        g.agenda.pop()
        value = min(t.air_max, g.air[const.GERMANY] + bombing_shift(g))
        points, markers, unrest = t.bombing[value]
        if points == 0 and unrest == 0:
            return False
        refs = (g.ids.track + const.GERMANY,)
        if g.bombings_ignored > 0:
            g.bombings_ignored -= 1
            if g.log is not None:
                g.log.add("The Bombing of Germany is ignored.", "3.1.1", refs)
            return False
        if g.log is not None:
            lost = words.count(points, "Replacement point")
            g.log.add(f"Bombing of Germany at value {value}: {lost} lost.", "3.1.1", refs)
        g.push(BombingLoss(points, markers, unrest, 0))
        return False


class BombingLoss(SectionStep):
    """Moves Replacement markers down, one box at a time; Unrest may follow. [3.1.1a] [3.1.1b]"""

    section: int = const.PRODUCTION

    def __init__(self, points: int, markers: int, unrest: int, touched: int) -> None:
        self.points = points
        self.markers = markers  # those that may not go down
        self.unrest = unrest
        self.touched = touched  # those that have gone down

    def rows(self, g: Board) -> list[int]:
        """Return the Replacement markers that can go down."""
        full = len(bits(self.touched)) >= self.markers
        found: list[int] = []
        for row in const.REPLACEMENTS:
            if g.production[row] > 0 and (not full or self.touched >> row & 1):
                found.append(row)
        return found

    def run(self, g: Board) -> bool:
        """Take forced losses, ask where there is a choice, and end with Unrest."""
        rows = self.rows(g)
        if self.points == 0 or not rows:
            g.agenda.pop()
            if self.unrest:
                tracks.unrest(g, self.unrest, "3.1.1b")
            return False
        there = 0
        for row in rows:
            there += g.production[row]
        if len(rows) == 1 or (there <= self.points and len(rows) <= self.markers):
            self.take(g, rows[0])
            return False
        return True

    def take(self, g: Board, row: int) -> None:
        """Move one marker one box down. [3.1.1a]"""
        tracks.production(g, row, g.production[row] - 1, "3.1.1a")
        g.agenda[-1] = BombingLoss(self.points - 1, self.markers, self.unrest, self.touched | 1 << row)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.row + BOXES_OF_ROW * row + g.production[row] - 1 for row in self.rows(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.take(g, (choice - g.ids.row) // BOXES_OF_ROW)

    def prompt(self, g: Board, seat: int) -> Ask:
        points = words.count(self.points, "Replacement point")
        text = f"Bombing of Germany: {points} to lose. Click the box to the left of a Replacement marker."
        return Ask(text, "3.1.1a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        row = (choice - g.ids.row) // BOXES_OF_ROW
        if not g.ids.row <= choice < g.ids.track:
            return Refusal("Click a box of the Production Table, left of a Replacement marker.", "3.1.1a")
        name = g.t.category_name[row]
        if row not in const.REPLACEMENTS:
            text = f"Bombing costs Replacement points; {name} is not a kind of Replacement."
            return Refusal(text, "3.1.1a")
        if g.production[row] == 0:
            return Refusal(f"The marker of {name} is at 0: it has no point to lose.", "3.1.1a")
        if row not in self.rows(g):
            text = f"At most {words.count(self.markers, 'marker')} may go down. {name} is not among them."
            return Refusal(text, "3.1.1a")
        text = f"Each click moves a marker down by one box, and {name} is in box {g.production[row]}."
        return Refusal(text, "3.1.1a")


# --- Production Table [3.1.3]


class ProductionTable(SectionStep):
    """Sets the seven markers within the Resources, each at most once; `moved` are set. [3.1.3]"""

    section: int = const.PRODUCTION

    def __init__(self, moved: int = 0) -> None:
        self.moved = moved

    def settled(self, g: Board) -> int:
        """Return the markers that do not move any more; in the last Turn Consumer Goods never do. [3.1.3e]"""
        return self.moved | (1 << const.CONSUMER_GOODS if last_turn(g) else 0)

    def bound(self, g: Board) -> int:
        """Return the sum of the markers that do not move any more."""
        found = 0
        for row in bits(self.settled(g)):
            found += g.production[row]
        return found

    def fits(self, g: Board) -> bool:
        """Return whether all markers keep to the Resources and to their limits. [3.1.3f] [R50]"""
        for row in range(len(g.production)):
            if g.production[row] > row_top(g, row):
                return False
        return sum(g.production) <= g.resources

    def run(self, g: Board) -> bool:
        """Ask while there is something to decide."""
        if self.bound(g) > g.resources:  # only frozen Consumer Goods can be too many [R65]
            for row in range(len(g.production)):
                if row != const.CONSUMER_GOODS:
                    tracks.production(g, row, 0, "3.1.3f")
            g.agenda.pop()
            return False
        found = self.choices(g, 0)
        if len(found) > 1:
            return True
        self.answer(g, 0, found[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return boxes that fit with those set if all others are 0; Done if the whole fits. [3.1.3f]"""
        settled = self.settled(g)
        free = g.resources - self.bound(g)
        found: list[int] = []
        for row in range(len(g.production)):
            if settled >> row & 1:
                continue
            first = g.ids.row + BOXES_OF_ROW * row
            for box in range(min(row_top(g, row), free) + 1):  # [3.1.3g]
                if box != g.production[row]:
                    found.append(first + box)
        if self.fits(g):
            found.append(DONE)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
            if g.log is not None:
                rows = range(len(g.production))
                values = [f"{g.t.category_name[row]} {g.production[row]}" for row in rows]
                g.log.add(f"Production Table: {words.listed(values)}.", "3.1.3")
            return
        row, box = divmod(choice - g.ids.row, BOXES_OF_ROW)
        g.agenda[-1] = ProductionTable(self.moved | 1 << row)
        tracks.production(g, row, box, "3.1.3")

    def prompt(self, g: Board, seat: int) -> Ask:
        total = sum(g.production)
        text = f"Resources {g.resources}, markers {total} in all: set each marker once, or Done."
        if not self.fits(g):
            text = f"Resources {g.resources}, markers {total} in all: set markers lower until they fit."
        if g.players > 1:  # [3.1.3c]
            text += f" {selected_cards(g)}"
        return Ask(text, "3.1.3f" if total > g.resources else "3.1.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        total = sum(g.production)
        if choice == DONE:
            for row in range(len(g.production)):
                if g.production[row] > row_top(g, row):
                    return self.too_high(g, row)
            text = f"The markers add up to {total}, but Resources are {g.resources}: set some lower first."
            return Refusal(text, "3.1.3f")
        if not g.ids.row <= choice < g.ids.track:
            return Refusal("Click a box of the Production Table, or Done.", "3.1.3")
        row, box = divmod(choice - g.ids.row, BOXES_OF_ROW)
        name = g.t.category_name[row]
        if row == const.CONSUMER_GOODS and last_turn(g):
            return Refusal(f"{name} may not be moved in the last Turn.", "3.1.3e")
        if self.moved >> row & 1:
            return Refusal(f"The marker of {name} has been set. Each marker is set once only.", "3.1.3")
        if box == g.production[row]:
            return Refusal(f"The marker of {name} is already in box {box}.", "3.1.3")
        if box > g.t.category_top[row]:
            return Refusal(f"{name} has no box {box}.", "3.1.3g")
        if box > row_top(g, row):
            return self.too_high(g, row)
        text = f"With {name} at {box} the markers would exceed Resources, even with all others at 0."
        return Refusal(text, "3.1.3f")

    def too_high(self, g: Board, row: int) -> Refusal:
        """Return whether a limited marker is in the last box. [3.1.3a]"""
        text = f"{g.t.category_name[row]} is limited to box {row_top(g, row)} until a card flips its marker."
        return Refusal(text, "3.1.3a")


def selected_cards(g: Board) -> str:
    """Return the Directives that could be played this Turn, with their costs. [3.1.3c]"""
    text: list[str] = []
    for deck in (const.MILITARY, const.POLITICAL, const.INDUSTRIAL):
        found: list[int] = []
        for card in range(g.t.n_directives):
            if g.t.directives[card].deck == deck and g.directives[card] == SELECTED:
                found.append(card)
        text.append(f"{DECK_NAMES[deck]}: {words.directives(g, found) or 'none'}")
    return f"Selected Directives and their costs. {'; '.join(text)}."
