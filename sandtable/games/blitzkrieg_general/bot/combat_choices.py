"""Decisions in combats and reactions: losses, retreats, segments, searches, reserves, interceptors."""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import ATTACKER, LAND, RAID, CombatState
from sandtable.games.blitzkrieg_general.components.ids import FIGHT, RETREAT, SEARCH, STAY, STOP, WITHDRAW
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combat_segments
from sandtable.games.blitzkrieg_general.rules.combat.strength import strength
from sandtable.games.blitzkrieg_general.rules.naval.naval_search import Encounter, Passing


class Balance:
    """The hits that the two sides of a combat score and take."""

    def __init__(self, g: Board, fight: CombatState) -> None:
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
                    self.stand[party] += unit_values.steps_left(g, unit)
                    self.holders[party] += 1
                elif not g.advanced:
                    self.stand[party] += 0.7 * unit_values.steps_left(g, unit)
                else:
                    self.stand[party] += 0.3

    def chance(self, party: int) -> float:
        """Return the chance of a side of the combat to win."""
        other = 1 - party
        return unit_values.odds(self.fire[party], self.stand[party], self.fire[other], self.stand[other])


def rate_resolve(g: Board, party: int, choices: list[int], weights: list[Weights]) -> list[float]:
    """Rate fighting on and leaving: leave without a chance, if the stakes allow it."""
    fight = g.fight
    assert fight is not None
    balance = Balance(g, fight)
    chance = balance.chance(party)
    stake = 0.0
    side = fight.side_of(party)
    w = weights[side]
    if party != ATTACKER and fight.kind == LAND:
        stake = min(w.hold_most, w.hold * Assessment(g, side, w).stake(g, fight.space))
    out: list[float] = []
    for c in choices:
        if c == STAY:
            out.append(chance - (w.press_on if party == ATTACKER else w.give_up) + stake)
        elif c == STOP:
            out.append(0.05 if chance < w.break_off else -0.5)
        elif c == WITHDRAW:
            lost = RETREAT not in choices and chance < 0.15
            out.append(0.1 - chance if lost or balance.holders[party] == 0 else -2.0)
        else:
            out.append(0.02 if c == RETREAT else -2.0)  # no aircraft leaves by itself
    return out


def rate_losses(g: Board, choices: list[int], weights: list[Weights]) -> list[float]:
    """Rate units for a hit: the one that costs least first."""
    fight = g.fight
    assert fight is not None
    out: list[float] = []
    for c in choices:
        unit = c - g.ids.unit
        w = weights[fight.side_of(0 if fight.attacks(unit) else 1)]
        cost = unit_values.loss(g, unit, w)
        kind = g.t.unit_kind[unit]
        if fight.kind == LAND and kind < const.HQ and last_holder(g, fight, unit):
            cost += w.last_holder  # without it the combat is lost
        if const.HQ <= kind <= const.LAST_LAND:
            cost += w.spare_hq
        out.append(-cost)
    return out


def last_holder(g: Board, fight: CombatState, unit: int) -> bool:
    """Return whether the next hit leaves a side of the combat without land units that fight."""
    if g.t.unit_steps[unit] > 1 and not g.cond[unit] & const.FLIPPED:
        return False
    party = 0 if fight.attacks(unit) else 1
    return len(combat_segments.fighters(g, fight, party)) == 1


def rate_segments(g: Board, party: int, choices: list[int]) -> list[float]:
    """Rate units for another segment: aircraft against aircraft, some ships against submarines."""
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


def rate_order(g: Board, choices: list[int], w: Weights) -> list[float]:
    """Rate combats by their chances: early victories free ground for those that retreat later."""
    out: list[float] = []
    view = Assessment(g, g.side, w)
    for c in choices:
        space = c - g.ids.space
        if space >= g.t.n_areas:
            out.append(50.0)
        else:
            out.append(view.forces_in(g, space).fire - view.forces_in(g, space).their_fire)
    return out


def rate_retreats(g: Board, view: Assessment, choices: list[int]) -> list[float]:
    """Rate spaces for retreating units: strength, production, and safety for ships."""
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
                    ships += 1.0 if (view.mine >> g.serves[unit]) & 1 else -2.0
            out.append(ships)
        else:
            out.append(
                view.stake(g, space) + 0.5 * view.forces_in(g, space).fire - 0.3 * view.threat(g, space)
            )
    return out


# --- at sea


def sea_strength(g: Board, zone: int, mask: int) -> tuple[float, float]:
    """Return the hits that ships of a set of countries in a zone score and take."""
    fire = stand = 0.0
    for unit in g.at[zone]:
        if (mask >> g.serves[unit]) & 1 and g.carrier[unit] < 0:
            fire += unit_values.ship_fire(g, unit)
            if g.is_ship(unit):
                stand += unit_values.steps_left(g, unit)
    return fire, stand


def rate_encounter(g: Board, step: Encounter, side: int, choices: list[int], w: Weights) -> list[float]:
    """Rate searching and fighting: yes for the stronger side."""
    mine = g.axis if side == 0 else g.allies
    theirs = g.allies if side == 0 else g.axis
    fire, stand = sea_strength(g, step.zone, mine)
    their_fire, their_stand = sea_strength(g, step.zone, theirs)
    chance = unit_values.odds(fire, stand, their_fire, their_stand)
    return [chance - w.search if c in (SEARCH, FIGHT) else 0.0 for c in choices]


def rate_passing(g: Board, step: Passing, side: int, choices: list[int]) -> list[float]:
    """Rate an attack on ships that pass: yes if the one round is likely to hurt them more."""
    mine = g.axis if side == 0 else g.allies
    fire, _stand = sea_strength(g, step.zone, mine)
    theirs = 0.0
    for ship in step.ships:
        theirs += unit_values.ship_fire(g, ship)
    return [fire - 0.8 * theirs + 0.1 if c in (SEARCH, FIGHT) else 0.0 for c in choices]


# --- reactions


def chance_to_hold(g: Board, view: Assessment, area: int) -> float:
    """Return the chance of the attacked side to hold an area."""
    fire = view.forces_in(g, area).fire + 0.8 * view.forces_in(g, area).air
    stand = view.forces_in(g, area).stand
    their_fire = view.forces_in(g, area).their_fire + 0.8 * view.forces_in(g, area).their_air
    their_stand = view.forces_in(g, area).their_stand
    for unit in g.at[area]:
        if g.t.unit_kind[unit] == const.AIRCRAFT:
            if (view.mine >> g.serves[unit]) & 1:
                fire += unit_values.support(g, unit, area)
            else:
                their_fire += unit_values.support(g, unit, area)
    return unit_values.odds(fire, stand, their_fire, their_stand)


def reinforcement_value(g: Board, view: Assessment, unit: int, space: int) -> float:
    """Return the value of a unit's coming to the defence of a space."""
    if space >= g.t.n_areas:
        return 0.3
    hold = chance_to_hold(g, view, space)
    if hold > view.w.held:
        return -1.0
    if view.forces_in(g, space).number == 0 and g.t.unit_kind[unit] > const.LAST_LAND:
        return -1.0
    if hold < view.w.lost and view.stake(g, space) < 1.0:
        return -0.5
    start = g.place[unit]
    if g.t.unit_kind[unit] <= const.LAST_LAND and start < g.t.n_areas:
        if view.forces_in(g, start).number <= 1 and view.stake(g, start) >= view.w.post:
            return -1.0
        if (
            view.forces_in(g, start).number <= 1
            and view.threat(g, start) > 0.0
            and view.stake(g, start) > view.stake(g, space)
        ):
            return -1.0
    return 0.5 + 0.3 * view.stake(g, space) + (1.0 - abs(hold - 0.5))


def rate_helpers(g: Board, view: Assessment, choices: list[int], goals: list[list[int]]) -> list[float]:
    """Rate each unit that could come by the best of its goals."""
    out: list[float] = []
    for at in range(len(choices)):
        if choices[at] == DONE:
            out.append(0.0)
            continue
        best = -1.0
        for space in goals[at]:
            best = max(best, reinforcement_value(g, view, choices[at] - g.ids.unit, space))
        out.append(best)
    return out
