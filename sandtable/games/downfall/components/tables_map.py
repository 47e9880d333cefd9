"""The map as flat tables: areas, borders, sea zones. The lowest layer of `Tables`."""

from __future__ import annotations

from sandtable.games.downfall.components.constants import SEASON_IDS, SIDE_IDS
from sandtable.games.downfall.components.schema import Pack


def side_index(side: str) -> int:
    """Return AXIS, ALLIES, USSR or NEUTRAL for a side's id."""
    return SIDE_IDS.index(side)


def season_mask(seasons: tuple[str, ...]) -> int:
    """Return one bit for each season named."""
    mask = 0
    for season in seasons:
        mask |= 1 << SEASON_IDS.index(season)
    return mask


class MapTables:
    """Areas, borders and sea zones; every int is an index, -1 means none."""

    # countries, territories and regions: only what the map refers to
    n_countries: int
    country_id: list[str]
    country_index: dict[str, int]
    n_territories: int
    territory_id: list[str]
    territory_index: dict[str, int]
    territory_owner: list[int]  # country
    territory_colonial: list[bool]  # not part of the owner's homeland [18m]
    territory_neutral_after: list[bool]  # belongs to nobody once its owner has surrendered [18h]
    territory_areas: list[tuple[int, ...]]  # areas of each territory
    region_id: list[str]  # in order of first appearance
    region_index: dict[str, int]

    # areas
    n_areas: int
    area_id: list[str]
    area_name: list[str]
    area_index: dict[str, int]
    area_country: list[int]  # owner at the start
    area_territory: list[int]
    area_region: list[int]
    area_kind: list[str]  # "land", "island" or "offmap_box"
    africa: list[bool]  # any ground may be exploited, air flies in winter [16h][19d]
    america: list[bool]  # no stacking limit [5a]
    terrain: list[tuple[str, ...]]
    terrain_bonus: list[int]  # of the ground of the area itself [16a]
    plain: list[bool]  # nothing but plain
    fortress: list[bool]
    supply_of: list[int]  # country that has a Supply Area here
    key_of: list[int]  # country whose Key Area this is
    capital_of: list[int]  # country whose capital this is
    east: list[bool]  # east of the Eastern Line [8h]
    seas: list[int]  # bitmask of sea zones along the coast; 0 = inland
    coasts: tuple[int, ...]  # areas with a coast
    lon: list[float]
    lat: list[float]

    # borders by land
    n_links: int
    link_a: list[int]
    link_b: list[int]
    link_river: list[int]  # area in which the river lies [16d]
    link_line: list[int]  # area the fortified line protects [16f]
    link_high: list[bool]  # high mountain [16b]
    link_strait: list[bool]
    link_label: list[str]  # name of river, line or range, for display
    neighbours: list[tuple[int, ...]]  # areas beyond the borders of each area
    border: list[tuple[int, ...]]  # links, parallel to neighbours

    # sea zones
    n_seas: int
    sea_id: list[str]
    sea_name: list[str]
    sea_med: list[bool]  # Mediterranean
    sea_lon: list[float]
    sea_lat: list[float]
    n_passages: int
    passage_a: list[int]
    passage_b: list[int]
    passage_kind: list[str]
    passage_barred: list[int]  # bitmask of sides that may not move through [8q]
    passage_canal: list[int]  # position in canal_areas that must be controlled, -1 = none
    canal_areas: tuple[int, ...]  # areas whose control opens a passage; bit i of a canal mask is the i-th
    naval_seas: list[int]  # per side: bitmask of zones open to its movement [8r]
    supply_seas: list[int]  # per side: bitmask of zones open to its supply [7h][7i]
    supply_coast: list[list[bool]]  # [side][area]: coast its supply may use [7j]
    naval_group: list[list[list[int]]]  # [side][canal mask][sea]: label of the connected waters, -1 = closed
    supply_group: list[list[list[int]]]
    area_naval_groups: list[list[list[int]]]  # [side][canal mask][area]: bitmask of labels at its coast
    area_supply_groups: list[list[list[int]]]

    # neutral countries and boxes, for drawing
    zone_id: list[str]
    zone_name: list[str]
    zone_lon: list[float]
    zone_lat: list[float]
    box_id: list[str]
    box_name: list[str]

    def __init__(self, pack: Pack) -> None:
        self.fill_names(pack)
        self.fill_areas(pack)
        self.fill_links(pack)
        self.fill_seas(pack)
        self.fill_sea_groups()

    def country_or_none(self, country: str) -> int:
        return self.country_index[country] if country else -1

    def fill_names(self, pack: Pack) -> None:
        self.country_id = [c.id for c in pack.countries.countries]
        self.n_countries = len(self.country_id)
        self.country_index = {name: i for i, name in enumerate(self.country_id)}
        territories = pack.countries.territories
        self.territory_id = [t.id for t in territories]
        self.n_territories = len(territories)
        self.territory_index = {name: i for i, name in enumerate(self.territory_id)}
        self.territory_owner = [self.country_index[t.owner] for t in territories]
        self.territory_colonial = [t.colonial for t in territories]
        self.territory_neutral_after = [t.neutral_after_surrender for t in territories]
        self.region_id = []
        self.region_index = {}
        for area in pack.areas.areas:
            if area.region not in self.region_index:
                self.region_index[area.region] = len(self.region_id)
                self.region_id.append(area.region)
        self.zone_id = [z.id for z in pack.areas.neutral_zones]
        self.zone_name = [z.name for z in pack.areas.neutral_zones]
        self.zone_lon = [z.lon for z in pack.areas.neutral_zones]
        self.zone_lat = [z.lat for z in pack.areas.neutral_zones]
        self.box_id = [b.id for b in pack.areas.boxes]
        self.box_name = [b.name for b in pack.areas.boxes]

    def fill_areas(self, pack: Pack) -> None:
        areas = pack.areas.areas
        table = pack.tables.terrain_bonus
        bonus: dict[str, int] = {
            "plain": table.plain,
            "forest": table.forest,
            "swamp": table.swamp,
            "narrow_pass": table.narrow_pass,
            "mountain": table.mountain,
        }
        sea_index = {s.id: i for i, s in enumerate(pack.seas.seas)}
        open_ground = pack.tables.exploitation.any_ground_region
        open_stacking = pack.tables.movement.stacking_unlimited_region
        self.n_areas = len(areas)
        self.area_id = [a.id for a in areas]
        self.area_name = [a.name for a in areas]
        self.area_index = {name: i for i, name in enumerate(self.area_id)}
        self.area_country = [self.country_index[a.country] for a in areas]
        self.area_territory = [self.territory_index[a.territory] for a in areas]
        self.area_region = [self.region_index[a.region] for a in areas]
        self.area_kind = [a.kind for a in areas]
        self.africa = [a.region == open_ground for a in areas]
        self.america = [a.region == open_stacking for a in areas]
        self.terrain = [tuple([str(x) for x in a.terrain]) for a in areas]
        self.terrain_bonus = [sum([bonus[x] for x in a.terrain]) for a in areas]
        self.plain = [x == ("plain",) for x in self.terrain]
        self.fortress = [a.fortress for a in areas]
        self.supply_of = [self.country_or_none(a.supply_area_of) for a in areas]
        self.key_of = [self.country_index[a.country] if a.key_area else -1 for a in areas]
        self.capital_of = [self.country_or_none(a.capital_of) for a in areas]
        self.east = [a.east_of_eastern_line for a in areas]
        self.seas = [sum([1 << sea_index[s] for s in a.seas]) for a in areas]
        self.coasts = tuple([a for a in range(self.n_areas) if self.seas[a]])
        self.lon = [a.lon for a in areas]
        self.lat = [a.lat for a in areas]
        self.territory_areas = [
            tuple([i for i in range(self.n_areas) if self.area_territory[i] == t])
            for t in range(self.n_territories)
        ]

    def fill_links(self, pack: Pack) -> None:
        links = pack.links.links
        at = self.area_index
        self.n_links = len(links)
        self.link_a = [at[x.a] for x in links]
        self.link_b = [at[x.b] for x in links]
        self.link_river = [at[x.river_in] if x.river_in else -1 for x in links]
        self.link_line = [at[x.line_in] if x.line_in else -1 for x in links]
        self.link_high = [x.high_mountain for x in links]
        self.link_strait = [x.kind == "strait" for x in links]
        self.link_label = [", ".join([s for s in (x.river, x.line, x.range) if s]) for x in links]
        neighbours: list[list[int]] = [[] for _ in range(self.n_areas)]
        border: list[list[int]] = [[] for _ in range(self.n_areas)]
        for link in range(self.n_links):
            a = self.link_a[link]
            b = self.link_b[link]
            neighbours[a].append(b)
            border[a].append(link)
            neighbours[b].append(a)
            border[b].append(link)
        self.neighbours = [tuple(x) for x in neighbours]
        self.border = [tuple(x) for x in border]

    def fill_seas(self, pack: Pack) -> None:
        seas = pack.seas.seas
        passages = pack.seas.passages
        self.n_seas = len(seas)
        self.sea_id = [s.id for s in seas]
        self.sea_name = [s.name for s in seas]
        self.sea_med = [s.mediterranean for s in seas]
        self.sea_lon = [s.lon for s in seas]
        self.sea_lat = [s.lat for s in seas]
        index = {name: i for i, name in enumerate(self.sea_id)}
        canals: list[int] = []
        for p in passages:
            if p.requires_control and self.area_index[p.requires_control] not in canals:
                canals.append(self.area_index[p.requires_control])
        self.canal_areas = tuple(canals)
        self.n_passages = len(passages)
        self.passage_a = [index[p.a] for p in passages]
        self.passage_b = [index[p.b] for p in passages]
        self.passage_kind = [p.kind for p in passages]
        self.passage_barred = [sum([1 << side_index(s) for s in p.barred_to]) for p in passages]
        self.passage_canal = [
            canals.index(self.area_index[p.requires_control]) if p.requires_control else -1 for p in passages
        ]
        everything = (1 << self.n_seas) - 1
        self.naval_seas = [everything] * 3
        self.supply_seas = [everything] * 3
        for r in pack.seas.restrictions:
            zones = self.naval_seas if r.use == "naval" else self.supply_seas
            zones[side_index(r.side)] &= ~(1 << index[r.sea])
        self.supply_coast = [[self.seas[a] != 0 for a in range(self.n_areas)] for _ in range(3)]
        for barred in pack.seas.supply_barred:
            for area in self.territory_areas[self.territory_index[barred.territory]]:
                self.supply_coast[side_index(barred.side)][area] = False

    def fill_sea_groups(self) -> None:
        masks = range(1 << len(self.canal_areas))
        anywhere = [True] * self.n_areas
        self.naval_group = []
        self.supply_group = []
        self.area_naval_groups = []
        self.area_supply_groups = []
        for side in range(3):
            naval = [self.connected_waters(self.naval_seas[side], mask, 1 << side) for mask in masks]
            supply = [self.connected_waters(self.supply_seas[side], mask, 0) for mask in masks]
            self.naval_group.append(naval)
            self.supply_group.append(supply)
            self.area_naval_groups.append([self.coastal_labels(x, anywhere) for x in naval])
            self.area_supply_groups.append([self.coastal_labels(x, self.supply_coast[side]) for x in supply])

    def connected_waters(self, zones: int, canal_mask: int, barred: int) -> list[int]:
        """Return a label for each zone, the same for connected zones; -1 for a zone outside `zones`.

        `barred` is the bit of the side whose movement is meant, 0 for supply, which no passage bars (R34).
        """
        label = [sea if zones >> sea & 1 else -1 for sea in range(self.n_seas)]
        changed = True
        while changed:
            changed = False
            for p in range(self.n_passages):
                a = label[self.passage_a[p]]
                b = label[self.passage_b[p]]
                canal = self.passage_canal[p]
                if a < 0 or b < 0 or a == b or self.passage_barred[p] & barred:
                    continue
                if canal >= 0 and not canal_mask >> canal & 1:
                    continue
                label = [min(a, b) if x in (a, b) else x for x in label]
                changed = True
        return label

    def coastal_labels(self, label: list[int], usable: list[bool]) -> list[int]:
        """Return for each area the labels of the waters at its coast, as a bitmask."""
        result: list[int] = []
        for area in range(self.n_areas):
            mask = 0
            if usable[area]:
                for sea in range(self.n_seas):
                    if self.seas[area] >> sea & 1 and label[sea] >= 0:
                        mask |= 1 << label[sea]
            result.append(mask)
        return result
