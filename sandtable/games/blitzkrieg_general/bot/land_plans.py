"""Plans on land: which areas are attacked, who marches where, who stays on guard."""

from __future__ import annotations

import math
from typing import Final

from sandtable.games.blitzkrieg_general.bot import assessment, unit_values
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits

BUSY: Final = (
    const.MOVED | const.FLYING | const.FLOWN | const.LANDED | const.INVADING | const.OBSERVER | const.DROPPING
)
NEVER: Final = -9.0
ATTACK: Final = 10.0  # attacks come first, then what supports them, then what is free to take, then marches
HELP: Final = 7.0
TAKE: Final = 5.0
MARCH: Final = 1.0


class LandPlans:
    """What a side could do on land now; made for one question."""

    def __init__(self, g: Board, view: Assessment) -> None:
        self.view = view
        self.w = view.w
        self.exploit = g.phase >= const.EXPLOIT
        self.chances: dict[int, float] = {}
        self.rescues: dict[int, tuple[float, float]] = {}
        self.guards: dict[int, int] = {}
        self.marches: dict[int, float] = {}
        self.bases: dict[int, float] = {}
        self.airfields: dict[int, float] = {}

    # --- who must stay

    def guard(self, g: Board, area: int, target: int = const.NONE) -> int:
        """Return how many land units should stay in an area; enemies in `target` are under attack."""
        key = area if target == const.NONE else (target + 1) * g.t.n_spaces + area
        found = self.guards.get(key, const.NONE)
        if found == const.NONE:
            found = self.count_guard(g, area, target)
            self.guards[key] = found
        return found

    def count_guard(self, g: Board, area: int, target: int) -> int:
        """Count the guards for `guard`."""
        view = self.view
        if g.side_of(g.control[area]) != view.side:
            return 0
        stake = view.stake(g, area)
        fire, stand = view.nearby_fire(g, area, [target] if target != const.NONE else self.doomed(g, area))
        if fire <= 0.01:
            if view.is_liberation_coast(g, area):
                return int(self.w.beach)
            return 1 if stake >= self.w.idle_stake and g.at_war(g.control[area]) else 0
        if stake < self.w.guard_stake:
            return 1
        forces = view.forces_in(g, area)
        blow, body = 0.45, 1.8
        if forces.number:
            blow = max(0.15, forces.fire / forces.number)
            body = forces.stand / forces.number
        want = min(self.w.watch_most, self.w.watch * stake) * fire * stand
        air = self.w.watch_help * self.air_cover(g, area) * body
        number = (math.sqrt(air * air + 4.0 * blow * body * want) - air) / (2.0 * blow * body)
        return max(1, min(int(self.w.guards), int(number + 0.5)))

    def air_cover(self, g: Board, area: int) -> float:
        """Return the hits that friendly aircraft near an area score in a round."""
        found = 0.0
        for other in g.t.air_ring[area]:
            if g.air[other] & self.view.mine:
                found += self.view.forces_in(g, other).air
        return found

    def doomed(self, g: Board, area: int) -> list[int]:
        """Return the neighbours of an area whose enemies are about to be attacked and beaten."""
        found: list[int] = []
        if self.view.side != g.side or g.phase > const.EXPLOIT:
            return found
        war = g.war[g.control[area]]
        for other in g.t.land_near[area]:
            if g.fighters[other] & war and other not in g.battles and self.chance(g, other) >= self.w.doomed:
                found.append(other)
        return found

    def may_leave(self, g: Board, unit: int, area: int, target: int = const.NONE) -> bool:
        """Return whether a land unit may leave its area."""
        if g.t.unit_kind[unit] >= const.HQ:
            return True
        return self.view.forces_in(g, area).number - 1 >= self.guard(g, area, target)

    # --- attacks

    def can_attack(self, g: Board, unit: int) -> bool:
        """Return whether a land unit could still attack in this phase."""
        cond = g.cond[unit]
        if cond & BUSY or g.t.unit_kind[unit] >= const.HQ or g.carrier[unit] >= 0:
            return False
        if not self.exploit:
            return True
        if g.advanced and cond & const.UNSUPPLIED:
            return False
        return g.t.unit_kind[unit] == const.ARMOR or cond & const.LED != 0

    def chance(self, g: Board, area: int, extra: int = const.NONE, only: bool = False) -> float:
        """Return the chance to win an area with all that could join, or only with those there already."""
        key = area * 2 + (1 if only else 0)
        if extra == const.NONE:
            known = self.chances.get(key, -1.0)
            if known >= 0.0:
                return known
        found = self.compute_chance(g, area, extra, only)
        if extra == const.NONE:
            self.chances[key] = found
        return found

    def compute_chance(self, g: Board, area: int, extra: int, only: bool) -> float:
        """Compute the chance for `chance`."""
        t, view = g.t, self.view
        holder = g.control[area]
        forces = view.forces_in(g, area)
        fire, stand = forces.their_fire, forces.their_stand
        if not (view.theirs >> holder) & 1:
            more_fire, more_stand = assessment.garrison(g, holder)
            fire += more_fire
            stand += more_stand
        if forces.their_air > 0.0:
            fire += self.w.their_air * forces.their_air
            stand += 0.5
        more_fire, more_stand = self.enemy_help(g, area)
        fire += more_fire
        stand += more_stand
        mine, body = 0.0, 0.0
        there = 0
        for unit in g.at[area]:
            if (view.mine >> g.serves[unit]) & 1 and not g.cond[unit] & (const.RAIDING | const.FOUGHT):
                kind = t.unit_kind[unit]
                if kind < const.HQ:
                    link = g.came[unit]
                    start = const.NONE
                    if link >= 0:
                        start = t.link_a[link] if t.link_b[link] == area else t.link_b[link]
                    mine += unit_values.attack(g, unit, start, area)
                    body += unit_values.steps_left(g, unit)
                    there += 1
                elif kind == const.AIRCRAFT:
                    mine += unit_values.support(g, unit, area)
                    body += 0.5
        if extra != const.NONE and g.place[extra] != area:
            mine += unit_values.attack(g, extra, g.place[extra], area)
            body += unit_values.steps_left(g, extra)
            there += 1
        if not only:
            found = self.attackers(g, area, extra, holder)
            most = self.attack_limit(g, area)
            if most >= 0:
                found = found[: max(0, most - there)]
            for blow, taken in found:
                mine += blow
                body += taken
            for other in g.t.air_ring[area]:
                if g.air[other] & view.mine and view.forces_in(g, other).air > 0.0:
                    mine += self.w.own_air * view.forces_in(g, other).air
                    body += 0.3
        return unit_values.odds(mine, body, fire, stand)

    def enemy_help(self, g: Board, area: int) -> tuple[float, float]:
        """Return the hits that enemy helpers score and take: aircraft, reserves of HQs."""
        t, view, w = g.t, self.view, self.w
        known = self.rescues.get(area)
        if known is not None:
            return known
        fire = stand = 0.0
        for other in g.t.air_ring[area]:
            if g.air[other] & view.theirs and other != area and other not in g.battles:
                air = view.forces_in(g, other).their_air
                fire += w.near_air * air
                stand += w.near_stand * air
        for other in t.land_near[area]:
            if not g.fighters[other] & view.theirs or other in g.battles:
                continue
            led = 0
            rows: list[tuple[float, float]] = []
            for unit in g.at[other]:
                if (view.theirs >> g.serves[unit]) & 1:
                    if t.unit_kind[unit] == const.HQ:
                        led += t.unit_command[unit]
                    elif t.unit_kind[unit] < const.HQ:
                        rows.append((unit_values.defence(g, unit, area), unit_values.steps_left(g, unit)))
            if led:
                rows.sort(reverse=True)
                for blow, taken in rows[:led]:
                    fire += w.reserves * blow
                    stand += w.reserves * taken
        self.rescues[area] = (fire, stand)
        return fire, stand

    def attackers(self, g: Board, area: int, extra: int, holder: int) -> list[tuple[float, float]]:
        """Return the hits scored and taken by each land unit that could still attack an area.

        The strongest come first.
        """
        t, view = g.t, self.view
        found: list[tuple[float, float]] = []
        for start in t.land_near[area]:
            if not g.fighters[start] & view.mine:
                continue
            if self.exploit and not entry_limits.exploits_across(g, start, area):
                continue
            rows: list[tuple[float, float]] = []
            for unit in g.at[start]:
                country = g.serves[unit]
                if unit == extra or not (view.mine >> country) & 1 or not self.can_attack(g, unit):
                    continue
                if not (g.war[country] >> holder) & 1 and (view.theirs >> holder) & 1:
                    continue
                if entry_limits.bound(g, country, area) and not entry_limits.may_attack_in_china(
                    g, unit, area
                ):
                    continue
                rows.append((unit_values.attack(g, unit, start, area), unit_values.steps_left(g, unit)))
            stay = self.guard(g, start, area) - (view.forces_in(g, start).number - len(rows))
            rows.sort(reverse=True)
            found += rows[: len(rows) - stay] if stay > 0 else rows
        if not self.exploit:
            found += self.distant_armor(g, area, extra, holder)
        found.sort(reverse=True)
        return found

    def distant_armor(self, g: Board, area: int, extra: int, holder: int) -> list[tuple[float, float]]:
        """Return the hits scored and taken by friendly armor that could attack from two areas away."""
        t, view = g.t, self.view
        found: list[tuple[float, float]] = []
        for start, between in t.land_beyond[area]:
            if not g.fighters[start] & view.mine:
                continue
            for mid in between:
                if (view.mine >> g.control[mid]) & 1 and not g.troops[mid] & view.theirs:
                    self.add_distant_armor(g, found, area, start, mid, extra, holder)
                    break
        return found

    def add_distant_armor(
        self,
        g: Board,
        found: list[tuple[float, float]],
        area: int,
        start: int,
        mid: int,
        extra: int,
        holder: int,
    ) -> None:
        """Add the armor of an area that could attack another through the one between them."""
        t, view = g.t, self.view
        for unit in g.at[start]:
            country = g.serves[unit]
            if t.unit_kind[unit] != const.ARMOR or unit == extra or not (view.mine >> country) & 1:
                continue
            if not self.can_attack(g, unit) or not self.may_leave(g, unit, start, area):
                continue
            if (g.war[country] >> holder) & 1 and (g.friends[country] >> g.control[mid]) & 1:
                blow = self.w.column * unit_values.attack(g, unit, mid, area)
                found.append((blow, unit_values.steps_left(g, unit)))

    def attack_limit(self, g: Board, area: int) -> int:
        """Return how many land units may attack an area at most; -1: any number."""
        if not g.advanced:
            return -1
        found: int = g.t.area_limit[area] or -1
        if g.limit:
            for country in (g.t.japan, g.t.china):
                if (self.view.mine >> country) & 1 and entry_limits.bound(g, country, area):
                    found = g.limit if found < 0 else min(found, g.limit)
        return found

    def attack_score(
        self, g: Board, unit: int, start: int, area: int, worth: float, home: int = const.NONE
    ) -> float:
        """Return the value of a land unit's joining or opening an attack, armor perhaps from farther away."""
        view, w = self.view, self.w
        if g.t.unit_kind[unit] >= const.HQ:  # it goes along, to lead what comes through
            joins = (
                area in g.battles
                and not self.exploit
                and self.chance(g, area, const.NONE, True) >= w.hq_joins
            )
            return HELP + 0.1 * view.forces_in(g, area).number if joins else NEVER
        if unit_values.attack(g, unit, start, area) <= 0.0:
            return NEVER
        if not g.cond[unit] & const.MOVED and not self.may_leave(
            g, unit, start if home == const.NONE else home, area
        ):
            return NEVER
        opened = area in g.battles
        if opened:
            sure = self.chance(g, area, const.NONE, True)
            if sure > w.plenty:
                return NEVER
            if self.chance(g, area, unit if g.cond[unit] & const.MOVED else const.NONE) < w.stubborn:
                return NEVER
            return ATTACK + (w.in_doubt if sure < 0.8 else 4.0) + worth
        likely = self.chance(g, area, unit if g.cond[unit] & const.MOVED else const.NONE)
        if likely < w.daring:
            return NEVER
        bonus = w.hunting * view.forces_in(g, area).their_stand
        return ATTACK + likely * (worth + bonus) - w.repulse * (1.0 - likely)

    # --- marches

    def step_score(self, g: Board, unit: int, start: int, area: int, used: int) -> float:
        """Return the value of a land unit's step into a neighbouring area."""
        t, view = g.t, self.view
        country = g.serves[unit]
        values = view.area_values(g, country)
        holder = g.control[area]
        foes = g.troops[area] & g.war[country]
        gain = values.pull[area] - values.pull[start]
        if foes:
            return self.attack_score(g, unit, start, area, values.worth[area])
        bit = 1 << holder
        if values.friends & bit:
            return self.approach(g, unit, start, area, gain)
        if t.unit_kind[unit] >= const.HQ:
            return NEVER
        if values.war & bit:
            worth = values.worth[area]
            if (
                not used
                and not self.may_leave(g, unit, start)
                and worth < view.stake(g, start) + self.w.take_stake
            ):
                return NEVER
            worth -= self.exposure(g, unit, area)
            if worth <= 0.0:
                return NEVER
            first = TAKE if worth > self.w.take_least else MARCH
            return first + min(self.w.take_most, worth) + 0.1 * gain
        if values.targets & bit:
            if not used and not self.may_leave(g, unit, start):
                return NEVER
            return self.attack_score(g, unit, start, area, values.worth[area])
        return NEVER

    def exposure(self, g: Board, unit: int, area: int) -> float:
        """Return what a unit risks by going alone into an area next to stronger enemies."""
        view, w = self.view, self.w
        threat = 0.0
        for other in g.t.land_near[area]:
            if g.fighters[other] & g.war[g.serves[unit]] and other not in g.battles:
                threat += view.forces_in(g, other).their_fire
        mine = unit_values.defence(g, unit, area) + view.forces_in(g, area).fire
        return w.exposed * unit_values.price(g, unit) if threat > w.exposed_to * mine else 0.0

    def approach(self, g: Board, unit: int, start: int, area: int, gain: float) -> float:
        """Return the value of a land unit's going nearer to the enemy through the land of friends."""
        view, w = self.view, self.w
        if g.t.unit_kind[unit] >= const.HQ:
            forces = view.forces_in(g, area)
            if not forces.number or forces.fire < view.threat(g, area):
                return NEVER
            return MARCH + 0.3 * gain if gain > 0.0 else NEVER
        found = self.relief(g, unit, start, area)
        if found > NEVER:
            return found
        if gain <= 0.0 or not self.may_leave(g, unit, start):
            return NEVER
        return MARCH + w.march_gain * min(w.march_most, gain)

    def relief(self, g: Board, unit: int, start: int, area: int) -> float:
        """Return the value of a land unit's coming to a friendly area that lacks guards."""
        view, w = self.view, self.w
        lacking = self.guard(g, area) - view.forces_in(g, area).number
        stake = view.stake(g, area)
        if lacking <= 0 or stake < 1.0 or not self.may_leave(g, unit, start):
            return NEVER
        danger = stake >= 2.0 and view.threat(g, area) > 0.0
        first = ATTACK + w.relief if danger else MARCH + w.sentry
        if g.t.unit_kind[unit] == const.ARMOR and not (danger and self.exploit):  # it has better to do
            first = MARCH + w.sentry_armor
        return first + 0.5 * lacking + 0.3 * stake

    def march_score(self, g: Board, unit: int) -> float:
        """Return the best score of a land unit's next step; never less than NEVER.

        Units of one country and kind in one area have the same score, plus a little for their strength.
        """
        start = g.place[unit]
        kind = g.t.unit_kind[unit]
        key = (start * g.t.n_countries + g.serves[unit]) * 8 + kind
        best = self.marches.get(key, const.NONE)
        if best == const.NONE:
            best = NEVER
            for area in g.t.land_near[start]:
                if self.exploit and not entry_limits.exploits_across(g, start, area):
                    continue
                score = self.step_score(g, unit, start, area, 0)
                if score > best and self.open_to(g, unit, area, score):
                    best = score
                if kind == const.ARMOR:
                    best = max(best, self.beyond(g, unit, start, area))
            self.marches[key] = best
        return best + 0.01 * g.strength(unit)

    def beyond(self, g: Board, unit: int, start: int, mid: int) -> float:
        """Return the best score of armor one area farther, beyond the land of friends."""
        t, view = g.t, self.view
        country = g.serves[unit]
        values = view.area_values(g, country)
        best = NEVER
        if not (values.friends >> g.control[mid]) & 1 or g.troops[mid] & g.war[country]:
            return best
        if g.advanced and not entry_limits.room(g, unit, mid):
            return best
        near = t.land_near[start]
        for area in t.land_near[mid]:
            if area == start or area in near:
                continue
            if self.exploit and not entry_limits.exploits_across(g, mid, area):
                continue
            score = NEVER
            if g.troops[area] & g.war[country]:
                if self.may_leave(g, unit, start, area):
                    score = self.attack_score(g, unit, mid, area, values.worth[area], start)
            elif (values.friends >> g.control[area]) & 1:
                score = self.relief(g, unit, start, area)
            if score > best and self.open_to(g, unit, area, score):
                best = score
        return best - 0.05 if best > NEVER else NEVER  # what can be done in a neighbouring area comes first

    def open_to(self, g: Board, unit: int, area: int, score: float) -> bool:
        """Return whether the rules let a unit in, as far as a quick check shows."""
        if g.advanced and not entry_limits.room(g, unit, area):
            return False
        if entry_limits.kept_out(g, unit, area) or entry_limits.strangers(g, g.serves[unit], area):
            return False
        return score < ATTACK or entry_limits.may_attack_in_china(g, unit, area)
