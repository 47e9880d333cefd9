"""Odds, hints and reasons: asked for, counted once, and told to nobody who may not know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sandtable import games as catalogue
from sandtable.bots import GreedyBot, make_bot
from sandtable.bots.levels import HINTS_FROM, seconds_of
from sandtable.engine.match import Match
from sandtable.engine.odds import Odds, Row
from sandtable.engine.rng import Rng
from sandtable.games import load_game
from sandtable.server import advice_cache
from sandtable.server.advice_cache import AdviceCache, Reason, Topic, check_of
from sandtable.server.bots import BotPool, BotReply, BotRequest, answer, bot_request, odds_request
from sandtable.server.loaded_match import LoadedMatch, Refused
from sandtable.server.messages import OutcomeOut
from sandtable.server.shares import ANYBODY, Claim
from sandtable.server.store import NewSeat
from tests.engine import tiny
from tests.engine.tiny import Straits, StraitsGame
from tests.server.hosting import TestBots, table, until
from tests.server.playing import run
from tests.server.visiting import FREELY, Server, Visitor, serving


class Fights(StraitsGame):
    """Straits with a possible fight wherever somebody moves; each seat has its own odds."""

    def odds(self, g: Straits, seat: int | None) -> list[Odds]:
        if not isinstance(g.agenda[-1], tiny.Turn):
            return []
        rows = (Row("The defender is lost", 0.5, 1), Row("Nothing happens", 0.5, 0))
        return [Odds("A fight", "4", rows, (("lost", 0.5),), 0.01, (3, 8), f"for {seat}")]


@pytest.fixture(autouse=True)
def straits(monkeypatch: pytest.MonkeyPatch) -> Fights:
    """The made-up game, known by its slug in this process."""
    game = Fights()
    monkeypatch.setattr(catalogue, "SLUGS", (*catalogue.SLUGS, "straits"))
    monkeypatch.setitem(catalogue._loaded, "straits", game)
    return game


class Here(TestBots):
    """Bots that think in this process: search takes a few looks."""

    async def ask(self, asked: BotRequest, claim: Claim = ANYBODY) -> BotReply | None:
        self.asked.append(asked)
        await asyncio.sleep(0)
        return answer(asked, lambda name: make_bot("search:24" if seconds_of(name) else name))


def turns(match: Match) -> Match:
    """The match on to the first turn to move."""
    while not isinstance(match.state.agenda[-1], tiny.Turn):
        prompt = match.prompts[0]
        match.play(prompt.choices[0], prompt.seat)
    return match


# --- answers are kept


def test_an_answer_is_asked_for_once_unless_there_was_none() -> None:
    async def work() -> None:
        kept = AdviceCache()
        begun: list[BotReply | None] = []

        def begin(told: BotReply | None) -> asyncio.Task[BotReply | None]:
            async def think() -> BotReply | None:
                begun.append(told)
                return told

            return asyncio.create_task(think())

        topic = Topic("odds", 3, 0)
        assert await kept.ask(topic, lambda: begin(None)) is None
        first = kept.ask(topic, lambda: begin(BotReply(1)))
        assert kept.ask(topic, lambda: begin(BotReply(2))) is first
        assert await first == BotReply(1)
        assert kept.ask(topic, lambda: begin(BotReply(2))) is first
        assert await kept.ask(topic._replace(seat=1), lambda: begin(BotReply(3))) == BotReply(3)
        for number in range(advice_cache.MOST_ANSWERS):
            await kept.ask(Topic("hint", number, 0), lambda: begin(BotReply(4)))
        assert await kept.ask(topic, lambda: begin(BotReply(5))) == BotReply(5)  # forgotten meanwhile

    run(work())


def test_the_last_reason_of_a_seat_is_found() -> None:
    kept = AdviceCache()
    for event, seat in ((1, 0), (2, 1), (5, 0)):
        kept.keep(Reason(event, seat, f"because {event}"))
    assert kept.reason(0, 9) == Reason(5, 0, "because 5")
    assert kept.reason(0, 4) == Reason(1, 0, "because 1")
    assert kept.reason(1, 1) is None and kept.reason(2, 9) is None


# --- odds


def test_odds_are_counted_in_the_process_of_a_bot_as_the_viewer_knows_them() -> None:
    match = turns(Match.start(Fights(), "duel", seed=3))
    told = answer(odds_request(match, "", 1), make_bot)
    assert told.choice is None and told.odds is not None
    (fight,) = told.odds
    assert (fight.title, fight.rule, fight.error, fight.refs, fight.note) == (
        "A fight",
        "4",
        0.01,
        [3, 8],
        "for 1",
    )
    assert fight.outcomes[0] == OutcomeOut("The defender is lost", 0.5, 1)
    assert fight.means == [("lost", 0.5)]


def test_odds_are_each_viewers_own_and_counted_once(tmp_path: Path) -> None:
    async def work() -> None:
        bots = Here()
        async with table(tmp_path, bots) as t:
            match_id = await t.match(game="straits")
            number, none = await t.matches.odds(match_id, t.ann)
            assert (number, none) == (0, [])
            while not isinstance((await t.matches.look(match_id, None))[0].state.agenda[-1], tiny.Turn):
                await t.click(match_id)
            bots.asked.clear()
            seen = [await t.matches.odds(match_id, who) for who in (t.ann, t.bob, None, t.ann, t.bob)]
            now = (await t.matches.record(match_id)).seq
            assert [number for number, _ in seen] == [now] * 5
            assert [fights[0].note for _, fights in seen] == ["for 0", "for 1", "for None", "for 0", "for 1"]
            assert [asked.seat for asked in bots.asked] == [0, 1, None]
            assert (await t.matches.odds(match_id, t.ann, at=0)) == (0, [])
            with pytest.raises(Refused, match="only from your own seats"):
                await t.matches.odds(match_id, t.ann, seat=1)
            with pytest.raises(Refused, match="there is no position"):
                await t.matches.odds(match_id, t.ann, at=999)

    run(work())


def test_odds_that_come_to_nothing_are_refused_and_asked_for_again(tmp_path: Path) -> None:
    async def work() -> None:
        bots = TestBots()
        async with table(tmp_path, bots) as t:
            match_id = await t.match(game="straits")
            for _ in range(2):
                with pytest.raises(Refused, match="could not be computed"):
                    await t.matches.odds(match_id, t.ann)
            assert len(bots.asked) == 2

    run(work())


def test_before_a_match_begins_there_are_no_odds(tmp_path: Path) -> None:
    async def work() -> None:
        bots = TestBots()
        async with table(tmp_path, bots) as t:
            match_id = await t.match(NewSeat("human", t.ann), NewSeat("open"), game="straits", begin=False)
            assert await t.matches.odds(match_id, t.ann) == (0, [])
            assert bots.asked == []

    run(work())


# --- hints


def test_a_hint_is_for_the_seat_that_is_asked_and_its_player(tmp_path: Path) -> None:
    async def work() -> None:
        bots = Here()
        async with table(tmp_path, bots) as t:
            match_id = await t.match(game="straits")
            hint = await t.matches.hint(match_id, t.ann, 0)
            match, _ = await t.matches.look(match_id, None)
            assert hint.choice in match.state.choices(0)
            assert hint.line.startswith(match.game.label(match.state, hint.choice))
            assert await t.matches.hint(match_id, t.ann, 0) == hint
            assert [(asked.bot, asked.seat) for asked in bots.asked] == [(HINTS_FROM, 0)]
            for who, seat in ((t.ann, 1), (t.bob, 0), (None, 0)):
                with pytest.raises(Refused, match="is not yours"):
                    await t.matches.hint(match_id, who, seat)
            while (await t.matches.record(match_id)).waiting != (0,):
                await t.click(match_id)
            with pytest.raises(Refused, match="green is not asked now"):
                await t.matches.hint(match_id, t.bob, 1)

    run(work())


def test_no_hint_in_time_is_a_sentence(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path, TestBots()) as t:
            match_id = await t.match(game="straits")
            with pytest.raises(Refused, match="no hint in time"):
                await t.matches.hint(match_id, t.ann, 0)

    run(work())


def test_a_hint_tells_nothing_that_the_seat_cannot_know() -> None:
    """If all that the seat cannot know is drawn again, its advice has the same words."""
    game = Fights()
    match = turns(Match.start(game, "ring", 3, seed=5))
    seat = match.prompts[0].seat
    other = Match(game, match.setup, game.determinize(match.state, seat, Rng(99)))
    assert other.state.pack() != match.state.pack()
    told = []
    for each in (match, other):
        asked = bot_request(each, "", HINTS_FROM, seat, 4)
        told.append(answer(asked, lambda name: make_bot("search:60")).line)
    assert told[0] == told[1]


# --- why a bot chose


def told_of(loaded: LoadedMatch, event: int, seat: int) -> bool:
    reason = Reason(event, seat, "because")
    return loaded.match.result is not None or check_of(loaded, reason).open_to_all()


def test_a_reason_is_told_where_the_seat_has_no_secrets() -> None:
    loaded = LoadedMatch(Match.start(load_game("other_side"), seed=2))
    move = loaded.play(loaded.waiting[0], loaded.match.state.choices(loaded.waiting[0])[0])
    assert told_of(loaded, 1, move.seat)


def test_a_reason_is_kept_back_until_the_end_where_it_may_tell_a_hand() -> None:
    match = Match.start(Fights(), "duel", seed=3)
    loaded = LoadedMatch(match)
    moves: list[int] = []
    while match.result is None:
        seat = loaded.waiting[0]
        loaded.play(seat, match.state.choices(seat)[0])
        moves.append(seat)
        assert told_of(loaded, len(moves), seat) == (loaded.summary().status == "finished")
    assert all(told_of(loaded, number, seat) for number, seat in enumerate(moves, start=1))


class Open(Fights):
    """Straits whose view shows no seat anything of its own."""

    def view(self, g: Straits, seat: int | None) -> dict[str, Any]:
        return super().view(g, None)


def test_what_is_chosen_in_secret_beside_others_is_kept_back() -> None:
    loaded = LoadedMatch(Match.start(Open(), "duel", seed=3))
    secret = loaded.waiting[0]
    loaded.play(secret, loaded.match.state.choices(secret)[0])
    assert not told_of(loaded, 1, secret)
    turns_begin(loaded)
    seat = loaded.waiting[0]
    loaded.play(seat, loaded.match.state.choices(seat)[0])
    assert told_of(loaded, loaded.seq, seat)


def turns_begin(loaded: LoadedMatch) -> None:
    while not isinstance(loaded.match.state.agenda[-1], tiny.Turn):
        seat = loaded.waiting[0]
        loaded.play(seat, loaded.match.state.choices(seat)[0])


def test_why_a_bot_chose_is_remembered_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._loaded, "straits", Open())

    async def work() -> None:
        async with table(tmp_path, Here()) as t:
            match_id = await t.match(NewSeat("bot", bot="greedy"), NewSeat("human", t.ann), game="straits")
            match_service = t.matches
            reasons: list[Reason] = []
            at = match_service._watched[match_id]
            while not reasons:
                await until(lambda: at.bot_seat() is None)
                try:
                    reasons.append(await match_service.why(match_id, 0))
                except Refused:
                    await t.click(match_id)
            loaded = match_service._watched[match_id].parts()[1]
            event = reasons[0].event
            before = loaded.at(event - 1)
            choice = loaded.at(event).history[-1]
            assert choice[0] == 0
            assert reasons[0].line.startswith(before.game.label(before.state, choice[1]))
            assert await match_service.reasons(match_id) == [0]
            assert await match_service.reasons(match_id, at=0) == []
            with pytest.raises(Refused, match="green chose is not known"):
                await match_service.why(match_id, 1)
            with pytest.raises(Refused, match="There is no seat 7"):
                await match_service.why(match_id, 7)
            with pytest.raises(Refused):
                await match_service.why(match_id, 0, at=0)

    run(work())


def test_secrets_are_kept_while_the_game_lasts_and_told_after_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path, Here()) as t:
            match_id = await t.match(NewSeat("bot", bot="greedy"), NewSeat("human", t.ann), game="straits")
            at = t.matches._watched[match_id]
            await until(lambda: at.loaded is not None and at.loaded.seq > 0 and at.bot_seat() is None)
            with pytest.raises(Refused, match="red has secrets"):
                await t.matches.why(match_id, 0)
            assert await t.matches.reasons(match_id) == []
            while (await t.matches.record(match_id)).status == "playing":
                await until(lambda: at.bot_seat() is None)
                if (await t.matches.record(match_id)).status == "playing":
                    await t.click(match_id)
            assert await t.matches.reasons(match_id) == [0]
            assert (await t.matches.why(match_id, 0)).line
            assert (await t.matches.why(match_id, 0, at=2)).event <= 2

    run(work())


# --- budgets


def test_a_level_has_its_budget_beside_the_time_of_the_pool() -> None:
    """A pool that gives its bots hardly any time still waits for a field marshal's two seconds."""

    async def work() -> None:
        match = Match.start(load_game("total_domination"), seed=5)
        bots = BotPool(1, 0.8)
        try:
            asked = bot_request(match, "", "search:900ms", match.state.seats()[0], 1)
            told = await bots.ask(asked)
        finally:
            bots.close()
        assert told is not None and told.choice in match.state.choices(match.state.seats()[0])
        assert "simulations" in told.line

    run(work())


# --- over HTTP


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path}/table.db") as running:
        yield running


def downfall(ann: Visitor) -> str:
    made = ann.make(game="downfall", seats=[{"kind": "human"}, {"kind": "bot", "bot": "field_marshal"}])
    return str(made["id"])


def test_hints_odds_and_reasons_over_http(server: Server) -> None:
    ann, bob = server.visitor(), server.visitor()
    path = f"/api/matches/{downfall(ann)}"
    hint = ann.get(f"{path}/hint?seat=0").json()
    assert hint["seat"] == 0 and hint["seq"] == 0
    offered = ann.get(f"{path}/state").json()["prompts"][0]["choices"]
    label = next(c["label"] for c in offered if c["id"] == hint["choice"])
    assert hint["text"].startswith(label)
    assert "not yours" in bob.get(f"{path}/hint?seat=0").json()["text"]
    assert server.visitor(known=False).get(f"{path}/hint?seat=0").status_code in (401, 409)
    for who in (ann, bob):
        assert who.get(f"{path}/odds").json() == {"seq": 0, "fights": []}
    assert "is not known" in ann.get(f"{path}/why?seat=1").json()["text"]
    assert ann.get(f"{path}/reasons").json() == {"seats": []}


def test_fights_in_sight_over_http(server: Server) -> None:
    """The odds are those of the library for the viewer's seat."""
    ann = server.visitor()
    match_id = downfall(ann)
    game = load_game("downfall")
    doctrine = GreedyBot()
    match_service = server.service.matches
    for _ in range(200):
        match, _ = server.do(match_service.look, match_id, None)
        seat = match.state.seats()[0]
        if seat == 0:
            fights = game.odds(match.state, 0)
            if fights:
                break
            choice = doctrine.choose(game, match.state, 0, Rng(1))
            assert (
                ann.post(
                    f"/api/matches/{match_id}/choices",
                    {"seq": len(match.history), "seat": 0, "choice": choice},
                ).status_code
                == 200
            )
    told = ann.get(f"/api/matches/{match_id}/odds").json()
    assert [fight["title"] for fight in told["fights"]] == [fight.title for fight in fights]
    rows = told["fights"][0]["outcomes"]
    assert [(row["text"], row["chance"], row["good"]) for row in rows] == [tuple(r) for r in fights[0].rows]
    assert ann.get(f"/api/matches/{match_id}/odds?at=0").json()["fights"] == []


def test_hints_and_odds_are_limited(tmp_path: Path) -> None:
    limits = replace(FREELY, hints=2, hints_per_second=0.001, odds=3, odds_per_second=0.001)
    with serving(f"sqlite:///{tmp_path}/table.db", limits) as server:
        ann = server.visitor()
        path = f"/api/matches/{downfall(ann)}"
        assert [ann.get(f"{path}/hint?seat=0").status_code for _ in range(3)] == [200, 200, 429]
        assert [ann.get(f"{path}/odds").status_code for _ in range(4)] == [200, 200, 200, 429]
