"""Air and submarine missions. [11] [12] [14], and [9j] [13.10] [13.11] [17h] [19]."""

from typing import Any

import pytest

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Refusal
from sandtable.games.downfall.components.constants import AFTER, ALLIES, AVAILABLE, AXIS, FIGHTING, USSR
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import bombing, combat, missions
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.testing import add_army, declare, position, unit_at
from tests.games.downfall.waiting import Idle


def at(side: str = "axis", **more: Any) -> Board:
    g = position(side=side, **more)
    g.agenda = [Idle()]
    return g


def mission(g: Board, name: str) -> int:
    """The choice of a mission such as `german_air` or `german_air.advanced`."""
    kind, _, advanced = name.partition(".")
    return g.ids.mission + 2 * g.t.air_id.index(kind) + (advanced != "")


def names(g: Board, choices: list[int]) -> list[str]:
    """The missions among choices."""
    found = []
    for choice in choices:
        if g.ids.mission <= choice < g.ids.submarine:
            kind, advanced = divmod(choice - g.ids.mission, 2)
            found.append(g.t.air_id[kind] + (".advanced" if advanced else ""))
    return found


def rule(reason: Refusal | None) -> str:
    return "" if reason is None else reason.rule


def pick(g: Board, key: int) -> None:
    seat = g.seats()[0]
    assert key in g.choices(seat)
    g.apply(seat, key)


def place(g: Board, name: str) -> None:
    """Place a mission from the box on an attack, as the free menu does."""
    assert mission(g, name) in missions.air_choices(g)
    g.push(missions.PlaceAir(mission(g, name) - g.ids.mission))
    g.advance()


def front(
    side: str = "axis",
    area: str = "riga",
    attacker: str = "german_infantry",
    defender: str = "soviet_infantry",
    **more: Any,
) -> Board:
    """One declared attack in an area."""
    rows = [f"{attacker}@{area}", f"{defender}@{area}"]
    g = at(side, armies=rows, **more)
    declare(g, unit_at(g, attacker, area), unit_at(g, defender, area))
    return g


def box(g: Board) -> dict[str, int]:
    """The missions in the boxes."""
    found = {}
    for kind, name in enumerate(g.t.air_id):
        for advanced in range(2):
            if g.air[2 * kind + advanced]:
                found[name + (".advanced" if advanced else "")] = g.air[2 * kind + advanced]
    return found


# --- on attacks


@pytest.mark.rule("downfall", "11")
@pytest.mark.rule("downfall", "11a")
def test_a_mission_on_an_attack_adds_two() -> None:
    g = front(air={"german_air": 2})
    before = combat.attack_factor(g, g.attacks[0])
    place(g, "german_air")
    assert combat.attack_factor(g, g.attacks[0]) == before + 2
    assert box(g) == {"german_air": 1}
    assert isinstance(g.agenda[-1], Idle)  # nobody could counter


@pytest.mark.rule("downfall", "11a")
def test_the_attack_is_chosen_by_the_army_attacked() -> None:
    g = front(air={"german_air": 3})
    add_army(g, "german_infantry", "kovel")
    foe = add_army(g, "soviet_infantry", "kovel")
    bystander = add_army(g, "soviet_infantry", "kovel")
    declare(g, unit_at(g, "german_infantry", "kovel"), foe)
    place(g, "german_air")
    step = g.agenda[-1]
    riga = unit_at(g, "soviet_infantry", "riga")
    assert g.choices(0) == [g.ids.unit + riga, g.ids.unit + foe]
    assert (step.prompt(g, 0).rule, step.pack()) == ("11a", [0])
    assert rule(step.why_not(g, 0, g.ids.unit + bystander)) == "11a"
    assert step.why_not(g, 0, DONE) is None
    pick(g, g.ids.unit + foe)
    assert [attack.air for attack in g.attacks] == [-1, 0]
    # The one attack that is still open is not asked for, whether it comes first or last.
    assert missions.why_not_place(g, mission(g, "german_air")) is None
    g.attacks.reverse()
    assert missions.why_not_place(g, mission(g, "german_air")) is None
    place(g, "german_air")
    assert isinstance(g.agenda[-1], Idle)
    assert [attack.air for attack in g.attacks] == [0, 0]


@pytest.mark.rule("downfall", "17h")
def test_one_mission_an_attack() -> None:
    g = front(air={"german_air": 2})
    place(g, "german_air")
    assert missions.air_choices(g) == []
    assert rule(missions.why_not_place(g, mission(g, "german_air"))) == "17h"
    step = missions.PlaceAir(0)
    assert rule(step.why_not(g, 0, g.ids.unit + g.attacks[0].defender)) == "17h"


@pytest.mark.rule("downfall", "11f")
def test_missions_are_not_tied_to_nations() -> None:
    g = front("allies", "calais", "american_infantry", "german_infantry", turn=18, air={"british_air": 1})
    assert names(g, missions.air_choices(g)) == ["british_air"]
    g = front(attacker="italian_infantry", air={"german_air": 1})
    assert names(g, missions.air_choices(g)) == ["german_air"]
    both = {"british_air": 1, "german_air": 1}
    g = front("allies", "calais", "american_infantry", "italian_infantry", air=both)
    place(g, "british_air")
    assert names(g, g.choices(0)) == ["german_air"]


@pytest.mark.rule("downfall", "11")
def test_why_a_mission_cannot_be_placed() -> None:
    g = front(air={"german_air": 1, "soviet_air": 1})
    assert missions.why_not_place(g, mission(g, "german_air")) is None
    assert rule(missions.why_not_place(g, mission(g, "soviet_air"))) == "11"
    assert rule(missions.why_not_place(g, mission(g, "german_air.advanced"))) == "11"
    g.phase = FIGHTING  # the attack has not been fought yet
    assert missions.why_not_place(g, mission(g, "german_air")) is None
    g = at(air={"german_air": 1})
    assert missions.air_choices(g) == []
    assert rule(missions.why_not_place(g, mission(g, "german_air"))) == "11a"


@pytest.mark.rule("downfall", "11e")
@pytest.mark.rule("downfall", "1e")
def test_a_mission_comes_back_to_the_pool_when_it_has_done_its_work() -> None:
    g = front(air={"german_air": 2, "soviet_air": 1}, dice=[3, 3])
    assert missions.free_air(g, 0) == 4
    place(g, "german_air")
    pick(g, mission(g, "soviet_air"))
    assert (missions.free_air(g, 0), missions.free_air(g, g.t.air_id.index("soviet_air"))) == (5, 5)
    place(g, "german_air")
    assert missions.free_air(g, 0) == 5
    g.push(Combat())
    g.advance()
    assert missions.free_air(g, 0) == 6


# --- winter and politics


@pytest.mark.rule("downfall", "19")
@pytest.mark.rule("downfall", "19a")
@pytest.mark.parametrize("turn", [1, 5, 9, 13, 17, 21])
def test_no_air_support_in_winter(turn: int) -> None:
    g = front(turn=turn, air={"german_air": 1})
    assert missions.air_choices(g) == []
    assert rule(missions.why_not_place(g, mission(g, "german_air"))) == "19a"
    for other in (turn - 1, turn + 1):
        if other:
            g.turn = other
            assert names(g, missions.air_choices(g)) == ["german_air"]


@pytest.mark.rule("downfall", "19d")
def test_in_africa_air_flies_in_winter_and_is_countered() -> None:
    g = front(
        "allies",
        "tobruk",
        "british_infantry",
        "italian_infantry",
        turn=9,
        air={"british_air": 1, "german_air": 1},
    )
    place(g, "british_air")
    assert g.seats() == (0,)
    assert names(g, g.choices(0)) == ["german_air"]


@pytest.mark.rule("downfall", "19e")
@pytest.mark.parametrize(
    ("side", "attacker", "defender", "air", "flies"),
    [
        ("allies", "british_infantry", "german_infantry", "american_air", True),
        ("ussr", "soviet_infantry", "german_infantry", "soviet_air", False),
        ("axis", "german_infantry", "soviet_infantry", "german_air", False),
    ],
)
def test_in_1945_allied_air_flies_in_winter(
    side: str, attacker: str, defender: str, air: str, flies: bool
) -> None:
    g = front(side, "warsaw", attacker, defender, turn=21, air={air: 1})
    assert names(g, missions.air_choices(g)) == ([air] if flies else [])
    g.turn = 17
    assert missions.air_choices(g) == []


@pytest.mark.rule("downfall", "9j")
@pytest.mark.parametrize("area", ["tobruk", "athens", "karelia", "helsinki"])
def test_german_air_stays_out_of_finland_greece_and_africa_before_1941(area: str) -> None:
    g = front(
        area=area, attacker="italian_infantry", defender="british_infantry", turn=4, air={"german_air": 1}
    )
    assert missions.air_choices(g) == []
    assert rule(missions.why_not_place(g, mission(g, "german_air"))) == "9j"
    g.turn = 6
    assert names(g, missions.air_choices(g)) == ["german_air"]


@pytest.mark.rule("downfall", "9j")
def test_nor_does_german_air_counter_there() -> None:
    air = {"british_air": 2, "german_air": 1}
    g = front("allies", "tobruk", "british_infantry", "italian_infantry", turn=4, air=air)
    place(g, "british_air")
    assert isinstance(g.agenda[-1], Idle)
    step = missions.Counter(g.attacks[0].defender)
    assert rule(step.why_not(g, 0, mission(g, "german_air"))) == "9j"
    g = front("allies", "tobruk", "british_infantry", "italian_infantry", turn=6, air=air)
    place(g, "british_air")
    assert names(g, g.choices(0)) == ["german_air"]


# --- countering


@pytest.mark.rule("downfall", "11c")
@pytest.mark.rule("downfall", "11d")
def test_placing_and_countering_until_one_side_stops() -> None:
    g = front(air={"german_air": 3, "soviet_air": 2})
    place(g, "german_air")
    window = g.agenda[-1]
    assert g.seats() == (2,)
    assert g.choices(2) == [PASS, mission(g, "soviet_air")]
    assert (window.prompt(g, 2).rule, window.pack()) == ("11c", [g.attacks[0].defender])
    pick(g, mission(g, "soviet_air"))
    assert g.attacks[0].air == -1
    assert box(g) == {"german_air": 2, "soviet_air": 1}
    place(g, "german_air")
    pick(g, mission(g, "soviet_air"))
    place(g, "german_air")
    assert g.attacks[0].air == 0
    assert box(g) == {}
    assert isinstance(g.agenda[-1], Idle)


@pytest.mark.rule("downfall", "11c")
def test_a_mission_let_pass_stays() -> None:
    g = front(air={"german_air": 1, "soviet_air": 1})
    place(g, "german_air")
    pick(g, PASS)
    assert g.attacks[0].air == 0
    assert box(g) == {"soviet_air": 1}


@pytest.mark.rule("downfall", "11c")
def test_only_the_side_attacked_counters_also_with_two_players() -> None:
    g = front(air={"german_air": 1, "british_air": 2, "soviet_air": 1}, players=2)
    place(g, "german_air")
    assert g.seats() == (1,)
    assert names(g, g.choices(1)) == ["soviet_air"]
    window = g.agenda[-1]
    assert rule(window.why_not(g, 1, mission(g, "british_air"))) == "11c"
    assert rule(window.why_not(g, 1, mission(g, "soviet_air.advanced"))) == "11"
    assert window.why_not(g, 1, DONE) is None
    g = front(air={"german_air": 1, "british_air": 2}, players=2)
    place(g, "german_air")
    assert isinstance(g.agenda[-1], Idle)


@pytest.mark.rule("downfall", "13.11a")
@pytest.mark.rule("downfall", "13.11d")
def test_advanced_missions_are_countered_only_by_advanced_ones() -> None:
    air = {"german_air.advanced": 1, "german_air": 1, "british_air": 1, "american_air.advanced": 1}
    g = front("allies", "calais", "american_infantry", "german_infantry", turn=18, air=air)
    place(g, "american_air.advanced")
    assert names(g, g.choices(0)) == ["german_air.advanced"]
    assert rule(g.agenda[-1].why_not(g, 0, mission(g, "german_air"))) == "13.11a"
    pick(g, PASS)
    g = front("allies", "calais", "american_infantry", "german_infantry", turn=18, air=air)
    place(g, "british_air")
    assert names(g, g.choices(0)) == ["german_air", "german_air.advanced"]
    pick(g, mission(g, "german_air.advanced"))
    assert box(g) == {"german_air": 1, "american_air.advanced": 1}
    assert g.attacks[0].air == -1


# --- submarines


@pytest.mark.rule("downfall", "12")
@pytest.mark.rule("downfall", "12b")
def test_submarines_go_out_at_any_time_of_the_axis_turn_without_an_action() -> None:
    g = at("axis")
    g.subs = [2, 1]
    for phase in (1, AFTER):
        g.phase = phase
        assert missions.sub_choices(g) == [g.ids.submarine, g.ids.submarine + 1]
        missions.place_sub(g, 0)
    assert (g.subs, g.atlantic, g.actions_left) == ([0, 1], [2, 0, 0], 0)
    assert missions.sub_choices(g) == [g.ids.submarine + 1]
    assert rule(missions.why_not_place(g, g.ids.submarine)) == "12"
    g.side = ALLIES
    assert missions.sub_choices(g) == []
    assert rule(missions.why_not_place(g, g.ids.submarine + 1)) == "12"


@pytest.mark.rule("downfall", "12a")
@pytest.mark.rule("downfall", "12c")
@pytest.mark.rule("downfall", "1e")
def test_two_boats_cost_an_action_and_come_home_after_the_allied_turn() -> None:
    g = at("axis")
    g.subs = [2, 0]
    missions.place_sub(g, 0)
    assert not missions.are_submarines_effective(g)
    missions.place_sub(g, 0)
    assert missions.are_submarines_effective(g)
    assert missions.free_submarines(g) == 2
    g.side = ALLIES
    bombing.end_allied_turn(g)
    assert not missions.are_submarines_effective(g)
    assert missions.free_submarines(g) == 4


@pytest.mark.rule("downfall", "13.10")
@pytest.mark.rule("downfall", "13.10a")
def test_one_advanced_boat_is_enough_if_the_allies_lack_warships_when_it_is_placed() -> None:
    g = at("axis", turn=14)
    g.subs = [0, 2]
    missions.place_sub(g, 1)
    assert missions.are_submarines_effective(g)
    g.tiles[g.t.tile_index["allies_advanced_warships"]] = AVAILABLE
    assert missions.are_submarines_effective(g)  # what counts is when it was placed [R12]
    g = at("axis", turn=14, developments={"allies": ["advanced_warships"]})
    g.subs = [0, 2]
    missions.place_sub(g, 1)
    assert not missions.are_submarines_effective(g)
    assert missions.do_warships_help(g)


@pytest.mark.rule("downfall", "13.10b")
@pytest.mark.rule("downfall", "13.10c")
def test_against_warships_two_advanced_boats_are_needed_and_basic_ones_count_nothing() -> None:
    g = at("axis", turn=14, developments={"allies": ["advanced_warships"]})
    g.subs = [4, 2]
    for _ in range(4):
        missions.place_sub(g, 0)
    assert not missions.are_submarines_effective(g)
    missions.place_sub(g, 1)
    assert not missions.are_submarines_effective(g)
    missions.place_sub(g, 1)
    assert missions.are_submarines_effective(g)
    assert not missions.do_warships_help(g)


# --- bombing


def raid(*sent: str, **more: Any) -> Board:
    """The Allies send out these missions together."""
    g = at("allies", turn=15, **more)
    bomb(g, *sent)
    return g


def bomb(g: Board, *sent: str) -> None:
    assert bombing.can_bomb(g)
    g.push(bombing.Bombing())
    g.advance()
    for name in sent:
        pick(g, mission(g, name))
    if isinstance(g.agenda[-1], bombing.Bombing):
        pick(g, DONE)


@pytest.mark.rule("downfall", "14")
@pytest.mark.rule("downfall", "14a")
@pytest.mark.rule("downfall", "11b")
def test_advanced_allied_missions_bomb_germany_while_london_is_allied() -> None:
    g = at("allies", turn=15, air={"british_air": 2, "german_air.advanced": 1})
    assert not bombing.can_bomb(g)
    assert rule(bombing.why_not_bomb(g)) == "14a"
    g.air[mission(g, "british_air.advanced") - g.ids.mission] = 2
    assert bombing.can_bomb(g)
    g.push(bombing.Bombing())
    g.advance()
    step = g.agenda[-1]
    assert names(g, g.choices(1)) == ["british_air.advanced"]
    assert DONE not in g.choices(1)
    assert rule(step.why_not(g, 1, DONE)) == "14a"
    assert rule(step.why_not(g, 1, mission(g, "british_air"))) == "14a"
    assert step.why_not(g, 1, mission(g, "american_air.advanced")) == missions.NONE_IN_BOX
    assert step.why_not(g, 1, mission(g, "german_air.advanced")) == missions.NOT_YOUR_MISSION
    assert step.why_not(g, 1, 3) is None
    assert (step.prompt(g, 1).rule, step.pack()) == ("14a", [0])
    pick(g, mission(g, "british_air.advanced"))
    assert g.agenda[-1].pack() == [1]
    pick(g, DONE)
    assert g.bombers == [0, 1, 0, 0]
    assert box(g) == {"british_air": 2, "british_air.advanced": 1, "german_air.advanced": 1}
    pick(g, PASS)
    g.set_control(g.t.area_index["london"], AXIS)
    assert not bombing.can_bomb(g)
    assert rule(bombing.why_not_bomb(g)) == "14a"
    for side in (AXIS, USSR):
        g.side = side
        assert not bombing.can_bomb(g)
        assert rule(bombing.why_not_bomb(g)) == "14a"


@pytest.mark.rule("downfall", "14b")
@pytest.mark.rule("downfall", "13.11a")
@pytest.mark.rule("downfall", "13.11b")
def test_the_first_two_interceptors_meet_two_bombers_each() -> None:
    air = {"british_air.advanced": 5, "german_air.advanced": 2, "german_air": 1}
    g = raid(*["british_air.advanced"] * 5, air=air)
    window = g.agenda[-1]
    assert g.seats() == (0,)
    assert g.choices(0) == [PASS, mission(g, "german_air.advanced")]
    assert rule(window.why_not(g, 0, mission(g, "german_air"))) == "14b"
    assert rule(window.why_not(g, 0, mission(g, "british_air"))) == "11"
    assert window.why_not(g, 0, DONE) is None
    assert window.prompt(g, 0).rule == "14b"
    pick(g, mission(g, "german_air.advanced"))
    assert g.bombers == [0, 3, 0, 0]
    pick(g, mission(g, "german_air.advanced"))
    assert g.bombers == [0, 1, 0, 0]
    assert isinstance(g.agenda[-1], Idle)  # no interceptor left
    assert rule(bombing.Intercept().why_not(g, 0, mission(g, "german_air.advanced"))) == "11"
    assert missions.free_air(g, 0) == 5
    assert missions.free_air(g, 1) == 4


@pytest.mark.rule("downfall", "11e")
def test_a_bomber_that_is_countered_can_be_created_again() -> None:
    g = raid("british_air.advanced", air={"british_air.advanced": 1, "german_air.advanced": 1})
    british = g.t.air_id.index("british_air")
    assert g.bombers[british] == 1
    free = missions.free_air(g, british)
    pick(g, mission(g, "german_air.advanced"))
    assert g.bombers[british] == 0
    assert missions.free_air(g, british) == free + 1


@pytest.mark.rule("downfall", "13.11c")
def test_later_interceptors_meet_one() -> None:
    g = raid(*["british_air.advanced"] * 5, air={"british_air.advanced": 5, "german_air.advanced": 3})
    g.interceptors = 1
    pick(g, mission(g, "german_air.advanced"))
    assert g.bombers[1] == 3
    pick(g, mission(g, "german_air.advanced"))
    assert g.bombers[1] == 2
    pick(g, PASS)
    assert box(g) == {"german_air.advanced": 1}


@pytest.mark.rule("downfall", "14b")
def test_letting_pass_is_not_final() -> None:
    g = raid("british_air.advanced", air={"british_air.advanced": 2, "german_air.advanced": 1})
    pick(g, PASS)
    bomb(g, "british_air.advanced")
    pick(g, mission(g, "german_air.advanced"))
    assert g.bombers == [0, 0, 0, 0]


@pytest.mark.rule("downfall", "14b")
def test_the_axis_chooses_whom_an_interceptor_meets() -> None:
    air = {"british_air.advanced": 2, "american_air.advanced": 2, "german_air.advanced": 3}
    g = raid(*["british_air.advanced", "american_air.advanced"] * 2, air=air)
    pick(g, mission(g, "german_air.advanced"))
    step = g.agenda[-1]
    assert names(g, g.choices(0)) == ["british_air.advanced", "american_air.advanced"]
    assert (step.seats(g), step.prompt(g, 0).rule, step.pack()) == ((0,), "14b", [2])
    assert rule(step.why_not(g, 0, mission(g, "soviet_air.advanced"))) == "14b"
    assert step.why_not(g, 0, PASS) is None
    pick(g, mission(g, "american_air.advanced"))
    pick(g, mission(g, "british_air.advanced"))
    assert g.bombers == [0, 1, 1, 0]
    assert isinstance(g.agenda[-1], bombing.Intercept)
    pick(g, mission(g, "german_air.advanced"))  # it meets all that are left: nothing to choose
    assert g.bombers == [0, 0, 0, 0]
    assert isinstance(g.agenda[-1], Idle)


@pytest.mark.rule("downfall", "14c")
@pytest.mark.rule("downfall", "14d")
@pytest.mark.rule("downfall", "11e")
@pytest.mark.parametrize(("bombers", "effect"), [(0, False), (1, False), (2, True), (5, True)])
def test_two_bombers_left_count_and_are_withdrawn_after_the_axis_turn(bombers: int, effect: bool) -> None:
    g = at("allies", turn=15)
    g.bombers[1] = bombers
    g.interceptors = 2
    bombing.end_allied_turn(g)
    assert (g.bombed, g.interceptors) == (effect, 0)
    assert missions.free_air(g, 1) == 5 - bombers
    bombing.end_axis_turn(g)
    assert not g.bombed
    assert missions.free_air(g, 1) == 5


@pytest.mark.rule("downfall", "19g")
def test_bombing_goes_on_in_winter() -> None:
    g = at("allies", turn=17, air={"british_air.advanced": 2, "german_air.advanced": 1})
    bomb(g, "british_air.advanced", "british_air.advanced")
    assert names(g, g.choices(0)) == ["german_air.advanced"]
