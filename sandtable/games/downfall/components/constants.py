"""The fixed numbers of Downfall: sides, kinds of units and areas, states of things."""

from __future__ import annotations

from typing import Final

AXIS: Final = 0
ALLIES: Final = 1
USSR: Final = 2
NEUTRAL: Final = 3
SIDE_IDS: Final = ("axis", "allies", "ussr", "neutral")

WINTER: Final = 0
SPRING: Final = 1
SUMMER: Final = 2
AUTUMN: Final = 3
SEASON_IDS: Final = ("winter", "spring", "summer", "autumn")

ENTRY_START: Final = 0
ENTRY_TURN: Final = 1
ENTRY_SURRENDER: Final = 2
ENTRY_NEVER: Final = 3
ENTRY_KINDS: Final = ("at_start", "turn", "surrender", "never")

BY_CAPITAL: Final = 0
BY_ENEMY_ARMIES: Final = 1
BY_OCCUPATION: Final = 2
BY_SUPPLY_AREAS: Final = 3
BY_NOTHING: Final = 4
SURRENDER_KINDS: Final = ("capital", "enemy_armies", "occupation", "all_supply_areas", "never")

TILE_UNUSED: Final = 0
TILE_IN_PROGRESS: Final = 1
TILE_AVAILABLE: Final = 2

# The Actions, in the order of the rules [4a].
ACT_SUPPLY: Final = 0
ACT_REINFORCEMENTS: Final = 1
ACT_ARMOR: Final = 2
ACT_AIR: Final = 3
ACT_SUBMARINES: Final = 4
ACT_DEVELOPMENT: Final = 5
ACT_LEND_LEASE: Final = 6
ACTION_IDS: Final = (
    "supply",
    "reinforcements",
    "armor_production",
    "air_missions",
    "submarine_missions",
    "development",
    "lend_lease",
)

# Kinds of change to the number of Actions.
MOD_SUPPLY_AREA_LOST: Final = 0
MOD_BOMBING: Final = 1
MOD_NOT_CONTROLLED: Final = 2
MOD_ENEMY_CONTROLS: Final = 3
MOD_SUBMARINES: Final = 4
MOD_LEND_LEASE: Final = 5
MOD_KINDS: Final = (
    "own_supply_area_lost",
    "bombing",
    "area_not_controlled",
    "area_controlled_by_enemy",
    "submarines",
    "lend_lease",
)

# Kinds of event that bring Total War.
TW_TURN: Final = 0
TW_ENTRY: Final = 1
TW_ATTACK: Final = 2
TW_KINDS: Final = ("turn", "entry", "attack")

# When an operation costs double.
DOUBLE_WEST: Final = 0
DOUBLE_BARBAROSSA: Final = 1
DOUBLE_TURN: Final = 2
DOUBLE_ALWAYS: Final = 3
DOUBLE_KINDS: Final = ("west_attacked", "barbarossa_turn", "turn", "always")

# The six operations [8a].
OP_MOVE: Final = 1
OP_ATTACK: Final = 2
OP_MOVE_ATTACK: Final = 3
OP_STRATEGIC: Final = 4
OP_NAVAL: Final = 5
OP_LANDING: Final = 6

# Outcomes of a combat [17.1].
TIE: Final = 0
DOUBLE_SCORE: Final = 1
LOSER_REDUCED: Final = 2
NORMAL: Final = 3

REDUCED: Final = 1
FULL: Final = 2

POOL: Final = -1

# Bits of `cond`, the condition of a counter.
STEPS: Final = 3  # 0 in the pool, 1 reduced, 2 full
READY: Final = 4  # had a Line of Supply when its side's turn began [8w]
OPERATED: Final = 8
ATTACKS: Final = 16
SUPPORTS: Final = 32
LANDED: Final = 64
HIT_BY_ALLIES: Final = 128  # attacked by the Allies in this game turn
HIT_BY_USSR: Final = 256
THIS_SIDE_TURN: Final = READY | OPERATED | ATTACKS | SUPPORTS | LANDED

# Four counts of armies in one number for each area: Axis, Allies, USSR, armies of countries not at war.
SLOT: Final = 8
ONE: Final = (1, 1 << 8, 1 << 16, 1 << 24)
OWN: Final = (0xFF, 0xFF00, 0xFF0000)
FOES: Final = (0xFFFF00, 0xFF, 0xFF)
GARRISON: Final = 0xFF000000

# War status of a country.
OUT: Final = 0  # not at war (yet)
AT_WAR: Final = 1
SURRENDERED: Final = 2

# A tile's progress.
UNUSED: Final = 0
IN_PROGRESS: Final = 1
AVAILABLE: Final = 2

# Phases of a side's turn, for views and refusals.
BEGINNING: Final = 0
FREE: Final = 1
FIGHTING: Final = 2
AFTER: Final = 3

FROM_INSIDE: Final = -1
BY_SEA: Final = -2
