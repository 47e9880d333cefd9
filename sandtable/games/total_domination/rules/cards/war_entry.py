"""How the additional powers come into the war: Lend-Lease and Axis invasion."""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import APART, AXIS, DECK, LENT, NOBODY, POWERS
from sandtable.games.total_domination.components.state import Board


def ward(g: Board, power: int) -> int:
    """Return the additional power that joins this power some day; NOBODY if there is none. [9.0a]"""
    for nation in g.t.additional:
        if g.t.patron[nation] == power:  # China for the Soviet Union [9.1f]
            return nation
    return NOBODY


# --- Lend-Lease


def least_value(g: Board, power: int) -> int:
    """Return what a card must be worth for a power's Lend-Lease. [11.2d]"""
    t = g.t
    if power != t.lease_hindered:  # U-boats hinder nobody else [R63]
        return 0
    return t.lease_ops[min(g.on_board(t.uboat_kind), len(t.lease_ops) - 1)]


def can_lease(g: Board, power: int, card: int) -> bool:
    """Return whether a power may discard this card for Lend-Lease. [3.3e] [9.1a]"""
    nation = ward(g, power)
    if nation == NOBODY or not g.start.allies_join_war:  # [12.1c]
        return False
    if g.leased >> power & 1:  # once in a round [9.1a], each power for itself [R66]
        return False
    if g.joined(nation):  # its marker is in the last box [9.1d]
        return False
    return g.value(power, card) >= least_value(g, power)  # [11.2d, R63]


def why_lease(g: Board, power: int, card: int) -> Refusal:
    """Return why a power may not discard this card for Lend-Lease."""
    t = g.t
    name = t.nation_name[power]
    nation = ward(g, power)
    if nation == NOBODY:
        able = [t.nation_name[t.patron[n]] for n in t.additional]
        return Refusal(f"Lend-Lease is for {words.listed(able)}, not for {name}.", "9.1a")
    ally = t.nation_name[nation]
    if g.joined(nation):
        return Refusal(f"{ally} is in the war, which ends Lend-Lease.", "9.1d")
    if not g.start.allies_join_war:
        return Refusal("There is no Lend-Lease in this scenario.", "12.1c")
    if g.leased >> power & 1:
        return Refusal(f"{name} has done Lend-Lease in this round already.", "9.1a")
    boats = words.count(g.on_board(t.uboat_kind), "U-boat")
    text = (
        f"With {boats} on the board the card for Lend-Lease must be worth {least_value(g, power)} points; "
        f"{words.card(g, card)} is worth {g.value(power, card)} to {name}."
    )
    return Refusal(text, "11.2d")


def lease(g: Board, power: int, card: int) -> None:
    """Discard a card for Lend-Lease: one box on, and a card of the ally for the next draft. [9.1a] [9.1b]"""
    t = g.t
    nation = ward(g, power)
    g.discard(card)
    g.leased |= 1 << power  # from now on no reserve [9.1c] [4.2d]
    g.track[nation] += 1
    if g.log is not None:
        text = f"{t.nation_name[power]} discards {words.card(g, card)} for Lend-Lease: {_box(g, nation)}."
        g.log.add(text, "9.1a", (g.ids.card + card,))
    gift = _top(g, nation)
    if gift >= 0:
        g.lay(gift, LENT + power)  # locked until the draft takes it up [9.1e]
        g.revealed += 1
        if g.log is not None:
            ally = t.nation_adjective[nation]
            open_text = f"{t.nation_name[power]} sets the top {ally} card aside for the next draft."
            secret = f"{t.nation_name[power]} sets {words.card(g, gift)} aside for the next draft."
            g.log.whisper(open_text, secret, (g.seat_of[power],), "9.1b")
    _reached(g, nation)


# --- Axis invasion


def provoke(g: Board, power: int, nation: int) -> None:
    """Advance a nation that an Axis power has attacked,
    or whose Home areas it has entered. [9.2a] [9.2d, R62]
    """
    t = g.t
    if nation not in t.additional or g.joined(nation) or not g.start.allies_join_war:  # [9.2c] [12.1c]
        return
    if t.faction[power] != AXIS:
        return
    g.track[nation] += 1
    if g.log is not None:
        text = f"An act of war by {t.nation_name[power]}: {_box(g, nation)}."
        g.log.add(text, "9.2a", (g.ids.power + power,))
    card = _top(g, nation)
    if card >= 0:
        g.lay(card, DECK)  # [9.2b]; nobody has seen it
        if g.log is not None:
            g.log.add(f"The top {t.nation_adjective[nation]} card is shuffled into the draw deck.", "9.2b")
    _reached(g, nation)


# --- joining


def join(g: Board, nation: int) -> None:
    """Bring an additional power into the war: its units, areas and points are its patron's. [9.0b] [9.0d]"""
    t = g.t
    patron = t.patron[nation]
    before = g.vp[patron]
    g.track[nation] = t.track_steps[nation]
    g.give(nation, patron)
    if g.log is not None:
        gain = words.count(g.vp[patron] - before, "victory point")
        text = f"{t.nation_name[nation]} joins {t.nation_name[patron]}, which gains {gain}."
        g.log.add(text, "9.0a", (g.ids.power + patron,))


def _reached(g: Board, nation: int) -> None:
    """Join at once if the marker stands in the last box. [9.0a]"""
    if g.track[nation] >= g.t.track_steps[nation]:
        join(g, nation)


def _top(g: Board, nation: int) -> int:
    """Return a card from the top of a nation's own deck; -1 if it is empty."""
    deck = g.cards_in(APART + nation - POWERS)
    return deck[g.rng.below(len(deck))] if deck else -1


def next_box(g: Board, power: int) -> str:
    """Return where Lend-Lease of a power would take the marker: "the US marker goes to box 2 of 4"."""
    nation = ward(g, power)
    box = f"box {g.track[nation] + 1} of {g.t.track_steps[nation]}"
    return f"the {g.t.nation_adjective[nation]} marker goes to {box}"


def _box(g: Board, nation: int) -> str:
    box = f"box {g.track[nation]} of {g.t.track_steps[nation]}"
    return f"the {g.t.nation_adjective[nation]} marker is now on {box}"
