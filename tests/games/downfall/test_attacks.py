"""Attacks and supports: whom an army may strike, who may help, when it must attack. [17]"""

import pytest

from sandtable.engine.step import Refusal
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.rules import operations
from sandtable.games.downfall.sequence import SideTurn
from sandtable.games.downfall.testing import unit_at
from tests.games.downfall.clicks import (
    T,
    areas,
    attacks,
    board,
    can,
    lead,
    marks,
    offers,
    order,
    table,
    told,
    where,
    why,
)

# --- the target


@pytest.mark.rule("downfall", "17r")
def test_the_attacker_names_the_target_and_alike_ones_are_offered_once() -> None:
    enemies = ["2 soviet_infantry@riga", "soviet_infantry@riga reduced", "soviet_armor@riga"]
    m = table(armies=["2 german_infantry@riga", *enemies[:2]])
    lead(m, "german_infantry@riga")
    assert [key for key in offers(m) if key.startswith("unit:")] == [
        "unit:soviet_infantry@riga",
        "unit:soviet_infantry.reduced@riga",
    ]
    assert told(m, "unit:soviet_infantry@riga/2") == ("Click the identical army that is offered.", "17r")
    m.play("unit:soviet_infantry.reduced@riga")
    assert attacks(m)[0].defender == unit_at(board(m), "soviet_infantry", "riga", "reduced")
    m = table(armies=["2 german_infantry@riga", enemies[0], enemies[2]])
    order(m, "german_infantry@riga", attack="soviet_armor")
    order(m, "german_infantry@riga", attack="soviet_infantry")
    assert [T.type_id[T.unit_type[a.defender]] for a in attacks(m)] == ["soviet_armor", "soviet_infantry"]


# --- supports


@pytest.mark.rule("downfall", "17a")
@pytest.mark.rule("downfall", "17q")
def test_a_surplus_army_supports_and_pays_for_it() -> None:
    m = table(armies=["german_infantry@riga", "german_infantry@riga reduced", "soviet_infantry@riga"])
    order(m, "german_infantry@riga", attack="soviet_infantry")
    lead(m, "german_infantry.reduced@riga")
    assert marks(m) == {"soviet_infantry"}
    m.play("unit:soviet_infantry@riga")
    g = board(m)
    helper = unit_at(g, "german_infantry", "riga", "reduced")
    assert attacks(m)[0].supports == (helper,) and len(attacks(m)) == 1
    assert (
        g.supply[const.AXIS] == 10 and g.cond[helper] & const.SUPPORTS and not g.cond[helper] & const.ATTACKS
    )
    assert why(m, "unit:german_infantry.reduced@riga") == "8v"  # one attack only


@pytest.mark.rule("downfall", "17q")
def test_a_support_needs_an_attack_to_help() -> None:
    m = table(armies=["2 german_infantry@riga", "soviet_infantry@riga"])
    order(m, "german_infantry@riga", attack="soviet_infantry")
    assert attacks(m)[0].supports == ()  # the first is always the attacker
    order(m, "german_infantry@riga", attack="soviet_infantry")
    assert (
        len(attacks(m)) == 1 and len(attacks(m)[0].supports) == 1
    )  # R7: never a second attack on the same army


@pytest.mark.rule("downfall", "17a")
def test_the_surplus_is_used_up_over_all_attacks_in_the_area() -> None:
    m = table(armies=["3 german_infantry@riga", "soviet_armor@riga", "soviet_infantry@riga"])
    order(m, "german_infantry@riga", attack="soviet_armor")
    order(m, "german_infantry@riga", attack="soviet_infantry")
    lead(m, "german_infantry@riga")
    assert marks(m) == {"soviet_armor", "soviet_infantry"}  # one support, to whichever
    m.play("unit:soviet_armor@riga")
    m = table(armies=["3 german_infantry@riga", "2 soviet_infantry@riga", "soviet_armor@riga"])
    order(m, "german_infantry@riga", attack="soviet_armor")
    lead(m, "german_infantry@riga")
    assert told(m, "unit:soviet_armor@riga") == (
        "Only armies in excess of the enemy's number can support, and all of those already do.",
        "17a",
    )


@pytest.mark.rule("downfall", "17a")
def test_all_enemies_count_against_the_surplus_and_partners_never_for_it() -> None:
    """R50, R60."""
    armies = ["3 german_infantry@leipzig", "american_infantry@leipzig", "soviet_infantry@leipzig"]
    m = table(armies=armies, turn=21)
    order(m, "german_infantry@leipzig", attack="american_infantry")
    order(m, "german_infantry@leipzig", attack="american_infantry")
    lead(m, "german_infantry@leipzig")
    assert why(m, "unit:american_infantry@leipzig") == "17a"  # 3 - 2 = 1, and one supports
    armies = ["american_infantry@leipzig", "british_infantry@leipzig", "2 soviet_infantry@leipzig"]
    m = table("allies", [*armies, "german_infantry@leipzig", "german_armor@leipzig"], turn=21)
    order(m, "american_infantry@leipzig", attack="german_infantry")
    lead(m, "british_infantry@leipzig")
    assert why(m, "unit:german_infantry@leipzig") == "17a"  # 2 - 2 = 0, whatever the Soviets have there


@pytest.mark.rule("downfall", "17a")
def test_an_arriving_army_counts_itself() -> None:
    m = table(armies=["german_infantry@riga", "german_infantry@konigsberg", "soviet_infantry@riga"])
    order(m, "german_infantry@riga", attack="soviet_infantry")
    assert can(m, "german_infantry@konigsberg", "riga", attack="soviet_infantry")
    m = table(armies=["german_infantry@riga", "german_infantry@konigsberg", "2 soviet_infantry@riga"])
    order(m, "german_infantry@riga", attack="soviet_infantry")
    lead(m, "german_infantry@konigsberg", "riga")
    assert why(m, "unit:soviet_infantry@riga") == "17a"
    m.play("unit:soviet_infantry@riga/2")  # the other one may be attacked
    assert len(attacks(m)) == 2


@pytest.mark.rule("downfall", "17a")
def test_an_army_a_support_rests_on_does_not_leave() -> None:
    """R16, R50: not by march, not by train, not by sea."""
    armies = ["3 german_infantry@riga", "2 soviet_infantry@riga"]
    m = table(armies=armies, control={"riga": "axis"})
    order(m, "german_infantry@riga", attack="soviet_infantry")
    lead(m, "german_infantry@riga")
    assert "konigsberg" in areas(m) and "button:strategic" in offers(m)
    m.play("unit:soviet_infantry@riga")  # the support
    lead(m, "german_infantry@riga")
    assert areas(m) == set() and not {"button:strategic", "button:naval"} & set(offers(m))
    assert marks(m) == {"soviet_infantry"}  # it may attack the other
    for key in ("area:konigsberg", "button:strategic", "button:naval", "button:land"):
        assert told(m, key) == (
            "This army must stay, because a support declared in its area depends on it.",
            "17a",
        )
    m = table(armies=["3 german_infantry@riga", "soviet_infantry@riga"], control={"riga": "axis"})
    order(m, "german_infantry@riga", attack="soviet_infantry")
    order(m, "german_infantry@riga", attack="soviet_infantry")
    assert can(m, "german_infantry@riga", "konigsberg")  # 3 to 1: one more than the support needs


@pytest.mark.rule("downfall", "17a")
def test_an_army_that_must_stay_and_has_nobody_to_attack_is_refused_with_the_reason() -> None:
    armies = ["german_infantry@riga", "2 german_armor@riga", "soviet_infantry@riga", "soviet_armor@riga"]
    m = table(armies=armies, control={"riga": "axis"})
    order(m, "german_armor@riga", attack="soviet_infantry")
    order(m, "german_armor@riga", attack="soviet_infantry")
    order(m, "german_infantry@riga", attack="soviet_armor")
    assert why(m, "unit:german_infantry@riga") == "8v"
    g = board(m)
    spare = unit_at(g, "german_infantry", "riga")
    g.cond[spare] &= ~const.OPERATED
    g.cond[spare] |= const.READY
    assert operations.why_not_operate(g, spare) == Refusal(
        "This army must stay, because a support declared in its area depends on it.", "17a"
    )


@pytest.mark.rule("downfall", "17c")
def test_an_army_that_lands_attacks_but_does_not_support() -> None:
    armies = [
        "british_infantry@plymouth",
        "2 british_armor@calais",
        "german_infantry@caen",
        "german_armor@caen",
    ]
    held = {"caen": "axis", "nantes": "axis"}
    m = table("allies", armies, turn=18, control=held)
    order(m, "british_armor@calais", "caen", attack="german_infantry")
    order(m, "british_armor@calais", "caen", attack="german_armor")
    lead(m, "british_infantry@plymouth").play("button:land")
    m.play("area:caen")
    assert [a.supports for a in attacks(m)] == [(), ()]  # 3 to 2, but there is nobody left for it to attack
    assert why(m, "unit:british_infantry@caen") == "8v"
    m = table("allies", armies, turn=18, control=held)
    order(m, "british_armor@calais", "caen", attack="german_infantry")
    lead(m, "british_infantry@plymouth").play("button:land")
    m.play("area:caen")
    assert offers(m) == ["unit:german_armor@caen", "button:stop"]  # R31: no duty beside own armies
    assert told(m, "unit:german_infantry@caen") == ("An army that lands can attack but not support.", "17c")
    m.play("unit:german_armor@caen")
    # It counts in the area: 3 to 2 lets the one who comes by land support.
    lead(m, "british_armor@calais", "caen")
    assert marks(m) == {"german_infantry", "german_armor"}
    m.play("unit:german_armor@caen")
    assert [len(a.supports) for a in attacks(m)] == [0, 1]


# --- the duty to attack, and where there is none


@pytest.mark.rule("downfall", "17e")
def test_the_first_army_among_enemies_must_attack() -> None:
    m = table(armies=["german_infantry@warsaw", "german_infantry@berlin", "soviet_infantry@kovel"])
    lead(m, "german_infantry@warsaw", "kovel")
    assert offers(m) == ["area:tarnow", "unit:soviet_infantry@kovel"]  # or go on into a controlled area
    assert told(m, "button:stop") == (
        "The first army of a side that enters an area with enemies must attack.",
        "17e",
    )
    m.undo()
    m.undo()
    lead(m, "german_infantry@berlin", "poznan", "warsaw")
    assert why(m, "area:kovel") == "17e"  # three areas: too far to attack


@pytest.mark.rule("downfall", "17e")
def test_those_who_follow_are_free() -> None:
    m = table(armies=["2 german_infantry@warsaw", "german_infantry@berlin", "soviet_infantry@kovel"])
    order(m, "german_infantry@warsaw", "kovel", attack="soviet_infantry")
    assert can(m, "german_infantry@warsaw", "kovel")
    assert can(m, "german_infantry@berlin", "poznan", "warsaw", "kovel")


@pytest.mark.rule("downfall", "17e")
def test_the_partners_armies_do_not_fulfil_the_duty() -> None:
    """R57."""
    armies = ["american_infantry@munich", "soviet_infantry@prague", "german_infantry@prague"]
    m = table("allies", armies, turn=21, control={"munich": "allies"})
    lead(m, "american_infantry@munich", "prague")
    assert "button:stop" not in offers(m) and why(m, "button:stop") == "17e"


@pytest.mark.rule("downfall", "17p")
def test_armies_among_enemies_from_before_need_not_attack() -> None:
    m = table(armies=["german_infantry@riga", "soviet_infantry@riga", "german_infantry@konigsberg"])
    assert "button:combat" in offers(m) and "button:end_turn" in offers(m)
    assert can(m, "german_infantry@konigsberg", "riga")  # nor those who join them
    m.play("button:end_turn")
    assert where(m, "riga") == ["german_infantry", "soviet_infantry"]


@pytest.mark.rule("downfall", "17p")
def test_nobody_is_forced_when_the_first_army_has_left() -> None:
    """R57: entry is what counts, not what is left in the area afterwards."""
    m = table(armies=["german_infantry@riga", "soviet_infantry@riga", "german_infantry@konigsberg"])
    order(m, "german_infantry@konigsberg", "riga")
    order(m, "german_infantry@riga", "konigsberg")
    assert attacks(m) == [] and "button:end_turn" in offers(m)


# --- Allies and Soviet Union


@pytest.mark.rule("downfall", "17f")
def test_the_partners_do_not_attack_the_same_army_in_one_turn() -> None:
    armies = ["american_infantry@leipzig", "2 soviet_infantry@leipzig", "2 german_infantry@leipzig"]
    held = {"leipzig": "ussr", "breslau": "ussr", "tarnow": "ussr"}
    m = table("allies", armies, turn=21, dice=[3, 3], control=held, supply={"allies": 9, "ussr": 9})
    g = board(m)
    g.agenda.insert(1, SideTurn(const.USSR))
    order(m, "american_infantry@leipzig", attack="german_infantry")
    struck = attacks(m)[0].defender
    m.play("button:combat")  # 4 + 3 to 5 + 3: the American is beaten, the German reduced
    while g.side == const.ALLIES or "button:end_turn" not in offers(m):
        m.play("button:end_turn" if g.side == const.ALLIES else "button:done")
    lead(m, "soviet_infantry@leipzig")
    assert [k for k in offers(m) if k.startswith("unit:")] == ["unit:german_infantry@leipzig"]
    assert told(m, "unit:german_infantry.reduced@leipzig") == (
        "Your partner has attacked that army this turn.",
        "17f",
    )
    m.play("unit:german_infantry@leipzig")
    assert attacks(m)[0].defender != struck


@pytest.mark.rule("downfall", "17f")
def test_an_area_whose_only_defender_the_partner_has_struck_cannot_be_entered_first() -> None:
    m = table(
        "ussr", ["soviet_infantry@poznan", "german_infantry@berlin"], turn=21, control={"poznan": "ussr"}
    )
    g = board(m)
    assert can(m, "soviet_infantry@poznan", "berlin", attack="german_infantry")
    g.cond[unit_at(g, "german_infantry", "berlin")] |= const.HIT_BY_ALLIES  # struck by the Allies
    lead(m, "soviet_infantry@poznan")
    assert "berlin" not in areas(m) and why(m, "area:berlin") == "17f"


@pytest.mark.rule("downfall", "17f")
def test_the_mark_of_an_attack_lasts_for_the_game_turn() -> None:
    m = table(
        "ussr", ["soviet_infantry@berlin", "german_infantry@berlin"], turn=21, control={"berlin": "ussr"}
    )
    g = board(m)
    unit = unit_at(g, "german_infantry", "berlin")
    g.cond[unit] |= const.HIT_BY_ALLIES
    m.play("button:end_turn")  # the game turn ends with the Soviet one
    assert not g.cond[unit] & const.HIT_BY_ALLIES
    assert g.turn == 22 and g.side == const.AXIS
