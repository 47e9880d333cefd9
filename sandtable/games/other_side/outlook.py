"""How strong Armies are and how much Areas are threatened: the ground of the doctrine."""

from __future__ import annotations

import math
from typing import Final

from sandtable.games.other_side import leading
from sandtable.games.other_side.state import ISOLATED, Board
from sandtable.games.other_side.terms import (
    DISPUTED,
    EAST_FRONT,
    FESTUNG,
    FORTIFIED,
    NEUTRAL,
    OCCUPIED,
    PLAINS,
    ROUGH,
    SATELLITES,
    SOVIET,
    SOVIETS,
    WEST,
    WESTERN,
    bits,
)

# Hits that an Army's die brings on average: Panzer, Regular, Reduced, Satellite.
POWER: Final[list[float]] = [0.8, 0.5, 0.34, 0.18]
ALLIED_DIE: Final = 0.55  # Hits of an Allied die
GUARD: Final = 0.35  # what a quiet Area is worth to be held at all


def power_of(g: Board, unit: int) -> float:
    """The Hits an Army brings."""
    return POWER[min(g.t.unit_kind[unit], SATELLITES)]


def strength(g: Board, area: int) -> float:
    """The Hits of all Armies in an Area."""
    found = 0.0
    for unit in g.at[area]:
        found += power_of(g, unit)
    return found * (0.7 if g.supply[area] == ISOLATED else 1.0)


def dice_of(g: Board, faction: int, attack: bool) -> float:
    """How many dice a Faction rolls on average this year, cells without a number left out."""
    rows = g.t.offence[faction] if attack else g.t.defence[faction]
    total = 0
    cells = 0
    for card in range(g.t.n_combat):
        dice = rows[card][g.year].dice
        total += dice
        cells += dice > 0
    return total / max(1, cells)


def threats(g: Board) -> list[float]:
    """The Hits that may come against each Area, 0 where no attack can come now."""
    t = g.t
    found = [0.0] * t.n_areas
    west = dice_of(g, WEST, True) * ALLIED_DIE
    east = dice_of(g, SOVIETS, True) * ALLIED_DIE
    war = g.at_war(SOVIETS)
    for area in range(t.n_areas):
        if not g.axis[area]:
            continue
        if g.align[area] == DISPUTED:
            found[area] = west if g.ally_side[area] == WEST else east
        elif g.align[area] != NEUTRAL or t.front[area] == EAST_FRONT:
            for other in bits(t.near[area]):
                if g.align[other] == WESTERN and g.align[area] != NEUTRAL:
                    found[area] = max(found[area], west)
                elif war and g.align[other] == SOVIET and not t.shut[area] >> other & 1:
                    found[area] = max(found[area], east)
    return found


def worth(g: Board, area: int) -> float:
    """How much it matters to hold an Area: Germany first, then what lies before it."""
    t = g.t
    found = 1.0
    if t.terrain[area][g.axis[area]] == FESTUNG:
        found += 6.0
    elif t.festung >> area & 1:
        found += 2.5
    found += 0.6 if t.scoring >> area & 1 else 0.0
    found += 0.5 if g.counted >> area & 1 else 0.0
    if g.axis[area] == 1 and not t.festung >> area & 1:
        found += 0.5
    return found


def safety(power: float, need: float, armies: int) -> float:
    """From 0 to 1, how well an Area with so much strength is held against so many Hits."""
    if armies == 0:
        return -1.0 if need > 0 else 0.0  # undefended: three Retreats
    if need <= 0:
        return 0.1 + 0.02 * min(armies, 2)
    return 1.0 - math.exp(-1.1 * power / need) + 0.05 * min(armies, 3)


class Outlook:
    """The threats of a position, and what a change of Armies is worth."""

    def __init__(self, g: Board) -> None:
        self.need = threats(g)
        self.goals = goals(g)

    def hold(self, g: Board, area: int, power: float, armies: int) -> float:
        """What Armies of such a strength in an Area are worth."""
        need = self.need[area]
        value = safety(power, need, armies) * (worth(g, area) if need > 0 else GUARD)
        if armies and g.align[area] == OCCUPIED and g.t.partisan >> area & 1:
            value += 0.2
        goal = self.goals[area]
        if goal > 0:
            value += goal * (1.0 - math.exp(-0.9 * power))
        return value

    def gain(self, g: Board, area: int, power: float, armies: int) -> float:
        """What so much more (or less) in an Area is worth."""
        now, many = strength(g, area), len(g.at[area])
        return self.hold(g, area, now + power, many + armies) - self.hold(g, area, now, many)


def goals(g: Board) -> list[float]:
    """How much each Area is worth as a base for the active and selected attacks."""
    t = g.t
    found = [0.0] * t.n_areas
    for card in g.active:
        d = t.directives[card]
        for area, sector in d.objective_sectors:
            if g.axis_sector(area, sector):
                continue
            if g.align[area] == DISPUTED:
                found[area] += 1.2
                continue
            for other in bits(t.near[area]):
                if other < t.n_areas and g.controlled(other):
                    found[other] += 0.8
    return found


def enemy_hits(g: Board, area: int) -> float:
    """The Hits the defender of an Area brings on average."""
    t = g.t
    faction = g.ally_side[area]
    sector = g.ally[area]
    terrain = t.terrain[area][sector]
    dice = dice_of(g, faction, False)
    if terrain == ROUGH:
        dice += 1
    if terrain == FORTIFIED or g.landing[area] == sector:
        dice += 2
    for other in bits(t.extra_die[faction][area]):
        dice += g.holds(faction, other)
    return dice * (0.67 if terrain == PLAINS else 0.5)


def attackers(g: Board, area: int) -> float:
    """The most Hits that Armies can bring against an Area from one place."""
    from_here = leading.sources(g, area)
    best = 0.0
    for source in from_here:
        rated = sorted([power_of(g, unit) for unit in bits(leading.ready(g, source))], reverse=True)
        total = 0.0
        for value in rated[: g.t.stacking[area]]:
            total += value
        best = max(best, total)
    if g.t.terrain[area][g.ally[area]] == PLAINS:
        best *= 1.1
    return best + (0.33 if g.air[g.t.front[area]] == g.t.air_max else 0.0) + 0.4  # Generals help


def win_chance(g: Board, area: int) -> float:
    """How likely an Axis attack on an Area is to succeed."""
    if area >= g.t.n_areas or not g.ally[area]:
        return 0.4
    ours = attackers(g, area)
    if ours <= 0.4:
        return 0.0
    edge = ours - enemy_hits(g, area)
    return 1.0 / (1.0 + math.exp(-1.6 * edge))
