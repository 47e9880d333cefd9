"""The battle chart: each round, who fights in which segment and who fires at submarines. [A6.5.3d]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import (
    ATTACKER,
    DEFENDER,
    LAND,
    RAID,
    CombatState,
)
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.combatants import CombatStep, combat_of
from sandtable.games.blitzkrieg_general.rules.combat.strength import anti_sub, is_fighter


def flyers(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the aircraft and task forces of a party in a land combat or a raid."""
    kinds = g.t.unit_kind
    return [u for u in fight.party(party) if kinds[u] > const.LAST_LAND]


def ground(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the land units of a party, HQs included."""
    kinds = g.t.unit_kind
    return [u for u in fight.party(party) if kinds[u] <= const.LAST_LAND]


def fighters(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the land units of a party that can fire."""
    return [u for u in fight.party(party) if is_fighter(g, u)]


def lay_out(g: Board, fight: CombatState) -> None:
    """Place the units that have no choice; `Segments` asks for the rest. [A6.5.3c]"""
    fight.air = []
    fight.aims = []
    if fight.kind == LAND:
        _lay_out_land(g, fight)
    elif fight.kind == RAID:
        fight.air = fight.attackers + fight.defenders
    else:
        _lay_out_sea(g, fight)


def _lay_out_land(g: Board, fight: CombatState) -> None:
    mine, theirs = flyers(g, fight, ATTACKER), flyers(g, fight, DEFENDER)
    if mine and theirs:  # the weaker side all, the stronger as many, the rest as it likes [A6.5.3n] [A6.5.3o]
        fight.air = mine + theirs
    # Aircraft that meet no aircraft fight on the ground: above it they could hit nothing.
    for party in (ATTACKER, DEFENDER):
        if not ground(g, fight, 1 - party):  # against aircraft alone [A6.5.5] [A6.5.3e]
            fight.air = fight.air + fighters(g, fight, party)


def _lay_out_sea(g: Board, fight: CombatState) -> None:
    kinds = g.t.unit_kind
    for party in (ATTACKER, DEFENDER):
        for foe in fight.party(1 - party):
            if kinds[foe] != const.SUBMARINE:
                break
        else:  # nothing but submarines to fire at
            fight.aims = fight.aims + [u for u in fight.party(party) if kinds[u] != const.SUBMARINE]


def movable(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the units of a party that may change places now, each once in a round. [A6.5.3g]"""
    if fight.kind == LAND:
        return _movable_land(g, fight, party)
    if fight.kind == RAID:
        return _bombers(g, fight, party)
    return _aimable(g, fight, party)


def _movable_land(g: Board, fight: CombatState, party: int) -> list[int]:
    if not ground(g, fight, 1 - party):
        return []
    mine, theirs = flyers(g, fight, party), flyers(g, fight, 1 - party)
    if not theirs:
        return []
    if not mine:
        return _gunners(g, fight, party, fighters(g, fight, 1 - party))  # [A6.5.3f] [R21]
    over = [u for u in mine if u in fight.air]
    if len(over) <= len(theirs):  # [A6.5.3o] [A6.5.3g]
        over = []
    if fight.round == 1:
        return over
    # After a round land units too may go over to the other segment, whoever has aircraft. [A6.5.3g]
    return over + _gunners(g, fight, party, fight.party(1 - party))


def _gunners(g: Board, fight: CombatState, party: int, faced: list[int]) -> list[int]:
    """Return the land units of a party that may fire at aircraft.

    They may do so if the party has more units on the ground than it faces there. HQs do not count.
    """
    own = [u for u in fighters(g, fight, party) if u not in fight.air]
    busy = len(own) + len([u for u in flyers(g, fight, party) if u not in fight.air])
    kinds = g.t.unit_kind
    if busy <= len([u for u in faced if u not in fight.air and not const.HQ <= kinds[u] <= const.LAST_LAND]):
        return []
    return [u for u in own if not g.cond[u] & const.UNSUPPLIED]  # [A6.5.3j]


def _bombers(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the raiders that may leave the air combat to bomb, if they outnumber interceptors. [A6.5.6c]"""
    if party == DEFENDER:
        return []
    left = [u for u in fight.attackers if u in fight.air]
    if len(left) <= len(fight.defenders):
        return []
    return [u for u in left if g.t.unit_kind[u] == const.AIRCRAFT]  # [A6.5.6d]


def _aimable(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return the units that may be declared against the submarines of a mixed fleet. [A6.5.3h]"""
    kinds = g.t.unit_kind
    subs = others = False
    for foe in fight.party(1 - party):
        if kinds[foe] == const.SUBMARINE:
            subs = True
        else:
            others = True
    if not subs or not others:
        return []
    return [u for u in fight.party(party) if u not in fight.aims and anti_sub(g, u) > 0]


class Segments(CombatStep):
    """The question which units of a party change places; the attacker answers first. [A6.5.3d]"""

    def run(self, g: Board) -> bool:
        if movable(g, combat_of(g), self.party):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DONE, *[g.ids.unit + u for u in distinct(g, movable(g, combat_of(g), self.party))]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
            return
        fight = combat_of(g)
        unit = choice - g.ids.unit
        if fight.kind != LAND and fight.kind != RAID:
            fight.aims.append(unit)
            outcome = "fires at the submarines"
        elif unit in fight.air:
            fight.air.remove(unit)
            outcome = "flies on to the target" if fight.kind == RAID else "fights in the land segment"
        else:
            fight.air.append(unit)
            outcome = "fires at the aircraft"
        if g.log is not None:
            g.log.add(f"{words.unit(g, unit)} {outcome}.", self._rule(g), (choice, g.ids.space + fight.space))

    def _rule(self, g: Board) -> str:
        fight = combat_of(g)
        if fight.kind == LAND:
            if not flyers(g, fight, self.party):
                return "A6.5.3f"
            return "A6.5.3o" if fight.round == 1 else "A6.5.3g"
        return "A6.5.6c" if fight.kind == RAID else "A6.5.3h"

    def prompt(self, g: Board, seat: int) -> Ask:
        fight = combat_of(g)
        where = f"{words.space(g, fight.space)}, round {fight.round}"
        rule = self._rule(g)
        if rule == "A6.5.3o":
            text = "Choose aircraft and task forces for the land segment, then Done."
        elif rule == "A6.5.3f":
            text = "Choose land units that fire at the aircraft instead, then Done."
        elif rule == "A6.5.3g":
            text = (
                "Choose units to change segments, then Done: aircraft and task forces join the land segment, "
            )
            text += "land units fire at the aircraft."
        elif rule == "A6.5.6c":
            text = "Choose the aircraft that bomb while the others fight the interceptors, then Done."
        else:
            text = "Choose the units that fire at the submarines, then Done."
        return Ask(f"{where}: {text}", rule)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        fight = combat_of(g)
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return Refusal(f"Click one of your units in {words.space(g, fight.space)}, or Done.", "A6.5.3d")
        if unit not in fight.party(self.party):
            text = f"{words.unit(g, unit)} is not one of your units in this combat."
            return Refusal(text, "A6.5.3d")
        rule = self._rule(g)
        if rule == "A6.5.3o" or (rule == "A6.5.3g" and g.t.unit_kind[unit] > const.LAST_LAND):
            if unit not in fight.air:
                return Refusal("It fights in the land segment in this round.", rule)
            return Refusal("You must keep as many units in the air/sea segment as the enemy has there.", rule)
        if rule == "A6.5.3f" or rule == "A6.5.3g":
            if g.cond[unit] & const.UNSUPPLIED:
                return Refusal("It is out of supply and cannot fire at aircraft.", "A6.5.3j")
            if rule == "A6.5.3g":
                return Refusal("You need more units on the ground than the enemy has there.", rule)
            return Refusal("You need more land units than the enemy has.", rule)
        if rule == "A6.5.6c":
            return Refusal("One raider must fight each interceptor. Task forces never bomb.", rule)
        if g.t.unit_kind[unit] == const.SUBMARINE:
            return Refusal("Submarines do not fight each other.", "A6.5.3v")
        return Refusal("It has no strength against submarines, or fires at them already.", "A6.5.3t")
