"""The effects of operations: payment, travel, declared attacks and supports. [8]"""

from sandtable.engine.step import Refusal
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import ATTACKS, NEUTRAL, SUPPORTS
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.rules import countries, politics, tactical_movement


def is_identical(g: Board, unit: int, other: int) -> bool:
    """Return whether two counters are the same in every way that matters now."""
    cond = g.cond[unit]
    return (
        g.t.unit_type[unit] == g.t.unit_type[other]
        and g.place[unit] == g.place[other]
        and cond == g.cond[other]
        and cond & (ATTACKS | SUPPORTS) == 0
    )


def is_repeated(g: Board, unit: int) -> bool:
    """Return whether an identical army with a lower number stands beside an army."""
    for other in g.at[g.place[unit]]:
        if other < unit and is_identical(g, unit, other):
            return True
    return False


def distinct(g: Board, units: list[int]) -> list[int]:
    """Return the counters of a list, identical ones once."""
    found: list[int] = []
    for unit in units:
        for other in found:
            if is_identical(g, unit, other):
                break
        else:
            found.append(unit)
    return found


def why_not_target(g: Board, unit: int, target: int, area: int, used: int, mode: int) -> Refusal:
    """Return why an army may neither attack this counter nor support an attack on it."""
    t = g.t
    if t.unit_side[target] == g.side:
        return Refusal("That army is yours. First choose an order for the army you clicked.", "8l")
    if g.place[target] != area:
        return Refusal("Only an enemy army in the same area can be attacked.", "8l")
    if not politics.is_enemy(g, target):
        return Refusal("That army is not an enemy.", "8l")
    if used > t.move_attack[t.unit_type[unit]]:
        return Refusal("An army that attacks or supports can move one area less.", "8m")
    if mode == tactical_movement.THROUGH:
        return politics.general_refusal(politics.MUST_CROSS)
    code = tactical_movement.end_barrier(g, unit, area) if used else politics.OK
    if code:
        return politics.refusal(g, unit, code)
    if not politics.keeps_guard(g, unit, area):
        return politics.refusal(g, unit, politics.GUARD)
    if g.attack_on(target) >= 0:
        return Refusal(
            "Only armies in excess of the enemy's number can support, and all of those already do.", "17a"
        )
    refusal = politics.why_not_strike(g, unit, target, area)
    return refusal if refusal is not None else Refusal("Click the identical army that is offered.", "17r")


def pay(g: Board, cost: int) -> None:
    """Spend supply on an operation. [8]"""
    g.supply[g.side] -= cost


def travel(g: Board, unit: int, path: tuple[int, ...], how: str, rule: str, cost: int) -> None:
    """Move an army along a path, with the effects of its arrival: invasions, Barbarossa, passage. [2i]

    `how` and `rule` name the kind of operation for the log, `cost` the supply paid for it.
    """
    t = g.t
    if t.unit_nation[unit] == t.passage_nation and not t.passage_area[path[-1]]:
        for area in path:
            if t.passage_area[area]:
                g.passages += 1  # also an army that was inside when the turn began [9k, R18]
                break
    if g.log is not None:
        way = " – ".join([t.area_name[a] for a in path])
        refs = tuple([g.ids.unit + unit] + [AREA + a for a in path])
        g.log.add(f"{words.army(g, unit)}{how}: {way} ({cost} supply).", rule, refs)
    g.move(unit, path[-1])
    for area in path[1:]:
        if g.control[area] == NEUTRAL:
            countries.invade(g, g.side, area)
        countries.enter_area(g, unit, area)


def declare(g: Board, unit: int, target: int, via: int, cost: int = 0) -> None:
    """Declare an attack on an army, or support the attack declared on it. [8l] [17q]

    `cost` is the supply paid, for the log; 0 if the move has been logged with it.
    """
    t = g.t
    area = g.place[unit]
    i = g.attack_on(target)
    if i < 0:
        g.cond[unit] |= ATTACKS
        g.cond[target] |= politics.HIT[g.side]  # [17f]
        attack = Attack(unit, target, area, via)
        g.attacks.append(attack)
        countries.note_attack(g, attack)
    else:
        old = g.attacks[i]
        g.cond[unit] |= SUPPORTS
        g.attacks[i] = Attack(old.attacker, target, area, old.via, (*old.supports, unit), old.air)
    if g.log is not None:
        refs = (g.ids.unit + unit, g.ids.unit + target, AREA + area)
        paid = f", {cost} supply" if cost else ""
        whom = words.army(g, target)
        if i < 0:
            g.log.add(f"{t.area_name[area]}: {words.army(g, unit)} will attack {whom}{paid}.", "8l", refs)
        else:
            text = f"{t.area_name[area]}: {words.army(g, unit)} will support the attack on {whom}{paid}."
            g.log.add(text, "17q", refs)
