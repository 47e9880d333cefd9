"""The sequence of play: turns, impulses in turn, passing, the points of reaction cards. [5.0] [6.0] [10.2]"""

import pytest

from sandtable.engine.match import Match
from sandtable.games.on_to_berlin import sequence
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, SPENT, THIS_IMPULSE
from sandtable.games.on_to_berlin.rules.cards.card_play import Points
from sandtable.games.on_to_berlin.sequence import Impulses, Select
from sandtable.games.on_to_berlin.testing import area, unit_at, units_at
from sandtable.testing import assert_refused, offered, play_keys
from tests.games.on_to_berlin.clicks import GAME, board, new_turn, table

BOTH = {"berlin": "ge_lf", "london": "uk_lf"}
PLANES = {"berlin": "ge_lf, ge_af", "london": "uk_lf, uk_af"}
HANDS = {"axis": ["ax_supply_2"], "allied": ["al_supply_2"]}


def turn_of(m: Match) -> tuple[int, int, int]:
    """The turn, the side whose impulse it is, how many have passed in a row."""
    g = board(m)
    return g.turn, g.side, g.passes


def skip(m: Match) -> None:
    """Choose no cards, do nothing, until the next question that is not answered so."""
    for seat in m.state.seats():
        m.play("button:done" if isinstance(m.state.agenda[-1], (Select, sequence.Withdraw)) else 0, seat)


def top(m: Match) -> str:
    """The kind of question a match stands at."""
    return type(m.state.agenda[-1]).__name__


# --- turns


@pytest.mark.rule("on_to_berlin", "5.0")
@pytest.mark.rule("on_to_berlin", "2.1.2")
@pytest.mark.rule("on_to_berlin", "2.1.2a")
@pytest.mark.rule("on_to_berlin", "2.2.2a")
def test_twelve_turns_of_hands_impulses_and_end_phases() -> None:
    m = Match.start(GAME, seed=1)
    seen: dict[int, list[str]] = {}
    while m.result is None:
        kinds = seen.setdefault(board(m).turn, [])
        if top(m) not in kinds:
            kinds.append(top(m))
        assert m.view(None)["position"]["turn"] == board(m).turn
        skip(m)
    assert list(seen) == list(range(1, 13))
    assert all(seen[turn] == ["Select", "Impulses", "Withdraw"] for turn in range(1, 12))
    assert seen[12] == ["Select", "Impulses"]
    assert (board(m).turn, m.result.rule) == (12, "14.2a")
    told = [line.text for line in m.log(None) if line.rule == "5.0"]
    assert len(told) == 12
    assert told[0].startswith("Turn 1, ") and "Axis have the initiative" in told[0]


@pytest.mark.rule("on_to_berlin", "2.1.2a")
@pytest.mark.rule("on_to_berlin", "2.2.2b")
@pytest.mark.rule("on_to_berlin", "5.0b")
@pytest.mark.parametrize(("name", "first"), [("axis", AXIS), ("allied", ALLIED)])
def test_who_has_the_initiative_begins_and_impulses_alternate(name: str, first: int) -> None:
    units = {"berlin": "ge_lf, 4 ge_af", "london": "uk_lf, 4 uk_af"}
    m = new_turn(units=units, initiative=name, limits=(0, 0))
    assert m.view(None)["position"]["initiative"] == name
    asked = []
    for _ in range(4):
        asked.append(m.prompts[0].seat)
        plane = offered(m)[1]
        play_keys(m, f"{plane} button:fly area:{('ruhr', 'england')[asked[-1]]} button:stop")
    assert asked == [first, 1 - first, first, 1 - first]


@pytest.mark.rule("on_to_berlin", "5.0b")
def test_an_impulse_leaves_nothing_behind_for_the_next() -> None:
    m = table(units={"berlin": "2 ge_lf", "london": "uk_lf, uk_af"}, hands=HANDS)
    play_keys(m, "card:ax_supply_2 button:points_first unit:ge_lf@berlin button:move area:ruhr button:stop")
    g = board(m)
    unit = unit_at(g, "ge_lf", "ruhr")
    assert g.cond[unit] & THIS_IMPULSE and g.came[unit] == area(g, "berlin")
    g.shipped = bytes([1] * g.t.n_areas)
    g.carried = bytes([1] * g.t.n_areas)
    play_keys(m, "button:done")
    assert turn_of(m) == (2, ALLIED, 0)
    assert not g.cond[unit] & THIS_IMPULSE and g.came[unit] == -1
    assert not any(g.shipped) and not any(g.carried)


@pytest.mark.rule("on_to_berlin", "3.4a")
@pytest.mark.rule("on_to_berlin", "3.6d")
def test_control_and_capacity_are_looked_at_when_an_impulse_ends() -> None:
    units = {"warsaw": "ge_lf", "berlin": "ge_lf", "english_channel": "uk_lf", "london": "uk_lf, uk_af"}
    for keys in ("button:pass", "card:ax_supply_2 button:points_first button:done"):
        m = table(units=units, hands=HANDS)
        g = board(m)
        g.touched = [area(g, "warsaw")]
        assert g.held[area(g, "warsaw")] == ALLIED and units_at(g, "english_channel") == "uk_lf"
        play_keys(m, keys)
        assert g.held[area(g, "warsaw")] == AXIS and units_at(g, "english_channel") == ""


# --- what an impulse is


@pytest.mark.rule("on_to_berlin", "6.0")
def test_an_impulse_is_a_card_or_an_air_action_or_a_pass() -> None:
    m = table(units=PLANES, hands=HANDS)
    assert sorted(offered(m)) == ["button:pass", "card:ax_supply_2", "unit:ge_af@berlin"]
    assert m.prompts[0].rule == "6.0"
    assert_refused(m, "unit:ge_lf@berlin", "6.2")
    assert_refused(m, "unit:uk_af@london", "3.1.1b")
    assert_refused(m, "area:berlin", "6.0")
    assert_refused(m, "type:ge_lf", "6.0")
    assert_refused(m, "card:al_supply_2", "2.3.3c")
    assert_refused(m, "card:ax_blitzkrieg_2", "6.1")
    assert_refused(m, "button:reaction_points", "10.2")
    # One of them, and then the other side has its impulse.
    for keys in (
        "card:ax_supply_2 button:points_first button:done",
        "unit:ge_af@berlin button:fly area:ruhr button:stop",
        "button:pass",
    ):
        trial = Match(GAME, m.setup, m.state.copy())
        play_keys(trial, keys)
        assert (top(trial), board(trial).side) == ("Impulses", ALLIED), keys


@pytest.mark.rule("on_to_berlin", "6.0")
def test_like_units_are_as_good_as_the_one_offered() -> None:
    m = table(units={"berlin": "ge_lf, 2 ge_af", "london": "uk_lf"}, hands=HANDS)
    second = board(m).ids.unit + unit_at(board(m), "ge_af", "berlin", 1)
    step = m.state.agenda[-1]
    assert second not in m.prompts[0].choices
    assert step.allows(m.state, AXIS, second)
    assert not step.allows(m.state, AXIS, board(m).ids.unit + unit_at(board(m), "ge_af", "pool"))
    assert not step.allows(m.state, AXIS, board(m).ids.unit + unit_at(board(m), "ge_lf", "berlin"))
    assert not step.allows(m.state, AXIS, GAME.find(m.state, "card:ax_blitzkrieg_2"))


# --- passing


@pytest.mark.rule("on_to_berlin", "5.0e")
@pytest.mark.rule("on_to_berlin", "6.3a")
def test_two_passes_in_a_row_end_the_impulses() -> None:
    m = table(units=PLANES, hands=HANDS)
    m.play("button:pass")
    assert turn_of(m) == (2, ALLIED, 1) and top(m) == "Impulses"
    m.play("button:pass")
    assert (top(m), board(m).turn) == ("Withdraw", 2)
    assert board(m).hand(AXIS) and board(m).hand(ALLIED)  # what was not played


@pytest.mark.rule("on_to_berlin", "5.0f")
@pytest.mark.rule("on_to_berlin", "6.3")
def test_who_has_passed_may_act_again_when_the_other_side_has_acted() -> None:
    m = table(units=PLANES, hands=HANDS)
    m.play("button:pass")
    play_keys(m, "unit:uk_af@london button:fly area:england button:stop")
    assert turn_of(m) == (2, AXIS, 0)
    assert "card:ax_supply_2" in offered(m)
    # A pass before the other side's action does not count with one after it.
    m.play("button:pass")
    assert turn_of(m) == (2, ALLIED, 1)
    play_keys(m, "card:al_supply_2 button:points_first button:done button:pass")
    assert turn_of(m) == (2, AXIS, 0)


@pytest.mark.rule("on_to_berlin", "5.0d")
def test_who_can_do_nothing_must_pass() -> None:
    # No card, no air unit: nobody is asked.
    m = table(units={"berlin": "ge_lf", "london": "uk_lf, uk_af"}, hands={"allied": ["al_supply_2"]})
    assert turn_of(m) == (2, ALLIED, 1)
    assert [line.text for line in m.log(None)][-1] == "The Axis pass."
    # A spent air unit is none; a fresh one of a nation that is not At War neither.
    spent = {"berlin": "ge_lf, ge_af spent", "london": "uk_lf, uk_af"}
    assert turn_of(table(units=spent)) == (2, ALLIED, 1)
    idle = {"berlin": "ge_lf", "london": "uk_lf", "western_france": "fr_lf, fr_af"}
    hand = {"axis": ["ax_supply_2"]}
    assert turn_of(table(units=idle, side="allied", hands=hand, not_at_war=["fr"])) == (2, AXIS, 1)
    assert turn_of(table(units=idle, side="allied", hands=hand)) == (2, ALLIED, 0)


@pytest.mark.rule("on_to_berlin", "5.0d")
def test_a_card_a_plane_or_points_of_a_reaction_are_something_to_do() -> None:
    # R9
    for more in (
        {"hands": {"axis": ["ax_supply_2"]}},
        {"units": {"berlin": "ge_lf, ge_af", "london": "uk_lf"}},
        {"pending": (2, 0)},
    ):
        m = table(**{"units": BOTH, **more})
        assert (turn_of(m), top(m)) == ((2, AXIS, 0), "Impulses"), more


@pytest.mark.rule("on_to_berlin", "5.0d")
@pytest.mark.parametrize(
    ("planes", "hand", "wanted"),
    [
        ("", [], None),  # no card and no fresh air unit: a carrier is a naval unit
        (", uk_af spent", [], None),
        (", uk_af", [], ["button:pass", "unit:uk_af@london", "unit:uk_cv@north_sea"]),
        ("", ["al_ambush_2"], ["button:pass", "unit:uk_cv@north_sea"]),
        ("", ["al_supply_2"], ["button:pass", "unit:uk_cv@north_sea", "card:al_supply_2"]),
    ],
)
def test_a_carrier_alone_does_not_keep_anybody_from_passing(
    planes: str, hand: list[str], wanted: list[str] | None
) -> None:
    fleet = {"berlin": "ge_lf", "north_sea": "uk_cv, ge_ss", "london": "2 uk_lf" + planes}
    hands = {"allied": hand, "axis": ["ax_supply_2"]}
    m = table(units=fleet, side="allied", control={"north_sea": "uk"}, hands=hands)
    if wanted is None:
        assert turn_of(m) == (2, AXIS, 1)
    else:
        assert turn_of(m) == (2, ALLIED, 0) and sorted(offered(m)) == sorted(wanted)


@pytest.mark.rule("on_to_berlin", "5.0d")
@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_who_holds_only_reaction_cards_can_only_pass_but_nobody_learns_why() -> None:
    # R9: asked like anybody with a card in hand.
    m = table(units=BOTH, hands={"axis": ["ax_ambush_2"]})
    assert (turn_of(m), offered(m)) == ((2, AXIS, 0), ["button:pass"])
    other = table(units=BOTH, hands={"axis": ["ax_supply_2"]})
    assert m.view(ALLIED) == other.view(ALLIED)


# --- the points of reaction cards


@pytest.mark.rule("on_to_berlin", "10.2")
@pytest.mark.rule("on_to_berlin", "10.2c")
def test_the_points_of_a_reaction_are_spent_in_the_next_impulse_and_no_card_is_played() -> None:
    m = table(units=PLANES, hands=HANDS, pending=(3, 0))
    assert sorted(offered(m)) == ["button:pass", "button:reaction_points", "unit:ge_af@berlin"]
    assert m.prompts[0].rule == "10.2" and "3 points" in m.prompts[0].text
    assert_refused(m, "card:ax_supply_2", "10.2c")
    m.play("button:reaction_points")
    step = m.state.agenda[-1]
    assert isinstance(step, Points) and step.left == 3
    play_keys(m, "type:ge_lf area:ruhr type:ge_gf area:ruhr")
    assert units_at(board(m), "ruhr") == "ge_lf spent, ge_gf spent"
    assert_refused(m, "type:ge_tf", "12.0b")
    m.play("button:done")
    # Once: afterwards cards are played again.
    assert (turn_of(m), board(m).pending) == ((2, ALLIED, 0), [0, 0])
    m.play("button:pass")
    assert "card:ax_supply_2" in offered(m) and "button:reaction_points" not in offered(m)


@pytest.mark.rule("on_to_berlin", "10.2b")
@pytest.mark.parametrize("keys", ["unit:ge_af@berlin button:fly area:ruhr button:stop", "button:pass"])
def test_points_of_a_reaction_that_are_not_used_are_lost(keys: str) -> None:
    m = table(units=PLANES, hands=HANDS, pending=(2, 4))
    play_keys(m, keys)
    assert board(m).pending == [0, 4]  # the other side's are for its own impulse
    assert "button:reaction_points" in offered(m)


@pytest.mark.rule("on_to_berlin", "10.2a")
@pytest.mark.rule("on_to_berlin", "10.2")
def test_points_of_several_reactions_in_one_impulse_are_added() -> None:
    hands = {"axis": ["ax_supply_2"], "allied": ["al_ambush_2", "al_ambush_3"]}
    units = {"berlin": "3 ge_lf", "paris": "2 ge_lf, fr_lf, uk_lf"}
    # Two dice for either reaction: none hits.
    m = table(units=units, hands=hands, dice=[6, 6, 6, 6, 6, 6])
    play_keys(m, "card:ax_supply_2 button:points_first unit:ge_lf@paris button:all button:attack")
    assert top(m) == "Ambush"
    play_keys(m, "card:al_ambush_2 button:all")
    assert (top(m), board(m).pending) == ("Ambush", [0, 2])
    play_keys(m, "card:al_ambush_3 button:all")
    assert board(m).pending == [0, 5]
    while top(m) != "Impulses":
        m.play("button:pass" if top(m) == "Ambush" else "button:done")
    assert (turn_of(m), m.prompts[0].rule) == ((2, ALLIED, 0), "10.2")
    m.play("button:reaction_points")
    step = m.state.agenda[-1]
    assert isinstance(step, Points) and step.left == 5


@pytest.mark.rule("on_to_berlin", "6.0")
def test_an_air_action_is_one_group_and_the_impulse_is_over() -> None:
    m = table(units={"berlin": "ge_lf, 2 ge_af", "ruhr": "ge_af", "london": "uk_lf, uk_af"})
    play_keys(m, "unit:ge_af@berlin button:fly area:ruhr button:stop")
    g = board(m)
    assert turn_of(m) == (2, ALLIED, 0)
    flown = unit_at(g, "ge_af", "ruhr", spent=True)
    assert g.cond[flown] == SPENT
    assert [line.rule for line in m.log(None)].count("6.2") == 1


# --- the agenda


def test_steps_of_the_sequence_survive_packing() -> None:
    for step in (
        sequence.Sequence(),
        sequence.Select(0, 1),
        sequence.Select(1),
        Impulses(),
        sequence.NextSide(),
        sequence.EndPhase(),
        sequence.Withdraw(1, True),
        sequence.NextTurn(),
    ):
        again = type(step).unpack(step.pack())
        assert (type(again), again.pack()) == (type(step), step.pack())
