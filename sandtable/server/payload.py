"""What a client is sent: a room as one viewer may see it, as JSON.

Nothing here adds to what the engine shows a seat: scene, log and cards are those of the viewer's own eyes, a
question goes only to who holds the seat that is asked, and seeds, tokens and player numbers stay behind. What
many viewers share is built and encoded once for each position (`Faces`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal

import msgspec

from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.scene import Piece, Place
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

UNDO: Final = "You may take back your last choice."
_json = msgspec.json.Encoder()


class _Raw(msgspec.Struct):
    """A `StateOut` of parts that are encoded already."""

    type: Literal["state"]
    match: msgspec.Raw
    seq: int
    events: int
    viewer: int | None
    seats: list[SeatOut]
    spectators: int
    waiting: tuple[int, ...]
    prompts: list[msgspec.Raw]
    result: msgspec.Raw
    scene: msgspec.Raw
    cards: msgspec.Raw
    log: msgspec.Raw
    chat: list[ChatOut] | msgspec.UnsetType = UNSET


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


def encoded_pieces(places: list[Place], pieces: list[Piece]) -> bytes:
    """The counters of a scene."""
    return _json.encode([PieceOut(p.choice, places[p.place].id, p.kind, p.name, *p[4:]) for p in pieces])


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

    def encoded(self, shown: list[cards.Card]) -> bytes:
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
        self.cards = CardBook()


_books: dict[tuple[str, str], Books] = {}


def books(game: Game) -> Books:
    """The books of a game with its pack."""
    return _books.setdefault((game.slug, game.pack_hash), Books())


class Faces:
    """One position as its viewers see it; each part is built when somebody first needs it, and once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self._books = books(match.game)
        self._encoded: dict[int | None, msgspec.Raw] = {}
        self._common: bytes | None = None  # the board, where all see the same one
        self._cards: dict[int | None, msgspec.Raw] = {}
        self._prompts: dict[int, msgspec.Raw | None] = {}
        self._result: msgspec.Raw | None = None

    def scene(self, seat: int | None) -> msgspec.Raw:
        """The table as a seat sees it."""
        found = self._encoded.get(seat)
        if found is None:
            game, g = self.game, self.match.state
            open_to_all = None if self._common is not None else game.board(g)
            if open_to_all is not None:
                self._common = self._board(*open_to_all)
            if self._common is not None:
                board, subtitle, panels = self._common, game.headline(g, seat), game.panels(g, seat)
            else:
                scene = game.scene(g, seat)
                board, subtitle, panels = (
                    self._board(scene.places, scene.pieces),
                    scene.subtitle,
                    scene.panels,
                )
            found = self._encoded[seat] = msgspec.Raw(
                b'{"title":%b,"subtitle":%b,%b,"panels":%b}'
                % (
                    _json.encode(game.title),
                    _json.encode(subtitle),
                    board,
                    _json.encode([PanelOut(*panel) for panel in panels]),
                )
            )
        return found

    def _board(self, places: list[Place], pieces: list[Piece]) -> bytes:
        return b'"places":%b,"pieces":%b' % (
            self._books.places.encoded(places),
            encoded_pieces(places, pieces),
        )

    def cards(self, seat: int | None) -> msgspec.Raw:
        """The cards a seat may look at."""
        found = self._cards.get(seat)
        if found is None:
            shown = cards.cards(self.game, self.match.state, seat)
            found = self._cards[seat] = msgspec.Raw(self._books.cards.encoded(shown))
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
        self._whole: dict[Any, bytes] = {}
        self.take(record)

    def take(self, record: MatchRecord) -> None:
        """Something about the match itself or who sits where has changed."""
        self.record = record
        self._match = msgspec.Raw(_json.encode(match_of(self.room.game, record)))
        self._whole.clear()

    def refresh(self) -> None:
        """The position has changed."""
        self.faces = Faces(self.room.match)
        self._seq = self.room.seq
        self._whole.clear()

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
        if self._seq != self.room.seq:
            self.refresh()
        # All who hold the same and have read as far are sent the same bytes.
        key = (tuple(held), frozenset(online), spectators, start, seat) if chats is None else None
        if key is not None:
            known = self._whole.get(key)
            if known is not None:
                return known
        viewer = eyes(self.room.match, held) if seat is None else seat
        log = self._lines.encoded(viewer, start)
        made = self._made(self.room.seq, self.faces, viewer, held, (online, spectators), log, chats)
        if key is not None:
            self._whole[key] = made
        return made

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
        viewer = eyes(match, held) if seat is None else seat
        written = self.room.line_events(number)
        lines = [LineOut(*line, event) for line, event in zip(match.log(viewer), written, strict=True)]
        log = msgspec.Raw(_json.encode(LogOut(0, lines)))
        return self._made(number, Faces(match), viewer, held, (online, spectators), log, None)

    def _made(
        self,
        number: int,
        faces: Faces,
        viewer: int | None,
        held: Sequence[int],
        present: tuple[Collection[int], int],
        log: msgspec.Raw,
        chats: Sequence[Chat] | None,
    ) -> bytes:
        if viewer is not None and viewer not in held:
            raise Refused("You can look only through the eyes of a seat of yours.")
        record, g = self.record, faces.match.state
        going = record.status != "open"
        prompts: list[msgspec.Raw] = []
        if going and number == self.room.seq:
            # Those who are asked come first, in the order in which the game asks them.
            asked = [seat for seat in g.seats() if seat in held]
            order = [*asked, *(seat for seat in held if seat not in asked)]
            prompts = [p for p in map(faces.prompt, order) if p is not None]
        return _json.encode(
            _Raw(
                "state",
                self._match,
                number,
                self.room.seq,
                viewer,
                seats_of(self.room.game, g, record, held, present[0]),
                present[1],
                g.seats() if going else (),
                prompts,
                faces.result(),
                faces.scene(viewer),
                faces.cards(viewer),
                log,
                UNSET if chats is None else chats_of(chats),
            )
        )


def explained(seat: int, choice: int | str, told: Explained) -> ExplainedOut:
    """The answer to "why not?", ready for JSON."""
    return ExplainedOut(seat, choice, *told)
