"""Counterattacks: a reaction card, or the jet, answers what a group does. [10.0] [10.1] [17.2]"""

from __future__ import annotations

from typing import Any, Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal, Step, Window
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import AIR, ALLIED, DECK, DISCARDED, GONE, HAND, POOLED
from sandtable.games.on_to_berlin.components.group_action import (
    FIGHTS,
    IN_THE_AIR,
    REDEPLOYMENT,
    GroupAction,
    ways,
)
from sandtable.games.on_to_berlin.components.ids import ALL, AREA, JET
from sandtable.games.on_to_berlin.components.schema_cards import Counterattack
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.base_steps import BoardStep, pack_fields, unpack_fields
from sandtable.games.on_to_berlin.rules.combat import combat, hits
from sandtable.games.on_to_berlin.rules.groups import distinct

DOINGS: Final = (
    "Move to",
    "Naval transport to",
    "Air Movement to",
    "Attack in",
    "Airstrike on",
    "Strategic Bombing of",
    "Redeploy to",
    "Landing in",
    "Drop over",
)


# --- where, by whom, against whom


def remaining_group(g: Board, action: GroupAction, area: int) -> tuple[int, ...]:
    """Return the units that a counterattack in an area can still meet. [10.1c] [11.1b]

    A unit that an earlier counterattack has driven away no longer belongs to the group.
    """
    if action.kind == REDEPLOYMENT:  # all units whose way led through the area [17.2c, R51]
        found: list[int] = []
        for i, way in enumerate(ways(action)):
            if area in way[1:] and g.place[action.units[i]] == way[-1]:
                found.append(action.units[i])
        return tuple(found)
    here = action.path[0] if action.kind in FIGHTS else action.path[-1]
    return tuple([unit for unit in action.units if g.place[unit] == here])


def targets_of(g: Board, units: tuple[int, ...]) -> tuple[int, ...]:
    """Return the units of a group that can be hit. [10.1i] [15.1d]"""
    submarine = g.t.unit_submarine
    return tuple([unit for unit in units if not submarine[unit]])


def entered_areas(action: GroupAction) -> tuple[int, ...]:
    """Return the areas in which a group can be counterattacked. [R10]"""
    if action.kind == REDEPLOYMENT:  # any area that any of them has entered [17.2c, R51]
        found: list[int] = []
        for way in ways(action):
            for area in way[1:]:
                if area not in found:
                    found.append(area)
        found.sort()
        return tuple(found)
    if action.kind in FIGHTS:
        return action.path[-1:]
    return action.path[1:]  # any area that a moving group has entered


def ends(action: GroupAction) -> list[int]:
    """Return where the units have gone, or the area they attack."""
    if action.kind == REDEPLOYMENT:
        return sorted({way[-1] for way in ways(action)})
    return [action.path[-1]]


def can_counterattack(g: Board, seat: int, unit: int, area: int, flown: bool) -> bool:
    """Return whether a unit can counterattack in its area; `flown`: against aircraft. [10.1] [R10]"""
    t = g.t
    if t.unit_submarine[unit]:  # [10.1i] [15.1d]
        return False
    if flown and not t.unit_strike[unit]:  # [10.1g] [17.3a]
        return False
    return g.ready(unit, seat) and combat.can_attack(g, unit, area)


def counterattackers(g: Board, seat: int, area: int, flown: bool) -> list[int]:
    """Return the units of a side that can counterattack in an area."""
    return [unit for unit in g.at[area] if can_counterattack(g, seat, unit, area, flown)]


def has_counterattackers(g: Board, seat: int, area: int, flown: bool) -> bool:
    """Return whether a side has a unit that can counterattack in an area."""
    if g.force[seat][area]:
        for unit in g.at[area]:
            if can_counterattack(g, seat, unit, area, flown):
                return True
    return False


def can_be_answered(g: Board, action: GroupAction, area: int) -> bool:
    """Return whether the other side could counterattack in an area with a card."""
    if not has_counterattackers(g, 1 - g.side, area, action.kind in IN_THE_AIR):
        return False
    return bool(targets_of(g, remaining_group(g, action, area)))


def counterattack_areas(g: Board, action: GroupAction) -> list[int]:
    """Return the areas in which the other side could counterattack with a card."""
    return [area for area in entered_areas(action) if can_be_answered(g, action, area)]


def answering_jet(g: Board, action: GroupAction) -> int:
    """Return the jet if it can counterattack where it stands; -1 if not. [16.7a]"""
    if not g.jets:
        return -1
    seat = 1 - g.side
    flown = action.kind in IN_THE_AIR
    for area in entered_areas(action):
        for unit in g.at[area]:
            if (
                g.t.unit_jet[unit]
                and can_counterattack(g, seat, unit, area, flown)
                and targets_of(g, remaining_group(g, action, area))
            ):
                return unit
    return -1


def factor_of(g: Board, card: int) -> int:
    """Return how often a reaction card counts each hit; 0 for other cards. [10.1b]"""
    event = g.t.card_event[card]
    return event.hit_factor if isinstance(event, Counterattack) else 0


def jet_factor(g: Board) -> int:
    """Return how often each hit of the jet counts: as with a card. [10.1b] [16.7a]"""
    return max([factor_of(g, card) for card in range(g.t.n_cards)])


def may_hold(g: Board, seat: int) -> bool:
    """Return whether a side could hold a reaction card, from what everybody can see. [2.3.3c] [2.3.3d]"""
    empty = True
    hidden = False
    cards = g.cards
    for card in g.t.cards_of[seat]:
        where = cards[card]
        if where == HAND:
            empty = False
        if g.t.card_reaction[card] and not hidden:
            if where in (HAND, DECK):
                hidden = True
            elif where == POOLED:
                hidden = g.development_secrecy  # [16.1.1]
            elif where == DISCARDED:
                hidden = g.face_down[card] != 0  # [16.1.1] [16.1.2]
    return hidden and not empty


# --- the window


class Ambush(Window[Board]):
    """The other side may answer an action at once, with one card after another. [10.1c] [17.2a] [17.2b]

    `jet`: the jet has answered it without a card. [16.7a]
    """

    def __init__(self, action: GroupAction, jet: bool = False) -> None:
        self.action = action
        self.jet = jet

    def possible(self, g: Board) -> bool:
        """Return whether a counterattack is possible: units that can, and a card that may be in the hand."""
        action = self.action
        if may_hold(g, 1 - g.side):
            for area in entered_areas(action):
                if can_be_answered(g, action, area):
                    return True
        return not self.jet and answering_jet(g, action) >= 0

    def reactor(self, g: Board) -> int:
        """Return the side whose impulse it is not. [10.0]"""
        return 1 - g.side

    def reactions(self, g: Board, seat: int) -> list[int]:
        """Return reaction cards in the hand, and the jet. [10.0] [16.7a]"""
        found: list[int] = []
        for card in g.t.cards_of[seat]:
            if g.cards[card] == HAND and g.t.card_reaction[card]:  # [2.3.2a]
                found.append(g.ids.card + card)
        if not self.jet and answering_jet(g, self.action) >= 0:
            found.append(JET)
        return found

    def react(self, g: Board, choice: int) -> None:
        """Play the card, or the jet; the window stays for more. [10.1c]"""
        action = self.action
        if choice == JET:
            g.agenda[-1] = Ambush(action, True)
            unit = answering_jet(g, action)
            counterattack(g, action, g.place[unit], jet_factor(g), (unit,))
            return
        seat = 1 - g.side
        card = choice - g.ids.card
        if g.log is not None:
            text = f"The {words.side(seat)} answer with {words.card(g, card)}."
            g.log.add(text, "10.0", (choice,))
        g.cards[card] = GONE if g.t.card_once[card] else DISCARDED
        g.pending[seat] += g.t.card_sv[card]  # [10.2] [10.2a]
        g.push(AmbushArea(action, factor_of(g, card)))

    def prompt(self, g: Board, seat: int) -> Ask:
        action = self.action
        where = words.areas(g, ends(action))
        who = words.units(g, [unit for unit in action.units if g.place[unit] >= 0])
        return Ask(f"{DOINGS[action.kind]} {where}: {who}. Counterattack or pass?", "10.0")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if g.ids.card <= choice < g.ids.nation:
            card = choice - g.ids.card
            if g.t.card_owner[card] != seat or g.cards[card] != HAND:
                return Refusal("This card is not in your hand.", "10.0")
            return Refusal("Only a reaction card is played in the other side's impulse.", "10.0")
        if AREA <= choice < g.ids.unit:
            return Refusal("First play a reaction card, then choose the area.", "10.0")
        if g.ids.unit <= choice < g.ids.kind:
            return Refusal("First play a reaction card, then choose who counterattacks.", "10.0")
        if choice == JET:
            if self.jet:
                return Refusal("The jet has already answered this action.", "16.7a")
            return Refusal("No fresh jet is in an area where it could answer this action.", "16.7a")
        return None

    def pack(self) -> list[int]:
        return pack_fields(self)

    @classmethod
    def unpack(cls, fields: list[int]) -> Step[Any]:
        return unpack_fields(cls, fields)


class AmbushArea(BoardStep):
    """The choice of the area of a counterattack, if there are several. [R10] [17.2c]"""

    def __init__(self, action: GroupAction, factor: int) -> None:
        self.action = action
        self.factor = factor

    def run(self, g: Board) -> bool:
        areas = counterattack_areas(g, self.action)
        if len(areas) > 1:
            return True
        g.agenda[-1] = Counterattackers(self.action, areas[0], self.factor, ())
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (1 - g.side,)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in counterattack_areas(g, self.action)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = Counterattackers(self.action, choice - AREA, self.factor, ())

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Choose the area of the counterattack.", "10.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if g.ids.unit <= choice < g.ids.kind:
            return Refusal("First choose the area, then who counterattacks.", "10.1")
        if not AREA <= choice < g.ids.unit:
            return None
        area = choice - AREA
        name = g.t.area_name[area]
        if area not in entered_areas(self.action):
            return Refusal(f"The group has not entered {name}.", "10.1c")
        if has_counterattackers(g, seat, area, self.action.kind in IN_THE_AIR):
            return Refusal(f"No unit of the group can be hit in {name}.", "11.1b")
        return Refusal(f"You have no unit that can counterattack in {name}.", "10.1")


class Counterattackers(BoardStep):
    """The choice of the units that counterattack, at least one. [10.1]"""

    def __init__(self, action: GroupAction, area: int, factor: int, units: tuple[int, ...]) -> None:
        self.action = action
        self.area = area
        self.factor = factor
        self.units = units

    def rest(self, g: Board) -> list[int]:
        """Return the units that can still join."""
        found = counterattackers(g, 1 - g.side, self.area, self.action.kind in IN_THE_AIR)
        return [unit for unit in found if unit not in self.units]

    def run(self, g: Board) -> bool:
        rest = self.rest(g)
        if rest and (self.units or len(rest) > 1):
            return True
        self.go(g, self.units or tuple(rest))
        return False

    def go(self, g: Board, units: tuple[int, ...]) -> None:
        """Counterattack with these units."""
        g.agenda.pop()
        counterattack(g, self.action, self.area, self.factor, units)

    def seats(self, g: Board) -> tuple[int, ...]:
        return (1 - g.side,)

    def choices(self, g: Board, seat: int) -> list[int]:
        first = g.ids.unit
        found = [first + unit for unit in distinct(g, self.rest(g))]
        found.append(ALL)
        if self.units:
            found.append(DONE)
        return found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        if g.ids.unit <= choice < g.ids.kind:
            return choice - g.ids.unit in self.rest(g)
        return choice == ALL or (choice == DONE and len(self.units) > 0)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.go(g, self.units)
        elif choice == ALL:
            self.go(g, tuple(sorted([*self.units, *self.rest(g)])))
        else:
            units = tuple(sorted([*self.units, choice - g.ids.unit]))
            g.agenda[-1] = Counterattackers(self.action, self.area, self.factor, units)

    def prompt(self, g: Board, seat: int) -> Ask:
        where = g.t.area_name[self.area]
        so_far = f" So far: {words.units(g, self.units)}." if self.units else ""
        return Ask(f"Which units counterattack in {where}?{so_far}", "10.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == DONE:
            return Refusal("At least one unit must counterattack.", "10.1")
        if AREA <= choice < g.ids.unit:
            return Refusal(f"The counterattack is in {g.t.area_name[self.area]}: click units there.", "10.1")
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return None
        return self.why_not_unit(g, seat, unit)

    def why_not_unit(self, g: Board, seat: int, unit: int) -> Refusal:
        """Return why a unit cannot counterattack."""
        t = g.t
        name = words.unit(g, unit)
        if unit in self.units:
            return Refusal(f"{name} already counterattacks.", "10.1")
        if g.place[unit] != self.area:
            return Refusal(f"{name} is not in {t.area_name[self.area]}.", "10.1")
        if g.side_of(unit) != seat:
            return Refusal(f"{name} is not on your side.", "10.1")
        if t.unit_submarine[unit]:
            return Refusal("Submarines do not counterattack.", "10.1i")
        if not g.war[t.unit_nation[unit]]:
            return Refusal(f"{t.nation_name[t.unit_nation[unit]]} is not At War.", "3.1.1b")
        if not g.ready(unit, seat):
            return Refusal(f"{name} cannot counterattack: only fresh units do.", "10.1")
        if self.action.kind in IN_THE_AIR and not t.unit_strike[unit]:
            return Refusal("Against aircraft only units with an Airstrike Rating counterattack.", "10.1g")
        where = t.area_name[self.area]
        if t.unit_kind[unit] == AIR and not t.sea[self.area]:
            return Refusal(f"{name} fights only in friendly areas, and {where} is not one.", "9.1.1a")
        return Refusal(f"{name} cannot fight in {where}.", "9.1.1")


# --- the counterattack


def counterattack(g: Board, action: GroupAction, area: int, factor: int, units: tuple[int, ...]) -> None:
    """Counterattack the group in an area; these units stay fresh, nobody answers. [10.1a] [10.1h]"""
    seat = 1 - g.side
    if g.log is not None:
        text = f"Counterattack in {g.t.area_name[area]}: {words.units(g, units)}."
        g.log.add(text, "10.1", (AREA + area, *[g.ids.unit + unit for unit in units]))
    number = combat.roll(g, units, False, 1, factor)  # [10.1] [10.1b]
    if not number:
        return
    hit = remaining_group(g, action, area)
    compare: tuple[int, ...] | None = None
    if action.kind == REDEPLOYMENT and g.side == ALLIED:  # [11.2f]
        compare = tuple([unit for unit in combat.victims(g, ALLIED, area) if unit not in action.units])
    who = combat.assigner(g, units, seat, area, hit, True, compare)  # [11.2e] [17.2]
    hits.deal(g, who, area, number, targets_of(g, hit), action.as_spent, action)  # [11.1b] [10.1d] [11.5d]
