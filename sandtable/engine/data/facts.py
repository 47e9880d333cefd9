"""What a rulebook states about components, as data, and the comparison of a pack with it.

A game keeps such statements in facts.toml beside its code, under `[[facts]]`. Each is about one list or
table of one file: file, at (the way to it), rule.

  fields         the table has these values
  entries        the list has an entry of each name (its field key, "id" if not said) with these values
  rows           the list has an entry with these values, whatever it is called
  only           the list has no other entries; others: all its other entries have these values
  where, fields  every entry that is like where has these values; there are at least least (1) and at most
                 most of them. A list in where: one of these; one value where the entry has a list: it is
                 among them

Of a table only the values given are compared. The order in a list does not matter. false also stands for a
value that is left out. A rule inside an entry or row is its own. Borders are pairs of areas, a and b, with
what links.toml says of them; touch = false: they have none.

What these shapes cannot say, a game's own `Comparison` checks with `check_own`. A pack may differ on purpose
and still be played: a comparison only says where it does.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from msgspec import to_builtins

Table = dict[str, Any]


def read_facts(module: str) -> Table:
    """Return the content of the facts.toml beside a module."""
    return tomllib.loads((Path(module).parent / "facts.toml").read_text(encoding="utf-8"))


# --- values


def same(found: Any, stated: Any) -> bool:
    """Return whether a value of a file is the one stated; lists in any order."""
    if isinstance(stated, list):
        if not isinstance(found, (list, tuple)) or len(found) != len(stated):
            return False
        left = list(stated)
        for item in found:
            fitting = [x for x in left if same(item, x)]
            if not fitting:
                return False
            left.remove(fitting[0])
        return True
    if isinstance(stated, dict):
        return isinstance(found, dict) and all(same(found.get(k), v) for k, v in stated.items())
    if stated is False:
        return found is None or found is False
    return bool(found == stated)


def like(entry: Table, where: Table) -> bool:
    """Return whether an entry is one of those that a fact is about."""
    for field, stated in where.items():
        found = entry.get(field)
        if isinstance(found, (list, tuple)):
            fits = stated in found
        elif isinstance(stated, list):
            fits = found in stated
        else:
            fits = same(found, stated)
        if not fits:
            return False
    return True


def differences(found: Any, stated: Any, field: str) -> list[tuple[str, Any, Any]]:
    """Field, value found and value stated wherever the two differ; tables are opened."""
    if isinstance(stated, dict) and isinstance(found, dict):
        unlike: list[tuple[str, Any, Any]] = []
        for key, value in stated.items():
            unlike += differences(found.get(key), value, f"{field}.{key}" if field else key)
        return unlike
    if same(found, stated):
        return []
    return [(field, found, None if stated is False and not isinstance(found, bool) else stated)]


def shown(value: Any) -> str:
    """Return a value for a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value == "":
        return "nothing"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        parts = [f"({shown(x)})" if isinstance(x, (list, tuple)) else shown(x) for x in value]
        return ", ".join(parts) or "nothing"
    if isinstance(value, dict):
        return " and ".join([f"{key} {shown(x)}" for key, x in value.items()])
    return str(value)


def statement(given: Table) -> Table:
    """Return an entry or row of facts.toml without its rule."""
    return {key: value for key, value in given.items() if key != "rule"}


def bare(entry: Table) -> Table:
    """Return an entry of a file without what says where it comes from."""
    return {key: value for key, value in entry.items() if key not in ("src", "ref", "note")}


def rule_of(given: Table, otherwise: str) -> str:
    """Return the rule an entry or row of facts.toml brings along, or that of the fact around it."""
    rule: str = given.get("rule", otherwise)
    return rule


class Comparison:
    """The files of a pack, one method for each shape of fact, and a sentence for each that does not hold."""

    def __init__(self, pack: object) -> None:
        self.sentences: list[str] = []
        self.files: dict[str, Any] = {}
        content: Table = to_builtins(pack)
        for name, value in content.items():
            if name != "scenarios":
                self.files[f"{name}.toml"] = value
        for scenario in content["scenarios"]:
            self.files[f"scenarios/{scenario['id']}.toml"] = scenario

    def compare(self, facts: Table) -> list[str]:
        """Return a sentence for each fact that does not hold in a pack whose references are right."""
        for fact in facts["facts"]:
            self.check_fact(fact)
        self.check_own(facts)
        return self.sentences

    def check_own(self, facts: Table) -> None:
        """Check the facts whose shapes only one game has."""

    def say(self, rule: str, file: str, found: str, rulebook: str) -> None:
        """Add a sentence: what was found, what the rulebook does instead; the same one only once."""
        sentence = f"[{rule}] {file}: {found}, the rulebook {rulebook}."
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    # --- facts about one list or table

    def check_fact(self, fact: Table) -> None:
        rule: str = fact["rule"]
        file: str = fact["file"]
        if file not in self.files:
            self.say(rule, file, "there is no such scenario", "has one")
            return
        value: Any = self.files[file]
        for part in fact["at"].split("."):
            value = value[part] if part else value
        if "where" in fact:
            self.check_where(fact, value)
        elif "fields" in fact:
            for field, found, stated in differences(value, fact["fields"], fact["at"]):
                self.say(rule, file, f"field {field}: found {shown(found)}", f"says {shown(stated)}")
        else:
            known = self.check_entries(fact, value) + self.check_rows(fact, value)
            self.check_rest(fact, value, known)

    def name(self, fact: Table, number: int, entry: Table) -> str:
        """Return what to call an entry of a list: by its key, else by its place."""
        key: str = fact.get("key", "id")
        if key in entry:
            return f'entry "{entry[key]}"'
        ends = f" ({entry['a']}–{entry['b']})" if "a" in entry and "b" in entry else ""
        return f"entry {number} of {fact['at']}{ends}"

    def check_fields(self, fact: Table, rule: str, number: int, entry: Table, stated: Table) -> None:
        for field, found, right in differences(entry, stated, ""):
            text = f"{self.name(fact, number, entry)}, field {field}: found {shown(found)}"
            self.say(rule, fact["file"], text, f"says {shown(right)}")

    def check_where(self, fact: Table, entries: Any) -> None:
        where: Table = fact["where"]
        count = 0
        for number, entry in enumerate(entries, 1):
            if like(entry, where):
                count += 1
                self.check_fields(fact, fact["rule"], number, entry, fact.get("fields", {}))
        least: int = fact.get("least", 1)
        most: int = fact.get("most", len(entries))
        if not least <= count <= most:
            kind = f" with {shown(where)}" if where else ""
            bound = f"{least} or more" if count < least and most > least else str(most)
            self.say(fact["rule"], fact["file"], f"{fact['at']} has {count} entries{kind}", f"has {bound}")

    def check_entries(self, fact: Table, entries: Any) -> list[int]:
        """Check the entries a fact names; the numbers of those found."""
        known: list[int] = []
        key: str = fact.get("key", "id")
        stated: dict[str, Table] = fact.get("entries", {})
        for name, given in stated.items():
            rule = rule_of(given, fact["rule"])
            missing = True
            for number, entry in enumerate(entries, 1):
                if str(entry[key]) == name:
                    missing = False
                    known.append(number)
                    self.check_fields(fact, rule, number, entry, statement(given))
            if missing:
                self.say(rule, fact["file"], f'{fact["at"]} has no entry "{name}"', "has one")
        return known

    def check_rows(self, fact: Table, entries: Any) -> list[int]:
        """Check the rows a fact wants; the numbers of those found."""
        known: list[int] = []
        for given in fact.get("rows", []):
            row = statement(given)
            found = [number for number, entry in enumerate(entries, 1) if same(entry, row)]
            known += found
            if not found:
                text = f"{fact['at']} has no entry with {shown(row)}"
                self.say(rule_of(given, fact["rule"]), fact["file"], text, "has one")
        return known

    def check_rest(self, fact: Table, entries: Any, known: list[int]) -> None:
        for number, entry in enumerate(entries, 1):
            if number in known:
                continue
            if fact.get("only", False):
                name = (
                    self.name(fact, number, entry)
                    if "entries" in fact
                    else f"an entry with {shown(bare(entry))}"
                )
                self.say(fact["rule"], fact["file"], f"{fact['at']} has {name}", "has none")
            self.check_fields(fact, fact["rule"], number, entry, fact.get("others", {}))

    # --- borders

    def check_border(self, stated: Table) -> None:
        """Compare what is said of the border between two areas, or that there is one."""
        rule: str = stated["rule"]
        ends = (stated["a"], stated["b"])
        touch: bool = stated.get("touch", True)
        for number, link in enumerate(self.files["links.toml"]["links"], 1):
            if (link["a"], link["b"]) == ends or (link["b"], link["a"]) == ends:
                name = f"entry {number} of links ({link['a']}–{link['b']})"
                if not touch:
                    self.say(rule, "links.toml", f"there is {name}", "says that they do not touch")
                for field, right in stated.items():
                    if field not in ("rule", "a", "b", "touch") and link.get(field) != right:
                        text = f"{name}, field {field}: found {shown(link.get(field))}"
                        self.say(rule, "links.toml", text, f"says {shown(right)}")
                return
        if touch:
            self.say(rule, "links.toml", f"{ends[0]} and {ends[1]} have no border", "says that they touch")
