"""Maps on a page: what they have in common is written once, and what is seen stays the same."""

import re
from xml.etree import ElementTree

import pytest

from sandtable import draw
from sandtable.arena.shared_svg import DrawingSet
from sandtable.bots import make_bot
from sandtable.engine.rng import Rng
from sandtable.games import SLUGS, load_game

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" viewBox="0 0 90 50" font-family="Sans" fill="#222">'
)
COAST = "M1 2l3 4" * 10
Shown = list[tuple[str, tuple[tuple[str, str], ...], str]]


def page_of(*drawings: str) -> tuple[str, list[str]]:
    """What is drawn out of sight, and the drawings of a page."""
    sheets = DrawingSet()
    numbers = [sheets.add(f"{HEAD}{drawn}</svg>") for drawn in drawings]
    found = [sheets.drawing(number, f"Map {number}") for number in numbers]
    return sheets.hidden(), found


def seen(hidden: str, drawing: str) -> Shown:
    """What a reader sees: every stroke with its own and its inherited marks, all references followed."""
    root = ElementTree.fromstring(f"<page>{hidden}{drawing}</page>")
    by_name = {one.attrib["id"]: one for one in root.iter() if "id" in one.attrib}
    found: Shown = []

    def look(one: ElementTree.Element, x: float, y: float, above: dict[str, str]) -> None:
        marks = {key: value for key, value in one.attrib.items() if key not in ("id", "href")}
        if one.tag == "use":
            x, y = x + float(marks.pop("x", 0)), y + float(marks.pop("y", 0))
            look(by_name[one.attrib["href"][1:]], x, y, above | marks)
        elif one.tag == "g":
            for child in one:
                look(child, x, y, above | marks)
        elif one.tag != "defs":
            marks = above | marks
            for key, by in (("x", x), ("y", y), ("cx", x), ("cy", y)):
                if key in marks:
                    marks[key] = f"{float(marks[key]) + by:.2f}"
            if "d" in marks:
                marks["d"] = re.sub(
                    r"([ML])(-?[\d.]+) (-?[\d.]+)",
                    lambda at: f"{at[1]}{float(at[2]) + x:.2f} {float(at[3]) + y:.2f}",
                    marks["d"],
                )
            words = "".join(one.itertext())
            found.append((one.tag, tuple(sorted(marks.items())), words))

    for child in root[-1]:
        look(child, 0.0, 0.0, {})
    return found


def plain(drawn: str) -> Shown:
    """The same of a drawing as it is."""
    svg = re.sub(r' (?:class|data-\w+)="[^"]*"', "", drawn)
    return seen("", f"<svg>{svg}</svg>")


def counter(x: float, y: float, strength: int) -> str:
    """A counter with its title, as a place has it."""
    return (
        f'<g><title>infantry {strength}</title><rect x="{x}" y="{y}" width="29" height="29" fill="#a84"/>'
        f'<path d="M{x + 2.5} {y + 3}l17.85 10.04m0 -10.04l-17.85 10.04" stroke="#222"/>'
        f'<text x="{x + 14.5}" y="{y + 26}"><tspan font-weight="800">{strength}</tspan>-2</text></g>'
    )


def land(colour: str) -> str:
    """A coast, an area of a colour, and its name."""
    return (
        f'<g class="land" data-layer="1"><path d="{COAST}" fill="none" stroke="#125"/>'
        f'<path d="{COAST}z" fill="{colour}"/><text x="10" y="12" font-size="10.2">Northern France</text></g>'
    )


def test_what_is_seen_stays_the_same() -> None:
    drawings = [
        land("#fff") + counter(10.5, 20, 4) + counter(50, 20.25, 4),
        land("#fff") + counter(10.5, 20, 4) + counter(61.5, 8, 3),
        land("#c00") + counter(30, 7.75, 4) + '<circle cx="4" cy="5" r="2"/>',
    ]
    hidden, found = page_of(*drawings)
    for drawn, told in zip(drawings, found, strict=True):
        assert seen(hidden, told) == plain(drawn)


def test_what_comes_again_is_written_once() -> None:
    hidden, found = page_of(land("#fff") + counter(10, 20, 4), land("#fff") + counter(40, 9, 4), land("#c00"))
    page = hidden + "".join(found)
    assert page.count(f'"{COAST}"') == page.count(f'"{COAST}z"') == 1, "an outline, whatever its colour"
    assert page.count("Northern France") == 1, "a whole element"
    assert page.count("infantry 4") == 1, "a counter, wherever it stands"
    assert page.count("#c00") == 1 and "data-" not in page and "class=" not in page
    assert len(found[1]) < 250


def test_what_comes_once_is_written_where_it_is() -> None:
    hidden, found = page_of(counter(10, 20, 4))
    assert hidden == "" and "infantry 4" in found[0]
    assert found[0].startswith('<svg role="img" aria-label="Map 0" viewBox="0 0 90 50" font-family="Sans"')


def test_what_has_a_name_is_named_alike_in_all_drawings() -> None:
    """Patterns and clips of the same kind are one; those that differ stay apart."""

    def drawn(width: int) -> str:
        defs = (
            f'<defs><path id="coast" d="{COAST}"/><clipPath id="land"><use href="#coast"/></clipPath>'
            f'<pattern id="rain" width="{width}"><path d="M0 0l1 1"/></pattern></defs>'
        )
        return (
            f'{defs}<g clip-path="url(#land)"><rect x="0" y="0" width="9" height="9" fill="url(#rain)"/></g>'
        )

    hidden, found = page_of(drawn(4), drawn(4), drawn(6))
    names = re.findall(r' id="([^"]*)"', hidden)
    assert len(names) == len(set(names)) and hidden.count("<pattern") == 2 and hidden.count("<clipPath") == 1
    for name in re.findall(r'(?:url\(#|href="#)([^")]*)', hidden + "".join(found)):
        assert name in names
    assert found[0] == found[1].replace("Map 1", "Map 0") != found[2]
    rain = re.findall(r"url\(#([^)]*)\)", hidden + found[2])
    assert len(set(rain)) == 3, "the clip, and two patterns"


def test_words_keep_their_letters() -> None:
    drawing = '<text x="1" y="2" font-size="10.2" font-weight="600">Sturm &amp; Drang &lt; "Öl" </text>'
    hidden, found = page_of(drawing, drawing)
    assert seen(hidden, found[0]) == plain(drawing)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_turn_more_costs_a_tenth_of_a_map(slug: str) -> None:
    """So that the page of a whole game stays below 2 MB; the first map may cost all of it."""
    game = load_game(slug)
    g = game.begin(game.settle(seed=3))
    bot, luck = make_bot("random"), Rng(5)
    maps: list[str] = []
    for number in range(121):
        if number % 60 == 0:
            maps.append(draw.svg(game.scene(g, None)))
        seat = g.seats()[0]
        g.apply(seat, bot.choose(game, g, seat, luck))
    sheets = DrawingSet()
    numbers = [sheets.add(svg) for svg in maps]
    found = [sheets.drawing(number, "") for number in numbers]
    size = len(sheets.hidden()) + sum(len(drawn) for drawn in found)
    assert size < len(maps[0]) * (1.0 + 0.1 * (len(maps) - 1))
