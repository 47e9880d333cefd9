"""Combat at sea: submarines, aircraft, convoys, and rounds against ships on their way."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import FLYING, FOUGHT, PINNED
from sandtable.games.blitzkrieg_general.rules.naval import sea_battle
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at, units_at
from sandtable.testing import dice_left
from tests.games.blitzkrieg_general.driving import go_on, idle, log, refused
from tests.games.blitzkrieg_general.fighting import combat, go, meet, rolled, say, shown, the_fight

WAR = [("germany", "be"), ("germany", "usa"), ("italy", "be")]


@pytest.mark.rule("blitzkrieg_general", "A6.5.3w")
def test_submarines_of_both_sides_fire_first() -> None:
    g = combat("channel", "be_conv back, be_sub_2, ger_conv back, ger_sub_2", wars=WAR, dice=[2, 2])
    # Each sinks a convoy; in the next round submarines face submarines and nobody can fire.
    say(g, "stay", "stay")
    assert idle(g) and dice_left(g) == 0
    assert units_at(g, "channel") == "be_sub_2, ger_sub_2"
    assert "Nobody in Channel can fire" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.5.3w")
def test_what_a_submarine_has_hit_answers_weakened() -> None:
    g = combat("channel", "ger_sub_2, be_tf_4", wars=WAR, dice=[1, 1])
    assert rolled(g, "be_tf_4") == [1]  # against the submarine
    assert units_at(g, "channel") == "be_tf_4 back, ger_sub_2 back"
    g = combat("channel", "ger_sub_2, be_tf_4 back", wars=WAR, dice=[1])
    assert idle(g) and units_at(g, "channel") == "ger_sub_2"  # sunk ships do not answer


@pytest.mark.rule("blitzkrieg_general", "A6.5.3v")
def test_submarines_do_not_fight_each_other() -> None:
    g = combat("channel", "ger_sub_2, be_sub_2", wars=WAR, dice=[])
    assert idle(g) and units_at(g, "channel") == "be_sub_2, ger_sub_2"


@pytest.mark.rule("blitzkrieg_general", "A6.5.3h")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3v")
def test_fire_at_submarines_hits_submarines() -> None:
    g = combat(
        "channel", "be_tf_4, be_sub_2, ger_conv, ger_sub_2", side="allies", wars=WAR, dice=[6, 6, 1, 6]
    )
    assert "be_sub_2" not in shown(g)
    assert refused(g, "unit:be_sub_2@channel").rule == "A6.5.3v"
    say(g, "be_tf_4")
    assert g.seats() == (0,)  # now the Germans declare theirs
    say(g, "done")
    assert dice_left(g) == 0
    assert "ger_sub_2 back" in units_at(g, "channel") and "ger_conv" in units_at(g, "channel")


@pytest.mark.rule("blitzkrieg_general", "A6.5.3u")
def test_a_flipped_convoy_does_nothing_against_submarines() -> None:
    g = combat("channel", "ger_sub_2, be_conv back", wars=WAR, dice=[6])
    assert rolled(g, "be_conv") == [] and dice_left(g) == 0


@pytest.mark.rule("blitzkrieg_general", "A6.5.3s")
@pytest.mark.rule("blitzkrieg_general", "A6.5.5")
def test_aircraft_alone_against_ships() -> None:
    g = combat(
        "channel",
        "ger_air_3, be_conv, be_tf_4, be_sub_2",
        flying="ger_air_3",
        wars=WAR,
        dice=[6, 4, 6, 6],
    )
    assert shown(g) == ["done", "ger_air_3"]  # ships, or the submarine with 1
    say(g, "done")
    assert rolled(g, "be_tf_4") == [4] and rolled(g, "be_conv") == rolled(g, "be_sub_2") == [1]
    assert "ger_air_3 back" in units_at(g, "channel")


@pytest.mark.rule("blitzkrieg_general", "A6.5.3s")
def test_aircraft_without_ships_go_on_or_fly_home() -> None:
    g = combat("channel", "ger_air_3, be_tf_4", flying="ger_air_3", wars=WAR, dice=[6, 6, 6, 6])
    assert shown(g) == ["stay", "withdraw"]  # a ruling, R101: no forced retreat at sea
    say(g, "stay")
    assert g.seats() == (1,) and shown(g) == ["stay", "retreat"]
    say(g, "stay")
    assert the_fight(g).round == 2
    say(g, "withdraw")
    assert idle(g) and units_at(g, "channel") == "be_tf_4"


@pytest.mark.rule("blitzkrieg_general", "B6.2.2")
def test_basic_fleets_are_one_pool() -> None:
    g = combat("channel", "ger_tf_3, ger_sub_2, be_sub_2, be_conv", mode="basic", wars=WAR, dice=[3, 2, 6, 6])
    assert set(shown(g)) == {"be_sub_2", "be_conv"}  # no first shot, no anti-sub fire
    assert rolled(g, "ger_tf_3") == [3] and dice_left(g) == 0


@pytest.mark.rule("blitzkrieg_general", "A10.1a")
@pytest.mark.rule("blitzkrieg_general", "A10.2a")
def test_ships_that_serve_a_landing_are_not_in_the_naval_combat() -> None:
    g = meet("channel", "usa_tf_3, usa_tf_4, usa_conv, ger_tf_3", side="allies", wars=WAR, dice=[6, 6])
    for name in ("usa_tf_4", "usa_conv"):
        g.target[unit_at(g, "channel", name)] = space(g, "normandy")
    go(g)
    assert the_fight(g).attackers == [unit_at(g, "channel", "usa_tf_3")]
    g = meet("channel", "usa_tf_4, ger_tf_3", side="allies", wars=WAR, dice=[6, 6])
    tf = unit_at(g, "channel", "usa_tf_4")
    g.target[tf] = space(g, "normandy")
    g.cond[tf] |= PINNED
    go(g)
    assert the_fight(g).attackers == [tf]


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D1")
def test_one_round_against_ships_on_their_way() -> None:
    g = position(
        units={"channel": "ger_tf_3, ger_conv, be_tf_4, be_air_2"},
        wars=WAR,
        dice=[1, 6, 6, 6],
    )
    air = unit_at(g, "channel", "be_air_2")
    g.cond[air] |= FLYING
    ships = [unit_at(g, "channel", "ger_tf_3"), unit_at(g, "channel", "ger_conv")]
    hunters = [unit_at(g, "channel", "be_tf_4"), air]
    sea_battle.transit(g, space(g, "channel"), ships, hunters)
    go_on(g)
    say(g, "be_tf_4")  # it takes the hit of the German task force
    assert g.fight is None  # one round and no question about a retreat
    assert not g.cond[ships[0]] & FOUGHT and not g.cond[hunters[0]] & FOUGHT
    say(g, "england")
    assert idle(g) and units_at(g, "channel") == "be_tf_4 back, ger_conv, ger_tf_3"


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_comes_before_submarines() -> None:
    g = combat(
        "channel",
        "be_tf_4, ger_sub_2 back",
        side="allies",
        wars=WAR,
        hands={"be": ["naval_surprise"]},
        in_effect={},
        dice=[1],
    )
    say(g, "naval_surprise")
    while not idle(g):
        say(g, "pass")
    assert units_at(g, "channel") == "be_tf_4"  # sunk before its first shot


@pytest.mark.rule("blitzkrieg_general", "CARD.kamikaze")
def test_kamikaze() -> None:
    g = combat(
        "formosa_sea",
        "jap_air_3, usa_tf_4",
        flying="jap_air_3",
        wars=[("japan", "usa")],
        turn="1/1944",
        hands={"japan": ["kamikaze"]},
        control=dict.fromkeys(("marshall_islands", "mariana_islands", "caroline_islands"), "usa"),
        dice=[3, 3, 6],
    )
    say(g, "kamikaze")
    while "pass" in shown(g) and g.fight is not None:
        say(g, "pass")
    assert idle(g) and dice_left(g) == 0
    assert units_at(g, "formosa_sea") == ""  # two shots, and the aircraft is lost with its combat
