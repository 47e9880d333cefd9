"""The other use of a coup card: an attacked neutral is surrendered to its attacker. [A9.2]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Window
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import CombatState
from sandtable.games.blitzkrieg_general.components.constants import IN_HAND, NONE, SURRENDER_BY_COUP
from sandtable.games.blitzkrieg_general.components.effect_types import DO_COUP
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions, card_windows, deck
from sandtable.games.blitzkrieg_general.rules.politics import conquest, control


def offer(g: Board, fight: CombatState) -> None:
    """Let the holder of the coup card surrender the attacked minor after the first round. [A9.2]"""
    if not g.rule(SURRENDER_BY_COUP) or not g.advanced or fight.round != 1:
        return
    for unit in fight.defenders:
        minor = g.serves[unit]
        card = coup_card(g, minor)
        if card != NONE and (g.attacked[fight.side] >> minor) & 1:
            g.push(Yield(card, minor, 1 - fight.side, 0))
            return


def coup_card(g: Board, minor: int) -> int:
    """Return the card of a coup in a country, or NONE."""
    for card in g.t.cards_with(DO_COUP):
        if card_conditions.target(g, card) == minor:  # [A9.9]
            return card
    return NONE


class Yield(Window[Board]):
    """The question whether the holder of its coup card surrenders an attacked minor. [A9.2]"""

    def __init__(self, card: int, minor: int, side: int, at: int) -> None:
        self.card = card
        self.minor = minor
        self.side = side
        self.at = at

    def reactor(self, g: Board) -> int:
        return g.seats_of(self.side)[self.at]

    def possible(self, g: Board) -> bool:
        return card_windows.could_answer(g, self.reactor(g), g.standing(self.side), self.card)

    def reactions(self, g: Board, seat: int) -> list[int]:
        if g.card_at[self.card] != IN_HAND or g.card_turn[self.card] >= g.turn:
            return []
        major = g.card_owner[self.card]
        right = g.seat_of[major] == seat and g.major_side[major] == self.side
        return [g.ids.card + self.card] if right else []

    def react(self, g: Board, choice: int) -> None:
        g.agenda.pop()
        surrender(g, self.card, self.minor)

    def let_pass(self, g: Board) -> None:
        if self.at + 1 < len(g.seats_of(self.side)):
            g.push(Yield(self.card, self.minor, self.side, self.at + 1))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.country_is(g, self.minor)
        return Ask(f"{who} attacked: play the coup card there to surrender to the attacker, or pass.", "A9.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        text = f"Only the coup card of {words.country(g, self.minor)} can be played now."
        return Refusal(text, "A9.2")


def surrender(g: Board, card: int, minor: int) -> None:
    """Let the attacker conquer the minor; the card's holder saves 1 BP for each of its units. [A9.2a]"""
    fight = g.fight
    assert fight is not None
    holder = g.card_owner[card]
    units = [u for u in range(g.t.n_units) if g.serves[u] == minor and g.place[u] >= 0]
    g.saved[holder] += len(units)
    deck.remove(g, card)
    g.revealed += 1
    if g.log is not None:
        text = f"{words.country(g, holder)} surrenders {words.country(g, minor)} and saves "
        text += f"{words.points(len(units))} for its units."
        g.log.add(text, "A9.2a", (g.ids.card + card, g.ids.country + minor))
    winner = g.serves[fight.attackers[0]]
    for area in g.t.home_of[minor]:  # what it has elsewhere goes as after any conquest [TT14]
        if g.control[area] == minor:
            control.occupy(g, area, winner)
    conquest.fall(g, minor)
