"""The shape of the files about tables, the Time Table and roles.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.schema import Id, OptionalId, Plain, Positive, Source, Sourced, Text
from sandtable.games.blitzkrieg_general.components.schema_map import (
    D6,
    Achievement,
    Border,
    Change,
    Few,
    MapId,
    Mark,
    Quarter,
    Some,
    Terrain,
    UnitType,
    Year,
)

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
    """The costs of building and repairing: a number, or a number for each point of strength; 0: none. [PC]"""

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
    """The nations that special rules name."""

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
    """The areas that special rules name."""

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
    """The parts that rules name, so that no code names a country, an area or a mark."""

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
