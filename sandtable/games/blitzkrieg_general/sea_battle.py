"""One round of fire at ships on their way through a zone, after a search that found them. [A6.4.3D1]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general import battle, words
from sandtable.games.blitzkrieg_general.fight import TRANSIT, Fight
from sandtable.games.blitzkrieg_general.state import Board


def transit(g: Board, zone: int, group: list[int], searchers: list[int]) -> None:
    """Push the round that is fought when searchers have found a passing group; survivors sail on. [A6.4.3D1]

    Both lists name ships and the aircraft that help them [A6.4.3E1] [A6.4.3E2]. The round uses up nobody's
    combat of the phase [R82]; aircraft fly home after it.
    """
    fight = Fight(TRANSIT, zone, g.side)
    fight.attackers = [u for u in group if g.place[u] == zone]
    fight.defenders = [u for u in searchers if g.place[u] == zone]
    fight.stage = battle.PLACING
    g.fight = fight
    if g.log is not None:
        verb = "engages" if len(fight.defenders) == 1 else "engage"
        text = f"{words.units(g, fight.defenders)} {verb} {words.units(g, fight.attackers)} in "
        text += f"{words.space(g, zone)} for one round."
        refs = tuple([g.ids.unit + u for u in fight.attackers + fight.defenders])
        g.log.add(text, "A6.4.3D1", (g.ids.space + zone, *refs))
    g.push(battle.Battle())
