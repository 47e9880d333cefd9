"""Strategic and Combat Events: drawing, recurring and unique events, leftovers of a year, misfortune. [7]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.cards import EventCard
from sandtable.games.other_side.components.effect_types import GREY, HIT
from sandtable.games.other_side.components.state import AVAILABLE, IN_COMMAND, Board
from sandtable.games.other_side.rules.cards import effects
from sandtable.games.other_side.rules.cards.card_conditions import holds
from sandtable.games.other_side.rules.cards.effects import OF_BATTLE, OF_STRATEGIC
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.politics import countries

STRATEGIC: Final = 0
BATTLE: Final = 1


def draw_strategic(g: Board, seat: int) -> None:
    """Draw a Strategic Event and put its resolution on the agenda. [7a]"""
    if not g.strategic_deck:
        if g.log is not None:
            g.log.add("No Strategic Event is left to draw.", "7a")
        return
    card = g.strategic_deck.pop()
    g.strategic_known = min(g.strategic_known, len(g.strategic_deck))
    g.revealed += 1
    draw(g, STRATEGIC, card, seat)


def draw_battle(g: Board, seat: int) -> None:
    """Draw a Combat Event and put its resolution on the agenda. [6.5] [R4]"""
    if not g.battle_deck:
        if g.log is not None:
            g.log.add("No Combat Event is left to draw.", "7a")
        return
    card = g.battle_deck.pop()
    g.battle_known = min(g.battle_known, len(g.battle_deck))
    g.revealed += 1
    draw(g, BATTLE, card, seat)


def event_of(g: Board, deck: int, card: int) -> EventCard:
    """Return the card."""
    return g.t.strategic[card] if deck == STRATEGIC else g.t.battle[card]


def choice_of(g: Board, deck: int, card: int) -> int:
    """Return the id by which the log refers to a card."""
    return (g.ids.strategic if deck == STRATEGIC else g.ids.battle) + card


def draw(g: Board, deck: int, card: int, seat: int) -> None:
    """Resolve a drawn card and put it where it belongs. A card without effect is not replaced. [7l]"""
    event = event_of(g, deck, card)
    if g.log is not None:
        what = "Strategic Event" if deck == STRATEGIC else "Combat Event"
        g.log.add(f"{what}: {event.name}. {event.text}", "7", (choice_of(g, deck, card),))
    if holds(g, event.discard_if):  # [7d]
        _log(g, "Its Unique Event does not apply; the card is discarded.", "7d")
        g.push(Recurring(deck, card, 0, 1))
    elif holds(g, event.bottom_if):  # [7e]
        _log(g, "It does not apply here and goes under its deck.", "7e")
        _bury(g, deck, card)
    elif holds(g, event.next_year_if):  # [7f]
        _carry_over(g, deck, card)
    else:  # [7g]
        if event.next_year_after:
            _keep(g, deck, card)  # it will be shuffled in next year [2.1c]
        effects.start(g, OF_STRATEGIC if deck == STRATEGIC else OF_BATTLE, card, seat)
        g.push(Recurring(deck, card, 0, 1))


def _bury(g: Board, deck: int, card: int) -> None:
    """Put a card under its deck, where everybody knows it."""
    if deck == STRATEGIC:
        g.strategic_deck.insert(0, card)
        g.strategic_known += 1
    else:
        g.battle_deck.insert(0, card)
        g.battle_known += 1


def _carry_over(g: Board, deck: int, card: int) -> None:
    """Add a card to the Events of next year; the last year has none. [7f]"""
    if _keep(g, deck, card):
        _log(g, "It joins the Events of next year.", "7f")
    else:
        _log(g, "There is no next year: the card is discarded.", "7f")


def _keep(g: Board, deck: int, card: int) -> bool:
    if g.year >= g.t.scenarios[g.scenario].last_year:
        return False
    (g.strategic_next if deck == STRATEGIC else g.battle_next).append(card)
    return True


def _log(g: Board, text: str, rule: str) -> None:
    if g.log is not None:
        g.log.add(text, rule)


class Recurring(Step[Board]):
    """Carries out the Recurring Events of a card; misfortune only if `fate` is 1. [7g] [5.1.3]"""

    def __init__(self, deck: int, card: int, at: int, fate: int) -> None:
        self.deck = deck
        self.card = card
        self.at = at
        self.fate = fate

    def run(self, g: Board) -> bool:
        """Carry out the next Recurring Event."""
        recurring = event_of(g, self.deck, self.card).recurring
        if self.at >= len(recurring):
            g.agenda.pop()
            return False
        g.agenda[-1] = Recurring(self.deck, self.card, self.at + 1, self.fate)
        kind = recurring[self.at]
        if kind == const.RECUR_USSR:
            commit_ussr(g)
        elif kind == const.RECUR_USA:
            commit_usa(g)
        elif kind == const.RECUR_MISFORTUNE and self.fate:
            misfortune(g)
        # These modes do not use Influence. [7k] [1.4c]
        return False


def commit_ussr(g: Board) -> None:
    """Raise the Commitment of the USSR to the war. [7i] [7.1b]"""
    if g.at_war(const.SOVIETS):
        return
    g.ussr += 1
    if g.log is not None:
        g.log.add(f"USSR Commitment: {g.ussr} of {g.t.ussr_war}.", "7i")
    if g.ussr >= g.t.ussr_war:
        countries.activate_ussr(g)


def commit_usa(g: Board) -> None:
    """Raise the Commitment of the USA to the war. [7j] [7.2a]"""
    if g.at_war(const.WEST):
        return
    g.usa += 1
    if g.log is not None:
        g.log.add(f"USA Commitment: {g.usa} of {g.t.usa_war}.", "7j")
    if g.usa >= g.t.usa_war:
        countries.activate_usa(g)


def misfortune(g: Board) -> None:
    """Remove, perhaps, a random General whose year has come. [7.3] [7.3a]"""
    t = g.t
    face = t.die_faces[GREY][g.rng.roll() - 1]
    g.revealed += 1
    if face != HIT:
        _log(g, "Misfortune: the grey die shows no hit; nothing happens.", "7.3")
        return
    found: list[int] = []
    for general in range(t.n_generals):
        if AVAILABLE <= g.where[general] <= IN_COMMAND and 0 <= t.generals[general].misfortune <= g.year:
            found.append(general)
    if not found:
        _log(g, "Misfortune: no General is in danger this year.", "7.3a")
        return
    lost = found[g.rng.below(len(found))] if len(found) > 1 else found[0]
    if g.log is not None:
        text = f"Misfortune: {words.general(g, lost)} is lost and leaves the game."
        g.log.add(text, "7.3", (g.ids.general + lost,))
    command_positions.remove_general(g, lost, "7.3")  # [R73]


class Leftovers(Step[Board]):
    """Reveals the rest of both Event decks at the end of a year. [5.1.3] [R27]"""

    def run(self, g: Board) -> bool:
        if g.strategic_deck:
            self.reveal(g, STRATEGIC, g.strategic_deck.pop())
        elif g.battle_deck:
            self.reveal(g, BATTLE, g.battle_deck.pop())
        else:
            g.agenda.pop()
        return False

    def reveal(self, g: Board, deck: int, card: int) -> None:
        """Apply Commitments and Obligatory Events; remove the card or keep it for the new year."""
        event = event_of(g, deck, card)
        g.revealed += 1
        if g.log is not None:
            g.log.add(f"Left over: {event.name}.", "5.1.3", (choice_of(g, deck, card),))
        if holds(g, event.discard_if):
            g.push(Recurring(deck, card, 0, 0))  # [7d]
            return
        if holds(g, event.next_year_if):
            # It joins the deck of the year that begins. [5.1.3b]
            (g.strategic_next if deck == STRATEGIC else g.battle_next).append(card)
            _log(g, "It joins the Events of the new year.", "5.1.3b")
            return
        if event.obligatory:  # [7b]
            _log(g, event.text, "5.1.3")
            effects.start(g, OF_STRATEGIC if deck == STRATEGIC else OF_BATTLE, card)
        g.push(Recurring(deck, card, 0, 0))


def new_decks(g: Board) -> None:
    """Shuffle the Events of the year that begins, with those carried over. [5.1.3a]"""
    t = g.t
    start = t.scenarios[g.scenario]
    strategic = list(g.strategic_next)
    for card in range(t.n_strategic):
        if joins(g, t.strategic[card]) and not start.out_strategic >> card & 1:
            strategic.append(card)
    battle = list(g.battle_next)
    for card in range(t.n_battle):
        if joins(g, t.battle[card]) and not start.out_battle >> card & 1:
            battle.append(card)
    g.strategic_next, g.battle_next = [], []
    g.rng.shuffle(strategic)
    g.rng.shuffle(battle)
    g.strategic_deck, g.battle_deck = strategic, battle
    g.strategic_known = g.battle_known = 0
    g.revealed += 1
    if g.log is not None:
        g.log.add(f"New Events: {len(strategic)} Strategic and {len(battle)} Combat Events.", "5.1.3a")


def joins(g: Board, event: EventCard) -> bool:
    """Return whether a card belongs to the Events of the present year. [0a] [11.1]"""
    return event.year == g.year and not event.removed and (g.addon or not event.addon)
