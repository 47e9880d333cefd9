"""Raids: interceptors, the round in the air, bombs; and coup cards used to surrender a neutral."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import FLYING, FOUGHT, RAIDING, SURRENDER_BY_COUP
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.raid_interception import Raids
from sandtable.games.blitzkrieg_general.testing import holder, position, space, unit_at, units_at
from sandtable.testing import dice_left
from tests.games.blitzkrieg_general.driving import begin, idle, log, prompt, refused
from tests.games.blitzkrieg_general.fighting import combat, say, shown

WAR = [("germany", "be"), ("germany", "usa")]


def raid(bombers: str, dice: list[int], england: str = "", **more: str) -> Board:
    """German aircraft over England."""
    g = position(
        units={"england": f"{bombers}, {england}" if england else bombers, **more}, wars=WAR, dice=dice
    )
    for unit in g.at[space(g, "england")]:
        if g.serves[unit] == g.t.germany:
            g.cond[unit] |= RAIDING | FLYING
    return begin(g, Raids())


def finish(g: Board) -> Board:
    """All aircraft fly home somewhere."""
    while not idle(g):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    return g


@pytest.mark.rule("blitzkrieg_general", "A6.5.6")
@pytest.mark.rule("blitzkrieg_general", "A6.5.6a")
@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_without_interceptors_all_bomb() -> None:
    g = raid("2 ger_air_4", [1, 1], scotland="be_air_2")
    say(g, "done")
    finish(g)
    assert g.bombed[space(g, "england")] == 2 and dice_left(g) == 0
    bombers = [u for u in range(g.t.n_units) if g.place[u] >= 0 and g.serves[u] == g.t.germany]
    assert all([g.cond[u] & FOUGHT for u in bombers])


@pytest.mark.rule("blitzkrieg_general", "A10.1")
@pytest.mark.rule("blitzkrieg_general", "A6.5.6c")
@pytest.mark.rule("blitzkrieg_general", "A6.5.6e")
def test_as_many_as_the_interceptors_must_fight_them() -> None:
    g = raid("ger_air_4, ger_air_3, ger_air_2", [6, 2, 1, 3], england="be_air_2, be_inf_3")
    say(g, "be_air_2")
    assert g.seats() == (0,) and shown(g) == ["done", "ger_air_4", "ger_air_3", "ger_air_2"]
    assert prompt(g).rule == "A6.5.6c"
    say(g, "ger_air_4", "ger_air_3")  # the third must fight
    # One round: 6 misses, 2 hits the German aircraft; the two others bomb and are not hit.
    assert "flipped" in log(g)
    finish(g)
    assert g.bombed[space(g, "england")] == 2 and dice_left(g) == 0
    british = unit_at(g, "england", "be_air_2")
    assert g.cond[british] & FOUGHT and not g.cond[british] & RAIDING


@pytest.mark.rule("blitzkrieg_general", "A6.5.6c")
def test_outnumbered_raiders_do_not_bomb() -> None:
    g = raid("ger_air_4", [6, 6, 6], england="be_air_2, be_inf_3", scotland="be_air_3")
    say(g, "be_air_2", "be_air_3")
    finish(g)
    assert g.bombed[space(g, "england")] == 0 and dice_left(g) == 0
    assert "ger_air_4" not in units_at(g, "england")


@pytest.mark.rule("blitzkrieg_general", "A10.1")
@pytest.mark.rule("blitzkrieg_general", "A6.5.6d")
def test_task_forces_escort_and_intercept_but_do_not_bomb() -> None:
    g = position(
        units={"england": "ger_air_4, be_air_2", "channel": "ger_tf_3", "sea_of_britain": "be_tf_3"},
        wars=WAR,
        dice=[6, 6, 4],
    )
    england = space(g, "england")
    g.cond[unit_at(g, "england", "ger_air_4")] |= RAIDING | FLYING
    escort = unit_at(g, "channel", "ger_tf_3")
    g.cond[escort] |= RAIDING
    g.target[escort] = england
    begin(g, Raids())
    say(g, "be_air_2", "done")
    assert shown(g) == ["done", "ger_air_4"]  # the escort stays with the interceptor
    assert refused(g, "unit:ger_tf_3@channel").rule == "A6.5.6c"
    say(g, "ger_air_4")
    finish(g)
    assert g.bombed[england] == 1 and g.target[escort] < 0 and g.cond[escort] & FOUGHT


@pytest.mark.rule("blitzkrieg_general", "A7.5.2c")
def test_interceptors_do_not_single_out_the_bomber() -> None:
    g = raid("ger_air_4, ger_air_3", [6, 6, 1, 1, 6], england="be_air_3, be_air_2, be_inf_3")
    say(g, "be_air_3", "be_air_2")
    assert g.seats() == (0,)  # the owner of the raiders chooses who is hit
    assert set(shown(g)) == {"ger_air_4", "ger_air_3"}


@pytest.mark.rule("blitzkrieg_general", "A9.2")
@pytest.mark.rule("blitzkrieg_general", "A9.2a")
def test_a_coup_card_surrenders_an_attacked_neutral() -> None:
    country = position().t.country_index["norway"]
    g = combat(
        "norway",
        "2 ger_inf_4, nor_inf_2",
        wars=[("germany", "norway"), ("germany", "be")],
        managers={"norway": "be"},
        hands={"be": ["coup_norway"]},
        options=SURRENDER_BY_COUP,
        memory={"attacked": [1 << country, 0]},
        dice=[6, 6, 6],
    )
    while "coup_norway" not in shown(g):
        say(g, "pass")
    assert prompt(g).rule == "A9.2" and g.seats() == (1,)
    assert refused(g, "area:norway").rule == "A9.2"
    say(g, "coup_norway")
    assert idle(g) and g.saved[g.t.be] == 1
    assert holder(g, "norway") == "germany" and g.fallen(country)
    assert units_at(g, "norway") == "2 ger_inf_4"


@pytest.mark.rule("blitzkrieg_general", "A9.2a")
@pytest.mark.rule("blitzkrieg_general", "TT14")
def test_a_surrender_gives_the_home_country_and_no_colonies() -> None:
    country = position().t.country_index["bnl"]
    g = combat(
        "bnl",
        "2 ger_inf_4, bnl_inf_2",
        wars=[("germany", "bnl"), ("germany", "be")],
        managers={"bnl": "be"},
        hands={"be": ["coup_bnl"]},
        options=SURRENDER_BY_COUP,
        memory={"attacked": [1 << country, 0]},
        dice=[6, 6, 6],
    )
    while "coup_bnl" not in shown(g):
        say(g, "pass")
    say(g, "coup_bnl")
    assert idle(g) and g.fallen(country)
    assert holder(g, "bnl") == "germany"
    assert [holder(g, area) for area in ("java", "congo")] == ["usa_trust"] * 2


@pytest.mark.rule("blitzkrieg_general", "A9.2")
def test_only_with_the_option_and_after_an_attack_on_a_neutral() -> None:
    country = position().t.country_index["norway"]
    for options, attacked in ((0, 1 << country), (SURRENDER_BY_COUP, 0)):
        g = combat(
            "norway",
            "2 ger_inf_4, nor_inf_2",
            wars=[("germany", "norway"), ("germany", "be")],
            managers={"norway": "be"},
            hands={"be": ["coup_norway"]},
            control={"sweden": "germany"},
            options=options,
            memory={"attacked": [attacked, 0]},
            dice=[6, 6, 6],
        )
        while "pass" in shown(g):
            assert prompt(g).rule != "A9.2"
            say(g, "pass")
        assert "stay" in shown(g)


@pytest.mark.rule("blitzkrieg_general", "A9.2")
def test_after_the_first_round_it_is_too_late() -> None:
    country = position().t.country_index["norway"]
    g = combat(
        "norway",
        "2 ger_inf_4, nor_inf_2",
        wars=[("germany", "norway"), ("germany", "be")],
        managers={"norway": "be"},
        hands={"be": ["coup_norway"]},
        control={"sweden": "germany"},
        options=SURRENDER_BY_COUP,
        memory={"attacked": [1 << country, 0]},
        dice=[6, 6, 6, 6, 6, 6],
    )
    while "stay" not in shown(g):
        say(g, "pass")
    say(g, "stay")
    assert "after round 2" in prompt(g).text and "stay" in shown(g)
