"""Where an army may operate at all: political restrictions [9], neutral and partner ground.

Each check gives a small number, 0 for "allowed"; `REASONS` turns the others into a refusal for people.
"""

from typing import Final

from sandtable.engine.step import Refusal
from sandtable.games.downfall import countries
from sandtable.games.downfall.state import FOES, HIT_BY_ALLIES, HIT_BY_USSR, OPERATED, READY, Board
from sandtable.games.downfall.tables import AXIS, NEUTRAL

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
    ("German armies may not enter that country before 1941.", "9i"),
    ("Until the Axis is in Total War Romania lets one German army pass, and only infantry.", "9k"),
    ("That country is neutral and closed to your side.", "2k"),
    ("French North Africa is neutral; only the Allies may enter it.", "18o"),
    ("Your partner controls that area and no Axis army is in it.", "17f"),
    ("This army had no Line of Supply when the turn began.", "8w"),
    ("This army has had its operation this turn.", "8v"),
    ("Allied armies do not move on the first turn unless Germany attacks France or Belgium.", "9g"),
    (
        "Soviet armies on the border and in Kiev stay until Barbarossa or 1942, or move to Axis ground.",
        "9l",
    ),
    ("This army must stay: a support declared in its area needs its presence.", "17a"),
    ("Four Italian armies must stay in their own theatre.", "9e"),
    ("There is not enough supply for that.", "8b"),
    ("That is farther than the army can move.", "8j"),
    ("An enemy army holds the far side of the high mountains.", "16b"),
    ("From an area with enemy armies only controlled areas without enemies can be entered.", "8k"),
    ("An exploiting army stops in the area behind the one it has crossed.", "13.1g"),
    ("An army that leaves enemies behind in order to exploit must cross into an uncontrolled area.", "8k"),
    ("The army is there, or has been there in this move.", "8j"),
    ("Three armies of the side are there already.", "5"),
    ("The first army that enters among enemies where no army of its side stands must attack.", "17e"),
)

# What marks an army as attacked by a side in this game turn.
HIT: Final = (0, HIT_BY_ALLIES, HIT_BY_USSR)


def reason(code: int) -> Refusal:
    """The refusal for a code."""
    text, rule = REASONS[code]
    return Refusal(text, rule)


def refuse(g: Board, unit: int, code: int) -> Refusal:
    """The refusal for a code as it concerns an army: of several rules the one that binds its nation."""
    if code == HOME_BOUND:
        nation = g.t.unit_nation[unit]
        return Refusal(
            f"Armies of {g.t.country_name[nation]} may not operate there.", g.t.operate_rule[nation]
        )
    return reason(code)


def barrier(g: Board, unit: int, area: int) -> int:
    """Why an army may not be in an area on any way of moving: a code, 0 if it may. [9]"""
    t = g.t
    nation = t.unit_nation[unit]
    # [9a] [9b] [9c] [9d]; whether an Italian may stop abroad is `guard_left`.
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
            elif not countries.may_invade(g, side, area):  # [2k]
                return CLOSED
        elif side != AXIS and control != AXIS and g.stack[area] & FOES[side] == 0:
            if countries.plays(g, control):  # [R17, R67]
                return PARTNER
    return OK


def may_pass(g: Board, unit: int) -> bool:
    """Whether a German army may be in Romania: [9k], counted over the turn as R18 says."""
    t = g.t
    if g.total_war[t.passage_side] or t.passage_area[g.place[unit]]:
        return True
    if t.passage_infantry_only and t.unit_armor[unit]:
        return False
    there = g.passages
    for kind in t.types_of_nation[t.passage_nation]:
        first = t.first_unit[kind]
        for other in range(first, first + t.type_count[kind]):
            if g.place[other] >= 0 and t.passage_area[g.place[other]]:
                there += 1
    return there < t.passage_armies


def idle(g: Board, unit: int) -> int:
    """Why an army may not operate at all now: a code, 0 if it may. [8v] [8w]"""
    cond = g.cond[unit]
    if cond & OPERATED:
        return HAS_OPERATED
    if cond & READY == 0:
        return NOT_READY
    return OK


def rooted(g: Board, unit: int) -> int:
    """Why an army may not leave its area by any movement: a code, 0 if it may.

    Frozen armies are not rooted: for them it matters where the move ends.
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


def frozen(g: Board, unit: int) -> bool:
    """Whether an army may move only onto Axis ground. [9l]"""
    t = g.t
    return (
        g.side == t.frozen_side and t.frozen[g.place[unit]] and g.barbarossa == 0 and g.turn < t.frozen_until
    )


def thawed_at(g: Board, area: int) -> bool:
    """Whether a frozen army may end its move in an area. [9m]"""
    return g.t.axis_ground[area] or g.control[area] == AXIS


def supports_in(g: Board, area: int) -> int:
    """How many supports have been declared in an area."""
    found = 0
    for attack in g.attacks:
        if attack.area == area:
            found += len(attack.supports)
    return found


def guard_left(g: Board, unit: int, area: int) -> bool:
    """Whether an army may end an operation in an area as far as its nation's home guard goes. [9e, R52]"""
    t = g.t
    nation = t.unit_nation[unit]
    need = t.home_guard[nation]
    if need == 0 or t.may_operate[nation][area]:
        return True
    inside = 0
    for kind in t.types_of_nation[nation]:
        first = t.first_unit[kind]
        for other in range(first, first + t.type_count[kind]):
            place = g.place[other]
            if other != unit and place >= 0 and t.may_operate[nation][place]:
                inside += 1
    return inside >= need


def may_strike(g: Board, unit: int, target: int, area: int) -> Refusal | None:
    """Why an army may not attack this enemy army in this area; None if it may."""
    t = g.t
    if g.side != AXIS and g.cond[target] & HIT[3 - g.side]:
        return Refusal("Your partner has attacked that army this turn.", "17f")  # [17f]
    if (
        t.unit_nation[unit] == t.no_attack_nation
        and area == t.no_attack_area
        and g.control[area] == t.no_attack_side
    ):
        return Refusal(
            "Finnish armies do not attack in Karelia while the Soviet Union controls it.", "9h"
        )  # [9h]
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
            return Refusal("British armies in Calais are attacked only after a French army there.", "9f")
    if not guard_left(g, unit, area):
        return reason(GUARD)
    return None


def is_enemy(g: Board, unit: int) -> bool:
    """Whether a counter fights against the active side (or will, once its country is invaded)."""
    return (g.t.unit_side[unit] == AXIS) != (g.side == AXIS)


def declared(g: Board, defender: int) -> int:
    """The index of the attack declared on an army; -1 if there is none. [R7]"""
    for i in range(len(g.attacks)):
        if g.attacks[i].defender == defender:
            return i
    return -1
