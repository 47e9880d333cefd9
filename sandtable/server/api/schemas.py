"""The shapes of what clients send and are sent over HTTP; those of a state are in `payload`."""

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
    """Why something was not done: a sentence, and the rule of the game it hangs on, if any."""

    text: str
    rule: str = ""


# --- games


class ScenarioOut(Struct):
    """A way to set a game up: the numbers of players, the usual one, and what their seats are called."""

    id: str
    title: str
    seats: list[int]
    players: int
    seat_names: dict[str, list[str]]


class OptionOut(Struct):
    """A choice made before the game."""

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
    """The order of play: a sentence about the whole, and what a turn consists of."""

    text: str
    rule: str
    stages: list[StageOut]


class BotOut(Struct):
    """A bot that a seat can be given to: its name, what it is called, and what it is like."""

    name: str
    title: str
    about: str


class GameOut(Struct):
    """A game on the shelf; `about` is what it is in a line."""

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
    """The visitor himself; nobody else is sent this."""

    name: str
    guest: bool
    webhook: str | None


class Me(Struct):
    """Who asks, and what his requests that change something must carry in X-Sandtable-CSRF."""

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
    """The present password and the one to come."""

    old: Annotated[str, Meta(max_length=MOST)]
    new: Annotated[str, Meta(min_length=LEAST, max_length=MOST)]


class MeIn(Struct, forbid_unknown_fields=True):
    """What may be changed of oneself."""

    webhook: Annotated[str, Meta(max_length=LIMITS.webhook_letters)] | None


# --- matches


class SeatIn(Struct, forbid_unknown_fields=True):
    """How a seat is filled: human is the asker himself; `bot` names a bot (the best if none is named)."""

    kind: SeatKind
    bot: Word = ""


class NewMatch(Struct, forbid_unknown_fields=True):
    """A match to be made; what is left out is the game's own default, seats: the asker against bots."""

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
    """Who sits where; `free`: somebody must still sit down here."""

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
    owner: bool  # whether it is the asker's
    seq: int
    seats: list[SeatOfMatch]
    waiting: list[int]
    since: float
    turn: str
    my_turn: bool
    overdue: list[int]  # seats of others that have kept the table waiting too long: they may be filled anew
    result: ResultOut | None
    created: float
    updated: float
    notices: list[str]  # what everybody at the table must know: may the dice be known, have rules changed


class Invite(Struct):
    """The link for a seat; it is told only once."""

    seat: int
    link: str


class MatchMade(MatchLine):
    """A new match and the links for its invited seats."""

    invites: list[Invite] = []


class MatchesOut(Struct):
    """A list of matches."""

    matches: list[MatchLine]


class Join(Struct, forbid_unknown_fields=True):
    """Which open seat to take; the first if none is named."""

    seat: SeatNumber | None = None


class Begin(Struct, forbid_unknown_fields=True):
    """Let an open match begin; `fill` names a bot for the seats that are still free."""

    fill: Word = ""


class SeatAnew(Struct, forbid_unknown_fields=True):
    """How a seat is filled anew."""

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
    """A choice: how many events the client has seen, for which seat, and an id or key."""

    seq: Number
    seat: SeatNumber
    choice: Choice


class Undo(Struct, forbid_unknown_fields=True):
    """Take back the last choice of a seat."""

    seq: Number
    seat: SeatNumber


class Ack(Struct):
    """It is written down: so many events there are now."""

    seq: int


class ExplainedOut(Struct):
    """Whether something may be chosen now, and why not."""

    seat: int
    choice: str
    allowed: bool
    text: str
    rule: str


class OddsOut(Struct):
    """The odds of the fights in sight after `seq` events."""

    seq: int
    fights: list[FightOut]


class HintOut(Struct):
    """What a bot would choose for a seat after `seq` events, and why."""

    seq: int
    seat: int
    choice: int
    text: str


class WhyOut(Struct):
    """Why a bot chose in the event of that number."""

    event: int
    seat: int
    text: str


class ReasonsOut(Struct):
    """The seats for which `why` has an answer."""

    seats: list[int]


class ChatIn(Struct, forbid_unknown_fields=True):
    """Something to say."""

    text: Annotated[str, Meta(min_length=1, max_length=LIMITS.chat_letters)]


class ChatsOut(Struct):
    """What was said."""

    chat: list[ChatOut]


class Note(Struct, forbid_unknown_fields=True):
    """A private note."""

    text: Annotated[str, Meta(max_length=LIMITS.note_letters)]


# --- refusals in the description

WHY: Final = {
    400: "The request does not have the shape described here",
    401: "There is no session, or it has ended",
    403: "The request is not the visitor's to make",
    404: "There is no such thing",
    405: "This cannot be done at this address",
    409: "It cannot be done now",
    413: "The request is too large",
    429: "Too much at once; the header Retry-After says how long to wait",
    500: "A mistake of ours",
    503: "The store does not answer; nothing was changed",
}


def refusals(*more: int) -> dict[int, ResponseSpec]:
    """The refusals of an operation: those that every one may give, and these."""
    codes = sorted({400, 404, 429, 503, *more})
    return {code: ResponseSpec(Refusal, generate_examples=False, description=WHY[code]) for code in codes}


def changes(*more: int) -> dict[int, ResponseSpec]:
    """The refusals of an operation that changes something, and these."""
    return refusals(401, 403, 409, 413, *more)


def gives(what: Any, media_type: str = "application/json", code: int = 200) -> dict[int, ResponseSpec]:
    """The answer of an operation whose handler gives bytes."""
    return {code: ResponseSpec(what, generate_examples=False, description="Done", media_type=media_type)}


# --- what a request must carry

SEEN: Final[list[SecurityRequirement]] = [{"session": []}]
SIGNED: Final[list[SecurityRequirement]] = [{"session": [], "csrf": []}]
