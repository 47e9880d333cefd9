"""Whether the set-up of a scenario is whole: every piece somewhere, every Area in a state that can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from sandtable.games.other_side.components.references_effects import Names
from sandtable.games.other_side.components.schema import (
    AlignmentRow,
    ArmyRow,
    German,
    Pack,
    Replacement,
    ScenarioFile,
)
from sandtable.games.other_side.components.schema_cards import CombatEvent
from sandtable.games.other_side.components.schema_map import Front
from sandtable.games.other_side.components.schema_tables import Category

BOX: Final = "box"  # a Landing marker in its box
NOT_AVAILABLE: Final = "not_available"
MARKERS: Final = ("landing_1", "landing_2")
SEASONS: Final = ("winter", "spring", "summer", "fall")
FIRST_LANDINGS: Final = 1942
COMPLETED: Final = "completed"
WAR: Final = "war"
AXIS: Final = ("occupied", "satellite")
BASE_RESOURCES: Final = 7  # what Germany has without any Area


class ScenarioReferences(Names):
    """One method for each part of a scenario."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.rows_of: dict[str, AlignmentRow] = {}

    def check(self) -> None:
        for s in self.pack.scenarios:
            self.at(f"scenarios/{s.id}.toml")
            self.rows_of = {x.area: x for x in s.alignments}
            self.check_time(s)
            self.check_tracks(s)
            self.check_production(s)
            self.check_landing_markers(s)
            self.check_alignments(s)
            self.check_bases(s)
            self.check_armies(s)
            self.check_cubes(s)
            self.check_positions(s)
            self.check_italy(s)
            self.check_cards(s)
            self.check_projects(s)
            self.check_supply(s)
            self.check_resources(s)
        self.at("scenarios/*.toml")
        self.once("setup_code_index", [s.setup_code_index for s in self.pack.scenarios])

    def keys(self, field: str, found: Mapping[str, object], right: Sequence[str]) -> None:
        """Check that a table has these names and no others."""
        for name in right:
            self.need_words(name in found, field, f"nothing for {name}", "each")
        for name in found:
            self.need(name in right, field, name, f"one of {', '.join(right)}")

    def check_time(self, s: ScenarioFile) -> None:
        """Check the number of Turns from start to end."""
        for field, box in (("start_turn_box", s.start_turn_box), ("end_turn_box", s.end_turn_box)):
            kind = "admin" if field == "start_turn_box" else "ops"
            self.need(f"_{kind}" in box, field, box, f"a box of kind {kind}")
        first = SEASONS.index(s.start_turn_box.partition("_")[0])
        last = SEASONS.index(s.end_turn_box.partition("_")[0])
        turns = (s.end_year - s.start_year) * len(SEASONS) + last - first + 1
        self.need(turns > 0, "end_year", s.end_year, "an end after the start")
        self.need(s.turns == turns, "turns", s.turns, f"{turns}, from start to end")
        self.once("players", s.players)

    def check_tracks(self, s: ScenarioFile) -> None:
        t = s.tracks
        for field, value in (
            ("resources", t.resources),
            ("air_east", t.air_east),
            ("air_west", t.air_west),
            ("air_south", t.air_south),
            ("air_germany", t.air_germany),
            ("strategic_warfare", t.strategic_warfare),
            ("technology", t.technology),
            ("fanaticism", t.fanaticism),
            ("unrest", t.unrest),
        ):
            values = [box.partition("/")[0] for box in self.boxes[field]]
            self.need(
                str(value) in values, f"tracks.{field}", value, f"a box from {values[0]} to {values[-1]}"
            )
        right = t.unrest < self.pack.tracks.misc.unrest_trigger
        self.need(right, "tracks.unrest", t.unrest, f"less than {self.pack.tracks.misc.unrest_trigger}")
        top = len(self.boxes["paratroops"])
        self.need(t.paratroops <= top, "tracks.paratroops", t.paratroops, f"a box to {top}, or 0: removed")
        for field, state in (("usa_commitment", t.usa_commitment), ("ussr_commitment", t.ussr_commitment)):
            right = state in self.boxes[field]
            self.need(right, f"tracks.{field}", state, f"a box of {field}")
        self.once("tracks.locked", t.locked)
        for box in t.locked:
            right = str(box) in self.boxes["strategic_warfare"] and box > t.strategic_warfare
            self.need(right, "tracks.locked", box, "boxes of Strategic Warfare above its value")

    def has_festung(self, area: str) -> bool:
        return area in self.areas and self.sectors[f"{area}_1"].terrain == "festung"

    def check_production(self, s: ScenarioFile) -> None:
        self.keys("production", s.production, get_args(Category))
        self.keys("limits_flipped", s.limits_flipped, get_args(Replacement))
        for name, value in s.production.items():
            row = self.rows[name]
            limited = row.limit_side_max and not s.limits_flipped[name]
            top = row.limit_side_max if limited else row.boxes[-1]
            self.need(value <= top, f"production.{name}", value, f"a box to {top}")
        total = sum(s.production.values())
        right = total <= s.tracks.resources
        self.need_words(
            right, "production", f"{total} points", f"at most {s.tracks.resources}, the Resources"
        )

    def check_landing_markers(self, s: ScenarioFile) -> None:
        self.keys("landing_markers", s.landing_markers, MARKERS)
        for name, place in s.landing_markers.items():
            years = [y for y in self.boxes["year"] if int(y) >= FIRST_LANDINGS and int(y) > s.start_year]
            right = place in years or (place == BOX and s.start_year >= FIRST_LANDINGS)
            words = f'a later year from {FIRST_LANDINGS} on, or "{BOX}" from that year on'
            self.need(right, f"landing_markers.{name}", place, words)

    # --- the map

    def check_alignments(self, s: ScenarioFile) -> None:
        self.once("alignments", [x.area for x in s.alignments])
        for x in s.alignments:
            self.area("alignments", x.area)
        for name in self.areas:
            self.need_words(name in self.rows_of, "alignments", f"nothing for {name}", "each Area")
        for x in s.alignments:
            self.at(f"scenarios/{s.id}.toml", f'entry "{x.area}" of alignments')
            self.check_alignment(x)
        self.at(f"scenarios/{s.id}.toml")
        lost = len([x for x in s.alignments if self.has_festung(x.area) and x.axis_sector == 0])
        disks = s.tracks.collapse_disks
        self.need(disks == lost, "tracks.collapse_disks", disks, f"{lost}, the Festung Sectors lost")
        at_war = s.tracks.ussr_commitment == WAR
        soviet = any(x.allied_faction == "soviet" for x in s.alignments)
        words = f'"{WAR}" with Soviet Areas on the map, and only then'
        self.need(at_war == soviet, "tracks.ussr_commitment", s.tracks.ussr_commitment, words)

    def check_alignment(self, x: AlignmentRow) -> None:
        """Disks lie as the alignment says."""
        top = self.areas[x.area].n_sectors
        allied = x.alignment in ("western", "soviet", "disputed")
        right = (x.allied_sector > 0) == (x.allied_faction != "") == allied
        words = "a Faction and its Sector where it has a Disk, and only there"
        self.need(right, "allied_sector", x.allied_sector, words)
        closed = x.area == self.pack.countries.roles.closed_area
        self.need(not (closed and x.axis_sector), "axis_sector", x.axis_sector, "0 in the closed Area")
        if x.alignment in AXIS:
            self.need(x.axis_sector == top, "axis_sector", x.axis_sector, f"{top}, the last Sector")
        elif x.alignment == "disputed":
            right = 1 <= x.axis_sector < top
            self.need(right, "axis_sector", x.axis_sector, f"a Sector from 1 to {top - 1}")
            right = x.allied_sector == x.axis_sector + 1
            self.need(right, "allied_sector", x.allied_sector, f"{x.axis_sector + 1}, next to the Axis")
        elif x.alignment == "neutral":
            right = (x.axis_sector > 0) == self.has_festung(x.area) and x.axis_sector < top
            self.need(
                right, "axis_sector", x.axis_sector, "a Disk in a Neutral Area with a Festung, and only there"
            )
        else:
            self.need(x.axis_sector == 0, "axis_sector", x.axis_sector, "0 in an Area of the Allies")
            self.need(x.allied_sector == 1, "allied_sector", x.allied_sector, "1 in an Area of the Allies")
            right = x.allied_faction == x.alignment
            self.need(right, "allied_faction", x.allied_faction, f'"{x.alignment}"')
        if x.alignment == "satellite":
            country = self.areas[x.area].country
            right = self.countries[country].can_become == "satellite"
            self.need(right, "alignment", x.alignment, f"{country} as something it can become")
        if x.allied_faction == "soviet":
            right = self.areas[x.area].front == "east"
            self.need(right, "allied_faction", x.allied_faction, "Soviets on the Eastern Front only")

    def check_bases(self, s: ScenarioFile) -> None:
        found = [x.base for x in s.bases]
        self.once("bases", found)
        for name in found:
            self.base("bases", name)
        for name in self.bases:
            self.need_words(name in found, "bases", f"nothing for {name}", "each Base")

    # --- Armies

    def check_armies(self, s: ScenarioFile) -> None:
        self.once("armies", [x.area for x in s.armies])
        for x in s.armies:
            self.at(f"scenarios/{s.id}.toml", f'entry "{x.area}" of armies')
            self.open_area("area", x.area)
            count = x.panzer + x.regular + x.reduced + sum(x.satellites.values())
            top = self.areas[x.area].stacking
            self.need_words(0 < count <= top, "area", f"{count} Armies", f"1 to {top}, by stacking")
            right = self.rows_of[x.area].axis_sector > 0
            self.need(right, "area", x.area, "an Area with an Axis Disk")
            for name in x.satellites:
                self.country("satellites", name)
            self.check_heads(s, x)
        self.at(f"scenarios/{s.id}.toml")

    def check_heads(self, s: ScenarioFile, x: ArmyRow) -> None:
        """Check that the German Armies justify the number of Heads, or that one needs a single Army only."""
        german = x.panzer + x.regular + x.reduced
        allowed = self.pack.tracks.command_limits[german].heads
        heads = [p.general for p in s.positions if p.place == x.area]
        alone = False
        for name in heads:
            for special in self.generals[name].special if name in self.generals else ():
                alone = alone or (special.kind == "head_with_one_army" and x.area in special.areas)
        right = len(heads) == allowed or (alone and len(heads) == german == 1)
        self.need_words(right, "area", f"{len(heads)} Heads for {german} German Armies", str(allowed))

    def check_cubes(self, s: ScenarioFile) -> None:
        """Check that every Army is on the map, in the Force Pool, out of play or removed."""
        counts: dict[str, int] = {a.id: a.count for a in self.pack.armies.armies}
        kinds = get_args(German)
        self.keys("force_pool", s.force_pool, kinds)
        self.keys("out_of_play", s.out_of_play, kinds)
        on_map = {
            "panzer": sum([x.panzer for x in s.armies]),
            "regular": sum([x.regular for x in s.armies]),
            "reduced": sum([x.reduced for x in s.armies]),
        }
        for kind in kinds:
            total = on_map[kind] + s.force_pool[kind] + s.out_of_play[kind]
            right = total == counts[kind]
            words = f"{counts[kind]} on the map, in force_pool and in out_of_play"
            self.need_words(right, f"force_pool.{kind}", f"{total} in all", words)
        owners = [c.id for c in self.pack.countries.countries if c.satellite_armies_total]
        self.keys("satellite_pool", s.satellite_pool, owners)
        self.keys("satellite_removed", s.satellite_removed, owners)
        for x in s.armies:
            for name in x.satellites:
                self.need(name in owners, "armies.satellites", name, "a country with Satellite Armies")
        for name in owners:
            c = self.countries[name]
            active = any(self.rows_of[home].alignment == "satellite" for home in c.home_areas)
            total = sum([x.satellites.get(name, 0) for x in s.armies])
            total += s.satellite_pool[name] + s.satellite_removed[name]
            wanted = c.satellite_armies_total if active else 0
            words = f"{wanted} on the map, in satellite_pool and in satellite_removed"
            self.need_words(total == wanted, f"satellite_pool.{name}", f"{total} in all", words)

    def check_positions(self, s: ScenarioFile) -> None:
        """Heads are Generals in play, each in one place with a box for him."""
        taken: list[str] = []
        held: list[str] = []
        for p in s.positions:
            self.at(f"scenarios/{s.id}.toml", f'entry "{p.general}" of positions')
            self.general(s, "general", p.general)
            self.open_area("place", p.place)
            boxes = self.areas[p.place].ag_head_boxes
            self.need(p.slot <= boxes, "slot", p.slot, f"a box to {boxes}")
            right = f"{p.place} {p.slot}" not in taken and p.general not in held
            self.need(right, "place", p.place, "one box for each General")
            right = p.place in [x.area for x in s.armies]
            self.need(right, "place", p.place, "an Area with Armies")
            for special in self.generals[p.general].special:
                if special.kind == "command_areas":
                    self.need(
                        p.place in special.areas, "place", p.place, f"one of {', '.join(special.areas)}"
                    )
            taken.append(f"{p.place} {p.slot}")
            held.append(p.general)
        self.at(f"scenarios/{s.id}.toml")
        self.keys("ob", s.ob, get_args(Front))
        for front, name in s.ob.items():
            if name != NOT_AVAILABLE:
                self.general(s, f"ob.{front}", name)
                self.need(name not in held, f"ob.{front}", name, "a General without another Position")
                held.append(name)
        for r in s.returning_generals:
            self.need(r.general in self.generals, "returning_generals", r.general, "the id of a General")
            g = self.generals[r.general]
            right = g.setup_codes[s.setup_code_index] == 0 and g.entry_year <= s.start_year < r.enters
            words = "a General who entered before, is not in play and returns later"
            self.need(right, "returning_generals", r.general, words)
        self.once("returning_generals", [r.general for r in s.returning_generals])

    def general(self, s: ScenarioFile, field: str, found: str) -> None:
        self.need(found in self.generals, field, found, "the id of a General")
        code = self.generals[found].setup_codes[s.setup_code_index]
        self.need(code > 0, field, found, "a General whose setup_codes put him in play")

    def check_italy(self, s: ScenarioFile) -> None:
        """German Armies in Italian Home Areas, and the state of France."""
        homes = self.countries[self.pack.countries.roles.italy].home_areas
        german = sum([x.panzer + x.regular + x.reduced for x in s.armies if x.area in homes])
        top = {"independence": 0, "intervention": 1}.get(s.tracks.status_of_italy, german)
        words = f"at most {top} in Italian Home Areas with {s.tracks.status_of_italy}"
        self.need_words(german <= top, "armies", f"{german} German Armies", words)
        roles = self.pack.countries.roles
        if s.tracks.status_of_france == "vichy":
            for name in roles.vichy_areas:
                right = self.rows_of[name].alignment in ("neutral", "satellite")
                self.need(right, "alignments", name, "Vichy France as Neutral or a Satellite")

    # --- cards

    def check_cards(self, s: ScenarioFile) -> None:
        pack = self.pack
        events: tuple[tuple[str, Sequence[CombatEvent], tuple[str, ...], tuple[str, ...]], ...] = (
            ("strategic", pack.strategic_events.cards, s.removed.strategic, s.decks.strategic_events),
            ("combat", pack.combat_events.cards, s.removed.combat, s.decks.combat_events),
        )
        for name, cards, removed, deck in events:
            self.check_removed(name, [c.id for c in cards], removed)
            never = [c.id for c in cards if c.removed_in_solo_and_coop]
            self.check_never(name, never, removed)
            self.check_deck(s, f"decks.{name}_events", cards, removed, deck)
        self.check_removed("military", [c.id for c in pack.military.cards], s.removed.military)
        political = pack.political.cards
        self.check_removed("political", [c.id for c in political], s.removed.political)
        self.check_never(
            "political", [c.id for c in political if c.removed_in_solo_and_coop], s.removed.political
        )
        self.check_removed("production", [c.id for c in pack.production.cards], s.removed.production)

    def check_removed(self, name: str, known: Sequence[str], removed: Sequence[str]) -> None:
        self.once(f"removed.{name}", removed)
        for card in removed:
            self.need(card in known, f"removed.{name}", card, "the id of a card of this deck")

    def check_never(self, name: str, never: Sequence[str], removed: Sequence[str]) -> None:
        for card in never:
            self.need_words(card in removed, f"removed.{name}", f"no {card}", "each card that is never used")

    def check_deck(
        self,
        s: ScenarioFile,
        field: str,
        cards: Sequence[CombatEvent],
        removed: Sequence[str],
        deck: Sequence[str],
    ) -> None:
        """Check that every Event up to the first year is in the deck or removed; later ones wait."""
        self.once(field, deck)
        year = {c.id: c.year for c in cards}
        for card in deck:
            self.need(card in year, field, card, "the id of a card of this kind")
            self.need(year[card] <= s.start_year, field, card, f"a card of {s.start_year} or before")
            self.need(card not in removed, field, card, "a card that is not removed")
        for c in cards:
            if c.set == "base" and c.year <= s.start_year:
                right = c.id in deck or c.id in removed
                self.need_words(
                    right, field, f"no {c.id}", f"each card up to {s.start_year} that is not removed"
                )

    def check_projects(self, s: ScenarioFile) -> None:
        self.once("projects", [x.project for x in s.projects])
        development = {c.id: c.development for c in self.pack.production.cards}
        for x in s.projects:
            self.at(f"scenarios/{s.id}.toml", f'entry "{x.project}" of projects')
            self.need(x.project in self.projects, "project", x.project, "the id of a Project")
            self.need(x.state in self.boxes["project"], "state", x.state, "a box of the project track")
            done = x.state == COMPLETED
            right = done or int(x.state) <= development[x.project]
            self.need(right, "state", x.state, f"at most {development[x.project]}, its development")
            right = done == (x.project in s.removed.production)
            words = f'"{COMPLETED}" for a card that is removed, and only then'
            self.need(right, "state", x.state, words)
        self.at(f"scenarios/{s.id}.toml")

    # --- supply

    def check_supply(self, s: ScenarioFile) -> None:
        """Areas out of Land Supply are on Naval Supply or Isolated, and only they."""
        self.once("ports", [x.area for x in s.ports])
        for x in s.ports:
            self.area("ports", x.area)
            right = self.areas[x.area].port_box and self.rows_of[x.area].axis_sector > 0
            self.need(right, "ports", x.area, "an Area with a Port box and an Axis Disk")
        for a in self.pack.areas.areas:
            if a.port_box and self.rows_of[a.id].axis_sector:
                right = a.id in [x.area for x in s.ports]
                self.need_words(right, "ports", f"nothing for {a.id}", "each Port with an Axis Disk")
        held = [x.area for x in s.alignments if x.axis_sector]
        reached = [name for name in held if self.has_festung(name)]
        queue = list(reached)
        while queue:
            for there in self.land[queue.pop()]:
                if there in held and there not in reached:
                    reached.append(there)
                    queue.append(there)
        cut = [*s.naval_supply, *s.isolated]
        self.once("naval_supply", cut)
        for name in cut:
            self.area("naval_supply", name)
            right = name in held and name not in reached
            self.need(right, "naval_supply", name, "an Area with an Axis Disk out of Land Supply")
        for name in held:
            right = name in reached or name in cut
            self.need_words(right, "naval_supply", f"no {name}", "each Area out of Land Supply, or isolated")

    def check_resources(self, s: ScenarioFile) -> None:
        """Resources are those of Germany, of Areas and of cards counted as played."""
        areas = 0
        for a in self.pack.areas.areas:
            if a.resource and self.rows_of[a.id].alignment in AXIS and a.id not in s.isolated:
                areas += 1
        right = BASE_RESOURCES + areas + s.resource_adjust
        words = f"{right}: {BASE_RESOURCES}, {areas} Areas and resource_adjust"
        self.need(s.tracks.resources == right, "tracks.resources", s.tracks.resources, words)
