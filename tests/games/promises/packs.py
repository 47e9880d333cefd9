"""Promises about packs: a spoiled one is refused, and one that contradicts the rulebook is reported."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sandtable.engine.data.facts import Table
from sandtable.engine.data.pack import PackError, load_file, load_files, matches
from tests.games.case import Case
from tests.games.packs import (
    changed_pack,
    check_every_value_is_compared,
    check_number_is_compared,
    cited_rules,
    refusal,
    spoken_of,
    unspoken,
)
from tests.games.rulebook import Rulebook


@pytest.fixture
def book(case: Case[Any]) -> Rulebook:
    """Return what the rulebook of the game states."""
    if case.rulebook is None:
        pytest.skip("no facts")
    return case.rulebook


# --- packs whose ids lead nowhere, or whose files disagree


def test_a_spoiled_pack_is_refused_in_one_sentence(book: Rulebook, spoiled: str) -> None:
    change, says, names = book.spoiled[spoiled]
    text = refusal(book.check, changed_pack(book.data, book.files, book.pack, change))
    assert says in text and text.startswith(f"{names}: ")


def test_a_damaged_file_is_refused_in_one_sentence(book: Rulebook, tmp_path: Path, damaged: str) -> None:
    (file, old, new), says, _ = book.damaged[damaged]
    text = (book.data / file).read_text("utf-8")
    assert old in text
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace(old, new, 1), "utf-8")
    struct = next(book.files[name] for name in book.files if matches(file, name))
    told = refusal(load_file, tmp_path, file, struct)
    assert told.startswith(f"{file}: ") and says in told


def test_a_file_too_many_or_too_few_is_refused(book: Rulebook, tmp_path: Path) -> None:
    shutil.copytree(book.data, tmp_path, dirs_exist_ok=True)
    first = next(iter(book.files))
    (tmp_path / "nothing.toml").write_text("", "utf-8")
    with pytest.raises(PackError, match=rf"has a file nothing\.toml; the game knows only {first}"):
        load_files(tmp_path, book.files)
    (tmp_path / "nothing.toml").rename(tmp_path / "nothing.txt")
    (tmp_path / first).unlink()
    with pytest.raises(PackError, match=rf"has no file {first}\."):
        load_files(tmp_path, book.files)


def test_two_scenarios_of_one_id_are_refused(book: Rulebook) -> None:
    first = book.pack.scenarios[0]
    text = refusal(book.check, structs.replace(book.pack, scenarios=(first, first)))
    assert f'field id: found "{first.id}"' in text


# --- packs that contradict the rulebook


def test_the_pack_agrees_with_the_rulebook(case: Case[Any], book: Rulebook) -> None:
    assert book.compare(book.pack) == case.game.facts() == []


def test_a_contradiction_is_reported(book: Rulebook, contradiction: str) -> None:
    changes, says = book.contradictions[contradiction]
    assert book.told(*changes) == says


def test_every_value_stated_is_compared(book: Rulebook) -> None:
    assert check_every_value_is_compared(book.checker(book.pack), book.facts) > book.values


def test_every_number_of_entries_is_compared(book: Rulebook) -> None:
    checker = book.checker(book.pack)
    for fact in book.facts["facts"]:
        if "where" in fact:
            check_number_is_compared(checker, fact)


def test_every_fact_of_a_shape_of_its_own_is_compared(book: Rulebook) -> None:
    for way, wrong in book.wrong:
        for rule, told in book.with_wrong_rows(way, wrong):
            own = [sentence for sentence in told if sentence.startswith(f"[{rule}] ")]
            assert own and (own == told or book.others_speak), (way, rule)


def test_the_facts_cite_rules_of_the_index(case: Case[Any], book: Rulebook) -> None:
    cited = cited_rules(book.facts)
    assert len(cited) > book.cited and set(cited) <= set(case.game.rules)


def test_whatever_comes_from_the_rulebook_is_a_fact(book: Rulebook) -> None:
    checker = book.checker(book.pack)
    known = spoken_of(checker, book.facts) | {id(table) for table in book.known(checker, book.facts)}
    stated: Table = book.facts.get("map", {})
    joined = [*stated.get("borders", []), *stated.get("off_board", [])]
    borders = {frozenset((row["a"], row["b"])) for row in joined}
    for file, content in checker.files.items():
        if file in ("rules.toml", "drawing.toml") or file in book.silent:
            continue
        for name, value in content.items():
            left = [x for x in unspoken(value, known) if frozenset((x.get("a"), x.get("b"))) not in borders]
            assert len(left) == book.free.get(name, 0), (file, name, left)
