"""Developments: the tiles a Development Action may begin or finish, and how long they stay secret. [13]"""

from typing import Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components.constants import ACT_DEVELOPMENT, AVAILABLE, IN_PROGRESS, UNUSED
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import supply
from sandtable.games.downfall.rules.base_steps import ActiveStep

# Codes for why a Development Action cannot work on a tile.
OPEN: Final = 0
ANOTHER_SIDE: Final = 1
HAVE_IT: Final = 2
BEGUN_NOW: Final = 3
TOO_EARLY: Final = 4
NEEDS_ANOTHER: Final = 5

# The rule that sets a tile's first year, by development.
DATE_RULES: Final = {
    "blitzkrieg": "13.1e",
    "advanced_tanks": "13.3a",
    "urals_industry": "13.4a",
    "amphibious_landings": "13.9a",
    "advanced_warships": "13.10",
    "advanced_aviation": "13.11",
}


def obstacle(g: Board, tile: int) -> int:
    """Return a code for why a Development Action cannot work on a tile now, OPEN if it can."""
    t = g.t
    if t.tile_side[tile] != g.side:  # [13]
        return ANOTHER_SIDE
    state = g.tiles[tile]
    if state == AVAILABLE:
        return HAVE_IT
    # The date applies to every Action on the tile. [13.1e, 13.3a, 13.4a, 13.9a, 13.10, 13.11, R11]
    if g.turn < t.tile_turn[tile]:
        return TOO_EARLY
    needed = t.tile_requires[tile]
    if needed >= 0 and not g.tile(g.side, needed):  # [13.4, R11]
        return NEEDS_ANOTHER
    if state == IN_PROGRESS and g.tile_since[tile] >= g.turn:  # [4.6a]
        return BEGUN_NOW
    return OPEN


def why_not_develop(g: Board, tile: int) -> Refusal | None:
    """Return why a Development Action cannot work on a tile now; None if it can."""
    t = g.t
    code = obstacle(g, tile)
    name = t.dev_name[t.tile_dev[tile]]
    if code == ANOTHER_SIDE:
        return another_side(g, tile)
    if code == HAVE_IT:
        return Refusal(f"You already have {name}.", "4.6")
    if code == TOO_EARLY:
        rule = DATE_RULES.get(t.dev_id[t.tile_dev[tile]], "13")
        return Refusal(f"{name} may not be developed before {t.year[t.tile_turn[tile]]}.", rule)
    if code == NEEDS_ANOTHER:
        return Refusal(f"{t.dev_name[t.tile_requires[tile]]} must be completed before {name}.", "13.4")
    if code == BEGUN_NOW:
        return Refusal(f"Work on {name} began this turn; it can be completed in a later one.", "4.6a")
    return None


def another_side(g: Board, tile: int) -> Refusal:
    """Return the refusal of a tile of another side."""
    return Refusal(f"This tile belongs to another side: {g.t.side_name[g.t.tile_side[tile]]}.", "13")


def open_tiles(g: Board) -> list[int]:
    """Return the tiles a Development Action of the active side can work on now. [4.6]"""
    return [tile for tile in g.t.tile_of[g.side] if tile >= 0 and obstacle(g, tile) == OPEN]


def can_develop(g: Board) -> bool:
    """Return whether there is a tile to work on at all."""
    for tile in g.t.tile_of[g.side]:
        if tile >= 0 and obstacle(g, tile) == OPEN:
            return True
    return False


def develop(g: Board, tile: int) -> None:
    """Begin a tile with a Development Action, or make it available. [4.6]"""
    t = g.t
    side = t.tile_side[tile]
    if not g.secret_tiles:  # secrecy is a right, and the option gives it up [4.6b]
        g.tile_known[tile] = True
    # One Action does both from 1944 on. [4.6d]
    if g.tiles[tile] == UNUSED and g.turn < t.one_action_turn:
        g.tiles[tile] = IN_PROGRESS
        g.tile_since[tile] = g.turn
        done = "work begins on "
    else:
        g.tiles[tile] = AVAILABLE  # it works from now on [R61]
        g.tile_since[tile] = -1
        g.supplied = None  # the new tile may carry supply
        done = "completion of "
    if g.log is not None:
        done = f"{t.side_name[side]}, {t.action_name[ACT_DEVELOPMENT]} Action: {done}"
        name = t.dev_name[t.tile_dev[tile]]
        if g.tile_known[tile]:
            g.log.add(f"{done}{name}.", "4.6", (g.ids.tile + tile,))
        else:
            g.log.whisper(f"{done}a secret development.", f"{done}{name}.", (g.seat_of[side],), "4.6b")


def reveal_use(g: Board, side: int, dev: int) -> None:
    """Reveal a development, if it is still secret, because the side profits from it openly. [4.6b, R33]"""
    tile = g.t.tile_of[side][dev]
    if tile >= 0 and not g.tile_known[tile] and g.tiles[tile] == AVAILABLE:
        reveal(g, tile)


def reveal(g: Board, tile: int) -> None:
    """Reveal a secret tile, and the one it requires. [4.6b]"""
    t = g.t
    side = t.tile_side[tile]
    if t.tile_requires[tile] >= 0:
        reveal_use(g, side, t.tile_requires[tile])
    g.tile_known[tile] = True
    g.revealed += 1
    if g.log is not None:
        name = t.dev_name[t.tile_dev[tile]]
        progress = "available" if g.tiles[tile] == AVAILABLE else "in progress"
        text = f"{t.side_name[side]}: {name} revealed ({progress})."
        g.log.add(text, "4.6b", (g.ids.tile + tile,))


def reveal_lines(g: Board, side: int, units: list[int]) -> None:
    """Reveal a secret Blitzkrieg if the Line of Supply of one of the armies needs it. [4.6b, R33]"""
    tile = g.t.tile_of[side][g.t.blitzkrieg]
    if tile < 0 or g.tile_known[tile] or g.tiles[tile] != AVAILABLE:
        return
    kept = g.supplied
    g.tiles[tile] = IN_PROGRESS  # as if it were not there yet
    g.supplied = None
    cut_off = [unit for unit in units if not supply.has_line(g, unit)]
    g.tiles[tile] = AVAILABLE
    g.supplied = kept
    for unit in cut_off:
        if supply.has_line(g, unit):
            reveal(g, tile)
            return


def is_secret(g: Board, tile: int) -> bool:
    """Return whether a tile is begun or finished and the opponents do not know which it is. [4.6b]"""
    return g.tiles[tile] != UNUSED and not g.tile_known[tile]


def secret_tiles(g: Board, side: int) -> list[int]:
    """Return a side's secret tiles."""
    return [tile for tile in g.t.tile_of[side] if tile >= 0 and is_secret(g, tile)]


def can_reveal(g: Board) -> bool:
    """Return whether the active side has a secret tile."""
    for tile in g.t.tile_of[g.side]:
        if tile >= 0 and is_secret(g, tile):
            return True
    return False


class Develop(ActiveStep):
    """The question which tile a Development Action works on. [4.6]"""

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.tile + tile for tile in open_tiles(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        develop(g, choice - g.ids.tile)

    def prompt(self, g: Board, seat: int) -> Ask:
        if g.turn >= g.t.one_action_turn:
            return Ask("Choose the development to make available.", "4.6d")
        return Ask("Choose a development to begin, or one in progress to make available.", "4.6")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        tile = choice - g.ids.tile
        return why_not_develop(g, tile) if 0 <= tile < g.t.n_tiles else None


class Reveal(ActiveStep):
    """The question which of its secret tiles a side reveals. [4.6b]"""

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.tile + tile for tile in secret_tiles(g, g.side)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        reveal(g, choice - g.ids.tile)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Choose the development to show to the other players.", "4.6b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        tile = choice - g.ids.tile
        if not 0 <= tile < t.n_tiles:
            return None
        if t.tile_side[tile] != g.side:
            return another_side(g, tile)
        if g.tiles[tile] == UNUSED:
            return Refusal(f"Work on {t.dev_name[t.tile_dev[tile]]} has not begun.", "4.6b")
        return Refusal(f"Everybody already knows {t.dev_name[t.tile_dev[tile]]}.", "4.6b")
