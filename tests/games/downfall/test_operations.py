"""Operations: what an army may do, what that costs, who may operate; attacks and supports. [3e] [8] [17]"""

from typing import Any

import pytest

from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.rules.operations import ArmyOrder, March
from sandtable.games.downfall.sequence import SideTurn
from sandtable.games.downfall.testing import add_army, position, unit_at
from tests.games.downfall.clicks import (
    BLITZ,
    T,
    areas,
    attacks,
    board,
    can,
    cost,
    lead,
    marks,
    offers,
    order,
    table,
    told,
    why,
)

# --- what an army may do


@pytest.mark.rule("downfall", "8")
def test_an_operation_is_paid_from_the_stock_and_marks_the_army() -> None:
    m = table(armies=["german_infantry@warsaw"], supply=3)
    order(m, "german_infantry@warsaw", "kovel")
    g = board(m)
    unit = unit_at(g, "german_infantry", "kovel")
    assert g.supply[const.AXIS] == 2 and g.cond[unit] & const.OPERATED


@pytest.mark.rule("downfall", "8")
def test_without_supply_no_army_operates() -> None:
    m = table(armies=["german_infantry@warsaw"], supply=0)
    assert "unit:german_infantry@warsaw" not in offers(m)
    assert told(m, "unit:german_infantry@warsaw") == (
        "Every operation costs supply, and the stock is empty.",
        "8b",
    )


@pytest.mark.rule("downfall", "8a")
def test_the_six_operations_of_an_army() -> None:
    """British infantry in Caen, among enemies in an area its side controls."""
    armies = ["british_infantry@caen", "german_infantry@caen", "german_infantry@nantes"]
    m = table("allies", armies, turn=18, control={"calais": "allies", "brussels": "axis"})
    lead(m, "british_infantry@caen")
    assert {"area:calais", "area:paris"} <= set(offers(m))  # 1 and 3: tactical movement
    assert "unit:german_infantry@caen" in offers(m)  # 2: attack
    assert {"button:strategic", "button:naval"} <= set(offers(m))  # 4 and 5
    assert m.prompts[0].rule == "8a"
    m = table("allies", ["british_infantry@plymouth"], turn=18, control={"caen": "axis"})
    lead(m, "british_infantry@plymouth")
    assert "button:land" in offers(m)  # 6: amphibious landing


@pytest.mark.rule("downfall", "8a")
def test_what_an_army_cannot_do_now_is_refused_with_its_reason() -> None:
    m = table(armies=["german_infantry@minsk", "soviet_infantry@minsk"])
    lead(m, "german_infantry@minsk")
    assert why(m, "button:strategic") == "8n"
    assert why(m, "button:naval") == "8p"
    assert why(m, "button:land") == "8s"
    assert why(m, "button:upgrade").startswith("4.2")
    assert why(m, "button:convert").startswith("10")
    assert why(m, "button:combat") == "8a"  # another question is open


@pytest.mark.rule("downfall", "8l")
def test_one_army_attacks_one_enemy_in_its_own_area() -> None:
    m = table(
        armies=[
            "german_infantry@riga",
            "2 soviet_infantry@riga",
            "soviet_armor@riga",
            "soviet_infantry@vilnius",
        ]
    )
    lead(m, "german_infantry@riga")
    assert marks(m) == {"soviet_infantry", "soviet_armor"}
    assert told(m, "unit:soviet_infantry@vilnius") == (
        "Only an enemy army in the same area can be attacked.",
        "8l",
    )
    assert told(m, "unit:german_infantry@riga") == (
        "That army is yours. First choose an order for the army you clicked.",
        "8l",
    )
    m.play("unit:soviet_armor@riga")
    attack = attacks(m)[0]
    g = board(m)
    assert attack.attacker == unit_at(g, "german_infantry", "riga")
    assert attack.defender == unit_at(g, "soviet_armor", "riga") and attack.via == const.FROM_INSIDE
    assert g.cond[attack.attacker] & const.ATTACKS


@pytest.mark.rule("downfall", "8l")
def test_enemies_are_clicked_after_the_army_that_attacks_them() -> None:
    m = table(armies=["german_infantry@riga", "soviet_infantry@riga"])
    assert why(m, "unit:soviet_infantry@riga") == "8l"
    assert why(m, "area:riga") == "8"


# --- who may operate


@pytest.mark.rule("downfall", "8v")
def test_an_army_operates_once() -> None:
    m = table(armies=["german_infantry@warsaw", "german_infantry@poznan"])
    order(m, "german_infantry@warsaw", "kovel")
    assert told(m, "unit:german_infantry@kovel") == ("This army has already operated this turn.", "8v")
    m = table(armies=["german_infantry@riga", "soviet_infantry@riga"])
    order(m, "german_infantry@riga", attack="soviet_infantry")
    assert why(m, "unit:german_infantry@riga") == "8v"


@pytest.mark.rule("downfall", "8v")
def test_a_click_on_an_army_that_has_operated_still_brings_it_to_strength() -> None:
    m = table(armies=["german_infantry@warsaw reduced"], points=1)
    order(m, "german_infantry.reduced@warsaw", "poznan")
    lead(m, "german_infantry.reduced@poznan")
    assert offers(m) == ["button:upgrade"]
    assert why(m, "area:warsaw") == "8v" and why(m, "button:strategic") == "8v"


@pytest.mark.rule("downfall", "8w")
def test_who_had_no_line_of_supply_when_the_turn_began_does_not_operate() -> None:
    g = position(side="axis", armies=["german_infantry@minsk"], t=T, developments=BLITZ)
    add_army(g, "german_infantry", "warsaw")
    add_army(g, "soviet_infantry", "kovel")
    g.agenda = [SideTurn(const.AXIS)]
    for unit in range(T.n_units):
        g.cond[unit] &= ~const.READY
    g.advance()
    assert g.cond[unit_at(g, "german_infantry", "warsaw")] & const.READY
    assert not g.cond[unit_at(g, "german_infantry", "minsk")] & const.READY


@pytest.mark.rule("downfall", "8w")
def test_armies_out_of_supply_are_not_offered_even_if_they_could_be_supplied_now() -> None:
    m = table(armies=["german_infantry@minsk", "german_infantry@warsaw"], developments=BLITZ)
    g = board(m)
    g.cond[unit_at(g, "german_infantry", "minsk")] &= ~const.READY
    order(m, "german_infantry@warsaw", "kovel")  # opens the line, too late
    assert told(m, "unit:german_infantry@minsk") == (
        "This army had no Line of Supply when the turn began.",
        "8w",
    )


@pytest.mark.rule("downfall", "8w")
def test_an_army_built_this_turn_operates_unless_the_option_says_no() -> None:
    for option, ready in ((True, True), (False, False)):
        m = table(points=2)
        board(m).new_armies_operate = option
        m.play("army:german_infantry")
        m.play("area:berlin")
        assert can(m, "german_infantry@berlin", "poznan") == ready
        if not ready:
            refusal = told(m, "unit:german_infantry@berlin")
            assert refusal.text == "This army was built this turn; it may operate from the next turn on."
            assert refusal.rule == "8w"


@pytest.mark.rule("downfall", "8")
def test_armies_of_countries_not_at_war_stand_still() -> None:
    m = table(armies=["italian_infantry@rome"], turn=3, at_war=["germany", "united_kingdom", "ussr"])
    assert why(m, "unit:italian_infantry@rome") == "2"


@pytest.mark.rule("downfall", "8")
def test_armies_alike_are_offered_once() -> None:
    m = table(armies=["3 german_infantry@warsaw", "german_infantry@poznan reduced", "german_infantry@poznan"])
    assert [key for key in offers(m) if key.startswith("unit:")] == [
        "unit:german_infantry@warsaw",
        "unit:german_infantry.reduced@poznan",
        "unit:german_infantry@poznan",
    ]
    text = told(m, "unit:german_infantry@warsaw/3").text
    assert text == "It is identical to another army there. Click that one."
    # Where none of them can be led, each is refused for the true reason.
    m = table(armies=["3 german_infantry@warsaw"], ready=False)
    refusal = told(m, "unit:german_infantry@warsaw/2")
    assert refusal.rule == "8w" and "built this turn" not in refusal.text


# --- movement before combat, no supply after it


@pytest.mark.rule("downfall", "8u")
@pytest.mark.rule("downfall", "3e")
def test_after_the_first_combat_nothing_moves_and_no_supply_is_spent() -> None:
    armies = [
        "german_infantry@riga",
        "soviet_infantry@riga",
        "german_infantry@warsaw",
        "german_infantry@berlin reduced",
    ]
    m = table(armies=armies, points=4, dice=[6, 1])
    order(m, "german_infantry@riga", attack="soviet_infantry")
    assert why(m, "button:end_turn") == "17"  # the attack must be fought
    m.play("button:combat")
    g = board(m)
    assert g.phase == const.AFTER and g.supply[const.AXIS] == 11
    assert told(m, "unit:german_infantry@warsaw") == (
        "Supply cannot be spent once the combats have been fought.",
        "3e",
    )
    assert why(m, "button:combat") == "8u"
    lead(m, "german_infantry.reduced@berlin")  # upgrading costs no supply
    assert offers(m) == ["button:upgrade"]
    assert why(m, "area:poznan") == "3e" and why(m, "button:strategic") == "3e"


@pytest.mark.rule("downfall", "3e")
def test_ending_the_free_play_without_combat_ends_the_spending_too() -> None:
    m = table(armies=["german_infantry@warsaw"], points=4)
    m.play("button:combat")
    assert board(m).phase == const.AFTER
    assert "unit:german_infantry@warsaw" not in offers(m) and why(m, "unit:german_infantry@warsaw") == "3e"


@pytest.mark.rule("downfall", "8u")
def test_declared_attacks_are_fought_when_all_movement_is_done() -> None:
    armies = ["german_infantry@riga", "soviet_infantry@riga", "german_infantry@warsaw"]
    m = table(armies=armies, dice=[6, 1])
    order(m, "german_infantry@riga", attack="soviet_infantry")
    assert board(m).rng.drawn == 0
    order(m, "german_infantry@warsaw", "kovel")
    assert len(attacks(m)) == 1 and board(m).rng.drawn == 0
    m.play("button:combat")
    assert board(m).rng.drawn == 2


# --- costs


@pytest.mark.rule("downfall", "8b")
def test_an_operation_costs_one() -> None:
    armies = ["german_infantry@warsaw", "german_infantry@riga", "soviet_infantry@riga", "german_armor@berlin"]
    m = table(armies=armies)
    assert cost(m, "german_infantry@warsaw", "kovel", "minsk", "smolensk") == 1
    assert cost(m, "german_infantry@riga", attack="soviet_infantry") == 1
    assert cost(m, "german_armor@berlin", "poznan") == 1


WEST = [
    "french_infantry@paris",
    "british_infantry@alexandria",
    "french_infantry@milan",
    "german_infantry@reims",
]


@pytest.mark.rule("downfall", "8e")
def test_the_allies_pay_double_in_the_west_in_the_turn_germany_attacks_there() -> None:
    m = table("allies", [*WEST, "french_infantry@reims"], turn=3)
    assert cost(m, "french_infantry@paris", "orleans") == 1
    board(m).west_attacked = 2  # last turn's attack
    assert cost(m, "french_infantry@paris", "orleans") == 1
    board(m).west_attacked = 3
    assert cost(m, "french_infantry@paris", "orleans") == 2
    assert cost(m, "french_infantry@paris", "reims") == 2
    assert cost(m, "french_infantry@reims", attack="german_infantry") == 2
    assert cost(m, "british_infantry@alexandria", "suez") == 1  # elsewhere
    board(m).turn = board(m).west_attacked = 6
    assert cost(m, "french_infantry@paris", "orleans") == 1  # 1940 only


@pytest.mark.rule("downfall", "8e")
def test_a_second_german_attack_in_1940_makes_nothing_dear() -> None:
    """R20: the turn that Germany attacks is that of its first attack."""
    m = table(armies=["german_infantry@reims", "french_infantry@reims", "french_infantry@paris"], turn=3)
    board(m).west_attacked = 2
    order(m, "german_infantry@reims", attack="french_infantry")
    g = board(m)
    assert g.west_attacked == 2
    after = table("allies", [*WEST, "french_infantry@reims"], turn=3)
    board(after).west_attacked = g.west_attacked
    assert cost(after, "french_infantry@paris", "orleans") == 1
    assert cost(after, "french_infantry@reims", attack="german_infantry") == 1


@pytest.mark.rule("downfall", "8e")
def test_any_area_of_the_operation_makes_it_dear() -> None:
    """R64: departure, way and arrival count alike."""
    m = table("allies", WEST, turn=3, control={"milan": "allies", "frankfurt": "allies"})
    board(m).west_attacked = 3
    assert cost(m, "french_infantry@milan", "lyon") == 2
    m = table(
        "allies", ["french_infantry@frankfurt"], turn=3, control={"ruhr": "allies", "frankfurt": "allies"}
    )
    board(m).west_attacked = 3
    assert cost(m, "french_infantry@frankfurt", "ruhr") == 1
    assert cost(m, "french_infantry@frankfurt", "reims", "brussels", "ruhr") == 2


@pytest.mark.rule("downfall", "8e")
def test_what_counts_as_a_german_attack_in_the_west() -> None:
    """R20: a declared attack, or entering an area there that the Axis does not control."""
    held = {"reims": "axis", "calais": "axis"}
    m = table(
        armies=["german_infantry@frankfurt", "german_infantry@reims", "french_infantry@paris"],
        turn=3,
        control=held,
    )
    order(m, "german_infantry@frankfurt", "reims")
    assert board(m).west_attacked == 0
    order(m, "german_infantry@reims", "calais")
    assert board(m).west_attacked == 0
    m = table(armies=["german_infantry@reims"], turn=3, control=held)
    order(m, "german_infantry@reims", "calais", "caen")  # an empty French area
    assert board(m).west_attacked == 3
    m = table(armies=["german_infantry@reims"], turn=3, control={**held, "nancy": "axis"})
    order(m, "german_infantry@reims", "paris", "dijon", "nancy")  # only passing
    assert board(m).west_attacked == 3
    m = table(armies=["german_infantry@reims", "french_infantry@reims"], turn=3)
    order(m, "german_infantry@reims", attack="french_infantry")
    assert board(m).west_attacked == 3
    early = ["germany", "united_kingdom", "france", "ussr", "finland"]
    m = table(armies=["german_infantry@ruhr", "belgian_infantry@brussels"], turn=1, at_war=early)
    order(m, "german_infantry@ruhr", "brussels", attack="belgian_infantry")  # Belgium, still neutral
    assert board(m).west_attacked == 1
    m = table(
        armies=["italian_infantry@milan", *["italian_infantry@rome"] * 3, "italian_infantry@naples"], turn=3
    )
    order(m, "italian_infantry@milan", "marseilles")
    assert board(m).west_attacked == 0  # Germany only


@pytest.mark.rule("downfall", "8f")
def test_soviet_operations_are_dear_in_the_turn_of_barbarossa() -> None:
    armies = ["soviet_infantry@gorki", "soviet_infantry@riga", "german_infantry@riga"]
    for turn, barbarossa, price in ((7, 7, 2), (8, 7, 1), (9, 9, 1), (10, 10, 1)):
        m = table("ussr", armies, turn=turn, barbarossa=barbarossa)
        assert cost(m, "soviet_infantry@gorki", "kazan") == price
        assert cost(m, "soviet_infantry@riga", attack="german_infantry") == price


@pytest.mark.rule("downfall", "19c")
@pytest.mark.rule("downfall", "8g")
def test_axis_operations_in_the_soviet_union_are_dear_in_the_winter_of_1942() -> None:
    armies = [
        "german_infantry@smolensk",
        "german_infantry@warsaw",
        "finnish_infantry@helsinki",
        "2 german_infantry@vienna",
    ]
    for turn, price in ((8, 1), (9, 2), (10, 1)):
        m = table(armies=armies, turn=turn, barbarossa=7, control={"smolensk": "axis"})
        assert cost(m, "german_infantry@smolensk", "minsk") == price
        assert cost(m, "german_infantry@warsaw", "kovel") == price  # arrival
        assert cost(m, "german_infantry@warsaw", "konigsberg") == 1
        assert cost(m, "finnish_infantry@helsinki", "karelia") == 1  # Karelia is Finnish
        assert cost(m, "german_infantry@warsaw", "kovel", "tarnow") == price  # on the way


@pytest.mark.rule("downfall", "8h")
def test_axis_operations_east_of_the_line_are_dear_in_any_turn() -> None:
    held = {"stalingrad": "axis", "saratov": "axis", "elista": "axis"}
    m = table(
        armies=["german_infantry@stalingrad", "german_armor@saratov"], turn=11, barbarossa=7, control=held
    )
    assert cost(m, "german_infantry@stalingrad", "elista") == 1
    assert cost(m, "german_infantry@stalingrad", "astrakhan") == 2
    assert cost(m, "german_armor@saratov", "stalingrad") == 2  # R45: departure
    assert cost(m, "german_infantry@stalingrad", "astrakhan", "elista") == 2  # passing
    m = table("ussr", ["soviet_infantry@saratov"], turn=11, barbarossa=7)
    assert cost(m, "soviet_infantry@saratov", "penza") == 1


@pytest.mark.rule("downfall", "8i")
def test_nothing_doubles_twice() -> None:
    held = {"stalingrad": "axis"}
    m = table(armies=["german_infantry@stalingrad"], turn=9, barbarossa=7, control=held)
    assert cost(m, "german_infantry@stalingrad", "astrakhan") == 2  # winter and Eastern Line


def one_left(**more: Any) -> Any:
    """A side with a single supply unit."""
    return table(supply=1, **more)


@pytest.mark.rule("downfall", "8h")
@pytest.mark.rule("downfall", "8g")
@pytest.mark.rule("downfall", "8f")
@pytest.mark.rule("downfall", "8e")
def test_with_one_unit_left_dear_operations_are_refused_with_their_rule() -> None:
    m = one_left(armies=["german_infantry@stalingrad"], turn=11, barbarossa=7)
    lead(m, "german_infantry@stalingrad")
    assert "astrakhan" not in areas(m) and "elista" in areas(m)
    assert why(m, "area:astrakhan") == "8h"
    m = one_left(armies=["german_infantry@saratov"], turn=11, barbarossa=7)
    assert why(m, "unit:german_infantry@saratov") == "8h"
    m = one_left(armies=["german_infantry@warsaw", "german_infantry@minsk"], turn=9, barbarossa=7)
    assert why(m, "unit:german_infantry@minsk") == "8g"
    lead(m, "german_infantry@warsaw")
    assert why(m, "area:kovel") == "8g"
    m = one_left(side="ussr", armies=["soviet_infantry@gorki"], turn=7, barbarossa=7)
    assert told(m, "unit:soviet_infantry@gorki") == (
        "An operation in Gorki costs 2 supply units now, and there is only 1.",
        "8f",
    )
    m = one_left(side="allies", armies=["french_infantry@paris reduced"], turn=2, points=1)
    board(m).west_attacked = 2
    assert "unit:french_infantry.reduced@paris" in offers(m)  # by rail it costs 1
    lead(m, "french_infantry.reduced@paris")
    assert areas(m) == set() and "button:strategic" in offers(m)
    assert why(m, "area:orleans") == "8e"


def test_steps_are_written_and_read_back() -> None:
    assert ArmyOrder(5).pack() == [5] and ArmyOrder.unpack([5]).pack() == [5]
    march = March(5, 1, 7, 3, 4)
    assert march.pack() == [5, 1, 7, 3, 4] and March.unpack(march.pack()).pack() == march.pack()
    m = table("allies", ["british_infantry@london"])
    lead(m, "british_infantry@london")
    assert board(m).agenda[-1].seats(m.state) == (const.ALLIES,)
