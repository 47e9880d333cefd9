"""What a client is sent: a room as one viewer may see it, as JSON.

Nothing here adds to what the engine shows a seat: scene, log and cards are those of the viewer's own eyes, a
question goes only to who holds the seat that is asked, and seeds, tokens and player numbers stay behind. What
many viewers share is built and encoded once for each position (`Faces`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.scene import Card, Piece, Place
from sandtable.engine.state import Result, State
from sandtable.server import cards
from sandtable.server.messages import (
    UNSET,
    CardOut,
    ChoiceOut,
    ExplainedOut,
    LineOut,
    LogOut,
    MatchOut,
    PanelOut,
    PieceOut,
    PlaceOut,
    PromptOut,
    SeatOut,
)
from sandtable.server.messages import (
    ChatOut as ChatOut,
)
from sandtable.server.messages import (
    ResultOut as ResultOut,
)
from sandtable.server.messages import (
    StateOut as StateOut,
)
from sandtable.server.room import Explained, Refused, Room
from sandtable.server.store.records import Chat, MatchRecord

MOST_LOOKS: Final = 50_000  # of counters that are kept for each game, some 20 MB
UNDO: Final = "You may take back your last choice."
_json = msgspec.json.Encoder()


class _Scene(msgspec.Struct):
    """A scene of parts that are encoded already, some perhaps left out."""

    title: str
    subtitle: str
    stage: int
    places: msgspec.Raw | msgspec.UnsetType
    pieces: msgspec.Raw | msgspec.UnsetType
    panels: msgspec.Raw | msgspec.UnsetType


class _State(msgspec.Struct):
    """A `StateOut` of parts that are encoded already, some perhaps left out."""

    type: Literal["state"]
    partial: bool
    match: msgspec.Raw | msgspec.UnsetType
    seq: int
    events: int
    viewer: int | None
    seats: list[SeatOut]
    spectators: int
    waiting: tuple[int, ...]
    prompts: list[msgspec.Raw]
    result: msgspec.Raw
    scene: _Scene
    cards: msgspec.Raw | msgspec.UnsetType
    log: msgspec.Raw
    chat: list[ChatOut] | msgspec.UnsetType


# --- who looks


def eyes(match: Match, held: Sequence[int]) -> int | None:
    """Through which of his seats a viewer looks: the one that is asked, or that chose last, or the first."""
    if len(held) <= 1:
        return held[0] if held else None
    for seat in match.state.seats():
        if seat in held:
            return seat
    for seat, _ in reversed(match.history):
        if seat in held:
            return seat
    return held[0]


# --- parts that many viewers share


class PieceBook:
    """Counters encoded once for each look they have had in each place; few change with a click."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, Piece], bytes] = {}

    def encoded(self, places: list[Place], pieces: list[Piece]) -> bytes:
        """The counters of a scene."""
        known = self._known
        if len(known) > MOST_LOOKS:
            known.clear()
        parts: list[bytes] = []
        for piece in pieces:
            key = (places[piece.place].id, piece)
            part = known.get(key)
            if part is None:
                made = PieceOut(piece.choice, key[0], piece.kind, piece.name, *piece[4:])
                part = known[key] = _json.encode(made)
            parts.append(part)
        return b"[" + b",".join(parts) + b"]"


class PlaceBook:
    """Places encoded once for each look they have had; most never change."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str, str, tuple[str, ...]], bytes] = {}

    def encoded(self, places: list[Place]) -> bytes:
        """The places of a scene."""
        known = self._known
        parts: list[bytes] = []
        for place in places:
            key = (place.choice, place.id, place.owner, place.marks)
            part = known.get(key)
            if part is None:
                part = known[key] = _json.encode(PlaceOut(place.id, place.choice, place.owner, place.marks))
            parts.append(part)
        return b"[" + b",".join(parts) + b"]"


class CardBook:
    """Cards encoded once for each pile they have lain in."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str, bool], bytes] = {}

    def encoded(self, shown: list[Card]) -> bytes:
        """The cards a viewer may look at."""
        known = self._known
        parts: list[bytes] = []
        for card in shown:
            key = (card.choice, card.pile, card.own)
            part = known.get(key)
            if part is None:
                part = known[key] = _json.encode(CardOut(*card))
            parts.append(part)
        return b"[" + b",".join(parts) + b"]"


class Books:
    """What all rooms of one game share."""

    def __init__(self) -> None:
        self.places = PlaceBook()
        self.pieces = PieceBook()
        self.cards = CardBook()


_books: dict[tuple[str, str], Books] = {}


def books(game: Game) -> Books:
    """The books of a game with its pack."""
    return _books.setdefault((game.slug, game.pack_hash), Books())


class Drawn(NamedTuple):
    """A scene in parts, the larger ones encoded."""

    title: str
    subtitle: str
    stage: int
    places: bytes
    pieces: bytes
    panels: bytes


class Sent(NamedTuple):
    """The parts of the last state that a client was sent; those that stay the same need not be sent again."""

    match: bytes
    places: bytes
    pieces: bytes
    panels: bytes
    cards: bytes


class Faces:
    """One position as its viewers see it; each part is built when somebody first needs it, and once."""

    def __init__(self, match: Match, before: Faces | None = None) -> None:
        """A position of a match, perhaps the one that follows `before`."""
        self.match = match
        self.game = match.game
        self._books = books(match.game)
        self._fields: bytes = b""
        self._board_of: tuple[list[Place], list[Piece]] | None = None
        self._drawn: dict[int | None, Drawn] = {}
        self._common: tuple[bytes, bytes] | None = None  # places and pieces, where all see the same ones
        # Of the position before; most of it stays the same.
        self._old = None if before is None else (before._fields, before._common, before._board_of)
        self._cards_of = cards.source(match.game, match.state)
        same = before is not None and self._cards_of is not None and before._cards_of == self._cards_of
        self._cards: dict[int | None, bytes] = before._cards if before is not None and same else {}
        self._prompts: dict[int, msgspec.Raw | None] = {}
        self._result: msgspec.Raw | None = None

    def scene(self, seat: int | None) -> Drawn:
        """The table as a seat sees it."""
        found = self._drawn.get(seat)
        if found is None:
            game, g = self.game, self.match.state
            if self._common is None:
                self._common = self._open_to_all()
            if self._common is not None:
                board, subtitle, panels = self._common, game.headline(g, seat), game.panels(g, seat)
            else:
                scene = game.scene(g, seat)
                board = self._board(scene.places, scene.pieces)
                subtitle, panels = scene.subtitle, scene.panels
            shown = _json.encode([PanelOut(*panel) for panel in panels])
            found = self._drawn[seat] = Drawn(game.title, subtitle, game.stage(g), *board, shown)
        return found

    def _open_to_all(self) -> tuple[bytes, bytes] | None:
        """The board that all see alike; None where each seat sees its own."""
        g = self.match.state
        # Many a click changes only what is asked next, and no field of the state: the board is as it was.
        self._fields = _json.encode(g.pack())
        old, self._old = self._old, None
        if old is not None and old[1] is not None and old[0] == self._fields:
            self._board_of = old[2]
            return old[1]
        board = self.game.board(g)
        if board is None:
            return None
        self._board_of = board
        places, pieces = board
        if old is None or old[1] is None or old[2] is None:
            return self._board(places, pieces)
        same = old[2][0] == places
        return (
            old[1][0] if same else self._books.places.encoded(places),
            old[1][1] if same and old[2][1] == pieces else self._books.pieces.encoded(places, pieces),
        )

    def _board(self, places: list[Place], pieces: list[Piece]) -> tuple[bytes, bytes]:
        return self._books.places.encoded(places), self._books.pieces.encoded(places, pieces)

    def cards(self, seat: int | None) -> bytes:
        """The cards a seat may look at."""
        found = self._cards.get(seat)
        if found is None:
            shown = cards.cards(self.game, self.match.state, seat)
            found = self._cards[seat] = self._books.cards.encoded(shown)
        return found

    def prompt(self, seat: int) -> msgspec.Raw | None:
        """What a seat is asked; None if it is neither asked nor may take anything back."""
        if seat not in self._prompts:
            made = prompt_of(self.match, seat)
            self._prompts[seat] = None if made is None else msgspec.Raw(_json.encode(made))
        return self._prompts[seat]

    def result(self) -> msgspec.Raw:
        """How the game ended."""
        if self._result is None:
            self._result = msgspec.Raw(_json.encode(result_of(self.match.result)))
        return self._result


def prompt_of(match: Match, seat: int) -> PromptOut | None:
    """The question to a seat, if there is one, and whether it may take back its last choice."""
    game, g = match.game, match.state
    undo = g.result is None and match.can_undo(seat)
    if seat not in g.seats():
        return PromptOut(seat, UNDO, "", [], True) if undo else None
    prompt = match.prompt_for(seat)
    assert prompt is not None
    offers = [ChoiceOut(c, game.key(g, c), game.label(g, c)) for c in prompt.choices]
    return PromptOut(seat, prompt.text, prompt.rule, offers, undo)


def result_of(result: Result | None) -> ResultOut | None:
    """How a game ended, ready for JSON."""
    return None if result is None else ResultOut(result.text, result.rule, list(result.scores))


class LineBook:
    """The log of a room, each line encoded once for each pair of eyes."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._read = room.seq
        self._lines: dict[int | None, list[bytes]] = {}

    def encoded(self, seat: int | None, start: int) -> msgspec.Raw:
        """The log as it stands now from line `start` on."""
        room = self._room
        if self._read != room.seq:
            keep = room.known_lines(self._read)
            for known in self._lines.values():
                del known[keep:]
            self._read = room.seq
        lines = self._lines.setdefault(seat, [])
        first = len(lines)
        if first < room.lines:
            written = room.line_events(room.seq, first)
            for line, event in zip(room.match.log(seat, first), written, strict=True):
                lines.append(_json.encode(LineOut(*line, event)))
        return msgspec.Raw(b'{"start":%d,"lines":[%b]}' % (start, b",".join(lines[start:])))


# --- the whole


def match_of(game: Game, record: MatchRecord) -> MatchOut:
    """The match itself, without its secrets."""
    titles = [s.title for s in game.scenarios if s.id == record.scenario]
    return MatchOut(
        record.id,
        record.game,
        game.title,
        record.scenario,
        titles[0] if titles else record.scenario,
        record.name,
        record.status,
        record.options,
        record.created,
        record.live,
    )


def seats_of(
    game: Game, g: State, record: MatchRecord, held: Collection[int], online: Collection[int]
) -> list[SeatOut]:
    """Who sits where; `online` are the players who look at the match now."""
    names = game.seat_names(g)
    return [
        SeatOut(
            seat.seat,
            names[seat.seat],
            seat.kind,
            seat.name,
            seat.bot,
            seat.kind == "bot" or (seat.player_id if seat.kind != "hotseat" else record.owner_id) in online,
            seat.seat in held,
        )
        for seat in record.seats
    ]


def chats_of(said: Sequence[Chat]) -> list[ChatOut]:
    """What was said, ready for JSON."""
    return [ChatOut(chat.id, chat.name, chat.text, chat.at) for chat in said]


class Painter:
    """Makes the states of one room for its viewers, and remembers what they share."""

    def __init__(self, room: Room, record: MatchRecord) -> None:
        self.room = room
        self.faces = Faces(room.match)
        self._seq = room.seq
        self._lines = LineBook(room)
        self._known: dict[tuple[Any, ...], bytes] = {}
        self.take(record)

    def take(self, record: MatchRecord) -> None:
        """Something about the match itself or who sits where has changed."""
        self.record = record
        self._match = _json.encode(match_of(self.room.game, record))
        self._known.clear()

    def refresh(self) -> None:
        """The position has changed."""
        self.faces = Faces(self.room.match, self.faces)
        self._seq = self.room.seq
        self._known.clear()

    def prepare(self, held: Sequence[int]) -> None:
        """Make ready what takes longest of the present state for who holds these seats."""
        if self._seq != self.room.seq:
            self.refresh()
        self._parts(self.faces, self.viewer(self.room.match, held))
        for seat in held:
            self.faces.prompt(seat)

    def state(
        self,
        held: Sequence[int],
        online: Collection[int] = (),
        start: int = 0,
        chats: Sequence[Chat] | None = None,
        seat: int | None = None,
        spectators: int = 0,
    ) -> bytes:
        """The present state for who holds these seats, the log from line `start` on."""
        return self.news(None, held, online, start, chats, seat, spectators)[0]

    def news(
        self,
        sent: Sent | None,
        held: Sequence[int],
        online: Collection[int] = (),
        start: int = 0,
        chats: Sequence[Chat] | None = None,
        seat: int | None = None,
        spectators: int = 0,
    ) -> tuple[bytes, Sent]:
        """The present state without what the client was sent already, and what it has then."""
        if self._seq != self.room.seq:
            self.refresh()
        viewer = self.viewer(self.room.match, held, seat)
        has = self._parts(self.faces, viewer)
        fresh = [True] * len(has) if sent is None else [a != b for a, b in zip(has, sent, strict=True)]
        # All who hold the same, have read as far and lack the same are sent the same bytes.
        key = (tuple(held), frozenset(online), spectators, start, viewer, tuple(fresh), sent is None)
        made = self._known.get(key) if chats is None else None
        if made is None:
            log = self._lines.encoded(viewer, start)
            present = (online, spectators)
            made = self._made(self.room.seq, self.faces, viewer, held, present, log, chats, fresh, sent)
            if chats is None:
                self._known[key] = made
        return made, has

    def past(
        self,
        number: int,
        held: Sequence[int],
        online: Collection[int] = (),
        seat: int | None = None,
        spectators: int = 0,
    ) -> bytes:
        """What the viewer saw after so many events: through his own eyes, and nothing to choose."""
        match = self.room.at(number)
        viewer = self.viewer(match, held, seat)
        written = self.room.line_events(number)
        lines = [LineOut(*line, event) for line, event in zip(match.log(viewer), written, strict=True)]
        log = msgspec.Raw(_json.encode(LogOut(0, lines)))
        all_of_it = [True] * len(Sent._fields)
        present = (online, spectators)
        return self._made(number, Faces(match), viewer, held, present, log, None, all_of_it, None)

    def viewer(self, match: Match, held: Sequence[int], seat: int | None = None) -> int | None:
        """Through whose eyes somebody looks who holds these seats."""
        if seat is not None and seat not in held:
            raise Refused("You can look only through the eyes of a seat of yours.")
        if self.record.status == "open":
            # Seats still change hands: who sat here and there in turn would know every hand.
            return None
        if seat is not None:
            return seat
        # At one screen it is whose turn it is now who looks back, not whose turn it was then.
        return eyes(match if self.room.match.result is not None else self.room.match, held)

    def _parts(self, faces: Faces, viewer: int | None) -> Sent:
        drawn = faces.scene(viewer)
        return Sent(self._match, drawn.places, drawn.pieces, drawn.panels, faces.cards(viewer))

    def _made(
        self,
        number: int,
        faces: Faces,
        viewer: int | None,
        held: Sequence[int],
        present: tuple[Collection[int], int],
        log: msgspec.Raw,
        chats: Sequence[Chat] | None,
        fresh: Sequence[bool],
        sent: Sent | None,
    ) -> bytes:
        record, g = self.record, faces.match.state
        going = record.status != "open"
        prompts: list[msgspec.Raw] = []
        if going and number == self.room.seq:
            # Those who are asked come first, in the order in which the game asks them.
            asked = [seat for seat in g.seats() if seat in held]
            order = [*asked, *(seat for seat in held if seat not in asked)]
            prompts = [p for p in map(faces.prompt, order) if p is not None]
        drawn = faces.scene(viewer)
        match, places, pieces, panels, shown = (
            msgspec.Raw(part) if new else UNSET
            for part, new in zip(self._parts(faces, viewer), fresh, strict=True)
        )
        return _json.encode(
            _State(
                "state",
                sent is not None,
                match,
                number,
                self.room.seq,
                viewer,
                seats_of(self.room.game, g, record, held, present[0]),
                present[1],
                g.seats() if going else (),
                prompts,
                faces.result(),
                _Scene(drawn.title, drawn.subtitle, drawn.stage, places, pieces, panels),
                shown,
                log,
                UNSET if chats is None else chats_of(chats),
            )
        )


def explained(seat: int, choice: int | str, told: Explained) -> ExplainedOut:
    """The answer to "why not?", ready for JSON."""
    return ExplainedOut(seat, choice, *told)
