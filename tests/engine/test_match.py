"""Matches: playing, taking back, explaining, refusing."""

import code

import pytest

from sandtable.engine.choice import DONE
from sandtable.engine.errors import BadOption, IllegalChoice, SandtableError
from sandtable.engine.match import Match
from sandtable.engine.save import digest
from sandtable.engine.step import Ask, Step
from sandtable.testing import assert_refused, offered, play_keys, scripted
from tests.engine.tiny import CARD, Straits, StraitsGame, build, dealt, fresh

HANDS = ["6a 1a 3a 2a", "5a 4a 3b 5b"]


def board(match: Match) -> Straits:
    assert isinstance(match.state, Straits)
    return match.state


def after_bids() -> Match:
    """Red to move, with an ambush in hand; red on the north island, green on the east."""
    return play_keys(dealt(HANDS), "0/card:6a 1/card:5a")


def test_a_prompt_has_a_sentence_a_rule_and_choices() -> None:
    match = dealt(HANDS)
    assert [prompt.seat for prompt in match.prompts] == [0, 1]
    first = match.prompts[0]
    assert first.text == "Lay a card face down: the highest moves first."
    assert first.rule == "2"
    assert offered(match, 1) == ["card:5a", "card:4a", "card:3b", "card:5b"]
    assert match.prompt_for(1) == match.prompts[1]
    assert match.prompts is match.prompts


def test_a_match_is_shown_on_one_readable_line() -> None:
    match = dealt(HANDS)
    assert repr(match) == "<Match of straits, ring, 2 players, seed 1, no choices: red and green to choose>"
    match.play("card:6a", 0)
    match.play("card:5a", 1)
    assert repr(match) == "<Match of straits, ring, 2 players, seed 1, 2 choices: red to choose>"
    while match.prompts:
        match.play(match.prompts[0].choices[-1], match.prompts[0].seat)
    assert match.result is not None
    assert repr(match).endswith(f"choices: {match.result.text}>")


def test_playing_shows_nothing_in_a_session(capsys: pytest.CaptureFixture[str]) -> None:
    session = code.InteractiveInterpreter({"match": after_bids()})
    for line in ("match.play('unit:red_infantry@north')", "match.play('island:west')", "match.undo()"):
        session.runsource(line)
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "")


def test_choices_by_id_and_by_key_are_the_same() -> None:
    by_key = play_keys(dealt(HANDS), "0/card:6a 1/card:5a")
    by_id = dealt(HANDS)
    by_id.play(CARD + 5, 0)
    by_id.play(CARD + 4, 1)
    assert digest(by_key.game, by_key.state) == digest(by_id.game, by_id.state)
    assert by_key.history == by_id.history == [(0, CARD + 5), (1, CARD + 4)]


def test_a_key_names_a_counter_by_its_place() -> None:
    match = after_bids()
    assert offered(match) == [
        "button:done",
        "button:bury",
        "unit:red_infantry@north",
        "unit:red_tank@north",
    ]
    play_keys(match, "unit:red_infantry@north island:west")
    # one infantry has moved and is no longer the same as the other, which is offered still
    assert offered(match) == ["button:done", "unit:red_infantry@north", "unit:red_tank@north"]
    assert board(match).place[:3] == [3, 0, 0]


def test_a_whole_game_ends_with_a_result() -> None:
    match = dealt(HANDS, rounds=2)
    play_keys(match, "0/card:6a 1/card:5a button:done button:done 0/card:3a 1/card:4a")
    assert match.result is None
    play_keys(match, "button:done button:done")
    assert match.result == ((0.5, 0.5), "red and green has most points.", "6a")
    assert match.prompts == [] and match.state.seats() == ()
    with pytest.raises(IllegalChoice, match=r"The game is over: red and green has most points\. \[6a\]"):
        match.play("button:done")
    assert match.explain("button:done").startswith("The game is over")


# --- refusals


def test_a_refusal_names_the_rule_and_changes_nothing() -> None:
    match = after_bids()
    assert_refused(match, "unit:green_tank@east", "3", text="That is not your counter.")
    play_keys(match, "unit:red_infantry@north")
    assert_refused(match, "island:south", "1a", text="south is not a neighbour of north.")
    # the step has no reason of its own for this: the refusal repeats the question
    assert_refused(match, "button:done", "1a", text="Done is not what is asked now: To which island?")


def test_refusals_know_what_has_happened() -> None:
    match = play_keys(after_bids(), "unit:red_tank@north island:west")
    assert_refused(match, "unit:red_tank_2", "3a", text="That counter has moved already.")
    board(match).place[1] = -1
    assert_refused(match, "unit:red_infantry_1", "4", text="That counter is lost.")


def test_what_does_not_exist_is_refused() -> None:
    match = after_bids()
    for wrong in ("island:atlantis", "north", "", 10_000, -1):
        with pytest.raises(IllegalChoice, match=r"There is no .* in Straits"):
            match.play(wrong)
        with pytest.raises(IllegalChoice, match=r"There is no .* in Straits"):
            match.explain(wrong)


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    match = after_bids()
    with pytest.raises(IllegalChoice, match="green is not asked now; red must answer"):
        match.play("button:done", 1)
    assert match.explain("button:done", 1) == "green is not asked now; red must answer."
    match = play_keys(dealt([*HANDS, "6b 6c"]), "1/card:5a")
    with pytest.raises(IllegalChoice, match="green is not asked now; red and blue must answer"):
        match.play("card:4a", 1)


def test_several_seats_need_a_name() -> None:
    with pytest.raises(SandtableError, match="Several players must answer now"):
        dealt(HANDS).play("card:6a")


@pytest.mark.parametrize("seat", [2, -1, 7])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    match = after_bids()
    with pytest.raises(BadOption, match=f"There is no seat {seat}; the seats are 0 to 1"):
        match.play(DONE, seat)
    with pytest.raises(BadOption, match="no seat"):
        match.view(seat)
    with pytest.raises(BadOption, match="no seat"):
        match.explain(DONE, seat)


def test_explain_says_yes_too() -> None:
    match = after_bids()
    assert match.explain("button:done") == "Done can be chosen now."
    assert match.explain("unit:green_tank@east") == "That is not your counter. [3]"


def test_an_error_in_the_rules_leaves_the_match_as_it_was() -> None:
    match = Match.start(StraitsGame(bug="crash"), "ring", 2, seed=1)
    board(match).hands[0] = [match.number("card:6a") - CARD, match.number("card:6b") - CARD]
    board(match).hands[1] = [0]
    play_keys(match, "0/card:6a 1/card:1a button:bury")
    before, events, history = digest(match.game, match.state), match.log(0), match.history[:]
    with pytest.raises(ZeroDivisionError):
        match.play("card:6b")
    assert digest(match.game, match.state) == before
    assert match.log(0) == events and match.history == history
    match.undo()
    play_keys(match, "button:done")


def test_a_script_that_ends_leaves_the_match_as_it_was() -> None:
    match = scripted(after_bids(), [])
    play_keys(match, "unit:red_tank@north island:east")
    before = digest(match.game, match.state)
    with pytest.raises(SandtableError, match="used up"):
        match.play("button:pass")
    assert digest(match.game, match.state) == before
    assert match.state.seats() == (1,)
    play_keys(scripted(match, [6]), "button:pass")
    assert match.state.seats() == (0,)


# --- undo


def test_undo_takes_back_to_the_last_reveal() -> None:
    match = after_bids()
    assert not match.can_undo()
    start, lines = digest(match.game, match.state), match.log(0)
    play_keys(match, "unit:red_tank@north island:west unit:red_infantry@north island:centre")
    assert len(match.log(0)) == len(lines) + 2
    # after two moves green is asked; red may still take back, green has nothing to take back
    assert match.state.seats() == (1,)
    assert match.can_undo(0) and not match.can_undo(1)
    for _ in range(4):
        match.undo(0)
    assert digest(match.game, match.state) == start
    assert match.log(0) == lines
    assert len(match.history) == 2
    with pytest.raises(SandtableError, match="nothing to take back"):
        match.undo()
    play_keys(match, "button:done")


def test_undo_stops_at_a_roll() -> None:
    match = scripted(after_bids(), [6])
    play_keys(match, "unit:red_tank@north island:east 1/button:pass")
    assert board(match).place[3] == -1
    assert not match.can_undo(0) and not match.can_undo(1)


def test_undo_stops_at_an_ambush_shown() -> None:
    match = play_keys(dealt(["6a 3a", "5a 1b"]), "0/card:6a 1/card:5a unit:red_tank@north island:east")
    assert match.can_undo(0)
    match.play("card:1b")
    assert not match.can_undo()


def test_undo_stops_at_another_seats_choice() -> None:
    match = play_keys(after_bids(), "button:done")
    assert match.can_undo(0)
    match.play("unit:green_tank@east")
    assert match.can_undo(1) and not match.can_undo(0)
    with pytest.raises(SandtableError, match="nothing to take back"):
        match.undo(0)
    match.undo(1)
    # what red did before green chose stands, even after green has taken its choice back
    assert not match.can_undo(0) and not match.can_undo(1)


def test_undo_stops_at_a_draw() -> None:
    match = play_keys(after_bids(), "button:done")
    match.play("button:done")  # the round ends, cards are drawn
    assert not match.can_undo()


def test_undo_takes_back_a_secret_pick_until_all_have_picked() -> None:
    match = dealt(HANDS)
    match.play("card:1a", 0)
    match.undo(0)
    match.play("card:6a", 0)
    match.play("card:5a", 1)
    assert not match.can_undo()
    assert board(match).discard == [5, 4]


def test_undo_stops_where_not_being_asked_tells() -> None:
    told = play_keys(dealt(["6a 3a", "5a 4a"], reactions="when_possible"), "0/card:6a 1/card:5a")
    scripted(told, [6, 6])
    play_keys(told, "unit:red_tank@north island:east")
    assert told.state.seats() == (0,) and not told.can_undo()
    asked = play_keys(dealt(["6a 3a", "5a 1b"], reactions="when_possible"), "0/card:6a 1/card:5a")
    play_keys(asked, "unit:red_tank@north island:east")
    assert asked.state.seats() == (1,) and not asked.can_undo()


class Count(Step[Straits]):
    """Asks red for many things in a row; the last of them goes wrong."""

    def __init__(self, left: int) -> None:
        self.left = left

    def pack(self) -> list[int]:
        return [self.left]

    def seats(self, g: Straits) -> tuple[int, ...]:
        return (0,)

    def choices(self, g: Straits, seat: int) -> list[int]:
        return [DONE]

    def answer(self, g: Straits, seat: int, choice: int) -> None:
        g.agenda[-1] = Count(self.left - 1)
        g.discard.append(self.left)
        if g.log is not None:
            g.log.add(f"{self.left} left.", "1")
        if self.left == 0:
            raise ArithmeticError("nothing left")

    def prompt(self, g: Straits, seat: int) -> Ask:
        return Ask("Go on?", "1")


@pytest.mark.parametrize("left", [0, 1, 7, 8, 9, 16, 21])
def test_undo_reaches_far_back_and_errors_do_no_harm(left: int) -> None:
    match = after_bids()
    match.game.steps["Count"] = Count
    match.state.push(Count(left))
    known = [(digest(match.game, match.state), match.log(0))]
    for _ in range(left):
        match.play("button:done")
        known.append((digest(match.game, match.state), match.log(0)))
    with pytest.raises(ArithmeticError):
        match.play("button:done")
    assert (digest(match.game, match.state), match.log(0)) == known[-1]
    for at in reversed(range(left)):
        match.undo()
        assert (digest(match.game, match.state), match.log(0)) == known[at]
        if at % 3 == 0:
            match.play("button:done")
            assert (digest(match.game, match.state), match.log(0)) == known[at + 1]
            match.undo()
    assert not match.can_undo()


# --- views


def test_a_view_shows_the_seats_own_question_and_who_is_waited_for() -> None:
    match = after_bids()
    mine, theirs, spectator = match.view(0), match.view(1), match.view(None)
    assert mine["prompt"]["rule"] == "3"
    assert mine["prompt"]["choices"][2] == {
        "id": match.number("unit:red_infantry@north"),
        "key": "unit:red_infantry@north",
        "label": "Red infantry",
    }
    assert theirs["prompt"] is None and spectator["prompt"] is None
    assert mine["waiting"] == theirs["waiting"] == [0]
    assert mine["seats"] == ["red", "green"]
    assert (mine["game"], mine["scenario"], mine["result"]) == ("straits", "ring", None)
    assert mine["position"]["hand"] == [0, 1, 2]
    assert spectator["position"]["hand"] is None


def test_the_log_of_a_seat_starts_where_it_is_asked_to() -> None:
    match = play_keys(after_bids(), "button:bury card:2a")
    assert match.log(0)[-1] == ("You bury a 2.", "5", ())
    assert match.log(1)[-1] == ("red buries a card.", "5", ())
    assert match.log(1, len(match.log(1)) - 1) == match.log(1)[-1:]
    quiet = Match(build(), build().settle("duel"), build().begin(build().settle("duel")))
    assert quiet.log(0) == []


def test_the_set_up_is_in_the_log() -> None:
    assert fresh().log(None)[0].text == "Round 1."


def test_a_match_goes_on_without_a_log() -> None:
    game = build()
    setup = game.settle("duel", seed=3)
    match = Match(game, setup, game.begin(setup))
    match.play(match.prompts[0].choices[0], 0)
    match.undo()
    assert match.state.log is None
