"""Special Effects of Combat cards, before the Allied roll or instead of an attack. [6.1a] [6.1b] [6.3]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.cards import Cell
from sandtable.games.other_side.components.combat_state import SHIFT
from sandtable.games.other_side.components.constants import mask_of
from sandtable.games.other_side.components.effect_types import BLUE, IGNORE_SPECIAL, PLANE
from sandtable.games.other_side.components.ids import NO, YES
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.cards import events
from sandtable.games.other_side.rules.combat import combat_dice, leading_general, losses
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.production import tracks


def cell(g: Board) -> Cell:
    """Return the cell of the Combat card that counts: Defense or Attack of the year. [6.1]"""
    f = g.combat()
    table = g.t.defence if f.role == const.ROLE_ATTACKER else g.t.offence
    return table[f.faction][f.card][g.year]


def begin(g: Board) -> None:
    """Put the Special Effects of the card on the agenda; ask first whether to cancel them."""
    f = g.combat()
    found = cell(g)
    g.push(Special(0))
    if not any(matters(g, found, n) for n in range(len(found.specials))):
        return
    if f.head == const.NONE and found.dice == 0:
        able = command_positions.senior_heads(g, f.area)  # without an attack nobody is activated [6.1b]
    else:
        able = [f.leading, f.head]
    for general in able:
        if general != const.NONE and cancels(g, general):
            g.push(Cancel(general))


def cancels(g: Board, general: int) -> bool:
    """Return whether a General's rule cancels Special Effects here. [6.1b]"""
    for effect in g.t.generals[general].effects:
        if effect.op == IGNORE_SPECIAL:
            return leading_general.works(g, general)
    return False


def matters(g: Board, found: Cell, n: int) -> bool:
    """Return whether a Special Effect would do anything now."""
    f = g.combat()
    kind = found.specials[n][0]
    if kind == const.AIR_EFFECT:
        return g.air[g.t.front[f.area]] > g.t.air_min  # [6.3k]
    if kind == const.REDUCE_EFFECT:
        return f.units != 0
    if kind == const.REDUCE_WINTER_EFFECT:
        return g.season() == const.WINTER and f.units != 0  # [6.3c]
    if kind == const.SATELLITE_EFFECT:
        return found.dice > 0 or mask_of(g.at[f.area]) & ~g.t.german != 0
    return len(g.strategic_deck) > 0


class Cancel(Step[Board]):
    """The owner of a General may cancel the Special Effect of the card. [6.1b]"""

    def __init__(self, general: int) -> None:
        self.general = general

    def run(self, g: Board) -> bool:
        """Ask, unless another General has cancelled it already."""
        if not g.combat().no_special:
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner[self.general],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [YES, NO]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == YES:
            g.combat().no_special = 1
            if g.log is not None:
                text = f"{words.opening(g, self.general)} cancels the Special Effect of the Combat card."
                g.log.add(text, "6.1b", (g.ids.general + self.general,))

    def prompt(self, g: Board, seat: int) -> Ask:
        found = cell(g)
        text = [name_of(found, n) for n in range(len(found.specials)) if matters(g, found, n)]
        what = f"the Special Effect ({words.listed(text)})"
        return Ask(f"Does {words.general(g, self.general)} cancel {what}?", "6.1b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("First choose whether to cancel the Special Effect of the card.", "6.1b")


def effects_text(g: Board, found: Cell) -> list[str]:
    """Describe the Special Effects of a cell; a Reduction of the winter only in winter. [6.3c]"""
    winter = g.season() == const.WINTER
    every = range(len(found.specials))
    return [name_of(found, n) for n in every if winter or found.specials[n][0] != const.REDUCE_WINTER_EFFECT]


def name_of(found: Cell, n: int) -> str:
    """Describe a Special Effect."""
    kind, symbols = found.specials[n]
    if kind == const.AIR_EFFECT:
        return f"Air/Naval Control, {words.many_dice(symbols)}"
    if kind == const.SATELLITE_EFFECT:
        return "loss of a Satellite Army"
    return "Strategic Event" if kind == const.EVENT_EFFECT else "one Reduction"


class Special(Step[Board]):
    """Carries out the Special Effects of the card; `at` is the next one. [6.3]"""

    def __init__(self, at: int) -> None:
        self.at = at

    def run(self, g: Board) -> bool:
        """Carry out the next one, unless it is cancelled."""
        f = g.combat()
        found = cell(g)
        if f.no_special or self.at >= len(found.specials):
            g.agenda.pop()
            return False
        g.agenda[-1] = Special(self.at + 1)
        if matters(g, found, self.at):
            _carry_out(g, found, self.at)
        return False


def _carry_out(g: Board, found: Cell, n: int) -> None:
    f = g.combat()
    kind, symbols = found.specials[n]
    if kind == const.AIR_EFFECT:
        _air(g, max(1, symbols))
        return
    if kind == const.EVENT_EFFECT:
        events.draw_strategic(g, combat_dice.roller(g))  # [6.3e]
        return
    if kind == const.SATELLITE_EFFECT:
        if g.log is not None:
            g.log.add("Special Effect: a Satellite Army is lost.", "6.3d")
        if not losses.eliminate_satellite(g, f.area, mask_of(g.at[f.area])):
            f.allied_hits += 1  # [6.3d] [R58]
            if g.log is not None:
                g.log.add("There is none, so the Allied roll has one more Hit.", "6.3d")
        return
    rule = "6.3b" if kind == const.REDUCE_EFFECT else "6.3c"
    if g.log is not None:
        g.log.add("Special Effect: one Reduction.", rule)
    losses.reduce(g, f.source, f.units)  # [6.3b] [6.3c]


def _air(g: Board, symbols: int) -> None:
    """Roll blue dice that may lower Air/Naval Control of the Front by one. [6.3a]"""
    rolled = [combat_dice.roll(g, BLUE) for _ in range(symbols)]
    if g.log is not None:
        g.log.add(f"Special Effect on Air/Naval Control: {words.dice(rolled)}.", "6.3a")
    for die in rolled:
        if die % SHIFT == PLANE:
            tracks.air(g, g.t.front[g.combat().area], -1, "6.3a")
            return
