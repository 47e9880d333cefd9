"""What a seat cannot know, drawn anew: the other players' development tiles. [4.6b]"""

from sandtable.engine.rng import Rng
from sandtable.games.downfall.state import AVAILABLE, UNUSED, Board

TRIES = 40


def resample(g: Board, seat: int, rng: Rng) -> None:
    """Deal the hidden tiles of every other player anew among those that could lie there."""
    for side in range(3):
        if g.secret_tiles and g.seat_of[side] != seat:
            resample_side(g, side, rng)


def resample_side(g: Board, side: int, rng: Rng) -> None:
    """Shuffle what is known of a side's hidden tiles only by number: how many are begun, how many finished."""
    t = g.t
    hidden = [tile for tile in range(t.n_tiles) if t.tile_side[tile] == side and not g.tile_known[tile]]
    states = [(g.tiles[tile], g.tile_since[tile]) for tile in hidden]
    order = list(range(len(hidden)))
    for _ in range(TRIES):
        rng.shuffle(order)
        for i in range(len(hidden)):
            g.tiles[hidden[i]], g.tile_since[hidden[i]] = states[order[i]]
        if all([possible(g, side, tile) for tile in hidden]):
            return
    for i in range(len(hidden)):
        g.tiles[hidden[i]], g.tile_since[hidden[i]] = states[i]


def possible(g: Board, side: int, tile: int) -> bool:
    """Whether a tile could have come as far as it lies now: date and prerequisite. [13]"""
    if g.tiles[tile] == UNUSED:
        return True
    t = g.t
    # Of a finished tile only today is known: it was begun at some time before.
    begun = g.tile_since[tile] if g.tile_since[tile] >= 0 else g.turn
    if t.tile_turn[tile] > begun:
        return False
    needed = t.tile_requires[tile]
    return needed < 0 or g.tiles[t.tile_of[side][needed]] == AVAILABLE
