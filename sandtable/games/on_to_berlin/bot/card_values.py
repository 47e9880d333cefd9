"""The value of cards to the doctrine: which to choose, which to play first, and which half first."""

from __future__ import annotations

from sandtable.games.on_to_berlin.bot.weights import Weights
from sandtable.games.on_to_berlin.components.constants import ALLIED, NEW_WEAPONS, POOLED, SPENT
from sandtable.games.on_to_berlin.components.schema_cards import (
    AmphibiousAssault,
    Bombing,
    ChangeSide,
    ChooseOne,
    CommerceRaid,
    Counterattack,
    Develop,
    DoubleAction,
    Recover,
    Redeploy,
    ReleaseNewWeapons,
)
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import diplomacy


def card_value(g: Board, card: int, seat: int, w: Weights) -> float:
    """Return how useful a card is in the hand."""
    return w.card_point * g.t.card_sv[card] + event_value(g, card, seat, w)


def event_value(g: Board, card: int, seat: int, w: Weights) -> float:
    """Return the value of a card's event in this position."""
    event = g.t.card_event[card]
    if isinstance(event, DoubleAction):
        return w.card_double
    if isinstance(event, ChooseOne):
        return w.card_choice if diplomacy.possible(g, event) else 0.0
    if isinstance(event, ChangeSide):
        return w.card_change if diplomacy.change_possible(g, event) else -1.5
    if isinstance(event, Recover):
        return w.card_recover + w.card_tired * count_spent(g, seat)
    if isinstance(event, Develop):
        return w.card_develop if g.turn <= 8 and g.cards_in(seat, POOLED) else -0.5
    if isinstance(event, ReleaseNewWeapons):
        return w.card_release if has_new_weapons(g, seat) else -0.5
    if isinstance(event, AmphibiousAssault):
        return w.card_landing
    if isinstance(event, Counterattack):
        return w.card_counter
    if isinstance(event, Redeploy):
        return w.card_redeploy
    if isinstance(event, Bombing):
        return w.card_bombing
    return w.card_raid  # Wolfpacks


def count_spent(g: Board, seat: int) -> int:
    """Return how many units of a side are spent."""
    t = g.t
    count = 0
    for unit in range(t.n_units):
        if g.place[unit] >= 0 and g.cond[unit] & SPENT and g.nside[t.unit_nation[unit]] == seat:
            count += 1
    return count


def has_new_weapons(g: Board, seat: int) -> bool:
    """Return whether New Weapons of a side wait for their release."""
    t = g.t
    for unit in range(t.n_units):
        if g.place[unit] == NEW_WEAPONS:
            nation = t.unit_nation[unit]
            if g.nside[nation] == seat or (seat == ALLIED and t.leaning[nation] == ALLIED):
                return True
    return False


def play_order(g: Board, card: int, seat: int, w: Weights) -> float:
    """Rate how early a card is played: diplomacy, then attacks, then recovery for spent units."""
    event = g.t.card_event[card]
    if isinstance(event, ChooseOne):
        return w.play_choice
    if isinstance(event, (ChangeSide, ReleaseNewWeapons)):
        return w.play_change
    if isinstance(event, Recover):
        return w.play_recover + w.play_tired * count_spent(g, seat)
    if isinstance(event, DoubleAction):
        return w.play_double
    return w.play_other + w.play_point * g.t.card_sv[card]


def event_first(g: Board, card: int) -> bool:
    """Return whether the event comes before the points: yes for new units or nations and for attacks."""
    event = g.t.card_event[card]
    return not isinstance(event, (Recover, Bombing, CommerceRaid))
