"""The combat in progress: its units, its dice, and what cards have changed. [B6.2] [A6.5]"""

from __future__ import annotations

from typing import Final

from sandtable.games.blitzkrieg_general.components.constants import NONE

# Kinds of combat.
LAND: Final = 0  # for an area [B6.2] [A6.5.3]
NAVAL: Final = 1  # in a sea zone
TRANSIT: Final = 2  # one round against ships on their way [A6.4.3D1]
RAID: Final = 3  # one round against bombers over an area [A6.5.6c]

# The two parties of a combat.
ATTACKER: Final = 0
DEFENDER: Final = 1

# What must take hits: land units (in the basic game all), aircraft and ships, submarines.
LAND_POOL: Final = 0
SEA_POOL: Final = 1
SUB_POOL: Final = 2
POOLS: Final = 3


class CombatState:
    """The combat in progress; `Board.fight` is None outside one.

    `attackers` and `defenders` are the units that still take part; those in `air` are in the air/sea segment
    of the battle chart in this round. The combat state of a raid remains until the raid is over.
    """

    def __init__(self, kind: int, space: int, side: int) -> None:
        self.kind = kind
        self.space = space
        self.side = side  # the attacking (phasing) side
        self.round = 1
        self.stage = 0  # the stage of the round; only `rules/combat` reads it
        self.volley = 0  # the volley that fires: units with a card, submarines, all others
        self.invasion = 0  # 1: some attackers land from the sea
        self.fortress = 0  # 1: some attacker crosses the fortress side
        self.surprise = NONE  # the side whose hits count at once
        self.extra_dice = 0  # of coastal defence cards, for the defender in the land segment
        self.extra_strength = 0  # what those dice hit with
        self.cards = 0  # set of cards that work in this combat
        self.attacker_suffered = 0  # hits scored on the attackers in the whole combat
        self.defender_suffered = 0
        self.attackers: list[int] = []
        self.defenders: list[int] = []
        self.air: list[int] = []
        self.aims: list[int] = []  # naval: units declared against submarines
        self.leaving: list[int] = []  # those on retreat that have not yet gone
        self.hits: list[int] = [0] * (2 * POOLS)  # still to be taken, by party and pool
        self.dice: list[int] = []  # the last roll, for the table: unit, strength, die, … in a row

    def party(self, party: int) -> list[int]:
        """Return the units of one party."""
        return self.attackers if party == ATTACKER else self.defenders

    def side_of(self, party: int) -> int:
        """Return the side of one party."""
        return self.side if party == ATTACKER else 1 - self.side

    def attacks(self, unit: int) -> bool:
        """Check whether a unit is one of the attackers."""
        return unit in self.attackers

    def owed(self, party: int) -> int:
        """Return the hits that a party still has to take."""
        at = party * POOLS
        return self.hits[at] + self.hits[at + 1] + self.hits[at + 2]

    def drop(self, unit: int) -> None:
        """Remove a unit from the combat."""
        for units in (self.attackers, self.defenders, self.air, self.aims, self.leaving):
            if unit in units:
                units.remove(unit)

    def pack(self) -> list[list[int]]:
        """Return the fields as plain data."""
        numbers = [
            self.kind,
            self.space,
            self.side,
            self.round,
            self.stage,
            self.volley,
            self.invasion,
            self.fortress,
            self.surprise,
            self.extra_dice,
            self.extra_strength,
            self.cards,
            self.attacker_suffered,
            self.defender_suffered,
        ]
        return [
            numbers,
            self.attackers[:],
            self.defenders[:],
            self.air[:],
            self.aims[:],
            self.leaving[:],
            self.hits[:],
            self.dice[:],
        ]

    @staticmethod
    def unpack(data: list[list[int]]) -> CombatState:
        """Return the combat that `pack` wrote."""
        n = data[0]
        new = CombatState(n[0], n[1], n[2])
        new.round, new.stage, new.volley, new.invasion, new.fortress = n[3], n[4], n[5], n[6], n[7]
        new.surprise, new.extra_dice, new.extra_strength, new.cards = n[8], n[9], n[10], n[11]
        new.attacker_suffered, new.defender_suffered = n[12], n[13]
        new.attackers, new.defenders, new.air = list(data[1]), list(data[2]), list(data[3])
        new.aims, new.leaving, new.hits, new.dice = list(data[4]), list(data[5]), list(data[6]), list(data[7])
        return new

    def copy(self) -> CombatState:
        """Return an independent copy."""
        new = CombatState(self.kind, self.space, self.side)
        new.round = self.round
        new.stage = self.stage
        new.volley = self.volley
        new.invasion = self.invasion
        new.fortress = self.fortress
        new.surprise = self.surprise
        new.extra_dice = self.extra_dice
        new.extra_strength = self.extra_strength
        new.cards = self.cards
        new.attacker_suffered = self.attacker_suffered
        new.defender_suffered = self.defender_suffered
        new.attackers = self.attackers[:]
        new.defenders = self.defenders[:]
        new.air = self.air[:]
        new.aims = self.aims[:]
        new.leaving = self.leaving[:]
        new.hits = self.hits[:]
        new.dice = self.dice[:]
        return new
