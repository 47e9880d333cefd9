"""Transport by sea: loading, changing ships, unloading. [A6.4.3A] [A6.4.3B]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.ids import NO, YES
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.movement.land_movement import Declare, WarDeclaringStep
from sandtable.games.blitzkrieg_general.rules.naval import invasion, invasion_limits, naval_movement

# --- what fits aboard


def has_room_for(g: Board, ship: int, unit: int) -> bool:
    """Check whether a ship has room for a unit. [B6.1.3A1] [A6.4.3A]"""
    kind = g.t.unit_kind[ship]
    if not g.friend(g.serves[ship], g.serves[unit]):  # its own or an associated country's [B6.1.3A1]
        return False
    if kind == const.TASK_FORCE:
        if not g.optional & const.HQ_ABOARD or g.t.unit_kind[unit] != const.NAVAL_HQ:  # [A9.5]
            return False
        return not g.cond[ship] & const.CARRIED and not g.aboard(ship)
    if kind != const.CONVOY or g.cond[ship] & const.CARRIED:  # it has had its load of this phase [B6.1.3A4]
        return False
    load = g.aboard(ship)
    small = g.cond[unit] & const.FLIPPED != 0
    if g.cond[ship] & const.FLIPPED:
        return small and not load  # [B6.1.3A2]
    if not load:
        return True
    return len(load) == 1 and small and g.cond[load[0]] & const.FLIPPED != 0  # [B6.1.3A3]


def berths(g: Board, ships: tuple[int, ...], unit: int) -> list[int]:
    """Return the ships of a group that have room for a unit, one of each kind."""
    return distinct(g, [ship for ship in ships if has_room_for(g, ship, unit)])


def may_board(g: Board, unit: int) -> bool:
    """Check whether a unit ashore may go aboard: it may move in this phase and has not moved. [B6.1.3A1]"""
    cond = g.cond[unit]
    if cond & (const.MOVED | const.FLYING | const.FLOWN | const.LANDED | const.INVADING):  # [B6.1.1b]
        return False
    if g.phase != const.EXPLOIT:
        return True
    kind = g.t.unit_kind[unit]  # only those that may exploit [R25]
    if kind == const.AIRCRAFT or (g.advanced and cond & const.UNSUPPLIED):  # [A6.6a]
        return False
    return const.ARMOR <= kind <= const.NAVAL_HQ or cond & const.LED != 0  # [B6.3]


def touches_friends(g: Board, zone: int, country: int) -> bool:
    """Check whether a zone touches an area that is friendly to a country."""
    for area in g.t.coast[zone]:
        if g.friendly(country, area):
            return True
    return False


# --- what a group may do with loads


def offers(g: Board, seat: int, ships: tuple[int, ...], flags: int) -> list[int]:
    """Return the units that a group may take aboard, take over or put ashore, one of each kind."""
    carriers = _carriers(g, ships)
    if not carriers:
        return []
    zone = g.place[ships[0]]
    found = _ashore(g, seat, carriers, zone, flags)
    for unit in g.at[zone]:
        ship = g.carrier[unit]
        if ship < 0:
            continue
        if ship in carriers:
            if may_land(g, unit, flags & naval_movement.CALM != 0):
                found.append(unit)
        elif may_take_over(g, seat, carriers, unit, flags):
            found.append(unit)
    return distinct(g, found) if len(found) > 1 else found


def has_offers(g: Board, seat: int, ships: tuple[int, ...], flags: int = 0) -> bool:
    """Check whether a group can take aboard, take over or put ashore anything."""
    return len(offers(g, seat, ships, flags)) > 0


def _carriers(g: Board, ships: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ships of a group that can have loads."""
    last = const.TASK_FORCE if g.optional & const.HQ_ABOARD else const.CONVOY
    return tuple([ship for ship in ships if g.t.unit_kind[ship] <= last])


def _ashore(g: Board, seat: int, ships: tuple[int, ...], zone: int, flags: int) -> list[int]:
    """Return the units on the coast of a zone that may go aboard."""
    free = [ship for ship in ships if not g.cond[ship] & const.CARRIED and g.target[ship] == const.NONE]
    if not free:
        return []
    friends = 0
    for ship in free:
        friends |= g.friends[g.serves[ship]]
    found: list[int] = []
    for area in g.t.coast[zone]:
        if not g.troops[area] & friends:
            continue
        for unit in g.at[area]:
            if not (friends >> g.serves[unit]) & 1 or not may_board(g, unit):
                continue
            if flags & naval_movement.REFUSED and g.owner(unit) != seat:
                continue
            for ship in free:
                if has_room_for(g, ship, unit):
                    found.append(unit)
                    break
    return found


def may_take_over(g: Board, seat: int, ships: tuple[int, ...], unit: int, flags: int) -> bool:
    """Check whether a group may take over a load from another ship of its zone. [B6.1.3A5]"""
    if g.cond[unit] & const.INVADING or (flags & naval_movement.REFUSED and g.owner(unit) != seat):
        return False
    if g.side_of_unit(unit) != g.side:
        return False
    for ship in ships:
        if g.target[ship] == const.NONE and has_room_for(g, ship, unit):
            return touches_friends(g, g.place[ship], g.serves[ship])
    return False


def may_land(g: Board, unit: int, calm: bool) -> bool:
    """Check whether a load can be put ashore anywhere from its zone."""
    if g.cond[unit] & const.INVADING:
        return False
    for area in g.t.coast[g.place[unit]]:
        if may_unload(g, unit, area) or invasion_limits.obstacle(g, unit, area, calm) == 0:
            return True
    return False


def may_unload(g: Board, unit: int, area: int) -> bool:
    """Check whether a load may be put ashore in a friendly area."""
    if not g.friendly(g.serves[unit], area) or not entry_limits.room(g, unit, area):
        return False
    if g.phase == const.EXPLOIT and g.advanced:  # [A5.4d] [A1.2g]
        return not g.bad(area) and not g.t.terrain_closed[g.t.area_terrain[area]]
    return True


def shores(g: Board, unit: int, calm: bool) -> list[int]:
    """Return the areas where a load can be put ashore. `calm`: war may not be declared for it."""
    coast = g.t.coast[g.place[unit]]
    return [
        area
        for area in coast
        if may_unload(g, unit, area) or invasion_limits.obstacle(g, unit, area, calm) == 0
    ]


# --- doing it


def take(g: Board, seat: int, ships: tuple[int, ...], flags: int, unit: int) -> None:
    """Bring a clicked unit aboard or ashore while its group moves."""
    if g.carrier[unit] in ships:
        calm = flags & naval_movement.CALM != 0
        found = shores(g, unit, calm)
        if len(found) == 1 and may_unload(g, unit, found[0]):
            put_ashore(g, unit, found[0])
        else:
            g.push(Ashore(unit, 1 if calm else 0))
        return
    if g.owner(unit) != seat:
        g.push(Lend(unit, seat, *ships))
        return
    find_berth(g, ships, unit)


def find_berth(g: Board, ships: tuple[int, ...], unit: int) -> None:
    """Put a unit aboard, or ask for the ship if different ones have room."""
    found = berths(g, _open(g, ships), unit)
    if len(found) == 1:
        board(g, unit, found[0])
    else:
        g.push(Berth(unit, *found))


def _open(g: Board, ships: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ships of a group that may still take a load."""
    return tuple([ship for ship in ships if g.target[ship] == const.NONE])


def board(g: Board, unit: int, ship: int) -> None:
    """Take a unit aboard from the coast or from another ship, at no cost. [B6.1.3A6]"""
    zone = g.place[ship]
    old = g.carrier[unit]
    if old >= 0:
        if g.log is not None:
            text = f"{words.unit(g, unit)} goes from {words.unit(g, old)} to {words.unit(g, ship)} in "
            g.log.add(f"{text}{words.space(g, zone)}.", "B6.1.3A5", (g.ids.unit + unit, g.ids.unit + ship))
        g.mark(old, const.CARRIED)  # [B6.1.3A4]
        g.carrier[unit] = ship
        return
    if g.log is not None:
        where = words.space(g, g.place[unit])
        text = (
            f"{words.unit(g, unit)} goes aboard {words.unit(g, ship)} in {words.space(g, zone)} from {where}."
        )
        g.log.add(text, "B6.1.3A1", (g.ids.unit + unit, g.ids.unit + ship))
    start = g.place[unit]
    g.load(unit, ship)
    g.mark(unit, const.EMBARKED)
    g.embarked_at[unit] = zone
    naval_movement.note_sailed(g, unit, first_zones(g, start, zone))


def first_zones(g: Board, area: int, zone: int) -> int:
    """Return the zones a unit enters by going aboard: one, or none from an island to its zone.

    [A6.5.4c] [A6.4.1] [R7]
    """
    return 0 if g.t.twin[area] == zone else 1


def put_ashore(g: Board, unit: int, area: int) -> None:
    """Put a load ashore in a friendly area; that ends its movement. [B6.1.3A7]"""
    if g.log is not None:
        zone = words.space(g, g.place[unit])
        text = f"{words.unit(g, unit)} goes ashore from {zone} in {words.space(g, area)}."
        g.log.add(text, "B6.1.3A7", (g.ids.unit + unit, g.ids.space + area))
    g.mark(g.carrier[unit], const.CARRIED)  # [B6.1.3A4]
    g.unload(unit, area)
    g.unmark(unit, const.EMBARKED)
    naval_movement.note_sailed(g, unit, 0)
    g.embarked_at[unit] = const.NONE
    g.mark(unit, const.MOVED | const.LANDED)  # for this phase: it may exploit [B6.1.3A8]


class Ashore(WarDeclaringStep):
    """The question where a load goes ashore: to friends, or against an enemy coast. [B6.1.3A7] [A6.5.4]

    calm  1: no war may be declared;  goal  the area of the landing for which war was declared
    unprovoked  1: on a minor that was neutral
    """

    def __init__(self, unit: int, calm: int, goal: int = const.NONE, unprovoked: int = 0) -> None:
        self.unit = unit
        self.calm = calm
        self.goal = goal
        self.unprovoked = unprovoked

    def run(self, g: Board) -> bool:
        if self.goal != const.NONE:
            g.agenda.pop()
            if invasion_limits.obstacle(g, self.unit, self.goal, True) == 0:
                invasion.declare(g, self.unit, self.goal, self.unprovoked == 1)
            return False
        if shores(g, self.unit, self.calm == 1):
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(g.carrier[self.unit]),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.space + area for area in shores(g, self.unit, self.calm == 1)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        area = choice - g.ids.space
        if may_unload(g, self.unit, area):
            g.agenda.pop()
            put_ashore(g, self.unit, area)
        elif g.hostile(g.serves[self.unit], area):
            g.agenda.pop()
            invasion.declare(g, self.unit, area)
        else:
            g.push(Declare(self.unit, area))  # [B8.4]

    def decided(self, g: Board, space: int, yes: bool) -> None:
        if yes:
            minor = 1 if g.control[space] >= g.t.n_majors else 0
            g.agenda[-1] = Ashore(self.unit, 1, space, minor)
            return
        g.agenda[-1] = Ashore(self.unit, 1)
        group = g.agenda[-2]
        assert isinstance(group, naval_movement.Sail)
        g.agenda[-2] = group.with_flag(naval_movement.CALM)

    def prompt(self, g: Board, seat: int) -> Ask:
        text = f"Where does {words.unit(g, self.unit)} go ashore?"
        neutral = [
            area
            for area in shores(g, self.unit, self.calm == 1)
            if not may_unload(g, self.unit, area) and not g.hostile(g.serves[self.unit], area)
        ]
        if neutral:
            text += f" A landing in a neutral area means war: {words.spaces(g, neutral)}."
        return Ask(text, "A6.5.4" if g.advanced else "B6.1.3A7")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        area = choice - g.ids.space
        if not 0 <= area < g.t.n_areas:
            return Refusal("Click the area in which the unit goes ashore.", "B6.1.3A7")
        zone, name = g.place[self.unit], words.space(g, area)
        if area not in g.t.coast[zone]:
            return Refusal(f"{name} is not on the coast of {words.space(g, zone)}.", "B6.1.3A7")
        return _why_not_into(g, self.unit, area)


class Berth(Step[Board]):
    """The question which ship of a group takes a unit aboard."""

    def __init__(self, unit: int, *ships: int) -> None:
        self.unit = unit
        self.ships = ships

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.ships[0]),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + ship for ship in self.ships]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        board(g, self.unit, choice - g.ids.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Which ship takes {words.unit(g, self.unit)} aboard?", "B6.1.3A1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal(f"Click a ship of the group that has room for {words.unit(g, self.unit)}.", "B6.1.3A1")


class Lend(Step[Board]):
    """The question whether a seat lets another seat's ships carry one of its units."""

    def __init__(self, unit: int, asker: int, *ships: int) -> None:
        self.unit = unit
        self.asker = asker
        self.ships = ships

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.unit),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [YES, NO]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == YES:
            find_berth(g, self.ships, self.unit)
            return
        if g.log is not None:
            text = f"{words.unit(g, self.unit)} is not allowed to board {words.units(g, list(self.ships))}."
            g.log.add(text, "B6.1.3A1", (g.ids.unit + self.unit,))
        group = g.agenda[-1]
        assert isinstance(group, naval_movement.Sail)
        g.agenda[-1] = group.with_flag(naval_movement.REFUSED)

    def prompt(self, g: Board, seat: int) -> Ask:
        ships = words.units(g, list(self.ships))
        return Ask(f"May {ships} take {words.unit(g, self.unit)} aboard and put it ashore?", "B6.1.3A1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal(
            f"Choose first whether {words.unit(g, self.unit)} may go aboard: Yes or No.", "B6.1.3A1"
        )


# --- refusals


def why_not_load(g: Board, seat: int, ships: tuple[int, ...], flags: int, unit: int) -> Refusal | None:
    """Return why a unit does not go aboard or ashore while a group is moved."""
    name, zone = words.unit(g, unit), g.place[ships[0]]
    carriers = _carriers(g, ships)
    if g.carrier[unit] in ships:
        if g.cond[unit] & const.INVADING:
            return Refusal(f"{name} is already about to land.", "A6.5.4")
        return _why_not_ashore(g, unit, zone)
    if not carriers:
        return Refusal("No ship of the group carries units. It needs a convoy.", "B6.1.3A1")
    if g.place[unit] not in g.t.coast[zone] and g.place[unit] != zone:
        return Refusal(f"{name} is not on the coast of {words.space(g, zone)}.", "B6.1.3A1")
    if not g.friend(g.serves[carriers[0]], g.serves[unit]):
        return Refusal(f"{name} does not belong to the convoy's country or to an associate.", "B6.1.3A1")
    if flags & naval_movement.REFUSED and g.owner(unit) != seat:
        return Refusal(f"The owner of {name} has refused transport.", "B6.1.3A1")
    if g.carrier[unit] < 0 and not may_board(g, unit):
        if g.cond[unit] & (const.MOVED | const.FLYING | const.FLOWN | const.LANDED | const.INVADING):
            return Refusal(f"{name} has moved in this phase.", "B6.1.1b")
        return Refusal(f"{name} may not move in the exploitation phase.", "B6.3")
    return _why_no_room(g, carriers, unit, zone)


def _why_not_ashore(g: Board, unit: int, zone: int) -> Refusal:
    """Return why a load can be put ashore nowhere."""
    if not g.t.coast[zone]:
        return Refusal(f"{words.space(g, zone)} has no coast.", "A1.1d")
    for area in g.t.coast[zone]:
        if g.friendly(g.serves[unit], area):
            return _why_not_into(g, unit, area)
    return invasion_limits.why_not_land(g, unit, g.t.coast[zone][0])


def _why_not_into(g: Board, unit: int, area: int) -> Refusal:
    """Return why a load cannot be put ashore in an area of its coast."""
    if not g.friendly(g.serves[unit], area):
        return invasion_limits.why_not_land(g, unit, area)
    if not entry_limits.room(g, unit, area):
        return entry_limits.why_not_base(g, unit, area)
    return Refusal(f"Nothing moves into {words.space(g, area)} in this exploitation phase.", "A6.7a")


def _why_no_room(g: Board, carriers: tuple[int, ...], unit: int, zone: int) -> Refusal:
    """Return why no ship of a group takes a unit."""
    name = words.unit(g, unit)
    if len([ship for ship in carriers if g.cond[ship] & const.CARRIED]) == len(carriers):
        return Refusal("The convoys have already had a load in this phase.", "B6.1.3A4")
    if not berths(g, carriers, unit):
        if g.cond[unit] & const.FLIPPED or const.HQ <= g.t.unit_kind[unit] <= const.NAVAL_HQ:
            return Refusal(f"No convoy of the group has room for {name}.", "B6.1.3A1")
        return Refusal(f"{name} needs an empty convoy that is not flipped.", "B6.1.3A2")
    if g.carrier[unit] >= 0 and not touches_friends(g, zone, g.serves[carriers[0]]):
        text = f"Loads change ships only next to a friendly area, and {words.space(g, zone)} touches none."
        return Refusal(text, "B6.1.3A5")
    return Refusal("A convoy that lands units takes no other load.", "A6.5.4")
