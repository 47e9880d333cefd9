"""Losses: the owner of a force chooses the units that take its hits, one step each. [B6.2.2] [A6.5.7]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import (
    ATTACKER,
    DEFENDER,
    LAND,
    LAND_POOL,
    POOLS,
    CombatState,
)
from sandtable.games.blitzkrieg_general.components.constants import NONE
from sandtable.games.blitzkrieg_general.components.identical_units import distinct, is_identical
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combat_advanced, combat_dice
from sandtable.games.blitzkrieg_general.rules.combat.combatants import CombatStep, combat_of


def distinct_targets(g: Board, units: list[int]) -> list[int]:
    """Return one of each kind of identical units; borders that weaken them alike make no difference."""
    found: list[int] = []
    for unit in distinct(g, units):
        for other in found:
            if _same_border(g, unit, other) and _same_else(g, unit, other):
                break
        else:
            found.append(unit)
    return found


def _same_border(g: Board, one: int, other: int) -> bool:
    """Check whether two units crossed borders that weaken attackers alike."""
    a, b = g.came[one], g.came[other]
    return not g.advanced or ((a == NONE) == (b == NONE) and (a == NONE or g.t.same_border(a, b)))


def _same_else(g: Board, one: int, other: int) -> bool:
    """Check whether two units are identical apart from the border they crossed."""
    came = g.came[one]
    g.came[one] = g.came[other]
    same = is_identical(g, one, other)
    g.came[one] = came
    return same


def take_hits(g: Board, fight: CombatState) -> bool:
    """Take the hits that leave no choice, else ask; return True when none is left."""
    for party in (DEFENDER, ATTACKER):
        for pool in range(POOLS):
            if fight.hits[party * POOLS + pool] and not _take_hits(g, fight, party, pool):
                g.push(Losses(party, pool))
                return False
    return True


def _take_hits(g: Board, fight: CombatState, party: int, pool: int) -> bool:
    """Take the hits of a pool until there is something to decide; return True when none is left."""
    at = party * POOLS + pool
    while fight.hits[at]:
        units = combat_advanced.targets(g, fight, party, pool)
        if fight.hits[at] >= combat_dice.capacity(g, units):  # all are lost, what is more is void [B6.2.2c]
            fight.hits[at] = 0
            for unit in units[:]:
                destroy(g, fight, unit)
            return True
        if len(units) > 1 and len(distinct_targets(g, units)) > 1:
            return False
        fight.hits[at] -= 1
        take_hit(g, fight, units[0])
    return True


def take_hit(g: Board, fight: CombatState, unit: int) -> None:
    """Let a unit take one hit, its cargo with it. [B6.2.2b]"""
    name, place = "", g.place[unit]
    if g.log is not None:
        name = _name_with_cargo(g, unit)
    gone = g.hit(unit)
    if gone:
        fight.drop(unit)
    if g.log is not None:
        text = f"{name} is {'eliminated' if gone else 'flipped'}."
        g.log.add(text, "A6.5.7" if g.advanced else "B6.2.2", (g.ids.unit + unit, g.ids.space + place))


def destroy(g: Board, fight: CombatState, unit: int) -> None:
    """Eliminate a unit with its cargo."""
    if g.log is not None:
        refs = (g.ids.unit + unit, g.ids.space + g.place[unit])
        g.log.add(f"{_name_with_cargo(g, unit)} is eliminated.", "A6.5.7" if g.advanced else "B6.2.2", refs)
    g.take(unit)
    fight.drop(unit)


def _name_with_cargo(g: Board, unit: int) -> str:
    cargo = g.aboard(unit) if g.is_ship(unit) else []
    return words.unit(g, unit) + (f" with {words.units(g, cargo)}" if cargo else "")


class Losses(CombatStep):
    """The question which unit of a force takes the next hit. [B6.2.2]"""

    def __init__(self, party: int, pool: int) -> None:
        super().__init__(party)
        self.pool = pool

    def units(self, g: Board) -> list[int]:
        return combat_advanced.targets(g, combat_of(g), self.party, self.pool)

    def run(self, g: Board) -> bool:
        if not _take_hits(g, combat_of(g), self.party, self.pool):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in distinct_targets(g, self.units(g))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        fight = combat_of(g)
        fight.hits[self.party * POOLS + self.pool] -= 1
        take_hit(g, fight, choice - g.ids.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        fight = combat_of(g)
        hits = words.count(fight.hits[self.party * POOLS + self.pool], "hit")
        text = f"{words.space(g, fight.space)}: {hits} to take. Choose the unit that takes the next hit."
        return Ask(text, "A6.5.7" if g.advanced else "B6.2.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        fight = combat_of(g)
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return Refusal("You must still take hits. Choose one of the units that can take them.", "B6.2.2")
        if g.carrier[unit] >= 0:
            return Refusal("You cannot choose cargo. It takes hits with its ship.", "B6.2.2e")
        if unit not in fight.party(self.party):
            return Refusal("This unit is not part of the force that was hit.", "B6.2.2")
        if unit in self.units(g):
            return Refusal("An identical unit is offered instead. Choose that one.", "B6.2.2")
        if fight.kind == LAND:
            if self.pool == LAND_POOL:
                return Refusal("Only land units take hits of the land segment.", "A6.5.7")
            return Refusal("Only units in the air/sea segment take its hits.", "A6.5.7a")
        return Refusal("Fire at submarines hits only submarines. Other fire hits the other ships.", "A6.5.3h")
