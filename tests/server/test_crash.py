"""A server that is killed in the middle of a burst of clicks has lost nothing and doubled nothing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from sandtable.server.store import Event, Store
from tests.server.outside import Guest, Line, Process, asked, process
from tests.server.playing import run

MATCHES = 25
CHOICES = 40  # of each match; as many as one player may click in a burst
ALL = MATCHES * CHOICES
KILLS = (0.5, 1)  # after which part of the burst the server dies
GAMES = ("downfall", "on_to_berlin", "total_domination")
Acknowledged = Callable[[], None]


class Player:
    """Plays both sides of a match as fast as the server acknowledges, and believes every acknowledgement."""

    def __init__(self, number: int) -> None:
        self.guest = Guest()
        self.game = GAMES[number % len(GAMES)]
        self.match_id = ""
        self.done: list[tuple[int, int]] = []  # seats and choices that were acknowledged
        self.sent: tuple[int, int] | None = None  # the one that was not yet
        self.taken_unheard = 0  # choices that were written down, but their acknowledgement did not arrive
        self.luck = random.Random(number)

    async def sit_down(self, address: str) -> None:
        """Begin a match, unless it is there already."""
        if self.match_id:
            return
        seats = [{"kind": "hotseat"}] * 2
        self.match_id = await self.guest.make(address, game=self.game, players=2, seats=seats)

    async def play(self, address: str, acknowledged: Acknowledged, more: int = 0) -> None:
        """Click until all is done or the server is gone."""
        try:
            async with self.guest.live(address, self.match_id) as line:
                state = await line.hear("state")
                if self.sent is not None:
                    await self._send_again(line, state)
                while len(self.done) < CHOICES + more:
                    if state["seq"] < len(self.done):
                        state = await line.until(len(self.done))
                    question = asked(state)
                    assert question is not None
                    self.sent = (question["seat"], self.luck.choice(question["choices"])["id"])
                    await self._click(line)
                    assert (await line.hear("ack"))["seq"] == len(self.done) + 1
                    self._note()
                    acknowledged()
        except (ConnectionClosed, ConnectionError):
            pass

    async def _send_again(self, line: Line, state: dict[str, Any]) -> None:
        """Whatever became of the last click: with its old number it cannot count twice."""
        taken = state["seq"] == len(self.done) + 1
        assert taken or state["seq"] == len(self.done)
        await self._click(line)
        answer = await line.hear("ack", "refused")
        assert answer["type"] == ("refused" if taken else "ack")
        assert answer["seq"] == len(self.done) + 1
        if taken:
            assert answer["stale"]
            self.taken_unheard += 1
        self._note()

    async def _click(self, line: Line) -> None:
        assert self.sent is not None
        await line.send(type="choose", seq=len(self.done), seat=self.sent[0], choice=self.sent[1])

    def _note(self) -> None:
        assert self.sent is not None
        self.done.append(self.sent)
        self.sent = None


async def histories(url: str, players: list[Player]) -> list[list[Event]]:
    """The matches as the store has them."""
    store = await Store.open(url)
    try:
        return [await store.events(player.match_id) for player in players]
    finally:
        await store.close()


async def positions(address: str, players: list[Player]) -> list[dict[str, Any]]:
    """Return the matches as the server shows them, without their watchers."""
    shown = []
    for player in players:
        state = await player.guest.ask(address, "GET", f"/api/matches/{player.match_id}/state")
        shown.append({part: state[part] for part in ("seq", "waiting", "prompts", "scene", "cards", "log")})
    return shown


def test_kill_9_in_a_burst_of_a_thousand_choices(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        players = [Player(number) for number in range(MATCHES)]
        for part in KILLS:
            with process(tmp_path, "--database", url) as server:
                for player in players:
                    await player.sit_down(server.address)

                def acknowledged(until: float = part * ALL, server: Process = server) -> None:
                    if until < ALL and sum(len(player.done) for player in players) >= until:
                        server.process.kill()

                await asyncio.gather(*(player.play(server.address, acknowledged) for player in players))
                if part == 1:
                    shown = await positions(server.address, players)
                server.kill()
            for player, events in zip(players, await histories(url, players), strict=True):
                # What was acknowledged is there; what was sent last may be; nothing else is.
                sent = player.done if player.sent is None else [*player.done, player.sent]
                assert [(event.seat, event.choice) for event in events] in (player.done, sent)
        for player, events in zip(players, await histories(url, players), strict=True):
            assert [event.seq for event in events] == list(range(1, CHOICES + 1))
            assert [(event.seat, event.choice) for event in events] == player.done
            assert {event.kind for event in events} == {"choice"}
        # The last acknowledgement was as good as the first, and every match can be played on.
        with process(tmp_path, "--database", url) as server:
            assert await positions(server.address, players) == shown
            await asyncio.gather(*(player.play(server.address, lambda: None, 3) for player in players))
            assert [len(player.done) for player in players] == [CHOICES + 3] * MATCHES
            assert server.stop() == 0
            assert server.said() == ""

    run(work(), 400)  # several servers start, perhaps on a busy machine
