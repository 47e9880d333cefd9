"""Dice of a combat: each firing unit rolls, and its hits count against the other party. [B6.2.1] [A6.5.1]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.combat_state import ATTACKER, POOLS, CombatState
from sandtable.games.blitzkrieg_general.components.constants import FLIPPED, NONE
from sandtable.games.blitzkrieg_general.components.state import Board


class Shot:
    """A unit that fires: its strength, its number of dice, and the pool it hits. [B6.2.1a]"""

    def __init__(self, unit: int, strength: int, times: int, pool: int) -> None:
        self.unit = unit  # NONE: extra dice of a card
        self.strength = strength
        self.times = times
        self.pool = pool


def steps(g: Board, unit: int) -> int:
    """Return how many hits a unit can take. [B6.2.2a] [B6.2.2b]"""
    return 2 if g.t.unit_steps[unit] > 1 and not g.cond[unit] & FLIPPED else 1


def capacity(g: Board, units: list[int]) -> int:
    """Return how many hits some units can take together. [B6.2.2c]"""
    total = 0
    for unit in units:
        total += steps(g, unit)
    return total


def fire(g: Board, fight: CombatState, party: int, shots: list[Shot], room: list[int]) -> None:
    """Let a party fire, its strongest units first; roll no dice for hits that would be void. [B6.2.2c]

    `room` is the number of hits that each pool of the enemy can take.
    """
    shots.sort(key=_order)
    foe = 1 - party
    rows: list[str] = []
    thrown: list[int] = []  # by all of the last row
    last = ("", 0, 0)
    number = 0
    scored = 0
    for shot in shots:
        at = foe * POOLS + shot.pool
        dice: list[int] = []
        for _ in range(shot.times):
            if fight.hits[at] >= room[shot.pool]:  # more hits would be void [B6.2.2c]
                break
            die = g.rng.roll(6)  # [EQb]
            dice.append(die)
            fight.dice += [shot.unit, shot.strength, die]
            if die <= shot.strength:  # [B6.2.1d] [R58]
                fight.hits[at] += 1
                scored += 1
        if dice and g.log is not None:
            name = words.unit(g, shot.unit) if shot.unit >= 0 else "coastal defences"
            if rows and last == (name, shot.strength, shot.pool):
                thrown += dice
                number += 1
                rows.pop()
            else:
                last, thrown, number = (name, shot.strength, shot.pool), dice, 1
            rows.append(row(name, number, shot.strength, thrown))
    if party == ATTACKER:
        fight.defender_suffered += scored
    else:
        fight.attacker_suffered += scored
    if shots:
        g.revealed += 1
    if rows and g.log is not None:
        who = words.side(fight.side_of(party))
        text = f"{who} in {words.space(g, fight.space)}, round {fight.round}: {'; '.join(rows)}. "
        text += f"{words.count(scored, 'hit') if scored else 'No hit'}."
        refs = tuple([g.ids.unit + s.unit for s in shots if s.unit != NONE])
        g.log.add(text, "A6.5.1" if g.advanced else "B6.2.1", (g.ids.space + fight.space, *refs))


def row(name: str, number: int, strength: int, dice: list[int]) -> str:
    """Return the rolls of equal units in words: "2 × German armor 5, hitting at 5, roll 3, 2, 6 and 1"."""
    who = name if number == 1 else f"{number} × {name}"
    return f"{who}, hitting at {strength}, {'rolls' if number == 1 else 'roll'} {words.dice(dice)}"


def _order(shot: Shot) -> tuple[int, int, int]:
    """Return a sort key: the air/sea segment first, then falling strength, as in the battle chart."""
    return (-shot.pool, -shot.strength, shot.unit)
