"""The game as the engine sees it: set-up, options, names, saves, and a reason for every refusal."""

import pytest

from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.games.downfall.components.constants import AVAILABLE, BEGINNING, FULL, IN_PROGRESS, POOL, STEPS
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import combat
from sandtable.games.downfall.sequence import SideTurn, TurnEnd
from sandtable.games.downfall.testing import position
from tests.games.downfall.clicks import GAME, T, board, table
from tests.games.downfall.moments import moments
from tests.games.moments import name_of

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


# --- refusals


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


def test_after_the_end_everything_is_refused_with_the_result() -> None:
    lost = {"berlin": "ussr", "breslau": "ussr", "ruhr": "allies"}
    m = table("ussr", armies=["soviet_infantry@berlin"], turn=20, control=lost)
    m.play("button:end_turn")
    assert m.explain("area:berlin").endswith("[20b]")
    with pytest.raises(IllegalChoice, match="The game is over"):
        m.play("area:berlin")


# --- estimates


def test_a_position_is_worth_the_same_to_both_camps_together() -> None:
    for m in moments.every():
        values = [GAME.value(m.state, seat) for seat in range(m.setup.players)]
        assert all(0.0 <= value <= 1.0 for value in values)
        assert values[0] + values[1] == pytest.approx(1.0) and values[1] == values[-1]
    lost = {"berlin": "ussr", "breslau": "ussr", "ruhr": "allies"}
    m = table("ussr", armies=["soviet_infantry@berlin"], turn=20, control=lost)
    m.play("button:end_turn")
    assert [GAME.value(m.state, seat) for seat in range(3)] == [0.0, 1.0, 1.0]
