"""The odds: certain where points buy it, and true to what chance takes where cards are drawn."""

import time
from collections import Counter
from math import comb, sqrt
from typing import Any

import pytest

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.match import Match
from sandtable.engine.odds import Odds
from sandtable.engine.rng import Rng
from sandtable.games.total_domination.components.constants import DISCARDED, PEACE, SUPPLY
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.odds import fights
from sandtable.games.total_domination.rules.operations import rockets
from sandtable.games.total_domination.rules.operations.air_fleets import Bombard
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.testing import card, power, unit_at
from tests.games.total_domination.clicks import GAME, T, board, play_keys, table
from tests.games.total_domination.driving import click
from tests.games.total_domination.operating import left, operate

SAMPLES = 800
HANDS = {
    "germany": ["g01", "g02"],
    "uk": ["u01", "u02", "u03", "u05"],
    "japan": ["j01"],
    "ussr": ["r01", "r02", "r03"],
}


def only(found: list[Odds], part: str) -> Odds:
    """The one whose title has this part."""
    named = [one for one in found if part in one.title]
    assert len(named) == 1, [one.title for one in found]
    return named[0]


def sound(found: list[Odds]) -> None:
    """What holds for all odds."""
    for one in found:
        assert one.title and one.rule in GAME.rules and one.refs and one.means
        assert sum(row.chance for row in one.rows) == pytest.approx(1.0)
        assert len({row.text for row in one.rows}) == len(one.rows)
        assert all(row.chance > 0.0 for row in one.rows)
        assert all(0 <= ref < len(GAME.names.keys) for ref in one.refs)


def agrees(one: Odds, number_of: list[int], totals: list[int]) -> None:
    """Whether samples fall as the rows say, row by row, within four standard errors."""
    count = Counter(totals)
    assert set(count) <= set(number_of)
    for row, number in zip(one.rows, number_of, strict=True):
        error = sqrt(row.chance * (1.0 - row.chance) / len(totals))
        assert abs(count[number] / len(totals) - row.chance) <= 4.0 * error + 1e-9, row.text


def points_of(one: Odds) -> list[int]:
    """The points that the rows of a rocket or of Peace name."""
    told = [row.text.split()[-2] for row in one.rows]
    return [0 if number == "no" else int(number) for number in told]


# --- cards by chance


def test_some_of_several_cards() -> None:
    assert fights.some_of([2, 3, 5], 0) == {0: 1.0}
    assert fights.some_of([2, 3, 5], 2) == {5: 1 / 3, 7: 1 / 3, 8: 1 / 3}
    assert fights.some_of([4, 4, 1], 1) == {4: 2 / 3, 1: 1 / 3}


def test_cards_drawn_where_only_some_of_a_heap_lie() -> None:
    heaps = [fights.HiddenCards([10, 20], 1), fights.HiddenCards([1, 1, 1], 3)]
    assert fights.drawn(heaps, 1) == pytest.approx({10: 1 / 8, 20: 1 / 8, 1: 3 / 4})
    # The one card of the first heap is drawn with two of the others, or three of the others are.
    all_ways = comb(4, 3)
    assert fights.drawn(heaps, 3) == pytest.approx({12: 1.5 / all_ways, 22: 1.5 / all_ways, 3: 1 / all_ways})
    assert fights.drawn([fights.HiddenCards([7], 0), fights.HiddenCards([2], 1)], 1) == {2: 1.0}


def lost(m: Match, seat: int, keys: str, samples: int = SAMPLES) -> list[int]:
    """The printed points a rocket takes, over and over, from positions that are all the same to a seat."""
    luck = Rng(11)
    totals: list[int] = []
    for _ in range(samples):
        g = GAME.determinize(m.state, seat, luck)
        g.log = None
        assert isinstance(g, Board)
        before = g.cards[:]
        click(g, *keys.split())
        gone = [c for c in range(T.n_cards) if g.cards[c] == DISCARDED != before[c]]
        totals.append(sum(T.card_ops[c] for c in gone))
    return totals


def launching(**more: Any) -> Match:
    """A rocket is being launched; its target is still to be chosen where there is a choice."""
    techs = {"germany": ["rocket"], **more.pop("techs", {})}
    m = table(hands=HANDS, techs=techs, **more)
    play_keys(m, "card:g01 button:launch")
    return m


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_a_rocket_takes(seat: int) -> None:
    """Germany and Japan see nothing of the British hand, the United Kingdom all of it."""
    m = launching()
    one = only(GAME.odds(m.state, seat), "United Kingdom")
    assert one.means[0] == ("cards lost by United Kingdom", 2.0)
    assert (fights.UNSEEN in one.note) == (seat != 1)
    agrees(one, points_of(one), lost(m, seat, "power:uk"))
    mean = sum(row.chance * points for row, points in zip(one.rows, points_of(one), strict=True))
    assert one.means[1][1] == pytest.approx(mean)


def test_radar_saves_a_card() -> None:
    m = launching(techs={"uk": ["radar"]})
    one = only(GAME.odds(m.state, 0), "United Kingdom")
    assert one.means[0][1] == 1.0
    agrees(one, points_of(one), lost(m, 0, "power:uk"))


def test_a_hand_of_which_a_card_is_known() -> None:
    m = launching()
    g = board(m)
    g.known[0] |= 1 << card(g, "u05")
    one = only(GAME.odds(g, 0), "United Kingdom")
    assert one.rows != only(GAME.odds(g, 2), "United Kingdom").rows
    agrees(one, points_of(one), lost(m, 0, "power:uk"))


def test_cards_of_an_additional_power_that_may_be_in_a_hand() -> None:
    m = launching()
    g = board(m)
    ours = [c for c in range(T.n_cards) if T.nation_id[T.card_colour[c]] == "us"]
    before = only(GAME.odds(g, 0), "United Kingdom").rows
    g.cards[ours[0]] = 0  # one of them has been shuffled into the draw deck
    one = only(GAME.odds(g, 0), "United Kingdom")
    assert one.rows != before
    agrees(one, points_of(one), lost(m, 0, "power:uk"))


def test_a_hand_smaller_than_the_rocket() -> None:
    m = table(hands={"germany": ["g01"], "uk": ["u01"]}, techs={"germany": ["rocket"]})
    play_keys(m, "card:g01 button:launch")
    found = GAME.odds(m.state, 1)
    assert only(found, "United Kingdom").rows[0].chance == 1.0
    none = only(found, "Soviet Union").rows[0]
    assert none.chance == 1.0 and "no cards" in none.text and none.good == -1


def test_a_common_hand_is_warned_of_a_rocket() -> None:
    """Before the warning the doctrine decides, which uses Radar; then both answers are shown."""
    m = table(hands=HANDS, techs={"germany": ["rocket", "flying_bomb"], "uk": ["radar"]}, mode="two_players")
    play_keys(m, "card:g01 button:launch")
    foretold = only(GAME.odds(m.state, 0), T.tech_name[T.tech_id.index("rocket")])
    play_keys(m, "tech:rocket")
    assert isinstance(m.state.agenda[-1], rockets.Warned)
    found = GAME.odds(m.state, 0)
    with_radar, without = only(found, "(with Radar)"), only(found, "(without Radar)")
    assert with_radar.means[0][1] == 1.0 and without.means[0][1] == 2.0
    assert foretold.rows == with_radar.rows and foretold.title == with_radar.title
    agrees(with_radar, points_of(with_radar), lost(m, 0, "button:radar"))
    agrees(without, points_of(without), lost(m, 0, "button:pass"))


def test_a_rocket_against_the_solo_axis() -> None:
    pile = [T.solo_id[c] for c in range(T.n_solo) if T.solo_year[c] == T.solo_first_label][:3]
    hands = {"uk": ["u01"]}
    m = table(hands=hands, techs={"uk": ["rocket"]}, turn="uk", scenario="solo", mode="solo", pile=pile)
    play_keys(m, f"card:{hands['uk'][0]}")
    found = [one for one in GAME.odds(m.state, 0) if one.rule == "6.4a"]
    assert found and all(one.rows[0].chance == 1.0 and one.means[0][1] == 2.0 for one in found)


def test_the_card_that_peace_turns_up() -> None:
    name = next(T.card_id[c] for c in range(T.n_cards) if T.event[c] == PEACE and T.card_colour[c] == 0)
    m = table(hands={**HANDS, "germany": [name, "g01"]}, tactics={"germany": ["g04"]})
    play_keys(m, f"card:{name}")
    one = only(GAME.odds(m.state, 0), "turns a card up")
    luck = Rng(5)
    totals: list[int] = []
    for _ in range(SAMPLES):
        g = GAME.determinize(m.state, 0, luck)
        assert isinstance(g, Board)
        click(g, "button:event")
        totals.append(left(g))
    agrees(one, points_of(one), totals)
    g = board(m)
    for other in g.cards_in(0):
        g.cards[other] = DISCARDED
    pile = g.cards_in(DISCARDED)
    anew = only(GAME.odds(g, 0), "turns a card up")
    worth = sum(g.value(0, other) for other in pile) / len(pile) + T.event_ops[card(g, name)]
    assert anew.means[0][1] == pytest.approx(worth) and anew.note != one.note


# --- what points buy


def gone(g: Board, seen: Board) -> list[int]:
    """The units that stand in a position and not in a later one."""
    return [u for u in range(T.n_units) if seen.place[u] != SUPPLY and g.place[u] == SUPPLY]


def played(start: Board, area: str, seed: int) -> Board:
    """Destroy units of an area in any order until the points are used up."""
    g = start.copy()
    g.log = None
    luck = Rng(seed)
    where = g.t.area_index[area]
    while True:
        step = g.agenda[-1]
        if not hasattr(step, "points"):
            return g
        foes = [u for u in g.at[where] if g.owner(u) != g.power]
        prey = [c for c in g.choices(g.seats()[0]) if c - g.ids.unit in foes]
        if not prey:
            return g
        g.apply(g.seats()[0], prey[luck.below(len(prey))])


@pytest.mark.parametrize("points", [2, 3, 4, 5, 9])
def test_an_attack_destroys_what_its_points_are_enough_for(points: int) -> None:
    units = {
        "germany": "german_army",
        "low_countries": "german_army",
        "united_kingdom": "uk_army, uk_fleet, uk_air_fleet",
        "france": "french_army, french_fleet",
        "poland": "neutral_army",
    }
    g = operate("germany", units, points, techs={"germany": ["attack_aircraft"]})
    found = GAME.odds(g, None)
    sound(found)
    assert found == GAME.odds(g, 0) == GAME.odds(g, 3)
    areas = {T.area_id[one.refs[0] - AREA] for one in found}
    first = g.ids.unit
    offered = [c - first for c in g.choices(0) if first <= c < g.ids.kind]
    assert areas == {T.area_id[g.place[u]] for u in offered if g.owner(u) != g.power}
    for one in found:
        area = T.area_id[one.refs[0] - AREA]
        ends = [played(g, area, seed) for seed in range(8)]
        assert one.rows[0].chance == 1.0 and one.rule == "6.3a"
        assert one.means[0][1] == max(len(gone(end, g)) for end in ends)
        assert (left(g) - one.means[1][1], one.means[0][1]) in {(left(e), len(gone(e, g))) for e in ends}


def test_air_fleets_left_alone_are_lost_too() -> None:
    units = {"germany": "german_army", "low_countries": "uk_army, uk_air_fleet"}
    one = only(GAME.odds(operate("germany", units, 3), 0), "attacks")
    assert one.means[0][1] == 2.0 and "the area is empty" in one.rows[0].text


@pytest.mark.parametrize(
    ("turn", "units", "where", "number"),
    [
        ("uk", {"united_kingdom": "uk_fleet", "atlantic": "uk_fleet, 2 u_boot"}, "atlantic", 2),
        ("germany", {"germany": "german_army", "poland": "german_army, resistance"}, "poland", 1),
    ],
)
def test_u_boats_and_resistance_are_hunted(turn: str, units: dict[str, str], where: str, number: int) -> None:
    g = operate(turn, units, 4)
    hunt = only(GAME.odds(g, None), "attacks")
    assert hunt.rule == "6.3d" and f"{turn}_" not in hunt.rows[0].text
    assert len(gone(played(g, where, 1), g)) == hunt.means[0][1] == number


@pytest.mark.parametrize("armies", [1, 2])
def test_an_act_of_war_is_told(armies: int) -> None:
    units = {"nanking": "japanese_army", "japan": "japanese_army", "ryukyu_isl": "japanese_fleet"}
    g = operate("japan", {**units, "manchuria": "japanese_army", "china": f"{armies} chinese_army"}, 9)
    one = only(GAME.odds(g, None), "China")
    after = played(g, "china", 1)
    assert after.joined(T.nation_index["china"]) == (armies == 2)
    assert ("China joins" if armies == 2 else "box 1 of 2") in one.rows[0].text


def test_an_air_strike_from_the_choice_of_the_fleet_to_the_last_unit() -> None:
    units = {
        "germany": "german_army, german_air_fleet",
        "austria": "german_air_fleet",
        "poland": "2 neutral_army",
        "france": "french_fleet",
    }
    m = table(units=units, hands={"germany": ["g01"], "uk": ["u01"]}, techs={"germany": ["heavy_bombers"]})
    play_keys(m, "card:g01")
    assert [one for one in GAME.odds(m.state, 0) if one.rule == "11.1.Aa"]
    assert not GAME.odds(m.state, 1) and not GAME.odds(m.state, None)  # the card is not on the table yet
    for keys in ("button:strike", "unit:german_air_fleet@austria", "area:poland"):
        play_keys(m, keys)
        found = GAME.odds(m.state, None)
        sound(found)
        assert all(one.rule == "11.1.Aa" for one in found)
        at_poland = [one for one in found if "Poland" in one.title]
        assert len({one.means for one in at_poland}) == 1
    start = board(m)
    assert len(found) == 1
    assert len(gone(played(start, "poland", 3), start)) == found[0].means[0][1]


def test_a_bombardment_damages() -> None:
    m = table(units={"germany": "german_air_fleet", "united_kingdom": "uk_army", "france": "french_army"})
    g = board(m)
    g.push(Bombard(unit_at(g, "german_air_fleet", "germany")))
    g.advance()
    found = GAME.odds(g, None)
    sound(found)
    offered = [c for c in g.choices(0) if c >= AREA]
    assert [one.refs[1] for one in found] == offered and offered
    assert all(one.rule == "11.1.Ba" and one.rows[0].chance == 1.0 for one in found)
    g.apply(0, found[0].refs[1])
    assert g.damage >> (found[0].refs[1] - AREA) & 1


# --- secrets, quiet, speed


@pytest.mark.parametrize("mode", ["four_players", "two_players", "three_players_axis"])
def test_odds_tell_nothing_that_a_seat_does_not_know(mode: str) -> None:
    m = table(set_up=True, hands=HANDS, techs={"germany": ["rocket", "flying_bomb"]}, mode=mode)
    for keys in ("card:g01", "button:launch", "tech:rocket"):
        play_keys(m, keys)
        for seat in range(len(T.mode_seats[board(m).mode])):
            found = GAME.odds(m.state, seat)
            sound(found)
            for seed in range(6):
                assert GAME.odds(GAME.determinize(m.state, seat, Rng(seed)), seat) == found
        if not isinstance(m.state.agenda[-1], rockets.Rocket | rockets.Aim):
            assert keys == "card:g01" or mode == "two_players"


def test_nothing_where_nothing_is_attacked() -> None:
    m = table(set_up=True, hands=HANDS)
    assert type(m.state.agenda[-1]).__name__ == "Turn"
    assert GAME.odds(m.state, 0) == GAME.odds(m.state, None) == []
    play_keys(m, "card:g01 button:operate")
    moves = [c for c in m.state.choices(0) if board(m).ids.unit <= c < board(m).ids.kind]
    own = next(c for c in moves if board(m).owner(c - board(m).ids.unit) == power(board(m), "germany"))
    m.state.apply(0, own)
    assert not isinstance(m.state.agenda[-1], Operate) and GAME.odds(m.state, 0) == []


def test_random_games_are_never_wrong_and_never_slow() -> None:
    fights = 0
    slowest = 0.0
    for seed in range(4):
        walk = Walk(GAME, seed)
        count = 0
        while walk.state.result is None:
            count += 1
            if count % 10 == 0:
                g = walk.state
                for seat in (None, *range(walk.setup.players)):
                    before = time.process_time()
                    found = GAME.odds(g, seat)
                    slowest = max(slowest, time.process_time() - before)
                    sound(found)
                    fights += len(found)
                    if found and seat is not None:
                        assert GAME.odds(GAME.determinize(g, seat, Rng(count)), seat) == found
            walk.play(*walk.pick())
        assert GAME.odds(walk.state, 0) == []
    assert fights > 30
    assert slowest < 0.2  # most take a tenth of that; a busy machine needs room
