"""Fights with ships on their way through a zone, after a successful search. [A6.4.3D1] [A6.4.3F3]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import NAVAL, TRANSIT, CombatState
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combat_sequence


def transit(g: Board, zone: int, group: list[int], searchers: list[int]) -> None:
    """Push one round of combat with a passing group that was found; survivors sail on. [A6.4.3D1]

    Both lists name ships and the aircraft that help them. This round is not a unit's one combat of the phase
    [R82]. Aircraft fly home after it.
    """
    _begin(g, CombatState(TRANSIT, zone, g.side), group, searchers, combat_sequence.PLACING)
    _log_engagement(g, " for one round", "A6.4.3D1")


def intercept(g: Board, zone: int, group: list[int], searchers: list[int]) -> None:
    """Push the combat that ends the move of a group beyond its single range, at once. [A6.4.3F3]"""
    _begin(g, CombatState(NAVAL, zone, g.side), group, searchers, combat_sequence.OPENING)
    _log_engagement(g, "", "A6.4.3F3")


def _begin(g: Board, fight: CombatState, group: list[int], searchers: list[int], stage: int) -> None:
    fight.attackers = [u for u in group if g.place[u] == fight.space]
    fight.defenders = [u for u in searchers if g.place[u] == fight.space]
    fight.stage = stage
    g.fight = fight
    g.push(combat_sequence.Combat())


def _log_engagement(g: Board, how: str, rule: str) -> None:
    fight = g.fight
    if g.log is None or fight is None:
        return
    verb = "engages" if len(fight.defenders) == 1 else "engage"
    text = f"{words.units(g, fight.defenders)} {verb} {words.units(g, fight.attackers)} in "
    text += f"{words.space(g, fight.space)}{how}."
    refs = tuple([g.ids.unit + u for u in fight.attackers + fight.defenders])
    g.log.add(text, rule, (g.ids.space + fight.space, *refs))
