"""The numbers of the rules as flat tables: Actions, costs, combat, politics. The upper layer of `Tables`."""

from __future__ import annotations

from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.schema import Pack
from sandtable.games.downfall.components.schema_tables import Cost, Yield
from sandtable.games.downfall.components.tables_forces import ForceTables
from sandtable.games.downfall.components.tables_map import season_mask, side_index


def war_mask(war: str) -> int:
    """Return bits for the kinds of war: 1 for Limited War, 2 for Total War."""
    return 1 if war == "limited" else 2 if war == "total" else 3


class RuleTables(ForceTables):
    """The content of tables.toml. Lists with the same prefix are parallel: one entry for each row."""

    # Actions; by action type where not said otherwise
    action_name: list[str]
    action_sides: list[list[bool]]  # [type][side]
    action_needs: list[int]  # development without which it cannot be taken [4.4a]
    yield_base: list[int]  # 0 where the Action yields no stock
    yield_developed: list[int]
    yield_dev: list[int]  # development that gives yield_developed
    actions_limited: list[int]  # by side [4j][4k][4l]
    actions_total: list[int]

    # changes to the number of Actions
    n_mods: int
    mod_id: list[str]
    mod_kind: list[int]  # MOD_*
    mod_side: list[int]
    mod_war: list[int]  # bit 0 in Limited, bit 1 in Total War
    mod_delta: list[int]
    mod_area: list[int]
    mod_country: list[int]
    mod_seasons: list[int]  # bitmask
    mod_group: list[int]  # rows of one group count once; -1 = no group
    n_mod_groups: int

    # more than one Action of a type
    n_repeats: int
    repeat_side: list[int]
    repeat_war: list[int]  # as mod_war
    repeat_year: list[int]  # 0 = any
    repeat_lend_lease: list[bool]
    repeat_types: list[int]  # bitmask of Actions
    repeat_max: list[int]

    # Total War
    n_triggers: int
    trigger_id: list[str]
    trigger_kind: list[int]  # TW_*
    trigger_sides: list[int]  # bitmask of the sides it concerns
    trigger_turn: list[int]
    trigger_by: list[int]  # side whose army enters
    trigger_nation: list[int]  # nation whose army attacks
    trigger_areas: list[list[bool]]  # areas entered or attacked
    trigger_delay: list[int]  # turns until it counts
    total_war_turn: list[int]  # by side: the turn that brings it in any case [4f]
    barbarossa_side: int  # whose entry into barbarossa_area is Barbarossa (R6)
    barbarossa_area: list[bool]

    # stocks and supply
    supply_max: list[int]  # by side [4.1b]
    armor_max: list[int]  # by side; -1 = no limit (R42)
    n_supply_mods: int
    supply_mod_id: list[str]
    supply_mod_side: list[int]
    supply_mod_area: list[int]
    supply_mod_control: list[int]  # bitmask of controllers
    supply_mod_delta: list[int]
    supply_mod_last: list[int]  # last turn it counts

    # reinforcements
    reinforce_row: list[list[list[int]]]  # [side][1 if in Total War][turn]: row of the lists below, -1 = none
    reinforce_id: list[str]
    reinforce_points: list[int]
    reinforce_nations: list[tuple[int, ...]]
    reinforce_key: list[int]  # country whose lost Key Areas count, -1 = none [4.2p]
    reinforce_capped: list[int]  # nation with a limit of its own, -1 = none [4.2l]
    reinforce_cap: list[int]
    build_points: tuple[int, int, int]  # by step: 1 reduced, 2 full [4.2b]
    build_armor: tuple[int, int, int]  # armor steps in addition [4.2a]
    upgrade_points: int
    upgrade_armor: int  # if armor [10b]
    convert_armor: tuple[int, int, int]  # by step [10a]

    # developments and Lend Lease
    one_action_turn: int  # from then on one Action is enough [4.6d]
    development_barred: list[int]  # by side: last turn without Development Actions; 0 = none [4.6c]
    lend_lease_giver: int
    lend_lease_receiver: int
    lend_lease_from: int  # without Barbarossa
    lend_lease_to: int
    lend_lease_area: int  # condition in the turns first .. last [4.7b]
    lend_lease_side: int
    lend_lease_first: int
    lend_lease_last: int
    lend_lease_max: int

    # movement and its price
    stacking: int
    strategic_side: int  # [8o]
    strategic_area: list[bool]
    strategic_armies: int
    operation_cost: list[int]  # by OP_*; entry 0 unused
    naval_far_cost: int
    n_doubles: int
    double_id: list[str]
    double_side: list[int]
    double_ops: list[int]  # bitmask: bit OP_*
    double_area: list[list[bool]]
    double_when: list[int]  # DOUBLE_*
    double_turn: list[int]  # WEST: last turn; BARBAROSSA: turns before it; TURN: the turn
    doubles_of: list[tuple[int, ...]]  # by side: its rows

    # combat
    die: int
    coast_bonus: int
    river_bonus: int
    strait_bonus: int
    fortress_bonus: int
    line_bonus: int
    fortress_nation: list[int]  # nation a fortress there helps, -1 = any of the side in control [16k]
    together_nation: int  # [17k]
    together_beside: int
    together_bonus: int
    n_factor_changes: int  # [17l]
    factor_side: list[int]
    factor_turn: list[int]
    factor_area: list[list[bool]]
    factor_delta: list[int]
    floor_value: list[list[int]]  # [type][area]: what a lower roll counts as, 0 = no help [17n][17o]
    result_winner: list[int]  # casualties by TIE, DOUBLE_SCORE, LOSER_REDUCED, NORMAL
    result_loser: list[int]
    exploit_dev: int
    exploit_threshold: int
    exploit_ground: list[bool]  # ground that an attack can open [16h][16i]

    # bombing and winter
    bombing_side: int
    bombing_target: int
    bombing_area: int  # must be controlled to place missions [14a]
    bombing_needed: int
    bombing_double: int  # first interceptors of a turn that cancel more [13.11b]
    bombing_double_cancels: int
    bombing_cancels: int
    winter_air: list[bool]  # by area [19d]
    winter_air_turns: list[tuple[int, ...]]  # by side: winter turns in which it flies everywhere [19e]
    winter_med_lines: bool  # [19f]

    # politics
    barred_until: list[list[int]]  # [country][area]: first turn it may enter, 0 = never barred [9i][9j]
    passage_nation: int  # [9k]
    passage_territory: int
    passage_area: list[bool]
    passage_armies: int
    passage_infantry_only: bool
    passage_side: int  # the limit ends with the Total War of this side
    frozen: list[bool]  # by area [9l]
    frozen_side: int
    frozen_until: int
    axis_ground: list[bool]  # areas of countries on the side that frozen armies may move against [9m] (R55)
    west_nation: int  # whose attack in west_area counts (R20)
    west_area: list[bool]
    no_move_side: int  # [9g]
    no_move_turn: int
    no_attack_nation: int  # [9h]
    no_attack_area: int
    no_attack_side: int  # while it controls the area
    protected_area: int  # [9f]
    protected_nation: int
    protected_first: int

    # the neutral colony and the end
    french_north_africa: int  # territory
    torch_area: list[bool]  # its areas
    torch_side: int
    torch_armies: int
    torch_places: tuple[int, ...]
    torch_from: tuple[int, ...]  # areas the armies may come from
    torch_handover: tuple[int, ...]
    torch_handover_to: int
    victory_country: int
    victory_before: tuple[int, ...]  # winners if it surrenders before the last turn; () = a draw
    victory_on_last: tuple[int, ...]
    victory_survival: tuple[int, ...]

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.fill_actions(pack)
        self.fill_total_war(pack)
        self.fill_supply(pack)
        self.fill_reinforcements(pack)
        self.fill_operations(pack)
        self.fill_combat(pack)
        self.fill_air_and_winter(pack)
        self.fill_politics(pack)
        self.fill_end(pack)

    def in_territories(self, territories: tuple[str, ...]) -> list[bool]:
        """Return which areas belong to one of the territories."""
        return [self.territory_id[t] in territories for t in self.area_territory]

    def in_regions(self, regions: tuple[str, ...]) -> list[bool]:
        """Return which areas belong to one of the regions."""
        return [self.region_id[r] in regions for r in self.area_region]

    def area_or_none(self, area: str) -> int:
        return self.area_index[area] if area else -1

    def area_tuple(self, areas: tuple[str, ...]) -> tuple[int, ...]:
        return tuple([self.area_index[a] for a in areas])

    def side_mask(self, sides: tuple[str, ...]) -> int:
        return sum([1 << side_index(s) for s in sides])

    def side_tuple(self, sides: tuple[str, ...]) -> tuple[int, ...]:
        return tuple([side_index(s) for s in sides])

    def fill_actions(self, pack: Pack) -> None:
        tables = pack.tables
        count = len(const.ACTION_IDS)
        self.action_name = [""] * count
        self.action_sides = [[False] * 3 for _ in range(count)]
        for kind in tables.action_types:
            action = const.ACTION_IDS.index(kind.id)
            self.action_name[action] = kind.name
            for side in kind.sides:
                self.action_sides[action][side_index(side)] = True
        self.action_needs = [-1] * count
        self.yield_base = [0] * count
        self.yield_developed = [0] * count
        self.yield_dev = [-1] * count
        self.fill_yield(const.ACT_SUPPLY, tables.yields.supply)
        self.fill_yield(const.ACT_ARMOR, tables.yields.armor_production)
        self.fill_yield(const.ACT_AIR, tables.yields.air_missions)
        self.fill_yield(const.ACT_SUBMARINES, tables.yields.submarine_missions)
        self.actions_limited = [0] * 3
        self.actions_total = [0] * 3
        for row in tables.actions_per_turn:
            self.actions_limited[side_index(row.side)] = row.limited_war
            self.actions_total[side_index(row.side)] = row.total_war

        mods = tables.action_modifiers
        groups: list[str] = []
        for m in mods:
            if m.cap_group and m.cap_group not in groups:
                groups.append(m.cap_group)
        self.n_mods = len(mods)
        self.mod_id = [m.id for m in mods]
        self.mod_kind = [const.MOD_KINDS.index(m.kind) for m in mods]
        self.mod_side = [side_index(m.side) for m in mods]
        self.mod_war = [war_mask(m.war) for m in mods]
        self.mod_delta = [m.delta for m in mods]
        self.mod_area = [self.area_or_none(m.area) for m in mods]
        self.mod_country = [self.country_or_none(m.country) for m in mods]
        self.mod_seasons = [season_mask(m.seasons) for m in mods]
        self.mod_group = [groups.index(m.cap_group) if m.cap_group else -1 for m in mods]
        self.n_mod_groups = len(groups)

        repeats = tables.action_repeats
        self.n_repeats = len(repeats)
        self.repeat_side = [side_index(r.side) for r in repeats]
        self.repeat_war = [war_mask(r.war) for r in repeats]
        self.repeat_year = [r.year for r in repeats]
        self.repeat_lend_lease = [r.lend_lease for r in repeats]
        self.repeat_types = [sum([1 << const.ACTION_IDS.index(t) for t in r.types]) for r in repeats]
        self.repeat_max = [r.max for r in repeats]

        actions = tables.development_actions
        self.one_action_turn = actions.one_action_from_turn
        self.development_barred = [0] * 3
        for bar in actions.barred:
            self.development_barred[side_index(bar.side)] = bar.last_turn

        lease = tables.lend_lease
        self.lend_lease_giver = side_index(lease.giver)
        self.lend_lease_receiver = side_index(lease.receiver)
        self.lend_lease_from = lease.from_turn
        self.lend_lease_to = lease.to_turn
        self.lend_lease_area = self.area_index[lease.condition_area]
        self.lend_lease_side = side_index(lease.condition_side)
        self.lend_lease_first = lease.condition_turns[0]
        self.lend_lease_last = lease.condition_turns[1]
        self.lend_lease_max = lease.max_per_turn

    def fill_yield(self, action: int, row: Yield) -> None:
        self.yield_base[action] = row.base
        self.yield_developed[action] = row.with_development if row.development else row.base
        self.yield_dev[action] = self.dev_index[row.development] if row.development else -1
        self.action_needs[action] = self.dev_index[row.needs] if row.needs else -1

    def fill_total_war(self, pack: Pack) -> None:
        triggers = pack.tables.total_war
        self.n_triggers = len(triggers)
        self.trigger_id = [x.id for x in triggers]
        self.trigger_kind = [const.TW_KINDS.index(x.kind) for x in triggers]
        self.trigger_sides = [self.side_mask(x.sides) for x in triggers]
        self.trigger_turn = [x.turn for x in triggers]
        self.trigger_by = [side_index(x.by_side) if x.by_side is not None else -1 for x in triggers]
        self.trigger_nation = [self.country_or_none(x.nation) for x in triggers]
        self.trigger_delay = [x.delay for x in triggers]
        self.trigger_areas = []
        self.total_war_turn = [self.last_turn + 1] * 3
        self.barbarossa_side = -1
        self.barbarossa_area = [False] * self.n_areas
        for row, x in enumerate(triggers):
            areas = self.in_territories(x.territories)
            if x.area:
                areas[self.area_index[x.area]] = True
            self.trigger_areas.append(areas)
            if x.barbarossa:
                self.barbarossa_side = self.trigger_by[row]
                self.barbarossa_area = areas
            if x.kind == "turn":
                for side in x.sides:
                    self.total_war_turn[side_index(side)] = x.turn + x.delay

    def fill_supply(self, pack: Pack) -> None:
        self.supply_max = [-1] * 3
        self.armor_max = [-1] * 3
        for track in pack.tracks.tracks:
            limits = self.supply_max if track.what == "supply" else self.armor_max
            limits[side_index(track.side)] = track.max if track.max is not None else -1
        mods = pack.tables.supply_modifiers
        self.n_supply_mods = len(mods)
        self.supply_mod_id = [m.id for m in mods]
        self.supply_mod_side = [side_index(m.side) for m in mods]
        self.supply_mod_area = [self.area_index[m.area] for m in mods]
        self.supply_mod_control = [self.side_mask(m.controlled_by) for m in mods]
        self.supply_mod_delta = [m.delta for m in mods]
        self.supply_mod_last = [self.last_turn_of(m.until_year) for m in mods]

    def fill_reinforcements(self, pack: Pack) -> None:
        rows = pack.tables.reinforcement_points
        self.reinforce_id = [r.id for r in rows]
        self.reinforce_points = [r.points for r in rows]
        self.reinforce_nations = [tuple([self.country_index[n] for n in r.nations]) for r in rows]
        self.reinforce_key = [self.country_or_none(r.key_areas_of) for r in rows]
        self.reinforce_capped = [self.country_or_none(r.capped_nation) for r in rows]
        self.reinforce_cap = [r.cap for r in rows]
        self.reinforce_row = []
        for side in range(3):
            by_war: list[list[int]] = []
            for war in range(2):
                by_turn = [-1] * (self.last_turn + 1)
                for i in range(len(rows) - 1, -1, -1):
                    row = rows[i]
                    if side_index(row.side) != side or not war_mask(row.war) >> war & 1:
                        continue
                    for turn in range(1, self.last_turn + 1):
                        if self.first_turn_of(row.from_year) <= turn <= self.last_turn_of(row.until_year):
                            by_turn[turn] = i
                by_war.append(by_turn)
            self.reinforce_row.append(by_war)
        costs = pack.tables.reinforcement_costs
        self.build_points = (0, costs.build_reduced.points, costs.build_full.points)
        self.build_armor = self.armor_by_step(costs.build_reduced, costs.build_full)
        self.convert_armor = self.armor_by_step(costs.convert_reduced, costs.convert_full)
        self.upgrade_points = costs.upgrade.points
        self.upgrade_armor = costs.upgrade.armor

    def armor_by_step(self, reduced: Cost, full: Cost) -> tuple[int, int, int]:
        return (0, reduced.armor, full.armor)

    def fill_operations(self, pack: Pack) -> None:
        tables = pack.tables
        self.stacking = tables.movement.stacking
        self.strategic_side = side_index(tables.strategic_limit.side)
        self.strategic_area = self.in_territories((tables.strategic_limit.territory,))
        self.strategic_armies = tables.strategic_limit.armies
        self.operation_cost = [0] * 7
        self.naval_far_cost = 0
        for op in tables.operations:
            self.operation_cost[op.number] = op.cost
            if op.number == const.OP_NAVAL:
                self.naval_far_cost = op.cost_far
        rules = tables.double_cost
        self.n_doubles = len(rules)
        self.double_id = [r.id for r in rules]
        self.double_side = [side_index(r.side) for r in rules]
        self.double_ops = [sum([1 << op for op in r.operations]) for r in rules]
        self.double_when = [const.DOUBLE_KINDS.index(r.when) for r in rules]
        self.double_turn = [r.last_turn + r.before_turn + r.turn for r in rules]
        self.doubles_of = [
            tuple([i for i in range(len(rules)) if self.double_side[i] == side]) for side in range(3)
        ]
        rows = range(self.n_doubles)
        self.doubles_of = [tuple([r for r in rows if self.double_side[r] == side]) for side in range(3)]
        self.double_area = []
        for r in rules:
            if r.territories or r.east_of_line:
                areas = self.in_territories(r.territories)
                if r.east_of_line:
                    areas = [areas[a] or self.east[a] for a in range(self.n_areas)]
                self.double_area.append(areas)
            else:
                self.double_area.append([True] * self.n_areas)

    def fill_combat(self, pack: Pack) -> None:
        tables = pack.tables
        self.die = tables.combat.die
        self.coast_bonus = tables.terrain_bonus.coast
        self.river_bonus = tables.terrain_bonus.river
        self.strait_bonus = tables.terrain_bonus.strait
        self.fortress_bonus = tables.terrain_bonus.fortress
        self.line_bonus = tables.terrain_bonus.fortified_line
        self.fortress_nation = [-1] * self.n_areas
        for limit in tables.fortress_limits:
            for area in self.territory_areas[self.territory_index[limit.territory]]:
                self.fortress_nation[area] = self.country_index[limit.nation]
        self.together_nation = self.country_index[tables.defence_together.nation]
        self.together_beside = self.country_index[tables.defence_together.beside]
        self.together_bonus = tables.defence_together.bonus
        changes = tables.factor_changes
        self.n_factor_changes = len(changes)
        self.factor_side = [side_index(c.side) for c in changes]
        self.factor_turn = [c.turn for c in changes]
        self.factor_area = [self.in_territories((c.territory,)) for c in changes]
        self.factor_delta = [c.delta for c in changes]
        self.fill_floors(pack)
        results = tables.combat_results
        outcomes = (results.tie, results.double, results.loser_reduced, results.normal)
        self.result_winner = [x.winner for x in outcomes]
        self.result_loser = [x.loser for x in outcomes]
        self.exploit_dev = self.dev_index[tables.exploitation.development]
        self.exploit_threshold = tables.exploitation.threshold
        self.exploit_ground = [
            self.africa[a] or (self.plain[a] and not self.fortress[a]) for a in range(self.n_areas)
        ]

    def fill_floors(self, pack: Pack) -> None:
        self.floor_value = [[0] * self.n_areas for _ in range(self.n_types)]
        for floor in pack.tables.die_floor:
            nation = self.country_index[floor.nation]
            for army in range(self.n_types):
                if self.type_nation[army] != nation or (floor.armor_only and not self.armor[army]):
                    continue
                if floor.army and self.type_id[army] != floor.army:
                    continue
                for area in range(self.n_areas):
                    if floor.territory and self.territory_id[self.area_territory[area]] != floor.territory:
                        continue
                    if floor.region and self.region_id[self.area_region[area]] != floor.region:
                        continue
                    if not any(x in floor.not_terrain for x in self.terrain[area]):
                        self.floor_value[army][area] = floor.value

    def fill_air_and_winter(self, pack: Pack) -> None:
        bombing = pack.tables.strategic_bombing
        self.bombing_side = side_index(bombing.side)
        self.bombing_target = side_index(bombing.target)
        self.bombing_area = self.area_index[bombing.area]
        self.bombing_needed = bombing.missions_needed
        self.bombing_double = bombing.double_interceptors
        self.bombing_double_cancels = bombing.double_cancels
        self.bombing_cancels = bombing.cancels
        winter = pack.tables.winter
        self.winter_air = self.in_regions(winter.air_regions)
        self.winter_air_turns = [
            tuple([x.turn for x in winter.air_sides if side_index(x.side) == side]) for side in range(3)
        ]
        self.winter_med_lines = winter.mediterranean_lines

    def fill_politics(self, pack: Pack) -> None:
        politics = pack.tables.politics
        self.barred_until = [[0] * self.n_areas for _ in range(self.n_countries)]
        for bar in politics.barred:
            lands = self.in_territories(bar.territories)
            regions = self.in_regions(bar.regions)
            row = self.barred_until[self.country_index[bar.nation]]
            for area in range(self.n_areas):
                if lands[area] or regions[area]:
                    row[area] = bar.until_turn
        passage = politics.passage
        self.passage_nation = self.country_index[passage.nation]
        self.passage_territory = self.territory_index[passage.territory]
        self.passage_area = self.in_territories((passage.territory,))
        self.passage_armies = passage.armies
        self.passage_infantry_only = passage.infantry_only
        self.passage_side = side_index(passage.until_total_war)
        frozen = politics.frozen
        borders = self.in_territories(frozen.border_territories)
        own = self.in_territories((frozen.territory,))
        self.frozen = [
            own[a] and (self.area_id[a] in frozen.areas or any(borders[b] for b in self.neighbours[a]))
            for a in range(self.n_areas)
        ]
        self.frozen_side = side_index(frozen.side)
        self.frozen_until = frozen.until_turn
        self.axis_ground = self.ground[side_index(frozen.into)]
        self.west_nation = self.country_index[politics.west_attack.nation]
        self.west_area = self.in_territories(politics.west_attack.territories)
        self.no_move_side = side_index(politics.no_move.side)
        self.no_move_turn = politics.no_move.turn
        self.no_attack_nation = self.country_index[politics.no_attack.nation]
        self.no_attack_area = self.area_index[politics.no_attack.area]
        self.no_attack_side = side_index(politics.no_attack.while_controlled_by)
        self.protected_area = self.area_index[politics.protected.area]
        self.protected_nation = self.country_index[politics.protected.nation]
        self.protected_first = self.country_index[politics.protected.first]

    def fill_end(self, pack: Pack) -> None:
        torch = pack.tables.torch
        self.french_north_africa = self.territory_index[torch.territory]
        self.torch_area = self.in_territories((torch.territory,))
        self.torch_side = side_index(torch.side)
        self.torch_armies = torch.full_armies
        self.torch_places = self.area_tuple(torch.landing_areas)
        self.torch_from = ()
        for group in pack.landings.groups:
            if group.id == torch.from_group:
                self.torch_from = self.area_tuple(group.areas)
        self.torch_handover = self.area_tuple(torch.handover)
        self.torch_handover_to = side_index(torch.handover_to)
        victory = pack.tables.victory
        self.victory_country = self.country_index[victory.country]
        self.victory_before = self.side_tuple(victory.surrender_before)
        self.victory_on_last = self.side_tuple(victory.surrender_on_last)
        self.victory_survival = self.side_tuple(victory.survival)
