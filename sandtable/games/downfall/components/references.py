"""What the schema cannot see: that ids name something that exists and that the files of a pack agree.

`check_references` refuses a pack with one sentence that names file, entry and field, so that `tables` can be
built without a doubt.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.data.pack import load_pack as read_pack
from sandtable.games.downfall.components.references_tables import TableReferences
from sandtable.games.downfall.components.schema import Country, Mission, Pack, ScenarioFile

SIDES = ("axis", "allies", "ussr")


def load_pack(folder: Path) -> Pack:
    """Read the pack in a folder; raise PackError with one sentence if something in it is wrong."""
    pack = read_pack(folder, Pack)
    check_references(pack)
    return pack


def check_references(pack: Pack) -> None:
    """Raise `PackError` for the first reference that leads nowhere or contradicts another file."""
    Checker(pack).check()


class Checker(TableReferences):
    """One method for each file besides tables.toml."""

    def check(self) -> None:
        self.check_ids()
        self.check_countries()
        self.check_areas()
        self.check_links()
        self.check_seas()
        self.check_landings()
        self.check_sides()
        self.check_armies()
        self.check_developments()
        self.check_tracks()
        self.check_actions()
        self.check_numbers()
        self.check_politics()
        self.check_drawing()
        for scenario in self.pack.scenarios:
            self.check_scenario(scenario)

    def check_drawing(self) -> None:
        drawing = self.pack.drawing
        self.at("drawing.toml")
        shown = sorted([x.side for x in drawing.sides])
        every = ["allies", "axis", "neutral", "ussr"]
        self.need_words(shown == every, "sides", ", ".join(shown), "each side once, and neutral")
        for look in drawing.countries:
            self.at_id("drawing.toml", look.country)
            self.country("country", look.country)
        places = {a.id for a in self.pack.areas.areas} | {z.id for z in self.pack.areas.neutral_zones}
        for land in drawing.ground:
            self.at_id("drawing.toml", land.of)
            self.need(land.of == "" or land.of in places, "of", land.of, "the id of an area or neutral zone")

    def check_ids(self) -> None:
        pack = self.pack
        areas = pack.areas
        places = [a.id for a in areas.areas] + [z.id for z in areas.neutral_zones]
        self.unique("areas.toml", places + [b.id for b in areas.boxes])
        self.unique("seas.toml", [x.id for x in pack.seas.seas])
        self.unique("landings.toml", [x.id for x in pack.landings.landing_lines])
        self.unique("landings.toml", [x.id for x in pack.landings.groups])
        self.unique("sides.toml", [x.id for x in pack.sides.sides])
        self.unique("countries.toml", [x.id for x in pack.countries.countries])
        self.unique("countries.toml", [x.id for x in pack.countries.territories])
        self.unique("armies.toml", [x.id for x in pack.armies.army_types])
        missions = [m.id for m in pack.missions.air_missions] + [
            m.id for m in pack.missions.submarine_missions
        ]
        self.unique("missions.toml", missions)
        self.unique("developments.toml", [x.id for x in pack.developments.developments])
        self.unique("developments.toml", [x.id for x in pack.developments.tiles])
        self.unique("markers.toml", [x.id for x in pack.markers.box])
        self.unique("tracks.toml", [x.id for x in pack.tracks.tracks])
        self.unique("rules.toml", [x.id for x in pack.rules.rules])
        tables = pack.tables
        self.unique("tables.toml", [x.id for x in tables.action_types])
        self.unique("tables.toml", [x.side for x in tables.actions_per_turn])
        self.unique("tables.toml", [x.id for x in tables.action_modifiers])
        self.unique("tables.toml", [x.id for x in tables.action_repeats])
        self.unique("tables.toml", [x.id for x in tables.total_war])
        self.unique("tables.toml", [x.id for x in tables.supply_modifiers])
        self.unique("tables.toml", [x.id for x in tables.reinforcement_points])
        self.unique("tables.toml", [x.id for x in tables.operations])
        self.unique("tables.toml", [x.id for x in tables.double_cost])
        self.unique("tables.toml", [x.id for x in tables.factor_changes])
        self.unique("tables.toml", [x.id for x in tables.die_floor])
        self.unique("scenarios/*.toml", [x.id for x in pack.scenarios])

    # --- the map

    def check_areas(self) -> None:
        file = "areas.toml"
        areas = self.pack.areas
        for a in areas.areas:
            self.at_id(file, a.id)
            self.country("country", a.country)
            self.territory("territory", a.territory)
            owner = self.territories[a.territory].owner
            self.need(owner == a.country, "territory", a.territory, f'a territory of "{a.country}"')
            self.need("plain" not in a.terrain or len(a.terrain) == 1, "terrain", "plain", "plain alone")
            self.need_words(
                len(set(a.terrain)) == len(a.terrain), "terrain", "a repetition", "each kind once"
            )
            for sea in a.seas:
                self.need(sea in self.seas, "seas", sea, "the id of a sea zone")
            self.need_words(len(set(a.seas)) == len(a.seas), "seas", "a repetition", "each sea zone once")
            if a.supply_area_of:
                self.need(
                    a.supply_area_of == a.country,
                    "supply_area_of",
                    a.supply_area_of,
                    f'"{a.country}", the owner',
                )
            if a.capital_of:
                self.country("capital_of", a.capital_of)
                capital = self.countries[a.capital_of].capital
                self.need(capital == a.id, "capital_of", a.capital_of, "a country with its capital here")
            for field, stated, source in (
                ("fortress_src", a.fortress, a.fortress_src),
                ("supply_src", a.supply_area_of != "", a.supply_src),
                ("key_src", a.key_area, a.key_src),
                ("capital_src", a.capital_of != "", a.capital_src),
                ("east_src", a.east_of_eastern_line, a.east_src),
            ):
                self.need_words(not stated or source is not None, field, "nothing", "where this comes from")

        used = {a.territory for a in areas.areas}
        for t in self.pack.countries.territories:
            self.at_id("countries.toml", t.id)
            self.need(t.id in used, "id", t.id, "a territory that some area belongs to")
        for c in self.pack.countries.countries:
            self.at_id("countries.toml", c.id)
            here = self.areas[c.capital].capital_of
            self.need(here == c.id, "capital", c.capital, "the area that is its capital_of")

    def check_countries(self) -> None:
        file = "countries.toml"
        for t in self.pack.countries.territories:
            self.at_id(file, t.id)
            self.country("owner", t.owner)
        for c in self.pack.countries.countries:
            self.at_id(file, c.id)
            self.area("capital", c.capital)
            self.lands(c.operate_in.territories, c.operate_in.regions)
            self.check_fate(c)

    def check_fate(self, c: Country) -> None:
        if c.entry.kind == "turn":
            self.turn("entry.turn", c.entry.turn)
        if c.entry.kind == "surrender":
            self.country("entry.country", c.entry.country)
        self.need(
            c.side != "neutral" or c.entry.kind == "never",
            "entry.kind",
            c.entry.kind,
            '"never" for a neutral',
        )
        fate = c.surrender
        if fate.kind in ("enemy_armies", "occupation"):
            self.territory("surrender.territory", fate.territory)
        if fate.kind == "enemy_armies":
            self.need(fate.armies > 0, "surrender.armies", fate.armies, "at least 1")
        if fate.kind == "occupation":
            self.country("surrender.nation", fate.nation)
            self.country("surrender.after", fate.after)
            self.need(fate.areas > 0, "surrender.areas", fate.areas, "at least 1")
        if fate.kind == "all_supply_areas":
            own = [a.id for a in self.pack.areas.areas if a.supply_area_of == c.id]
            self.need(len(own) > 0, "surrender.kind", fate.kind, "a country with Supply Areas")
        if c.partisans is not None:
            self.turn("partisans.from_turn", c.partisans.from_turn)

    def check_links(self) -> None:
        seen: set[tuple[str, str]] = set()
        for number, x in enumerate(self.pack.links.links, 1):
            self.at("links.toml", f"entry {number} of links ({x.a}–{x.b})")
            self.area("a", x.a)
            self.area("b", x.b)
            self.need(x.a != x.b, "b", x.b, "another area than a")
            pair = (min(x.a, x.b), max(x.a, x.b))
            self.need(pair not in seen, "b", x.b, "a border that is not listed already")
            seen.add(pair)
            for field, area in (("river_in", x.river_in), ("line_in", x.line_in)):
                self.need(area in ("", x.a, x.b), field, area, f'"{x.a}" or "{x.b}"')
            for field, stated, name, source in (
                ("river", x.river_in != "", x.river, x.river_src),
                ("line", x.line_in != "", x.line, x.line_src),
                ("range", x.high_mountain, x.range, x.range_src),
            ):
                self.need((name != "") == stated, field, name, "a name" if stated else "no name")
                self.need_words(
                    not stated or source is not None, f"{field}_src", "nothing", "where this comes from"
                )

    def check_seas(self) -> None:
        file = "seas.toml"
        for number, p in enumerate(self.pack.seas.passages, 1):
            self.at(file, f"entry {number} of passages ({p.a}–{p.b})")
            self.need(p.a in self.seas, "a", p.a, "the id of a sea zone")
            self.need(p.b in self.seas and p.b != p.a, "b", p.b, "the id of another sea zone")
            if p.requires_control:
                self.area("requires_control", p.requires_control)
        for number, r in enumerate(self.pack.seas.restrictions, 1):
            self.at(file, f"entry {number} of restrictions")
            self.need(r.sea in self.seas, "sea", r.sea, "the id of a sea zone")
        for number, s in enumerate(self.pack.seas.supply_barred, 1):
            self.at(file, f"entry {number} of supply_barred")
            self.territory("territory", s.territory)

    def check_landings(self) -> None:
        file = "landings.toml"
        for x in self.pack.landings.landing_lines:
            self.at_id(file, x.id)
            self.need(x.sea in self.seas, "sea", x.sea, "the id of a sea zone")
            for field, end in (("a", x.a), ("b", x.b)):
                self.area(field, end)
                self.need(x.sea in self.areas[end].seas, field, end, f'an area on the sea zone "{x.sea}"')
            self.need(x.a != x.b, "b", x.b, "another area than a")
            sea = self.seas[x.sea]
            self.need(
                x.mediterranean == sea.mediterranean,
                "mediterranean",
                x.mediterranean,
                f"what {sea.name} says",
            )
        for g in self.pack.landings.groups:
            self.at_id(file, g.id)
            for area in g.areas:
                self.coast("areas", area)
        seen: set[str] = set()
        for number, place in enumerate(self.pack.landings.development_landings, 1):
            self.at(file, f"entry {number} of development_landings ({place.to})")
            self.coast("to", place.to)
            self.need(place.to not in seen, "to", place.to, "a place that is not listed already")
            seen.add(place.to)
            for group in place.from_groups:
                self.need(group in self.groups, "from_groups", group, "the id of a group")
            for area in place.from_areas:
                self.coast("from_areas", area)
            self.need_words(
                bool(place.from_groups or place.from_areas),
                "from_groups",
                "nothing",
                "a group, or from_areas",
            )
        special = self.pack.landings.limits.with_development.armies_in_year
        if special is not None:
            self.at(file)
            self.year("limits.with_development.armies_in_year.year", special.year)

    # --- sides, counters, calendar

    def check_sides(self) -> None:
        file = "sides.toml"
        sides = {s.id: s for s in self.pack.sides.sides}
        orders = [s.turn_order for s in self.pack.sides.sides]
        for s in self.pack.sides.sides:
            self.at_id(file, s.id)
            self.need(orders.count(s.turn_order) == 1, "turn_order", s.turn_order, "a place of its own")
            for other in s.enemies:
                self.need(s.id in sides[other].enemies, "enemies", other, "a side that is an enemy in return")
            for other in s.partners:
                self.need(
                    s.id in sides[other].partners, "partners", other, "a side that is a partner in return"
                )
                self.need(other not in s.enemies, "partners", other, "a side that is no enemy")
        for number, p in enumerate(self.pack.sides.player_counts, 1):
            self.at(file, f"entry {number} of player_counts")
            self.need(len(p.seats) == p.players, "seats", len(p.seats), f"{p.players} seats")
            seated = sorted([side for seat in p.seats for side in seat])
            self.need_words(seated == sorted(SIDES), "seats", ", ".join(seated), "each side once")

    def check_armies(self) -> None:
        for t in self.pack.armies.army_types:
            self.at_id("armies.toml", t.id)
            self.country("nation", t.nation)
            side = self.countries[t.nation].side
            self.need(t.side == side, "side", t.side, f'"{side}", the side of its nation')
            self.need(t.cf_full >= t.cf_reduced, "cf_reduced", t.cf_reduced, f"at most {t.cf_full}")
            self.need(t.move >= t.move_attack, "move_attack", t.move_attack, f"at most {t.move}")
            if t.needs:
                owners = [x.side for x in self.pack.developments.tiles if x.development == t.needs]
                self.need(t.side in owners, "needs", t.needs, "a development its side has a tile for")
        missions = self.pack.missions
        counters: list[Mission] = [*missions.air_missions, *missions.submarine_missions]
        for m in counters:
            self.at_id("missions.toml", m.id)
            self.country("nation", m.nation)
            side = self.countries[m.nation].side
            self.need(m.side == side, "side", m.side, f'"{side}", the side of its nation')
        for marker, total in (
            ("army", sum(t.count for t in self.pack.armies.army_types)),
            ("air_mission", sum(m.count for m in missions.air_missions)),
            ("submarine_mission", sum(m.count for m in missions.submarine_missions)),
            ("development_tile", len(self.tiles)),
        ):
            self.at_id("markers.toml", marker)
            self.need_words(marker in self.markers, "id", "nothing", "an entry of that id")
            count = self.markers[marker].count
            self.need(count == total, "count", count, f"{total}, as many as there are")

    def check_developments(self) -> None:
        file = "developments.toml"
        owned: set[tuple[str, str]] = set()
        for t in self.pack.developments.tiles:
            self.at_id(file, t.id)
            key = (t.side, t.development)
            self.need(key not in owned, "development", t.development, "one the side has no tile for yet")
            owned.add(key)
            self.year("not_before_year", t.not_before_year)
        for t in self.pack.developments.tiles:
            self.at_id(file, t.id)
            if t.requires:
                self.need(
                    (t.side, t.requires) in owned, "requires", t.requires, "one the side has a tile for"
                )

    def check_tracks(self) -> None:
        seasons = ("winter", "spring", "summer", "autumn")
        turns = self.pack.tracks.turns
        for number, t in enumerate(turns, 1):
            self.at("tracks.toml", f"entry {number} of turns")
            self.need(t.turn == number, "turn", t.turn, str(number))
            if number > 1:
                before = turns[number - 2]
                place = seasons.index(before.season) + 1
                self.need(t.season == seasons[place % 4], "season", t.season, f'"{seasons[place % 4]}"')
                year = before.year + place // 4
                self.need(t.year == year, "year", t.year, str(year))
        for what in ("supply", "armor"):
            for side in SIDES:
                here = [t for t in self.pack.tracks.tracks if t.what == what and t.side == side]
                self.at("tracks.toml")
                self.need(len(here) == 1, "tracks", len(here), f"one track for {what} of {side}")

    # --- scenarios

    def check_scenario(self, s: ScenarioFile) -> None:
        file = f"scenarios/{s.id}.toml"
        self.at(file)
        self.turn("last_turn", s.last_turn)
        self.need(s.first_turn <= s.last_turn, "first_turn", s.first_turn, f"at most {s.last_turn}")
        for country in (*s.at_war, *s.surrendered):
            self.country("at_war", country)
            self.need(
                self.countries[country].side != "neutral", "at_war", country, "a country that has a side"
            )
        for c in self.pack.countries.countries:
            known = c.entry.kind != "at_start" or c.id in s.at_war or c.id in s.surrendered
            self.need_words(known, "at_war", "a list without " + c.id, f"{c.id}, at war from the start")
        offered = [p.players for p in self.pack.sides.player_counts]
        for players in s.players:
            self.need(players in offered, "players", players, "a number of players of sides.toml")
        for x in s.control:
            self.at(file, f"control of {x.area}")
            self.area("area", x.area)
        self.check_stock(file, s)
        self.check_forces(file, s)

    def check_stock(self, file: str, s: ScenarioFile) -> None:
        self.at(file)
        air = {m.id: m.count for m in self.pack.missions.air_missions}
        submarines = {m.id: m.count for m in self.pack.missions.submarine_missions}
        for field, held, owned in (
            ("stock.air_missions", s.stock.air_missions, air),
            ("stock.submarine_missions", s.stock.submarine_missions, submarines),
        ):
            for mission, count in held.items():
                self.need(mission in owned, field, mission, "the id of a mission of missions.toml")
                self.need(count <= owned[mission], field, count, f"at most the {owned[mission]} of {mission}")
        for track in self.pack.tracks.tracks:
            stock = s.stock.supply if track.what == "supply" else s.stock.armor
            amount = {"axis": stock.axis, "allies": stock.allies, "ussr": stock.ussr}[track.side]
            most = track.max
            self.need(
                most is None or amount <= most, f"stock.{track.what}.{track.side}", amount, f"at most {most}"
            )
        for field, tiles in (
            ("developments.available", s.developments.available),
            ("developments.in_progress", s.developments.in_progress),
        ):
            for tile in tiles:
                self.need(tile in self.tiles, field, tile, "the id of a tile")
        for tile in s.developments.in_progress:
            both = tile in s.developments.available
            self.need(not both, "developments.in_progress", tile, "a tile that is not available already")

    def check_forces(self, file: str, s: ScenarioFile) -> None:
        deployed: dict[str, int] = {}
        stacked: dict[tuple[str, str], int] = {}
        limit = self.pack.tables.movement.stacking
        for f in s.forces:
            self.at(file, f"forces of {f.country}")
            self.country("country", f.country)
            for u in f.units:
                self.at(file, f"forces of {f.country}, {u.army} in {u.area}")
                self.area("area", u.area)
                self.need(u.army in self.armies, "army", u.army, "the id of an army type")
                army = self.armies[u.army]
                self.need(army.nation == f.country, "army", u.army, f'an army of "{f.country}"')
                deployed[u.army] = deployed.get(u.army, 0) + u.count
                self.need(
                    deployed[u.army] <= army.count, "count", u.count, f"no more than {army.count} in all"
                )
                key = (u.area, army.side)
                stacked[key] = stacked.get(key, 0) + u.count
                free = self.areas[u.area].region == self.pack.tables.movement.stacking_unlimited_region
                self.need(
                    free or stacked[key] <= limit, "count", u.count, f"at most {limit} armies of a side there"
                )
