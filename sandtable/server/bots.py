"""Bots think in processes of their own, within a time budget; the table never waits for their work.

The same processes count odds, which takes a while where many dice are thrown. One more process is for hints
and for bots that hardly think, so that these never wait for a long thought. Whose turn it is: `shares.py`.

A process is started when it is first needed. One that takes too long or breaks is ended and the next question
gets a fresh one; the asker then hears nothing (None) and takes any legal choice instead.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, Literal

import msgspec

from sandtable.bots import Bot, in_a_line, make_bot
from sandtable.bots.levels import seconds_of
from sandtable.engine.game import Game, OptionValue, Setup
from sandtable.engine.match import Match
from sandtable.engine.odds import Odds
from sandtable.engine.rng import Rng
from sandtable.games import load_game
from sandtable.server.messages import FightOut, OutcomeOut
from sandtable.server.shares import ANYBODY, Claim, Lane, Waiting

BOTS: Final = 8  # that a process remembers, with their trees
QUICK_SECONDS: Final = 0.1  # a bot's time for a choice up to which its questions are quick ones
USUAL_SECONDS: Final = 0.02  # that a question takes beside the bot's own time
START_SECONDS: Final = 60.0  # for a new process and for loading a game on a busy machine

MakeBot = Callable[[str], Bot]
logger = logging.getLogger(__name__)


class Question(msgspec.Struct, frozen=True):
    """All that a bot needs to choose once: the position, its seat, and where its luck begins.

    Or what is needed to count the odds: the position, and who wants to know (None: a spectator).
    """

    game: str
    pack: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    bot: str
    seat: int | None
    luck: int
    position: dict[str, Any] = {}
    want: Literal["choice", "odds"] = "choice"
    table: int = 0  # the same for all questions of one match


class Answer(msgspec.Struct):
    """What comes back: a choice with its reason in a line, or odds, or what went wrong.

    To a question without a position: that all is loaded.
    """

    choice: int | None = None
    trouble: str = ""
    line: str = ""
    odds: list[FightOut] | None = None


def luck(seed: int, seq: int, seat: int | None) -> int:
    """Where the luck of a choice begins: the same in every process and after every restart."""
    mixed = hashlib.blake2b(f"{seed}:{seq}:{seat}".encode(), digest_size=8).digest()
    return int.from_bytes(mixed, "big")


def question(match: Match, pack: str, bot: str, seat: int | None, seq: int) -> Question:
    """What to ask a bot in the present position of a match."""
    setup = match.setup
    start = luck(setup.seed, seq, seat)
    position = match.game.pack_state(match.state)
    # The dice to come are nobody's knowledge: no bot, no hint and no odds can go by them.
    position["rng"] = [*Rng(start).pack()[:-1], match.state.rng.drawn]
    return Question(
        match.game.slug,
        pack,
        setup.scenario,
        setup.players,
        setup.options,
        bot,
        seat,
        start,
        position,
        table=luck(setup.seed, -1, None),
    )


def question_of_odds(match: Match, pack: str, viewer: int | None) -> Question:
    """What to ask for the odds in a position, as the viewer may know them."""
    return msgspec.structs.replace(question(match, pack, "", viewer, 0), want="odds")


def any_choice(match: Match, seat: int, start: int) -> int:
    """Any legal choice of a seat."""
    choices: list[int] = match.state.choices(seat)
    return choices[Rng(start).below(len(choices))]


# --- in the process of a bot

_packs: dict[tuple[str, str], Game] = {}
_bots: dict[tuple[int, str, int], Bot] = {}  # those of the last questions, with what they have found out


def packed(slug: str, pack: str) -> Game:
    """A game with its own components (no pack) or with those of a folder, built once in each process."""
    if not pack:
        return load_game(slug)
    if (slug, pack) not in _packs:
        _packs[slug, pack] = load_game(slug, pack)
    return _packs[slug, pack]


def seated(asked: Question, make: MakeBot) -> Bot:
    """The bot that is asked: the one of the question before, where it was of the same table and seat."""
    assert asked.seat is not None
    key = (asked.table, asked.bot, asked.seat)
    bot = _bots.pop(key, None) or make(asked.bot)
    _bots[key] = bot
    while len(_bots) > BOTS:
        del _bots[next(iter(_bots))]
    return bot


def answer(asked: Question, make: MakeBot) -> Answer:
    """Think about one question."""
    game = packed(asked.game, asked.pack)
    if not asked.position:
        return Answer()
    setup = Setup(asked.scenario, asked.players, asked.options, 0)
    g = game.unpack_state(setup, asked.position)
    if asked.want == "odds":
        return Answer(odds=[fight_out(fight) for fight in game.odds(g, asked.seat)])
    assert asked.seat is not None
    advice = seated(asked, make).advise(game, g, asked.seat, Rng(asked.luck))
    if advice.choice not in g.choices(asked.seat):
        return Answer(advice.choice)  # the room takes another
    return Answer(advice.choice, line=in_a_line(game, g, asked.seat, advice))


def fight_out(fight: Odds) -> FightOut:
    """Odds as they are sent."""
    return FightOut(
        fight.title,
        fight.rule,
        [OutcomeOut(row.text, row.chance, row.good) for row in fight.rows],
        list(fight.means),
        fight.error,
        list(fight.refs),
        fight.note,
    )


def end_with_the_server() -> None:
    """Wait until the server's process is gone, however it went, and end in the middle of a thought."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def work(connection: Connection, make: MakeBot) -> None:
    """The life of a bot's process: answers questions until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the server's to answer
    threading.Thread(target=end_with_the_server, daemon=True).start()
    decoder = msgspec.json.Decoder(Question)
    while True:
        try:
            asked = decoder.decode(connection.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            told = answer(asked, make)
        except Exception as error:
            told = Answer(trouble=f"{type(error).__name__}: {error}")
        try:
            connection.send_bytes(msgspec.json.encode(told))
        except OSError:
            return


# --- in the server


def start_deaf(process: BaseProcess) -> None:
    """Start a process that no interrupt reaches while it is loaded: that would be a page of traceback."""
    resource_tracker.ensure_running()  # else it is started first, and lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """One process and the line to it."""

    def __init__(self, make: MakeBot) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, make), daemon=True, name="sandtable-bot")
        start_deaf(self.process)
        theirs.close()
        self.loaded: set[tuple[str, str]] = set()
        self.gone: Callable[[], None] = lambda: None  # tells who waits that there will be no answer

    async def ask(self, asked: Question, seconds: float) -> Answer:
        """The answer to a question; TimeoutError or OSError if there is none."""
        game = (asked.game, asked.pack)
        if game not in self.loaded:
            # Starting and loading take no time from the bot's own.
            await self._tell(msgspec.structs.replace(asked, position={}), START_SECONDS)
            self.loaded.add(game)
        return await self._tell(asked, seconds)

    async def _tell(self, asked: Question, seconds: float) -> Answer:
        loop = asyncio.get_running_loop()
        heard: asyncio.Future[bytes] = loop.create_future()

        def gone() -> None:
            loop.remove_reader(number)
            if not heard.done():
                heard.set_exception(OSError("its process is gone"))

        def hear() -> None:
            try:
                data = self.connection.recv_bytes()
            except (EOFError, OSError):
                gone()
            else:
                loop.remove_reader(number)
                if not heard.done():
                    heard.set_result(data)

        number = self.connection.fileno()
        self.gone = gone
        loop.add_reader(number, hear)
        try:
            # A question is smaller than a pipe holds, so this does not wait.
            self.connection.send_bytes(msgspec.json.encode(asked))
            return msgspec.json.decode(await asyncio.wait_for(heard, seconds), type=Answer)
        finally:
            loop.remove_reader(number)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self.connection.closed:
            return
        self.gone()
        self.connection.close()
        self.process.kill()
        self.process.join()
        self.process.close()


class _Desk:
    """A place for one process, which is started when it is first needed."""

    def __init__(self, quick: bool) -> None:
        self.quick = quick  # whether only quick questions are answered here
        self.worker: _Worker | None = None
        self.busy = False


Place = asyncio.Future["_Desk | None"]  # where a question is answered; None: nowhere


class BotPool:
    """Processes in which bots think: some for all questions, and one for quick ones alone.

    `seconds` is their time beyond what a bot's own budget is.
    """

    def __init__(self, processes: int = 1, seconds: float = 1.0, make: MakeBot = make_bot) -> None:
        self.seconds = seconds
        self._make = make
        self._desks = [_Desk(True), *(_Desk(False) for _ in range(processes))]
        self._quick: Lane[Place] = Lane()
        self._slow: Lane[Place] = Lane()
        self._warm: set[tuple[str, str]] = set()  # the games for which quick answers were prepared
        self._tasks: set[asyncio.Task[Answer | None]] = set()
        self._closed = False

    async def ask(self, asked: Question, claim: Claim = ANYBODY) -> Answer | None:
        """The answer; None if there was none in time, the bot broke or nobody wants it any more."""
        if self._closed:
            return None
        budget = seconds_of(asked.bot)
        quick = asked.want == "choice" and (claim.hint or budget <= QUICK_SECONDS)
        lane = self._quick if quick else self._slow
        place: Place = asyncio.get_running_loop().create_future()
        waiting = Waiting(claim, budget + USUAL_SECONDS, place)
        lane.add(waiting)
        self._seat_next()
        try:
            desk = await place
        except asyncio.CancelledError:
            lane.remove(waiting)
            if place.done() and not place.cancelled():
                self._leave(place.result())
            raise
        if desk is None:
            return None
        began = time.monotonic()
        try:
            return await self._answer(desk, asked, self.seconds + budget)
        finally:
            lane.ended(waiting, time.monotonic() - began)
            self._leave(desk)

    def warm(self, slug: str, pack: str) -> None:
        """A game is played: get ready to answer quick questions about it."""
        if self._closed or (slug, pack) in self._warm:
            return
        self._warm.add((slug, pack))
        nothing = Question(slug, pack, "", 0, {}, "", None, 0)
        task = asyncio.get_running_loop().create_task(self.ask(nothing, Claim(watched=lambda: False)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def thinking(self) -> int:
        """How many processes are busy."""
        return sum(desk.busy for desk in self._desks)

    def _seat_next(self) -> None:
        """Give each free process the question whose turn it is."""
        for desk in self._desks:
            if desk.busy or self._closed:
                continue
            waiting = self._next(desk)
            if waiting is not None:
                desk.busy = True
                waiting.told.set_result(desk)

    def _next(self, desk: _Desk) -> Waiting[Place] | None:
        """The question that is to be answered at a place."""
        for lane in (self._quick, self._slow):
            for gone in lane.unwanted():
                gone.told.set_result(None)
        if desk.quick:
            return _take(self._quick)
        found = _take(self._slow)
        if found is None and desk.worker is not None:
            found = _take(self._quick)  # there are more of them than the other process can answer at once
        return found

    def _leave(self, desk: _Desk | None) -> None:
        """A place is free again."""
        if desk is not None:
            desk.busy = False
            self._seat_next()

    async def _answer(self, desk: _Desk, asked: Question, seconds: float) -> Answer | None:
        """Have a question answered at a place."""
        answered = False
        try:
            if desk.worker is None:
                desk.worker = await self._start()
                if self._closed:
                    return None
            told = await desk.worker.ask(asked, seconds)
            answered = True
        except (TimeoutError, OSError, msgspec.DecodeError) as error:
            if not self._closed:
                name = asked.bot or asked.want
                logger.warning("The bot %s gave no answer: %s", name, str(error) or type(error).__name__)
            return None
        finally:
            # An answer that comes too late would be taken for that to another question.
            if not answered:
                _end(desk)
        if told.trouble:
            logger.warning("The bot %s broke: %s", asked.bot or asked.want, told.trouble)
            return None
        return told

    async def _start(self) -> _Worker:
        """A new process; none is left behind if who asked for it goes away meanwhile."""
        starting = asyncio.ensure_future(asyncio.to_thread(_Worker, self._make))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(_end_started)
            raise

    def close(self) -> None:
        """End all processes; who still waits for an answer gets none."""
        self._closed = True
        for lane in (self._quick, self._slow):
            for waiting in lane.clear():
                if not waiting.told.done():
                    waiting.told.set_result(None)
        for desk in self._desks:
            _end(desk)


def _take(lane: Lane[Place]) -> Waiting[Place] | None:
    """The question whose turn it is, of those whose askers have not gone away."""
    while (found := lane.take()) is not None and found.told.done():
        lane.ended(found, 0.0)
    return found


def _end_started(starting: asyncio.Future[_Worker]) -> None:
    """End a process that nobody waits for any more."""
    if not starting.cancelled() and starting.exception() is None:
        starting.result().end()


def _end(desk: _Desk) -> None:
    """End the process at a place."""
    worker, desk.worker = desk.worker, None
    if worker is not None:
        worker.end()
