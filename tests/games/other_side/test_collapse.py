"""The Collapse of Germany."""

import pytest

from sandtable.games.other_side.rules.end_segment import Collapse
from sandtable.games.other_side.testing import position
from tests.games.other_side.driving import begin, idle, log


@pytest.mark.rule("other_side", "4.7.3")
@pytest.mark.rule("other_side", "1.4a")
@pytest.mark.parametrize(
    ("disks", "die", "lost"),
    [(3, 4, False), (3, 3, True), (3, 1, True), (4, 4, True), (4, 5, False), (6, 6, True), (7, 6, True)],
)
def test_example_37_a_roll_not_above_the_disks_loses(disks: int, die: int, lost: bool) -> None:
    g = position(year=1945, box="spring_ops", tracks={"collapse": disks}, dice=[die], players=2)
    if not lost:
        begin(g, Collapse())
        assert idle(g) and g.result is None
    else:
        g.push(Collapse())
        g.advance()
        assert g.result is not None and g.result.rule == "4.7.3" and "collapses" in g.result.text
        assert len(g.result.scores) == 2 and len(set(g.result.scores)) == 1, "all lose together"
    assert g.revealed == 1 and f"Collapse of Germany: {die} against {disks}" in log(g)


@pytest.mark.rule("other_side", "4.7.3b")
@pytest.mark.parametrize("disks", [0, 1, 2])
def test_with_two_disks_or_fewer_there_is_no_roll(disks: int) -> None:
    g = begin(position(tracks={"collapse": disks}, dice=[]), Collapse())
    assert idle(g) and g.revealed == 0


@pytest.mark.rule("other_side", "1.4a")
def test_who_holds_out_longer_scores_more() -> None:
    scores = []
    for year in (1941, 1943, 1945):
        g = position(year=year, box="winter_ops", tracks={"collapse": 6}, dice=[1])
        g.push(Collapse())
        g.advance()
        assert g.result is not None
        scores.append(g.result.scores[0])
    assert scores == sorted(scores) and scores[0] < scores[-1] < 0.25
