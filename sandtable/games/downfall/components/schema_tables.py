"""The shape of the file of tables.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.relations import Refers, Unique
from sandtable.engine.data.schema import Count, Id, OptionalId, Plain, Positive, Sourced, Text, Turn
from sandtable.games.downfall.components.schema_map import (
    AreaId,
    AreaThere,
    CountryId,
    CountryOfSide,
    GroupId,
    OptionalArea,
    OptionalCountry,
    OptionalTerritory,
    Side,
    Terrain,
    TerritoryId,
    UniqueId,
)

Season = Literal["winter", "spring", "summer", "autumn"]
War = Literal["limited", "total", "any"]
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
OperationId = Literal[
    "tactical_move",
    "attack",
    "tactical_move_and_attack",
    "strategic_move",
    "naval_move",
    "amphibious_landing",
]
NoTurn = Annotated[int, Meta(ge=0, le=100)]
AnyYear = Annotated[int, Meta(ge=0, le=1950)]

# ---------------------------------------------------------------- tables.toml


class Roles(Sourced, frozen=True, kw_only=True):
    germany: CountryId
    united_kingdom: CountryId
    united_states: CountryId
    soviet_union: CountryId
    france: CountryId
    italy: CountryId
    belgium: CountryId
    yugoslavia: CountryId


class ActionTypeEntry(Sourced, frozen=True, kw_only=True):
    id: Annotated[ActionType, Unique()]
    name: Text
    sides: tuple[Side, ...]


class ActionsPerTurn(Sourced, frozen=True, kw_only=True):
    side: Annotated[Side, Unique()]
    limited_war: Count
    total_war: Count


class ActionModifier(Sourced, frozen=True, kw_only=True):
    id: UniqueId
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
    area: OptionalArea = ""
    country: OptionalCountry = ""
    seasons: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")
    cap_group: OptionalId = ""


class ActionRepeat(Sourced, frozen=True, kw_only=True):
    id: UniqueId
    side: Side
    war: War
    year: AnyYear = 0
    lend_lease: bool = False
    types: tuple[ActionType, ...]
    max: Positive


class TotalWarTrigger(Sourced, frozen=True, kw_only=True):
    id: UniqueId
    kind: Literal["turn", "entry", "attack"]
    sides: tuple[Side, ...]
    turn: NoTurn = 0
    by_side: Side | None = None
    nation: OptionalCountry = ""
    area: OptionalArea = ""
    territories: tuple[TerritoryId, ...] = ()
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
    id: UniqueId
    side: Side
    area: AreaId
    controlled_by: tuple[Side, ...]
    delta: int
    until_year: AnyYear = 0


class ReinforcementPoints(Sourced, frozen=True, kw_only=True):
    id: UniqueId
    side: Side
    war: War
    nations: tuple[CountryOfSide, ...]
    points: Count
    from_year: AnyYear = 0
    until_year: AnyYear = 0
    key_areas_of: OptionalCountry = ""
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
    condition_area: AreaId
    condition_side: Side
    condition_turns: tuple[NoTurn, NoTurn]
    max_per_turn: Count


class Movement(Sourced, frozen=True, kw_only=True):
    stacking: Positive
    stacking_unlimited_region: Id


class StrategicLimit(Sourced, frozen=True, kw_only=True):
    side: Side
    territory: TerritoryId
    armies: Count


class Operation(Sourced, frozen=True, kw_only=True):
    id: Annotated[OperationId, Unique()]
    number: Annotated[int, Meta(ge=1, le=6), Unique()]
    cost: Count
    cost_far: Count = 0


class DoubleCost(Sourced, frozen=True, kw_only=True):
    id: UniqueId
    side: Side
    operations: tuple[Annotated[int, Meta(ge=1, le=6)], ...]
    territories: tuple[TerritoryId, ...] = ()
    east_of_line: bool = False
    when: Literal["west_attacked", "barbarossa_turn", "turn", "always"]
    last_turn: NoTurn = 0
    before_turn: NoTurn = 0
    turn: NoTurn = 0


class Combat(Sourced, frozen=True, kw_only=True):
    die: Annotated[int, Meta(ge=2, le=20)]
    air_missions_per_attack: Literal[1]


class DefenceTogether(Sourced, frozen=True, kw_only=True):
    nation: CountryId
    beside: CountryId
    bonus: Count


class FactorChange(Sourced, frozen=True, kw_only=True):
    id: UniqueId
    side: Side
    territory: TerritoryId
    turn: Turn
    delta: int


class FortressLimit(Sourced, frozen=True, kw_only=True):
    territory: TerritoryId
    nation: CountryId


class DieFloor(Sourced, frozen=True, kw_only=True):
    id: UniqueId
    nation: CountryId
    armor_only: bool = False
    army: Annotated[OptionalId, Refers("army_type", empty=True)] = ""
    territory: OptionalTerritory = ""
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
    area: AreaId
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
    nation: CountryId
    until_turn: Turn
    territories: tuple[TerritoryId, ...] = ()
    regions: tuple[Id, ...] = ()


class RightOfPassage(Plain, frozen=True, kw_only=True):
    nation: CountryId
    territory: TerritoryId
    armies: Count
    infantry_only: bool
    until_total_war: Side


class Frozen(Plain, frozen=True, kw_only=True):
    side: Side
    territory: TerritoryId
    areas: tuple[AreaThere, ...]
    border_territories: tuple[TerritoryId, ...]
    until_turn: Turn
    into: Side


class WestAttack(Plain, frozen=True, kw_only=True):
    nation: CountryId
    territories: tuple[TerritoryId, ...]


class NoAttack(Plain, frozen=True, kw_only=True):
    nation: CountryId
    area: AreaId
    while_controlled_by: Side


class Protected(Plain, frozen=True, kw_only=True):
    area: AreaId
    nation: CountryId
    first: CountryId


class Politics(Sourced, frozen=True, kw_only=True):
    barred: tuple[Barred, ...]
    passage: RightOfPassage
    frozen: Frozen
    west_attack: WestAttack
    no_move: SideTurn
    no_attack: NoAttack
    protected: Protected


class Torch(Sourced, frozen=True, kw_only=True):
    territory: TerritoryId
    side: Side
    full_armies: Positive
    landing_areas: tuple[AreaThere, ...]
    from_group: GroupId
    handover: tuple[AreaThere, ...]
    handover_to: Side


class Victory(Sourced, frozen=True, kw_only=True):
    country: CountryId
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
