"""Relations between the entries of a pack: each mark, and the functions of a game."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct, convert

from sandtable.engine.data.pack import PackError, files_of
from sandtable.engine.data.relations import (
    Book,
    Check,
    Counts,
    Each,
    Has,
    Names,
    Once,
    Refers,
    Subset,
    Unique,
    check_relations,
)

SUBSETS = (Subset("port", "area", lambda a: a.coast),)
AreaId = Annotated[str, Refers("area")]


class Area(Struct, kw_only=True):
    id: Annotated[str, Names("area")]
    name: Annotated[str, Unique()]
    number: Annotated[int, Counts()]
    coast: bool = False


class Link(Struct, kw_only=True):
    a: AreaId
    b: Annotated[AreaId, Has(lambda here, there: there.number > 1, "one behind {here.a}, not {there.name}")]


class Land(Struct, tag="land"):
    area: AreaId


class Sea(Struct, tag="sea"):
    port: Annotated[str, Refers("port", "the id of a port")]


class AreasFile(Struct, kw_only=True):
    areas: tuple[Area, ...]
    links: tuple[Link, ...] = ()
    base: Annotated[str, Refers("area", empty=True)] = ""
    either: Annotated[str, Refers("area side", empty=True)] = ""
    ports: Annotated[tuple[Annotated[str, Refers("port")], ...], Once(), Each("port")] = ("a",)
    seasons: Annotated[tuple[str, ...], Each(values=("dry", "wet"))] = ("dry", "wet")
    ways: tuple[Land | Sea, ...] = ()
    stock: dict[AreaId, int] = {}


class ScenarioFile(Struct, kw_only=True):
    id: str
    owners: Annotated[dict[str, AreaId], Each("side", words="each side")]


class Pack(Struct, kw_only=True):
    areas: AreasFile
    sides: "SidesFile"
    scenarios: tuple[ScenarioFile, ...]


class Side(Struct):
    id: Annotated[str, Names("side")]


class SidesFile(Struct):
    sides: tuple[Side, ...]
    kind: Literal["two"] = "two"


GOOD: dict[str, Any] = {
    "areas": {
        "areas": [
            {"id": "a", "name": "A", "number": 1, "coast": True},
            {"id": "b", "name": "B", "number": 2},
        ],
        "links": [{"a": "a", "b": "b"}],
    },
    "sides": {"sides": [{"id": "red"}]},
    "scenarios": [{"id": "first", "owners": {"red": "a"}}],
}


def pack_with(change: Callable[[dict[str, Any]], object] = lambda data: None) -> Pack:
    """Return the good pack with a change."""
    data = convert(GOOD, dict[str, Any])
    data["areas"] = {k: [dict(row) for row in v] for k, v in data["areas"].items()}
    data["scenarios"] = [dict(data["scenarios"][0])]
    change(data)
    return convert(data, Pack)


def refused(change: Callable[[dict[str, Any]], object], *checks: Check) -> str:
    """Return the sentence with which a change is refused."""
    with pytest.raises(PackError) as caught:
        check_relations(pack_with(change), checks, SUBSETS)
    return str(caught.value)


def test_a_good_pack_gives_a_book_of_its_names() -> None:
    pack = pack_with()
    book = check_relations(pack, (), SUBSETS)
    assert list(book.of("area")) == ["a", "b"] and list(book.of("port")) == ["a"]
    assert [area.id for _, area in book.entries(Area)] == ["a", "b"]
    assert book.of("nothing") == {}


def test_the_files_of_a_pack_follow_from_its_fields() -> None:
    assert files_of(Pack) == {
        "areas.toml": AreasFile,
        "sides.toml": SidesFile,
        "scenarios/*.toml": ScenarioFile,
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda d: d["areas"]["areas"][1].update(id="a"),
            'areas.toml: entry "a", field id: found "a", expected an id that no other entry has.',
        ),
        (
            lambda d: d["areas"]["areas"][1].update(name="A"),
            'areas.toml: entry "b", field name: found "A", expected a name that no other entry has.',
        ),
        (
            lambda d: d["areas"]["areas"][1].update(number=3),
            'areas.toml: entry "b", field number: found 3, expected 2, the next.',
        ),
        (
            lambda d: d["areas"]["links"][0].update(a="x"),
            'areas.toml: entry 1 of links (x–b), field a: found "x", expected the id of an area.',
        ),
        (
            lambda d: d["areas"]["links"][0].update(a="b", b="a"),
            'areas.toml: entry 1 of links (b–a), field b: found "a", expected one behind b, not A.',
        ),
        (
            lambda d: d["areas"].update(base="x"),
            'areas.toml: field base: found "x", expected the id of an area.',
        ),
        (
            lambda d: d["areas"].update(either="x"),
            'areas.toml: field either: found "x", expected the id of an area or a side.',
        ),
        (
            lambda d: d["areas"].update(ports=["a", "a"]),
            "areas.toml: field ports: found a repetition, expected each once.",
        ),
        (
            lambda d: d["areas"].update(ports=[]),
            "areas.toml: field ports: found nothing for a, expected each port.",
        ),
        (
            lambda d: d["areas"].update(ports=["b"]),
            'areas.toml: field ports, item 1: found "b", expected the id of a port.',
        ),
        (
            lambda d: d["areas"].update(seasons=["dry"]),
            "areas.toml: field seasons: found nothing for wet, expected each of them.",
        ),
        (
            lambda d: d["areas"].update(ways=[{"type": "land", "area": "a"}, {"type": "sea", "port": "b"}]),
            'areas.toml: entry 2 of ways (b), field port: found "b", expected the id of a port.',
        ),
        (
            lambda d: d["areas"].update(stock={"x": 1}),
            'areas.toml: field stock.x: found "x", expected the id of an area.',
        ),
        (
            lambda d: d["scenarios"][0].update(owners={}),
            "scenarios/first.toml: field owners: found nothing for red, expected each side.",
        ),
        (
            lambda d: d["scenarios"][0].update(owners={"red": "x"}),
            'scenarios/first.toml: field owners.red: found "x", expected the id of an area.',
        ),
    ],
)
def test_each_mark_refuses_with_a_sentence(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    assert refused(change) == sentence


def test_an_empty_reference_is_right_where_it_is_allowed() -> None:
    check_relations(pack_with(lambda d: d["areas"].update(base="", either="red")), (), SUBSETS)


def check_link(b: Book, x: Link) -> None:
    b.need(x.a == "a", "a", "the first area")


def check_areas(b: Book, file: AreasFile) -> None:
    b.need(len(file.areas) == 2, "areas", "two areas")
    b.need_words("b" in b.of("area"), "areas", "no b", "area b")
    for area in file.areas:
        b.go(area)
        b.need(area.number < 2 or area.coast, "coast", "true behind the first")
    b.go(file)
    b.need(False, "base", "something else", "here")


def test_functions_are_asked_in_their_order_for_every_entry() -> None:
    two = lambda d: d["areas"]["links"].append({"a": "b", "b": "b"})  # noqa: E731
    assert refused(two, (Link, check_link)) == (
        'areas.toml: entry 2 of links (b–b), field a: found "b", expected the first area.'
    )
    assert refused(lambda d: None, (AreasFile, check_areas)) == (
        'areas.toml: entry "b", field coast: found false, expected true behind the first.'
    )
    coasts = lambda d: d["areas"]["areas"][1].update(coast=True) or d["areas"].update(ports=["a", "b"])  # noqa: E731
    assert refused(coasts, (AreasFile, check_areas)) == (
        'areas.toml: field base: found "here", expected something else.'
    )


def test_marks_come_before_functions() -> None:
    bad = lambda d: d["areas"]["links"].append({"a": "b", "b": "x"})  # noqa: E731
    assert 'field b: found "x"' in refused(bad, (Link, check_link))
