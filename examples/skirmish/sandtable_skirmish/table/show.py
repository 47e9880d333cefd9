"""What people see: the map, hands and reserves as far as a seat may know them, the order of play."""

from typing import Any

from sandtable.engine.scene import Card, Edge, Order, Panel, Piece, Place, Scene, Stage
from sandtable.wargame.rows import row_of
from sandtable.wargame.scenes import build_key, stacks
from sandtable_skirmish.components.state import PLAYED, Board
from sandtable_skirmish.components.tables import SIDES

STARS = ((), ("one_star",), ("two_stars",))  # what an area is worth
ORDER = Order("Blue and Red take turns.", "2", (Stage("Arrivals and moves", "3.1"), Stage("Battles", "5.1")))


def view(g: Board, seat: int | None) -> dict[str, Any]:
    """Return what a seat may know of the position."""
    t = g.t
    rows = [row_of(t.kind_id[t.units[u]] for u in units) for units in g.at]
    areas = {a.id: {"side": SIDES[g.control[n]], "units": rows[n]} for n, a in enumerate(t.areas)}
    return {
        "turn": g.turn,
        "side": SIDES[g.side],
        "areas": areas,
        "moved": len(g.moved),
        "points": [g.points(side) for side in (0, 1)],
        "cards": [g.cards.count(side) for side in (0, 1)],
        "reserves": [len(g.reserve(side)) for side in (0, 1)],
        "own_cards": [t.cards[c].id for c, place in enumerate(g.cards) if place == seat],
        "own_reserve": [] if seat is None else [t.kind_id[t.units[u]] for u in g.reserve(seat)],
    }


def scene(g: Board, seat: int | None) -> Scene:
    """Return the table as a seat sees it."""
    t = g.t
    looks = t.pack.map.sides
    words = {"supply": "source", "one_star": "1 point", "two_stars": "2 points", "valley": "The valley"}
    colours, letters = [look.colour for look in looks], [look.letter for look in looks]
    key = build_key(SIDES, ("Blue", "Red", "nobody"), colours, letters, {}, words)
    places: list[Place] = []
    for n, a in enumerate(t.areas):
        marks = ("supply",) if a.source else STARS[a.points]
        where = (t.first_area + n, a.id, a.name, a.lon, a.lat, "land")
        places.append(Place(*where, SIDES[g.control[n]], a.source, (), marks, "valley"))
    pieces: list[Piece] = []
    for area in range(len(t.areas)):
        for (kind, moved), units in stacks(g.at[area], lambda u: (t.units[u], u in g.moved)):
            side, what = t.kinds[kind]
            who = (t.kind_id[kind], t.kind_name[kind], SIDES[side], SIDES[side], what.id, f"{what.hits}+")
            status = "moved" if moved else ""
            pieces.append(Piece(t.first_unit + units[0], area, *who, True, len(units), status))
    headline = f"Turn {g.turn} of {t.scenarios[g.scenario].turns}, {SIDES[g.side].title()}"
    if g.result is not None:
        headline = g.result.text
    edges = [Edge(a, b, "land", (), "") for a, b in t.links]
    return Scene("Skirmish", headline, places, edges, pieces, panels(g, seat), *key)


def panels(g: Board, seat: int | None) -> list[Panel]:
    """Return points, hands and reserves."""
    shown = view(g, seat)
    counts = [[str(shown[what][s]) for what in ("points", "cards", "reserves")] for s in (0, 1)]
    rows = [(SIDES[s].title(), *counts[s]) for s in (0, 1)]
    own = tuple([(name.replace("_", " "),) for name in shown["own_reserve"]])
    found = [Panel("Sides", ("", "Points", "Cards", "Reserve"), tuple(rows))]
    return [*found, Panel("Your reserve, the next first", (), own)] if own else found


def cards(g: Board, seat: int | None) -> list[Card]:
    """Return the cards of a seat's hand, and those that were played."""
    found: list[Card] = []
    for n, card in enumerate(g.t.cards):
        own = g.cards[n] == seat
        if own or g.cards[n] == PLAYED:
            pile = "Your hand" if own else "Played"
            what = (g.t.first_card + n, card.id, card.name, card.text, None)
            found.append(Card(*what, "card", "neutral", pile, own, own))
    return found
