"""The fixed numbers of On To Berlin!: sides, kinds of units and areas, states of things."""

from __future__ import annotations

from typing import Final

AXIS: Final = 0
ALLIED: Final = 1
NEUTRAL: Final = 2  # of a nation that is Neutral, or of nobody
NOBODY: Final = 255  # in place of a nation

SIDE_IDS: Final = ("axis", "allied")
SIDE_NAMES: Final = ("Axis", "Allies")

# Kinds of units. [2.1.1]
LAND: Final = 0
AIR: Final = 1
NAVAL: Final = 2
KINDS: Final = ("land", "air", "naval")

# Where a card begins.
DECK: Final = 0
HAND: Final = 1
DISCARDED: Final = 2
POOLED: Final = 3  # in the Development Pool
GONE: Final = 4  # out of the game
PLAYED: Final = 5  # on the table, being played

# Effects of hits, as bits. [11.3]
SPENDS: Final = 1
RETREATS: Final = 2
DESTROYS: Final = 4

# Why an area is never open to a unit, by side, type and area; 0 where it is.
OPEN: Final = 0
CLOSED: Final = 1
BEYOND_LIMIT: Final = 2
SHIPS_ASHORE: Final = 3

HIT_CLASSES: Final = ("land_or_surface", "air_or_submarine", "zero_movement")
HIT_STATES: Final = ("fresh", "spent")

# Places off the map. [2.2.2d] [2.2.2f]
POOL: Final = -1
NEW_WEAPONS: Final = -2
OUT: Final = -3

# Bits of `cond`, the condition of a counter.
SPENT: Final = 1  # face down [2.1.1b]
BY_POINTS: Final = 2  # activated by Strategic Value in this impulse [6.1.1d]
BY_EVENT: Final = 4  # activated by the event of the card in this impulse [7.1a]
THIS_IMPULSE: Final = BY_POINTS | BY_EVENT
REBUILT: Final = 8  # of the nation that surrenders: mobilized, not of the set-up [15.4b, R56]

# How a card came to lie face down in a discard pile. [16.1]
DEVELOPED: Final = 1  # from a face-down Development Pool, so its Strategic Value is known [16.1.1]
LOST: Final = 2  # from the hand, to raiders or bombers [16.1.2]

# Counts of a side's units in an area, eight bits each, in one number.
LAND_UNITS: Final = 0
AIR_UNITS: Final = 8
SURFACE: Final = 16
SURFACE_SPENT: Final = 24
SUBMARINES: Final = 32
FORTRESSES: Final = 40
