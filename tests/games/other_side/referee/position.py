"""A position as the referee sees it: the raw lists of a state under the names of the board."""

from collections import Counter
from typing import Any

from tests.games.other_side.referee import atlas

ALIGNMENTS = ("neutral", "occupied", "satellite", "western", "soviet", "disputed")
SIDES = ("", "western", "soviet")
MARKERS = ("", "naval", "isolated")
OFF_MAP = {100: "transit", 101: "pool", 102: "out", 103: "removed"}
SEASONS = ("winter", "winter", "winter", "spring", "spring", "summer", "summer", "summer", "fall", "fall")
CARDS = ("future", "available", "activated", "in_command", "gone")
DECKS = ("deck", "selected", "active", "discarded")
ITALY = ("independence", "intervention", "occupation")
FRANCE = ("third_republic", "vichy", "ffl")
# The fields of a Combat, in the order in which a state packs them.
FIGHT = (
    *("area", "role", "faction", "amphibious", "source", "sector", "card", "directive", "units", "head"),
    *("leading", "more_allied", "allied_hits", "axis_hits", "drawn", "events", "no_special", "no_events"),
    *("no_second", "free_second", "any_terrain", "lose_less", "extra_retreats", "as_reductions", "hits_left"),
    *("retreats", "reductions", "moved", "place", "rerolled", "stage"),
)
COMPLETED = 9
USA_WAR, USSR_WAR = 5, 6


class Fight:
    """The Combat that is being fought."""

    def __init__(self, raw: list[list[int]]) -> None:
        row = dict(zip(FIGHT, raw[0], strict=True))
        self.area: str = atlas.SPACES[row["area"]]
        self.source: str = atlas.SPACES[row["source"]]
        self.place: str = atlas.SPACES[row["place"]]
        self.attacking = row["role"] == 0
        self.faction = SIDES[row["faction"]]
        self.row = row
        self.stage: int = row["stage"]
        self.units = [unit for unit in range(len(atlas.KIND)) if row["units"] >> unit & 1]
        self.head, self.leading = row["head"], row["leading"]
        self.allied, self.axis = [
            [(atlas.COLOUR[d // 8], atlas.FACE[d % 8]) for d in dice] for dice in raw[1:3]
        ]
        self.more_axis = [atlas.COLOUR[colour] for colour in raw[3]]


class Position:
    """What lies on the table."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw: dict[str, Any] = {
            name: value[:] if isinstance(value, list) else value for name, value in raw.items()
        }
        self.align = {s: ALIGNMENTS[raw["align"][n]] for n, s in enumerate(atlas.SPACES)}
        self.axis: dict[str, int] = dict(zip(atlas.AREAS, raw["axis"], strict=True))
        self.ally: dict[str, int] = dict(zip(atlas.AREAS, raw["ally"], strict=True))
        self.side = {a: SIDES[raw["ally_side"][n]] for n, a in enumerate(atlas.AREAS)}
        self.supply = {a: MARKERS[raw["supply"][n]] for n, a in enumerate(atlas.AREAS)}
        self.port = {a: ("", "open", "closed")[raw["port"][n]] for n, a in enumerate(atlas.AREAS)}
        self.landing: dict[str, int] = dict(zip(atlas.AREAS, raw["landing"], strict=True))
        self.place = [OFF_MAP[p] if p >= 100 else atlas.AREAS[p] for p in raw["place"]]
        self.stack: dict[str, list[int]] = {a: [] for a in atlas.AREAS}
        for unit, place in enumerate(self.place):
            if place in self.stack:
                self.stack[place].append(unit)
        self.year = atlas.YEARS[raw["year"]]
        self.season = SEASONS[raw["box"]]
        self.moment = raw["year"] * 10 + raw["box"]
        self.air: dict[str, int] = dict(zip(atlas.TRACKS, raw["air"], strict=True))
        self.heads = {
            a: [h for h in raw["heads"][2 * n : 2 * n + 2] if h >= 0] for n, a in enumerate(atlas.AREAS)
        }
        self.vacant = {a: raw["heads"][2 * n : 2 * n + 2].count(-2) for n, a in enumerate(atlas.AREAS)}
        self.ob: dict[str, int] = dict(zip(atlas.FRONTS, raw["ob"], strict=True))
        self.where = [CARDS[w] for w in raw["where"]]
        self.owner: list[int] = raw["owner"]
        self.italy, self.france = ITALY[raw["italy"]], FRANCE[raw["france"]]
        self.directives = [DECKS[d] for d in raw["directives"]]
        self.country = dict(zip(atlas.COUNTRIES, [ALIGNMENTS[c] for c in raw["country"]], strict=True))
        self.fight = None if raw["fight"] is None else Fight(raw["fight"])

    def flagged(self, name: str, n: int) -> bool:
        """Return whether a bit of a raw set is set."""
        return bool(self.raw[name] >> n & 1)

    def spaces(self, name: str) -> set[str]:
        """Return a raw set of spaces by name."""
        return {s for n, s in enumerate(atlas.SPACES) if self.flagged(name, n)}

    def controlled(self, space: str) -> bool:
        """2.4: the Axis controls what is Occupied or a Satellite's."""
        return self.align[space] in ("occupied", "satellite")

    def german(self, area: str) -> int:
        """Return the number of German Armies in an Area."""
        return sum(atlas.KIND[unit] in atlas.GERMAN for unit in self.stack[area])

    def kinds(self, units: list[int]) -> Counter[str]:
        """Return how many of each kind these Armies are."""
        return Counter(atlas.KIND[unit] for unit in units)

    def on_map(self) -> Counter[str]:
        """Return the Armies on the map by kind."""
        return self.kinds([unit for unit, place in enumerate(self.place) if place in self.stack])

    def whereabouts(self) -> Counter[tuple[str, str]]:
        """Return how many Armies of each kind are in each place, on the map or off it."""
        return Counter(zip((atlas.KIND[unit] for unit in range(len(self.place))), self.place, strict=True))

    def pool(self) -> Counter[str]:
        """Return the Force Pool by kind."""
        return self.kinds([unit for unit, place in enumerate(self.place) if place == "pool"])

    def last_stays(self, area: str) -> bool:
        """4.2: the last Army of an Occupied Area with partisans may not be moved."""
        return len(self.stack[area]) == 1 and self.align[area] == "occupied" and area in atlas.PARTISANS

    def italy_allows(self, unit: int, area: str) -> bool:
        """8.1: how many German Armies may be in Italy's Home Areas, were this Army in that Area."""
        if atlas.KIND[unit] not in atlas.GERMAN or area not in atlas.ITALY or self.italy == "occupation":
            return True
        there = [u for a in atlas.ITALY for u in self.stack[a] if u != unit and atlas.KIND[u] in atlas.GERMAN]
        return len(there) + 1 <= (1 if self.italy == "intervention" else 0)


def holds(p: Position, condition: dict[str, Any]) -> bool:
    """Return whether a condition that a card states holds."""
    ((test, value),) = condition.items()
    match test:
        case "always":
            return True
        case "never":
            return False
        case "all":
            return all(holds(p, part) for part in value)
        case "any":
            return any(holds(p, part) for part in value)
        case "not":
            return not holds(p, value)
        case "area_control":
            at, by = value["area"], value["by"]
            return bool(p.controlled(at) if by == "axis" else p.align[at] == by)
        case "country_is":
            return bool(p.country[value["country"]] == value["is"])
        case "ussr_at_war":
            return bool((p.raw["ussr"] == USSR_WAR) == value)
        case "usa_at_war":
            return bool((p.raw["usa"] == USA_WAR) == value)
        case "sector_axis":
            area, n = atlas.SECTOR[value]
            return bool(n <= p.axis[area])
        case "base_axis":
            return bool(p.controlled(value))
        case "axis_disk_in":
            return bool(p.axis[value] > 0)
        case "western_disk_in":
            return bool(p.side[value] == "western")
        case "soviet_disk_in":
            return bool(p.side[value] == "soviet")
        case "season_in":
            return bool(p.season in value)
        case "year_min":
            return bool(p.year >= value)
        case "italy_status_in":
            return bool(p.italy in value)
        case "france_status_in":
            return bool(p.france in value)
        case "fanaticism_max":
            return bool(p.raw["fanaticism"] <= value)
        case "resources_max":
            return bool(p.raw["resources"] <= value)
        case "landing_on_map":
            return bool(any(p.landing.values()) == value)
        case "black_orchestra_min":
            return bool(sum(seat != 255 for seat in p.raw["orchestra"]) >= value)
        case "project_completed":
            return bool(p.raw["project"][atlas.PROJECTS.index(value)] == COMPLETED)
        case "paratroops_on_track":
            return bool((p.raw["paratroops"] > 0) == value)
    raise KeyError(test)
