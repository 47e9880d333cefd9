"""The protocol of live connections: uvicorn's, with a fast path beside ASGI.

A click is one short message with two short answers. Queues, tasks and layers of wrappers would cost more than
the game itself. An application that knows this protocol finds it in the scope of a connection: it may write
several texts at once, and set a receiver that gets each message first. Other applications see no difference,
and whatever cannot be done at once goes through ASGI.
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
# Takes a text, or returns False: then ASGI receives it. It never raises.
Receiver = Callable[[bytes], bool]


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket connection of uvicorn with the fast path."""

    receiver: Receiver | None = None
    _first = False

    def handle_connect(self, event: Request) -> None:
        """Offer the fast path to the application of a new connection."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"][KEY] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        """Let only the first of several messages take the fast path, so that a burst delays nobody else."""
        self._first = True
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message to the receiver, or to ASGI."""
        if (
            self._first
            and self.receiver is not None
            and len(self.frames) == 1
            and self.curr_msg_data_type == "text"
            and self.queue.empty()
            and not self.close_sent
        ):
            self._first = False
            if self.receiver(bytes(self.frames[0])):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def free(self) -> bool:
        """Check whether texts can be written now: the client is connected and reads fast enough."""
        return (
            self.handshake_complete
            and self.initial_response is None
            and self.writable.is_set()
            and not (self.disconnected or self.close_sent or self.transport.is_closing())
        )

    def write(self, texts: Sequence[bytes]) -> None:
        """Write each text as a message; do nothing if the client is gone."""
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
    """Return the head of a frame that is not split, compressed or masked (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size))
    return HEAD.pack(0x81, 126, size) if size < 1 << 16 else LARGE_HEAD.pack(0x81, 127, size)


def direct_socket(scope: Mapping[str, Any]) -> DirectWebSocket | None:
    """Return the fast path of a connection, if its server has one."""
    extension = (scope.get("extensions") or {}).get(KEY)
    direct: DirectWebSocket | None = None if extension is None else extension["wire"]
    return direct
