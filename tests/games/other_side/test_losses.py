"""Reductions, elimination, room, withdrawal and the Heads of lost Areas."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandtable.engine.errors import SandtableError
from sandtable.engine.step import Step
from sandtable.games.other_side.components.constants import NONE, SATELLITES, mask_of
from sandtable.games.other_side.components.state import (
    AVAILABLE,
    IN_COMMAND,
    NO_HEAD,
    OUT_OF_PLAY,
    POOL,
    REMOVED,
    Board,
)
from sandtable.games.other_side.rules.combat import losses
from sandtable.games.other_side.testing import area, general, position, units_at
from tests.games.other_side.driving import (
    answer,
    answers,
    go_on,
    idle,
    log,
    offered,
    prompt,
    refused,
)
from tests.games.other_side.fighting import a_fight, fight


def here(g: Board, name: str) -> int:
    """The Armies in an Area as a set."""
    return mask_of(g.at[area(g, name)])


def reduce(g: Board, name: str = "poland") -> bool:
    """One Reduction in an Area."""
    return losses.reduce(g, area(g, name), here(g, name))


def held(*names: str) -> dict[str, str]:
    """These Areas are Occupied."""
    return dict.fromkeys(names, "occupied")


# --- Reductions


@pytest.mark.rule("other_side", "6.8a")
@pytest.mark.parametrize(
    ("armies", "pool", "after", "left"),
    [
        ("panzer, regular", "2 regular, reduced", "2 regular", "panzer, regular, reduced"),
        ("panzer, regular", "reduced", "panzer, reduced", "regular"),
        ("panzer, regular, satellite_italy", "panzer", "panzer, regular", "panzer"),
        ("panzer, satellite_italy, reduced", "", "panzer, reduced", ""),
        ("panzer, reduced", "reduced", "panzer", "2 reduced"),
        ("panzer", "reduced", "reduced", "panzer"),
        ("panzer, regular", "", "panzer", "regular"),
        ("panzer", "", "", "panzer"),
    ],
)
def test_a_reduction_takes_the_first_step_that_is_possible(
    armies: str, pool: str, after: str, left: str
) -> None:
    g = position(align=held("poland"), armies={"poland": armies}, pool=pool)
    assert reduce(g)
    assert units_at(g, "poland") == after
    assert units_at(g, "pool") == left


@pytest.mark.rule("other_side", "6.8a")
def test_without_an_army_nothing_is_reduced() -> None:
    g = position(align=held("poland"), armies={"poland": "panzer"}, pool="regular")
    assert not losses.reduce(g, area(g, "poland"), 0)
    assert units_at(g, "poland") == "panzer"


@pytest.mark.rule("other_side", "6.8")
@pytest.mark.rule("other_side", "2.3e")
def test_lost_germans_go_to_the_pool_and_lost_satellites_leave_the_game() -> None:
    g = position(align=held("poland"), armies={"poland": "regular, satellite_hungary"})
    for unit in g.at[area(g, "poland")]:
        losses.eliminate(g, unit)
    assert units_at(g, "poland") == ""
    assert units_at(g, "pool") == "regular"
    assert units_at(g, "removed") == "satellite_hungary"
    assert "goes to the Force Pool" in log(g) and "leaves the game" in log(g)


@pytest.mark.rule("other_side", "2.3e")
def test_an_exchanged_cube_stays_the_same_army() -> None:
    g = position(align=held("poland"), armies={"poland": "2 panzer"}, pool="regular")
    first, second = g.at[area(g, "poland")]
    f = a_fight(g, "poland")
    g.fought, g.moved = 1 << first, 1 << first
    f.units = 1 << first
    losses.reduce(g, area(g, "poland"), f.units)
    new = next(unit for unit in g.at[area(g, "poland")] if unit != second)
    assert g.fought == g.moved == f.units == 1 << new
    assert g.place[first] == POOL and g.place[second] == area(g, "poland")


def test_what_a_cube_did_in_the_pool_is_forgotten() -> None:
    g = position(align=held("poland"), armies={"poland": "panzer"}, pool="regular")
    g.fought = 1 << g.free_unit(g.t.kind_id.index("regular"))
    reduce(g)
    assert g.fought == 0


@pytest.mark.rule("other_side", "6.8a")
def test_the_commander_chooses_whose_satellite_is_lost() -> None:
    g = position(
        players=2,
        align=held("poland"),
        armies={"poland": "2 satellite_hungary, satellite_romania_bulgaria"},
        heads={"poland": ["von_bock"]},
        owners={"von_bock": 1},
    )
    f = a_fight(g, "poland")
    f.head = general(g, "von_bock")
    assert reduce(g)
    go_on(g)
    assert g.seats() == (1,)
    assert offered(g) == {"unit:satellite_hungary@poland", "unit:satellite_romania_bulgaria@poland"}
    assert "Poland" in prompt(g).text
    assert refused(g, "area:poland").rule == "6.8a"
    answer(g, "unit:satellite_hungary@poland")
    assert idle(g)
    assert units_at(g, "poland") == "satellite_hungary, satellite_romania_bulgaria"


@pytest.mark.rule("other_side", "6.6")
def test_without_a_head_operations_chooses() -> None:
    g = position(
        players=2,
        sections=[0, 1, 0, 0],
        align=held("poland"),
        armies={"poland": "satellite_hungary, satellite_romania_bulgaria"},
    )
    assert losses.eliminate_satellite(g, area(g, "poland"), here(g, "poland"))
    go_on(g)
    assert g.seats() == (1,)


def test_two_satellites_lost_at_once() -> None:
    g = position(align=held("poland"), armies={"poland": "satellite_hungary, satellite_romania_bulgaria"})
    units = here(g, "poland")
    losses.eliminate_satellite(g, area(g, "poland"), units)
    losses.eliminate_satellite(g, area(g, "poland"), units)
    go_on(g)
    answer(g, "unit:satellite_hungary@poland")
    assert idle(g) and units_at(g, "poland") == ""


KINDS = ["panzer", "regular", "reduced", "satellite_hungary", "satellite_italy"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(KINDS), max_size=5),
    st.lists(st.sampled_from(KINDS[:3]), max_size=4),
    st.integers(1, 8),
)
@pytest.mark.rule("other_side", "6.8")
def test_reductions_conserve_cubes(armies: list[str], pool: list[str], times: int) -> None:
    try:
        g = position(align=held("poland"), armies={"poland": ", ".join(armies)}, pool=", ".join(pool))
    except SandtableError:  # more cubes than there are
        assume(False)
    before = [g.t.unit_kind[u] for u in range(g.t.n_units) if g.place[u] != OUT_OF_PLAY]
    strength = _strength(g)
    for _ in range(times):
        had = len(g.at[area(g, "poland")])
        assert reduce(g) == (had > 0)
        go_on(g)
        while not idle(g):
            answer(g, min(offered(g)))
        assert _strength(g) < strength or had == 0
        strength = _strength(g)
        after = [g.t.unit_kind[u] for u in range(g.t.n_units) if g.place[u] != OUT_OF_PLAY]
        assert after == before
        for unit in range(g.t.n_units):
            assert g.place[unit] in (OUT_OF_PLAY, POOL, REMOVED, area(g, "poland"))
            if g.place[unit] == REMOVED:
                assert g.t.unit_kind[unit] >= SATELLITES


def _strength(g: Board) -> int:
    """What stands in Poland: three for a Panzer Army, two for a Regular, one for the others."""
    return sum(max(1, 3 - g.t.unit_kind[unit]) for unit in g.at[area(g, "poland")])


# --- room


@pytest.mark.rule("other_side", "2.3f")
@pytest.mark.rule("other_side", "2.3g")
def test_an_army_needs_room_and_no_base() -> None:
    g = position(align=held("greece", "yugoslavia"), armies={"greece": "2 regular", "yugoslavia": "reduced"})
    unit = g.at[area(g, "yugoslavia")][0]
    assert not losses.may_enter(g, unit, area(g, "greece"))
    assert not losses.may_enter(g, unit, area(g, "crete"))
    g.put(g.at[area(g, "greece")][0], POOL)
    assert losses.may_enter(g, unit, area(g, "greece"))


@pytest.mark.rule("other_side", "8.1")
@pytest.mark.rule("other_side", "8.1a")
@pytest.mark.rule("other_side", "8.1b")
@pytest.mark.parametrize(
    ("status", "in_libya", "room"),
    [
        ("independence", "", 0),
        ("intervention", "", 1),
        ("intervention", "regular", 0),
        ("occupation", "regular", losses.MANY),
    ],
)
def test_italy_limits_german_armies(status: str, in_libya: str, room: int) -> None:
    g = position(
        align={"libya": "satellite", "northern_italy": "satellite", "hungary": "occupied"},
        armies={"libya": in_libya, "hungary": "regular, satellite_hungary"},
        tracks={"italy": status},
    )
    assert losses.italy_room(g, area(g, "northern_italy")) == room
    assert losses.italy_room(g, area(g, "hungary")) == losses.MANY
    german, satellite = g.at[area(g, "hungary")]
    assert losses.may_enter(g, german, area(g, "northern_italy")) == (room > 0)
    assert losses.may_enter(g, satellite, area(g, "northern_italy"))


@pytest.mark.rule("other_side", "8.1a")
def test_the_one_german_army_may_change_between_italian_areas() -> None:
    g = position(
        align={"libya": "satellite", "southern_italy": "satellite"},
        armies={"libya": "regular"},
        tracks={"italy": "intervention"},
    )
    unit = g.at[area(g, "libya")][0]
    assert losses.may_enter(g, unit, area(g, "southern_italy"))
    g.italy = 0
    assert not losses.may_enter(g, unit, area(g, "southern_italy"))


# --- withdrawal


def lost_belarus(stack: str = "regular, reduced", **more: Any) -> Board:
    """Belarus is lost; Poland and the Baltic States could take Armies."""
    align = {"belarus": "soviet", "poland": "occupied", "baltic_states": "disputed 1/2 soviet"}
    align.update(more.pop("align", {}))
    stacks = {"belarus": stack}
    stacks.update(more.pop("armies", {}))
    g = position(align=align, armies=stacks, **more)
    losses.withdraw(g, area(g, "belarus"))
    return go_on(g)


@pytest.mark.rule("other_side", "6.7.2c")
def test_armies_withdraw_one_by_one_where_operations_wants() -> None:
    g = lost_belarus()
    assert offered(g) == {"unit:regular@belarus", "unit:reduced@belarus"}
    assert prompt(g).rule == "6.7.2c"
    answer(g, "unit:regular@belarus")
    assert offered(g) == {"area:poland", "area:baltic_states"}
    answer(g, "area:poland")
    answer(g, "area:baltic_states")
    assert idle(g)
    assert units_at(g, "poland") == "regular" and units_at(g, "baltic_states") == "reduced"


@pytest.mark.rule("other_side", "6.7.2c")
def test_one_way_out_is_taken_without_asking() -> None:
    g = lost_belarus("panzer, regular, reduced", align={"baltic_states": "soviet"})
    assert idle(g)
    assert units_at(g, "poland") == "panzer, regular, reduced"
    assert "withdraws from Belarus to Poland" in log(g)


@pytest.mark.rule("other_side", "6.7.2c")
def test_like_armies_are_not_told_apart() -> None:
    g = lost_belarus("2 regular")
    assert offered(g) == {"area:poland", "area:baltic_states"}
    answers(g, "area:poland", "area:poland")
    assert idle(g) and units_at(g, "poland") == "2 regular"


@pytest.mark.rule("other_side", "6.7.2e")
@pytest.mark.rule("other_side", "2.3f")
def test_who_finds_no_room_is_eliminated() -> None:
    g = lost_belarus("panzer, reduced", align={"baltic_states": "soviet"}, armies={"poland": "4 regular"})
    assert offered(g) == {"unit:panzer@belarus", "unit:reduced@belarus"}
    answer(g, "unit:panzer@belarus")
    assert idle(g)
    assert units_at(g, "poland") == "panzer, 4 regular"
    assert units_at(g, "pool") == "reduced" and units_at(g, "belarus") == ""


@pytest.mark.rule("other_side", "6.7.2e")
def test_without_any_way_out_all_are_lost() -> None:
    g = lost_belarus("regular, satellite_hungary", align={"poland": "soviet", "baltic_states": "soviet"})
    assert idle(g) and units_at(g, "belarus") == ""
    assert units_at(g, "pool") == "regular" and units_at(g, "removed") == "satellite_hungary"


@pytest.mark.rule("other_side", "6.7.2c")
def test_neutral_and_allied_neighbours_take_nobody() -> None:
    g = lost_belarus(align={"baltic_states": "neutral 1", "ukraine": "soviet"})
    assert idle(g) and units_at(g, "poland") == "regular, reduced"


@pytest.mark.rule("other_side", "8.1")
def test_who_may_not_enter_italy_is_lost() -> None:
    g = position(
        align={"southern_france": "western", "northern_italy": "satellite"},
        armies={"southern_france": "2 regular, satellite_italy"},
        tracks={"italy": "intervention"},
    )
    losses.withdraw(g, area(g, "southern_france"))
    go_on(g)
    answer(g, "unit:regular@southern_france")
    assert idle(g)
    assert units_at(g, "northern_italy") == "regular, satellite_italy"
    assert units_at(g, "pool") == "regular"


@pytest.mark.rule("other_side", "6.7.2c")
def test_refusals_while_armies_withdraw() -> None:
    g = lost_belarus(
        "panzer, satellite_hungary",
        align={"northern_russia": "disputed 1/2 soviet"},
        armies={"poland": "2 regular", "northern_russia": "3 reduced"},
    )
    assert refused(g, "unit:regular@poland").rule == "6.7.2c"
    assert refused(g, "area:poland").text == "Choose an Army to withdraw."
    answer(g, "unit:panzer@belarus")
    assert "Click the Area" in refused(g, "unit:satellite_hungary@belarus").text
    assert "must leave it" in refused(g, "area:belarus").text
    assert "not adjacent" in refused(g, "area:romania_bulgaria").text
    assert "neither controlled" in refused(g, "area:ukraine").text
    assert refused(g, "area:northern_russia").rule == "2.3f"


@pytest.mark.rule("other_side", "8.1")
def test_refusals_name_the_status_of_italy() -> None:
    g = position(
        align={
            "southern_france": "western",
            "northern_italy": "satellite",
            "belgium_holland": "occupied",
            "spain": "satellite",
        },
        armies={"southern_france": "regular, satellite_italy"},
    )
    losses.withdraw(g, area(g, "southern_france"))
    go_on(g)
    answer(g, "unit:regular@southern_france")
    assert refused(g, "area:northern_italy").rule == "8.1"


@pytest.mark.rule("other_side", "6.7.2e")
def test_the_refusal_for_an_army_without_refuge() -> None:
    g = position(
        align={"southern_france": "western", "northern_italy": "satellite"},
        armies={"southern_france": "regular, satellite_italy, satellite_hungary"},
    )
    losses.withdraw(g, area(g, "southern_france"))
    go_on(g)
    assert refused(g, "unit:regular@southern_france").rule == "6.7.2e"


@pytest.mark.rule("other_side", "6.7.2d")
def test_a_freed_head_may_take_over_a_vacancy_and_keeps_his_mark() -> None:
    g = lost_belarus(
        "2 regular",
        align={"baltic_states": "soviet", "hungary": "satellite"},
        armies={"hungary": "2 reduced"},
        heads={"belarus": ["von_kluge"], "hungary": ["vacancy"]},
        questioned=["von_kluge"],
    )
    assert offered(g) == {"button:home", "area:poland", "area:hungary"}
    assert "Von Kluge" in prompt(g).text
    assert refused(g, "area:ukraine").rule == "6.7.2d"
    assert refused(g, "base:crete").rule == "6.7.2d"
    answer(g, "area:hungary")
    assert idle(g)
    who = general(g, "von_kluge")
    assert g.heads[2 * area(g, "hungary")] == who and g.post[who] == 2 * area(g, "hungary")
    assert g.where[who] == IN_COMMAND and g.questioned >> who & 1
    assert g.heads[2 * area(g, "belarus")] == NO_HEAD


@pytest.mark.rule("other_side", "6.7.2d")
@pytest.mark.rule("other_side", "4.3a")
def test_a_freed_head_may_go_home_and_must_where_nobody_needs_him() -> None:
    g = lost_belarus("2 regular", align={"baltic_states": "soviet"}, heads={"belarus": ["von_kluge"]})
    answer(g, "button:home")
    assert idle(g)
    who = general(g, "von_kluge")
    assert g.where[who] == AVAILABLE and g.post[who] == NONE
    g = lost_belarus("regular", align={"baltic_states": "soviet"}, heads={"belarus": ["von_kluge"]})
    assert idle(g) and g.where[general(g, "von_kluge")] == AVAILABLE
    assert "Available again" in log(g)


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.rule("other_side", "6.7.2d")
def test_special_rules_bind_a_freed_head() -> None:
    g = position(
        align={"finland": "soviet", "sweden": "occupied", "hungary": "satellite", "libya": "satellite"},
        armies={"finland": "2 regular", "hungary": "2 reduced", "libya": "panzer"},
        heads={"finland": ["von_falkenhorst"], "hungary": ["vacancy"]},
    )
    losses.withdraw(g, area(g, "finland"))
    go_on(g)
    assert offered(g) == {"button:home", "area:sweden"}
    assert refused(g, "area:hungary").rule == "2.2f"
    answer(g, "button:home")
    g.place[g.at[area(g, "sweden")][0]] = OUT_OF_PLAY
    g.derive()
    assert losses.commands(g, general(g, "rommel")) == [area(g, "hungary"), area(g, "libya")]


@pytest.mark.rule("other_side", "4.3b")
def test_a_second_head_takes_the_second_box() -> None:
    g = position(align={"poland": "occupied"}, armies={"poland": "5 regular"}, heads={"poland": ["von_bock"]})
    losses.install(g, general(g, "von_kluge"), area(g, "poland"))
    assert g.heads[2 * area(g, "poland") + 1] == general(g, "von_kluge")


@pytest.mark.rule("other_side", "6.7.2c")
def test_an_empty_area_needs_no_withdrawal() -> None:
    g = position(align={"belarus": "soviet"})
    losses.withdraw(g, area(g, "belarus"))
    assert g.agenda == []


@pytest.mark.parametrize(
    "step",
    [losses.Withdraw(3, NONE), losses.Withdraw(3, 7), losses.DisplacedHead(4), losses.LostSatellite(2, 12)],
)
def test_steps_survive_saving(step: Step[Any]) -> None:
    again = type(step).unpack(step.pack())
    assert again.pack() == step.pack() and type(again) is type(step)


def test_an_army_lost_in_a_fight_leaves_it() -> None:
    g = position(align=held("poland"), armies={"poland": "2 reduced"})
    a_fight(g, "poland")
    reduce(g)
    assert fight(g).units == here(g, "poland")
