"""Types of card effects: handlers, timings and prerequisites, compiled from a pack into numbers.

Each card has one `Effect`, a handler with its parameters, and any number of `Condition`s. The tables hold
them; `rules/cards` carries them out. docs/games/blitzkrieg_general.md lists them all.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.blitzkrieg_general.components import schema_cards
from sandtable.games.blitzkrieg_general.components.constants import MAP_IDS, NONE, SIDE_IDS, TYPE_IDS

# What a card does, with the parameters of each. [CA]
DO_COUP: Final = 0  # target, next_target; success, counter: the rolls of 2D6 [CA3]
DO_ACTIVATE: Final = 1  # nations: one of them is set up, or joins the war
DO_NO_REACTION: Final = 2  # nation: against its attacks neither aircraft nor reserves react
DO_EMBARGO: Final = 3  # cancels: the cards that end; as their counter it leaves the game with them
DO_IGNORE_RIVERS: Final = 4  # the land units of the player's nation, this turn
DO_WEAKENED: Final = 5  # side, nation: units of the side within that nation fight with bonus
DO_ELITE_BONUS: Final = 6  # dice: as many units of the side get bonus, in `combats` combats
DO_END_DELIVERY: Final = 7  # delivery
DO_REDEPLOY: Final = 8  # units, distance, types
DO_VICHY: Final = 9  # nation, area; heir: gets the rest of it; keepers; mark, turns: those units come later
DO_PEACE: Final = 10  # nations; dice, end_at, year
DO_PRODUCTION: Final = 11  # who, amounts: the production of each changes
DO_PRODUCTION_SELF: Final = 12  # amount, of the player's nation
DO_PEACE_PRODUCTION: Final = 13  # nation, amount: what it produces while neutral
DO_COASTAL_DEFENCE: Final = 14  # nation, dice, strength; home, strength_home; covers
DO_FREE_FRENCH: Final = 15  # nations: may build the units of `nation` with mark
DO_GUARDS: Final = 16  # nation, mark: such units ignore bad weather in combat
DO_TAKE_INITIATIVE: Final = 17
DO_SURRENDER: Final = 18  # nation, heir
DO_END_LIMITS: Final = 19  # nations
DO_AREAS_PRODUCTION: Final = 20  # nation: gets what areas produce
DO_OCCUPY: Final = 21  # nation, area, event
DO_NAVAL_QUOTA: Final = 22  # nation, amount: BP for ships each quarter; ended_by
DO_KAMIKAZE: Final = 23  # nation, types, shots, combats
DO_LEND_LEASE: Final = 24  # nation, amount: BP each quarter for an associated major
DO_CANCEL_CARD: Final = 25  # cancels: one of them
DO_MOUNTAIN_BONUS: Final = 26  # terrain, types, bonus
DO_DISBAND: Final = 27  # nation, color
DO_NAVAL_SURPRISE: Final = 28
DO_PARA_DROP: Final = 29  # units, types
DO_PARTISANS: Final = 30  # amount: areas
DO_SABOTAGE: Final = 31
DO_LOOK_AT_HANDS: Final = 32
DO_SURPRISE: Final = 33
DO_ALLIED_AIRCRAFT: Final = 34  # nation: builds; nations, mark: theirs first; types; units: each turn
DO_GARRISON: Final = 35  # nation, area, amount: strength; heir: runs the country that is lost
DO_TOTAL_WAR: Final = 36  # amount, of the player's nation, which retreats no more
DO_REGION_EXPLOIT: Final = 37  # region
DO_DECLARE_WAR: Final = 38  # nation, nations: one of them
DO_WINTER_OFFENSIVE: Final = 39  # nation: its land units ignore bad weather in combat this turn
HANDLER_IDS: Final[tuple[str, ...]] = (
    "coup",
    "activate",
    "no_reaction",
    "embargo",
    "ignore_rivers",
    "weakened",
    "elite_bonus",
    "end_delivery",
    "redeploy",
    "vichy",
    "peace",
    "production",
    "production_self",
    "peace_production",
    "coastal_defence",
    "free_french",
    "guards",
    "take_initiative",
    "surrender",
    "end_limits",
    "areas_production",
    "occupy",
    "naval_quota",
    "kamikaze",
    "lend_lease",
    "cancel_card",
    "mountain_bonus",
    "disband",
    "naval_surprise",
    "para_drop",
    "partisans",
    "sabotage",
    "look_at_hands",
    "surprise",
    "allied_aircraft",
    "garrison",
    "total_war",
    "region_exploit",
    "declare_war",
    "winter_offensive",
)

# When a card may be played.
WHEN_ANY: Final = 0  # at every window of an action segment and of the turn end
WHEN_ANY_OR_COUNTER: Final = 1  # also right after a card that it cancels
WHEN_AFTER_INITIATIVE_ROLL: Final = 2
WHEN_OWN_ACTION_SEGMENT: Final = 3  # at its beginning
WHEN_OWN_MOVEMENT_PHASE: Final = 4
WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT: Final = 5  # of the enemy's turn, of your own turn
WHEN_REACTION_WINDOW: Final = 6  # after your moves, before the enemy reacts
WHEN_COMBAT_START: Final = 7  # before units are placed for the first round
WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT: Final = 8
WHEN_EXPLOITATION_PHASE: Final = 9  # your own
WHEN_PRODUCTION_PHASE: Final = 10
WHEN_AFTER_RESEARCH_ANNOUNCEMENT: Final = 11  # an enemy's, before its roll
WHEN_FORCED_AT_ONCE: Final = 12  # in force as soon as it is taken
WHEN_FORCED_NEXT_TURN: Final = 13  # by `forced` as soon as it may; by others at any window
TIMING_IDS: Final[tuple[str, ...]] = (
    "any",
    "any_or_counter",
    "after_initiative_roll",
    "own_action_segment",
    "own_movement_phase",
    "before_reserves_or_land_movement",
    "reaction_window",
    "combat_start",
    "before_search_or_naval_combat",
    "exploitation_phase",
    "production_phase",
    "after_research_announcement",
    "forced_at_once",
    "forced_next_turn",
)

# Where a card goes after use.
AFTER_RETURN: Final = 0  # under the deck [A7.4n]
AFTER_DISCARD: Final = 1  # [A7.4m]
AFTER_PERMANENT: Final = 2  # [A7.4o]
AFTER_RETURN_AFTER_PEACE: Final = 3  # [CP1]
AFTER_IDS: Final[tuple[str, ...]] = (
    "return",
    "discard",
    "permanent",
    "return_after_peace",
)

# Prerequisites of cards; each is tested when the card is played, NEED_FIRST_BY when it is bought.
NEED_TARGET_NEUTRAL: Final = 0  # the coup's target has joined no side
NEED_TARGET_NOT_CONQUERED: Final = 1
NEED_TARGET_AT_WAR: Final = 2  # the victim is not neutral
NEED_ANY_NEUTRAL: Final = 3  # one of nations is neutral
NEED_ALL_NEUTRAL: Final = 4  # nations are all neutral
NEED_AT_WAR: Final = 5  # the two nations are at war with each other
NEED_ENTERED_WAR: Final = 6  # nations[0] has joined the war
NEED_NOT_CONQUERED: Final = 7  # nations[0]
NEED_CONQUERED_OR_VICHY: Final = 8  # nations[0] is conquered, or its Vichy state installed
NEED_NEVER_ATTACKED: Final = 9  # nations[0] has never declared war on nations[1]
NEED_DECLARED_ON_OR_INVADED: Final = 10  # one of nations declared war on `on`, or side has invaded home
NEED_PRODUCTION_MIN: Final = 11  # the production of nations[0] is n or more
NEED_HOME_AREAS_CONTROLLED: Final = 12  # side controls n home areas of nations[0]
NEED_AREAS_CONTROLLED: Final = 13  # side controls n of areas
NEED_NO_AREA_IN_REGION: Final = 14  # nations[0] controls no area of region
NEED_ISLANDS_CONTROLLED: Final = 15  # side controls n Pacific islands printed for nations[0]
NEED_HELD_FOR: Final = 16  # side has held the areas for n turns without a break
NEED_NO_UNITS_IN_HOME: Final = 17  # no unit of side stands in an area of the home country home
NEED_ENEMY_IN_OWN_HOME: Final = 18  # an enemy unit stands in a home area of the player's nation
NEED_OWN_HOME_AREAS_OPEN: Final = 19  # own home areas that the enemy controls hold no enemy unit
NEED_OWN_NATION_AT_WAR: Final = 20  # for n turns
NEED_BAD_WEATHER: Final = 21  # on map
NEED_YEAR_MIN: Final = 22
NEED_CARD_IN_EFFECT: Final = 23  # one of cards is permanent now
NEED_CARD_IN_EFFECT_OR_PLAYED: Final = 24  # cards[0] is permanent now, or has just been played
NEED_CARD_PLAYED: Final = 25  # cards[0] has been played
NEED_DELIVERY_IN_FORCE: Final = 26  # delivery has not ended
NEED_ANY_AT_PEACE: Final = 27  # nations[0] is not yet at war with one of the other nations
NEED_AREA_HELD: Final = 28  # areas[0] is controlled by nations[0] or its Vichy state
NEED_AREAS_UNTAKEN: Final = 29  # one of areas has not been conquered by anybody
NEED_FIRST_BY: Final = 30  # nations[0] buys it, or has played it already
NEED_IDS: Final[tuple[str, ...]] = (
    "target_neutral",
    "target_not_conquered",
    "target_at_war",
    "any_neutral",
    "all_neutral",
    "at_war",
    "entered_war",
    "not_conquered",
    "conquered_or_vichy",
    "never_attacked",
    "declared_on_or_invaded",
    "production_min",
    "home_areas_controlled",
    "areas_controlled",
    "no_area_in_region",
    "islands_controlled",
    "held_for",
    "no_units_in_home",
    "enemy_in_own_home",
    "own_home_areas_open",
    "own_nation_at_war",
    "bad_weather",
    "year_min",
    "card_in_effect",
    "card_in_effect_or_played",
    "card_played",
    "delivery_in_force",
    "any_at_peace",
    "area_held",
    "areas_untaken",
    "first_by",
)

# Letters on units, and the colours of Soviet ones. [B1.0b] [B1.0i]
MARK_IDS: Final[tuple[str, ...]] = ("", "C", "SA", "I", "A", "V", "F", "G", "US")
COLOUR_IDS: Final[tuple[str, ...]] = ("", "orange", "red")


class EffectIds:
    """The numbers of the ids that cards name."""

    def __init__(
        self,
        nations: dict[str, int],
        homes: dict[str, int],
        areas: dict[str, int],
        regions: dict[str, int],
        terrains: dict[str, int],
        deliveries: dict[str, int],
        events: dict[str, int],
        cards: dict[str, int],
    ) -> None:
        self.nations = nations  # majors and minors
        self.homes = homes
        self.areas = areas
        self.regions = regions
        self.terrains = terrains
        self.deliveries = deliveries
        self.events = events  # of US entry
        self.cards = cards


class Condition:
    """A prerequisite of a card; NONE and empty lists: not given."""

    def __init__(self, kind: int, lasting: int) -> None:
        self.kind = kind
        self.lasting = lasting  # 1: a card is obsolete once this fails [A7.4h]
        self.n = 0
        self.nations: list[int] = []
        self.areas: list[int] = []
        self.cards: list[int] = []
        self.on = NONE  # a nation
        self.home = NONE
        self.region = NONE
        self.delivery = NONE
        self.map = NONE
        self.side = NONE


class Effect:
    """The handler of a card and what it works with; NONE, 0 and empty lists: not given."""

    def __init__(self, handler: int) -> None:
        self.handler = handler
        self.nation = NONE
        self.nations: list[int] = []
        self.target = NONE  # a nation
        self.next_target = NONE
        self.forced = NONE  # a major
        self.givers: list[int] = []
        self.ended_by = NONE
        self.heir = NONE
        self.keepers: list[int] = []
        self.home = NONE
        self.area = NONE
        self.areas: list[int] = []
        self.region = NONE
        self.terrain = NONE
        self.side = NONE
        self.delivery = NONE
        self.event = NONE
        self.cancels: list[int] = []  # cards
        self.who: list[int] = []  # nations whose production changes, each by the amount of its place
        self.amounts: list[int] = []
        self.success_low = 0
        self.success_high = 0
        self.counter_low = 0
        self.counter_high = 0
        self.types = 0  # set of kinds of units
        self.mark = 0  # index of MARK_IDS
        self.colour = 0  # index of COLOUR_IDS
        self.bonus = 0
        self.amount = 0
        self.units = 0
        self.distance = 0
        self.dice = 0
        self.strength = 0
        self.strength_home = 0
        self.covers_area = 0
        self.shots = 0
        self.combats = 0
        self.turns = 0
        self.end_at = 0
        self.year = 0


def compile_condition(need: schema_cards.Need, words: EffectIds) -> Condition:
    """Return a prerequisite as numbers."""
    new = Condition(NEED_IDS.index(need.kind), 1 if need.lasting else 0)
    new.n = need.n or 0
    new.nations = [words.nations[id] for id in need.nations]
    new.areas = [words.areas[id] for id in need.areas]
    new.cards = [words.cards[id] for id in need.cards]
    new.on = words.nations.get(need.on, NONE)
    new.home = words.homes.get(need.home, NONE)
    new.region = words.regions.get(need.region, NONE)
    new.delivery = words.deliveries.get(need.delivery, NONE)
    if need.map:
        new.map = MAP_IDS.index(need.map)
    if need.side:
        new.side = SIDE_IDS.index(need.side)
    return new


def compile_effect(handler: str, p: schema_cards.Params, words: EffectIds) -> Effect:
    """Return the effect of a card as numbers."""
    new = Effect(HANDLER_IDS.index(handler))
    _who(new, p, words)
    _what(new, p, words)
    new.bonus = p.bonus or 0
    new.amount = p.amount or 0
    new.units = p.units or 0
    new.distance = p.distance or 0
    new.dice = p.dice or 0
    new.strength = p.strength or 0
    new.strength_home = p.strength_home or 0
    new.covers_area = 1 if p.covers == "area" else 0
    new.shots = p.shots or 0
    new.combats = p.combats or 0
    new.turns = p.turns or 0
    new.end_at = p.end_at or 0
    new.year = p.year or 0
    return new


def _who(new: Effect, p: schema_cards.Params, words: EffectIds) -> None:
    new.nation = words.nations.get(p.nation, NONE)
    new.nations = [words.nations[id] for id in p.nations]
    new.target = words.nations.get(p.target, NONE)
    new.next_target = words.nations.get(p.next_target, NONE)
    new.forced = words.nations.get(p.forced, NONE)
    new.givers = [words.nations[id] for id in p.givers]
    new.ended_by = words.nations.get(p.ended_by, NONE)
    new.heir = words.nations.get(p.heir, NONE)
    new.keepers = [words.nations[id] for id in p.keepers]
    for id, amount in p.production.items():
        new.who.append(words.nations[id])
        new.amounts.append(amount)


def _what(new: Effect, p: schema_cards.Params, words: EffectIds) -> None:
    new.home = words.homes.get(p.home, NONE)
    new.area = words.areas.get(p.area, NONE)
    new.areas = [words.areas[id] for id in p.areas]
    new.region = words.regions.get(p.region, NONE)
    new.terrain = words.terrains.get(p.terrain, NONE)
    new.delivery = words.deliveries.get(p.delivery, NONE)
    new.event = words.events.get(p.event, NONE)
    new.cancels = [words.cards[id] for id in p.cancels]
    if p.side:
        new.side = SIDE_IDS.index(p.side)
    if p.success is not None:
        new.success_low, new.success_high = p.success[0], p.success[1]
    if p.counter is not None:
        new.counter_low, new.counter_high = p.counter[0], p.counter[1]
    for type in p.types:
        new.types |= 1 << TYPE_IDS.index(type)
    new.mark = MARK_IDS.index(p.mark)
    new.colour = COLOUR_IDS.index(p.color)
