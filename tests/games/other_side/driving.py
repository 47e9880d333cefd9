"""Helpers of tests that put steps on the agenda and answer what they ask, by the keys of choices."""

from sandtable.games.other_side.components.ids import build_ids
from sandtable.games.other_side.components.state import POOL, TRANSIT, Board
from sandtable.games.other_side.testing import tables
from tests.games import driving


def key_of(g: Board, choice: int) -> str:
    """Return `unit:panzer@poland` for Armies on the map and in boxes."""
    unit = choice - g.ids.unit
    if not 0 <= unit < g.t.n_units:
        return ""
    place = g.place[unit]
    where = g.t.space_id[place] if place < g.t.n_areas else {TRANSIT: "transit", POOL: "pool"}.get(place)
    return f"unit:{g.t.kind_id[g.t.unit_kind[unit]]}@{where}" if where else ""


begin, go_on, idle, log, prompt = driving.begin, driving.go_on, driving.idle, driving.log, driving.prompt
Idle = driving.Idle
DRIVER = driving.Driver(lambda: build_ids(tables()), key_of)
names, key, find, offered = DRIVER.names, DRIVER.key, DRIVER.find, DRIVER.offered
answer, answers, refused = DRIVER.answer, DRIVER.answers, DRIVER.refused
