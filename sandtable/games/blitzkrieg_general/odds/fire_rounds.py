"""One volley of a combat on a copy: how it comes to it, how many hits it makes, and who takes them.

What is asked on the way is answered as the doctrine likes best; no card is played.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.engine.choice import DONE
from sandtable.engine.odds import Chances, added, clamped, hits
from sandtable.engine.rng import Rng
from sandtable.engine.step import Step, Window
from sandtable.games.blitzkrieg_general.bot import doctrine
from sandtable.games.blitzkrieg_general.components.combat_state import ATTACKER, DEFENDER, POOLS, Fight
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
from sandtable.games.blitzkrieg_general.rules.combat.retreats import OVER, Resolve, Scatter
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import Return

SIDES: Final = 6  # of a die

# What a party may be able to do after a round, where it can retreat and where it cannot.
ANYTHING: Final = ([STAY, RETREAT, WITHDRAW, STOP], [STAY, WITHDRAW, STOP])


# --- dice and answers


class Face(Rng):
    """Dice that always show the same."""

    def __init__(self, die: int) -> None:
        super().__init__(0)
        self.die = die

    def roll(self, sides: int = SIDES) -> int:
        """The face."""
        return self.die

    def below(self, n: int) -> int:
        """The first of all."""
        return 0


FACES: Final = tuple([Face(die) for die in range(SIDES + 1)])


def copied(g: Board, die: int = 1) -> Board:
    """A copy for looking ahead, whose dice all show the same."""
    after = g.fork()
    after.rng = FACES[die]
    return after


def best(g: Board, step: Step[Board]) -> int:
    """What the doctrine answers; the first of choices it likes alike."""
    seat = step.seats(g)[0]
    choices = step.choices(g, seat)
    rated = doctrine.preferences(g, seat, choices)
    return choices[rated.index(max(rated))]


def go_on(g: Board, step: Step[Board]) -> None:
    """Do the step on top; what it asks is answered by the doctrine, and no card is played."""
    if isinstance(step, Window):
        g.agenda.pop()
        step.let_pass(g)
    elif isinstance(step, Resolve):
        step.answer(g, NONE, resolved(g, step))
    elif isinstance(step, Return):
        fly_home(g, step)
    elif step.run(g):
        if isinstance(step, Scatter):  # where they go makes no difference here
            step.answer(g, NONE, step.choices(g, NONE)[0])
        else:
            step.answer(g, step.seats(g)[0], best(g, step))


def fly_home(g: Board, step: Return) -> None:
    """An aircraft lands in the first base it finds: which one makes no difference here."""
    found = step.goals(g) if g.place[step.unit] >= 0 else []
    if found:
        g.agenda.pop()
        step.go(g, found[0])
    else:
        step.run(g)


def resolved(g: Board, step: Resolve) -> int:
    """Whether a party fights on; what is open to it costs most, and is looked up only where it matters."""
    for choices in ANYTHING:
        rated = doctrine.preferences(g, NONE, choices)
        if rated[0] < max(rated):
            return best(g, step)
    return STAY


def approach(g: Board) -> list[Guns]:
    """Play until somebody is about to fire, and say who; nobody if it ends or the coast rolls first."""
    while True:
        step = g.agenda[-1]
        if isinstance(step, combat_sequence.Battle):
            fight = g.fight
            assert fight is not None
            combat_sequence.prune(g, fight)
            if fight.stage == OVER or combat_sequence.decided(fight):
                return []
            if fight.stage == combat_sequence.FIRING:
                guns = loaded(g, fight)
                if guns:
                    return guns
            if fight.stage == combat_sequence.COAST and g.advanced and fight.invasion:
                return []
        go_on(g, step)


def loaded(g: Board, fight: Fight) -> list[Guns]:
    """Who fires in this round still; goes on to the volley."""
    if not g.advanced:
        return volley(g, fight) if fight.volley == 0 else []
    while fight.volley < combat_advanced.VOLLEYS:
        found = volley(g, fight)
        if found:
            return found
        fight.volley += 1
    return []


def as_asked(g: Board) -> None:
    """Take what a party is being asked as done: it fights on, its units fight where they are placed."""
    step = g.agenda[-1]
    if isinstance(step, Resolve):
        step.answer(g, NONE, STAY)
    elif isinstance(step, Segments):
        step.answer(g, NONE, DONE)


# --- one volley


class Fire(NamedTuple):
    """What a party does to one pool of the other in a volley: hits, and who takes them one by one."""

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


def volley(g: Board, fight: Fight) -> list[Guns]:
    """Who fires next, and at what."""
    found: list[Guns] = []
    for party in (ATTACKER, DEFENDER):
        if g.advanced:
            room = combat_advanced.rooms(g, fight, 1 - party)
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
    """How many hits they make."""
    dice: dict[int, int] = {}
    for shot in guns.shots:
        strength = min(SIDES, shot.strength)
        dice[strength] = dice.get(strength, 0) + shot.times
    found: Chances = {0: 1.0}
    for strength, number in dice.items():
        found = added(found, hits(number, strength / SIDES))
    return {number: p for number, p in clamped(found, 0, guns.room).items() if p > 0.0}


def order(g: Board, party: int, pool: int, most: int) -> tuple[int, ...]:
    """The units of a party that take so many hits of a pool, as the doctrine likes best."""
    h = copied(g)
    fight = h.fight
    assert fight is not None
    found: list[int] = []
    for _hit in range(most):
        units = combat_advanced.targets(h, fight, party, pool)[:]
        before = [combat_dice.steps(h, unit) for unit in units]
        fight.hits[party * POOLS + pool] = 1
        if not losses.settle(h, fight):
            step = h.agenda[-1]
            step.answer(h, NONE, best(h, step))
            h.agenda.pop()
        for at in range(len(units)):
            if h.place[units[at]] < 0 or combat_dice.steps(h, units[at]) < before[at]:
                found.append(units[at])
                break
    return tuple(found)
