"""Positions from plain data, for tests and experiments.

>>> g = position(armies={"poland": "panzer, 2 regular"}, align={"ukraine": "disputed 1/2 soviet"})
>>> g.german[area(g, "poland")], g.axis[area(g, "ukraine")], g.ally[area(g, "ukraine")]
(3, 1, 2)
"""

from __future__ import annotations

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
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.effect_types import COLOURS, FACES, FRANCE_IDS, ITALY_IDS
from sandtable.games.other_side.components.ids import Ids
from sandtable.games.other_side.components.relations import load_pack
from sandtable.games.other_side.components.state import (
    ACTIVATED,
    ACTIVE,
    AVAILABLE,
    CLOSED_PORT,
    COMPLETED,
    DISCARDED,
    FUTURE,
    GONE,
    IN_COMMAND,
    IN_DECK,
    ISOLATED,
    LANDING_BOX,
    NAVAL,
    NO_HEAD,
    NO_SEAT,
    NOT_AVAILABLE,
    OFF_MAP,
    ON_MAP,
    OPEN_PORT,
    OUT_OF_PLAY,
    POOL,
    REMOVED,
    SELECTED,
    TRANSIT,
    VACANCY,
    Board,
)
from sandtable.games.other_side.components.tables import Tables, build_tables
from sandtable.games.other_side.rules import setup
from sandtable.games.other_side.rules.cards.card_conditions import country_state
from sandtable.wargame.rows import entries, row_of

Die = int | str | tuple[str, int]

STATES = {"deck": IN_DECK, "selected": SELECTED, "active": ACTIVE, "discarded": DISCARDED}
PLACES = {"transit": TRANSIT, "pool": POOL, "out": OUT_OF_PLAY, "removed": REMOVED}
CARDS = {"future": FUTURE, "available": AVAILABLE, "activated": ACTIVATED, "gone": GONE}
MARKERS = {"box": LANDING_BOX, "map": ON_MAP, "off": OFF_MAP}


@cache
def tables() -> Tables:
    """Return the tables of the game's own components, built once."""
    return build_tables(load_pack(Path(__file__).parent / "data"))


def position(
    scenario: str = "world_war",
    set_up: bool = False,
    players: int = 1,
    addon: bool = False,
    year: int = 1941,
    box: str = "summer_ops_1",
    align: Mapping[str, str] | None = None,
    armies: Mapping[str, str] | None = None,
    pool: str = "",
    heads: Mapping[str, Sequence[str]] | None = None,
    ob: Mapping[str, str] | None = None,
    generals: Mapping[str, str] | None = None,
    owners: Mapping[str, int] | None = None,
    questioned: Sequence[str] = (),
    dissidents: Sequence[str] = (),
    sections: Sequence[int] | None = None,
    tracks: Mapping[str, Any] | None = None,
    production: Mapping[str, int] | None = None,
    flipped: Sequence[str] = (),
    projects: Mapping[str, int | str] | None = None,
    countries: Mapping[str, str] | None = None,
    directives: Mapping[str, str] | None = None,
    ports: Mapping[str, str] | None = None,
    supply: Mapping[str, str] | None = None,
    landings: Mapping[str, int] | None = None,
    orchestra: Mapping[str, int] | None = None,
    dice: Sequence[Die] | None = None,
    steps: Sequence[Step[Any]] = (),
    seed: int = 0,
    t: Tables | None = None,
) -> Board:
    """Return a position with a log and `steps` on its agenda, the last on top, run to the first question.

    set_up     begin with the scenario's whole set-up (decks shuffled with `seed`); else: an empty map, all
               cubes out of play, all Generals gone, all Directives in their decks, no Event cards
    align      space: "neutral", "neutral 1" (Axis Disk in Sector 1), "occupied", "satellite", "western",
               "soviet" or "disputed 1/2 soviet" (Axis Sector/Allied Sector, Faction)
    armies     area, "transit" or "out": "panzer, 2 regular, satellite_italy" (replaces what is there)
    pool       cubes in the Force Pool, written alike; the cubes not named anywhere are out of play
    heads      area: the Generals who head Army Groups there, "vacancy" for none
    ob         front: General, "vacancy" or "not_available"
    generals   id: "available", "activated", "future" or "gone"
    owners     General: his seat; sections: the seats of OKW, Operations, Personnel and Production
    tracks     resources, air_east …, warfare, technology, usa, ussr, fanaticism, unrest, paratroops, italy,
               france, collapse, landing_1, landing_2, locked (boxes), or any number of the state by name
    projects   project: boxes to go, or "completed"; countries: the state of each, worked out where not given
    directives card: "deck", "selected", "active" or "discarded"; landings  area: Sector with a marker
    ports      area: "open" or "closed"; supply  area: "naval" or "isolated"; orchestra  card: seat
    dice       the dice to come: "black tank", 4, or ("index", n) for a draw; a seeded generator if not given
    """
    t = tables() if t is None else t
    g = Board(t, Ids(t), players, seed)
    g.log = Log()
    g.scenario = t.scenario_index[scenario]
    g.addon = addon
    if set_up:
        setup.set_up(g)
    else:
        _empty(g)
    g.year, g.box = t.years.index(year), t.box_id.index(box)
    for name, word in (align or {}).items():
        set_alignment(g, name, word)
    if armies is not None or pool:
        _armies(g, armies or {}, pool, set_up)
    g.derive()
    _generals(g, heads or {}, ob or {}, generals or {}, owners or {})
    for name in questioned:
        g.questioned |= 1 << general(g, name)
    for name in dissidents:
        g.dissident |= 1 << general(g, name)
    if sections is not None:
        g.section_seat = bytes(sections)
    _tracks(g, tracks or {})
    for name, value in (production or {}).items():
        g.production = changed(g.production, index_of(t.category_id, name, "row"), value)
    for name in flipped:
        g.flipped |= 1 << index_of(t.category_id, name, "row")
    for name, state in (projects or {}).items():
        project = t.directives[directive(g, name)].project
        g.project = changed(g.project, project, COMPLETED if state == "completed" else int(state))
        g.completed = changed(g.completed, project, g.year if state == "completed" else 0)
    for country in range(t.n_countries):
        if not set_up or t.country_id[country] in (countries or {}):
            given = (countries or {}).get(t.country_id[country])
            state = country_state(g, country) if given is None else const.ALIGNMENT_IDS.index(given)
            g.country = changed(g.country, country, state)
    for name, word in (directives or {}).items():
        card = directive(g, name)
        g.directives = changed(g.directives, card, STATES[word])
        if word == "active":
            g.active.append(card)
            g.active_heads.append(0)
    for name, word in (ports or {}).items():
        g.port = changed(g.port, area(g, name), OPEN_PORT if word == "open" else CLOSED_PORT)
    for name, word in (supply or {}).items():
        g.supply = changed(g.supply, area(g, name), NAVAL if word == "naval" else ISOLATED)
    for name, sector in (landings or {}).items():
        g.landing = changed(g.landing, area(g, name), sector)
    for name, seat in (orchestra or {}).items():
        card = index_of(t.orchestra_id, name, "Black Orchestra card")
        g.orchestra = changed(g.orchestra, card, seat)
        g.orchestra_deck = [n for n in g.orchestra_deck if n != card]
    if not set_up:
        g.counted = 0
        for n in range(t.n_areas):
            g.counted |= (1 << n) & t.resource if g.axis_controls(n) else 0
    if dice is not None:
        g.rng = ScriptedRng([_number(t, die) for die in dice])
    for step in steps:
        g.push(step)
    if steps:
        g.advance()
    return g


def _number(t: Tables, die: Die) -> int:
    if isinstance(die, int):
        return die
    if isinstance(die, tuple):
        return die[1]
    colour, face = die.split()
    return t.die_faces[COLOURS.index(colour)].index(FACES.index(face)) + 1


def _empty(g: Board) -> None:
    t = g.t
    g.place = [OUT_OF_PLAY] * t.n_units
    g.where = bytes([GONE]) * t.n_generals
    g.entry = bytes([general.entry for general in t.generals])
    g.combat_deck = list(range(t.n_combat))
    g.orchestra_deck = list(range(t.n_orchestra))
    g.fanaticism, g.resources = 5, 7
    g.air = bytes([3, 3, 3, 3])


def set_alignment(g: Board, name: str, word: str) -> None:
    """Align a space as `position` writes it, with its Disks."""
    t = g.t
    parts = word.split()
    space = index_of(t.space_id, name, "Area")
    alignment = index_of(const.ALIGNMENT_IDS, parts[0], "alignment")
    g.set_align(space, alignment)
    if space >= t.n_areas:
        return
    axis, ally, faction = 0, 0, 0
    if alignment == const.DISPUTED:
        first, _, second = parts[1].partition("/")
        axis, ally, faction = int(first), int(second), const.FACTION_IDS.index(parts[2])
    elif alignment in (const.OCCUPIED, const.SATELLITE):
        axis = t.top[space]
    elif alignment in (const.WESTERN, const.SOVIET):
        ally, faction = 1, const.SOVIETS if alignment == const.SOVIET else const.WEST
    elif len(parts) > 1:
        axis = int(parts[1])
    g.set_axis(space, axis)
    g.set_ally(space, ally, faction)


def _armies(g: Board, armies: Mapping[str, str], pool: str, set_up: bool) -> None:
    """Remove what is in the named places, then place what is written."""
    rows = [*armies.items()] + ([("pool", pool)] if pool else [])
    for name, _ in rows:
        where = PLACES[name] if name in PLACES else area(g, name)
        for unit in range(g.t.n_units):
            if g.place[unit] == where:
                g.place[unit] = OUT_OF_PLAY
    for name, row in rows:
        where = PLACES[name] if name in PLACES else area(g, name)
        for entry in entries(row):
            kind = index_of(g.t.kind_id, entry.name, "kind of Army")
            for _ in range(entry.number):
                unit = g.free_unit(kind, OUT_OF_PLAY)
                if unit == const.NONE:
                    raise SandtableError(f"There are not enough cubes of the kind {entry.name}.")
                g.place[unit] = where


def _generals(
    g: Board,
    heads: Mapping[str, Sequence[str]],
    ob: Mapping[str, str],
    cards: Mapping[str, str],
    owners: Mapping[str, int],
) -> None:
    for name, row in heads.items():
        first = 2 * area(g, name)
        for slot in (first, first + 1):
            if g.heads[slot] >= 0:
                g.where = changed(g.where, g.heads[slot], AVAILABLE)
            g.heads[slot] = NO_HEAD
        for slot, who in enumerate(row):
            g.heads[first + slot] = VACANCY if who == "vacancy" else general(g, who)
    for name, who in ob.items():
        words = {"vacancy": VACANCY, "not_available": NOT_AVAILABLE}
        g.ob[const.TRACK_IDS.index(name)] = words[who] if who in words else general(g, who)
    for name, word in cards.items():
        g.where = changed(g.where, general(g, name), CARDS[word])
    for holder in [*g.heads, *g.ob]:
        if holder >= 0:
            g.where = changed(g.where, holder, IN_COMMAND)
    for name, seat in owners.items():
        g.owner = changed(g.owner, general(g, name), seat)
    g.derive()


def _tracks(g: Board, tracks: Mapping[str, Any]) -> None:
    t = g.t
    for name, value in tracks.items():
        if name.startswith("air_"):
            g.set_air(const.TRACK_IDS.index(name[4:]), value)
        elif name.startswith("landing_"):
            place = MARKERS[value] if value in MARKERS else t.years.index(int(value))
            g.landing_markers = changed(g.landing_markers, int(name[8:]) - 1, place)
        elif name == "locked":
            g.locked = sum(1 << box for box in value)
        elif name == "italy":
            g.italy = ITALY_IDS.index(value)
        elif name == "france":
            g.france = FRANCE_IDS.index(value)
        elif name in ("usa", "ussr") and value == "war":
            setattr(g, name, t.usa_war if name == "usa" else t.ussr_war)
        elif hasattr(g, name):
            setattr(g, name, value)
        else:
            raise SandtableError(f"There is no track {name!r}.")


def area(g: Board, name: str) -> int:
    """Return the number of an Area or Base."""
    return index_of(g.t.space_id, name, "Area")


def general(g: Board, name: str) -> int:
    """Return the number of a General."""
    return index_of([n.id for n in g.t.generals], name, "General")


def directive(g: Board, name: str) -> int:
    """Return the number of a Directive."""
    return index_of([d.id for d in g.t.directives], name, "Directive")


def deck(
    g: Board,
    combat: Sequence[int] = (),
    strategic: Sequence[str] = (),
    battle: Sequence[str] = (),
    orchestra: Sequence[str] = (),
) -> Board:
    """Put these cards on top of their decks, the first to be drawn first; Combat cards by their numbers."""
    t = g.t
    numbers = [t.combat_number.index(n) for n in combat]
    g.combat_deck = _stacked(g.combat_deck, numbers)
    g.combat_used = [n for n in g.combat_used if n not in numbers]
    g.strategic_deck = _stacked(g.strategic_deck, [t.strategic_index[id] for id in strategic])
    g.battle_deck = _stacked(g.battle_deck, [t.battle_index[id] for id in battle])
    g.orchestra_deck = _stacked(g.orchestra_deck, [t.orchestra_id.index(id) for id in orchestra])
    return g


def _stacked(cards: list[int], top: list[int]) -> list[int]:
    return [n for n in cards if n not in top] + list(reversed(top))


def units_at(g: Board, name: str) -> str:
    """Return the Armies in a place, as `position` writes them: "panzer, 2 regular"."""
    where = PLACES[name] if name in PLACES else area(g, name)
    return row_of([g.t.kind_id[g.t.unit_kind[u]] for u in range(g.t.n_units) if g.place[u] == where])


def holders(g: Board) -> list[int]:
    """Return the seats that hold Black Orchestra cards, one for each card."""
    return [seat for seat in g.orchestra if seat != NO_SEAT]
