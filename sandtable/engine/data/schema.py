"""What the component files of every game are made of: kinds of values, entries with a source, rules, looks.

Each game's own `schema` says what its files hold. These modules are never compiled: msgspec needs its structs
as plain Python classes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.engine.data.relations import Names, Refers, Unique

Source = Literal["rulebook", "inferred", "reconstructed"]
AN_ID = "an id of small letters, digits and underscores"
Id = Annotated[str, Meta(pattern="^[a-z0-9_]+$", description=AN_ID)]
OptionalId = Annotated[str, Meta(pattern="^[a-z0-9_]*$", description=AN_ID + ', or ""')]
Text = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Positive = Annotated[int, Meta(ge=1, le=1000)]
Turn = Annotated[int, Meta(ge=1, le=100)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", description="a colour such as #8c9691")]
Letter = Annotated[str, Meta(pattern="^[A-Z]$", description="a capital letter")]


class Plain(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of an entry."""


class Sourced(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry that says where it comes from."""

    src: Source
    ref: str = ""
    note: str = ""


# ---------------------------------------------------------------- rules.toml


class Rule(Plain, frozen=True, kw_only=True):
    id: Annotated[Text, Names("rule")]
    title: Text
    scope: Literal["core", "advanced", "optional", "solo", "coop", "scenario", "reference"]
    enforce: Text
    replaced_by: str = ""  # the rules that stand in its place in another mode of the game


class RulesFile(Plain, frozen=True, kw_only=True):
    schema: Literal["rules/1"]
    game: Text
    rules: tuple[Rule, ...]


# ---------------------------------------------------------------- drawing.toml


class Look(Sourced, frozen=True, kw_only=True):
    """The colour of something; a game says of what."""

    colour: Colour


class LetteredLook(Look, frozen=True, kw_only=True):
    """A colour and the letter that says the same, for a side."""

    letter: Annotated[Letter, Unique()]


class GroundOf(Sourced, frozen=True, kw_only=True):
    """Land that is drawn as part of an area or of a place never entered; of = "": of none."""

    of: Annotated[OptionalId, Refers("area space", 'the id of an area, or ""', empty=True)]
    points: tuple[tuple[float, float], ...]


class Drawing(Plain, frozen=True, kw_only=True):
    """What every drawing.toml holds; a game adds whose looks it tells."""

    schema: Literal["drawing/1"]
    ground: tuple[GroundOf, ...]
