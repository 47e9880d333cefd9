"""The shape of Downfall's component files: one struct for each file, and `Pack`, which holds them all.

Annotations say what a value may be and what an id refers to; `relations` checks the rest. This module is
never compiled: msgspec needs its structs as plain Python classes.
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
    Look,
    Plain,
    Positive,
    RulesFile,
    Source,
    Sourced,
    Text,
    Turn,
)
from sandtable.games.downfall.components.schema_map import (
    AreaId,
    AreasFile,
    ArmyKind,
    CountryId,
    CountryOfSide,
    LandingsFile,
    LinksFile,
    OptionalCountry,
    OptionalTerritory,
    SeasFile,
    Side,
    TerritoryId,
    UniqueId,
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
TileId = Annotated[Id, Refers("tile")]
SidedCountry = Annotated[
    CountryId, Has(lambda here, there: there.side != "neutral", "a country that has a side")
]

# ---------------------------------------------------------------- sides.toml


class SideEntry(Sourced, frozen=True, kw_only=True):
    id: Annotated[Side, Names("side")]
    name: Text
    turn_order: Annotated[Positive, Unique()]
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
    country: OptionalCountry = ""


class Surrender(Plain, frozen=True, kw_only=True):
    kind: Literal["capital", "enemy_armies", "occupation", "all_supply_areas", "never"]
    armies: Count = 0
    territory: OptionalTerritory = ""
    nation: OptionalCountry = ""
    areas: Count = 0
    after: OptionalCountry = ""


class OperateIn(Plain, frozen=True, kw_only=True):
    anywhere: bool = False
    territories: tuple[TerritoryId, ...] = ()
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
    id: Annotated[Id, Names("country")]
    name: Text
    major: bool
    side: SideOrNeutral
    entry: Entry
    capital: Annotated[
        AreaId, Has(lambda here, there: there.capital_of == here.id, "the area that is its capital_of")
    ]
    surrender: Surrender
    operate_in: OperateIn
    home_guard: Count = 0
    reinforcement: Reinforcement | None = None
    supply_income: Count = 0
    partisans: Partisans | None = None


class Territory(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("territory")]
    owner: CountryId
    colonial: bool = False
    neutral_after_surrender: bool = False


class CountriesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["countries/1"]
    countries: tuple[Country, ...]
    territories: tuple[Territory, ...]


# ---------------------------------------------------------------- armies.toml, missions.toml


class ArmyType(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("army_type")]
    name: Text
    nation: CountryOfSide
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
    id: Annotated[Id, Names("mission")]
    name: Text
    nation: CountryOfSide
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
    id: Annotated[DevelopmentId, Names("development")]
    name: Text
    effect: Text


class Tile(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("tile")]
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
    id: Annotated[Id, Names("marker")]
    count: Positive
    limit: Literal["none", "hard", "aid", "per_side"]
    faces: tuple[int, ...] = ()


COUNTED = ("army", "air_mission", "submarine_mission", "development_tile")


class MarkersFile(Plain, frozen=True, kw_only=True):
    schema: Literal["markers/1"]
    box: Annotated[tuple[Marker, ...], Each(values=COUNTED, by="id", words="each kind of counter")]


class TurnEntry(Sourced, frozen=True, kw_only=True):
    turn: Annotated[Turn, Counts()]
    year: Year
    season: Season
    name: Text
    reminders: tuple[Text, ...]


class Track(Sourced, frozen=True, kw_only=True):
    id: UniqueId
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
    country: CountryId


class DrawingFile(Drawing, frozen=True, kw_only=True):
    sides: Annotated[tuple[SideLook, ...], Once(by="side"), Each(values=get_args(SideOrNeutral), by="side")]
    countries: tuple[CountryLook, ...]


# ---------------------------------------------------------------- scenarios/*.toml


class ControlException(Sourced, frozen=True, kw_only=True):
    area: AreaId
    side: SideOrNeutral


class BySide(Plain, frozen=True, kw_only=True):
    axis: Count
    allies: Count
    ussr: Count


class Stock(Plain, frozen=True, kw_only=True):
    supply: BySide
    armor: BySide
    air_missions: dict[Annotated[Id, Refers("air_mission")], Count]
    submarine_missions: dict[Annotated[Id, Refers("submarine_mission")], Count]


class ScenarioTiles(Plain, frozen=True, kw_only=True):
    available: tuple[TileId, ...]
    in_progress: tuple[TileId, ...]
    in_progress_since: NoTurn


class StartUnits(Sourced, frozen=True, kw_only=True):
    area: AreaId
    army: Annotated[Id, Refers("army_type")]
    count: Positive
    step: Literal["full", "reduced"]


class Force(Plain, frozen=True, kw_only=True):
    country: CountryId
    units: tuple[StartUnits, ...]


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    schema: Literal["scenario/1"]
    id: Annotated[Id, Names("scenario")]
    name: Text
    first_turn: Turn
    last_turn: Turn
    players: tuple[Annotated[int, Meta(ge=2, le=3)], ...]
    first_side: Side
    total_war: tuple[Side, ...]
    at_war: tuple[SidedCountry, ...]
    surrendered: tuple[SidedCountry, ...]
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
