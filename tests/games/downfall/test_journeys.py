"""Journeys: strategic movement, naval movement, amphibious landings. [8n]-[8t] [13.9] [19b]"""

import pytest

from sandtable.engine.match import Match
from sandtable.games.downfall.components.constants import ALLIES, AXIS, BY_SEA, HIT_BY_USSR, LANDED, OPERATED
from sandtable.games.downfall.rules import combat, supply
from sandtable.games.downfall.rules.long_movement import AttackAfterLanding, LongMove
from sandtable.games.downfall.testing import unit_at
from tests.games.downfall.clicks import areas, board, lead, marks, offers, order, table, told, where, why

LANDINGS = {"allies": ["amphibious_landings"]}


def journey(m: Match, army: str, kind: str) -> Match:
    """Click an army and the kind of its long move."""
    lead(m, army)
    m.play(f"button:{kind}")
    return m


def go(m: Match, army: str, kind: str, area: str) -> int:
    """A whole journey; what it cost."""
    before = stock(m)
    journey(m, army, kind)
    m.play(f"area:{area}")
    return before - stock(m)


def stock(m: Match) -> int:
    return board(m).supply[board(m).side]


def ends(m: Match, army: str, kind: str) -> set[str]:
    """Where a journey may end; nowhere if it is not offered. The position is left as it is."""
    trial = Match(m.game, m.setup, m.state.fork())
    if f"unit:{army}" not in offers(trial):
        return set()
    lead(trial, army)
    if f"button:{kind}" not in offers(trial):
        return set()
    trial.play(f"button:{kind}")
    return areas(trial)


def why_area(m: Match, army: str, kind: str, area: str) -> str:
    """The rule that refuses an area as the end of a journey. The position is left as it is."""
    trial = Match(m.game, m.setup, m.state.fork())
    return why(journey(trial, army, kind), f"area:{area}")


def why_kind(m: Match, army: str, kind: str) -> str:
    """The rule that refuses a kind of journey to an army that can be clicked."""
    trial = Match(m.game, m.setup, m.state.fork())
    return why(lead(trial, army), f"button:{kind}")


# --- strategic movement


@pytest.mark.rule("downfall", "8n")
@pytest.mark.rule("downfall", "8b")
def test_a_strategic_movement_goes_any_distance_through_controlled_areas_for_one_unit() -> None:
    m = table(armies=["german_infantry@brussels"], control={"brussels": "axis"})
    far = ends(m, "german_infantry@brussels", "strategic")
    assert {"ruhr", "konigsberg", "sicily", "varna", "constanta"} <= far
    assert not far & {"calais", "riga", "london", "brussels", "karelia"}
    assert "helsinki" not in far  # no land leads there through controlled areas
    assert go(m, "german_infantry@brussels", "strategic", "sicily") == 1
    assert where(m, "sicily") == ["german_infantry"]
    unit = unit_at(board(m), "german_infantry", "sicily")
    assert board(m).cond[unit] & OPERATED


@pytest.mark.rule("downfall", "8n")
def test_a_strategic_movement_may_be_of_one_area() -> None:
    m = table("allies", armies=["british_infantry@york"])
    assert "london" in ends(m, "british_infantry@york", "strategic")
    assert go(m, "british_infantry@york", "strategic", "london") == 1


@pytest.mark.rule("downfall", "8n")
def test_departure_way_and_arrival_of_a_strategic_movement_are_controlled() -> None:
    m = table(armies=["german_infantry@ruhr"], control={"ruhr": "allies"})
    assert ends(m, "german_infantry@ruhr", "strategic") == set()
    assert why_kind(m, "german_infantry@ruhr", "strategic") == "8n"
    # Königsberg is cut off: its neighbours in Germany have been lost.
    lost = {"danzig": "ussr", "warsaw": "ussr"}
    m = table(armies=["german_infantry@berlin"], control=lost)
    assert not ends(m, "german_infantry@berlin", "strategic") & {"konigsberg", "danzig", "warsaw"}
    assert why_area(m, "german_infantry@berlin", "strategic", "konigsberg") == "8n"
    assert why_area(m, "german_infantry@berlin", "strategic", "danzig") == "8n"
    assert why_area(m, "german_infantry@berlin", "strategic", "berlin") == "8"
    # The whole of it lost around an army: no strategic movement at all.
    m = table(armies=["german_infantry@konigsberg"], control=lost)
    assert why_kind(m, "german_infantry@konigsberg", "strategic") == "8n"


@pytest.mark.rule("downfall", "8n")
def test_america_has_no_land_to_move_over() -> None:
    m = table("allies", armies=["british_infantry@canada", "american_infantry@united_states"])
    assert ends(m, "british_infantry@canada", "strategic") == set()


@pytest.mark.rule("downfall", "8x")
def test_enemies_in_controlled_areas_do_not_stop_a_strategic_movement() -> None:
    armies = [
        "2 soviet_infantry@kovel",
        "german_infantry@kovel",
        "german_infantry@minsk",
        "soviet_armor@minsk",
    ]
    m = table("ussr", armies=[*armies, "german_infantry@gomel"], barbarossa=7, turn=8)
    # Out of Kovel, into Minsk where an own army stands, and through Gomel where none does.
    far = ends(m, "soviet_infantry@kovel", "strategic")
    assert {"minsk", "bryansk", "moscow"} <= far
    assert "gomel" not in far  # R57: the first to come among enemies must attack
    assert why_area(m, "soviet_infantry@kovel", "strategic", "gomel") == "17e"
    go(m, "soviet_infantry@kovel", "strategic", "minsk")
    assert where(m, "minsk") == ["german_infantry", "soviet_armor", "soviet_infantry"]


@pytest.mark.rule("downfall", "16b")
def test_high_mountains_with_enemies_behind_them_stop_a_strategic_movement() -> None:
    # Tbilisi is reached over the Caucasus only, or from Baku.
    m = table("ussr", armies=["soviet_infantry@krasnodar", "soviet_infantry@tbilisi"])
    assert "tbilisi" in ends(m, "soviet_infantry@krasnodar", "strategic")
    control = {"grozny": "axis"}
    armies = ["soviet_infantry@krasnodar", "soviet_infantry@tbilisi", "german_infantry@tbilisi"]
    m = table("ussr", armies=armies, control=control)
    assert "tbilisi" not in ends(m, "soviet_infantry@krasnodar", "strategic")


@pytest.mark.rule("downfall", "8y")
def test_after_a_strategic_movement_there_is_no_attack_and_no_support() -> None:
    armies = ["soviet_armor@kovel", "soviet_infantry@minsk", "german_infantry@minsk"]
    m = table("ussr", armies=armies, barbarossa=7, turn=8)
    go(m, "soviet_armor@kovel", "strategic", "minsk")
    assert board(m).attacks == []
    assert why(m, "unit:soviet_armor@minsk") == "8v"
    order(m, "soviet_infantry@minsk", attack="german_infantry")
    assert why(m, "unit:soviet_armor@minsk") == "8v"


@pytest.mark.rule("downfall", "8y")
@pytest.mark.rule("downfall", "5")
@pytest.mark.rule("downfall", "5b")
def test_a_journey_passes_three_armies_but_does_not_end_with_them() -> None:
    m = table(
        "allies",
        armies=["british_infantry@scotland", "3 british_infantry@liverpool", "british_infantry@york"],
    )
    far = ends(m, "british_infantry@scotland", "strategic")
    assert "liverpool" not in far and "plymouth" in far
    assert why_area(m, "british_infantry@scotland", "strategic", "liverpool") == "5"


@pytest.mark.rule("downfall", "8o")
def test_two_axis_armies_a_turn_move_strategically_through_the_soviet_union() -> None:
    control = {"kovel": "axis", "minsk": "axis", "gomel": "axis", "tarnopol": "axis"}
    armies = [
        "2 german_infantry@warsaw",
        "romanian_infantry@kovel",
        "german_infantry@minsk",
        "german_infantry@poznan",
    ]
    m = table(armies=armies, control=control, barbarossa=7, turn=8)
    go(m, "german_infantry@warsaw", "strategic", "minsk")  # into it
    assert board(m).strategic_in_ussr == 1
    go(m, "german_infantry@poznan", "strategic", "berlin")  # outside it does not count
    assert board(m).strategic_in_ussr == 1
    go(m, "romanian_infantry@kovel", "strategic", "brasov")  # out of it, whatever the nation (R63)
    assert board(m).strategic_in_ussr == 2
    assert ends(m, "german_infantry@minsk", "strategic") == set()
    assert not ends(m, "german_infantry@warsaw", "strategic") & set(control)
    assert "danzig" in ends(m, "german_infantry@warsaw", "strategic")
    assert why_area(m, "german_infantry@warsaw", "strategic", "minsk") == "8o"
    # Tactical movement has no such limit.
    order(m, "german_infantry@warsaw", "kovel")


@pytest.mark.rule("downfall", "8o")
def test_the_soviet_union_itself_and_karelia_know_no_strategic_limit() -> None:
    m = table("ussr", armies=["3 soviet_infantry@moscow", "3 soviet_infantry@gorki"])
    for n in range(5):
        go(m, f"soviet_infantry@{'moscow' if n < 3 else 'gorki'}", "strategic", ["tula", "kursk"][n % 2])
    assert len(where(m, "tula")) + len(where(m, "kursk")) == 5
    m = table(armies=["finnish_infantry@helsinki"], control={"karelia": "axis"})
    go(m, "finnish_infantry@helsinki", "strategic", "karelia")
    assert board(m).strategic_in_ussr == 0


@pytest.mark.rule("downfall", "8o")
@pytest.mark.rule("downfall", "8n")
def test_a_strategic_movement_takes_the_way_around_the_soviet_union_if_there_is_one() -> None:
    # From Königsberg to Warsaw a way leads through Vilnius and one through Danzig.
    m = table(armies=["german_infantry@konigsberg"], control={"vilnius": "axis"}, barbarossa=7, turn=8)
    go(m, "german_infantry@konigsberg", "strategic", "breslau")
    assert board(m).strategic_in_ussr == 0
    control = {"vilnius": "axis", "danzig": "ussr"}
    # The direct border is closed by making Warsaw's other neighbour the only way.
    m = table(armies=["german_infantry@riga"], control={**control, "riga": "axis"}, barbarossa=7, turn=8)
    go(m, "german_infantry@riga", "strategic", "breslau")
    assert board(m).strategic_in_ussr == 1


@pytest.mark.rule("downfall", "8h")
@pytest.mark.rule("downfall", "8g")
@pytest.mark.rule("downfall", "8i")
def test_a_strategic_movement_costs_two_where_operations_are_dear() -> None:
    control = {"rostov": "axis", "elista": "axis", "grozny": "axis", "astrakhan": "axis", "krasnodar": "axis"}
    m = table(armies=["german_infantry@grozny"], control=control, barbarossa=7, turn=11)
    assert go(m, "german_infantry@grozny", "strategic", "rostov") == 2  # leaving the east
    m = table(armies=["german_infantry@rostov"], control=control, barbarossa=7, turn=11)
    assert go(m, "german_infantry@rostov", "strategic", "krasnodar") == 1  # west of the line all the way
    m = table(armies=["german_infantry@krasnodar"], control=control, barbarossa=7, turn=11, supply=1)
    far = ends(m, "german_infantry@krasnodar", "strategic")
    assert "rostov" in far and not far & {"grozny", "astrakhan"}
    assert why_area(m, "german_infantry@krasnodar", "strategic", "grozny") == "8h"
    m = table(armies=["german_infantry@krasnodar"], control=control, barbarossa=7, turn=9)
    assert go(m, "german_infantry@krasnodar", "strategic", "rostov") == 2  # winter 1942


@pytest.mark.rule("downfall", "8f")
def test_the_barbarossa_shock_doubles_soviet_journeys() -> None:
    m = table("ussr", armies=["soviet_infantry@moscow"], barbarossa=7, turn=7, supply=2)
    assert go(m, "soviet_infantry@moscow", "strategic", "kursk") == 2
    m = table("ussr", armies=["soviet_infantry@sevastopol"], barbarossa=7, turn=7, supply=2)
    assert go(m, "soviet_infantry@sevastopol", "naval", "krasnodar") == 2
    m = table("ussr", armies=["soviet_infantry@moscow"], barbarossa=7, turn=7, supply=1)
    assert "unit:soviet_infantry@moscow" not in offers(m)


@pytest.mark.rule("downfall", "9k")
def test_only_one_german_army_a_turn_goes_through_romania_on_a_strategic_journey() -> None:
    armies = ["3 german_infantry@budapest", "german_armor@vienna"]
    m = table(armies=armies, turn=6)
    assert "sofia" not in ends(m, "german_armor@vienna", "strategic")  # infantry only
    go(m, "german_infantry@budapest", "strategic", "vienna")
    assert board(m).passages == 0
    go(m, "german_infantry@budapest", "strategic", "sofia")
    assert board(m).passages == 1
    assert not ends(m, "german_infantry@budapest", "strategic") & {"sofia", "varna", "bucharest"}
    assert why_area(m, "german_infantry@budapest", "strategic", "sofia") == "8n"
    assert why_area(m, "german_infantry@budapest", "strategic", "bucharest") == "9k"
    # In Total War the passage is free; where Romania is not on the way nothing is counted.
    m = table(armies=armies, turn=6, total_war=["axis"])
    go(m, "german_infantry@budapest", "strategic", "sofia")
    go(m, "german_infantry@budapest", "strategic", "sofia")
    assert board(m).passages == 0


@pytest.mark.rule("downfall", "8n")
@pytest.mark.rule("downfall", "8o")
@pytest.mark.rule("downfall", "8g")
def test_a_strategic_way_that_is_closed_says_by_what() -> None:
    control = dict.fromkeys(("kovel", "minsk", "crete"), "axis")
    m = table(armies=["german_infantry@warsaw"], turn=9, supply=1, control=control)
    assert why_area(m, "german_infantry@warsaw", "strategic", "minsk") == "8g"  # it costs 2 in that winter
    assert why_area(m, "german_infantry@warsaw", "strategic", "crete") == "8n"
    m = table(armies=["german_infantry@warsaw"], turn=10, control=control)
    board(m).strategic_in_ussr = 2
    assert why_area(m, "german_infantry@warsaw", "strategic", "minsk") == "8o"
    assert why_area(m, "german_infantry@warsaw", "strategic", "crete") == "8n"  # no limit closes an island


@pytest.mark.rule("downfall", "9k")
def test_a_german_army_that_ends_in_romania_closes_it() -> None:
    m = table(armies=["2 german_infantry@budapest"], turn=6)
    go(m, "german_infantry@budapest", "strategic", "bucharest")
    assert board(m).passages == 0
    assert not ends(m, "german_infantry@budapest", "strategic") & {"sofia", "brasov"}
    m = table(armies=["german_infantry@bucharest", "german_infantry@budapest"], turn=6)
    go(m, "german_infantry@bucharest", "strategic", "sofia")  # it is the one of the turn
    assert board(m).passages == 1
    assert not ends(m, "german_infantry@budapest", "strategic") & {"sofia", "brasov", "bucharest"}


@pytest.mark.rule("downfall", "9l")
@pytest.mark.rule("downfall", "9m")
def test_frozen_soviet_armies_make_no_journeys_at_home() -> None:
    m = table("ussr", armies=["soviet_infantry@odessa", "soviet_infantry@sevastopol"], turn=6)
    assert "odessa" in ends(m, "soviet_infantry@sevastopol", "naval")
    assert ends(m, "soviet_infantry@odessa", "naval") == set()
    assert ends(m, "soviet_infantry@odessa", "strategic") == set()
    # Karelia is Finnish, but once it is Soviet it is not Axis ground any more.
    m = table("ussr", armies=["soviet_infantry@riga"], turn=6, control={"karelia": "ussr"})
    assert ends(m, "soviet_infantry@riga", "strategic") == set()
    m.play("unit:soviet_infantry@riga")
    assert why(m, "button:strategic") == "9l"
    m = table("ussr", armies=["soviet_infantry@odessa"], turn=6, control={"varna": "ussr"})
    m.play("unit:soviet_infantry@odessa")
    assert why(m, "button:strategic") == "9l" and why(m, "button:naval") == "9l"
    m = table("ussr", armies=["soviet_infantry@riga"], turn=6, barbarossa=6, control={"karelia": "ussr"})
    assert "karelia" in ends(m, "soviet_infantry@riga", "strategic")


@pytest.mark.rule("downfall", "9a")
def test_home_bound_armies_make_journeys_at_home_only() -> None:
    m = table("allies", armies=["greek_infantry@athens", "yugoslav_infantry@zagreb"])
    assert ends(m, "greek_infantry@athens", "naval") == {"salonica", "crete", "ioanina"}
    assert why_area(m, "greek_infantry@athens", "naval", "alexandria") == "9a"
    assert ends(m, "yugoslav_infantry@zagreb", "strategic") == {"belgrad", "sarajevo", "nis", "skopje"}
    assert why_area(m, "yugoslav_infantry@zagreb", "strategic", "salonica") == "9a"


# --- naval movement


@pytest.mark.rule("downfall", "8p")
@pytest.mark.rule("downfall", "8c")
@pytest.mark.rule("downfall", "8b")
def test_a_naval_movement_joins_controlled_coasts_and_costs_two_beyond_one_sea() -> None:
    m = table("allies", armies=["2 british_infantry@london", "british_infantry@canada"])
    assert go(m, "british_infantry@london", "naval", "calais") == 1
    assert go(m, "british_infantry@london", "naval", "suez") == 2
    # Whatever the distance (R36): from Canada to Crete.
    assert go(m, "british_infantry@canada", "naval", "crete") == 2
    m = table(armies=["italian_infantry@taranto", "german_infantry@taranto"])
    assert go(m, "italian_infantry@taranto", "naval", "tripoli") == 1
    assert go(m, "german_infantry@taranto", "naval", "tobruk") == 2


@pytest.mark.rule("downfall", "8p")
def test_both_ends_of_a_naval_movement_are_controlled_coasts() -> None:
    m = table("allies", armies=["british_infantry@london", "french_infantry@paris", "british_infantry@caen"])
    board(m).set_control(board(m).t.area_index["caen"], AXIS)
    far = ends(m, "british_infantry@london", "naval")
    assert not far & {"caen", "hamburg", "paris", "copenhagen", "london"}
    assert why_area(m, "british_infantry@london", "naval", "hamburg") == "8p"
    assert why_area(m, "british_infantry@london", "naval", "paris") == "8p"
    assert why_area(m, "british_infantry@london", "naval", "london") == "8"
    assert why_kind(m, "french_infantry@paris", "naval") == "8p"
    assert why_kind(m, "british_infantry@caen", "naval") == "8p"


@pytest.mark.rule("downfall", "8p")
@pytest.mark.rule("downfall", "8y")
def test_naval_movement_leads_out_of_contested_coasts_and_into_them_beside_own_armies() -> None:
    armies = [
        "british_infantry@calais",
        "german_armor@calais",
        "british_infantry@london",
        "german_armor@caen",
    ]
    m = table("allies", armies=armies)
    assert {"london", "york"} <= ends(m, "british_infantry@calais", "naval")
    far = ends(m, "british_infantry@london", "naval")
    assert "calais" in far and "caen" not in far  # R57
    assert why_area(m, "british_infantry@london", "naval", "caen") == "17e"
    go(m, "british_infantry@london", "naval", "calais")
    assert board(m).attacks == []


@pytest.mark.rule("downfall", "8y")
def test_after_a_naval_movement_there_is_no_attack() -> None:
    m = table("allies", armies=["british_infantry@calais", "german_armor@calais", "british_armor@london"])
    go(m, "british_armor@london", "naval", "calais")
    assert "unit:british_armor@calais" not in offers(m)
    assert why(m, "unit:british_armor@calais") == "8v"
    # It still counts among the armies there, so that another may be supported, but supports nobody itself.
    order(m, "british_infantry@calais", attack="german_armor")
    assert why(m, "unit:british_armor@calais") == "8v"


@pytest.mark.rule("downfall", "8q")
def test_axis_armies_do_not_pass_gibraltar() -> None:
    m = table(armies=["german_infantry@sicily", "german_infantry@bordeaux"], control={"bordeaux": "axis"})
    assert "hamburg" not in ends(m, "german_infantry@sicily", "naval")
    assert why_area(m, "german_infantry@sicily", "naval", "hamburg") == "8q"
    assert not ends(m, "german_infantry@bordeaux", "naval") & {"sicily", "tripoli"}
    assert "hamburg" in ends(m, "german_infantry@bordeaux", "naval")
    m = table("allies", armies=["british_infantry@london"])
    assert "marseilles" in ends(m, "british_infantry@london", "naval")


@pytest.mark.rule("downfall", "8r")
def test_axis_armies_do_not_move_on_the_black_sea() -> None:
    control = {"odessa": "axis", "sevastopol": "axis"}
    m = table(
        armies=["german_infantry@constanta", "german_infantry@hamburg"], control=control, total_war=["axis"]
    )
    assert ends(m, "german_infantry@constanta", "naval") == set()
    assert why_area(m, "german_infantry@hamburg", "naval", "odessa") == "8r"
    m = table("ussr", armies=["soviet_infantry@sevastopol"], turn=8)
    assert ends(m, "soviet_infantry@sevastopol", "naval") == {"odessa", "krivoi_rog", "krasnodar", "tbilisi"}
    # The Baltic carries Soviet armies, though not their supply. [7h]
    m = table("ussr", armies=["soviet_infantry@leningrad"], turn=8)
    assert ends(m, "soviet_infantry@leningrad", "naval") == {"tallinn", "riga"}


def canals_open(holder: str) -> tuple[int, int]:
    """The canals open to the Allies and to the Axis when a side holds Suez, as bits."""
    found = []
    for side in ("allies", "axis"):
        g = board(table(side, control={"suez": holder}))
        found.append(supply.open_canals(g, g.side))
    return found[0], found[1]


@pytest.mark.rule("downfall", "8p")
def test_the_straits_of_turkey_are_closed_to_all_and_the_canal_to_who_does_not_hold_it() -> None:
    m = table("allies", armies=["british_infantry@crete"], control={"varna": "allies"})
    assert "varna" not in ends(m, "british_infantry@crete", "naval")
    assert why_area(m, "british_infantry@crete", "naval", "varna") == "8p"
    # The Axis may not pass Gibraltar nor round the Cape: who holds the canal makes no difference to it.
    for holder in ("axis", "allies"):
        control = {"suez": holder, "canada": "axis", "alexandria": "axis"}
        m = table(armies=["german_infantry@alexandria"], control=control)
        assert "canada" not in ends(m, "german_infantry@alexandria", "naval")
    assert canals_open("axis") == (0, 1)


@pytest.mark.rule("downfall", "8c")
@pytest.mark.rule("downfall", "8p")
def test_a_long_naval_movement_needs_two_supply_units() -> None:
    m = table("allies", armies=["british_infantry@london"], supply=1)
    far = ends(m, "british_infantry@london", "naval")
    assert "calais" in far and "suez" not in far
    assert why_area(m, "british_infantry@london", "naval", "suez") == "8c"


@pytest.mark.rule("downfall", "8p")
@pytest.mark.rule("downfall", "5a")
def test_the_sea_leads_to_and_from_america_where_room_is_without_limit() -> None:
    m = table("allies", armies=["british_infantry@london", "3 british_infantry@canada"])
    assert go(m, "british_infantry@london", "naval", "canada") == 2
    assert len(where(m, "canada")) == 4


@pytest.mark.rule("downfall", "9i")
@pytest.mark.rule("downfall", "9g")
def test_politics_bind_journeys_by_their_ends() -> None:
    # R44: departure and arrival count, the sea does not.
    m = table(armies=["german_infantry@taranto"], turn=4)
    assert not ends(m, "german_infantry@taranto", "naval") & {"tripoli", "tobruk", "helsinki"}
    assert why_area(m, "german_infantry@taranto", "naval", "tripoli") == "9i"
    m = table("allies", armies=["british_infantry@london"], turn=1)
    assert why(m, "unit:british_infantry@london") == "9g"
    m = table("allies", armies=["british_infantry@london", "german_infantry@london"], turn=1)
    assert why_kind(m, "british_infantry@london", "naval") == "9g"
    m = table("allies", armies=["british_infantry@london"], turn=1)
    board(m).west_attacked = 1
    m = Match(m.game, m.setup, m.state)
    assert "calais" in ends(m, "british_infantry@london", "naval")


@pytest.mark.rule("downfall", "9d")
@pytest.mark.rule("downfall", "9e")
def test_the_four_italians_are_counted_when_a_journey_ends_abroad() -> None:
    m = table(armies=["italian_infantry@milan", "3 italian_infantry@rome"])
    assert not ends(m, "italian_infantry@milan", "strategic") & {"munich", "berlin"}
    assert why_area(m, "italian_infantry@milan", "strategic", "berlin") == "9e"
    assert "sicily" in ends(m, "italian_infantry@milan", "strategic")
    m = table(armies=["italian_infantry@milan", "3 italian_infantry@rome", "italian_infantry@naples"])
    assert "berlin" in ends(m, "italian_infantry@milan", "strategic")


# --- landings without the development


@pytest.mark.rule("downfall", "8s")
@pytest.mark.rule("downfall", "8d")
@pytest.mark.rule("downfall", "8t")
def test_a_landing_leads_from_a_controlled_coast_to_an_uncontrolled_one_for_two_units() -> None:
    m = table(armies=["german_infantry@hamburg"], turn=2, at_war=["germany", "united_kingdom", "france"])
    assert ends(m, "german_infantry@hamburg", "land") == {"oslo"}
    assert go(m, "german_infantry@hamburg", "land", "oslo") == 2
    unit = unit_at(board(m), "german_infantry", "oslo")
    assert board(m).cond[unit] & OPERATED and board(m).cond[unit] & LANDED
    assert (board(m).landings, board(m).line_landings) == (1, 1)
    m = table(armies=["german_infantry@hamburg"], turn=2, control={"oslo": "axis"})
    assert why_kind(m, "german_infantry@hamburg", "land") == "8s"
    m = table(armies=["german_infantry@hamburg"], turn=2, control={"hamburg": "allies"})
    assert why_kind(m, "german_infantry@hamburg", "land") == "8s"
    m = table(armies=["german_infantry@berlin"], turn=2)
    assert why_kind(m, "german_infantry@berlin", "land") == "8s"


@pytest.mark.rule("downfall", "8d")
def test_a_landing_needs_two_supply_units() -> None:
    m = table(armies=["german_infantry@hamburg"], turn=2, supply=1)
    assert ends(m, "german_infantry@hamburg", "land") == set()
    assert why_kind(m, "german_infantry@hamburg", "land") == "8d"


@pytest.mark.rule("downfall", "8t")
def test_without_the_development_one_infantry_army_a_turn_lands_along_a_line() -> None:
    armies = [
        "2 german_infantry@hamburg",
        "german_armor@hamburg",
        "2 british_infantry@london",
        "british_armor@london",
    ]
    m = table(armies=armies, turn=2, control={"calais": "axis"})
    assert why_kind(m, "german_armor@hamburg", "land") == "8t"
    go(m, "german_infantry@hamburg", "land", "oslo")
    assert why_kind(m, "german_infantry@hamburg", "land") == "8t"
    # No army can land on other coasts, not even those of the development's list.
    m = table("allies", armies=armies, turn=6, control={"calais": "axis", "brussels": "axis", "caen": "axis"})
    assert ends(m, "british_infantry@london", "land") == {"calais"}
    trial = journey(Match(m.game, m.setup, m.state.fork()), "british_infantry@london", "land")
    assert (why(trial, "area:brussels"), why(trial, "area:caen")) == ("8t", "8t")
    assert why(trial, "unit:british_infantry@london") == "8s"


@pytest.mark.rule("downfall", "8r")
def test_the_axis_does_not_land_over_the_black_sea() -> None:
    control = {"sevastopol": "axis"}
    m = table(armies=["german_infantry@sevastopol"], control=control, barbarossa=7, turn=8)
    assert ends(m, "german_infantry@sevastopol", "land") == set()
    assert why_kind(m, "german_infantry@sevastopol", "land") == "8r"
    m = table("ussr", armies=["soviet_infantry@sevastopol"], control={"odessa": "axis"}, turn=8)
    assert ends(m, "soviet_infantry@sevastopol", "land") == {"odessa"}


@pytest.mark.rule("downfall", "19b")
@pytest.mark.rule("downfall", "19f")
def test_in_winter_armies_land_along_mediterranean_lines_only() -> None:
    for turn, rule in ((5, "19b"), (6, "")):
        m = table("allies", armies=["british_infantry@london"], turn=turn, control={"calais": "axis"})
        if rule:
            assert why_kind(m, "british_infantry@london", "land") == rule
        else:
            assert ends(m, "british_infantry@london", "land") == {"calais"}
    m = table(armies=["italian_infantry@taranto"], turn=5, control={"albania": "allies"})
    assert ends(m, "italian_infantry@taranto", "land") == {"albania"}
    # The places of the development are not lines, not even in the Mediterranean.
    control = {"marseilles": "axis", "sicily": "axis", "tunisia": "allies"}
    m = table("allies", armies=["british_infantry@tunisia"], turn=17, control=control, developments=LANDINGS)
    assert ends(m, "british_infantry@tunisia", "land") == {"sicily", "sardinia"}
    assert why_area(m, "british_infantry@tunisia", "land", "marseilles") == "19b"
    m = table("allies", armies=["british_infantry@tunisia"], turn=18, control=control, developments=LANDINGS)
    assert "marseilles" in ends(m, "british_infantry@tunisia", "land")


# --- fighting ashore


@pytest.mark.rule("downfall", "8d")
@pytest.mark.rule("downfall", "17e")
@pytest.mark.rule("downfall", "16c")
@pytest.mark.rule("downfall", "8s")
def test_the_first_army_ashore_among_enemies_attacks_across_the_coast() -> None:
    armies = ["british_infantry@london", "german_infantry@calais", "german_armor@calais"]
    m = table("allies", armies=armies, control={"calais": "axis"})
    assert go(m, "british_infantry@london", "land", "calais") == 2
    assert isinstance(m.state.agenda[-1], AttackAfterLanding)
    assert marks(m) == {"german_infantry", "german_armor"} and "button:stop" not in offers(m)
    assert why(m, "button:stop") == "17e"
    assert why(m, "unit:british_infantry@calais") == "8l"
    assert m.prompts[0].rule == "17e"
    m.play("unit:german_infantry@calais")
    attack = board(m).attacks[0]
    assert attack.via == BY_SEA
    assert (combat.attack_factor(board(m), attack), combat.defence_factor(board(m), attack)) == (4, 6)
    assert stock(m) == 10  # the attack costs nothing more


@pytest.mark.rule("downfall", "17c")
@pytest.mark.rule("downfall", "8s")
def test_an_army_landing_beside_own_armies_may_attack_but_not_support() -> None:
    germans = ["german_infantry@calais", "german_armor@calais"]
    armies = ["british_infantry@london", "british_armor@calais", "american_infantry@calais"]
    m = table("allies", armies=[*armies, *germans], control={"calais": "axis"})
    order(m, "british_armor@calais", attack="german_infantry")
    go(m, "british_infantry@london", "land", "calais")  # R31: contested but not controlled
    # Three armies against two: one of them could support, but not this one.
    assert marks(m) == {"german_armor"} and "button:stop" in offers(m)
    assert why(m, "unit:german_infantry@calais") == "17c"
    m.play("button:stop")
    assert len(board(m).attacks) == 1 and board(m).attacks[0].supports == ()
    order(m, "american_infantry@calais", attack="german_infantry")
    assert len(board(m).attacks[0].supports) == 1
    # With the only enemy struck already there is nothing to decide.
    m = table("allies", armies=[*armies, germans[0]], control={"calais": "axis"})
    order(m, "british_armor@calais", attack="german_infantry")
    go(m, "british_infantry@london", "land", "calais")
    assert not isinstance(m.state.agenda[-1], AttackAfterLanding)


@pytest.mark.rule("downfall", "8s")
def test_a_controlled_area_is_not_landed_in_though_enemies_are_there() -> None:
    armies = ["british_infantry@london", "british_infantry@calais", "german_infantry@calais"]
    m = table("allies", armies=armies, control={"bergen": "allies"})
    assert ends(m, "british_infantry@london", "land") == set()
    assert why_kind(m, "british_infantry@london", "land") == "8s"
    assert "calais" in ends(m, "british_infantry@london", "naval")  # R31


@pytest.mark.rule("downfall", "17e")
@pytest.mark.rule("downfall", "17f")
def test_an_army_that_could_not_attack_ashore_does_not_land_first() -> None:
    armies = ["british_infantry@alexandria", "german_infantry@crete"]
    m = table("allies", armies=armies, control={"crete": "axis"})
    assert ends(m, "british_infantry@alexandria", "land") == {"crete"}
    unit = unit_at(board(m), "german_infantry", "crete")
    board(m).cond[unit] |= HIT_BY_USSR
    m = Match(m.game, m.setup, m.state)
    assert why_kind(m, "british_infantry@alexandria", "land") == "17e"


@pytest.mark.rule("downfall", "5")
def test_no_landing_where_three_armies_of_the_side_stand() -> None:
    armies = ["british_infantry@london", "3 british_infantry@calais", "german_infantry@calais"]
    m = table("allies", armies=armies, control={"calais": "axis"})
    assert why_kind(m, "british_infantry@london", "land") == "5"


@pytest.mark.rule("downfall", "7g")
def test_a_landing_makes_a_beachhead_that_carries_supply() -> None:
    around = dict.fromkeys(("calais", "brussels", "reims", "paris", "caen"), "axis")
    m = table("allies", armies=["british_infantry@london", "german_infantry@calais"], control=around)
    g = board(m)
    calais = g.t.area_index["calais"]
    go(m, "british_infantry@london", "land", "calais")
    assert g.beach[calais] == 1 << ALLIES
    unit = unit_at(g, "british_infantry", "calais")
    assert supply.has_line(g, unit)
    g.mark_beach(calais, 0)
    g.supplied = None
    assert not supply.has_line(g, unit)


@pytest.mark.rule("downfall", "7g")
def test_an_army_ashore_lives_through_the_end_of_its_turn() -> None:
    m = table(
        "allies",
        armies=["british_infantry@london", "german_infantry@calais"],
        control={"calais": "axis"},
        dice=[6, 6],
        supply={"allies": 2},
    )
    go(m, "british_infantry@london", "land", "calais")
    m.play("unit:german_infantry@calais")
    m.play("button:combat")  # 4 to 5 + 1, with dice alike: the attacker loses
    assert where(m, "calais") == ["german_infantry"]
    m = table(
        "allies",
        armies=["british_infantry@london", "german_infantry@calais"],
        control={"calais": "axis"},
        dice=[3, 1],
        supply={"allies": 2},
    )
    go(m, "british_infantry@london", "land", "calais")
    m.play("unit:german_infantry@calais")
    m.play("button:combat")  # a tie: both stay, reduced
    assert where(m, "calais") == ["british_infantry", "german_infantry"]


@pytest.mark.rule("downfall", "2i")
@pytest.mark.rule("downfall", "4g")
def test_a_landing_sets_off_what_entering_sets_off() -> None:
    m = table(
        armies=["italian_infantry@taranto"],
        at_war=["germany", "italy", "united_kingdom"],
        control={"albania": "neutral"},
    )
    assert ends(m, "italian_infantry@taranto", "land") == set()  # Albania is Italian: of its own side
    m = table("allies", armies=["british_infantry@alexandria"], at_war=["united_kingdom", "germany"])
    assert why_kind(m, "british_infantry@alexandria", "land") == "2k"  # Greece would join the Allies
    m = table("allies", armies=["british_infantry@tunisia"], at_war=["united_kingdom", "france", "germany"])
    go(m, "british_infantry@tunisia", "land", "sicily")
    g = board(m)
    assert g.status[g.t.country_index["italy"]] == 1


# --- landings with the development


def lands(m: Match, army: str, area: str) -> str:
    """Land an army there if it can; otherwise the rule that forbids it."""
    if area in ends(m, army, "land"):
        go(m, army, "land", area)
        return ""
    trial = Match(m.game, m.setup, m.state.fork())
    lead(trial, army)
    if "button:land" not in offers(trial):
        return why(trial, "button:land")
    trial.play("button:land")
    return why(trial, f"area:{area}")


@pytest.mark.rule("downfall", "13.9")
@pytest.mark.rule("downfall", "13.9b")
@pytest.mark.rule("downfall", "13.9c")
def test_with_the_development_three_armies_of_any_kind_land_a_turn() -> None:
    control = {"calais": "axis", "caen": "axis", "nantes": "axis"}
    armies = ["british_infantry@london", "british_armor@london", "2 american_infantry@plymouth"]
    m = table("allies", armies=armies, control=control, developments=LANDINGS, turn=14)
    assert lands(m, "british_armor@london", "calais") == ""
    assert lands(m, "british_infantry@london", "calais") == ""
    assert lands(m, "american_infantry@plymouth", "caen") == ""
    assert (board(m).landings, board(m).line_landings, stock(m)) == (3, 3, 6)
    assert why_kind(m, "american_infantry@plymouth", "land") == "13.9b"
    # Without it the very same is refused.
    m = table("allies", armies=armies, control=control, turn=14)
    assert lands(m, "british_armor@london", "calais") == "8t"


@pytest.mark.rule("downfall", "13.9j")
@pytest.mark.rule("downfall", "13.9c")
def test_in_1944_four_armies_land_of_which_three_along_lines() -> None:
    control = {"calais": "axis", "caen": "axis", "nantes": "axis", "bordeaux": "axis"}
    armies = ["3 british_infantry@london", "3 american_infantry@plymouth"]
    for turn, fourth in ((14, "13.9b"), (18, ""), (22, "13.9b")):
        m = table("allies", armies=armies, control=control, developments=LANDINGS, turn=turn)
        for _ in range(3):
            assert lands(m, "british_infantry@london", "calais") == ""
        assert lands(m, "american_infantry@plymouth", "caen") == ("13.9c" if turn == 18 else "13.9b")
        assert lands(m, "american_infantry@plymouth", "nantes") == fourth  # R15: one of the listed places
        if not fourth:
            assert lands(m, "american_infantry@plymouth", "bordeaux") == "13.9b"


LISTED: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = [
    ("13.9d", "plymouth", ("united_states", "canada"), ("london", "ireland")),
    ("13.9d", "liverpool", ("united_states", "canada"), ("scotland",)),
    ("13.9d", "york", ("united_states", "canada"), ("london",)),
    ("13.9d", "scotland", ("united_states", "canada"), ("york",)),
    ("13.9d", "ireland", ("united_states", "canada"), ("liverpool",)),
    (
        "13.9e",
        "nantes",
        ("united_states", "canada", "london", "plymouth", "liverpool", "york", "scotland"),
        ("calais",),
    ),
    ("13.9e", "bordeaux", ("united_states", "canada", "london", "scotland"), ("nantes", "ireland")),
    ("13.9f", "casablanca", ("united_states", "canada"), ("london",)),
    ("13.9f", "oran", ("united_states", "canada"), ("marseilles",)),
    ("13.9f", "algiers", ("united_states", "canada"), ("london",)),
    ("13.9f", "suez", ("united_states", "canada"), ("london", "crete")),
    (
        "13.9g",
        "brussels",
        ("london", "plymouth", "liverpool", "york", "scotland"),
        ("united_states", "calais"),
    ),
    ("13.9g", "bergen", ("london", "scotland"), ("canada",)),
    ("13.9h", "marseilles", ("tunisia",), ("united_states", "algiers", "london")),
]


@pytest.mark.rule("downfall", "13.9d")
@pytest.mark.rule("downfall", "13.9e")
@pytest.mark.rule("downfall", "13.9f")
@pytest.mark.rule("downfall", "13.9g")
@pytest.mark.rule("downfall", "13.9h")
@pytest.mark.parametrize(("rule", "place", "origins", "others"), LISTED)
def test_one_army_a_turn_lands_in_each_listed_place(
    rule: str, place: str, origins: tuple[str, ...], others: tuple[str, ...]
) -> None:
    assert rule.startswith("13.9")
    for origin in origins:
        m = table(
            "allies",
            armies=[f"2 british_infantry@{origin}"],
            control={place: "axis"},
            developments=LANDINGS,
            turn=14,
        )
        assert lands(m, f"british_infantry@{origin}", place) == ""
        assert board(m).line_landings == 0
        assert lands(m, f"british_infantry@{origin}", place) == "13.9"
        # Nothing of it without the development.
        m = table("allies", armies=[f"british_infantry@{origin}"], control={place: "axis"}, turn=14)
        assert lands(m, f"british_infantry@{origin}", place) == "8t"
    for origin in others:
        m = table(
            "allies",
            armies=[f"british_infantry@{origin}"],
            control={place: "axis"},
            developments=LANDINGS,
            turn=14,
        )
        assert place not in ends(m, f"british_infantry@{origin}", "land")


@pytest.mark.rule("downfall", "13.9d")
def test_london_itself_is_not_on_the_list() -> None:
    m = table(
        "allies",
        armies=["british_infantry@canada"],
        control={"london": "axis"},
        developments=LANDINGS,
        turn=14,
    )
    assert "london" not in ends(m, "british_infantry@canada", "land")


@pytest.mark.rule("downfall", "13.9i")
def test_one_army_a_turn_lands_in_trondheim() -> None:
    control = {"trondheim": "axis", "bergen": "axis"}
    m = table(
        "allies", armies=["3 british_infantry@scotland"], control=control, developments=LANDINGS, turn=14
    )
    assert lands(m, "british_infantry@scotland", "trondheim") == ""
    assert lands(m, "british_infantry@scotland", "trondheim") == "13.9i"
    assert lands(m, "british_infantry@scotland", "bergen") == ""
    # Along other lines the limit is that of all lines together.
    m = table(
        "allies",
        armies=["3 british_infantry@london"],
        control={"calais": "axis"},
        developments=LANDINGS,
        turn=14,
    )
    assert [lands(m, "british_infantry@london", "calais") for _ in range(3)] == ["", "", ""]


@pytest.mark.rule("downfall", "4.6b")
def test_only_a_landing_that_needs_the_development_shows_it() -> None:
    control = {"calais": "axis", "nantes": "axis"}
    for armies, area, shown in (
        (["british_infantry@london"], "calais", False),
        (["british_armor@london"], "calais", True),
        (["british_infantry@london"], "nantes", True),
    ):
        m = table("allies", armies=armies, control=control, developments=LANDINGS, turn=14)
        lands(m, armies[0], area)
        assert board(m).tile_known[board(m).t.tile_index["allies_amphibious_landings"]] is shown
    m = table("allies", armies=["2 british_infantry@london"], control=control, developments=LANDINGS, turn=14)
    lands(m, "british_infantry@london", "calais")
    lands(m, "british_infantry@london", "calais")  # the second of the turn
    assert board(m).tile_known[board(m).t.tile_index["allies_amphibious_landings"]]


# --- words


@pytest.mark.rule("downfall", "8a")
def test_a_journey_asks_for_its_end_and_says_by_which_rule() -> None:
    armies = ["british_infantry@london"]
    for kind, rule in (("strategic", "8n"), ("naval", "8p"), ("land", "8s")):
        m = journey(
            table("allies", armies=armies, control={"calais": "axis"}), "british_infantry@london", kind
        )
        step = m.state.agenda[-1]
        assert isinstance(step, LongMove)
        assert m.prompts[0].rule == rule and "London" in m.prompts[0].text
        assert type(step).unpack(step.pack()).pack() == step.pack()
        assert told(m, "unit:british_infantry@london").rule == rule
        assert why(m, "area:berlin") == (rule if kind != "land" else "8t")
        assert step.why_not(board(m), 1, board(m).ids.tile) is None


def test_what_the_map_does_not_offer_is_no_landing() -> None:
    m = table("allies", armies=["british_infantry@liverpool"], control={"calais": "axis"})
    assert why_kind(m, "british_infantry@liverpool", "land") == "8t"
