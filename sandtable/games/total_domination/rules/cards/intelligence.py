"""Hands before the first turn: replacing a card, Enigma, Espionage. [4.1.Ba] [8.1.D1] [8.1.D2]"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import HAND, NOBODY, PACKET, POWERS
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards.draft import does, hands, powers, who, why_card


def has(g: Board, power: int, techs: bytes) -> bool:
    """Return whether a power has a technology of this sort in effect. [8.1.D1] [8.1.D2]"""
    for tech in range(g.t.n_techs):
        if techs[tech] and g.techs[power] >> tech & 1:
            return True
    return False


def owners(g: Board, holder: int, techs: bytes) -> int:
    """Return how many of the powers that play from a hand have a technology of this sort. [10.1f] [10.1g]"""
    return sum([has(g, power, techs) for power in powers(g, holder)])


def draw_to(g: Board, where: int, number: int) -> list[int]:
    """Draw cards to a place, as many of them as there are. [R5]"""
    found: list[int] = []
    while len(found) < number:
        card = g.draw()
        if card < 0:
            break
        g.lay(card, where)
        found.append(card)
    if found:
        g.revealed += 1
    return found


# --- replacing a card


def replace(g: Board) -> None:
    """Let each hand in player order replace a card. [4.1.Ba, R56]"""
    for holder in reversed(hands(g)):
        g.push(Replace(holder))


class Replace(Step[Board]):
    """A hand may discard one card and draw another. [4.1.Ba]"""

    def __init__(self, power: int) -> None:
        self.power = power

    def run(self, g: Board) -> bool:
        if g.hand(self.power):
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.power],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [PASS, *[g.ids.card + card for card in g.hand(self.power)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Discard the card and draw; Enigma gives more cards to choose from. [4.1.Ba] [4.1.Bb]"""
        g.agenda.pop()
        if choice == PASS:
            return
        t = g.t
        card = choice - g.ids.card
        g.discard(card)
        if g.log is not None:
            g.log.add(f"{does(g, self.power, 'discard')} {words.card(g, card)}.", "4.1.Ba", (choice,))
        n = owners(g, self.power, t.tech_enigma)
        keep = t.replace_keep[n]  # [8.1.D2] [10.1g]
        drawn = draw_to(g, PACKET + self.power, t.replace_draw[n])
        if g.log is not None:
            text = f"{does(g, self.power, 'draw')} {words.count(len(drawn), 'card')}"
            secret = f"{does(g, self.power, 'draw')} {words.cards(g, drawn)}."
            g.log.whisper(f"{text}.", secret, (seat,), enigma_rule(n))
        if len(drawn) > keep:
            g.push(Decode(self.power, keep))
        else:
            for new in drawn:
                g.lay(new, HAND + self.power)

    def prompt(self, g: Board, seat: int) -> Ask:
        n = owners(g, self.power, g.t.tech_enigma)
        draw, keep = g.t.replace_draw[n], g.t.replace_keep[n]
        text = f"{who(g, self.power)}: click a card of your hand to discard it and draw another, or pass."
        if draw > keep:
            text = (
                f"{who(g, self.power)}: click a card of your hand to discard it, draw {draw} with Enigma"
                f" and keep {keep} of them, or pass."
            )
        return Ask(text, enigma_rule(n))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        found = why_card(g, seat, self.power, choice, "4.1.Ba")
        return found or Refusal("Only a card of the hand can be replaced: click one, or pass.", "4.1.Ba")


def enigma_rule(n: int) -> str:
    """Return the rule for a replacement with a number of Enigmas."""
    if n > 1:
        return "10.1g"
    return "4.1.Bb" if n else "4.1.Ba"


class Decode(Step[Board]):
    """Enigma: keep `left` of the cards drawn, one by one; the rest is discarded. [4.1.Bb] [8.1.D2] [10.1g]"""

    def __init__(self, power: int, left: int) -> None:
        self.power = power
        self.left = left

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.power],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.card + card for card in g.cards_in(PACKET + self.power)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        card = choice - g.ids.card
        g.lay(card, HAND + self.power)
        rule = enigma_rule(owners(g, self.power, g.t.tech_enigma))
        if g.log is not None:
            text = f"{does(g, self.power, 'keep')} a card."
            g.log.whisper(text, f"{does(g, self.power, 'keep')} {words.card(g, card)}.", (seat,), rule)
        if self.left > 1:
            g.agenda[-1] = Decode(self.power, self.left - 1)
            return
        g.agenda.pop()
        for rest in g.cards_in(PACKET + self.power):
            g.discard(rest)
            g.revealed += 1
            if g.log is not None:
                text = f"{does(g, self.power, 'discard')} {words.card(g, rest)}."
                g.log.add(text, rule, (g.ids.card + rest,))

    def prompt(self, g: Board, seat: int) -> Ask:
        rule = enigma_rule(owners(g, self.power, g.t.tech_enigma))
        cards = "the card" if self.left == 1 else f"{self.left} cards"
        return Ask(f"{who(g, self.power)}: click {cards} to keep; what is left over is discarded.", rule)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        rule = enigma_rule(owners(g, self.power, g.t.tech_enigma))
        return Refusal("Enigma keeps what you click of the cards just drawn.", rule)


# --- espionage


def espionage(g: Board) -> None:
    """Whoever has Espionage may use it, in player order; a common hand does so once. [4.1.C] [10.1f]"""
    spies: list[int] = []
    done = 0
    for power in g.order():
        holder = g.holder[power]
        if done >> holder & 1 or g.seat_of[power] == NOBODY or not has(g, power, g.t.tech_espionage):
            continue
        done |= 1 << holder
        spies.append(power)
    for power in reversed(spies):
        g.push(Spy(power))


def targets(g: Board, power: int) -> list[int]:
    """Return the opponents' hands that hold cards, a common one as its first power. [8.1.D1]"""
    found: list[int] = []
    for foe in g.t.foes[power]:
        # The solo system has no hand to look into. [13.0.4]
        if g.holder[foe] == foe and g.seat_of[foe] != NOBODY and g.hand(foe):
            found.append(foe)
    return found


class Spy(Step[Board]):
    """A power with Espionage may look into the hand of an opponent. [4.1.C] [8.1.D1]"""

    def __init__(self, power: int) -> None:
        self.power = power

    def run(self, g: Board) -> bool:
        if targets(g, self.power):
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.power],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [PASS, *[g.ids.power + foe for foe in targets(g, self.power)]]

    def both(self, g: Board) -> int:
        """1 if both powers of a common hand have Espionage, otherwise 0. [10.1f]"""
        return owners(g, g.holder[self.power], g.t.tech_espionage) - 1

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Lay random cards of the hand open to the spy; they stay the opponent's. [8.1.D1]"""
        g.agenda.pop()
        if choice == PASS:
            return
        t = g.t
        foe = choice - g.ids.power
        both = self.both(g)
        hand = g.hand(foe)
        shown: list[int] = []
        while hand and len(shown) < t.spy_look[both]:  # a smaller hand is shown whole [R8]
            card = hand.pop(g.rng.below(len(hand)))
            g.cards[card] = PACKET + foe  # only shown: what others know of it stays true
            g.known[seat] |= 1 << card
            shown.append(card)
        g.revealed += 1
        g.push(Sift(self.power, foe, t.spy_discard[both], 0))
        if g.log is not None:
            number = words.count(len(shown), "card")
            text = f"{does(g, g.holder[self.power], 'look')} at {number} of {who(g, foe)}"
            secret = f"{text}: {words.cards(g, sorted(shown))}."
            g.log.whisper(f"{text}.", secret, (seat, g.seat_of[foe]), "10.1f" if both else "8.1.D1")

    def prompt(self, g: Board, seat: int) -> Ask:
        both = self.both(g)
        number = words.count(g.t.spy_look[both], "random card")
        text = f"{who(g, g.holder[self.power])}: click an opponent to look at {number} of its hand, or pass."
        return Ask(text, "10.1f" if both else "8.1.D1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        foe = choice - g.ids.power
        if not 0 <= foe < POWERS:
            return Refusal("Espionage is used now: click an opponent, or pass.", "4.1.C")
        if foe not in g.t.foes[self.power]:
            return Refusal("Espionage looks into the hand of an opponent.", "8.1.D1")
        if g.hand(foe):
            first = words.nation(g, g.holder[foe])
            return Refusal(f"{who(g, g.holder[foe])} have one hand: click {first}.", "10.1a")
        return Refusal(f"{words.nation(g, foe)} has no cards in hand.", "8.1.D1")


class Sift(Step[Board]):
    """The spy may discard up to `left` of the cards shown; for the `gone` ones new cards are drawn. [8.1.D1]

    The cards shown lie in the packet of their owner meanwhile, and go back to its hand afterwards.
    """

    def __init__(self, power: int, foe: int, left: int, gone: int) -> None:
        self.power = power
        self.foe = foe
        self.left = left
        self.gone = gone

    def run(self, g: Board) -> bool:
        if self.left and g.cards_in(PACKET + self.foe):
            return True
        self.end(g)
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[self.power],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DONE, *[g.ids.card + card for card in g.cards_in(PACKET + self.foe)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.end(g)
            return
        card = choice - g.ids.card
        g.discard(card)
        if g.log is not None:
            text = f"{does(g, g.holder[self.power], 'discard')} {words.card(g, card)} of {who(g, self.foe)}."
            g.log.add(text, self.rule(g), (choice,))
        g.agenda[-1] = Sift(self.power, self.foe, self.left - 1, self.gone + 1)

    def end(self, g: Board) -> None:
        """Give the cards back; their owner draws as many as it lost. [8.1.D1] [10.1f, R8]"""
        g.agenda.pop()
        for card in g.cards_in(PACKET + self.foe):
            g.cards[card] = HAND + self.foe
        drawn = draw_to(g, HAND + self.foe, self.gone)
        if drawn and g.log is not None:
            text = f"{does(g, self.foe, 'draw')} {words.count(len(drawn), 'card')} instead."
            secret = f"{does(g, self.foe, 'draw')} {words.cards(g, drawn)} instead."
            g.log.whisper(text, secret, (g.seat_of[self.foe],), self.rule(g))

    def rule(self, g: Board) -> str:
        """Return the rule by which cards are discarded."""
        return "10.1f" if owners(g, g.holder[self.power], g.t.tech_espionage) > 1 else "8.1.D1"

    def prompt(self, g: Board, seat: int) -> Ask:
        cards = "a card" if self.left == 1 else f"up to {self.left} cards"
        us = who(g, g.holder[self.power])
        return Ask(f"{us}: click {cards} of {who(g, self.foe)} to discard, or Done.", self.rule(g))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Espionage discards a card that you were shown: click it, or Done.", self.rule(g))
