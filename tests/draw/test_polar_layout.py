"""The board around the North Pole: where areas lie, how links run between them, what signs look like."""

from math import atan2, pi
from xml.etree import ElementTree

from pytest import approx

from sandtable.draw import png, svg
from sandtable.draw.counters import text_colour
from sandtable.draw.link_curves import curve
from sandtable.draw.polar_board import free_angle
from sandtable.draw.polar_layout import (
    CAPITAL,
    MIDDLE,
    SHAPE,
    PolarLayout,
    corners,
    outside,
    polar_layout_of,
    reach,
)
from sandtable.draw.projection import Polar, coastline
from sandtable.draw.svg_writer import LINE
from sandtable.engine.scene import Edge, Piece, Place, Scene

SVG = "{http://www.w3.org/2000/svg}"


def spot(number: int, name: str, lon: float, lat: float, kind: str, *marks: str) -> Place:
    return Place(number, name, name.title(), lon, lat, kind, "red", "red", (kind,), marks, "north")


PLACES = [
    spot(5, "east", 20.0, 50.0, "land", "two_stars", "factory"),
    spot(6, "south", -75.0, 40.0, "coastal", "three_stars", "shipyard", "damage:"),
    spot(7, "west", -165.0, 30.0, "island", "one_star", "u_boats"),
    spot(8, "north", 105.0, 20.0, "coastal", "arctic"),
    spot(9, "between", -27.0, 47.0, "island", "one_star"),
]
EDGES = [
    Edge(0, 1, "land", (), ""),
    Edge(1, 2, "sea", (), ""),
    Edge(2, 3, "sea", (), ""),
    Edge(0, 3, "triangle", (), "red"),
]
PIECES = [
    Piece(20, 1, "army", "Army", "red", "red", "infantry", "", True, 2, "", ""),
    Piece(21, 1, "wing", "Wing", "red", "black", "air", "", False, 1, "", ""),
    Piece(22, 2, "boat", "Boat", "red", "black", "submarine", "", True, 1, "", ""),
    Piece(23, 3, "band", "Band", "red", "", "resistance", "", True, 1, "", ""),
]


def scene() -> Scene:
    colours = {"red": "#aa4040", "black": "#222222"}
    return Scene(
        "Poles", "", PLACES, EDGES, PIECES, [], colours, {"red": "R"}, {}, (("east", ((30.0, 60.0),)),), True
    )


def test_the_pole_is_the_middle_and_west_is_clockwise() -> None:
    polar = Polar([(p.lon, p.lat) for p in PLACES], 15.0, 0.8, 24.0)
    assert polar(0.0, 90.0) == approx((0.0, 0.0), abs=1e-9)
    angles = [
        atan2(y, x) % (2 * pi) for x, y in (polar(lon, 40.0) for lon in (15, 0, -30, -75, -120, -165, 120))
    ]
    assert angles[0] == approx(0.0) and angles == sorted(angles)
    away = [x * x + y * y for x, y in (polar(50.0, lat) for lat in range(90, -50, -10))]
    assert away == sorted(away)
    # all the way around and back again
    assert polar(-165.0, 40.0) == approx(polar(195.0, 40.0))


def test_crowds_get_more_of_the_circle() -> None:
    crowd = [(float(lon), 50.0) for lon in range(0, 40, 4)] + [(-170.0, 50.0)]
    polar = Polar(crowd, 15.0, 0.8, 24.0)
    (ax, ay), (bx, by) = polar(0.0, 50.0), polar(36.0, 50.0)
    turned = abs(atan2(ay, ax) - atan2(by, bx))
    assert turned > 1.6 * 36 * pi / 180


def test_the_coast_of_the_world_leaves_antarctica_out() -> None:
    rings = coastline("world.txt")
    assert len(rings) > 50
    assert min(lat for ring in rings for _, lat in ring) > -60
    assert max(lon for ring in rings for lon, _ in ring) > 170


def test_links_swing_around_areas_and_end_at_signs() -> None:
    layout = polar_layout_of(scene())
    line = layout.curves[0, 1]
    for x, y in line:
        cx, cy = layout.centre(4)
        assert (x - cx) ** 2 + (y - cy) ** 2 > layout.radius(4) ** 2
    x, y = layout.centre(1)
    end = line[-1]
    assert ((end[0] - x) ** 2 + (end[1] - y) ** 2) ** 0.5 == approx(CAPITAL / 2, rel=0.1)
    assert (0, 3) not in layout.curves


def test_signs_that_touch_are_joined_all_the_same() -> None:
    near = [spot(5, "one", 0.0, 89.99, "land"), spot(6, "two", 0.0, 89.98, "land")]
    layout = PolarLayout(tuple(near), ((0, 1),), ())
    layout.at = {0: (500.0, 500.0), 1: (500.0, 510.0)}
    assert layout._curve(0, 1) == [layout.centre(0), layout.centre(1)]


def test_the_layout_does_not_depend_on_the_position() -> None:
    one = scene()
    other = one._replace(
        pieces=[], places=[p._replace(owner="black", marks=(*p.marks, "home:red")) for p in PLACES]
    )
    assert polar_layout_of(one) is polar_layout_of(other)


def test_shapes_of_signs() -> None:
    assert [len(corners(kind, 0, 0, 10)) for kind in ("land", "coastal", "island")] == [4, 8, 32]
    for kind in ("land", "coastal", "island"):
        for way in ((1.0, 0.0), (0.6, 0.8), (0.7071, -0.7071)):
            edge = reach(kind, 10, way)
            assert 9 <= edge <= 13.1
    assert SHAPE < CAPITAL
    assert outside((3.0, 3.0)) and not outside(MIDDLE)
    straight, bent = curve((0, 0), (100, 0), 0.0), curve((0, 0), (100, 0), 0.2)
    assert all(y == 0 for _, y in straight) and max(y for _, y in bent) == approx(20, abs=0.5)


def test_a_triangle_goes_where_there_is_room() -> None:
    assert free_angle([0.0, pi / 2, -pi / 2]) == approx(pi)


def test_dark_counters_have_light_symbols() -> None:
    assert text_colour("#ffffff") == LINE and text_colour("#222222") != LINE


def test_the_picture_has_everything() -> None:
    picture = ElementTree.fromstring(svg(scene()))
    drawn = {g.get("data-place"): g for g in picture.iter(f"{SVG}g") if g.get("class") == "place"}
    assert set(drawn) == {p.id for p in PLACES}
    titles = [t.text for t in picture.iter(f"{SVG}title")]
    assert titles.count("red triangle") == 4  # two on the board, two in the legend
    assert "2 × Army, full" in titles and "Wing, reduced" in titles and "South (red), coastal" in str(titles)
    pieces = [
        g for g in picture.iter(f"{SVG}g") if g.get("class") == "piece" and g.get("data-choice") != "-1"
    ]
    assert len(pieces) == len(PIECES)
    words = ["".join(t.itertext()) for t in picture.iter(f"{SVG}text")]
    for word in ("land", "coastal", "island", "star", "factory", "shipyard", "u boats", "damage", "arctic"):
        assert word in words, word
    for word in ("infantry", "air", "submarine", "resistance", "reduced", "land link", "sea link", "×2"):
        assert word in words, word
    assert png(scene(), 400)[:4] == b"\x89PNG"
