"""The sequence of play: turns, sides, the parts of a side's turn, the end of the game. [2] [3] [4] [20]"""

from typing import Any

import pytest

from sandtable.engine.choice import DONE
from sandtable.engine.match import Match
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.rules import actions, combat, missions, supply
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.rules.turn_start import TurnStart
from sandtable.games.downfall.sequence import AfterCombat, BeforeCombat, Sequence, SideEnd, SideTurn, TurnEnd
from sandtable.games.downfall.testing import add_army, position, unit_at
from tests.games.downfall.clicks import GAME, T, attacks, board, offers, order, table, told, where, why


def new(players: int = 3, seed: int = 1, **options: Any) -> Match:
    return Match.start(GAME, None, players, options, seed)


def skip(m: Match) -> None:
    """End the turn of the side that plays, without doing anything."""
    side = board(m).side
    turn = board(m).turn
    while m.result is None and (board(m).side, board(m).turn) == (side, turn):
        m.play(DONE if isinstance(m.state.agenda[-1], TurnStart) else "button:end_turn")


def begin(side: str, armies: Any = (), **more: Any) -> Match:
    """A match at the very start of a side's turn, the rest of the turn behind it."""
    ready = more.pop("ready", False)
    options = more.pop("options", None)
    g = position(side=side, armies=armies, t=T, ready=ready, **more)
    setup = GAME.settle(None, more.get("players", 3), options, 0)
    g.new_armies_operate = setup.options["new_armies_may_operate"] is True
    order_of_sides = list(T.side_order)
    later = order_of_sides[order_of_sides.index(g.side) :]
    g.agenda = [TurnEnd(), *[SideTurn(s) for s in reversed(later)]]
    g.advance()
    return Match(GAME, setup, g)


# --- seats


@pytest.mark.rule("downfall", "2")
def test_three_players_lead_a_side_each() -> None:
    m = new(3)
    assert GAME.seat_names(m.state) == ["Axis", "Allies", "Soviet Union"]
    assert board(m).seat_of == (0, 1, 2)
    asked = []
    for _ in range(3):
        asked.append((m.prompts[0].seat, board(m).side))
        skip(m)
    assert asked == [(0, const.AXIS), (1, const.ALLIES), (2, const.USSR)]


@pytest.mark.rule("downfall", "2b")
def test_with_two_players_one_leads_allies_and_soviet_union_as_two_sides() -> None:
    m = new(2)
    assert GAME.seat_names(m.state) == ["Axis", "Allies and Soviet Union"]
    g = board(m)
    skip(m)
    assert (m.prompts[0].seat, board(m).side) == (1, const.ALLIES)
    m.play(DONE)
    stock = g.supply[:]
    m.play("button:supply")
    assert [board(m).supply[s] - stock[s] for s in range(3)] == [0, 5, 0]
    m.play("button:reinforcements")
    points = board(m).points
    assert points == 2
    skip(m)
    # The same player now plays the other side: its own turn, Actions, stock and tiles.
    assert (m.prompts[0].seat, board(m).side) == (1, const.USSR)
    m.play(DONE)
    assert (board(m).points, board(m).actions_left) == (0, 2)
    assert "button:supply" in offers(m)
    assert "army:british_infantry" not in offers(m)
    m.play("button:development")
    assert all(key.startswith("tile:ussr") for key in offers(m))


@pytest.mark.rule("downfall", "20b")
def test_allies_and_soviet_union_win_together() -> None:
    assert GAME.teams(new(2).setup) == ((0,), (1,))
    assert GAME.teams(new(3).setup) == ((0,), (1, 2))


@pytest.mark.rule("downfall", "2b")
def test_with_two_players_partners_still_do_not_lead_each_others_armies() -> None:
    m = table("allies", armies=["british_infantry@london", "soviet_infantry@moscow"], players=2)
    assert m.prompts[0].seat == 1
    assert "unit:soviet_infantry@moscow" not in offers(m)
    assert why(m, "unit:soviet_infantry@moscow") == "2b"
    m = table("allies", armies=["british_infantry@london", "soviet_infantry@moscow"], players=3)
    assert why(m, "unit:soviet_infantry@moscow") == "2"  # another player's


# --- turns


@pytest.mark.rule("downfall", "3")
@pytest.mark.rule("downfall", "3a")
@pytest.mark.rule("downfall", "3b")
@pytest.mark.rule("downfall", "20")
@pytest.mark.rule("downfall", "20c")
def test_twenty_two_turns_of_three_side_turns_each() -> None:
    m = new(3)
    played = []
    entered: dict[str, int] = {}
    while m.result is None:
        g = board(m)
        played.append((g.turn, g.side))
        for country in ("belgium", "greece", "united_states"):
            if g.status[T.country_index[country]] == const.AT_WAR:
                entered.setdefault(country, g.turn)
        skip(m)
    assert entered == {"belgium": 2, "greece": 5, "united_states": 9}  # at the start of the turn
    assert played == [
        (turn, side) for turn in range(1, 23) for side in (const.AXIS, const.ALLIES, const.USSR)
    ]
    assert m.result.rule == "20c" and m.result.scores == (1.0, 0.0, 0.0)
    assert m.prompts == []
    told = [line.text for line in m.log(None) if line.rule == "3a"]
    assert len(told) == 22
    assert (told[0], told[-1]) == ("Turn 1: Winter 1940.", "Turn 22: Spring 1945.")


@pytest.mark.rule("downfall", "3a")
def test_each_turn_is_a_season_and_winter_is_the_first_of_its_year() -> None:
    assert T.season[1:6] == [const.WINTER, const.SPRING, const.SUMMER, const.AUTUMN, const.WINTER]
    assert [T.year[turn] for turn in (1, 4, 5, 8, 9, 21, 22)] == [1940, 1940, 1941, 1941, 1942, 1945, 1945]
    assert (T.season[21], T.season[22], T.last_turn) == (const.WINTER, const.SPRING, 22)


@pytest.mark.rule("downfall", "20")
@pytest.mark.rule("downfall", "20b")
def test_the_game_ends_at_once_when_germany_surrenders() -> None:
    lost = {"berlin": "ussr", "breslau": "ussr", "ruhr": "allies"}
    m = table("ussr", armies=["soviet_infantry@berlin"], turn=20, control=lost)
    m.play("button:end_turn")
    assert m.result is not None and m.result.rule == "20b"
    assert m.result.scores == (0.0, 1.0, 1.0)
    m = table("ussr", armies=["soviet_infantry@berlin"], turn=22, control=lost, players=2)
    m.play("button:end_turn")
    assert m.result is not None and (m.result.rule, m.result.scores) == ("20a", (0.5, 0.5))


@pytest.mark.rule("downfall", "3b")
def test_a_soviet_union_that_has_surrendered_plays_no_more() -> None:
    # R32: the game goes on without it.
    g = position(turn=10, side="allies", surrendered={"ussr": "axis"}, t=T)
    g.agenda = [TurnEnd(), SideTurn(const.USSR)]
    g.advance()
    assert (g.turn, g.side) == (11, const.AXIS)


@pytest.mark.rule("downfall", "17f")
def test_what_was_attacked_by_a_partner_is_forgotten_when_the_turn_is_over() -> None:
    g = position(turn=10, armies=["german_infantry@minsk"], t=T)
    unit = unit_at(g, "german_infantry", "minsk")
    g.cond[unit] |= const.HIT_BY_ALLIES
    g.agenda = [TurnEnd(), SideTurn(const.USSR)]
    g.advance()
    assert g.side == const.USSR and g.cond[unit] & const.HIT_BY_ALLIES
    m = Match(GAME, GAME.settle(), g)
    skip(m)
    assert (board(m).turn, board(m).cond[unit] & const.HIT_BY_ALLIES) == (11, 0)


# --- the start of a side's turn


@pytest.mark.rule("downfall", "8w")
def test_only_armies_with_a_line_of_supply_at_the_start_may_operate() -> None:
    around = dict.fromkeys(("riga", "dvinsk", "minsk", "kovel"), "axis")
    armies = ["soviet_infantry@vilnius", "soviet_infantry@moscow"]
    m = begin("ussr", armies, control=around, turn=8, barbarossa=7, supply=5)
    m.play(DONE)
    g = board(m)
    cut_off = unit_at(g, "soviet_infantry", "vilnius")
    assert g.cond[cut_off] & const.READY == 0
    assert "unit:soviet_infantry@moscow" in offers(m)
    assert "unit:soviet_infantry@vilnius" not in offers(m)
    assert why(m, "unit:soviet_infantry@vilnius") == "8w"
    # A line won in the course of the turn comes too late.
    g.set_control(T.area_index["dvinsk"], const.USSR)
    g.supplied = None
    assert supply.has_line(g, cut_off)
    assert why(Match(GAME, m.setup, g), "unit:soviet_infantry@vilnius") == "8w"


@pytest.mark.rule("downfall", "8w")
def test_armies_built_this_turn_operate_as_the_option_says() -> None:
    # The rule asks for a line at the start of the turn; the option sets that aside (R9).
    may = "new_armies_may_operate"
    for options, rule in (({}, "8w"), ({may: True}, ""), ({may: False}, "8w")):
        m = begin("axis", ["german_infantry@ruhr"], turn=6, supply=5, options=options)
        m.play(DONE)
        m.play("button:reinforcements")
        m.play("army:german_infantry")
        m.play("area:berlin")
        assert ("unit:german_infantry@berlin" in offers(m)) is (rule == "")
        if rule:
            assert why(m, "unit:german_infantry@berlin") == rule


@pytest.mark.rule("downfall", "4")
def test_actions_are_counted_at_the_start_and_those_not_taken_are_lost() -> None:
    m = begin("axis", ["german_infantry@ruhr"], turn=6)
    m.play(DONE)
    g = board(m)
    assert g.actions_left == actions.count_actions(g, const.AXIS) == 3
    m.play("button:supply")
    assert (g.actions_left, g.actions_taken[const.ACT_SUPPLY]) == (2, 1)
    assert why(m, "button:supply") == "4b"
    for key in ("button:armor_production", "button:reinforcements"):
        m.play(key)
    assert g.actions_left == 0
    assert why(m, "button:air_missions") == "4"
    # A side need not use its Actions; they do not wait for its next turn. (R5, R10)
    m = new(3)
    left = []
    for _ in range(6):
        if isinstance(m.state.agenda[-1], TurnStart):
            m.play(DONE)
        left.append(board(m).actions_left)
        skip(m)
    assert left == [3, 2, 2, 3, 2, 2]


@pytest.mark.rule("downfall", "4.2h")
@pytest.mark.rule("downfall", "4")
def test_points_and_actions_lapse_with_the_side_turn() -> None:
    m = begin("axis", ["german_infantry@ruhr"], turn=6)
    m.play(DONE)
    m.play("button:reinforcements")
    assert (board(m).points, board(m).actions_left) == (4, 2)
    m.play("button:end_turn")
    assert (board(m).side, board(m).points) == (const.ALLIES, 0)


@pytest.mark.rule("downfall", "8v")
def test_what_armies_did_is_forgotten_with_the_side_turn() -> None:
    # R46: who fought its way in stands inside next turn.
    m = begin("axis", ["german_infantry@ruhr", "german_infantry@berlin"], turn=6, supply=5)
    m.play(DONE)
    order(m, "german_infantry@ruhr", "frankfurt")
    unit = unit_at(board(m), "german_infantry", "frankfurt")
    m.play("button:end_turn")
    assert board(m).cond[unit] == board(m).cond[unit] & const.STEPS


@pytest.mark.rule("downfall", "18j")
def test_partisans_are_asked_for_when_the_allies_begin() -> None:
    # R23: Yugoslavia falls in the Axis turn of a summer.
    m = begin("allies", ["british_infantry@london"], turn=15, surrendered={"yugoslavia": "axis"})
    assert board(m).partisans and board(m).status[T.yugoslavia] == const.AT_WAR
    assert board(m).minor_points[T.yugoslavia] == 2


# --- free play


@pytest.mark.rule("downfall", "3c")
@pytest.mark.rule("downfall", "3d")
def test_actions_and_spending_come_in_any_order_and_piecemeal() -> None:
    armies = ["german_infantry@ruhr", "german_infantry@berlin", "german_infantry@munich reduced"]
    may = {"new_armies_may_operate": True}
    m = begin("axis", armies, turn=6, supply=1, armor=2, at_war=["germany"], options=may)
    m.play(DONE)
    order(m, "german_infantry@ruhr", "frankfurt")  # the only unit there was
    assert "unit:german_infantry@berlin" in offers(m)  # it could be converted still
    m.play("button:supply")
    order(m, "german_infantry@berlin", "leipzig")
    m.play("button:reinforcements")
    m.play("army:german_infantry.reduced")
    m.play("area:berlin")
    order(m, "german_infantry.reduced@berlin", "stettin")
    m.play("unit:german_infantry.reduced@munich")
    m.play("button:upgrade")
    assert (board(m).points, board(m).supply[const.AXIS]) == (2, 3)
    m.play("button:armor_production")
    assert board(m).armor[const.AXIS] == 5
    assert board(m).actions_left == 0


@pytest.mark.rule("downfall", "3e")
@pytest.mark.rule("downfall", "8u")
def test_after_the_battles_no_supply_is_spent_and_nobody_moves() -> None:
    armies = [
        "german_armor@riga",
        "soviet_infantry@riga",
        "german_infantry@ruhr",
        "german_infantry@berlin reduced",
    ]
    m = table(armies=armies, points=2, dice=[6, 1], air={"german_air": 1}, barbarossa=7)
    board(m).actions_left = 2
    order(m, "german_armor@riga", attack="soviet_infantry")
    stock = board(m).supply[const.AXIS]
    m.play("button:combat")
    assert isinstance(m.state.agenda[-1], AfterCombat) and board(m).phase == const.AFTER
    assert where(m, "riga") == ["german_armor"]
    assert not [key for key in offers(m) if key.startswith(("area:", "mission:"))]
    # The reduced army is there to be brought to full strength, not to be led anywhere. [4.2h]
    assert [key for key in offers(m) if key.startswith("unit:")] == ["unit:german_infantry.reduced@berlin"]
    assert why(m, "unit:german_infantry@ruhr") == "3e"
    assert why(m, "button:combat") == "8u"
    assert why(m, "mission:german_air") == "8u"
    m.play("unit:german_infantry.reduced@berlin")
    assert offers(m) == ["button:upgrade"]
    assert why(m, "area:leipzig") == "3e"
    m.play("button:upgrade")
    m.play("button:supply")  # Actions go on, the new supply too is for the next turn
    assert board(m).supply[const.AXIS] == min(12, stock + 5)
    assert not [key for key in offers(m) if key.startswith("unit:")]
    assert m.prompts[0].rule == "4.2h"
    m.play("button:end_turn")
    assert m.result is not None or board(m).side != const.AXIS or board(m).turn != 7


TWO_FRONTS = [
    "german_armor@riga",
    "soviet_infantry@riga",
    "german_infantry@minsk reduced",
    "soviet_infantry@minsk",
    "german_infantry@ruhr",
]


def two_fronts(actions_left: int = 3, **more: Any) -> Match:
    """Attacks in Riga and Minsk, both declared, and the combats begun."""
    m = table(armies=TWO_FRONTS, turn=7, barbarossa=7, control={"kovel": "axis"}, **more)
    g = board(m)
    g.tile_known = [True] * T.n_tiles
    g.actions_left = actions_left
    order(m, "german_armor@riga", attack="soviet_infantry")
    order(m, "german_infantry.reduced@minsk", attack="soviet_infantry")
    m.play("button:combat")
    return m


@pytest.mark.rule("downfall", "3c")
@pytest.mark.rule("downfall", "3d")
@pytest.mark.rule("downfall", "3e")
@pytest.mark.rule("downfall", "4.2h")
def test_actions_and_stock_but_no_supply_between_two_combats() -> None:
    m = two_fronts(dice=[6, 1, 6, 1], air={"german_air": 1})
    assert isinstance(m.state.agenda[-1], Combat) and board(m).phase == const.FIGHTING
    m.play("unit:soviet_infantry@riga")
    assert where(m, "riga") == ["german_armor"] and len(board(m).attacks) == 1
    # The attack in Minsk waits while there is anything to do.
    assert isinstance(m.state.agenda[-1], Combat)
    assert m.prompts[0].text == (
        "Which attack is fought next? Choose the army under attack. You can also take Actions and build, "
        "but not spend supply (3 Actions left)."
    )
    assert {"unit:soviet_infantry@minsk", "button:supply", "mission:german_air"} <= set(offers(m))
    supply = board(m).supply[const.AXIS]
    m.play("button:supply")
    assert board(m).supply[const.AXIS] == min(12, supply + 5)
    assert told(m, "unit:german_infantry@ruhr") == (
        "Supply cannot be spent once the combats have begun.",
        "3e",
    )
    m.play("button:reinforcements")
    m.play("unit:german_infantry.reduced@minsk")  # the attacker itself
    assert offers(m) == ["button:upgrade"] and why(m, "area:kovel") == "3e"
    m.play("button:upgrade")
    m.play("army:german_infantry.reduced")
    m.play("area:ruhr")
    m.play("button:armor_production")
    m.play("unit:german_infantry@ruhr")
    m.play("button:convert")
    m.play("army:german_armor")
    assert where(m, "ruhr") == ["german_armor", "german_infantry"]
    m.play("mission:german_air")  # only one attack is left to have it
    assert combat.attack_factor(board(m), attacks(m)[0]) == 5 + 2
    assert board(m).control[T.area_index["riga"]] == const.USSR  # control waits for the last combat [6c]
    m.play("unit:soviet_infantry@minsk")
    assert where(m, "minsk") == ["german_infantry"]
    assert board(m).control[T.area_index["riga"]] == board(m).control[T.area_index["minsk"]] == const.AXIS
    assert isinstance(m.state.agenda[-1], AfterCombat)


@pytest.mark.rule("downfall", "3c")
def test_the_last_combat_does_not_wait_when_nothing_else_is_left() -> None:
    m = two_fronts(dice=[6, 1, 6, 1])
    assert {"unit:soviet_infantry@riga", "unit:soviet_infantry@minsk"} < set(offers(m))
    m = two_fronts(0, dice=[6, 1, 6, 1])
    assert set(offers(m)) == {"unit:soviet_infantry@riga", "unit:soviet_infantry@minsk"}
    assert m.prompts[0].text == "Which attack is fought next? Choose the army under attack."
    m.play("unit:soviet_infantry@minsk")
    assert not board(m).attacks


@pytest.mark.rule("downfall", "3c")
def test_the_last_combat_waits_for_what_is_left_to_do_with_open_developments_too() -> None:
    for left, waits in ((1, True), (0, False)):
        m = two_fronts(left, dice=[6, 1, 6, 1])
        board(m).secret_tiles = False
        m.play("unit:soviet_infantry@minsk")
        assert isinstance(m.state.agenda[-1], Combat) == waits
        assert bool(board(m).attacks) == waits


@pytest.mark.rule("downfall", "11a")
@pytest.mark.rule("downfall", "11c")
def test_a_mission_between_two_combats_can_be_countered() -> None:
    m = two_fronts(dice=[6, 1, 6, 1], air={"german_air": 2, "soviet_air": 1})
    m.play("unit:soviet_infantry@riga")
    m.play("mission:german_air")
    assert isinstance(m.state.agenda[-1], missions.Counter) and m.state.seats() == (2,)
    m.play("mission:soviet_air")
    assert attacks(m)[0].air < 0 and isinstance(m.state.agenda[-1], Combat)
    m.play("mission:german_air")
    assert attacks(m)[0].air >= 0
    assert why(m, "mission:german_air") == "11"


def test_a_position_between_two_combats_is_saved() -> None:
    m = two_fronts(dice=[6, 1, 6, 1])
    m.play("unit:soviet_infantry@riga")
    again = GAME.unpack_state(m.setup, GAME.pack_state(m.state))
    step = again.agenda[-1]
    assert isinstance(step, Combat) and step.pack() == [1]
    assert Combat.unpack([]).pack() == []  # as saves before knew it


@pytest.mark.rule("downfall", "8u")
@pytest.mark.rule("downfall", "17")
def test_attacks_wait_until_the_operations_are_ended() -> None:
    armies = ["german_armor@riga", "soviet_infantry@riga", "german_infantry@ruhr"]
    m = table(armies=armies, dice=[6, 1])
    order(m, "german_armor@riga", attack="soviet_infantry")
    assert len(board(m).attacks) == 1 and where(m, "riga") == ["german_armor", "soviet_infantry"]
    order(m, "german_infantry@ruhr", "frankfurt")
    assert "button:end_turn" not in offers(m)
    assert why(m, "button:end_turn") == "17"
    m.play("button:combat")
    assert board(m).attacks == []


@pytest.mark.rule("downfall", "6c")
def test_ending_the_turn_without_battles_settles_control() -> None:
    m = table(armies=["german_infantry@konigsberg"], turn=7)
    order(m, "german_infantry@konigsberg", "riga")
    assert board(m).control[T.area_index["riga"]] == const.USSR
    m.play("button:end_turn")
    assert board(m).control[T.area_index["riga"]] == const.AXIS


def test_the_part_after_the_battles_is_left_out_when_there_is_nothing_to_do_in_it() -> None:
    m = table(armies=["german_armor@riga", "soviet_infantry@riga"], dice=[6, 1])
    board(m).secret_tiles = False
    order(m, "german_armor@riga", attack="soviet_infantry")
    m.play("button:combat")
    assert not isinstance(m.state.agenda[-1], AfterCombat)


@pytest.mark.rule("downfall", "7k")
@pytest.mark.rule("downfall", "18")
def test_the_end_of_a_side_turn_comes_in_the_order_of_the_rules() -> None:
    around = dict.fromkeys(("riga", "dvinsk", "minsk", "kovel"), "axis")
    m = table("ussr", armies=["soviet_infantry@vilnius"], control=around, turn=8, barbarossa=7)
    m.play("button:end_turn")
    assert where(m, "vilnius") == []
    # Armies without a line are gone before it is asked how many stand in Italy. [18c]
    armies = ["2 british_infantry@florence", "german_infantry@florence"]
    m = table("allies", armies=armies, turn=12)
    m.play("button:end_turn")
    italy = T.country_index["italy"]
    assert board(m).status[italy] == const.AT_WAR
    m = table("allies", armies=armies, turn=12, control={"florence": "allies"})
    m.play("button:end_turn")
    assert board(m).status[italy] == const.SURRENDERED


@pytest.mark.rule("downfall", "12c")
@pytest.mark.rule("downfall", "14d")
@pytest.mark.rule("downfall", "14c")
def test_boats_and_bombers_come_home_when_their_time_is_over() -> None:
    m = table("allies", turn=14, armies=["british_infantry@london"])
    board(m).atlantic = [2, 1, 1]
    board(m).bombers[0] = 2
    m.play("button:end_turn")
    assert (board(m).atlantic, board(m).bombed, board(m).bombers[0]) == ([0, 0, 0], True, 2)
    m = table("axis", turn=14, armies=["german_infantry@berlin"])
    board(m).bombers[0] = 2
    board(m).bombed = True
    m.play("button:end_turn")
    assert (board(m).bombed, board(m).bombers[0]) == (False, 0)


# --- the agenda


def test_steps_of_the_sequence_are_packed_with_their_side() -> None:
    for step in (
        Sequence(),
        TurnEnd(),
        SideTurn(const.USSR),
        BeforeCombat(),
        AfterCombat(),
        SideEnd(),
        Combat(),
    ):
        again = type(step).unpack(step.pack())
        assert (type(again), again.pack()) == (type(step), step.pack())
    assert SideTurn(const.USSR).pack() == [const.USSR]


def test_every_side_turn_starts_clean() -> None:
    m = table("axis", turn=6, armies=["german_infantry@berlin"])
    g = board(m)
    g.landings = g.line_landings = g.strategic_in_ussr = g.passages = g.british_points = g.interceptors = 2
    g.landed_at = [1]
    g.actions_taken = [1] * 7
    add_army(g, "british_infantry", "london")
    g.agenda = [TurnEnd(), SideTurn(const.ALLIES), SideEnd()]
    g.advance()
    assert g.side == const.ALLIES
    assert (g.landings, g.line_landings, g.strategic_in_ussr, g.passages) == (0, 0, 0, 0)
    assert (g.british_points, g.interceptors, g.landed_at, sum(g.actions_taken)) == (0, 0, [], 0)
    assert g.actions_left == 2


# --- what the menu refuses


@pytest.mark.rule("downfall", "1c")
@pytest.mark.rule("downfall", "8")
def test_the_free_menu_says_what_to_do_instead() -> None:
    armies = [
        "german_infantry@berlin",
        "soviet_infantry@moscow",
        "2 german_armor@ruhr",
        "british_infantry@london",
    ]
    m = table(armies=armies, turn=6)
    assert board(m).phase == const.FREE
    expected = {
        "button:remove": "1c",
        "button:exchange": "1c",
        "button:bomb": "14a",
        "button:torch": "18o",
        "button:reveal": "4.6b",
        "button:strategic": "8a",
        "button:naval": "8a",
        "button:land": "8a",
        "button:stop": "8a",
        "button:upgrade": "8a",
        "button:convert": "8a",
        "button:supply": "4",
        "button:lend_lease": "4.7",
        "area:berlin": "8",
        "unit:soviet_infantry@moscow": "8l",
        "unit:british_infantry#1": "8l",
        "unit:british_infantry#3": "1e",
        "unit:german_armor@ruhr/2": "8",
        "tile:axis_logistics": "4.6",
        "mission:german_air": "11",
        "mission:submarine": "12",
        "army:german_infantry": "4.2",
        "button:pass": "3c",
        "button:done": "3c",
    }
    assert {key: why(m, key) for key in expected} == expected
    m = table("allies", armies=armies, turn=6, at_war=["united_kingdom", "germany"])
    add_army(board(m), "greek_infantry", "athens")
    m = Match(GAME, m.setup, m.state)
    assert why(m, "unit:greek_infantry@athens") == "2"
    assert why(m, "unit:soviet_infantry@moscow") == "2"
