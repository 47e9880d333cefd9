"""The shape of Blitzkrieg General's component files: one struct for each, and `Pack`.

What a value may be is said here; that ids refer to something that exists is checked in `references`. This
module and those named after it are never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.engine.data.pack import files_of
from sandtable.engine.data.schema import Count, Id, Plain, Positive, RulesFile, Sourced, Text
from sandtable.games.blitzkrieg_general.components.schema_cards import CardsFile
from sandtable.games.blitzkrieg_general.components.schema_map import (
    Achievement,
    AreasFile,
    DrawingFile,
    LinksFile,
    Mode,
    NationsFile,
    Quarter,
    SeaZonesFile,
    Side,
    Some,
    UnitsFile,
    Year,
)
from sandtable.games.blitzkrieg_general.components.schema_tables import RolesFile, TablesFile, TimetableFile

# ---------------------------------------------------------------- scenarios/*.toml


class Placed(Sourced, frozen=True, kw_only=True):
    place: Id
    unit: Id
    n: Positive = 1
    face: Literal["front", "back"] = "front"


class Reinforcement(Sourced, frozen=True, kw_only=True):
    year: Year
    quarter: Quarter
    unit: Id
    n: Positive = 1
    face: Literal["front", "back"] = "front"


class Controlled(Sourced, frozen=True, kw_only=True):
    area: Id
    by: Id


class Since(Plain, frozen=True, kw_only=True):
    nation: Id
    year: Year
    quarter: Quarter


class Joined(Sourced, frozen=True, kw_only=True):
    nation: Id
    side: Side
    manager: Id


class InEffect(Plain, frozen=True, kw_only=True):
    card: Id
    owner: Id


class PeaceStart(Plain, frozen=True, kw_only=True):
    """A peace in force: its card is out of the deck; the binding roll is made at set-up [R17]."""

    card: Id
    nations: tuple[Id, Id]
    player: Id


class RailRaised(Plain, frozen=True, kw_only=True):
    nation: Id
    enemy: Id
    capacity: Positive


class NoRetreat(Plain, frozen=True, kw_only=True):
    nation: Id
    area: Id


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    """A start [B3.0b]. initiative_first_turn, weather_first_turn_die: not rolled then [S39]; "", 0: rolled.

    units stand on the map, late_setup waits until its nation joins the war [S39d] [S39o]; control: where it
    is not the area's country; must_declare: pairs, the first on the second in the first turn; wars: the pairs
    at war, everybody else is neutral [B1.0e] [B1.0f] [B1.0g] [S41k]; start and end: [B3.0a] [S41].
    """

    schema: Literal["scenario/1"]
    id: Id
    name: Text
    start_year: Year
    start_quarter: Quarter
    end_year: Year
    end_quarter: Quarter
    modes: Annotated[tuple[Mode, ...], Meta(min_length=1)]
    initiative_previous: Side
    initiative_first_turn: Literal["axis", "allies", ""]
    weather_first_turn_die: Annotated[int, Meta(ge=0, le=6)]
    first_turn_reinforcements_included: bool
    wars: tuple[tuple[Id, Id], ...]
    war_since: tuple[Since, ...]
    joined: tuple[Joined, ...]
    conquered: tuple[Id, ...]
    must_declare: tuple[tuple[Id, Id], ...]
    peace: tuple[PeaceStart, ...]
    no_retreat: tuple[NoRetreat, ...]
    deliveries_in_force: tuple[Id, ...]
    fortress_destroyed: bool
    be_pacific_active: bool
    orange_units_once_complete: bool
    cards_removed: tuple[Id, ...]
    cards_in_effect: tuple[InEffect, ...]
    cards_played_before: tuple[Id, ...]
    eliminated_hqs: tuple[Id, ...]
    production_basic: dict[Id, Count]
    production_advanced: dict[Id, Count]
    research_numbers: dict[Id, Annotated[int, Meta(ge=0, le=5)]]
    research_achievements: dict[Id, tuple[Achievement, ...]]
    hands: dict[Id, tuple[Id, ...]]
    rail: dict[Id, Some]
    rail_raised: tuple[RailRaised, ...]
    units: tuple[Placed, ...]
    reinforcements: tuple[Reinforcement, ...]
    late_setup: tuple[Placed, ...]
    control: tuple[Controlled, ...]


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
