"""Decisions in combats and reactions: losses, retreats, segments, searches, reserves, interceptors."""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import ATTACKER, LAND, RAID, Fight
from sandtable.games.blitzkrieg_general.components.ids import FIGHT, RETREAT, SEARCH, STAY, STOP, WITHDRAW
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combat_segments
from sandtable.games.blitzkrieg_general.rules.combat.strength import strength
from sandtable.games.blitzkrieg_general.rules.naval.naval_search import Encounter, Passing


class Balance:
    """Hits scored and taken of the two parties of a combat."""

    def __init__(self, g: Board, fight: Fight) -> None:
        self.fire: list[float] = [0.0, 0.0]
        self.stand: list[float] = [0.0, 0.0]
        self.holders: list[int] = [0, 0]
        kinds = g.t.unit_kind
        for party in (0, 1):
            for unit in fight.party(party):
                kind = kinds[unit]
                if const.HQ <= kind <= const.LAST_LAND:
                    continue
                self.fire[party] += unit_values.hits(g, unit, strength(g, fight, unit))
                if fight.kind != LAND or kind < const.HQ:
                    self.stand[party] += unit_values.body(g, unit)
                    self.holders[party] += 1
                elif not g.advanced:
                    self.stand[party] += 0.7 * unit_values.body(g, unit)
                else:
                    self.stand[party] += 0.3

    def chance(self, party: int) -> float:
        """The chance of a party to win."""
        other = 1 - party
        return unit_values.odds(self.fire[party], self.stand[party], self.fire[other], self.stand[other])


def resolve(g: Board, party: int, choices: list[int], weights: list[Weights]) -> list[float]:
    """Fight on while there is a chance; leave when there is none, if what is at stake can be left."""
    fight = g.fight
    assert fight is not None
    balance = Balance(g, fight)
    chance = balance.chance(party)
    stake = 0.0
    side = fight.side_of(party)
    k = weights[side]
    if party != ATTACKER and fight.kind == LAND:
        stake = min(k.hold_most, k.hold * Assessment(g, side, k).stake(g, fight.space))
    out: list[float] = []
    for c in choices:
        if c == STAY:
            out.append(chance - (k.press_on if party == ATTACKER else k.give_up) + stake)
        elif c == STOP:
            out.append(0.05 if chance < k.break_off else -0.5)
        elif c == WITHDRAW:
            lost = RETREAT not in choices and chance < 0.15
            out.append(0.1 - chance if lost or balance.holders[party] == 0 else -2.0)
        else:
            out.append(0.02 if c == RETREAT else -2.0)  # no aircraft leaves by itself
    return out


def losses(g: Board, choices: list[int], weights: list[Weights]) -> list[float]:
    """The hit that costs least."""
    fight = g.fight
    assert fight is not None
    out: list[float] = []
    for c in choices:
        unit = c - g.ids.unit
        k = weights[fight.side_of(0 if fight.attacks(unit) else 1)]
        cost = unit_values.loss(g, unit, k)
        kind = g.t.unit_kind[unit]
        if fight.kind == LAND and kind < const.HQ and last_holder(g, fight, unit):
            cost += k.last_holder  # without it the combat is lost
        if const.HQ <= kind <= const.LAST_LAND:
            cost += k.spare_hq
        out.append(-cost)
    return out


def last_holder(g: Board, fight: Fight, unit: int) -> bool:
    """Whether the next hit leaves a party without land units that fight."""
    if g.t.unit_steps[unit] > 1 and not g.cond[unit] & const.FLIPPED:
        return False
    party = 0 if fight.attacks(unit) else 1
    return len(combat_segments.fighters(g, fight, party)) == 1


def placing(g: Board, party: int, choices: list[int]) -> list[float]:
    """Aircraft to spare help on the ground, land units to spare fire at aircraft, some fire at submarines."""
    fight = g.fight
    assert fight is not None
    out: list[float] = []
    for c in choices:
        if c == DONE:
            out.append(0.0)
            continue
        unit = c - g.ids.unit
        if fight.kind == LAND:
            if g.t.unit_kind[unit] > const.LAST_LAND:
                out.append(1.0 + 0.1 * unit_values.support(g, unit, fight.space))
            else:
                out.append(-1.0)  # on the ground it does more
        elif fight.kind == RAID:
            out.append(1.0)
        else:
            foes = fight.party(1 - party)
            subs = len([u for u in foes if g.t.unit_kind[u] == const.SUBMARINE])
            aimed = len([u for u in fight.aims if (u in fight.attackers) == (party == ATTACKER)])
            weak = g.t.unit_kind[unit] == const.CONVOY
            out.append(0.5 if aimed < subs and (weak or aimed * 3 < subs) else -1.0)
    return out


def order(g: Board, choices: list[int], k: Weights) -> list[float]:
    """Combats with the best chances first: they free ground for those that retreat later."""
    out: list[float] = []
    o = Assessment(g, g.side, k)
    for c in choices:
        space = c - g.ids.space
        if space >= g.t.n_areas:
            out.append(50.0)
        else:
            out.append(o.of(g, space).fire - o.of(g, space).their_fire)
    return out


def refuge(g: Board, o: Assessment, choices: list[int]) -> list[float]:
    """Where retreating units go together: to strength, production, and where ships are safe."""
    out: list[float] = []
    for c in choices:
        if c >= g.ids.unit:
            out.append(-5.0)
            continue
        space = c - g.ids.space
        if space >= g.t.n_areas:
            ships = 0.0
            for unit in g.at[space]:
                if g.is_ship(unit):
                    ships += 1.0 if (o.mine >> g.serves[unit]) & 1 else -2.0
            out.append(ships)
        else:
            out.append(o.stake(g, space) + 0.5 * o.of(g, space).fire - 0.3 * o.threat(g, space))
    return out


# --- at sea


def sea_strength(g: Board, zone: int, mask: int) -> tuple[float, float]:
    """The hits that ships of a set of countries in a zone score and take."""
    fire = stand = 0.0
    for unit in g.at[zone]:
        if (mask >> g.serves[unit]) & 1 and g.carrier[unit] < 0:
            fire += unit_values.broadside(g, unit)
            if g.is_ship(unit):
                stand += unit_values.body(g, unit)
    return fire, stand


def encounter(g: Board, step: Encounter, side: int, choices: list[int], k: Weights) -> list[float]:
    """Search and fight when stronger."""
    mine = g.axis if side == 0 else g.allies
    theirs = g.allies if side == 0 else g.axis
    fire, stand = sea_strength(g, step.zone, mine)
    their_fire, their_stand = sea_strength(g, step.zone, theirs)
    chance = unit_values.odds(fire, stand, their_fire, their_stand)
    return [chance - k.search if c in (SEARCH, FIGHT) else 0.0 for c in choices]


def passing(g: Board, step: Passing, side: int, choices: list[int]) -> list[float]:
    """Attack ships that pass when the one round is likely to hurt them more."""
    mine = g.axis if side == 0 else g.allies
    fire, _stand = sea_strength(g, step.zone, mine)
    theirs = 0.0
    for ship in step.ships:
        theirs += unit_values.broadside(g, ship)
    return [fire - 0.8 * theirs + 0.1 if c in (SEARCH, FIGHT) else 0.0 for c in choices]


# --- reactions


def defenders(g: Board, o: Assessment, area: int) -> float:
    """The chance of the side that is attacked to hold an area."""
    fire = o.of(g, area).fire + 0.8 * o.of(g, area).air
    stand = o.of(g, area).stand
    their_fire = o.of(g, area).their_fire + 0.8 * o.of(g, area).their_air
    their_stand = o.of(g, area).their_stand
    for unit in g.at[area]:
        if g.t.unit_kind[unit] == const.AIRCRAFT:
            if (o.mine >> g.serves[unit]) & 1:
                fire += unit_values.support(g, unit, area)
            else:
                their_fire += unit_values.support(g, unit, area)
    return unit_values.odds(fire, stand, their_fire, their_stand)


def reinforce(g: Board, o: Assessment, unit: int, space: int) -> float:
    """What it is worth that a unit comes to the defence of a space."""
    if space >= g.t.n_areas:
        return 0.3
    hold = defenders(g, o, space)
    if hold > o.k.held:
        return -1.0
    if o.of(g, space).number == 0 and g.t.unit_kind[unit] > const.LAST_LAND:
        return -1.0
    if hold < o.k.lost and o.stake(g, space) < 1.0:
        return -0.5
    start = g.place[unit]
    if g.t.unit_kind[unit] <= const.LAST_LAND and start < g.t.n_areas:
        if o.of(g, start).number <= 1 and o.stake(g, start) >= o.k.post:
            return -1.0
        if o.of(g, start).number <= 1 and o.threat(g, start) > 0.0 and o.stake(g, start) > o.stake(g, space):
            return -1.0
    return 0.5 + 0.3 * o.stake(g, space) + (1.0 - abs(hold - 0.5))


def helping(g: Board, o: Assessment, choices: list[int], goals: list[list[int]]) -> list[float]:
    """For each unit that could come the best of its goals."""
    out: list[float] = []
    for at in range(len(choices)):
        if choices[at] == DONE:
            out.append(0.0)
            continue
        best = -1.0
        for space in goals[at]:
            best = max(best, reinforce(g, o, choices[at] - g.ids.unit, space))
        out.append(best)
    return out
