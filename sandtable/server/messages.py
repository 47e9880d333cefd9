"""The messages that a client is sent: structs that msgspec writes as JSON, and the API describes."""

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
    notices: list[str] = []  # what everybody must know: may the dice be known, have the rules changed
    first: int = 0  # the number of events after which positions can be shown


class SeatOut(msgspec.Struct):
    """A seat: what it is called, how it is filled, by whom, and whether the viewer acts for it."""

    seat: int
    name: str
    kind: str
    player: str  # the name of who sits here, or nothing
    bot: str
    online: bool
    mine: bool


class ChoiceOut(msgspec.Struct):
    """Something that may be clicked."""

    id: int
    key: str
    label: str


class PromptOut(msgspec.Struct):
    """A question to a seat the viewer holds; without choices: it may only take back what it chose last."""

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
    """What changes about a place; the map of the game has the rest."""

    id: str
    choice: int
    owner: str
    marks: tuple[str, ...]


class PieceOut(msgspec.Struct):
    """A counter, or several alike; `place` is the id of a place."""

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
    stage: int  # of the game's order of play; -1 where that cannot be said
    places: list[PlaceOut]
    pieces: list[PieceOut]
    panels: list[PanelOut]


class CardOut(msgspec.Struct):
    """A card or tile the viewer may look at; `pile` says where it lies, `own` whether that is his.

    `held`: in use now, in his hand or in play, so that it belongs before his eyes.
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
    """The log from line `start` on; a client forgets what it had from there."""

    start: int
    lines: list[LineOut]


class ChatOut(msgspec.Struct):
    """Something said at the table."""

    id: int
    name: str
    text: str
    at: float


class StateOut(msgspec.Struct):
    """All that a viewer is shown; `events` is how many there are, `seq` after how many of them this is.

    A live client that asks for it is sent partial states after the first: what they lack of `match` and
    `cards` and of the scene's `places`, `pieces` and `panels` is as it was in the state before.
    """

    type: Literal["state"]
    partial: bool
    match: MatchOut
    seq: int
    events: int
    viewer: int | None  # whose eyes: a seat, or None for what all may see
    seats: list[SeatOut]
    spectators: int  # how many look on without a seat
    waiting: list[int]
    prompts: list[PromptOut]
    result: ResultOut | None
    scene: SceneOut
    cards: list[CardOut]
    log: LogOut
    chat: list[ChatOut] | msgspec.UnsetType = UNSET  # with the first state only; then as messages


class OutcomeOut(msgspec.Struct):
    """An outcome of a fight with its chance; `good`: 1 for who attacks, -1 for who defends, 0 for neither."""

    text: str
    chance: float
    good: int


class FightOut(msgspec.Struct):
    """The odds of one fight; `error`: how far off sampled chances may be, 0 where they are exact."""

    title: str
    rule: str
    outcomes: list[OutcomeOut]
    means: list[tuple[str, float]]
    error: float
    refs: list[int]
    note: str


# --- messages of the live channel besides the state


class Presence(msgspec.Struct, tag="presence"):
    """Who is at the table, when nothing else has changed."""

    seats: list[SeatOut]
    spectators: int


class Said(ChatOut, tag="chat"):
    """Something that was just said."""


class Ack(msgspec.Struct, tag="ack"):
    """A choice or an undo is written down; `seq` is the number of events now."""

    seq: int


class RefusedOut(msgspec.Struct, tag="refused"):
    """Something is not allowed, and nothing has changed; `stale`: only because the table has moved on."""

    text: str
    rule: str
    seq: int
    stale: bool


class ExplainedOut(msgspec.Struct, tag="explained"):
    """Whether something may be chosen now, and why not."""

    seat: int
    choice: int | str
    allowed: bool
    text: str
    rule: str


class Trouble(msgspec.Struct, tag="error"):
    """Something went wrong; a sentence."""

    text: str
