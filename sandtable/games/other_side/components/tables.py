"""The components of The Other Side of the Hill as flat tables of small integers, built once from a pack.

Spaces are the Areas in the order of their numbers, then the Bases. Sets of spaces, of units and of Generals
are numbers with a bit for each.
"""

from __future__ import annotations

from sandtable.games.other_side.components import cards
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.cards import Cell, Directive, EventCard, General
from sandtable.games.other_side.components.constants import bits, mask_of
from sandtable.games.other_side.components.effect_types import COLOURS, FACES, EffectIds
from sandtable.games.other_side.components.schema import Pack, ScenarioFile
from sandtable.games.other_side.components.schema_cards import SovietRow, WesternRow


class ScenarioStart:
    """The frame of one scenario; `setup` reads its set-up from the file. [11]"""

    def __init__(self, s: ScenarioFile, t: Tables) -> None:
        self.file = s
        self.id = s.id
        self.name = s.name
        self.players = tuple(s.players)
        self.first_year = t.years.index(s.start_year)
        self.first_box = t.box_id.index(s.start_turn_box)
        self.last_year = t.years.index(s.end_year)
        self.last_box = t.box_id.index(s.end_turn_box)
        self.code = s.setup_code_index
        removed = s.removed
        names = [*removed.military, *removed.political, *removed.production]
        self.out_directives = mask_of([t.directive_index[id] for id in names])
        self.out_strategic = mask_of([t.strategic_index[id] for id in removed.strategic])
        self.out_battle = mask_of([t.battle_index[id] for id in removed.combat])


class Tables:
    """All components. Attributes are set by `build_tables` and never change."""

    def __init__(self, pack: Pack) -> None:
        self._map(pack)
        self._countries(pack)
        self._armies(pack)
        self._numbers(pack)
        self._dice(pack)
        self._combat_cards(pack)
        self._cards(pack)
        self.orchestra_id: list[str] = [c.id for c in pack.black_orchestra.cards]
        self.orchestra_name: list[str] = [c.name for c in pack.black_orchestra.cards]
        self.orchestra_value: list[int] = [
            const.ORCHESTRA_IDS.index(c.value) for c in pack.black_orchestra.cards
        ]
        self.n_orchestra = len(self.orchestra_id)
        areas, bases = pack.areas.areas, pack.areas.bases
        self.lon: list[float] = [a.lon for a in areas] + [b.lon for b in bases]
        self.lat: list[float] = [a.lat for a in areas] + [b.lat for b in bases]
        self.base_letter: list[str] = [base.letter for base in bases]
        looks = pack.drawing
        self.colours: dict[str, str] = {look.side: look.colour for look in looks.sides}
        self.letters: dict[str, str] = {look.side: look.letter for look in looks.sides}
        for front in looks.fronts:
            self.colours[front.front] = front.colour
        for nation in looks.nations:
            self.colours[nation.nation] = nation.colour
        for army in looks.armies:
            self.colours[army.army] = army.colour
        self.ground = tuple([(land.of, land.points) for land in looks.ground])
        self.links = [
            (link.a, link.b, link.kind, link.extra_die, link.no_soviet_attack) for link in pack.links.links
        ]
        self.scenarios: list[ScenarioStart] = [ScenarioStart(s, self) for s in pack.scenarios]
        self.scenarios.sort(key=lambda start: (start.first_year, start.first_box))
        self.scenario_index: dict[str, int] = {s.id: n for n, s in enumerate(self.scenarios)}

    def _map(self, pack: Pack) -> None:
        areas, bases = pack.areas.areas, pack.areas.bases
        self.n_areas = len(areas)
        self.n_bases = len(bases)
        self.n_spaces = self.n_areas + self.n_bases  # [1.3c]
        self.space_id: list[str] = [a.id for a in areas] + [b.id for b in bases]
        self.space_name: list[str] = [a.name for a in areas] + [b.name for b in bases]
        self.space_index: dict[str, int] = {id: n for n, id in enumerate(self.space_id)}
        self.area_number: list[int] = [a.no for a in areas]  # as printed
        self.area_of_number: dict[int, int] = {a.no: n for n, a in enumerate(areas)}
        self.front: list[int] = [const.TRACK_IDS.index(a.front) for a in areas]  # [1.3k]
        self.front += [const.TRACK_IDS.index(b.front) for b in bases]
        self.stacking: list[int] = [a.stacking for a in areas]  # [2.3f]
        self.head_boxes: list[int] = [a.ag_head_boxes for a in areas]  # [2.3h]
        self.resource = mask_of([n for n, a in enumerate(areas) if a.resource])
        self.partisan = mask_of([n for n, a in enumerate(areas) if a.partisan])  # [1.3q]
        self.ports = mask_of([n for n, a in enumerate(areas) if a.port_box])
        self.top: list[int] = [a.n_sectors for a in areas]
        self.in_front: list[int] = [0, 0, 0]  # Areas of each Front
        for area in range(self.n_areas):
            self.in_front[self.front[area]] |= 1 << area
        # Sectors are numbered from 1; entry 0 of each list stands for no Sector.
        self.sector_name: list[list[str]] = [[""] * (n + 1) for n in self.top]
        self.sector_id: list[list[str]] = [[""] * (n + 1) for n in self.top]
        self.terrain: list[list[int]] = [[const.PLAINS] * (n + 1) for n in self.top]
        # The coordinates of Sectors, in degrees.
        self.sector_spot: list[list[tuple[float, float]]] = [[(0.0, 0.0)] * (n + 1) for n in self.top]
        self.landing_die: list[list[int]] = [[0] * 7 for _ in areas]  # the Sector for each result; 0: none
        self.sector_index: dict[str, tuple[int, int]] = {}
        for s in pack.areas.sectors:
            area = self.space_index[s.area]
            self.sector_name[area][s.n] = s.name
            self.sector_id[area][s.n] = s.id
            self.terrain[area][s.n] = const.TERRAIN_IDS.index(s.terrain)  # [1.3s]
            self.sector_spot[area][s.n] = (s.lon, s.lat)
            self.sector_index[s.id] = (area, s.n)
            for result in s.landing:  # [1.3o]
                self.landing_die[area][result] = s.n
        self.festung = mask_of([a for a in range(self.n_areas) if const.FESTUNG in self.terrain[a][1:]])
        self.near: list[int] = [0] * self.n_spaces  # over Land Lines [1.3a]
        self.over_sea: list[int] = [0] * self.n_spaces  # over Amphibious Lines [1.3p]
        self.shut: list[int] = [0] * self.n_spaces  # Land Lines that no Soviet attack crosses [4.6b]
        self.extra_die: list[list[int]] = [[0] * self.n_spaces for _ in range(3)]  # by Faction [6.3i]
        for link in pack.links.links:
            for one, other in ((link.a, link.b), (link.b, link.a)):
                a, b = self.space_index[one], self.space_index[other]
                if link.kind == "amphibious":
                    self.over_sea[a] |= 1 << b
                    continue
                self.near[a] |= 1 << b
                if link.no_soviet_attack:
                    self.shut[a] |= 1 << b
                if link.extra_die != "none":
                    self.extra_die[const.FACTION_IDS.index(link.extra_die)][a] |= 1 << b

    def _countries(self, pack: Pack) -> None:
        countries = pack.countries.countries
        self.n_countries = len(countries)
        self.country_id: list[str] = [c.id for c in countries]
        self.country_name: list[str] = [c.name for c in countries]
        self.country_index: dict[str, int] = {id: n for n, id in enumerate(self.country_id)}
        self.can_be_satellite: list[bool] = [c.can_become == "satellite" for c in countries]
        # [1.3n]
        self.home: list[int] = [mask_of([self.space_index[a] for a in c.home_areas]) for c in countries]
        self.home_bases: list[int] = [mask_of([self.space_index[b] for b in c.home_bases]) for c in countries]
        self.to_pool: list[int] = [c.satellite_armies_in_pool for c in countries]  # [3.3.1f]
        self.cubes: list[int] = [c.satellite_armies_total for c in countries]
        self.country_of: list[int] = [const.NONE] * self.n_spaces
        for country in range(self.n_countries):
            for space in bits(self.home[country] | self.home_bases[country]):
                self.country_of[space] = country
        self.scoring = 0  # Home Areas that count for victory [10b]
        for id in pack.countries.vp_home_countries:
            self.scoring |= self.home[self.country_index[id]]
        # Countries with special rules.
        roles = pack.countries.roles
        self.italy = self.country_index[roles.italy]
        self.france = self.country_index[roles.france]
        self.ussr = self.country_index[roles.ussr]
        self.italian = self.home[self.italy]  # [8.1]
        self.mainland = mask_of([self.space_index[a] for a in roles.italy_mainland])  # [8.1c]
        self.africa = mask_of([self.space_index[a] for a in roles.italy_africa])  # [8.1d]
        self.vichy = mask_of([self.space_index[a] for a in roles.vichy_areas])  # [8.2a]
        self.vichy_garrison = self.space_index[roles.vichy_garrison]  # [8.2c]
        self.surrendered = mask_of([self.space_index[a] for a in roles.surrender_occupied])  # [4.7.1b]
        self.frontier = self.sector_index[roles.surrender_frontier]  # [4.7.1b]
        self.disputed_at_war = self.space_index[roles.ussr_disputed_area]  # Area 5 [7.1]
        self.closed = self.space_index[roles.closed_area]  # the Urals [1.3v]

    def _armies(self, pack: Pack) -> None:
        self.kind_id: list[str] = []
        self.kind_name: list[str] = []
        self.kind_country: list[int] = []
        self.first_unit: list[int] = []
        self.unit_count: list[int] = []
        self.unit_kind: list[int] = []
        self.kind_of_country: list[int] = [const.NONE] * self.n_countries
        countries = pack.countries.countries
        for army in pack.armies.armies:
            if army.german:
                self._kind(army.id, army.name, const.NONE, army.count)
        for country in range(self.n_countries):
            if self.cubes[country]:
                self.kind_of_country[country] = len(self.kind_id)
                name = f"{countries[country].people or self.country_name[country]} Army"
                self._kind(f"satellite_{self.country_id[country]}", name, country, self.cubes[country])
        self.n_kinds = len(self.kind_id)
        self.n_units = len(self.unit_kind)
        self.german = mask_of([u for u in range(self.n_units) if self.unit_kind[u] < const.SATELLITES])
        self.kind_mask: list[int] = [0] * self.n_kinds
        for unit in range(self.n_units):
            self.kind_mask[self.unit_kind[unit]] |= 1 << unit

    def _kind(self, id: str, name: str, country: int, count: int) -> None:
        self.first_unit.append(len(self.unit_kind))
        self.unit_count.append(count)
        self.unit_kind += [len(self.kind_id)] * count
        self.kind_id.append(id)
        self.kind_name.append(name)
        self.kind_country.append(country)

    def _numbers(self, pack: Pack) -> None:
        tracks: dict[str, tuple[str, ...]] = {track.id: track.boxes for track in pack.tracks.tracks}
        self.years: list[int] = [int(year) for year in tracks["year"]]
        self.box_id: list[str] = list(tracks["turn"])
        self.resources_top = len(tracks["resources"]) - 1
        self.capacity: list[list[int]] = [  # Amphibious capacity by Front and air value [6.9]
            [0] + [int(box.partition("/")[2]) for box in tracks[f"air_{front}"]]
            for front in const.TRACK_IDS[:3]
        ]
        self.air_min = pack.tracks.misc.air_min
        self.air_max = pack.tracks.misc.air_max
        self.strategic_top = len(tracks["strategic_warfare"]) - 1
        self.technology_top = len(tracks["technology"]) - 1
        self.usa_war = len(tracks["usa_commitment"]) - 1
        self.ussr_war = len(tracks["ussr_commitment"]) - 1
        self.fanaticism_top = len(tracks["fanaticism"]) - 1
        self.unrest_trigger = pack.tracks.misc.unrest_trigger
        self.paratroops_top = len(tracks["paratroops"])
        self.collapse_top = len(tracks["collapse_of_germany"])
        self.category_id: list[str] = [row.id for row in pack.tracks.production]  # [1.3r]
        self.category_name: list[str] = [row.name for row in pack.tracks.production]
        self.category_top: list[int] = [max(row.boxes) for row in pack.tracks.production]
        self.category_limit: list[int] = [row.limit_side_max for row in pack.tracks.production]
        self.operations_in: list[int] = [s.ops_phases for s in pack.tracks.seasons]
        # By the value of Germany: points lost, the most markers that lose them, Unrest. [3.1.1]
        self.bombing: list[tuple[int, int, int]] = [(0, 0, 0)] * (self.air_max + 1)
        for row in pack.tracks.bombing_of_germany:
            self.bombing[row.air_germany] = (row.replacement_points_lost, row.max_markers, row.unrest)
        self.port_target: dict[int, int] = {}
        self.port_front: dict[int, int] = {}
        for port in pack.tracks.ports:
            self.port_target[self.space_index[port.port]] = port.target
            self.port_front[self.space_index[port.port]] = const.TRACK_IDS.index(port.front)
        # For each port: the set of spaces, the change for each, whether the Axis must control them or not.
        self.port_modifiers: dict[int, list[tuple[int, int, bool]]] = {}
        self.port_tracks: dict[int, int] = {}  # the Air/Naval Control that is added [4.7.2a]
        bases = ((1 << self.n_bases) - 1) << self.n_areas
        for rule in pack.tracks.port_modifiers:
            for name in rule.ports:
                where = self.space_index[name]
                if rule.track:
                    self.port_tracks[where] = const.TRACK_IDS.index(rule.track)
                    continue
                mask = bases if rule.each_base else 1 << self.space_index[rule.area]
                self.port_modifiers.setdefault(where, []).append((mask, rule.n, rule.controlled))
        self.heads_for: list[int] = [row.heads for row in pack.tracks.command_limits]  # [4.3a]
        self.general_limit: list[int] = [0] * 5  # by players [2.2k] [2.2l]
        for limit in pack.tracks.general_limits:
            self.general_limit[limit.players] = limit.max_generals
        self.planning: list[int] = [row.picks for row in pack.tracks.planning_picks]  # by deck [5.4]
        self.retreat_top = pack.tracks.misc.max_sector_moves_per_disk_per_retreat_series
        self.undefended = pack.tracks.misc.undefended_area_retreats
        self.naval_moves = pack.tracks.misc.naval_supply_moves_per_front
        self.collapse_from = pack.tracks.collapse.min_disks
        self.victory: list[tuple[int, str]] = [(row.min, row.result) for row in pack.tracks.victory_levels]
        # The first possible step is taken: from a kind, to a kind in the Force Pool (NONE: nothing). [6.8a]
        self.reductions: list[tuple[int, int]] = []
        for step in pack.tracks.reduction_priority:
            put = const.ARMY_IDS.index(step.put) if step.put else const.NONE
            self.reductions.append((const.ARMY_IDS.index(step.remove), put))
        self.allied_dice: dict[str, int] = {row.id: row.dice for row in pack.tracks.allied_dice_modifiers}
        misc = pack.tracks.misc
        self.coup_infighting = misc.coup_infighting_above  # [7.4f]
        self.coup_disk = misc.coup_per_collapse_disk  # [7.4d]
        self.coup_dissident = misc.coup_per_dissident
        self.coup_variable = misc.coup_variable_plus_from  # [7.4c]
        self.coup_fanatic = misc.coup_high_fanaticism_above  # [7.4b]
        self.italy_air = misc.italy_air_south  # [3.3.1h]
        self.dissidents = next(m.count for m in pack.armies.markers if m.id == "dissident")
        self.land_pawns = next(p.count for p in pack.armies.pieces if p.id == "axis_land_pawn")
        self.amphibious_pawns = next(p.count for p in pack.armies.pieces if p.id == "axis_amphibious_pawn")

    def _dice(self, pack: Pack) -> None:
        self.die_faces: list[list[int]] = [[] for _ in COLOURS]
        for die in pack.dice.dice:
            if die.id in COLOURS:
                self.die_faces[COLOURS.index(die.id)] = [FACES.index(face) for face in die.faces]
        self.events_in_combat = pack.dice.max_events_per_combat
        self.events_in_strategic = pack.dice.max_events_per_strategic_roll

    def _combat_cards(self, pack: Pack) -> None:
        file = pack.combat_cards
        self.n_combat = len(file.cards)
        self.combat_number: list[int] = [c.number for c in file.cards]
        index = {c.number: n for n, c in enumerate(file.cards)}
        years = len(self.years)
        blank = Cell(0, [])
        # By card and year.
        self.raids: list[list[int]] = [[0] * years for _ in file.cards]  # Strategic Warfare [4.1b]
        self.defence: list[list[list[Cell]]] = []  # by Faction first
        self.offence: list[list[list[Cell]]] = []
        for _ in const.FACTION_IDS:
            self.defence.append([[blank] * years for _ in file.cards])
            self.offence.append([[blank] * years for _ in file.cards])
        for row in file.western:
            for year in self._years(row.years):
                self.raids[index[row.card]][year] = row.strategic_warfare
                self._cells(const.WEST, index[row.card], year, row)
        for line in file.soviet:
            for year in self._years(line.years):
                self._cells(const.SOVIETS, index[line.card], year, line)
        # The seasons in which a landing may come, and the order of Areas. [4.5.1a]
        self.landing_seasons: list[list[int]] = [[0] * years for _ in file.cards]
        self.landings: list[list[list[int]]] = [[[] for _ in range(years)] for _ in file.cards]
        for entry in file.landings:
            card, year = index[entry.card], self.years.index(int(entry.year))
            self.landing_seasons[card][year] = self._seasons(entry.season)
            self.landings[card][year] = [self.area_of_number[no] for no in entry.priority]

    def _seasons(self, word: str) -> int:
        """Return the seasons of a Landings row; the word landing means all except winter. [4.5.1a]"""
        if word == "landing":
            return 1 << const.SPRING | 1 << const.SUMMER | 1 << const.FALL
        return mask_of([const.SEASON_IDS.index(part) for part in word.split("_")])

    def _years(self, text: str) -> list[int]:
        first, _, last = text.partition("-")
        end = first[:2] + last if last else first
        return [n for n, year in enumerate(self.years) if int(first) <= year <= int(end)]

    def _cells(self, faction: int, card: int, year: int, row: WesternRow | SovietRow) -> None:
        self.defence[faction][card][year] = Cell(
            row.defense, [(const.SPECIAL_IDS.index(s.kind), s.symbols) for s in row.defense_special]
        )
        self.offence[faction][card][year] = Cell(
            row.attack, [(const.SPECIAL_IDS.index(s.kind), s.symbols) for s in row.attack_special]
        )

    def _cards(self, pack: Pack) -> None:
        projects = [card.id for card in pack.production.cards if card.kind == "project"]
        self.n_projects = len(projects)
        # Only the grey side of the Section cards is used: it gives decisions and no other powers. [1.4e]
        self.section_id: list[str] = [s.id for s in pack.sections.sections]
        self.section_name: list[str] = [s.name for s in pack.sections.sections]
        # By players: the Sections that go together. [11.2]
        self.groups: dict[int, list[list[int]]] = {}
        for row in pack.sections.assignments:
            self.groups[row.players] = [[self.section_id.index(s) for s in group] for group in row.groups]
        words = EffectIds(
            self.space_index,
            self.sector_index,
            self.country_index,
            self.category_id,
            self.section_id,
            self.years,
            {id: n for n, id in enumerate(projects)},
        )
        self.directives: list[Directive] = [cards.military(c, words) for c in pack.military.cards]
        self.directives += [cards.political(c, words) for c in pack.political.cards]
        self.directives += [cards.industrial(c, words) for c in pack.production.cards]
        self.n_directives = len(self.directives)
        self.directive_index: dict[str, int] = {d.id: n for n, d in enumerate(self.directives)}
        self.project_card: list[int] = [n for n, d in enumerate(self.directives) if d.kind == const.PROJECT]
        self.strategic: list[EventCard] = [cards.event(c, words) for c in pack.strategic_events.cards]
        self.battle: list[EventCard] = [cards.event(c, words) for c in pack.combat_events.cards]
        self.n_strategic = len(self.strategic)
        self.n_battle = len(self.battle)
        self.strategic_index: dict[str, int] = {e.id: n for n, e in enumerate(self.strategic)}
        self.battle_index: dict[str, int] = {e.id: n for n, e in enumerate(self.battle)}
        self.generals: list[General] = [cards.general(c, words) for c in pack.generals.generals]
        self.n_generals = len(self.generals)
        self.general_index: dict[str, int] = {g.id: n for n, g in enumerate(self.generals)}
        self.loners: list[int] = [  # who may head a single Army
            n
            for n, g in enumerate(self.generals)
            if any(s.kind == const.HEAD_WITH_ONE_ARMY for s in g.specials)
        ]
        self.seniority: list[int] = [g.seniority for g in self.generals]  # [2.2a]
        order = range(self.n_generals)
        self.by_seniority: list[int] = sorted(order, key=lambda n: -self.generals[n].seniority)


def build_tables(pack: Pack) -> Tables:
    """Return the tables of a checked pack."""
    return Tables(pack)
