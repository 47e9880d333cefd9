"""The states that clients are sent: a match as one viewer may see it, as JSON.

Nothing here adds to what the engine shows a seat: scene, log and cards are those of the viewer's seat, a
question goes only to the player of the seat that is asked, and seeds, tokens and player numbers are left out.
Parts that many viewers share are built and encoded once for each position (`SeatViews`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.scene import Piece, Place
from sandtable.engine.state import Result, State
from sandtable.server.encoding_cache import encoding_cache
from sandtable.server.loaded_match import Explained, LoadedMatch, Refused
from sandtable.server.messages import (
    ChatOut as ChatOut,
)
from sandtable.server.messages import (
    ChoiceOut,
    ExplainedOut,
    LineOut,
    MatchOut,
    PanelOut,
    PromptOut,
    SeatOut,
)
from sandtable.server.messages import (
    ResultOut as ResultOut,
)
from sandtable.server.messages import (
    StateOut as StateOut,
)
from sandtable.server.store.records import Chat, MatchRecord

UNDO: Final = "You may take back your last choice."
FROM_SAVE: Final = {  # short enough for two lines on a phone
    "import": "This match comes from a save. Its dice may be known, so only bots can join it.",
    "save": "A save of this match was taken. Its dice may be known, so only bots can join it.",
}
RENEWED: Final = (
    "Future dice and cards of this match may have been known, so all dice and draws after choice %d come "
    "from a new seed."
)
_json = msgspec.json.Encoder()


# --- who sees it


def viewing_seat(match: Match, held: Sequence[int]) -> int | None:
    """Return the seat through which a player looks: the one that is asked, or chose last, or the first."""
    if len(held) <= 1:
        return held[0] if held else None
    asked: tuple[int, ...] = match.state.seats()
    for seat in asked:
        if seat in held:
            return seat
    for seat, _ in reversed(match.history):
        if seat in held:
            return seat
    return held[0]


# --- parts that many viewers share


class Drawn(NamedTuple):
    """A scene in parts; the larger ones are encoded."""

    title: str
    subtitle: str
    stage: int
    places: bytes
    pieces: bytes
    panels: bytes


class Sent(NamedTuple):
    """The parts of the last state that a client was sent; equal parts need not be sent again."""

    match: bytes
    places: bytes
    pieces: bytes
    panels: bytes
    cards: bytes


ALL: Final = (True,) * len(Sent._fields)


class SeatViews:
    """One position for all viewers; each part is built once, when it is first needed."""

    def __init__(self, match: Match, before: SeatViews | None = None) -> None:
        """Prepare the views of a position, perhaps the one that follows `before`."""
        self.match = match
        self.game = match.game
        self._cache = encoding_cache(match.game)
        self._fields: bytes = b""
        self._board_of: tuple[list[Place], list[Piece]] | None = None
        self._pieces: dict[int, bytes] = {}  # its counters, encoded, by identity
        self._drawn: dict[int | None, Drawn] = {}
        self._common: tuple[bytes, bytes] | None = None  # places and pieces, where all see the same ones
        self._old: SeatViews | None = None  # the position before; most of it stays the same
        self._cards_of = match.game.card_sources(match.state)
        self._cards: dict[int | None, bytes] = {}
        if before is not None:
            before._old = None
            self._old = before
            if self._cards_of is not None and before._cards_of == self._cards_of:
                self._cards = before._cards
        self._prompts: dict[int, bytes | None] = {}
        self._result: bytes | None = None

    def scene(self, seat: int | None) -> Drawn:
        """Return the table as a seat sees it."""
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
            beside = _json.encode([PanelOut(*panel) for panel in panels])
            found = self._drawn[seat] = Drawn(game.title, subtitle, game.stage(g), *board, beside)
        return found

    def _open_to_all(self) -> tuple[bytes, bytes] | None:
        """Return the board if all players see the same; None if each seat has its own."""
        g = self.match.state
        # Many clicks change only the question, and no field of the state: then the board stays.
        self._fields = _json.encode(g.pack())
        old = self._old
        if old is not None and old._common is not None and old._fields == self._fields:
            self._board_of, self._pieces = old._board_of, old._pieces
            return old._common
        board = self.game.board(g)
        if board is None:
            return None
        self._board_of = board
        places, pieces = board
        if old is None or old._common is None or old._board_of is None or old._board_of[0] != places:
            return self._board(places, pieces)
        if old._board_of[1] == pieces:
            self._board_of, self._pieces = old._board_of, old._pieces
            return old._common
        self._pieces = old._pieces
        return old._common[0], self._cache.pieces.encoded(places, pieces, self._pieces)

    def _board(self, places: list[Place], pieces: list[Piece]) -> tuple[bytes, bytes]:
        self._pieces = {}
        return self._cache.places.encoded(places), self._cache.pieces.encoded(places, pieces, self._pieces)

    def cards(self, seat: int | None) -> bytes:
        """Return the cards that a seat may see."""
        found = self._cards.get(seat)
        if found is None:
            found = self._cards[seat] = self._cache.cards.encoded(self.game, self.match.state, seat)
        return found

    def prompt(self, seat: int) -> bytes | None:
        """Return the question to a seat; None if it is not asked and cannot take anything back."""
        if seat not in self._prompts:
            made = prompt_of(self.match, seat)
            self._prompts[seat] = None if made is None else _json.encode(made)
        return self._prompts[seat]

    def parts(self, match: bytes, seat: int | None) -> Sent:
        """Return the parts of a seat's state."""
        drawn = self.scene(seat)
        return Sent(match, drawn.places, drawn.pieces, drawn.panels, self.cards(seat))

    def result(self) -> bytes:
        """Return the result of the game."""
        if self._result is None:
            self._result = _json.encode(result_of(self.match.result))
        return self._result


def prompt_of(match: Match, seat: int) -> PromptOut | None:
    """Return the question to a seat, if there is one, and whether it may take back its last choice."""
    game, g = match.game, match.state
    undo = g.result is None and match.can_undo(seat)
    if seat not in g.seats():
        return PromptOut(seat, UNDO, "", [], True) if undo else None
    prompt = match.prompt_for(seat)
    assert prompt is not None
    labels = game.choice_labels(g, seat, prompt.choices)
    offers = [ChoiceOut(c, game.key(g, c), label) for c, label in zip(prompt.choices, labels, strict=True)]
    return PromptOut(seat, prompt.text, prompt.rule, offers, undo)


def result_of(result: Result | None) -> ResultOut | None:
    """Return the result of a game, ready for JSON."""
    return None if result is None else ResultOut(result.text, result.rule, list(result.scores))


class LogCache:
    """The log of a match, with each line encoded once for each seat."""

    def __init__(self, loaded: LoadedMatch) -> None:
        self._room = loaded
        self._read = loaded.seq
        self._lines: dict[int | None, list[bytes]] = {}

    def encoded(self, seat: int | None, start: int) -> bytes:
        """Return the log from line `start` on."""
        loaded = self._room
        if self._read != loaded.seq:
            keep = loaded.known_lines(self._read)
            for known in self._lines.values():
                del known[keep:]
            self._read = loaded.seq
        lines = self._lines.setdefault(seat, [])
        first = len(lines)
        if first < loaded.lines:
            written = loaded.line_events(loaded.seq, first)
            for line, event in zip(loaded.match.log(seat, first), written, strict=True):
                lines.append(_json.encode(LineOut(*line, event)))
        return b'{"start":%d,"lines":[%b]}' % (start, b",".join(lines[start:]))


# --- the whole


def notices_of(record: MatchRecord) -> list[str]:
    """Return what everybody must know of a match: whether its dice may be known or its rules have changed."""
    notices = [FROM_SAVE[record.known]] if record.known else []
    notices += [RENEWED % seq for seq, _ in record.renewed[-1:]]
    return [*notices, record.notice] if record.notice else notices


def match_of(game: Game, record: MatchRecord) -> MatchOut:
    """Return the match itself, without its secrets."""
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
        notices_of(record),
        record.base_seq or 0,
    )


def seats_of(
    game: Game, g: State, record: MatchRecord, held: Collection[int], online: Collection[int]
) -> list[SeatOut]:
    """Return the seats with their players; `online` are the players who watch the match now."""
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
    """Return chat messages, ready for JSON."""
    return [ChatOut(chat.id, chat.name, chat.text, chat.at) for chat in said]


class StateBuilder:
    """Builds the states of one match for its viewers, and keeps what they share."""

    def __init__(self, loaded: LoadedMatch, record: MatchRecord) -> None:
        self.loaded = loaded
        self.views = SeatViews(loaded.match)
        self._seq = loaded.seq
        self._lines = LogCache(loaded)
        self._known: dict[tuple[Any, ...], bytes] = {}  # states that spectators share
        self._seats: dict[tuple[Any, ...], bytes] = {}
        self.take(record)

    def take(self, record: MatchRecord) -> None:
        """Use a changed record of the match, or changed seats."""
        self.record = record
        self.encoded = _json.encode(match_of(self.loaded.game, record))  # the match itself
        self._known.clear()
        self._seats.clear()

    def refresh(self) -> None:
        """Use the new position."""
        self.views = SeatViews(self.loaded.match, self.views)
        self._seq = self.loaded.seq
        self._known.clear()

    def prepare(self, held: Sequence[int]) -> None:
        """Build the slow parts of the present state in advance, for the player of these seats."""
        if self._seq != self.loaded.seq:
            self.refresh()
        self.views.parts(self.encoded, self.viewer(held))
        for seat in held:
            self.views.prompt(seat)

    def state(
        self,
        held: Sequence[int],
        online: Collection[int] = (),
        start: int = 0,
        chats: Sequence[Chat] | None = None,
        seat: int | None = None,
        spectators: int = 0,
    ) -> bytes:
        """Return the present state for the player of these seats, with the log from line `start` on."""
        return self.update(None, self.viewer(held, seat), held, online, start, chats, spectators)[0]

    def update(
        self,
        sent: Sent | None,
        viewer: int | None,
        held: Sequence[int],
        online: Collection[int] = (),
        start: int = 0,
        chats: Sequence[Chat] | None = None,
        spectators: int = 0,
    ) -> tuple[bytes, Sent]:
        """Return the state for a viewer without the parts in `sent`, and the parts the client has then."""
        if self._seq != self.loaded.seq:
            self.refresh()
        views = self.views
        has = views.parts(self.encoded, viewer)
        fresh = ALL if sent is None else tuple([a != b for a, b in zip(has, sent, strict=True)])
        # Spectators who have read as far and miss the same parts share the same bytes.
        shared = not held and chats is None
        key = (viewer, frozenset(online), spectators, start, fresh, sent is None) if shared else ()
        made = self._known.get(key) if shared else None
        if made is None:
            log = self._lines.encoded(viewer, start)
            present = (online, spectators)
            made = self._made(views, viewer, held, present, log, chats, has, fresh, sent)
            if shared:
                self._known[key] = made
        return made, has

    def viewer(self, held: Sequence[int], seat: int | None = None) -> int | None:
        """Return the seat through which the player of these seats looks."""
        if seat is not None and seat not in held:
            raise Refused("You can look only from your own seats.")
        if self.record.status == "open":
            # Seats can still change hands: a player who tried them all would know every hand.
            return None
        return viewing_seat(self.loaded.match, held) if seat is None else seat

    def _seated(self, g: State, held: Sequence[int], online: Collection[int]) -> bytes:
        """Return the seats with their players, encoded."""
        key = (tuple(held), frozenset(online), tuple(self.loaded.game.seat_names(g)))
        found = self._seats.get(key)
        if found is None:
            found = _json.encode(seats_of(self.loaded.game, g, self.record, held, online))
            self._seats[key] = found
        return found

    def _made(
        self,
        views: SeatViews,
        viewer: int | None,
        held: Sequence[int],
        present: tuple[Collection[int], int],
        log: bytes,
        chats: Sequence[Chat] | None,
        has: Sent,
        fresh: tuple[bool, ...],
        sent: Sent | None,
    ) -> bytes:
        """Join the present state from encoded parts, without those that the client has."""
        g = views.match.state
        prompts: list[bytes] = []
        if self.record.status != "open":
            # Those who are asked come first, in the order in which the game asks them.
            asked = g.seats()
            order = [seat for seat in asked if seat in held]
            order += [seat for seat in held if seat not in asked]
            prompts = [prompt for prompt in map(views.prompt, order) if prompt is not None]
        seated = self._seated(g, held, present[0])
        frame = Frame(self.record, self.loaded.seq, self.loaded.seq, seated, present[1])
        return put_together(frame, views, viewer, prompts, log, chats, has, fresh, sent is not None)


class Frame(NamedTuple):
    """The parts of a state beside the position."""

    record: MatchRecord
    seq: int  # events before the position
    events: int  # events so far
    seats: bytes
    spectators: int


def put_together(
    frame: Frame,
    views: SeatViews,
    viewer: int | None,
    prompts: list[bytes],
    log: bytes,
    chats: Sequence[Chat] | None,
    has: Sent,
    fresh: tuple[bool, ...] = ALL,
    partial: bool = False,
) -> bytes:
    """Join a `StateOut` from encoded parts, without some of them if it is partial."""
    asked: tuple[int, ...] = views.match.state.seats() if frame.record.status != "open" else ()
    drawn = views.scene(viewer)
    match, places, pieces, panels, shown = fresh
    parts = [
        b'{"type":"state","partial":%b' % (b"true" if partial else b"false"),
        b',"match":%b' % has.match if match else b"",
        b',"seq":%d,"events":%d' % (frame.seq, frame.events),
        b',"viewer":%d' % viewer if viewer is not None else b',"viewer":null',
        b',"seats":',
        frame.seats,
        b',"spectators":%d,"waiting":[%b]' % (frame.spectators, b",".join([b"%d" % seat for seat in asked])),
        b',"prompts":[%b],"result":%b' % (b",".join(prompts), views.result()),
        b',"scene":{"title":%b,"subtitle":%b' % (_json.encode(drawn.title), _json.encode(drawn.subtitle)),
        b',"stage":%d' % drawn.stage,
        b',"places":%b' % has.places if places else b"",
        b',"pieces":%b' % has.pieces if pieces else b"",
        b',"panels":%b' % has.panels if panels else b"",
        b"}",
        b',"cards":%b' % has.cards if shown else b"",
        b',"log":',
        log,
        b',"chat":%b' % _json.encode(chats_of(chats)) if chats is not None else b"",
        b"}",
    ]
    return b"".join(parts)


def explained(seat: int, choice: int | str, told: Explained) -> ExplainedOut:
    """Return the answer to "why not?", ready for JSON."""
    return ExplainedOut(seat, choice, *told)
