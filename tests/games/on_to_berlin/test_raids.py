"""Wolfpacks: where submarines raid, what the Allies lose, and who chooses it. [15.1f] [17.4] [16.2]"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.choice import DONE, PASS
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, DISCARDED, HAND
from sandtable.games.on_to_berlin.components.ids import ALL, AREA, DROP, STOP
from sandtable.games.on_to_berlin.components.schema_cards import CommerceRaid
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.cards import discards
from sandtable.games.on_to_berlin.rules.combat import commerce_raids
from sandtable.games.on_to_berlin.testing import area, card, position, tables, unit_at, units_at
from tests.games.on_to_berlin.driving import idle, refused
from tests.games.on_to_berlin.waiting import Idle

T = tables()
SMALL = "ax_wolfpacks_2"
LARGE = "ax_wolfpacks_3"
ALLIED_HAND = ["al_ambush_2", "al_diplomacy_2", "al_supply_2", "al_redeploy_2"]
EXAMPLES = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))


def event(name: str) -> CommerceRaid:
    """The event of a card."""
    found = T.card_event[T.card_index[name]]
    assert isinstance(found, CommerceRaid)
    return found


def table(name: str = SMALL, **setup: Any) -> Board:
    """A position in which a Wolfpacks card is on the table."""
    setup.setdefault("hands", {"allied": ALLIED_HAND})
    g = position(**setup)
    g.card = card(g, name)
    g.push(Idle())
    return g


def play(name: str = SMALL, **setup: Any) -> Board:
    """A position in which the event of a Wolfpacks card begins."""
    g = table(name, **setup)
    assert commerce_raids.possible(g, event(name))
    commerce_raids.start(g, event(name))
    g.advance()
    return g


def boat(g: Board, place: str, kind: str = "ge_ss", number: int = 0) -> int:
    """The id of a fresh submarine in an area."""
    return g.ids.unit + unit_at(g, kind, place, number, False)


def offered(g: Board) -> set[str]:
    """Where submarines are offered."""
    first = g.ids.unit
    return {T.area_id[g.place[c - first]] for c in g.choices(g.side) if first <= c < g.ids.kind}


def lost(g: Board) -> set[str]:
    """The Allied cards on the discard pile."""
    return {T.card_id[c] for c in g.cards_in(ALLIED, DISCARDED)}


BOTH = {"central_atlantic": "2 ge_ss", "north_atlantic": "2 ge_ss_nw"}


# --- where


@pytest.mark.rule("on_to_berlin", "17.4")
def test_where_commerce_is_raided() -> None:
    example = next(e for e in EXAMPLES["examples"] if e["id"] == "ex_qa_wolfpacks_area")
    for case in example["cases"]:
        units = {**BOTH, "norwegian_sea": "ge_ss_nw"}
        g = play(units=units, markers={"us": case["us_points_in_play"]})
        assert offered(g) == set(case["areas"])
        assert refused(g, boat(g, "norwegian_sea", "ge_ss_nw")).rule == "17.4"
    g = play(units=BOTH, markers={"us": 0})
    refusal = refused(g, boat(g, "north_atlantic", "ge_ss_nw"))
    assert refusal.rule == "17.4" and "American" in refusal.text


@pytest.mark.rule("on_to_berlin", "17.4")
def test_american_points_are_in_play_from_the_first_space_with_one_on() -> None:
    track = T.track_id.index("us")
    for space in range(len(T.space_label[track])):
        g = play(units=BOTH, markers={"us": space})
        assert ("north_atlantic" in offered(g)) == (space > 0)


@pytest.mark.rule("on_to_berlin", "17.4")
def test_who_controls_the_sea_does_not_matter() -> None:
    g = play(units={"central_atlantic": "ge_ss, uk_nf"}, control={"central_atlantic": "uk"})
    assert offered(g) == {"central_atlantic"}
    g = play(units={"central_atlantic": "ge_ss, ge_nf"}, control={"central_atlantic": "ge"})
    assert offered(g) == {"central_atlantic"}


@pytest.mark.rule("on_to_berlin", "15.1f")
def test_only_fresh_submarines_raid() -> None:
    units = {"central_atlantic": "ge_ss, ge_ss spent, ge_nf", "north_sea": "ge_ss_nw"}
    g = play(units=units, allied=("uk",))
    assert g.choices(AXIS) == [boat(g, "central_atlantic"), ALL, PASS]
    assert refused(g, g.ids.unit + unit_at(g, "ge_ss", "central_atlantic", 0, True)).rule == "7.1"
    assert refused(g, g.ids.unit + unit_at(g, "ge_nf", "central_atlantic")).rule == "15.1f"
    assert refused(g, g.ids.unit + unit_at(g, "ge_lf", "pool")).rule == "7.0"
    g = table(units={"central_atlantic": "ge_ss spent, ge_nf", "north_sea": "ge_ss"})
    assert not commerce_raids.possible(g, event(SMALL))


# --- the raid


@pytest.mark.rule("on_to_berlin", "15.1f")
def test_each_hit_costs_a_card_and_the_boats_are_spent() -> None:
    # The dice 2 and 3 against an Attack Rating of 2: one hit; then the card drawn from the hand.
    g = play(units={"central_atlantic": "2 ge_ss"}, dice=[2, 3, 1])
    g.apply(AXIS, boat(g, "central_atlantic"))
    assert g.choices(AXIS) == [boat(g, "central_atlantic", number=1), ALL, DONE]
    g.apply(AXIS, ALL)
    assert g.choices(AXIS) == [DONE]
    g.apply(AXIS, DONE)
    assert idle(g)
    assert units_at(g, "central_atlantic") == "2 ge_ss spent"
    assert lost(g) == {"al_diplomacy_2"} and len(g.hand(ALLIED)) == 3
    assert g.log is not None
    lines = [line.text for line in g.log.lines(None)]
    assert "1 hit (dice 2 3)." in lines[-2] and "Diplomacy" in lines[-1]
    assert g.pending == [0, 0]  # a lost card gives no points [R23]


@pytest.mark.rule("on_to_berlin", "15.1f")
def test_boats_that_stay_away_stay_fresh_and_passing_rolls_nothing() -> None:
    g = play(units={"central_atlantic": "2 ge_ss"}, dice=[6])
    g.apply(AXIS, boat(g, "central_atlantic", number=1))  # like the one that is offered
    g.apply(AXIS, DONE)
    assert units_at(g, "central_atlantic") == "ge_ss, ge_ss spent" and lost(g) == set()
    g = play(units={"central_atlantic": "2 ge_ss"}, dice=[])
    g.apply(AXIS, PASS)
    assert idle(g) and units_at(g, "central_atlantic") == "2 ge_ss"


@pytest.mark.rule("on_to_berlin", "15.1f")
def test_a_card_limits_what_is_lost() -> None:
    units = {"central_atlantic": "2 ge_ss, 2 ge_ss_nw"}
    g = play(units=units, dice=[1, 1, 1, 1, 0, 0])
    g.apply(AXIS, ALL)
    g.apply(AXIS, DONE)
    assert len(lost(g)) == 2
    g = play(LARGE, units=units, dice=[1, 1, 1, 1, 0, 0, 0])
    g.apply(AXIS, PASS)  # no move before
    g.apply(AXIS, ALL)
    g.apply(AXIS, DONE)
    assert len(lost(g)) == 3


@pytest.mark.rule("on_to_berlin", "15.1f")
def test_an_empty_hand_loses_nothing_and_a_small_one_all() -> None:
    units = {"central_atlantic": "2 ge_ss"}
    g = play(units=units, dice=[1, 1], hands={})
    g.apply(AXIS, ALL)
    g.apply(AXIS, DONE)
    assert idle(g) and lost(g) == set()
    g = play(units=units, dice=[1, 1], hands={"allied": ALLIED_HAND[:2]})
    before = g.revealed
    g.apply(AXIS, ALL)
    g.apply(AXIS, DONE)
    assert idle(g) and lost(g) == set(ALLIED_HAND[:2]) and g.revealed > before


@pytest.mark.rule("on_to_berlin", "17.4")
def test_one_area_with_the_small_card_and_two_with_the_large() -> None:
    g = play(units=BOTH, markers={"us": 1})
    assert offered(g) == {"central_atlantic", "north_atlantic"} and ALL not in g.choices(AXIS)
    assert refused(g, ALL).rule == "17.4"
    g.apply(AXIS, boat(g, "central_atlantic"))
    assert offered(g) == {"central_atlantic"} and ALL in g.choices(AXIS)
    assert refused(g, boat(g, "north_atlantic", "ge_ss_nw")).rule == "17.4"
    assert refused(g, PASS).rule == "15.1f"
    g.apply(AXIS, ALL)
    assert refused(g, boat(g, "central_atlantic")).rule == "15.1f"
    g = play(LARGE, units=BOTH, markers={"us": 1}, dice=[1, 6, 1, 6, 0, 0])
    g.apply(AXIS, PASS)
    g.apply(AXIS, ALL)
    g.apply(AXIS, DONE)
    assert len(lost(g)) == 2  # hits of both areas together


@pytest.mark.rule("on_to_berlin", "7.1")
@pytest.mark.rule("on_to_berlin", "8.1")
@pytest.mark.rule("on_to_berlin", "15.1f")
def test_the_large_card_lets_a_group_move_first_and_then_raid() -> None:
    units = {"north_sea": "2 ge_ss, ge_ss_nw, uk_nf", "baltic_sea": "ge_nf"}
    g = table(SMALL, units=units)
    assert not commerce_raids.possible(g, event(SMALL))
    g = play(LARGE, units=units, control={"norwegian_sea": "ge", "english_channel": "ge"}, dice=[1, 3, 0])
    assert g.choices(AXIS) == [PASS, boat(g, "north_sea"), boat(g, "north_sea", "ge_ss_nw")]
    assert refused(g, g.ids.unit + unit_at(g, "ge_nf", "baltic_sea")).rule == "15.1f"
    assert refused(g, AREA + area(g, "north_sea")).rule == "7.0"
    g.apply(AXIS, boat(g, "north_sea", number=1))
    assert refused(g, g.ids.unit + unit_at(g, "ge_nf", "baltic_sea")).rule == "15.1f"
    assert refused(g, AREA + area(g, "english_channel")).rule == "7.1"
    g.apply(AXIS, boat(g, "north_sea"))
    assert refused(g, boat(g, "north_sea")).rule == "7.1"
    g.apply(AXIS, DONE)
    g.apply(AXIS, AREA + area(g, "english_channel"))
    g.apply(AXIS, AREA + area(g, "central_atlantic"))
    if STOP in g.choices(AXIS):
        g.apply(AXIS, STOP)
    # Both have moved by the event and raid by it all the same; the third boat stayed out of it.
    assert units_at(g, "central_atlantic") == "2 ge_ss"
    assert offered(g) == {"central_atlantic"}
    g.apply(AXIS, ALL)
    g.apply(AXIS, DONE)
    assert idle(g) and len(lost(g)) == 1
    assert units_at(g, "central_atlantic") == "2 ge_ss spent" and "ge_ss_nw" in units_at(g, "north_sea")


@pytest.mark.rule("on_to_berlin", "15.1f")
def test_a_move_that_reaches_no_commerce_ends_the_event() -> None:
    g = play(LARGE, units={"north_sea": "ge_ss, ge_ss_nw"})
    g.apply(AXIS, boat(g, "north_sea"))
    g.apply(AXIS, ALL)
    assert refused(g, ALL).rule == "7.1"
    g.apply(AXIS, DONE)
    g.apply(AXIS, AREA + area(g, "norwegian_sea"))
    if not idle(g):
        g.apply(AXIS, STOP)
    assert idle(g) and units_at(g, "norwegian_sea") == "ge_ss, ge_ss_nw"


def test_a_raid_opens_no_window() -> None:
    # British carriers stand by with a reaction card, but nobody is asked. [R10]
    units = {"central_atlantic": "ge_ss, uk_cv"}
    g = play(units=units, hands={"allied": ["al_ambush_2"]}, dice=[6])
    g.apply(AXIS, boat(g, "central_atlantic"))
    g.apply(AXIS, DONE)
    assert idle(g)


# --- who chooses, who sees


@pytest.mark.rule("on_to_berlin", "16.2")
def test_with_the_option_the_allies_choose_what_they_lose() -> None:
    units = {"central_atlantic": "2 ge_ss"}
    g = play(units=units, options=("allied_discards",), dice=[1, 1])
    g.apply(AXIS, ALL)
    g.apply(AXIS, DONE)
    assert g.seats() == (ALLIED,)
    assert g.choices(ALLIED) == [g.ids.card + card(g, name) for name in ALLIED_HAND]
    assert "2 left" in g.agenda[-1].prompt(g, ALLIED).text
    assert refused(g, g.ids.card + card(g, "al_development_2")).rule == "16.2"
    assert refused(g, g.ids.card + card(g, SMALL)).rule == "16.2"
    assert g.agenda[-1].why_not(g, ALLIED, PASS) is None
    g.apply(ALLIED, g.ids.card + card(g, "al_supply_2"))
    step = g.agenda[-1]
    assert isinstance(step, discards.Discard) and discards.Discard.unpack(step.pack()).pack() == [ALLIED, 1]
    g.apply(ALLIED, g.ids.card + card(g, "al_ambush_2"))
    assert idle(g) and lost(g) == {"al_supply_2", "al_ambush_2"}


@pytest.mark.rule("on_to_berlin", "16.2")
def test_the_other_option_does_not_help_the_allies() -> None:
    g = play(units={"central_atlantic": "ge_ss"}, options=("axis_discards",), dice=[1, 3])
    g.apply(AXIS, ALL)
    g.apply(AXIS, DONE)
    assert idle(g) and lost(g) == {"al_redeploy_2"}


@pytest.mark.rule("on_to_berlin", "16.1.2")
def test_with_the_option_lost_cards_lie_face_down() -> None:
    for options in ((), ("discard_secrecy",), ("discard_secrecy", "allied_discards")):
        g = play(units={"central_atlantic": "ge_ss"}, options=options, dice=[1, 1])
        g.apply(AXIS, ALL)
        g.apply(AXIS, DONE)
        supply = card(g, "al_diplomacy_2")
        if "allied_discards" in options:
            g.apply(ALLIED, g.ids.card + supply)
        assert g.cards[supply] == DISCARDED
        assert bool(g.face_down[supply]) == bool(options)
        assert g.log is not None
        assert ("Diplomacy" in g.log.lines(AXIS)[-1].text) != bool(options)
        assert "Diplomacy" in g.log.lines(ALLIED)[-1].text
    assert g.cards[card(g, "al_supply_2")] == HAND


def test_steps_are_packed_and_clicks_explained() -> None:
    g = play(LARGE, units={**BOTH, "north_sea": "ge_ss_nw"}, markers={"us": 1})
    assert g.agenda[-1].prompt(g, AXIS).rule == "15.1f"
    assert not g.agenda[-1].allows(g, AXIS, DONE)
    assert g.agenda[-1].why_not(g, AXIS, DROP) is None
    g.apply(AXIS, boat(g, "north_sea", "ge_ss_nw"))
    step = g.agenda[-1]
    assert commerce_raids.Wolfpack.unpack(step.pack()).choices(g, AXIS) == step.choices(g, AXIS)
    assert step.prompt(g, AXIS).rule == "7.1" and step.why_not(g, AXIS, DROP) is None
    g = play(units=BOTH)
    assert g.agenda[-1].prompt(g, AXIS).rule == "17.4"
    assert refused(g, AREA + area(g, "central_atlantic")).rule == "15.1f"
    assert g.agenda[-1].why_not(g, AXIS, DROP) is None
    g.apply(AXIS, boat(g, "central_atlantic"))
    step = g.agenda[-1]
    assert step.prompt(g, AXIS).rule == "15.1f"
    assert commerce_raids.Raid.unpack(step.pack()).choices(g, AXIS) == step.choices(g, AXIS)
    g = play(units={"central_atlantic": "ge_ss"}, side="axis")
    assert refused(g, g.ids.unit + unit_at(g, "uk_lf", "pool")).rule == "7.0"
