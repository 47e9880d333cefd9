"""Random positions: supply, moves, attacks and deployment as offered are those that the text allows.

The positions have random partners, powers that have joined, Arctic areas, technologies and scenarios, and are
compared with the referee again after each operation of a random turn.
"""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.engine.choice import DONE
from sandtable.games.total_domination.components.ids import SAVE
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.operations import attack, deployment, movement
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.testing import areas, card, tables
from tests.games.total_domination.atlas import AREA, HOME, UNIT
from tests.games.total_domination.driving import begin
from tests.games.total_domination.referee import orders
from tests.games.total_domination.referee.components import STANDS
from tests.games.total_domination.referee.positions import draw
from tests.games.total_domination.referee.umpire import Umpire

T = tables()


def umpire(g: Board, points: int) -> Umpire:
    """The referee's part in a turn of operations with these points."""
    begin(g, Operate(card(g, "u14"), -1, points))
    return Umpire(g, "operations", 0, 0.0)


def compare(u: Umpire) -> int:
    """All that is offered now against the book; how many goals and targets there were."""
    g, p = u.g, u.now()
    step, seat, me = g.agenda[-1], g.seats()[0], g.power
    assert isinstance(step, Operate)
    u.question(p, seat)
    counted = 0
    wanted: set[int] = set()
    for unit in p.all_of(p.me):
        goals = orders.goals(p, unit, u.coasts)
        counted += len(goals)
        assert set(areas(g, movement.destinations(g, me, unit))) == goals, unit
        assert movement.cost(g, me, unit) == orders.move_cost(p, unit)
        if goals and orders.move_cost(p, unit) <= step.points:
            wanted.add(unit)
    for unit, area in enumerate(p.place):
        if area and orders.exposed(p, unit, p.me):
            counted += 1
            assert attack.cost(g, me, unit) == orders.attack_cost(p, unit, p.me), unit
            if orders.attack_cost(p, unit, p.me) <= step.points:
                wanted.add(unit)
    for unit, area in enumerate(p.place):
        if area:
            assert step.allows(g, seat, g.ids.unit + unit) == (unit in wanted), unit
    for kind in UNIT:
        assert set(areas(g, deployment.sites(g, me, T.kind_index[kind]))) == orders.sites(p, kind, p.me), kind
    return counted


@pytest.mark.rule("total_domination", "3.9a")
@pytest.mark.rule("total_domination", "6.2b")
@pytest.mark.rule("total_domination", "6.3a")
@pytest.mark.rule("total_domination", "6.1b")
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_what_is_offered_is_what_the_text_allows(seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        compare(umpire(draw(rng), rng.choice((0, 1, 2, 3, 5, 8))))


@pytest.mark.rule("total_domination", "6.0a")
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
@example(5134195)  # a Soviet Air Fleet flies into empty China: the Resistance there goes home [7.2.Dd]
def test_the_same_holds_after_each_operation_of_a_turn(seed: int) -> None:
    """[R52]"""
    rng = Random(seed)
    u = umpire(draw(rng), 20)
    g = u.g
    for _ in range(12):
        step = g.agenda[-1]
        assert isinstance(step, Operate)
        choices = [c for c in g.choices(g.seats()[0]) if c not in (DONE, SAVE)]
        if not choices:
            break
        u.take(rng.choice(choices))
        if not isinstance(g.agenda[-1], Operate):
            u.take(rng.choice(g.choices(g.seats()[0])))
        assert isinstance(g.agenda[-1], Operate)
        compare(u)


def test_the_random_positions_are_worth_comparing() -> None:
    """Enough of everything occurs: moves, attacks, units out of supply, strays, every special unit."""
    rng = Random(8)
    seen = 0
    kinds: set[str] = set()
    stray = cut_off = overrun = 0
    for _ in range(80):
        u = umpire(draw(rng), 9)
        p = u.now()
        seen += compare(u)
        on_board = [unit for unit, area in enumerate(p.place) if area]
        kinds |= {p.type(unit) for unit in on_board if orders.exposed(p, unit, p.me)}
        mine = p.all_of(p.me)
        stray += sum([p.holder[p.place[unit]] != p.me and p.in_supply(unit) for unit in mine])
        cut_off += sum([not p.in_supply(unit) for unit in mine])
        lone = {p.place[unit] for unit in on_board if p.type(unit) == "air_fleet" and p.enemies(unit, p.me)}
        open_to = [area for unit in mine for area in orders.goals(p, unit, u.coasts)]
        overrun += sum([area in lone and not p.soldiers(area) for area in open_to])
    assert seen > 3000 and kinds == {*STANDS, "u_boot", "resistance"}
    assert min(stray, cut_off, overrun) > 10, (stray, cut_off, overrun)
    assert HOME and T.n_areas == len(AREA)
