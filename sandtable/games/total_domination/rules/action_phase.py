"""The Action phase: in player order each power plays a card or passes, until all have passed. [4.2a]"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import HAND, IN_PLAY, LENT, NOBODY, POWERS, RESERVE
from sandtable.games.total_domination.components.ids import (
    DEVELOP,
    DISBAND,
    EVENT,
    LAUNCH,
    LEND_LEASE,
    OPERATE,
    STRIKE,
)
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import card_events, technology, war_entry
from sandtable.games.total_domination.rules.operations import air_fleets, deployment, operations, rockets
from sandtable.games.total_domination.rules.solo import solo_turn
from sandtable.wargame.steps import ActiveStep


class Actions(Step[Board]):
    """Goes round the table; `turn` is the next place in the order of this round."""

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def run(self, g: Board) -> bool:
        """Call up the next power that has not passed. [4.2a] [10.1j]"""
        if g.passed == (1 << POWERS) - 1:
            g.agenda.pop()
            return False
        power = g.order()[self.turn]
        g.agenda[-1] = Actions((self.turn + 1) % POWERS)
        if g.passed >> power & 1:
            return False
        g.power = power  # it acts for itself, whoever plays it [10.1k]
        g.first_by_land = 0
        g.first_by_sea = 0
        if g.seat_of[power] == NOBODY:
            solo_turn.take_turn(g, power)
        elif HAND + g.holder[power] in g.cards:
            g.push(Turn())
        else:
            g.passed |= 1 << power  # [4.2b]
            if g.log is not None:
                g.log.add(f"{words.nation(g, power)} has no cards left and passes.", "4.2b")
        return False


class Turn(ActiveStep[Board]):
    """Asks for a card, or to pass."""

    def choices(self, g: Board, seat: int) -> list[int]:
        first = g.ids.card
        found = [first + card for card in g.hand(g.power)]
        found.append(PASS)
        if deployment.has_units(g, g.power):
            found.append(DISBAND)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == PASS:
            g.agenda.pop()
            pass_turn(g)
        elif choice == DISBAND:
            g.push(deployment.Disband())
        else:
            g.agenda[-1] = Use(choice - g.ids.card)

    def prompt(self, g: Board, seat: int) -> Ask:
        power = g.power
        mate = g.t.mate[power]
        if g.common and not g.passed >> mate & 1:
            half = "half of the common hand is discarded"
            cards = half if len(g.hand(power)) > 1 else f"{words.nation(g, mate)} goes on with the hand"
        elif g.leased >> power & 1 or (g.common and g.leased >> mate & 1):
            cards = "after Lend-Lease all cards left are discarded"
        elif g.round == g.start.last_round:
            cards = "all cards left are discarded"
        else:
            cards = "what is not kept in reserve is discarded"
        text = f"{words.nation(g, power)} to act: click a card to play it, or Pass for the round ({cards})."
        return Ask(text, "4.2a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == DISBAND:
            return Refusal("You have no units on the board.", "6.1d")
        return why_card(g, choice) or Refusal("First choose the card that you play.", "4.2a")


def why_card(g: Board, choice: int) -> Refusal | None:
    """Return why a card cannot be played now; None for anything that is not a card."""
    ids = g.ids
    if not ids.card <= choice < ids.power:
        return None
    card = choice - ids.card
    for power in range(POWERS):
        if g.seat_of[power] == g.seat_of[g.power]:
            if g.cards[card] == RESERVE + power:
                return Refusal("A card in reserve comes back in the next draft.", "4.2c")
            if g.cards[card] == LENT + power:
                return Refusal("A card from Lend-Lease is locked until the next draft.", "9.1e")
    where = g.cards[card] - HAND
    if 0 <= where < POWERS and g.seat_of[where] == g.seat_of[g.power]:
        return Refusal(f"That card is in the hand of {words.nation(g, where)}.", words.apart(g))
    return Refusal("That card is not in your hand.", "4.2a")


class Use(ActiveStep[Board]):
    """Asks what a card is played for; it is in the hand still. [3.3a]"""

    def __init__(self, card: int) -> None:
        self.card = card

    def choices(self, g: Board, seat: int) -> list[int]:
        power, card = g.power, self.card
        found = [OPERATE]  # [3.3b]
        # The power whose turn it is decides, whoever shares its hand.
        if technology.can_develop(g, power, card):  # [10.1i]
            found.append(DEVELOP)
        if card_events.can_play(g, power, card):  # [10.1b]
            found.append(EVENT)
        if war_entry.can_lease(g, power, card):
            found.append(LEND_LEASE)
        if rockets.can_launch(g, power, card):
            found.append(LAUNCH)
        if air_fleets.can_strike(g, power, card):
            found.append(STRIKE)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        power, card = g.power, self.card
        g.agenda.pop()
        g.lay(card, IN_PLAY)
        if choice == OPERATE:
            operations.start(g, card, -1, g.value(power, card))
        elif choice == DEVELOP:
            technology.develop(g, power, card)
        elif choice == EVENT:
            card_events.play(g, power, card)
        elif choice == LEND_LEASE:
            war_entry.lease(g, power, card)
        elif choice == LAUNCH:  # takes the whole card, as a strike does [6.0f]
            rockets.launch(g, power, card)
        else:
            air_fleets.strike(g, power, card)

    def prompt(self, g: Board, seat: int) -> Ask:
        t, card = g.t, self.card
        ways = self.choices(g, seat)
        told = [f"What does {words.nation(g, g.power)} play {words.card(g, card)} for?"]
        told.append(f"Operations: {words.count(g.value(g.power, card), 'point')}.")
        if DEVELOP in ways:
            tech = t.card_tech[card]
            told.append(f"Technology: {t.tech_name[tech]} ({t.tech_text[tech]}).")
        if EVENT in ways:
            told.append(f"Event: {t.card_text[card]}")
        if LEND_LEASE in ways:
            told.append(f"Lend-Lease: {war_entry.next_box(g, g.power)}.")
        return Ask(" ".join(told), "3.3a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        power, card = g.power, self.card
        if choice == DEVELOP:
            return technology.why_develop(g, power, card)
        if choice == EVENT:
            return card_events.why_play(g, power, card)
        if choice == LEND_LEASE:
            return war_entry.why_lease(g, power, card)
        if choice == LAUNCH:
            return rockets.why_launch(g, power, card)
        if choice == STRIKE:
            return air_fleets.why_strike(g, power, card)
        return Refusal("Say first what the card is played for, or take it back.", "3.3a")


def pass_turn(g: Board) -> None:
    """Let a power take no further action this round; it keeps only the cards that it may. [4.2b]"""
    power = g.power
    mate = g.t.mate[power]
    g.passed |= 1 << power
    hand = g.hand(power)
    if g.log is not None:
        g.log.add(f"{words.nation(g, power)} passes.", "4.2b")
    if g.common and not g.passed >> mate & 1:
        half = len(hand) // 2
        if half:
            g.push(Halve(half))  # [10.1c]
        return
    leased = g.leased >> power & 1 or (g.common and g.leased >> mate & 1)
    if leased:
        throw_away(g, hand, "4.2d")  # [4.2d] [9.1c, R34]
    elif g.round == g.start.last_round:
        throw_away(g, hand, "4.2c")  # no draft will follow
    else:
        g.push(Reserve((len(hand) + 1) // 2 if g.common else 1))  # [4.2c] [4.2e]


def throw_away(g: Board, cards: list[int], rule: str) -> None:
    """Discard what is left of a hand."""
    for card in cards:
        g.discard(card)
    g.revealed += len(cards)  # all see now what was held
    if g.log is not None and cards:
        g.log.add(f"{words.nation(g, g.power)} discards {words.cards(g, cards)}.", rule)


class Reserve(ActiveStep[Board]):
    """Asks which cards a power that passes keeps for the next round; the others are discarded. [4.2c]"""

    def __init__(self, left: int) -> None:
        self.left = left

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DONE, *[g.ids.card + card for card in g.hand(g.power)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        hand = g.hand(g.power)
        if choice != DONE:
            card = choice - g.ids.card
            g.lay(card, RESERVE + g.holder[g.power])
            hand.remove(card)
            if g.log is not None:
                who = words.nation(g, g.power)
                secret = f"{who} puts {words.card(g, card)} into reserve."
                g.log.whisper(f"{who} puts a card into reserve.", secret, (seat,), "4.2c")
            if self.left > 1:
                g.agenda[-1] = Reserve(self.left - 1)
                return
        g.agenda.pop()
        throw_away(g, hand, "4.2c")

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.nation(g, g.power)
        if self.left == 1:
            text = f"{who} passes: click a card to keep it in reserve for the next draft, or Done."
            return Ask(text, "4.2c")
        text = f"{who} passes: click up to {self.left} cards to keep them in reserve, or Done."
        return Ask(text, "4.2e")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return why_card(g, choice) or Refusal("Click a card of your hand, or Done.", "4.2c")


class Halve(ActiveStep[Board]):
    """Asks for the cards that go when the first of a player's two powers passes. [10.1c, R34]"""

    def __init__(self, left: int) -> None:
        self.left = left

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.card + card for card in g.hand(g.power)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        throw_away(g, [choice - g.ids.card], "10.1c")
        if self.left > 1:
            g.agenda[-1] = Halve(self.left - 1)
        else:
            g.agenda.pop()

    def prompt(self, g: Board, seat: int) -> Ask:
        who, what = words.nation(g, g.power), words.count(self.left, "card")
        return Ask(f"{who} passes, so half of the common hand goes: click {what} to discard.", "10.1c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return why_card(g, choice) or Refusal("Click the card that you discard.", "10.1c")
