"""Technologies: cards laid face down in the Action phase, in effect from step F of the year on."""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import ACTIVE, DOWN
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits


def legal(g: Board, power: int, tech: int) -> bool:
    """Return whether a power lacks a technology and has all that it needs,
    revealed in earlier years. [8.0f]
    """
    t = g.t
    known = g.techs[power]
    if known >> tech & 1:  # [8.0e] [R25]
        return False
    if t.needs_all[tech] & ~known:  # [8.0f] [8.1.A3] [8.1.A4] [8.1.B3] [8.1.E2] [8.1.E3]
        return False
    choice = t.needs_any[tech]
    return choice == 0 or choice & known != 0  # [8.1.E2]


def can_develop(g: Board, power: int, card: int) -> bool:
    """Return whether a power may lay this card face down as its technology of the round. [3.3c]"""
    if g.developed >> power & 1:  # [8.0c]
        return False
    return legal(g, power, g.t.card_tech[card])


def why_develop(g: Board, power: int, card: int) -> Refusal:
    """Return why a card cannot be developed now."""
    t = g.t
    who = words.nation(g, power)
    if g.developed >> power & 1:
        return Refusal(f"{who} has developed its one technology of this round already.", "8.0c")
    tech = t.card_tech[card]
    name = t.tech_name[tech]
    if g.techs[power] >> tech & 1:
        return Refusal(f"{who} has {name} in effect already; a second card of it brings nothing.", "8.0e")
    missing = [t.tech_name[need] for need in bits(t.needs_all[tech] & ~g.techs[power])]
    if t.needs_any[tech] and not t.needs_any[tech] & g.techs[power]:
        missing.append(" or ".join([t.tech_name[need] for need in bits(t.needs_any[tech])]))
    needs = words.listed(missing)
    return Refusal(f"{name} needs {needs} first, which {who} has not in effect.", "8.0f")


def lay_down(g: Board, power: int, card: int) -> None:
    """Put a card face down beside a power's board; it has developed in this round. [8.0a] [8.0c]"""
    g.lay(card, DOWN + power)  # [3.3c] [8.0a]
    g.developed |= 1 << power  # [8.0c]


def develop(g: Board, power: int, card: int) -> None:
    """Develop the technology of a card played from the hand. [3.3c] [8.0a]"""
    lay_down(g, power, card)
    if g.log is not None:
        who, tech = words.nation(g, power), g.t.tech_name[g.t.card_tech[card]]
        open_text = f"{who} lays a card face down as a technology."
        secret = f"{who} lays {words.card(g, card)} face down to develop {tech}."
        g.log.whisper(open_text, secret, (g.seat_of[power],), "8.0a")


def reveal(g: Board) -> None:
    """Step F: technologies laid down in this year are turned up and work from now on. [4.3.F] [R42]"""
    for power in g.order():
        for card in g.cards_in(DOWN + power):
            activate(g, power, card)


def activate(g: Board, power: int, card: int) -> None:
    """Put a technology into effect, with its lower costs and the points of its colour."""
    t = g.t
    before = g.colour_points(power)
    g.lay(card, ACTIVE + power)  # [8.0e]
    g.piles[power] = 0
    g.revealed += 1
    g.learn(power)  # [8.0b]
    gain = g.colour_points(power) - before
    g.vp[power] += gain  # [5.1d] [8.2]
    if g.log is not None:
        tech = t.card_tech[card]
        text = f"{words.nation(g, power)} reveals {words.card(g, card)}: {t.tech_name[tech]} is in effect"
        text += f", {words.count(gain, 'victory point')} for another colour." if gain else "."
        g.log.add(text, "4.3.F", (g.ids.card + card, g.ids.tech + tech))
