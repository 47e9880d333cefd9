"""The components of Blitzkrieg General as flat tables of small integers, built once from a pack."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine.scene import Chart, Ground
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import effect_types as effects
from sandtable.games.blitzkrieg_general.components.effect_types import (
    Condition,
    Effect,
    EffectIds,
    compile_condition,
    compile_effect,
)
from sandtable.games.blitzkrieg_general.components.schema import Pack, ScenarioFile
from sandtable.games.blitzkrieg_general.components.schema_tables import Event, UsEntry
from sandtable.games.blitzkrieg_general.components.tables_map import MapTables


class CardInfo:
    """One card of the deck as numbers."""

    def __init__(self, id: str, title: str, text: str, owners: int, cost: int) -> None:
        self.id = id
        self.title = title
        self.text = text
        self.owners = owners  # set of majors that may buy it
        self.cost = cost
        self.after = 0
        self.timing = 0
        self.needs: list[Condition] = []
        self.effect = Effect(0)


class Tables(MapTables):
    """Every list is indexed by the number of the thing it describes."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self._roles(pack)
        self._units(pack)
        self._rules(pack)
        self._timetable(pack)
        self._cards(pack)
        self._looks(pack)
        # Cached answers that change only as powers fall (`Board.standing`).
        self.all_majors = (1 << self.n_majors) - 1
        self.standing: dict[tuple[bytes, int, int], list[int]] = {}
        self.seats_of: dict[tuple[bytes, bytes, int, int], list[int]] = {}
        # By control, a set of countries and a start: areas joined by land (`rail.joined`); with a range:
        # the spaces that aircraft reach (`air_bases.reached`).
        self.railways: dict[tuple[bytes, int, int], list[int]] = {}
        self.flown: dict[tuple[bytes, int, int, int], list[int]] = {}
        self.scenarios: list[ScenarioFile] = list(pack.scenarios)
        self.scenario_index = {s.id: i for i, s in enumerate(pack.scenarios)}
        # By scenario and area: whether forces of a country that joins the war later are set up there. [S39d]
        self.awaited: list[bytes] = []
        for s in pack.scenarios:
            places = {row.place for row in s.late_setup}
            self.awaited.append(bytes([area in places for area in self.space_id[: self.n_areas]]))

    # --- roles

    def _roles(self, pack: Pack) -> None:
        roles = pack.roles
        n, a = roles.nations, roles.areas
        country, area = self.country_index, self.area_index
        self.germany = country[n.germany]
        self.italy = country[n.italy]
        self.japan = country[n.japan]
        self.be = country[n.be]
        self.usa = country[n.usa]
        self.ussr = country[n.ussr]
        self.france = country[n.france]
        self.china = country[n.china]
        self.poland = country[n.poland]
        self.bnl = country[n.bnl]
        self.yugoslavia = country[n.yugoslavia]
        self.turkey = country[n.turkey]
        self.weather_roller = country[n.weather_roller]
        self.limit_roller = country[n.limit_roller]
        self.kept_out = country[n.kept_out]  # [A8.8]
        self.kept_out_of = country[n.kept_out_of]
        self.pact_areas: list[int] = [area[x] for x in a.pact_areas]
        self.pact_retreat = area[a.pact_retreat]
        self.vichy_area = area[a.vichy]
        self.vichy_occupied: list[int] = [area[x] for x in a.vichy_occupied]
        self.fortress_area = area[a.fortress]
        self.fortress_rear: list[int] = [area[x] for x in a.fortress_rear]
        self.indochine = area[a.indochine]
        self.bnl_islands: list[int] = [area[x] for x in a.bnl_islands]
        self.uk_home: list[int] = [area[x] for x in a.uk_home]
        self.italy_home: list[int] = [area[x] for x in a.italy_home]
        self.partisan_area = area[a.partisan_area]
        self.cape_zones: list[int] = [self.zone_index[z] for z in roles.cape_zones]  # [A9.6]
        self.cape_far_zone = self.zone_index[roles.cape_far_zone]
        self.africa = self.region_index[roles.africa]
        # By major: where its rail may begin, as sets of home countries and of countries. [A6.2c] [A6.2d]
        self.rail_homes: list[int] = [0] * self.n_majors
        self.rail_nations: list[int] = [0] * self.n_majors
        self.rail_once = bytes(
            [any([r.one_a_turn and country[r.nation] == m for r in roles.rail]) for m in range(self.n_majors)]
        )
        for r in roles.rail:
            major = country[r.nation]
            for home in r.homes:
                self.rail_homes[major] |= 1 << self.home_index[home]
            for nation in r.nations:
                self.rail_nations[major] |= 1 << country[nation]
        self.mark_vichy = effects.MARK_IDS.index(roles.mark_vichy)
        self.mark_free = effects.MARK_IDS.index(roles.mark_free)
        self.mark_guards = effects.MARK_IDS.index(roles.mark_guards)
        self.mark_us_built = effects.MARK_IDS.index(roles.mark_us_built)
        self.colour_early = effects.COLOUR_IDS.index(roles.color_early)
        self.colour_late = effects.COLOUR_IDS.index(roles.color_late)

    # --- units

    def _units(self, pack: Pack) -> None:
        types = pack.units.units
        self.n_types = len(types)
        self.type_id = [k.id for k in types]
        self.type_index = {k.id: i for i, k in enumerate(types)}
        self.type_nation = bytes([self.country_index[k.nation] for k in types])
        self.type_home: list[int] = [self.home_index[k.home] for k in types]
        self.type_kind = bytes([const.TYPE_IDS.index(k.type) for k in types])
        self.type_front = bytes([k.front for k in types])
        self.type_back = bytes([k.back for k in types])
        self.type_steps = bytes([k.steps for k in types])
        self.type_command = bytes([k.command for k in types])
        self.type_mark = bytes([effects.MARK_IDS.index(k.mark) for k in types])
        self.type_colour = bytes([effects.COLOUR_IDS.index(k.color) for k in types])
        self.type_cost = bytes([k.cost for k in types])
        self.type_duration = bytes([k.duration for k in types])
        self.type_count = [k.count for k in types]
        self.type_name = [self._type_name(i) for i in range(self.n_types)]
        self.unit_type: list[int] = []
        self.first_unit: list[int] = []
        self.unit_number: list[int] = []
        for kind, count in enumerate(self.type_count):
            self.first_unit.append(len(self.unit_type))
            self.unit_type += [kind] * count
            self.unit_number += range(1, count + 1)
        self.n_units = len(self.unit_type)
        self.unit_nation = self._each(self.type_nation)
        self.unit_home: list[int] = [self.type_home[k] for k in self.unit_type]
        self.unit_kind = self._each(self.type_kind)
        self.unit_front = self._each(self.type_front)
        self.unit_back = self._each(self.type_back)
        self.unit_steps = self._each(self.type_steps)
        self.unit_command = self._each(self.type_command)
        self.unit_mark = self._each(self.type_mark)
        self.unit_colour = self._each(self.type_colour)
        self.unit_cost = self._each(self.type_cost)
        self.types_of: list[tuple[int, ...]] = [
            tuple([k for k in range(self.n_types) if self.type_nation[k] == c])
            for c in range(self.n_countries)
        ]
        self.units_of: list[tuple[int, ...]] = [
            tuple([u for u in range(self.n_units) if self.unit_nation[u] == c])
            for c in range(self.n_countries)
        ]

    def _each(self, by_type: bytes) -> bytes:
        return bytes([by_type[k] for k in self.unit_type])

    def _type_name(self, kind: int) -> str:
        """ "German infantry 4", "HQ Guderian", "Soviet infantry 3 (orange)"."""
        people = self.country_people[self.type_nation[kind]]
        of = const.TYPE_IDS[self.type_kind[kind]].replace("_", " ")
        if of in ("hq", "naval hq"):
            leader = self.type_id[kind].rpartition("_")[2].replace("-", " ").title()
            return f"{people} {'naval ' if of.startswith('naval') else ''}HQ {leader}"
        mark = effects.MARK_IDS[self.type_mark[kind]] or effects.COLOUR_IDS[self.type_colour[kind]]
        strength = self.type_front[kind]
        return f"{people} {of} {strength}" + (f" ({mark})" if mark else "")

    # --- numbers of the rules

    def _rules(self, pack: Pack) -> None:
        tables = pack.tables
        self.terrain_id = [str(row.id) for row in tables.terrain]
        self.terrain_arm = [row.arm for row in tables.terrain]
        self.terrain_inf = [row.inf_def for row in tables.terrain]
        self.terrain_half = bytes([row.air_half for row in tables.terrain])
        self.terrain_air = [row.air for row in tables.terrain]
        self.terrain_attacker = [row.attacker for row in tables.terrain]
        self.terrain_closed = bytes([row.no_exploitation for row in tables.terrain])
        self.terrain_limit = bytes([row.stack_limit for row in tables.terrain])
        # By area the land units of a side that it holds, and the areas with such a limit. [A1.1a] [A1.2a]
        self.area_limit = bytes(
            [self.space_limit[a] or self.terrain_limit[self.area_terrain[a]] for a in range(self.n_areas)]
        )
        self.limited: list[int] = [a for a in range(self.n_areas) if self.area_limit[a]]
        self.walls = self.terrain_index["fortress"]
        self.mountains = self.terrain_index["mountain"]
        borders = {str(row.id): row for row in tables.borders}
        self.river_arm, self.river_other = borders["river"].arm, borders["river"].other
        self.swamp_arm, self.swamp_other = borders["swamp_border"].arm, borders["swamp_border"].other
        self.mountain_arm = borders["mountain_border"].arm
        self.mountain_other = borders["mountain_border"].other
        ranges = {row.type: row for row in tables.ranges}
        self.kind_range = bytes([ranges[kind].range for kind in const.TYPE_IDS])
        self._fly(self.kind_range[const.TYPE_IDS.index("aircraft")])
        self.kind_shots = bytes([ranges[kind].shots for kind in const.TYPE_IDS])
        chart = {row.type: row for row in tables.production_chart}
        rows = [chart[kind] for kind in const.TYPE_IDS]
        self.kind_repair = bytes([row.repair for row in rows])
        self.kind_repair_per_strength = bytes([row.repair_per_strength for row in rows])
        self.rail_cost = chart["rail_capacity"].cost
        self.rail_duration = chart["rail_capacity"].duration
        # By map, quarter (1 to 4) and die: 1 is bad weather. [A5.4]
        self.bad_weather: list[list[bytes]] = [[bytes(7) for _ in range(5)] for _ in const.MAP_IDS]
        for weather in tables.weather:
            dice = bytes([die in weather.bad for die in range(7)])
            self.bad_weather[const.MAP_IDS.index(weather.map)][weather.quarter] = dice
        # By column in the order of the table: good, bad, and the achievement that adds to it. [A6.4.3E]
        self.search_good = [row.good for row in tables.search]
        self.search_bad = [row.bad for row in tables.search]
        self.search_achievement = [const.RESEARCH_IDS.index(row.bonus_research) for row in tables.search]
        self.research_name = [""] * len(const.RESEARCH_IDS)
        self.research_needs = [0] * len(const.RESEARCH_IDS)  # set of achievements
        for achievement in tables.research:
            index = const.RESEARCH_IDS.index(achievement.id)
            self.research_name[index] = achievement.name
            for other in achievement.requires:
                self.research_needs[index] |= 1 << const.RESEARCH_IDS.index(other)
        self.number: dict[str, int] = {row.id: row.n for row in tables.numbers}
        self.double_range = self.number["double_range"]
        self.rebase_factor = self.number["rebase_factor"]
        self.long_range_bonus = self.number["long_range_bonus"]
        m = tables.modifiers
        self.weather_land = m.bad_weather_attacking_land
        self.weather_air = m.bad_weather_air_and_ships
        self.unsupplied = m.out_of_supply
        self.anti_air = m.anti_air_strength
        self.anti_sub = m.anti_sub_strength
        v = tables.victory
        self.victory_points = [v.axis_points, v.allied_points]
        self.victory_conquests = [v.axis_total_conquests, v.allied_total_conquests]

    def _timetable(self, pack: Pack) -> None:
        file = pack.timetable
        self.events: list[Event] = list(file.events)
        self.event_index = {e.id: i for i, e in enumerate(file.events)}
        self.delivery_id = [d.id for d in file.deliveries]
        self.delivery_index = {d.id: i for i, d in enumerate(file.deliveries)}
        self.delivery_giver: list[int] = [self.country_index[d.giver] for d in file.deliveries]
        self.delivery_taker: list[int] = [self.country_index[d.taker] for d in file.deliveries]
        self.delivery_amount = [d.amount for d in file.deliveries]
        self.delivery_overseas = bytes([d.overseas for d in file.deliveries])
        self.deliveries = list(file.deliveries)
        # Changes of the level of the USA by event.
        self.us_entry: dict[str, int] = {e.event: e.delta for e in file.us_entry}
        self.us_entry_ids: list[str] = [e.event for e in file.us_entry]
        self.us_rows: list[UsEntry] = list(file.us_entry)
        self.be_pacific: list[int] = [self.area_index[a] for a in file.be_pacific]
        self.pacific_area = bytes([a in self.be_pacific for a in range(self.n_areas)])
        self.us_entry_level = file.us_entry_level
        self.us_war_production = file.us_war_production
        self.ussr_war_production = file.ussr_war_production
        self.ussr_peace_production = file.ussr_peace_production
        self.usa_peace_basic = file.usa_peace_production_basic
        self.rail = bytes(self.n_majors)  # set by the scenario [S39m] [S41l]

    # --- cards

    def _cards(self, pack: Pack) -> None:
        cards = pack.cards.cards
        self.n_cards = len(cards)
        self.card_id = [c.id for c in cards]
        self.card_index = {c.id: i for i, c in enumerate(cards)}
        words = EffectIds(
            self.country_index,
            self.home_index,
            self.area_index,
            self.region_index,
            self.terrain_index,
            self.delivery_index,
            {name: i for i, name in enumerate(self.us_entry_ids)},
            self.card_index,
        )
        self.cards: list[CardInfo] = []
        for c in cards:
            owners = self._set(
                range(self.n_majors) if c.owners == ("all",) else [self.country_index[o] for o in c.owners]
            )
            info = CardInfo(c.id, c.title, c.text, owners, c.cost)
            info.after = effects.AFTER_IDS.index(c.after)
            info.timing = effects.TIMING_IDS.index(c.timing)
            info.needs = [compile_condition(need, words) for need in c.needs]
            info.effect = compile_effect(c.handler, c.params, words)
            self.cards.append(info)
        self.cards_of: list[list[int]] = [
            [i for i, c in enumerate(self.cards) if (c.owners >> major) & 1] for major in range(self.n_majors)
        ]
        self._with: list[list[int]] = [
            [i for i, c in enumerate(self.cards) if c.effect.handler == handler]
            for handler in range(len(effects.HANDLER_IDS))
        ]

    def cards_with(self, handler: int) -> list[int]:
        """Return the cards with a handler."""
        return self._with[handler]

    def _set(self, numbers: Iterable[int]) -> int:
        mask = 0
        for number in numbers:
            mask |= 1 << number
        return mask

    # --- looks

    def _looks(self, pack: Pack) -> None:
        looks = {str(look.side): look for look in pack.drawing.sides}
        self.side_colour = [looks[side].colour for side in (*const.SIDE_IDS, "neutral")]
        self.side_letter = [looks[side].letter for side in (*const.SIDE_IDS, "neutral")]
        self.nation_colour = {look.nation: look.colour for look in pack.drawing.nations}
        self.charts: tuple[Chart, ...] = tuple(
            [
                Chart(m.map, m.title, m.projection, m.south, m.north, m.middle, m.meridian)
                for m in pack.drawing.maps
            ]
        )
        ground: list[tuple[str, tuple[tuple[float, float], ...]]] = []
        for look in pack.drawing.maps:
            for land in look.ground:
                ground.append((land.of, tuple([(x, y) for x, y in land.points])))
        self.drawn_ground: Ground = tuple(ground)
        # What is written on top of a counter: its letter or the name of its leader.
        self.type_label = [
            self.type_name[k].rpartition("HQ ")[2]
            if const.HQ <= self.type_kind[k] <= const.NAVAL_HQ
            else effects.MARK_IDS[self.type_mark[k]]
            for k in range(self.n_types)
        ]


def build_tables(pack: Pack) -> Tables:
    """Return the tables of a pack whose references are right."""
    return Tables(pack)
