"""Developments: tiles, dates, prerequisites, secrecy. [13] [4.6]"""

from typing import Any

import pytest

from sandtable.engine.step import Step
from sandtable.games import load_game
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import actions, developments
from sandtable.games.downfall.testing import add_army, position, unit_at


def at(side: str, turn: int, **more: Any) -> Board:
    return position(side=side, turn=turn, **more)


def tile(g: Board, name: str) -> int:
    return g.t.tile_index[name]


def rule(g: Board, name: str) -> str:
    """The rule that closes a tile to a Development Action; "" if it is open."""
    number = tile(g, name)
    reason = developments.why_not_develop(g, number)
    assert (reason is None) == (number in developments.open_tiles(g))
    return "" if reason is None else reason.rule


def read(g: Board, seat: int | None) -> list[str]:
    assert g.log is not None
    return [line.text for line in g.log.lines(seat)]


@pytest.mark.rule("downfall", "13")
def test_each_side_has_its_own_tiles() -> None:
    g = at("axis", 1)
    t = g.t
    assert [len([x for x in t.tile_side if x == side]) for side in range(3)] == [8, 9, 8]
    for side in range(3):
        g.side = side
        g.turn = 20
        tiles = developments.open_tiles(g)
        assert {t.tile_side[x] for x in tiles} == {side}
        assert len(tiles) == (4 if side == const.USSR else [8, 9][side])  # the others wait for the Urals
        while developments.can_develop(g):
            developments.develop(g, developments.open_tiles(g)[0])
        assert sorted(developments.secret_tiles(g, side)) == [
            x for x in range(t.n_tiles) if t.tile_side[x] == side
        ]
    g.side = const.AXIS
    assert rule(g, "allies_logistics") == "13"


@pytest.mark.rule("downfall", "13a")
def test_developed_at_the_start() -> None:
    game = load_game("downfall")
    g = game.new(game.settle())
    assert isinstance(g, Board)
    there = {g.t.tile_id[x]: g.tiles[x] for x in range(g.t.n_tiles) if g.tiles[x] != const.UNUSED}
    assert there == {
        "axis_blitzkrieg": const.AVAILABLE,
        "axis_aviation": const.AVAILABLE,
        "allies_aviation": const.AVAILABLE,
        "ussr_aviation": const.IN_PROGRESS,
    }
    assert developments.secret_tiles(g, const.AXIS) == []
    g.side = const.USSR
    g.actions_left = 1
    assert rule(g, "ussr_aviation") == ""  # one Action finishes it, in turn 1 already
    developments.develop(g, tile(g, "ussr_aviation"))
    assert g.tile(const.USSR, g.t.aviation)


@pytest.mark.rule("downfall", "4.6")
@pytest.mark.rule("downfall", "4.6a")
def test_a_tile_is_begun_and_finished_in_a_later_turn() -> None:
    g = at("axis", 2)
    logistics = tile(g, "axis_logistics")
    developments.develop(g, logistics)
    assert g.tiles[logistics] == const.IN_PROGRESS
    assert not g.tile(const.AXIS, g.t.logistics)
    assert rule(g, "axis_logistics") == "4.6a"
    assert rule(g, "axis_tank_industry") == ""  # several may be in progress
    g.turn = 3
    assert rule(g, "axis_logistics") == ""
    g.supplied = b""
    developments.develop(g, logistics)
    assert g.tile(const.AXIS, g.t.logistics)
    assert g.supplied is None  # a new development may carry supply at once [R61]
    assert rule(g, "axis_logistics") == "4.6"


@pytest.mark.rule("downfall", "4.6d")
def test_from_1944_one_action_is_enough() -> None:
    g = at("axis", 16)
    developments.develop(g, tile(g, "axis_logistics"))
    assert g.tiles[tile(g, "axis_logistics")] == const.IN_PROGRESS
    g.turn = 17
    developments.develop(g, tile(g, "axis_logistics"))
    developments.develop(g, tile(g, "axis_tank_industry"))
    assert g.tile(const.AXIS, g.t.logistics) and g.tile(const.AXIS, g.t.tank_industry)


@pytest.mark.parametrize(
    ("side", "name", "turn", "says"),
    [
        pytest.param("ussr", "ussr_blitzkrieg", 9, "13.1e", marks=pytest.mark.rule("downfall", "13.1e")),
        pytest.param("axis", "axis_advanced_tanks", 9, "13.3a", marks=pytest.mark.rule("downfall", "13.3a")),
        pytest.param("ussr", "ussr_urals_industry", 5, "13.4a", marks=pytest.mark.rule("downfall", "13.4a")),
        pytest.param(
            "allies", "allies_amphibious_landings", 9, "13.9a", marks=pytest.mark.rule("downfall", "13.9a")
        ),
        pytest.param(
            "allies", "allies_advanced_warships", 13, "13.10", marks=pytest.mark.rule("downfall", "13.10")
        ),
        pytest.param(
            "axis", "axis_advanced_warships", 13, "13.10", marks=pytest.mark.rule("downfall", "13.10")
        ),
        pytest.param(
            "allies", "allies_advanced_aviation", 13, "13.11", marks=pytest.mark.rule("downfall", "13.11")
        ),
        pytest.param(
            "axis", "axis_advanced_aviation", 13, "13.11", marks=pytest.mark.rule("downfall", "13.11")
        ),
    ],
)
def test_no_development_action_before_the_year(side: str, name: str, turn: int, says: str) -> None:
    g = at(side, turn - 1)
    assert rule(g, name) == says
    g.turn = turn
    assert rule(g, name) == ""


@pytest.mark.rule("downfall", "13.1e")
@pytest.mark.rule("downfall", "13.3a")
def test_the_dates_bind_only_the_side_they_name() -> None:
    assert rule(at("allies", 5), "allies_blitzkrieg") == ""
    assert rule(at("allies", 5), "allies_advanced_tanks") == ""
    assert rule(at("ussr", 1), "ussr_advanced_tanks") == ""


@pytest.mark.rule("downfall", "13.4")
@pytest.mark.rule("downfall", "13.5")
@pytest.mark.parametrize("name", ["guards", "tank_industry", "air_industry", "logistics"])
def test_soviet_industry_needs_the_urals(name: str) -> None:
    g = at("ussr", 7)
    urals = tile(g, "ussr_urals_industry")
    assert rule(g, f"ussr_{name}") == "13.4"
    g.tiles[urals] = const.IN_PROGRESS
    g.tile_since[urals] = 5
    assert rule(g, f"ussr_{name}") == "13.4"
    g.tiles[urals] = const.AVAILABLE
    assert rule(g, f"ussr_{name}") == ""
    assert rule(at("ussr", 7), "ussr_advanced_tanks") == ""
    if name != "guards":
        assert rule(at("axis", 1), f"axis_{name}") == ""


# --- secrecy


@pytest.mark.rule("downfall", "4.6b")
def test_which_tile_is_begun_only_its_owner_reads() -> None:
    g = at("ussr", 9)
    developments.develop(g, tile(g, "ussr_blitzkrieg"))
    assert read(g, 2) == ["Soviet Union, Development Action: work begins on Blitzkrieg."]
    for seat in (0, 1, None):
        assert read(g, seat) == ["Soviet Union, Development Action: work begins on a secret development."]
    g.turn = 10
    developments.develop(g, tile(g, "ussr_blitzkrieg"))
    assert read(g, 2)[1:] == ["Soviet Union, Development Action: completion of Blitzkrieg."]
    assert read(g, 0)[1:] == ["Soviet Union, Development Action: completion of a secret development."]
    assert developments.secret_tiles(g, const.USSR) == [tile(g, "ussr_blitzkrieg")]


@pytest.mark.rule("downfall", "4.6b")
def test_with_two_players_the_partner_reads_it_too() -> None:
    g = at("ussr", 9, players=2)
    developments.develop(g, tile(g, "ussr_blitzkrieg"))
    assert read(g, 1) == ["Soviet Union, Development Action: work begins on Blitzkrieg."]
    assert read(g, 0) == ["Soviet Union, Development Action: work begins on a secret development."]


@pytest.mark.rule("downfall", "4.6b")
def test_without_the_option_everything_is_open() -> None:
    g = at("ussr", 9)
    g.secret_tiles = False
    developments.develop(g, tile(g, "ussr_blitzkrieg"))
    assert read(g, 0) == ["Soviet Union, Development Action: work begins on Blitzkrieg."]
    assert not developments.can_reveal(g)


@pytest.mark.rule("downfall", "4.6b")
def test_use_turns_a_tile_up_once_and_with_it_what_it_needs() -> None:
    g = at("ussr", 12, developments={"ussr": ["urals_industry", "logistics"]})
    developments.reveal_use(g, const.AXIS, g.t.guards)  # no such tile
    assert g.revealed == 0
    developments.reveal_use(g, const.USSR, g.t.logistics)
    assert g.tile_known[tile(g, "ussr_logistics")] and g.tile_known[tile(g, "ussr_urals_industry")]
    assert g.revealed == 2
    assert read(g, 0) == [
        "Soviet Union: Urals industry revealed (available).",
        "Soviet Union: Logistics revealed (available).",
    ]
    developments.reveal_use(g, const.USSR, g.t.logistics)
    developments.reveal_use(g, const.USSR, g.t.air_industry)  # not there to be used
    assert g.revealed == 2


@pytest.mark.rule("downfall", "4.6b")
def test_a_secret_can_be_given_up() -> None:
    g = at("axis", 9, developments={"axis": ["blitzkrieg", "logistics"]})
    g.tile_known[tile(g, "axis_blitzkrieg")] = True
    g.tiles[tile(g, "axis_tank_industry")] = const.IN_PROGRESS
    assert developments.can_reveal(g)
    step: Step[Board] = developments.Reveal()
    g.push(step)
    assert step.seats(g) == (0,)
    shown = g.ids.tile + tile(g, "axis_tank_industry")
    assert step.choices(g, 0) == [shown, g.ids.tile + tile(g, "axis_logistics")]
    assert step.prompt(g, 0).rule == "4.6b"

    def why(name: str) -> str:
        reason = step.why_not(g, 0, g.ids.tile + tile(g, name))
        assert reason is not None
        return reason.text

    assert why("allies_logistics") == "This tile belongs to another side: Allies."
    assert why("axis_air_industry") == "Work on Air industry has not begun."
    assert why("axis_blitzkrieg") == "Everybody already knows Blitzkrieg."
    assert step.why_not(g, 0, 1) is None
    step.answer(g, 0, shown)
    assert read(g, 1) == ["Axis: Tank industry revealed (in progress)."]
    assert g.revealed == 1
    assert g.agenda == []
    developments.reveal_use(g, const.AXIS, g.t.logistics)
    assert not developments.can_reveal(g)


@pytest.mark.rule("downfall", "4.6b")
def test_a_line_of_supply_that_only_blitzkrieg_carries_gives_it_away() -> None:
    g = at(
        "allies",
        17,
        developments={"allies": ["blitzkrieg"]},
        armies=[
            "american_infantry@calais",
            "british_infantry@london",
        ],
        surrendered={"france": "axis", "belgium": "axis"},
        beachheads={"calais": "allies"},
    )
    home = unit_at(g, "british_infantry", "london")
    developments.reveal_lines(g, const.ALLIES, [home])
    assert g.revealed == 0
    # Inland, with one army at the beach: only Blitzkrieg takes the line through it.
    inland = add_army(g, "american_infantry", "reims")
    g.tiles[tile(g, "allies_blitzkrieg")] = const.UNUSED
    developments.reveal_lines(g, const.ALLIES, [home, inland])
    assert g.revealed == 0
    g.tiles[tile(g, "allies_blitzkrieg")] = const.AVAILABLE
    g.supplied = None
    lost = add_army(g, "american_infantry", "munich")
    developments.reveal_lines(g, const.ALLIES, [home, lost])  # what is cut off anyway tells nothing
    assert g.revealed == 0
    developments.reveal_lines(g, const.ALLIES, [home, inland])
    assert g.tile_known[tile(g, "allies_blitzkrieg")]
    developments.reveal_lines(g, const.ALLIES, [home, inland])
    assert g.revealed == 1


# --- the step


@pytest.mark.rule("downfall", "4.6")
def test_the_step_says_why_a_tile_is_closed() -> None:
    g = at("allies", 8)
    g.actions_left = 1
    actions.take(g, const.ACT_DEVELOPMENT)
    step = g.agenda[-1]
    assert step.seats(g) == (g.seat_of[const.ALLIES],)
    reason = step.why_not(g, 1, g.ids.tile + tile(g, "allies_amphibious_landings"))
    assert reason is not None
    assert reason == ("Amphibious landings may not be developed before 1942.", "13.9a")
    assert step.why_not(g, 1, 0) is None
    assert step.prompt(g, 1).rule == "4.6"
    g.turn = 17
    assert step.prompt(g, 1).rule == "4.6d"
