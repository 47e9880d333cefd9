"""The live channel: everybody sees every move at once, nothing is acknowledged that is not written down."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from sandtable.games import load_game
from sandtable.server.messages import StateOut
from sandtable.server.store import Unavailable
from tests.server.visiting import FREELY, Line, Server, Visitor, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('live')}/table.db") as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Visitor:
    return server.visitor()


def pair(server: Server) -> tuple[Visitor, Visitor, str]:
    """Two people at one table of Downfall."""
    ann, bob = server.visitor(), server.visitor()
    made = ann.make(game="downfall", seats=[{"kind": "human"}, {"kind": "open"}])
    assert bob.post(f"/api/matches/{made['id']}/join").status_code == 200
    return ann, bob, made["id"]


def choose(line: Line, state: dict[str, Any], index: int = 0) -> None:
    """Take one of the choices of a state."""
    prompt = next(p for p in state["prompts"] if p["choices"])
    line.send(type="choose", seq=state["seq"], seat=prompt["seat"], choice=prompt["choices"][index]["id"])


def ended(line: Line) -> int:
    """The code with which the server hangs up."""
    with pytest.raises(WebSocketDisconnect) as caught:
        while True:
            line.socket.receive_json(timeout=20)
    return caught.value.code


def test_two_see_each_others_moves(server: Server) -> None:
    ann, bob, match_id = pair(server)
    with ann.live(match_id) as hers, bob.live(match_id) as his:
        state = hers.hear("state")
        msgspec.convert(state, StateOut)
        assert [seat["mine"] for seat in state["seats"]] == [True, False]
        first = his.hear("state")
        assert first["prompts"] == []
        choose(hers, state, -1)
        assert hers.hear("ack")["seq"] == 1
        mine, seen = hers.until(1), his.until(1)
        assert mine["waiting"] == seen["waiting"]
        assert seen["prompts"] == []
        assert seen["seats"][0]["online"]
        assert seen["seats"][1]["online"]


def test_acknowledged_is_written_down(server: Server, ann: Visitor) -> None:
    match_id = ann.make()["id"]
    with ann.live(match_id) as line:
        state = line.hear("state")
        for number in range(1, 8):
            choose(line, state)
            assert line.hear("ack")["seq"] == number
            events = server.do(server.service.store.events, match_id)
            assert len(events) == number
            state = line.until(number)


def test_a_choice_is_acknowledged_before_its_position_is_shown(server: Server, ann: Visitor) -> None:
    match_id = ann.make()["id"]
    with ann.live(match_id) as line:
        state = line.hear("state")
        for number in range(1, 31):
            choose(line, state)
            heard = [line.socket.receive_json(timeout=20)]
            while heard[-1]["type"] != "state":
                heard.append(line.socket.receive_json(timeout=20))
            assert [message["type"] for message in heard if message["type"] != "presence"] == ["ack", "state"]
            assert [heard[0]["seq"], heard[-1]["seq"]] == [number, number]
            state = heard[-1]


def test_a_stale_choice_is_refused(server: Server, ann: Visitor) -> None:
    match_id = ann.make()["id"]
    with ann.live(match_id) as line:
        state = line.hear("state")
        choose(line, state)
        choose(line, state)  # the same click again
        assert line.hear("ack")["seq"] == 1
        refused = line.hear("refused")
        assert refused["stale"]
        assert refused["seq"] == 1
        assert "look again" in refused["text"]
        assert len(server.do(server.service.store.events, match_id)) == 1


def test_undo_explain_and_refusals(server: Server) -> None:
    ann, bob, match_id = pair(server)
    with ann.live(match_id) as line:
        state = line.hear("state")
        line.send(type="explain", seat=0, choice="area:moscow")
        told = line.hear("explained")
        assert told["allowed"] is False
        assert told["rule"] in load_game("downfall").rules
        line.send(type="choose", seq=0, seat=0, choice="area:moscow")
        assert line.hear("refused")["rule"] == told["rule"]
        choose(line, state, -1)
        assert line.hear("ack")["seq"] == 1
        line.send(type="undo", seq=1, seat=0)
        assert line.hear("ack")["seq"] == 2
        assert line.until(2)["prompts"] == state["prompts"]
        line.send(type="undo", seq=2, seat=0)
        assert line.hear("refused")["text"].endswith(".")
    assert bob.state(match_id)["seq"] == 2


def test_talk_and_presence(server: Server) -> None:
    ann, bob, match_id = pair(server)
    with ann.live(match_id) as hers:
        hers.hear("state")
        with bob.live(match_id) as his:
            his.hear("state")
            here = hers.hear("presence")
            assert [seat["online"] for seat in here["seats"]] == [True, True]
            his.send(type="say", text="  Guten\x00 Tag  ")
            said = hers.hear("chat")
            assert said["text"] == "Guten Tag"
            assert said["name"] == bob.me()["player"]["name"]
        assert [seat["online"] for seat in hers.hear("presence")["seats"]] == [True, False]
        with server.visitor().live(match_id) as spectator:
            assert spectator.hear("state")["chat"][-1]["text"] == "Guten Tag"
            assert hers.hear("presence")["spectators"] == 1
            spectator.send(type="say", text="Hello")
            assert "sit at this table" in spectator.hear("refused")["text"]


def test_resume_sends_what_is_new(ann: Visitor) -> None:
    match_id = ann.make()["id"]
    for _ in range(6):
        ann.play(match_id)
    with ann.live(match_id) as line:
        whole = line.hear("state")
        assert whole["log"]["start"] == 0
        line.send(type="resume", seq=whole["seq"])
        rest = line.hear("state")
        assert rest["log"]["start"] == len(whole["log"]["lines"])
        assert rest["log"]["lines"] == []
        line.send(type="resume", seq=99_999)
        assert line.hear("state")["seq"] == whole["seq"]


def test_partial_states_leave_out_what_has_not_changed(ann: Visitor) -> None:
    match_id = ann.make(game="downfall", seats=[{"kind": "hotseat"}] * 2)["id"]
    with ann.live(match_id, query="?partial=true") as line:
        first = line.hear("state")
        assert not first["partial"]
        choose(line, first, -1)
        line.hear("ack")
        second = line.until(1)
        assert second["partial"]
        assert "places" not in second["scene"]
        assert second["prompts"] == ann.state(match_id)["prompts"]


def test_a_restarted_server_goes_on(sqlite_url: str) -> None:
    with serving(sqlite_url) as server:
        ann = server.visitor()
        match_id = ann.make()["id"]
        with ann.live(match_id) as line:
            state = line.hear("state")
            choose(line, state)
            assert line.hear("ack")["seq"] == 1
            before = line.until(1)
        cookies = ann.cookies
    with serving(sqlite_url) as server:
        again = server.visitor(known=False)
        again.cookies = cookies
        with again.live(match_id) as line:
            state = line.hear("state")
            assert state["seq"] == 1
            assert (state["prompts"], state["scene"]) == (before["prompts"], before["scene"])
            choose(line, state)
            assert line.hear("ack")["seq"] == 2


def test_bots_go_on_by_themselves(ann: Visitor) -> None:
    match_id = ann.make(game="downfall", seats=[{"kind": "bot"}, {"kind": "human"}])["id"]
    with ann.live(match_id) as line:
        assert line.until(5)["seq"] >= 5


def test_no_such_match(ann: Visitor) -> None:
    for match_id in ("222222222222", "x", "%00"):
        with ann.live(match_id) as line:
            assert "does not exist" in line.hear("error")["text"]
            assert ended(line) == 4404


def test_a_removed_match_lets_go(ann: Visitor) -> None:
    match_id = ann.make()["id"]
    with ann.live(match_id) as line:
        line.hear("state")
        ann.change("DELETE", f"/api/matches/{match_id}")
        assert "does not exist" in line.hear("error")["text"]


def test_without_a_session(server: Server, ann: Visitor) -> None:
    match_id = ann.make()["id"]
    with server.visitor(known=False).live(match_id) as line:
        assert "session" in line.hear("error")["text"]
        assert ended(line) == 4401


def test_signing_out_hangs_up(ann: Visitor) -> None:
    match_id = ann.make()["id"]
    with ann.live(match_id) as line:
        line.hear("state")
        ann.post("/api/sign-out")
        assert "signed out" in line.hear("error")["text"]
        assert ended(line) == 4401


def test_a_session_ended_elsewhere_hangs_up(
    server: Server, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.live.CHECK_SECONDS", 0.0)
    match_id = ann.make()["id"]
    with ann.live(match_id) as line:
        state = line.hear("state")
        server.do(server.service.store.close_session, ann.cookies["sandtable"])
        choose(line, state)
        assert "session" in line.hear("error")["text"]
        assert ended(line) == 4401
    assert server.do(server.service.store.events, match_id) == []


def test_sessions_of_live_connections_are_looked_up_without_a_click(server: Server, ann: Visitor) -> None:
    service = server.service
    match_id = ann.make()["id"]
    with ann.live(match_id) as line:
        line.hear("state")
        (mine,) = service.connections._connections
        mine.known = long_ago = 0.0
        server.do(service.connections.look_up, service.store)
        assert mine.known > long_ago and not mine.ended.is_set()
        known = mine.known
        server.do(service.connections.look_up, service.store)  # not again so soon
        assert mine.known == known
        server.do(service.store.close_session, ann.cookies["sandtable"])
        server.do(service.connections.look_up, service.store, 0.0)
        assert "session has ended" in line.hear("error")["text"]
        assert ended(line) == 4401


def test_too_many_connections(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, connections=2)) as server:
        ann = server.visitor()
        match_id = ann.make()["id"]
        with ann.live(match_id) as one, ann.live(match_id) as two:
            one.hear("state")
            two.hear("state")
            with ann.live(match_id) as three:
                assert "too many" in three.hear("error")["text"]
                assert ended(three) == 4429
        server.settled()
        with ann.live(match_id) as again:
            assert again.hear("state")["seq"] == 0


def test_lines_are_counted_down(server: Server, ann: Visitor) -> None:
    match_id = ann.make()["id"]
    player = server.do(server.service.store.get_session, ann.cookies["sandtable"]).player.id
    with ann.live(match_id) as line:
        line.hear("state")
        assert server.service.connections.looks(match_id, player)
    server.settled()
    assert not server.service.connections.looks(match_id, player)


def test_trouble_with_the_store_is_told_and_nothing_lost(
    server: Server, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = ann.make()["id"]
    store = server.service.store

    async def fails(*_: Any) -> bool:
        raise Unavailable("The store is out of reach just now.")

    with ann.live(match_id) as line:
        state = line.hear("state")
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", fails)
            patch.setattr(store, "append_now", lambda *_: False)
            choose(line, state)
            assert "out of reach" in line.hear("error")["text"]
        choose(line, state)
        assert line.hear("ack")["seq"] == 1


def test_a_match_that_the_rules_of_today_cannot_play_is_told_and_kept(tmp_path: Path) -> None:
    """Its choices do not fit any more; nothing of it changes, no other match minds, and it can come back."""
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving(database) as before:
        ann = before.visitor()
        broken, sound = (ann.make(game="total_domination")["id"] for _ in range(2))
        for _ in range(8):
            assert ann.play(broken).status_code == 200
            assert ann.play(sound).status_code == 200
        shown = ann.state(broken)
    seed = sql(tmp_path, "SELECT seed FROM match WHERE id = ?", broken)[0][0]

    def everything() -> list[Any]:
        tables = ("event WHERE match_id = ?", "match WHERE id = ?", "seat WHERE match_id = ?")
        return [row for table in tables for row in sql(tmp_path, f"SELECT * FROM {table}", broken)]

    # Other cards come up, as they would with other components: what was chosen then cannot be chosen now.
    sql(tmp_path, "UPDATE match SET seed = ? WHERE id = ?", "12345", broken)
    kept = everything()
    with serving(database) as server:
        again = server.visitor(known=False)
        again.cookies, again.csrf = ann.cookies, ann.csrf
        for answer in (
            again.get(f"/api/matches/{broken}/state"),
            again.post(f"/api/matches/{broken}/choices", {"seq": 8, "seat": 0, "choice": 1}),
            again.get(f"/api/matches/{broken}/save"),
        ):
            assert answer.status_code == 409
            text = answer.json()["text"]
            assert "does not fit the present rules" in text
            assert "Nothing is lost" in text
        with again.live(broken) as line:
            assert line.hear("error")["text"] == text
            assert ended(line) == 4409
        assert everything() == kept
        mine = again.get("/api/matches?of=mine").json()
        assert {match["id"] for match in mine["matches"]} == {broken, sound}
        assert again.play(sound).status_code == 200
        assert again.state(sound)["seq"] == 9
    sql(tmp_path, "UPDATE match SET seed = ? WHERE id = ?", seed, broken)
    with serving(database) as after:
        back = after.visitor(known=False)
        back.cookies, back.csrf = ann.cookies, ann.csrf
        assert back.state(broken)["scene"] == shown["scene"]
        assert back.play(broken).status_code == 200


def sql(folder: Path, text: str, *values: str) -> list[Any]:
    """Something done to the database behind the server's back."""
    with closing(sqlite3.connect(folder / "table.db")) as connection:
        rows = connection.execute(text, values).fetchall()
        connection.commit()
        return rows
