"""Fair shares of the bots' time for all players, however many matches each has open.

Each address has an equal share, and so has each player of one address. The next question is that of the
player who has used the least. Unused time is not saved up. Matches that nobody watches come last, but none of
their questions waits for more than some seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

PATIENCE_SECONDS: Final = 20.0  # after which a question of an unwatched match comes first
ALMS_SECONDS: Final = 10.0  # between two questions that come first for this reason
MOST: Final = 1_000  # addresses or players whose use is remembered

T = TypeVar("T")


class Person(NamedTuple):
    """A player and the address of their requests; a player without an address shares with nobody."""

    player: int
    address: str


def nobody() -> Sequence[Person]:
    """Return an empty list of players."""
    return ()


def always() -> bool:
    """Return True."""
    return True


@dataclass(frozen=True, slots=True)
class Claim:
    """The players for whom a question is asked.

    It is evaluated when a bot is free, since much may change before.
    """

    people: Callable[[], Sequence[Person]] = (
        nobody  # of several, the question counts for the one who has used least
    )
    watched: Callable[[], bool] = always  # whether somebody watches the match
    wanted: Callable[[], bool] = always  # whether anybody still needs the answer
    hint: bool = False  # whether a player waits for it, and not a match


ANYBODY: Final = Claim()


class Use:
    """How much time each party has used, as far as it matters now (start-time fair queuing)."""

    def __init__(self) -> None:
        self._used: dict[object, float] = {}
        self._now = 0.0  # the use of the party that was served last; no party counts for less

    def of(self, party: object) -> float:
        """Return how much a party has used."""
        return max(self._now, self._used.get(party, 0.0))

    def serve(self, party: object, seconds: float) -> None:
        """Count a question that is begun now."""
        self._now = self.of(party)
        self._used[party] = self._now + seconds
        if len(self._used) > MOST:
            self._used = {each: used for each, used in self._used.items() if used > self._now}

    def correct(self, party: object, seconds: float) -> None:
        """Add the difference between the estimated and the real time of a question."""
        if party in self._used:
            self._used[party] += seconds


class Shares:
    """The use of addresses, and of the players of each."""

    def __init__(self) -> None:
        self._addresses = Use()
        self._players: dict[object, Use] = {}

    def of(self, person: Person) -> tuple[float, float]:
        """Return what counts against a player: the use of their address, then their own."""
        party = party_of(person)
        players = self._players.get(party)
        return self._addresses.of(party), 0.0 if players is None else players.of(person.player)

    def serve(self, person: Person, seconds: float) -> None:
        """Count a question that begins now."""
        party = party_of(person)
        self._addresses.serve(party, seconds)
        if party not in self._players and len(self._players) > MOST:
            self._players.clear()
        self._players.setdefault(party, Use()).serve(person.player, seconds)

    def correct(self, person: Person, seconds: float) -> None:
        """Add the difference between the estimated and the real time of a question."""
        party = party_of(person)
        self._addresses.correct(party, seconds)
        if party in self._players:
            self._players[party].correct(person.player, seconds)


def party_of(person: Person) -> object:
    """Return the party of a player: their address, or themselves if there is none."""
    return person.address or person.player


NOBODY: Final = Person(-1, "")


@dataclass(eq=False, slots=True)
class Waiting(Generic[T]):
    """A question that waits for its turn."""

    claim: Claim
    seconds: float  # estimated
    told: T  # who waits for it
    since: float = field(default_factory=time.monotonic)
    person: Person = NOBODY  # for whom it counts, once it is its turn


class Lane(Generic[T]):
    """The questions that wait for the same processes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: list[Waiting[T]] = []
        self._shares = Shares()
        self._alms = -ALMS_SECONDS  # when a question came first because it had waited for long

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, one: Waiting[T]) -> None:
        """Let a question wait."""
        one.since = self._clock()
        self._waiting.append(one)

    def remove(self, one: Waiting[T]) -> None:
        """Remove a question, if it still waits."""
        if one in self._waiting:
            self._waiting.remove(one)

    def unwanted(self) -> list[Waiting[T]]:
        """Remove and return the questions that nobody needs any more."""
        kept: list[Waiting[T]] = []
        gone: list[Waiting[T]] = []
        for one in self._waiting:
            (kept if one.claim.wanted() else gone).append(one)
        self._waiting = kept
        return gone

    def clear(self) -> list[Waiting[T]]:
        """Remove and return all questions."""
        gone, self._waiting = self._waiting, []
        return gone

    def take(self) -> Waiting[T] | None:
        """Take the next question and count it; None if none waits."""
        if not self._waiting:
            return None
        now = self._clock()
        chosen = self._forgotten(now) or min(self._waiting, key=self._place)
        self._waiting.remove(chosen)
        chosen.person = self._whose(chosen.claim)
        self._shares.serve(chosen.person, chosen.seconds)
        return chosen

    def ended(self, one: Waiting[T], seconds: float) -> None:
        """Note how long a question really took."""
        self._shares.correct(one.person, seconds - one.seconds)

    def _place(self, one: Waiting[T]) -> tuple[bool, float, float, float, float]:
        """Return the sort key of a question; of one player's questions, short ones come first."""
        address, own = self._shares.of(self._whose(one.claim))
        return not one.claim.watched(), address, own, one.seconds, one.since

    def _whose(self, claim: Claim) -> Person:
        """Return the player for whom a question counts: of those it is asked for, the one who used least."""
        return min(claim.people(), key=self._shares.of, default=NOBODY)

    def _forgotten(self, now: float) -> Waiting[T] | None:
        """Return the question that has waited too long, if it is time for one of these."""
        if now - self._alms < ALMS_SECONDS:
            return None
        longest = min(self._waiting, key=lambda one: one.since)
        if now - longest.since < PATIENCE_SECONDS:
            return None
        self._alms = now
        return longest
