"""The shape of Blitzkrieg General's component files: one struct for each, and `Pack`.

Marks beside the fields say what ids refer to; `pack_relations` checks what marks cannot say. This module and
those named after it are never compiled: msgspec needs their structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.engine.data.pack import files_of
from sandtable.engine.data.relations import Each, Has, Names, Once, Refers
from sandtable.engine.data.schema import Count, Id, Plain, Positive, RulesFile, Sourced, Text
from sandtable.games.blitzkrieg_general.components.schema_cards import CardsFile
from sandtable.games.blitzkrieg_general.components.schema_map import (
    Achievement,
    AreaId,
    AreasFile,
    CardId,
    DeliveryId,
    DrawingFile,
    LinksFile,
    MajorId,
    MinorId,
    Mode,
    NationId,
    Nations,
    NationsFile,
    Quarter,
    SeaZonesFile,
    Side,
    Some,
    UnitId,
    UnitsFile,
    Year,
)
from sandtable.games.blitzkrieg_general.components.schema_tables import RolesFile, TablesFile, TimetableFile

# ---------------------------------------------------------------- scenarios/*.toml


class Placed(Sourced, frozen=True, kw_only=True):
    place: Id
    unit: UnitId
    n: Positive = 1
    face: Literal["front", "back"] = "front"


class Reinforcement(Sourced, frozen=True, kw_only=True):
    year: Year
    quarter: Quarter
    unit: UnitId
    n: Positive = 1
    face: Literal["front", "back"] = "front"


class Controlled(Sourced, frozen=True, kw_only=True):
    area: AreaId
    by: Annotated[Id, Refers("country", "the id of a nation, or of a holder")]


class Since(Plain, frozen=True, kw_only=True):
    nation: MajorId
    year: Year
    quarter: Quarter


class Joined(Sourced, frozen=True, kw_only=True):
    nation: MinorId
    side: Side
    manager: Annotated[
        MajorId, Has(lambda here, there: here.side == there.side, "a major of the side {here.side}")
    ]


class InEffect(Plain, frozen=True, kw_only=True):
    card: CardId
    owner: MajorId


class PeaceStart(Plain, frozen=True, kw_only=True):
    """A peace in force: its card is out of the deck; the binding roll is made at set-up [R17]."""

    card: Annotated[CardId, Has(lambda here, there: there.handler == "peace", "a card that makes peace")]
    nations: tuple[Id, Id]
    player: Annotated[Id, Has(lambda here, there: here.player in here.nations, "one of its nations")]


class RailRaised(Plain, frozen=True, kw_only=True):
    nation: MajorId
    enemy: NationId
    capacity: Positive


class NoRetreat(Plain, frozen=True, kw_only=True):
    nation: NationId
    area: AreaId


War = Annotated[tuple[NationId, NationId], Once()]


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    """A start [B3.0b]. initiative_first_turn, weather_first_turn_die: not rolled then [S39]; "", 0: rolled.

    units stand on the map, late_setup waits until its nation joins the war [S39d] [S39o]; control: where it
    is not the area's country; must_declare: pairs, the first on the second in the first turn; wars: the pairs
    at war, everybody else is neutral [B1.0e] [B1.0f] [B1.0g] [S41k]; start and end: [B3.0a] [S41].
    """

    schema: Literal["scenario/1"]
    id: Annotated[Id, Names("scenario")]
    name: Text
    start_year: Year
    start_quarter: Quarter
    end_year: Year
    end_quarter: Quarter
    modes: Annotated[tuple[Mode, ...], Meta(min_length=1), Once()]
    initiative_previous: Side
    initiative_first_turn: Literal["axis", "allies", ""]
    weather_first_turn_die: Annotated[int, Meta(ge=0, le=6)]
    first_turn_reinforcements_included: bool
    wars: tuple[War, ...]
    war_since: Annotated[tuple[Since, ...], Once(by="nation")]
    joined: Annotated[tuple[Joined, ...], Once(by="nation")]
    conquered: Nations
    must_declare: tuple[War, ...]
    peace: tuple[PeaceStart, ...]
    no_retreat: tuple[NoRetreat, ...]
    deliveries_in_force: Annotated[tuple[DeliveryId, ...], Once()]
    fortress_destroyed: bool
    be_pacific_active: bool
    orange_units_once_complete: bool
    cards_removed: tuple[CardId, ...]
    cards_in_effect: tuple[InEffect, ...]
    cards_played_before: tuple[
        Annotated[CardId, Has(lambda here, there: there.id in here.cards_removed, "a card that is removed")],
        ...,
    ]
    eliminated_hqs: tuple[
        Annotated[UnitId, Has(lambda here, there: there.type in ("hq", "naval_hq"), "the id of an HQ")], ...
    ]
    production_basic: dict[MajorId, Count]
    production_advanced: dict[MajorId, Count]
    research_numbers: Annotated[dict[MajorId, Annotated[int, Meta(ge=0, le=5)]], Each("major")]
    research_achievements: Annotated[dict[MajorId, Annotated[tuple[Achievement, ...], Once()]], Each("major")]
    hands: Annotated[dict[MajorId, tuple[CardId, ...]], Each("major")]
    rail: Annotated[dict[MajorId, Some], Each("major")]
    rail_raised: tuple[RailRaised, ...]
    units: tuple[Placed, ...]
    reinforcements: tuple[Reinforcement, ...]
    late_setup: tuple[Placed, ...]
    control: Annotated[tuple[Controlled, ...], Once(by="area")]


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
FILES = files_of(Pack)
