"""Card windows: who is asked when, what is offered, why a card is refused."""

import pytest

from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general.components.effect_types import (
    WHEN_AFTER_INITIATIVE_ROLL,
    WHEN_ANY,
    WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
    WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT,
    WHEN_COMBAT_START,
    WHEN_EXPLOITATION_PHASE,
    WHEN_OWN_ACTION_SEGMENT,
    WHEN_OWN_MOVEMENT_PHASE,
    WHEN_PRODUCTION_PHASE,
    WHEN_REACTION_WINDOW,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_windows
from sandtable.games.blitzkrieg_general.rules.cards.deck import ALL_SEATS
from sandtable.games.blitzkrieg_general.testing import card_of, country, position, space
from tests.games.blitzkrieg_general.carding import fight_in, lies, never_offered, play, window
from tests.games.blitzkrieg_general.driving import answer, find, go_on, idle, offered

SEGMENT = (
    WHEN_ANY,
    WHEN_OWN_ACTION_SEGMENT,
    WHEN_OWN_MOVEMENT_PHASE,
    WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
)
MOVED = (WHEN_ANY, WHEN_REACTION_WINDOW, WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT)


def hands(**cards: str) -> dict[str, list[str]]:
    return {name: row.split() for name, row in cards.items()}


# --- who is asked


@pytest.mark.rule("blitzkrieg_general", "A7.4i")
def test_a_card_is_played_from_the_turn_after_its_purchase_on() -> None:
    g = position(hands=hands(germany="bridgehead"))
    g.card_turn[card_of(g, "bridgehead")] = g.turn
    assert idle(window(g, *SEGMENT))
    g = position(hands=hands(germany="bridgehead"))
    assert offered(window(g, *SEGMENT)) == {"button:pass", "card:bridgehead"}


@pytest.mark.rule("blitzkrieg_general", "A7.4i")
def test_a_card_bought_now_is_refused() -> None:
    g = position(hands=hands(germany="bridgehead surprise"))
    g.card_turn[card_of(g, "bridgehead")] = g.turn
    window(g, *SEGMENT)
    assert offered(g) == {"button:pass"}
    assert refused(g, "card:bridgehead").rule == "A7.4i"


def refused(g: Board, key: str) -> Refusal:
    refusal = g.agenda[-1].why_not(g, g.seats()[0], find(g, key))
    assert refusal is not None
    return refusal


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_who_holds_no_card_is_not_asked_for_all_can_see_that() -> None:
    g = position(hands=hands(be="bridgehead"), side="allies")
    assert window(g, *SEGMENT).seats() == (1,)
    answer(g, "button:pass")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_who_holds_cards_is_asked_even_without_the_right_one() -> None:
    """The Blitzkrieg could be in the German hand; nobody knows."""
    g = position(hands=hands(germany="spies"))
    assert offered(window(g, WHEN_REACTION_WINDOW)) == {"button:pass"}
    g = position(hands=hands(germany="spies"))
    g.ask_always = False
    assert idle(window(g, WHEN_REACTION_WINDOW))


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_nobody_is_asked_for_a_card_that_all_know_to_be_elsewhere() -> None:
    g = position(hands=hands(germany="spies", japan="surprise"))
    g.card_known[card_of(g, "blitzkrieg")] = ALL_SEATS
    assert idle(window(g, WHEN_REACTION_WINDOW))
    g = position(hands=hands(italy="spies"))
    assert idle(window(g, WHEN_REACTION_WINDOW))  # only Germany has such a card


@pytest.mark.rule("blitzkrieg_general", "A7.4l")
def test_a_seat_plays_as_many_cards_as_it_wants() -> None:
    g = position(hands=hands(germany="bridgehead mountain_troops", be="spies"))
    window(g, *SEGMENT)
    answer(g, "card:bridgehead")
    assert offered(g) == {"button:pass", "card:mountain_troops"}
    answer(g, "card:mountain_troops")
    assert g.turn_cards == 1 << card_of(g, "bridgehead") | 1 << card_of(g, "mountain_troops")


@pytest.mark.rule("blitzkrieg_general", "A7.4k")
def test_after_a_card_all_are_asked_again() -> None:
    g = position(hands=hands(germany="mountain_troops", be="spies"), players=2)
    window(g, *SEGMENT)
    answer(g, "button:pass")
    answer(g, "card:spies")
    assert g.seats() == (0,)  # the other has no card left
    answer(g, "button:pass")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A7.4k")
def test_the_phasing_side_is_asked_first() -> None:
    held = hands(germany="mountain_troops", be="bridgehead")
    g = position(hands=held, side="allies")
    assert window(g, WHEN_ANY, WHEN_OWN_ACTION_SEGMENT).seats() == (1,)
    assert window(position(hands=held), WHEN_ANY).seats() == (0,)


@pytest.mark.rule("blitzkrieg_general", "B2.3")
def test_the_basic_game_has_no_windows() -> None:
    g = position(mode="basic", hands=hands(germany="bridgehead"))
    assert idle(window(g, *SEGMENT))


def test_one_player_answers_for_both_sides() -> None:
    g = position(players=1, hands=hands(germany="mountain_troops", be="spies"))
    assert offered(window(g, WHEN_ANY)) == {"button:pass", "card:mountain_troops", "card:spies"}
    answer(g, "button:pass")
    assert idle(g)


# --- when


EVERYTHING = {
    "germany": [
        "bridgehead",
        "espionage_ultra",
        "mountain_troops",
        "triumph_and_fall",
        "blitzkrieg",
        "initiative",
        "surprise",
    ],
    "japan": ["naval_surprise"],
}
# The same for the Allies, where they may hold it.
OTHERS = {
    "usa": [
        "bridgehead",
        "espionage_ultra",
        "mountain_troops",
        "triumph_and_fall",
        "initiative",
        "surprise",
        "naval_surprise",
    ],
}


def offers(timings: tuple[int, ...], held: dict[str, list[str]], place: str = "") -> set[str]:
    """What the holders are offered in a window, the Axis being the phasing side."""
    units = {
        "paris": "ger_inf_3, usa_inf_3",
        "tripolitania": "ger_inf_3",
        "hawaiian_islands_sea": "jap_tf_4, usa_tf_5",
    }
    g = position(hands=held, units=units, wars=[("germany", "usa"), ("japan", "usa")])
    if place:
        fight_in(g, place)
    window(g, *timings)
    found: set[str] = set()
    while not idle(g):
        found |= offered(g)
        answer(g, "button:pass")
    return {key.partition(":")[2] for key in found if key.startswith("card:")}


@pytest.mark.rule("blitzkrieg_general", "CARD.bridgehead")
@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
@pytest.mark.rule("blitzkrieg_general", "CARD.mountain_troops")
def test_at_the_beginning_of_a_segment() -> None:
    assert offers(SEGMENT, EVERYTHING) == {"bridgehead", "espionage_ultra", "mountain_troops"}
    assert offers(SEGMENT, OTHERS) == {"mountain_troops"}


@pytest.mark.rule("blitzkrieg_general", "CARD.blitzkrieg")
@pytest.mark.rule("blitzkrieg_general", "CARD.espionage_ultra")
def test_after_the_moves() -> None:
    assert offers(MOVED, EVERYTHING) == {"blitzkrieg"}
    assert offers(MOVED, OTHERS) == {"espionage_ultra", "mountain_troops"}


@pytest.mark.rule("blitzkrieg_general", "CARD.triumph_and_fall")
def test_in_the_exploitation_phase() -> None:
    assert offers((WHEN_EXPLOITATION_PHASE,), EVERYTHING) == {"triumph_and_fall"}
    assert offers((WHEN_EXPLOITATION_PHASE,), OTHERS) == set()


@pytest.mark.rule("blitzkrieg_general", "CARD.surprise")
@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_at_a_combat() -> None:
    assert offers((WHEN_COMBAT_START,), EVERYTHING, "paris") == {"surprise"}
    assert offers((WHEN_COMBAT_START,), OTHERS, "paris") == {"surprise"}
    at_sea = (WHEN_COMBAT_START, WHEN_BEFORE_SEARCH_OR_NAVAL_COMBAT)
    assert offers(at_sea, EVERYTHING, "hawaiian_islands_sea") == {"naval_surprise"}
    assert offers(at_sea, OTHERS, "hawaiian_islands_sea") == {"naval_surprise"}


@pytest.mark.rule("blitzkrieg_general", "CARD.initiative")
def test_after_the_dice_for_initiative() -> None:
    assert offers((WHEN_AFTER_INITIATIVE_ROLL,), EVERYTHING) == set()  # the Axis has it already
    assert offers((WHEN_AFTER_INITIATIVE_ROLL,), OTHERS) == {"initiative"}


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_a_window_before_a_search_asks_those_with_ships_there() -> None:
    units = {"hawaiian_islands_sea": "jap_tf_4, usa_tf_5"}
    g = position(hands=hands(japan="naval_surprise"), units=units, wars=[("japan", "usa")])
    card_windows.open_search(g, space(g, "hawaiian_islands_sea"))
    assert offered(go_on(g)) == {"button:pass", "card:naval_surprise"}
    g = position(hands=hands(japan="naval_surprise"), units=units, wars=[("japan", "usa")])
    card_windows.open_search(g, space(g, "channel"))
    assert idle(go_on(g))


@pytest.mark.rule("blitzkrieg_general", "CARD.sabotage_on_research")
@pytest.mark.rule("blitzkrieg_general", "A7.5a")
def test_a_research_announcement_is_answered_by_the_enemy() -> None:
    held = hands(italy="sabotage_on_research")
    g = position(hands=held, numbers={"be": 4, "germany": 3}, wars=[("germany", "be"), ("italy", "be")])
    card_windows.open_research(g, country(g, "be"))
    assert offered(go_on(g)) == {"button:pass", "card:sabotage_on_research"}
    g = position(hands=held, numbers={"be": 4, "germany": 3}, wars=[("germany", "be"), ("italy", "be")])
    card_windows.open_research(g, country(g, "germany"))
    assert idle(go_on(g))


# --- forced and counter-cards


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_the_british_play_lend_lease_as_soon_as_they_may() -> None:
    g = position(hands=hands(be="lend_lease_be_ussr"), wars=[("germany", "ussr")])
    window(g, WHEN_ANY)
    assert idle(g)
    assert lies(g, "lend_lease_be_ussr") == "open be"


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_they_wait_for_the_war_and_for_the_next_turn() -> None:
    g = position(hands=hands(be="lend_lease_be_ussr"))
    window(g, WHEN_ANY)
    assert lies(g, "lend_lease_be_ussr") == "hand be"
    g = position(hands=hands(be="lend_lease_be_ussr"), wars=[("germany", "ussr")])
    g.card_turn[card_of(g, "lend_lease_be_ussr")] = g.turn
    window(g, WHEN_ANY)
    assert lies(g, "lend_lease_be_ussr") == "hand be"
    g = position(hands=hands(be="lend_lease_be_ussr"), wars=[("germany", "ussr")])
    window(g, WHEN_PRODUCTION_PHASE)
    assert lies(g, "lend_lease_be_ussr") == "hand be"


@pytest.mark.rule("blitzkrieg_general", "CARD.lend_lease_be_ussr")
def test_the_ussr_plays_lend_lease_when_it_likes() -> None:
    g = position(hands=hands(ussr="lend_lease_be_ussr"), wars=[("germany", "ussr")], players=8)
    window(g, WHEN_ANY)
    assert g.seats() == (country(g, "ussr"),)
    answer(g, "button:pass")
    assert lies(g, "lend_lease_be_ussr") == "hand ussr"


BNL = hands(japan="japan_gains_bnl", usa="bnl_embargo")


def bnl(held: dict[str, list[str]]) -> Board:
    g = position(hands=held, players=8)
    g.played |= 1 << card_of(g, "embargo_usa_japan")
    return play(window(g, WHEN_ANY), "japan_gains_bnl")


@pytest.mark.rule("blitzkrieg_general", "CARD.bnl_embargo")
@pytest.mark.rule("blitzkrieg_general", "CARD.japan_gains_bnl")
def test_the_usa_answers_at_once_and_both_cards_leave_the_game() -> None:
    g = bnl(BNL)
    assert g.seats() == (country(g, "usa"),)
    assert offered(g) == {"button:pass", "card:bnl_embargo"}
    answer(g, "card:bnl_embargo")
    assert lies(g, "bnl_embargo") == lies(g, "japan_gains_bnl") == "out"


@pytest.mark.rule("blitzkrieg_general", "CARD.bnl_embargo")
def test_the_usa_may_let_it_pass() -> None:
    g = bnl(BNL)
    answer(g, "button:pass")
    assert lies(g, "japan_gains_bnl") == "open japan"
    assert lies(g, "bnl_embargo") == "hand usa"


@pytest.mark.rule("blitzkrieg_general", "CARD.bnl_embargo")
def test_nobody_is_asked_for_a_counter_that_cannot_be_there() -> None:
    g = bnl(hands(japan="japan_gains_bnl"))
    assert idle(g)  # the USA holds no card
    g = position(hands=hands(japan="japan_gains_bnl", usa="spies"), players=8)
    g.played |= 1 << card_of(g, "embargo_usa_japan")
    g.card_known[card_of(g, "bnl_embargo")] = ALL_SEATS
    play(window(g, WHEN_ANY), "japan_gains_bnl")
    assert never_offered(g, "bnl_embargo")


@pytest.mark.rule("blitzkrieg_general", "CARD.bnl_embargo")
def test_a_counter_is_asked_for_though_it_is_not_there() -> None:
    g = bnl(hands(japan="japan_gains_bnl", usa="spies"))
    assert g.seats() == (country(g, "usa"),)
    assert offered(g) == {"button:pass"}
    assert refused(g, "card:spies").rule == "CARD.bnl_embargo"
    assert "BNL Embargo" in g.agenda[-1].prompt(g, g.seats()[0]).text


@pytest.mark.rule("blitzkrieg_general", "A7.4i")
@pytest.mark.rule("blitzkrieg_general", "CARD.bnl_embargo")
def test_a_counter_bought_in_this_turn_comes_too_early() -> None:
    g = position(hands=BNL, players=8)
    g.played |= 1 << card_of(g, "embargo_usa_japan")
    g.card_turn[card_of(g, "bnl_embargo")] = g.turn
    play(window(g, WHEN_ANY), "japan_gains_bnl")
    assert never_offered(g, "bnl_embargo")


# --- words


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
@pytest.mark.rule("blitzkrieg_general", "A7.4k")
def test_refusals_tell_why() -> None:
    g = position(
        hands=hands(germany="bridgehead surprise fortress_europe", be="spies"), wars=[("germany", "be")]
    )
    window(g, *SEGMENT)
    assert refused(g, "card:spies").rule == "A7.4j"
    assert "when a combat begins" in refused(g, "card:surprise").text
    assert refused(g, "card:fortress_europe").rule == "CARD.fortress_europe"
    assert refused(g, "area:paris").rule == "A7.4k"
    g = position(hands=hands(germany="initiative"))
    window(g, WHEN_AFTER_INITIATIVE_ROLL, WHEN_ANY)
    assert "nothing" in refused(g, "card:initiative").text


@pytest.mark.rule("blitzkrieg_general", "A7.4k")
def test_questions_tell_the_moment() -> None:
    g = position(hands=hands(germany="bridgehead"))
    window(g, *SEGMENT)
    assert "segment of the Axis begins" in g.agenda[-1].prompt(g, 0).text
    g = position(hands=hands(germany="spies"))
    window(g, WHEN_ANY)
    assert "end of the turn" in g.agenda[-1].prompt(g, 0).text
    g = position(
        hands=hands(germany="surprise"), units={"paris": "ger_inf_3, fra_inf_3"}, wars=[("germany", "france")]
    )
    fight_in(g, "paris")
    window(g, WHEN_COMBAT_START)
    assert "combat in Paris begins" in g.agenda[-1].prompt(g, 0).text
    g = position(hands=hands(germany="sabotage_on_research"), numbers={"be": 3}, wars=[("germany", "be")])
    card_windows.open_research(g, g.t.be)
    go_on(g)
    assert "British Empire announces" in g.agenda[-1].prompt(g, 0).text
    for timing in range(14):
        assert card_windows.timing_text(timing)


def test_windows_are_packed() -> None:
    step = card_windows.CardWindow(3, 5, 1, 2)
    assert card_windows.CardWindow.unpack(step.pack()).pack() == [3, 5, 1, 2]
    counter = card_windows.Counter(4, 9, 1)
    assert card_windows.Counter.unpack(counter.pack()).pack() == [4, 9, 1]
