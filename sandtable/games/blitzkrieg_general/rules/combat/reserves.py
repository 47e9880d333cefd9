"""Reserves: an HQ sends units from its space to an attacked space. [B6.1.6] [A6.4.6]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.base_steps import GoTo, PhaseStep
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.movement.pinning import attacked, may_leave
from sandtable.games.blitzkrieg_general.rules.movement.rail import countries_of_seat
from sandtable.games.blitzkrieg_general.rules.naval import straits

# --- who may react at all


def attackers(g: Board, space: int) -> int:
    """Return the countries of the phasing side that attack a space, as a set."""
    mine = g.mask(g.side)
    found = (g.troops[space] | g.ships[space]) & mine
    if space < g.t.n_areas:
        for zone in g.t.coast[space]:
            if g.forces[zone] & mine:
                for unit in g.at[zone]:
                    if g.target[unit] == space and g.t.unit_kind[unit] == const.TASK_FORCE:
                        found |= 1 << g.serves[unit] & mine
    return found


def may_join_defence(g: Board, unit: int, space: int) -> bool:
    """Check whether a unit may join the defence of a space: at war with an attacker, welcome there."""
    country = g.serves[unit]
    if not g.war[country] & attackers(g, space):
        return False
    friends = g.friends[country]
    if space >= g.t.n_areas:
        return g.ships[space] & friends != 0 and not g.parted(country, space)
    if not g.friendly(country, space) and not g.troops[space] & friends:
        return False
    return not entry_limits.kept_out(g, unit, space) and not entry_limits.strangers(g, country, space)


def can_react(g: Board, unit: int) -> bool:
    """Check whether a unit may react: not pinned, not used, supplied if exploiting. [A10.1] [A6.1k]"""
    if g.cond[unit] & const.REACTED or g.carrier[unit] >= 0:
        return False
    if g.advanced and g.phase == const.EXPLOIT_REACTION and g.cond[unit] & const.UNSUPPLIED:  # [A6.6a]
        return False
    return may_leave(g, unit)


def may_change_maps(g: Board, here: int, there: int) -> bool:
    """Check whether a unit may go from one space to the other in this phase. [A5.4e]"""
    return not g.advanced or g.phase != const.EXPLOIT_REACTION or entry_limits.same_weather(g, here, there)


def may_cross(g: Board, here: int, there: int) -> bool:
    """Check whether a land unit may go from one area to the next in this phase. [A1.2g]

    In the exploitation phase nothing goes into, through or out of a swamp or over its border.
    """
    return g.phase != const.EXPLOIT_REACTION or entry_limits.exploits_across(g, here, there)


# --- where reserves may go


def land_targets(g: Board) -> list[int]:
    """Return the areas that enemy land units attack: aircraft alone cause no reserves. [B6.1.6] [B6.1.6d]"""
    mine = g.mask(g.side)
    return [
        s for s in g.battles if s < g.t.n_areas and g.land[s] & mine and not card_modifiers.no_reaction(g, s)
    ]


def sea_targets(g: Board) -> list[int]:
    """Return the zones that enemy ships attack. [B6.1.6f]"""
    mine = g.mask(g.side)
    return [
        s
        for s in attacked(g)
        if s >= g.t.n_areas and g.ships[s] & mine and not card_modifiers.no_reaction(g, s)
    ]


def land_goals(g: Board, unit: int, targets: list[int]) -> list[int]:
    """Return the attacked areas in a land unit's single range as reserve. [B6.1.6a] [B6.1.6b]"""
    near = g.t.land_near
    start = g.place[unit]
    country = g.serves[unit]
    found: list[int] = []
    way = [start]
    for _step in range(g.t.kind_range[g.t.unit_kind[unit]]):
        following: list[int] = []
        for area in way:
            for other in near[area]:
                if not may_cross(g, area, other):
                    continue
                if other in targets:
                    if other != start and other not in found:
                        found.append(other)
                # Only friendly areas may be passed. [B6.1.6b]
                elif g.friendly(country, other) and not g.land[other] & g.war[country]:
                    following.append(other)
        way = following
    return [a for a in found if may_join_defence(g, unit, a) and entry_limits.room(g, unit, a)]


def sea_goals(g: Board, ship: int, targets: list[int]) -> list[int]:
    """Return the attacked zones a ship reaches as reserve, through zones without enemy ships. [B6.1.6f]"""
    t = g.t
    start = g.place[ship]
    country = g.serves[ship]
    submarine = t.unit_kind[ship] == const.SUBMARINE
    seen = [0] * t.n_spaces
    seen[start] = 1
    found: list[int] = []
    way = [start]
    for _step in range(t.kind_range[t.unit_kind[ship]]):
        following: list[int] = []
        for zone in way:
            for other in t.sea_near[zone]:
                if seen[other] or not straits.is_open_to(g, t.link(zone, other), country, submarine):
                    continue
                seen[other] = 1
                if other in targets:
                    found.append(other)
                elif not g.ships[other] & g.war[country]:
                    following.append(other)
        way = following
    return [z for z in found if may_join_defence(g, ship, z) and may_change_maps(g, start, z)]


def goals(g: Board, unit: int) -> list[int]:
    """Return the attacked spaces a unit reaches as reserve."""
    if g.t.unit_kind[unit] >= const.FIRST_SHIP:
        return sea_goals(g, unit, sea_targets(g))
    return land_goals(g, unit, land_targets(g))


# --- the HQs


def headquarters(g: Board) -> list[int]:
    """Return the HQs on the map of the side that reacts."""
    t = g.t
    found: list[int] = []
    for kind in range(t.n_types):
        if const.HQ <= t.type_kind[kind] <= const.NAVAL_HQ and g.side_of(t.type_nation[kind]) != g.side:
            first = t.first_unit[kind]
            for unit in range(first, first + t.type_count[kind]):
                if g.place[unit] >= 0:
                    found.append(unit)
    return found


def can_send(g: Board, hq: int, unit: int) -> bool:
    """Check whether an HQ can send a unit of its space. [B6.1.6e] [B6.1.6f] [R71]

    An HQ on land, even a naval one, sends land units; a naval HQ at sea sends ships.
    """
    if not g.friend(g.serves[hq], g.serves[unit]):
        return False
    if g.carrier[hq] >= 0:
        return g.t.unit_kind[hq] == const.NAVAL_HQ and g.t.unit_kind[unit] >= const.FIRST_SHIP
    return g.t.unit_kind[unit] < const.HQ


def has_naval_hq(g: Board, ship: int) -> bool:
    """Check whether a ship has a naval HQ aboard, which makes it move like the HQ itself."""
    for cargo in g.aboard(ship):
        if g.t.unit_kind[cargo] == const.NAVAL_HQ:
            return True
    return False


class Reserves(PhaseStep):
    """Reserves of each seat, as many from each HQ as its rating. [B6.1.6] [B6.1.6a] [A6.4.6] [B6.3g]

    `sent` holds pairs of a unit that has gone and the space it came from.
    """

    def __init__(self, at: int = 0, *sent: int) -> None:
        super().__init__(at)
        self.sent = sent

    def again(self, at: int) -> PhaseStep:
        return Reserves(at, *self.sent)

    def side(self, g: Board) -> int:
        return 1 - g.side

    def origin(self, unit: int) -> int:
        """Return where a unit that has gone came from; NONE if it has not gone."""
        for at in range(0, len(self.sent), 2):
            if self.sent[at] == unit:
                return self.sent[at + 1]
        return const.NONE

    def rating(self, g: Board, space: int, unit: int, hqs: list[int]) -> int:
        """Return how many more units like this one the HQs of a space may send. [B6.1.6a]"""
        number = 0
        for hq in hqs:
            carrier = g.carrier[hq]
            gone = self.origin(carrier if carrier >= 0 else hq)
            if gone == const.NONE and g.cond[hq] & const.REACTED:  # it moved against a landing
                continue
            if (gone if gone != const.NONE else g.place[hq]) == space and can_send(g, hq, unit):
                number += g.t.unit_command[hq]
        for at in range(0, len(self.sent), 2):
            other = self.sent[at]
            if self.sent[at + 1] == space and g.is_ship(other) == g.is_ship(unit):
                if not g.is_hq(other) and not (g.is_ship(other) and has_naval_hq(g, other)):  # [B6.1.6c]
                    number -= 1
        return number

    def destinations(self, g: Board, unit: int) -> list[int]:
        """Return where a unit may go; an HQ only follows its reserves. [B6.1.6c]"""
        found = goals(g, unit)
        if g.is_hq(unit) or (g.is_ship(unit) and has_naval_hq(g, unit)):
            there = [
                g.place[self.sent[at]]
                for at in range(0, len(self.sent), 2)
                if self.sent[at + 1] == g.place[unit]
            ]
            return [space for space in found if space in there]
        return found

    def offers(self, g: Board, seat: int) -> list[int]:
        ashore = land_targets(g)
        afloat = sea_targets(g)
        if not ashore and not afloat:
            return []
        hqs = headquarters(g)
        if not hqs:
            return []
        spaces: list[int] = []
        for hq in hqs:
            if g.place[hq] not in spaces:
                spaces.append(g.place[hq])
        for at in range(1, len(self.sent), 2):
            if self.sent[at] not in spaces:
                spaces.append(self.sent[at])
        mask = countries_of_seat(g, seat, 1 - g.side)
        found: list[int] = []
        for space in sorted(spaces):
            if not (g.land[space] | g.ships[space]) & mask:
                continue
            for unit in distinct(g, [u for u in g.at[space] if (mask >> g.serves[u]) & 1]):
                if self.may_go(g, unit, hqs):
                    found.append(g.ids.unit + unit)
        return found

    def may_go(self, g: Board, unit: int, hqs: list[int]) -> bool:
        """Check whether a unit may go anywhere as reserve."""
        kind = g.t.unit_kind[unit]
        if const.LAST_LAND < kind < const.FIRST_SHIP or g.carrier[unit] >= 0:
            return False
        if kind < const.HQ or (kind >= const.FIRST_SHIP and not has_naval_hq(g, unit)):
            if self.rating(g, g.place[unit], unit, hqs) <= 0:
                return False
        return len(self.destinations(g, unit)) > 0 and can_react(g, unit)

    def take(self, g: Board, seat: int, choice: int) -> None:
        unit = choice - g.ids.unit
        found = self.destinations(g, unit)
        if len(found) == 1:
            self.send(g, unit, found[0])
        else:
            g.push(ReserveTo(unit))

    def send(self, g: Board, unit: int, space: int) -> None:
        """Move a reserve to its space; this step is on top of the agenda."""
        start = g.place[unit]
        g.move(unit, space)  # no border effect: it defends [R20]
        g.mark(unit, const.REACTED | const.MOVED)
        g.agenda[-1] = Reserves(self.at, *self.sent, unit, start)
        if g.log is not None:
            text = f"{words.unit(g, unit)} moves as a reserve from {words.space(g, start)}"
            refs = (g.ids.unit + unit, g.ids.space + start, g.ids.space + space)
            g.log.add(f"{text} to {words.space(g, space)}.", "A6.4.6" if g.advanced else "B6.1.6", refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        text = "Click a unit that an HQ may send as a reserve, or Done."
        return Ask(words.attacked(g) + text, "A6.4.6" if g.advanced else "B6.1.6")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0:
            return Refusal("Click a unit in the same space as an HQ, then its target.", "B6.1.6")
        if not (countries_of_seat(g, seat, 1 - g.side) >> g.serves[unit]) & 1:
            return Refusal(words.foreign(g, seat, unit), "B6.1.6")
        kind = g.t.unit_kind[unit]
        if const.LAST_LAND < kind < const.FIRST_SHIP or g.carrier[unit] >= 0:
            return Refusal("Only land units, and ships with a naval HQ at sea, can be reserves.", "B6.1.6")
        if g.cond[unit] & const.REACTED:
            return Refusal(f"{words.unit(g, unit)} has already reacted in this phase.", "A10.1")
        hqs = headquarters(g)
        if kind < const.HQ or kind >= const.FIRST_SHIP:
            if self.rating(g, g.place[unit], unit, hqs) <= 0:
                return Refusal("No HQ in its space can send more units.", "B6.1.6a")
        elif not self.destinations(g, unit) and goals(g, unit):
            return Refusal("An HQ can only go where it has sent reserves.", "B6.1.6c")
        if not self.destinations(g, unit):
            if g.t.unit_kind[unit] >= const.FIRST_SHIP:
                return Refusal("No zone attacked by enemy ships is in its range.", "B6.1.6f")
            return _why_no_goal(g)
        if not may_leave(g, unit):
            rule = "A10.1c" if g.is_ship(unit) else "A10.1b"
            return Refusal(f"{words.unit(g, unit)} is under attack in its own space and pinned there.", rule)
        return Refusal("Units out of supply do not move in the exploitation phase.", "A6.6a")


def _why_no_goal(g: Board) -> Refusal:
    for space in g.battles:
        if card_modifiers.no_reaction(g, space):
            return Refusal("A card does not allow reserves against this attack.", "B6.1.6")
    if not land_targets(g):
        return Refusal("Only aircraft attack: reserves may not move.", "B6.1.6d")
    return Refusal("It cannot reach an area attacked by land units through friendly areas.", "B6.1.6b")


class ReserveTo(GoTo):
    """The question which attacked space a reserve goes to; its phase is below. [B6.1.6]"""

    def goals(self, g: Board) -> list[int]:
        below = g.agenda[-2]
        assert isinstance(below, Reserves)
        return below.destinations(g, self.unit)

    def go(self, g: Board, space: int) -> None:
        below = g.agenda[-1]
        assert isinstance(below, Reserves)
        below.send(g, self.unit, space)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(
            f"Which combat does {words.unit(g, self.unit)} join as a reserve? Click its space.", "B6.1.6"
        )

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        space = choice - g.ids.space
        if not 0 <= space < g.t.n_spaces:
            return Refusal("Click the attacked space where it goes.", "B6.1.6")
        if space not in land_targets(g) and space not in sea_targets(g):
            text = f"{words.space(g, space)} is not attacked by land units or ships."
            return Refusal(text, "B6.1.6")
        return Refusal(f"{words.space(g, space)} is out of its range through friendly areas.", "B6.1.6b")
