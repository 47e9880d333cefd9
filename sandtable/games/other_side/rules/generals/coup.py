"""The Coup Attempt of the Black Orchestra. [7.4]"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import MINUS, NONE, PLUS, REPLACEMENTS, bits
from sandtable.games.other_side.components.effect_types import COLOURS, GREY, HIT, WHITE
from sandtable.games.other_side.components.state import NO_SEAT, Board
from sandtable.games.other_side.rules import victory
from sandtable.games.other_side.rules.production import tracks


def attempt(g: Board) -> None:
    """Reveal all cards on the boards and apply the result. [7.4]"""
    t = g.t
    cards = [card for card in range(t.n_orchestra) if g.orchestra[card] != NO_SEAT]
    g.rng.shuffle(cards)
    g.revealed += 1
    value = 0
    for card in cards:
        g.orchestra = changed(g.orchestra, card, NO_SEAT)  # discarded, not back to the deck [R26]
        value += reveal(g, card, value)
    posted = 0
    for general in bits(g.dissident):
        posted += g.post[general] != NONE
    extra = t.coup_disk * g.collapse + t.coup_dissident * posted  # [7.4d]
    value += extra
    if g.log is not None:
        text = f"Coup Attempt: {value} ({extra} from lost Festung Sectors and Dissidents in command)"
        g.log.add(f"{text} against Fanaticism {g.fanaticism}.", "7.4d")
    if value > g.fanaticism:
        fall(g)
    elif value > t.coup_infighting:
        infighting(g)
    elif g.log is not None:  # [7.4g]
        g.log.add("The Coup fails.", "7.4g")


def reveal(g: Board, card: int, total: int) -> int:
    """Apply one card. [7.4a] [7.4b] [7.4c]"""
    t = g.t
    value = t.orchestra_value[card]
    name = t.orchestra_name[card]
    if value != MINUS and (value == PLUS or total >= t.coup_variable):
        if g.log is not None:
            g.log.add(f"{name}: +1, in all {words.number(total + 1)}.", "7.4a" if value == PLUS else "7.4c")
        return 1
    colour = GREY if g.fanaticism > t.coup_fanatic else WHITE  # [7.4b]
    success = t.die_faces[colour][g.rng.roll() - 1] == HIT
    if g.log is not None:
        rolled = f"{name}: the {COLOURS[colour]} die shows {'a hit' if success else 'no hit'}"
        after = words.number(total - success)
        change = f"−1, in all {after}" if success else f"nothing, still {after}"
        g.log.add(f"{rolled}: {change}.", "7.4b" if value == MINUS else "7.4c")
    return -1 if success else 0


def fall(g: Board) -> None:
    """End the game: the regime falls and all lose. [7.4e]"""
    text = f"The Coup succeeds in {words.date_text(g)}: Germany collapses, and the High Command has lost."
    victory.lose(g, text, "7.4e")


def infighting(g: Board) -> None:
    """Halve Fanaticism and stop production. [7.4f]"""
    if g.log is not None:
        text = "The Coup fails, but there is infighting: all Replacement markers go to 0."
        g.log.add(text, "7.4f", tuple([g.ids.row + 4 * row for row in REPLACEMENTS]))
    tracks.fanaticism(g, (g.fanaticism + 1) // 2 - g.fanaticism, "7.4f")
    for row in REPLACEMENTS:
        g.production = changed(g.production, row, 0)
