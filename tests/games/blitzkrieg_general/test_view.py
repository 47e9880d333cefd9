"""What a seat may know, as plain data; hidden stacks cover what is shown only."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import HIDDEN_STACKS, MOVED
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.secrets import sees
from sandtable.games.blitzkrieg_general.table.view import build_view, covered
from sandtable.games.blitzkrieg_general.testing import card_of, position, unit_at
from tests.games.blitzkrieg_general.fighting import combat

WAR = [("germany", "france")]


def units(g: Board, seat: int | None, place: str) -> list[str]:
    return [row.get("unit", "?") for row in build_view(g, seat)["units"] if row["place"] == place]


def test_a_view_tells_units_their_state_and_where_they_are() -> None:
    g = position(
        units={
            "paris": "fra_inf_3 back unsupplied",
            "channel": "be_conv [be_inf_3]",
            "chart 2/1940": "ger_inf_4",
            "removed": "fra_inf_2",
        },
        wars=WAR,
    )
    found = {row["unit"]: row for row in build_view(g, 0)["units"] if row["place"] != "aside"}
    assert found["fra_inf_3"] == {
        "unit": "fra_inf_3",
        "place": "paris",
        "of": "france",
        "back": True,
        "unsupplied": True,
    }
    assert found["be_inf_3"]["aboard"] == "be_conv"
    assert found["ger_inf_4"]["place"] == "chart" and found["ger_inf_4"]["due"] == [1940, 2]
    assert found["fra_inf_2"]["place"] == "removed"
    assert build_view(g, 0)["wars"] == [["germany", "france"]]


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_hands_are_in_the_view_of_their_player_only() -> None:
    g = position(hands={"germany": ["surprise"]}, in_effect={"total_war": "germany"})
    assert build_view(g, 0)["cards"]["hands"] == {"germany": ["surprise"]}
    assert build_view(g, 1)["cards"]["hands"] == {} and build_view(g, None)["cards"]["hands"] == {}
    for seat in (0, 1, None):
        view = build_view(g, seat)
        assert view["cards"]["in_effect"] == {"total_war": "germany"}
        assert view["majors"]["germany"]["hand"] == 1
    assert not sees(g, 1, card_of(g, "surprise"))


@pytest.mark.rule("blitzkrieg_general", "A9.12")
def test_of_a_hidden_stack_the_enemy_sees_the_top_only() -> None:
    g = position(units={"paris": "fra_inf_3, fra_inf_2, fra_arm_3"}, wars=WAR, options=HIDDEN_STACKS)
    assert len(units(g, 0, "paris")) == 3
    assert len([u for u in units(g, 0, "paris") if u != "?"]) == 1
    assert "?" not in units(g, 1, "paris") and "?" not in units(g, None, "paris")


@pytest.mark.rule("blitzkrieg_general", "A9.12")
def test_a_stack_holds_ten_and_the_next_has_a_top_of_its_own() -> None:
    many = "4 ger_inf_4, 3 ger_inf_3, 2 ger_arm_5, ger_arm_4, 2 ger_air_4"
    g = position(units={"bavaria": many}, wars=WAR, options=HIDDEN_STACKS)
    seen = [u for u in units(g, 1, "bavaria") if u != "?"]
    assert len(units(g, 1, "bavaria")) == 12 and len(seen) == 2


@pytest.mark.rule("blitzkrieg_general", "A9.12")
def test_a_stack_that_fights_is_uncovered() -> None:
    g = combat(
        "paris",
        "ger_inf_4, fra_inf_3, fra_inf_2",
        came={"ger_inf_4": "bnl"},
        wars=WAR,
        dice=[6] * 8,
        options=HIDDEN_STACKS,
    )
    assert g.fight is not None
    assert "?" not in units(g, 0, "paris")
    g.fight = None
    assert "?" in units(g, 0, "paris")


@pytest.mark.rule("blitzkrieg_general", "A9.12")
def test_a_counter_that_has_acted_in_the_open_is_seen() -> None:
    """R104"""
    units_there = {"paris": "fra_inf_3, fra_inf_2 back", "channel": "2 be_tf_4"}
    g = position(units=units_there, wars=[*WAR, ("germany", "be")], options=HIDDEN_STACKS)
    low = g.at[g.t.area_index["paris"]][1]
    assert covered(g, 0, low)
    g.mark(low, MOVED)
    assert not covered(g, 0, low)
    ship = g.at[g.t.zone_index["channel"]][1]
    assert covered(g, 0, ship)
    g.target[ship] = g.t.area_index["normandy"]
    assert not covered(g, 0, ship)
    g = position(units={"paris": "fra_inf_3, fra_inf_2 back"}, wars=WAR, options=HIDDEN_STACKS)
    rows = [row for row in build_view(g, 0)["units"] if row["place"] == "paris"]
    assert sum([bool(row.get("back")) for row in rows]) == 1  # that it was hit, and is repaired, all see


@pytest.mark.rule("blitzkrieg_general", "A9.12")
def test_who_has_powers_of_both_sides_sees_both() -> None:
    g = position(units={"paris": "fra_inf_3, fra_inf_2"}, wars=WAR, options=HIDDEN_STACKS, players=1)
    assert not covered(g, 0, unit_at(g, "paris", "fra_inf_2"))
    assert not covered(g, 0, unit_at(g, "paris", "fra_inf_3"))


def test_a_fight_is_in_the_view() -> None:
    g = combat("paris", "ger_inf_4, fra_inf_3", came={"ger_inf_4": "bnl"}, wars=WAR, dice=[6] * 8)
    found = build_view(g, None)["fight"]
    assert found["space"] == "paris" and found["attackers"] == ["ger_inf_4"]
    assert found["defenders"] == ["fra_inf_3"] and found["air"] == [] and found["aims"] == []
    assert build_view(position(), None)["fight"] is None
