"""Tables for tests: a store, rooms over it, two players, bots that answer as told, several processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from sandtable.games import load_game
from sandtable.server.bot_driver import BotRunner
from sandtable.server.bots import BotReply, BotRequest
from sandtable.server.channel import Channel, LocalChannel, Notice
from sandtable.server.match_service import MatchService
from sandtable.server.messages import StateOut
from sandtable.server.shares import ANYBODY, Claim
from sandtable.server.store import NewSeat, Store, Unavailable
from sandtable.server.watched_match import Watcher


class TestBots:
    """Bots that answer as told: by default the first legal choice."""

    __test__ = False
    seconds = 0.0

    def __init__(self, answer: Callable[[BotRequest], Awaitable[int | None]] | None = None) -> None:
        self.answer = answer
        self.asked: list[BotRequest] = []

    async def ask(self, asked: BotRequest, claim: Claim = ANYBODY) -> BotReply | None:
        self.asked.append(asked)
        await asyncio.sleep(0)
        return None if self.answer is None else BotReply(await self.answer(asked))

    def warm(self, slug: str, pack: str) -> None:
        """There is nothing to prepare."""

    def close(self) -> None:
        pass


class Hub:
    """Channels of several rooms in one process."""

    def __init__(self) -> None:
        self.channels: list[HubChannel] = []
        self.deaf = False

    def channel(self) -> HubChannel:
        made = HubChannel(self, f"p{len(self.channels)}")
        self.channels.append(made)
        return made


class HubChannel(LocalChannel):
    shared = True

    def __init__(self, hub: Hub, process: str) -> None:
        self.hub = hub
        self.process = process
        self.heard: Callable[[Notice | None], None] | None = None

    async def open(self, heard: Callable[[Notice | None], None]) -> None:
        self.heard = heard

    def publish(self, notice: Notice) -> None:
        told = msgspec.structs.replace(notice, process=self.process)
        for other in self.hub.channels:
            if other is not self and other.heard is not None and not self.hub.deaf:
                asyncio.get_running_loop().call_soon(other.heard, told)


class Table:
    """A store, rooms and two players."""

    def __init__(self, store: Store, match_service: MatchService, ann: int, bob: int) -> None:
        self.store = store
        self.matches = match_service
        self.ann = ann
        self.bob = bob

    async def match(self, *seats: NewSeat, game: str = "downfall", begin: bool = True) -> str:
        """A match that has begun; by default Ann plays the Axis, Bob the others."""
        chosen = seats or (NewSeat("human", self.ann), NewSeat("human", self.bob))
        title = load_game(game)
        made = await self.store.create_match(
            game, title.scenarios[0].id, len(chosen), {}, chosen, self.ann, seed=7, known=""
        )
        if begin:
            await self.matches.begin(made.match.id)
        return made.match.id

    async def see(self, match_id: str, player: int | None = None) -> StateOut:
        return msgspec.json.decode(await self.matches.state(match_id, player), type=StateOut)

    async def click(self, match_id: str, match_service: MatchService | None = None, pick: int = 0) -> int:
        """Whoever is asked takes a choice."""
        match_service = match_service or self.matches
        match, _ = await match_service.look(match_id, None)
        record = await match_service.record(match_id)
        seat = match.state.seats()[0]
        player = record.seats[seat].player_id or self.ann
        choices = match.state.choices(seat)
        return await match_service.choose(match_id, player, record.seq, seat, choices[pick % len(choices)])


@asynccontextmanager
async def table(
    folder: Path, bots: BotRunner | None = None, channel: Channel | None = None, **others: Any
) -> AsyncIterator[Table]:
    store = await Store.open(f"sqlite:///{folder / 'table.db'}")
    match_service = MatchService(store, channel or LocalChannel(), bots or TestBots(), **others)
    await match_service.open()
    ann = await store.create_guest("Ann")
    bob = await store.create_guest("Bob")
    try:
        yield Table(store, match_service, ann.id, bob.id)
    finally:
        await match_service.close()
        await store.close()


async def next_state(watcher: Watcher) -> StateOut:
    """The next state that a client is sent, whatever comes before it."""
    while True:
        data = await watcher.__anext__()
        if msgspec.json.decode(data)["type"] == "state":
            return msgspec.json.decode(data, type=StateOut)


async def until(condition: Callable[[], bool]) -> None:
    """Give everything else its turn until something is so."""
    while not condition():
        await asyncio.sleep(0.001)


class Slow:
    """Stands between rooms and their store: lets a test hold an append, or break it before or after."""

    def __init__(self, store: Store, way: str = "append_now") -> None:
        """Nothing is written at once: it is not tried (`free`), or it fails (`append_now`)."""
        self.append = store.append
        self.rate_limits = asyncio.Event()
        self.rate_limits.set()
        self.fail = ""
        self.began = 0
        store.append = self._append  # type: ignore[assignment, method-assign]
        for name in {"append_now", way}:
            setattr(store, name, lambda *_: False)

    async def _append(self, *given: Any) -> bool:
        self.began += 1
        await self.rate_limits.wait()
        if self.fail == "before":
            raise Unavailable("The store is out of reach.")
        done = await self.append(*given)
        if self.fail == "after":
            raise Unavailable("The store is out of reach.")
        return done
