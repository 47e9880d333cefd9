"""The shape of The Other Side of the Hill's component files: one struct for each, and `Pack`.

What a value may be is said here; `relations` checks what its marks cannot say. This
module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.engine.data.pack import files_of
from sandtable.engine.data.relations import Each, Names, Once, Refers
from sandtable.engine.data.schema import (
    Count,
    Drawing,
    Id,
    LetteredLook,
    Plain,
    Positive,
    RulesFile,
    Sourced,
    Text,
)
from sandtable.games.other_side.components.schema_cards import (
    Change,
    CombatCardsFile,
    CombatEventsFile,
    Few,
    France,
    GeneralsFile,
    Italy,
    MilitaryFile,
    PoliticalFile,
    ProductionFile,
    StrategicEventsFile,
    Year,
)
from sandtable.games.other_side.components.schema_map import (
    AreaId,
    AreasFile,
    ArmiesFile,
    ArmyKind,
    BaseId,
    CountriesFile,
    CountryId,
    Front,
    LinksFile,
    OpenAreaId,
)
from sandtable.games.other_side.components.schema_tables import (
    BlackOrchestraFile,
    Box,
    DiceFile,
    PortId,
    SectionsFile,
    TracksFile,
)

German = Literal["panzer", "regular", "reduced"]
TurnBox = Literal[
    "new_year",
    "winter_admin",
    "winter_ops",
    "spring_admin",
    "spring_ops",
    "summer_admin",
    "summer_ops_1",
    "summer_ops_2",
    "fall_admin",
    "fall_ops",
]
Replacement = Literal["wehrmacht", "luftwaffe", "strategic_warfare"]
Air = Literal["east", "west", "south", "germany"]
Alignment = Literal["neutral", "occupied", "satellite", "western", "soviet", "disputed"]
Role = Literal["attacker", "defender"]

# ---------------------------------------------------------------- drawing.toml


class SideLook(LetteredLook, frozen=True, kw_only=True):
    side: Literal["axis", "western", "soviet", "disputed", "neutral"]


class FrontLook(LetteredLook, frozen=True, kw_only=True):
    front: Front


class NationLook(LetteredLook, frozen=True, kw_only=True):
    nation: CountryId


class ArmyLook(LetteredLook, frozen=True, kw_only=True):
    army: ArmyKind


class DrawingFile(Drawing, frozen=True, kw_only=True):
    sides: tuple[SideLook, ...]
    fronts: tuple[FrontLook, ...]
    nations: tuple[NationLook, ...]
    armies: tuple[ArmyLook, ...]


# ---------------------------------------------------------------- scenarios/*.toml


EventId = Annotated[Id, Refers("strategic_event")]
BattleId = Annotated[Id, Refers("combat_event")]
GeneralId = Annotated[Id, Refers("general")]
RowId = Annotated[Id, Refers("row", "a row of the Production Table")]
LimitedId = Annotated[Id, Refers("limited", "a marker with a limit")]
GermanId = Annotated[Id, Refers("german", "a kind of German Army")]
AllyId = Annotated[Id, Refers("ally", "a country with Satellite Armies")]


class TrackStart(Plain, frozen=True, kw_only=True):
    """Where the markers of the tracks begin; locked: the Locked boxes; collapse_disks: Disks in that box."""

    resources: Count
    air_east: Count
    air_west: Count
    air_south: Count
    air_germany: Count
    strategic_warfare: Count
    technology: Count
    locked: Annotated[tuple[Positive, ...], Once()]
    usa_commitment: Text
    ussr_commitment: Text
    fanaticism: Count
    unrest: Count
    paratroops: Count
    status_of_italy: Italy
    status_of_france: France
    collapse_disks: Count


class Removed(Plain, frozen=True, kw_only=True):
    """Cards that are out of the game."""

    strategic: Annotated[tuple[EventId, ...], Once()]
    combat: Annotated[tuple[BattleId, ...], Once()]
    military: Annotated[tuple[Annotated[Id, Refers("military_card")], ...], Once()]
    political: Annotated[tuple[Annotated[Id, Refers("political_card")], ...], Once()]
    production: Annotated[tuple[Annotated[Id, Refers("production_card")], ...], Once()]


class Decks(Plain, frozen=True, kw_only=True):
    """The Event decks of the first year."""

    strategic_events: Annotated[tuple[EventId, ...], Once()]
    combat_events: Annotated[tuple[BattleId, ...], Once()]


class AlignmentRow(Plain, frozen=True, kw_only=True):
    """axis_sector and allied_sector: the Sectors under the Control Disks, 0: no Disk."""

    area: AreaId
    alignment: Alignment
    axis_sector: Few
    allied_sector: Few
    allied_faction: Literal["western", "soviet", ""]


class BaseRow(Plain, frozen=True, kw_only=True):
    base: BaseId
    alignment: Literal["neutral", "western", "occupied"]


class ArmyRow(Plain, frozen=True, kw_only=True):
    area: OpenAreaId
    panzer: Few
    regular: Few
    reduced: Few
    satellites: dict[AllyId, Positive]


class Position(Plain, frozen=True, kw_only=True):
    place: OpenAreaId
    slot: Annotated[int, Meta(ge=1, le=2)]
    general: GeneralId


class ProjectStart(Plain, frozen=True, kw_only=True):
    project: Annotated[Id, Refers("project")]
    state: Text


class PortStart(Plain, frozen=True, kw_only=True):
    area: PortId
    state: Literal["open", "closed"]


class Returning(Plain, frozen=True, kw_only=True):
    general: GeneralId
    enters: Year


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    schema: Literal["scenario/1"]
    id: Annotated[Id, Names("scenario")]
    name: Text
    playbook_ref: Text
    turns: Positive
    start_year: Year
    start_turn_box: TurnBox
    end_year: Year
    end_turn_box: TurnBox
    duration_hours: Text
    setup_code_index: Annotated[int, Meta(ge=0, le=3), Names("setup_code")]
    players: Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=1), Once()]
    setup_src: Literal["rulebook", "inferred", "reconstructed"]
    planning_at_setup: bool
    naval_supply: tuple[AreaId, ...]
    isolated: tuple[AreaId, ...]
    notes: tuple[Text, ...]
    resource_adjust: Change
    tracks: TrackStart
    production: Annotated[dict[RowId, Box], Each("row")]
    limits_flipped: Annotated[dict[LimitedId, bool], Each("limited")]
    landing_markers: dict[Id, Text]
    force_pool: Annotated[dict[GermanId, Count], Each("german")]
    out_of_play: Annotated[dict[GermanId, Count], Each("german")]
    satellite_pool: Annotated[dict[AllyId, Count], Each("ally")]
    satellite_removed: Annotated[dict[AllyId, Count], Each("ally")]
    ob: dict[Id, Id]
    removed: Removed
    decks: Decks
    alignments: Annotated[tuple[AlignmentRow, ...], Once(by="area"), Each("area", by="area")]
    bases: Annotated[tuple[BaseRow, ...], Once(by="base"), Each("base", by="base")]
    armies: Annotated[tuple[ArmyRow, ...], Once(by="area")]
    positions: tuple[Position, ...]
    projects: Annotated[tuple[ProjectStart, ...], Once(by="project")]
    ports: Annotated[tuple[PortStart, ...], Once(by="area")]
    returning_generals: Annotated[tuple[Returning, ...], Once(by="general")]


# ---------------------------------------------------------------- the whole pack


class Pack(Struct, frozen=True, kw_only=True):
    """All component files of one pack."""

    areas: AreasFile
    links: LinksFile
    countries: CountriesFile
    armies: ArmiesFile
    dice: DiceFile
    tracks: TracksFile
    sections: SectionsFile
    black_orchestra: BlackOrchestraFile
    combat_cards: CombatCardsFile
    strategic_events: StrategicEventsFile
    combat_events: CombatEventsFile
    military: MilitaryFile
    political: PoliticalFile
    production: ProductionFile
    generals: GeneralsFile
    drawing: DrawingFile
    rules: RulesFile
    scenarios: tuple[ScenarioFile, ...]


SCENARIOS = "scenarios/*.toml"
FILES = files_of(Pack)
