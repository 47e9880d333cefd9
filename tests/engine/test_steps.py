"""Steps for later games: simultaneous secret choices and reaction windows."""

import pytest

from sandtable.engine.step import Ask, Refusal, Simultaneous, Step, Window
from sandtable.testing import offered, play_keys, scripted
from tests.engine.tiny import Ambush, Bid, Straits, Turn, dealt

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
    assert isinstance(match.state, Straits) and match.state.order == [0, 1, 2]


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
    together: Simultaneous[Straits] = Simultaneous((0, 1))
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
        lambda: together.again((1, 1)),
        lambda: together.offers(g, 0),
        lambda: together.resolve(g),
    ):
        with pytest.raises(NotImplementedError):
            call()


def test_asks_and_refusals_are_told_apart_from_nothing() -> None:
    assert Ask("To which island?", "1a") == ("To which island?", "1a")
    assert Refusal("That card is not in your hand.", "2a").rule == "2a"
