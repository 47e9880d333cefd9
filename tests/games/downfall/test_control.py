"""Control of areas, and when it changes [6]."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.downfall.components.constants import ALLIES, AXIS, FIGHTING, NEUTRAL, POOL, USSR
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import supply
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.rules.supply import HELD_BY_PARTISANS
from sandtable.games.downfall.testing import add_army, declare, position, tables, unit_at


def holder(g: Board, area: str) -> int:
    return g.control[g.t.area_index[area]]


def leave(g: Board, area: str) -> None:
    """All armies of an area go."""
    for unit in g.at[g.t.area_index[area]]:
        g.take(unit)


@pytest.mark.rule("downfall", "6")
def test_control_changes_in_one_place_which_tells_of_it() -> None:
    g = position()
    assert g.log is not None
    riga = g.t.area_index["riga"]
    before = supply.supplied(g)
    supply.update_control(g)  # as before: nothing happens
    assert not g.log.events and g.supplied is before
    supply.hand_over(g, [riga], AXIS, "6b")
    supply.hand_over(g, [riga], NEUTRAL, "6b")
    assert holder(g, "riga") == NEUTRAL and g.supplied is None
    assert [event.refs for event in g.log.events] == [(AREA + riga,), (AREA + riga,)]
    assert [event.text for event in g.log.events] == ["Axis: control of Riga.", "Neutral now: Riga."]
    g.log = None
    supply.hand_over(g, [riga], USSR, "6b")
    assert holder(g, "riga") == USSR


@pytest.mark.rule("downfall", "6b")
def test_the_side_alone_in_an_area_controls_it() -> None:
    armies = [
        "german_infantry@riga",
        "german_armor@minsk",
        "soviet_armor@minsk",
        "german_infantry@warsaw",
    ]
    g = position(armies=armies, control={"kiev": "axis", "kovel": "allies"})
    supply.update_control(g)
    assert holder(g, "riga") == AXIS
    assert holder(g, "minsk") == USSR  # contested
    assert holder(g, "warsaw") == AXIS
    assert holder(g, "kiev") == AXIS and holder(g, "kovel") == ALLIES  # empty
    leave(g, "riga")
    supply.update_control(g)
    assert holder(g, "riga") == AXIS  # the last side that was alone in it


@pytest.mark.rule("downfall", "6b")
def test_a_side_left_alone_gains_the_area_whoever_plays() -> None:
    armies = ["german_armor@reims", "french_infantry@reims"]
    g = position(side="allies", armies=armies)  # R8
    g.take(unit_at(g, "french_infantry", "reims"))
    supply.update_control(g)
    assert holder(g, "reims") == AXIS


@pytest.mark.rule("downfall", "6b")
def test_a_neutral_area_goes_to_its_occupier() -> None:
    g = position(armies=["german_infantry@oslo"])  # R37
    assert holder(g, "oslo") == NEUTRAL
    supply.update_control(g)
    assert holder(g, "oslo") == AXIS and holder(g, "bergen") == NEUTRAL


@pytest.mark.rule("downfall", "6b")
def test_armies_of_countries_not_at_war_control_nothing() -> None:
    g = position(armies=["italian_infantry@rome"], at_war=["germany", "ussr"])
    supply.update_control(g)
    assert holder(g, "rome") == NEUTRAL


@pytest.mark.rule("downfall", "6b")
def test_partners_in_one_area() -> None:
    armies = ["british_infantry@berlin", "soviet_infantry@berlin"]
    for side in ("axis", "allies", "ussr"):
        for before in (AXIS, ALLIES, USSR):
            g = position(side=side, armies=armies)
            g.set_control(g.t.area_index["berlin"], before)
            supply.update_control(g)
            assert holder(g, "berlin") == before  # neither is alone in it
    leave(g, "berlin")
    add_army(g, "british_infantry", "berlin")
    supply.update_control(g)
    assert holder(g, "berlin") == ALLIES


@pytest.mark.rule("downfall", "6c")
def test_control_is_settled_after_the_last_combat() -> None:
    armies = [
        "2 german_infantry@riga",
        "soviet_infantry@riga reduced",
        "german_armor@kovel",
        "2 soviet_infantry@kovel",
        "german_armor@dvinsk",
    ]
    g = position(armies=armies, dice=[6, 1, 6, 1])
    target = unit_at(g, "soviet_infantry", "riga")
    declare(g, unit_at(g, "german_infantry", "riga"), target, "konigsberg")
    declare(g, unit_at(g, "german_armor", "kovel"), unit_at(g, "soviet_infantry", "kovel"), "warsaw")
    g.push(Combat())
    assert g.agenda[-1].run(g)
    assert g.phase == FIGHTING
    g.agenda[-1].answer(g, 0, g.ids.unit + target)
    assert g.place[target] == POOL
    assert holder(g, "riga") == USSR and holder(g, "dvinsk") == USSR  # not yet
    assert not g.agenda[-1].run(g)
    assert not g.agenda
    assert holder(g, "riga") == AXIS and holder(g, "dvinsk") == AXIS
    assert holder(g, "kovel") == USSR  # one Soviet army is left


@pytest.mark.rule("downfall", "6c")
def test_control_is_settled_without_any_combat_too() -> None:
    g = position(armies=["german_armor@dvinsk"])
    g.push(Combat())
    assert not g.agenda[-1].run(g)
    assert holder(g, "dvinsk") == AXIS


@pytest.mark.rule("downfall", "6d")
def test_an_area_merely_crossed_keeps_its_controller() -> None:
    g = position(armies=["german_armor@konigsberg"])
    unit = unit_at(g, "german_armor", "konigsberg")
    for area in ("riga", "dvinsk", "pskov"):
        g.move(unit, g.t.area_index[area])
    supply.update_control(g)
    assert (holder(g, "riga"), holder(g, "dvinsk"), holder(g, "pskov")) == (USSR, USSR, AXIS)


@pytest.mark.rule("downfall", "7g")
def test_a_beachhead_ends_with_the_last_army() -> None:
    armies = [
        "british_infantry@caen",
        "german_infantry@caen",
        "british_infantry@nantes",
        "american_infantry@sicily",
        "italian_infantry@sicily",
    ]
    beaches = {"caen": "allies", "nantes": "allies", "sicily": "allies"}
    mine = {"caen": "axis", "nantes": "axis"}
    g = position(side="allies", armies=armies, beachheads=beaches, control=mine)
    g.take(unit_at(g, "american_infantry", "sicily"))
    supply.update_control(g)  # R14
    flags = {name: g.beach[g.t.area_index[name]] for name in beaches}
    assert flags == {"caen": 1 << ALLIES, "nantes": 1 << ALLIES, "sicily": 0}
    assert holder(g, "nantes") == ALLIES and holder(g, "caen") == AXIS
    g.set_control(g.t.area_index["nantes"], AXIS)  # as by a surrender; an army that landed keeps its line
    g.supplied = None
    assert supply.has_line(g, unit_at(g, "british_infantry", "nantes"))


# --- partisans


def risen() -> Board:
    """Yugoslavia has fallen to the Axis and its partisans stand in Nis."""
    armies = ["yugoslav_infantry@nis"]
    g = position(turn=12, side="allies", armies=armies, surrendered={"yugoslavia": "axis"}, partisans=True)
    supply.update_control(g)
    return g


@pytest.mark.rule("downfall", "18l")
def test_partisans_control_the_area_they_are_in_and_no_other() -> None:
    g = risen()
    assert holder(g, "nis") == ALLIES
    assert [holder(g, a) for a in ("belgrad", "zagreb", "sarajevo", "skopje")] == [AXIS] * 4
    g.move(unit_at(g, "yugoslav_infantry", "nis"), g.t.area_index["sarajevo"])
    supply.update_control(g)
    assert holder(g, "nis") == AXIS and holder(g, "sarajevo") == ALLIES
    leave(g, "sarajevo")
    g.side = AXIS
    supply.update_control(g)
    assert holder(g, "sarajevo") == AXIS
    assert g.beach == bytes(g.t.n_areas)


@pytest.mark.rule("downfall", "18l")
def test_what_other_armies_have_won_does_not_go_back() -> None:
    g = risen()
    add_army(g, "british_infantry", "skopje")
    supply.update_control(g)
    leave(g, "skopje")
    supply.update_control(g)
    assert holder(g, "skopje") == ALLIES
    add_army(g, "yugoslav_infantry", "skopje")  # partisans on ground that is Allied already gain nothing
    supply.update_control(g)
    leave(g, "skopje")
    supply.update_control(g)
    assert holder(g, "skopje") == ALLIES
    add_army(g, "british_infantry", "nis")  # the British come to stay
    supply.update_control(g)
    leave(g, "nis")
    supply.update_control(g)
    assert holder(g, "nis") == ALLIES


@pytest.mark.rule("downfall", "18l")
def test_others_may_take_what_partisans_leave() -> None:
    for army, side in (("soviet_infantry", USSR), ("german_infantry", AXIS)):
        g = risen()
        leave(g, "nis")
        add_army(g, army, "nis")
        supply.update_control(g)
        assert holder(g, "nis") == side
        assert not g.beach[g.t.area_index["nis"]] & HELD_BY_PARTISANS
    g = risen()
    leave(g, "nis")
    add_army(g, "soviet_infantry", "nis")
    add_army(g, "german_infantry", "nis")
    supply.update_control(g)
    assert holder(g, "nis") == AXIS  # lost with the partisans; others fight on for it [R62]


@pytest.mark.rule("downfall", "18l")
def test_partisans_among_enemies_hold_on() -> None:
    g = risen()
    add_army(g, "german_infantry", "nis")
    supply.update_control(g)
    assert holder(g, "nis") == ALLIES
    g.take(unit_at(g, "yugoslav_infantry", "nis"))
    supply.update_control(g)
    assert holder(g, "nis") == AXIS


def test_before_the_surrender_yugoslav_control_stays_like_any_other() -> None:
    g = position(turn=9, armies=["yugoslav_infantry@nis"], control={"nis": "axis"})
    supply.update_control(g)
    leave(g, "nis")
    supply.update_control(g)
    assert holder(g, "nis") == ALLIES


# --- any position


@pytest.mark.rule("downfall", "6b")
@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(AXIS, USSR), st.integers(0, 80))
def test_only_the_side_alone_in_an_area_gains_it(rng: Random, side: int, count: int) -> None:
    t = tables()
    g = position(side=t.side_id[side])
    for _ in range(count):
        unit = rng.randrange(t.n_units)
        if g.place[unit] == POOL:
            g.put(unit, rng.randrange(t.n_areas), rng.randrange(1, 3))
    before = g.control[:]
    supply.update_control(g)
    for area in range(t.n_areas):
        here = {t.unit_side[unit] for unit in g.at[area]}
        if len(here) == 1:
            assert g.control[area] in here
        else:
            assert g.control[area] == before[area]
    again = g.control[:]
    supply.update_control(g)
    assert g.control == again
