"""The terms of the rules as numbers: factions, fronts, terrain, boxes, kinds of cards and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NONE: Final = -1

# Factions.
AXIS: Final = 0
WEST: Final = 1
SOVIETS: Final = 2
FACTION_IDS: Final = ("axis", "western", "soviet")

# Fronts; the fourth track of Air/Naval Control is Germany's. [1.3k] [1.3m]
EAST_FRONT: Final = 0
WEST_FRONT: Final = 1
SOUTH_FRONT: Final = 2
GERMANY: Final = 3
TRACK_IDS: Final = ("east", "west", "south", "germany")

# The alignment of a space and the state of a country; nobody controls a Disputed Area.
NEUTRAL: Final = 0
OCCUPIED: Final = 1
SATELLITE: Final = 2
WESTERN: Final = 3
SOVIET: Final = 4
DISPUTED: Final = 5
ALIGNMENT_IDS: Final = ("neutral", "occupied", "satellite", "western", "soviet", "disputed")

# Kinds of Armies; from SATELLITES on a kind for each country that has cubes.
PANZER: Final = 0
REGULAR: Final = 1
REDUCED: Final = 2
SATELLITES: Final = 3
ARMY_IDS: Final = ("panzer", "regular", "reduced", "satellite")

# Terrain of Sectors.
PLAINS: Final = 0
RIVER: Final = 1
ROUGH: Final = 2
FORTIFIED: Final = 3
FESTUNG: Final = 4
TERRAIN_IDS: Final = ("plains", "river", "rough", "fortified", "festung")

# The boxes of the Turn Track. [2.6]
NEW_YEAR: Final = 0
WINTER_ADMIN: Final = 1
WINTER_OPS: Final = 2
SPRING_ADMIN: Final = 3
SPRING_OPS: Final = 4
SUMMER_ADMIN: Final = 5
SUMMER_OPS_1: Final = 6
SUMMER_OPS_2: Final = 7
FALL_ADMIN: Final = 8
FALL_OPS: Final = 9
BOXES: Final = 10

WINTER: Final = 0
SPRING: Final = 1
SUMMER: Final = 2
FALL: Final = 3
SEASON_IDS: Final = ("winter", "spring", "summer", "fall")
SEASON_OF_BOX: Final = (WINTER, WINTER, WINTER, SPRING, SPRING, SUMMER, SUMMER, SUMMER, FALL, FALL)
OPERATIONS_BOXES: Final = (WINTER_OPS, SPRING_OPS, SUMMER_OPS_1, SUMMER_OPS_2, FALL_OPS)

# Sections of the High Command. [1.4d]
OKW: Final = 0
OPERATIONS: Final = 1
PERSONNEL: Final = 2
PRODUCTION: Final = 3
SECTIONS: Final = 4

# Rows of the Production Table.
WEHRMACHT: Final = 0
LUFTWAFFE: Final = 1
KRIEGSMARINE: Final = 2  # Strategic Warfare
MILITARY_DIRECTIVES: Final = 3
POLITICAL_DIRECTIVES: Final = 4
PRODUCTION_DIRECTIVES: Final = 5
CONSUMER_GOODS: Final = 6
REPLACEMENTS: Final = (WEHRMACHT, LUFTWAFFE, KRIEGSMARINE)

# Status of Italy and of France. [8.1] [8.2]
INDEPENDENCE: Final = 0
INTERVENTION: Final = 1
OCCUPATION: Final = 2
THIRD_REPUBLIC: Final = 0
VICHY: Final = 1
FFL: Final = 2

# Special Effects of Combat cards. [6.3]
AIR_EFFECT: Final = 0
REDUCE_EFFECT: Final = 1
REDUCE_WINTER_EFFECT: Final = 2
SATELLITE_EFFECT: Final = 3
EVENT_EFFECT: Final = 4
SPECIAL_IDS: Final = ("air", "reduce", "reduce_winter", "satellite", "strategic_event")

# Kinds of Directives.
MILITARY: Final = 0
POLITICAL: Final = 1
INDUSTRIAL: Final = 2  # Production Directives
DECK_IDS: Final = ("military", "political", "production")

# Kinds of Political and Production Directives.
EFFECT_CARD: Final = 0
DIPLOMACY: Final = 1
OB_CARD: Final = 2
REMOVED_CARD: Final = 3
PROJECT: Final = 4
DIRECTIVE_KINDS: Final = ("effect", "diplomacy", "ob", "removed", "project")

# Values of Black Orchestra cards. [7.4]
PLUS: Final = 0
MINUS: Final = 1
VARIABLE: Final = 2
ORCHESTRA_IDS: Final = ("plus", "minus", "variable")

# Special rules of Generals. [2.2f]
RETURN_NEXT_YEAR: Final = 0
REENTER_YEAR: Final = 1
OB_COMBAT: Final = 2
HEAD_WITH_ONE_ARMY: Final = 3
COMMAND_AREAS: Final = 4
UNREST_CHANGE: Final = 5
RETREAT_AS_REDUCTION: Final = 6
REMOVE_VACANCY_PENALTY: Final = 7
PARATROOP_SHIFT: Final = 8
GENERAL_SPECIALS: Final = (
    "return_next_year",
    "reenter_year",
    "ob_combat",
    "head_with_one_army",
    "command_areas",
    "unrest",
    "retreat_as_reduction",
    "remove_vacancy_penalty",
    "paratroop_shift",
)

# Recurring Events. [7g]
RECUR_USSR: Final = 0
RECUR_USA: Final = 1
RECUR_MISFORTUNE: Final = 2
RECUR_INFLUENCE: Final = 3
RECURRING_IDS: Final = ("ussr", "usa", "misfortune", "influence")

# The times when Projects take effect. [3.2.1e]
HOOK_DICE: Final = 0
HOOK_ROLL: Final = 1
HOOK_STRATEGIC_DICE: Final = 2
HOOK_STRATEGIC_ROLL: Final = 3
HOOK_BOMBING: Final = 4
HOOK_COMPLETION: Final = 5
HOOK_IDS: Final = (
    "axis_dice",
    "axis_roll",
    "strategic_dice",
    "strategic_roll",
    "bombing_value",
    "on_completion",
)

# The role of the Axis in a Combat.
ROLE_ANY: Final = -1
ROLE_ATTACKER: Final = 0
ROLE_DEFENDER: Final = 1
ROLE_IDS: Final = ("attacker", "defender")


def bits(mask: int) -> list[int]:
    """Return the numbers whose bits are set, in rising order."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(numbers: Sequence[int]) -> int:
    """Return the set of these numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
