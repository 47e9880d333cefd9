"""What happened and what stands where, in words and colours; colour never speaks alone."""

import re

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sandtable.cli.output import with_rule
from sandtable.engine.log import Line
from sandtable.engine.scene import Edge, Panel, Piece, Place, Scene

DICE = "⚀⚁⚂⚃⚄⚅"
# A die as a log tells it: "die 4", "rolls 4 and 6", "4 (die 6)".
ROLL = re.compile(
    r"\b(dice|die|rolls?|rolled)((?:[ ,:+]|and|a|an|of)*)([1-6])\b((?:(?:, | and |, and | \+ )[1-6]\b)*)"
)
NOBODY = "neutral"


def with_dice(text: str) -> str:
    """The text with the face of each die after its number."""

    def face(digit: re.Match[str]) -> str:
        return f"{digit[0]} {DICE[int(digit[0]) - 1]}"

    def told(roll: re.Match[str]) -> str:
        return f"{roll[1]}{roll[2]}{re.sub('[1-6]', face, roll[3] + roll[4])}"

    return ROLL.sub(told, text)


def side_of(scene: Scene, line: Line) -> str:
    """Whose doing a line tells of: the first side it names, or that of the first counter."""
    sides = [side for side in scene.letters if side != NOBODY]
    found: list[tuple[int, str]] = []
    for side in sides:
        name = scene.names.get(side, side)
        at = line.text.find(name)
        if at >= 0:
            found.append((at, side))
    if found:
        return min(found)[1]
    for piece in scene.pieces:
        if piece.choice in line.refs:
            return piece.side
    return ""


def style_of(scene: Scene, side: str) -> str:
    """The colour of a side or nation; nothing for neither."""
    return scene.colours.get(side, "") if side != NOBODY else ""


def tell(scene: Scene, line: Line) -> Text:
    """One log line: the side's letter in its colour, the sentence, the rule."""
    side = side_of(scene, line)
    letter = scene.letters.get(side, "·")
    colour = style_of(scene, side)
    told = Text.assemble((f" {letter} ", f"bold {colour}".strip()), (with_dice(line.text), colour))
    if line.rule:
        told.append(f" [{line.rule}]", style="dim")
    return told


def panels(scene: Scene, width: int) -> RenderableType:
    """The panels beside the map, one after the other."""
    return Group(*[_panel(panel, width) for panel in scene.panels])


def _panel(panel: Panel, width: int) -> Grid:
    columns = max([len(panel.heads), *[len(row) for row in panel.rows], 1])
    grid = Grid(
        title=panel.title,
        title_justify="left",
        title_style="bold",
        show_header=bool(panel.heads),
        box=None,
        pad_edge=False,
    )
    for column in range(columns):
        head = panel.heads[column] if column < len(panel.heads) else ""
        grid.add_column(head, header_style="dim", no_wrap=column == 0, overflow="fold")
    for row in panel.rows:
        grid.add_row(*row)
    return grid


def counters(scene: Scene, place: int) -> list[str]:
    """The counters in a place, alike ones together."""
    return [_counter(scene, piece) for piece in scene.pieces if piece.place == place]


def _counter(scene: Scene, piece: Piece) -> str:
    times = f"{piece.number} × " if piece.number > 1 else ""
    face = "" if piece.full else ", reduced"
    status = f", {piece.status}" if piece.status else ""
    letter = scene.letters.get(piece.side, piece.side)
    return f"{times}{piece.name} {piece.strength}{face}{status} ({letter})"


def look(scene: Scene, index: int, width: int) -> RenderableType:
    """One area: who holds it, its ground, what stands in it, and the same of its neighbours."""
    place = scene.places[index]
    colour = style_of(scene, place.owner)
    lines = [Text.assemble((place.name, f"bold {colour}".strip()), f" · {_ground(scene, place)}")]
    for told in counters(scene, index) or ["no counters"]:
        lines.append(Text(f"   {told}"))
    grid = Grid(box=None, pad_edge=False, show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_column(overflow="fold")
    for other, ways in _neighbours(scene, index).items():
        near = scene.places[other]
        grid.add_row(
            Text(f" → {near.name}", style=style_of(scene, near.owner)),
            ", ".join(dict.fromkeys(_way(scene, way) for way in ways)),
            "; ".join([f"{scene.letters.get(near.owner, '·')} holds it", *counters(scene, other)]),
        )
    return Group(*lines, grid) if grid.row_count else Group(*lines)


def _ground(scene: Scene, place: Place) -> str:
    owner = scene.names.get(place.owner, place.owner)
    words = [f"held by {owner}" if place.owner != NOBODY else "held by nobody"]
    words += [scene.names.get(ground, ground.replace("_", " ")) for ground in place.terrain]
    for mark in place.marks:
        what, _, who = mark.partition(":")
        said = scene.names.get(what, what.replace("_", " "))
        words.append(f"{said} of {scene.names.get(who, who)}" if who else said)
    if place.region:
        words.append(scene.names.get(place.region, place.region))
    return ", ".join(words)


def _neighbours(scene: Scene, index: int) -> dict[int, list[Edge]]:
    found: dict[int, list[Edge]] = {}
    for edge in scene.edges:
        if index in (edge.a, edge.b):
            found.setdefault(edge.b if edge.a == index else edge.a, []).append(edge)
    # By land first, then by sea; by name within each.
    return dict(
        sorted(found.items(), key=lambda item: (item[1][0].kind == "landing", scene.places[item[0]].name))
    )


def _way(scene: Scene, edge: Edge) -> str:
    kind = scene.names.get(edge.kind, edge.kind)
    marks: list[str] = []
    for mark in edge.marks:
        what, _, who = mark.partition(":")
        said = scene.names.get(what, what.replace("_", " "))
        if what == "limit":
            marks.append(f"at most {who}")
        elif who:
            at = next((place.name for place in scene.places if place.id == who), who)
            marks.append(f"{said} in {at}")
        else:
            marks.append(said)
    if edge.label:
        marks.append(edge.label)
    return f"{kind} ({', '.join(marks)})" if marks else kind


def rule_text(rule_id: str, title: str, text: str) -> Text:
    """A rule in our words."""
    return Text.assemble((f"[{rule_id}] {title}", "bold"), "\n", text)


def verdict(text: str, rule: str) -> str:
    """How a game ended."""
    return with_rule(text, rule)


def stock_line(scene: Scene) -> str:
    """The row of the side whose turn it is, on one line; panels mark it with a pointer."""
    told: list[str] = []
    for panel in scene.panels:
        for row in panel.rows:
            if row and row[0].startswith(("▸", "»")) and panel.heads:
                told += [
                    f"{head} {cell}"
                    for head, cell in zip(panel.heads[1:], row[1:], strict=False)
                    if head and cell
                ]
    return " · ".join(told)
