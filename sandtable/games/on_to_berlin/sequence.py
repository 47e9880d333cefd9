"""The sequence of play: choosing hands, impulses in turn, the end phase. [5.0] [6.0]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Together
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.ids import AREA, REACTION_POINTS, WITHDRAW
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import (
    activation,
    control,
    lines_of_communication,
    recovery,
    resources,
)
from sandtable.games.on_to_berlin.rules.activation import BY_AIR, Activate
from sandtable.games.on_to_berlin.rules.base_steps import BoardStep, SideStep, UnitClickStep
from sandtable.games.on_to_berlin.rules.cards import card_play
from sandtable.games.on_to_berlin.rules.groups import distinct
from sandtable.games.on_to_berlin.rules.movement.group_movement import SINGLE


class Sequence(BoardStep):
    """The sequence of a turn: hands, impulses, end phase; it stays for the next turn. [5.0]"""

    saved_as: ClassVar[str] = "Turn"

    def run(self, g: Board) -> bool:
        if g.log is not None:
            first = words.side(g.initiative)
            g.log.add(f"Turn {g.turn}, {g.t.turn_label[g.turn]}. The {first} have the initiative.", "5.0")
        g.side = g.initiative  # [5.0b] [2.1.2a]
        g.passes = 0
        g.push(Impulses())
        choosing = [side for side in (const.AXIS, const.ALLIED) if may_choose(g, side)]
        if choosing:
            g.push(Select(*choosing))
        return False


def may_choose(g: Board, side: int) -> bool:
    """Return whether a side may put one more card into its hand. [5.0a] [4.0e]"""
    return len(g.hand(side)) < g.limits[side] and bool(g.cards_in(side, const.DECK))


class Select(Together[Board]):
    """The choice of both hands in secret, up to the Resource Points. [5.0a] [3.2e]"""

    def again(self, choosing: tuple[int, ...]) -> Together[Board]:
        return Select(*choosing)

    def offers(self, g: Board, seat: int) -> list[int]:
        return [DONE, *[g.ids.card + card for card in g.cards_in(seat, const.DECK)]]

    def take(self, g: Board, seat: int, choice: int) -> bool:
        if choice == DONE:
            return True
        g.cards[choice - g.ids.card] = const.HAND
        return not may_choose(g, seat)

    def resolve(self, g: Board) -> None:
        """Show only the number of cards to the other side. [2.3.3c]"""
        if g.log is not None:
            for side in (const.AXIS, const.ALLIED):
                number = words.count(len(g.hand(side)), "card")
                g.log.add(f"The {words.side(side)} have chosen {number}.", "5.0a")

    def prompt(self, g: Board, seat: int) -> Ask:
        left = g.limits[seat] - len(g.hand(seat))
        more = words.count(left, "card")
        return Ask(f"Choose your hand: up to {more} more from your deck, or done.", "5.0a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = choice - g.ids.card
        if 0 <= card < g.t.n_cards:
            if g.t.card_owner[card] != seat:
                return Refusal("This card belongs to the other side.", "2.3.3c")
            if g.cards[card] == const.HAND:
                return Refusal("This card is in your hand already.", "5.0a")
            if g.cards[card] == const.GONE:
                return Refusal("This card is out of the game.", "2.3.2b")
            return Refusal("This card is not in your deck; Development adds cards to it.", "2.3.3")
        if choice < g.ids.card:
            return Refusal("Choose your hand first; the impulses follow.", "5.0")
        return None


class Impulses(UnitClickStep):
    """An impulse: play a card, spend reaction points, take an Air Action, or pass. [6.0]"""

    def run(self, g: Board) -> bool:
        """End after two passes in a row; pass for a side that can do nothing else. [5.0d] [5.0e] [6.3a]"""
        if g.passes >= 2:
            g.agenda.pop()
            g.push(EndPhase())
            return False
        if self.can_act(g):
            return True
        self.answer(g, g.side, PASS)
        return False

    def can_act(self, g: Board) -> bool:
        """Return whether the active side can do more than pass, as the other side must assume. [5.0d, R9]"""
        if g.pending[g.side] or g.hand(g.side):
            # A side with only reaction cards may have to pass, but the other side must not learn that.
            return True
        # Without a card a carrier acts only while there is a fresh air unit as well. [5.0d]
        return activation.has_aircraft(g) and bool(activation.startable(g, BY_AIR, True))

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [PASS]
        if g.pending[seat]:
            found.append(REACTION_POINTS)  # [10.2] [10.2c]
        else:
            reaction = g.t.card_reaction
            found += [g.ids.card + card for card in g.hand(seat) if not reaction[card]]  # [6.1, R8]
        found += [g.ids.unit + unit for unit in activation.startable(g, BY_AIR)]  # [6.2]
        return found

    def takes(self, g: Board, unit: int) -> bool:
        return activation.may_start(g, unit, BY_AIR)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        points = g.pending[seat]
        g.pending[seat] = 0  # points that an impulse does not use are lost [10.2b]
        g.passes = g.passes + 1 if choice == PASS else 0  # [5.0f] [6.3]
        g.push(NextSide())
        g.push(lines_of_communication.Capacity())
        g.push(control.UpdateControl())
        if choice == PASS:
            if g.log is not None:
                g.log.add(f"The {words.side(seat)} pass.", "6.3")
        elif choice == REACTION_POINTS:
            if g.log is not None:
                g.log.add(f"The {words.side(seat)} spend {points} points of their reaction card.", "10.2")
            g.push(card_play.Points(points))
        elif choice >= g.ids.card:
            card_play.begin(g, choice - g.ids.card)
        else:
            if g.log is not None:
                g.log.add(f"The {words.side(seat)} take an Air Action.", "6.2")
            g.push(Activate((choice - g.ids.unit,), BY_AIR, SINGLE))  # [6.2d]

    def prompt(self, g: Board, seat: int) -> Ask:
        if g.pending[seat]:
            points = words.count(g.pending[seat], "point")
            text = f"Spend the {points} of your reaction card, or lose them by an Air Action or a pass."
            return Ask(text, "10.2")
        return Ask("Play a card, click an air unit or carrier for an Air Action, or pass.", "6.0")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = choice - g.ids.card
        if 0 <= card < g.t.n_cards:
            if g.t.card_owner[card] != seat:
                return Refusal("This card belongs to the other side.", "2.3.3c")
            if g.cards[card] != const.HAND:
                return Refusal("This card is not in your hand.", "6.1")
            if g.t.card_reaction[card]:
                return Refusal("A reaction card is played in the other side's impulse.", "10.0")
            return Refusal("After a reaction card no other card is played in this impulse.", "10.2c")
        if g.ids.unit <= choice < g.ids.kind:
            return activation.why_not_start(g, choice - g.ids.unit, BY_AIR)
        if choice == REACTION_POINTS:
            return Refusal("There are no points of a reaction card to spend.", "10.2")
        if AREA <= choice < g.ids.kind + g.t.n_types:
            return Refusal("Play a card first: its points and its event let you act on the map.", "6.0")
        return None


class NextSide(BoardStep):
    """The end of an impulse: units may be activated again, and the other side is next. [5.0b]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        if max(g.cond) > const.SPENT:
            g.cond = [cond & ~const.THIS_IMPULSE for cond in g.cond]
        g.came = [-1] * g.t.n_units
        g.shipped = bytes(g.t.n_areas)
        g.carried = bytes(g.t.n_areas)
        g.side = 1 - g.side
        return False


class EndPhase(BoardStep):
    """The end of a turn: victory, recovery, withdrawal, cards, the next turn. [5.0g]"""

    def run(self, g: Board) -> bool:
        """Check for a winner, or prepare the rest of the phase, initiative first. [5.0h] [5.0i, R47]"""
        g.agenda.pop()
        g.points = [resources.points(g, const.AXIS), resources.points(g, const.ALLIED)]
        if g.log is not None:
            text = f"Resource Points: Axis {g.points[const.AXIS]}, Allies {g.points[const.ALLIED]}."
            g.log.add(text, "5.0g")
        g.result = resources.verdict(g)
        if g.result is not None:
            return False
        first = g.initiative
        g.push(NextTurn())
        g.push(lines_of_communication.Capacity())
        g.push(control.UpdateControl())
        g.push(Withdraw(1 - first, False))
        g.push(Withdraw(first, False))
        g.push(recovery.all_nations(1 - first, False))
        g.push(recovery.all_nations(first, False))
        return False


class Withdraw(SideStep):
    """The choice of units to withdraw to the Mobilization Pool. [5.0i]"""

    def __init__(self, side: int, picking: bool) -> None:
        super().__init__(side)
        self.picking = picking

    def run(self, g: Board) -> bool:
        g.side = self.side
        if self.units(g, True):
            return True
        self.end(g)
        return False

    def end(self, g: Board) -> None:
        """End the withdrawals; further choices begin with the initiative player. [R47]"""
        g.agenda.pop()
        g.side = g.initiative

    def units(self, g: Board, first_only: bool = False) -> list[int]:
        """Return the units that may be withdrawn, identical ones once."""
        found: list[int] = []
        force = g.force[self.side]
        for area in range(g.t.n_areas):
            if force[area]:
                units = [unit for unit in g.at[area] if may_withdraw(g, unit, self.side)]
                if units:
                    found += distinct(g, units)
                    if first_only:
                        break
        return found

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.picking:
            return [g.ids.unit + unit for unit in self.units(g)]
        return [DONE, WITHDRAW]

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        unit = choice - g.ids.unit
        if self.picking and 0 <= unit < g.t.n_units:
            return g.place[unit] >= 0 and may_withdraw(g, unit, self.side)
        return choice in self.choices(g, seat)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.end(g)
        elif choice == WITHDRAW:
            g.agenda[-1] = Withdraw(self.side, True)
        else:
            unit = choice - g.ids.unit
            if g.log is not None:
                where = g.t.area_name[g.place[unit]]
                g.log.add(f"{words.unit(g, unit)} is withdrawn from {where}.", "5.0i", (choice,))
            g.take(unit)
            g.agenda[-1] = Withdraw(self.side, False)

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.picking:
            return Ask("Choose the unit that goes back to the Mobilization Pool.", "5.0i")
        return Ask("Withdraw units to the Mobilization Pool, or done.", "5.0i")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units:
            t = g.t
            nation = t.unit_nation[unit]
            if g.place[unit] < 0:
                return Refusal("This unit is not on the map.", "5.0i")
            if g.nside[nation] != self.side:
                return Refusal("This unit is not on your side.", "5.0i")
            if not t.withdraws[nation]:
                return Refusal(f"Units of {t.nation_name[nation]} are not withdrawn.", "5.0i")
            if not may_withdraw(g, unit, self.side):
                name = t.area_name[g.place[unit]]
                return Refusal(f"{name} is a home area and may not be left empty.", "5.0l")
            return Refusal("Choose to withdraw a unit first.", "5.0i")
        if choice < g.ids.unit and self.picking:
            return Refusal("Click the unit that is withdrawn.", "5.0i")
        return None


def may_withdraw(g: Board, unit: int, side: int) -> bool:
    """Return whether a unit on the map may go back to the pool and leaves no home area empty. [5.0l, R25]"""
    t = g.t
    nation = t.unit_nation[unit]
    if g.nside[nation] != side or not t.withdraws[nation]:
        return False
    area = g.place[unit]
    return t.sea[area] != 0 or g.printed[area] != nation or g.able(side, area) > 1


class NextTurn(BoardStep):
    """Cards return to the decks; the next turn begins, and more points have the initiative. [5.0j] [5.0k]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        for card in range(g.t.n_cards):
            if (
                g.cards[card] == const.DISCARDED and g.development_secrecy and not g.face_down[card]
            ):  # [16.1.1]
                g.shown = changed(g.shown, card, 1)
            if g.cards[card] == const.HAND or g.cards[card] == const.DISCARDED:  # [2.3.3b]
                g.cards[card] = const.DECK
        g.face_down = bytes(g.t.n_cards)
        g.turn += 1
        g.initiative = const.ALLIED if g.points[const.ALLIED] > g.points[const.AXIS] else const.AXIS  # [5.0c]
        g.limits = g.points[:]  # [3.2e]
        return False
