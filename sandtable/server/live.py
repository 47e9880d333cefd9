"""The live channel of a match: choices come in, states go out. docs/server.md lists the messages."""

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
from sandtable.server.api.connections import ENDED, Connection
from sandtable.server.api.schemas import LIMITS, Choice, Number, SeatNumber
from sandtable.server.api.service import Served, Service
from sandtable.server.limits import address_of
from sandtable.server.loaded_match import Refused
from sandtable.server.match_service import MISTAKE
from sandtable.server.messages import Ack, ErrorOut, RefusedOut
from sandtable.server.payload import explained
from sandtable.server.security import admit, some_lines
from sandtable.server.store import NoMatch, Player
from sandtable.server.watched_match import Watcher
from sandtable.server.websocket import DirectWebSocket, direct_socket

# Why the server closes a connection: its own codes, then those of the protocol.
SIGNED_OUT, NO_MATCH, BROKEN, TOO_MANY = 4401, 4404, 4409, 4429
BAD_DATA, TOO_BIG, AWAY = 1007, 1009, 1001
CHECK_SECONDS: Final = 60.0  # after which the session is looked up before anything is done
PATIENCE: Final = 50  # bad or hasty messages in a row before the server closes the connection

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
    """Ask whether a choice is allowed, and why not."""

    seat: SeatNumber
    choice: Choice


class Say(Struct, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Send a chat message to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LIMITS.chat_letters)]


class Resume(Struct, tag_field="type", tag="resume", forbid_unknown_fields=True):
    """Continue after a lost connection; the client has kept the state after `seq` events."""

    seq: Annotated[int, Meta(ge=-1, le=2**31 - 1)]


Heard = Choose | Undo | Explain | Say | Resume
_decoder = msgspec.json.Decoder(Heard)


class HangUp(Exception):
    """The reason why the connection must end: a code and a sentence."""

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
    """Serve one client of a match; with `?partial=true` later states hold only changes."""
    await socket.accept()
    try:
        session, token = socket.user, socket.auth
        if session is None:
            raise HangUp(SIGNED_OUT, ENDED)
        try:
            service.rate_limits.read(session.player.id, address_of(socket))
        except TooManyRequestsException as error:
            raise HangUp(TOO_MANY, str(error.detail)) from None
        connection = service.connections.open(match_id, session.player.id, address_of(socket), token)
        if connection is None:
            raise HangUp(TOO_MANY, "You have too many tables open. Close some and load this page again.")
        try:
            await _serve(socket, service, connection, session.player, token)
        finally:
            service.connections.close(connection)
    except HangUp as error:
        await _hang_up(socket, error)
    except WebSocketDisconnect:
        pass


async def _serve(
    socket: WebSocket[Any, Any, Any], service: Service, connection: Connection, player: Player, token: str
) -> None:
    partial = socket.query_params.get("partial") == "true"
    try:
        watcher = await service.matches.watch(connection.match_id, player.id, partial)
    except NoMatch as error:
        raise HangUp(NO_MATCH, str(error)) from None
    except SandtableError as error:
        raise HangUp(BROKEN, str(error)) from None
    client = Client(socket, service, connection, player, token, watcher)
    client.use_direct_socket(direct_socket(socket.scope))
    tasks = [asyncio.create_task(work) for work in (client.hear(), client.send(), client.end())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        watcher.close()
        client.use_direct_socket(None)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, HangUp):
            raise result
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
            logger.error("A live connection failed.", exc_info=result)
            raise HangUp(BROKEN, MISTAKE)
    await _hang_up(socket, HangUp(AWAY, ""))


async def _hang_up(socket: WebSocket[Any, Any, Any], why: HangUp) -> None:
    """Send the reason, if there is one, and close; the client may be gone already."""
    try:
        if why.text:
            await socket.send_text(msgspec.json.encode(ErrorOut(why.text)).decode())
        await socket.close(why.code)
    except Exception:
        pass


class Client:
    """A live connection: receives messages, sends states, and knows when to end."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        service: Service,
        connection: Connection,
        player: Player,
        token: str,
        watcher: Watcher,
    ) -> None:
        self._socket = socket
        self._service = service
        self._connection = connection
        self._player = player
        self._token = token
        self._watcher = watcher
        self._faults = 0
        self._direct: DirectWebSocket | None = None
        self._most = service.config.limits.frame_bytes
        self._listening = False  # whether it only waits for the next message

    def use_direct_socket(self, direct: DirectWebSocket | None) -> None:
        """Use a direct socket beside `hear` and `send`, where there is one."""
        if self._direct is not None:
            self._direct.receiver = None
        self._direct = direct
        self._watcher.outlet = None if direct is None else self
        if direct is not None:
            direct.receiver = self.receive_now

    def free(self) -> bool:
        """Check whether something can be sent at once."""
        return self._direct is not None and self._certain() and self._direct.free()

    def write(self, texts: list[bytes]) -> None:
        """Send texts at once."""
        if self._direct is not None:
            self._direct.write(texts)

    def receive_now(self, data: bytes) -> bool:
        """Take a message that has just come; return True if it was a choice, played or refused."""
        if not self._listening or not self._certain() or len(data) > self._most:
            return False
        try:
            message = _decoder.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return False
        if not isinstance(message, Choose):
            return False
        match_service, match_id, me = self._service.matches, self._connection.match_id, self._player.id
        if not match_service.can_act(match_id, message.seq):
            return False
        try:
            self._service.rate_limits.click(me, self._connection.address)
        except TooManyRequestsException:
            return False
        self._faults = 0
        try:
            rest = match_service.choose_now(match_id, me, message.seat, message.choice, self._stored)
        except Exception as error:
            self._refuse(error)
        else:
            if rest is not None:
                match_service.spawn(self._await(rest))
        return True

    async def _await(self, rest: Coroutine[Any, Any, int]) -> None:
        """Finish what could not be done at once."""
        try:
            await rest
        except Exception as error:
            self._refuse(error)

    async def end(self) -> None:
        """Wait until the session is ended."""
        await self._connection.ended.wait()
        raise HangUp(SIGNED_OUT, self._connection.why)

    async def send(self) -> None:
        """Send all messages; a slow client delays nobody else."""
        async for message in self._watcher:
            await self._check_session()
            try:
                await self._socket.send_text(message.decode())
            except OSError:
                raise WebSocketDisconnect(code=AWAY, detail="gone") from None

    async def hear(self) -> None:
        """Receive messages until the client is gone."""
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
        """Handle one message; an error in it is answered, and the connection goes on."""
        watcher = self._watcher
        try:
            self._service.rate_limits.click(self._player.id, self._connection.address)
            message = _decoder.decode(text)
        except TooManyRequestsException as error:
            self._fault(TOO_MANY, str(error.detail))
            self._refuse(error)
            return
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self._fault(BAD_DATA, "Too many messages that cannot be read.")
            watcher.send(ErrorOut("That message cannot be read; load the page again."))
            return
        self._faults = 0
        try:
            await self._do(message)
        except NoMatch as error:
            raise HangUp(NO_MATCH, str(error)) from None
        except Exception as error:
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        """Send the reason why something was not done."""
        watcher = self._watcher
        if isinstance(error, Refused):
            watcher.send(RefusedOut(error.text, error.rule, self._seq(), error.stale))
            if error.stale:
                watcher.wake()
        elif isinstance(error, TooManyRequestsException):
            watcher.send(RefusedOut(str(error.detail), "", self._seq(), False))
        elif isinstance(error, SandtableError):
            watcher.send(ErrorOut(str(error)))
        else:
            logger.error("Could not handle a message of the live channel.", exc_info=error)
            watcher.send(ErrorOut(MISTAKE))

    async def _do(self, message: Heard) -> None:
        match_service, watcher, match_id, me = (
            self._service.matches,
            self._watcher,
            self._connection.match_id,
            self._player.id,
        )
        if isinstance(message, Choose):
            await match_service.choose(match_id, me, message.seq, message.seat, message.choice, self._stored)
        elif isinstance(message, Undo):
            await match_service.undo(match_id, me, message.seq, message.seat, self._stored)
        elif isinstance(message, Explain):
            told = await match_service.explain(match_id, me, message.seat, message.choice)
            watcher.send(explained(message.seat, message.choice, told))
        elif isinstance(message, Say):
            record = await match_service.record(match_id)
            if record.owner_id != me and not record.held_by(me):
                raise Refused("Only those who sit at this table can talk here.")
            said = some_lines(message.text, self._service.config.limits.chat_letters)
            if said:
                self._service.rate_limits.say(me, self._connection.address)
                await match_service.say(match_id, me, self._player.name, said)
        else:
            watcher.resume(message.seq)

    def _stored(self, seq: int) -> None:
        """Confirm that the store has this client's event, before it is sent the new state."""
        self._watcher.add(Ack(seq))

    def _seq(self) -> int:
        loaded = self._watcher.watched.loaded
        return 0 if loaded is None else loaded.seq

    def _fault(self, code: int, text: str) -> None:
        self._faults += 1
        if self._faults >= PATIENCE:
            raise HangUp(code, text)

    def _certain(self) -> bool:
        """Check that the session was looked up recently and has not ended here."""
        return (
            time.monotonic() - self._connection.known < CHECK_SECONDS and not self._connection.ended.is_set()
        )

    async def _check_session(self) -> None:
        """Look the session up if `Connections.look_up` could not; it may have ended in another process."""
        now = time.monotonic()
        if now - self._connection.known >= CHECK_SECONDS:
            self._connection.known = now
            try:
                session = await self._service.store.get_session(self._token)
            except SandtableError:
                return  # the store does not answer at the moment
            if session is None or session.player.id != self._player.id:
                raise HangUp(SIGNED_OUT, ENDED)
