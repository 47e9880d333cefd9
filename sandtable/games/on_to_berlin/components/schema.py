"""The shape of On To Berlin's component files: one struct for each file, and `Pack`, which holds them all.

Marks beside the fields say what names what; what no mark can say is checked in `relations`. This module is
never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from sandtable.engine.data.pack import files_of
from sandtable.engine.data.relations import Counts, Each, Has, Names, Once, Refers, Unique
from sandtable.engine.data.schema import (
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
from sandtable.games.on_to_berlin.components.schema_cards import (
    AreaId,
    CardsFile,
    Kind,
    LandId,
    SeaId,
    Side,
    Sv,
    TrackId,
)

SideOrNeutral = Literal["axis", "allied", "neutral"]
NoSide = Literal["axis", "allied", ""]
UnitType = Literal["LF", "TF", "GF", "AB", "SA", "FT", "AF", "NF", "CV", "CVE", "SS"]
UnitState = Literal["fresh", "spent"]
Rating = Annotated[int, Meta(ge=0, le=9)]
Year = Annotated[int, Meta(ge=1939, le=1950)]
Latitude = Annotated[float, Meta(ge=20, le=75)]

NationId = Annotated[Id, Refers("nation")]
ACTIVE = "the id of a nation that is not dormant"
ActiveId = Annotated[Id, Refers("active_nation", ACTIVE)]
UnitId = Annotated[Id, Refers("unit", "the id of a unit type")]
CardId = Annotated[Id, Refers("card")]

# ---------------------------------------------------------------- areas.toml, links.toml


class Area(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("area")]
    name: Annotated[Text, Unique()]
    kind: Literal["land", "sea"]
    country: Annotated[OptionalId, Refers("active_nation", ACTIVE, empty=True)]
    region: Id
    resource: Literal["none", "red", "black", "black_half"]
    rp: Annotated[float, Meta(ge=0, le=1)]
    double_for_victory: bool
    north_of_limit: bool
    no_entry: Annotated[tuple[Side, ...], Once()]
    lon: Longitude
    lat: Latitude
    resource_src: Source
    resource_ref: str = ""


class UnnamedArea(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("space")]
    lon: Longitude
    lat: Latitude


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: Annotated[tuple[Area, ...], Meta(max_length=200)]
    unnamed_areas: tuple[UnnamedArea, ...]


class Link(Sourced, frozen=True, kw_only=True):
    a: AreaId
    b: Annotated[AreaId, Has(lambda here, there: here.a != here.b, "another area than a")]
    kind: Literal["land", "strait", "coast", "sea", "canal"]
    side: Literal["both", "allied"]
    condition: Annotated[
        str,
        Meta(pattern="^([a-z0-9_]+_allied_controlled)?$", description='"" or "<area>_allied_controlled"'),
    ]


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


# ---------------------------------------------------------------- nations.toml, units.toml


class Nation(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("nation")]
    code: Annotated[str, Meta(pattern="^[A-Z]{2}$", description="two capital letters"), Unique()]
    name: Text
    status: Literal["axis", "allied", "neutral", "dormant"]
    leaning: NoSide
    at_war: bool
    side: NoSide
    track: Annotated[
        OptionalId,
        Refers("track", "a track of tracks.toml", empty=True),
        Has(lambda here, there: there.nation == here.id, "a track of this nation"),
    ]
    may_withdraw: bool
    limit_exempt: bool


class NationsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["nations/1"]
    nations: Annotated[tuple[Nation, ...], Meta(max_length=60)]


class UnitTypeEntry(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("unit")]
    name: Annotated[Text, Unique()]
    nation: NationId
    type: UnitType
    kind: Kind
    attack: Rating
    defense: Annotated[int, Meta(ge=1, le=9)]
    move: Rating
    airstrike: Rating
    cost: Sv
    count: Positive
    new_weapon: bool
    optional: bool
    ratings_src: Source
    count_src: Source


class Marker(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("marker")]
    name: Text
    front: Text
    back: str
    count: Positive


class UnitsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["units/1"]
    unit_types: tuple[UnitTypeEntry, ...]
    markers: tuple[Marker, ...]


# ---------------------------------------------------------------- tables.toml


class MobilizationCost(Sourced, frozen=True, kw_only=True):
    type: UnitType
    sv: Sv


class UnitTypeClass(Sourced, frozen=True, kw_only=True):
    type: UnitType
    name: Text
    kind: Kind
    surface: bool
    can_control: Literal["land", "sea", ""]


class HitEffect(Sourced, frozen=True, kw_only=True):
    hit_class: Literal["land_or_surface", "air_or_submarine", "zero_movement"] = field(name="class")
    state: UnitState
    steps: Positive
    spent: bool
    retreat: bool
    destroyed: bool


class AssignPriority(Sourced, frozen=True, kw_only=True):
    rank: Annotated[Positive, Unique()]
    test: Text
    tie: Literal["attacker", "next", ""]


class ActionEntry(Sourced, frozen=True, kw_only=True):
    action: Annotated[
        Literal["normal_movement", "naval_transport", "normal_attack", "air_movement", "airstrike"], Unique()
    ]
    eligible: Text
    spends: bool
    by_sv: bool
    by_air_action: bool


class MovementCost(Sourced, frozen=True, kw_only=True):
    item: Annotated[Text, Unique()]
    cost: Count


ConstantName = Literal[
    "turns",
    "land_stack_per_side",
    "fortress_stack",
    "air_stack_per_land_area",
    "naval_transport_allowance",
    "axis_strategic_victory_points",
    "allied_strategic_victory_points",
    "end_victory_points",
    "end_victory_areas",
    "end_victory_points_beside_berlin",
    "optional_bombing_modifier",
]


class Constant(Sourced, frozen=True, kw_only=True):
    name: ConstantName
    value: Count


LostId = Annotated[
    LandId,
    Has(
        lambda here, there: there.country == here.surrender_nation, 'a home area of "{here.surrender_nation}"'
    ),
]


class Special(Sourced, frozen=True, kw_only=True):
    """Nations and areas with special rules."""

    surrender_nation: ActiveId
    surrender_area: LostId
    ceded: tuple[LostId, ...]
    ceded_to: ActiveId
    american_nation: ActiveId
    american_sea: SeaId
    atlantic_area: SeaId
    winter_nation: ActiveId
    partisan_nation: ActiveId
    end_area: LandId
    american_closed: tuple[AreaId, ...]
    changing_nation: ActiveId
    changed_set: Annotated[Id, Refers("dormant_nation", "the one nation that is dormant")]


EachType = (Once(by="type"), Each(values=get_args(UnitType), by="type"))


class TablesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tables/1"]
    mobilization_cost: Annotated[tuple[MobilizationCost, ...], *EachType]
    unit_type_classes: Annotated[tuple[UnitTypeClass, ...], *EachType]
    hit_effects: tuple[HitEffect, ...]
    assign_priority: tuple[AssignPriority, ...]
    actions: tuple[ActionEntry, ...]
    movement_costs: tuple[MovementCost, ...]
    constants: Annotated[
        tuple[Constant, ...], Once(by="name"), Each(values=get_args(ConstantName), by="name")
    ]
    special: Special


# ---------------------------------------------------------------- tracks.toml, parts.toml


class TurnEntry(Sourced, frozen=True, kw_only=True):
    turn: Annotated[Turn, Counts()]
    season: Literal["winter", "summer"]
    year: Year
    label: Text
    russian_winter: bool
    bombing_modifier: Annotated[int, Meta(ge=-6, le=6)]
    bombing_src: Source
    bombing_ref: str = ""


class ResourceBoxes(Sourced, frozen=True, kw_only=True):
    lowest: Count
    highest: Count


class Track(Sourced, frozen=True, kw_only=True):
    track: Annotated[Id, Names("track")]
    name: Text
    nation: Annotated[
        ActiveId, Has(lambda here, there: there.track == here.track, "a nation with this track")
    ]
    side: Side


class WarEntrySpace(Sourced, frozen=True, kw_only=True):
    track: TrackId
    index: Count
    label: Text
    entry: bool
    rp: Annotated[int, Meta(ge=0, le=1)]
    start: bool


class TracksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tracks/1"]
    turns: tuple[TurnEntry, ...]
    resource_boxes: ResourceBoxes
    tracks: tuple[Track, ...]
    war_entry_spaces: tuple[WarEntrySpace, ...]


class Part(Sourced, frozen=True, kw_only=True):
    kind: Literal["cube", "die", "map", "counter_sheet", "card", "player_aid", "rulebook"]
    colour: str
    count: Positive
    use: str


class PublicSource(Plain, frozen=True, kw_only=True):
    """Something other than the rulebook that a `ref` names."""

    id: Annotated[str, Meta(pattern="^PR[0-9]+$", description="PR and a number"), Names("source")]
    title: Text
    url: Text
    facts: Text


class PartsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["parts/1"]
    parts: tuple[Part, ...]
    sources: tuple[PublicSource, ...]


# ---------------------------------------------------------------- drawing.toml


class SideLook(LetteredLook, frozen=True, kw_only=True):
    side: SideOrNeutral


class NationLook(Look, frozen=True, kw_only=True):
    nation: Annotated[NationId, Unique()]


class DrawingFile(Drawing, frozen=True, kw_only=True):
    sides: Annotated[tuple[SideLook, ...], Once(by="side"), Each(values=get_args(SideOrNeutral), by="side")]
    nations: tuple[NationLook, ...]


# ---------------------------------------------------------------- scenarios/*.toml


class Start(Plain, frozen=True, kw_only=True):
    turn: Turn
    initiative: Side
    hand_axis: Count
    hand_allied: Count
    resource_cube_axis: Count
    resource_cube_allied: Count
    tracks: Annotated[dict[TrackId, Count], Each("track", words="the space of its marker")]


class Decks(Plain, frozen=True, kw_only=True):
    axis_deck: tuple[CardId, ...]
    allied_deck: tuple[CardId, ...]
    axis_development_pool: tuple[CardId, ...]
    allied_development_pool: tuple[CardId, ...]


class UnitsOnMap(Sourced, frozen=True, kw_only=True):
    area: AreaId
    unit: UnitId
    count: Positive
    state: UnitState


class PoolUnits(Sourced, frozen=True, kw_only=True):
    unit: UnitId
    count: Positive


class NewWeapons(PoolUnits, frozen=True, kw_only=True):
    needs_option: str


class ControlRow(Sourced, frozen=True, kw_only=True):
    area: Annotated[AreaId, Unique()]
    nation: Annotated[OptionalId, Refers("active_nation", ACTIVE, empty=True)]


class UnitsOnMapTable(Plain, frozen=True, kw_only=True):
    rows: tuple[UnitsOnMap, ...]


class NewWeaponsTable(Plain, frozen=True, kw_only=True):
    rows: tuple[NewWeapons, ...]


class PoolTable(Plain, frozen=True, kw_only=True):
    rows: tuple[PoolUnits, ...]


class ControlTable(Plain, frozen=True, kw_only=True):
    rows: Annotated[tuple[ControlRow, ...], Each("area", by="area", words="one for each area")]


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    schema: Literal["scenario/1"]
    id: Annotated[Id, Names("scenario")]
    name: Text
    first_turn: Turn
    last_turn: Turn
    start: Start
    decks: Decks
    units_on_map: UnitsOnMapTable
    new_weapons_pool: NewWeaponsTable
    mobilization_pool: PoolTable
    control: ControlTable


# ---------------------------------------------------------------- the whole pack


class Pack(Struct, frozen=True, kw_only=True):
    """All component files of one pack."""

    areas: AreasFile
    links: LinksFile
    nations: NationsFile
    units: UnitsFile
    cards: CardsFile
    tables: TablesFile
    tracks: TracksFile
    parts: PartsFile
    drawing: DrawingFile
    rules: RulesFile
    scenarios: tuple[ScenarioFile, ...]


SCENARIOS = "scenarios/*.toml"
FILES = files_of(Pack)
