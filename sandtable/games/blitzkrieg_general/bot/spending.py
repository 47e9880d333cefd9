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


class Needs:
    """What a major has and lacks."""

    def __init__(self, g: Board, major: int, k: Weights) -> None:
        t = g.t
        self.k = k
        self.count: list[int] = [0] * 8
        for unit in range(t.n_units):
            if g.place[unit] >= 0 or g.place[unit] == const.CHART:
                if g.manager[g.serves[unit]] == major:
                    self.count[t.unit_kind[unit]] += 1
        self.front = by_land(g, major, k)
        self.sea = not self.front
        self.isles = by_sea(g, major, k)
        self.war = g.at_war(major)
        self.danger = in_danger(g, major, k)


def by_land(g: Board, major: int, k: Weights) -> bool:
    """Whether enemies, or neutrals that are worth a war, can be reached from home over land."""
    t = g.t
    a = assessment.atlas(g, major, k)
    wanted = a.war | a.prey
    seen = [area for area in t.home_of[major] if g.control[area] == major]
    for here in seen:  # grows while it is read
        for there in t.land_near[here]:
            if (wanted >> g.control[there]) & 1:
                return True
            if (a.friends >> g.control[there]) & 1 and there not in seen:
                seen.append(there)
    return False


def by_sea(g: Board, major: int, k: Weights) -> bool:
    """Whether islands are worth having that can be reached from home, now or soon."""
    a = assessment.atlas(g, major, k)
    for area in g.t.home_of[major]:
        if a.isles[area] > assessment.FAR - k.isle_reach and g.control[area] == major:
            return True
    return False


def in_danger(g: Board, major: int, k: Weights) -> bool:
    """Whether enemies next to a home area are stronger than what defends it."""
    o = Assessment(g, g.major_side[major], k)
    for area in g.t.home_of[major]:
        if g.control[area] == major and o.stake(g, area) >= 1.0:
            fire, stand = o.menace(g, area, [])
            ground = o.of(g, area)
            if fire * stand > k.danger * ground.fire * ground.stand:
                return True
    return False


def building(g: Board, major: int, choices: list[int], k: Weights) -> list[float]:
    """What to build or repair next; nothing is saved that could be spent well."""
    needs = Needs(g, major, k)
    keep = reserve(g, major)
    out: list[float] = []
    o = Assessment(g, g.major_side[major], k)
    for c in choices:
        if c == DONE:
            out.append(0.05)
        elif c >= g.ids.type:
            kind = c - g.ids.type
            if g.points[major] - g.t.type_cost[kind] < keep:
                out.append(-1.0)
            else:
                out.append(draft(g, needs, kind))
        elif c >= g.ids.unit:
            out.append(repair(g, o, needs, c - g.ids.unit))
        else:
            out.append(0.04)
    return out


def reserve(g: Board, major: int) -> int:
    """What a power in peace saves for the card by which it may declare war."""
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


def draft(g: Board, needs: Needs, kind: int) -> float:
    """What a new unit of a type is worth for its price."""
    t, k = g.t, needs.k
    of = t.type_kind[kind]
    land = needs.count[const.INFANTRY] + needs.count[const.ARMOR]
    if of == const.INFANTRY:
        score = k.infantry_danger if needs.danger else k.infantry
        score += (k.infantry_front - k.infantry_light) * t.type_front[kind]
        if needs.sea and not needs.front:
            score = k.infantry_sea if land < 3 * needs.count[const.CONVOY] + 4 else 0.3
        return score
    if of == const.ARMOR:
        few = needs.count[const.ARMOR] < k.panzers * land
        return k.armor if few and needs.front and land > k.armor_after else 0.4
    if of == const.AIRCRAFT:
        wanted = needs.count[const.AIRCRAFT] < k.squadrons * land + 1
        return (k.aircraft if wanted else 0.3) + k.aircraft_front * t.type_front[kind]
    if of == const.HQ:
        return k.hq if land > 4 else 0.2
    if of == const.NAVAL_HQ:
        return 0.1
    if of == const.CONVOY:
        if not needs.sea and not needs.isles:
            return 0.1
        if needs.isles and needs.count[const.CONVOY] < k.isle_convoys:
            return k.isle_convoy
        return k.convoy if needs.sea and needs.count[const.CONVOY] < k.convoys else 0.2
    if of == const.TASK_FORCE:
        return k.task_force if needs.sea and needs.count[const.TASK_FORCE] < k.task_forces else 0.15
    return k.submarine  # a submarine


def repair(g: Board, o: Assessment, needs: Needs, unit: int) -> float:
    """What the repair of a unit is worth for its price."""
    t, k = g.t, needs.k
    cost = max(1, economy.repair_cost(g, unit))
    more = (t.unit_front[unit] - t.unit_back[unit]) * t.kind_shots[t.unit_kind[unit]]
    score = k.repair + k.repair_fire * (more + 1.0) / (cost + 1.0)
    area = g.place[unit]
    if area < t.n_areas and o.threat(g, area) > 0.0:
        score += k.repair_danger
    if t.unit_kind[unit] >= const.CONVOY and not needs.sea:
        score -= k.repair_ship
    return score


# --- research


def research(g: Board, major: int, buying: bool, k: Weights) -> float:
    """Whether to buy a number, or to roll: above 0 for yes."""
    if buying:
        spare = g.points[major] - g.t.number["research_cost"]
        return 1.0 if g.at_war(major) and spare >= k.research else -1.0
    return 1.0 if g.numbers[major] >= 4 else -1.0


def fruit(found: int) -> float:
    """Which fruit of research is chosen first."""
    order = (2.0, 9.0, 8.0, 7.0, 1.0, 3.0, 4.0)
    return order[found] if found < len(order) else 10.0 * (found == const.ATOMIC_BOMB)


# --- cards


def esteem_card(g: Board, major: int, card: int, k: Weights) -> float:
    """What a card is worth to a major, its price counted."""
    info = g.t.cards[card]
    handler = info.effect.handler
    left = g.points[major] - info.cost
    worth = k.card_any
    if handler == effect_types.DO_COUP:
        worth = k.card_coup * coup(g, card)
    elif handler == effect_types.DO_DECLARE_WAR:
        worth = 40.0 if g.side_of(info.effect.nations[0]) != g.major_side[major] else 0.0
    elif handler in (effect_types.DO_PRODUCTION, effect_types.DO_PRODUCTION_SELF, effect_types.DO_TOTAL_WAR):
        worth = k.card_production
    elif handler in (effect_types.DO_VICHY, effect_types.DO_SURRENDER, effect_types.DO_ACTIVATE):
        worth = k.card_politics
    elif handler in (effect_types.DO_END_DELIVERY, effect_types.DO_AREAS_PRODUCTION, effect_types.DO_OCCUPY):
        worth = k.card_areas
    elif handler in (effect_types.DO_LOOK_AT_HANDS, effect_types.DO_PARA_DROP, effect_types.DO_REDEPLOY):
        worth = 0.0
    elif handler == effect_types.DO_CANCEL_CARD:
        worth = k.card_cancel
    elif handler == effect_types.DO_COASTAL_DEFENCE:
        worth = k.card_coast
    elif handler == effect_types.DO_END_LIMITS:
        worth = k.card_limits
    elif handler == effect_types.DO_KAMIKAZE:
        worth = 0.5
    if left < 3 and worth < 4.0:
        worth -= 1.0
    return worth - info.cost


def coup(g: Board, card: int) -> float:
    """The chance that a coup succeeds, less that of its opposite."""
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


def decide(g: Board, major: int, card: int, choices: list[int], k: Weights) -> list[float]:
    """Buy what is worth its price, offer what others may want, else put it back."""
    out: list[float] = []
    for c in choices:
        if c == BUY:
            out.append(esteem_card(g, major, card, k))
        elif c == OFFER:
            out.append(0.2)
        else:
            out.append(0.1 if c == RETURN else 0.0)
    return out


def purchase(g: Board, major: int, choices: list[int], k: Weights) -> list[float]:
    """The best of the cards that are offered."""
    return [0.0 if c == PASS else esteem_card(g, major, c - g.ids.card, k) for c in choices]


def play(g: Board, card: int) -> float:
    """Whether a card is played now: above 0 for yes."""
    info = g.t.cards[card]
    major = g.card_owner[card]
    handler = info.effect.handler
    if handler == effect_types.DO_COUP:
        return 1.0 if coup(g, card) > 0.0 else -1.0
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
    """Whether the present combat is big enough for a card."""
    fight = g.fight
    if fight is None:
        return -1.0
    mine = fight.attackers if fight.side == g.major_side[major] else fight.defenders
    own = [u for u in mine if g.serves[u] == major]
    return 1.0 if len(own) >= 2 and len(fight.attackers) + len(fight.defenders) >= 5 else -1.0


def lend(g: Board, major: int, k: Weights) -> float:
    """Who gets a delivery: who has most front and least production."""
    needs = Needs(g, major, k)
    return (2.0 if needs.front else 0.0) - 0.02 * economy.production(g, major)
