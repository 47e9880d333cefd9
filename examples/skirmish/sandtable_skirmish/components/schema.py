"""The shape of Skirmish's component files, and what their entries refer to."""

from typing import Annotated, Literal

from msgspec import Struct

from sandtable.engine.data import schema as base
from sandtable.engine.data.relations import Each, Has, Names, Refers, Unique

Side = Literal["blue", "red"]
AreaId = Annotated[base.Id, Refers("area")]
EachSide = Each(values=("blue", "red"), by="source", words="a source of each side")


class Area(base.Plain, frozen=True, kw_only=True):
    id: Annotated[base.Id, Names("area")]
    name: Annotated[base.Text, Unique()]
    lon: base.Longitude
    lat: float
    points: Literal[0, 1, 2] = 0
    source: Literal["blue", "red", ""] = ""


class Link(base.Plain, frozen=True, kw_only=True):
    a: AreaId
    b: Annotated[AreaId, Has(lambda here, there: here.a != here.b, "another area than a")]


class SideLook(base.LetteredLook, frozen=True, kw_only=True):
    id: Annotated[Literal["blue", "red", "neutral"], Unique()]


class MapFile(base.Plain, frozen=True, kw_only=True):
    areas: Annotated[tuple[Area, ...], EachSide]
    links: tuple[Link, ...]
    sides: Annotated[tuple[SideLook, ...], Each(values=("blue", "red", "neutral"), by="id")]


class UnitType(base.Plain, frozen=True, kw_only=True):
    id: Annotated[base.Id, Names("type")]
    name: base.Text
    moves: base.Positive
    hits: base.Positive
    count: base.Positive


class Card(base.Plain, frozen=True, kw_only=True):
    id: Annotated[base.Id, Names("card")]
    name: base.Text
    kills: base.Count
    text: base.Text


class PiecesFile(base.Plain, frozen=True, kw_only=True):
    types: tuple[UnitType, ...]
    cards: tuple[Card, ...]


class Force(base.Plain, frozen=True, kw_only=True):
    side: Side
    type: Annotated[base.Id, Refers("type")]
    area: Annotated[base.OptionalId, Refers("area", empty=True)] = ""
    count: base.Positive = 1


class ScenarioFile(base.Plain, frozen=True, kw_only=True):
    id: Annotated[base.Id, Names("scenario")]
    name: base.Text
    turns: base.Positive
    forces: tuple[Force, ...]


class Pack(Struct, frozen=True, kw_only=True):
    map: MapFile
    pieces: PiecesFile
    rules: base.RulesFile
    scenarios: tuple[ScenarioFile, ...]
