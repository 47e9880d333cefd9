"""The helpers for tests, tested."""

import pytest

from sandtable.engine.errors import IllegalChoice
from sandtable.engine.save import digest
from sandtable.testing import assert_refused, dice_left, offered, play_keys, random_position, scripted
from tests.engine.tiny import build, dealt

HANDS = ["6a 3a", "5a 1b"]


def test_dice_are_scripted_on_matches_and_states() -> None:
    match = scripted(play_keys(dealt(HANDS), "0/card:6a 1/card:5a"), [2, 5])
    assert dice_left(match) == 2
    play_keys(match, "unit:red_tank@north island:east button:pass")
    assert dice_left(match) == 1
    assert match.log(None)[-1].text == "The die shows 2: red loses a counter."
    assert dice_left(scripted(match.state, [1, 2, 3])) == 3


def test_unscripted_dice_are_told() -> None:
    with pytest.raises(AssertionError, match="no numbers were scripted"):
        dice_left(dealt(HANDS))


def test_keys_are_played_in_order_and_stop_at_the_first_wrong_one() -> None:
    match = dealt(HANDS)
    with pytest.raises(IllegalChoice):
        play_keys(match, "0/card:6a 0/card:3a 1/card:5a")
    assert len(match.history) == 1


def test_refusals_are_asserted() -> None:
    match = play_keys(dealt(HANDS), "0/card:6a 1/card:5a")
    assert_refused(match, "unit:green_tank@east", "3")
    assert_refused(match, "unit:green_tank@east", "3", 0, "not your counter")
    with pytest.raises(AssertionError, match=r"is refused by \[3\], not by \[4\]"):
        assert_refused(match, "unit:green_tank@east", "4")
    with pytest.raises(AssertionError, match="in other words"):
        assert_refused(match, "unit:green_tank@east", "3", text="weather")
    with pytest.raises(AssertionError, match="button:done is not refused"):
        assert_refused(match, "button:done", "3")


def test_offers_of_a_seat() -> None:
    match = dealt(HANDS)
    assert offered(match, 1) == ["card:5a", "card:1b"]
    match.play("card:6a", 0)
    assert offered(match) == ["card:5a", "card:1b"]
    with pytest.raises(AssertionError, match="seat 0 is not asked"):
        offered(match, 0)


def test_random_positions_are_reproducible_and_never_over() -> None:
    game = build()
    one, two = random_position(game, 3, 12), random_position(game, 3, 12)
    assert digest(game, one.state) == digest(game, two.state) and len(one.history) == 12
    late = random_position(game, 3, 10_000)
    assert late.result is None and late.state.seats()


def test_random_positions_of_a_wanted_set_up() -> None:
    match = random_position(build(), 3, 5, "duel", 2, {"rounds": 4})
    assert match.setup == ("duel", 2, {"reactions": "ask", "rounds": 4, "crowded": False}, 3)
