"""The references of tables, time table and roles."""

from __future__ import annotations

from typing import get_args

from sandtable.games.blitzkrieg_general.components.pack_ids import Names
from sandtable.games.blitzkrieg_general.components.schema_map import Achievement, Border, Terrain, UnitType
from sandtable.games.blitzkrieg_general.components.schema_tables import (
    DeliveryEnd,
    Event,
    NumberName,
    Passage,
    UsEntry,
)

COLUMNS = ("cv_air_search_ships", "ships_search_ships", "ships_search_subs", "subs_search_ships")
# What each kind of event says besides when: each of these fields, and none of the others.
EVENT_FIELDS: dict[str, tuple[str, ...]] = {
    "joins": ("nation", "side", "manager"),
    "enters_war": ("nation",),
    "delivery_ends": ("delivery",),
    "neutral_attacked": ("manager", "other", "spare"),
    "partition": ("nation", "by", "taker", "area", "areas"),
    "colonies_in_trust": ("nation", "taker"),
    "major_falls": ("nation", "taker", "area"),
    "pacific_production": ("nation", "by"),
    "war_brings": ("nation", "by", "side", "brings", "manager"),
    "peace_roll": (),
}
DATED = ("joins", "enters_war", "delivery_ends")
US_FIELDS: dict[str, tuple[str, ...]] = {
    "each_turn": (),
    "neutral_attacked": ("by_side",),
    "occupies": ("by", "area"),
}


class TableReferences(Names):
    """One method for each list of tables.toml, timetable.toml and roles.toml."""

    def check(self) -> None:
        self.check_weather()
        self.check_research()
        for p in self.pack.tables.passages:
            self.at_id("tables.toml", p.id)
            self.check_passage(p)
        self.check_timetable()
        self.check_deliveries()
        self.check_us_entry()
        self.check_roles()

    # --- tables.toml

    def check_lists(self) -> None:
        """Check that tables.toml has all rows it must have, before anything is looked up in it."""
        t = self.pack.tables
        types = get_args(UnitType)
        self.at("tables.toml")
        self.complete("terrain", [row.id for row in t.terrain], get_args(Terrain))
        self.complete("borders", [row.id for row in t.borders], get_args(Border))
        self.complete("ranges", [row.type for row in t.ranges], types)
        self.complete("production_chart", [row.type for row in t.production_chart], [*types, "rail_capacity"])
        self.complete("numbers", [row.id for row in t.numbers], get_args(NumberName))
        self.complete("search", [row.column for row in t.search], COLUMNS)
        self.complete("modifiers.order", t.modifiers.order, ("terrain", "weather", "supply"))
        self.unique("tables.toml", [x.id for x in t.passages])
        self.unique("tables.toml", [x.id for x in t.tracks])
        for row in t.production_chart:
            self.at_id("tables.toml", row.type)
            right = (row.cost > 0) != (row.cost_per_strength > 0)
            self.need(right, "cost", row.cost, "a fixed cost or one for each point of strength")
            right = row.repair == 0 or row.repair_per_strength == 0
            self.need(right, "repair", row.repair, "0 beside repair_per_strength")
        for column in t.search:
            self.at_id("tables.toml", column.column)
            self.need(column.bad <= column.good, "bad", column.bad, f"at most {column.good}, in good weather")
        for track in t.tracks:
            self.at_id("tables.toml", track.id)
            self.need(track.low <= track.high, "low", track.low, f"at most {track.high}")

    def check_weather(self) -> None:
        seen: list[str] = []
        for row in self.pack.tables.weather:
            name = f"{row.map} {row.quarter}"
            self.at("tables.toml", f"weather of {name}")
            dice = sorted([*row.good, *row.bad])
            self.need(
                dice == [1, 2, 3, 4, 5, 6], "good", list(row.good), "with bad each result of a die once"
            )
            seen.append(name)
        self.at("tables.toml")
        wanted = [f"{map} {quarter}" for map in ("europe", "pacific") for quarter in (1, 2, 3, 4)]
        self.complete("weather", seen, wanted)

    def check_research(self) -> None:
        rows = self.pack.tables.research
        self.at("tables.toml")
        self.complete("research", [row.id for row in rows], get_args(Achievement))
        self.complete("research", [str(row.no) for row in rows], [str(n + 1) for n in range(len(rows))])
        for row in rows:
            self.at_id("tables.toml", row.id)
            self.once("requires", row.requires)
            self.need(row.id not in row.requires, "requires", row.id, "others than itself")

    def check_passage(self, p: Passage) -> None:
        self.given("side", p.side != "", p.closed == "nation_at_war", p.closed)
        self.given("nation", p.nation != "", p.closed in ("nation_at_war", "neutral_or_held"), p.closed)
        self.given("areas", len(p.areas) > 0, p.closed != "nation_at_war", p.closed)
        if p.nation:
            self.nation("nation", p.nation)
        for area in p.areas:
            self.area("areas", area)
        self.once("areas", p.areas)

    # --- timetable.toml

    def check_timetable(self) -> None:
        file = "timetable.toml"
        t = self.pack.timetable
        self.unique(file, [e.id for e in t.events])
        for e in t.events:
            self.at_id(file, e.id)
            self.check_event(e)
        self.at(file)
        kinds = [str(e.kind) for e in t.events]
        for kind in EVENT_FIELDS:
            if kind not in DATED:
                self.need_words(
                    kinds.count(kind) == 1, "events", f"{kinds.count(kind)} of the kind {kind}", "one"
                )
        roles = self.pack.roles.nations
        self.once("be_pacific", t.be_pacific)
        for area in t.be_pacific:
            self.area("be_pacific", area)
            found = self.areas[area]
            right = found.country == roles.be and found.prod_left > 0
            self.need(right, "be_pacific", area, f'an area of "{roles.be}" that produces')
        for field, nation, found_sum in (
            ("us_war_production", roles.usa, t.us_war_production),
            ("ussr_war_production", roles.ussr, t.ussr_war_production),
        ):
            total = sum([a.prod_left for a in self.pack.areas.areas if a.country == nation])
            self.need(found_sum == total, field, found_sum, f"{total}, the sum of its areas")

    def check_event(self, e: Event) -> None:
        dated = e.year is not None and e.quarter is not None
        undated = e.year is None and e.quarter is None
        right = dated if e.kind in DATED else undated
        self.need_words(right, "year", "a date" if dated else "no date", f"one of a {e.kind}, or none")
        wanted = EVENT_FIELDS[e.kind]
        for field, value in (
            ("nation", e.nation),
            ("manager", e.manager),
            ("other", e.other),
            ("spare", e.spare),
        ):
            self.given(field, value != "", field in wanted, e.kind)
        for field, value in (("by", e.by), ("taker", e.taker), ("delivery", e.delivery), ("area", e.area)):
            self.given(field, value != "", field in wanted, e.kind)
        self.given("areas", len(e.areas) > 0, "areas" in wanted, e.kind)
        if e.kind == "enters_war":
            right = (e.side == "") != (len(e.nations) == 0)
            self.need(right, "side", e.side, "a side, or nations")
        else:
            self.given("side", e.side != "", "side" in wanted, e.kind)
            self.given("nations", len(e.nations) > 0, False, e.kind)
            self.given("brings", len(e.brings) > 0, "brings" in wanted, e.kind)
            self.given("also", len(e.also) > 0, False, e.kind)
        self.check_event_names(e)

    def check_event_names(self, e: Event) -> None:
        if e.nation:
            self.nation("nation", e.nation)
        for field, name in (
            ("manager", e.manager),
            ("other", e.other),
            ("spare", e.spare),
            ("by", e.by),
            ("taker", e.taker),
        ):
            if name:
                self.major(field, name)
        for name in e.nations:
            self.major("nations", name)
        for name in e.brings:
            self.need(name in self.minors, "brings", name, "the id of a minor")
        for one, other in e.also:
            self.major("also", one)
            self.major("also", other)
        for name in e.areas:
            self.area("areas", name)
        if e.area:
            self.area("area", e.area)
        if e.delivery:
            self.delivery("delivery", e.delivery)

    def check_deliveries(self) -> None:
        file = "timetable.toml"
        self.unique(file, [d.id for d in self.pack.timetable.deliveries])
        for d in self.pack.timetable.deliveries:
            self.at_id(file, d.id)
            self.nation("giver", d.giver)
            self.major("taker", d.taker)
            self.need(d.giver != d.taker, "taker", d.taker, "another nation than the giver")
            self.once("ends", [str(end.kind) for end in d.ends])
            for end in d.ends:
                self.check_end(d.id, end)

    def check_end(self, delivery: str, end: DeliveryEnd) -> None:
        self.given("ends", end.year is not None and end.quarter is not None, end.kind == "date", end.kind)
        if end.kind == "card":
            found = [c.params.delivery for c in self.pack.cards.cards if c.handler == "end_delivery"]
            self.need_words(delivery in found, "ends", "card", "a card with the handler end_delivery for it")
        if end.kind == "date":
            events = [e for e in self.pack.timetable.events if e.delivery == delivery]
            right = len(events) == 1 and (events[0].year, events[0].quarter) == (end.year, end.quarter)
            self.need_words(right, "ends", "date", "the date of an event that ends it")

    def check_us_entry(self) -> None:
        file = "timetable.toml"
        names = [x.event for x in self.pack.timetable.us_entry]
        for x in self.pack.timetable.us_entry:
            self.at_id(file, x.event)
            self.need(names.count(x.event) == 1, "event", x.event, "an event that no other entry has")
            self.check_entry(x)

    def check_entry(self, x: UsEntry) -> None:
        if x.kind == "declares_war":
            right = (x.by_side == "") != (len(x.by) == 0)
            self.need(right, "by_side", x.by_side, "a side, or nations in by")
            right = (x.on_side == "") != (len(x.on) == 0)
            self.need(right, "on_side", x.on_side, "a side, or nations in on")
        else:
            wanted = US_FIELDS[x.kind]
            self.given("by_side", x.by_side != "", "by_side" in wanted, x.kind)
            self.given("by", len(x.by) > 0, "by" in wanted, x.kind)
            self.given("on_side", x.on_side != "", False, x.kind)
            self.given("on", len(x.on) > 0, False, x.kind)
        self.given("area", x.area != "", x.kind == "occupies", x.kind)
        for name in x.by:
            self.major("by", name)
        for name in x.on:
            self.major("on", name)
        if x.area:
            self.area("area", x.area)

    # --- roles.toml

    def check_roles(self) -> None:
        file = "roles.toml"
        roles = self.pack.roles
        self.at(file)
        n = roles.nations
        majors = (
            ("germany", n.germany),
            ("italy", n.italy),
            ("japan", n.japan),
            ("be", n.be),
            ("usa", n.usa),
            ("ussr", n.ussr),
            ("france", n.france),
            ("china", n.china),
        )
        for field, name in majors:
            self.major(f"nations.{field}", name)
        self.once("nations", [name for _, name in majors])
        minors = (
            ("poland", n.poland),
            ("bnl", n.bnl),
            ("yugoslavia", n.yugoslavia),
            ("turkey", n.turkey),
            ("kept_out", n.kept_out),
        )
        for field, name in minors:
            self.need(name in self.minors, f"nations.{field}", name, "the id of a minor")
        for field, name in (("weather_roller", n.weather_roller), ("limit_roller", n.limit_roller)):
            self.major(f"nations.{field}", name)
        self.nation("nations.kept_out_of", n.kept_out_of)
        self.check_area_roles()
        for zone in (*roles.cape_zones, roles.cape_far_zone):
            self.zone("cape_zones", zone)
        self.once("cape_zones", (*roles.cape_zones, roles.cape_far_zone))
        self.region("africa", roles.africa)
        self.region("pacific_islands", roles.pacific_islands)
        for theatre in roles.rail:
            self.major("rail", theatre.nation)
            for home in theatre.homes:
                self.home("rail", home)
            for nation in theatre.nations:
                self.nation("rail", nation)
        self.once("rail", [theatre.nation for theatre in roles.rail])
        marks = {u.mark for u in self.pack.units.units}
        for field, mark in (
            ("mark_vichy", roles.mark_vichy),
            ("mark_free", roles.mark_free),
            ("mark_guards", roles.mark_guards),
            ("mark_us_built", roles.mark_us_built),
        ):
            self.need(mark in marks and mark != "", field, mark, "the mark of some unit")

    def check_area_roles(self) -> None:
        a = self.pack.roles.areas
        n = self.pack.roles.nations
        listed = (
            ("pact_areas", a.pact_areas),
            ("pact_retreat", (a.pact_retreat,)),
            ("vichy", (a.vichy,)),
            ("vichy_occupied", a.vichy_occupied),
            ("fortress", (a.fortress,)),
            ("fortress_rear", a.fortress_rear),
            ("indochine", (a.indochine,)),
            ("bnl_islands", a.bnl_islands),
            ("uk_home", a.uk_home),
            ("italy_home", a.italy_home),
            ("partisan_area", (a.partisan_area,)),
        )
        for field, names in listed:
            for name in names:
                self.area(f"areas.{field}", name)
            self.once(f"areas.{field}", names)
        home_of = self.majors[n.be].home_countries[0]
        rear = [
            x.b if x.a == a.fortress else x.a
            for x in self.pack.links.links
            if a.fortress in (x.a, x.b) and x.kind == "land" and not x.forbidden and x.fortress_side == ""
        ]
        islands = [
            x.id for x in self.areas.values() if x.country == n.bnl and x.pacific_island and x.prod_left > 0
        ]
        partition = next(e for e in self.pack.timetable.events if e.kind == "partition")
        for field, found, wanted in (
            ("vichy_occupied", (*a.vichy_occupied, a.vichy), self.with_home(n.france)),
            ("fortress", (a.fortress,), [x.id for x in self.areas.values() if x.fortress]),
            ("fortress_rear", a.fortress_rear, rear),
            ("bnl_islands", a.bnl_islands, islands),
            ("uk_home", a.uk_home, self.with_home(home_of)),
            ("italy_home", a.italy_home, self.with_home(n.italy)),
            ("pact_areas", a.pact_areas, list(partition.areas)),
            ("pact_retreat", (a.pact_retreat,), [partition.area]),
        ):
            right = sorted(found) == sorted(wanted)
            self.need(
                right, f"areas.{field}", sorted(found), f"{', '.join(sorted(wanted))}, as other files say"
            )
        country = self.areas[a.indochine].country
        self.need(country == n.france, "areas.indochine", a.indochine, f'an area of "{n.france}"')
        country = self.areas[a.partisan_area].country
        self.need(
            country == n.yugoslavia, "areas.partisan_area", a.partisan_area, f'an area of "{n.yugoslavia}"'
        )

    def with_home(self, home: str) -> list[str]:
        """The areas with a flag."""
        return [a.id for a in self.areas.values() if a.home == home]
