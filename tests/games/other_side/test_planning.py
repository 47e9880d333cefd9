"""The Planning Segment: Directives for the year."""

import pytest

from sandtable.games.other_side.components.constants import INDUSTRIAL, MILITARY, POLITICAL
from sandtable.games.other_side.components.state import DISCARDED, IN_DECK, SELECTED, Board
from sandtable.games.other_side.rules import planning
from sandtable.games.other_side.rules.cards.directives import PoliticalDirectives
from sandtable.games.other_side.rules.planning import Planning
from sandtable.games.other_side.testing import directive, position
from tests.games.other_side.driving import answer, begin, go_on, idle, log, offered, prompt, refused


def cards(g: Board, deck: int, state: int) -> list[str]:
    """The ids of the cards of a deck in this state."""
    found = range(g.t.n_directives)
    return [
        g.t.directives[n].id for n in found if g.t.directives[n].deck == deck and g.directives[n] == state
    ]


@pytest.mark.rule("other_side", "5.4")
def test_okw_and_production_select_so_many_cards() -> None:
    g = position("world_war", players=4, sections=[2, 0, 1, 3], year=1943)
    planning.plan(g)
    go_on(g)
    for deck, many, seat in ((MILITARY, 5, 2), (POLITICAL, 4, 2), (INDUSTRIAL, 4, 3)):
        assert len(planning.eligible(g, deck)) > many
        for n in range(many):
            assert g.seats() == (seat,)
            assert f"up to {many - n} " in prompt(g).text
            answer(g, sorted(offered(g) - {"button:done"})[0])
        assert len(cards(g, deck, SELECTED)) == many
    assert idle(g)
    assert log(g).count("Directive selected:") == 13


@pytest.mark.rule("other_side", "5.4")
def test_fewer_cards_may_be_selected() -> None:
    g = begin(position(year=1943), Planning(POLITICAL, 4))
    answer(g, sorted(offered(g) - {"button:done"})[0])
    answer(g, "button:done")
    assert idle(g) and len(cards(g, POLITICAL, SELECTED)) == 1


@pytest.mark.rule("other_side", "5.4")
def test_prerequisites_need_not_hold() -> None:
    """FELIX needs Spain as a Satellite country; it may be selected all the same."""
    g = begin(position(year=1943), Planning(MILITARY, 5))
    assert "card:felix" in offered(g)


@pytest.mark.rule("other_side", "5.4b")
@pytest.mark.parametrize("year", [1939, 1941, 1944])
def test_cards_of_later_years_are_not_eligible_those_of_earlier_ones_are(year: int) -> None:
    g = position(year=year)
    for deck in (MILITARY, POLITICAL, INDUSTRIAL):
        found = {g.t.directives[n].id for n in planning.eligible(g, deck)}
        wanted = {d.id for d in g.t.directives if d.deck == deck and g.t.years[d.year] <= year}
        out = {d.id for n, d in enumerate(g.t.directives) if g.directives[n] == DISCARDED}
        assert found == wanted - out
    g = begin(position(year=1941), Planning(MILITARY, 5))
    assert refused(g, "card:zitadelle").rule == "5.4b"
    assert "from 1943 on" in refused(g, "card:zitadelle").text


@pytest.mark.rule("other_side", "5.4b")
def test_what_is_out_of_the_game_cannot_be_selected() -> None:
    g = begin(position(year=1943, directives={"felix": "discarded"}), Planning(MILITARY, 5))
    assert refused(g, "card:felix").rule == "2.1a"


@pytest.mark.rule("other_side", "5.4a")
def test_selected_cards_lie_open_and_only_they_can_be_played() -> None:
    g = begin(position(year=1942, production={"political_directives": 3}), Planning(POLITICAL, 4))
    answer(g, "card:propaganda_campaign")
    assert g.directives[directive(g, "propaganda_campaign")] == SELECTED
    assert refused(g, "card:propaganda_campaign").rule == "5.4a"
    assert refused(g, "card:felix").rule == "5.4"
    assert refused(g, "area:poland").rule == "5.4"
    answer(g, "button:done")
    begin(g, PoliticalDirectives())
    assert offered(g) == {"button:done", "card:propaganda_campaign"}


@pytest.mark.rule("other_side", "5.4")
def test_a_deck_with_fewer_cards_than_may_be_taken_is_selected_whole() -> None:
    g = position(year=1939)
    found = planning.eligible(g, MILITARY)
    assert 0 < len(found) <= 5
    begin(g, Planning(MILITARY, 5))
    assert idle(g)
    assert len(cards(g, MILITARY, SELECTED)) == len(found)
    assert all(g.directives[n] != IN_DECK for n in found)
