"""The results of the store: plain immutable records. Times are seconds since 1970, UTC."""

from dataclasses import dataclass, field
from typing import Any, Literal

from sandtable.engine.game import OptionValue

SeatKind = Literal["human", "bot", "hotseat", "open", "invite"]
Status = Literal["open", "playing", "finished"]
EventKind = Literal["choice", "undo"]
Known = Literal["", "import", "save"]  # how future dice may have become known


@dataclass(frozen=True, slots=True)
class Player:
    """A visitor: a guest until there is a password."""

    id: int
    name: str
    password: str | None = field(repr=False)  # an argon2id hash
    created: float
    webhook: str | None = field(repr=False)

    @property
    def guest(self) -> bool:
        """Whether this player has not signed up."""
        return self.password is None


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in; its token is known to that browser only."""

    player: Player
    csrf: str = field(repr=False)
    created: float
    expires: float


@dataclass(frozen=True, slots=True)
class NewSeat:
    """How a seat of a new match is filled; `player_id` for kind human, `bot` (its name) for kind bot."""

    kind: SeatKind
    player_id: int | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a match. `kind` says how it is filled, `player_id` by which player now (None: by nobody)."""

    match_id: str
    seat: int
    kind: SeatKind
    player_id: int | None
    name: str  # the player's name, or empty
    bot: str

    @property
    def free(self) -> bool:
        """Whether the match waits for somebody to take this seat."""
        return self.kind in ("open", "invite", "human") and self.player_id is None


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists of matches show of a position: the seats it waits for, the turn, the result."""

    waiting: tuple[int, ...] = ()
    turn: str = ""
    status: Status = "playing"
    result: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as stored. `seq` is the number of its events; `seed` is secret and never leaves the server."""

    id: str
    game: str
    pack: str  # the folder of its component pack, or empty
    scenario: str
    players: int
    options: dict[str, OptionValue]
    seed: int = field(repr=False)
    base: dict[str, Any] | None = field(
        repr=False
    )  # the packed position in which the events begin; None: the set-up
    name: str
    owner_id: int | None
    listed: bool
    live: bool
    status: Status
    seq: int
    waiting: tuple[int, ...]
    since: float  # when it began to wait for these seats
    turn: str
    result: dict[str, Any] | None
    created: float
    updated: float
    seats: tuple[Seat, ...]
    rules: str = ""  # the hash of the rules that played its events; empty in matches of early versions
    pack_hash: str = ""  # the hash of the components
    known: Known = ""
    # Numbers of events, each with the seed of the dice after it.
    renewed: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    base_seq: int | None = None  # the events after this one begin in a snapshot; None: all from the beginning
    notice: str = ""  # what players read about it

    def held_by(self, player_id: int) -> list[int]:
        """Return the seats for which a player acts: their own, and the hot-seats of a match they own."""
        return [
            seat.seat
            for seat in self.seats
            if seat.player_id == player_id or (seat.kind == "hotseat" and self.owner_id == player_id)
        ]

    def waits_for(self, player_id: int) -> bool:
        """Check whether the match waits for this player."""
        return self.status == "playing" and any(seat in self.waiting for seat in self.held_by(player_id))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The position of a match after `seq` events, the rules that played it, and its whole log."""

    seq: int
    rules: str
    pack_hash: str
    names: str  # a hash of what the numbers in the position mean
    position: dict[str, Any] = field(repr=False)
    log: list[list[Any]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Created:
    """A new match and the secret tokens of its invitation links, by seat; nobody can read them again."""

    match: MatchRecord
    tokens: dict[int, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a match's history: a choice, or an undo that takes back the last choice still standing."""

    seq: int  # 1, 2, 3, …
    kind: EventKind
    seat: int
    choice: int  # its id; -1 for an undo
    at: float


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat message; `name` is the name of its author at the time."""

    id: int
    match_id: str
    player_id: int | None
    name: str
    text: str
    at: float
