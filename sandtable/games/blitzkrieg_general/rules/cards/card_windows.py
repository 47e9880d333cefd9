"""Card windows: when a seat is asked whether it plays a card. [A7.4i] [A7.4k] [A7.4l] [R102]

`open` pushes one window for all seats. Those of the phasing side come first. Each plays cards or passes, and
the window closes when all have passed in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.choice import PASS
from sandtable.engine.step import Ask, Refusal, Window
from sandtable.games.blitzkrieg_general.components import effect_types as effects
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import IN_DECK, IN_EFFECT, IN_HAND, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions, card_modifiers, card_play, deck
from sandtable.games.blitzkrieg_general.rules.cards.deck import ALL_SEATS
from sandtable.games.blitzkrieg_general.rules.economy.lend_lease import LendLease

# What the question says about the occasion of a window.
WINDOW_TEXTS: Final = (
    (effects.WHEN_AFTER_INITIATIVE_ROLL, "The dice for initiative are rolled"),
    (effects.WHEN_OWN_ACTION_SEGMENT, "The action segment of the {} begins"),
    (effects.WHEN_REACTION_WINDOW, "The moves of the {} are made, the reaction follows"),
    (effects.WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT, "The moves of the {} are made, the reaction follows"),
    (effects.WHEN_COMBAT_START, "A combat in {} begins"),
    (effects.WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT, "Ships in {} are about to search or fight"),
    (effects.WHEN_EXPLOITATION_PHASE, "The exploitation phase of the {} begins"),
    (effects.WHEN_PRODUCTION_PHASE, "The production phase begins"),
    (effects.WHEN_AFTER_RESEARCH_ANNOUNCEMENT, "{} announces a research roll"),
    (effects.WHEN_ANY, "The end of the turn begins"),
)

# When a card is played, for refusals.
TIMING_TEXTS: Final = (
    (effects.WHEN_AFTER_INITIATIVE_ROLL, "after the dice for initiative"),
    (effects.WHEN_OWN_ACTION_SEGMENT, "at the beginning of your own action segment"),
    (effects.WHEN_OWN_MOVEMENT_PHASE, "at the beginning of your own action segment"),
    (
        effects.WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
        "at the beginning of your own action segment, or before your reserves react",
    ),
    (effects.WHEN_REACTION_WINDOW, "after your own moves, before the enemy reacts"),
    (effects.WHEN_COMBAT_START, "when a combat begins"),
    (effects.WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT, "before a search or a naval combat"),
    (effects.WHEN_EXPLOITATION_PHASE, "at the beginning of your own exploitation phase"),
    (effects.WHEN_PRODUCTION_PHASE, "in the production phase"),
    (effects.WHEN_AFTER_RESEARCH_ANNOUNCEMENT, "after an enemy has announced a research roll"),
)


def open(g: Board, *timings: int) -> None:
    """Push a window for cards with these timings; nothing in the basic game. [R102]"""
    mask = 0
    for timing in timings:
        mask |= 1 << timing
    about(g, mask, NONE)


def open_search(g: Board, zone: int) -> None:
    """Push the window before a search in a zone; a card from an earlier search there is over.

    [CARD.naval_surprise]
    """
    if g.surprise_zone == zone:
        _spend(g)
    about(g, 1 << effects.WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT, zone)


def open_research(g: Board, major: int) -> None:
    """Push the window after a major has announced a research roll. [CARD.sabotage_on_research] [A7.5a]"""
    about(g, 1 << effects.WHEN_AFTER_RESEARCH_ANNOUNCEMENT, major)


def about(g: Board, mask: int, subject: int) -> None:
    """Push a window for a set of timings; `subject` is the zone or the major it is about."""
    if not g.advanced:
        return
    if (mask >> effects.WHEN_ANY) & 1:
        force(g)
    fight = g.fight
    if fight is not None and (mask >> effects.WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT) & 1:
        card = card_modifiers.surprise_card(g, fight.space)
        if card != NONE:  # played at the search, it works in this combat and in no other
            fight.cards |= 1 << card
            fight.surprise = g.major_side[g.card_owner[card]]
            _spend(g)
    g.push(CardWindow(mask, subject, 0, 0))
    if (mask >> effects.WHEN_PRODUCTION_PHASE) & 1:
        g.push(LendLease())


def _spend(g: Board) -> None:
    """Use up Naval Surprise, which does not wait for another combat."""
    g.surprise_zone = NONE
    for card in g.t.cards_with(effects.DO_NAVAL_SURPRISE):
        g.segment_cards &= ~(1 << card)


def force(g: Board) -> None:
    """Play each forced card as soon as its owner may. [CARD.lend_lease_be_ussr] [R34]"""
    for card in range(g.t.n_cards):
        info = g.t.cards[card]
        if info.timing != effects.WHEN_FORCED_NEXT_TURN or g.card_at[card] != IN_HAND:
            continue
        major = g.card_owner[card]
        if major == info.effect.forced and g.card_turn[card] < g.turn and card_conditions.met(g, major, card):
            card_play.play(g, major, card, NONE)


def fits(g: Board, major: int, timing: int, mask: int, subject: int) -> bool:
    """Return whether a card with this timing may be played by the major in a window. [R102]"""
    phasing = g.major_side[major] == g.side
    if timing in (effects.WHEN_ANY, effects.WHEN_ANY_OR_COUNTER, effects.WHEN_FORCED_NEXT_TURN):
        # After the moves only the side that is about to react is asked for such cards.
        return (mask >> effects.WHEN_ANY) & 1 != 0 and not (
            phasing and (mask >> effects.WHEN_REACTION_WINDOW) & 1
        )
    if not (mask >> timing) & 1:
        return False
    if timing in (
        effects.WHEN_OWN_ACTION_SEGMENT,
        effects.WHEN_OWN_MOVEMENT_PHASE,
        effects.WHEN_REACTION_WINDOW,
        effects.WHEN_EXPLOITATION_PHASE,
    ):
        return phasing
    if timing == effects.WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT:
        # At the beginning of a segment its own side, after the moves the other one. [R89]
        return phasing == ((mask >> effects.WHEN_OWN_ACTION_SEGMENT) & 1 != 0)
    if timing == effects.WHEN_AFTER_RESEARCH_ANNOUNCEMENT:
        return g.major_side[major] != g.major_side[subject]
    return True


def playable(g: Board, major: int, card: int, mask: int, subject: int) -> bool:
    """Return whether the holder of a card may play it in this window; uses no secret."""
    return (
        fits(g, major, g.t.cards[card].timing, mask, subject)
        and card_conditions.met(g, major, card)
        and card_play.possible(g, major, card, subject)
    )


def ready(g: Board, major: int) -> bool:
    """Return whether a major holds a card bought before this turn, which is open information. [A7.4i]"""
    where, owner, bought, turn = g.card_at, g.card_owner, g.card_turn, g.turn
    for card in g.t.cards_of[major]:
        if where[card] == IN_HAND and owner[card] == major and bought[card] < turn:
            return True
    return False


def may_be_held(g: Board, card: int) -> bool:
    """Return whether, as far as all seats know, a card could be in a hand."""
    where = g.card_at[card]
    return where == IN_HAND or (where == IN_DECK and g.card_known[card] != ALL_SEATS)


def could_answer(g: Board, seat: int, majors: Sequence[int], card: int) -> bool:
    """Return whether, as far as all seats know, the seat could hold this card for one of these majors."""
    if not may_be_held(g, card):
        return False
    for major in majors:
        if g.seat_of[major] == seat and (g.t.cards[card].owners >> major) & 1 and ready(g, major):
            return True
    return False


def usable_again(g: Board, major: int, card: int) -> bool:
    """Return whether a permanent card of the major may be used now: once in each turn. [R38]"""
    return (
        g.t.cards[card].effect.handler == effects.DO_KAMIKAZE
        and g.card_at[card] == IN_EFFECT
        and g.card_owner[card] == major
        and not (g.turn_cards >> card) & 1
    )


def seats_in_order(g: Board) -> list[int]:
    """Return all seats, those of the phasing side first. [R102]"""
    found: list[int] = []
    for side in (g.side, 1 - g.side):
        for major in g.majors(side):
            if g.seat_of[major] not in found:
                found.append(g.seat_of[major])
    return found


class CardWindow(Window[Board]):
    """The question to each seat in turn whether it plays a card; after a play all are asked again.

    `at` is the number of the seat that is asked, `quiet` how many have passed in a row. [A7.4l] [R102]
    """

    def __init__(self, mask: int, subject: int, at: int, quiet: int) -> None:
        self.mask = mask
        self.subject = subject
        self.at = at
        self.quiet = quiet

    def reactor(self, g: Board) -> int:
        return seats_in_order(g)[self.at]

    def possible(self, g: Board) -> bool:
        seat = self.reactor(g)
        for major in range(g.t.n_majors):
            if g.seat_of[major] == seat and not g.fallen(major) and self._could(g, major):
                return True
        return False

    def _could(self, g: Board, major: int) -> bool:
        for card in g.t.cards_with(effects.DO_KAMIKAZE):
            if self._again(g, major, card):
                return True
        if not ready(g, major):
            return False
        for card in g.t.cards_of[major]:
            if may_be_held(g, card) and playable(g, major, card, self.mask, self.subject):
                return True
        return False

    def _again(self, g: Board, major: int, card: int) -> bool:
        """Return whether a permanent card of the major may be used in this window."""
        return (
            usable_again(g, major, card)
            and fits(g, major, g.t.cards[card].timing, self.mask, self.subject)
            and card_play.possible(g, major, card, self.subject)
        )

    def reactions(self, g: Board, seat: int) -> list[int]:
        """Return the cards of the seat that may be played. [A7.4i]"""
        found: list[int] = []
        for card in range(g.t.n_cards):
            major = g.card_owner[card]
            if g.seat_of[major] != seat or g.fallen(major):
                continue
            if g.card_at[card] == IN_HAND and g.card_turn[card] < g.turn:
                if playable(g, major, card, self.mask, self.subject):
                    found.append(g.ids.card + card)
            elif self._again(g, major, card):
                found.append(g.ids.card + card)
        return found

    def react(self, g: Board, choice: int) -> None:
        """Play the card; then the same seat goes on, and all others are asked again."""
        card = choice - g.ids.card
        g.agenda[-1] = CardWindow(self.mask, self.subject, self.at, 0)
        if g.card_at[card] == IN_EFFECT:
            card_play.use_again(g, g.card_owner[card], card)
            return
        card_play.play(g, g.card_owner[card], card, self.subject)
        counter(g, card)

    def let_pass(self, g: Board) -> None:
        seats = len(seats_in_order(g))
        if self.quiet + 1 < seats:
            g.push(CardWindow(self.mask, self.subject, (self.at + 1) % seats, self.quiet + 1))

    def prompt(self, g: Board, seat: int) -> Ask:
        for timing, text in WINDOW_TEXTS:
            if (self.mask >> timing) & 1:
                return Ask(f"{text.format(self._about(g, timing))}: play a card, or pass.", "A7.4k")
        return Ask("Play a card, or pass.", "A7.4k")

    def _about(self, g: Board, timing: int) -> str:
        """Return the side, the space or the major that the question names."""
        if timing == effects.WHEN_AFTER_RESEARCH_ANNOUNCEMENT:
            return words.country(g, self.subject)
        fight = g.fight
        if timing == effects.WHEN_COMBAT_START and fight is not None:
            return words.space(g, fight.space)
        if timing == effects.WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT:
            space = fight.space if fight is not None and self.subject == NONE else self.subject
            return words.space(g, space)
        return words.side(g.side)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = choice - g.ids.card
        if not 0 <= card < g.t.n_cards:
            return Refusal("A card may be played now: click one of your cards, or pass.", "A7.4k")
        major = g.card_owner[card]
        name = words.card(g, card)
        if g.card_at[card] != IN_HAND or g.seat_of[major] != seat:
            return Refusal(f"You do not hold {name}.", "A7.4j")
        if g.card_turn[card] >= g.turn:
            return Refusal(f"{name} was bought in this turn. You may play it from the next turn on.", "A7.4i")
        if not fits(g, major, g.t.cards[card].timing, self.mask, self.subject):
            return Refusal(f"{name} is played {timing_text(g.t.cards[card].timing)}, not now.", "A7.4k")
        refusal = card_conditions.why_not(g, major, card)
        if refusal is not None:
            return refusal
        return Refusal(f"{name} would do nothing now.", "A7.4k")


def timing_text(timing: int) -> str:
    """Return when a card is played, for refusals."""
    for known, text in TIMING_TEXTS:
        if timing == known:
            return text
    return "at the beginning of an action segment or of the turn's end"


def counter(g: Board, card: int) -> None:
    """Ask for a counter-card right after the card it cancels. [CARD.bnl_embargo]"""
    for other in range(g.t.n_cards):
        info = g.t.cards[other]
        if info.timing == effects.WHEN_ANY_OR_COUNTER and card in info.effect.cancels:
            g.push(Counter(card, other, 0))


class Counter(Window[Board]):
    """The question whether a card just played is answered by the one that cancels it. [CARD.bnl_embargo]"""

    def __init__(self, card: int, answer: int, at: int) -> None:
        self.card = card
        self.by = answer
        self.at = at

    def pack(self) -> list[int]:
        return [self.card, self.by, self.at]

    def reactor(self, g: Board) -> int:
        return seats_in_order(g)[self.at]

    def possible(self, g: Board) -> bool:
        return could_answer(g, self.reactor(g), range(g.t.n_majors), self.by)

    def reactions(self, g: Board, seat: int) -> list[int]:
        if g.card_at[self.by] != IN_HAND or g.card_turn[self.by] >= g.turn:
            return []
        return [g.ids.card + self.by] if g.seat_of[g.card_owner[self.by]] == seat else []

    def react(self, g: Board, choice: int) -> None:
        g.agenda.pop()
        card_play.cancel_both(g, g.card_owner[self.by], self.by, self.card)

    def let_pass(self, g: Board) -> None:
        if self.at + 1 < len(seats_in_order(g)):
            g.push(Counter(self.card, self.by, self.at + 1))

    def prompt(self, g: Board, seat: int) -> Ask:
        text = f"{words.card(g, self.card)} was played: answer with {words.card(g, self.by)}, or pass."
        return Ask(text, deck.rule(g, self.by))

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        text = f"Only {words.card(g, self.by)} answers {words.card(g, self.card)}: play it, or pass."
        return Refusal(text, deck.rule(g, self.by)) if choice != PASS else None
