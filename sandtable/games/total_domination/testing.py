"""Positions from plain data, for tests and experiments.

>>> g = position(units={"poland": "2 german_army, german_air_fleet used"})
>>> g.control[area(g, "poland")] == power(g, "germany")
True
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
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.ids import Ids
from sandtable.games.total_domination.components.relations import load_pack
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import Tables, build_tables
from sandtable.wargame.rows import entries, row_of


@cache
def tables() -> Tables:
    """Return the tables of the game's own components, built once."""
    return build_tables(load_pack(Path(__file__).parent / "data"))


def position(
    units: Mapping[str, str] | None = None,
    set_up: bool = False,
    scenario: str = "standard",
    mode: str = "four_players",
    year: int = 1939,
    turn: str = "germany",
    hands: Mapping[str, Sequence[str]] | None = None,
    discards: Sequence[str] = (),
    techs: Mapping[str, Sequence[str]] | None = None,
    down: Mapping[str, str] | None = None,
    influence: Mapping[str, Sequence[str]] | None = None,
    tactics: Mapping[str, Sequence[str]] | None = None,
    saved: Mapping[str, str] | None = None,
    reserve: Mapping[str, Sequence[str]] | None = None,
    lent: Mapping[str, str] | None = None,
    joined: Sequence[str] = (),
    partners: Mapping[str, str] | None = None,
    tracks: Mapping[str, int] | None = None,
    damage: Sequence[str] = (),
    passed: Sequence[str] = (),
    arctic: bool = False,
    advanced: bool = True,
    alternative: bool = False,
    pile: Sequence[str] = (),
    solo_vp: int = 0,
    dice: Sequence[int] | None = None,
    seed: int = 0,
    t: Tables | None = None,
) -> Board:
    """Return a position with a log and an empty agenda.

    units       area: "2 german_army, german_air_fleet used"; everything not named is in the supply
    set_up      begin with the scenario's own units, technologies and partners; `units` then replaces what
                stands in the areas it names ("" empties one)
    turn        the power whose turn it is
    hands       power: cards in its hand (in the two-player and solo modes: in the common hand of its faction)
    techs       power: technologies in effect, by name; cards that show them are taken from the deck
    down        power: the card that lies face down as a technology of this round
    influence   power: influence cards beside it; tactics  power: +1 and -1 cards before it
    saved       power: the rotated card; reserve  power: cards in reserve; lent  power: its Lend-Lease card
    joined      additional powers at war; partners  partner: its player; tracks  additional power: its box
    alternative the other side of the board
    pile        solo cards dealt for this year; the others of the deck are those of 1939
    dice        the draws to come (indexes into what is drawn from); a seeded generator draws if not given
    Cards not named are in the draw deck, those of powers that have not joined in their own decks.
    """
    t = tables() if t is None else t
    g = Board(t, Ids(t), seed)
    g.log = Log()
    g.scenario = t.scenario_index[scenario]
    g.mode = index_of(t.mode_id, mode, "mode")
    g.arctic = arctic
    g.advanced = advanced
    g.alternative = alternative
    g.frame()
    start = g.start
    g.round = t.years.index(year)
    g.power = power(g, turn)
    if set_up:
        for partner, player in start.partners:
            g.lord = changed(g.lord, partner, player)
        for nation in start.joined:
            g.lord = changed(g.lord, nation, t.patron[nation])
            g.track[nation] = t.track_steps[nation]
    for name in joined:
        nation = index_of(t.nation_id, name, "power")
        g.lord = changed(g.lord, nation, t.patron[nation])
        g.track[nation] = t.track_steps[nation]
    for name, holder in (partners or {}).items():
        g.lord = changed(g.lord, index_of(t.nation_id, name, "power"), power(g, holder))
    for name, box in (tracks or {}).items():
        g.track[index_of(t.nation_id, name, "power")] = box
    _cards(g)
    for name, card_name in (down or {}).items():
        g.cards[card(g, card_name)] = const.DOWN + power(g, name)
        g.developed |= 1 << power(g, name)
    _lay(g, influence, const.INFLUENCING)
    _lay(g, tactics, const.BEFORE)
    _lay(g, reserve, const.RESERVE)
    for name, card_name in (saved or {}).items():
        g.cards[card(g, card_name)] = const.TURNED + power(g, name)
    for name, card_name in (lent or {}).items():
        g.cards[card(g, card_name)] = const.LENT + power(g, name)
    for name, names in (hands or {}).items():
        for card_name in names:
            g.cards[card(g, card_name)] = const.HAND + g.holder[power(g, name)]
    for card_name in discards:
        g.cards[card(g, card_name)] = const.DISCARDED
    if set_up:
        for player_, card_ in start.technologies:
            g.cards[card_] = const.ACTIVE + player_
    for name, names in (techs or {}).items():
        for tech in names:
            _teach(g, power(g, name), tech)
    for name in passed:
        g.passed |= 1 << power(g, name)
    for name in damage:
        g.damage |= t.bit[area(g, name)]
    g.derive()
    rows: list[tuple[int, int, int]] = []
    if set_up:
        rows = [*start.placement, *(t.arctic_placement if arctic else [])]
    named = [area(g, name) for name in units or {}]
    for kind, where, count in rows:
        if where not in named:
            for _ in range(count):
                unit = g.free_unit(kind)
                if not g.in_box(unit):
                    g.put(unit, where)
    for area_name, row in (units or {}).items():
        for entry in entries(row):
            for _ in range(entry.number):
                add_unit(g, entry.name, area_name, entry.words == ("used",))
    g.solo_vp = solo_vp
    for number in range(t.n_solo):
        if t.solo_year[number] == t.solo_first_label:
            g.solo[number] = const.SOLO_DECK
    for name in pile:
        g.solo[index_of(t.solo_id, name, "solo card")] = const.SOLO_PILE
    if dice is not None:
        g.rng = ScriptedRng(list(dice))
    return g


def _cards(g: Board) -> None:
    """Put all cards where a game finds them before the first deal."""
    t = g.t
    for number in range(t.n_cards):
        nation = t.card_colour[number]
        if nation in t.additional and not g.joined(nation):
            g.cards[number] = const.BOX if g.start.box else const.APART + nation - const.POWERS
        else:
            g.cards[number] = const.DECK


def _lay(g: Board, rows: Mapping[str, Sequence[str]] | None, where: int) -> None:
    for name, names in (rows or {}).items():
        for card_name in names:
            who = power(g, name)
            g.cards[card(g, card_name)] = where + (g.holder[who] if where == const.RESERVE else who)


def _teach(g: Board, who: int, tech: str) -> None:
    """Give a power a technology with any card that shows it and lies in a deck."""
    t = g.t
    number = index_of(t.tech_id, tech, "technology")
    free = [
        c
        for c in range(t.n_cards)
        if t.card_tech[c] == number and g.cards[c] in (const.DECK, const.BOX, const.APART, const.APART + 1)
    ]
    if not free:
        raise SandtableError(f"All cards with {tech} are in use already.")
    g.cards[free[-1]] = const.ACTIVE + who


def add_unit(g: Board, kind: str, where: str, used: bool = False) -> int:
    """Put a counter of a kind on the board; the counter."""
    t = g.t
    unit = g.free_unit(index_of(t.kind_id, kind, "kind of unit"))
    if unit < 0:
        raise SandtableError(f"All {kind} counters are in use already.")
    g.put(unit, area(g, where))
    if used:
        g.used = changed(g.used, unit, 1)
    return unit


def unit_at(g: Board, kind: str, where: str, number: int = 0) -> int:
    """Return the counter of a kind in an area (or in "supply"); `number` picks one of several."""
    t = g.t
    wanted = index_of(t.kind_id, kind, "kind of unit")
    place = const.SUPPLY if where == "supply" else area(g, where)
    found = [u for u in range(t.n_units) if g.place[u] == place and t.unit_kind[u] == wanted]
    if number >= len(found):
        raise SandtableError(f"There is no {kind} number {number + 1} in {where}.")
    return found[number]


def units_at(g: Board, where: str) -> str:
    """Return the units of an area as `position` takes them: "2 german_army, german_air_fleet used"."""
    t = g.t
    return row_of([t.kind_id[t.unit_kind[u]] + (" used" if g.used[u] else "") for u in g.at[area(g, where)]])


def area(g: Board, name: str) -> int:
    """Return the number of an area."""
    return index_of(g.t.area_id, name, "area")


def areas(g: Board, mask: int) -> list[str]:
    """Return the ids of a set of areas."""
    return [g.t.area_id[i] for i in range(g.t.n_areas) if mask >> i & 1]


def card(g: Board, name: str) -> int:
    """Return the number of a card."""
    return index_of(g.t.card_id, name, "card")


def power(g: Board, name: str) -> int:
    """Return the number of a power or other nation."""
    return index_of(g.t.nation_id, name, "power")
