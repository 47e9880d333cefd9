"""The shape of the files about the map and the Armies.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.relations import Counts, Has, Names, Once, Refers, Unique
from sandtable.engine.data.schema import Count, Id, Longitude, Plain, Positive, Sourced, Text

Front = Literal["east", "west", "south"]
Terrain = Literal["plains", "river", "rough", "fortified", "festung"]
ArmyKind = Literal["panzer", "regular", "reduced", "satellite"]
Colour = Literal["black", "grey", "white", "yellow", "blue", "red"]
D6 = Annotated[int, Meta(ge=1, le=6)]
Latitude = Annotated[float, Meta(ge=-60, le=90)]

CountryId = Annotated[Id, Refers("country")]
AreaId = Annotated[Id, Refers("area")]
# The closed Area is the only one that takes no Armies; Bases have no stacking.
OPEN = Has(lambda here, there: getattr(there, "stacking", 1) > 0, "an Area that the Axis may enter")
OpenAreaId = Annotated[AreaId, OPEN]
BaseId = Annotated[Id, Refers("base")]
SpaceId = Annotated[Id, Refers("space", "the id of an Area or a Base")]
SectorId = Annotated[Id, Refers("sector")]
EndId = Annotated[
    SpaceId,
    Has(lambda here, there: here.kind == "amphibious" or there.kind == "area", "an Area on a line over land"),
]

# ---------------------------------------------------------------- areas.toml, links.toml, countries.toml


class Area(Sourced, frozen=True, kw_only=True):
    """One of the numbered Areas; given: the fields that the text states."""

    no: Annotated[int, Meta(ge=1, le=62), Counts()]
    id: Annotated[Id, Names("area"), Names("space")]
    name: Annotated[Text, Names("space_name")]
    kind: Literal["area"]
    front: Front
    country: CountryId
    stacking: Annotated[int, Meta(ge=0, le=5)]
    ag_head_boxes: Annotated[int, Meta(ge=0, le=2)]
    resource: bool
    partisan: bool
    port_box: bool
    n_sectors: Annotated[int, Meta(ge=1, le=6)]
    lon: Longitude
    lat: Latitude
    given: tuple[Id, ...]


class Base(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("base"), Names("space")]
    letter: Annotated[str, Meta(pattern="^[A-Z]$", description="a capital letter"), Unique()]
    name: Annotated[Text, Names("space_name")]
    kind: Literal["base"]
    front: Front
    country: CountryId
    lon: Longitude
    lat: Latitude


class Sector(Sourced, frozen=True, kw_only=True):
    """A Sector of an Area; landing: the results of the die that choose it for a Landing."""

    id: Annotated[Id, Names("sector")]
    area: AreaId
    n: Positive
    name: Annotated[Text, Unique()]
    terrain: Annotated[
        Terrain,
        Has(lambda here, _: here.terrain != "festung" or here.n == 1, "a Festung in Sector 1 only"),
    ]
    landing: Annotated[
        tuple[D6, ...],
        Has(lambda here, _: here.terrain != "festung" or not here.landing, "nothing in a Festung Sector"),
    ]
    lon: Longitude
    lat: Latitude


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: Annotated[tuple[Area, ...], Meta(min_length=1, max_length=59)]
    bases: Annotated[tuple[Base, ...], Meta(max_length=3)]
    sectors: tuple[Sector, ...]


class Link(Sourced, frozen=True, kw_only=True):
    a: EndId
    b: Annotated[EndId, Has(lambda here, _: here.a != here.b, "another Area than a")]
    kind: Literal["land", "amphibious"]
    extra_die: Annotated[
        Literal["none", "western", "soviet"],
        Has(lambda here, _: here.kind == "land" or here.extra_die == "none", '"none" over the sea'),
    ]
    no_soviet_attack: Annotated[
        bool, Has(lambda here, _: here.kind == "land" or not here.no_soviet_attack, "false over the sea")
    ]


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


class Country(Sourced, frozen=True, kw_only=True):
    """A country; `people` is the word for its Armies, of those that can have some."""

    id: Annotated[Id, Names("country")]
    name: Annotated[Text, Unique()]
    people: str = ""
    can_become: Literal["satellite", "none"]
    home_areas: Annotated[tuple[Id, ...], Meta(min_length=1)]
    home_bases: tuple[Id, ...]
    satellite_armies_on_map: Count
    satellite_armies_in_pool: Count
    satellite_armies_total: Count


Areas = Annotated[tuple[AreaId, ...], Meta(min_length=1), Once()]


class Roles(Sourced, frozen=True, kw_only=True):
    """The countries, Areas and Sectors with special rules, so that no code names one."""

    ussr: CountryId
    france: CountryId
    italy: CountryId
    ussr_disputed_area: AreaId
    closed_area: AreaId
    invasion_area: AreaId
    surrender_occupied: Areas
    surrender_frontier: SectorId
    vichy_areas: Areas
    vichy_garrison: AreaId
    italy_mainland: Areas
    italy_africa: Areas


class CountriesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["countries/1"]
    vp_home_countries: Annotated[tuple[CountryId, ...], Once()]
    roles: Roles
    countries: Annotated[tuple[Country, ...], Meta(min_length=1, max_length=30)]


# ---------------------------------------------------------------- armies.toml


class Army(Sourced, frozen=True, kw_only=True):
    id: Annotated[ArmyKind, Names("army")]
    name: Text
    color: Colour
    count: Positive
    die: Colour
    german: bool
    upgrades_to: Literal["panzer", "regular", "reduced", ""]
    reduces_to: Literal["panzer", "regular", "reduced", ""]


class Piece(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("piece")]
    count: Positive


class Deck(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("deck")]
    base: Count
    addon: Count


class ArmiesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["armies/1"]
    armies: tuple[Army, ...]
    pieces: tuple[Piece, ...]
    markers: tuple[Piece, ...]
    decks: tuple[Deck, ...]
