"""What a position holds besides the map, as plain data, so that a test can say all that has changed."""

from collections.abc import Callable
from typing import Any

from sandtable.games.other_side.components.constants import ALIGNMENT_IDS, TRACK_IDS
from sandtable.games.other_side.components.effect_types import FRANCE_IDS, ITALY_IDS
from sandtable.games.other_side.components.state import NOT_AVAILABLE, VACANCY, Board
from sandtable.games.other_side.testing import PLACES, position
from tests.games.other_side.driving import go_on

Values = dict[str, int | str]


def look(g: Board) -> Values:
    """All tracks, markers, boxes, countries and alignments by name."""
    t = g.t
    seen: Values = {
        "resources": g.resources,
        "fanaticism": g.fanaticism,
        "unrest": g.unrest,
        "warfare": g.warfare,
        "technology": g.technology,
        "locked": g.locked,
        "flipped": g.flipped,
        "usa": "war" if g.usa == t.usa_war else g.usa,
        "ussr": "war" if g.ussr == t.ussr_war else g.ussr,
        "italy": ITALY_IDS[g.italy],
        "france": FRANCE_IDS[g.france],
        "paratroops": g.paratroops,
        "collapse": g.collapse,
        "west_skips": g.west_skips,
        "soviet_skips": g.soviet_skips,
        "bombings_ignored": g.bombings_ignored,
        "orchestra": sum(seat != 255 for seat in g.orchestra),
        "questioned": bin(g.questioned).count("1"),
    }
    for track, name in enumerate(TRACK_IDS):
        seen[f"air_{name}"] = g.air[track]
    for row, name in enumerate(t.category_id):
        seen[f"production {name}"] = g.production[row]
    for front in range(3):
        words = {VACANCY: "vacancy", NOT_AVAILABLE: "not available"}
        seen[f"ob_{TRACK_IDS[front]}"] = words.get(g.ob[front], "filled")
    for country, name in enumerate(t.country_id):
        seen[f"country {name}"] = ALIGNMENT_IDS[g.country[country]]
        seen[f"bonus {name}"] = g.bonus[country]
    for space, name in enumerate(t.space_id):
        seen[name] = ALIGNMENT_IDS[g.align[space]]
        if space < t.n_areas:
            seen[f"axis {name}"] = g.axis[space]
            seen[f"ally {name}"] = g.ally[space]
            seen[f"port {name}"] = g.port[space]
            seen[f"supply {name}"] = g.supply[space]
    for unit in range(t.n_units):
        where = g.place[unit]
        for name, place in PLACES.items():
            if place == where:
                key = f"{name} {t.kind_id[t.unit_kind[unit]]}"
                seen[key] = int(seen.get(key, 0)) + 1
        if where < t.n_areas:
            key = f"{t.space_id[where]} {t.kind_id[t.unit_kind[unit]]}"
            seen[key] = int(seen.get(key, 0)) + 1
    return seen


def changes(before: Values, g: Board) -> Values:
    """What is another value now; a number that has come up or gone is counted from or to 0."""
    now = look(g)
    found: Values = {}
    for name in [*before, *now]:
        if now.get(name, 0) != before.get(name, 0):
            found[name] = now.get(name, 0)
    return found


def after(doing: Callable[[Board], None], **more: Any) -> tuple[Board, Values]:
    """The position after something has been done, and all that it has changed."""
    g = position(**more)
    before = look(g)
    doing(g)
    go_on(g)
    return g, changes(before, g)
