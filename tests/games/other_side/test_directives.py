"""Directives: what may be played, what it costs, and what every single card does."""

from typing import Any

import pytest

from sandtable.games.other_side.components.constants import INDUSTRIAL, MILITARY, POLITICAL
from sandtable.games.other_side.components.state import ACTIVE, DISCARDED, SELECTED, Board
from sandtable.games.other_side.rules.cards.directives import (
    MilitaryDirectives,
    PoliticalDirectives,
    ProductionDirectives,
)
from sandtable.games.other_side.testing import directive, position
from tests.games.other_side.driving import answer, begin, idle, log, offered, prompt, refused

SEGMENTS = (MilitaryDirectives, PoliticalDirectives, ProductionDirectives)
POINTS = ("military_directives", "political_directives", "production_directives")
ITALY = {"northern_italy": "satellite", "southern_italy": "satellite", "libya": "satellite"}


def state(g: Board, card: str) -> int:
    """Where a Directive is."""
    return g.directives[directive(g, card)]


def segment(deck: int, cards: list[str], points: int = 3, **more: Any) -> Board:
    """A Directive Segment with these cards selected."""
    g = position(
        **{
            "box": "spring_admin",
            "directives": dict.fromkeys(cards, "selected"),
            "production": {POINTS[deck]: points},
            **more,
        }
    )
    return begin(g, SEGMENTS[deck]())


# --- what may be played


@pytest.mark.rule("other_side", "3.2")
@pytest.mark.rule("other_side", "3.2c")
@pytest.mark.rule("other_side", "3.1.3b")
def test_production_cards_within_their_points() -> None:
    cards = ["new_panzer_armies", "u_boat_construction", "labour_conscription"]
    g = segment(INDUSTRIAL, cards, 3, players=4, sections=[0, 1, 2, 3])
    assert g.seats() == (3,)
    assert offered(g) == {*(f"card:{card}" for card in cards), "button:done"}
    answer(g, "card:new_panzer_armies")
    assert prompt(g).rule == "3.2" and "1 point left" in prompt(g).text
    assert offered(g) == {"card:u_boat_construction", "card:labour_conscription", "button:done"}
    answer(g, "card:u_boat_construction")
    assert idle(g)  # the points are spent
    assert state(g, "new_panzer_armies") == DISCARDED and state(g, "labour_conscription") == SELECTED


@pytest.mark.rule("other_side", "3.2a")
@pytest.mark.rule("other_side", "3.1.3b")
def test_the_production_value_is_what_counts() -> None:
    """R3: the Political value has nothing to do with Production cards."""
    both = {"production_directives": 1, "political_directives": 3, "military_directives": 3}
    g = segment(INDUSTRIAL, ["new_panzer_armies", "u_boat_construction"], production=both)
    refusal = refused(g, "card:new_panzer_armies")
    assert refusal.rule == "3.2a" and "costs 2 points" in refusal.text
    answer(g, "button:done")
    assert idle(g) and state(g, "u_boat_construction") == SELECTED
    assert idle(segment(INDUSTRIAL, ["u_boat_construction"], production={"political_directives": 3}))


@pytest.mark.rule("other_side", "3.3")
@pytest.mark.rule("other_side", "3.3a")
@pytest.mark.rule("other_side", "3.3c")
def test_political_cards_within_their_points() -> None:
    cards = ["propaganda_campaign", "police_crackdown", "total_war"]
    g = segment(POLITICAL, cards, 3, year=1943, players=2, sections=[1, 0, 1, 0])
    assert g.seats() == (1,)  # the Head of OKW
    answer(g, "card:police_crackdown")
    refusal = refused(g, "card:total_war")
    assert refusal.rule == "3.3a"
    answer(g, "card:propaganda_campaign")
    assert idle(g) and state(g, "propaganda_campaign") == DISCARDED


@pytest.mark.rule("other_side", "3.4")
@pytest.mark.rule("other_side", "3.4b")
@pytest.mark.rule("other_side", "3.4e")
@pytest.mark.rule("other_side", "3.4c")
@pytest.mark.rule("other_side", "3.4d")
def test_military_cards_within_their_points() -> None:
    align = {"poland": "occupied", "central_russia": "disputed 1/2 soviet", "finland": "satellite"}
    cards = ["taifun", "silberfuchs", "fall_blau"]
    g = segment(MILITARY, cards, 3, align=align, tracks={"ussr": "war"})
    answer(g, "card:taifun")
    assert state(g, "taifun") == ACTIVE and g.active == [directive(g, "taifun")] and g.active_heads == [0]
    assert refused(g, "card:fall_blau").rule == "3.4b"
    assert refused(g, "card:taifun").rule == "3.4c"
    answer(g, "card:silberfuchs")
    assert idle(g) and len(g.active) == 2 and g.played == 2
    assert "TAIFUN is active with 2 Land pawns and no Amphibious pawns" in log(g)


@pytest.mark.rule("other_side", "3.2c")
@pytest.mark.rule("other_side", "3.3c")
@pytest.mark.rule("other_side", "3.4e")
@pytest.mark.parametrize(
    ("deck", "cards", "other", "rule"),
    [
        (MILITARY, ["fall_weiss"], "weseruebung", "3.4e"),
        (POLITICAL, ["police_crackdown"], "propaganda_campaign", "3.3c"),
        (INDUSTRIAL, ["armaments_ministry"], "new_panzer_armies", "3.2c"),
    ],
)
def test_only_selected_cards_of_the_deck(deck: int, cards: list[str], other: str, rule: str) -> None:
    g = segment(deck, cards, align={"poland": "disputed 1/2 western"})
    assert offered(g) == {f"card:{cards[0]}", "button:done"}
    assert refused(g, f"card:{other}").rule == rule
    gone = segment(deck, cards, align={"poland": "disputed 1/2 western"})
    gone.directives = bytes(
        DISCARDED if n == directive(g, other) else value for n, value in enumerate(gone.directives)
    )
    assert refused(gone, f"card:{other}").rule == "2.1a"
    assert "is not a " in refused(g, "card:jet_fighters" if deck != INDUSTRIAL else "card:fall_weiss").text
    assert refused(g, "area:poland").rule in ("3.2", "3.3", "3.4")


@pytest.mark.rule("other_side", "3.2")
@pytest.mark.rule("other_side", "3.3")
@pytest.mark.rule("other_side", "3.4")
@pytest.mark.parametrize(
    ("deck", "barred", "free", "more"),
    [
        (MILITARY, "fall_blau", "fall_weiss", {"align": {"poland": "disputed 1/2 western"}}),
        (POLITICAL, "afrika_korps", "police_crackdown", {}),
        (INDUSTRIAL, "fighter_staff", "armaments_ministry", {"year": 1943}),
    ],
)
def test_prerequisites_must_hold(deck: int, barred: str, free: str, more: dict[str, Any]) -> None:
    g = segment(deck, [barred, free], **more)
    assert offered(g) == {f"card:{free}", "button:done"}
    refusal = refused(g, f"card:{barred}")
    assert refusal.rule == ("3.4", "3.3", "3.2")[deck] and "are not met" in refusal.text
    assert idle(segment(deck, [barred], **more))  # nothing to play: nothing is asked


@pytest.mark.rule("other_side", "3.4")
@pytest.mark.rule("other_side", "3.4c")
def test_a_directive_whose_objectives_hold_cannot_be_played() -> None:
    """E41 with R53: Kharkov is held already, Kursk is not."""
    align = {"southern_russia": "disputed 1/2 soviet", "central_russia": "disputed 1/2 soviet"}
    cards = ["backhand_blow", "zitadelle"]
    g = segment(MILITARY, cards, 3, year=1943, align=align, tracks={"ussr": "war"})
    assert offered(g) == {"card:zitadelle", "button:done"}
    assert refused(g, "card:backhand_blow").rule == "3.4c"


@pytest.mark.rule("other_side", "3.4c")
def test_objectives_can_be_bases_and_landings() -> None:
    italian = {**ITALY, "greece": "occupied", "southern_italy": "satellite"}
    g = segment(MILITARY, ["merkur", "herkules"], align={**italian, "crete": "occupied", "malta": "western"})
    assert offered(g) == {"card:herkules", "button:done"} and refused(g, "card:merkur").rule == "3.4c"
    g = segment(MILITARY, ["luettich"], landings={"northern_france": 3})
    assert offered(g) == {"card:luettich", "button:done"}
    assert idle(segment(MILITARY, ["luettich"]))


@pytest.mark.rule("other_side", "3.4d")
def test_every_card_needs_pawns_of_its_own() -> None:
    """R5: there is one Amphibious pawn."""
    align = {**ITALY, "greece": "occupied", "crete": "western", "malta": "western"}
    cards = ["merkur", "herkules", "silberfuchs"]
    g = segment(MILITARY, cards, 3, align={**align, "finland": "satellite"}, tracks={"ussr": "war"})
    answer(g, "card:merkur")
    assert offered(g) == {"card:silberfuchs", "button:done"}
    refusal = refused(g, "card:herkules")
    assert refusal.rule == "3.4d" and "pawns" in refusal.text


@pytest.mark.rule("other_side", "3.4a")
@pytest.mark.parametrize(
    ("box", "play", "then"),
    [
        ("summer_admin", False, 4),
        ("summer_admin", True, 5),
        ("spring_admin", False, 5),
        ("fall_admin", False, 5),
    ],
)
def test_a_summer_without_military_directive(box: str, play: bool, then: int) -> None:
    more = {"box": box, "align": {"poland": "disputed 1/2 western"}, "tracks": {"fanaticism": 5}}
    g = segment(MILITARY, ["fall_weiss"], 2, **more)
    answer(g, "card:fall_weiss" if play else "button:done")
    assert idle(g) and g.fanaticism == then
    # A lack of choices does not avoid the cost.
    g = segment(MILITARY, [], 2, **more)
    assert idle(g) and g.fanaticism == (4 if box == "summer_admin" else 5)


@pytest.mark.rule("other_side", "3.4a")
def test_each_segment_counts_its_own_cards() -> None:
    g = segment(MILITARY, [], box="summer_admin", tracks={"fanaticism": 5, "played": 2})
    assert g.fanaticism == 4 and g.played == 0


def test_a_segment_can_be_saved() -> None:
    g = segment(POLITICAL, ["police_crackdown", "propaganda_campaign"])
    answer(g, "card:propaganda_campaign")
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).pack() == [1]
