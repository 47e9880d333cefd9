"""What lies beside the maps: the battle chart, the production chart, cards, powers and relations."""

import pytest

from sandtable.engine.scene import Card, Panel
from sandtable.games.blitzkrieg_general.components.combat_state import RAID
from sandtable.games.blitzkrieg_general.components.constants import AXIS, HIDDEN_STACKS, INVADING
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import deck
from sandtable.games.blitzkrieg_general.rules.economy.economy import points_of
from sandtable.games.blitzkrieg_general.table.open_cards import build_cards
from sandtable.games.blitzkrieg_general.table.panels import (
    build_panels,
    fight_panel,
    last_dice,
    segment,
)
from sandtable.games.blitzkrieg_general.testing import card_of, country, position, space, unit_at
from tests.games.blitzkrieg_general.carding import fight_in
from tests.games.blitzkrieg_general.fighting import combat, the_fight

WAR = [("germany", "france")]


def panel(g: Board, title: str) -> Panel:
    return next(p for p in build_panels(g, 0) if p.title == title)


def rows(found: Panel) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in found.rows}


# ---------------------------------------------------------------- the battle chart


@pytest.mark.rule("blitzkrieg_general", "A6.5.3c")
def test_segments_at_sea_and_over_a_raided_area() -> None:
    g = position(units={"channel": "be_tf_4, be_tf_3, ger_sub_2", "paris": "ger_air_4, ger_air_3, fra_air_2"})
    at_sea = fight_in(g, "channel")
    at_sea.aims = [unit_at(g, "channel", "be_tf_3")]
    told = {g.t.type_id[g.t.unit_type[u]]: segment(g, at_sea, u) for u in g.at[space(g, "channel")]}
    assert told == {"be_tf_4": "surface", "be_tf_3": "at submarines", "ger_sub_2": "submarines"}
    raid = fight_in(g, "paris", RAID)
    raid.air = [unit_at(g, "paris", "ger_air_4"), unit_at(g, "paris", "fra_air_2")]
    told = {g.t.type_id[g.t.unit_type[u]]: segment(g, raid, u) for u in g.at[space(g, "paris")]}
    assert told == {"ger_air_4": "air", "fra_air_2": "air", "ger_air_3": "bombs"}


@pytest.mark.rule("blitzkrieg_general", "A6.5.3")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3c")
def test_the_battle_chart_tells_segment_strength_and_dice() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, fra_inf_3, fra_air_2",
        came={"ger_inf_4": "bnl"},
        flying="ger_air_4",
        wars=WAR,
        dice=[6, 6, 6, 6],
    )
    fight = the_fight(g)
    found = fight_panel(g)
    assert found.title == f"Combat in Paris, round {fight.round}"
    assert found.heads == ("", "Segment", "Strength", "Last roll")
    told = rows(found)
    assert told["German aircraft 4"] == ("air/sea", "4", "6")
    assert told["German infantry 4"] == ("land", "4", "6")
    names = [row[0] for row in found.rows]
    assert names.index("Attacker: Axis") < names.index("German aircraft 4") < names.index("German infantry 4")
    assert names.index("German infantry 4") < names.index("Defender: Allies")
    assert build_panels(g, 0)[0] == found


def test_dice_are_told_by_unit_with_what_hits() -> None:
    g = combat("paris", "ger_inf_4, fra_inf_3", came={"ger_inf_4": "bnl"}, wars=WAR, dice=[2, 6, 3, 3])
    fight = the_fight(g)
    mine, his = fight.attackers[0], fight.defenders[0]
    fight.dice = [mine, 4, 4, mine, 4, 5, his, 3, 6, -1, 2, 1]
    assert last_dice(fight) == {mine: ["4 hit", "5"], his: ["6"], -1: ["1 hit"]}
    told = rows(fight_panel(g))
    assert told["Coastal defences"][2] == "1 hit"
    assert [row[-1] for row in fight_panel(g).rows if row[-1].startswith("4 hit")] == ["4 hit, 5"]


def test_hits_still_to_be_taken_stand_beside_the_party() -> None:
    g = combat("paris", "ger_inf_4, fra_inf_3", came={"ger_inf_4": "bnl"}, wars=WAR, dice=[6, 6, 6, 6])
    fight = the_fight(g)
    fight.hits = [0, 0, 0, 2, 0, 0]
    told = rows(fight_panel(g))
    assert told["Defender: Allies"][-1] == "2 hits to take" and told["Attacker: Axis"][-1] == ""


def test_units_alike_share_a_row_and_the_basic_game_has_no_segments() -> None:
    g = combat("paris", "2 ger_inf_4, fra_inf_3", mode="basic", wars=WAR, dice=[6] * 6)
    fight = the_fight(g)
    fight.dice = [fight.attackers[0], 4, 2, fight.attackers[1], 4, 6]
    found = fight_panel(g)
    assert rows(found)["2 × German infantry 4"][-1] == "2 hit, 6"
    assert found.heads[1] == ""
    assert rows(found)["2 × German infantry 4"][0] == ""


# ---------------------------------------------------------------- charts and tracks


@pytest.mark.rule("blitzkrieg_general", "B7.3.6")
def test_the_production_chart_goes_by_quarter_and_power() -> None:
    units = {"chart 4/1939": "2 ger_inf_4, fra_inf_3", "chart 3/1939": "ger_arm_5"}
    g = position(units=units, turn="3/1939")
    found = panel(g, "Production chart")
    assert found.heads == ("Quarter", "Of", "Units")
    assert found.rows == (
        ("» 3/1939", "Germany", "German armor 5"),
        ("4/1939", "Germany", "2 × German infantry 4"),
        ("4/1939", "France", "French infantry 3"),
    )
    assert panel(position(), "Production chart").rows == ()


def test_the_war_tells_weather_initiative_and_points() -> None:
    g = position(weather={"europe": "bad"}, side="allies")
    told = rows(panel(g, "The war"))
    assert told["Weather, Europe"] == ("bad",) and told["Weather, Pacific"] == ("good",)
    assert told["Initiative"] == ("Allies",)
    assert " of " in told["Points of the Axis"][0]
    basic = rows(panel(position(mode="basic"), "The war"))
    assert "Initiative" not in basic and "Weather, Europe" not in basic


def test_powers_tell_points_and_who_is_conquered() -> None:
    g = position(points={"germany": 7}, saved={"germany": 3}, conquered=["france"], wars=WAR)
    told = rows(panel(g, "Powers"))
    assert told["Germany"][1:3] == ("7", "3")
    assert told["France"][0] == "conquered"
    assert any(name.endswith("(neutral)") for name in told)


@pytest.mark.rule("blitzkrieg_general", "B8.5d")
def test_islands_tell_who_holds_them_and_for_whom_they_count() -> None:
    wars = [("japan", "china")]
    before = position(wars=wars)
    g = position(control={"gilbert_islands": "japan"}, wars=wars)
    told = rows(panel(g, "Islands"))
    assert told["Japan"][0] == "Axis 7" and "Gilbert Islands" in told["Japan"][1]
    assert rows(panel(before, "Islands"))["Japan"][0] == "Axis 6"
    assert points_of(g, AXIS) == points_of(before, AXIS) + 1
    assert told["USA"] == ("–", "Midway Islands and Wake Island")  # held by a neutral
    assert told["British Empire"][0] == "–" and "Gilbert Islands" not in told["British Empire"][1]


def test_islands_of_a_minor_that_fights_alone_count_for_nobody() -> None:
    g = position(control={"fiji": "greece"}, wars=[("germany", "greece")])
    assert rows(panel(g, "Islands"))["Greece"] == ("–", "Fiji")


def test_relations_tell_wars_and_managers() -> None:
    g = position(wars=[*WAR, ("germany", "poland")], managers={"hungary": "germany", "poland": "be"})
    told = rows(panel(g, "Relations"))
    assert told["Germany"][0] == "at war with France and Poland; runs Hungary"
    assert told["British Empire"][0] == "at peace; runs Poland"
    assert "Spain" in told["Neutral"][0] and "Hungary" not in told["Neutral"][0]


def test_attacks_tell_who_fights_where() -> None:
    units = {
        "paris": "2 ger_inf_4, ger_arm_5, fra_inf_3, fra_air_2",
        "channel": "ger_conv [ger_inf_3], ger_tf_4",
        "maginot": "ger_inf_2",
    }
    g = position(units=units, wars=WAR)
    assert not any(p.title == "Attacks" for p in build_panels(g, 0))
    for unit in (unit_at(g, "channel", "ger_conv"), unit_at(g, "channel", "ger_tf_4")):
        g.target[unit] = space(g, "normandy")
    g.mark(unit_at(g, "channel", "ger_inf_3"), INVADING)
    g.battles = [space(g, name) for name in ("paris", "normandy", "maginot")]
    assert panel(g, "Attacks").rows[:2] == (
        ("Paris", "2 infantry and 1 armor against 1 infantry and 1 aircraft"),
        ("Normandy", "1 infantry unopposed so far"),
    )
    g.optional = HIDDEN_STACKS
    assert panel(g, "Attacks").rows[0] == ("Paris", "3 units against 2 units")


@pytest.mark.rule("blitzkrieg_general", "A7.5")
def test_research_tells_numbers_and_what_was_achieved() -> None:
    g = position(numbers={"germany": 2}, research={"usa": ["radar"]})
    told = rows(panel(g, "Research"))
    assert told["Germany"] == ("2", "–")
    assert told["USA"][1] == "Radar"
    assert "Italy" not in told


# ---------------------------------------------------------------- cards


def card(g: Board, seat: int | None, name: str) -> Card | None:
    return next((c for c in build_cards(g, seat) if c.id == name), None)


@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_a_hand_is_seen_by_its_player_only() -> None:
    g = position(hands={"germany": ["surprise"]})
    mine = card(g, 0, "surprise")
    assert mine is not None and mine.own and mine.held and mine.pile == "Hand of Germany"
    assert card(g, 1, "surprise") is None and card(g, None, "surprise") is None
    assert rows(panel(g, "Cards"))["Hand of Germany"] == ("1 card",)


@pytest.mark.rule("blitzkrieg_general", "A7.4a")
def test_a_drawn_card_is_seen_by_its_drawer_only() -> None:
    g = position(deck=["surprise"])
    drawn = deck.draw(g, country(g, "germany"))
    assert drawn == card_of(g, "surprise")
    mine = card(g, 0, "surprise")
    assert mine is not None and mine.pile == "Drawn by Germany"
    assert card(g, 1, "surprise") is None and card(g, None, "surprise") is None
    assert rows(panel(g, "Cards"))["Drawn, not yet decided on"] == ("a card of Germany",)


@pytest.mark.rule("blitzkrieg_general", "A7.4a")
@pytest.mark.rule("blitzkrieg_general", "A7.4j")
def test_drawn_cards_are_listed_in_the_order_of_the_powers_whatever_they_are() -> None:
    for cards in (["surprise", "bridgehead"], ["bridgehead", "surprise"]):
        g = position(deck=cards)
        for major in ("usa", "be"):
            deck.draw(g, country(g, major))
        listed = [row[1] for row in panel(g, "Cards").rows if row[0] == "Drawn, not yet decided on"]
        assert listed == ["a card of USA", "a card of British Empire"]


@pytest.mark.rule("blitzkrieg_general", "A7.4o")
def test_cards_in_effect_are_open() -> None:
    g = position(in_effect={"total_war": "germany"})
    for seat in (0, 1, None):
        shown = card(g, seat, "total_war")
        assert shown is not None and shown.pile == "In effect" and shown.held
    told = [row for row in panel(g, "Cards").rows if "in effect" in row[1]]
    assert told == [(g.t.cards[card_of(g, "total_war")].title, "in effect for Germany")]
