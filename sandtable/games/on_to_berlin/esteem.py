"""What the doctrine thinks of cards: which are wanted in the hand, which come first, and which half first."""

from __future__ import annotations

from sandtable.games.on_to_berlin import diplomacy
from sandtable.games.on_to_berlin.schema import (
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
from sandtable.games.on_to_berlin.state import NEW_WEAPONS, SPENT, Board
from sandtable.games.on_to_berlin.tables import ALLIED, POOLED


def card_rank(g: Board, card: int, seat: int) -> float:
    """How much a card is wanted in the hand."""
    return g.t.card_sv[card] + event_worth(g, card, seat)


def event_worth(g: Board, card: int, seat: int) -> float:
    """What a card's event promises now."""
    event = g.t.card_event[card]
    if isinstance(event, DoubleAction):
        return 3.0
    if isinstance(event, ChooseOne):
        return 4.0 if diplomacy.possible(g, event) else 0.0
    if isinstance(event, ChangeSide):
        return 5.0 if diplomacy.change_possible(g, event) else -1.5
    if isinstance(event, Recover):
        return 1.5 + 0.1 * tired(g, seat)
    if isinstance(event, Develop):
        return 2.5 if g.turn <= 8 and g.cards_in(seat, POOLED) else -0.5
    if isinstance(event, ReleaseNewWeapons):
        return 2.0 if released(g, seat) else -0.5
    if isinstance(event, AmphibiousAssault):
        return 1.2
    if isinstance(event, Counterattack):
        return 0.8
    if isinstance(event, Redeploy):
        return 0.7
    if isinstance(event, Bombing):
        return 1.0
    return 0.8  # Wolfpacks


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


def play_rank(g: Board, card: int, seat: int) -> float:
    """Which card is played first: diplomacy, then blows, then supply for the tired."""
    event = g.t.card_event[card]
    if isinstance(event, ChooseOne):
        return 3.0
    if isinstance(event, (ChangeSide, ReleaseNewWeapons)):
        return 2.5
    if isinstance(event, Recover):
        return -0.3 + 0.12 * tired(g, seat)
    if isinstance(event, DoubleAction):
        return 2.0
    return 1.0 + 0.1 * g.t.card_sv[card]


def event_first(g: Board, card: int) -> bool:
    """Whether the event comes first: what brings units or nations, and blows before the rest follows."""
    event = g.t.card_event[card]
    return not isinstance(event, (Recover, Bombing, CommerceRaid))
