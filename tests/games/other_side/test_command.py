"""The Command Segment: the check of limits, Dismissal Rolls, Vacancies and Personnel's replacement."""

from typing import Any

import pytest

from sandtable.games.other_side.components.state import AVAILABLE, GONE, IN_COMMAND, VACANCY, Board
from sandtable.games.other_side.rules.generals import command
from sandtable.games.other_side.rules.generals.appointment import Appointment
from sandtable.games.other_side.rules.generals.command import (
    Command,
    Dismissals,
    Replace,
    SingleArmyHead,
    Vacancies,
)
from sandtable.games.other_side.sequence import operations
from sandtable.games.other_side.testing import general, holders, position
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused
from tests.games.other_side.test_command_positions import heads, made

EAST = {"poland": "occupied", "hungary": "satellite"}


def questioned(g: Board) -> list[str]:
    """Return the Questioned Generals."""
    return [g.t.generals[n].id for n in range(g.t.n_generals) if g.questioned >> n & 1]


def dismissals(*who: str, dice: list[int], **more: Any) -> Board:
    """The Dismissal Rolls of these Generals."""
    tracks = {"fanaticism": 5, "unrest": 0} | more.pop("tracks", {})
    cards = dict.fromkeys(who, "available")
    g = position(generals=cards, questioned=who, dice=[*dice], tracks=tracks, **more)
    return begin(g, Dismissals())


# --- the whole Segment


@pytest.mark.rule("other_side", "4.3")
def test_the_segment_goes_through_its_parts_in_order() -> None:
    g = position(
        align=EAST,
        armies={"poland": "2 regular", "hungary": "2 regular"},
        heads={"poland": ["von_leeb"]},
        generals={"von_bock": "available", "von_kluge": "available", "von_rundstedt": "available"},
        questioned=["von_leeb"],
        dice=[6],
        tracks={"fanaticism": 5},
    )
    begin(g, Command())
    # Von Leeb is gone before anybody is appointed; the check has found that Hungary needs a Head.
    assert made(g, "von_leeb") == GONE
    assert offered(g) == {"post:poland_1", "post:hungary_1"}
    answer(g, "post:hungary_1")
    # The most senior Available General takes it; he is the only one who can.
    assert heads(g, "hungary") == ["von_rundstedt", "-"]
    assert heads(g, "poland") == ["von_bock", "-"]
    # Von Rundstedt alone outranks somebody; without a replacement the Segment is over.
    assert offered(g) == {"button:pass", "general:von_rundstedt"}
    answer(g, "button:pass")
    assert idle(g)
    text = log(g)
    assert text.index("Dismissal Roll for von Leeb") < text.index("Von Rundstedt takes")


@pytest.mark.rule("other_side", "4.3")
def test_the_segment_comes_between_movement_and_the_offensives() -> None:
    names = [type(step).__name__ for step in operations()]
    at = names.index("Command")
    assert names[at - 1 : at + 2] == ["AirMovement", "Command", "AxisOffensive"]


@pytest.mark.rule("other_side", "4.3d")
def test_the_check_places_missing_vacancies_and_sends_surplus_heads_home() -> None:
    g = position(
        players=2,
        sections=[0, 0, 1, 0],
        align=EAST | {"belgium_holland": "neutral 1"},
        armies={"poland": "regular", "hungary": "2 panzer", "belgium_holland": "2 regular"},
        heads={"poland": ["von_bock"], "belgium_holland": ["strauss", "von_kuechler"]},
    )
    begin(g, Command())
    assert made(g, "von_bock") == AVAILABLE
    assert heads(g, "hungary") == ["vacancy", "-"]
    # Of two equals Personnel sends one home.
    assert g.seats() == (1,)
    answer(g, "general:strauss")
    assert heads(g, "belgium_holland") == ["von_kuechler", "-"]


@pytest.mark.rule("other_side", "4.3.2i")
def test_the_segment_ends_without_vacancies_or_without_generals() -> None:
    g = position(
        align=EAST,
        armies={"poland": "2 regular", "hungary": "2 regular"},
        generals={"von_bock": "available"},
    )
    begin(g, Command())
    # One General for two Positions: Personnel says which is filled, the other stays vacant.
    assert offered(g) == {"post:poland_1", "post:hungary_1"}
    answer(g, "post:poland_1")
    assert idle(g)
    assert heads(g, "poland") == ["von_bock", "-"] and heads(g, "hungary") == ["vacancy", "-"]


# --- Dismissal Rolls


@pytest.mark.rule("other_side", "4.3.1")
@pytest.mark.rule("other_side", "2.2b")
@pytest.mark.parametrize(
    ("die", "where", "dissident", "unrest"),
    [(1, AVAILABLE, 0, 0), (2, AVAILABLE, 0, 0), (3, AVAILABLE, 1, 1), (4, GONE, 0, 1), (6, GONE, 0, 1)],
)
@pytest.mark.rule("other_side", "4.3.1a")
@pytest.mark.rule("other_side", "4.3.1b")
@pytest.mark.rule("other_side", "4.3.1d")
def test_a_die_against_confidence_three(die: int, where: int, dissident: int, unrest: int) -> None:
    g = dismissals("von_bock", dice=[die])
    assert made(g, "von_bock") == where
    assert g.dissident.bit_count() == dissident
    assert g.unrest == unrest
    assert len(holders(g)) == unrest  # a Black Orchestra card with each point
    assert questioned(g) == [] and idle(g)
    assert f"Dismissal Roll for von Bock: {die} against Confidence 3." in log(g)


@pytest.mark.rule("other_side", "4.3.1a")
def test_who_stays_keeps_his_dissident_marker() -> None:
    g = dismissals("von_bock", dice=[2], dissidents=["von_bock"])
    assert g.dissident.bit_count() == 1 and questioned(g) == []


@pytest.mark.rule("other_side", "4.3.1b")
@pytest.mark.rule("other_side", "2.2c")
@pytest.mark.parametrize(("who", "die"), [("hoepner", 2), ("von_stuelpnagel", 2), ("von_bock", 3)])
def test_a_dissident_is_dismissed_by_an_equal_roll(who: str, die: int) -> None:
    """By his interest group, or by the marker on him, which goes back to its box."""
    marked = ["von_bock"] if who == "von_bock" else []
    g = dismissals(who, dice=[die], dissidents=marked)
    assert made(g, who) == GONE and g.dissident == 0 and g.unrest == 1
    # Other interest groups mean nothing.
    assert made(dismissals("von_reichenau", dice=[6]), "von_reichenau") == AVAILABLE


@pytest.mark.rule("other_side", "4.3.1c")
@pytest.mark.parametrize(("taken", "where"), [(2, AVAILABLE), (3, GONE)])
def test_there_are_three_dissident_markers(taken: int, where: int) -> None:
    others = ["rommel", "model", "paulus"][:taken]
    g = dismissals("von_bock", dice=[3], dissidents=others)
    assert made(g, "von_bock") == where
    assert g.dissident.bit_count() == 3
    assert g.unrest == 1 and len(holders(g)) == 1


@pytest.mark.rule("other_side", "4.3.1")
@pytest.mark.rule("other_side", "4.3.1e")
def test_personnel_decides_the_order_and_all_spaces_roll() -> None:
    g = position(
        players=3,
        sections=[0, 1, 2, 0],
        align=EAST,
        armies={"poland": "2 regular"},
        heads={"poland": ["von_leeb"]},
        generals={"busch": "activated", "rommel": "available", "von_bock": "available"},
        questioned=["von_leeb", "busch", "rommel"],
        dice=[6, 5, 2],
        tracks={"fanaticism": 5},
    )
    begin(g, Dismissals())
    assert g.seats() == (2,)
    assert offered(g) == {"general:von_leeb", "general:busch", "general:rommel"}
    assert refused(g, "general:von_bock").text == "Von Bock is not Questioned."
    assert refused(g, "area:poland").rule == "4.3.1"
    answer(g, "general:rommel")  # 6: equal, he becomes a Dissident
    answer(g, "general:busch")  # 5: equal, a Dissident too; von Leeb is left and rolled for at once, the same
    assert idle(g)
    assert made(g, "rommel") == AVAILABLE and g.dissident.bit_count() == 3
    assert heads(g, "poland") == ["von_leeb", "-"]
    assert questioned(g) == []


@pytest.mark.rule("other_side", "4.3.1e")
@pytest.mark.rule("other_side", "4.3.1d")
@pytest.mark.parametrize("state", ["available", "activated", "head"])
def test_a_dismissed_general_without_position_leaves_no_vacancy(state: str) -> None:
    more: dict[str, Any] = {"generals": {"von_leeb": state}}
    if state == "head":
        more = {"heads": {"poland": ["von_leeb"]}}
    g = position(
        align=EAST,
        armies={"poland": "2 regular"} if state == "head" else {},
        questioned=["von_leeb"],
        dice=[4],
        tracks={"fanaticism": 5},
        **more,
    )
    begin(g, Dismissals())
    assert made(g, "von_leeb") == GONE
    assert (VACANCY in g.heads) == (state == "head")


@pytest.mark.rule("other_side", "4.3.1f")
@pytest.mark.parametrize(("who", "die"), [("von_bock", 3), ("von_bock", 6)])
def test_the_card_goes_to_the_owner_of_the_general(who: str, die: int) -> None:
    g = position(
        players=4,
        sections=[0, 1, 2, 3],
        generals={who: "available"},
        owners={who: 3},
        questioned=[who],
        dice=[die],
        tracks={"fanaticism": 5},
    )
    begin(g, Dismissals())
    assert holders(g) == [3]


# --- Vacancies


@pytest.mark.rule("other_side", "4.3.2")
def test_personnel_decides_the_order_of_vacancies() -> None:
    g = position(
        players=2,
        sections=[1, 1, 0, 1],
        align=EAST,
        armies={"poland": "5 regular", "hungary": "2 regular"},
        heads={"poland": ["vacancy", "vacancy"], "hungary": ["vacancy"]},
        ob={"west": "vacancy"},
        generals={"von_bock": "available", "von_leeb": "available", "list": "available"},
    )
    begin(g, Vacancies())
    assert g.seats() == (0,)
    assert offered(g) == {"post:poland_1", "post:hungary_1", "post:ob_west"}
    assert "4 Positions are vacant" in prompt(g).text
    assert refused(g, "post:poland_2").text == "Fill the first box of this Area before the second."
    assert refused(g, "post:ob_east").rule == "3.3.2"
    assert refused(g, "post:hungary_2").rule == "4.3a"
    assert refused(g, "general:von_bock").rule == "4.3.2"
    answer(g, "post:ob_west")
    assert isinstance(g.agenda[-1], Appointment)
    answer(g, "general:von_leeb")
    assert g.ob[1] == general(g, "von_leeb")
    assert refused(g, "post:ob_west").text == "Von Leeb holds OB West."


@pytest.mark.rule("other_side", "4.3.2")
def test_a_second_box_is_filled_beside_a_head() -> None:
    g = position(
        align=EAST,
        armies={"poland": "5 regular", "hungary": "2 regular"},
        heads={"poland": ["von_bock", "vacancy"], "hungary": ["vacancy"]},
        generals={"list": "available", "rommel": "available"},
    )
    begin(g, Vacancies())
    assert offered(g) == {"post:poland_2", "post:hungary_1"}


@pytest.mark.rule("other_side", "4.3.2g")
def test_a_chain_of_vacancies_is_filled_to_its_end() -> None:
    g = position(
        align=EAST,
        armies={"poland": "2 regular"},
        heads={"poland": ["von_bock"]},
        ob={"west": "vacancy"},
        generals={"von_kluge": "available", "rommel": "available"},
    )
    begin(g, Vacancies())
    answer(g, "general:von_bock")
    # His old Position is open now; he was appointed in this Segment and cannot be named for it.
    assert g.ob[1] == general(g, "von_bock")
    assert heads(g, "poland") == ["von_kluge", "-"]
    assert idle(g)


@pytest.mark.rule("other_side", "4.3.2d")
def test_a_vacancy_that_nobody_can_fill_is_refused_for_that() -> None:
    g = position(
        align=EAST | {"denmark_norway": "occupied", "finland": "satellite"},
        armies={"poland": "2 regular", "denmark_norway": "2 regular", "finland": "2 regular"},
        heads={"poland": ["vacancy"], "denmark_norway": ["vacancy"], "finland": ["vacancy"]},
        generals={"von_falkenhorst": "available"},
    )
    begin(g, Vacancies())
    assert "post:poland_1" not in offered(g)
    assert refused(g, "post:poland_1").text.startswith("Nobody can be appointed")


# --- Personnel's replacement


def replacement(**more: Any) -> Board:
    """Personnel is asked for a replacement; two Heads and an OB are in command."""
    wanted: dict[str, Any] = {
        "align": EAST,
        "armies": {"poland": "2 regular", "hungary": "2 regular"},
        "heads": {"poland": ["von_kluge"], "hungary": ["rommel"]},
        "ob": {"west": "von_bock"},
        "generals": {"list": "available", "guderian": "activated", "model": "available"},
    }
    return begin(position(**(wanted | more)), Replace(-1))


@pytest.mark.rule("other_side", "4.3.2h")
def test_a_more_senior_general_takes_over_and_the_other_is_available() -> None:
    g = replacement()
    # List and von Kluge outrank somebody; Guderian is Rommel's equal, Model junior to all.
    assert offered(g) == {"button:pass", "general:list", "general:von_kluge", "general:von_bock"}
    assert refused(g, "general:guderian").rule == "4.3.2h"
    assert refused(g, "general:von_rundstedt").rule == "2.2m"
    answer(g, "general:list")
    assert offered(g) == {"post:poland_1", "post:hungary_1"}
    assert refused(g, "post:ob_west").text == "Von Bock is not junior to List."
    assert refused(g, "post:ob_east").rule == "4.3.2h"
    answer(g, "post:poland_1")
    assert heads(g, "poland") == ["list", "-"] and made(g, "list") == IN_COMMAND
    assert made(g, "von_kluge") == AVAILABLE and g.post[general(g, "von_kluge")] == -1
    assert idle(g)


@pytest.mark.rule("other_side", "4.3.2h")
@pytest.mark.rule("other_side", "2.2a")
def test_equal_seniority_is_not_enough_for_a_replacement() -> None:
    g = replacement(heads={"poland": ["kesselring"], "hungary": ["model"]}, generals={"list": "available"})
    answer(g, "general:list")
    assert offered(g) == {"post:hungary_1"}
    assert refused(g, "post:poland_1").text == "Kesselring is not junior to List."


@pytest.mark.rule("other_side", "4.3.2h")
def test_he_may_come_from_any_space_and_be_put_at_the_head_of_a_front() -> None:
    g = replacement(
        ob={"west": "rommel"},
        heads={"poland": ["von_kluge"], "hungary": ["von_bock"]},
        generals={"list": "activated"},
    )
    answers(g, "general:list", "post:ob_west")
    assert g.ob[1] == general(g, "list") and made(g, "rommel") == AVAILABLE


@pytest.mark.rule("other_side", "4.3.2h")
def test_the_old_position_of_the_newcomer_is_filled_in_the_same_segment() -> None:
    g = position(
        align=EAST,
        armies={"poland": "2 regular", "hungary": "2 regular"},
        heads={"poland": ["von_kluge"], "hungary": ["rommel"]},
        generals={"model": "available"},
    )
    begin(g, Command())
    answers(g, "general:von_kluge", "post:hungary_1")
    # Poland is vacant: Rommel is Available and the most senior man.
    assert heads(g, "hungary") == ["von_kluge", "-"] and heads(g, "poland") == ["rommel", "-"]
    assert idle(g)


@pytest.mark.rule("other_side", "4.3.2j")
def test_one_replacement_at_most_and_none_is_needed() -> None:
    g = replacement()
    answer(g, "button:pass")
    assert idle(g) and heads(g, "poland") == ["von_kluge", "-"]
    g = position(
        align=EAST,
        armies={"poland": "2 regular", "hungary": "2 regular"},
        heads={"poland": ["von_kluge"], "hungary": ["rommel"]},
        generals={"list": "available", "von_bock": "available"},
    )
    begin(g, Command())
    answers(g, "general:list", "post:poland_1")
    # Von Bock could replace List or Rommel, but one replacement is all there is.
    assert idle(g)


@pytest.mark.rule("other_side", "4.3.2h")
def test_who_was_appointed_in_this_segment_may_replace_another_head() -> None:
    g = position(
        align=EAST,
        armies={"poland": "2 regular", "hungary": "2 regular"},
        heads={"poland": ["vacancy"], "hungary": ["rommel"]},
        generals={"list": "available", "von_kluge": "available"},
    )
    begin(g, Command())
    assert heads(g, "poland") == ["list", "-"]
    assert offered(g) == {"button:pass", "general:list", "general:von_kluge"}
    answers(g, "general:list", "post:hungary_1")
    # List's first Position is vacant again: von Kluge is the most senior Available General.
    assert heads(g, "hungary") == ["list", "-"] and heads(g, "poland") == ["von_kluge", "-"]
    assert made(g, "rommel") == AVAILABLE and idle(g)


@pytest.mark.rule("other_side", "4.3.2h")
def test_personnel_uses_his_own_generals_against_anybodys() -> None:
    more: dict[str, Any] = {"players": 2, "sections": [0, 0, 1, 0]}
    g = replacement(owners={"list": 1, "von_kluge": 0, "von_bock": 0, "rommel": 0}, **more)
    assert g.seats() == (1,)
    assert offered(g) == {"button:pass", "general:list"}
    assert refused(g, "general:von_bock").text == "Von Bock belongs to Player 1."
    answers(g, "general:list", "post:hungary_1")
    assert heads(g, "hungary") == ["list", "-"]


@pytest.mark.rule("other_side", "2.2f")
def test_a_special_rule_bounds_the_replacement_too() -> None:
    g = replacement(
        align=EAST | {"libya": "occupied"},
        armies={"poland": "2 regular", "libya": "panzer"},
        heads={"poland": ["guderian"], "libya": ["rommel"]},
        ob={},
        generals={"von_falkenhorst": "available", "list": "available"},
    )
    # A single Army is for Rommel alone, the Army Group in Poland not for von Falkenhorst.
    assert offered(g) == {"button:pass", "general:list"}
    answer(g, "general:list")
    assert offered(g) == {"post:poland_1"}
    assert refused(g, "post:libya_1").rule == "2.2f"


# --- a single Army


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize(
    ("armies", "asked"),
    [("panzer", True), ("satellite_italy", False), ("panzer, satellite_italy", True), ("2 regular", False)],
)
def test_rommel_may_be_given_a_single_army_in_africa(armies: str, asked: bool) -> None:
    g = position(
        players=2,
        sections=[0, 0, 1, 0],
        align={"libya": "satellite", "egypt": "disputed 1/2 western"},
        armies={"libya": armies, "egypt": "regular"} if asked else {"libya": armies},
        generals={"rommel": "activated"},
        owners={"rommel": 0},
    )
    begin(g, SingleArmyHead(0))
    assert idle(g) is not asked
    if asked:
        assert g.seats() == (0,)  # his owner, not Personnel
        assert offered(g) == {"button:pass", "area:libya", "area:egypt"}
        assert refused(g, "area:greece").rule == "2.2f"
        answer(g, "area:libya")
        assert idle(g) and heads(g, "libya") == ["rommel", "-"] and made(g, "rommel") == IN_COMMAND


@pytest.mark.rule("other_side", "2.2f")
def test_rommel_may_be_left_without_an_army() -> None:
    g = position(align={"libya": "satellite"}, armies={"libya": "panzer"}, generals={"rommel": "available"})
    begin(g, Command())
    answer(g, "button:pass")
    assert idle(g) and heads(g, "libya") == ["-", "-"]


@pytest.mark.rule("other_side", "2.2f")
def test_a_general_appointed_elsewhere_gets_no_single_army() -> None:
    g = position(
        align={"libya": "satellite"} | EAST,
        armies={"libya": "panzer", "poland": "2 regular"},
        generals={"rommel": "available"},
    )
    begin(g, Command())
    assert idle(g) and heads(g, "poland") == ["rommel", "-"] and heads(g, "libya") == ["-", "-"]


@pytest.mark.rule("other_side", "4.3.2h")
@pytest.mark.rule("other_side", "4.3.2i")
@pytest.mark.rule("other_side", "2.2g")
def test_who_was_appointed_and_replaced_again_may_fill_the_position_that_is_left() -> None:
    g = position(
        align={"libya": "satellite"} | EAST,
        armies={"libya": "panzer", "poland": "2 regular", "hungary": "2 regular"},
        heads={"hungary": ["list"]},
        generals={"rommel": "available"},
    )
    begin(g, Command())
    answer(g, "general:rommel")
    answers(g, "general:list", "post:poland_1")
    assert heads(g, "poland") == ["list", "-"] and heads(g, "hungary") == ["rommel", "-"]
    assert idle(g)


def test_every_command_segment_begins_afresh() -> None:
    g = position(generals={"von_bock": "available"}, tracks={"appointed": 3, "from_dismissal": 5})
    begin(g, Command())
    assert g.appointed == 0 and g.from_dismissal == 0
    assert command.held(g) == []
