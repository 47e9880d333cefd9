"""Events: where a drawn card goes, Recurring Events, misfortune, and what is left at the end of a year."""

from typing import Any

import pytest

from sandtable.games.other_side.components.constants import ALIGNMENT_IDS, SOVIETS, WEST
from sandtable.games.other_side.components.state import GONE, Board
from sandtable.games.other_side.rules.cards import events
from sandtable.games.other_side.rules.cards.events import BATTLE, STRATEGIC, Leftovers, Recurring
from sandtable.games.other_side.testing import area, deck, general, position, tables
from tests.games.other_side.driving import answer, begin, go_on, idle, log, offered
from tests.games.other_side.fighting import a_fight, state, where

T = tables()


def strategic(*names: str, **more: Any) -> Board:
    """A position with these Strategic Events on top of the deck."""
    return deck(position(**more), strategic=names)


def drawn(g: Board, battle: bool = False) -> Board:
    """Draw an Event and resolve it."""
    (events.draw_battle if battle else events.draw_strategic)(g, 0)
    return go_on(g)


def names(cards: list[int], battle: bool = False) -> list[str]:
    return [(T.battle if battle else T.strategic)[n].id for n in cards]


# --- drawing


@pytest.mark.rule("other_side", "7a")
def test_an_empty_deck_gives_nothing() -> None:
    for battle in (False, True):
        g = drawn(position(), battle)
        assert idle(g) and g.revealed == 0 and "left to draw" in log(g)


@pytest.mark.rule("other_side", "7")
@pytest.mark.rule("other_side", "2.1c")
@pytest.mark.rule("other_side", "2.1a")
def test_a_resolved_card_is_out_of_the_game() -> None:
    g = drawn(strategic("channel_dash", tracks={"air_west": 2}))
    assert idle(g) and g.air[1] == 3 and g.revealed == 1
    assert not g.strategic_deck and not g.strategic_next
    assert "Strategic Event: CHANNEL DASH." in log(g)


@pytest.mark.rule("other_side", "7d")
@pytest.mark.rule("other_side", "7l")
def test_a_card_to_be_discarded_still_brings_its_recurring_event() -> None:
    g = strategic("second_happy_time", "u_boat_aces", year=1942, tracks={"ussr": 2, "usa": 1, "warfare": 1})
    drawn(g)
    assert g.ussr == 3, "its symbol counts"
    assert g.warfare == 1 and g.usa == 1, "neither its Event nor another card does"
    assert names(g.strategic_deck) == ["u_boat_aces"] and not g.strategic_next
    assert "does not apply" in log(g)


@pytest.mark.rule("other_side", "7e")
@pytest.mark.rule("other_side", "7l")
def test_a_card_that_does_not_apply_goes_under_its_deck_where_all_know_it() -> None:
    g = position(align={"ukraine": "disputed 1/2 soviet"}, armies={"ukraine": "regular"})
    a_fight(g, "ukraine")
    deck(g, battle=["blitzkrieg", "halt_order", "eighty_eights"])
    drawn(g, battle=True)
    assert g.fight is not None and g.fight.axis_hits == 0
    assert names(g.battle_deck, True) == ["blitzkrieg", "eighty_eights", "halt_order"]
    assert g.battle_known == 1
    drawn(g, battle=True)
    assert g.battle_known == 2 and names(g.battle_deck, True)[:2] == ["halt_order", "blitzkrieg"]
    drawn(g, battle=True)
    assert g.fight.allied_hits == -1 and g.battle_known == 2
    drawn(g, battle=True)
    assert g.battle_known == 2, "the known card drawn was not hidden; it goes under the other"
    assert names(g.battle_deck, True) == ["blitzkrieg", "halt_order"]


@pytest.mark.rule("other_side", "7f")
def test_a_card_for_next_year_brings_nothing_now() -> None:
    g = strategic("italy_defeated_in_africa", year=1940, tracks={"italy": "independence"}, dice=[])
    drawn(g)
    assert names(g.strategic_next) == ["italy_defeated_in_africa"] and not g.strategic_deck
    assert g.italy == 0 and "Events of next year" in log(g)


@pytest.mark.rule("other_side", "7f")
def test_in_the_last_year_there_is_no_next_one() -> None:
    g = drawn(strategic("coup_attempt", year=1945, dice=[]))
    assert not g.strategic_next and not g.strategic_deck and "no next year" in log(g)
    g = drawn(strategic("synthetic_fuel_plants_bombed", year=1945, tracks={"resources": 9}, dice=[6]))
    assert g.resources == 8 and not g.strategic_next


@pytest.mark.rule("other_side", "7g")
@pytest.mark.rule("other_side", "2.1c")
def test_some_cards_come_back_next_year_after_their_event() -> None:
    g = drawn(strategic("synthetic_fuel_plants_bombed", year=1944, tracks={"resources": 9}, dice=[6]))
    assert g.resources == 8 and names(g.strategic_next) == ["synthetic_fuel_plants_bombed"]


@pytest.mark.rule("other_side", "7g")
def test_the_recurring_event_comes_before_the_unique_one() -> None:
    g = drawn(strategic("death_of_udet", generals={"von_reichenau": "available"}, dice=["grey hit"]))
    told = log(g)
    assert told.index("Misfortune") < told.index("Luftwaffe marker is turned")
    assert where(g, "von_reichenau") == GONE and g.flipped == 2


@pytest.mark.rule("other_side", "7h")
def test_what_cannot_be_done_is_left_out_and_the_card_is_gone() -> None:
    g = drawn(strategic("u_boat_aces", tracks={"warfare": 4, "usa": 0}))
    assert g.warfare == 4 and g.usa == 1 and not g.strategic_deck


@pytest.mark.rule("other_side", "7k")
@pytest.mark.rule("other_side", "1.4c")
def test_influence_is_not_counted() -> None:
    g = position()
    card = T.strategic_index["phony_war"]
    assert len(T.strategic[card].recurring) == 1
    before = g.pack()
    begin(g, Recurring(STRATEGIC, card, 0, 1))
    assert idle(g) and g.pack() == before and log(g) == ""


# --- the great powers


@pytest.mark.rule("other_side", "7i")
@pytest.mark.rule("other_side", "7.1")
@pytest.mark.rule("other_side", "7.1b")
def test_the_ussr_comes_nearer_and_goes_to_war() -> None:
    g = position(align={"baltic_states": "neutral 1"}, tracks={"ussr": T.ussr_war - 2})
    events.commit_ussr(g)
    assert g.ussr == T.ussr_war - 1 and not g.at_war(SOVIETS)
    assert state(g, "belarus") == ("neutral", 0, 0, "")
    events.commit_ussr(g)
    assert g.at_war(SOVIETS) and state(g, "baltic_states") == ("disputed", 1, 2, "soviet")
    for name in T.space_id[5:13]:
        assert state(g, name) == ("soviet", 0, 1, "soviet"), name
    g.set_align(area(g, "belarus"), ALIGNMENT_IDS.index("occupied"))
    events.commit_ussr(g)
    assert g.ussr == T.ussr_war and state(g, "belarus")[0] == "occupied"


@pytest.mark.rule("other_side", "7j")
@pytest.mark.rule("other_side", "7.2")
@pytest.mark.rule("other_side", "7.2a")
def test_the_usa_comes_nearer_and_goes_to_war() -> None:
    g = position(tracks={"usa": T.usa_war - 2})
    events.commit_usa(g)
    assert g.usa == T.usa_war - 1 and not g.at_war(WEST)
    events.commit_usa(g)
    assert g.at_war(WEST) and "The USA enters the war" in log(g)
    events.commit_usa(g)
    assert g.usa == T.usa_war and log(g).count("enters the war") == 1


# --- misfortune


@pytest.mark.rule("other_side", "7.3")
@pytest.mark.parametrize("face", ["card", "blank"])
def test_only_a_hit_of_the_grey_die_is_misfortune(face: str) -> None:
    g = position(generals={"von_reichenau": "available"}, dice=[f"grey {face}"])
    events.misfortune(g)
    assert where(g, "von_reichenau") != GONE and "no hit" in log(g) and g.revealed == 1


@pytest.mark.rule("other_side", "7.3")
def test_a_lost_head_leaves_a_vacancy_but_no_unrest_and_no_card() -> None:
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": ["von_reichenau"]},
        questioned=["von_reichenau"],
        tracks={"unrest": 0},
        dice=["grey hit"],
    )
    events.misfortune(g)
    assert where(g, "von_reichenau") == GONE and g.heads[2 * area(g, "poland")] == -2
    assert g.questioned == 0 and g.unrest == 0 and set(g.orchestra) == {255}


@pytest.mark.rule("other_side", "7.3a")
@pytest.mark.parametrize(
    ("name", "years"),
    [("rommel", [1944, 1945]), ("von_reichenau", [1941, 1942, 1943, 1944, 1945]), ("von_bock", [])],
)
def test_example_32_the_years_of_misfortune(name: str, years: list[int]) -> None:
    for year in T.years:
        g = position(year=year, generals={name: "available"}, dice=["grey hit"])
        events.misfortune(g)
        assert (where(g, name) == GONE) == (year in years), year
        if year not in years:
            assert "no General is in danger" in log(g)


@pytest.mark.rule("other_side", "7.3a")
def test_of_several_generals_one_is_lost_by_chance_and_only_of_those_in_play() -> None:
    lost = set()
    for pick in (0, 1, 2):
        g = position(
            year=1944,
            generals={
                "rommel": "available",
                "von_kluge": "activated",
                "dollmann": "available",
                "hube": "future",
                "von_stuelpnagel": "gone",
            },
            dice=["grey hit", ("index", pick)],
        )
        before = bytes(g.where)
        events.misfortune(g)
        changed = [n for n in range(T.n_generals) if g.where[n] != before[n]]
        assert len(changed) == 1
        lost.add(T.generals[changed[0]].id)
    assert lost == {"rommel", "von_kluge", "dollmann"}


# --- the end of a year


def left_over(strategic: list[str] | None = None, battle: list[str] | None = None, **more: Any) -> Board:
    """The New Year's look at what was not drawn."""
    g = deck(position(box="new_year", **more), strategic=strategic or [], battle=battle or [])
    return begin(g, Leftovers())


@pytest.mark.rule("other_side", "5.1.3")
@pytest.mark.rule("other_side", "7b")
def test_left_over_obligatory_events_and_commitments_count_and_nothing_else() -> None:
    g = left_over(
        ["lend_lease", "atlantic_charter", "death_of_udet"],
        ["peoples_grenadiers", "eighty_eights"],
        year=1942,
        generals={"von_reichenau": "available"},
        tracks={"warfare": 3, "unrest": 0, "usa": 0, "ussr": 0},
        pool="panzer",
        dice=[],
    )
    assert idle(g)
    assert g.warfare == 2, "LEND-LEASE is Obligatory"
    assert (g.usa, g.ussr) == (2, 1), "all commitments count"
    assert g.unrest == 0, "ATLANTIC CHARTER is not Obligatory"
    assert g.flipped == 2, "DEATH OF UDET is, but there is no misfortune, not even a die"
    assert g.place.count(101) == 2, "a Reduced Army joined the Panzer Army in the pool"
    assert not g.strategic_deck and not g.battle_deck and not g.strategic_next and not g.battle_next


@pytest.mark.rule("other_side", "5.1.3")
def test_strategic_events_come_first() -> None:
    g = left_over(["lend_lease"], ["peoples_grenadiers"], year=1942, tracks={"warfare": 1})
    told = log(g)
    assert told.index("LEND-LEASE") < told.index("PEOPLE'S GRENADIERS")


@pytest.mark.rule("other_side", "5.1.3")
@pytest.mark.rule("other_side", "7d")
def test_a_left_over_card_that_is_to_be_discarded_brings_its_commitment_only() -> None:
    g = left_over(["second_happy_time"], year=1943, tracks={"warfare": 1, "ussr": 1})
    assert g.ussr == 2 and g.warfare == 1


@pytest.mark.rule("other_side", "5.1.3b")
def test_a_left_over_card_for_next_year_joins_the_new_deck() -> None:
    g = left_over(
        ["italy_defeated_in_africa", "synthetic_fuel_plants_bombed"],
        ["new_tanks"],
        year=1942,
        tracks={"italy": "independence", "ussr": 0, "resources": 9},
    )
    assert names(g.strategic_next) == ["italy_defeated_in_africa"] and g.italy == 0
    assert names(g.battle_next, True) == ["new_tanks"] and g.resources == 9
    events.new_decks(g)
    assert "italy_defeated_in_africa" in names(g.strategic_deck) and not g.strategic_next
    assert "new_tanks" in names(g.battle_deck, True) and not g.battle_next


@pytest.mark.rule("other_side", "5.1.3")
def test_a_left_over_event_may_ask() -> None:
    g = left_over(
        ["vichy_collapse"],
        year=1943,
        align={
            "northern_africa": "disputed 1/2 western",
            "southern_france": "satellite",
            "poland": "occupied",
        },
        armies={"poland": "panzer, regular"},
        tracks={"france": "vichy"},
    )
    assert offered(g) == {"unit:panzer@poland", "unit:regular@poland"}
    answer(g, "unit:regular@poland")
    assert idle(g) and g.france == 2


@pytest.mark.rule("other_side", "5.1.3a")
def test_the_new_decks_are_those_of_the_year() -> None:
    g = position(scenario="armageddon", set_up=True, year=1940)
    events.new_decks(g)
    expected = {"u_boat_aces", "destroyers_for_bases", "italy_defeated_in_africa", "battle_of_britain"}
    assert set(names(g.strategic_deck)) == expected | {"soviet_expansion"}
    assert set(names(g.battle_deck, True)) == {
        "halt_order",
        "maginot_line",
        "glider_assault",
        "allied_counterattack",
    }
    assert g.strategic_known == g.battle_known == 0 and g.revealed


@pytest.mark.rule("other_side", "5.1.3a")
def test_the_new_decks_are_shuffled() -> None:
    orders: list[set[tuple[int, ...]]] = [set(), set()]
    for seed in range(6):
        g = position(scenario="armageddon", set_up=True, year=1941, seed=seed)
        g.strategic_known = g.battle_known = 1
        before = g.revealed
        events.new_decks(g)
        orders[0].add(tuple(g.strategic_deck))
        orders[1].add(tuple(g.battle_deck))
        assert g.revealed > before and g.strategic_known == g.battle_known == 0
    assert min(len(found) for found in orders) > 3


@pytest.mark.rule("other_side", "7e")
def test_a_strategic_event_under_its_deck_would_be_known_too() -> None:
    g = strategic("lend_lease", "channel_dash")
    card = g.strategic_deck.pop()
    events._bury(g, STRATEGIC, card)
    assert g.strategic_deck[0] == card and g.strategic_known == 1 and g.battle_known == 0


@pytest.mark.rule("other_side", "0a")
def test_add_on_events_join_their_years_if_they_are_chosen() -> None:
    for addon in (False, True):
        g = position(scenario="armageddon", set_up=True, year=1942, addon=addon)
        events.new_decks(g)
        assert ("channel_dash" in names(g.strategic_deck)) == addon
        assert ("minefields" in names(g.battle_deck, True)) == addon


@pytest.mark.rule("other_side", "11.1")
def test_the_reorganization_of_the_high_command_is_not_in_these_modes() -> None:
    g = position(scenario="armageddon", set_up=True, year=1942)
    events.new_decks(g)
    assert "reorganization_of_the_high_command" not in names(g.strategic_deck)
    assert "doenitz_takes_command" in names(g.strategic_deck)


def test_events_of_combats_point_at_their_cards() -> None:
    g = position(align={"ukraine": "disputed 1/2 soviet"}, armies={"ukraine": "regular"})
    a_fight(g, "ukraine")
    deck(g, battle=["eighty_eights"])
    drawn(g, battle=True)
    assert g.log is not None
    first = g.log.events[0]
    assert first.refs == (events.choice_of(g, BATTLE, T.battle_index["eighty_eights"]),)
    assert events.choice_of(g, STRATEGIC, 0) == g.ids.strategic
    assert general(g, "rommel") >= 0
