"""The New Year Phase: what returns, the new Event decks, Landing markers and Sections."""

from typing import Any

import pytest

from sandtable.games.other_side.components.state import ACTIVATED, AVAILABLE, LANDING_BOX, ON_MAP, Board
from sandtable.games.other_side.rules import new_year
from sandtable.games.other_side.rules.cards.events import Leftovers, new_decks
from sandtable.games.other_side.rules.generals.draft import Draft, Enter
from sandtable.games.other_side.rules.new_year import NewYear
from sandtable.games.other_side.rules.planning import Planning
from sandtable.games.other_side.testing import area, deck, directive, general, position, tables
from tests.games.other_side.driving import answer, begin, idle, log, offered

T = tables()


def play_new_year(**more: Any) -> Board:
    """A New Year with the set-up of World War, up to its first question."""
    wanted: dict[str, Any] = {"scenario": "world_war", "set_up": True, "year": 1942, "box": "new_year"}
    return begin(position(**(wanted | more)), NewYear())


def states(g: Board, *names: str) -> list[int]:
    """Where Directives are."""
    return [g.directives[directive(g, name)] for name in names]


# --- the order


@pytest.mark.rule("other_side", "5")
@pytest.mark.rule("other_side", "5.1")
@pytest.mark.rule("other_side", "5.1.3")
@pytest.mark.rule("other_side", "5.3a")
@pytest.mark.rule("other_side", "1.4g")
def test_the_parts_of_the_phase_come_in_order() -> None:
    g = play_new_year(players=2, generals={"list": "activated"}, directives={"felix": "selected"})
    text = log(g)
    told = ["Available again: List", "Back to their decks", "Left over:", "New Events:", "A Landing marker"]
    found = [text.index(word) for word in told]
    assert found == sorted(found)
    assert text.rindex("is OKW.") > found[-1]
    # Then new Generals, and last Planning.
    assert isinstance(g.agenda[-1], Draft)
    while isinstance(g.agenda[-1], Draft):
        answer(g, "button:pass")
    assert isinstance(g.agenda[-1], Planning)
    while isinstance(g.agenda[-1], Planning):
        answer(g, "button:done")
    assert idle(g)


# --- the Adjustment Segment


@pytest.mark.rule("other_side", "5.1.1")
def test_activated_generals_become_available() -> None:
    g = position(
        generals={"rommel": "activated", "model": "activated", "paulus": "gone"}, ob={"east": "list"}
    )
    new_year.return_generals(g)
    assert [g.where[general(g, name)] for name in ("rommel", "model")] == [AVAILABLE, AVAILABLE]
    assert ACTIVATED not in g.where
    assert g.where[general(g, "list")] != AVAILABLE and g.where[general(g, "paulus")] != AVAILABLE
    assert "Available again: Rommel and Model." in log(g)


@pytest.mark.rule("other_side", "5.1.2")
def test_unused_directives_go_back_to_their_decks() -> None:
    cards = {"felix": "selected", "marita": "discarded", "tiger_and_panther": "selected"}
    g = position(directives=cards, projects={"tiger_and_panther": 2})
    new_year.return_directives(g)
    assert states(g, "felix", "marita", "tiger_and_panther", "zitadelle") == [0, 3, 0, 0]
    # The progress of a Project is not lost.
    assert g.project[g.t.directives[directive(g, "tiger_and_panther")].project] == 2
    assert "FELIX" in log(g)


def leftovers(*strategic: str, battle: list[str] | None = None, **more: Any) -> Board:
    """These cards were left over; all is resolved."""
    g = position(year=1942, box="new_year", **more)
    g.strategic_deck, g.battle_deck = [], []
    deck(g, strategic=strategic, battle=battle or [])
    return begin(g, Leftovers())


@pytest.mark.rule("other_side", "5.1.3")
def test_commitments_count_in_left_over_events_and_misfortune_does_not() -> None:
    g = leftovers("atlantic_charter", "enigma_broken", "fuel_shortage", dice=[], tracks={"usa": 0, "ussr": 0})
    assert idle(g)  # no die was thrown: there was none
    assert (g.usa, g.ussr) == (2, 1)
    assert log(g).count("Left over:") == 3
    # The last step of commitment is war.
    g = leftovers("enigma_broken", tracks={"usa": T.usa_war - 1})
    assert g.usa == T.usa_war and "The USA enters the war." in log(g)


@pytest.mark.rule("other_side", "5.1.3")
@pytest.mark.rule("other_side", "5.1.3b")
def test_only_obligatory_unique_events_happen_and_all_cards_leave_the_game() -> None:
    """The Atlantic Charter would bring Unrest, the Luftwaffe marker is flipped whatever happens."""
    g = leftovers("atlantic_charter", "death_of_udet", tracks={"fanaticism": 5})
    assert g.unrest == 0
    assert g.flipped.bit_count() == 1
    assert g.strategic_deck == [] and g.strategic_next == []


@pytest.mark.rule("other_side", "5.1.3")
def test_combat_events_come_after_strategic_ones_and_do_nothing_but_count() -> None:
    g = leftovers("enigma_broken", battle=["desert_fox"], dice=[], tracks={"usa": 0})
    text = log(g)
    assert text.index("ENIGMA BROKEN") < text.index("DESERT WAR")
    assert g.usa == 1 and g.battle_deck == []


@pytest.mark.rule("other_side", "5.1.3b")
def test_a_card_whose_condition_sends_it_to_next_year_joins_the_new_deck() -> None:
    g = leftovers("siberian_divisions", tracks={"ussr": 0})
    assert [T.strategic[n].id for n in g.strategic_next] == ["siberian_divisions"]
    g = leftovers("siberian_divisions", tracks={"ussr": "war"})
    assert g.strategic_next == [] and g.soviet_dice == 0
    # One that would go there only after it was resolved is discarded.
    g = leftovers("synthetic_fuel_plants_bombed", tracks={"resources": 7})
    assert g.strategic_next == [] and g.resources == 7


@pytest.mark.rule("other_side", "5.1.3")
def test_a_card_that_must_be_discarded_still_commits() -> None:
    g = leftovers("second_happy_time", tracks={"ussr": 0, "usa": 0})
    assert g.ussr == 1 and g.strategic_next == []


@pytest.mark.rule("other_side", "5.1.3a")
def test_new_decks_hold_the_events_of_the_year_and_those_carried_over() -> None:
    g = position("world_war", set_up=True, year=1943, box="new_year")
    g.strategic_deck, g.battle_deck = [], []
    late = next(n for n, e in enumerate(T.strategic) if T.years[e.year] == 1942)
    g.strategic_next = [late]
    new_decks(g)
    wanted = {
        n for n, e in enumerate(T.strategic) if T.years[e.year] == 1943 and not e.addon and not e.removed
    }
    assert set(g.strategic_deck) == wanted | {late} and len(g.strategic_deck) == len(wanted) + 1
    battle = {n for n, e in enumerate(T.battle) if T.years[e.year] == 1943 and not e.addon and not e.removed}
    assert set(g.battle_deck) == battle
    assert g.strategic_next == []


@pytest.mark.rule("other_side", "5.1.3a")
def test_new_decks_are_shuffled() -> None:
    orders = set()
    for seed in range(5):
        g = play_new_year(seed=seed)
        orders.add(tuple(g.strategic_deck))
    assert len(orders) == 5


@pytest.mark.rule("other_side", "5.1.4")
def test_landing_markers_of_the_year_and_of_the_map_come_to_their_box() -> None:
    g = position(
        year=1943,
        box="new_year",
        align={"northern_africa": "disputed 1/2 western"},
        landings={"northern_africa": 2},
        tracks={"landing_1": "map", "landing_2": "1943"},
    )
    assert g.landing_markers[0] == ON_MAP
    new_year.land_markers(g)
    assert g.landing_markers == bytes([LANDING_BOX, LANDING_BOX])
    assert g.landing[area(g, "northern_africa")] == 0
    assert log(g).count("Landing marker") == 2
    g = position(year=1943, tracks={"landing_1": "1944", "landing_2": "box"})
    new_year.land_markers(g)
    assert g.landing_markers == bytes([T.years.index(1944), LANDING_BOX])


# --- Sections


@pytest.mark.rule("other_side", "5.2")
@pytest.mark.rule("other_side", "1.4g")
@pytest.mark.parametrize(
    ("before", "after"),
    [([0, 1, 2, 3], [3, 0, 1, 2]), ([0, 1, 1, 2], [2, 0, 0, 1]), ([0, 1, 0, 1], [1, 0, 1, 0])],
)
def test_section_cards_pass_to_the_right(before: list[int], after: list[int]) -> None:
    g = position(players=len(set(before)), sections=before)
    new_year.pass_sections(g)
    assert list(g.section_seat) == after
    assert log(g).count("Player") == 4


@pytest.mark.rule("other_side", "5.2a")
def test_the_solitaire_player_keeps_all_sections() -> None:
    g = position()
    new_year.pass_sections(g)
    assert list(g.section_seat) == [0, 0, 0, 0] and log(g) == ""


@pytest.mark.rule("other_side", "5")
@pytest.mark.rule("other_side", "5.3")
def test_a_new_year_alone_has_no_draft() -> None:
    g = play_new_year()
    assert isinstance(g.agenda[-1], Enter)
    while isinstance(g.agenda[-1], Enter):
        answer(g, sorted(offered(g))[0])
    assert isinstance(g.agenda[-1], Planning)
