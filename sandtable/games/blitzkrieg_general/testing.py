"""Positions from plain data, for tests and experiments.

>>> g = position(units={"paris": "fra_inf_3, 2 fra_inf_2 back"}, wars=[("germany", "france")])
>>> units_at(g, "paris")
'2 fra_inf_2 back, fra_inf_3'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.engine.choice import index_of
from sandtable.engine.errors import SandtableError
from sandtable.engine.log import Log
from sandtable.engine.rng import ScriptedRng
from sandtable.engine.state import changed
from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.ids import Ids
from sandtable.games.blitzkrieg_general.components.pack_relations import load_pack
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.components.tables import Tables, build_tables
from sandtable.games.blitzkrieg_general.rules import setup
from sandtable.wargame.rows import row_of

# Off the map; the chart is written "chart 2/1940".
PLACES = {"pool": const.POOL, "removed": const.REMOVED, "aside": const.ASIDE, "chart": const.CHART}
BITS = {"back": const.FLIPPED, "unsupplied": const.UNSUPPLIED}
ENTRY = re.compile(r"(?:(\d+) )?([a-z0-9_]+)((?: [a-z]+)*)(?: \[(.*)\])?")


@cache
def tables() -> Tables:
    """Return the tables of the game's own components, built once."""
    return build_tables(load_pack(Path(__file__).parent / "data"))


def position(
    scenario: str = "s1939",
    mode: str = "advanced",
    set_up: bool = False,
    players: int = 2,
    seats: Mapping[str, int] | None = None,
    sides: Mapping[str, str] | None = None,
    turn: str = "",
    side: str = "axis",
    phase: int | None = None,
    units: Mapping[str, str] | None = None,
    serves: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    wars: Sequence[tuple[str, str]] = (),
    managers: Mapping[str, str] | None = None,
    conquered: Sequence[str] = (),
    weather: Mapping[str, str] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    in_effect: Mapping[str, str] | None = None,
    deck: Sequence[str] = (),
    research: Mapping[str, Sequence[str]] | None = None,
    numbers: Mapping[str, int] | None = None,
    points: Mapping[str, int] | None = None,
    saved: Mapping[str, int] | None = None,
    battles: Sequence[str] = (),
    options: int = 0,
    memory: Mapping[str, Any] | None = None,
    dice: Sequence[int] | None = None,
    steps: Sequence[Step[Any]] = (),
    seed: int = 0,
    t: Tables | None = None,
) -> Board:
    """Return a position with a log. `steps` go on its agenda, the last on top, and run to the first question.

    set_up     begin with the scenario's whole set-up; else: no units, printed control, no wars, all
               cards in the deck in the order of their file
    players    1: seat 0 has everything; 2: seat 0 the Axis, seat 1 the Allies; 8: each major its own
    seats      major: seat, over `players`;  sides  major: side [A9.10]
    turn       "3/1939", that of the scenario unless given
    side       the phasing side, which has the initiative too
    units      place: "2 ger_inf_3 back, ger_hq_guderian, be_conv [be_inf_3]": `back` is flipped, `unsupplied`
               out of supply, cargo in brackets; places are areas (`area:malta` where a zone has the name
               too), zones (`zone:malta`), "pool", "removed", "aside", "chart 2/1940"
    serves     place: the country that all units there fight for
    managers   minor: the major that runs it
    hands      major: cards bought before this turn;  in_effect  card: its owner
    deck       cards on top of the deck, the first to be drawn first
    options    bits of optional rules
    memory     other fields of the state by name
    dice       results of dice, draws and shuffles in the order they are made
    """
    t = tables() if t is None else t
    g = Board(t, Ids(t), seed)
    g.log = Log()
    g.scenario = index_of([s.id for s in t.scenarios], scenario, "scenario")
    g.advanced = 1 if mode == "advanced" else 0
    g.optional = options
    g.side = g.first = g.last_initiative = const.SIDE_IDS.index(side)
    if phase is not None:
        g.phase = phase
    for name, which in (sides or {}).items():
        g.major_side = changed(g.major_side, country(g, name), const.SIDE_IDS.index(which))
    g.seat_of = bytes([default_seat(g, major, players) for major in range(t.n_majors)])
    for name, seat in (seats or {}).items():
        g.seat_of = changed(g.seat_of, country(g, name), seat)
    if set_up:
        setup.set_up(g)
    else:
        start = t.scenarios[g.scenario]
        g.turn = 4 * start.start_year + start.start_quarter - 1
        g.deck = list(reversed(range(t.n_cards)))
        for name, capacity in start.rail.items():
            g.rail = changed(g.rail, country(g, name), capacity)
    if turn:
        quarter, _, year = turn.partition("/")
        g.turn = 4 * int(year) + int(quarter) - 1
    _relations(g, wars, managers or {}, conquered)
    for name, by in (control or {}).items():
        g.control = changed(g.control, index_of(t.space_id, name, "area"), country(g, by))
    _units(g, units or {}, serves or {})
    g.derive()
    for name, word in (weather or {}).items():
        g.weather = changed(g.weather, const.MAP_IDS.index(name), 1 if word == "bad" else 0)
    _cards(g, hands or {}, in_effect or {}, deck)
    for name, achievements in (research or {}).items():
        found = sum([1 << const.RESEARCH_IDS.index(id) for id in achievements])
        g.achievements = changed(g.achievements, country(g, name), found)
    for name, number in (numbers or {}).items():
        g.numbers = changed(g.numbers, country(g, name), number)
    for name, number in (points or {}).items():
        g.points[country(g, name)] = number
    for name, number in (saved or {}).items():
        g.saved[country(g, name)] = number
    g.battles = [space(g, name) for name in battles]
    for name, value in (memory or {}).items():
        if not hasattr(g, name):
            raise SandtableError(f"There is no field {name!r}.")
        setattr(g, name, value)
    g.recount_friends()
    if dice is not None:
        g.rng = ScriptedRng(list(dice))
    for step in steps:
        g.push(step)
    if steps:
        g.advance()
    return g


def default_seat(g: Board, major: int, players: int) -> int:
    """Return the usual seat of a major: one player has all, two have a side each."""
    if players == 1:
        return 0
    if players == 2:
        return g.major_side[major]
    return major


def _relations(
    g: Board, wars: Sequence[tuple[str, str]], managers: Mapping[str, str], conquered: Sequence[str]
) -> None:
    for one, other in wars:
        a, b = country(g, one), country(g, other)
        g.war[a] |= 1 << b
        g.war[b] |= 1 << a
        for c in (a, b):
            if c < g.t.n_majors and g.war_since[c] == const.NONE:
                g.war_since[c] = g.turn
    for name, by in managers.items():
        g.manager[country(g, name)] = country(g, by)
    for name in conquered:
        g.conquered |= 1 << country(g, name)
        for home in g.t.homes_of[country(g, name)]:
            g.homes_conquered |= 1 << home


def _units(g: Board, units: Mapping[str, str], serves: Mapping[str, str]) -> None:
    """Clear the named places, then place the units of their rows."""
    for name, row in units.items():
        word, _, when = name.partition(" ")
        where = _place(g, word if word == "chart" else name)
        due = 0
        if word == "chart":
            quarter, _, year = when.partition("/")
            due = 4 * int(year) + int(quarter) - 1
        elif where >= 0:
            for unit in range(g.t.n_units):
                if g.place[unit] == where:
                    g.place[unit], g.cond[unit], g.carrier[unit] = const.POOL, 0, const.NONE
        for entry in _split(row):
            found = ENTRY.fullmatch(entry)
            if found is None:
                raise SandtableError(f"{entry!r} is not a row of units.")
            for _ in range(int(found[1] or 1)):
                unit = _lay(g, found[2], found[3].split(), where, due)
                if name in serves:
                    g.serves = changed(g.serves, unit, country(g, serves[name]))
                for load in _split(found[4] or ""):
                    words = load.split()
                    cargo = _lay(g, words[0], words[1:], where, 0)
                    g.carrier[cargo] = unit


def _split(row: str) -> list[str]:
    return [part.strip() for part in re.split(r",(?![^\[]*\])", row) if part.strip()]


def _lay(g: Board, type_id: str, words: list[str], where: int, due: int) -> int:
    unit = g.free_unit(index_of(g.t.type_id, type_id, "type of unit"))
    if unit == const.NONE:
        raise SandtableError(f"There are not enough counters {type_id}.")
    g.place[unit] = where
    g.due[unit] = due
    for word in words:
        g.cond[unit] |= BITS[word]
    return unit


def _cards(
    g: Board, hands: Mapping[str, Sequence[str]], in_effect: Mapping[str, str], deck: Sequence[str]
) -> None:
    for name, cards in hands.items():
        for id in cards:
            card = card_of(g, id)
            g.card_at = changed(g.card_at, card, const.IN_HAND)
            g.card_owner = changed(g.card_owner, card, country(g, name))
            g.card_turn[card] = g.turn - 1
            g.deck = [c for c in g.deck if c != card]
    for id, name in in_effect.items():
        card = card_of(g, id)
        g.card_at = changed(g.card_at, card, const.IN_EFFECT)
        g.card_owner = changed(g.card_owner, card, country(g, name))
        g.played |= 1 << card
        g.deck = [c for c in g.deck if c != card]
    top = [card_of(g, id) for id in deck]
    g.deck = [c for c in g.deck if c not in top] + list(reversed(top))


def country(g: Board, name: str) -> int:
    """Return the number of a country."""
    return index_of(g.t.country_id, name, "country")


def space(g: Board, name: str) -> int:
    """Return the number of an area or zone; `zone:malta` where both have the name."""
    kind, _, rest = name.rpartition(":")
    if kind == "zone" or (not kind and name not in g.t.area_index):
        return g.t.n_areas + index_of(g.t.space_id[g.t.n_areas :], rest, "zone")
    return index_of(g.t.space_id[: g.t.n_areas], rest, "area")


def _place(g: Board, name: str) -> int:
    return PLACES[name] if name in PLACES else space(g, name)


def card_of(g: Board, name: str) -> int:
    """Return the number of a card."""
    return index_of(g.t.card_id, name, "card")


def unit_at(g: Board, place: str, type_id: str, nth: int = 0) -> int:
    """Return a counter of a type in a place (a space, or "pool", "removed", "aside", "chart")."""
    where = _place(g, place)
    kind = index_of(g.t.type_id, type_id, "type of unit")
    found = [u for u in range(g.t.n_units) if g.place[u] == where and g.t.unit_type[u] == kind]
    if nth >= len(found):
        raise SandtableError(f"There is no {type_id} in {place}.")
    return found[nth]


def units_at(g: Board, place: str) -> str:
    """Return the row of units in a place in alphabetical order: "2 ger_inf_3 back"."""
    where = _place(g, place)
    units = [u for u in range(g.t.n_units) if g.place[u] == where and g.carrier[u] == const.NONE]
    return row_of(sorted([_row(g, unit) for unit in units]))


def _row(g: Board, unit: int) -> str:
    words = [g.t.type_id[g.t.unit_type[unit]]]
    words += [word for word, bit in BITS.items() if g.cond[unit] & bit]
    loads = sorted([_row(g, u) for u in g.aboard(unit)]) if g.is_ship(unit) and g.place[unit] >= 0 else []
    return " ".join(words) + (f" [{', '.join(loads)}]" if loads else "")


def holder(g: Board, area: str) -> str:
    """Return the country that controls an area."""
    return g.t.country_id[g.control[space(g, area)]]
