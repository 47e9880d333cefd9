"""Political restrictions on operations. [9]"""

from typing import Any

import pytest

from sandtable.engine.match import Match
from sandtable.games.downfall.components.constants import AXIS, NEUTRAL, USSR
from sandtable.games.downfall.rules import operations, politics
from sandtable.games.downfall.testing import unit_at
from tests.games.downfall.clicks import (
    T,
    areas,
    attacks,
    board,
    can,
    ends,
    lead,
    marks,
    offers,
    order,
    table,
    told,
    where,
    why,
)

EARLY = ["germany", "finland", "united_kingdom", "france", "ussr"]  # at war in 1940


# --- armies bound to some countries


@pytest.mark.rule("downfall", "9")
def test_every_nation_has_its_ground() -> None:
    lands = {
        "finland": {"finland"},
        "belgium": {"belgium"},
        "greece": {"greece"},
        "yugoslavia": {"yugoslavia"},
        "bulgaria": {"bulgaria", "greece", "yugoslavia"},
        "romania": {"romania", "ussr"},
        "hungary": {"hungary", "ussr"},
        "italy": {"italy", "albania", "yugoslavia", "greece", "libya", "egypt", "french_north_africa"},
    }
    for country in range(T.n_countries):
        name = T.country_id[country]
        if name in ("denmark", "norway"):
            continue
        for area in range(T.n_areas):
            land = T.territory_id[T.area_territory[area]]
            assert T.may_operate[country][area] == (name not in lands or land in lands[name])


@pytest.mark.rule("downfall", "9a")
def test_finns_stay_in_finland() -> None:
    m = table(armies=["finnish_infantry@karelia"])
    lead(m, "finnish_infantry@karelia")
    assert areas(m) == {"helsinki"}
    for area in ("leningrad", "tikhvin", "archangel", "moscow"):
        assert told(m, f"area:{area}") == ("Armies of Finland may not operate there.", "9a")


@pytest.mark.rule("downfall", "9a")
def test_belgians_fight_in_belgium_or_not_at_all() -> None:
    m = table("allies", ["belgian_infantry@brussels"], turn=3)
    assert told(m, "unit:belgian_infantry@brussels") == ("Armies of Belgium may not operate there.", "9a")
    m = table("allies", ["belgian_infantry@brussels", "german_infantry@brussels"], turn=3)
    lead(m, "belgian_infantry@brussels")
    assert offers(m) == ["unit:german_infantry@brussels"]
    assert (
        why(m, "area:reims") == "9a" and why(m, "button:strategic") == "8n" and why(m, "button:naval") == "8p"
    )


@pytest.mark.rule("downfall", "9a")
def test_greeks_and_yugoslavs_do_not_help_each_other() -> None:
    m = table("allies", ["greek_infantry@salonica", "yugoslav_infantry@skopje"], turn=9)
    lead(m, "greek_infantry@salonica")
    assert areas(m) == {"ioanina"} and why(m, "area:skopje") == "9a"
    m.undo()
    lead(m, "yugoslav_infantry@skopje")
    assert areas(m) == {"nis"} and why(m, "area:albania") == "9a" and why(m, "area:salonica") == "9a"


@pytest.mark.rule("downfall", "9a")
def test_partisans_are_bound_too() -> None:
    m = table(
        "allies", ["yugoslav_infantry@zagreb"], turn=11, surrendered={"yugoslavia": "axis"}, partisans=True
    )
    lead(m, "yugoslav_infantry@zagreb")
    assert areas(m) == {"belgrad", "sarajevo"} and why(m, "area:venice") == "9a"


@pytest.mark.rule("downfall", "9b")
def test_bulgarians_go_to_greece_and_yugoslavia() -> None:
    m = table(armies=["bulgarian_infantry@sofia"])
    lead(m, "bulgarian_infantry@sofia")
    assert areas(m) == {"varna", "nis", "skopje", "salonica"}
    assert told(m, "area:bucharest") == ("Armies of Bulgaria may not operate there.", "9b")
    m.play("area:skopje")
    assert "albania" not in areas(m) and why(m, "area:albania") == "9b"


@pytest.mark.rule("downfall", "9c")
def test_romanians_and_hungarians_go_to_the_soviet_union() -> None:
    m = table(armies=["romanian_infantry@brasov", "hungarian_infantry@debrecen"])
    lead(m, "romanian_infantry@brasov")
    assert areas(m) == {"bucharest", "timisoara", "constanta", "tarnopol", "vinnitsa"}
    assert told(m, "area:debrecen") == ("Armies of Romania may not operate there.", "9c")
    m.undo()
    lead(m, "hungarian_infantry@debrecen")
    assert areas(m) == {"budapest", "tarnopol"}
    for area in ("brasov", "tarnow", "bratislava"):
        assert why(m, f"area:{area}") == "9c"


@pytest.mark.rule("downfall", "9c")
def test_a_way_back_home_over_foreign_ground_is_closed() -> None:
    """The areas on the way count as much as the ends."""
    m = table(armies=["romanian_infantry@kovel"], control={"kovel": "axis", "tarnopol": "axis"})
    lead(m, "romanian_infantry@kovel")
    assert {"warsaw", "tarnow"} & areas(m) == set()
    m.play("area:tarnopol")
    assert "brasov" in areas(m) and "debrecen" not in areas(m)


# --- Italians


def italians(home: int, *abroad: str, **more: Any) -> Match:
    """Return a number of Italian armies at home, and some elsewhere."""
    places = ["milan", "rome", "naples", "taranto", "sicily", "venice", "florence", "tripoli"][:home]
    return table(armies=[*[f"italian_infantry@{place}" for place in places], *abroad], **more)


@pytest.mark.rule("downfall", "9d")
def test_four_italian_armies_stay_in_their_theatre() -> None:
    m = italians(4, control={"lyon": "axis"})
    lead(m, "italian_infantry@milan", "venice")
    assert {"zagreb", "florence"} <= areas(m)  # Yugoslavia is open to them
    m.undo()
    assert told(m, "area:lyon") == ("4 armies of Italy must stay in their own theatre.", "9e")
    m = italians(4, "italian_infantry@albania")
    assert can(m, "italian_infantry@albania", "ioanina")
    m = italians(4, "italian_infantry@tobruk")
    assert can(m, "italian_infantry@tobruk", "sidi_barrani", "el_alamein")


@pytest.mark.rule("downfall", "9e")
def test_the_fifth_may_go_anywhere_and_then_no_other() -> None:
    m = italians(5, "german_infantry@vienna")
    order(m, "italian_infantry@milan", "venice", "vienna")
    assert where(m, "vienna") == ["german_infantry", "italian_infantry"]
    lead(m, "italian_infantry@rome", "florence", "venice")
    assert "vienna" not in areas(m) and why(m, "area:vienna") == "9e"


@pytest.mark.rule("downfall", "9e")
def test_passing_foreign_ground_is_free_when_the_way_ends_at_home() -> None:
    """R52."""
    m = italians(3, "italian_infantry@innsbruck")
    assert can(m, "italian_infantry@innsbruck", "venice")  # coming home
    reach = ends(m, "italian_infantry@innsbruck")
    assert "venice" in reach and all(T.may_operate[T.country_index["italy"]][T.area_index[a]] for a in reach)
    assert "munich" in ends(italians(4, "italian_infantry@innsbruck"), "italian_infantry@innsbruck")
    m = italians(2, "italian_infantry@zagreb", control={"zagreb": "axis"})
    assert can(m, "italian_infantry@zagreb", "vienna", "venice")  # out and in again
    lead(m, "italian_infantry@zagreb", "vienna")
    assert "button:stop" not in offers(m) and why(m, "button:stop") == "9e"


@pytest.mark.rule("downfall", "9e")
def test_italians_abroad_neither_attack_nor_support_while_too_few_are_at_home() -> None:
    """R52: standing and defending is not operating."""
    enemies = ["soviet_infantry@voronezh", "german_infantry@voronezh", "italian_infantry@voronezh"]
    for home, free in ((3, False), (4, True)):
        m = italians(home, *enemies, turn=12, barbarossa=7)
        order(m, "german_infantry@voronezh", attack="soviet_infantry")
        assert can(m, "italian_infantry@voronezh", attack="soviet_infantry") == free  # a support
        m = italians(home, *enemies, turn=12, barbarossa=7)
        assert can(m, "italian_infantry@voronezh", attack="soviet_infantry") == free  # an attack
    m = italians(3, *enemies, turn=12, barbarossa=7, control={"kursk": "axis"})
    assert why(m, "unit:italian_infantry@voronezh") == "8"  # several rules stand in its way
    unit = unit_at(board(m), "italian_infantry", "voronezh")
    target = unit_at(board(m), "soviet_infantry", "voronezh")
    refusal = politics.why_not_strike(board(m), unit, target, T.area_index["voronezh"])
    assert refusal is not None and refusal.rule == "9e"


@pytest.mark.rule("downfall", "9e")
def test_an_italian_abroad_who_can_only_come_home_is_told_so() -> None:
    enemies = ["french_infantry@lyon", "german_infantry@lyon", "italian_infantry@lyon"]
    m = italians(3, *enemies, turn=4)
    order(m, "german_infantry@lyon", attack="french_infantry")
    lead(m, "italian_infantry@lyon")
    assert offers(m) == ["area:milan"]
    assert why(m, "unit:french_infantry@lyon") == "9e"


# --- Calais


@pytest.mark.rule("downfall", "9f")
def test_british_in_calais_are_attacked_after_the_french_there() -> None:
    armies = ["british_infantry@calais", "french_infantry@calais", "2 german_infantry@calais"]
    m = table(armies=armies, turn=2)
    lead(m, "german_infantry@calais")
    assert marks(m) == {"french_infantry"}
    assert told(m, "unit:british_infantry@calais") == (
        "In Calais an army of France must be attacked before this one.",
        "9f",
    )
    m.play("unit:french_infantry@calais")
    order(m, "german_infantry@calais", attack="british_infantry")
    assert [T.type_id[T.unit_type[a.defender]] for a in attacks(m)] == ["french_infantry", "british_infantry"]


@pytest.mark.rule("downfall", "9f")
def test_without_french_armies_calais_protects_nobody() -> None:
    """R41."""
    m = table(armies=["british_infantry@calais", "german_infantry@calais"], turn=2)
    assert can(m, "german_infantry@calais", attack="british_infantry")
    elsewhere = ["british_infantry@paris", "french_infantry@paris", "german_infantry@paris"]
    m = table(armies=elsewhere, turn=2)
    assert can(m, "german_infantry@paris", attack="british_infantry")


@pytest.mark.rule("downfall", "9f")
def test_an_attack_on_french_armies_elsewhere_does_not_help() -> None:
    armies = ["british_infantry@calais", "french_infantry@calais", "german_infantry@calais"]
    m = table(armies=[*armies, "german_infantry@reims", "french_infantry@reims"], turn=2)
    order(m, "german_infantry@reims", attack="french_infantry")
    lead(m, "german_infantry@calais")
    assert why(m, "unit:british_infantry@calais") == "9f"


# --- the first turn


@pytest.mark.rule("downfall", "9g")
def test_allied_armies_wait_on_the_first_turn() -> None:
    armies = ["french_infantry@paris", "british_infantry@alexandria", "british_infantry@london"]
    m = table("allies", armies, turn=1, at_war=EARLY)
    for army in armies:
        assert told(m, f"unit:{army}") == (
            "In Winter 1940 armies of the Allies do not move unless Germany attacks France or "
            "Belgium in that turn.",
            "9g",
        )
    m = table("allies", armies, turn=1, at_war=EARLY)
    board(m).west_attacked = 1
    for army in armies:
        assert f"unit:{army}" in offers(m)
    m = table("allies", armies, turn=2)
    assert can(m, "french_infantry@paris", "orleans")


@pytest.mark.rule("downfall", "9g")
def test_no_journey_and_no_march_on_the_first_turn_but_attacks_in_place() -> None:
    armies = ["british_infantry@alexandria reduced", "british_infantry@suez", "italian_infantry@suez"]
    m = table("allies", armies, turn=1, points=2)
    lead(m, "british_infantry.reduced@alexandria")
    assert offers(m) == ["button:upgrade"]
    for key in ("area:suez", "button:strategic", "button:naval", "button:land"):
        assert why(m, key) == "9g"
    m.undo()
    lead(m, "british_infantry@suez")
    assert offers(m) == ["unit:italian_infantry@suez"] and why(m, "area:alexandria") == "9g"


@pytest.mark.rule("downfall", "9g")
def test_the_others_move_on_the_first_turn() -> None:
    m = table("ussr", ["soviet_infantry@leningrad"], turn=1, at_war=EARLY)
    assert can(m, "soviet_infantry@leningrad", "tallinn")
    m = table("axis", ["german_infantry@berlin"], turn=1, at_war=EARLY)
    assert can(m, "german_infantry@berlin", "hamburg")


# --- Karelia


@pytest.mark.rule("downfall", "9h")
def test_finns_attack_in_karelia_while_the_axis_holds_it() -> None:
    armies = ["finnish_infantry@karelia", "soviet_infantry@karelia"]
    m = table(armies=armies, turn=1, at_war=EARLY)
    assert can(m, "finnish_infantry@karelia", attack="soviet_infantry")
    m = table(armies=armies, turn=1, at_war=EARLY, control={"karelia": "ussr"})
    lead(m, "finnish_infantry@karelia")
    assert offers(m) == ["area:helsinki"]
    assert told(m, "unit:soviet_infantry@karelia") == (
        "Armies of Finland do not attack in Karelia while the Soviet Union controls it.",
        "9h",
    )


@pytest.mark.rule("downfall", "9h")
def test_finns_support_a_german_attack_in_karelia_under_soviet_control() -> None:
    armies = ["finnish_infantry@karelia", "german_infantry@karelia", "soviet_infantry@karelia"]
    m = table(armies=armies, turn=7, control={"karelia": "ussr"})
    order(m, "german_infantry@karelia", attack="soviet_infantry")
    order(m, "finnish_infantry@karelia", attack="soviet_infantry")
    assert attacks(m)[0].supports == (unit_at(board(m), "finnish_infantry", "karelia"),)


@pytest.mark.rule("downfall", "9h")
def test_finns_do_not_enter_soviet_karelia_first() -> None:
    """They would have to attack there, and must not."""
    armies = ["finnish_infantry@helsinki", "soviet_infantry@karelia"]
    m = table(armies=armies, turn=3, at_war=EARLY, control={"karelia": "ussr"})
    assert told(m, "unit:finnish_infantry@helsinki").rule == "9h"
    m = table(armies=armies[:1], turn=3, at_war=EARLY, control={"karelia": "ussr"})
    assert can(m, "finnish_infantry@helsinki", "karelia")  # empty: no attack is needed
    m = table(armies=[*armies, "finnish_infantry@karelia"], turn=3, at_war=EARLY, control={"karelia": "ussr"})
    assert can(m, "finnish_infantry@helsinki", "karelia")  # beside a Finn: none is needed either


# --- Germany before 1941


@pytest.mark.rule("downfall", "9")
@pytest.mark.rule("downfall", "9i")
@pytest.mark.parametrize(
    ("start", "end"),
    [("sofia", "salonica"), ("leningrad", "karelia"), ("tunisia", "tripoli"), ("albania", "ioanina")],
)
@pytest.mark.parametrize("army", ["german_infantry", "german_armor", "afrika_korps"])
def test_no_german_army_enters_finland_greece_or_africa_before_1941(start: str, end: str, army: str) -> None:
    for turn in (4, 5):
        m = table(armies=[f"{army}@{start}"], turn=turn, control={start: "axis"}, total_war=["axis"])
        lead(m, f"{army}@{start}")
        assert (end in areas(m)) == (turn == 5)
        if turn == 4:
            name = T.area_name[T.area_index[end]]
            assert told(m, f"area:{end}") == (
                f"Armies of Germany may not enter {name} before Winter 1941.",
                "9i",
            )


@pytest.mark.rule("downfall", "9i")
def test_it_binds_germans_only() -> None:
    m = table(armies=["italian_infantry@albania"], turn=4)
    assert can(m, "italian_infantry@albania", "ioanina")
    m = table(armies=["finnish_infantry@helsinki"], turn=4)
    assert can(m, "finnish_infantry@helsinki", "karelia")


# --- Romania


@pytest.mark.rule("downfall", "9")
@pytest.mark.rule("downfall", "9k")
def test_one_german_infantry_army_passes_through_romania() -> None:
    armies = ["2 german_infantry@debrecen", "german_armor@debrecen"]
    m = table(armies=armies, turn=6)
    lead(m, "german_armor@debrecen")
    assert "brasov" not in areas(m)
    assert told(m, "area:brasov") == (
        "Until the Axis is in Total War only one army of Germany may be in Romania or pass through it, "
        "and only infantry.",
        "9k",
    )
    m.undo()
    order(m, "german_infantry@debrecen", "brasov")
    lead(m, "german_infantry@debrecen")
    assert "brasov" not in areas(m) and why(m, "area:brasov") == "9k" and why(m, "area:timisoara") == "9k"


@pytest.mark.rule("downfall", "9k")
def test_a_passage_is_counted_over_the_turn() -> None:
    """R18: who has passed through and is out again still counts."""
    m = table(armies=["2 german_infantry@debrecen"], turn=6)
    order(m, "german_infantry@debrecen", "brasov", "vinnitsa")
    assert board(m).passages == 1
    lead(m, "german_infantry@debrecen")
    assert why(m, "area:brasov") == "9k"


@pytest.mark.rule("downfall", "9k")
def test_an_army_that_stands_in_romania_is_the_one_of_the_turn() -> None:
    m = table(armies=["german_infantry@brasov", "german_infantry@debrecen"], turn=6)
    assert can(m, "german_infantry@brasov", "bucharest", "constanta")
    assert not can(m, "german_infantry@debrecen", "timisoara")
    order(m, "german_infantry@brasov", "tarnopol")
    assert board(m).passages == 1
    assert not can(m, "german_infantry@debrecen", "timisoara")  # nobody is there, but one has passed
    lead(m, "german_infantry@debrecen")
    assert why(m, "area:timisoara") == "9k"
    m = table(armies=["german_infantry@brasov", "german_infantry@debrecen"], turn=6)
    order(m, "german_infantry@brasov", "bucharest")
    assert board(m).passages == 0 and not can(m, "german_infantry@debrecen", "timisoara")


@pytest.mark.rule("downfall", "9k")
def test_total_war_opens_romania_and_others_were_never_bound() -> None:
    armies = ["2 german_infantry@debrecen", "german_armor@debrecen", "german_infantry@brasov"]
    m = table(armies=armies, turn=6, total_war=["axis"])
    assert can(m, "german_armor@debrecen", "brasov", "vinnitsa") and can(
        m, "german_infantry@debrecen", "brasov"
    )
    m = table("ussr", ["soviet_armor@odessa", "soviet_infantry@odessa"], turn=6)
    assert can(m, "soviet_armor@odessa", "constanta")


@pytest.mark.rule("downfall", "9")
@pytest.mark.rule("downfall", "9k")
def test_neutral_romania_is_closed_to_the_axis() -> None:
    m = table(armies=["german_infantry@tarnow", "german_infantry@debrecen"], turn=4, at_war=EARLY)
    lead(m, "german_infantry@debrecen")
    assert "brasov" not in areas(m) and why(m, "area:brasov") == "2k"


# --- frozen Soviet armies


FROZEN = ("kiev", "riga", "vilnius", "kovel", "tarnopol", "vinnitsa", "odessa")


@pytest.mark.rule("downfall", "9l")
def test_which_areas_are_frozen() -> None:
    assert {T.area_id[area] for area in range(T.n_areas) if T.frozen[area]} == set(FROZEN)


@pytest.mark.rule("downfall", "9l")
@pytest.mark.parametrize("area", FROZEN)
def test_frozen_armies_stay_until_barbarossa_or_1942(area: str) -> None:
    army = f"soviet_infantry@{area}"
    inside = [T.area_id[there] for there in T.neighbours[T.area_index[area]] if T.barbarossa_area[there]]
    m = table("ussr", [army], turn=8)
    reach = ends(m, army)
    assert reach and all(T.axis_ground[T.area_index[there]] for there in reach)
    m = table("ussr", [army], turn=8, control=dict.fromkeys(reach, "ussr"))
    assert not ends(m, army) if f"unit:{army}" in offers(m) else told(m, f"unit:{army}").rule == "9l"
    m = table("ussr", [army], turn=8)
    lead(m, army)
    assert "button:strategic" not in offers(m) and "button:naval" not in offers(m)
    for turn, barbarossa in ((7, 7), (8, 7), (9, 0)):
        m = table("ussr", [army], turn=turn, barbarossa=barbarossa)
        assert set(inside) <= ends(m, army)
        lead(m, army)
        assert "button:strategic" in offers(m)


@pytest.mark.rule("downfall", "9l")
def test_a_frozen_move_is_refused_where_it_would_end() -> None:
    m = table("ussr", ["soviet_infantry@vilnius"], turn=3, at_war=EARLY)
    lead(m, "soviet_infantry@vilnius", "minsk")  # it may go round by Kovel
    assert "button:stop" not in offers(m) and areas(m) == {"kovel"}
    assert told(m, "button:stop") == (
        "Before Barbarossa or Winter 1942 an army may not leave Vilnius unless it moves to ground of "
        "the Axis.",
        "9l",
    )
    assert why(m, "area:smolensk") == "9l"
    assert operations.why_not_operate(board(m), unit_at(board(m), "soviet_infantry", "vilnius")).rule == "9l"


@pytest.mark.rule("downfall", "9l")
def test_frozen_armies_attack_where_they_stand() -> None:
    m = table("ussr", ["soviet_infantry@riga", "german_infantry@riga"], turn=8)
    assert can(m, "soviet_infantry@riga", attack="german_infantry")


@pytest.mark.rule("downfall", "9l")
def test_armies_elsewhere_are_not_frozen() -> None:
    m = table("ussr", ["soviet_infantry@minsk"], turn=3, at_war=EARLY)
    assert can(m, "soviet_infantry@minsk", "kovel")  # not even into the frozen areas
    m = table("axis", ["german_infantry@kiev"], turn=7)
    assert can(m, "german_infantry@kiev", "kharkov")


@pytest.mark.rule("downfall", "9m")
def test_frozen_armies_may_invade() -> None:
    """R55: Axis-held areas, and those of countries of the Axis, before their entry too."""
    m = table("ussr", ["soviet_infantry@vilnius"], turn=3, at_war=EARLY)
    assert can(m, "soviet_infantry@vilnius", "konigsberg") and can(m, "soviet_infantry@vilnius", "warsaw")
    m = table("ussr", ["soviet_infantry@odessa", "romanian_infantry@constanta"], turn=3, at_war=EARLY)
    order(m, "soviet_infantry@odessa", "constanta", attack="romanian_infantry")
    g = board(m)
    assert g.total_war[AXIS] and g.control[T.area_index["bucharest"]] == AXIS
    m = table("ussr", ["soviet_infantry@kovel"], turn=3, at_war=EARLY, control={"vilnius": "axis"})
    assert can(m, "soviet_infantry@kovel", "vilnius")


@pytest.mark.rule("downfall", "9m")
def test_axis_lands_that_are_soviet_already_are_no_axis_ground() -> None:
    m = table("ussr", ["soviet_infantry@vilnius"], turn=6, control={"konigsberg": "ussr"})
    assert not can(m, "soviet_infantry@vilnius", "konigsberg") and can(m, "soviet_infantry@vilnius", "warsaw")
    lead(m, "soviet_infantry@vilnius", "konigsberg")
    assert "button:stop" not in offers(m) and told(m, "button:stop") == (
        "Before Barbarossa or Winter 1942 an army may not leave Vilnius unless it moves to ground of "
        "the Axis.",
        "9l",
    )
    # An enemy army in it changes nothing.
    fight = ["soviet_infantry@vilnius", "german_infantry@konigsberg", "soviet_infantry@konigsberg"]
    m = table("ussr", fight, turn=6, control={"konigsberg": "ussr"})
    assert not can(m, "soviet_infantry@vilnius", "konigsberg", attack="german_infantry")


@pytest.mark.rule("downfall", "9m")
def test_a_frozen_army_may_go_through_axis_ground_but_not_back() -> None:
    m = table("ussr", ["soviet_armor@vinnitsa"], turn=3, at_war=EARLY)
    lead(m, "soviet_armor@vinnitsa", "brasov")
    assert "button:stop" in offers(m)
    m.play("area:tarnopol")  # on the way to Tarnow, say
    assert "button:stop" not in offers(m) and why(m, "button:stop") == "9l"
    assert "tarnow" in areas(m) and why(m, "area:zhitomir") == "9l"


@pytest.mark.rule("downfall", "9m")
def test_winter_war_armies_are_free() -> None:
    armies = ["soviet_infantry@karelia", "finnish_infantry@karelia", "soviet_infantry@leningrad"]
    m = table("ussr", armies, turn=1, at_war=EARLY)
    assert can(m, "soviet_infantry@leningrad", "karelia") and can(m, "soviet_infantry@karelia", "leningrad")
    lead(m, "soviet_infantry@karelia")
    assert why(m, "area:helsinki") == "8k"  # bound by the Finn beside it
    assert board(m).control[T.area_index["karelia"]] == AXIS and board(m).side == USSR


# --- French North Africa


@pytest.mark.rule("downfall", "9")
@pytest.mark.rule("downfall", "18o")
def test_neutral_french_north_africa_is_open_to_the_allies_only() -> None:
    neutral = dict.fromkeys(("casablanca", "oran", "algiers", "constantine", "tunisia"), "neutral")
    fallen = {"france": "axis"}
    m = table(armies=["german_infantry@tripoli"], turn=8, surrendered=fallen, control=neutral)
    board(m).african_neutral = True
    lead(m, "german_infantry@tripoli")
    assert areas(m) == {"sirte"}
    assert told(m, "area:tunisia") == ("French North Africa is neutral; only the Allies may enter it.", "18o")
    held = {**neutral, "tripoli": "allies"}
    m = table("allies", ["british_armor@tripoli"], turn=12, surrendered=fallen, control=held)
    board(m).african_neutral = True
    order(m, "british_armor@tripoli", "tunisia", "constantine")
    g = board(m)
    m.play("button:combat")
    assert g.control[T.area_index["constantine"]] == 1  # area by area; what was only passed stays neutral
    assert g.control[T.area_index["tunisia"]] == NEUTRAL and g.control[T.area_index["algiers"]] == NEUTRAL
