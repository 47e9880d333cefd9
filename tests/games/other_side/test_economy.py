"""The Bombing of Germany: what it costs at each value, and who decides."""

import pytest

from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.production.economy import Bombing, BombingLoss
from sandtable.games.other_side.sequence import administration
from sandtable.games.other_side.testing import position
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused


def rows(g: Board) -> tuple[int, ...]:
    """The three Replacement markers."""
    return tuple(g.production[:3])


def bombed(value: int, w: int = 2, luft: int = 2, s: int = 1, **more: object) -> Board:
    """A Bombing at a value of Germany's Air/Naval Control with these markers."""
    production = {"wehrmacht": w, "luftwaffe": luft, "strategic_warfare": s, "consumer_goods": 2}
    g = position(
        year=1944, box="summer_admin", production=production, tracks={"air_germany": value, **more}, players=4
    )
    g.section_seat = bytes([0, 1, 2, 3])
    return begin(g, Bombing())


@pytest.mark.rule("other_side", "3.1.1")
@pytest.mark.rule("other_side", "3.1.1b")
@pytest.mark.parametrize(("value", "lost", "unrest"), [(5, 0, 0), (4, 1, 0), (3, 2, 0), (2, 2, 1), (1, 2, 1)])
def test_what_each_box_costs(value: int, lost: int, unrest: int) -> None:
    g = bombed(value)
    for _ in range(lost):
        assert g.seats() == (3,)  # the Head of Production
        assert g.unrest == 0  # it comes after the markers
        before = sum(rows(g))
        answer(g, sorted(offered(g))[0])
        assert sum(rows(g)) == before - 1
    assert idle(g)
    assert sum(rows(g)) == 5 - lost
    assert g.unrest == unrest
    assert list(g.production[3:]) == [0, 0, 0, 2]


@pytest.mark.rule("other_side", "3.1.1")
@pytest.mark.rule("other_side", "3.1.1a")
def test_the_example_of_summer_1944() -> None:
    """E05: value 3, two points; both from the Luftwaffe or one from each."""
    g = bombed(3, 2, 2, 0)
    assert offered(g) == {"production:wehrmacht_1", "production:luftwaffe_1"}
    assert prompt(g).rule == "3.1.1a" and "2 Replacement points" in prompt(g).text
    other = g.copy()
    answers(g, "production:wehrmacht_1", "production:luftwaffe_1")
    assert idle(g) and rows(g) == (1, 1, 0) and g.unrest == 0
    answers(other, "production:luftwaffe_1", "production:luftwaffe_0")
    assert idle(other) and rows(other) == (2, 0, 0)


@pytest.mark.rule("other_side", "3.1.1a")
def test_only_replacement_markers_go_down() -> None:
    g = bombed(3, 2, 1, 0)
    refusal = refused(g, "production:consumer_goods_1")
    assert refusal.rule == "3.1.1a" and "Consumer Goods is not a kind of Replacement" in refusal.text
    assert "no point" in refused(g, "production:strategic_warfare_0").text
    assert "one box" in refused(g, "production:wehrmacht_0").text
    assert refused(g, "area:poland").rule == "3.1.1a"
    assert refused(g, "button:done").rule == "3.1.1a"


@pytest.mark.rule("other_side", "3.1.1a")
def test_what_is_forced_is_not_asked() -> None:
    g = bombed(2, 0, 3, 0)
    assert idle(g) and rows(g) == (0, 1, 0) and g.unrest == 1
    g = bombed(2, 1, 1, 0)
    assert idle(g) and rows(g) == (0, 0, 0) and g.unrest == 1
    g = bombed(1, 0, 1, 0)
    assert idle(g) and rows(g) == (0, 0, 0) and g.unrest == 1
    g = bombed(1, 0, 0, 0)
    assert idle(g) and rows(g) == (0, 0, 0) and g.unrest == 1


@pytest.mark.rule("other_side", "3.1.1a")
def test_no_more_markers_than_the_table_says() -> None:
    """A table of another pack could take more points than markers."""
    g = position(production={"wehrmacht": 3, "luftwaffe": 3, "strategic_warfare": 3})
    begin(g, BombingLoss(3, 2, 0, 0))
    answers(g, "production:wehrmacht_2", "production:luftwaffe_2")
    assert offered(g) == {"production:wehrmacht_1", "production:luftwaffe_1"}
    assert "At most 2 markers" in refused(g, "production:strategic_warfare_2").text
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).pack() == [1, 2, 0, 3]
    answer(g, "production:luftwaffe_1")
    assert idle(g) and rows(g) == (2, 1, 3)


@pytest.mark.rule("other_side", "3.1.1")
def test_a_bombing_can_be_ignored() -> None:
    g = bombed(2, bombings_ignored=1)
    assert idle(g) and rows(g) == (2, 2, 1) and g.unrest == 0 and g.bombings_ignored == 0
    assert "ignored" in log(g)
    begin(g, Bombing())
    assert not idle(g)
    # A Bombing without effect uses nothing up.
    assert bombed(5, bombings_ignored=1).bombings_ignored == 1


@pytest.mark.rule("other_side", "3.2.1e")
def test_wasserfall_eases_the_bombing() -> None:
    for value, lost, unrest in ((5, 0, 0), (4, 0, 0), (3, 1, 0), (2, 2, 0), (1, 2, 1)):
        g = position(
            projects={"wasserfall": "completed"}, production={"wehrmacht": 3}, tracks={"air_germany": value}
        )
        begin(g, Bombing())
        assert idle(g) and rows(g) == (3 - lost, 0, 0) and g.unrest == unrest


@pytest.mark.rule("other_side", "3")
@pytest.mark.rule("other_side", "3.1")
def test_the_order_of_the_administrative_phase() -> None:
    """Every Segment asks something here, and each in its turn."""
    g = position(
        year=1943,
        box="spring_admin",
        align={"poland": "occupied", "hungary": "satellite", "romania_bulgaria": "satellite"},
        pool="4 reduced, satellite_hungary, satellite_romania_bulgaria",
        production={"wehrmacht": 2, "luftwaffe": 2, "military_directives": 2, "political_directives": 2},
        directives={
            "polarfuchs": "selected",
            "police_crackdown": "selected",
            "armaments_ministry": "selected",
        },
        tracks={"air_germany": 4, "resources": 12},
        dice=["yellow hit", "yellow hit"],
    )
    g.production = bytes([2, 2, 1, 2, 2, 2, 0])
    g.set_align(g.t.space_index["denmark_norway"], 1)
    begin(g, *administration())
    asked: list[str] = []
    while not idle(g):
        name = type(g.agenda[-1]).__name__
        if name not in asked[-1:]:
            asked.append(name)
        answer(g, "button:done" if "button:done" in offered(g) else sorted(offered(g))[0])
    assert asked == [
        "BombingLoss",
        "Wehrmacht",
        "Luftwaffe",
        "SatelliteArmy",
        "ProductionTable",
        "ProductionDirectives",
        "PoliticalDirectives",
        "MilitaryDirectives",
    ]
    assert g.warfare == 1  # nothing to decide: after the Luftwaffe, before the Satellites
    told = log(g)
    assert told.index("Bombing") < told.index("deployed") < told.index("Air/Naval Control of")
    assert (
        told.index("Air/Naval Control of") < told.index("Strategic Warfare +1") < told.index("Satellite Rep")
    )
