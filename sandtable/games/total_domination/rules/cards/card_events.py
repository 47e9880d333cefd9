"""Events of cards: Tactics, Science, Influence and Peace; Logistics have a chapter of their own."""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import discards, logistics, technology
from sandtable.games.total_domination.rules.operations import operations
from sandtable.wargame.steps import ActiveStep


def can_play(g: Board, power: int, card: int) -> bool:
    """Return whether a power may play the event of this card now. [3.3d] [7.0a]"""
    if not g.start.events:  # [12.1a]
        return False
    if not g.own_colour(power, card):  # [3.3d] [7.0a] [7.0b]
        return False
    event = g.t.event[card]
    if event == const.VALUE:  # acts by itself when the card is played for points [7.1.B]
        return False
    if event == const.MINUS_ONE:
        return not g.start.solo  # [13.0.9]
    if event == const.LOGISTICS:
        return logistics.counts(g, power, card)  # [13.0.9]
    if event == const.SCIENCE:
        # [7.3] [8.0c] [R24]; what others have taken in secret may prove to be missing
        return not g.developed >> power & 1 and const.DISCARDED in g.cards and bool(hopes(g, power))
    if event == const.PEACE:
        return const.DECK in g.cards or const.DISCARDED in g.cards  # there must be a card to turn up [7.5]
    return True  # [R23]


def why_play(g: Board, power: int, card: int) -> Refusal:
    """Return why a power may not play the event of this card."""
    t = g.t
    name, who = words.card(g, card), words.nation(g, power)
    if not g.start.events:
        return Refusal("No events are played in this scenario.", "12.1a")
    if not g.own_colour(power, card):
        colour = t.card_colour[card]
        nation = words.nation(g, colour)
        if colour in t.additional and t.patron[colour] == power:
            return Refusal(f"{name} waits until {nation} has joined the war.", "7.0b")
        owner = words.nation(g, t.patron[colour])
        return Refusal(f"{name} is an event of {nation}, so only {owner} can play it.", "7.0a")
    event = t.event[card]
    if event == const.VALUE:
        ops = t.event_ops[card]
        return Refusal(f"{name} works by itself: play it for points and it counts {ops}.", "7.1.B")
    if event in (const.MINUS_ONE, const.LOGISTICS):
        rule = "13.0.9" if g.start.solo else "7.2.Da"
        return Refusal(f"The event of {name} has no effect in this game.", rule)
    if event == const.PEACE:
        return Refusal("Draw deck and discard pile are empty, so there is no card to turn up.", "7.5")
    if g.developed >> power & 1:
        return Refusal(f"{who} has developed its one technology of this round already.", "8.0c")
    if const.DISCARDED not in g.cards:
        return Refusal("The discard pile is empty, so Science has nothing to choose from.", "7.3")
    return Refusal(f"No card of the discard pile shows a technology that {who} can develop.", "7.3")


def play(g: Board, power: int, card: int) -> None:
    """Carry out the event of a card that has been laid on the table."""
    event = g.t.event[card]
    if g.log is not None:
        text = f"{words.nation(g, power)} plays the event of {words.card(g, card)}."
        g.log.add(text, "3.3d", (g.ids.card + card,))
    if event in (const.PLUS_ONE, const.MINUS_ONE):
        g.push(Tactic(card))
    elif event == const.LOGISTICS:
        logistics.start(g, power, card)
    elif event == const.SCIENCE:
        science(g, power, card)
    elif event == const.INFLUENCE:
        influence(g, power, card)
    elif event == const.PEACE:
        peace(g, power, card)


# --- Tactics


class Tactic(ActiveStep[Board]):
    """Before whom a +1 or -1 card is laid. [7.1.Aa] [7.1.Ab]"""

    def __init__(self, card: int) -> None:
        self.card = card

    def choices(self, g: Board, seat: int) -> list[int]:
        t = g.t
        if t.event[self.card] == const.PLUS_ONE:
            targets: tuple[int, ...] = t.of_faction[t.faction[g.power]]  # [7.1.Aa]
        else:
            targets = t.foes[g.power]  # [7.1.Ab]
        return [g.ids.power + power for power in targets]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Lay the card before that power; it works on cards played later. [R27]"""
        g.agenda.pop()
        power = choice - g.ids.power
        g.lay(self.card, const.BEFORE + power)
        if g.log is not None:
            plus = g.t.event[self.card] == const.PLUS_ONE
            one = "1 more" if plus else "1 less"
            text = f"{words.card(g, self.card)} lies before {words.nation(g, power)}: {one} on later cards."
            refs = (g.ids.card + self.card, g.ids.power + power)
            g.log.add(text, "7.1.Aa" if plus else "7.1.Ab", refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        name = f"{words.nation(g, g.power)} with {words.card(g, self.card)}"
        who = words.listed([words.nation(g, c - g.ids.power) for c in self.choices(g, seat)], "or")
        if g.t.event[self.card] == const.PLUS_ONE:
            return Ask(f"{name}: click who gets a point more on each later card, {who}.", "7.1.Aa")
        return Ask(f"{name}: click who gets a point less on each later card, {who}.", "7.1.Ab")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        plus = g.t.event[self.card] == const.PLUS_ONE
        rule = "7.1.Aa" if plus else "7.1.Ab"
        if g.ids.power <= choice < g.ids.power + const.POWERS:
            if plus:
                return Refusal("A +1 card lies before yourself or your teammate.", rule)
            return Refusal("A -1 card lies before an opponent.", rule)
        return Refusal(f"Click the power before which {words.card(g, self.card)} is to lie.", rule)


# --- Science


def finds(g: Board, power: int) -> list[int]:
    """Return the cards of the discard pile that a power could develop. [7.3] [R24]"""
    tech = g.t.card_tech
    return [card for card in g.cards_in(const.DISCARDED) if technology.legal(g, power, tech[card])]


def hopes(g: Board, power: int) -> list[int]:
    """Return the cards that a power could develop, of the pile as its player knows it. [7.3]"""
    tech = g.t.card_tech
    pile = discards.shown(g, g.seat_of[power])
    return [card for card in pile if technology.legal(g, power, tech[card])]


def science(g: Board, power: int, card: int) -> None:
    """Look the discard pile through for a technology. [7.3]"""
    discards.look_through(g, g.seat_of[power])
    if finds(g, power):
        g.push(Science(card))
        return
    g.discard(card)
    if g.log is not None:
        text = f"{words.nation(g, power)} finds no technology in the discard pile that it can develop."
        g.log.add(text, "7.3")


class Science(ActiveStep[Board]):
    """A technology from the discard pile. [7.3]"""

    def __init__(self, card: int) -> None:
        self.card = card

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.card + card for card in finds(g, g.power)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Lay the chosen card face down, then discard the Science card. [7.3] [R24]"""
        g.agenda.pop()
        card = choice - g.ids.card
        discards.note(g, g.power)
        technology.lay_down(g, g.power, card)
        g.discard(self.card)
        if g.log is not None:
            who, tech = words.nation(g, g.power), g.t.tech_name[g.t.card_tech[card]]
            open_text = f"{who} takes a card out of the discard pile and lays it face down as a technology."
            secret = (
                f"{who} takes {words.card(g, card)} out of the discard pile and lays it "
                f"face down to develop {tech}."
            )
            g.log.whisper(open_text, secret, (seat,), "7.3")

    def prompt(self, g: Board, seat: int) -> Ask:
        who = f"{words.nation(g, g.power)} with {words.card(g, self.card)}"
        text = f"{who}: click the card of the discard pile whose technology is developed."
        return Ask(text, "7.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = choice - g.ids.card
        if not 0 <= card < g.t.n_cards:
            return Refusal("Click a card of the discard pile.", "7.3")
        if g.cards[card] == const.DISCARDED:
            return technology.why_develop(g, g.power, card)
        return Refusal("Science takes a card out of the discard pile and from nowhere else.", "7.3")


# --- Influence


def rivals(g: Board, power: int, flag: int) -> list[int]:
    """Return the influence cards of a nation that other powers have on the table. [7.4a] [7.4e] [R22]"""
    t = g.t
    found: list[int] = []
    for card in range(t.n_cards):
        place = g.cards[card]
        if place == const.INFLUENCING + power:
            continue  # it stays until another power plays one
        if const.INFLUENCING <= place < const.INFLUENCING + const.POWERS and t.event_flag[card] == flag:
            found.append(card)
    return found


def influence(g: Board, power: int, card: int) -> None:
    """Lay an influence card on the table and compare it with those of the same nation. [7.4a]"""
    t = g.t
    worth = t.event_vp[card]
    others = rivals(g, power, t.event_flag[card])
    beaten = False
    for other in others:
        if t.event_vp[other] > worth:
            beaten = True
    if beaten:
        for other in others:  # [7.4d, R22]
            if t.event_vp[other] > worth:
                lose(g, other, "7.4d")
        g.discard(card)
        if g.log is not None:
            g.log.add(f"{words.card(g, card)} is discarded with it.", "7.4d", (g.ids.card + card,))
        return
    for other in others:  # equal cards stay [7.4c]
        if t.event_vp[other] < worth:
            lose(g, other, "7.4b")
    g.lay(card, const.INFLUENCING + power)
    g.vp[power] += worth  # [5.1c] [7.4a]
    if g.log is not None:
        points, flag = words.count(worth, "victory point"), t.flag_name[t.event_flag[card]]
        text = f"{words.card(g, card)} brings {words.nation(g, power)} {points} for {flag}."
        g.log.add(text, "7.4a", (g.ids.card + card,))


def lose(g: Board, card: int, rule: str) -> None:
    """Discard an influence card from the table; its owner loses the points."""
    t = g.t
    power = g.cards[card] - const.INFLUENCING
    g.discard(card)
    g.vp[power] -= t.event_vp[card]  # [5.1c]
    if g.log is not None:
        points = words.count(t.event_vp[card], "victory point")
        text = f"{words.card(g, card)} is discarded: {words.nation(g, power)} loses {points}."
        g.log.add(text, rule, (g.ids.card + card,))


# --- Peace


def peace(g: Board, power: int, card: int) -> None:
    """Turn up a card from the draw deck and operate with both. [7.5] [R26]"""
    second = g.draw()
    g.lay(second, const.IN_PLAY)
    g.revealed += 1
    points = g.t.event_ops[card] + g.value(power, second)  # tactics count once, for the sum [R26]
    if g.log is not None:
        text = (
            f"{words.card(g, second)} is turned up: {g.t.event_ops[card]} and {g.value(power, second)} make "
            f"{words.count(points, 'point')}."
        )
        g.log.add(text, "7.5", (g.ids.card + second,))
    operations.start(g, card, second, points)
