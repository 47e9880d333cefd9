"""Helpers of tests that put steps on the agenda and answer what they ask, by the keys of choices."""

from sandtable.games.blitzkrieg_general.components.identical_units import is_identical
from sandtable.games.blitzkrieg_general.components.ids import build_ids
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy.reinforcements import Place
from sandtable.games.blitzkrieg_general.testing import tables
from tests.games import driving


def key_of(g: Board, choice: int) -> str:
    """Return `unit:ger_inf_4@paris` for counters on the map."""
    unit = choice - g.ids.unit
    if 0 <= unit < g.t.n_units and g.place[unit] >= 0:
        return f"unit:{g.t.type_id[g.t.unit_type[unit]]}@{g.t.space_id[g.place[unit]]}"
    return ""


begin, go_on, idle, log, prompt = driving.begin, driving.go_on, driving.idle, driving.log, driving.prompt
Idle = driving.Idle
DRIVER = driving.Driver(lambda: build_ids(tables()), key_of)
names, key, choices, find, offered = DRIVER.names, DRIVER.key, DRIVER.choices, DRIVER.find, DRIVER.offered
refused = DRIVER.refused


def placing(g: Board, choice: int) -> bool:
    """Return whether a unit is being placed already: one that is all there is to place needs no click."""
    step = g.agenda[-1]
    unit = choice - g.ids.unit
    return isinstance(step, Place) and 0 <= unit < g.t.n_units and is_identical(g, step.unit, unit)


def answer(g: Board, wanted: str, seat: int | None = None) -> Board:
    """Answer what is asked; it must be offered."""
    return g if placing(g, find(g, wanted, seat)) else DRIVER.answer(g, wanted, seat)


def answers(g: Board, *wanted: str) -> Board:
    """Answer several questions in a row."""
    for one in wanted:
        answer(g, one)
    return g
