"""The components of On To Berlin! as flat tables of small integers, built once from a pack."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.schema import ControlRow, Pack, ScenarioFile
from sandtable.games.on_to_berlin.components.schema_cards import AmphibiousAssault, Bombing, Redeploy


class ScenarioStart:
    """The set-up of one scenario. [4.0]"""

    def __init__(self, s: ScenarioFile, t: Tables) -> None:
        self.id = s.id
        self.name = s.name
        self.first_turn = s.first_turn
        self.last_turn = s.last_turn
        self.turn = s.start.turn
        self.initiative = const.SIDE_IDS.index(s.start.initiative)
        self.hands = [s.start.hand_axis, s.start.hand_allied]
        self.points = [s.start.resource_cube_axis, s.start.resource_cube_allied]
        self.markers = [s.start.tracks[track] for track in t.track_id]
        self.units: list[tuple[int, int, int, bool]] = [
            (t.type_index[row.unit], t.area_index[row.area], row.count, row.state == "fresh")
            for row in s.units_on_map.rows
        ]
        self.new_weapons: list[tuple[int, int]] = [
            (t.type_index[row.unit], row.count) for row in s.new_weapons_pool.rows
        ]
        self.control = bytes([t.nation_or_nobody(row.nation) for row in t.by_area(s)])
        self.decks = [t.card_index[c] for c in (*s.decks.axis_deck, *s.decks.allied_deck)]


class LandingTerms:
    """What a card with landings from sea and air allows. [3.6b] [8.1.2b]"""

    def __init__(self, e: AmphibiousAssault, t: Tables) -> None:
        self.kinds = bytes([kind in e.kinds for kind in const.KINDS])
        self.narrow = bool(e.seas)  # the group starts in or beside one of the seas named
        self.seas = t.areas_named(e.seas, 1)
        self.most_seas = e.seas_max or t.n_areas
        self.landing = t.areas_named(e.landing, 0)
        self.allowance = e.allowance
        self.factor = e.capacity_factor
        self.drops = e.airborne_units
        self.range = e.airborne_range
        self.nations = bytes([n in e.airborne_nations for n in t.nation_id])
        self.targets = t.areas_named(e.airborne_landing, 0)


class Tables:
    """Everything that does not change during a game."""

    def __init__(self, pack: Pack) -> None:
        self._areas(pack)
        self._nations(pack)
        self._borders(pack)
        self._units(pack)
        self._cards(pack)
        self._tracks(pack)
        self._rules(pack)
        self._looks(pack)
        self._flights(pack)
        self._journeys(pack)
        self.scenarios = [ScenarioStart(s, self) for s in pack.scenarios]

    def _areas(self, pack: Pack) -> None:
        areas = pack.areas.areas
        self.n_areas = len(areas)
        self.area_id = [a.id for a in areas]
        self.area_name = [a.name for a in areas]  # units cannot enter unnamed areas [2.2.1a]
        self.area_index = {a.id: i for i, a in enumerate(areas)}
        self.sea = bytes([a.kind == "sea" for a in areas])
        self.seas: tuple[int, ...] = tuple([i for i in range(self.n_areas) if self.sea[i]])
        self.north = bytes([a.north_of_limit for a in areas])  # [15.6]
        # By side: areas it may not enter. [15.7.2] [15.7.3] [15.7.4]
        self.closed = [bytes([side in a.no_entry for a in areas]) for side in const.SIDE_IDS]
        # Resource Points in halves; red ones count for both sides. [2.2.1d]
        self.points = bytes([round(2 * a.rp) for a in areas])
        self.circles: tuple[int, ...] = tuple([i for i in range(self.n_areas) if self.points[i]])
        self.red = bytes([a.resource == "red" for a in areas])
        self.doubled = bytes([a.double_for_victory for a in areas])  # [14.1a]
        self.lon = [a.lon for a in areas]
        self.lat = [a.lat for a in areas]

    def _nations(self, pack: Pack) -> None:
        special = pack.tables.special
        nations = [n for n in pack.nations.nations if n.status != "dormant"]
        self.n_nations = len(nations)
        self.nation_id = [n.id for n in nations]
        self.nation_name = [n.name for n in nations]
        self.nation_index = {n.id: i for i, n in enumerate(nations)}
        self.changed_name = next(
            (n.name for n in pack.nations.nations if n.id == special.changed_set), special.changed_set
        )
        self.leaning = bytes([self._side(n.leaning) for n in nations])  # [3.1.1a]
        self.start_side = bytes([self._side(n.side) for n in nations])  # [3.1.1d]
        self.start_war = bytes([n.at_war for n in nations])  # [3.1.2a]
        self.withdraws = bytes([n.may_withdraw for n in nations])  # [5.0i]
        printed = [self.nation_or_nobody(a.country) for a in pack.areas.areas]
        self.printed = bytes(printed)  # whose symbol stands in an area
        self.home: list[tuple[int, ...]] = [
            tuple([a for a in range(self.n_areas) if printed[a] == n and not self.sea[a]])
            for n in range(self.n_nations)
        ]
        # Nations kept south of the Operational Limit while they fight for the Axis. [15.6] [15.6a, R36]
        self.limited = bytes(
            [
                not n.limit_exempt
                and not (n.leaning == "allied" and any(self.north[a] for a in self.home[i]))
                for i, n in enumerate(nations)
            ]
        )
        index = self.nation_index
        area = self.area_index
        self.poland = index[special.surrender_nation]
        self.polish_capital = area[special.surrender_area]
        self.ceded: tuple[int, ...] = tuple([area[a] for a in special.ceded])
        self.ceded_to = index[special.ceded_to]
        self.america = index[special.american_nation]
        self.american_sea = area[special.american_sea]
        self.atlantic = area[special.atlantic_area]
        self.russia = index[special.winter_nation]
        self.yugoslavia = index[special.partisan_nation]
        self.france = index[special.changing_nation]
        self.end_area = area[special.end_area]
        self.american_closed = bytes([a in special.american_closed for a in self.area_id])
        self.changed_set = special.changed_set

    def _borders(self, pack: Pack) -> None:
        near: list[list[int]] = [[] for _ in range(self.n_areas)]
        canal: list[list[int]] = [[] for _ in range(self.n_areas)]
        self.canal_area = -1
        self.strait: list[tuple[int, int]] = []
        for link in pack.links.links:
            a, b = self.area_index[link.a], self.area_index[link.b]
            into = canal if link.kind == "canal" else near
            into[a].append(b)
            into[b].append(a)
            if link.kind == "strait":
                self.strait.append((a, b))
            elif link.kind == "canal":
                self.canal_area = self.area_index[link.condition.partition("_allied_controlled")[0]]
        # Neighbours of each area without and with the canal. [2.2.1f] [15.7.1a]
        self.near: list[tuple[int, ...]] = [tuple(sorted(n)) for n in near]
        self.near_canal: list[tuple[int, ...]] = [
            tuple(sorted({*n, *c})) for n, c in zip(near, canal, strict=True)
        ]
        self.canals: list[tuple[int, int]] = [
            (a, b) for a in range(self.n_areas) for b in sorted(canal[a]) if a < b
        ]

    def _units(self, pack: Pack) -> None:
        types = pack.units.unit_types
        classes = {c.type: c for c in pack.tables.unit_type_classes}
        self.n_types = len(types)
        self.type_id = [k.id for k in types]
        self.type_name = [k.name for k in types]
        self.type_index = {k.id: i for i, k in enumerate(types)}
        # The second counter set of a nation that can change sides belongs to that nation. [3.1.2e, R34]
        self.type_changed = bytes([k.nation == self.changed_set for k in types])
        self.type_nation = bytes(
            [self.france if k.nation == self.changed_set else self.nation_index[k.nation] for k in types]
        )
        self.type_class = [k.type for k in types]
        self.type_class_name = {c.type: c.name for c in pack.tables.unit_type_classes}
        self.type_kind = bytes([const.KINDS.index(k.kind) for k in types])
        self.type_attack = bytes([k.attack for k in types])
        self.type_defense = bytes([k.defense for k in types])
        self.type_move = bytes([k.move for k in types])
        self.type_strike = bytes([k.airstrike for k in types])  # [2.1.1e]
        self.type_cost = bytes([k.cost for k in types])  # [12.0b]
        self.type_count = [k.count for k in types]
        self.type_surface = bytes([classes[k.type].surface for k in types])  # [2.1.1a]
        self.type_submarine = bytes([k.type == "SS" for k in types])
        self.type_fortress = bytes([k.type == "FT" for k in types])
        self.type_garrison = bytes([k.type == "GF" for k in types])
        self.type_airborne = bytes([k.type == "AB" for k in types])
        self.type_jet = bytes([k.optional for k in types])  # [16.7]
        self.type_new = bytes([k.new_weapon for k in types])  # [2.2.2f]
        self.shut: list[list[bytes]] = [
            [bytes([self._barred(side, k, a) for a in range(self.n_areas)]) for k in range(self.n_types)]
            for side in (const.AXIS, const.ALLIED)
        ]
        self.type_hits = bytes([self._hit_class(k) for k in range(self.n_types)])
        self.unit_type: list[int] = []
        self.first_unit: list[int] = []
        self.unit_number: list[int] = []
        for kind, count in enumerate(self.type_count):
            self.first_unit.append(len(self.unit_type))
            self.unit_type += [kind] * count
            self.unit_number += range(1, count + 1)
        self.n_units = len(self.unit_type)
        self.unit_nation = self._each(self.type_nation)
        self.types_of: list[tuple[int, ...]] = [
            tuple([k for k in range(self.n_types) if self.type_nation[k] == nation])
            for nation in range(self.n_nations)
        ]
        self.units_of: list[tuple[int, ...]] = [
            tuple([u for u in range(self.n_units) if self.unit_nation[u] == nation])
            for nation in range(self.n_nations)
        ]
        self.unit_kind = self._each(self.type_kind)
        self.unit_attack = self._each(self.type_attack)  # [2.1.1d]
        self.unit_defense = self._each(self.type_defense)
        self.unit_move = self._each(self.type_move)
        self.unit_strike = self._each(self.type_strike)
        self.strikers: tuple[int, ...] = tuple([u for u in range(self.n_units) if self.unit_strike[u]])
        self.unit_surface = self._each(self.type_surface)
        self.unit_submarine = self._each(self.type_submarine)
        self.unit_fortress = self._each(self.type_fortress)
        self.unit_garrison = self._each(self.type_garrison)
        self.unit_airborne = self._each(self.type_airborne)
        self.unit_changed = self._each(self.type_changed)
        self.unit_jet = self._each(self.type_jet)
        self.unit_new = self._each(self.type_new)
        self.unit_hits = self._each(self.type_hits)

    def _barred(self, side: int, kind: int, area: int) -> int:
        if self.closed[side][area]:  # [15.7.2] [15.7.3] [15.7.4]
            return const.CLOSED
        if side == const.AXIS and self.north[area] and self.limited[self.type_nation[kind]]:  # [15.6] [15.6a]
            return const.BEYOND_LIMIT
        # [8.1.1c]
        return (
            const.SHIPS_ASHORE if self.type_kind[kind] == const.NAVAL and not self.sea[area] else const.OPEN
        )

    def _hit_class(self, kind: int) -> int:
        if self.type_move[kind] == 0:  # [15.8.1a]
            return 2
        return 1 if self.type_kind[kind] == const.AIR or self.type_submarine[kind] else 0  # [15.1c]

    def _each(self, by_type: bytes) -> bytes:
        return bytes([by_type[k] for k in self.unit_type])

    def _cards(self, pack: Pack) -> None:
        cards = pack.cards.cards
        self.n_cards = len(cards)
        self.card_id = [c.id for c in cards]
        self.card_name = [c.name for c in cards]
        self.card_index = {c.id: i for i, c in enumerate(cards)}
        self.card_owner = bytes([const.SIDE_IDS.index(c.owner) for c in cards])
        self.card_sv = bytes([c.sv for c in cards])  # [2.3.1]
        self.card_reaction = bytes([c.reaction for c in cards])  # [2.3.2a]
        self.card_once = bytes([c.remove_after_play for c in cards])  # [2.3.2b]
        self.card_text = [c.text for c in cards]
        self.card_event = [c.event for c in cards]
        self.cards_of: list[tuple[int, ...]] = [
            tuple([c for c in range(self.n_cards) if self.card_owner[c] == side])
            for side in (const.AXIS, const.ALLIED)
        ]

    def _tracks(self, pack: Pack) -> None:
        tracks = pack.tracks.tracks
        self.n_tracks = len(tracks)
        self.track_id = [k.track for k in tracks]
        self.track_name = [k.name for k in tracks]
        self.track_nation = [self.nation_index[k.nation] for k in tracks]
        self.track_side = [const.SIDE_IDS.index(k.side) for k in tracks]
        spaces = sorted(pack.tracks.war_entry_spaces, key=lambda s: s.index)
        of = [[s for s in spaces if s.track == k.track] for k in tracks]
        self.space_label = [[s.label for s in row] for row in of]
        self.space_entry = [[s.entry for s in row] for row in of]  # [2.2.2]
        self.space_points = [[s.rp for s in row] for row in of]  # [15.3]
        self.track_of: list[int] = [-1] * self.n_nations
        for track, nation in enumerate(self.track_nation):
            self.track_of[nation] = track
        turns = sorted(pack.tracks.turns, key=lambda k: k.turn)
        self.turn_label = ["", *[k.label for k in turns]]
        self.winter = [False, *[k.russian_winter for k in turns]]  # [2.2.2a]
        self.bombing_modifier = [0, *[k.bombing_modifier for k in turns]]
        self.most_points = pack.tracks.resource_boxes.highest

    def _rules(self, pack: Pack) -> None:
        value = {c.name: c.value for c in pack.tables.constants}
        self.last_turn = value["turns"]
        self.land_stack = value["land_stack_per_side"]
        self.fortress_stack = value["fortress_stack"]
        self.air_stack = value["air_stack_per_land_area"]
        self.transport_allowance = value["naval_transport_allowance"]
        self.axis_victory = value["axis_strategic_victory_points"]
        self.allied_victory = value["allied_strategic_victory_points"]
        self.end_points = value["end_victory_points"]
        self.end_areas = value["end_victory_areas"]
        self.end_beside = value["end_victory_points_beside_berlin"]
        self.optional_modifier = value["optional_bombing_modifier"]
        # By class of unit, then fresh or spent: the effect of 0, 1, 2 … times the Defense Rating. [11.3]
        self.effects: list[list[bytes]] = []
        for hit_class in const.HIT_CLASSES:
            by_state: list[bytes] = []
            for state in const.HIT_STATES:
                rows = [e for e in pack.tables.hit_effects if e.hit_class == hit_class and e.state == state]
                codes = [0] * (len(rows) + 1)
                for e in rows:
                    codes[e.steps] = (
                        const.SPENDS * e.spent + const.RETREATS * e.retreat + const.DESTROYS * e.destroyed
                    )
                by_state.append(bytes(codes))
            self.effects.append(by_state)

    def _looks(self, pack: Pack) -> None:
        self.area_region = [a.region for a in pack.areas.areas]
        looks = {str(look.side): look for look in pack.drawing.sides}
        self.side_colour = [looks[side].colour for side in (*const.SIDE_IDS, "neutral")]
        self.side_letter = [looks[side].letter for side in (*const.SIDE_IDS, "neutral")]
        self.nation_colour = {look.nation: look.colour for look in pack.drawing.nations}
        self.drawn_ground = tuple(
            [(land.of, tuple([(x, y) for x, y in land.points])) for land in pack.drawing.ground]
        )

    # --- routes of strikes and bombers (`air_routes`)

    def _flights(self, pack: Pack) -> None:
        """Find all flight routes; first index: AXIS, ALLIED, and ALLIED with the canal open. [9.2b] [R21]"""
        longest = [self.type_move[k] for k in range(self.n_types) if self.type_kind[k] == const.AIR]
        events = [c.event for c in pack.cards.cards]
        longest += [e.range for e in events if isinstance(e, Bombing)]
        longest += [e.airborne_range for e in events if isinstance(e, AmphibiousAssault)]
        self.longest_flight = max(longest)
        # By base and target: the areas flown over, shortest ways first; empty between neighbours.
        self.ways: list[list[list[tuple[tuple[int, ...], ...]]]] = []
        # By base and range: the Land areas within it that do not border on the base, nearest first.
        self.afar: list[list[list[tuple[int, ...]]]] = []
        for near, closed in (
            (self.near, self.closed[const.AXIS]),
            (self.near, self.closed[const.ALLIED]),
            (self.near_canal, self.closed[const.ALLIED]),
        ):
            ways = [self._ways(base, near, closed) for base in range(self.n_areas)]
            self.ways.append(ways)
            self.afar.append([self._afar(row) for row in ways])

    def _ways(
        self, base: int, near: list[tuple[int, ...]], closed: bytes
    ) -> list[tuple[tuple[int, ...], ...]]:
        found: list[list[tuple[int, ...]]] = [[] for _ in range(self.n_areas)]
        grown: list[tuple[int, ...]] = [(base,)]
        for _ in range(self.longest_flight):
            last = grown
            grown = []
            for path in last:
                # Flights do not pass over closed areas, but they may end there. [15.7.2a] [15.7.3a] [15.7.4a]
                if len(path) > 1 and closed[path[-1]]:
                    continue
                for area in near[path[-1]]:
                    if area not in path:
                        grown.append((*path, area))
                        if len(path) > 1 and area not in near[base]:
                            found[area].append(path[1:])
        return [tuple(rows) for rows in found]

    def _afar(self, ways: list[tuple[tuple[int, ...], ...]]) -> list[tuple[int, ...]]:
        nearest = [len(rows[0]) + 1 if rows else 0 for rows in ways]
        return [
            tuple(
                [
                    a
                    for far in range(2, reach + 1)
                    for a in range(self.n_areas)
                    if nearest[a] == far and not self.sea[a]
                ]
            )
            for reach in range(self.longest_flight + 1)
        ]

    # --- redeployments and landings (`redeploy`, `landing_event`)

    def _journeys(self, pack: Pack) -> None:
        cards = pack.cards.cards
        # By card: whether all its transports count together. [3.6c]
        self.card_shares = bytes([isinstance(c.event, Redeploy) and c.event.naval_capacity for c in cards])
        # By card: its terms for landings, if it has any.
        self.card_landing: list[LandingTerms | None] = [
            LandingTerms(c.event, self) if isinstance(c.event, AmphibiousAssault) else None for c in cards
        ]

    # --- reading the pack

    def _side(self, name: str) -> int:
        return const.SIDE_IDS.index(name) if name in const.SIDE_IDS else const.NEUTRAL

    def nation_or_nobody(self, name: str) -> int:
        """Return the number of a nation; NOBODY without a name."""
        return self.nation_index[name] if name else const.NOBODY

    def areas_named(self, names: Sequence[str], sea: int) -> bytes:
        """Return 1 for each named area; without names, for each Land or Sea area."""
        return bytes([a in names if names else self.sea[i] == sea for i, a in enumerate(self.area_id)])

    def by_area(self, s: ScenarioFile) -> list[ControlRow]:
        """Return the rows of control in the order of the areas."""
        found = {row.area: row for row in s.control.rows}
        return [found[a] for a in self.area_id]


def build_tables(pack: Pack) -> Tables:
    """Return the tables of a checked pack."""
    return Tables(pack)
