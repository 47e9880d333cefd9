"""The Strategic Warfare Segment: U-boats and bombers. [4.1] [1.3u]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import effect_types, words
from sandtable.games.other_side.components.ids import WARFARE
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.cards import effects, events
from sandtable.games.other_side.rules.combat import combat_dice
from sandtable.games.other_side.rules.production import tracks


class StrategicWarfare(Step[Board]):
    """Both sides roll; Production distributes a loss. [4.1h]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        axis = [combat_dice.roll(g, colour) for colour in axis_dice(g)]
        west = [combat_dice.roll(g, effect_types.BLUE) for _ in range(western_dice(g))]
        ours, theirs = axis_hits(g, axis), western_hits(g, west)
        if g.log is not None:
            sides = f"the Axis rolls {words.dice(axis)}, the West {words.dice(west)}"
            g.log.add(f"Strategic Warfare: {sides}: {ours} against {theirs}.", "4.1c", (WARFARE,))
        cards = min(
            combat_dice.faces(axis, effect_types.CARD) + combat_dice.faces(west, effect_types.CARD),
            g.t.events_in_strategic,
        )  # [R42]
        if cards:
            g.push(DrawEvents(cards))  # [4.1g]
        if ours > theirs:
            tracks.air(g, const.WEST_FRONT, 1, "4.1e")  # [4.1e]
        elif theirs > ours:
            g.push(Split(theirs - ours))  # [4.1f]
        elif g.log is not None:  # nothing else happens [4.1d]
            g.log.add("Strategic Warfare is a draw.", "4.1d")
        return False


def axis_dice(g: Board) -> list[int]:
    """Return the colours of the Axis dice. [4.1a]"""
    if g.warfare == 0:
        return []
    grey = min(g.technology, g.warfare)
    found = [effect_types.GREY] * grey + [effect_types.WHITE] * (g.warfare - grey)
    for effect in effects.hooked(g, const.HOOK_STRATEGIC_DICE):
        found += [effect.b] * effect.n
    return found


def western_dice(g: Board) -> int:
    """Return how many dice the West rolls, by a Combat card. [4.1b]"""
    card = combat_dice.draw_combat(g)
    found = g.t.raids[card][g.year]
    if g.log is not None:
        number = g.t.combat_number[card]
        g.log.add(f"Combat card {number}: {words.count(found, 'blue die')}.".replace("dies", "dice"), "4.1b")
    combat_dice.use_combat(g, card)
    return found


def axis_hits(g: Board, rolled: list[int]) -> int:
    """Return the Hits of the Axis."""
    found = combat_dice.faces(rolled, effect_types.HIT)  # [4.1c]
    for effect in effects.hooked(g, const.HOOK_STRATEGIC_ROLL):
        if effect.op == effect_types.AXIS_STRATEGIC_HITS:
            found += effect.n
    return max(0, found)


def western_hits(g: Board, rolled: list[int]) -> int:
    """Return the Hits of the West: planes, and hits with the USA at war. [4.1c] [7.2]"""
    found = combat_dice.faces(rolled, effect_types.PLANE)
    if g.at_war(const.WEST):
        found += combat_dice.faces(rolled, effect_types.HIT)
    for effect in effects.hooked(g, const.HOOK_STRATEGIC_ROLL):
        if effect.op == effect_types.WESTERN_STRATEGIC_HITS:
            found += effect.n
    return max(0, found)


class DrawEvents(Step[Board]):
    """Draws Strategic Events one by one. [4.1g]"""

    def __init__(self, left: int) -> None:
        self.left = left

    def run(self, g: Board) -> bool:
        """Draw the next card."""
        if self.left == 0:
            g.agenda.pop()
            return False
        g.agenda[-1] = DrawEvents(self.left - 1)
        events.draw_strategic(g, g.seat(const.PRODUCTION))
        return False


class Split(SectionStep):
    """Production splits the loss between Strategic Warfare and the air over Germany. [4.1f]"""

    section = const.PRODUCTION

    def __init__(self, left: int) -> None:
        self.left = left

    def run(self, g: Board) -> bool:
        """Ask while there is a choice; points that no track can lose are ignored."""
        found = self.choices(g, 0) if self.left else []
        if len(found) > 1 and self.left < g.warfare + g.air[const.GERMANY] - g.t.air_min:
            return True
        if not found:
            g.agenda.pop()
            return False
        self.answer(g, 0, found[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [WARFARE] if g.warfare > 0 else []
        return [*found, g.ids.track + const.GERMANY] if g.air[const.GERMANY] > g.t.air_min else found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = Split(self.left - 1)
        if choice == WARFARE:
            tracks.warfare(g, -1, "4.1f")
        else:
            tracks.air(g, const.GERMANY, -1, "4.1f")

    def prompt(self, g: Board, seat: int) -> Ask:
        left = words.count(self.left, "point")
        text = f"The West has won, {left} still to lose: click Strategic Warfare or the air over Germany."
        return Ask(text, "4.1f")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == WARFARE:
            return Refusal("Strategic Warfare is already at 0.", "4.1f")
        if choice == g.ids.track + const.GERMANY:
            return Refusal(f"{words.track(const.GERMANY)} is already at {g.t.air_min}.", "4.1f")
        return Refusal("Only Strategic Warfare and the air over Germany can lose points.", "4.1f")
