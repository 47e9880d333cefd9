"""The store, on SQLite and on PostgreSQL."""

import asyncio
import os
import re
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy

from sandtable.server.store import (
    Clash,
    Knows,
    MatchRecord,
    NameTaken,
    NewSeat,
    NoMatch,
    NoPlayer,
    Status,
    Store,
    StoreError,
    Summary,
    Unavailable,
    Unfit,
    base,
)
from sandtable.server.store import engine as engines
from sandtable.server.store.base import FileDatabase
from sandtable.server.store.models import event, metadata

pytestmark = pytest.mark.anyio

TWO = [NewSeat("open"), NewSeat("open")]


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An empty store."""
    opened = await Store.open(url)
    yield opened
    await opened.close()


async def new_match(store: Store, *seats: NewSeat, owner: int | None = None) -> MatchRecord:
    """A match of two open seats, or of the given ones."""
    made = await store.create_match("downfall", "campaign_1940", 2, {}, seats or TWO, owner)
    return made.match


def everything(url: str) -> str:
    """All that the database holds, as text."""
    engine = engines.create_engine(engines.parse_url(url))
    with engine.connect() as connection:
        rows = [
            row for table in metadata.sorted_tables for row in connection.execute(sqlalchemy.select(table))
        ]
    engine.dispose()
    return "\n".join(str(tuple(row)) for row in rows)


# --- players


async def test_a_guest_has_a_number_for_a_name_until_he_signs_up(store: Store) -> None:
    guest = await store.create_guest()
    assert guest.guest and guest.name == f"Guest {guest.id}"
    assert (await store.create_guest("Zoë")).name == "Zoë"
    signed = await store.sign_up(guest.id, "  Anna   Berg ", "hash")
    assert (signed.id, signed.name, signed.guest) == (guest.id, "Anna Berg", False)
    assert await store.get_player(guest.id) == signed
    assert "hash" not in repr(signed)
    assert await store.get_player(999) is None


@pytest.mark.parametrize("name", ["Anna Berg", "ANNA  BERG", " anna berg", "Ａnna Berg"])
async def test_a_name_belongs_to_one_player_however_it_is_spelt(store: Store, name: str) -> None:
    one, two = await store.create_guest(), await store.create_guest()
    await store.sign_up(one.id, "Anna Berg", "hash")
    with pytest.raises(NameTaken, match="taken"):
        await store.sign_up(two.id, name, "other")
    assert (await store.get_player(two.id)) == two
    found = await store.player_by_name(name)
    assert found is not None and found.id == one.id


async def test_nobody_signs_up_over_another(store: Store) -> None:
    one = await store.create_guest()
    await store.sign_up(one.id, "Anna", "hash")
    with pytest.raises(NoPlayer):
        await store.sign_up(one.id, "Berta", "other")
    assert await store.player_by_name("Berta") is None
    # A guest's name is for show: it keeps nobody from signing up with it.
    await store.create_guest("Clara")
    await store.sign_up((await store.create_guest()).id, "Clara", "hash")


async def test_one_of_two_who_want_a_name_at_once_gets_it(store: Store) -> None:
    guests = [await store.create_guest() for _ in range(6)]
    tried = [store.sign_up(guest.id, "Anna", "hash") for guest in guests]
    done = await asyncio.gather(*tried, return_exceptions=True)
    assert sum(isinstance(result, NameTaken) for result in done) == 5


async def test_a_webhook_is_kept_and_forgotten(store: Store) -> None:
    guest = await store.create_guest()
    await store.set_webhook(guest.id, "https://example.org/knock")
    kept = await store.get_player(guest.id)
    assert kept is not None and kept.webhook == "https://example.org/knock"
    await store.set_webhook(guest.id, None)
    assert await store.get_player(guest.id) == guest


async def test_what_a_guest_did_is_his_when_he_signs_in(store: Store) -> None:
    anna, guest = await store.create_guest(), await store.create_guest()
    await store.sign_up(anna.id, "Anna", "hash")
    one = await new_match(store, NewSeat("human", guest.id), NewSeat("open"), owner=guest.id)
    two = await new_match(store, owner=anna.id)
    await store.add_chat(one.id, guest.id, guest.name, "Hello")
    await store.set_note(one.id, guest.id, "mine")
    await store.set_note(two.id, guest.id, "lost")
    await store.set_note(two.id, anna.id, "kept")
    await store.adopt(guest.id, anna.id)
    assert await store.get_player(guest.id) is None
    found = await store.get_match(one.id)
    assert found is not None and found.owner_id == anna.id and found.held_by(anna.id) == [0]
    assert (await store.chats(one.id))[0].player_id == anna.id
    assert [await store.get_note(match.id, anna.id) for match in (one, two)] == ["mine", "kept"]


async def test_only_guests_are_adopted(store: Store) -> None:
    anna, berta = await store.create_guest(), await store.create_guest()
    await store.sign_up(anna.id, "Anna", "hash")
    await store.sign_up(berta.id, "Berta", "hash")
    await store.adopt(anna.id, berta.id)
    await store.adopt(berta.id, berta.id)
    assert [player.name for player in await store.all_players()] == ["Anna", "Berta"]


async def test_a_removed_player_leaves_his_seats_and_words(store: Store) -> None:
    anna = await store.create_guest()
    await store.sign_up(anna.id, "Anna", "hash")
    token, _ = await store.open_session(anna.id, 60)
    match = await new_match(store, NewSeat("human", anna.id), NewSeat("open"), owner=anna.id)
    await store.add_chat(match.id, anna.id, "Anna", "Hello")
    assert await store.delete_player(anna.id)
    assert not await store.delete_player(anna.id)
    found = await store.get_match(match.id)
    assert found is not None and found.owner_id is None
    assert (found.seats[0].kind, found.seats[0].player_id, found.seats[0].free) == ("open", None, True)
    said = (await store.chats(match.id))[0]
    assert (said.player_id, said.name) == (None, "Anna")
    assert await store.get_session(token) is None
    assert (await store.create_guest()).id > anna.id


async def test_players_are_listed_by_name(store: Store) -> None:
    for name in ("berta", "Anna", "Clara"):
        await store.sign_up((await store.create_guest()).id, name, "hash")
    await store.create_guest()
    assert [player.name for player in await store.all_players()] == ["Anna", "berta", "Clara"]
    assert len(await store.all_players(guests=True)) == 4


# --- sessions


async def test_a_session_is_known_by_its_token_of_which_only_a_hash_is_kept(store: Store, url: str) -> None:
    guest = await store.create_guest()
    token, session = await store.open_session(guest.id, 60)
    other, _ = await store.open_session(guest.id, 60)
    assert await store.get_session(token) == session
    assert session.player == guest and session.expires > session.created
    assert token != other and len(token) >= 43
    assert await store.get_session(token + "x") is None
    assert await store.get_session("\ud800") is None
    assert token not in everything(url) and session.csrf not in repr(session)
    await store.close_session(token)
    assert await store.get_session(token) is None
    assert await store.get_session(other) is not None
    with pytest.raises(NoPlayer):
        await store.open_session(999, 60)


async def test_a_session_ends_in_time_unless_it_is_renewed(store: Store) -> None:
    guest = await store.create_guest()
    token, _ = await store.open_session(guest.id, -1)
    assert await store.get_session(token) is None
    assert not await store.renew_session(token, 60)
    token, session = await store.open_session(guest.id, 60)
    assert await store.renew_session(token, 6000)
    renewed = await store.get_session(token)
    assert renewed is not None and renewed.expires > session.expires + 5000


async def test_a_new_password_ends_all_sessions(store: Store) -> None:
    anna, berta = await store.create_guest(), await store.create_guest()
    await store.sign_up(anna.id, "Anna", "hash")
    token, _ = await store.open_session(anna.id, 60)
    other, _ = await store.open_session(berta.id, 60)
    await store.set_password(anna.id, "same person", end_sessions=False)
    assert await store.get_session(token) is not None
    await store.set_password(anna.id, "new")
    assert await store.get_session(token) is None
    assert await store.get_session(other) is not None
    changed = await store.get_player(anna.id)
    assert changed is not None and changed.password == "new"
    with pytest.raises(NoPlayer):
        await store.set_password(berta.id, "guests have none")


async def test_sweeping_takes_old_sessions_and_guests_who_left_nothing(store: Store) -> None:
    idle, here, seated, owner, speaker, anna = [await store.create_guest() for _ in range(6)]
    await store.sign_up(anna.id, "Anna", "hash")
    await store.open_session(idle.id, -1)
    token, _ = await store.open_session(here.id, 60)
    match = await new_match(store, NewSeat("human", seated.id), NewSeat("open"), owner=owner.id)
    await store.add_chat(match.id, speaker.id, speaker.name, "Hello")
    assert await store.sweep() == 2
    left = {player.id for player in await store.all_players(guests=True)}
    assert left == {here.id, seated.id, owner.id, speaker.id, anna.id}
    assert await store.get_session(token) is not None
    assert await store.sweep() == 0


# --- matches and seats


async def test_a_match_is_read_as_it_was_made(store: Store) -> None:
    anna = await store.create_guest("Anna")
    made = await store.create_match(
        "total_domination",
        "world",
        3,
        {"reactions": "ask", "fast": True, "size": 3},
        [NewSeat("human", anna.id), NewSeat("bot", bot="greedy"), NewSeat("invite")],
        anna.id,
        name="Évening",
        pack="house",
        listed=True,
        live=False,
        base={"a": [1, {"b": None}]},
        history=[(0, 5), (2, 7)],
        summary=Summary((0, 2), "1940", "playing", None),
    )
    match = made.match
    assert await store.get_match(match.id) == match
    assert re.fullmatch(r"[a-z0-9]{12}", match.id)
    assert (match.game, match.scenario, match.players, match.pack) == (
        "total_domination",
        "world",
        3,
        "house",
    )
    assert match.options == {"reactions": "ask", "fast": True, "size": 3}
    assert (match.name, match.listed, match.live, match.owner_id) == ("Évening", True, False, anna.id)
    assert (match.status, match.waiting, match.turn, match.result) == ("playing", (0, 2), "1940", None)
    assert match.base == {"a": [1, {"b": None}]}
    assert [(seat.kind, seat.name, seat.bot, seat.free) for seat in match.seats] == [
        ("human", "Anna", "", False),
        ("bot", "", "greedy", False),
        ("invite", "", "", True),
    ]
    assert match.seq == 2
    assert [(e.seq, e.kind, e.seat, e.choice) for e in await store.events(match.id)] == [
        (1, "choice", 0, 5),
        (2, "choice", 2, 7),
    ]
    assert list(made.tokens) == [2] and made.tokens[2] not in repr(made)


async def test_seeds_are_secret_numbers_of_64_bits(store: Store) -> None:
    seeds = [(await new_match(store)).seed for _ in range(64)]
    assert len(set(seeds)) == 64
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert max(seeds) >= 2**63  # fails once in 2^64 runs
    given = (await store.create_match("downfall", "x", 2, {}, TWO, seed=2**64 - 1)).match
    assert given.seed == 2**64 - 1
    assert str(given.seed) not in repr(given)


async def test_a_match_is_made_whole_or_not_at_all(store: Store) -> None:
    with pytest.raises(Clash):
        await new_match(store, NewSeat("human", 999), NewSeat("open"))
    assert await store.all_matches() == []


async def test_matches_waiting_for_a_player_come_first_then_others_then_finished(store: Store) -> None:
    anna, berta = await store.create_guest(), await store.create_guest()
    mine = [NewSeat("human", anna.id), NewSeat("human", berta.id)]

    async def match(name: str, summary: Summary, seats: list[NewSeat], owner: int) -> None:
        await store.create_match("downfall", "x", 2, {}, seats, owner, name=name, summary=summary)

    await match("over", Summary(status="finished", result={"text": "won"}), mine, anna.id)
    await match("older wait", Summary((0,)), mine, berta.id)
    await match("newer wait", Summary((0, 1)), mine, berta.id)
    await match("hot seat", Summary((1,)), [NewSeat("bot"), NewSeat("hotseat")], anna.id)
    await match("other's turn", Summary((1,)), mine, berta.id)
    await match("not begun", Summary(status="open"), TWO, anna.id)
    await match("strangers'", Summary((0,)), [NewSeat("hotseat"), NewSeat("hotseat")], berta.id)
    names = [found.name for found in await store.matches_of(anna.id)]
    assert names == ["older wait", "newer wait", "hot seat", "not begun", "other's turn", "over"]
    assert [found.name for found in await store.matches_of(anna.id, finished=0)] == names[:-1]
    assert await store.count_matches(anna.id) == 2
    assert await store.count_matches(berta.id) == 4


async def test_only_listed_matches_are_listed_the_latest_first(store: Store) -> None:
    rows: list[tuple[str, bool, Status]] = [("a", True, "open"), ("b", False, "open"), ("c", True, "playing")]
    for name, listed, status in rows:
        await store.create_match(
            "downfall", "x", 2, {}, TWO, name=name, listed=listed, summary=Summary(status=status)
        )
    assert [match.name for match in await store.listed_matches()] == ["c", "a"]
    assert [match.name for match in await store.listed_matches("open")] == ["a"]
    assert [match.name for match in await store.listed_matches(limit=1)] == ["c"]
    assert [match.name for match in await store.all_matches()] == ["c", "b", "a"]
    assert [match.name for match in await store.all_matches("playing")] == ["c"]
    hidden = (await store.all_matches())[1]
    await store.set_name(hidden.id, "B", True)
    assert {match.name for match in await store.listed_matches()} == {"a", "B", "c"}


async def test_a_match_starts_once(store: Store) -> None:
    match = await new_match(store)
    assert match.status == "open"
    done = await asyncio.gather(*[store.start_match(match.id, Summary((i,), "1940")) for i in range(4)])
    assert sorted(done) == [False, False, False, True]
    started = await store.get_match(match.id)
    assert started is not None and started.status == "playing" and started.waiting == (done.index(True),)
    assert started.since > match.since


async def test_one_player_gets_an_open_seat(store: Store) -> None:
    match = await new_match(store, NewSeat("open"), NewSeat("bot"), NewSeat("invite"), NewSeat("hotseat"))
    players = [await store.create_guest() for _ in range(5)]
    done = await asyncio.gather(*[store.take_seat(match.id, 0, player.id) for player in players])
    assert sum(done) == 1
    winner = players[done.index(True)]
    found = await store.get_match(match.id)
    assert found is not None and found.held_by(winner.id) == [0] and found.seats[0].name == winner.name
    assert await store.take_seat(match.id, 0, winner.id)  # he sits there already
    for number in (1, 2, 3, 4, -1):
        assert not await store.take_seat(match.id, number, winner.id)
    assert found.updated > match.updated


async def test_an_invited_seat_is_for_whom_has_its_link(store: Store, url: str) -> None:
    made = await store.create_match("downfall", "x", 2, {}, [NewSeat("invite"), NewSeat("invite")])
    anna, berta = await store.create_guest("Anna"), await store.create_guest("Berta")
    token = made.tokens[0]
    assert token not in everything(url)
    seat = await store.seat_by_token(token)
    assert seat is not None and (seat.match_id, seat.seat, seat.free) == (made.match.id, 0, True)
    assert await store.seat_by_token("guessed") is None
    assert not await store.take_seat(made.match.id, 0, anna.id, "guessed")
    assert not await store.take_seat(made.match.id, 1, anna.id, token)
    assert await store.take_seat(made.match.id, 0, anna.id, token)
    assert not await store.take_seat(made.match.id, 0, berta.id, token)
    assert await store.leave(made.match.id, anna.id)
    assert await store.take_seat(made.match.id, 0, berta.id, token)
    seat = await store.seat_by_token(token)
    assert seat is not None and (seat.kind, seat.name) == ("invite", "Berta")


async def test_who_leaves_frees_his_seats_in_that_match_only(store: Store) -> None:
    anna = await store.create_guest()
    one = await new_match(store, NewSeat("human", anna.id), NewSeat("human", anna.id))
    two = await new_match(store, NewSeat("human", anna.id), NewSeat("bot"))
    assert await store.leave(one.id, anna.id)
    assert not await store.leave(one.id, anna.id)
    first, second = await store.get_match(one.id), await store.get_match(two.id)
    assert first is not None and [seat.kind for seat in first.seats] == ["open", "open"]
    assert second is not None and second.held_by(anna.id) == [0]


async def test_a_seat_can_be_filled_anew(store: Store) -> None:
    made = await store.create_match("downfall", "x", 2, {}, [NewSeat("invite"), NewSeat("open")])
    token = await store.set_seat(made.match.id, 0, NewSeat("invite"))
    assert token is not None
    assert await store.seat_by_token(made.tokens[0]) is None
    assert await store.seat_by_token(token) is not None
    assert await store.set_seat(made.match.id, 0, NewSeat("bot", bot="random")) is None
    assert await store.seat_by_token(token) is None
    found = await store.get_match(made.match.id)
    assert found is not None and (found.seats[0].kind, found.seats[0].bot) == ("bot", "random")
    with pytest.raises(NoMatch):
        await store.set_seat(made.match.id, 7, NewSeat("open"))


async def test_nobody_sits_down_twice_at_the_same_moment(store: Store) -> None:
    for _ in range(5):
        anna = await store.create_guest()
        seats = [NewSeat("open"), NewSeat("open"), NewSeat("open")]
        made = await store.create_match("downfall", "x", 3, {}, seats)
        taken = await asyncio.gather(*(store.take_seat(made.match.id, n, anna.id) for n in range(3)))
        assert sorted(taken) == [False, False, True]


async def test_who_knows_too_much_is_given_no_seat(store: Store) -> None:
    anna, bert = await store.create_guest(), await store.create_guest()
    seats = [NewSeat("human", anna.id), NewSeat("open"), NewSeat("bot", bot="random"), NewSeat("hotseat")]
    made = await store.create_match("downfall", "x", 4, {}, seats, anna.id)
    number = made.match.id
    # Until it begins, seats may be changed and opened at will.
    assert await store.leave(number, anna.id)
    assert await store.take_seat(number, 1, anna.id)
    await store.set_seat(number, 1, NewSeat("hotseat"), anna.id)
    assert await store.take_seat(number, 0, bert.id)
    assert await store.start_match(number, Summary())
    for kind in ("open", "invite"):
        with pytest.raises(Knows):
            await store.set_seat(number, 1, NewSeat(kind))
    with pytest.raises(Knows):
        await store.set_seat(number, 2, NewSeat("hotseat"))
    with pytest.raises(Clash):
        await store.set_seat(number, 0, NewSeat("bot"))
    # The bot's cards nobody has seen: its seat can be opened, but not to who knows others.
    await store.set_seat(number, 2, NewSeat("open"))
    with pytest.raises(Knows):
        await store.take_seat(number, 2, anna.id)
    with pytest.raises(Knows):
        await store.take_seat(number, 2, bert.id)
    carl = await store.create_guest()
    assert await store.take_seat(number, 2, carl.id)
    # A guest who signs in takes along what he has seen.
    dora = await store.sign_up((await store.create_guest()).id, "Dora", "x")
    await store.leave(number, carl.id)
    await store.adopt(carl.id, dora.id)
    await store.leave(number, bert.id)
    with pytest.raises(Knows):
        await store.take_seat(number, 0, dora.id)
    assert await store.take_seat(number, 2, dora.id)


async def test_a_match_goes_to_another_when_its_owner_goes(store: Store) -> None:
    anna, bert = await store.create_guest(), await store.create_guest()
    for removed in (False, True):
        seats = [NewSeat("human", anna.id), NewSeat("human", bert.id)]
        made = await store.create_match("downfall", "x", 2, {}, seats, anna.id)
        screen = [NewSeat("human", anna.id), NewSeat("human", bert.id), NewSeat("hotseat")]
        kept = await store.create_match("downfall", "x", 3, {}, screen, anna.id)
        for match in (made, kept):
            await store.start_match(match.match.id, Summary())
        if removed:
            await store.delete_player(anna.id)
        else:
            await store.leave(made.match.id, anna.id)
            await store.leave(kept.match.id, anna.id)
        found, screened = await store.get_match(made.match.id), await store.get_match(kept.match.id)
        assert found is not None and found.owner_id == bert.id
        # Seats at somebody's screen are not for another's eyes.
        assert screened is not None and screened.owner_id == (None if removed else anna.id)


async def test_a_removed_match_is_gone_with_all_that_was_in_it(store: Store, url: str) -> None:
    anna = await store.create_guest()
    match = await new_match(store, NewSeat("human", anna.id), NewSeat("invite"))
    await store.append(match.id, 1, "choice", 0, 3, Summary())
    await store.add_chat(match.id, anna.id, "Anna", "Hello")
    await store.set_note(match.id, anna.id, "Remember")
    assert await store.delete_match(match.id)
    assert not await store.delete_match(match.id)
    assert match.id not in everything(url)
    assert await store.get_match(match.id) is None
    assert await store.events(match.id) == [] and await store.chats(match.id) == []
    changes = (
        store.append(match.id, 2, "choice", 0, 3, Summary()),
        store.add_chat(match.id, anna.id, "Anna", "Hello"),
        store.set_note(match.id, anna.id, "Remember"),
        store.take_seat(match.id, 0, anna.id),
        store.start_match(match.id, Summary()),
        store.set_name(match.id, "x", True),
        store.set_seat(match.id, 0, NewSeat("open")),
    )
    for change in changes:
        with pytest.raises(NoMatch, match="gone"):
            await change
    assert not await store.leave(match.id, anna.id)


# --- history


async def test_events_are_numbered_from_one_and_kept_in_order(store: Store) -> None:
    match = await new_match(store)
    other = await new_match(store)
    assert await store.append(match.id, 1, "choice", 0, 17, Summary((1,), "Spring 1940"))
    assert await store.append(match.id, 2, "choice", 1, 4, Summary((0,), "Spring 1940"))
    assert await store.append(match.id, 3, "undo", 1, -1, Summary((1,), "Spring 1940"))
    events = await store.events(match.id)
    assert [(e.seq, e.kind, e.seat, e.choice) for e in events] == [
        (1, "choice", 0, 17),
        (2, "choice", 1, 4),
        (3, "undo", 1, -1),
    ]
    assert events == sorted(events, key=lambda e: e.at)
    assert await store.events(match.id, after=2) == events[2:]
    assert await store.events(match.id, after=3) == []
    assert await store.events(other.id) == []
    found = await store.get_match(match.id)
    assert found is not None and (found.seq, found.status, found.turn) == (3, "playing", "Spring 1940")


async def test_a_match_shows_how_it_stands_after_its_last_event(store: Store) -> None:
    match = await new_match(store)

    async def after(seq: int, summary: Summary) -> MatchRecord:
        assert await store.append(match.id, seq, "choice", 0, seq, summary)
        found = await store.get_match(match.id)
        assert found is not None
        return found

    first = await after(1, Summary((0, 1)))
    second = await after(2, Summary((0, 1)))
    assert first.since == second.since and first.updated < second.updated
    third = await after(3, Summary((1,)))
    assert third.since > second.since and third.waiting == (1,)
    result = {"text": "The Allies win", "rule": "9.1", "scores": [1.0, 0.0]}
    last = await after(4, Summary((), "Autumn 1945", "finished", result))
    assert (last.status, last.result, last.waiting, last.turn) == ("finished", result, (), "Autumn 1945")


async def test_a_number_is_given_once(store: Store) -> None:
    match = await new_match(store)
    assert await store.append(match.id, 1, "choice", 0, 17, Summary((1,)))
    before = await store.get_match(match.id)
    assert not await store.append(match.id, 1, "choice", 0, 18, Summary((0,), "later"))
    for number in (3, 0, -1):
        with pytest.raises(StoreError, match="cannot follow event 1"):
            await store.append(match.id, number, "choice", 0, 18, Summary((0,)))
    assert await store.get_match(match.id) == before
    assert [e.choice for e in await store.events(match.id)] == [17]


async def test_an_event_and_its_summary_are_written_together(store: Store, url: str) -> None:
    match = await new_match(store)
    engine = engines.create_engine(engines.parse_url(url))
    stray = {"match_id": match.id, "seq": 1, "kind": "choice", "seat": 0, "choice": 9, "at": 0.0}
    with engine.begin() as connection:
        connection.execute(sqlalchemy.insert(event), stray)
    engine.dispose()
    # The number is free in the match's row, and taken only by the key of the events.
    assert not await store.append(match.id, 1, "choice", 0, 17, Summary((1,)))
    assert await store.get_match(match.id) == match


async def test_one_of_many_in_the_same_process_gets_a_number(store: Store) -> None:
    match = await new_match(store)
    for seq in range(1, 6):
        tried = [store.append(match.id, seq, "choice", 0, choice, Summary((choice,))) for choice in range(8)]
        assert sum(await asyncio.gather(*tried)) == 1
    found = await store.get_match(match.id)
    events = await store.events(match.id)
    assert found is not None and found.seq == len(events) == 5
    assert found.waiting == (events[-1].choice,)


RACER = """
import asyncio, sys
from sandtable.server.store import Store, Summary
async def race(url, match, me, last):
    store = await Store.open(url)
    print("ready", flush=True)
    sys.stdin.readline()
    won = []
    for seq in range(1, last + 1):
        if await store.append(match, seq, "choice", me, seq, Summary((me,))):
            won.append(seq)
        else:
            assert len(await store.events(match)) >= seq
    print(*won, flush=True)
    await store.close()
asyncio.run(race(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
"""


def start(script: str, *arguments: str) -> "subprocess.Popen[str]":
    """A Python process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


async def test_processes_that_race_for_every_number_get_each_once(store: Store, url: str) -> None:
    match = await new_match(store)
    last = 100
    racers = [start(RACER, url, match.id, str(me), str(last)) for me in range(3)]
    for racer in racers:
        assert racer.stdout is not None and racer.stdout.readline() == "ready\n"
    won: list[set[int]] = []
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    for racer in racers:
        said, trouble = racer.communicate(timeout=120)
        assert racer.returncode == 0, trouble
        won.append({int(word) for word in said.split()})
    events = await store.events(match.id)
    assert [e.seq for e in events] == list(range(1, last + 1))
    assert sum(len(numbers) for numbers in won) == last
    assert [{e.seq for e in events if e.seat == me} for me in range(3)] == won
    found = await store.get_match(match.id)
    assert found is not None and found.seq == last and found.waiting == (events[-1].seat,)


BURST = """
import asyncio, sys
from sandtable.server.store import Store, Summary
async def burst(url, match):
    store = await Store.open(url)
    for seq in range(1, 100_000):
        assert await store.append(match, seq, "choice", 0, seq, Summary((seq % 2,)))
        print(seq, flush=True)
asyncio.run(burst(sys.argv[1], sys.argv[2]))
"""


async def test_what_was_acknowledged_survives_a_kill(store: Store, url: str) -> None:
    match = await new_match(store)
    writer = start(BURST, url, match.id)
    assert writer.stdout is not None
    for _ in range(200):
        acknowledged = writer.stdout.readline()
    writer.kill()
    rest = writer.communicate()[0].splitlines()
    # The kill may have cut the last line short.
    said = int(rest[-2] if len(rest) > 1 else acknowledged)
    events = await store.events(match.id)
    assert [e.seq for e in events] == [e.choice for e in events] == list(range(1, len(events) + 1))
    assert len(events) >= said >= 200
    found = await store.get_match(match.id)
    assert found is not None and found.seq == len(events)
    assert await store.append(match.id, found.seq + 1, "choice", 0, 0, Summary())


# --- talk and notes


async def test_talk_is_kept_in_order(store: Store) -> None:
    anna = await store.create_guest("Anna")
    match, other = await new_match(store), await new_match(store)
    said = [await store.add_chat(match.id, anna.id, "Anna", f"<b>{n}</b> & „ß“ 🎲") for n in range(5)]
    await store.add_chat(other.id, None, "The table", "elsewhere")
    assert await store.chats(match.id) == said
    assert await store.chats(match.id, after=said[2].id) == said[3:]
    assert await store.chats(match.id, limit=2) == said[3:]


async def test_a_note_is_its_players_own(store: Store) -> None:
    anna, berta = await store.create_guest(), await store.create_guest()
    match = await new_match(store)
    assert await store.get_note(match.id, anna.id) == ""
    await store.set_note(match.id, anna.id, "Take Riga")
    await store.set_note(match.id, anna.id, "Take Reval")
    assert await store.get_note(match.id, anna.id) == "Take Reval"
    assert await store.get_note(match.id, berta.id) == ""
    await store.set_note(match.id, anna.id, "")
    assert await store.get_note(match.id, anna.id) == ""
    await asyncio.gather(*[store.set_note(match.id, anna.id, f"window {n}") for n in range(6)])
    assert (await store.get_note(match.id, anna.id)).startswith("window ")
    with pytest.raises(Clash):
        await store.set_note(match.id, 999, "nobody's")


# --- trouble


async def test_what_no_database_can_hold_is_refused_in_a_sentence(store: Store, url: str) -> None:
    match = await new_match(store)
    with pytest.raises(Unfit, match=r"cannot be stored; leave it out\.$"):
        await store.add_chat(match.id, None, "Anna", "half a letter \ud800")
    with pytest.raises(Unfit):
        await store.append(match.id, 1, "choice", 0, 2**70, Summary())
    if not url.startswith("sqlite"):  # which holds that one
        with pytest.raises(Unfit):
            await store.add_chat(match.id, None, "Anna", "nothing \0")
    assert await store.chats(match.id) == [] and await store.get_match(match.id) == match


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    with pytest.raises(Unavailable, match="stopping"):
        await store.all_matches()


async def test_two_processes_may_have_the_same_store_open(store: Store, url: str) -> None:
    other = await Store.open(url)
    match = await new_match(store)
    assert await other.append(match.id, 1, "choice", 0, 1, Summary((1,)))
    assert not await store.append(match.id, 1, "choice", 0, 2, Summary((0,)))
    assert await store.append(match.id, 2, "choice", 0, 2, Summary((0,)))
    assert [e.choice for e in await other.events(match.id)] == [1, 2]
    await other.close()


async def busy_disk(store: Store) -> tuple[threading.Event, "asyncio.Task[bool]"]:
    """Somebody is writing, until told to end."""
    begun, end = threading.Event(), threading.Event()

    def work(connection: sqlalchemy.Connection) -> bool:
        begun.set()
        return end.wait(20)

    writing = asyncio.create_task(store._write(work))
    while not begun.is_set():
        await asyncio.sleep(0.001)
    return end, writing


async def test_writers_of_sqlite_share_a_commit_but_not_their_fate(sqlite_url: str) -> None:
    """Who comes while the disk is busy waits for the next commit, with all others who came."""
    store = await Store.open(sqlite_url)
    match, other = await new_match(store), await new_match(store)
    assert isinstance(store._database, FileDatabase)
    commits: list[object] = []
    sqlalchemy.event.listen(store._database._engine, "commit", commits.append)
    disk, busy = await busy_disk(store)
    wanted = [
        store.append(match.id, 1, "choice", 0, 1, Summary()),
        store.append(match.id, 1, "choice", 0, 2, Summary()),  # that number is taken by now
        store.append("nowhere", 1, "choice", 0, 3, Summary()),
        store.append(match.id, 2, "choice", 0, 2**70, Summary()),  # fails after the match was changed
        store.append(match.id, 2, "choice", 0, 4, Summary()),
        store.append(other.id, 1, "choice", 0, 5, Summary()),
    ]
    tasks = [asyncio.ensure_future(work) for work in wanted]
    gone = asyncio.ensure_future(store.append(other.id, 2, "choice", 0, 6, Summary()))
    await asyncio.sleep(0)
    gone.cancel()
    assert not commits
    disk.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert await busy
    assert [type(result) for result in results] == [bool, bool, NoMatch, Unfit, bool, bool]
    assert [result for result in results if isinstance(result, bool)] == [True, False, True, True]
    assert len(commits) == 2
    assert [(e.seq, e.choice) for e in await store.events(match.id)] == [(1, 1), (2, 4)]
    assert [e.choice for e in await store.events(other.id)] == [5]
    await store.close()


async def test_an_event_is_written_at_once_where_nothing_stands_against_it(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "SOON_SECONDS", 0.5)  # on a busy machine every disk is slow
    store, other = await Store.open(sqlite_url), await Store.open(sqlite_url)
    assert isinstance(store._database, FileDatabase)
    match = await new_match(store)
    assert store.append_now(match.id, 1, "choice", 0, 17, Summary((1,), "Spring 1940"))
    assert other.append_now(match.id, 2, "choice", 1, 4, Summary((0,), "Spring 1940"))
    before = await other.get_match(match.id)
    assert before is not None and (before.seq, before.waiting, before.turn) == (2, (0,), "Spring 1940")
    for number in (2, 4, 0):  # taken, too far, forged
        assert not store.append_now(match.id, number, "choice", 0, 18, Summary((1,)))
    assert not store.append_now("nowhere", 1, "choice", 0, 18, Summary((1,)))
    assert not store.append_now(match.id, 3, "choice", 0, 2**70, Summary((1,)))  # fails in the middle
    assert await store.get_match(match.id) == before
    assert store.append_now(match.id, 3, "choice", 0, 18, Summary((1,)))
    # Somebody writes, here or in another process: nobody is waited for, and nothing is done.
    disk, busy = await busy_disk(store)
    for each in (store, other):
        assert not each.append_now(match.id, 4, "choice", 0, 19, Summary((1,)))
    disk.set()
    assert await busy
    # A slow disk is left to the thread that writes, until it is quick again.
    store._database._disk = 1.0
    assert not store.append_now(match.id, 4, "choice", 0, 19, Summary((1,)))
    for seq in range(4, 100):
        assert await store.append(match.id, seq, "choice", 0, 19, Summary((1,)))
    assert store.append_now(match.id, 100, "choice", 0, 20, Summary((1,)))
    await store.close()
    assert not store.append_now(match.id, 101, "choice", 0, 20, Summary((1,)))
    assert [e.choice for e in await other.events(match.id)] == [17, 4, 18, *[19] * 96, 20]
    await other.close()


async def test_the_wal_is_tidied_up_however_events_are_written(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "SOON_SECONDS", 0.5)
    store = await Store.open(f"{sqlite_url}?synchronous=normal")
    match = await new_match(store)
    at_once = 0
    for seq in range(1, 2_001):
        if store.append_now(match.id, seq, "choice", 0, seq, Summary((seq % 2,))):
            at_once += 1
        else:
            assert await store.append(match.id, seq, "choice", 0, seq, Summary((seq % 2,)))
    assert at_once > 1_900
    size = sum(file.stat().st_size for file in tmp_path.rglob("*-wal"))
    assert 0 < size < 12_000_000
    await store.close()


async def test_a_server_is_never_asked_without_waiting(postgres_url: str) -> None:
    store = await Store.open(postgres_url)
    match = await new_match(store)
    assert not store.append_now(match.id, 1, "choice", 0, 1, Summary())
    assert await store.events(match.id) == []
    await store.close()


async def test_a_shared_commit_that_fails_fails_for_all(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    match, other = await new_match(store), await new_match(store)
    assert isinstance(store._database, FileDatabase)
    disk, busy = await busy_disk(store)

    def break_it(connection: sqlalchemy.Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")  # as SQLite itself does when the disk is full

    tasks = [
        asyncio.ensure_future(work)
        for work in (
            store.append(match.id, 1, "choice", 0, 1, Summary()),
            store._write(break_it),
            store.append(other.id, 1, "choice", 0, 1, Summary()),
        )
    ]
    await asyncio.sleep(0)
    disk.set()
    assert await busy
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(result, StoreError) for result in results)
    assert await store.events(match.id) == []
    assert await store.append(match.id, 1, "choice", 0, 2, Summary())
    await store.close()


async def test_a_writer_of_sqlite_waits_for_another(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    match = await new_match(store)
    engine = engines.create_engine(engines.parse_url(sqlite_url))
    with engine.connect().execution_options(writing=True) as connection:
        connection.begin()
        waiting = asyncio.create_task(store.append(match.id, 1, "choice", 0, 1, Summary()))
        # Reading goes on meanwhile.
        assert await store.get_match(match.id) == match
        assert not waiting.done()
        connection.rollback()
    assert await waiting
    engine.dispose()
    await store.close()


async def test_sqlite_gives_up_in_a_sentence(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0)
    store = await Store.open(sqlite_url)
    match = await new_match(store)
    engine = engines.create_engine(engines.parse_url(sqlite_url))
    with engine.connect().execution_options(writing=True) as connection:
        connection.begin()
        with pytest.raises(Unavailable, match="try again") as refused:
            await store.append(match.id, 1, "choice", 0, 1, Summary())
        assert "sqlite" not in str(refused.value).lower() and "/" not in str(refused.value)
        connection.rollback()
    assert await store.append(match.id, 1, "choice", 0, 1, Summary())
    engine.dispose()
    await store.close()


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has these permissions")
@pytest.mark.parametrize(("query", "synchronous"), [("", 2), ("?synchronous=normal", 1)])
async def test_sqlite_is_set_up_for_a_server(
    sqlite_url: str, tmp_path: Path, query: str, synchronous: int
) -> None:
    """Unless told otherwise a commit waits for the disk: what is acknowledged outlives a power cut."""
    store = await Store.open(sqlite_url + query)

    def pragma(connection: sqlalchemy.Connection, name: str) -> object:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    for run in (store._read, store._write):
        settings = await run(
            lambda connection: [
                pragma(connection, name) for name in ("journal_mode", "foreign_keys", "synchronous")
            ]
        )
        assert settings == ["wal", 1, synchronous]
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o077 == 0, f"{file.name} can be read by others"
    await store.close()
