"""The shape of The Other Side of the Hill's component files: one struct for each, and `Pack`.

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
    AreasFile,
    ArmiesFile,
    ArmyKind,
    CountriesFile,
    Front,
    LinksFile,
)
from sandtable.games.other_side.components.schema_tables import (
    BlackOrchestraFile,
    Box,
    DiceFile,
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
    nation: Id


class ArmyLook(LetteredLook, frozen=True, kw_only=True):
    army: ArmyKind


class DrawingFile(Drawing, frozen=True, kw_only=True):
    sides: tuple[SideLook, ...]
    fronts: tuple[FrontLook, ...]
    nations: tuple[NationLook, ...]
    armies: tuple[ArmyLook, ...]


# ---------------------------------------------------------------- scenarios/*.toml


class TrackStart(Plain, frozen=True, kw_only=True):
    """Where the markers of the tracks begin; locked: the Locked boxes; collapse_disks: Disks in that box."""

    resources: Count
    air_east: Count
    air_west: Count
    air_south: Count
    air_germany: Count
    strategic_warfare: Count
    technology: Count
    locked: tuple[Positive, ...]
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

    strategic: tuple[Id, ...]
    combat: tuple[Id, ...]
    military: tuple[Id, ...]
    political: tuple[Id, ...]
    production: tuple[Id, ...]


class Decks(Plain, frozen=True, kw_only=True):
    """The Event decks of the first year."""

    strategic_events: tuple[Id, ...]
    combat_events: tuple[Id, ...]


class AlignmentRow(Plain, frozen=True, kw_only=True):
    """axis_sector and allied_sector: the Sectors under the Control Disks, 0: no Disk."""

    area: Id
    alignment: Alignment
    axis_sector: Few
    allied_sector: Few
    allied_faction: Literal["western", "soviet", ""]


class BaseRow(Plain, frozen=True, kw_only=True):
    base: Id
    alignment: Literal["neutral", "western", "occupied"]


class ArmyRow(Plain, frozen=True, kw_only=True):
    area: Id
    panzer: Few
    regular: Few
    reduced: Few
    satellites: dict[Id, Positive]


class Position(Plain, frozen=True, kw_only=True):
    place: Id
    slot: Annotated[int, Meta(ge=1, le=2)]
    general: Id


class ProjectStart(Plain, frozen=True, kw_only=True):
    project: Id
    state: Text


class PortStart(Plain, frozen=True, kw_only=True):
    area: Id
    state: Literal["open", "closed"]


class Returning(Plain, frozen=True, kw_only=True):
    general: Id
    enters: Year


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    schema: Literal["scenario/1"]
    id: Id
    name: Text
    playbook_ref: Text
    turns: Positive
    start_year: Year
    start_turn_box: TurnBox
    end_year: Year
    end_turn_box: TurnBox
    duration_hours: Text
    setup_code_index: Annotated[int, Meta(ge=0, le=3)]
    players: Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=1)]
    setup_src: Literal["rulebook", "inferred", "reconstructed"]
    planning_at_setup: bool
    naval_supply: tuple[Id, ...]
    isolated: tuple[Id, ...]
    notes: tuple[Text, ...]
    resource_adjust: Change
    tracks: TrackStart
    production: dict[Id, Box]
    limits_flipped: dict[Id, bool]
    landing_markers: dict[Id, Text]
    force_pool: dict[Id, Count]
    out_of_play: dict[Id, Count]
    satellite_pool: dict[Id, Count]
    satellite_removed: dict[Id, Count]
    ob: dict[Id, Id]
    removed: Removed
    decks: Decks
    alignments: tuple[AlignmentRow, ...]
    bases: tuple[BaseRow, ...]
    armies: tuple[ArmyRow, ...]
    positions: tuple[Position, ...]
    projects: tuple[ProjectStart, ...]
    ports: tuple[PortStart, ...]
    returning_generals: tuple[Returning, ...]


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
