"""The components of Total Domination as flat tables of small integers, built once from a pack.

Sets of areas are numbers with a bit for each area, so that supply and movement are a few operations on them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.schema import Pack, ScenarioFile
from sandtable.games.total_domination.components.schema_cards import (
    Influence,
    Logistics,
    MinusOne,
    Peace,
    PlusOne,
    Science,
    Technology,
    Value,
)
from sandtable.games.total_domination.components.technology_text import describe


def bits(mask: int) -> list[int]:
    """Return the numbers whose bits are set, in rising order."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Start:
    """The set-up and frame of one scenario."""

    def __init__(self, s: ScenarioFile, t: Tables) -> None:
        self.id = s.id
        self.name = s.name
        self.players = tuple(s.players)
        self.first_round = t.years.index(s.first_round)
        self.last_round = t.years.index(s.last_round)
        self.victory = const.VICTORIES.index(s.victory)
        self.arctic_allowed = s.arctic_allowed
        self.free_setup_allowed = s.free_setup_allowed
        self.events = s.events
        self.allies_join_war = s.allies_join_war
        self.solo = s.solo
        self.technology_vp = s.technology_vp
        self.closed = [t.nation_index[n] for n in s.closed]
        self.joined = [t.nation_index[n] for n in s.joined]
        # The player of each partner at the start. [2.0.7]
        self.partners: list[tuple[int, int]] = [
            (t.nation_index[partner], t.nation_index[player]) for partner, player in s.partner_of.items()
        ]
        self.deal = s.deal_first_round
        self.pass_left = (
            s.pass_first_round != "right" if s.pass_first_round else t.pass_left[self.first_round] != 0
        )
        self.apart = [t.nation_index[n] for n in s.decks_apart]
        self.box = s.decks_in_box
        self.technologies: list[tuple[int, int]] = [
            (t.nation_index[power], t.card_index[card])
            for power, cards in s.technologies.items()
            for card in cards
        ]
        stars = list(t.stars)
        for own in s.stars:
            stars[t.area_index[own.area]] = own.stars
        self.stars = bytes(stars)  # what control of each area scores [5.1b]
        self.placement: list[tuple[int, int, int]] = [
            (t.kind_index[row.unit], t.area_index[row.area], row.count) for row in s.placement
        ]


class Tables:
    """Everything that does not change during a game."""

    def __init__(self, pack: Pack) -> None:
        self._powers(pack)
        self._areas(pack)
        self._links(pack)
        self._units(pack)
        self._technologies(pack)
        self._cards(pack)
        self._rules(pack)
        self._rounds(pack)
        self._modes(pack)
        self._solo(pack)
        self._looks(pack)
        # The whole war first, what is for one player last.
        rows = sorted(pack.scenarios, key=lambda s: (s.solo, s.first_round, -s.last_round))
        self.scenarios = [Start(s, self) for s in rows]
        self.scenario_index = {s.id: i for i, s in enumerate(self.scenarios)}

    def _powers(self, pack: Pack) -> None:
        powers = pack.powers.powers
        self.n_nations = len(powers)
        self.nation_id = [p.id for p in powers]
        self.nation_name = [p.name for p in powers]
        self.nation_adjective = [p.adjective for p in powers]
        self.nation_index = {p.id: i for i, p in enumerate(powers)}
        self.neutral = next(i for i, p in enumerate(powers) if p.rank == "neutral")
        # The powers come first and sit clockwise in this order. [4.0b, R2]
        assert [self.nation_index[p] for p in pack.powers.play_order] == list(range(const.POWERS))
        self.faction = bytes(
            [const.FACTION_IDS.index(p.faction) if p.rank == "power" else const.NO_FACTION for p in powers]
        )
        self.faction_name = [f.name for f in pack.powers.factions]
        self.mate = [
            next(q for q in range(const.POWERS) if q != p and self.faction[q] == self.faction[p])
            for p in range(const.POWERS)
        ]
        self.foes: list[tuple[int, ...]] = [
            tuple([q for q in range(const.POWERS) if self.faction[q] != self.faction[p]])
            for p in range(const.POWERS)
        ]
        self.of_faction: list[tuple[int, ...]] = [
            tuple([p for p in range(const.POWERS) if self.faction[p] == f])
            for f in (const.AXIS, const.ALLIES)
        ]
        # The player of each nation: a power itself, a partner's the one at the start, else nobody. [3.2a]
        self.patron = [self.nation_index.get(p.player, i) for i, p in enumerate(powers)]
        self.partner = bytes([p.rank == "partner" for p in powers])
        self.partners: tuple[int, ...] = tuple([i for i, p in enumerate(powers) if p.rank == "partner"])
        self.additional: tuple[int, ...] = tuple([i for i, p in enumerate(powers) if p.rank == "additional"])
        # [2.0.7]
        self.start_lord = bytes([self.patron[i] if self.partner[i] else i for i in range(self.n_nations)])

    def _areas(self, pack: Pack) -> None:
        areas = pack.areas.areas
        self.n_areas = len(areas)
        self.area_id = [a.id for a in areas]
        self.area_name = [a.name for a in areas]
        self.area_index = {a.id: i for i, a in enumerate(areas)}
        self.kind = bytes([const.KIND_IDS.index(a.kind) for a in areas])
        self.stars = bytes([a.stars for a in areas])  # unless a scenario has its own: `Start.stars`
        self.home = bytes([self.nation_index[a.home] for a in areas])
        self.capital = bytes([a.capital for a in areas])
        self.building = bytes([a.factory or a.shipyard for a in areas])
        self.factory = bytes([a.factory for a in areas])
        self.shipyard = bytes([a.shipyard for a in areas])
        self.bit = [1 << i for i in range(self.n_areas)]
        self.everywhere = (1 << self.n_areas) - 1
        self.arctic = self.mask([a.arctic for a in areas])
        self.coastal = self.mask([a.kind == "coastal" for a in areas])
        self.capitals = self.mask([a.capital for a in areas])
        self.factories = self.mask([a.factory for a in areas])
        self.shipyards = self.mask([a.shipyard for a in areas])
        self.buildings = self.factories | self.shipyards
        self.uboat_areas = self.mask([a.uboat for a in areas])  # [3.7d] [11.4c]
        self.land_or_coast = self.mask([a.kind != "island" for a in areas])
        # Where a unit of each type may end a move. [3.5a] [3.7c] [3.7f]
        kinds = {row.id: row.kinds for row in pack.units.unit_types}
        self.stands = [
            self.mask([a.kind in kinds[name] for a in areas]) if name != "u_boot" else self.uboat_areas
            for name in const.TYPE_IDS
        ]
        no_air = pack.modes.arctic.no_air_fleet_area  # there alone [11.4e] [11.4f]
        self.stands[const.AIR_FLEET] &= ~(1 << self.area_index[no_air])
        self.exchange_area = self.area_index[pack.modes.arctic.card_exchange_area]  # [11.4d]
        # Home areas of each nation. [3.5b]
        self.homes = [
            self.mask([self.home[i] == n and n != self.neutral for i in range(self.n_areas)])
            for n in range(self.n_nations)
        ]
        self.lon = [a.lon for a in areas]
        self.lat = [a.lat for a in areas]
        self.side_of_board = [a.side for a in areas]

    def mask(self, rows: list[bool]) -> int:
        """Return the set of the areas for which the row is true."""
        found = 0
        for i, row in enumerate(rows):
            if row:
                found |= 1 << i
        return found

    def _links(self, pack: Pack) -> None:
        n = self.n_areas
        self.links: list[tuple[int, int, bool, str]] = [
            (self.area_index[link.a], self.area_index[link.b], link.kind == "sea", link.triangle)
            for link in pack.links.links
        ]
        # Neighbours over land links and over sea links; triangles are land links. [3.5d]
        self.by_land = [0] * n
        self.by_sea = [0] * n
        for a, b, sea, _ in self.links:
            rows = self.by_sea if sea else self.by_land
            rows[a] |= 1 << b
            rows[b] |= 1 << a
        self.near = [self.by_land[i] | self.by_sea[i] for i in range(n)]
        # Areas within the range of Air Fleets, without and with the Arctic areas. [11.1.Aa, R18]
        reach = pack.tables.air_fleets.range
        self.in_range = [
            [self.within(i, reach, self.everywhere & ~self.arctic) for i in range(n)],
            [self.within(i, reach, self.everywhere) for i in range(n)],
        ]

    def within(self, area: int, steps: int, open_areas: int) -> int:
        """Return the areas at most a number of links away, over these areas only."""
        found = 1 << area
        for _ in range(steps):
            for i in bits(found):
                found |= self.near[i] & open_areas
        return found

    def _units(self, pack: Pack) -> None:
        kinds = pack.units.units
        self.n_kinds = len(kinds)
        self.kind_id = [k.id for k in kinds]
        self.kind_name = [k.name for k in kinds]
        self.kind_index = {k.id: i for i, k in enumerate(kinds)}
        self.kind_type = bytes([const.TYPE_IDS.index(k.type) for k in kinds])
        self.kind_count = [k.count for k in kinds]  # [3.6a]
        # Resistance belongs to the faction, not to a nation; its nation is nobody.
        self.kind_nation = bytes([self.nation_index.get(k.nation, const.NOBODY) for k in kinds])
        self.first_unit: list[int] = []
        self.unit_kind: list[int] = []
        self.unit_number: list[int] = []
        for kind, row in enumerate(kinds):
            self.first_unit.append(len(self.unit_kind))
            for number in range(row.count):
                self.unit_kind.append(kind)
                self.unit_number.append(number + 1)
        self.n_units = len(self.unit_kind)
        self.unit_type = bytes([self.kind_type[k] for k in self.unit_kind])
        self.unit_nation = bytes([self.kind_nation[k] for k in self.unit_kind])
        self.kinds_of: list[tuple[int, ...]] = [
            tuple(
                [
                    k
                    for k in range(self.n_kinds)
                    if self.kind_nation[k] == n and self.kind_type[k] < const.U_BOAT
                ]
            )
            for n in range(self.n_nations)
        ]
        self.uboat_kind = next(k for k in range(self.n_kinds) if self.kind_type[k] == const.U_BOAT)
        self.uboat_power = self.kind_nation[self.uboat_kind]
        self.resistance_kind = next(k for k in range(self.n_kinds) if self.kind_type[k] == const.RESISTANCE)
        # Where a kind of unit can be built: in its own country, with the right building. [6.1b] [6.1c]
        self.site = [self._site(k) for k in range(self.n_kinds)]

    def _site(self, kind: int) -> int:
        if self.kind_type[kind] == const.U_BOAT:
            return self.uboat_areas
        if self.kind_type[kind] == const.RESISTANCE or self.kind_nation[kind] == self.neutral:
            return 0  # [6.1g]
        where = self.shipyards if self.kind_type[kind] == const.FLEET else self.factories
        return self.homes[self.kind_nation[kind]] & where  # no others in a partner's area [4.3.Ba] [4.3.Be]

    def _technologies(self, pack: Pack) -> None:
        rows = pack.technologies.technologies
        self.n_techs = len(rows)
        self.tech_id = [r.id for r in rows]
        self.tech_name = [r.name for r in rows]
        self.tech_code = [r.code for r in rows]
        self.tech_text = [describe(r.effect) for r in rows]
        self.tech_index = {r.id: i for i, r in enumerate(rows)}
        colours = list(dict.fromkeys([r.colour for r in rows]))
        self.colour_id = colours
        self.tech_colour = bytes([colours.index(r.colour) for r in rows])  # [8.0d]
        self.needs_all = [self._techs(r.requires_all) for r in rows]  # [8.0f]
        self.needs_any = [self._techs(r.requires_any) for r in rows]
        self.effects: list[tuple[int, ...]] = [self._effects(r) for r in rows]
        self.tech_bombers = [r.effect.air_fleet_limit for r in rows]  # [8.1.A4]
        self.tech_radar = bytes([-r.effect.rocket_discard for r in rows])  # [8.1.C3]
        self.tech_espionage = bytes([r.effect.espionage for r in rows])  # [8.1.D1]
        self.tech_enigma = bytes([r.effect.enigma for r in rows])  # [8.1.D2]
        self.rocket_ops = bytes([r.effect.rocket_min_ops for r in rows])  # [8.1.E1] [8.1.E2] [8.1.E3]
        self.rocket_discards = bytes([r.effect.rocket_discards for r in rows])
        self.rockets: tuple[int, ...] = tuple([i for i in range(self.n_techs) if self.rocket_discards[i]])
        self.colour_vp = pack.technologies.vp_each_further_colour  # [8.2]
        self.colour_vp_first = pack.technologies.vp_first_colour
        self.colour_vp_most = pack.technologies.vp_maximum

    def _techs(self, names: Sequence[str]) -> int:
        found = 0
        for name in names:
            found |= 1 << self.tech_index[name]
        return found

    @staticmethod
    def _effects(row: Technology) -> tuple[int, ...]:
        """Return what a technology adds to each column of costs. [8.1.A2] [8.1.A3] [8.1.B2] [8.1.B3]"""
        e = row.effect
        return (
            e.deploy_land,
            e.deploy_fleet,
            e.move_land,
            e.move_fleet,
            e.attack_land,
            e.attack_land + e.attack_land_coastal,
            e.attack_fleet,
            e.attack_fleet + e.attack_fleet_coastal,
        )

    def _cards(self, pack: Pack) -> None:
        cards = pack.cards.cards
        self.n_cards = len(cards)
        self.card_id = [c.id for c in cards]
        self.card_name = [c.name for c in cards]
        self.card_text = [c.text for c in cards]
        self.card_index = {c.id: i for i, c in enumerate(cards)}
        self.card_colour = bytes([self.nation_index[c.colour] for c in cards])  # [3.4]
        self.card_ops = bytes([c.ops for c in cards])  # [3.3b]
        self.card_tech = bytes([self.tech_index[c.technology] for c in cards])  # [3.3c]
        self.flag_id = [n.id for n in pack.cards.influence_nations]
        self.flag_name = [n.name for n in pack.cards.influence_nations]
        self.event: list[int] = []
        self.event_ops: list[int] = []  # of value cards and Peace
        self.event_flag: list[int] = []  # of Influence
        self.event_vp: list[int] = []
        self.icons: list[
            tuple[int, int, int, int, int, int]
        ] = []  # army, fleet, air, move, puppets, resistance
        for card in cards:
            e = card.event
            ops, flag, vp, icons = 0, -1, 0, (0, 0, 0, 0, 0, 0)
            if isinstance(e, Value):
                kind, ops = const.VALUE, e.ops
            elif isinstance(e, PlusOne):
                kind = const.PLUS_ONE
            elif isinstance(e, MinusOne):
                kind = const.MINUS_ONE
            elif isinstance(e, Logistics):
                kind = const.LOGISTICS
                icons = (e.army, e.fleet, e.air_fleet, e.move, e.puppets, e.resistance)
            elif isinstance(e, Science):
                kind = const.SCIENCE
            elif isinstance(e, Influence):
                kind, flag, vp = const.INFLUENCE, self.flag_id.index(e.nation), e.vp
            else:
                assert isinstance(e, Peace)
                kind, ops = const.PEACE, e.bonus
            self.event.append(kind)
            self.event_ops.append(ops)
            self.event_flag.append(flag)
            self.event_vp.append(vp)
            self.icons.append(icons)

    def _rules(self, pack: Pack) -> None:
        tables = pack.tables
        c = tables.costs
        self.base_costs = (
            c.deploy_army,  # [6.1a]
            c.deploy_fleet,
            c.move_army,  # [6.2a]
            c.move_fleet,
            c.attack_army,  # [6.3b]
            c.attack_army,
            c.attack_fleet,
            c.attack_fleet,
        )
        self.least_attack = c.attack_minimum  # [R14]
        self.cost_uboat = c.deploy_u_boot  # [6.1f]
        self.cost_uboat_move = c.move_u_boot  # [6.2h]
        self.cost_hunt = c.attack_u_boot  # [6.3d]
        self.cost_resistance = c.attack_resistance
        self.saved_most = tables.operations.saved_ops_maximum  # [6.0b]
        s = tables.stacking
        self.limit = bytes(
            [s.capital if self.capital[i] else s.one_or_two_stars for i in range(self.n_areas)]
        )
        self.uboats_per_area = s.u_boots_per_area  # [3.7d]
        self.to_control_capital = s.capital_enemy_units_to_control  # [3.8.1d]
        self.air_limit = tables.air_fleets.limit  # [6.1e]
        self.lease_ops = tuple(tables.lend_lease.u_boots_min_ops)  # [11.2d]
        self.lease_hindered = self.nation_index[tables.lend_lease.u_boots_hinder]  # [11.2d, R63]
        r = tables.resistance
        self.resistance_per_event = r.per_event  # [7.2.Da]
        self.resistance_vp = r.vp_reduction_each  # [7.2.Db]
        self.puppets_per_icon = tables.puppets.armies_per_icon  # [7.2.C]
        i = tables.intelligence
        self.spy_look = (i.espionage_look, i.espionage_look_both)  # [8.1.D1] [10.1f]
        self.spy_discard = (i.espionage_discard, i.espionage_discard_both)
        self.replace_draw = (i.normal_draw, i.enigma_draw, i.enigma_draw_both)  # [4.1.Ba] [8.1.D2] [10.1g]
        self.replace_keep = (i.normal_draw, i.enigma_keep, i.enigma_keep_both)

    def _rounds(self, pack: Pack) -> None:
        rounds = pack.tracks.rounds
        self.n_rounds = len(rounds)
        self.years = [r.year for r in rounds]
        self.draw = [r.draw for r in rounds]  # [4.0c]
        self.extra = [
            [r.extra.get(self.nation_id[p], 0) for p in range(const.POWERS)] for r in rounds
        ]  # [4.1.Ad]
        self.pass_left = bytes([r.pass_to == "left" for r in rounds])  # [4.1.Ac]
        self.first_power = [self.nation_index[r.first_power] for r in rounds]
        # Player order of each round, clockwise from its first power. [4.0b]
        self.orders: list[tuple[int, ...]] = [
            tuple([(first + i) % const.POWERS for i in range(const.POWERS)]) for first in self.first_power
        ]
        self.solo_deal = [r.solo_axis_cards for r in rounds]
        self.uboat_limit = [r.uboot_limit for r in rounds]  # [11.2c]
        # The tracks of the additional powers. [9.0a]
        self.track_steps = [0] * self.n_nations
        self.track_rise = [0] * self.n_nations
        for row in pack.tracks.ajw_tracks:
            self.track_steps[self.nation_index[row.power]] = row.steps
            self.track_rise[self.nation_index[row.power]] = row.threshold_rise  # [4.3.Ac]
        self.axis_threshold = pack.tracks.victory_track.axis_threshold  # [4.3.Aa]
        self.allied_threshold = pack.tracks.victory_track.allied_threshold  # [4.3.Ab]

    def _modes(self, pack: Pack) -> None:
        modes = pack.modes.modes
        self.mode_id = [m.id for m in modes]
        self.mode_seats = [[[self.nation_index[p] for p in seat] for seat in m.seats] for m in modes]
        self.mode_common = bytes([m.hands == "per_faction" for m in modes])  # [10.1a]
        self.mode_minus = [m.draw_minus for m in modes]
        self.mode_keep = [m.draft_keep for m in modes]  # [10.1d]
        free = pack.modes.free_setup
        self.free_order = [self.nation_index[p] for p in free.order]  # [11.3]
        self.free_choices: list[tuple[int, int, int]] = [
            (self.nation_index[c.player], self.nation_index[c.nation], c.count) for c in free.choices
        ]
        # Where the units of each choice may begin. [R48]
        self.free_sites: list[int] = [
            self.homes[self.nation_index[c.nation]] & ~self.mask([a in c.closed for a in self.area_id])
            for c in free.choices
        ]
        self.free_fixed: list[tuple[int, int, int]] = [
            (self.kind_index[row.unit], self.area_index[row.area], row.count) for row in free.fixed
        ]
        self.arctic_placement: list[tuple[int, int, int]] = [  # [11.4b]
            (self.kind_index[row.unit], self.area_index[row.area], row.count)
            for row in pack.modes.arctic.extra_placement
        ]

    def _solo(self, pack: Pack) -> None:
        solo = pack.solo
        lanes = {lane.id: [self.area_index[a] for a in lane.areas] for lane in solo.lanes}
        self.n_solo = len(solo.solo_cards)
        self.solo_id = [c.id for c in solo.solo_cards]
        self.solo_no = [c.no for c in solo.solo_cards]
        self.solo_year = [c.year for c in solo.solo_cards]
        self.solo_first_label = solo.first_label
        # The areas along the four arrows of a card, each arrow from the border. [13.3]
        self.solo_arrows: list[list[list[int]]] = [
            [[a for lane in arrow for a in lanes[lane]] for arrow in c.arrows] for c in solo.solo_cards
        ]
        # By power: the actions of its side, each with the preferred type of unit. [13.1]
        self.solo_side: list[list[list[tuple[int, int]]]] = [[] for _ in range(const.POWERS)]
        for card in solo.solo_cards:
            sides = {"germany": card.germany, "japan": card.japan}
            for power in self.of_faction[const.AXIS]:
                self.solo_side[power].append(
                    [
                        (const.SOLO_ACTIONS.index(a.action), const.TYPE_IDS.index(a.unit))
                        for a in sides[self.nation_id[power]]
                    ]
                )
        self.solo_removed = [const.TYPE_IDS.index(name) for name in solo.removed_types]  # [13.0.8]
        self.solo_discard = solo.discard_after_draw  # [13.0.4]
        self.solo_remove = solo.remove_1939_cards_each_year  # [13.0.2]
        self.solo_bonus = solo.stuck_bonus_vp  # [13.0.11]
        self.solo_free = self._techs([*solo.axis_any_order, *solo.axis_with_prerequisites])  # [13.0.5a]
        self.solo_conditional = self._techs(solo.axis_conditional)  # [13.0.5b]
        self.solo_condition = self.tech_index[solo.conditional_on]
        self.solo_threshold = solo.axis_wins_at  # [13.0c]
        self.home_priority: list[list[int]] = [[] for _ in range(const.POWERS)]  # [13.5a]
        for name, row in pack.powers.home_priority.items():
            self.home_priority[self.nation_index[name]] = [self.area_index[a] for a in row]

    def _looks(self, pack: Pack) -> None:
        self.drawing = pack.drawing


def build_tables(pack: Pack) -> Tables:
    """Return the tables of a pack."""
    return Tables(pack)
