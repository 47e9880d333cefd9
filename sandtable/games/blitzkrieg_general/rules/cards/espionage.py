"""Espionage: units of the player's nation are shifted at once to friendly areas. [CARD.espionage_ultra]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.base_steps import MajorStep
from sandtable.games.blitzkrieg_general.rules.cards import deck
from sandtable.games.blitzkrieg_general.rules.movement import pinning

# Units on a mission or bound to a combat stay where they are. [R89]
BOUND = const.FLYING | const.INVADING | const.OBSERVER | const.PINNED


def shiftable(g: Board, major: int, types: int) -> list[int]:
    """Return the units of a nation and a set of kinds that are in an area and not bound. [R89]"""
    found: list[int] = []
    defends = g.major_side[major] != g.side
    for unit in g.t.units_of[major]:
        place = g.place[unit]
        if 0 <= place < g.t.n_areas and (types >> g.t.unit_kind[unit]) & 1:
            if g.cond[unit] & BOUND or g.serves[unit] != major or g.carrier[unit] != const.NONE:
                continue
            if not defends or pinning.may_leave(g, unit):  # [A10.1f]
                found.append(unit)
    return found


def goals(g: Board, unit: int, distance: int) -> list[int]:
    """Return the friendly areas a unit can be shifted to: by land, aircraft over any link. [R89]"""
    t = g.t
    country = g.serves[unit]
    flies = t.unit_kind[unit] == const.AIRCRAFT
    start = g.place[unit]
    seen = {start}
    edge = [start]
    found: list[int] = []
    for _ in range(distance):
        reached: list[int] = []
        for space in edge:
            for other in t.air_near[space] if flies else t.land_near[space]:
                if other in seen:
                    continue
                seen.add(other)
                if other >= t.n_areas:
                    reached.append(other)  # over the sea, aircraft only
                elif g.friendly(country, other) and not t.impassable_area[other]:
                    if flies or not g.land[other] & g.war[country]:  # no unit passes through an attacked area
                        reached.append(other)
                    if entry_limits.room(g, unit, other) and not entry_limits.kept_out(g, unit, other):
                        if not entry_limits.strangers(g, country, other):  # [A9.11]
                            found.append(other)
        edge = reached
    return sorted(found)


class Redeploy(MajorStep):
    """The question which unit is shifted next; `moved` have been shifted already. [CARD.espionage_ultra]"""

    def __init__(self, card: int, major: int, *moved: int) -> None:
        self.card = card
        self.major = major
        self.moved = moved

    def _units(self, g: Board) -> list[int]:
        effect = g.t.cards[self.card].effect
        if len(self.moved) >= effect.units:
            return []
        free = [u for u in shiftable(g, self.major, effect.types) if u not in self.moved]
        return [u for u in distinct(g, free) if goals(g, u, effect.distance)]

    def run(self, g: Board) -> bool:
        if self._units(g):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DONE, *[g.ids.unit + unit for unit in self._units(g)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
            return
        unit = choice - g.ids.unit
        g.agenda[-1] = Redeploy(self.card, self.major, *self.moved, unit)
        g.push(Shift(self.card, unit))

    def prompt(self, g: Board, seat: int) -> Ask:
        effect = g.t.cards[self.card].effect
        left = effect.units - len(self.moved)
        text = f"Shift up to {left} more {words.people(g, self.major)} land units or aircraft, each up to "
        return Ask(f"{text}{effect.distance} areas: click a unit, or Done.", deck.rule(g, self.card))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        rule = deck.rule(g, self.card)
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return Refusal("Click a unit to shift it, or Done.", rule)
        name = words.unit(g, unit)
        if g.serves[unit] != self.major:
            return Refusal(f"Only {words.people(g, self.major)} units are shifted, not {name}.", rule)
        if unit in self.moved:
            return Refusal(f"{name} has been shifted already.", rule)
        if g.place[unit] < 0 or not (g.t.cards[self.card].effect.types >> g.t.unit_kind[unit]) & 1:
            return Refusal(f"{name} is not a land unit or aircraft on the map.", rule)
        return Refusal(f"{name} cannot leave its place, or cannot go anywhere.", rule)


class Shift(Step[Board]):
    """The question where a unit is shifted to. [CARD.espionage_ultra] [R89]"""

    def __init__(self, card: int, unit: int) -> None:
        self.card = card
        self.unit = unit

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[g.serves[self.unit]],)

    def choices(self, g: Board, seat: int) -> list[int]:
        distance = g.t.cards[self.card].effect.distance
        return [g.ids.space + area for area in goals(g, self.unit, distance)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Move it, without using up its movement or its mission. [R89]"""
        area = choice - g.ids.space
        here = g.place[self.unit]
        g.agenda.pop()
        g.move(self.unit, area)
        g.came[self.unit] = const.NONE
        if g.log is not None:
            text = f"{words.unit(g, self.unit)} is shifted from {words.space(g, here)}"
            text += f" to {words.space(g, area)}."
            refs = (g.ids.unit + self.unit, choice)
            g.log.add(text, deck.rule(g, self.card), refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Where does {words.unit(g, self.unit)} go?", deck.rule(g, self.card))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        distance = g.t.cards[self.card].effect.distance
        text = f"Click a friendly area with room for it, at most {distance} areas away through friendly ones."
        return Refusal(text, deck.rule(g, self.card))
