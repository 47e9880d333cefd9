"""Earlier positions are played to, painted and asked about beside everything else: nothing waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable import games as catalogue
from sandtable.engine.odds import Odds, Row
from sandtable.engine.scene import Panel, Scene
from sandtable.games import load_game
from sandtable.server.bots import BotReply, BotRequest
from sandtable.server.loaded_match import Refused
from sandtable.server.messages import StateOut
from sandtable.server.shares import ANYBODY, Claim
from sandtable.server.store import NewSeat
from tests.engine.tiny import Straits, StraitsGame
from tests.server.hosting import Table, TestBots, table
from tests.server.playing import run

SECONDS = 20.0


class Slow(StraitsGame):
    """Straits in which whatever is read of a position takes until the test lets it go on."""

    def __init__(self) -> None:
        super().__init__()
        self.held: threading.Event | None = None
        self.begun = threading.Event()

    def wait(self) -> None:
        if self.held is not None:
            self.begun.set()
            assert self.held.wait(SECONDS), "the server waits for an earlier position"

    @contextmanager
    def slow(self) -> Iterator[threading.Event]:
        """While this lasts, nothing goes on before the event that is given."""
        self.begun.clear()
        self.held = rate_limits = threading.Event()
        try:
            yield rate_limits
        finally:
            rate_limits.set()
            self.held = None

    def panels(self, g: Straits, seat: int | None) -> list[Panel]:
        self.wait()
        return super().panels(g, seat)

    def scene(self, g: Straits, seat: int | None) -> Scene:
        self.wait()
        return super().scene(g, seat)

    def view(self, g: Straits, seat: int | None) -> dict[str, Any]:
        self.wait()
        return super().view(g, None)

    def pack_state(self, g: Straits) -> dict[str, Any]:
        self.wait()
        return super().pack_state(g)

    def odds(self, g: Straits, seat: int | None) -> list[Odds]:
        return [Odds("A fight", "4", (Row("Lost", 1.0, 1),), (), 0.0, (), f"for {seat}")]


@pytest.fixture
def straits(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """The made-up game, known by its slug in this process."""
    game = Slow()
    monkeypatch.setattr(catalogue, "SLUGS", (*catalogue.SLUGS, "straits"))
    monkeypatch.setitem(catalogue._loaded, "straits", game)
    return game


class Counting(TestBots):
    """Bots that count odds and give a reason for the first choice that there is."""

    async def ask(self, asked: BotRequest, claim: Claim = ANYBODY) -> BotReply | None:
        if asked.want == "odds":
            return BotReply(odds=[])
        game = load_game(asked.game)
        assert asked.seat is not None
        g = game.unpack_state(game.settle(asked.scenario, asked.players, asked.options), asked.position)
        return BotReply(g.choices(asked.seat)[0], line="because")


Ask = Callable[[Table, str], Coroutine[Any, Any, Any]]


async def state(t: Table, match_id: str) -> StateOut:
    return msgspec.json.decode(await t.matches.state(match_id, t.ann, at=2), type=StateOut)


async def odds(t: Table, match_id: str) -> Any:
    return await t.matches.odds(match_id, t.ann, at=2)


async def picture(t: Table, match_id: str) -> Any:
    return await t.matches.scene(match_id, t.ann, at=2)


async def reasons(t: Table, match_id: str) -> Any:
    return await t.matches.reasons(match_id, at=2)


async def why(t: Table, match_id: str) -> Any:
    try:
        return await t.matches.why(match_id, 1, at=2)
    except Refused as error:
        return error.text


@pytest.mark.parametrize("ask", [state, odds, picture, reasons, why])
def test_the_server_does_everything_else_meanwhile(tmp_path: Path, straits: Slow, ask: Ask) -> None:
    """Somebody looks back, and as long as that takes others play, at this table as well."""

    async def work() -> None:
        async with table(tmp_path, Counting()) as t:
            seats = (NewSeat("human", t.ann), NewSeat("bot", bot="greedy"))
            match_id = await t.match(*seats, game="straits")
            elsewhere = await t.match()
            while (await t.matches.record(match_id)).seq < 6:
                match, _ = await t.matches.look(match_id, t.ann)
                if match.state.seats()[0] == 0:
                    await t.click(match_id)
                await asyncio.sleep(0.001)
            with straits.slow() as rate_limits:
                looking = asyncio.create_task(ask(t, match_id))
                while not straits.begun.is_set():
                    await asyncio.sleep(0.001)
                before = (await t.matches.record(elsewhere)).seq
                assert await t.click(elsewhere) == before + 1
                match, _ = await t.matches.look(match_id, t.ann)
                assert not looking.done()
                rate_limits.set()
                told = await looking
            assert told == await ask(t, match_id)

    run(work(), 60)


def test_what_is_seen_is_what_was_seen_then_though_the_match_goes_on(tmp_path: Path, straits: Slow) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match(game="straits")
            then = [await t.see(match_id, t.ann)]
            for _ in range(8):
                await t.click(match_id)
                then.append(await t.see(match_id, t.ann))
            with straits.slow() as rate_limits:
                looking = [
                    asyncio.create_task(t.matches.state(match_id, t.ann, at=number)) for number in (3, 5, 3)
                ]
                while not straits.begun.is_set():
                    await asyncio.sleep(0.001)
                rate_limits.set()
                await t.click(match_id)
                seen = [msgspec.json.decode(data, type=StateOut) for data in await asyncio.gather(*looking)]
            for number, state in zip((3, 5, 3), seen, strict=True):
                assert (state.scene, state.log, state.cards) == (
                    then[number].scene,
                    then[number].log,
                    then[number].cards,
                )
                assert state.seq == number and state.prompts == []

    run(work(), 60)
