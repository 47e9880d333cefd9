"""The panels beside the map, as far as a seat may know them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.scene import Panel
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import Tables
from sandtable.games.on_to_berlin.rules import resources
from sandtable.games.on_to_berlin.rules.secrets import (
    can_see,
    count_lost,
    count_pile,
    is_choosing_hands,
    values,
)

NAMES: Final = (*const.SIDE_NAMES, "Neutral")
LEANING: Final = ("Axis", "Allied")
NONE: Final = "–"


def strength(t: Tables, kind: int) -> str:
    """Return the ratings of a type of unit: Attack-Defense-Movement(Airstrike). [2.1.1d] [2.1.1e]"""
    ratings = f"{t.type_attack[kind]}-{t.type_defense[kind]}-{t.type_move[kind]}"
    return f"{ratings}({t.type_strike[kind]})" if t.type_strike[kind] else ratings


def nation_of(t: Tables, kind: int) -> str:
    """Return the nation whose colour a type of unit has; a second counter set has its own."""
    return t.changed_set if t.type_changed[kind] else t.nation_id[t.type_nation[kind]]


def build_panels(g: Board, seat: int | None) -> list[Panel]:
    """Return sides, hand, turn, War Entry, nations, cards and pools as far as the seat may know them."""
    panels = [sides_panel(g, seat)]
    if seat is not None and g.hand(seat):
        panels.append(hand_panel(g, seat))
    panels += [turn_panel(g), tracks_panel(g), nations_panel(g), cards_panel(g, seat)]
    panels += [
        pool_panel(g, "Mobilization Pool", const.POOL),
        pool_panel(g, "New Weapons Pool", const.NEW_WEAPONS),
    ]
    out = pool_panel(g, "Out of the game", const.OUT)
    if out.rows:
        panels.append(out)
    return panels


def half(number: int) -> str:
    """Return a number of halves as text: `2½`."""
    whole = str(number // 2) if number > 1 or not number % 2 else ""
    return whole + ("½" if number % 2 else "")


def sides_panel(g: Board, seat: int | None) -> Panel:
    """Return recorded and current Resource Points, hand, deck and reaction points of each side."""
    rows: list[tuple[str, ...]] = []
    for side in (const.AXIS, const.ALLIED):
        now = side == g.side and g.result is None and not is_choosing_hands(g)
        hidden = is_choosing_hands(g) and side != seat  # [5.0a]
        rows.append(
            (
                ("» " if now else "") + const.SIDE_NAMES[side],
                str(g.points[side]),
                half(resources.halves(g, side)),
                "?" if hidden else str(len(g.hand(side))),
                "?" if hidden else str(len(g.cards_in(side, const.DECK))),
                str(g.pending[side]) if g.pending[side] else NONE,
            )
        )
    return Panel("Sides", ("", "Points", "Now", "Hand", "Deck", "Reaction"), tuple(rows))


def hand_panel(g: Board, seat: int) -> Panel:
    """Return the seat's hand with its texts. [2.3.3c]"""
    t = g.t
    rows = [(words.card(g, card), t.card_text[card]) for card in g.hand(seat)]
    return Panel(f"Hand of the {const.SIDE_NAMES[seat]}", (), tuple(rows))


def turn_panel(g: Board) -> Panel:
    """Return the entries of the Turn Track and the initiative. [2.2.2a] [2.2.2b]"""
    t = g.t
    modifier = t.optional_modifier if g.bombing_penalty else t.bombing_modifier[g.turn]
    rows = [
        ("Initiative", const.SIDE_NAMES[g.initiative]),
        ("Season", "Russian winter" if g.winter() else "summer"),
        ("Strategic Bombing", f"{modifier:+d}" if modifier else "0"),
    ]
    if g.card >= 0:
        rows.append(("In play", f"{words.card(g, g.card)}: {t.card_text[g.card]}"))
    return Panel("Turn", (), tuple(rows))


def tracks_panel(g: Board) -> Panel:
    """Return the War Entry markers. [2.2.2c]"""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for track in range(t.n_tracks):
        space = g.markers[track]
        steps = t.space_entry[track].index(True) - space
        nation = t.track_nation[track]
        if g.lasting[nation]:
            far = "joined for good"
        elif steps <= 0:
            far = NONE
        else:
            far = f"{steps} to Entry"
        rows.append((t.track_name[track], t.space_label[track][space], far))
    return Panel("War Entry", (), tuple(rows))


def nations_panel(g: Board) -> Panel:
    """Return each side's nations, and the Neutral ones by leaning. [3.1]"""
    t = g.t
    rows: list[tuple[str, ...]] = []
    for side in (const.AXIS, const.ALLIED):
        told: list[str] = []
        for nation in range(t.n_nations):
            if g.nside[nation] == side:
                changed = nation == t.france and g.france_changed()
                name = t.changed_name if changed else t.nation_name[nation]
                told.append(name if g.war[nation] else f"{name} (not At War)")
        rows.append((const.SIDE_NAMES[side], ", ".join(told)))
    for side in (const.AXIS, const.ALLIED):
        told = [
            t.nation_name[n]
            for n in range(t.n_nations)
            if g.nside[n] == const.NEUTRAL and t.leaning[n] == side
        ]
        if told:
            rows.append((f"{LEANING[side]}-Leaning", ", ".join(told)))
    if g.poland_surrendered:
        rows.append(("Surrendered", t.nation_name[t.poland]))
    return Panel("Nations", (), tuple(rows))


def cards_panel(g: Board, seat: int | None) -> Panel:
    """Return the piles of both sides; face-down cards are counted. [2.3.3d]"""
    rows: list[tuple[str, ...]] = []
    for side in (const.AXIS, const.ALLIED):
        who = const.SIDE_NAMES[side]
        if side == seat:
            rows.append((f"{who} deck", listed_cards(g, side, const.DECK, seat)))
        rows.append((f"{who} discards", listed_cards(g, side, const.DISCARDED, seat)))
        rows.append((f"{who} Development", listed_cards(g, side, const.POOLED, seat)))
        if g.cards_in(side, const.GONE):
            rows.append((f"{who} removed", listed_cards(g, side, const.GONE, seat)))
    return Panel("Cards", (), tuple(rows))


def listed_cards(g: Board, side: int, where: int, seat: int | None) -> str:
    """Return the cards of a pile; hidden ones by their number."""
    told = [words.card(g, card) for card in g.cards_in(side, where) if can_see(g, seat, card)]
    if side != seat:
        if where == const.POOLED and g.development_secrecy:  # [16.1.1]
            told += [
                f"{count_pile(g, side, const.POOLED, value)} of value {value}"
                for value in values(g, side)[1:]
            ]
        if where == const.DISCARDED:
            for value in values(g, side):
                number = count_pile(g, side, const.DISCARDED, value, const.DEVELOPED)
                if number:
                    told.append(f"{number} of value {value} face down")
            if count_lost(g, side):  # [16.1.2]
                told.append(f"{count_lost(g, side)} lost face down")
    return ", ".join(told) if told else NONE


def pool_panel(g: Board, title: str, pool: int) -> Panel:
    """Return the counters in a place off the map, nation by nation. [2.2.2d] [2.2.2f]"""
    if pool not in g.place:
        return Panel(title, (), ())
    return fill_pool(g.t, title, pool, tuple(g.place), tuple(g.nside))


@lru_cache(maxsize=2_000)
def fill_pool(t: Tables, title: str, pool: int, place: tuple[int, ...], nside: tuple[int, ...]) -> Panel:
    """Return a pool from the places of all counters and the sides of nations."""
    found: dict[tuple[int, str], list[str]] = {}
    for kind in range(t.n_types):
        first = t.first_unit[kind]
        number = place[first : first + t.type_count[kind]].count(pool)
        if number:
            name: str = t.type_class[kind]
            if t.type_new[kind]:
                name += " " + strength(t, kind)
            side = nside[t.type_nation[kind]]
            if t.type_nation[kind] == t.france:  # one of its sets always waits [R34]
                side = const.AXIS if t.type_changed[kind] else const.ALLIED
            found.setdefault((side, nation_of(t, kind)), []).append(f"{number} {name}")
    rows: list[tuple[str, ...]] = []
    for side in (const.AXIS, const.ALLIED, const.NEUTRAL):
        told = [f"{nation.upper()} {', '.join(found[s, nation])}" for s, nation in found if s == side]
        if told:
            rows.append((NAMES[side], "; ".join(told)))
    return Panel(title, (), tuple(rows))
