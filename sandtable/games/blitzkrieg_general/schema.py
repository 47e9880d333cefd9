"""The shape of Blitzkrieg General's component files: one struct for each, and `Pack`.

What a value may be is said here; that ids refer to something that exists is checked in `references`. This
module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.engine.schema import (
    Count,
    GroundOf,
    Id,
    LetteredLook,
    Longitude,
    Look,
    OptionalId,
    Plain,
    Positive,
    RulesFile,
    Source,
    Sourced,
    Text,
)

Side = Literal["axis", "allies"]
MapId = Literal["europe", "pacific"]
Mode = Literal["basic", "advanced"]
UnitType = Literal["infantry", "armor", "hq", "naval_hq", "aircraft", "convoy", "task_force", "submarine"]
Terrain = Literal["clear", "desert", "forest", "mountain", "swamp", "fortress"]
Border = Literal["river", "swamp_border", "mountain_border", "forbidden", "forbidden_coast"]
Achievement = Literal["v_weapons", "atomic_bomb", "air_combat", "long_range", "better_subs", "sonar", "radar"]
Mark = Literal["", "C", "SA", "I", "A", "V", "F", "G", "US"]
OptionalSource = Literal["rulebook", "inferred", "reconstructed", ""]
Year = Annotated[int, Meta(ge=1937, le=1945)]
Quarter = Annotated[int, Meta(ge=1, le=4)]
D6 = Annotated[int, Meta(ge=1, le=6)]
Few = Annotated[int, Meta(ge=0, le=9)]
Change = Annotated[int, Meta(ge=-9, le=9)]
Points = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Latitude = Annotated[float, Meta(ge=-60, le=90)]

# ---------------------------------------------------------------- areas.toml, seazones.toml, links.toml


class Area(Sourced, frozen=True, kw_only=True):
    """A land area or island group. [B1.1] [B1.1c] [B1.1e] [A1.1]

    home: the home country whose flag it shows, "": a colony; prod_left: for its owner and his friends,
    prod_right: for a conqueror; prod_only: the only nation that can use it [TT6]; sea: the zone an island
    lies in; stack_limit: 0 for none [A1.1a] [A1.1d]; inset: in the East African one [B1.2c].
    """

    id: Id
    name: Text
    map: MapId
    kind: Literal["land", "island", "impassable"]
    country: Id
    home: OptionalId = ""
    region: Id
    terrain: Literal["clear", "desert", "forest", "mountain", "swamp"]
    prod_left: Points = 0
    prod_right: Points = 0
    prod_only: OptionalId = ""
    stack_limit: Few = 0
    fortress: bool = False
    forbidden_coast: bool = False
    inset: bool = False
    pacific_island: bool = False
    sea: OptionalId = ""
    lon: Longitude
    lat: Latitude
    prod_src: Source
    terrain_src: Source
    aka: tuple[Text, ...] = ()


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: Annotated[tuple[Area, ...], Meta(min_length=1, max_length=165)]


class SeaZone(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    map: MapId
    island: OptionalId = ""
    stack_limit: Few = 0
    inset: bool = False
    lon: Longitude
    lat: Latitude
    aka: tuple[Text, ...] = ()


class SeaZonesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["seazones/1"]
    seazones: Annotated[tuple[SeaZone, ...], Meta(min_length=1, max_length=90)]


class Link(Sourced, frozen=True, kw_only=True):
    """Two spaces that touch, with what their border does [B1.1b] [B1.1d] [B1.2b] [B6.1a].

    forbidden: to land units [B1.2a]; fortress_side: the area whose fortress looks over it [A1.2n]; cross_map:
    an arrow [B1.1a]; border_src: where the effects of a land border, or their absence, come from.
    """

    a: Id
    b: Id
    kind: Literal["land", "coast", "island", "sea"]
    river: bool = False
    mountain_border: bool = False
    swamp_border: bool = False
    forbidden: bool = False
    fortress_side: OptionalId = ""
    cross_map: bool = False
    passage: OptionalId = ""
    border_src: OptionalSource = ""


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


# ---------------------------------------------------------------- nations.toml


class Major(Sourced, frozen=True, kw_only=True):
    """A major power of one of the sides [B1.0b] [B1.0c].

    people: the word for what is its own ("German units"); color: of its printed counters; boss: decides where
    its side is at odds [B1.0d].
    """

    id: Id
    name: Text
    people: Text
    side: Side
    color: Text
    area_abbr: Text
    unit_prefix: Id
    home_countries: Annotated[tuple[Id, ...], Meta(min_length=1)]
    boss: bool


class HomeCountry(Sourced, frozen=True, kw_only=True):
    """A country whose areas and counters belong together [B1.0i]; letter: on these counters, "": none."""

    id: Id
    name: Text
    major: Id
    letter: Mark


class Minor(Sourced, frozen=True, kw_only=True):
    """A minor country: one that leans to the Axis, or neutral [B1.0h]."""

    id: Id
    name: Text
    people: Text
    abbr: Text
    group: Literal["axis_minor", "neutral", "impassable"]


class Holder(Sourced, frozen=True, kw_only=True):
    """Who may control an area and is no nation."""

    id: Id
    name: Text
    people: Text
    kind: Literal["vichy", "trust", "neutral"]


class NationsFile(Plain, frozen=True, kw_only=True):
    """majors: in the order in which they act where all act at once [R3]; cooperation: pairs of A9.11."""

    schema: Literal["nations/1"]
    majors: Annotated[tuple[Major, ...], Meta(min_length=1, max_length=8)]
    home_countries: tuple[HomeCountry, ...]
    minors: Annotated[tuple[Minor, ...], Meta(max_length=48)]
    holders: Annotated[tuple[Holder, ...], Meta(max_length=3)]
    cooperation: tuple[tuple[Id, Id], ...]


# ---------------------------------------------------------------- units.toml


class Unit(Sourced, frozen=True, kw_only=True):
    """A kind of counter; src is that of its count, for an HQ also of its command. [B2.1] [A2.1]

    front and back: its strengths [B2.1a] [B2.1c]; steps: 1 if the back is blank [B2.1d]; command: the rating
    of an HQ, which has no strength [B2.1b].
    """

    id: Id
    nation: Id
    home: Id
    type: UnitType
    front: Few
    back: Few
    steps: Annotated[int, Meta(ge=1, le=2)]
    command: Few = 0
    mark: Mark = ""
    color: Literal["orange", "red", ""] = ""
    cost: Some
    duration: Some
    count: Some


class Flag(Sourced, frozen=True, kw_only=True):
    id: Id
    nation: Id
    count: Positive


class Marker(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    count: Positive


class UnitsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["units/1"]
    units: tuple[Unit, ...]
    flags: tuple[Flag, ...]
    markers: tuple[Marker, ...]


# ---------------------------------------------------------------- tables.toml


class TerrainRow(Sourced, frozen=True, kw_only=True):
    """What a terrain does [TEC] [TEC1] [TEC2] [TEC3] [TEC4] [TEC5] [TEC6]."""

    id: Terrain
    arm: Change
    inf_def: Change
    air_half: bool
    air: Change
    attacker: Change
    no_exploitation: bool
    stack_limit: Few


class BorderRow(Sourced, frozen=True, kw_only=True):
    """What a border does [TEC7] [TEC8] [TEC9] [TEC10] [TEC12]."""

    id: Border
    arm: Change
    other: Change
    no_exploitation: bool


class Range(Sourced, frozen=True, kw_only=True):
    type: UnitType
    range: Some
    unit: Literal["areas", "spaces", "seazones"]
    shots: Few


class ChartRow(Sourced, frozen=True, kw_only=True):
    """What building and repairing cost: a number, or so much for each point of strength; 0: none. [PC]"""

    type: Literal[UnitType, "rail_capacity"]
    duration: Some
    cost: Few = 0
    cost_per_strength: Few = 0
    repair: Few = 0
    repair_per_strength: Few = 0


class WeatherRow(Sourced, frozen=True, kw_only=True):
    """good: the results of the die that mean good weather, bad: the others; given: those the text states."""

    map: MapId
    quarter: Quarter
    good: tuple[D6, ...]
    bad: tuple[D6, ...]
    given: tuple[D6, ...] = ()


class SearchRow(Plain, frozen=True, kw_only=True):
    column: Literal["cv_air_search_ships", "ships_search_ships", "ships_search_subs", "subs_search_ships"]
    good: Positive
    bad: Positive
    bonus_research: Achievement
    good_src: Source
    bad_src: Source
    ref: Text


class ResearchRow(Sourced, frozen=True, kw_only=True):
    id: Achievement
    no: Positive
    name: Text
    requires: tuple[Achievement, ...]


class Track(Sourced, frozen=True, kw_only=True):
    id: Id
    low: Annotated[int, Meta(ge=0, le=2000)]
    high: Annotated[int, Meta(ge=0, le=2000)]
    overflow: bool


class Passage(Sourced, frozen=True, kw_only=True):
    """A strait or canal and when it is closed [A6.4.3C].

    nation_at_war: to `side` while `nation` is at war; any_held, all_held: to those of whom an enemy holds one
    of `areas`, or enemies all; neutral_or_held: to all at war while `nation` is neutral, else as any_held.
    """

    id: Id
    name: Text
    a: Id
    b: Id
    subs_blocked: bool
    closed: Literal["nation_at_war", "any_held", "all_held", "neutral_or_held"]
    side: Literal["axis", "allies", ""] = ""
    nation: OptionalId = ""
    areas: tuple[Id, ...] = ()


class Victory(Sourced, frozen=True, kw_only=True):
    axis_points: Positive
    allied_points: Positive
    axis_total_conquests: Positive
    allied_total_conquests: Positive


class Modifiers(Sourced, frozen=True, kw_only=True):
    """invasion_rounds, tf_rounds: which way half a strength is rounded; order: of what changes a strength."""

    bad_weather_attacking_land: Change
    bad_weather_air_and_ships: Change
    out_of_supply: Change
    invasion_rounds: Literal["down", "up"]
    tf_rounds: Literal["down", "up"]
    anti_air_strength: Few
    anti_sub_strength: Few
    order: tuple[Literal["terrain", "weather", "supply"], ...]


NumberName = Literal[
    "double_range",
    "rebase_factor",
    "long_range_bonus",
    "search_bonus",
    "invasion_zones",
    "naval_reaction_zones",
    "engaged_within",
    "coastal_convoy_hit",
    "limit_min",
    "attacks_in_china",
    "research_cost",
    "research_max",
    "research_fails_on",
    "air_combat_bonus",
    "air_combat_min_front",
    "better_subs_bonus",
    "sonar_anti_sub",
    "v_strength",
    "v_range",
    "v_damage",
    "atomic_stop_hits",
    "atomic_stop_roll",
    "soviet_balance",
    "rail_max",
    "fog_stack",
]


class Number(Sourced, frozen=True, kw_only=True):
    """A number some rule states, by name."""

    id: NumberName
    n: Positive


class TablesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tables/1"]
    terrain: tuple[TerrainRow, ...]
    borders: tuple[BorderRow, ...]
    ranges: tuple[Range, ...]
    production_chart: tuple[ChartRow, ...]
    weather: tuple[WeatherRow, ...]
    search: tuple[SearchRow, ...]
    research: tuple[ResearchRow, ...]
    tracks: tuple[Track, ...]
    passages: tuple[Passage, ...]
    numbers: tuple[Number, ...]
    victory: Victory
    modifiers: Modifiers


# ---------------------------------------------------------------- timetable.toml


class Event(Sourced, frozen=True, kw_only=True, omit_defaults=True):
    """Something the Time Table brings; with a year and quarter at that date, else when its condition is met.

    joins: `nation` joins `side`, run by `manager`. enters_war: `nation` is at war with `nations` and their
    minors, or with the whole of `side`; `brings` join their side then; `also` are pairs at war from then on.
    delivery_ends: `delivery`. neutral_attacked: its forces are set up, run by `manager` against the Axis and
    by `other` (`spare` while that one is neutral) against the Allies. partition: after `nation` fell to
    `by`, and unless `by` and `taker` are at war, `taker` gets `areas`, units of `by` go to `area`.
    colonies_in_trust: of `nation`, to `taker`. major_falls: `nation`; `area` is open to `taker`, its other
    colonies are nobody's. pacific_production: of `nation`, when `by` enters the war. war_brings: when `by`
    and `nation` are at war, `brings` join `side`, run by `manager`. peace_roll: each turn of a peace.
    """

    id: Id
    kind: Literal[
        "joins",
        "enters_war",
        "delivery_ends",
        "neutral_attacked",
        "partition",
        "colonies_in_trust",
        "major_falls",
        "pacific_production",
        "war_brings",
        "peace_roll",
    ]
    mode: Literal["basic", "advanced", "both"]
    year: Year | None = None
    quarter: Quarter | None = None
    nation: OptionalId = ""
    nations: tuple[Id, ...] = ()
    side: Literal["axis", "allies", ""] = ""
    brings: tuple[Id, ...] = ()
    also: tuple[tuple[Id, Id], ...] = ()
    manager: OptionalId = ""
    other: OptionalId = ""
    spare: OptionalId = ""
    by: OptionalId = ""
    taker: OptionalId = ""
    delivery: OptionalId = ""
    area: OptionalId = ""
    areas: tuple[Id, ...] = ()


class DeliveryEnd(Plain, frozen=True, kw_only=True):
    """When a delivery ends.

    war: of the two; conquered: the giver; joins_taker: its area production takes the place; joins_enemy: of
    the taker, also by a card; held_by_enemy: the giver's areas; date: year and quarter; card: by its handler.
    """

    kind: Literal["war", "conquered", "joins_taker", "joins_enemy", "held_by_enemy", "date", "card"]
    mode: Literal["basic", "advanced", "both"]
    year: Year | None = None
    quarter: Quarter | None = None


class Delivery(Sourced, frozen=True, kw_only=True):
    """overseas: submarines at the giver's coast can stop it [A6.5.3y]."""

    id: Id
    giver: Id
    taker: Id
    amount: Some
    overseas: bool
    ends: Annotated[tuple[DeliveryEnd, ...], Meta(min_length=1)]


class UsEntry(Sourced, frozen=True, kw_only=True, omit_defaults=True):
    """What changes the level of US entry by how much [A7.2].

    declares_war: one of `by` on one of `on`, or the other way round where a whole side is `by_side` or
    `on_side`; neutral_attacked: by `by_side`; occupies: one of `by` takes `area` without a battle.
    """

    event: Id
    kind: Literal["each_turn", "neutral_attacked", "declares_war", "occupies"]
    delta: Change
    by: tuple[Id, ...] = ()
    by_side: Literal["axis", "allies", ""] = ""
    on: tuple[Id, ...] = ()
    on_side: Literal["axis", "allies", ""] = ""
    area: OptionalId = ""


class TimetableFile(Plain, frozen=True, kw_only=True):
    """be_pacific: the areas that produce only after a fall or an entry [TT15] [TT15a]."""

    schema: Literal["timetable/1"]
    events: tuple[Event, ...]
    deliveries: tuple[Delivery, ...]
    us_entry: tuple[UsEntry, ...]
    be_pacific: tuple[Id, ...]
    us_entry_level: Positive
    us_war_production: Positive
    ussr_war_production: Positive
    ussr_peace_production: Positive
    usa_peace_production_basic: Positive


# ---------------------------------------------------------------- roles.toml


class NationRoles(Plain, frozen=True, kw_only=True):
    """The nations that rules of their own speak of, and who does what nobody else does."""

    germany: Id
    italy: Id
    japan: Id
    be: Id
    usa: Id
    ussr: Id
    france: Id
    china: Id
    poland: Id
    bnl: Id
    yugoslavia: Id
    turkey: Id
    weather_roller: Id
    limit_roller: Id
    kept_out: Id
    kept_out_of: Id


class AreaRoles(Plain, frozen=True, kw_only=True):
    """The areas that rules of their own speak of."""

    pact_areas: tuple[Id, ...]
    pact_retreat: Id
    vichy: Id
    vichy_occupied: tuple[Id, ...]
    fortress: Id
    fortress_rear: tuple[Id, ...]
    indochine: Id
    bnl_islands: tuple[Id, ...]
    uk_home: tuple[Id, ...]
    italy_home: tuple[Id, ...]
    partisan_area: Id


class RailTheatre(Plain, frozen=True, kw_only=True):
    """Where a nation's rail may begin: in home countries, or in areas of nations [A6.2c] [A6.2d]."""

    nation: Id
    homes: tuple[Id, ...] = ()
    nations: tuple[Id, ...] = ()
    one_a_turn: bool


class RolesFile(Sourced, frozen=True, kw_only=True):
    """Who plays the parts the rules speak of, so that no code names a country, an area or a mark."""

    schema: Literal["roles/1"]
    nations: NationRoles
    areas: AreaRoles
    cape_zones: tuple[Id, ...]
    cape_far_zone: Id
    africa: Id
    pacific_islands: Id
    rail: tuple[RailTheatre, ...]
    mark_vichy: Mark
    mark_free: Mark
    mark_guards: Mark
    mark_us_built: Mark
    color_early: Literal["orange"]
    color_late: Literal["red"]


# ---------------------------------------------------------------- drawing.toml


class SideLook(LetteredLook, frozen=True, kw_only=True):
    side: Literal["axis", "allies", "neutral", "vichy", "trust"]


class NationLook(Look, frozen=True, kw_only=True):
    """The colour of a nation's counters and flags, and that of what is written on them."""

    nation: Id
    ink: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", description="a colour such as #8c9691")]


class MapLook(Sourced, frozen=True, kw_only=True):
    """How a map is laid out: conic with two parallels or cylindrical, `meridian` in its middle."""

    map: MapId
    title: Text
    projection: Literal["conic", "cylindrical"]
    south: Latitude
    north: Latitude
    middle: Latitude
    meridian: Longitude
    ground: tuple[GroundOf, ...]


class DrawingFile(Plain, frozen=True, kw_only=True):
    schema: Literal["drawing/1"]
    sides: tuple[SideLook, ...]
    nations: tuple[NationLook, ...]
    maps: tuple[MapLook, ...]


# ---------------------------------------------------------------- scenarios/*.toml


class Placed(Sourced, frozen=True, kw_only=True):
    place: Id
    unit: Id
    n: Positive = 1
    face: Literal["front", "back"] = "front"


class Reinforcement(Sourced, frozen=True, kw_only=True):
    year: Year
    quarter: Quarter
    unit: Id
    n: Positive = 1
    face: Literal["front", "back"] = "front"


class Controlled(Sourced, frozen=True, kw_only=True):
    area: Id
    by: Id


class Since(Plain, frozen=True, kw_only=True):
    nation: Id
    year: Year
    quarter: Quarter


class Joined(Sourced, frozen=True, kw_only=True):
    nation: Id
    side: Side
    manager: Id


class InEffect(Plain, frozen=True, kw_only=True):
    card: Id
    owner: Id


class PeaceStart(Plain, frozen=True, kw_only=True):
    """A peace in force: its card is out of the deck; the binding roll is made at set-up [R17]."""

    card: Id
    nations: tuple[Id, Id]
    player: Id


class RailRaised(Plain, frozen=True, kw_only=True):
    nation: Id
    enemy: Id
    capacity: Positive


class NoRetreat(Plain, frozen=True, kw_only=True):
    nation: Id
    area: Id


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    """A start [B3.0b]. initiative_first_turn, weather_first_turn_die: not rolled then [S39]; "", 0: rolled.

    units stand on the map, late_setup waits until its nation joins the war [S39d] [S39o]; control: where it
    is not the area's country; must_declare: pairs, the first on the second in the first turn; wars: the pairs
    at war, everybody else is neutral [B1.0e] [B1.0f] [B1.0g] [S41k]; start and end: [B3.0a] [S41].
    """

    schema: Literal["scenario/1"]
    id: Id
    name: Text
    start_year: Year
    start_quarter: Quarter
    end_year: Year
    end_quarter: Quarter
    modes: Annotated[tuple[Mode, ...], Meta(min_length=1)]
    initiative_previous: Side
    initiative_first_turn: Literal["axis", "allies", ""]
    weather_first_turn_die: Annotated[int, Meta(ge=0, le=6)]
    first_turn_reinforcements_included: bool
    wars: tuple[tuple[Id, Id], ...]
    war_since: tuple[Since, ...]
    joined: tuple[Joined, ...]
    conquered: tuple[Id, ...]
    must_declare: tuple[tuple[Id, Id], ...]
    peace: tuple[PeaceStart, ...]
    no_retreat: tuple[NoRetreat, ...]
    deliveries_in_force: tuple[Id, ...]
    fortress_destroyed: bool
    be_pacific_active: bool
    orange_units_once_complete: bool
    cards_removed: tuple[Id, ...]
    cards_in_effect: tuple[InEffect, ...]
    cards_played_before: tuple[Id, ...]
    eliminated_hqs: tuple[Id, ...]
    production_basic: dict[Id, Count]
    production_advanced: dict[Id, Count]
    research_numbers: dict[Id, Annotated[int, Meta(ge=0, le=5)]]
    research_achievements: dict[Id, tuple[Achievement, ...]]
    hands: dict[Id, tuple[Id, ...]]
    rail: dict[Id, Some]
    rail_raised: tuple[RailRaised, ...]
    units: tuple[Placed, ...]
    reinforcements: tuple[Reinforcement, ...]
    late_setup: tuple[Placed, ...]
    control: tuple[Controlled, ...]


# ---------------------------------------------------------------- cards.toml

# What a Need speaks of is in its other fields; n: turns, Build Points, areas or a year, as its kind says.
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
# Handlers of spec 12.6 under names without a country; which params each has is in `references_cards`.
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
    """A prerequisite of a card; None, "" and (): not given. Which fields a kind has is in `references_cards`.

    lasting: once it fails it fails for good, and the card is obsolete when it is drawn [A7.4h].
    """

    kind: NeedKind
    n: Annotated[int, Meta(ge=1, le=1945)] | None = None
    nations: tuple[Id, ...] = ()
    areas: tuple[Id, ...] = ()
    cards: tuple[Id, ...] = ()
    on: OptionalId = ""
    home: OptionalId = ""
    region: OptionalId = ""
    delivery: OptionalId = ""
    lasting: bool = False
    map: Literal["europe", "pacific", ""] = ""
    side: Literal["axis", "allies", ""] = ""


class Params(Plain, frozen=True, kw_only=True, omit_defaults=True):
    """The numbers and ids a handler works with; None, "" and (): not given.

    nation: whose card effect it is, or whom it hits; forced: who has to take the card, when one of givers has
    drawn it; ended_by: whose declaration of war on the nation ends the effect; heir: who gets what a
    surrendered nation held, or runs a freed one; keepers: who runs the units of a neutral state, the next one
    once the one before is conquered; event: what US entry counts it as; next_target: the target when the card
    comes back [A9.9]; year: the year after which the dice of a peace get one more each year.
    """

    nation: OptionalId = ""
    nations: tuple[Id, ...] = ()
    target: OptionalId = ""
    next_target: OptionalId = ""
    forced: OptionalId = ""
    givers: tuple[Id, ...] = ()
    ended_by: OptionalId = ""
    heir: OptionalId = ""
    keepers: tuple[Id, ...] = ()
    event: OptionalId = ""
    home: OptionalId = ""
    area: OptionalId = ""
    areas: tuple[Id, ...] = ()
    region: OptionalId = ""
    terrain: OptionalId = ""
    side: Literal["axis", "allies", ""] = ""
    delivery: OptionalId = ""
    cancels: tuple[Id, ...] = ()
    production: dict[Id, int] = {}
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

    id: Id
    title: Text
    text: Text
    owners: Annotated[tuple[Id, ...], Meta(min_length=1)]
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


# ---------------------------------------------------------------- the whole pack


class Pack(Struct, frozen=True, kw_only=True):
    """All component files of one pack."""

    areas: AreasFile
    seazones: SeaZonesFile
    links: LinksFile
    nations: NationsFile
    units: UnitsFile
    tables: TablesFile
    timetable: TimetableFile
    roles: RolesFile
    cards: CardsFile
    drawing: DrawingFile
    rules: RulesFile
    scenarios: tuple[ScenarioFile, ...]


SCENARIOS = "scenarios/*.toml"
FILES: dict[str, type[Struct]] = {
    "areas.toml": AreasFile,
    "seazones.toml": SeaZonesFile,
    "links.toml": LinksFile,
    "nations.toml": NationsFile,
    "units.toml": UnitsFile,
    "tables.toml": TablesFile,
    "timetable.toml": TimetableFile,
    "roles.toml": RolesFile,
    "cards.toml": CardsFile,
    "drawing.toml": DrawingFile,
    "rules.toml": RulesFile,
    SCENARIOS: ScenarioFile,
}
