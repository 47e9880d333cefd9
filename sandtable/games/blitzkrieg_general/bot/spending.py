"""What Build Points are spent on: repairs, units, cards, research; and when cards are played."""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.games.blitzkrieg_general.bot import assessment
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import effect_types
from sandtable.games.blitzkrieg_general.components.ids import BUY, OFFER, RETURN
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy


class BuildPriorities:
    """What a major has and lacks."""

    def __init__(self, g: Board, major: int, w: Weights) -> None:
        t = g.t
        self.w = w
        self.count: list[int] = [0] * 8
        for unit in range(t.n_units):
            if g.place[unit] >= 0 or g.place[unit] == const.CHART:
                if g.manager[g.serves[unit]] == major:
                    self.count[t.unit_kind[unit]] += 1
        self.front = has_land_front(g, major, w)
        self.sea = not self.front
        self.isles = wants_islands(g, major, w)
        self.war = g.at_war(major)
        self.danger = is_in_danger(g, major, w)


def has_land_front(g: Board, major: int, w: Weights) -> bool:
    """Return whether enemies, or neutrals that are worth a war, can be reached from home over land."""
    t = g.t
    values = assessment.area_values(g, major, w)
    wanted = values.war | values.targets
    seen = [area for area in t.home_of[major] if g.control[area] == major]
    for here in seen:  # grows while it is read
        for there in t.land_near[here]:
            if (wanted >> g.control[there]) & 1:
                return True
            if (values.friends >> g.control[there]) & 1 and there not in seen:
                seen.append(there)
    return False


def wants_islands(g: Board, major: int, w: Weights) -> bool:
    """Return whether valuable islands can be reached from home, now or soon."""
    values = assessment.area_values(g, major, w)
    for area in g.t.home_of[major]:
        if values.isles[area] > assessment.FAR - w.isle_reach and g.control[area] == major:
            return True
    return False


def is_in_danger(g: Board, major: int, w: Weights) -> bool:
    """Return whether enemies next to a home area are stronger than its defenders."""
    view = Assessment(g, g.major_side[major], w)
    for area in g.t.home_of[major]:
        if g.control[area] == major and view.stake(g, area) >= 1.0:
            fire, stand = view.nearby_fire(g, area, [])
            forces = view.forces_in(g, area)
            if fire * stand > w.danger * forces.fire * forces.stand:
                return True
    return False


def rate_building(g: Board, major: int, choices: list[int], w: Weights) -> list[float]:
    """Rate what to build or repair next; nothing is saved that could be spent well."""
    priorities = BuildPriorities(g, major, w)
    keep = points_to_keep(g, major)
    out: list[float] = []
    view = Assessment(g, g.major_side[major], w)
    for c in choices:
        if c == DONE:
            out.append(0.05)
        elif c >= g.ids.type:
            kind = c - g.ids.type
            if g.points[major] - g.t.type_cost[kind] < keep:
                out.append(-1.0)
            else:
                out.append(type_value(g, priorities, kind))
        elif c >= g.ids.unit:
            out.append(repair_value(g, view, priorities, c - g.ids.unit))
        else:
            out.append(0.04)
    return out


def points_to_keep(g: Board, major: int) -> int:
    """Return what a power in peace saves for the card by which it may declare war."""
    if not g.advanced or g.year < 1940:
        return 0
    for card in g.t.cards_with(effect_types.DO_DECLARE_WAR):
        info = g.t.cards[card]
        if (info.owners >> major) & 1 and g.card_at[card] != const.IN_EFFECT:
            for enemy in info.effect.nations:
                if g.enemy(major, enemy):
                    return 0
            return info.cost
    return 0


def type_value(g: Board, priorities: BuildPriorities, kind: int) -> float:
    """Return the value of a new unit of a type for its price."""
    t, w = g.t, priorities.w
    of = t.type_kind[kind]
    land = priorities.count[const.INFANTRY] + priorities.count[const.ARMOR]
    if of == const.INFANTRY:
        score = w.infantry_danger if priorities.danger else w.infantry
        score += (w.infantry_front - w.infantry_light) * t.type_front[kind]
        if priorities.sea and not priorities.front:
            score = w.infantry_sea if land < 3 * priorities.count[const.CONVOY] + 4 else 0.3
        return score
    if of == const.ARMOR:
        few = priorities.count[const.ARMOR] < w.panzers * land
        return w.armor if few and priorities.front and land > w.armor_after else 0.4
    if of == const.AIRCRAFT:
        wanted = priorities.count[const.AIRCRAFT] < w.squadrons * land + 1
        return (w.aircraft if wanted else 0.3) + w.aircraft_front * t.type_front[kind]
    if of == const.HQ:
        return w.hq if land > 4 else 0.2
    if of == const.NAVAL_HQ:
        return 0.1
    if of == const.CONVOY:
        if not priorities.sea and not priorities.isles:
            return 0.1
        if priorities.isles and priorities.count[const.CONVOY] < w.isle_convoys:
            return w.isle_convoy
        return w.convoy if priorities.sea and priorities.count[const.CONVOY] < w.convoys else 0.2
    if of == const.TASK_FORCE:
        return w.task_force if priorities.sea and priorities.count[const.TASK_FORCE] < w.task_forces else 0.15
    return w.submarine  # a submarine


def repair_value(g: Board, view: Assessment, priorities: BuildPriorities, unit: int) -> float:
    """Return the value of repairing a unit for its price."""
    t, w = g.t, priorities.w
    cost = max(1, economy.repair_cost(g, unit))
    more = (t.unit_front[unit] - t.unit_back[unit]) * t.kind_shots[t.unit_kind[unit]]
    score = w.repair + w.repair_fire * (more + 1.0) / (cost + 1.0)
    area = g.place[unit]
    if area < t.n_areas and view.threat(g, area) > 0.0:
        score += w.repair_danger
    if t.unit_kind[unit] >= const.CONVOY and not priorities.sea:
        score -= w.repair_ship
    return score


# --- research


def research_value(g: Board, major: int, buying: bool, w: Weights) -> float:
    """Rate buying a number, or a roll: above 0 for yes."""
    if buying:
        spare = g.points[major] - g.t.number["research_cost"]
        return 1.0 if g.at_war(major) and spare >= w.research else -1.0
    return 1.0 if g.numbers[major] >= 4 else -1.0


def achievement_value(found: int) -> float:
    """Rate an achievement of research; the highest is chosen first."""
    order = (2.0, 9.0, 8.0, 7.0, 1.0, 3.0, 4.0)
    return order[found] if found < len(order) else 10.0 * (found == const.ATOMIC_BOMB)


# --- cards


def card_value(g: Board, major: int, card: int, w: Weights) -> float:
    """Return the value of a card to a major, less its price."""
    info = g.t.cards[card]
    handler = info.effect.handler
    left = g.points[major] - info.cost
    worth = w.card_any
    if handler == effect_types.DO_COUP:
        worth = w.card_coup * coup_value(g, card)
    elif handler == effect_types.DO_DECLARE_WAR:
        worth = 40.0 if g.side_of(info.effect.nations[0]) != g.major_side[major] else 0.0
    elif handler in (effect_types.DO_PRODUCTION, effect_types.DO_PRODUCTION_SELF, effect_types.DO_TOTAL_WAR):
        worth = w.card_production
    elif handler in (effect_types.DO_VICHY, effect_types.DO_SURRENDER, effect_types.DO_ACTIVATE):
        worth = w.card_politics
    elif handler in (effect_types.DO_END_DELIVERY, effect_types.DO_AREAS_PRODUCTION, effect_types.DO_OCCUPY):
        worth = w.card_areas
    elif handler in (effect_types.DO_LOOK_AT_HANDS, effect_types.DO_PARA_DROP, effect_types.DO_REDEPLOY):
        worth = 0.0
    elif handler == effect_types.DO_CANCEL_CARD:
        worth = w.card_cancel
    elif handler == effect_types.DO_COASTAL_DEFENCE:
        worth = w.card_coast
    elif handler == effect_types.DO_END_LIMITS:
        worth = w.card_limits
    elif handler == effect_types.DO_KAMIKAZE:
        worth = 0.5
    if left < 3 and worth < 4.0:
        worth -= 1.0
    return worth - info.cost


def coup_value(g: Board, card: int) -> float:
    """Return the chance that a coup succeeds, less that of its opposite."""
    effect = g.t.cards[card].effect
    good = bad = 0
    for one in range(1, 7):
        for other in range(1, 7):
            roll = one + other
            if effect.success_low <= roll <= effect.success_high:
                good += 1
            elif effect.counter_low <= roll <= effect.counter_high:
                bad += 1
    return (good - bad) / 36.0


def rate_decision(g: Board, major: int, card: int, choices: list[int], w: Weights) -> list[float]:
    """Rate the decisions on a drawn card: buy what is worth its price, offer the rest, or put it back."""
    out: list[float] = []
    for c in choices:
        if c == BUY:
            out.append(card_value(g, major, card, w))
        elif c == OFFER:
            out.append(0.2)
        else:
            out.append(0.1 if c == RETURN else 0.0)
    return out


def rate_purchase(g: Board, major: int, choices: list[int], w: Weights) -> list[float]:
    """Rate the offered cards."""
    return [0.0 if c == PASS else card_value(g, major, c - g.ids.card, w) for c in choices]


def play_value(g: Board, card: int) -> float:
    """Rate playing a card now: above 0 for yes."""
    info = g.t.cards[card]
    major = g.card_owner[card]
    handler = info.effect.handler
    if handler == effect_types.DO_COUP:
        return 1.0 if coup_value(g, card) > 0.0 else -1.0
    if handler in (effect_types.DO_PARA_DROP, effect_types.DO_REDEPLOY, effect_types.DO_PEACE):
        return -1.0
    if handler == effect_types.DO_TOTAL_WAR:
        return 1.0 if g.year >= 1941 else -1.0
    if handler in (effect_types.DO_SURPRISE, effect_types.DO_ELITE_BONUS, effect_types.DO_MOUNTAIN_BONUS):
        return in_combat(g, major)
    if handler == effect_types.DO_KAMIKAZE:
        return -1.0
    if handler == effect_types.DO_LOOK_AT_HANDS:
        return 0.5
    return 1.0


def in_combat(g: Board, major: int) -> float:
    """Rate playing a card in the present combat: above 0 if it is big enough."""
    fight = g.fight
    if fight is None:
        return -1.0
    mine = fight.attackers if fight.side == g.major_side[major] else fight.defenders
    own = [u for u in mine if g.serves[u] == major]
    return 1.0 if len(own) >= 2 and len(fight.attackers) + len(fight.defenders) >= 5 else -1.0


def lend_lease_value(g: Board, major: int, w: Weights) -> float:
    """Rate a receiver of a delivery: first those with most front and least production."""
    priorities = BuildPriorities(g, major, w)
    return (2.0 if priorities.front else 0.0) - 0.02 * economy.production(g, major)
