"""Operation Seelöwe and Amphibious/Airborne Ops: landings from sea and air, and the attack after them.

The player chooses the order of two landings; each is an action with a reaction window. Then the landed units
of one area may attack together; then all landed units are spent. [3.6b] [3.6e] [8.1.2b]
"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import BY_EVENT, LAND, SPENT
from sandtable.games.on_to_berlin.components.group_action import ATTACK as ATTACK_ACTION
from sandtable.games.on_to_berlin.components.group_action import GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA, ATTACK, DROP, TRANSPORT
from sandtable.games.on_to_berlin.components.schema_cards import AmphibiousAssault
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import nations
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep, FirstUnitStep, fallback_refusal
from sandtable.games.on_to_berlin.rules.combat import combat, combat_sequence
from sandtable.games.on_to_berlin.rules.groups import Gather, distinct
from sandtable.games.on_to_berlin.rules.movement import airdrop, sea_landing
from sandtable.games.on_to_berlin.rules.movement.sea_landing import landing_terms


def possible(g: Board, event: AmphibiousAssault) -> bool:
    """Return whether any unit could land, on Neutral ground too."""
    return can_transport(g) or can_drop(g)


def start(g: Board, event: AmphibiousAssault) -> None:
    """Ask which landing comes first."""
    g.push(Assault(0, 0))


def can_transport(g: Board) -> bool:
    """Return whether a group could land from the sea."""
    return bool(sea_landing.embarkable(g, False, True) or sea_landing.embarkable(g, True, True))


def can_drop(g: Board) -> bool:
    """Return whether an airborne unit could be dropped."""
    return bool(airdrop.droppable(g, False, True) or airdrop.droppable(g, True, True))


# --- steps


class Assault(ActiveStep):
    """The choice of the next landing: from the sea, by air, or none. [6.1.2]"""

    def __init__(self, sailed: int, drops: int) -> None:
        self.sailed = sailed
        self.drops = drops

    def buttons(self, g: Board) -> list[int]:
        found: list[int] = []
        if not self.sailed and can_transport(g):
            found.append(TRANSPORT)
        if self.drops < landing_terms(g).drops and can_drop(g):
            found.append(DROP)
        return found

    def run(self, g: Board) -> bool:
        if self.buttons(g):
            return True
        g.agenda[-1] = AttackAfterLanding()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return the landings that are still open, and DONE. [R22]"""
        return [*self.buttons(g), DONE]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda[-1] = AttackAfterLanding()
        elif choice == TRANSPORT:
            g.agenda[-1] = Assault(1, self.drops)
            g.push(sea_landing.Embark(False))
        else:
            g.agenda[-1] = Assault(self.sailed, self.drops + 1)
            g.push(airdrop.Jump(False))

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.sailed or self.drops:
            return Ask("Choose the next landing, or done.", "6.1.2")
        return Ask("Choose the first landing: a group from the sea or an airborne unit. Or done.", "6.1.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == TRANSPORT:
            if self.sailed:
                return Refusal("The card allows one landing from the sea.", "6.1.2")
            return Refusal("No group can be carried ashore.", "8.1.2")
        if choice == DROP:
            if self.drops >= landing_terms(g).drops:
                return Refusal("The card allows no further drop.", "6.1.2")
            return Refusal("No fresh airborne unit of this card has an area for a drop.", "6.1.2")
        if AREA <= choice < g.ids.kind:
            return Refusal("First choose how units land: from the sea or by air.", "6.1.2")
        return fallback_refusal(g, choice)


class AttackAfterLanding(FirstUnitStep):
    """Landed units of one area may attack; then all landed units are spent."""

    saved_as: ClassVar[str] = "Storm"
    leave: ClassVar[int] = DONE
    no_area: ClassVar[Refusal] = Refusal("Click a unit that has landed.", "6.1.2")

    def run(self, g: Board) -> bool:
        if landed_attackers(g):
            return True
        self.answer(g, g.side, DONE)
        return False

    def starters(self, g: Board) -> list[int]:
        return distinct(g, landed_attackers(g))

    def takes(self, g: Board, unit: int) -> bool:
        return unit in landed_attackers(g)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Spend all landed units, attackers or not, after the attack. [8.1.2c]"""
        g.agenda.pop()
        g.push(combat_sequence.Spend(landed(g)))
        if choice != DONE:
            g.push(LandedGroup((choice - g.ids.unit,)))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Landed units of one area may attack now: click the first, or done.", "6.1.2")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        return why_not_land_attack(g, unit)


class LandedGroup(Gather):
    """The group of the attack after landing. [7.1] [9.1]"""

    saved_as: ClassVar[str] = "Stormers"
    no_area: ClassVar[Refusal] = Refusal("The group attacks where it is.", "9.1")
    no_more: ClassVar[Refusal] = Refusal("No other unit that landed here can join.", "7.1")

    def again(self, units: tuple[int, ...]) -> Gather:
        return LandedGroup(units)

    def joins(self, g: Board, unit: int) -> bool:
        return unit in landed_attackers(g)

    def buttons(self, g: Board) -> list[int]:
        return [ATTACK]

    def press(self, g: Board, button: int) -> None:
        g.agenda.pop()
        area = g.place[self.units[0]]
        nations.attacked(g, g.side, area, False)
        combat_sequence.declare(g, GroupAction(ATTACK_ACTION, self.units, (area,), True), 1, False)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Attack by {words.group(g, self.units)}: add units that landed, or attack.", "7.1")

    def why_not_join(self, g: Board, unit: int) -> Refusal:
        return why_not_land_attack(g, unit)


def landed(g: Board) -> tuple[int, ...]:
    """Return the units on the map that took part in a landing of this card."""
    return tuple([u for u in range(g.t.n_units) if g.cond[u] & BY_EVENT and g.place[u] >= 0])


def landed_attackers(g: Board) -> list[int]:
    """Return the land units that landed unharmed among enemies; counterattacked units are spent. [10.1f]"""
    t = g.t
    found: list[int] = []
    for unit in landed(g):
        area = g.place[unit]
        if (
            t.unit_kind[unit] == LAND
            and not g.cond[unit] & SPENT
            and combat.can_attack(g, unit, area)  # [9.1.1]
            and combat.victims(g, 1 - g.side, area)  # [R43]
        ):
            found.append(unit)
    return found


# --- reasons


def why_not_land_attack(g: Board, unit: int) -> Refusal:
    """Return why a unit does not take part in the attack."""
    if g.place[unit] < 0 or not g.cond[unit] & BY_EVENT or g.side_of(unit) != g.side:
        return Refusal("Only units that have just landed attack now.", "6.1.2")
    if g.cond[unit] & SPENT:
        return Refusal("This unit was hit during the landing.", "10.1f")
    if g.t.unit_kind[unit] != LAND:
        return Refusal("Only land units attack after a landing.", "6.1.2")
    return Refusal(f"There is no enemy in {g.t.area_name[g.place[unit]]}.", "9.1")
