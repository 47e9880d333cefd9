"""The doctrine: an opinion in every kind of decision, from open information, better than chance in games."""

import time
from typing import Any

import pytest

from sandtable.bots.greedy_bot import GreedyBot
from sandtable.engine.choice import PASS
from sandtable.engine.rng import Rng
from sandtable.games.total_domination.bot import card_values
from sandtable.games.total_domination.bot.assessment import assess
from sandtable.games.total_domination.bot.weights import BASE, LEARNED, Weights
from sandtable.games.total_domination.components.constants import ALLIES, AXIS
from sandtable.games.total_domination.components.ids import DISBAND
from sandtable.games.total_domination.rules.action_phase import Turn
from sandtable.games.total_domination.testing import card
from tests.games.liking import favourite, liking, play_bots
from tests.games.replacing import replaced
from tests.games.total_domination.clicks import GAME, MODES, T, board, game, play_keys, settled, table

PLAIN = Weights({})
FAST = 0.050  # seconds of the processor for a choice

# Every scenario with every mode that it is played in.
GAMES = [
    (scenario.id, mode)
    for scenario in GAME.scenarios
    for mode, (players, _) in MODES.items()
    if players in scenario.seats
]
AGAINST = [row for row in GAMES if row[0] != "solo"]


# --- every kind of decision


def test_a_choice_is_quick() -> None:
    played = (("four_players", "fall_of_the_axis", 2), ("two_players", "standard", 1), ("solo", "solo", 10))
    for mode, scenario, seed in played:
        setup = settled(mode, scenario, seed)
        g = GAME.begin(setup)
        rng = Rng(seed)
        bot = GreedyBot()
        spent, count = 0.0, 0
        while g.result is None and count < 300:
            seat = g.seats()[0]
            begun = time.process_time()
            choice = bot.choose(GAME, g, seat, rng)
            spent += time.process_time() - begun
            count += 1
            g.apply(seat, choice)
        assert spent / count < FAST, f"{1000 * spent / count:.1f} ms"


# --- what a position is worth


def test_the_value_of_a_position_follows_points_forces_and_the_year() -> None:
    weak = board(table(units={"germany": "german_army", "united_kingdom": "uk_army"}))
    strong = board(table(units={"germany": "3 german_army", "united_kingdom": "uk_army"}))
    rich = board(
        table(units={"germany": "german_army", "poland": "2 german_army", "united_kingdom": "uk_army"})
    )
    late = board(table(units={"germany": "german_army", "united_kingdom": "uk_army"}, year=1945))
    values = [GAME.value(g, 0) for g in (weak, strong, rich, late)]
    assert values[0] < values[1] < values[2] and values[0] < values[3]
    # What the Axis gains the Allies lose.
    assert assess(rich, AXIS, PLAIN) == pytest.approx(-assess(rich, ALLIES, PLAIN))
    assert GAME.value(rich, 1) == GAME.value(rich, 3) == pytest.approx(1.0 - values[2])


def test_a_result_is_worth_what_it_says() -> None:
    g, _ = play_bots(GAME, settled(seed=1), (0, 2))
    assert g.result is not None
    assert [GAME.value(g, seat) for seat in range(4)] == list(g.result.scores)


# --- cards


USES: dict[str, tuple[str, dict[str, Any]]] = {
    "operate": ("g02", {"techs": {"germany": ["self_propelled_artillery"]}}),
    "develop": ("u11", {}),
    "event": ("g11", {"down": {"germany": "g04"}}),
    "lend_lease": ("j10", {"down": {"uk": "u06"}, "turn": "uk"}),
    "launch": ("u06", {"down": {"germany": "g04"}, "techs": {"germany": ["rocket"]}}),
    "strike": (
        "r11",
        {
            "down": {"germany": "g04"},
            "units": {"germany": "german_army, german_air_fleet", "balkans": "2 ussr_army"},
            "techs": {"germany": ["self_propelled_artillery"]},
        },
    ),
}


@pytest.mark.parametrize("use", USES)
def test_each_use_of_a_card_is_the_best_somewhere(use: str) -> None:
    name, more = USES[use]
    who, foe = ("uk", "germany") if use == "lend_lease" else ("germany", "uk")
    m = table(set_up=True, hands={who: [name], foe: ["u01", "u02", "u03"]}, **more)
    m.play(f"card:{name}")
    assert favourite(m) == f"button:{use}", liking(m)


def test_every_use_is_chosen_in_games_of_the_doctrine() -> None:
    chosen: set[str] = set()
    for mode in ("four_players", "two_players"):
        for seed in range(3):
            g = GAME.begin(settled(mode, seed=seed))
            rng = Rng(seed)
            bot = GreedyBot()
            while g.result is None:
                seat = g.seats()[0]
                choice = bot.choose(GAME, g, seat, rng)
                if type(g.agenda[-1]).__name__ == "Use":
                    chosen.add(GAME.key(g, choice))
                g.apply(seat, choice)
    uses = {"button:operate", "button:develop", "button:event", "button:lend_lease"}
    assert chosen >= uses


def test_cards_are_played_rather_than_passed() -> None:
    m = table(set_up=True, hands={"germany": ["g01", "u03", "r13"], "uk": ["u01"]})
    rated = liking(m)
    assert rated["button:pass"] == rated["button:disband"] == min(rated.values())
    assert favourite(m).startswith("card:")


def test_strong_cards_are_kept_and_weak_ones_go() -> None:
    hands = {"germany": ["g01", "r13", "j03"], "uk": ["u01"]}
    m = table(set_up=True, hands=hands)
    m.play("button:pass")
    assert favourite(m) == "card:g01"  # into reserve
    m = table(set_up=True, hands={"germany": ["g01", "r13", "j03", "j01"]}, mode="two_players")
    m.play("button:pass")
    assert favourite(m) == "card:r13"  # thrown away
    m = game(seed=3)
    g = board(m)
    for seat in g.seats():
        choices = g.choices(seat)
        rated = GAME.preferences(g, seat, choices)
        best = choices[rated.index(max(rated))] - g.ids.card
        worst = choices[rated.index(min(rated))] - g.ids.card
        assert card_values.card_value(g, seat, best, PLAIN) > card_values.card_value(g, seat, worst, PLAIN)


def test_a_technology_of_the_last_year_is_worth_nothing() -> None:
    g = board(table(set_up=True, hands={"germany": ["u11"]}))
    late = board(table(set_up=True, hands={"germany": ["u11"]}, year=1945, turn="japan"))
    tech = T.card_tech[card(g, "u11")]
    assert card_values.tech_worth(g, 0, tech, PLAIN) > 1.0
    assert card_values.tech_worth(late, 0, tech, PLAIN) == 0.0


# --- what was learnt


def test_each_faction_goes_by_its_own_creed() -> None:
    m = table(set_up=True, hands={"germany": ["u11", "r13"]})
    seat, choices = m.prompts[0].seat, m.prompts[0].choices
    with replaced(LEARNED, [Weights({"point": 3.0}), PLAIN]):
        assert GAME.prior(m.state, seat, choices) != GAME.preferences(m.state, seat, choices)
    with replaced(LEARNED, [BASE[0], Weights({"point": 3.0})]):
        assert GAME.prior(m.state, seat, choices) == GAME.preferences(m.state, seat, choices)


def test_the_solo_game_goes_by_hand() -> None:
    g = GAME.begin(GAME.settle("solo", 1, None, 1))
    while len(g.choices(g.seats()[0])) == 1:
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    choices = g.choices(0)
    with replaced(LEARNED, [Weights({"point": 3.0}), Weights({"point": 3.0})]):
        assert GAME.prior(g, 0, choices) == GAME.preferences(g, 0, choices)


# --- operations


def test_empty_ground_is_taken() -> None:
    units = {"germany": "2 german_army", "united_kingdom": "uk_army"}
    m = table(units=units, hands={"germany": ["g02"], "uk": ["u01"]})
    play_keys(m, "card:g02 button:operate")
    assert favourite(m) == "unit:german_army@germany"
    m.play(favourite(m))
    goal = favourite(m).removeprefix("area:")
    assert T.stars[T.area_index[goal]] == 2 and board(m).control[T.area_index[goal]] not in (0, 2)


def test_a_capital_is_attacked_if_it_can_be_entered() -> None:
    units = {"low_countries": "german_army", "france": "2 german_army", "germany": "german_army"}
    units["united_kingdom"] = "uk_army"
    techs = {"germany": ["self_propelled_artillery", "mechanization"]}
    m = table(units=units, hands={"germany": ["g01"], "uk": ["u01"]}, techs=techs)
    play_keys(m, "card:g01 button:operate")
    assert liking(m)["unit:uk_army@united_kingdom"] > 0.0


def test_resistance_rises_where_it_costs_the_axis_most() -> None:
    units = {"poland": "german_army", "low_countries": "german_army", "united_kingdom": "uk_army"}
    m = table(units=units, turn="uk", hands={"uk": ["u08"]})
    play_keys(m, "card:u08 button:event")
    assert T.stars[T.area_index["poland"]] > T.stars[T.area_index["low_countries"]]
    assert favourite(m) == "area:poland"
    play_keys(m, "area:poland area:poland")  # nothing more to gain there
    assert favourite(m) == "area:low_countries"


def test_points_are_saved_rather_than_lost() -> None:
    units = {"germany": "german_army", "united_kingdom": "uk_army"}
    m = table(units=units, hands={"germany": ["g02"], "uk": ["u01"]})
    play_keys(m, "card:g02 button:operate")
    rated = liking(m)
    assert rated["button:save"] > rated["button:done"] > rated["button:disband"]


# --- whole games


@pytest.mark.parametrize("side", [AXIS, ALLIES])
@pytest.mark.parametrize(("scenario", "mode"), AGAINST)
def test_greedy_beats_random_from_either_side(scenario: str, mode: str, side: int) -> None:
    for seed in (1, 2, 3):
        setup = settled(mode, scenario, seed)
        teams = GAME.teams(setup)
        team = next(t for t in teams if T.faction[T.mode_seats[GAME.mode(setup)][t[0]][0]] == side)
        g, _ = play_bots(GAME, setup, team)
        assert g.result is not None and all(g.result.scores[seat] == 1.0 for seat in team), seed


def test_alone_greedy_wins_where_random_does_not_or_lasts_longer() -> None:
    better = 0
    for seed in range(6):
        setup = settled("solo", seed=seed)
        doctrine, chance = [play_bots(GAME, setup, greedy)[0] for greedy in ((0,), ())]
        assert doctrine.result is not None and chance.result is not None
        better += (doctrine.result.scores, doctrine.year()) > (chance.result.scores, chance.year())
    assert better >= 5


def test_a_turn_without_a_card_can_be_weighed() -> None:
    """Where hidden hands are drawn again somebody may be asked who holds nothing."""
    g = GAME.begin(GAME.settle(seed=4))
    bot, luck = GreedyBot(), Rng(1)
    weighed: set[int] = set()
    while g.result is None and len(weighed) < 2:
        seat = g.seats()[0]
        if isinstance(g.agenda[-1], Turn):
            weighed.add(seat)
            for rate in (GAME.preferences, GAME.prior):
                assert len(rate(g, seat, [PASS, DISBAND])) == 2
        g.apply(seat, bot.choose(GAME, g, seat, luck))
    assert weighed == {0, 1}
