"""Webhooks: a knock at an address of the player's own when it becomes his turn.

Players name the address, so the server must not be talked into knocking at doors behind its own: only http
and https, only the usual ports, only public addresses (looked up once and used as they were found), no
redirects, no long waiting, and nothing of the answer is read.
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
WAITING: Final = 1_000  # knocks in the queue; more are left out
EACH: Final = 5  # of them for one player
KNOCKERS: Final = 16
BURST, PER_SECOND = 20, 0.2  # knocks for one player

PLAIN: Final = str.maketrans("@<>", "＠‹›")

# What the library takes for public although it leads inside: translated and site-local addresses.
INNER: Final = tuple(ipaddress.IPv6Network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "fec0::/10"))

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Look = Callable[[str, int], Awaitable[list[str]]]
logger = logging.getLogger(__name__)


def public(address: Address) -> bool:
    """Whether an address is one of the open internet."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return public(inner)
        if address.teredo is not None or any(address in net for net in INNER):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def check_webhook(url: str, allow: Callable[[Address], bool] = public, ports: Container[int] = PORTS) -> str:
    """A webhook that may be kept; BadOption with a sentence for others."""
    try:
        parts = urlsplit(url)
        port = _port(parts)
    except ValueError:
        raise BadOption(
            "A webhook is an address like https://example.org/hook; this cannot be read."
        ) from None
    if not url.isascii() or not url.isprintable() or " " in url:
        raise BadOption("A webhook is written in plain letters without spaces.")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadOption("A webhook begins with https:// or http:// and names a host.")
    if parts.username is not None or parts.password is not None:
        raise BadOption("A webhook has no user and password before its host.")
    if port not in ports:
        raise BadOption(f"A webhook may use the ports {', '.join(map(str, sorted(PORTS)))}, not {port}.")
    host = parts.hostname.removesuffix(".")
    literal = _literal(host)
    local = host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    if (literal is None and local) or (literal is not None and not allow(literal)):
        raise BadOption("A webhook must be an address on the open internet.")
    return url


class Webhooks:
    """Knocks in the background; a door that stays shut costs nobody anything."""

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
        """`player` finds a player by number, `looks` tells whether he has a match before him anyway."""
        self._allow = allow
        self._ports = ports
        self._player = player
        self._origin = origin
        self._looks = looks
        self._look = look or self._look_up
        # Names that are slow to be found hold up webhooks, and nothing else that needs a thread.
        self._lookers = ThreadPoolExecutor(KNOCKERS, "webhook-names")
        self._seconds = seconds
        self._queue: asyncio.Queue[tuple[MatchRecord, int]] = asyncio.Queue(WAITING)
        self._waiting: Counter[int] = Counter()
        self._buckets = Buckets(BURST, PER_SECOND)
        self._tasks: list[asyncio.Task[None]] = []

    def check(self, url: str) -> str:
        """A webhook that may be kept; BadOption with a sentence for others."""
        return check_webhook(url, self._allow, self._ports)

    def open(self) -> None:
        """Begin."""
        # What they tell of a request names its address.
        for name in ("httpx", "httpcore"):
            logging.getLogger(name).setLevel(logging.WARNING)
        self._tasks = [asyncio.get_running_loop().create_task(self._knock_on()) for _ in range(KNOCKERS)]

    async def close(self) -> None:
        """End, whatever is on its way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._lookers.shutdown(wait=False, cancel_futures=True)

    async def idle(self) -> None:
        """Wait until all knocks are done."""
        await self._queue.join()

    def turn(self, record: MatchRecord, seats: tuple[int, ...]) -> None:
        """A match has begun to wait for these seats."""
        told: set[int] = set()
        for number in seats:
            seat = record.seats[number]
            player = record.owner_id if seat.kind == "hotseat" else seat.player_id
            if player is None or player in told or self._looks(record.id, player):
                continue
            told.add(player)
            # Whose door stays shut for long does not keep others from being told.
            if not self._queue.full() and self._waiting[player] < EACH:
                self._waiting[player] += 1
                self._queue.put_nowait((record, player))

    async def _knock_on(self) -> None:
        while True:
            record, number = await self._queue.get()
            try:
                player = await self._player(number)
                if player is not None and player.webhook and not self._buckets.take(number):
                    await self.knock(player.webhook, self.message(record))
            except StoreError:
                pass
            except Exception as error:
                # The address may be secret, so only what went wrong is told.
                logger.info("A webhook of player %d failed: %s", number, type(error).__name__)
            finally:
                self._waiting[number] -= 1
                if not self._waiting[number]:
                    del self._waiting[number]
                self._queue.task_done()

    async def _look_up(self, host: str, port: int) -> list[str]:
        """The addresses of a host."""
        find = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        found = await asyncio.get_running_loop().run_in_executor(self._lookers, find)
        return [str(entry[4][0]) for entry in found]

    def message(self, record: MatchRecord) -> dict[str, str]:
        """What is told: `text` and `content` are what chat services show."""
        url = f"{self._origin}/match/{record.id}"
        # Chat services take some signs for a call to everybody; the name is another's choice.
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

    async def knock(self, url: str, message: dict[str, str]) -> int:
        """Post a message to a webhook; the status it answers with."""
        async with asyncio.timeout(self._seconds):
            self.check(url)
            parts = urlsplit(url)
            host, port = str(parts.hostname), _port(parts)
            found = await self._look(host, port)
            if not found or not all(self._allow(ipaddress.ip_address(a.partition("%")[0])) for a in found):
                raise BadOption("A webhook must be an address on the open internet.")
            # The address that was looked at is the one that is used: a name could change meanwhile.
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
    """The address a host is written as, if it is written as one; odd spellings of IPv4 as well."""
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
