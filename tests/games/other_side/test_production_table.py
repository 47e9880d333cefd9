"""The Production Table: seven markers within the Resources, with limits, Fanaticism and the last Turn."""

from pathlib import Path

import pytest

import sandtable.games.other_side as package
from sandtable.engine.rng import Rng
from sandtable.games.other_side.components.constants import CONSUMER_GOODS
from sandtable.games.other_side.components.relations import load_pack
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.components.tables import build_tables
from sandtable.games.other_side.rules.production.economy import ProductionTable
from sandtable.games.other_side.testing import position
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused

DATA = Path(package.__file__).parent / "data"
ROWS = (
    "wehrmacht",
    "luftwaffe",
    "strategic_warfare",
    "military_directives",
    "political_directives",
    "production_directives",
    "consumer_goods",
)
EXAMPLE = (3, 2, 1, 1, 1, 2, 2)


def table(
    resources: int,
    values: tuple[int, ...] = EXAMPLE,
    flipped: tuple[str, ...] = ("wehrmacht",),
    year: int = 1941,
    box: str = "summer_admin",
    fanaticism: int = 5,
) -> Board:
    """The step with these Resources and markers."""
    g = position(
        year=year,
        box=box,
        production=dict(zip(ROWS, values, strict=True)),
        flipped=flipped,
        tracks={"resources": resources, "fanaticism": fanaticism},
    )
    return begin(g, ProductionTable())


@pytest.mark.rule("other_side", "3.1.3")
@pytest.mark.rule("other_side", "3.1.3d")
@pytest.mark.rule("other_side", "3.1.3f")
def test_the_example_of_summer_1941() -> None:
    """E08: Military Directives to 3 for BARBAROSSA I; two other markers pay for it."""
    g = table(12)
    assert prompt(g).rule == "3.1.3" and "button:done" in offered(g)
    answer(g, "production:military_directives_3")
    assert sum(g.production) == 14
    refusal = refused(g, "button:done")
    assert refusal.rule == "3.1.3f" and "14" in refusal.text and "12" in refusal.text
    assert prompt(g).rule == "3.1.3f"
    answers(g, "production:production_directives_1", "production:consumer_goods_1", "button:done")
    assert idle(g) and tuple(g.production) == (3, 2, 1, 3, 1, 1, 1) and sum(g.production) == 12
    assert g.fanaticism == 4


@pytest.mark.rule("other_side", "3.1.3d")
@pytest.mark.parametrize(
    ("before", "after", "fanaticism", "then"),
    [(2, 1, 5, 4), (2, 0, 5, 3), (1, 3, 5, 7), (0, 3, 8, 9), (3, 0, 1, 0)],
)
def test_consumer_goods_carry_fanaticism(before: int, after: int, fanaticism: int, then: int) -> None:
    """E33 and its kin; beyond the ends of the track nothing happens."""
    g = table(21, (0, 0, 0, 0, 0, 0, before), fanaticism=fanaticism)
    answers(g, f"production:consumer_goods_{after}", "button:done")
    assert g.fanaticism == then and g.production[CONSUMER_GOODS] == after
    assert f"Fanaticism {'+' if then > fanaticism else '−'}{abs(then - fanaticism)}" in log(g)


@pytest.mark.rule("other_side", "3.1.3d")
def test_other_markers_leave_fanaticism_alone() -> None:
    g = table(12)
    answers(g, "production:luftwaffe_0", "production:political_directives_3", "button:done")
    assert idle(g) and g.fanaticism == 5


@pytest.mark.rule("other_side", "3.1.3a")
def test_limited_markers_do_not_enter_the_last_box() -> None:
    g = table(21, (0,) * 7)
    assert "production:wehrmacht_3" in offered(g)  # it is flipped
    for row in ("luftwaffe", "strategic_warfare"):
        assert f"production:{row}_2" in offered(g)
        assert refused(g, f"production:{row}_3").rule == "3.1.3a"
    assert {f"production:{row}_3" for row in ROWS[3:]} <= offered(g)


@pytest.mark.rule("other_side", "3.1.3a")
def test_a_limited_marker_beyond_its_limit_must_come_down() -> None:
    g = table(21, (0, 3, 0, 0, 0, 0, 0))
    assert refused(g, "button:done").rule == "3.1.3a"
    answers(g, "production:luftwaffe_2", "button:done")
    assert idle(g)


@pytest.mark.rule("other_side", "3.1.3")
def test_each_marker_is_set_once() -> None:
    g = table(12)
    assert "already in box 2" in refused(g, "production:luftwaffe_2").text
    answer(g, "production:luftwaffe_1")
    assert not any(key.startswith("production:luftwaffe") for key in offered(g))
    assert "set once" in refused(g, "production:luftwaffe_0").text
    assert refused(g, "area:poland").rule == "3.1.3"
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).pack() == [2]


@pytest.mark.rule("other_side", "3.1.3")
def test_all_set_ends_by_itself() -> None:
    g = table(21, (0,) * 7)
    for row in ROWS:
        answer(g, f"production:{row}_1")
    assert idle(g) and "Production Table: Wehrmacht 1" in log(g)


@pytest.mark.rule("other_side", "3.1.3g")
def test_markers_stay_within_their_rows() -> None:
    t = build_tables(load_pack(DATA))
    t.category_top[3] = 2  # a row with fewer boxes than the namespace has
    g = begin(position(tracks={"resources": 21}, t=t), ProductionTable())
    assert "production:military_directives_2" in offered(g)
    assert refused(g, "production:military_directives_3").rule == "3.1.3g"
    assert "production:political_directives_3" in offered(g)


@pytest.mark.rule("other_side", "3.1.3f")
def test_no_box_that_cannot_be_paid_for() -> None:
    g = table(4, (0,) * 7)
    answer(g, "production:wehrmacht_3")
    assert "production:consumer_goods_1" in offered(g)
    refusal = refused(g, "production:consumer_goods_2")
    assert refusal.rule == "3.1.3f"
    answer(g, "production:consumer_goods_1")
    # Everything is spent: every other marker stays at 0 and there is nothing left to decide.
    assert idle(g) and tuple(g.production) == (3, 0, 0, 0, 0, 0, 1)


@pytest.mark.rule("other_side", "3.1.3f")
def test_fallen_resources_force_markers_down() -> None:
    """The sum may exceed fallen Resources until this step cuts it (R50)."""
    g = table(5)
    assert "button:done" not in offered(g) and prompt(g).rule == "3.1.3f"
    answers(g, "production:wehrmacht_0", "production:luftwaffe_0", "production:consumer_goods_0")
    assert g.fanaticism == 3
    assert sum(g.production) == 5 and "button:done" in offered(g)
    answer(g, "button:done")
    assert idle(g)


@pytest.mark.rule("other_side", "3.1.3f")
def test_no_resources_at_all() -> None:
    g = table(0, (1, 1, 0, 0, 0, 0, 0))
    assert offered(g) == {"production:wehrmacht_0", "production:luftwaffe_0"}
    answer(g, "production:luftwaffe_0")
    assert idle(g) and tuple(g.production) == (0,) * 7  # the rest is forced


@pytest.mark.rule("other_side", "3.1.3e")
def test_consumer_goods_are_frozen_in_the_last_turn() -> None:
    g = table(12, year=1945, box="spring_admin")
    assert not any(key.startswith("production:consumer") for key in offered(g))
    assert refused(g, "production:consumer_goods_1").rule == "3.1.3e"
    answers(g, "production:wehrmacht_1", "button:done")
    assert idle(g) and g.fanaticism == 5
    assert "production:consumer_goods_1" in offered(table(12, year=1945, box="winter_admin"))
    assert "production:consumer_goods_1" in offered(table(12, year=1944, box="spring_admin"))


@pytest.mark.rule("other_side", "3.1.3e")
def test_frozen_consumer_goods_count_and_may_exceed_resources() -> None:
    g = table(3, year=1945, box="spring_admin")
    assert "production:wehrmacht_1" in offered(g)
    assert refused(g, "production:wehrmacht_2").rule == "3.1.3f"  # two are frozen
    g = table(1, year=1945, box="spring_admin")  # R65
    assert idle(g) and tuple(g.production) == (0, 0, 0, 0, 0, 0, 2) and g.fanaticism == 5


@pytest.mark.rule("other_side", "3.1.3c")
def test_in_company_the_cards_are_named() -> None:
    cards = {"barbarossa_i": "selected", "police_crackdown": "selected", "fall_blau": "deck"}
    g = position(players=3, directives=cards, production={"wehrmacht": 1}, sections=[0, 1, 1, 2])
    begin(g, ProductionTable())
    assert g.seats() == (2,)
    text = prompt(g).text
    assert "BARBAROSSA I (3)" in text and "POLICE CRACKDOWN (2)" in text and "Production: none" in text
    assert "FALL BLAU" not in text
    alone = begin(position(directives=cards, production={"wehrmacht": 1}), ProductionTable())
    assert "BARBAROSSA" not in prompt(alone).text


@pytest.mark.rule("other_side", "3.1.3f")
def test_every_run_of_clicks_ends_within_resources() -> None:
    for seed in range(60):
        rng = Rng(seed)
        values = tuple(rng.below(4) if n > 2 else rng.below(3) for n in range(7))
        last = rng.below(2)
        g = table(rng.below(22), values, (), 1945, ("winter_admin", "spring_admin")[last])
        for _ in range(8):
            if idle(g):
                break
            keys = sorted(offered(g))
            answer(g, keys[rng.below(len(keys))])
        assert idle(g)
        frozen = g.production[CONSUMER_GOODS] if last else 0
        assert sum(g.production) <= max(g.resources, frozen)
        assert all(value <= 2 for value in g.production[:3])
