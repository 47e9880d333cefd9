"""Cards lost from hand to raiders and bombers. [15.1f] [17.3] [16.2]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import AXIS, DISCARDED, HAND, LOST
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.base_steps import BoardStep


def lose(g: Board, seat: int, number: int, chooses: bool) -> None:
    """Take cards from a side's hand: at random, or those it chooses. [R23] [16.2] [16.2a]"""
    hand = g.hand(seat)
    if number > len(hand):  # an empty hand loses nothing [R23]
        number = len(hand)
    if not number:
        if g.log is not None:
            g.log.add(f"The {words.side(seat)} lose no card.", "15.1f" if seat != AXIS else "17.3")
        return
    if number == len(hand):
        drop(g, seat, hand)
    elif chooses:
        g.push(Discard(seat, number))
    else:
        lost: list[int] = []
        while len(lost) < number:
            lost.append(hand.pop(g.rng.below(len(hand))))
        drop(g, seat, lost)


def drop(g: Board, seat: int, cards: list[int]) -> None:
    """Put cards from a hand on the discard pile, face down with the option. [16.1.2]"""
    g.revealed += 1
    for card in cards:
        g.cards[card] = DISCARDED
        if g.discard_secrecy:
            g.face_down = changed(g.face_down, card, LOST)
    if g.log is None:
        return
    who = words.side(seat)
    names = words.listed([words.card(g, card) for card in cards])
    rule = "17.3" if seat == AXIS else "15.1f"
    if g.discard_secrecy:
        number = words.count(len(cards), "card")
        text = f"The {who} lose {number} from hand, face down."
        g.log.whisper(text, f"The {who} lose {names} from hand, face down.", (seat,), "16.1.2")
    else:
        g.log.add(f"The {who} lose {names} from hand.", rule, tuple([g.ids.card + card for card in cards]))


class Discard(BoardStep):
    """The choice of cards to lose, one by one. [16.2] [16.2a]"""

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def seats(self, g: Board) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.card + card for card in g.hand(self.seat)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        drop(g, self.seat, [choice - g.ids.card])
        if self.number > 1:
            g.push(Discard(self.seat, self.number - 1))

    def prompt(self, g: Board, seat: int) -> Ask:
        rule = "16.2a" if self.seat == AXIS else "16.2"
        return Ask(f"Choose a card to lose ({self.number} left).", rule)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if not g.ids.card <= choice < g.ids.nation:
            return None
        rule = "16.2a" if self.seat == AXIS else "16.2"
        card = choice - g.ids.card
        if g.t.card_owner[card] == self.seat and g.cards[card] != HAND:
            return Refusal("This card is not in your hand.", rule)
        return Refusal("Choose one of your own cards.", rule)
