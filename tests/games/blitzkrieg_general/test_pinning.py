"""Pinning: who binds whom, how many, and who may still be used elsewhere."""

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.reaction import Reaction
from sandtable.games.blitzkrieg_general.rules.movement import pinning
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin

WAR = [("germany", "france"), ("germany", "be"), ("italy", "france"), ("italy", "be")]


def battle(attack: str, defence: str, place: str = "paris", **more: object) -> Board:
    """The Axis attacks a space."""
    units = {place: f"{attack}, {defence}"}
    units.update(more.pop("units", {}))  # type: ignore[call-overload]
    return position(wars=WAR, units=units, battles=[place], phase=const.REACTION, **more)  # type: ignore[arg-type]


def pinned(g: Board, place: str = "paris") -> list[str]:
    """The types that are marked."""
    return sorted(g.t.type_id[g.t.unit_type[u]] for u in g.at[space(g, place)] if g.cond[u] & const.PINNED)


@pytest.mark.rule("blitzkrieg_general", "A10.0")
@pytest.mark.rule("blitzkrieg_general", "A10.1")
@pytest.mark.rule("blitzkrieg_general", "A10.1b")
def test_attacked_units_are_bound() -> None:
    g = battle("2 ger_inf_4", "fra_inf_3, fra_hq_georges")
    pinning.pin(g)
    assert pinned(g) == ["fra_hq_georges", "fra_inf_3"]
    assert not pinning.may_leave(g, unit_at(g, "paris", "fra_inf_3"))
    # Those who are not attacked are free.
    g = battle("2 ger_inf_4", "fra_inf_3", units={"maginot": "fra_inf_2"})
    pinning.pin(g)
    assert pinning.may_leave(g, unit_at(g, "maginot", "fra_inf_2"))


@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_they_are_bound_before_anybody_else_reacts() -> None:
    g = battle("2 ger_inf_4", "fra_inf_3", units={"maginot": "fra_inf_2"})
    g.agenda = [Reaction(0, 2)]
    g.agenda[-1].run(g)
    assert pinned(g) == ["fra_inf_3"]


@pytest.mark.rule("blitzkrieg_general", "A10.1f")
def test_one_for_one_and_the_surplus_is_the_owners_choice() -> None:
    g = battle("ger_inf_4", "fra_inf_3, fra_arm_3")
    pinning.pin(g)
    assert pinned(g) == []
    tank = unit_at(g, "paris", "fra_arm_3")
    assert pinning.may_leave(g, unit_at(g, "paris", "fra_inf_3")) and pinning.may_leave(g, tank)
    g.move(tank, space(g, "normandy"))
    assert not pinning.may_leave(g, unit_at(g, "paris", "fra_inf_3"))


@pytest.mark.rule("blitzkrieg_general", "A10.2")
def test_land_units_bind_land_units_only() -> None:
    g = battle("3 ger_inf_4", "fra_inf_3, fra_air_2")
    pinning.pin(g)
    assert not pinning.may_leave(g, unit_at(g, "paris", "fra_inf_3"))
    assert pinning.may_leave(g, unit_at(g, "paris", "fra_air_2"))


@pytest.mark.rule("blitzkrieg_general", "A10.2")
@pytest.mark.rule("blitzkrieg_general", "A10.1d")
def test_aircraft_bind_everything() -> None:
    g = battle("ger_inf_4, ger_air_4", "fra_inf_3, fra_air_2")
    pinning.pin(g)
    assert pinned(g) == ["fra_air_2", "fra_inf_3"]
    g = battle("ger_air_4", "fra_inf_3, fra_air_2")
    assert pinning.may_leave(g, unit_at(g, "paris", "fra_inf_3"))
    assert pinning.may_leave(g, unit_at(g, "paris", "fra_air_2"))
    g.mark(unit_at(g, "paris", "ger_air_4"), const.RAIDING)  # bombs the production and binds nobody
    g.put(unit_at(g, "pool", "ger_air_3"), space(g, "paris"))
    pinning.pin(g)
    assert pinned(g) == []


@pytest.mark.rule("blitzkrieg_general", "A10.2")
def test_task_forces_bind_everything_from_the_sea() -> None:
    g = battle("ger_inf_4", "fra_inf_3, fra_air_2", "normandy", units={"channel": "ger_tf_4"})
    assert pinning.may_leave(g, unit_at(g, "normandy", "fra_air_2"))
    g.target[unit_at(g, "channel", "ger_tf_4")] = space(g, "normandy")
    pinning.pin(g)
    assert pinned(g, "normandy") == ["fra_air_2", "fra_inf_3"]


@pytest.mark.rule("blitzkrieg_general", "A10.2")
def test_hqs_are_bound_but_bind_nobody() -> None:
    g = battle("ger_hq_guderian, ger_inf_4", "fra_hq_georges, fra_inf_3")
    pinning.pin(g)
    assert pinned(g) == []
    assert pinning.may_leave(g, unit_at(g, "paris", "fra_inf_3"))
    g = battle("ger_inf_4", "fra_hq_georges")
    pinning.pin(g)
    assert pinned(g) == ["fra_hq_georges"]


@pytest.mark.rule("blitzkrieg_general", "A10.1a")
@pytest.mark.rule("blitzkrieg_general", "A10.1c")
@pytest.mark.rule("blitzkrieg_general", "A10.2")
def test_ships_bind_ships_in_their_zone() -> None:
    g = position(wars=WAR, units={"channel": "ger_sub_2, be_tf_4"}, phase=const.REACTION)
    pinning.pin(g)
    assert pinned(g, "channel") == ["be_tf_4"]
    g = position(wars=WAR, units={"channel": "ger_sub_2, be_tf_4, be_conv"}, phase=const.REACTION)
    pinning.pin(g)
    assert pinned(g, "channel") == []
    assert pinning.may_leave(g, unit_at(g, "channel", "be_tf_4"))
    # A task force that supports a combat on land binds nobody at sea.
    g = position(wars=WAR, units={"channel": "ger_tf_4, be_tf_4"}, phase=const.REACTION)
    g.target[unit_at(g, "channel", "ger_tf_4")] = space(g, "normandy")
    assert pinning.may_leave(g, unit_at(g, "channel", "be_tf_4"))


@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_in_the_exploitation_phase_only_those_bind_who_have_come() -> None:
    g = position(wars=WAR, units={"channel": "ger_sub_2, be_tf_4"}, phase=const.EXPLOIT_REACTION)
    pinning.pin(g)
    assert pinned(g, "channel") == []
    g.mark(unit_at(g, "channel", "ger_sub_2"), const.MOVED)
    pinning.pin(g)
    assert pinned(g, "channel") == ["be_tf_4"]


@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_neutral_ships_bind_nobody() -> None:
    g = position(wars=[("germany", "france")], units={"channel": "ger_sub_2, be_tf_4"}, phase=const.REACTION)
    pinning.pin(g)
    assert pinned(g, "channel") == []


@pytest.mark.rule("blitzkrieg_general", "A10.1f")
def test_after_the_reaction_the_rest_is_bound_aircraft_last() -> None:
    g = battle("2 ger_inf_4, ger_air_4", "2 fra_inf_3, fra_arm_3, fra_air_2")
    g.mark(unit_at(g, "paris", "ger_air_4"), const.FLYING | const.FLOWN)
    pinning.pin(g)
    assert pinned(g) == []
    pinning.pin_remaining(g)
    assert pinned(g) == ["fra_arm_3", "fra_inf_3", "fra_inf_3"]


@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_the_basic_game_knows_no_pinning() -> None:
    g = battle("2 ger_inf_4", "fra_inf_3", mode="basic")
    pinning.pin(g)
    pinning.pin_remaining(g)
    assert pinned(g) == [] and pinning.may_leave(g, unit_at(g, "paris", "fra_inf_3"))


@pytest.mark.rule("blitzkrieg_general", "A10.1f")
@pytest.mark.parametrize(
    ("own", "every", "kin", "others", "number"),
    [(2, 0, 1, 3, 1), (1, 1, 3, 0, 2), (0, 2, 1, 1, 2), (3, 2, 2, 1, 3), (0, 0, 4, 4, 0), (1, 5, 2, 2, 4)],
)
def test_the_number_bound(own: int, every: int, kin: int, others: int, number: int) -> None:
    assert pinning.match(own, every, kin, others) == number


@pytest.mark.rule("blitzkrieg_general", "A10.1e")
def test_bound_convoys_keep_their_loads() -> None:
    g = position(wars=WAR, units={"channel": "ger_conv [ger_inf_4], be_tf_4"}, battles=["normandy"])
    load = unit_at(g, "channel", "ger_inf_4")
    g.mark(load, const.INVADING | const.MOVED)
    g.target[g.carrier[load]] = space(g, "normandy")
    other = g.copy()
    answers(begin(g, Reaction(0)), "unit:be_tf_4@channel")
    assert units_at(g, "channel") == "be_tf_4, ger_conv [ger_inf_4]"
    answer(begin(other, Reaction(0)), "button:done")
    assert units_at(other, "normandy") == "ger_inf_4"
