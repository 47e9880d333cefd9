"""The cards and tiles that a seat may look at, as one list for every game; what is hidden is not in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sandtable.engine.game import Game
from sandtable.engine.scene import Card
from sandtable.engine.state import State
from sandtable.games.downfall.components.constants import AVAILABLE, IN_PROGRESS
from sandtable.games.downfall.components.state import Board as DownfallBoard
from sandtable.games.downfall.table import view as downfall_view
from sandtable.games.on_to_berlin.components import constants as berlin
from sandtable.games.on_to_berlin.components.state import Board as BerlinBoard
from sandtable.games.on_to_berlin.rules import secrets as berlin_secrets
from sandtable.games.total_domination.components import constants as domination
from sandtable.games.total_domination.components.state import Board as DominationBoard
from sandtable.games.total_domination.rules import secrets as domination_secrets

# A card as it lies: its choice, where, and whether that is the viewer's. All else of it follows from these.
Lying = tuple[int, int, bool]


class Reader(NamedTuple):
    """How the cards of a game are read: which ones a seat may look at, and what there is to see of each."""

    lying: Callable[[State, int | None], list[Lying]]
    card: Callable[[State, Lying], Card]


def cards(game: Game, g: State, seat: int | None) -> list[Card]:
    """What a seat may look at (None: a spectator), the own hand first."""
    reader = READERS.get(game.slug)
    if reader is None:
        found = game.cards(g, seat)
        found.sort(key=lambda card: not card.set_control)
        return found
    return [reader.card(g, lying) for lying in lying_cards(reader, g, seat)]


def lying_cards(reader: Reader, g: State, seat: int | None) -> list[Lying]:
    """The same in short, where the game has a reader."""
    found = reader.lying(g, seat)
    found.sort(key=not_own)
    return found


def not_own(lying: Lying) -> bool:
    """The order of cards: the own ones first."""
    return not lying[2]


def source(game: Game, g: State) -> list[object] | None:
    """What the cards come from: as long as it is the same, all see the same ones; None where nobody says."""
    names = SOURCES.get(game.slug)
    if names is None:
        return None
    values = [getattr(g, name) for name in names]
    return [value[:] if isinstance(value, list) else value for value in values]


# --- Downfall: development tiles

DOWNFALL_PILES: Final = {AVAILABLE: "available", IN_PROGRESS: "in progress"}


def downfall_tiles(g: State, seat: int | None) -> list[Lying]:
    """The tiles that are available or in progress, as far as the seat knows them. [4.6b]"""
    assert isinstance(g, DownfallBoard)
    t, first = g.t, g.ids.tile
    return [
        (first + tile, where, seat is not None and g.seat_of[t.tile_side[tile]] == seat)
        for tile, where in enumerate(g.tiles)
        if where in DOWNFALL_PILES and downfall_view.knows(g, seat, tile)
    ]


def downfall_tile(g: State, lying: Lying) -> Card:
    """A tile."""
    assert isinstance(g, DownfallBoard)
    t = g.t
    choice, where, own = lying
    tile = choice - g.ids.tile
    side, dev = t.tile_side[tile], t.tile_dev[tile]
    pile = f"{t.side_name[side]}: {DOWNFALL_PILES[where]}"
    return Card(
        choice,
        t.tile_id[tile],
        t.dev_name[dev],
        t.dev_effect[dev],
        None,
        "tile",
        t.side_id[side],
        pile,
        own,
        False,
    )


# --- On To Berlin!: hands, decks, discards, Development Pools

BERLIN_PILES: Final = {
    berlin.PLAYED: "in play",
    berlin.HAND: "hand",
    berlin.DECK: "deck",
    berlin.DISCARDED: "discards",
    berlin.POOLED: "Development Pool",
    berlin.GONE: "removed",
}


BERLIN_ORDER: Final = {where: order for order, where in enumerate(BERLIN_PILES)}


def berlin_cards(g: State, seat: int | None) -> list[Lying]:
    """The cards a seat may look at; its hand before the other piles. [2.3.3c] [2.3.3d]"""
    assert isinstance(g, BerlinBoard)
    owner, first = g.t.card_owner, g.ids.card
    found = [
        (first + card, where, owner[card] == seat)
        for card, where in enumerate(g.cards)
        if berlin_secrets.can_see(g, seat, card)
    ]
    found.sort(key=lambda lying: BERLIN_ORDER[lying[1]])
    return found


def berlin_card(g: State, lying: Lying) -> Card:
    """A card."""
    assert isinstance(g, BerlinBoard)
    t = g.t
    choice, where, own = lying
    card = choice - g.ids.card
    side = t.card_owner[card]
    return Card(
        choice,
        t.card_id[card],
        t.card_name[card],
        t.card_text[card],
        t.card_sv[card],
        "reaction" if t.card_reaction[card] else "event",
        berlin.SIDE_IDS[side],
        f"{berlin.SIDE_NAMES[side]}: {BERLIN_PILES[where]}",
        own,
        where == berlin.PLAYED or (where == berlin.HAND and own),
    )


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


def domination_cards(g: State, seat: int | None) -> list[Lying]:
    """The cards a seat may look at, decks left out. [3.3f] [8.0a] [9.1e]"""
    assert isinstance(g, DominationBoard)
    first, seat_of = g.ids.card, g.seat_of
    found: list[Lying] = []
    for card, where in enumerate(g.cards):
        power, pile = PILE_OF[where]
        if pile and domination_secrets.sees(g, seat, card):
            found.append((first + card, where, power >= 0 and seat is not None and seat_of[power] == seat))
    return found


def domination_card(g: State, lying: Lying) -> Card:
    """A card."""
    assert isinstance(g, DominationBoard)
    t = g.t
    choice, where, own = lying
    card = choice - g.ids.card
    power, pile = PILE_OF[where]
    tech = t.tech_name[t.card_tech[card]]
    colour = t.card_colour[card]
    return Card(
        choice,
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


READERS: Final[dict[str, Reader]] = {
    "downfall": Reader(downfall_tiles, downfall_tile),
    "on_to_berlin": Reader(berlin_cards, berlin_card),
    "total_domination": Reader(domination_cards, domination_card),
}

# The attributes of a state that these read.
SOURCES: Final[dict[str, tuple[str, ...]]] = {
    "downfall": ("tiles", "tile_known", "secret_tiles", "seat_of"),
    "on_to_berlin": ("cards", "face_down", "development_secrecy"),
    "total_domination": ("cards", "known", "mode", "seat_of"),
}
