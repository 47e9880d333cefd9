"""Lend Lease: in each production phase the giver hands Build Points to an associate. [CARD.lend_lease_usa]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import ChooseOne
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers, deck


class LendLease(ChooseOne):
    """The question which associate gets the Build Points of this quarter, if the card is in effect."""

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[giver(g)],)

    def found(self, g: Board) -> list[int]:
        card = card_modifiers.lend_lease_card(g)
        return [] if card == NONE else [g.ids.country + major for major in takers(g, card)]

    def take(self, g: Board, choice: int) -> None:
        hand_over(g, card_modifiers.lend_lease_card(g), choice - g.ids.country)

    def prompt(self, g: Board, seat: int) -> Ask:
        card = card_modifiers.lend_lease_card(g)
        text = f"{words.country(g, giver(g))} hands over {words.points(amount(g, card))}: to which associate?"
        return Ask(text, deck.rule(g, card))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = card_modifiers.lend_lease_card(g)
        text = "Click an unconquered power of your side that is at war: it gets the Build Points."
        return Refusal(text, deck.rule(g, card))


def giver(g: Board) -> int:
    """Return the major that hands over."""
    return g.t.cards[card_modifiers.lend_lease_card(g)].effect.nation


def amount(g: Board, card: int) -> int:
    """Return the Build Points to hand over: those of the card, or what the giver has."""
    effect = g.t.cards[card].effect
    return min(effect.amount, g.points[effect.nation])


def takers(g: Board, card: int) -> list[int]:
    """Return the unconquered majors of the giver's side that are at war, if there is anything to give."""
    nation = g.t.cards[card].effect.nation
    if g.fallen(nation) or amount(g, card) <= 0:
        return []
    return [m for m in g.standing(g.major_side[nation]) if m != nation and g.at_war(m)]


def hand_over(g: Board, card: int, taker: int) -> None:
    """Move Build Points from the giver's income to the taker's."""
    nation = g.t.cards[card].effect.nation
    given = amount(g, card)
    g.points[nation] -= given
    g.points[taker] += given
    if g.log is not None:
        text = f"{words.country(g, nation)} hands {words.points(given)} to {words.country(g, taker)}."
        refs = (g.ids.country + nation, g.ids.country + taker, g.ids.card + card)
        g.log.add(text, deck.rule(g, card), refs)
