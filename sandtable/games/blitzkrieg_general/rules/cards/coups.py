"""Coups: a neutral joins one side, the other, or none. [CA3] [CA4] [CA5] [CA6]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import deck
from sandtable.games.blitzkrieg_general.rules.politics import relations


def coup(g: Board, major: int, card: int, target: int) -> None:
    """Roll two dice and read the card. [CA3] [R98]

    [CARD.coup_norway] [CARD.coup_bnl] [CARD.coup_iraq] [CARD.coup_arabia] [CARD.coup_siam] [CARD.coup_spain]
    [CARD.coup_portugal] [CARD.coup_greece] [CARD.coup_yugoslavia] [CARD.coup_afghanistan] [CARD.coup_sweden]
    [CARD.coup_ireland] [CARD.coup_turkey]
    """
    effect = g.t.cards[card].effect
    dice = [g.rng.roll(6), g.rng.roll(6)]
    total = dice[0] + dice[1]
    g.revealed += 1
    name = words.country(g, target)
    rule = deck.rule(g, card)
    rolled = f"Coup in {name}: roll {dice[0]} + {dice[1]} = {total}"
    refs = (g.ids.country + target, g.ids.card + card)
    if effect.success_low <= total <= effect.success_high:  # [CA4]
        if g.log is not None:
            g.log.add(f"{rolled}, it succeeds: {name} joins {words.country(g, major)}.", rule, refs)
        relations.join(g, target, major)
    elif effect.counter_low <= total <= effect.counter_high:  # [CA5] [CA6]
        manager = relations.random_manager(g, 1 - g.major_side[major], major)
        if g.log is not None:
            g.log.add(f"{rolled}, it is turned: {name} joins {words.country(g, manager)}.", rule, refs)
        relations.join(g, target, manager)
    elif g.log is not None:
        g.log.add(f"{rolled}, nothing happens.", rule, refs)
