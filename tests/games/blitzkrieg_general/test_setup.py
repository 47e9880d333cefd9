"""Set-up of both scenarios, options, who plays what."""

from pathlib import Path

import pytest

from sandtable.engine.errors import BadOption
from sandtable.engine.game import OptionValue
from sandtable.games import load_game
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.game import BlitzkriegGeneral
from sandtable.games.blitzkrieg_general.testing import card_of, country, holder, position, units_at

GAME = load_game("blitzkrieg_general")


def new(scenario: str = "s1939", players: int = 2, **options: OptionValue) -> Board:
    """A game as it is set up, before its first phase."""
    g = GAME.new(GAME.settle(scenario, players, options, 1))
    assert isinstance(g, Board)
    return g


@pytest.mark.rule("blitzkrieg_general", "A4.1")
@pytest.mark.rule("blitzkrieg_general", "S39n")
@pytest.mark.rule("blitzkrieg_general", "B3.0")
@pytest.mark.rule("blitzkrieg_general", "B3.0a")
@pytest.mark.rule("blitzkrieg_general", "B4.1")
@pytest.mark.rule("blitzkrieg_general", "B4.1a")
@pytest.mark.rule("blitzkrieg_general", "S39")
def test_1939_begins_in_its_third_quarter_with_the_printed_forces() -> None:
    g = new()
    assert (g.year, g.quarter) == (1939, 3)
    prussia = "ger_air_4, ger_arm_5, ger_hq_guderian, 2 ger_inf_3, 2 ger_inf_4"
    assert units_at(g, "prussia") == prussia
    assert units_at(g, "paris")
    assert holder(g, "paris") == "france"


@pytest.mark.rule("blitzkrieg_general", "B3.0b")
@pytest.mark.rule("blitzkrieg_general", "S41")
def test_1941_begins_in_its_second_quarter_and_is_for_the_advanced_game_only() -> None:
    g = new("s1941")
    assert (g.year, g.quarter) == (1941, 2)
    with pytest.raises(BadOption, match="advanced rules only"):
        GAME.settle("s1941", 2, {"mode": "basic"})


@pytest.mark.rule("blitzkrieg_general", "S39o")
@pytest.mark.rule("blitzkrieg_general", "S39n")
@pytest.mark.rule("blitzkrieg_general", "B4.1")
@pytest.mark.rule("blitzkrieg_general", "S39d")
@pytest.mark.rule("blitzkrieg_general", "S39b")
def test_reinforcements_wait_on_the_chart_and_forces_of_neutrals_aside() -> None:
    g = new()
    assert const.CHART in g.place
    aside = {g.t.country_id[g.t.unit_nation[u]] for u in range(g.t.n_units) if g.place[u] == const.ASIDE}
    assert {"finland", "romania", "hungary", "sweden", "norway"} <= aside
    assert not units_at(g, "finland")


@pytest.mark.rule("blitzkrieg_general", "A4.1")
@pytest.mark.rule("blitzkrieg_general", "S39a")
@pytest.mark.rule("blitzkrieg_general", "S39l")
def test_germany_begins_1939_with_three_research_numbers_and_nobody_is_surprised() -> None:
    g = new()
    assert list(g.numbers) == [3] + [0] * 7
    assert not any(g.achievements)
    assert not any([g.hand(m) for m in range(g.t.n_majors)])
    assert g.segment_cards == g.turn_cards == 0


@pytest.mark.rule("blitzkrieg_general", "S39g")
def test_french_units_with_letters_are_ordinary_until_france_falls() -> None:
    g = new()
    marked = [u for u in g.t.units_of[g.t.france] if g.t.unit_mark[u] in (g.t.mark_vichy, g.t.mark_free)]
    assert marked
    assert {g.serves[u] for u in marked} == {g.t.france}


@pytest.mark.rule("blitzkrieg_general", "A4.1a")
@pytest.mark.rule("blitzkrieg_general", "A2.3")
def test_the_deck_is_shuffled_and_holds_all_cards_of_1939() -> None:
    decks = [GAME.new(GAME.settle("s1939", 2, {}, seed)).deck for seed in (1, 2)]
    assert decks[0] != decks[1]
    assert sorted(decks[0]) == sorted(decks[1]) == list(range(GAME.tables.n_cards))  # type: ignore[attr-defined]


@pytest.mark.rule("blitzkrieg_general", "A1.0")
@pytest.mark.rule("blitzkrieg_general", "A0")
@pytest.mark.rule("blitzkrieg_general", "B2.3")
def test_the_basic_game_has_no_cards() -> None:
    g = new(mode="basic")
    assert not g.deck
    assert set(g.card_at) == {const.OUT}


@pytest.mark.rule("blitzkrieg_general", "S41")
@pytest.mark.rule("blitzkrieg_general", "S41e")
@pytest.mark.rule("blitzkrieg_general", "S41f")
@pytest.mark.rule("blitzkrieg_general", "S41g")
@pytest.mark.rule("blitzkrieg_general", "S41h")
def test_research_hands_and_cards_of_1941() -> None:
    g = new("s1941")
    numbers = {"germany": 3, "italy": 1, "japan": 1, "be": 4, "usa": 1, "ussr": 1, "china": 0}
    assert {name: g.numbers[country(g, name)] for name in numbers} == numbers
    assert (
        g.has(g.t.germany, const.AIR_COMBAT)
        and g.has(g.t.be, const.RADAR)
        and g.has(g.t.japan, const.LONG_RANGE)
    )
    hand = {g.t.card_id[c] for c in g.hand(g.t.germany)}
    assert hand == {"coup_iraq", "blitzkrieg", "surprise", "bridgehead"}
    assert all([g.card_turn[c] < g.turn for c in g.hand(g.t.germany)])
    for name, owner in (("their_finest_hour", "be"), ("japanese_navy", "japan")):
        assert g.card_at[card_of(g, name)] == const.IN_EFFECT
        assert g.card_owner[card_of(g, name)] == country(g, owner)
    assert g.card_at[card_of(g, "coup_norway")] == const.OUT
    assert (g.played >> card_of(g, "embargo_usa_japan")) & 1
    assert not set(g.deck) & {
        c for c in range(g.t.n_cards) if g.card_at[c] in (const.IN_HAND, const.IN_EFFECT, const.OUT)
    }


@pytest.mark.rule("blitzkrieg_general", "S41b")
def test_japan_and_the_ussr_are_at_peace_in_1941() -> None:
    g = position(scenario="s1941", set_up=True)
    assert g.peace and g.peace_player == g.t.ussr
    assert g.turn + 1 <= g.peace_until <= g.turn + 11  # two dice [R17]
    assert g.card_at[card_of(g, "force_peace")] == const.AWAY


@pytest.mark.rule("blitzkrieg_general", "B6.4a")
@pytest.mark.rule("blitzkrieg_general", "S41")
@pytest.mark.rule("blitzkrieg_general", "S41c")
@pytest.mark.rule("blitzkrieg_general", "S41i")
@pytest.mark.rule("blitzkrieg_general", "S41k")
@pytest.mark.rule("blitzkrieg_general", "S41m")
def test_relations_of_1941() -> None:
    g = new("s1941")
    assert g.fallen(g.t.france) and g.vichy and not g.fortress
    for name in ("finland", "romania", "hungary", "bulgaria"):
        assert g.manager[country(g, name)] == g.t.germany
        assert g.enemy(country(g, name), g.t.be)
    for name in ("greece", "yugoslavia"):
        assert g.manager[country(g, name)] == g.t.be
        assert g.enemy(country(g, name), g.t.germany)
    assert not g.enemy(g.t.germany, g.t.ussr)
    assert holder(g, "vichy") == "vichy"
    vichy = [u for u in range(g.t.n_units) if g.serves[u] == g.t.vichy]
    assert vichy and all([g.t.unit_nation[u] == g.t.france for u in vichy])


@pytest.mark.rule("blitzkrieg_general", "A0")
@pytest.mark.rule("blitzkrieg_general", "A1.0")
@pytest.mark.rule("blitzkrieg_general", "A3.0")
def test_both_modes_share_forces_and_relations() -> None:
    basic, advanced = new(mode="basic"), new()
    assert basic.place == advanced.place
    assert basic.war == advanced.war
    assert basic.control == advanced.control


@pytest.mark.rule("blitzkrieg_general", "A1.0")
@pytest.mark.rule("blitzkrieg_general", "B2.1")
@pytest.mark.rule("blitzkrieg_general", "A2.1")
def test_both_modes_have_all_kinds_of_units() -> None:
    for mode in ("basic", "advanced"):
        g = new(mode=mode)
        kinds = {
            const.TYPE_IDS[g.t.unit_kind[u]]
            for u in range(g.t.n_units)
            if g.place[u] >= 0 or g.place[u] == const.CHART
        }
        assert kinds == set(const.TYPE_IDS)
        land = [u for u in range(g.t.n_units) if g.is_land(u)]
        assert {const.TYPE_IDS[g.t.unit_kind[u]] for u in land} == {"infantry", "armor", "hq", "naval_hq"}
        ships = [u for u in range(g.t.n_units) if g.is_ship(u)]
        assert {const.TYPE_IDS[g.t.unit_kind[u]] for u in ships} == {"convoy", "task_force", "submarine"}


# --- who plays what


@pytest.mark.rule("blitzkrieg_general", "B1.0a")
@pytest.mark.parametrize("players", range(1, 9))
def test_every_power_has_a_player_and_no_player_powers_of_both_sides(players: int) -> None:
    g = new(players=players)
    assert set(g.seat_of) == set(range(players))
    if players > 1:
        for seat in range(players):
            assert len({g.major_side[m] for m in range(8) if g.seat_of[m] == seat}) == 1


@pytest.mark.rule("blitzkrieg_general", "B1.0a")
def test_powers_can_be_given_to_any_player_of_their_side() -> None:
    g = new(players=3, germany_seat="1", italy_seat="2", japan_seat="2", usa_seat="3")
    assert list(g.seat_of)[:4] == [0, 1, 1, 2]
    with pytest.raises(BadOption, match="powers of both sides"):
        GAME.settle("s1939", 2, {"italy_seat": "2"})
    with pytest.raises(BadOption, match="has no power"):
        GAME.settle("s1939", 3, {f"{name}_seat": "2" for name in ("usa", "be", "ussr", "france", "china")})
    with pytest.raises(BadOption, match="given to player 8 of 2"):
        GAME.settle("s1939", 2, {"italy_seat": "8"})


@pytest.mark.rule("blitzkrieg_general", "A9.0")
def test_optional_rules_are_each_a_switch_of_the_advanced_game() -> None:
    ids = [f"a9_{n}" for n in range(1, 15)]
    for n, id in enumerate(ids, 1):
        g = GAME.new(GAME.settle("s1939", 2, {id: True}))
        assert isinstance(g, Board)
        assert g.optional == 1 << n
        with pytest.raises(BadOption, match="optional rule of the advanced game"):
            GAME.settle("s1939", 2, {"mode": "basic", id: True})
    assert new().optional == 0


@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_alliances_can_be_made_anew() -> None:
    g = new(a9_10=True, italy_side="allies", ussr_side="axis")
    assert g.major_side[g.t.italy] == const.ALLIES
    assert g.major_side[g.t.ussr] == const.AXIS
    with pytest.raises(BadOption, match="non-historic alliances"):
        GAME.settle("s1939", 2, {"italy_side": "allies"})
    everybody = {f"{name}_side": "axis" for name in ("usa", "be", "ussr", "france", "china")}
    with pytest.raises(BadOption, match="at least one power"):
        GAME.settle("s1939", 2, {"a9_10": True, **everybody})


@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_partners_of_a_new_alliance_begin_at_peace() -> None:
    g = new(a9_10=True, china_side="axis")
    assert not g.enemy(g.t.japan, g.t.china)
    assert new().enemy(g.t.japan, g.t.china)


@pytest.mark.rule("blitzkrieg_general", "A8.5a")
def test_world_conquest_is_for_the_advanced_game() -> None:
    assert new(world_conquest=True).world_conquest == 1
    with pytest.raises(BadOption, match="World conquest"):
        GAME.settle("s1939", 2, {"mode": "basic", "world_conquest": True})


def test_players_are_called_by_their_powers() -> None:
    assert GAME.seat_names(new()) == ["Axis", "Allies"]
    assert GAME.seat_names(new(players=1)) == ["All powers"]
    assert GAME.seat_names(new(players=5))[1] == "Japan"
    assert GAME.teams(GAME.settle("s1939", 4)) == ((0, 1), (2, 3))


def test_a_game_can_be_built_from_a_folder() -> None:
    folder = Path(__file__).parents[3] / "sandtable/games/blitzkrieg_general/data"
    assert BlitzkriegGeneral(folder).pack_hash == GAME.pack_hash
