"""Places, counters and cards as JSON, each encoded once for all matches of a game."""

from __future__ import annotations

from typing import Final

import msgspec

from sandtable.engine.game import Game
from sandtable.engine.parts import OpenCard
from sandtable.engine.scene import Card, Piece, Place
from sandtable.engine.state import State
from sandtable.server.messages import CardOut, PieceOut, PlaceOut

MOST_LOOKS: Final = 50_000  # encoded counters that are kept for each game, some 20 MB
_json = msgspec.json.Encoder()


class PieceCache:
    """Encoded counters, one entry for each state of a counter in each place; few change with a click."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, Piece], bytes] = {}

    def encoded(self, places: list[Place], pieces: list[Piece], kept: dict[int, bytes]) -> bytes:
        """Return the counters of a scene; `kept` has those of the last position by identity."""
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
    """Encoded places, one entry for each state of a place; most never change."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str, str, tuple[str, ...]], bytes] = {}

    def encoded(self, places: list[Place]) -> bytes:
        """Return the places of a scene."""
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
    """Encoded cards, one entry for each pile in which a card has been."""

    def __init__(self) -> None:
        self._known: dict[OpenCard | Card, bytes] = {}

    def encoded(self, game: Game, g: State, seat: int | None) -> bytes:
        """Return the cards that a seat may look at."""
        known = self._known
        parts: list[bytes] = []
        listed = game.open_cards(g, seat)
        if listed is None:
            for card in game.cards(g, seat):
                part = known.get(card)
                if part is None:
                    part = known[card] = _json.encode(CardOut(*card))
                parts.append(part)
        else:
            for opened in listed:
                part = known.get(opened)
                if part is None:
                    part = known[opened] = _json.encode(CardOut(*game.card(g, opened)))
                parts.append(part)
        return b"[" + b",".join(parts) + b"]"


class EncodingCache:
    """The caches that all matches of one game share."""

    def __init__(self) -> None:
        self.places = PlaceCache()
        self.pieces = PieceCache()
        self.cards = CardCache()


_caches: dict[tuple[str, str], EncodingCache] = {}


def encoding_cache(game: Game) -> EncodingCache:
    """Return the cache of a game with its pack."""
    return _caches.setdefault((game.slug, game.pack_hash), EncodingCache())
