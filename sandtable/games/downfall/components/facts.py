"""The comparison of a pack with the rulebook's statements about its components, which are in facts.toml."""

from __future__ import annotations

from sandtable.engine.data.facts import Comparison, Table, read_facts, shown
from sandtable.games.downfall.components.constants import NEUTRAL
from sandtable.games.downfall.components.schema import Pack, ScenarioFile
from sandtable.games.downfall.components.tables import Tables


def check_facts(pack: Pack, t: Tables) -> list[str]:
    """Return a sentence for each fact of the rulebook that does not hold in a pack."""
    return FactChecker(pack, t).compare(read_facts(__file__))


class FactChecker(Comparison):
    """The comparison, with a method for each shape of fact that only Downfall has."""

    def __init__(self, pack: Pack, t: Tables) -> None:
        super().__init__(pack)
        self.pack = pack
        self.t = t

    def check_own(self, facts: Table) -> None:
        self.check_deployment(facts["deployment"])
        self.check_control(facts["deployment"]["scenario"])
        self.check_map(facts["map"])
        self.check_supply_areas()
        self.check_landings(facts["landings"])

    # --- the set-up

    def scenario(self, name: str) -> ScenarioFile | None:
        for scenario in self.pack.scenarios:
            if scenario.id == name:
                return scenario
        return None

    def check_deployment(self, deployment: Table) -> None:
        scenario = self.scenario(deployment["scenario"])
        if scenario is None:
            return
        placed: dict[tuple[str, str, str, str], int] = {}
        for force in scenario.forces:
            for units in force.units:
                place = (force.country, units.area, units.army, str(units.step))
                placed[place] = placed.get(place, 0) + units.count
        file = f"scenarios/{scenario.id}.toml"
        countries: list[str] = []
        for force_stated in deployment["forces"]:
            country: str = force_stated["country"]
            countries.append(country)
            here = {place[1:]: count for place, count in placed.items() if place[0] == country}
            self.check_force(file, force_stated, here)
        for (country, area, army, step), count in placed.items():
            if country not in countries:
                self.say(deployment["rule"], file, f"{area} has {count} {army} {step}", "deploys none")

    def check_force(self, file: str, stated: Table, here: dict[tuple[str, str, str], int]) -> None:
        """Compare the armies of one country, by area, type and step."""
        rule: str = stated["rule"]
        rows: dict[tuple[str, str, str], int] = {}
        for row in stated["armies"]:
            rows[(row["area"], row["army"], row["step"])] = row["count"]
        free: list[str] = stated.get("areas", [])  # here the text leaves open what stands
        for place in list(rows) + [x for x in here if x not in rows]:
            found = here.get(place, 0)
            right = rows.get(place, 0)
            if found != right and not (place not in rows and place[0] in free):
                text = f"{place[0]} has {found or 'no'} {place[1]} {place[2]}"
                self.say(rule, file, text, f"deploys {right or 'none'}")
        for total in stated.get("in_all", []):
            number = 0
            for place, count in here.items():
                if place[1] == total["army"] and place[2] == total["step"]:
                    number += count
            if number != total["count"]:
                text = f"there are {number} {total['army']} {total['step']} in all"
                self.say(rule, file, text, f"deploys {total['count']}")
        for area in free:
            if area not in [place[0] for place in here]:
                self.say(rule, file, f"{area} has no army of {stated['country']}", "deploys one")

    def check_control(self, name: str) -> None:
        """Check that areas begin on the side of their owner, or on none while the owner is not at war."""
        t = self.t
        for start in t.scenarios:
            if start.id != name:
                continue
            for area in range(t.n_areas):
                owner = t.area_country[area]
                right = t.country_side[owner] if start.at_war[owner] else NEUTRAL
                found = start.control[area]
                if found != right:
                    text = f"{t.area_id[area]} begins under control of {t.side_id[found]}"
                    self.say("6a", f"scenarios/{name}.toml", text, f"says {t.side_id[right]}")

    # --- the map

    def check_map(self, stated: Table) -> None:
        t = self.t
        for pair in stated["borders"]:
            self.check_border(pair)
        for pair in stated["shared_seas"]:
            a = t.area_index.get(pair["a"], -1)
            b = t.area_index.get(pair["b"], -1)
            if a < 0 or b < 0 or not t.seas[a] & t.seas[b]:
                text = f"{pair['a']} and {pair['b']} have no sea in common"
                self.say(pair["rule"], "areas.toml", text, "says that they have")

    def check_supply_areas(self) -> None:
        """Check that Major Powers, and only they, have Supply Areas."""
        t = self.t
        for country in range(t.n_countries):
            if t.major[country] and not t.supply_areas[country]:
                text = f"{t.country_id[country]} has no Supply Area"
                self.say("4.2c", "areas.toml", text, "says that Major Powers have some")
            for area in t.supply_areas[country]:
                if not t.major[country]:
                    text = f'entry "{t.area_id[area]}", field supply_area_of: found "{t.country_id[country]}"'
                    self.say("4.2f", "areas.toml", text, "says that only Major Powers have Supply Areas")

    # --- landings

    def check_landings(self, stated: Table) -> None:
        self.check_lines(stated["lines"])
        self.check_places(stated["rule"], stated["places"])
        t = self.t
        handover: Table = stated["handover"]
        west = t.area_index.get(handover["east_of"], -1)
        right = [
            t.area_id[a] for a in range(t.n_areas) if west >= 0 and t.torch_area[a] and t.lon[a] > t.lon[west]
        ]
        found = [t.area_id[a] for a in t.torch_handover]
        if sorted(found) != sorted(right) or not right:
            text = f"field torch.handover: found {shown(found)}"
            self.say(handover["rule"], "tables.toml", text, f"says {shown(right)}")

    def check_lines(self, limits: list[Table]) -> None:
        """Check the limit of each line: the one of an area at its end, else the last one, without an area."""
        named = {limit["area"]: limit for limit in limits if "area" in limit}
        general = limits[-1]
        met: set[str] = set()
        for line in self.pack.landings.landing_lines:
            limit = named.get(line.a, named.get(line.b, general))
            met.add(limit.get("area", ""))
            if line.max_armies != limit["max_armies"]:
                text = f'entry "{line.id}", field max_armies: found {line.max_armies}'
                self.say(limit["rule"], "landings.toml", text, f"says {limit['max_armies']}")
        for area in named:
            if area not in met:
                text = f"no landing line ends in {area}"
                self.say(named[area]["rule"], "landings.toml", text, "says that one does")

    def coasts(self, areas: list[str], territories: list[str], regions: list[str]) -> set[str]:
        """Return the areas named, and all coasts of territories and regions."""
        t = self.t
        found = set(areas)
        for a in t.coasts:
            land = t.territory_id[t.area_territory[a]]
            if land in territories or t.region_id[t.area_region[a]] in regions:
                found.add(t.area_id[a])
        return found

    def check_places(self, rule: str, places: list[Table]) -> None:
        groups = {group.id: group.areas for group in self.pack.landings.groups}
        origins: dict[str, set[str]] = {}
        for landing in self.pack.landings.development_landings:
            origins[landing.to] = set(landing.from_areas)
            for group in landing.from_groups:
                origins[landing.to].update(groups[group])
        known: set[str] = set()
        for place in places:
            ends = self.coasts(place.get("to", []), place.get("to_territories", []), [])
            ends.difference_update(place.get("except", []))
            right = self.coasts(
                place.get("from", []), place.get("from_territories", []), place.get("from_regions", [])
            )
            known |= ends
            for end in sorted(ends):
                if end not in origins:
                    text = f"development_landings has no entry to {end}"
                    self.say(place["rule"], "landings.toml", text, "has one")
                elif origins[end] != right:
                    text = f"armies land in {end} from {shown(sorted(origins[end]))}"
                    self.say(place["rule"], "landings.toml", text, f"says from {shown(sorted(right))}")
        for end in origins:
            if end not in known:
                self.say(rule, "landings.toml", f"development_landings has an entry to {end}", "has none")
