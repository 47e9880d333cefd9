"""Maps, counters and tables, read from the component files as plain tables."""

import tomllib
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[4] / "sandtable" / "games" / "blitzkrieg_general" / "data"


def load(name: str) -> dict[str, Any]:
    """Return a component file as it is."""
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


AREA: dict[str, dict[str, Any]] = {row["id"]: row for row in load("areas")["areas"]}
ZONE: dict[str, dict[str, Any]] = {row["id"]: row for row in load("seazones")["seazones"]}
SPACES = [*AREA, *ZONE]
MAP = {space: (AREA | ZONE)[space]["map"] for space in SPACES}

_nations = load("nations")
MAJOR: dict[str, dict[str, Any]] = {row["id"]: row for row in _nations["majors"]}
MINOR: dict[str, dict[str, Any]] = {row["id"]: row for row in _nations["minors"]}
HOLDERS = [row["id"] for row in _nations["holders"]]
COUNTRIES = [*MAJOR, *MINOR, *HOLDERS]
VICHY, TRUST, NOBODY = "vichy", "usa_trust", "neutral"
PARTNERS = {frozenset(pair) for pair in _nations["cooperation"]}
HOMES: dict[str, list[str]] = {name: list(MAJOR[name]["home_countries"]) for name in MAJOR}
HOME_COUNTRIES: dict[str, dict[str, Any]] = {row["id"]: row for row in _nations["home_countries"]}
HOME_AREAS: dict[str, list[str]] = {}
for _id, _row in AREA.items():
    HOME_AREAS.setdefault(_row.get("home", ""), []).append(_id)

LAND: dict[str, set[str]] = {space: set() for space in SPACES}  # borders that land units cross
SEA: dict[str, set[str]] = {space: set() for space in SPACES}  # zone to zone
COAST: dict[str, set[str]] = {space: set() for space in SPACES}  # area to zone, also an island to its own
LINKS: list[dict[str, Any]] = load("links")["links"]
LINK: dict[frozenset[str], dict[str, Any]] = {}
for _row in LINKS:
    LINK[frozenset((_row["a"], _row["b"]))] = _row
    for _a, _b in ((_row["a"], _row["b"]), (_row["b"], _row["a"])):
        if _row["kind"] == "land" and not _row.get("forbidden"):
            LAND[_a].add(_b)
        elif _row["kind"] == "sea":
            SEA[_a].add(_b)
        elif _row["kind"] in ("coast", "island"):
            COAST[_a].add(_b)

KIND: list[dict[str, Any]] = []  # of each counter, in the order of the state
for _row in load("units")["units"]:
    KIND += [_row] * _row["count"]
KINDS: dict[str, dict[str, Any]] = {row["id"]: row for row in KIND}

_tables = load("tables")
TERRAIN: dict[str, dict[str, Any]] = {row["id"]: row for row in _tables["terrain"]}
BORDER: dict[str, dict[str, Any]] = {row["id"]: row for row in _tables["borders"]}
PASSAGE: dict[str, dict[str, Any]] = {row["id"]: row for row in _tables["passages"]}
SEARCH: dict[str, dict[str, Any]] = {row["column"]: row for row in _tables["search"]}
PRICE: dict[str, dict[str, Any]] = {row["type"]: row for row in _tables["production_chart"]}

_timetable = load("timetable")
DELIVERIES: list[dict[str, Any]] = _timetable["deliveries"]
PACIFIC: list[str] = _timetable["be_pacific"]
CARDS: list[str] = [row["id"] for row in load("cards")["cards"]]
ROLES = load("roles")
SCENARIOS = ("s1939", "s1941")

LAND_KINDS = ("infantry", "armor", "hq", "naval_hq")
SHIPS = ("convoy", "task_force", "submarine")
HQS = ("hq", "naval_hq")
FRUITS = ("v_weapons", "atomic_bomb", "air_combat", "long_range", "better_subs", "sonar", "radar")


def stack_limit(area: str) -> int:
    """How many land units of a side fit into an area, HQs not counted; 0: any number. [A1.1a] [TEC1] [R9]"""
    limits = [AREA[area].get("stack_limit", 0), TERRAIN[AREA[area]["terrain"]]["stack_limit"]]
    found = [limit for limit in limits if limit]
    return min(found) if found else 0
