"""The log, panels and rules in words and colours; colour never stands alone."""

import re

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sandtable.cli import name_matching
from sandtable.engine.game import Rule
from sandtable.engine.log import Line
from sandtable.engine.scene import Panel, Scene

DICE = "⚀⚁⚂⚃⚄⚅"
# Dice in a log line: "die 4", "rolls 4 and 6", "4 (die 6)", "roll 4 6 1".
ROLL = re.compile(
    r"\b(dice|die|rolls?|rolled)((?:[ ,:+]|and|a|an|of)*)([1-6])\b((?:(?:, | and |, and | \+ | )[1-6]\b)*)"
)
NOBODY = "neutral"
# The status of counters with declared actions that are still to happen.
DECLARED = ("attacks", "supports")
MARGIN = 3


def with_dice(text: str) -> str:
    """Add the face of each die after its number."""

    def face(digit: re.Match[str]) -> str:
        return f"{digit[0]} {DICE[int(digit[0]) - 1]}"

    def roll_text(roll: re.Match[str]) -> str:
        return f"{roll[1]}{roll[2]}{re.sub('[1-6]', face, roll[3] + roll[4])}"

    return ROLL.sub(roll_text, text)


def side_of(scene: Scene, line: Line) -> str:
    """Return whose action a line describes: the side or nation it names first, or its first counter's."""
    called: dict[str, str] = {}
    for piece in scene.pieces:
        # "Soviet infantry" names the side, and so does "Soviet" alone.
        called[piece.name] = piece.side
        called.setdefault(piece.name.split()[0], piece.side)
    for side in scene.letters:
        if side != NOBODY:
            called[scene.names.get(side, side)] = side
    found = [(_at(line.text, name), side) for name, side in called.items() if name in line.text]
    found = [(at, side) for at, side in found if at >= 0]
    if found:
        return min(found)[1]
    return next((piece.side for piece in scene.pieces if piece.choice in line.refs), "")


def _at(text: str, name: str) -> int:
    """Return the position of a name as a word of its own ("US" is not in "USSR"); -1 if there is none."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    return found.start() if found else -1


def style_of(scene: Scene, side: str) -> str:
    """Return the colour of a side or nation; nothing for neither."""
    return scene.colours.get(side, "") if side != NOBODY else ""


def log_line(scene: Scene, line: Line, width: int = 0) -> Text:
    """Return one log line: the side's letter in its colour, the sentence, the rule; long ones wrap."""
    side = side_of(scene, line)
    letter = scene.letters.get(side, "·")
    colour = style_of(scene, side)
    told = Text(with_dice(line.text), style=colour)
    if line.rule:
        told.append(f" [{line.rule}]", style="dim")
    rows = told.wrap(Console(width=width), width - MARGIN) if width > 2 * MARGIN else [told]
    for row in rows:
        row.rstrip()
    margin = Text(f" {letter} ", style=f"bold {colour}".strip())
    return Text("\n").join([(margin if i == 0 else Text(" " * MARGIN)) + row for i, row in enumerate(rows)])


def panels(scene: Scene) -> RenderableType:
    """Return the panels beside the map, one after the other."""
    shown: list[RenderableType] = []
    for panel in scene.panels:
        shown += [_panel(panel), ""]
    return Group(*shown[:-1])


def rows_about(scene: Scene, name: str) -> list[Text]:
    """Return the rows of panels whose first words are a name, or begin its words."""
    told: list[Text] = []
    for panel in scene.panels:
        for row in panel.rows:
            if name_matching.begins(row[0], name):
                cells = row[1:]
                if panel.heads:
                    cells = tuple(
                        f"{head} {cell}" for head, cell in zip(panel.heads[1:], cells, strict=False)
                    )
                told.append(Text.assemble((f"{panel.title}: {row[0]}", "bold"), f"  {' · '.join(cells)}"))
    return told


def _panel(panel: Panel) -> Grid:
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


def rule_text(rule_id: str, title: str, text: str) -> Text:
    """Return a rule in our words."""
    return Text.assemble((f"[{rule_id}] {title}", "bold"), "\n", text)


def rules_below(rules: dict[str, Rule], rule_id: str) -> list[Rule]:
    """Return the parts of a rule: 6.2a to 6.2j of 6.2, but not 6.20."""
    parts = [rule for rule in rules.values() if rule.id != rule_id and rule.id.startswith(rule_id)]
    return [rule for rule in parts if not rule.id[len(rule_id)].isdigit()]


POINTERS = ("▸", "»")


def turn_of(scene: Scene) -> str:
    """Return the names on the rows that a panel marks with a pointer: whose turn it is."""
    rows = [row for panel in scene.panels if panel.heads for row in panel.rows]
    return ", ".join(row[0].lstrip("▸» ") for row in rows if row and row[0].startswith(POINTERS))


def stock_line(scene: Scene) -> str:
    """Return the row of the side whose turn it is, on one line; panels mark it with a pointer.

    If a panel marks several, each begins with its name.
    """
    told: list[str] = []
    for panel in scene.panels:
        marked = [row for row in panel.rows if row and row[0].startswith(POINTERS) and panel.heads]
        for row in marked:
            cells = [f"{h} {c}" for h, c in zip(panel.heads[1:], row[1:], strict=False) if h and c]
            if len(marked) > 1 and cells:
                cells[0] = f"{row[0].lstrip('▸» ')}: {cells[0]}"
            told += cells
    return " · ".join(told)


def declared(scene: Scene) -> str:
    """Return who attacks and supports whom so far, by place; nothing when nobody does."""
    for panel in scene.panels:
        if panel.title == "Attacks":
            return " · ".join(f"{row[0]}: {' '.join(row[1:])}" for row in panel.rows)
    told: dict[str, list[str]] = {}
    for piece in scene.pieces:
        if piece.status in DECLARED:
            times = f"{piece.number} × " if piece.number > 1 else ""
            told.setdefault(scene.places[piece.place].name, []).append(f"{times}{piece.name} {piece.status}")
    return " · ".join(f"{place}: {', '.join(doings)}" for place, doings in told.items())
