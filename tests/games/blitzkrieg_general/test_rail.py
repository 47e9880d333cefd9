"""Rail movement: capacities, networks, theatres."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import COOPERATION, RAILED
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement import rail
from sandtable.games.blitzkrieg_general.rules.movement.rail import Rail, RailTo
from sandtable.games.blitzkrieg_general.rules.politics import relations
from sandtable.games.blitzkrieg_general.testing import country, position, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, idle, log, offered, prompt, refused

WAR = [("germany", "france"), ("germany", "be"), ("italy", "france"), ("italy", "be")]


def ride(g: Board, unit: str, area: str) -> None:
    """A unit goes by rail."""
    answers(g, f"unit:{unit}", f"area:{area}")


@pytest.mark.rule("blitzkrieg_general", "A6.2")
@pytest.mark.rule("blitzkrieg_general", "A6.2a")
def test_the_example_of_1941() -> None:
    g = position("s1941", set_up=True)
    g.put(unit_at(g, "chart", "ger_inf_3"), g.t.area_index["prussia"])  # the reinforcement of this turn
    begin(g, Rail())
    ride(g, "ger_inf_4@paris", "romania")
    ride(g, "ger_inf_3@prussia", "western_poland")
    assert prompt(g).text.endswith("Capacity left: Italy 1 and Japan 1.")
    ride(g, "ita_inf_3@southern_italy", "northern_italy")
    ride(g, "jap_inf_4@manchuria", "peking")
    assert idle(g)
    used = {g.t.country_id[m]: n for m, n in enumerate(g.rail_used) if n}
    assert used == {"germany": 2, "italy": 1, "japan": 1}
    assert g.cond[unit_at(g, "romania", "ger_inf_4")] & RAILED
    assert "German infantry 4 moves on the railways of Germany from Paris to Romania" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.2")
def test_each_unit_once_and_no_more_than_the_capacity() -> None:
    g = begin(position(units={"prussia": "ger_inf_4, ger_air_4, ger_hq_guderian"}), Rail())
    assert "unit:ger_air_4@prussia" in offered(g)
    ride(g, "ger_inf_4@prussia", "bavaria")
    assert (
        refused(g, "unit:ger_inf_4@bavaria").text
        == "German infantry 4 has already moved by rail in this turn."
    )
    ride(g, "ger_hq_guderian@prussia", "austria")
    assert idle(g)  # Germany's two are used


@pytest.mark.rule("blitzkrieg_general", "A6.2a")
@pytest.mark.rule("blitzkrieg_general", "A6.2e")
def test_only_through_and_into_friendly_areas() -> None:
    g = begin(
        position(
            wars=WAR,
            units={
                "prussia": "ger_inf_4",
                "paris": "ger_inf_3",
                "england": "ger_inf_2",
                "channel": "ger_conv [ger_arm_5]",
            },
            control={"paris": "germany"},
        ),
        Rail(),
    )
    assert offered(g) == {"button:done", "unit:ger_inf_4@prussia"}
    assert refused(g, "unit:ger_inf_3@paris").rule == "A6.2a"
    assert refused(g, "unit:ger_inf_2@england").rule == "A6.2e"
    assert refused(g, "unit:ger_arm_5@channel").rule == "A6.2"
    assert refused(g, "area:paris").rule == "A6.2"
    answer(g, "unit:ger_inf_4@prussia")
    germany = {"area:bavaria", "area:austria", "area:western_germany"}
    assert offered(g) == germany | {"area:northern_italy", "area:southern_italy"}
    assert prompt(g).rule == "A6.2a"
    assert refused(g, "area:paris").rule == "A6.2a"
    assert refused(g, "area:maginot").rule == "A6.2e"
    assert refused(g, "area:prussia").text == "It is already there."
    assert refused(g, "zone:channel").rule == "A6.2a"


@pytest.mark.rule("blitzkrieg_general", "A6.2b")
def test_associates_use_each_others_railways() -> None:
    units = {"northern_italy": "ger_inf_4", "prussia": "2 ger_inf_3"}
    g = begin(position(wars=WAR, units=units, memory={"rail_used": bytes([2, 0, 1, 0, 0, 0, 0, 0])}), Rail())
    ride(g, "ger_inf_4@northern_italy", "prussia")
    assert g.rail_used[country(g, "italy")] == 1 and idle(g)
    # A neutral Italy is not an associate.
    g = begin(position(units=units, memory={"rail_used": bytes([2, 0, 1, 0, 0, 0, 0, 0])}), Rail())
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A9.11")
@pytest.mark.rule("blitzkrieg_general", "A6.2b")
def test_who_does_not_cooperate_has_no_use_of_the_railways() -> None:
    wars = [("china", "japan"), ("be", "japan")]
    units = {"kunming": "be_inf_3"}
    used = bytes([0, 0, 0, 4, 1, 1, 1, 0])
    g = begin(position(wars=wars, side="allies", units=units, memory={"rail_used": used}), Rail())
    assert "unit:be_inf_3@kunming" in offered(g)
    g = begin(
        position(wars=wars, side="allies", units=units, memory={"rail_used": used}, options=COOPERATION),
        Rail(),
    )
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A6.2c")
def test_japan_uses_its_railways_at_home_or_in_china() -> None:
    g = position(
        wars=[("japan", "china")],
        units={"manchuria": "jap_inf_4", "indochine": "jap_inf_3"},
        control={"indochine": "japan", "siam": "japan"},
    )
    begin(g, Rail())
    # Indochine touches China.
    assert offered(g) == {"button:done", "unit:jap_inf_4@manchuria", "unit:jap_inf_3@indochine"}
    g = position(
        wars=[("japan", "be")],
        units={"burma": "jap_inf_4", "calcutta": "jap_inf_2", "sydney": "jap_inf_3"},
        control={"calcutta": "japan", "delhi": "japan", "sydney": "japan", "brisbane": "japan"},
    )
    begin(g, Rail())
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A6.2c")
def test_japan_uses_one_theatre_in_a_turn() -> None:
    def railways() -> Board:
        return position(
            wars=[("japan", "china")],
            units={"manchuria": "2 jap_inf_4", "southern_japan": "2 jap_inf_3"},
            memory={"rail": bytes([2, 1, 3, 4, 1, 1, 1, 1])},
        )

    g = begin(railways(), Rail())
    ride(g, "jap_inf_4@manchuria", "peking")
    assert g.done[country(g, "japan")] == 2
    assert "unit:jap_inf_4@manchuria" in offered(g)
    assert refused(g, "unit:jap_inf_3@southern_japan").rule == "A6.2c"
    g = begin(railways(), Rail())
    answers(g, "unit:jap_inf_3@southern_japan")  # Northern Japan is all there is within Japan
    assert units_at(g, "northern_japan") == "jap_inf_3"
    assert g.done[country(g, "japan")] == 1
    assert "unit:jap_inf_3@southern_japan" in offered(g)
    assert refused(g, "unit:jap_inf_4@manchuria").rule == "A6.2c"


@pytest.mark.rule("blitzkrieg_general", "A6.2d")
def test_british_railways_are_in_four_home_countries() -> None:
    units = {
        "england": "be_inf_3",
        "sydney": "be_inf_3_a",
        "canada_east": "be_inf_2_c",
        "calcutta": "be_inf_3_i",
        "burma": "be_inf_2",
        "south_africa": "be_inf_3_sa",
        "kenya": "be_arm_4",
    }
    used = bytes([0, 0, 0, 4, 0, 1, 1, 1])
    g = begin(position(wars=WAR, side="allies", units=units, memory={"rail_used": used}), Rail())
    assert offered(g) == {
        "button:done",
        "unit:be_inf_3@england",
        "unit:be_inf_3_a@sydney",
        "unit:be_inf_2_c@canada_east",
        "unit:be_inf_3_i@calcutta",
        "unit:be_inf_2@burma",
    }
    assert refused(g, "unit:be_inf_3_sa@south_africa").rule == "A6.2d"
    ride(g, "be_inf_2@burma", "bombay")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "S39i")
@pytest.mark.rule("blitzkrieg_general", "S39m")
@pytest.mark.rule("blitzkrieg_general", "S41l")
@pytest.mark.parametrize("scenario", ["s1939", "s1941"])
def test_capacities(scenario: str) -> None:
    g = position(scenario, set_up=True)
    found = {g.t.country_id[m]: rail.capacity(g, m) for m in range(g.t.n_majors)}
    assert found == {
        "germany": 2, "italy": 1, "japan": 1, "china": 1, "france": 1, "be": 1, "usa": 4, "ussr": 1,
    }  # fmt: skip
    g = position(scenario, set_up=True, memory={"peace": 0})
    relations.declare(g, g.t.japan, g.t.ussr)
    assert rail.capacity(g, g.t.ussr) == 1
    relations.declare(g, g.t.germany, g.t.ussr)
    assert rail.capacity(g, g.t.ussr) == 4
    assert rail.left(g, g.t.ussr) == 4


@pytest.mark.rule("blitzkrieg_general", "A6.2")
@pytest.mark.rule("blitzkrieg_general", "A1.2a")
def test_a_full_desert_is_no_goal() -> None:
    units = {"moscow": "sov_inf_4_r_g", "astrachan": "3 sov_inf_2_o"}
    g = begin(position(side="allies", units=units), Rail())
    answer(g, "unit:sov_inf_4_r_g@moscow")
    assert refused(g, "area:astrachan").rule == "A1.2a"


@pytest.mark.rule("blitzkrieg_general", "A8.8")
def test_bulgarians_are_not_railed_into_the_ussr() -> None:
    wars = [("germany", "ussr"), ("bulgaria", "ussr")]
    g = begin(
        position(
            wars=wars,
            managers={"bulgaria": "germany", "romania": "germany"},
            units={"bulgaria": "bul_inf_2"},
            control={"romania": "germany", "hungary": "germany", "odessa": "germany"},
        ),
        Rail(),
    )
    answer(g, "unit:bul_inf_2@bulgaria")
    assert "area:romania" in offered(g) and "area:odessa" not in offered(g)
    assert refused(g, "area:odessa").rule == "A8.8"


@pytest.mark.rule("blitzkrieg_general", "A6.2a")
@pytest.mark.rule("blitzkrieg_general", "A6.2d")
def test_railways_serve_the_network_of_their_own_country_and_friends_on_it() -> None:
    """R108"""
    wars = [("germany", "be"), ("germany", "ussr"), ("germany", "france")]
    units = {"tanganyika": "be_inf_3, fra_inf_3", "normandy": "be_inf_2"}
    g = begin(position(wars=wars, side="allies", units=units), Rail())
    # France carries its own in Africa, and British units at home.
    assert offered(g) == {"button:done", "unit:fra_inf_3@tanganyika", "unit:be_inf_2@normandy"}
    assert refused(g, "unit:be_inf_3@tanganyika").rule == "A6.2d"
    ride(g, "be_inf_2@normandy", "vichy")
    assert g.rail_used[country(g, "france")] == 1
    # What joins Africa to the Soviet Union by land joins it to the Soviet railways.
    way = {"iran": "be", "iraq": "be"}
    g = begin(position(wars=wars, side="allies", units=units, control=way), Rail())
    assert "unit:be_inf_3@tanganyika" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A6.2b")
def test_units_of_another_player_go_by_rail_where_he_likes() -> None:
    """R108"""
    g = begin(
        position(
            players=8,
            wars=WAR,
            units={"prussia": "ger_inf_4", "southern_italy": "2 ita_inf_3", "paris": "fra_inf_3"},
        ),
        Rail(),
    )
    germany, italy = country(g, "germany"), country(g, "italy")
    assert g.seats() == (germany,)
    assert refused(g, "unit:fra_inf_3@paris").rule == "A6.2b"
    answer(g, "unit:ita_inf_3@southern_italy")
    assert g.seats() == (italy,) and {"button:no", "area:bavaria"} <= offered(g)
    assert prompt(g).rule == "A6.2b"
    answer(g, "area:bavaria")
    assert g.rail_used[germany] == 1 and units_at(g, "bavaria") == "ita_inf_3"
    answers(g, "unit:ita_inf_3@southern_italy", "button:no")
    assert "does not use the railways of Germany" in log(g)
    assert g.seats() == (germany,) and offered(g) == {"button:done", "unit:ger_inf_4@prussia"}
    assert refused(g, "unit:ita_inf_3@southern_italy").rule == "A6.2b"
    answer(g, "button:done")
    assert g.seats() == (italy,)  # with its own capacity; the German unit could use it too
    assert offered(g) == {"button:done", "unit:ita_inf_3@southern_italy", "unit:ger_inf_4@prussia"}
    assert RailTo.unpack(RailTo(3, 1).pack()).pack() == [3, 1]
    assert Rail.unpack(Rail(1, 2).pack()).pack() == [1, 2]


@pytest.mark.rule("blitzkrieg_general", "A6.2b")
def test_no_railways_are_offered_to_those_who_are_no_associates() -> None:
    units = {"prussia": "ger_inf_4", "manchuria": "jap_inf_4", "southern_italy": "ita_inf_3"}
    g = begin(position(players=8, wars=[*WAR[:2], ("japan", "china")], units=units), Rail())
    assert offered(g) == {"button:done", "unit:ger_inf_4@prussia"}  # Italy is neutral, Japan has its own war


@pytest.mark.rule("blitzkrieg_general", "A6.2a")
@pytest.mark.rule("blitzkrieg_general", "A1.2a")
def test_a_full_area_may_be_passed() -> None:
    units = {"perth": "be_arm_4, 2 be_inf_3", "darwin": "be_inf_3, 2 be_inf_2", "brisbane": "be_air_2"}
    g = position(wars=[("japan", "be")], side="allies", units=units, control={"sydney": "japan"})
    begin(g, Rail())
    answer(g, "unit:be_arm_4@perth")
    assert idle(g) and "be_arm_4" in units_at(g, "brisbane")


@pytest.mark.rule("blitzkrieg_general", "A9.11")
def test_units_that_do_not_stack_keep_each_other_out() -> None:
    wars = [("china", "japan"), ("be", "japan"), ("usa", "japan")]
    units = {"kunming": "usa_inf_4", "chansa": "be_inf_3"}
    g = position(wars=wars, side="allies", units=units, options=COOPERATION)
    begin(g, Rail())
    answer(g, "unit:usa_inf_4@kunming")
    assert "area:chunking" in offered(g)
    g = position(wars=wars, side="allies", units={**units, "kunming": "chi_inf_4"}, options=COOPERATION)
    begin(g, Rail())
    answer(g, "unit:chi_inf_4@kunming")
    assert refused(g, "area:chansa").rule == "A9.11"
