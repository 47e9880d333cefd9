"""Amphibious Combat: the invasion of Great Britain and of Bases. [6.9]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.choice import DONE
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.combat_state import CombatState
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.effect_types import HIT, WHITE
from sandtable.games.other_side.components.state import NAVAL, OPEN_PORT, POOL, REMOVED, Board, is_offered
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.combat import combat_dice, combat_sequence, leading_general, losses
from sandtable.games.other_side.rules.generals import command_positions

# Stages.
SOURCE: Final = 0
HEAD: Final = 1
ARMIES: Final = 2
LEADER: Final = 3
PARATROOPS: Final = 4
ROLL: Final = 5
END: Final = 6


def capacity(g: Board, space: int) -> int:
    """Return how many Armies can be carried: the small number of the target's Front. [6.9] [R47]"""
    front = g.t.front[space]
    return g.t.capacity[front][g.air[front]]


def able(g: Board, area: int) -> list[int]:
    """Return the Armies in an Area that can be carried: fresh Regular and Satellite Armies. [6.9]"""
    found: list[int] = []
    for unit in bits(leading_general.ready(g, area)):
        kind = g.t.unit_kind[unit]
        if kind == const.REGULAR or kind >= const.SATELLITES:
            found.append(unit)
    return found


def sources(g: Board, space: int) -> list[int]:
    """Return the Areas from which a space can be invaded now. [6.2.1b]"""
    if capacity(g, space) == 0:
        return []
    return [area for area in leading_general.sources(g, space, over_sea=True) if able(g, area)]


def begin_amphibious(g: Board, space: int, directive: int) -> None:
    """Put the Combat for an Amphibious pawn on the agenda. [6.9]"""
    if not sources(g, space):
        combat_sequence.take_pawn(g, space)  # [R14]
        if g.log is not None:
            text = f"No Army can be carried to {words.space(g, space)}. The pawn is removed."
            g.log.add(text, "6.9", (g.ids.space + space,))
        return
    f = CombatState(space, const.ROLE_ATTACKER, const.WEST)
    f.directive, f.amphibious = directive, 1
    f.sector = g.ally[space] if space < g.t.n_areas else 0
    g.fight = f
    g.push(Invasion())
    if g.log is not None:
        g.log.add(f"Amphibious Combat: {words.space(g, space)}.", "6.9", (g.ids.space + space,))


class Invasion(Step[Board]):
    """The Amphibious Combat that is being fought; `CombatState.stage` is the next stage."""

    def run(self, g: Board) -> bool:
        f = g.combat()
        stage = f.stage
        f.stage = stage + 1
        if stage == SOURCE:
            g.push(leading_general.AttackFrom())
        elif stage == HEAD:
            g.push(leading_general.SeniorHead())
        elif stage == ARMIES:
            g.push(Embark(0))
        elif stage == LEADER:
            if f.units & g.t.german:
                g.push(leading_general.LeadingGeneral())  # activated without effect [6.9a]
        elif stage == PARATROOPS:
            if combat_sequence.may_drop(g):
                g.push(combat_sequence.Paratroops())  # [6.9b]
        elif stage == ROLL:
            roll(g)
        else:
            g.agenda.pop()
            g.fight = None
            combat_sequence.take_pawn(g, f.area)
        return False


class Embark(SectionStep):
    """Operations chooses the Armies that are carried; `units` are on board. [6.9]"""

    section = const.OPERATIONS

    def __init__(self, units: int) -> None:
        self.units = units

    def waiting(self, g: Board) -> list[int]:
        """Return one Army of each kind that could come too."""
        f = g.combat()
        found: list[int] = []
        if self.units.bit_count() >= self.limit(g):
            return found
        kinds: list[int] = []
        for unit in able(g, f.source):
            kind = g.t.unit_kind[unit]
            if not self.units >> unit & 1 and kind not in kinds:
                kinds.append(kind)
                found.append(unit)
        return found

    def limit(self, g: Board) -> int:
        """Return how many Armies may go; one must stay where there are partisans. [6.9f]"""
        f = g.combat()
        most = capacity(g, f.area)
        if f.area < g.t.n_areas and leading_general.tied_down(g, f.source):
            most = min(most, len(g.at[f.source]) - 1)
        return most

    def run(self, g: Board) -> bool:
        """Ask while another Army could come."""
        found = self.waiting(g)
        if len(found) > 1 or (found and self.units):
            return True
        if found:
            g.agenda[-1] = Embark(self.units | 1 << found[0])
            return False
        g.agenda.pop()
        leading_general.engage(g, self.units)
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.unit + unit for unit in self.waiting(g)]
        return [DONE, *found] if self.units else found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        """Accept any identical Army, but none that is on board or has attacked."""
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units and (self.units | g.fought) >> unit & 1:
            return False
        return is_offered(g, self.choices(g, seat), choice)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
            leading_general.engage(g, self.units)
        else:
            g.agenda[-1] = Embark(self.units | 1 << (choice - g.ids.unit))

    def prompt(self, g: Board, seat: int) -> Ask:
        f = g.combat()
        left = words.armies(self.limit(g) - self.units.bit_count())
        done = ", or Done" if self.units else ""
        return Ask(f"{left} can still be carried to {words.space(g, f.area)}: click one{done}.", "6.9")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        f = g.combat()
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return Refusal("Click an Army to carry.", "6.9")
        if g.place[unit] != f.source:
            return Refusal(f"Only Armies in {words.space(g, f.source)} can be carried.", "6.2.1b")
        if self.units >> unit & 1:
            return Refusal("This Army is already on board.", "6.9")
        if g.fought >> unit & 1:
            return Refusal("This Army has already attacked in this Operations Phase.", "6.2.1a")
        return Refusal("Only Regular and Satellite Armies can be carried.", "6.9")


def roll(g: Board) -> None:
    """Roll against the success number of a Combat card. [6.9b] [6.9c]"""
    f = g.combat()
    card = combat_dice.draw_combat(g)
    need = g.t.defence[const.WEST][card][g.year].dice
    colours = combat_sequence.army_dice(g, f.units)
    if g.air[g.t.front[f.area]] == g.t.air_max and g.season() != const.WINTER:
        colours.append(WHITE)
    colours += f.more_axis
    f.more_axis = []
    f.axis = [combat_dice.roll(g, colour) for colour in colours]
    found = combat_dice.faces(f.axis, HIT)
    base = f.area >= g.t.n_areas
    won = enough(g, f.area, found, need)
    if g.log is not None:
        asked = f"{need} or more" if base else f"more than {need}"
        rolled = f"The Axis rolls {words.dice(f.axis)}: {words.count(found, 'Hit')}"
        end = "Victory" if won else "Defeat"
        text = f"Combat card {g.t.combat_number[card]} needs {asked}. {rolled}. {end}."
        g.log.add(text, "6.9c", (g.ids.space + f.area,))
    if won:
        win(g, base)
    else:
        lose(g)
    combat_dice.use_combat(g, card)  # [6.9h]


def enough(g: Board, space: int, hits: int, need: int) -> bool:
    """Return whether the Hits reach the number of a Combat card; in an Area they must exceed it. [6.9c]"""
    return hits >= need if space >= g.t.n_areas else hits > need


def win(g: Board, base: bool) -> None:
    """Occupy a Base, which can never be lost, or go ashore in Great Britain. [6.9d] [6.9e] [6.9i]"""
    f = g.combat()
    g.set_align(f.area, const.OCCUPIED if base else const.DISPUTED)
    if base:
        return
    g.set_axis(f.area, 1)
    g.set_ally(f.area, 2, const.WEST)
    g.port = changed(g.port, f.area, OPEN_PORT)
    g.supply = changed(g.supply, f.area, NAVAL)
    # A German Army takes the Reduction; Satellite Armies do so only if they are alone. [6.9e]
    losses.reduce(g, f.source, f.units & g.t.german or f.units)
    g.push(MoveAshore())


class MoveAshore(Step[Board]):
    """Moves the remaining invaders into the Area. [6.9i]"""

    saved_as: ClassVar[str] = "Ashore"

    def run(self, g: Board) -> bool:
        """Move the Armies without their Head, and adjust the Heads."""
        f = g.combat()
        g.agenda.pop()
        source = f.source
        for unit in bits(f.units):
            g.put(unit, f.area)
        if g.log is not None:
            text = f"{words.units(g, bits(f.units))} to {words.space(g, f.area)}."
            g.log.add(text, "6.9i", (g.ids.space + f.area,))
        command_positions.adjust_heads(g, source)  # [4.3c]
        command_positions.adjust_heads(g, f.area)  # [4.3b]
        return False


def lose(g: Board) -> None:
    """Reduce every participant once and question the Head and the Leading General. [6.9g] [R59]"""
    f = g.combat()
    for unit in bits(f.units):
        if g.t.unit_kind[unit] == const.REGULAR and g.free_unit(const.REDUCED) != const.NONE:
            losses.exchange(g, unit, const.REDUCED)
        elif g.place[unit] not in (POOL, REMOVED):
            losses.eliminate(g, unit)
    for general in (f.head, f.leading):
        if general != const.NONE:
            command_positions.question(g, general, "6.9g")
