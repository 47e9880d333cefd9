"""The odds of combats against the game's own play: all dice thrown, or many."""

from itertools import product
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.log import Log
from sandtable.engine.match import Match
from sandtable.engine.odds import Chances, Odds, die, shifted
from sandtable.engine.rng import Rng, ScriptedRng
from sandtable.games.downfall.components.constants import POOL, STEPS
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.odds import fights
from sandtable.games.downfall.rules.combat import RESULT_RULE
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.rules.long_movement import AttackAfterLanding, LongMove
from sandtable.games.downfall.rules.missions import Counter
from sandtable.games.downfall.rules.operations import ArmyOrder, March
from tests.games.downfall.clicks import GAME, T, board, lead, order, table
from tests.games.downfall.moments import ashore, bombers, countering, placing
from tests.games.downfall.waiting import Idle


def fought(g: Board, rng: Rng) -> Board:
    """The position after its battles, fought through the game's own steps with these dice, with a log."""
    after = g.fork()
    assert isinstance(after, Board)
    after.log = Log()
    after.rng = rng
    after.agenda = [Idle(), Combat()]
    after.advance()
    seat = after.seat_of[after.side]
    while isinstance(after.agenda[-1], Combat):
        after.apply(seat, after.choices(seat)[0])
    return after


def account(after: Board, of: Odds) -> str:
    """Return the last sentence of the log on the combat."""
    assert after.log is not None
    for event in after.log.events:
        if event.rule in RESULT_RULE and set(event.refs) <= set(of.refs):
            return event.text.rstrip(".").rpartition(". ")[2]
    raise AssertionError("no such combat was fought")


def chances(of: Odds) -> dict[str, float]:
    assert sum(row.chance for row in of.rows) == pytest.approx(1.0)
    assert len({row.text for row in of.rows}) == len(of.rows)
    return {row.text: row.chance for row in of.rows}


def thrown(g: Board, of: Odds) -> dict[str, float]:
    """The chances of what the log tells, by all throws of both dice of the only combat."""
    found: dict[str, float] = {}
    lost = [0, 0]
    units = [choice - g.ids.unit for choice in of.refs[1:3]]
    for dice in product(range(1, T.die + 1), repeat=2):
        after = fought(g, ScriptedRng(list(dice)))
        text = account(after, of)
        found[text] = found.get(text, 0.0) + 1 / T.die**2
        for i, unit in enumerate(units):
            lost[i] += (g.cond[unit] & STEPS) - (after.cond[unit] & STEPS)
    assert [mean for _, mean in of.means] == pytest.approx([steps / T.die**2 for steps in lost])
    return found


def attack(side: str, where: str, *armies: str, come: str = "", **more: Any) -> Match:
    """A table on which the first army, coming from `come`, has declared an attack on the last."""
    first, last = armies[0], armies[-1]
    rows = [army if "@" in army else f"{army}@{where}" for army in (f"{first}@{come or where}", *armies[1:])]
    m = table(side, armies=rows, barbarossa=7, **more)
    order(m, f"{first.split()[0]}@{come or where}", *([where] if come else []), attack=last)
    return m


CASES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "plain": (("axis", "kharkov", "german_infantry", "soviet_infantry"), {}),
    "panzers": (("axis", "kharkov", "german_armor", "soviet_infantry"), {}),
    "forest": (("axis", "bryansk", "german_armor", "soviet_infantry"), {}),
    "river": (("allies", "frankfurt", "american_infantry", "german_infantry"), {"come": "reims", "turn": 20}),
    "africa": (("axis", "tobruk", "afrika_korps", "british_infantry"), {"control": {"tobruk": "allies"}}),
    "weak": (("ussr", "berlin", "soviet_infantry", "german_infantry"), {"turn": 20}),
}


def case(name: str) -> Board:
    where, more = CASES[name]
    return board(attack(*where, **more))


@pytest.mark.parametrize("name", CASES)
def test_the_odds_of_a_combat_are_those_of_all_throws(name: str) -> None:
    g = case(name)
    (found,) = GAME.odds(g, None)
    assert found.error == 0.0
    assert found.rule == "17.1"
    assert fights.OPEN in found.note
    assert thrown(g, found) == pytest.approx(chances(found))


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 1), (1, 1)])
def test_reduced_armies_have_odds_of_their_own(one: int, other: int) -> None:
    g = case("plain")
    declared = g.attacks[0]
    for unit, steps in ((declared.attacker, one), (declared.defender, other)):
        g.cond[unit] = g.cond[unit] & ~STEPS | steps
    (found,) = GAME.odds(g, 0)
    assert thrown(g, found) == pytest.approx(chances(found))


def test_supports_and_a_mission_count() -> None:
    m = attack("axis", "bryansk", "german_infantry", "german_armor", "soviet_infantry", air={"german_air": 1})
    (alone,) = GAME.odds(m.state, 0)
    lead(m, "german_armor@bryansk")
    with_support = GAME.odds(m.state, 0)[0]
    assert with_support.title.endswith("with the support of German armor")
    m.play("unit:soviet_infantry@bryansk")
    (supported,) = GAME.odds(m.state, 0)
    assert supported.rows == with_support.rows
    m.play("mission:german_air")
    (both,) = GAME.odds(m.state, 0)
    assert thrown(board(m), both) == pytest.approx(chances(both))
    wins = [sum(row.chance for row in of.rows if row.good > 0) for of in (alone, supported, both)]
    assert wins[0] < wins[1] < wins[2]


def test_many_battles_bear_the_odds_out() -> None:
    m = attack(
        "axis", "bryansk", "german_armor", "2 soviet_infantry@kovel", "german_armor@kovel", "soviet_infantry"
    )
    lead(m, "german_armor@kovel")
    m.play("unit:soviet_infantry@kovel")
    g = board(m)
    luck = Rng(8)
    number = 600
    seen: list[dict[str, int]] = [{}, {}]
    both = GAME.odds(g, 2)
    for _ in range(number):
        after = fought(g, Rng(luck.below(1 << 32)))
        for of, count in zip(both, seen, strict=True):
            text = account(after, of)
            count[text] = count.get(text, 0) + 1
    for of, count in zip(both, seen, strict=True):
        known = chances(of)
        assert count.keys() <= known.keys()
        for text, chance in known.items():
            error = (chance * (1 - chance) / number) ** 0.5
            assert abs(count.get(text, 0) / number - chance) < 4 * error


factors = st.integers(1, 14)


@given(factors, factors, st.booleans(), st.booleans())
def test_endings_add_up_and_help_who_is_stronger(a: int, d: int, own: bool, other: bool) -> None:
    def ends(factor: int) -> Chances:
        found: Chances = {}
        for ending in fights.combat_endings(T, shifted(die(), factor), shifted(die(), d), own, other):
            found[ending.winner] = found.get(ending.winner, 0.0) + ending.chance
        return found

    now, stronger = ends(a), ends(a + 1)
    assert sum(now.values()) == pytest.approx(1.0)
    assert stronger.get(1, 0.0) >= now.get(1, 0.0) - 1e-9
    assert stronger.get(-1, 0.0) <= now.get(-1, 0.0) + 1e-9
    margins = [x + a - y - d for x in range(1, 7) for y in range(1, 7)]
    assert now.get(0, 0.0) == pytest.approx(margins.count(0) / 36)
    assert now.get(1, 0.0) == pytest.approx(len([m for m in margins if m > 0]) / 36)


# --- where they are shown


def test_a_led_army_shows_whom_it_could_attack() -> None:
    m = table(armies=["german_infantry@konigsberg", "soviet_infantry@riga"])
    assert GAME.odds(m.state, 0) == []
    lead(m, "german_infantry@konigsberg")
    assert GAME.odds(m.state, 0) == []  # it must march first
    m.play("area:riga")
    (found,) = GAME.odds(m.state, 0)
    assert found.title == "Riga: German infantry attacks Soviet infantry, 5 to 3"
    for other in (1, 2, None):
        assert GAME.odds(m.state, other) == []  # where it can go may be secret
    m.play("unit:soviet_infantry@riga")
    for seat in (0, 1, 2, None):
        assert GAME.odds(m.state, seat) == [found]


def test_an_invasion_is_reckoned_as_it_will_be_fought() -> None:
    armies = ["german_infantry@ruhr", "belgian_infantry@brussels"]
    m = table(armies=armies, at_war=["germany", "united_kingdom", "france"], turn=2)
    lead(m, "german_infantry@ruhr", "brussels")
    (before,) = GAME.odds(m.state, 0)
    m.play("unit:belgian_infantry@brussels")
    assert GAME.odds(m.state, 0) == [before]


def test_a_landing_army_shows_its_targets_before_it_lands_and_after() -> None:
    m = ashore()
    two = GAME.odds(m.state, 1)
    assert [of.title.partition(", ")[0] for of in two] == [
        "Calais: British infantry attacks German infantry",
        "Calais: British infantry attacks German armor",
    ]
    m.undo()
    assert GAME.odds(m.state, 1) == two
    m.undo()
    assert GAME.odds(m.state, 1) == []  # the button comes first


def test_other_journeys_bring_no_fight() -> None:
    m = table("allies", armies=["british_infantry@london", "german_infantry@calais"])
    lead(m, "british_infantry@london")
    m.play("button:naval")
    assert GAME.odds(m.state, 1) == []


def test_a_mission_shows_each_attack_with_it_and_without() -> None:
    m = placing()
    shown = GAME.odds(m.state, 0)
    assert [of.title.endswith("with German air mission") for of in shown] == [True, True, False, False]
    assert shown[0].rows != shown[2].rows
    assert GAME.odds(m.state, None) == shown[2:]


def test_who_may_counter_sees_the_attack_both_ways() -> None:
    m = countering()
    assert isinstance(m.state.agenda[-1], Counter)
    countered, as_it_is = GAME.odds(m.state, 2)
    assert countered.title.endswith("if German air mission is countered")
    assert GAME.odds(m.state, 0) == GAME.odds(m.state, None) == [countered, as_it_is]
    m.play("mission:soviet_air")
    (after,) = GAME.odds(m.state, 2)
    assert after.rows == countered.rows != as_it_is.rows


def test_bombers_roll_no_dice() -> None:
    m = bombers()
    assert [GAME.odds(m.state, seat) for seat in (0, 1, None)] == [[], [], []]


def test_an_army_beside_the_defender_may_be_gone_first() -> None:
    armies = ["2 british_infantry@tripoli", "italian_infantry@tripoli", "german_infantry@tripoli"]
    m = table("allies", armies=armies)
    order(m, "british_infantry@tripoli", attack="italian_infantry")
    assert fights.HELPER_NEARBY not in GAME.odds(m.state, 1)[0].note
    order(m, "british_infantry@tripoli", attack="german_infantry")
    italian, german = GAME.odds(m.state, 1)
    assert fights.HELPER_NEARBY in italian.note
    assert fights.HELPER_NEARBY not in german.note
    m.play("button:combat")
    assert fights.OPEN not in GAME.odds(m.state, 1)[0].note  # nothing more can come


# --- in random games


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (2, 4)])
def test_the_odds_of_a_whole_game_are_quick_and_tell_no_secret(players: int, seed: int) -> None:
    walk = Walk(GAME, seed, GAME.settle(None, players, None, seed), log=False)
    number = shown = 0
    while walk.state.result is None:
        g = walk.state
        assert isinstance(g, Board)
        leading = isinstance(g.agenda[-1], (ArmyOrder, March, LongMove, AttackAfterLanding))
        if number % 50 == 0 or (number % 3 == 0 and (leading or g.attacks)):
            for seat in range(players):
                start = perf_counter()
                found = GAME.odds(g, seat)
                assert perf_counter() - start < 0.1
                assert GAME.odds(GAME.determinize(g, seat, walk.rng), seat) == found
                shown += len(found)
                for of in found:
                    chances(of)
                    assert all(g.place[choice - g.ids.unit] != POOL for choice in of.refs[1:])
                assert bool(found) >= bool(g.attacks)
                if not g.attacks and not (leading and seat in g.seats()):
                    assert found == []
        walk.play(*walk.pick())
        number += 1
    assert shown > 50
    assert GAME.odds(walk.state, 0) == []
