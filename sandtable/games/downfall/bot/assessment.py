"""The map as a side sees it, for the doctrine: distance to goals, threats, the value of combats."""

from typing import Final

from sandtable.games.downfall.bot.weights import Weights
from sandtable.games.downfall.components.constants import AT_WAR, AXIS, FOES, FULL, NEUTRAL, OUT, OWN, STEPS
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.rules import combat, politics, supply, tactical_movement

FAR: Final = 40
SEA_HOP: Final = 3
MARGINS: Final = 9  # differences of factors beyond this change nothing


def win_and_tie(margin: int) -> tuple[float, float]:
    """Return the chances to win and to tie with this lead in adjusted factors."""
    wins = 0
    ties = 0
    for a in range(1, 7):
        for d in range(1, 7):
            if margin + a > d:
                wins += 1
            elif margin + a == d:
                ties += 1
    return wins / 36.0, ties / 36.0


CHANCES: Final = [win_and_tie(m) for m in range(-MARGINS, MARGINS + 1)]


def chances(lead: int) -> tuple[float, float]:
    """Return the chances to win and to tie with any lead."""
    return CHANCES[max(-MARGINS, min(MARGINS, lead)) + MARGINS]


def army_worth(g: Board, unit: int, w: Weights) -> float:
    """Return the value of a full army: its factor, and something for its mobility."""
    t = g.t
    kind = t.unit_type[unit]
    return t.cf_full[kind] * w.factor + (w.tracks if t.armor[kind] else w.foot)


def exchange_gain(g: Board, attacker: int, defender: int, margin: int, w: Weights) -> float:
    """Return the expected gain of an attack in army worth, minus its losses."""
    win, tie = chances(margin)
    lose = 1.0 - win - tie
    own = army_worth(g, attacker, w) * 0.5
    theirs = army_worth(g, defender, w) * 0.5
    attacker_full = g.cond[attacker] & STEPS == FULL
    defender_full = g.cond[defender] & STEPS == FULL
    gain = win * theirs * (2 if defender_full else 1) + tie * theirs
    loss = lose * own * (2 if attacker_full else 1) + tie * own
    if defender_full:
        loss += win * own
    if attacker_full:
        gain += lose * theirs
    return gain - w.loss * loss


class Assessment:
    """The map as one side sees it in one position, computed once for each decision."""

    def __init__(self, g: Board, w: Weights) -> None:
        self.side = g.side
        self.w = w
        self.supplied = supply.supplied(g)
        self.distance: list[int] = goal_distance(g, w)
        self.alarm: list[bool] = [False] * g.t.n_areas
        t = g.t
        for area in range(t.n_areas):
            owner = max(t.supply_of[area], t.capital_of[area])
            if owner >= 0 and t.country_side[owner] == g.side and g.control[area] == g.side:
                self.alarm[area] = is_enemy_near(g, area)

    def area_gain(self, g: Board, area: int) -> float:
        """Return the gain of taking an area."""
        t = g.t
        if g.control[area] == g.side:
            return 0.0
        value = self.w.ground
        owner = t.supply_of[area]
        if owner >= 0 and (t.country_side[owner] == AXIS) != (g.side == AXIS):
            value += self.w.supply_area
        if t.capital_of[area] >= 0:
            value += self.w.capital
        if t.key_of[area] >= 0:
            value += self.w.key
        if g.control[area] == NEUTRAL and g.stack[area] == 0 and t.types_of_nation[t.area_country[area]]:
            value -= self.w.invasion  # an invasion that only makes an enemy
        return value

    def progress(self, start: int, end: int) -> int:
        """Return how many steps nearer to a goal an area is, at most 4 either way."""
        return max(-4, min(4, self.distance[start] - self.distance[end]))

    def move_gain(self, g: Board, unit: int, start: int, end: int) -> float:
        """Return the gain if an army stands at `end` instead of at `start`."""
        w = self.w
        gain = w.step * self.progress(start, end)
        if not self.supplied[end]:
            gain -= w.stranded
        if self.alarm[start] and g.armies(g.side, start) <= 2:
            gain -= w.desert if g.armies(g.side, start) == 1 else w.thin
        if self.alarm[end] and g.armies(g.side, end) < 2:
            gain += w.cover if g.armies(g.side, end) == 0 else w.back_up
        if g.side == AXIS and g.turn < w.eastern_war and g.barbarossa == 0 and g.t.barbarossa_area[end]:
            gain -= w.patience
        return gain


def is_enemy_near(g: Board, area: int) -> bool:
    """Return whether an enemy army stands in an area or within two steps of it."""
    foes = FOES[g.side]
    if g.stack[area] & foes:
        return True
    for near in g.t.neighbours[area]:
        if g.stack[near] & foes:
            return True
        for next_one in g.t.neighbours[near]:
            if g.stack[next_one] & foes:
                return True
    return False


def goals(g: Board, w: Weights) -> list[tuple[int, int]]:
    """Return the areas a side wants, with a handicap for the less important ones."""
    t = g.t
    found: list[tuple[int, int]] = []
    for area in range(t.n_areas):
        if g.control[area] == g.side:
            continue
        owner = t.supply_of[area]
        if owner >= 0 and is_enemy_country(g, owner) and (g.side != AXIS or is_axis_goal(g, owner, w)):
            found.append((area, 0))
        elif t.capital_of[area] >= 0:
            country = t.capital_of[area]
            if (
                is_enemy_country(g, country)
                and g.status[country] == AT_WAR
                and (g.side != AXIS or is_axis_goal(g, country, w))
            ):
                found.append((area, 0 if g.side == AXIS else 2))
            elif g.side == AXIS and t.country_side[country] == NEUTRAL and g.status[country] == OUT:
                found.append((area, 3))
    if not found:
        for area in range(t.n_areas):
            if g.stack[area] & FOES[g.side] and g.control[area] != g.side:
                found.append((area, 0))
    return found


def is_enemy_country(g: Board, country: int) -> bool:
    """Return whether a country belongs to the other team."""
    side = g.t.country_side[country]
    return (
        side != NEUTRAL
        and (side == AXIS) != (g.side == AXIS)
        and not (g.control[g.t.capital[country]] != AXIS and g.side != AXIS and g.status[country] != AT_WAR)
    )


def is_axis_goal(g: Board, country: int, w: Weights) -> bool:
    """Return whether the Axis advances against a country now: first the West, then the East."""
    t = g.t
    if country != t.soviet_union:
        return True
    return g.barbarossa > 0 or g.turn >= w.eastern_war


def goal_distance(g: Board, w: Weights) -> list[int]:
    """Return each area's steps to the nearest goal, by land or, between coasts of the side, by sea."""
    t = g.t
    distance = [FAR] * t.n_areas
    buckets: list[list[int]] = [[] for _ in range(FAR + SEA_HOP + 1)]
    for area, handicap in goals(g, w):
        if handicap < distance[area]:
            distance[area] = handicap
            buckets[handicap].append(area)
    by_sea = g.side != AXIS
    embarked = False
    level = 0
    while level < FAR:
        for area in buckets[level]:
            if distance[area] != level:
                continue
            for there in t.neighbours[area]:
                if level + 1 < distance[there]:
                    distance[there] = level + 1
                    buckets[level + 1].append(there)
            if by_sea:
                for option in t.landings_to[area]:
                    start = t.option_from[option]
                    if level + SEA_HOP < distance[start]:
                        distance[start] = level + SEA_HOP
                        buckets[level + SEA_HOP].append(start)
                if (
                    not embarked
                    and t.seas[area]
                    and g.control[area] == g.side
                    and g.stack[area] & FOES[g.side] == 0
                ):
                    embarked = True
                    for coast in t.coasts:
                        if level + SEA_HOP < distance[coast]:
                            distance[coast] = level + SEA_HOP
                            buckets[level + SEA_HOP].append(coast)
        level += 1
    return distance


def count_helpers(g: Board, unit: int, area: int) -> int:
    """Return how many other armies could still support an attack in an area this turn."""
    t = g.t
    found = 0
    for near in t.neighbours[area]:
        if g.stack[near] & OWN[g.side] == 0:
            continue
        for other in g.at[near]:
            if other != unit and t.unit_side[other] == g.side and politics.operation_barrier(g, other) == 0:
                found += 1
    for other in g.at[area]:
        if other != unit and t.unit_side[other] == g.side and politics.operation_barrier(g, other) == 0:
            found += 1
    return found


def attack_gain(
    g: Board, assessment: Assessment, unit: int, target: int, area: int, via: int, arriving: bool, cost: int
) -> float:
    """Return the gain of attacking an army, or of supporting the attack on it."""
    w = assessment.w
    i = g.attack_on(target)
    if i >= 0:
        attack = g.attacks[i]
        lead = combat.margin(g, attack)
        before = exchange_gain(g, attack.attacker, target, lead, w)
        after = exchange_gain(g, attack.attacker, target, lead + combat.support_factor(g, unit), w)
        return after - before - w.effort * cost
    attack = Attack(unit, target, area, via)
    lead = combat.margin(g, attack)
    own = g.armies(g.side, area) + (1 if arriving else 0)
    foes = g.foes(g.side, area) + (g.stack[area] >> 24)
    room = g.t.stacking - own
    more = min(count_helpers(g, unit, area), max(0, g.supply[g.side] - cost))
    supports = max(0, min(own - 1 + min(room, more), own + min(room, more) - foes))
    supports = max(0, min(supports, more))
    best = exchange_gain(g, unit, target, lead, w)
    for more in range(1, min(2, supports) + 1):
        best = max(best, exchange_gain(g, unit, target, lead + 2 * more, w) - w.support * more)
    if foes == 1:
        win = chances(lead + 2 * min(2, supports))[0]
        best += w.conquest * win * assessment.area_gain(g, area)
    return best - w.effort * cost


def march_plans(
    g: Board, assessment: Assessment, unit: int, path: tuple[int, ...], via: int, mode: int
) -> list[tuple[float, int, int]]:
    """Return the ways a march can go on: gain, next area (-1: end here), army attacked at the end or -1."""
    t = g.t
    w = assessment.w
    found: list[tuple[float, int, int]] = []
    start = path[0]
    seen: set[int] = set()
    front: list[tuple[tuple[int, ...], int, int, int]] = [(path, via, mode, -1)]
    while front:
        way, last, now, first = front.pop(0)
        here = way[-1]
        used = len(way) - 1
        cost = tactical_movement.path_cost(g, way, 1)
        if cost > g.supply[g.side]:
            continue
        base = assessment.move_gain(g, unit, start, here) if used else 0.0
        if used and tactical_movement.may_stop(g, unit, here, now):
            gain = base + assessment.area_gain(g, here) - w.effort * cost
            found.append((gain - 0.01 * used, first, -1))
        if tactical_movement.may_fight(g, unit, here, used, now):
            for target in tactical_movement.find_targets(g, unit, here, used > 0, False):
                gain = attack_gain(g, assessment, unit, target, here, last, used > 0, cost)
                found.append((w.position * base + gain - 0.01 * used, first, target))
        if now == tactical_movement.CROSSED or used >= t.move[t.unit_type[unit]]:
            continue
        neighbours = t.neighbours[here]
        border = t.border[here]
        for i in range(len(neighbours)):
            there = neighbours[i]
            key = there * 4 + now
            if key in seen:
                continue
            new = tactical_movement.next_mode(g, unit, way, there, border[i], last, now, cost)
            if new < 0 or (
                len(way) == len(path)
                and not tactical_movement.can_finish(g, unit, (*way, there), border[i], new, cost)
            ):
                continue
            seen.add(key)
            front.append(((*way, there), border[i], new, there if first < 0 else first))
    return found
