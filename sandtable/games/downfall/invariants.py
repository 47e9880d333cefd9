"""What must hold in every position; fuzzing asks after every choice."""

from sandtable.engine.game import ensure
from sandtable.games.downfall import missions
from sandtable.games.downfall.state import (
    AT_WAR,
    ATTACKS,
    AVAILABLE,
    ONE,
    OUT,
    POOL,
    STEPS,
    SUPPORTS,
    SURRENDERED,
    UNUSED,
    Board,
)
from sandtable.games.downfall.tables import NEUTRAL


def check_board(g: Board) -> None:
    """Raise BrokenRules at the first thing that does not hold."""
    t = g.t
    ensure(1 <= g.turn <= t.last_turn, f"turn {g.turn} is on the track")
    check_counters(g)
    check_areas(g)
    check_attacks(g)
    for side in range(3):
        ensure(
            0 <= g.supply[side] <= t.supply_max[side], f"supply of {t.side_id[side]} is {g.supply[side]}"
        )  # [4.1b]
        ensure(g.armor[side] >= 0, f"armor of {t.side_id[side]} is {g.armor[side]}")
    ensure(g.actions_left >= 0, "Actions left are not negative")
    ensure(g.points >= 0, "reinforcement points are not negative")
    for kind in range(t.n_air):
        ensure(
            g.air[2 * kind] >= 0 and g.air[2 * kind + 1] >= 0 and g.bombers[kind] >= 0,
            "missions are not negative",
        )
        ensure(
            0 <= missions.free_air(g, kind) <= t.air_count[kind], f"{t.air_id[kind]} counters add up"
        )  # [4.4b]
    subs = g.subs[0] + g.subs[1] + g.atlantic[0] + g.atlantic[1]
    ensure(min(g.subs[0], g.subs[1], g.atlantic[0], g.atlantic[1]) >= 0, "submarines are not negative")
    ensure(subs <= t.sub_count, "submarine counters add up")
    for tile in range(t.n_tiles):
        ensure(UNUSED <= g.tiles[tile] <= AVAILABLE, "a tile is unused, in progress or available")


def check_counters(g: Board) -> None:
    """Every counter is in one place, with steps if on the map and without in the pool. [1a] [1e]"""
    t = g.t
    for unit in range(t.n_units):
        area = g.place[unit]
        steps = g.cond[unit] & STEPS
        if area == POOL:
            ensure(g.cond[unit] == 0, f"{t.type_id[t.unit_type[unit]]} in the pool has no condition")
        else:
            ensure(1 <= steps <= 2, f"{t.type_id[t.unit_type[unit]]} on the map has steps")
            ensure(g.at[area].count(unit) == 1, f"{t.type_id[t.unit_type[unit]]} stands where it is")
            ensure(
                g.status[t.unit_nation[unit]] != SURRENDERED,
                f"{t.type_id[t.unit_type[unit]]} has not surrendered",
            )


def check_areas(g: Board) -> None:
    """Stacks add up and keep to the limit; areas have a controller, or none if not at war. [5] [6]"""
    t = g.t
    found = 0
    for area in range(t.n_areas):
        stack = 0
        for unit in g.at[area]:
            ensure(g.place[unit] == area, f"{t.area_id[area]} holds who stands there")
            stack += ONE[g.slot(unit)]
        found += len(g.at[area])
        ensure(stack == g.stack[area], f"the stack of {t.area_id[area]} adds up")
        ensure(0 <= g.control[area] <= NEUTRAL, f"{t.area_id[area]} has a controller")
        if not t.america[area]:
            for side in range(3):
                ensure(
                    g.armies(side, area) <= t.stacking,
                    f"{t.side_id[side]} stacks too high in {t.area_id[area]}",
                )
        if g.control[area] == NEUTRAL:
            neutral = g.status[t.area_country[area]] == OUT or (g.african_neutral and t.torch_area[area])
            ensure(neutral, f"{t.area_id[area]} is neutral although its country is not")
        if g.beach[area]:
            for side in range(3):
                if g.beach[area] >> side & 1:
                    ensure(t.seas[area] != 0, f"the beachhead of {t.area_id[area]} has a coast")
    ensure(found == sum([1 for place in g.place if place != POOL]), "no counter is in two places")


def check_attacks(g: Board) -> None:
    """Declared attacks are between armies in one area, each army in one. [8l] [17q]"""
    t = g.t
    busy: set[int] = set()
    for attack in g.attacks:
        for unit in (attack.attacker, attack.defender, *attack.supports):
            ensure(unit not in busy, "an army is part of one attack")
            busy.add(unit)
            ensure(g.place[unit] == attack.area, f"an attack in {t.area_id[attack.area]} is fought there")
            ensure(g.status[t.unit_nation[unit]] == AT_WAR, "only armies at war fight")
        ensure(g.cond[attack.attacker] & ATTACKS != 0, "an attacker is marked")
        for unit in attack.supports:
            ensure(g.cond[unit] & SUPPORTS != 0, "a supporter is marked")
