"""The card phase: each major draws a card, keeps, offers or returns it, and buys at most one. [A7.4]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import PASS
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import DRAWN, NONE
from sandtable.games.blitzkrieg_general.components.effect_types import (
    WHEN_FORCED_AT_ONCE,
    WHEN_FORCED_NEXT_TURN,
)
from sandtable.games.blitzkrieg_general.components.ids import BUY, OFFER, RETURN
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions, card_play, deck

RULE: Final = "A7.4b"


class CardPhase(Step[Board]):
    """The side with initiative draws, offers and buys first, then the other one. [A7.4a]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        g.done = bytes(g.t.n_majors)  # who has bought a card
        g.push(Draws(1 - g.last_initiative))
        g.push(Draws(g.last_initiative))
        return False


class Draws(Step[Board]):
    """The draws of all majors of a side. [R35]"""

    def __init__(self, side: int) -> None:
        self.side = side

    def run(self, g: Board) -> bool:
        """Draw a card for each unconquered major, a neutral one too; then come the decisions."""
        g.agenda.pop()
        g.push(Decisions(self.side, 0, 0, 0))
        for major in g.standing(self.side):
            card = deck.draw(g, major)
            if card == NONE:
                continue
            if g.log is not None:
                name = words.country(g, major)
                g.log.whisper(
                    f"{name} draws a card.",
                    f"{name} draws {words.card(g, card)}.",
                    (g.seat_of[major],),
                    "A7.4",
                )
            apply_drawn(g, major, card)
        return False


def apply_drawn(g: Board, major: int, card: int) -> None:
    """Apply what happens to some cards as soon as they are drawn."""
    info = g.t.cards[card]
    if info.timing == WHEN_FORCED_AT_ONCE:
        if major in info.effect.givers:  # [CN1] [CARD.japanese_navy]
            forced = info.effect.forced
            if g.log is not None:
                text = f"{words.country(g, forced)} must take {words.card(g, card)} and play it at once."
                g.log.add(text, "CN1", (g.ids.card + card,))
            card_play.play(g, forced, card, NONE)
            return
        put_back(g, major, card, "CN1")
        return
    if not buyers(g, g.major_side[major], card):  # nobody of this side may buy it [A7.4d]
        put_back(g, major, card, "A7.4d")
        return
    if info.timing == WHEN_FORCED_NEXT_TURN and major in info.effect.givers:
        forced = info.effect.forced
        for other in buyers(g, g.major_side[major], card):
            deck.show(g, card, g.seat_of[other])
            if other != forced and can_buy(g, other, card):
                g.push(Forced(major, other))
                return
        take_forced(g, major, card)


def buyers(g: Board, side: int, card: int) -> list[int]:
    """Return the majors of a side that are named on a card, neutral ones too. [A7.4e]"""
    return [major for major in g.standing(side) if card_conditions.buyable(g, major, card)]


def can_buy(g: Board, major: int, card: int) -> bool:
    """Return whether a major may buy the card now: it is named, can pay, and has not bought one.

    [A7.4c] [A7.4f] [A7.4g]
    """
    return (
        card_conditions.buyable(g, major, card)
        and g.points[major] >= g.t.cards[card].cost
        and not g.done[major]
    )


def drawn_card(g: Board, major: int) -> int:
    """Return the card a major has drawn and not decided on, or NONE."""
    for card in range(g.t.n_cards):
        if g.card_at[card] == DRAWN and g.card_owner[card] == major:
            return card
    return NONE


def put_back(g: Board, major: int, card: int, rule: str) -> None:
    """Put a drawn card under the deck; only the seats that have seen it know. [A7.4d]"""
    deck.put_under(g, card)
    if g.log is not None:
        name = words.country(g, major)
        seats = tuple([s for s in range(8) if (g.card_known[card] >> s) & 1])
        text = f"{name} puts {words.card(g, card)} under the deck."
        g.log.whisper(f"{name} puts its card under the deck.", text, seats, rule)


def buy(g: Board, major: int, card: int) -> None:
    """Pay for a card and take it. [A7.4j]"""
    cost = g.t.cards[card].cost
    g.points[major] -= cost
    g.done = changed(g.done, major, 1)  # [A7.4g]
    deck.take(g, card, major)
    g.revealed += 1  # all see what it has paid
    if g.log is not None:
        name = words.country(g, major)
        seats = tuple([s for s in range(8) if (g.card_known[card] >> s) & 1])
        text = f"{name} buys {words.card(g, card)} for {words.points(cost)}."
        g.log.whisper(f"{name} buys a card.", text, seats, "A7.4f")


def take_forced(g: Board, drawer: int, card: int) -> None:
    """Give a card to the major that must take it, or put it back if that cannot pay. [R34]"""
    forced = g.t.cards[card].effect.forced
    if forced != NONE and can_buy(g, forced, card):
        buy(g, forced, card)
    else:
        put_back(g, drawer, card, "A7.4f")


class Forced(Step[Board]):
    """A card that one major must take, unless another that may buys it. [CARD.lend_lease_be_ussr] [R34]

    Steps do not name covered cards: `drawer` has drawn it, `buyer` may buy it.
    """

    def __init__(self, drawer: int, buyer: int) -> None:
        self.drawer = drawer
        self.buyer = buyer

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.buyer],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [PASS, BUY]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        card = drawn_card(g, self.drawer)
        if choice == BUY:
            buy(g, self.buyer, card)
        else:
            take_forced(g, self.drawer, card)

    def prompt(self, g: Board, seat: int) -> Ask:
        card = drawn_card(g, self.drawer)
        effect = g.t.cards[card].effect
        text = (
            f"{words.country(g, effect.forced)} must take {words.card(g, card)}, unless "
            f"{words.country(g, self.buyer)} buys it for {words.points(g.t.cards[card].cost)}. Buy it?"
        )
        return Ask(text, deck.rule(g, card))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = drawn_card(g, self.drawer)
        return Refusal(f"Decide on {words.card(g, card)} first: buy it, or pass.", deck.rule(g, card))


class SideStep(Step[Board]):
    """A question to each major of a side in turn; `kept` and `offered` are sets of drawers. [R35]"""

    def __init__(self, side: int, at: int, kept: int, offered: int) -> None:
        self.side = side
        self.at = at
        self.kept = kept
        self.offered = offered

    def major(self, g: Board) -> int:
        """Return the major that is asked."""
        return g.majors(self.side)[self.at]

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.major(g)],)


class Decisions(SideStep):
    """Each drawer's decision on its card: keep it, offer it, or put it under the deck. [A7.4b]

    Cards are paid for when all have decided. [R35]
    """

    def run(self, g: Board) -> bool:
        majors = g.majors(self.side)
        if self.at >= len(majors):
            g.agenda[-1] = Purchases(self.side, 0, self.kept, self.offered)
            return False
        major = majors[self.at]
        card = drawn_card(g, major)
        if card != NONE:
            if len(self._options(g, major, card)) > 1:
                return True
            g.revealed += 1  # all see that it has no choice
            put_back(g, major, card, RULE)
        g.agenda[-1] = Decisions(self.side, self.at + 1, self.kept, self.offered)
        return False

    def _options(self, g: Board, major: int, card: int) -> list[int]:
        found: list[int] = []
        if can_buy(g, major, card):
            found.append(BUY)
        if self._associates(g, major, card):
            found.append(OFFER)
        found.append(RETURN)
        return found

    def _associates(self, g: Board, major: int, card: int) -> list[int]:
        """Return the majors of the side that could buy the card if it were offered. [A7.4b]"""
        return [m for m in g.standing(self.side) if m != major and can_buy(g, m, card)]

    def choices(self, g: Board, seat: int) -> list[int]:
        major = self.major(g)
        return self._options(g, major, drawn_card(g, major))

    def answer(self, g: Board, seat: int, choice: int) -> None:
        major = self.major(g)
        card = drawn_card(g, major)
        kept, offered = self.kept, self.offered
        if choice == BUY:
            kept |= 1 << major
        elif choice == OFFER:
            offered |= 1 << major
            self._offer(g, major, card)
        else:
            put_back(g, major, card, RULE)
        g.agenda[-1] = Decisions(self.side, self.at + 1, kept, offered)

    def _offer(self, g: Board, major: int, card: int) -> None:
        seats = [g.seat_of[major]]
        for other in self._associates(g, major, card):
            deck.show(g, card, g.seat_of[other])
            seats.append(g.seat_of[other])
        g.revealed += 1
        if g.log is not None:
            name = words.country(g, major)
            text = f"{name} offers {words.card(g, card)} to its associates."
            g.log.whisper(f"{name} offers its card to its associates.", text, tuple(seats), RULE)

    def prompt(self, g: Board, seat: int) -> Ask:
        major = self.major(g)
        card = drawn_card(g, major)
        price = words.points(g.t.cards[card].cost)
        text = f"{words.country(g, major)} has drawn {words.card(g, card)} ({price}): "
        options = self._options(g, major, card)
        text += "buy it, " if BUY in options else ""
        text += "offer it to associates, " if OFFER in options else ""
        return Ask(f"{text}or put it under the deck.", RULE)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        major = self.major(g)
        card = drawn_card(g, major)
        if choice == BUY:
            return why_not_buy(g, major, card)
        if choice == OFFER:
            text = f"No associate is named on {words.card(g, card)}, can pay and has bought no card yet."
            return Refusal(text, "A7.4c")
        return Refusal(f"Decide on {words.card(g, card)} first: buy, offer or return it.", RULE)


def why_not_buy(g: Board, major: int, card: int) -> Refusal:
    """Return why a major may not buy a card."""
    name, title, cost = words.country(g, major), words.card(g, card), g.t.cards[card].cost
    if not (g.t.cards[card].owners >> major) & 1:
        return Refusal(f"{name} is not named on {title} and cannot buy it.", "A7.4c")
    if not card_conditions.buyable(g, major, card):
        return Refusal(f"{title} must be played by another power first.", deck.rule(g, card))
    if g.done[major]:
        return Refusal(f"{name} has bought a card in this turn already.", "A7.4g")
    return Refusal(f"{title} costs {cost} BP; {name} has {words.points(g.points[major])}.", "A7.4f")


def fits(g: Board, seat: int, drawer: int, card: int) -> bool:
    """Return whether, as far as a seat knows, a drawer may hold this card after its decision."""
    if not buyers(g, g.major_side[drawer], card):  # it would be under the deck
        return False
    for step in g.agenda:
        if isinstance(step, SideStep) and step.side == g.major_side[drawer]:
            if (step.kept >> drawer) & 1 and not can_buy(g, drawer, card):
                return False
            if (step.offered >> drawer) & 1:  # the seat was not shown it
                for major in g.standing(step.side):
                    if major != drawer and g.seat_of[major] == seat and can_buy(g, major, card):
                        return False
    return True


class Purchases(SideStep):
    """Each major's purchase of the card it has kept, or of an offered one. [A7.4e] [A7.4g] [R35]"""

    def run(self, g: Board) -> bool:
        """Ask a major that has a choice; the only card that a major has kept is bought at once."""
        majors = g.majors(self.side)
        if self.at >= len(majors):
            g.agenda.pop()
            for major in majors:
                card = drawn_card(g, major)
                if card != NONE:
                    put_back(g, major, card, RULE)
            return False
        major = majors[self.at]
        found = self._cards(g, major)
        if not found:
            if self.offered:
                g.revealed += 1  # all see that it may not buy any of the offered cards
            self._next(g)
            return False
        if len(found) == 1 and (self.kept >> major) & 1:
            buy(g, major, found[0])
            self._next(g)
            return False
        return True

    def _next(self, g: Board) -> None:
        g.agenda[-1] = Purchases(self.side, self.at + 1, self.kept, self.offered)

    def _cards(self, g: Board, major: int) -> list[int]:
        """Return a major's own card if it has kept it, and the cards offered to it."""
        found: list[int] = []
        for card in range(g.t.n_cards):
            if g.card_at[card] != DRAWN:
                continue
            drawer = g.card_owner[card]
            mine = drawer == major and (self.kept >> major) & 1
            if (mine or (drawer != major and (self.offered >> drawer) & 1)) and can_buy(g, major, card):
                found.append(card)
        return found

    def choices(self, g: Board, seat: int) -> list[int]:
        major = self.major(g)
        return [PASS, *[g.ids.card + card for card in self._cards(g, major)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice != PASS:
            buy(g, self.major(g), choice - g.ids.card)
        self._next(g)

    def prompt(self, g: Board, seat: int) -> Ask:
        major = self.major(g)
        text = words.listed(
            [f"{words.card(g, c)} ({words.points(g.t.cards[c].cost)})" for c in self._cards(g, major)]
        )
        return Ask(f"{words.country(g, major)} may buy {text}: click a card, or pass.", "A7.4g")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        major = self.major(g)
        card = choice - g.ids.card
        if not 0 <= card < g.t.n_cards:
            return Refusal(f"{words.country(g, major)} may buy a card that it is offered, or pass.", "A7.4g")
        if g.card_at[card] != DRAWN or not (g.card_known[card] >> seat) & 1:
            return Refusal("That card is not offered.", RULE)
        return why_not_buy(g, major, card)
