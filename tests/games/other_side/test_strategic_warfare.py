"""The Strategic Warfare Segment."""

from itertools import product
from typing import Any

import pytest

from sandtable.games.other_side.components.constants import GERMANY, WEST_FRONT
from sandtable.games.other_side.components.effect_types import COLOURS
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.production.strategic_warfare import Split, StrategicWarfare, axis_dice
from sandtable.games.other_side.testing import deck, position, tables
from tests.games.other_side.driving import answer, begin, go_on, idle, log, offered, prompt, refused

T = tables()
# A Combat card by how many blue dice it brings in 1941.
CARDS = {T.raids[card][2]: T.combat_number[card] for card in range(T.n_combat)}


def waged(axis: list[str], west: list[str], **more: Any) -> Board:
    """A Segment with these dice: Strategic Warfare and Technology as high as they ask for."""
    tracks = {
        "warfare": len(axis),
        "technology": sum(die.startswith("grey") for die in axis),
        "usa": 0,
        **more.pop("tracks", {}),
    }
    g = position(
        tracks=tracks, dice=[*axis, *[f"blue {face}" for face in west], *more.pop("then", [])], **more
    )
    deck(g, combat=[CARDS[len(west)]])
    return begin(g, StrategicWarfare())


# --- dice


@pytest.mark.rule("other_side", "4.1a")
@pytest.mark.parametrize(
    ("warfare", "technology", "expected"),
    [
        (0, 3, []),
        (1, 0, ["white"]),
        (3, 1, ["grey", "white", "white"]),
        (2, 4, ["grey", "grey"]),
        (4, 4, ["grey"] * 4),
    ],
)
def test_the_dice_of_the_axis(warfare: int, technology: int, expected: list[str]) -> None:
    g = position(tracks={"warfare": warfare, "technology": technology})
    assert [COLOURS[colour] for colour in axis_dice(g)] == expected


@pytest.mark.rule("other_side", "4.1a")
def test_strategic_bombers_add_a_grey_die_to_others_only() -> None:
    for warfare, expected in ((0, []), (1, ["white", "grey"])):
        g = position(tracks={"warfare": warfare}, projects={"strategic_bombers": "completed"})
        assert [COLOURS[colour] for colour in axis_dice(g)] == expected


@pytest.mark.rule("other_side", "4.1b")
@pytest.mark.parametrize("year", range(len(T.years)))
def test_the_card_of_the_year_says_how_many_dice_the_west_rolls(year: int) -> None:
    for card in (0, 9, 14):
        number = T.combat_number[card]
        west = T.raids[card][year]
        g = position(year=T.years[year], tracks={"warfare": 0}, dice=["blue tank"] * west)
        deck(g, combat=[number])
        begin(g, StrategicWarfare())
        assert idle(g) and g.combat_used == [card] and g.rng.drawn == west
        assert f"Combat card {number}:" in log(g)


@pytest.mark.rule("other_side", "4.1b")
def test_the_printed_numbers_of_card_10() -> None:
    assert list(T.raids[T.combat_number.index(10)]) == [1, 1, 2, 2, 3, 4, 4]


# --- hits


@pytest.mark.rule("other_side", "4.1")
@pytest.mark.rule("other_side", "4.1c")
@pytest.mark.rule("other_side", "7.2")
@pytest.mark.parametrize(
    ("usa", "west", "hits"),
    [
        (0, ["plane", "plane"], 2),
        (0, ["hit", "plane"], 1),
        (0, ["hit", "tank"], 0),
        ("war", ["hit", "plane"], 2),
        ("war", ["hit", "hit"], 2),
        ("war", ["tank", "tank"], 0),
    ],
)
def test_planes_hit_always_and_stars_with_the_usa_at_war(usa: int | str, west: list[str], hits: int) -> None:
    g = waged([], west, tracks={"usa": usa, "air_germany": 1})
    assert f": 0 against {hits}." in log(g)


@pytest.mark.rule("other_side", "4.1c")
def test_hits_of_the_axis() -> None:
    g = waged(["grey hit", "white hit", "white blank"], ["tank"], tracks={"air_west": 3})
    assert ": 2 against 0." in log(g) and g.air[WEST_FRONT] == 4


@pytest.mark.rule("other_side", "4.1d")
def test_a_tie_has_no_effect() -> None:
    g = waged(["white hit"], ["plane"])
    assert idle(g) and list(g.air) == [3, 3, 3, 3] and g.warfare == 1 and "draw" in log(g)


@pytest.mark.rule("other_side", "4.1e")
@pytest.mark.parametrize(("air", "after"), [(3, 4), (5, 5)])
def test_the_axis_ahead_gains_air_in_the_west(air: int, after: int) -> None:
    g = waged(["grey hit", "grey hit"], ["tank"], tracks={"air_west": air})
    assert idle(g) and list(g.air) == [3, after, 3, 3] and g.warfare == 2


def test_jet_fighters_and_v_weapons_change_the_hits() -> None:
    both = {"jet_fighters": "completed", "v_weapons": "completed"}
    g = waged(["white blank"], ["plane"], projects=both, align={"northern_france": "occupied"})
    assert ": 1 against 0." in log(g)
    g = waged(["white blank"], ["plane"], projects=both)
    assert ": 0 against 0." in log(g), "V-weapons need the Channel coast"
    g = waged(["white blank"], ["tank"], projects={"jet_fighters": "completed"})
    assert ": 0 against 0." in log(g), "never below nothing"


# --- the loss


@pytest.mark.rule("other_side", "4.1f")
@pytest.mark.rule("other_side", "4.1h")
def test_production_splits_the_loss() -> None:
    g = waged(
        ["white blank"] * 3,
        ["plane", "plane"],
        tracks={"air_germany": 4},
        players=2,
        sections=[0, 0, 0, 1],
    )
    assert g.seats() == (1,) and offered(g) == {"button:strategic_warfare", "air:germany"}
    assert "2 points still to lose" in prompt(g).text
    assert refused(g, "air:west").rule == "4.1f"
    answer(g, "air:germany")
    assert "1 point still to lose" in prompt(g).text
    answer(g, "button:strategic_warfare")
    assert idle(g) and g.air[GERMANY] == 3 and g.warfare == 2


@pytest.mark.rule("other_side", "4.1f")
@pytest.mark.parametrize(
    ("warfare", "air", "left", "after"),
    [
        (0, 4, 2, (0, 2)),  # only the air can lose
        (3, 1, 2, (1, 1)),  # only Strategic Warfare can
        (1, 2, 2, (0, 1)),  # both lose all they have
        (1, 2, 5, (0, 1)),  # and the rest lapses
        (0, 1, 3, (0, 1)),
    ],
)
def test_where_there_is_no_choice_nobody_is_asked(
    warfare: int, air: int, left: int, after: tuple[int, int]
) -> None:
    g = begin(position(tracks={"warfare": warfare, "air_germany": air}), Split(left))
    assert idle(g) and (g.warfare, g.air[GERMANY]) == after


@pytest.mark.rule("other_side", "4.1f")
def test_a_track_at_its_end_is_refused() -> None:
    g = begin(position(tracks={"warfare": 2, "air_germany": 5}), Split(2))
    g.warfare = 0
    assert refused(g, "button:strategic_warfare").rule == "4.1f"
    g.warfare = 2
    g.set_air(GERMANY, 1)
    assert "already at 1" in refused(g, "air:germany").text


def ends(g: Board) -> set[tuple[int, int]]:
    """Every end that clicks can lead to."""
    if idle(g):
        return {(g.warfare, g.air[GERMANY])}
    found: set[tuple[int, int]] = set()
    for choice in g.choices(0):
        other = g.copy()
        other.apply(0, choice)
        found |= ends(other)
    return found


@pytest.mark.rule("other_side", "4.1f")
def test_every_split_there_is_can_be_reached_and_no_other() -> None:
    for warfare, air, loss in product(range(5), range(1, 6), range(6)):
        g = begin(position(tracks={"warfare": warfare, "air_germany": air}), Split(loss))
        ways = [(w, loss - w) for w in range(loss + 1)]
        possible = {(warfare - w, air - a) for w, a in ways if w <= warfare and a <= air - 1}
        if not possible:
            possible = {(0, 1)}  # what fits nowhere lapses
        assert ends(g) == possible, (warfare, air, loss)


# --- Events


@pytest.mark.rule("other_side", "4.1g")
@pytest.mark.parametrize(
    ("axis", "west", "drawn"),
    [
        (["white blank"], ["tank"], 0),
        (["white card"], ["tank"], 1),
        (["white blank"], ["card"], 1),
        (["white card"], ["card"], 2),
        (["white card", "grey card"], ["card"], 2),
    ],
)
def test_card_faces_of_both_sides_bring_strategic_events_at_most_two(
    axis: list[str], west: list[str], drawn: int
) -> None:
    tracks = {"warfare": len(axis), "technology": sum(die.startswith("grey") for die in axis)}
    g = position(tracks=tracks, dice=[*sorted(axis), *[f"blue {face}" for face in west]])
    deck(g, combat=[CARDS[len(west)]], strategic=["rudolf_hess", "channel_dash", "lend_lease"])
    begin(g, StrategicWarfare())
    assert idle(g) and len(g.strategic_deck) == 3 - drawn


@pytest.mark.rule("other_side", "4.1h")
def test_the_loss_comes_before_the_events() -> None:
    g = position(tracks={"warfare": 2, "air_germany": 4}, dice=["white card", "white blank", "blue plane"])
    deck(g, combat=[CARDS[1]], strategic=["channel_dash"])
    begin(g, StrategicWarfare())
    assert len(g.strategic_deck) == 1
    answer(g, "air:germany")
    assert idle(g) and not g.strategic_deck and g.air[WEST_FRONT] == 4


def test_the_combat_deck_is_shuffled_anew_with_its_last_card() -> None:
    g = position(tracks={"warfare": 0})
    g.combat_used, g.combat_deck = g.combat_deck[1:], g.combat_deck[:1]
    begin(g, StrategicWarfare())
    go_on(g)
    assert len(g.combat_deck) == 20 and not g.combat_used
