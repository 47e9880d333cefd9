"""Effects and conditions of cards, compiled from a pack into numbers.

An effect is an operation with up to four arguments; a condition is a test, or several tests joined. `effects`
and `card_conditions` carry them out; docs/games/other_side.md lists them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import schema_cards
from sandtable.games.other_side.components.constants import mask_of

# Colours of dice, and their faces. [6.3] [6.4]
BLACK: Final = 0
GREY: Final = 1
WHITE: Final = 2
YELLOW: Final = 3
BLUE: Final = 4
RED: Final = 5
COLOURS: Final = ("black", "grey", "white", "yellow", "blue", "red")

HIT: Final = 0
TANK: Final = 1
PLANE: Final = 2
CARD: Final = 3
BLANK: Final = 4
FACES: Final = ("hit", "tank", "plane", "card", "blank")

AXIS_DICE: Final = 0
ALLIED_DICE: Final = 1

# Operations of effects, in the order in which `schema_cards.Op` names them.
RESOURCES: Final = 0
FANATICISM: Final = 1
UNREST: Final = 2
SET_UNREST: Final = 3
AIR: Final = 4  # a: track
AIR_ANY: Final = 5
AIR_FRONT: Final = 6
STRATEGIC_WARFARE: Final = 7
TECHNOLOGY: Final = 8
UNLOCK: Final = 9  # a: box
FLIP_LIMIT: Final = 10  # a: category
PRODUCTION_SHIFT: Final = 11  # a: category, NONE: a Replacement marker of choice
POOL_ADD: Final = 12  # a: kind of Army
ACTIVATE_SATELLITE: Final = 13  # a: country
ACTIVATE_WESTERN: Final = 14  # a: country
ACTIVATE_USSR: Final = 15
ACTIVATE_USA: Final = 16
NO_OFFENSIVE: Final = 17  # a: Faction, b: Area, NONE: the next Operations Phase
OCCUPY: Final = 18  # a: Area
FRANCE_SURRENDERS: Final = 19
ITALY_STATUS: Final = 20  # a: status
VICHY_COLLAPSE: Final = 21
ACTIVATE_OB: Final = 22  # a: Front
DIPLOMACY_BONUS: Final = 23  # a: country
AXIS_HITS: Final = 24
ALLIED_HITS: Final = 25
ADD_DICE: Final = 26  # a: side, b: colour
REROLL: Final = 27  # a: side, b: face
CONVERT: Final = 28  # a: side, b: colour (NONE: any), c: from, d: to
NO_SECOND_ADVANCE: Final = 29
FREE_SECOND_ADVANCE: Final = 30
SECOND_ADVANCE_ANY_TERRAIN: Final = 31
IGNORE_SPECIAL: Final = 32
IGNORE_COMBAT_EVENTS: Final = 33
LOSE_LESS: Final = 34
EXTRA_RETREAT: Final = 35
RETREATS_BECOME_REDUCTIONS: Final = 36
REDUCE: Final = 37  # a: Area, NONE: in the Combat
ELIMINATE_SATELLITE: Final = 38  # a: Area, NONE: in the Combat
QUESTION: Final = 39  # a: LEADING, AG_HEAD or OB
UNQUESTION: Final = 40
COUNTRY_SWITCHES: Final = 41  # a: country, b: its new state
COUP_ATTEMPT: Final = 42
DISCARD_BLACK_ORCHESTRA: Final = 43
OPS_MODIFIER: Final = 44
WESTERN_STRATEGIC_HITS: Final = 45
AXIS_STRATEGIC_HITS: Final = 46
BOMBING_SHIFT: Final = 47
IGNORE_NEXT_BOMBING: Final = 48
CHOICE: Final = 49  # a: Section; options
IF: Final = 50  # condition; options: then, else
OP_IDS: Final[tuple[str, ...]] = get_args(schema_cards.Op)

LEADING: Final = 0
AG_HEAD: Final = 1
OB: Final = 2
WHO_IDS: Final = ("leading", "ag_head", "ob")
SIDE_IDS: Final = ("axis", "allied")

# Tests of conditions.
ALWAYS: Final = 0
NEVER: Final = 1
ALL: Final = 2
ANY: Final = 3
NOT: Final = 4
AREA_CONTROL: Final = 5  # a: space, b: alignment, BY_AXIS for the Axis
COUNTRY_IS: Final = 6  # a: country, b: state
USSR_AT_WAR: Final = 7  # a: 1 at war, 0 not
USA_AT_WAR: Final = 8
SECTOR_AXIS: Final = 9  # a: Area, b: Sector
BASE_AXIS: Final = 10  # a: space
AXIS_DISK_IN: Final = 11  # a: Area
WESTERN_DISK_IN: Final = 12
SOVIET_DISK_IN: Final = 13
SEASON_IN: Final = 14  # a: set of seasons
YEAR_MIN: Final = 15  # a: index of the year
ITALY_STATUS_IN: Final = 16  # a: set
FRANCE_STATUS_IN: Final = 17  # a: set
FANATICISM_MAX: Final = 18  # a
RESOURCES_MAX: Final = 19  # a
LANDING_ON_MAP: Final = 20  # a: 1 or 0
BLACK_ORCHESTRA_MIN: Final = 21  # a
PROJECT_COMPLETED: Final = 22  # a: project
PARATROOPS_ON_TRACK: Final = 23  # a: 1 or 0
AXIS_ROLE: Final = 24  # a: role
COMBAT_VS: Final = 25  # a: Faction
TERRAIN_IN: Final = 26  # a: set
FRONT_IN: Final = 27  # a: set
COMBAT_AREA_IN: Final = 28  # a: set of Areas
ARMY_IN_COMBAT: Final = 29  # a: kind of Army, SATELLITES for any of them

BY_AXIS: Final = 6

ITALY_IDS: Final = ("independence", "intervention", "occupation")
FRANCE_IDS: Final = ("third_republic", "vichy", "ffl")


class EffectIds:
    """The ids that effects and conditions refer to."""

    def __init__(
        self,
        spaces: dict[str, int],
        sectors: dict[str, tuple[int, int]],
        countries: dict[str, int],
        categories: list[str],
        sections: list[str],
        years: list[int],
        projects: dict[str, int],
    ) -> None:
        self.spaces = spaces
        self.sectors = sectors
        self.countries = countries
        self.categories = categories
        self.sections = sections
        self.years = years
        self.projects = projects


class Condition:
    """A test, or several joined. [7d]"""

    def __init__(self, test: int, a: int = 0, b: int = 0, parts: list[Condition] | None = None) -> None:
        self.test = test
        self.a = a
        self.b = b
        self.parts: list[Condition] = parts or []


class Effect:
    """An operation with its arguments. [7h]"""

    def __init__(
        self,
        op: int,
        n: int = 0,
        a: int = const.NONE,
        b: int = const.NONE,
        c: int = const.NONE,
        d: int = const.NONE,
    ) -> None:
        self.op = op
        self.n = n
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.condition: Condition | None = None
        self.options: list[list[Effect]] = []


def compile_effects(effects: Sequence[schema_cards.Effect], words: EffectIds) -> list[Effect]:
    """Return a card's effects as numbers."""
    return [compile_effect(effect, words) for effect in effects]


def compile_effect(e: schema_cards.Effect, words: EffectIds) -> Effect:
    """Return one effect as numbers."""
    new = Effect(OP_IDS.index(e.op), e.n or 0)
    if e.track:
        new.a = const.TRACK_IDS.index(e.track)
    elif e.box:
        new.a = e.box
    elif e.category:
        new.a = words.categories.index(e.category) if e.category in words.categories else const.NONE
    elif e.army:
        new.a = const.ARMY_IDS.index(e.army)
    elif e.country:
        new.a = words.countries[e.country]
        if e.to:
            new.b = const.ALIGNMENT_IDS.index(e.to)
    elif e.faction:
        new.a = const.FACTION_IDS.index(e.faction)
        new.b = words.spaces.get(e.where, const.NONE)
    elif e.area:
        new.a = words.spaces[e.area]
    elif e.where:
        new.a = words.spaces.get(e.where, const.NONE)
    elif e.front:
        new.a = const.TRACK_IDS.index(e.front)
    elif e.side:
        new.a = SIDE_IDS.index(e.side)
        if e.face:
            new.b = FACES.index(e.face)
        elif e.color in COLOURS:
            new.b = COLOURS.index(e.color)
        if e.from_:
            new.c, new.d = FACES.index(e.from_), FACES.index(e.to)
    elif e.to:
        new.a = ITALY_IDS.index(e.to)
    elif e.who:
        new.a = WHO_IDS.index(e.who)
    if e.decider:
        new.a = words.sections.index(e.decider)
        new.options = [compile_effects(option, words) for option in e.options]
    if e.cond is not None:
        new.condition = compile_condition(e.cond, words)
        new.options = [compile_effects(e.then, words), compile_effects(e.else_, words)]
    return new


def compile_condition(c: schema_cards.Condition, words: EffectIds) -> Condition:
    """Return a condition as numbers."""
    found = _plain(c, words) or _numeric(c, words) or _of_combat(c, words)
    return found or Condition(ALWAYS if c.always else NEVER)


def _plain(c: schema_cards.Condition, words: EffectIds) -> Condition | None:
    if c.all:
        return Condition(ALL, parts=[compile_condition(part, words) for part in c.all])
    if c.any:
        return Condition(ANY, parts=[compile_condition(part, words) for part in c.any])
    if c.not_ is not None:
        return Condition(NOT, parts=[compile_condition(c.not_, words)])
    if c.area_control is not None:
        by = c.area_control.by
        alignment = BY_AXIS if by == "axis" else const.ALIGNMENT_IDS.index(by)
        return Condition(AREA_CONTROL, words.spaces[c.area_control.area], alignment)
    if c.country_is is not None:
        state = const.ALIGNMENT_IDS.index(c.country_is.is_)
        return Condition(COUNTRY_IS, words.countries[c.country_is.country], state)
    if c.sector_axis:
        area, sector = words.sectors[c.sector_axis]
        return Condition(SECTOR_AXIS, area, sector)
    for test, id in (
        (BASE_AXIS, c.base_axis),
        (AXIS_DISK_IN, c.axis_disk_in),
        (WESTERN_DISK_IN, c.western_disk_in),
        (SOVIET_DISK_IN, c.soviet_disk_in),
    ):
        if id:
            return Condition(test, words.spaces[id])
    return None


def _numeric(c: schema_cards.Condition, words: EffectIds) -> Condition | None:
    for test, yes in (
        (USSR_AT_WAR, c.ussr_at_war),
        (USA_AT_WAR, c.usa_at_war),
        (LANDING_ON_MAP, c.landing_on_map),
        (PARATROOPS_ON_TRACK, c.paratroops_on_track),
    ):
        if yes is not None:
            return Condition(test, 1 if yes else 0)
    for test, number in (
        (FANATICISM_MAX, c.fanaticism_max),
        (RESOURCES_MAX, c.resources_max),
        (BLACK_ORCHESTRA_MIN, c.black_orchestra_min),
    ):
        if number is not None:
            return Condition(test, number)
    if c.year_min is not None:
        return Condition(YEAR_MIN, words.years.index(c.year_min))
    if c.project_completed:
        return Condition(PROJECT_COMPLETED, words.projects[c.project_completed])
    if c.season_in:
        return Condition(SEASON_IN, mask_of([const.SEASON_IDS.index(s) for s in c.season_in]))
    if c.italy_status_in:
        return Condition(ITALY_STATUS_IN, mask_of([ITALY_IDS.index(s) for s in c.italy_status_in]))
    if c.france_status_in:
        return Condition(FRANCE_STATUS_IN, mask_of([FRANCE_IDS.index(s) for s in c.france_status_in]))
    return None


def _of_combat(c: schema_cards.Condition, words: EffectIds) -> Condition | None:
    if c.axis_role:
        return Condition(AXIS_ROLE, const.ROLE_IDS.index(c.axis_role))
    if c.combat_vs:
        return Condition(COMBAT_VS, const.FACTION_IDS.index(c.combat_vs))
    if c.terrain_in:
        return Condition(TERRAIN_IN, mask_of([const.TERRAIN_IDS.index(t) for t in c.terrain_in]))
    if c.front_in:
        return Condition(FRONT_IN, mask_of([const.TRACK_IDS.index(f) for f in c.front_in]))
    if c.combat_area_in:
        return Condition(COMBAT_AREA_IN, mask_of([words.spaces[a] for a in c.combat_area_in]))
    if c.army_in_combat:
        return Condition(ARMY_IN_COMBAT, const.ARMY_IDS.index(c.army_in_combat))
    return None
