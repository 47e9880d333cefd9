"""The shape of the files about map, nations, counters and their looks.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from sandtable.engine.data.relations import Each, Has, Names, Once, Refers, Unique
from sandtable.engine.data.schema import (
    GroundOf,
    Id,
    LetteredLook,
    Longitude,
    Look,
    OptionalId,
    Plain,
    Positive,
    Source,
    Sourced,
    Text,
)

Side = Literal["axis", "allies"]
MapId = Literal["europe", "pacific"]
Mode = Literal["basic", "advanced"]
UnitType = Literal["infantry", "armor", "hq", "naval_hq", "aircraft", "convoy", "task_force", "submarine"]
Terrain = Literal["clear", "desert", "forest", "mountain", "swamp", "fortress"]
Border = Literal["river", "swamp_border", "mountain_border", "forbidden", "forbidden_coast"]
Achievement = Literal["v_weapons", "atomic_bomb", "air_combat", "long_range", "better_subs", "sonar", "radar"]
Mark = Literal["", "C", "SA", "I", "A", "V", "F", "G", "US"]
OptionalSource = Literal["rulebook", "inferred", "reconstructed", ""]
Year = Annotated[int, Meta(ge=1937, le=1945)]
Quarter = Annotated[int, Meta(ge=1, le=4)]
D6 = Annotated[int, Meta(ge=1, le=6)]
Few = Annotated[int, Meta(ge=0, le=9)]
Change = Annotated[int, Meta(ge=-9, le=9)]
Points = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Latitude = Annotated[float, Meta(ge=-60, le=90)]
HolderKind = Literal["vichy", "trust", "neutral"]
LookSide = Literal["axis", "allies", "neutral", "vichy", "trust"]

AreaId = Annotated[Id, Refers("area")]
ZoneId = Annotated[Id, Refers("zone", "the id of a sea zone")]
SpaceId = Annotated[Id, Refers("space", "the id of an area or sea zone")]
MajorId = Annotated[Id, Refers("major")]
MinorId = Annotated[Id, Refers("minor")]
NationId = Annotated[Id, Refers("nation")]
HomeId = Annotated[Id, Refers("home_country minor", "the id of a home country")]
CardId = Annotated[Id, Refers("card")]
UnitId = Annotated[Id, Refers("unit")]
DeliveryId = Annotated[Id, Refers("delivery")]
AnyArea = Annotated[OptionalId, Refers("area", empty=True)]
AnyMajor = Annotated[OptionalId, Refers("major", empty=True)]
AnyMinor = Annotated[OptionalId, Refers("minor", empty=True)]
AnyNation = Annotated[OptionalId, Refers("nation", empty=True)]
AnyHome = Annotated[OptionalId, Refers("home_country minor", "the id of a home country", empty=True)]
AnyDelivery = Annotated[OptionalId, Refers("delivery", empty=True)]
# Lists without repetitions.
Areas = Annotated[tuple[AreaId, ...], Once()]
Majors = Annotated[tuple[MajorId, ...], Once()]
Nations = Annotated[tuple[NationId, ...], Once()]

# ---------------------------------------------------------------- areas.toml, seazones.toml, links.toml


class Area(Sourced, frozen=True, kw_only=True):
    """A land area or island group. [B1.1] [B1.1c] [B1.1e] [A1.1]

    home: the home country whose flag it shows, "": a colony; prod_left: for its owner and its friends,
    prod_right: for a conqueror; prod_only: the only nation that can use it [TT6]; sea: the zone an island
    lies in; stack_limit: 0 for none [A1.1a] [A1.1d]; inset: in the East African one [B1.2c].
    """

    id: Annotated[Id, Names("area"), Names("space")]
    name: Annotated[Text, Unique()]
    map: MapId
    kind: Literal["land", "island", "impassable"]
    country: NationId
    home: OptionalId = ""
    region: Id
    terrain: Literal["clear", "desert", "forest", "mountain", "swamp"]
    prod_left: Points = 0
    prod_right: Annotated[
        Points,
        Has(
            lambda here, there: here.prod_right <= here.prod_left or here.prod_only,
            "at most {here.prod_left}, the left number",
        ),
    ] = 0
    prod_only: AnyNation = ""
    stack_limit: Few = 0
    fortress: bool = False
    forbidden_coast: bool = False
    inset: bool = False
    pacific_island: bool = False
    sea: OptionalId = ""
    lon: Longitude
    lat: Latitude
    prod_src: Source
    terrain_src: Source
    aka: tuple[Text, ...] = ()


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: Annotated[tuple[Area, ...], Meta(min_length=1, max_length=165)]


class SeaZone(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("zone"), Names("space")]
    name: Annotated[Text, Unique()]
    map: MapId
    island: Annotated[
        AnyArea, Has(lambda here, there: there.sea == here.id, "the id of an island with this zone")
    ] = ""
    stack_limit: Few = 0
    inset: bool = False
    lon: Longitude
    lat: Latitude
    aka: tuple[Text, ...] = ()


class SeaZonesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["seazones/1"]
    seazones: Annotated[tuple[SeaZone, ...], Meta(min_length=1, max_length=90)]


class Link(Sourced, frozen=True, kw_only=True):
    """Two spaces that touch, with what their border does [B1.1b] [B1.1d] [B1.2b] [B6.1a].

    forbidden: to land units [B1.2a]; fortress_side: the area whose fortress looks over it [A1.2n]; cross_map:
    an arrow [B1.1a]; border_src: where the effects of a land border, or their absence, come from.
    """

    a: SpaceId
    b: Annotated[SpaceId, Has(lambda here, there: here.a != here.b, "another space than a")]
    kind: Literal["land", "coast", "island", "sea"]
    river: bool = False
    mountain_border: bool = False
    swamp_border: bool = False
    forbidden: bool = False
    fortress_side: Annotated[
        AnyArea,
        Has(
            lambda here, there: there.id in (here.a, here.b) and there.fortress,
            "an end of this border with a fortress",
        ),
    ] = ""
    cross_map: bool = False
    passage: Annotated[
        OptionalId,
        Refers("passage", empty=True),
        Has(
            lambda here, there: {there.a, there.b} == {here.a, here.b},
            "the id of a passage between these zones",
        ),
    ] = ""
    border_src: OptionalSource = ""


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


# ---------------------------------------------------------------- nations.toml


class Major(Sourced, frozen=True, kw_only=True):
    """A major power of one of the sides [B1.0b] [B1.0c].

    people: the word for what is its own ("German units"); color: of its printed counters; boss: decides where
    its side is at odds [B1.0d].
    """

    id: Annotated[Id, Names("major"), Names("nation"), Names("country")]
    name: Text
    people: Text
    side: Side
    color: Text
    area_abbr: Text
    unit_prefix: Annotated[Id, Unique()]
    home_countries: Annotated[
        tuple[
            Annotated[
                Id,
                Refers("home_country"),
                Has(lambda here, there: there.major == here.id, "a home country of this major"),
            ],
            ...,
        ],
        Meta(min_length=1),
    ]
    boss: bool


class HomeCountry(Sourced, frozen=True, kw_only=True):
    """A country whose areas and counters belong together [B1.0i]; letter: on these counters, "": none."""

    id: Annotated[Id, Names("home_country")]
    name: Text
    major: Annotated[
        MajorId,
        Has(lambda here, there: here.id in there.home_countries, "a major that lists this home country"),
    ]
    letter: Mark


class Minor(Sourced, frozen=True, kw_only=True):
    """A minor country: one that leans to the Axis, or neutral [B1.0h]."""

    id: Annotated[Id, Names("minor"), Names("nation"), Names("country")]
    name: Text
    people: Text
    abbr: Text
    group: Literal["axis_minor", "neutral", "impassable"]


class Holder(Sourced, frozen=True, kw_only=True):
    """A holder of areas that is not a nation."""

    id: Annotated[Id, Names("holder"), Names("country")]
    name: Text
    people: Text
    kind: Annotated[HolderKind, Unique()]


class NationsFile(Plain, frozen=True, kw_only=True):
    """majors: in the order in which they act where all act at once [R3]; cooperation: pairs of A9.11."""

    schema: Literal["nations/1"]
    majors: Annotated[tuple[Major, ...], Meta(min_length=1, max_length=8)]
    home_countries: tuple[HomeCountry, ...]
    minors: Annotated[tuple[Minor, ...], Meta(max_length=48)]
    holders: Annotated[tuple[Holder, ...], Meta(max_length=3), Each(values=get_args(HolderKind), by="kind")]
    cooperation: tuple[Annotated[tuple[MajorId, MajorId], Once()], ...]


# ---------------------------------------------------------------- units.toml


class Unit(Sourced, frozen=True, kw_only=True):
    """A kind of counter; src is that of its count, for an HQ also of its command. [B2.1] [A2.1]

    front and back: its strengths [B2.1a] [B2.1c]; steps: 1 if the back is blank [B2.1d]; command: the rating
    of an HQ, which has no strength [B2.1b].
    """

    id: Annotated[Id, Names("unit"), Names("counter")]
    nation: NationId
    home: Id
    type: UnitType
    front: Few
    back: Few
    steps: Annotated[int, Meta(ge=1, le=2)]
    command: Few = 0
    mark: Mark = ""
    color: Literal["orange", "red", ""] = ""
    cost: Some
    duration: Some
    count: Some


class Flag(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("counter")]
    nation: Annotated[MajorId, Unique()]
    count: Positive


class Marker(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("counter")]
    name: Text
    count: Positive


class UnitsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["units/1"]
    units: tuple[Unit, ...]
    flags: Annotated[tuple[Flag, ...], Each("major", by="nation")]
    markers: tuple[Marker, ...]


# ---------------------------------------------------------------- drawing.toml


class SideLook(LetteredLook, frozen=True, kw_only=True):
    side: Annotated[LookSide, Unique()]


class NationLook(Look, frozen=True, kw_only=True):
    """The colour of a nation's counters and flags."""

    nation: Annotated[NationId, Unique()]


class MapLook(Sourced, frozen=True, kw_only=True):
    """How a map is laid out: conic with two parallels or cylindrical, `meridian` in its middle."""

    map: Annotated[MapId, Unique()]
    title: Text
    projection: Literal["conic", "cylindrical"]
    south: Annotated[
        Latitude, Has(lambda here, there: here.south < here.north, "less than {here.north}, the north")
    ]
    north: Latitude
    middle: Latitude
    meridian: Longitude
    ground: tuple[GroundOf, ...]


class DrawingFile(Plain, frozen=True, kw_only=True):
    schema: Literal["drawing/1"]
    sides: Annotated[tuple[SideLook, ...], Each(values=get_args(LookSide), by="side")]
    nations: Annotated[tuple[NationLook, ...], Each("nation", by="nation")]
    maps: Annotated[tuple[MapLook, ...], Each(values=get_args(MapId), by="map")]
