"""The shape of the files of cards: effects, Combat cards, Events, Directives, Generals.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from sandtable.engine.data.relations import Counts, Each, Has, Names, Once, Refers, Unique
from sandtable.engine.data.schema import Id, OptionalId, Plain, Positive, Sourced, Text
from sandtable.games.other_side.components.schema_map import (
    OPEN,
    AreaId,
    BaseId,
    CountryId,
    Front,
    OpenAreaId,
    SectorId,
    SpaceId,
    Terrain,
)

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


MaybeAreaId = Annotated[OptionalId, Refers("area", empty=True)]
MaybeCountryId = Annotated[OptionalId, Refers("country", empty=True)]
Number = Annotated[Positive, Counts()]


class AreaControl(Plain, frozen=True, kw_only=True):
    area: AreaId
    by: Literal["axis", "western", "soviet", "neutral", "disputed"]


class CountryIs(Plain, frozen=True, kw_only=True, rename={"is_": "is"}):
    country: CountryId
    is_: CountryState


class Condition(Plain, frozen=True, kw_only=True, omit_defaults=True, rename={"not_": "not"}):
    """A condition: exactly one field is set; None, "" and () say that a field is not."""

    always: Annotated[bool | None, Has(lambda here, _: here.always is not False, "true")] = None
    never: Annotated[bool | None, Has(lambda here, _: here.never is not False, "true")] = None
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    not_: Condition | None = None
    area_control: AreaControl | None = None
    country_is: CountryIs | None = None
    ussr_at_war: bool | None = None
    usa_at_war: bool | None = None
    sector_axis: Annotated[OptionalId, Refers("sector", empty=True)] = ""
    base_axis: Annotated[OptionalId, Refers("base", empty=True)] = ""
    axis_disk_in: MaybeAreaId = ""
    western_disk_in: MaybeAreaId = ""
    soviet_disk_in: MaybeAreaId = ""
    season_in: Annotated[tuple[Season, ...], Once()] = ()
    year_min: Year | None = None
    italy_status_in: Annotated[tuple[Italy, ...], Once()] = ()
    france_status_in: Annotated[tuple[France, ...], Once()] = ()
    fanaticism_max: Few | None = None
    resources_max: Annotated[int, Meta(ge=0, le=21)] | None = None
    landing_on_map: bool | None = None
    black_orchestra_min: Positive | None = None
    project_completed: Annotated[OptionalId, Refers("project", empty=True)] = ""
    paratroops_on_track: bool | None = None
    axis_role: Literal["attacker", "defender", ""] = ""
    combat_vs: Literal["western", "soviet", ""] = ""
    terrain_in: Annotated[tuple[Terrain, ...], Once()] = ()
    front_in: Annotated[tuple[Front, ...], Once()] = ()
    combat_area_in: Annotated[tuple[AreaId, ...], Once()] = ()
    army_in_combat: Literal["panzer", "regular", "reduced", "satellite", ""] = ""


class Effect(Plain, frozen=True, kw_only=True, omit_defaults=True, rename={"from_": "from", "else_": "else"}):
    """One thing a card does: an operation with exactly its arguments; None, "" and (): not given.

    `relations_effects` lists the arguments of each operation.
    """

    op: Op
    n: Change | None = None
    track: Literal["east", "west", "south", "germany", ""] = ""
    box: Annotated[int, Meta(ge=3, le=4)] | None = None
    category: OptionalId = ""
    army: Literal["panzer", "regular", "reduced", ""] = ""
    country: MaybeCountryId = ""
    faction: Literal["western", "soviet", ""] = ""
    where: OptionalId = ""
    area: Annotated[MaybeAreaId, OPEN] = ""
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
    id: Annotated[Id, Names("combat_card"), Names("card")]
    number: Number


class SpecialEffectEntry(Sourced, frozen=True, kw_only=True):
    kind: SpecialEffectKind
    text: Text


class SpecialEffect(Plain, frozen=True, kw_only=True):
    """A Special Effect in a cell; symbols: the dice of the kind air, 0 for the others."""

    kind: SpecialEffectKind
    symbols: Annotated[
        int,
        Meta(ge=0, le=3),
        Has(
            lambda here, _: (here.symbols > 0) == (here.kind == "air"),
            "1 to 3 for the kind air, 0 for the others",
        ),
    ] = 0


Defense = Annotated[Few, Has(lambda here, _: here.defense > 0, "a number above 0")]
Specials = Annotated[tuple[SpecialEffect, ...], Once(by="kind")]


class WesternRow(Sourced, frozen=True, kw_only=True):
    card: Positive
    years: WesternYears
    strategic_warfare: Few
    defense: Defense
    defense_special: Specials
    attack: Few
    attack_special: Specials


class SovietRow(Sourced, frozen=True, kw_only=True):
    card: Positive
    years: SovietYears
    defense: Defense
    defense_special: Specials
    attack: Few
    attack_special: Specials


class LandingRow(Sourced, frozen=True, kw_only=True):
    """priority: numbers of Areas in order; text_as_read: the digits as the scanned text shows them."""

    card: Positive
    year: LandingYear
    season: Literal["fall", "summer_fall", "landing"]
    priority: Annotated[tuple[Positive, ...], Meta(min_length=1), Once()]
    text_as_read: str = ""


class CombatCardsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["combat_cards/1"]
    cards: Annotated[tuple[CombatCard, ...], Meta(min_length=1, max_length=60)]
    special_effects: Annotated[
        tuple[SpecialEffectEntry, ...], Once(by="kind"), Each(values=get_args(SpecialEffectKind), by="kind")
    ]
    western: tuple[WesternRow, ...]
    soviet: tuple[SovietRow, ...]
    landings: tuple[LandingRow, ...]


# ---------------------------------------------------------------- strategic_events.toml, combat_events.toml


class CombatEvent(Sourced, frozen=True, kw_only=True):
    id: Id
    number: Number
    name: Annotated[Text, Unique()]
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
    id: Annotated[Id, Names("strategic_event"), Names("card")]
    recurring: Annotated[tuple[Recurring, ...], Meta(min_length=1), Once()]


class BattleEvent(CombatEvent, frozen=True, kw_only=True):
    id: Annotated[Id, Names("combat_event"), Names("card")]


class StrategicEventsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["strategic_events/1"]
    cards: Annotated[tuple[StrategicEvent, ...], Meta(min_length=1, max_length=60)]


class CombatEventsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["combat_events/1"]
    cards: Annotated[tuple[BattleEvent, ...], Meta(min_length=1, max_length=60)]


# ---------------------------------------------------------------- the three kinds of Directives


PawnSpaceId = Annotated[
    SpaceId,
    OPEN,
    Has(lambda here, there: there.kind == "area" or here.amphibious_pawns > 0, "no Base for land pawns"),
]
GoalSectorId = Annotated[
    SectorId, Has(lambda here, there: there.area in here.areas, "a Sector of one of its areas")
]
GoalBaseId = Annotated[BaseId, Has(lambda here, there: there.id in here.areas, "one of its areas")]


class MilitaryCard(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("military_card"), Names("card")]
    number: Number
    name: Annotated[Text, Unique()]
    set: Edition
    year: Year
    mid_cost: Cost
    land_pawns: Annotated[
        Few, Has(lambda here, _: here.land_pawns + here.amphibious_pawns > 0, "a pawn of some kind")
    ]
    amphibious_pawns: Few
    areas: Annotated[tuple[PawnSpaceId, ...], Meta(min_length=1), Once()]
    prerequisite: Condition
    on_play: tuple[Effect, ...]
    objective_sectors: Annotated[tuple[GoalSectorId, ...], Once()]
    objective_bases: Annotated[tuple[GoalBaseId, ...], Once()]
    objective_cond: Condition
    success: tuple[Effect, ...]
    recyclable: bool
    text: Text


class MilitaryFile(Plain, frozen=True, kw_only=True):
    schema: Literal["military/1"]
    cards: Annotated[tuple[MilitaryCard, ...], Meta(min_length=1, max_length=60)]


class Modifier(Plain, frozen=True, kw_only=True):
    cond: Condition
    n: Annotated[Change, Has(lambda here, _: here.n != 0, "a number other than 0")]


class PoliticalCard(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("political_card"), Names("card")]
    number: Number
    name: Annotated[Text, Unique()]
    set: Edition
    year: Year
    pod_cost: Cost
    kind: Literal["diplomacy", "effect", "ob", "removed"]
    prerequisite: Condition
    country: MaybeCountryId
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
    id: Annotated[Id, Names("production_card"), Names("card")]
    number: Number
    name: Annotated[Text, Unique()]
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

    vs: Annotated[tuple[Faction, ...], Meta(min_length=1), Once()]
    role: Literal["attacker", "defender", "any"]
    terrain: Annotated[
        tuple[Literal["plains", "river", "rough", "fortified", "festung", "any"], ...],
        Meta(min_length=1),
        Once(),
        Has(
            lambda here, _: "any" not in here.terrain or len(here.terrain) == 1,
            '"any" alone, or kinds of terrain',
        ),
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
    areas: Annotated[tuple[OpenAreaId, ...], Once()] = ()
    effects: tuple[Effect, ...] = ()


class General(Sourced, frozen=True, kw_only=True):
    """setup_codes: the seat that has him at each of four starts, 0: none; given: as in `Area`."""

    id: Annotated[Id, Names("general"), Names("card")]
    number: Number
    name: Annotated[Text, Unique()]
    set: Edition
    entry_year: Year
    seniority: Annotated[int, Meta(ge=1, le=10)]
    confidence: Annotated[int, Meta(ge=1, le=6)]
    interest_group: Literal["old_guard", "professionals", "loyalists", "dissidents"]
    misfortune_year: Annotated[
        int,
        Meta(ge=0, le=1945),
        Has(
            lambda here, _: here.misfortune_year == 0 or here.misfortune_year >= here.entry_year,
            "0, or {here.entry_year} or later",
        ),
    ]
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
    special_kinds: Annotated[
        tuple[SpecialKindEntry, ...], Once(by="kind"), Each(values=get_args(SpecialKind), by="kind")
    ]
