"""Random Combats from the set-ups: they end, keep the map consistent, and can be saved at every question."""

from random import Random

import pytest

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.state import OUT_OF_PLAY, Board
from sandtable.games.other_side.rules.combat import combat_sequence, leading_general
from sandtable.games.other_side.testing import position
from tests.games.other_side.driving import go_on, idle

STARTS = (
    ("armageddon", 1939),
    ("world_war", 1941),
    ("total_war", 1942),
    ("decline_of_the_third_reich", 1943),
)
BOXES = ("winter_ops", "spring_ops", "summer_ops_1", "fall_ops")


def check(g: Board) -> None:
    """Disks fit their markers, Armies their limits, Generals their Positions."""
    for n in range(g.t.n_areas):
        top, axis, ally = g.t.top[n], g.axis[n], g.ally[n]
        if g.align[n] in (const.OCCUPIED, const.SATELLITE):
            assert (axis, ally) == (top, 0)
        elif g.align[n] in (const.WESTERN, const.SOVIET):
            assert (axis, ally) == (0, 1)
            assert g.ally_side[n] == (const.WEST if g.align[n] == const.WESTERN else const.SOVIETS)
        elif g.align[n] == const.DISPUTED:
            assert ally == axis + 1 and 0 < axis < top
        else:
            assert g.align[n] == const.NEUTRAL and ally == 0
        assert len(g.at[n]) <= g.t.stacking[n]
    for general in range(g.t.n_generals):
        post = g.post[general]
        if post >= 0:
            found = g.heads[post] if post < 2 * g.t.n_areas else g.ob[post - 2 * g.t.n_areas]
            assert found == general


def settled(g: Board) -> None:
    """Between Combats also: Armies stand where an Axis Disk is, Heads are as many as they should be."""
    for n in range(g.t.n_areas):
        assert not g.at[n] or g.axis[n]
        heads = [holder for holder in g.heads[2 * n : 2 * n + 2] if holder >= 0]
        assert len(heads) <= g.t.heads_for[min(g.german[n], 5)] or g.german[n] == 1


def begin(g: Board, random: Random) -> bool:
    """Begin some Combat that the rules allow."""
    choices: list[tuple[int, int, int]] = []
    for n in range(g.t.n_areas):
        if n != g.t.closed and g.ally[n] and leading_general.sources(g, n):
            choices.append((n, const.ROLE_ATTACKER, g.ally_side[n]))
        if g.align[n] == const.DISPUTED:
            choices.append((n, const.ROLE_DEFENDER, g.ally_side[n]))
        elif g.axis_controls(n):
            choices.append((n, const.ROLE_DEFENDER, const.SOVIETS if g.t.front[n] == 0 else const.WEST))
    if not choices:
        return False
    area, role, faction = random.choice(choices)
    g.pawns |= 1 << area
    combat_sequence.begin(g, area, role, faction)
    return True


@pytest.mark.rule("other_side", "6c")
@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize(("scenario", "year"), STARTS)
def test_random_combats(scenario: str, year: int, players: int) -> None:
    random = Random(f"{scenario}{players}")
    for seed in range(3):
        box = random.choice(BOXES)
        g = position(scenario, set_up=True, players=players, year=year, box=box, seed=seed, addon=seed == 1)
        g.ussr = g.t.ussr_war
        if seed == 2:
            g.log = None
        cubes = sum(place != OUT_OF_PLAY for place in g.place)
        for _ in range(12):
            if not begin(g, random):
                break
            go_on(g)
            while not idle(g) and g.result is None:
                seat = random.choice(g.seats())
                offers = g.choices(seat)
                assert offers and len(set(offers)) == len(offers)
                assert g.agenda[-1].prompt(g, seat).rule
                check(g)
                again = g.copy()
                again.restore(g.pack())
                assert again.pack() == g.pack()
                g.apply(seat, random.choice(offers))
            if g.result is not None:
                break
            check(g)
            settled(g)
            assert g.fight is None and g.pawns == 0
            # Cubes come into play by Events, but none is lost.
            now = sum(place != OUT_OF_PLAY for place in g.place)
            assert now >= cubes
            cubes = now
            g.fought = 0
