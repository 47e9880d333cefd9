"""What a pack says against the rulebook's own statements about its components, which are in facts.toml."""

from __future__ import annotations

from sandtable.engine.data.facts import Comparison, Table, like, read_facts, shown, statement
from sandtable.games.on_to_berlin.components.schema import Pack
from sandtable.games.on_to_berlin.components.tables import Tables


def check_facts(pack: Pack, t: Tables) -> list[str]:
    """Return a sentence for each fact of the rulebook that does not hold in a pack."""
    return Checker(pack).compare(read_facts(__file__))


class Checker(Comparison):
    """One method for each shape of fact that only On To Berlin! has."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.pack = pack
        self.areas = {a.id: a for a in pack.areas.areas}
        self.nations = {n.id: n for n in pack.nations.nations}
        self.units = {u.id: u for u in pack.units.unit_types}

    def check_own(self, facts: Table) -> None:
        self.check_map(facts["map"])
        self.check_counts(facts["counts"])
        self.check_diplomacy(facts["diplomacy"])
        self.check_set_up(facts["set_up"])

    def check_map(self, stated: Table) -> None:
        """Compare borders, Resource Points and the Operational Limit."""
        for pair in stated["borders"]:
            self.check_border(pair)
        for row in stated["points"]:
            area = self.areas.get(row["area"])
            if area is None or area.rp == 0:
                self.say(row["rule"], "areas.toml", f"{row['area']} has no Resource Point", "says it has one")
        south: Table = stated["south"]
        for area in self.pack.areas.areas:
            nation = self.nations.get(area.country)
            if area.kind == "land" and nation is not None and nation.leaning == south["leaning"]:
                if area.north_of_limit and not nation.limit_exempt:
                    text = f'entry "{area.id}", field north_of_limit: found true'
                    self.say(south["rule"], "areas.toml", text, f"puts {nation.name} south of the line")

    def check_counts(self, stated: Table) -> None:
        """Compare the number of counters, of cubes, and of types with an Airstrike Rating."""
        counters: Table = stated["counters"]
        found = sum([u.count for u in self.pack.units.unit_types])
        found += sum([m.count for m in self.pack.units.markers])
        if found != counters["count"]:
            self.say(
                counters["rule"], "units.toml", f"there are {found} counters", f"has {counters['count']}"
            )
        for cubes in stated["cubes"]:
            self.check_cubes(cubes)
        airstrike: Table = stated["airstrike"]
        for unit in self.pack.units.unit_types:
            right: bool = unit.type in airstrike["types"]
            if (unit.airstrike > 0) != right:
                text = f'entry "{unit.id}", field airstrike: found {unit.airstrike}'
                says = "gives a rating to" if right else "gives none to"
                self.say(airstrike["rule"], "units.toml", text, f"{says} {unit.type} units")

    def check_cubes(self, cubes: Table) -> None:
        """There is a cube of its colour for each Land area of a Neutral nation."""
        areas = 0
        for area in self.pack.areas.areas:
            nation = self.nations.get(area.country)
            neutral = nation is not None and nation.leaning == cubes["leaning"]
            areas += area.kind == "land" and neutral
        for part in self.pack.parts.parts:
            if part.kind == "cube" and part.colour == cubes["colour"] and part.count != areas:
                text = f"nations that lean to the {cubes['leaning']} side have {areas} Land areas"
                self.say(cubes["rule"], "areas.toml", text, f"has {part.count} {part.colour} cubes for them")

    def check_diplomacy(self, stated: Table) -> None:
        """Some card of that name offers each of these."""
        name: str = stated["card"]
        offered: list[Table] = []
        for card in self.files["cards.toml"]["cards"]:
            if card["name"] == name:
                offered += [{"owner": card["owner"], **x} for x in card["event"].get("options", [])]
        for given in stated["options"]:
            option = statement(given)
            if not any(like(found, option) for found in offered):
                text = f"no {name} offers {shown(option)}"
                self.say(given["rule"], "cards.toml", text, "has one that does")

    def check_set_up(self, stated: Table) -> None:
        """Compare who controls what at the start, and where units of some nations begin."""
        for scenario in self.pack.scenarios:
            if scenario.id != stated["scenario"]:
                continue
            file = f"scenarios/{scenario.id}.toml"
            for row in scenario.control.rows:
                printed = self.areas[row.area].country
                if row.nation != printed:
                    text = f"control of {row.area}: found {shown(row.nation)}"
                    self.say(stated["control"]["rule"], file, text, f"says {shown(printed)}, as printed")
            for given in stated["deployed"]:
                wanted = statement(given)
                here = [x.unit for x in scenario.units_on_map.rows if x.area == wanted["area"]]
                if not any(self.units[unit].nation == wanted["nation"] for unit in here):
                    text = f"{wanted['area']} has no unit of {wanted['nation']}"
                    self.say(given["rule"], file, text, "deploys one")
