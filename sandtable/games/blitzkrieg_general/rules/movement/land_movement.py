"""The movement of land units, area by area; entering a neutral area declares war. [B6.1] [A6.4.1]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.ids import NO, STOP, YES
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.politics import control, relations

# What entering an area means for a land unit.
CLOSED: Final = 0
FRIENDLY: Final = 1
EMPTY: Final = 2  # an enemy area without enemy units
FIGHT: Final = 3
NEUTRAL: Final = 4  # war must be declared first


def entry(g: Board, unit: int, area: int, used: int, clean: int, calm: int, exploit: int) -> int:
    """Return what entering an adjacent area means for a moving unit; CLOSED if it may not enter.

    used   areas entered so far;  clean  1: no enemy area was touched;  calm  1: no war may be declared
    """
    t = g.t
    country = g.serves[unit]
    holder = g.control[area]
    reach = t.kind_range[t.unit_kind[unit]]
    foes = g.troops[area] & g.war[country]
    if (g.friends[country] >> holder) & 1 and not foes:
        if clean:
            reach *= t.double_range  # [B6.1.2] [A6.4.2]
        found = FRIENDLY
    elif foes:
        found = FIGHT
    elif (g.war[country] >> holder) & 1:
        found = EMPTY
    elif calm or relations.status(g, country, area) != relations.NEUTRAL_OPEN:
        return CLOSED  # [B8.1] [B8.2]
    else:
        found = NEUTRAL
    if used >= reach:  # [B6.1.1] [A6.4.1]; no attack with double range [B6.1.2a]
        return CLOSED
    if entry_limits.kept_out(g, unit, area):
        return CLOSED
    if t.area_limit[area] and not entry_limits.room(g, unit, area):
        return CLOSED
    if g.troops[area] & ~g.friends[country] and entry_limits.strangers(g, country, area):
        return CLOSED
    if exploit and not may_exploit(g, unit, area):
        return CLOSED
    if found == FIGHT and not entry_limits.may_attack_in_china(g, unit, area):
        return CLOSED
    return found


def may_exploit(g: Board, unit: int, area: int) -> bool:
    """Check whether a unit may enter an area in the exploitation phase. [A6.7a] [B6.3b]"""
    if not entry_limits.exploits_across(g, g.place[unit], area):
        return False
    if (
        g.t.unit_kind[unit] == const.INFANTRY and not g.cond[unit] & const.LED
    ):  # no HQ leads it, but a card may do
        # It lets units attack, which is to enter an area with units of others. [CARD.triumph_and_fall] [A6.4]
        foreign = g.troops[area] & ~g.friends[g.serves[unit]]
        return foreign != 0 and card_modifiers.exploits_into(g, unit, area)
    return True


def can_march(g: Board, unit: int, exploit: int = 0) -> bool:
    """Check whether a land unit may enter any area next to it."""
    t = g.t
    country = g.serves[unit]
    near = t.land_near[g.place[unit]]
    if not exploit and t.unit_nation[unit] != t.kept_out:  # the common case: an adjacent friendly area
        friends, control, troops = g.friends[country], g.control, g.troops
        for area in near:
            if (friends >> control[area]) & 1 and not t.area_limit[area]:
                if not troops[area] & ~friends:
                    return True
    clean = 0 if g.hostile(country, g.place[unit]) else 1
    for area in near:
        if entry(g, unit, area, 0, clean, 0, exploit) != CLOSED:
            return True
    return False


def march(g: Board, unit: int, exploit: int = 0) -> None:
    """Begin the move of a land unit."""
    clean = 0 if g.hostile(g.serves[unit], g.place[unit]) else 1
    g.push(March(unit, 0, clean, 0, const.NONE, exploit))


class WarDeclaringStep(Step[Board]):
    """A step of a unit that may have to declare war first; `decided` gets the answer."""

    def decided(self, g: Board, space: int, yes: bool) -> None:
        """Go on after war has been declared, or not; the step is on top of the agenda."""
        raise NotImplementedError


class March(WarDeclaringStep):
    """The move of a land unit: click the next area, or stop. [B6.1] [B6.1.1] [B6.1.1a] [B6.1.2]

    used   areas entered so far;  clean  1: no enemy area was touched;  calm  1: no war may be declared
    goal   the area it enters as soon as the war is declared;  exploit  1: in the exploitation phase
    """

    def __init__(self, unit: int, used: int, clean: int, calm: int, goal: int, exploit: int) -> None:
        self.unit = unit
        self.used = used
        self.clean = clean
        self.calm = calm
        self.goal = goal
        self.exploit = exploit

    def entry(self, g: Board, area: int) -> int:
        """Return what entering an area means."""
        return entry(g, self.unit, area, self.used, self.clean, self.calm, self.exploit)

    def ways(self, g: Board) -> list[int]:
        """Return the areas it may enter next, only across a common border, never a corner. [B6.1a]"""
        near = g.t.land_near[g.place[self.unit]]  # no forbidden borders, no sea
        back = self.back(g)
        return [area for area in near if area != back and self.entry(g, area) != CLOSED]

    def back(self, g: Board) -> int:
        """Return the last area if going back would only undo the step, else NONE.

        A unit that has entered an enemy area has taken it, and may go back.
        """
        link = g.came[self.unit]
        if not self.used or not self.clean or link < 0:
            return const.NONE
        t = g.t
        return t.link_a[link] if t.link_b[link] == g.place[self.unit] else t.link_b[link]

    def run(self, g: Board) -> bool:
        if self.goal != const.NONE:
            found = self.entry(g, self.goal)
            if found in (CLOSED, NEUTRAL):
                g.agenda[-1] = March(self.unit, self.used, self.clean, 1, const.NONE, self.exploit)
            else:
                self.enter(g, self.goal, found)
            return False
        ways = self.ways(g)
        if not ways:
            self.stop(g)
            return False
        if len(ways) == 1 and self.used == 0:
            self.go(g, ways[0])
            return False
        return g.offer(self.clicks(g, ways))

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.unit),)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Offer the next areas, or to stop. [B6.1.1a]"""
        return self.clicks(g, self.ways(g))

    def clicks(self, g: Board, ways: list[int]) -> list[int]:
        """Return the choices for some next areas."""
        found = [g.ids.space + area for area in ways]
        return [STOP, *found] if self.used else found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == STOP:
            self.stop(g)
        else:
            self.go(g, choice - g.ids.space)

    def go(self, g: Board, area: int) -> None:
        """Enter an area, or ask whether to declare war for it. [B8.4] [A8.4]"""
        found = self.entry(g, area)
        if found == NEUTRAL:
            g.push(Declare(self.unit, area))
        else:
            self.enter(g, area, found)

    def decided(self, g: Board, space: int, yes: bool) -> None:
        goal = space if yes else const.NONE
        g.agenda[-1] = March(self.unit, self.used, self.clean, 0 if yes else 1, goal, self.exploit)

    def stop(self, g: Board) -> None:
        """End the move."""
        g.agenda.pop()
        single = g.t.kind_range[g.t.unit_kind[self.unit]]
        g.mark(self.unit, const.MOVED | const.DOUBLE if self.used > single else const.MOVED)

    def enter(self, g: Board, area: int, found: int) -> None:
        """Move one area on: attack, occupy or pass. [B6.1.4] [A6.4] [B6.1.1c]"""
        unit, here = self.unit, g.place[self.unit]
        country = g.serves[unit]
        g.move(unit, area, g.t.link(here, area))
        g.mark(unit, const.MOVED)
        if g.log is not None:
            how = ("", "moves", "moves", "attacks")[found]
            text = f"{words.unit(g, unit)} {how} from {words.space(g, here)} "
            text += f"{'into' if found == FIGHT else 'to'} {words.space(g, area)}."
            refs = (g.ids.unit + unit, g.ids.space + here, g.ids.space + area)
            g.log.add(text, "B6.1.4" if found == FIGHT else "B6.1", refs)
        if found == FIGHT:  # it goes no further [B6.1.4]
            g.agenda.pop()
            entry_limits.attack(g, area, country)
            return
        clean = self.clean if found == FRIENDLY else 0
        # With range left it goes on, through an enemy area without units too. [B6.1.1c]
        g.agenda[-1] = March(unit, self.used + 1, clean, self.calm, const.NONE, self.exploit)
        if found == EMPTY:
            control.occupy(g, area, country)  # also where it only passes [R8]

    def prompt(self, g: Board, seat: int) -> Ask:
        who, where = words.unit(g, self.unit), words.space(g, g.place[self.unit])
        if self.used:
            return Ask(f"{who} is in {where}: on to the next area, or stop?", "B6.1.1a")
        return Ask(f"Where does {who} go? Click an area next to {where}.", "B6.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        space = choice - g.ids.space
        if 0 <= space < g.t.n_spaces:
            if space == self.back(g):
                text = f"{words.unit(g, self.unit)} comes from there. Stop it, or move it on."
                return Refusal(text, "B6.1.1a")
            return why_not_enter(g, self.unit, space, self.used, self.clean, self.exploit)
        who = words.unit(g, self.unit)
        if not self.used:
            text = f"{who} is about to move. Click an area next to it, or undo your last click."
            return Refusal(text, "B6.1.1a")
        return Refusal(f"{who} is moving. Click an area, or stop it first.", "B6.1")


def why_not_enter(g: Board, unit: int, area: int, used: int, clean: int, exploit: int) -> Refusal:
    """Return why a land unit cannot go on into a space."""
    t = g.t
    here = g.place[unit]
    name = words.space(g, area)
    if area >= t.n_areas:
        return Refusal("Land units cross the sea only aboard a convoy.", "B1.2a")
    if area not in t.land_near[here]:
        if t.link(here, area) != const.NONE:
            return Refusal(f"Units cannot cross the border to {name}.", "TEC8")
        return Refusal(f"{name} is not next to {words.space(g, here)}; corners do not count.", "B6.1a")
    if entry_limits.kept_out(g, unit, area):
        people = words.people(g, t.unit_nation[unit])
        return Refusal(f"{people} units do not enter areas of {words.country(g, t.kept_out_of)}.", "A8.8")
    country = g.serves[unit]
    if not g.friendly(country, area) and not g.hostile(country, area):
        if relations.status(g, country, area) != relations.NEUTRAL_OPEN:
            return relations.why_not_enter(g, country, area)
    reach = t.kind_range[t.unit_kind[unit]]
    if used >= reach:
        if clean and used < reach * t.double_range:
            return Refusal(
                f"At double range it may not touch an enemy area. {name} is more than {reach} away.", "B6.1.2"
            )
        return Refusal(f"{words.unit(g, unit)} has no movement left.", "B6.1.1")
    if not entry_limits.room(g, unit, area):
        return entry_limits.why_not_base(g, unit, area)
    if entry_limits.strangers(g, country, area):
        rule = "A9.11" if g.rule(const.COOPERATION) else "A8.2b"
        return Refusal(f"Units with which it may not stack are in {name}.", rule)
    if exploit and not entry_limits.exploits_across(g, here, area):
        return entry_limits.why_not_exploit(g, here, area)
    if exploit and not may_exploit(g, unit, area):
        if card_modifiers.exploits_into(g, unit, area):
            text = f"Without an HQ it only attacks, and {name} has no enemy units."
            return Refusal(text, "CARD.triumph_and_fall")
        return Refusal("Without an HQ it exploits only within the region of the card.", "B6.3b")
    if not entry_limits.may_attack_in_china(g, unit, area):
        return entry_limits.why_not_in_china(g, unit, area)
    return Refusal(f"You have decided not to declare war for {name}.", "B8.4")


class Declare(Step[Board]):
    """The question whether to declare war on a neutral for a unit's move; the step below goes on.

    [B8.4] [B8.4a] [A8.4]
    """

    def __init__(self, unit: int, space: int, victim: int = const.NONE) -> None:
        self.unit = unit
        self.space = space
        self.victim = victim

    def on(self, g: Board) -> int:
        """Return the country that war would be declared on."""
        return self.victim if self.victim != const.NONE else g.control[self.space]

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.unit),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [YES, NO]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        victim = self.on(g)
        g.agenda.pop()
        below = g.agenda[-1]
        assert isinstance(below, WarDeclaringStep)
        below.decided(g, self.space, choice == YES)
        if choice == YES:
            area = self.space if self.space < g.t.n_areas else const.NONE
            relations.declare(g, g.serves[self.unit], victim, area)

    def prompt(self, g: Board, seat: int) -> Ask:
        who, whom = words.country(g, g.serves[self.unit]), words.country(g, self.on(g))
        where = words.space(g, self.space)
        return Ask(f"{where} is neutral: does {who} declare war on {whom}?", "B8.4")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Choose first whether to declare war: Yes or No.", "B8.4")
