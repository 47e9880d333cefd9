"""Countries, counters, missions and developments as flat tables. The middle layer of `Tables`."""

from __future__ import annotations

from sandtable.games.downfall.components.constants import ENTRY_KINDS, NEUTRAL, SEASON_IDS, SURRENDER_KINDS
from sandtable.games.downfall.components.schema import Pack
from sandtable.games.downfall.components.tables_map import MapTables, season_mask, side_index


class ForceTables(MapTables):
    """Turns, sides, countries, army counters, missions, developments."""

    # turns; entry 0 unused
    last_turn: int
    year: list[int]
    season: list[int]
    turn_name: list[str]
    reminders: list[tuple[str, ...]]

    # sides
    side_id: list[str]
    side_name: list[str]  # "Neutral" last
    side_order: tuple[int, ...]  # the sides in the order in which they play [3b]
    enemy: list[list[bool]]  # [side][side]; NEUTRAL is nobody's enemy
    partner: list[list[bool]]  # [side][side] (R17)
    enemies: list[int]  # per side: bitmask of enemy sides
    seats: dict[int, tuple[tuple[int, ...], ...]]  # number of players: sides of each seat [2b]

    # countries
    country_name: list[str]
    country_side: list[int]  # NEUTRAL for Denmark and Norway
    major: list[bool]  # Major Power [2l]
    capital: list[int]  # area
    entry_kind: list[int]  # ENTRY_*
    entry_turn: list[int]  # for ENTRY_TURN, else 0
    entry_country: list[int]  # for ENTRY_SURRENDER: the country whose surrender brings it in [2d]
    surrender_kind: list[int]  # BY_*
    surrender_number: list[int]  # armies or areas needed
    surrender_territory: list[int]  # where they must stand
    surrender_nation: list[int]  # for BY_OCCUPATION: whose armies [18a]
    surrender_after: list[int]  # for BY_OCCUPATION: the country that must have surrendered before
    may_operate: list[list[bool]]  # [country][area] [9a]-[9d]
    operate_rule: list[str]  # the rule that binds the country's armies to them
    home_guard: list[int]  # others may go anywhere if this number stays where it may operate; 0 = never [9e]
    points: list[int]  # reinforcement points without an Action [4.2q]
    point_seasons: list[int]  # bitmask of seasons
    infantry_only: list[bool]
    supply_income: list[int]  # for its side, each turn while at war [4.2t]
    partisan_turn: list[int]  # first turn of its partisans; 0 = none [18j]
    partisan_points: list[int]
    partisan_seasons: list[int]
    home: list[tuple[int, ...]]  # areas owned at the start, colonies included
    supply_areas: list[tuple[int, ...]]
    key_areas: list[tuple[int, ...]]
    ground: list[list[bool]]  # [side][area]: owned by a country that fights, or would fight, on the side

    # countries with a part of their own
    germany: int
    united_kingdom: int
    united_states: int
    soviet_union: int
    france: int
    italy: int
    belgium: int
    yugoslavia: int

    # army types
    n_types: int
    type_id: list[str]
    type_name: list[str]
    type_index: dict[str, int]
    type_nation: list[int]
    type_side: list[int]
    armor: list[bool]
    advanced: list[bool]
    cf_full: list[int]
    cf_reduced: list[int]
    cf_full_africa: list[int]  # equal to cf_full where Africa makes no difference [17j]
    cf_reduced_africa: list[int]
    support_full: list[int]
    support_reduced: list[int]
    move: list[int]
    move_attack: list[int]
    needs: list[int]  # development
    type_count: list[int]
    first_unit: list[int]  # its counters are first_unit .. first_unit + type_count - 1
    infantry_of: list[tuple[int, ...]]  # types of each nation
    armor_of: list[tuple[int, ...]]

    # counters
    n_units: int
    unit_type: list[int]
    unit_side: list[int]
    unit_nation: list[int]
    unit_number: list[int]  # 1 .. type_count
    unit_armor: list[bool]
    units_of_side: list[tuple[int, ...]]
    types_of_nation: list[tuple[int, ...]]

    # missions
    n_air: int  # kinds of air mission
    air_id: list[str]
    air_name: list[str]
    air_nation: list[int]
    air_side: list[int]
    air_count: list[int]
    air_bonus: list[int]
    air_kinds_of_side: list[tuple[int, ...]]
    sub_id: str
    sub_name: str
    sub_side: int
    sub_count: int
    sub_needed_basic: int
    sub_needed_advanced: int
    sub_needed_basic_warships: int  # once the other side has Advanced warships; 0 = never effective
    sub_needed_advanced_warships: int

    # developments and their tiles
    n_devs: int
    dev_id: list[str]
    dev_name: list[str]
    dev_effect: list[str]
    dev_index: dict[str, int]
    blitzkrieg: int
    aviation: int
    advanced_tanks: int
    urals_industry: int
    guards: int
    tank_industry: int
    air_industry: int
    logistics: int
    amphibious_landings: int
    advanced_warships: int
    advanced_aviation: int
    n_tiles: int
    tile_id: list[str]
    tile_index: dict[str, int]
    tile_dev: list[int]
    tile_side: list[int]
    tile_turn: list[int]  # first turn in which it may be developed; 0 = any
    tile_requires: list[int]  # development
    tile_of: list[list[int]]  # [side][development]

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.fill_turns(pack)
        self.fill_sides(pack)
        self.fill_countries(pack)
        self.fill_developments(pack)
        self.fill_armies(pack)
        self.fill_missions(pack)

    def first_turn_of(self, year: int) -> int:
        """Return the first turn of a year; 0 for year 0."""
        return self.year.index(year) if year else 0

    def last_turn_of(self, year: int) -> int:
        """Return the last turn of a year; the last of the game for year 0."""
        if not year:
            return self.last_turn
        return max([turn for turn in range(1, self.last_turn + 1) if self.year[turn] == year])

    def fill_turns(self, pack: Pack) -> None:
        turns = pack.tracks.turns
        self.last_turn = len(turns)
        self.year = [0]
        self.season = [-1]
        self.turn_name = [""]
        self.reminders = [()]
        for turn in turns:
            self.year.append(turn.year)
            self.season.append(SEASON_IDS.index(turn.season))
            self.turn_name.append(turn.name)
            self.reminders.append(turn.reminders)

    def fill_sides(self, pack: Pack) -> None:
        self.side_id = ["axis", "allies", "ussr", "neutral"]
        self.side_name = ["", "", "", "Neutral"]
        self.enemy = [[False] * 4 for _ in range(4)]
        self.partner = [[False] * 4 for _ in range(4)]
        self.enemies = [0] * 4
        order: list[tuple[int, int]] = []
        for entry in pack.sides.sides:
            side = side_index(entry.id)
            self.side_name[side] = entry.name
            order.append((entry.turn_order, side))
            for other in entry.enemies:
                self.enemy[side][side_index(other)] = True
                self.enemies[side] |= 1 << side_index(other)
            for other in entry.partners:
                self.partner[side][side_index(other)] = True
        self.side_order = tuple([side for _, side in sorted(order)])
        self.seats = {}
        for count in pack.sides.player_counts:
            self.seats[count.players] = tuple([tuple([side_index(s) for s in seat]) for seat in count.seats])

    def fill_countries(self, pack: Pack) -> None:
        countries = pack.countries.countries
        areas = range(self.n_areas)
        self.country_name = [c.name for c in countries]
        self.country_side = [side_index(c.side) for c in countries]
        self.major = [c.major for c in countries]
        self.capital = [self.area_index[c.capital] for c in countries]
        self.entry_kind = [ENTRY_KINDS.index(c.entry.kind) for c in countries]
        self.entry_turn = [c.entry.turn for c in countries]
        self.entry_country = [self.country_or_none(c.entry.country) for c in countries]
        self.surrender_kind = [SURRENDER_KINDS.index(c.surrender.kind) for c in countries]
        self.surrender_number = [c.surrender.armies + c.surrender.areas for c in countries]
        self.surrender_territory = [
            self.territory_index[c.surrender.territory] if c.surrender.territory else -1 for c in countries
        ]
        self.surrender_nation = [self.country_or_none(c.surrender.nation) for c in countries]
        self.surrender_after = [self.country_or_none(c.surrender.after) for c in countries]
        self.may_operate = [
            [
                c.operate_in.anywhere
                or self.territory_id[self.area_territory[a]] in c.operate_in.territories
                or self.region_id[self.area_region[a]] in c.operate_in.regions
                for a in areas
            ]
            for c in countries
        ]
        self.operate_rule = [c.operate_in.rule for c in countries]
        self.home_guard = [c.home_guard for c in countries]
        self.supply_income = [c.supply_income for c in countries]
        self.points = []
        self.point_seasons = []
        self.infantry_only = []
        self.partisan_turn = []
        self.partisan_points = []
        self.partisan_seasons = []
        for c in countries:
            gift = c.reinforcement
            self.points.append(gift.points if gift is not None else 0)
            self.point_seasons.append(season_mask(gift.seasons) if gift is not None else 0)
            self.infantry_only.append(gift is not None and gift.infantry_only)
            back = c.partisans
            self.partisan_turn.append(back.from_turn if back is not None else 0)
            self.partisan_points.append(back.points if back is not None else 0)
            self.partisan_seasons.append(season_mask(back.seasons) if back is not None else 0)
        numbers = range(self.n_countries)
        self.home = [tuple([a for a in areas if self.area_country[a] == c]) for c in numbers]
        self.supply_areas = [tuple([a for a in areas if self.supply_of[a] == c]) for c in numbers]
        self.key_areas = [tuple([a for a in areas if self.key_of[a] == c]) for c in numbers]
        self.ground = [[self.country_side[self.area_country[a]] == side for a in areas] for side in range(4)]
        roles = pack.tables.roles
        self.germany = self.country_index[roles.germany]
        self.united_kingdom = self.country_index[roles.united_kingdom]
        self.united_states = self.country_index[roles.united_states]
        self.soviet_union = self.country_index[roles.soviet_union]
        self.france = self.country_index[roles.france]
        self.italy = self.country_index[roles.italy]
        self.belgium = self.country_index[roles.belgium]
        self.yugoslavia = self.country_index[roles.yugoslavia]

    def fill_developments(self, pack: Pack) -> None:
        kinds = pack.developments.developments
        tiles = pack.developments.tiles
        self.n_devs = len(kinds)
        self.dev_id = [d.id for d in kinds]
        self.dev_name = [d.name for d in kinds]
        self.dev_effect = [d.effect for d in kinds]
        self.dev_index = {name: i for i, name in enumerate(self.dev_id)}
        self.blitzkrieg = self.dev_index["blitzkrieg"]
        self.aviation = self.dev_index["aviation"]
        self.advanced_tanks = self.dev_index["advanced_tanks"]
        self.urals_industry = self.dev_index["urals_industry"]
        self.guards = self.dev_index["guards"]
        self.tank_industry = self.dev_index["tank_industry"]
        self.air_industry = self.dev_index["air_industry"]
        self.logistics = self.dev_index["logistics"]
        self.amphibious_landings = self.dev_index["amphibious_landings"]
        self.advanced_warships = self.dev_index["advanced_warships"]
        self.advanced_aviation = self.dev_index["advanced_aviation"]
        self.n_tiles = len(tiles)
        self.tile_id = [t.id for t in tiles]
        self.tile_index = {name: i for i, name in enumerate(self.tile_id)}
        self.tile_dev = [self.dev_index[t.development] for t in tiles]
        self.tile_side = [side_index(t.side) for t in tiles]
        self.tile_turn = [self.first_turn_of(t.not_before_year) for t in tiles]
        self.tile_requires = [self.dev_index[t.requires] if t.requires else -1 for t in tiles]
        self.tile_of = [[-1] * self.n_devs for _ in range(3)]
        for tile in range(self.n_tiles):
            self.tile_of[self.tile_side[tile]][self.tile_dev[tile]] = tile

    def fill_armies(self, pack: Pack) -> None:
        types = pack.armies.army_types
        self.n_types = len(types)
        self.type_id = [t.id for t in types]
        self.type_name = [t.name for t in types]
        self.type_index = {name: i for i, name in enumerate(self.type_id)}
        self.type_nation = [self.country_index[t.nation] for t in types]
        self.type_side = [side_index(t.side) for t in types]
        self.armor = [t.type == "armor" for t in types]
        self.advanced = [t.advanced for t in types]
        self.cf_full = [t.cf_full for t in types]
        self.cf_reduced = [t.cf_reduced for t in types]
        self.cf_full_africa = [t.cf_full_africa if t.cf_full_africa else t.cf_full for t in types]
        self.cf_reduced_africa = [t.cf_reduced_africa if t.cf_reduced_africa else t.cf_reduced for t in types]
        self.support_full = [t.support_full for t in types]
        self.support_reduced = [t.support_reduced for t in types]
        self.move = [t.move for t in types]
        self.move_attack = [t.move_attack for t in types]
        self.needs = [self.dev_index[t.needs] if t.needs else -1 for t in types]
        self.type_count = [t.count for t in types]
        numbers = range(self.n_countries)
        self.infantry_of = [self.types_of(c, False) for c in numbers]
        self.armor_of = [self.types_of(c, True) for c in numbers]
        self.first_unit = []
        self.unit_type = []
        self.unit_number = []
        for army in range(self.n_types):
            self.first_unit.append(len(self.unit_type))
            for number in range(1, self.type_count[army] + 1):
                self.unit_type.append(army)
                self.unit_number.append(number)
        self.n_units = len(self.unit_type)
        self.unit_side = [self.type_side[army] for army in self.unit_type]
        self.unit_nation = [self.type_nation[army] for army in self.unit_type]
        self.unit_armor = [self.armor[army] for army in self.unit_type]
        self.units_of_side = [
            tuple([u for u in range(self.n_units) if self.unit_side[u] == side]) for side in range(3)
        ]
        kinds = range(self.n_types)
        self.types_of_nation = [tuple([k for k in kinds if self.type_nation[k] == c]) for c in numbers]

    def types_of(self, nation: int, armor: bool) -> tuple[int, ...]:
        """Return the infantry or armor types of a nation."""
        types = range(self.n_types)
        return tuple([t for t in types if self.type_nation[t] == nation and self.armor[t] == armor])

    def fill_missions(self, pack: Pack) -> None:
        air = pack.missions.air_missions
        self.n_air = len(air)
        self.air_id = [m.id for m in air]
        self.air_name = [m.name for m in air]
        self.air_nation = [self.country_index[m.nation] for m in air]
        self.air_side = [side_index(m.side) for m in air]
        self.air_count = [m.count for m in air]
        self.air_bonus = [m.attack_bonus for m in air]
        kinds = range(self.n_air)
        sides = range(NEUTRAL)
        self.air_kinds_of_side = [tuple([k for k in kinds if self.air_side[k] == side]) for side in sides]
        submarine = pack.missions.submarine_missions[0]
        self.sub_id = submarine.id
        self.sub_name = submarine.name
        self.sub_side = side_index(submarine.side)
        self.sub_count = submarine.count
        self.sub_needed_basic = submarine.needed_basic
        self.sub_needed_advanced = submarine.needed_advanced
        self.sub_needed_basic_warships = submarine.needed_basic_against_warships
        self.sub_needed_advanced_warships = submarine.needed_advanced_against_warships
