"""What the server answers over HTTP: games, matches, playing, talk, saves, pictures, pages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.bots.levels import LEVELS
from sandtable.games import SLUGS, load_game
from sandtable.server.messages import StateOut
from sandtable.server.store import Summary
from tests.server.visiting import FREELY, ORIGIN, ROOMY, Server, Visitor, serving

INVITED = {"game": "on_to_berlin", "seats": [{"kind": "human"}, {"kind": "invite"}]}
NAVIGATE = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('api')}/table.db") as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Visitor:
    return server.visitor()


# --- games


def test_games(ann: Visitor) -> None:
    told = ann.get("/api/games").json()["games"]
    assert [game["slug"] for game in told] == list(SLUGS)
    for game in told:
        own = load_game(game["slug"])
        assert game["title"] == own.title
        assert [bot["name"] for bot in game["bots"]] == [level.name for level in LEVELS]
        assert all(bot["title"] and bot["about"] for bot in game["bots"])
        assert [option["id"] for option in game["options"]] == [option.id for option in own.options]
        for scenario in game["scenarios"]:
            for count in scenario["seats"]:
                assert len(scenario["seat_names"][str(count)]) == count
            assert scenario["players"] in scenario["seats"]


def test_rules(ann: Visitor) -> None:
    told = ann.get("/api/games/downfall/rules").json()["rules"]
    assert len(told) == len(load_game("downfall").rules)
    assert ann.get(f"/api/games/downfall/rules/{told[7]['id']}").json() == told[7]
    assert ann.get("/api/games/downfall/rules/none").status_code == 404
    missing = ann.get("/api/games/chess/rules")
    assert missing.status_code == 404
    assert "chess" in missing.json()["text"]


def test_map_is_kept_by_its_hash(ann: Visitor) -> None:
    first = ann.get("/api/games/on_to_berlin/map", {"accept-encoding": "identity"})
    places = {place.id for place in _scene("on_to_berlin").places}
    assert set(first.json()["places"]) == places
    tag = first.headers["etag"]
    again = ann.get("/api/games/on_to_berlin/map", {"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    packed = ann.get("/api/games/on_to_berlin/map", {"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == first.json()
    assert int(packed.headers["content-length"]) < len(first.content) / 3


def test_map_of_another_board(ann: Visitor) -> None:
    basic = ann.get("/api/games/total_domination/map?board=basic")
    other = ann.get("/api/games/total_domination/map?board=alternative")
    assert basic.status_code == other.status_code == 200
    assert basic.headers["etag"] != other.headers["etag"]
    assert ann.get("/api/games/total_domination/map?board=none").status_code == 409
    assert ann.get("/api/games/total_domination/map?pack=none").status_code == 409


def _scene(slug: str) -> Any:
    match = sandtable.new(slug)
    return match.game.scene(match.state, None)


# --- making and listing


@pytest.mark.parametrize("slug", SLUGS)
def test_start_in_two_clicks(ann: Visitor, slug: str) -> None:
    """A guest sends nothing but the game: they play the first seat against bots, at once."""
    answer = ann.post("/api/matches", {"game": slug})
    assert answer.status_code == 201
    made = answer.json()
    assert made["status"] == "playing"
    assert [seat["kind"] for seat in made["seats"]] == ["human"] + ["bot"] * (made["players"] - 1)
    assert made["seats"][0]["mine"]
    state = ann.state(made["id"])
    msgspec.convert(state, StateOut)
    assert state["seats"][0]["player"] == ann.me()["player"]["name"]


def test_made_as_asked(ann: Visitor) -> None:
    made = ann.make(
        game="total_domination",
        scenario="rise_of_the_axis",
        players=3,
        options={"advanced": False},
        seats=[{"kind": "human"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}],
        name="  Our \n table ",
        listed=True,
        live=False,
    )
    assert made["scenario"] == "rise_of_the_axis"
    assert made["options"]["advanced"] is False
    assert made["name"] == "Our table"
    assert (made["listed"], made["live"], made["status"]) == (True, False, "open")
    assert made["seats"][1]["bot"] == "random"
    assert [seat["free"] for seat in made["seats"]] == [False, False, True]
    assert ann.get(f"/api/matches/{made['id']}").json() == {k: v for k, v in made.items() if k != "invites"}


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"game": "on_to_berlin", "scenario": "none"}, "none"),
        ({"game": "on_to_berlin", "players": 3}, "2"),
        ({"game": "on_to_berlin", "options": {"none": True}}, "none"),
        ({"game": "on_to_berlin", "options": {"jets": 1}}, "jets"),
        ({"game": "on_to_berlin", "players": 2, "seats": [{"kind": "human"}]}, "2 seats"),
        ({"game": "on_to_berlin", "seats": [{"kind": "human"}, {"kind": "bot", "bot": "x"}]}, "greedy"),
        ({"game": "on_to_berlin", "pack": "none"}, "pack"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(ann: Visitor, body: dict[str, Any], word: str) -> None:
    answer = ann.post("/api/matches", body)
    assert answer.status_code == 409
    assert word in answer.json()["text"]
    assert ann.get("/api/matches").json()["matches"] == []


def test_lists(server: Server, ann: Visitor) -> None:
    private = ann.make()
    listed = ann.make(listed=True)
    bob = server.visitor()
    assert {m["id"] for m in ann.get("/api/matches").json()["matches"]} == {private["id"], listed["id"]}
    assert bob.get("/api/matches?of=mine").json()["matches"] == []
    shown = bob.get("/api/matches?of=listed").json()["matches"]
    assert private["id"] not in {m["id"] for m in shown}
    assert shown[0]["id"] == listed["id"]
    assert not shown[0]["owner"]
    assert not shown[0]["my_turn"]
    assert ann.get("/api/matches").json()["matches"][0]["my_turn"]
    assert server.visitor(known=False).get("/api/matches").json()["matches"] == []


def test_too_many_matches(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, matches=2)) as server:
        ann = server.visitor()
        ann.make()
        ann.make()
        answer = ann.post("/api/matches", {"game": "downfall"})
        assert answer.status_code == 409
        assert "2 unfinished matches" in answer.json()["text"]


def test_rename_and_remove(server: Server, ann: Visitor) -> None:
    made = ann.make()
    path = f"/api/matches/{made['id']}"
    bob = server.visitor()
    assert bob.change("PUT", path, {"name": "Mine", "listed": True}).status_code == 403
    assert bob.change("DELETE", path).status_code == 403
    renamed = ann.change("PUT", path, {"name": "Ours", "listed": True}).json()
    assert (renamed["name"], renamed["listed"]) == ("Ours", True)
    assert ann.state(made["id"])["match"]["name"] == "Ours"
    assert ann.change("DELETE", path).status_code == 204
    assert ann.get(path).status_code == 404
    assert ann.get(f"{path}/state").status_code == 404


def test_a_match_with_others_is_not_removed(server: Server, ann: Visitor) -> None:
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    bob = server.visitor()
    assert bob.post(f"/api/matches/{made['id']}/join").status_code == 200
    assert ann.change("DELETE", f"/api/matches/{made['id']}").status_code == 409
    assert bob.post(f"/api/matches/{made['id']}/leave").status_code == 200
    assert ann.change("DELETE", f"/api/matches/{made['id']}").status_code == 204


# --- seats


def test_join_begins_when_the_last_seat_is_taken(server: Server, ann: Visitor) -> None:
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}], listed=True)
    path = f"/api/matches/{made['id']}"
    assert made["status"] == "open"
    assert ann.state(made["id"])["prompts"] == []
    assert ann.post(f"{path}/join").status_code == 409
    bob = server.visitor()
    assert bob.post(f"{path}/join", {"seat": 0}).status_code == 409
    joined = bob.post(f"{path}/join", {"seat": 1}).json()
    assert joined["status"] == "playing"
    assert joined["seats"][1]["mine"]
    assert server.visitor().post(f"{path}/join").status_code == 409


def test_leave_and_fill_with_a_bot(server: Server, ann: Visitor) -> None:
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    path = f"/api/matches/{made['id']}"
    bob = server.visitor()
    assert bob.post(f"{path}/leave").status_code == 409
    bob.post(f"{path}/join")
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "bot"}).status_code == 409
    left = bob.post(f"{path}/leave").json()
    assert left["seats"][1]["free"]
    assert bob.change("PUT", f"{path}/seats/1", {"kind": "bot"}).status_code == 403
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "hotseat"}).status_code == 409
    filled = ann.change("PUT", f"{path}/seats/1", {"kind": "bot", "bot": "random"}).json()
    assert (filled["seats"][1]["kind"], filled["seats"][1]["bot"]) == ("bot", "random")
    assert ann.change("PUT", f"{path}/seats/7", {"kind": "bot"}).status_code == 409


def test_before_the_match_begins_the_owner_says_who_sits(server: Server, ann: Visitor) -> None:
    made = ann.make(game="total_domination", seats=[{"kind": "human"}, {"kind": "open"}, {"kind": "open"}])
    path = f"/api/matches/{made['id']}"
    bob = server.visitor()
    bob.post(f"{path}/join")
    assert bob.change("PUT", f"{path}/seats/2", {"kind": "bot"}).status_code == 403
    freed = ann.change("PUT", f"{path}/seats/1", {"kind": "open"})
    assert freed.json()["seats"][1]["free"]


def test_who_never_comes_back_is_replaced(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, live_patience=0.0)) as server:
        bot = {"kind": "bot", "bot": "random"}
        for live in (True, False):
            ann, bob, eve = server.visitor(), server.visitor(), server.visitor()
            made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}], live=live)
            path = f"/api/matches/{made['id']}"
            bob.post(f"{path}/join")
            (late,) = ann.get(path).json()["waiting"]
            there, gone = (bob, ann) if late == 0 else (ann, bob)
            assert gone.get(path).json()["overdue"] == []
            assert there.get(path).json()["overdue"] == ([late] if live else [])
            # Strangers have no say; who sits there may call a bot and nothing else, and for nobody else.
            assert eve.change("PUT", f"{path}/seats/{late}", bot).status_code == 403
            if there is bob:
                assert bob.change("PUT", f"{path}/seats/{late}", {"kind": "open"}).status_code == 403
            assert gone.change("PUT", f"{path}/seats/{1 - late}", bot).status_code in (403, 409)
            filled = there.change("PUT", f"{path}/seats/{late}", bot)
            if live:
                assert filled.json()["seats"][late]["kind"] == "bot"
                assert gone.state(made["id"])["viewer"] is None
            else:
                assert filled.status_code in (403, 409)
                assert gone.state(made["id"])["viewer"] == late


def test_an_owner_who_leaves_hands_the_match_over(server: Server, ann: Visitor) -> None:
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    path = f"/api/matches/{made['id']}"
    # Before it begins she may change her seat and keeps the match.
    ann.post(f"{path}/leave")
    assert ann.get(path).json()["owner"]
    ann.post(f"{path}/join", {"seat": 1})
    bob = server.visitor()
    bob.post(f"{path}/join")
    ann.post(f"{path}/leave")
    assert not ann.get(path).json()["owner"]
    assert bob.get(path).json()["owner"]
    assert bob.change("PUT", f"{path}/seats/1", {"kind": "bot"}).status_code == 200


def test_nobody_sits_down_when_the_game_is_over(server: Server, ann: Visitor) -> None:
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    bob = server.visitor()
    bob.post(f"/api/matches/{made['id']}/join")
    bob.post(f"/api/matches/{made['id']}/leave")

    async def end() -> None:
        summary = Summary(status="finished", result={"text": "x", "rule": "", "scores": [1.0, 0.0]})
        assert await server.service.store.append(made["id"], 1, "choice", 0, 1, summary)

    server.do(end)
    answer = server.visitor().post(f"/api/matches/{made['id']}/join")
    assert answer.status_code == 409
    assert "over" in answer.json()["text"]


def test_start_with_bots_on_free_seats(server: Server, ann: Visitor) -> None:
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    path = f"/api/matches/{made['id']}"
    assert server.visitor().post(f"{path}/start", {"fill": "greedy"}).status_code == 403
    assert ann.post(f"{path}/start").status_code == 409
    assert ann.post(f"{path}/start", {"fill": "none"}).status_code == 409
    begun = ann.post(f"{path}/start", {"fill": "random"}).json()
    assert begun["status"] == "playing"
    assert begun["seats"][1]["kind"] == "bot"
    assert ann.post(f"{path}/start").status_code == 409


def test_seat_link_seats_a_stranger(server: Server, ann: Visitor) -> None:
    made = ann.make(**INVITED)
    (invite,) = made["invites"]
    assert invite["seat"] == 1
    stranger = server.visitor(known=False)
    came = stranger.ask("POST", invite["link"], {**NAVIGATE, "origin": ORIGIN})
    assert (came.status_code, came.headers["location"]) == (303, f"/match/{made['id']}")
    state = stranger.state(made["id"])
    assert state["seats"][1]["mine"]
    assert state["match"]["status"] == "playing"
    # The same player may use the link again; another may not.
    assert stranger.get(invite["link"], NAVIGATE).status_code == 303
    assert stranger.ask("POST", invite["link"], NAVIGATE).status_code == 303
    for late in (server.visitor(), server.visitor(known=False)):
        for method in ("GET", "POST"):
            answer = late.ask(method, invite["link"], NAVIGATE)
            assert answer.status_code == 409
            assert "Somebody already sits there." in answer.text


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_opening_a_seats_link_changes_nothing(server: Server, ann: Visitor, known: bool, method: str) -> None:
    made = ann.make(**INVITED)
    link = made["invites"][0]["link"]
    friend = server.visitor(known)
    before = dict(friend.cookies)
    for headers in ({}, NAVIGATE, {**NAVIGATE, "sec-fetch-user": "?1", "accept": "text/html"}):
        looked = friend.ask(method, link, headers)
        if method == "GET":
            assert looked.status_code == 200
            assert '<form method="post"><button>Take the seat</button></form>' in looked.text
            assert "You are invited to play Allies in On To Berlin!" in looked.text
        assert friend.cookies == before
        assert ann.get(f"/api/matches/{made['id']}").json()["seats"][1]["free"]
    assert friend.ask("POST", link, {"origin": ORIGIN}).status_code == 303
    assert friend.state(made["id"])["seats"][1]["mine"]


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-purpose": "prefetch"},
        {"sec-purpose": "prefetch;prerender"},
        {"purpose": "prefetch"},
        {"x-moz": "prefetch"},
        {"sec-fetch-dest": "iframe"},
    ],
)
def test_a_browser_that_looks_ahead_does_not_take_the_seat(
    server: Server, ann: Visitor, headers: dict[str, str]
) -> None:
    made = ann.make(**INVITED)
    looked = server.visitor(known=False).get(made["invites"][0]["link"], {**NAVIGATE, **headers})
    assert looked.status_code == 200
    assert "Take the seat" in looked.text
    assert ann.get(f"/api/matches/{made['id']}").json()["seats"][1]["free"]


def test_owner_who_tries_his_own_link_is_not_seated(ann: Visitor) -> None:
    made = ann.make(**INVITED)
    for method in ("GET", "POST"):
        assert ann.ask(method, made["invites"][0]["link"], NAVIGATE).status_code == 303
    assert ann.get(f"/api/matches/{made['id']}").json()["seats"][1]["free"]


def test_a_new_link_replaces_the_old(server: Server, ann: Visitor) -> None:
    made = ann.make(**INVITED)
    old = made["invites"][0]["link"]
    again = ann.change("PUT", f"/api/matches/{made['id']}/seats/1", {"kind": "invite"}).json()
    new = again["invites"][0]["link"]
    assert new != old
    bob = server.visitor()
    gone = bob.get(old, {**NAVIGATE, "accept": "text/html"})
    assert gone.status_code == 404
    assert gone.headers["content-type"].startswith("text/html")
    assert bob.ask("POST", old, NAVIGATE).status_code == 404
    assert bob.ask("POST", new, NAVIGATE).status_code == 303


# --- playing


def test_choose_undo_and_look_back(ann: Visitor) -> None:
    match_id = ann.make(game="downfall", seats=[{"kind": "hotseat"}] * 2)["id"]
    first = ann.state(match_id)
    assert ann.play(match_id, -1).json() == {"seq": 1}
    second = ann.state(match_id)
    assert second["seq"] == 1
    past = ann.state(match_id, "?at=0")
    assert past["scene"] == first["scene"]
    assert (past["seq"], past["events"], past["prompts"]) == (0, 1, [])
    assert ann.get(f"/api/matches/{match_id}/state?at=2").status_code == 409
    prompt = next(p for p in second["prompts"] if p["can_undo"])
    undone = ann.post(f"/api/matches/{match_id}/undo", {"seq": 1, "seat": prompt["seat"]})
    assert undone.json() == {"seq": 2}
    third = ann.state(match_id)
    assert third["prompts"] == first["prompts"]
    assert third["scene"] == first["scene"]


def test_a_choice_by_its_key(ann: Visitor) -> None:
    match_id = ann.make()["id"]
    prompt = ann.state(match_id)["prompts"][0]
    body = {"seq": 0, "seat": prompt["seat"], "choice": prompt["choices"][0]["key"]}
    assert ann.post(f"/api/matches/{match_id}/choices", body).json() == {"seq": 1}


def test_refusals_name_their_rule(ann: Visitor) -> None:
    match_id = ann.make(game="downfall", seats=[{"kind": "hotseat"}] * 3)["id"]
    prompt = ann.state(match_id)["prompts"][0]
    seat = prompt["seat"]
    told = ann.get(f"/api/matches/{match_id}/explain?seat={seat}&choice=area:moscow").json()
    assert told["allowed"] is False
    assert told["rule"] in load_game("downfall").rules
    refused = ann.post(f"/api/matches/{match_id}/choices", {"seq": 0, "seat": seat, "choice": "area:moscow"})
    assert refused.status_code == 409
    assert refused.json() == {"text": told["text"], "rule": told["rule"]}
    offered = prompt["choices"][0]["id"]
    assert ann.get(f"/api/matches/{match_id}/explain?seat={seat}&choice={offered}").json()["allowed"]
    unknown = ann.get(f"/api/matches/{match_id}/explain?seat={seat}&choice=area:atlantis")
    assert unknown.status_code == 409


def test_spectators_see_what_all_may_see(server: Server, ann: Visitor) -> None:
    match_id = ann.make(seats=[{"kind": "human"}, {"kind": "bot"}])["id"]
    own = ann.state(match_id)
    for bob in (server.visitor(), server.visitor(known=False)):
        state = bob.state(match_id)
        assert state["viewer"] is None
        assert state["prompts"] == []
        assert not any(seat["mine"] for seat in state["seats"])
        assert not any(card["own"] for card in state["cards"])
        assert bob.get(f"/api/matches/{match_id}/state?seat=0").status_code == 409
    assert own["viewer"] == 0
    assert any(card["own"] for card in own["cards"])


def test_hot_seats_are_looked_at_one_by_one(ann: Visitor) -> None:
    match_id = ann.make()["id"]
    views = [ann.state(match_id, f"?seat={seat}") for seat in (0, 1)]
    assert [view["viewer"] for view in views] == [0, 1]
    assert views[0]["cards"] != views[1]["cards"]


# --- talk and notes


def test_talk(server: Server, ann: Visitor) -> None:
    match_id = ann.make()["id"]
    path = f"/api/matches/{match_id}/chat"
    said = ann.post(path, {"text": " Hello \x07<b>there</b> "}).json()
    assert said["text"] == "Hello <b>there</b>"
    assert ann.post(path, {"text": "\x01\x02"}).status_code == 409
    bob = server.visitor()
    assert bob.post(path, {"text": "Me too"}).status_code == 409
    assert bob.get(path).json()["chat"] == [said]
    assert bob.get(f"{path}?after={said['id']}").json()["chat"] == []
    assert ann.state(match_id)["chat"] == [said]


def test_notes_are_private(server: Server, ann: Visitor) -> None:
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    path = f"/api/matches/{made['id']}/note"
    bob = server.visitor()
    assert bob.change("PUT", path, {"text": "no"}).status_code == 409
    bob.post(f"/api/matches/{made['id']}/join")
    long = "Königsberg " * 1_800
    assert ann.change("PUT", path, {"text": long}).json()["text"] == long.strip()
    assert bob.change("PUT", path, {"text": "mine"}).status_code == 200
    assert ann.get(path).json()["text"] == long.strip()
    assert bob.get(path).json()["text"] == "mine"
    assert server.visitor(known=False).get(path).status_code == 401


# --- saves and pictures


def test_save_and_bring_back(server: Server, ann: Visitor) -> None:
    match_id = ann.make()["id"]
    for _ in range(5):
        assert ann.play(match_id).status_code == 200
    saved = ann.get(f"/api/matches/{match_id}/save")
    assert "attachment" in saved.headers["content-disposition"]
    match = sandtable.load(saved.content)
    assert len(match.history) == 5
    bob = server.visitor()
    brought = bob.post("/api/saves", {"save": saved.text, "name": "Again"})
    assert brought.status_code == 201
    assert (brought.json()["seq"], brought.json()["status"]) == (5, "playing")
    own = bob.state(brought.json()["id"], "?at=5")
    assert own["scene"] == ann.state(match_id, f"?at=5&seat={own['viewer']}")["scene"]


def test_finished_saves_can_be_replayed(ann: Visitor) -> None:
    match = sandtable.new("downfall", seed=3, players=2)
    while match.prompts:
        match.play(match.prompts[0].choices[0], match.prompts[0].seat)
    brought = ann.post("/api/saves", {"save": match.save().decode()})
    assert brought.status_code == 201, brought.text
    made = brought.json()
    assert made["status"] == "finished"
    assert match.result is not None
    assert made["result"]["text"] == match.result.text
    middle = ann.state(made["id"], f"?at={made['seq'] // 2}")
    assert middle["seq"] == made["seq"] // 2
    late = ann.post(f"/api/matches/{made['id']}/choices", {"seq": made["seq"], "seat": 0, "choice": 0})
    assert late.status_code == 409


BOT, ME, OPEN = {"kind": "bot", "bot": "random"}, {"kind": "human"}, {"kind": "open"}


def test_matches_with_bots_are_counted_for_each_player(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, bot_matches=2)) as server:
        ann, bob = server.visitor(), server.visitor()
        first = ann.make(seats=[ME, BOT])["id"]
        ann.make(seats=[ME, BOT])
        free = ann.make(seats=[ME, OPEN])["id"]
        save = sandtable.new("on_to_berlin", seed=1).save().decode()
        for answer in (
            ann.post("/api/matches", {"game": "on_to_berlin"}),
            ann.post("/api/matches", {**ROOMY, "seats": [ME, BOT]}),
            ann.post(f"/api/matches/{free}/start", {"fill": "greedy"}),
            ann.change("PUT", f"/api/matches/{free}/seats/1", {"kind": "bot"}),
            ann.post("/api/saves", {"save": save}),
        ):
            assert answer.status_code == 409
            assert answer.json()["text"] == (
                "You have 2 unfinished matches with bots. Finish or remove some first."
            )
        # Nothing stands against people, nor against a bot more in a match that has one.
        ann.make()
        assert ann.post("/api/saves", {"save": save, "seats": [{"kind": "hotseat"}] * 2}).status_code == 201
        assert bob.post("/api/matches", {"game": "on_to_berlin"}).status_code == 201
        assert ann.change("DELETE", f"/api/matches/{first}").status_code in (200, 204)
        assert ann.post(f"/api/matches/{free}/start", {"fill": "greedy"}).json()["status"] == "playing"


def test_matches_with_bots_are_not_set_up_without_end(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, bot_starts=2, bot_starts_per_second=0.001)) as server:
        ann = server.visitor()
        codes = [ann.post("/api/matches", {"game": "on_to_berlin"}).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        assert server.visitor().post("/api/matches", {"game": "on_to_berlin"}).status_code == 201


def _altered(save: bytes, **changes: Any) -> str:
    """A save with other contents and a checksum that fits them."""
    body = json.loads(save)["save"] | changes
    raw = msgspec.json.encode(body)
    outer = {"sandtable": 1, "check": hashlib.sha256(raw).hexdigest(), "save": msgspec.Raw(raw)}
    return msgspec.json.encode(outer).decode()


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"history": [[0, 1], [0, -5]]}, "Choice 2"),
        ({"history": "none"}, "Sandtable save"),
        ({"snapshot": msgspec.Raw(b"[" * 5_000 + b"]" * 5_000)}, "nested deeper"),
        ({"base": msgspec.Raw(b'{"a":' * 100_000 + b"1" + b"}" * 100_000)}, "nested deeper"),
        ({"history": [[0, 1]] * 60_000}, "choices"),
        ({"base": {"agenda": []}}, "middle of a game"),
        ({"pack": "0" * 16}, "components"),
        ({"game": "chess"}, "chess"),
        ({"seed": 2**80}, ""),
        ({"players": 7}, "7"),
        ({"scenario": None}, "Sandtable save"),
    ],
)
def test_forged_saves_are_refused(ann: Visitor, changes: dict[str, Any], word: str) -> None:
    good = sandtable.new("on_to_berlin", seed=1).save()
    answer = ann.post("/api/saves", {"save": _altered(good, **changes)})
    assert answer.status_code in (404, 409)
    assert word in answer.json()["text"]
    assert ann.get("/api/matches").json()["matches"] == []


@pytest.mark.parametrize("raw", [b"5", b"null", b'"save"', b"[]", b"true", b"{}"])
def test_saves_of_nothing_are_refused(ann: Visitor, raw: bytes) -> None:
    outer = {"sandtable": 1, "check": hashlib.sha256(raw).hexdigest(), "save": msgspec.Raw(raw)}
    answer = ann.post("/api/saves", {"save": msgspec.json.encode(outer).decode()})
    assert answer.status_code == 409
    assert "nothing was loaded" in answer.json()["text"]


def test_damaged_saves_and_wrong_seats_are_refused(ann: Visitor) -> None:
    good = sandtable.new("on_to_berlin", seed=1).save().decode()
    for bad in (good[:-20], good.replace('"seed":1', '"seed":2'), "[" * 5_000, "{}", "[" * 99_999):
        assert ann.post("/api/saves", {"save": bad}).status_code == 409
    for kind in ("open", "invite"):
        seats = [{"kind": "human"}, {"kind": kind}]
        assert ann.post("/api/saves", {"save": good, "seats": seats}).status_code == 409
    assert ann.get("/api/matches").json()["matches"] == []


def test_saves_of_matches_with_others_are_kept_back(server: Server, ann: Visitor) -> None:
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    bob = server.visitor()
    bob.post(f"/api/matches/{made['id']}/join")
    for who in (ann, bob, server.visitor()):
        assert who.get(f"/api/matches/{made['id']}/save").status_code == 409


def test_picture(server: Server, ann: Visitor) -> None:
    match_id = ann.make()["id"]
    picture = ann.get(f"/api/matches/{match_id}/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert "sandbox" in picture.headers["content-security-policy"]
    ann.play(match_id)
    before = ann.get(f"/api/matches/{match_id}/picture.svg?at=0")
    assert before.text == picture.text
    assert server.visitor().get(f"/api/matches/{match_id}/picture.svg").status_code == 200


# --- pages


@pytest.mark.parametrize(
    "path", ["/", "/play/downfall", "/match/x", "/replay/x", "/rules/downfall", "/games", "/sign-in"]
)
def test_pages(server: Server, path: str) -> None:
    page = server.visitor(known=False).get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.cookies == {}
    assert 'src="/web/v-' in page.text


@pytest.mark.parametrize("path", ["/", "/play/downfall", "/web/css/base.css", "/robots.txt"])
def test_pages_and_files_can_be_asked_for_without_their_body(server: Server, path: str) -> None:
    visitor = server.visitor(known=False)
    whole, head = visitor.get(path), visitor.ask("HEAD", path)
    assert head.status_code == 200
    for name in ("content-type", "content-length", "etag", "cache-control"):
        assert head.headers[name] == whole.headers[name]


def test_search_engines_are_kept_out_of_matches(server: Server) -> None:
    told = server.visitor(known=False).get("/robots.txt")
    assert told.headers["content-type"].startswith("text/plain")
    for path in ("/match/", "/join/", "/api/"):
        assert f"Disallow: {path}\n" in told.text


def test_scripts_are_kept_for_ever_under_their_hash(server: Server) -> None:
    bob = server.visitor(known=False)
    page = bob.get("/").text
    start = page.index('src="') + 5
    address = page[start : page.index('"', start)]
    script = bob.get(address)
    assert script.status_code == 200
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    plain = bob.get("/web/js/main.js")
    assert plain.content == script.content
    assert plain.headers["cache-control"] == "no-cache"
    assert bob.get("/web/v-0000/js/main.js").headers["cache-control"] == "no-cache"
    assert bob.get("/web/js/main.js", {"if-none-match": plain.headers["etag"]}).status_code == 304
    for missing in ("/web/js/none.js", "/web/../server/app.py", "/web/js/types.d.ts", "/web/jsconfig.json"):
        assert bob.get(missing).status_code == 404


def test_answers_are_compressed(ann: Visitor) -> None:
    match_id = ann.make()["id"]
    state = ann.get(f"/api/matches/{match_id}/state", {"accept-encoding": "gzip"})
    assert state.headers["content-encoding"] == "gzip"
    assert int(state.headers["content-length"]) < len(state.content) / 3
    assert "content-encoding" not in ann.get("/api/me", {"accept-encoding": "gzip"}).headers
    plain = ann.get("/web/js/api.js", {"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers


def test_the_map_of_a_match_is_that_of_its_options(ann: Visitor) -> None:
    def drawn(**options: bool | str) -> set[str]:
        made = ann.make(game="total_domination", options=options)
        return set(ann.get(f"/api/matches/{made['id']}/map").json()["places"])

    assert "iceland" in drawn(arctic=True) - drawn()
    assert drawn(board="alternative") == drawn()
    assert ann.get("/api/matches/abcdefghjkmn/map").status_code == 404
