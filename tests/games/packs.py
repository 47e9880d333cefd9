"""Packs and facts with something wrong in them, for the tests of every game's data."""

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec import Struct, convert, structs

from sandtable.engine.data.facts import Comparison, Table, like, same, statement
from sandtable.engine.data.pack import PackError, matches

P = TypeVar("P", bound=Struct)
Change = tuple[str, str, str]  # a file, a text in it, what takes its place


def changed_pack(data: Path, files: dict[str, type[Struct]], pack: P, *changes: Change) -> P:
    """A game's own pack with texts replaced, once each."""
    texts: dict[str, str] = {}
    for file, old, new in changes:
        text = texts.get(file, (data / file).read_text("utf-8"))
        assert old in text, f"{file} has no {old}"
        texts[file] = text.replace(old, new, 1)
    for file, text in texts.items():
        struct = next(files[name] for name in files if matches(file, name))
        content = convert(tomllib.loads(text), struct)
        part, slash, _ = file.removesuffix(".toml").partition("/")
        pack = structs.replace(pack, **{part: (content,) if slash else content})
    return pack


def refusal(check: Any, *given: Any) -> str:
    """The one sentence with which a pack is refused; it begins with the name of a file."""
    with pytest.raises(PackError) as caught:
        check(*given)
    text = str(caught.value)
    assert "\n" not in text and text.endswith(".") and text.partition(":")[0].endswith(".toml")
    return text


# --- the facts themselves


def leaves(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values stated below a table."""
    if not isinstance(value, dict):
        return [way]
    return [leaf for key, inner in value.items() if key != "rule" for leaf in leaves(inner, (*way, key))]


def other(value: Any) -> Any:
    """A value that differs."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 100
    return f"{value}x" if isinstance(value, str) else [*value, "another"]


def stated_values(facts: Table) -> list[tuple[Table, tuple[Any, ...]]]:
    """Every value of facts.toml that a list or table of a file must have, with the fact it belongs to."""
    found: list[tuple[Table, tuple[Any, ...]]] = []
    for fact in facts["facts"]:
        for part in ("fields", "entries", "others"):
            found += [(fact, (part, *way)) for way in leaves(fact.get(part, {}))]
        for number, row in enumerate(fact.get("rows", [])):
            found += [(fact, ("rows", number, *way)) for way in leaves(row)]
    return found


def check_every_value_is_compared(checker: Comparison, facts: Table) -> int:
    """Check that a checker finds every stated value once it differs; return how many there are."""
    values = stated_values(facts)
    for fact, way in values:
        wrong = deepcopy(fact)
        place: Any = wrong
        for part in way[:-1]:
            place = place[part]
        place[way[-1]] = other(place[way[-1]])
        checker.sentences = []
        checker.check_fact(wrong)
        assert checker.sentences, (fact["at"], way)
    return len(values)


def value_at(checker: Comparison, fact: Table) -> Any:
    """Return the list or table that a fact is about."""
    value: Any = checker.files[fact["file"]]
    for part in fact["at"].split("."):
        value = value[part] if part else value
    return value


def check_number_is_compared(checker: Comparison, fact: Table) -> None:
    """Check that a checker finds more or fewer entries than a fact allows."""
    count = len([x for x in value_at(checker, fact) if like(x, fact["where"])])
    for bound in ({"least": count + 1, "most": count + 1}, {"least": 0, "most": count - 1}):
        checker.sentences = []
        checker.check_fact(fact | bound)
        assert len(checker.sentences) == 1 and f"has {count} entries" in checker.sentences[0]


def cited_rules(value: Any) -> list[str]:
    """All rules cited below a table."""
    if isinstance(value, list):
        return [x for item in value for x in cited_rules(item)]
    if isinstance(value, dict):
        own = [value["rule"]] if "rule" in value else []
        return own + [x for item in value.values() for x in cited_rules(item)]
    return []


def spoken_of(checker: Comparison, facts: Table) -> set[int]:
    """The tables of the pack, by identity, about which the facts say something."""
    known: set[int] = set()
    for fact in facts["facts"]:
        value = value_at(checker, fact)
        if isinstance(value, dict):
            known.add(id(value))
            known.update(id(value[key]) for key in fact["fields"])
            continue
        for entry in value:
            named = str(entry.get(fact.get("key", "id"))) in fact.get("entries", {})
            alike = "where" in fact and like(entry, fact["where"])
            if named or alike or any(same(entry, statement(row)) for row in fact.get("rows", [])):
                known.add(id(entry))
    return known


def unspoken(value: Any, known: set[int]) -> list[Any]:
    """Tables that say they come from the rulebook and of which no fact speaks."""
    if isinstance(value, dict):
        own = [value] if value.get("src") == "rulebook" and id(value) not in known else []
        return own + [x for item in value.values() for x in unspoken(item, known)]
    if isinstance(value, (list, tuple)):
        return [x for item in value for x in unspoken(item, known)]
    return []
