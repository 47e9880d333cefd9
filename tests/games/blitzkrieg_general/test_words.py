"""The names of things, and the log of moves, dice and losses."""

from sandtable.draw.text_map import area_card
from sandtable.engine.checks.fuzz import Walk
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS, MOVE, NAVAL_MOVE
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.rules.politics import us_level
from sandtable.games.blitzkrieg_general.sequence import War
from sandtable.games.blitzkrieg_general.testing import position, unit_at
from tests.games.blitzkrieg_general.clicks import GAME, table
from tests.games.blitzkrieg_general.driving import answer, answers, begin, log, prompt
from tests.games.blitzkrieg_general.fighting import combat

WAR = [("germany", "france"), ("germany", "be")]


def test_units_are_called_by_type_and_face() -> None:
    g = position(units={"paris": "ger_inf_4, ger_inf_4 back", "kiev": "sov_inf_2_o back"})
    assert (
        words.units(g, list(g.at[g.t.area_index["paris"]]))
        == "German infantry 4 and German infantry 4 (flipped)"
    )
    assert words.unit(g, unit_at(g, "kiev", "sov_inf_2_o")) == "Soviet infantry 2 (orange, flipped)"


def test_no_two_spaces_have_the_same_name() -> None:
    names = GAME.tables.space_name
    assert len(set(names)) == len(names)


def test_sides_have_their_verbs() -> None:
    assert words.side_does(AXIS, "has", "have") == "the Axis has"
    assert words.side_does(ALLIES, "has", "have") == "the Allies have"
    g = position()
    assert words.country_is(g, g.t.germany) == "Germany is"
    assert words.country_is(g, g.t.country_id.index("baltic_states")) == "Baltic States are"


def test_why_a_unit_is_not_led() -> None:
    g = position(units={"paris": "fra_inf_3", "prussia": "ger_inf_3"}, seats={"france": 2})
    french, german = unit_at(g, "paris", "fra_inf_3"), unit_at(g, "prussia", "ger_inf_3")
    assert words.foreign(g, 0, french) == "French infantry 3 is not on your side."
    assert words.foreign(g, 1, french) == "French infantry 3 is on your side, but another player leads it."
    assert words.foreign(g, 0, german) == "German infantry 3 is not on the side that acts now."
    pool = unit_at(g, "pool", "ger_inf_4")
    assert words.foreign(g, 0, pool) == "German infantry 4 is not on the map."


def test_what_is_built_is_offered_with_its_price() -> None:
    g = position()
    label = GAME.label(g, GAME.find(g, "build:ger_inf_3"))
    assert label == f"German infantry 3, {g.t.type_cost[g.t.type_id.index('ger_inf_3')]} BP"


def test_a_look_at_an_area_tells_what_it_produces() -> None:
    g = position(set_up=True)
    told = area_card(GAME.scene(g, 0), "prussia", 200)
    left, right = g.t.prod_left[g.t.area_index["prussia"]], g.t.prod_right[g.t.area_index["prussia"]]
    assert f"production for its owner and for a conqueror {left}/{right}" in told


def test_dice_are_told_by_sorts_of_units() -> None:
    g = combat(
        "paris", "2 ger_inf_3, ger_arm_4, 3 fra_inf_3", wars=WAR, mode="basic", dice=[1, 6, 3, 4, 6, 6, 6]
    )
    assert "Axis in Paris, round 1: German armor 4, hitting at 4, rolls 1 and 6; " in log(g)
    assert "2 × German infantry 3, hitting at 3, roll 3 and 4. 2 hits." in log(g)
    assert "3 × French infantry 3, hitting at 3, roll 6, 6 and 6. No hit." in log(g)


def test_the_question_after_a_round_tells_who_is_left() -> None:
    g = combat(
        "paris",
        "ger_inf_3, fra_inf_3",
        came={"ger_inf_3": "bnl"},
        wars=WAR,
        mode="basic",
        dice=[6, 6],
        control={"bnl": "germany"},
    )
    assert prompt(g).text == (
        "Paris, after round 1: does the Axis fight on? You have German infantry 3 against French infantry 3."
    )
    answers(g, "button:retreat")
    assert "German infantry 3 retreats from Paris." in log(g)


def test_units_go_ashore_from_a_zone_and_ships_come_back() -> None:
    g = position(
        side="allies", units={"channel": "be_conv", "england": "be_inf_3"}, wars=WAR, phase=NAVAL_MOVE
    )
    begin(g, NavalMove())
    answers(
        g,
        "unit:be_conv@channel",
        "unit:be_inf_3@england",
        "zone:sea_of_britain",
        "unit:be_inf_3@sea_of_britain",
    )
    answers(g, "area:scotland")
    assert "goes ashore from Sea of Britain in Scotland." in log(g)
    answers(g, "zone:channel", "button:stop")
    assert "British convoy 1 sails back to Channel." in log(g)


def test_task_forces_join_combats() -> None:
    units = {"maginot": "fra_inf_3", "western_germany": "ger_inf_2", "north_sea": "be_tf_4"}
    g = position(side="allies", units=units, wars=WAR, phase=MOVE)
    begin(g, Move())
    answers(g, "unit:fra_inf_3@maginot", "area:western_germany", "unit:be_tf_4@north_sea")
    assert "British task force 4 in North Sea joins the combat in Western Germany." in log(g)


def test_the_level_of_the_usa_is_told() -> None:
    g = position()
    us_level.shift(g, 2, "A test", "A7.2")
    assert "A test: the entry level of the USA goes from 0 to 2." in log(g)


def test_a_segment_is_announced_before_its_cards() -> None:
    m = table(War(1), hands={"germany": ["bridgehead"]}, wars=WAR, units={"prussia": "ger_inf_3"})
    assert m.prompts[0].text.startswith("The action segment of the Axis begins")
    assert GAME.headline(m.state, 0).endswith("Axis: first supply check")


def test_what_is_logged_has_rules_and_ends_like_a_sentence() -> None:
    """In random games of both modes."""
    for seed in (0, 1, 4):
        walk = Walk(GAME, seed)
        while walk.state.result is None and len(walk.history) < 2500:
            walk.play(*walk.pick())
        assert walk.state.log is not None
        for event in walk.state.log.events:
            assert event.rule in GAME.rules, f"{event.text} [{event.rule}]"
            assert event.text[0].isupper() or event.text[0] in "—123456789", event.text
            assert event.text[-1] in ".—", event.text
            assert "the Allies has" not in event.text and "Allies is" not in event.text, event.text


def test_a_question_names_only_what_can_be_done() -> None:
    g = position(phase=NAVAL_MOVE, side="axis", units={"baltic_sea": "ger_tf_3"}, wars=WAR)
    begin(g, NavalMove())
    answer(g, "unit:ger_tf_3@baltic_sea")
    assert prompt(g).text == (
        "German task force 3 in Baltic Sea: click a zone to sail to; Stop ends the move."
    )
    units = {"skagerrak": "ger_conv, ger_tf_3", "western_germany": "ger_inf_4"}
    g = position(phase=NAVAL_MOVE, side="axis", units=units, wars=WAR)
    begin(g, NavalMove())
    answer(g, "unit:ger_conv@skagerrak")
    assert "click more ships that join it, a zone to sail to or units to take aboard" in prompt(g).text
    answers(g, "unit:ger_inf_4@western_germany", "unit:ger_inf_4@skagerrak")
    assert prompt(g).text.endswith("A landing in a neutral area means war: Denmark, Norway and Sweden.")
