"""The cards and tiles that a seat may look at, as one list for every game; what is hidden is not in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.game import Game
from sandtable.engine.scene import Card
from sandtable.engine.state import State
from sandtable.games.downfall import view as downfall_view
from sandtable.games.downfall.state import AVAILABLE, IN_PROGRESS
from sandtable.games.downfall.state import Board as DownfallBoard
from sandtable.games.on_to_berlin import secrets as berlin_secrets
from sandtable.games.on_to_berlin import tables as berlin
from sandtable.games.on_to_berlin.state import Board as BerlinBoard
from sandtable.games.total_domination import secrets as domination_secrets
from sandtable.games.total_domination import tables as domination
from sandtable.games.total_domination.state import Board as DominationBoard


def cards(game: Game, g: State, seat: int | None) -> list[Card]:
    """What a seat may look at (None: a spectator), the own hand first."""
    read = READERS.get(game.slug)
    found = game.cards(g, seat) if read is None else read(g, seat)
    found.sort(key=lambda card: not card.own)
    return found


def source(game: Game, g: State) -> list[object] | None:
    """What the cards come from: as long as it is the same, all see the same ones; None where nobody says."""
    names = SOURCES.get(game.slug)
    if names is None:
        return None
    values = [getattr(g, name) for name in names]
    return [value[:] if isinstance(value, list) else value for value in values]


# --- Downfall: development tiles


def downfall_tiles(g: State, seat: int | None) -> list[Card]:
    """The tiles that are available or in progress, as far as the seat knows them. [4.6b]"""
    assert isinstance(g, DownfallBoard)
    t = g.t
    words = {AVAILABLE: "available", IN_PROGRESS: "in progress"}
    found: list[Card] = []
    for tile in range(t.n_tiles):
        if g.tiles[tile] not in words or not downfall_view.knows(g, seat, tile):
            continue
        side = t.tile_side[tile]
        found.append(
            Card(
                g.ids.tile + tile,
                t.tile_id[tile],
                t.dev_name[t.tile_dev[tile]],
                t.dev_effect[t.tile_dev[tile]],
                None,
                "tile",
                t.side_id[side],
                f"{t.side_name[side]}: {words[g.tiles[tile]]}",
                seat is not None and g.seat_of[side] == seat,
                False,
            )
        )
    return found


# --- On To Berlin!: hands, decks, discards, Development Pools

BERLIN_PILES: Final = {
    berlin.PLAYED: "in play",
    berlin.HAND: "hand",
    berlin.DECK: "deck",
    berlin.DISCARDED: "discards",
    berlin.POOLED: "Development Pool",
    berlin.GONE: "removed",
}


def berlin_cards(g: State, seat: int | None) -> list[Card]:
    """The cards a seat may look at; its hand before the other piles. [2.3.3c] [2.3.3d]"""
    assert isinstance(g, BerlinBoard)
    t = g.t
    found: list[tuple[int, Card]] = []
    for card in range(t.n_cards):
        if not berlin_secrets.sees(g, seat, card):
            continue
        side = t.card_owner[card]
        where = g.cards[card]
        pile = BERLIN_PILES[where]
        order = list(BERLIN_PILES).index(where)
        found.append(
            (
                order,
                Card(
                    g.ids.card + card,
                    t.card_id[card],
                    t.card_name[card],
                    t.card_text[card],
                    t.card_sv[card],
                    "reaction" if t.card_reaction[card] else "event",
                    berlin.SIDE_IDS[side],
                    f"{berlin.SIDE_NAMES[side]}: {pile}",
                    side == seat,
                    where == berlin.PLAYED or (where == berlin.HAND and side == seat),
                ),
            )
        )
    found.sort(key=lambda entry: entry[0])
    return [card for _, card in found]


# --- Total Domination: hands, packets, the table

# Where cards of a power lie: the first place of four, one for each power, and what the pile is called.
POWER_PILES: Final = (
    (domination.HAND, "hand"),
    (domination.PACKET, "packet"),
    (domination.KEPT, "kept"),
    (domination.RESERVE, "reserve"),
    (domination.LENT, "Lend-Lease"),
    (domination.DOWN, "in development"),
    (domination.ACTIVE, "technology"),
    (domination.INFLUENCING, "influence"),
    (domination.BEFORE, "tactics"),
    (domination.TURNED, "saved point"),
    (domination.OFFERED, "offered"),
)

IN_PLAY: Final = "In play"
HELD: Final = frozenset({"hand", "packet", "kept", "reserve", "Lend-Lease", "in development", "offered"})


def domination_pile(where: int) -> tuple[int, str]:
    """The power before which a place lies (-1: before nobody) and what its cards are called."""
    if where == domination.IN_PLAY:
        return -1, IN_PLAY
    if where == domination.DISCARDED:
        return -1, "Discard pile"
    for first, name in POWER_PILES:
        if first <= where < first + domination.POWERS:
            return where - first, name
    return -1, ""


PILE_OF: Final = [domination_pile(where) for where in range(domination.OFFERED + domination.POWERS)]


def domination_cards(g: State, seat: int | None) -> list[Card]:
    """The cards a seat may look at, decks left out. [3.3f] [8.0a] [9.1e]"""
    assert isinstance(g, DominationBoard)
    t = g.t
    found: list[Card] = []
    for card in range(t.n_cards):
        power, pile = PILE_OF[g.cards[card]]
        if not pile or not domination_secrets.sees(g, seat, card):
            continue
        own = power >= 0 and seat is not None and g.seat_of[power] == seat
        tech = t.tech_name[t.card_tech[card]]
        colour = t.card_colour[card]
        found.append(
            Card(
                g.ids.card + card,
                t.card_id[card],
                t.card_name[card],
                f"{tech}. {t.nation_adjective[colour]} event: {t.card_text[card]}",
                t.card_ops[card],
                "card",
                t.nation_id[colour],
                pile if power < 0 else f"{t.nation_name[power]}: {pile}",
                own,
                pile == IN_PLAY or (own and pile in HELD),
            )
        )
    return found


READERS: Final[dict[str, Callable[[State, int | None], list[Card]]]] = {
    "downfall": downfall_tiles,
    "on_to_berlin": berlin_cards,
    "total_domination": domination_cards,
}

# The attributes of a state that these read.
SOURCES: Final[dict[str, tuple[str, ...]]] = {
    "downfall": ("tiles", "tile_known", "secret_tiles", "seat_of"),
    "on_to_berlin": ("cards", "face_down", "development_secrecy"),
    "total_domination": ("cards", "known", "mode", "seat_of"),
}
