"""Positions from plain data: what `sandtable.games.downfall.testing` builds, and what it refuses."""

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.rng import ScriptedRng
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.testing import add_army, declare, position, tables, unit_at, way_in


def test_by_default_everybody_is_at_war_at_home() -> None:
    g = position()
    t = g.t
    assert (g.turn, g.side, g.phase, g.supply, g.seat_of) == (
        7,
        const.AXIS,
        const.FREE,
        [12, 0, 0],
        (0, 1, 2),
    )
    for area in range(t.n_areas):
        assert g.control[area] == t.country_side[t.area_country[area]]
    for country in range(t.n_countries):
        assert g.status[country] == (const.OUT if t.country_side[country] == const.NEUTRAL else const.AT_WAR)
    assert g.log is not None and not g.agenda and not g.attacks


def test_everything_can_be_said() -> None:
    g = position(
        turn=12,
        side="allies",
        armies=[
            "2 british_infantry@caen",
            {"area": "caen", "army": "british_armor", "step": "reduced", "from": "calais"},
            "german_infantry@caen",
        ],
        control={"caen": "axis", "oslo": "axis"},
        at_war=["germany", "united_kingdom", "ussr"],
        surrendered={"france": "axis"},
        developments={"allies": ["aviation", "amphibious_landings"]},
        supply={"allies": 5, "ussr": 3},
        armor=2,
        air={"british_air": 2, "british_air.advanced": 1},
        points=4,
        total_war=["allies"],
        beachheads={"caen": "allies"},
        barbarossa=7,
        players=2,
        dice=[6, 5],
    )
    t = g.t
    caen = t.area_index["caen"]
    assert (g.turn, g.side, g.points, g.barbarossa, g.seat_of) == (12, const.ALLIES, 4, 7, (0, 1, 1))
    assert (g.armies(const.ALLIES, caen), g.armies(const.AXIS, caen)) == (3, 1)
    assert g.cond[unit_at(g, "british_armor", "caen", "reduced")] == const.REDUCED | const.READY
    assert g.cond[unit_at(g, "german_infantry", "caen")] == const.FULL
    assert g.control[caen] == const.AXIS and g.control[t.area_index["oslo"]] == const.AXIS
    assert g.control[t.area_index["paris"]] == const.AXIS and g.control[t.area_index["rome"]] == const.NEUTRAL
    assert g.status[t.france] == const.SURRENDERED and g.conqueror[t.france] == const.AXIS
    assert g.status[t.italy] == const.OUT
    assert g.tile(const.ALLIES, t.amphibious_landings) and not g.tile(const.ALLIES, t.blitzkrieg)
    assert (g.supply, g.armor) == ([0, 5, 3], [0, 2, 0])
    kind = t.air_id.index("british_air")
    assert g.air[2 * kind : 2 * kind + 2] == [2, 1]
    assert g.total_war == [False, True, False]
    assert g.beach[caen] == 1 << const.ALLIES
    assert isinstance(g.rng, ScriptedRng) and g.rng.roll() == 6


def test_partisans_are_a_fallen_country_at_war_again() -> None:
    g = position(turn=12, surrendered={"yugoslavia": "axis"}, partisans=True)
    assert g.status[g.t.yugoslavia] == const.AT_WAR and g.conqueror[g.t.yugoslavia] == const.AXIS
    assert g.control[g.t.area_index["nis"]] == const.AXIS


def test_armies_may_be_put_out_of_action() -> None:
    g = position(armies=["german_infantry@riga"], ready=False)
    assert g.cond[unit_at(g, "german_infantry", "riga")] == const.FULL


def test_attacks_are_declared_with_their_roles() -> None:
    g = position(armies=["2 german_infantry@riga"])
    add_army(g, "soviet_infantry", "riga")
    a, b = (unit_at(g, "german_infantry", "riga", number=i) for i in range(2))
    target = unit_at(g, "soviet_infantry", "riga")
    attack = declare(g, a, target, "konigsberg", [b], "german_air.advanced")
    assert g.attacks == [attack]
    assert (attack.attacker, attack.defender, attack.supports) == (a, target, (b,))
    assert attack.air == 2 * g.t.air_id.index("german_air") + 1
    assert g.cond[a] & const.ATTACKS and g.cond[b] & const.SUPPORTS and g.cond[a] & const.STEPS == const.FULL
    riga = g.t.area_index["riga"]
    assert {g.t.link_a[attack.via], g.t.link_b[attack.via]} == {riga, g.t.area_index["konigsberg"]}
    assert (way_in(g, riga, "inside"), way_in(g, riga, "sea")) == (const.FROM_INSIDE, const.BY_SEA)


def test_what_does_not_exist_is_refused_in_a_sentence() -> None:
    g = position(armies=["soviet_infantry@riga"])
    with pytest.raises(SandtableError, match="There is no area 'atlantis'"):
        position(control={"atlantis": "axis"})
    with pytest.raises(SandtableError, match="There is no country 'ruritania'"):
        position(at_war=["ruritania"])
    with pytest.raises(SandtableError, match="has no tile guards"):
        position(developments={"axis": ["guards"]})
    with pytest.raises(SandtableError, match="There is no step ''"):
        add_army(g, "soviet_infantry", "riga", "")
    with pytest.raises(SandtableError, match="All afrika_korps counters"):
        position(armies=["2 afrika_korps@rome"])
    with pytest.raises(SandtableError, match=r"no german_infantry number 1 in riga\."):
        unit_at(g, "german_infantry", "riga")
    with pytest.raises(SandtableError, match=r"no full soviet_infantry number 2 in riga\."):
        unit_at(g, "soviet_infantry", "riga", "full", 1)
    with pytest.raises(SandtableError, match="moscow does not border on riga"):
        way_in(g, g.t.area_index["riga"], "moscow")


def test_tables_are_built_once() -> None:
    assert tables() is tables()
    assert position(side="ussr").t is tables() and position(side="ussr").side == const.USSR
