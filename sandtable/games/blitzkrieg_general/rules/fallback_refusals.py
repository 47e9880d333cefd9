"""Refusals of clicks that the present question is not about: cards, types to build, research achievements."""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import IN_EFFECT, IN_HAND
from sandtable.games.blitzkrieg_general.components.identical_units import is_identical
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_windows
from sandtable.games.blitzkrieg_general.rules.cards.card_choices import Cancel
from sandtable.games.blitzkrieg_general.rules.cards.card_phase import Decisions, Forced, Purchases
from sandtable.games.blitzkrieg_general.rules.cards.card_windows import CardWindow, Counter
from sandtable.games.blitzkrieg_general.rules.cards.coup_surrender import Yield
from sandtable.games.blitzkrieg_general.rules.economy.production import Building
from sandtable.games.blitzkrieg_general.rules.economy.research import ResearchAchievement

# These steps ask about cards, so they have better reasons.
ABOUT_CARDS: Final = (CardWindow, Counter, Decisions, Purchases, Forced, Yield, Cancel)


def fallback_refusal(g: Board, seat: int, choice: int) -> Refusal | None:
    """Return why a choice outside the present question is refused; None if there is no special reason."""
    step = g.agenda[-1]
    card = choice - g.ids.card
    if 0 <= card < g.t.n_cards and not isinstance(step, ABOUT_CARDS):
        return card_refusal(g, seat, card)
    kind = choice - g.ids.type
    if 0 <= kind < g.t.n_types and not isinstance(step, Building):
        return Refusal(f"{words.type_of(g, kind)} is built in the production phase, not now.", "B7.3")
    if g.ids.research <= choice < g.ids.type and not isinstance(step, ResearchAchievement):
        name = g.t.research_name[choice - g.ids.research]
        if not g.advanced:
            return Refusal(f"There is no research in the basic game, so no {name}.", "A7.5")
        return Refusal(f"{name} is chosen after a successful research roll, not now.", "A7.5d")
    return unit_refusal(g, seat, choice - g.ids.unit)


def unit_refusal(g: Board, seat: int, unit: int) -> Refusal | None:
    """Refuse a counter if an identical one is offered in its place."""
    if 0 <= unit < g.t.n_units:
        for other in g.agenda[-1].choices(g, seat):
            if g.ids.unit <= other < g.ids.unit + g.t.n_units and is_identical(g, unit, other - g.ids.unit):
                text = f"Another {words.unit(g, unit)} just like it is offered. Choose that one instead."
                return Refusal(text, "B2.1")
    return None


def card_refusal(g: Board, seat: int, card: int) -> Refusal:
    """Return why a card cannot be played while something else is asked."""
    name = words.card(g, card)
    if not g.advanced:
        return Refusal("There are no cards in the basic game.", "B2.3")
    where = g.card_at[card]
    if where == IN_EFFECT:
        return Refusal(f"{name} is in effect already.", "A7.4o")
    if where != IN_HAND or g.seat_of[g.card_owner[card]] != seat:
        return Refusal(f"You do not hold {name}.", "A7.4j")
    if g.card_turn[card] >= g.turn:
        return Refusal(f"{name} was bought in this turn. You may play it from the next turn on.", "A7.4i")
    return Refusal(
        f"{name} is played {card_windows.timing_text(g.t.cards[card].timing)}. You are asked then.", "A7.4k"
    )
