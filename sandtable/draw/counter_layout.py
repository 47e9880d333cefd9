"""How counters stand in an area: in rows above its name; crowded areas try other ways to hide nothing."""

from typing import Final, NamedTuple

from sandtable.draw.layout import COUNTER, Layout
from sandtable.draw.rect import Rect
from sandtable.engine.scene import Piece, Scene

# Ways to make room, the pleasant ones first.
SCALES: Final = (1.0, 0.86, 0.74)
SHIFTS: Final = tuple(
    sorted(
        ((8.0 * i, 7.0 * j) for i in range(-4, 5) for j in range(-4, 5)),
        key=lambda s: (s[0] * s[0] + s[1] * s[1], s),
    )
)


class CounterPlacement(NamedTuple):
    """Where the name plate of an area is, and each of its counters."""

    plate: Rect
    counters: tuple[tuple[Piece, Rect], ...]

    def boxes(self) -> list[Rect]:
        """Return all that should not be hidden, in few boxes."""
        rows: dict[float, Rect] = {}
        for _, box in self.counters:
            row = rows.get(box.y, box)
            left, right = min(row.x, box.x), max(row.x + row.w, box.x + box.w)
            rows[box.y] = Rect(left, box.y, right - left, box.h)
        return [self.plate, *rows.values()]


def arrange(scene: Scene, layout: Layout) -> dict[int, CounterPlacement]:
    """Return where the counters of every area on the map are drawn."""
    here: dict[int, list[Piece]] = {i: [] for i in layout.areas}
    for piece in scene.pieces:
        if piece.place in here:
            here[piece.place].append(piece)
    stands: dict[int, CounterPlacement] = {}
    crowded: list[int] = []
    for i, pieces in here.items():
        stands[i] = place_rows(layout, i, rows_by_side(pieces), 1.0, 0, 0)
        block = layout.block(i)
        if any(box.shared(block) < 0.97 * box.w * box.h for box in stands[i].boxes()):
            crowded.append(i)
    crowded.sort(key=lambda i: (-len(here[i]), i))
    for i in crowded:
        others = [
            box
            for j, other in stands.items()
            if j != i
            and abs(layout.at[i][0] - layout.at[j][0]) < 260
            and abs(layout.at[i][1] - layout.at[j][1]) < 220
            for box in other.boxes()
        ]
        others += list(layout.labels.values())
        stands[i] = make_room(layout, i, here[i], others)
    return stands


def make_room(layout: Layout, i: int, pieces: list[Piece], others: list[Rect]) -> CounterPlacement:
    """Return the placement in a crowded area that hides least."""
    best, cost = place_rows(layout, i, rows_by_side(pieces), 1.0, 0, 0), 1e9
    ways = [rows_by_side(pieces)]
    if len(pieces) <= 4 and len(ways[0]) > 1:
        ways.append([pieces])
    for scale in SCALES:
        for rows in ways:
            for dx, dy in SHIFTS:
                price = 900 * (1 - scale) + (dx * dx + dy * dy) ** 0.5 + 12 * (rows is not ways[0])
                if price >= cost:
                    continue
                tried = place_rows(layout, i, rows, scale, dx, dy)
                for box in tried.boxes():
                    price += 3 * sum([box.shared(other) for other in others])
                if price < cost:
                    best, cost = tried, price
    return best


def rows_by_side(pieces: list[Piece]) -> list[list[Piece]]:
    """Return the counters in rows of at most three, separate for each side."""
    rows: list[list[Piece]] = []
    for piece in pieces:
        if rows and rows[-1][0].side == piece.side and len(rows[-1]) < 3:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return rows


def place_rows(
    layout: Layout, i: int, rows: list[list[Piece]], scale: float, dx: float, dy: float
) -> CounterPlacement:
    """Return rows of counters of this scale above the plate, shifted from the middle of the area."""
    x, y = layout.at[i][0] + dx, layout.at[i][1] + dy
    size = COUNTER * scale
    plate = layout.plates[i].around(x, y + len(rows) * (size + 1) / 2)
    top = plate.y - 1
    counters: list[tuple[Piece, Rect]] = []
    for row in rows:
        top -= size + 1
        gaps = [gap_after(row, n) * scale for n in range(len(row))]
        left = x - (len(row) * size + sum(gaps)) / 2
        for piece, gap in zip(row, gaps, strict=True):
            counters.append((piece, Rect(left, top, size, size)))
            left += size + gap
    return CounterPlacement(plate, tuple(counters))


def gap_after(row: list[Piece], n: int) -> float:
    """Return the gap right of a counter: for counters behind it, and wider before another side."""
    if n + 1 == len(row):
        return 0.0
    gap = 4.0 if row[n].number > 1 else 2.0
    return gap + (5 if row[n].side != row[n + 1].side else 0)
