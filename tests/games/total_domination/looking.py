"""What tests look at: worked examples, who controls what, what that scores, how far supply reaches."""

import tomllib
from pathlib import Path
from typing import Any

from sandtable.games.total_domination.components.constants import POWERS
from sandtable.games.total_domination.components.ids import Ids
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.setup import set_up
from sandtable.games.total_domination.testing import area, areas, power, tables

FILE = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["example"]}


def units_of(rows: list[dict[str, Any]]) -> dict[str, str]:
    """The units of an example's position as `position` takes them."""
    found: dict[str, str] = {}
    for row in rows:
        entry = f"{row['count']} {row['unit']}"
        found[row["area"]] = f"{found[row['area']]}, {entry}" if row["area"] in found else entry
    return found


def begun(scenario: str = "standard", mode: str = "four_players", seed: int = 1, **options: bool) -> Board:
    """A game as its set-up leaves it, before anything is dealt."""
    t = tables()
    g = Board(t, Ids(t), seed)
    g.scenario = t.scenario_index[scenario]
    g.mode = t.mode_id.index(mode)
    g.arctic = options.pop("arctic", False)
    g.advanced = options.pop("advanced", True)
    g.free_setup = options.pop("free_setup", False)
    assert not options
    set_up(g)
    return g


def holder(g: Board, where: str) -> str:
    """Return who controls an area; "none" if nobody does."""
    found = g.control[area(g, where)]
    return g.t.nation_id[found] if found < g.t.n_nations else "none"


def points(g: Board) -> dict[str, int]:
    """The victory points of the powers."""
    return {g.t.nation_id[p]: g.vp[p] for p in range(POWERS)}


def gained(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """The changes of points, of those who have any."""
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}


def in_supply(g: Board, who: str) -> list[str]:
    """The areas where units of a power stand in supply."""
    number = power(g, who)
    return areas(g, g.supplied(number) & g.present[number])


def damaged(g: Board) -> list[str]:
    """The areas with a damage marker."""
    return areas(g, g.damage)


def on_board(g: Board) -> dict[str, int]:
    """How many counters of each kind are on the board."""
    t = g.t
    return {t.kind_id[k]: g.on_board(k) for k in range(t.n_kinds) if g.on_board(k)}
