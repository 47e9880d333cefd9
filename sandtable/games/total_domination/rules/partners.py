"""Partners: in step B of the Administrative phase they follow the control of their area. [4.3.Bh]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits


def switch(g: Board) -> None:
    """Step B: look at each partner in turn; a switch may change what the next one finds. [R31]"""
    for number in range(len(g.t.partners) - 1, -1, -1):
        g.push(Switch(number))


def new_lord(g: Board, nation: int) -> int:
    """Return whose partner a nation is from now on: it follows the control of its area.

    The old one if nothing changes.
    """
    t = g.t
    taker = g.control[_area(g, nation)]
    if taker >= const.POWERS:
        return g.lord[nation]
    patron = t.patron[nation]
    # Its old faction gives it back to the old player, whoever it was that took it. [4.3.Bc] [4.3.Bg]
    return patron if t.faction[taker] == t.faction[patron] else taker  # [4.3.Bb] [4.3.Bf]


def targets(g: Board, power: int, unit: int, start: int) -> int:
    """Return the nearest areas that a power controls in supply,
    with room for a unit of it. [4.3.Bd] [4.3.Bj]
    """
    t = g.t
    good = 0
    for part in g.network(power):
        good |= part[0]
    good &= t.stands[t.unit_type[unit]] & ~g.full  # [3.7b] [3.7c]
    reached = t.bit[start]
    edge = reached
    while edge and not reached & good:  # the fewest links, over whatever areas [R31]
        around = 0
        for area in bits(edge):
            around |= t.near[area]
        edge = around & g.open & ~reached
        reached |= edge
    return reached & good


def _area(g: Board, nation: int) -> int:
    """Return the area of a partner."""
    return g.t.homes[nation].bit_length() - 1


def _rule(g: Board, nation: int, first: str, second: str) -> str:
    """Return the rule for the partner of the Allies, or for that of the Axis."""
    return first if g.t.faction[g.t.patron[nation]] == const.ALLIES else second


class Switch(Step[Board]):
    """Decide about one partner, and send away units that may not stay in its area. [4.3.Bk]"""

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        t = g.t
        nation = t.partners[self.number]
        old, new = g.lord[nation], new_lord(g, nation)
        if new == old:
            return False
        home = [unit for unit in range(t.n_units) if t.unit_nation[unit] == nation and g.place[unit] >= 0]
        told = (
            [f"{words.unit(g, u)} in {words.area(g, g.place[u])}" for u in home] if g.log is not None else []
        )
        for unit in home:  # wherever it is [4.3.Bk]
            g.take(unit)
        g.give(nation, new)
        if g.log is not None:
            back = new == t.patron[nation]
            rule = _rule(g, nation, "4.3.Bc", "4.3.Bg") if back else _rule(g, nation, "4.3.Bb", "4.3.Bf")
            text = f"{t.nation_name[nation]} changes sides: it is a partner of {t.nation_name[new]} now"
            text += f", and to the supply go: {words.listed(told)}." if told else "."
            g.log.add(text, rule, (g.ids.area(_area(g, nation)),))
        area = _area(g, nation)
        gone = [unit for unit in g.at[area] if g.owner(unit) == t.mate[new]]  # own units stay [4.3.Bi]
        if gone:  # [4.3.Bd] [4.3.Bj]
            rows = [unit * 2 for unit in gone]
            for kind in (
                const.AIR_FLEET,
                const.FLEET,
                const.ARMY,
            ):  # in this order no Air Fleet is left alone on the way
                for unit in gone:
                    if t.unit_type[unit] == kind:
                        g.take(unit)
            g.push(Relocate(nation, *rows))
        return False


class Relocate(Step[Board]):
    """Units that freed a partner of their teammate go to the nearest area of their own. [4.3.Bd] [4.3.Bj]

    `rows` are twice the counters of the units that are still to be placed, off the board already (older
    saves add one if it is used). It is not a move, so nothing is paid.
    """

    def __init__(self, nation: int, *rows: int) -> None:
        self.nation = nation
        self.rows = rows

    def unit(self) -> int:
        """Return the unit that is placed now."""
        return self.rows[0] // 2

    def areas(self, g: Board) -> int:
        """Return where it may go."""
        return targets(g, g.owner(self.unit()), self.unit(), _area(g, self.nation))

    def run(self, g: Board) -> bool:
        if not self.rows:
            g.agenda.pop()
            return False
        areas = self.areas(g)
        if areas & (areas - 1) and self.seats(g)[0] != const.NOBODY:
            return True
        # The solo system takes the first. [R41]
        self.place(g, bits(areas)[0] if areas else -1)
        return False

    def place(self, g: Board, area: int) -> None:
        """Place the unit, or leave it in the supply if there is no room anywhere. [R31]"""
        unit = self.unit()
        g.agenda[-1] = Relocate(self.nation, *self.rows[1:])
        if area >= 0:
            g.put(unit, area)
            if self.rows[0] % 2:
                g.used = changed(g.used, unit, 1)
        if g.log is not None:
            where = f"relocated to {g.t.area_name[area]}" if area >= 0 else "returned to the supply"
            text = f"{words.unit(g, unit)} in {g.t.area_name[_area(g, self.nation)]} {where}."
            g.log.add(text, _rule(g, self.nation, "4.3.Bd", "4.3.Bj"))

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[g.owner(self.unit())],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in bits(self.areas(g))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.place(g, choice - AREA)

    def prompt(self, g: Board, seat: int) -> Ask:
        t = g.t
        name, left = t.kind_name[t.unit_kind[self.unit()]], t.area_name[_area(g, self.nation)]
        text = f"{left} is your teammate's again: choose one of the nearest areas for the {name} from there."
        return Ask(text, _rule(g, self.nation, "4.3.Bd", "4.3.Bj"))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """Not controlled, cut off, wrong kind of area, full, or farther away."""
        t = g.t
        area = choice - AREA
        if not 0 <= area < t.n_areas:
            return None
        name, bit = t.area_name[area], t.bit[area]
        rule = _rule(g, self.nation, "4.3.Bd", "4.3.Bj")
        power = g.owner(self.unit())
        if not g.owned[power] & bit:
            return Refusal(f"{t.nation_name[power]} does not control {name}.", rule)
        if not g.supplied(power) & bit:
            return Refusal(f"{name} is not in supply.", rule)
        if not t.stands[t.unit_type[self.unit()]] & bit:
            kind = t.kind_name[t.unit_kind[self.unit()]]
            return Refusal(f"No {kind} can stand in {name}.", "3.7c")
        if g.full & bit:
            return Refusal(f"{name} holds at most {words.count(t.limit[area], 'unit')}.", "3.7b")
        return Refusal(f"{name} is farther away than the areas that are offered.", rule)
