"""The shape of the files of cards: effects, Combat cards, Events, Directives, Generals.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.schema import Id, OptionalId, Plain, Positive, Sourced, Text
from sandtable.games.other_side.components.schema_map import Front, Terrain

Faction = Literal["western", "soviet"]
Season = Literal["winter", "spring", "summer", "fall"]
CountryState = Literal["neutral", "satellite", "western", "soviet", "occupied"]
Italy = Literal["independence", "intervention", "occupation"]
France = Literal["third_republic", "vichy", "ffl"]
Edition = Literal["base", "addon"]
Recurring = Literal["ussr", "usa", "misfortune", "influence"]
Hook = Literal["axis_dice", "axis_roll", "strategic_dice", "strategic_roll", "bombing_value", "on_completion"]
WesternYears = Literal["1939-40", "1941-42", "1943", "1944", "1945"]
SovietYears = Literal["1941", "1942", "1943", "1944", "1945"]
LandingYear = Literal["1942", "1943", "1944", "1945"]
Year = Annotated[int, Meta(ge=1939, le=1945)]
Cost = Annotated[int, Meta(ge=1, le=3)]
Few = Annotated[int, Meta(ge=0, le=9)]
Change = Annotated[int, Meta(ge=-9, le=9)]
Seat = Annotated[int, Meta(ge=0, le=4)]

# ---------------------------------------------------------------- effects and conditions

Op = Literal[
    "resources",
    "fanaticism",
    "unrest",
    "set_unrest",
    "air",
    "air_any",
    "air_front",
    "strategic_warfare",
    "technology",
    "unlock",
    "flip_limit",
    "production_shift",
    "pool_add",
    "activate_satellite",
    "activate_western",
    "activate_ussr",
    "activate_usa",
    "no_offensive",
    "occupy",
    "france_surrenders",
    "italy_status",
    "vichy_collapse",
    "activate_ob",
    "diplomacy_bonus",
    "axis_hits",
    "allied_hits",
    "add_dice",
    "reroll",
    "convert",
    "no_second_advance",
    "free_second_advance",
    "second_advance_any_terrain",
    "ignore_special",
    "ignore_combat_events",
    "lose_less",
    "extra_retreat",
    "retreats_become_reductions",
    "reduce",
    "eliminate_satellite",
    "question",
    "unquestion",
    "country_switches",
    "coup_attempt",
    "discard_black_orchestra",
    "ops_modifier",
    "western_strategic_hits",
    "axis_strategic_hits",
    "bombing_shift",
    "ignore_next_bombing",
    "choice",
    "if",
]


class AreaControl(Plain, frozen=True, kw_only=True):
    area: Id
    by: Literal["axis", "western", "soviet", "neutral", "disputed"]


class CountryIs(Plain, frozen=True, kw_only=True, rename={"is_": "is"}):
    country: Id
    is_: CountryState


class Condition(Plain, frozen=True, kw_only=True, omit_defaults=True, rename={"not_": "not"}):
    """A condition: exactly one field is set; None, "" and () say that a field is not."""

    always: bool | None = None
    never: bool | None = None
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    not_: Condition | None = None
    area_control: AreaControl | None = None
    country_is: CountryIs | None = None
    ussr_at_war: bool | None = None
    usa_at_war: bool | None = None
    sector_axis: OptionalId = ""
    base_axis: OptionalId = ""
    axis_disk_in: OptionalId = ""
    western_disk_in: OptionalId = ""
    soviet_disk_in: OptionalId = ""
    season_in: tuple[Season, ...] = ()
    year_min: Year | None = None
    italy_status_in: tuple[Italy, ...] = ()
    france_status_in: tuple[France, ...] = ()
    fanaticism_max: Few | None = None
    resources_max: Annotated[int, Meta(ge=0, le=21)] | None = None
    landing_on_map: bool | None = None
    black_orchestra_min: Positive | None = None
    project_completed: OptionalId = ""
    paratroops_on_track: bool | None = None
    axis_role: Literal["attacker", "defender", ""] = ""
    combat_vs: Literal["western", "soviet", ""] = ""
    terrain_in: tuple[Terrain, ...] = ()
    front_in: tuple[Front, ...] = ()
    combat_area_in: tuple[Id, ...] = ()
    army_in_combat: Literal["panzer", "regular", "reduced", "satellite", ""] = ""


class Effect(Plain, frozen=True, kw_only=True, omit_defaults=True, rename={"from_": "from", "else_": "else"}):
    """One thing a card does: an operation with exactly its arguments; None, "" and (): not given.

    Which arguments an operation has is in `references_effects`.
    """

    op: Op
    n: Change | None = None
    track: Literal["east", "west", "south", "germany", ""] = ""
    box: Annotated[int, Meta(ge=3, le=4)] | None = None
    category: OptionalId = ""
    army: Literal["panzer", "regular", "reduced", ""] = ""
    country: OptionalId = ""
    faction: Literal["western", "soviet", ""] = ""
    where: OptionalId = ""
    area: OptionalId = ""
    to: OptionalId = ""
    front: Literal["east", "west", "south", ""] = ""
    side: Literal["axis", "allied", ""] = ""
    color: Literal["black", "grey", "white", "yellow", "blue", "red", "any", ""] = ""
    face: Literal["hit", "tank", "plane", "card", "blank", ""] = ""
    from_: Literal["hit", "tank", "plane", "card", "blank", ""] = ""
    who: Literal["leading", "ag_head", "ob", ""] = ""
    modifier: Literal["soviet_attack_dice", ""] = ""
    decider: Literal["okw", "operations", "personnel", "production", ""] = ""
    options: tuple[tuple[Effect, ...], ...] = ()
    cond: Condition | None = None
    then: tuple[Effect, ...] = ()
    else_: tuple[Effect, ...] = ()


# ---------------------------------------------------------------- combat_cards.toml

SpecialEffectKind = Literal["air", "reduce", "reduce_winter", "satellite", "strategic_event"]


class CombatCard(Sourced, frozen=True, kw_only=True):
    id: Id
    number: Positive


class SpecialEffectEntry(Sourced, frozen=True, kw_only=True):
    kind: SpecialEffectKind
    text: Text


class SpecialEffect(Plain, frozen=True, kw_only=True):
    """A Special Effect in a cell; symbols: the dice of the kind air, 0 for the others."""

    kind: SpecialEffectKind
    symbols: Annotated[int, Meta(ge=0, le=3)] = 0


class WesternRow(Sourced, frozen=True, kw_only=True):
    card: Positive
    years: WesternYears
    strategic_warfare: Few
    defense: Few
    defense_special: tuple[SpecialEffect, ...]
    attack: Few
    attack_special: tuple[SpecialEffect, ...]


class SovietRow(Sourced, frozen=True, kw_only=True):
    card: Positive
    years: SovietYears
    defense: Few
    defense_special: tuple[SpecialEffect, ...]
    attack: Few
    attack_special: tuple[SpecialEffect, ...]


class LandingRow(Sourced, frozen=True, kw_only=True):
    """priority: numbers of Areas in order; text_as_read: the digits as the scanned text shows them."""

    card: Positive
    year: LandingYear
    season: Literal["fall", "summer_fall", "landing"]
    priority: Annotated[tuple[Positive, ...], Meta(min_length=1)]
    text_as_read: str = ""


class CombatCardsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["combat_cards/1"]
    cards: Annotated[tuple[CombatCard, ...], Meta(min_length=1, max_length=60)]
    special_effects: tuple[SpecialEffectEntry, ...]
    western: tuple[WesternRow, ...]
    soviet: tuple[SovietRow, ...]
    landings: tuple[LandingRow, ...]


# ---------------------------------------------------------------- strategic_events.toml, combat_events.toml


class CombatEvent(Sourced, frozen=True, kw_only=True):
    id: Id
    number: Positive
    name: Text
    set: Edition
    year: Year
    obligatory: bool
    discard_if: Condition
    bottom_if: Condition
    next_year_if: Condition
    effects: tuple[Effect, ...]
    after: Literal["discard", "next_year"]
    removed_in_solo_and_coop: bool
    text: Text


class StrategicEvent(CombatEvent, frozen=True, kw_only=True):
    recurring: Annotated[tuple[Recurring, ...], Meta(min_length=1)]


class StrategicEventsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["strategic_events/1"]
    cards: Annotated[tuple[StrategicEvent, ...], Meta(min_length=1, max_length=60)]


class CombatEventsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["combat_events/1"]
    cards: Annotated[tuple[CombatEvent, ...], Meta(min_length=1, max_length=60)]


# ---------------------------------------------------------------- the three kinds of Directives


class MilitaryCard(Sourced, frozen=True, kw_only=True):
    id: Id
    number: Positive
    name: Text
    set: Edition
    year: Year
    mid_cost: Cost
    land_pawns: Few
    amphibious_pawns: Few
    areas: Annotated[tuple[Id, ...], Meta(min_length=1)]
    prerequisite: Condition
    on_play: tuple[Effect, ...]
    objective_sectors: tuple[Id, ...]
    objective_bases: tuple[Id, ...]
    objective_cond: Condition
    success: tuple[Effect, ...]
    recyclable: bool
    text: Text


class MilitaryFile(Plain, frozen=True, kw_only=True):
    schema: Literal["military/1"]
    cards: Annotated[tuple[MilitaryCard, ...], Meta(min_length=1, max_length=60)]


class Modifier(Plain, frozen=True, kw_only=True):
    cond: Condition
    n: Change


class PoliticalCard(Sourced, frozen=True, kw_only=True):
    id: Id
    number: Positive
    name: Text
    set: Edition
    year: Year
    pod_cost: Cost
    kind: Literal["diplomacy", "effect", "ob", "removed"]
    prerequisite: Condition
    country: OptionalId
    activation_factor: Few
    modifiers: tuple[Modifier, ...]
    effects: tuple[Effect, ...]
    recyclable: bool
    removed_in_solo_and_coop: bool
    text: Text


class PoliticalFile(Plain, frozen=True, kw_only=True):
    schema: Literal["political/1"]
    cards: Annotated[tuple[PoliticalCard, ...], Meta(min_length=1, max_length=60)]


class Lasting(Plain, frozen=True, kw_only=True):
    """The lasting effect of a completed Project, and when the rules use it."""

    hook: Hook
    when: Condition
    effect: Effect


class ProductionCard(Sourced, frozen=True, kw_only=True):
    id: Id
    number: Positive
    name: Text
    set: Edition
    year: Year
    prd_cost: Cost
    kind: Literal["effect", "project"]
    prerequisite: Condition
    development: Annotated[int, Meta(ge=0, le=4)]
    advance: Annotated[int, Meta(ge=0, le=6)]
    effects: tuple[Effect, ...]
    lasting: tuple[Lasting, ...]
    text: Text


class ProductionFile(Plain, frozen=True, kw_only=True):
    schema: Literal["production/1"]
    cards: Annotated[tuple[ProductionCard, ...], Meta(min_length=1, max_length=60)]


# ---------------------------------------------------------------- generals.toml


class CombatRule(Plain, frozen=True, kw_only=True):
    """The conditions of a General's rule (all must hold; "any": no restriction) and its effects."""

    vs: Annotated[tuple[Faction, ...], Meta(min_length=1)]
    role: Literal["attacker", "defender", "any"]
    terrain: Annotated[
        tuple[Literal["plains", "river", "rough", "fortified", "festung", "any"], ...], Meta(min_length=1)
    ]
    cond: Condition | None = None
    effects: Annotated[tuple[Effect, ...], Meta(min_length=1)]


SpecialKind = Literal[
    "return_next_year",
    "reenter_year",
    "ob_combat",
    "head_with_one_army",
    "command_areas",
    "unrest",
    "retreat_as_reduction",
    "remove_vacancy_penalty",
    "paratroop_shift",
]


class Special(Plain, frozen=True, kw_only=True, omit_defaults=True):
    """A General's special rule: its kind decides which of the other fields it has."""

    trigger: Literal["dismissed", "appointed", "in_command", "leading", "always"]
    kind: SpecialKind
    n: Change | None = None
    year: Year | None = None
    front: Literal["east", "west", "south", ""] = ""
    areas: tuple[Id, ...] = ()
    effects: tuple[Effect, ...] = ()


class General(Sourced, frozen=True, kw_only=True):
    """setup_codes: the seat that has him at each of four starts, 0: none; given: as in `Area`."""

    id: Id
    number: Positive
    name: Text
    set: Edition
    entry_year: Year
    seniority: Annotated[int, Meta(ge=1, le=10)]
    confidence: Annotated[int, Meta(ge=1, le=6)]
    interest_group: Literal["old_guard", "professionals", "loyalists", "dissidents"]
    misfortune_year: Annotated[int, Meta(ge=0, le=1945)]
    setup_codes: Annotated[tuple[Seat, ...], Meta(min_length=4, max_length=4)]
    combat: CombatRule
    combat_text: Text
    special: tuple[Special, ...]
    special_text: str
    given: tuple[Id, ...]


class SpecialKindEntry(Sourced, frozen=True, kw_only=True):
    kind: SpecialKind
    meaning: Text


class GeneralsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["generals/1"]
    generals: Annotated[tuple[General, ...], Meta(min_length=1, max_length=62)]
    special_kinds: tuple[SpecialKindEntry, ...]
