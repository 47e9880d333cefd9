"""Playing cards: when they find nothing to work on, what is left of them, steps that go on."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components.combat_state import NAVAL, RAID
from sandtable.games.blitzkrieg_general.components.constants import FLYING, LAST_LAND, NONE
from sandtable.games.blitzkrieg_general.components.effect_types import (
    WHEN_ANY,
    WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
    WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT,
    WHEN_COMBAT_START,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers, card_play, card_windows
from sandtable.games.blitzkrieg_general.rules.cards.card_choices import (
    Choose,
    Elite,
    Partisans,
    disband_value,
)
from sandtable.games.blitzkrieg_general.rules.cards.card_phase import (
    CardPhase,
    Decisions,
    Draws,
    Forced,
    Purchases,
)
from sandtable.games.blitzkrieg_general.rules.cards.espionage import Redeploy, Shift, goals, shiftable
from sandtable.games.blitzkrieg_general.testing import card_of, country, position, space, unit_at, units_at
from tests.games.blitzkrieg_general.carding import fight_in, lies, play, window
from tests.games.blitzkrieg_general.driving import answer, begin, find, go_on, idle, offered

FRONT = [("germany", "france"), ("germany", "be"), ("italy", "france")]


def possible(card: str, by: str, fight: str = "", kind: int | None = None, **more: Any) -> bool:
    g = position(**more)
    if fight:
        fight_in(g, fight, kind)
    return card_play.possible(g, country(g, by), card_of(g, card), NONE)


# --- after use


@pytest.mark.rule("blitzkrieg_general", "A7.4m")
@pytest.mark.rule("blitzkrieg_general", "A7.4n")
@pytest.mark.rule("blitzkrieg_general", "A7.4o")
@pytest.mark.rule("blitzkrieg_general", "A7.4p")
def test_where_cards_go() -> None:
    held = ["mountain_troops", "foreign_troops", "bridgehead"]
    g = position(hands={"germany": held}, wars=[("germany", "ussr")])
    size = len(g.deck)
    for card in held:
        card_play.play(g, country(g, "germany"), card_of(g, card), NONE)
    assert lies(g, "foreign_troops") == "open germany"
    assert g.deck[:2] == [card_of(g, "bridgehead"), card_of(g, "mountain_troops")]
    assert len(g.deck) == size + 2
    assert g.card_known[card_of(g, "bridgehead")] == 255  # all have seen it go there


@pytest.mark.rule("blitzkrieg_general", "A7.4k")
def test_a_card_is_open_when_it_is_played() -> None:
    g = position(hands={"germany": ["bridgehead"]})
    seen = g.revealed
    card_play.play(g, country(g, "germany"), card_of(g, "bridgehead"), NONE)
    assert g.revealed > seen
    assert g.log is not None
    line = g.log.lines(None)[-1]
    assert line.text == "Germany plays Bridgehead." and line.rule == "CARD.bridgehead"
    assert line.refs == (g.ids.country + country(g, "germany"), g.ids.card + card_of(g, "bridgehead"))


# --- nothing to work on


@pytest.mark.rule("blitzkrieg_general", "CARD.surprise")
def test_surprise_is_for_land_combats_with_own_units() -> None:
    units = {"paris": "ger_inf_3, fra_inf_3", "channel": "ger_tf_3, be_tf_3"}
    assert possible("surprise", "germany", "paris", units=units, wars=FRONT)
    assert not possible("surprise", "italy", "paris", units=units, wars=FRONT)
    assert not possible("surprise", "germany", "channel", units=units, wars=FRONT)
    assert not possible("surprise", "germany", units=units, wars=FRONT)


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_needs_own_ships() -> None:
    units = {"channel": "ger_tf_3, be_tf_3"}
    assert possible("naval_surprise", "germany", "channel", units=units, wars=FRONT)
    assert not possible("naval_surprise", "italy", "channel", units=units, wars=FRONT)
    assert not possible("naval_surprise", "germany", units=units, wars=FRONT)


@pytest.mark.rule("blitzkrieg_general", "CARD.kamikaze")
def test_kamikaze_are_for_battles() -> None:
    more: dict[str, Any] = {
        "units": {"philippines_sea": "jap_air_3, usa_tf_5"},
        "wars": [("japan", "usa")],
    }
    assert possible("kamikaze", "japan", "philippines_sea", NAVAL, **more)
    assert not possible("kamikaze", "japan", "philippines_sea", RAID, **more)
    assert not possible("kamikaze", "japan", **more)


@pytest.mark.rule("blitzkrieg_general", "CARD.elite_troops")
def test_elite_troops_need_units_in_the_combat() -> None:
    units = {"paris": "ger_inf_3, ger_hq_rommel, fra_inf_3", "maginot": "ger_hq_guderian, fra_inf_2"}
    assert possible("elite_troops", "japan", "paris", units=units, wars=FRONT)  # of its side, not its own
    assert not possible("elite_troops", "germany", "maginot", units=units, wars=FRONT)
    assert not possible("elite_troops", "germany", units=units, wars=FRONT)


@pytest.mark.rule("blitzkrieg_general", "CARD.triumph_and_fall")
def test_the_desert_fox_needs_land_units_in_africa() -> None:
    assert possible("triumph_and_fall", "germany", units={"cyreneica": "ita_inf_2"})
    assert not possible("triumph_and_fall", "germany", units={"albania": "ita_inf_2"})
    assert not possible("triumph_and_fall", "be", units={"cyreneica": "ita_inf_2"})
    assert possible("triumph_and_fall", "be", units={"matruh": "be_inf_2"})


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_espionage_needs_units_of_the_nation() -> None:
    assert possible("espionage_ultra", "germany", units={"bavaria": "ger_inf_3"})
    assert not possible("espionage_ultra", "germany", units={"bavaria": "ita_inf_3", "channel": "ger_tf_3"})


# --- Espionage in the defence


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
@pytest.mark.rule("blitzkrieg_general", "A10.1f")
def test_units_that_the_attack_binds_stay() -> None:
    g = position(
        units={"maginot": "ger_inf_3, fra_inf_3, fra_inf_2, fra_air_2", "paris": "fra_arm_3"},
        wars=FRONT,
        battles=["maginot"],
    )
    france = country(g, "france")
    every = (1 << 8) - 1
    free = shiftable(g, france, every)
    assert unit_at(g, "maginot", "fra_inf_3") in free  # one of two may go
    g.take(unit_at(g, "maginot", "fra_inf_2"))
    assert unit_at(g, "maginot", "fra_inf_3") not in shiftable(g, france, every)
    assert unit_at(g, "paris", "fra_arm_3") in free
    g.mark(unit_at(g, "paris", "fra_arm_3"), FLYING)
    assert unit_at(g, "paris", "fra_arm_3") not in shiftable(g, france, every)
    assert not [u for u in shiftable(g, france, 1 << 4) if g.t.unit_kind[u] <= LAST_LAND]


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_nobody_is_shifted_through_an_attacked_area() -> None:
    units = {"western_france": "fra_inf_3", "paris": "ger_inf_3, fra_inf_2", "vichy": "ger_inf_2"}
    g = position(
        units=units, wars=FRONT, control={"normandy": "germany", "vichy": "germany"}, battles=["paris"]
    )
    unit = unit_at(g, "western_france", "fra_inf_3")
    assert [g.t.space_id[a] for a in goals(g, unit, 4)] == ["paris"]


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_each_goal_is_offered_once() -> None:
    g = position(units={"bavaria": "ger_inf_3"}, wars=FRONT)
    found = goals(g, unit_at(g, "bavaria", "ger_inf_3"), 4)
    assert len(found) == len(set(found)) > 1


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_what_cannot_be_shifted_is_refused() -> None:
    g = position(
        hands={"germany": ["espionage_ultra"]},
        units={"bavaria": "ger_inf_3", "channel": "ger_tf_3"},
        wars=FRONT,
    )
    step = Redeploy(card_of(g, "espionage_ultra"), country(g, "germany"))
    begin(g, step)
    assert "up to 10 more German land units" in g.agenda[-1].prompt(g, 0).text
    refusal = g.agenda[-1].why_not(g, 0, find(g, "unit:ger_tf_3@channel"))
    assert refusal is not None and "not a land unit" in refusal.text
    refusal = g.agenda[-1].why_not(g, 0, find(g, "unit:ger_inf_4#1"))
    assert refusal is not None and "not a land unit" in refusal.text
    answer(g, "unit:ger_inf_3@bavaria")
    assert "Where does German infantry 3 go?" in g.agenda[-1].prompt(g, 0).text


@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_a_place_without_room_is_no_goal() -> None:
    """Deserts hold three land units of a side."""
    g = position(
        units={"alexandria": "be_inf_3, be_hq_monty", "matruh": "be_inf_3, 2 be_inf_2"},
        wars=[("italy", "be")],
        side="allies",
    )
    infantry, hq = unit_at(g, "alexandria", "be_inf_3"), unit_at(g, "alexandria", "be_hq_monty")
    assert space(g, "matruh") not in goals(g, infantry, 4)
    assert space(g, "matruh") in goals(g, hq, 4)


# --- Naval Surprise in one combat


def surprised() -> Board:
    g = position(
        hands={"japan": ["naval_surprise"]},
        units={"hawaiian_islands_sea": "jap_tf_4, usa_tf_5", "philippines_sea": "jap_tf_3, usa_tf_4"},
        wars=[("japan", "usa")],
    )
    card_windows.open_search(g, space(g, "hawaiian_islands_sea"))
    return play(go_on(g), "naval_surprise")


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_the_surprise_of_a_search_works_in_the_combat_after_it() -> None:
    g = surprised()
    card_windows.open_search(g, space(g, "philippines_sea"))  # another zone is searched in between
    go_on(g)
    fight = fight_in(g, "hawaiian_islands_sea")
    window(g, WHEN_COMBAT_START, WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT)
    assert fight.cards == 1 << card_of(g, "naval_surprise")
    assert fight.surprise == 0
    assert card_modifiers.first_fire(g, unit_at(g, "hawaiian_islands_sea", "jap_tf_4"))
    assert g.segment_cards == 0
    g.fight = None
    assert card_modifiers.search_result(g, space(g, "hawaiian_islands_sea"), 0) == NONE


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_it_does_not_work_in_the_next_search() -> None:
    g = surprised()
    card_windows.open_search(g, space(g, "hawaiian_islands_sea"))
    go_on(g)
    assert card_modifiers.search_result(g, space(g, "hawaiian_islands_sea"), 0) == NONE


# --- Partisans, disbanding


@pytest.mark.rule("blitzkrieg_general", "CARD.national_war_ussr")
def test_a_flipped_unit_gives_less() -> None:
    """Price less repair: infantry the difference, armor twice that."""
    g = position(units={"kiev": "sov_inf_2_o, sov_inf_2_o back, sov_arm_3_o back, sov_arm_2_o"})
    units = {u: disband_value(g, u) for u in g.at[space(g, "kiev")]}
    assert sorted(units.values()) == [1, 2, 4, 4]


@pytest.mark.rule("blitzkrieg_general", "CARD.partisans")
def test_partisans_ask_only_if_there_is_a_choice() -> None:
    lost = {"kiev": "germany", "odessa": "germany", "gomel": "germany"}
    g = position(control=lost, wars=[("germany", "ussr")])
    begin(g, Partisans(card_of(g, "partisans"), country(g, "ussr"), 2))
    refusal = g.agenda[-1].why_not(g, 1, find(g, "area:moscow"))
    assert refusal is not None and refusal.rule == "CARD.partisans"
    assert "2 to go" in g.agenda[-1].prompt(g, 1).text
    answer(g, "area:odessa")
    assert offered(g) == {"area:kiev", "area:gomel"}
    answer(g, "area:gomel")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "CARD.elite_troops")
def test_alike_units_become_elite_without_a_question() -> None:
    g = position(units={"paris": "3 ger_inf_3, fra_inf_3"}, wars=FRONT)
    fight_in(g, "paris")
    begin(g, Elite(card_of(g, "elite_troops"), country(g, "germany"), 2))
    assert idle(g)
    strong = [u for u in g.at[space(g, "paris")] if card_modifiers.bonus(g, u)]
    assert len(strong) == 2


@pytest.mark.rule("blitzkrieg_general", "CARD.surprise")
def test_a_card_of_a_combat_is_not_kept_for_the_next() -> None:
    g = position(hands={"germany": ["surprise"]}, units={"paris": "ger_inf_3, fra_inf_3"}, wars=FRONT)
    fight = fight_in(g, "paris")
    play(window(g, WHEN_COMBAT_START), "surprise")
    assert fight.surprise == 0
    assert g.segment_cards == 0
    fight_in(g, "paris")
    assert not card_modifiers.first_fire(g, unit_at(g, "paris", "ger_inf_3"))


# --- steps are saved


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Draws, [1]),
        (Forced, [3, 5]),
        (Decisions, [1, 2, 8, 16]),
        (Purchases, [0, 1, 2, 4]),
        (Redeploy, [22, 0, 5, 9]),
        (Shift, [22, 5]),
        (Choose, [14, 0]),
        (Elite, [20, 0, 3]),
        (Partisans, [44, 5, 2]),
        (CardPhase, []),
    ],
)
def test_steps_are_packed(kind: Any, fields: list[int]) -> None:
    assert kind.unpack(fields).pack() == fields


def test_the_defender_shifts_units_before_the_reaction() -> None:
    g = position(
        hands={"france": ["espionage_ultra"]},
        units={"paris": "fra_inf_3", "maginot": "ger_inf_3, fra_inf_3"},
        wars=FRONT,
        battles=["maginot"],
    )
    play(window(g, WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT), "espionage_ultra")
    assert offered(g) == {"button:done", "unit:fra_inf_3@paris"}
    answer(g, "button:done")
    assert units_at(g, "paris") == "fra_inf_3"
    assert idle(window(g, WHEN_ANY))
