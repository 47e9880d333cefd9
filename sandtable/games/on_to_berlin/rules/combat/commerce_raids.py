"""Wolfpacks: submarines raid commerce, and the Allies lose cards. [15.1f] [17.4, R29]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import BY_EVENT, SPENT
from sandtable.games.on_to_berlin.components.ids import ALL, AREA
from sandtable.games.on_to_berlin.components.schema_cards import CommerceRaid
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.base_steps import FirstUnitStep, UnitClickStep
from sandtable.games.on_to_berlin.rules.cards import discards
from sandtable.games.on_to_berlin.rules.groups import Gather, distinct
from sandtable.games.on_to_berlin.rules.movement import movement_costs
from sandtable.games.on_to_berlin.rules.movement.group_movement import SINGLE, March


def possible(g: Board, event: CommerceRaid) -> bool:
    """Return whether any submarine can raid, or move first if the card allows that."""
    return bool(raiders(g, event)) or (event.free_submarine_move and bool(movers(g)))


def start(g: Board, event: CommerceRaid) -> None:
    """Begin with the move of a group, if the card gives one, then the raid; nobody reacts to it. [R10]"""
    g.push(Raid(g.card, ()))
    if event.free_submarine_move and movers(g):
        g.push(SubmarineMove())


def event_of(g: Board, card: int) -> CommerceRaid:
    """Return the event of a raiding card."""
    event = g.t.card_event[card]
    assert isinstance(event, CommerceRaid)
    return event


# --- who and where


def raid_areas(g: Board, event: CommerceRaid) -> list[int]:
    """Return the Sea areas where commerce can be raided now, whoever controls them. [17.4]"""
    american = has_american_points(g)
    found: list[int] = []
    for name in event.areas:
        if american or name not in event.american_areas:
            found.append(g.t.area_index[name])
    return found


def has_american_points(g: Board) -> bool:
    """Return whether the marker on the American track has reached a Resource Point. [17.4] [R31]"""
    t = g.t
    track = t.track_of[t.america]
    return sum(t.space_points[track][: g.markers[track] + 1]) > 0


def fresh_submarines(g: Board, area: int) -> list[int]:
    """Return the fresh submarines of the active side in an area. [15.1f]"""
    submarine = g.t.unit_submarine
    return [unit for unit in g.at[area] if submarine[unit] and g.ready(unit, g.side)]


def raiders(g: Board, event: CommerceRaid) -> list[int]:
    """Return the submarines that can raid."""
    found: list[int] = []
    for area in raid_areas(g, event):
        found += fresh_submarines(g, area)
    return found


def movers(g: Board) -> list[int]:
    """Return the submarines that can start the group that moves first, identical ones once."""
    found: list[int] = []
    for area in g.t.seas:
        if g.force[g.side][area]:
            for unit in distinct(g, fresh_submarines(g, area)):
                if movement_costs.can_move(g, (unit,)):
                    found.append(unit)
    return found


# --- the move before the raid


class SubmarineMove(FirstUnitStep):
    """The first submarine of the group that may move before the raid. [15.1f]"""

    saved_as: ClassVar[str] = "Prowl"
    no_area: ClassVar[Refusal] = Refusal("Click the submarines of the group first.", "7.0")

    def starters(self, g: Board) -> list[int]:
        return movers(g)

    def takes(self, g: Board, unit: int) -> bool:
        return unit in fresh_submarines(g, g.place[unit]) and movement_costs.can_move(g, (unit,))

    def begin(self, g: Board, unit: int) -> None:
        g.push(Wolfpack((unit,)))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Which submarines move before the raid? Click the first of the group, or pass.", "15.1f")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        return why_not_submarine(g, unit) or Refusal("There is no Sea area it could enter.", "8.1")


def why_not_submarine(g: Board, unit: int) -> Refusal | None:
    """Return why a unit is not a submarine that can act; None if it is one."""
    if g.place[unit] < 0:
        return Refusal("This unit is not on the map.", "7.0")
    if not g.t.unit_submarine[unit]:
        return Refusal("Only submarines raid commerce.", "15.1f")
    if g.side_of(unit) != g.side:
        return Refusal("This submarine is not yours.", "3.1.1b")
    if g.cond[unit] & SPENT:
        return Refusal("This submarine is spent; only fresh units are activated.", "7.1")
    if not g.ready(unit, g.side):
        return Refusal("Its nation is not At War yet.", "3.1.1b")
    return None


class Wolfpack(Gather):
    """The submarines that move together before the raid. [7.1]"""

    no_area: ClassVar[Refusal] = Refusal("First finish the group (Done), then choose where it goes.", "7.1")
    no_more: ClassVar[Refusal] = Refusal("No other submarine of the area can join.", "7.1")

    def again(self, units: tuple[int, ...]) -> Gather:
        return Wolfpack(units)

    def joins(self, g: Board, unit: int) -> bool:
        return g.t.unit_submarine[unit] != 0 and g.ready(unit, g.side)

    def press(self, g: Board, button: int) -> None:
        """Move the group. [8.1]"""
        g.agenda.pop()
        units = self.units
        for unit in units:
            g.cond[unit] |= BY_EVENT
        g.push(March(units, (g.place[units[0]],), 0, SINGLE, False))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.group(g, self.units)
        return Ask(f"{who}: add submarines of the area, or done to move.", "7.1")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        if unit in self.units:
            return Refusal("This unit is already in the group.", "7.1")
        return why_not_submarine(g, unit) or Refusal("A group is made of units in one area.", "7.1")


# --- the raid


class Raid(UnitClickStep):
    """The choice of submarines that raid, in the areas the card allows; then the dice. [15.1f] [17.4]"""

    no_area: ClassVar[Refusal] = Refusal("Click the submarines that raid.", "15.1f")

    def __init__(self, card: int, units: tuple[int, ...]) -> None:
        self.card = card
        self.units = units

    def run(self, g: Board) -> bool:
        if self.units or raiders(g, event_of(g, self.card)):
            return True
        g.agenda.pop()
        return False

    def areas(self, g: Board) -> list[int]:
        """Return the areas raided so far."""
        found: list[int] = []
        for unit in self.units:
            if g.place[unit] not in found:
                found.append(g.place[unit])
        return found

    def more(self, g: Board) -> list[int]:
        """Return the other submarines that may raid."""
        event = event_of(g, self.card)
        areas = self.areas(g)
        full = len(areas) >= event.areas_max
        return [
            unit
            for unit in raiders(g, event)
            if unit not in self.units and (not full or g.place[unit] in areas)
        ]

    def all_fit(self, g: Board, more: list[int]) -> bool:
        """Return whether all of these submarines can raid together."""
        areas = self.areas(g)
        for unit in more:
            if g.place[unit] not in areas:
                areas.append(g.place[unit])
        return len(areas) <= event_of(g, self.card).areas_max

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return submarines, ALL, and DONE once there are some; PASS declines the raid. [R22]"""
        more = self.more(g)
        found = [g.ids.unit + unit for unit in distinct(g, more)]
        if more and self.all_fit(g, more):
            found.append(ALL)
        found.append(DONE if self.units else PASS)
        return found

    def takes(self, g: Board, unit: int) -> bool:
        return unit in self.more(g)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == ALL:
            g.agenda[-1] = Raid(self.card, tuple(sorted([*self.units, *self.more(g)])))
        elif choice >= g.ids.unit:
            g.agenda[-1] = Raid(self.card, tuple(sorted([*self.units, choice - g.ids.unit])))
        else:
            g.agenda.pop()
            if choice == DONE:
                self.resolve(g)

    def resolve(self, g: Board) -> None:
        """Roll one die for each submarine; hits cost the enemy cards, up to the card's limit. [15.1f]"""
        event = event_of(g, self.card)
        rolls: list[int] = []
        hits = 0
        for unit in self.units:
            roll = g.rng.roll()
            rolls.append(roll)
            if roll <= g.t.unit_attack[unit]:
                hits += 1
        if g.log is not None:
            areas = self.areas(g)
            who = f"{words.areas(g, areas)}, {words.units(g, self.units)}"
            text = f"Commerce Raiding in {who}: {words.count(hits, 'hit')} (dice {words.dice(rolls)})."
            g.log.add(text, "15.1f", tuple([AREA + area for area in areas]))
        for unit in self.units:
            g.cond[unit] |= BY_EVENT
            g.spend(unit)
        lost = min(hits * event.discards_per_hit, event.max_discards)
        discards.lose(g, 1 - g.side, lost, g.allied_discards)  # [16.2]

    def prompt(self, g: Board, seat: int) -> Ask:
        where = words.areas(g, raid_areas(g, event_of(g, self.card)))
        if not self.units:
            return Ask(f"Commerce Raiding ({where}): click the submarines that raid, or pass.", "17.4")
        who = f"{words.units(g, self.units)} in {words.areas(g, self.areas(g))}"
        return Ask(f"Commerce Raiding by {who}: click more submarines, or done.", "15.1f")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        return why_not_submarine(g, unit) or self.why_not_there(g, g.place[unit])

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice == ALL:
            return Refusal("This card does not let all of them raid: choose one by one.", "17.4")
        if choice == PASS:
            return Refusal("Submarines have been chosen: press Done to raid.", "15.1f")
        return super().why_not_button(g, choice)

    def why_not_there(self, g: Board, area: int) -> Refusal:
        """Return why a submarine in an area cannot raid with the others."""
        t = g.t
        name = t.area_name[area]
        event = event_of(g, self.card)
        if t.area_id[area] in event.american_areas and not has_american_points(g):
            text = f"{name} can be raided once American Resource Points are in play."
            return Refusal(text, "17.4")
        if area not in raid_areas(g, event):
            return Refusal(f"There is no commerce to raid in {name}.", "17.4")
        if area not in self.areas(g):
            return Refusal(f"This card is for {words.count(event.areas_max, 'area')}.", "17.4")
        return Refusal("This submarine has been chosen already.", "15.1f")
