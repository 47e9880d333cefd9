"""Invariants of every position; fuzzing checks them after every choice."""

from sandtable.engine.checks.invariants import check_derived
from sandtable.engine.errors import BrokenRules
from sandtable.engine.game import ensure
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.constants import NEUTRAL
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import missions

DERIVED = {
    "at": "each area holds the counters that are there",
    "stack": "the counts of armies add up",
}


def check_board(g: Board) -> None:
    """Raise BrokenRules for the first invariant that does not hold."""
    t = g.t
    ensure(1 <= g.turn <= t.last_turn, f"turn {g.turn} is on the track")
    check_counters(g)
    check_derived(g, DERIVED)
    check_areas(g)
    check_attacks(g)
    for side in range(NEUTRAL):
        ensure(0 <= g.supply[side] <= t.supply_max[side], "a side's supply is within its limits")  # [4.1b]
        ensure(g.armor[side] >= 0, "a side's armor is not negative")
    ensure(g.actions_left >= 0, "Actions left are not negative")
    ensure(g.points >= 0, "reinforcement points are not negative")
    ensure(min(g.air) >= 0 and min(g.bombers) >= 0, "air missions are not negative")
    for kind in range(t.n_air):
        ensure(missions.free_air(g, kind) >= 0, "there are no more air missions than counters")  # [4.4b]
    ensure(min(g.subs) >= 0 and min(g.atlantic) >= 0, "submarine missions are not negative")
    ensure(missions.free_submarines(g) >= 0, "there are no more submarine missions than counters")  # [4.5]
    check_tiles(g)
    check_turn(g)


def check_tiles(g: Board) -> None:
    """Check that prerequisites and Actions allow the progress of tiles. [4.6] [13.4]"""
    t = g.t
    for tile in range(t.n_tiles):
        state = g.tiles[tile]
        if not const.UNUSED <= state <= const.AVAILABLE:
            raise BrokenRules(f"{t.tile_id[tile]} is neither unused nor in progress nor available")
        since = g.tile_since[tile]
        if (since >= 0) != (state == const.IN_PROGRESS) or since > g.turn:
            raise BrokenRules(f"{t.tile_id[tile]} has a wrong date")
        if state == const.UNUSED:
            if g.tile_known[tile]:
                raise BrokenRules(f"{t.tile_id[tile]} is known but has not been begun")
        elif t.tile_requires[tile] >= 0 and not g.tile(t.tile_side[tile], t.tile_requires[tile]):
            raise BrokenRules(f"{t.tile_id[tile]} lacks what it needs")


def check_turn(g: Board) -> None:
    """Check that what belongs to the present turn is there only in its time, and within its limits."""
    t = g.t
    ensure(g.result is not None or len(g.agenda) > 0, "somebody is asked, or the game is over")
    ensure(min(g.minor_points) >= 0, "points of minor countries are not negative")
    ensure(g.phase == const.BEGINNING or max(g.minor_points) == 0, "points of minors have lapsed")  # [4.2u]
    ensure(g.phase != const.AFTER or not g.attacks, "the combats have been fought")  # [8u]
    ensure(g.line_landings <= g.landings <= t.landing_turn[g.turn], "no more armies land than may")  # [13.9b]
    ensure(g.strategic_in_ussr <= t.strategic_armies, "no more armies move strategically than may")  # [8o]


def check_counters(g: Board) -> None:
    """Check that counters have steps if they are on the map, and none in the pool. [1a] [1e]"""
    t = g.t
    for unit in range(t.n_units):
        area = g.place[unit]
        cond = g.cond[unit]
        if area == const.POOL:
            if cond:
                raise BrokenRules(f"{army(g, unit)} is in the pool but has a condition")
            continue
        if not const.REDUCED <= cond & const.STEPS <= const.FULL:
            raise BrokenRules(f"{army(g, unit)} is on the map without steps")
        if t.unit_side[unit] != g.side and cond & const.THIS_SIDE_TURN:
            raise BrokenRules(f"{army(g, unit)} acts in another side's turn")
        if g.status[t.unit_nation[unit]] == const.SURRENDERED:
            raise BrokenRules(f"{army(g, unit)} has surrendered but is on the map")


def army(g: Board, unit: int) -> str:
    """Return a counter's name."""
    return g.t.type_id[g.t.unit_type[unit]]


def check_areas(g: Board) -> None:
    """Check that stacks keep to the limit and areas have a controller, or none if not at war. [5] [6]"""
    t = g.t
    for area in range(t.n_areas):
        for side in range(NEUTRAL):
            if g.armies(side, area) > t.stacking and not t.america[area]:
                raise BrokenRules(f"{t.side_id[side]} stacks too high in {t.area_id[area]}")
        control = g.control[area]
        if control > NEUTRAL:
            raise BrokenRules(f"{t.area_id[area]} has no controller")
        if control == NEUTRAL and g.status[t.area_country[area]] != const.OUT:
            if not (g.african_neutral and t.torch_area[area]):
                raise BrokenRules(f"{t.area_id[area]} is neutral although its country is not")
        if g.beach[area] & 7 and t.seas[area] == 0:
            raise BrokenRules(f"{t.area_id[area]} has a beachhead but no coast")


def check_attacks(g: Board) -> None:
    """Check that declared attacks are between armies in one area, each army in one attack."""
    t = g.t
    busy: list[int] = []
    for attack in g.attacks:
        for unit in (attack.attacker, attack.defender, *attack.supports):
            ensure(unit not in busy, "an army is part of one attack")  # [17q]
            busy.append(unit)
            ensure(g.place[unit] == attack.area, "an attack is fought where its armies are")  # [8l]
            ensure(g.status[t.unit_nation[unit]] == const.AT_WAR, "only armies at war fight")
            ensure(unit == attack.defender or t.unit_side[unit] == g.side, "only the active side attacks")
        ensure(t.enemy[g.side][t.unit_side[attack.defender]], "an attack strikes an enemy")
        ensure(g.cond[attack.attacker] & const.ATTACKS != 0, "an attacker is marked")
        for unit in attack.supports:
            ensure(g.cond[unit] & const.SUPPORTS != 0, "a supporter is marked")
