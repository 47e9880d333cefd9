"""Influence cards, and what happens when two of the same nation meet. [7.4]"""

from typing import Any

import pytest

from sandtable.games.total_domination.components.constants import DISCARDED, INFLUENCING, POWERS
from sandtable.games.total_domination.rules.cards import card_events
from sandtable.games.total_domination.testing import card, position
from tests.games.total_domination.driving import idle, log
from tests.games.total_domination.playing import EXAMPLES, consistent, gains, place_of, play, points


@pytest.mark.rule("total_domination", "7.4a")
@pytest.mark.rule("total_domination", "7.4b")
@pytest.mark.rule("total_domination", "7.4c")
@pytest.mark.rule("total_domination", "7.4d")
@pytest.mark.parametrize("row", EXAMPLES["influence_three_cases"]["cases"], ids=str)
def test_influence_three_cases(row: dict[str, Any]) -> None:
    g = position()
    before = points(g)
    for who, name in row["played"]:
        play(g, name, who)
    table = [c for c in range(g.t.n_cards) if INFLUENCING <= g.cards[c] < INFLUENCING + POWERS]
    assert [g.t.card_id[c] for c in table] == row["on_table"]
    assert gains(g, before) == {who: vp for who, vp in row["vp"].items() if vp}
    for _, name in row["played"]:
        if name not in row["on_table"]:
            assert place_of(g, name) == DISCARDED
    consistent(g)


@pytest.mark.rule("total_domination", "7.4a")
@pytest.mark.rule("total_domination", "5.1c")
def test_an_influence_card_stays_and_scores_at_once() -> None:
    g = position(hands={"germany": ["g13"]})
    before = points(g)
    play(g, "g13")
    assert idle(g) and place_of(g, "g13") == INFLUENCING
    assert gains(g, before) == {"germany": 2}
    assert log(g)[-1] == "Iron Ore Agreement (4) brings Germany 2 victory points for Sweden."
    consistent(g)


@pytest.mark.rule("total_domination", "7.4a")
def test_cards_of_other_nations_do_not_meet() -> None:
    g = position(influence={"japan": ["j10"], "ussr": ["r11"]})
    before = points(g)
    play(g, "g13")  # two points
    play(g, "u13", "uk")  # one point, for the nation of the Japanese card
    assert gains(g, before) == {"germany": 2, "japan": -2}
    assert place_of(g, "g13") == INFLUENCING and place_of(g, "r11") == INFLUENCING + 3


@pytest.mark.rule("total_domination", "7.4e")
def test_a_higher_card_drives_out_the_teammates_card() -> None:
    g = position(influence={"ussr": ["r11"]}, turn="uk")
    before = points(g)
    play(g, "u11")
    assert gains(g, before) == {"uk": 2, "ussr": -1}
    assert place_of(g, "r11") == DISCARDED


@pytest.mark.rule("total_domination", "7.4e")
@pytest.mark.rule("total_domination", "7.4d")
def test_a_lower_card_goes_with_the_teammates_card() -> None:
    g = position(influence={"uk": ["u11"]}, turn="ussr")
    before = points(g)
    play(g, "r11")
    assert gains(g, before) == {"uk": -2}
    assert place_of(g, "u11") == DISCARDED and place_of(g, "r11") == DISCARDED


@pytest.mark.rule("total_domination", "7.4d")
def test_a_card_may_be_played_though_it_will_be_discarded() -> None:
    g = position(influence={"germany": ["g11"]}, hands={"uk": ["u12"]}, turn="uk")
    assert card_events.can_play(g, 1, card(g, "u12"))
    play(g, "u12")
    assert place_of(g, "u12") == DISCARDED


@pytest.mark.rule("total_domination", "7.4c")
def test_equal_cards_stay_side_by_side_whoever_has_played_them() -> None:
    g = position(influence={"japan": ["j11"]}, joined=["china"], turn="ussr")
    before = points(g)
    play(g, "cn2")
    assert gains(g, before) == {"ussr": 1}
    assert place_of(g, "j11") == INFLUENCING + 2 and place_of(g, "cn2") == INFLUENCING + 3


@pytest.mark.rule("total_domination", "7.4b")
@pytest.mark.rule("total_domination", "5.1c")
def test_one_higher_card_drives_out_all_lower_ones_of_others() -> None:
    """[R22]"""
    g = position(influence={"germany": ["g12"], "ussr": ["r11"]}, turn="uk")
    before = points(g)
    play(g, "u11")
    assert gains(g, before) == {"germany": -1, "ussr": -1, "uk": 2}
    assert place_of(g, "g12") == DISCARDED and place_of(g, "r11") == DISCARDED
    g = position(influence={"japan": ["j11"], "ussr": ["cn2"]}, joined=["china"], turn="ussr")
    before = points(g)
    play(g, "r10")  # but not the card of its own player
    assert gains(g, before) == {"japan": -1, "ussr": 2}
    assert place_of(g, "j11") == DISCARDED and place_of(g, "cn2") == INFLUENCING + 3
    consistent(g)


@pytest.mark.rule("total_domination", "7.4a")
def test_a_card_stays_until_another_power_plays_one_of_its_nation() -> None:
    """[R22]"""
    g = position(influence={"ussr": ["r10"]}, joined=["china"], turn="ussr")
    before = points(g)
    play(g, "cn2")
    assert gains(g, before) == {"ussr": 1}
    assert place_of(g, "r10") == place_of(g, "cn2") == INFLUENCING + 3
    # the card of another power is compared with both: the higher goes with it, the equal one stays
    play(g, "j11", "japan")
    assert gains(g, before) == {"ussr": -1}
    assert place_of(g, "r10") == place_of(g, "j11") == DISCARDED and place_of(g, "cn2") == INFLUENCING + 3
    consistent(g)
