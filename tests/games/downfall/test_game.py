"""The game as the engine sees it: set-up, options, names, saves, and a reason for every refusal."""

import re

import pytest

from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.choice import DONE
from sandtable.engine.errors import BadOption, IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games.downfall.components import ids
from sandtable.games.downfall.components.constants import AVAILABLE, BEGINNING, FULL, IN_PROGRESS, POOL, STEPS
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import combat
from sandtable.games.downfall.sequence import SideTurn, TurnEnd
from sandtable.games.downfall.testing import position
from sandtable.testing import random_position
from tests.games.downfall.clicks import GAME, T, board, table
from tests.games.downfall.moments import asking, moments, name_of
from tests.games.repeats import copy_is_independent, same_future, saved_and_replayed

KINDS = sorted(asking())


def every() -> list[Match]:
    """All moments, each kind of decision among them."""
    return [m for found in moments().values() for m in found]


# --- set-up


@pytest.mark.rule("downfall", "21")
def test_the_game_names_its_scenario_its_players_and_its_options() -> None:
    assert [(s.id, s.seats) for s in GAME.scenarios] == [("campaign_1940", (2, 3))]
    assert {option.id: option.values for option in GAME.options} == {
        "secret_developments": (True, False),
        "new_armies_may_operate": (True, False),
        "reactions": ("ask", "when_possible"),
    }
    setup = GAME.settle()
    assert (setup.players, setup.options["secret_developments"], setup.options["reactions"]) == (
        3,
        True,
        "ask",
    )
    assert GAME.slug == "downfall" and GAME.version


# The deployment as it is printed: nation, then area: number and type; reduced ones are said to be.
DEPLOYED = {
    "germany": "konigsberg 2 infantry, warsaw 2 infantry, tarnow 1 infantry reduced, "
    "hamburg 1 infantry reduced, ruhr 1 armor, ruhr 2 infantry, frankfurt 2 armor, "
    "frankfurt 1 infantry, stuttgart 3 infantry",
    "united_kingdom": "calais 2 infantry, alexandria 1 armor reduced, alexandria 1 infantry, "
    "el_alamein 1 infantry, scotland 1 infantry reduced",
    "france": "calais 1 infantry, reims 2 infantry, reims 1 armor, nancy 2 infantry, "
    "paris 2 infantry, paris 1 armor",
    "belgium": "brussels 2 infantry",
    "ussr": "riga 2 infantry, vilnius 2 infantry, kovel 2 infantry, tarnopol 2 infantry, "
    "minsk 1 armor reduced, vinnitsa 1 armor reduced, odessa 1 infantry, "
    "karelia 2 infantry, karelia 1 armor reduced, leningrad 1 infantry, "
    "kiev 2 infantry, kiev 1 armor reduced, kharkov 1 armor reduced",
    "finland": "karelia 1 infantry, helsinki 1 infantry",
    "italy": "milan 1 infantry, rome 1 infantry, tobruk 1 infantry, benghazi 1 infantry, "
    "el_agheila 1 infantry, albania 3 infantry",
    "romania": "constanta 1 infantry, brasov 1 infantry",
    "hungary": "debrecen 1 infantry",
    "bulgaria": "sofia 1 infantry",
    "greece": "ioanina 2 infantry",
    "yugoslavia": "belgrad 1 infantry, zagreb 1 infantry, nis 1 infantry",
}


@pytest.mark.rule("downfall", "21a")
@pytest.mark.rule("downfall", "21b")
@pytest.mark.rule("downfall", "21c")
@pytest.mark.rule("downfall", "21d")
@pytest.mark.rule("downfall", "21e")
@pytest.mark.rule("downfall", "21f")
@pytest.mark.rule("downfall", "21g")
@pytest.mark.rule("downfall", "21h")
@pytest.mark.rule("downfall", "21i")
@pytest.mark.rule("downfall", "21j")
@pytest.mark.rule("downfall", "21k")
@pytest.mark.rule("downfall", "21l")
@pytest.mark.parametrize("players", [2, 3])
def test_the_armies_stand_where_the_deployment_puts_them(players: int) -> None:
    g = GAME.new(GAME.settle(None, players))
    assert isinstance(g, Board)
    found: dict[str, dict[str, int]] = {}
    for unit in range(T.n_units):
        if g.place[unit] != POOL:
            kind = "armor" if T.unit_armor[unit] else "infantry"
            step = "" if g.cond[unit] & STEPS == FULL else " reduced"
            stack = found.setdefault(T.country_id[T.unit_nation[unit]], {})
            key = f"{T.area_id[g.place[unit]]} {kind}{step}"
            stack[key] = stack.get(key, 0) + 1
    wanted: dict[str, dict[str, int]] = {}
    for nation, rows_of in DEPLOYED.items():
        for row in rows_of.split(", "):
            area, number, *rest = row.split()
            wanted.setdefault(nation, {})[" ".join([area, *rest])] = int(number)
    assert found == wanted
    assert (g.supply, g.armor, g.subs, g.turn) == ([4, 2, 2], [0, 2, 0], [3, 0], 1)
    assert dict(zip(T.air_id, g.air[::2], strict=True))["german_air"] == 4 and sum(g.air) == 4
    done = {T.tile_id[i] for i in range(T.n_tiles) if g.tiles[i] == AVAILABLE}
    assert done == {"axis_blitzkrieg", "axis_aviation", "allies_aviation"}
    assert [T.tile_id[i] for i in range(T.n_tiles) if g.tiles[i] == IN_PROGRESS] == ["ussr_aviation"]


@pytest.mark.rule("downfall", "1b")
def test_an_army_fights_with_its_first_factor_when_full_and_its_second_when_reduced() -> None:
    factors = {"german_infantry": (5, 3), "soviet_infantry": (3, 2), "american_advanced_armor": (6, 4)}
    for army, (full, reduced) in factors.items():
        for step, factor in (("full", full), ("reduced", reduced)):
            g = board(table(armies=[f"{army}@warsaw {step}"]))
            warsaw = T.area_index["warsaw"]
            assert combat.army_factor(g, g.at[warsaw][0], warsaw) == factor


def test_wrong_wishes_are_refused_in_one_sentence() -> None:
    for wish, words in (
        ({"scenario": "campaign_1941"}, "has no scenario"),
        ({"players": 4}, "2 or 3 players"),
        ({"players": 1}, "2 or 3 players"),
        ({"options": {"secret": True}}, "has no option"),
        ({"options": {"secret_developments": "yes"}}, "can be true, false"),
        ({"options": {"reactions": "never"}}, "can be ask, when_possible"),
        ({"seed": -1}, "seed"),
    ):
        with pytest.raises(BadOption, match=words):
            GAME.settle(**wish)


def test_options_reach_the_board() -> None:
    g = Match.start(GAME, None, 2, {"secret_developments": False, "new_armies_may_operate": True}, 1).state
    assert isinstance(g, Board)
    assert (g.secret_tiles, g.new_armies_operate, g.ask_always, g.seat_of) == (False, True, True, (0, 1, 1))
    g = Match.start(GAME, None, 3, {"reactions": "when_possible"}, 1).state
    assert isinstance(g, Board)
    assert (g.secret_tiles, g.new_armies_operate, g.ask_always, g.seat_of) == (True, False, False, (0, 1, 2))


def test_a_mission_is_countered_or_not_whatever_the_option_says() -> None:
    # Missions lie open: nobody is asked who has none.
    for reactions in ("ask", "when_possible"):
        m = table(armies=["german_armor@riga", "soviet_infantry@riga"], air={"german_air": 1})
        m.state.ask_always = reactions == "ask"
        for key in ("unit:german_armor@riga", "unit:soviet_infantry@riga", "mission:german_air"):
            m.play(key)
        assert name_of(m) == "BeforeCombat"


# --- names


def test_every_id_has_a_key_of_its_own_and_buttons_come_first() -> None:
    names = GAME.names
    assert len(set(names.keys)) == len(names.keys) == board(table()).ids.end
    assert names.keys[: ids.AREA] == [
        f"button:{name}" for name in ("pass", "done", *[b for b, _ in ids.BUTTONS])
    ]
    assert names.keys[ids.COMBAT] == "button:combat" and names.keys[ids.REVEAL] == "button:reveal"
    assert names.keys[ids.AREA] == f"area:{T.area_id[0]}"
    assert all(names.labels)


def test_counters_are_named_by_type_step_and_place() -> None:
    m = table(armies=["3 german_infantry@warsaw", "german_infantry@warsaw reduced", "german_armor@warsaw"])
    g = board(m)
    warsaw = T.area_index["warsaw"]
    keys = sorted(GAME.key(g, g.ids.unit + unit) for unit in g.at[warsaw])
    assert keys == [
        "unit:german_armor@warsaw",
        "unit:german_infantry.reduced@warsaw",
        "unit:german_infantry@warsaw",
        "unit:german_infantry@warsaw/2",
        "unit:german_infantry@warsaw/3",
    ]
    assert (
        GAME.label(g, GAME.find(g, "unit:german_infantry.reduced@warsaw"))
        == "German infantry (reduced) in Warsaw"
    )
    assert GAME.label(g, GAME.find(g, "unit:german_armor@warsaw")) == "German armor in Warsaw"
    # Off the map a counter has its number; on it that name finds it as well.
    free = g.free_unit(T.type_index["german_armor"])
    assert GAME.key(g, g.ids.unit + free) == "unit:german_armor#2"
    assert GAME.label(g, g.ids.unit + free) == "German armor"
    assert GAME.find(g, "unit:german_armor#1") == GAME.find(g, "unit:german_armor@warsaw")
    for wrong in (
        "unit:german_armor@berlin",
        "unit:german_armor@atlantis",
        "unit:german_infantry@warsaw/9",
        "x:y",
    ):
        assert GAME.find(g, wrong) == -1
    with pytest.raises(IllegalChoice, match="There is no 'unit:german_armor@berlin'"):
        m.play("unit:german_armor@berlin")


def test_every_key_finds_its_choice_in_random_positions() -> None:
    for m in every():
        found = set()
        for choice in range(len(GAME.names)):
            key = GAME.key(m.state, choice)
            assert GAME.find(m.state, key) == choice
            assert GAME.label(m.state, choice)
            found.add(key)
        assert len(found) == len(GAME.names)


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


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_step_survives_packing(kind: str) -> None:
    for m in moments()[kind]:
        packed = saves.plain(GAME, m.state)
        again = Match.from_position(GAME, m.setup, packed)
        assert [type(step) for step in again.state.agenda] == [type(step) for step in m.state.agenda]
        assert saves.plain(GAME, again.state) == packed
        same_future(m, again, 3)
        loaded = Match.load(GAME, again.save())
        assert loaded.note == "" and saves.plain(GAME, loaded.state) == packed
        same_future(m, loaded, 4)


def test_a_copy_is_equal_and_independent() -> None:
    for m in every():
        copy_is_independent(m)


@pytest.mark.parametrize(("seed", "choices"), [(1, 90), (2, 333), (3, 700), (4, 1100)])
def test_save_load_and_replay_give_the_same_match(seed: int, choices: int) -> None:
    saved_and_replayed(random_position(GAME, seed, choices), seed)


def test_undo_goes_back_to_the_same_position() -> None:
    undone = 0
    m = random_position(GAME, 8, 60)
    rng = Rng(8)
    for _ in range(120):
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
    assert undone > 60


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        walk = Walk(GAME, 12, GAME.settle(None, 3, None, 12), log=False)
        for _ in range(400):
            walk.play(*walk.pick())
        ends.append(saves.digest(GAME, walk.state))
    assert ends[0] == ends[1]


def test_a_match_takes_little_memory() -> None:
    m = random_position(GAME, 2, 1200)
    assert len(m.save()) < 300_000


# --- refusals


BRACKETS = re.compile(r"\S.*[.?!)] \[([^\[\]]+)\]")


@pytest.mark.parametrize("kind", KINDS)
def test_every_refusal_is_a_sentence_with_a_rule(kind: str) -> None:
    for m in moments()[kind]:
        before = saves.digest(GAME, m.state)
        for prompt in m.prompts:
            for choice in range(len(GAME.names)):
                text = m.explain(choice, prompt.seat)
                if choice in prompt.choices:
                    assert text == f"{GAME.label(m.state, choice)} can be chosen now."
                    continue
                match = BRACKETS.fullmatch(text)
                assert match, f"{kind}, {GAME.key(m.state, choice)}: {text!r}"
                assert match[1] in GAME.rules, text
        assert saves.digest(GAME, m.state) == before


@pytest.mark.parametrize(
    "kind",
    [
        "BeforeCombat",
        "AfterCombat",
        "ArmyOrder",
        "March",
        "LongMove",
        "AttackAfterLanding",
        "Torch",
        "Combat",
    ],
)
def test_where_armies_are_led_areas_and_counters_have_reasons_of_their_own(kind: str) -> None:
    for m in moments()[kind]:
        g = board(m)
        prompt = m.prompts[0]
        for choice in range(ids.AREA, g.ids.tile):
            if choice in prompt.choices or (choice >= g.ids.unit and g.place[choice - g.ids.unit] == POOL):
                continue
            text = m.explain(choice, prompt.seat)
            assert "is not what is asked now" not in text, f"{kind}, {GAME.key(g, choice)}: {text}"


def test_an_army_like_another_is_told_so() -> None:
    armies = ["2 german_armor@ruhr", "2 italian_infantry@rome reduced"]
    g = position(side="axis", armies=armies, phase=BEGINNING, ready=False, t=T)
    g.agenda = [TurnEnd(), SideTurn(g.side)]
    g.advance()
    m = Match(GAME, GAME.settle(), g)
    assert "identical to another" in m.explain("unit:italian_infantry.reduced@rome/2")
    m.play("button:remove")
    assert "identical to another" in m.explain("unit:german_armor@ruhr/2")
    m.undo()
    m.play("button:exchange")
    assert "identical to another" in m.explain("unit:german_armor@ruhr/2")


def test_who_is_not_asked_is_told_who_is() -> None:
    m = table(armies=["german_infantry@berlin"])
    assert m.explain("area:berlin", 2) == "Soviet Union is not asked now; Axis must answer."
    with pytest.raises(IllegalChoice, match="Allies is not asked now"):
        m.play(DONE, 1)


def test_after_the_end_everything_is_refused_with_the_result() -> None:
    lost = {"berlin": "ussr", "breslau": "ussr", "ruhr": "allies"}
    m = table("ussr", armies=["soviet_infantry@berlin"], turn=20, control=lost)
    m.play("button:end_turn")
    assert m.explain("area:berlin").endswith("[20b]")
    with pytest.raises(IllegalChoice, match="The game is over"):
        m.play("area:berlin")


# --- estimates


def test_a_position_is_worth_the_same_to_both_camps_together() -> None:
    for m in every():
        values = [GAME.value(m.state, seat) for seat in range(m.setup.players)]
        assert all(0.0 <= value <= 1.0 for value in values)
        assert values[0] + values[1] == pytest.approx(1.0) and values[1] == values[-1]
    lost = {"berlin": "ussr", "breslau": "ussr", "ruhr": "allies"}
    m = table("ussr", armies=["soviet_infantry@berlin"], turn=20, control=lost)
    m.play("button:end_turn")
    assert [GAME.value(m.state, seat) for seat in range(3)] == [0.0, 1.0, 1.0]
