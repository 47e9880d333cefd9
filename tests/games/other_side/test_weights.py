"""The numbers of the doctrine: set by hand, learnt, and what is considered by the latter alone."""

from typing import Any

import pytest

import sandtable
from sandtable.engine.rng import Rng
from sandtable.games.other_side.bot import card_values, doctrine
from sandtable.games.other_side.bot.assessment import Assessment, worth
from sandtable.games.other_side.bot.weights import LEARNED, Weights
from sandtable.games.other_side.components.constants import (
    CONSUMER_GOODS,
    PRODUCTION_DIRECTIVES,
    SOVIETS,
    WEHRMACHT,
)
from sandtable.games.other_side.components.ids import RETREAT
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.combat.combat_results import TakeHits
from sandtable.games.other_side.rules.combat.special_effects import Cancel
from sandtable.games.other_side.rules.generals.command import Replace, Vacancies
from sandtable.games.other_side.rules.movement.air_movement import AirMovement
from sandtable.games.other_side.rules.offensives import Combats
from sandtable.games.other_side.rules.production.strategic_warfare import Split
from sandtable.games.other_side.testing import area, directive, general, position
from tests.games.other_side.driving import begin, names
from tests.games.other_side.fighting import a_fight
from tests.games.replacing import replaced

GAME = sandtable.load_game("other_side")
T: Any = GAME.tables  # type: ignore[attr-defined]
PLAIN = Weights({})
EAST = {"poland": "occupied", "hungary": "satellite"}


def liked(g: Board, **numbers: float) -> str:
    """The key of what the doctrine likes best with these numbers."""
    choices = g.choices(g.seats()[0])
    rated = doctrine.rate(g, g.seats()[0], choices, Weights(numbers))
    return names().keys[choices[rated.index(max(rated))]]


# --- whose numbers


def test_weights_have_no_other_names() -> None:
    with pytest.raises(KeyError, match="festnug"):
        Weights({"festnug": 1.0})
    with pytest.raises(KeyError, match="prices"):
        Weights({"prices": 1.0})


def test_prices_of_effects_are_learnt_too() -> None:
    assert Weights({"price_air": 0.9}).prices != PLAIN.prices
    assert Weights({"deed_italy": 0.9}).flat_prices != PLAIN.flat_prices


def test_greedy_goes_by_hand_and_search_by_what_was_learnt() -> None:
    g = GAME.begin(GAME.settle("world_war", 1, seed=1))
    choices = g.choices(0)
    by_hand = GAME.preferences(g, 0, choices)
    assert by_hand == doctrine.rate(g, 0, choices, PLAIN)
    with replaced(LEARNED, [Weights({"military_summer": 3.0, "military_gain": 2.0})]):
        assert GAME.prior(g, 0, choices) != by_hand
        assert GAME.preferences(g, 0, choices) == by_hand


def test_what_was_learnt_differs_from_what_is_set_by_hand() -> None:
    assert len(LEARNED) == 1
    g = GAME.begin(GAME.settle("total_war", 1, seed=2))
    luck = Rng(1)
    other = 0
    while g.result is None:
        seat = g.seats()[0]
        choices = g.choices(seat)
        rated = GAME.preferences(g, seat, choices)
        other += GAME.prior(g, seat, choices) != rated
        best = [choice for choice, worth in zip(choices, rated, strict=True) if worth == max(rated)]
        g.apply(seat, best[luck.below(len(best))])
    assert other > 50


# --- what greedy does not consider


def test_air_goes_home_where_that_is_worth_more() -> None:
    g = begin(
        position(tracks={"air_east": 3, "air_west": 3, "air_south": 1, "air_germany": 2}), AirMovement()
    )
    assert liked(g) == "button:done"
    assert liked(g, air_move=0.01) == "button:done"
    assert liked(g, air_home=0.3, air_move=0.1) in ("air:east", "air:west")
    g.apply(0, g.ids.track)
    assert liked(g, air_home=0.3, air_move=0.1) == "air:germany"
    assert liked(g, air_home=0.1, air_move=0.3) == "air:south"


def test_a_dissident_in_command_is_relieved() -> None:
    g = position(
        align=EAST,
        armies={"poland": "2 regular", "hungary": "2 regular"},
        heads={"poland": ["von_kluge"], "hungary": ["rommel"]},
        generals={"list": "available"},
        dissidents=["rommel"],
    )
    begin(g, Replace(-1))
    assert liked(g) == "button:pass"
    assert liked(g, relieve=0.3) == "general:list"
    g.apply(0, g.ids.general + general(g, "list"))
    assert liked(g, relieve=0.3) == "post:hungary_1"


def test_positions_in_danger_are_filled_first() -> None:
    g = position(
        align=EAST | {"belarus": "soviet"},
        armies={"poland": "2 regular", "hungary": "2 regular"},
        heads={"poland": ["vacancy"], "hungary": ["vacancy"]},
        generals={"list": "available", "von_kluge": "available"},
        tracks={"ussr": "war"},
    )
    begin(g, Vacancies())
    assert set(doctrine.rate(g, 0, g.choices(0), PLAIN)) == {1.0}
    assert liked(g, post_danger=0.3) == "post:poland_1"


def test_losses_in_the_air_may_fall_where_they_cost_nothing_more() -> None:
    g = begin(position(tracks={"air_germany": 2, "warfare": 2}), Split(1))
    assert liked(g) == "button:strategic_warfare"
    assert liked(g, split_low=0.3) == "air:germany"


def test_special_effects_are_cancelled_whatever_paratroops_there_are() -> None:
    g = position(heads={"poland": ["von_bock"]}, tracks={"paratroops": 1})
    a_fight(g, "poland")
    begin(g, Cancel(general(g, "von_bock")))
    assert liked(g) == "button:no"
    assert liked(g, cancel=0.3) == "button:yes"


def test_the_order_of_allied_attacks_goes_by_our_strength() -> None:
    g = position(align=EAST, armies={"poland": "3 panzer", "hungary": "reduced"})
    g.pawns = 1 << area(g, "poland") | 1 << area(g, "hungary")
    begin(g, Combats(SOVIETS))
    assert doctrine.rate(g, 0, g.choices(0), PLAIN) == [0.0, 0.0]
    assert liked(g, strong_first=0.3) == "area:poland"
    assert liked(g, weak_first=0.3) == "area:hungary"


def test_ground_is_not_given_where_it_counts() -> None:
    g = position(align={"ukraine": "disputed 1/2 soviet"}, armies={"ukraine": "2 regular"})
    f = a_fight(g, "ukraine")
    f.hits_left, f.retreats, f.place = 2, 1, f.area
    g.push(TakeHits())
    back, less = (g.choices(0).index(choice) for choice in (RETREAT, RETREAT + 1))

    def gain(**numbers: float) -> float:
        rated = doctrine.rate(g, 0, g.choices(0), Weights(numbers))
        return rated[less] - rated[back]

    assert gain(back_again=0.3) > gain()
    assert gain(less_late=0.3) == gain()  # there are years to come
    g.year, g.box = len(g.t.years) - 1, 3
    assert gain(less_late=0.3) > gain()


def test_home_areas_of_the_enemy_count_more_late_in_the_war() -> None:
    g = position(year=1944, align={"ukraine": "disputed 1/2 soviet"})
    n = area(g, "ukraine")
    assert worth(g, n, Weights({"scoring_late": 0.3})) > worth(g, n, PLAIN)


def test_two_armies_hold_together() -> None:
    g = position(
        align={"ukraine": "disputed 1/2 soviet"}, armies={"ukraine": "regular"}, tracks={"ussr": "war"}
    )
    n = area(g, "ukraine")
    together = Weights({"pair": 0.3})
    assert Assessment(g, together).gain(g, n, 0.5, 1) > Assessment(g, PLAIN).gain(g, n, 0.5, 1)


def test_production_looks_further() -> None:
    cards = {"assault_guns": "selected", "tiger_and_panther": "selected"}
    g = position(
        scenario="world_war",
        year=1945,
        box="spring_admin",
        directives=cards,
        tracks={"resources": 5},
        projects={"assault_guns": 1, "tiger_and_panther": 1},
    )
    plain = card_values.production_plan(g, PLAIN)
    assert plain[WEHRMACHT] == 2 and plain[PRODUCTION_DIRECTIVES] == 2
    later = card_values.production_plan(g, Weights({"last_points": 0.3, "more_production": 0.3}))
    assert later[PRODUCTION_DIRECTIVES] == 3
    g.year -= 1
    g.resources = 3
    assert card_values.production_plan(g, PLAIN)[CONSUMER_GOODS] < 3
    assert card_values.production_plan(g, Weights({"goods_late": 0.3}))[CONSUMER_GOODS] == 3
    assert (
        card_values.production_plan(g, Weights({"goods_early": 0.3, "goods_scarce": 0.3}))[CONSUMER_GOODS]
        == 3
    )


def test_projects_that_were_begun_are_finished() -> None:
    g = position(year=1943, projects={"jet_fighters": 2})
    jets, rockets = directive(g, "jet_fighters"), directive(g, "wasserfall")
    begun = Weights({"project_begun": 0.3})
    assert card_values.card_worth(g, jets, begun) > card_values.card_worth(g, jets, PLAIN)
    assert card_values.card_worth(g, rockets, begun) == card_values.card_worth(g, rockets, PLAIN)
