"""Reinforcements: building and upgrading armies. [4.2]

Major Powers spend the points of Reinforcements Actions at any time of the turn [4.2h]; minor countries have
points of their own, only at the beginning [4.2q], see `turn_start`. Armor armies also take armor steps;
conversion, which takes nothing else, is in `armor`.
"""

from typing import Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import actions, developments, supply
from sandtable.games.downfall.rules.armor import (
    NEEDS_TANKS,
    NO_COUNTER,
    NOT_AT_WAR,
    NOT_YOURS,
    why_not_available,
)
from sandtable.games.downfall.rules.base_steps import ActiveStep

NO_POINTS: Final = Refusal(
    "There are not enough reinforcement points; a Reinforcements Action gives them.", "4.2"
)
NO_MINOR_POINTS: Final = Refusal("This country has no reinforcement points left now.", "4.2q")
MINOR_TOO_LATE: Final = Refusal(
    "Minor countries place reinforcements only at the beginning of the turn.", "4.2u"
)
MAJOR_LATER: Final = Refusal("Armies of Major Powers need the points of a Reinforcements Action.", "4.2v")
BRITISH_LIMIT: Final = Refusal("The United Kingdom can use at most two reinforcement points a turn.", "4.2l")
INFANTRY_ONLY: Final = Refusal("Minor countries use their points for infantry only.", "4.2r")
NO_ARMOR: Final = Refusal("There are not enough armor steps in stock.", "4.2a")
NO_ARMOR_UPGRADE: Final = Refusal("Upgrading an armor army also takes an armor step.", "10b")
NO_PLACE: Final = Refusal("No Supply Area of this Power is controlled and has room.", "4.2c")
NO_CAPITAL: Final = Refusal("The country's capital is not controlled or has no room.", "4.2f")
NO_HIDEOUT: Final = Refusal("No area of the country is free of Axis armies and has room.", "18r")
NEEDS_GUARDS: Final = Refusal("Guards need the Guards development.", "13.5")
IS_FULL: Final = Refusal("This army is at full strength.", "4.2b")
NO_LINE: Final = Refusal("An army without a Line of Supply cannot be brought to full strength.", "4.2g")
LIKE_ANOTHER: Final = "It is identical to another army there. Choose that one."


def is_partisan(g: Board, country: int) -> bool:
    """Return whether a country fights on with partisans. [18j]"""
    return g.partisans and g.t.partisan_turn[country] > 0


# --- places


def places(g: Board, nation: int) -> list[int]:
    """Return the areas where the active side can place a new army of a nation now."""
    t = g.t
    if t.major[nation]:  # its own Supply Areas: Canada and Suez too, not Moscow [4.2c] [4.2d] [4.2e]
        return [a for a in t.supply_areas[nation] if g.control[a] == g.side and g.has_room(a)]
    if is_partisan(g, nation):  # whoever controls it [18r, R62]
        return [a for a in t.home[nation] if g.stack[a] & const.FOES[g.side] == 0 and g.has_room(a)]
    capital = t.capital[nation]  # [4.2f]
    return [capital] if g.control[capital] == g.side and g.has_room(capital) else []


def why_not_place(g: Board, nation: int, area: int) -> Refusal:
    """Return why a new army of a nation cannot be placed in an area."""
    t = g.t
    name = t.area_name[area]
    if t.major[nation]:
        if t.supply_of[area] != nation:
            rule = "4.2e" if t.capital[nation] == area else "4.2c"
            return Refusal(
                f"A Power's armies are built in its own Supply Areas; {name} is not one of them.", rule
            )
    elif is_partisan(g, nation):
        if t.area_country[area] != nation or g.stack[area] & const.FOES[g.side]:
            return Refusal(
                f"Partisans appear in areas of {t.country_name[nation]} without Axis armies.", "18r"
            )
        return Refusal(f"Three armies of your side are already in {name}.", "5")
    elif t.capital[nation] != area:
        return Refusal(f"Armies of {t.country_name[nation]} are built in its capital.", "4.2f")
    if g.control[area] != g.side:
        return Refusal(f"Your side does not control {name}.", "4.2c" if t.major[nation] else "4.2f")
    return Refusal(f"Three armies of your side are already in {name}.", "5")


# --- building


def why_not_nation(g: Board, nation: int, points: int) -> Refusal | None:
    """Return why `points` cannot pay for an army of a nation; None if they can."""
    t = g.t
    if t.country_side[nation] != g.side:
        return NOT_YOURS
    if g.status[nation] != const.AT_WAR:
        return NOT_AT_WAR
    if not t.major[nation]:  # Actions serve Major Powers, minors their own armies [4.2v]
        if g.phase != const.BEGINNING:
            return MINOR_TOO_LATE  # [4.2u]
        return NO_MINOR_POINTS if g.minor_points[nation] < points else None
    if g.phase == const.BEGINNING:
        return MAJOR_LATER
    row = actions.reinforcement_row(g, g.side)
    if row < 0 or nation not in t.reinforce_nations[row]:
        return MAJOR_LATER
    if g.points < points:
        return NO_POINTS
    if t.reinforce_capped[row] == nation and g.british_points + points > t.reinforce_cap[row]:
        return BRITISH_LIMIT  # over all Actions of the turn [4.2l, R65]
    return None


def why_not_type(g: Board, kind: int, step: int) -> Refusal | None:
    """Return why armor, developments or counters forbid an army of a type; None if they allow it."""
    t = g.t
    if t.armor[kind]:
        if t.infantry_only[t.type_nation[kind]]:  # [4.2r, R38]
            return INFANTRY_ONLY
        if g.armor[g.side] < t.build_armor[step]:  # [4.2a], old steps too [13.3b]
            return NO_ARMOR
    needed = t.needs[kind]
    if needed >= 0 and not g.tile(g.side, needed):  # [13.3] [13.5]
        return NEEDS_TANKS if t.armor[kind] else NEEDS_GUARDS
    if g.free_unit(kind) < 0:  # [1e]
        return NO_COUNTER
    return None


def add_builds(g: Board, nation: int, out: list[int]) -> None:
    """Add the choices of armies of a nation that can be built now."""
    t = g.t
    if why_not_nation(g, nation, t.build_points[const.REDUCED]) is not None or not places(g, nation):
        return
    full = why_not_nation(g, nation, t.build_points[const.FULL]) is None
    for kinds in (t.infantry_of[nation], t.armor_of[nation]):
        for kind in kinds:
            if why_not_type(g, kind, const.REDUCED) is None:
                out.append(g.ids.army + 2 * kind)
                if full and (not t.armor[kind] or g.armor[g.side] >= t.build_armor[const.FULL]):
                    out.append(g.ids.army + 2 * kind + 1)


def builds(g: Board) -> list[int]:
    """Return the armies of Major Powers the active side can build now. [4.2] [4.2h]"""
    out: list[int] = []
    if g.points > 0:
        for nation in g.t.reinforce_nations[actions.reinforcement_row(g, g.side)]:
            add_builds(g, nation, out)
    return out


def minor_builds(g: Board) -> list[int]:
    """Return the armies of minor countries that can be built at the beginning of the turn. [4.2q]"""
    out: list[int] = []
    for nation in range(g.t.n_countries):
        if g.minor_points[nation] > 0:
            add_builds(g, nation, out)
    return out


def why_not_build(g: Board, choice: int) -> Refusal | None:
    """Return why an army (a choice of the block `ids.army`) cannot be built now; None if it can."""
    t = g.t
    kind, full = divmod(choice - g.ids.army, 2)
    nation = t.type_nation[kind]
    reason = why_not_nation(g, nation, t.build_points[const.REDUCED + full])
    if reason is None:
        reason = why_not_type(g, kind, const.REDUCED + full)
    if reason is None and not places(g, nation):
        return NO_PLACE if t.major[nation] else NO_HIDEOUT if is_partisan(g, nation) else NO_CAPITAL
    return reason


def pay(g: Board, nation: int, points: int) -> None:
    """Spend reinforcement points on an army of a nation."""
    t = g.t
    if not t.major[nation]:
        g.minor_points[nation] -= points
        return
    g.points -= points
    if nation == t.united_kingdom:
        g.british_points += points  # [4.2l]


def price(points: int, steps: int) -> str:
    """Return the cost of an army in words."""
    text = words.count(points, "reinforcement point")
    return f"{text}, {words.count(steps, 'armor step')}" if steps else text


def build(g: Board, kind: int, step: int, area: int) -> None:
    """Build an army: 2 points full, 1 reduced, and the same number of armor steps if armor. [4.2b] [4.2a]"""
    t = g.t
    pay(g, t.type_nation[kind], t.build_points[step])
    if t.armor[kind]:
        g.armor[g.side] -= t.build_armor[step]
    if t.needs[kind] >= 0:
        developments.reveal_use(g, g.side, t.needs[kind])
    unit = g.free_unit(kind)
    g.put(unit, area, step)
    if g.new_armies_operate:  # by the rule it has no line at the start of this turn [8w, R9]
        g.cond[unit] |= const.READY
    if g.log is not None:
        strength = "full" if step == const.FULL else "reduced"
        paid = price(t.build_points[step], t.build_armor[step] if t.armor[kind] else 0)
        text = f"{t.area_name[area]}: new {t.type_name[kind]}, {strength} ({paid})."
        g.log.add(text, "4.2b", (g.ids.unit + unit, AREA + area))


def start_build(g: Board, choice: int) -> None:
    """Build an army (a choice of the block `ids.army`); ask for the area if there is a choice."""
    kind, full = divmod(choice - g.ids.army, 2)
    areas = places(g, g.t.type_nation[kind])
    if len(areas) == 1:
        build(g, kind, const.REDUCED + full, areas[0])
    else:
        g.push(Place(kind, const.REDUCED + full))


class Place(ActiveStep):
    """The question where a new army is placed. [4.2c] [18r]"""

    def __init__(self, kind: int, step: int) -> None:
        self.kind = kind
        self.step = step

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in places(g, g.t.type_nation[self.kind])]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        build(g, self.kind, self.step, choice - AREA)

    def prompt(self, g: Board, seat: int) -> Ask:
        nation = g.t.type_nation[self.kind]
        rule = "4.2c" if g.t.major[nation] else "18r"
        strength = "full" if self.step == const.FULL else "reduced"
        return Ask(f"New {g.t.type_name[self.kind]}, {strength}: build it in which area?", rule)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if AREA <= choice < g.ids.unit:
            return why_not_place(g, g.t.type_nation[self.kind], choice - AREA)
        return None


# --- upgrading


def why_not_upgrade(g: Board, unit: int) -> Refusal | None:
    """Return why an army cannot be brought to full strength now; None if it can. [4.2b] [4.2g]"""
    t = g.t
    reason = why_not_available(g, unit)
    if reason is not None:
        return reason
    if g.cond[unit] & const.STEPS == const.FULL:
        return IS_FULL
    nation = t.unit_nation[unit]
    reason = why_not_nation(g, nation, t.upgrade_points)
    if reason is not None:
        return reason
    if t.unit_armor[unit]:
        if t.infantry_only[nation]:  # [R38]
            return INFANTRY_ONLY
        if g.armor[g.side] < t.upgrade_armor:  # [10b]
            return NO_ARMOR_UPGRADE
    return None if supply.has_line(g, unit) else NO_LINE  # [4.2g]


def can_upgrade(g: Board, unit: int) -> bool:
    """Return whether an army of the active side can be brought to full strength now."""
    return g.cond[unit] & const.STEPS == const.REDUCED and why_not_upgrade(g, unit) is None


def upgrade(g: Board, unit: int) -> None:
    """Bring an army to full strength, wherever it is and whatever it has done this turn. [4.2b]"""
    t = g.t
    pay(g, t.unit_nation[unit], t.upgrade_points)
    if t.unit_armor[unit]:
        g.armor[g.side] -= t.upgrade_armor  # [10b]
    developments.reveal_lines(g, g.side, [unit])
    g.cond[unit] += const.FULL - const.REDUCED
    if g.log is not None:
        paid = price(t.upgrade_points, t.upgrade_armor if t.unit_armor[unit] else 0)
        name = t.type_name[t.unit_type[unit]]
        text = f"{t.area_name[g.place[unit]]}: {name} brought to full strength ({paid})."
        g.log.add(text, "4.2b", (g.ids.unit + unit, AREA + g.place[unit]))
