"""A scene: what a table shows, told in a way that terminal, picture and browser can all draw."""

from typing import NamedTuple


class Place(NamedTuple):
    """A spot on the map that can hold pieces; `choice` is the id it is clicked by."""

    choice: int
    id: str
    name: str
    lon: float
    lat: float
    kind: str  # land | island | sea | box | closed (closed: drawn, never entered)
    owner: str  # whose colour it has now: a side's id, or "neutral"
    terrain: tuple[str, ...]
    marks: tuple[str, ...]  # fortress, supply, key, capital, beachhead:<side>, ...
    region: str


class Edge(NamedTuple):
    """A way between two places (indexes into `places`)."""

    a: int
    b: int
    kind: str  # land | strait | landing
    marks: tuple[str, ...]  # river:<place id>, line:<place id>, high_mountain
    label: str


class Piece(NamedTuple):
    """A counter on the map or in a box; alike pieces are told once with their number."""

    choice: int
    place: int
    kind: str
    name: str
    side: str
    nation: str
    symbol: str  # infantry | armor | air | submarine | ...
    strength: str  # what is printed on the counter's side that is up, e.g. 5-3
    full: bool
    number: int
    status: str  # a word or nothing: moved, attacks, supports


class Panel(NamedTuple):
    """A titled list of rows beside the map."""

    title: str
    rows: tuple[tuple[str, str], ...]


class Scene(NamedTuple):
    """Everything to draw."""

    title: str
    subtitle: str
    places: list[Place]
    edges: list[Edge]
    pieces: list[Piece]
    panels: list[Panel]
    colours: dict[str, str]  # side or nation id -> #rrggbb
