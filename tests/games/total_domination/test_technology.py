"""Developing technologies, revealing them, and what they are worth. [8.0] [8.1] [8.2]"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.games import total_domination
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import technology
from sandtable.games.total_domination.rules.operations import attack, deployment, movement
from sandtable.games.total_domination.testing import add_unit, card, position, tables, unit_at
from tests.games.total_domination.driving import log
from tests.games.total_domination.playing import EXAMPLES, consistent, gains, place_of, points

FILE = Path(total_domination.__file__).parent / "data" / "tables.toml"
ATTACK_COSTS: list[dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))["attack_cost"]


def may(g: Board, name: str) -> bool:
    """Whether the power on turn may develop a card."""
    return technology.can_develop(g, g.power, card(g, name))


def why(g: Board, name: str) -> str:
    """The rule by which the power on turn may not develop a card."""
    assert not may(g, name)
    refusal = technology.why_develop(g, g.power, card(g, name))
    assert refusal.text.endswith(".")
    return refusal.rule


def develop(g: Board, *names: str) -> None:
    """Develop the technologies of cards, one in each round, and reveal them."""
    for name in names:
        assert may(g, name), name
        g.lay(card(g, name), const.IN_PLAY)
        technology.develop(g, g.power, card(g, name))
        technology.reveal(g)
        g.developed = 0


def attack_cost(g: Board, target: str, coastal: bool) -> int:
    """What destroying a unit of a type costs Germany."""
    if target == "fleet":
        column = const.ATTACK_FLEET_COAST if coastal else const.ATTACK_FLEET
    else:
        column = const.ATTACK_LAND_COAST if coastal else const.ATTACK_LAND
    return g.costs[0][column]


# --- developing


@pytest.mark.rule("total_domination", "3.3c")
@pytest.mark.rule("total_domination", "8.0a")
def test_a_developed_card_lies_face_down_and_does_nothing_before_it_is_revealed() -> None:
    g = position(hands={"germany": ["u03"]})
    before = points(g)
    g.lay(card(g, "u03"), const.IN_PLAY)
    technology.develop(g, 0, card(g, "u03"))
    assert place_of(g, "u03") == const.DOWN
    assert g.techs[0] == 0 and g.costs[0] == g.t.base_costs
    assert g.developed == 1 and gains(g, before) == {}


@pytest.mark.rule("total_domination", "8.0a")
def test_only_its_player_reads_which_technology_is_laid_down() -> None:
    g = position(hands={"japan": ["j12"]}, turn="japan")
    technology.develop(g, 2, card(g, "j12"))
    assert "Espionage" in log(g, 2)[-1] and "Emigrant Colonies" in log(g, 2)[-1]
    for other in (0, 1, 3, None):
        assert log(g, other)[-1] == "Japan lays a card face down as a technology."


@pytest.mark.rule("total_domination", "3.3d")
def test_the_colour_of_a_card_is_no_matter_for_its_technology() -> None:
    g = position(hands={"germany": ["r02", "us3"]})
    assert may(g, "r02") and may(g, "us3")


@pytest.mark.rule("total_domination", "8.0c")
def test_each_power_develops_one_technology_in_a_round() -> None:
    g = position(hands={"germany": ["g01", "g12"], "japan": ["j12"]})
    technology.develop(g, 0, card(g, "g01"))
    assert why(g, "g12") == "8.0c"
    g.power = 2
    assert may(g, "j12")


@pytest.mark.rule("total_domination", "8.0c")
def test_powers_with_a_common_hand_develop_each_for_itself() -> None:
    g = position(mode="two_players", hands={"germany": ["g01", "j04"]})
    technology.develop(g, 0, card(g, "g01"))
    g.power = 2
    assert may(g, "j04")  # Germany's Mechanization is none of Japan's
    technology.develop(g, 2, card(g, "j04"))
    technology.reveal(g)
    assert place_of(g, "g01") == const.ACTIVE and place_of(g, "j04") == const.ACTIVE + 2


@pytest.mark.rule("total_domination", "8.0e")
def test_a_technology_in_effect_is_not_developed_again() -> None:
    g = position(techs={"germany": ["mechanization"]}, hands={"germany": ["g01"]})
    assert why(g, "g01") == "8.0e"
    g.power = 1
    assert may(g, "g01")


NEEDS = [
    pytest.param("g03", ["mechanization", "self_propelled_artillery", "arsenal"], id="attack aircraft"),
    pytest.param("g09", ["mechanization", "arsenal"], id="heavy bombers"),
    pytest.param("u04", ["landing_crafts", "heavy_battleships", "shipyard"], id="aircraft carriers"),
    pytest.param("g10", ["flying_bomb", "espionage"], id="rocket with espionage"),
    pytest.param("g10", ["flying_bomb", "enigma"], id="rocket with enigma"),
    pytest.param("r09", ["rocket"], id="nuclear weapon"),
]


@pytest.mark.rule("total_domination", "8.0f")
@pytest.mark.rule("total_domination", "8.1.A3")
@pytest.mark.rule("total_domination", "8.1.A4")
@pytest.mark.rule("total_domination", "8.1.B3")
@pytest.mark.rule("total_domination", "8.1.E2")
@pytest.mark.rule("total_domination", "8.1.E3")
@pytest.mark.parametrize(("name", "needs"), NEEDS)
def test_a_technology_waits_for_all_that_it_needs(name: str, needs: list[str]) -> None:
    assert may(position(techs={"germany": needs}), name)
    for missing in needs:
        g = position(techs={"germany": [need for need in needs if need != missing]})
        assert why(g, name) == "8.0f"
        assert (
            tables().tech_name[tables().tech_index[missing]]
            in technology.why_develop(g, 0, card(g, name)).text
        )
    # What the teammate has does not help.
    assert why(position(techs={"japan": needs}), name) == "8.0f"


def test_ten_of_fifteen_technologies_need_nothing() -> None:
    g = position()
    free = [tech for tech in range(g.t.n_techs) if technology.legal(g, 0, tech)]
    assert g.t.n_techs == 15 and len(free) == 10


@pytest.mark.rule("total_domination", "8.0f")
def test_a_card_that_lies_face_down_is_no_technology_to_build_on() -> None:
    g = position(techs={"ussr": ["flying_bomb", "enigma"]}, down={"ussr": "r13"}, turn="ussr")
    g.developed = 0  # as if the round allowed two
    assert why(g, "r09") == "8.0f"
    technology.reveal(g)
    assert may(g, "r09")


# --- revealing


@pytest.mark.rule("total_domination", "4.3.F")
def test_all_powers_reveal_in_player_order() -> None:
    down = {"germany": "g01", "uk": "u01", "japan": "j12", "ussr": "r12"}
    g = position(year=1941, down=down)
    seen = g.revealed
    technology.reveal(g)
    for number, name in enumerate(down.values()):
        assert place_of(g, name) == const.ACTIVE + number
    told = [line.partition(" reveals")[0] for line in log(g)[-const.POWERS :]]
    assert told == [g.t.nation_name[p] for p in (2, 3, 0, 1)]  # 1941 begins with Japan
    assert g.revealed == seen + const.POWERS
    consistent(g)


@pytest.mark.rule("total_domination", "4.3.F")
@pytest.mark.rule("total_domination", "5.1d")
def test_points_for_a_new_colour_come_with_the_reveal() -> None:
    g = position(techs={"uk": ["radar"]}, down={"uk": "u01", "ussr": "r12"})
    before = points(g)
    technology.reveal(g)
    assert gains(g, before) == {"uk": 1}  # the first colour of the USSR brings nothing
    consistent(g)


@pytest.mark.rule("total_domination", "8.0b")
@pytest.mark.parametrize(
    ("cards", "costs"),
    [
        (["g01"], (3, 3, 1, 2, 3, 3, 3, 3)),
        (["g02"], (3, 3, 2, 2, 2, 2, 3, 3)),
        (["g13"], (3, 3, 2, 1, 3, 3, 3, 3)),
        (["g05"], (3, 3, 2, 2, 3, 3, 2, 2)),
        (["g06"], (2, 3, 2, 2, 3, 3, 3, 3)),
        (["g08"], (3, 2, 2, 2, 3, 3, 3, 3)),
        (["u10", "g11", "g14", "g12", "g10"], (3, 3, 2, 2, 3, 3, 3, 3)),
    ],
)
def test_cubes_lower_the_costs_of_their_own_action_only(cards: list[str], costs: tuple[int, ...]) -> None:
    g = position()
    develop(g, *cards)
    assert g.costs[0] == costs
    assert g.costs[2] == g.t.base_costs
    for name in cards:
        assert g.techs[0] >> g.t.card_tech[card(g, name)] & 1


@pytest.mark.rule("total_domination", "8.0e")
def test_a_technology_works_for_all_units_of_its_player() -> None:
    g = position(units={"italy": "italian_army", "germany": "german_army"}, down={"germany": "g01"})
    technology.reveal(g)
    assert movement.cost(g, 0, unit_at(g, "italian_army", "italy")) == 1
    assert movement.cost(g, 0, unit_at(g, "german_army", "germany")) == 1


@pytest.mark.rule("total_domination", "8.0d")
def test_five_types_of_technology() -> None:
    t = tables()
    letters = {"A": "army", "B": "navy", "C": "engineering", "D": "intelligence", "E": "rocketry"}
    assert len(t.colour_id) == 5
    for tech in range(t.n_techs):
        assert t.colour_id[t.tech_colour[tech]] == letters[t.tech_code[tech][0]]


# --- what they do


@pytest.mark.rule("total_domination", "8.1.A1")
def test_mechanization_moves_armies_and_air_fleets_for_one() -> None:
    g = position(units={"germany": "german_army, german_air_fleet, german_fleet"})
    develop(g, "g01")
    assert movement.cost(g, 0, unit_at(g, "german_army", "germany")) == 1
    assert movement.cost(g, 0, unit_at(g, "german_air_fleet", "germany")) == 1
    assert movement.cost(g, 0, unit_at(g, "german_fleet", "germany")) == 2


@pytest.mark.rule("total_domination", "8.1.B1")
def test_landing_crafts_move_fleets_for_one() -> None:
    g = position(units={"germany": "german_army, german_fleet", "atlantic": "u_boot"})
    develop(g, "g13")
    assert movement.cost(g, 0, unit_at(g, "german_fleet", "germany")) == 1
    assert movement.cost(g, 0, unit_at(g, "german_army", "germany")) == 2
    assert movement.cost(g, 0, unit_at(g, "u_boot", "atlantic")) == 2


@pytest.mark.rule("total_domination", "8.1.A2")
@pytest.mark.rule("total_domination", "8.1.B2")
def test_artillery_and_battleships_make_their_targets_cheaper() -> None:
    units = {
        "poland": "german_army",
        "baltics": "ussr_army, ussr_fleet",
        "ukraine": "ussr_army, ussr_air_fleet",
    }
    g = position(units=units)
    army, fleet = unit_at(g, "ussr_army", "baltics"), unit_at(g, "ussr_fleet", "baltics")
    air = unit_at(g, "ussr_air_fleet", "ukraine")
    assert [attack.cost(g, 0, unit) for unit in (army, air, fleet)] == [3, 3, 3]
    develop(g, "g02")
    assert [attack.cost(g, 0, unit) for unit in (army, air, fleet)] == [2, 2, 3]
    develop(g, "g05")
    assert [attack.cost(g, 0, unit) for unit in (army, air, fleet)] == [2, 2, 2]


@pytest.mark.rule("total_domination", "8.1.C1")
@pytest.mark.rule("total_domination", "8.1.C2")
def test_arsenal_and_shipyard_make_deployment_cheaper() -> None:
    g = position()
    kinds = [g.t.kind_index[name] for name in ("german_army", "german_air_fleet", "german_fleet", "u_boot")]
    assert [deployment.cost(g, 0, kind) for kind in kinds] == [3, 3, 3, 2]
    develop(g, "g06")
    assert [deployment.cost(g, 0, kind) for kind in kinds] == [2, 2, 3, 2]
    develop(g, "g08")
    assert [deployment.cost(g, 0, kind) for kind in kinds] == [2, 2, 2, 2]


@pytest.mark.rule("total_domination", "8.1.A4")
def test_heavy_bombers_allow_a_second_air_fleet() -> None:
    g = position(techs={"germany": ["mechanization", "arsenal"]}, units={"austria": "german_air_fleet"})
    kind = g.t.kind_index["german_air_fleet"]
    assert deployment.sites(g, 0, kind) == 0
    develop(g, "g09")
    assert deployment.sites(g, 0, kind)
    add_unit(g, "german_air_fleet", "germany")
    assert deployment.sites(g, 0, kind) == 0


def test_radar_is_worth_one_card() -> None:
    t = tables()
    assert [t.tech_id[i] for i in range(t.n_techs) if t.tech_radar[i] == 1] == ["radar"]


@pytest.mark.rule("total_domination", "8.1.A2")
@pytest.mark.rule("total_domination", "8.1.A3")
@pytest.mark.rule("total_domination", "8.1.B2")
@pytest.mark.rule("total_domination", "8.1.B3")
@pytest.mark.rule("total_domination", "6.3b")
@pytest.mark.parametrize(
    "row", ATTACK_COSTS, ids=lambda row: f"{row['target']} {row['coastal']} {row['cost']}"
)
def test_attack_cost_by_target(row: dict[str, Any]) -> None:
    assert len(ATTACK_COSTS) == 15
    g = position(techs={"germany": row["techs"]})
    assert attack_cost(g, row["target"], row["coastal"]) == row["cost"]


@pytest.mark.rule("total_domination", "8.1.A3")
@pytest.mark.rule("total_domination", "8.1.B3")
@pytest.mark.parametrize("row", EXAMPLES["attack_aircraft_cumulative"]["cases"], ids=str)
def test_attack_aircraft_cumulative(row: dict[str, Any]) -> None:
    g = position(techs={"germany": row["technologies"]})
    assert attack_cost(g, row["target"], row["area_kind"] == "coastal") == row["cost"]


@pytest.mark.rule("total_domination", "8.1.A3")
def test_nothing_costs_less_than_one() -> None:
    g = position(techs={"germany": tables().tech_id})
    assert min(g.costs[0]) == 1


# --- points


@pytest.mark.rule("total_domination", "8.2")
@pytest.mark.rule("total_domination", "5.1d")
@pytest.mark.parametrize("row", EXAMPLES["technology_colours"]["cases"], ids=str)
def test_technology_colours(row: dict[str, Any]) -> None:
    g = position()
    before = points(g)
    t = g.t
    for tech in row["technologies"]:
        number = next(c for c in range(t.n_cards) if t.tech_id[t.card_tech[c]] == tech)
        develop(g, t.card_id[number])
    assert gains(g, before) == ({"germany": row["vp"]} if row["vp"] else {})
    consistent(g)


@pytest.mark.rule("total_domination", "13.0.6")
def test_no_points_for_technology_in_the_solo_game() -> None:
    g = position(scenario="solo", mode="solo", techs={"uk": ["radar"]}, down={"uk": "u01"}, turn="uk")
    before = points(g)
    technology.reveal(g)
    assert gains(g, before) == {}
    assert place_of(g, "u01") == const.ACTIVE + 1
