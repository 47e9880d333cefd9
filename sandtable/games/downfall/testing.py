"""Positions from plain data, for tests and experiments.

>>> g = position(turn=7, armies=["german_infantry@riga"], control={"riga": "axis"})
>>> g.t.area_name[g.place[unit_at(g, "german_infantry", "riga")]]
'Riga'
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
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.constants import NEUTRAL
from sandtable.games.downfall.components.ids import Ids
from sandtable.games.downfall.components.relations import load_pack
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.components.tables import Tables, build_tables
from sandtable.wargame.rows import entries

STEP_NAMES = ("", "reduced", "full")


@cache
def tables() -> Tables:
    """Return the tables of the game's own components, built once."""
    return build_tables(load_pack(Path(__file__).parent / "data"))


def position(
    turn: int = 7,
    side: str = "axis",
    phase: int = const.FREE,
    armies: Sequence[str | Mapping[str, Any]] = (),
    control: Mapping[str, str] | None = None,
    at_war: Sequence[str] | None = None,
    surrendered: Mapping[str, str] | None = None,
    developments: Mapping[str, Sequence[str]] | None = None,
    supply: int | Mapping[str, int] = 12,
    armor: int | Mapping[str, int] = 0,
    air: Mapping[str, int] | None = None,
    points: int = 0,
    total_war: Sequence[str] = (),
    beachheads: Mapping[str, str] | None = None,
    partisans: bool = False,
    barbarossa: int = 0,
    ready: bool = True,
    players: int = 3,
    dice: Sequence[int] | None = None,
    seed: int = 0,
    t: Tables | None = None,
) -> Board:
    """Return a position with a log and an empty agenda.

    armies        rows "2 german_infantry@riga reduced, german_armor@riga", or mappings with area, army,
                  count (1) and step ("full"), as files have them
    control       areas that are not controlled by their owner's side, or by nobody if it is not at war
    at_war        countries at war; by default all that can be
    surrendered   country: side it surrendered to
    developments  side: its developments
    supply, armor for the active side, or by side
    air           missions in the boxes: "german_air" or "german_air.advanced": number
    beachheads    area: side
    ready         whether the active side's armies may operate
    dice          the rolls to come; by default a seeded generator rolls
    """
    tables_ = tables() if t is None else t
    g = Board(tables_, Ids(tables_), seed)
    t = tables_
    g.log = Log()
    g.turn = turn
    g.side = index_of(t.side_id[:NEUTRAL], side, "side")
    g.phase = phase
    g.seat_of = (0, 1, 2) if players == 3 else (0, 1, 1)
    g.points = points
    g.partisans = partisans
    g.barbarossa = barbarossa
    for name in total_war:
        g.total_war[index_of(t.side_id[:NEUTRAL], name, "side")] = True
    _fill(g.supply, g, supply)
    _fill(g.armor, g, armor)
    for name, count in (air or {}).items():
        kind, _, advanced = name.partition(".")
        g.air[2 * index_of(t.air_id, kind, "air mission") + (advanced == "advanced")] = count
    for name, had in (developments or {}).items():
        owner = index_of(t.side_id[:NEUTRAL], name, "side")
        for development in had:
            tile = t.tile_of[owner][index_of(t.dev_id, development, "development")]
            if tile < 0:
                raise SandtableError(f"{t.side_name[owner]} has no tile {development}.")
            g.tiles[tile] = const.AVAILABLE
    _countries(g, at_war, surrendered or {})
    for name, owner_name in (control or {}).items():
        g.set_control(index_of(t.area_id, name, "area"), index_of(t.side_id, owner_name, "side"))
    for row in armies:
        add_armies(g, row)
    for name, lander in (beachheads or {}).items():
        area = index_of(t.area_id, name, "area")
        g.mark_beach(area, g.beach[area] | 1 << index_of(t.side_id[:NEUTRAL], lander, "side"))
    if ready:
        for unit in range(t.n_units):
            if g.cond[unit] and t.unit_side[unit] == g.side:
                g.cond[unit] |= const.READY
    if dice is not None:
        g.rng = ScriptedRng(list(dice))
    return g


def _countries(g: Board, at_war: Sequence[str] | None, surrendered: Mapping[str, str]) -> None:
    t = g.t
    for name in at_war or ():
        index_of(t.country_id, name, "country")
    for country in range(t.n_countries):
        side = t.country_side[country]
        wanted = at_war is None or t.country_id[country] in at_war
        g.status[country] = const.AT_WAR if wanted and side != NEUTRAL else const.OUT
        owner = side if g.status[country] == const.AT_WAR else NEUTRAL
        for area in t.home[country]:
            g.set_control(area, owner)
    for name, victor in surrendered.items():
        country = index_of(t.country_id, name, "country")
        g.conqueror[country] = index_of(t.side_id[:NEUTRAL], victor, "side")
        back = g.partisans and country == t.yugoslavia
        g.status[country] = const.AT_WAR if back else const.SURRENDERED
        for area in t.home[country]:
            g.set_control(area, g.conqueror[country])


def add_armies(g: Board, row: str | Mapping[str, Any]) -> None:
    """Put the armies of a row on the map."""
    if not isinstance(row, str):
        step = row.get("step", "full")
        row = f"{row.get('count', 1)} {row['army']}@{row['area']} {step}"
    for entry in entries(row):
        army, _, area = entry.name.partition("@")
        for _ in range(entry.number):
            add_army(g, army, area, *entry.words)


def add_army(g: Board, army: str, area: str, step: str = "full") -> int:
    """Put a counter of a type on the map and return it."""
    t = g.t
    unit = g.free_unit(index_of(t.type_id, army, "army"))
    if unit < 0:
        raise SandtableError(f"All {army} counters are on the map already.")
    g.put(unit, index_of(t.area_id, area, "area"), index_of(STEP_NAMES, step, "step"))
    return unit


def unit_at(g: Board, army: str, area: str, step: str | None = None, number: int = 0) -> int:
    """Return the counter of a type (and step) in an area; `number` picks one of several."""
    t = g.t
    kind = index_of(t.type_id, army, "army")
    found = [
        unit
        for unit in g.at[index_of(t.area_id, area, "area")]
        if t.unit_type[unit] == kind and (step is None or STEP_NAMES[g.cond[unit] & const.STEPS] == step)
    ]
    if number >= len(found):
        wanted = f"{step} {army}" if step else army
        raise SandtableError(f"There is no {wanted} number {number + 1} in {area}.")
    return found[number]


def way_in(g: Board, area: int, origin: str) -> int:
    """Return `Attack.via` for an army that came from a neighbouring area or the "sea", or was "inside"."""
    if origin == "inside":
        return const.FROM_INSIDE
    if origin == "sea":
        return const.BY_SEA
    t = g.t
    start = index_of(t.area_id, origin, "area")
    if start not in t.neighbours[area]:
        raise SandtableError(f"{origin} does not border on {t.area_id[area]}.")
    return t.border[area][t.neighbours[area].index(start)]


def declare(
    g: Board,
    attacker: int,
    defender: int,
    origin: str = "inside",
    supports: Sequence[int] = (),
    air: str | None = None,
) -> Attack:
    """Declare an attack without paying for it, as if the army had come from `origin`."""
    t = g.t
    area = g.place[attacker]
    mission = -1
    if air is not None:
        kind, _, advanced = air.partition(".")
        mission = 2 * index_of(t.air_id, kind, "air mission") + (advanced == "advanced")
    attack = Attack(attacker, defender, area, way_in(g, area, origin), tuple(supports), mission)
    g.attacks = [*g.attacks, attack]
    g.cond[attacker] |= const.OPERATED | const.ATTACKS
    for unit in supports:
        g.cond[unit] |= const.OPERATED | const.SUPPORTS
    return attack


def _fill(stock: list[int], g: Board, amount: int | Mapping[str, int]) -> None:
    if isinstance(amount, int):
        stock[g.side] = amount
        return
    for name, number in amount.items():
        stock[index_of(g.t.side_id[:NEUTRAL], name, "side")] = number
