"""The cards on the table: Directives, Generals, the Black Orchestra; all lie open. [2.5b]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.scene import Card
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.state import (
    ACTIVATED,
    ACTIVE,
    AVAILABLE,
    FUTURE,
    IN_COMMAND,
    IN_DECK,
    NO_SEAT,
    SELECTED,
    Board,
)

PILES: Final = ("Military Directives", "Political Directives", "Production Directives")
COLOURS: Final = ("east", "west", "south")
KINDS: Final = ("military", "political", "production")


def build_cards(g: Board, seat: int | None) -> list[Card]:
    """Return Directives, Generals and Black Orchestra cards; all are open. [2.5b]"""
    return directive_cards(g) + general_cards(g, seat) + orchestra_cards(g, seat)


def directive_cards(g: Board) -> list[Card]:
    """Return the active and selected cards and those still in the decks for this year."""
    found: list[Card] = []
    for state, pile in ((ACTIVE, "active"), (SELECTED, "selected"), (IN_DECK, "deck")):
        for card in range(g.t.n_directives):
            d = g.t.directives[card]
            if g.directives[card] != state or (state == IN_DECK and d.year > g.year):
                continue
            name = f"{PILES[d.deck]}: {pile}"
            held = state != IN_DECK
            found.append(
                Card(
                    g.ids.directive + card,
                    d.id,
                    d.name,
                    d.text,
                    d.cost,
                    KINDS[d.deck],
                    COLOURS[d.deck],
                    name,
                    False,
                    held,
                )
            )
    return found


def general_cards(g: Board, seat: int | None) -> list[Card]:
    """Return the Generals of all boards and those who enter play this year. [1.2c]"""
    t = g.t
    piles = {AVAILABLE: "Available", ACTIVATED: "Activated", IN_COMMAND: "In Command"}
    found: list[Card] = []
    for n in t.by_seniority:
        card = t.generals[n]
        where = g.where[n]
        if where in piles:
            who = "" if g.players == 1 else f"{words.player(g, g.owner[n])}: "
            pile = f"{who}Generals, {piles[where]}"
            own = seat == g.owner[n]
        elif where == FUTURE and g.entry[n] <= g.year:
            pile, own = "New Generals", False
        else:
            continue
        facts = [f"Confidence {card.confidence}.", card.combat_text]
        if card.special_text:
            facts.append(card.special_text)
        if g.post[n] != const.NONE:
            facts.append(f"Holds {words.post(g, g.post[n])}.")
        if g.questioned >> n & 1:
            facts.append("Questioned.")
        if g.dissident >> n & 1:
            facts.append("Dissident.")
        text = " ".join(facts)
        held = own and where == AVAILABLE
        found.append(
            Card(
                g.ids.general + n,
                card.id,
                card.name,
                text,
                card.seniority,
                "general",
                "axis",
                pile,
                own,
                held,
            )
        )
    return found


def orchestra_cards(g: Board, seat: int | None) -> list[Card]:
    """Return the Black Orchestra cards on the boards."""
    t = g.t
    meanings = (
        "+1 to a Coup.",
        "A hit of a die takes 1 from a Coup.",
        "+1 or, early in a Coup, a die for −1.",
    )
    found: list[Card] = []
    for n in range(t.n_orchestra):
        if g.orchestra[n] != NO_SEAT:
            who = "" if g.players == 1 else f"{words.player(g, g.orchestra[n])}: "
            pile = f"{who}Black Orchestra"
            text = meanings[t.orchestra_value[n]]
            own = seat == g.orchestra[n]
            found.append(
                Card(
                    -1,
                    t.orchestra_id[n],
                    t.orchestra_name[n],
                    text,
                    None,
                    "orchestra",
                    "neutral",
                    pile,
                    own,
                    False,
                )
            )
    return found
