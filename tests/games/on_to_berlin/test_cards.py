"""Each of the 32 strategy cards, played: its event happens, its points are there, then it is laid away."""

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.constants import PLAYED as ON_TABLE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.cards import card_play
from sandtable.games.on_to_berlin.rules.cards.card_play import Points
from sandtable.games.on_to_berlin.testing import area, card, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.clicks import begin, click, offers, ready, refused, told
from tests.games.on_to_berlin.waiting import Idle

T = tables()

PLAYED: list[str] = []


def plays(*names: str) -> pytest.MarkDecorator:
    """A test of these cards, run for each."""
    PLAYED.extend(names)
    return pytest.mark.parametrize("name", names)


def event(name: str, *clicks: str, held: Sequence[str] = (), **more: Any) -> Board:
    """Play a card, event first, and click through it; `held` are other cards in hands."""
    side = const.SIDE_IDS[T.card_owner[T.card_index[name]]]
    g = position(side=side, hands={"both": [name, *held]}, **more)
    g.push(Idle())
    card_play.begin(g, card(g, name))
    g.advance()
    click(g, "event_first", *clicks)
    return g


def finish(g: Board, name: str, pile: int = const.DISCARDED) -> None:
    """The event is over: the points of the card are left, and then the card goes to this pile."""
    step = g.agenda[-1]
    assert isinstance(step, Points) and step.left == T.card_sv[T.card_index[name]], told(g)
    click(g, "done")
    assert ready(g) and g.cards[card(g, name)] == pile and g.card == -1


def fresh(g: Board, where: str) -> int:
    """How many fresh units are in an area."""
    return sum(g.cond[unit] & 1 == 0 for unit in g.at[area(g, where)])


# --- groups that act twice


@plays("ax_blitzkrieg_2", "ax_blitzkrieg_3", "ax_blitzkrieg_4")
@pytest.mark.rule("on_to_berlin", "2.3.2")
@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_blitzkrieg_moves_into_warsaw_and_attacks_there(name: str) -> None:
    g = event(
        name,
        *("ge_tf@berlin", "ge_tf@berlin", "move", "warsaw"),
        units={"berlin": "2 ge_tf, ge_lf", "warsaw": "po_lf"},
        dice=[1, 1],
    )
    assert units_at(g, "warsaw") == "2 ge_tf, po_lf"
    click(g, "ge_tf@warsaw", "all", "attack")
    # Two hits beat the defender; nobody was spent before.
    while not isinstance(g.agenda[-1], Points):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    assert units_at(g, "warsaw") == "2 ge_tf spent"
    finish(g, name)


@plays("al_mobile_warfare_3", "al_mobile_warfare_4")
@pytest.mark.rule("on_to_berlin", "2.3.2")
@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_mobile_warfare_moves_twice(name: str) -> None:
    g = event(
        name,
        *("uk_tf@paris", "move", "lorraine", "stop", "uk_tf@lorraine", "move", "southern_germany"),
        units={"paris": "uk_tf, fr_lf", "lorraine": "fr_lf"},
    )
    assert units_at(g, "southern_germany") == "uk_tf spent"
    finish(g, name)


# --- reaction cards


@plays("ax_ambush_2", "ax_ambush_3", "al_ambush_2", "al_ambush_3")
@pytest.mark.rule("on_to_berlin", "2.3.2a")
@pytest.mark.rule("on_to_berlin", "10.1b")
def test_ambush_answers_an_attack_with_doubled_hits(name: str) -> None:
    seat = T.card_owner[T.card_index[name]]
    mine, yours = ("ge_lf", "uk_lf") if seat == const.AXIS else ("uk_lf", "ge_lf")
    g = position(
        side=const.SIDE_IDS[1 - seat],
        units={"belgium": f"{mine}, {yours}"},
        control={"belgium": "be"},
        allied=["uk", "fr", "be"],
        hands={"both": [name]},
        dice=[1],
    )
    begin(g, Points(1))
    click(g, f"{yours}@belgium", "attack")
    assert g.seats() == (seat,) and offers(g) == sorted([name, "pass"])
    click(g, name)
    # One hit counts two, and two destroy who attacks and so counts as spent.
    assert units_at(g, "belgium") == mine
    assert g.cards[card(g, name)] == const.DISCARDED
    assert g.pending[seat] == T.card_sv[T.card_index[name]]
    assert ready(g)


# --- politics and production


@plays("ax_diplomacy_2")
@pytest.mark.rule("on_to_berlin", "2.3.2")
def test_axis_diplomacy_brings_a_nation_in_or_moves_a_marker(name: str) -> None:
    g = event(name)
    assert offers(g) == sorted(["it", "hu", "ru", "bu", "fi", "track:sp", "track:tu"])
    click(g, "it")
    assert g.nside[country(g, "it")] == const.AXIS and g.war[country(g, "it")]
    finish(g, name)


@plays("al_diplomacy_2")
@pytest.mark.rule("on_to_berlin", "2.3.2")
def test_allied_diplomacy_moves_two_markers(name: str) -> None:
    start = position().markers
    g = event(name)
    assert {"advance", "gr", "track:sp"} <= set(offers(g)) and "return" not in offers(g)
    click(g, "advance")
    ahead = [g.markers[k] - start[k] for k in range(T.n_tracks)]
    assert ahead == [1 if T.track_id[k] in ("us", "su") else 0 for k in range(T.n_tracks)]
    finish(g, name)


@plays("ax_vichy_france_2")
@pytest.mark.rule("on_to_berlin", "2.3.2b")
@pytest.mark.rule("on_to_berlin", "6.1c")
def test_vichy_france_turns_france_once_and_for_all(name: str) -> None:
    g = event(
        name,
        units={"paris": "ge_lf", "southern_france": "fr_lf", "morocco": "uk_lf"},
        control={"paris": "ge"},
    )
    assert g.nside[T.france] == const.AXIS
    assert units_at(g, "southern_france") == "vc_lf" and units_at(g, "morocco") == "uk_lf"
    assert units_at(g, "algeria") == units_at(g, "tunisia") == "vc_lf"
    assert units_at(g, "western_mediterranean") == "vc_nf"
    finish(g, name, const.GONE)


@plays("ax_vichy_france_2")
@pytest.mark.rule("on_to_berlin", "6.1a")
def test_vichy_france_without_paris_is_points_alone_and_gone_all_the_same(name: str) -> None:
    g = event(name, units={"southern_france": "fr_lf"})
    assert g.nside[T.france] == const.ALLIED
    assert "is not possible now" in told(g)
    finish(g, name, const.GONE)


@plays("ax_development_2", "al_development_2", "al_development_3")
@pytest.mark.rule("on_to_berlin", "2.3.3a")
def test_development_gains_a_card_of_the_pool(name: str) -> None:
    side = name[:2]
    g = event(name)
    pool = [c for c in T.card_id if c.startswith(side) and c[-1] in "34" and c != name]
    assert offers(g) == sorted(pool)
    click(g, pool[0])
    assert g.cards[card(g, pool[0])] == const.DISCARDED
    finish(g, name)


@plays("ax_new_weapons_3")
@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_new_weapons_releases_two_german_units(name: str) -> None:
    pool = {"new_weapons": "ge_tf_523, 2 ge_ss_nw, su_tf"}
    g = event(name, "new:ge_tf_523", "new:ge_ss_nw", units=pool)
    assert unit_at(g, "ge_tf_523", "pool") >= 0
    assert sum(place == const.NEW_WEAPONS for place in g.place) == 2
    finish(g, name)


@plays("al_lend_lease_3")
@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_lend_lease_releases_two_american_or_soviet_units(name: str) -> None:
    pool = {"new_weapons": "3 us_cve, 2 su_tf, ge_ss_nw"}
    g = event(name, units=pool)
    assert offers(g) == ["done", "new:us_cve"]
    g = event(name, "new:us_cve", "new:su_tf", units=pool, allied=["uk", "su"])
    assert g.place[T.first_unit[T.type_index["su_tf"]]] == const.POOL
    finish(g, name)
    g = event(name, units=pool, control={"north_atlantic": "ge"})
    finish(g, name)


# --- recovery


@plays("ax_supply_2", "al_supply_2")
@pytest.mark.rule("on_to_berlin", "13.0")
def test_supply_2_recovers_four_units_of_one_nation(name: str) -> None:
    g = event(name, units={"berlin": "6 ge_lf spent, ge_nf spent", "london": "6 uk_lf spent"})
    mine, where = ("ge", "berlin") if name.startswith("ax") else ("uk", "london")
    assert offers(g) == sorted([mine, "pass"])
    click(g, mine)
    for _ in range(4):
        assert fresh(g, "berlin") + fresh(g, "london") < 4
        click(g, f"{mine}_lf@{where}")
    assert fresh(g, where) == 4
    finish(g, name)


@plays("ax_supply_4")
@pytest.mark.rule("on_to_berlin", "13.0")
def test_axis_supply_4_recovers_every_nation(name: str) -> None:
    g = event(
        name,
        units={"berlin": "ge_lf spent, ge_tf spent", "rome": "it_lf spent", "london": "uk_lf spent"},
        axis=["ge", "it"],
    )
    assert [units_at(g, a) for a in ("berlin", "rome", "london")] == ["ge_lf, ge_tf", "it_lf", "uk_lf spent"]
    finish(g, name)


@plays("al_supply_4")
@pytest.mark.rule("on_to_berlin", "13.0")
@pytest.mark.rule("on_to_berlin", "15.5a")
def test_allied_supply_4_recovers_every_nation_and_helps_the_partisans(name: str) -> None:
    g = event(
        name,
        units={"london": "uk_lf spent", "paris": "fr_lf spent", "yugoslavia": "ge_lf"},
        allied=["uk", "fr", "yu"],
        control={"yugoslavia": "ge"},
    )
    assert units_at(g, "london") == "uk_lf" and units_at(g, "paris") == "fr_lf"
    assert offers(g) == ["pass", "place_one"]
    click(g, "place_one")
    assert units_at(g, "yugoslavia") == "ge_lf, yu_lf spent"
    finish(g, name)


# --- journeys


@plays("ax_redeploy_2", "ax_redeploy_3")
@pytest.mark.rule("on_to_berlin", "8.1.2c")
@pytest.mark.rule("on_to_berlin", "3.6b")
def test_the_axis_redeploys_over_sea_with_ships_and_spent(name: str) -> None:
    most = {"ax_redeploy_2": 4, "ax_redeploy_3": 6}[name]
    g = event(
        name,
        *("ge_lf@berlin", "norway"),
        units={"berlin": "9 ge_lf", "baltic_sea": "ge_nf"},
        control={"norway": "ge"},
        allied=["uk", "nw"],
    )
    assert units_at(g, "norway") == "ge_lf spent"
    for _ in range(most - 1):
        assert not isinstance(g.agenda[-1], Points)
        click(g, "ge_lf@berlin", "ruhr")
    assert units_at(g, "ruhr") == f"{most - 1} ge_lf"
    finish(g, name)


@plays("al_redeploy_2")
@pytest.mark.rule("on_to_berlin", "8.1.2c")
def test_the_allies_redeploy_over_sea_without_ships_and_fresh(name: str) -> None:
    g = event(name, *["uk_lf@london", "egypt"] * 4, units={"london": "9 uk_lf"})
    assert units_at(g, "egypt") == "4 uk_lf"
    finish(g, name)


@plays("ax_operation_seelowe_3")
@pytest.mark.rule("on_to_berlin", "3.6b")
@pytest.mark.rule("on_to_berlin", "8.1.2b")
def test_seelowe_lands_from_sea_and_air_and_attacks(name: str) -> None:
    g = event(
        name,
        *("transport", "ge_lf@belgium", "ge_lf@belgium", "done", "english_channel", "london"),
        *("drop", "ge_ab@ruhr", "london", "ge_lf@london", "all", "attack"),
        units={"belgium": "4 ge_lf", "ruhr": "ge_lf, ge_ab", "english_channel": "ge_nf", "london": "uk_gf"},
        control={"belgium": "ge", "english_channel": "ge", "north_sea": "ge"},
        allied=["uk", "be"],
        dice=[1, 1, 6],
    )
    # Two hits: the garrison, spent, has to leave.
    assert units_at(g, "london") == "2 ge_lf spent, ge_ab spent"
    assert units_at(g, "england") == "uk_gf spent"
    finish(g, name)


@plays("al_amphibious_airborne_ops_3", "al_amphibious_airborne_ops_4")
@pytest.mark.rule("on_to_berlin", "3.6e")
@pytest.mark.rule("on_to_berlin", "8.1.2b")
def test_amphibious_ops_carry_twice_as_many_and_drop_one(name: str) -> None:
    g = event(
        name,
        *("transport", "us_lf@england", "us_lf@england", "done", "english_channel", "paris"),
        *("drop", "uk_ab@england", "paris", "uk_ab@paris", "us_lf@paris", "attack"),
        units={"england": "uk_lf, uk_ab, 2 us_lf", "english_channel": "uk_nf", "paris": "ge_lf"},
        control={"paris": "ge"},
        allied=["uk", "us", "fr"],
        dice=[5, 5],
    )
    assert units_at(g, "paris") == "ge_lf, uk_ab spent, 2 us_lf spent"
    finish(g, name)


# --- war on supplies


@plays("ax_wolfpacks_2")
@pytest.mark.rule("on_to_berlin", "17.4")
def test_wolfpacks_2_costs_at_most_two_cards(name: str) -> None:
    g = event(
        name,
        *("all", "done"),
        units={"central_atlantic": "2 ge_ss, ge_ss_nw", "north_atlantic": "ge_ss_nw"},
        held=["al_supply_2", "al_development_2", "al_redeploy_2"],
        markers={"us": 0},
        dice=[1, 2, 1, 0, 0],
    )
    assert len(g.hand(const.ALLIED)) == 1
    assert units_at(g, "central_atlantic") == "2 ge_ss spent, ge_ss_nw spent"
    assert units_at(g, "north_atlantic") == "ge_ss_nw"
    finish(g, name)


@plays("ax_wolfpacks_3")
@pytest.mark.rule("on_to_berlin", "17.4")
def test_wolfpacks_3_moves_first_and_raids_both_oceans_for_three_cards(name: str) -> None:
    g = event(
        name,
        *("ge_ss@north_sea", "done", "english_channel", "central_atlantic", "all", "done"),
        units={"north_sea": "ge_ss", "central_atlantic": "2 ge_ss_nw", "north_atlantic": "ge_ss_nw"},
        held=["al_supply_2", "al_development_2", "al_redeploy_2", "al_ambush_2"],
        markers={"us": 1},
        dice=[1, 2, 1, 2, 0, 0, 0],
    )
    assert units_at(g, "central_atlantic") == "ge_ss spent, 2 ge_ss_nw spent"
    assert units_at(g, "north_atlantic") == "ge_ss_nw spent"
    assert len(g.hand(const.ALLIED)) == 1
    finish(g, name)


@plays("al_strategic_bombing_2", "al_strategic_bombing_3")
@pytest.mark.rule("on_to_berlin", "17.3")
def test_strategic_bombing_costs_the_axis_cards(name: str) -> None:
    most = int(name[-1])
    g = event(
        name,
        *("uk_af@london", "all", "bomb"),
        units={"london": "uk_lf, 4 uk_af"},
        turn=8,
        held=["ax_supply_2", "ax_development_2", "ax_redeploy_2", "ax_diplomacy_2"],
        dice=[1, 1, 1, 1, 0, 0, 0],
    )
    assert refused(g, "berlin").rule == "9.2b"
    click(g, "ruhr")
    assert units_at(g, "london") == "uk_lf, 4 uk_af spent"
    assert len(g.hand(const.AXIS)) == 4 - most
    finish(g, name)


@plays("al_long_range_bombing_4")
@pytest.mark.rule("on_to_berlin", "9.2b")
def test_long_range_bombing_reaches_three_areas(name: str) -> None:
    more: dict[str, Any] = {
        "units": {"london": "uk_lf, 2 uk_af", "berlin": "ge_lf"},
        "held": ["ax_supply_2", "ax_development_2"],
        "turn": 8,
    }
    g = event(name, "uk_af@london", "all", "bomb", "berlin", dice=[1, 1, 0, 0], **more)
    assert not g.hand(const.AXIS) and units_at(g, "london") == "uk_lf, 2 uk_af spent"
    finish(g, name)
    g = event(name, "uk_af@london", "all", "strike", "berlin", dice=[1, 6], **more)
    assert units_at(g, "berlin") == "ge_lf spent" and len(g.hand(const.AXIS)) == 2
    finish(g, name)


# --- all of them


@pytest.mark.rule("on_to_berlin", "2.3")
def test_every_card_is_played_here() -> None:
    assert set(PLAYED) == set(T.card_id) and T.n_cards == 32


@pytest.mark.rule("on_to_berlin", "2.3")
@pytest.mark.rule("on_to_berlin", "2.3a")
@pytest.mark.parametrize("name", [c for c in T.card_id if "ambush" not in c])
def test_points_may_come_first_and_the_event_follows(name: str) -> None:
    g = position(side=const.SIDE_IDS[T.card_owner[T.card_index[name]]], hands={"both": [name]})
    g.push(Idle())
    card_play.begin(g, card(g, name))
    g.advance()
    assert offers(g) == ["event_first", "points_first"]
    click(g, "points_first")
    step = g.agenda[-1]
    assert isinstance(step, Points) and step.left == T.card_sv[T.card_index[name]]
    click(g, "done")
    # Without a unit on the map only these find something to do.
    if "diplomacy" in name or "development" in name:
        assert not ready(g) and g.card == card(g, name) and g.cards[g.card] == ON_TABLE
    else:
        assert ready(g) and "is not possible now. [6.1a]" in told(g)
        assert g.cards[card(g, name)] == (const.GONE if "vichy" in name else const.DISCARDED)
