"""The peace between Japan and the USSR. [CP1] [CP2] [CP3] [R17] [S41b]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import AWAY
from sandtable.games.blitzkrieg_general.components.effect_types import DO_PEACE, Effect
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.politics import wars


def begin(g: Board, player: int) -> None:
    """Begin the peace: both are neutral to each other, trespassers leave, the peace binds. [CP3]"""
    for card in g.t.cards_with(DO_PEACE):
        effect = g.t.cards[card].effect
        one, other = effect.nations[0], effect.nations[1]
        g.peace = 1
        g.peace_player = player
        g.card_at = changed(g.card_at, card, AWAY)
        g.deck = [c for c in g.deck if c != card]
        if g.log is not None:
            names = words.countries(g, effect.nations)
            g.log.add(f"{names} make peace.", "CP2", (g.ids.country + one, g.ids.country + other))
        wars.make_peace(g, one, other)
        g.balance = 0  # [A7.6.3a]
        bind(g, effect)


def bind(g: Board, effect: Effect) -> None:
    """Roll for the number of quarters, this one included, in which neither may attack the other. [CP3]"""
    dice = [g.rng.roll(6) for _ in range(effect.dice)]
    g.revealed += 1
    g.peace_until = g.turn + sum(dice) - 1
    if g.log is not None:
        text = f"Roll {words.dice(dice)}: the peace binds until {words.turn(g.peace_until)}."
        g.log.add(text, "CP3")


def roll(g: Board) -> None:
    """Roll in the time-table phase, by the card's player, whether the peace ends. [CP1] [R17]"""
    if not g.peace:
        return
    for card in g.t.cards_with(DO_PEACE):
        effect = g.t.cards[card].effect
        dice = [g.rng.roll(6) for _ in range(effect.dice)]
        g.revealed += 1
        years = max(0, g.year - effect.year)
        total = sum(dice) + years
        if g.log is not None:
            text = (
                f"{words.country(g, g.peace_player)} rolls {words.dice(dice)} plus {years} for the peace: "
                f"{total}, it {'ends' if total >= effect.end_at else 'goes on'}."
            )
            g.log.add(text, "CP1", (g.ids.country + g.peace_player,))
        if total >= effect.end_at:
            wars.end_peace(g)
