"""The store's players, their sessions, talk and notes, on SQLite and on PostgreSQL."""

import asyncio

import pytest

from sandtable.server.store import NameTaken, NewSeat, NoPlayer, Store, WriteConflict
from tests.server.storing import everything, new_match

pytestmark = pytest.mark.anyio


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
    await store.set_password(anna.id, "same player", end_sessions=False)
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
    with pytest.raises(WriteConflict):
        await store.set_note(match.id, 999, "nobody's")
