"""One volley of a combat on a copy: how it comes to it, how many hits it makes, and which units take them.

The doctrine answers the questions on the way; no card is played.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.engine.choice import DONE
from sandtable.engine.odds import Chances, added, clamped, hits
from sandtable.engine.rng import Rng
from sandtable.engine.step import Step, Window
from sandtable.games.blitzkrieg_general.bot import doctrine
from sandtable.games.blitzkrieg_general.components.combat_state import ATTACKER, DEFENDER, POOLS, CombatState
from sandtable.games.blitzkrieg_general.components.constants import NONE
from sandtable.games.blitzkrieg_general.components.ids import RETREAT, STAY, STOP, WITHDRAW
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import (
    combat_advanced,
    combat_basic,
    combat_dice,
    combat_sequence,
    losses,
)
from sandtable.games.blitzkrieg_general.rules.combat.combat_dice import Shot
from sandtable.games.blitzkrieg_general.rules.combat.combat_segments import Segments
from sandtable.games.blitzkrieg_general.rules.combat.retreats import OVER, Resolve, SplitRetreat
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import Return

SIDES: Final = 6  # of a die

# The possible choices of a party after a round, where it can retreat and where it cannot.
ANYTHING: Final = ([STAY, RETREAT, WITHDRAW, STOP], [STAY, WITHDRAW, STOP])


# --- dice and answers


class FixedDie(Rng):
    """Dice that always show the same face."""

    def __init__(self, die: int) -> None:
        super().__init__(0)
        self.die = die

    def roll(self, sides: int = SIDES) -> int:
        return self.die

    def below(self, n: int) -> int:
        """Return 0, the first of all."""
        return 0


FIXED_DICE: Final = tuple([FixedDie(die) for die in range(SIDES + 1)])


def copied(g: Board, die: int = 1) -> Board:
    """Return a copy for looking ahead, whose dice all show the same face."""
    after = g.fork()
    after.rng = FIXED_DICE[die]
    return after


def best_answer(g: Board, step: Step[Board]) -> int:
    """Return the doctrine's answer; the first of equally good choices."""
    seat = step.seats(g)[0]
    choices = step.choices(g, seat)
    rated = doctrine.preferences(g, seat, choices)
    return choices[rated.index(max(rated))]


def play_step(g: Board, step: Step[Board]) -> None:
    """Do the step on top; the doctrine answers its question, and no card is played."""
    if isinstance(step, Window):
        g.agenda.pop()
        step.let_pass(g)
    elif isinstance(step, Resolve):
        step.answer(g, NONE, resolve_answer(g, step))
    elif isinstance(step, Return):
        fly_home(g, step)
    elif step.run(g):
        if isinstance(step, SplitRetreat):  # where they go makes no difference here
            step.answer(g, NONE, step.choices(g, NONE)[0])
        else:
            step.answer(g, step.seats(g)[0], best_answer(g, step))


def fly_home(g: Board, step: Return) -> None:
    """Land an aircraft in the first base found: which one makes no difference here."""
    found = step.goals(g) if g.place[step.unit] >= 0 else []
    if found:
        g.agenda.pop()
        step.go(g, found[0])
    else:
        step.run(g)


def resolve_answer(g: Board, step: Resolve) -> int:
    """Return whether a party fights on.

    The legal choices are costly to list, so they are listed only if they matter.
    """
    for choices in ANYTHING:
        rated = doctrine.preferences(g, NONE, choices)
        if rated[0] < max(rated):
            return best_answer(g, step)
    return STAY


def play_to_fire(g: Board) -> list[Guns]:
    """Play until somebody is about to fire, and return the fire: none if it ends or the coast rolls first."""
    while True:
        step = g.agenda[-1]
        if isinstance(step, combat_sequence.Combat):
            fight = g.fight
            assert fight is not None
            combat_sequence.drop_lost_units(g, fight)
            if fight.stage == OVER or combat_sequence.is_decided(fight):
                return []
            if fight.stage == combat_sequence.FIRING:
                guns = next_fire(g, fight)
                if guns:
                    return guns
            if fight.stage == combat_sequence.COAST and g.advanced and fight.invasion:
                return []
        play_step(g, step)


def next_fire(g: Board, fight: CombatState) -> list[Guns]:
    """Go on to the next volley of the round in which somebody fires, and return the fire."""
    if not g.advanced:
        return volley_of(g, fight) if fight.volley == 0 else []
    while fight.volley < combat_advanced.VOLLEYS:
        found = volley_of(g, fight)
        if found:
            return found
        fight.volley += 1
    return []


def confirm_question(g: Board) -> None:
    """Confirm the present question: the party fights on, its units fight where they are placed."""
    step = g.agenda[-1]
    if isinstance(step, Resolve):
        step.answer(g, NONE, STAY)
    elif isinstance(step, Segments):
        step.answer(g, NONE, DONE)


# --- one volley


class Fire(NamedTuple):
    """The hits of a party on one pool of the other in a volley, and the units that take them one by one."""

    party: int
    pool: int
    hits: Chances
    order: tuple[int, ...]


class Guns(NamedTuple):
    """The shots of a party at one pool of the other, and how many hits that can take."""

    party: int
    pool: int
    shots: list[Shot]
    room: int


def volley_of(g: Board, fight: CombatState) -> list[Guns]:
    """Return the fire of both parties in the present volley."""
    found: list[Guns] = []
    for party in (ATTACKER, DEFENDER):
        if g.advanced:
            room = combat_advanced.capacities(g, fight, 1 - party)
            shots = combat_advanced.shots(g, fight, party, room, fight.volley)
        else:
            room = [combat_dice.capacity(g, fight.party(1 - party))]
            shots = combat_basic.shots(g, fight, party)
        for pool in range(len(room)):
            at = [shot for shot in shots if shot.pool == pool]
            if at:
                found.append(Guns(party, pool, at, room[pool]))
    return found


def chances(guns: Guns) -> Chances:
    """Return the chances of each number of hits."""
    dice: dict[int, int] = {}
    for shot in guns.shots:
        strength = min(SIDES, shot.strength)
        dice[strength] = dice.get(strength, 0) + shot.times
    found: Chances = {0: 1.0}
    for strength, number in dice.items():
        found = added(found, hits(number, strength / SIDES))
    return {number: p for number, p in clamped(found, 0, guns.room).items() if p > 0.0}


def order(g: Board, party: int, pool: int, most: int) -> tuple[int, ...]:
    """Return the units of a party that take up to `most` hits of a pool, as the doctrine chooses them."""
    h = copied(g)
    fight = h.fight
    assert fight is not None
    found: list[int] = []
    for _hit in range(most):
        units = combat_advanced.targets(h, fight, party, pool)[:]
        before = [combat_dice.steps(h, unit) for unit in units]
        fight.hits[party * POOLS + pool] = 1
        if not losses.take_hits(h, fight):
            step = h.agenda[-1]
            step.answer(h, NONE, best_answer(h, step))
            h.agenda.pop()
        for at in range(len(units)):
            if h.place[units[at]] < 0 or combat_dice.steps(h, units[at]) < before[at]:
                found.append(units[at])
                break
    return tuple(found)
