"""Draw the pictures of the documentation again: `python tools/readme_picture.py`.

The set-up of each game as a spectator sees it, in 256 colours, so that the files stay small.
"""

import struct
import zlib
from pathlib import Path

import sandtable
from sandtable import draw
from sandtable.games import SLUGS

OUT = Path(__file__).parent.parent / "docs" / "pictures"
WIDTH = 1600
COLOURS = 256
Colour = tuple[int, ...]


def read_rows(picture: bytes) -> list[bytearray]:
    """The rows of a PNG of four bytes a pixel, as resvg writes them."""
    width, height, depth, kind = struct.unpack(">IIBB", picture[16:26])
    if (depth, kind) != (8, 6):
        raise SystemExit("The picture is not of the kind this tool reads.")
    data, at = b"", 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"IDAT":
            data += picture[at + 8 : at + 8 + length]
        at += 12 + length
    raw = zlib.decompress(data)
    stride = 4 * width
    rows: list[bytearray] = []
    above = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(raw[start + 1 : start + 1 + stride])
        unfilter(raw[start], row, above)
        rows.append(row)
        above = row
    return rows


def unfilter(kind: int, row: bytearray, above: bytearray) -> None:
    """Undo the filter of a row: 0 none, 1 left, 2 above, 3 their mean, 4 the nearest of three (Paeth)."""
    for i in range(len(row)):
        left, up = row[i - 4] if i >= 4 else 0, above[i]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            corner = above[i - 4] if i >= 4 else 0
            to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            guess = (
                left if to_left <= to_up and to_left <= to_corner else up if to_up <= to_corner else corner
            )
        else:
            return
        row[i] = (row[i] + guess) & 255


def palette_of(rows: list[bytearray]) -> tuple[list[Colour], dict[Colour, int]]:
    """The colours met most, and for every colour of the picture the nearest of them."""
    count: dict[Colour, int] = {}
    for row in rows:
        for i in range(0, len(row), 4):
            colour: Colour = (row[i], row[i + 1], row[i + 2])
            count[colour] = count.get(colour, 0) + 1
    buckets: dict[Colour, list[Colour]] = {}
    for colour in sorted(count, key=lambda c: (-count[c], c)):
        buckets.setdefault(tuple(part >> 3 for part in colour), []).append(colour)
    firsts = [alike[0] for alike in buckets.values()]
    weight = [sum(count[c] for c in alike) ** 0.5 for alike in buckets.values()]
    nearest, away = [0] * len(firsts), [1e9] * len(firsts)
    palette: list[Colour] = []
    # each time the colour that would be missed most: often met, and far from all that were taken
    while len(palette) < min(COLOURS, len(firsts)):
        taken = firsts[max(range(len(firsts)), key=lambda n: weight[n] * away[n])]
        for n, (r, g, b) in enumerate(firsts):
            distance = (r - taken[0]) ** 2 + (g - taken[1]) ** 2 + (b - taken[2]) ** 2
            if distance < away[n]:
                nearest[n], away[n] = len(palette), distance
        palette.append(taken)
    return palette, {colour: nearest[n] for n, alike in enumerate(buckets.values()) for colour in alike}


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def shrink(picture: bytes) -> bytes:
    """The same picture in few colours."""
    rows = read_rows(picture)
    palette, index = palette_of(rows)
    body = bytearray()
    for row in rows:
        body.append(0)
        body.extend(index[row[i], row[i + 1], row[i + 2]] for i in range(0, len(row), 4))
    head = struct.pack(">IIBBBBB", len(rows[0]) // 4, len(rows), 8, 3, 0, 0, 0)
    colours = bytes(part for colour in palette for part in colour)
    return (
        picture[:8]
        + chunk(b"IHDR", head)
        + chunk(b"PLTE", colours)
        + chunk(b"IDAT", zlib.compress(bytes(body), 9))
        + chunk(b"IEND", b"")
    )


def main() -> None:
    """Write the pictures."""
    OUT.mkdir(parents=True, exist_ok=True)
    for slug in SLUGS:
        match = sandtable.new(slug, seed=7)
        (OUT / f"{slug}_start.png").write_bytes(shrink(draw.png(match.game.scene(match.state, None), WIDTH)))


if __name__ == "__main__":
    main()
