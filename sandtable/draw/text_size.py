"""The width of a text in Open Sans, so that labels and tables can be laid out without a font."""

from typing import Final

# Advance widths of the characters from space to tilde, in hundredths of the size.
REGULAR: Final = (
    "26 27 40 65 57 82 73 22 30 30 55 57 25 32 27 37 57 57 57 57 57 57 57 57 57 57 27 27 57 57 57 43 90 "
    "63 65 63 73 56 52 73 74 28 27 61 52 90 75 78 60 78 62 55 55 73 60 93 58 56 57 33 37 33 54 45 58 56 "
    "61 48 61 56 34 55 61 25 25 52 25 93 61 60 61 61 41 48 35 61 50 78 52 50 47 38 55 38 57"
)
BOLD: Final = (
    "26 29 47 65 57 90 75 27 34 34 54 57 29 32 29 41 57 57 57 57 57 57 57 57 57 57 29 29 57 57 57 48 90 "
    "69 67 64 74 56 55 72 77 33 33 66 56 94 81 80 63 80 66 55 58 76 65 97 67 62 58 33 41 33 53 41 61 60 "
    "63 51 63 59 39 56 66 31 31 62 31 98 66 62 63 63 45 50 43 66 57 86 58 57 49 39 55 39 57"
)
WIDTHS: Final = {
    False: [int(w) for w in REGULAR.split()],
    True: [int(w) for w in BOLD.split()],
}
OTHER: Final = 62  # accented letters, dashes and whatever else


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in one line."""
    table = WIDTHS[bold]
    total = 0
    for character in text:
        index = ord(character) - 32
        total += table[index] if 0 <= index < len(table) else OTHER
    return total * size / 100


def wrap(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Return the text in lines that fit the width; a word that does not fit has a line to itself."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]
