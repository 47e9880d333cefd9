"""Comparison of a pack with the rulebook's statements about its components, in facts.toml."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from sandtable.engine.data.facts import Comparison, Table, read_facts, same, shown
from sandtable.games.other_side.components.schema import Pack

HITS: Final = ("hit", "tank")


def check_facts(pack: Pack) -> list[str]:
    """Return a sentence for each fact of the rulebook that does not hold in a pack."""
    return Checker(pack).compare(read_facts(__file__))


class Checker(Comparison):
    """One method for each shape of fact that only this game has."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.pack = pack
        self.near: dict[str, list[str]] = {a.id: [] for a in pack.areas.areas}
        for base in pack.areas.bases:
            self.near[base.id] = []
        for link in pack.links.links:
            if link.kind == "land":
                self.near[link.a].append(link.b)
                self.near[link.b].append(link.a)

    def check_own(self, facts: Table) -> None:
        self.check_map(facts["map"])
        for bound in facts["bounds"]:
            self.check_bounds(bound)
        for total in facts["sums"]:
            self.check_sum(total)
        self.check_effects(facts["effects"])
        self.check_generals(facts["generals"])
        self.check_quality(facts["quality"])

    def value_at(self, stated: Table) -> Any:
        """Return the list or table of a fact; None if there is no such scenario."""
        if stated["file"] not in self.files:
            self.say(stated["rule"], stated["file"], "there is no such scenario", "has one")
            return None
        return self.files[stated["file"]][stated["at"]]

    # --- the map

    def check_map(self, stated: Table) -> None:
        """Compare the lines that the text and its examples mention."""
        file = "links.toml"
        for pair in stated["borders"]:
            self.check_border(pair)
        for row in stated["neighbours"]:
            found = sorted(self.near.get(row["area"], []))
            if found != sorted(row["names"]):
                text = f"{row['area']} is adjacent to {shown(found)}"
                self.say(row["rule"], file, text, f"says {shown(row['names'])}")
        islands = [row["area"] for row in stated["at_sea"]]
        for row in stated["at_sea"]:
            if self.near.get(row["area"], []):
                text = f"a Land Line leads to {row['area']}"
                self.say(row["rule"], file, text, "says that none does")
        reached = self.reached(stated["by_land"]["from"])
        for name in self.near:
            if name not in reached and name not in islands:
                text = f"no Land Lines lead from {stated['by_land']['from']} to {name}"
                self.say(stated["by_land"]["rule"], file, text, "says that they do")

    def reached(self, start: str) -> list[str]:
        """Return all Areas connected with one by Land Lines."""
        found = [start]
        queue = [start]
        while queue:
            for there in self.near.get(queue.pop(), []):
                if there not in found:
                    found.append(there)
                    queue.append(there)
        return found

    # --- numbers

    def check_bounds(self, stated: Table) -> None:
        """Compare values that have a lower or an upper bound."""
        value = self.value_at(stated)
        if value is None:
            return
        field: str = stated.get("field", "")
        values: Table = {}
        if field:
            values = {entry[stated.get("key", "id")]: entry[field] for entry in value}
        else:
            values = value
        for name, least in stated.get("least", {}).items():
            self.check_bound(stated, name, values.get(name, 0), least, True)
        for name, most in stated.get("most", {}).items():
            self.check_bound(stated, name, values.get(name, 0), most, False)

    def check_bound(self, stated: Table, name: str, found: int, bound: int, least: bool) -> None:
        if (found < bound) if least else (found > bound):
            field: str = stated.get("field", "")
            place = f'entry "{name}", field {field}' if field else f"field {stated['at']}.{name}"
            words = f"says {bound} or {'more' if least else 'less'}"
            self.say(stated["rule"], stated["file"], f"{place}: found {found}", words)

    def check_sum(self, stated: Table) -> None:
        """Compare the sum of several values."""
        total = 0
        for part in stated["lists"]:
            total += sum([entry[part["field"]] for entry in self.files[part["file"]][part["at"]]])
        if total != stated["total"]:
            text = f"found {total} {stated['what']} in all"
            self.say(stated["rule"], stated["lists"][0]["file"], text, f"says {stated['total']}")

    # --- cards

    def check_effects(self, stated: Table) -> None:
        """Compare effects that a card has among others, or that some card has."""
        for row in stated["rows"]:
            for card in self.files[row["file"]]["cards"]:
                if card["id"] == row["card"]:
                    if not self.has(card[row["field"]], row["effect"]):
                        text = f'entry "{card["id"]}", field {row["field"]}: found no {shown(row["effect"])}'
                        self.say(row["rule"], row["file"], text, "has it")
                    break
            else:
                self.say(row["rule"], row["file"], f'cards has no entry "{row["card"]}"', "has one")
        for row in stated["somewhere"]:
            if not any([self.has(self.files[file], row["effect"]) for file in row["files"]]):
                self.say(row["rule"], row["files"][0], f"no card has {shown(row['effect'])}", "has one")
        courted = [c.country for c in self.pack.political.cards if c.kind == "diplomacy"]
        for country in self.pack.countries.countries:
            wanted = 1 if country.can_become == "satellite" else 0
            if courted.count(country.id) != wanted:
                text = f"{courted.count(country.id)} cards of diplomacy for {country.id}"
                self.say(stated["diplomacy"]["rule"], "political.toml", text, f"has {wanted}")

    def has(self, value: Any, effect: Table) -> bool:
        """Return whether an effect is anywhere inside a value."""
        if isinstance(value, dict):
            if value.get("op") == effect["op"] and same(value, effect):
                return True
            return any([self.has(inner, effect) for inner in value.values()])
        if isinstance(value, (list, tuple)):
            return any([self.has(inner, effect) for inner in value])
        return False

    # --- Generals

    def check_generals(self, stated: Table) -> None:
        """Compare who works as Head of OB, and who may become a Dissident."""
        file = "generals.toml"
        fronts: Table = stated["ob"]
        for g in self.pack.generals.generals:
            found = [s.front for s in g.special if s.kind == "ob_combat"]
            wanted = [fronts[g.id]] if g.id in fronts else []
            if found != wanted:
                text = f'entry "{g.id}", field special: found {shown(found)} as Head of OB'
                self.say(fronts["rule"], file, text, f"says {shown(wanted)}")
            if g.id in stated["not_dissidents"]["names"] and g.interest_group == "dissidents":
                text = f'entry "{g.id}", field interest_group: found "dissidents"'
                self.say(stated["not_dissidents"]["rule"], file, text, "has another")

    # --- dice

    def check_quality(self, stated: Table) -> None:
        """Compare that better Armies have better dice."""
        file = "dice.toml"
        hits: dict[str, int] = {}
        for die in self.pack.dice.dice:
            hits[die.id] = len([face for face in die.faces if face in HITS])
        order: list[str] = stated["order"]
        for worse, better in pairwise(order):
            if hits[worse] >= hits[better]:
                text = f"{hits[worse]} Hits on {worse} and {hits[better]} on {better}"
                self.say(stated["rule"], file, text, f"says that {better} is better")
        most: int = stated["yellow"]["most"]
        if hits["yellow"] > most:
            text = f"{hits['yellow']} Hits on yellow"
            self.say(stated["yellow"]["rule"], file, text, f"says {most} or less")
