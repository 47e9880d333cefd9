"""Strategic Bombing and Long Range Bombing: air units against the cards in the enemy's hand. [17.3] [9.2b]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import AIR, BY_EVENT
from sandtable.games.on_to_berlin.components.group_action import BOMBING, GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA, BOMB, STRIKE
from sandtable.games.on_to_berlin.components.schema_cards import Bombing, LongRangeBombing
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import activation
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep, BreachStep, FirstUnitStep
from sandtable.games.on_to_berlin.rules.cards import discards
from sandtable.games.on_to_berlin.rules.combat import air_actions, combat_sequence, counterattacks
from sandtable.games.on_to_berlin.rules.groups import Gather, distinct
from sandtable.games.on_to_berlin.rules.movement import air_routes


def possible(g: Board, event: Bombing) -> bool:
    """Return whether any air unit has a target to bomb (or, with the long range, to strike)."""
    return bool(startable(g, event, True))


def start(g: Board, event: Bombing) -> None:
    """Ask for the bombers."""
    g.push(Bombers(g.card))


def event_of(g: Board, card: int) -> Bombing:
    """Return the event of a bombing card."""
    event = g.t.card_event[card]
    assert isinstance(event, Bombing)
    return event


# --- who and where


def is_eligible(g: Board, unit: int) -> bool:
    """Return whether a unit is a fresh air unit that may be activated by the event. [7.1]"""
    return g.t.unit_kind[unit] == AIR and g.ready(unit, g.side) and not g.cond[unit] & BY_EVENT


def may_start(g: Board, unit: int, event: Bombing) -> bool:
    """Return whether a group of bombers can begin with a unit on the map."""
    return is_eligible(g, unit) and (can_bomb(g, (unit,), event) or can_strike(g, (unit,), event))


def startable(g: Board, event: Bombing, first_only: bool) -> list[int]:
    """Return the units that can start a group of bombers, identical ones once."""
    found: list[int] = []
    for area in range(g.t.n_areas):
        if not g.force[g.side][area] or g.held[area] != g.side:
            continue
        for unit in distinct(g, g.at[area]):
            if may_start(g, unit, event):
                found.append(unit)
                if first_only:
                    return found
    return found


def can_bomb(g: Board, units: tuple[int, ...], event: Bombing) -> bool:
    """Return whether a group has a target to bomb, with or without breaking a neutrality."""
    return bool(
        bomb_targets(g, units, event.range, False, True) or bomb_targets(g, units, event.range, True, True)
    )


def can_strike(g: Board, units: tuple[int, ...], event: Bombing) -> bool:
    """Return whether a group can make the Airstrike that the long range card allows instead. [9.2b]"""
    if not isinstance(event, LongRangeBombing):
        return False
    reach = event.range
    return bool(
        air_actions.strike_targets(g, units, reach, False, True)
        or air_actions.strike_targets(g, units, reach, True, True)
    )


def bomb_targets(
    g: Board, units: tuple[int, ...], reach: int, violate: bool, first_only: bool = False
) -> list[int]:
    """Return the areas a group may bomb; with `violate` those it reaches only by breaking a neutrality."""
    span = air_routes.strike_range(g, units, reach)
    if span < 0:
        return []
    t = g.t
    side = g.side
    base = g.place[units[0]]
    found: list[int] = []
    for row in (g.near(side)[base], t.afar[air_routes.network(g, side)][base][span]):
        for target in row:
            if why_no_target(g, side, target) or air_routes.winter_closed(g, target):  # [15.2a] [R21]
                continue
            way = air_routes.best_way(g, side, base, target, span)
            if way is not None and bool(air_routes.broken_neutralities(g, side, way)) == violate:  # [3.1.3a]
                found.append(target)
                if first_only:
                    return found
    return found


def why_no_target(g: Board, side: int, target: int) -> bool:
    """Return whether an area is nothing to bomb: no Land area of the enemy with a Resource Point. [R43]"""
    return not g.t.points[target] or g.t.sea[target] != 0 or g.held[target] != 1 - side


# --- the steps


class Bombers(FirstUnitStep):
    """The first unit of the group that bombs, or none. [R22]"""

    no_area: ClassVar[Refusal] = Refusal("First click the air units of the group, then the area.", "7.0")

    def __init__(self, card: int) -> None:
        self.card = card

    def starters(self, g: Board) -> list[int]:
        return startable(g, event_of(g, self.card), False)

    def takes(self, g: Board, unit: int) -> bool:
        return may_start(g, unit, event_of(g, self.card))

    def begin(self, g: Board, unit: int) -> None:
        g.push(Squadron((unit,), self.card))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Which air units bomb? Click the first unit of the group, or pass.", "17.3")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        return why_not_bomb(g, unit)


def why_not_bomb(g: Board, unit: int) -> Refusal:
    """Return why a unit cannot take part in the bombing."""
    if g.place[unit] >= 0 and g.t.unit_kind[unit] != AIR:
        return Refusal("Only air units bomb.", "17.3")
    reason = activation.why_not_eligible(g, unit, BY_EVENT)
    if reason is not None:
        return reason
    if air_routes.strike_range(g, (unit,), 0) < 0:
        return Refusal("Air units bomb only from friendly-controlled Land areas.", "9.2e")
    return Refusal("There is no target to bomb in its range.", "9.2b")


class Squadron(Gather):
    """The group of bombers: more air units of the area, then its action. [7.1]"""

    no_more: ClassVar[Refusal] = Refusal("No other unit of the area can join.", "7.1")

    def __init__(self, units: tuple[int, ...], card: int) -> None:
        super().__init__(units)
        self.card = card

    def again(self, units: tuple[int, ...]) -> Gather:
        return Squadron(units, self.card)

    def joins(self, g: Board, unit: int) -> bool:
        if not is_eligible(g, unit):
            return False
        event = event_of(g, self.card)
        units = (*self.units, unit)
        return can_bomb(g, units, event) or can_strike(g, units, event)

    def buttons(self, g: Board) -> list[int]:
        """Return Strategic Bombing and, with the long range card, an Airstrike. [9.2b]"""
        event = event_of(g, self.card)
        found: list[int] = []
        if can_bomb(g, self.units, event):
            found.append(BOMB)
        if can_strike(g, self.units, event):
            found.append(STRIKE)
        return found

    def press(self, g: Board, button: int) -> None:
        g.agenda.pop()
        for unit in self.units:
            g.cond[unit] |= BY_EVENT  # [7.1a]
        if button == BOMB:
            g.push(Objective(self.units, self.card, False))
        else:
            g.push(air_actions.Target(self.units, 1, True, event_of(g, self.card).range))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.group(g, self.units)
        return Ask(f"{who}: add air units of the area, or choose what the group does.", "7.1")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        apart = self.why_not_group(g, unit) if g.place[unit] >= 0 else None
        if apart is None and g.place[unit] >= 0 and may_start(g, unit, event_of(g, self.card)):
            return Refusal("A group with this unit would have no target in range.", "9.2b")
        return apart or why_not_bomb(g, unit)

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice == BOMB:
            return Refusal("There is no target to bomb in range.", "9.2b")
        if choice == STRIKE:
            if isinstance(event_of(g, self.card), LongRangeBombing):
                return Refusal("No enemy on land is in range.", "9.2b")
            return Refusal("This card is for Strategic Bombing only.", "6.1.2")
        if choice == DONE:
            return Refusal("Choose what the group does.", "7.1b")
        return super().why_not_button(g, choice)


class Objective(BreachStep):
    """The area to bomb; `unlocked`: the way breaks a neutrality. [17.3]"""

    agreed: ClassVar[Refusal] = Refusal("Choose the area to bomb: its way breaks a neutrality.", "3.1.3a")
    no_breach: ClassVar[Refusal] = Refusal("No way to a target in range breaks a neutrality.", "3.1.3a")
    no_unit: ClassVar[Refusal] = Refusal("Strategic Bombing is against an area: click the area.", "17.3")

    def __init__(self, units: tuple[int, ...], card: int, unlocked: bool) -> None:
        self.units = units
        self.card = card
        self.unlocked = unlocked

    def areas(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        return bomb_targets(g, self.units, event_of(g, self.card).range, unlocked, first_only)

    def take_area(self, g: Board, area: int) -> None:
        """Declare the bombing; the other side may answer before the dice are rolled. [17.3a]"""
        g.agenda.pop()
        units = self.units
        base = g.place[units[0]]
        span = air_routes.strike_range(g, units, event_of(g, self.card).range)
        way = air_routes.best_way(g, g.side, base, area, span)
        if g.log is not None:
            over = f" over {words.areas(g, way)}" if way else ""
            names = g.t.area_name
            text = f"Strategic Bombing of {names[area]} from {names[base]}{over}: {words.units(g, units)}."
            g.log.add(text, "17.3", (AREA + base, AREA + area))
        if way is not None:
            air_routes.fly_over(g, g.side, way)
        action = GroupAction(BOMBING, units, (base, area), True)
        g.push(Bombs(action, self.card))
        g.push(counterattacks.Ambush(action))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.group(g, self.units)
        if self.unlocked:
            return Ask(f"{who}: choose an area to bomb whose way breaks a neutrality.", "3.1.3a")
        return Ask(f"{who}: choose the area to bomb.", "17.3")

    def why_not_area(self, g: Board, area: int) -> Refusal:
        t = g.t
        name = t.area_name[area]
        if t.sea[area]:
            return Refusal(f"{name} is a Sea area; only Land areas are bombed.", "17.3")
        if g.held[area] != 1 - g.side:
            return Refusal(f"{name} is not controlled by the {words.side(1 - g.side)}.", "17.3")
        if not t.points[area]:
            return Refusal(f"There is no Resource Point in {name}.", "17.3")
        base = g.place[self.units[0]]
        span = air_routes.strike_range(g, self.units, event_of(g, self.card).range)
        reason = air_routes.why_not_reach(g, g.side, base, area, span)
        if reason is not None:
            return reason
        if self.unlocked:
            return Refusal(f"The way to {name} breaks no neutrality; choose an area where it does.", "3.1.3a")
        return air_routes.why_not_offered(g, g.side, base, area, span)


class Bombs(ActiveStep):
    """The dice of a bombing: lost cards, spent units. [17.3]"""

    def __init__(self, action: GroupAction, card: int) -> None:
        self.action = action
        self.card = card

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        t = g.t
        target = self.action.path[1]
        event = event_of(g, self.card)
        change = modifier(g)
        rolls: list[int] = []
        hits = 0
        for unit in combat_sequence.fighters(g, self.action):  # [10.1f, R3]
            roll = g.rng.roll()
            rolls.append(roll)
            if roll + change <= t.unit_strike[unit]:  # [17.3]
                hits += 1
        for unit in self.action.units:
            if g.place[unit] >= 0:
                g.spend(unit)  # [9.2d]
        if not rolls:
            if g.log is not None:
                g.log.add("No bomber is left.", "10.1f", (AREA + target,))
            return False
        half = t.points[target] == 1
        needed = event.hits_per_discard_half if half else event.hits_per_discard_full
        lost = min(hits // needed, event.max_discards)  # [17.3]
        if g.log is not None:
            found = words.count(hits, "hit")
            name = t.area_name[target]
            point = "half a Resource Point" if half else "a Resource Point"
            text = f"Bombs on {name} ({point}): {found} (dice {words.dice(rolls)}, modifier {change:+d})."
            g.log.add(text, "16.3" if g.bombing_penalty else "17.3", (AREA + target,))
        discards.lose(g, 1 - g.side, lost, g.axis_discards)  # [16.2a]
        return False


def modifier(g: Board) -> int:
    """Return the number added to each die of this turn's bombing. [16.3]"""
    return g.t.optional_modifier if g.bombing_penalty else g.t.bombing_modifier[g.turn]
