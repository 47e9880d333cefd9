"""Finds what a player means: numbers, keys and parts of names, whatever their case and accents."""

import unicodedata
from typing import NamedTuple

# Letters that Unicode does not split into a plain letter and an accent.
PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})

# Words between names that mean nothing by themselves: "armor ruhr to brussels" is three names.
SMALL = ("a", "an", "and", "at", "from", "in", "into", "of", "on", "the", "then", "to", "with")
# Verbs before the name of a choice; ignored unless a choice is called so.
VERBS = (
    "attack",
    "build",
    "choose",
    "click",
    "convert",
    "deploy",
    "destroy",
    "discard",
    "fight",
    "go",
    "keep",
    "move",
    "play",
    "take",
    "use",
)


def split(line: str) -> list[str]:
    """Return the words of a line, without the small ones, unless there are no others."""
    typed = line.split()
    return [word for word in typed if word.casefold().strip(",.;") not in SMALL] or typed


def normalise(text: str) -> str:
    """Return a text for comparison: lower case without accents, words with single spaces between them."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    kept = [c if c.isalnum() else " " for c in apart if not unicodedata.combining(c)]
    return " ".join("".join(kept).split())


class Thing(NamedTuple):
    """Something on the table that can be named; `number` is its place in the list (0: not in it)."""

    choice: int
    number: int
    kind: str
    key: str
    label: str
    place: str = ""
    status: str = ""  # what a counter has done this turn, in a word

    def __str__(self) -> str:
        where = (
            f" in {self.place}" if self.place and normalise(self.place) not in normalise(self.label) else ""
        )
        return f"{self.label}{where} ({self.status})" if self.status else f"{self.label}{where}"


def _named(words: list[str], name: list[str]) -> bool:
    """Check whether each word begins another word of the name."""
    free = name[:]
    # Longer words first: "german g" must not let the g take away "german".
    for word in sorted(words, key=len, reverse=True):
        for candidate in free:
            if candidate.startswith(word):
                free.remove(candidate)
                break
        else:
            return False
    return True


def begins(name: str, typed: str) -> bool:
    """Check whether each typed word begins another word of a name."""
    return _named(split(normalise(typed)), normalise(name).split())


def whole(thing: Thing, typed: list[str]) -> bool:
    """Check whether words are the whole name of a thing, with or without its place, or its key."""
    parts = split(normalise(" ".join(typed)))
    return " ".join(typed).casefold() in (thing.key, thing.key.partition(":")[2]) or parts in (
        split(normalise(str(thing))),
        split(normalise(thing.label)),
    )


def find(things: list[Thing], words: list[str]) -> list[Thing]:
    """Return the things that these words may mean: all that match in the closest way in which any matches.

    From close to far: the key, the whole name, its beginning, beginnings of its words, a part of it. A word
    such as `area:min` searches only one kind.
    """
    typed = " ".join(words).casefold().strip()
    # A key may go without its kind, but not without its underscores: "german infantry" is not a key.
    by_key = [thing for thing in things if typed in (thing.key, thing.key.partition(":")[2])]
    if by_key:
        return by_key
    kind, colon, rest = typed.partition(":")
    if colon and any(thing.kind == kind for thing in things):
        return find([thing for thing in things if thing.kind == kind], [rest]) if rest else []
    wanted = normalise(typed)
    if not wanted:
        return []
    parts = split(wanted)
    ways: tuple[list[Thing], ...] = ([], [], [], [])
    for thing in things:
        name = normalise(thing.key.partition(":")[2])
        label = normalise(thing.label)
        full = normalise(f"{thing.label} {thing.place} {thing.status}")
        if parts == split(normalise(str(thing))):
            ways[0].append(thing)
        elif label.startswith(wanted):
            ways[1].append(thing)
        elif _named(parts, full.split()) or _named(parts, name.split()):
            ways[2].append(thing)
        elif wanted in full or wanted in name:
            ways[3].append(thing)
    return next((way for way in ways if way), [])


def take(things: list[Thing], words: list[str]) -> tuple[list[Thing], int]:
    """Return what the first words mean, and how many words that uses.

    The longest run of words that means one thing is taken; otherwise the longest that means anything.
    """
    unclear: tuple[list[Thing], int] = ([], 0)
    for count in range(len(words), 0, -1):
        found = find(things, words[:count])
        if len(found) == 1:
            return found, count
        if found and not unclear[1]:
            unclear = found, count
    return unclear
