"""The shape of the files of dice, tracks and boards.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from sandtable.engine.data.relations import Counts, Each, Has, Names, Once, Refers, Unique
from sandtable.engine.data.schema import Count, Id, OptionalId, Plain, Positive, Sourced, Text
from sandtable.games.other_side.components.schema_cards import Change, Few, Season
from sandtable.games.other_side.components.schema_map import ArmyKind, Colour, Front

Face = Literal["hit", "tank", "plane", "card", "blank"]
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
Box = Annotated[int, Meta(ge=0, le=3)]

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


Use = Literal[
    "satellite_replacement",
    "misfortune",
    "coup_minus_card_high_fanaticism",
    "coup_minus_card_low_fanaticism",
    "special_effect_air",
    "amphibious_combat",
]


class OtherUse(Sourced, frozen=True, kw_only=True):
    use: Use
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
    other_uses: Annotated[tuple[OtherUse, ...], Once(by="use"), Each(values=get_args(Use), by="use")]


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
    id: Annotated[TrackId, Names("track")]
    boxes: Annotated[tuple[Text, ...], Meta(min_length=2)]


class ProductionRow(Sourced, frozen=True, kw_only=True):
    """A row of the Production Table; limit_side_max: the last box while its marker is limited, 0: never."""

    id: Annotated[Category, Names("row")]
    name: Text
    group: Literal["replacement", "directive", "consumer"]
    boxes: Annotated[tuple[Box, ...], Meta(min_length=1)]
    limit_side_max: Annotated[
        Box, Has(lambda here, _: here.limit_side_max < here.boxes[-1], "a box before the last, or 0")
    ]
    flipped_name: str


class SeasonRow(Sourced, frozen=True, kw_only=True):
    season: Season
    ops_phases: Annotated[int, Meta(ge=1, le=2)]


class Bombing(Sourced, frozen=True, kw_only=True):
    air_germany: Annotated[int, Meta(ge=1, le=5)]
    replacement_points_lost: Few
    max_markers: Annotated[int, Meta(ge=0, le=3)]
    unrest: Few


PortId = Annotated[Id, Refers("port", "the id of an Area with a Port box")]


class Port(Sourced, frozen=True, kw_only=True):
    port: PortId
    front: Front
    target: Positive


class PortModifier(Sourced, frozen=True, kw_only=True):
    """A modifier of the roll for Ports: when and mod in words, then the same for the program.

    track: the value of that Air/Naval Control is added; each_base: n for each Base that the Axis controls;
    area: n if the Axis controls it (controlled = true) or does not (false).
    """

    ports: Annotated[tuple[PortId, ...], Meta(min_length=1)]
    when: Text
    mod: Text
    track: Literal["east", "west", "south", ""]
    each_base: Annotated[
        bool,
        Has(
            lambda here, _: (here.track != "") + here.each_base + (here.area != "") == 1,
            "one of track, each_base and area",
        ),
    ]
    area: Annotated[OptionalId, Refers("area", empty=True)]
    controlled: bool
    n: Annotated[
        Change,
        Has(lambda here, _: (here.n != 0) == (here.track == ""), "0 with a track, else another number"),
    ]


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
    step: Annotated[Positive, Counts()]
    needs_in_area: ArmyKind
    needs_in_pool: Literal["panzer", "regular", "reduced", ""]
    remove: ArmyKind
    put: Literal["panzer", "regular", "reduced", ""]


PointSource = Literal[
    "festung_sector_axis",
    "fanaticism_value",
    "french_or_ussr_home_area_axis_controlled",
    "completed_project",
]


class VictoryPoint(Sourced, frozen=True, kw_only=True):
    source: PointSource
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
    tracks: Annotated[tuple[Track, ...], Each(values=get_args(TrackId), by="id")]
    production: tuple[ProductionRow, ...]
    seasons: tuple[SeasonRow, ...]
    bombing_of_germany: tuple[Bombing, ...]
    ports: Annotated[tuple[Port, ...], Once(by="port"), Each("port", by="port")]
    port_modifiers: tuple[PortModifier, ...]
    command_limits: tuple[CommandLimit, ...]
    general_limits: tuple[GeneralLimit, ...]
    planning_picks: tuple[PlanningPick, ...]
    allied_dice_modifiers: tuple[AlliedDice, ...]
    axis_dice_modifiers: tuple[AxisDice, ...]
    reduction_priority: tuple[ReductionStep, ...]
    victory_points: Annotated[
        tuple[VictoryPoint, ...], Once(by="source"), Each(values=get_args(PointSource), by="source")
    ]
    victory_levels: tuple[VictoryLevel, ...]


# ---------------------------------------------------------------- sections.toml, black_orchestra.toml


class Section(Sourced, frozen=True, kw_only=True):
    id: SectionId
    name: Text
    controls: Text


class Assignment(Sourced, frozen=True, kw_only=True):
    """The groups of Sections for a number of players: one group for each player."""

    players: Annotated[int, Meta(ge=1, le=4)]
    assignment: Text
    groups: tuple[Annotated[tuple[SectionId, ...], Meta(min_length=1)], ...]


class SectionsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["sections/1"]
    sections: tuple[Section, ...]
    assignments: tuple[Assignment, ...]


class BlackOrchestraCard(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("card")]
    name: Annotated[Text, Unique()]
    value: Literal["plus", "minus", "variable"]


class BlackOrchestraFile(Plain, frozen=True, kw_only=True):
    schema: Literal["black_orchestra/1"]
    cards: Annotated[tuple[BlackOrchestraCard, ...], Meta(min_length=1, max_length=60)]
