"""One test for each rule of Skirmish."""

import pytest

import sandtable
from sandtable.engine.choice import DONE, PASS
from sandtable.engine.rng import ScriptedRng
from sandtable_skirmish.components.state import PLAYED, RESERVE, Board
from sandtable_skirmish.components.tables import BLUE, NOBODY, RED
from sandtable_skirmish.odds import fights
from sandtable_skirmish.rules.combat import Battles
from sandtable_skirmish.rules.movement import Arrival, GoTo, Moves, reach, supplied
from sandtable_skirmish.sequence import Sequence
from sandtable_skirmish.testing import position


def areas(g: Board, found: "list[int] | set[int]") -> set[str]:
    return {g.t.areas[a].id for a in found}


def unit(g: Board, area: str, side: int = BLUE) -> int:
    return g.units(side, g.t.area[area])[0]


def fight(g: Board, area: str, dice: "list[int]", card: int = PASS) -> None:
    g.rng = ScriptedRng(dice)
    g.agenda = [Moves(), Battles()]
    g.advance()
    g.apply(BLUE, g.t.first_area + g.t.area[area])
    if g.seats() == (RED,):
        g.apply(RED, card)


@pytest.mark.rule("skirmish", "1")
def test_an_area_stays_with_the_side_that_was_last_alone_in_it() -> None:
    g = position({"mill": "blue_infantry", "orchard": "blue_armor"})
    g.agenda = [Moves()]
    g.apply(BLUE, g.t.first_unit + unit(g, "mill"))
    g.apply(BLUE, g.t.first_area + g.t.area["north_bridge"])
    assert [g.control[g.t.area[a]] for a in ("mill", "north_bridge", "quarry")] == [BLUE, BLUE, NOBODY]
    left = position({"mill": "blue_infantry, red_infantry"})
    left.agenda = [Moves(), GoTo(unit(left, "mill"))]
    left.apply(BLUE, left.t.first_area + left.t.area["orchard"])
    assert left.control[left.t.area["mill"]] == RED


@pytest.mark.rule("skirmish", "2")
def test_blue_and_red_take_turns() -> None:
    match = sandtable.new("skirmish", seed=1)
    seen = []
    for _ in range(4):
        seen.append((match.state.turn, match.state.side))
        match.play("button:done")
    assert seen == [(1, BLUE), (1, RED), (2, BLUE), (2, RED)]


@pytest.mark.rule("skirmish", "2.1")
def test_the_next_unit_of_the_reserve_arrives_at_an_open_source() -> None:
    g = position({"westford": "3 blue_infantry"}, turn=2)
    armor = g.t.units.index(g.t.kind_id.index("blue_armor"))
    g.place[armor], g.queue = RESERVE, [armor]
    g.agenda = [Moves(), Arrival()]
    g.advance()
    assert g.units(BLUE, g.t.area["abbey"]) == [armor] and g.queue == []  # Westford is full
    early = position({}, turn=1)
    early.place[armor], early.queue = RESERVE, [armor]
    early.agenda = [Moves(), Arrival()]
    early.advance()
    assert early.queue == [armor]


@pytest.mark.rule("skirmish", "3.1")
@pytest.mark.rule("skirmish", "3.2")
def test_armor_moves_two_areas_but_not_past_enemies() -> None:
    g = position({"orchard": "blue_armor, blue_infantry", "mill": "red_infantry"})
    infantry, armor = g.units(BLUE, g.t.area["orchard"])
    assert areas(g, reach(g, infantry)) == {"westford", "abbey", "mill", "quarry", "crossroads"}
    beyond = {"north_bridge", "south_bridge", "vineyard", "station"}
    assert areas(g, reach(g, armor)) == areas(g, reach(g, infantry)) | beyond
    g = position({"westford": "blue_armor", "mill": "red_infantry", "orchard": "red_infantry"})
    assert areas(g, reach(g, unit(g, "westford"))) == {"mill", "orchard", "abbey", "quarry"}


@pytest.mark.rule("skirmish", "3.1")
def test_a_unit_moves_once() -> None:
    match = sandtable.new("skirmish", "meeting", seed=1)
    match.play("unit:blue_armor@abbey")
    match.play("area:orchard")
    assert match.explain("unit:blue_armor.moved@orchard") == "This unit has moved. [3.1]"


@pytest.mark.rule("skirmish", "3.3")
def test_at_most_three_units_of_a_side_are_in_an_area() -> None:
    g = position({"orchard": "3 blue_infantry", "abbey": "blue_infantry"})
    assert areas(g, reach(g, unit(g, "abbey"))) == {"westford", "quarry"}


@pytest.mark.rule("skirmish", "4")
def test_a_unit_without_a_way_to_a_source_cannot_move() -> None:
    g = position({"vineyard": "blue_infantry", "orchard": "blue_armor", "crossroads": "red_infantry"})
    assert {"orchard", "westford", "abbey", "crossroads"} <= areas(g, supplied(g))
    assert "vineyard" not in areas(g, supplied(g))
    step = Moves()
    assert g.t.first_unit + unit(g, "vineyard") not in step.choices(g, BLUE)
    refusal = step.why_not(g, BLUE, g.t.first_unit + unit(g, "vineyard"))
    assert refusal is not None and refusal.rule == "4"
    assert step.why_not(g, BLUE, g.t.first_unit + unit(g, "crossroads", RED)) is None


@pytest.mark.rule("skirmish", "5.1")
def test_the_active_side_chooses_the_order_of_battles() -> None:
    g = position({"mill": "blue_infantry, red_infantry", "quarry": "blue_armor, red_armor"})
    g.rng = ScriptedRng([1, 1, 1, 1])
    g.agenda = [Moves(), Battles()]
    g.advance()
    assert areas(g, {c - g.t.first_area for c in g.choices(BLUE)}) == {"mill", "quarry"}
    g.apply(BLUE, g.t.first_area + g.t.area["quarry"])
    assert areas(g, {c - g.t.first_area for c in g.choices(BLUE)}) == {"mill"}


@pytest.mark.rule("skirmish", "5.2")
@pytest.mark.rule("skirmish", "5.3")
def test_both_sides_roll_at_the_same_time_and_infantry_is_lost_first() -> None:
    g = position({"mill": "blue_infantry, blue_armor, red_infantry, red_armor"})
    fight(g, "mill", [4, 4, 4, 4])  # only armor hits with 4
    here = g.t.area["mill"]
    assert [g.t.kind_id[g.t.units[u]] for u in g.at[here]] == ["blue_armor", "red_armor"]
    fight(g, "mill", [4, 3])
    assert g.units(RED, here) == [] and g.control[here] == BLUE


@pytest.mark.rule("skirmish", "6.1")
def test_each_side_has_two_cards() -> None:
    g = sandtable.new("skirmish", seed=5).state
    assert [g.cards.count(side) for side in (BLUE, RED)] == [2, 2]


@pytest.mark.rule("skirmish", "6.2")
def test_a_card_destroys_attackers_before_the_dice() -> None:
    g = position(
        {"mill": "3 blue_infantry, red_infantry"}, {"minefield": RED, "quiet_1": RED, "ambush_1": BLUE}
    )
    mines = g.t.names.index["card:minefield"]
    g.rng = ScriptedRng([5, 1])
    g.agenda = [Moves(), Battles()]
    g.advance()
    g.apply(BLUE, g.t.first_area + g.t.area["mill"])
    assert g.seats() == (RED,) and g.choices(RED) == [PASS, mines]
    g.apply(RED, mines)
    assert g.cards[mines - g.t.first_card] == PLAYED
    assert len(g.units(BLUE, g.t.area["mill"])) == 1 and not g.units(RED, g.t.area["mill"])


@pytest.mark.rule("skirmish", "7")
@pytest.mark.parametrize(
    ("units", "turn", "result"),
    [
        ({"north_bridge": "blue_infantry", "mill": "red_infantry"}, 9, (1.0, 0.0)),
        ({"north_bridge": "blue_infantry", "crossroads": "red_infantry"}, 9, (0.5, 0.5)),
        ({"eastwood": "blue_infantry", "castle": "blue_armor", "crossroads": "red_armor"}, 2, (1.0, 0.0)),
    ],
)
def test_points_or_all_sources_win(units: "dict[str, str]", turn: int, result: "tuple[float, float]") -> None:
    g = position(units, turn=turn - 1)
    g.side = RED
    g.agenda = [Sequence()]
    g.advance()
    assert g.result is not None and g.result.scores == result


def test_odds_add_up_and_agree_with_the_dice() -> None:
    g = position({"mill": "blue_armor, red_infantry"})
    (odds,) = fights.odds(g, BLUE)
    assert sum(row.chance for row in odds.rows) == pytest.approx(1.0)
    chance = {row.text: row.chance for row in odds.rows}
    assert chance["Attacker loses 0, defender loses 1"] == pytest.approx(1 / 2 * 2 / 3)


def test_done_leaves_a_unit_where_it_is() -> None:
    g = position({"abbey": "blue_infantry"})
    g.agenda = [Moves(), GoTo(unit(g, "abbey"))]
    g.apply(BLUE, DONE)
    assert g.moved == [] and isinstance(g.agenda[-1], Moves)
