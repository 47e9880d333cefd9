"""What a rulebook states about the components of a game, for the promises about facts."""

import tomllib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, structs

from sandtable.engine.data.facts import Comparison, Table, read_facts
from tests.games.packs import Change, changed_pack

Row = dict[str, Any]
Wrong = Row | Callable[[Row], Row]


class Contradiction(NamedTuple):
    """Texts of files that are replaced, and all that is said about it."""

    changes: tuple[Change, ...]
    says: list[str]


class Spoiled(NamedTuple):
    """A text of a file that is replaced, part of the sentence that refuses the pack, the file it names."""

    change: Change
    says: str
    names: str


def changes_of(row: Row) -> tuple[Change, ...]:
    """Return the texts that a row replaces: one with `file`, `old` and `new`, or several as `changes`."""
    if "file" in row:
        return ((row["file"], row["old"], row["new"]),)
    return tuple([(file, old, new) for file, old, new in row["changes"]])


class Rulebook:
    """The facts of a game and its own pack.

    check     refuses a pack whose references are wrong
    checker   compares a pack with the facts
    values, cited   how many values and rules the facts state at least
    wrong     facts of a shape of their own, by the way to them, with a change that must be noticed
    free      how many entries of a list come from the rulebook without a fact, by the name of the list
    silent    files without facts
    others_speak   a wrong fact may break others, whose rules are named too
    known     tables that facts of their own shape state, besides those that `packs` finds
    """

    def __init__(
        self,
        slug: str,
        folder: Path,
        pack: Any,
        files: Mapping[str, type[Struct]],
        check: Callable[[Any], object],
        checker: Callable[[Any], Comparison],
        values: int,
        cited: int,
        wrong: Sequence[tuple[tuple[str, ...], Wrong]] = (),
        free: Mapping[str, int] | None = None,
        silent: Container[str] = (),
        others_speak: bool = False,
        known: Callable[[Comparison, Table], Iterable[Any]] = lambda checker, facts: (),
    ) -> None:
        module = import_module(f"sandtable.games.{slug}.components.facts")
        assert module.__file__ is not None
        self.data = Path(module.__file__).parents[1] / "data"
        self.facts = read_facts(module.__file__)
        self.pack = pack
        self.files = dict(files)
        self.check = check
        self.checker = checker
        self.values = values
        self.cited = cited
        self.wrong = wrong
        self.free = free or {}
        self.silent = silent
        self.others_speak = others_speak
        self.known = known
        rows = tomllib.loads((folder / "contradictions.toml").read_text("utf-8"))["contradictions"]
        found = [Contradiction(changes_of(row), row["says"]) for row in rows]
        spoiled = folder / "spoiled.toml"
        self.spoiled: dict[str, Spoiled] = {}
        self.damaged: dict[str, Spoiled] = {}  # refused by the shape of the file alone
        for file, table in tomllib.loads(spoiled.read_text("utf-8") if spoiled.exists() else "").items():
            for old, new, says, *named in table.get("rows", ()):
                name = f"{len(self.spoiled)} {file} {says[:50]}"
                self.spoiled[name] = Spoiled((file, old, new), says, named[0] if named else file)
            for old, new, says in table.get("damaged", ()):
                name = f"{len(self.damaged)} {file} {says[:50]}"
                self.damaged[name] = Spoiled((file, old, new), says, file)
        self.contradictions = {f"{n} {' '.join(row.says)[:60]}": row for n, row in enumerate(found)}

    def told(self, *changes: Change) -> list[str]:
        """Return what is said about the game's own pack with texts replaced; its references stay correct."""
        pack = changed_pack(self.data, self.files, self.pack, *changes)
        changed = {scenario.id for scenario in pack.scenarios}
        if changed & {scenario.id for scenario in self.pack.scenarios}:
            kept = [scenario for scenario in self.pack.scenarios if scenario.id not in changed]
            pack = structs.replace(pack, scenarios=(*pack.scenarios, *kept))
        self.check(pack)
        return self.compare(pack)

    def compare(self, pack: Any, facts: Table | None = None) -> list[str]:
        """Return what is said about a pack."""
        return self.checker(pack).compare(facts or self.facts)

    def with_wrong_rows(self, way: tuple[str, ...], wrong: Wrong) -> Iterable[tuple[str, list[str]]]:
        """Yield the rule of each row of a list of facts, and what is said when the row is changed."""
        above = self.facts[way[0]]
        for number, row in enumerate(at(self.facts, way)):
            facts = deepcopy(self.facts)
            at(facts, way)[number].update(wrong(row) if callable(wrong) else wrong)
            rule = row.get("rule") or above.get("rule")
            yield rule, self.compare(self.pack, facts)


def at(facts: Any, way: tuple[str, ...]) -> list[Row]:
    """Return a list of facts."""
    for part in way:
        facts = facts[part]
    rows: list[Row] = facts
    return rows
