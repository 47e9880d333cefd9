"""New Generals: the yearly entry of the solitaire game and the draft of the co-operative one."""

from random import Random
from typing import Any

import pytest

from sandtable.games.other_side.components.state import AVAILABLE, FUTURE, GONE, IN_COMMAND, Board
from sandtable.games.other_side.rules.generals import draft
from sandtable.games.other_side.rules.generals.draft import Draft, Enter
from sandtable.games.other_side.testing import area, general, holders, position, tables
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused
from tests.games.other_side.test_command_positions import heads, made

T = tables()
NAMES = [n.id for n in T.generals]


def waiting(g: Board, *names: str, year: int | None = None) -> Board:
    """These Generals enter in this year."""
    where, entry = bytearray(g.where), bytearray(g.entry)
    for name in names:
        where[general(g, name)] = FUTURE
        entry[general(g, name)] = g.year if year is None else T.years.index(year)
    g.where, g.entry = bytes(where), bytes(entry)
    return g


def hand(names: list[str]) -> dict[str, str]:
    """All of them Available."""
    return dict.fromkeys(names, "available")


# --- solitaire


@pytest.mark.rule("other_side", "5.3")
@pytest.mark.rule("other_side", "5.3e")
@pytest.mark.rule("other_side", "2.2m")
def test_all_generals_of_the_year_become_available() -> None:
    g = position(year=1942, generals={"von_bock": "available"})
    waiting(g, "model", "paulus")
    waiting(g, "guderian", year=1941)  # left over from an earlier year
    waiting(g, "von_arnim", year=1943)
    begin(g, Enter())
    assert idle(g)
    assert made(g, "model") == made(g, "paulus") == made(g, "guderian") == AVAILABLE
    assert made(g, "von_arnim") == FUTURE
    assert "Model enters play." in log(g)


@pytest.mark.rule("other_side", "5.3")
@pytest.mark.rule("other_side", "5.3d")
@pytest.mark.rule("other_side", "2.2l")
def test_with_thirty_generals_the_player_picks_and_the_rest_wait() -> None:
    g = position(year=1942, generals=hand(NAMES[:28]))
    waiting(g, *NAMES[30:34])
    begin(g, Enter())
    assert offered(g) == {f"general:{name}" for name in NAMES[30:34]}
    assert "room for 2 more" in prompt(g).text
    assert refused(g, f"general:{NAMES[0]}").rule == "5.3"
    assert refused(g, f"general:{NAMES[40]}").rule == "2.2j"
    answer(g, f"general:{NAMES[31]}")
    answer(g, f"general:{NAMES[33]}")
    assert idle(g)
    assert [made(g, name) for name in NAMES[30:34]] == [FUTURE, AVAILABLE, FUTURE, AVAILABLE]
    assert len(draft.held(g, 0)) == 30
    # Next year those left over may enter, when there is room.
    g.year += 1
    g.where = g.where[:1].replace(bytes([AVAILABLE]), bytes([GONE])) + g.where[1:]
    begin(g, Enter())
    assert offered(g) == {f"general:{NAMES[30]}", f"general:{NAMES[32]}"}


@pytest.mark.rule("other_side", "2.2l")
def test_nobody_enters_a_full_board() -> None:
    g = position(year=1942, generals=hand(NAMES[:30]))
    waiting(g, *NAMES[30:34])
    begin(g, Enter())
    assert idle(g) and len(draft.held(g, 0)) == 30


@pytest.mark.rule("other_side", "2.2m")
def test_who_enters_later_is_refused_with_his_year() -> None:
    g = position(year=1942, generals=hand(NAMES[:29]))
    waiting(g, *NAMES[30:32])
    waiting(g, "balck", year=1944)
    begin(g, Enter())
    assert refused(g, "general:balck").text == "Balck enters play in 1944."


# --- the draft


def drafting(players: int, new: list[str], personnel: int = 0, **more: Any) -> Board:
    """The draft of these Generals."""
    g = position(players=players, year=1942, sections=[0, 0, personnel, 0], **more)
    waiting(g, *new)
    return begin(g, Draft())


@pytest.mark.rule("other_side", "5.3a")
@pytest.mark.rule("other_side", "5.3f")
@pytest.mark.parametrize(("players", "personnel"), [(2, 0), (2, 1), (3, 1), (4, 2)])
def test_odd_rounds_go_clockwise_from_personnel_and_even_ones_back(players: int, personnel: int) -> None:
    new = NAMES[20 : 20 + 3 * players + 1]
    g = drafting(players, new, personnel)
    seats = []
    while not idle(g):
        seats.append(g.seats()[0])
        answer(g, sorted(offered(g) - {"button:pass"})[0])
    round_one = [(personnel + n) % players for n in range(players)]
    assert seats == [*round_one, *reversed(round_one), *round_one, round_one[-1]]
    # All cards are distributed.
    assert all(made(g, name) == AVAILABLE for name in new)
    for seat in range(players):
        assert len(draft.held(g, seat)) == seats.count(seat)


@pytest.mark.rule("other_side", "5.3a")
@pytest.mark.rule("other_side", "5.3e")
def test_cards_of_this_and_earlier_years_are_eligible() -> None:
    g = position(players=2, year=1942)
    waiting(g, "model")
    waiting(g, "guderian", year=1940)
    waiting(g, "von_arnim", year=1943)
    begin(g, Draft())
    assert offered(g) == {"button:pass", "general:model", "general:guderian"}
    assert refused(g, "general:von_arnim").rule == "2.2m"
    assert refused(g, "area:poland").rule == "5.3"
    answer(g, "general:guderian")
    assert made(g, "guderian") == AVAILABLE and g.owner[general(g, "guderian")] == 0
    assert "Guderian enters play for Player 1." in log(g)


@pytest.mark.rule("other_side", "5.3b")
@pytest.mark.rule("other_side", "5.3d")
@pytest.mark.rule("other_side", "5.3f")
def test_who_passes_is_out_and_all_passing_ends_it() -> None:
    g = drafting(3, NAMES[30:36])
    answer(g, "button:pass")
    assert g.seats() == (1,)
    answer(g, f"general:{NAMES[30]}")
    assert g.seats() == (2,)
    answer(g, f"general:{NAMES[31]}")
    # The second round runs back: the last of the first one begins, the first one has passed.
    assert g.seats() == (2,)
    answer(g, "button:pass")
    assert g.seats() == (1,)
    answers(g, f"general:{NAMES[32]}", f"general:{NAMES[33]}", "button:pass")
    assert idle(g)
    # What is left joins next year's.
    assert made(g, NAMES[34]) == made(g, NAMES[35]) == FUTURE
    g.year += 1
    assert {g.t.generals[n].id for n in draft.entering(g)} == {NAMES[34], NAMES[35]}


@pytest.mark.rule("other_side", "5.3b")
@pytest.mark.rule("other_side", "2.2k")
@pytest.mark.parametrize(("players", "limit"), [(2, 15), (3, 10), (4, 8)])
def test_at_his_limit_a_player_discards_a_general_first_or_passes(players: int, limit: int) -> None:
    mine = NAMES[:limit]
    new = NAMES[40:43]
    g = drafting(players, new, generals=hand(mine))
    assert g.seats() == (0,)
    assert offered(g) == {"button:pass", *[f"general:{name}" for name in mine]}
    assert f"You hold {limit} Generals" in prompt(g).text
    assert refused(g, f"general:{new[0]}").rule == "5.3b"
    answer(g, f"general:{mine[1]}")
    # He has given one up for a new one, and must choose him now.
    assert g.seats() == (0,)
    assert offered(g) == {f"general:{name}" for name in new}
    assert refused(g, "button:pass").rule == "5.3b"
    answer(g, f"general:{new[2]}")
    assert made(g, mine[1]) == GONE and made(g, new[2]) == AVAILABLE
    assert len(draft.held(g, 0)) == limit
    assert g.seats() == (1,)
    # One below the limit he takes a card without further ado.
    g = drafting(players, new, generals=hand(mine[1:]))
    assert offered(g) == {"button:pass", *[f"general:{name}" for name in new]}


@pytest.mark.rule("other_side", "5.3b")
def test_for_the_last_card_the_new_general_follows_at_once() -> None:
    g = drafting(2, ["balck"], generals=hand(NAMES[:15]))
    answer(g, f"general:{NAMES[3]}")
    assert idle(g) and made(g, "balck") == AVAILABLE and made(g, NAMES[3]) == GONE


@pytest.mark.rule("other_side", "5.3c")
@pytest.mark.parametrize("posted", [True, False])
def test_a_discarded_general_leaves_the_game_and_his_position(posted: bool) -> None:
    more: dict[str, Any] = {}
    if posted:
        more = {"align": {"poland": "occupied"}, "armies": {"poland": "2 regular"}}
        more["heads"] = {"poland": ["von_rundstedt"]}
    g = drafting(2, NAMES[40:43], generals=hand(NAMES[:15]), tracks={"fanaticism": 5}, **more)
    assert made(g, "von_rundstedt") == (IN_COMMAND if posted else AVAILABLE)
    answer(g, "general:von_rundstedt")
    assert made(g, "von_rundstedt") == GONE  # he is not dismissed: his card does not bring him back
    assert g.unrest == (1 if posted else 0)
    assert holders(g) == []
    assert "Von Rundstedt is discarded." in log(g)
    if posted:
        assert heads(g, "poland") == ["vacancy", "-"]
        assert g.heads[2 * area(g, "poland")] == -2


@pytest.mark.rule("other_side", "5.3f")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_drafts_end_and_keep_the_limits(players: int) -> None:
    rng = Random(players)
    limit = T.general_limit[players]
    for _ in range(30):
        names = NAMES[:]
        rng.shuffle(names)
        owned = names[: rng.randint(0, min(len(names) - 8, players * limit))]
        owners = {name: n % players for n, name in enumerate(owned)}
        new = names[len(owned) : len(owned) + 8]
        g = drafting(players, new, rng.randrange(players), generals=hand(owned), owners=owners)
        while not idle(g):
            seat = g.seats()[0]
            choices = g.choices(seat)
            g.apply(seat, rng.choice(choices))
        for seat in range(players):
            assert len(draft.held(g, seat)) <= limit
        gone = [name for name in owned if made(g, name) == GONE]
        come = [name for name in new if made(g, name) == AVAILABLE]
        assert len(gone) <= len(come)
