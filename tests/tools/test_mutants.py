"""Changes for the tests to notice: where a citation belongs, and what is changed there."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from sandtable.engine.data.ledger import source_folder
from sandtable.games import load_game

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))

import mutants  # noqa: E402

GAME = load_game("downfall")


def changes(text: str) -> list[tuple[str, str, list[str]]]:
    """For each place in a source text: its function, the rules it cites, and what replaces the code."""
    source = mutants.Source("sample.py", dedent(text), GAME)
    found = []
    for place in source.places():
        texts = [f"{edit.condition} -> {edit.text}" for edit in place.edits]
        found.append((place.name, " ".join(place.rules), texts))
    return found


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("if a > 3:  # [8k]\n        return 1", ["a > 3 -> (not (a > 3))"]),
        ("if a > 3:\n        return 1  # [8k]", ["a > 3 -> (not (a > 3))"]),
        ("if a > 3:\n        raise KeyError  # [8k]", ["a > 3 -> (not (a > 3))"]),
        ("if a > 3:\n        pass\n    else:  # [8k]\n        b()", ["a > 3 -> (not (a > 3))"]),
        ("if a:\n        pass\n    elif b:  # [8k]\n        c()", ["b -> (not (b))"]),
        ("# [8k]\n    if a > 3:\n        return 1", ["a > 3 -> (not (a > 3))"]),
        ("return a > 3 and b  # [8k]", ["a > 3 and b -> (not (a > 3 and b))"]),
        ("return (\n        a > 3\n        and b.c()  # [8k]\n    )", ["b.c() -> (not (b.c()))"]),
        ("return [x for x in a if x > 3]  # [8k]", ["x > 3 -> (not (x > 3))"]),
        ("return a + 1  # [8k]", ["a + 1 -> _shifted_(a + 1)"]),
        ("g.points -= 1  # [8k]", ["g.points -= 1 -> pass"]),
        ("g.points[0] = 3  # [8k]", ["g.points[0] = 3 -> pass"]),
        ("b = a.steps()  # [8k]", ["a.steps() -> _shifted_(a.steps())"]),
        ("b = 2 if a.armor else 1  # [8k]", ["a.armor -> (not (a.armor))"]),
        ("ensure(a > 3, 'small')  # [8k]", ["a > 3 -> (not (a > 3))"]),
        ("a.remove(b)  # [8k]", ["a.remove(b) -> pass"]),
        ("for b in a:  # [8k]\n        c(b)", ["a -> ()"]),
        ("while True:  # [8k]\n        c()", []),
    ],
)
def test_what_is_changed_at_a_comment(line: str, change: list[str]) -> None:
    """The condition if there is one, otherwise the value or the statement."""
    assert changes(f"def f(a):\n    {line}\n") == [("f", "8k", change)]


def test_a_function_whose_result_is_a_truth_is_negated() -> None:
    assert changes("def f(a) -> bool:\n    return a.ready()  # [8k]\n") == [
        ("f", "8k", ["a.ready() -> (not (a.ready()))"])
    ]


def test_a_docstring_offers_all_conditions_of_its_function_but_those_of_the_log() -> None:
    text = '''
        class Army:
            def moves(self, a):
                """How far it moves. [8j] [8k]"""
                if a.log is not None:
                    a.log.say("moves")
                if a.armor:
                    return 4
                return 3 if a.full else 2
    '''
    assert changes(text) == [
        ("Army.moves", "8j 8k", ["a.armor -> (not (a.armor))", "a.full -> (not (a.full))"])
    ]


def test_numbers_that_only_tell_things_apart_are_not_changed() -> None:
    assert changes("MOVE = 1  # [8k]\nATTACK = 2\n\nRANGE = 3  # [8j]\n") == [
        ("", "8k", []),
        ("", "8j", ["3 -> _shifted_(3)"]),
    ]


def test_what_is_changed_is_still_python() -> None:
    for source, place in mutants.places_of(GAME, source_folder(GAME))[::6]:
        for edit in place.edits:
            compile(source.changed(edit), place.module, "exec")
            assert source.changed(edit) != source.text


@pytest.mark.parametrize(
    ("value", "other"),
    [(True, False), (3, 4), ("a", "a (changed)"), ([1, 2], [2]), ({1: 2}, {}), ((1,), ()), ({1, 2}, {2})],
)
def test_a_shifted_value_is_of_the_same_kind(value: object, other: object) -> None:
    assert mutants.shifted(value) == other


def test_nothing_cannot_be_shifted() -> None:
    with pytest.raises(AssertionError, match="None was needed here"):
        mutants.shifted(None)


def test_only_so_many_changes_are_tried_evenly_spread() -> None:
    edits = [mutants.Edit(n, n, "", str(n)) for n in range(20)]
    assert [edit.start for edit in mutants.spread(edits, 4)] == [0, 5, 10, 15]
