"""What the schema cannot see: that ids name something that exists and that the files of a pack agree.

`check_references` refuses a pack with one sentence that names file, entry and field, so that `tables` can be
built without a doubt.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from sandtable.engine.data.pack import load_pack as read_pack
from sandtable.engine.data.references import References
from sandtable.games.on_to_berlin.components.references_cards import CardReferences
from sandtable.games.on_to_berlin.components.references_scenario import ScenarioReferences
from sandtable.games.on_to_berlin.components.schema import ConstantName, Nation, Pack, UnitType

POINTS = {"none": 0.0, "red": 1.0, "black": 1.0, "black_half": 0.5}
CONDITION = "_allied_controlled"
MOST_UNITS = 255  # counted in one byte wherever they gather


def load_pack(folder: Path) -> Pack:
    """Read the pack in a folder; raise PackError with one sentence if something in it is wrong."""
    pack = read_pack(folder, Pack)
    check_references(pack)
    return pack


def check_references(pack: Pack) -> None:
    """Raise `PackError` for the first reference that leads nowhere or contradicts another file."""
    Checker(pack).check()
    CardReferences(pack).check()
    for scenario in pack.scenarios:
        ScenarioReferences(pack, scenario).check()


class Checker(References):
    """The names of a pack, and one method for each file but the cards and the scenarios."""

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack
        self.areas = {a.id: a for a in pack.areas.areas}
        self.nations = {n.id: n for n in pack.nations.nations}
        self.tracks = {x.track: x for x in pack.tracks.tracks}

    def check(self) -> None:
        self.check_ids()
        self.check_tracks()
        self.check_nations()
        self.check_areas()
        self.check_links()
        self.check_types()
        self.check_units()
        self.check_hits()
        self.check_special()
        self.check_turns()
        self.check_parts()
        self.check_drawing()

    def area(self, field: str, area: str, kind: str = "") -> None:
        """Ask for an area, Land or Sea if it must be one of them."""
        right = area in self.areas and kind in ("", self.areas[area].kind)
        self.need(
            right, field, area, f"the id of a {kind.capitalize()} area" if kind else "the id of an area"
        )

    def nation(self, field: str, nation: str) -> None:
        """Ask for a nation that stands on the map or can enter it as itself."""
        right = nation in self.nations and self.nations[nation].status != "dormant"
        self.need(right, field, nation, "the id of a nation that is not dormant")

    def check_ids(self) -> None:
        pack = self.pack
        areas = pack.areas
        self.unique("areas.toml", [a.id for a in areas.areas] + [x.id for x in areas.unnamed_areas])
        self.unique("areas.toml", [a.name for a in areas.areas], "name")
        self.unique("nations.toml", [n.id for n in pack.nations.nations])
        self.unique("nations.toml", [n.code for n in pack.nations.nations], "code")
        self.unique("units.toml", [u.id for u in pack.units.unit_types])
        self.unique("units.toml", [u.name for u in pack.units.unit_types], "name")
        self.unique("units.toml", [m.id for m in pack.units.markers])
        self.unique("cards.toml", [c.id for c in pack.cards.cards])
        tables = pack.tables
        self.unique("tables.toml", [str(x.rank) for x in tables.assign_priority], "rank")
        self.unique("tables.toml", [x.action for x in tables.actions], "action")
        self.unique("tables.toml", [x.item for x in tables.movement_costs], "item")
        self.unique("tracks.toml", [x.track for x in pack.tracks.tracks], "track")
        self.unique("parts.toml", [f"{x.colour} {x.kind}".strip() for x in pack.parts.parts], "kind")
        self.unique("parts.toml", [x.id for x in pack.parts.sources])
        self.unique("rules.toml", [r.id for r in pack.rules.rules])
        self.unique("scenarios/*.toml", [s.id for s in pack.scenarios])

    # --- nations and the map

    def check_nations(self) -> None:
        for n in self.pack.nations.nations:
            self.at_id("nations.toml", n.id)
            self.check_status(n)
            if n.track:
                self.need(n.track in self.tracks, "track", n.track, "a track of tracks.toml")
                owner = self.tracks[n.track].nation
                self.need(owner == n.id, "track", n.track, "a track of this nation")

    def check_status(self, n: Nation) -> None:
        """A nation has a side or leans to one, and only a nation with a side is At War."""
        if n.status in ("axis", "allied"):
            self.need(n.side == n.status, "side", n.side, f'"{n.status}", as status says')
        elif n.status == "neutral":
            self.need(n.side == "", "side", n.side, '"" for a Neutral nation')
        else:
            self.need(n.side != "", "side", n.side, "the side on which it wakes up")
        if n.status == "neutral":
            self.need(n.leaning != "", "leaning", n.leaning, "a side for a Neutral nation")
        else:
            self.need(n.leaning == "", "leaning", n.leaning, '"" for a nation that is not Neutral')
        may_fight = n.status in ("axis", "allied")
        self.need(may_fight or not n.at_war, "at_war", n.at_war, f"false for a {n.status} nation")

    def check_areas(self) -> None:
        where: set[tuple[float, float]] = set()
        for a in self.pack.areas.areas:
            self.at_id("areas.toml", a.id)
            if a.country or a.kind == "land":
                self.nation("country", a.country)
            self.need(a.rp == POINTS[a.resource], "rp", a.rp, f"{POINTS[a.resource]} for {a.resource}")
            right = not a.double_for_victory or a.rp > 0
            self.need(right, "double_for_victory", True, "false without a Resource Point")
            self.need_words(
                len(set(a.no_entry)) == len(a.no_entry), "no_entry", "a repetition", "each side once"
            )
            self.need((a.lon, a.lat) not in where, "lon", a.lon, "a point of its own, with lat")
            where.add((a.lon, a.lat))

    def check_links(self) -> None:
        file = "links.toml"
        ends = {"land": "land land", "strait": "land land", "coast": "land sea", "sea": "sea sea"}
        seen: set[tuple[str, str]] = set()
        reached: set[str] = set()
        keys: list[str] = []
        for number, x in enumerate(self.pack.links.links, 1):
            self.at(file, f"entry {number} of links ({x.a}–{x.b})")
            self.area("a", x.a)
            self.area("b", x.b)
            self.need(x.a != x.b, "b", x.b, "another area than a")
            pair = (min(x.a, x.b), max(x.a, x.b))
            self.need(pair not in seen, "b", x.b, "a border that is not listed already")
            seen.add(pair)
            if x.kind == "canal":
                keys.append(x.condition.removesuffix(CONDITION))
                self.need(x.side == "allied", "side", x.side, '"allied" for a canal')
                self.area("condition", keys[-1])
                self.need(keys[-1] == keys[0], "condition", x.condition, f'"{keys[0]}{CONDITION}" once more')
                continue
            kinds = " ".join(sorted([self.areas[x.a].kind, self.areas[x.b].kind]))
            self.need(kinds == ends[x.kind], "kind", x.kind, f"one that fits {kinds.replace(' ', ' and ')}")
            self.need(x.side == "both", "side", x.side, '"both" for all but a canal')
            self.need(x.condition == "", "condition", x.condition, '"" for all but a canal')
            reached.update(pair)
        for area in self.areas:
            self.at_id("areas.toml", area)
            self.need(area in reached, "id", area, "an area with a border in links.toml")

    # --- counters

    def check_types(self) -> None:
        """Each type of unit has its class and its price, each constant its value, once."""
        tables = self.pack.tables
        for field, found, names in (
            ("mobilization_cost", [x.type for x in tables.mobilization_cost], get_args(UnitType)),
            ("unit_type_classes", [x.type for x in tables.unit_type_classes], get_args(UnitType)),
            ("constants", [x.name for x in tables.constants], get_args(ConstantName)),
        ):
            self.at("tables.toml")
            for name in names:
                times = found.count(name)
                self.need_words(times == 1, field, f"{times} entries for {name}", "one")
        for c in tables.unit_type_classes:
            self.at("tables.toml", f"class of {c.type}")
            self.need(c.kind == "naval" or not c.surface, "surface", True, "false for all but naval units")
            places = {"land": "land", "air": "land", "naval": "sea"}
            right = c.can_control in ("", places[c.kind])
            self.need(right, "can_control", c.can_control, f'"{places[c.kind]}" or ""')

    def check_units(self) -> None:
        file = "units.toml"
        classes = {c.type: c for c in self.pack.tables.unit_type_classes}
        price = {x.type: x.sv for x in self.pack.tables.mobilization_cost}
        total = 0
        for u in self.pack.units.unit_types:
            self.at_id(file, u.id)
            self.need(u.nation in self.nations, "nation", u.nation, "the id of a nation")
            kind = classes[u.type].kind
            self.need(u.kind == kind, "kind", u.kind, f'"{kind}", as every {u.type}')
            right = f"{price[u.type]}, the price of every {u.type}"
            self.need(u.cost == price[u.type], "cost", u.cost, right)
            self.need(u.new_weapon or not u.optional, "optional", True, "false for all but New Weapons")
            total += u.count
            self.need(total <= MOST_UNITS, "count", u.count, f"no more than {MOST_UNITS} units in all")

    def check_hits(self) -> None:
        """For each class and state the steps run from 1 to the one that destroys."""
        steps: dict[tuple[str, str], list[bool]] = {}
        for number, e in enumerate(self.pack.tables.hit_effects, 1):
            self.at("tables.toml", f"entry {number} of hit_effects ({e.hit_class}, {e.state})")
            rows = steps.setdefault((e.hit_class, e.state), [])
            self.need(e.steps == len(rows) + 1, "steps", e.steps, f"{len(rows) + 1}, the next")
            self.need(not any(rows), "steps", e.steps, "none after the unit is destroyed")
            self.need(e.spent or e.destroyed, "spent", False, "true for a unit that is hit and not destroyed")
            right = not (e.destroyed and (e.spent or e.retreat))
            self.need(right, "destroyed", True, "neither spent nor retreat beside it")
            rows.append(e.destroyed)
        self.at("tables.toml")
        for kind in ("land_or_surface", "air_or_submarine", "zero_movement"):
            for state in ("fresh", "spent"):
                known = any(steps.get((kind, state), []))
                self.need_words(known, "hit_effects", f"none that destroys {kind}, {state}", "one")

    def check_special(self) -> None:
        s = self.pack.tables.special
        self.at("tables.toml")
        for field, nation in (
            ("surrender_nation", s.surrender_nation),
            ("ceded_to", s.ceded_to),
            ("american_nation", s.american_nation),
            ("winter_nation", s.winter_nation),
            ("partisan_nation", s.partisan_nation),
            ("changing_nation", s.changing_nation),
        ):
            self.nation(f"special.{field}", nation)
        dormant = [n.id for n in self.pack.nations.nations if n.status == "dormant"]
        right = dormant == [s.changed_set]
        self.need(right, "special.changed_set", s.changed_set, "the one nation that is dormant")
        for field, area, kind in (
            ("surrender_area", s.surrender_area, "land"),
            ("american_sea", s.american_sea, "sea"),
            ("atlantic_area", s.atlantic_area, "sea"),
            ("end_area", s.end_area, "land"),
        ):
            self.area(f"special.{field}", area, kind)
        for area in s.american_closed:
            self.area("special.american_closed", area)
        for field, areas in (("surrender_area", (s.surrender_area,)), ("ceded", s.ceded)):
            for area in areas:
                self.area(f"special.{field}", area, "land")
                here = self.areas[area].country
                home = f'a home area of "{s.surrender_nation}"'
                self.need(here == s.surrender_nation, f"special.{field}", area, home)

    # --- tracks, box, picture

    def check_turns(self) -> None:
        file = "tracks.toml"
        turns = self.pack.tracks.turns
        for number, t in enumerate(turns, 1):
            self.at(file, f"entry {number} of turns")
            self.need(t.turn == number, "turn", t.turn, str(number))
            if number > 1:
                before = turns[number - 2]
                season = "summer" if before.season == "winter" else "winter"
                self.need(t.season == season, "season", t.season, f'"{season}"')
                year = before.year + 1 if season == "summer" else before.year
                self.need(t.year == year, "year", t.year, str(year))
        last = {c.name: c.value for c in self.pack.tables.constants}["turns"]
        self.at("tables.toml")
        self.need(
            last == len(turns), "constants, turns", last, f"{len(turns)}, as many as the Turn Track has"
        )
        boxes = self.pack.tracks.resource_boxes
        self.at(file)
        right = boxes.lowest <= boxes.highest
        self.need(right, "resource_boxes.highest", boxes.highest, f"at least {boxes.lowest}")

    def check_tracks(self) -> None:
        file = "tracks.toml"
        spaces: dict[str, list[bool]] = {x: [] for x in self.tracks}
        starts: dict[str, int] = dict.fromkeys(self.tracks, 0)
        for number, x in enumerate(self.pack.tracks.war_entry_spaces, 1):
            self.at(file, f"entry {number} of war_entry_spaces ({x.track} {x.index})")
            self.need(x.track in self.tracks, "track", x.track, "a track of the list tracks")
            row = spaces[x.track]
            self.need(x.index == len(row), "index", x.index, f"{len(row)}, the next of its track")
            self.need(x.entry or not any(row), "entry", False, "true behind an Entry space")
            self.need(not (x.entry and x.start), "start", True, "false on an Entry space")
            row.append(x.entry)
            starts[x.track] += x.start
        for t in self.pack.tracks.tracks:
            self.at(file, f'entry "{t.track}"')
            self.nation("nation", t.nation)
            nation = self.nations[t.nation]
            self.need(nation.track == t.track, "nation", t.nation, "a nation with this track")
            self.need(nation.leaning == t.side, "side", t.side, f'"{nation.leaning}", where its nation leans')
            self.need(any(spaces[t.track]), "track", t.track, "a track with an Entry space")
            self.need(starts[t.track] == 1, "track", t.track, "a track with one start space")

    def check_parts(self) -> None:
        cards = len(self.pack.cards.cards)
        for number, part in enumerate(self.pack.parts.parts, 1):
            if part.kind == "card":
                self.at("parts.toml", f"entry {number} of parts")
                self.need(part.count == cards, "count", part.count, f"{cards}, as many as there are")

    def check_drawing(self) -> None:
        file = "drawing.toml"
        drawing = self.pack.drawing
        self.at(file)
        shown = sorted([x.side for x in drawing.sides])
        self.need_words(
            shown == ["allied", "axis", "neutral"], "sides", ", ".join(shown), "each side, and neutral"
        )
        self.unique(file, [look.nation for look in drawing.nations], "nation")
        for look in drawing.nations:
            self.at_id(file, look.nation)
            self.need(look.nation in self.nations, "nation", look.nation, "the id of a nation")
        places = {*self.areas, *[x.id for x in self.pack.areas.unnamed_areas]}
        for land in drawing.ground:
            self.at_id(file, land.of)
            self.need(land.of in places or land.of == "", "of", land.of, 'the id of an area, or ""')
