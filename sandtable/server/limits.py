"""Rate limits: token buckets for each player and each address."""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.exceptions import TooManyRequestsException

from sandtable.server.config import Limits

MOST: Final = 50_000  # buckets that are kept at a time
ELSEWHERE: Final = (
    "Too many tries to sign in as this player; use a browser in which you have signed in before"
)
OWN: Final = "own"  # the address of this machine


class Buckets:
    """Token buckets of one kind: each holds `burst` tokens and refills at `per_second`."""

    def __init__(
        self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic, most: int = MOST
    ) -> None:
        self._burst = burst
        self._rate = per_second
        self._clock = clock
        self._most = most
        self._known: dict[
            Hashable, tuple[float, float]
        ] = {}  # the level of a bucket, and the time it was measured

    def take(self, key: Hashable) -> float:
        """Take a token; return 0.0, or the seconds until there is one."""
        now = self._clock()
        level = self._level(key, now)
        if level < 1.0:
            return (1.0 - level) / self._rate if self._rate else math.inf
        if key not in self._known and len(self._known) >= self._most:
            self._forget(now)
        self._known[key] = (level - 1.0, now)
        return 0.0

    def give(self, key: Hashable) -> None:
        """Give a token back, because its use does not count."""
        now = self._clock()
        self._known[key] = (min(self._burst, self._level(key, now) + 1.0), now)

    def _level(self, key: Hashable, now: float) -> float:
        level, at = self._known.get(key, (self._burst, now))
        return min(self._burst, level + (now - at) * self._rate)

    def _forget(self, now: float) -> None:
        """Make room: drop full buckets, and the older half if that is not enough."""
        self._known = {
            key: entry for key, entry in self._known.items() if self._level(key, now) < self._burst
        }
        if len(self._known) >= self._most:
            for key in list(self._known)[: len(self._known) // 2]:
                del self._known[key]


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of a connection; for IPv6 its network, since one home has a whole network."""
    client = connection.client
    try:
        address = ipaddress.ip_address(client.host if client is not None else "")
    except ValueError:
        return OWN
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            if address.is_loopback:
                return OWN
            return str(ipaddress.IPv6Network((address, 64), strict=False).network_address)
        address = address.ipv4_mapped
    return OWN if address.is_loopback else str(address)


def own_address(address: str) -> str:
    """Return an address that identifies people; nothing for this machine, which may be a proxy for all."""
    return "" if address == OWN else address


def too_many(seconds: float, what: str = "Too much at once", join: str = ";") -> TooManyRequestsException:
    """Return the refusal for a visitor who must wait."""
    wait = max(1, math.ceil(min(seconds, 3600.0)))
    unit = "second" if wait == 1 else "seconds"
    return TooManyRequestsException(
        f"{what}{join} wait {wait} {unit} and try again.", headers={"Retry-After": str(wait)}
    )


class RateLimits:
    """All rate limits of one server process.

    The server's own machine does not count as an address, since it may be a proxy for everybody; only sign-
    ins and sign-ups count there too.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        many = limits.address_factor

        def pair(burst: float, rate: float) -> tuple[Buckets, Buckets]:
            return Buckets(burst, rate, clock), Buckets(burst * many, rate * many, clock)

        rate = limits.sign_ins / limits.sign_in_seconds
        self._sign_in_pair = Buckets(limits.sign_ins, rate, clock)
        self._sign_in_address = Buckets(3 * limits.sign_ins, 3 * rate, clock)
        self._sign_in_name = Buckets(10 * limits.sign_ins, 10 * rate, clock)
        self._sign_in_once = Buckets(1, 1 / limits.sign_in_seconds, clock)
        self._sign_in_device = Buckets(limits.sign_ins, rate, clock)
        self._passwords = Buckets(limits.sign_ins, rate, clock)
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()  # addresses, and who signed in there
        self._sign_ups = Buckets(3 * limits.sign_ins, 3 * rate, clock)
        self._guests = Buckets(limits.guests, limits.guests_per_second, clock)
        self._requests = pair(limits.requests, limits.requests_per_second)
        self._clicks = pair(limits.clicks, limits.clicks_per_second)
        self._reads = pair(limits.reads, limits.reads_per_second)
        self._pictures = pair(limits.pictures, limits.pictures_per_second)
        self._hints = pair(limits.hints, limits.hints_per_second)
        self._odds = pair(limits.odds, limits.odds_per_second)
        self._bot_starts = pair(limits.bot_starts, limits.bot_starts_per_second)
        self._talk = pair(limits.talk, limits.talk_per_second)
        self._imports = pair(limits.imports, limits.imports_per_second)

    def sign_in(self, address: str, name: str, device: str = "") -> None:
        """Count a try to sign in; `device` is the mark of a browser in which this player signed in before.

        Such a browser has its own count. Tries from elsewhere do not count at an address where the player has
        signed in. Every other address always has one try left. So nobody can lock a player out.
        """
        for buckets, key in self._sign_in_keys(address, name, device):
            wait = buckets.take(key)
            if wait and buckets is self._sign_in_name:
                if self._sign_in_once.take((address, name)):
                    raise too_many(wait, ELSEWHERE, ", or")
                continue
            if wait:
                raise too_many(wait, "Too many tries to sign in")

    def signed_in(self, address: str, name: str, device: str = "") -> None:
        """Take a try back, because the password was right."""
        for buckets, key in self._sign_in_keys(address, name, device):
            buckets.give(key)
        self.knows(address, name)

    def knows(self, address: str, name: str) -> None:
        """Note the address of a player who has signed in; this machine may stand for many people."""
        if address != OWN:
            self._known[address, name] = None
            self._known.move_to_end((address, name))
            if len(self._known) > MOST:
                self._known.popitem(last=False)

    def _sign_in_keys(self, address: str, name: str, device: str) -> list[tuple[Buckets, Hashable]]:
        if device:
            return [(self._sign_in_device, (device, name))]
        found: list[tuple[Buckets, Hashable]] = [
            (self._sign_in_address, address),
            (self._sign_in_pair, (address, name)),
        ]
        if (address, name) not in self._known:
            found.append((self._sign_in_name, name))
        return found

    def password(self, player_id: int) -> None:
        """Count a try of the old password by a player who has signed in."""
        wait = self._passwords.take(player_id)
        if wait:
            raise too_many(wait, "Too many tries")

    def right_password(self, player_id: int) -> None:
        """Take that try back, because the password was right."""
        self._passwords.give(player_id)

    def sign_up(self, address: str) -> None:
        """Count a new password, before it is hashed."""
        wait = self._sign_ups.take(address)
        if wait:
            raise too_many(wait, "Too many new names from your address")

    def guest(self, address: str) -> None:
        """Count a new session of a visitor without one."""
        wait = 0.0 if address == OWN else self._guests.take(address)
        if wait:
            raise too_many(wait, "Too many new visitors from your address")

    def request(self, player_id: int, address: str) -> None:
        """Count a request that changes something."""
        self._check(self._requests, player_id, address, "Too many requests")

    def read(self, player_id: int | None, address: str) -> None:
        """Count an answer that costs the server some work."""
        self._check(self._reads, player_id, address, "Too many requests")

    def save(self, player_id: int, address: str) -> None:
        """Count an import of a save."""
        self._check(self._imports, player_id, address, "Too many saves")

    def picture(self, player_id: int | None, address: str) -> None:
        """Count a drawn position."""
        self._check(self._pictures, player_id, address, "Too many pictures")

    def hint(self, player_id: int, address: str) -> None:
        """Count a hint."""
        self._check(self._hints, player_id, address, "Too many hints")

    def odds(self, player_id: int | None, address: str) -> None:
        """Count a computation of odds."""
        self._check(self._odds, player_id, address, "Too many requests for odds")

    def bots(self, player_id: int, address: str) -> None:
        """Count a match in which bots begin to play."""
        self._check(self._bot_starts, player_id, address, "Too many matches with bots")

    def say(self, player_id: int, address: str) -> None:
        """Count a chat message, which is stored."""
        self._check(self._talk, player_id, address, "Too many chat messages")

    def click(self, player_id: int, address: str) -> None:
        """Count a choice, an undo, a question or a chat message."""
        self._check(self._clicks, player_id, address, "Too many clicks")

    def _check(self, both: tuple[Buckets, Buckets], player_id: int | None, address: str, what: str) -> None:
        mine, theirs = both
        wait = 0.0 if player_id is None else mine.take(player_id)
        if not wait and address != OWN:
            wait = theirs.take(address)
        if wait:
            raise too_many(wait, what)
