"""Hits: who takes them, and who says so."""

import pytest

from sandtable.games.blitzkrieg_general.components.combat_state import LAND, CombatState
from sandtable.games.blitzkrieg_general.components.constants import FLIPPED, NONE
from sandtable.games.blitzkrieg_general.rules.combat import losses
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at, units_at
from sandtable.testing import dice_left
from tests.games.blitzkrieg_general.driving import idle, log, prompt, refused
from tests.games.blitzkrieg_general.fighting import combat, say, shown, the_fight

WAR = [("germany", "france"), ("germany", "be"), ("italy", "france"), ("italy", "be")]


@pytest.mark.rule("blitzkrieg_general", "B6.2.2")
@pytest.mark.rule("blitzkrieg_general", "A6.5.7")
@pytest.mark.rule("blitzkrieg_general", "B6.2.2b")
@pytest.mark.rule("blitzkrieg_general", "B2.1c")
def test_the_owner_chooses() -> None:
    for mode, rule in (("basic", "B6.2.2"), ("advanced", "A6.5.7")):
        g = combat("paris", "ger_arm_5, fra_inf_3, fra_inf_2", mode=mode, wars=WAR, dice=[1, 1, 6, 6])
        assert g.seats() == (1,) and prompt(g).rule == rule
        assert shown(g) == ["fra_inf_3", "fra_inf_2"]
        assert refused(g, "unit:ger_arm_5@paris").rule == "B6.2.2"
        say(g, "fra_inf_2", "fra_inf_2 back")
        assert units_at(g, "paris") == "fra_inf_3, ger_arm_5"
        assert "French infantry 2 (flipped) is eliminated" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.2.2a")
@pytest.mark.rule("blitzkrieg_general", "B2.1d")
def test_a_blank_back_dies_at_once() -> None:
    g = combat("paris", "ger_inf_4, fra_hq_georges", mode="basic", wars=WAR, dice=[1])
    assert idle(g) and units_at(g, "paris") == "ger_inf_4"
    units = "ger_inf_4, sov_inf_2_o, sov_air_1_o"
    g = combat("moscow", units, wars=[("germany", "ussr")], mode="basic", dice=[1, 6, 6])
    say(g, "sov_air_1_o")
    assert units_at(g, "moscow") == "ger_inf_4, sov_inf_2_o"


@pytest.mark.rule("blitzkrieg_general", "B6.2.2c")
@pytest.mark.rule("blitzkrieg_general", "A6.5.7")
def test_excess_hits_are_void() -> None:
    g = combat("paris", "2 ger_arm_5, fra_inf_3", wars=WAR, dice=[1, 1, 6])
    assert idle(g) and dice_left(g) == 0  # two hits are enough, the second armor does not roll
    assert units_at(g, "paris") == "2 ger_arm_5"


@pytest.mark.rule("blitzkrieg_general", "B6.2.2d")
@pytest.mark.rule("blitzkrieg_general", "B6.2.2e")
def test_cargo_suffers_with_its_convoy() -> None:
    for mode in ("basic", "advanced"):
        g = combat(
            "channel",
            "ger_tf_4, be_conv [be_inf_3], be_conv [be_inf_2 back]",
            mode=mode,
            wars=WAR,
            dice=[1, 6, 6],
        )
        assert shown(g) == ["be_conv", "be_conv"]  # they carry different loads
        choice = g.ids.unit + next(u for u in g.at[the_fight(g).space] if g.carrier[u] >= 0)
        why = g.agenda[-1].why_not(g, 1, choice)
        assert why is not None and why.rule == "B6.2.2e"
        assert not any(g.carrier[u] >= 0 for u in the_fight(g).defenders)
        loaded = next(u for u in the_fight(g).defenders if g.t.unit_front[g.aboard(u)[0]] == 3)
        g.apply(1, g.ids.unit + loaded)
        assert "be_conv back [be_inf_3 back]" in units_at(g, "channel")


@pytest.mark.rule("blitzkrieg_general", "B6.2.2d")
def test_a_sunk_convoy_takes_its_load_along() -> None:
    g = combat("channel", "ger_tf_4, be_conv back [be_inf_3]", wars=WAR, dice=[1])
    assert idle(g) and units_at(g, "channel") == "ger_tf_4"
    assert "with British infantry 3 is eliminated" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.2.2d")
def test_two_loads_take_the_hits_of_their_convoy() -> None:
    g = combat("channel", "ger_tf_4, be_conv [be_inf_3 back, be_inf_2 back]", wars=WAR, dice=[1, 6])
    # A ruling, R96: both backs are lost with the flip of the convoy.
    assert units_at(g, "channel") == "be_conv back, ger_tf_4"


@pytest.mark.rule("blitzkrieg_general", "B6.2.2")
def test_hits_on_a_mixed_force_are_for_the_boss_of_the_side() -> None:
    g = combat("paris", "ger_inf_4, fra_inf_3, be_inf_3", players=8, wars=WAR, dice=[1, 6, 6])
    assert g.seats() == (g.boss(1),) and g.boss(1) not in (g.seat(g.t.france), g.seat(g.t.be))


@pytest.mark.rule("blitzkrieg_general", "A6.5.7a")
def test_land_units_are_safe_from_hits_in_the_air() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, fra_inf_3, fra_inf_2, fra_air_2, be_air_3",
        flying="ger_air_4",
        wars=WAR,
        dice=[4, 6, 6, 6, 6, 6],
    )
    if "done" in shown(g):
        say(g, "done")
    assert set(shown(g)) == {"fra_air_2", "be_air_3"}
    assert refused(g, "unit:fra_inf_3@paris").rule == "A6.5.7a"


@pytest.mark.rule("blitzkrieg_general", "A6.5.7")
def test_aircraft_are_safe_from_hits_on_the_ground() -> None:
    g = combat(
        "paris", "ger_inf_4, ger_inf_3, fra_inf_3, fra_inf_2, fra_air_2", wars=WAR, dice=[4, 6, 6, 6, 6]
    )
    assert set(shown(g)) == {"fra_inf_3", "fra_inf_2"}
    assert refused(g, "unit:fra_air_2@paris").rule == "A6.5.7"


@pytest.mark.rule("blitzkrieg_general", "B6.2.2")
def test_in_the_basic_game_aircraft_take_hits_like_all_others() -> None:
    g = combat("paris", "ger_inf_4, fra_inf_3, fra_air_2", mode="basic", wars=WAR, dice=[4, 6, 6])
    assert set(shown(g)) == {"fra_inf_3", "fra_air_2"}


@pytest.mark.rule("blitzkrieg_general", "A6.5.2")
def test_weak_units_may_take_hits() -> None:
    g = combat(
        "lwow",
        "ger_arm_5, hun_inf_2, sov_inf_3_r",
        came={"hun_inf_2": "hungary"},
        wars=[("germany", "ussr"), ("hungary", "ussr")],
        managers={"hungary": "germany"},
        control={"lwow": "ussr"},
        dice=[6, 6, 1],
    )
    assert set(shown(g)) == {"ger_arm_5", "hun_inf_2"}  # it cannot fire itself


def test_a_combat_is_written_and_read() -> None:
    g = combat("paris", "ger_arm_5, fra_inf_3, fra_inf_2", wars=WAR, dice=[1, 1, 6, 6])
    fight = the_fight(g)
    fight.aims, fight.leaving, fight.air, fight.cards, fight.surprise = [3], [4], [5], 6, 1
    assert CombatState.unpack(fight.pack()).pack() == fight.pack() == fight.copy().pack()
    copy = fight.copy()
    for row in (copy.attackers, copy.defenders, copy.air, copy.aims, copy.leaving, copy.dice):
        row.append(99)
    copy.hits[0] = 7
    assert fight.pack() != copy.pack() and 99 not in fight.dice and fight.hits[0] == 0
    assert CombatState(LAND, 1, 0).owed(0) == 0


@pytest.mark.rule("blitzkrieg_general", "B6.2.2")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3h")
def test_refusals_of_losses() -> None:
    g = combat("paris", "ger_inf_4, 2 fra_inf_3, fra_inf_2", wars=WAR, dice=[1, 6, 6, 6])
    assert refused(g, "button:retreat").rule == "B6.2.2"
    other = g.ids.unit + unit_at(g, "paris", "fra_inf_3", 1)
    why = g.agenda[-1].why_not(g, 1, other)
    assert why is not None and why.rule == "B6.2.2" and "identical unit" in why.text
    g = combat("channel", "ger_tf_4, be_tf_3, be_conv, be_sub_2", wars=WAR, dice=[6, 1, 6, 6])
    say(g, "done")
    assert refused(g, "unit:be_sub_2@channel").rule == "A6.5.3h"


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_where_alike_units_came_from_is_asked_only_if_it_matters(mode: str) -> None:
    """Two infantry from different sides are one sort, unless one of them crossed a river."""
    g = position(
        mode=mode, units={"western_poland": "3 ger_inf_3, ger_arm_4, pol_inf_2"}, wars=[("germany", "poland")]
    )
    here = space(g, "western_poland")
    units = [u for u in g.at[here] if g.t.type_id[g.t.unit_type[u]] == "ger_inf_3"]
    links = [link for link in range(len(g.t.link_a)) if here in (g.t.link_a[link], g.t.link_b[link])]
    plain = [n for n in links if not (g.t.link_river[n] or g.t.link_mountain[n] or g.t.link_swamp[n])][:2]
    for unit, link in zip(units, [*plain, plain[0]], strict=True):
        g.came[unit] = link
    assert len(set(plain)) == 2 and len(losses.distinct_targets(g, units)) == 1
    river = next(n for n in range(len(g.t.link_a)) if g.t.link_river[n])
    g.came[units[0]] = river
    assert len(losses.distinct_targets(g, units)) == (1 if mode == "basic" else 2)
    assert g.came[units[0]] == river
    g.came[units[0]] = NONE
    assert len(losses.distinct_targets(g, units)) == (1 if mode == "basic" else 2)
    g.cond[units[1]] |= FLIPPED
    assert len(losses.distinct_targets(g, units)) == (2 if mode == "basic" else 3)
