"""The areas where an army may operate: political restrictions [9], neutral and partner ground.

Each check returns a code, 0 for "allowed"; `REASONS` has a refusal for each of the others, and `refusal`
adds the names that the component pack gives to nations, areas and turns.
"""

from typing import Final

from sandtable.engine.step import Refusal
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import (
    AXIS,
    FOES,
    HIT_BY_ALLIES,
    HIT_BY_USSR,
    NEUTRAL,
    OPERATED,
    READY,
)
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import countries

OK: Final = 0
HOME_BOUND: Final = 1
BARRED: Final = 2
PASSAGE: Final = 3
CLOSED: Final = 4
FRENCH_AFRICA: Final = 5
PARTNER: Final = 6
NOT_READY: Final = 7
HAS_OPERATED: Final = 8
ALLIES_WAIT: Final = 9
FROZEN: Final = 10
NEEDED_HERE: Final = 11
GUARD: Final = 12
TOO_DEAR: Final = 13
RANGE: Final = 14
HIGH_MOUNTAIN: Final = 15
CONTESTED: Final = 16
BEYOND: Final = 17
MUST_CROSS: Final = 18
BEEN_THERE: Final = 19
FULL: Final = 20
DUTY: Final = 21

REASONS: Final = (
    ("It may be entered.", "8"),
    ("This nation's armies may not operate there.", "9"),
    ("This nation's armies may not enter that area yet.", "9i"),
    ("Too many armies of this nation are in that country or pass through it.", "9k"),
    ("That country is neutral and closed to your side.", "2k"),
    ("French North Africa is neutral; only the Allies may enter it.", "18o"),
    ("Partners do not enter each other's areas unless an enemy army is there.", "2"),
    ("This army had no Line of Supply when the turn began.", "8w"),
    ("This army has already operated this turn.", "8v"),
    ("The side's armies do not move this turn.", "9g"),
    ("Armies on this border stay where they are, or move to Axis ground.", "9l"),
    ("This army must stay, because a support declared in its area depends on it.", "17a"),
    ("Too few armies of this nation would stay in their own theatre.", "9e"),
    ("There is not enough supply for that.", "8b"),
    ("That is farther than the army can move.", "8j"),
    ("An enemy army holds the far side of the high mountains.", "16b"),
    ("From an area with enemy armies only controlled areas without enemies can be entered.", "8k"),
    ("An exploiting army stops in the area behind the one it has crossed.", "13.1g"),
    ("An army that leaves enemies behind in order to exploit must cross into an uncontrolled area.", "8k"),
    ("The army is there, or has been there in this move.", "8j"),
    ("No more armies of the side can be there.", "5"),
    ("The first army of a side that enters an area with enemies must attack.", "17e"),
)

# The condition of an army that a side has attacked in this game turn.
HIT: Final = (0, HIT_BY_ALLIES, HIT_BY_USSR)


def general_refusal(code: int) -> Refusal:
    """Return the refusal for a code."""
    text, rule = REASONS[code]
    return Refusal(text, rule)


def refusal(g: Board, unit: int, code: int, area: int = -1) -> Refusal:
    """Return the refusal for a code, with the names of the army's nation and of an area it wants to enter."""
    t = g.t
    nation = t.unit_nation[unit]
    country = t.country_name[nation]
    side = t.side_name[g.side]
    rule = REASONS[code][1]
    if code == HOME_BOUND:  # of several rules the one that binds the nation
        return Refusal(f"Armies of {country} may not operate there.", t.operate_rule[nation])
    if code == BARRED and area >= 0:
        first = t.turn_name[t.barred_until[nation][area]]
        return Refusal(f"Armies of {country} may not enter {t.area_name[area]} before {first}.", rule)
    if code == PASSAGE:
        most = "only one army" if t.passage_armies == 1 else f"only {t.passage_armies} armies"
        where = t.country_name[t.territory_owner[t.passage_territory]]
        kind = ", and only infantry" if t.passage_infantry_only else ""
        text = f"Until the {side} is in Total War {most} of {country} may be in {where} or pass through it"
        return Refusal(f"{text}{kind}.", rule)
    if code == PARTNER:
        sides = " and ".join([t.side_name[s] for s in range(NEUTRAL) if s != AXIS])
        text = f"{sides} do not enter each other's areas unless an army of the {t.side_name[AXIS]} is there."
        return Refusal(text, rule)
    if code == NOT_READY and is_new(g, unit):
        return Refusal("This army was built this turn; it may operate from the next turn on.", rule)
    if code == ALLIES_WAIT:
        owners = [t.area_country[a] for a in range(t.n_areas) if t.west_area[a]]
        west = words.listed([t.country_name[c] for c in range(t.n_countries) if c in owners], "or")
        text = f"In {t.turn_name[g.turn]} armies of the {side} do not move"
        return Refusal(f"{text} unless {t.country_name[t.west_nation]} attacks {west} in that turn.", rule)
    if code == FROZEN:
        here = t.area_name[g.place[unit]]
        text = f"Before Barbarossa or {t.turn_name[t.frozen_until]} an army may not leave {here}"
        return Refusal(f"{text} unless it moves to ground of the {t.side_name[AXIS]}.", rule)
    if code == GUARD:
        text = f"{t.home_guard[nation]} armies of {country} must stay in their own theatre."
        return Refusal(text, rule)
    if code == FULL:
        return Refusal(f"{t.stacking} armies of the {side} are there already.", rule)
    return general_refusal(code)


def is_new(g: Board, unit: int) -> bool:
    """Return whether an army that is not ready was built this turn, as no army there lacks supply. [8w]"""
    t = g.t
    area = g.place[unit]
    nation = t.unit_nation[unit]
    if g.partisans and t.partisan_turn[nation] > 0:
        return True
    owner = t.supply_of[area]
    home = owner >= 0 and t.country_side[owner] == g.side
    return g.control[area] == g.side and (home or area == t.capital[nation])


def area_barrier(g: Board, unit: int, area: int) -> int:
    """Return a code for why an army may not be in an area at all, 0 if it may. [9]"""
    t = g.t
    nation = t.unit_nation[unit]
    # [9a] [9b] [9c] [9d]; `keeps_guard` decides whether an Italian army may stop abroad.
    if not t.may_operate[nation][area] and t.home_guard[nation] == 0:
        return HOME_BOUND
    if t.barred_until[nation][area] > g.turn:  # [9i]
        return BARRED
    if nation == t.passage_nation and t.passage_area[area] and not may_pass(g, unit):
        return PASSAGE
    side = g.side
    control = g.control[area]
    if control != side:
        if control == NEUTRAL:
            if g.african_neutral and t.torch_area[area]:
                if side != t.torch_side:  # [18o]
                    return FRENCH_AFRICA
            elif not countries.may_invade(g, side, area):  # [2i]
                return CLOSED
        elif side != AXIS and control != AXIS and g.stack[area] & FOES[side] == 0:
            if countries.still_plays(g, control):  # [2, R17, R67]
                return PARTNER
    return OK


def may_pass(g: Board, unit: int) -> bool:
    """Return whether a German army may enter Romania: no other has been there this turn. [9k, R18]"""
    t = g.t
    if g.total_war[t.passage_side]:
        return True
    if t.passage_infantry_only and t.unit_armor[unit]:
        return False
    there = [other for other in others_of_nation(g, unit) if t.passage_area[g.place[other]]]
    return g.passages + len(there) < t.passage_armies


def operation_barrier(g: Board, unit: int) -> int:
    """Return a code for why an army may not operate at all now, 0 if it may. [8v] [8w]"""
    cond = g.cond[unit]
    if cond & OPERATED:
        return HAS_OPERATED
    if cond & READY == 0:
        return NOT_READY
    return OK


def leaving_barrier(g: Board, unit: int) -> int:
    """Return a code for why an army may not leave its area by any movement, 0 if it may.

    Frozen armies may leave; only the end of their move is restricted.
    """
    t = g.t
    if g.side == t.no_move_side and g.turn == t.no_move_turn and g.west_attacked != g.turn:  # [9g]
        return ALLIES_WAIT
    area = g.place[unit]
    if g.attacks and g.stack[area] & FOES[g.side]:
        supports = supports_in(g, area)
        if supports and g.armies(g.side, area) - 1 - g.foes(g.side, area) < supports:  # [17a, R16, R50]
            return NEEDED_HERE
    return OK


def is_frozen(g: Board, unit: int) -> bool:
    """Return whether an army may move only to Axis ground. [9l]"""
    t = g.t
    return (
        g.side == t.frozen_side and t.frozen[g.place[unit]] and g.barbarossa == 0 and g.turn < t.frozen_until
    )


def may_frozen_enter(g: Board, area: int) -> bool:
    """Return whether a frozen army may end its move in an area: Axis ground, not yet Soviet. [9m, R55]"""
    return g.control[area] != g.side and (g.t.axis_ground[area] or g.control[area] == AXIS)


def supports_in(g: Board, area: int) -> int:
    """Return how many supports have been declared in an area."""
    found = 0
    for attack in g.attacks:
        if attack.area == area:
            found += len(attack.supports)
    return found


def keeps_guard(g: Board, unit: int, area: int) -> bool:
    """Return whether an army's nation keeps its home guard if an operation ends in an area. [9e, R52]"""
    t = g.t
    nation = t.unit_nation[unit]
    need = t.home_guard[nation]
    if need == 0 or t.may_operate[nation][area]:
        return True
    guards = [other for other in others_of_nation(g, unit) if t.may_operate[nation][g.place[other]]]
    return len(guards) >= need


def others_of_nation(g: Board, unit: int) -> list[int]:
    """Return the other armies of an army's nation on the map."""
    t = g.t
    found: list[int] = []
    for kind in t.types_of_nation[t.unit_nation[unit]]:
        first = t.first_unit[kind]
        for other in range(first, first + t.type_count[kind]):
            if other != unit and g.place[other] >= 0:
                found.append(other)
    return found


def why_not_strike(g: Board, unit: int, target: int, area: int) -> Refusal | None:
    """Return why an army may not attack this enemy army in this area; None if it may."""
    t = g.t
    if g.side != AXIS and g.cond[target] & HIT[3 - g.side]:
        return Refusal("Your partner has attacked that army this turn.", "17f")  # [17f]
    if (
        t.unit_nation[unit] == t.no_attack_nation
        and area == t.no_attack_area
        and g.control[area] == t.no_attack_side
    ):
        owner = t.side_name[t.no_attack_side]
        text = (
            f"Armies of {t.country_name[t.no_attack_nation]} do not attack in {t.area_name[area]} while the "
        )
        return Refusal(f"{text}{owner} controls it.", "9h")  # [9h]
    if area == t.protected_area and t.unit_nation[target] == t.protected_nation:
        struck = False
        present = False
        for other in g.at[area]:
            if t.unit_nation[other] == t.protected_first:
                present = True
        for attack in g.attacks:
            if attack.area == area and t.unit_nation[attack.defender] == t.protected_first:
                struck = True
        if present and not struck:  # [9f, R41]
            first = t.country_name[t.protected_first]
            return Refusal(
                f"In {t.area_name[area]} an army of {first} must be attacked before this one.", "9f"
            )
    if not keeps_guard(g, unit, area):
        return general_refusal(GUARD)
    return None


def is_enemy(g: Board, unit: int) -> bool:
    """Return whether a counter fights against the active side, or will once its country is invaded."""
    return (g.t.unit_side[unit] == AXIS) != (g.side == AXIS)
