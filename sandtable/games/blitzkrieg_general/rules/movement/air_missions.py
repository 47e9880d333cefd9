"""Flights of aircraft: transfers, and missions against units, ships and production. [B6.1.1] [A6.4.1]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.ids import ATOM, BOMB, FIGHT, OBSERVE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.combat import strategic_raids
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import (
    FlyAllHome,
    Return,
    air_range,
    bases,
    home,
    may_base,
    reached,
    undisturbed,
    why_not_land,
)
from sandtable.games.blitzkrieg_general.rules.movement.land_movement import Declare, WarDeclaringStep
from sandtable.games.blitzkrieg_general.rules.politics import relations

__all__ = ["Fly", "FlyAllHome", "Return", "bases", "home", "transfer"]


# --- where to


def transfers(g: Board, unit: int) -> list[int]:
    """Return bases to move to, at single range, or at double range clear of the enemy. [B6.1.2] [A6.4.2]"""
    country = g.serves[unit]
    here = g.place[unit]
    reach = air_range(g, unit)
    found = [s for s in reached(g, country, here, reach) if may_transfer(g, unit, s)]
    for space in undisturbed(g, country, here, reach * g.t.double_range):
        if space not in found and may_transfer(g, unit, space):
            found.append(space)
    found.sort()
    return found


def may_transfer(g: Board, unit: int, area: int) -> bool:
    """Check whether an aircraft may move to a base; with enemies there it would attack. [B6.1.1f]"""
    return may_base(g, unit, area) and not entry_limits.enemies(g, g.serves[unit], area)


def may_attack(g: Board, unit: int, space: int, exploit: int) -> bool:
    """Check whether an aircraft may fly a mission against units, ships or a future combat in a space.

    [B6.1.4]; in the exploitation phase only to support land units or ships [B6.3i] [R87]
    """
    t = g.t
    country = g.serves[unit]
    if exploit:
        if g.advanced and not entry_limits.same_weather(g, g.place[unit], space):  # [A5.4e]
            return False
        if not has_open_combat(g, country, space):
            return False
    if space >= t.n_areas:
        return g.ships[space] & g.war[country] != 0 and not g.parted(country, space)
    if not entry_limits.enemies(g, country, space):
        # Land units come ashore there later, and the enemy may react.
        if not (g.war[country] >> g.control[space]) & 1 or not is_invaded(g, country, space):
            return False
    if entry_limits.strangers(g, country, space):
        return False
    return entry_limits.may_attack_in_china(g, unit, space)  # [A8.7]


def has_open_combat(g: Board, country: int, space: int) -> bool:
    """Check whether land units or ships of its friends have opened a combat in a space. [B6.3i]"""
    if space < g.t.n_areas:
        return g.land[space] & g.friends[country] != 0 or is_invaded(g, country, space)
    for unit in g.at[space]:
        if g.cond[unit] & const.MOVED and g.is_ship(unit) and (g.friends[country] >> g.serves[unit]) & 1:
            return True
    return False


def is_invaded(g: Board, country: int, area: int) -> bool:
    """Check whether friends of a country are about to land in an area."""
    for zone in g.t.coast[area]:
        if g.ships[zone] & g.friends[country]:
            for unit in g.at[zone]:
                if g.cond[unit] & const.INVADING and entry_limits.landing_in(g, unit) == area:
                    return True
    return False


def may_observe(g: Board, unit: int, zone: int) -> bool:
    """Check whether an aircraft may stay in a zone as the only observer of its side. [A9.1]"""
    if not g.rule(const.OBSERVERS) or not g.advanced or zone < g.t.n_areas:
        return False
    if g.parted(g.serves[unit], zone):
        return False
    side = g.side_of_unit(unit)
    for other in g.at[zone]:
        if g.cond[other] & const.OBSERVER and g.side_of_unit(other) == side:
            return False
    return True


def neutral_victim(g: Board, unit: int, space: int) -> int:
    """Return the neutral that an aircraft may attack in a space by declaring war; NONE: none. [B8.4a]"""
    country = g.serves[unit]
    if space < g.t.n_areas:
        holder = g.control[space]
        if ((g.friends[country] | g.war[country]) >> holder) & 1:
            return const.NONE
        if not is_worth_war(g, country, space) or entry_limits.kept_out(g, unit, space):
            return const.NONE
        open_ = relations.status(g, country, space) == relations.NEUTRAL_OPEN
        return holder if open_ else const.NONE
    others = g.ships[space] & ~g.friends[country] & ~g.war[country]
    at = 0
    while others >> at:
        if (others >> at) & 1 and relations.why_not_declare(g, country, at) is None:
            return at
        at += 1
    return const.NONE


def is_worth_war(g: Board, country: int, area: int) -> bool:
    """Check whether aircraft could attack anything of a neutral in an area once at war. [B8.4a] [R134]

    That is units there, units that are set up when it joins the war, or production to bomb.
    """
    t = g.t
    holder = g.control[area]
    if (g.troops[area] >> holder) & 1:
        return True
    if holder >= t.n_majors + t.n_minors:  # Vichy, a trust, nobody
        return False
    if holder >= t.n_majors and t.area_country[area] == holder and t.awaited[g.scenario][area]:
        return True
    if not g.advanced or not t.prod_left[area] or t.area_country[area] != holder:
        return False
    return holder != t.ussr or g.manager[country] != t.japan  # its production is that of peace then [R147]


def uses(g: Board, unit: int, space: int, exploit: int) -> list[int]:
    """Return what an aircraft may do in a space within its range: the buttons of its missions."""
    found: list[int] = []
    if space < g.t.n_areas and entry_limits.kept_out(g, unit, space):  # [A8.8]
        return found
    if may_attack(g, unit, space, exploit):
        found.append(FIGHT)
    if exploit:
        return found
    if g.advanced and space < g.t.n_areas:
        if strategic_raids.may_bomb(g, unit, space):  # [A6.5.6]
            found.append(BOMB)
        if strategic_raids.may_carry(g, unit, space):  # [A7.5.2b]
            found.append(ATOM)
    elif may_observe(g, unit, space):
        found.append(OBSERVE)
    return found


def missions(g: Board, unit: int, exploit: int, peace: int = 0) -> list[int]:
    """Return the spaces an aircraft may fly a mission to, with its single range. [B6.1.1] [B6.1.2a]

    peace  1: no war may be declared
    """
    country = g.serves[unit]
    found: list[int] = []
    quiet = exploit or peace
    n_areas, control, friends, war = g.t.n_areas, g.control, g.friends[country], g.war[country]
    watched = g.rule(const.OBSERVERS)
    for space in reached(g, country, g.place[unit], air_range(g, unit)):
        if space >= n_areas:
            if not g.ships[space] & ~friends and not watched:
                continue
        elif (friends >> control[space]) & 1 and not g.troops[space] & war:
            continue
        if uses(g, unit, space, exploit) or (quiet == 0 and neutral_victim(g, unit, space) != const.NONE):
            found.append(space)
    found.sort()
    return found


def can_fly(g: Board, unit: int) -> bool:
    """Check whether an aircraft may fly anywhere in the movement phase."""
    country = g.serves[unit]
    for space in g.t.air_near[g.place[unit]]:  # the common case: the next base is in an adjacent area
        if space < g.t.n_areas and may_transfer(g, unit, space):
            return True
    for space in reached(g, country, g.place[unit], air_range(g, unit)):
        if space < g.t.n_areas:
            if may_transfer(g, unit, space):
                return True
        elif g.ships[space] & g.war[country]:
            return True
    return len(missions(g, unit, 0)) > 0 or len(transfers(g, unit)) > 0


def can_support(g: Board, unit: int) -> bool:
    """Check whether an aircraft may support a combat of the exploitation phase. [B6.3f] [B6.3i]"""
    return entry_limits.exploits_from(g, g.place[unit]) and len(missions(g, unit, 1)) > 0


def fronts(g: Board, mask: int) -> list[int] | None:
    """Return 1 for each space where aircraft could be near enough to a combat to support it. [B6.3i]

    These combats are opened by these countries in this phase, or possible at sea. None if there is none.
    """
    t = g.t
    edge = g.battles[:]
    if g.advanced:
        for zone in range(t.n_areas, t.n_spaces):
            if g.ships[zone] & mask and g.ships[zone] & ~mask and zone not in edge:
                edge.append(zone)
    if not edge:
        return None
    seen = [0] * t.n_spaces
    for space in edge:
        seen[space] = 1
        if t.twin[space] >= 0:
            seen[t.twin[space]] = 1
    for _step in range(t.kind_range[const.AIRCRAFT] + t.long_range_bonus):
        following: list[int] = []
        for space in edge:
            for other in t.air_near[space]:
                if not seen[other]:
                    seen[other] = 1
                    following.append(other)
        edge = following
    return seen


# --- what it does


def transfer(g: Board, unit: int, area: int) -> None:
    """Move an aircraft to another base."""
    here = g.place[unit]
    bits = const.MOVED
    if area not in reached(g, g.serves[unit], here, air_range(g, unit)):
        bits |= const.DOUBLE
    g.move(unit, area)
    g.mark(unit, bits)
    if g.log is not None:
        text = f"{words.unit(g, unit)} moves from {words.space(g, here)} to {words.space(g, area)}."
        refs = (g.ids.unit + unit, g.ids.space + here, g.ids.space + area)
        g.log.add(text, "B6.1.2" if bits & const.DOUBLE else "B6.1.1", refs)


def mission(g: Board, unit: int, space: int, use: int) -> None:
    """Fly an aircraft to a space on a mission; it stays over it for now. [B6.1.1] [B6.3i]"""
    here = g.place[unit]
    g.move(unit, space)
    outcome, rule = "attacks", "B6.1.4"
    if use == OBSERVE:
        g.mark(unit, const.MOVED | const.FLOWN | const.OBSERVER)  # [A9.1]
        outcome, rule = "observes", "A9.1"
    elif use == FIGHT:
        g.mark(unit, const.MOVED | const.FLYING | const.FLOWN)
        if space < g.t.n_areas or not g.advanced:  # at sea a search comes first [R16]
            entry_limits.attack(g, space, g.serves[unit])
    else:
        g.mark(unit, const.MOVED | const.FLYING | const.FLOWN | const.RAIDING)
        outcome, rule = "sets out to bomb the production of", "A6.5.6"
        if use == ATOM:
            strategic_raids.load_bomb(g, unit, space)
            outcome, rule = "carries the atomic bomb to", "A7.5.2b"
    if g.log is not None:
        text = f"{words.unit(g, unit)} from {words.space(g, here)} {outcome} {words.space(g, space)}."
        g.log.add(text, rule, (g.ids.unit + unit, g.ids.space + here, g.ids.space + space))


def observers(g: Board) -> list[int]:
    """Return the observers of the phasing side left at sea in an earlier phase. [A9.1b]"""
    found: list[int] = []
    if not g.rule(const.OBSERVERS):
        return found
    mask = g.mask(g.side)
    for zone in range(g.t.n_areas, g.t.n_spaces):
        if g.air[zone] & mask:
            for unit in g.at[zone]:
                if (
                    g.cond[unit] & const.OBSERVER
                    and not g.cond[unit] & const.MOVED
                    and (mask >> g.serves[unit]) & 1
                ):
                    found.append(unit)
    return found


class Fly(WarDeclaringStep):
    """The question where an aircraft flies: to a base or on a mission. [B6.1.1] [A6.4.1] [B6.3f]

    exploit  1: only in support of a combat;  calm  1: no war may be declared
    goal     a space of neutrals that it attacks as soon as war is declared
    """

    def __init__(self, unit: int, exploit: int = 0, calm: int = 0, goal: int = const.NONE) -> None:
        self.unit = unit
        self.exploit = exploit
        self.calm = calm
        self.goal = goal

    def targets(self, g: Board) -> list[int]:
        """Return where the aircraft may fly."""
        found = missions(g, self.unit, self.exploit, self.calm)
        if not self.exploit:
            found += transfers(g, self.unit)
        return found

    def run(self, g: Board) -> bool:
        unit = self.unit
        if self.goal != const.NONE:
            if not self.attack(g, self.goal):
                g.agenda[-1] = Fly(unit, self.exploit, 1)
            return False
        found = self.targets(g)
        if not found:
            g.agenda.pop()
            g.mark(unit, const.MOVED)
            return False
        if len(found) == 1:
            self.go(g, found[0])
            return False
        return g.offer([g.ids.space + space for space in found])

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.unit),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.space + space for space in self.targets(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.go(g, choice - g.ids.space)

    def go(self, g: Board, space: int) -> None:
        """Fly to a space; ask for the mission if there are several."""
        unit = self.unit
        if may_transfer(g, unit, space) or space not in missions(g, unit, self.exploit, self.calm):
            g.agenda.pop()
            transfer(g, unit, space)
        elif not self.attack(g, space):
            g.push(Declare(unit, space, neutral_victim(g, unit, space)))  # [B8.4a]

    def attack(self, g: Board, space: int) -> bool:
        """Fly a mission to a space, or ask which; return False if there is none."""
        found = uses(g, self.unit, space, self.exploit)
        if not found:
            return False
        if len(found) > 1:
            g.agenda[-1] = Mission(self.unit, space, self.exploit)
        else:
            g.agenda.pop()
            mission(g, self.unit, space, found[0])
        return True

    def decided(self, g: Board, space: int, yes: bool) -> None:
        g.agenda[-1] = Fly(self.unit, self.exploit, 0 if yes else 1, space if yes else const.NONE)

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.unit(g, self.unit)
        if self.exploit:
            return Ask(f"Which combat does {who} support? Click its space.", "B6.3f")
        return Ask(f"Where does {who} fly? Click a base to move to, or the space of its mission.", "B6.1.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        space = choice - g.ids.space
        if not 0 <= space < g.t.n_spaces:
            return Refusal(
                f"{words.unit(g, self.unit)} is about to fly. Click where it flies, or undo your click.",
                "B6.1.1",
            )
        return why_not_fly(g, self.unit, space, self.exploit)


def why_not_fly(g: Board, unit: int, space: int, exploit: int) -> Refusal:
    """Return why an aircraft does not fly to a space."""
    country = g.serves[unit]
    name = words.space(g, space)
    in_range = space in reached(g, country, g.place[unit], air_range(g, unit))
    area = space < g.t.n_areas
    if exploit:
        if in_range and not entry_limits.same_weather(g, g.place[unit], space):
            return Refusal("No unit changes maps with different weather in the exploitation phase.", "A5.4e")
        return Refusal(
            "In this phase aircraft only support combats in range that land units or ships have opened.",
            "B6.3i",
        )
    if not area:
        if in_range:
            return Refusal(f"There are no enemy ships in {name}, and aircraft do not land at sea.", "B6.2.3h")
        return Refusal(f"{name} is out of range: {air_range(g, unit)} spaces for a mission.", "B6.1.1")
    if not g.friendly(country, space) and not g.hostile(country, space):
        refusal = relations.why_not_declare(g, country, g.control[space])
        return refusal or Refusal(
            f"{name} is neutral. Aircraft may neither land in it nor cross it.", "B6.1.1d"
        )
    if g.friendly(country, space):
        return why_not_land(g, unit, space, [])
    if not in_range:
        return Refusal(f"{name} is out of range: {air_range(g, unit)} spaces for a mission.", "B6.1.1")
    if entry_limits.enemies(g, country, space) and not entry_limits.may_attack_in_china(g, unit, space):
        return entry_limits.why_not_in_china(g, unit, space)
    return Refusal(f"There is nothing to attack in {name}.", "B6.1.4")


class Mission(Step[Board]):
    """The question which of several missions an aircraft flies in a space. [A6.5.6] [A7.5.2b] [A9.1]"""

    def __init__(self, unit: int, space: int, exploit: int) -> None:
        self.unit = unit
        self.space = space
        self.exploit = exploit

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.unit),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return uses(g, self.unit, self.space, self.exploit)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        mission(g, self.unit, self.space, choice)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"What does {words.unit(g, self.unit)} do in {words.space(g, self.space)}?", "A6.5.6")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal(f"Choose the mission in {words.space(g, self.space)} first.", "A6.5.6")


# --- task forces


def supports(g: Board, ship: int) -> list[int]:
    """Return the areas on its coast in whose combat or raid a task force may take part.

    [B6.1.3B] [A6.5.3p] [A6.5.6d]; not with double range, not in the exploitation phase
    """
    if g.t.unit_kind[ship] != const.TASK_FORCE or g.cond[ship] & const.DOUBLE or g.target[ship] != const.NONE:
        return []
    country = g.serves[ship]
    found: list[int] = []
    if not g.advanced and g.ships[g.place[ship]] & g.war[country]:  # it fights in its zone [R43] [B6.4h]
        return found
    for area in g.t.coast[g.place[ship]]:
        if area in g.battles:
            if entry_limits.enemies(g, country, area) or g.hostile(country, area):
                if not entry_limits.strangers(g, country, area) and entry_limits.may_attack_in_china(
                    g, ship, area
                ):
                    found.append(area)
        elif g.advanced and strategic_raids.raiders(g, area) and g.hostile(country, area):
            found.append(area)
    return found
