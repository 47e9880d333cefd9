"""Positions from plain data, for tests and experiments.

>>> g = position(units={"berlin": "2 ge_lf, ge_tf spent"})
>>> g.t.area_name[g.place[unit_at(g, "ge_tf", "berlin")]]
'Berlin'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from sandtable.engine.choice import index_of
from sandtable.engine.errors import SandtableError
from sandtable.engine.log import Log
from sandtable.engine.rng import ScriptedRng
from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.ids import Ids
from sandtable.games.on_to_berlin.components.relations import load_pack
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import Tables, build_tables
from sandtable.wargame.rows import entries, row_of


@cache
def tables() -> Tables:
    """Return the tables of the game's own components, built once."""
    return build_tables(load_pack(Path(__file__).parent / "data"))


def position(
    units: Mapping[str, str] | None = None,
    axis: Sequence[str] = ("ge",),
    allied: Sequence[str] = ("uk", "fr", "po"),
    not_at_war: Sequence[str] = (),
    lasting: Sequence[str] = (),
    control: Mapping[str, str] | None = None,
    turn: int = 2,
    side: str = "axis",
    initiative: str = "axis",
    hands: Mapping[str, Sequence[str]] | None = None,
    discards: Sequence[str] = (),
    developed: Sequence[str] = (),
    markers: Mapping[str, int] | None = None,
    points: tuple[int, int] = (4, 4),
    pending: tuple[int, int] = (0, 0),
    poland_surrendered: bool = False,
    options: Sequence[str] = (),
    dice: Sequence[int] | None = None,
    seed: int = 0,
    t: Tables | None = None,
) -> Board:
    """Return a position with a log and an empty agenda.

    units         area: "2 ge_lf, ge_tf spent, uk_nf"; also "new_weapons" and "out" instead of an area.
                  All other units are in the Mobilization Pool
    axis, allied  the nations of each side, At War unless named in not_at_war; "vc" in axis means that
                  France has changed sides; all others are Neutral
    control       area: nation, where it differs from the printed nation ("" for nobody)
    hands         side: cards in hand; its other cards of the first deck are in the deck, the rest pooled
    developed     pooled cards that are in the deck instead
    markers       track: space, where it differs from the start
    options       names of Board's option fields that are on
    dice          the next rolls and draws; a seeded generator rolls if they are not given
    """
    tables_ = tables() if t is None else t
    t = tables_
    g = Board(t, Ids(t), seed)
    g.log = Log()
    g.turn = turn
    g.side = index_of(const.SIDE_IDS, side, "side")
    g.initiative = index_of(const.SIDE_IDS, initiative, "side")
    g.points = list(points)
    g.pending = list(pending)
    for option in options:
        if not isinstance(getattr(g, option, None), bool):
            raise SandtableError(f"There is no option {option!r}.")
        setattr(g, option, True)
    _nations(g, axis, allied, not_at_war, lasting)
    g.control = t.printed
    if poland_surrendered:
        g.poland_surrendered = True
        for area in t.ceded:
            g.printed = changed(g.printed, area, t.ceded_to)
        g.control = g.printed
    for name, nation in (control or {}).items():
        owner = const.NOBODY if not nation else index_of(t.nation_id, nation, "nation")
        g.control = changed(g.control, index_of(t.area_id, name, "area"), owner)
    g.recount()
    for area_name, row in (units or {}).items():
        for entry in entries(row):
            for _ in range(entry.number):
                add_unit(g, entry.name, area_name, entry.words == ("spent",))
    g.touched = []
    for track, start in enumerate(t.scenarios[0].markers):
        g.markers[track] = start
    for name, space in (markers or {}).items():
        g.markers[index_of(t.track_id, name, "track")] = space
    _cards(g, hands or {}, discards, developed)
    if dice is not None:
        g.rng = ScriptedRng(list(dice))
    return g


def _nations(
    g: Board, axis: Sequence[str], allied: Sequence[str], not_at_war: Sequence[str], lasting: Sequence[str]
) -> None:
    t = g.t
    sides = [const.NEUTRAL] * t.n_nations
    for number, names in enumerate((axis, allied)):
        for name in names:
            nation = t.france if name == t.changed_set else index_of(t.nation_id, name, "nation")
            sides[nation] = number
    if t.changed_set in axis:
        sides[t.france] = 0
    peace = [index_of(t.nation_id, name, "nation") for name in not_at_war]
    g.nside = bytes(sides)
    g.war = bytes([side != const.NEUTRAL and n not in peace for n, side in enumerate(sides)])
    stays = [index_of(t.nation_id, name, "nation") for name in lasting]
    g.lasting = bytes([n in stays for n in range(t.n_nations)])


def _cards(
    g: Board, hands: Mapping[str, Sequence[str]], discards: Sequence[str], developed: Sequence[str]
) -> None:
    t = g.t
    first = t.scenarios[0].decks
    g.shown = bytes([card in first for card in range(t.n_cards)])
    for card in range(t.n_cards):
        g.cards[card] = const.DECK if card in first else const.POOLED
    for name in developed:
        g.cards[index_of(t.card_id, name, "card")] = const.DECK
    for name in discards:
        g.cards[index_of(t.card_id, name, "card")] = const.DISCARDED
    for names in hands.values():
        for name in names:
            g.cards[index_of(t.card_id, name, "card")] = const.HAND


def add_unit(g: Board, kind: str, area: str, spent: bool = False) -> int:
    """Put a counter of a type on the map (or into "new_weapons" or "out") and return it."""
    t = g.t
    unit = g.free_unit(index_of(t.type_id, kind, "type of unit"))
    if unit < 0:
        raise SandtableError(f"All {kind} counters are in use already.")
    if area == "new_weapons":
        g.place[unit] = const.NEW_WEAPONS
    elif area == "out":
        g.place[unit] = const.OUT
    else:
        g.put(unit, index_of(t.area_id, area, "area"), spent)
    return unit


def unit_at(g: Board, kind: str, area: str, number: int = 0, spent: bool | None = None) -> int:
    """Return the counter of a type in an area (or in "pool"); `number` picks one of several."""
    t = g.t
    wanted = index_of(t.type_id, kind, "type of unit")
    place = const.POOL if area == "pool" else index_of(t.area_id, area, "area")
    found = [
        unit
        for unit in range(t.n_units)
        if g.place[unit] == place
        and t.unit_type[unit] == wanted
        and (spent is None or (g.cond[unit] & const.SPENT != 0) == spent)
    ]
    if number >= len(found):
        raise SandtableError(f"There is no {kind} number {number + 1} in {area}.")
    return found[number]


def units_at(g: Board, area: str) -> str:
    """Return the units of an area as `position` takes them: "2 ge_lf, ge_tf spent"."""
    t = g.t
    here = g.at[index_of(t.area_id, area, "area")]
    return row_of([t.type_id[t.unit_type[u]] + (" spent" if g.cond[u] & const.SPENT else "") for u in here])


def area(g: Board, name: str) -> int:
    """Return the number of an area."""
    return index_of(g.t.area_id, name, "area")


def card(g: Board, name: str) -> int:
    """Return the number of a card."""
    return index_of(g.t.card_id, name, "card")


def country(g: Board, name: str) -> int:
    """Return the number of a nation."""
    return index_of(g.t.nation_id, name, "nation")
