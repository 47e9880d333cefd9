"""Production delivered by treaty, and what ends it. [B7.3.4x] [A7.6.4] [TT2] [TT3] [TT4] [TT5] [TT8]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import NEUTRAL
from sandtable.games.blitzkrieg_general.components.schema_tables import DeliveryEnd
from sandtable.games.blitzkrieg_general.components.state import Board


def end(g: Board, delivery: int, rule: str) -> None:
    """End a delivery for good. [B7.3.4z]"""
    t = g.t
    if not (g.deliveries >> delivery) & 1:
        return
    g.deliveries &= ~(1 << delivery)
    if g.log is not None:
        giver, taker = t.delivery_giver[delivery], t.delivery_taker[delivery]
        text = (
            f"{words.country(g, giver)} no longer delivers {words.points(t.delivery_amount[delivery])} "
            f"to {words.country(g, taker)}."
        )
        g.log.add(text, rule, (g.ids.country + giver, g.ids.country + taker))


def check(g: Board) -> None:
    """End deliveries after wars, conquests and new alliances. [TT8] [TT8AD] [B7.3.4z] [B7.3.4za]"""
    if not g.deliveries:
        return
    for number, row in enumerate(g.t.deliveries):
        if (g.deliveries >> number) & 1:
            for cause in row.ends:
                if cause.mode == "both" or (cause.mode == "advanced") == (g.advanced != 0):
                    rule = _ended(g, number, cause)
                    if rule:
                        end(g, number, rule)
                        break


def _ended(g: Board, number: int, cause: DeliveryEnd) -> str:
    """Return the rule by which a delivery has ended for this cause, or nothing."""
    t = g.t
    giver, taker = t.delivery_giver[number], t.delivery_taker[number]
    if cause.kind == "war":
        return "B7.3.4z" if g.enemy(giver, taker) else ""
    if cause.kind == "conquered":
        return "TT8" if g.fallen(giver) else ""
    side = g.side_of(giver)
    if cause.kind == "joins_enemy":  # also by a coup
        return "TT8AD" if side != NEUTRAL and side != g.side_of(taker) else ""
    if cause.kind == "joins_taker":  # what its areas produce takes the place
        return "B7.3.4za" if side == g.side_of(taker) else ""
    if cause.kind == "held_by_enemy":
        for area in t.home_of[giver]:
            if g.hostile(taker, area):
                return "TT3"
    return ""
