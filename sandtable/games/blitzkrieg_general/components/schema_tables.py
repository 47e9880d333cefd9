"""The shape of the files about tables, the Time Table and roles.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from sandtable.engine.data.relations import Counts, Each, Has, Names, Once, Unique
from sandtable.engine.data.schema import Id, Plain, Positive, Source, Sourced, Text
from sandtable.games.blitzkrieg_general.components.schema_map import (
    D6,
    Achievement,
    AnyArea,
    AnyDelivery,
    AnyMajor,
    AnyNation,
    AreaId,
    Areas,
    Border,
    Change,
    Few,
    HomeId,
    MajorId,
    MapId,
    Mark,
    MinorId,
    NationId,
    Quarter,
    Some,
    Terrain,
    UnitType,
    Year,
    ZoneId,
)

# ---------------------------------------------------------------- tables.toml


class TerrainRow(Sourced, frozen=True, kw_only=True):
    """What a terrain does [TEC] [TEC1] [TEC2] [TEC3] [TEC4] [TEC5] [TEC6]."""

    id: Annotated[Terrain, Names("terrain")]
    arm: Change
    inf_def: Change
    air_half: bool
    air: Change
    attacker: Change
    no_exploitation: bool
    stack_limit: Few


class BorderRow(Sourced, frozen=True, kw_only=True):
    """What a border does [TEC7] [TEC8] [TEC9] [TEC10] [TEC12]."""

    id: Annotated[Border, Names("border")]
    arm: Change
    other: Change
    no_exploitation: bool


class Range(Sourced, frozen=True, kw_only=True):
    type: Annotated[UnitType, Names("range")]
    range: Some
    unit: Literal["areas", "spaces", "seazones"]
    shots: Few


class ChartRow(Sourced, frozen=True, kw_only=True):
    """The costs of building and repairing: a number, or a number for each point of strength; 0: none. [PC]"""

    type: Annotated[Literal[UnitType, "rail_capacity"], Names("chart")]
    duration: Some
    cost: Annotated[
        Few,
        Has(
            lambda here, there: (here.cost > 0) != (here.cost_per_strength > 0),
            "a fixed cost or one for each point of strength",
        ),
    ] = 0
    cost_per_strength: Few = 0
    repair: Annotated[
        Few,
        Has(
            lambda here, there: here.repair == 0 or here.repair_per_strength == 0,
            "0 beside repair_per_strength",
        ),
    ] = 0
    repair_per_strength: Few = 0


class WeatherRow(Sourced, frozen=True, kw_only=True):
    """good: the results of the die that mean good weather, bad: the others; given: those the text states."""

    map: MapId
    quarter: Quarter
    good: tuple[D6, ...]
    bad: tuple[D6, ...]
    given: tuple[D6, ...] = ()


SearchColumn = Literal["cv_air_search_ships", "ships_search_ships", "ships_search_subs", "subs_search_ships"]


class SearchRow(Plain, frozen=True, kw_only=True):
    column: Annotated[SearchColumn, Unique()]
    good: Positive
    bad: Annotated[
        Positive, Has(lambda here, there: here.bad <= here.good, "at most {here.good}, in good weather")
    ]
    bonus_research: Achievement
    good_src: Source
    bad_src: Source
    ref: Text


class ResearchRow(Sourced, frozen=True, kw_only=True):
    id: Annotated[Achievement, Names("research")]
    no: Annotated[Positive, Counts()]
    name: Text
    requires: Annotated[
        tuple[Achievement, ...],
        Once(),
        Has(lambda here, there: here.id not in here.requires, "others than itself"),
    ]


class Track(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("track")]
    low: Annotated[
        int, Meta(ge=0, le=2000), Has(lambda here, there: here.low <= here.high, "at most {here.high}")
    ]
    high: Annotated[int, Meta(ge=0, le=2000)]
    overflow: bool


class Passage(Sourced, frozen=True, kw_only=True):
    """A strait or canal and when it is closed [A6.4.3C].

    nation_at_war: to `side` while `nation` is at war; any_held, all_held: to those of whom an enemy holds one
    of `areas`, or enemies all; neutral_or_held: to all at war while `nation` is neutral, else as any_held.
    """

    id: Annotated[Id, Names("passage")]
    name: Text
    a: Id
    b: Id
    subs_blocked: bool
    closed: Literal["nation_at_war", "any_held", "all_held", "neutral_or_held"]
    side: Literal["axis", "allies", ""] = ""
    nation: AnyNation = ""
    areas: Areas = ()


class Victory(Sourced, frozen=True, kw_only=True):
    axis_points: Positive
    allied_points: Positive
    axis_total_conquests: Positive
    allied_total_conquests: Positive


StrengthChange = Literal["terrain", "weather", "supply"]


class Modifiers(Sourced, frozen=True, kw_only=True):
    """invasion_rounds, tf_rounds: which way half a strength is rounded; order: of what changes a strength."""

    bad_weather_attacking_land: Change
    bad_weather_air_and_ships: Change
    out_of_supply: Change
    invasion_rounds: Literal["down", "up"]
    tf_rounds: Literal["down", "up"]
    anti_air_strength: Few
    anti_sub_strength: Few
    order: Annotated[tuple[StrengthChange, ...], Once(), Each(values=get_args(StrengthChange))]


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

    id: Annotated[NumberName, Names("number")]
    n: Positive


class TablesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tables/1"]
    terrain: Annotated[tuple[TerrainRow, ...], Each(values=get_args(Terrain), by="id")]
    borders: Annotated[tuple[BorderRow, ...], Each(values=get_args(Border), by="id")]
    ranges: Annotated[tuple[Range, ...], Each(values=get_args(UnitType), by="type")]
    production_chart: Annotated[
        tuple[ChartRow, ...], Each(values=(*get_args(UnitType), "rail_capacity"), by="type")
    ]
    weather: tuple[WeatherRow, ...]
    search: Annotated[tuple[SearchRow, ...], Each(values=get_args(SearchColumn), by="column")]
    research: Annotated[tuple[ResearchRow, ...], Each(values=get_args(Achievement), by="id")]
    tracks: tuple[Track, ...]
    passages: tuple[Passage, ...]
    numbers: Annotated[tuple[Number, ...], Each(values=get_args(NumberName), by="id")]
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

    id: Annotated[Id, Names("event")]
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
    nation: AnyNation = ""
    nations: tuple[MajorId, ...] = ()
    side: Literal["axis", "allies", ""] = ""
    brings: tuple[MinorId, ...] = ()
    also: tuple[tuple[MajorId, MajorId], ...] = ()
    manager: AnyMajor = ""
    other: AnyMajor = ""
    spare: AnyMajor = ""
    by: AnyMajor = ""
    taker: AnyMajor = ""
    delivery: AnyDelivery = ""
    area: AnyArea = ""
    areas: tuple[AreaId, ...] = ()


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

    id: Annotated[Id, Names("delivery")]
    giver: NationId
    taker: Annotated[
        MajorId, Has(lambda here, there: here.giver != here.taker, "another nation than the giver")
    ]
    amount: Some
    overseas: bool
    ends: Annotated[tuple[DeliveryEnd, ...], Meta(min_length=1), Once(by="kind")]


class UsEntry(Sourced, frozen=True, kw_only=True, omit_defaults=True):
    """What changes the level of US entry by how much [A7.2].

    declares_war: one of `by` on one of `on`, or the other way round where a whole side is `by_side` or
    `on_side`; neutral_attacked: by `by_side`; occupies: one of `by` takes `area` without a battle.
    """

    event: Annotated[Id, Names("us_event")]
    kind: Literal["each_turn", "neutral_attacked", "declares_war", "occupies"]
    delta: Change
    by: tuple[MajorId, ...] = ()
    by_side: Literal["axis", "allies", ""] = ""
    on: tuple[MajorId, ...] = ()
    on_side: Literal["axis", "allies", ""] = ""
    area: AnyArea = ""


class TimetableFile(Plain, frozen=True, kw_only=True):
    """be_pacific: the areas that produce only after a fall or an entry [TT15] [TT15a]."""

    schema: Literal["timetable/1"]
    events: tuple[Event, ...]
    deliveries: tuple[Delivery, ...]
    us_entry: tuple[UsEntry, ...]
    be_pacific: Areas
    us_entry_level: Positive
    us_war_production: Positive
    ussr_war_production: Positive
    ussr_peace_production: Positive
    usa_peace_production_basic: Positive


# ---------------------------------------------------------------- roles.toml


class NationRoles(Plain, frozen=True, kw_only=True):
    """The nations that special rules name."""

    germany: MajorId
    italy: MajorId
    japan: MajorId
    be: MajorId
    usa: MajorId
    ussr: MajorId
    france: MajorId
    china: MajorId
    poland: MinorId
    bnl: MinorId
    yugoslavia: MinorId
    turkey: MinorId
    weather_roller: MajorId
    limit_roller: MajorId
    kept_out: MinorId
    kept_out_of: NationId


class AreaRoles(Plain, frozen=True, kw_only=True):
    """The areas that special rules name."""

    pact_areas: Areas
    pact_retreat: AreaId
    vichy: AreaId
    vichy_occupied: Areas
    fortress: AreaId
    fortress_rear: Areas
    indochine: AreaId
    bnl_islands: Areas
    uk_home: Areas
    italy_home: Areas
    partisan_area: AreaId


class RailTheatre(Plain, frozen=True, kw_only=True):
    """Where a nation's rail may begin: in home countries, or in areas of nations [A6.2c] [A6.2d]."""

    nation: MajorId
    homes: tuple[HomeId, ...] = ()
    nations: tuple[NationId, ...] = ()
    one_a_turn: bool


class RolesFile(Sourced, frozen=True, kw_only=True):
    """The parts that rules name, so that no code names a country, an area or a mark."""

    schema: Literal["roles/1"]
    nations: NationRoles
    areas: AreaRoles
    cape_zones: Annotated[tuple[ZoneId, ...], Once()]
    cape_far_zone: Annotated[
        ZoneId, Has(lambda here, there: there.id not in here.cape_zones, "another zone than cape_zones")
    ]
    africa: Id
    pacific_islands: Id
    rail: Annotated[tuple[RailTheatre, ...], Once(by="nation")]
    mark_vichy: Mark
    mark_free: Mark
    mark_guards: Mark
    mark_us_built: Mark
    color_early: Literal["orange"]
    color_late: Literal["red"]
