"""Projects: the first play, the die, the advance marker, completion."""

from typing import Any

import pytest

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.state import COMPLETED, DISCARDED, IN_DECK, SELECTED, Board
from sandtable.games.other_side.rules.cards import effects
from sandtable.games.other_side.rules.cards.card_conditions import holds
from sandtable.games.other_side.rules.cards.directives import ProductionDirectives
from sandtable.games.other_side.testing import directive, position, tables
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused
from tests.games.other_side.looking import Values, changes, look

# Cost, Development, Advance; what completion changes at once; the hooks that are in force from then on.
TRACKS = {"fanaticism": 5, "resources": 7, "technology": 1, "locked": [3, 4]}
PROJECTS: dict[str, tuple[int, int, int, Values, list[int]]] = {
    "assault_guns": (1, 2, 3, {}, [const.HOOK_DICE]),
    "tiger_and_panther": (2, 2, 3, {}, [const.HOOK_ROLL]),
    "jet_fighters": (2, 3, 5, {}, [const.HOOK_STRATEGIC_ROLL]),
    "strategic_bombers": (2, 3, 4, {}, [const.HOOK_STRATEGIC_DICE]),
    "type_xxi_u_boats": (2, 3, 4, {"technology": 3, "locked": 1 << 3}, []),
    "v_weapons": (2, 3, 4, {"fanaticism": 6}, [const.HOOK_STRATEGIC_ROLL]),
    "wasserfall": (1, 3, 5, {}, [const.HOOK_BOMBING]),
    "nuclear_power": (3, 4, 6, {"fanaticism": 7, "resources": 8}, []),
}


def project(g: Board, name: str) -> int:
    """The number of a Project."""
    return g.t.directives[directive(g, name)].project


def segment(name: str, dice: list[int], points: int = 3, year: int = 1943, **more: Any) -> Board:
    """A Segment with this Project selected."""
    g = position(
        year=year,
        box="spring_admin",
        directives={name: "selected"},
        production={"production_directives": points},
        tracks={**TRACKS, **more.pop("tracks", {})},
        dice=dice,
        **more,
    )
    return begin(g, ProductionDirectives())


def test_all_projects_are_in_the_table() -> None:
    assert {d.id for d in tables().directives if d.kind == const.PROJECT} == set(PROJECTS)


@pytest.mark.rule("other_side", "3.2.1")
@pytest.mark.rule("other_side", "3.2.1a")
@pytest.mark.rule("other_side", "3.2.1c")
@pytest.mark.rule("other_side", "3.2.1e")
@pytest.mark.parametrize("name", sorted(PROJECTS))
def test_a_project_from_its_beginning_to_its_end(name: str) -> None:
    cost, development, advance, expected, hooks = PROJECTS[name]
    assert idle(segment(name, [], cost - 1))  # too dear
    g = segment(name, [advance] * development, cost)
    before = look(g)
    for box in range(development - 1, 0, -1):
        answer(g, f"card:{name}")
        assert idle(g) and g.project[project(g, name)] == box
        assert g.directives[directive(g, name)] == SELECTED and changes(before, g) == {}
        assert all(not effects.hooked(g, hook) for hook in range(5))
        begin(g, ProductionDirectives())  # the next Turn
    answer(g, f"card:{name}")
    assert idle(g) and g.project[project(g, name)] == COMPLETED
    assert g.t.years[g.completed[project(g, name)]] == 1943
    assert g.directives[directive(g, name)] == DISCARDED
    assert changes(before, g) == expected
    always = [const.HOOK_STRATEGIC_DICE, const.HOOK_BOMBING] + (
        [const.HOOK_STRATEGIC_ROLL] if name == "jet_fighters" else []
    )
    assert [hook for hook in range(5) if effects.hooked(g, hook)] == [h for h in hooks if h in always]
    assert sorted({h.hook for h in g.t.directives[directive(g, name)].lasting if h.hook < 5}) == hooks


@pytest.mark.rule("other_side", "3.2.1b")
@pytest.mark.parametrize("name", sorted(PROJECTS))
def test_what_the_die_must_reach(name: str) -> None:
    development, advance = PROJECTS[name][1:3]
    for die in range(1, 7):
        for marker in (False, True):
            g = segment(name, [die])
            if marker:
                g.advance_on = project(g, name)
            answer(g, f"card:{name}")
            assert g.revealed == 1  # no way back behind the roll
            won = die >= advance - marker
            assert g.project[project(g, name)] == development - won
            assert idle(g) == (won or marker)  # else the marker is asked for


@pytest.mark.rule("other_side", "3.2a")
@pytest.mark.rule("other_side", "3.2.1b")
@pytest.mark.rule("other_side", "3.2.1c")
@pytest.mark.rule("other_side", "3.2.1e")
def test_the_example_of_tiger_and_panther() -> None:
    """E09: box 1, two points, a 3."""
    g = segment("tiger_and_panther", [3], 2, projects={"tiger_and_panther": 1})
    answer(g, "card:tiger_and_panther")
    assert idle(g) and g.project[project(g, "tiger_and_panther")] == COMPLETED
    assert g.completed[project(g, "tiger_and_panther")] == g.year
    assert g.directives[directive(g, "tiger_and_panther")] == DISCARDED
    new_tanks = g.t.battle[g.t.battle_index["new_tanks"]]
    assert holds(g, new_tanks.discard_if)


@pytest.mark.rule("other_side", "3.2.1b")
@pytest.mark.rule("other_side", "3.2.1c")
@pytest.mark.rule("other_side", "3.2.1d")
def test_the_example_of_the_advance_marker() -> None:
    """E36: with the marker a 2 is enough; the marker goes home."""
    g = segment("tiger_and_panther", [2], projects={"tiger_and_panther": 2})
    g.advance_on = project(g, "tiger_and_panther")
    answer(g, "card:tiger_and_panther")
    assert g.project[project(g, "tiger_and_panther")] == 1 and g.advance_on == const.NONE


@pytest.mark.rule("other_side", "3.2.1d")
def test_after_a_failure_the_marker_may_be_moved() -> None:
    g = segment("v_weapons", [3], players=4, sections=[0, 1, 2, 3])
    answer(g, "card:v_weapons")
    assert g.seats() == (3,) and offered(g) == {"button:marker", "button:keep"}
    assert prompt(g).rule == "3.2.1d" and "in its box" in prompt(g).text
    assert refused(g, "card:v_weapons").rule == "3.2.1d"
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).pack() == step.pack()
    kept = g.copy()
    answer(g, "button:marker")
    assert idle(g) and g.advance_on == project(g, "v_weapons")
    answer(kept, "button:keep")
    assert idle(kept) and kept.advance_on == const.NONE
    g = segment("v_weapons", [3])
    g.advance_on = project(g, "wasserfall")
    answer(g, "card:v_weapons")
    assert "WASSERFALL" in prompt(g).text
    other = g.copy()
    answer(g, "button:keep")
    assert g.advance_on == project(g, "wasserfall")
    answer(other, "button:marker")
    assert other.advance_on == project(g, "v_weapons")


@pytest.mark.rule("other_side", "3.2.1c")
def test_a_success_leaves_the_marker_on_another_project() -> None:
    g = segment("v_weapons", [6])
    g.advance_on = project(g, "wasserfall")
    answer(g, "card:v_weapons")
    assert g.advance_on == project(g, "wasserfall")


@pytest.mark.rule("other_side", "3.2.1f")
def test_a_project_is_tried_once_in_a_segment_and_again_next_turn() -> None:
    """R8."""
    g = segment("assault_guns", [1, 6], 3)
    answers(g, "card:assault_guns", "button:keep")
    assert idle(g)  # two points are left, but the card was tried
    begin(g, ProductionDirectives())
    answer(g, "card:assault_guns")
    assert g.project[project(g, "assault_guns")] == 1
    cards = {"assault_guns": "selected", "wasserfall": "selected"}
    g = position(year=1943, directives=cards, production={"production_directives": 3}, dice=[6])
    begin(g, ProductionDirectives())
    answer(g, "card:assault_guns")
    assert offered(g) == {"card:wasserfall", "button:done"}
    assert refused(g, "card:assault_guns").rule == "3.2.1f"


@pytest.mark.rule("other_side", "3.2.1g")
def test_progress_survives_the_year() -> None:
    """R9: the card went back to its deck and was selected again."""
    g = segment("v_weapons", [6], projects={"v_weapons": 2})
    assert g.directives[directive(g, "wasserfall")] == IN_DECK
    answer(g, "card:v_weapons")
    assert g.project[project(g, "v_weapons")] == 1 and "is begun" not in log(g)


@pytest.mark.rule("other_side", "3.2.1e")
def test_v_weapons_need_the_coast() -> None:
    for align, found in (
        ({}, 0),
        ({"northern_france": "disputed 1/2 western"}, 1),
        ({"belgium_holland": "occupied"}, 1),
        ({"northern_france": "western", "belgium_holland": "western"}, 0),
    ):
        g = position(projects={"v_weapons": "completed"}, align=align)
        assert sum(effect.n for effect in effects.hooked(g, const.HOOK_STRATEGIC_ROLL)) == found
