"""The combat phase: combats one after the other, each round by round to its end. [B6.2] [A6.5]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general import (
    basic_combat,
    chart,
    control,
    invasion,
    losses,
    modifiers,
    retreats,
    rounds,
    search,
    strength,
    windows,
    words,
    yielding,
)
from sandtable.games.blitzkrieg_general.bases import Homecoming
from sandtable.games.blitzkrieg_general.chart import Place
from sandtable.games.blitzkrieg_general.fight import ATTACKER, DEFENDER, LAND, NAVAL, RAID, Fight
from sandtable.games.blitzkrieg_general.retreats import OVER, Resolve
from sandtable.games.blitzkrieg_general.state import Board
from sandtable.games.blitzkrieg_general.terms import (
    ALLIES,
    AXIS,
    ELITE,
    FIRST_SHIP,
    FLYING,
    FOUGHT,
    INVADING,
    NONE,
    PINNED,
    RAIDING,
    TASK_FORCE,
)
from sandtable.games.blitzkrieg_general.vocabulary import (
    WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT,
    WHEN_COMBAT_START,
)

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


class Combats(Step[Board]):
    """All combats of a phase, in the order the phasing side likes. [B6.2.1]

    `searched` is 1 when the searches at destinations have been made.
    """

    def __init__(self, exploit: int, searched: int = 0) -> None:
        self.exploit = exploit
        self.searched = searched

    def pack(self) -> list[int]:
        """Which of the two phases, and how far it is."""
        return [self.exploit, self.searched]

    def run(self, g: Board) -> bool:
        """Search first; then fight as long as there is something to fight."""
        if not self.searched:
            g.agenda[-1] = Combats(self.exploit, 1)
            if g.advanced:
                search.destination(g)  # [A6.4.3D2]
            return False
        if not g.battles:
            g.agenda.pop()
            g.push(Homecoming())  # those whose combat did not take place
            return False
        if len(g.battles) == 1:
            begin(g, g.battles[0])
            return False
        return True

    def seats(self, g: Board) -> tuple[int, ...]:
        """The boss of the phasing side. [B1.0d]"""
        return (g.boss(g.side),)

    def choices(self, g: Board, seat: int) -> list[int]:
        """The spaces in which combat is still to be fought."""
        return [g.ids.space + space for space in g.battles]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Fight there."""
        begin(g, choice - g.ids.space)

    def prompt(self, g: Board, seat: int) -> Ask:
        """Which combat comes next."""
        return Ask("Choose the combat that is fought next.", "A6.5.1" if g.advanced else "B6.2.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """Why there is no combat there."""
        space = choice - g.ids.space
        if 0 <= space < g.t.n_spaces:
            return Refusal(f"No combat is to be fought in {words.space(g, space)}.", "B6.2.1")
        return None


def side_mask(g: Board, side: int) -> int:
    """The countries of a side."""
    return g.axis if side == AXIS else g.allies if side == ALLIES else 0


def begin(g: Board, space: int) -> None:
    """Begin the combat in a space, if there still is one."""
    g.battles = [s for s in g.battles if s != space]
    fight = muster(g, space)
    if not fight.attackers or not fight.defenders:
        g.push(Homecoming(space))
        control.after_combat(g, space, g.side)
        return
    g.fight = fight
    if g.log is not None:
        text = f"Combat in {words.space(g, space)}: {words.units(g, fight.attackers)} against "
        text += f"{words.units(g, fight.defenders)}."
        refs = tuple([g.ids.unit + u for u in fight.attackers + fight.defenders])
        g.log.add(text, "A6.5" if g.advanced else "B6.2", (g.ids.space + space, *refs))
    g.push(Battle())


def muster(g: Board, space: int) -> Fight:
    """The parties of the combat in a space. [A10.1]

    Attackers are the units of the phasing side there that are at war with somebody of the other side there,
    and the task forces that support them; defenders those of the other side at war with an attacker.
    """
    land = space < g.t.n_areas
    fight = Fight(LAND if land else NAVAL, space, g.side)
    mine = present(g, space, side_mask(g, g.side))
    his = present(g, space, side_mask(g, 1 - g.side))
    fight.attackers = [u for u in mine if at_war(g, u, his)]
    fight.defenders = [u for u in his if at_war(g, u, fight.attackers)]
    fight.attackers = [u for u in fight.attackers if at_war(g, u, fight.defenders)]
    if land:
        for unit in fight.attackers:
            if g.cond[unit] & INVADING:
                fight.invasion = 1
    return fight


def at_war(g: Board, unit: int, others: list[int]) -> bool:
    """Whether a unit is at war with one of some others. [B1.0g]"""
    enemies = g.war[g.serves[unit]]
    for other in others:
        if (enemies >> g.serves[other]) & 1:
            return True
    return False


def present(g: Board, space: int, mask: int) -> list[int]:
    """The units of a side that would fight in a space; cargo takes no part. [B6.2.2e] [A6.5.3r] [A10.2a]"""
    t = g.t
    if space >= t.n_areas:
        found: list[int] = []
        for unit in g.here(space, mask):
            # A task force that supports a land combat is in that one, unless it is bound here. [A10.1a]
            if g.advanced and t.unit_kind[unit] == TASK_FORCE and g.target[unit] >= 0:
                if not g.cond[unit] & PINNED:
                    continue
            if t.unit_kind[unit] >= FIRST_SHIP or g.cond[unit] & FLYING:
                found.append(unit)
        return found
    found = [u for u in g.here(space, mask) if not g.cond[u] & RAIDING]
    for zone in t.coast[space]:  # [B6.1.3B] [A6.5.3p]
        if not g.forces[zone] & mask:
            continue
        for unit in g.here(zone, mask):
            if t.unit_kind[unit] == TASK_FORCE and g.target[unit] == space:
                if not g.cond[unit] & (FOUGHT | RAIDING):  # one combat in a phase [R43]
                    found.append(unit)
    return found


class Battle(Step[Board]):
    """Carries the present combat through its stages; what is asked is asked by steps on top of it."""

    def run(self, g: Board) -> bool:
        """The next stage."""
        fight = g.fight
        if fight is None:
            g.agenda.pop()
            return False
        prune(g, fight)
        if fight.stage == OVER or decided(fight):
            g.agenda.pop()
            finish(g, fight)
            return False
        advance(g, fight)
        return False


def decided(fight: Fight) -> bool:
    """Whether a party is gone and the other has taken its hits. [B6.2.5]"""
    if fight.attackers and fight.defenders:
        return False
    return not fight.owed(ATTACKER) and not fight.owed(DEFENDER)


def prune(g: Board, fight: Fight) -> None:
    """Strike off units that are gone: by coastal defence, or because their country has surrendered."""
    for unit in fight.attackers + fight.defenders:
        if g.place[unit] < 0:
            fight.drop(unit)


def advance(g: Board, fight: Fight) -> None:
    """Do one stage of a combat and go on to the next."""
    stage = fight.stage
    fight.stage = stage + 1
    if stage == OPENING:
        if g.advanced:
            if fight.kind == LAND:
                windows.open(g, WHEN_COMBAT_START)
            elif fight.kind == NAVAL:
                windows.open(g, WHEN_COMBAT_START, WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT)
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
            g.push(Place(ATTACKER))
    elif stage == ANSWERING:
        if g.advanced:
            g.push(Place(DEFENDER))
    elif stage == FIRING:
        fire(g, fight)
    elif stage == LOSING:
        lose(g, fight)
    elif stage == FORCED:
        force(g, fight)
    elif stage == PHASING:
        g.push(Resolve(ATTACKER))  # [B6.2.3]
    else:
        g.push(Resolve(DEFENDER))
        fight.stage = PLACING  # [B6.2.3c]


def prepare(g: Board, fight: Fight) -> None:
    """What counts in this round: the fortress, extra dice, the battle chart."""
    if fight.kind == LAND:
        fight.fortress = strength.crosses_fortress(g, fight)
        if fight.invasion:
            fight.extra_dice, fight.extra_strength = modifiers.coastal_dice(g, fight.space)
    chart.lay_out(g, fight)


def fire(g: Board, fight: Fight) -> None:
    """The next volley; without one left the round is over."""
    if not g.advanced:
        if fight.volley or not basic_combat.fire(g, fight):
            fight.stage = FORCED
        fight.volley = 1
        return
    while fight.volley < rounds.VOLLEYS:
        if rounds.fire(g, fight):
            fight.volley += 1
            return
        fight.volley += 1
    fight.stage = FORCED


def lose(g: Board, fight: Fight) -> None:
    """Losses are taken; then the next volley fires."""
    if losses.settle(g, fight):
        fight.stage = FIRING
    else:
        fight.stage = LOSING


def force(g: Board, fight: Fight) -> None:
    """Forced retreats, and combats in which nobody can fire. [B6.2.4] [R80]"""
    if fight.kind > NAVAL:
        fight.stage = OVER  # one round [A6.4.3D1] [A6.5.6c]
        return
    if not fight.dice:
        deadlock(g, fight)
    elif fight.kind == LAND:
        if not retreats.forced(g, fight):
            yielding.offer(g, fight)


def deadlock(g: Board, fight: Fight) -> None:
    """Nobody can fire: ships stay together, on land the phasing side must go. [R80]"""
    if fight.kind == NAVAL and g.advanced:
        fight.stage = OVER
        if g.log is not None:
            text = f"Nobody in {words.space(g, fight.space)} can fire; both sides stay."
            g.log.add(text, "A6.8b", (g.ids.space + fight.space,))
        return
    retreats.depart(g, fight, fight.attackers[:], 1)


def finish(g: Board, fight: Fight) -> None:
    """A combat is over: who is left keeps the space, aircraft fly home. [B6.2.5] [A6.5.10]"""
    left = fight.attackers + fight.defenders
    for unit in left:
        g.unmark(unit, ELITE)
        if fight.kind <= NAVAL:  # rounds against ships on their way and raids do not count [R82]
            g.mark(unit, FOUGHT)  # [A10.1] [R43]
            if g.t.unit_kind[unit] == TASK_FORCE:
                g.target[unit] = NONE  # back to its zone [B6.1.3B] [A6.5.3p]
    if g.advanced:
        for unit in left:
            if modifiers.kamikaze(g, unit):
                losses.destroy(g, fight, unit)  # [R38]
    if g.log is not None:
        told = "is over"
        if not fight.attackers or not fight.defenders:
            winner = fight.side if fight.attackers else 1 - fight.side
            told = f"is won by the {words.side(winner)}" if left else "leaves nobody"
        text = f"The combat in {words.space(g, fight.space)} {told}."
        g.log.add(text, "A6.5.10" if g.advanced else "B6.2.5", (g.ids.space + fight.space,))
    if fight.kind == RAID:
        fight.stage = OVER  # the raid goes on, and reads what is left here
        return
    g.fight = None
    g.push(Homecoming(fight.space))
    if fight.kind == LAND:
        control.after_combat(g, fight.space, fight.side)


def party_of(g: Board, unit: int) -> int:
    """The party of the present combat a unit is of; NONE if it takes no part."""
    if g.fight is None:
        return NONE
    if unit in g.fight.attackers:
        return ATTACKER
    return DEFENDER if unit in g.fight.defenders else NONE
