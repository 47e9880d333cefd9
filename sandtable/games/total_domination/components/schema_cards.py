"""The shape of the files about cards: technologies, cards of the decks, cards of the solo game.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.relations import Counts, Each, Names, Once, Refers, Unique
from sandtable.engine.data.schema import Count, Id, Plain, Positive, Source, Sourced, Text

AreaId = Annotated[Id, Refers("area")]
PowerId = Annotated[Id, Refers("power")]
PlayerId = Annotated[Id, Refers("player", "the id of a power that a player runs")]
AdditionalId = Annotated[Id, Refers("additional", "the id of an additional power")]
TechnologyId = Annotated[Id, Refers("technology")]
CardId = Annotated[Id, Refers("card")]
EveryPlayer = (Once(), Each("player", words="each power that a player runs"))

TypeId = Literal["army", "fleet", "air_fleet", "u_boot", "resistance"]
TechColour = Literal["army", "navy", "engineering", "intelligence", "rocketry"]
Ops = Annotated[int, Meta(ge=1, le=9)]
Few = Annotated[int, Meta(ge=0, le=9)]
Change = Annotated[int, Meta(ge=-3, le=0)]
Year = Annotated[int, Meta(ge=1939, le=1945)]

# ---------------------------------------------------------------- technologies.toml


class Effect(Plain, frozen=True, kw_only=True):
    """What a technology does: changes of the costs in tables.toml, and values of its own; 0: nothing."""

    move_land: Change = 0
    move_fleet: Change = 0
    attack_land: Change = 0
    attack_fleet: Change = 0
    attack_fleet_coastal: Change = 0
    attack_land_coastal: Change = 0
    deploy_land: Change = 0
    deploy_fleet: Change = 0
    rocket_discard: Change = 0
    air_fleet_limit: Few = 0
    rocket_min_ops: Few = 0
    rocket_discards: Few = 0
    espionage: bool = False
    enigma: bool = False


class Technology(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("technology")]
    code: Annotated[
        str, Meta(pattern="^[A-E][1-9]$", description="a letter from A to E and a digit"), Unique()
    ]
    name: Annotated[Text, Unique()]
    colour: TechColour
    cube: Literal["brown", "blue", "yellow", "purple", "orange"]
    requires_all: Annotated[tuple[TechnologyId, ...], Once()]
    requires_any: Annotated[tuple[TechnologyId, ...], Once()]
    effect: Effect
    prereq_src: Source
    prereq_note: str = ""


class TechnologiesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["technologies/1"]
    vp_first_colour: Count
    vp_each_further_colour: Count
    vp_maximum: Count
    vp_src: Source
    vp_ref: str
    technologies: Annotated[tuple[Technology, ...], Meta(max_length=60)]


# ---------------------------------------------------------------- cards.toml


class EventBase(Plain, frozen=True, kw_only=True, tag_field="op"):
    """What the event of a card does."""


class Value(EventBase, frozen=True, kw_only=True, tag="value"):
    """Other OPs for the card's own colour."""

    ops: Ops


class PlusOne(EventBase, frozen=True, kw_only=True, tag="plus_one"):
    """One OP more for oneself or the teammate."""


class MinusOne(EventBase, frozen=True, kw_only=True, tag="minus_one"):
    """One OP less for an opponent."""


class Logistics(EventBase, frozen=True, kw_only=True, tag="logistics"):
    """The number of icons of each kind."""

    army: Few
    fleet: Few
    air_fleet: Few
    move: Few
    puppets: Few
    resistance: Few


class Science(EventBase, frozen=True, kw_only=True, tag="science"):
    """A technology from the discard pile."""


class Influence(EventBase, frozen=True, kw_only=True, tag="influence"):
    nation: Annotated[Id, Refers("influence_nation")]
    vp: Annotated[int, Meta(ge=1, le=9)]


class Peace(EventBase, frozen=True, kw_only=True, tag="peace"):
    bonus: Few


Event = Value | PlusOne | MinusOne | Logistics | Science | Influence | Peace


class Card(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("card")]
    no: Annotated[Positive, Counts()]
    name: Annotated[Text, Unique()]
    colour: Annotated[Id, Refers("player additional", "the id of a player's power or an additional one")]
    ops: Ops
    technology: TechnologyId
    text: Text
    event: Event


class InfluenceNation(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("influence_nation")]
    name: Text


class CardsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["cards/1"]
    cards: Annotated[tuple[Card, ...], Meta(max_length=200)]
    influence_nations: Annotated[tuple[InfluenceNation, ...], Meta(max_length=60)]


# ---------------------------------------------------------------- solo.toml


class Lane(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("lane")]
    areas: Annotated[tuple[AreaId, ...], Meta(min_length=1)]


class SoloAction(Plain, frozen=True, kw_only=True):
    action: Literal["move", "deploy", "destroy"]
    unit: Literal["army", "fleet"]


class SoloCard(Sourced, frozen=True, kw_only=True):
    id: Annotated[Id, Names("solo_card")]
    no: Annotated[Positive, Counts()]
    year: Year
    germany: Annotated[tuple[SoloAction, ...], Meta(min_length=1)]
    japan: Annotated[tuple[SoloAction, ...], Meta(min_length=1)]
    arrows: Annotated[tuple[tuple[Annotated[Id, Refers("lane")], ...], ...], Meta(min_length=1)]


class SoloFile(Plain, frozen=True, kw_only=True):
    schema: Literal["solo/1"]
    human_powers: tuple[PlayerId, ...]
    human_powers_src: Source
    human_powers_ref: str
    axis_wins_at: Positive
    axis_wins_at_src: Source
    axis_wins_at_ref: str
    removed_types: Annotated[tuple[TypeId, ...], Once()]
    blank_events: Annotated[
        tuple[Literal["value", "plus_one", "minus_one", "science", "influence", "peace"], ...], Once()
    ]
    removed_src: Source
    removed_ref: str
    first_label: Year
    remove_1939_cards_each_year: Count
    discard_after_draw: Count
    deck_src: Source
    deck_ref: str
    stuck_bonus_vp: Count
    stuck_bonus_vp_src: Source
    stuck_bonus_vp_ref: str
    axis_any_order: tuple[TechnologyId, ...]
    axis_any_order_src: Source
    axis_any_order_ref: str
    axis_with_prerequisites: tuple[TechnologyId, ...]
    axis_with_prerequisites_src: Source
    axis_with_prerequisites_ref: str
    axis_conditional: tuple[TechnologyId, ...]
    conditional_on: TechnologyId
    axis_conditional_src: Source
    axis_conditional_ref: str
    axis_forbidden: tuple[TechnologyId, ...]
    axis_forbidden_src: Source
    axis_forbidden_ref: str
    lanes: tuple[Lane, ...]
    solo_cards: tuple[SoloCard, ...]
