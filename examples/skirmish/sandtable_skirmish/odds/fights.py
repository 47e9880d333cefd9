"""The odds of battles, for players. [5.2]"""

from sandtable.engine.odds import Odds, Row, added, clamped, hits
from sandtable_skirmish.components.state import Board
from sandtable_skirmish.rules.combat import contested, faces


def odds(g: Board, seat: int | None) -> list[Odds]:
    """Return the odds of each battle to come, without cards."""
    return [of_battle(g, area) for area in contested(g)] if g.result is None else []


def of_battle(g: Board, area: int) -> Odds:
    """Return what a round of dice can bring."""
    losses = []
    for side in (g.side, 1 - g.side):
        total = {0: 1.0}
        for face in faces(g, 1 - side, area):
            total = added(total, hits(1, (7 - face) / 6))
        losses.append(clamped(total, 0, len(g.units(side, area))))
    ways = [(a, d, p * q) for a, p in losses[0].items() for d, q in losses[1].items()]
    rows = [Row(f"Attacker loses {a}, defender loses {d}", p, (d > a) - (a > d)) for a, d, p in ways]
    rows.sort(key=lambda row: -row.chance)
    name, refs = g.t.areas[area].name, (g.t.first_area + area,)
    return Odds(f"Battle in {name}", "5.2", tuple(rows), refs=refs, note="Without cards.")
