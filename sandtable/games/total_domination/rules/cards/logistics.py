"""Logistics events: units deployed and moved without points, puppet armies, Resistance. [7.2]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA, DISBAND
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.operations import deployment, movement, operations
from sandtable.wargame.steps import ActiveStep


def icons(g: Board, power: int, card: int) -> tuple[int, int, int, int, int, int]:
    """Return what a card lets a power do. [7.2]

    Armies, fleets, Air Fleets, moves, puppet armies, Resistance.
    """
    t = g.t
    army, fleet, air, move, puppets, resistance = t.icons[card]
    if not g.flying():  # blank without the advanced rules and in the solo game [13.0.9]
        air = 0
        resistance = 0
    puppets = puppets * t.puppets_per_icon if t.faction[power] == const.AXIS else 0  # [7.2.C]
    resistance = t.resistance_per_event if resistance and t.faction[power] == const.ALLIES else 0  # [7.2.Da]
    return army, fleet, air, move, puppets, resistance


def counts(g: Board, power: int, card: int) -> bool:
    """Return whether any icon of a card has an effect in this game. [13.0.9]"""
    return any(icons(g, power, card))


def start(g: Board, power: int, card: int) -> None:
    """Begin the event; the card is discarded at its end."""
    army, fleet, air, move, puppets, resistance = icons(g, power, card)
    g.push(Logistics(card, army, fleet, air, move, puppets, resistance, 0))


# --- puppets and Resistance


def armies(g: Board, power: int) -> list[int]:
    """Return the kinds of a power's armies with a counter in the supply. [7.2.C]"""
    t = g.t
    found: list[int] = []
    for nation in range(t.n_nations):
        if g.lord[nation] == power:
            for kind in t.kinds_of[nation]:
                if t.kind_type[kind] == const.ARMY and g.free_unit(kind) >= 0:
                    found.append(kind)
    return found


def axis_homes(g: Board) -> int:
    """Return the Home areas of the Axis powers as things are: a partner's area is its player's home. [R20]"""
    found = 0
    for power in g.t.of_faction[const.AXIS]:
        found |= g.home_of[power]
    return found


def puppet_sites(g: Board, power: int, taken: int) -> int:
    """Return where a puppet army may appear; `taken` areas have received one by this event. [7.2.C]"""
    if not armies(g, power):
        return 0
    t = g.t
    held = g.owned[power] & g.present[power] & ~axis_homes(g)  # [R20]
    return held & t.stands[const.ARMY] & ~g.full & ~taken


def resistance_sites(g: Board) -> int:
    """Return where a Resistance unit may be placed. [7.2.Da]"""
    t = g.t
    if g.free_unit(t.resistance_kind) < 0:  # [3.6a]
        return 0
    held = 0
    for power in t.of_faction[const.AXIS]:
        held |= g.owned[power]
    return held & ~axis_homes(g) & t.stands[const.RESISTANCE]  # [R20] [3.7f]


def raise_army(g: Board, kind: int, area: int) -> None:
    """Put a puppet army on the board; that is not a move, so it provokes nobody. [7.2.C] [R62]"""
    g.put(g.free_unit(kind), area)
    if g.log is not None:
        army = words.one(g.t.kind_name[kind])
        text = f"Puppets: {words.nation(g, g.power)} raises {army} in {words.area(g, area)}."
        g.log.add(text, "7.2.C", (g.ids.area(area),))


def rise(g: Board, area: int) -> None:
    """Place a Resistance unit. [7.2.Db]"""
    before = g.worth[area]
    g.put(g.free_unit(g.t.resistance_kind), area)
    if g.log is not None:
        less = before - g.worth[area]
        text = f"Resistance rises in {words.area(g, area)}"
        if less:
            points = words.count(less, "victory point")
            text += f", which is worth {points} less to {words.nation(g, g.control[area])}"
        g.log.add(f"{text}.", "7.2.Db", (g.ids.area(area),))


class Logistics(ActiveStep[Board]):
    """The icons of a Logistics event that are left, in any order, each optional. [7.2] [R44]"""

    def __init__(
        self, card: int, army: int, fleet: int, air: int, move: int, puppets: int, resistance: int, taken: int
    ) -> None:
        self.card = card
        self.army = army
        self.fleet = fleet
        self.air = air
        self.move = move
        self.puppets = puppets
        self.resistance = resistance
        self.taken = taken  # areas with a puppet army of this event

    def run(self, g: Board) -> bool:
        if self.army or self.fleet or self.air or self.move or self.puppets or self.resistance:
            return True
        self.finish(g)
        return False

    def finish(self, g: Board) -> None:
        """End the event."""
        g.agenda.pop()
        g.discard(self.card)

    def left(self, kind: int) -> int:
        """Return how many icons are left that deploy a unit of this type."""
        if kind == const.ARMY:
            return self.army
        if kind == const.FLEET:
            return self.fleet
        return self.air if kind == const.AIR_FLEET else 0  # U-boats and Resistance have no such icon

    def areas(self, g: Board) -> int:
        """Return where a puppet army or a Resistance unit may be placed."""
        found = 0
        if self.puppets:
            found = puppet_sites(g, g.power, self.taken)
        if self.resistance:
            found |= resistance_sites(g)
        return found

    def choices(self, g: Board, seat: int) -> list[int]:
        t = g.t
        power = g.power
        found = [DONE]
        if self.army or self.fleet or self.air:
            for kind in deployment.kinds(g, power):  # of all its countries [7.0c] [R57]
                if self.left(t.kind_type[kind]):
                    found.append(g.ids.kind + kind)
        if self.move:
            first = g.ids.unit
            for unit in movement.movable(g, power, movement.FREE):
                found.append(first + unit)
            for unit in movement.movable_uboats(g, power, movement.FREE):
                found.append(first + unit)
        for area in bits(self.areas(g)):
            found.append(AREA + area)
        if deployment.has_units(g, power):
            found.append(DISBAND)
        return found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return choice in self.choices(g, seat)
        if not self.move or g.place[unit] < 0 or g.owner(unit) != g.power:
            return False
        return movement.destinations(g, g.power, unit) != 0

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.finish(g)
        elif choice == DISBAND:
            g.push(deployment.Disband())
        elif choice >= g.ids.kind:
            self.deploy(g, choice - g.ids.kind)
        elif choice >= g.ids.unit:
            self.again(g, self.army, self.fleet, self.air, self.move - 1)
            g.push(movement.Move(choice - g.ids.unit))  # [7.2.B]
        elif self.puppets:
            self.raise_army(g, choice - AREA)
        else:
            self.spend(g, self.puppets, self.resistance - 1, self.taken)
            rise(g, choice - AREA)

    def again(self, g: Board, army: int, fleet: int, air: int, move: int) -> None:
        g.agenda[-1] = Logistics(self.card, army, fleet, air, move, self.puppets, self.resistance, self.taken)

    def spend(self, g: Board, puppets: int, resistance: int, taken: int) -> None:
        """Go on with a number of puppets and Resistance units."""
        g.agenda[-1] = Logistics(
            self.card, self.army, self.fleet, self.air, self.move, puppets, resistance, taken
        )

    def deploy(self, g: Board, kind: int) -> None:
        """Deploy a unit; the icon pays for it. [7.2.A]"""
        what = g.t.kind_type[kind]
        army = self.army - (what == const.ARMY)
        fleet = self.fleet - (what == const.FLEET)
        air = self.air - (what == const.AIR_FLEET)
        self.again(g, army, fleet, air, self.move)
        g.push(deployment.Deploy(kind))

    def raise_army(self, g: Board, area: int) -> None:
        """Put a puppet army into an area; the player says which if the supply has several kinds. [7.2.C]"""
        self.spend(g, self.puppets - 1, self.resistance, self.taken | g.t.bit[area])  # [7.2.C]
        kinds = armies(g, g.power)
        if len(kinds) == 1:
            raise_army(g, kinds[0], area)
        else:
            g.push(Puppet(area))

    def prompt(self, g: Board, seat: int) -> Ask:
        ways: list[str] = []
        units: list[str] = []
        for number, name in ((self.army, "army"), (self.fleet, "fleet"), (self.air, "Air Fleet")):
            if number:
                units.append(f"{number} {name}")
        if units:
            ways.append(f"a kind of unit to deploy ({words.listed(units)})")
        if self.move:
            ways.append(f"a unit to move ({self.move})")
        if self.puppets:
            ways.append(f"an area for a puppet army ({self.puppets})")
        if self.resistance:
            ways.append(f"an area for Resistance ({self.resistance})")
        who = f"{words.nation(g, g.power)} with {words.card(g, self.card)}"
        return Ask(f"{who}: click {words.listed(ways, 'or')}; or Done.", "7.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        ids = g.ids
        if choice == DISBAND:
            return Refusal("You have no units on the board.", "6.1d")
        if AREA <= choice < ids.unit:
            return self.why_area(g, choice - AREA)
        if ids.unit <= choice < ids.kind:
            return self.why_unit(g, choice - ids.unit)
        if ids.kind <= choice < ids.card:
            return self.why_kind(g, choice - ids.kind)
        if ids.card <= choice < ids.power:
            return Refusal("One card is played in a turn; end this event first.", "3.3a")
        return Refusal("The event deploys and moves what its icons show, nothing else.", "7.2")

    def why_kind(self, g: Board, kind: int) -> Refusal:
        """Return why a kind of unit cannot be deployed."""
        t = g.t
        if t.kind_type[kind] == const.RESISTANCE and self.resistance:
            return Refusal("Click the area where the Resistance unit is placed.", "7.2.Da")
        if t.kind_type[kind] == const.ARMY and self.puppets and not self.army:
            return Refusal("Click the area where the puppet army is raised.", "7.2.C")
        if not self.left(t.kind_type[kind]):
            return Refusal(f"No icon is left that deploys {words.one(t.kind_name[kind])}.", "7.2.A")
        return deployment.why_kind(g, g.power, kind, movement.FREE)

    def why_unit(self, g: Board, unit: int) -> Refusal:
        """Return why a unit cannot be moved."""
        if g.owner(unit) != g.power:
            return Refusal(f"The {words.unit(g, unit)} is not yours, and events attack nobody.", "7.2")
        if g.place[unit] < 0:
            return Refusal("That counter is in the supply: click its kind to deploy it.", "7.2.A")
        if not self.move:
            return Refusal("No icon is left that moves a unit.", "7.2.B")
        return operations.why_unit(g, unit, movement.FREE)

    def why_area(self, g: Board, area: int) -> Refusal:
        """Return why neither a puppet army nor Resistance can be placed in an area."""
        if self.puppets:
            return why_puppet(g, g.power, self.taken, area)
        if self.resistance:
            return why_resistance(g, area)
        return Refusal("Click a kind of unit to deploy it or a unit to move it; the area comes next.", "7.2")


def why_puppet(g: Board, power: int, taken: int, area: int) -> Refusal:
    """Return why a puppet army cannot be raised in an area."""
    t = g.t
    bit = t.bit[area]
    where = words.area(g, area)
    if not g.open & bit:
        return Refusal(f"{where} is in play only with the Arctic Expansion.", "2.0.1a")
    if axis_homes(g) & bit:
        return Refusal(f"{where} is an Axis Home area; puppets are raised in occupied countries.", "7.2.C")
    if not g.owned[power] & g.present[power] & bit:
        return Refusal(f"A puppet army needs one of your units in {where}, and your control of it.", "7.2.C")
    if taken & bit:
        return Refusal(f"{where} has its puppet army; each goes to a different area.", "7.2.C")
    if not t.stands[const.ARMY] & bit:
        return Refusal(f"{where} is an island, no place for an army.", "3.7c")
    if g.full & bit:
        return Refusal(f"{where} is full: it holds {words.count(t.limit[area], 'unit')}.", "3.7b")
    return Refusal("All your armies are on the board.", "3.6a")


def why_resistance(g: Board, area: int) -> Refusal:
    """Return why no Resistance unit can be placed in an area."""
    t = g.t
    bit = t.bit[area]
    where = words.area(g, area)
    if not g.open & bit:
        return Refusal(f"{where} is in play only with the Arctic Expansion.", "2.0.1a")
    if axis_homes(g) & bit:
        return Refusal(f"{where} is an Axis Home area; Resistance rises in occupied countries.", "7.2.Da")
    if g.control[area] == const.NOBODY or t.faction[g.control[area]] != const.AXIS:
        return Refusal(f"{where} is not controlled by the Axis.", "7.2.Da")
    if not t.stands[const.RESISTANCE] & bit:
        return Refusal(f"{where} is an island; Resistance needs land.", "3.7f")
    return Refusal("All Resistance units are on the board.", "3.6a")


class Puppet(ActiveStep[Board]):
    """Asks which army is raised in an area, if there are armies of several countries. [7.2.C]"""

    def __init__(self, area: int) -> None:
        self.area = area

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.kind + kind for kind in armies(g, g.power)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        raise_army(g, choice - g.ids.kind, self.area)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Which army is raised in {words.area(g, self.area)}? Click its kind.", "7.2.C")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        kind = choice - g.ids.kind
        if 0 <= kind < g.t.n_kinds:
            name = g.t.kind_name[kind]
            if g.t.kind_type[kind] != const.ARMY:
                return Refusal(f"Puppets are armies, and the {name} is none.", "7.2.C")
            if g.lord[g.t.kind_nation[kind]] != g.power:
                return Refusal(f"The {name} is not yours.", "7.2.C")
            return Refusal(f"All counters of the {name} are on the board.", "3.6a")
        return Refusal(f"Click the kind of army that is raised in {words.area(g, self.area)}.", "7.2.C")
