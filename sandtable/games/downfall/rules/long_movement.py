"""Moves of any distance: strategic movement, naval movement, amphibious landings. [8]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components.constants import (
    AXIS,
    BY_SEA,
    FOES,
    LANDED,
    NEUTRAL,
    OP_LANDING,
    OP_NAVAL,
    OP_STRATEGIC,
    OPERATED,
    OWN,
    WINTER,
)
from sandtable.games.downfall.components.ids import AREA, LAND, NAVAL, STOP, STRATEGIC
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import (
    developments,
    operation_effects,
    politics,
    supply,
    tactical_movement,
)
from sandtable.games.downfall.rules.base_steps import ActiveStep

KIND_RULES: Final = {STRATEGIC: "8n", NAVAL: "8p", LAND: "8s"}
KIND_QUESTIONS: Final = {
    STRATEGIC: "strategic movement to which area",
    NAVAL: "naval movement to which coast",
    LAND: "landing in which area",
}


def can_move_far(g: Board, unit: int) -> bool:
    """Return whether an army can make any long move."""
    return can_move_strategically(g, unit) or can_move_by_sea(g, unit) or can_land(g, unit)


def may_arrive(g: Board, unit: int, area: int) -> bool:
    """Return whether a long move without combat may end in a controlled area. [8y]

    A frozen army cannot make one, because no area that its side controls is Axis ground. [9l] [9m]
    """
    if tactical_movement.end_barrier(g, unit, area):
        return False
    return not tactical_movement.has_enemies(g, area) or g.stack[area] & OWN[g.side] != 0  # [R57]


# --- strategic movement


def strategic_level(g: Board, area: int) -> int:
    """Return what an area on the way costs: 0 nothing, 1 a move in the Soviet Union, 2 double supply."""
    if tactical_movement.costs_double(g, area, OP_STRATEGIC):
        return 2
    return 1 if g.side == g.t.strategic_side and g.t.strategic_area[area] else 0


def strategic_limit(g: Board) -> int:
    """Return the highest level that can be paid now. [8o, R63]"""
    if g.side == g.t.strategic_side and g.strategic_in_ussr >= g.t.strategic_armies:
        return 0
    return 2 if g.supply[g.side] > 1 else 1


def strategic_reach(
    g: Board, unit: int, first_only: bool, around: bool = False, highest: int = -1
) -> list[int]:
    """Return the level of the best way to each area, -1 where there is none. [8n] [8x]

    `around` avoids Romania; `highest` replaces the highest level that can be paid now.
    """
    t = g.t
    side = g.side
    level = [-1] * t.n_areas
    start = g.place[unit]
    limit = strategic_limit(g) if highest < 0 else highest
    base = strategic_level(g, start)
    if g.control[start] != side or base > limit or g.supply[side] == 0:
        return level
    waiting: list[list[int]] = [[], [], []]
    waiting[base].append(start)
    level[start] = base
    for now in range(base, limit + 1):
        front = waiting[now]
        while front:
            here = front.pop()
            if level[here] != now:
                continue
            neighbours = t.neighbours[here]
            border = t.border[here]
            for i in range(len(neighbours)):
                there = neighbours[i]
                if g.control[there] != side or 0 <= level[there] <= now:
                    continue
                if t.link_high[border[i]] and tactical_movement.has_enemies(g, there):  # [16b]
                    continue
                if politics.area_barrier(g, unit, there) or (around and t.passage_area[there]):
                    continue
                new = strategic_level(g, there)
                if new < now:
                    new = now
                if new > limit or 0 <= level[there] <= new:
                    continue
                level[there] = new
                if first_only and may_arrive(g, unit, there):
                    return level
                waiting[new].append(there)
    return level


def can_move_strategically(g: Board, unit: int) -> bool:
    """Return whether an army can make a strategic movement."""
    start = g.place[unit]
    if g.control[start] != g.side or politics.is_frozen(g, unit):
        return False
    limit = strategic_limit(g)
    if strategic_level(g, start) > limit or g.supply[g.side] == 0:
        return False
    neighbours = g.t.neighbours[start]
    for i in range(len(neighbours)):
        there = neighbours[i]
        if (
            g.control[there] == g.side
            and g.stack[there] & FOES[g.side] == 0
            and strategic_level(g, there) <= limit
            and politics.area_barrier(g, unit, there) == 0
            and may_arrive(g, unit, there)
        ):
            return True
    level = strategic_reach(g, unit, True)
    found = False
    for area in range(len(level)):
        if level[area] >= 0 and area != start and may_arrive(g, unit, area):
            found = True
            break
    return found


def strategic_areas(g: Board, unit: int) -> list[int]:
    """Return the areas where a strategic movement may end."""
    start = g.place[unit]
    level = strategic_reach(g, unit, False)
    return [a for a in range(len(level)) if level[a] >= 0 and a != start and may_arrive(g, unit, a)]


def must_pass_romania(g: Board, unit: int, area: int, level: int) -> bool:
    """Return whether a strategic movement must lead a German army through Romania. [9k, R18]"""
    t = g.t
    if t.unit_nation[unit] != t.passage_nation or g.total_war[t.passage_side]:
        return False
    if t.passage_area[g.place[unit]] or t.passage_area[area]:
        return False
    return strategic_reach(g, unit, False, True)[area] != level


# --- naval movement


def naval_groups(g: Board) -> list[int]:
    """Return the connected seas of each area, as bits, with the canals that are open to the active side."""
    return g.t.area_naval_groups[g.side][supply.open_canals(g, g.side)]


def naval_cost(g: Board, start: int, area: int, groups: list[int]) -> int:
    """Return the cost of a naval movement; 0 where it is not possible. [8b] [8c, R36] [8q] [8r]"""
    t = g.t
    if t.seas[start] & t.seas[area] & t.naval_seas[g.side]:
        cost = t.operation_cost[OP_NAVAL]
    elif groups[start] & groups[area]:
        cost = t.naval_far_cost
    else:
        return 0
    if cost == 1:
        return tactical_movement.path_cost(g, (start, area), OP_NAVAL)  # [8i]
    return cost


def naval_areas(g: Board, unit: int, first_only: bool) -> list[int]:
    """Return the areas where a naval movement may end. [8p]"""
    t = g.t
    side = g.side
    start = g.place[unit]
    found: list[int] = []
    if g.control[start] != side or t.seas[start] == 0 or g.supply[side] == 0 or politics.is_frozen(g, unit):
        return found
    groups = naval_groups(g)
    for area in t.coasts:
        if (
            g.control[area] == side
            and area != start
            and 0 < naval_cost(g, start, area, groups) <= g.supply[side]
            and politics.area_barrier(g, unit, area) == 0
            and may_arrive(g, unit, area)
        ):
            found.append(area)
            if first_only:
                break
    return found


def can_move_by_sea(g: Board, unit: int) -> bool:
    """Return whether an army can make a naval movement."""
    return bool(naval_areas(g, unit, True))


# --- amphibious landings


def why_not_one_more(g: Board, unit: int, option: int) -> Refusal | None:
    """Return why the landings made this turn forbid this one; None if they allow it. [8t] [13.9]"""
    t = g.t
    developed = g.tile(g.side, t.amphibious_landings)
    if not developed:
        if not t.option_line[option]:
            return Refusal("Without Amphibious Landings only Landing Lines can be used.", "8t")
        if t.unit_armor[unit] and not t.landing_basic_armor:
            return Refusal("Without Amphibious Landings only infantry can land.", "8t")
        if g.landings >= t.landing_basic:
            return Refusal("Without Amphibious Landings only one army can land each turn.", "8t")
    else:
        if g.landings >= t.landing_turn[g.turn]:  # [13.9b] [13.9j]
            return Refusal("No more armies can land this turn.", "13.9b")
        if t.option_line[option] and g.line_landings >= t.landing_lines_max:  # [13.9c]
            return Refusal("No more armies can land along Landing Lines this turn.", "13.9c")
        # One in each place of the development, one in Trondheim. [13.9d] [13.9e] [13.9f] [13.9g] [13.9h]
        if g.landed_at.count(t.option_place[option]) >= t.option_max[option]:  # [13.9i]
            rule = "13.9i" if t.option_line[option] else "13.9"
            return Refusal("No more armies can land at that place this turn.", rule)
    if t.season[g.turn] == WINTER and not (t.option_med[option] and t.winter_med_lines):  # [19b] [19f]
        return Refusal("In winter armies land only along Landing Lines in the Mediterranean.", "19b")
    return None


def why_not_land(g: Board, unit: int, option: int) -> Refusal | None:
    """Return why an army cannot use a landing option; None if it can. [8s]"""
    t = g.t
    area = t.option_to[option]
    if g.control[area] == g.side:
        return Refusal("An army can land only in an area that its side does not control.", "8s")
    if not t.option_open[g.side][option]:
        return Refusal("That sea is closed to your side.", "8r")  # [8r]
    code = politics.area_barrier(g, unit, area)
    if code:
        return politics.refusal(g, unit, code, area)
    if g.african_neutral and t.torch_area[area] and g.control[area] == NEUTRAL:  # [18i, R54]
        return Refusal("Only three full armies together can land in neutral French North Africa.", "18i")
    refusal = why_not_one_more(g, unit, option)
    if refusal is not None:
        return refusal
    if g.supply[g.side] < t.operation_cost[OP_LANDING]:  # [8d]
        return Refusal("A landing costs 2 supply units.", "8d")
    code = tactical_movement.end_barrier(g, unit, area)
    if code:
        return politics.refusal(g, unit, code)
    if (
        tactical_movement.has_enemies(g, area)
        and g.stack[area] & OWN[g.side] == 0
        and not tactical_movement.find_targets(g, unit, area, True, True)
    ):
        return politics.general_refusal(politics.DUTY)
    return None


def landing_options(g: Board, unit: int, first_only: bool) -> list[int]:
    """Return the landing options an army can use now."""
    t = g.t
    start = g.place[unit]
    found: list[int] = []
    if g.control[start] != g.side or g.supply[g.side] < t.operation_cost[OP_LANDING]:
        return found
    for option in t.landings_from[start]:
        if g.control[t.option_to[option]] != g.side and why_not_land(g, unit, option) is None:
            found.append(option)
            if first_only:
                break
    return found


def can_land(g: Board, unit: int) -> bool:
    """Return whether an army can land anywhere."""
    return bool(g.t.landings_from[g.place[unit]]) and bool(landing_options(g, unit, True))


def go_ashore(g: Board, unit: int, option: int) -> None:
    """Land an army: pay, move, mark the beachhead. [8d] [7g]"""
    t = g.t
    side = g.side
    area = t.option_to[option]
    cost = t.operation_cost[OP_LANDING]
    operation_effects.pay(g, cost)
    rule = "8t"
    if not t.option_line[option] or t.unit_armor[unit] or g.landings >= t.landing_basic:
        developments.reveal_use(g, side, t.amphibious_landings)  # [4.6b]
        rule = "13.9"
    g.cond[unit] |= OPERATED | LANDED
    g.landings += 1
    if t.option_line[option]:
        g.line_landings += 1
    g.landed_at.append(t.option_place[option])
    operation_effects.travel(g, unit, (g.place[unit], area), ", amphibious landing", rule, cost)
    g.mark_beach(area, g.beach[area] | 1 << side)
    g.supplied = None


# --- steps


class LongMove(ActiveStep):
    """The question where a strategic movement, a naval movement or a landing ends."""

    saved_as: ClassVar[str] = "Journey"

    def __init__(self, unit: int, kind: int) -> None:
        self.unit = unit
        self.kind = kind

    def prompt(self, g: Board, seat: int) -> Ask:
        t = g.t
        name = f"{t.type_name[t.unit_type[self.unit]]} in {t.area_name[g.place[self.unit]]}"
        return Ask(f"{name}: {KIND_QUESTIONS[self.kind]}?", KIND_RULES[self.kind])

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.kind == STRATEGIC:
            areas = strategic_areas(g, self.unit)
        elif self.kind == NAVAL:
            areas = naval_areas(g, self.unit, False)
        else:
            areas = [g.t.option_to[option] for option in landing_options(g, self.unit, False)]
        return [AREA + area for area in areas]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        area = choice - AREA
        unit = self.unit
        start = g.place[unit]
        if self.kind == LAND:
            for option in landing_options(g, unit, False):
                if g.t.option_to[option] == area:
                    go_ashore(g, unit, option)
                    break
            if tactical_movement.find_targets(g, unit, area, False, True):
                g.agenda[-1] = AttackAfterLanding(unit)
            else:
                g.agenda.pop()
            return
        g.agenda.pop()
        g.cond[unit] |= OPERATED
        if self.kind == STRATEGIC:
            how = ", strategic movement"
            level = strategic_reach(g, unit, False)[area]
            if must_pass_romania(g, unit, area, level):
                g.passages += 1
            cost = 2 if level == 2 else g.t.operation_cost[OP_STRATEGIC]
            if level > 0 and g.side == g.t.strategic_side:
                g.strategic_in_ussr += 1  # [8o]
        else:
            how = ", naval movement"
            cost = naval_cost(g, start, area, naval_groups(g))
        operation_effects.pay(g, cost)
        operation_effects.travel(g, unit, (start, area), how, KIND_RULES[self.kind], cost)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if g.ids.unit <= choice < g.ids.tile:
            return Refusal("Choose the area where the move ends.", self.prompt(g, seat).rule)
        if not AREA <= choice < g.ids.unit:
            return None
        t = g.t
        area = choice - AREA
        start = g.place[self.unit]
        if area == start:
            return Refusal("The army is there already.", "8")
        code = politics.area_barrier(g, self.unit, area)
        if code:
            return politics.refusal(g, self.unit, code, area)
        if self.kind == LAND:
            for option in t.landings_from[start]:
                if t.option_to[option] == area:
                    return why_not_land(g, self.unit, option)
            return Refusal("No landing is possible there from where the army is.", "8t")
        if g.control[area] != g.side:
            text = "This movement leads only through areas that your side controls."
            return Refusal(text, KIND_RULES[self.kind])
        if self.kind == NAVAL:
            if t.seas[area] == 0:
                return Refusal("That area has no coast.", "8p")
            cost = naval_cost(g, start, area, naval_groups(g))
            if cost == 0:
                return why_not_by_sea(g, start, area)
            if cost > g.supply[g.side]:
                return Refusal("More than one sea has to be crossed, which costs 2 supply units.", "8c")
        elif strategic_reach(g, self.unit, False)[area] < 0:
            return why_not_strategic(g, self.unit, area)
        code = tactical_movement.end_barrier(g, self.unit, area)
        return politics.refusal(g, self.unit, code if code else politics.DUTY)


def why_not_strategic(g: Board, unit: int, area: int) -> Refusal:
    """Return why a strategic movement cannot reach a controlled area."""
    level = strategic_reach(g, unit, False, False, 2)
    if level[area] < 0:
        return Refusal("No route through controlled areas leads there.", "8n")
    if strategic_limit(g) == 0:
        return Refusal("Only two Axis armies a turn can make a strategic movement in the Soviet Union.", "8o")
    doubled = [
        a for a in range(len(level)) if level[a] == 2 and tactical_movement.costs_double(g, a, OP_STRATEGIC)
    ]
    return tactical_movement.why_too_expensive(g, (area, *doubled))


def why_not_by_sea(g: Board, start: int, area: int) -> Refusal:
    """Return why no sea route connects two coasts."""
    t = g.t
    open_seas = t.naval_seas[g.side]
    if t.seas[start] & open_seas == 0 or t.seas[area] & open_seas == 0:
        return Refusal("That sea is closed to your side.", "8r")
    if g.side == AXIS:
        return Refusal("The only sea route leads through the Strait of Gibraltar.", "8q")
    return Refusal("No open sea route leads there.", "8p")


def why_not_move_far(g: Board, unit: int, kind: int) -> Refusal:
    """Return why an army cannot make any long move of a kind."""
    t = g.t
    start = g.place[unit]
    if g.control[start] != g.side:
        return Refusal("The army stands in an area that your side does not control.", KIND_RULES[kind])
    if kind != LAND and politics.is_frozen(g, unit):
        return politics.refusal(g, unit, politics.FROZEN)
    if kind == STRATEGIC:
        return Refusal("No controlled area with room for the army can be reached.", "8n")
    if t.seas[start] == 0:
        return Refusal("The army does not stand on a coast.", KIND_RULES[kind])
    if kind == NAVAL:
        return Refusal("No controlled coast with room for the army can be reached.", "8p")
    reason = Refusal("No landing is possible from there.", "8t")
    for option in t.landings_from[start]:
        refusal = why_not_land(g, unit, option)
        if refusal is not None:
            reason = refusal
            if g.control[t.option_to[option]] != g.side:
                break  # this reason is more useful than that no landing is needed
    return reason


class AttackAfterLanding(ActiveStep):
    """The question which enemy a landed army attacks, if any. [8d]"""

    saved_as: ClassVar[str] = "Ashore"

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def prompt(self, g: Board, seat: int) -> Ask:
        t = g.t
        name = t.type_name[t.unit_type[self.unit]]
        area = g.place[self.unit]
        stop = ", or stop without attack" if g.armies(g.side, area) > 1 else ""
        return Ask(f"{name}, landed in {t.area_name[area]}: attack which army{stop}?", "17e")

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return the enemies there, and STOP if other armies of the side are there. [17c] [17e, R31]"""
        area = g.place[self.unit]
        targets = tactical_movement.find_targets(g, self.unit, area, False, True)
        found = [g.ids.unit + target for target in targets]
        if g.armies(g.side, area) > 1:
            found.append(STOP)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice != STOP:
            operation_effects.declare(g, self.unit, choice - g.ids.unit, BY_SEA)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == STOP:
            return politics.general_refusal(politics.DUTY)
        if AREA <= choice < g.ids.unit:
            return Refusal("An army that has landed goes no farther.", "8s")
        if g.ids.unit <= choice < g.ids.tile:
            target = choice - g.ids.unit
            if g.attack_on(target) >= 0:
                return Refusal("An army that lands can attack but not support.", "17c")
            return operation_effects.why_not_target(
                g, self.unit, target, g.place[self.unit], 0, tactical_movement.FREE
            )
        return None
