"""Saves: the same match again, and one clear sentence where that is impossible."""

import hashlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.errors import IllegalChoice, SaveError
from sandtable.engine.match import Match
from sandtable.engine.save import FORMAT, digest, plain, read
from sandtable.engine.state import State
from sandtable.engine.step import Ask
from sandtable.testing import play_keys, random_position
from tests.engine.tiny import Straits, StraitsGame, Turn, build, dealt

GAME = build()


def edit(data: bytes, **changes: Any) -> bytes:
    """The save with some entries changed and a checksum that fits."""
    body = read(data)
    for key, value in changes.items():
        if value is None:
            del body[key]
        else:
            body[key] = value
    raw = msgspec.json.encode(body)
    return msgspec.json.encode(
        {"sandtable": FORMAT, "check": hashlib.sha256(raw).hexdigest(), "save": msgspec.Raw(raw)}
    )


def same(a: Match, b: Match) -> bool:
    """Whether two matches are alike in position, history, set-up and every log."""
    return (
        digest(a.game, a.state) == digest(b.game, b.state)
        and a.history == b.history
        and a.setup == b.setup
        and all(a.log(seat) == b.log(seat) for seat in (None, 0, 1))
        and all(a.view(seat) == b.view(seat) for seat in (None, 0, 1))
    )


# --- identity


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), choices=st.integers(0, 40))
def test_save_load_replay_and_copy_give_the_identical_state(seed: int, choices: int) -> None:
    match = random_position(GAME, seed, choices)
    loaded = Match.load(GAME, match.save())
    assert same(match, loaded) and loaded.note == ""
    assert same(match, Match.replay(GAME, match.setup, match.history))
    assert digest(GAME, match.state.copy()) == digest(GAME, match.state)
    packed = GAME.unpack_state(match.setup, plain(GAME, match.state))
    assert digest(GAME, packed) == digest(GAME, match.state)
    assert match.save() == loaded.save()
    # and all go on alike
    while match.result is None:
        prompt = match.prompts[-1]
        for one in (match, loaded):
            one.play(prompt.choices[-1], prompt.seat)
    assert same(match, loaded)


def test_a_finished_game_is_saved_with_its_result() -> None:
    match = random_position(GAME, 5, 10_000)
    while match.result is None:
        match.play(match.prompts[0].choices[0], match.prompts[0].seat)
    loaded = Match.load(GAME, match.save())
    assert loaded.result == match.result
    assert same(match, loaded)
    packed = GAME.unpack_state(match.setup, plain(GAME, match.state))
    assert packed.result == match.result and packed.seats() == ()


def test_undo_works_after_loading() -> None:
    match = play_keys(dealt(["6a 3a", "5a 1b"]), "0/card:6a 1/card:5a unit:red_tank@north island:west")
    loaded = Match.load(GAME, match.save())
    assert same(match, loaded)
    match.undo()
    loaded.undo()
    match.undo()
    loaded.undo()
    assert same(match, loaded) and not loaded.can_undo()


def test_replay_stops_where_it_is_told_to() -> None:
    match = random_position(GAME, 3, 15)
    half = Match.replay(GAME, match.setup, match.history, 7)
    assert half.history == match.history[:7]


def test_a_replay_refuses_what_is_illegal() -> None:
    match = random_position(GAME, 3, 15)
    with pytest.raises(IllegalChoice):
        Match.replay(GAME, match.setup, [*match.history[:5], (match.history[5][0], 0)])


def test_a_match_from_a_position_is_saved_with_it() -> None:
    match = play_keys(dealt(["6a 3a", "5a 1b"]), "0/card:6a 1/card:5a")
    position = plain(GAME, match.state)
    later = Match.from_position(GAME, match.setup, position)
    play_keys(later, "unit:red_tank@north island:west")
    # what the match began with does not change with it
    assert later.base == position == plain(GAME, match.state)
    loaded = Match.load(GAME, later.save())
    assert same(later, loaded) and loaded.base == position
    loaded.undo()
    later.undo()
    assert same(later, loaded)


def test_equal_positions_have_equal_fingerprints() -> None:
    a, b = random_position(GAME, 8, 12), random_position(GAME, 8, 12)
    assert digest(GAME, a.state) == digest(GAME, b.state)
    b.state.rng.roll()
    assert digest(GAME, a.state) != digest(GAME, b.state)


# --- damage


SAVE = random_position(GAME, 4, 20).save()


@pytest.mark.parametrize("length", [0, 1, 10, len(SAVE) // 2, len(SAVE) - 1])
def test_a_save_cut_short(length: int) -> None:
    with pytest.raises(SaveError, match="not a Sandtable save, or it was cut short; nothing was loaded"):
        Match.load(GAME, SAVE[:length])


def test_every_flipped_bit_is_noticed() -> None:
    for at in range(0, len(SAVE), 3):
        for bit in (1, 4, 32, 128):
            damaged = bytearray(SAVE)
            damaged[at] ^= bit
            with pytest.raises(SaveError) as error:
                Match.load(GAME, bytes(damaged))
            assert str(error.value).endswith("nothing was loaded.")


@pytest.mark.parametrize(
    "data", [b"[]", b"{}", b"null", b'{"sandtable": 1}', b"\xff\xfe", b"PK\x03\x04", SAVE * 2]
)
def test_what_is_no_save(data: bytes) -> None:
    with pytest.raises(SaveError, match="not a Sandtable save"):
        Match.load(GAME, data)


def test_a_save_of_another_game() -> None:
    with pytest.raises(SaveError, match="This is a save of bridges, not of Straits; nothing was loaded"):
        Match.load(GAME, edit(SAVE, game="bridges"))


def test_a_save_of_other_components() -> None:
    with pytest.raises(SaveError, match="other components; load it with the pack"):
        Match.load(StraitsGame(pack_hash="mine"), SAVE)


def test_a_save_of_another_format() -> None:
    outer = msgspec.json.decode(SAVE, type=dict[str, msgspec.Raw])
    outer["sandtable"] = msgspec.Raw(b"2")
    with pytest.raises(SaveError, match="has format 2, this Sandtable reads format 1; nothing was loaded"):
        Match.load(GAME, msgspec.json.encode(outer))


@pytest.mark.parametrize("key", ["game", "seed", "history", "snapshot", "base"])
def test_a_save_that_lacks_an_entry(key: str) -> None:
    with pytest.raises(SaveError, match=f"This save has no {key}; nothing was loaded"):
        Match.load(GAME, edit(SAVE, **{key: None}))


# --- other rules


class NewRules(StraitsGame):
    """The same game, but the cards are dealt in another way."""

    def __init__(self, version: str = "2") -> None:
        super().__init__(version=version)

    def new(self, setup: Any) -> Straits:
        g = super().new(setup)
        g.deck.reverse()
        g.hands[0], g.hands[1] = g.hands[1], g.hands[0]
        return g


def test_after_a_change_of_rules_the_snapshot_goes_on_and_can_be_saved_again() -> None:
    match = play_keys(dealt(["6a 3a", "5a 1b"]), "0/card:6a 1/card:5a unit:red_tank@north island:west")
    match.base = None  # as if it had been dealt so
    game = NewRules()
    loaded = Match.load(game, match.save())
    assert loaded.note.startswith("The rules have changed since")
    assert digest(game, loaded.state) == digest(GAME, match.state)
    assert loaded.history == [] and not loaded.can_undo()
    for seat in (None, 0, 1):
        assert loaded.log(seat) == match.log(seat)
        assert loaded.view(seat) == match.view(seat)
    play_keys(loaded, "unit:red_infantry@north island:centre")
    again = Match.load(game, loaded.save())
    assert same(loaded, again) and again.note == ""
    # taking back in a match that began in the middle keeps the older log
    again.undo()
    again.undo()
    assert again.log(0) == match.log(0)
    third = Match.load(game, again.save())
    assert same(again, third)


def test_the_snapshot_serves_even_if_only_the_code_has_changed() -> None:
    match = random_position(GAME, 4, 20)
    loaded = Match.load(NewRules(version="1"), match.save())
    assert digest(GAME, loaded.state) == digest(GAME, match.state)


def test_rules_that_cannot_read_the_position_say_so() -> None:
    match = random_position(GAME, 4, 20)

    class NoBids(NewRules):
        def __init__(self) -> None:
            super().__init__()
            self.steps = {}

    with pytest.raises(SaveError, match="played by version 1 of the rules; version 2 cannot go on"):
        Match.load(NoBids(), match.save())


def test_a_position_that_the_new_rules_call_broken_is_refused() -> None:
    match = random_position(GAME, 4, 20)

    class Strict(NewRules):
        def check(self, g: State) -> None:
            raise AssertionError("too many cards")

    with pytest.raises(SaveError, match="cannot go on from its position"):
        Match.load(Strict(), match.save())


def test_a_position_in_which_the_new_rules_ask_nobody_is_refused() -> None:
    match = play_keys(dealt(["6a 3a", "5a 1b"]), "0/card:6a 1/card:5a")
    match.base = None

    class Mute(Turn):
        def seats(self, g: Straits) -> tuple[int, ...]:
            return ()

        def prompt(self, g: Straits, seat: int) -> Ask:
            return Ask("Nobody is asked.", "3")

    class Silent(NewRules):
        def __init__(self) -> None:
            super().__init__()
            self.steps = {**self.steps, "Turn": Mute}

    with pytest.raises(SaveError, match="cannot go on from its position"):
        Match.load(Silent(), match.save())


def sealed(raw: bytes) -> bytes:
    """A save of these contents, whatever they are, with a checksum that fits."""
    check = hashlib.sha256(raw).hexdigest()
    return b'{"sandtable":%d,"check":"%s","save":%s}' % (FORMAT, check.encode(), raw)


def nested(key: str, depth: int) -> bytes:
    """A save in which one entry is a list in a list in a list …"""
    body = read(random_position(GAME, 1, 5).save())
    raw = msgspec.json.encode({**body, key: "HERE"})
    return sealed(raw.replace(b'"HERE"', b"[" * depth + b"]" * depth))


@pytest.mark.parametrize("depth", [300, 900, 5_000, 200_000])
@pytest.mark.parametrize("key", ["game", "seed", "options", "base", "history", "snapshot"])
def test_a_save_that_nests_deeply_is_refused_in_a_sentence(key: str, depth: int) -> None:
    with pytest.raises(SaveError, match=r"nothing was loaded\.$"):
        Match.load(GAME, nested(key, depth))


@pytest.mark.parametrize(
    "data", [b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, sealed(b"[" * 9 + b"]" * 9)]
)
def test_what_is_nothing_but_brackets_is_no_save(data: bytes) -> None:
    with pytest.raises(SaveError, match="not a Sandtable save"):
        read(data)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 5),
        ("scenario", []),
        ("players", "two"),
        ("seed", 1.5),
        ("pack", 7),
        ("options", [1]),
        ("options", {"reactions": []}),
        ("history", [[1]]),
        ("history", [[0, "x"]]),
        ("history", {"0": 1}),
        ("base", []),
        ("snapshot", []),
        ("snapshot", {"log": 5}),
        ("snapshot", {"log": [["text", "rule"]]}),
    ],
)
def test_entries_of_the_wrong_kind_are_named(key: str, value: Any) -> None:
    name = "log" if isinstance(value, dict) and "log" in value else key
    with pytest.raises(SaveError, match=f"not a Sandtable save: its {name} cannot be"):
        Match.load(GAME, edit(random_position(GAME, 1, 5).save(), **{key: value}))
