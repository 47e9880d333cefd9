"""The comparison of a pack with the rulebook's statements about its components in facts.toml."""

from __future__ import annotations

from typing import Any, Final

from sandtable.engine.data.facts import Comparison, Table, read_facts, shown
from sandtable.games.blitzkrieg_general.components.schema import Pack

LETTERS: Final = {
    "infantry": "I",
    "armor": "A",
    "aircraft": "F",
    "task_force": "T",
    "submarine": "S",
    "convoy": "C",
    "hq": "H",
    "naval_hq": "H",
}
FAR: Final = 99


def check_facts(pack: Pack) -> list[str]:
    """Return a sentence for each fact of the rulebook that does not hold in a pack."""
    return Checker(pack).compare(read_facts(__file__))


class Checker(Comparison):
    """One method for each shape of fact that only Blitzkrieg General has."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.pack = pack
        self.areas = {a.id: a for a in pack.areas.areas}
        self.units = {u.id: u for u in pack.units.units}
        self.scenarios = {s.id: s for s in pack.scenarios}
        names = [*self.areas, *[z.id for z in pack.seazones.seazones]]
        self.inset = {a.id for a in pack.areas.areas if a.inset}
        self.inset |= {z.id for z in pack.seazones.seazones if z.inset}
        # By kind of way and space: the next spaces and their distance (an island lies in its zone).
        self.near: dict[str, dict[str, dict[str, int]]] = {
            by: {name: {} for name in names} for by in ("land", "sea", "air")
        }
        for link in pack.links.links:
            ends = [self.areas[end].kind for end in (link.a, link.b) if end in self.areas]
            ways = ["air"] if "impassable" not in ends else []
            if link.kind in ("land", "sea") and not link.forbidden:
                ways.append(link.kind)
            for by in ways:
                far = 0 if link.kind == "island" else 1
                self.near[by][link.a][link.b] = self.near[by][link.b][link.a] = far
        majors = [m.id for m in pack.nations.majors]
        for card in self.files["cards.toml"]["cards"]:
            if "all" in card["owners"]:
                card["owners"] = majors

    def check_own(self, facts: Table) -> None:
        for bound in facts["bounds"]:
            self.check_bound(bound)
        for row in facts["weather"]:
            self.check_weather(row)
        for row in facts["sums"]:
            self.check_sum(row)
        self.check_counters(facts["counters"])
        self.check_map(facts["map"])
        for stated in facts["set_up"]:
            self.check_set_up(stated)
        for stated in facts["arrivals"]:
            self.check_arrivals(stated)

    # --- numbers

    def check_bound(self, stated: Table) -> None:
        """Compare a value with its least and most."""
        for entry in self.files[stated["file"]][stated["at"]]:
            if entry[stated["key"]] == stated["entry"]:
                found: int = entry[stated["field"]]
                least: int = stated.get("least", found)
                most: int = stated.get("most", found)
                if not least <= found <= most:
                    text = f'entry "{stated["entry"]}", field {stated["field"]}: found {found}'
                    words = f"{least} or more" if found < least else f"{most} or less"
                    self.say(stated["rule"], stated["file"], text, f"says {words}")
                return
        text = f'{stated["at"]} has no entry "{stated["entry"]}"'
        self.say(stated["rule"], stated["file"], text, "has one")

    def check_weather(self, stated: Table) -> None:
        """Compare the weather that a die brings."""
        for row in self.pack.tables.weather:
            if row.map == stated["map"] and row.quarter == stated["quarter"]:
                found = "good" if stated["die"] in row.good else "bad"
                if found != stated["weather"]:
                    text = f"weather of {row.map}, quarter {row.quarter}, die {stated['die']}: found {found}"
                    self.say(stated["rule"], "tables.toml", text, f"says {stated['weather']}")

    def check_sum(self, stated: Table) -> None:
        """Compare the total production of areas for their owner."""
        total = 0
        for area in self.pack.areas.areas:
            chosen: bool = area.country == stated.get("country") or area.id in stated.get("areas", [])
            total += area.prod_left if chosen else 0
        if total != stated["total"]:
            text = f"{stated['what']}: found {total}"
            self.say(stated["rule"], "areas.toml", text, f"says {stated['total']}")

    def check_counters(self, stated: Table) -> None:
        """Compare the number of counters."""
        units = self.pack.units
        found = sum([u.count for u in units.units]) + sum([f.count for f in units.flags])
        found += sum([m.count for m in units.markers])
        if found != stated["count"]:
            self.say(stated["rule"], "units.toml", f"there are {found} counters", f"has {stated['count']}")

    # --- the map

    def check_map(self, stated: Table) -> None:
        """Compare borders, ways and distances with the text and its examples."""
        for pair in stated["borders"]:
            self.check_border(pair)
        for row in stated["exits"]:
            self.check_exits(row)
        for row in stated["distances"]:
            self.check_distance(row)
        for row in stated["corners"]:
            common = [
                x for x in self.near["land"].get(row["a"], {}) if x in self.near["land"].get(row["b"], {})
            ]
            if len(common) < 2:
                text = f"{row['a']} and {row['b']} have {len(common)} neighbours in common"
                self.say(row["rule"], "links.toml", text, "says that they meet at a corner")
        self.check_arrows(stated["arrows"])
        self.check_gates(stated["gates"])
        for row in stated["not_by_land"]:
            within = {
                a.id for a in self.areas.values() if a.country == row["country"] and a.map == row["map"]
            }
            if self.distance("land", row["start"], row["end"], set(self.areas) - within) < FAR:
                text = (
                    f"land of {row['country']} joins {row['start']} and {row['end']} on the {row['map']} map"
                )
                self.say(row["rule"], "links.toml", text, "says that it does not")

    def check_exits(self, row: Table) -> None:
        """Compare the neighbours of a space over links of one kind, but not over a fortress."""
        found: list[str] = []
        for link in self.pack.links.links:
            if link.kind == row["kind"] and not link.forbidden and link.fortress_side == "":
                if row["space"] in (link.a, link.b):
                    found.append(link.b if link.a == row["space"] else link.a)
        if sorted(found) != sorted(row["names"]):
            text = f"from {row['space']} by {row['kind']} one gets to {shown(sorted(found))}"
            self.say(row["rule"], "links.toml", text, f"says {shown(sorted(row['names']))}")

    def check_distance(self, row: Table) -> None:
        """Compare the distance from space to space."""
        avoid: set[str] = set(row.get("avoid", []))
        stops: list[str] = [row["start"], *([row["through"]] if "through" in row else []), row["end"]]
        found = 0
        for number in range(len(stops) - 1):
            found += self.distance(row["by"], stops[number], stops[number + 1], avoid)
        least: int = row.get("least", found)
        most: int = row.get("most", found)
        if not least <= found <= most:
            way = f" without {shown(sorted(avoid))}" if avoid else ""
            far = str(found) if found < FAR else "no way"
            text = f"from {row['start']} to {row['end']} by {row['by']}{way} it is {far}"
            words = f"{least} or more" if found < least else f"{most} or less"
            self.say(row["rule"], "links.toml", text, f"says {words}")

    def distance(self, by: str, start: str, end: str, avoid: set[str]) -> int:
        """Return the number of spaces from one to another; FAR: there is no way."""
        near = self.near[by]
        if start not in near or end not in near:
            return FAR
        far = {start: 0}
        queue = [start]
        while queue:
            here = queue.pop(0)
            for there, step in near[here].items():
                if there not in avoid and far[here] + step < far.get(there, FAR):
                    far[there] = far[here] + step
                    queue.append(there)
        return far.get(end, FAR)

    def check_arrows(self, stated: Table) -> None:
        """Compare the sea zones that join the maps."""
        links = self.pack.links.links
        found = sorted([sorted([x.a, x.b]) for x in links if x.cross_map and x.kind == "sea"])
        right = sorted([sorted(pair) for pair in stated["by_sea"]])
        if found != right:
            text = f"the seas of the maps meet at {shown(found)}"
            self.say(stated["rule"], "links.toml", text, f"says {shown(right)}")

    def check_gates(self, stated: Table) -> None:
        """Compare the spaces in which the inset and the rest of its map meet."""
        rule: str = stated["rule"]
        found: set[str] = set()
        for link in self.pack.links.links:
            if (link.a in self.inset) != (link.b in self.inset):
                gate = link.a if link.b in self.inset else link.b
                found.add(gate)
        for gate in stated["spaces"]:
            if gate not in found:
                self.say(rule, "links.toml", f"{gate} does not touch the inset", "says that it does")
        for gate in sorted(found):
            if gate not in stated["spaces"]:
                self.say(rule, "links.toml", f"{gate} touches the inset", "says that it does not")

    # --- set-ups

    def stack(self, rows: list[Any]) -> dict[str, int]:
        """Return units as in set-ups: I3 is infantry of strength 3, T2b a task force on its back of 2."""
        found: dict[str, int] = {}
        for row in rows:
            unit = self.units[row.unit]
            name = LETTERS[unit.type]
            if name == "C":
                name += "" if row.face == "front" else "0"
            elif name != "H":
                name += str(unit.front) if row.face == "front" else f"{unit.back}b"
            found[name] = found.get(name, 0) + row.n
        return found

    def same_stack(self, rule: str, file: str, where: str, rows: list[Any], text: str) -> None:
        """Compare units with a list such as `I4 2*I3 H`."""
        wanted: dict[str, int] = {}
        for item in text.split():
            number, star, name = item.partition("*")
            name = name if star else item
            wanted[name] = wanted.get(name, 0) + (int(number) if star else 1)
        found = self.stack(rows)
        if found != wanted:
            listed = " ".join([f"{n}*{x}" if n > 1 else x for x, n in found.items()])
            self.say(rule, file, f"{where}: found {shown(listed)}", f"says {shown(text)}")

    def check_set_up(self, stated: Table) -> None:
        """Compare the units in every space."""
        scenario = self.scenarios.get(stated["scenario"])
        if scenario is None:
            return
        file = f"scenarios/{scenario.id}.toml"
        rows = list(scenario.units if stated["list"] == "units" else scenario.late_setup)
        places: dict[str, str] = stated["places"]
        for place in [*places, *sorted({row.place for row in rows} - set(places))]:
            here = [row for row in rows if row.place == place]
            self.same_stack(stated["rule"], file, f"units in {place}", here, places.get(place, ""))

    def check_arrivals(self, stated: Table) -> None:
        """Compare the units that come and their quarters, and that no others come."""
        scenario = self.scenarios.get(stated["scenario"])
        if scenario is None:
            return
        file = f"scenarios/{scenario.id}.toml"
        listed = {(row["nation"], row["year"], row["quarter"]): row["units"] for row in stated["rows"]}
        coming: dict[tuple[str, int, int], list[Any]] = {key: [] for key in listed}
        for row in scenario.reinforcements:
            key = (self.units[row.unit].nation, row.year, row.quarter)
            coming.setdefault(key, []).append(row)
        for (nation, year, quarter), rows in coming.items():
            where = f"reinforcements of {nation} in {quarter}/{year}"
            self.same_stack(stated["rule"], file, where, rows, listed.get((nation, year, quarter), ""))
