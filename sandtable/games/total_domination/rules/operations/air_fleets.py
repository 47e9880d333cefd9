"""What Air Fleets do: Air Strikes in the Action phase, bombardment in the Administrative phase."""

from __future__ import annotations

from typing import Any

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import AIR_FLEET, POWERS, SUPPLY, U_BOAT
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.operations import attack, movement
from sandtable.wargame.steps import ActiveStep


def air_fleets(g: Board, power: int) -> list[int]:
    """Return a power's Air Fleets on the board."""
    t = g.t
    found: list[int] = []
    for nation in range(t.n_nations):
        if g.lord[nation] != power:
            continue
        for kind in t.kinds_of[nation]:
            if t.kind_type[kind] == AIR_FLEET:
                first = t.first_unit[kind]
                found += [u for u in range(first, first + t.kind_count[kind]) if g.place[u] != SUPPLY]
    return found


def in_range(g: Board, unit: int) -> int:
    """Return the areas within the range of an Air Fleet: links of any kind, through any areas. [R18]"""
    return g.t.in_range[1 if g.arctic else 0][g.place[unit]] & g.open


# --- Air Strike


def ready(g: Board, power: int) -> list[int]:
    """Return the Air Fleets that may strike: unused [11.1.Ab] and in supply [11.1.Aa]."""
    units = [u for u in air_fleets(g, power) if not g.used[u]]
    if not units:
        return units
    supplied = g.supplied(power)
    return [u for u in units if supplied & g.t.bit[g.place[u]]]


def exposed(g: Board, power: int, area: int, points: int) -> list[int]:
    """Return the enemy units in an area that a strike may destroy with these points; of those alike one."""
    t = g.t
    firm = g.firm_count[area]
    found: list[int] = []
    for unit in g.at[area]:
        kind = t.unit_type[unit]
        if kind >= U_BOAT or (kind == AIR_FLEET and firm):  # Air Fleets come last [6.3c] [R54]
            continue
        if attack.cost(g, power, unit) <= points:
            found.append(unit)
    return movement.alike_once(g, found)


def goals(g: Board, power: int, unit: int, points: int) -> int:
    """Return the areas an Air Fleet may strike with a number of points."""
    found = 0
    for area in bits(in_range(g, unit) & attack.hostile(g, power)):
        if exposed(g, power, area, points):
            found |= g.t.bit[area]
    return found


def strikers(g: Board, power: int, points: int) -> list[int]:
    """Return the Air Fleets that have something to strike with a number of points; of those alike one."""
    return movement.alike_once(g, [u for u in ready(g, power) if goals(g, power, u, points)])


def can_strike(g: Board, power: int, card: int) -> bool:
    """Return whether a power may discard this card for an Air Strike. [6.5] [11.1.Aa]"""
    if not g.flying():
        return False
    units = ready(g, power)
    if not units:
        return False
    points = g.value(power, card)  # with tactics, without a saved point [R16]
    for unit in units:
        if goals(g, power, unit, points):
            return True
    return False


def why_strike(g: Board, power: int, card: int) -> Refusal:
    """Return why a power may not discard this card for an Air Strike."""
    t = g.t
    name = t.nation_name[power]
    if not g.flying():
        return Refusal("This game is played without Air Fleets.", "6.5")
    units = air_fleets(g, power)
    if not units:
        return Refusal(f"{name} has no Air Fleet on the board.", "11.1.Aa")
    units = [u for u in units if not g.used[u]]
    if not units:
        return Refusal(f"{name} has used its Air Fleet in this round already.", "11.1.Ab")
    units = ready(g, power)
    if not units:
        return Refusal(f"The Air Fleet of {name} is out of supply.", "11.1.Aa")
    near = 0
    for unit in units:
        near |= in_range(g, unit) & attack.hostile(g, power)
    if not near:
        return Refusal(f"No enemy unit is within two links of an Air Fleet of {name}.", "11.1.Aa")
    units = [u for area in bits(near) for u in exposed(g, power, area, movement.FREE)]
    need = min([attack.cost(g, power, u) for u in units])
    text = (
        f"The cheapest target costs {words.count(need, 'point')}; {words.card(g, card)} is worth "
        f"{g.value(power, card)} to {name}, and a saved point does not help."
    )
    return Refusal(text, "11.1.Aa")


def strike(g: Board, power: int, card: int) -> None:
    """Discard the card and choose Air Fleet, area and targets; it is the whole turn. [11.1.Aa] [R16]"""
    points = g.value(power, card)
    g.discard(card)  # what is left of its points is lost [11.1.Ab] [6.0e]
    if g.log is not None:
        text = f"{g.t.nation_name[power]} discards {words.card(g, card)} for an Air Strike."
        g.log.add(text, "11.1.Aa", (g.ids.card + card,))
    g.push(Sortie(points))


class Sortie(ActiveStep[Board]):
    """Which Air Fleet strikes, with a number of points."""

    def __init__(self, points: int) -> None:
        self.points = points

    def run(self, g: Board) -> bool:
        found = strikers(g, g.power, self.points)
        if len(found) > 1:
            return True
        g.agenda[-1] = Approach(found[0], self.points)
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + u for u in strikers(g, g.power, self.points)]

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        unit = choice - g.ids.unit
        return unit in ready(g, g.power) and goals(g, g.power, unit, self.points) != 0

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = Approach(choice - g.ids.unit, self.points)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Which Air Fleet of {g.t.nation_name[g.power]} strikes? Click it.", "11.1.Aa")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        unit = choice - g.ids.unit
        if not 0 <= unit < t.n_units:
            return Refusal("Choose first which Air Fleet strikes: click it.", "11.1.Aa")
        name = words.unit(g, unit)
        if t.unit_type[unit] != AIR_FLEET or g.owner(unit) != g.power or g.place[unit] == SUPPLY:
            return Refusal(f"{name} is not one of your Air Fleets on the board.", "11.1.Aa")
        if g.used[unit]:
            return Refusal(f"The {name} has been used in this round already.", "11.1.Ab")
        if unit not in ready(g, g.power):
            return Refusal(f"The {name} is out of supply.", "11.1.Aa")
        return Refusal(f"The {name} has no target in range that the card suffices for.", "11.1.Aa")


class Approach(ActiveStep[Board]):
    """Which area an Air Fleet strikes. [11.1.Ad]"""

    def __init__(self, unit: int, points: int) -> None:
        self.unit = unit
        self.points = points

    def run(self, g: Board) -> bool:
        found = bits(goals(g, g.power, self.unit, self.points))
        if len(found) > 1:
            return True
        self.fly(g, found[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in bits(goals(g, g.power, self.unit, self.points))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.fly(g, choice - AREA)

    def fly(self, g: Board, area: int) -> None:
        """From now on the Air Fleet is used. [11.1.Ac]"""
        g.used = changed(g.used, self.unit, 1)
        if g.log is not None:
            kind, base = g.t.kind_name[g.t.unit_kind[self.unit]], words.area(g, g.place[self.unit])
            text = f"The {kind} in {base} strikes {words.area(g, area)}."
            g.log.add(text, "11.1.Aa", (g.ids.unit + self.unit, AREA + area))
        g.agenda[-1] = Strike(area, self.points, False)

    def prompt(self, g: Board, seat: int) -> Ask:
        who, base = words.unit(g, self.unit), words.area(g, g.place[self.unit])
        points = words.count(self.points, "point")
        return Ask(f"Which area does the {who} in {base} strike with {points}? Click an area.", "11.1.Aa")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        area = choice - AREA
        if not 0 <= area < t.n_areas:
            return Refusal("Click the area that the Air Fleet strikes.", "11.1.Aa")
        name = words.area(g, area)
        if not g.open & t.bit[area]:
            return Refusal(f"{name} is in play only with the Arctic Expansion.", "2.0.1a")
        if not attack.hostile(g, g.power) & t.bit[area]:
            return Refusal(f"There is no unit in {name} that an Air Strike may destroy.", "11.1.Ad")
        if not in_range(g, self.unit) & t.bit[area]:
            base = words.area(g, g.place[self.unit])
            return Refusal(f"{name} is more than two links away from {base}.", "11.1.Aa")
        points = words.count(self.points, "point")
        return Refusal(f"With {points} no unit in {name} can be destroyed.", "11.1.Aa")


class Strike(ActiveStep[Board]):
    """Which units in the struck area are destroyed, one by one; `begun`: one is already. [11.1.Ad]"""

    def __init__(self, area: int, points: int, begun: bool) -> None:
        self.area = area
        self.points = points
        self.begun = begun

    def run(self, g: Board) -> bool:
        if exposed(g, g.power, self.area, self.points):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.unit + u for u in exposed(g, g.power, self.area, self.points)]
        if self.begun:
            found.append(DONE)
        return found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units and g.place[unit] == self.area:
            kinds = [g.t.unit_kind[u] for u in exposed(g, g.power, self.area, self.points)]
            return g.t.unit_kind[unit] in kinds
        return choice in self.choices(g, seat)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Destroy a unit, which counts as an attack of its own, or end the strike. [R54]"""
        if choice == DONE:
            g.agenda.pop()
            return
        unit = choice - g.ids.unit
        g.agenda[-1] = Strike(self.area, self.points - attack.cost(g, g.power, unit), True)
        attack.destroy(g, g.power, unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        name, points = words.area(g, self.area), words.count(self.points, "point")
        if self.begun:
            text = f"Click another unit in {name} that the Air Strike destroys ({points} left), or end it."
        else:
            text = f"Click a unit in {name} that the Air Strike destroys ({points})."
        return Ask(text, "11.1.Ad")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        place = words.area(g, self.area)
        if choice == DONE:
            return Refusal(f"The Air Fleet is over {place}: choose at least one unit to destroy.", "11.1.Ad")
        unit = choice - g.ids.unit
        if not 0 <= unit < t.n_units:
            return Refusal(f"Click a unit in {place} that the Air Strike destroys.", "11.1.Ad")
        name = words.unit(g, unit)
        if g.place[unit] != self.area:
            return Refusal(f"The strike is against {place}; no other area can be struck with it.", "11.1.Ad")
        if t.unit_type[unit] >= U_BOAT:
            return Refusal(f"A {name} is destroyed only by a unit in its own area.", "6.3d")
        if t.unit_type[unit] == AIR_FLEET and g.firm_count[self.area]:
            return Refusal(f"The {name} comes last: destroy the other units in {place} first.", "6.3c")
        need = words.count(attack.cost(g, g.power, unit), "point")
        left = words.count(self.points, "point")
        return Refusal(f"Destroying the {name} costs {need}; {left} left.", "11.1.Aa")

    def pack(self) -> list[int]:
        return [self.area, self.points, int(self.begun)]

    @classmethod
    def unpack(cls, fields: list[int]) -> Step[Any]:
        return Strike(fields[0], fields[1], fields[2] != 0)


# --- bombardment


def works(g: Board, power: int, unit: int) -> int:
    """Return the areas an Air Fleet may bombard; supply does not matter. [11.1.Ba] [R18]"""
    t = g.t
    found = 0
    for foe in t.foes[power]:
        found |= g.owned[foe]
    # A second marker would change nothing, so no area is bombarded twice. [11.1.Bb] [R19]
    return found & in_range(g, unit) & t.buildings & ~g.damage


def bombard(g: Board) -> None:
    """Let each power, in player order, bombard with each of its unused Air Fleets. [4.3.D] [11.1.Bb]"""
    if not g.flying():
        return
    for power in reversed(g.order()):
        for unit in reversed(air_fleets(g, power)):
            if not g.used[unit]:  # [11.1.Ba]
                g.push(Bombard(unit))


class Bombard(Step[Board]):
    """Which area an unused Air Fleet bombards, if any. [11.1.Ba]"""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def run(self, g: Board) -> bool:
        if works(g, g.owner(self.unit), self.unit):
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[g.owner(self.unit)],)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return the areas in range, or none of them. [11.1.Bb]"""
        return [*[AREA + area for area in bits(works(g, g.owner(self.unit), self.unit))], PASS]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Mark the area, a Capital too [11.1.Bc], and turn the Air Fleet over."""
        g.agenda.pop()
        if choice == PASS:
            return
        area = choice - AREA
        g.damage |= g.t.bit[area]  # [6.1h]
        g.used = changed(g.used, self.unit, 1)
        if g.log is not None:
            kind, base = g.t.kind_name[g.t.unit_kind[self.unit]], words.area(g, g.place[self.unit])
            text = f"The {kind} in {base} bombards {words.area(g, area)}: nothing can be deployed there."
            g.log.add(text, "11.1.Ba", (g.ids.unit + self.unit, AREA + area))

    def prompt(self, g: Board, seat: int) -> Ask:
        who, base = words.unit(g, self.unit), words.area(g, g.place[self.unit])
        return Ask(f"Which area does the {who} in {base} bombard? Click one of them, or pass.", "11.1.Ba")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        area = choice - AREA
        if not 0 <= area < t.n_areas:
            return Refusal("Click the area that the Air Fleet bombards, or pass.", "11.1.Ba")
        name = words.area(g, area)
        if not g.open & t.bit[area]:
            return Refusal(f"{name} is in play only with the Arctic Expansion.", "2.0.1a")
        if not t.building[area]:
            return Refusal(f"{name} has neither factory nor shipyard.", "11.1.Ba")
        holder = g.control[area]
        if holder >= POWERS or holder not in t.foes[g.owner(self.unit)]:
            return Refusal(f"{name} is not controlled by an opponent.", "11.1.Ba")
        if not in_range(g, self.unit) & t.bit[area]:
            base = words.area(g, g.place[self.unit])
            return Refusal(f"{name} is more than two links away from {base}.", "11.1.Ba")
        return Refusal(f"{name} has a damage marker already.", "11.1.Bb")
