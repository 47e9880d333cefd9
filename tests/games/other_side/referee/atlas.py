"""The board and the cards, read from the component files as plain tables."""

import tomllib
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[4] / "sandtable" / "games" / "other_side" / "data"


def load(name: str) -> dict[str, Any]:
    """Return a component file as it is."""
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


_areas = load("areas")
AREA: dict[str, dict[str, Any]] = {row["id"]: row for row in _areas["areas"]}
BASE: dict[str, dict[str, Any]] = {row["id"]: row for row in _areas["bases"]}
AREAS = list(AREA)
SPACES = [*AREA, *BASE]
FRONT = {space: (AREA | BASE)[space]["front"] for space in SPACES}
FRONTS = ("east", "west", "south")
TRACKS = (*FRONTS, "germany")
TOP: dict[str, int] = {area: AREA[area]["n_sectors"] for area in AREAS}
STACK: dict[str, int] = {area: AREA[area]["stacking"] for area in AREAS}
BOXES: dict[str, int] = {area: AREA[area]["ag_head_boxes"] for area in AREAS}
RESOURCE = {area for area in AREAS if AREA[area]["resource"]}
PARTISANS = {area for area in AREAS if AREA[area]["partisan"]}
PORTS = {area for area in AREAS if AREA[area]["port_box"]}
BY_NUMBER = {AREA[area]["no"]: area for area in AREAS}
TERRAIN: dict[tuple[str, int], str] = {}
SECTOR: dict[str, tuple[str, int]] = {}
LANDING: dict[str, dict[int, int]] = {area: {} for area in AREAS}  # the Sector by the die
for _row in _areas["sectors"]:
    TERRAIN[_row["area"], _row["n"]] = _row["terrain"]
    SECTOR[_row["id"]] = (_row["area"], _row["n"])
    for _die in _row["landing"]:
        LANDING[_row["area"]][_die] = _row["n"]
FESTUNG = {area: n for (area, n), terrain in TERRAIN.items() if terrain == "festung"}

LAND: dict[str, set[str]] = {space: set() for space in SPACES}
SEA: dict[str, set[str]] = {space: set() for space in SPACES}
NO_SOVIETS: set[tuple[str, str]] = set()
EXTRA: dict[str, list[tuple[str, str]]] = {space: [] for space in SPACES}  # (other end, Faction)
for _row in load("links")["links"]:
    for _a, _b in ((_row["a"], _row["b"]), (_row["b"], _row["a"])):
        (LAND if _row["kind"] == "land" else SEA)[_a].add(_b)
        if _row["no_soviet_attack"]:
            NO_SOVIETS.add((_a, _b))
        if _row["extra_die"] != "none":
            EXTRA[_a].append((_b, _row["extra_die"]))

_countries = load("countries")
COUNTRY: dict[str, dict[str, Any]] = {row["id"]: row for row in _countries["countries"]}
COUNTRIES = list(COUNTRY)
COUNTRY_OF = {space: country for country in COUNTRIES for space in COUNTRY[country]["home_areas"]}
USSR = set(COUNTRY["ussr"]["home_areas"])
ITALY = set(COUNTRY["italy"]["home_areas"])
SCORING = {area for name in ("france", "ussr") for area in COUNTRY[name]["home_areas"]}

# Armies in the order of their counters: three German kinds, then those of each Satellite.
GERMAN = ("panzer", "regular", "reduced")
_armies = {row["id"]: row["count"] for row in load("armies")["armies"]}
KIND: list[str] = [kind for kind in GERMAN for _ in range(_armies[kind])]
for _name in COUNTRIES:
    KIND += [_name] * COUNTRY[_name]["satellite_armies_total"]

GENERALS: list[dict[str, Any]] = load("generals")["generals"]
SENIORITY = [row["seniority"] for row in GENERALS]
YEARS = (1939, 1940, 1941, 1942, 1943, 1944, 1945)


def special(general: int, kind: str) -> dict[str, Any] | None:
    """Return a special rule of a General."""
    return next((row for row in GENERALS[general]["special"] if row["kind"] == kind), None)


def _rows(deck: str) -> list[dict[str, Any]]:
    return [row | {"deck": deck} for row in load(deck)["cards"]]


DIRECTIVES = [row for deck in ("military", "political", "production") for row in _rows(deck)]
EVENTS = {deck: load(deck)["cards"] for deck in ("strategic_events", "combat_events")}
PROJECTS = [row["id"] for row in DIRECTIVES if row.get("kind") == "project"]

_cards = load("combat_cards")
CARDS = [row["number"] for row in _cards["cards"]]


def cell(faction: str, card: int, year: int) -> dict[str, Any]:
    """Return the row of a Faction's table on a Combat card for a year."""
    for row in _cards[faction]:
        first, _, last = row["years"].partition("-")
        span = range(int(first), int(first[:2] + (last or first[2:])) + 1)
        if row["card"] == CARDS[card] and year in span:
            return dict(row)
    raise KeyError((faction, card, year))


def landings(card: int, year: int) -> dict[str, Any]:
    """Return the row of the Landings table; nothing before 1942."""
    found = [r for r in _cards["landings"] if r["card"] == CARDS[card] and int(r["year"]) == year]
    return dict(found[0]) if found else {"season": "never", "priority": []}


COLOUR = ("black", "grey", "white", "yellow", "blue", "red")
FACE = ("hit", "tank", "plane", "card", "blank")
DIE_OF = {"panzer": "black", "regular": "grey", "reduced": "white"}
