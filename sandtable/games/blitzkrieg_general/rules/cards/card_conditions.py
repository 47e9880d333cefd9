"""Prerequisites of cards: whether they hold, whether a card can never be played again, and why not."""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import effect_types as effects
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.effect_types import Condition
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.economy import economy


def target(g: Board, card: int) -> int:
    """Return the nation of a coup; a card that has come back is for another one. [A9.9]"""
    effect = g.t.cards[card].effect
    if effect.next_target != const.NONE and g.rule(const.COUP_IN_IRAN) and (g.played >> card) & 1:
        return effect.next_target
    return effect.target


def met(g: Board, major: int, card: int) -> bool:
    """Return whether all prerequisites of a card hold for its player now. [CA1]"""
    for need in g.t.cards[card].needs:
        if not holds(g, major, card, need):
            return False
    return True


def buyable(g: Board, major: int, card: int) -> bool:
    """Return whether a major may buy a card: it is named on it [A7.4c], and the first player has had it."""
    info = g.t.cards[card]
    if not (info.owners >> major) & 1 or g.fallen(major):
        return False
    for need in info.needs:
        if need.kind == effects.NEED_FIRST_BY and need.nations[0] != major and not (g.played >> card) & 1:
            return False
    return True


def obsolete(g: Board, card: int) -> bool:
    """Return whether the effect of a card has become impossible for good. [A7.4h] [A7.1c]"""
    info = g.t.cards[card]
    for need in info.needs:
        if need.lasting and not holds(g, const.NONE, card, need):
            return True
        if need.cards and _all_out(g, need.cards):  # what it works on has left the game
            if need.kind != effects.NEED_CARD_PLAYED or not (g.played >> need.cards[0]) & 1:
                return True
        if need.kind == effects.NEED_FIRST_BY and g.fallen(need.nations[0]) and not (g.played >> card) & 1:
            return True
    return info.timing == effects.WHEN_FORCED_AT_ONCE and g.fallen(info.effect.forced)


def _all_out(g: Board, cards: list[int]) -> bool:
    """Return whether all these cards have left the game."""
    for card in cards:
        if g.card_at[card] != const.OUT:
            return False
    return True


def holds(g: Board, major: int, card: int, need: Condition) -> bool:
    """Return whether one prerequisite holds; lasting ones do not depend on the player."""
    kind = need.kind
    if kind <= effects.NEED_ALL_NEUTRAL:
        return _neutral(g, card, need)
    if kind <= effects.NEED_DECLARED_ON_OR_INVADED:
        return _nations(g, need)
    if kind <= effects.NEED_NO_UNITS_IN_HOME:
        return _ground(g, need)
    if kind <= effects.NEED_OWN_NATION_AT_WAR:
        return _own(g, major, need)
    return _rest(g, need)


def neutral(g: Board, country: int) -> bool:
    """Return whether a country has joined no side, or as a major has no enemy. [B1.0e]"""
    if country < g.t.n_majors:
        return not g.at_war(country) and not g.fallen(country)
    return g.side_of(country) == const.NEUTRAL and not g.fallen(country)


def _neutral(g: Board, card: int, need: Condition) -> bool:
    kind = need.kind
    if kind == effects.NEED_TARGET_NEUTRAL:
        return g.side_of(target(g, card)) == const.NEUTRAL
    if kind == effects.NEED_TARGET_NOT_CONQUERED:  # [CA2]
        return not g.fallen(target(g, card))
    if kind == effects.NEED_TARGET_AT_WAR:  # the window names its subject
        return True
    found = 0
    for nation in need.nations:
        if neutral(g, nation):
            found += 1
    return found > 0 if kind == effects.NEED_ANY_NEUTRAL else found == len(need.nations)


def _nations(g: Board, need: Condition) -> bool:
    kind = need.kind
    first = need.nations[0]
    if kind == effects.NEED_AT_WAR:
        return g.enemy(first, need.nations[1])
    if kind == effects.NEED_ENTERED_WAR:
        return g.at_war(first) and not g.fallen(first)
    if kind == effects.NEED_NOT_CONQUERED:
        return not g.fallen(first)
    if kind == effects.NEED_CONQUERED_OR_VICHY:
        return g.fallen(first) or g.vichy != 0
    if kind == effects.NEED_NEVER_ATTACKED:
        return not (g.declared[first] >> need.nations[1]) & 1
    for nation in need.nations:
        if (g.declared[nation] >> need.on) & 1:
            return True
    return (g.invaded >> need.home) & 1 != 0


def _ground(g: Board, need: Condition) -> bool:
    t = g.t
    kind = need.kind
    if kind == effects.NEED_PRODUCTION_MIN:
        return economy.production(g, need.nations[0]) >= need.n
    if kind == effects.NEED_HOME_AREAS_CONTROLLED:
        return _controlled(g, t.home_of[need.nations[0]], need.side) >= need.n
    if kind == effects.NEED_AREAS_CONTROLLED:
        return _controlled(g, tuple(need.areas), need.side) >= need.n
    if kind == effects.NEED_NO_AREA_IN_REGION:
        for area in range(t.n_areas):
            if t.area_region[area] == need.region and g.control[area] == need.nations[0]:
                return False
        return True
    if kind == effects.NEED_ISLANDS_CONTROLLED:
        islands = [a for a in t.areas_of[need.nations[0]] if t.is_island[a]]
        return _controlled(g, tuple(islands), need.side) >= need.n
    if kind == effects.NEED_HELD_FOR:
        if _controlled(g, tuple(need.areas), need.side) < len(need.areas):
            return False
        return g.held_since != const.NONE and g.turn - g.held_since >= need.n
    for area in t.home_areas[need.home]:  # NEED_NO_UNITS_IN_HOME
        mask = g.mask(need.side)
        if g.troops[area] & mask:
            return False
    return True


def _controlled(g: Board, areas: tuple[int, ...], side: int) -> int:
    """Return how many of the areas a side controls."""
    found = 0
    for area in areas:
        if g.side_of(g.control[area]) == side:
            found += 1
    return found


def _own(g: Board, major: int, need: Condition) -> bool:
    kind = need.kind
    if kind == effects.NEED_OWN_NATION_AT_WAR:  # [R93]
        since = g.war_since[major]
        return g.at_war(major) and since != const.NONE and g.turn - since >= need.n
    if kind == effects.NEED_ENEMY_IN_OWN_HOME:
        for area in g.t.home_of[major]:
            if g.troops[area] & g.war[major]:
                return True
        return False
    return len(open_home_areas(g, major)) > 0  # NEED_OWN_HOME_AREAS_OPEN


def open_home_areas(g: Board, major: int) -> list[int]:
    """Return a major's home areas that the enemy controls without a unit in them. [CARD.partisans]"""
    enemies = g.war[major]
    return [
        area
        for area in g.t.home_of[major]
        if (enemies >> g.control[area]) & 1 and not g.troops[area] & enemies
    ]


def _rest(g: Board, need: Condition) -> bool:
    kind = need.kind
    if kind == effects.NEED_BAD_WEATHER:
        return g.weather[need.map] != 0
    if kind == effects.NEED_YEAR_MIN:
        return g.year >= need.n
    if kind in (effects.NEED_CARD_IN_EFFECT, effects.NEED_CARD_IN_EFFECT_OR_PLAYED):
        # A card that has just been played lies open already while its counter is asked for.
        for card in need.cards:
            if g.card_at[card] == const.IN_EFFECT:
                return True
        return False
    if kind == effects.NEED_CARD_PLAYED:
        return (g.played >> need.cards[0]) & 1 != 0
    if kind == effects.NEED_DELIVERY_IN_FORCE:
        return (g.deliveries >> need.delivery) & 1 != 0
    if kind == effects.NEED_ANY_AT_PEACE:
        for nation in need.nations[1:]:
            if not g.enemy(need.nations[0], nation) and not g.fallen(nation):
                return not g.fallen(need.nations[0])
        return False
    if kind == effects.NEED_AREA_HELD:
        by = g.control[need.areas[0]]
        # A colony that fell to nobody with its country is as free as one of Vichy. [R86]
        return by == need.nations[0] or by == g.t.vichy or by == g.t.nobody
    if kind == effects.NEED_AREAS_UNTAKEN:
        for area in need.areas:
            if card_modifiers.untaken(g, area):
                return True
        return False
    return True  # NEED_FIRST_BY is asked when the card is bought


def why_not(g: Board, major: int, card: int) -> Refusal | None:
    """Return the first prerequisite of a card that fails, in words; None if all hold."""
    for need in g.t.cards[card].needs:
        if not holds(g, major, card, need):
            return Refusal(
                f"{words.card(g, card)} cannot be played now: {_reason(g, major, card, need)}.",
                f"CARD.{g.t.card_id[card]}",
            )
    return None


def _reason(g: Board, major: int, card: int, need: Condition) -> str:
    """Return what a prerequisite requires, as the end of a sentence."""
    kind = need.kind
    name = words.country(g, need.nations[0]) if need.nations else ""
    if kind == effects.NEED_TARGET_NEUTRAL:
        return f"{words.country(g, target(g, card))} is not neutral any longer"
    if kind == effects.NEED_TARGET_NOT_CONQUERED:
        return f"{words.country(g, target(g, card))} is conquered"
    if kind in (effects.NEED_ANY_NEUTRAL, effects.NEED_ALL_NEUTRAL):
        return f"{words.countries(g, need.nations)} must be neutral, or one of them"
    if kind == effects.NEED_AT_WAR:
        return f"{name} and {words.country(g, need.nations[1])} must be at war with each other"
    if kind == effects.NEED_ENTERED_WAR:
        return f"{name} has not entered the war"
    if kind == effects.NEED_NOT_CONQUERED:
        return f"{name} is conquered"
    if kind == effects.NEED_CONQUERED_OR_VICHY:
        return f"{name} must be conquered, or its Vichy state set up"
    if kind == effects.NEED_NEVER_ATTACKED:
        return f"{name} has declared war on {words.country(g, need.nations[1])} before"
    if kind == effects.NEED_DECLARED_ON_OR_INVADED:
        return (
            f"{words.countries(g, need.nations)} have not declared war on {words.country(g, need.on)}, "
            f"and nobody has landed in the {g.t.home_name[need.home]}"
        )
    return _reason_ground(g, major, need, name)


def _reason_ground(g: Board, major: int, need: Condition, name: str) -> str:
    kind = need.kind
    if kind == effects.NEED_PRODUCTION_MIN:
        return f"the production of {name} must be {need.n} or more"
    if kind == effects.NEED_HOME_AREAS_CONTROLLED:
        return f"the {words.side(need.side)} must control {need.n} home areas of {name}"
    if kind == effects.NEED_AREAS_CONTROLLED:
        return f"the {words.side(need.side)} must control {need.n} of {words.spaces(g, need.areas)}"
    if kind == effects.NEED_NO_AREA_IN_REGION:
        return f"{name} still controls an area in {g.t.region_id[need.region].replace('_', ' ').title()}"
    if kind == effects.NEED_ISLANDS_CONTROLLED:
        return f"the {words.side(need.side)} must control {need.n} islands that were of {name}"
    if kind == effects.NEED_HELD_FOR:
        return (
            f"the {words.side(need.side)} must have held {words.spaces(g, need.areas)} for {need.n} quarters"
        )
    if kind == effects.NEED_NO_UNITS_IN_HOME:
        return f"units of the {words.side(need.side)} are in the {g.t.home_name[need.home]}"
    if kind == effects.NEED_ENEMY_IN_OWN_HOME:
        return f"no enemy unit is in the home country of {words.country(g, major)}"
    if kind == effects.NEED_OWN_HOME_AREAS_OPEN:
        return f"no home area of {words.country(g, major)} is held by the enemy without any unit"
    if kind == effects.NEED_OWN_NATION_AT_WAR:
        return f"{words.country(g, major)} has not been at war for {need.n} quarters"
    return _reason_rest(g, need, name)


def _reason_rest(g: Board, need: Condition, name: str) -> str:
    kind = need.kind
    if kind == effects.NEED_BAD_WEATHER:
        return "the weather must be bad on the map of " + ("Europe" if need.map == 0 else "the Pacific")
    if kind == effects.NEED_YEAR_MIN:
        return f"it is not {need.n} yet"
    if kind in (effects.NEED_CARD_IN_EFFECT, effects.NEED_CARD_IN_EFFECT_OR_PLAYED):
        return f"{words.listed([words.card(g, c) for c in need.cards])} must be in effect, or one of them"
    if kind == effects.NEED_CARD_PLAYED:
        return f"{words.card(g, need.cards[0])} has not been played"
    if kind == effects.NEED_DELIVERY_IN_FORCE:
        return "that delivery has ended"
    if kind == effects.NEED_ANY_AT_PEACE:
        return f"{name} is at war with all of them already"
    if kind == effects.NEED_AREA_HELD:
        return f"{words.space(g, need.areas[0])} is held by somebody else"
    return f"{words.spaces(g, need.areas)} are conquered"
