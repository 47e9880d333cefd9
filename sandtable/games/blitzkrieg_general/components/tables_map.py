"""The map and its countries as flat tables: nations, spaces and the links between them."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.schema import Pack
from sandtable.games.blitzkrieg_general.components.schema_tables import Passage


class Gate:
    """A strait or canal. [A6.4.3C]"""

    def __init__(self, row: Passage, t: MapTables) -> None:
        self.id = row.id
        self.name = row.name
        self.ref = row.ref
        self.subs = row.subs_blocked  # stops submarines too [A6.4.3C7]
        self.closed = row.closed
        self.side = const.SIDE_IDS.index(row.side) if row.side else const.NONE
        self.nation = t.country_index[row.nation] if row.nation else const.NONE
        self.areas: list[int] = [t.area_index[a] for a in row.areas]


def beyond(near: list[tuple[int, ...]], area: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the areas two steps from an area, each with the areas between."""
    between: dict[int, list[int]] = {}
    for mid in near[area]:
        for other in near[mid]:
            if other != area and other not in near[area]:
                between.setdefault(other, []).append(mid)
    return tuple([(other, tuple(mids)) for other, mids in between.items()])


class MapTables:
    """Every list is indexed by the number of the thing it describes."""

    def __init__(self, pack: Pack) -> None:
        self._nations(pack)
        self._spaces(pack)
        self._links(pack)

    # --- nations

    def _nations(self, pack: Pack) -> None:
        file = pack.nations
        self.n_majors = len(file.majors)
        self.n_minors = len(file.minors)
        rows: list[tuple[str, str, str]] = [(m.id, m.name, m.people) for m in file.majors]
        rows += [(m.id, m.name, m.people) for m in file.minors]
        rows += [(h.id, h.name, h.people) for h in file.holders]
        self.n_countries = len(rows)
        self.country_id = [row[0] for row in rows]
        self.country_name = [row[1] for row in rows]
        self.country_people = [row[2] for row in rows]
        self.country_index = {name: i for i, name in enumerate(self.country_id)}
        self.major_side = bytes([const.SIDE_IDS.index(m.side) for m in file.majors])
        self.bosses: list[int] = [i for i, m in enumerate(file.majors) if m.boss]
        self.order: list[int] = list(range(self.n_majors))  # [R3]
        first = self.n_majors
        # What a minor is at the start: of the Axis's group, or one that cannot be entered at all.
        self.axis_minors: list[int] = [
            first + i for i, m in enumerate(file.minors) if m.group == "axis_minor"
        ]
        self.impassable = 0  # set of countries
        for i, minor in enumerate(file.minors):
            if minor.group == "impassable":
                self.impassable |= 1 << (first + i)
        holders = {h.kind: self.country_index[h.id] for h in file.holders}
        self.vichy = holders["vichy"]
        self.trust = holders["trust"]
        self.nobody = holders["neutral"]
        self.minors: list[int] = list(range(first, first + self.n_minors))
        self.first_manager: list[int] = [
            c if c < self.n_majors else const.NONE for c in range(self.n_countries)
        ]
        # home countries; a minor is its own [B1.0i] [B7.1a] [B7.1b]
        homes = [(h.id, h.name, h.major, h.letter) for h in file.home_countries]
        homes += [(m.id, m.name, m.id, "") for m in file.minors]
        self.n_homes = len(homes)
        self.home_id = [h[0] for h in homes]
        self.home_name = [h[1] for h in homes]
        self.home_index = {name: i for i, name in enumerate(self.home_id)}
        self.home_country: list[int] = [self.country_index[h[2]] for h in homes]
        self.home_letter = [h[3] for h in homes]
        self.homes_of: list[tuple[int, ...]] = [
            tuple([h for h in range(self.n_homes) if self.home_country[h] == c])
            for c in range(self.n_countries)
        ]
        self.partners: list[int] = [1 << m for m in range(self.n_majors)]  # [A9.11]
        for a, b in file.cooperation:
            one, other = self.country_index[a], self.country_index[b]
            self.partners[one] |= 1 << other
            self.partners[other] |= 1 << one

    def cooperates(self, one: int, other: int) -> bool:
        """Check whether two majors are a pair that cooperates. [A9.11]"""
        return (self.partners[one] >> other) & 1 != 0

    # --- spaces

    def _spaces(self, pack: Pack) -> None:
        areas, zones = pack.areas.areas, pack.seazones.seazones
        self.n_areas = len(areas)
        self.n_zones = len(zones)
        self.n_spaces = self.n_areas + self.n_zones
        self.space_id = [a.id for a in areas] + [z.id for z in zones]
        named = {a.name for a in areas}  # an island and the zone around it bear one name
        self.space_name = [a.name for a in areas]
        self.space_name += [f"{z.name} (sea)" if z.name in named else z.name for z in zones]
        self.area_index = {a.id: i for i, a in enumerate(areas)}
        self.zone_index = {z.id: self.n_areas + i for i, z in enumerate(zones)}
        self.space_map = bytes(
            [const.MAP_IDS.index(a.map) for a in areas] + [const.MAP_IDS.index(z.map) for z in zones]
        )
        self.space_lon = [a.lon for a in areas] + [z.lon for z in zones]
        self.space_lat = [a.lat for a in areas] + [z.lat for z in zones]
        self.space_limit = bytes([a.stack_limit for a in areas] + [z.stack_limit for z in zones])
        self.inset = bytes([a.inset for a in areas] + [z.inset for z in zones])
        self.area_country = bytes([self.country_index[a.country] for a in areas])
        self.area_home: list[int] = [self.home_index[a.home] if a.home else const.NONE for a in areas]
        regions = sorted({a.region for a in areas})
        self.region_id = regions
        self.region_index = {name: i for i, name in enumerate(regions)}
        self.area_region = bytes([self.region_index[a.region] for a in areas])
        terrains = [row.id for row in pack.tables.terrain]
        self.terrain_index: dict[str, int] = {str(name): i for i, name in enumerate(terrains)}
        self.area_terrain = bytes([self.terrain_index[a.terrain] for a in areas])
        self.prod_left = bytes([a.prod_left for a in areas])
        self.prod_right = bytes([a.prod_right for a in areas])
        self.prod_only: list[int] = [
            self.country_index[a.prod_only] if a.prod_only else const.NONE for a in areas
        ]
        self.forbidden_coast = bytes([a.forbidden_coast for a in areas])
        self.impassable_area = bytes([a.kind == "impassable" for a in areas])
        self.is_island = bytes([a.kind == "island" for a in areas])
        self.pacific_island = bytes([a.pacific_island for a in areas])
        # Areas that can give Build Points, and islands that give a point instead. [B7.3.1] [B8.5d]
        self.producing: list[int] = [
            a for a in range(self.n_areas) if self.prod_left[a] or self.prod_right[a]
        ]
        # Home areas with production, from which supply comes.
        self.home_sources: list[int] = [
            a for a in range(self.n_areas) if self.prod_left[a] and self.area_home[a] >= 0
        ]
        self.point_islands: list[int] = [
            a for a in range(self.n_areas) if self.pacific_island[a] and not self.prod_left[a]
        ]
        # The sea zone of an island group, and the island group of a sea zone. [B1.1e] [R7]
        self.twin: list[int] = [const.NONE] * self.n_spaces
        for i, area in enumerate(areas):
            if area.sea:
                zone = self.zone_index[area.sea]
                self.twin[i] = zone
                self.twin[zone] = i
        self.home_areas: list[tuple[int, ...]] = [
            tuple([a for a in range(self.n_areas) if self.area_home[a] == h]) for h in range(self.n_homes)
        ]
        # By country: all areas that carry one of its home countries' flags. [B7.1a] [B7.1b]
        self.home_of: list[tuple[int, ...]] = [
            tuple([a for h in self.homes_of[c] for a in self.home_areas[h]]) for c in range(self.n_countries)
        ]
        self.areas_of: list[tuple[int, ...]] = [
            tuple([a for a in range(self.n_areas) if self.area_country[a] == c])
            for c in range(self.n_countries)
        ]

    def is_sea(self, space: int) -> bool:
        """Check whether a space is a sea zone."""
        return space >= self.n_areas

    def space_index(self, name: str) -> int:
        """Return the number of an area, or of a zone if no area has that name."""
        found = self.area_index.get(name, const.NONE)
        return found if found >= 0 else self.zone_index[name]

    # --- links

    def _links(self, pack: Pack) -> None:
        rows = pack.links.links
        self.n_links = len(rows)
        ends: list[tuple[int, int]] = []
        for row in rows:
            kind = const.LINK_IDS.index(row.kind)
            a = self.zone_index[row.a] if kind == const.SEA_LINK else self.area_index[row.a]
            b = self.area_index[row.b] if kind == const.LAND_LINK else self.zone_index[row.b]
            ends.append((a, b))
        self.link_a: list[int] = [a for a, _ in ends]
        self.link_b: list[int] = [b for _, b in ends]
        self.link_kind = bytes([const.LINK_IDS.index(r.kind) for r in rows])
        self.link_river = bytes([r.river for r in rows])
        self.link_mountain = bytes([r.mountain_border for r in rows])
        self.link_swamp = bytes([r.swamp_border for r in rows])
        self.link_forbidden = bytes([r.forbidden for r in rows])
        self.link_cross = bytes([r.cross_map for r in rows])
        self.link_fortress: list[int] = [
            self.area_index[r.fortress_side] if r.fortress_side else const.NONE for r in rows
        ]
        self.gates: list[Gate] = []
        passage = {p.id: i for i, p in enumerate(pack.tables.passages)}
        self.link_gate: list[int] = [passage[r.passage] if r.passage else const.NONE for r in rows]
        self.gated_links: list[int] = [link for link in range(len(rows)) if self.link_gate[link] >= 0]
        for row_of_gate in pack.tables.passages:
            self.gates.append(Gate(row_of_gate, self))
        # Neighbours: over land (area by area), over sea (zone by zone), coasts (both ways); with their links.
        land: list[list[int]] = [[] for _ in range(self.n_spaces)]
        sea: list[list[int]] = [[] for _ in range(self.n_spaces)]
        coast: list[list[int]] = [[] for _ in range(self.n_spaces)]
        near: list[list[int]] = [[] for _ in range(self.n_spaces)]
        self.link_of: dict[int, int] = {}  # by one space times n_spaces plus the other
        for i, (a, b) in enumerate(ends):
            self.link_of[a * self.n_spaces + b] = self.link_of[b * self.n_spaces + a] = i
            kind = self.link_kind[i]
            near[a].append(b)
            near[b].append(a)
            if kind == const.LAND_LINK:  # land units go over these alone [TEC11]
                if not self.link_forbidden[i]:  # [B1.2] [B1.2a] [TEC8]
                    land[a].append(b)
                    land[b].append(a)
            elif kind == const.SEA_LINK:
                if not self.link_forbidden[i]:
                    sea[a].append(b)
                    sea[b].append(a)
            else:
                coast[a].append(b)
                coast[b].append(a)
        self.land_near: list[tuple[int, ...]] = [tuple(sorted(row)) for row in land]
        # By area those two areas away over land, each with the areas between.
        self.land_beyond: list[tuple[tuple[int, tuple[int, ...]], ...]] = [
            beyond(self.land_near, area) for area in range(self.n_areas)
        ]
        self.sea_near: list[tuple[int, ...]] = [tuple(sorted(row)) for row in sea]
        # By area the zones of its coast, by zone the areas on it.
        self.coast: list[tuple[int, ...]] = [tuple(sorted(row)) for row in coast]
        self.near: list[tuple[int, ...]] = [tuple(sorted(row)) for row in near]
        # For aircraft an island and its zone are one space: each has the neighbours of both. [R7]
        self.air_near: list[tuple[int, ...]] = []
        for space in range(self.n_spaces):
            twin = self.twin[space]
            if twin == const.NONE:
                found = set(near[space])
            else:
                found = (set(near[space]) | set(near[twin])) - {space, twin}
            for other in list(found):
                if self.twin[other] >= 0 and self.twin[other] != space:
                    found.add(self.twin[other])
            self.air_near.append(tuple(sorted(found)))

    def _fly(self, steps: int) -> None:
        """Find the areas that aircraft reach in `steps` steps, for each area as a list and as flags."""
        self.air_ring: list[tuple[int, ...]] = []
        self.air_reach: list[bytes] = []
        for start in range(self.n_areas):
            found = [start]
            edge = [start]
            for _step in range(steps):
                edge = [other for space in edge for other in self.air_near[space]]
                edge = [space for space in dict.fromkeys(edge) if space not in found]
                found += edge
            areas = [space for space in found if space < self.n_areas]
            self.air_ring.append(tuple(areas))
            self.air_reach.append(bytes([space in areas for space in range(self.n_spaces)]))

    def link(self, a: int, b: int) -> int:
        """Return the link between two spaces; NONE if they do not touch."""
        return self.link_of.get(a * self.n_spaces + b, const.NONE)

    def same_border(self, one: int, other: int) -> bool:
        """Check whether two links weaken attackers that cross them alike."""
        return (
            self.link_river[one] == self.link_river[other]
            and self.link_mountain[one] == self.link_mountain[other]
            and self.link_swamp[one] == self.link_swamp[other]
            and self.link_fortress[one] == self.link_fortress[other]
        )
