"""The shape of Total Domination's component files: one struct for each, and `Pack`, which holds them all.

What a value may be is said here; that ids refer to something that exists is checked in `references`. This
module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from sandtable.engine.data.pack import files_of
from sandtable.engine.data.relations import Counts, Each, Has, Names, Once, Refers, Unique
from sandtable.engine.data.schema import (
    Count,
    Drawing,
    Id,
    LetteredLook,
    Longitude,
    OptionalId,
    Plain,
    Positive,
    RulesFile,
    Source,
    Sourced,
    Text,
)
from sandtable.games.total_domination.components.schema_cards import (
    AdditionalId,
    AreaId,
    CardId,
    CardsFile,
    EveryPlayer,
    Few,
    Ops,
    PlayerId,
    PowerId,
    SoloFile,
    TechnologiesFile,
    TechnologyId,
    TypeId,
    Year,
)

Faction = Literal["axis", "allies"]
FactionOrNone = Literal["axis", "allies", "none"]
AreaKind = Literal["land", "island", "coastal"]
Direction = Literal["left", "right"]
Stars = Annotated[int, Meta(ge=1, le=3)]
Latitude = Annotated[float, Meta(ge=-60, le=90)]

# ---------------------------------------------------------------- areas.toml, links.toml


class Area(Plain, frozen=True, kw_only=True):
    id: Annotated[Id, Names("area")]
    name: Annotated[Text, Unique()]
    kind: AreaKind
    stars: Stars
    home: PowerId
    factory: bool
    shipyard: bool
    uboat: bool
    arctic: bool
    capital: bool
    side: Id
    lon: Longitude
    lat: Latitude
    name_src: Source
    kind_src: Source
    stars_src: Source
    ref: str = ""


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: Annotated[tuple[Area, ...], Meta(max_length=120)]


class Link(Sourced, frozen=True, kw_only=True):
    a: AreaId
    b: Annotated[AreaId, Has(lambda here, there: here.a != here.b, "another area than a")]
    kind: Literal["land", "sea"]
    triangle: OptionalId
    arctic: bool


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


# ---------------------------------------------------------------- powers.toml, units.toml


class FactionEntry(Sourced, frozen=True, kw_only=True):
    id: Faction
    name: Text


class Power(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("power")]
    name: Annotated[Text, Unique()]
    adjective: Text
    rank: Literal["power", "additional", "partner", "neutral"]
    faction: FactionOrNone
    joins: Literal["axis", "allies", ""]
    player: OptionalId
    colour: Annotated[Id, Unique()]
    capital: Annotated[OptionalId, Refers("area", empty=True)]
    start_vp: Count


class PowersFile(Plain, frozen=True, kw_only=True):
    schema: Literal["powers/1"]
    play_order: Annotated[tuple[PlayerId, ...], *EveryPlayer]
    play_order_src: Source
    play_order_ref: str
    alternative_setup_order: Annotated[tuple[PlayerId, ...], *EveryPlayer]
    alternative_setup_order_src: Source
    alternative_setup_order_ref: str
    home_priority: dict[PlayerId, Annotated[tuple[AreaId, ...], Once()]]
    home_priority_src: Source
    home_priority_ref: str
    powers: Annotated[tuple[Power, ...], Meta(max_length=20)]
    factions: Annotated[tuple[FactionEntry, ...], Once(by="id"), Each(values=get_args(Faction), by="id")]


class Unit(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("unit")]
    name: Annotated[Text, Unique()]
    nation: Id
    type: TypeId
    count: Positive
    player: OptionalId


class UnitType(Sourced, frozen=True, kw_only=True):
    id: Annotated[TypeId, Names("type")]
    name: Text
    land: bool
    controls: bool
    kinds: Annotated[tuple[AreaKind, ...], Meta(min_length=1), Once()]
    counts_for_stack: bool
    needs_supply: bool


class Part(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("part")]
    count: Positive


class UnitsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["units/1"]
    units: tuple[Unit, ...]
    unit_types: Annotated[tuple[UnitType, ...], Each(values=get_args(TypeId), by="id")]
    parts: tuple[Part, ...]


# ---------------------------------------------------------------- tables.toml


class Costs(Sourced, frozen=True, kw_only=True):
    deploy_army: Ops
    deploy_air_fleet: Ops
    deploy_fleet: Ops
    deploy_u_boot: Ops
    move_army: Ops
    move_air_fleet: Ops
    move_fleet: Ops
    move_u_boot: Ops
    attack_army: Ops
    attack_air_fleet: Ops
    attack_fleet: Ops
    attack_u_boot: Ops
    attack_resistance: Ops
    attack_minimum: Ops
    attack_minimum_src: Source
    attack_minimum_ref: str


class AttackCost(Sourced, frozen=True, kw_only=True):
    target: TypeId
    coastal: bool
    techs: tuple[TechnologyId, ...]
    cost: Ops


class Operations(Sourced, frozen=True, kw_only=True):
    saved_ops_maximum: Few
    ops_minimum_on_card: Ops
    ops_maximum_on_card: Ops


class Stacking(Sourced, frozen=True, kw_only=True):
    one_or_two_stars: Positive
    capital: Positive
    u_boots_per_area: Positive
    capital_enemy_units_to_control: Positive
    capital_enemy_units_to_deny: Positive


class AirFleets(Sourced, frozen=True, kw_only=True):
    limit: Count
    limit_with_heavy_bombers: Count
    range: Count
    strikes_per_round: Count


class LendLease(Sourced, frozen=True, kw_only=True):
    steps_per_action: Positive
    actions_per_round: Annotated[Positive, Counts()]
    u_boots_min_ops: Annotated[tuple[Few, ...], Meta(min_length=1)]
    u_boots_hinder: PlayerId


class RocketTable(Plain, frozen=True, kw_only=True):
    min_ops: Few
    discards: Few


class Rockets(Sourced, frozen=True, kw_only=True):
    per_round: Annotated[Positive, Counts()]
    flying_bomb: RocketTable
    rocket: RocketTable
    nuclear_weapon: RocketTable
    radar_reduction: Few


class Resistance(Sourced, frozen=True, kw_only=True):
    tokens: Positive
    per_event: Positive
    vp_reduction_each: Few
    area_vp_minimum: Few


class Puppets(Sourced, frozen=True, kw_only=True):
    armies_per_icon: Positive


class Comparison(Plain, frozen=True, kw_only=True):
    new_stays: bool
    old_stays: bool


class InfluenceTable(Sourced, frozen=True, kw_only=True):
    new_higher: Comparison
    new_equal: Comparison
    new_lower: Comparison


class Intelligence(Sourced, frozen=True, kw_only=True):
    espionage_look: Positive
    espionage_discard: Positive
    espionage_look_both: Positive
    espionage_discard_both: Positive
    enigma_draw: Positive
    enigma_keep: Positive
    enigma_draw_both: Positive
    enigma_keep_both: Positive
    normal_draw: Positive


class TechnologyTable(Sourced, frozen=True, kw_only=True):
    per_round: Annotated[Positive, Counts()]


class TablesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tables/1"]
    costs: Costs
    attack_cost: tuple[AttackCost, ...]
    operations: Operations
    stacking: Stacking
    air_fleets: AirFleets
    lend_lease: LendLease
    rockets: Rockets
    resistance: Resistance
    puppets: Puppets
    influence: InfluenceTable
    intelligence: Intelligence
    technology: TechnologyTable


# ---------------------------------------------------------------- tracks.toml


class RoundEntry(Plain, frozen=True, kw_only=True):
    round: Annotated[Positive, Counts()]
    year: Year
    draw: Annotated[int, Meta(ge=2, le=20)]
    extra: dict[PlayerId, Few]
    pass_to: Direction
    first_power: PlayerId
    solo_axis_cards: Count
    uboot_limit: Count
    draw_src: Source
    first_src: Source
    ref: str = ""


class AjwTrack(Sourced, frozen=True, kw_only=True):
    power: Annotated[AdditionalId, Unique()]
    player: Id
    steps: Positive
    boxes: Positive
    deck: Annotated[tuple[CardId, ...], Once()]
    threshold_rise: Count


class VictoryTrack(Sourced, frozen=True, kw_only=True):
    lowest: Count
    highest: Positive
    bounds_src: Source
    axis_threshold: Positive
    allied_threshold: Positive
    allied_threshold_one_joined: Positive
    allied_threshold_both_joined: Positive
    start: Annotated[dict[PlayerId, Count], *EveryPlayer]


class TracksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tracks/1"]
    rounds: Annotated[tuple[RoundEntry, ...], Meta(min_length=1)]
    ajw_tracks: Annotated[tuple[AjwTrack, ...], Each("additional", by="power", words="each additional power")]
    victory_track: VictoryTrack


# ---------------------------------------------------------------- modes.toml


class Placement(Sourced, frozen=True, kw_only=True):
    """Units that begin in an area; no: the number of the area in the picture of the set-up, 0: none."""

    area: AreaId
    unit: Annotated[Id, Refers("unit")]
    count: Positive
    no: Count = 0


class AreaStars(Sourced, frozen=True, kw_only=True):
    """What an area scores in one scenario, where that is not what areas.toml says."""

    area: Annotated[AreaId, Unique()]
    stars: Stars


class Mode(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("mode")]
    players: Annotated[int, Meta(ge=1, le=4)]
    seats: Annotated[tuple[tuple[PlayerId, ...], ...], Meta(min_length=1)]
    hands: Literal["per_power", "per_faction"]
    draw_minus: Few
    draft_keep: Few
    draft_extra: Few


class FreeChoice(Sourced, frozen=True, kw_only=True):
    """Units of a nation that its player places in its Home areas, but not in those of `closed`."""

    player: PlayerId
    nation: Annotated[PowerId, Unique()]
    count: Positive
    where: Text
    closed: tuple[Id, ...]


class FreeSetup(Sourced, frozen=True, kw_only=True):
    order: tuple[Id, ...]
    choices: tuple[FreeChoice, ...]
    fixed: tuple[Placement, ...]


ArcticId = Annotated[Id, Refers("arctic_area", "an area with arctic = true")]


class Arctic(Sourced, frozen=True, kw_only=True):
    areas: Annotated[tuple[ArcticId, ...], Once(), Each("arctic_area", words="every area with arctic = true")]
    extra_placement: tuple[Placement, ...]
    extra_u_boot_area: ArcticId
    card_exchange_area: ArcticId
    no_air_fleet_area: ArcticId


class ModesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["modes/1"]
    modes: tuple[Mode, ...]
    free_setup: FreeSetup
    arctic: Arctic


# ---------------------------------------------------------------- drawing.toml


class FactionLook(LetteredLook, frozen=True, kw_only=True):
    faction: Annotated[Faction, Unique()]


class PowerLook(LetteredLook, frozen=True, kw_only=True):
    power: Annotated[PowerId, Unique()]


class DrawingFile(Drawing, frozen=True, kw_only=True):
    factions: Annotated[tuple[FactionLook, ...], Each(values=get_args(Faction), by="faction")]
    powers: Annotated[tuple[PowerLook, ...], Each("power", by="power")]


# ---------------------------------------------------------------- scenarios/*.toml


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    schema: Literal["scenario/1"]
    id: Annotated[Id, Names("scenario")]
    name: Text
    first_round: Year
    last_round: Year
    players: Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=1), Once()]
    victory: Literal["thresholds", "most_vp", "home_areas"]
    arctic_allowed: bool
    free_setup_allowed: bool
    events: bool
    allies_join_war: bool
    closed: Annotated[tuple[AdditionalId, ...], Once()]
    solo: bool
    technology_vp: bool
    joined: Annotated[tuple[AdditionalId, ...], Once()]
    partner_of: Annotated[
        dict[Annotated[Id, Refers("partner")], PlayerId],
        Each("partner", words="the player of each partner"),
    ]
    deal_first_round: Count
    pass_first_round: Literal["left", "right", ""]
    decks_apart: Annotated[tuple[AdditionalId, ...], Once()]
    decks_in_box: bool
    technologies: dict[PlayerId, tuple[CardId, ...]]
    vp: Annotated[dict[PlayerId, Count], *EveryPlayer]
    stars: tuple[AreaStars, ...] = ()
    placement: tuple[Placement, ...]


# ---------------------------------------------------------------- the whole pack


class Pack(Struct, frozen=True, kw_only=True):
    """All component files of one pack."""

    areas: AreasFile
    links: LinksFile
    powers: PowersFile
    units: UnitsFile
    technologies: TechnologiesFile
    cards: CardsFile
    solo: SoloFile
    tables: TablesFile
    tracks: TracksFile
    modes: ModesFile
    drawing: DrawingFile
    rules: RulesFile
    scenarios: tuple[ScenarioFile, ...]


SCENARIOS = "scenarios/*.toml"
FILES = files_of(Pack)
