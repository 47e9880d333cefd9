"""The game as the engine sees it: scenarios, players, options, names, words, packing."""

import re

import pytest

from sandtable.engine import save as saves
from sandtable.engine.errors import BadOption, IllegalChoice
from sandtable.engine.match import Match
from sandtable.games.total_domination.components import ids
from sandtable.games.total_domination.components.constants import NOBODY
from sandtable.games.total_domination.rules.operations.air_fleets import Strike
from sandtable.games.total_domination.testing import unit_at
from tests.games.moments import name_of
from tests.games.total_domination.clicks import GAME, MODES, T, board, game, offered, settled, table
from tests.games.total_domination.moments import moments

# --- set-up


@pytest.mark.rule("total_domination", "12.0")
def test_the_game_names_its_scenarios_its_players_and_its_options() -> None:
    assert [(s.id, s.seats) for s in GAME.scenarios] == [
        ("standard", (2, 3, 4)),
        ("rise_of_the_axis", (2, 3, 4)),
        ("fall_of_the_axis", (2, 3, 4)),
        ("solo", (1,)),
    ]
    assert {option.id: (option.values, option.default) for option in GAME.options} == {
        "advanced": ((True, False), True),
        "arctic": ((True, False), False),
        "set_up": (("standard", "free"), "standard"),
        "two_players": (("common", "separate"), "common"),
        "three_players": (("axis", "allies"), "axis"),
        "board": (("basic", "alternative"), "basic"),
    }
    for option in GAME.options:
        assert re.search(r"\w\.$", option.help)
        cited = re.findall(r"[\w.]+", option.title.partition("(")[2])
        assert cited and all(any(rule.startswith(one) for rule in GAME.rules) for one in cited), option.id
    setup = GAME.settle()
    assert (setup.scenario, setup.players) == ("standard", 4)
    assert (GAME.slug, GAME.title) == ("total_domination", "Total Domination") and GAME.version


@pytest.mark.rule("total_domination", "3.1")
@pytest.mark.rule("total_domination", "10.1a")
@pytest.mark.rule("total_domination", "10.2")
@pytest.mark.rule("total_domination", "10.3")
@pytest.mark.rule("total_domination", "13.0b")
@pytest.mark.parametrize(
    ("mode", "names", "teams", "seats", "holders"),
    [
        (
            "four_players",
            ["Germany", "United Kingdom", "Japan", "Soviet Union"],
            ((0, 2), (1, 3)),
            [0, 1, 2, 3],
            [0, 1, 2, 3],
        ),
        (
            "three_players_axis",
            ["Axis", "United Kingdom", "Soviet Union"],
            ((0,), (1, 2)),
            [0, 1, 0, 2],
            [0, 1, 2, 3],
        ),
        (
            "three_players_allies",
            ["Allies", "Germany", "Japan"],
            ((1, 2), (0,)),
            [1, 0, 2, 0],
            [0, 1, 2, 3],
        ),
        ("two_players", ["Axis", "Allies"], ((0,), (1,)), [0, 1, 0, 1], [0, 1, 0, 1]),
        ("two_players_variant", ["Axis", "Allies"], ((0,), (1,)), [0, 1, 0, 1], [0, 1, 2, 3]),
        ("solo", ["Allies"], ((0,),), [NOBODY, 0, NOBODY, 0], [0, 1, 0, 1]),
    ],
)
def test_powers_seats_and_hands_of_each_mode(
    mode: str, names: list[str], teams: tuple[tuple[int, ...], ...], seats: list[int], holders: list[int]
) -> None:
    m = game(mode)
    g = board(m)
    assert T.mode_id[g.mode] == mode and m.setup.players == len(names)
    assert GAME.seat_names(g) == names
    assert GAME.teams(m.setup) == teams
    assert list(g.seat_of) == seats and list(g.holder) == holders


@pytest.mark.rule("total_domination", "10.2")
@pytest.mark.rule("total_domination", "10.3")
def test_the_options_for_two_and_three_players_do_nothing_in_other_games() -> None:
    for players in (2, 3, 4):
        modes = set()
        for two in ("common", "separate"):
            for three in ("axis", "allies"):
                setup = GAME.settle("standard", players, {"two_players": two, "three_players": three})
                modes.add(T.mode_id[GAME.mode(setup)])
        assert modes == {mode for mode, (count, _) in MODES.items() if count == players}
    with pytest.raises(BadOption, match="Total Domination is not for 5 players"):
        GAME.mode(settled()._replace(players=5))


@pytest.mark.rule("total_domination", "2.0.8")
@pytest.mark.parametrize(
    ("option", "value", "field"),
    [
        ("advanced", False, "advanced"),
        ("arctic", True, "arctic"),
        ("set_up", "free", "free_setup"),
        ("board", "alternative", "alternative"),
    ],
)
def test_each_option_reaches_the_board_and_stays_there(option: str, value: bool | str, field: str) -> None:
    fields = ("advanced", "arctic", "free_setup", "alternative")
    plain = game(seed=4)
    usual = {name: getattr(board(plain), name) for name in fields}
    assert usual == {"advanced": True, "arctic": False, "free_setup": False, "alternative": False}
    m = Match(GAME, GAME.settle(options={option: value}, seed=4))
    changed = {**usual, field: not usual[field]}
    assert {name: getattr(board(m), name) for name in fields} == changed
    for _ in range(30):
        m.play(m.prompts[0].choices[-1], m.prompts[0].seat)
    packed = saves.plain(GAME, m.state)
    for other in (
        m.state.copy(),
        Match.load(GAME, m.save()).state,
        Match.replay(GAME, m.setup, m.history).state,
        GAME.unpack_state(GAME.settle(), packed),  # a position knows by itself how it was begun
    ):
        assert {name: getattr(other, name) for name in fields} == changed


@pytest.mark.rule("total_domination", "2.0.8")
@pytest.mark.rule("total_domination", "12.2a")
def test_what_does_not_go_together_is_refused_in_one_sentence() -> None:
    for wish, words in (
        ({"scenario": "fall_of_the_axis", "options": {"arctic": True}}, "played without the Arctic"),
        ({"scenario": "fall_of_the_axis", "options": {"set_up": "free"}}, "has its own set-up"),
        ({"scenario": "solo", "options": {"set_up": "free"}}, "has its own set-up"),
        ({"scenario": "solo", "players": 2}, "is for 1 player, not for 2"),
        ({"scenario": "standard", "players": 1}, "is for 2, 3 or 4 players, not for 1"),
        ({"scenario": "fall_of_japan"}, "has no scenario"),
        ({"options": {"fog": True}}, "has no option"),
        ({"options": {"arctic": "yes"}}, "can be true, false"),
        ({"options": {"board": "round"}}, "can be basic, alternative"),
        ({"seed": -1}, "seed"),
    ):
        with pytest.raises(BadOption, match=words) as refused:
            GAME.settle(**wish)
        assert str(refused.value).endswith(".") and "\n" not in str(refused.value)
    for scenario in ("standard", "rise_of_the_axis"):
        GAME.settle(scenario, options={"arctic": True, "set_up": "free"})
    GAME.settle("solo", options={"arctic": True})


def test_free_placement_comes_before_the_first_deal() -> None:
    m = game(set_up="free", seed=1)
    assert name_of(m) == "Place" and m.prompts[0].seat == 3
    assert board(m).cards.count(0) == 54


# --- names


def test_counters_are_named_by_kind_condition_and_place() -> None:
    units = {"germany": "2 german_army, german_air_fleet used", "poland": "german_army"}
    m = table(units=units, hands={"germany": ["g01"]})
    g = board(m)
    keys = sorted(GAME.key(g, g.ids.unit + unit) for unit in g.at[T.area_index["germany"]])
    assert keys == [
        "unit:german_air_fleet.used@germany",
        "unit:german_army@germany",
        "unit:german_army@germany/2",
    ]
    labels = {key: GAME.label(g, GAME.find(g, key)) for key in keys}
    assert labels["unit:german_air_fleet.used@germany"].endswith(" (used) in Germany")
    assert labels["unit:german_army@germany"].endswith("rmy in Germany")
    # In the supply a counter has its number; on the map that name finds it as well.
    free = g.free_unit(T.kind_index["german_fleet"])
    assert GAME.key(g, g.ids.unit + free) == "unit:german_fleet#1"
    assert " in " not in GAME.label(g, g.ids.unit + free)
    assert GAME.find(g, "unit:german_army#3") == GAME.find(g, "unit:german_army@poland")
    for wrong in (
        "unit:german_army@japan",
        "unit:german_army@atlantis",
        "unit:german_army@poland/9",
        "x:y",
        "",
    ):
        assert GAME.find(g, wrong) == -1
    with pytest.raises(IllegalChoice, match="There is no 'unit:german_army@japan'"):
        m.play("unit:german_army@japan")


def test_counters_are_alike_in_one_place_and_condition_only() -> None:
    units = {
        "germany": "2 german_army, german_air_fleet used",
        "austria": "german_army, german_air_fleet",
        "italy": "italian_army",
    }
    g = board(table(units=units, hands={"germany": ["g01"]}))
    first = g.ids.unit + unit_at(g, "german_army", "germany")
    second = g.ids.unit + unit_at(g, "german_army", "germany", 1)
    assert GAME.same(g, first, second) and GAME.same(g, first, first)
    assert not GAME.same(g, first, g.ids.unit + unit_at(g, "german_army", "austria"))
    assert not GAME.same(g, first, g.ids.unit + unit_at(g, "german_air_fleet", "germany"))
    ready = unit_at(g, "german_air_fleet", "austria")
    g.move(ready, T.area_index["germany"])
    used = next(u for u in g.at[T.area_index["germany"]] if g.used[u])
    assert not GAME.same(g, g.ids.unit + ready, g.ids.unit + used)
    assert GAME.same(g, ids.AREA, ids.AREA) and not GAME.same(g, ids.AREA, ids.AREA + 1)
    assert not GAME.same(g, ids.AREA, first)


def test_alike_counters_are_offered_once_and_any_of_them_is_taken() -> None:
    m = table(set_up=True, hands={"germany": ["g01"]})
    m.play("card:g01")
    m.play("button:operate")
    assert [key for key in offered(m) if key.startswith("unit:german_army@germany")] == [
        "unit:german_army@germany"
    ]
    g = board(m)
    assert g.agenda[-1].allows(g, 0, GAME.find(g, "unit:german_army@germany/2"))
    for m in moments.every():
        for prompt in m.prompts:
            for number, one in enumerate(prompt.choices):
                assert not any(GAME.same(m.state, one, other) for other in prompt.choices[:number])


# --- packing


def test_a_strike_is_met_in_both_its_phases() -> None:
    steps = [m.state.agenda[-1] for m in moments.every()]
    assert {step.begun for step in steps if isinstance(step, Strike)} == {True, False}
