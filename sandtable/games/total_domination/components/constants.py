"""The fixed numbers of Total Domination: sides, kinds of units and areas, states of things."""

from __future__ import annotations

from typing import Final

NOBODY: Final = 255
POWERS: Final = 4  # the powers of the players; all nations beyond them have no player of their own [3.2a]

AXIS: Final = 0
ALLIES: Final = 1
NO_FACTION: Final = 2
FACTION_IDS: Final = ("axis", "allies")

# Types of units. [3.6b]
ARMY: Final = 0
FLEET: Final = 1
AIR_FLEET: Final = 2
U_BOAT: Final = 3
RESISTANCE: Final = 4
TYPE_IDS: Final = ("army", "fleet", "air_fleet", "u_boot", "resistance")

# Kinds of areas. [3.5a]
LAND: Final = 0
ISLAND: Final = 1
COASTAL: Final = 2
KIND_IDS: Final = ("land", "island", "coastal")

# Events of cards. [7.0a]
VALUE: Final = 0
PLUS_ONE: Final = 1
MINUS_ONE: Final = 2
LOGISTICS: Final = 3
SCIENCE: Final = 4
INFLUENCE: Final = 5
PEACE: Final = 6

# Where a card is; from HAND on a block of four, one for each power (or its faction's common hand).
DECK: Final = 0
DISCARDED: Final = 1  # open to all [3.3f]
BOX: Final = 2
IN_PLAY: Final = 3  # being played in this turn
HAND: Final = 4
PACKET: Final = 8  # what a draft passes on, or what Enigma has drawn
KEPT: Final = 12  # set aside in the draft
RESERVE: Final = 16  # [4.2c]
LENT: Final = 20  # from Lend-Lease, for the next draft [9.1b]
DOWN: Final = 24  # a technology, face down [8.0a]
ACTIVE: Final = 28  # a technology in effect [8.0e]
INFLUENCING: Final = 32  # beside its owner [7.4a]
BEFORE: Final = 36  # +1 and -1 before the power they work on [7.1.Aa]
TURNED: Final = 40  # the rotated card with its saved point [6.0b]
APART: Final = 44  # the deck of an additional power, by its nation less POWERS [2.0.6]
OFFERED: Final = 46  # to the teammate, in the exchange over the Arctic [11.4d]

# What lowers costs, in the order of `Tables.effects`; the first eight are the columns of `Board.costs`.
DEPLOY_LAND: Final = 0
DEPLOY_FLEET: Final = 1
MOVE_LAND: Final = 2
MOVE_FLEET: Final = 3
ATTACK_LAND: Final = 4
ATTACK_LAND_COAST: Final = 5
ATTACK_FLEET: Final = 6
ATTACK_FLEET_COAST: Final = 7

# Actions of the solo cards. [13.1]
SOLO_MOVE: Final = 0
SOLO_DEPLOY: Final = 1
SOLO_DESTROY: Final = 2
SOLO_ACTIONS: Final = ("move", "deploy", "destroy")

# How a scenario is won.
BY_THRESHOLDS: Final = 0
BY_POINTS: Final = 1
BY_HOME_AREAS: Final = 2
VICTORIES: Final = ("thresholds", "most_vp", "home_areas")

SUPPLY: Final = -1  # the place of a counter off the board

# Where a solo card is. [13.0.2]
SOLO_BOX: Final = 0  # of a later year
SOLO_DECK: Final = 1
SOLO_PILE: Final = 2  # dealt for this year, face down
SOLO_USED: Final = 3  # turned up this year
SOLO_GONE: Final = 4  # removed for good
