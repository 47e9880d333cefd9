"""Positions: how many Heads an Area has, who goes home, who is Questioned, dismissed or lost."""

from typing import Any

import pytest

from sandtable.games.other_side.components.constants import NONE
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    FUTURE,
    GONE,
    IN_COMMAND,
    NO_HEAD,
    NOT_AVAILABLE,
    VACANCY,
    Board,
)
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.testing import area, general, holders, position
from tests.games.other_side.driving import answer, go_on, log, offered, prompt, refused


def heads(g: Board, name: str) -> list[str]:
    """What stands in the AG Head boxes of an Area."""
    words = {NO_HEAD: "-", VACANCY: "vacancy"}
    first = 2 * area(g, name)
    return [words.get(h, g.t.generals[h].id if h >= 0 else "") for h in g.heads[first : first + 2]]


def stand(name: str, armies: str, found: list[str], **more: Any) -> Board:
    """Return a position with these Armies and Heads in one Area, after the Heads were adjusted."""
    g = position(align={name: "occupied"}, armies={name: armies}, heads={name: found}, **more)
    command_positions.adjust_heads(g, area(g, name))
    return go_on(g)


def made(g: Board, who: str) -> int:
    """Where a General's card is."""
    return g.where[general(g, who)]


# --- how many


@pytest.mark.rule("other_side", "4.3a")
@pytest.mark.rule("other_side", "4.3b")
@pytest.mark.rule("other_side", "2.3h")
@pytest.mark.parametrize(
    ("name", "armies", "expected"),
    [
        ("poland", "panzer", ["-", "-"]),
        ("poland", "panzer, regular", ["vacancy", "-"]),
        ("poland", "panzer, 2 regular, reduced", ["vacancy", "-"]),
        ("poland", "panzer, 3 regular, reduced", ["vacancy", "vacancy"]),
        ("belgium_holland", "5 regular", ["vacancy", "vacancy"]),
        ("poland", "regular, 4 satellite_italy", ["-", "-"]),
        ("poland", "4 regular, satellite_italy", ["vacancy", "-"]),
        ("hungary", "4 regular", ["vacancy", "-"]),
        ("poland", "2 satellite_hungary, 3 satellite_italy", ["-", "-"]),
    ],
)
def test_german_armies_decide_how_many_heads_an_area_has(name: str, armies: str, expected: list[str]) -> None:
    assert heads(stand(name, armies, []), name) == expected


@pytest.mark.rule("other_side", "4.3a")
def test_only_areas_with_two_boxes_can_hold_five_armies() -> None:
    t = position().t
    double = {t.space_id[n] for n in range(t.n_areas) if t.head_boxes[n] == 2}
    assert double == {t.space_id[n] for n in range(t.n_areas) if t.stacking[n] >= 5}
    assert double == {"poland", "belgium_holland"}


@pytest.mark.rule("other_side", "4.3b")
def test_a_vacancy_opens_beside_the_head_when_the_fifth_army_comes() -> None:
    g = stand("poland", "5 regular", ["von_bock"])
    assert heads(g, "poland") == ["von_bock", "vacancy"]


@pytest.mark.rule("other_side", "4.3c")
def test_the_head_of_lowest_seniority_goes_home_first() -> None:
    g = stand("poland", "4 regular", ["von_kluge", "von_bock"])
    assert heads(g, "poland") == ["von_bock", "-"]
    assert made(g, "von_kluge") == AVAILABLE and g.post[general(g, "von_kluge")] == NONE
    assert made(g, "von_bock") == IN_COMMAND
    assert g.post[general(g, "von_bock")] == 2 * area(g, "poland")
    assert "Von Kluge loses the Army Group in Poland and is Available again." in log(g)


@pytest.mark.rule("other_side", "4.3c")
def test_all_heads_go_home_when_one_army_is_left() -> None:
    g = stand("poland", "regular", ["von_kluge", "von_kuechler"])
    assert heads(g, "poland") == ["-", "-"]
    assert made(g, "von_kluge") == made(g, "von_kuechler") == AVAILABLE


@pytest.mark.rule("other_side", "4.3c")
@pytest.mark.parametrize("first", ["vacancy", "von_bock"])
def test_a_vacancy_too_many_goes_before_a_general(first: str) -> None:
    second = "von_bock" if first == "vacancy" else "vacancy"
    g = stand("poland", "4 regular", [first, second])
    assert heads(g, "poland") == ["von_bock", "-"]
    assert g.post[general(g, "von_bock")] == 2 * area(g, "poland")


@pytest.mark.rule("other_side", "4.3c")
@pytest.mark.rule("other_side", "4.3d")
def test_personnel_breaks_ties_of_seniority() -> None:
    more: dict[str, Any] = {"players": 3, "sections": [0, 1, 2, 0], "generals": {"von_leeb": "available"}}
    g = stand("poland", "4 regular", ["von_kluge", "von_kuechler"], **more)
    assert g.seats() == (2,)
    assert offered(g) == {"general:von_kluge", "general:von_kuechler"}
    assert "one too many" in prompt(g).text
    assert refused(g, "general:von_leeb").rule == "4.3c"
    answer(g, "general:von_kluge")
    assert heads(g, "poland") == ["von_kuechler", "-"]
    assert made(g, "von_kluge") == AVAILABLE


@pytest.mark.rule("other_side", "4.3c")
def test_who_is_questioned_stays_so_when_he_goes_home() -> None:
    g = stand("poland", "regular", ["von_kluge"], questioned=["von_kluge"])
    assert made(g, "von_kluge") == AVAILABLE and g.questioned


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize(("name", "stays"), [("libya", True), ("egypt", True), ("hungary", False)])
def test_rommel_heads_a_single_army_in_africa(name: str, stays: bool) -> None:
    g = stand(name, "panzer", ["rommel"])
    assert heads(g, name) == ["rommel" if stays else "-", "-"]
    assert heads(stand(name, "panzer", ["von_bock"]), name) == ["-", "-"]
    assert heads(stand(name, "satellite_italy", ["rommel"]), name) == ["-", "-"]


@pytest.mark.rule("other_side", "2.2f")
def test_falkenhorst_heads_army_groups_in_the_north_only() -> None:
    g = position()
    who = general(g, "von_falkenhorst")
    north = {"denmark_norway", "sweden", "finland", "northern_russia"}
    for n in range(g.t.n_areas):
        assert command_positions.fits(g, who, 2 * n) == (g.t.space_id[n] in north)
        assert command_positions.fits(g, general(g, "von_bock"), 2 * n)
        assert command_positions.fits(g, general(g, "rommel"), 2 * n)  # his special rule is of another kind
    assert command_positions.fits(g, who, 2 * g.t.n_areas)  # his card says nothing of OBs


# --- appointed


@pytest.mark.rule("other_side", "4.3.2f")
@pytest.mark.rule("other_side", "1.3f")
def test_an_appointed_general_is_in_command_and_the_vacancy_is_gone() -> None:
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": ["vacancy"]},
        generals={"von_bock": "available", "rommel": "activated"},
        ob={"west": "vacancy"},
    )
    command_positions.appoint(g, general(g, "von_bock"), 2 * area(g, "poland"))
    command_positions.appoint(g, general(g, "rommel"), 2 * g.t.n_areas + 1)
    assert heads(g, "poland") == ["von_bock", "-"] and g.ob[1] == general(g, "rommel")
    assert made(g, "von_bock") == made(g, "rommel") == IN_COMMAND
    assert command_positions.vacancies(g) == []
    assert "Von Bock takes the Army Group in Poland." in log(g)
    assert "Rommel takes OB West." in log(g)


@pytest.mark.rule("other_side", "4.3.2g")
def test_the_old_position_of_an_appointed_general_is_vacant() -> None:
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": ["von_bock"]},
        ob={"west": "vacancy"},
    )
    command_positions.appoint(g, general(g, "von_bock"), 2 * g.t.n_areas + 1)
    assert heads(g, "poland") == ["vacancy", "-"]
    assert command_positions.vacancies(g) == [2 * area(g, "poland")]
    assert g.post[general(g, "von_bock")] == 2 * g.t.n_areas + 1


@pytest.mark.rule("other_side", "4.3.2g")
def test_a_single_army_is_headed_by_nobody_after_rommel() -> None:
    g = position(
        align={"libya": "occupied"},
        armies={"libya": "panzer"},
        heads={"libya": ["rommel"]},
        ob={"west": "vacancy"},
    )
    command_positions.appoint(g, general(g, "rommel"), 2 * g.t.n_areas + 1)
    assert heads(g, "libya") == ["-", "-"] and command_positions.vacancies(g) == []


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize(("left_by", "unrest"), [("dismissal", 0), ("nobody", 1)])
def test_model_makes_up_for_a_dismissal(left_by: str, unrest: int) -> None:
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": ["von_bock"] if left_by == "dismissal" else ["vacancy"]},
        generals={"model": "available"},
        tracks={"unrest": 0 if left_by == "dismissal" else 1, "fanaticism": 5},
    )
    if left_by == "dismissal":
        command_positions.dismiss(g, general(g, "von_bock"), "4.3.1d")
        assert g.unrest == 1
    command_positions.appoint(g, general(g, "model"), 2 * area(g, "poland"))
    assert g.unrest == unrest


# --- questioned, dismissed, lost


@pytest.mark.rule("other_side", "6.6.2c")
def test_only_generals_in_play_are_questioned() -> None:
    cards = {"von_bock": "available", "rommel": "activated", "model": "future", "paulus": "gone"}
    g = position(generals=cards)
    for name in cards:
        command_positions.question(g, general(g, name), "6.6.2c")
    found = [g.t.generals[n].id for n in range(g.t.n_generals) if g.questioned >> n & 1]
    assert sorted(found) == ["rommel", "von_bock"]
    assert log(g).count("is Questioned.") == 2
    command_positions.question(g, general(g, "rommel"), "6.6.2c")
    assert log(g).count("is Questioned.") == 2


@pytest.mark.rule("other_side", "4.3.1d")
@pytest.mark.rule("other_side", "2.2j")
@pytest.mark.rule("other_side", "4.3.1f")
def test_a_dismissed_general_leaves_the_game_a_vacancy_and_unrest() -> None:
    g = position(
        players=2,
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": ["von_bock"]},
        owners={"von_bock": 1},
        questioned=["von_bock"],
        dissidents=["von_bock"],
        tracks={"unrest": 0, "fanaticism": 5},
    )
    cards = len(g.orchestra_deck)
    command_positions.dismiss(g, general(g, "von_bock"), "4.3.1d")
    assert made(g, "von_bock") == GONE and g.post[general(g, "von_bock")] == NONE
    assert heads(g, "poland") == ["vacancy", "-"]
    assert g.unrest == 1 and g.questioned == 0 and g.dissident == 0
    assert holders(g) == [1] and len(g.orchestra_deck) == cards - 1
    assert "Von Bock is dismissed." in log(g) and "for Player 2" in log(g)


@pytest.mark.rule("other_side", "4.3.1d")
def test_a_dismissed_ob_leaves_a_vacancy() -> None:
    g = position(ob={"east": "model"}, tracks={"fanaticism": 5})
    command_positions.dismiss(g, general(g, "model"), "6.7.2i")
    assert g.ob == [VACANCY, NOT_AVAILABLE, NOT_AVAILABLE]


@pytest.mark.rule("other_side", "4.3.1b")
def test_an_empty_black_orchestra_deck_is_no_hindrance() -> None:
    g = position(generals={"von_bock": "available"}, tracks={"fanaticism": 5})
    g.orchestra_deck = []
    command_positions.dismiss(g, general(g, "von_bock"), "4.3.1d")
    assert holders(g) == [] and g.unrest == 1


@pytest.mark.rule("other_side", "2.1e")
@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.rule("other_side", "4.3.1d")
@pytest.mark.parametrize(
    ("who", "year", "state", "enters"),
    [
        ("von_rundstedt", 1941, FUTURE, 1942),
        ("von_rundstedt", 1944, FUTURE, 1945),
        ("von_rundstedt", 1945, GONE, 0),
        ("guderian", 1941, FUTURE, 1943),
        ("guderian", 1943, GONE, 0),
        ("von_bock", 1941, GONE, 0),
    ],
)
def test_example_some_come_back_after_a_dismissal(who: str, year: int, state: int, enters: int) -> None:
    """E01: von Rundstedt's card beats the rule; Guderian's too."""
    g = position(
        year=year,
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": [who]},
        tracks={"fanaticism": 5},
    )
    command_positions.dismiss(g, general(g, who), "4.3.1d")
    assert made(g, who) == state and g.post[general(g, who)] == NONE
    if state == FUTURE:
        assert g.t.years[g.entry[general(g, who)]] == enters
    # The rest is as with everybody.
    assert heads(g, "poland") == ["vacancy", "-"] and g.unrest == 1 and len(holders(g)) == 1


@pytest.mark.rule("other_side", "2.2f")
def test_the_dismissal_of_witzleben_costs_more_unrest() -> None:
    g = position(generals={"von_witzleben": "available"}, tracks={"fanaticism": 5})
    command_positions.dismiss(g, general(g, "von_witzleben"), "4.3.1d")
    assert g.unrest == 2


@pytest.mark.rule("other_side", "7.3")
def test_who_is_lost_without_a_dismissal_costs_nothing() -> None:
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "2 regular"},
        heads={"poland": ["von_rundstedt"]},
        tracks={"fanaticism": 5},
    )
    command_positions.remove_general(g, general(g, "von_rundstedt"), "7.3")
    assert made(g, "von_rundstedt") == GONE
    assert heads(g, "poland") == ["vacancy", "-"]
    assert g.unrest == 0 and holders(g) == []


@pytest.mark.rule("other_side", "6.2.1")
def test_the_senior_head_of_an_area() -> None:
    g = position(heads={"poland": ["von_kluge", "von_bock"], "belgium_holland": ["strauss", "von_kuechler"]})
    assert command_positions.senior_heads(g, area(g, "poland")) == [general(g, "von_bock")]
    assert len(command_positions.senior_heads(g, area(g, "belgium_holland"))) == 2
    assert command_positions.senior_heads(g, area(g, "hungary")) == []


def test_every_position_has_a_name_to_be_clicked_by() -> None:
    g = position()
    for post in range(2 * g.t.n_areas + 3):
        assert command_positions.post_of(g, command_positions.choice_of(g, post)) == post
    assert command_positions.post_of(g, g.ids.general) == NONE
