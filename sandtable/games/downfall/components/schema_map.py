"""The shape of the files about the map: areas, links, seas, landings.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.relations import Has, Names, Once, Refers, Unique
from sandtable.engine.data.schema import (
    Count,
    Id,
    Longitude,
    OptionalId,
    Plain,
    Positive,
    Source,
    Sourced,
    Text,
)

Side = Literal["axis", "allies", "ussr"]
Terrain = Literal["plain", "forest", "swamp", "narrow_pass", "mountain"]
ArmyKind = Literal["infantry", "armor"]
Year = Annotated[int, Meta(ge=1939, le=1950)]
Latitude = Annotated[float, Meta(ge=20, le=75)]

UniqueId = Annotated[Id, Unique()]
AreaId = Annotated[Id, Refers("area")]
OptionalArea = Annotated[OptionalId, Refers("area", empty=True)]
CoastId = Annotated[AreaId, Has(lambda here, there: len(there.seas) > 0, "an area with a coast")]
AreaThere = Annotated[
    AreaId, Has(lambda here, there: there.territory == here.territory, 'an area of "{here.territory}"')
]
SeaId = Annotated[Id, Refers("sea", "the id of a sea zone")]
LandingArea = Annotated[
    AreaId, Has(lambda here, there: here.sea in there.seas, 'an area on the sea zone "{here.sea}"')
]
GroupId = Annotated[Id, Refers("group")]
TerritoryId = Annotated[Id, Refers("territory")]
OptionalTerritory = Annotated[OptionalId, Refers("territory", empty=True)]
CountryId = Annotated[Id, Refers("country")]
OptionalCountry = Annotated[OptionalId, Refers("country", empty=True)]
CountryOfSide = Annotated[
    CountryId, Has(lambda here, there: there.side == here.side, 'a country of "{here.side}"')
]

# ---------------------------------------------------------------- areas.toml


class Area(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("area")]
    name: Text
    kind: Literal["land", "island", "offmap_box"] = "land"
    country: CountryId
    territory: Annotated[
        TerritoryId, Has(lambda here, there: there.owner == here.country, 'a territory of "{here.country}"')
    ]
    region: Id
    terrain: Annotated[tuple[Terrain, ...], Meta(min_length=1), Once()]
    seas: Annotated[tuple[SeaId, ...], Once()]
    fortress: bool = False
    supply_area_of: OptionalId = ""
    key_area: bool = False
    capital_of: OptionalCountry = ""
    east_of_eastern_line: bool = False
    lon: Longitude
    lat: Latitude
    terrain_src: Source
    fortress_src: Source | None = None
    supply_src: Source | None = None
    key_src: Source | None = None
    capital_src: Source | None = None
    east_src: Source | None = None


class NeutralZone(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("space")]
    name: Text
    lon: Longitude
    lat: Latitude


class Box(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("box")]
    name: Text
    holds: Text


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: tuple[Area, ...]
    neutral_zones: tuple[NeutralZone, ...]
    boxes: tuple[Box, ...]


# ---------------------------------------------------------------- links.toml


class Link(Sourced, frozen=True, kw_only=True):
    a: AreaId
    b: Annotated[AreaId, Has(lambda here, there: here.a != here.b, "another area than a")]
    kind: Literal["land", "strait"] = "land"
    river_in: OptionalId = ""
    river: str = ""
    river_src: Source | None = None
    line_in: OptionalId = ""
    line: str = ""
    line_src: Source | None = None
    high_mountain: bool = False
    range: str = ""
    range_src: Source | None = None


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


# ---------------------------------------------------------------- seas.toml


class Sea(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("sea")]
    name: Text
    mediterranean: bool
    lon: Longitude
    lat: Latitude


class Passage(Sourced, frozen=True, kw_only=True):
    a: SeaId
    b: Annotated[SeaId, Has(lambda here, there: here.a != here.b, "another sea zone than a")]
    kind: Literal["open", "strait_of_gibraltar", "suez_canal", "danish_straits", "turkish_straits"]
    barred_to: tuple[Side, ...] = ()
    requires_control: OptionalArea = ""


class SeaRestriction(Sourced, frozen=True, kw_only=True):
    side: Side
    sea: SeaId
    use: Literal["naval", "supply"]


class SupplyBarred(Sourced, frozen=True, kw_only=True):
    side: Side
    territory: TerritoryId


class SeasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["seas/1"]
    seas: Annotated[tuple[Sea, ...], Meta(max_length=30)]
    passages: tuple[Passage, ...]
    restrictions: tuple[SeaRestriction, ...]
    supply_barred: tuple[SupplyBarred, ...]


# ---------------------------------------------------------------- landings.toml


class LandingLine(Sourced, frozen=True, kw_only=True):
    id: UniqueId
    sea: SeaId
    a: LandingArea
    b: Annotated[LandingArea, Has(lambda here, there: here.a != here.b, "another area than a")]
    mediterranean: bool
    max_armies: Positive


class DevelopmentLanding(Sourced, frozen=True, kw_only=True):
    to: CoastId
    from_groups: tuple[GroupId, ...] = ()
    from_areas: tuple[CoastId, ...] = ()
    max_armies: Positive


class AreaGroup(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("group")]
    areas: Annotated[tuple[CoastId, ...], Meta(min_length=1)]


class ArmiesInYear(Plain, frozen=True, kw_only=True):
    year: Year
    armies: Count


class LandingLimit(Sourced, frozen=True, kw_only=True):
    armies_per_turn: Count
    armies_in_year: ArmiesInYear | None = None
    types: tuple[ArmyKind, ...]
    places: bool


class LandingLimits(Sourced, frozen=True, kw_only=True):
    without_development: LandingLimit
    with_development: LandingLimit
    lines_per_turn: Count


class LandingsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["landings/1"]
    landing_lines: tuple[LandingLine, ...]
    development_landings: tuple[DevelopmentLanding, ...]
    groups: tuple[AreaGroup, ...]
    limits: LandingLimits
