"""How long others wait while guests have 150 matches of field marshals: `python -m tests.server.crowd`.

A server in a process of its own, as `sandtable serve` starts it, and visitors who come over the network, each
from its own address. Each guest has as many matches with bots as one player may have; in all of them it
is the bot's turn from the beginning on, and the guest watches all of them. Another player has a match
against a greedy bot, asks for hints, and lets the bot have its turn. It ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx

from sandtable.server.config import Limits
from tests.server.outside import Guest, asked, process

MOST = 400  # clicks of the other player in one match
CLICK_SECONDS = 0.1  # between two of them: more are refused


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        number: int = bound.getsockname()[1]
        return number


async def watch_all(guest: Guest, address: str, matches: list[str]) -> None:
    """Look at each match often enough that all of them count as watched."""
    while True:
        for match_id in matches:
            with suppress(AssertionError, httpx.HTTPError):  # the server may ask the guest to wait
                await guest.ask(address, "GET", f"/api/matches/{match_id}/state")
            await asyncio.sleep(20 / len(matches))


async def crowd(address: str, number: int, game: str, bot: str) -> list[tuple[Guest, list[str]]]:
    """Return guests with this number of matches with a bot, each with as many as allowed."""
    guests: list[tuple[Guest, list[str]]] = []
    left = number
    while left:
        some = min(left, Limits().bot_matches)
        guest = Guest(f"198.51.100.{len(guests) + 1}")
        seats = [{"kind": "bot", "bot": bot}, {"kind": "human"}]
        made = [await guest.make(address, game=game, players=2, seats=seats) for _ in range(some)]
        guests.append((guest, made))
        left -= some
    return guests


async def wait(ann: Guest, address: str, game: str, rounds: int) -> tuple[list[float], list[float]]:
    """How long hints take, and a greedy bot's choices after one's own."""
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
    match_id = await ann.make(address, game=game, players=2, seats=seats)
    path = f"/api/matches/{match_id}"
    hints: list[float] = []
    answers: list[float] = []
    luck = random.Random(1)
    async with ann.live(address, match_id) as line:
        state = await line.hear("state")
        for _ in range(MOST):
            if min(len(hints), len(answers)) >= rounds or state.get("result"):
                break
            question = asked(state)
            if question is None:
                state = await line.hear("state")
                continue
            if len(hints) < rounds:
                began = time.monotonic()
                await ann.ask(address, "GET", f"{path}/hint?seat=0")
                hints.append(time.monotonic() - began)
            done = [c["id"] for c in question["choices"] if c["key"] in ("button:done", "button:pass")]
            choice = done[0] if done else luck.choice(question["choices"])["id"]
            await asyncio.sleep(CLICK_SECONDS)
            began = time.monotonic()
            await line.send(type="choose", seq=state["seq"], seat=0, choice=choice)
            answer = await line.hear("ack", "refused")
            if answer["type"] == "refused":
                state = await line.until(answer["seq"])  # the bot was asked as well, and was quicker
                continue
            state = await line.until(answer["seq"])
            if asked(state) is None and state["seq"] == answer["seq"] and not state.get("result"):
                state = await line.until(answer["seq"] + 1)
            if state["seq"] > answer["seq"]:
                answers.append(time.monotonic() - began)
    return hints, answers


def told(hints: list[float], answers: list[float]) -> dict[str, Any]:
    """These times in a few numbers."""
    return {"hint": few(hints), "greedy": few(answers)}


def few(seconds: list[float]) -> dict[str, float]:
    """The middle one of some times, and the longest."""
    if not seconds:
        return {"n": 0}
    middle, longest = statistics.median(seconds), max(seconds)
    return {"n": len(seconds), "median_s": round(middle, 3), "longest_s": round(longest, 3)}


async def measure(
    folder: Path,
    number: int,
    games: list[str],
    bot: str = "field_marshal",
    rounds: int = 20,
    settle: float = 5.0,
) -> dict[str, Any]:
    """Measure once without and once with the crowd; `settle`: seconds until it has begun to think."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    report: dict[str, Any] = {"matches": number, "bot": bot}
    with process(folder, "--port", str(port), "--origin", address) as server:
        assert server.address == address
        ann, bob = ([Guest(f"{net}.{n}") for n in range(len(games))] for net in ("203.0.113", "192.0.2"))
        report["before"] = {}
        for guest, game in zip(ann, games, strict=True):
            report["before"][game] = told(*await wait(guest, address, game, rounds))
        guests = await crowd(address, number, "downfall", bot)
        report["guests"] = len(guests)
        async with AsyncExitStack() as stack:
            watching = [asyncio.create_task(watch_all(guest, address, made)) for guest, made in guests]
            try:
                for guest, made in guests:
                    for match_id in made[: Limits().connections - 2]:
                        await stack.enter_async_context(guest.live(address, match_id))
                await asyncio.sleep(settle)
                report["meanwhile"] = {}
                for guest, game in zip(bob, games, strict=True):
                    report["meanwhile"][game] = told(*await wait(guest, address, game, rounds))
            finally:
                for task in watching:
                    task.cancel()
        report["said"] = server.said()
    return report


def main() -> None:
    """Measure as the arguments say and print what came of it."""
    parser = argparse.ArgumentParser(description=str(__doc__).split(chr(10), 1)[0])
    parser.add_argument("--matches", type=int, default=150)
    parser.add_argument("--games", nargs="+", default=["downfall", "on_to_berlin", "other_side"])
    parser.add_argument("--bot", default="field_marshal")
    parser.add_argument(
        "--rounds", type=int, default=10, help="at most as many hints as a player may ask for"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = measure(Path(folder), given.matches, given.games, given.bot, given.rounds)
        sys.stdout.write(json.dumps(asyncio.run(asyncio.wait_for(work, 900)), indent=1) + "\n")


if __name__ == "__main__":
    main()
