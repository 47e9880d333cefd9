"""What dice may show: rolled, rolled again, turned, added, sorted out by their card faces, compared."""

from itertools import product

import pytest

from sandtable.games import load_game
from sandtable.games.other_side.components.combat_state import SHIFT
from sandtable.games.other_side.components.constants import NONE
from sandtable.games.other_side.components.effect_types import (
    ALLIED_DICE,
    AXIS_DICE,
    BLACK,
    BLANK,
    BLUE,
    CARD,
    GREY,
    HIT,
    TANK,
    WHITE,
)
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.game import OtherSide
from sandtable.games.other_side.odds.dice_chances import (
    AGAIN,
    CARDS,
    ROLL,
    SHOWN,
    TURN,
    History,
    Hits,
    Rolls,
    compared,
    dice_change,
    laid_out,
    rolled,
)
from sandtable.games.other_side.rules.combat.combat_dice import Convert, Reroll
from sandtable.games.other_side.testing import position
from tests.games.other_side.fighting import a_fight, dice

_game = load_game("other_side")
assert isinstance(_game, OtherSide)
GAME = _game


def fighting() -> Board:
    """A Combat is being fought."""
    g = position(align={"southern_russia": "disputed 1/2 soviet"}, armies={"southern_russia": "regular"})
    a_fight(g, "southern_russia")
    return g


def throws(rolls: Rolls, side: int, history: History) -> dict[tuple[int, ...], float]:
    """All throws, die by die."""
    return laid_out(rolls.cast(side, history))


def test_throws_of_dice() -> None:
    faces = GAME.tables.die_faces
    one = rolled(faces, [BLACK])
    assert sum(one.values()) == pytest.approx(1.0) and len(one) == len(set(faces[BLACK]))
    two = rolled(faces, [GREY, GREY, WHITE])
    assert sum(two.values()) == pytest.approx(1.0)
    both = tuple(dice("grey hit", "grey blank", "white card"))
    chance = 2 * 3 / 6 * 2 / 6 * 1 / 6
    assert two[both] == pytest.approx(chance)


def test_dice_rolled_again_turned_added_and_sorted_out() -> None:
    g = fighting()
    rolls = Rolls(g)
    lie = (SHOWN, AXIS_DICE, *dice("grey blank", "white blank", "grey hit"))
    again = throws(rolls, AXIS_DICE, (lie, (AGAIN, AXIS_DICE, BLANK, 1, 0)))
    assert again[tuple(dice("grey card", "white blank", "grey hit"))] == pytest.approx(1 / 6)
    assert sum(again.values()) == pytest.approx(1.0) and len(again) == 3, "the first that fits, once"
    later = throws(rolls, AXIS_DICE, (lie, (AGAIN, AXIS_DICE, BLANK, 2, 1)))
    assert all(throw[0] == dice("grey blank")[0] for throw in later), "one was rolled already"
    turned = throws(rolls, AXIS_DICE, (lie, (TURN, AXIS_DICE, NONE, BLANK, HIT, 9)))
    assert list(turned) == [tuple(dice("grey hit", "white hit", "grey hit"))]
    beside = throws(rolls, AXIS_DICE, (lie, (ROLL, AXIS_DICE, GREY), (AGAIN, AXIS_DICE, BLANK, 2, 1)))
    assert {throw[0] for throw in beside} == set(dice("grey blank")), (
        "dice that lie stay apart from later ones"
    )
    more = throws(rolls, ALLIED_DICE, ((ROLL, ALLIED_DICE, BLUE), (ROLL, ALLIED_DICE, BLUE)))
    assert more == pytest.approx(rolled(g.t.die_faces, [BLUE, BLUE]))
    cards = [
        throws(rolls, ALLIED_DICE, ((ROLL, ALLIED_DICE, BLUE, BLUE), (CARDS, ALLIED_DICE, n, 1)))
        for n in (0, 1)
    ]
    assert [sum(found.values()) for found in cards] == pytest.approx([25 / 36, 11 / 36])
    tallied = rolls.tallied(ALLIED_DICE, ((ROLL, ALLIED_DICE, BLUE),))
    assert tallied == pytest.approx({(1, 0): 2 / 6, (0, 1): 1 / 6, (0, 0): 3 / 6})


@pytest.mark.parametrize(
    "steps",
    [
        [Reroll(AXIS_DICE, BLANK, 2, 0)],
        [Reroll(AXIS_DICE, CARD, 9, 0), Convert(AXIS_DICE, GREY, BLANK, HIT, 1)],
        [Convert(AXIS_DICE, NONE, HIT, TANK, 2), Reroll(AXIS_DICE, TANK, 1, 0)],
    ],
)
def test_every_throw_die_by_die(steps: list[Reroll | Convert]) -> None:
    """The same as going through all dice one by one, the first that fits first."""
    g = fighting()
    colours = [GREY, WHITE, GREY, GREY]
    faces = g.t.die_faces
    found: dict[tuple[int, ...], float] = {}
    for one in product(range(6), repeat=len(colours)):
        start = [colours[n] * SHIFT + faces[colours[n]][one[n]] for n in range(len(colours))]
        ways = [(start, 6.0 ** -len(colours))]
        for step in steps:
            after: list[tuple[list[int], float]] = []
            for lie, p in ways:
                assert g.fight is not None
                g.fight.axis = lie
                places = step.fit(g)[: step.left]
                for new in product(range(6), repeat=len(places)) if isinstance(step, Reroll) else [()]:
                    now = lie[:]
                    for n, where in enumerate(places):
                        colour = now[where] // SHIFT
                        face = faces[colour][new[n]] if isinstance(step, Reroll) else step.new
                        now[where] = colour * SHIFT + face
                    after.append((now, p * 6.0 ** -len(new)))
            ways = after
        for lie, p in ways:
            # the second and third grey die lie side by side, and are alike
            key = (*lie[:2], *sorted(lie[2:]))
            found[key] = found.get(key, 0.0) + p
    history = ((ROLL, AXIS_DICE, *colours), *[dice_change(step) for step in steps])
    assert throws(Rolls(g), AXIS_DICE, history) == pytest.approx(found)


@pytest.mark.parametrize("attacking", [True, False])
def test_hits_of_both_sides_are_compared(attacking: bool) -> None:
    """By number of card faces, two at most: all ways by which one and two are reached."""
    ours = [{0: 0.2, 2: 0.1}, {1: 0.3}, {3: 0.4}]
    theirs = [{1: 0.5}, {4: 0.3}, {0: 0.2}]
    both = [Hits(side, [side[0] | side[1] | side[2], side[1] | side[2], side[2]]) for side in (ours, theirs)]
    for cards, pairs in (
        (0, [(0, 0)]),
        (1, [(0, 1), (1, 0)]),
        (2, [(0, 2), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]),
    ):
        ahead: dict[int, float] = {}
        sums = [0.0, 0.0]
        for mine, his in pairs:
            for (a, p), (b, q) in product(ours[mine].items(), theirs[his].items()):
                lead = max(-1, min(0, b - a) if attacking else b - a)
                ahead[lead] = ahead.get(lead, 0.0) + p * q
                sums = [sums[0] + a * p * q, sums[1] + b * p * q]
        found = compared(both[0], both[1], cards, attacking)
        assert found.ahead == pytest.approx(ahead)
        assert [found.axis_hits, found.allied_hits] == pytest.approx(sums)
