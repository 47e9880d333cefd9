"""Names that players choose: visible, and hard to mistake for another player's."""

import unicodedata
from typing import Final

from sandtable.engine.errors import BadOption

# Letters by their category, but invisible.
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
SELECTORS: Final = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))  # of variants that look alike
MARKS: Final = 2  # on one letter; more only climb over the lines above
# Alphabets with letters that look like those of another.
ALIKE: Final = frozenset({"ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "GREEK", "LATIN"})


def proper_name(text: str) -> str:
    """Return a name as it is stored; BadOption if it cannot be seen or would mislead."""
    name = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    if any(not letter.isprintable() or _hidden(letter) for letter in name):
        raise BadOption("A name must have only visible letters.")
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise BadOption("A name needs at least one letter.")
    if _marks(name) > MARKS or unicodedata.category(name[0])[0] == "M":
        raise BadOption("A name may have at most two marks on a letter.")
    if len(_alphabets(name)) > 1:
        raise BadOption("A name must use one alphabet only, so that nobody mistakes it for another name.")
    return name


def _hidden(letter: str) -> bool:
    return letter in INVISIBLE or any(first <= ord(letter) <= last for first, last in SELECTORS)


def _marks(name: str) -> int:
    """Return the largest number of marks on one letter."""
    most = count = 0
    for letter in name:
        count = count + 1 if unicodedata.category(letter)[0] == "M" else 0
        most = max(most, count)
    return most


def _alphabets(name: str) -> set[str]:
    """Return the alphabets with look-alikes from which a name takes letters."""
    letters = (letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha())
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters} & ALIKE
