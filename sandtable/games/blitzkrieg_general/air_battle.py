"""Raids: who intercepts, the round in the air, and the bombs. [A6.5.6] [A6.5.6c] [A7.5.2c]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general import bases, battle, raids, words
from sandtable.games.blitzkrieg_general.fight import RAID, Fight
from sandtable.games.blitzkrieg_general.parties import at_war, side_mask
from sandtable.games.blitzkrieg_general.phase import PhaseStep
from sandtable.games.blitzkrieg_general.state import Board, distinct
from sandtable.games.blitzkrieg_general.terms import (
    AIRCRAFT,
    FLOWN,
    FLYING,
    FOUGHT,
    NONE,
    PINNED,
    RAIDING,
    REACTED,
    TASK_FORCE,
)


def raiders(g: Board, area: int, mask: int) -> list[int]:
    """The aircraft over an area, and the task forces beside it, that bomb, escort or intercept there."""
    found = [u for u in g.here(area, mask) if g.cond[u] & RAIDING and g.t.unit_kind[u] == AIRCRAFT]
    for zone in g.t.coast[area]:
        if g.forces[zone] & mask:
            for unit in g.here(zone, mask):
                if g.t.unit_kind[unit] == TASK_FORCE and g.target[unit] == area and g.cond[unit] & RAIDING:
                    found.append(unit)  # [A6.5.6d]
    return found


class Raid(Step[Board]):
    """The raid on an area: interception, one round in the air, bombs. [A6.5.6]"""

    def __init__(self, area: int, stage: int = 0) -> None:
        self.area = area
        self.stage = stage

    def pack(self) -> list[int]:
        """The area, and how far the raid is."""
        return [self.area, self.stage]

    def run(self, g: Board) -> bool:
        """The next part."""
        area = self.area
        g.agenda[-1] = Raid(area, self.stage + 1)
        if self.stage == 0:
            g.push(Intercept(area))
        elif self.stage == 1:
            intercept(g, area)
        else:
            g.agenda.pop()
            free, hits = bombers(g, area), suffered(g)
            over(g, area)
            raids.resolve(g, area, free, hits)
        return False


def can_intercept(g: Board, area: int, seat: int) -> list[int]:
    """The aircraft in range and the task forces on the coast with which a seat may intercept. [A6.5.6c]

    None that is bound elsewhere or has been used in this phase. [A10.1] [A10.1d]
    """
    t = g.t
    foes = raiders(g, area, side_mask(g, g.side))
    if not foes:
        return []
    mask = side_mask(g, 1 - g.side)
    found: list[int] = []
    for space in range(t.n_areas):
        if not g.air[space] & mask:
            continue
        for unit in g.here(space, mask):
            if t.unit_kind[unit] != AIRCRAFT or g.owner(unit) != seat or not _free(g, unit):
                continue
            if at_war(g, unit, foes) and in_range(g, unit, area):
                found.append(unit)
    for zone in t.coast[area]:
        if g.forces[zone] & mask:
            for unit in g.here(zone, mask):
                if t.unit_kind[unit] == TASK_FORCE and g.target[unit] == NONE and g.owner(unit) == seat:
                    if _free(g, unit) and at_war(g, unit, foes):
                        found.append(unit)  # [A6.5.6d]
    return found


def _free(g: Board, unit: int) -> bool:
    return not g.cond[unit] & (PINNED | FLYING | FLOWN | FOUGHT | RAIDING)


def in_range(g: Board, unit: int, area: int) -> bool:
    """Whether an aircraft reaches an area with its single range. [A6.5.6c]"""
    here = g.place[unit]
    if here == area:
        return True
    return area in bases.reached(g, g.serves[unit], here, bases.air_range(g, unit))


class Intercept(PhaseStep):
    """The other side's seats send aircraft and task forces against a raid. [A6.5.6c]"""

    def __init__(self, area: int, at: int = 0) -> None:
        self.area = area
        self.at = at

    def pack(self) -> list[int]:
        """The area, and the number of the seat that acts."""
        return [self.area, self.at]

    def again(self, at: int) -> PhaseStep:
        """The same raid with another seat acting."""
        return Intercept(self.area, at)

    def side(self, g: Board) -> int:
        """Those who are bombed."""
        return 1 - g.side

    def offers(self, g: Board, seat: int) -> list[int]:
        """Units that may intercept."""
        return [g.ids.unit + unit for unit in distinct(g, can_intercept(g, self.area, seat))]

    def take(self, g: Board, seat: int, choice: int) -> None:
        """It takes off, or steams up."""
        unit = choice - g.ids.unit
        if g.log is not None:
            text = f"{words.unit(g, unit)} intercepts the raid on {words.space(g, self.area)}."
            g.log.add(text, "A6.5.6c", (choice, g.ids.space + self.area))
        if g.t.unit_kind[unit] == TASK_FORCE:
            g.target[unit] = self.area
            g.mark(unit, RAIDING | REACTED)
            return
        if g.place[unit] != self.area:
            g.move(unit, self.area)
            g.mark(unit, FLYING)
        g.mark(unit, RAIDING | FLOWN | REACTED)

    def prompt(self, g: Board, seat: int) -> Ask:
        """Who intercepts?"""
        foes = words.units(g, raiders(g, self.area, side_mask(g, g.side)))
        where = words.space(g, self.area)
        return Ask(f"{foes} are over {where}. Choose interceptors, then Done.", "A6.5.6c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """Why a unit does not intercept."""
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0 or g.owner(unit) != seat:
            return Refusal("Choose one of your own aircraft or task forces, or Done.", "A6.5.6c")
        kind = g.t.unit_kind[unit]
        if kind not in (AIRCRAFT, TASK_FORCE):
            return Refusal("Only aircraft and task forces intercept.", "A6.5.6d")
        if g.cond[unit] & PINNED:
            return Refusal("It is bound by an attack where it is.", "A10.1d")
        if not _free(g, unit):
            return Refusal("It is used already in this phase.", "A10.1")
        return Refusal(f"{words.space(g, self.area)} is out of its range.", "A6.5.6c")


def intercept(g: Board, area: int) -> bool:
    """Push the round between raiders and interceptors over an area; False if nobody intercepts. [A6.5.6c]

    All with the bit RAIDING take part, of both sides: aircraft over the area, task forces with it as target.
    When the step is done `g.fight` is still there, for `bombers` and `suffered`; `over` ends it.
    """
    fight = Fight(RAID, area, g.side)
    fight.attackers = raiders(g, area, side_mask(g, g.side))
    fight.defenders = raiders(g, area, side_mask(g, 1 - g.side))
    if not fight.attackers or not fight.defenders:
        return False
    fight.stage = battle.PLACING
    g.fight = fight
    g.push(battle.Battle())
    return True


def bombers(g: Board, area: int) -> list[int]:
    """The aircraft that may bomb now: all if nobody intercepted, else those kept out of the air combat."""
    fight = g.fight
    if fight is None or fight.kind != RAID:
        return [u for u in raiders(g, area, side_mask(g, g.side)) if g.t.unit_kind[u] == AIRCRAFT]
    return [u for u in fight.attackers if u not in fight.air and g.t.unit_kind[u] == AIRCRAFT]


def suffered(g: Board) -> int:
    """The hits that interceptors have scored on the raiders. [A7.5.2d]"""
    fight = g.fight
    return 0 if fight is None or fight.kind != RAID else fight.attacker_suffered


def over(g: Board, area: int) -> None:
    """The interception is over: interceptors are used up for this phase and go home. [A10.1]"""
    g.fight = None
    for unit in raiders(g, area, side_mask(g, 1 - g.side)):
        g.unmark(unit, RAIDING)
        g.mark(unit, FOUGHT)
        if g.t.unit_kind[unit] == TASK_FORCE:
            g.target[unit] = NONE
        elif g.cond[unit] & FLYING:
            bases.home(g, unit)
