"""`Tables`: everything about a component pack that never changes, as flat lists of small integers.

Built once for each pack and shared by all positions. Areas, countries, army types, counters and so on are
numbered in the order of their files; -1 means none. The layers below hold the map (`tables_map`), countries
and counters (`tables_forces`) and the numbers of the rules (`tables_rules`); this module adds landings and
scenarios.
"""

from __future__ import annotations

from sandtable.engine.scene import Ground
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.schema import Pack, ScenarioFile
from sandtable.games.downfall.components.tables_map import side_index
from sandtable.games.downfall.components.tables_rules import RuleTables

__all__ = ["ScenarioStart", "Tables", "build_tables"]


class Tables(RuleTables):
    """All tables of a pack."""

    # landing lines [8t]
    n_lines: int
    line_id: list[str]
    line_a: list[int]
    line_b: list[int]
    line_sea: list[int]
    line_med: list[bool]
    line_max: list[int]  # armies a turn, with the development

    # landing options: one for each way from an area to another, lines both ways
    n_options: int
    option_from: list[int]
    option_to: list[int]
    option_line: list[bool]  # along a line; otherwise a place of the development [13.9]
    option_place: list[int]  # options of one place share option_max; lines 0 .. n_lines - 1, then the places
    option_med: list[bool]  # along a Mediterranean line
    option_max: list[int]
    option_sea: list[int]  # -1 for places of the development
    option_open: list[list[bool]]  # [side][option]: its armies may use that sea [8r]
    n_places: int  # values of option_place
    landings_from: list[tuple[int, ...]]  # options that start in each area
    landings_to: list[tuple[int, ...]]  # options that end in each area

    # how many may land
    landing_basic: int  # armies a turn without the development
    landing_basic_armor: bool  # armor among them
    landing_turn: list[int]  # by turn, with the development [13.9b][13.9j]; entry 0 unused
    landing_armor: bool
    landing_lines_max: int  # along all lines together, with the development [13.9c]

    # looks
    side_colour: list[str]
    side_letter: list[str]
    country_colour: list[str]
    drawn_ground: Ground  # land drawn as part of a place
    printed_marks: list[tuple[str, ...]]  # what is printed in each area besides its terrain

    # the box, for display
    marker_id: list[str]
    marker_count: list[int]

    scenarios: list[ScenarioStart]

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.fill_lines(pack)
        self.fill_options(pack)
        self.fill_landing_limits(pack)
        self.fill_looks(pack)
        self.marker_id = [m.id for m in pack.markers.box]
        self.marker_count = [m.count for m in pack.markers.box]
        self.scenarios = [ScenarioStart(self, s) for s in pack.scenarios]

    def fill_looks(self, pack: Pack) -> None:
        looks = {str(look.side): look for look in pack.drawing.sides}
        self.side_colour = [looks[side].colour for side in self.side_id]
        self.side_letter = [looks[side].letter for side in self.side_id]
        colours = {look.country: look.colour for look in pack.drawing.countries}
        self.country_colour = [
            colours.get(self.country_id[c], self.side_colour[self.country_side[c]])
            for c in range(self.n_countries)
        ]
        self.drawn_ground = tuple(
            [(land.of, tuple([(x, y) for x, y in land.points])) for land in pack.drawing.ground]
        )
        self.printed_marks = [self._marks_of(area) for area in range(self.n_areas)]

    def _marks_of(self, area: int) -> tuple[str, ...]:
        marks: list[str] = []
        if self.capital_of[area] >= 0:
            marks.append("capital")
        if self.fortress[area]:
            marks.append("fortress")
        if self.supply_of[area] >= 0:
            marks.append("supply")
        if self.key_of[area] >= 0:
            marks.append("key")
        if self.east[area]:
            marks.append("east")
        for sea in range(self.n_seas):
            if self.seas[area] >> sea & 1:
                marks.append("coast:" + self.sea_id[sea])
        return tuple(marks)

    def fill_lines(self, pack: Pack) -> None:
        lines = pack.landings.landing_lines
        seas = {name: i for i, name in enumerate(self.sea_id)}
        self.n_lines = len(lines)
        self.line_id = [x.id for x in lines]
        self.line_a = [self.area_index[x.a] for x in lines]
        self.line_b = [self.area_index[x.b] for x in lines]
        self.line_sea = [seas[x.sea] for x in lines]
        self.line_med = [x.mediterranean for x in lines]
        self.line_max = [x.max_armies for x in lines]

    def fill_options(self, pack: Pack) -> None:
        self.option_from = []
        self.option_to = []
        self.option_line = []
        self.option_place = []
        self.option_med = []
        self.option_max = []
        self.option_sea = []
        for i in range(self.n_lines):
            a = self.line_a[i]
            b = self.line_b[i]
            self.add_option(a, b, i, self.line_max[i], i)
            self.add_option(b, a, i, self.line_max[i], i)
        groups = {g.id: g.areas for g in pack.landings.groups}
        for number, place in enumerate(pack.landings.development_landings):
            origins: list[str] = []
            for group in place.from_groups:
                origins.extend(groups[group])
            origins.extend(place.from_areas)
            to = self.area_index[place.to]
            for origin in origins:
                self.add_option(self.area_index[origin], to, self.n_lines + number, place.max_armies, -1)
        self.n_options = len(self.option_from)
        self.n_places = self.n_lines + len(pack.landings.development_landings)
        numbers = range(self.n_options)
        areas = range(self.n_areas)
        self.landings_from = [tuple([o for o in numbers if self.option_from[o] == a]) for a in areas]
        self.landings_to = [tuple([o for o in numbers if self.option_to[o] == a]) for a in areas]
        self.option_open = [
            [self.option_sea[o] < 0 or self.naval_seas[side] >> self.option_sea[o] & 1 == 1 for o in numbers]
            for side in range(3)
        ]

    def add_option(self, origin: int, to: int, place: int, most: int, line: int) -> None:
        self.option_from.append(origin)
        self.option_to.append(to)
        self.option_line.append(line >= 0)
        self.option_place.append(place)
        self.option_med.append(line >= 0 and self.line_med[line])
        self.option_max.append(most)
        self.option_sea.append(self.line_sea[line] if line >= 0 else -1)

    def fill_landing_limits(self, pack: Pack) -> None:
        limits = pack.landings.limits
        self.landing_basic = limits.without_development.armies_per_turn
        self.landing_basic_armor = "armor" in limits.without_development.types
        developed = limits.with_development
        self.landing_armor = "armor" in developed.types
        self.landing_turn = [developed.armies_per_turn] * (self.last_turn + 1)
        special = developed.armies_in_year
        if special is not None:
            for turn in range(1, self.last_turn + 1):
                if self.year[turn] == special.year:
                    self.landing_turn[turn] = special.armies
        self.landing_lines_max = limits.lines_per_turn


class ScenarioStart:
    """The start of a scenario. Its unit lists are parallel: type, area, step and number of counters."""

    def __init__(self, t: Tables, scenario: ScenarioFile) -> None:
        self.id: str = scenario.id
        self.name: str = scenario.name
        self.first_turn: int = scenario.first_turn
        self.last_turn: int = scenario.last_turn
        self.players: tuple[int, ...] = scenario.players
        self.first_side: int = side_index(scenario.first_side)
        self.barbarossa_turn: int = scenario.barbarossa_turn
        self.total_war: list[bool] = [s in scenario.total_war for s in t.side_id[:3]]
        self.at_war: list[bool] = [c in scenario.at_war for c in t.country_id]
        self.surrendered: list[bool] = [c in scenario.surrendered for c in t.country_id]
        stock = scenario.stock
        self.supply: list[int] = [stock.supply.axis, stock.supply.allies, stock.supply.ussr]
        self.armor: list[int] = [stock.armor.axis, stock.armor.allies, stock.armor.ussr]
        self.air: list[int] = [stock.air_missions.get(m, 0) for m in t.air_id]
        self.submarines: int = stock.submarine_missions.get(t.sub_id, 0)
        tiles = scenario.developments
        self.tiles: list[int] = [
            const.TILE_IN_PROGRESS if x in tiles.in_progress else const.TILE_UNUSED for x in t.tile_id
        ]
        for tile in tiles.available:
            self.tiles[t.tile_index[tile]] = const.TILE_AVAILABLE
        self.in_progress_since: int = tiles.in_progress_since
        self.control: list[int] = [
            t.country_side[c] if self.at_war[c] else const.NEUTRAL for c in t.area_country
        ]
        for exception in scenario.control:
            self.control[t.area_index[exception.area]] = side_index(exception.side)
        self.unit_type: list[int] = []
        self.unit_area: list[int] = []
        self.unit_step: list[int] = []
        self.unit_count: list[int] = []
        for force in scenario.forces:
            for units in force.units:
                self.unit_type.append(t.type_index[units.army])
                self.unit_area.append(t.area_index[units.area])
                self.unit_step.append(const.FULL if units.step == "full" else const.REDUCED)
                self.unit_count.append(units.count)


def build_tables(pack: Pack) -> Tables:
    """Return the tables of a pack whose relations have been checked."""
    return Tables(pack)
