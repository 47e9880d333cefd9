"""Helpers of tests about cards: combats to play them in, windows to play them at."""

from typing import Any

from sandtable.games.blitzkrieg_general.components.combat_state import LAND, NAVAL, CombatState
from sandtable.games.blitzkrieg_general.components.constants import (
    AWAY,
    DRAWN,
    IN_DECK,
    IN_EFFECT,
    IN_HAND,
    OUT,
)
from sandtable.games.blitzkrieg_general.components.effect_types import WHEN_ANY
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_windows
from sandtable.games.blitzkrieg_general.testing import card_of, country, position, space
from tests.games.blitzkrieg_general.driving import answer, go_on, idle, offered

WHERE = {IN_DECK: "deck", IN_HAND: "hand", IN_EFFECT: "open", OUT: "out", AWAY: "away", DRAWN: "drawn"}


def fight_in(g: Board, place: str, kind: int | None = None, invasion: bool = False) -> CombatState:
    """A combat between all units in a space, the phasing side attacking."""
    where = space(g, place)
    fight = CombatState((NAVAL if g.t.is_sea(where) else LAND) if kind is None else kind, where, g.side)
    for unit in g.at[where]:
        if g.side_of_unit(unit) == g.side:
            fight.attackers.append(unit)
        else:
            fight.defenders.append(unit)
    fight.invasion = 1 if invasion else 0
    g.fight = fight
    return fight


def window(g: Board, *timings: int) -> Board:
    """Open a window and go on until somebody is asked, or nobody."""
    card_windows.open(g, *timings)
    return go_on(g)


def play(g: Board, card: str, seat: int | None = None) -> Board:
    """Pass until the card is offered, and play it."""
    for _ in range(20):
        if f"card:{card}" in offered(g, seat):
            return answer(g, f"card:{card}", seat)
        assert not idle(g), f"{card} is never offered"
        answer(g, "button:pass", seat)
    raise AssertionError(f"{card} is never offered")


def played(card: str, by: str, *timings: int, fight: str = "", **more: Any) -> Board:
    """A position in which a power has just played a card, at one of the windows of its timings."""
    more.setdefault("side", "axis" if by in ("germany", "italy", "japan") else "allies")
    g = position(hands={by: [card]}, **more)
    if fight:
        fight_in(g, fight)
    return play(window(g, *(timings or (WHEN_ANY,))), card)


def never_offered(g: Board, card: str) -> bool:
    """Pass until the window is closed; whether the card was offered to nobody."""
    while not idle(g):
        if f"card:{card}" in offered(g):
            return False
        answer(g, "button:pass")
    return True


def lies(g: Board, card: str) -> str:
    """Where a card is: "deck", "bottom" (under the deck), "hand germany", "open usa", "out", "away"."""
    number = card_of(g, card)
    word = WHERE[g.card_at[number]]
    if word == "deck" and g.deck and g.deck[0] == number:
        return "bottom"
    if word in ("hand", "open", "drawn"):
        return f"{word} {g.t.country_id[g.card_owner[number]]}"
    return word


def works(g: Board, card: str, by: str) -> None:
    """Put a card in force for this turn, as played by a country."""
    number = card_of(g, card)
    owners = bytearray(g.card_owner)
    owners[number] = country(g, by)
    g.card_owner = bytes(owners)
    g.turn_cards |= 1 << number
