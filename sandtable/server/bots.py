"""Bots think in their own processes, within a time budget; players never wait for them.

The same processes compute odds, which is slow with many dice. One more process answers only hints and very
fast bots, so that these never wait for a long thought. `shares.py` decides which question comes next.

A process is started when it is first needed. If it takes too long or fails, it is ended, and the next
question starts a new one. The caller then gets None and takes any legal choice instead.
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

from sandtable.bots import Bot, explain_advice, make_bot
from sandtable.bots.levels import seconds_of
from sandtable.engine.game import Game, OptionValue, Setup
from sandtable.engine.match import Match
from sandtable.engine.odds import Odds
from sandtable.engine.rng import Rng
from sandtable.games import load_game
from sandtable.server.messages import FightOut, OutcomeOut
from sandtable.server.shares import ANYBODY, Claim, Lane, Waiting

BOTS: Final = 8  # bots that a process keeps, with their search trees
QUICK_SECONDS: Final = 0.1  # the longest time budget of a quick question
USUAL_SECONDS: Final = 0.02  # estimated overhead of a question
START_SECONDS: Final = 60.0  # time to start a process and load a game on a busy machine

MakeBot = Callable[[str], Bot]
logger = logging.getLogger(__name__)


class BotRequest(msgspec.Struct, frozen=True):
    """All data of a question to a bot: the position, the seat, and the random seed of the choice.

    A request for odds holds the position and the seat that asks (None: a spectator).
    """

    game: str
    pack: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    bot: str
    seat: int | None
    seed: int
    position: dict[str, Any] = {}
    want: Literal["choice", "odds"] = "choice"
    table: int = 0  # the same for all questions of one match


class BotReply(msgspec.Struct):
    """The answer: a choice with its reason in one line, or odds, or an error.

    The reply to a request without a position only confirms that the game is loaded.
    """

    choice: int | None = None
    trouble: str = ""
    line: str = ""
    odds: list[FightOut] | None = None


def choice_seed(seed: int, seq: int, seat: int | None) -> int:
    """Return the random seed of a choice: the same in every process and after every restart."""
    mixed = hashlib.blake2b(f"{seed}:{seq}:{seat}".encode(), digest_size=8).digest()
    return int.from_bytes(mixed, "big")


def bot_request(match: Match, pack: str, bot: str, seat: int | None, seq: int) -> BotRequest:
    """Return the question to a bot in the present position of a match."""
    setup = match.setup
    start = choice_seed(setup.seed, seq, seat)
    position = match.game.pack_state(match.state)
    # Future dice must not influence a bot, a hint or odds.
    position["rng"] = [*Rng(start).pack()[:-1], match.state.rng.drawn]
    return BotRequest(
        match.game.slug,
        pack,
        setup.scenario,
        setup.players,
        setup.options,
        bot,
        seat,
        start,
        position,
        table=choice_seed(setup.seed, -1, None),
    )


def odds_request(match: Match, pack: str, viewer: int | None) -> BotRequest:
    """Return the request for the odds of a position, with what the viewer may know."""
    return msgspec.structs.replace(bot_request(match, pack, "", viewer, 0), want="odds")


def any_choice(match: Match, seat: int, start: int) -> int:
    """Return any legal choice of a seat."""
    choices: list[int] = match.state.choices(seat)
    return choices[Rng(start).below(len(choices))]


# --- in the process of a bot

_packs: dict[tuple[str, str], Game] = {}
_bots: dict[tuple[int, str, int], Bot] = {}  # the bots of the last questions, with their search trees


def packed(slug: str, pack: str) -> Game:
    """Return a game with its own components or with a pack's; each is built once in a process."""
    if not pack:
        return load_game(slug)
    if (slug, pack) not in _packs:
        _packs[slug, pack] = load_game(slug, pack)
    return _packs[slug, pack]


def seated(asked: BotRequest, make: MakeBot) -> Bot:
    """Return the bot for a request: that of the last question of the same match and seat, if it is kept."""
    assert asked.seat is not None
    key = (asked.table, asked.bot, asked.seat)
    bot = _bots.pop(key, None) or make(asked.bot)
    _bots[key] = bot
    while len(_bots) > BOTS:
        del _bots[next(iter(_bots))]
    return bot


def answer(asked: BotRequest, make: MakeBot) -> BotReply:
    """Answer one request."""
    game = packed(asked.game, asked.pack)
    if not asked.position:
        return BotReply()
    setup = Setup(asked.scenario, asked.players, asked.options, 0)
    g = game.unpack_state(setup, asked.position)
    if asked.want == "odds":
        return BotReply(odds=[fight_out(fight) for fight in game.odds(g, asked.seat)])
    assert asked.seat is not None
    advice = seated(asked, make).advise(game, g, asked.seat, Rng(asked.seed))
    if advice.choice not in g.choices(asked.seat):
        return BotReply(advice.choice)  # the driver takes another
    return BotReply(advice.choice, line=explain_advice(game, g, asked.seat, advice))


def fight_out(fight: Odds) -> FightOut:
    """Return odds in the form in which they are sent."""
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
    """Wait until the server's process ends, then end this one, even in the middle of a thought."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def work(connection: Connection, make: MakeBot) -> None:
    """Answer requests in a bot's process until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles interrupts
    threading.Thread(target=end_with_the_server, daemon=True).start()
    decoder = msgspec.json.Decoder(BotRequest)
    while True:
        try:
            asked = decoder.decode(connection.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            told = answer(asked, make)
        except Exception as error:
            told = BotReply(trouble=f"{type(error).__name__}: {error}")
        try:
            connection.send_bytes(msgspec.json.encode(told))
        except OSError:
            return


# --- in the server


def start_deaf(process: BaseProcess) -> None:
    """Start a process that ignores interrupts while it loads; otherwise they would print a traceback."""
    resource_tracker.ensure_running()  # otherwise it would start here and let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """One process and the connection to it."""

    def __init__(self, make: MakeBot) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, make), daemon=True, name="sandtable-bot")
        start_deaf(self.process)
        theirs.close()
        self.loaded: set[tuple[str, str]] = set()
        self.gone: Callable[[], None] = lambda: None  # ends the wait for an answer

    async def ask(self, asked: BotRequest, seconds: float) -> BotReply:
        """Return the answer to a request; TimeoutError or OSError if there is none."""
        game = (asked.game, asked.pack)
        if game not in self.loaded:
            # Starting and loading take no time from the bot's own.
            await self._tell(msgspec.structs.replace(asked, position={}), START_SECONDS)
            self.loaded.add(game)
        return await self._tell(asked, seconds)

    async def _tell(self, asked: BotRequest, seconds: float) -> BotReply:
        loop = asyncio.get_running_loop()
        heard: asyncio.Future[bytes] = loop.create_future()

        def gone() -> None:
            loop.remove_reader(number)
            if not heard.done():
                heard.set_exception(OSError("its process has ended"))

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
            # A request is smaller than the pipe's buffer, so this does not block.
            self.connection.send_bytes(msgspec.json.encode(asked))
            return msgspec.json.decode(await asyncio.wait_for(heard, seconds), type=BotReply)
        finally:
            loop.remove_reader(number)

    def end(self) -> None:
        """End the process at once."""
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
    """Processes in which bots think: some for all questions, one only for quick questions.

    `seconds` is added to each bot's own time budget.
    """

    def __init__(self, processes: int = 1, seconds: float = 1.0, make: MakeBot = make_bot) -> None:
        self.seconds = seconds
        self._make = make
        self._desks = [_Desk(True), *(_Desk(False) for _ in range(processes))]
        self._quick: Lane[Place] = Lane()
        self._slow: Lane[Place] = Lane()
        self._warm: set[tuple[str, str]] = set()  # the games for which quick answers were prepared
        self._tasks: set[asyncio.Task[BotReply | None]] = set()
        self._closed = False

    async def ask(self, asked: BotRequest, claim: Claim = ANYBODY) -> BotReply | None:
        """Return the answer; None if there was none in time, the bot failed, or nobody needs it any more."""
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
        """Load a game in the process for quick questions."""
        if self._closed or (slug, pack) in self._warm:
            return
        self._warm.add((slug, pack))
        nothing = BotRequest(slug, pack, "", 0, {}, "", None, 0)
        task = asyncio.get_running_loop().create_task(self.ask(nothing, Claim(watched=lambda: False)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def thinking(self) -> int:
        """The number of busy processes."""
        return sum(desk.busy for desk in self._desks)

    def _seat_next(self) -> None:
        """Give each free process its next question."""
        for desk in self._desks:
            if desk.busy or self._closed:
                continue
            waiting = self._next(desk)
            if waiting is not None:
                desk.busy = True
                waiting.told.set_result(desk)

    def _next(self, desk: _Desk) -> Waiting[Place] | None:
        """Take the next question for a process; None if there is none."""
        for lane in (self._quick, self._slow):
            for gone in lane.unwanted():
                gone.told.set_result(None)
        if desk.quick:
            return _take(self._quick)
        found = _take(self._slow)
        if found is None and desk.worker is not None:
            found = _take(self._quick)  # the process for quick questions is busy
        return found

    def _leave(self, desk: _Desk | None) -> None:
        """Free a process for the next question."""
        if desk is not None:
            desk.busy = False
            self._seat_next()

    async def _answer(self, desk: _Desk, asked: BotRequest, seconds: float) -> BotReply | None:
        """Let a process answer a request."""
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
                logger.warning("Bot %s gave no answer: %s", name, str(error) or type(error).__name__)
            return None
        finally:
            # A late answer would be mistaken for the answer to the next question.
            if not answered:
                _end(desk)
        if told.trouble:
            logger.warning("Bot %s failed: %s", asked.bot or asked.want, told.trouble)
            return None
        return told

    async def _start(self) -> _Worker:
        """Start a new process; end it again if the caller is cancelled meanwhile."""
        starting = asyncio.ensure_future(asyncio.to_thread(_Worker, self._make))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(_end_started)
            raise

    def close(self) -> None:
        """End all processes; open questions get no answer."""
        self._closed = True
        for lane in (self._quick, self._slow):
            for waiting in lane.clear():
                if not waiting.told.done():
                    waiting.told.set_result(None)
        for desk in self._desks:
            _end(desk)


def _take(lane: Lane[Place]) -> Waiting[Place] | None:
    """Take the next question whose caller still waits."""
    while (found := lane.take()) is not None and found.told.done():
        lane.ended(found, 0.0)
    return found


def _end_started(starting: asyncio.Future[_Worker]) -> None:
    """End a process whose caller was cancelled."""
    if not starting.cancelled() and starting.exception() is None:
        starting.result().end()


def _end(desk: _Desk) -> None:
    """End the process of a desk."""
    worker, desk.worker = desk.worker, None
    if worker is not None:
        worker.end()
