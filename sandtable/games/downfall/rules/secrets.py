"""Random replacement of what a seat cannot know: the other players' development tiles. [4.6b]"""

from sandtable.engine.rng import Rng
from sandtable.games.downfall.components.constants import ALLIES, AVAILABLE, AXIS, UNUSED
from sandtable.games.downfall.components.state import Board

TRIES = 40


def resample(g: Board, seat: int, rng: Rng) -> None:
    """Deal the hidden tiles of every other player again, each where it could lie."""
    for side in range(3):
        if g.secret_tiles and g.seat_of[side] != seat:
            resample_side(g, side, rng)
    if g.side == AXIS:
        # Boats placed in this turn meet the warships the Allies have in the position drawn. [13.10a, R12]
        g.atlantic[2] = 0 if g.tile(ALLIES, g.t.advanced_warships) else g.atlantic[1]


def resample_side(g: Board, side: int, rng: Rng) -> None:
    """Shuffle a side's hidden tiles; how many are begun and finished is known and stays."""
    t = g.t
    hidden = [tile for tile in range(t.n_tiles) if t.tile_side[tile] == side and not g.tile_known[tile]]
    states = [(g.tiles[tile], g.tile_since[tile]) for tile in hidden]
    order = list(range(len(hidden)))
    for _ in range(TRIES):
        rng.shuffle(order)
        for i in range(len(hidden)):
            g.tiles[hidden[i]], g.tile_since[hidden[i]] = states[order[i]]
        if all(is_possible(g, side, tile) for tile in hidden):
            return
    for i in range(len(hidden)):
        g.tiles[hidden[i]], g.tile_since[hidden[i]] = states[i]


def is_possible(g: Board, side: int, tile: int) -> bool:
    """Return whether date and prerequisite allow a tile to be where it lies now."""
    if g.tiles[tile] == UNUSED:
        return True
    t = g.t
    begun = g.tile_since[tile]
    if g.tiles[tile] == AVAILABLE:
        # It was begun before this turn, unless one Action is enough. [4.6a]
        begun = g.turn if g.turn >= t.one_action_turn else g.turn - 1
    if t.tile_turn[tile] > begun:
        return False
    needed = t.tile_requires[tile]
    return needed < 0 or g.tiles[t.tile_of[side][needed]] == AVAILABLE
