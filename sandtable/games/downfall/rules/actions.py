"""Actions: how many a side has, which it may take, and what each gives. [4]"""

from typing import Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import (
    ACT_AIR,
    ACT_ARMOR,
    ACT_DEVELOPMENT,
    ACT_LEND_LEASE,
    ACT_REINFORCEMENTS,
    ACT_SUBMARINES,
    ACT_SUPPLY,
    AT_WAR,
    MOD_BOMBING,
    MOD_ENEMY_CONTROLS,
    MOD_LEND_LEASE,
    MOD_NOT_CONTROLLED,
    MOD_SUBMARINES,
    MOD_SUPPLY_AREA_LOST,
)
from sandtable.games.downfall.components.ids import ACTION
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import developments, missions
from sandtable.games.downfall.rules.base_steps import ActiveStep

N_ACTIONS: Final = 7
RULES: Final = ("4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7")

NONE_LEFT: Final = Refusal("You have no Actions left this turn.", "4")
AXIS_ONLY: Final = Refusal("Only the Axis has submarines.", "4.5")
ALLIES_ONLY: Final = Refusal("Only the Allies give Lend Lease.", "4.7")
NOT_YOURS: Final = Refusal("Your side cannot take this Action.", "4a")
ONCE: Final = Refusal("You can take this Action only once a turn.", "4b")
TWICE: Final = Refusal("You have taken this Action twice this turn, which is the limit.", "4b")
LEASE_ONCE: Final = Refusal("Lend Lease can be given once a turn.", "4.7c")
NO_AVIATION: Final = Refusal("The Air Missions Action needs the Aviation development.", "4.4a")
NOT_IN_1940: Final = Refusal("The Allies take no Development Actions in 1940.", "4.6c")
NO_TILE: Final = Refusal("No tile can be begun or finished now.", "4.6")
LEASE_TOO_EARLY: Final = Refusal("Lend Lease begins with Barbarossa, or in spring 1942.", "4.7a")
LEASE_TOO_LATE: Final = Refusal("Lend Lease ended with 1944.", "4.7a")
LEASE_KARELIA: Final = Refusal("In 1941 Lend Lease needs Karelia under Soviet control.", "4.7b")
LEASE_NOBODY: Final = Refusal("The Soviet Union is no longer at war.", "4.7")


# --- how many


def count_actions(g: Board, side: int) -> int:
    """Return the number of Actions a side has in the turn that begins now. [4, R5]"""
    actions = usual_actions(g, side)
    for row, times in changes(g, side):
        actions += times * g.t.mod_delta[row]
    return max(actions, 0)


def usual_actions(g: Board, side: int) -> int:
    """Return a side's number of Actions before additions and deductions. [4j] [4k] [4l]"""
    return g.t.actions_total[side] if g.total_war[side] else g.t.actions_limited[side]


def changes(g: Board, side: int) -> list[tuple[int, int]]:
    """Return the rows of the table that change a side's number of Actions now, and how often each counts."""
    t = g.t
    found: list[tuple[int, int]] = []
    war = 2 if g.total_war[side] else 1
    season = 1 << t.season[g.turn]
    counted = 0
    for row in range(t.n_mods):
        if t.mod_side[row] != side or t.mod_war[row] & war == 0 or t.mod_seasons[row] & season == 0:
            continue
        group = t.mod_group[row]
        if group >= 0 and counted >> group & 1:  # London and submarines together cost one Action [4p]
            continue
        times = occasions(g, side, row)
        if times > 0:
            found.append((row, times))
            if group >= 0:
                counted |= 1 << group
    return found


def occasions(g: Board, side: int, row: int) -> int:
    """Return how often a change to the number of Actions counts for a side now."""
    t = g.t
    kind = t.mod_kind[row]
    if kind == MOD_SUPPLY_AREA_LOST:  # [4m]
        lost = 0
        for area in t.supply_areas[t.mod_country[row]]:
            if g.control[area] != side:
                lost += 1
        return lost
    if kind == MOD_BOMBING:  # [4n] [14c]
        return 1 if g.bombed else 0
    if kind == MOD_NOT_CONTROLLED:  # Trondheim [4o, 15a, R2]
        return 1 if g.control[t.mod_area[row]] != side else 0
    if kind == MOD_ENEMY_CONTROLS:  # London [4p], Moscow [4q]
        return 1 if t.enemy[side][g.control[t.mod_area[row]]] else 0
    if kind == MOD_SUBMARINES:  # [4p] [12a]
        return 1 if missions.are_submarines_effective(g) else 0
    return 1 if g.lend_lease == g.turn else 0  # [4.7]


def reasons(g: Board, side: int) -> str:
    """Return the sum behind an unusual number of Actions in brackets; nothing if it is the usual number."""
    t = g.t
    parts = ""
    for row, times in changes(g, side):
        parts += words.signed(times * t.mod_delta[row], reason(g, side, row))
    return f" ({usual_actions(g, side)}{parts})" if parts else ""


def reason(g: Board, side: int, row: int) -> str:
    """Return a change to the number of Actions in words."""
    t = g.t
    kind = t.mod_kind[row]
    if kind == MOD_SUPPLY_AREA_LOST:
        areas = t.supply_areas[t.mod_country[row]]
        return f"{words.listed([t.area_name[a] for a in areas if g.control[a] != side])} lost"
    if kind == MOD_NOT_CONTROLLED:
        return f"{t.area_name[t.mod_area[row]]} not controlled"
    if kind == MOD_ENEMY_CONTROLS:
        return f"{t.area_name[t.mod_area[row]]} in enemy hands"
    if kind == MOD_LEND_LEASE:
        return t.action_name[ACT_LEND_LEASE]
    return "submarines" if kind == MOD_SUBMARINES else "Strategic Bombing"


# --- which


def limit(g: Board, action: int) -> int:
    """Return how many Actions of a type the active side may take in this turn."""
    t = g.t
    if action == ACT_LEND_LEASE:  # [4.7c]
        return t.lend_lease_max
    most = 1  # [4b]
    war = 2 if g.total_war[g.side] else 1
    for row in range(t.n_repeats):
        # Allies in Total War [4c]; with Lend Lease Soviet Developments of 1943 [4d], Supplies of 1944 [4e].
        if t.repeat_side[row] == g.side and t.repeat_types[row] >> action & 1 and t.repeat_war[row] & war:
            if t.repeat_year[row] and t.repeat_year[row] != t.year[g.turn]:
                continue
            if t.repeat_lend_lease[row] and g.lend_lease != g.turn:
                continue
            most = max(most, t.repeat_max[row])
    return most


def why_not_take(g: Board, action: int) -> Refusal | None:
    """Return why the active side may not take an Action now; None if it may."""
    t = g.t
    side = g.side
    if not t.action_sides[action][side]:  # [4a] [4.5] [4.7]
        if action == ACT_SUBMARINES:
            return AXIS_ONLY
        return ALLIES_ONLY if action == ACT_LEND_LEASE else NOT_YOURS
    if g.actions_left <= 0:  # [4]
        return NONE_LEFT
    taken = g.actions_taken[action]
    if taken and taken >= limit(g, action):
        if action == ACT_LEND_LEASE:
            return LEASE_ONCE
        return ONCE if taken == 1 else TWICE
    needed = t.action_needs[action]
    if needed >= 0 and not g.tile(side, needed):  # [4.4a] [13.2]
        return NO_AVIATION
    if action == ACT_DEVELOPMENT:
        if g.turn <= t.development_barred[side]:  # [4.6c]
            return NOT_IN_1940
        if not developments.can_develop(g):
            return NO_TILE
    elif action == ACT_LEND_LEASE:
        return why_not_lend_lease(g)
    return None


def why_not_lend_lease(g: Board) -> Refusal | None:
    """Return why Lend Lease cannot be given in this turn; None if it can."""
    t = g.t
    if g.status[t.soviet_union] != AT_WAR:  # [R32]
        return LEASE_NOBODY
    if g.barbarossa == 0 and g.turn < t.lend_lease_from:  # [4.7a]
        return LEASE_TOO_EARLY
    if g.turn > t.lend_lease_to:  # [4.7a]
        return LEASE_TOO_LATE
    if (
        t.lend_lease_first <= g.turn <= t.lend_lease_last
        and g.control[t.lend_lease_area] != t.lend_lease_side
    ):
        return LEASE_KARELIA  # [4.7b]
    return None


def allowed(g: Board) -> list[int]:
    """Return the types of Action the active side may take now. [4] [4a]"""
    if g.actions_left <= 0:
        return []
    return [action for action in range(N_ACTIONS) if why_not_take(g, action) is None]


# --- what they give


def take(g: Board, action: int) -> None:
    """Take an Action; push a step if something must be chosen."""
    g.actions_left -= 1
    g.actions_taken[action] += 1
    if action == ACT_SUPPLY:
        take_supply(g)
    elif action == ACT_REINFORCEMENTS:
        take_reinforcements(g)
    elif action == ACT_ARMOR:
        take_armor(g)
    elif action == ACT_AIR:
        take_air(g)
    elif action == ACT_SUBMARINES:
        take_submarines(g)
    elif action == ACT_DEVELOPMENT:
        tiles = developments.open_tiles(g)
        # A question would show the others that there is more than one tile to choose from. [4.6b]
        if len(tiles) == 1 and not g.secret_tiles:
            developments.develop(g, tiles[0])
        else:
            g.push(developments.Develop())
    else:
        take_lend_lease(g)


def log_action(g: Board, action: int, gain: str) -> None:
    """Log what an Action has given."""
    if g.log is not None:
        t = g.t
        text = f"{t.side_name[g.side]}, {t.action_name[action]} Action: {gain}."
        g.log.add(text, RULES[action], (ACTION + action,))


def supply_units(g: Board, side: int, developed: bool) -> int:
    """Return what a Supply Action gives a side before the limit of its stock. [4.1]"""
    t = g.t
    units = t.yield_developed[ACT_SUPPLY] if developed else t.yield_base[ACT_SUPPLY]  # [4.1a] [13.8]
    for row in range(t.n_supply_mods):
        if has_resource(g, side, row):
            units += t.supply_mod_delta[row]  # [15]
    return max(units, 0)


def has_resource(g: Board, side: int, row: int) -> bool:
    """Return whether control of an area changes a side's supply now.

    Bucharest [15b], Grozny [15c], Baku [15d], Suez up to 1943 [15e].
    """
    t = g.t
    return (
        t.supply_mod_side[row] == side
        and g.turn <= t.supply_mod_last[row]
        and t.supply_mod_control[row] >> g.control[t.supply_mod_area[row]] & 1 == 1
    )


def stock(g: Board, side: int, units: int) -> int:
    """Return a side's supply after adding units; what exceeds the limit is lost. [4.1b]"""
    most = g.t.supply_max[side]
    full = g.supply[side] + units
    return full if most < 0 else min(full, most)


def take_supply(g: Board) -> None:
    """Take the Supply Action. [4.1]"""
    side = g.side
    dev = g.t.yield_dev[ACT_SUPPLY]
    before = g.supply[side]
    after = stock(g, side, supply_units(g, side, False))
    developed = False
    if dev >= 0 and g.tile(side, dev):
        better = stock(g, side, supply_units(g, side, True))
        if better != after:
            developments.reveal_use(g, side, dev)
            after = better
            developed = True
    g.supply[side] = after
    if g.log is not None:
        log_supply(g, after - before, developed)


def log_supply(g: Board, gain: int, developed: bool) -> None:
    """Log what a Supply Action has given, why, and what the full stock could not take."""
    t = g.t
    parts = ""
    for row in range(t.n_supply_mods):
        if has_resource(g, g.side, row):
            parts += words.signed(t.supply_mod_delta[row], t.area_name[t.supply_mod_area[row]])
    if parts:
        base = t.yield_developed[ACT_SUPPLY] if developed else t.yield_base[ACT_SUPPLY]
        parts = f" ({base}{parts})"
    text = f"{words.count(gain, 'supply unit')}{parts}, {g.supply[g.side]} in stock"
    lost = supply_units(g, g.side, developed) - gain
    if lost > 0:
        text += f"; {lost} lost, the stock is full"
    log_action(g, ACT_SUPPLY, text)


def reinforcement_row(g: Board, side: int) -> int:
    """Return the row of the reinforcement table that applies to a side now; -1 if there is none."""
    return g.t.reinforce_row[side][1 if g.total_war[side] else 0][g.turn]


def reinforcement_points(g: Board, side: int) -> int:
    """Return the points of a Reinforcements Action taken now. [4.2i] [4.2j] [4.2k] [4.2m] [4.2n] [4.2o]"""
    row = reinforcement_row(g, side)
    if row < 0:
        return 0
    # half a point for each Key Area lost, the sum rounded up [4.2p, R56]
    halves = 2 * g.t.reinforce_points[row] - key_areas_lost(g, side, row)
    return max((halves + 1) // 2, 0)


def key_areas_lost(g: Board, side: int, row: int) -> int:
    """Return how many lost Key Areas count against a Reinforcements Action."""
    lost = 0
    if g.t.reinforce_key[row] >= 0:
        for area in g.t.key_areas[g.t.reinforce_key[row]]:
            if g.control[area] != side:
                lost += 1
    return lost


def take_reinforcements(g: Board) -> None:
    """Take the Reinforcements Action: points for the rest of the turn."""
    points = reinforcement_points(g, g.side)
    g.points += points  # two Actions add up [4.2, R65]
    if g.log is not None:
        t = g.t
        text = words.count(points, "reinforcement point")
        row = reinforcement_row(g, g.side)
        lost = 0 if row < 0 else key_areas_lost(g, g.side, row)
        if lost:
            areas = words.count(lost, "lost Key Area")
            text += (
                f" ({t.reinforce_points[row]} − {lost / 2:g} for {areas}{', rounded up' if lost & 1 else ''})"
            )
        log_action(g, ACT_REINFORCEMENTS, text)


def take_armor(g: Board) -> None:
    """Take the Armor Production Action. [4.3] [13.6]"""
    t = g.t
    side = g.side
    dev = t.yield_dev[ACT_ARMOR]
    steps = t.yield_base[ACT_ARMOR]
    if dev >= 0 and g.tile(side, dev):
        steps = t.yield_developed[ACT_ARMOR]
        developments.reveal_use(g, side, dev)
    g.armor[side] += steps
    if t.armor_max[side] >= 0:  # no limit in the printed game [R42]
        g.armor[side] = min(g.armor[side], t.armor_max[side])
    if g.log is not None:
        log_action(g, ACT_ARMOR, f"{words.count(steps, 'armor step')}, {g.armor[side]} in stock")


def take_air(g: Board) -> None:
    """Take the Air Missions Action, which gives at most the free counters, perhaps none. [4.4, R66]"""
    t = g.t
    side = g.side
    number = t.yield_base[ACT_AIR]
    free = 0
    for kind in t.air_kinds_of_side[side]:
        free += count_creatable(g, kind)
    developments.reveal_use(g, side, t.aviation)
    dev = t.yield_dev[ACT_AIR]
    if dev >= 0 and g.tile(side, dev):  # [13.7]
        if free > number:
            developments.reveal_use(g, side, dev)
        number = t.yield_developed[ACT_AIR]
    number = min(number, free)  # [4.4b]
    if number == 0:
        if g.log is not None:
            log_action(g, ACT_AIR, "no air missions, all counters are in use")
        return
    developments.reveal_use(g, side, t.advanced_aviation)
    given = given_missions(g, number)
    if g.log is not None:
        named = [f"{count} × {t.air_name[kind]}" for kind, count in given]
        what = words.listed(named) if named else words.count(number, "air mission")
        log_action(g, ACT_AIR, f"{what} ({'advanced' if advanced_air(g) else 'basic'})")
    for kind, count in given:
        g.air[2 * kind + advanced_air(g)] += count
    if not given:
        g.push(Commission(number))


def count_creatable(g: Board, kind: int) -> int:
    """Return how many missions of a kind can be created: free counters of a nation at war. [4.4b] [1e]"""
    return missions.free_air(g, kind) if g.status[g.t.air_nation[kind]] == AT_WAR else 0


def advanced_air(g: Board) -> int:
    """Return 1 if new air missions are advanced, else 0; older ones stay as they are. [13.11, R13]"""
    return 1 if g.tile(g.side, g.t.advanced_aviation) else 0


def given_missions(g: Board, number: int) -> list[tuple[int, int]]:
    """Return kind and number of new air missions; nothing if the player chooses their nation. [4.4b]"""
    found: list[tuple[int, int]] = []
    free = 0
    for kind in g.t.air_kinds_of_side[g.side]:
        count = count_creatable(g, kind)
        if count:
            found.append((kind, count))
            free += count
    if free <= number:
        return found
    return [(found[0][0], number)] if len(found) == 1 else []


class Commission(ActiveStep):
    """The Allies choose the nation of each new air mission, one by one. [4.4b]"""

    def __init__(self, number: int) -> None:
        self.number = number

    def choices(self, g: Board, seat: int) -> list[int]:
        first = g.ids.mission + advanced_air(g)
        return [first + 2 * kind for kind in g.t.air_kinds_of_side[g.side] if count_creatable(g, kind) > 0]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        self.add(g, (choice - g.ids.mission) // 2, 1)
        if self.number > 1:
            given = given_missions(g, self.number - 1)
            for kind, count in given:
                self.add(g, kind, count)
            if not given:
                g.push(Commission(self.number - 1))

    def add(self, g: Board, kind: int, number: int) -> None:
        """Put new missions of one nation into the box."""
        advanced = advanced_air(g)
        g.air[2 * kind + advanced] += number
        if g.log is not None:
            t = g.t
            what = f"{number} × {t.air_name[kind]} ({'advanced' if advanced else 'basic'})"
            text = f"{t.side_name[g.side]}: {what} to the missions box."
            g.log.add(text, "4.4b", (g.ids.mission + 2 * kind + advanced,))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Choose the nation of the next air mission ({self.number} left).", "4.4b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        mission = g.ids.air_mission(choice)
        if mission < 0:
            return None
        kind = mission // 2
        if t.air_side[kind] != g.side:
            return Refusal("These missions belong to another side.", "4.4")
        if g.status[t.air_nation[kind]] != AT_WAR:
            return Refusal(f"{t.country_name[t.air_nation[kind]]} is not at war.", "4.4b")
        if missions.free_air(g, kind) == 0:
            return Refusal(f"All {t.air_count[kind]} counters are in use.", "4.4b")
        return Refusal("New missions are advanced with Advanced aviation, and basic without it.", "13.11")


def take_submarines(g: Board) -> None:
    """Take the Submarine Missions Action, which gives at most the free counters. [4.5, R66] [1e]"""
    t = g.t
    number = min(t.yield_base[ACT_SUBMARINES], missions.free_submarines(g))
    advanced = 1 if g.tile(g.side, t.advanced_warships) else 0  # [13.10a, R13]
    g.subs[advanced] += number
    if number:
        developments.reveal_use(g, g.side, t.advanced_warships)
    if g.log is not None:
        kind = "advanced" if advanced else "basic"
        many = f"{words.count(number, 'submarine mission')} ({kind})"
        log_action(g, ACT_SUBMARINES, many if number else "no submarine missions, all counters are in use")


def take_lend_lease(g: Board) -> None:
    """Give Lend Lease: the Soviet Union has one more Action in its turn of this game turn. [4.7]"""
    g.lend_lease = g.turn
    if g.log is not None:
        receiver = g.t.side_name[g.t.lend_lease_receiver]
        log_action(g, ACT_LEND_LEASE, f"one more Action for the {receiver} this turn")
