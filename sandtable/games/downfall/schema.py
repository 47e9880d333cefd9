"""The shape of Downfall's component files: one struct for each file, and `Pack`, which holds them all.

What a value may be is said here; that ids refer to something that exists is checked in `references`. This
module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.engine.schema import (
    Count,
    Drawing,
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
    Turn,
)

Side = Literal["axis", "allies", "ussr"]
SideOrNeutral = Literal["axis", "allies", "ussr", "neutral"]
Season = Literal["winter", "spring", "summer", "autumn"]
Terrain = Literal["plain", "forest", "swamp", "narrow_pass", "mountain"]
War = Literal["limited", "total", "any"]
ArmyKind = Literal["infantry", "armor"]
ActionType = Literal[
    "supply",
    "reinforcements",
    "armor_production",
    "air_missions",
    "submarine_missions",
    "development",
    "lend_lease",
]
DevelopmentId = Literal[
    "blitzkrieg",
    "aviation",
    "advanced_tanks",
    "urals_industry",
    "guards",
    "tank_industry",
    "air_industry",
    "logistics",
    "amphibious_landings",
    "advanced_warships",
    "advanced_aviation",
]
NoTurn = Annotated[int, Meta(ge=0, le=100)]
Year = Annotated[int, Meta(ge=1939, le=1950)]
AnyYear = Annotated[int, Meta(ge=0, le=1950)]
Latitude = Annotated[float, Meta(ge=20, le=75)]

# ---------------------------------------------------------------- areas.toml


class Area(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    kind: Literal["land", "island", "offmap_box"] = "land"
    country: Id
    territory: Id
    region: Id
    terrain: Annotated[tuple[Terrain, ...], Meta(min_length=1)]
    seas: tuple[Id, ...]
    fortress: bool = False
    supply_area_of: OptionalId = ""
    key_area: bool = False
    capital_of: OptionalId = ""
    east_of_eastern_line: bool = False
    lon: Longitude
    lat: Latitude
    terrain_src: Source
    fortress_src: Source | None = None
    supply_src: Source | None = None
    key_src: Source | None = None
    capital_src: Source | None = None
    east_src: Source | None = None


class NeutralZone(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    lon: Longitude
    lat: Latitude


class Box(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    holds: Text


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: tuple[Area, ...]
    neutral_zones: tuple[NeutralZone, ...]
    boxes: tuple[Box, ...]


# ---------------------------------------------------------------- links.toml


class Link(Sourced, frozen=True, kw_only=True):
    a: Id
    b: Id
    kind: Literal["land", "strait"] = "land"
    river_in: OptionalId = ""
    river: str = ""
    river_src: Source | None = None
    line_in: OptionalId = ""
    line: str = ""
    line_src: Source | None = None
    high_mountain: bool = False
    range: str = ""
    range_src: Source | None = None


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


# ---------------------------------------------------------------- seas.toml


class Sea(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    mediterranean: bool
    lon: Longitude
    lat: Latitude


class Passage(Sourced, frozen=True, kw_only=True):
    a: Id
    b: Id
    kind: Literal["open", "strait_of_gibraltar", "suez_canal", "danish_straits", "turkish_straits"]
    barred_to: tuple[Side, ...] = ()
    requires_control: OptionalId = ""


class SeaRestriction(Sourced, frozen=True, kw_only=True):
    side: Side
    sea: Id
    use: Literal["naval", "supply"]


class SupplyBarred(Sourced, frozen=True, kw_only=True):
    side: Side
    territory: Id


class SeasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["seas/1"]
    seas: Annotated[tuple[Sea, ...], Meta(max_length=30)]
    passages: tuple[Passage, ...]
    restrictions: tuple[SeaRestriction, ...]
    supply_barred: tuple[SupplyBarred, ...]


# ---------------------------------------------------------------- landings.toml


class LandingLine(Sourced, frozen=True, kw_only=True):
    id: Id
    a: Id
    b: Id
    sea: Id
    mediterranean: bool
    max_armies: Positive


class DevelopmentLanding(Sourced, frozen=True, kw_only=True):
    to: Id
    from_groups: tuple[Id, ...] = ()
    from_areas: tuple[Id, ...] = ()
    max_armies: Positive


class AreaGroup(Sourced, frozen=True, kw_only=True):
    id: Id
    areas: Annotated[tuple[Id, ...], Meta(min_length=1)]


class ArmiesInYear(Plain, frozen=True, kw_only=True):
    year: Year
    armies: Count


class LandingLimit(Sourced, frozen=True, kw_only=True):
    armies_per_turn: Count
    armies_in_year: ArmiesInYear | None = None
    types: tuple[ArmyKind, ...]
    places: bool


class LandingLimits(Sourced, frozen=True, kw_only=True):
    without_development: LandingLimit
    with_development: LandingLimit
    lines_per_turn: Count


class LandingsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["landings/1"]
    landing_lines: tuple[LandingLine, ...]
    development_landings: tuple[DevelopmentLanding, ...]
    groups: tuple[AreaGroup, ...]
    limits: LandingLimits


# ---------------------------------------------------------------- sides.toml


class SideEntry(Sourced, frozen=True, kw_only=True):
    id: Side
    name: Text
    turn_order: Positive
    enemies: tuple[Side, ...]
    partners: tuple[Side, ...]


class PlayerCount(Sourced, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=2, le=3)]
    seats: tuple[tuple[Side, ...], ...]


class SidesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["sides/1"]
    sides: Annotated[tuple[SideEntry, ...], Meta(min_length=3, max_length=3)]
    player_counts: tuple[PlayerCount, ...]


# ---------------------------------------------------------------- countries.toml


class Entry(Plain, frozen=True, kw_only=True):
    kind: Literal["at_start", "turn", "surrender", "never"]
    turn: NoTurn = 0
    country: OptionalId = ""


class Surrender(Plain, frozen=True, kw_only=True):
    kind: Literal["capital", "enemy_armies", "occupation", "all_supply_areas", "never"]
    armies: Count = 0
    territory: OptionalId = ""
    nation: OptionalId = ""
    areas: Count = 0
    after: OptionalId = ""


class OperateIn(Plain, frozen=True, kw_only=True):
    anywhere: bool = False
    territories: tuple[Id, ...] = ()
    regions: tuple[Id, ...] = ()
    rule: Text = "9"


class Reinforcement(Plain, frozen=True, kw_only=True):
    points: Count
    seasons: tuple[Season, ...]
    infantry_only: bool


class Partisans(Plain, frozen=True, kw_only=True):
    from_turn: Turn
    points: Count
    seasons: tuple[Season, ...]


class Country(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    major: bool
    side: SideOrNeutral
    entry: Entry
    capital: Id
    surrender: Surrender
    operate_in: OperateIn
    home_guard: Count = 0
    reinforcement: Reinforcement | None = None
    supply_income: Count = 0
    partisans: Partisans | None = None


class Territory(Sourced, frozen=True, kw_only=True):
    id: Id
    owner: Id
    colonial: bool = False
    neutral_after_surrender: bool = False


class CountriesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["countries/1"]
    countries: tuple[Country, ...]
    territories: tuple[Territory, ...]


# ---------------------------------------------------------------- armies.toml, missions.toml


class ArmyType(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    nation: Id
    side: Side
    type: ArmyKind
    advanced: bool = False
    cf_full: Positive
    cf_reduced: Positive
    cf_full_africa: Count = 0
    cf_reduced_africa: Count = 0
    support_full: Count
    support_reduced: Count
    move: Positive
    move_attack: Positive
    needs: DevelopmentId | Literal[""] = ""
    count: Positive
    count_src: Source


class ArmiesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["armies/1"]
    army_types: tuple[ArmyType, ...]


class Mission(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    nation: Id
    side: Side
    count: Positive
    two_sided: bool


class AirMission(Mission, frozen=True, kw_only=True):
    attack_bonus: Count


class SubmarineMission(Mission, frozen=True, kw_only=True):
    needed_basic: Count
    needed_advanced: Count
    needed_basic_against_warships: Count
    needed_advanced_against_warships: Count


class MissionsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["missions/1"]
    air_missions: tuple[AirMission, ...]
    submarine_missions: Annotated[tuple[SubmarineMission, ...], Meta(min_length=1, max_length=1)]


# ---------------------------------------------------------------- developments.toml


class Development(Sourced, frozen=True, kw_only=True):
    id: DevelopmentId
    name: Text
    effect: Text


class Tile(Sourced, frozen=True, kw_only=True):
    id: Id
    development: DevelopmentId
    side: Side
    not_before_year: AnyYear = 0
    requires: DevelopmentId | Literal[""] = ""


class DevelopmentsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["developments/1"]
    developments: Annotated[tuple[Development, ...], Meta(min_length=11, max_length=11)]
    tiles: tuple[Tile, ...]


# ---------------------------------------------------------------- markers.toml, tracks.toml


class Marker(Sourced, frozen=True, kw_only=True):
    id: Id
    count: Positive
    limit: Literal["none", "hard", "aid", "per_side"]
    faces: tuple[int, ...] = ()


class MarkersFile(Plain, frozen=True, kw_only=True):
    schema: Literal["markers/1"]
    box: tuple[Marker, ...]


class TurnEntry(Sourced, frozen=True, kw_only=True):
    turn: Turn
    year: Year
    season: Season
    name: Text
    reminders: tuple[Text, ...]


class Track(Sourced, frozen=True, kw_only=True):
    id: Id
    side: Side
    what: Literal["supply", "armor"]
    min: Count
    max: Count | None = None


class TracksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tracks/1"]
    turns: tuple[TurnEntry, ...]
    tracks: tuple[Track, ...]


# ---------------------------------------------------------------- drawing.toml


class SideLook(LetteredLook, frozen=True, kw_only=True):
    side: SideOrNeutral


class CountryLook(Look, frozen=True, kw_only=True):
    country: Id


class DrawingFile(Drawing, frozen=True, kw_only=True):
    sides: tuple[SideLook, ...]
    countries: tuple[CountryLook, ...]


# ---------------------------------------------------------------- tables.toml


class Roles(Sourced, frozen=True, kw_only=True):
    germany: Id
    united_kingdom: Id
    united_states: Id
    soviet_union: Id
    france: Id
    italy: Id
    belgium: Id
    yugoslavia: Id


class ActionTypeEntry(Sourced, frozen=True, kw_only=True):
    id: ActionType
    name: Text
    sides: tuple[Side, ...]


class ActionsPerTurn(Sourced, frozen=True, kw_only=True):
    side: Side
    limited_war: Count
    total_war: Count


class ActionModifier(Sourced, frozen=True, kw_only=True):
    id: Id
    kind: Literal[
        "own_supply_area_lost",
        "bombing",
        "area_not_controlled",
        "area_controlled_by_enemy",
        "submarines",
        "lend_lease",
    ]
    side: Side
    war: War
    delta: int
    area: OptionalId = ""
    country: OptionalId = ""
    seasons: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")
    cap_group: OptionalId = ""


class ActionRepeat(Sourced, frozen=True, kw_only=True):
    id: Id
    side: Side
    war: War
    year: AnyYear = 0
    lend_lease: bool = False
    types: tuple[ActionType, ...]
    max: Positive


class TotalWarTrigger(Sourced, frozen=True, kw_only=True):
    id: Id
    kind: Literal["turn", "entry", "attack"]
    sides: tuple[Side, ...]
    turn: NoTurn = 0
    by_side: Side | None = None
    nation: OptionalId = ""
    area: OptionalId = ""
    territories: tuple[Id, ...] = ()
    delay: Count = 0
    barbarossa: bool = False


class Yield(Sourced, frozen=True, kw_only=True):
    base: Count
    with_development: Count = 0
    development: DevelopmentId | Literal[""] = ""
    needs: DevelopmentId | Literal[""] = ""


class Yields(Plain, frozen=True, kw_only=True):
    supply: Yield
    armor_production: Yield
    air_missions: Yield
    submarine_missions: Yield


class SupplyModifier(Sourced, frozen=True, kw_only=True):
    id: Id
    side: Side
    area: Id
    controlled_by: tuple[Side, ...]
    delta: int
    until_year: AnyYear = 0


class ReinforcementPoints(Sourced, frozen=True, kw_only=True):
    id: Id
    side: Side
    war: War
    nations: tuple[Id, ...]
    points: Count
    from_year: AnyYear = 0
    until_year: AnyYear = 0
    key_areas_of: OptionalId = ""
    capped_nation: OptionalId = ""
    cap: Count = 0


class Cost(Sourced, frozen=True, kw_only=True):
    points: Count
    armor: Count


class ReinforcementCosts(Plain, frozen=True, kw_only=True):
    build_full: Cost
    build_reduced: Cost
    upgrade: Cost
    convert_full: Cost
    convert_reduced: Cost
    armor_to_infantry: Cost


class DevelopmentBar(Plain, frozen=True, kw_only=True):
    side: Side
    last_turn: NoTurn


class DevelopmentActions(Sourced, frozen=True, kw_only=True):
    one_action_from_turn: Turn
    barred: tuple[DevelopmentBar, ...]


class LendLease(Sourced, frozen=True, kw_only=True):
    giver: Side
    receiver: Side
    from_turn: Turn
    to_turn: Turn
    condition_area: Id
    condition_side: Side
    condition_turns: tuple[NoTurn, NoTurn]
    max_per_turn: Count


class Movement(Sourced, frozen=True, kw_only=True):
    stacking: Positive
    stacking_unlimited_region: Id


class StrategicLimit(Sourced, frozen=True, kw_only=True):
    side: Side
    territory: Id
    armies: Count


class Operation(Sourced, frozen=True, kw_only=True):
    id: Literal[
        "tactical_move",
        "attack",
        "tactical_move_and_attack",
        "strategic_move",
        "naval_move",
        "amphibious_landing",
    ]
    number: Annotated[int, Meta(ge=1, le=6)]
    cost: Count
    cost_far: Count = 0


class DoubleCost(Sourced, frozen=True, kw_only=True):
    id: Id
    side: Side
    operations: tuple[Annotated[int, Meta(ge=1, le=6)], ...]
    territories: tuple[Id, ...] = ()
    east_of_line: bool = False
    when: Literal["west_attacked", "barbarossa_turn", "turn", "always"]
    last_turn: NoTurn = 0
    before_turn: NoTurn = 0
    turn: NoTurn = 0


class Combat(Sourced, frozen=True, kw_only=True):
    die: Annotated[int, Meta(ge=2, le=20)]
    air_missions_per_attack: Literal[1]


class DefenceTogether(Sourced, frozen=True, kw_only=True):
    nation: Id
    beside: Id
    bonus: Count


class FactorChange(Sourced, frozen=True, kw_only=True):
    id: Id
    side: Side
    territory: Id
    turn: Turn
    delta: int


class FortressLimit(Sourced, frozen=True, kw_only=True):
    territory: Id
    nation: Id


class DieFloor(Sourced, frozen=True, kw_only=True):
    id: Id
    nation: Id
    armor_only: bool = False
    army: OptionalId = ""
    territory: OptionalId = ""
    region: OptionalId = ""
    not_terrain: tuple[Terrain, ...] = ()
    below: Literal[3]
    value: Literal[3]


class TerrainBonus(Sourced, frozen=True, kw_only=True):
    plain: Count
    forest: Count
    swamp: Count
    narrow_pass: Count
    mountain: Count
    high_mountain: Literal[0]
    coast: Count
    river: Count
    strait: Count
    fortress: Count
    fortified_line: Count


class Casualties(Plain, frozen=True, kw_only=True):
    winner: Annotated[int, Meta(ge=0, le=2)]
    loser: Annotated[int, Meta(ge=0, le=2)]


class CombatResults(Sourced, frozen=True, kw_only=True):
    tie: Casualties
    double: Casualties
    loser_reduced: Casualties
    normal: Casualties


class Exploitation(Sourced, frozen=True, kw_only=True):
    development: DevelopmentId
    threshold: Count
    any_ground_region: Id


class StrategicBombing(Sourced, frozen=True, kw_only=True):
    side: Side
    target: Side
    area: Id
    missions_needed: Count
    double_interceptors: Count
    double_cancels: Count
    cancels: Count


class SideTurn(Plain, frozen=True, kw_only=True):
    side: Side
    turn: Turn


class Winter(Sourced, frozen=True, kw_only=True):
    air_regions: tuple[Id, ...]
    air_sides: tuple[SideTurn, ...]
    mediterranean_lines: bool


class Barred(Plain, frozen=True, kw_only=True):
    nation: Id
    until_turn: Turn
    territories: tuple[Id, ...] = ()
    regions: tuple[Id, ...] = ()


class RightOfPassage(Plain, frozen=True, kw_only=True):
    nation: Id
    territory: Id
    armies: Count
    infantry_only: bool
    until_total_war: Side


class Frozen(Plain, frozen=True, kw_only=True):
    side: Side
    territory: Id
    areas: tuple[Id, ...]
    border_territories: tuple[Id, ...]
    until_turn: Turn
    into: Side


class WestAttack(Plain, frozen=True, kw_only=True):
    nation: Id
    territories: tuple[Id, ...]


class NoAttack(Plain, frozen=True, kw_only=True):
    nation: Id
    area: Id
    while_controlled_by: Side


class Protected(Plain, frozen=True, kw_only=True):
    area: Id
    nation: Id
    first: Id


class Politics(Sourced, frozen=True, kw_only=True):
    barred: tuple[Barred, ...]
    passage: RightOfPassage
    frozen: Frozen
    west_attack: WestAttack
    no_move: SideTurn
    no_attack: NoAttack
    protected: Protected


class Torch(Sourced, frozen=True, kw_only=True):
    territory: Id
    side: Side
    full_armies: Positive
    landing_areas: tuple[Id, ...]
    from_group: Id
    handover: tuple[Id, ...]
    handover_to: Side


class Victory(Sourced, frozen=True, kw_only=True):
    country: Id
    last_turn: Turn
    surrender_before: tuple[Side, ...]
    surrender_on_last: tuple[Side, ...]
    survival: tuple[Side, ...]


class TablesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tables/1"]
    roles: Roles
    action_types: Annotated[tuple[ActionTypeEntry, ...], Meta(min_length=7, max_length=7)]
    actions_per_turn: Annotated[tuple[ActionsPerTurn, ...], Meta(min_length=3, max_length=3)]
    action_modifiers: tuple[ActionModifier, ...]
    action_repeats: tuple[ActionRepeat, ...]
    total_war: tuple[TotalWarTrigger, ...]
    yields: Yields
    supply_modifiers: tuple[SupplyModifier, ...]
    reinforcement_points: tuple[ReinforcementPoints, ...]
    reinforcement_costs: ReinforcementCosts
    development_actions: DevelopmentActions
    lend_lease: LendLease
    movement: Movement
    strategic_limit: StrategicLimit
    operations: Annotated[tuple[Operation, ...], Meta(min_length=6, max_length=6)]
    double_cost: tuple[DoubleCost, ...]
    combat: Combat
    defence_together: DefenceTogether
    factor_changes: tuple[FactorChange, ...]
    fortress_limits: tuple[FortressLimit, ...]
    die_floor: tuple[DieFloor, ...]
    terrain_bonus: TerrainBonus
    combat_results: CombatResults
    exploitation: Exploitation
    strategic_bombing: StrategicBombing
    winter: Winter
    politics: Politics
    torch: Torch
    victory: Victory


# ---------------------------------------------------------------- scenarios/*.toml


class ControlException(Sourced, frozen=True, kw_only=True):
    area: Id
    side: SideOrNeutral


class BySide(Plain, frozen=True, kw_only=True):
    axis: Count
    allies: Count
    ussr: Count


class Stock(Plain, frozen=True, kw_only=True):
    supply: BySide
    armor: BySide
    air_missions: dict[Id, Count]
    submarine_missions: dict[Id, Count]


class ScenarioTiles(Plain, frozen=True, kw_only=True):
    available: tuple[Id, ...]
    in_progress: tuple[Id, ...]
    in_progress_since: NoTurn


class StartUnits(Sourced, frozen=True, kw_only=True):
    area: Id
    army: Id
    count: Positive
    step: Literal["full", "reduced"]


class Force(Plain, frozen=True, kw_only=True):
    country: Id
    units: tuple[StartUnits, ...]


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    schema: Literal["scenario/1"]
    id: Id
    name: Text
    first_turn: Turn
    last_turn: Turn
    players: tuple[Annotated[int, Meta(ge=2, le=3)], ...]
    first_side: Side
    total_war: tuple[Side, ...]
    at_war: tuple[Id, ...]
    surrendered: tuple[Id, ...]
    barbarossa_turn: NoTurn
    control: tuple[ControlException, ...]
    stock: Stock
    developments: ScenarioTiles
    forces: tuple[Force, ...]


# ---------------------------------------------------------------- the whole pack


class Pack(Struct, frozen=True, kw_only=True):
    """All component files of one pack."""

    areas: AreasFile
    links: LinksFile
    seas: SeasFile
    landings: LandingsFile
    sides: SidesFile
    countries: CountriesFile
    armies: ArmiesFile
    missions: MissionsFile
    developments: DevelopmentsFile
    markers: MarkersFile
    tracks: TracksFile
    rules: RulesFile
    drawing: DrawingFile
    tables: TablesFile
    scenarios: tuple[ScenarioFile, ...]


SCENARIOS = "scenarios/*.toml"
FILES: dict[str, type[Struct]] = {
    "areas.toml": AreasFile,
    "links.toml": LinksFile,
    "seas.toml": SeasFile,
    "landings.toml": LandingsFile,
    "sides.toml": SidesFile,
    "countries.toml": CountriesFile,
    "armies.toml": ArmiesFile,
    "missions.toml": MissionsFile,
    "developments.toml": DevelopmentsFile,
    "markers.toml": MarkersFile,
    "tracks.toml": TracksFile,
    "rules.toml": RulesFile,
    "drawing.toml": DrawingFile,
    "tables.toml": TablesFile,
    SCENARIOS: ScenarioFile,
}
