"""What the schema cannot see: that ids name something that exists and that the files of a pack agree.

`check_references` refuses a pack with one sentence that names file, entry and field, so that `tables` can be
built without a doubt.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, get_args

from sandtable.engine.data.pack import load_pack as read_pack
from sandtable.games.other_side.components.references_cards import CardReferences
from sandtable.games.other_side.components.references_effects import Names
from sandtable.games.other_side.components.references_scenario import ScenarioReferences
from sandtable.games.other_side.components.references_tables import MOST_PLAYERS, TableReferences
from sandtable.games.other_side.components.schema import Pack
from sandtable.games.other_side.components.schema_map import ArmyKind, Country, Front
from sandtable.games.other_side.components.schema_tables import SectionId

MOST_UNITS: Final = 62  # and so is a set of Armies
PIECES: Final = ("axis_land_pawn", "axis_amphibious_pawn")
DISSIDENT: Final = "dissident"


def load_pack(folder: Path) -> Pack:
    """Read the pack in a folder; raise PackError with one sentence if something in it is wrong."""
    pack = read_pack(folder, Pack)
    check_references(pack)
    return pack


def check_references(pack: Pack) -> None:
    """Raise `PackError` for the first reference that leads nowhere or contradicts another file."""
    TableReferences(pack).check()
    Checker(pack).check()
    CardReferences(pack).check()
    ScenarioReferences(pack).check()


class Checker(Names):
    """One method for each file that says what there is."""

    def check(self) -> None:
        self.check_ids()
        self.check_areas()
        self.check_sectors()
        self.check_links()
        self.check_ways()
        self.check_countries()
        self.check_roles()
        self.check_dice_file()
        self.check_armies()
        self.check_sections()
        self.check_drawing()

    def check_ids(self) -> None:
        pack = self.pack
        areas, bases = pack.areas.areas, pack.areas.bases
        self.unique("areas.toml", [a.id for a in areas] + [b.id for b in bases])
        self.unique("areas.toml", [a.name for a in areas] + [b.name for b in bases], "name")
        self.unique("areas.toml", [s.id for s in pack.areas.sectors])
        self.unique("areas.toml", [s.name for s in pack.areas.sectors], "name")
        self.unique("areas.toml", [b.letter for b in pack.areas.bases], "letter")
        self.unique("countries.toml", [c.id for c in pack.countries.countries])
        self.unique("countries.toml", [c.name for c in pack.countries.countries], "name")
        self.unique("armies.toml", [p.id for p in (*pack.armies.pieces, *pack.armies.markers)])
        self.unique("armies.toml", [d.id for d in pack.armies.decks])
        self.unique("black_orchestra.toml", [c.id for c in pack.black_orchestra.cards])
        self.unique("black_orchestra.toml", [c.name for c in pack.black_orchestra.cards], "name")
        self.unique("rules.toml", [r.id for r in pack.rules.rules])
        self.unique("scenarios/*.toml", [s.id for s in pack.scenarios])

    # --- the map

    def check_areas(self) -> None:
        file = "areas.toml"
        areas = self.pack.areas.areas
        self.at("countries.toml")
        self.area("roles.closed_area", self.pack.countries.roles.closed_area)
        where: set[tuple[float, float]] = set()
        for number, a in enumerate(areas, 1):
            self.at_id(file, a.id)
            self.need(a.no == number, "no", a.no, f"{number}: numbers run from 1 in the order of the list")
            self.country("country", a.country)
            closed = a.id == self.pack.countries.roles.closed_area
            self.need(closed == (a.stacking == 0), "stacking", a.stacking, "0 in the closed Area only")
            self.need(closed == (a.ag_head_boxes == 0), "ag_head_boxes", a.ag_head_boxes, "0 there only")
            top = max([x.heads for x in self.pack.tracks.command_limits if x.german_armies <= a.stacking])
            right = a.ag_head_boxes == top
            self.need(right, "ag_head_boxes", a.ag_head_boxes, f"{top}, by stacking and command_limits")
            for field in a.given:
                self.need(field in a.__struct_fields__, "given", field, "the name of a field of an Area")
        for b in self.pack.areas.bases:
            self.at_id(file, b.id)
            self.country("country", b.country)
        points = [(a.id, a.lon, a.lat) for a in areas]
        points += [(b.id, b.lon, b.lat) for b in self.pack.areas.bases]
        for name, lon, lat in points:
            self.at_id(file, name)
            self.need((lon, lat) not in where, "lon", lon, "a point of its own, with lat")
            where.add((lon, lat))

    def check_sectors(self) -> None:
        """Sectors run from 1 to n; the German ones are first; the results of a landing die are shared out."""
        file = "areas.toml"
        count: dict[str, int] = {}
        results: dict[str, list[int]] = {}
        for s in self.pack.areas.sectors:
            self.at_id(file, s.id)
            self.area("area", s.area)
            count[s.area] = count.get(s.area, 0) + 1
            self.need(s.n == count[s.area], "n", s.n, f"{count[s.area]}, in the order of the list")
            right = s.id == f"{s.area}_{s.n}"
            self.need(right, "id", s.id, f'"{s.area}_{s.n}", the Area and the number')
            right = s.terrain != "festung" or s.n == 1
            self.need(right, "terrain", s.terrain, "a Festung in Sector 1 only")
            right = s.terrain != "festung" or not s.landing
            self.need_words(right, "landing", "results of the die", "none in a Festung Sector")
            results.setdefault(s.area, []).extend(s.landing)
        for a in self.pack.areas.areas:
            self.at_id(file, a.id)
            found = count.get(a.id, 0)
            self.need(a.n_sectors == found, "n_sectors", a.n_sectors, f"{found}, its Sectors in the list")
            shared = sorted(results[a.id])
            right = not shared or shared == [1, 2, 3, 4, 5, 6]
            text = ", ".join([str(x) for x in shared])
            self.need_words(right, "landing", text, "the results 1 to 6 once each over its Sectors, or none")
        self.at(file)
        festung = [s for s in self.pack.areas.sectors if s.terrain == "festung"]
        boxes = len(self.boxes.get("collapse_of_germany", ()))
        right = len(festung) == boxes
        words = f"{boxes}, as many as boxes of collapse_of_germany"
        self.need_words(right, "sectors", f"{len(festung)} Festung Sectors", words)

    def check_links(self) -> None:
        seen: set[tuple[str, str]] = set()
        for number, x in enumerate(self.pack.links.links, 1):
            self.at("links.toml", f"entry {number} of links ({x.a}–{x.b})")
            for field, end in (("a", x.a), ("b", x.b)):
                right = end in self.areas or end in self.bases
                self.need(right, field, end, "the id of an Area or a Base")
                right = x.kind == "amphibious" or end in self.areas
                self.need(right, "kind", x.kind, "an amphibious line to a Base")
            self.need(x.a != x.b, "b", x.b, "another Area than a")
            pair = (x.a, x.b) if x.a < x.b else (x.b, x.a)
            self.need_words(pair not in seen, "b", "a pair of Areas", "one that is not listed already")
            seen.add(pair)
            if x.kind == "amphibious":
                self.need(x.extra_die == "none", "extra_die", x.extra_die, '"none" over the sea')
                self.need(
                    not x.no_soviet_attack, "no_soviet_attack", x.no_soviet_attack, "false over the sea"
                )

    def check_ways(self) -> None:
        """Check that some line leads to every Area and Base."""
        start = self.pack.areas.areas[0].id
        reached = {start}
        queue = [start]
        while queue:
            here = queue.pop()
            for there in self.land[here] | self.sea[here]:
                if there not in reached:
                    reached.add(there)
                    queue.append(there)
        for name in (*self.areas, *self.bases):
            self.at_id("areas.toml", name)
            self.need(name in reached, "id", name, "a place that links.toml joins to the others")

    # --- countries

    def check_countries(self) -> None:
        file = "countries.toml"
        self.at(file)
        for name in self.pack.countries.vp_home_countries:
            self.country("vp_home_countries", name)
        self.once("vp_home_countries", self.pack.countries.vp_home_countries)
        for c in self.pack.countries.countries:
            self.at_id(file, c.id)
            homes = [a.id for a in self.pack.areas.areas if a.country == c.id]
            right = list(c.home_areas) == homes
            self.need_words(right, "home_areas", ", ".join(c.home_areas), f"{', '.join(homes)} by areas.toml")
            bases = [b.id for b in self.pack.areas.bases if b.country == c.id]
            right = list(c.home_bases) == bases
            words = f"{', '.join(bases) or 'none'} by areas.toml"
            self.need_words(right, "home_bases", ", ".join(c.home_bases) or "none", words)
            self.check_cubes(c)
        self.at(file)
        total = sum([c.satellite_armies_total for c in self.pack.countries.countries])
        cubes = sum([a.count for a in self.pack.armies.armies if a.id == "satellite"])
        right = total == cubes
        self.need_words(right, "countries", f"{total} Satellite Armies", f"{cubes} as in armies.toml")

    def check_cubes(self, c: Country) -> None:
        """Check the Satellite Armies of a country: one in each Home Area, the others in the Force Pool."""
        total = c.satellite_armies_on_map + c.satellite_armies_in_pool
        right = c.satellite_armies_total == total
        self.need(
            right, "satellite_armies_total", c.satellite_armies_total, f"{total}, on the map and in the pool"
        )
        right = total == 0 or c.satellite_armies_on_map == len(c.home_areas)
        words = f"{len(c.home_areas)}, one for each Home Area"
        self.need(right, "satellite_armies_on_map", c.satellite_armies_on_map, words)
        right = total == 0 or c.can_become == "satellite"
        self.need(right, "can_become", c.can_become, '"satellite" for a country with Satellite Armies')

    def check_roles(self) -> None:
        roles = self.pack.countries.roles
        self.at("countries.toml")
        for field, name in (("ussr", roles.ussr), ("france", roles.france), ("italy", roles.italy)):
            self.country(f"roles.{field}", name)
        ussr, france = self.countries[roles.ussr], self.countries[roles.france]
        for field, name in (
            ("ussr_disputed_area", roles.ussr_disputed_area),
            ("closed_area", roles.closed_area),
        ):
            self.need(name in ussr.home_areas, f"roles.{field}", name, "a Home Area of the USSR")
        for there in sorted(self.land[roles.closed_area]):
            right = there in ussr.home_areas
            self.need(right, "roles.closed_area", there, "neighbours that are Home Areas of the USSR")
        first = f"{roles.ussr_disputed_area}_1"
        right = self.sectors[first].terrain == "festung"
        self.need(
            right, "roles.ussr_disputed_area", roles.ussr_disputed_area, "an Area with a Festung Sector"
        )
        right = self.areas[roles.ussr_disputed_area].n_sectors > 1
        self.need(
            right, "roles.ussr_disputed_area", roles.ussr_disputed_area, "an Area with two Sectors or more"
        )
        self.area("roles.invasion_area", roles.invasion_area)
        a = self.areas[roles.invasion_area]
        right = a.port_box and a.n_sectors > 1 and not self.land[a.id] and bool(self.sea[a.id])
        words = "an Area over the sea with a Port and two Sectors or more"
        self.need(right, "roles.invasion_area", roles.invasion_area, words)
        for field, names in (
            ("surrender_occupied", roles.surrender_occupied),
            ("vichy_areas", roles.vichy_areas),
            ("italy_mainland", roles.italy_mainland),
            ("italy_africa", roles.italy_africa),
        ):
            self.once(f"roles.{field}", names)
            for name in names:
                self.area(f"roles.{field}", name)
        self.sector("roles.surrender_frontier", roles.surrender_frontier)
        for field, name in (
            ("vichy_garrison", roles.vichy_garrison),
            ("surrender_frontier", self.sectors[roles.surrender_frontier].area),
        ):
            self.need(name in roles.vichy_areas, f"roles.{field}", name, "in one of vichy_areas")
        for name in roles.vichy_areas:
            self.need(name in france.home_areas, "roles.vichy_areas", name, "a Home Area of France")
        for name in france.home_areas:
            right = (name in roles.vichy_areas) != (name in roles.surrender_occupied)
            words = "in vichy_areas or in surrender_occupied"
            self.need(right, "roles.surrender_occupied", name, f"each Home Area of France {words}")
        for name in self.countries[roles.italy].home_areas:
            right = (name in roles.italy_mainland) != (name in roles.italy_africa)
            words = "each Home Area of Italy in italy_mainland or in italy_africa"
            self.need(right, "roles.italy_mainland", name, words)

    # --- pieces and dice

    def check_armies(self) -> None:
        file = "armies.toml"
        armies = self.pack.armies.armies
        self.order(file, "armies", [a.id for a in armies], get_args(ArmyKind))
        self.at(file)
        count = sum([a.count for a in armies])
        self.need_words(count <= MOST_UNITS, "armies", f"{count} Armies", f"at most {MOST_UNITS}")
        grades = ("panzer", "regular", "reduced")
        for place, a in enumerate(armies):
            self.at_id(file, a.id)
            self.need(a.german == (place < 3), "german", a.german, "false for Satellite Armies only")
            up = grades[place - 1] if 0 < place < 3 else ""
            down = grades[place + 1] if place < 2 else ""
            self.need(a.upgrades_to == up, "upgrades_to", a.upgrades_to, f'"{up}"')
            self.need(a.reduces_to == down, "reduces_to", a.reduces_to, f'"{down}"')
            dice = [d.id for d in self.pack.dice.dice if d.army == a.id]
            self.need_words(
                dice == [a.die], "die", a.die, f"{', '.join(dice) or 'none'}, as dice.toml has it"
            )
        self.at(file)
        for name, listed in [(x, self.pack.armies.pieces) for x in PIECES] + [
            (DISSIDENT, self.pack.armies.markers)
        ]:
            right = name in [p.id for p in listed]
            self.need_words(right, "pieces", f"nothing for {name}", "its number")

    def check_dice_file(self) -> None:
        file = "dice.toml"
        self.order(
            file,
            "dice",
            [d.id for d in self.pack.dice.dice],
            ("black", "grey", "white", "yellow", "blue", "red", "d6"),
        )
        faces = [s.id for s in self.pack.dice.symbols]
        self.order(file, "symbols", list(faces), ("hit", "tank", "plane", "card", "blank"))
        for d in self.pack.dice.dice:
            self.at_id(file, d.id)
            known = ["1", "2", "3", "4", "5", "6"] if d.id == "d6" else faces
            for face in d.faces:
                self.need(face in known, "faces", face, f"one of {', '.join(known)}")
            self.check_readings(d.id, d.owner, tuple(d.faces))
        self.at(file)
        self.once("other_uses", [x.use for x in self.pack.dice.other_uses])
        self.need_words(len(self.pack.dice.other_uses) == 6, "other_uses", "fewer", "an entry for each use")

    def check_readings(self, die: str, owner: str, faces: tuple[str, ...]) -> None:
        """Check that both tables read every face of the dice that are rolled there, once."""
        side = "any_axis" if owner == "axis" else "any_allied"
        for face in faces:
            if die != "d6":
                rows = [x for x in self.pack.dice.table_1_combat if x.die == side and x.face == face]
                self.need_words(
                    len(rows) == 1, "faces", f"{face} {len(rows)} times in table_1_combat", "once"
                )
            if die in ("grey", "white", "blue"):
                lines = [
                    x for x in self.pack.dice.table_2_strategic_warfare if (x.die, x.face) == (die, face)
                ]
                text = f"{face} {len(lines)} times in table_2_strategic_warfare"
                self.need_words(len(lines) == 1, "faces", text, "once")

    # --- sections, looks

    def check_sections(self) -> None:
        file = "sections.toml"
        self.order(file, "sections", [s.id for s in self.pack.sections.sections], get_args(SectionId))
        found = [str(x.players) for x in self.pack.sections.assignments]
        self.order(file, "assignments", found, tuple([str(x) for x in range(1, MOST_PLAYERS + 1)]))
        for x in self.pack.sections.assignments:
            self.at(file, f"entry {x.players} of assignments")
            dealt = [name for group in x.groups for name in group]
            right = sorted(dealt) == sorted(get_args(SectionId)) and len(x.groups) == x.players
            words = f"{x.players} groups with all Sections once"
            self.need_words(right, "groups", f"{len(x.groups)} groups of {len(dealt)} Sections", words)

    def check_drawing(self) -> None:
        file = "drawing.toml"
        looks = self.pack.drawing
        sides = ("axis", "western", "soviet", "disputed", "neutral")
        self.order(file, "sides", [x.side for x in looks.sides], sides)
        self.order(file, "fronts", [x.front for x in looks.fronts], get_args(Front))
        self.order(file, "armies", [x.army for x in looks.armies], get_args(ArmyKind))
        self.order(file, "nations", [x.nation for x in looks.nations], tuple(self.countries))
        for letters in (
            [x.letter for x in looks.sides],
            [x.letter for x in looks.fronts],
            [x.letter for x in looks.armies],
            [x.letter for x in looks.nations],
        ):
            self.unique(file, letters, "letter")
        for land in looks.ground:
            self.at_id(file, land.of)
            right = land.of == "" or land.of in self.areas or land.of in self.bases
            self.need(right, "of", land.of, 'the id of an Area or a Base, or ""')
