"""The shape of On To Berlin's component files: one struct for each file, and `Pack`, which holds them all.

What a value may be is said here; that ids refer to something that exists is checked in `references`. This
module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sandtable.engine.data.pack import files_of
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

Side = Literal["axis", "allied"]
SideOrNeutral = Literal["axis", "allied", "neutral"]
NoSide = Literal["axis", "allied", ""]
Kind = Literal["land", "air", "naval"]
UnitType = Literal["LF", "TF", "GF", "AB", "SA", "FT", "AF", "NF", "CV", "CVE", "SS"]
UnitState = Literal["fresh", "spent"]
Rating = Annotated[int, Meta(ge=0, le=9)]
Sv = Annotated[int, Meta(ge=1, le=9)]
Year = Annotated[int, Meta(ge=1939, le=1950)]
Latitude = Annotated[float, Meta(ge=20, le=75)]

# ---------------------------------------------------------------- areas.toml, links.toml


class Area(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    kind: Literal["land", "sea"]
    country: OptionalId
    region: Id
    resource: Literal["none", "red", "black", "black_half"]
    rp: Annotated[float, Meta(ge=0, le=1)]
    double_for_victory: bool
    north_of_limit: bool
    no_entry: tuple[Side, ...]
    lon: Longitude
    lat: Latitude
    resource_src: Source
    resource_ref: str = ""


class UnnamedArea(Sourced, frozen=True, kw_only=True):
    id: Id
    lon: Longitude
    lat: Latitude


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: Annotated[tuple[Area, ...], Meta(max_length=200)]
    unnamed_areas: tuple[UnnamedArea, ...]


class Link(Sourced, frozen=True, kw_only=True):
    a: Id
    b: Id
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
    id: Id
    code: Annotated[str, Meta(pattern="^[A-Z]{2}$", description="two capital letters")]
    name: Text
    status: Literal["axis", "allied", "neutral", "dormant"]
    leaning: NoSide
    at_war: bool
    side: NoSide
    track: OptionalId
    may_withdraw: bool
    limit_exempt: bool


class NationsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["nations/1"]
    nations: Annotated[tuple[Nation, ...], Meta(max_length=60)]


class UnitTypeEntry(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    nation: Id
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
    id: Id
    name: Text
    front: Text
    back: str
    count: Positive


class UnitsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["units/1"]
    unit_types: tuple[UnitTypeEntry, ...]
    markers: tuple[Marker, ...]


# ---------------------------------------------------------------- cards.toml


class Choice(Plain, frozen=True, kw_only=True, tag_field="op"):
    """One of the ways to use a card that offers several."""


class Join(Choice, frozen=True, kw_only=True, tag="join"):
    side: Side
    nations: tuple[Id, ...]


class MoveMarker(Choice, frozen=True, kw_only=True, tag="move_marker"):
    tracks: tuple[Id, ...]
    steps: Literal[-1, 1]


class MoveMarkersEach(Choice, frozen=True, kw_only=True, tag="move_markers_each"):
    tracks: tuple[Id, ...]
    steps: Literal[-1, 1]


class ReturnNation(Choice, frozen=True, kw_only=True, tag="return_nation"):
    nation: Id
    area: Id


class EventBase(Plain, frozen=True, kw_only=True, tag_field="op"):
    """What the event of a card does."""

    mandatory: bool


class DoubleAction(EventBase, frozen=True, kw_only=True, tag="double_action"):
    kinds: tuple[Kind, ...]


class Counterattack(EventBase, frozen=True, kw_only=True, tag="counterattack"):
    hit_factor: Positive


class ChooseOne(EventBase, frozen=True, kw_only=True, tag="choose_one"):
    options: Annotated[tuple[Join | MoveMarker | MoveMarkersEach | ReturnNation, ...], Meta(min_length=1)]


class Develop(EventBase, frozen=True, kw_only=True, tag="develop"):
    cards: Positive
    sv: Annotated[tuple[Sv, ...], Meta(min_length=1)]


class Recover(EventBase, frozen=True, kw_only=True, tag="recover"):
    nations: Literal["one", "all"]
    max_units: Count
    partisans: OptionalId


class Redeploy(EventBase, frozen=True, kw_only=True, tag="redeploy"):
    max_units: Positive
    kinds: tuple[Kind, ...]
    naval_capacity: bool
    naval_move_spends: bool


class CommerceRaid(EventBase, frozen=True, kw_only=True, tag="commerce_raid"):
    areas: Annotated[tuple[Id, ...], Meta(min_length=1)]
    american_areas: tuple[Id, ...]
    areas_max: Positive
    discards_per_hit: Positive
    max_discards: Positive
    free_submarine_move: bool


class Placement(Plain, frozen=True, kw_only=True):
    unit: Id
    area: Id


class ChangeSide(EventBase, frozen=True, kw_only=True, tag="change_side"):
    nation: Id
    area: Id
    side: Side
    place: tuple[Placement, ...]


class ReleaseNewWeapons(EventBase, frozen=True, kw_only=True, tag="release_new_weapons"):
    max_units: Positive
    nations: Annotated[tuple[Id, ...], Meta(min_length=1)]
    needs_area: OptionalId
    needs_at_war: tuple[Id, ...]


class AmphibiousAssault(EventBase, frozen=True, kw_only=True, tag="amphibious_assault"):
    kinds: tuple[Kind, ...]
    seas: tuple[Id, ...]
    seas_max: Count
    landing: tuple[Id, ...]
    allowance: Positive
    capacity_factor: Positive
    airborne_nations: tuple[Id, ...]
    airborne_landing: tuple[Id, ...]
    airborne_range: Count
    airborne_units: Count


class Bombing(EventBase, frozen=True, kw_only=True):
    range: Count
    hits_per_discard_full: Positive
    hits_per_discard_half: Positive
    max_discards: Positive


class StrategicBombing(Bombing, frozen=True, kw_only=True, tag="strategic_bombing"):
    """Strategic Bombing alone."""


class LongRangeBombing(Bombing, frozen=True, kw_only=True, tag="long_range_bombing"):
    """Strategic Bombing or an Airstrike."""


Event = (
    DoubleAction
    | Counterattack
    | ChooseOne
    | Develop
    | Recover
    | Redeploy
    | CommerceRaid
    | ChangeSide
    | ReleaseNewWeapons
    | AmphibiousAssault
    | StrategicBombing
    | LongRangeBombing
)


class Card(Plain, frozen=True, kw_only=True):
    id: Id
    name: Text
    owner: Side
    sv: Sv
    start: Literal["deck", "development_pool"]
    reaction: bool
    remove_after_play: bool
    text: Text
    name_src: Source
    name_ref: str = ""
    sv_src: Source
    sv_ref: str = ""
    event_src: Source
    event_ref: str = ""
    event: Event


class CardsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["cards/1"]
    cards: tuple[Card, ...]


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
    rank: Positive
    test: Text
    tie: Literal["attacker", "next", ""]


class ActionEntry(Sourced, frozen=True, kw_only=True):
    action: Literal["normal_movement", "naval_transport", "normal_attack", "air_movement", "airstrike"]
    eligible: Text
    spends: bool
    by_sv: bool
    by_air_action: bool


class MovementCost(Sourced, frozen=True, kw_only=True):
    item: Text
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


class Special(Sourced, frozen=True, kw_only=True):
    """Nations and areas with a rule of their own."""

    surrender_nation: Id
    surrender_area: Id
    ceded: tuple[Id, ...]
    ceded_to: Id
    american_nation: Id
    american_sea: Id
    atlantic_area: Id
    winter_nation: Id
    partisan_nation: Id
    end_area: Id
    american_closed: tuple[Id, ...]
    changing_nation: Id
    changed_set: Id


class TablesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tables/1"]
    mobilization_cost: tuple[MobilizationCost, ...]
    unit_type_classes: tuple[UnitTypeClass, ...]
    hit_effects: tuple[HitEffect, ...]
    assign_priority: tuple[AssignPriority, ...]
    actions: tuple[ActionEntry, ...]
    movement_costs: tuple[MovementCost, ...]
    constants: tuple[Constant, ...]
    special: Special


# ---------------------------------------------------------------- tracks.toml, parts.toml


class TurnEntry(Sourced, frozen=True, kw_only=True):
    turn: Turn
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
    track: Id
    name: Text
    nation: Id
    side: Side


class WarEntrySpace(Sourced, frozen=True, kw_only=True):
    track: Id
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

    id: Annotated[str, Meta(pattern="^PR[0-9]+$", description="PR and a number")]
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
    nation: Id


class DrawingFile(Drawing, frozen=True, kw_only=True):
    sides: tuple[SideLook, ...]
    nations: tuple[NationLook, ...]


# ---------------------------------------------------------------- scenarios/*.toml


class Start(Plain, frozen=True, kw_only=True):
    turn: Turn
    initiative: Side
    hand_axis: Count
    hand_allied: Count
    resource_cube_axis: Count
    resource_cube_allied: Count
    tracks: dict[Id, Count]


class Decks(Plain, frozen=True, kw_only=True):
    axis_deck: tuple[Id, ...]
    allied_deck: tuple[Id, ...]
    axis_development_pool: tuple[Id, ...]
    allied_development_pool: tuple[Id, ...]


class UnitsOnMap(Sourced, frozen=True, kw_only=True):
    area: Id
    unit: Id
    count: Positive
    state: UnitState


class PoolUnits(Sourced, frozen=True, kw_only=True):
    unit: Id
    count: Positive


class NewWeapons(PoolUnits, frozen=True, kw_only=True):
    needs_option: str


class ControlRow(Sourced, frozen=True, kw_only=True):
    area: Id
    nation: OptionalId


class UnitsOnMapTable(Plain, frozen=True, kw_only=True):
    rows: tuple[UnitsOnMap, ...]


class NewWeaponsTable(Plain, frozen=True, kw_only=True):
    rows: tuple[NewWeapons, ...]


class PoolTable(Plain, frozen=True, kw_only=True):
    rows: tuple[PoolUnits, ...]


class ControlTable(Plain, frozen=True, kw_only=True):
    rows: tuple[ControlRow, ...]


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    schema: Literal["scenario/1"]
    id: Id
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
