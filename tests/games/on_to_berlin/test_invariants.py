"""The invariants of a position: each of them is found broken when it is broken."""

import pytest

from sandtable.engine.errors import BrokenRules
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components.constants import BY_POINTS, OUT, SPENT
from sandtable.games.on_to_berlin.invariants import check_board
from sandtable.games.on_to_berlin.testing import add_unit, area
from tests.games.on_to_berlin.breakages import (
    AREAS,
    BREAKAGES,
    byte,
    came_before,
    condition,
    more,
    off,
    played_on,
    side_of,
    sound,
)
from tests.games.on_to_berlin.clicks import GAME, T


def test_a_sound_position_passes() -> None:
    check_board(sound())


@pytest.mark.parametrize("what", BREAKAGES)
def test_what_is_broken_is_found(what: str) -> None:
    words, breakage = BREAKAGES[what]
    g = sound()
    breakage(g)
    with pytest.raises(BrokenRules, match=words):
        check_board(g)


def finds(*what: str) -> None:
    """A sound position passes; broken in any of these ways it does not."""
    check_board(sound())
    for each in what:
        words, breakage = BREAKAGES[each]
        g = sound()
        breakage(g)
        with pytest.raises(BrokenRules, match=words):
            check_board(g)


@pytest.mark.rule("on_to_berlin", "2.2.2a")
def test_turns_that_are_not_on_the_track_are_found() -> None:
    finds("before the first turn", "after the last turn")


@pytest.mark.rule("on_to_berlin", "5.0c")
def test_an_initiative_of_nobody_is_found() -> None:
    finds("nobody's initiative")


@pytest.mark.rule("on_to_berlin", "5.0e")
def test_more_than_two_passes_are_found() -> None:
    finds("three passes")


@pytest.mark.rule("on_to_berlin", "3.2")
def test_resource_points_that_have_no_box_are_found() -> None:
    finds("points below nothing", "more points than boxes")


@pytest.mark.rule("on_to_berlin", "3.2e")
def test_a_limit_of_hands_that_no_points_give_is_found() -> None:
    finds("a hand below nothing")


@pytest.mark.rule("on_to_berlin", "10.2a")
def test_reaction_points_that_no_cards_give_are_found() -> None:
    finds("reaction points below nothing", "more reaction points than cards")


@pytest.mark.rule("on_to_berlin", "15.4c")
def test_ceded_areas_before_the_surrender_and_others_after_it_are_found() -> None:
    finds("another symbol", "the old symbol")


@pytest.mark.rule("on_to_berlin", "3.1")
@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_nations_at_war_on_no_side_and_sides_of_nations_at_peace_are_found() -> None:
    finds("a fourth side", "Neutral at war", "Neutral for good", "on a side at peace")


@pytest.mark.rule("on_to_berlin", "2.2.2c")
@pytest.mark.rule("on_to_berlin", "3.1.2b")
@pytest.mark.rule("on_to_berlin", "3.1.2c")
@pytest.mark.rule("on_to_berlin", "3.1.3d")
def test_nations_that_are_not_where_their_markers_say_are_found() -> None:
    finds(
        "off the track",
        "below the track",
        "entered but Neutral",
        "in the war too early",
        "on the wrong side",
        "the marker left behind",
    )


@pytest.mark.rule("on_to_berlin", "2.1.1b")
def test_units_neither_fresh_nor_spent_are_found() -> None:
    finds("in no condition", "in the pool with a condition")


@pytest.mark.rule("on_to_berlin", "7.1")
def test_units_that_acted_out_of_turn_are_found() -> None:
    finds("acted out of turn")


@pytest.mark.rule("on_to_berlin", "2.2.2d")
@pytest.mark.rule("on_to_berlin", "2.2.2f")
@pytest.mark.rule("on_to_berlin", "4.0c")
def test_counters_in_no_pool_or_the_wrong_one_are_found() -> None:
    finds("infantry out of the game", "no New Weapon", "nowhere")


@pytest.mark.rule("on_to_berlin", "15.8.2a")
def test_other_units_than_fortresses_out_of_the_game_are_found() -> None:
    finds("infantry out of the game")


@pytest.mark.rule("on_to_berlin", "16.7")
def test_a_jet_without_its_option_or_missing_with_it_is_found() -> None:
    finds("the jet without its option", "the jet out of the game with its option")


@pytest.mark.rule("on_to_berlin", "2.2k")
@pytest.mark.rule("on_to_berlin", "8.1.1d")
@pytest.mark.rule("on_to_berlin", "8.1.1e")
def test_stacks_that_are_too_high_are_found() -> None:
    finds("too many land units", "too many air units")


@pytest.mark.rule("on_to_berlin", "15.8.2")
def test_two_fortresses_in_an_area_are_found() -> None:
    finds("two fortresses", "two fortresses of two sides")


@pytest.mark.rule("on_to_berlin", "8.1.1c")
def test_ships_ashore_are_found() -> None:
    finds("ships ashore")


@pytest.mark.rule("on_to_berlin", "15.6")
@pytest.mark.rule("on_to_berlin", "15.7.2")
@pytest.mark.rule("on_to_berlin", "15.7.3")
@pytest.mark.rule("on_to_berlin", "15.7.4")
def test_units_in_areas_closed_to_them_are_found() -> None:
    finds(
        "beyond the Operational Limit",
        "Allies in the Baltic",
        "Axis in the Middle East",
        "anybody in the Black Sea",
    )


@pytest.mark.rule("on_to_berlin", "16.6")
def test_garrisons_abroad_are_found() -> None:
    finds("garrisons abroad")


@pytest.mark.rule("on_to_berlin", "3.1.1c")
@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_neutral_units_abroad_or_spent_and_others_on_neutral_ground_are_found() -> None:
    finds("Neutral abroad", "Neutral and spent", "on Neutral ground")


@pytest.mark.rule("on_to_berlin", "3.3")
@pytest.mark.rule("on_to_berlin", "3.4d")
def test_land_without_a_controller_are_found() -> None:
    finds("land without a controller", "controlled by nobody known")


@pytest.mark.rule("on_to_berlin", "2.2.2e")
@pytest.mark.rule("on_to_berlin", "2.3")
def test_cards_that_are_in_no_place_or_in_two_are_found() -> None:
    finds("a card nowhere", "a card below nowhere", "another card in play", "in play and in the hand")


@pytest.mark.rule("on_to_berlin", "2.3.2b")
@pytest.mark.rule("on_to_berlin", "2.3.3")
def test_cards_that_left_the_game_or_came_back_to_the_pool_are_found() -> None:
    finds("a card that comes back, gone", "back in the pool")


@pytest.mark.rule("on_to_berlin", "16.1.1")
@pytest.mark.rule("on_to_berlin", "16.1.2")
def test_cards_that_lie_face_down_without_an_option_are_found() -> None:
    finds(
        "face down in the hand",
        "lost face down without the option",
        "developed face down without the option",
        "face down in no way there is",
    )


@pytest.mark.rule("on_to_berlin", "5.0a")
def test_hands_that_are_too_large_are_found() -> None:
    finds("too many cards")


@pytest.mark.rule("on_to_berlin", "6.1c")
def test_a_card_that_is_not_played_to_its_end_is_found() -> None:
    finds("a card not played to its end")


@pytest.mark.rule("on_to_berlin", "5.0b")
def test_traces_of_an_impulse_that_is_over_are_found() -> None:
    finds("acted before its impulse", "came from somewhere", "shipped before", "carried before")


@pytest.mark.rule("on_to_berlin", "3.6d")
def test_units_at_sea_without_ships_are_found() -> None:
    finds("too few ships")


@pytest.mark.rule("on_to_berlin", "3.4a")
def test_control_that_was_not_determined_are_found() -> None:
    finds("control not determined")


@pytest.mark.rule("on_to_berlin", "15.6a")
@pytest.mark.rule("on_to_berlin", "15.4b")
def test_what_only_looks_broken_passes() -> None:
    g = sound()
    # A Soviet Union that was attacked by the Allies fights for the Axis, and has units behind the Urals.
    side_of("su", 0, 1, 1)(g)
    add_unit(g, "su_lf", "urals")
    # Turkey was in the war before: its units may be spent. Poles may stand where the Soviet Union begins.
    condition("tu_lf@ankara", SPENT)(g)
    more("it_lf", "rome", 5)(g)
    more("ge_nf", "baltic_sea", 1)(g)
    more("ge_lf", "baltic_sea", 2)(g)
    off("ge_ft", OUT)(g)
    g.touched = []
    check_board(g)
    g = sound()
    g.poland_surrendered = True
    for place in T.ceded:
        g.printed = changed(g.printed, place, T.ceded_to)
    g.set_control(area(g, "galicia"), T.ceded_to)
    check_board(g)
    # In the middle of an impulse much is open yet.
    g = sound()
    g.agenda.pop()
    came_before(g)
    condition("ge_lf@berlin", BY_POINTS)(g)
    more("uk_lf", "english_channel", 2)(g)
    byte("control", AREAS["norway"], 0)(g)
    byte("shipped", AREAS["north_sea"], 1)(g)
    played_on(g)
    check_board(g)


@pytest.mark.rule("on_to_berlin", "16.7")
def test_the_jet_is_out_of_the_game_without_its_option() -> None:
    g = sound()
    g.jets = False
    for unit in range(T.n_units):
        if T.unit_jet[unit]:
            g.place[unit] = OUT
    check_board(g)


@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_keep_the_invariants(seed: int) -> None:
    g = Match(GAME, GAME.settle(seed=seed)).state
    rng = Rng(seed)
    for _ in range(400):
        if g.result is not None:
            break
        seats = g.seats()
        seat = seats[rng.below(len(seats))]
        offered = g.choices(seat)
        g.apply(seat, offered[rng.below(len(offered))])
        GAME.check(g)
