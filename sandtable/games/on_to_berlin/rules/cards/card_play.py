"""Playing a strategy card: its points and its event, in either order, never mixed. [2.3] [6.1]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import BY_POINTS, DISCARDED, GONE, PLAYED, POOL
from sandtable.games.on_to_berlin.components.ids import EVENT_FIRST, POINTS_FIRST
from sandtable.games.on_to_berlin.components.schema_cards import (
    AmphibiousAssault,
    Bombing,
    ChangeSide,
    ChooseOne,
    CommerceRaid,
    Develop,
    DoubleAction,
    Recover,
    Redeploy,
    ReleaseNewWeapons,
)
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import activation, diplomacy, mobilization, recovery, redeploy
from sandtable.games.on_to_berlin.rules.activation import Activate
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep, UnitClickStep
from sandtable.games.on_to_berlin.rules.cards import development, double_action
from sandtable.games.on_to_berlin.rules.combat import bombing, commerce_raids
from sandtable.games.on_to_berlin.rules.movement import landing_event
from sandtable.games.on_to_berlin.rules.movement.group_movement import SINGLE

# How far a card has been played.
ORDER: Final = 0
FIRST_HALF: Final = 1
SECOND_HALF: Final = 2

# The events of cards: whether one can be carried out now, and how it begins.
EVENTS: Final[tuple[tuple[type, Callable[[Board, Any], bool], Callable[[Board, Any], None]], ...]] = (
    (DoubleAction, double_action.possible, double_action.start),
    (ChooseOne, diplomacy.possible, diplomacy.start),
    (ChangeSide, diplomacy.change_possible, diplomacy.change_side),
    (Develop, development.develop_possible, development.start_develop),
    (ReleaseNewWeapons, development.release_possible, development.start_release),
    (Recover, recovery.event_possible, recovery.start_event),
    (Redeploy, redeploy.possible, redeploy.start),
    (CommerceRaid, commerce_raids.possible, commerce_raids.start),
    (AmphibiousAssault, landing_event.possible, landing_event.start),
    (Bombing, bombing.possible, bombing.start),
)


def begin(g: Board, card: int) -> None:
    """Put a card from the hand on the table. [6.1]"""
    g.cards[card] = PLAYED
    g.card = card
    if g.log is not None:
        g.log.add(f"The {words.side(g.side)} play {words.card(g, card)}.", "6.1", (g.ids.card + card,))
    g.push(Play(card, False, ORDER))


class Play(ActiveStep):
    """A card on the table: which half comes first, then both. [2.3a] [6.1b]"""

    def __init__(self, card: int, event_first: bool, phase: int) -> None:
        self.card = card
        self.event_first = event_first
        self.phase = phase

    def run(self, g: Board) -> bool:
        """Ask for the order; then play one half after the other; then remove the card. [6.1a]"""
        if self.phase == ORDER:
            return True
        if self.phase == FIRST_HALF:
            g.agenda[-1] = Play(self.card, self.event_first, SECOND_HALF)
            self.half(g, not self.event_first)
            return False
        g.agenda.pop()
        g.cards[self.card] = GONE if g.t.card_once[self.card] else DISCARDED  # [6.1c] [2.3.2b]
        g.card = -1
        return False

    def half(self, g: Board, event: bool) -> None:
        """Play the event or the points of the card."""
        if event:
            perform(g, self.card)
        else:
            g.push(Points(g.t.card_sv[self.card]))  # [2.3.1]

    def choices(self, g: Board, seat: int) -> list[int]:
        return [POINTS_FIRST, EVENT_FIRST]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        event = choice == EVENT_FIRST
        g.agenda[-1] = Play(self.card, event, FIRST_HALF)
        self.half(g, event)

    def prompt(self, g: Board, seat: int) -> Ask:
        t = g.t
        text = f"{words.card(g, self.card)}: choose its {t.card_sv[self.card]} points first, or its event."
        return Ask(f"{text} Event: {t.card_text[self.card]}", "2.3a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if g.ids.card <= choice < g.ids.nation:
            return Refusal(f"{words.card(g, self.card)} is being played.", "6.1")
        if choice < g.ids.card:
            return Refusal("Choose which half of the card comes first.", "2.3a")
        return None


class Points(UnitClickStep):
    """Strategic Value to spend: groups that move or attack, units to mobilize. [6.1.1]"""

    no_area: ClassVar[Refusal] = Refusal("Click a unit in the area, or a type of unit to mobilize.", "6.1.1")

    def __init__(self, left: int) -> None:
        self.left = left

    def run(self, g: Board) -> bool:
        if self.left:
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return units that can start a group, types to mobilize, and DONE. [6.1.1a] [6.1.1b] [6.1.1c]"""
        units = activation.startable(g, BY_POINTS)
        kinds = mobilization.types(g, self.left)
        return [DONE, *[g.ids.unit + unit for unit in units], *[g.ids.kind + kind for kind in kinds]]

    def takes(self, g: Board, unit: int) -> bool:
        return activation.may_start(g, unit, BY_POINTS)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Begin an action; it is finished before the next. [6.1.1g] [17.6]"""
        if choice == DONE:
            g.agenda.pop()
        elif choice < g.ids.kind:
            g.agenda[-1] = Points(self.left - 1)
            g.push(Activate((choice - g.ids.unit,), BY_POINTS, SINGLE))
        else:
            kind = choice - g.ids.kind
            g.agenda[-1] = Points(self.left - g.t.type_cost[kind])  # [12.0b]
            g.push(mobilization.Deploy(kind))

    def prompt(self, g: Board, seat: int) -> Ask:
        points = words.count(self.left, "point")
        return Ask(f"{points} left: click a unit to move or attack, a type to mobilize, or done.", "6.1.1")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        if g.place[unit] == POOL:
            return Refusal("This unit is in the Mobilization Pool: click its type to deploy it.", "6.1.1c")
        return activation.why_not_start(g, unit, BY_POINTS)

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        t = g.t
        if g.ids.kind <= choice < g.ids.card:
            kind = choice - g.ids.kind
            if t.type_cost[kind] > self.left:
                cost = words.count(t.type_cost[kind], "point")
                return Refusal(f"{t.type_name[kind]} costs {cost}; you have {self.left} left.", "12.0b")
            return mobilization.why_not(g, kind)
        if g.ids.card <= choice < g.ids.nation:
            return Refusal("Only one card is played in an impulse.", "6.1")
        return super().why_not_button(g, choice)


def perform(g: Board, card: int) -> None:
    """Begin the event of a card, if it can be carried out now. [2.3.2] [6.1a] [6.1.2] [R22]"""
    event = g.t.card_event[card]
    for kind, possible, start in EVENTS:
        if isinstance(event, kind):
            if possible(g, event):
                start(g, event)
            elif g.log is not None:
                g.log.add(f"The event of {words.card(g, card)} is not possible now.", "6.1a")
