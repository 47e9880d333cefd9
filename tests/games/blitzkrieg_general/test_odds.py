"""The odds of combats are those of the game's own play, and do not depend on anything hidden."""

import re
from collections import Counter
from math import sqrt
from typing import Any

import pytest

from sandtable.engine.rng import Rng
from sandtable.engine.state import Result
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.odds import fights
from sandtable.games.blitzkrieg_general.odds.combat_tree import (
    LEAST,
    NODES,
    CombatTree,
    End,
    error_of,
    sample_values,
)
from sandtable.games.blitzkrieg_general.odds.fire_rounds import copied
from sandtable.games.blitzkrieg_general.rules.combat import combat_sequence
from sandtable.games.blitzkrieg_general.rules.combat.combat_phase import Combats
from sandtable.games.blitzkrieg_general.rules.combat.combat_sequence import Combat
from sandtable.games.blitzkrieg_general.rules.combat.combatants import build_combat
from sandtable.games.blitzkrieg_general.rules.combat.retreats import Resolve
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.naval import sea_battle
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.testing import card_of, position, space, unit_at
from tests.games.blitzkrieg_general.carding import works
from tests.games.blitzkrieg_general.driving import Idle, answer, begin, log
from tests.games.blitzkrieg_general.fighting import combat, meet, say, the_fight
from tests.games.blitzkrieg_general.weighing import (
    GAME,
    SAMPLES,
    WARS,
    brute,
    by_doctrine,
    chances,
    odds_of,
    sound,
    steps,
)

# --- combats to their end


def waiting(where: str, units: str, **more: Any) -> Board:
    """A combat is the next to be fought, the fleets have found each other."""
    given: dict[str, Any] = {"wars": WARS, "managers": {"poland": "be"}, "phase": const.COMBAT, **more}
    g = meet(where, units, **given)
    g.agenda = [Idle(), Combats(0, 1)]
    return g


def ended(before: Board, after: Board, sums: Counter[str]) -> str:
    """How the combat that was waiting in a position has ended, from the log and the counters."""
    h = before.copy()
    if h.fight is None:
        h.agenda[-1].run(h)
    fight = the_fight(h)
    parties = (fight.attackers, fight.defenders)
    for party in (0, 1):
        name = const.SIDE_NAMES[fight.side_of(party)]
        sums[f"units lost by the {name}"] += len([u for u in parties[party] if after.place[u] < 0])
        for unit in parties[party]:
            sums[f"hits taken by the {name}"] += steps(before, unit) - steps(after, unit)
    found = re.search(r"The combat in .* (is over|leaves no survivors|is won by the (\w+))\.", log(after))
    assert found is not None
    if found[2] is None:
        return "Nobody is left" if "leaves" in found[1] else "Both sides stay"
    loser = 1 if const.SIDE_NAMES[fight.side] == found[2] else 0
    axis = found[2] == "Axis"
    verb = "hold" if loser == 0 and fight.space < h.t.n_areas else "win"
    left = [u for u in parties[loser] if after.place[u] >= 0]
    if axis:
        return f"The Axis {verb}s: the Allies " + ("retreat" if left else "are eliminated")
    return f"The Allies {verb}: the Axis " + ("retreats" if left else "is eliminated")


LANDS = {"western_germany": "2 ger_inf_3", "east_poland": "pol_inf_2", "prussia": "ger_inf_2"}
CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "basic, land": ("western_poland", "2 ger_inf_4, ger_arm_4, pol_inf_3, 2 pol_inf_2", {"mode": "basic"}),
    "basic, aircraft": (
        "western_poland",
        "ger_inf_4, ger_air_3, pol_inf_2 back, pol_air_2",
        {"mode": "basic", "flying": "ger_air_3"},
    ),
    "basic, sea": ("north_sea", "ger_tf_4, ger_tf_3, be_tf_4, be_conv [be_inf_3]", {"mode": "basic"}),
    "across a river in bad weather": (
        "western_poland",
        "2 ger_inf_4, ger_arm_5, 2 pol_inf_2",
        {"came": {"ger_inf_4": "lwow", "ger_arm_5": "prussia"}, "weather": {"europe": "bad"}},
    ),
    "both segments": (
        "western_poland",
        "2 ger_inf_4, 2 ger_air_4, 2 pol_inf_2, pol_air_2",
        {"flying": "ger_air_4"},
    ),
    "aircraft against guns": ("western_poland", "2 ger_air_4, 2 pol_inf_2", {"flying": "ger_air_4"}),
    "submarines": ("channel", "2 ger_sub_2, be_conv, be_tf_4", {}),
    "nobody can fire": ("channel", "ger_sub_2, be_sub_2", {}),
    "a mixed fleet": ("channel", "be_tf_4, be_sub_2, ger_tf_4, ger_sub_2", {"side": "allies"}),
}


@pytest.mark.parametrize("name", list(CASES))
def test_a_combat_ends_as_it_does_in_play(name: str) -> None:
    where, units, more = CASES[name]
    g = waiting(where, units, elsewhere={} if where in ("channel", "north_sea") else LANDS, **more)
    one = odds_of(g)
    assert one.error == 0.0 or (name == "both segments" and one.error < 0.01)
    assert one.rule == ("A6.5" if g.advanced else "B6.2")
    assert one.refs[0] == g.ids.space + space(g, where)
    if name == "nobody can fire":
        assert chances(one) == {"Both sides stay": 1.0}
    brute(g, one, ended)


def test_a_great_combat_is_sampled_and_says_so() -> None:
    g = waiting("western_poland", GREAT, elsewhere=LANDS, flying="ger_air_4 be_air_3")
    one = odds_of(g)
    assert 0.0 < one.error < 0.15
    assert odds_of(g) == one, "the same samples every time"
    brute(g, one, ended, 60)


GREAT = "2 ger_inf_4, 2 ger_inf_3, 2 ger_arm_5, 3 ger_air_4, pol_inf_3, 4 pol_inf_2, pol_air_2, be_air_3"
MIDDLING = "3 ger_inf_4, 2 ger_inf_3, pol_inf_3, 4 pol_inf_2"


def clash_of(units: str) -> CombatTree:
    """A combat that is about to be fought."""
    h = copied(waiting("western_poland", units, elsewhere=LANDS, flying="ger_air_4 be_air_3"))
    h.fight = build_combat(h, h.battles[0])
    h.agenda = [Combat()]
    return CombatTree(h)


def shares(tree: CombatTree, ends: list[End]) -> list[float]:
    """The chances of the kinds of ends."""
    found = [0.0] * len(fights.GOOD)
    for end in ends:
        found[fights.ending_of(tree, end.node)] += end.chance
    return found


@pytest.mark.parametrize(("nodes", "worst"), [(80, 0.01), (100, 0.005)])
def test_what_is_rare_is_sampled_and_the_error_is_no_less_than_told(nodes: int, worst: float) -> None:
    """Against the same combat walked to all its ends."""
    exact = clash_of(MIDDLING)
    sure = exact.ends(5000)
    assert sure.samples == 0 and error_of([], sure) == 0.0
    truth = shares(exact, sure.sure)
    tree = clash_of(MIDDLING)
    found = tree.ends(nodes)
    assert found.sure and found.guessed and len(tree.nodes) < 2 * nodes + LEAST
    assert sum([end.chance for end in found.sure + found.guessed]) + found.lost == pytest.approx(1.0)
    error = error_of(shares(tree, found.guessed), found)
    assert 0.0 < error < worst
    told = shares(tree, found.sure + found.guessed)
    assert max([abs(a - b) for a, b in zip(told, truth, strict=True)]) <= error


def test_of_a_great_combat_few_positions_are_looked_at() -> None:
    """The number of positions makes it slow; a clock would measure the machine."""
    tree = clash_of(GREAT)
    found = tree.ends()
    assert not found.sure and found.samples >= 48 and len(tree.nodes) < 2 * LEAST + NODES


def test_numbers_are_dealt_by_their_chances() -> None:
    """Each sample has each value about as often as its chance, and many samples exactly."""
    one = {0: 0.5, 1: 0.3, 4: 0.2}
    luck = Rng(5)
    count: Counter[int] = Counter()
    for _ in range(2000):
        found = sample_values(one, 7, luck)
        count.update(found)
        assert len(found) == 7 and 3 <= found.count(0) <= 4 and found.count(4) <= 2
    for number, p in one.items():
        assert count[number] / 14_000 == pytest.approx(p, abs=0.01)
    assert {tuple(sample_values(one, 3, luck)) for _ in range(200)} > {(0, 0, 1), (0, 1, 0)}, "in any order"


def with_card(card: str, by: str, where: str, units: str, **more: Any) -> Board:
    """A combat in which a card has been played, at its first round."""
    g = waiting(where, units, **more)
    g.fight = build_combat(g, g.battles[0])
    g.battles = []
    works(g, card, by)
    g.fight.cards = 1 << card_of(g, card)
    g.fight.stage = combat_sequence.PLACING
    g.agenda = [Idle(), Combat()]
    return g


def test_surprise_fires_first() -> None:
    units = "2 ger_inf_4, pol_inf_3, pol_inf_2"
    plain = odds_of(waiting("western_poland", units, elsewhere=LANDS))
    g = with_card("surprise", "germany", "western_poland", units, elsewhere=LANDS)
    one = odds_of(g, "Western Poland: ")
    assert one.rows[0].chance > plain.rows[0].chance
    brute(g, one, ended)


def test_kamikaze_do_not_come_home() -> None:
    wars = [("japan", "usa")]
    units = "jap_air_3, jap_tf_4, usa_tf_4, usa_tf_3"
    g = with_card("kamikaze", "japan", "philippines_sea", units, wars=wars, flying="jap_air_3")
    one = odds_of(g, f"{g.t.space_name[space(g, 'philippines_sea')]}: ")
    assert dict(one.means)["units lost by the Axis"] > 1.0
    brute(g, one._replace(means=one.means[:2]), ended)  # they are lost without a hit


def test_many_combats_have_odds_each() -> None:
    more = {"maginot": "ger_inf_4, fra_inf_3"}
    g = waiting("western_poland", "ger_inf_3, pol_inf_2", elsewhere=more)
    g.battles = sorted([*g.battles, space(g, "maginot")])
    assert {one.title.split(":")[0] for one in sound(GAME.odds(g, None))} == {"Western Poland", "Maginot"}


# --- the next round


def test_the_next_round_hits_as_it_does_in_play() -> None:
    given: dict[str, Any] = {"elsewhere": LANDS, "wars": WARS, "managers": {"poland": "be"}}
    g = combat("western_poland", "2 ger_inf_4, ger_arm_4, 3 pol_inf_2", dice=[6] * 7, **given)
    assert isinstance(g.agenda[-1], Resolve)
    attack = odds_of(g, "Western Poland, round 2: fire of the Axis, if the Axis fights on")
    defence = odds_of(g, "Western Poland, round 2: fire of the Allies, if the Axis fights on")
    assert [row.text for row in attack.rows][:2] == ["No hit", "1 hit: Polish infantry 2 flipped"]
    assert attack.rows[0].chance == pytest.approx((2 / 6) ** 4)
    hits: list[Counter[int]] = [Counter(), Counter()]
    for seed in range(SAMPLES):
        h = g.copy()
        h.rng = Rng(seed)
        fight = the_fight(h)
        say(h, "stay")
        while not isinstance(h.agenda[-1], Resolve) and h.fight is not None:
            by_doctrine(h)
        hits[0][fight.defender_suffered] += 1
        hits[1][fight.attacker_suffered] += 1
    for one, found in ((attack, hits[0]), (defence, hits[1])):
        by_number: Counter[int] = Counter()
        for row in one.rows:
            number = re.match(r"(\d+) hit", row.text)
            by_number[int(number[1]) if number else 0] += row.chance  # type: ignore[assignment]
        for many, chance in by_number.items():
            error = sqrt(chance * (1 - chance) / SAMPLES)
            assert abs(found[many] / SAMPLES - chance) <= 4 * error + 1 / SAMPLES
        assert one.means[0][1] == pytest.approx(sum(n * c for n, c in found.items()) / SAMPLES, abs=0.3)


def test_the_first_shot_of_submarines_is_in_the_round() -> None:
    g = copied(waiting("channel", "ger_sub_2, be_tf_4 back"))
    g.agenda = [Combats(0, 1)]
    g.agenda[-1].run(g)
    tree = CombatTree(g)
    missed: list[float] = []
    for party in (0, 1):
        results = tree.round_results(tree.starts[0].node, party)
        assert sum(p for p, _scored, _left in results) == pytest.approx(1.0)
        missed.append(sum(p for p, scored, _left in results if not scored))
    # What the submarine sinks with 2 of 6 does not answer with its strength against submarines.
    assert missed == pytest.approx([4 / 6, 2 / 6 + 4 / 6 * (1 - g.t.anti_sub / 6)])


def test_units_are_placed_as_the_player_has_placed_them() -> None:
    units = "ger_inf_4, 3 ger_air_4, pol_inf_2, pol_air_2"
    given: dict[str, Any] = {"elsewhere": LANDS, "wars": WARS, "managers": {"poland": "be"}}
    g = combat("western_poland", units, flying="ger_air_4", **given)
    before = odds_of(g, "Western Poland, round 1: fire of the Axis")
    say(g, "ger_air_4")
    assert odds_of(g, "Western Poland, round 1: fire of the Axis") != before


def test_the_round_against_ships_on_their_way() -> None:
    g = position(
        units={"channel": "be_conv, be_tf_3, ger_tf_4"}, wars=WARS, side="allies", phase=const.NAVAL_MOVE
    )
    zone = space(g, "channel")
    group = [unit_at(g, "channel", "be_conv"), unit_at(g, "channel", "be_tf_3")]
    g.agenda = [Idle()]
    sea_battle.transit(g, zone, group, [unit_at(g, "channel", "ger_tf_4")])
    found = sound(GAME.odds(g, None))
    assert [one.title for one in found] == [
        "Channel, round 1: fire of the Allies",
        "Channel, round 1: fire of the Axis",
    ]
    brute(g, found[1], sunk)


def sunk(before: Board, after: Board, sums: Counter[str]) -> str:
    """What became of the British ships in a round."""
    fight = the_fight(before)
    lost = [(u, steps(before, u) - steps(after, u)) for u in fight.attackers]
    hits = sum(n for _u, n in lost)
    sums["hits"] += hits
    sums["units lost by the other side"] += len([u for u, _n in lost if after.place[u] < 0])
    told = [GAME.label(before, before.ids.unit + u).split(" in ")[0] for u, n in lost if n]
    ends = ["eliminated" if after.place[u] < 0 else "flipped" for u, n in lost if n]
    text = " and ".join([f"{name} {end}" for name, end in zip(told, ends, strict=True)])
    return f"{hits} hit{'s' if hits > 1 else ''}: {text}" if hits else "No hit"


# --- what is being put together


def test_the_next_click_tells_what_it_would_bring_to_who_makes_it() -> None:
    units = {"western_germany": "2 ger_inf_4", "maginot": "fra_inf_2"}
    g = begin(position(units=units, wars=WARS, phase=const.MOVE), Move())
    assert GAME.odds(g, 0) == [], "nothing is attacked"
    answer(g, "unit:ger_inf_4@western_germany")
    one = odds_of(g, "Maginot: German infantry 4 against French infantry 2, after this move", 0)
    assert "may still come" in one.note
    assert GAME.odds(g, 1) == GAME.odds(g, None) == []
    answer(g, "area:maginot")
    both = odds_of(g, "Maginot: German infantry 4 against French infantry 2", 1)
    assert chances(both) == pytest.approx(chances(one))


def test_a_landing_that_is_declared() -> None:
    units = {"channel": "be_conv [be_inf_3], be_tf_4", "normandy": "ger_inf_2"}
    g = position(
        units=units, wars=WARS, side="allies", phase=const.NAVAL_MOVE, control={"normandy": "germany"}
    )
    load = unit_at(g, "channel", "be_inf_3")
    g.mark(load, const.INVADING)
    g.target[unit_at(g, "channel", "be_conv")] = space(g, "normandy")
    g.battles = [space(g, "normandy")]
    begin(g, NavalMove())
    assert odds_of(g, "The coast of Normandy").rule == "A6.5.4h"
    assert odds_of(g, "Normandy: British infantry 3 against German infantry 2")


def test_where_counters_are_covered_nothing_is_told() -> None:
    units = {"western_germany": "ger_inf_4", "maginot": "3 fra_inf_2"}
    for options, number in ((0, 1), (const.HIDDEN_STACKS, 0)):
        g = begin(position(units=units, wars=WARS, phase=const.MOVE, options=options), Move())
        answer(g, "unit:ger_inf_4@western_germany")
        assert len([one for one in GAME.odds(g, 0) if "Maginot" in one.title]) == number


# --- all positions


def test_nothing_where_nothing_is_fought() -> None:
    for mode in ("basic", "advanced"):
        g = GAME.begin(GAME.settle(options={"mode": mode}, seed=3))
        assert GAME.odds(g, 0) == GAME.odds(g, None) == []
    g = waiting("western_poland", "ger_inf_3, pol_inf_2")
    assert GAME.odds(g, None)
    g.result = Result((1.0, 0.0), "Over.", "")
    assert GAME.odds(g, None) == []


def test_positions_of_games_have_odds_that_hang_on_nothing_hidden() -> None:
    met: Counter[str] = Counter()
    luck = Rng(5)
    for number in range(3):
        rng = Rng(number)
        setup = GAME.any_setup(rng)
        g = GAME.begin(setup)
        for turn in range(220):
            if g.result is not None:
                break
            if turn % 13 == 0 or (g.fight is not None and turn % 4 == 0):
                seat = luck.below(setup.players)
                found = sound(GAME.odds(g, seat))
                met.update([one.rule for one in found])
                if found:
                    assert GAME.odds(GAME.determinize(g, seat, luck), seat) == found
            asked = g.seats()[0]
            choices = g.choices(asked)
            if rng.below(3):
                worth = GAME.preferences(g, asked, choices)
                g.apply(asked, choices[worth.index(max(worth))])
            else:
                g.apply(asked, choices[rng.below(len(choices))])
    assert met.total() > 30, met
