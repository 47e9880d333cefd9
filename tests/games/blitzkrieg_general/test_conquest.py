"""Countries that fall, and those that are freed again."""

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import conquest, control, relations
from sandtable.games.blitzkrieg_general.rules.politics.conquest import Conquest
from sandtable.games.blitzkrieg_general.testing import (
    card_of,
    country,
    holder,
    position,
    space,
    tables,
    unit_at,
    units_at,
)
from tests.games.blitzkrieg_general.driving import answer, begin, go_on, idle, log, offered

WEST = [("germany", "france"), ("germany", "be"), ("germany", "poland")]
POLAND = {"western_poland": "germany", "east_poland": "germany", "lwow": "germany"}
FRANCE = dict.fromkeys(("normandy", "paris", "western_france", "vichy", "maginot"), "germany")


def fallen(g: Board, name: str) -> bool:
    return g.fallen(country(g, name))


def homes_of(major: str, by: str) -> dict[str, str]:
    """All home areas of a major in another's hands."""
    t = tables()
    return {t.space_id[a]: by for a in t.home_of[t.country_index[major]]}


def at(g: Board, card: str) -> int:
    return g.card_at[card_of(g, card)]


@pytest.mark.rule("blitzkrieg_general", "B7.1")
@pytest.mark.rule("blitzkrieg_general", "A7.1")
@pytest.mark.rule("blitzkrieg_general", "B7.1b")
def test_a_minor_falls_when_all_of_its_areas_are_enemy_controlled() -> None:
    g = position(wars=WEST, managers={"poland": "be"}, control=POLAND)
    begin(g, Conquest())
    assert fallen(g, "poland")
    assert "Poland is conquered." in log(g)
    assert idle(g)
    begin(g, Conquest())
    assert log(g).count("Poland is conquered.") == 1
    g = position(wars=WEST, managers={"poland": "be"}, control={**POLAND, "lwow": "poland"})
    begin(g, Conquest())
    assert not fallen(g, "poland")


@pytest.mark.rule("blitzkrieg_general", "B7.1")
def test_home_areas_in_neutral_hands_are_not_enemy_controlled() -> None:
    g = position(wars=WEST, managers={"poland": "be"}, control={**POLAND, "lwow": "ussr"})
    begin(g, Conquest())
    assert not fallen(g, "poland")
    g = position(control=POLAND)
    begin(g, Conquest())
    assert not fallen(g, "poland")


@pytest.mark.rule("blitzkrieg_general", "B7.1")
def test_a_home_area_held_by_vichy_is_not_enemy_controlled() -> None:
    held = {"northern_spain": "germany", "southern_spain": "vichy"}
    g = position(wars=[("germany", "spain")], managers={"spain": "be"}, control=held)
    begin(g, Conquest())
    assert not fallen(g, "spain")


@pytest.mark.rule("blitzkrieg_general", "B7.1a")
@pytest.mark.rule("blitzkrieg_general", "B7.1c")
def test_a_major_falls_with_its_flagged_areas_whatever_happens_to_its_colonies() -> None:
    colonies = dict.fromkeys(("algeria", "syria", "morocco"), "germany")
    g = position(wars=WEST, control={**FRANCE, "paris": "france", **colonies})
    begin(g, Conquest())
    assert not fallen(g, "france")
    g = position(wars=WEST, control=FRANCE)
    begin(g, Conquest())
    assert fallen(g, "france")


@pytest.mark.rule("blitzkrieg_general", "B7.1d")
@pytest.mark.rule("blitzkrieg_general", "TT17")
@pytest.mark.rule("blitzkrieg_general", "CV8")
def test_what_a_conquered_country_holds_elsewhere_belongs_to_nobody() -> None:
    g = position(wars=WEST, control={**FRANCE, "tripolitania": "france", "syria": "germany"})
    begin(g, Conquest())
    assert [holder(g, a) for a in ("algeria", "tripolitania", "madagascar")] == ["neutral"] * 3
    assert holder(g, "syria") == "germany"
    assert holder(g, "paris") == "germany"


@pytest.mark.rule("blitzkrieg_general", "B7.1d")
def test_partners_leave_an_area_that_turns_neutral() -> None:
    g = position(wars=WEST, control=FRANCE, units={"algeria": "be_inf_2", "syria": "be_inf_3"}, players=8)
    begin(g, Conquest())
    while not idle(g):
        assert g.seats() == (g.seat_of[g.t.be],)
        answer(g, sorted(offered(g))[0])
    assert units_at(g, "algeria") == units_at(g, "syria") == ""
    assert g.control[g.place[unit_at(g, "near_east", "be_inf_3")]] == g.t.be


@pytest.mark.rule("blitzkrieg_general", "B7.1e")
def test_the_forces_of_a_conquered_country_leave_the_game() -> None:
    units = {
        "paris": "fra_air_2",
        "channel": "fra_conv [fra_inf_2], be_conv [fra_inf_3]",
        "chart 2/1940": "fra_inf_3, be_inf_3",
        "algeria": "fra_inf_3_f",
        "england": "be_inf_2",
    }
    g = position(wars=WEST, control=FRANCE, units=units)
    begin(g, Conquest())
    assert units_at(g, "removed") == "fra_air_2, fra_conv, fra_inf_2, 2 fra_inf_3"
    assert units_at(g, "channel") == "be_conv"
    assert units_at(g, "chart") == "be_inf_3"
    assert units_at(g, "england") == "be_inf_2"
    # Those that others may build by card are in the pool. [CV1]
    assert units_at(g, "algeria") == ""
    assert g.free_unit(g.t.type_index["fra_inf_3_f"]) != const.NONE


@pytest.mark.rule("blitzkrieg_general", "B7.1e")
def test_foreign_cargo_of_a_removed_convoy_goes_ashore() -> None:
    g = position(wars=WEST, control=FRANCE, units={"channel": "fra_conv [be_inf_3]"})
    begin(g, Conquest())
    assert units_at(g, "england") == "be_inf_3"
    assert g.carrier[unit_at(g, "england", "be_inf_3")] == const.NONE


@pytest.mark.rule("blitzkrieg_general", "B7.1e")
def test_foreign_cargo_with_several_coasts_near_is_asked_for() -> None:
    g = position(wars=WEST, control=FRANCE, units={"north_sea": "fra_conv [be_inf_3]"}, players=8)
    begin(g, Conquest())
    assert g.seats() == (g.seat_of[g.t.be],)
    assert offered(g) == {"area:england", "area:scotland"}
    assert units_at(g, "north_sea") == ""
    answer(g, "area:scotland")
    assert units_at(g, "scotland") == "be_inf_3"
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B7.1f")
def test_the_british_empire_falls_home_country_by_home_country() -> None:
    t = tables()
    australia = [t.space_id[a] for a in t.home_areas[t.home_index["australia"]]]
    g = position(
        wars=[("japan", "be")],
        control=dict.fromkeys(australia, "japan"),
        units={"england": "be_inf_3", "calcutta": "be_inf_2_a, be_inf_3_i"},
    )
    begin(g, Conquest())
    assert not fallen(g, "be")
    assert "Australia is conquered." in log(g)
    assert units_at(g, "calcutta") == "be_inf_3_i"
    assert units_at(g, "england") == "be_inf_3"
    assert units_at(g, "removed") == "be_inf_2_a"


@pytest.mark.rule("blitzkrieg_general", "B7.1f")
def test_the_british_empire_is_conquered_with_its_last_home_country() -> None:
    homes = homes_of("be", "japan")
    g = position(
        wars=[("japan", "be")], control=homes, units={"gibraltar": "be_inf_2"}, hands={"be": ["surprise"]}
    )
    begin(g, Conquest())
    assert fallen(g, "be")
    assert holder(g, "gibraltar") == "neutral"
    assert at(g, "surprise") == const.IN_DECK


@pytest.mark.rule("blitzkrieg_general", "B7.1f")
@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_a_british_home_country_is_freed_by_taking_one_of_its_areas() -> None:
    g = position(
        wars=[("japan", "be"), ("japan", "usa")],
        control={"sydney": "japan"},
        units={"removed": "be_inf_2_a, be_inf_3_i", "perth": "be_inf_3_a"},
    )
    home = g.t.home_index["australia"]
    g.homes_conquered |= 1 << home
    control.occupy(g, space(g, "sydney"), g.t.usa)
    assert holder(g, "sydney") == "be"
    assert not g.homes_conquered >> home & 1
    assert g.place[g.t.first_unit[g.t.type_index["be_inf_2_a"]]] == const.POOL
    assert units_at(g, "removed") == "be_inf_3_i"
    assert units_at(g, "perth") == "be_inf_3_a"


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_free_french_serve_france_again_when_it_is_freed() -> None:
    g = position(
        wars=WEST,
        conquered=["france"],
        units={"england": "fra_inf_3_f", "removed": "fra_inf_2"},
        serves={"england": "be"},
    )
    unit = unit_at(g, "england", "fra_inf_3_f")
    conquest.free(g, g.t.france, g.t.germany)
    assert g.serves[unit] == g.t.france
    assert g.land[space(g, "england")] == 1 << g.t.france
    assert units_at(g, "removed") == ""


# --- cards and money


@pytest.mark.rule("blitzkrieg_general", "A7.1a")
@pytest.mark.rule("blitzkrieg_general", "A7.1b")
def test_the_cards_of_a_conquered_major_leave_the_game_or_go_beneath_the_deck() -> None:
    g = position(
        wars=WEST,
        control=FRANCE,
        hands={"france": ["surprise", "total_war"], "be": ["spies"]},
        in_effect={"militia": "france"},
        saved={"france": 5},
        numbers={"france": 3},
        research={"france": ["radar"]},
    )
    begin(g, Conquest())
    assert at(g, "surprise") == const.IN_DECK and g.deck[0] == card_of(g, "surprise")
    assert "Surprise" not in log(g)
    assert at(g, "total_war") == const.OUT
    assert at(g, "militia") == const.OUT
    assert at(g, "spies") == const.IN_HAND
    assert g.revealed >= 2
    assert "1 card of France goes under the deck." in log(g)
    # Savings and research numbers are lost, achievements kept. [R100]
    assert g.saved[g.t.france] == g.numbers[g.t.france] == 0
    assert g.achievements[g.t.france]


@pytest.mark.rule("blitzkrieg_general", "A7.1c")
def test_cards_that_concern_only_the_conquered_and_their_owner_are_obsolete() -> None:
    g = position(wars=WEST, control=FRANCE, hands={"germany": ["french_vichy_surrender"]})
    begin(g, Conquest())
    assert at(g, "french_vichy_surrender") == const.OUT
    assert at(g, "free_french") == const.IN_DECK
    assert at(g, "italian_surrender") == const.IN_DECK
    g = position(
        wars=[("germany", "bnl"), ("germany", "be")], managers={"bnl": "be"}, control={"bnl": "germany"}
    )
    begin(g, Conquest())
    assert at(g, "coup_bnl") == const.OUT and card_of(g, "coup_bnl") not in g.deck
    assert g.revealed
    conquest.fall(g, g.t.bnl)
    assert log(g).count("Coup in BNL is obsolete") == 1
    assert at(g, "coup_norway") == const.IN_DECK


@pytest.mark.rule("blitzkrieg_general", "A7.1c")
def test_which_cards_concern_only_a_country_and_their_owners() -> None:
    g = position()

    def only(card: str, name: str) -> bool:
        return conquest.concerns_only(g, card_of(g, card), country(g, name))

    assert only("italian_surrender", "italy")
    assert only("embargo_usa_japan", "japan") and not only("embargo_usa_japan", "usa")
    assert only("japan_national_war", "china") and not only("japan_national_war", "japan")
    assert only("lend_lease_be_ussr", "ussr") and only("lend_lease_be_ussr", "be")
    assert only("force_peace", "japan")
    assert only("tito_partisans", "germany")
    assert not only("free_french", "france")
    assert not only("foreign_troops", "germany")
    assert only("coup_ireland", "ireland")
    g.optional = const.COUP_IN_IRAN
    assert not only("coup_ireland", "ireland")
    assert only("coup_bnl", "bnl")


@pytest.mark.rule("blitzkrieg_general", "A7.1c")
def test_in_the_basic_game_no_cards_are_touched() -> None:
    g = position(mode="basic", wars=WEST, control=FRANCE)
    begin(g, Conquest())
    assert fallen(g, "france")
    assert at(g, "french_vichy_surrender") == const.IN_DECK


@pytest.mark.rule("blitzkrieg_general", "A7.1c")
def test_a_peace_ends_for_good_with_one_of_its_powers() -> None:
    g = position(wars=[("japan", "china")])
    card = card_of(g, "force_peace")
    g.card_at = bytes([const.AWAY if i == card else where for i, where in enumerate(g.card_at)])
    g.deck.remove(card)
    g.peace = 1
    conquest.fall(g, g.t.japan)
    assert at(g, "force_peace") == const.OUT
    assert not g.peace


# --- what the time table says


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_the_fall_of_poland_to_germany_makes_the_pact_due() -> None:
    g = position(wars=WEST, managers={"poland": "be"}, control=POLAND)
    begin(g, Conquest())
    assert g.pact_due
    assert holder(g, "lwow") == "germany"
    g = position(wars=[*WEST, ("germany", "ussr")], managers={"poland": "be"}, control=POLAND)
    begin(g, Conquest())
    assert not g.pact_due


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_the_pact_is_for_germany_and_only_once() -> None:
    italian = dict.fromkeys(POLAND, "italy")
    g = position(wars=[*WEST, ("italy", "poland")], managers={"poland": "be"}, control=italian)
    begin(g, Conquest())
    assert fallen(g, "poland") and not g.pact_due
    g = position(wars=WEST, managers={"poland": "be"}, control=POLAND)
    g.events |= 1 << g.t.event_index["poland_conquered"]
    begin(g, Conquest())
    assert fallen(g, "poland") and not g.pact_due


@pytest.mark.rule("blitzkrieg_general", "TT14")
def test_colonies_of_the_benelux_are_held_in_trust_after_its_fall() -> None:
    wars = [("germany", "bnl"), ("germany", "be")]
    g = position(wars=wars, managers={"bnl": "be"}, control={"bnl": "germany", "timor": "japan"})
    begin(g, Conquest())
    assert [holder(g, a) for a in ("java", "sumatra", "congo")] == ["usa_trust"] * 3
    assert holder(g, "timor") == "japan"
    assert economy.value(g, space(g, "java")) == 0
    assert g.trust
    # Conquered by the Allies, they are nobody's.
    g = position(wars=[("be", "bnl"), ("germany", "be")], managers={"bnl": "germany"}, control={"bnl": "be"})
    begin(g, Conquest())
    assert holder(g, "java") == "neutral"


@pytest.mark.rule("blitzkrieg_general", "TT14")
def test_colonies_that_a_coup_has_left_without_owner_come_into_trust_as_well() -> None:
    g = position(wars=[("germany", "be")], control={"timor": "japan"})
    relations.join(g, g.t.bnl, g.t.be)
    assert holder(g, "java") == "neutral"
    g.set_control(space(g, "bnl"), g.t.germany)
    begin(g, Conquest())
    assert [holder(g, a) for a in ("java", "sumatra", "congo")] == ["usa_trust"] * 3
    assert holder(g, "timor") == "japan" and holder(g, "syria") != "usa_trust"
    assert relations.defending_power(g, g.t.trust) == g.t.usa
    # On the other side it is conquered by the Allies: no trust.
    g = position(wars=[("germany", "be")])
    relations.join(g, g.t.bnl, g.t.germany)
    g.set_control(space(g, "bnl"), g.t.be)
    begin(g, Conquest())
    assert fallen(g, "bnl") and holder(g, "java") == "neutral"


@pytest.mark.rule("blitzkrieg_general", "TT15")
def test_british_pacific_production_begins_with_the_fall_of_france() -> None:
    g = position(set_up=True)
    for area in FRANCE:
        g.set_control(space(g, area), g.t.germany)
    before = economy.production(g, g.t.be)
    begin(g, Conquest())
    assert g.pacific
    assert economy.production(g, g.t.be) == before + 7


@pytest.mark.rule("blitzkrieg_general", "A8.6")
def test_the_fortress_falls_with_france() -> None:
    g = position(wars=WEST, control={"maginot": "germany"})
    begin(g, Conquest())
    assert g.fortress
    g = position(wars=WEST, control=FRANCE)
    begin(g, Conquest())
    assert not g.fortress


@pytest.mark.rule("blitzkrieg_general", "TT8")
def test_a_conquered_minor_delivers_no_more() -> None:
    g = position(wars=[("ussr", "romania")], control={"romania": "ussr"}, memory={"deliveries": 15})
    begin(g, Conquest())
    assert fallen(g, "romania")
    assert not g.deliveries >> g.t.delivery_index["romania_germany"] & 1
    assert g.deliveries >> g.t.delivery_index["sweden_germany"] & 1


@pytest.mark.rule("blitzkrieg_general", "B8.4d")
def test_the_minors_of_a_conquered_power_get_another_manager() -> None:
    homes = homes_of("italy", "be")
    wars = [("germany", "be"), ("italy", "be"), ("iraq", "be"), ("vichy", "be"), ("japan", "china")]
    g = position(
        wars=wars,
        managers={"iraq": "italy", "vichy": "italy"},
        control={**homes, "algeria": "vichy"},
        units={"chart 2/1942": "irq_inf_3"},
        dice=[],
    )
    begin(g, Conquest())
    assert fallen(g, "italy")
    # Germany is the only one at war with the British. [R98]
    assert g.manager[country(g, "iraq")] == g.t.germany
    assert g.manager[g.t.vichy] == g.t.germany
    assert units_at(g, "chart") == "irq_inf_3"


@pytest.mark.rule("blitzkrieg_general", "B7.1")
def test_countries_fall_at_the_same_moment() -> None:
    g = position(
        wars=[("germany", "be"), ("germany", "poland"), ("germany", "ussr")],
        managers={"poland": "be"},
        control={**POLAND, **homes_of("germany", "ussr")},
    )
    begin(g, Conquest())
    assert fallen(g, "germany") and fallen(g, "poland")
    assert holder(g, "lwow") == "neutral"


@pytest.mark.rule("blitzkrieg_general", "B7.1")
def test_a_freed_france_falls_again_although_vichy_keeps_its_area() -> None:
    g = position(wars=WEST, control={**FRANCE, "vichy": "vichy"}, memory={"vichy": 1})
    begin(g, Conquest())
    assert fallen(g, "france")


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_a_minor_freed_after_its_manager_fell_gets_another() -> None:
    g = position(
        wars=[("germany", "greece"), ("germany", "be"), ("germany", "usa")],
        managers={"greece": "be"},
        conquered=["greece", "be"],
    )
    conquest.free(g, country(g, "greece"), g.t.germany)
    assert g.manager[country(g, "greece")] == g.t.usa
    assert not fallen(g, "greece")


@pytest.mark.rule("blitzkrieg_general", "A7.1")
def test_a_major_that_gives_up_counts_as_conquered_with_all_that_follows() -> None:
    g = position(wars=WEST, units={"western_germany": "ger_inf_2"}, in_effect={"fortress_europe": "germany"})
    conquest.fall(g, g.t.germany)
    go_on(g)
    assert fallen(g, "germany")
    assert g.place[g.t.first_unit[g.t.type_index["ger_inf_2"]]] == const.REMOVED
    assert at(g, "fortress_europe") == const.OUT
    assert economy.production(g, g.t.germany) == 0
    assert g.homes_conquered >> g.t.home_index["germany"] & 1
    assert holder(g, "prussia") == "germany"
    assert at(g, "spies") == const.IN_DECK and g.deck.count(card_of(g, "spies")) == 1
    assert g.fortress and not g.pact_due


@pytest.mark.rule("blitzkrieg_general", "A7.1a")
def test_a_vichy_card_in_hand_is_lost_like_others() -> None:
    g = position(hands={"germany": ["french_vichy_surrender"]})
    conquest.lose_power(g, g.t.germany)
    assert at(g, "french_vichy_surrender") == const.OUT
    g = position(in_effect={"french_vichy_surrender": "germany"})
    conquest.lose_power(g, g.t.germany)
    assert at(g, "french_vichy_surrender") == const.IN_EFFECT


@pytest.mark.rule("blitzkrieg_general", "TT14")
def test_the_trust_ends_with_the_usa() -> None:
    g = position(
        control={"java": "usa_trust"}, memory={"trust": 1}, conquered=["bnl"], wars=[("japan", "usa")]
    )
    relations.spread(g)
    conquest.fall(g, g.t.china)
    assert holder(g, "java") == "usa_trust"
    conquest.fall(g, g.t.usa)
    assert holder(g, "java") == "neutral"
    assert holder(g, "england") == "be"
    wars = [("germany", "bnl"), ("germany", "be")]
    g = position(wars=wars, managers={"bnl": "be"}, control={"bnl": "germany"}, conquered=["usa"])
    begin(g, Conquest())
    assert holder(g, "java") == "neutral"


@pytest.mark.rule("blitzkrieg_general", "B8.4d")
def test_vichy_goes_from_italy_to_germany_without_a_draw() -> None:
    wars = [("germany", "be"), ("italy", "be"), ("japan", "be"), ("vichy", "be")]
    g = position(wars=wars, managers={"vichy": "italy"}, dice=[])
    conquest.fall(g, g.t.italy)
    assert g.manager[g.t.vichy] == g.t.germany


@pytest.mark.rule("blitzkrieg_general", "B8.4d")
def test_vichy_run_by_the_british_stays_with_the_allies() -> None:
    g = position(
        wars=[("germany", "be"), ("germany", "vichy"), ("germany", "france")], managers={"vichy": "be"}
    )
    conquest.fall(g, g.t.be)
    assert g.manager[g.t.vichy] == g.t.france


@pytest.mark.rule("blitzkrieg_general", "B7.1f")
def test_what_a_lost_dominions_convoy_carries_for_others_goes_ashore() -> None:
    g = position(
        wars=[("japan", "be")],
        units={"timor_sea": "be_conv_a [be_inf_3], be_conv_a [be_inf_2_a]"},
        control={"timor": "be"},
    )
    british, ship = unit_at(g, "timor_sea", "be_inf_3"), unit_at(g, "timor_sea", "be_conv_a")
    australian = unit_at(g, "timor_sea", "be_inf_2_a")
    conquest.fall_home(g, g.t.unit_home[ship])
    go_on(g)
    while not idle(g):
        answer(g, "area:timor")
    assert g.place[ship] == g.place[australian] == const.REMOVED
    assert units_at(g, "timor") == "be_inf_3"
    assert g.carrier[british] == const.NONE


@pytest.mark.rule("blitzkrieg_general", "TT15")
@pytest.mark.parametrize(("side", "by", "counts"), [("allies", "germany", 1), ("axis", "be", 0)])
def test_the_pacific_produces_when_the_other_side_has_conquered_france(
    side: str, by: str, counts: int
) -> None:
    g = position(sides={"france": side}, wars=[(by, "france")], control=homes_of("france", by))
    conquest.fall(g, g.t.france)
    assert g.pacific == counts


@pytest.mark.rule("blitzkrieg_general", "A8.6")
def test_the_fortress_is_destroyed_once() -> None:
    g = position(wars=[("germany", "france")], control=homes_of("france", "germany"))
    conquest.fortress_falls(g)
    conquest.fall(g, g.t.france)
    assert g.fortress == 0
    assert log(g).count("is destroyed") == 1


@pytest.mark.rule("blitzkrieg_general", "B8.4d")
def test_a_minor_without_enemies_gets_another_manager_too() -> None:
    g = position(managers={"norway": "be"}, dice=[0])
    norway = country(g, "norway")
    conquest.fall(g, g.t.be)
    assert g.manager[norway] in g.standing(g.major_side[g.t.be])
    assert "runs Norway from now on" in log(g)
