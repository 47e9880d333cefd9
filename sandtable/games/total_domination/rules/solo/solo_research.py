"""How the Axis of the solo game comes by its technologies. [13.0.5]"""

from __future__ import annotations

from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import ALLIES, AXIS, DECK, DISCARDED
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.cards import technology


def axis(g: Board) -> None:
    """Give both Axis powers a technology, in the order of the round; do nothing in other games. [13.0.5]"""
    if not g.start.solo:
        return
    for power in g.order():
        if g.t.faction[power] == AXIS:
            _research(g, power)


def open_to(g: Board, power: int) -> int:
    """Return the technologies that an Axis power may find now. [13.0.5a] [13.0.5b] [13.0.5c, R35]"""
    t = g.t
    found = 0
    # What is in neither set is barred to the Axis: intelligence, bombers and rockets.
    for tech in bits(t.solo_free | t.solo_conditional):
        if t.solo_conditional >> tech & 1 and not _called_for(g, tech):
            continue
        if technology.legal(g, power, tech):  # not twice, and what needs others only after them [8.0f]
            found |= 1 << tech
    return found


def _called_for(g: Board, tech: int) -> bool:
    """Return whether the Allies have more of what this technology answers than the Axis answers. [13.0.5b]"""
    t = g.t
    threats = [power for power in t.of_faction[ALLIES] if g.techs[power] >> t.solo_condition & 1]
    answers = [power for power in t.of_faction[AXIS] if g.techs[power] >> tech & 1]
    return len(threats) > len(answers)


def _research(g: Board, power: int) -> None:
    """Turn up cards of the draw deck until one shows a technology that the power may have."""
    t = g.t
    wanted = open_to(g, power)
    if not _to_be_found(g, wanted):
        if g.log is not None:
            what = "no card that could still turn up shows one" if wanted else "it has all that it may have"
            g.log.add(f"{words.nation(g, power)} finds no technology: {what}.", "13.0.5")
        return  # [R68]
    if g.log is not None:
        names = words.listed([t.tech_name[tech] for tech in bits(wanted)], "or")
        text = f"{words.nation(g, power)} turns up cards until one shows {names}."
        g.log.add(text, "13.0.5", (g.ids.power + power,))
    while True:
        card = g.draw()
        g.revealed += 1
        if wanted >> t.card_tech[card] & 1:
            technology.activate(g, power, card)  # before the player's own are revealed [13.0.5]
            return
        g.discard(card)  # [13.0.5d]
        if g.log is not None:
            text = f"{words.card(g, card)} is discarded: {_why(g, power, t.card_tech[card])}."
            g.log.add(text, "13.0.5d", (g.ids.card + card,))


def _to_be_found(g: Board, wanted: int) -> bool:
    """Return whether a card that shows one of these lies in the draw deck or in the discard pile."""
    for card in range(g.t.n_cards):
        if wanted >> g.t.card_tech[card] & 1 and (g.cards[card] == DECK or g.cards[card] == DISCARDED):
            return True
    return False


def _why(g: Board, power: int, tech: int) -> str:
    """Return why a technology that turned up is not taken."""
    t = g.t
    name, who = t.tech_name[tech], words.nation(g, power)
    if g.techs[power] >> tech & 1:
        return f"{who} has {name} already"
    if t.solo_conditional >> tech & 1:
        return f"{name} needs an Allied {t.tech_name[t.solo_condition]} that the Axis has not answered"
    if not t.solo_free >> tech & 1:
        return f"{name} is barred to the Axis"
    missing = [t.tech_name[need] for need in bits(t.needs_all[tech] & ~g.techs[power])]
    return f"{name} needs {words.listed(missing)} first"
