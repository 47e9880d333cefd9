"""Landings on enemy coasts: the enemy's naval reaction, the landing, coastal defence. [A6.5.4]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.base_steps import PhaseStep
from sandtable.games.blitzkrieg_general.rules.movement import pinning
from sandtable.games.blitzkrieg_general.rules.naval import naval_movement, search_rolls
from sandtable.games.blitzkrieg_general.rules.politics import control

# --- declaring it


def declare(g: Board, unit: int, area: int, neutral: bool = False) -> None:
    """Declare a landing: it takes place at once in the basic game, else after the enemy's reaction.

    [A6.5.4] [R18] `neutral`: the area's owner is a minor on which war was declared for this landing.
    """
    ship = g.carrier[unit]
    country = g.serves[unit]
    if not g.advanced:
        go_ashore(g, unit, area)
        g.mark(unit, const.MOVED | const.LANDED)  # [B6.1.3A7]
        if entry_limits.enemies(g, country, area):
            entry_limits.attack(g, area, country)  # [B6.1.4]
        else:
            control.occupy(g, area, country)
        return
    g.mark(unit, const.INVADING | const.MOVED)
    g.target[ship] = area
    if neutral or _is_unprovoked(g, area):
        g.mark(unit, const.UNPROVOKED)  # [A6.5.4k]
    entry_limits.attack(g, area, country)
    if g.log is not None:
        zone = words.space(g, g.place[ship])
        text = f"{words.unit(g, unit)} prepares to land in {words.space(g, area)} from {zone}."
        g.log.add(text, "A6.5.4", (g.ids.unit + unit, g.ids.space + area))


def _is_unprovoked(g: Board, area: int) -> bool:
    """Check whether another unit already lands in a neutral minor that owns this area."""
    owner = g.control[area]
    for unit in range(g.t.n_units):
        if g.cond[unit] & const.UNPROVOKED and g.carrier[unit] >= 0:
            there = g.target[g.carrier[unit]]
            if there != const.NONE and g.control[there] == owner:
                return True
    return False


def go_ashore(g: Board, unit: int, area: int) -> None:
    """Put a load ashore on an enemy coast, and note its convoy."""
    ship = g.carrier[unit]
    link = g.t.link(g.place[ship], area)
    if g.log is not None:
        text = f"{words.unit(g, unit)} lands in {words.space(g, area)}."
        g.log.add(text, "A6.5.4" if g.advanced else "B6.1.3A7", (g.ids.unit + unit, g.ids.space + area))
    g.mark(ship, const.CARRIED)  # [B6.1.3A4]
    g.unload(unit, area)
    g.came[unit] = link
    g.unmark(unit, const.EMBARKED)
    naval_movement.note_sailed(g, unit, 0)
    g.embarked_at[unit] = -2 - ship  # ashore this tells the convoy: see `convoy_of`
    if g.t.area_home[area] >= 0:
        g.invaded |= 1 << g.t.area_home[area]


def convoy_of(g: Board, unit: int) -> int:
    """Return the convoy that has put a unit ashore on an enemy coast; NONE if it is gone."""
    ship = -2 - g.embarked_at[unit]
    return ship if ship >= 0 and g.place[ship] >= 0 else const.NONE


def is_unloading(g: Board, ship: int) -> bool:
    """Check whether a convoy lands units in enemy territory; it then takes no part in combat. [A10.2a]"""
    return g.t.unit_kind[ship] == const.CONVOY and g.target[ship] != const.NONE


# --- the enemy's ships


def invasion_zones(g: Board) -> list[int]:
    """Return the zones from which landings are declared, in the order of their numbers."""
    found: list[int] = []
    for unit in [u for u, marks in enumerate(g.cond) if marks & const.INVADING]:
        if g.carrier[unit] >= 0 and g.place[unit] not in found:
            found.append(g.place[unit])
    found.sort()
    return found


def landing(g: Board, zone: int) -> list[int]:
    """Return the loads in a zone that are about to land."""
    return [u for u in g.at[zone] if g.cond[u] & const.INVADING and g.carrier[u] >= 0]


def may_react(g: Board, ship: int, zone: int) -> bool:
    """Check whether a ship may come to an invasion zone and fight without a search. [A6.5.4i] [A6.5.4j]"""
    if g.cond[ship] & (const.REACTED | const.PINNED | const.FOUGHT) or g.place[ship] < 0:
        return False
    war = g.war[g.serves[ship]]
    provoked = False
    enemy = False
    for unit in landing(g, zone):
        if (war >> g.serves[g.carrier[unit]]) & 1:
            enemy = True
            provoked = provoked or not g.cond[unit] & const.UNPROVOKED
    if not enemy:
        return False
    if g.place[ship] == zone:
        return True
    if not provoked or not pinning.may_leave(g, ship):  # [A10.1]
        return False  # of a neutral minor only those who are there [A6.5.4k]
    if g.phase == const.EXPLOIT_REACTION and not entry_limits.same_weather(
        g, g.place[ship], zone
    ):  # [A5.4e] [R111]
        return False
    if g.parted(g.serves[ship], zone):  # [A9.11]
        return False
    most = g.t.number["naval_reaction_zones"]
    return naval_movement.distance(g, ship, g.place[ship], zone, most) != const.NONE  # [A6.5.4j]


class NavalReaction(PhaseStep):
    """Ships of the other side come to the zones of invasion and fight without a search. [A6.5.4i]"""

    def side(self, g: Board) -> int:
        return 1 - g.side

    def offers(self, g: Board, seat: int) -> list[int]:
        if not g.advanced:
            return []
        t = g.t
        mask = g.mask(1 - g.side)
        found: list[int] = []
        for zone in invasion_zones(g):
            for near in zones_around(g, zone, t.number["naval_reaction_zones"]):
                if not g.ships[near] & mask:
                    continue
                here = [u for u in g.at[near] if t.unit_kind[u] >= const.FIRST_SHIP and g.owner(u) == seat]
                for ship in distinct(g, here):
                    if ship not in found and may_react(g, ship, zone):
                        found.append(ship)
        return [g.ids.unit + ship for ship in found]

    def take(self, g: Board, seat: int, choice: int) -> None:
        ship = choice - g.ids.unit
        zones = [zone for zone in invasion_zones(g) if may_react(g, ship, zone)]
        if len(zones) == 1:
            join_fight(g, ship, zones[0])
        else:
            g.push(ReactionTarget(ship))

    def finish(self, g: Board) -> None:
        g.push(Landing())
        for zone in reversed(invasion_zones(g)):
            number = len([u for u in g.at[zone] if g.cond[u] & const.REACTED and g.cond[u] & const.TRANSITED])
            if number:
                entry_limits.attack(g, zone)  # [A6.5.4i] [R90]
                g.push(PinShips(zone, number))

    def prompt(self, g: Board, seat: int) -> Ask:
        where = words.spaces(g, invasion_zones(g))
        text = f"The enemy lands from {where}. Click ships within 3 zones to fight the fleet, then Done."
        return Ask(text, "A6.5.4i")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        ship = choice - g.ids.unit
        if not 0 <= ship < g.t.n_units or not g.is_ship(ship) or g.place[ship] < 0:
            return Refusal("Click a ship to fight the invasion fleet, or Done.", "A6.5.4i")
        name = words.unit(g, ship)
        if g.owner(ship) != seat:
            return Refusal(f"{name} is not yours.", "B1.0a")
        if g.cond[ship] & const.REACTED:
            return Refusal(f"{name} has already reacted.", "A6.5.4i")
        if g.cond[ship] & const.FOUGHT:
            return Refusal(f"{name} has already fought in this phase.", "A10.1")
        if g.cond[ship] & const.PINNED or not pinning.may_leave(g, ship):
            return Refusal(f"{name} is pinned to the combat in its zone.", "A10.1c")
        for zone in invasion_zones(g):
            far = naval_movement.distance(g, ship, g.place[ship], zone, g.t.number["naval_reaction_zones"])
            if far != const.NONE and g.war[g.serves[ship]] & g.ships[zone]:
                if g.phase == const.EXPLOIT_REACTION and not entry_limits.same_weather(
                    g, g.place[ship], zone
                ):
                    return Refusal("In this phase no unit changes maps with different weather.", "A5.4e")
                if g.parted(g.serves[ship], zone):
                    return entry_limits.why_not_join(g, zone)
                text = "The invaded country was neutral. Only ships in the invasion zone may react."
                return Refusal(text, "A6.5.4k")
        return Refusal(f"{name} is more than 3 zones away, or not at war with the invaders.", "A6.5.4j")


def zones_around(g: Board, zone: int, most: int) -> list[int]:
    """Return the zones within `most` zones of a zone, itself included."""
    seen = {zone}
    found = [zone]
    edge = [zone]
    for _step in range(most):
        further: list[int] = []
        for here in edge:
            for other in g.t.sea_near[here]:
                if other not in seen:
                    seen.add(other)
                    found.append(other)
                    further.append(other)
        edge = further
    return found


def join_fight(g: Board, ship: int, zone: int) -> None:
    """Bring a ship to an invasion zone, or into the fight there. [A6.5.4i]"""
    if g.log is not None:
        text = f"{words.unit(g, ship)} from {words.space(g, g.place[ship])} fights the invasion fleet in "
        refs = (g.ids.unit + ship, g.ids.space + zone)
        g.log.add(f"{text}{words.space(g, zone)}.", "A6.5.4i", refs)
    if g.place[ship] != zone:
        g.move(ship, zone)
    g.mark(ship, const.REACTED | const.TRANSITED)


class ReactionTarget(Step[Board]):
    """The question which invasion fleet a reacting ship fights."""

    saved_as: ClassVar[str] = "Against"

    def __init__(self, ship: int) -> None:
        self.ship = ship

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.ship),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.space + zone for zone in invasion_zones(g) if may_react(g, self.ship, zone)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        join_fight(g, self.ship, choice - g.ids.space)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"To which invasion zone does {words.unit(g, self.ship)} go?", "A6.5.4i")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Click an invasion zone within 3 zones.", "A6.5.4j")


class PinShips(Step[Board]):
    """Reacting ships pin as many phasing ships in their zone to the fight there. [A10.1e] [A10.1f]

    Ships that do nothing else are pinned first. Then the owner chooses among those that support a combat on
    land or are about to land units. Convoys that have landed their units are not pinned.
    """

    saved_as: ClassVar[str] = "Bind"

    def __init__(self, zone: int, number: int) -> None:
        self.zone = zone
        self.number = number

    def free(self, g: Board) -> list[int]:
        """Return the unpinned ships that are to land units or support a combat."""
        mask = g.mask(g.side)
        found: list[int] = []
        for unit in g.at[self.zone]:
            if g.target[unit] == const.NONE or not g.is_ship(unit) or not (mask >> g.serves[unit]) & 1:
                continue
            if not is_unloading(g, unit) or g.aboard(unit):
                found.append(unit)
        return found

    def idle(self, g: Board) -> int:
        """Return how many other ships the enemy can fight there."""
        mask = g.mask(g.side)
        foes = g.ships[self.zone] & ~mask
        number = 0
        for unit in g.at[self.zone]:
            if g.is_ship(unit) and (mask >> g.serves[unit]) & 1 and g.target[unit] == const.NONE:
                if g.war[g.serves[unit]] & foes and not g.cond[unit] & const.PINNED:
                    number += 1
        return number

    def run(self, g: Board) -> bool:
        left = self.number - self.idle(g)
        free = self.free(g)
        if left <= 0 or not free:
            g.agenda.pop()
            return False
        kinds = distinct(g, free)
        if left >= len(free) or len(kinds) == 1:
            g.agenda.pop()
            for ship in free[:left]:
                pin_ship(g, ship)
            return False
        return True

    def seats(self, g: Board) -> tuple[int, ...]:
        return (search_rolls.choosing_seat(g, g.side, self.free(g)),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + ship for ship in distinct(g, self.free(g))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = PinShips(self.zone, self.number - 1)
        pin_ship(g, choice - g.ids.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        left = self.number - self.idle(g)
        text = f"{words.count(left, 'ship')} in {words.space(g, self.zone)} must fight enemy ships: which?"
        return Ask(f"{text} A chosen convoy keeps its load.", "A10.1e")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Click one of the ships that could be pinned to the fight at sea.", "A10.1f")


def pin_ship(g: Board, ship: int) -> None:
    """Pin a ship to the fight at sea: a convoy keeps its load, a task force supports nobody. [A10.1e]"""
    g.mark(ship, const.PINNED)
    g.unmark(ship, const.RAIDING)
    g.target[ship] = const.NONE
    for unit in g.aboard(ship):
        g.unmark(unit, const.INVADING | const.UNPROVOKED)
    if g.log is not None:
        g.log.add(f"{words.unit(g, ship)} is pinned to the fight at sea.", "A10.1e", (g.ids.unit + ship,))


# --- going ashore


class Landing(Step[Board]):
    """The landing of all units that were not stopped at sea. [A6.5.4] [R18]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        land(g)
        return False


def land(g: Board) -> None:
    """Put all units ashore that have declared a landing and were not stopped at sea. [A6.5.4] [R18]"""
    if not g.advanced:
        return
    for unit in [u for u, marks in enumerate(g.cond) if marks & const.INVADING]:
        ship = g.carrier[unit]
        if ship < 0 or not g.cond[unit] & const.INVADING:
            continue
        area = g.target[ship]
        if search_rolls.is_limited(
            g, g.place[ship], g.side_of_unit(ship)
        ):  # came at double range later [A6.4.3F5]
            g.unmark(unit, const.INVADING | const.UNPROVOKED)
            g.target[ship] = const.NONE
            continue
        go_ashore(g, unit, area)
    g.battles = [space for space in g.battles if _attacked(g, space)]


def _attacked(g: Board, space: int) -> bool:
    """Check whether anyone still attacks a space, after landings have been stopped."""
    if space >= g.t.n_areas:
        return True
    mask = g.mask(g.side)
    if g.troops[space] & mask:
        return True
    for zone in g.t.coast[space]:
        for unit in g.at[zone]:
            if g.target[unit] == space and (mask >> g.serves[unit]) & 1:
                g.target[unit] = const.NONE
    return False


# --- the coast


def coastal_defence(g: Board, area: int) -> None:
    """Roll once for the coast against all units that land there, even in an empty area. [A6.5.4h] [R67]"""
    if not g.advanced:
        return
    units = [u for u in g.at[area] if g.cond[u] & const.INVADING and g.carrier[u] < 0]
    if not units:
        return
    die = g.rng.roll(6)
    g.revealed += 1
    if g.log is not None:
        outcome = "no effect" if die % 2 else "a hit"
        text = f"The coastal defence of {words.space(g, area)} rolls {die}: {outcome}."
        g.log.add(text, "A6.5.4h", (g.ids.space + area,))
    if die % 2 == 0:
        g.push(CoastalHit(area, 1 if die == g.t.number["coastal_convoy_hit"] else 0))


class CoastalHit(Step[Board]):
    """The question which landing unit takes the hit of the coastal defence. [A6.5.4h]"""

    def __init__(self, area: int, convoy: int) -> None:
        self.area = area
        self.convoy = convoy

    def landing(self, g: Board) -> list[int]:
        """Return the units that could take the hit, one of each kind."""
        return distinct(g, [u for u in g.at[self.area] if g.cond[u] & const.INVADING and g.carrier[u] < 0])

    def run(self, g: Board) -> bool:
        found = self.landing(g)
        if len(found) > 1:
            return True
        self.hit(g, found[0])
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (search_rolls.choosing_seat(g, g.side, self.landing(g)),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in self.landing(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.hit(g, choice - g.ids.unit)

    def hit(self, g: Board, unit: int) -> None:
        """Hit the unit, and perhaps its convoy. [A6.5.4h]"""
        g.agenda.pop()
        ship = convoy_of(g, unit) if self.convoy else const.NONE
        if g.log is not None:
            what = words.units(g, [unit] if ship == const.NONE else [unit, ship])
            g.log.add(f"The coastal defence hits {what}.", "A6.5.4h", (g.ids.unit + unit,))
        g.hit(unit)
        if ship != const.NONE:
            g.hit(ship)

    def prompt(self, g: Board, seat: int) -> Ask:
        also = " Its convoy is hit too." if self.convoy else ""
        text = f"Which unit that lands in {words.space(g, self.area)} takes the coastal hit?{also}"
        return Ask(text, "A6.5.4h")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal(f"Click a unit that lands in {words.space(g, self.area)}.", "A6.5.4h")
