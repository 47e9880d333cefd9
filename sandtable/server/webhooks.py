"""Webhooks: a request to the player's webhook URL when it is their turn.

Players choose the URL, so the server must not be led to addresses of its own network: only http and https,
only the usual ports, only public addresses (resolved once, and used as resolved), no redirects, a short
timeout, and the body of the answer is not read.
"""

import asyncio
import ipaddress
import logging
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Container
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final
from urllib.parse import SplitResult, urlsplit

import httpx

from sandtable.engine.errors import BadOption
from sandtable.server.limits import Buckets
from sandtable.server.store import MatchRecord, Player, StoreError

PORTS: Final = frozenset({80, 443, 8080, 8443})
SECONDS: Final = 5.0
WAITING: Final = 1_000  # requests in the queue; more are dropped
EACH: Final = 5  # of these for one player
KNOCKERS: Final = 16
BURST, PER_SECOND = 20, 0.2  # requests for one player

PLAIN: Final = str.maketrans("@<>", "＠‹›")

# Addresses that the library calls public although they lead inside: translated and site-local ones.
INNER: Final = tuple(ipaddress.IPv6Network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "fec0::/10"))

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Look = Callable[[str, int], Awaitable[list[str]]]
logger = logging.getLogger(__name__)


def public(address: Address) -> bool:
    """Check that an address belongs to the open internet."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return public(inner)
        if address.teredo is not None or any(address in net for net in INNER):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def check_webhook(url: str, allow: Callable[[Address], bool] = public, ports: Container[int] = PORTS) -> str:
    """Return a webhook that may be stored; BadOption with a sentence for others."""
    try:
        parts = urlsplit(url)
        port = _port(parts)
    except ValueError:
        raise BadOption(
            "A webhook is an address like https://example.org/hook. This one cannot be read."
        ) from None
    if not url.isascii() or not url.isprintable() or " " in url:
        raise BadOption("A webhook may have only ASCII characters, without spaces.")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadOption("A webhook must begin with https:// or http:// and name a host.")
    if parts.username is not None or parts.password is not None:
        raise BadOption("A webhook must not have a user or password before its host.")
    if port not in ports:
        raise BadOption(f"A webhook may use the ports {', '.join(map(str, sorted(PORTS)))}, not {port}.")
    host = parts.hostname.removesuffix(".")
    literal = _literal(host)
    local = host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    if (literal is None and local) or (literal is not None and not allow(literal)):
        raise BadOption("A webhook must be an address on the open internet.")
    return url


class Webhooks:
    """Sends webhook requests in the background and ignores failures."""

    def __init__(
        self,
        player: Callable[[int], Awaitable[Player | None]],
        origin: str,
        looks: Callable[[str, int], bool],
        allow: Callable[[Address], bool] = public,
        ports: Container[int] = PORTS,
        look: Look | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """Take `player`, which finds a player by number, and `looks`: whether they watch a match."""
        self._allow = allow
        self._ports = ports
        self._player = player
        self._origin = origin
        self._looks = looks
        self._look = look or self._look_up
        # Slow name resolution delays only webhooks, not other work in threads.
        self._lookers = ThreadPoolExecutor(KNOCKERS, "webhook-names")
        self._seconds = seconds
        self._queue: asyncio.Queue[tuple[MatchRecord, int]] = asyncio.Queue(WAITING)
        self._waiting: Counter[int] = Counter()
        self._buckets = Buckets(BURST, PER_SECOND)
        self._tasks: list[asyncio.Task[None]] = []

    def check(self, url: str) -> str:
        """Return a webhook that may be stored; BadOption with a sentence for others."""
        return check_webhook(url, self._allow, self._ports)

    def open(self) -> None:
        """Start."""
        # Their messages contain the address of a request.
        for name in ("httpx", "httpcore"):
            logging.getLogger(name).setLevel(logging.WARNING)
        self._tasks = [asyncio.get_running_loop().create_task(self._knock_on()) for _ in range(KNOCKERS)]

    async def close(self) -> None:
        """Stop, and drop what has not been sent."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._lookers.shutdown(wait=False, cancel_futures=True)

    async def idle(self) -> None:
        """Wait until all requests are sent."""
        await self._queue.join()

    def turn(self, record: MatchRecord, seats: tuple[int, ...]) -> None:
        """Announce that a match has begun to wait for these seats."""
        told: set[int] = set()
        for number in seats:
            seat = record.seats[number]
            player = record.owner_id if seat.kind == "hotseat" else seat.player_id
            if player is None or player in told or self._looks(record.id, player):
                continue
            told.add(player)
            # A webhook that is slow for one player does not delay those of others.
            if not self._queue.full() and self._waiting[player] < EACH:
                self._waiting[player] += 1
                self._queue.put_nowait((record, player))

    async def _knock_on(self) -> None:
        while True:
            record, number = await self._queue.get()
            try:
                player = await self._player(number)
                if player is not None and player.webhook and not self._buckets.take(number):
                    await self.deliver(player.webhook, self.message(record))
            except StoreError:
                pass
            except Exception as error:
                # The address may be secret, so only the kind of error is logged.
                logger.info("Could not call the webhook of player %d: %s", number, type(error).__name__)
            finally:
                self._waiting[number] -= 1
                if not self._waiting[number]:
                    del self._waiting[number]
                self._queue.task_done()

    async def _look_up(self, host: str, port: int) -> list[str]:
        """Resolve a host name."""
        find = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        found = await asyncio.get_running_loop().run_in_executor(self._lookers, find)
        return [str(entry[4][0]) for entry in found]

    def message(self, record: MatchRecord) -> dict[str, str]:
        """Return the body of a request; chat services show `text` or `content`."""
        url = f"{self._origin}/match/{record.id}"
        # In chat services some signs notify everybody; another player may have chosen the name.
        name = (record.name or record.game).translate(PLAIN)
        text = f"It is your turn in {name} ({record.turn}): {url}" if record.turn else f"{name}: {url}"
        return {
            "match": record.id,
            "game": record.game,
            "name": record.name,
            "turn": record.turn,
            "url": url,
            "text": text,
            "content": text,
        }

    async def deliver(self, url: str, message: dict[str, str]) -> int:
        """Send a message to a webhook and return the status of the answer."""
        async with asyncio.timeout(self._seconds):
            self.check(url)
            parts = urlsplit(url)
            host, port = str(parts.hostname), _port(parts)
            found = await self._look(host, port)
            if not found or not all(self._allow(ipaddress.ip_address(a.partition("%")[0])) for a in found):
                raise BadOption("A webhook must be an address on the open internet.")
            # The address that was checked is used: the name could point elsewhere meanwhile.
            literal = f"[{found[0]}]" if ":" in found[0] else found[0]
            target = parts._replace(netloc=f"{literal}:{port}", fragment="").geturl()
            async with (
                httpx.AsyncClient(timeout=self._seconds, follow_redirects=False, trust_env=False) as client,
                client.stream(
                    "POST",
                    target,
                    json=message,
                    headers={"Host": parts.netloc, "User-Agent": "Sandtable"},
                    extensions={"sni_hostname": host},
                ) as answer,
            ):
                return answer.status_code


def _literal(host: str) -> Address | None:
    """Return the address that a host name spells, in any of the old ways too; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    if host and all(letter in "0123456789abcdefx." for letter in host) and host[0].isdigit():
        try:
            return ipaddress.IPv4Address(socket.inet_aton(host))
        except OSError:
            return None
    return None


def _port(parts: SplitResult) -> int:
    return parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
