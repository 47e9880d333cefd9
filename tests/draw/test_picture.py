"""The picture: well formed, complete, of the size asked for, with letters of its own."""

import struct
from xml.etree import ElementTree

import pytest

from sandtable.draw import png, svg
from sandtable.draw.counters import SYMBOLS, symbol
from sandtable.draw.multi_map import layout_of
from sandtable.draw.pieces import draw_piece
from sandtable.draw.side_panels import ROOM, TEXT, column_widths
from sandtable.draw.svg_writer import LINE, WATER, SvgWriter, mix, number
from sandtable.draw.text_size import text_width
from sandtable.engine.scene import Edge, Panel, Piece, Place, Scene
from tests.draw.scenes import crowded_scene, start_scene

SVG = "{http://www.w3.org/2000/svg}"


def read(scene: Scene, width: int = 1600) -> ElementTree.Element:
    return ElementTree.fromstring(svg(scene, width))


def texts(picture: ElementTree.Element) -> list[str]:
    return ["".join(element.itertext()) for element in picture.iter(f"{SVG}text")]


@pytest.mark.parametrize("scene", [start_scene(), crowded_scene()], ids=["start", "crowded"])
def test_every_place_and_every_counter_is_drawn(scene: Scene) -> None:
    picture = read(scene)
    drawn = {g.get("data-place") for g in picture.iter(f"{SVG}g") if g.get("class") == "place"}
    assert drawn == {p.id for p in scene.places}
    cells = {g.get("data-place") for g in picture.iter(f"{SVG}path") if g.get("class") == "cell"}
    assert cells == {p.id for p in scene.places if p.kind in ("land", "island")}
    written = " ".join(texts(picture))
    for place in scene.places:
        for word in place.name.split():
            assert word in written, place.name
    counters = {
        (int(g.get("data-choice", "")), g.get("data-place")): g
        for g in picture.iter(f"{SVG}g")
        if g.get("class") == "piece" and g.get("data-choice") != "-1"
    }
    assert len(counters) == len(scene.pieces)
    for piece in scene.pieces:
        group = counters[piece.choice, scene.places[piece.place].id]
        shown = texts(group)
        assert piece.strength in shown
        assert piece.number == 1 or f"×{piece.number}" in shown
        assert not piece.status or piece.status[0] in shown
        title = group.find(f"{SVG}title")
        assert title is not None and title.text is not None
        assert piece.strength in title.text and ("full" if piece.full else "reduced") in title.text


def test_what_stands_at_the_corners_of_counters_leaves_room_for_those_beside_them() -> None:
    scene = start_scene()
    many = scene.pieces[0]._replace(number=12, status="moved")
    out = SvgWriter()
    for n in range(2):
        draw_piece(out, scene, many, 33.0 * n, 0, 29.0)
    read_back = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{out}</svg>')
    pill = next(r for r in read_back.iter(f"{SVG}rect") if r.get("fill") == LINE)
    circle = list(read_back.iter(f"{SVG}circle"))[1]
    assert texts(read_back).count("×12") == 2
    end = float(pill.get("x", "")) + float(pill.get("width", ""))
    assert end <= float(circle.get("cx", "")) - float(circle.get("r", ""))


def test_control_is_a_letter_as_well_as_a_colour() -> None:
    scene = start_scene()
    for group in read(scene).iter(f"{SVG}g"):
        if group.get("class") == "place":
            place = next(p for p in scene.places if p.id == group.get("data-place"))
            if place.kind not in ("sea", "closed"):
                assert scene.letters[place.owner] in texts(group)


def test_panels_and_legend_are_written() -> None:
    scene = start_scene()
    written = " ".join(texts(read(scene)))
    for panel in scene.panels:
        assert panel.title.upper() in written
        for row in panel.rows:
            for cell in row:
                for word in cell.split():
                    assert word in written
    for word in (
        "forest",
        "swamp",
        "narrow pass",
        "fortified line",
        "Landing Line",
        "Eastern Line",
        "armor, reduced",
    ):
        assert word in written


def test_nothing_is_written_below_the_edge_even_late_in_the_game() -> None:
    scene = start_scene()
    long = Panel(
        "Developments", ("", "Available", "In progress"), (("Axis", "Blitzkrieg, " * 9, "Guards, " * 9),) * 3
    )
    picture = read(scene._replace(panels=[*scene.panels[:2], long, scene.panels[3]]))
    height = float(picture.get("viewBox", "").split()[3])
    assert max(float(t.get("y", "0")) for t in picture.iter(f"{SVG}text")) <= height


def test_names_are_escaped() -> None:
    scene = start_scene()
    places = [scene.places[0]._replace(name='<b> & "c"'), *scene.places[1:]]
    picture = read(scene._replace(places=places, title="1 < 2"))
    assert '<b> & "c"' in texts(picture)


@pytest.mark.parametrize("width", [800, 1600])
def test_the_picture_has_the_width_asked_for(width: int) -> None:
    scene = start_scene()
    assert read(scene, width).get("width") == str(width)
    picture = png(scene, width)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    across, down = struct.unpack(">II", picture[16:24])
    assert across == width and 0.5 * width < down < width


def test_letters_need_no_font_of_the_system() -> None:
    scene = start_scene()
    # were there no font, a title would leave no trace in the picture
    assert png(scene, 400) != png(scene._replace(title="Another title"), 400)


def test_the_same_scene_gives_the_same_picture() -> None:
    assert svg(start_scene()) == svg(start_scene())


def test_a_small_scene_of_another_game_can_be_drawn() -> None:
    """Three areas and two borders, then hardly anything: no seas, boxes, panels, colours or letters."""
    places = [
        Place(5, "here", "Here", 2.0, 48.0, "land", "red", "france", ("plain",), (), "west"),
        Place(6, "there", "There", 12.0, 52.0, "island", "nobody", "germany", (), ("beachhead:red",), "west"),
        Place(7, "yonder", "Yonder", 20.0, 44.0, "land", "red", "italy", ("forest",), (), "west"),
    ]
    edges = [Edge(0, 1, "land", ("high_mountain",), ""), Edge(1, 2, "strait", ("line:there",), "")]
    scene = Scene("Three", "", places, edges, [], [], {"red": "#aa0000"}, {"red": "R"}, {})
    drawn = {g.get("data-place") for g in read(scene).iter(f"{SVG}g") if g.get("class") == "place"}
    assert drawn == {"here", "there", "yonder"}
    bare = [Place(i, f"p{i}", f"P{i}", float(i), 0.0, "island", "", "", (), (), "sea") for i in range(4)]
    ship = Piece(9, 1, "ship", "Ship", "blue", "", "ship", "7", True, 1, "sunk")
    picture = read(Scene("Bare", "", bare, [Edge(0, 1, "land", (), "")], [ship], [], {}, {}, {}))
    assert "7" in texts(picture) and "s" in texts(picture)


def seaside(**changes: object) -> Scene:
    """Two lands and two seas that are held, with a counter of every symbol in turn on them."""
    places = [
        Place(5, "here", "Here", 2.0, 48.0, "land", "red", "france", (), ("red", "held:fr"), "west"),
        Place(6, "there", "There", 12.0, 46.0, "land", "blue", "italy", (), ("beyond", "cube:red"), "west"),
        Place(7, "gulf", "Gulf", 4.0, 56.0, "sea", "red", "", (), ("half", "double"), "west"),
        Place(8, "bay", "Bay", 6.0, 39.5, "sea", "neutral", "", (), ("beyond", "black"), "west"),
    ]
    edges = [Edge(0, 1, "land", (), ""), Edge(0, 2, "coast", (), ""), Edge(2, 3, "sea", (), "")]
    edges.append(Edge(1, 3, "canal", (), "Red"))
    pieces = [
        Piece(20 + n, n % 4, name, name, "red", "", name, "0-1-2(3)", n % 2 == 0, 1, "tired", f"RE {n}")
        for n, name in enumerate(SYMBOLS)
    ]
    names = {"full": "rested", "reduced": "weary", "status": "tired", "airborne": "Paratroops"}
    colours = {"red": "#aa4040", "blue": "#4040aa", "fr": "#40aa40"}
    scene = Scene("Seaside", "", places, edges, pieces, [], colours, {"red": "R", "blue": "B"}, names)
    return scene._replace(**changes)  # type: ignore[arg-type]


def test_seas_that_are_entered_are_areas_with_plates_cells_and_counters() -> None:
    scene = seaside()
    picture = read(scene)
    groups = {g.get("data-place"): g for g in picture.iter(f"{SVG}g") if g.get("class") == "place"}
    assert set(groups) == {"here", "there", "gulf", "bay"}
    assert "R" in texts(groups["gulf"]) and groups["gulf"].get("data-choice") == "7"
    cells = [c.get("data-place", "") for c in picture.iter(f"{SVG}path") if c.get("class") == "cell"]
    assert sorted(cells) == ["bay", "gulf", "here", "there"]
    tinted = {c.get("data-place"): c.get("fill") for c in picture.iter(f"{SVG}path") if c.get("class")}
    assert tinted["bay"] == WATER and tinted["gulf"] not in (WATER, tinted["here"])
    # Nobody's land and nobody's water, and more water of a sea.
    more = (("", ((24.0, 50.0), (-12.0, 48.0))), ("gulf", ((-5.0, 58.0),)))
    layout = layout_of(seaside(ground=more))
    assert layout.nearest.owner == [0, 1, -1] and layout.nearest.sea_owner == [2, 3, -1, 2]


def test_counters_of_all_arms_with_labels_and_the_words_of_the_game() -> None:
    scene = seaside()
    picture = read(scene)
    counters = {
        g.get("data-choice"): g
        for g in picture.iter(f"{SVG}g")
        if g.get("class") == "piece" and g.get("data-choice") != "-1"
    }
    drawings: set[str] = set()
    for n, name in enumerate(SYMBOLS):
        group = counters[str(20 + n)]
        assert f"RE {n}" in texts(group) and "0-1-2(3)" in texts(group) and "t" in texts(group)
        title = group.find(f"{SVG}title")
        assert title is not None and title.text is not None and name in title.text
        assert ("rested" if n % 2 == 0 else "weary") in title.text
        alone = ElementTree.fromstring(f"<svg>{symbol_of(name)}</svg>")
        drawings.add(ElementTree.tostring(alone).decode())
    assert len(drawings) == len(SYMBOLS)
    written = texts(picture)
    for word in ("Paratroops", "weary", "tired", "canal", "FR"):
        assert word in written


def symbol_of(name: str) -> str:
    out = SvgWriter()
    symbol(out, name, 0, 0, 16, 9, 1)
    return str(out)


def test_signs_that_come_and_go_stand_at_the_plates() -> None:
    groups = {g.get("data-place"): g for g in read(seaside()).iter(f"{SVG}g") if g.get("class") == "place"}
    assert "FR" in texts(groups["here"])
    assert texts(groups["there"]).count("R") == 1  # the letter of the side that it leans to
    assert "×2" in texts(groups["gulf"])


def test_panels_take_as_many_columns_as_they_need() -> None:
    rows = tuple((f"Card {n}", "What the card says. " * 8) for n in range(9))
    width = {
        number: float(
            read(seaside(panels=[Panel(f"Hand {n}", (), rows) for n in range(number)]))
            .get("viewBox", "")
            .split()[2]
        )
        for number in (0, 1, 2, 3)
    }
    assert width[0] == 1600 and width[1] < width[2] < width[3]
    picture = read(seaside(panels=[Panel("Hand", (), rows)] * 3))
    edge, height = [float(n) for n in picture.get("viewBox", "").split()[2:]]
    for text in picture.iter(f"{SVG}text"):
        assert float(text.get("x", "0")) < edge and float(text.get("y", "0")) <= height


def test_a_short_column_leaves_its_room_to_a_long_one() -> None:
    short, long = column_widths([("A name of a card", "What the card says. " * 8)])
    assert text_width("A name of a card", TEXT, True) < short < ROOM / 2
    assert short + long == pytest.approx(ROOM)
    even = column_widths([("What the card says. " * 8, "What the card says. " * 9)])
    assert even == pytest.approx([ROOM / 2, ROOM / 2])


def test_numbers_and_colours_are_short() -> None:
    assert number(1.0) == "1" and number(-0.001) == "0" and number(2.345678) in ("2.35", "2.34")
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    out = SvgWriter()
    out.text(1, 2, "a<b", 3, class_="x")
    assert str(out) == '<text x="1" y="2" font-size="3" class="x">a&lt;b</text>'
