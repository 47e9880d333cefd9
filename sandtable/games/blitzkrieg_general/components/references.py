"""What the schema cannot see: that ids name something that exists and that the files of a pack agree.

`check_references` refuses a pack with one sentence that names file, entry and field, so that `tables` can be
built without a doubt.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from sandtable.engine.data.pack import load_pack as read_pack
from sandtable.games.blitzkrieg_general.components.pack_ids import Names
from sandtable.games.blitzkrieg_general.components.references_cards import CardReferences
from sandtable.games.blitzkrieg_general.components.references_scenario import ScenarioReferences
from sandtable.games.blitzkrieg_general.components.references_tables import TableReferences
from sandtable.games.blitzkrieg_general.components.schema import Pack
from sandtable.games.blitzkrieg_general.components.schema_map import Area, Link, Side

HQS = ("hq", "naval_hq")
MOST_UNITS = 640  # so many counters a position has room for


def load_pack(folder: Path) -> Pack:
    """Read the pack in a folder; raise PackError with one sentence if something in it is wrong."""
    pack = read_pack(folder, Pack)
    check_references(pack)
    return pack


def check_references(pack: Pack) -> None:
    """Raise `PackError` for the first reference that leads nowhere or contradicts another file."""
    checker = Checker(pack)
    tables = TableReferences(pack)
    checker.check_ids()
    tables.check_lists()
    checker.check()
    tables.check()
    CardReferences(pack).check()
    for scenario in pack.scenarios:
        ScenarioReferences(pack, scenario).check()


class Checker(Names):
    """The map, the nations, the counters, the rules and the looks."""

    def check(self) -> None:
        self.check_nations()
        self.check_areas()
        self.check_flags()
        self.check_links()
        self.check_whole_map()
        self.check_units()
        self.check_rules()
        self.check_drawing()

    def check_ids(self) -> None:
        pack = self.pack
        nations = pack.nations
        self.unique("areas.toml", [a.id for a in pack.areas.areas])
        self.unique(
            "seazones.toml", [*[a.id for a in pack.areas.areas], *[z.id for z in pack.seazones.seazones]]
        )
        self.unique("areas.toml", [a.name for a in pack.areas.areas], "name")
        self.unique("seazones.toml", [z.name for z in pack.seazones.seazones], "name")
        whose = [*[m.id for m in nations.majors], *[m.id for m in nations.minors]]
        self.unique("nations.toml", [*whose, *[h.id for h in nations.holders]])
        self.unique("nations.toml", [m.unit_prefix for m in nations.majors], "unit_prefix")
        self.unique("nations.toml", [h.id for h in nations.home_countries])
        self.unique("nations.toml", [h.kind for h in nations.holders], "kind")
        units = pack.units
        counters = [
            *[u.id for u in units.units],
            *[f.id for f in units.flags],
            *[m.id for m in units.markers],
        ]
        self.unique("units.toml", counters)
        self.unique("cards.toml", [c.id for c in pack.cards.cards])
        self.unique("rules.toml", [r.id for r in pack.rules.rules])
        self.unique("scenarios/*.toml", [s.id for s in pack.scenarios])

    # --- nations

    def check_nations(self) -> None:
        file = "nations.toml"
        nations = self.pack.nations
        for h in nations.home_countries:
            self.at_id(file, h.id)
            self.major("major", h.major)
            listed = h.id in self.majors[h.major].home_countries
            self.need(listed, "major", h.major, "a major that lists this home country")
            self.need(h.id not in self.minors, "id", h.id, "an id that no minor has")
        for m in nations.majors:
            self.at_id(file, m.id)
            for home in m.home_countries:
                right = home in self.homes and self.homes[home].major == m.id
                self.need(right, "home_countries", home, "a home country of this major")
        self.at(file)
        for side in get_args(Side):
            bosses = [m.id for m in nations.majors if m.boss and m.side == side]
            self.need_words(len(bosses) == 1, "majors", f"{len(bosses)} bosses of the {side} side", "one")
        kinds = [h.kind for h in nations.holders]
        for kind in ("vichy", "trust", "neutral"):
            self.need_words(kind in kinds, "holders", f"none of the kind {kind}", "one")
        for a, b in nations.cooperation:
            self.major("cooperation", a)
            self.major("cooperation", b)
            self.need(a != b, "cooperation", b, "another major than the first")

    # --- the map

    def check_areas(self) -> None:
        spots: set[tuple[str, float, float]] = set()
        for a in self.pack.areas.areas:
            self.at_id("areas.toml", a.id)
            self.nation("country", a.country)
            self.check_home(a)
            self.check_island(a)
            if a.prod_only:
                self.nation("prod_only", a.prod_only)
            right = a.prod_right <= a.prod_left or a.prod_only != ""
            self.need(right, "prod_right", a.prod_right, f"at most {a.prod_left}, the left number")
            closed = self.minors[a.country].group == "impassable" if a.country in self.minors else False
            self.need(closed == (a.kind == "impassable"), "kind", a.kind, "impassable as its country, or not")
            self.check_spot(spots, a.map, a.lon, a.lat)
        for z in self.pack.seazones.seazones:
            self.at_id("seazones.toml", z.id)
            if z.island:
                right = z.island in self.areas and self.areas[z.island].sea == z.id
                self.need(right, "island", z.island, "the id of an island with this zone")
            else:
                self.need(z.stack_limit == 0, "stack_limit", z.stack_limit, "0 without an island")
            self.check_spot(spots, z.map, z.lon, z.lat)

    def check_flags(self) -> None:
        """Every home country, and every minor, has an area."""
        flown = {a.home for a in self.pack.areas.areas}
        for name in [*self.homes, *self.minors]:
            self.at_id("nations.toml", name)
            self.need(name in flown, "id", name, "the home of some area")

    def check_spot(self, spots: set[tuple[str, float, float]], map: str, lon: float, lat: float) -> None:
        spot = (map, lon, lat)
        self.need(spot not in spots, "lon", lon, "a point with lat where no other space lies")
        spots.add(spot)

    def check_home(self, a: Area) -> None:
        """A flag is that of the area's own country: of a home country of a major, or of the minor."""
        if a.home in self.homes:
            whose = self.homes[a.home].major
            self.need(whose == a.country, "home", a.home, f'a home country of "{a.country}"')
        elif a.home:
            right = a.home in self.minors and a.home == a.country
            self.need(right, "home", a.home, f'"", or a home country of "{a.country}"')

    def check_island(self, a: Area) -> None:
        if a.kind != "island":
            self.need(a.sea == "", "sea", a.sea, '"" for all but an island')
            self.need(not a.pacific_island, "pacific_island", True, "false for all but an island")
            return
        zone = self.zones.get(a.sea)
        if zone is None or zone.island != a.id:
            raise self.fail("sea", a.sea, "the id of a zone with this island")
        self.need(zone.name == a.name, "name", a.name, f'"{zone.name}", the name of its zone')
        self.need(zone.map == a.map, "map", a.map, f'"{zone.map}", the map of its zone')
        right = zone.stack_limit == a.stack_limit
        self.need(right, "stack_limit", a.stack_limit, f"{zone.stack_limit}, that of its zone")

    def check_links(self) -> None:
        file = "links.toml"
        seen: set[frozenset[str]] = set()
        passed: list[str] = []
        gates = {p.id: p for p in self.pack.tables.passages}
        for number, x in enumerate(self.pack.links.links, 1):
            self.at(file, f"entry {number} of links ({x.a}–{x.b})")
            for field, end in (("a", x.a), ("b", x.b)):
                self.need(end in self.areas or end in self.zones, field, end, "the id of an area or sea zone")
            self.need(x.a != x.b, "b", x.b, "another space than a")
            pair = frozenset((x.a, x.b))
            self.need(pair not in seen, "b", x.b, "a pair that is not listed already")
            seen.add(pair)
            self.check_kind(x)
            self.check_border(x)
            if x.passage:
                gate = gates.get(x.passage)
                right = gate is not None and {gate.a, gate.b} == pair
                self.need(right, "passage", x.passage, "the id of a passage between these zones")
                passed.append(x.passage)
        for name in gates:
            self.at_id("tables.toml", name)
            self.need(name in passed, "id", name, "the passage of a link")
        for a in self.pack.areas.areas:
            if a.kind == "island":
                self.at_id("areas.toml", a.id)
                self.need(frozenset((a.id, a.sea)) in seen, "sea", a.sea, "a zone that a link joins to it")

    def check_kind(self, x: Link) -> None:
        ends = ["sea" if end in self.zones else self.areas[end].kind for end in (x.a, x.b)]
        if ends[0] == "sea" or ends[1] != "sea":
            wanted = "sea" if ends == ["sea", "sea"] else "land"
            self.need(ends[0] != "sea" or ends[1] == "sea", "a", x.a, "the area, and b the zone")
        else:
            wanted = "island" if self.areas[x.a].sea == x.b else "coast"
        self.need(x.kind == wanted, "kind", x.kind, f'"{wanted}", which fits {x.a} and {x.b}')
        maps = [(self.zones[end].map if end in self.zones else self.areas[end].map) for end in (x.a, x.b)]
        self.need(
            x.cross_map == (maps[0] != maps[1]), "cross_map", x.cross_map, "true between two maps, else false"
        )

    def check_border(self, x: Link) -> None:
        for field, given in (
            ("river", x.river),
            ("mountain_border", x.mountain_border),
            ("swamp_border", x.swamp_border),
            ("forbidden", x.forbidden),
            ("fortress_side", x.fortress_side != ""),
        ):
            self.need(x.kind == "land" or not given, field, given, "an effect only on a border of two areas")
        self.need(
            (x.border_src != "") == (x.kind == "land"), "border_src", x.border_src, "a source on land only"
        )
        if x.fortress_side:
            right = x.fortress_side in (x.a, x.b) and self.areas[x.fortress_side].fortress
            self.need(right, "fortress_side", x.fortress_side, "an end of this border with a fortress")
        for end in (x.a, x.b):
            if end in self.areas and self.areas[end].kind == "impassable":
                self.need(x.forbidden, "forbidden", x.forbidden, f"true at {end}, which is impassable")

    def check_whole_map(self) -> None:
        """Everything hangs together, by sea alone too; a fortress and a forbidden coast have their border."""
        near: dict[str, list[str]] = {name: [] for name in [*self.areas, *self.zones]}
        fronts: set[str] = set()
        coasts: set[str] = set()
        for x in self.pack.links.links:
            near[x.a].append(x.b)
            near[x.b].append(x.a)
            fronts.add(x.fortress_side)
            if x.kind == "coast":
                coasts.add(x.a)
        for names in (list(near), list(self.zones)):
            reached = self.reached(near, names)
            for name in names:
                if name not in reached:
                    self.at_id("areas.toml" if name in self.areas else "seazones.toml", name)
                    raise self.fail("id", name, f"a space that links join to {names[0]}")
        for a in self.pack.areas.areas:
            self.at_id("areas.toml", a.id)
            self.need(
                a.id in fronts or not a.fortress, "fortress", True, "false without a border it looks to"
            )
            right = a.id in coasts or not a.forbidden_coast
            self.need(right, "forbidden_coast", True, "false without a coast")

    def reached(self, near: dict[str, list[str]], names: list[str]) -> set[str]:
        """What can be reached from the first of some spaces through these alone."""
        allowed = set(names)
        found = {names[0]}
        queue = [names[0]]
        while queue:
            for there in near[queue.pop()]:
                if there in allowed and there not in found:
                    found.add(there)
                    queue.append(there)
        return found

    # --- counters

    def check_units(self) -> None:
        file = "units.toml"
        chart = {str(row.type): row for row in self.pack.tables.production_chart}
        for u in self.pack.units.units:
            self.at_id(file, u.id)
            self.nation("nation", u.nation)
            home = self.homes.get(u.home)
            whose = home.major if home is not None else u.home
            self.need(whose == u.nation, "home", u.home, f'a home country of "{u.nation}"')
            if home is not None and home.letter:
                self.need(u.mark == home.letter, "mark", u.mark, f'"{home.letter}", the letter of its home')
            if u.type in HQS:
                self.need(u.command > 0, "command", u.command, "a rating for an HQ")
                self.need(u.front == u.back == 0, "front", u.front, "0, as the back, for an HQ")
                self.need(u.count == 1, "count", u.count, "1 for an HQ")
            else:
                self.need(u.command == 0, "command", u.command, "0 for all but HQs")
                self.need(u.back < u.front, "back", u.back, f"less than {u.front}, the front")
            right = u.steps == 2 or u.back == 0
            self.need(right, "back", u.back, "0 on a blank back")
            row = chart[str(u.type)]
            cost = row.cost + row.cost_per_strength * u.front
            self.need(u.cost == cost, "cost", u.cost, f"{cost}, as the production chart says")
            right = u.duration == row.duration
            self.need(right, "duration", u.duration, f"{row.duration}, as the chart says")
        self.at(file)
        total = sum([u.count for u in self.pack.units.units])
        self.need_words(total <= MOST_UNITS, "units", f"{total} counters", f"at most {MOST_UNITS}")
        flags = [f.nation for f in self.pack.units.flags]
        for f in self.pack.units.flags:
            self.at_id(file, f.id)
            self.major("nation", f.nation)
            self.need(flags.count(f.nation) == 1, "nation", f.nation, "a nation that no other flag has")
        self.at(file)
        for major in self.majors:
            self.need_words(major in flags, "flags", f"none of {major}", "one of each major")

    # --- rules and looks

    def check_rules(self) -> None:
        known = {r.id for r in self.pack.rules.rules}
        for r in self.pack.rules.rules:
            self.at_id("rules.toml", r.id)
            for other in r.replaced_by.split(","):
                right = other.strip() in known or r.replaced_by == ""
                self.need(right, "replaced_by", other.strip(), "ids of rules")

    def check_drawing(self) -> None:
        file = "drawing.toml"
        drawing = self.pack.drawing
        self.unique(file, [x.side for x in drawing.sides], "side")
        self.unique(file, [x.letter for x in drawing.sides], "letter")
        self.unique(file, [x.nation for x in drawing.nations], "nation")
        self.unique(file, [x.map for x in drawing.maps], "map")
        for look in drawing.nations:
            self.at_id(file, look.nation)
            self.nation("nation", look.nation)
        self.at(file)
        sides = [x.side for x in drawing.sides]
        for side in ("axis", "allies", "neutral", "vichy", "trust"):
            self.need_words(side in sides, "sides", f"no look of {side}", "one of each")
        drawn = [x.nation for x in drawing.nations]
        for nation in [*self.majors, *self.minors]:
            self.need_words(nation in drawn, "nations", f"no look of {nation}", "one of each")
        maps = [x.map for x in drawing.maps]
        for map in ("europe", "pacific"):
            self.need_words(map in maps, "maps", f"no look of {map}", "one of each")
        for x in drawing.maps:
            self.at_id(file, x.map)
            self.need(x.south < x.north, "south", x.south, f"less than {x.north}, the north")
            for land in x.ground:
                right = land.of == "" or land.of in self.areas or land.of in self.zones
                self.need(right, "ground", land.of, 'the id of an area or sea zone, or ""')
