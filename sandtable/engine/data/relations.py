"""Relations between the entries of a pack: declared beside the fields they are about, checked by one routine.

A field of a schema is annotated with marks:

    AreaId = Annotated[Id, Refers("area", "the id of an area")]

    class Link(Plain, frozen=True, kw_only=True):
        a: AreaId
        b: Annotated[AreaId, Has(lambda here, there: here.a != here.b, "another area than a")]

What a mark cannot say is a function of the game, which is called for every entry of a struct:

    def check_area(b: Book, a: Area) -> None:
        b.need(a.capital == (a.stars == 3), "capital", "true with 3 stars, and only there")

`check_relations` checks the marks of all files first, then these functions in their order. The first fault is
refused with one sentence: file, entry and field, what was found and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Struct, to_builtins

from sandtable.engine.data.pack import PackError, entry_and_field, entry_error, shown

# ---------------------------------------------------------------- marks of fields


class Names(NamedTuple):
    """The field is the name of its entry, which no other entry of this kind has."""

    kind: str


class Unique(NamedTuple):
    """No other entry of the list has this value."""


class Refers(NamedTuple):
    """The field names an entry of a kind, or of one of several kinds; `empty`: or nothing."""

    kinds: str
    words: str = ""
    empty: bool = False


class Has(NamedTuple):
    """What must hold of the entry here and the entry that it names; words may use {here.x} and {there.y}."""

    test: Callable[[Any, Any], bool]
    words: str


class Counts(NamedTuple):
    """The field numbers the entries of its list: 1, 2, 3 …"""


class Once(NamedTuple):
    """The list has no value twice; with `by`, no value of that field of its entries."""

    by: str = ""


class Each(NamedTuple):
    """The list has every name of a kind, or each of some values, with `by` in that field of its entries."""

    kind: str = ""
    values: tuple[str, ...] = ()
    by: str = ""
    words: str = ""


MARKS: Final = (Names, Unique, Refers, Has, Counts, Once, Each)

# ---------------------------------------------------------------- what a game adds


class Subset(NamedTuple):
    """A kind made of some entries of another one, such as the powers that players run."""

    kind: str
    of: str
    test: Callable[[Any], bool]


class Place(NamedTuple):
    """Where a value stands: its file, the content of that file, and the way to it."""

    file: str
    content: Any
    way: tuple[str | int, ...]

    def fail(self, found: str, expected: str, *further: str | int) -> PackError:
        """Return the refusal of the value here, or of one further on."""
        way = (*self.way, *further)
        # A field such as `else_` has another name in files.
        names = [part.rstrip("_") if isinstance(part, str) else part for part in way]
        entry, field = entry_and_field(to_builtins(self.content), names)
        if " of " in entry and "(" not in entry:
            entry += label(self.content, way)
        return entry_error(self.file, entry, field, found, expected)

    def at(self, part: str | int) -> Place:
        """Return the place one step further on."""
        return Place(self.file, self.content, (*self.way, part))


Check = tuple[type, Callable[[Any, Any], None]]  # a struct, and what is asked of each of its entries


class Book:
    """What the names of a pack stand for, and where its entries are."""

    def __init__(self, pack: Any, subsets: Sequence[Subset] = ()) -> None:
        self.pack = pack
        self.here = Place("", pack, ())  # the entry that is being checked
        self._kinds: dict[str, dict[str, Any]] = {}
        self._entries: dict[type, list[tuple[Place, Any]]] = {}
        self._marked: list[tuple[tuple[Any, ...], Any, Any, Place]] = []  # marks, value, entry, place
        for name in pack.__struct_fields__:
            content = getattr(pack, name)
            if isinstance(content, tuple):
                for part in content:
                    self._enter(part, Place(f"{name}/{part.id}.toml", part, ()))
            else:
                self._enter(content, Place(f"{name}.toml", content, ()))
        for subset in subsets:
            whole = self.of(subset.of)
            self._kinds[subset.kind] = {name: x for name, x in whole.items() if subset.test(x)}

    def of(self, kind: str) -> dict[str, Any]:
        """Return the entries of a kind by their names."""
        return self._kinds.get(kind, {})

    def entries(self, struct: type) -> list[tuple[Place, Any]]:
        """Return all entries of a struct, or of what extends it, with their places."""
        return self._entries.get(struct, [])

    def go(self, entry: Any) -> None:
        """Ask about another entry."""
        self.here = next(place for place, other in self.entries(type(entry)) if other is entry)

    def need(self, right: bool, field: str, expected: str, found: object = None) -> None:
        """Refuse the pack unless a field here is right; `found` where that is not the value of the field."""
        if not right:
            way = field.split(".")
            value = value_of(self.here, way) if found is None else found
            raise self.here.fail(shown(value), expected, *way)

    def need_words(self, right: bool, field: str, found: str, expected: str) -> None:
        """Refuse the same where what was found is said in words: nothing, a repetition, 3 entries."""
        if not right:
            raise self.here.fail(found, expected, *field.split("."))

    # --- reading the marks

    def _enter(self, entry: Any, place: Place) -> None:
        """Remember an entry and go through its fields."""
        for cls in type(entry).__mro__:
            if cls is not Struct and issubclass(cls, Struct):
                self._entries.setdefault(cls, []).append((place, entry))
        for name, node in plan_of(type(entry)):
            self._follow(getattr(entry, name), node, entry, place.at(name))

    def _follow(self, value: Any, node: Node, entry: Any, place: Place) -> None:
        """Remember the marks of a value and go on to what is inside."""
        for mark in node.marks:
            if isinstance(mark, Names):
                names = self._kinds.setdefault(mark.kind, {})
                if value in names:
                    raise place.fail(shown(value), f"{article(str(place.way[-1]))} that no other entry has")
                names[value] = entry
        if isinstance(value, Struct):
            self._enter(value, place)
        elif isinstance(value, tuple):
            if node.inner is not None:
                for i, item in enumerate(value):
                    self._follow(item, node.inner, entry, place.at(i))
        elif isinstance(value, dict):
            for key, item in value.items():
                if node.key is not None:
                    self._follow(key, node.key, entry, place.at(key))
                if node.inner is not None:
                    self._follow(item, node.inner, entry, place.at(key))
        if node.marks:  # what is inside a list is asked before the list
            self._marked.append((node.marks, value, entry, place))

    # --- checking

    def check_marks(self) -> None:
        """Raise `PackError` for the first mark that does not hold."""
        seen: dict[tuple[str, tuple[str | int, ...]], set[Any]] = {}
        for marks, value, entry, place in self._marked:
            there: Any = None
            for mark in marks:
                if isinstance(mark, Refers):
                    there = self._check_reference(mark, value, place)
                elif isinstance(mark, Has):
                    if value != "" and not mark.test(entry, there):
                        raise place.fail(shown(value), mark.words.format(here=entry, there=there))
                elif isinstance(mark, Unique):
                    values = seen.setdefault((place.file, (*place.way[:-2], place.way[-1])), set())
                    if value in values:
                        raise place.fail(
                            shown(value), f"{article(str(place.way[-1]))} that no other entry has"
                        )
                    values.add(value)
                elif isinstance(mark, Counts):
                    number = place.way[-2]
                    if isinstance(number, int) and value != number + 1:
                        raise place.fail(shown(value), f"{number + 1}, the next")
                elif isinstance(mark, Once):
                    found = names_in(value, mark.by)
                    if len(set(found)) < len(found):
                        raise place.fail("a repetition", "each once")
                elif isinstance(mark, Each):
                    self._check_each(mark, value, place)

    def _check_reference(self, mark: Refers, value: Any, place: Place) -> Any:
        """Return the entry that a value names."""
        for kind in mark.kinds.split():
            if value in self.of(kind):
                return self.of(kind)[value]
        if not (mark.empty and value == ""):
            raise place.fail(shown(value), mark.words or words_of(mark))
        return None

    def _check_each(self, mark: Each, value: Any, place: Place) -> None:
        found = names_in(value, mark.by)
        for name in mark.values or self.of(mark.kind):
            if name not in found:
                raise place.fail(f"nothing for {name}", mark.words or f"each {mark.kind or 'of them'}")


def check_relations(pack: Any, checks: Sequence[Check] = (), subsets: Sequence[Subset] = ()) -> Book:
    """Raise `PackError` for the first relation that does not hold; return what the names stand for."""
    book = Book(pack, subsets)
    book.check_marks()
    for struct, check in checks:
        for place, entry in book.entries(struct):
            book.here = place
            check(book, entry)
    return book


# ---------------------------------------------------------------- what a schema declares


class Node(NamedTuple):
    """What is declared of a value: its marks, and what is declared of the items and keys inside."""

    marks: tuple[Any, ...]
    inner: Node | None
    key: Node | None


_plans: Final[dict[type, list[tuple[str, Node]]]] = {}


def plan_of(struct: type) -> list[tuple[str, Node]]:
    """Return the fields of a struct in which there is something to check."""
    found = _plans.get(struct)
    if found is None:
        hints = get_type_hints(struct, include_extras=True)
        nodes = [(name, node_of(hints[name])) for name in struct.__struct_fields__]  # type: ignore[attr-defined]
        found = [(name, node) for name, node in nodes if node is not None]
        _plans[struct] = found
    return found


def node_of(hint: Any) -> Node | None:
    """Return what an annotation declares; None where it leaves nothing to check."""
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        marks = tuple([mark for mark in hint.__metadata__ if isinstance(mark, MARKS)])
        hint = hint.__origin__
    inner = key = None
    holds = isinstance(hint, type) and issubclass(hint, Struct)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        inner = node_of(arguments[0])
    elif origin is dict:
        key, inner = node_of(arguments[0]), node_of(arguments[1])
    elif origin is not None and any(node_of(argument) is not None for argument in arguments):
        holds = True  # one of several structs
    if marks or inner is not None or key is not None or holds:
        return Node(marks, inner, key)
    return None


def names_in(items: Any, field: str) -> list[Any]:
    """Return the items of a list, or that field of each."""
    return [getattr(item, field) if field else item for item in items]


def words_of(mark: Refers) -> str:
    """Return what a reference must be: the id of an area."""
    return "the id of " + " or ".join([article(kind) for kind in mark.kinds.split()])


def label(value: Any, way: tuple[str | int, ...]) -> str:
    """Return in brackets what the last entry on a way refers to, so that nobody has to count."""
    entry = value
    for part in way:
        value = value[part] if isinstance(part, int) or isinstance(value, dict) else getattr(value, part)
        entry = value if isinstance(part, int) and isinstance(value, Struct) else entry
    named = [name for name, node in plan_of(type(entry)) if any(isinstance(x, Refers) for x in node.marks)]
    values = [getattr(entry, name) for name in named]
    names = [value for value in values if isinstance(value, str) and value]
    return f" ({', '.join(names)})" if names else ""


def article(noun: str) -> str:
    """Return a noun with its indefinite article."""
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun.replace('_', ' ')}"


def value_of(place: Place, way: list[str]) -> Any:
    """Return the value at the end of a way from a place."""
    value = place.content
    for part in [*place.way, *way]:
        if isinstance(part, int) or isinstance(value, dict):
            value = value[part]
        else:
            value = getattr(value, part)
    return value
