"""The End Segment: objectives, ports, supply, the Collapse of Germany. [4.7]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import OKW, SUMMER_OPS_1, bits
from sandtable.games.other_side.components.state import (
    CLOSED_PORT,
    DISCARDED,
    ISOLATED,
    NAVAL,
    OPEN_PORT,
    SELECTED,
    Board,
)
from sandtable.games.other_side.rules import victory
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.cards import effects
from sandtable.games.other_side.rules.cards.directives import achieved
from sandtable.games.other_side.rules.cards.effects import OF_SUCCESS
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.production import tracks
from sandtable.games.other_side.rules.supply import land_supply, naval_supply


def last_phase(g: Board) -> bool:
    """Return whether this is the last Operations Phase of the Turn. [4.7.1x]"""
    return g.box != SUMMER_OPS_1


class Objectives(SectionStep):
    """Checks the active Military Directives in an order that OKW chooses. [4.7.1] [R71]"""

    section = OKW

    def due(self, g: Board) -> list[int]:
        """Return the cards that succeed or, in the last Operations Phase, fail."""
        return [card for card in g.active if achieved(g, card) or last_phase(g)]

    def run(self, g: Board) -> bool:
        """Ask for the next card if the order can matter."""
        found = self.due(g)
        if not found:
            g.agenda.pop()
            return False
        if len(found) > 1 and any(achieved(g, card) for card in found):
            return True
        check(g, found[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.directive + card for card in self.due(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        check(g, choice - g.ids.directive)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Click the Military Directive to check next.", "4.7.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = choice - g.ids.directive
        if card in g.active:
            return Refusal(f"The Objectives of {words.directive(g, card)} are not met yet.", "4.7.1x")
        if 0 <= card < g.t.n_directives:
            return Refusal(f"{words.directive(g, card)} is not an active Military Directive.", "4.7.1")
        return Refusal("Click an active Military Directive.", "4.7.1")


def check(g: Board, card: int) -> None:
    """End a card with success or failure."""
    d = g.t.directives[card]
    at = g.active.index(card)
    activated = g.active_heads[at]
    del g.active[at], g.active_heads[at]
    if achieved(g, card):
        g.directives = changed(g.directives, card, DISCARDED)
        if g.log is not None:
            text = f"{d.name}: all objectives are met. {d.text}"
            g.log.add(text, "4.7.1", (g.ids.directive + card,))
        effects.start(g, OF_SUCCESS, card)
        return
    g.directives = changed(g.directives, card, SELECTED if d.recyclable else DISCARDED)  # [4.7.1z] [2.1b]
    if g.log is not None:
        end = "stays available this year" if d.recyclable else "is discarded"
        g.log.add(f"{d.name} has failed and {end}.", "4.7.1z", (g.ids.directive + card,))
    for area in range(g.t.n_areas):
        if d.spaces >> area & 1:
            for head in command_positions.heads_of(g, area):
                command_positions.question(g, head, "4.7.1y")  # [R60]
    for general in bits(activated):
        command_positions.question(g, general, "4.7.1y")  # [R31]


class Ports(Step[Board]):
    """Rolls for the ports of the Axis. [4.7.2a]"""

    def run(self, g: Board) -> bool:
        """Roll one die for each Port Area with an Axis Disk. [R20]"""
        g.agenda.pop()
        for area in bits(g.t.ports):
            if g.axis[area]:
                roll_port(g, area)
        return False


def port_modifier(g: Board, area: int) -> int:
    """Return what is added to the roll for a port. [4.7.2b] [4.7.2c]"""
    t = g.t
    found = g.air[t.port_tracks[area]]
    for mask, n, controlled in t.port_modifiers.get(area, []):
        for space in bits(mask):
            if g.axis_controls(space) == controlled:
                found += n
    return found


def roll_port(g: Board, area: int) -> None:
    """Open or close a port. [4.7.2i]"""
    die, add = g.rng.roll(), port_modifier(g, area)
    g.revealed += 1
    opened = die + add >= g.t.port_target[area]
    g.port = changed(g.port, area, OPEN_PORT if opened else CLOSED_PORT)
    if g.log is not None:
        sign = f"+ {add}" if add >= 0 else f"− {-add}"
        state = "open" if opened else "closed"
        text = f"Port of {words.space(g, area)}: {die} {sign} against {g.t.port_target[area]}: {state}."
        g.log.add(text, "4.7.2a", (g.ids.space + area,))


class Supply(Step[Board]):
    """Finds which Areas with an Axis Disk are supplied, and how. [4.7.2]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        land, sea = land_supply(g), naval_supply(g)
        for area in range(g.t.n_areas):  # [4.7.2h]
            old = g.supply[area]
            if not g.axis[area] or land >> area & 1:
                new = 0
            else:
                new = NAVAL if sea >> area & 1 else ISOLATED  # [4.7.2e] [4.7.2f]
            if new != old:
                mark(g, area, new)
        return False


def mark(g: Board, area: int, state: int) -> None:
    """Change the supply marker of an Area and the Resources that depend on it. [4.7.2g]"""
    old = g.supply[area]
    g.supply = changed(g.supply, area, state)
    if g.log is not None and g.axis[area]:
        text = ("has Land Supply again", "has Naval Supply only", "is Isolated")[state]
        g.log.add(f"{words.space(g, area)} {text}.", "4.7.2", (g.ids.space + area,))
    if state == ISOLATED:
        tracks.lose_resource(g, area, "4.7.2g")
    elif old == ISOLATED and g.axis_controls(area):
        tracks.gain_resource(g, area, "4.7.2g")


class Collapse(Step[Board]):
    """Checks whether Germany collapses after enough Festung Sectors are lost. [4.7.3]"""

    def run(self, g: Board) -> bool:
        """Roll for OKW; with few Disks there is no roll. [4.7.3b]"""
        g.agenda.pop()
        if g.collapse < g.t.collapse_from:
            return False
        die = g.rng.roll()
        g.revealed += 1
        if g.log is not None:
            text = f"Collapse of Germany: {die} against {words.count(g.collapse, 'lost Festung Sector')}."
            g.log.add(text, "4.7.3")
        if die <= g.collapse:
            text = f"Germany collapses in {words.date_text(g)}: the High Command has lost."
            victory.lose(g, text, "4.7.3")  # [1.4a]
        return False
