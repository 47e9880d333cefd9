"""The game as the engine sees it: set-up, options, names, copies and saves."""

import re

import pytest

from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.errors import BadOption, IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games.on_to_berlin.components import ids
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.components.state import PACKED, Board
from sandtable.games.on_to_berlin.rules.combat.air_actions import Target
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.rules.movement.group_movement import March
from sandtable.games.on_to_berlin.sequence import Withdraw
from sandtable.games.on_to_berlin.testing import unit_at
from sandtable.testing import random_position
from tests.games.on_to_berlin.clicks import GAME, T, board, table
from tests.games.on_to_berlin.moments import asking, moments, name_of
from tests.games.repeats import copy_is_independent, same_future, saved_and_replayed

KINDS = sorted(asking())
SWITCHES = (
    "development_secrecy",
    "discard_secrecy",
    "allied_discards",
    "axis_discards",
    "bombing_penalty",
    "no_declarations",
    "american_limits",
    "garrison_limits",
    "jets",
)


def every() -> list[Match]:
    """All moments, each kind of decision among them."""
    return [m for found in moments().values() for m in found]


# --- set-up


@pytest.mark.rule("on_to_berlin", "4.0")
@pytest.mark.rule("on_to_berlin", "16.0")
def test_the_game_names_its_scenario_its_players_and_its_options() -> None:
    assert [(s.id, s.seats) for s in GAME.scenarios] == [("campaign_1939", (2,))]
    switches = {option.id: option.values for option in GAME.options if option.id != "reactions"}
    assert switches == dict.fromkeys(SWITCHES, (True, False))
    setup = GAME.settle()
    assert (setup.players, setup.options["reactions"]) == (2, "ask")
    assert not any(setup.options[name] for name in SWITCHES)  # the rules as they are, unless agreed otherwise
    g = GAME.new(setup)
    assert GAME.seat_names(g) == ["Axis", "Allies"]
    assert GAME.teams(setup) == ((AXIS,), (ALLIED,))
    assert GAME.slug == "on_to_berlin" and GAME.version and all(o.help.endswith(".") for o in GAME.options)


@pytest.mark.rule("on_to_berlin", "16.0")
@pytest.mark.parametrize("name", SWITCHES)
def test_each_option_reaches_the_board_and_stays_there(name: str) -> None:
    m = Match.start(GAME, options={name: True}, seed=4)
    assert {switch: getattr(board(m), switch) for switch in SWITCHES} == {
        switch: switch == name for switch in SWITCHES
    }
    for _ in range(30):
        m.play(m.prompts[0].choices[-1], m.prompts[0].seat)
    for other in (
        m.state.copy(),
        Match.load(GAME, m.save()).state,
        Match.replay(GAME, m.setup, m.history).state,
    ):
        assert isinstance(other, Board)
        assert [getattr(other, switch) for switch in SWITCHES] == [switch == name for switch in SWITCHES]
    packed = saves.plain(GAME, m.state)
    again = GAME.unpack_state(GAME.settle(), packed)  # a save knows by itself how it was begun
    assert isinstance(again, Board) and getattr(again, name) is True


def test_who_is_asked_for_reactions_is_an_option() -> None:
    assert Match.start(GAME, seed=1).state.ask_always is True
    assert Match.start(GAME, options={"reactions": "when_possible"}, seed=1).state.ask_always is False


def test_wrong_wishes_are_refused_in_one_sentence() -> None:
    for wish, words in (
        ({"scenario": "campaign_1941"}, "has no scenario"),
        ({"players": 3}, "for 2 players"),
        ({"options": {"fog": True}}, "has no option"),
        ({"options": {"jets": "yes"}}, "can be true, false"),
        ({"options": {"reactions": "never"}}, "can be ask, when_possible"),
        ({"seed": -1}, "seed"),
    ):
        with pytest.raises(BadOption, match=words):
            GAME.settle(**wish)


def test_the_components_agree_with_the_rulebook() -> None:
    assert GAME.facts() == []


# --- names


def test_every_id_has_a_key_of_its_own_and_buttons_come_first() -> None:
    names = GAME.names
    g = board(table(units={"berlin": "ge_lf"}, hands={"axis": ["ax_supply_2"]}))
    assert len(set(names.keys)) == len(names.keys) == g.ids.end
    first = ["pass", "done", *[key for key, _ in ids.BUTTONS]]
    assert names.keys[: ids.AREA] == [f"button:{name}" for name in first]
    for number, key in ((ids.AREA, "area"), (g.ids.unit, "unit"), (g.ids.kind, "type"), (g.ids.card, "card")):
        assert names.keys[number].startswith(f"{key}:") and not names.keys[number - 1].startswith(f"{key}:")
    assert names.keys[g.ids.nation] == f"nation:{T.nation_id[0]}"
    assert names.keys[g.ids.track] == f"track:{T.track_id[0]}"
    assert names.keys[ids.RETURN] == "button:return" and names.keys[ids.STRIKE] == "button:strike"
    assert all(names.labels)


@pytest.mark.rule("on_to_berlin", "2.1.1b")
def test_counters_are_named_by_type_condition_and_place() -> None:
    units = {"berlin": "3 ge_lf, ge_lf spent, ge_tf"}
    m = table(units=units, hands={"axis": ["ax_supply_2"]})
    g = board(m)
    keys = sorted(GAME.key(g, g.ids.unit + unit) for unit in g.at[T.area_index["berlin"]])
    assert keys == [
        "unit:ge_lf.spent@berlin",
        "unit:ge_lf@berlin",
        "unit:ge_lf@berlin/2",
        "unit:ge_lf@berlin/3",
        "unit:ge_tf@berlin",
    ]
    label = {key: GAME.label(g, GAME.find(g, key)) for key in keys}
    assert label["unit:ge_lf.spent@berlin"] == "German infantry (spent) in Berlin"
    assert label["unit:ge_tf@berlin"].endswith(" in Berlin") and "spent" not in label["unit:ge_tf@berlin"]
    # Off the map a counter has its number; on it that name finds it as well.
    free = g.free_unit(T.type_index["ge_tf"])
    assert GAME.key(g, g.ids.unit + free) == "unit:ge_tf#2"
    assert " in " not in GAME.label(g, g.ids.unit + free)
    assert GAME.find(g, "unit:ge_tf#1") == GAME.find(g, "unit:ge_tf@berlin")
    for wrong in ("unit:ge_tf@ruhr", "unit:ge_tf@atlantis", "unit:ge_lf@berlin/9", "x:y", ""):
        assert GAME.find(g, wrong) == -1
    with pytest.raises(IllegalChoice, match="There is no 'unit:ge_tf@ruhr'"):
        m.play("unit:ge_tf@ruhr")


def test_every_key_finds_its_choice_in_every_kind_of_position() -> None:
    for found in moments().values():
        m = found[0]
        keys = [GAME.key(m.state, choice) for choice in range(len(GAME.names))]
        assert len(set(keys)) == len(keys)
        assert [GAME.find(m.state, key) for key in keys] == list(range(len(keys)))
        assert all(GAME.label(m.state, choice) for choice in range(len(keys)))


def test_counters_are_alike_in_one_place_and_condition_only() -> None:
    g = board(
        table(
            units={"berlin": "3 ge_lf, ge_lf spent, ge_tf", "ruhr": "ge_lf"}, hands={"axis": ["ax_supply_2"]}
        )
    )
    first = g.ids.unit + unit_at(g, "ge_lf", "berlin", spent=False)
    second = g.ids.unit + unit_at(g, "ge_lf", "berlin", 1, spent=False)
    assert GAME.same(g, first, second) and GAME.same(g, first, first)
    for kind, where, spent in (
        ("ge_lf", "berlin", True),
        ("ge_tf", "berlin", False),
        ("ge_lf", "ruhr", False),
    ):
        assert not GAME.same(g, first, g.ids.unit + unit_at(g, kind, where, spent=spent))
    g.came[second - g.ids.unit] = T.area_index["ruhr"]  # where it came from tells it apart
    assert not GAME.same(g, first, second)
    assert GAME.same(g, ids.AREA, ids.AREA) and not GAME.same(g, ids.AREA, ids.AREA + 1)
    assert not GAME.same(g, ids.AREA, first)


def test_prompts_are_sentences_that_name_a_rule() -> None:
    for m in every():
        for prompt in m.prompts:
            assert prompt.rule in GAME.rules
            assert re.fullmatch(r"[^\n]{8,}[.?]", prompt.text), prompt.text
            assert prompt.choices and len(set(prompt.choices)) == len(prompt.choices)
            assert all(m.state.agenda[-1].allows(m.state, prompt.seat, choice) for choice in prompt.choices)


# --- copies and saves


def test_every_kind_of_step_is_met() -> None:
    assert set(moments()) == asking()
    assert {name_of(m) for m in every()} == asking()


def test_steps_are_met_in_all_their_phases() -> None:
    steps = [m.state.agenda[-1] for m in every()]
    assert {step.unlocked for step in steps if isinstance(step, March)} == {True, False}
    assert {step.unlocked for step in steps if isinstance(step, Target)} == {True, False}
    assert {step.jet for step in steps if isinstance(step, Ambush)} == {True, False}
    assert {step.picking for step in steps if isinstance(step, Withdraw)} == {True, False}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_step_survives_packing(kind: str) -> None:
    for m in moments()[kind]:
        packed = saves.plain(GAME, m.state)
        again = Match.from_position(GAME, m.setup, packed)
        assert [type(step) for step in again.state.agenda] == [type(step) for step in m.state.agenda]
        assert [step.pack() for step in again.state.agenda] == [step.pack() for step in m.state.agenda]
        assert saves.plain(GAME, again.state) == packed
        same_future(m, again, 3)
        loaded = Match.load(GAME, again.save())
        assert loaded.note == "" and saves.plain(GAME, loaded.state) == packed


def test_automatic_steps_survive_packing_too() -> None:
    met: dict[str, list[int]] = {}
    for seed in range(3):
        walk = Walk(GAME, seed)
        while walk.state.result is None and len(walk.history) < 500:
            for step in walk.state.agenda:
                again = type(step).unpack(step.pack())
                assert (type(again), again.pack()) == (type(step), step.pack())
                met[type(step).__name__] = step.pack()
            walk.play(*walk.pick())
    assert {"Sequence", "NextSide", "NextTurn", "UpdateControl", "Capacity", "Spend", "Combat"} <= set(met)


def test_everything_in_a_position_is_saved() -> None:
    g = board(table(units={"berlin": "ge_lf"}, hands={"axis": ["ax_supply_2"]}))
    own = {name for name in vars(g) if not name.startswith("_")} if hasattr(g, "__dict__") else set(PACKED)
    derived = {"at", "force", "held"}
    engine = {"agenda", "rng", "result", "log", "ask_always", "revealed", "offered"}
    assert own - derived - engine - {"t", "ids"} == set(PACKED)


def test_a_copy_is_equal_and_independent() -> None:
    for m in every():
        copy_is_independent(m)


@pytest.mark.parametrize(("seed", "choices"), [(1, 60), (2, 250), (3, 420), (5, 600)])
def test_save_load_and_replay_give_the_same_match(seed: int, choices: int) -> None:
    saved_and_replayed(random_position(GAME, seed, choices), seed)


def test_undo_goes_back_to_the_same_position() -> None:
    undone = 0
    m = random_position(GAME, 8, 60)
    rng = Rng(8)
    for _ in range(120):
        if m.result is not None:
            break
        before = saves.digest(GAME, m.state)
        events = len(m.log(None))
        prompt = m.prompts[0]
        choice = prompt.choices[rng.below(len(prompt.choices))]
        m.play(choice, prompt.seat)
        if m.can_undo():
            m.undo()
            assert (saves.digest(GAME, m.state), len(m.log(None))) == (before, events)
            m.play(choice, prompt.seat)
            undone += 1
    assert undone > 40


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        walk = Walk(GAME, 12, GAME.settle(seed=12), log=False)
        for _ in range(400):
            walk.play(*walk.pick())
        ends.append(saves.digest(GAME, walk.state))
    assert ends[0] == ends[1]
