"""The live channel of a match: choices come in, states go out. See docs/server.md for the messages."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Annotated, Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import TooManyRequestsException, WebSocketDisconnect
from litestar.params import PathParameter
from msgspec import Meta, Struct

from sandtable.engine.errors import SandtableError
from sandtable.server.api.connections import ENDED, Line
from sandtable.server.api.schemas import LIMITS, Choice, Number, SeatNumber
from sandtable.server.api.service import Served, Service
from sandtable.server.limits import address_of
from sandtable.server.loaded_match import Refused
from sandtable.server.match_service import MISTAKE
from sandtable.server.messages import Ack, RefusedOut, Trouble
from sandtable.server.payload import explained
from sandtable.server.security import admit, some_lines
from sandtable.server.store import NoMatch, Player
from sandtable.server.watched_match import Watcher
from sandtable.server.websocket import Wire, wire_of

# Why the server hangs up, as codes of its own beside those of the protocol.
SIGNED_OUT, NO_MATCH, BROKEN, TOO_MANY = 4401, 4404, 4409, 4429
BAD_DATA, TOO_BIG, AWAY = 1007, 1009, 1001
CHECK_SECONDS: Final = 60.0  # after which nothing is done before the session was looked up
PATIENCE: Final = 50  # bad or hasty messages in a row before the server hangs up

logger = logging.getLogger(__name__)


class Choose(Struct, tag_field="type", tag="choose", forbid_unknown_fields=True):
    """Take a choice for a seat."""

    seq: Number
    seat: SeatNumber
    choice: Choice


class Undo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take back the last choice of a seat."""

    seq: Number
    seat: SeatNumber


class Explain(Struct, tag_field="type", tag="explain", forbid_unknown_fields=True):
    """May this be chosen, and why not?"""

    seat: SeatNumber
    choice: Choice


class Say(Struct, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Say something at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LIMITS.chat_letters)]


class Resume(Struct, tag_field="type", tag="resume", forbid_unknown_fields=True):
    """I am back and have kept a state after so many events."""

    seq: Annotated[int, Meta(ge=-1, le=2**31 - 1)]


Heard = Choose | Undo | Explain | Say | Resume
_decoder = msgspec.json.Decoder(Heard)


class HangUp(Exception):
    """The connection must end; why, as a code and a sentence."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@websocket("/api/live/{match_id:str}", guards=[admit])
async def live(
    socket: WebSocket[Any, Any, Any],
    match_id: Annotated[str, PathParameter(max_length=60)],
    service: Served,
) -> None:
    """One client at one table; with `?partial=true` states after the first tell only what is new."""
    await socket.accept()
    try:
        session, token = socket.user, socket.auth
        if session is None:
            raise HangUp(SIGNED_OUT, ENDED)
        try:
            service.gate.read(session.player.id, address_of(socket))
        except TooManyRequestsException as error:
            raise HangUp(TOO_MANY, str(error.detail)) from None
        line = service.lines.open(match_id, session.player.id, address_of(socket), token)
        if line is None:
            raise HangUp(TOO_MANY, "You have too many tables open; close some and load this page again.")
        try:
            await _serve(socket, service, line, session.player, token)
        finally:
            service.lines.close(line)
    except HangUp as error:
        await _hang_up(socket, error)
    except WebSocketDisconnect:
        pass


async def _serve(
    socket: WebSocket[Any, Any, Any], service: Service, line: Line, player: Player, token: str
) -> None:
    partial = socket.query_params.get("partial") == "true"
    try:
        watcher = await service.rooms.watch(line.match_id, player.id, partial)
    except NoMatch as error:
        raise HangUp(NO_MATCH, str(error)) from None
    except SandtableError as error:
        raise HangUp(BROKEN, str(error)) from None
    client = Client(socket, service, line, player, token, watcher)
    client.take_short_way(wire_of(socket.scope))
    tasks = [asyncio.create_task(work) for work in (client.hear(), client.tell(), client.end())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        watcher.close()
        client.take_short_way(None)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, HangUp):
            raise result
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
            logger.error("A live connection has failed.", exc_info=result)
            raise HangUp(BROKEN, MISTAKE)
    await _hang_up(socket, HangUp(AWAY, ""))


async def _hang_up(socket: WebSocket[Any, Any, Any], why: HangUp) -> None:
    """Say why, if there is something to say, and close; the client may be gone already."""
    try:
        if why.text:
            await socket.send_text(msgspec.json.encode(Trouble(why.text)).decode())
        await socket.close(why.code)
    except Exception:
        pass


class Client:
    """A live connection: what it hears, what it tells, and when it ends."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        service: Service,
        line: Line,
        player: Player,
        token: str,
        watcher: Watcher,
    ) -> None:
        self._socket = socket
        self._service = service
        self._line = line
        self._player = player
        self._token = token
        self._watcher = watcher
        self._faults = 0
        self._wire: Wire | None = None
        self._most = service.config.limits.frame_bytes
        self._listening = False  # whether there is nothing to do but to wait for the next message

    def take_short_way(self, wire: Wire | None) -> None:
        """Hear choices and tell of them at once where that is possible, beside `hear` and `tell`."""
        if self._wire is not None:
            self._wire.ear = None
        self._wire = wire
        self._watcher.outlet = None if wire is None else self
        if wire is not None:
            wire.ear = self.overhear

    def free(self) -> bool:
        """Whether something can be sent at once."""
        return self._wire is not None and self._certain() and self._wire.free()

    def write(self, texts: list[bytes]) -> None:
        """Send it."""
        if self._wire is not None:
            self._wire.write(texts)

    def overhear(self, data: bytes) -> bool:
        """A message that has just come: True if it is a choice that could be taken at once, or refused."""
        if not self._listening or not self._certain() or len(data) > self._most:
            return False
        try:
            message = _decoder.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return False
        if not isinstance(message, Choose):
            return False
        rooms, match_id, me = self._service.rooms, self._line.match_id, self._player.id
        if not rooms.can_act(match_id, message.seq):
            return False
        try:
            self._service.gate.click(me, self._line.address)
        except TooManyRequestsException:
            return False
        self._faults = 0
        try:
            rest = rooms.choose_now(match_id, me, message.seat, message.choice, self._stored)
        except Exception as error:
            self._refuse(error)
        else:
            if rest is not None:
                rooms.spawn(self._await(rest))
        return True

    async def _await(self, rest: Coroutine[Any, Any, int]) -> None:
        """See to the end what could not be done at once."""
        try:
            await rest
        except Exception as error:
            self._refuse(error)

    async def end(self) -> None:
        """Wait until the session is ended."""
        await self._line.ended.wait()
        raise HangUp(SIGNED_OUT, self._line.why)

    async def tell(self) -> None:
        """Send what there is to send; a slow client holds up nobody but itself."""
        async for message in self._watcher:
            await self._check_session()
            try:
                await self._socket.send_text(message.decode())
            except OSError:
                raise WebSocketDisconnect(code=AWAY, detail="gone") from None

    async def hear(self) -> None:
        """Take in messages until the client is gone."""
        while True:
            self._listening = True
            event: Any = await self._socket.receive()
            self._listening = False
            if event["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(code=event.get("code", 1000), detail="gone")
            text = event.get("text")
            if text is None:
                raise HangUp(BAD_DATA, "Messages are text, not binary.")
            if len(text) > self._most or len(text.encode()) > self._most:
                raise HangUp(TOO_BIG, "That message is too large.")
            await self._check_session()
            await self._take(text)

    async def _take(self, text: str) -> None:
        """One message; whatever is wrong with it is told, and the connection goes on."""
        watcher = self._watcher
        try:
            self._service.gate.click(self._player.id, self._line.address)
            message = _decoder.decode(text)
        except TooManyRequestsException as error:
            self._fault(TOO_MANY, str(error.detail))
            self._refuse(error)
            return
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self._fault(BAD_DATA, "Too many messages that cannot be read.")
            watcher.tell(Trouble("That message cannot be read; load the page again."))
            return
        self._faults = 0
        try:
            await self._do(message)
        except NoMatch as error:
            raise HangUp(NO_MATCH, str(error)) from None
        except Exception as error:
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        """Tell why something was not done."""
        watcher = self._watcher
        if isinstance(error, Refused):
            watcher.tell(RefusedOut(error.text, error.rule, self._seq(), error.stale))
            if error.stale:
                watcher.wake()
        elif isinstance(error, TooManyRequestsException):
            watcher.tell(RefusedOut(str(error.detail), "", self._seq(), False))
        elif isinstance(error, SandtableError):
            watcher.tell(Trouble(str(error)))
        else:
            logger.error("A message over the live channel has failed.", exc_info=error)
            watcher.tell(Trouble(MISTAKE))

    async def _do(self, message: Heard) -> None:
        rooms, watcher, match_id, me = (
            self._service.rooms,
            self._watcher,
            self._line.match_id,
            self._player.id,
        )
        if isinstance(message, Choose):
            await rooms.choose(match_id, me, message.seq, message.seat, message.choice, self._stored)
        elif isinstance(message, Undo):
            await rooms.undo(match_id, me, message.seq, message.seat, self._stored)
        elif isinstance(message, Explain):
            told = await rooms.explain(match_id, me, message.seat, message.choice)
            watcher.tell(explained(message.seat, message.choice, told))
        elif isinstance(message, Say):
            record = await rooms.record(match_id)
            if record.owner_id != me and not record.held_by(me):
                raise Refused("Only those who sit at this table can talk here.")
            said = some_lines(message.text, self._service.config.limits.chat_letters)
            if said:
                self._service.gate.say(me, self._line.address)
                await rooms.say(match_id, me, self._player.name, said)
        else:
            watcher.resume(message.seq)

    def _stored(self, seq: int) -> None:
        """What this client has just done is in the store: it hears of that before it sees what came of it."""
        self._watcher.add(Ack(seq))

    def _seq(self) -> int:
        room = self._watcher.table.room
        return 0 if room is None else room.seq

    def _fault(self, code: int, text: str) -> None:
        self._faults += 1
        if self._faults >= PATIENCE:
            raise HangUp(code, text)

    def _certain(self) -> bool:
        """Whether the session was looked up a short while ago and has not been ended here."""
        return time.monotonic() - self._line.known < CHECK_SECONDS and not self._line.ended.is_set()

    async def _check_session(self) -> None:
        """A session may have been ended elsewhere; it is looked up here if `Lines.look_up` could not."""
        now = time.monotonic()
        if now - self._line.known >= CHECK_SECONDS:
            self._line.known = now
            try:
                session = await self._service.store.get_session(self._token)
            except SandtableError:
                return  # the store does not answer just now
            if session is None or session.player.id != self._player.id:
                raise HangUp(SIGNED_OUT, ENDED)
