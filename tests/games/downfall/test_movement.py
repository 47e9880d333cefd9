"""Tactical movement, area by area: range, stacking, enemies on the way, high mountains. [5] [8] [16b]"""

import pytest

from sandtable.games.downfall.components.constants import AXIS, POOL, USSR
from sandtable.games.downfall.testing import unit_at
from tests.games.downfall.clicks import (
    BLITZ,
    T,
    areas,
    attacks,
    board,
    can,
    lead,
    offers,
    order,
    table,
    told,
    where,
    why,
)

# --- range


@pytest.mark.rule("downfall", "8j")
def test_infantry_moves_three_areas_and_armor_four() -> None:
    m = table(armies=["german_infantry@berlin", "german_armor@berlin"])
    lead(m, "german_infantry@berlin", "poznan", "warsaw", "kovel")
    assert offers(m) == ["button:stop"]
    assert why(m, "area:minsk") == "8j"
    m = table(armies=["german_infantry@berlin", "german_armor@berlin"])
    lead(m, "german_armor@berlin", "poznan", "warsaw", "kovel")
    assert "minsk" in areas(m)
    m.play("area:minsk")
    assert offers(m) == ["button:stop"]
    assert why(m, "area:smolensk") == "8j"
    m.play("button:stop")
    assert where(m, "minsk") == ["german_armor"]


@pytest.mark.rule("downfall", "8j")
def test_every_type_of_army_has_the_range_of_its_kind() -> None:
    for kind in range(T.n_types):
        assert (T.move[kind], T.move_attack[kind]) == ((4, 3) if T.armor[kind] else (3, 2))
    assert T.armor[T.type_index["afrika_korps"]] and not T.armor[T.type_index["soviet_guards"]]


@pytest.mark.rule("downfall", "8m")
def test_a_move_with_attack_is_one_area_shorter() -> None:
    enemy = "soviet_infantry@kovel"
    m = table(armies=["german_infantry@poznan", enemy])
    assert can(m, "german_infantry@poznan", "warsaw", "kovel", attack="soviet_infantry")
    m = table(armies=["german_infantry@berlin", enemy])
    assert not can(m, "german_infantry@berlin", "poznan", "warsaw", "kovel", attack="soviet_infantry")
    m = table(armies=["german_armor@berlin", enemy])
    assert can(m, "german_armor@berlin", "poznan", "warsaw", "kovel", attack="soviet_infantry")
    m = table(armies=["german_armor@leipzig", enemy])
    lead(m, "german_armor@leipzig", "berlin", "poznan", "warsaw")
    assert why(m, "area:kovel") == "17e"  # it would have to attack, and has no area left for that


@pytest.mark.rule("downfall", "8m")
def test_a_move_with_support_is_one_area_shorter_too() -> None:
    armies = [
        "german_infantry@warsaw",
        "german_infantry@berlin",
        "german_armor@leipzig",
        "soviet_infantry@kovel",
    ]
    m = table(armies=armies)
    order(m, "german_infantry@warsaw", "kovel", attack="soviet_infantry")
    lead(m, "german_infantry@berlin", "poznan", "warsaw", "kovel")
    assert offers(m) == ["button:stop"]
    text = told(m, "unit:soviet_infantry@kovel").text
    assert text == "An army that attacks or supports can move one area less."
    assert why(m, "unit:soviet_infantry@kovel") == "8m"
    for _ in range(4):
        m.undo()
    order(m, "german_armor@leipzig", "breslau", "warsaw", "kovel", attack="soviet_infantry")  # armor: 3 areas
    assert len(attacks(m)[0].supports) == 1


@pytest.mark.rule("downfall", "8j")
def test_far_areas_are_refused_with_the_distance() -> None:
    m = table(armies=["german_infantry@warsaw", "german_infantry@sicily"])
    lead(m, "german_infantry@warsaw")
    assert told(m, "area:moscow") == ("Warsaw – Moscow is 5 areas; the army can move 3.", "8j")
    assert told(m, "area:minsk") == (
        "Warsaw – Minsk is 2 areas; click the route area by area, Kovel first.",
        "8j",
    )
    assert told(m, "area:sardinia") == ("Warsaw – Sardinia: no route over land.", "8j")
    assert why(m, "area:warsaw") == "8j" and why(m, "button:stop") == "8j"
    m.play("area:konigsberg")
    assert told(m, "area:moscow").text == "Königsberg – Moscow is 5 areas; the army can move 2."
    assert why(m, "area:warsaw") == "8j"  # no way back in the same move


@pytest.mark.rule("downfall", "8j")
def test_the_prompt_tells_the_way_and_what_is_left() -> None:
    m = table(armies=["german_infantry@warsaw"])
    lead(m, "german_infantry@warsaw", "konigsberg")
    assert m.prompts[0].text == "German infantry, Warsaw – Königsberg: go on (up to 2 areas) or stop here?"
    assert m.prompts[0].rule == "8j"


@pytest.mark.rule("downfall", "6d")
def test_what_is_only_passed_keeps_its_controller_and_what_is_reached_changes_after_combat() -> None:
    m = table(armies=["german_armor@konigsberg"])
    order(m, "german_armor@konigsberg", "riga", "dvinsk", "minsk")
    g = board(m)
    way = [T.area_index[area] for area in ("riga", "dvinsk", "minsk")]
    assert [g.control[area] for area in way] == [USSR, USSR, USSR]
    m.play("button:combat")
    assert [g.control[area] for area in way] == [USSR, USSR, AXIS]


# --- stacking


@pytest.mark.rule("downfall", "5")
def test_a_fourth_army_does_not_stop_where_three_stand() -> None:
    m = table(armies=["3 german_infantry@warsaw", "german_infantry@poznan"])
    lead(m, "german_infantry@poznan", "warsaw")
    assert "button:stop" not in offers(m)
    assert why(m, "button:stop") == "5"
    m = table(armies=["2 german_infantry@warsaw", "german_infantry@poznan"])
    assert can(m, "german_infantry@poznan", "warsaw")


@pytest.mark.rule("downfall", "5")
def test_a_fourth_army_does_not_attack_where_three_stand_either() -> None:
    m = table(armies=["3 german_infantry@kovel", "german_infantry@warsaw", "soviet_infantry@kovel"])
    lead(m, "german_infantry@warsaw", "kovel")
    assert offers(m) == ["area:tarnow"]  # it may pass, not fight
    assert why(m, "unit:soviet_infantry@kovel") == "5" and why(m, "button:stop") == "5"
    m = table(armies=["2 german_infantry@kovel", "german_infantry@warsaw", "soviet_infantry@kovel"])
    assert can(m, "german_infantry@warsaw", "kovel", attack="soviet_infantry")


@pytest.mark.rule("downfall", "5b")
def test_passing_through_three_armies() -> None:
    m = table(armies=["3 german_infantry@poznan", "3 german_infantry@warsaw", "german_infantry@berlin"])
    lead(m, "german_infantry@berlin", "poznan")
    assert "button:stop" not in offers(m)
    m.play("area:warsaw")
    assert {"tarnow", "danzig", "kovel", "breslau"} <= areas(m) and "button:stop" not in offers(m)
    m.play("area:tarnow")
    m.play("button:stop")
    assert where(m, "tarnow") == ["german_infantry"]


@pytest.mark.rule("downfall", "5b")
def test_a_full_area_at_the_end_of_the_range_is_not_entered() -> None:
    full = ["3 german_infantry@danzig", "3 german_infantry@poznan", "3 german_infantry@hamburg"]
    m = table(armies=[*full, "german_infantry@stettin", "3 german_infantry@berlin"])
    # Behind each of the four full neighbours there is room: it may enter all of them, and must go on.
    lead(m, "german_infantry@stettin")
    assert areas(m) == {"danzig", "poznan", "hamburg", "berlin"}
    m.play("area:danzig")
    assert areas(m) == {"poznan", "konigsberg", "warsaw"}
    m.play("area:poznan")  # the last area must have room
    assert areas(m) == {"warsaw", "breslau"}
    assert why(m, "area:berlin") == "5"


@pytest.mark.rule("downfall", "5c")
def test_enemies_and_partners_do_not_count_against_the_limit() -> None:
    armies = ["2 british_infantry@frankfurt", "3 soviet_infantry@frankfurt", "3 german_infantry@frankfurt"]
    m = table("allies", [*armies, "american_infantry@nancy"], turn=20, control={"nancy": "allies"})
    assert can(m, "american_infantry@nancy", "frankfurt")
    order(m, "american_infantry@nancy", "frankfurt")
    assert len(where(m, "frankfurt")) == 9


@pytest.mark.rule("downfall", "5a")
def test_america_is_without_limit() -> None:
    armies = ["4 american_infantry@canada", "british_infantry@london", "american_infantry@united_states"]
    m = table("allies", armies[:2], turn=10)
    lead(m, "british_infantry@london").play("button:naval")
    assert "canada" in areas(m)
    m.play("area:canada")
    assert len(where(m, "canada")) == 5
    m = table("allies", ["3 british_infantry@plymouth", "british_infantry@london"], turn=10)
    lead(m, "british_infantry@london").play("button:naval")
    assert "plymouth" not in areas(m)
    assert why(m, "area:plymouth") == "5"
    assert board(m).has_room(T.area_index["united_states"])


# --- enemies where the army stands or passes


@pytest.mark.rule("downfall", "8k")
def test_from_among_enemies_only_into_controlled_areas_without_enemies() -> None:
    held = {"kovel": "axis", "vilnius": "axis", "gomel": "axis"}
    armies = [
        "german_infantry@minsk",
        "soviet_infantry@minsk",
        "soviet_infantry@gomel",
        "german_infantry@gomel",
    ]
    m = table(armies=armies, control=held)
    lead(m, "german_infantry@minsk")
    assert areas(m) == {"kovel", "vilnius"}
    assert why(m, "area:dvinsk") == "8k"  # not controlled
    assert why(m, "area:gomel") == "8k"  # controlled, but enemies are there
    m.play("area:kovel")
    assert areas(m) == {"warsaw", "tarnow", "vilnius"}  # the whole movement is bound
    assert why(m, "area:zhitomir") == "8k" and why(m, "area:gomel") == "8k"


@pytest.mark.rule("downfall", "8k")
def test_an_army_without_enemies_beside_it_goes_where_it_likes() -> None:
    m = table(armies=["german_infantry@minsk", "soviet_infantry@gomel", "german_infantry@gomel"])
    lead(m, "german_infantry@minsk")
    assert areas(m) == {"dvinsk", "vilnius", "kovel", "gomel", "smolensk"}
    m.play("area:smolensk")
    assert {"kalinin", "tula", "bryansk", "velikie_luki"} <= areas(m)


@pytest.mark.rule("downfall", "8k")
def test_who_passes_enemies_is_bound_from_there_on() -> None:
    """R28: an area with enemies is left as if the army had started there."""
    armies = ["german_infantry@konigsberg", "german_infantry@riga", "soviet_infantry@riga"]
    m = table(armies=armies, control={"vilnius": "axis"})
    lead(m, "german_infantry@konigsberg", "riga")
    assert areas(m) == {"vilnius"}  # neither Tallinn nor Dvinsk
    assert why(m, "area:dvinsk") == "8k"
    m.play("area:vilnius")
    assert areas(m) == {"warsaw"} and why(m, "area:minsk") == "8k"
    m = table(armies=armies[:2], control={"vilnius": "axis"})
    lead(m, "german_infantry@konigsberg", "riga")
    assert areas(m) == {"vilnius", "tallinn", "dvinsk"}


@pytest.mark.rule("downfall", "8k")
def test_partners_and_armies_of_the_partner_do_not_bind() -> None:
    """R60: only Axis armies are enemies of the Allies, however many Soviet armies stand around."""
    armies = ["american_infantry@leipzig", "soviet_infantry@leipzig"]
    m = table("allies", armies, turn=21, control={"leipzig": "allies"})
    lead(m, "american_infantry@leipzig")
    assert {"hamburg", "ruhr", "frankfurt", "munich", "berlin", "prague", "breslau"} == areas(m)


@pytest.mark.rule("downfall", "8z")
def test_an_army_may_join_its_side_among_enemies_without_fighting() -> None:
    armies = [
        "german_infantry@konigsberg",
        "german_infantry@danzig",
        "soviet_infantry@riga",
        "german_infantry@berlin",
    ]
    m = table(armies=armies)
    order(m, "german_infantry@konigsberg", "riga", attack="soviet_infantry")
    lead(m, "german_infantry@danzig", "konigsberg", "riga")
    assert {"button:stop", "unit:soviet_infantry@riga"} <= set(offers(m))
    m.play("button:stop")
    assert len(attacks(m)) == 1 and attacks(m)[0].supports == ()
    assert board(m).supply[AXIS] == 10


@pytest.mark.rule("downfall", "8z")
def test_entering_without_attack_leaves_the_full_range() -> None:
    armies = [
        "german_infantry@kovel",
        "soviet_infantry@kovel",
        "german_infantry@berlin",
        "german_armor@leipzig",
    ]
    m = table(armies=armies)
    order(m, "german_infantry@berlin", "poznan", "warsaw", "kovel")
    order(m, "german_armor@leipzig", "breslau", "tarnow", "kovel")
    assert where(m, "kovel") == ["german_armor", "german_infantry", "german_infantry", "soviet_infantry"]
    assert attacks(m) == []


# --- high mountains


@pytest.mark.rule("downfall", "16b")
def test_high_mountains_are_closed_when_an_enemy_holds_the_far_side() -> None:
    m = table("allies", ["british_infantry@marseilles", "italian_infantry@milan"], turn=17)
    lead(m, "british_infantry@marseilles")
    assert "milan" not in areas(m)
    assert told(m, "area:milan") == ("An enemy army holds the far side of the high mountains.", "16b")
    m = table("allies", ["british_infantry@marseilles"], turn=17)
    assert can(m, "british_infantry@marseilles", "milan")


@pytest.mark.rule("downfall", "16b")
def test_own_armies_beyond_the_mountains_do_not_open_them_either() -> None:
    armies = ["british_infantry@marseilles", "british_infantry@milan", "italian_infantry@milan"]
    m = table("allies", armies, turn=17)
    lead(m, "british_infantry@marseilles")
    assert why(m, "area:milan") == "16b"
    # Down from them, into an area with enemies by another border, nothing hinders.
    m = table("allies", ["british_infantry@venice", "italian_infantry@milan"], turn=17)
    assert can(m, "british_infantry@venice", "milan", attack="italian_infantry")


@pytest.mark.rule("downfall", "16b")
def test_armies_of_a_neutral_country_hold_its_mountains() -> None:
    at_war = ["germany", "united_kingdom", "france", "ussr", "finland"]
    m = table("allies", ["french_infantry@lyon", "italian_infantry@milan"], turn=3, at_war=at_war)
    lead(m, "french_infantry@lyon")
    assert why(m, "area:milan") == "16b"
    m = table("allies", ["french_infantry@lyon", "italian_infantry@rome"], turn=3, at_war=at_war)
    assert can(m, "french_infantry@lyon", "milan")


# --- neutral ground and the partner's


@pytest.mark.rule("downfall", "8j")
def test_a_neutral_country_entered_in_passing_goes_to_war() -> None:
    at_war = ["germany", "united_kingdom", "france", "ussr", "finland", "bulgaria"]
    m = table(armies=["german_infantry@sofia", "yugoslav_infantry@belgrad"], turn=6, at_war=at_war)
    order(m, "german_infantry@sofia", "nis", "sarajevo")
    g = board(m)
    assert g.status[g.t.country_index["yugoslavia"]] == 1
    for area in ("nis", "sarajevo", "skopje", "zagreb"):
        assert g.control[g.t.area_index[area]] == 1  # all Allied now, the areas passed too
    assert g.armies(1, g.t.area_index["belgrad"]) == 1


@pytest.mark.rule("downfall", "17e")
@pytest.mark.rule("downfall", "8k")
def test_garrisons_of_a_neutral_country_are_enemies_on_entry() -> None:
    at_war = ["germany", "united_kingdom", "france", "ussr", "finland"]
    armies = ["german_infantry@vienna", "german_infantry@munich", "yugoslav_infantry@zagreb"]
    m = table(armies=armies, turn=6, at_war=at_war)
    lead(m, "german_infantry@vienna", "zagreb")
    assert offers(m) == ["unit:yugoslav_infantry@zagreb"]  # neither stop nor on to Belgrad
    assert why(m, "button:stop") == "17e" and why(m, "area:belgrad") == "8k"
    m.play("unit:yugoslav_infantry@zagreb")
    assert attacks(m)[0].defender == unit_at(board(m), "yugoslav_infantry", "zagreb")
    order(m, "german_infantry@munich", "vienna", "zagreb", attack="yugoslav_infantry")  # a support
    assert len(attacks(m)[0].supports) == 1


@pytest.mark.rule("downfall", "2")
def test_the_partners_ground_is_closed_unless_an_axis_army_is_there() -> None:
    """R17, by way of the rule that makes them two sides."""
    m = table("ussr", ["soviet_infantry@berlin"], turn=21, control={"berlin": "ussr", "leipzig": "allies"})
    lead(m, "soviet_infantry@berlin")
    assert "leipzig" not in areas(m)
    assert told(m, "area:leipzig") == (
        "Allies and Soviet Union do not enter each other's areas unless an army of the Axis is there.",
        "2",
    )
    armies = ["soviet_infantry@berlin", "german_infantry@leipzig"]
    m = table("ussr", armies, turn=21, control={"berlin": "ussr", "leipzig": "allies"})
    assert can(m, "soviet_infantry@berlin", "leipzig", attack="german_infantry")


def test_a_removed_counter_is_no_target() -> None:
    m = table(armies=["german_infantry@riga", "soviet_infantry@riga"])
    g = board(m)
    spare = g.free_unit(g.t.type_index["soviet_infantry"])
    assert g.place[spare] == POOL
    lead(m, "german_infantry@riga")
    step = g.agenda[-1]
    refusal = step.why_not(g, 0, g.ids.unit + spare)
    assert refusal is not None and refusal.rule == "8l"


@pytest.mark.rule("downfall", "8k")
def test_the_way_out_that_an_attack_opens_is_for_armor_only() -> None:
    armies = ["german_infantry@kovel", "2 german_armor@kovel", "soviet_infantry@kovel reduced"]
    m = table(armies=armies, developments=BLITZ)
    order(m, "german_armor@kovel", attack="soviet_infantry.reduced")  # 6 to 2
    lead(m, "german_infantry@kovel")
    assert areas(m) == {"warsaw", "tarnow"} and why(m, "area:zhitomir") == "8k"
    m.undo()
    lead(m, "german_armor@kovel")
    assert {"zhitomir", "gomel", "vilnius", "tarnopol"} <= areas(m)
