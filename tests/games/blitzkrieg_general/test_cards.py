"""Every card but the coups, played from a hand: what it does and where it goes."""

from pathlib import Path
from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components.constants import ASIDE
from sandtable.games.blitzkrieg_general.components.effect_types import (
    WHEN_ANY,
    WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
    WHEN_OWN_ACTION_SEGMENT,
    WHEN_OWN_MOVEMENT_PHASE,
    WHEN_PRODUCTION_PHASE,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers, card_windows
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import relations
from sandtable.games.blitzkrieg_general.rules.setup import place
from sandtable.games.blitzkrieg_general.testing import (
    card_of,
    country,
    holder,
    position,
    units_at,
)
from tests.games.blitzkrieg_general.carding import lies, never_offered, play, played, window
from tests.games.blitzkrieg_general.driving import answer, find, go_on, idle, offered

SEGMENT = (
    WHEN_ANY,
    WHEN_OWN_ACTION_SEGMENT,
    WHEN_OWN_MOVEMENT_PHASE,
    WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
)


def production(g: Board, name: str) -> int:
    return economy.production(g, country(g, name))


# --- countries that join


@pytest.mark.rule("blitzkrieg_general", "CARD.axis_minor_activation")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_axis_minor_activation_sets_up_a_minor_for_germany() -> None:
    g = position(hands={"germany": ["axis_minor_activation"]}, wars=[("germany", "be")])
    for row in g.t.scenarios[0].late_setup:
        for _ in range(row.n):
            place(g, row, ASIDE)
    before = production(g, "germany")
    play(window(g, WHEN_ANY), "axis_minor_activation")
    assert offered(g) == {f"country:{c}" for c in ("finland", "romania", "hungary", "bulgaria", "italy")}
    refusal = g.agenda[-1].why_not(g, 0, find(g, "country:spain"))
    assert refusal is not None and refusal.rule == "CARD.axis_minor_activation"
    answer(g, "country:hungary")
    assert units_at(g, "hungary") == "hun_air_1, hun_inf_2"
    assert production(g, "germany") == before + 1
    assert g.enemy(country(g, "hungary"), country(g, "be"))
    assert lies(g, "axis_minor_activation") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "CARD.axis_minor_activation")
@pytest.mark.rule("blitzkrieg_general", "TT9AD")
@pytest.mark.rule("blitzkrieg_general", "A7.2e")
def test_axis_minor_activation_brings_italy_into_the_war() -> None:
    g = position(
        hands={"germany": ["axis_minor_activation"]}, wars=[("germany", "be"), ("germany", "france")]
    )
    play(window(g, WHEN_ANY), "axis_minor_activation")
    answer(g, "country:italy")
    italy = country(g, "italy")
    assert g.enemy(italy, country(g, "be"))
    assert g.enemy(italy, country(g, "france"))
    assert g.us_level == 1  # like a declaration of war by Italy


@pytest.mark.rule("blitzkrieg_general", "CARD.axis_minor_activation")
def test_a_single_country_is_activated_without_a_question() -> None:
    minors = dict.fromkeys(("finland", "romania", "bulgaria"), "germany")
    g = played(
        "axis_minor_activation",
        "germany",
        wars=[("germany", "be"), ("italy", "be")],
        managers=minors,
    )
    assert idle(g)
    assert g.manager[country(g, "hungary")] == country(g, "germany")


@pytest.mark.rule("blitzkrieg_general", "CARD.ussr_declares_war")
@pytest.mark.rule("blitzkrieg_general", "A8.4b")
@pytest.mark.rule("blitzkrieg_general", "A7.4o")
def test_the_ussr_declares_war_on_germany() -> None:
    g = played(
        "ussr_declares_war", "ussr", *SEGMENT, turn="1/1941", wars=[("germany", "be"), ("italy", "be")]
    )
    assert offered(g) == {"country:germany", "country:italy"}
    answer(g, "country:germany")
    ussr = country(g, "ussr")
    assert g.enemy(ussr, country(g, "germany"))
    assert g.enemy(ussr, country(g, "italy"))  # they share their wars
    assert lies(g, "ussr_declares_war") == "open ussr"


@pytest.mark.rule("blitzkrieg_general", "CARD.axis_minor_activation")
def test_every_axis_minor_can_be_activated() -> None:
    for name in ("finland", "romania", "hungary", "bulgaria"):
        g = played("axis_minor_activation", "germany", wars=[("germany", "be")])
        answer(g, f"country:{name}")
        assert g.manager[country(g, name)] == country(g, "germany"), name
        assert g.enemy(country(g, name), country(g, "be")), name


@pytest.mark.rule("blitzkrieg_general", "CARD.ussr_declares_war")
def test_the_ussr_attacks_whom_it_is_not_yet_at_war_with() -> None:
    more: dict[str, Any] = {"turn": "1/1941", "conquered": ["italy"]}
    g = played("ussr_declares_war", "ussr", *SEGMENT, wars=[("germany", "be")], **more)
    assert idle(g)  # Italy is conquered
    assert g.enemy(country(g, "ussr"), country(g, "germany"))


@pytest.mark.rule("blitzkrieg_general", "CARD.ussr_declares_war")
@pytest.mark.rule("blitzkrieg_general", "A8.4b")
def test_without_its_card_the_ussr_may_not() -> None:
    g = position(turn="1/1941", wars=[("germany", "be")])
    ussr, germany = country(g, "ussr"), country(g, "germany")
    refusal = relations.why_not_declare(g, ussr, germany)
    assert refusal is not None and refusal.rule == "A8.4b"
    g = position(turn="1/1941", wars=[("germany", "be")], in_effect={"ussr_declares_war": "ussr"})
    assert relations.why_not_declare(g, ussr, germany) is None


@pytest.mark.rule("blitzkrieg_general", "CARD.french_vichy_surrender")
@pytest.mark.rule("blitzkrieg_general", "CV1")
@pytest.mark.rule("blitzkrieg_general", "CV9")
@pytest.mark.rule("blitzkrieg_general", "A7.4o")
def test_vichy_is_installed() -> None:
    g = played(
        "french_vichy_surrender",
        "italy",
        wars=[("germany", "france"), ("italy", "france")],
        control={"normandy": "germany", "western_france": "italy", "maginot": "germany"},
        units={"paris": "fra_inf_3"},
    )
    assert holder(g, "paris") == "germany"
    assert holder(g, "vichy") == holder(g, "algeria") == "vichy"
    assert units_at(g, "paris") == ""
    assert g.fallen(country(g, "france"))
    assert lies(g, "french_vichy_surrender") == "open italy"


@pytest.mark.rule("blitzkrieg_general", "CARD.force_peace")
@pytest.mark.rule("blitzkrieg_general", "CP2")
@pytest.mark.rule("blitzkrieg_general", "CP3")
def test_peace_is_forced_on_japan_and_the_ussr() -> None:
    g = played(
        "force_peace",
        "ussr",
        wars=[("japan", "ussr")],
        units={"vladivostok": "jap_inf_3", "korea": "jap_inf_2"},
        control={"vladivostok": "ussr"},
        dice=[5, 6],
    )
    assert not g.enemy(country(g, "japan"), country(g, "ussr"))
    answer(g, "area:korea")  # the nearest friendly area, or Manchuria
    assert units_at(g, "vladivostok") == ""
    assert g.peace_player == country(g, "ussr")
    assert g.peace_until == g.turn + 10  # eleven quarters, this one included
    assert lies(g, "force_peace") == "away"
    assert card_of(g, "force_peace") not in g.deck


ITALY_LOST = {"southern_italy": "be", "tripolitania": "be", "cyreneica": "be", "abessinia": "be"}


@pytest.mark.rule("blitzkrieg_general", "CARD.italian_surrender")
@pytest.mark.rule("blitzkrieg_general", "A7.4m")
def test_italy_surrenders() -> None:
    g = position(
        hands={"be": ["italian_surrender"]},
        side="allies",
        wars=[("italy", "be"), ("germany", "be")],
        control=ITALY_LOST,
        units={"northern_italy": "ita_inf_3, ger_inf_3", "adria": "ita_tf_3", "chart 1/1943": "ita_sub_2"},
    )
    before = production(g, "germany")
    play(window(g, WHEN_ANY), "italian_surrender")
    assert units_at(g, "northern_italy") == "ger_inf_3"
    assert units_at(g, "adria") == units_at(g, "chart") == ""
    assert production(g, "germany") == before + 3  # northern Italy, the left number
    assert holder(g, "southern_italy") == "be"
    assert holder(g, "albania") == "germany"
    assert g.fallen(country(g, "italy"))
    assert lies(g, "italian_surrender") == "out"


@pytest.mark.rule("blitzkrieg_general", "CARD.japan_occupies_indochine")
@pytest.mark.rule("blitzkrieg_general", "A7.2e")
@pytest.mark.rule("blitzkrieg_general", "TT16R")
def test_japan_occupies_indochine() -> None:
    g = position(
        hands={"japan": ["japan_occupies_indochine"]},
        wars=[("japan", "china")],
        conquered=["france"],
        control={"indochine": "vichy"},
        units={"indochine": "fra_inf_2 back"},
        serves={"indochine": "vichy"},
    )
    before = production(g, "japan")
    play(window(g, WHEN_ANY), "japan_occupies_indochine")
    assert holder(g, "indochine") == "japan"
    assert units_at(g, "indochine") == ""
    assert units_at(g, "removed") == "fra_inf_2"
    assert production(g, "japan") == before + 1
    assert g.us_level == 1
    assert not g.at_war(country(g, "usa"))
    assert lies(g, "japan_occupies_indochine") == "out"


# --- cards against cards


@pytest.mark.rule("blitzkrieg_general", "CARD.bnl_embargo")
@pytest.mark.rule("blitzkrieg_general", "A7.4o")
def test_the_bnl_embargo_ends_what_japan_gets() -> None:
    g = position(
        hands={"usa": ["bnl_embargo"]},
        side="allies",
        wars=[("japan", "china")],
        in_effect={"japan_gains_bnl": "japan"},
    )
    before = production(g, "japan")
    play(window(g, WHEN_ANY), "bnl_embargo")
    assert production(g, "japan") == before - 3
    assert lies(g, "japan_gains_bnl") == "out"
    assert lies(g, "bnl_embargo") == "open usa"


@pytest.mark.rule("blitzkrieg_general", "CARD.japan_gains_bnl")
@pytest.mark.rule("blitzkrieg_general", "TT14AD")
def test_japan_gains_the_production_of_the_islands() -> None:
    g = position(
        hands={"japan": ["japan_gains_bnl"]},
        wars=[("japan", "china")],
        memory={"played": 1 << card_of(position(), "embargo_usa_japan")},
    )
    before = production(g, "japan")
    play(window(g, WHEN_ANY), "japan_gains_bnl")
    assert production(g, "japan") == before + 3
    assert holder(g, "java") == "bnl"
    assert lies(g, "japan_gains_bnl") == "open japan"


@pytest.mark.rule("blitzkrieg_general", "CARD.morsecode")
@pytest.mark.rule("blitzkrieg_general", "A7.4o")
def test_morsecode_cancels_one_of_two() -> None:
    both = {"fortress_europe": "germany", "their_finest_hour": "be"}
    g = played("morsecode", "usa", in_effect=both)
    assert offered(g) == {"card:fortress_europe", "card:their_finest_hour"}
    answer(g, "card:fortress_europe")
    assert lies(g, "fortress_europe") == "out"
    assert lies(g, "their_finest_hour") == "open be"
    assert lies(g, "morsecode") == "out"
    g = played("morsecode", "italy", in_effect={"their_finest_hour": "be"})
    assert idle(g)
    assert lies(g, "their_finest_hour") == "out"


@pytest.mark.rule("blitzkrieg_general", "CARD.spies")
@pytest.mark.rule("blitzkrieg_general", "A7.4j")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_spies_see_the_hands_of_the_enemy() -> None:
    held = {"germany": ["spies", "surprise"], "usa": ["lend_lease_usa"], "china": ["partisans"]}
    g = position(hands=held, players=8)
    play(window(g, WHEN_ANY), "spies")
    assert g.card_known[card_of(g, "lend_lease_usa")] == 1
    assert g.card_known[card_of(g, "partisans")] == 1
    assert g.card_known[card_of(g, "surprise")] == 0
    assert g.log is not None
    seen = [line.text for line in g.log.lines(0) if "Partisans" in line.text]
    assert seen == ["Germany sees Lend Lease (USA) (USA) and Partisans (China)."]
    assert not [line for line in g.log.lines(1) if "Partisans" in line.text]
    assert lies(g, "spies") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "CARD.spies")
def test_spies_need_hands_to_look_at() -> None:
    g = position(hands={"germany": ["spies"], "italy": ["surprise"]})
    assert never_offered(window(g, WHEN_ANY), "spies")


# --- production


@pytest.mark.rule("blitzkrieg_general", "CARD.foreign_troops")
@pytest.mark.rule("blitzkrieg_general", "CARD.militia")
@pytest.mark.rule("blitzkrieg_general", "CARD.total_war")
@pytest.mark.parametrize(
    ("card", "gain", "more"),
    [
        ("foreign_troops", 1, {"wars": [("germany", "ussr")]}),
        ("militia", 1, {"wars": [("germany", "france")], "units": {"bavaria": "fra_inf_3"}}),
        ("total_war", 3, {"wars": [("germany", "be")], "memory": {"war_since": [0] * 8}}),
    ],
)
def test_production_rises_for_good(card: str, gain: int, more: dict[str, Any]) -> None:
    g = position(hands={"germany": [card]}, **more)
    before = production(g, "germany")
    play(window(g, WHEN_ANY), card)
    assert production(g, "germany") == before + gain
    assert lies(g, card) == "open germany"


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_lend_lease_from_the_british_to_the_ussr() -> None:
    wars = [("germany", "ussr"), ("germany", "be")]
    g = position(hands={"ussr": ["lend_lease_be_ussr"]}, wars=wars, side="allies")
    before = production(g, "be"), production(g, "ussr")
    play(window(g, WHEN_ANY), "lend_lease_be_ussr")
    assert (production(g, "be"), production(g, "ussr")) == (before[0] - 3, before[1] + 3)
    assert lies(g, "lend_lease_be_ussr") == "open ussr"


@pytest.mark.rule("blitzkrieg_general", "CARD.embargo_usa_japan")
@pytest.mark.rule("blitzkrieg_general", "TT2R")
def test_the_embargo_costs_japan_three() -> None:
    delivery = 1 << position().t.delivery_index["usa_japan"]
    g = position(
        hands={"usa": ["embargo_usa_japan"]},
        wars=[("japan", "china")],
        memory={"us_level": 12, "deliveries": delivery},
        side="allies",
    )
    before = production(g, "japan")
    play(window(g, WHEN_ANY), "embargo_usa_japan")
    assert production(g, "japan") == before - 3
    assert g.deliveries == 0
    assert lies(g, "embargo_usa_japan") == "open usa"


@pytest.mark.rule("blitzkrieg_general", "CARD.increase_us_production")
def test_us_production_rises_by_four() -> None:
    """The tutorial: from 14 to 18."""
    declared = [0] * position().t.n_countries
    declared[0] = 1 << country(position(), "ussr")
    g = played("increase_us_production", "usa", memory={"us_level": 14, "declared": declared})
    assert g.us_level == 18
    assert production(g, "usa") == 18
    assert lies(g, "increase_us_production") == "open usa"


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_usa")
def test_the_usa_hands_five_build_points_to_an_associate() -> None:
    g = position(
        in_effect={"lend_lease_usa": "usa"},
        points={"usa": 14, "be": 3, "china": 0},
        wars=[("germany", "be"), ("japan", "china")],
        players=8,
    )
    card_windows.open(g, WHEN_PRODUCTION_PHASE)
    go_on(g)
    assert g.seats() == (country(g, "usa"),)
    assert offered(g) == {"country:be", "country:china"}  # France and the USSR are not at war
    refusal = g.agenda[-1].why_not(g, g.seats()[0], find(g, "country:ussr"))
    assert refusal is not None and refusal.rule == "CARD.lend_lease_usa"
    assert "5 BP" in g.agenda[-1].prompt(g, g.seats()[0]).text
    answer(g, "country:china")
    assert [g.points[country(g, c)] for c in ("usa", "be", "china")] == [9, 3, 5]
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_usa")
def test_lend_lease_gives_what_there_is_to_the_only_one_that_can_have_it() -> None:
    place: dict[str, Any] = {"in_effect": {"lend_lease_usa": "usa"}, "wars": [("germany", "be")]}
    g = window(position(points={"usa": 3}, **place), WHEN_PRODUCTION_PHASE)
    assert idle(g)
    assert [g.points[country(g, c)] for c in ("usa", "be")] == [0, 3]
    g = window(position(points={"usa": 9}, conquered=["be"], **place), WHEN_PRODUCTION_PHASE)
    assert g.points[country(g, "usa")] == 9
    g = window(position(points={"usa": 9}, conquered=["usa"], **place), WHEN_PRODUCTION_PHASE)
    assert g.points[country(g, "be")] == 0
    more = [("germany", "be"), ("japan", "china")]
    g = window(position(in_effect=place["in_effect"], wars=more), WHEN_PRODUCTION_PHASE)
    assert idle(g)  # without Build Points nobody is asked
    g = window(position(points={"usa": 9}, wars=[("germany", "be")]), WHEN_PRODUCTION_PHASE)
    assert g.points[country(g, "usa")] == 9  # without the card


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_usa")
@pytest.mark.rule("blitzkrieg_general", "A7.4o")
def test_lend_lease_lies_open() -> None:
    g = played("lend_lease_usa", "usa", memory={"us_level": 11})
    assert lies(g, "lend_lease_usa") == "open usa"


@pytest.mark.rule("blitzkrieg_general", "CARD.free_french")
@pytest.mark.rule("blitzkrieg_general", "CARD.usa_build_chinese_aircraft")
@pytest.mark.parametrize(
    ("card", "by", "type_id"),
    [("free_french", "be", "fra_inf_3_f"), ("usa_build_chinese_aircraft", "usa", "chi_air_2_us")],
)
def test_units_of_others_may_be_built(card: str, by: str, type_id: str) -> None:
    g = position(hands={by: [card]}, conquered=["france"], side="allies")
    kind = g.t.type_index[type_id]
    assert not card_modifiers.may_build_foreign(g, country(g, by), kind)
    play(window(g, WHEN_ANY), card)
    assert card_modifiers.may_build_foreign(g, country(g, by), kind)
    assert lies(g, card) == f"open {by}"


@pytest.mark.rule("blitzkrieg_general", "CARD.national_war_ussr")
@pytest.mark.rule("blitzkrieg_general", "A7.4m")
def test_national_war_turns_orange_units_into_build_points() -> None:
    """The units of the tutorial: an air 1 for 2, an infantry on its back for 1, an armor 3 for 6."""
    g = played(
        "national_war_ussr",
        "ussr",
        WHEN_PRODUCTION_PHASE,
        wars=[("germany", "ussr")],
        units={
            "usbekistan": "sov_air_1_o, sov_inf_2_o back, sov_inf_3_r",
            "voronesh": "sov_arm_3_o",
            "kiev": "sov_inf_2_o",
        },
        points={"ussr": 33},
    )
    assert "unit:sov_inf_3_r@usbekistan" not in offered(g)
    for unit in ("sov_air_1_o@usbekistan", "sov_inf_2_o@usbekistan", "sov_arm_3_o@voronesh"):
        answer(g, f"unit:{unit}")
    assert g.points[country(g, "ussr")] == 33 + 2 + 1 + 6
    assert units_at(g, "usbekistan") == "sov_inf_3_r"
    answer(g, "button:done")
    assert units_at(g, "kiev") == "sov_inf_2_o"
    assert lies(g, "national_war_ussr") == "out"


@pytest.mark.rule("blitzkrieg_general", "CARD.national_war_ussr")
def test_national_war_ends_with_the_last_orange_unit() -> None:
    g = played(
        "national_war_ussr",
        "ussr",
        WHEN_PRODUCTION_PHASE,
        wars=[("germany", "ussr")],
        units={"kiev": "sov_inf_2_o"},
    )
    answer(g, "unit:sov_inf_2_o@kiev")
    assert idle(g)
    g = position(hands={"ussr": ["national_war_ussr"]}, wars=[("germany", "ussr")])
    assert never_offered(window(g, WHEN_PRODUCTION_PHASE), "national_war_ussr")


@pytest.mark.rule("blitzkrieg_general", "CARD.sabotage_on_research")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
def test_sabotage_costs_all_research_numbers() -> None:
    g = position(
        hands={"italy": ["sabotage_on_research"]},
        numbers={"be": 5, "usa": 2},
        wars=[("italy", "be")],
        players=8,
    )
    card_windows.open_research(g, country(g, "be"))
    play(go_on(g), "sabotage_on_research")
    assert g.numbers[country(g, "be")] == 0
    assert g.numbers[country(g, "usa")] == 2
    assert lies(g, "sabotage_on_research") == "bottom"


@pytest.mark.rule("blitzkrieg_general", "CARD.sabotage_on_research")
def test_neutral_research_is_safe() -> None:
    g = position(hands={"italy": ["sabotage_on_research"]}, numbers={"usa": 2}, wars=[("italy", "be")])
    card_windows.open_research(g, country(g, "usa"))
    assert never_offered(go_on(g), "sabotage_on_research")
    g = position(hands={"italy": ["sabotage_on_research"]}, wars=[("italy", "be")])
    card_windows.open_research(g, country(g, "be"))
    assert never_offered(go_on(g), "sabotage_on_research")  # it has no numbers to lose


@pytest.mark.rule("blitzkrieg_general", "CA")
def test_no_card_is_forgotten() -> None:
    """Every card but the coups, which have tests of their own, is named by a mark."""
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_card*.py"))
    t = position().t
    assert [c for c in t.card_id if f'"CARD.{c}"' not in text and not c.startswith("coup_")] == []
