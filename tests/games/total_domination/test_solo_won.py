"""The solo game can be won, its stars are its own, and how the doctrine plays it."""

from functools import cache

import pytest

from sandtable.bots.greedy_bot import GreedyBot
from sandtable.engine.choice import DONE
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games.total_domination import sequence
from sandtable.games.total_domination.bot import campaign
from sandtable.games.total_domination.components.constants import ALLIES, AXIS, IN_PLAY
from sandtable.games.total_domination.components.ids import AREA, DEVELOP, LEND_LEASE, OPERATE
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import victory
from sandtable.games.total_domination.rules.action_phase import Turn, Use
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.testing import area, position
from tests.games.total_domination.clicks import GAME, T, board, settled, table

GERMANY = 0
UK = 1
HOMES = ("germany", "italy", "austria", "czechoslovakia")
SEED = 10  # of a game that is won


@cache
def played(seed: int) -> Match:
    """A whole solo game: the plain doctrine for the Allies, which knows no more than its seat may."""
    m = Match(GAME, settled("solo", seed=seed))
    bot, rng = GreedyBot(), Rng(seed)
    while m.state.result is None:
        seat = m.state.seats()[0]
        m.play(GAME.key(m.state, bot.choose(GAME, m.state, seat, rng)))
    return m


@pytest.mark.rule("total_domination", "13.0a")
def test_the_solo_game_can_be_won() -> None:
    m = played(SEED)
    g = board(m)
    assert g.result is not None and g.result.scores == (1.0,) and g.result.rule == "13.0a"
    assert victory.conquered(g, GERMANY) and g.faction_points(AXIS) < T.solo_threshold
    for name in HOMES:
        assert T.faction[g.control[area(g, name)]] == ALLIES, name


def test_the_won_game_is_the_same_when_it_is_played_again_from_its_save() -> None:
    m = played(SEED)
    again = Match.load(GAME, m.save())
    assert again.state.pack() == m.state.pack() and again.state.result == m.state.result


# --- the stars of the solo game


@pytest.mark.rule("total_domination", "5.1b")
@pytest.mark.parametrize("name", ["poland", "balkans", "romania", "east_indies"])
def test_four_areas_score_one_star_in_the_solo_game(name: str) -> None:
    units = {name: "japanese_army" if name == "east_indies" else "german_army"}
    for scenario, mode, stars, mark in (
        ("solo", "solo", 1, "one_star"),
        ("standard", "two_players", 2, "two_stars"),
    ):
        before = position(scenario=scenario, mode=mode)
        g = position(units=units, scenario=scenario, mode=mode)
        assert g.faction_points(AXIS) - before.faction_points(AXIS) == stars
        assert g.worth[area(g, name)] == stars
        assert [p.marks[0] for p in GAME.scene(g, None).places if p.id == name] == [mark]
        g.agenda = [sequence.Round(sequence.VICTORY)]
        GAME.check(g)


@pytest.mark.rule("total_domination", "2.0.4")
def test_the_powers_begin_the_solo_game_with_the_stars_of_their_homes() -> None:
    g = position(set_up=True, scenario="solo", mode="solo")
    assert {T.nation_id[p]: g.vp[p] for p in range(4)} == {"germany": 8, "uk": 10, "japan": 7, "ussr": 9}


# --- how the doctrine plays it

BESIEGED = {
    "germany": "german_army",
    "italy": "uk_fleet",
    "austria": "uk_army",
    "czechoslovakia": "ussr_army",
    "france": "uk_army, uk_fleet",
    "united_kingdom": "uk_army",
}


def operating(points: int, units: dict[str, str], turn: str = "uk") -> Board:
    """The Allies with points to spend; Italy is their partner."""
    step = Operate(T.card_index["u01"], -1, points)
    g = board(table(step, units=units, scenario="solo", mode="solo", turn=turn, partners={"italy": "uk"}))
    g.lay(step.card, IN_PLAY)
    return g


def test_the_points_of_a_card_are_planned_together() -> None:
    # One attack and two moves into the Capital: 3 + 2 + 2 points.
    g = operating(7, BESIEGED)
    before = g.pack()
    row = campaign.best_row(g, 0)
    assert row.clicks[-1] == DONE and row.clicks.count(AREA + area(g, "germany")) == 2
    assert victory.conquered(row.end, GERMANY) and not victory.conquered(g, GERMANY)
    assert g.pack() == before
    # with fewer points only one unit comes in, and nobody controls the Capital
    g = operating(5, BESIEGED)
    assert campaign.best_row(g, 0).clicks.count(AREA + area(g, "germany")) == 1


def test_the_doctrine_clicks_the_plan_through_to_its_end() -> None:
    g = operating(7, BESIEGED)
    bot, rng = GreedyBot(), Rng(1)
    while isinstance(g.agenda[-1], Operate) or len(g.agenda) > 1:
        if not g.seats() or isinstance(g.agenda[-1], Turn):
            break
        g.apply(0, bot.choose(GAME, g, 0, rng))
    assert victory.conquered(g, GERMANY)


def test_ground_nearer_to_the_enemys_home_is_worth_more() -> None:
    far = campaign.marches(T, GERMANY)
    assert [far[T.area_index[name]] for name in HOMES] == [0] * len(HOMES)
    assert [far[T.area_index[name]] for name in ("france", "spain", "canada")] == [1, 2, 3]
    near = operating(0, {"france": "uk_army"})
    away = operating(0, {"canada": "uk_army"})
    assert campaign.score(near) > campaign.score(away)


def test_each_home_area_taken_is_worth_more_than_the_one_before() -> None:
    worth: list[float] = []
    units: dict[str, str] = {}
    for name in ("", "austria", "czechoslovakia"):
        if name:
            units[name] = "uk_army"
        g = position(units=units, scenario="solo", mode="solo")
        worth.append(campaign.homeland(g, GERMANY))
    assert worth[2] - worth[1] > worth[1] - worth[0] > 0.0
    two = position(units={"germany": "2 uk_army"}, scenario="solo", mode="solo")
    one = position(units={"germany": "uk_army"}, scenario="solo", mode="solo")
    assert campaign.homeland(two, GERMANY) > campaign.homeland(one, GERMANY) > worth[0]


def test_technologies_and_lend_lease_are_played_before_strong_cards() -> None:
    g = board(table(scenario="solo", mode="solo", turn="uk", set_up=True, hands={"uk": _hand()}))
    assert isinstance(g.agenda[-1], Turn)
    uses = [campaign.best_use(g, 0, T.card_index[name])[0] for name in _hand()]
    assert uses == [DEVELOP, LEND_LEASE, OPERATE]
    choices = g.choices(0)
    rated = campaign.preferences(g, 0, choices)
    assert rated is not None
    first = choices[rated.index(max(rated))] - g.ids.card
    assert campaign.best_use(g, 0, first)[0] == DEVELOP
    g.developed |= 1 << UK
    weak = [number for number in g.hand(UK) if g.value(UK, number) <= campaign.WEAK]
    assert weak and {campaign.best_use(g, 0, number)[0] for number in weak} == {LEND_LEASE}
    rated = campaign.preferences(g, 0, choices)
    assert rated is not None and choices[rated.index(max(rated))] - g.ids.card in weak
    g.agenda[-1] = Use(weak[0])
    uses_now = g.choices(0)
    rated = campaign.preferences(g, 0, uses_now)
    assert rated is not None and uses_now[rated.index(max(rated))] == LEND_LEASE


def _hand() -> list[str]:
    """A card that cheapens attacks, and a weak and a strong one whose technologies nobody wants."""
    wanted = T.tech_index["self_propelled_artillery"]
    tech = [c for c in range(T.n_cards) if T.card_tech[c] == wanted and T.card_ops[c] == 5]
    plain = [
        c
        for c in range(T.n_cards)
        if not any(T.effects[T.card_tech[c]][column] for column, _ in campaign.WISHES)
        and T.card_colour[c] == GERMANY
    ]
    weak = [c for c in plain if T.card_ops[c] == 4]
    strong = [c for c in plain if T.card_ops[c] == 5]
    return [T.card_id[row[0]] for row in (tech, weak, strong)]


def test_in_the_last_year_nothing_is_developed_for_later() -> None:
    g = position(scenario="solo", mode="solo", year=1945, turn="uk", set_up=True, hands={"uk": _hand()})
    assert all(campaign.wish(g, UK, number) == 0 for number in g.hand(UK))
    assert all(campaign.best_use(g, 0, number)[0] == OPERATE for number in g.hand(UK))
