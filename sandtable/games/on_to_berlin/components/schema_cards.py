"""The shape of the cards of On To Berlin! and of what their events do.

This module is never compiled: msgspec needs its structs as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine.data.relations import Names, Once, Refers
from sandtable.engine.data.schema import Count, Id, OptionalId, Plain, Positive, Source, Text

Side = Literal["axis", "allied"]
Kind = Literal["land", "air", "naval"]
Sv = Annotated[int, Meta(ge=1, le=9)]

AreaId = Annotated[Id, Refers("area")]
LandId = Annotated[Id, Refers("land_area", "the id of a Land area")]
SeaId = Annotated[Id, Refers("sea_area", "the id of a Sea area")]
TrackId = Annotated[Id, Refers("track", "a track of tracks.toml")]


class Choice(Plain, frozen=True, kw_only=True, tag_field="op"):
    """One of the ways to use a card that offers several."""


class Join(Choice, frozen=True, kw_only=True, tag="join"):
    side: Side
    nations: Annotated[
        tuple[Annotated[Id, Refers("open_nation", "the id of a Neutral nation without a track")], ...], Once()
    ]


class MoveMarker(Choice, frozen=True, kw_only=True, tag="move_marker"):
    tracks: Annotated[tuple[TrackId, ...], Once()]
    steps: Literal[-1, 1]


class MoveMarkersEach(Choice, frozen=True, kw_only=True, tag="move_markers_each"):
    tracks: Annotated[tuple[TrackId, ...], Once()]
    steps: Literal[-1, 1]


class ReturnNation(Choice, frozen=True, kw_only=True, tag="return_nation"):
    nation: Id
    area: LandId


class EventBase(Plain, frozen=True, kw_only=True, tag_field="op"):
    """What the event of a card does."""

    mandatory: bool


class DoubleAction(EventBase, frozen=True, kw_only=True, tag="double_action"):
    kinds: Annotated[tuple[Kind, ...], Once()]


class Counterattack(EventBase, frozen=True, kw_only=True, tag="counterattack"):
    hit_factor: Positive


class ChooseOne(EventBase, frozen=True, kw_only=True, tag="choose_one"):
    options: Annotated[tuple[Join | MoveMarker | MoveMarkersEach | ReturnNation, ...], Meta(min_length=1)]


class Develop(EventBase, frozen=True, kw_only=True, tag="develop"):
    cards: Positive
    sv: Annotated[tuple[Sv, ...], Meta(min_length=1)]


class Recover(EventBase, frozen=True, kw_only=True, tag="recover"):
    nations: Literal["one", "all"]
    max_units: Count
    partisans: OptionalId


class Redeploy(EventBase, frozen=True, kw_only=True, tag="redeploy"):
    max_units: Positive
    kinds: Annotated[tuple[Kind, ...], Once()]
    naval_capacity: bool
    naval_move_spends: bool


class CommerceRaid(EventBase, frozen=True, kw_only=True, tag="commerce_raid"):
    areas: Annotated[tuple[SeaId, ...], Meta(min_length=1), Once()]
    american_areas: tuple[Id, ...]
    areas_max: Positive
    discards_per_hit: Positive
    max_discards: Positive
    free_submarine_move: bool


class Placement(Plain, frozen=True, kw_only=True):
    unit: Id
    area: Id


class ChangeSide(EventBase, frozen=True, kw_only=True, tag="change_side"):
    nation: Id
    area: LandId
    side: Side
    place: tuple[Placement, ...]


class ReleaseNewWeapons(EventBase, frozen=True, kw_only=True, tag="release_new_weapons"):
    max_units: Positive
    nations: Annotated[tuple[Id, ...], Meta(min_length=1), Once()]
    needs_area: Annotated[OptionalId, Refers("area", empty=True)]
    needs_at_war: tuple[Id, ...]


class AmphibiousAssault(EventBase, frozen=True, kw_only=True, tag="amphibious_assault"):
    kinds: Annotated[tuple[Kind, ...], Once()]
    seas: Annotated[tuple[SeaId, ...], Once()]
    seas_max: Count
    landing: Annotated[tuple[LandId, ...], Once()]
    allowance: Positive
    capacity_factor: Positive
    airborne_nations: Annotated[tuple[Id, ...], Once()]
    airborne_landing: Annotated[tuple[LandId, ...], Once()]
    airborne_range: Count
    airborne_units: Count


class Bombing(EventBase, frozen=True, kw_only=True):
    range: Count
    hits_per_discard_full: Positive
    hits_per_discard_half: Positive
    max_discards: Positive


class StrategicBombing(Bombing, frozen=True, kw_only=True, tag="strategic_bombing"):
    """Strategic Bombing alone."""


class LongRangeBombing(Bombing, frozen=True, kw_only=True, tag="long_range_bombing"):
    """Strategic Bombing or an Airstrike."""


Event = (
    DoubleAction
    | Counterattack
    | ChooseOne
    | Develop
    | Recover
    | Redeploy
    | CommerceRaid
    | ChangeSide
    | ReleaseNewWeapons
    | AmphibiousAssault
    | StrategicBombing
    | LongRangeBombing
)


class Card(Plain, frozen=True, kw_only=True):
    id: Annotated[Id, Names("card")]
    name: Text
    owner: Side
    sv: Sv
    start: Literal["deck", "development_pool"]
    reaction: bool
    remove_after_play: bool
    text: Text
    name_src: Source
    name_ref: str = ""
    sv_src: Source
    sv_ref: str = ""
    event_src: Source
    event_ref: str = ""
    event: Event


class CardsFile(Plain, frozen=True, kw_only=True):
    schema: Literal["cards/1"]
    cards: tuple[Card, ...]
