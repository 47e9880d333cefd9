"""The Coup Attempt of the Black Orchestra."""

from typing import Any

import pytest

from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.cards import events
from sandtable.games.other_side.rules.generals import coup
from sandtable.games.other_side.testing import deck, position, tables
from tests.games.other_side.driving import go_on, idle, log, names

PLUS = ("claus_von_stauffenberg", "ludwig_beck", "henning_von_tresckow", "friedrich_olbricht", "hans_oster")
MINUS = (
    "ernst_kaltenbrunner",
    "wilhelm_keitel",
    "hermann_reinecke",
    "otto_ernst_remer",
    "joseph_goebbels",
    "heinrich_himmler",
    "martin_bormann",
)
VARIABLE = ("friedrich_fromm", "bo_von_kluge")


def value(g: Board) -> int:
    """The Coup value that was found."""
    told = next(line for line in log(g).splitlines() if line.startswith("Coup Attempt:"))
    return int(told.split()[2])


def tried(cards: tuple[str, ...], fanaticism: int = 9, **more: Any) -> Board:
    """A Coup Attempt with these cards on the boards; `dice` come after the shuffle, which changes nothing."""
    tracks = {"fanaticism": fanaticism, **more.pop("tracks", {})}
    if "dice" in more:
        more["dice"] = [*range(len(cards)), *more["dice"]]
    g = position(year=1944, orchestra=dict.fromkeys(cards, 0), tracks=tracks, **more)
    coup.attempt(g)
    return g


def test_every_card_is_plus_minus_or_variable() -> None:
    t = tables()
    assert sorted(PLUS + MINUS + VARIABLE) == sorted(t.orchestra_id)


@pytest.mark.rule("other_side", "7.4")
@pytest.mark.rule("other_side", "7.4a")
@pytest.mark.parametrize("card", PLUS)
def test_a_plus_card_adds_one(card: str) -> None:
    g = tried((card,), dice=[])
    assert value(g) == 1 and g.result is None
    assert set(g.orchestra) == {255} and len(g.orchestra_deck) == 13, "the card is out of the game"


@pytest.mark.rule("other_side", "7.4b")
@pytest.mark.parametrize("card", MINUS)
@pytest.mark.parametrize(
    ("fanaticism", "die", "expected"),
    [
        (6, "grey hit", -1),
        (6, "grey card", 0),
        (6, "grey blank", 0),
        (5, "white hit", -1),
        (5, "white card", 0),
        (5, "white blank", 0),
    ],
)
def test_a_minus_card_needs_a_hit_of_its_die(card: str, fanaticism: int, die: str, expected: int) -> None:
    g = tried((card,), fanaticism, dice=[die])
    assert value(g) == expected and g.result is None
    colour, face = die.split()
    assert f"the {colour} die shows {'a hit' if face == 'hit' else 'no hit'}" in log(g)


@pytest.mark.rule("other_side", "7.4b")
def test_the_third_face_of_both_dice_tells_the_colours_apart() -> None:
    assert value(tried((MINUS[0],), 6, dice=[3])) == -1
    assert value(tried((MINUS[0],), 5, dice=[3])) == 0


@pytest.mark.rule("other_side", "7.4c")
@pytest.mark.parametrize("card", VARIABLE)
def test_fromm_and_von_kluge_go_with_the_tide(card: str) -> None:
    t = tables()
    at = t.orchestra_id.index(card)
    g = position(tracks={"fanaticism": 9}, dice=["grey hit", "grey blank"])
    assert coup.reveal(g, at, 3) == 1 and coup.reveal(g, at, 7) == 1
    assert coup.reveal(g, at, 2) == -1 and coup.reveal(g, at, 2) == 0


@pytest.mark.rule("other_side", "7.4")
def test_the_cards_are_revealed_in_a_shuffled_order() -> None:
    found = set()
    for seed in range(30):
        g = tried((*PLUS[:3], VARIABLE[0]), seed=seed)
        assert g.revealed
        found.add(value(g))
    assert {3, 4} <= found, "Fromm last is +1, Fromm early does not help"


@pytest.mark.rule("other_side", "7.4d")
def test_lost_festung_sectors_and_dissidents_in_command_count() -> None:
    g = tried(
        PLUS[:1],
        align={"poland": "occupied"},
        armies={"poland": "5 regular"},
        heads={"poland": ["von_kluge", "rommel"]},
        ob={"east": "model"},
        generals={"hoth": "available"},
        dissidents=["von_kluge", "hoth", "model"],
        tracks={"collapse": 2},
        dice=[],
    )
    assert value(g) == 1 + 2 * 2 + 2, "Hoth has a marker but no Position"


@pytest.mark.rule("other_side", "7.4e")
def test_a_coup_above_fanaticism_loses_the_game() -> None:
    g = tried(PLUS[:4], 3, dice=[])
    assert value(g) == 4
    assert g.result is not None and g.result.rule == "7.4e" and "Coup succeeds" in g.result.text
    assert tried(PLUS[:4], 4).result is None, "equal is not enough"


@pytest.mark.rule("other_side", "7.4f")
@pytest.mark.parametrize(("fanaticism", "half"), [(7, 4), (8, 4), (6, 3)])
def test_infighting_halves_fanaticism_and_stops_replacements(fanaticism: int, half: int) -> None:
    g = tried(
        PLUS[:2],
        fanaticism,
        tracks={"collapse": 2},
        production={"wehrmacht": 3, "luftwaffe": 2, "strategic_warfare": 1, "consumer_goods": 2},
    )
    assert value(g) == 6 and g.result is None
    assert g.fanaticism == half and list(g.production[:3]) == [0, 0, 0] and g.production[6] == 2
    assert "infighting: all Replacement markers go to 0" in log(g)
    assert g.log is not None
    told = next(event for event in g.log.events if "infighting" in event.text)
    boxes = [names().keys[ref] for ref in told.refs]
    assert boxes == ["production:wehrmacht_0", "production:luftwaffe_0", "production:strategic_warfare_0"]


@pytest.mark.rule("other_side", "7.4g")
def test_otherwise_the_coup_fails() -> None:
    g = tried(PLUS, 5, production={"wehrmacht": 3})
    assert value(g) == 5 and g.result is None
    assert g.fanaticism == 5 and g.production[0] == 3 and "The Coup fails." in log(g)


@pytest.mark.rule("other_side", "7.4")
def test_the_event_brings_the_attempt_about_with_three_cards() -> None:
    for held in (2, 3):
        cards = dict.fromkeys(PLUS[:held], 0)
        g = position(year=1944, orchestra=cards, tracks={"fanaticism": 2}, dice=[6, 0, 1, 2])
        deck(g, strategic=["coup_attempt"])
        events.draw_strategic(g, 0)
        if held == 3:
            g.advance()
            assert g.result is not None and g.result.rule == "7.4e"
        else:
            go_on(g)
            assert idle(g) and g.result is None and len(g.strategic_next) == 1
