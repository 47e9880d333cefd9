"""The flat tables say what the component files say: every number, mask and set is built from its entry.

The facts (`test_facts`) and `test_data` say what the entries themselves must contain.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.constants import (
    ALLIES,
    AXIS,
    DOUBLE_KINDS,
    ENTRY_KINDS,
    MOD_KINDS,
    NEUTRAL,
    SEASON_IDS,
    SIDE_IDS,
    SURRENDER_KINDS,
    TW_KINDS,
)
from sandtable.games.downfall.components.relations import load_pack
from sandtable.games.downfall.components.schema import ControlException, Pack
from sandtable.games.downfall.components.tables import ScenarioStart, Tables, build_tables

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "downfall" / "data"
PACK: Pack = load_pack(DATA)
T: Tables = build_tables(PACK)
AREAS = PACK.areas.areas
COUNTRIES = PACK.countries.countries
TYPES = PACK.armies.army_types
TABLES = PACK.tables
SIDES = range(3)


def named(ids: Sequence[str], numbers: Iterable[int]) -> list[str]:
    """The ids of things given as numbers; -1 is nothing."""
    return [ids[i] if i >= 0 else "" for i in numbers]


def flagged(ids: Sequence[str], flags: Sequence[bool]) -> set[str]:
    """The ids of things with a flag."""
    assert len(ids) == len(flags)
    return {ids[i] for i, flag in enumerate(flags) if flag}


def masked(ids: Sequence[str], mask: int) -> set[str]:
    """The ids of things with a bit in a mask."""
    assert mask >> len(ids) == 0
    return {name for i, name in enumerate(ids) if mask >> i & 1}


def lands(territories: Iterable[str] = (), regions: Iterable[str] = ()) -> set[str]:
    """The areas of territories and regions, by the file."""
    wanted = (set(territories), set(regions))
    return {a.id for a in AREAS if a.territory in wanted[0] or a.region in wanted[1]}


def wars(mask: int) -> str:
    return {1: "limited", 2: "total", 3: "any"}[mask]


# --- the map


def test_areas() -> None:
    assert T.n_areas == len(AREAS)
    for i, a in enumerate(AREAS):
        assert (T.area_id[i], T.area_name[i], T.area_index[a.id]) == (a.id, a.name, i)
        assert (T.area_kind[i], T.lon[i], T.lat[i]) == (a.kind, a.lon, a.lat)
        assert T.country_id[T.area_country[i]] == a.country
        assert T.territory_id[T.area_territory[i]] == a.territory
        assert T.region_id[T.area_region[i]] == a.region
        assert (T.terrain[i], T.fortress[i], T.east[i]) == (a.terrain, a.fortress, a.east_of_eastern_line)
        assert masked(T.sea_id, T.seas[i]) == set(a.seas)
        assert named(T.country_id, [T.supply_of[i], T.capital_of[i]]) == [a.supply_area_of, a.capital_of]
        assert named(T.country_id, [T.key_of[i]]) == [a.country if a.key_area else ""]
    assert named(T.area_id, T.coasts) == [a.id for a in AREAS if a.seas]
    assert flagged(T.area_id, T.africa) == lands(regions=[TABLES.exploitation.any_ground_region])
    assert flagged(T.area_id, T.america) == lands(regions=[TABLES.movement.stacking_unlimited_region])
    assert T.zone_id == [z.id for z in PACK.areas.neutral_zones]


@pytest.mark.rule("downfall", "16")
def test_terrain() -> None:
    bonus = TABLES.terrain_bonus
    helping = {
        "plain": bonus.plain, "forest": bonus.forest, "swamp": bonus.swamp, "mountain": bonus.mountain,
        "narrow_pass": bonus.narrow_pass,
    }  # fmt: skip
    for i, a in enumerate(AREAS):
        assert T.terrain_bonus[i] == sum(helping[x] for x in a.terrain)
        assert T.plain[i] == (a.terrain == ("plain",))
        assert T.exploit_ground[i] == (T.africa[i] or (a.terrain == ("plain",) and not a.fortress))
    assert (T.coast_bonus, T.river_bonus, T.strait_bonus) == (bonus.coast, bonus.river, bonus.strait)
    assert (T.fortress_bonus, T.line_bonus) == (bonus.fortress, bonus.fortified_line)
    limits = {x.territory: x.nation for x in TABLES.fortress_limits}
    assert named(T.country_id, T.fortress_nation) == [limits.get(a.territory, "") for a in AREAS]


def test_territories() -> None:
    for i, x in enumerate(PACK.countries.territories):
        assert (T.territory_id[i], T.country_id[T.territory_owner[i]]) == (x.id, x.owner)
        assert T.territory_colonial[i] == x.colonial
        assert T.territory_neutral_after[i] == x.neutral_after_surrender
        assert set(named(T.area_id, T.territory_areas[i])) == lands([x.id])


def test_borders() -> None:
    for i, x in enumerate(PACK.links.links):
        assert named(T.area_id, [T.link_a[i], T.link_b[i]]) == [x.a, x.b]
        assert named(T.area_id, [T.link_river[i], T.link_line[i]]) == [x.river_in, x.line_in]
        assert (T.link_high[i], T.link_strait[i]) == (x.high_mountain, x.kind == "strait")
        assert T.link_label[i] == ", ".join(s for s in (x.river, x.line, x.range) if s)
    for a in range(T.n_areas):
        assert len(T.neighbours[a]) == len(T.border[a]) == len(set(T.neighbours[a]))
        for b, border in zip(T.neighbours[a], T.border[a], strict=True):
            assert {a, b} == {T.link_a[border], T.link_b[border]}
            assert a in T.neighbours[b]
    assert sum(len(x) for x in T.neighbours) == 2 * T.n_links == 2 * len(PACK.links.links)


def test_seas() -> None:
    assert T.sea_id == [s.id for s in PACK.seas.seas]
    assert T.sea_med == [s.mediterranean for s in PACK.seas.seas]
    closed = {
        (SIDE_IDS[side], sea, use)
        for use, zones in (("naval", T.naval_seas), ("supply", T.supply_seas))
        for side in SIDES
        for sea in set(T.sea_id) - masked(T.sea_id, zones[side])
    }
    assert closed == {(x.side, x.sea, x.use) for x in PACK.seas.restrictions}
    for side in SIDES:
        barred = lands(x.territory for x in PACK.seas.supply_barred if x.side == SIDE_IDS[side])
        assert flagged(T.area_id, T.supply_coast[side]) == {a.id for a in AREAS if a.seas} - barred
        for mask in (0, 1):
            for area, a in enumerate(AREAS):
                supplied = T.area_supply_groups[side][mask][area] != 0
                assert supplied == (a.id not in barred and bool(T.seas[area] & T.supply_seas[side]))
                assert (T.area_naval_groups[side][mask][area] != 0) == bool(T.seas[area] & T.naval_seas[side])


def test_passages() -> None:
    canals = named(T.area_id, T.canal_areas)
    for i, p in enumerate(PACK.seas.passages):
        assert named(T.sea_id, [T.passage_a[i], T.passage_b[i]]) == [p.a, p.b]
        assert masked(SIDE_IDS, T.passage_barred[i]) == set(p.barred_to)
        assert named(canals, [T.passage_canal[i]]) == [p.requires_control]
        for side in SIDES:
            for mask in (0, 1):
                dug = not p.requires_control or mask == 1
                open_to = dug and SIDE_IDS[side] not in p.barred_to
                naval, supply = T.naval_group[side][mask], T.supply_group[side][mask]
                a, b = T.passage_a[i], T.passage_b[i]
                if open_to and naval[a] >= 0 and naval[b] >= 0:
                    assert naval[a] == naval[b]
                if dug and supply[a] >= 0 and supply[b] >= 0:  # no passage bars supply (R34)
                    assert supply[a] == supply[b]


def waters(name: str) -> int:
    return T.sea_id.index(name)


def test_gibraltar_is_closed_to_axis_movement_only() -> None:
    atlantic, west = waters("north_atlantic"), waters("western_mediterranean")
    for mask in (0, 1):
        assert T.naval_group[AXIS][mask][atlantic] != T.naval_group[AXIS][mask][west]
    assert T.supply_group[AXIS][0][atlantic] == T.supply_group[AXIS][0][west]
    assert T.naval_group[ALLIES][0][atlantic] == T.naval_group[ALLIES][0][west]


def test_suez_opens_the_canal() -> None:
    assert named(T.area_id, T.canal_areas) == ["suez"]
    red_sea, east = waters("cape_route"), waters("eastern_mediterranean")
    assert T.naval_group[AXIS][0][red_sea] != T.naval_group[AXIS][0][east]
    assert T.naval_group[AXIS][1][red_sea] == T.naval_group[AXIS][1][east]


# --- turns, sides, countries


@pytest.mark.rule("downfall", "3a")
@pytest.mark.rule("downfall", "19")
def test_turns() -> None:
    turns = PACK.tracks.turns
    assert T.last_turn == len(turns)
    assert T.year == [0] + [t.year for t in turns]
    assert named(SEASON_IDS, T.season) == [""] + [t.season for t in turns]
    assert T.turn_name == [""] + [f"{t.season.capitalize()} {t.year}" for t in turns]
    for turn in turns:
        assert (T.year[turn.turn], SEASON_IDS[T.season[turn.turn]]) == (turn.year, turn.season)


@pytest.mark.rule("downfall", "2")
def test_sides() -> None:
    assert T.side_id == list(SIDE_IDS)
    assert T.side_order == tuple(
        SIDE_IDS.index(s.id) for s in sorted(PACK.sides.sides, key=lambda s: s.turn_order)
    )
    for s in PACK.sides.sides:
        side = SIDE_IDS.index(s.id)
        assert T.side_name[side] == s.name
        assert masked(SIDE_IDS, T.enemies[side]) == flagged(SIDE_IDS, T.enemy[side]) == set(s.enemies)
        assert flagged(SIDE_IDS, T.partner[side]) == set(s.partners)
    assert not any(T.enemy[NEUTRAL]) and not any(T.partner[NEUTRAL])
    seats = {n: tuple(tuple(named(SIDE_IDS, seat)) for seat in sides) for n, sides in T.seats.items()}
    assert seats == {p.players: p.seats for p in PACK.sides.player_counts}


@pytest.mark.rule("downfall", "2l")
@pytest.mark.rule("downfall", "2m")
@pytest.mark.rule("downfall", "18f")
def test_countries() -> None:
    assert T.country_id == [c.id for c in COUNTRIES]
    for i, c in enumerate(COUNTRIES):
        assert (T.country_name[i], SIDE_IDS[T.country_side[i]], T.major[i]) == (c.name, c.side, c.major)
        assert T.area_id[T.capital[i]] == c.capital and T.capital_of[T.capital[i]] == i
        assert (ENTRY_KINDS[T.entry_kind[i]], T.entry_turn[i]) == (c.entry.kind, c.entry.turn)
        assert named(T.country_id, [T.entry_country[i]]) == [c.entry.country]
        fate = c.surrender
        assert SURRENDER_KINDS[T.surrender_kind[i]] == fate.kind
        assert T.surrender_number[i] == max(fate.armies, fate.areas)
        assert named(T.territory_id, [T.surrender_territory[i]]) == [fate.territory]
        assert named(T.country_id, [T.surrender_nation[i], T.surrender_after[i]]) == [fate.nation, fate.after]
        assert set(named(T.area_id, T.home[i])) == {a.id for a in AREAS if a.country == c.id}
        assert set(named(T.area_id, T.supply_areas[i])) == {a.id for a in AREAS if a.supply_area_of == c.id}
        assert set(named(T.area_id, T.key_areas[i])) == {
            a.id for a in AREAS if a.key_area and a.country == c.id
        }
    for side in range(4):
        friends = {c.id for c in COUNTRIES if c.side == SIDE_IDS[side]}
        assert flagged(T.area_id, T.ground[side]) == {a.id for a in AREAS if a.country in friends}


def test_what_countries_get_and_where_they_operate() -> None:
    for i, c in enumerate(COUNTRIES):
        where = c.operate_in
        free = {a.id for a in AREAS} if where.anywhere else lands(where.territories, where.regions)
        assert flagged(T.area_id, T.may_operate[i]) == free
        assert (T.operate_rule[i], T.home_guard[i]) == (where.rule, c.home_guard)
        assert T.supply_income[i] == c.supply_income
        gift, back = c.reinforcement, c.partisans
        assert T.points[i] == (gift.points if gift else 0)
        assert masked(SEASON_IDS, T.point_seasons[i]) == set(gift.seasons if gift else ())
        assert T.infantry_only[i] == (gift.infantry_only if gift else False)
        assert (T.partisan_turn[i], T.partisan_points[i]) == (
            (back.from_turn, back.points) if back else (0, 0)
        )
        assert masked(SEASON_IDS, T.partisan_seasons[i]) == set(back.seasons if back else ())


def test_countries_with_a_part_of_their_own() -> None:
    roles = TABLES.roles
    numbers = [T.germany, T.united_kingdom, T.united_states, T.soviet_union, T.france, T.italy, T.belgium,
               T.yugoslavia]  # fmt: skip
    assert named(T.country_id, numbers) == [
        roles.germany, roles.united_kingdom, roles.united_states, roles.soviet_union, roles.france,
        roles.italy, roles.belgium, roles.yugoslavia,
    ]  # fmt: skip


# --- counters


@pytest.mark.rule("downfall", "1a")
def test_army_types() -> None:
    assert T.type_id == [t.id for t in TYPES]
    for i, t in enumerate(TYPES):
        assert (T.type_name[i], T.type_index[t.id], T.type_count[i]) == (t.name, i, t.count)
        assert (T.country_id[T.type_nation[i]], SIDE_IDS[T.type_side[i]]) == (t.nation, t.side)
        assert (T.armor[i], T.advanced[i]) == (t.type == "armor", t.advanced)
        assert T.cf_full[i] == t.cf_full > T.cf_reduced[i] == t.cf_reduced > 0
        assert T.cf_full_africa[i] == (t.cf_full_africa or t.cf_full)
        assert T.cf_reduced_africa[i] == (t.cf_reduced_africa or t.cf_reduced)
        assert (T.support_full[i], T.support_reduced[i]) == (t.support_full, t.support_reduced)
        assert (T.move[i], T.move_attack[i]) == (t.move, t.move_attack)
        assert named(T.dev_id, [T.needs[i]]) == [t.needs]
        assert t.needs == "" or T.tile_of[T.type_side[i]][T.needs[i]] >= 0
    for c, country in enumerate(COUNTRIES):
        own = [t for t in TYPES if t.nation == country.id]
        assert named(T.type_id, T.types_of_nation[c]) == [t.id for t in own]
        assert named(T.type_id, T.infantry_of[c]) == [t.id for t in own if t.type == "infantry"]
        assert named(T.type_id, T.armor_of[c]) == [t.id for t in own if t.type == "armor"]


@pytest.mark.rule("downfall", "1e")
def test_counters() -> None:
    assert T.n_units == sum(t.count for t in TYPES)
    for unit in range(T.n_units):
        army = T.unit_type[unit]
        assert unit == T.first_unit[army] + T.unit_number[unit] - 1
        assert 1 <= T.unit_number[unit] <= T.type_count[army]
        assert T.unit_side[unit] == T.country_side[T.unit_nation[unit]] == T.type_side[army]
        assert T.unit_armor[unit] == T.armor[army]
        assert [unit in T.units_of_side[s] for s in SIDES] == [T.unit_side[unit] == s for s in SIDES]
    assert dict(zip(T.marker_id, T.marker_count, strict=True)) == {m.id: m.count for m in PACK.markers.box}


def test_missions() -> None:
    air = PACK.missions.air_missions
    assert T.air_id == [m.id for m in air]
    for i, m in enumerate(air):
        assert (T.air_name[i], T.air_count[i], T.air_bonus[i]) == (m.name, m.count, m.attack_bonus)
        assert (T.country_id[T.air_nation[i]], SIDE_IDS[T.air_side[i]]) == (m.nation, m.side)
    for side in SIDES:
        assert named(T.air_id, T.air_kinds_of_side[side]) == [m.id for m in air if m.side == SIDE_IDS[side]]
    sub = PACK.missions.submarine_missions[0]
    assert (T.sub_id, SIDE_IDS[T.sub_side], T.sub_count) == (sub.id, sub.side, sub.count)
    assert (T.sub_needed_basic, T.sub_needed_advanced) == (sub.needed_basic, sub.needed_advanced)
    assert T.sub_needed_basic_warships == sub.needed_basic_against_warships
    assert T.sub_needed_advanced_warships == sub.needed_advanced_against_warships


@pytest.mark.rule("downfall", "13")
def test_developments() -> None:
    file = PACK.developments
    assert (T.dev_id, T.tile_id) == ([d.id for d in file.developments], [t.id for t in file.tiles])
    for name in T.dev_id:
        assert T.dev_id[getattr(T, name)] == name
    first = {t.year: t.turn for t in reversed(PACK.tracks.turns)} | {0: 0}
    for i, t in enumerate(file.tiles):
        assert (T.dev_id[T.tile_dev[i]], SIDE_IDS[T.tile_side[i]]) == (t.development, t.side)
        assert T.tile_turn[i] == first[t.not_before_year]
        assert named(T.dev_id, [T.tile_requires[i]]) == [t.requires]
        assert T.tile_of[T.tile_side[i]][T.tile_dev[i]] == i
    assert sum(tile >= 0 for row in T.tile_of for tile in row) == T.n_tiles


# --- Actions


@pytest.mark.rule("downfall", "4a")
def test_actions() -> None:
    assert [x.id for x in TABLES.action_types] == list(const.ACTION_IDS)
    for i, x in enumerate(TABLES.action_types):
        assert T.action_name[i] == x.name
        assert flagged(SIDE_IDS[:3], T.action_sides[i]) == set(x.sides)
    for name in const.ACTION_IDS:
        i = const.ACTION_IDS.index(name)
        row: Any = getattr(TABLES.yields, name, None)
        if row is None:
            assert (T.yield_base[i], T.yield_developed[i], T.action_needs[i]) == (0, 0, -1)
            continue
        assert (T.yield_base[i], T.yield_developed[i]) == (row.base, row.with_development or row.base)
        assert named(T.dev_id, [T.yield_dev[i], T.action_needs[i]]) == [row.development, row.needs]


@pytest.mark.rule("downfall", "4j")
@pytest.mark.rule("downfall", "4k")
@pytest.mark.rule("downfall", "4l")
def test_actions_per_turn() -> None:
    for row in TABLES.actions_per_turn:
        side = SIDE_IDS.index(row.side)
        assert (T.actions_limited[side], T.actions_total[side]) == (row.limited_war, row.total_war)


def test_changes_to_the_number_of_actions() -> None:
    groups: dict[str, int] = {"": -1}
    for i, m in enumerate(TABLES.action_modifiers):
        assert (T.mod_id[i], MOD_KINDS[T.mod_kind[i]], SIDE_IDS[T.mod_side[i]]) == (m.id, m.kind, m.side)
        assert (wars(T.mod_war[i]), T.mod_delta[i]) == (m.war, m.delta)
        assert named(T.area_id, [T.mod_area[i]]) + named(T.country_id, [T.mod_country[i]]) == [
            m.area,
            m.country,
        ]
        assert masked(SEASON_IDS, T.mod_seasons[i]) == set(m.seasons)
        assert T.mod_group[i] == groups.setdefault(m.cap_group, len(groups) - 1)
    assert (T.n_mods, T.n_mod_groups) == (len(TABLES.action_modifiers), len(groups) - 1)


def test_repeated_actions() -> None:
    for i, r in enumerate(TABLES.action_repeats):
        assert (SIDE_IDS[T.repeat_side[i]], wars(T.repeat_war[i]), T.repeat_year[i]) == (
            r.side,
            r.war,
            r.year,
        )
        assert (T.repeat_lend_lease[i], T.repeat_max[i]) == (r.lend_lease, r.max)
        assert masked(const.ACTION_IDS, T.repeat_types[i]) == set(r.types)
    assert T.n_repeats == len(TABLES.action_repeats)


def test_ways_into_total_war() -> None:
    for i, x in enumerate(TABLES.total_war):
        assert (T.trigger_id[i], TW_KINDS[T.trigger_kind[i]]) == (x.id, x.kind)
        assert masked(SIDE_IDS, T.trigger_sides[i]) == set(x.sides)
        assert (T.trigger_turn[i], T.trigger_delay[i]) == (x.turn, x.delay)
        assert named(SIDE_IDS, [T.trigger_by[i]]) == [x.by_side or ""]
        assert named(T.country_id, [T.trigger_nation[i]]) == [x.nation]
        assert flagged(T.area_id, T.trigger_areas[i]) == lands(x.territories) | ({x.area} - {""})
        if x.barbarossa:
            assert (SIDE_IDS[T.barbarossa_side], T.barbarossa_area) == (x.by_side, T.trigger_areas[i])
        if x.kind == "turn":
            assert [T.total_war_turn[SIDE_IDS.index(s)] for s in x.sides] == [x.turn] * len(x.sides)


def test_stocks_and_supply() -> None:
    for track in PACK.tracks.tracks:
        limits = T.supply_max if track.what == "supply" else T.armor_max
        assert limits[SIDE_IDS.index(track.side)] == (-1 if track.max is None else track.max)
    last = {t.year: t.turn for t in PACK.tracks.turns} | {0: T.last_turn}
    for i, m in enumerate(TABLES.supply_modifiers):
        assert (T.supply_mod_id[i], SIDE_IDS[T.supply_mod_side[i]]) == (m.id, m.side)
        assert (T.area_id[T.supply_mod_area[i]], T.supply_mod_delta[i]) == (m.area, m.delta)
        assert masked(SIDE_IDS, T.supply_mod_control[i]) == set(m.controlled_by)
        assert T.supply_mod_last[i] == last[m.until_year]
    assert T.n_supply_mods == len(TABLES.supply_modifiers)


def test_reinforcement_points() -> None:
    rows = TABLES.reinforcement_points
    for i, r in enumerate(rows):
        assert (T.reinforce_id[i], T.reinforce_points[i], T.reinforce_cap[i]) == (r.id, r.points, r.cap)
        assert tuple(named(T.country_id, T.reinforce_nations[i])) == r.nations
        assert named(T.country_id, [T.reinforce_key[i]]) == [r.key_areas_of]
        assert named(T.country_id, [T.reinforce_capped[i]]) == [r.capped_nation]
    for side in SIDES:
        for war in (0, 1):
            for turn in range(1, T.last_turn + 1):
                fitting = [
                    r.id
                    for r in rows
                    if r.side == SIDE_IDS[side]
                    and r.war in ("any", ("limited", "total")[war])
                    and r.from_year <= T.year[turn] <= (r.until_year or T.year[turn])
                ]
                assert named(T.reinforce_id, [T.reinforce_row[side][war][turn]]) == fitting[:1]


def test_prices() -> None:
    costs = TABLES.reinforcement_costs
    assert T.build_points == (0, costs.build_reduced.points, costs.build_full.points)
    assert T.build_armor == (0, costs.build_reduced.armor, costs.build_full.armor)
    assert T.convert_armor == (0, costs.convert_reduced.armor, costs.convert_full.armor)
    assert (T.upgrade_points, T.upgrade_armor) == (costs.upgrade.points, costs.upgrade.armor)


def test_development_actions_and_lend_lease() -> None:
    actions, lease = TABLES.development_actions, TABLES.lend_lease
    assert T.one_action_turn == actions.one_action_from_turn
    barred = {x.side: x.last_turn for x in actions.barred}
    assert T.development_barred == [barred.get(s, 0) for s in ("axis", "allies", "ussr")]
    assert named(SIDE_IDS, [T.lend_lease_giver, T.lend_lease_receiver]) == [lease.giver, lease.receiver]
    assert (T.lend_lease_from, T.lend_lease_to) == (lease.from_turn, lease.to_turn)
    assert T.area_id[T.lend_lease_area] == lease.condition_area
    assert SIDE_IDS[T.lend_lease_side] == lease.condition_side
    assert (T.lend_lease_first, T.lend_lease_last) == lease.condition_turns
    assert T.lend_lease_max == lease.max_per_turn


# --- operations and combat


def test_operations() -> None:
    assert T.stacking == TABLES.movement.stacking
    for op in TABLES.operations:
        assert T.operation_cost[op.number] == op.cost
        assert op.number != const.OP_NAVAL or T.naval_far_cost == op.cost_far
    limit = TABLES.strategic_limit
    assert (SIDE_IDS[T.strategic_side], T.strategic_armies) == (limit.side, limit.armies)
    assert flagged(T.area_id, T.strategic_area) == lands([limit.territory])


def test_double_costs() -> None:
    for i, d in enumerate(TABLES.double_cost):
        assert (T.double_id[i], SIDE_IDS[T.double_side[i]]) == (d.id, d.side)
        assert {op for op in range(7) if T.double_ops[i] >> op & 1} == set(d.operations)
        assert DOUBLE_KINDS[T.double_when[i]] == d.when
        assert T.double_turn[i] == max(d.last_turn, d.before_turn, d.turn)
        east = {a.id for a in AREAS if a.east_of_eastern_line} if d.east_of_line else set()
        anywhere = not d.territories and not d.east_of_line
        assert flagged(T.area_id, T.double_area[i]) == (
            set(T.area_id) if anywhere else lands(d.territories) | east
        )
    for side in SIDES:
        own = [d.id for d in TABLES.double_cost if d.side == SIDE_IDS[side]]
        assert named(T.double_id, T.doubles_of[side]) == own


def test_combat() -> None:
    assert T.die == TABLES.combat.die
    together = TABLES.defence_together
    assert named(T.country_id, [T.together_nation, T.together_beside]) == [together.nation, together.beside]
    assert T.together_bonus == together.bonus
    for i, c in enumerate(TABLES.factor_changes):
        assert (SIDE_IDS[T.factor_side[i]], T.factor_turn[i], T.factor_delta[i]) == (c.side, c.turn, c.delta)
        assert flagged(T.area_id, T.factor_area[i]) == lands([c.territory])
    results = TABLES.combat_results
    for outcome, row in (
        (const.TIE, results.tie),
        (const.DOUBLE_SCORE, results.double),
        (const.LOSER_REDUCED, results.loser_reduced),
        (const.NORMAL, results.normal),
    ):
        assert (T.result_winner[outcome], T.result_loser[outcome]) == (row.winner, row.loser)
    assert T.dev_id[T.exploit_dev] == TABLES.exploitation.development
    assert T.exploit_threshold == TABLES.exploitation.threshold


def test_low_rolls_that_count_for_more() -> None:
    for i, t in enumerate(TYPES):
        for j, a in enumerate(AREAS):
            helping = [
                f.value
                for f in TABLES.die_floor
                if f.nation == t.nation
                and f.army in ("", t.id)
                and (t.type == "armor" or not f.armor_only)
                and f.territory in ("", a.territory)
                and f.region in ("", a.region)
                and not set(f.not_terrain) & set(a.terrain)
            ]
            assert T.floor_value[i][j] == max(helping, default=0)


def test_bombing_and_winter() -> None:
    bombing, winter = TABLES.strategic_bombing, TABLES.winter
    assert named(SIDE_IDS, [T.bombing_side, T.bombing_target]) == [bombing.side, bombing.target]
    assert (T.area_id[T.bombing_area], T.bombing_needed) == (bombing.area, bombing.missions_needed)
    assert (T.bombing_double, T.bombing_double_cancels) == (
        bombing.double_interceptors,
        bombing.double_cancels,
    )
    assert T.bombing_cancels == bombing.cancels
    assert flagged(T.area_id, T.winter_air) == lands(regions=winter.air_regions)
    flying = {(SIDE_IDS[side], turn) for side in SIDES for turn in T.winter_air_turns[side]}
    assert flying == {(x.side, x.turn) for x in winter.air_sides}
    assert T.winter_med_lines == winter.mediterranean_lines


# --- politics and the end


def test_politics() -> None:
    politics = TABLES.politics
    barred: dict[tuple[str, str], int] = {}
    for bar in politics.barred:
        barred.update({(bar.nation, area): bar.until_turn for area in lands(bar.territories, bar.regions)})
    assert barred == {
        (T.country_id[c], T.area_id[a]): turn
        for c in range(T.n_countries)
        for a, turn in enumerate(T.barred_until[c])
        if turn
    }
    passage = politics.passage
    assert (T.country_id[T.passage_nation], SIDE_IDS[T.passage_side]) == (
        passage.nation,
        passage.until_total_war,
    )
    assert (T.passage_armies, T.passage_infantry_only) == (passage.armies, passage.infantry_only)
    assert flagged(T.area_id, T.passage_area) == lands([passage.territory])
    assert T.territory_id[T.passage_territory] == passage.territory
    west = politics.west_attack
    assert T.country_id[T.west_nation] == west.nation
    assert flagged(T.area_id, T.west_area) == lands(west.territories)
    assert (SIDE_IDS[T.no_move_side], T.no_move_turn) == (politics.no_move.side, politics.no_move.turn)
    refusing = politics.no_attack
    assert (T.country_id[T.no_attack_nation], T.area_id[T.no_attack_area]) == (refusing.nation, refusing.area)
    assert SIDE_IDS[T.no_attack_side] == refusing.while_controlled_by
    covered = politics.protected
    assert T.area_id[T.protected_area] == covered.area
    assert named(T.country_id, [T.protected_nation, T.protected_first]) == [covered.nation, covered.first]


def test_frozen_areas() -> None:
    frozen = TABLES.politics.frozen
    beyond = lands(frozen.border_territories)
    border = {x.a for x in PACK.links.links if x.b in beyond} | {
        x.b for x in PACK.links.links if x.a in beyond
    }
    own = lands([frozen.territory])
    assert flagged(T.area_id, T.frozen) == own & (border | set(frozen.areas))
    assert (SIDE_IDS[T.frozen_side], T.frozen_until) == (frozen.side, frozen.until_turn)
    enemy = {c.id for c in COUNTRIES if c.side == frozen.into}
    assert flagged(T.area_id, T.axis_ground) == {a.id for a in AREAS if a.country in enemy}


def test_the_neutral_colony_and_victory() -> None:
    torch, victory = TABLES.torch, TABLES.victory
    assert T.territory_id[T.french_north_africa] == torch.territory
    assert flagged(T.area_id, T.torch_area) == lands([torch.territory])
    assert named(T.area_id, T.torch_places) == list(torch.landing_areas)
    assert named(T.area_id, T.torch_handover) == list(torch.handover)
    assert (SIDE_IDS[T.torch_side], SIDE_IDS[T.torch_handover_to]) == (torch.side, torch.handover_to)
    group = next(g for g in PACK.landings.groups if g.id == torch.from_group)
    assert (T.torch_armies, named(T.area_id, T.torch_from)) == (torch.full_armies, list(group.areas))
    assert T.country_id[T.victory_country] == victory.country
    assert named(SIDE_IDS, T.victory_before) == list(victory.surrender_before)
    assert named(SIDE_IDS, T.victory_on_last) == list(victory.surrender_on_last)
    assert named(SIDE_IDS, T.victory_survival) == list(victory.survival)


# --- landings and scenarios


def test_landing_lines() -> None:
    for i, x in enumerate(PACK.landings.landing_lines):
        assert (T.line_id[i], T.sea_id[T.line_sea[i]]) == (x.id, x.sea)
        assert named(T.area_id, [T.line_a[i], T.line_b[i]]) == [x.a, x.b]
        assert (T.line_med[i], T.line_max[i]) == (x.mediterranean, x.max_armies)
    assert T.n_lines == len(PACK.landings.landing_lines)


def test_landing_options() -> None:
    groups = {g.id: g.areas for g in PACK.landings.groups}
    options = {
        (T.area_id[T.option_from[o]], T.area_id[T.option_to[o]]): (
            T.option_line[o], T.option_place[o], T.option_max[o], T.option_med[o],
            named(T.sea_id, [T.option_sea[o]])[0],
        )
        for o in range(T.n_options)
    }  # fmt: skip
    expected: dict[tuple[str, str], tuple[bool, int, int, bool, str]] = {}
    for i, x in enumerate(PACK.landings.landing_lines):
        for way in ((x.a, x.b), (x.b, x.a)):
            expected[way] = (True, i, x.max_armies, x.mediterranean, x.sea)
    for i, place in enumerate(PACK.landings.development_landings, T.n_lines):
        origins = [a for g in place.from_groups for a in groups[g]] + list(place.from_areas)
        for origin in origins:
            expected[(origin, place.to)] = (False, i, place.max_armies, False, "")
    assert options == expected
    assert T.n_options == len(options)  # no line repeats a place of the list
    for area in range(T.n_areas):
        assert T.landings_from[area] == tuple(o for o in range(T.n_options) if T.option_from[o] == area)
        assert T.landings_to[area] == tuple(o for o in range(T.n_options) if T.option_to[o] == area)
    closed = {(x.side, x.sea) for x in PACK.seas.restrictions if x.use == "naval"}
    for side in SIDES:
        seas = named(T.sea_id, T.option_sea)
        assert T.option_open[side] == [(SIDE_IDS[side], sea) not in closed for sea in seas]


def test_landing_limits() -> None:
    limits = PACK.landings.limits
    before, after = limits.without_development, limits.with_development
    assert (T.landing_basic, T.landing_basic_armor) == (before.armies_per_turn, "armor" in before.types)
    assert (T.landing_armor, T.landing_lines_max) == ("armor" in after.types, limits.lines_per_turn)
    special = after.armies_in_year
    assert special is not None
    for turn in range(1, T.last_turn + 1):
        in_year = T.year[turn] == special.year
        assert T.landing_turn[turn] == (special.armies if in_year else after.armies_per_turn)


def test_scenarios() -> None:
    for start, s in zip(T.scenarios, PACK.scenarios, strict=True):
        assert (start.id, start.name, start.players) == (s.id, s.name, s.players)
        assert (start.first_turn, start.last_turn) == (s.first_turn, s.last_turn)
        assert (SIDE_IDS[start.first_side], start.barbarossa_turn) == (s.first_side, s.barbarossa_turn)
        assert flagged(SIDE_IDS[:3], start.total_war) == set(s.total_war)
        assert flagged(T.country_id, start.at_war) == set(s.at_war)
        assert flagged(T.country_id, start.surrendered) == set(s.surrendered)
        assert start.supply == [s.stock.supply.axis, s.stock.supply.allies, s.stock.supply.ussr]
        assert start.armor == [s.stock.armor.axis, s.stock.armor.allies, s.stock.armor.ussr]
        assert dict(zip(T.air_id, start.air, strict=True)) == s.stock.air_missions
        assert start.submarines == s.stock.submarine_missions[T.sub_id]
        for state, tiles in (
            (const.TILE_AVAILABLE, s.developments.available),
            (const.TILE_IN_PROGRESS, s.developments.in_progress),
        ):
            assert {T.tile_id[i] for i, x in enumerate(start.tiles) if x == state} == set(tiles)
        assert start.in_progress_since == s.developments.in_progress_since
        units = [u for force in s.forces for u in force.units]
        assert named(T.type_id, start.unit_type) == [u.army for u in units]
        assert named(T.area_id, start.unit_area) == [u.area for u in units]
        assert start.unit_count == [u.count for u in units]
        assert start.unit_step == [const.FULL if u.step == "full" else const.REDUCED for u in units]
        exceptions = {x.area: x.side for x in s.control}
        for i, a in enumerate(AREAS):
            owner = next(c for c in COUNTRIES if c.id == a.country)
            side = owner.side if owner.id in s.at_war else "neutral"
            assert SIDE_IDS[start.control[i]] == exceptions.get(a.id, side)


def test_an_exception_to_control_is_heard() -> None:
    taken = ControlException(area="riga", side="axis", src="inferred")
    start = ScenarioStart(T, structs.replace(PACK.scenarios[0], control=(taken,)))
    assert start.control[T.area_index["riga"]] == AXIS
