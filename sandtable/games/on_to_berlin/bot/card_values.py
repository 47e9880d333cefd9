"""What the doctrine thinks of cards: which are wanted in the hand, which come first, and which half first."""

from __future__ import annotations

from sandtable.games.on_to_berlin.bot.weights import Weights
from sandtable.games.on_to_berlin.components.constants import ALLIED, NEW_WEAPONS, POOLED, SPENT
from sandtable.games.on_to_berlin.components.schema import (
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


def card_rank(g: Board, card: int, seat: int, k: Weights) -> float:
    """How much a card is wanted in the hand."""
    return k.card_point * g.t.card_sv[card] + event_worth(g, card, seat, k)


def event_worth(g: Board, card: int, seat: int, k: Weights) -> float:
    """What a card's event promises now."""
    event = g.t.card_event[card]
    if isinstance(event, DoubleAction):
        return k.card_double
    if isinstance(event, ChooseOne):
        return k.card_choice if diplomacy.possible(g, event) else 0.0
    if isinstance(event, ChangeSide):
        return k.card_change if diplomacy.change_possible(g, event) else -1.5
    if isinstance(event, Recover):
        return k.card_recover + k.card_tired * tired(g, seat)
    if isinstance(event, Develop):
        return k.card_develop if g.turn <= 8 and g.cards_in(seat, POOLED) else -0.5
    if isinstance(event, ReleaseNewWeapons):
        return k.card_release if released(g, seat) else -0.5
    if isinstance(event, AmphibiousAssault):
        return k.card_landing
    if isinstance(event, Counterattack):
        return k.card_counter
    if isinstance(event, Redeploy):
        return k.card_redeploy
    if isinstance(event, Bombing):
        return k.card_bombing
    return k.card_raid  # Wolfpacks


def tired(g: Board, seat: int) -> int:
    """How many units of a side are spent."""
    t = g.t
    count = 0
    for unit in range(t.n_units):
        if g.place[unit] >= 0 and g.cond[unit] & SPENT and g.nside[t.unit_nation[unit]] == seat:
            count += 1
    return count


def released(g: Board, seat: int) -> bool:
    """Whether New Weapons of a side wait for their release."""
    t = g.t
    for unit in range(t.n_units):
        if g.place[unit] == NEW_WEAPONS:
            nation = t.unit_nation[unit]
            if g.nside[nation] == seat or (seat == ALLIED and t.leaning[nation] == ALLIED):
                return True
    return False


def play_rank(g: Board, card: int, seat: int, k: Weights) -> float:
    """Which card is played first: diplomacy, then blows, then supply for the tired."""
    event = g.t.card_event[card]
    if isinstance(event, ChooseOne):
        return k.play_choice
    if isinstance(event, (ChangeSide, ReleaseNewWeapons)):
        return k.play_change
    if isinstance(event, Recover):
        return k.play_recover + k.play_tired * tired(g, seat)
    if isinstance(event, DoubleAction):
        return k.play_double
    return k.play_other + k.play_point * g.t.card_sv[card]


def event_first(g: Board, card: int) -> bool:
    """Whether the event comes first: what brings units or nations, and blows before the rest follows."""
    event = g.t.card_event[card]
    return not isinstance(event, (Recover, Bombing, CommerceRaid))
