"""The shape of Downfall's component files: one struct for each file, and `Pack`, which holds them all.

What a value may be is said here; that ids refer to something that exists is checked in `references`. This
module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.engine.data.pack import files_of
from sandtable.engine.data.schema import (
    Count,
    Drawing,
    Id,
    LetteredLook,
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
from sandtable.games.downfall.components.schema_map import (
    AreasFile,
    ArmyKind,
    LandingsFile,
    LinksFile,
    SeasFile,
    Side,
    Year,
)
from sandtable.games.downfall.components.schema_tables import (
    AnyYear,
    DevelopmentId,
    NoTurn,
    Season,
    TablesFile,
)

SideOrNeutral = Literal["axis", "allies", "ussr", "neutral"]

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
FILES = files_of(Pack)
