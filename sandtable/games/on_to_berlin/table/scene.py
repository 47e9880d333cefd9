"""The table of On To Berlin! as a scene: map, counters, cards, tracks and pools as one seat may see them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.scene import Edge, Panel, Piece, Place, Scene
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import Tables
from sandtable.games.on_to_berlin.rules import resources
from sandtable.games.on_to_berlin.rules.groups import likeness
from sandtable.games.on_to_berlin.rules.nations import cube
from sandtable.games.on_to_berlin.rules.secrets import (
    can_see,
    count_lost,
    count_pile,
    is_choosing_hands,
    values,
)

TITLE: Final = "On To Berlin!"
SIDES: Final = (*const.SIDE_IDS, "neutral")
NAMES: Final = (*const.SIDE_NAMES, "Neutral")
LEANING: Final = ("Axis", "Allied")
NONE: Final = "–"

# The symbol of each type of unit.
SYMBOLS: Final = {
    "LF": "infantry",
    "TF": "armor",
    "GF": "garrison",
    "AB": "airborne",
    "SA": "shock",
    "FT": "fort",
    "AF": "air",
    "NF": "fleet",
    "CV": "carrier",
    "CVE": "escort",
    "SS": "submarine",
}

# What the signs of the scene mean in this game.
WORDS: Final = {
    "full": "fresh",
    "reduced": "spent",
    "status": "activated",
    "red": "Resource Point",
    "black": "Axis point",
    "half": "half Axis point",
    "double": "twice for victory",
    "beyond": "beyond the Operational Limit",
    "front": "Operational Limit",
    "held": "held by",
    "cube": "Neutral, leaning to",
    "closed": "closed to",
    "canal": "canal",
}


def build_scene(g: Board, seat: int | None) -> Scene:
    """Return the table as a seat sees it (None: a spectator)."""
    t = g.t
    colours = dict(t.nation_colour)
    letters: dict[str, str] = {}
    names = dict(WORDS)
    for side, name in enumerate(SIDES):
        colours[name] = t.side_colour[side]
        letters[name] = t.side_letter[side]
        names[name] = NAMES[side]
    for nation in range(t.n_nations):
        names[t.nation_id[nation]] = t.nation_name[nation]
    for region in t.area_region:
        names[region] = region.replace("_", " ").title()
    for kind in range(t.n_types):
        names[SYMBOLS[t.type_class[kind]]] = t.type_class_name[t.type_class[kind]]
    return Scene(
        TITLE,
        headline(g, seat),
        build_places(g),
        build_edges(t),
        build_pieces(g),
        build_panels(g, seat),
        colours,
        letters,
        names,
        t.drawn_ground,
    )


def headline(g: Board, seat: int | None) -> str:
    """Return the turn and what happens in it."""
    t = g.t
    return f"{t.turn_label[g.turn]} (turn {g.turn} of {t.last_turn}) · {phase_text(g)}"


def phase_text(g: Board) -> str:
    """Return whose impulse it is and which card is in play, or how the game ended."""
    if g.result is not None:
        return g.result.text
    if is_choosing_hands(g):
        return "hands are chosen"
    if g.card >= 0:
        return f"{const.SIDE_NAMES[g.side]}: {words.card(g, g.card)}"
    return const.SIDE_NAMES[g.side]


# ---------------------------------------------------------------- the map


def build_board(g: Board) -> tuple[list[Place], list[Piece]]:
    """Return the map with its counters, which all see alike."""
    return build_places(g), build_pieces(g)


def build_places(g: Board) -> list[Place]:
    """Return all areas; the index of a place is that of its area."""
    t = g.t
    return [
        build_place(t, area, g.held[area], g.printed[area], g.control[area], cube(g, area))
        for area in range(t.n_areas)
    ]


@lru_cache(maxsize=10_000)
def build_place(t: Tables, area: int, held: int, printed: int, control: int, leaning: int) -> Place:
    """Return an area with its marks and holder; most are the same in every position."""
    return Place(
        AREA + area,
        t.area_id[area],
        t.area_name[area],
        t.lon[area],
        t.lat[area],
        "sea" if t.sea[area] else "land",
        SIDES[held],
        "" if printed == const.NOBODY else t.nation_id[printed],
        (),
        area_marks(t, area, control, leaning),
        t.area_region[area],
    )


def area_marks(t: Tables, area: int, control: int, leaning: int) -> tuple[str, ...]:
    """Return the printed marks of an area, its cube, and a controller other than the printed nation."""
    marks: list[str] = []
    if t.points[area]:  # [2.2.1d]
        marks.append("red" if t.red[area] else "black" if t.points[area] > 1 else "half")
    if t.doubled[area]:  # [14.1a]
        marks.append("double")
    if t.north[area]:  # [15.6]
        marks.append("beyond")
    for side in (const.AXIS, const.ALLIED):
        if t.closed[side][area]:
            marks.append("closed:" + const.SIDE_IDS[side])
    if leaning != const.NEUTRAL:  # [3.1.1e] [3.1.1f]
        marks.append("cube:" + const.SIDE_IDS[leaning])
    if control != const.NOBODY and control != t.printed[area]:  # [2.2.1c]
        marks.append("held:" + t.nation_id[control])
    return tuple(marks)


def build_edges(t: Tables) -> list[Edge]:
    """Return borders on land, straits, coasts, borders at sea, and the canal. [2.2.1f] [15.7.1a]"""
    edges: list[Edge] = []
    for a in range(t.n_areas):
        for b in t.near[a]:
            if a < b:
                kind = "land"
                if (a, b) in t.strait or (b, a) in t.strait:
                    kind = "strait"
                elif t.sea[a] and t.sea[b]:
                    kind = "sea"
                elif t.sea[a] or t.sea[b]:
                    kind = "coast"
                edges.append(Edge(a, b, kind, (), ""))
    for a, b in t.canals:
        held = f"{const.SIDE_NAMES[const.ALLIED]}, while they hold {t.area_name[t.canal_area]}"
        edges.append(Edge(a, b, "canal", (), held))
    return edges


# ---------------------------------------------------------------- counters


def strength(t: Tables, kind: int) -> str:
    """Return the ratings of a type of unit: Attack-Defense-Movement(Airstrike). [2.1.1d] [2.1.1e]"""
    ratings = f"{t.type_attack[kind]}-{t.type_defense[kind]}-{t.type_move[kind]}"
    return f"{ratings}({t.type_strike[kind]})" if t.type_strike[kind] else ratings


def nation_of(t: Tables, kind: int) -> str:
    """Return the nation whose colour a type of unit has; a second counter set has its own."""
    return t.changed_set if t.type_changed[kind] else t.nation_id[t.type_nation[kind]]


def build_pieces(g: Board) -> list[Piece]:
    """Return the units of every area, identical ones together."""
    t = g.t
    pieces: list[Piece] = []
    for area in range(t.n_areas):
        if g.at[area]:
            stand = tuple([(unit, g.side_of(unit), likeness(g, unit), g.cond[unit]) for unit in g.at[area]])
            pieces += build_stack(t, g.ids.unit, area, stand)
    return pieces


@lru_cache(maxsize=20_000)
def build_stack(t: Tables, ids: int, area: int, stand: tuple[tuple[int, int, int, int], ...]) -> list[Piece]:
    """Return the units of an area by side, likeness and condition; few areas change at a time."""
    alike: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for unit, side, like, cond in stand:
        alike.setdefault((side, like), []).append((unit, cond))
    pieces: list[Piece] = []
    for side, like in sorted(alike):
        units = alike[side, like]
        first, cond = units[0]
        kind = t.unit_type[first]
        nation = nation_of(t, kind)
        pieces.append(
            Piece(
                ids + first,
                area,
                t.type_id[kind],
                t.type_name[kind],
                SIDES[side],
                nation,
                SYMBOLS[t.type_class[kind]],
                strength(t, kind),
                cond & const.SPENT == 0,
                len(units),
                "activated" if cond & const.THIS_IMPULSE else "",
                f"{nation.upper()} {t.type_class[kind]}",
            )
        )
    return pieces


# ---------------------------------------------------------------- panels


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
