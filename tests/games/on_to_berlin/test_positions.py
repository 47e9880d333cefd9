"""Positions from plain data: what `sandtable.games.on_to_berlin.testing` builds, and what it refuses."""

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.rng import ScriptedRng
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.testing import (
    add_unit,
    area,
    card,
    country,
    position,
    tables,
    unit_at,
    units_at,
)


def test_by_default_the_first_three_allies_fight_germany_with_empty_hands() -> None:
    g = position()
    t = g.t
    assert (g.turn, g.side, g.initiative, g.points, g.pending) == (2, const.AXIS, const.AXIS, [4, 4], [0, 0])
    assert g.control == t.printed and g.printed == t.printed
    sides = {t.nation_id[n]: g.nside[n] for n in range(t.n_nations) if g.nside[n] != const.NEUTRAL}
    assert sides == {"ge": const.AXIS, "uk": const.ALLIED, "fr": const.ALLIED, "po": const.ALLIED}
    assert all(g.war[country(g, name)] for name in sides)
    assert set(g.place) == {const.POOL} and set(g.cards) == {const.DECK, const.POOLED}
    assert g.log is not None and not g.agenda and g.markers == t.scenarios[0].markers


def test_everything_can_be_said() -> None:
    g = position(
        units={"paris": "2 ge_lf, ge_tf spent", "new_weapons": "ge_tf_523", "out": "fr_ft"},
        axis=("ge", "it", "vc"),
        allied=("uk", "su"),
        not_at_war=("it",),
        lasting=("su",),
        control={"paris": "ge", "north_sea": ""},
        turn=7,
        side="allied",
        initiative="allied",
        hands={"axis": ["ax_supply_4"], "allied": ["al_supply_2"]},
        discards=["al_ambush_2"],
        developed=["ax_ambush_3"],
        markers={"us": 3},
        points=(7, 6),
        pending=(0, 2),
        poland_surrendered=True,
        options=["jets"],
        dice=[6, 5],
    )
    t = g.t
    assert (g.turn, g.side, g.initiative, g.points, g.pending, g.jets) == (
        7,
        const.ALLIED,
        const.ALLIED,
        [7, 6],
        [0, 2],
        True,
    )
    assert units_at(g, "paris") == "2 ge_lf, ge_tf spent"
    assert g.cond[unit_at(g, "ge_tf", "paris", spent=True)] == const.SPENT
    assert g.place.count(const.NEW_WEAPONS) == g.place.count(const.OUT) == 1
    assert g.control[area(g, "paris")] == country(g, "ge") and g.held[area(g, "paris")] == const.AXIS
    assert g.control[area(g, "north_sea")] == const.NOBODY and g.held[area(g, "north_sea")] == const.NEUTRAL
    assert g.france_changed() and g.nside[t.france] == const.AXIS
    assert (g.war[country(g, "it")], g.war[country(g, "ge")], g.lasting[country(g, "su")]) == (0, 1, 1)
    places = {
        name: g.cards[card(g, name)] for name in ("ax_supply_4", "al_ambush_2", "ax_ambush_3", "ax_supply_2")
    }
    assert list(places.values()) == [const.HAND, const.DISCARDED, const.DECK, const.DECK]
    assert g.markers[t.track_id.index("us")] == 3
    assert g.printed[area(g, "brest")] == country(g, "su") and g.poland_surrendered
    assert isinstance(g.rng, ScriptedRng) and g.rng.roll() == 6


def test_units_can_be_added_and_found() -> None:
    g = position(units={"berlin": "2 ge_lf, ge_lf spent"})
    first, second = unit_at(g, "ge_lf", "berlin"), unit_at(g, "ge_lf", "berlin", 1)
    assert first != second
    assert unit_at(g, "ge_lf", "berlin", spent=True) not in (first, second)
    new = add_unit(g, "ge_tf", "berlin", spent=True)
    assert unit_at(g, "ge_tf", "berlin") == new and g.cond[new] == const.SPENT
    assert g.place[unit_at(g, "ge_tf", "pool")] == const.POOL


def test_what_does_not_exist_is_refused_in_a_sentence() -> None:
    g = position(units={"berlin": "ge_lf"})
    with pytest.raises(SandtableError, match="There is no area 'atlantis'"):
        position(control={"atlantis": "ge"})
    with pytest.raises(SandtableError, match="There is no nation 'ruritania'"):
        position(axis=["ruritania"])
    with pytest.raises(SandtableError, match="There is no type of unit 'ge_xx'"):
        add_unit(g, "ge_xx", "berlin")
    with pytest.raises(SandtableError, match="There is no option 'fog'"):
        position(options=["fog"])
    with pytest.raises(SandtableError, match="There is no option 'turn'"):
        position(options=["turn"])
    with pytest.raises(SandtableError, match="There is no card ''"):
        position(discards=[""])
    with pytest.raises(SandtableError, match="All ge_ab counters are in use already"):
        position(units={"berlin": "9 ge_ab"})
    with pytest.raises(SandtableError, match=r"There is no ge_lf number 2 in berlin\."):
        unit_at(g, "ge_lf", "berlin", 1)


def test_tables_are_built_once() -> None:
    assert tables() is tables() is position().t
