"""Naval search for enemies on the way and at the destination, and whether they fight. [A6.4.3D]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.ids import FIGHT, SEARCH, WAIVE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers, card_windows
from sandtable.games.blitzkrieg_general.rules.movement import air_missions
from sandtable.games.blitzkrieg_general.rules.naval import invasion, sea_battle
from sandtable.games.blitzkrieg_general.rules.naval.search_rolls import (
    choosing_seat,
    help_from_the_air,
    helpers,
    is_limited,
    lookouts,
    roll,
    search_number,
)

# --- ships on their way


def hunters(g: Board, zone: int, ships: tuple[int, ...]) -> list[int]:
    """Return the enemies in a zone that may search for a group."""
    mask = 0
    for ship in ships:
        mask |= g.war[g.serves[ship]]
    if not (g.ships[zone] | g.air[zone]) & mask:
        return []
    return lookouts(g, zone, mask)


def may_be_searched(g: Board, zone: int, ships: tuple[int, ...]) -> bool:
    """Check whether enemies in a zone could find a group that goes on from there. [A6.4.3D1]"""
    found = hunters(g, zone, ships)
    return len(found) > 0 and search_number(g, zone, found, list(ships)) > 0


def transit(g: Board, zone: int, ships: tuple[int, ...]) -> None:
    """Let enemies search once for a group that goes on from their zone. [A6.4.3D1] [R82]"""
    g.push(Passing(0, zone, *ships))
    card_windows.open_search(g, zone)


class Passing(Step[Board]):
    """A group passes enemies, who search for it and may fight one round. [A6.4.3D1]

    Stages: 0 whether they search, 1 whether they fight, 2 their aircraft, 3 the group's roll for its own.
    """

    def __init__(self, stage: int, zone: int, *ships: int) -> None:
        self.stage = stage
        self.zone = zone
        self.ships = ships

    def next(self, g: Board) -> None:
        """Go on to the next stage."""
        g.agenda[-1] = Passing(self.stage + 1, self.zone, *self.ships)

    def run(self, g: Board) -> bool:
        other = 1 - g.side
        if self.stage < 2:
            if self.stage == 0:
                given = card_modifiers.search_result(g, self.zone, other)
                if given != const.NONE:
                    self.search(g)
                    return False
            return True
        self.next(g)
        if self.stage == 2:
            help_from_the_air(g, self.zone, other)  # [A6.4.3E1]
        elif self.stage == 3:
            if not self.beyond(g) and helpers(g, self.zone, g.side):  # [A6.4.3F4]
                need = search_number(g, self.zone, list(self.ships), hunters(g, self.zone, self.ships))
                # One roll, for nothing but the help of aircraft. [A6.4.3E2]
                if need and roll(g, self.zone, g.side, list(self.ships), need, True):
                    help_from_the_air(g, self.zone, g.side)
        else:
            g.agenda.pop()
            self.fight(g)
        return False

    def beyond(self, g: Board) -> bool:
        """Check whether the group has sailed further than its single range. [A6.4.3F3]"""
        return g.cond[self.ships[0]] & const.DOUBLE != 0

    def fight(self, g: Board) -> None:
        """Fight one round, or beyond single range a whole combat. [A6.4.3D1] [A6.4.3F3]"""
        mine, theirs = list(self.ships), hunters(g, self.zone, self.ships)
        for unit in g.at[self.zone]:
            if g.t.unit_kind[unit] == const.AIRCRAFT and g.cond[unit] & const.FLYING:
                if g.side_of_unit(unit) == g.side:
                    mine.append(unit)
                elif unit not in theirs:
                    theirs.append(unit)
        if self.beyond(g):
            sea_battle.intercept(g, self.zone, mine, theirs)
        else:
            sea_battle.transit(g, self.zone, mine, theirs)

    def seats(self, g: Board) -> tuple[int, ...]:
        return (choosing_seat(g, 1 - g.side, hunters(g, self.zone, self.ships)),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [SEARCH, WAIVE] if self.stage == 0 else [FIGHT, WAIVE]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == WAIVE:
            g.agenda.pop()
            if g.log is not None:
                verb = "is" if len(self.ships) == 1 else "are"
                text = (
                    f"{words.units(g, list(self.ships))} {verb} allowed through {words.space(g, self.zone)}."
                )
                g.log.add(text, "A6.4.3D1", (g.ids.space + self.zone,))
        elif choice == SEARCH:
            self.search(g)
        else:
            self.engage(g)

    def search(self, g: Board) -> None:
        """Roll for the search."""
        found = hunters(g, self.zone, self.ships)
        need = search_number(g, self.zone, found, list(self.ships))
        if roll(g, self.zone, 1 - g.side, found, need, False):
            self.next(g)
        else:
            g.agenda.pop()  # undetected, it goes on and does not search itself [A6.4.3D1]

    def engage(self, g: Board) -> None:
        """Mark the group as engaged and go on to the fight."""
        for ship in self.ships:
            g.mark(ship, const.TRANSITED)
        self.next(g)

    def prompt(self, g: Board, seat: int) -> Ask:
        what, where = words.units(g, list(self.ships)), words.space(g, self.zone)
        if self.stage == 0:
            found = hunters(g, self.zone, self.ships)
            need = search_number(g, self.zone, found, list(self.ships))
            text = f"Enemies pass through {where}: {what}. Search? {need} or less on two dice finds them."
            return Ask(text, "A6.4.3D1")
        if self.beyond(g):
            return Ask(f"Found in {where} beyond single range: {what}. Stop and fight them?", "A6.4.3F3")
        return Ask(f"Found in {where}: {what}. Fight one round against them?", "A6.4.3D1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Enemy ships are passing. Decide first what to do about them.", "A6.4.3D1")


# --- ships that meet at the destination


def search_destinations(g: Board) -> None:
    """Search zone by zone at the start of the combat phase; add zones that fight to `g.battles`.

    [A6.4.3D2] [A6.4.3D4]
    """
    if g.advanced:
        g.push(Meetings(g.t.n_areas))


def must_fight(g: Board, zone: int) -> bool:
    """Check whether a zone fights without a search: after a naval reaction. [R90]"""
    for unit in g.at[zone]:
        cond = g.cond[unit]
        if cond & const.TRANSITED and cond & const.REACTED:
            return True
    return False


def has_meeting(g: Board, zone: int) -> bool:
    """Check whether the phasing side has ships or aircraft in a zone with enemy ships. [A6.4.3D4] [R16]"""
    mask = g.mask(g.side)
    mine = (g.ships[zone] | g.air[zone]) & mask
    theirs = (g.ships[zone] | g.air[zone]) & ~mask  # at sea alone an observer is in the air
    if not mine or not theirs:
        return False
    arrived = g.phase != const.EXPLOIT_COMBAT
    war = rested = False
    for unit in g.at[zone]:
        if g.carrier[unit] >= 0:
            continue
        if not (mask >> g.serves[unit]) & 1:
            rested = rested or not g.cond[unit] & const.FOUGHT
        elif not g.cond[unit] & (
            const.OBSERVER | const.FOUGHT
        ):  # who has fought on the way does so no more [A10.1]
            war = war or g.war[g.serves[unit]] & theirs != 0
            arrived = (
                arrived or g.cond[unit] & const.MOVED != 0
            )  # those who stayed do not search again [A6.4.3D4]
    return war and rested and arrived


class Meetings(Step[Board]):
    """All zones in which enemies meet, one after the other. [A6.4.3D2]"""

    def __init__(self, zone: int) -> None:
        self.zone = zone

    def run(self, g: Board) -> bool:
        for zone in range(self.zone, g.t.n_spaces):
            if has_meeting(g, zone):
                g.agenda[-1] = Meetings(zone + 1)
                if must_fight(g, zone):
                    entry_limits.attack(g, zone)
                    g.push(Encounter(zone, FIGHTING, 1 if not is_limited(g, zone, g.side) else 0, 1))
                else:
                    g.battles = [space for space in g.battles if space != zone]
                    g.push(Encounter(zone, MINE, const.NONE, const.NONE))
                    card_windows.open_search(g, zone)
                return False
        g.agenda.pop()
        return False


# Stages of an encounter.
MINE: Final = 0  # the phasing side searches
THEIRS: Final = 1  # the other side does
DECIDE: Final = 2  # who alone has found the other may fight
FIGHTING: Final = 3  # aircraft of the phasing side that may help
HELPED: Final = 4  # aircraft of the other side


class Encounter(Step[Board]):
    """The searches of both sides in a zone, which decide on a combat there. [A6.4.3D5] [A6.4.3D6]

    `mine` and `theirs` are the results of the phasing side and of the other: NONE until known.
    """

    def __init__(self, zone: int, stage: int, mine: int, theirs: int) -> None:
        self.zone = zone
        self.stage = stage
        self.mine = mine
        self.theirs = theirs

    def searching_units(self, g: Board, side: int) -> list[int]:
        """Return the units of a side in the zone that are at war with the other side's there."""
        mask = g.mask(side)
        others = (g.ships[self.zone] | g.air[self.zone]) & ~mask
        found: list[int] = []
        for unit in g.at[self.zone]:
            if g.carrier[unit] < 0 and (mask >> g.serves[unit]) & 1 and g.war[g.serves[unit]] & others:
                if (
                    side != g.side or not g.cond[unit] & const.OBSERVER
                ):  # it watches in the enemy's segment [A9.1a]
                    found.append(unit)
        return found

    def ships(self, g: Board, side: int) -> list[int]:
        """Return the ships among them."""
        return [unit for unit in self.searching_units(g, side) if g.is_ship(unit)]

    def need(self, g: Board, side: int) -> int:
        """Return the highest roll with which a side finds the enemy; 0: it cannot search."""
        if is_limited(g, self.zone, side):  # [A6.4.3F4] [A6.4.3F5]
            return 0
        return search_number(g, self.zone, self.searching_units(g, side), self.ships(g, 1 - side))

    def searching(self, g: Board) -> int:
        """Return the side that searches or decides now."""
        if self.stage == DECIDE:
            return g.side if self.mine == 1 else 1 - g.side
        return g.side if self.stage == MINE else 1 - g.side

    def run(self, g: Board) -> bool:
        if self.stage <= THEIRS:
            side = self.searching(g)
            if self.stage == THEIRS and not self.ships(g, g.side):
                # Aircraft cannot be searched for; a fleet that is found rolls for its own. [R16]
                if self.mine != 1 or not helpers(g, self.zone, side):
                    self.result(g, 0)
                    return False
                need = search_number(g, self.zone, self.ships(g, side), self.searching_units(g, g.side))
                self.result(g, 1 if roll(g, self.zone, side, self.ships(g, side), need, True) else 0)
                return False
            given = card_modifiers.search_result(g, self.zone, side)
            if given == const.NONE and self.need(g, side) > 0:
                return True
            self.result(g, 1 if given == 1 and not is_limited(g, self.zone, side) else 0)
            return False
        if self.stage == DECIDE:
            return self.decide(g)
        self.bring(g)
        return False

    def result(self, g: Board, success: int) -> None:
        """Note the result of a search."""
        if self.stage == MINE:
            g.agenda[-1] = Encounter(self.zone, THEIRS, success, const.NONE)
        else:
            g.agenda[-1] = Encounter(self.zone, DECIDE, self.mine, success)

    def decide(self, g: Board) -> bool:
        """Fight if both sides were found, part if neither, else ask the side that found the other."""
        if self.mine == 1 and not self.ships(g, g.side):
            self.fight(g)  # aircraft that have found their target [R16]
            return False
        if self.mine == 1 and self.theirs == 1:  # [A6.4.3D5]
            self.fight(g)
            return False
        if self.mine == 0 and self.theirs == 0:  # both stay [A6.4.3D6] [A6.8b]
            self.part(g)
            return False
        return True

    def fight(self, g: Board) -> None:
        """Note a combat in this zone; it pins ships that would support others."""
        entry_limits.attack(g, self.zone)
        g.agenda[-1] = Encounter(self.zone, FIGHTING, self.mine, self.theirs)
        others = self.searching_units(g, 1 - g.side)
        for unit in others:
            if g.cond[unit] & const.OBSERVER:  # it fights and comes home [A9.1]
                g.mark(unit, const.FLYING)
        g.push(invasion.PinShips(self.zone, len(others)))
        if g.log is not None:
            text = f"There will be combat in {words.space(g, self.zone)}."
            g.log.add(text, "A6.4.3D5", (g.ids.space + self.zone,))

    def part(self, g: Board) -> None:
        """Part without combat: ships stay together, aircraft fly home. [A6.8b] [R16]"""
        g.agenda.pop()
        if g.log is not None:
            text = f"There is no combat in {words.space(g, self.zone)}; the ships of both sides stay there."
            g.log.add(text, "A6.8b", (g.ids.space + self.zone,))
        send_home(g, self.zone, g.side)

    def bring(self, g: Board) -> None:
        """Bring aircraft of each side that has found the enemy; send those of the other home. [A6.4.3E1]"""
        if self.stage == FIGHTING:
            g.agenda[-1] = Encounter(self.zone, HELPED, self.mine, self.theirs)
            if self.mine == 1:
                help_from_the_air(g, self.zone, g.side)
            else:
                send_home(g, self.zone, g.side)
            return
        g.agenda.pop()
        if self.theirs == 1:
            help_from_the_air(g, self.zone, 1 - g.side)

    def seats(self, g: Board) -> tuple[int, ...]:
        side = self.searching(g)
        return (choosing_seat(g, side, self.searching_units(g, side)),)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Offer to search or not, or to fight or not. [A6.4.3D2a] [R81]"""
        return [FIGHT, WAIVE] if self.stage == DECIDE else [SEARCH, WAIVE]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == FIGHT:
            self.fight(g)
        elif choice == SEARCH:
            side = self.searching(g)
            found = roll(g, self.zone, side, self.searching_units(g, side), self.need(g, side), False)
            self.result(g, 1 if found else 0)
        elif self.stage == DECIDE:
            self.part(g)
        else:
            if g.log is not None:
                who = words.side_does(self.searching(g), "does", "do")
                text = f"T{who[1:]} not search in {words.space(g, self.zone)}."
                g.log.add(text, "A6.4.3D2a", (g.ids.space + self.zone,))
            self.result(g, 0)  # it counts as failed [A6.4.3D2a]

    def prompt(self, g: Board, seat: int) -> Ask:
        side = self.searching(g)
        where = words.space(g, self.zone)
        them = words.units(g, self.ships(g, 1 - side))
        if self.stage == DECIDE:
            return Ask(f"Only you have found the enemy in {where}: {them}. Fight?", "A6.4.3D6")
        need = self.need(g, side)
        return Ask(f"Search for {them} in {where}? {need} or less on two dice finds them.", "A6.4.3D2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal(f"Decide first about the search in {words.space(g, self.zone)}.", "A6.4.3D2")


def send_home(g: Board, zone: int, side: int) -> None:
    """Send home the aircraft of a side that flew to a zone. [R16]"""
    for unit in reversed(g.at[zone]):
        if (
            g.t.unit_kind[unit] == const.AIRCRAFT
            and g.cond[unit] & const.FLYING
            and g.side_of_unit(unit) == side
        ):
            air_missions.home(g, unit)
