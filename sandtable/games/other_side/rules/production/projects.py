"""Projects: cards that are played repeatedly until they are complete. [3.2.1]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import HOOK_BOMBING, NONE, PRODUCTION
from sandtable.games.other_side.components.ids import KEEP, MARKER
from sandtable.games.other_side.components.state import COMPLETED, DISCARDED, Board
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.cards import effects


def needed(g: Board, card: int) -> int:
    """Return what a die must reach; one less with the advance marker. [3.2.1b]"""
    d = g.t.directives[card]
    return d.advance - (1 if g.advance_on == d.project else 0)


def attempt(g: Board, card: int) -> None:
    """Play a Project card: begin or continue the Project, and roll. [3.2.1] [R8]"""
    d = g.t.directives[card]
    project = d.project
    g.sections_played |= 1 << project
    refs = (g.ids.directive + card,)
    if g.project[project] == 0:  # progress of earlier years is kept [3.2.1g] [R9]
        g.project = changed(g.project, project, d.development)  # [3.2.1a]
        if g.log is not None:
            g.log.add(f"{d.name} begins in box {d.development}.", "3.2.1a", refs)
    goal = needed(g, card)
    roll = g.rng.roll(6)  # [3.2.1b]
    g.revealed += 1
    if roll < goal:
        if g.log is not None:
            text = f"{d.name} does not advance: the die shows {roll}, {goal} was needed."
            g.log.add(text, "3.2.1b", refs)
        if g.advance_on != project:
            g.push(AdvanceMarker(card))
        return
    if g.log is not None:
        g.log.add(f"{d.name} advances: the die shows {roll}, {goal} was needed.", "3.2.1c", refs)
    if g.advance_on == project:
        g.advance_on = NONE  # [3.2.1c] [R93]
    if g.project[project] == 1:
        complete(g, card)
        return
    g.project = changed(g.project, project, g.project[project] - 1)  # the card stays selected [3.2.1f]


def complete(g: Board, card: int) -> None:
    """Complete the Project: its card goes, its effect lasts to the end of the game. [3.2.1e]"""
    project = g.t.directives[card].project
    g.project = changed(g.project, project, COMPLETED)
    g.completed = changed(g.completed, project, g.year)
    g.directives = changed(g.directives, card, DISCARDED)
    if g.log is not None:
        text = f"{words.directive(g, card)} is completed in {g.t.years[g.year]}."
        g.log.add(text, "3.2.1e", (g.ids.directive + card,))
    effects.start(g, effects.OF_COMPLETION, card)


def bombing_shift(g: Board) -> int:
    """Return how much completed Projects ease the Bombing of Germany. [3.2.1e]"""
    found = 0
    for effect in effects.hooked(g, HOOK_BOMBING):
        found += effect.n
    return found


class AdvanceMarker(SectionStep):
    """Asks whether to put the advance marker on a Project that has failed. [3.2.1d]"""

    section: int = PRODUCTION

    def __init__(self, card: int) -> None:
        self.card = card

    def choices(self, g: Board, seat: int) -> list[int]:
        return [MARKER, KEEP]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == MARKER:
            g.advance_on = g.t.directives[self.card].project
            if g.log is not None:
                text = f"The advance marker is on {words.directive(g, self.card)}, which now needs one less."
                g.log.add(text, "3.2.1d", (g.ids.directive + self.card,))

    def prompt(self, g: Board, seat: int) -> Ask:
        text = f"{words.directive(g, self.card)} has failed. Put the advance marker on it (one less needed)"
        if g.advance_on == NONE:
            return Ask(f"{text}, or leave the marker in its box?", "3.2.1d")
        other = words.directive(g, g.t.project_card[g.advance_on])
        return Ask(f"{text}, or leave the marker on {other}?", "3.2.1d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("First choose whether to put the advance marker on this Project.", "3.2.1d")
