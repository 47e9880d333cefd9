"""The shape of the file of the cards.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.relations import Names, Once, Refers
from sandtable.engine.data.schema import Id, OptionalId, Plain, Source, Sourced, Text
from sandtable.games.blitzkrieg_general.components.schema_map import (
    AnyArea,
    AnyDelivery,
    AnyHome,
    AnyMajor,
    AnyMinor,
    AnyNation,
    Areas,
    CardId,
    Majors,
    Mark,
    NationId,
    Nations,
    Some,
    UnitType,
    Year,
)

# The subject of a Need is in its other fields; n: turns, Build Points, areas or a year, as its kind says.
NeedKind = Literal[
    "target_neutral",  # the coup's target has joined no side
    "target_not_conquered",
    "target_at_war",  # the victim is not neutral
    "any_neutral",  # one of nations is neutral
    "all_neutral",  # nations are all neutral
    "at_war",  # the two nations are at war with each other
    "entered_war",  # nations[0] has joined the war
    "not_conquered",  # nations[0]
    "conquered_or_vichy",  # nations[0] is conquered, or its Vichy state installed
    "never_attacked",  # nations[0] has never declared war on nations[1]
    "declared_on_or_invaded",  # one of nations declared war on `on`, or side has invaded home
    "production_min",  # the production of nations[0] is n or more
    "home_areas_controlled",  # side controls n home areas of nations[0]
    "areas_controlled",  # side controls n of areas
    "no_area_in_region",  # nations[0] controls no area of region
    "islands_controlled",  # side controls n Pacific islands printed for nations[0]
    "held_for",  # side has held the areas for n turns without a break
    "no_units_in_home",  # no unit of side stands in an area of the home country home
    "enemy_in_own_home",  # an enemy unit stands in a home area of the player's nation
    "own_home_areas_open",  # home areas of the player's nation are enemy controlled without an enemy unit
    "own_nation_at_war",  # for n turns
    "bad_weather",  # on map
    "year_min",
    "card_in_effect",  # one of cards is permanent now
    "card_in_effect_or_played",  # cards[0] is permanent now, or has just been played
    "card_played",  # cards[0] has been played
    "delivery_in_force",  # delivery has not ended
    "any_at_peace",  # nations[0] is not yet at war with one of the other nations
    "area_held",  # areas[0] is controlled by nations[0] or its Vichy state
    "areas_untaken",  # one of areas has not been conquered by anybody
    "first_by",  # the buyer is nations[0], or nations[0] has played the card already: tested when bought
]
Timing = Literal[
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
]
# Handlers of spec 12.6 under names without a country; which params each has is in `relations_cards`.
Handler = Literal[
    "coup",
    "activate",  # activate_axis_minor
    "no_reaction",  # no_reaction_air_reserve
    "embargo",  # cancel_bnl_production
    "ignore_rivers",
    "weakened",  # axis_in_ussr_minus_1
    "elite_bonus",
    "end_delivery",  # end_delivery_usa_japan
    "redeploy",  # rebase_10
    "vichy",
    "peace",  # peace_japan_ussr
    "production",
    "production_self",
    "peace_production",  # what a neutral nation produces rises; war production does not
    "coastal_defence",
    "free_french",
    "guards",
    "take_initiative",
    "surrender",  # italy_surrenders
    "end_limits",  # end_japan_china_limits
    "areas_production",  # bnl_production_to_japan
    "occupy",  # occupy_indochine
    "naval_quota",
    "kamikaze",
    "lend_lease",
    "cancel_card",
    "mountain_bonus",
    "disband",  # disband_orange
    "naval_surprise",
    "para_drop",
    "partisans",
    "sabotage",
    "look_at_hands",
    "surprise",
    "allied_aircraft",
    "garrison",  # garrison_yugoslavia
    "total_war",
    "region_exploit",  # africa_exploit
    "declare_war",  # ussr_dow
    "winter_offensive",
]
Roll = Annotated[tuple[Annotated[int, Meta(ge=2, le=12)], ...], Meta(min_length=2, max_length=2)]


class Need(Plain, frozen=True, kw_only=True, omit_defaults=True):
    """A prerequisite of a card; None, "" and (): not given. Which fields a kind has is in `relations_cards`.

    lasting: once it fails it fails for good, and the card is obsolete when it is drawn [A7.4h].
    """

    kind: NeedKind
    n: Annotated[int, Meta(ge=1, le=1945)] | None = None
    nations: Nations = ()
    areas: Areas = ()
    cards: tuple[CardId, ...] = ()
    on: AnyNation = ""
    home: AnyHome = ""
    region: OptionalId = ""
    delivery: AnyDelivery = ""
    lasting: bool = False
    map: Literal["europe", "pacific", ""] = ""
    side: Literal["axis", "allies", ""] = ""


class Params(Plain, frozen=True, kw_only=True, omit_defaults=True):
    """The numbers and ids a handler works with; None, "" and (): not given.

    nation: whose card effect it is, or whom it hits; forced: who has to take the card, when one of givers has
    drawn it; ended_by: whose declaration of war on the nation ends the effect; heir: who gets what a
    surrendered nation held, or runs a freed one; keepers: who runs the units of a neutral state, the next one
    once the one before is conquered; event: what US entry counts it as; next_target: the target when the card
    comes back [A9.9]; year: the year after which the dice of a peace get one more each year; covers: whom
    more dice help, land units of the nation or all that defend an area it controls.
    """

    nation: AnyNation = ""
    nations: Nations = ()
    target: AnyMinor = ""
    next_target: AnyMinor = ""
    forced: AnyMajor = ""
    givers: Majors = ()
    ended_by: AnyMajor = ""
    heir: AnyMajor = ""
    keepers: Majors = ()
    event: Annotated[OptionalId, Refers("us_event", "an event of us_entry in timetable.toml", empty=True)] = (
        ""
    )
    home: AnyHome = ""
    covers: Literal["area", ""] = ""
    area: AnyArea = ""
    areas: Areas = ()
    region: OptionalId = ""
    terrain: Annotated[OptionalId, Refers("terrain", empty=True)] = ""
    side: Literal["axis", "allies", ""] = ""
    delivery: AnyDelivery = ""
    cancels: tuple[CardId, ...] = ()
    production: dict[NationId, int] = {}
    success: Roll | None = None
    none: Roll | None = None
    counter: Roll | None = None
    types: tuple[UnitType, ...] = ()
    mark: Mark = ""
    color: Literal["orange", "red", ""] = ""
    bonus: Annotated[int, Meta(ge=-9, le=9)] | None = None
    amount: Some | None = None
    units: Some | None = None
    distance: Some | None = None
    dice: Some | None = None
    strength: Some | None = None
    strength_home: Some | None = None
    shots: Some | None = None
    combats: Some | None = None
    turns: Some | None = None
    end_at: Some | None = None
    year: Year | None = None


class Card(Sourced, frozen=True, kw_only=True):
    """One card; owners: the majors that may buy it, or just "all"."""

    id: Annotated[Id, Names("card")]
    title: Text
    text: Text
    owners: Annotated[tuple[Id, ...], Meta(min_length=1), Once()]
    cost: Annotated[int, Meta(ge=0, le=30)]
    after: Literal["return", "discard", "permanent", "return_after_peace"]
    needs: tuple[Need, ...]
    timing: Timing
    handler: Handler
    params: Params
    owners_src: Source
    cost_src: Source
    after_src: Source


class CardsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["cards/1"]
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=60)]
