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


class Plans:
    """What a side could do on land now; made for one question."""

    def __init__(self, g: Board, o: Assessment) -> None:
        self.o = o
        self.k = o.k
        self.exploit = g.phase >= const.EXPLOIT
        self.chances: dict[int, float] = {}
        self.rescues: dict[int, tuple[float, float]] = {}
        self.guards: dict[int, int] = {}
        self.marches: dict[int, float] = {}
        self.bases: dict[int, float] = {}
        self.airfields: dict[int, float] = {}

    # --- who must stay

    def guard(self, g: Board, area: int, target: int = const.NONE) -> int:
        """How many land units had better stay in an area, whatever lies in the target of an attack."""
        key = area if target == const.NONE else (target + 1) * g.t.n_spaces + area
        found = self.guards.get(key, const.NONE)
        if found == const.NONE:
            found = self.count_guard(g, area, target)
            self.guards[key] = found
        return found

    def count_guard(self, g: Board, area: int, target: int) -> int:
        """As `guard`, counted."""
        o = self.o
        if g.side_of(g.control[area]) != o.side:
            return 0
        stake = o.stake(g, area)
        fire, stand = o.menace(g, area, [target] if target != const.NONE else self.doomed(g, area))
        if fire <= 0.01:
            if o.beach(g, area):
                return int(self.k.beach)
            return 1 if stake >= self.k.idle_stake and g.at_war(g.control[area]) else 0
        if stake < self.k.guard_stake:
            return 1
        ground = o.of(g, area)
        blow, body = 0.45, 1.8
        if ground.number:
            blow = max(0.15, ground.fire / ground.number)
            body = ground.stand / ground.number
        want = min(self.k.watch_most, self.k.watch * stake) * fire * stand
        air = self.k.watch_help * self.cover(g, area) * body
        number = (math.sqrt(air * air + 4.0 * blow * body * want) - air) / (2.0 * blow * body)
        return max(1, min(int(self.k.guards), int(number + 0.5)))

    def cover(self, g: Board, area: int) -> float:
        """The hits that own aircraft near an area score in a round."""
        found = 0.0
        for other in g.t.air_ring[area]:
            if g.air[other] & self.o.mine:
                found += self.o.of(g, other).air
        return found

    def doomed(self, g: Board, area: int) -> list[int]:
        """The neighbours of an area in which enemies are about to be attacked and beaten."""
        found: list[int] = []
        if self.o.side != g.side or g.phase > const.EXPLOIT:
            return found
        war = g.war[g.control[area]]
        for other in g.t.land_near[area]:
            if g.fighters[other] & war and other not in g.battles and self.chance(g, other) >= self.k.doomed:
                found.append(other)
        return found

    def may_leave(self, g: Board, unit: int, area: int, target: int = const.NONE) -> bool:
        """Whether a land unit is not needed where it is."""
        if g.t.unit_kind[unit] >= const.HQ:
            return True
        return self.o.of(g, area).number - 1 >= self.guard(g, area, target)

    # --- attacks

    def ready(self, g: Board, unit: int) -> bool:
        """Whether a land unit could still attack in this phase."""
        cond = g.cond[unit]
        if cond & BUSY or g.t.unit_kind[unit] >= const.HQ or g.carrier[unit] >= 0:
            return False
        if not self.exploit:
            return True
        if g.advanced and cond & const.UNSUPPLIED:
            return False
        return g.t.unit_kind[unit] == const.ARMOR or cond & const.LED != 0

    def chance(self, g: Board, area: int, extra: int = const.NONE, only: bool = False) -> float:
        """The chance to win an area with all that could join, or only with what is there already."""
        key = area * 2 + (1 if only else 0)
        if extra == const.NONE:
            known = self.chances.get(key, -1.0)
            if known >= 0.0:
                return known
        found = self.reckon(g, area, extra, only)
        if extra == const.NONE:
            self.chances[key] = found
        return found

    def reckon(self, g: Board, area: int, extra: int, only: bool) -> float:
        """As `chance`, counted."""
        t, o = g.t, self.o
        holder = g.control[area]
        ground = o.of(g, area)
        fire, stand = ground.their_fire, ground.their_stand
        if not (o.theirs >> holder) & 1:
            more_fire, more_stand = assessment.garrison(g, holder)
            fire += more_fire
            stand += more_stand
        if ground.their_air > 0.0:
            fire += self.k.their_air * ground.their_air
            stand += 0.5
        more_fire, more_stand = self.rescue(g, area)
        fire += more_fire
        stand += more_stand
        mine, body = 0.0, 0.0
        there = 0
        for unit in g.at[area]:
            if (o.mine >> g.serves[unit]) & 1 and not g.cond[unit] & (const.RAIDING | const.FOUGHT):
                kind = t.unit_kind[unit]
                if kind < const.HQ:
                    link = g.came[unit]
                    start = const.NONE
                    if link >= 0:
                        start = t.link_a[link] if t.link_b[link] == area else t.link_b[link]
                    mine += unit_values.attack(g, unit, start, area)
                    body += unit_values.body(g, unit)
                    there += 1
                elif kind == const.AIRCRAFT:
                    mine += unit_values.support(g, unit, area)
                    body += 0.5
        if extra != const.NONE and g.place[extra] != area:
            mine += unit_values.attack(g, extra, g.place[extra], area)
            body += unit_values.body(g, extra)
            there += 1
        if not only:
            found = self.gather(g, area, extra, holder)
            most = self.most(g, area)
            if most >= 0:
                found = found[: max(0, most - there)]
            for blow, taken in found:
                mine += blow
                body += taken
            for other in g.t.air_ring[area]:
                if g.air[other] & o.mine and o.of(g, other).air > 0.0:
                    mine += self.k.own_air * o.of(g, other).air
                    body += 0.3
        return unit_values.odds(mine, body, fire, stand)

    def rescue(self, g: Board, area: int) -> tuple[float, float]:
        """The hits that those score and take who may come to help: aircraft, reserves of HQs."""
        t, o, k = g.t, self.o, self.k
        known = self.rescues.get(area)
        if known is not None:
            return known
        fire = stand = 0.0
        for other in g.t.air_ring[area]:
            if g.air[other] & o.theirs and other != area and other not in g.battles:
                air = o.of(g, other).their_air
                fire += k.near_air * air
                stand += k.near_stand * air
        for other in t.land_near[area]:
            if not g.fighters[other] & o.theirs or other in g.battles:
                continue
            led = 0
            rows: list[tuple[float, float]] = []
            for unit in g.at[other]:
                if (o.theirs >> g.serves[unit]) & 1:
                    if t.unit_kind[unit] == const.HQ:
                        led += t.unit_command[unit]
                    elif t.unit_kind[unit] < const.HQ:
                        rows.append((unit_values.defence(g, unit, area), unit_values.body(g, unit)))
            if led:
                rows.sort(reverse=True)
                for blow, taken in rows[:led]:
                    fire += k.reserves * blow
                    stand += k.reserves * taken
        self.rescues[area] = (fire, stand)
        return fire, stand

    def gather(self, g: Board, area: int, extra: int, holder: int) -> list[tuple[float, float]]:
        """Hits scored and taken of the land units that could still attack an area, the strongest first."""
        t, o = g.t, self.o
        found: list[tuple[float, float]] = []
        for start in t.land_near[area]:
            if not g.fighters[start] & o.mine:
                continue
            if self.exploit and not entry_limits.exploits_across(g, start, area):
                continue
            rows: list[tuple[float, float]] = []
            for unit in g.at[start]:
                country = g.serves[unit]
                if unit == extra or not (o.mine >> country) & 1 or not self.ready(g, unit):
                    continue
                if not (g.war[country] >> holder) & 1 and (o.theirs >> holder) & 1:
                    continue
                if entry_limits.bound(g, country, area) and not entry_limits.may_attack_in_china(
                    g, unit, area
                ):
                    continue
                rows.append((unit_values.attack(g, unit, start, area), unit_values.body(g, unit)))
            stay = self.guard(g, start, area) - (o.of(g, start).number - len(rows))
            rows.sort(reverse=True)
            found += rows[: len(rows) - stay] if stay > 0 else rows
        if not self.exploit:
            found += self.column(g, area, extra, holder)
        found.sort(reverse=True)
        return found

    def column(self, g: Board, area: int, extra: int, holder: int) -> list[tuple[float, float]]:
        """Hits scored and taken of own armor that could attack an area from two areas away."""
        t, o = g.t, self.o
        found: list[tuple[float, float]] = []
        for start, between in t.land_beyond[area]:
            if not g.fighters[start] & o.mine:
                continue
            for mid in between:
                if (o.mine >> g.control[mid]) & 1 and not g.troops[mid] & o.theirs:
                    self.lead(g, found, area, start, mid, extra, holder)
                    break
        return found

    def lead(
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
        t, o = g.t, self.o
        for unit in g.at[start]:
            country = g.serves[unit]
            if t.unit_kind[unit] != const.ARMOR or unit == extra or not (o.mine >> country) & 1:
                continue
            if not self.ready(g, unit) or not self.may_leave(g, unit, start, area):
                continue
            if (g.war[country] >> holder) & 1 and (g.friends[country] >> g.control[mid]) & 1:
                blow = self.k.column * unit_values.attack(g, unit, mid, area)
                found.append((blow, unit_values.body(g, unit)))

    def most(self, g: Board, area: int) -> int:
        """How many land units may attack an area at most; -1: any number."""
        if not g.advanced:
            return -1
        found: int = g.t.area_limit[area] or -1
        if g.limit:
            for country in (g.t.japan, g.t.china):
                if (self.o.mine >> country) & 1 and entry_limits.bound(g, country, area):
                    found = g.limit if found < 0 else min(found, g.limit)
        return found

    def attack_score(
        self, g: Board, unit: int, start: int, area: int, worth: float, home: int = const.NONE
    ) -> float:
        """What it is worth that a land unit joins or opens an attack; armor may come from farther away."""
        o, k = self.o, self.k
        if g.t.unit_kind[unit] >= const.HQ:  # it goes along, to lead what comes through
            joins = (
                area in g.battles
                and not self.exploit
                and self.chance(g, area, const.NONE, True) >= k.hq_joins
            )
            return HELP + 0.1 * o.of(g, area).number if joins else NEVER
        if unit_values.attack(g, unit, start, area) <= 0.0:
            return NEVER
        if not g.cond[unit] & const.MOVED and not self.may_leave(
            g, unit, start if home == const.NONE else home, area
        ):
            return NEVER
        opened = area in g.battles
        if opened:
            sure = self.chance(g, area, const.NONE, True)
            if sure > k.plenty:
                return NEVER
            if self.chance(g, area, unit if g.cond[unit] & const.MOVED else const.NONE) < k.stubborn:
                return NEVER
            return ATTACK + (k.in_doubt if sure < 0.8 else 4.0) + worth
        likely = self.chance(g, area, unit if g.cond[unit] & const.MOVED else const.NONE)
        if likely < k.daring:
            return NEVER
        prey = k.hunting * o.of(g, area).their_stand
        return ATTACK + likely * (worth + prey) - k.repulse * (1.0 - likely)

    # --- marches

    def step_score(self, g: Board, unit: int, start: int, area: int, used: int) -> float:
        """What it is worth that a land unit goes on into a neighbouring area."""
        t, o = g.t, self.o
        country = g.serves[unit]
        a = o.atlas(g, country)
        holder = g.control[area]
        foes = g.troops[area] & g.war[country]
        gain = a.pull[area] - a.pull[start]
        if foes:
            return self.attack_score(g, unit, start, area, a.worth[area])
        bit = 1 << holder
        if a.friends & bit:
            return self.approach(g, unit, start, area, gain)
        if t.unit_kind[unit] >= const.HQ:
            return NEVER
        if a.war & bit:
            worth = a.worth[area]
            if (
                not used
                and not self.may_leave(g, unit, start)
                and worth < o.stake(g, start) + self.k.take_stake
            ):
                return NEVER
            worth -= self.exposure(g, unit, area)
            if worth <= 0.0:
                return NEVER
            first = TAKE if worth > self.k.take_least else MARCH
            return first + min(self.k.take_most, worth) + 0.1 * gain
        if a.prey & bit:
            if not used and not self.may_leave(g, unit, start):
                return NEVER
            return self.attack_score(g, unit, start, area, a.worth[area])
        return NEVER

    def exposure(self, g: Board, unit: int, area: int) -> float:
        """What a unit risks that goes alone into an area next to enemies who are stronger."""
        o, k = self.o, self.k
        threat = 0.0
        for other in g.t.land_near[area]:
            if g.fighters[other] & g.war[g.serves[unit]] and other not in g.battles:
                threat += o.of(g, other).their_fire
        mine = unit_values.defence(g, unit, area) + o.of(g, area).fire
        return k.exposed * unit_values.price(g, unit) if threat > k.exposed_to * mine else 0.0

    def approach(self, g: Board, unit: int, start: int, area: int, gain: float) -> float:
        """What it is worth that a land unit goes nearer to the enemy through the land of friends."""
        o, k = self.o, self.k
        if g.t.unit_kind[unit] >= const.HQ:
            ground = o.of(g, area)
            if not ground.number or ground.fire < o.threat(g, area):
                return NEVER
            return MARCH + 0.3 * gain if gain > 0.0 else NEVER
        found = self.relief(g, unit, start, area)
        if found > NEVER:
            return found
        if gain <= 0.0 or not self.may_leave(g, unit, start):
            return NEVER
        return MARCH + k.march_gain * min(k.march_most, gain)

    def relief(self, g: Board, unit: int, start: int, area: int) -> float:
        """What it is worth that a land unit comes to an own area that lacks guards."""
        o, k = self.o, self.k
        lacking = self.guard(g, area) - o.of(g, area).number
        stake = o.stake(g, area)
        if lacking <= 0 or stake < 1.0 or not self.may_leave(g, unit, start):
            return NEVER
        danger = stake >= 2.0 and o.threat(g, area) > 0.0
        first = ATTACK + k.relief if danger else MARCH + k.sentry
        if g.t.unit_kind[unit] == const.ARMOR and not (danger and self.exploit):  # it has better to do
            first = MARCH + k.sentry_armor
        return first + 0.5 * lacking + 0.3 * stake

    def march_score(self, g: Board, unit: int) -> float:
        """The best that a land unit could do with its next step; never less than NEVER.

        Units of one country and kind in one area have the same; of those the strongest go first.
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
        """The best that armor could do one area farther, beyond the land of friends."""
        t, o = g.t, self.o
        country = g.serves[unit]
        a = o.atlas(g, country)
        best = NEVER
        if not (a.friends >> g.control[mid]) & 1 or g.troops[mid] & g.war[country]:
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
                    score = self.attack_score(g, unit, mid, area, a.worth[area], start)
            elif (a.friends >> g.control[area]) & 1:
                score = self.relief(g, unit, start, area)
            if score > best and self.open_to(g, unit, area, score):
                best = score
        return best - 0.05 if best > NEVER else NEVER  # what can be done next door comes first

    def open_to(self, g: Board, unit: int, area: int, score: float) -> bool:
        """Whether the rules let a unit in, as far as that is seen quickly."""
        if g.advanced and not entry_limits.room(g, unit, area):
            return False
        if entry_limits.kept_out(g, unit, area) or entry_limits.strangers(g, g.serves[unit], area):
            return False
        return score < ATTACK or entry_limits.may_attack_in_china(g, unit, area)
