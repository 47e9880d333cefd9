"""What cards in force change: reactions, strengths, retreats, production."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import ELITE, FIRST_SHIP, INVADING, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.testing import card_of, country, position, space, unit_at
from tests.games.blitzkrieg_general.carding import fight_in, works

FRONT = [("germany", "france"), ("germany", "be"), ("italy", "france"), ("italy", "be")]
EAST = [("germany", "ussr"), ("italy", "ussr"), ("romania", "ussr")]


# --- Blitzkrieg


def attack_on_paris(units: str, side: str = "axis") -> Board:
    g = position(units={"paris": units}, wars=FRONT, side=side)
    works(g, "blitzkrieg", "germany")
    return g


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
def test_blitzkrieg_keeps_aircraft_and_reserves_away_from_german_attacks() -> None:
    g = attack_on_paris("ger_inf_3, fra_inf_3")
    assert card_modifiers.no_reaction(g, space(g, "paris"))


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
def test_blitzkrieg_does_not_help_an_attack_without_german_units() -> None:
    g = attack_on_paris("ita_inf_3, fra_inf_3")
    assert not card_modifiers.no_reaction(g, space(g, "paris"))


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
def test_blitzkrieg_works_for_attacks_and_not_for_defence() -> None:
    g = attack_on_paris("ger_inf_3, fra_inf_3", side="allies")
    assert not card_modifiers.no_reaction(g, space(g, "paris"))


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
def test_blitzkrieg_covers_german_landings_and_task_forces() -> None:
    g = position(units={"channel": "ger_conv [ger_inf_3], ger_tf_3", "england": "be_inf_3"}, wars=FRONT)
    works(g, "blitzkrieg", "germany")
    england = space(g, "england")
    assert not card_modifiers.no_reaction(g, england)
    convoy = unit_at(g, "channel", "ger_conv")
    g.mark(unit_at(g, "channel", "ger_inf_3"), INVADING)
    g.target[convoy] = england
    assert card_modifiers.no_reaction(g, england)
    g.target[convoy] = NONE
    g.target[unit_at(g, "channel", "ger_tf_3")] = england
    assert card_modifiers.no_reaction(g, england)


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
def test_without_blitzkrieg_everybody_reacts() -> None:
    g = position(units={"paris": "ger_inf_3, fra_inf_3"}, wars=FRONT)
    assert not card_modifiers.no_reaction(g, space(g, "paris"))


# --- Desert Fox


def in_africa(by: str = "germany") -> Board:
    g = position(
        units={"tripolitania": "ita_inf_2, ita_air_2", "matruh": "be_inf_3", "albania": "ita_inf_3"},
        wars=FRONT,
    )
    works(g, "triumph_and_fall", by)
    g.segment_cards, g.turn_cards = g.turn_cards, 0
    return g


@pytest.mark.rule("blitzkrieg_general", "CARD.triumph_and_fall")
def test_desert_fox_leads_all_land_units_of_the_side_in_africa() -> None:
    g = in_africa()
    assert card_modifiers.exploits_anyway(g, unit_at(g, "tripolitania", "ita_inf_2"))
    assert not card_modifiers.exploits_anyway(g, unit_at(g, "matruh", "be_inf_3"))
    assert not card_modifiers.exploits_anyway(g, unit_at(g, "tripolitania", "ita_air_2"))


@pytest.mark.rule("blitzkrieg_general", "CARD.triumph_and_fall")
def test_desert_fox_stays_in_africa() -> None:
    g = in_africa()
    assert not card_modifiers.exploits_anyway(g, unit_at(g, "albania", "ita_inf_3"))
    infantry = unit_at(g, "tripolitania", "ita_inf_2")
    assert card_modifiers.exploits_into(g, infantry, space(g, "alexandria"))
    assert not card_modifiers.exploits_into(g, infantry, space(g, "near_east"))
    assert not card_modifiers.exploits_into(g, infantry, space(g, "ionian_sea"))


@pytest.mark.rule("blitzkrieg_general", "CARD.triumph_and_fall")
def test_desert_fox_of_the_allies_leads_the_allies() -> None:
    g = in_africa("be")
    assert card_modifiers.exploits_anyway(g, unit_at(g, "matruh", "be_inf_3"))
    assert not card_modifiers.exploits_anyway(g, unit_at(g, "tripolitania", "ita_inf_2"))
    g.segment_cards = 0
    assert not card_modifiers.exploits_anyway(g, unit_at(g, "matruh", "be_inf_3"))


# --- other permissions


@pytest.mark.rule("blitzkrieg_general", "CARD.japan_national_war")
def test_national_war_ends_the_limits_in_china() -> None:
    assert not card_modifiers.limits_off(position())
    assert card_modifiers.limits_off(position(in_effect={"japan_national_war": "japan"}))


# --- search and first fire


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_finds_and_is_not_found() -> None:
    g = position()
    assert card_modifiers.search_result(g, space(g, "channel"), 0) == NONE
    works(g, "naval_surprise", "germany")
    g.segment_cards, g.surprise_zone = g.turn_cards, space(g, "channel")
    assert card_modifiers.search_result(g, space(g, "channel"), 0) == 1
    assert card_modifiers.search_result(g, space(g, "channel"), 1) == 0
    assert card_modifiers.search_result(g, space(g, "north_sea"), 0) == NONE


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_gives_first_fire_to_the_nation_alone() -> None:
    units = {"zone:channel": "ger_tf_3, ger_sub_2, ita_tf_3, ger_air_3, be_tf_4"}
    g = position(units=units, wars=FRONT)
    works(g, "naval_surprise", "germany")
    fight = fight_in(g, "zone:channel")
    assert not card_modifiers.first_fire(g, unit_at(g, "zone:channel", "ger_tf_3"))
    fight.cards = g.turn_cards
    first = [u for u in g.at[fight.space] if card_modifiers.first_fire(g, u)]
    assert [g.t.type_id[g.t.unit_type[u]] for u in first] == ["ger_air_3", "ger_tf_3", "ger_sub_2"]


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_of_the_search_lasts_into_the_combat() -> None:
    g = position(units={"zone:channel": "ger_tf_3, be_tf_4"}, wars=FRONT)
    works(g, "naval_surprise", "germany")
    g.segment_cards, g.surprise_zone = g.turn_cards, space(g, "zone:channel")
    fight_in(g, "zone:channel")
    assert card_modifiers.first_fire(g, unit_at(g, "zone:channel", "ger_tf_3"))
    fight_in(g, "zone:north_sea")
    assert not card_modifiers.first_fire(g, unit_at(g, "zone:channel", "ger_tf_3"))


@pytest.mark.rule("blitzkrieg_general", "CARD.surprise")
def test_surprise_lets_all_land_units_and_aircraft_of_the_side_fire_first() -> None:
    units = {"greece": "ger_inf_3, ita_inf_3, ger_air_3, gre_inf_3"}
    g = position(units=units, wars=[("germany", "greece"), ("italy", "greece")], managers={"greece": "be"})
    works(g, "surprise", "germany")
    fight = fight_in(g, "greece")
    fight.cards = g.turn_cards
    for type_id in ("ger_inf_3", "ita_inf_3", "ger_air_3"):
        assert card_modifiers.first_fire(g, unit_at(g, "greece", type_id)), type_id
    assert not card_modifiers.first_fire(g, unit_at(g, "greece", "gre_inf_3"))
    g.put(g.free_unit(g.t.type_index["ger_tf_3"]), fight.space)
    assert not card_modifiers.first_fire(g, unit_at(g, "greece", "ger_tf_3"))


@pytest.mark.rule("blitzkrieg_general", "CARD.surprise")
def test_surprise_ends_with_its_combat() -> None:
    g = position(units={"greece": "ger_inf_3"})
    works(g, "surprise", "germany")
    assert not card_modifiers.first_fire(g, unit_at(g, "greece", "ger_inf_3"))
    fight_in(g, "greece")
    assert not card_modifiers.first_fire(g, unit_at(g, "greece", "ger_inf_3"))


# --- strengths


@pytest.mark.rule("blitzkrieg_general", "CARD.bridgehead")
def test_bridgehead_carries_the_players_own_land_units_over_rivers() -> None:
    g = position(units={"paris": "ger_inf_3, ger_arm_4, ita_inf_3, ger_air_3"}, wars=FRONT)
    infantry = unit_at(g, "paris", "ger_inf_3")
    assert not card_modifiers.ignores_rivers(g, infantry)
    works(g, "bridgehead", "germany")
    assert card_modifiers.ignores_rivers(g, infantry)
    assert card_modifiers.ignores_rivers(g, unit_at(g, "paris", "ger_arm_4"))
    assert not card_modifiers.ignores_rivers(g, unit_at(g, "paris", "ita_inf_3"))
    assert not card_modifiers.ignores_rivers(g, unit_at(g, "paris", "ger_air_3"))


@pytest.mark.rule("blitzkrieg_general", "CARD.winter_offensive")
def test_winter_offensive_frees_all_soviet_land_units_from_the_weather() -> None:
    g = position(units={"kiev": "sov_inf_3_r, sov_arm_5_r, sov_air_3_r, ger_inf_3"}, wars=EAST)
    assert not card_modifiers.ignores_weather(g, unit_at(g, "kiev", "sov_inf_3_r"))
    works(g, "winter_offensive", "ussr")
    assert card_modifiers.ignores_weather(g, unit_at(g, "kiev", "sov_inf_3_r"))
    assert card_modifiers.ignores_weather(g, unit_at(g, "kiev", "sov_arm_5_r"))
    assert not card_modifiers.ignores_weather(g, unit_at(g, "kiev", "sov_air_3_r"))
    assert not card_modifiers.ignores_weather(g, unit_at(g, "kiev", "ger_inf_3"))


@pytest.mark.rule("blitzkrieg_general", "CARD.guards_troops")
def test_guards_are_free_from_the_weather_others_are_not() -> None:
    g = position(units={"kiev": "sov_inf_4_r_g, sov_inf_3_r"}, wars=EAST)
    assert not card_modifiers.ignores_weather(g, unit_at(g, "kiev", "sov_inf_4_r_g"))
    g = position(units={"kiev": "sov_inf_4_r_g, sov_inf_3_r"}, in_effect={"guards_troops": "ussr"})
    assert card_modifiers.ignores_weather(g, unit_at(g, "kiev", "sov_inf_4_r_g"))
    assert not card_modifiers.ignores_weather(g, unit_at(g, "kiev", "sov_inf_3_r"))


@pytest.mark.rule("blitzkrieg_general", "CA")
@pytest.mark.rule("blitzkrieg_general", "A1.2r")
@pytest.mark.rule("blitzkrieg_general", "CARD.elite_troops")
def test_elite_units_have_one_more() -> None:
    g = position(units={"paris": "ger_inf_3, ger_hq_guderian, fra_inf_3"}, wars=FRONT)
    fight_in(g, "paris")
    infantry, hq = unit_at(g, "paris", "ger_inf_3"), unit_at(g, "paris", "ger_hq_guderian")
    assert card_modifiers.bonus(g, infantry) == 0
    g.mark(infantry, ELITE)
    g.mark(hq, ELITE)
    assert card_modifiers.bonus(g, infantry) == 1
    assert card_modifiers.bonus(g, hq) == 0


@pytest.mark.rule("blitzkrieg_general", "CARD.mountain_troops")
def test_mountain_troops_are_own_infantry_in_mountains() -> None:
    units = {"greece": "ger_inf_3, ger_arm_4, ita_inf_3, gre_inf_3"}
    g = position(units=units, wars=[("germany", "greece"), ("italy", "greece")], managers={"greece": "be"})
    works(g, "mountain_troops", "germany")
    infantry = unit_at(g, "greece", "ger_inf_3")
    assert card_modifiers.bonus(g, infantry) == 0  # no combat, no bonus
    fight_in(g, "greece")
    assert card_modifiers.bonus(g, infantry) == 1
    assert card_modifiers.bonus(g, unit_at(g, "greece", "ger_arm_4")) == 0
    assert card_modifiers.bonus(g, unit_at(g, "greece", "ita_inf_3")) == 0
    assert card_modifiers.bonus(g, unit_at(g, "greece", "gre_inf_3")) == 0


@pytest.mark.rule("blitzkrieg_general", "CARD.mountain_troops")
def test_mountain_troops_are_nothing_special_in_the_plain() -> None:
    g = position(units={"paris": "ger_inf_3, fra_inf_3"}, wars=FRONT)
    works(g, "mountain_troops", "germany")
    fight_in(g, "paris")
    assert card_modifiers.bonus(g, unit_at(g, "paris", "ger_inf_3")) == 0


@pytest.mark.rule("blitzkrieg_general", "CARD.cold_days_in_hell")
def test_cold_days_weaken_every_axis_unit_in_the_ussr() -> None:
    units = {"kiev": "ger_inf_3, ger_air_3, rom_inf_2, sov_inf_3_r", "western_poland": "ger_arm_4"}
    g = position(units=units, wars=EAST, managers={"romania": "germany"}, weather={"europe": "bad"})
    works(g, "cold_days_in_hell", "ussr")
    fight_in(g, "kiev")
    for type_id in ("ger_inf_3", "ger_air_3", "rom_inf_2"):
        assert card_modifiers.bonus(g, unit_at(g, "kiev", type_id)) == -1, type_id
    assert card_modifiers.bonus(g, unit_at(g, "kiev", "sov_inf_3_r")) == 0
    assert card_modifiers.bonus(g, unit_at(g, "western_poland", "ger_arm_4")) == 0


@pytest.mark.rule("blitzkrieg_general", "CARD.cold_days_in_hell")
def test_cold_days_need_bad_weather_where_the_unit_is() -> None:
    g = position(units={"irkutsk": "jap_inf_3"}, wars=[("japan", "ussr")], weather={"europe": "bad"})
    works(g, "cold_days_in_hell", "ussr")
    assert card_modifiers.bonus(g, unit_at(g, "irkutsk", "jap_inf_3")) == 0
    g.weather = bytes([1, 1])
    assert card_modifiers.bonus(g, unit_at(g, "irkutsk", "jap_inf_3")) == -1


# --- defence of coasts


def landing(area: str, units: str, card: str, by: str, invasion: bool = True) -> tuple[int, int]:
    wars = [("germany", "usa"), ("germany", "be"), ("japan", "usa"), ("italy", "usa")]
    side = "axis" if by == "be" else "allies"
    g = position(units={area: units}, wars=wars, side=side, in_effect={card: by})
    fight_in(g, area, invasion=invasion)
    return card_modifiers.coastal_dice(g, space(g, area))


@pytest.mark.rule("blitzkrieg_general", "CARD.fortress_europe")
def test_fortress_europe_gives_two_dice_of_three() -> None:
    assert landing("normandy", "usa_inf_3, ger_inf_3", "fortress_europe", "germany") == (2, 3)


@pytest.mark.rule("blitzkrieg_general", "CARD.fortress_europe")
def test_fortress_europe_needs_german_land_units_and_a_landing() -> None:
    assert landing("normandy", "usa_inf_3, ger_air_3", "fortress_europe", "germany") == (0, 0)
    assert landing("southern_italy", "usa_inf_3, ita_inf_3", "fortress_europe", "germany") == (0, 0)
    assert landing("normandy", "usa_inf_3, ger_inf_3", "fortress_europe", "germany", False) == (0, 0)
    g = position(units={"normandy": "usa_inf_3, ger_inf_3"}, wars=[("germany", "usa")], side="allies")
    fight_in(g, "normandy", invasion=True)
    assert card_modifiers.coastal_dice(g, space(g, "normandy")) == (0, 0)
    g.fight = None
    assert card_modifiers.coastal_dice(g, space(g, "normandy")) == (0, 0)


@pytest.mark.rule("blitzkrieg_general", "CARD.fortress_europe")
def test_terrain_changes_the_dice_like_defending_infantry() -> None:
    """Mountains add 1 to defending infantry."""
    assert landing("southern_italy", "usa_inf_3, ger_inf_3", "fortress_europe", "germany") == (2, 4)


@pytest.mark.rule("blitzkrieg_general", "CARD.their_finest_hour")
def test_their_finest_hour_is_for_the_united_kingdom() -> None:
    assert landing("england", "ger_inf_3, be_inf_3", "their_finest_hour", "be") == (2, 3)
    assert landing("alexandria", "ger_inf_3, be_inf_3", "their_finest_hour", "be") == (0, 0)


@pytest.mark.rule("blitzkrieg_general", "CARD.japanese_defense_perimeter")
def test_the_perimeter_is_stronger_in_japan() -> None:
    card = "japanese_defense_perimeter"
    assert landing("southern_japan", "usa_inf_3, jap_inf_3", card, "japan") == (2, 3)
    assert landing("mariana_islands", "usa_inf_3, jap_inf_3", card, "japan") == (2, 1)
    assert landing("normandy", "usa_inf_3, ger_inf_3", card, "japan") == (0, 0)


@pytest.mark.rule("blitzkrieg_general", "CARD.japanese_defense_perimeter")
@pytest.mark.rule("blitzkrieg_general", "A2.3")
def test_the_perimeter_covers_what_japan_controls_whoever_fights_there() -> None:
    """The appendix names the area, the card of land units: the appendix holds."""
    for holder, dice in (("japan", (2, 1)), ("siam", (0, 0))):
        g = position(
            units={"siam": "usa_inf_3, sia_inf_2, jap_inf_3"},
            wars=[("usa", "japan"), ("usa", "siam")],
            managers={"siam": "japan"},
            control={"siam": holder},
            side="allies",
            in_effect={"japanese_defense_perimeter": "japan"},
        )
        if holder == "japan":
            g.take(unit_at(g, "siam", "jap_inf_3"))
        fight_in(g, "siam", invasion=True)
        assert card_modifiers.coastal_dice(g, space(g, "siam")) == dice


@pytest.mark.rule("blitzkrieg_general", "CARD.fortress_europe")
def test_the_dice_are_for_the_defender() -> None:
    wars = [("germany", "be")]
    g = position(
        units={"england": "ger_inf_3, be_inf_3"}, wars=wars, in_effect={"fortress_europe": "germany"}
    )
    fight_in(g, "england", invasion=True)
    assert card_modifiers.coastal_dice(g, space(g, "england")) == (0, 0)


# --- retreats, kamikaze


@pytest.mark.rule("blitzkrieg_general", "CARD.total_war")
def test_total_war_binds_the_units_of_the_nation() -> None:
    g = position(units={"paris": "ger_inf_3, ger_tf_3, ita_inf_3"}, in_effect={"total_war": "germany"})
    assert not card_modifiers.may_retreat(g, unit_at(g, "paris", "ger_inf_3"))
    assert not card_modifiers.may_retreat(g, unit_at(g, "paris", "ger_tf_3"))
    assert card_modifiers.may_retreat(g, unit_at(g, "paris", "ita_inf_3"))
    g = position(units={"paris": "ger_inf_3"})
    assert card_modifiers.may_retreat(g, unit_at(g, "paris", "ger_inf_3"))


@pytest.mark.rule("blitzkrieg_general", "B6.2.1b")
@pytest.mark.rule("blitzkrieg_general", "CARD.kamikaze")
def test_kamikaze_fire_twice_in_the_combat_they_were_chosen_for() -> None:
    g = position(units={"zone:mariana_islands_sea": "jap_air_3, jap_tf_4, usa_tf_5"}, wars=[("japan", "usa")])
    plane = unit_at(g, "zone:mariana_islands_sea", "jap_air_3")
    ship = unit_at(g, "zone:mariana_islands_sea", "jap_tf_4")
    fight = fight_in(g, "zone:mariana_islands_sea")
    assert not card_modifiers.kamikaze(g, plane)
    assert card_modifiers.shots(g, plane) == 1
    fight.cards = 1 << card_of(g, "kamikaze")
    assert card_modifiers.kamikaze(g, plane)
    assert card_modifiers.shots(g, plane) == 2
    assert not card_modifiers.kamikaze(g, ship)
    assert card_modifiers.shots(g, ship) == 1
    g.fight = None
    assert not card_modifiers.kamikaze(g, plane)


# --- production


@pytest.mark.rule("blitzkrieg_general", "CARD.foreign_troops")
@pytest.mark.rule("blitzkrieg_general", "CARD.militia")
@pytest.mark.rule("blitzkrieg_general", "CARD.total_war")
@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_permanent_cards_add_up_in_production() -> None:
    g = position(
        in_effect={
            "foreign_troops": "germany",
            "militia": "germany",
            "total_war": "germany",
            "lend_lease_be_ussr": "be",
        }
    )
    gain = {
        name: card_modifiers.production_bonus(g, country(g, name))
        for name in ("germany", "be", "ussr", "italy")
    }
    assert gain == {"germany": 5, "be": -3, "ussr": 3, "italy": 0}


@pytest.mark.rule("blitzkrieg_general", "CARD.militia")
def test_militia_and_total_war_help_who_has_played_them() -> None:
    g = position(in_effect={"militia": "china", "total_war": "ussr"})
    gain = {
        name: card_modifiers.production_bonus(g, country(g, name)) for name in ("china", "ussr", "germany")
    }
    assert gain == {"china": 1, "ussr": 3, "germany": 0}


@pytest.mark.rule("blitzkrieg_general", "CARD.japan_gains_bnl")
@pytest.mark.rule("blitzkrieg_general", "TT14AD")
def test_japan_gets_the_islands_that_nobody_has_conquered() -> None:
    g = position(in_effect={"japan_gains_bnl": "japan"})
    japan = country(g, "japan")
    assert card_modifiers.production_bonus(g, japan) == 3
    g = position(in_effect={"japan_gains_bnl": "japan"}, control={"java": "usa_trust", "borneo": "neutral"})
    assert card_modifiers.production_bonus(g, japan) == 3
    g = position(in_effect={"japan_gains_bnl": "japan"}, control={"java": "japan", "borneo": "usa"})
    assert card_modifiers.production_bonus(g, japan) == 1
    assert card_modifiers.production_bonus(position(), japan) == 0


@pytest.mark.rule("blitzkrieg_general", "CARD.japan_gains_bnl")
@pytest.mark.rule("blitzkrieg_general", "TT14AD")
def test_whoever_runs_bnl_gets_nothing_from_those_islands() -> None:
    wars = [("germany", "be"), ("germany", "bnl")]
    g = position(wars=wars, managers={"bnl": "be"})
    before = economy.production(g, country(g, "be"))
    g = position(wars=wars, managers={"bnl": "be"}, in_effect={"japan_gains_bnl": "japan"})
    assert card_modifiers.diverted(g, space(g, "java"))
    assert not card_modifiers.diverted(g, space(g, "celebes"))
    assert economy.production(g, country(g, "be")) == before - 3
    g = position(in_effect={"japan_gains_bnl": "japan"}, control={"java": "usa"})
    assert not card_modifiers.diverted(g, space(g, "java"))


# --- building for others


def builds(g: Board, major: str, type_id: str) -> bool:
    return card_modifiers.may_build_foreign(g, country(g, major), g.t.type_index[type_id])


@pytest.mark.rule("blitzkrieg_general", "CARD.free_french")
def test_free_french_are_built_by_the_british_and_the_usa() -> None:
    g = position()
    assert not builds(g, "be", "fra_inf_3_f")
    g = position(in_effect={"free_french": "be"})
    assert builds(g, "be", "fra_inf_3_f")
    assert builds(g, "usa", "fra_arm_4_f")
    assert not builds(g, "ussr", "fra_inf_3_f")
    assert not builds(g, "be", "fra_inf_3")
    assert not builds(g, "be", "fra_inf_3_v")


CHINESE = "usa_build_chinese_aircraft"


@pytest.mark.rule("blitzkrieg_general", "CARD.usa_build_chinese_aircraft")
def test_the_usa_builds_chinese_aircraft_first() -> None:
    assert not builds(position(), "usa", "chi_air_2_us")
    g = position(in_effect={CHINESE: "usa"})
    assert builds(g, "usa", "chi_air_2_us")
    assert not builds(g, "usa", "be_air_3")
    assert not builds(g, "be", "chi_air_2_us")
    assert not builds(g, "usa", "chi_inf_3")


@pytest.mark.rule("blitzkrieg_general", "CARD.usa_build_chinese_aircraft")
def test_then_the_usa_builds_other_allied_aircraft() -> None:
    g = position(in_effect={CHINESE: "usa"}, units={"chunking": "3 chi_air_2_us"}, conquered=["france"])
    assert builds(g, "usa", "be_air_3")
    assert builds(g, "usa", "sov_air_3_r")
    assert not builds(g, "usa", "ger_air_3")
    assert not builds(g, "usa", "fra_air_2")
    assert not builds(g, "usa", "usa_air_3")  # its own it builds without a card
    assert not builds(g, "usa", "pol_air_2")


@pytest.mark.rule("blitzkrieg_general", "CARD.usa_build_chinese_aircraft")
def test_a_conquered_china_has_no_aircraft_to_wait_for() -> None:
    g = position(in_effect={CHINESE: "usa"}, conquered=["china"])
    assert not builds(g, "usa", "chi_air_2_us")
    assert builds(g, "usa", "be_air_3")


@pytest.mark.rule("blitzkrieg_general", "CARD.usa_build_chinese_aircraft")
def test_one_such_aircraft_each_turn() -> None:
    g = position(in_effect={CHINESE: "usa", "free_french": "be"})
    usa = country(g, "usa")
    card_modifiers.built_foreign(g, usa, g.t.type_index["fra_inf_3_f"])
    card_modifiers.built_foreign(g, country(g, "be"), g.t.type_index["fra_air_2_f"])
    assert builds(g, "usa", "chi_air_2_us")
    card_modifiers.built_foreign(g, usa, g.t.type_index["chi_air_2_us"])
    assert not builds(g, "usa", "chi_air_2_us")
    assert builds(g, "usa", "fra_inf_3_f")
    card_modifiers.built_foreign(position(), usa, 0)


# --- the Japanese navy


def owes(points: int, spent: int, pool: str) -> int:
    """What Japan owes with a number of Build Points, if only these ships are in the pool."""
    g = position(in_effect={"japanese_navy": "japan"}, points={"japan": points})
    kept = {"jap_sub_2": "sub", "jap_conv": "conv", "jap_tf_5": "tf5"}
    for type in g.t.types_of[country(g, "japan")]:
        if g.t.type_kind[type] >= FIRST_SHIP:
            keep = pool.split().count(kept.get(g.t.type_id[type], ""))
            for unit in range(g.t.first_unit[type] + keep, g.t.first_unit[type] + g.t.type_count[type]):
                g.place[unit] = space(g, "sea_of_japan")
    return card_modifiers.naval_quota(g, country(g, "japan"), spent)


@pytest.mark.rule("blitzkrieg_general", "CN2")
@pytest.mark.rule("blitzkrieg_general", "CARD.japanese_navy")
def test_japan_owes_six_build_points_for_ships() -> None:
    assert owes(20, 0, "sub sub conv") == 6
    assert owes(20, 3, "sub sub conv") == 3
    assert owes(20, 6, "sub sub conv") == 0
    assert owes(20, 4, "sub sub conv") == 3  # one more than needed, there is no ship for 2


@pytest.mark.rule("blitzkrieg_general", "CN2")
def test_japan_owes_no_more_than_ships_of_the_pool_cost() -> None:
    assert owes(20, 0, "") == 0
    assert owes(20, 0, "conv") == 4
    assert owes(20, 0, "sub conv") == 7
    assert owes(20, 0, "tf5") == 10
    assert owes(9, 0, "tf5") == 0


@pytest.mark.rule("blitzkrieg_general", "CN2")
def test_with_few_build_points_japan_owes_what_ships_can_take() -> None:
    assert owes(5, 0, "sub sub conv") == 4
    assert owes(3, 0, "sub sub conv") == 3
    assert owes(2, 0, "sub sub conv") == 0


@pytest.mark.rule("blitzkrieg_general", "CN2")
def test_nobody_else_owes_ships_and_nothing_without_the_card() -> None:
    g = position(points={"japan": 20, "germany": 20})
    assert card_modifiers.naval_quota(g, country(g, "japan"), 0) == 0
    g = position(points={"japan": 20, "germany": 20}, in_effect={"japanese_navy": "japan"})
    assert card_modifiers.naval_quota(g, country(g, "japan"), 0) == 6
    assert card_modifiers.naval_quota(g, country(g, "germany"), 0) == 0


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_usa")
def test_a_card_that_others_look_for() -> None:
    g = position(in_effect={"lend_lease_usa": "usa"})
    assert card_modifiers.lend_lease_card(g) == card_of(g, "lend_lease_usa")
    assert card_modifiers.lend_lease_card(position()) == NONE
