"""Cards for a new year: deal, draft, exchange over the Arctic. [4.1.Aa] [10.1d] [11.4d] [13.0.4]"""

from __future__ import annotations

from sandtable.engine.choice import PASS
from sandtable.engine.step import Ask, Refusal, Step, Together
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import HAND, KEPT, NOBODY, OFFERED, PACKET, POWERS
from sandtable.games.total_domination.components.state import Board

# --- hands


def hands(g: Board) -> list[int]:
    """Return the hands of the players in player order, a common one at its first power. [4.0b] [10.1a]"""
    found: list[int] = []
    for power in g.order():
        holder = g.holder[power]
        if g.seat_of[power] != NOBODY and holder not in found:  # the solo system has no hand [13.0.4]
            found.append(holder)
    return found


def powers(g: Board, holder: int) -> list[int]:
    """Return the powers that play from a hand. [10.1a]"""
    return [power for power in range(POWERS) if g.holder[power] == holder]


def who(g: Board, holder: int) -> str:
    """Return a hand by the powers that play from it."""
    return words.listed([words.nation(g, power) for power in powers(g, holder)])


def does(g: Board, holder: int, verb: str) -> str:
    """Return what those who play from a hand do: "Japan keeps", "Germany and Japan keep"."""
    return f"{who(g, holder)} {verb}" if g.common else f"{who(g, holder)} {verb}s"


def why_card(g: Board, seat: int, holder: int, choice: int, rule: str) -> Refusal | None:
    """Return why a card cannot be chosen where one of a hand is asked for; None if it is not a card."""
    card = choice - g.ids.card
    if not 0 <= card < g.t.n_cards:
        return None
    other = g.cards[card] - HAND
    if 0 <= other < POWERS and other != holder and g.seat_of[other] == seat:
        text = f"This card is in the hand of {who(g, other)}; each hand is played apart."
        return Refusal(text, words.apart(g))  # [R59]
    return Refusal(f"This card is not in the hand of {who(g, holder)}.", rule)


# --- the deal


def number(g: Board, holder: int) -> int:
    """Return the cards that a hand draws this year, extra ones not counted. [4.0c] [10.1a]"""
    start = g.start
    each = g.t.draw[g.round]  # [4.0c]
    if start.deal and g.round == start.first_round:
        each = start.deal  # [12.2c, R30]
    return each * len(powers(g, holder)) - g.t.mode_minus[g.mode]  # [10.1a, R49]


def begin(g: Board) -> None:
    """Deal the cards of a year, with what was set aside for it, and let them be drafted. [4.1.Aa]"""
    t = g.t
    order = hands(g)
    aside: list[int] = []
    due: list[int] = []
    for holder in order:
        waiting = g.set_aside(holder)
        for card in waiting:
            g.lay(card, PACKET + holder)  # [4.1.Af] [4.2c] [9.1b, R7]
        aside.append(len(waiting))
        extra = sum([t.extra[g.round][power] for power in powers(g, holder)])
        due.append(number(g, holder) + extra)  # [4.1.Aa] [4.1.Ad]
    drawn = deal(g, order, due)
    g.revealed += 1
    if g.log is not None:
        for i, holder in enumerate(order):
            log_deal(g, holder, drawn[i], aside[i])
    keep = t.mode_keep[g.mode]
    if not keep:
        for holder in order:
            take_up(g, PACKET + holder, holder)
            g.push(Thin(holder, t.solo_discard))  # [13.0.4]
        return
    for i, holder in enumerate(order):
        # Extra cards are kept at once, so that all packets passed on are of one size. [4.1.Ah, R4]
        extra = max(0, drawn[i] - number(g, holder))  # [4.1.Ad]; a card that was not there gives no pick [R5]
        g.picks[holder] = keep + extra + aside[i]  # [4.1.Ab] [4.1.Af] [4.1.Ag] [10.1d]
    begin_round(g, 0)


def deal(g: Board, order: list[int], due: list[int]) -> list[int]:
    """Deal into packets, one card at a time in player order, while there are any; what each got. [R5]"""
    got = [0] * len(order)
    for turn in range(max(due)):
        for i, holder in enumerate(order):
            if turn < due[i]:
                card = g.draw()
                if card < 0:
                    return got
                g.lay(card, PACKET + holder)
                got[i] += 1
    return got


def log_deal(g: Board, holder: int, drawn: int, aside: int) -> None:
    """Write down a deal; what it brought is for its player."""
    assert g.log is not None
    text = f"{does(g, holder, 'draw')} {words.count(drawn, 'card')}"
    rule = "10.1a" if g.common else "4.1.Aa"
    if aside:
        text += f", besides {words.count(aside, 'card')} set aside for this draft"
        rule = "4.1.Af"
    names = words.cards(g, g.cards_in(PACKET + holder))
    g.log.whisper(f"{text}.", f"{text}: {names}." if names else f"{text}.", (g.seat_of[holder],), rule)


def take_up(g: Board, where: int, holder: int) -> None:
    """Take all cards of a place into a hand. [4.1.Ae]"""
    for card in g.cards_in(where):
        g.lay(card, HAND + holder)


# --- the draft


def begin_round(g: Board, turn: int) -> None:
    """Ask all who have a choice to keep cards of their packets; the others keep what there is. [4.1.Ab]"""
    seats = 0
    for holder in hands(g):
        packet = g.cards_in(PACKET + holder)
        if len(packet) > g.picks[holder]:
            seats |= 1 << g.seat_of[holder]
        else:
            g.picks[holder] = 0  # a short packet of an empty deck [R5]
            for card in packet:
                g.lay(card, KEPT + holder)
    if seats:
        g.push(Draft(turn, *[seat for seat in range(POWERS) if seats >> seat & 1]))
    else:
        end_round(g, turn)


def end_round(g: Board, turn: int) -> None:
    """Pass the packets on; after the last round take up the hands. [4.1.Ae]"""
    largest = max([len(g.cards_in(PACKET + holder)) for holder in hands(g)])
    if largest <= 1:  # there were two, or three where two are kept [4.1.Ae] [10.1d, R6]
        finish(g)
        return
    places = [PACKET + neighbour(g, holder) if g.holder[holder] == holder else 0 for holder in range(POWERS)]
    for card in range(g.t.n_cards):
        holder = g.cards[card] - PACKET
        if 0 <= holder < POWERS:
            g.lay(card, places[holder])  # [4.1.Ac]
    if g.log is not None:
        cards = f"The packets of {words.count(largest, 'card')}"
        if g.common:
            g.log.add(f"{cards} change hands.", "10.1d")
        else:
            g.log.add(f"{cards} go to the {'left' if leftward(g) else 'right'}.", "4.1.Ac")
    for holder in hands(g):
        g.picks[holder] = g.t.mode_keep[g.mode]  # [4.1.Ae] [10.1d]
    begin_round(g, turn + 1)


def leftward(g: Board) -> bool:
    """Return whether packets go to the left this year. [4.1.Ac]"""
    start = g.start
    return start.pass_left if g.round == start.first_round else g.t.pass_left[g.round] != 0  # [12.2c]


def neighbour(g: Board, holder: int) -> int:
    """Return who gets the packet of a hand. [4.1.Ac]

    The next clockwise to the left, the one before to the right.
    """
    ring = sorted(hands(g))  # power by power, whoever plays them [10.2] [10.3, R59]; two hands swap [R6]
    return ring[(ring.index(holder) + (1 if leftward(g) else -1)) % len(ring)]


def finish(g: Board) -> None:
    """Make the hands of what was kept, and discard what is left over."""
    rest: list[int] = []
    for holder in hands(g):
        rest += g.cards_in(PACKET + holder)
        take_up(g, KEPT + holder, holder)  # [4.1.Ae]
    for card in rest:
        g.discard(card)  # [4.1.Ae]
    if g.log is None:
        return
    for holder in hands(g):
        hand = g.hand(holder)
        text = f"{does(g, holder, 'end')} the draft with {words.count(len(hand), 'card')}"
        secret = f"{text}: {words.cards(g, hand)}." if hand else f"{text}."
        g.log.whisper(f"{text}.", secret, (g.seat_of[holder],), "10.1d" if g.common else "4.1.Ae")
    if rest:
        refs = tuple([g.ids.card + card for card in rest])
        g.log.add(f"Left over and discarded: {words.cards(g, rest)}.", "4.1.Ae", refs)


class Draft(Together[Board]):
    """All choose from their packets at the same time and in secret; `turn` counts the rounds. [4.1.Ab]"""

    def __init__(self, turn: int, *choosing: int) -> None:
        super().__init__(*choosing)
        self.turn = turn

    def again(self, choosing: tuple[int, ...]) -> Together[Board]:
        return Draft(self.turn, *choosing)

    def holder(self, g: Board, seat: int) -> int:
        """Return the hand for which a seat chooses: its first that is not done; -1 if all are. [R59]"""
        for holder in range(POWERS):
            if g.picks[holder] and g.seat_of[holder] == seat:
                return holder
        return -1

    def offers(self, g: Board, seat: int) -> list[int]:
        return [g.ids.card + card for card in g.cards_in(PACKET + self.holder(g, seat))]

    def take(self, g: Board, seat: int, choice: int) -> bool:
        """Set a card aside to keep it. [4.1.Ab]"""
        holder = self.holder(g, seat)
        g.lay(choice - g.ids.card, KEPT + holder)
        g.picks[holder] -= 1
        return self.holder(g, seat) < 0

    def resolve(self, g: Board) -> None:
        end_round(g, self.turn)

    def rule(self, g: Board) -> str:
        """Return the rule by which this round is drafted."""
        if g.common:
            return "10.1d"
        return "4.1.Ae" if self.turn else "4.1.Ab"

    def prompt(self, g: Board, seat: int) -> Ask:
        holder = self.holder(g, seat)
        left = g.picks[holder]
        cards = "a card" if left == 1 else f"{left} cards, one after the other,"
        rest = f"{who(g, neighbour(g, holder))} will get the others"
        if max([len(g.cards_in(PACKET + h)) - g.picks[h] for h in hands(g)]) <= 1:
            rest = "what is left over is discarded"
        return Ask(f"{who(g, holder)}: click {cards} to keep from this packet; {rest}.", self.rule(g))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        rule = self.rule(g)
        holder = self.holder(g, seat)
        card = choice - g.ids.card
        if not 0 <= card < g.t.n_cards:
            return Refusal("Cards are drafted now: click one of the packet before you.", rule)
        where = g.cards[card]
        for own in range(POWERS):
            if g.seat_of[own] == seat and where == KEPT + own:
                return Refusal(f"{does(g, own, 'keep')} this card already.", rule)
            if g.seat_of[own] == seat and where == PACKET + own:
                text = f"Choose for {who(g, holder)} first; this packet comes after it."
                return Refusal(text, words.apart(g))
        return Refusal(f"This card is not in the packet of {who(g, holder)}.", rule)


class Thin(Step[Board]):
    """The solo player discards a number of cards of a new hand, one by one. [13.0.4]"""

    def __init__(self, holder: int, left: int) -> None:
        self.holder = holder
        self.left = left

    def run(self, g: Board) -> bool:
        if self.left and g.hand(self.holder):
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.holder],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.card + card for card in g.hand(self.holder)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        card = choice - g.ids.card
        g.agenda[-1] = Thin(self.holder, self.left - 1)
        g.discard(card)
        if g.log is not None:
            g.log.add(f"{does(g, self.holder, 'discard')} {words.card(g, card)}.", "13.0.4", (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        text = f"{who(g, self.holder)}: click a card of your hand to discard it ({self.left} to go)."
        return Ask(text, "13.0.4")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        found = why_card(g, seat, self.holder, choice, "13.0.4")
        if found is not None:
            return found
        text = f"First discard {words.count(self.left, 'card')} of your new hand: click one."
        return Refusal(text, "13.0.4")


# --- the exchange over the Arctic


def exchange(g: Board) -> None:
    """Whoever controls the Arctic may exchange a card with its teammate. [11.4d, R33]"""
    if not g.arctic or g.common:
        return
    power = g.control[g.t.exchange_area]
    if power < POWERS and g.hand(power) and g.hand(g.t.mate[power]):
        g.push(Offer(power))


class Offer(Step[Board]):
    """The power in the Arctic offers a card face down, or does not. [11.4d]"""

    def __init__(self, power: int) -> None:
        self.power = power

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.power],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [PASS, *[g.ids.card + card for card in g.hand(self.power)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(f"{words.nation(g, self.power)} exchanges no card.", "11.4d")
            return
        mate = g.t.mate[self.power]
        card = choice - g.ids.card
        g.lay(card, OFFERED + self.power)
        g.push(Give(mate))
        if g.log is not None:
            us, them = words.nation(g, self.power), words.nation(g, mate)
            secret = f"{us} offers {them} {words.card(g, card)} in exchange for another card."
            g.log.whisper(f"{us} offers {them} a card in exchange for another.", secret, (seat,), "11.4d")

    def prompt(self, g: Board, seat: int) -> Ask:
        us, them = words.nation(g, self.power), words.nation(g, g.t.mate[self.power])
        text = f"{us}: click a card of your hand to offer it to {them} in exchange for another, or pass."
        return Ask(text, "11.4d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        found = why_card(g, seat, self.power, choice, "11.4d")
        return found or Refusal("Only a card of the hand can be exchanged: click one, or pass.", "11.4d")


class Give(Step[Board]):
    """The teammate answers the offer with a card of its own, unseen as well, or declines. [11.4d, R33]"""

    def __init__(self, power: int) -> None:
        self.power = power

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.power],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [PASS, *[g.ids.card + card for card in g.hand(self.power)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Exchange the cards; without agreement the offered one goes back."""
        g.agenda.pop()
        mate = g.t.mate[self.power]
        offered = g.cards_in(OFFERED + mate)[0]
        if choice == PASS:
            g.lay(offered, HAND + mate)
            if g.log is not None:
                g.log.add(f"{words.nation(g, self.power)} declines; both keep their cards.", "11.4d")
            return
        card = choice - g.ids.card
        other = g.seat_of[mate]
        g.lay(offered, HAND + self.power)
        g.lay(card, HAND + mate)
        if other != seat:  # each knows what it gave away
            g.known[other] |= 1 << offered
            g.known[seat] |= 1 << card
        g.revealed += 1
        if g.log is not None:
            us, them = words.nation(g, self.power), words.nation(g, mate)
            secret = f"{us} gets {words.card(g, offered)} from {them} for {words.card(g, card)}."
            g.log.whisper(f"{us} and {them} exchange a card.", secret, (seat, other), "11.4d")

    def prompt(self, g: Board, seat: int) -> Ask:
        us, them = words.nation(g, self.power), words.nation(g, g.t.mate[self.power])
        text = f"{us}: {them} offers a card, face down; click the card you give for it, or pass to decline."
        return Ask(text, "11.4d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        found = why_card(g, seat, self.power, choice, "11.4d")
        return found or Refusal("Only a card of the hand can be exchanged: click one, or pass.", "11.4d")
