"""The combat phase: searches at sea, then combats in the order of the phasing side. [B6.2] [A6.5]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import NONE, TASK_FORCE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.combat_sequence import Combat
from sandtable.games.blitzkrieg_general.rules.combat.combatants import build_combat
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import FlyAllHome
from sandtable.games.blitzkrieg_general.rules.naval import invasion, naval_search
from sandtable.games.blitzkrieg_general.rules.politics import control


class Combats(Step[Board]):
    """All combats of a phase, in the order that the phasing side chooses. [B6.2.1]

    `searched` is 1 once the searches at destinations are over.
    """

    def __init__(self, exploit: int, searched: int = 0) -> None:
        self.exploit = exploit
        self.searched = searched

    def run(self, g: Board) -> bool:
        if not self.searched:
            g.agenda[-1] = Combats(self.exploit, 1)
            if g.advanced:
                naval_search.search_destinations(g)  # [A6.4.3D2]
            return False
        if not g.battles:
            g.agenda.pop()
            g.push(FlyAllHome())  # those whose combat did not take place
            return False
        if len(g.battles) == 1:
            begin(g, g.battles[0])
            return False
        return True

    def seats(self, g: Board) -> tuple[int, ...]:
        """Ask the boss of the phasing side. [B1.0d]"""
        return (g.boss(g.side),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.space + space for space in g.battles]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        begin(g, choice - g.ids.space)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Choose the next combat.", "A6.5.1" if g.advanced else "B6.2.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        space = choice - g.ids.space
        if 0 <= space < g.t.n_spaces:
            return Refusal(f"There is no combat in {words.space(g, space)}.", "B6.2.1")
        return Refusal("Click a space with a combat.", "B6.2.1")


def begin(g: Board, space: int) -> None:
    """Begin the combat in a space if enemies still face each other there."""
    g.battles = [s for s in g.battles if s != space]
    fight = build_combat(g, space)
    if not fight.attackers or not fight.defenders:
        g.push(Unopposed(space))
        if space < g.t.n_areas:
            invasion.coastal_defence(g, space)  # also of an empty area [A6.5.4h]
        return
    g.fight = fight
    if g.log is not None:
        text = f"Combat in {words.space(g, space)}: {words.units(g, fight.attackers)} against "
        text += f"{words.units(g, fight.defenders)}."
        refs = tuple([g.ids.unit + u for u in fight.attackers + fight.defenders])
        g.log.add(text, "A6.5" if g.advanced else "B6.2", (g.ids.space + space, *refs))
    g.push(Combat())


class Unopposed(Step[Board]):
    """A space without defenders: the units that came to attack take it."""

    def __init__(self, space: int) -> None:
        self.space = space

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        for zone in g.t.coast[self.space]:
            for unit in g.at[zone]:
                if g.target[unit] == self.space and g.t.unit_kind[unit] == TASK_FORCE:
                    g.target[unit] = NONE  # there was nothing to support
        g.push(FlyAllHome(self.space))
        control.after_combat(g, self.space, g.side)
        return False
