"""A match keeps the rules and the components it began with; if those change, it says so."""

from __future__ import annotations

import random
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sandtable
from sandtable.engine.match import Match
from sandtable.engine.save import digest
from sandtable.games import SLUGS, load_game
from sandtable.server import loading
from sandtable.server.loaded_match import Broken, LoadedMatch, Refused
from sandtable.server.loading import AGAIN, CHANGED, EARLIER, LoadResult, load, rules_hash, take_snapshot
from sandtable.server.store import NewSeat, Snapshot, Store, Summary
from tests.engine.tiny import StraitsGame
from tests.server.hosting import Hub, TestBots, table
from tests.server.playing import Walk, record, run
from tests.server.visiting import serving

OTHER = "0123456789abcdef"  # the hash of other rules


@pytest.fixture(autouse=True)
def hashes() -> Iterator[None]:
    """Leaves the hashes as they were."""
    before = dict(loading._hashes)
    yield
    loading._hashes.clear()
    loading._hashes.update(before)


class Drifted(StraitsGame):
    """The same game by other rules: hands are exchanged, so the same choices lead elsewhere or nowhere."""

    def new(self, setup: Any) -> Any:
        g = super().new(setup)
        g.hands[0], g.hands[1] = g.hands[1], g.hands[0]
        return g


class Story:
    """A match of Straits after some events, and what the store has of it."""

    def __init__(self, events: int, kept: int, seed: int = 2) -> None:
        """The snapshot is of after `kept` events."""
        game = StraitsGame()
        stored = record(game, ["human", "human"], options={"rounds": 4})
        walk = Walk(LoadedMatch.start(game, stored, []), seed)
        walk.go(kept)
        self.snapshot = take_snapshot(walk.loaded)
        walk.go(events)
        summary = walk.loaded.summary()
        self.loaded = walk.loaded
        self.events = walk.events
        self.record = replace(
            stored,
            seq=walk.loaded.seq,
            rules=rules_hash(game),
            pack_hash=game.pack_hash,
            waiting=summary.waiting,
            status=summary.status,
            turn=summary.turn,
        )

    def load(self, game: Any, **others: Any) -> LoadResult:
        """The same by other rules."""
        return load(game, replace(self.record, rules=OTHER), self.events, latest=self.snapshot, **others)


def texts(loaded: LoadedMatch) -> list[str]:
    """The log as everybody reads it."""
    return [line.text for line in loaded.match.log(None)]


# --- one match


def test_while_the_rules_fit_the_events_are_played_again() -> None:
    story = Story(22, 10)
    loaded = load(StraitsGame(), story.record, story.events)
    assert loaded.change is None
    assert digest(loaded.loaded.game, loaded.loaded.match.state) == digest(
        story.loaded.game, story.loaded.match.state
    )


@pytest.mark.parametrize("kept", [0, 10, 22])
def test_other_code_that_plays_the_same_changes_nothing(kept: int) -> None:
    story = Story(22, kept)
    loaded, change = story.load(StraitsGame())
    assert change is not None
    assert (change.notice, change.base) == ("", None)
    assert loaded.first == 0
    assert loaded.at(3).view(None) == story.loaded.at(3).view(None)


def test_a_match_goes_on_from_its_snapshot_and_says_so() -> None:
    story = Story(22, 22)
    loaded, change = story.load(Drifted())
    assert change is not None
    assert (change.notice, change.base, change.base_seq) == (CHANGED, story.snapshot, 22)
    # What was seen is what is seen: position, log, number, and whose turn it is.
    assert digest(loaded.game, loaded.match.state) == digest(story.loaded.game, story.loaded.match.state)
    for seat in (None, 0, 1):
        assert loaded.match.log(seat) == story.loaded.match.log(seat)
        assert loaded.match.view(seat) == story.loaded.match.view(seat)
    assert (loaded.seq, loaded.waiting) == (22, story.loaded.waiting)
    assert not loaded.match.can_undo()
    # Earlier positions are not made up.
    for number in (0, 21):
        with pytest.raises(Refused, match="other rules"):
            loaded.at(number)
    assert loaded.at(22) is loaded.match
    assert loaded.line_events(22) == [22] * loaded.lines
    assert loaded.known_lines(21) == 0
    # It goes on, and every later load begins there.
    walk = Walk(loaded, 5)
    walk.events = list(story.events)
    walk.go(30)
    again = replace(story.record, seq=loaded.seq, rules=rules_hash(loaded.game), base_seq=22)
    later = load(Drifted(), again, walk.events, base=story.snapshot)
    assert later.change is None
    assert digest(loaded.game, later.loaded.match.state) == digest(loaded.game, loaded.match.state)
    assert later.loaded.at(24).view(0) == loaded.at(24).view(0)
    assert texts(later.loaded) == texts(loaded)
    saved = Match.load(StraitsGame(), loaded.match.save())
    assert saved.note == ""
    assert saved.log(1) == loaded.match.log(1)


def test_changed_components_are_told_like_changed_rules() -> None:
    story = Story(22, 22)
    other = Drifted(pack_hash="other")
    loaded, change = load(other, story.record, story.events, latest=story.snapshot)
    assert change is not None and change.notice == CHANGED
    assert digest(loaded.game, loaded.match.state) == digest(story.loaded.game, story.loaded.match.state)


def test_a_finished_match_stays_as_it_ended() -> None:
    story = Story(10_000, 10_000)
    assert story.record.status == "finished"
    loaded, change = story.load(Drifted())
    assert change is not None and change.notice == CHANGED
    assert loaded.match.result == story.loaded.match.result
    assert texts(loaded) == texts(story.loaded)


@pytest.mark.parametrize("seed", range(6))
def test_choices_after_the_snapshot_are_played_or_given_back_but_never_silently(seed: int) -> None:
    """The server broke down, and was started again as a new version."""
    story = Story(22, 15, seed)
    loaded, change = story.load(Drifted())
    assert change is not None and change.base == story.snapshot
    assert loaded.seq == 22
    if change.base_seq == 15:
        assert "replayed under" in change.notice
        assert loaded.at(15).view(None) == story.loaded.at(15).view(None)
        assert loaded.waiting == story.record.waiting
    else:
        assert change.base_seq == 22
        assert "make them again" in change.notice
        assert loaded.match.view(None) == story.loaded.at(15).view(None)


def test_choices_after_the_snapshot_that_fit_no_more_are_given_back() -> None:
    story = Story(22, 15)
    story.events[-3] = replace(story.events[-3], kind="choice", choice=10**6)
    loaded, change = story.load(Drifted())
    assert change is not None
    assert (change.base_seq, loaded.seq) == (22, 22)
    assert "The last choices (7)" in change.notice
    assert texts(loaded) == [line.text for line in story.loaded.at(15).log(None)]


def test_a_match_of_an_earlier_version_has_no_hashes() -> None:
    story = Story(22, 22)
    old = replace(story.record, rules="", pack_hash="")
    loaded, change = load(StraitsGame(), old, story.events)
    # Nobody can say whether its position is what was seen, or its log.
    assert change is not None and (change.notice, change.base) == (EARLIER, None)
    assert loaded.match.view(0) == story.loaded.match.view(0)
    unplayed = replace(old, seq=0)
    assert load(StraitsGame(), unplayed, []).change == loading.Change("")
    # The same where its rules are known, but it broke off before there was a snapshot.
    early = replace(story.record, rules=OTHER)
    assert load(StraitsGame(), early, story.events).change == loading.Change(AGAIN)


def test_a_match_that_has_not_begun_begins_by_the_rules_of_today() -> None:
    game = Drifted()
    stored = record(game, ["human", "open"], status="open", rules=OTHER)
    assert load(game, stored, []).change == loading.Change("")


def test_what_cannot_go_on_is_refused_and_kept() -> None:
    story = Story(22, 22)
    with pytest.raises(Broken, match="Nothing is lost"):
        # Its numbers mean other things now.
        load(
            Drifted(),
            replace(story.record, rules=OTHER),
            story.events,
            latest=replace(story.snapshot, names=OTHER),
        )
    broken = {**story.snapshot.position, "agenda": [["NoSuchStep", {}]]}
    with pytest.raises(Broken, match="Nothing is lost"):
        load(
            Drifted(),
            replace(story.record, rules=OTHER),
            story.events,
            latest=replace(story.snapshot, position=broken),
        )
    events = [*story.events[:-1], replace(story.events[-1], kind="choice", choice=10**6)]
    with pytest.raises(Broken, match="Nothing is lost"):
        load(StraitsGame(), replace(story.record, rules=OTHER), events)


def test_renewed_dice_are_no_change_of_rules() -> None:
    story = Story(22, 22)
    renewed = replace(story.record, rules=OTHER, renewed=((22, 77),))
    loaded, change = load(StraitsGame(), renewed, story.events, latest=story.snapshot)
    assert change is not None and change.notice == ""
    assert loaded.match.state.rng.pack() != story.loaded.match.state.rng.pack()
    loaded, change = load(Drifted(), renewed, story.events, latest=story.snapshot)
    assert change is not None and change.notice == CHANGED
    assert loaded.match.setup.seed == 77


@pytest.mark.parametrize("early", [True, False])
def test_a_snapshot_from_before_or_after_renewed_dice_is_known_again(early: bool) -> None:
    """Renewing shuffles decks too, which stand in the snapshot."""
    game = load_game("blitzkrieg_general")
    stored = record(game, ["human"] * game.settle().players)
    walk = Walk(LoadedMatch.start(game, stored, []), 4)
    for number in (0, 70):  # at the set-up, and later
        walk.go(number)
        events = list(walk.events)
        first = LoadedMatch.start(game, stored, events)
        taken = take_snapshot(first)
        first.renew(5)
        after = take_snapshot(first)
        assert after.position != taken.position
        summary = first.summary()
        later = replace(
            stored,
            seq=first.seq,
            rules=OTHER,
            pack_hash=game.pack_hash,
            renewed=((first.seq, 5),),
            waiting=summary.waiting,
            status=summary.status,
        )
        loaded, change = load(game, later, events, latest=taken if early else after)
        assert change is not None and (change.notice, change.base) == ("", None)
        assert digest(game, loaded.match.state) == digest(game, first.match.state)


def test_the_hash_is_that_of_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = StraitsGame()
    module = ModuleType("made_up")
    module.__file__ = str(tmp_path / "made_up.py")
    monkeypatch.setitem(sys.modules, type(game).__module__, module)
    found = []
    for name, text in (("a.py", "1"), ("a.py", "2"), ("b/c.py", "2"), ("b/c.toml", "3")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
        loading._hashes.pop(game.slug, None)
        found.append(rules_hash(game))
    assert len(set(found)) == 3
    assert found[2] == found[3]  # components have a hash of their own
    assert len({rules_hash(load_game(slug)) for slug in SLUGS}) == len(SLUGS)
    loading._hashes.clear()
    monkeypatch.setattr(sandtable, "__path__", [str(tmp_path)])
    assert rules_hash(game) != found[3]  # without the engine


# --- the server


@pytest.mark.parametrize("slug", SLUGS)
def test_players_find_their_match_as_they_left_it(slug: str, tmp_path: Path) -> None:
    """The server is stopped, and started as another version by whose rules the choices lead elsewhere."""
    file = tmp_path / "table.db"
    url = f"sqlite:///{file}"
    luck = random.Random(3)
    with serving(url) as server:
        ann = server.visitor()
        made = ann.make(game=slug, seats=[{"kind": "hotseat"}] * load_game(slug).settle().players)
        path = f"/api/matches/{made['id']}"
        while (state := ann.state(made["id"]))["seq"] < 30:
            prompt = next(p for p in state["prompts"] if p["choices"])
            choice = luck.choice(prompt["choices"])["id"]
            sent = {"seq": state["seq"], "seat": prompt["seat"], "choice": choice}
            assert ann.post(f"{path}/choices", sent).status_code == 200
        before = ann.state(made["id"])
    # By another seed the same choices cannot come to the same.
    change(file, rules=OTHER, seed="999")
    with serving(url) as server:
        ann.server = server
        after = ann.state(made["id"])
        assert after["match"]["notices"] == [CHANGED]
        assert (after["match"]["first"], after["seq"]) == (30, 30)
        for part in ("scene", "cards", "waiting", "viewer"):
            assert after[part] == before[part], part
        assert [line["text"] for line in after["log"]["lines"]] == [
            line["text"] for line in before["log"]["lines"]
        ]
        # The last choice could be taken back before, but not now.
        assert [p["choices"] for p in after["prompts"]] == [
            p["choices"] for p in before["prompts"] if p["choices"]
        ]
        refused = ann.get(f"{path}/state?at=12")
        assert refused.status_code == 409
        assert "other rules" in refused.json()["text"]
        for _ in range(3):
            assert ann.play(made["id"]).status_code == 200
        now = ann.state(made["id"])
        assert now["seq"] == 33
        assert ann.state(made["id"], "?at=31")["seq"] == 31
        saved = sandtable.load(ann.get(f"{path}/save").content)
        assert len(saved.history) == 3
        assert saved.note == ""
    # And so from then on, under whatever rules come next.
    for rules in (rules_hash(load_game(slug)), "another"):
        change(file, rules=rules)
        with serving(url) as server:
            ann.server = server
            again = ann.state(made["id"])
            assert again["match"]["notices"][-1] == CHANGED
            assert (again["scene"], again["seq"], again["match"]["first"]) == (now["scene"], 33, 30)


def change(file: Path, **values: str) -> None:
    """Change the one match of a database."""
    connection = sqlite3.connect(file)
    with connection:
        for name, value in values.items():
            assert connection.execute(f'UPDATE "match" SET {name} = ?', (value,)).rowcount == 1
    connection.close()


def test_two_processes_find_out_at_once(tmp_path: Path) -> None:
    """One of them writes down that the rules have changed, the other reads it."""

    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            match_id = await t.match(game="on_to_berlin")
            for number in range(30):
                await t.click(match_id, pick=7 * number)
            await t.matches.close()
            change(tmp_path / "table.db", rules=OTHER, seed="999")
            both = [type(t.matches)(t.store, hub.channel(), TestBots()) for _ in range(2)]
            for match_service in both:
                await match_service.open()
            seen = [await match_service.look(match_id, None) for match_service in both]
            views = [match.view(None) for match, _ in seen]
            assert views[0] == views[1]
            records = [await match_service.record(match_id) for match_service in both]
            assert records[0] == records[1]
            assert (records[0].notice, records[0].base_seq) == (CHANGED, 30)
            assert await t.click(match_id, both[0]) == 31
            assert (await both[1].record(match_id)).seq == 31
            for match_service in both:
                await match_service.close()

    run(work())


def test_a_quiet_match_leaves_a_snapshot(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path, sweep_seconds=1_000.0) as t:
            match_id = await t.match()
            waiting = await t.match(begin=False)
            await t.see(waiting)
            assert await t.store.snapshot_seq(match_id) is None
            await t.matches.sweep()
            await t.matches.sweep()
            assert await t.store.snapshot_seq(match_id) == 0
            await t.click(match_id)
            await t.matches.sweep()
            assert await t.store.snapshot_seq(match_id) == 0  # somebody plays just now
            await t.matches.sweep()
            assert await t.store.snapshot_seq(match_id) == 1
            # Nor does play without a pause keep it without limit.
            for _ in range(12):
                await t.click(match_id)
                await t.matches.sweep()
            seq = await t.store.snapshot_seq(match_id)
            assert seq is not None and seq > 1
            await t.click(match_id)
            stored = await t.store.get_match(match_id)
            await t.matches.close()
            kept = await t.store.get_snapshot(match_id)
            assert kept is not None and stored is not None and kept.seq == stored.seq == 14
            assert await t.store.snapshot_seq(waiting) is None
            game = load_game("downfall")
            loaded = LoadedMatch.start(game, stored, await t.store.events(match_id))
            assert kept == take_snapshot(loaded)
            assert (stored.rules, stored.pack_hash) == (rules_hash(game), game.pack_hash)

    run(work())


@pytest.mark.anyio
async def test_snapshots_in_the_store(store: Store) -> None:
    made = (await store.create_match("downfall", "x", 1, {}, [NewSeat("open")], summary=Summary())).match
    first = Snapshot(3, "r", "p", "n", {"a": [1, None]}, [["ä", "", [], "", []]])
    later = replace(first, seq=5)
    assert await store.get_snapshot(made.id) is None
    await store.keep_snapshot(made.id, later)
    await store.keep_snapshot(made.id, first)  # by a process that was slower
    assert await store.get_snapshot(made.id) == later
    assert await store.change_rules(made, "r2", "p2", "Told.", first, 3)
    assert not await store.change_rules(made, "r3", "p3", "Told.", later, 5)  # somebody was quicker
    found = await store.get_match(made.id)
    assert found is not None
    assert (found.rules, found.pack_hash, found.notice, found.base_seq) == ("r2", "p2", "Told.", 3)
    assert await store.get_snapshot(made.id, "base") == first
    assert await store.change_rules(found, "r3", "p3", "")
    found = await store.get_match(made.id)
    assert found is not None and (found.base_seq, found.notice) == (3, "")
    await store.delete_match(made.id)
    assert await store.get_snapshot(made.id) is None
    await store.keep_snapshot(made.id, later)
    assert await store.get_snapshot(made.id) is None
