"""Nobody can know the dice: what becomes of a match whose save, seed or past is in somebody's hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy

import sandtable
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest, plain
from sandtable.games import SLUGS, load_game
from sandtable.server.bots import bot_request, odds_request
from sandtable.server.loaded_match import LoadedMatch
from sandtable.server.store import MatchRecord, NewSeat, SecretsSeen, Store, Summary, migrate
from sandtable.server.store import engine as engines
from sandtable.server.store.backup import backup, restore
from sandtable.server.store.engine import parse_url
from tests.server.playing import Walk, record, run, standing
from tests.server.visiting import Server, Visitor, serving

ENOUGH = 19  # results that the attack foretold, of as many, while it went through


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('trust')}/table.db") as running:
        yield running


def foretold(players: list[Visitor], match_id: str, known: Match) -> tuple[int, int]:
    """How many results of a match somebody foretells who has a save of it, and how many there were."""
    right = results = 0
    luck = random.Random(2)
    for _ in range(2_000):
        if results == ENOUGH or known.result is not None:
            break
        seat = known.state.seats()[0]
        choice = luck.choice(known.state.choices(seat))
        drawn, lines = known.state.rng.drawn, len(known.log(None))
        known.play(choice, seat)
        expected = [line.text for line in known.log(None, lines)]
        state = players[seat].state(match_id)
        sent = {"seq": state["seq"], "seat": seat, "choice": choice}
        answer = players[seat].post(f"/api/matches/{match_id}/choices", sent)
        if answer.status_code != 200:
            break
        if known.state.rng.drawn > drawn:
            results += 1
            log = server_log(players[seat], match_id)
            right += log[len(log) - len(expected) :] == expected
    return right, results


def server_log(who: Visitor, match_id: str) -> list[str]:
    """The lines of a match's log."""
    return [line["text"] for line in who.state(match_id)["log"]["lines"]]


@pytest.mark.parametrize("way", ["import", "save", "save of a finished game"])
@pytest.mark.parametrize("opening", ["open", "invite"])
def test_who_has_a_save_meets_nobody_under_a_second_name(server: Server, way: str, opening: str) -> None:
    """The whole attack: a save, out of the seat, both seats open, a second name, and a victim."""
    ann, second, victim = server.visitor(), server.visitor(), server.visitor()
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    if way == "import":
        saved = sandtable.new("on_to_berlin", seed=11).save()
        made = ann.post("/api/saves", {"save": saved.decode(), "seats": seats}).json()
    elif way == "save":
        made = ann.make(game="on_to_berlin", seats=seats)
        saved = ann.get(f"/api/matches/{made['id']}/save").content
    else:
        # The seed of a finished game is public, and the game is restored from before its end.
        over = sandtable.new("on_to_berlin", seed=12)
        luck = random.Random(1)
        while over.prompts:
            over.play(luck.choice(over.prompts[0].choices), over.prompts[0].seat)
        early = Match.replay(over.game, over.setup, over.history, 3)
        saved = early.save()
        made = ann.post("/api/saves", {"save": saved.decode(), "seats": seats}).json()
    path = f"/api/matches/{made['id']}"
    known = sandtable.load(saved)
    ann.post(f"{path}/leave")
    links = [ann.change("PUT", f"{path}/seats/{seat}", {"kind": opening}) for seat in (0, 1)]
    navigate = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "accept": "text/html"}
    for seat, who in enumerate((second, victim)):
        who.post(f"{path}/join", {"seat": seat})
        if links[seat].status_code == 200 and links[seat].json()["invites"]:
            link = links[seat].json()["invites"][0]["link"]
            who.get(link, navigate)
            who.post(link)
    right, results = foretold([second, victim], made["id"], known)
    assert right == 0, f"{right} of {results} results were foretold"
    assert not any(seat["mine"] for who in (second, victim) for seat in who.get(path).json()["seats"])
    assert [link.status_code for link in links] == [409, 409]
    assert "only a bot" in links[0].json()["text"].lower()
    # Bots can take every seat except that of the last human.
    assert ann.change("PUT", f"{path}/seats/0", {"kind": "bot"}).status_code in (200, 409)


def test_every_seat_sees_the_mark(server: Server) -> None:
    ann, eve = server.visitor(), server.visitor()
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    made = ann.make(game="downfall", seats=seats, listed=True)
    path = f"/api/matches/{made['id']}"
    assert made["notices"] == ann.state(made["id"])["match"]["notices"] == []
    with eve.live(made["id"], query="?partial=true") as line:
        assert line.hear("state")["match"]["notices"] == []
        saved = ann.get(f"{path}/save").text
        told = line.hear("state")["match"]["notices"]
    assert len(told) == 1 and "may be known" in told[0]
    for who in (ann, eve):
        assert who.state(made["id"])["match"]["notices"] == told
        assert who.get(path).json()["notices"] == told
    listed = [m for m in eve.get("/api/matches?of=listed").json()["matches"] if m["id"] == made["id"]]
    assert listed[0]["notices"] == told
    brought = ann.post("/api/saves", {"save": saved, "seats": [{"kind": "hotseat"}] * 2}).json()
    assert "comes from a save" in brought["notices"][0]
    assert ann.state(brought["id"])["match"]["notices"] == brought["notices"]


@pytest.mark.anyio
async def test_a_save_is_noted_only_while_nobody_else_plays_or_can(store: Store) -> None:
    """What the store says counts, not what the table believed a moment ago."""
    anna, bert = await store.create_guest(), await store.create_guest()
    for other in (NewSeat("open"), NewSeat("invite"), NewSeat("human", bert.id)):
        seats = [NewSeat("human", anna.id), NewSeat("hotseat"), other]
        made = await store.create_match("downfall", "x", 3, {}, seats, anna.id, summary=Summary())
        with pytest.raises(SecretsSeen, match="others play too"):
            await store.note_save(made.match.id, anna.id)
        found = await store.get_match(made.match.id)
        assert found is not None and found.known == ""
    await store.set_seat(made.match.id, 2, NewSeat("bot"), bert.id)
    with pytest.raises(SecretsSeen):
        await store.note_save(made.match.id, bert.id)  # the seats at her screen are hers
    await store.note_save(made.match.id, anna.id)
    found = await store.get_match(made.match.id)
    assert found is not None and found.known == "save"


@pytest.mark.anyio
async def test_a_seed_that_somebody_gives_is_known(store: Store) -> None:
    seats = [NewSeat("open"), NewSeat("open")]
    assert (await store.create_match("downfall", "x", 2, {}, seats)).match.known == ""
    given = (await store.create_match("downfall", "x", 2, {}, seats, seed=7)).match
    assert given.known == "import"
    anna = await store.create_guest()
    with pytest.raises(SecretsSeen):
        await store.take_seat(given.id, 0, anna.id)


def test_no_request_carries_a_seed(server: Server) -> None:
    ann = server.visitor()
    answer = ann.post("/api/matches", {"game": "downfall", "seed": 7})
    assert answer.status_code == 400


# --- bots, odds and hints


@pytest.mark.parametrize("slug", SLUGS)
def test_no_bot_is_told_the_dice_to_come(slug: str) -> None:
    """What goes to the bots' processes, for hints and odds as well, is the same whatever the dice will be."""
    game = load_game(slug)
    setup = game.settle(seed=3)
    loaded = LoadedMatch(Match(game, setup))
    Walk(loaded, 5).go(40)
    match, other = loaded.match, Match(game, setup, loaded.match.state.copy())
    other.state.rng = Rng(99)
    other.state.rng.drawn = match.state.rng.drawn
    seat = match.state.seats()[0]
    assert game.pack_state(other.state)["rng"] != game.pack_state(match.state)["rng"]
    assert bot_request(match, "", "greedy", seat, 40) == bot_request(other, "", "greedy", seat, 40)
    assert odds_request(match, "", seat) == odds_request(other, "", seat)


# --- a backup that is restored


def test_after_a_restore_nobody_remembers_the_dice(tmp_path: Path) -> None:
    """What was played after the backup is remembered: the same choices must not bring the same dice."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    seats = [{"kind": "human"}, {"kind": "open"}]
    with serving(url) as server:
        ann, bob = server.visitor(), server.visitor()
        made = ann.make(game="downfall", seats=seats)
        waiting = ann.make(game="downfall", seats=seats)["id"]
        early = server.do(server.service.store.get_match, waiting).seed
        bob.post(f"/api/matches/{made['id']}/join", {"seat": 1})
        for _ in range(6):
            move(made["id"], ann, bob)
        backup(parse_url(url), tmp_path / "backup")
        server.do(server.service.store.restore, tmp_path / "backup")
    first = played_on(url, made["id"])
    restore(parse_url(url), tmp_path / "backup")
    second = played_on(url, made["id"])
    assert first != second
    assert first[0] == second[0]  # the log until then
    with serving(url) as server:
        told = server.visitor().get(f"/api/matches/{made['id']}").json()["notices"]
        assert len(told) == 1 and "new seed" in told[0]
        kept = server.do(server.service.store.get_match, waiting)
        assert kept.seed != early and kept.renewed == ()


def move(match_id: str, *who: Visitor) -> None:
    """Whoever is asked takes the last choice."""
    for each in who:
        state = each.state(match_id)
        for prompt in state["prompts"]:
            if prompt["choices"] and prompt["seat"] in state["waiting"]:
                assert each.play(match_id, -1).status_code == 200
                return


def played_on(url: str, match_id: str) -> tuple[list[str], list[str]]:
    """The log of a match, and what is added to it when the same choices are taken until ten dice are cast."""

    async def work() -> tuple[list[str], list[str]]:
        store = await Store.open(url)
        found = await store.get_match(match_id)
        assert found is not None
        loaded = LoadedMatch.start(load_game(found.game), found, await store.events(match_id))
        await store.close()
        match = loaded.match
        assert not match.can_undo()
        lines, drawn = [line.text for line in match.log(None)], match.state.rng.drawn
        luck = random.Random(8)
        while match.state.rng.drawn < drawn + 10:
            seat = match.state.seats()[0]
            loaded.play(seat, luck.choice(match.state.choices(seat)))
        return lines, [line.text for line in match.log(None, len(lines))]

    return run(work())


@pytest.mark.parametrize("slug", SLUGS)
def test_a_match_with_renewed_dice_is_rebuilt_as_it_was(slug: str) -> None:
    """Also over undos and further renewals. Every earlier position is what was seen then."""
    game = load_game(slug)
    stored = record(game, ["human"] * game.settle().players)
    walk = Walk(LoadedMatch.start(game, stored, []), 3)
    seen = {0: walk.loaded.match.view(None)}
    renewed: list[tuple[int, int]] = []
    for number, seed in ((70, 1), (71, 2), (140, 3)):
        walk.go(number, lambda: seen.update({walk.loaded.seq: walk.loaded.match.view(None)}))
        before = walk.loaded.match.state.rng.pack()
        walk.loaded.renew(seed)
        assert walk.loaded.match.state.rng.pack() != before
        assert standing(walk.loaded.match) == [False] * (stored.players + 1)
        renewed.append((walk.loaded.seq, seed))
    walk.go(180, lambda: seen.update({walk.loaded.seq: walk.loaded.match.view(None)}))
    loaded = walk.loaded
    again = LoadedMatch.start(game, replace(stored, renewed=tuple(renewed)), walk.events)
    assert digest(game, again.match.state) == digest(game, loaded.match.state)
    assert standing(again.match) == standing(loaded.match)
    for number, view in list(seen.items())[::7]:
        assert again.at(number).view(None) == loaded.at(number).view(None) == view, number
    saved = Match.load(game, again.match.save())
    assert saved.note == ""
    assert digest(game, saved.state) == digest(game, loaded.match.state)
    assert saved.log(0) == loaded.match.log(0)
    plain = LoadedMatch.start(game, stored, walk.events[:70])
    assert digest(game, plain.match.state) != digest(game, again.at(70).state)


@pytest.mark.parametrize(
    ("slug", "scenario", "hides"),
    [
        ("downfall", None, False),
        ("on_to_berlin", None, False),
        ("total_domination", None, False),
        ("total_domination", "solo", True),
        ("other_side", None, True),
        ("blitzkrieg_general", None, True),
    ],
)
def test_cards_that_nobody_has_seen_are_shuffled_with_the_renewed_dice(
    slug: str, scenario: str | None, hides: bool
) -> None:
    """Players who remember the cards after a backup, or have a save, do not know future ones."""
    game = load_game(slug)
    setup = game.settle(scenario)
    stored = record(game, ["human"] * setup.players, scenario=setup.scenario)
    walk = Walk(LoadedMatch.start(game, stored, []), 4)
    walk.go(50)
    match = walk.loaded.match
    viewers = (None, *range(setup.players))
    seen = [(match.view(who), match.log(who)) for who in viewers]
    drawn = match.state.rng.drawn
    found = []
    for seed in (None, 1, 2, 1):
        if seed is not None:
            walk.loaded.renew(seed)
        assert [(match.view(who), match.log(who)) for who in viewers] == seen
        assert match.state.rng.drawn == drawn
        game.check(match.state)
        found.append(plain(game, match.state))
    cards = [{name: value for name, value in each.items() if name != "rng"} for each in found]
    assert (cards[0] != cards[1] and cards[1] != cards[2]) == hides
    assert found[3] == found[1]  # whatever lay there before


# --- databases of earlier versions


def test_matches_of_earlier_versions_whose_saves_were_taken_are_marked(url: str) -> None:
    migrate(url, "0003")
    engine = engines.create_engine(engines.parse_url(url))
    number = "INSERT INTO player (id, name, created) VALUES (:id, 'x', 0)"
    game = (
        'INSERT INTO "match" (id, game, pack, scenario, players, options, seed, name, owner_id, listed, '
        "live, status, seq, waiting, since, turn, created, updated) VALUES "
        "(:id, 'downfall', '', 'x', 2, '{}', '1', '', 1, :no, :no, :status, 3, '[]', 0, '', 0, 0)"
    )
    sits = "INSERT INTO seat (match_id, seat, kind, player_id, bot) VALUES (:id, :seat, :kind, :player, '')"
    saw = "INSERT INTO insight (match_id, seat, player_id) VALUES (:id, :seat, :player)"
    # Each match: its status, who sits there, and who has seen which seat.
    matches: dict[str, tuple[str, list[tuple[str, int | None]], list[tuple[int, int]]]] = {
        "plain": ("playing", [("human", 1), ("bot", None)], [(0, 1)]),
        "two": ("playing", [("human", 1), ("human", 2)], [(0, 1), (1, 2)]),
        "saved": ("playing", [("human", 1), ("bot", None)], [(0, 1), (1, 1)]),
        "attack": ("playing", [("open", 2), ("open", 3)], [(0, 1), (1, 1), (0, 2), (1, 3)]),
        "over": ("finished", [("human", 1), ("bot", None)], [(0, 1), (1, 1)]),
    }
    with engine.begin() as connection:
        for player in (1, 2, 3):
            connection.execute(sqlalchemy.text(number), {"id": player})
        for match_id, (status, seats, seen) in matches.items():
            connection.execute(sqlalchemy.text(game), {"id": match_id, "status": status, "no": False})
            for seat, (kind, sitter) in enumerate(seats):
                values = {"id": match_id, "seat": seat, "kind": kind, "player": sitter}
                connection.execute(sqlalchemy.text(sits), values)
            for seat, player in seen:
                connection.execute(sqlalchemy.text(saw), {"id": match_id, "seat": seat, "player": player})
    engine.dispose()

    async def found() -> dict[str, MatchRecord]:
        store = await Store.open(url)
        kept = {match_id: await store.get_match(match_id) for match_id in matches}
        await store.close()
        return {match_id: each for match_id, each in kept.items() if each is not None}

    records = run(found())
    assert {match_id: each.known for match_id, each in records.items()} == {
        "plain": "",
        "two": "",
        "saved": "save",
        "attack": "save",
        "over": "",
    }
    assert all(each.rules == each.pack_hash == each.notice == "" for each in records.values())
    assert all(each.base_seq is None for each in records.values())
    # If somebody already plays against a player who may know the dice, future ones are drawn again.
    assert [(match_id, each.renewed[0][0]) for match_id, each in records.items() if each.renewed] == [
        ("attack", 3)
    ]
    assert 0 <= records["attack"].renewed[0][1] < 2**64
