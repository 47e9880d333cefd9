"""How the log of the solo game tells what the Axis does, and why; not called while no log is kept. [13.1]"""

from __future__ import annotations

from typing import Final

from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.solo.solo_plans import Plan, leaving

EXTRA_RULES: Final = ("13.4b", "13.4c", "13.4a")  # in the order of the actions


def _a(kind: int) -> str:
    """Return a type of unit with its article."""
    name = const.TYPE_IDS[kind]
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _sentence(text: str) -> str:
    """With its full stop; some names end with one."""
    return text if text.endswith(".") else f"{text}."


def log_card(g: Board, power: int, card: int) -> None:
    """Log the card turned up: its number, what its side says, and where its arrows lead."""
    assert g.log is not None
    t = g.t
    side = ", ".join(
        [f"{const.SOLO_ACTIONS[action]} {_a(kind)}" for action, kind in t.solo_side[power][card]]
    )
    text = f"{words.nation(g, power)} turns up solo card {t.solo_no[card]} of {t.solo_year[card]}: {side}."
    g.log.add(text, "13.1", (g.ids.power + power,))
    ways: list[str] = []
    refs: list[int] = []
    for number, areas in enumerate(t.solo_arrows[card], 1):
        way = [area for area in areas if g.open & t.bit[area]]
        ways.append(f"{number} from {words.area(g, way[0])} to {words.area(g, way[-1])}")
        refs += [AREA + way[0], AREA + way[-1]]
    g.log.add(_sentence(f"Its arrows: {', '.join(ways)}"), "13.3", tuple(refs))


def log_plan(g: Board, power: int, card: int, action: int, types: tuple[int, ...], plan: Plan) -> None:
    """Log an action and what decided it, before it is carried out."""
    assert g.log is not None
    kind = g.t.unit_type[plan.unit]
    what = f"{const.SOLO_ACTIONS[action].capitalize()} {_a(kind)}"
    rule = _rule(action, plan)
    if kind == types[0]:
        what += ", as preferred"
    elif plan.arrow or action == const.SOLO_DEPLOY:
        why = _obstacle(g, power, card, action, types[0]).format(const.TYPE_IDS[types[0]])
        what += f", not {_a(types[0])}, because {why}"
        rule = "13.2a"
    else:  # a Home area comes before the preferred type
        where = "can go there" if action == const.SOLO_MOVE else "is there"
        what += f", because no {const.TYPE_IDS[types[0]]} {where}"
    g.log.add(_sentence(f"{what}: {_reason(g, action, plan)}"), rule, _refs(g, plan))


def log_extra(g: Board, action: int, kind: int, tech: int, plan: Plan) -> None:
    """Log an extra unit of a technology, and what decided where."""
    assert g.log is not None
    what = f"{g.t.tech_name[tech]}: {const.SOLO_ACTIONS[action]} one more {const.TYPE_IDS[kind]}"
    refs = (g.ids.tech + tech, *_refs(g, plan))
    g.log.add(_sentence(f"{what}; {_reason(g, action, plan)}"), EXTRA_RULES[action], refs)


def log_no_extra(g: Board, power: int, card: int, action: int, kind: int, tech: int) -> None:
    """Log a technology that could add nothing."""
    assert g.log is not None
    why = _obstacle(g, power, card, action, kind).format(const.TYPE_IDS[kind])
    text = f"{g.t.tech_name[tech]} adds no {const.TYPE_IDS[kind]} to {const.SOLO_ACTIONS[action]}: {why}."
    g.log.add(text, "13.4d", (g.ids.tech + tech,))


def log_skipped(g: Board, power: int, card: int, action: int, types: tuple[int, ...]) -> None:
    """Log an action that is impossible with either type."""
    assert g.log is not None
    names = [const.TYPE_IDS[kind] for kind in types]
    each = [_obstacle(g, power, card, action, kind) for kind in types]
    if each[0] == each[1]:
        why = each[0].format(words.listed(names, "or"))
    else:
        why = f"{each[0].format(names[0])} and {each[1].format(names[1])}"
    text = f"{const.SOLO_ACTIONS[action].capitalize()} {_a(types[0])}: skipped, {why}."
    g.log.add(text, "13.2a", (g.ids.power + power,))


def log_stuck(g: Board, power: int, lost: list[int]) -> None:
    """Log that a power could do nothing, and what that brings the Axis."""
    assert g.log is not None
    who = words.nation(g, power)
    if lost:
        text = f"{who} could do nothing, but does not hold {words.areas(g, lost)} and gains nothing."
    else:
        gain = words.count(g.t.solo_bonus, "victory point")
        text = f"{who} could do nothing and holds all its Home areas: {gain} for the Axis."
    g.log.add(text, "13.0.11", (g.ids.power + power,))


def _rule(action: int, plan: Plan) -> str:
    """Return the rule that decided the area."""
    if plan.arrow:
        return "13.3"
    if action == const.SOLO_MOVE:
        return "13.5c"
    return "13.5a" if action == const.SOLO_DEPLOY else "13.5b"


def _refs(g: Board, plan: Plan) -> tuple[int, ...]:
    if plan.old >= 0 and plan.old != plan.area:
        return (g.ids.unit + plan.unit, AREA + plan.old, AREA + plan.area)
    return (g.ids.unit + plan.unit, AREA + plan.area)


def _reason(g: Board, action: int, plan: Plan) -> str:
    """Return why this unit and this area."""
    where = words.area(g, plan.area)
    if action == const.SOLO_DEPLOY:
        return f"{where} is the first Home area that can take it"
    if action == const.SOLO_DESTROY:
        if not plan.arrow:
            return f"enemies in the Home area {where} come first"
        return f"{where} is the first area with one in reach {_on(plan.arrow)}"
    source = words.area(g, plan.old)
    if not plan.origin:
        source += ", the first Home area with one to spare"
    else:
        source += f", on arrow {plan.origin} the first area with a unit that can go there"
        source += ", no Home area having one" if g.firm_count[plan.old] > 1 else ", and left empty"
    if not plan.arrow:
        return f"the empty Home area {where} is refilled first, from {source}"
    return f"from {source}, to {where}, the first empty area in reach {_on(plan.arrow)}"


def _on(arrow: int) -> str:
    """Return which arrow, and that those before it lead nowhere."""
    if arrow == 1:
        return "on arrow 1"
    before = words.listed([str(number) for number in range(1, arrow)], "or")
    return f"on arrow {arrow}, there being none on {before}"


def _obstacle(g: Board, power: int, card: int, action: int, kind: int) -> str:
    """Return why an action cannot be done with a type of unit, with a place for its name."""
    t = g.t
    if action == const.SOLO_DESTROY:
        return "no enemy {} is in reach"
    if action == const.SOLO_MOVE:
        if not leaving(g, power, card, kind):
            return "no {} may leave its area"
        return "no {} that may leave reaches an empty area on the arrows"
    for area in t.home_priority[power]:
        for number in t.kinds_of[t.home[area]]:
            if t.kind_type[number] == kind and t.site[number] & t.bit[area] and g.free_unit(number) >= 0:
                return "no Home area can take one more {}"
    return "no {} is left in the supply"
