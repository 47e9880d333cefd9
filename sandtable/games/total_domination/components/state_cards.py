"""Cards of a position of Total Domination: where each lies, what it is worth, what technologies change."""

from __future__ import annotations

from sandtable.engine.native import mypyc_attr
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.ids import Ids
from sandtable.games.total_domination.components.tables import Start, Tables
from sandtable.wargame.counters import CounterState


@mypyc_attr(allow_interpreted_subclasses=True)
class Hands(CounterState):
    """The part of a position that is cards, and what decides whose they are."""

    def __init__(self, tables: Tables, ids: Ids, seed: int) -> None:
        super().__init__(seed, tables.n_units, tables.n_areas, const.SUPPLY)
        t = tables
        self.t = tables
        self.ids = ids
        self.start: Start = t.scenarios[0]
        self.holder: bytes = bytes(const.POWERS)  # whose hand each power plays from
        self.lord: bytes = t.start_lord  # whose a nation's units and Home areas are: a power, or itself
        self.cards: list[int] = [const.DECK] * t.n_cards
        self.known: list[int] = [0] * const.POWERS  # by seat: face-down cards of others that it knows
        self.picks: list[int] = [
            0
        ] * const.POWERS  # by hand: cards still to be kept in this round of the draft
        # By power: the cards of which its Science has taken one, as all saw them; 0: none. [7.3]
        self.piles: list[int] = [0] * const.POWERS
        self.techs: list[int] = [0] * const.POWERS  # technologies in effect; derived
        self.costs: list[tuple[int, ...]] = [t.base_costs] * const.POWERS  # derived

    def copy_hands(self, other: Hands) -> None:
        """Take over from `other` what this class holds."""
        self.copy_counters(other)
        self.t = other.t
        self.ids = other.ids
        self.start = other.start
        self.holder = other.holder
        self.lord = other.lord
        self.cards = other.cards[:]
        self.known = other.known[:]
        self.picks = other.picks[:]
        self.piles = other.piles[:]
        self.techs = other.techs[:]
        self.costs = other.costs[:]

    # --- where they lie

    def cards_in(self, where: int) -> list[int]:
        """Return the cards in one place."""
        cards = self.cards
        if where not in cards:
            return []
        return [card for card, place in enumerate(cards) if place == where]

    def hand(self, power: int) -> list[int]:
        """Return the cards a power may play from. [10.1a]"""
        return self.cards_in(const.HAND + self.holder[power])

    def lay(self, card: int, where: int) -> None:
        """Put a card somewhere; what others knew of its old place means nothing any more."""
        self.cards[card] = where
        bit = 1 << card
        known = self.known
        for seat in range(const.POWERS):
            if known[seat] & bit:
                known[seat] ^= bit

    def own_colour(self, power: int, card: int) -> bool:
        """Return whether a card's event is a power's to play. [7.0a] [7.0b] [3.3d]"""
        return self.lord[self.t.card_colour[card]] == power

    def value(self, power: int, card: int) -> int:
        """Return what a card is worth in points to a power. [7.1.B] [7.1.Ac]

        Its own colour counts, then tactics.
        """
        t = self.t
        ops = t.card_ops[card]
        if t.event[card] == const.VALUE and self.start.events and self.own_colour(power, card):
            ops = t.event_ops[card]
        return max(0, ops + self.tactics(power))  # [R27]

    def tactics(self, power: int) -> int:
        """Return the sum of the +1 and -1 cards before a power. [7.1.Aa] [7.1.Ab]"""
        found = 0
        where = const.BEFORE + power
        if where not in self.cards:
            return 0
        for card, place in enumerate(self.cards):
            if place == where:
                found += 1 if self.t.event[card] == const.PLUS_ONE else -1
        return found

    def saved(self, power: int) -> int:
        """Return the card that keeps a power's saved point; -1 if there is none. [6.0b]"""
        where = const.TURNED + power
        return self.cards.index(where) if where in self.cards else -1

    def set_aside(self, power: int) -> list[int]:
        """Cards that wait for a power's next draft: its reserve and what Lend-Lease brought."""
        found = self.cards_in(const.RESERVE + self.holder[power])
        for other in range(const.POWERS):
            if self.holder[other] == self.holder[power]:
                found += self.cards_in(const.LENT + other)
        return found

    def draw(self) -> int:
        """Return a card from the top of the draw deck; -1 if deck and discard pile are empty. [R5]"""
        deck = self.cards_in(const.DECK)
        if not deck:
            deck = self.cards_in(const.DISCARDED)
            if not deck:
                return -1
            for card in deck:
                self.cards[card] = const.DECK
            self.piles = [0] * const.POWERS  # what was taken could lie anywhere now
            if self.log is not None:
                self.log.add("The discard pile is shuffled into a new draw deck.", "4.1.Aa")
        card = deck[self.rng.below(len(deck))]
        return card

    def discard(self, card: int) -> None:
        """Put a card on the discard pile. [3.3f]"""
        self.lay(card, const.DISCARDED)

    # --- technologies and influence

    def card_points(self, power: int) -> int:
        """Points of a power's influence cards and technologies. [5.1c] [5.1d]"""
        t = self.t
        found = self.colour_points(power)
        for card in range(t.n_cards):
            if self.cards[card] == const.INFLUENCING + power:
                found += t.event_vp[card]
        return found

    def colour_points(self, power: int) -> int:
        """Return one point for each colour of technology after the first. [8.2]"""
        t = self.t
        if not self.start.technology_vp:
            return 0  # [13.0.6]
        colours = 0
        for tech in range(t.n_techs):
            if self.techs[power] >> tech & 1:
                colours |= 1 << t.tech_colour[tech]
        n = colours.bit_count()
        if n == 0:
            return 0
        return min(t.colour_vp_most, t.colour_vp_first + t.colour_vp * (n - 1))

    def learn(self, power: int) -> None:
        """Derive a power's technologies in effect and what they make its actions cost. [8.0e]"""
        t = self.t
        known = 0
        costs = list(t.base_costs)
        for card in range(t.n_cards):
            if self.cards[card] == const.ACTIVE + power:
                tech = t.card_tech[card]
                known |= 1 << tech
                effects = t.effects[tech]
                for column in range(len(costs)):
                    costs[column] += effects[column]
        self.techs[power] = known
        self.costs[power] = tuple([max(t.least_attack, cost) for cost in costs])  # [R14]
