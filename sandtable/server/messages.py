"""The messages to clients: structs that msgspec writes as JSON and the API describes."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sandtable.engine.game import OptionValue

UNSET: Final = msgspec.UNSET


class MatchOut(msgspec.Struct):
    """The match itself."""

    id: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    name: str
    status: str
    options: dict[str, OptionValue]
    created: float
    live: bool
    notices: list[str] = []  # e.g. that dice may be known, or that rules have changed
    first: int = 0  # the number of events before the first position that can be shown


class SeatOut(msgspec.Struct):
    """A seat: what it is called, how it is filled, by whom, and whether the viewer acts for it."""

    seat: int
    name: str
    kind: str
    player: str  # the name of the player, or nothing
    bot: str
    online: bool
    mine: bool


class ChoiceOut(msgspec.Struct):
    """Something that can be clicked."""

    id: int
    key: str
    label: str


class PromptOut(msgspec.Struct):
    """A question to one of the viewer's seats; without choices it only offers to undo the last one."""

    seat: int
    text: str
    rule: str
    choices: list[ChoiceOut]
    can_undo: bool


class ResultOut(msgspec.Struct):
    """How the game ended."""

    text: str
    rule: str
    scores: list[float]


class PlaceOut(msgspec.Struct):
    """The changing parts of a place; the map of the game has the rest."""

    id: str
    choice: int
    owner: str
    marks: tuple[str, ...]


class PieceOut(msgspec.Struct):
    """A counter, or several identical ones; `place` is the id of a place."""

    choice: int
    place: str
    kind: str
    name: str
    side: str
    nation: str
    symbol: str
    strength: str
    full: bool
    number: int
    status: str
    label: str
    shape: str = ""


class PanelOut(msgspec.Struct):
    """A titled table beside the map."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class SceneOut(msgspec.Struct):
    """The table as the viewer sees it."""

    title: str
    subtitle: str
    stage: int  # of the game's order of play; -1 if there is none
    places: list[PlaceOut]
    pieces: list[PieceOut]
    panels: list[PanelOut]


class CardOut(msgspec.Struct):
    """A card or tile that the viewer may see; `pile` says where it lies, `own` whether it is theirs.

    `held`: in use now, in the viewer's hand or in play, so it is shown below the map.
    """

    choice: int
    id: str
    name: str
    text: str
    value: int | None
    kind: str
    colour: str
    pile: str
    own: bool
    held: bool


class LineOut(msgspec.Struct):
    """A line of the log; `event` is the number of the event that wrote it, for stepping back."""

    text: str
    rule: str
    refs: tuple[int, ...]
    event: int


class LogOut(msgspec.Struct):
    """The log from line `start` on; a client drops the lines it had from there."""

    start: int
    lines: list[LineOut]


class ChatOut(msgspec.Struct):
    """A chat message."""

    id: int
    name: str
    text: str
    at: float


class StateOut(msgspec.Struct):
    """The whole state for a viewer, after `seq` of `events` events.

    A live client may ask for partial states after the first. They omit those of `match`, `cards` and the
    scene's `places`, `pieces` and `panels` that have not changed since the state before.
    """

    type: Literal["state"]
    partial: bool
    match: MatchOut
    seq: int
    events: int
    viewer: int | None  # the seat that sees this, or None for what all may see
    seats: list[SeatOut]
    spectators: int  # watchers without a seat
    waiting: list[int]
    prompts: list[PromptOut]
    result: ResultOut | None
    scene: SceneOut
    cards: list[CardOut]
    log: LogOut
    chat: list[ChatOut] | msgspec.UnsetType = UNSET  # with the first state only; then as messages


class OutcomeOut(msgspec.Struct):
    """An outcome of a fight with its chance; `good`: 1 for the attacker, -1 for the defender, else 0."""

    text: str
    chance: float
    good: int


class FightOut(msgspec.Struct):
    """The odds of one fight; `error` is the possible error of sampled chances, 0 if they are exact."""

    title: str
    rule: str
    outcomes: list[OutcomeOut]
    means: list[tuple[str, float]]
    error: float
    refs: list[int]
    note: str


# --- messages of the live channel besides the state


class Presence(msgspec.Struct, tag="presence"):
    """The people at the table, sent when nothing else has changed."""

    seats: list[SeatOut]
    spectators: int


class Said(ChatOut, tag="chat"):
    """A new chat message."""


class Ack(msgspec.Struct, tag="ack"):
    """The store has a choice or an undo; `seq` is the number of events now."""

    seq: int


class RefusedOut(msgspec.Struct, tag="refused"):
    """A refusal; nothing has changed. `stale`: only because the client saw an older position."""

    text: str
    rule: str
    seq: int
    stale: bool


class ExplainedOut(msgspec.Struct, tag="explained"):
    """Whether a choice is allowed now, and why not."""

    seat: int
    choice: int | str
    allowed: bool
    text: str
    rule: str


class ErrorOut(msgspec.Struct, tag="error"):
    """An error, in a sentence."""

    text: str
