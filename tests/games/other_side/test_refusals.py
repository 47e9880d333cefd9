"""Every click that is not allowed is answered with a reason and a rule, in every kind of decision."""

import pytest

from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.combat.amphibious_combat import Embark
from sandtable.games.other_side.rules.combat.combat_results import MoveIn
from sandtable.games.other_side.rules.combat.leading_general import StayOut
from sandtable.games.other_side.rules.combat.losses import LostSatellite
from sandtable.games.other_side.rules.movement.movement import Operational
from tests.games.other_side.moments import GAME, moments

# --- all of them


def spent(g: Board, unit: int) -> bool:
    """Whether an Army differs from those of its kind in its place: it has moved, attacked or been chosen."""
    step = g.agenda[-1]
    if isinstance(step, Operational):
        return g.moved >> unit & 1 == 1
    if isinstance(step, Embark):
        return (step.units | g.fought) >> unit & 1 == 1
    if isinstance(step, StayOut):
        return not step.inside(g) >> unit & 1
    if isinstance(step, MoveIn):
        assert g.fight is not None
        return not g.fight.units >> unit & ~step.chosen >> unit & 1
    return isinstance(step, LostSatellite) and not step.units >> unit & 1


@pytest.mark.parametrize("kind", moments.kinds)
def test_an_army_like_one_that_is_offered_may_be_clicked_as_well(kind: str) -> None:
    for m in moments()[kind]:
        g = m.state
        assert isinstance(g, Board)
        for seat in g.seats():
            offered = g.choices(seat)
            for unit in range(g.t.n_units):
                choice = g.ids.unit + unit
                if spent(g, unit) or not any(GAME.same(g, choice, other) for other in offered):
                    continue
                assert g.agenda[-1].allows(g, seat, choice), f"{kind}: {GAME.key(g, choice)}"
