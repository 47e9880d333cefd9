"""The choices of a prompt as a list: grouped by kind, numbered, in columns, with long groups folded."""

from textwrap import wrap

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from sandtable.cli.name_matching import Thing, normalise
from sandtable.engine.game import Game
from sandtable.engine.scene import Scene
from sandtable.engine.state import State

# Kinds in the order in which they are shown, with their headings; other kinds follow under their own name.
HEADINGS = {
    "button": "",
    "number": "Numbers",
    "seat": "Players",
    "card": "Cards",
    "tile": "Developments",
    "mission": "Missions",
    "army": "Armies to build",
    "unit": "Counters",
    "kind": "Units in the supply",
    "tech": "Technologies",
    "area": "Areas",
    "production": "Production Table",
    "air": "Air/Naval Control",
    "post": "Positions",
    "player": "Players",
    "die": "Dice",
    "country": "Countries",
}
FOLDED_ROWS = 10
GAP = 2
NARROW = 20  # the least width of a note


def things_of(game: Game, g: State, scene: Scene, choices: list[int], seat: int = -1) -> list[Thing]:
    """Return choices as things with names; counters with their place and what they have done.

    If they are those of the question to a seat, counters with the same label get labels that differ.
    """
    labels = [game.label(g, c) for c in choices] if seat < 0 else game.choice_labels(g, seat, choices)
    pieces = {piece.choice: piece for piece in scene.pieces}
    by_id = {place.id: place.name for place in scene.places}
    things: list[Thing] = []
    for choice, label in zip(choices, labels, strict=True):
        kind, key, place, status = game.names.kind(choice), game.key(g, choice), "", ""
        if kind != "area":
            # A key such as unit:german_infantry@warsaw/2 has the place; otherwise the scene has it.
            place = by_id.get(key.partition("@")[2].partition("/")[0], "")
            piece = pieces.get(choice)
            if piece is not None:
                place = place or scene.places[piece.place].name
                status = piece.status
        things.append(Thing(choice, 0, kind, key, label, place, status))
    return things


class Listing:
    """The numbered choices of one prompt."""

    def __init__(self, game: Game, g: State, scene: Scene, choices: list[int], seat: int = -1) -> None:
        self.colours = {piece.choice: scene.colours.get(piece.side, "") for piece in scene.pieces}
        self.alike = {piece.choice: piece.number for piece in scene.pieces if piece.number > 1}
        # The row of a panel about a card, by its name.
        self.notes = {row[0]: row[1] for panel in scene.panels for row in panel.rows if len(row) == 2}
        raw = things_of(game, g, scene, choices, seat)
        kinds = [kind for kind in HEADINGS if any(thing.kind == kind for thing in raw)]
        kinds += sorted({thing.kind for thing in raw} - set(kinds))
        self.things: list[Thing] = []
        # A choice that is a number has that number; the others begin above the largest.
        values = {thing.choice: _value(thing) for thing in raw if thing.kind == "number"}
        count = max(values.values(), default=0)
        for kind in kinds:
            group = [thing for thing in raw if thing.kind == kind]
            if kind == "number":
                self.things += [thing._replace(number=values[thing.choice]) for thing in group]
                continue
            if kind not in ("button", "card"):
                # A known place comes first, so that counters of an area stand together.
                group.sort(key=lambda thing: (normalise(thing.place), normalise(thing.label)))
            for thing in group:
                count += 1
                self.things.append(thing._replace(number=count))

    def numbered(self, number: int) -> Thing | None:
        """Return the choice with this number."""
        return next((thing for thing in self.things if thing.number == number), None)

    def kinds(self) -> list[str]:
        """Return the kinds of choices, in order."""
        return list(dict.fromkeys(thing.kind for thing in self.things))

    def render(self, width: int, whole: bool = False, kind: str | None = None) -> list[Text]:
        """Return the lines of the list; `whole` unfolds it, `kind` shows one group only."""
        lines: list[Text] = []
        for each in self.kinds():
            if kind is not None and each != kind:
                continue
            group = [thing for thing in self.things if thing.kind == each]
            heading = HEADINGS.get(each, f"{each.capitalize()}s")
            by_place = any(thing.place for thing in group)
            noted = each == "card" and any(thing.label in self.notes for thing in group)
            if noted:
                rows = self._with_notes(group, width)
            else:
                rows = self._by_place(group, width) if by_place else self._columns(group, width)
            hidden = 0
            # Folding one or two rows would only cost a command, and cards are read one by one.
            if not whole and not noted and len(rows) > FOLDED_ROWS + 2:
                hidden = len(rows) - FOLDED_ROWS
            if heading:
                lines.append(Text(f"{heading} ({len(group)})" if len(group) > 1 else heading, style="bold"))
            lines += rows[: len(rows) - hidden]
            if hidden:
                what = "areas" if by_place else "rows"
                lines.append(Text(f"   … {hidden} more {what}: type list {each}", style="dim"))
        return lines

    def _entry(self, thing: Thing) -> Text:
        """Return one choice with its number."""
        label = thing.label
        tail = f" in {thing.place}"
        if thing.place:
            # The row begins with the place; differences between identical counters come after it.
            label = label.replace(f"{tail} ", " ", 1).removesuffix(tail)
        more = f" ({thing.status})" if thing.status else ""
        more += f" ×{self.alike[thing.choice]}" if thing.choice in self.alike else ""
        if thing.kind == "number":
            return Text(str(thing.number), style="bold cyan")
        return Text.assemble(
            (f"{thing.number:>3} ", "bold cyan"), (label, self.colours.get(thing.choice, "")), (more, "dim")
        )

    def _columns(self, group: list[Thing], width: int) -> list[Text]:
        """Arrange entries in columns, to be read downwards."""
        cells = [self._entry(thing) for thing in group]
        widest = max(cell_len(cell.plain) for cell in cells) + GAP
        columns = max(1, min(len(cells), width // widest))
        height = -(-len(cells) // columns)
        rows: list[Text] = []
        for row in range(height):
            line = Text()
            for cell in cells[row::height]:
                line.append_text(cell)
                line.append(" " * (widest - cell_len(cell.plain)))
            line.rstrip()
            rows.append(line)
        return rows

    def _with_notes(self, group: list[Thing], width: int) -> list[Text]:
        """Arrange one entry on each row with the note of its panel; a long note wraps."""
        cells = [self._entry(thing) for thing in group]
        margin = max(cell_len(cell.plain) for cell in cells) + GAP
        rows: list[Text] = []
        for thing, cell in zip(group, cells, strict=True):
            note = self.notes.get(thing.label, "")
            parts = wrap(note, max(width - margin, NARROW)) or [""]
            gap = " " * (margin - cell_len(cell.plain))
            rows.append(Text.assemble(cell, gap, (parts[0], "dim")))
            rows[-1].rstrip()
            rows += [Text(" " * margin + part, style="dim") for part in parts[1:]]
        return rows

    def _by_place(self, group: list[Thing], width: int) -> list[Text]:
        """Arrange one place on each row with what stands there; a long row wraps."""
        names = list(dict.fromkeys(thing.place for thing in group))
        margin = min(24, max(cell_len(name) for name in names)) + GAP
        rows: list[Text] = []
        for name in names:
            line = Text(" " + set_cell_size(name, margin))
            fresh = True
            for thing in group:
                if thing.place != name:
                    continue
                entry = self._entry(thing)
                if not fresh and cell_len(line.plain) + GAP + cell_len(entry.plain) > width:
                    rows.append(line)
                    line = Text(" " * (margin + 1))
                    fresh = True
                if not fresh:
                    line.append(" " * GAP)
                line.append_text(entry)
                fresh = False
            rows.append(line)
        return rows


def _value(thing: Thing) -> int:
    digits = "".join(c for c in thing.label if c.isdigit()) or "0"
    return int(digits)
