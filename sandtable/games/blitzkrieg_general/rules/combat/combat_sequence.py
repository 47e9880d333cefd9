"""The stages and rounds of a combat. [B6.2.1] [A6.5.1]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import (
    ATTACKER,
    DEFENDER,
    LAND,
    NAVAL,
    RAID,
    CombatState,
)
from sandtable.games.blitzkrieg_general.components.constants import ELITE, FOUGHT, NONE, TASK_FORCE
from sandtable.games.blitzkrieg_general.components.effect_types import (
    WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT,
    WHEN_COMBAT_START,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers, card_windows, coup_surrender
from sandtable.games.blitzkrieg_general.rules.combat import (
    combat_advanced,
    combat_basic,
    combat_segments,
    losses,
    retreats,
    strength,
)
from sandtable.games.blitzkrieg_general.rules.combat.combat_segments import Segments
from sandtable.games.blitzkrieg_general.rules.combat.retreats import OVER, Resolve
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import FlyAllHome
from sandtable.games.blitzkrieg_general.rules.naval import invasion
from sandtable.games.blitzkrieg_general.rules.politics import control

# Where in a combat we are.
OPENING: Final = 0  # cards
COAST: Final = 1  # coastal defence
PLACING: Final = 2  # a round begins: the attacker places units
ANSWERING: Final = 3  # the defender places units
FIRING: Final = 4
LOSING: Final = 5
FORCED: Final = 6  # who must retreat
PHASING: Final = 7  # does the phasing side fight on
REACTING: Final = 8  # does the other


class Combat(Step[Board]):
    """A combat in progress: does one stage after the other. Steps on top of it ask the questions."""

    saved_as: ClassVar[str] = "Battle"

    def run(self, g: Board) -> bool:
        fight = g.fight
        assert fight is not None
        drop_lost_units(g, fight)
        if fight.stage == OVER or is_decided(fight):
            g.agenda.pop()
            finish(g, fight)
            return False
        advance(g, fight)
        return False


def is_decided(fight: CombatState) -> bool:
    """Check whether a party is gone and the other has taken its hits. [B6.2.5]"""
    if fight.attackers and fight.defenders:
        return False
    return not fight.owed(ATTACKER) and not fight.owed(DEFENDER)


def drop_lost_units(g: Board, fight: CombatState) -> None:
    """Drop units that are gone: hit by coastal defence, or of a country that has surrendered."""
    for unit in fight.attackers + fight.defenders:
        if g.place[unit] < 0:
            fight.drop(unit)


def advance(g: Board, fight: CombatState) -> None:
    """Do one stage of a combat and go on to the next."""
    stage = fight.stage
    fight.stage = stage + 1
    if stage == OPENING:
        if g.advanced:
            if fight.kind == LAND:
                card_windows.open(g, WHEN_COMBAT_START)
            elif fight.kind == NAVAL:
                card_windows.open(g, WHEN_COMBAT_START, WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT)
    elif stage == COAST:
        if fight.invasion and g.advanced:
            invasion.coastal_defence(g, fight.space)  # [A6.5.4h]
    elif stage == PLACING:
        if fight.dice:
            fight.round += 1
        fight.dice = []
        fight.volley = 0
        if g.advanced:
            prepare(g, fight)
            g.push(Segments(ATTACKER))
    elif stage == ANSWERING:
        if g.advanced:
            g.push(Segments(DEFENDER))
    elif stage == FIRING:
        fire(g, fight)
    elif stage == LOSING:
        take_losses(g, fight)
    elif stage == FORCED:
        force_retreats(g, fight)
    elif stage == PHASING:
        g.push(Resolve(ATTACKER))  # [B6.2.3]
    else:
        g.push(Resolve(DEFENDER))
        fight.stage = PLACING  # [B6.2.3c]


def prepare(g: Board, fight: CombatState) -> None:
    """Prepare a round: the fortress, extra dice, the battle chart."""
    if fight.kind == LAND:
        fight.fortress = strength.crosses_fortress(g, fight)
        if fight.invasion:
            fight.extra_dice, fight.extra_strength = card_modifiers.coastal_dice(g, fight.space)
    combat_segments.lay_out(g, fight)


def fire(g: Board, fight: CombatState) -> None:
    """Fire the next volley; the round is over when none is left."""
    if not g.advanced:
        if fight.volley or not combat_basic.fire(g, fight):
            fight.stage = FORCED
        fight.volley = 1
        return
    while fight.volley < combat_advanced.VOLLEYS:
        if combat_advanced.fire(g, fight):
            fight.volley += 1
            return
        fight.volley += 1
    fight.stage = FORCED


def take_losses(g: Board, fight: CombatState) -> None:
    """Take losses, then let the next volley fire."""
    if losses.take_hits(g, fight):
        fight.stage = FIRING
    else:
        fight.stage = LOSING


def force_retreats(g: Board, fight: CombatState) -> None:
    """Carry out forced retreats, and end combats in which nobody can fire. [B6.2.4] [R80]"""
    if fight.kind > NAVAL:
        fight.stage = OVER  # one round [A6.4.3D1] [A6.5.6c]
        return
    if not fight.dice:
        deadlock(g, fight)
    elif fight.kind == LAND:
        if not retreats.force_retreat(g, fight):
            coup_surrender.offer(g, fight)


def deadlock(g: Board, fight: CombatState) -> None:
    """End a combat in which nobody can fire: ships stay, on land the phasing side must go. [R80]"""
    if fight.kind == NAVAL and g.advanced:
        fight.stage = OVER
        if g.log is not None:
            text = f"Nobody in {words.space(g, fight.space)} can fire; both sides stay."
            g.log.add(text, "A6.8b", (g.ids.space + fight.space,))
        return
    retreats.depart(g, fight, fight.attackers[:], 1)


def finish(g: Board, fight: CombatState) -> None:
    """End a combat: the survivors keep the space, aircraft fly home. [B6.2.5] [A6.5.10]"""
    left = fight.attackers + fight.defenders
    for unit in left:
        g.unmark(unit, ELITE)
        if fight.kind <= NAVAL:  # rounds against ships on their way and raids do not count [R82]
            g.mark(unit, FOUGHT)  # [A10.1] [R43]
            if g.t.unit_kind[unit] == TASK_FORCE:
                g.target[unit] = NONE  # back to its zone [B6.1.3B]
    if g.advanced:
        for unit in left:
            if card_modifiers.kamikaze(g, unit):
                losses.destroy(g, fight, unit)  # [R38]
    if g.log is not None:
        outcome = "is over"
        if not fight.attackers or not fight.defenders:
            winner = fight.side if fight.attackers else 1 - fight.side
            outcome = f"is won by the {words.side(winner)}" if left else "leaves no survivors"
        text = f"The combat in {words.space(g, fight.space)} {outcome}."
        g.log.add(text, "A6.5.10" if g.advanced else "B6.2.5", (g.ids.space + fight.space,))
    if fight.kind == RAID:
        fight.stage = OVER  # the raid goes on, and reads what is left here
        return
    g.fight = None
    g.push(FlyAllHome(fight.space))
    if fight.kind == LAND:
        control.after_combat(g, fight.space, fight.side)
