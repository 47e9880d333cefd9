"""What a seat sees of a game that describes no observation: its view, laid out by a few random games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sandtable.engine.observation import CATEGORY, FLAGS, NUMBER, HiddenPart, Observation, Part
from sandtable.engine.rng import Rng

if TYPE_CHECKING:
    from sandtable.engine.game import Game, Setup

GAMES: Final = 4  # random games that show what a view can hold
CHOICES: Final = 3000  # of each, at most
CLOSE: Final = 60  # choices after each of which the views are read; later only every `SPARSE`th time
SPARSE: Final = 25
FEW: Final = 32  # whole numbers that differ by less are categories
VOCABULARY: Final = 100  # more words in one place are sentences for people, which are left out
CENTS: Final = 100  # numbers with a fraction are read to two digits
COPIES: Final = 4  # of one thing in a collection
LARGEST: Final = 1 << 40  # of a number that is read

Scalar = str | int | float | None


class Column(NamedTuple):
    """One scalar of a view, or one collection: a list of scalars whose length varies, such as a hand."""

    part: Part
    words: dict[str, int]  # the number of each word; empty for numbers and truths
    collection: bool
    digits: int  # numbers are multiplied by this


class ViewObservation(Observation[Any]):
    """The view of a game (`Game.view`) as numbers; counters are not counted by place.

    A path in the view, such as `view.areas.lyon.control`, is a part of the observation. What it is follows
    from what random games showed there: a truth is a flag; words and small ranges of whole numbers are
    categories, the first of which stands for nothing and for what the random games did not show; other
    numbers are numbers. A collection has a number for each of its possible members: how often it is there.
    """

    def __init__(self, game: Game, setup: Setup) -> None:
        super().__init__(0, 1, 1)
        self.game = game
        views = sample_views(game, setup)
        self.collections = find_collections(views)
        found: dict[str, list[Scalar]] = {}
        for view in views:
            for path, values in flatten(view, self.collections).items():
                found.setdefault(path, []).extend(values)
        self.columns: dict[str, Column] = {}
        for path, values in found.items():
            column = make_column(path, values, path in self.collections)
            if column is not None:
                self.columns[path] = column

    def public_parts(self, g: Any) -> list[Part]:
        return []

    def hidden_parts(self, g: Any) -> list[HiddenPart]:
        return [
            HiddenPart(column.part, len(column.words) if column.collection else 1)
            for column in self.columns.values()
        ]

    def visible_values(self, g: Any, seat: int) -> list[int]:
        shown = flatten(self.game.view(g, seat), self.collections)
        found: list[int] = []
        for path, column in self.columns.items():
            values = shown.get(path, [])
            if column.collection:
                counts = [0] * len(column.words)
                for value in values:
                    number = column.words.get(word_of(value), -1)
                    if number >= 0:
                        counts[number] += 1
                found += counts
            elif not values:
                found.append(0)
            elif column.words:
                found.append(column.words.get(word_of(values[0]), 0))
            else:
                found.append(number_of(values[0], column.digits))
        return found

    def owner_of_units(self, g: Any) -> bytes:
        return b""

    def kind_of_units(self, g: Any, seat: int) -> bytes:
        return b""


def sample_views(game: Game, setup: Setup) -> list[dict[str, Any]]:
    """Return what all seats see in a few random games, which do not depend on the seed of the set-up."""
    views: list[dict[str, Any]] = []
    for seed in range(GAMES):
        g = game.begin(setup._replace(seed=seed))
        rng = Rng(seed)
        for number in range(CHOICES):
            if number < CLOSE or number % SPARSE == 0:
                views += [game.view(g, seat) for seat in range(setup.players)]
            asked = g.seats()
            if not asked:
                break
            seat = asked[rng.below(len(asked))]
            choices = g.choices(seat)
            g.apply(seat, choices[rng.below(len(choices))])
        views += [game.view(g, seat) for seat in range(setup.players)]
    return views


def find_collections(views: list[dict[str, Any]]) -> set[str]:
    """Return the paths of lists of scalars whose length varies."""
    lengths: dict[str, int] = {}
    varying: set[str] = set()
    nested: set[str] = set()
    for view in views:
        measure("view", view, lengths, varying, nested)
    return varying - nested


def measure(path: str, value: Any, lengths: dict[str, int], varying: set[str], nested: set[str]) -> None:
    """Note the lengths of the lists in a value, which of them vary, and which hold lists or dictionaries."""
    if isinstance(value, dict):
        for key, inner in value.items():
            measure(f"{path}.{key}", inner, lengths, varying, nested)
    elif isinstance(value, (list, tuple)):
        if lengths.setdefault(path, len(value)) != len(value):
            varying.add(path)
        for number, inner in enumerate(value):
            if isinstance(inner, (dict, list, tuple)):
                nested.add(path)
            measure(f"{path}.{number}", inner, lengths, varying, nested)


def flatten(view: dict[str, Any], collections: set[str]) -> dict[str, list[Scalar]]:
    """Return the scalars of a view by their paths; a collection has several, any other path one."""
    found: dict[str, list[Scalar]] = {}
    _flatten("view", view, collections, found)
    return found


def _flatten(path: str, value: Any, collections: set[str], found: dict[str, list[Scalar]]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(f"{path}.{key}", inner, collections, found)
    elif not isinstance(value, (list, tuple)):
        found[path] = [value]
    elif path in collections:
        found[path] = list(value)
    else:
        for number, inner in enumerate(value):
            _flatten(f"{path}.{number}", inner, collections, found)


def make_column(path: str, values: list[Scalar], collection: bool) -> Column | None:
    """Return how a path becomes numbers; None if it holds sentences, or nothing at all."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    if collection:
        members = sorted({word_of(value) for value in known})
        return Column(Part(path, NUMBER, COPIES), {word: i for i, word in enumerate(members)}, True, 1)
    if any([isinstance(value, str) for value in known]):
        words = sorted({word_of(value) for value in known})
        return None if len(words) > VOCABULARY else category(path, words)
    if all([isinstance(value, bool) for value in known]):
        return Column(Part(path, FLAGS, 1), {}, False, 1)
    if any([isinstance(value, float) for value in known]):
        span = max([abs(number_of(value, CENTS)) for value in known])
        return Column(Part(path, NUMBER, max(1, span)), {}, False, CENTS)
    wholes = [number_of(value, 1) for value in known]
    low, high = min(wholes), max(wholes)
    if high - low < FEW:
        return category(path, [str(number) for number in range(low, high + 1)])
    return Column(Part(path, NUMBER, max(abs(low), abs(high))), {}, False, 1)


def category(path: str, words: list[str]) -> Column:
    """Return a column for one of these words; number 0 is for all else."""
    return Column(
        Part(path, CATEGORY, len(words) + 1), {word: i + 1 for i, word in enumerate(words)}, False, 1
    )


def word_of(value: Scalar) -> str:
    """Return the word for a scalar; a truth is written as a number."""
    return str(int(value)) if isinstance(value, bool) else str(value)


def number_of(value: Scalar, digits: int) -> int:
    """Return the whole number that stands for a scalar; 0 for what is not a number."""
    if not isinstance(value, (int, float)):
        return 0
    return max(-LARGEST, min(LARGEST, round(value * digits)))
