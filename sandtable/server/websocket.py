"""The protocol of live connections: uvicorn's, with a short way in and out beside that of ASGI.

A click is one short message, and what comes of it two; through queues, tasks and layers of wrappers they cost
more than the game does. An application that knows this protocol finds it in the scope of a connection: it may
write several texts in one go, and give it an ear that is asked first. Every other application sees no
difference, and whatever cannot be done at once goes the way of ASGI.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request
from websockets.protocol import State

KEY: Final = "sandtable.wire"
HEAD: Final = struct.Struct("!BBH")
LARGE_HEAD: Final = struct.Struct("!BBQ")
# Takes a text, or False: then it is to be received as always. It never raises.
Ear = Callable[[bytes], bool]


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket connection of uvicorn's."""

    ear: Ear | None = None
    _first = False

    def handle_connect(self, event: Request) -> None:
        """A client asks for a connection: the application is told of the short way."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"][KEY] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        """Of what comes together only the first takes the short way, so that a burst holds up nobody else."""
        self._first = True
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        if (
            self._first
            and self.ear is not None
            and len(self.frames) == 1
            and self.curr_msg_data_type == "text"
            and self.queue.empty()
            and not self.close_sent
        ):
            self._first = False
            if self.ear(bytes(self.frames[0])):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def free(self) -> bool:
        """Whether texts can be written now: the client is there and has read enough of what it was sent."""
        return (
            self.handshake_complete
            and self.initial_response is None
            and self.writable.is_set()
            and not (self.disconnected or self.close_sent or self.transport.is_closing())
        )

    def write(self, texts: Sequence[bytes]) -> None:
        """Write texts, each as a message; for a client that is gone that does nothing."""
        conn = self.conn
        if conn.extensions or conn.state is not State.OPEN:
            try:
                for text in texts:
                    conn.send_text(text)
            except InvalidState:
                return
            self.transport.write(b"".join(conn.data_to_send()))
        else:
            self.transport.write(b"".join([part for text in texts for part in (head_of(text), text)]))


def head_of(text: bytes) -> bytes:
    """What goes before a text in a frame that is neither cut, compressed nor masked (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size))
    return HEAD.pack(0x81, 126, size) if size < 1 << 16 else LARGE_HEAD.pack(0x81, 127, size)


def wire_of(scope: Mapping[str, Any]) -> Wire | None:
    """The short way of a connection, where its server has one."""
    extension = (scope.get("extensions") or {}).get(KEY)
    wire: Wire | None = None if extension is None else extension["wire"]
    return wire
