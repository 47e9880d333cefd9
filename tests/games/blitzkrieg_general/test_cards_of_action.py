"""Cards that change initiative, movement and combat, played from a hand."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import CombatState
from sandtable.games.blitzkrieg_general.components.effect_types import (
    WHEN_AFTER_INITIATIVE_ROLL,
    WHEN_ANY,
    WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
    WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT,
    WHEN_COMBAT_START,
    WHEN_EXPLOITATION_PHASE,
    WHEN_OWN_ACTION_SEGMENT,
    WHEN_OWN_MOVEMENT_PHASE,
    WHEN_REACTION_WINDOW,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers, card_windows
from sandtable.games.blitzkrieg_general.rules.combat import strength
from sandtable.games.blitzkrieg_general.rules.movement import para_drops
from sandtable.games.blitzkrieg_general.rules.politics import control
from sandtable.games.blitzkrieg_general.testing import (
    card_of,
    country,
    holder,
    position,
    space,
    unit_at,
    units_at,
)
from tests.games.blitzkrieg_general.carding import fight_in, lies, never_offered, play, played, window
from tests.games.blitzkrieg_general.driving import (
    answer,
    answers,
    find,
    go_on,
    idle,
    offered,
    prompt,
    refused,
)

SEGMENT = (
    WHEN_ANY,
    WHEN_OWN_ACTION_SEGMENT,
    WHEN_OWN_MOVEMENT_PHASE,
    WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
)


def battle(g: Board) -> CombatState:
    assert g.fight is not None
    return g.fight


def bit(g: Board, card: str) -> int:
    return 1 << card_of(g, card)


# --- limits, initiative


@pytest.mark.rule("blitzkrieg_general", "CARD.japan_national_war")
@pytest.mark.rule("blitzkrieg_general", "A8.7b")
def test_national_war_ends_the_limits_at_once() -> None:
    g = played("japan_national_war", "japan", memory={"limit": 3})
    assert card_modifiers.limits_off(g)
    assert g.limit == 0
    assert lies(g, "japan_national_war") == "open japan"


@pytest.mark.rule("blitzkrieg_general", "CARD.initiative")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_the_initiative_changes_sides() -> None:
    """The tutorial: the dice speak for the Allies, Italy plays the card."""
    g = played("initiative", "italy", WHEN_AFTER_INITIATIVE_ROLL, side="allies")
    assert g.first == const.AXIS
    assert lies(g, "initiative") == "bottom"
    g = played("initiative", "china", WHEN_AFTER_INITIATIVE_ROLL, side="axis")
    assert g.first == const.ALLIES


# --- movement


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_blitzkrieg_is_played_after_the_moves() -> None:
    g = played(
        "blitzkrieg",
        "germany",
        WHEN_REACTION_WINDOW,
        units={"paris": "ger_inf_3, fra_inf_3", "wuhan": "jap_inf_3, chi_inf_3"},
        wars=[("germany", "france"), ("japan", "china")],
    )
    assert card_modifiers.no_reaction(g, space(g, "paris"))
    assert not card_modifiers.no_reaction(g, space(g, "wuhan"))  # China reacts as ever
    assert lies(g, "blitzkrieg") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "CARD.bridgehead")
@pytest.mark.rule("blitzkrieg_general", "CARD.mountain_troops")
@pytest.mark.rule("blitzkrieg_general", "CARD.winter_offensive")
@pytest.mark.rule("blitzkrieg_general", "CARD.cold_days_in_hell")
@pytest.mark.parametrize(
    ("card", "by", "after"),
    [
        ("bridgehead", "germany", "bottom"),
        ("mountain_troops", "italy", "bottom"),
        ("winter_offensive", "ussr", "bottom"),
        ("cold_days_in_hell", "ussr", "out"),
    ],
)
def test_cards_of_this_turn(card: str, by: str, after: str) -> None:
    g = played(card, by, *SEGMENT, weather={"europe": "bad"})
    assert g.turn_cards == bit(g, card)
    assert g.card_owner[card_of(g, card)] == country(g, by)
    assert lies(g, card) == after


@pytest.mark.rule("blitzkrieg_general", "CARD.triumph_and_fall")
def test_the_desert_fox_comes_in_the_exploitation_phase() -> None:
    g = played("triumph_and_fall", "italy", WHEN_EXPLOITATION_PHASE, units={"cyreneica": "ger_inf_3"})
    assert card_modifiers.exploits_anyway(g, unit_at(g, "cyreneica", "ger_inf_3"))
    assert lies(g, "triumph_and_fall") == "bottom"


FRIENDLY = [("germany", "france"), ("germany", "be")]


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_espionage_shifts_own_units_four_areas() -> None:
    g = played(
        "espionage_ultra",
        "germany",
        *SEGMENT,
        wars=FRIENDLY,
        units={
            "western_germany": "ger_inf_3, ger_air_3, ger_hq_rommel",
            "baltic_sea": "ger_tf_3",
            "bavaria": "ita_inf_3",
        },
    )
    assert offered(g) == {
        "button:done",
        "unit:ger_inf_3@western_germany",
        "unit:ger_air_3@western_germany",
        "unit:ger_hq_rommel@western_germany",
    }
    answer(g, "unit:ger_inf_3@western_germany")
    assert "area:austria" in offered(g)
    assert "area:maginot" not in offered(g)  # no friendly area
    answer(g, "area:austria")
    assert units_at(g, "austria") == "ger_inf_3"
    assert g.cond[unit_at(g, "austria", "ger_inf_3")] == 0  # it may still move
    assert "unit:ger_inf_3@austria" not in offered(g)  # once each
    refusal = g.agenda[-1].why_not(g, 0, find(g, "unit:ger_inf_3@austria"))
    assert refusal is not None and "already" in refusal.text
    answer(g, "button:done")
    assert lies(g, "espionage_ultra") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_espionage_goes_four_areas_and_no_farther() -> None:
    """Through Soviet areas: from Moscow over Gorki to the Ural, and not beyond four."""
    g = played(
        "espionage_ultra", "ussr", *SEGMENT, units={"leningrad": "sov_inf_3_r"}, wars=[("germany", "ussr")]
    )
    answer(g, "unit:sov_inf_3_r@leningrad")
    near, reach = {space(g, "leningrad")}, set[int]()
    for _ in range(4):
        near |= {n for a in near for n in g.t.land_near[a] if g.t.area_country[n] == country(g, "ussr")}
    reach = near - {space(g, "leningrad")}
    assert offered(g) == {f"area:{g.t.space_id[a]}" for a in reach}
    assert "area:moscow" in offered(g)
    assert "area:vladivostok" not in offered(g)
    assert "area:karelia" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_espionage_flies_aircraft_over_the_sea() -> None:
    g = played("espionage_ultra", "be", *SEGMENT, units={"england": "be_air_3, be_inf_3"}, wars=FRIENDLY)
    answer(g, "unit:be_inf_3@england")
    assert offered(g) == {"area:scotland"}
    answer(g, "area:scotland")
    answer(g, "unit:be_air_3@england")
    assert "area:gibraltar" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
@pytest.mark.rule("blitzkrieg_general", "A9.11")
def test_espionage_brings_nobody_to_units_he_does_not_stack_with() -> None:
    wars = [("china", "japan"), ("be", "japan")]
    units = {"kunming": "chi_inf_4", "chansa": "be_inf_3"}
    for options, joins in ((0, True), (const.COOPERATION, False)):
        g = played("espionage_ultra", "china", *SEGMENT, units=units, wars=wars, options=options)
        answer(g, "unit:chi_inf_4@kunming")
        assert "area:chunking" in offered(g) and ("area:chansa" in offered(g)) == joins


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_espionage_shifts_ten_units_at_most() -> None:
    g = played("espionage_ultra", "germany", *SEGMENT, units={"bavaria": "12 ger_inf_3"}, wars=FRIENDLY)
    for _ in range(10):
        answers(g, "unit:ger_inf_3@bavaria", "area:austria")
    assert idle(g)
    assert units_at(g, "bavaria") == "2 ger_inf_3"


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_espionage_before_reserves_is_the_defenders() -> None:
    g = position(
        hands={"france": ["espionage_ultra"]},
        units={"paris": "fra_inf_3, fra_inf_2", "maginot": "ger_inf_3, fra_inf_3"},
        wars=FRIENDLY,
    )
    g.mark(unit_at(g, "paris", "fra_inf_2"), const.PINNED)
    g.mark(unit_at(g, "maginot", "fra_inf_3"), const.PINNED)
    play(window(g, WHEN_REACTION_WINDOW, WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT), "espionage_ultra")
    assert offered(g) == {"button:done", "unit:fra_inf_3@paris"}  # bound units stay
    refusal = g.agenda[-1].why_not(g, 1, find(g, "unit:fra_inf_2@paris"))
    assert refusal is not None and "cannot leave its place" in refusal.text
    refusal = g.agenda[-1].why_not(g, 1, find(g, "unit:ger_inf_3@maginot"))
    assert refusal is not None and "French" in refusal.text
    refusal = g.agenda[-1].why_not(g, 1, find(g, "area:paris"))
    assert refusal is not None
    answer(g, "unit:fra_inf_3@paris")
    refusal = g.agenda[-1].why_not(g, 1, find(g, "area:bavaria"))
    assert refusal is not None and "friendly" in refusal.text
    answer(g, "area:maginot")  # an area that is attacked
    assert units_at(g, "maginot") == "2 fra_inf_3, ger_inf_3"


@pytest.mark.rule("blitzkrieg_general", "CARD.para_troops")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_para_troops_jump_in_the_movement_phase() -> None:
    g = played(
        "para_troops",
        "germany",
        *SEGMENT,
        wars=FRIENDLY,
        units={"western_germany": "ger_air_3, ger_inf_3", "paris": "fra_inf_3"},
    )
    assert lies(g, "para_troops") == "bottom"
    assert idle(g)
    para_drops.begin(g)
    go_on(g)
    while not idle(g):
        keys = offered(g)
        wanted = [k for k in ("area:paris", "unit:ger_inf_3@western_germany") if k in keys]
        answer(g, wanted[0] if wanted else sorted(keys)[-1])
    assert units_at(g, "paris") == "fra_inf_3, ger_inf_3"
    assert space(g, "paris") in g.battles


def ordered(units: dict[str, str], **more: Any) -> Board:
    """Germany begins its movement phase with a drop."""
    g = position(wars=FRIENDLY, units=units, **more)
    para_drops.drop(g, g.t.germany)
    return go_on(g)


@pytest.mark.rule("blitzkrieg_general", "CARD.para_troops")
def test_a_drop_asks_for_the_infantry_the_aircraft_and_the_area() -> None:
    g = ordered({"western_germany": "ger_air_3, ger_air_4, ger_inf_3, ger_inf_2", "bavaria": "ger_inf_4"})
    assert offered(g) == {
        "button:pass",
        "unit:ger_inf_3@western_germany",
        "unit:ger_inf_2@western_germany",
    }
    assert "Which infantry" in prompt(g).text
    answer(g, "unit:ger_inf_3@western_germany")
    assert offered(g) == {"unit:ger_air_3@western_germany", "unit:ger_air_4@western_germany"}
    assert "Which aircraft" in prompt(g).text
    answer(g, "unit:ger_air_4@western_germany")
    assert "Into which area" in prompt(g).text
    assert "area:switzerland" not in offered(g)
    assert refused(g, "area:switzerland").rule == "CARD.para_troops"
    answer(g, "area:paris")
    assert holder(g, "paris") == "germany"
    assert g.cond[unit_at(g, "western_germany", "ger_air_4")] & const.FLOWN
    assert not g.cond[unit_at(g, "western_germany", "ger_air_3")] & const.FLOWN


@pytest.mark.rule("blitzkrieg_general", "CARD.para_troops")
@pytest.mark.parametrize("yes", [True, False])
def test_a_drop_on_a_neutral_declares_war_or_is_off(yes: bool) -> None:
    g = ordered({"western_germany": "ger_air_3, ger_inf_3"})
    answers(g, "unit:ger_inf_3@western_germany", "area:bnl", "button:yes" if yes else "button:no")
    assert g.enemy(g.t.germany, g.t.bnl) == yes
    assert ("ger_inf_3" in units_at(g, "bnl")) == yes
    assert ("ger_inf_3" in units_at(g, "western_germany")) != yes


@pytest.mark.rule("blitzkrieg_general", "CARD.para_troops")
def test_para_troops_need_an_aircraft_beside_an_infantry() -> None:
    g = position(
        hands={"germany": ["para_troops"]},
        units={"bavaria": "ger_inf_3", "prussia": "ger_air_3"},
        wars=FRIENDLY,
    )
    assert never_offered(window(g, *SEGMENT), "para_troops")


@pytest.mark.rule("blitzkrieg_general", "CARD.partisans")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_partisans_take_two_empty_areas() -> None:
    g = played(
        "partisans",
        "ussr",
        wars=[("germany", "ussr")],
        control={"kiev": "germany", "odessa": "germany", "gomel": "germany", "pripiet": "germany"},
        units={"gomel": "ger_inf_3"},
    )
    assert offered(g) == {"area:kiev", "area:odessa", "area:pripiet"}
    answers(g, "area:kiev", "area:pripiet")
    assert idle(g)
    assert [holder(g, a) for a in ("kiev", "odessa", "gomel", "pripiet")] == [
        "ussr",
        "germany",
        "germany",
        "ussr",
    ]
    assert lies(g, "partisans") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "CARD.partisans")
def test_partisans_take_what_there_is() -> None:
    g = played("partisans", "china", wars=[("japan", "china")], control={"wuhan": "japan", "chansa": "japan"})
    assert idle(g)
    assert holder(g, "wuhan") == holder(g, "chansa") == "china"


# --- combat


@pytest.mark.rule("blitzkrieg_general", "A1.2r")
@pytest.mark.rule("blitzkrieg_general", "CARD.elite_troops")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_elite_troops_are_as_many_as_the_die_says() -> None:
    wars = [("germany", "france"), ("italy", "france")]
    g = played(
        "elite_troops",
        "germany",
        WHEN_COMBAT_START,
        fight="paris",
        wars=wars,
        units={"paris": "ger_inf_3, ger_inf_4, ger_hq_rommel, ita_arm_3, ger_air_4, fra_inf_3"},
        memory={"war_since": [0] * 8},
        dice=[2],
    )
    assert offered(g) == {
        f"unit:{u}@paris" for u in ("ger_inf_3", "ger_inf_4", "ita_arm_3", "ger_air_4")
    }  # no HQ, no enemy
    answers(g, "unit:ita_arm_3@paris", "unit:ger_inf_4@paris")
    elite = [u for u in g.at[space(g, "paris")] if g.cond[u] & const.ELITE]
    assert sorted([g.t.type_id[g.t.unit_type[u]] for u in elite]) == ["ger_inf_4", "ita_arm_3"]
    assert strength.strength(g, battle(g), unit_at(g, "paris", "ger_inf_4")) == 5
    assert lies(g, "elite_troops") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "CARD.elite_troops")
def test_all_are_elite_when_the_die_is_high() -> None:
    g = played(
        "elite_troops",
        "france",
        WHEN_COMBAT_START,
        fight="paris",
        side="axis",
        wars=FRIENDLY,
        units={"paris": "ger_inf_3, fra_inf_3, fra_inf_2"},
        memory={"war_since": [0] * 8},
        dice=[6],
    )
    assert idle(g)
    assert g.cond[unit_at(g, "paris", "fra_inf_3")] & const.ELITE
    assert g.cond[unit_at(g, "paris", "fra_inf_2")] & const.ELITE
    assert not g.cond[unit_at(g, "paris", "ger_inf_3")] & const.ELITE


@pytest.mark.rule("blitzkrieg_general", "CARD.surprise")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_surprise_needs_own_units_in_a_land_combat() -> None:
    more: dict[str, Any] = {
        "wars": [("germany", "greece"), ("italy", "greece")],
        "managers": {"greece": "be"},
        "units": {"greece": "ger_inf_3, ita_inf_3, gre_inf_3"},
    }
    g = played("surprise", "germany", WHEN_COMBAT_START, fight="greece", **more)
    assert card_modifiers.first_fire(g, unit_at(g, "greece", "ita_inf_3"))  # beside German units
    assert lies(g, "surprise") == "bottom"
    g = position(hands={"japan": ["surprise"]}, **more)
    fight_in(g, "greece")
    assert never_offered(window(g, WHEN_COMBAT_START), "surprise")


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_naval_surprise_is_played_before_the_search() -> None:
    g = position(
        hands={"japan": ["naval_surprise"]},
        units={"hawaiian_islands_sea": "jap_tf_4, usa_tf_5"},
        wars=[("japan", "usa")],
    )
    zone = space(g, "hawaiian_islands_sea")
    card_windows.open_search(g, zone)
    play(go_on(g), "naval_surprise")
    assert card_modifiers.search_result(g, zone, const.AXIS) == 1
    assert card_modifiers.search_result(g, zone, const.ALLIES) == 0
    assert (g.played >> card_of(g, "naval_surprise")) & 1
    assert lies(g, "naval_surprise") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_is_played_before_the_combat() -> None:
    g = played(
        "naval_surprise",
        "japan",
        WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT,
        fight="hawaiian_islands_sea",
        units={"hawaiian_islands_sea": "jap_tf_4, usa_tf_5"},
        wars=[("japan", "usa")],
    )
    assert card_modifiers.first_fire(g, unit_at(g, "hawaiian_islands_sea", "jap_tf_4"))
    assert not card_modifiers.first_fire(g, unit_at(g, "hawaiian_islands_sea", "usa_tf_5"))
    assert g.segment_cards == 0


ISLANDS = {"mariana_islands": "usa", "marshall_islands": "usa", "palau_islands": "usa"}


def kamikaze(**more: Any) -> Board:
    g = position(
        turn="1/1943",
        control=ISLANDS,
        wars=[("japan", "usa")],
        units={"philippines_sea": "jap_air_3, jap_tf_4, usa_tf_5"},
        **more,
    )
    fight_in(g, "philippines_sea")
    return window(g, WHEN_COMBAT_START)


@pytest.mark.rule("blitzkrieg_general", "CARD.kamikaze")
@pytest.mark.rule("blitzkrieg_general", "A7.4o")
def test_kamikaze_lie_open_and_fly_once_a_turn() -> None:
    g = play(kamikaze(hands={"japan": ["kamikaze"]}), "kamikaze")
    assert card_modifiers.kamikaze(g, unit_at(g, "philippines_sea", "jap_air_3"))
    assert lies(g, "kamikaze") == "open japan"
    fight_in(g, "philippines_sea")
    assert idle(window(g, WHEN_COMBAT_START))  # one combat each turn
    g.turn_cards = 0
    window(g, WHEN_COMBAT_START)
    assert offered(g) == {"button:pass", "card:kamikaze"}
    answer(g, "card:kamikaze")
    assert card_modifiers.kamikaze(g, unit_at(g, "philippines_sea", "jap_air_3"))
    assert lies(g, "kamikaze") == "open japan"


@pytest.mark.rule("blitzkrieg_general", "CARD.kamikaze")
def test_kamikaze_need_aircraft_in_the_combat() -> None:
    g = kamikaze(in_effect={"kamikaze": "japan"})
    assert "card:kamikaze" in offered(g)
    fight_in(g, "philippines_sea")
    answer(g, "button:pass")
    assert idle(window(g, WHEN_ANY))  # in a combat, not between them
    g = position(
        units={"philippines_sea": "jap_tf_4, usa_tf_5"},
        wars=[("japan", "usa")],
        in_effect={"kamikaze": "japan"},
    )
    fight_in(g, "philippines_sea")
    assert idle(window(g, WHEN_COMBAT_START))


@pytest.mark.rule("blitzkrieg_general", "CARD.fortress_europe")
@pytest.mark.rule("blitzkrieg_general", "CARD.their_finest_hour")
@pytest.mark.rule("blitzkrieg_general", "CARD.japanese_defense_perimeter")
@pytest.mark.rule("blitzkrieg_general", "CARD.guards_troops")
@pytest.mark.parametrize(
    ("card", "by", "war"),
    [
        ("fortress_europe", "germany", ("germany", "usa")),
        ("their_finest_hour", "be", ("germany", "be")),
        ("japanese_defense_perimeter", "japan", ("japan", "usa")),
        ("guards_troops", "ussr", ("ussr", "germany")),
    ],
)
def test_cards_that_lie_open(card: str, by: str, war: tuple[str, str]) -> None:
    g = played(card, by, wars=[war], conquered=["france"])
    assert lies(g, card) == f"open {by}"
    assert (g.played >> card_of(g, card)) & 1


@pytest.mark.rule("blitzkrieg_general", "CARD.guards_troops")
def test_guards_attack_at_full_strength_in_bad_weather() -> None:
    g = position(
        units={"kiev": "sov_inf_4_r_g, sov_inf_3_r, ger_inf_3"},
        wars=[("ussr", "germany")],
        weather={"europe": "bad"},
        in_effect={"guards_troops": "ussr"},
        side="allies",
    )
    fight_in(g, "kiev")
    assert strength.strength(g, battle(g), unit_at(g, "kiev", "sov_inf_4_r_g")) == 4
    assert strength.strength(g, battle(g), unit_at(g, "kiev", "sov_inf_3_r")) == 2


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_tito_keeps_german_strength_in_yugoslavia() -> None:
    since = position().turn - 4
    g = played("tito_partisans", "be", control={"yugoslavia": "germany"}, memory={"held_since": since})
    assert lies(g, "tito_partisans") == "open be"
    g = position(
        control={"yugoslavia": "germany"},
        units={"yugoslavia": "ger_inf_3"},
        in_effect={"tito_partisans": "be"},
        wars=[("germany", "be"), ("germany", "yugoslavia")],
        managers={"yugoslavia": "be"},
    )
    control.end_segment(g)
    assert g.bombed[space(g, "yugoslavia")] == 1  # less than five: no production
    assert holder(g, "yugoslavia") == "germany"
