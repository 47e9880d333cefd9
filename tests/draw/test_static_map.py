"""The static drawing as data: whole, small, well formed, and the same for every position."""

from functools import lru_cache
from gzip import compress
from xml.etree import ElementTree

import msgspec
import pytest

import sandtable
from sandtable.draw.counters import SYMBOLS
from sandtable.draw.layout import figures_of
from sandtable.draw.rect import Rect
from sandtable.draw.static_map import StaticMap, build_static_map
from sandtable.engine.scene import Scene
from tests.draw.scenes import crowded_scene, start_scene

GAMES = ("downfall", "on_to_berlin", "total_domination", "blitzkrieg_general")
LARGE = {"blitzkrieg_general": (600_000, 180_000)}  # two maps on one table


@lru_cache
def scene_of(slug: str) -> Scene:
    match = sandtable.new(slug, seed=7)
    return match.game.scene(match.state, seat=0)


@lru_cache
def drawing_of(slug: str) -> StaticMap:
    return build_static_map(scene_of(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_every_place_and_edge_is_in_it(slug: str) -> None:
    scene, drawing = scene_of(slug), drawing_of(slug)
    assert list(drawing.places) == [p.id for p in scene.places]
    width, height = drawing.view
    for place in scene.places:
        spot = drawing.places[place.id]
        assert spot.choice == place.choice and spot.kind == place.kind
        assert 0 <= spot.x <= width and 0 <= spot.y <= height
        assert spot.path or place.choice < 0, place.id
        assert spot.plate is not None and spot.plate.text == place.name
        figures = [figures_of(place)] if figures_of(place) else []
        assert " ".join(line.text for line in spot.plate.lines) == " ".join([place.name, *figures])
        assert (spot.plate.disc is None) == (spot.plate.kind != "plate")
        stand = spot.stand
        assert stand.w > 0 and stand.h > 0
        assert min(stand.x, stand.y) >= 0
        assert stand.x + stand.w <= width and stand.y + stand.h <= height
    assert len(drawing.edges) == len(scene.edges)
    for way, edge in zip(drawing.edges, scene.edges, strict=True):
        assert (way.a, way.b) == (scene.places[edge.a].id, scene.places[edge.b].id)
        assert (way.kind, way.marks, way.label) == (edge.kind, edge.marks, edge.label)


@pytest.mark.parametrize("slug", GAMES)
def test_it_is_small_and_comes_back_from_json(slug: str) -> None:
    drawing = drawing_of(slug)
    text = msgspec.json.encode(drawing)
    whole, packed = LARGE.get(slug, (280_000, 85_000))
    assert len(text) < whole and len(compress(text)) < packed
    assert msgspec.json.decode(text, type=StaticMap) == drawing


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_of_line_has_a_look_and_every_reference_a_definition(slug: str) -> None:
    drawing = drawing_of(slug)
    defs = ElementTree.fromstring(f"<defs>{drawing.defs}</defs>")
    ids = {f"#{element.get('id')}" for element in defs}
    shapes = [*drawing.ground, *drawing.lines, *[shape for way in drawing.edges for shape in way.shapes]]
    for shape in shapes:
        assert drawing.looks[shape.kind]
        assert shape.path in ids if shape.path.startswith("#") else shape.path[0] == "M"
    for spot in drawing.places.values():
        assert not spot.clip or f"#{spot.clip}" in ids
        for terrain in spot.terrain:
            assert f"#map-{terrain}" in ids
        assert spot.plate is not None
        assert {mark.name for mark in spot.plate.glyphs} <= set(drawing.marks)
    for name in [*drawing.symbols.values(), *drawing.marks.values()]:
        assert len(ElementTree.fromstring(f"<g>{name}</g>")) > 0
    assert set(drawing.symbols) == set(SYMBOLS)


@pytest.mark.parametrize("slug", GAMES)
def test_sides_have_colour_letter_name_and_tints(slug: str) -> None:
    drawing = drawing_of(slug)
    for side in drawing.letters:
        assert drawing.colours[side] and drawing.names[side]
        for tints in (drawing.tints, drawing.sea_tints, drawing.ground_tints):
            assert tints[side].startswith("#") and len(tints[side]) == 7


@pytest.mark.parametrize("slug", GAMES)
def test_no_two_names_collide_and_no_stand_lies_on_a_name(slug: str) -> None:
    spots = list(drawing_of(slug).places.values())
    plates = [Rect(p.x, p.y, p.w, p.h) for p in (s.plate for s in spots) if p is not None]
    stands = [Rect(s.stand.x, s.stand.y, s.stand.w, s.stand.h) for s in spots if s.choice >= 0]
    for n, plate in enumerate(plates):
        for other in plates[n + 1 :]:
            assert plate.shared(other) < 1
        for stand in stands:
            assert plate.shared(stand) < 12


def test_it_does_not_depend_on_the_position() -> None:
    assert build_static_map(start_scene()) == build_static_map(crowded_scene())
