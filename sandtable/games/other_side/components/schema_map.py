"""The shape of the files about the map and the Armies.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.schema import Count, Id, Longitude, Plain, Positive, Sourced, Text

Front = Literal["east", "west", "south"]
Terrain = Literal["plains", "river", "rough", "fortified", "festung"]
ArmyKind = Literal["panzer", "regular", "reduced", "satellite"]
Colour = Literal["black", "grey", "white", "yellow", "blue", "red"]
D6 = Annotated[int, Meta(ge=1, le=6)]
Latitude = Annotated[float, Meta(ge=-60, le=90)]

# ---------------------------------------------------------------- areas.toml, links.toml, countries.toml


class Area(Sourced, frozen=True, kw_only=True):
    """One of the numbered Areas; given: the fields that the text states."""

    no: Annotated[int, Meta(ge=1, le=62)]
    id: Id
    name: Text
    kind: Literal["area"]
    front: Front
    country: Id
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
    id: Id
    letter: Annotated[str, Meta(pattern="^[A-Z]$", description="a capital letter")]
    name: Text
    kind: Literal["base"]
    front: Front
    country: Id
    lon: Longitude
    lat: Latitude


class Sector(Sourced, frozen=True, kw_only=True):
    """A Sector of an Area; landing: the results of the die that choose it for a Landing."""

    id: Id
    area: Id
    n: Positive
    name: Text
    terrain: Terrain
    landing: tuple[D6, ...]
    lon: Longitude
    lat: Latitude


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: Annotated[tuple[Area, ...], Meta(min_length=1, max_length=59)]
    bases: Annotated[tuple[Base, ...], Meta(max_length=3)]
    sectors: tuple[Sector, ...]


class Link(Sourced, frozen=True, kw_only=True):
    a: Id
    b: Id
    kind: Literal["land", "amphibious"]
    extra_die: Literal["none", "western", "soviet"]
    no_soviet_attack: bool


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


class Country(Sourced, frozen=True, kw_only=True):
    """A country; `people` is the word for its Armies, of those that can have some."""

    id: Id
    name: Text
    people: str = ""
    can_become: Literal["satellite", "none"]
    home_areas: Annotated[tuple[Id, ...], Meta(min_length=1)]
    home_bases: tuple[Id, ...]
    satellite_armies_on_map: Count
    satellite_armies_in_pool: Count
    satellite_armies_total: Count


class Roles(Sourced, frozen=True, kw_only=True):
    """The countries, Areas and Sectors with special rules, so that no code names one."""

    ussr: Id
    france: Id
    italy: Id
    ussr_disputed_area: Id
    closed_area: Id
    invasion_area: Id
    surrender_occupied: Annotated[tuple[Id, ...], Meta(min_length=1)]
    surrender_frontier: Id
    vichy_areas: Annotated[tuple[Id, ...], Meta(min_length=1)]
    vichy_garrison: Id
    italy_mainland: Annotated[tuple[Id, ...], Meta(min_length=1)]
    italy_africa: Annotated[tuple[Id, ...], Meta(min_length=1)]


class CountriesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["countries/1"]
    vp_home_countries: tuple[Id, ...]
    roles: Roles
    countries: Annotated[tuple[Country, ...], Meta(min_length=1, max_length=30)]


# ---------------------------------------------------------------- armies.toml


class Army(Sourced, frozen=True, kw_only=True):
    id: ArmyKind
    name: Text
    color: Colour
    count: Positive
    die: Colour
    german: bool
    upgrades_to: Literal["panzer", "regular", "reduced", ""]
    reduces_to: Literal["panzer", "regular", "reduced", ""]


class Piece(Sourced, frozen=True, kw_only=True):
    id: Id
    count: Positive


class Deck(Sourced, frozen=True, kw_only=True):
    id: Id
    base: Count
    addon: Count


class ArmiesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["armies/1"]
    armies: tuple[Army, ...]
    pieces: tuple[Piece, ...]
    markers: tuple[Piece, ...]
    decks: tuple[Deck, ...]
