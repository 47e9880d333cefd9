"""The strength of Armies and the threats to Areas, on which the doctrine is based."""

from __future__ import annotations

import math

from sandtable.games.other_side.bot.value import late
from sandtable.games.other_side.bot.weights import Weights
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.state import ISOLATED, Board
from sandtable.games.other_side.rules.combat import leading_general


def power_of(g: Board, unit: int, w: Weights) -> float:
    """Return the Hits an Army brings."""
    kind = g.t.unit_kind[unit]
    if kind == const.PANZER:
        return w.panzer
    if kind == const.REGULAR:
        return w.regular
    return w.reduced if kind == const.REDUCED else w.satellite


def strength(g: Board, area: int, w: Weights) -> float:
    """Return the Hits of all Armies in an Area."""
    found = 0.0
    for unit in g.at[area]:
        found += power_of(g, unit, w)
    return found * (w.isolated if g.supply[area] == ISOLATED else 1.0)


def dice_of(g: Board, faction: int, attack: bool) -> float:
    """Return how many dice a Faction rolls on average this year, without cells that have no number."""
    rows = g.t.offence[faction] if attack else g.t.defence[faction]
    total = 0
    cells = 0
    for card in range(g.t.n_combat):
        dice = rows[card][g.year].dice
        total += dice
        cells += dice > 0
    return total / max(1, cells)


def threats(g: Board, w: Weights) -> list[float]:
    """Return the Hits that may come against each Area; 0 if no attack can come now."""
    t = g.t
    found = [0.0] * t.n_areas
    west = dice_of(g, const.WEST, True) * w.allied_die
    east = dice_of(g, const.SOVIETS, True) * w.allied_die
    war = g.at_war(const.SOVIETS)
    for area in range(t.n_areas):
        if not g.axis[area]:
            continue
        if g.align[area] == const.DISPUTED:
            found[area] = west if g.ally_side[area] == const.WEST else east
        elif g.align[area] != const.NEUTRAL or t.front[area] == const.EAST_FRONT:
            for other in bits(t.near[area]):
                if g.align[other] == const.WESTERN and g.align[area] != const.NEUTRAL:
                    found[area] = max(found[area], west)
                elif war and g.align[other] == const.SOVIET and not t.shut[area] >> other & 1:
                    found[area] = max(found[area], east)
    return found


def worth(g: Board, area: int, w: Weights) -> float:
    """Return the value of holding an Area: Germany first, then the Areas before it."""
    t = g.t
    found = w.area_worth
    if t.terrain[area][g.axis[area]] == const.FESTUNG:
        found += w.festung_now
    elif t.festung >> area & 1:
        found += w.festung_near
    if t.scoring >> area & 1:
        found += w.scoring_worth
        if w.scoring_late > 0.0:
            found += 5.0 * w.scoring_late * late(g)
    found += w.resource_worth if g.counted >> area & 1 else 0.0
    if g.axis[area] == 1 and not t.festung >> area & 1:
        found += w.last_sector
    return found


def safety(power: float, need: float, armies: int, w: Weights) -> float:
    """Return from 0 to 1 how well `armies` with `power` hold an Area against `need` Hits."""
    if armies == 0:
        return -w.bare if need > 0 else 0.0  # undefended: three Retreats
    if need <= 0:
        return w.calm + w.calm_army * min(armies, 2)
    found = 1.0 - math.exp(-w.firm * power / need) + w.firm_army * min(armies, 3)
    return found + w.pair if armies > 1 else found


class Assessment:
    """The threats of a position, and the value of a change of Armies."""

    def __init__(self, g: Board, w: Weights) -> None:
        self.w = w
        self.need = threats(g, w)
        self.goals = goals(g, w)

    def hold(self, g: Board, area: int, power: float, armies: int) -> float:
        """Return the value of Armies with this power in an Area."""
        w = self.w
        need = self.need[area]
        value = safety(power, need, armies, w) * (worth(g, area, w) if need > 0 else w.quiet)
        if armies and g.align[area] == const.OCCUPIED and g.t.partisan >> area & 1:
            value += w.partisans
        goal = self.goals[area]
        if goal > 0:
            value += goal * (1.0 - math.exp(-w.goal * power))
        return value

    def gain(self, g: Board, area: int, power: float, armies: int) -> float:
        """Return the value of this much more (or less) power in an Area."""
        now, many = strength(g, area, self.w), len(g.at[area])
        return self.hold(g, area, now + power, many + armies) - self.hold(g, area, now, many)


def goals(g: Board, w: Weights) -> list[float]:
    """Return the value of each Area as a base for the active and selected attacks."""
    t = g.t
    found = [0.0] * t.n_areas
    for card in g.active:
        d = t.directives[card]
        for area, sector in d.objective_sectors:
            if g.axis_sector(area, sector):
                continue
            if g.align[area] == const.DISPUTED:
                found[area] += w.goal_here
                continue
            for other in bits(t.near[area]):
                if other < t.n_areas and g.axis_controls(other):
                    found[other] += w.goal_near
    return found


def enemy_hits(g: Board, area: int, w: Weights) -> float:
    """Return the Hits the defender of an Area brings on average."""
    t = g.t
    faction = g.ally_side[area]
    sector = g.ally[area]
    terrain = t.terrain[area][sector]
    dice = dice_of(g, faction, False)
    if terrain == const.ROUGH:
        dice += 1
    if terrain == const.FORTIFIED or g.landing[area] == sector:
        dice += 2
    for other in bits(t.extra_die[faction][area]):
        dice += g.controls(faction, other)
    return dice * (w.foe_plains if terrain == const.PLAINS else w.foe_die)


def attackers(g: Board, area: int, w: Weights) -> float:
    """Return the most Hits that Armies of one place can bring against an Area."""
    from_here = leading_general.sources(g, area)
    best = 0.0
    for source in from_here:
        able = bits(leading_general.fighters(g, area, source))
        rated = sorted([power_of(g, unit, w) for unit in able], reverse=True)
        total = 0.0
        for value in rated[: g.t.stacking[area]]:
            total += value
        best = max(best, total)
    if g.t.terrain[area][g.ally[area]] == const.PLAINS:
        best *= w.plains
    return best + (w.air_die if g.air[g.t.front[area]] == g.t.air_max else 0.0) + w.lead


def win_chance(g: Board, area: int, w: Weights) -> float:
    """Return the chance that an Axis attack on an Area succeeds."""
    if area >= g.t.n_areas or not g.ally[area]:
        return w.unknown
    ours = attackers(g, area, w)
    if ours <= w.lead:
        return 0.0
    edge = ours - enemy_hits(g, area, w)
    return 1.0 / (1.0 + math.exp(-w.edge * edge))
