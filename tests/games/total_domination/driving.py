"""Helpers of tests that put one step on the agenda and answer what it asks, by the keys of choices."""

from sandtable.games.total_domination.components.ids import build_names
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.testing import tables
from tests.games.driving import Driver, Idle, begin, idle

__all__ = ["Idle", "begin", "click", "idle", "key", "log", "names", "number", "offers", "refused"]


def key_of(g: Board, choice: int) -> str:
    """Return `unit:german_army@poland` for counters on the board."""
    unit = choice - g.ids.unit
    if 0 <= unit < g.t.n_units and g.place[unit] >= 0:
        state = ".used" if g.used[unit] else ""
        return f"unit:{g.t.kind_id[g.t.unit_kind[unit]]}{state}@{g.t.area_id[g.place[unit]]}"
    return ""


DRIVER = Driver(lambda: build_names(tables()), key_of)
names, key, number, offers, refused = DRIVER.names, DRIVER.key, DRIVER.find, DRIVER.offers, DRIVER.refused


def click(g: Board, *keys: str, seat: int | None = None) -> None:
    """Take offered choices one after the other."""
    for wanted in keys:
        DRIVER.answer(g, wanted, seat)


def log(g: Board, seat: int | None = None) -> list[str]:
    """Return the lines of the log as a seat reads them."""
    assert g.log is not None
    return [line.text for line in g.log.lines(seat)]
