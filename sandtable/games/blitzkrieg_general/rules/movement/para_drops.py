"""Para troops: an aircraft carries an infantry into an area within its range. [CARD.para_troops]

The card is played before movement; `order` notes it, and the drop opens the movement phase.
"""

from __future__ import annotations

from sandtable.engine.choice import PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.effect_types import DO_PARA_DROP
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import air_range, reached
from sandtable.games.blitzkrieg_general.rules.movement.land_movement import Declare, WarDeclaringStep
from sandtable.games.blitzkrieg_general.rules.politics import control, relations

BUSY = const.MOVED | const.FLYING | const.FLOWN | const.LANDED | const.OBSERVER | const.DROPPING


def can_drop(g: Board, major: int) -> bool:
    """Check whether a major has an infantry that an aircraft could carry anywhere."""
    return bool(jumpers(g, major))


def order(g: Board, card: int) -> None:
    """Note that the card is played: the drop takes place in the movement phase of this segment."""
    g.segment_cards |= 1 << card


def begin(g: Board) -> None:
    """Carry out the drops that were ordered, at the start of the movement phase."""
    if not g.segment_cards:
        return
    for card in g.t.cards_with(DO_PARA_DROP):
        if (g.segment_cards >> card) & 1:
            g.segment_cards &= ~(1 << card)
            drop(g, g.card_owner[card])


def drop(g: Board, major: int) -> None:
    """Let a major drop an infantry now."""
    g.push(Drop(major))


def is_ready(g: Board, unit: int, major: int, kind: int) -> bool:
    """Check whether a counter of a kind is on land, free and run by a major."""
    if g.t.unit_kind[unit] != kind or g.carrier[unit] >= 0 or g.cond[unit] & BUSY:
        return False
    return g.manager[g.serves[unit]] == major


def jumpers(g: Board, major: int) -> list[int]:
    """Return the infantry of a major next to one of its aircraft that has somewhere to jump."""
    found: list[int] = []
    for area in range(g.t.n_areas):
        if not g.air[area] or not g.fighters[area]:
            continue
        here = [u for u in g.at[area] if is_ready(g, u, major, const.INFANTRY)]
        for unit in distinct(g, here):
            for plane in planes(g, unit, major):
                if landings(g, unit, plane):
                    found.append(unit)
                    break
    return found


def planes(g: Board, unit: int, major: int) -> list[int]:
    """Return the aircraft in its area that may carry an infantry."""
    found = distinct(g, [u for u in g.at[g.place[unit]] if is_ready(g, u, major, const.AIRCRAFT)])
    return [u for u in found if landings(g, unit, u)]


def landings(g: Board, unit: int, plane: int) -> list[int]:
    """Return where an aircraft may drop an infantry: any area in its single range, enemy areas too."""
    found: list[int] = []
    for area in reached(g, g.serves[plane], g.place[plane], air_range(g, plane)):
        if area < g.t.n_areas and may_land(g, unit, area):
            found.append(area)
    found.sort()
    return found


def may_land(g: Board, unit: int, area: int) -> bool:
    """Check whether an infantry may jump into an area."""
    country = g.serves[unit]
    if entry_limits.kept_out(g, unit, area) or not entry_limits.room(g, unit, area):
        return False
    if entry_limits.strangers(g, country, area):
        return False
    if not ((g.friends[country] | g.war[country]) >> g.control[area]) & 1:
        return relations.status(g, country, area) == relations.NEUTRAL_OPEN
    return entry_limits.may_attack_in_china(g, unit, area) or not entry_limits.enemies(g, country, area)


class Drop(WarDeclaringStep):
    """The questions which infantry jumps, from which aircraft, and where. [CARD.para_troops]

    unit, plane  NONE: still to be chosen;  goal  the area for which war was declared
    """

    def __init__(
        self, major: int, unit: int = const.NONE, plane: int = const.NONE, goal: int = const.NONE
    ) -> None:
        self.major = major
        self.unit = unit
        self.plane = plane
        self.goal = goal

    def run(self, g: Board) -> bool:
        """Ask for what is still open; if no infantry can jump, the card is wasted."""
        if self.goal != const.NONE:
            if may_land(g, self.unit, self.goal) and not self.neutral(g, self.goal):
                self.land(g, self.goal)
            else:
                g.agenda.pop()
            return False
        found = self.choices(g, 0)
        if self.unit == const.NONE:
            if len(found) > 1:
                return True
            g.agenda.pop()
            return False
        if len(found) == 1:
            self.answer(g, 0, found[0])
            return False
        return True

    def neutral(self, g: Board, area: int) -> bool:
        """Check whether war must be declared for an area first."""
        country = g.serves[self.unit]
        return not ((g.friends[country] | g.war[country]) >> g.control[area]) & 1

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.major],)

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.unit == const.NONE:
            return [PASS, *[g.ids.unit + unit for unit in jumpers(g, self.major)]]
        if self.plane == const.NONE:
            return [g.ids.unit + unit for unit in planes(g, self.unit, self.major)]
        return [g.ids.space + area for area in landings(g, self.unit, self.plane)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == PASS:
            g.agenda.pop()
        elif self.unit == const.NONE:
            g.agenda[-1] = Drop(self.major, choice - g.ids.unit)
        elif self.plane == const.NONE:
            g.agenda[-1] = Drop(self.major, self.unit, choice - g.ids.unit)
        elif self.neutral(g, choice - g.ids.space):
            g.push(Declare(self.unit, choice - g.ids.space))
        else:
            self.land(g, choice - g.ids.space)

    def decided(self, g: Board, space: int, yes: bool) -> None:
        if yes:
            g.agenda[-1] = Drop(self.major, self.unit, self.plane, space)
        else:
            g.agenda.pop()

    def land(self, g: Board, area: int) -> None:
        """Drop the infantry: no border matters, and its aircraft does nothing else in this phase."""
        unit, plane, here = self.unit, self.plane, g.place[self.unit]
        country = g.serves[unit]
        g.agenda.pop()
        g.mark(plane, const.MOVED | const.FLOWN | const.DROPPING)
        g.move(unit, area)
        g.mark(unit, const.MOVED | const.DROPPING)
        if g.log is not None:
            text = f"{words.unit(g, unit)} jumps from {words.unit(g, plane)} of {words.space(g, here)} "
            text += f"into {words.space(g, area)}."
            refs = (g.ids.unit + unit, g.ids.unit + plane, g.ids.space + area)
            g.log.add(text, "CARD.para_troops", refs)
        if entry_limits.enemies(g, country, area):
            entry_limits.attack(g, area, country)
        elif not g.friendly(country, area):
            control.occupy(g, area, country)

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.unit == const.NONE:
            return Ask("Which infantry jumps? Click one next to an aircraft, or pass.", "CARD.para_troops")
        if self.plane == const.NONE:
            return Ask(f"Which aircraft carries {words.unit(g, self.unit)}?", "CARD.para_troops")
        return Ask(f"Into which area does {words.unit(g, self.unit)} jump?", "CARD.para_troops")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if self.plane != const.NONE and 0 <= choice - g.ids.space < g.t.n_spaces:
            name = words.space(g, choice - g.ids.space)
            reach = air_range(g, self.plane)
            text = f"{name} is not an area that it can enter within {reach} spaces of the aircraft."
            return Refusal(text, "CARD.para_troops")
        return Refusal(
            "A drop needs an unused infantry in the area of an unused aircraft.", "CARD.para_troops"
        )
