"""A scene: what a table shows, told in a way that terminal, picture and browser can all draw."""

from typing import NamedTuple


class Place(NamedTuple):
    """A spot on the map that can hold pieces; `choice` is the id it is clicked by, -1 if it never is."""

    choice: int
    id: str
    name: str
    lon: float
    lat: float
    # land | island | coastal | sea | box | closed (drawn, never entered); on a boxed board: area | base
    # | box, and inside of these: sector (a circle, in order) | slot (a square for a piece) | space (titled)
    kind: str
    owner: str  # the side that controls it now, or "neutral"
    country: str  # the country it belongs to, for borders; nothing for seas
    terrain: tuple[str, ...]
    # Printed: fortress, supply, key, capital, red, black, half, double, one_star, two_stars, three_stars,
    # factory, shipyard, u_boats, arctic, resource, partisan, port, number:<n>, limit:<n> (of pieces); on the
    # far side of a line: east, beyond; changing or only told: coast:<sea>, beachhead:<side>, cube:<side>,
    # held:<nation>, home:<nation>, closed:<side>, damage:
    marks: tuple[str, ...]
    region: str
    inside: str = ""  # the id of the place this one is a part of, which comes before it
    map: str = ""  # the id of the map it lies on, where a table has several


class Edge(NamedTuple):
    """A way between two places (indexes into `places`)."""

    a: int
    b: int
    # land | strait | landing | coast | sea | canal | passage (strait or canal between seas) | triangle
    # | front (a printed line)
    kind: str
    # river:<place id>, line:<place id>, high_mountain, swamp_border, forbidden (nobody crosses it),
    # limit:<armies>; die:<side> (a die more), barred:<side>
    marks: tuple[str, ...]
    label: str


class Piece(NamedTuple):
    """A counter on the map or in a box; identical pieces are listed once with their number."""

    choice: int
    place: int
    kind: str
    name: str
    side: str
    nation: str
    symbol: str  # one of sandtable.draw.counters.SYMBOLS, or nothing if it has a shape
    # Both faces, e.g. 5-3, the full one first (`full` says which is up); or ratings: 0-1-2(3); or nothing.
    strength: str
    full: bool
    number: int
    status: str  # a word or nothing: moved, attacks, supports, landed, activated
    label: str = ""  # what is written on top instead of the sign of an army, or on a tag or under a head
    shape: str = ""  # nothing for a counter; cube | disk (a ring around what lies below) | head | pawn | tag


class Panel(NamedTuple):
    """A titled table beside the map; `heads` are the titles of its columns, if it has any."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Card(NamedTuple):
    """A card or tile on the table: what it is, where it lies, and whether that is the viewer's."""

    choice: int
    id: str
    name: str
    text: str
    value: int | None  # what is printed on it; None for tiles
    kind: str  # of which game's sort: tile, reaction, event, …
    colour: str  # the side or nation whose colours it has
    pile: str  # cards of a pile lie together under this name
    own: bool
    held: bool  # in use now, in the viewer's hand or in play: show it first


class Stage(NamedTuple):
    """A part of a turn, in the order in which they come."""

    text: str
    rule: str


class Order(NamedTuple):
    """The order of play: a sentence about the whole, and what a turn consists of."""

    text: str
    rule: str
    stages: tuple[Stage, ...]


# Land that belongs to a place beyond its own point, or to none (""): the place's id and points in degrees.
Ground = tuple[tuple[str, tuple[tuple[float, float], ...]], ...]


class Chart(NamedTuple):
    """One of several maps on a table: how it is laid out. Conic with two parallels, or cylindrical."""

    id: str
    title: str
    projection: str  # conic | cylindrical
    south: float  # the parallels that are true to scale, or the edges of a cylindrical map
    north: float
    middle: float  # the latitude in the middle
    meridian: float  # the longitude in the middle


class Scene(NamedTuple):
    """Everything to draw. Sides are keyed by their ids, "neutral" among them; nations have colours only."""

    title: str
    subtitle: str
    places: list[Place]
    edges: list[Edge]
    pieces: list[Piece]
    panels: list[Panel]
    colours: dict[str, str]  # side or nation id -> #rrggbb
    letters: dict[str, str]  # side id -> the letter that says the same as its colour
    # Side, region, sea, nation, terrain, symbol or mark id -> words; also full and reduced for the two states
    # of a counter, status for what the letters on counters mean, short:<nation> for its letters on a tag.
    names: dict[str, str]
    ground: Ground = ()
    polar: bool = False  # seen from above the North Pole, with areas as signs that links join
    boxed: bool = False  # areas are boxes laid over the map, with what is inside of them, that links join
    charts: tuple[Chart, ...] = ()  # the maps, where a table has more than one; drawn side by side
