"""Words of the rules as small numbers: sides, kinds of units, places off the map, conditions of counters."""

from __future__ import annotations

from typing import Final

NONE: Final = -1

# Sides; a minor that nobody manages is on no side. [B1.0b] [B1.0c] [B1.0e]
AXIS: Final = 0
ALLIES: Final = 1
NEUTRAL: Final = 2
SIDE_IDS: Final = ("axis", "allies")
SIDE_NAMES: Final = ("Axis", "Allies")

# Maps. [B1.1]
EUROPE: Final = 0
PACIFIC: Final = 1
MAP_IDS: Final = ("europe", "pacific")

# Kinds of units. [B2.1] [A2.1]
INFANTRY: Final = 0
ARMOR: Final = 1
HQ: Final = 2
NAVAL_HQ: Final = 3
AIRCRAFT: Final = 4
CONVOY: Final = 5
TASK_FORCE: Final = 6
SUBMARINE: Final = 7
TYPE_IDS: Final = (
    "infantry",
    "armor",
    "hq",
    "naval_hq",
    "aircraft",
    "convoy",
    "task_force",
    "submarine",
)
LAST_LAND: Final = NAVAL_HQ  # all kinds up to it are land units
FIRST_SHIP: Final = CONVOY  # all kinds from it on are ships

# Places off the map.
POOL: Final = -1  # may be built
CHART: Final = -2  # on the production chart; `due` tells the turn of arrival
REMOVED: Final = -3  # out of the game
ASIDE: Final = -4  # of a neutral minor, placed when it joins the war

# Bits of `cond`, the condition of a counter. Those of PHASE are cleared when a movement or exploitation
# phase begins, those of SEGMENT when an action segment begins.
FLIPPED: Final = 1  # shows its back
UNSUPPLIED: Final = 2  # by the last check [A6.1h]
RAILED: Final = 4  # has gone by rail in this phase [A6.2]
REBASED: Final = 8  # has changed its base in this phase [A6.3]
MOVED: Final = 16  # has moved in this phase [B6.1.1b]
FLYING: Final = 32  # an aircraft away from its base, on a mission; it must come home after the combat
FLOWN: Final = 64  # has flown its mission of this combat phase [B6.3i]
FOUGHT: Final = 128  # has been used in a combat of this phase [A10.1] [R43]
DOUBLE: Final = 256  # has moved double range: no search, no landing [B6.1.2a] [A6.4.3F4]
PINNED: Final = 512  # bound to the combat in its space [A10.0]
CARRIED: Final = 1024  # a convoy that has carried a load in this phase [B6.1.3A4]
EMBARKED: Final = 2048  # a cargo loaded in this phase; `embarked_at` tells where [A6.5.4c]
LANDED: Final = 4096  # unloaded in this phase into a friendly area: has no movement left [B6.1.3A7]
INVADING: Final = 8192  # a land unit that is landing against an enemy coast [A6.5.4]
REACTED: Final = 16384  # came as reserve, reaction or interceptor in this phase
LED: Final = 32768  # may exploit because an HQ leads it [B6.3b] [B6.3d]
RAIDING: Final = 65536  # an aircraft (or escort) on strategic bombardment of the area it is over [A6.5.6]
DROPPING: Final = 131072  # an infantry that jumps, or the aircraft that carries it (para troops)
TRANSITED: Final = 262144  # a ship stopped by a fight on its way in this phase [A6.4.3F2] [A6.4.3F3]
OBSERVER: Final = 524288  # an aircraft left in a sea zone [A9.1]
ELITE: Final = 1048576  # picked for a card's bonus in the present combat
RUSHED: Final = 2097152  # a ship that has moved double range in this segment [A6.4.3F8]
UNPROVOKED: Final = 4194304  # lands in a minor that was neutral until then [A6.5.4k]
SHORT: Final = 8388608  # a ship that has only its single range, since it set out beside enemies [B6.1.2]
SAILED: Final = 16777216  # times the zones a ship has sailed in this phase, six at most [B6.1.1]
SAILED_MASK: Final = 7 * SAILED
PHASE: Final = (
    SHORT
    | SAILED_MASK
    | MOVED
    | FLYING
    | FLOWN
    | FOUGHT
    | DOUBLE
    | PINNED
    | CARRIED
    | EMBARKED
    | LANDED
    | INVADING
    | REACTED
    | LED
    | RAIDING
    | DROPPING
    | TRANSITED
    | ELITE
    | UNPROVOKED
    | RAILED
    | REBASED
)
SEGMENT: Final = PHASE | RUSHED

# Where a card is. [A7.4]
IN_DECK: Final = 0
IN_HAND: Final = 1
IN_EFFECT: Final = 2  # permanent and open [A7.4o]
OUT: Final = 3  # removed from the game [A7.4m]
AWAY: Final = 4  # out of the deck while the peace lasts [S41b]
DRAWN: Final = 5  # looked at by `card_owner` in the card phase, not yet bought or put back [A7.4]

# Links. [B6.1a]
LAND_LINK: Final = 0
COAST_LINK: Final = 1
ISLAND_LINK: Final = 2
SEA_LINK: Final = 3
LINK_IDS: Final = ("land", "coast", "island", "sea")

# Research achievements, in the order of their numbers. [A7.5.1] to [A7.5.7]
V_WEAPONS: Final = 0
ATOMIC_BOMB: Final = 1
AIR_COMBAT: Final = 2
LONG_RANGE: Final = 3
BETTER_SUBS: Final = 4
SONAR: Final = 5
RADAR: Final = 6
RESEARCH_IDS: Final = (
    "v_weapons",
    "atomic_bomb",
    "air_combat",
    "long_range",
    "better_subs",
    "sonar",
    "radar",
)

# Phases of the turn, for the order of play. [B5.0] [A5.0]
TIME_TABLE: Final = 0
REINFORCEMENTS: Final = 1
INITIATIVE: Final = 2
WEATHER: Final = 3
LIMITS: Final = 4
SUPPLY_1: Final = 5
RAIL: Final = 6
REBASE: Final = 7
NAVAL_MOVE: Final = 8
MOVE: Final = 9  # in the basic game all movement
REACTION: Final = 10
COMBAT: Final = 11
SUPPLY_2: Final = 12
EXPLOIT: Final = 13
EXPLOIT_REACTION: Final = 14
EXPLOIT_COMBAT: Final = 15
CONQUEST: Final = 16
US_ENTRY: Final = 17
INCOME: Final = 18
CARDS: Final = 19
RESEARCH: Final = 20
PRODUCTION: Final = 21
VICTORY: Final = 22

# Optional rules, bits of `Board.optional`. [A9.0]
OBSERVERS: Final = 1 << 1
SURRENDER_BY_COUP: Final = 1 << 2
MERGING: Final = 1 << 3
KEEP_RECONQUERED: Final = 1 << 4
HQ_ABOARD: Final = 1 << 5
CAPE_MAGELLAN: Final = 1 << 6
RAIL_BUILDING: Final = 1 << 7
ISOLATED_AREAS: Final = 1 << 8
COUP_IN_IRAN: Final = 1 << 9
FREE_ALLIANCES: Final = 1 << 10
COOPERATION: Final = 1 << 11
HIDDEN_STACKS: Final = 1 << 12
CHOOSE_ORDER: Final = 1 << 13
RESEARCH_LOSSES: Final = 1 << 14
