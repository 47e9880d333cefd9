"""Steps: simultaneous secret choices, reaction windows, and choices that are found once."""

from __future__ import annotations

import pytest

from sandtable.engine.choice import DONE
from sandtable.engine.match import Match
from sandtable.engine.registry import step_classes
from sandtable.engine.rng import Rng
from sandtable.engine.step import Ask, Refusal, Simultaneous, Step, Together, Window, step_name
from sandtable.testing import offered, play_keys, scripted
from tests.engine.tiny import CARD, Ambush, Bid, Straits, Turn, build, dealt

HOLDER = ["6a 3a", "5a 1b"]  # green holds an ambush
EMPTY = ["6a 3a", "5a 4b"]  # green holds none
ATTACK = "0/card:6a 1/card:5a unit:red_tank@north island:east"


# --- simultaneous


def test_picks_stay_under_cover_until_the_last() -> None:
    match = dealt(["6a 3a", "5a 1b", "4a 4b"])
    before = [match.view(seat)["position"] for seat in (0, 1, 2, None)]
    lines = match.log(None)
    match.play("card:5a", 1)
    match.play("card:6a", 0)
    assert match.state.seats() == (2,)
    # who has answered is known, what is not
    assert match.view(1)["waiting"] == [2]
    assert [match.view(seat)["position"] for seat in (0, 1, 2, None)] == before
    assert match.log(None) == lines
    match.play("card:4a")
    assert match.log(None)[-1].text == "The cards are turned over: red 6, green 5, blue 4."
    assert match.state.order == [0, 1, 2]


def test_seats_may_pick_in_any_order() -> None:
    one = play_keys(dealt(HOLDER), "0/card:3a 1/card:5a")
    two = play_keys(dealt(HOLDER), "1/card:5a 0/card:3a")
    assert one.game.pack_state(one.state) == two.game.pack_state(two.state)
    assert one.state.seats() == (1,)


def test_who_has_picked_is_offered_nothing_more() -> None:
    match = dealt(HOLDER)
    match.play("card:6a", 0)
    assert match.state.choices(0) == []
    assert match.prompt_for(0) is None


def test_picks_are_packed_with_their_seats() -> None:
    step = Bid((0, 2), (-1, 30))
    assert step.pack() == [2, 0, 2, -1, 30]
    again = Bid.unpack(step.pack())
    assert isinstance(again, Bid) and (again.who, again.picks) == ((0, 2), (-1, 30))
    assert Bid((0, 1)).picks == (-1, -1)


# --- together


class Packing(Together[Straits]):
    """Everybody lays cards aside, as many as they like, at the same time."""

    def again(self, choosing: tuple[int, ...]) -> Packing:
        return Packing(*choosing)

    def offers(self, g: Straits, seat: int) -> list[int]:
        return [DONE, *[CARD + card for card in g.hands[seat]]]

    def take(self, g: Straits, seat: int, choice: int) -> bool:
        if choice != DONE:
            g.hands[seat].remove(choice - CARD)
            g.buried[seat].append(choice - CARD)
        return choice == DONE or not g.hands[seat]

    def resolve(self, g: Straits) -> None:
        if g.log is not None:
            g.log.add("All have packed.", "5")

    def prompt(self, g: Straits, seat: int) -> Ask:
        return Ask("Which card do you lay aside?", "5")


def packing(hands: list[str]) -> Match:
    """A match in which everybody lays cards aside before the bids."""
    match = dealt(hands)
    match.state.push(Packing(*range(len(hands))))
    return Match(match.game, match.setup, match.state)


def aside(match: Match) -> list[list[int]]:
    """The cards laid aside."""
    assert isinstance(match.state, Straits)
    return match.state.buried


def test_everybody_chooses_as_often_as_they_need_in_any_order() -> None:
    match = packing(["6a 3a", "5a 1b 2c"])
    assert match.state.seats() == (0, 1)
    play_keys(match, "1/card:5a 0/card:6a 1/card:1b")
    # Nobody is done yet: both are still asked, for what is left.
    assert match.state.seats() == (0, 1)
    assert offered(match, 0) == ["button:done", "card:3a"]
    assert offered(match, 1) == ["button:done", "card:2c"]
    play_keys(match, "1/button:done 0/button:done")
    assert [len(cards) for cards in aside(match)] == [1, 2]
    assert isinstance(match.state.agenda[-1], Bid)


def test_who_is_done_is_asked_no_more_while_the_others_go_on() -> None:
    match = packing(["6a 3a", "5a 1b", "4a 4b"])
    match.play("button:done", 1)
    assert match.state.seats() == (0, 2)
    assert match.state.choices(1) == [] and match.prompt_for(1) is None
    # The last card ends a choice without the button.
    play_keys(match, "2/card:4a 2/card:4b")
    assert match.state.seats() == (0,)
    assert "All have packed." not in [line.text for line in match.log(None)]
    match.play("button:done", 0)
    assert match.log(None)[-1].text == "All have packed."


def test_everything_is_open_when_the_last_is_done_and_there_is_no_way_back() -> None:
    match = packing(HOLDER)
    revealed = match.state.revealed
    match.play("button:done", 1)
    match.play("card:6a", 0)
    assert match.state.revealed == revealed and match.can_undo(0)
    match.undo(0)
    assert aside(match) == [[], []]
    play_keys(match, "0/button:done")
    assert match.state.revealed == revealed + 1 and not match.can_undo()


def test_who_is_still_choosing_is_packed() -> None:
    step = Packing(0, 2)
    assert step.pack() == [0, 2]
    again = Packing.unpack(step.pack())
    assert isinstance(again, Packing) and again.choosing == (0, 2)


# --- windows


def test_who_holds_nothing_is_asked_like_who_holds_something() -> None:
    holder, empty = (play_keys(dealt(hands), ATTACK) for hands in (HOLDER, EMPTY))
    # red sees no difference
    assert holder.view(0) == empty.view(0) and holder.log(0) == empty.log(0)
    assert holder.view(0)["waiting"] == [1]
    assert offered(holder) == ["button:pass", "card:1b"]
    assert offered(empty) == ["button:pass"]


def test_when_possible_asks_only_who_can_react() -> None:
    holder = play_keys(dealt(HOLDER, reactions="when_possible"), ATTACK)
    assert holder.state.seats() == (1,)
    empty = play_keys(dealt(EMPTY, reactions="when_possible"), ATTACK.rsplit(" ", 1)[0])
    scripted(empty, [1])
    play_keys(empty, "island:east")
    assert empty.state.seats() == (0,)
    assert empty.log(0)[-1].text == "The die shows 1: red loses a counter."


def test_a_reaction_is_taken() -> None:
    match = play_keys(dealt(HOLDER), f"{ATTACK} card:1b")
    assert isinstance(match.state, Straits)
    assert match.state.place[2] == -1 and match.state.discard[-1] == 6
    assert match.log(0)[-1].text == "green plays an ambush."


def test_letting_pass_goes_on() -> None:
    match = scripted(play_keys(dealt(HOLDER), ATTACK), [4])
    match.play("button:pass")
    assert isinstance(match.state, Straits)
    # the die is for the attacker, but another green counter still holds the island
    assert match.state.place[3] == -1 and match.state.place[2] == 0


def test_a_window_without_secret_closes_by_itself() -> None:
    class OpenWindow(Ambush):
        secret = False

    match = scripted(dealt(EMPTY), [1])
    g = match.state
    assert isinstance(g, Straits)
    revealed = g.revealed
    g.agenda[-1] = Turn(0, 1)
    g.push(OpenWindow(2, 3, 1))
    g.advance()
    assert g.seats() == (0,) and g.place[2] == -1
    # nobody has learned a secret by it
    assert g.revealed == revealed and g.ask_always


def test_a_window_in_which_everybody_sees_that_nobody_can_react_is_not_opened() -> None:
    class Hopeless(Ambush):
        def possible(self, g: Straits) -> bool:
            return False

    for reactions in ("ask", "when_possible"):
        match = scripted(dealt(HOLDER, reactions=reactions), [1])
        g = match.state
        assert isinstance(g, Straits)
        revealed = g.revealed
        g.agenda[-1] = Turn(0, 1)
        g.push(Hopeless(2, 3, 1))
        g.advance()
        # what comes after the window has happened, though the seat holds a card; nothing was given away
        assert g.seats() == (0,) and g.place[2] == -1
        assert g.revealed == revealed


# --- the base


def test_fields_are_packed_in_the_order_of_the_constructor() -> None:
    step = Ambush(2, 3, 1)
    again = Ambush.unpack(step.pack())
    assert isinstance(again, Ambush)
    assert (again.attacker, again.defender, again.island) == (2, 3, 1)


def test_what_a_step_must_say_itself() -> None:
    g = Straits(0, 2)
    bare: Step[Straits] = Step()
    window: Window[Straits] = Window()
    at_once: Simultaneous[Straits] = Simultaneous((0, 1))
    together: Together[Straits] = Together(0, 1)
    assert bare.run(g) and bare.why_not(g, 0, 0) is None and bare.pack() == []
    window.let_pass(g)
    for call in (
        lambda: bare.seats(g),
        lambda: bare.choices(g, 0),
        lambda: bare.answer(g, 0, 0),
        lambda: bare.prompt(g, 0),
        lambda: window.reactor(g),
        lambda: window.reactions(g, 0),
        lambda: window.react(g, 2),
        lambda: at_once.again((1, 1)),
        lambda: at_once.offers(g, 0),
        lambda: at_once.resolve(g),
        lambda: together.again((1,)),
        lambda: together.offers(g, 0),
        lambda: together.take(g, 0, 0),
        lambda: together.resolve(g),
    ):
        with pytest.raises(NotImplementedError):
            call()


def test_asks_and_refusals_are_told_apart_from_nothing() -> None:
    assert Ask("To which island?", "1a") == ("To which island?", "1a")
    assert Refusal("That card is not in your hand.", "2a").rule == "2a"


# --- choices that are found once


def test_what_a_step_has_offered_stands_until_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    g = build().begin(build().settle(seed=3))
    assert isinstance(g, Straits)
    while not isinstance(g.agenda[-1], Turn):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    seat = g.seats()[0]
    expected = g.agenda[-1].choices(g, seat)
    monkeypatch.setattr(Turn, "choices", lambda self, g, seat: [])
    assert g.choices(seat) == g.copy().choices(seat) == expected
    monkeypatch.undo()
    g.apply(seat, expected[-1])
    assert g.offered is None or g.offered == g.agenda[-1].choices(g, g.seats()[0])


def test_who_draws_the_hidden_anew_asks_anew() -> None:
    game = build()
    g = game.begin(game.settle(seed=3))
    while g.offered is None:
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    assert game.determinize(g, 0, Rng(1)).offered is None


# --- names


class Renamed(Step[Straits]):
    """A step that was called Offer in saves of an earlier version."""

    saved_as = "Offer"


def test_a_renamed_step_keeps_its_first_name_in_saves() -> None:
    assert step_name(Renamed) == "Offer"
    assert step_name(Bid) == "Bid"
    found = step_classes("tests.engine")
    assert found["Offer"] is Renamed
    assert "Renamed" not in found
