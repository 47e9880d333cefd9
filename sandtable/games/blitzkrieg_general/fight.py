"""A combat that is being fought: who takes part, what was rolled, what cards have changed. [B6.2] [A6.5]"""

from __future__ import annotations

from typing import Final

from sandtable.games.blitzkrieg_general.terms import NONE

# Kinds of combat.
LAND: Final = 0  # for an area [B6.2] [A6.5.3]
NAVAL: Final = 1  # in a sea zone
TRANSIT: Final = 2  # one round against ships on their way [A6.4.3D1]
RAID: Final = 3  # one round against bombers over an area [A6.5.6c]

NUMBERS: Final = (
    "kind",
    "space",
    "side",
    "round",
    "stage",
    "attacker_hits",
    "defender_hits",
    "attacker_sea_hits",
    "defender_sea_hits",
    "attacker_sub_hits",
    "defender_sub_hits",
    "attacker_left",
    "defender_left",
    "invasion",
    "fortress",
    "surprise",
    "no_search",
    "extra_dice",
    "cards",
)


class Fight:
    """The combat in progress; `Board.fight` is None outside one.

    `attackers` and `defenders` are the units that take part; `air` tells which of them are in the air/sea
    segment of the battle chart in this round.
    """

    def __init__(self, kind: int, space: int, side: int) -> None:
        self.kind = kind
        self.space = space
        self.side = side  # the attacking (phasing) side
        self.round = 1
        self.stage = 0  # where in the round we are; read by the chapter on combat alone
        # hits to be taken, by what must take them
        self.attacker_hits = 0
        self.defender_hits = 0
        self.attacker_sea_hits = 0  # by aircraft, task forces and ships
        self.defender_sea_hits = 0
        self.attacker_sub_hits = 0
        self.defender_sub_hits = 0
        self.attacker_left = 0  # 1: the attacker has retreated
        self.defender_left = 0
        self.invasion = 0  # 1: some attackers land from the sea
        self.fortress = 0  # 1: some attacker crosses the fortress side [TEC3]
        self.surprise = NONE  # the side whose hits count at once
        self.no_search = 0  # 1: the zone's combat was opened by a naval reaction [R90]
        self.extra_dice = 0  # of coastal defence cards, for the defender in the land segment
        self.cards = 0  # set of cards that work in this combat
        self.attackers: list[int] = []
        self.defenders: list[int] = []
        self.air: list[int] = []
        self.aims: list[int] = []  # naval: units declared against submarines
        self.dice: list[int] = []  # the last roll, for the table: unit, strength, die, … in a row

    def pack(self) -> list[list[int]]:
        """The fields as plain data."""
        numbers = [int(getattr(self, name)) for name in NUMBERS]
        return [
            numbers,
            self.attackers[:],
            self.defenders[:],
            self.air[:],
            self.aims[:],
            self.dice[:],
        ]

    @staticmethod
    def unpack(data: list[list[int]]) -> Fight:
        """The combat that `pack` wrote."""
        numbers = data[0]
        new = Fight(numbers[0], numbers[1], numbers[2])
        for name, value in zip(NUMBERS, numbers, strict=True):
            setattr(new, name, value)
        new.attackers, new.defenders = list(data[1]), list(data[2])
        new.air, new.aims, new.dice = list(data[3]), list(data[4]), list(data[5])
        return new

    def copy(self) -> Fight:
        """An independent combat in the same state."""
        return Fight.unpack(self.pack())
