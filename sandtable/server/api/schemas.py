"""The data that clients send and receive over HTTP; `messages.py` has those of a state."""

from typing import Annotated, Any, Final, Literal

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import SecurityRequirement
from msgspec import Meta, Struct

from sandtable.engine.game import OptionValue
from sandtable.server.config import Limits
from sandtable.server.messages import ChatOut, FightOut, ResultOut
from sandtable.server.passwords import LEAST, MOST
from sandtable.server.store.records import SeatKind, Status

LIMITS: Final = Limits()
BIG: Final = 2**31 - 1

Number = Annotated[int, Meta(ge=0, le=BIG)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Choice = Annotated[int, Meta(ge=0, le=BIG)] | Annotated[str, Meta(min_length=1, max_length=200)]
Word = Annotated[str, Meta(max_length=60)]
Name = Annotated[str, Meta(max_length=LIMITS.name_letters)]
OptionIn = bool | Annotated[int, Meta(ge=-BIG, le=BIG)] | Word


class Refusal(Struct):
    """A refusal: a sentence, and the rule of the game on which it depends, if any."""

    text: str
    rule: str = ""


# --- games


class ScenarioOut(Struct):
    """A scenario: its numbers of players, the usual one, and the names of the seats."""

    id: str
    title: str
    seats: list[int]
    players: int
    seat_names: dict[str, list[str]]


class OptionOut(Struct):
    """An option of the game."""

    id: str
    title: str
    values: list[OptionValue]
    default: OptionValue
    help: str


class StageOut(Struct):
    """A part of a turn."""

    text: str
    rule: str


class OrderOut(Struct):
    """The order of play: a sentence about the whole, and the stages of a turn."""

    text: str
    rule: str
    stages: list[StageOut]


class BotOut(Struct):
    """A bot for a seat: its id, its title, and what it is like."""

    name: str
    title: str
    about: str


class GameOut(Struct):
    """A game; `about` describes it in one line."""

    slug: str
    title: str
    about: str
    order: OrderOut
    scenarios: list[ScenarioOut]
    options: list[OptionOut]
    bots: list[BotOut]
    packs: list[str]


class GamesOut(Struct):
    """All games."""

    games: list[GameOut]


class RuleOut(Struct):
    """A rule in our words."""

    id: str
    title: str
    scope: str
    text: str


class RulesOut(Struct):
    """All rules of a game."""

    rules: list[RuleOut]


# --- people


class PlayerOut(Struct):
    """The visitor; nobody else is sent this."""

    name: str
    guest: bool
    webhook: str | None


class Me(Struct):
    """The visitor, and the token for X-Sandtable-CSRF that every change needs."""

    player: PlayerOut
    csrf: str


class SignUp(Struct, forbid_unknown_fields=True):
    """A new name and password."""

    name: Annotated[str, Meta(min_length=1, max_length=LIMITS.name_letters)]
    password: Annotated[str, Meta(min_length=LEAST, max_length=MOST)]


class SignIn(Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=MOST)]


class NewPassword(Struct, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: Annotated[str, Meta(max_length=MOST)]
    new: Annotated[str, Meta(min_length=LEAST, max_length=MOST)]


class MeIn(Struct, forbid_unknown_fields=True):
    """What visitors may change about themselves."""

    webhook: Annotated[str, Meta(max_length=LIMITS.webhook_letters)] | None


# --- matches


class SeatIn(Struct, forbid_unknown_fields=True):
    """How to fill a seat: human is the player who asks; `bot` names a bot (default: the best)."""

    kind: SeatKind
    bot: Word = ""


class NewMatch(Struct, forbid_unknown_fields=True):
    """A new match; what is left out has the game's default. Default seats: the player against bots."""

    game: Word
    scenario: Word | None = None
    players: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: Annotated[dict[Word, OptionIn], Meta(max_length=60)] = {}
    pack: Word = ""
    seats: Annotated[list[SeatIn], Meta(max_length=16)] | None = None
    name: Name = ""
    listed: bool = False
    live: bool = True


class MatchIn(Struct, forbid_unknown_fields=True):
    """What the owner may change of a match."""

    name: Name
    listed: bool


class SeatOfMatch(Struct):
    """A seat and its player; `free`: the match waits for somebody to take it."""

    seat: int
    name: str
    kind: SeatKind
    player: str
    bot: str
    free: bool
    mine: bool


class MatchLine(Struct):
    """A match as lists show it. Times are seconds since 1970."""

    id: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    pack: str
    players: int
    options: dict[str, OptionValue]
    name: str
    status: Status
    listed: bool
    live: bool
    owner: bool  # whether the visitor owns it
    seq: int
    seats: list[SeatOfMatch]
    waiting: list[int]
    since: float
    turn: str
    my_turn: bool
    overdue: list[
        int
    ]  # seats of others that can be filled again, since they have kept the table waiting too long
    result: ResultOut | None
    created: float
    updated: float
    notices: list[str]  # what everybody must know, e.g. that dice may be known or rules have changed


class Invite(Struct):
    """The link for a seat; it is shown only once."""

    seat: int
    link: str


class MatchMade(MatchLine):
    """A new match and the links for its invited seats."""

    invites: list[Invite] = []


class MatchesOut(Struct):
    """A list of matches."""

    matches: list[MatchLine]


class Join(Struct, forbid_unknown_fields=True):
    """The open seat to take; by default the first."""

    seat: SeatNumber | None = None


class Begin(Struct, forbid_unknown_fields=True):
    """Let an open match begin; `fill` names a bot for the seats that are still free."""

    fill: Word = ""


class SeatAnew(Struct, forbid_unknown_fields=True):
    """How to fill a seat again."""

    kind: Literal["bot", "hotseat", "open", "invite"]
    bot: Word = ""


class SaveIn(Struct, forbid_unknown_fields=True):
    """A save, as the text of its file; seats as in a new match, without open and invited ones."""

    save: Annotated[str, Meta(min_length=2, max_length=LIMITS.save_bytes)]
    seats: Annotated[list[SeatIn], Meta(max_length=16)] | None = None
    pack: Word = ""
    name: Name = ""


# --- playing


class Choose(Struct, forbid_unknown_fields=True):
    """A choice: the number of events that the client has seen, the seat, and an id or key."""

    seq: Number
    seat: SeatNumber
    choice: Choice


class Undo(Struct, forbid_unknown_fields=True):
    """Take back the last choice of a seat."""

    seq: Number
    seat: SeatNumber


class Ack(Struct):
    """The number of events, now that the store has this one."""

    seq: int


class ExplainedOut(Struct):
    """Whether a choice is allowed now, and why not."""

    seat: int
    choice: str
    allowed: bool
    text: str
    rule: str


class OddsOut(Struct):
    """The odds of the current and next fights after `seq` events."""

    seq: int
    fights: list[FightOut]


class HintOut(Struct):
    """What a bot would choose for a seat after `seq` events, and why."""

    seq: int
    seat: int
    choice: int
    text: str


class WhyOut(Struct):
    """Why a bot made the choice of this event."""

    event: int
    seat: int
    text: str


class ReasonsOut(Struct):
    """The seats for which `why` has an answer."""

    seats: list[int]


class ChatIn(Struct, forbid_unknown_fields=True):
    """A chat message to send."""

    text: Annotated[str, Meta(min_length=1, max_length=LIMITS.chat_letters)]


class ChatsOut(Struct):
    """Chat messages."""

    chat: list[ChatOut]


class Note(Struct, forbid_unknown_fields=True):
    """A private note."""

    text: Annotated[str, Meta(max_length=LIMITS.note_letters)]


# --- refusals in the description

WHY: Final = {
    400: "The request does not have the shape described here",
    401: "There is no session, or it has ended",
    403: "The visitor may not do this",
    404: "This does not exist",
    405: "This cannot be done at this address",
    409: "It cannot be done now",
    413: "The request is too large",
    429: "Too many requests; the header Retry-After says how long to wait",
    500: "A mistake in Sandtable",
    503: "The store does not answer; nothing was changed",
}


def refusals(*more: int) -> dict[int, ResponseSpec]:
    """Return the refusals of an operation: those that all may give, and these."""
    codes = sorted({400, 404, 429, 503, *more})
    return {code: ResponseSpec(Refusal, generate_examples=False, description=WHY[code]) for code in codes}


def changes(*more: int) -> dict[int, ResponseSpec]:
    """Return the refusals of an operation that changes something, and these."""
    return refusals(401, 403, 409, 413, *more)


def gives(what: Any, media_type: str = "application/json", code: int = 200) -> dict[int, ResponseSpec]:
    """Return the answer of an operation whose handler returns bytes."""
    return {code: ResponseSpec(what, generate_examples=False, description="Done", media_type=media_type)}


# --- what a request must carry

SEEN: Final[list[SecurityRequirement]] = [{"session": []}]
SIGNED: Final[list[SecurityRequirement]] = [{"session": [], "csrf": []}]
