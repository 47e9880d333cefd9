"""Effects of cards in force, used by the modules whose rules they change. [CA] [A7.4k] [A7.4o]

Permanent cards are in effect while they lie open. Others work in a turn (`turn_cards`), an action segment
(`segment_cards`) or the present combat (`fight.cards`). `card_owner` is the major that has played a card.
"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import effect_types as effects
from sandtable.games.blitzkrieg_general.components.combat_state import LAND, NAVAL, TRANSIT, CombatState
from sandtable.games.blitzkrieg_general.components.state import Board

NO_DICE = (0, 0)


def _card_in(g: Board, cards: int, handler: int) -> int:
    """Return the card with this handler in a set of cards, or NONE."""
    if cards:
        for card in g.t.cards_with(handler):
            if (cards >> card) & 1:
                return card
    return const.NONE


def _open_card(g: Board, handler: int) -> int:
    """Return the permanent card with this handler that is in effect, or NONE."""
    for card in g.t.cards_with(handler):
        if g.card_at[card] == const.IN_EFFECT:
            return card
    return const.NONE


# --- reaction and movement


def no_reaction(g: Board, space: int) -> bool:
    """Return whether neither aircraft nor reserves may react to the attack on a space. [CARD.blitzkrieg]"""
    card = _card_in(g, g.turn_cards, effects.DO_NO_REACTION)
    if card == const.NONE:
        return False
    nation = g.t.cards[card].effect.nation
    if g.side_of(nation) != g.side:  # it stops reactions to attacks, not attacks
        return False
    for unit in g.at[space]:
        if g.serves[unit] == nation:
            return True
    for zone in g.t.coast[space]:  # landings and task forces that come from the sea
        for unit in g.at[zone]:
            ship = unit if g.carrier[unit] < 0 else g.carrier[unit]
            if g.serves[unit] == nation and g.target[ship] == space:
                return True
    return False


def exploits_anyway(g: Board, unit: int) -> bool:
    """Return whether a unit may attack in the exploitation phase without an HQ. [CARD.triumph_and_fall]

    It works within the region only: see `exploits_into`.
    """
    place = g.place[unit]
    return place >= 0 and exploits_into(g, unit, place)


def exploits_into(g: Board, unit: int, area: int) -> bool:
    """Return whether a card lets a unit without an HQ exploit into this area. [CARD.triumph_and_fall]"""
    if not g.segment_cards or g.t.unit_kind[unit] > const.LAST_LAND or area >= g.t.n_areas:
        return False
    card = _card_in(g, g.segment_cards, effects.DO_REGION_EXPLOIT)
    if card == const.NONE or g.side_of_unit(unit) != g.major_side[g.card_owner[card]]:
        return False
    return g.t.area_region[area] == g.t.cards[card].effect.region


def limits_off(g: Board) -> bool:
    """Return whether attacks between Japan and China are unlimited. [CARD.japan_national_war]"""
    return _open_card(g, effects.DO_END_LIMITS) != const.NONE


def search_result(g: Board, zone: int, side: int) -> int:
    """Return the effect of Naval Surprise on a side's search in a zone: 1 success, 0 failure, NONE a roll.

    [CARD.naval_surprise]
    """
    card = surprise_card(g, zone)
    if card == const.NONE:
        return const.NONE
    return 1 if g.major_side[g.card_owner[card]] == side else 0


def surprise_card(g: Board, zone: int) -> int:
    """Return the Naval Surprise that works in a zone, or NONE."""
    fight = g.fight
    if fight is not None and fight.space == zone:
        card = _card_in(g, fight.cards, effects.DO_NAVAL_SURPRISE)
        if card != const.NONE:
            return card
    if g.surprise_zone == zone:
        return _card_in(g, g.segment_cards, effects.DO_NAVAL_SURPRISE)
    return const.NONE


# --- combat


def ignores_rivers(g: Board, unit: int) -> bool:
    """Return whether rivers do not weaken this unit in this turn. [CARD.bridgehead]"""
    card = _card_in(g, g.turn_cards, effects.DO_IGNORE_RIVERS)
    return (
        card != const.NONE and g.serves[unit] == g.card_owner[card] and g.t.unit_kind[unit] <= const.LAST_LAND
    )


def ignores_weather(g: Board, unit: int) -> bool:
    """Return whether bad weather does not weaken a unit in combat.

    [CARD.guards_troops] [CARD.winter_offensive]
    """
    t = g.t
    if t.unit_kind[unit] > const.LAST_LAND:
        return False
    card = _card_in(g, g.turn_cards, effects.DO_WINTER_OFFENSIVE)
    if card != const.NONE and t.cards[card].effect.nation == g.serves[unit]:
        return True
    card = _open_card(g, effects.DO_GUARDS)
    if card == const.NONE:
        return False
    effect = t.cards[card].effect
    return effect.nation == g.serves[unit] and effect.mark == t.unit_mark[unit]


def bonus(g: Board, unit: int) -> int:
    """Return what cards add to a unit's strength in the present combat, after all else. [R19]

    [CARD.elite_troops] [CARD.mountain_troops] [CARD.cold_days_in_hell]
    """
    t = g.t
    kind = t.unit_kind[unit]
    if kind in (const.HQ, const.NAVAL_HQ):  # [A1.2r]
        return 0
    found = 0
    if g.cond[unit] & const.ELITE:
        for card in t.cards_with(effects.DO_ELITE_BONUS):
            found += t.cards[card].effect.bonus
    if not g.turn_cards:
        return found
    fight = g.fight
    card = _card_in(g, g.turn_cards, effects.DO_MOUNTAIN_BONUS)
    if (
        card != const.NONE
        and fight is not None
        and fight.kind == LAND
        and g.card_owner[card] == g.serves[unit]
    ):
        effect = t.cards[card].effect
        if (effect.types >> kind) & 1 and t.area_terrain[fight.space] == effect.terrain:
            found += effect.bonus
    card = _card_in(g, g.turn_cards, effects.DO_WEAKENED)
    if card != const.NONE:
        effect = t.cards[card].effect
        place = g.place[unit]
        if g.side_of_unit(unit) == effect.side and 0 <= place < t.n_areas:
            if t.area_country[place] == effect.nation and g.bad(place):
                found += effect.bonus
    return found


def coastal_dice(g: Board, area: int) -> tuple[int, int]:
    """Return more dice of the defender in each round of a landing, with their strength in terrain. [R37]

    They count only in the combat that the landing began, while the nation has a land unit in it. By one card
    they count if the nation controls the area, whoever fights there. (0, 0): none.
    [CARD.fortress_europe] [CARD.their_finest_hour] [CARD.japanese_defense_perimeter]
    """
    fight = g.fight
    if fight is None or not fight.invasion:
        return NO_DICE
    t = g.t
    for card in t.cards_with(effects.DO_COASTAL_DEFENCE):
        if g.card_at[card] != const.IN_EFFECT:
            continue
        effect = t.cards[card].effect
        at_home = effect.home != const.NONE and t.area_home[area] == effect.home
        strength = effect.strength_home if at_home else effect.strength
        if strength <= 0 or g.side_of(effect.nation) == fight.side:
            continue
        if g.control[area] == effect.nation if effect.covers_area else _stands(g, fight, effect.nation):
            # each die is a defending infantry to terrain
            return (effect.dice, strength + t.terrain_inf[t.area_terrain[area]])
    return NO_DICE


def _stands(g: Board, fight: CombatState, nation: int) -> bool:
    """Return whether a nation has land units among the defenders."""
    for unit in fight.defenders:
        if g.serves[unit] == nation and g.t.unit_kind[unit] <= const.LAST_LAND:
            return True
    return False


def may_retreat(g: Board, unit: int) -> bool:
    """Return False for units of a nation under Total War, which never retreat by choice.

    [CARD.total_war] [R88]
    """
    for card in g.t.cards_with(effects.DO_TOTAL_WAR):
        if g.card_at[card] == const.IN_EFFECT and g.card_owner[card] == g.serves[unit]:
            return False
    return True


def first_fire(g: Board, unit: int) -> bool:
    """Return whether a unit's hits count before the answer. [CARD.surprise] [CARD.naval_surprise] [R83]"""
    fight = g.fight
    if fight is None:
        return False
    kind = g.t.unit_kind[unit]
    if fight.kind == LAND:
        card = _card_in(g, fight.cards, effects.DO_SURPRISE)
        if card == const.NONE or g.side_of_unit(unit) != g.major_side[g.card_owner[card]]:
            return False
        return kind <= const.AIRCRAFT
    if fight.kind == NAVAL or fight.kind == TRANSIT:
        card = surprise_card(g, fight.space)
        # the ships of the nation and the aircraft that help them
        return card != const.NONE and g.serves[unit] == g.card_owner[card] and kind >= const.AIRCRAFT
    return False


def kamikaze(g: Board, unit: int) -> bool:
    """Return whether an aircraft fires twice in each round of this combat, its last. [CARD.kamikaze]"""
    fight = g.fight
    if fight is None:
        return False
    card = _card_in(g, fight.cards, effects.DO_KAMIKAZE)
    if card == const.NONE:
        return False
    effect = g.t.cards[card].effect
    return g.serves[unit] == effect.nation and (effect.types >> g.t.unit_kind[unit]) & 1 != 0


def shots(g: Board, unit: int) -> int:
    """Return how often a unit fires in a round, by kind or by card. [B6.2.1a] [B6.2.1b] [CARD.kamikaze]"""
    if kamikaze(g, unit):
        for card in g.t.cards_with(effects.DO_KAMIKAZE):
            return g.t.cards[card].effect.shots
    return g.t.kind_shots[g.t.unit_kind[unit]]


# --- control, production


def lend_lease_card(g: Board) -> int:
    """Return the card for handing over Build Points each quarter, or NONE. [CARD.lend_lease_usa]"""
    return _open_card(g, effects.DO_LEND_LEASE)


def production_bonus(g: Board, major: int) -> int:
    """Return what permanent cards add to a major's production, or subtract from it.

    [CARD.foreign_troops] [CARD.militia] [CARD.total_war] [CARD.lend_lease_be_ussr] [CARD.japan_gains_bnl]
    """
    t = g.t
    found = 0
    for card in t.cards_with(effects.DO_PRODUCTION):
        if g.card_at[card] == const.IN_EFFECT:
            effect = t.cards[card].effect
            for at in range(len(effect.who)):
                if effect.who[at] == major:
                    found += effect.amounts[at]
    for card in t.cards_with(effects.DO_PRODUCTION_SELF):
        if g.card_at[card] == const.IN_EFFECT and g.card_owner[card] == major:
            found += t.cards[card].effect.amount
    for card in t.cards_with(effects.DO_TOTAL_WAR):
        if g.card_at[card] == const.IN_EFFECT and g.card_owner[card] == major:
            found += t.cards[card].effect.amount
    for card in t.cards_with(effects.DO_AREAS_PRODUCTION):
        if g.card_at[card] == const.IN_EFFECT and t.cards[card].effect.nation == major:
            for area in t.cards[card].effect.areas:
                if untaken(g, area):
                    found += t.prod_left[area]
    return found


def untaken(g: Board, area: int) -> bool:
    """Return whether an area is unconquered: its own country's, in trust or ownerless. [TT14AD]"""
    by = g.control[area]
    return by == g.t.area_country[area] or by == g.t.trust or by == g.t.nobody


def diverted(g: Board, area: int) -> bool:
    """Return whether a card takes an area's production away from its controller. [TT14AD]"""
    card = _open_card(g, effects.DO_AREAS_PRODUCTION)
    return card != const.NONE and area in g.t.cards[card].effect.areas and untaken(g, area)


def may_build_foreign(g: Board, major: int, type: int) -> bool:
    """Return whether a card lets a major build this type of another nation's units now.

    [CARD.free_french] [CARD.usa_build_chinese_aircraft] [S39f]
    """
    t = g.t
    nation = t.type_nation[type]
    card = _open_card(g, effects.DO_FREE_FRENCH)
    if card != const.NONE:
        effect = t.cards[card].effect
        if nation == effect.nation and t.type_mark[type] == effect.mark and major in effect.nations:
            return True
    card = _open_card(g, effects.DO_ALLIED_AIRCRAFT)
    if card == const.NONE:
        return False
    effect = t.cards[card].effect
    if major != effect.nation or not (effect.types >> t.type_kind[type]) & 1:
        return False
    if (g.turn_cards >> card) & 1:  # one each turn
        return False
    if nation in effect.nations and t.type_mark[type] == effect.mark:
        return not g.fallen(nation)
    if nation == major or g.fallen(nation) or g.side_of(nation) != g.major_side[major]:
        return False
    return not _first_ones_left(g, card)


def _first_ones_left(g: Board, card: int) -> bool:
    """Return whether any first aircraft can still be built. [CARD.usa_build_chinese_aircraft]"""
    effect = g.t.cards[card].effect
    for nation in effect.nations:
        if g.fallen(nation):
            continue
        for unit in g.t.units_of[nation]:
            if g.t.unit_mark[unit] == effect.mark and g.place[unit] == const.POOL:
                return True
    return False


def built_foreign(g: Board, major: int, type: int) -> None:
    """Note that a major has built a type by `may_build_foreign`: only one aircraft each turn."""
    card = _open_card(g, effects.DO_ALLIED_AIRCRAFT)
    if card == const.NONE:
        return
    effect = g.t.cards[card].effect
    if major == effect.nation and (effect.types >> g.t.type_kind[type]) & 1:
        g.turn_cards |= 1 << card


def naval_quota(g: Board, major: int, spent: int) -> int:
    """Return the Build Points a major must still spend on ships in this quarter. [CN2] [R30]

    `spent` have been spent on them already. The result is the smallest sum of ships in the pool that makes up
    the quota, or the largest sum that the major can pay. Its other purchases must leave it this amount.
    """
    card = _open_card(g, effects.DO_NAVAL_QUOTA)
    if card == const.NONE or g.t.cards[card].effect.nation != major:
        return 0
    missing = g.t.cards[card].effect.amount - spent
    if missing <= 0:
        return 0
    best = 0
    sums = ship_sums(g, major, g.points[major])
    for total in range(len(sums)):
        if sums[total]:
            best = total
            if total >= missing:
                break
    return best


def ship_sums(g: Board, major: int, most: int) -> bytearray:
    """Return by number of Build Points up to `most`: 1 where ships of the pool cost exactly that."""
    t = g.t
    sums = bytearray(most + 1)
    sums[0] = 1
    for type in t.types_of[major]:
        if t.type_kind[type] < const.FIRST_SHIP:
            continue
        cost = t.type_cost[type]
        first = t.first_unit[type]
        for unit in range(first, first + t.type_count[type]):
            if g.place[unit] == const.POOL:
                for total in range(most, cost - 1, -1):
                    if sums[total - cost]:
                        sums[total] = 1
    return sums
