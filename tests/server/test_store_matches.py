"""The store's matches and who sits at them, on SQLite and on PostgreSQL."""

import asyncio
import re

import pytest

from sandtable.server.store import NewSeat, NoMatch, SecretsSeen, Status, Store, Summary, WriteConflict
from tests.server.storing import TWO, everything, new_match

pytestmark = pytest.mark.anyio


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
    with pytest.raises(WriteConflict):
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
    assert await store.count_matches(anna.id, bots=True) == 1
    assert await store.count_matches(berta.id, bots=True) == 0


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
    assert await store.take_seat(match.id, 0, winner.id)  # they already sit there
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
        with pytest.raises(SecretsSeen):
            await store.set_seat(number, 1, NewSeat(kind))
    with pytest.raises(SecretsSeen):
        await store.set_seat(number, 2, NewSeat("hotseat"))
    with pytest.raises(WriteConflict):
        await store.set_seat(number, 0, NewSeat("bot"))
    # The bot's cards nobody has seen: its seat can be opened, but not to a player who knows others.
    await store.set_seat(number, 2, NewSeat("open"))
    with pytest.raises(SecretsSeen):
        await store.take_seat(number, 2, anna.id)
    with pytest.raises(SecretsSeen):
        await store.take_seat(number, 2, bert.id)
    carl = await store.create_guest()
    assert await store.take_seat(number, 2, carl.id)
    # Guests who sign in take along what they have seen.
    dora = await store.sign_up((await store.create_guest()).id, "Dora", "x")
    await store.leave(number, carl.id)
    await store.adopt(carl.id, dora.id)
    await store.leave(number, bert.id)
    with pytest.raises(SecretsSeen):
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
        # Seats at the owner's screen are not for other players.
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
        with pytest.raises(NoMatch, match="removed"):
            await change
    assert not await store.leave(match.id, anna.id)
