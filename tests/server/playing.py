"""Rooms for tests: records without a store, and random play with undos."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.server.loaded_match import LoadedMatch, Refused
from sandtable.server.store.records import Event, MatchRecord, Seat, SeatKind

T = TypeVar("T")
SEED = 9_876_543_210_123  # easy to find in what it must not be in


def record(
    game: Game, kinds: list[SeatKind], seed: int = SEED, owner: int = 1001, **others: Any
) -> MatchRecord:
    """A match with these seats: player 1001 on the first, 1002 on the second, …; bots are random ones."""
    seats = tuple(
        Seat(
            "m",
            number,
            kind,
            1001 + number if kind == "human" else None,
            f"Player {number}" if kind == "human" else "",
            "random" if kind == "bot" else "",
        )
        for number, kind in enumerate(kinds)
    )
    values: dict[str, Any] = {
        "id": "m",
        "game": game.slug,
        "pack": "",
        "scenario": game.scenarios[0].id,
        "players": len(kinds),
        "options": {},
        "seed": seed,
        "base": None,
        "name": "A match",
        "owner_id": owner,
        "listed": False,
        "live": True,
        "status": "playing",
        "seq": 0,
        "waiting": (),
        "since": 0.0,
        "turn": "",
        "result": None,
        "created": 0.0,
        "updated": 0.0,
        "seats": seats,
    }
    return MatchRecord(**{**values, **others})


class Walk:
    """Random play in a room, with undos wherever somebody may and now and then where nobody may."""

    def __init__(self, loaded: LoadedMatch, seed: int, undos: float = 0.3) -> None:
        self.loaded = loaded
        self.luck = random.Random(seed)
        self.undos = undos
        self.events: list[Event] = []

    def step(self) -> bool:
        """One event; False when the game is over."""
        match = self.loaded.match
        if match.result is not None:
            return False
        seats = range(match.setup.players)
        if self.luck.random() < self.undos:
            seat = self.luck.choice(seats)
            if match.can_undo(seat):
                move = self.loaded.undo(seat)
                self.events.append(Event(self.loaded.seq, move.kind, move.seat, move.choice, 0.0))
                return True
            before = self.loaded.seq
            try:
                self.loaded.undo(seat)
            except Refused:
                assert self.loaded.seq == before
            else:
                raise AssertionError("an undo was allowed and forbidden")
        seat = self.luck.choice(match.state.seats())
        choice = self.luck.choice(match.state.choices(seat))
        move = self.loaded.play(seat, choice)
        self.events.append(Event(self.loaded.seq, move.kind, move.seat, move.choice, 0.0))
        return True

    def go(self, events: int, after: Callable[[], None] = lambda: None) -> None:
        """Play a number of events, or to the end of the game."""
        while len(self.events) < events and self.step():
            after()


def standing(match: Match) -> list[bool]:
    """Return whether the last choice can be taken back: by all, then seat by seat."""
    return [match.can_undo(), *(match.can_undo(seat) for seat in range(match.setup.players))]


def run(work: Coroutine[Any, Any, T], seconds: float = 120.0) -> T:
    """Run a coroutine to its end, which comes in time."""
    import asyncio

    async def limited() -> T:
        return await asyncio.wait_for(work, seconds)

    return asyncio.run(limited())
