"""Reinforcements, armor, and the beginning of a side's turn. [4.2] [10] [1c] [1d]"""

from typing import Any

import pytest

from sandtable.engine.choice import DONE
from sandtable.engine.step import Refusal
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.ids import ACTION, AREA, EXCHANGE, REMOVE
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import actions, armor, reinforcements, turn_start
from sandtable.games.downfall.testing import add_army, declare, position, unit_at
from tests.games.downfall.waiting import Idle

EVERYBODY = ("axis", "allies", "ussr")


def at(side: str = "axis", **more: Any) -> Board:
    g = position(side=side, **more)
    g.agenda = [Idle()]
    return g


def begin(side: str = "axis", **more: Any) -> Board:
    """A position at the beginning of a side's turn, after what comes by itself."""
    g = at(side, phase=const.BEGINNING, **more)
    turn_start.give_income(g)
    g.push(turn_start.TurnStart())
    g.advance()
    return g


def area(g: Board, name: str) -> int:
    return g.t.area_index[name]


def army(g: Board, name: str, full: bool = True) -> int:
    """The choice that builds an army."""
    return g.ids.army + 2 * g.t.type_index[name] + full


def names(g: Board, choices: list[int]) -> set[str]:
    """The armies among choices, "x" for a full and "x.reduced" for a reduced one."""
    found = set()
    for choice in choices:
        if choice >= g.ids.army:
            kind, full = divmod(choice - g.ids.army, 2)
            found.add(g.t.type_id[kind] + ("" if full else ".reduced"))
    return found


def rule(reason: Refusal | None) -> str:
    return "" if reason is None else reason.rule


def build_rule(g: Board, name: str, full: bool = True) -> str:
    choice = army(g, name, full)
    reason = reinforcements.why_not_build(g, choice)
    offered = reinforcements.minor_builds(g) if g.phase == const.BEGINNING else reinforcements.builds(g)
    assert (reason is None) == (choice in offered)
    return rule(reason)


def upgrade_rule(g: Board, unit: int) -> str:
    reason = reinforcements.why_not_upgrade(g, unit)
    assert (reason is None) == reinforcements.can_upgrade(g, unit)
    return rule(reason)


def convert_rule(g: Board, unit: int) -> str:
    reason = armor.why_not_convert(g, unit)
    assert (reason is None) == armor.can_convert(g, unit)
    return rule(reason)


def pick(g: Board, key: int) -> None:
    seat = g.seats()[0]
    assert key in g.choices(seat)
    g.apply(seat, key)


def build(g: Board, name: str, full: bool = True) -> None:
    assert build_rule(g, name, full) == ""
    reinforcements.start_build(g, army(g, name, full))


def places(g: Board) -> set[str]:
    """The areas asked for."""
    return {g.t.area_id[choice - AREA] for choice in g.choices(g.seats()[0]) if AREA <= choice < g.ids.unit}


def on_map(g: Board, name: str) -> list[tuple[str, int]]:
    """Where counters of a type are, with their steps."""
    kind = g.t.type_index[name]
    first = g.t.first_unit[kind]
    units = range(first, first + g.t.type_count[kind])
    return sorted(
        (g.t.area_id[g.place[u]], g.cond[u] & const.STEPS) for u in units if g.place[u] != const.POOL
    )


# --- building


@pytest.mark.rule("downfall", "4.2")
@pytest.mark.rule("downfall", "4.2b")
def test_prices_in_points() -> None:
    g = at(points=3)
    build(g, "german_infantry")
    pick(g, AREA + area(g, "berlin"))
    assert g.points == 1
    assert names(g, reinforcements.builds(g)) == {"german_infantry.reduced"}
    assert build_rule(g, "german_infantry") == "4.2"
    build(g, "german_infantry", False)
    pick(g, AREA + area(g, "ruhr"))
    assert g.points == 0
    assert reinforcements.builds(g) == []
    assert on_map(g, "german_infantry") == [("berlin", const.FULL), ("ruhr", const.REDUCED)]


@pytest.mark.rule("downfall", "4.2a")
@pytest.mark.rule("downfall", "10")
def test_armor_takes_as_many_steps_as_points() -> None:
    g = at(turn=14, points=4, armor=0, developments={"axis": ["advanced_aviation"]})
    assert names(g, reinforcements.builds(g)) == {"german_infantry", "german_infantry.reduced"}
    assert build_rule(g, "german_armor") == "4.2a"
    g.armor[const.AXIS] = 1
    assert build_rule(g, "german_armor") == "4.2a"
    assert build_rule(g, "german_armor", False) == ""
    g.armor[const.AXIS] = 3
    build(g, "german_armor")
    pick(g, AREA + area(g, "berlin"))
    assert (g.points, g.armor[const.AXIS]) == (2, 1)
    build(g, "afrika_korps", False)  # armor like any other [R26]
    pick(g, AREA + area(g, "berlin"))
    assert (g.points, g.armor[const.AXIS]) == (1, 0)
    assert g.revealed == 0


@pytest.mark.rule("downfall", "4.2c")
@pytest.mark.rule("downfall", "4.2d")
def test_major_powers_build_in_their_own_controlled_supply_areas() -> None:
    g = at("allies", turn=10, total_war=EVERYBODY, points=8)
    build(g, "british_infantry", False)
    assert places(g) == {"london", "canada", "suez"}
    pick(g, AREA + area(g, "canada"))
    build(g, "american_infantry")
    assert on_map(g, "american_infantry") == [("united_states", const.FULL)]  # the only place: not asked
    g = at("axis", points=2, control={"berlin": "ussr"})
    build(g, "german_infantry")
    assert places(g) == {"ruhr", "breslau"}
    step = g.agenda[-1]
    assert rule(step.why_not(g, 0, AREA + area(g, "berlin"))) == "4.2c"
    assert rule(step.why_not(g, 0, AREA + area(g, "munich"))) == "4.2c"
    assert step.why_not(g, 0, DONE) is None
    assert (step.prompt(g, 0).rule, step.pack()) == ("4.2c", [g.t.type_index["german_infantry"], const.FULL])
    g = at("axis", points=2, control={"berlin": "ussr", "ruhr": "allies", "breslau": "ussr"})
    assert build_rule(g, "german_infantry") == "4.2c"


@pytest.mark.rule("downfall", "4.2e")
def test_nothing_is_built_or_converted_in_moscow() -> None:
    g = at("ussr", points=2, armor=2, armies=["soviet_infantry@moscow"])
    build(g, "soviet_infantry")
    assert places(g) == {"leningrad", "gorki", "kuibyshev", "baku"}
    assert rule(g.agenda[-1].why_not(g, 2, AREA + area(g, "moscow"))) == "4.2e"
    assert convert_rule(g, unit_at(g, "soviet_infantry", "moscow")) == "10d"


@pytest.mark.rule("downfall", "5")
@pytest.mark.rule("downfall", "5a")
@pytest.mark.rule("downfall", "5c")
def test_three_armies_a_side_and_no_more_outside_america() -> None:
    rows = [
        "3 british_infantry@london",
        "2 british_armor@canada",
        "2 british_advanced_armor@canada",
        "3 german_infantry@suez",  # enemies do not prevent it [R35]
    ]
    g = at("allies", turn=10, points=4, armies=rows)
    build(g, "british_infantry", False)
    assert places(g) == {"canada", "suez"}
    assert rule(g.agenda[-1].why_not(g, 1, AREA + area(g, "london"))) == "5"


@pytest.mark.rule("downfall", "1e")
def test_counters_are_a_hard_limit() -> None:
    g = at(points=4, armor=4, armies=["afrika_korps@berlin"])
    assert build_rule(g, "afrika_korps") == "1e"
    assert build_rule(g, "german_armor") == ""


@pytest.mark.rule("downfall", "13.3")
@pytest.mark.rule("downfall", "13.3b")
@pytest.mark.rule("downfall", "4.6b")
def test_advanced_armor_needs_advanced_tanks_and_takes_old_steps() -> None:
    g = at(turn=12, points=2, armor=2)
    assert build_rule(g, "german_advanced_armor") == "13.3"
    tile = g.t.tile_index["axis_advanced_tanks"]
    g.tiles[tile] = 2
    build(g, "german_advanced_armor")
    pick(g, AREA + area(g, "berlin"))
    assert on_map(g, "german_advanced_armor") == [("berlin", const.FULL)]
    assert g.armor[const.AXIS] == 0
    assert g.tile_known[tile]


@pytest.mark.rule("downfall", "13.5")
def test_guards_need_their_development_and_cost_as_infantry() -> None:
    g = at("ussr", turn=12, points=4)
    assert build_rule(g, "soviet_guards") == "13.5"
    g.tiles[g.t.tile_index["ussr_guards"]] = 2
    build(g, "soviet_guards")
    pick(g, AREA + area(g, "baku"))
    assert (g.points, g.armor[const.USSR]) == (2, 0)


@pytest.mark.rule("downfall", "4.2h")
@pytest.mark.parametrize("phase", [const.FREE, const.AFTER])
def test_points_are_spent_before_and_after_combat(phase: int) -> None:
    g = at(phase=phase, armies=["german_infantry@riga reduced"])
    g.set_control(area(g, "riga"), const.AXIS)
    g.actions_left = 1
    unit = unit_at(g, "german_infantry", "riga")
    assert upgrade_rule(g, unit) == "4.2"  # not before the Action
    actions.take(g, const.ACT_REINFORCEMENTS)
    g.cond[unit] |= const.OPERATED | const.ATTACKS
    assert build_rule(g, "german_infantry") == ""
    assert upgrade_rule(g, unit) == ""
    reinforcements.upgrade(g, unit)
    assert g.cond[unit] == const.FULL | const.READY | const.OPERATED | const.ATTACKS
    assert g.points == 3


@pytest.mark.rule("downfall", "4.2j")
@pytest.mark.rule("downfall", "4.2k")
@pytest.mark.rule("downfall", "4.2l")
def test_british_points() -> None:
    g = at("allies", turn=10, total_war=EVERYBODY, points=8)
    build(g, "british_infantry", False)
    pick(g, AREA + area(g, "london"))
    assert build_rule(g, "british_infantry") == "4.2l"
    assert build_rule(g, "british_infantry", False) == ""
    build(g, "british_infantry", False)
    pick(g, AREA + area(g, "london"))
    assert build_rule(g, "british_infantry", False) == "4.2l"
    assert upgrade_rule(g, unit_at(g, "british_infantry", "london")) == "4.2l"
    assert build_rule(g, "american_infantry") == ""
    build(g, "american_infantry")
    assert (g.points, g.british_points) == (4, 2)
    # In Limited War the points are British, and there is no other limit.
    g = at("allies", turn=5, points=4)
    g.british_points = 2
    assert build_rule(g, "british_infantry") == ""
    assert build_rule(g, "american_infantry") == "4.2v"


def test_a_country_not_at_war_builds_nothing() -> None:
    g = at("allies", turn=10, total_war=EVERYBODY, points=4)
    g.status[g.t.united_states] = const.OUT
    assert build_rule(g, "american_infantry") == "4.2"
    assert build_rule(g, "german_infantry") == "4.2"


@pytest.mark.rule("downfall", "8w")
def test_new_armies_may_operate_if_the_option_says_so() -> None:
    g = at(points=4, control={"berlin": "ussr", "breslau": "ussr"})
    build(g, "german_infantry", False)
    assert g.cond[unit_at(g, "german_infantry", "ruhr", "reduced")] == const.REDUCED
    g.new_armies_operate = True
    build(g, "german_infantry")
    assert g.cond[unit_at(g, "german_infantry", "ruhr", "full")] == const.FULL | const.READY


# --- upgrading


@pytest.mark.rule("downfall", "4.2g")
def test_an_army_is_upgraded_anywhere_with_a_line_of_supply() -> None:
    rows = [
        "german_infantry@minsk reduced",
        "german_infantry@gorki reduced",
    ]
    g = at(points=4, armies=rows, control={"kovel": "axis"}, developments={"axis": ["blitzkrieg"]})
    assert upgrade_rule(g, unit_at(g, "german_infantry", "minsk")) == ""
    assert upgrade_rule(g, unit_at(g, "german_infantry", "gorki")) == "4.2g"


@pytest.mark.rule("downfall", "4.2b")
@pytest.mark.rule("downfall", "10b")
def test_upgrading_armor_takes_a_step_too() -> None:
    rows = ["german_armor@warsaw reduced"]
    g = at(points=1, armies=rows)
    unit = unit_at(g, "german_armor", "warsaw")
    assert upgrade_rule(g, unit) == "10b"
    g.armor[const.AXIS] = 1
    reinforcements.upgrade(g, unit)
    assert (g.points, g.armor[const.AXIS], g.cond[unit] & const.STEPS) == (0, 0, const.FULL)
    assert upgrade_rule(g, unit) == "4.2b"


def test_why_other_counters_cannot_be_upgraded() -> None:
    rows = [
        "soviet_infantry@warsaw reduced",
        "bulgarian_infantry@sofia reduced",
        "italian_infantry@rome reduced",
    ]
    g = at(points=4, armies=rows, at_war=("germany", "ussr", "italy"))
    assert upgrade_rule(g, unit_at(g, "soviet_infantry", "warsaw")) == "4.2"
    assert upgrade_rule(g, unit_at(g, "bulgarian_infantry", "sofia")) == "4.2"
    assert upgrade_rule(g, unit_at(g, "italian_infantry", "rome")) == "4.2u"
    assert upgrade_rule(g, g.free_unit(g.t.type_index["german_armor"])) == "4.2"


@pytest.mark.rule("downfall", "4.6b")
def test_an_upgrade_that_only_blitzkrieg_supplies_gives_it_away() -> None:
    rows = [
        "german_infantry@kovel",
        "soviet_infantry@kovel",
        "german_infantry@minsk reduced",
        "german_infantry@kovel reduced",
    ]
    g = at(points=4, armies=rows, developments={"axis": ["blitzkrieg"]})
    tile = g.t.tile_index["axis_blitzkrieg"]
    reinforcements.upgrade(g, unit_at(g, "german_infantry", "kovel", "reduced"))
    assert not g.tile_known[tile]
    reinforcements.upgrade(g, unit_at(g, "german_infantry", "minsk"))
    assert g.tile_known[tile]


# --- conversion and exchange


@pytest.mark.rule("downfall", "10")
@pytest.mark.rule("downfall", "10a")
@pytest.mark.rule("downfall", "10c")
@pytest.mark.parametrize(("step", "steps"), [("full", 2), ("reduced", 1)])
def test_infantry_becomes_armor_of_its_step_at_home(step: str, steps: int) -> None:
    rows = [f"german_infantry@berlin {step}"]
    g = at(turn=14, armor=steps - 1, armies=rows, developments={"axis": ["advanced_aviation"]})
    unit = unit_at(g, "german_infantry", "berlin")
    assert convert_rule(g, unit) == "10a"
    g.armor[const.AXIS] = 2
    assert convert_rule(g, unit) == ""
    armor.start_convert(g, unit)
    g.advance()
    step_ = g.agenda[-1]
    assert names(g, g.choices(0)) == {
        x + ("" if step == "full" else ".reduced") for x in ("german_armor", "afrika_korps")
    }
    assert (step_.prompt(g, 0).rule, step_.pack()) == ("10a", [unit])
    pick(g, army(g, "german_armor", step == "full"))
    assert on_map(g, "german_infantry") == []
    assert on_map(g, "german_armor") == [("berlin", steps)]
    assert (g.points, g.armor[const.AXIS]) == (0, 2 - steps)
    assert g.revealed == 0  # ordinary armor needs no development


@pytest.mark.rule("downfall", "10d")
@pytest.mark.rule("downfall", "10a")
def test_conversion_only_in_controlled_supply_areas_of_the_own_side() -> None:
    rows = [
        "german_infantry@warsaw",
        "german_infantry@leningrad",
        "german_infantry@ruhr",
        "german_infantry@breslau",
    ]
    g = at(armor=4, armies=rows, control={"leningrad": "axis", "ruhr": "allies"})
    where = {
        name: convert_rule(g, unit_at(g, "german_infantry", name))
        for name in ("warsaw", "leningrad", "ruhr", "breslau")
    }
    assert where == {"warsaw": "10d", "leningrad": "10d", "ruhr": "10d", "breslau": ""}


@pytest.mark.rule("downfall", "10a")
@pytest.mark.rule("downfall", "13.3")
@pytest.mark.rule("downfall", "1e")
def test_any_nation_with_a_counter_free_converts_in_any_supply_area_of_the_side() -> None:
    rows = [
        "american_infantry@london",
        "french_infantry@london",
        "greek_infantry@london",
    ]
    g = at("allies", turn=12, armor=4, armies=rows)
    american = unit_at(g, "american_infantry", "london")
    assert convert_rule(g, american) == "1e"  # all American armor is advanced
    g.tiles[g.t.tile_index["allies_advanced_tanks"]] = 2
    assert convert_rule(g, american) == ""
    armor.start_convert(g, american)
    assert on_map(g, "american_advanced_armor") == [("london", const.FULL)]
    assert g.tile_known[g.t.tile_index["allies_advanced_tanks"]]
    assert convert_rule(g, unit_at(g, "french_infantry", "london")) == ""
    assert convert_rule(g, unit_at(g, "greek_infantry", "london")) == "1e"
    assert convert_rule(g, unit_at(g, "american_advanced_armor", "london")) == "10a"
    for _ in range(g.t.type_count[g.t.type_index["french_armor"]]):
        add_army(g, "french_armor", "suez")
    assert convert_rule(g, unit_at(g, "french_infantry", "london")) == "1e"  # all are in play


def test_conversion_keeps_what_the_army_does_this_turn() -> None:
    rows = [
        "3 german_infantry@berlin",
        "soviet_infantry@berlin",
    ]
    g = at(armor=4, armies=rows)
    one, two, three = (unit_at(g, "german_infantry", "berlin", number=i) for i in range(3))
    foe = unit_at(g, "soviet_infantry", "berlin")
    declare(g, one, foe, "inside", [two, three], "german_air")
    armor.convert(g, one, g.t.type_index["german_armor"])
    tank = unit_at(g, "german_armor", "berlin")
    assert g.cond[tank] == const.FULL | const.READY | const.OPERATED | const.ATTACKS
    assert g.attacks[0].pack() == [tank, foe, area(g, "berlin"), -1, 0, two, three]
    armor.convert(g, two, g.t.type_index["afrika_korps"])
    korps = unit_at(g, "afrika_korps", "berlin")
    assert g.cond[korps] & const.SUPPORTS
    assert g.attacks[0].pack() == [tank, foe, area(g, "berlin"), -1, 0, korps, three]
    assert g.armies(const.AXIS, area(g, "berlin")) == 3


@pytest.mark.rule("downfall", "4.6b")
def test_a_single_kind_of_armor_is_asked_for_while_another_may_be_secret() -> None:
    rows = ["british_infantry@london", "french_infantry@london"]
    g = at("allies", turn=12, armor=6, armies=rows)
    armor.start_convert(g, unit_at(g, "french_infantry", "london"))
    assert on_map(g, "french_armor") == [("london", const.FULL)]  # there is no other French armor
    armor.start_convert(g, unit_at(g, "british_infantry", "london"))
    assert names(g, g.choices(1)) == {"british_armor"}
    g = at("allies", turn=12, armor=6, armies=rows)
    g.secret_tiles = False
    armor.start_convert(g, unit_at(g, "british_infantry", "london"))
    assert on_map(g, "british_armor") == [("london", const.FULL)]


def test_why_not_convert() -> None:
    rows = ["german_infantry@berlin", "bulgarian_infantry@sofia"]
    g = at(armor=4, armies=rows, at_war=("germany", "ussr"))
    assert convert_rule(g, unit_at(g, "bulgarian_infantry", "sofia")) == "4.2"
    soviet = add_army(g, "soviet_infantry", "berlin")
    assert rule(armor.why_not_convert(g, soviet)) == "4.2"
    assert rule(armor.why_not_convert(g, g.free_unit(g.t.type_index["german_armor"]))) == "4.2"
    unit = unit_at(g, "german_infantry", "berlin")
    armor.start_convert(g, unit)
    step = g.agenda[-1]
    assert step.seats(g) == (0,)
    assert step.why_not(g, 0, army(g, "soviet_armor")) == ("The army becomes armor of its own nation.", "10a")
    assert step.why_not(g, 0, army(g, "german_armor", False)) == ("The army keeps its step.", "10a")
    assert rule(step.why_not(g, 0, army(g, "german_advanced_armor"))) == "13.3"
    add_army(g, "afrika_korps", "berlin")
    assert rule(step.why_not(g, 0, army(g, "afrika_korps"))) == "1e"
    assert names(g, step.choices(g, 0)) == {"german_armor"}
    g.tiles[g.t.tile_index["axis_advanced_tanks"]] = 2
    assert rule(step.why_not(g, 0, army(g, "german_advanced_armor", False))) == "10a"
    assert step.why_not(g, 0, DONE) is None


@pytest.mark.rule("downfall", "1d")
def test_armor_is_exchanged_for_infantry_at_the_beginning() -> None:
    rows = [
        "soviet_armor@minsk reduced",
        "soviet_infantry@kiev",
    ]
    g = begin("ussr", turn=8, armies=rows, armor=1)
    pick(g, EXCHANGE)
    tank = unit_at(g, "soviet_armor", "minsk")
    step = g.agenda[-1]
    assert g.choices(2) == [g.ids.unit + tank]
    assert (step.prompt(g, 2).rule, step.seats(g)) == ("1d", (2,))
    infantry = g.ids.unit + unit_at(g, "soviet_infantry", "kiev")
    assert step.why_not(g, 2, infantry) == turn_start.NOT_ARMOR
    assert rule(step.why_not(g, 2, g.ids.unit + g.free_unit(g.t.type_index["german_armor"]))) == "1d"
    assert rule(step.why_not(g, 2, g.ids.unit + tank)) == "1d"
    assert step.why_not(g, 2, DONE) is None
    pick(g, g.ids.unit + tank)
    assert on_map(g, "soviet_infantry") == [("kiev", const.FULL), ("minsk", const.REDUCED)]
    assert on_map(g, "soviet_armor") == []
    assert g.armor[const.USSR] == 1  # nothing comes back
    assert g.cond[unit_at(g, "soviet_infantry", "minsk")] & const.READY
    assert EXCHANGE not in g.choices(2)


@pytest.mark.rule("downfall", "1d")
def test_exchange_needs_a_free_infantry_counter_and_guards_are_none() -> None:
    rows: list[str] = ["soviet_armor@minsk"]
    rows += [f"3 soviet_infantry@{name}" for name in ("kiev", "baku", "gorki")]
    rows += [f"3 soviet_infantry@{name}" for name in ("riga", "kovel", "odessa")]
    g = begin("ussr", turn=12, armies=rows, developments={"ussr": ["guards"]})
    assert EXCHANGE not in g.choices(2)
    assert rule(g.agenda[-1].why_not(g, 2, EXCHANGE)) == "1d"
    tank = g.ids.unit + unit_at(g, "soviet_armor", "minsk")
    assert turn_start.Exchanging().why_not(g, 2, tank) == turn_start.NO_INFANTRY
    g.take(unit_at(g, "soviet_infantry", "kiev"))
    assert EXCHANGE in g.choices(2)


@pytest.mark.rule("downfall", "1d")
def test_each_nation_needs_an_infantry_counter_of_its_own() -> None:
    rows = [
        "british_armor@london",
        "french_armor@paris",
        "6 british_infantry@canada",
    ]
    g = begin("allies", turn=2, armies=rows)
    pick(g, EXCHANGE)
    assert g.choices(1) == [g.ids.unit + unit_at(g, "french_armor", "paris")]


# --- the beginning


@pytest.mark.rule("downfall", "1c")
def test_own_armies_at_war_may_be_removed_at_the_beginning() -> None:
    rows = [
        "2 german_infantry@berlin",
        "german_infantry@berlin reduced",
        "finnish_infantry@helsinki",
        "bulgarian_infantry@sofia",
        "soviet_infantry@riga",
    ]
    g = begin(turn=2, armies=rows, at_war=("germany", "finland", "ussr"))
    pick(g, REMOVE)
    step = g.agenda[-1]
    alike = g.ids.unit + unit_at(g, "german_infantry", "berlin", "full")
    other = g.ids.unit + unit_at(g, "german_infantry", "berlin", "reduced")
    finns = g.ids.unit + unit_at(g, "finnish_infantry", "helsinki")
    assert g.choices(0) == [alike, other, finns]
    assert (step.prompt(g, 0).rule, step.seats(g)) == ("1c", (0,))
    twin = g.ids.unit + unit_at(g, "german_infantry", "berlin", "full", 1)
    assert step.why_not(g, 0, twin) == (reinforcements.LIKE_ANOTHER, "1c")
    assert rule(step.why_not(g, 0, g.ids.unit + unit_at(g, "bulgarian_infantry", "sofia"))) == "1c"
    assert rule(step.why_not(g, 0, g.ids.unit + unit_at(g, "soviet_infantry", "riga"))) == "1c"
    assert rule(step.why_not(g, 0, g.ids.unit + g.free_unit(g.t.type_index["german_armor"]))) == "1c"
    assert step.why_not(g, 0, DONE) is None
    pick(g, finns)
    assert on_map(g, "finnish_infantry") == []
    assert REMOVE in g.choices(0)
    pick(g, DONE)
    assert isinstance(g.agenda[-1], Idle)


def test_the_beginning_is_skipped_only_when_nothing_is_possible() -> None:
    rows = ["bulgarian_infantry@sofia"]  # not at war, so not to be removed
    g = begin("axis", turn=2, at_war=("germany", "ussr"), armies=rows)
    assert isinstance(g.agenda[-1], Idle)
    g = begin("axis", turn=2, at_war=("germany", "ussr"), armies=["german_infantry@berlin"])
    assert g.choices(0) == [DONE, REMOVE]
    assert g.agenda[-1].prompt(g, 0).rule == "1c"


@pytest.mark.rule("downfall", "4.2q")
@pytest.mark.rule("downfall", "4.2r")
@pytest.mark.rule("downfall", "4.2s")
@pytest.mark.parametrize(("turn", "others"), [(9, 1), (10, 0), (11, 1), (12, 0)])
def test_points_of_minor_countries(turn: int, others: int) -> None:
    def given(side: str) -> dict[str, int]:
        g = begin(side, turn=turn)
        turn_start.give_income(g)
        return {g.t.country_id[c]: n for c, n in enumerate(g.minor_points) if n}

    some = {"finland": others, "romania": others, "hungary": others, "bulgaria": others, "italy": 1}
    assert given("axis") == {k: v for k, v in some.items() if v}
    some = {"belgium": others, "greece": others, "yugoslavia": others, "france": 1}
    assert given("allies") == {k: v for k, v in some.items() if v}
    assert given("ussr") == {}


@pytest.mark.rule("downfall", "4.2q")
def test_only_countries_at_war_get_points() -> None:
    g = begin(turn=3, at_war=("germany", "finland"))
    assert names(g, g.choices(0)) == {"finnish_infantry.reduced"}
    pick(g, army(g, "finnish_infantry", False))
    assert on_map(g, "finnish_infantry") == [("helsinki", const.REDUCED)]
    assert names(g, g.choices(0)) == set()
    assert rule(g.agenda[-1].why_not(g, 0, army(g, "finnish_infantry", False))) == "4.2q"


@pytest.mark.rule("downfall", "4.2f")
def test_minors_build_in_their_controlled_capital() -> None:
    g = begin(turn=11, control={"bucharest": "ussr", "rome": "axis"})
    assert "romanian_infantry.reduced" not in names(g, g.choices(0))
    assert build_rule(g, "romanian_infantry", False) == "4.2f"
    pick(g, army(g, "italian_infantry", False))
    assert on_map(g, "italian_infantry") == [("rome", const.REDUCED)]
    full = begin(turn=12, armies=["3 german_infantry@rome"])
    assert build_rule(full, "italian_infantry", False) == "4.2f"
    why = reinforcements.why_not_place
    assert why(g, g.t.italy, area(g, "milan")).rule == "4.2f"
    assert why(g, g.t.country_index["romania"], area(g, "bucharest")).rule == "4.2f"
    assert why(g, g.t.italy, area(g, "rome")).rule == "5"


@pytest.mark.rule("downfall", "4.2r")
def test_french_armor_is_neither_built_nor_upgraded() -> None:
    rows = [
        "french_armor@paris reduced",
        "french_infantry@paris reduced",
    ]
    g = begin("allies", turn=2, armies=rows, armor=3)
    assert names(g, g.choices(1)) == {"french_infantry.reduced"}
    infantry = unit_at(g, "french_infantry", "paris")
    assert [c for c in g.choices(1) if g.ids.unit <= c < g.ids.tile] == [g.ids.unit + infantry]
    assert build_rule(g, "french_armor", False) == "4.2r"
    assert upgrade_rule(g, unit_at(g, "french_armor", "paris")) == "4.2r"


@pytest.mark.rule("downfall", "4.2g")
@pytest.mark.rule("downfall", "4.2q")
def test_a_minor_army_is_upgraded_with_its_countrys_point_and_a_line_of_supply() -> None:
    rows = [
        "2 french_infantry@nancy reduced",
        "french_infantry@warsaw reduced",
    ]
    g = begin("allies", turn=3, armies=rows)
    unit = unit_at(g, "french_infantry", "nancy")
    assert [c for c in g.choices(1) if g.ids.unit <= c < g.ids.tile] == [g.ids.unit + unit]
    assert rule(g.agenda[-1].why_not(g, 1, g.ids.unit + unit_at(g, "french_infantry", "warsaw"))) == "4.2g"
    twin = g.ids.unit + unit_at(g, "french_infantry", "nancy", number=1)
    assert g.agenda[-1].why_not(g, 1, twin) == (reinforcements.LIKE_ANOTHER, "4.2q")
    pick(g, g.ids.unit + unit)
    assert g.cond[unit] & const.STEPS == const.FULL
    assert g.minor_points[g.t.france] == 0


@pytest.mark.rule("downfall", "4.2t")
@pytest.mark.rule("downfall", "4.1b")
def test_italian_supply() -> None:
    assert begin("axis", turn=4, supply=2).supply[const.AXIS] == 5
    assert begin("axis", turn=4, supply=11).supply[const.AXIS] == 12
    assert begin("axis", turn=4, supply=2, at_war=("germany", "finland")).supply[const.AXIS] == 2
    assert begin("allies", turn=4, supply={"axis": 2, "allies": 1}).supply == [2, 1, 0]


@pytest.mark.rule("downfall", "4.2u")
def test_after_the_beginning_minors_get_nothing() -> None:
    g = begin("axis", turn=3)
    assert build_rule(g, "italian_infantry", False) == ""
    pick(g, DONE)
    assert sum(g.minor_points) == 0
    g.phase = const.FREE
    g.points = 4
    assert "italian_infantry.reduced" not in names(g, reinforcements.builds(g))
    assert rule(reinforcements.why_not_build(g, army(g, "italian_infantry", False))) == "4.2u"


@pytest.mark.rule("downfall", "4.2v")
def test_majors_and_minors_never_share() -> None:
    rows = ["german_infantry@berlin reduced"]
    g = begin("axis", turn=3, armies=rows)
    g.points = 4
    assert names(g, g.choices(0)) == {"finnish_infantry.reduced", "italian_infantry.reduced"} | {
        f"{x}_infantry.reduced" for x in ("romanian", "hungarian", "bulgarian")
    }
    assert upgrade_rule(g, unit_at(g, "german_infantry", "berlin")) == "4.2v"
    assert build_rule(g, "german_infantry") == "4.2v"
    pick(g, army(g, "italian_infantry", False))
    assert g.minor_points[g.t.country_index["finland"]] == 1
    assert g.points == 4


def test_what_the_beginning_answers_to_other_clicks() -> None:
    g = begin("axis", turn=3)
    step = g.agenda[-1]
    assert rule(step.why_not(g, 0, ACTION)) == "4.2u"
    assert rule(step.why_not(g, 0, g.ids.tile)) == "4.2u"
    assert rule(step.why_not(g, 0, REMOVE)) == "1c"
    assert rule(step.why_not(g, 0, AREA)) == "4.2u"
    assert "Italy" in step.prompt(g, 0).text


@pytest.mark.rule("downfall", "4.6b")
@pytest.mark.rule("downfall", "13.10b")
def test_allied_warships_are_out_when_they_save_an_action() -> None:
    g = at("allies", turn=15, developments={"allies": ["advanced_warships"]})
    tile = g.t.tile_index["allies_advanced_warships"]
    g.atlantic = [1, 0, 0]
    turn_start.give_income(g)
    assert not g.tile_known[tile]
    g.atlantic = [2, 0, 0]
    g.side = const.AXIS
    turn_start.give_income(g)
    assert not g.tile_known[tile]
    g.side = const.ALLIES
    turn_start.give_income(g)
    assert g.tile_known[tile]


# --- partisans


def partisans(turn: int = 11, **more: Any) -> Board:
    return begin("allies", turn=turn, surrendered={"yugoslavia": "axis"}, partisans=True, **more)


@pytest.mark.rule("downfall", "18k")
@pytest.mark.parametrize(("turn", "points"), [(11, 2), (12, 0), (13, 2), (14, 0)])
def test_partisans_get_two_points_in_winter_and_summer(turn: int, points: int) -> None:
    assert partisans(turn).minor_points[partisans(turn).t.yugoslavia] == points


@pytest.mark.rule("downfall", "18k")
def test_two_points_are_a_full_army_or_two_smaller_pieces() -> None:
    g = partisans()
    pick(g, army(g, "yugoslav_infantry"))
    pick(g, AREA + area(g, "belgrad"))
    assert on_map(g, "yugoslav_infantry") == [("belgrad", const.FULL)]
    assert g.minor_points[g.t.yugoslavia] == 0
    g = partisans(armies=["yugoslav_infantry@nis reduced"])
    pick(g, army(g, "yugoslav_infantry", False))
    pick(g, AREA + area(g, "zagreb"))
    assert "yugoslav_infantry" not in names(g, g.choices(1))
    pick(g, g.ids.unit + unit_at(g, "yugoslav_infantry", "nis"))
    assert on_map(g, "yugoslav_infantry") == [("nis", const.FULL), ("zagreb", const.REDUCED)]


@pytest.mark.rule("downfall", "18r")
def test_partisans_appear_where_no_axis_army_is() -> None:
    rows = [
        "german_infantry@belgrad",
        "3 yugoslav_infantry@nis",
    ]
    g = partisans(armies=rows)
    pick(g, army(g, "yugoslav_infantry", False))
    home = {g.t.area_id[a] for a in g.t.home[g.t.yugoslavia]}
    assert places(g) == home - {"belgrad", "nis"}
    step = g.agenda[-1]
    assert rule(step.why_not(g, 1, AREA + area(g, "belgrad"))) == "18r"
    assert rule(step.why_not(g, 1, AREA + area(g, "athens"))) == "18r"
    assert rule(step.why_not(g, 1, AREA + area(g, "nis"))) == "5"
    assert step.prompt(g, 1).rule == "18r"
    rows = [f"german_infantry@{g.t.area_id[a]}" for a in g.t.home[g.t.yugoslavia]]
    g = partisans(armies=rows)
    assert build_rule(g, "yugoslav_infantry") == "18r"
    assert g.status[g.t.yugoslavia] == const.AT_WAR
