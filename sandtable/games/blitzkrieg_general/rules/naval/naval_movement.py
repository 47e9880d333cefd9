"""Groups of ships: zone by zone, searched by enemies they pass, at single or double range.

[A6.4.3] [A6.4.3F] [B6.1.2]
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.ids import STOP
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.naval import naval_search, straits, transport

REFUSED: Final = 1  # another seat does not lend its units to this group
CALM: Final = 2  # no war is to be declared for a landing of this group
UNITED: Final = 4  # ships from several zones have come together in it


def may_sail(g: Board, ship: int) -> bool:
    """Check whether a ship may begin to sail now. [B6.1.1b]"""
    return not g.cond[ship] & const.MOVED and _afloat(g, ship)


def _afloat(g: Board, ship: int) -> bool:
    """Check whether a ship may sail in this phase, if it has not yet sailed."""
    cond = g.cond[ship]
    if g.serves[ship] == g.t.usa and not g.war[g.t.usa] and g.t.unit_kind[ship] != const.CONVOY:
        return False  # [S39j] [R61]
    # Ships exploit only with a naval HQ, and nothing does in bad weather. [B6.3d] [A5.4d] [R25]
    return g.phase != const.EXPLOIT or (cond & const.LED != 0 and not (g.advanced and g.bad(g.place[ship])))


def why_not_sail(g: Board, ship: int) -> Refusal | None:
    """Return why a ship may not begin to sail now; None if it may."""
    if may_sail(g, ship):
        return None
    name = words.unit(g, ship)
    if g.cond[ship] & const.MOVED:
        return Refusal(f"{name} has already sailed in this phase.", "B6.1.1b")
    country = g.serves[ship]
    if country == g.t.usa and not g.war[country] and g.t.unit_kind[ship] != const.CONVOY:
        return Refusal(f"Until {words.country(g, country)} is at war only its convoys sail.", "S39j")
    if not g.cond[ship] & const.LED:
        return Refusal(f"No naval HQ in its zone leads {name}, so it may not exploit.", "B6.3d")
    return Refusal("No unit moves in bad weather in the exploitation phase.", "A5.4d")


def enemies(g: Board, ships: tuple[int, ...]) -> int:
    """Return the set of countries at war with a ship of the group; neutrals stop nobody. [B6.4i]"""
    mask = 0
    for ship in ships:
        mask |= g.war[g.serves[ship]]
    return mask


def is_open_to(g: Board, zone: int, other: int, ship: int) -> bool:
    """Check whether a ship may go from a zone to an adjacent one. [A6.4.3C] [R14]"""
    t = g.t
    if g.advanced:
        if const.EXPLOIT <= g.phase <= const.EXPLOIT_REACTION and g.bad(other):  # [A5.4d] [A5.4e] [R111]
            return False
        link = t.link_of[zone * t.n_spaces + other]
        if t.link_gate[link] != const.NONE:
            return straits.is_open_to(g, link, g.serves[ship], t.unit_kind[ship] == const.SUBMARINE)
    return True


def single_range(g: Board, ship: int) -> int:
    """Return the single range of a ship. [B6.1.1]"""
    return g.t.kind_range[g.t.unit_kind[ship]]


def reach(g: Board, ship: int) -> int:
    """Return how many zones a ship may sail in all. [B6.1.2] [A6.4.3F]"""
    once = single_range(g, ship)
    if not g.advanced and g.ships[g.place[ship]] & g.war[g.serves[ship]]:  # [B6.1.2]
        return once
    return 2 * once


def sailed(g: Board, unit: int) -> int:
    """Return how many zones a ship has sailed in this phase, or a cargo has been carried."""
    return (g.cond[unit] & const.SAILED_MASK) // const.SAILED


def note_sailed(g: Board, unit: int, zones: int) -> None:
    """Note that number, up to the highest that fits: a cargo passed between ships may come farther."""
    g.unmark(unit, const.SAILED_MASK)
    g.mark(unit, min(zones, const.SAILED_MASK // const.SAILED) * const.SAILED)


def zones_left(g: Board, ship: int) -> int:
    """Return how many zones a ship may still sail in this phase, from where it is. [B6.1.1] [A6.4.3F]"""
    gone = sailed(g, ship)
    if g.cond[ship] & const.SHORT or (not gone and reach(g, ship) == single_range(g, ship)):
        return single_range(g, ship) - gone
    return 2 * single_range(g, ship) - gone


def is_halted(g: Board, ship: int) -> bool:
    """Check whether enemies have ended a ship's move: by a fight, or in the basic game by their presence.

    [A6.4.3F2] [B6.1.4]
    """
    if g.advanced:
        return g.cond[ship] & const.TRANSITED != 0
    return g.ships[g.place[ship]] & g.war[g.serves[ship]] != 0


def distance(g: Board, ship: int, start: int, end: int, most: int) -> int:
    """Return how many zones a ship sails from one zone to another; NONE if more than `most`."""
    if start == end:
        return 0
    seen = {start}
    edge = [start]
    for far in range(1, most + 1):
        further: list[int] = []
        for zone in edge:
            for other in g.t.sea_near[zone]:
                if other in seen or not is_open_to(g, zone, other, ship):
                    continue
                if other == end:
                    return far
                seen.add(other)
                further.append(other)
        edge = further
    return const.NONE


def capes(g: Board, zone: int) -> list[int]:
    """Return the zones that ships may reach from a zone round Cape Magellan. [A9.6]"""
    if not g.advanced or not g.optional & const.CAPE_MAGELLAN:
        return []
    found: list[int] = []
    if zone == g.t.cape_far_zone:
        found = g.t.cape_zones
    elif zone in g.t.cape_zones:
        found = [g.t.cape_far_zone]
    return [other for other in found if g.phase != const.EXPLOIT or not g.bad(other)]  # [A5.4d] [A5.4e]


class Sail(Step[Board]):
    """A group of ships on its way.

    `start` is the zone it came from, `moved` how many zones it has gone of `limit`, `heading` the zone it
    sails to while enemies search for it. Ships in a zone on its way may join it, even if they have stopped
    there, within the range each has left. The ship that has gone furthest counts for all.
    """

    def __init__(self, start: int, flags: int, moved: int, limit: int, heading: int, *ships: int) -> None:
        self.start = start
        self.flags = flags
        self.moved = moved
        self.limit = limit
        self.heading = heading
        self.ships = ships

    def with_ships(self, ships: tuple[int, ...]) -> Sail:
        """Return the same group with other ships."""
        return Sail(self.start, self.flags, self.moved, self.limit, self.heading, *ships)

    def with_flag(self, flag: int) -> Sail:
        """Return the same group after a refusal by another seat, or a decision against war."""
        return Sail(self.start, self.flags | flag, self.moved, self.limit, self.heading, *self.ships)

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.ships[0]),)

    def run(self, g: Board) -> bool:
        left = tuple([ship for ship in self.ships if g.place[ship] >= 0])
        if len(left) < len(self.ships):
            if not left:
                g.agenda.pop()
            else:
                g.agenda[-1] = self.with_ships(left)
            return False
        if self.heading != const.NONE:
            self.resume(g)
            return False
        found = self.choices(g, g.owner(self.ships[0]))
        if len(found) > 1:
            return g.offer(found)
        self.finish(g)
        return False

    def resume(self, g: Board) -> None:
        """Go on after enemies on the way have searched. [A6.4.3D1] [A6.4.3F1]"""
        once = single_range(g, self.ships[0])
        if g.cond[self.ships[0]] & const.TRANSITED:
            if self.moved > once:  # found beyond single range and fought: the move is over [A6.4.3F3]
                g.agenda.pop()
                for ship in self.ships:
                    g.mark(ship, const.MOVED)
                return
            if self.moved == once:  # found within it: that is all the range it has [A6.4.3F2]
                g.agenda[-1] = Sail(self.start, self.flags, self.moved, once, const.NONE, *self.ships)
                return
            g.agenda[-1] = Sail(self.start, self.flags, self.moved, once, const.NONE, *self.ships)
            self.go(g, self.heading, once)
            return
        self.go(g, self.heading, self.limit)

    def zones(self, g: Board) -> list[int]:
        """Return where the group may go next."""
        ships = self.ships
        if self.moved >= self.limit:
            return []
        for ship in ships:
            if g.target[ship] != const.NONE:  # a convoy that lands units stays with them [R12]
                return []
        zone = g.place[ships[0]]
        found: list[int] = []
        beyond = self.moved >= single_range(g, ships[0])
        for other in g.t.sea_near[zone]:
            if beyond and not g.advanced and g.ships[other] & enemies(g, ships):  # [B6.1.2] [B6.4g]
                continue
            for ship in ships:
                if not is_open_to(g, zone, other, ship):
                    break
            else:
                found.append(other)
        if self.moved == 0:
            for other in capes(g, zone):  # [A9.6a]
                if other not in found:
                    found.append(other)
        if g.optional & const.COOPERATION:
            return [other for other in found if not g.parted(g.serves[ships[0]], other)]  # [A9.11]
        return found

    def joining(self, g: Board) -> list[int]:
        """Return the ships that may join the group, at its start or on its way. [A6.4.3] [R152]"""
        first = self.ships[0]
        found = [ship for ship in g.at[g.place[first]] if self.may_unite(g, ship)]
        if not found or (self.moved and not self.zones(g)):
            return []
        return distinct(g, found)

    def may_unite(self, g: Board, ship: int) -> bool:
        """Check whether a ship in the group's zone may join it."""
        first = self.ships[0]
        if not g.is_ship(ship) or ship in self.ships or not g.friend(g.serves[first], g.serves[ship]):
            return False
        if g.target[ship] != const.NONE or g.owner(ship) != g.owner(first) or not _afloat(g, ship):
            return False
        if not g.cond[ship] & const.MOVED:
            return True
        return zones_left(g, ship) > 0 and not is_halted(g, ship) and not g.cond[first] & const.TRANSITED

    def choices(self, g: Board, seat: int) -> list[int]:
        ids = g.ids
        found = [STOP]
        for ship in self.joining(g):
            found.append(ids.unit + ship)
        for zone in self.zones(g):
            found.append(ids.space + zone)
        for unit in transport.offers(g, seat, self.ships, self.flags):
            found.append(ids.unit + unit)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == STOP:
            self.finish(g)
            return
        unit = choice - g.ids.unit
        if unit >= 0:
            if g.is_ship(unit):
                self.unite(g, unit)
            else:
                transport.take(g, seat, self.ships, self.flags, unit)
            return
        zone = choice - g.ids.space
        if g.advanced and self.moved and naval_search.may_be_searched(g, g.place[self.ships[0]], self.ships):
            # Only those who go on are searched for now. [A6.4.3D1] [A6.4.3D3]
            g.agenda[-1] = Sail(self.start, self.flags, self.moved, self.limit, zone, *self.ships)
            naval_search.transit(g, g.place[self.ships[0]], self.ships)
            return
        self.go(g, zone, self.limit)

    def unite(self, g: Board, ship: int) -> None:
        """Let a ship join the group; both then go as far as the one with the least range left. [R152]"""
        rest = min(self.limit - self.moved, zones_left(g, ship))
        flags = self.flags
        if self.moved or g.cond[ship] & const.MOVED:
            flags |= UNITED
            if g.log is not None:
                zone = g.place[ship]
                text = f"{words.unit(g, ship)} joins {words.units(g, list(self.ships))}"
                text = f"{text} in {words.space(g, zone)}."
                g.log.add(text, "A6.4.3", (g.ids.unit + ship, g.ids.space + zone))
        moved = max(self.moved, sailed(g, ship))
        g.agenda[-1] = Sail(self.start, flags, moved, moved + rest, const.NONE, *self.ships, ship)

    def go(self, g: Board, zone: int, limit: int) -> None:
        """Sail one zone further; the group is on top of the agenda."""
        here = g.place[self.ships[0]]
        link = g.t.link(here, zone)
        moved = self.moved + 1 if link != const.NONE else limit  # round the cape it takes all [A9.6a]
        once = single_range(g, self.ships[0])
        for ship in self.ships:
            if not sailed(g, ship) and reach(g, ship) == once:
                g.mark(ship, const.SHORT)
            gone = sailed(g, ship) + 1 if link != const.NONE else limit
            g.move(ship, zone, link)
            note_sailed(g, ship, gone)
            for unit in g.aboard(ship):
                note_sailed(g, unit, sailed(g, unit) + 1)  # [A6.5.4c]
            if gone > once:
                g.mark(ship, const.DOUBLE | const.RUSHED)  # [B6.1.2a] [A6.4.3F]
        step = Sail(self.start, self.flags, moved, limit, const.NONE, *self.ships)
        g.agenda[-1] = step
        if not g.advanced and g.ships[zone] & enemies(g, self.ships):
            entry_limits.attack(g, zone)  # in the basic game enemies stop the ships and are fought [B6.1.4]
            step.finish(g)

    def finish(self, g: Board) -> None:
        """End the group's move where it is."""
        g.agenda.pop()
        for ship in self.ships:
            g.mark(ship, const.MOVED)  # [B6.1.1b]
        if g.log is not None and self.moved:
            here = g.place[self.ships[0]]
            what = words.units(g, list(self.ships))
            verb = "sails" if len(self.ships) == 1 else "sail"
            far = " at double range" if self.moved > single_range(g, self.ships[0]) else ""
            text = f"{what} {verb} from {words.space(g, self.start)} to {words.space(g, here)}{far}."
            if self.flags & UNITED:
                text = f"{what} sail together to {words.space(g, here)}{far}."
            elif here == self.start:
                text = f"{what} {verb} back to {words.space(g, here)}{far}."
            refs = (g.ids.space + here, *[g.ids.unit + ship for ship in self.ships])
            g.log.add(text, "A6.4.3" if g.advanced else "B6.1.3", refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        where = words.space(g, g.place[self.ships[0]])
        what = words.units(g, list(self.ships))
        text = f"{what} in {where}"
        if self.moved:
            text += f", {words.count(self.limit - self.moved, 'zone')} left"
            near = single_range(g, self.ships[0]) - self.moved
            if 0 <= near < self.limit - self.moved:
                text += f" ({near or 'none'} at single range)"
        clicks: list[str] = ["more ships that join it"] if self.joining(g) else []
        if self.zones(g):
            clicks.append("the next zone" if self.moved else "a zone to sail to")
        if transport.has_offers(g, seat, self.ships, self.flags):
            clicks.append("units to take aboard or put ashore")
        if clicks:
            text += f": click {', '.join(clicks[:-1])}{' or ' if clicks[1:] else ''}{clicks[-1]}"
        return Ask(f"{text}; Stop ends the move.", "A6.4.3" if g.advanced else "B6.1.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit, space = choice - g.ids.unit, choice - g.ids.space
        if 0 <= unit < g.t.n_units:
            return self.why_not_unit(g, seat, unit)
        if not 0 <= space < g.t.n_spaces:
            return Refusal("A group of ships is moving. Click a zone or a unit, or Stop.", "B6.1.1a")
        if space < g.t.n_areas:
            text = f"Ships stay at sea. Click the unit aboard that goes ashore in {words.space(g, space)}."
            return Refusal(text, "B6.1.3A7")
        return self.why_not_zone(g, space)

    def why_not_zone(self, g: Board, zone: int) -> Refusal:
        """Return why the group does not sail into a zone."""
        here, name = g.place[self.ships[0]], words.space(g, zone)
        if zone == here:
            return Refusal("The group is already in that zone. Click Stop to end its move.", "B6.1.1a")
        if zone not in g.t.sea_near[here]:
            return Refusal(f"{name} does not touch {words.space(g, here)}.", "B6.1a")
        for ship in self.ships:
            if g.target[ship] != const.NONE:
                return Refusal("A convoy that lands units stays in its zone.", "A6.5.4")
        if self.moved >= self.limit:
            return Refusal(f"The group has no range left: it has sailed {self.moved} zones.", "B6.1.1")
        if g.parted(g.serves[self.ships[0]], zone):
            return entry_limits.why_not_join(g, zone)
        for ship in self.ships:
            if not is_open_to(g, here, zone, ship):
                if g.phase == const.EXPLOIT and g.bad(zone):
                    return Refusal(f"The weather in {name} is bad, so no unit exploits there.", "A5.4d")
                return straits.why_not_pass(g, g.t.link(here, zone), g.serves[ship])
        return Refusal(
            f"Ships at double range may not enter zones with enemy ships, and {name} has some.", "B6.1.2"
        )

    def why_not_unit(self, g: Board, seat: int, unit: int) -> Refusal | None:
        """Return why a counter does not join, go aboard or go ashore."""
        if g.place[unit] < 0:
            return Refusal(f"{words.unit(g, unit)} is not on the map.", "A6.4.3")
        if not g.is_ship(unit):
            return transport.why_not_load(g, seat, self.ships, self.flags, unit)
        name = words.unit(g, unit)
        if unit in self.ships:
            return Refusal(f"{name} is already in the group.", "A6.4.3")
        if g.place[unit] != g.place[self.ships[0]]:
            return Refusal(f"{name} is in another zone. It can join when the group arrives there.", "A6.4.3")
        if g.owner(unit) != seat or not g.friend(g.serves[self.ships[0]], g.serves[unit]):
            return Refusal(f"{name} does not sail with this group.", "B1.0a")
        if g.target[unit] != const.NONE:
            where = words.space(g, g.target[unit])
            return Refusal(f"{name} supports or lands units in {where}.", "A6.5.4")
        if not g.cond[unit] & const.MOVED:
            return why_not_sail(g, unit) or Refusal(
                "The group goes no further, so no ship joins it.", "A6.4.3"
            )
        if zones_left(g, unit) <= 0:
            return Refusal(f"{name} has no range left: it has sailed {sailed(g, unit)} zones.", "B6.1.1")
        if is_halted(g, unit):
            return Refusal(f"Enemies have ended the move of {name}.", "A6.4.3F2" if g.advanced else "B6.1.4")
        if g.cond[self.ships[0]] & const.TRANSITED:
            return Refusal("The group has fought on its way, so no ship joins it.", "A6.4.3F2")
        return Refusal("The group goes no further, so no ship joins it.", "A6.4.3")
