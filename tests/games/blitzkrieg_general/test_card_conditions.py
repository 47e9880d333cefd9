"""Prerequisites of cards: when each holds, when a card is obsolete, what the refusal says."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components.constants import COUP_IN_IRAN
from sandtable.games.blitzkrieg_general.components.effect_types import Condition
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions, deck
from sandtable.games.blitzkrieg_general.testing import card_of, country, position


def met(card: str, by: str, **place: Any) -> bool:
    """Whether a card may be played by a power in a position."""
    g = position(**place)
    return card_conditions.met(g, country(g, by), card_of(g, card))


def obsolete(card: str, **place: Any) -> bool:
    g = position(**place)
    return card_conditions.obsolete(g, card_of(g, card))


def why(card: str, by: str, **place: Any) -> str:
    g = position(**place)
    refusal = card_conditions.why_not(g, country(g, by), card_of(g, card))
    assert refusal is not None and refusal.rule == f"CARD.{card}"
    return refusal.text


def declared(**by: str) -> dict[str, Any]:
    """A memory in which powers have declared war on others."""
    g = position()
    row = [0] * g.t.n_countries
    for name, on in by.items():
        row[country(g, name)] |= 1 << country(g, on)
    return {"declared": row}


# --- coups


COUPS = [
    "norway",
    "bnl",
    "iraq",
    "arabia",
    "siam",
    "spain",
    "portugal",
    "greece",
    "yugoslavia",
    "afghanistan",
    "sweden",
    "ireland",
    "turkey",
]


@pytest.mark.rule("blitzkrieg_general", "CA2")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
@pytest.mark.parametrize("minor", COUPS)
def test_a_coup_needs_a_neutral_that_is_not_conquered(minor: str) -> None:
    card = f"coup_{minor}"
    assert met(card, "germany")
    assert not obsolete(card)
    assert not met(card, "germany", managers={minor: "be"})
    assert obsolete(card, managers={minor: "be"})
    assert not met(card, "germany", conquered=[minor])
    assert obsolete(card, conquered=[minor])
    assert "not neutral" in why(card, "germany", managers={minor: "be"})
    assert "conquered" in why(card, "germany", conquered=[minor])


@pytest.mark.rule("blitzkrieg_general", "A9.9")
def test_a_coup_card_that_came_back_is_for_iran() -> None:
    g = position(options=COUP_IN_IRAN, conquered=["ireland"])
    card = card_of(g, "coup_ireland")
    assert card_conditions.target(g, card) == country(g, "ireland")
    assert card_conditions.obsolete(g, card)
    g.played |= 1 << card
    assert card_conditions.target(g, card) == country(g, "iran")
    assert not card_conditions.obsolete(g, card)
    g.optional = 0
    assert card_conditions.target(g, card) == country(g, "ireland")


@pytest.mark.rule("blitzkrieg_general", "A7.1c")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_a_card_is_obsolete_when_what_it_works_on_has_left_the_game() -> None:
    g = position()
    morsecode, embargo = card_of(g, "morsecode"), card_of(g, "bnl_embargo")
    deck.remove(g, card_of(g, "fortress_europe"))
    assert not card_conditions.obsolete(g, morsecode)
    deck.remove(g, card_of(g, "their_finest_hour"))
    assert card_conditions.obsolete(g, morsecode)
    g.played |= 1 << card_of(g, "fortress_europe")
    assert card_conditions.obsolete(g, morsecode)  # it is over, though it was played
    deck.remove(g, card_of(g, "embargo_usa_japan"))
    gains = card_of(g, "japan_gains_bnl")
    assert card_conditions.obsolete(g, gains) and not card_conditions.obsolete(g, embargo)
    g.played |= 1 << card_of(g, "embargo_usa_japan")
    assert not card_conditions.obsolete(g, gains)
    deck.remove(g, gains)
    assert card_conditions.obsolete(g, embargo)


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_is_obsolete_if_japan_can_never_play_it_first() -> None:
    assert not obsolete("naval_surprise")
    g = position(conquered=["japan"])
    card = card_of(g, "naval_surprise")
    assert card_conditions.obsolete(g, card)
    g.played |= 1 << card
    assert not card_conditions.obsolete(g, card)


# --- neutrals


@pytest.mark.rule("blitzkrieg_general", "B1.0e")
@pytest.mark.rule("blitzkrieg_general", "CARD.axis_minor_activation")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_activation_needs_one_that_is_neutral() -> None:
    minors = {"finland": "germany", "romania": "germany", "hungary": "germany", "bulgaria": "germany"}
    assert met("axis_minor_activation", "germany", managers=minors)  # Italy is left
    place: dict[str, Any] = {"managers": minors, "wars": [("italy", "be")]}
    assert not met("axis_minor_activation", "germany", **place)
    assert obsolete("axis_minor_activation", **place)
    assert "neutral" in why("axis_minor_activation", "germany", **place)
    del minors["finland"]
    assert met("axis_minor_activation", "germany", **place)
    assert not met("axis_minor_activation", "germany", conquered=["finland"], **place)


@pytest.mark.rule("blitzkrieg_general", "B1.0e")
@pytest.mark.rule("blitzkrieg_general", "CARD.increase_us_production")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_us_production_rises_while_the_usa_is_neutral_and_others_were_attacked() -> None:
    card = "increase_us_production"
    assert not met(card, "usa")
    assert "landed" in why(card, "usa")
    assert met(card, "usa", memory=declared(germany="ussr"))
    assert met(card, "usa", memory=declared(japan="ussr"))
    assert not met(card, "usa", memory=declared(ussr="japan"))
    g = position()
    assert met(card, "usa", memory={"invaded": 1 << g.t.home_index["uk"]})
    assert not met(card, "usa", memory={"invaded": 1 << g.t.home_index["canada"]})
    assert not met(card, "usa", wars=[("germany", "usa")], memory=declared(germany="ussr"))
    assert obsolete(card, wars=[("germany", "usa")])
    assert not obsolete(card)


# --- wars


@pytest.mark.rule("blitzkrieg_general", "CARD.force_peace")
@pytest.mark.rule("blitzkrieg_general", "CARD.foreign_troops")
@pytest.mark.rule("blitzkrieg_general", "CARD.fortress_europe")
@pytest.mark.rule("blitzkrieg_general", "CARD.guards_troops")
@pytest.mark.parametrize(
    ("card", "by", "one", "other"),
    [
        ("force_peace", "japan", "japan", "ussr"),
        ("foreign_troops", "germany", "germany", "ussr"),
        ("fortress_europe", "germany", "germany", "usa"),
        ("guards_troops", "ussr", "ussr", "germany"),
        ("japanese_defense_perimeter", "japan", "japan", "usa"),
        ("national_war_ussr", "ussr", "ussr", "germany"),
        ("lend_lease_be_ussr", "be", "ussr", "germany"),
    ],
)
def test_some_cards_need_a_war_between_two_powers(card: str, by: str, one: str, other: str) -> None:
    assert not met(card, by)
    assert "at war with each other" in why(card, by)
    assert met(card, by, wars=[(one, other)])
    assert not met(card, by, wars=[(one, "china" if other == "germany" else "be")])
    assert not obsolete(card)


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_lend_lease_needs_a_united_kingdom_without_axis_units() -> None:
    wars = [("ussr", "germany"), ("be", "germany")]
    card = "lend_lease_be_ussr"
    assert met(card, "be", wars=wars, units={"canada_east": "ger_inf_3", "england": "be_inf_3"})
    assert not met(card, "be", wars=wars, units={"scotland": "ger_inf_3"})
    assert not met(card, "be", wars=wars, units={"england": "ger_air_3"})
    assert "United Kingdom" in why(card, "be", wars=wars, units={"scotland": "ger_inf_3"})


@pytest.mark.rule("blitzkrieg_general", "CARD.ussr_declares_war")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_the_soviet_card_is_not_played_before_1941() -> None:
    card = "ussr_declares_war"
    assert not met(card, "ussr", turn="4/1940")
    assert "1941" in why(card, "ussr", turn="4/1940")
    assert met(card, "ussr", turn="1/1941")
    both = [("ussr", "germany"), ("ussr", "italy")]
    assert met(card, "ussr", turn="1/1941", wars=both[:1])
    assert not met(card, "ussr", turn="1/1941", wars=both)
    assert obsolete(card, wars=both)
    assert obsolete(card, conquered=["ussr"])
    assert obsolete(card, wars=both[:1], conquered=["italy"])
    assert "already" in why(card, "ussr", turn="1/1941", wars=both)


@pytest.mark.rule("blitzkrieg_general", "CARD.total_war")
@pytest.mark.rule("blitzkrieg_general", "CARD.elite_troops")
@pytest.mark.parametrize(("card", "turns"), [("total_war", 4), ("elite_troops", 8)])
def test_some_cards_need_a_nation_long_at_war(card: str, turns: int) -> None:
    g = position()

    def since(ago: int) -> dict[str, Any]:
        row = [-1] * g.t.n_majors
        row[country(g, "germany")] = g.turn - ago
        return {"wars": [("germany", "be")], "memory": {"war_since": row}}

    assert met(card, "germany", **since(turns))
    assert not met(card, "germany", **since(turns - 1))
    assert not met(card, "italy", **since(turns))
    assert f"for {turns} quarters" in why(card, "germany", **since(0))


# --- countries that have fallen


@pytest.mark.rule("blitzkrieg_general", "CARD.free_french")
@pytest.mark.rule("blitzkrieg_general", "CARD.their_finest_hour")
@pytest.mark.rule("blitzkrieg_general", "CARD.japan_occupies_indochine")
@pytest.mark.parametrize(
    ("card", "by"),
    [("free_french", "be"), ("their_finest_hour", "be"), ("japan_occupies_indochine", "japan")],
)
def test_some_cards_need_the_fall_of_france(card: str, by: str) -> None:
    assert not met(card, by)
    assert met(card, by, conquered=["france"])
    assert met(card, by, memory={"vichy": 1})
    assert "France" in why(card, by)


@pytest.mark.rule("blitzkrieg_general", "CARD.japan_occupies_indochine")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_indochine_must_be_french_vichys_or_nobodys() -> None:
    card = "japan_occupies_indochine"
    for holder in ("france", "vichy", "neutral"):
        assert met(card, "japan", conquered=["france"], control={"indochine": holder}), holder
    assert not met(card, "japan", conquered=["france"], control={"indochine": "be"})
    assert obsolete(card, control={"indochine": "japan"})
    assert "Indochine" in why(card, "japan", conquered=["france"], control={"indochine": "be"})


@pytest.mark.rule("blitzkrieg_general", "CV4")
@pytest.mark.rule("blitzkrieg_general", "CARD.french_vichy_surrender")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_vichy_needs_three_areas_of_a_france_that_stands() -> None:
    card = "french_vichy_surrender"
    three = {"normandy": "germany", "paris": "italy", "maginot": "germany"}
    two = {"normandy": "germany", "paris": "italy", "algeria": "italy"}
    assert met(card, "germany", control=three)
    assert not met(card, "germany", control=two)
    assert "3 home areas" in why(card, "germany", control=two)
    assert not met(card, "germany", control=three, conquered=["france"])
    assert obsolete(card, conquered=["france"])
    assert not obsolete(card)


@pytest.mark.rule("blitzkrieg_general", "CARD.italian_surrender")
def test_italy_surrenders_without_africa_and_with_the_allies_in_italy() -> None:
    card = "italian_surrender"
    place: dict[str, Any] = {
        "wars": [("italy", "be")],
        "control": {
            "southern_italy": "be",
            "tripolitania": "be",
            "cyreneica": "be",
            "abessinia": "usa",
        },
    }
    assert met(card, "be", **place)
    assert not met(card, "be", **(place | {"wars": [("germany", "be")]}))
    kept = dict(place["control"], cyreneica="italy")
    assert not met(card, "be", **(place | {"control": kept}))
    assert "Africa" in why(card, "be", **(place | {"control": kept}))
    none = dict(place["control"], southern_italy="germany")
    assert not met(card, "be", **(place | {"control": none}))


# --- production, areas, weather


@pytest.mark.rule("blitzkrieg_general", "CARD.embargo_usa_japan")
@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_usa")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_us_cards_need_a_production() -> None:
    g = position()
    delivers = {"deliveries": 1 << g.t.delivery_index["usa_japan"]}
    assert met("embargo_usa_japan", "usa", memory={"us_level": 12} | delivers)
    assert not met("embargo_usa_japan", "usa", memory={"us_level": 11} | delivers)
    assert not met("embargo_usa_japan", "usa", memory={"us_level": 12})
    assert obsolete("embargo_usa_japan")
    assert not obsolete("embargo_usa_japan", memory=delivers)
    assert met("lend_lease_usa", "usa", memory={"us_level": 11})
    assert not met("lend_lease_usa", "usa", memory={"us_level": 10})
    assert "11 or more" in why("lend_lease_usa", "usa", memory={"us_level": 10})
    assert "ended" in why("embargo_usa_japan", "usa", memory={"us_level": 12})


@pytest.mark.rule("blitzkrieg_general", "CARD.kamikaze")
def test_kamikaze_need_1943_and_three_lost_islands() -> None:
    card = "kamikaze"
    three = {"mariana_islands": "usa", "marshall_islands": "be", "palau_islands": "usa"}
    assert met(card, "japan", turn="1/1943", control=three)
    uncounted = {"formosa": "usa", "hainan": "usa", "kurile_islands": "usa"}  # they give no point
    assert met(card, "japan", turn="1/1943", control=uncounted)
    assert not met(card, "japan", turn="4/1942", control=three)
    assert not met(card, "japan", turn="1/1943", control=dict(three, palau_islands="germany"))
    assert not met(card, "japan", turn="1/1943", control={"mariana_islands": "usa", "korea": "usa"})
    assert "3 islands" in why(card, "japan", turn="1/1943")


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_tito_needs_a_year_of_occupation() -> None:
    card = "tito_partisans"
    g = position()
    held = {"yugoslavia": "germany"}
    assert met(card, "be", control=held, memory={"held_since": g.turn - 4})
    assert not met(card, "be", control=held, memory={"held_since": g.turn - 3})
    assert not met(card, "be", control=held)
    assert not met(card, "be", memory={"held_since": g.turn - 4})
    assert "4 quarters" in why(card, "be", control=held)


@pytest.mark.rule("blitzkrieg_general", "CARD.cold_days_in_hell")
def test_cold_days_need_bad_weather_in_europe() -> None:
    assert met("cold_days_in_hell", "ussr", weather={"europe": "bad"})
    assert not met("cold_days_in_hell", "ussr", weather={"pacific": "bad"})
    assert "Europe" in why("cold_days_in_hell", "ussr")


@pytest.mark.rule("blitzkrieg_general", "CARD.militia")
def test_militia_need_enemy_units_at_home() -> None:
    wars = [("germany", "france"), ("germany", "be")]
    assert met("militia", "france", wars=wars, units={"paris": "ger_inf_3"})
    assert met("militia", "be", wars=wars, units={"bombay": "ger_inf_3"})  # any of its home countries
    assert not met("militia", "france", wars=wars, units={"algeria": "ger_inf_3"})
    assert not met("militia", "france", units={"paris": "ger_inf_3"})
    assert "home country" in why("militia", "france", wars=wars)


@pytest.mark.rule("blitzkrieg_general", "CARD.partisans")
def test_partisans_need_an_empty_home_area_in_enemy_hands() -> None:
    wars = [("germany", "france")]
    lost = {"paris": "germany"}
    assert met("partisans", "france", wars=wars, control=lost)
    assert not met("partisans", "france", wars=wars, control=lost, units={"paris": "ger_inf_3"})
    assert not met("partisans", "france", wars=wars, control=lost, units={"paris": "ger_air_3"})
    assert not met("partisans", "france", wars=wars, control={"algeria": "germany"})
    assert not met("partisans", "france", control=lost)
    assert "without any unit" in why("partisans", "france", wars=wars)


# --- other cards


@pytest.mark.rule("blitzkrieg_general", "CARD.morsecode")
def test_morsecode_needs_something_to_cancel() -> None:
    assert not met("morsecode", "usa")
    assert met("morsecode", "usa", in_effect={"fortress_europe": "germany"})
    assert met("morsecode", "germany", in_effect={"their_finest_hour": "be"})
    assert "in effect" in why("morsecode", "usa")


@pytest.mark.rule("blitzkrieg_general", "CARD.japan_gains_bnl")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_bnl_production_needs_the_embargo_and_an_island() -> None:
    card = "japan_gains_bnl"
    g = position()
    played = {"played": 1 << card_of(g, "embargo_usa_japan")}
    assert not met(card, "japan")
    assert met(card, "japan", memory=played)
    gone = {"java": "usa", "sumatra": "be", "borneo": "japan"}
    assert not met(card, "japan", memory=played, control=gone)
    assert obsolete(card, control=gone)
    assert not obsolete(card, control=dict(gone, borneo="usa_trust"))
    assert "has not been played" in why(card, "japan")
    assert "conquered" in why(card, "japan", memory=played, control=gone)


@pytest.mark.rule("blitzkrieg_general", "CARD.bnl_embargo")
def test_the_bnl_embargo_needs_what_it_ends() -> None:
    assert not met("bnl_embargo", "usa")
    assert met("bnl_embargo", "usa", in_effect={"japan_gains_bnl": "japan"})


@pytest.mark.rule("blitzkrieg_general", "CN3")
@pytest.mark.rule("blitzkrieg_general", "A7.4h")
def test_the_japanese_navy_is_over_once_the_ussr_has_attacked() -> None:
    assert not obsolete("japanese_navy")
    assert obsolete("japanese_navy", memory=declared(ussr="japan"))
    assert not obsolete("japanese_navy", memory=declared(japan="ussr"))
    assert obsolete("japanese_navy", conquered=["japan"])
    assert "before" in why("japanese_navy", "japan", memory=declared(ussr="japan"))


def test_areas_may_be_asked_for_by_name() -> None:
    """No printed card does so, one of a pack may."""
    g = position(control={"java": "japan"})
    need = Condition(13, 0)
    need.side, need.n, need.areas = 0, 1, [g.t.area_index["java"], g.t.area_index["borneo"]]
    assert card_conditions.holds(g, 0, 0, need)
    need.n = 2
    assert not card_conditions.holds(g, 0, 0, need)
    assert "Java" in card_conditions._reason(g, 0, 0, need)


@pytest.mark.rule("blitzkrieg_general", "A7.4c")
def test_who_may_buy() -> None:
    g = position(conquered=["italy"])
    card = card_of(g, "coup_spain")
    assert card_conditions.buyable(g, country(g, "germany"), card)
    assert not card_conditions.buyable(g, country(g, "italy"), card)
    assert not card_conditions.buyable(g, country(g, "be"), card)


@pytest.mark.rule("blitzkrieg_general", "CARD.french_vichy_surrender")
@pytest.mark.rule("blitzkrieg_general", "CARD.italian_surrender")
def test_surrenders_are_refused_with_the_reason() -> None:
    lost = dict.fromkeys(("paris", "normandy", "maginot"), "germany")
    told = why("french_vichy_surrender", "germany", conquered=["france"], control=lost)
    assert "France is conquered" in told
    assert "Italy has not entered the war" in why("italian_surrender", "be")
