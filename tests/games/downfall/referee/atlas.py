"""The components of Downfall as the referee knows them: read straight from the TOML files."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[4] / "sandtable" / "games" / "downfall" / "data"

AXIS, ALLIES, USSR, NEUTRAL = "axis", "allies", "ussr", "neutral"
SIDES = (AXIS, ALLIES, USSR, NEUTRAL)
SEASONS = ("winter", "spring", "summer", "autumn")
LAST_TURN = 22


def read(name: str) -> dict[str, Any]:
    """One file of the pack."""
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


class Area(NamedTuple):
    """A place of the map."""

    id: str
    country: str
    land: str  # the part of it that the rules name
    africa: bool
    america: bool
    terrain: tuple[str, ...]
    fortress: bool
    seas: tuple[str, ...]
    east: bool  # of the Eastern Line


class Border(NamedTuple):
    """What lies on a border over land."""

    number: int
    a: str
    b: str
    strait: bool
    river_in: str
    line_in: str
    high: bool


class Kind(NamedTuple):
    """A type of counter."""

    id: str
    nation: str
    armor: bool
    full: int
    reduced: int
    needs: str


_areas = read("areas")["areas"]
AREAS: list[str] = [row["id"] for row in _areas]
AREA: dict[str, Area] = {
    row["id"]: Area(
        row["id"],
        row["country"],
        row["territory"],
        row["region"] == "africa",
        row["region"] == "america",
        tuple(row["terrain"]),
        row.get("fortress", False),
        tuple(row["seas"]),
        row.get("east_of_eastern_line", False),
    )
    for row in _areas
}
SUPPLY_AREA: dict[str, str] = {row["id"]: row["supply_area_of"] for row in _areas if "supply_area_of" in row}
KEY_AREAS: dict[str, list[str]] = {}
for row in _areas:
    if row.get("key_area"):
        KEY_AREAS.setdefault(row["country"], []).append(row["id"])

_countries = read("countries")["countries"]
COUNTRIES: list[str] = [row["id"] for row in _countries]
SIDE_OF: dict[str, str] = {row["id"]: row["side"] for row in _countries}
CAPITAL: dict[str, str] = {row["id"]: row["capital"] for row in _countries}
MAJOR = {row["id"] for row in _countries if row["major"]}
HOME: dict[str, list[str]] = {c: [a for a in AREAS if AREA[a].country == c] for c in COUNTRIES}

BORDERS = [
    Border(
        number,
        row["a"],
        row["b"],
        row.get("kind") == "strait",
        row.get("river_in", ""),
        row.get("line_in", ""),
        row.get("high_mountain", False),
    )
    for number, row in enumerate(read("links")["links"])
]
NEAR: dict[str, dict[str, Border]] = {area: {} for area in AREAS}
for border in BORDERS:
    NEAR[border.a][border.b] = border
    NEAR[border.b][border.a] = border

_types = read("armies")["army_types"]
KINDS = [
    Kind(
        row["id"],
        row["nation"],
        row["type"] == "armor",
        row["cf_full"],
        row["cf_reduced"],
        row.get("needs", ""),
    )
    for row in _types
]
KIND: dict[str, Kind] = {kind.id: kind for kind in KINDS}
UNITS: list[Kind] = [KIND[row["id"]] for row in _types for _ in range(row["count"])]

TILES = [(row["side"], row["development"]) for row in read("developments")["tiles"]]
FLIERS: list[tuple[str, str, int]] = [
    (row["nation"], row["side"], row["count"]) for row in read("missions")["air_missions"]
]
FLIER: list[str] = [row["id"] for row in read("missions")["air_missions"]]
BOATS: int = read("missions")["submarine_missions"][0]["count"]

_seas = read("seas")
PASSAGES: list[dict[str, Any]] = _seas["passages"]
MEDITERRANEAN = {row["id"] for row in _seas["seas"] if row["mediterranean"]}
LINES: list[dict[str, Any]] = read("landings")["landing_lines"]
PLACES: list[dict[str, Any]] = read("landings")["development_landings"]
GROUPS: dict[str, list[str]] = {row["id"]: row["areas"] for row in read("landings")["groups"]}


def year(turn: int) -> int:
    """The year of a turn: four turns each from 1940 on. 3"""
    return 1940 + (turn - 1) // 4


def season(turn: int) -> str:
    """The season of a turn; winter opens the year. 3"""
    return SEASONS[(turn - 1) % 4]
