"""Positions at random, odder than games come to: for the referee and the engine alike."""

from random import Random

from sandtable.engine.log import Log
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.sequence import AfterCombat, BeforeCombat, Sequence, SideEnd, SideTurn
from tests.games.downfall.clicks import T
from tests.games.downfall.test_movement_random import random_board
from tests.games.downfall.waiting import Idle


def crowded(rng: Random) -> Board:
    """Armies of all sides thrown together, with stock, missions, tiles and beachheads at random."""
    g = random_board(rng)
    dress(g, rng)
    g.total_war[const.USSR] = g.turn >= 9 or rng.random() < 0.4
    g.total_war[const.ALLIES] = g.turn >= 9
    return g


def dress(g: Board, rng: Random) -> None:
    """Stock, missions, tiles, partisans and beachheads at random."""
    g.log = Log()
    for side in range(const.NEUTRAL):
        g.armor[side] = rng.choice((0, 1, 2, 5))
        if side != g.side:
            g.supply[side] = rng.randint(0, 12)
    for tile in range(T.n_tiles):
        if g.tiles[tile] != const.AVAILABLE and rng.random() < 0.5:
            g.tiles[tile] = rng.choice((const.IN_PROGRESS, const.AVAILABLE))
            g.tile_since[tile] = rng.choice((0, g.turn)) if g.tiles[tile] == const.IN_PROGRESS else -1
        g.tile_known[tile] = rng.random() < 0.5
    g.actions_left = rng.choice((0, 1, 4))
    g.points = rng.choice((0, 1, 4))
    for kind in range(T.n_air):
        used = sum(attack.air >> 1 == kind for attack in g.attacks if attack.air >= 0)
        g.air[2 * kind + 1] = min(rng.randint(0, 2), T.air_count[kind] - used)
        g.air[2 * kind] = min(rng.randint(0, 2), T.air_count[kind] - used - g.air[2 * kind + 1])
    g.subs = [rng.randint(0, 1), rng.randint(0, 1)]
    g.atlantic = rng.choice(([0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1], [0, 2, 0], [2, 0, 0]))
    yugoslavia = T.yugoslavia
    if g.turn >= 11 and rng.random() < 0.5:
        if g.status[yugoslavia] != const.SURRENDERED:
            g.partisans = True
            g.conqueror[yugoslavia] = const.AXIS
            for area in T.home[yugoslavia]:
                if rng.random() < 0.6:
                    g.set_control(area, const.AXIS)
    for unit in range(T.n_units):
        area = g.place[unit]
        if area != const.POOL and T.seas[area] and g.slot(unit) != const.NEUTRAL and rng.random() < 0.1:
            g.mark_beach(area, g.beach[area] | 1 << T.unit_side[unit])
    g.landings = rng.choice((0, 0, 1, 2))
    g.strategic_in_ussr = rng.choice((0, 0, 1, 2)) if g.side == const.AXIS else 0
    g.supplied = None
    g.seat_of = rng.choice(((0, 1, 2), (0, 1, 1)))


def coasts(rng: Random) -> Board:
    """Armies on both sides of Landing Lines and of the other ways by which armies land."""
    g = crowded(rng)
    g.attacks = []
    g.side = rng.choice((const.AXIS, const.ALLIES, const.ALLIES, const.ALLIES, const.USSR))
    g.turn = rng.choice(
        [turn for turn in range(5, 22) if T.season[turn] != const.WINTER or rng.random() < 0.2]
    )
    g.supply[g.side] = rng.choice((2, 5, 12))
    g.landings = rng.choice((0, 0, 1, 2, 3))
    g.line_landings = rng.choice((0, g.landings))
    tile = T.tile_of[g.side][T.amphibious_landings]
    if tile >= 0:
        g.tiles[tile] = const.AVAILABLE if rng.random() < 0.8 else 0
    if rng.random() < 0.3:
        french_africa(g, rng)
    for option in rng.sample(range(T.n_options), 9):
        start, end = T.option_from[option], T.option_to[option]
        if g.status[T.area_country[start]] != const.OUT or T.country_side[T.area_country[start]] == g.side:
            g.set_control(start, g.side)
        for area, side in ((start, g.side), (end, rng.choice((const.AXIS, const.ALLIES))), (end, g.side)):
            if side == g.side and area == end and rng.random() < 0.6:
                continue
            kinds = [k for k in range(T.n_types) if T.type_side[k] == side and g.free_unit(k) >= 0]
            kinds = [k for k in kinds if g.status[T.type_nation[k]] == const.AT_WAR]
            for kind in rng.sample(kinds, min(len(kinds), rng.randint(0, 2))):
                if g.armies(side, area) < 3 and T.may_operate[T.type_nation[kind]][area]:
                    g.put(g.free_unit(kind), area, rng.randint(1, 2))
    for unit in range(T.n_units):
        g.cond[unit] &= 3
        if g.place[unit] != const.POOL and T.unit_side[unit] == g.side and g.slot(unit) == g.side:
            g.cond[unit] |= const.READY
    g.supplied = None
    g.agenda = [Idle(), SideEnd(), AfterCombat(), Combat(), BeforeCombat()]
    return g


def french_africa(g: Board, rng: Random) -> None:
    """French North Africa is neutral, and armies stand in America."""
    france = T.country_id.index("france")
    for unit in range(T.n_units):
        if T.unit_nation[unit] == france and g.place[unit] != const.POOL:
            g.take(unit)
    g.status[france], g.conqueror[france], g.african_neutral = const.SURRENDERED, const.AXIS, True
    for area in range(T.n_areas):
        if T.torch_area[area]:
            for unit in g.at[area]:
                g.take(unit)
            g.set_control(area, const.NEUTRAL)
    for name in ("united_states", "canada"):
        area = T.area_index[name]
        g.set_control(area, const.ALLIES)
        for kind in range(T.n_types):
            if (
                T.type_side[kind] == const.ALLIES
                and g.status[T.type_nation[kind]] == const.AT_WAR
                and rng.random() < 0.5
            ):
                if g.free_unit(kind) >= 0:
                    g.put(g.free_unit(kind), area, rng.choice((1, 2, 2)))


def side_turn(rng: Random) -> Board:
    """The same in the free part of a side's turn, with what follows up to its end."""
    g = crowded(rng)
    g.agenda = [Idle(), SideEnd(), AfterCombat(), Combat(), BeforeCombat()]
    return g


def whole_turn(rng: Random) -> Board:
    """The same before a side's turn, or before a turn of all three."""
    g = crowded(rng)
    g.attacks = []
    for unit in range(T.n_units):
        g.cond[unit] &= 3
    g.agenda = [Idle(), rng.choice((SideTurn(g.side), Sequence()))]
    return g
