"""The components of On To Berlin! as the referee knows them: read straight from the TOML tables."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[4] / "sandtable" / "games" / "on_to_berlin" / "data"


def read(name: str) -> dict[str, Any]:
    """One table of the pack."""
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


class Kind(NamedTuple):
    """A type of counter."""

    id: str
    nation: str  # Vichy counters are French
    changed: bool  # of the second French set
    type: str  # LF, TF, …
    kind: str  # land, air or naval
    attack: int
    defense: int
    move: int
    strike: int
    cost: int
    jet: bool


def kind_of(row: dict[str, Any]) -> Kind:
    """A type of counter from its row."""
    changed = row["nation"] == "vc"
    return Kind(
        row["id"],
        "fr" if changed else row["nation"],
        changed,
        row["type"],
        row["kind"],
        row["attack"],
        row["defense"],
        row["move"],
        row["airstrike"],
        row["cost"],
        row["optional"],
    )


AREAS: list[dict[str, Any]] = read("areas")["areas"]
AREA: list[str] = [a["id"] for a in AREAS]
SEA = {a["id"] for a in AREAS if a["kind"] == "sea"}
LAND = [a for a in AREA if a not in SEA]
COUNTRY: dict[str, str] = {a["id"]: a["country"] for a in AREAS}
POINTS: dict[str, float] = {a["id"]: a["rp"] for a in AREAS if a["rp"]}
RED = {a["id"] for a in AREAS if a["resource"] == "red"}
NORTH = {a["id"] for a in AREAS if a["north_of_limit"]}

NATIONS = [n for n in read("nations")["nations"] if n["id"] != "vc"]
NATION: list[str] = [n["id"] for n in NATIONS]
LEANING: dict[str, str] = {n["id"]: n["leaning"] for n in NATIONS}

KINDS = [kind_of(row) for row in read("units")["unit_types"]]
KIND: dict[str, Kind] = {k.id: k for k in KINDS}
UNITS: list[Kind] = [kind_of(row) for row in read("units")["unit_types"] for _ in range(row["count"])]

CARDS: list[dict[str, Any]] = read("cards")["cards"]
TURNS: list[dict[str, Any]] = read("tracks")["turns"]
TRACKS: list[dict[str, Any]] = read("tracks")["tracks"]
SPACES: list[dict[str, Any]] = read("tracks")["war_entry_spaces"]

NEAR: dict[str, set[str]] = {a: set() for a in AREA}
for link in read("links")["links"]:
    if link["kind"] != "canal":
        NEAR[link["a"]].add(link["b"])
        NEAR[link["b"]].add(link["a"])
