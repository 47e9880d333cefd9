"""Nominations and appointments: whom a player may name, who is taken, and the worked examples."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.other_side.components.state import ACTIVATED, AVAILABLE, GONE, IN_COMMAND, Board
from sandtable.games.other_side.rules.generals import appointment, draft
from sandtable.games.other_side.rules.generals.appointment import Appointment
from sandtable.games.other_side.rules.generals.command import Command, Vacancies
from sandtable.games.other_side.testing import area, general, position, tables
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused
from tests.games.other_side.test_command_positions import heads, made

T = tables()
OB_WEST = 2 * T.n_areas + 1


def named(g: Board, seat: int = 0, post: int = OB_WEST) -> set[str]:
    """Whom a player may name."""
    return {g.t.generals[n].id for n in appointment.candidates(g, seat, post)}


def vacancy(players: int = 1, **more: Any) -> Board:
    """OB West is vacant, and the players are asked for somebody."""
    wanted: dict[str, Any] = {"players": players, "ob": {"west": "vacancy"}}
    return begin(position(**(wanted | more)), Appointment(OB_WEST))


# --- candidates


@pytest.mark.rule("other_side", "4.3.2e")
@pytest.mark.rule("other_side", "2.2a")
def test_example_appointments_solitaire() -> None:
    """E15: the most senior Available ones, or others at least as senior."""
    g = position(
        align={"poland": "occupied"},
        armies={"poland": "5 regular"},
        heads={"poland": ["von_rundstedt", "strauss"]},
        ob={"west": "vacancy"},
        generals={
            "von_manstein": "available",
            "rommel": "available",
            "guderian": "activated",
            "reinhardt": "available",
            "heinrici": "activated",
        },
    )
    begin(g, Vacancies())
    wanted = {"von_manstein", "rommel", "guderian", "von_rundstedt", "strauss"}
    assert offered(g) == {f"general:{name}" for name in wanted}
    assert refused(g, "general:reinhardt").rule == "4.3.2e"  # junior to the Available
    assert refused(g, "general:heinrici").rule == "4.3.2e"
    assert refused(g, "general:model").rule == "2.2m"
    assert "button:pass" not in offered(g)
    answer(g, "general:guderian")
    assert g.ob[1] == general(g, "guderian") and made(g, "guderian") == IN_COMMAND


@pytest.mark.rule("other_side", "2.2g")
@pytest.mark.rule("other_side", "2.2h")
@pytest.mark.rule("other_side", "2.2i")
@pytest.mark.rule("other_side", "2.2j")
def test_generals_of_all_three_spaces_may_be_named_and_no_others() -> None:
    g = position(
        heads={"poland": ["von_bock"]},
        ob={"west": "vacancy"},
        generals={"rommel": "available", "list": "activated", "von_leeb": "gone", "von_rundstedt": "future"},
    )
    assert named(g) == {"von_bock", "rommel", "list"}


@pytest.mark.rule("other_side", "4.3.2e")
def test_without_available_generals_all_others_may_be_named() -> None:
    g = position(heads={"poland": ["von_bock"]}, generals={"model": "activated", "list": "activated"})
    assert named(g) == {"von_bock", "model", "list"}


@pytest.mark.rule("other_side", "4.3.2b")
def test_generals_in_command_do_not_bind_the_choice() -> None:
    """R12: Rick names von Manstein, though his own von Bock, In Command, ranks higher."""
    g = position(
        players=2,
        heads={"poland": ["von_bock"]},
        generals={"von_manstein": "available", "model": "available"},
    )
    assert named(g) == {"von_bock", "von_manstein"}
    assert named(g, 1) == set()


@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.rule("other_side", "4.3.2e")
def test_who_may_not_take_the_place_is_passed_over() -> None:
    g = position(generals={"von_falkenhorst": "available", "rommel": "available", "model": "available"})
    assert named(g, post=2 * area(g, "poland")) == {"rommel"}
    assert named(g, post=2 * area(g, "finland")) == {"von_falkenhorst"}
    g = begin(g, Appointment(2 * area(g, "poland")))
    assert idle(g)
    more: dict[str, Any] = {"generals": dict.fromkeys(("von_falkenhorst", "rommel", "guderian"), "available")}
    g = begin(position(heads={"poland": ["vacancy"]}, **more), Appointment(2 * area(position(), "poland")))
    assert refused(g, "general:von_falkenhorst").rule == "2.2f"


@pytest.mark.rule("other_side", "4.3.2")
def test_who_was_appointed_in_this_segment_is_no_candidate() -> None:
    g = vacancy(generals={"rommel": "available", "guderian": "available", "list": "available"})
    assert idle(g) and g.ob[1] == general(g, "list")
    g.ob[2] = -2
    begin(g, Appointment(OB_WEST + 1))
    assert offered(g) == {"general:rommel", "general:guderian"}
    assert refused(g, "general:list").text == "List was already appointed in this Command Segment."


@pytest.mark.rule("other_side", "4.3.2e")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_candidates_are_those_of_the_text(seed: int) -> None:
    rng = Random(seed)
    players = rng.choice((1, 2, 4))
    g = position(players=players)
    g.where = bytes([rng.choice((AVAILABLE, ACTIVATED, IN_COMMAND, GONE, GONE)) for _ in range(T.n_generals)])
    g.owner = bytes([rng.randrange(players) for _ in range(T.n_generals)])
    g.appointed = rng.getrandbits(T.n_generals) & rng.getrandbits(T.n_generals)
    post = rng.randrange(2 * T.n_areas + 3)
    for seat in range(players):
        mine = []
        for n in range(T.n_generals):
            north = T.generals[n].id == "von_falkenhorst"
            ob = post >= 2 * T.n_areas
            fit = (
                not north
                or ob
                or T.space_id[post // 2]
                in {
                    "denmark_norway",
                    "sweden",
                    "finland",
                    "northern_russia",
                }
            )
            if g.owner[n] == seat and g.where[n] != GONE and not g.appointed >> n & 1 and fit:
                mine.append(n)
        ready = [T.generals[n].seniority for n in mine if g.where[n] == AVAILABLE]
        top = max(ready, default=0)
        wanted = {n for n in mine if T.generals[n].seniority >= top}
        assert set(appointment.candidates(g, seat, post)) == wanted
        assert appointment.can_fill(g, post) or not wanted


# --- the co-operative game


@pytest.mark.rule("other_side", "4.3.2a")
@pytest.mark.rule("other_side", "4.3.2c")
def test_later_nominees_are_at_least_as_senior_and_the_highest_is_taken() -> None:
    g = vacancy(
        3,
        generals={
            "rommel": "available",
            "list": "available",
            "von_kluge": "available",
            "strauss": "activated",
        },
        owners={"rommel": 0, "list": 1, "von_kluge": 2, "strauss": 2},
    )
    # All may open, in any order.
    assert g.seats() == (0, 1, 2)
    assert offered(g, 2) == {"button:pass", "general:von_kluge", "general:strauss"}
    assert refused(g, "general:list", 0).text == "List is not one of your Generals."
    answer(g, "general:von_kluge", 2)
    # Rommel is junior to von Kluge: his owner cannot name him. A player names one General only.
    assert g.seats() == (1,)
    assert "Von Kluge (Seniority 7) is named for OB West" in prompt(g, 1).text
    answer(g, "general:list", 1)
    assert idle(g) and g.ob[1] == general(g, "list")
    assert made(g, "von_kluge") == AVAILABLE and made(g, "rommel") == AVAILABLE
    assert "Player 3 names von Kluge for OB West." in log(g)


@pytest.mark.rule("other_side", "4.3.2a")
def test_a_junior_general_cannot_follow_a_senior_one() -> None:
    g = vacancy(
        2,
        heads={"poland": ["von_bock"]},
        generals={"rommel": "available", "list": "available"},
        owners={"rommel": 0, "von_bock": 0, "list": 1},
    )
    answer(g, "general:list", 1)
    assert offered(g, 0) == {"button:pass", "general:von_bock"}
    assert refused(g, "general:rommel", 0).text == "Rommel is junior to List, who was named before."
    answer(g, "button:pass", 0)
    assert idle(g) and g.ob[1] == general(g, "list")


@pytest.mark.rule("other_side", "4.3.2a")
@pytest.mark.rule("other_side", "4.3.2c")
def test_equal_seniority_is_enough_and_who_passes_is_out() -> None:
    g = vacancy(
        3,
        generals={"rommel": "available", "guderian": "available", "von_manstein": "available"},
        owners={"rommel": 0, "guderian": 1, "von_manstein": 2},
        sections=[0, 0, 2, 0],
    )
    answer(g, "button:pass", 1)
    assert g.seats() == (0, 2)
    answer(g, "general:rommel", 0)
    assert g.seats() == (2,)
    answer(g, "general:von_manstein", 2)
    # Personnel settles the tie, for his own man if he likes.
    assert g.seats() == (2,)
    assert offered(g) == {"general:rommel", "general:von_manstein"}
    assert refused(g, "general:guderian").rule == "4.3.2c"
    answer(g, "general:von_manstein")
    assert g.ob[1] == general(g, "von_manstein")


@pytest.mark.rule("other_side", "4.3.2c")
def test_a_single_nominee_is_appointed() -> None:
    g = vacancy(
        2, generals={"rommel": "available", "guderian": "available"}, owners={"rommel": 0, "guderian": 1}
    )
    answer(g, "general:rommel", 0)
    answer(g, "button:pass", 1)
    assert idle(g) and g.ob[1] == general(g, "rommel")


@pytest.mark.rule("other_side", "4.3.2d")
def test_if_nobody_names_anybody_personnel_designates_a_player() -> None:
    g = vacancy(
        3,
        generals={"rommel": "available", "guderian": "available", "von_manstein": "available"},
        owners={"rommel": 0, "guderian": 0, "von_manstein": 1},
        sections=[0, 0, 2, 0],
    )
    assert g.seats() == (0, 1)  # the third has no General
    answer(g, "button:pass", 1)
    answer(g, "button:pass", 0)
    assert g.seats() == (2,)
    assert offered(g) == {"player:1", "player:2"}
    assert refused(g, "general:rommel").rule == "4.3.2d"
    answer(g, "player:1")
    # He must appoint one.
    assert g.seats() == (0,) and offered(g) == {"general:rommel", "general:guderian"}
    answer(g, "general:guderian")
    assert idle(g) and g.ob[1] == general(g, "guderian")


@pytest.mark.rule("other_side", "4.3.2d")
def test_the_only_player_with_a_candidate_must_appoint_one() -> None:
    g = vacancy(2, generals={"rommel": "available", "guderian": "available"})
    assert g.seats() == (0,) and offered(g) == {"general:rommel", "general:guderian"}
    g = vacancy(2, generals={"rommel": "available"}, owners={"rommel": 1})
    assert idle(g) and g.ob[1] == general(g, "rommel")


@pytest.mark.rule("other_side", "4.3.2a")
@pytest.mark.rule("other_side", "4.3.2b")
@pytest.mark.rule("other_side", "4.3.2c")
@pytest.mark.rule("other_side", "4.3.2f")
@pytest.mark.rule("other_side", "4.3.2g")
@pytest.mark.rule("other_side", "4.3.2h")
def test_example_appointments_cooperative() -> None:
    """E14: Rick 0, Abby 1, Nicole 2."""
    g = position(
        players=3,
        year=1942,
        box="fall_ops",
        sections=[0, 1, 1, 0],
        align={"ukraine": "occupied"},
        armies={"ukraine": "2 regular"},
        heads={"ukraine": ["von_bock"]},
        ob={"west": "vacancy"},
        generals={"von_manstein": "available", "von_kluge": "available", "von_rundstedt": "future"},
        owners={"von_bock": 0, "von_manstein": 0, "von_kluge": 1},
    )
    begin(g, Command())
    answer(g, "general:von_bock", 0)
    # Nobody can name anybody as senior: he is appointed, and Ukraine is vacant.
    assert g.ob[1] == general(g, "von_bock")
    answer(g, "general:von_manstein", 0)
    answer(g, "general:von_kluge", 1)
    assert heads(g, "ukraine") == ["von_kluge", "-"]
    assert made(g, "von_manstein") == AVAILABLE and made(g, "von_kluge") == IN_COMMAND
    assert idle(g)  # Abby is Head of Personnel, and von Kluge, her only General, outranks nobody
    # The New Year makes Nicole Head of Personnel; she takes von Rundstedt.
    g.year, g.box = g.year + 1, 2
    g.entry = bytes([g.year] * T.n_generals)
    g.section_seat = bytes([1, 2, 2, 1])
    begin(g, draft.Draft())
    assert g.seats() == (2,)
    answer(g, "general:von_rundstedt")
    assert idle(g)
    begin(g, Command())
    assert g.seats() == (2,)
    answers(g, "general:von_rundstedt", "post:ob_west")
    assert g.ob[1] == general(g, "von_rundstedt") and made(g, "von_rundstedt") == IN_COMMAND
    assert made(g, "von_bock") == AVAILABLE and g.owner[general(g, "von_bock")] == 0


@pytest.mark.rule("other_side", "2.5a")
def test_a_nomination_stands() -> None:
    """Nobody is asked a second time for what he has said."""
    g = vacancy(
        2, generals={"rommel": "available", "guderian": "available"}, owners={"rommel": 0, "guderian": 1}
    )
    answer(g, "general:rommel", 0)
    assert g.seats() == (1,) and g.agenda[-1].choices(g, 0) == []


@pytest.mark.rule("other_side", "4.3.2i")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_command_segments_leave_no_vacancy_that_could_be_filled(players: int) -> None:
    rng = Random(players)
    for seed in range(6):
        g = position("total_war", set_up=True, players=players, seed=seed, year=1942)
        g.ob = [-2, -2, g.ob[2]]
        g.questioned = rng.getrandbits(T.n_generals)
        for n in range(T.n_generals):
            if not AVAILABLE <= g.where[n] <= IN_COMMAND:
                g.questioned &= ~(1 << n)
        begin(g, Command())
        clicks = 0
        while not idle(g):
            seat = rng.choice(g.seats())
            g.apply(seat, rng.choice(g.choices(seat)))
            clicks += 1
            assert clicks < 400
        vacant = [post for post in range(2 * T.n_areas) if g.heads[post] == -2]
        assert not any(appointment.can_fill(g, post) for post in vacant)
        assert g.questioned == 0
