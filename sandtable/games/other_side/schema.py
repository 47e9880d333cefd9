"""The shape of The Other Side of the Hill's component files: one struct for each, and `Pack`.

What a value may be is said here; that ids refer to something that exists is checked in `references`. This
module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.engine.schema import (
    Count,
    Drawing,
    Id,
    LetteredLook,
    Longitude,
    OptionalId,
    Plain,
    Positive,
    RulesFile,
    Sourced,
    Text,
)

Front = Literal["east", "west", "south"]
Faction = Literal["western", "soviet"]
Terrain = Literal["plains", "river", "rough", "fortified", "festung"]
ArmyKind = Literal["panzer", "regular", "reduced", "satellite"]
German = Literal["panzer", "regular", "reduced"]
Colour = Literal["black", "grey", "white", "yellow", "blue", "red"]
Face = Literal["hit", "tank", "plane", "card", "blank"]
Season = Literal["winter", "spring", "summer", "fall"]
TurnBox = Literal[
    "new_year",
    "winter_admin",
    "winter_ops",
    "spring_admin",
    "spring_ops",
    "summer_admin",
    "summer_ops_1",
    "summer_ops_2",
    "fall_admin",
    "fall_ops",
]
SectionId = Literal["okw", "operations", "personnel", "production"]
Category = Literal[
    "wehrmacht",
    "luftwaffe",
    "strategic_warfare",
    "military_directives",
    "political_directives",
    "production_directives",
    "consumer_goods",
]
Replacement = Literal["wehrmacht", "luftwaffe", "strategic_warfare"]
Air = Literal["east", "west", "south", "germany"]
Alignment = Literal["neutral", "occupied", "satellite", "western", "soviet", "disputed"]
CountryState = Literal["neutral", "satellite", "western", "soviet", "occupied"]
Italy = Literal["independence", "intervention", "occupation"]
France = Literal["third_republic", "vichy", "ffl"]
Edition = Literal["base", "addon"]
Role = Literal["attacker", "defender"]
Recurring = Literal["ussr", "usa", "misfortune", "influence"]
Hook = Literal["axis_dice", "axis_roll", "strategic_dice", "strategic_roll", "bombing_value", "on_completion"]
WesternYears = Literal["1939-40", "1941-42", "1943", "1944", "1945"]
SovietYears = Literal["1941", "1942", "1943", "1944", "1945"]
LandingYear = Literal["1942", "1943", "1944", "1945"]
Year = Annotated[int, Meta(ge=1939, le=1945)]
D6 = Annotated[int, Meta(ge=1, le=6)]
Box = Annotated[int, Meta(ge=0, le=3)]
Cost = Annotated[int, Meta(ge=1, le=3)]
Few = Annotated[int, Meta(ge=0, le=9)]
Change = Annotated[int, Meta(ge=-9, le=9)]
Latitude = Annotated[float, Meta(ge=-60, le=90)]
Seat = Annotated[int, Meta(ge=0, le=4)]

# A set of spaces, of Generals or of the cards of a deck is one number with a bit for each, of which there are
# 62: so many entries a list may have.

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


# ---------------------------------------------------------------- areas.toml, links.toml, countries.toml


class Area(Sourced, frozen=True, kw_only=True):
    """One of the numbered Areas; given: the fields that the text states."""

    no: Annotated[int, Meta(ge=1, le=62)]
    id: Id
    name: Text
    kind: Literal["area"]
    front: Front
    country: Id
    stacking: Annotated[int, Meta(ge=0, le=5)]
    ag_head_boxes: Annotated[int, Meta(ge=0, le=2)]
    resource: bool
    partisan: bool
    port_box: bool
    n_sectors: Annotated[int, Meta(ge=1, le=6)]
    lon: Longitude
    lat: Latitude
    given: tuple[Id, ...]


class Base(Sourced, frozen=True, kw_only=True):
    id: Id
    letter: Annotated[str, Meta(pattern="^[A-Z]$", description="a capital letter")]
    name: Text
    kind: Literal["base"]
    front: Front
    country: Id
    lon: Longitude
    lat: Latitude


class Sector(Sourced, frozen=True, kw_only=True):
    """A Sector of an Area; landing: the results of the die that choose it for a Landing."""

    id: Id
    area: Id
    n: Positive
    name: Text
    terrain: Terrain
    landing: tuple[D6, ...]
    lon: Longitude
    lat: Latitude


class AreasFile(Plain, frozen=True, kw_only=True):
    schema: Literal["areas/1"]
    areas: Annotated[tuple[Area, ...], Meta(min_length=1, max_length=59)]
    bases: Annotated[tuple[Base, ...], Meta(max_length=3)]
    sectors: tuple[Sector, ...]


class Link(Sourced, frozen=True, kw_only=True):
    a: Id
    b: Id
    kind: Literal["land", "amphibious"]
    extra_die: Literal["none", "western", "soviet"]
    no_soviet_attack: bool


class LinksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["links/1"]
    links: tuple[Link, ...]


class Country(Sourced, frozen=True, kw_only=True):
    """A country; `people` is the word for its Armies, of those that can have some."""

    id: Id
    name: Text
    people: str = ""
    can_become: Literal["satellite", "none"]
    home_areas: Annotated[tuple[Id, ...], Meta(min_length=1)]
    home_bases: tuple[Id, ...]
    satellite_armies_on_map: Count
    satellite_armies_in_pool: Count
    satellite_armies_total: Count


class Roles(Sourced, frozen=True, kw_only=True):
    """The countries, Areas and Sectors that rules of their own speak of, so that no code names one."""

    ussr: Id
    france: Id
    italy: Id
    ussr_disputed_area: Id
    closed_area: Id
    invasion_area: Id
    surrender_occupied: Annotated[tuple[Id, ...], Meta(min_length=1)]
    surrender_frontier: Id
    vichy_areas: Annotated[tuple[Id, ...], Meta(min_length=1)]
    vichy_garrison: Id
    italy_mainland: Annotated[tuple[Id, ...], Meta(min_length=1)]
    italy_africa: Annotated[tuple[Id, ...], Meta(min_length=1)]


class CountriesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["countries/1"]
    vp_home_countries: tuple[Id, ...]
    roles: Roles
    countries: Annotated[tuple[Country, ...], Meta(min_length=1, max_length=30)]


# ---------------------------------------------------------------- armies.toml


class Army(Sourced, frozen=True, kw_only=True):
    id: ArmyKind
    name: Text
    color: Colour
    count: Positive
    die: Colour
    german: bool
    upgrades_to: Literal["panzer", "regular", "reduced", ""]
    reduces_to: Literal["panzer", "regular", "reduced", ""]


class Piece(Sourced, frozen=True, kw_only=True):
    id: Id
    count: Positive


class Deck(Sourced, frozen=True, kw_only=True):
    id: Id
    base: Count
    addon: Count


class ArmiesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["armies/1"]
    armies: tuple[Army, ...]
    pieces: tuple[Piece, ...]
    markers: tuple[Piece, ...]
    decks: tuple[Deck, ...]


# ---------------------------------------------------------------- dice.toml


class Die(Sourced, frozen=True, kw_only=True):
    id: Literal["black", "grey", "white", "yellow", "blue", "red", "d6"]
    owner: Literal["axis", "western", "soviet", "all"]
    army: Literal["panzer", "regular", "reduced", "satellite", ""]
    count: Positive
    faces: Annotated[tuple[Text, ...], Meta(min_length=6, max_length=6)]


class Symbol(Sourced, frozen=True, kw_only=True):
    id: Face
    glyph_axis: str
    glyph_allied: str
    meaning: Text


class CombatResult(Sourced, frozen=True, kw_only=True):
    die: Literal["any_axis", "any_allied"]
    face: Face
    axis_hits: Few
    allied_hits: Few
    air: Change
    events: Few
    plains_bonus: Few


class StrategicResult(Sourced, frozen=True, kw_only=True):
    die: Literal["grey", "white", "blue"]
    face: Face
    hits: Few
    events: Few
    condition: Literal["always", "usa_at_war"]


class OtherUse(Sourced, frozen=True, kw_only=True):
    use: Literal[
        "satellite_replacement",
        "misfortune",
        "coup_minus_card_high_fanaticism",
        "coup_minus_card_low_fanaticism",
        "special_effect_air",
        "amphibious_combat",
    ]
    die: Literal["black", "grey", "white", "yellow", "blue", "red", "any_axis"]
    success: Annotated[tuple[Face, ...], Meta(min_length=1)]


class DiceFile(Plain, frozen=True, kw_only=True):
    schema: Literal["dice/1"]
    max_events_per_combat: Few
    max_events_per_strategic_roll: Few
    dice_supply_is_a_limit: bool
    dice: tuple[Die, ...]
    symbols: tuple[Symbol, ...]
    table_1_combat: tuple[CombatResult, ...]
    table_2_strategic_warfare: tuple[StrategicResult, ...]
    other_uses: tuple[OtherUse, ...]


# ---------------------------------------------------------------- tracks.toml

TrackId = Literal[
    "year",
    "turn",
    "resources",
    "air_east",
    "air_west",
    "air_south",
    "air_germany",
    "strategic_warfare",
    "technology",
    "project",
    "usa_commitment",
    "ussr_commitment",
    "fanaticism",
    "unrest",
    "paratroops",
    "collapse_of_germany",
    "status_of_italy",
    "status_of_france",
]


class Track(Sourced, frozen=True, kw_only=True):
    id: TrackId
    boxes: Annotated[tuple[Text, ...], Meta(min_length=2)]


class ProductionRow(Sourced, frozen=True, kw_only=True):
    """A row of the Production Table; limit_side_max: the last box while its marker is limited, 0: never."""

    id: Category
    name: Text
    group: Literal["replacement", "directive", "consumer"]
    boxes: Annotated[tuple[Box, ...], Meta(min_length=1)]
    limit_side_max: Box
    flipped_name: str


class SeasonRow(Sourced, frozen=True, kw_only=True):
    season: Season
    ops_phases: Annotated[int, Meta(ge=1, le=2)]


class Bombing(Sourced, frozen=True, kw_only=True):
    air_germany: Annotated[int, Meta(ge=1, le=5)]
    replacement_points_lost: Few
    max_markers: Annotated[int, Meta(ge=0, le=3)]
    unrest: Few


class Port(Sourced, frozen=True, kw_only=True):
    port: Id
    front: Front
    target: Positive


class PortModifier(Sourced, frozen=True, kw_only=True):
    """A modifier of the roll for Ports: when and mod in words, then the same for the program.

    track: the value of that Air/Naval Control is added; each_base: n for each Base that the Axis controls;
    area: n if the Axis controls it (controlled = true) or does not (false).
    """

    ports: Annotated[tuple[Id, ...], Meta(min_length=1)]
    when: Text
    mod: Text
    track: Literal["east", "west", "south", ""]
    each_base: bool
    area: OptionalId
    controlled: bool
    n: Change


class CommandLimit(Sourced, frozen=True, kw_only=True):
    german_armies: Few
    heads: Annotated[int, Meta(ge=0, le=2)]


class GeneralLimit(Sourced, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=1, le=4)]
    max_generals: Positive


class PlanningPick(Sourced, frozen=True, kw_only=True):
    deck: Literal["military", "political", "production"]
    picks: Positive
    by: SectionId


class AlliedDice(Sourced, frozen=True, kw_only=True):
    id: Literal["rough", "fortified_or_landing", "air", "line"]
    when: Text
    dice: Few


class AxisDice(Sourced, frozen=True, kw_only=True):
    """Dice the Axis adds, or one colour in the place of another (instead_of)."""

    id: Literal["air", "rough", "paratroops", "isolated_panzer", "isolated_regular"]
    when: Text
    color: Colour
    instead_of: Literal["black", "grey", ""]
    dice: Few


class ReductionStep(Sourced, frozen=True, kw_only=True):
    step: Positive
    needs_in_area: ArmyKind
    needs_in_pool: Literal["panzer", "regular", "reduced", ""]
    remove: ArmyKind
    put: Literal["panzer", "regular", "reduced", ""]


class VictoryPoint(Sourced, frozen=True, kw_only=True):
    source: Literal[
        "festung_sector_axis",
        "fanaticism_value",
        "french_or_ussr_home_area_axis_controlled",
        "completed_project",
    ]
    vp: Few


class VictoryLevel(Sourced, frozen=True, kw_only=True):
    min: Count
    max: Count
    result: Literal["grand_victory", "marginal_victory", "defeat"]


class Collapse(Sourced, frozen=True, kw_only=True):
    min_disks: Positive
    roll: Literal["1d6"]


class Misc(Sourced, frozen=True, kw_only=True):
    max_sector_moves_per_disk_per_retreat_series: Positive
    undefended_area_retreats: Positive
    unrest_trigger: Positive
    air_min: Few
    air_max: Few
    naval_supply_moves_per_front: Few
    coup_infighting_above: Positive
    coup_per_collapse_disk: Few
    coup_per_dissident: Few
    coup_variable_plus_from: Positive
    coup_high_fanaticism_above: Few
    italy_air_south: Few


class TracksFile(Plain, frozen=True, kw_only=True):
    schema: Literal["tracks/1"]
    collapse: Collapse
    misc: Misc
    tracks: tuple[Track, ...]
    production: tuple[ProductionRow, ...]
    seasons: tuple[SeasonRow, ...]
    bombing_of_germany: tuple[Bombing, ...]
    ports: tuple[Port, ...]
    port_modifiers: tuple[PortModifier, ...]
    command_limits: tuple[CommandLimit, ...]
    general_limits: tuple[GeneralLimit, ...]
    planning_picks: tuple[PlanningPick, ...]
    allied_dice_modifiers: tuple[AlliedDice, ...]
    axis_dice_modifiers: tuple[AxisDice, ...]
    reduction_priority: tuple[ReductionStep, ...]
    victory_points: tuple[VictoryPoint, ...]
    victory_levels: tuple[VictoryLevel, ...]


# ---------------------------------------------------------------- sections.toml, black_orchestra.toml


class Section(Sourced, frozen=True, kw_only=True):
    id: SectionId
    name: Text
    controls: Text


class Assignment(Sourced, frozen=True, kw_only=True):
    """Which Sections go together for a number of players: one group for each of them."""

    players: Annotated[int, Meta(ge=1, le=4)]
    assignment: Text
    groups: tuple[Annotated[tuple[SectionId, ...], Meta(min_length=1)], ...]


class SectionsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["sections/1"]
    sections: tuple[Section, ...]
    assignments: tuple[Assignment, ...]


class BlackOrchestraCard(Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    value: Literal["plus", "minus", "variable"]


class BlackOrchestraFile(Plain, frozen=True, kw_only=True):
    schema: Literal["black_orchestra/1"]
    cards: Annotated[tuple[BlackOrchestraCard, ...], Meta(min_length=1, max_length=60)]


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
    """What a completed Project does from then on, and where the rules ask for it."""

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
    """When a General's rule works (all must hold; "any": no restriction) and what it does."""

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
    """A General's special rule: its kind says which of the other fields it has."""

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


# ---------------------------------------------------------------- drawing.toml


class SideLook(LetteredLook, frozen=True, kw_only=True):
    side: Literal["axis", "western", "soviet", "disputed", "neutral"]


class FrontLook(LetteredLook, frozen=True, kw_only=True):
    front: Front


class NationLook(LetteredLook, frozen=True, kw_only=True):
    nation: Id


class ArmyLook(LetteredLook, frozen=True, kw_only=True):
    army: ArmyKind


class DrawingFile(Drawing, frozen=True, kw_only=True):
    sides: tuple[SideLook, ...]
    fronts: tuple[FrontLook, ...]
    nations: tuple[NationLook, ...]
    armies: tuple[ArmyLook, ...]


# ---------------------------------------------------------------- scenarios/*.toml


class TrackStart(Plain, frozen=True, kw_only=True):
    """Where the markers of the tracks begin; locked: the Locked boxes; collapse_disks: Disks in that box."""

    resources: Count
    air_east: Count
    air_west: Count
    air_south: Count
    air_germany: Count
    strategic_warfare: Count
    technology: Count
    locked: tuple[Positive, ...]
    usa_commitment: Text
    ussr_commitment: Text
    fanaticism: Count
    unrest: Count
    paratroops: Count
    status_of_italy: Italy
    status_of_france: France
    collapse_disks: Count


class Removed(Plain, frozen=True, kw_only=True):
    """Cards that are out of the game."""

    strategic: tuple[Id, ...]
    combat: tuple[Id, ...]
    military: tuple[Id, ...]
    political: tuple[Id, ...]
    production: tuple[Id, ...]


class Decks(Plain, frozen=True, kw_only=True):
    """The Event decks of the first year."""

    strategic_events: tuple[Id, ...]
    combat_events: tuple[Id, ...]


class AlignmentRow(Plain, frozen=True, kw_only=True):
    """axis_sector and allied_sector: the Sectors under the Control Disks, 0: no Disk."""

    area: Id
    alignment: Alignment
    axis_sector: Few
    allied_sector: Few
    allied_faction: Literal["western", "soviet", ""]


class BaseRow(Plain, frozen=True, kw_only=True):
    base: Id
    alignment: Literal["neutral", "western", "occupied"]


class ArmyRow(Plain, frozen=True, kw_only=True):
    area: Id
    panzer: Few
    regular: Few
    reduced: Few
    satellites: dict[Id, Positive]


class Position(Plain, frozen=True, kw_only=True):
    place: Id
    slot: Annotated[int, Meta(ge=1, le=2)]
    general: Id


class ProjectStart(Plain, frozen=True, kw_only=True):
    project: Id
    state: Text


class PortStart(Plain, frozen=True, kw_only=True):
    area: Id
    state: Literal["open", "closed"]


class Returning(Plain, frozen=True, kw_only=True):
    general: Id
    enters: Year


class ScenarioFile(Sourced, frozen=True, kw_only=True):
    schema: Literal["scenario/1"]
    id: Id
    name: Text
    playbook_ref: Text
    turns: Positive
    start_year: Year
    start_turn_box: TurnBox
    end_year: Year
    end_turn_box: TurnBox
    duration_hours: Text
    setup_code_index: Annotated[int, Meta(ge=0, le=3)]
    players: Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=1)]
    setup_src: Literal["rulebook", "inferred", "reconstructed"]
    planning_at_setup: bool
    naval_supply: tuple[Id, ...]
    isolated: tuple[Id, ...]
    notes: tuple[Text, ...]
    resource_adjust: Change
    tracks: TrackStart
    production: dict[Id, Box]
    limits_flipped: dict[Id, bool]
    landing_markers: dict[Id, Text]
    force_pool: dict[Id, Count]
    out_of_play: dict[Id, Count]
    satellite_pool: dict[Id, Count]
    satellite_removed: dict[Id, Count]
    ob: dict[Id, Id]
    removed: Removed
    decks: Decks
    alignments: tuple[AlignmentRow, ...]
    bases: tuple[BaseRow, ...]
    armies: tuple[ArmyRow, ...]
    positions: tuple[Position, ...]
    projects: tuple[ProjectStart, ...]
    ports: tuple[PortStart, ...]
    returning_generals: tuple[Returning, ...]


# ---------------------------------------------------------------- the whole pack


class Pack(Struct, frozen=True, kw_only=True):
    """All component files of one pack."""

    areas: AreasFile
    links: LinksFile
    countries: CountriesFile
    armies: ArmiesFile
    dice: DiceFile
    tracks: TracksFile
    sections: SectionsFile
    black_orchestra: BlackOrchestraFile
    combat_cards: CombatCardsFile
    strategic_events: StrategicEventsFile
    combat_events: CombatEventsFile
    military: MilitaryFile
    political: PoliticalFile
    production: ProductionFile
    generals: GeneralsFile
    drawing: DrawingFile
    rules: RulesFile
    scenarios: tuple[ScenarioFile, ...]


SCENARIOS = "scenarios/*.toml"
FILES: dict[str, type[Struct]] = {
    "areas.toml": AreasFile,
    "links.toml": LinksFile,
    "countries.toml": CountriesFile,
    "armies.toml": ArmiesFile,
    "dice.toml": DiceFile,
    "tracks.toml": TracksFile,
    "sections.toml": SectionsFile,
    "black_orchestra.toml": BlackOrchestraFile,
    "combat_cards.toml": CombatCardsFile,
    "strategic_events.toml": StrategicEventsFile,
    "combat_events.toml": CombatEventsFile,
    "military.toml": MilitaryFile,
    "political.toml": PoliticalFile,
    "production.toml": ProductionFile,
    "generals.toml": GeneralsFile,
    "drawing.toml": DrawingFile,
    "rules.toml": RulesFile,
    SCENARIOS: ScenarioFile,
}
