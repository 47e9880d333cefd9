"""What is encoded once for all rooms of a game: places, counters and cards as they have looked so far."""

from __future__ import annotations

from typing import Final

import msgspec

from sandtable.engine.game import Game
from sandtable.engine.scene import Piece, Place
from sandtable.engine.state import State
from sandtable.server import cards
from sandtable.server.messages import CardOut, PieceOut, PlaceOut

MOST_LOOKS: Final = 50_000  # of counters that are kept for each game, some 20 MB
_json = msgspec.json.Encoder()


class PieceCache:
    """Counters encoded once for each look they have had in each place; few change with a click."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, Piece], bytes] = {}

    def encoded(self, places: list[Place], pieces: list[Piece], kept: dict[int, bytes]) -> bytes:
        """The counters of a scene; `kept` has those of the same room that are still there, by identity."""
        known = self._known
        if len(known) > MOST_LOOKS:
            known.clear()
        parts: list[bytes] = []
        for piece in pieces:
            part = kept.get(id(piece))
            if part is None:
                key = (places[piece.place].id, piece)
                part = known.get(key)
                if part is None:
                    made = PieceOut(piece.choice, key[0], piece.kind, piece.name, *piece[4:])
                    part = known[key] = _json.encode(made)
            parts.append(part)
        kept.clear()
        kept.update(zip(map(id, pieces), parts, strict=True))
        return b"[" + b",".join(parts) + b"]"


class PlaceCache:
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


class CardCache:
    """Cards encoded once for each pile they have lain in."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int | str, bool], bytes] = {}

    def encoded(self, game: Game, g: State, seat: int | None) -> bytes:
        """The cards a seat may look at."""
        known = self._known
        parts: list[bytes] = []
        reader = cards.READERS.get(game.slug)
        if reader is None:
            for card in cards.cards(game, g, seat):
                key = (card.choice, card.pile, card.own)
                if key not in known:
                    known[key] = _json.encode(CardOut(*card))
                parts.append(known[key])
        else:
            for lying in cards.lying_cards(reader, g, seat):
                part = known.get(lying)
                if part is None:
                    part = known[lying] = _json.encode(CardOut(*reader.card(g, lying)))
                parts.append(part)
        return b"[" + b",".join(parts) + b"]"


class EncodingCache:
    """What all rooms of one game share."""

    def __init__(self) -> None:
        self.places = PlaceCache()
        self.pieces = PieceCache()
        self.cards = CardCache()


_books: dict[tuple[str, str], EncodingCache] = {}


def books(game: Game) -> EncodingCache:
    """The books of a game with its pack."""
    return _books.setdefault((game.slug, game.pack_hash), EncodingCache())
