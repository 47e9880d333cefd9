"""What must hold in every position."""

from sandtable.engine.checks.invariants import check_derived
from sandtable.engine.game import ensure
from sandtable_skirmish.components.state import RESERVE, Board
from sandtable_skirmish.components.tables import HAND, STACK


def check(g: Board) -> None:
    """Raise BrokenRules where something does not hold."""
    check_derived(g, {"at": "the stacks do not agree with the places of units"})
    for area in range(len(g.at)):
        there = [len(g.units(side, area)) for side in (0, 1)]
        ensure(max(there) <= STACK, "a side has at most three units in an area")  # [3.3]
        alone = any(there) and not all(there)
        ensure(not alone or there[g.control[area]] > 0, "a side controls where it is alone")  # [1]
    ensure(max(g.cards.count(side) for side in (0, 1)) <= HAND, "a side has at most two cards")  # [6.1]
    ensure(sorted(g.queue) == [u for u, p in enumerate(g.place) if p == RESERVE], "reserves are in the queue")
