"""What stands beside the map: title, panels and legend, in as many columns as they need."""

from typing import Final

from sandtable.draw import lines
from sandtable.draw.box_board import link_sign, looks_of
from sandtable.draw.control_signs import disc
from sandtable.draw.counters import SYMBOLS
from sandtable.draw.glyphs import SMALL, glyph
from sandtable.draw.ground import ground_of, tint
from sandtable.draw.layout import HEIGHT, MAP_WIDTH, WIDTH
from sandtable.draw.multi_map import layout_of
from sandtable.draw.pieces import draw_piece
from sandtable.draw.polar_board import burst, legend_link, legend_shape
from sandtable.draw.polar_layout import SIGNS, STARS
from sandtable.draw.styles import Shape, paint
from sandtable.draw.svg_writer import LINE, SOFT, SvgWriter, outline
from sandtable.draw.text_size import text_width, wrap
from sandtable.engine.scene import Panel, Piece, Scene

LEFT: Final = MAP_WIDTH + 15
ROOM: Final = WIDTH - LEFT - 13
NEXT: Final = ROOM + 18  # from one column to the next
TEXT: Final = 11.0
PITCH: Final = 16.0
ROW: Final = 19.0  # of the legend, where there is room
LEAST: Final = 12.0  # and where there is not
STATUS: Final = "moved, attacks, supports, landed"
KINDS: Final = ("land", "coastal", "island")  # of areas on a polar board
LINKS: Final = ("land", "sea", "triangle")
CROSSINGS: Final = (
    "river",
    "line",
    "high_mountain",
    "strait",
    "landing",
    "coast_way",
    "canal",
    "passage",
    "forbidden",
    "swamp_border",
    "map_link",
    "front",
    "connector",
    "barrier",
    "closed_coast",
)
WORDS: Final = {
    "coast_way": "coast",
    "connector": "link",
    "barrier": "no passage",
    "closed_coast": "no coast",
}


class SidePanels:
    """The columns beside the map, drawn on a sheet of their own to know how many there are."""

    def __init__(self, scene: Scene) -> None:
        self.out = SvgWriter()
        self.x = LEFT
        y = self.title(scene)
        for panel in scene.panels:
            height = draw_panel(SvgWriter(), panel, 0, 0) + 8
            if y + height > HEIGHT - 6 and height < HEIGHT - 26:
                y = self.turn()
            y = draw_panel(self.out, panel, self.x, y + 8)
        if y + 40 + LEAST * legend_rows(scene) > HEIGHT:
            y = self.turn()
        draw_legend(self.out, scene, self.x, y + 8)
        self.width = WIDTH + self.x - LEFT

    def title(self, scene: Scene) -> float:
        """Title and moment; the height below them."""
        y = 30.0
        for line in wrap(scene.title, 18, ROOM, True):
            self.out.text(self.x, y, line, 18, font_weight="700")
            y += 23
        for line in wrap(scene.subtitle, 12, ROOM):
            self.out.text(self.x, y, line, 12, fill=SOFT)
            y += 16
        return y

    def turn(self) -> float:
        """Begin the next column; its top."""
        self.x += NEXT
        return 14.0


def draw_head(out: SvgWriter, title: str, x: float, y: float) -> float:
    """Draw the title of a panel with a line below it; return the base line of what follows."""
    y += 12
    out.text(x, y, title.upper(), 10.6, font_weight="700", letter_spacing=0.8)
    out.add("path", d=f"M{x:g} {y + 4.5:.1f}h{ROOM:g}", stroke=LINE, stroke_width=0.8)
    return y + 19


def draw_panel(out: SvgWriter, panel: Panel, left: float, y: float) -> float:
    """Draw a panel from height y down; return the height below it."""
    y = draw_head(out, panel.title, left, y)
    table = [panel.heads, *panel.rows] if panel.heads else list(panel.rows)
    widths = column_widths(table)
    short = [c > 0 and all(len(row[c]) < 9 for row in table if c < len(row)) for c in range(len(widths))]
    for n, row in enumerate(table):
        head = n == 0 and bool(panel.heads)
        cells = [wrap(text, TEXT, widths[c] - 5, c == 0) for c, text in enumerate(row)]
        x = left
        for c, folded in enumerate(cells):
            for k, line in enumerate(folded):
                out.text(
                    x + (widths[c] - 5 if short[c] else 0),
                    y + k * (PITCH - 2),
                    line,
                    TEXT - 1 if head else TEXT,
                    fill=SOFT if head else LINE,
                    font_weight="600" if c == 0 else "400",
                    text_anchor="end" if short[c] else "start",
                )
            x += widths[c]
        y += PITCH + (max(len(folded) for folded in cells) - 1) * (PITCH - 2)
    return y - 4


def column_widths(table: list[tuple[str, ...]]) -> list[float]:
    """Widths that fill the room; long texts share what the short ones leave."""
    count = max(len(row) for row in table)
    natural = [
        max(text_width(row[c], TEXT, c == 0) for row in table if c < len(row)) + 7 for c in range(count)
    ]
    spare = ROOM - sum(natural)
    if spare >= 0:
        return [w + (spare / (count - 1) if c else 0) for c, w in enumerate(natural)]
    long = [c for c in range(count) if natural[c] > ROOM / 3] or list(range(count))
    left = ROOM - sum(natural[c] for c in range(count) if c not in long)
    # A column that needs less than an equal share leaves the rest to the others.
    for c in sorted(long, key=lambda c: natural[c])[:-1]:
        if natural[c] < left / len(long):
            long.remove(c)
            left -= natural[c]
    return [left / len(long) if c in long else natural[c] for c in range(count)]


def legend_rows(scene: Scene) -> float:
    """Return the height of the legend in rows; those with counters are higher."""
    more = sum([len(legend_text(name, words)) - 1 for row, _ in legend_table(scene) for name, words in row])
    return sum([1.6 if tall else 1.0 for _, tall in legend_table(scene)]) + 0.8 * more


def legend_text(name: str, words: str) -> list[str]:
    """Return the words for a sign; those for the letters on counters in several lines if needed."""
    return wrap(words, TEXT - 0.6, ROOM - past(name, words)) if name == "status" else [words]


def past(name: str, words: str) -> float:
    """Return the distance from a sign to its words."""
    return 6.0 + 9 * len(words.split(", ")) if name == "status" else 32.0


def legend_table(scene: Scene) -> list[tuple[list[tuple[str, str]], bool]]:
    """Return the legend in rows of two, and whether there are counters in a row."""
    entries = legend_entries(scene)
    wide = [entry for entry in entries if is_wide(*entry)]  # these need a row to themselves
    entries = [entry for entry in entries if not is_wide(*entry)]
    rows = [entries[n : n + 2] for n in range(0, len(entries), 2)]
    rows += [[entry] for entry in wide]
    return [(row, any(is_piece(name) for name, _ in row)) for row in rows]


def is_wide(name: str, words: str) -> bool:
    """Return whether an entry of the legend does not fit into half of a row."""
    return name == "status" or text_width(words, TEXT - 0.6) > ROOM / 2 - 30


def is_piece(name: str) -> bool:
    """Return whether a sign of the legend is as high as a piece."""
    return name in SYMBOLS or name == "reduced" or name.startswith("piece:")


def draw_legend(out: SvgWriter, scene: Scene, left: float, y: float) -> None:
    """Draw the meaning of the signs that the scene uses."""
    y = draw_head(out, "Legend", left, y) - 8
    pitch = min(ROW, (HEIGHT - 8 - y) / (legend_rows(scene) or 1))
    for row, tall in legend_table(scene):
        y += 0.3 * pitch if tall else 0
        for n, (name, words) in enumerate(row):
            x = left + n * ROOM / 2
            sign(out, scene, name, x, y)
            folded = legend_text(name, words)
            for k, line in enumerate(folded):
                out.text(x + past(name, words), y + 10.5 + 0.8 * pitch * k, line, TEXT - 0.6)
        y += (1.3 * pitch if tall else pitch) + 0.8 * pitch * (len(folded) - 1)


def legend_entries(scene: Scene) -> list[tuple[str, str]]:
    """Signs and their words, sides first."""
    if scene.polar:
        return polar_entries(scene)
    if scene.boxed:
        return boxed_entries(scene)
    entries = [(f"side:{side}", scene.names.get(side, side)) for side in scene.letters]
    used = {t for p in scene.places for t in p.terrain} | {
        m.partition(":")[0] for p in scene.places for m in p.marks
    }
    crossed = {m.partition(":")[0] for e in scene.edges for m in e.marks} | {e.kind for e in scene.edges}
    if "beyond" in used:
        crossed.add("front")
    if len(scene.charts) > 1:
        crossed.add("map_link")
    for name in (
        "forest",
        "swamp",
        "mountain",
        "desert",
        "narrow_pass",
        "capital",
        "fortress",
        "supply",
        "key",
        "red",
        "black",
        "half",
        "double",
    ):
        if name in used:
            entries.append((name, word_for(scene, name)))
    crossed |= {shape.kind for shape in ways_and_bars(scene)}
    for name in CROSSINGS:
        if name in crossed:
            entries.append((name, word_for(scene, name)))
    return entries + counter_entries(scene)


def ways_and_bars(scene: Scene) -> list[Shape]:
    """Return what is drawn of links other than borders."""
    ground = ground_of(scene, layout_of(scene))
    return [*ground.barriers(), *[shape for edge in scene.edges for shape in ground.way(edge)]]


def polar_entries(scene: Scene) -> list[tuple[str, str]]:
    """Return the signs of a polar board."""
    entries = [(f"side:{side}", scene.names.get(side, side)) for side in scene.letters]
    kinds = {p.kind for p in scene.places}
    entries += [(f"shape:{kind}", word_for(scene, kind)) for kind in KINDS if kind in kinds]
    used = {m.partition(":")[0] for p in scene.places for m in p.marks}
    if used & set(STARS):
        entries.append(("star", word_for(scene, "star")))
    entries += [(name, word_for(scene, name)) for name in (*SIGNS, "arctic", "damage") if name in used]
    links = {e.kind for e in scene.edges}
    entries += [(f"link:{kind}", word_for(scene, f"{kind}_link")) for kind in LINKS if kind in links]
    symbols = {piece.symbol for piece in scene.pieces}
    entries += [(name, word_for(scene, name)) for name in SYMBOLS if name in symbols]
    if any(not piece.full for piece in scene.pieces):
        entries.append(("reduced", word_for(scene, "reduced")))
    return entries


def boxed_entries(scene: Scene) -> list[tuple[str, str]]:
    """Return the signs of a boxed board."""
    entries = [(f"side:{side}", scene.names.get(side, side)) for side in scene.letters]
    regions = dict.fromkeys(p.region for p in scene.places if p.kind == "area" and p.region)
    entries += [(f"rim:{region}", scene.names.get(region, region)) for region in regions]
    used = {t for p in scene.places for t in p.terrain} | {m for p in scene.places for m in p.marks}
    entries += [(name, word_for(scene, name)) for name in SMALL if name in used]
    links = {e.kind for e in scene.edges}
    entries += [("link:land", word_for(scene, "land_link"))] if "land" in links else []
    entries += [("crossing", word_for(scene, "sea_link"))] if links - {"land"} else []
    crossed = dict.fromkeys(m for e in scene.edges for m in e.marks if m.startswith(("die:", "barred:")))
    for mark in crossed:
        kind, _, side = mark.partition(":")
        entries.append((mark.replace(":", "-"), f"{word_for(scene, kind)} {scene.names.get(side, side)}"))
    kinds = dict.fromkeys((p.shape, p.symbol) for p in scene.pieces if p.shape in ("cube", "") and p.symbol)
    for shape, name in kinds:
        entries.append((f"piece:{shape}:{name}", word_for(scene, name)))
    for shape in ("disk", "head", "pawn"):
        if any(p.shape == shape for p in scene.pieces):
            entries.append((f"piece:{shape}:", word_for(scene, shape)))
    if any(not piece.full and piece.symbol for piece in scene.pieces):
        entries.append(("reduced", word_for(scene, "reduced")))
    if "status" in scene.names:
        entries.append(("status", scene.names["status"]))
    return entries


def counter_entries(scene: Scene) -> list[tuple[str, str]]:
    """Return the symbols on the counters, their two states, and the letters for their status."""
    symbols = [name for name in SYMBOLS if any(piece.symbol == name for piece in scene.pieces)]
    full, reduced = word_for(scene, "full"), word_for(scene, "reduced")
    entries: list[tuple[str, str]] = []
    if symbols and symbols[-1] in ("infantry", "armor"):
        entries = [("infantry", f"infantry, {full}"), ("armor", f"armor, {reduced}")]
    elif symbols:
        entries = [(name, word_for(scene, name)) for name in symbols]
        entries.append(("reduced", reduced))
    if entries:
        entries.append(("status", scene.names.get("status", STATUS)))
    return entries


def word_for(scene: Scene, name: str) -> str:
    """Return the words for a terrain or a mark."""
    return scene.names.get(name) or WORDS.get(name) or name.replace("_", " ")


def sign(out: SvgWriter, scene: Scene, name: str, x: float, y: float) -> None:
    """Draw one sign of the legend in a field of 26 by 14."""
    middle = y + 7
    if name.startswith("side:"):
        side = name[5:]
        out.add(
            "rect", x=x, y=y, width=26, height=14, rx=3, fill=tint(scene, side), stroke=SOFT, stroke_width=0.6
        )
        disc(out, scene, side, x + 13, middle, 6)
    elif name.startswith("shape:"):
        legend_shape(out, name[6:], x + 13, middle)
    elif name == "arctic":
        legend_shape(out, "island", x + 13, middle, True)
    elif name.startswith("link:"):
        legend_link(out, name[5:], (x, middle))
    elif name == "damage":
        burst(out, x + 13, middle, 7)
    elif name in CROSSINGS:
        paint(out, line_sign(name, x, middle))
    elif name == "crossing":
        paint(out, [Shape(name, f"M{x:.1f} {middle:.1f}h26")])
    elif name.startswith("rim:"):
        look = looks_of(scene)
        paint(out, [Shape(f"rim_{name[4:]}", f"M{x + 2:.1f} {y + 1:.1f}h22v12h-22Z")], look)
    elif name.startswith(("die-", "barred-")):
        link_sign(out, scene, name, x + 6, y, 14)
    elif name.startswith("piece:"):
        draw_piece(out, scene, of_shape(scene, *name.split(":")[1:]), x + 3, y - 4, 20)
    elif is_piece(name):
        draw_piece(out, scene, sample(scene, name), x + 1, y - 5, 24)
    elif name == "status":
        for n, letter in enumerate([word[0] for word in scene.names.get("status", STATUS).split(", ")]):
            out.add(
                "circle", cx=x + 4.5 + 9 * n, cy=middle, r=4.4, fill="#ffffff", stroke=LINE, stroke_width=0.7
            )
            out.text(x + 4.5 + 9 * n, middle + 2.4, letter, 7.6, font_weight="700", text_anchor="middle")
    else:
        glyph(out, name, x + 7, y + 1, 12)


def line_sign(name: str, x: float, y: float) -> list[Shape]:
    """Return a link, or what lies across it, 26 wide."""
    a, b = (x, y), (x + 26, y)
    inside = [(x + 1, y), (x + 25, y)]
    if name == "river":
        return lines.river(inside)
    if name == "line":
        return lines.wall([(x + 1, y + 2), (x + 25, y + 2)], 1)
    if name == "high_mountain":
        return lines.peaks(inside)
    if name == "strait":
        return lines.strait(a, b)
    if name == "landing":
        return lines.landing([a, b])
    if name == "canal":
        return lines.canal(a, b)
    if name == "passage":
        return lines.passage(a, b)
    if name == "swamp_border":
        return lines.marsh(inside)
    if name == "map_link":
        return lines.map_link([a, b])
    if name == "forbidden":
        name = "barrier"
    return [Shape(name, outline([[a, b]], False))]


def of_shape(scene: Scene, shape: str, symbol: str) -> Piece:
    """Return a piece of the scene for the legend."""
    for piece in scene.pieces:
        if piece.shape == shape and symbol in (piece.symbol, ""):
            return piece._replace(choice=-1, number=1, status="", full=True, label="", strength="")
    return scene.pieces[0]


def sample(scene: Scene, symbol: str) -> Piece:
    """Return a counter for the legend: one of the scene if it has labels, else one with both faces."""
    for piece in scene.pieces:
        labelled = piece.label or scene.polar or scene.boxed
        if labelled and symbol in (piece.symbol, "reduced") and piece.symbol:
            return piece._replace(choice=-1, number=1, status="", full=symbol != "reduced")
    side = scene.pieces[0].side
    return Piece(-1, 0, "", symbol, side, side, symbol, "5-3", symbol == "infantry", 1, "")
