"""A small stand-in for the web table's server: real matches in memory, the contract's shapes, no accounts to speak of.

`python -m tests.web.fake_server` serves it; pages are developed and tested against it without a database.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, put, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.response import File

from sandtable.draw.base import base
from sandtable.engine.errors import IllegalChoice, SandtableError
from sandtable.engine.match import Match
from sandtable.engine.step import Refusal
from sandtable.games import SLUGS, load_game
from sandtable.server import cards

WEB = Path(__file__).parents[2] / "sandtable" / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
ME = {"id": 1, "name": "Guest", "guest": True}


@dataclass
class Table:
    """One match with its seats; every choice is an event."""

    id: str
    match: Match
    name: str
    live: bool
    listed: bool
    kinds: list[str]
    bots: list[str]
    events: list[tuple[int, int]] = field(default_factory=list)
    lines_at: list[int] = field(default_factory=list)
    chat: list[dict[str, Any]] = field(default_factory=list)
    note: str = ""
    sockets: list[WebSocket[Any, Any, Any]] = field(default_factory=list)

    def mine(self, seat: int) -> bool:
        """Whether the only visitor acts for a seat."""
        return self.kinds[seat] in ("human", "hotseat")

    @property
    def seq(self) -> int:
        """How many events there are."""
        return len(self.events)


TABLES: dict[str, Table] = {}
MAPS: dict[str, bytes] = {}


def refuse(text: str, rule: str = "", status: int = 409) -> HTTPException:
    """A refusal with its rule."""
    return HTTPException(detail=text, status_code=status, extra={"rule": rule})


# ---------------------------------------------------------------- what a client is sent


def scene_of(match: Match, viewer: int | None) -> dict[str, Any]:
    """The moving side of a scene."""
    scene = match.game.scene(match.state, viewer)
    return {
        "title": scene.title,
        "subtitle": scene.subtitle,
        "places": [
            {"id": p.id, "choice": p.choice, "owner": p.owner, "marks": list(p.marks)} for p in scene.places
        ],
        "pieces": [{**p._asdict(), "place": scene.places[p.place].id} for p in scene.pieces],
        "panels": [p._asdict() for p in scene.panels],
    }


def state_of(table: Table, at: int | None = None) -> dict[str, Any]:
    """The state of a table for the only visitor, now or after `at` events."""
    match = table.match
    if at is not None and at < table.seq:
        match = Match.start(
            match.game, match.setup.scenario, match.setup.players, match.setup.options, match.setup.seed
        )
        for seat, choice in table.events[:at]:
            match.play(choice, seat)
    game, g = match.game, match.state
    asked = [p for p in match.prompts if table.mine(p.seat)]
    own = [seat for seat in range(len(table.kinds)) if table.mine(seat)]
    viewer = asked[0].seat if asked else own[0] if own else None
    names = game.seat_names(g)
    prompts = [
        {
            "seat": p.seat,
            "text": p.text,
            "rule": p.rule,
            "choices": [{"id": c, "key": game.key(g, c), "label": game.label(g, c)} for c in p.choices],
            "can_undo": match.can_undo(p.seat),
        }
        for p in asked
    ]
    lines = match.log(viewer)
    scenario = next(s for s in game.scenarios if s.id == match.setup.scenario)
    return {
        "type": "state",
        "match": {
            "id": table.id,
            "game": game.slug,
            "title": game.title,
            "scenario": scenario.id,
            "scenario_title": scenario.title,
            "name": table.name,
            "status": "finished" if table.match.result else "playing",
            "options": match.setup.options,
            "created": "2026-01-01T12:00:00Z",
            "live": table.live,
        },
        "seq": table.seq if at is None else at,
        "events": table.seq,
        "viewer": viewer,
        "seats": [
            {
                "seat": seat,
                "name": names[seat],
                "kind": kind,
                "player": ME["name"] if table.mine(seat) else "",
                "bot": table.bots[seat],
                "online": table.mine(seat),
                "mine": table.mine(seat),
            }
            for seat, kind in enumerate(table.kinds)
        ],
        "waiting": list(g.seats()),
        "prompts": prompts if at is None else [],
        "result": None if match.result is None else match.result._asdict(),
        "scene": scene_of(match, viewer),
        "cards": [card._asdict() for card in cards.cards(game, g, viewer)],
        "log": {
            "start": 0,
            "lines": [
                {"text": line.text, "rule": line.rule, "refs": list(line.refs), "event": table.lines_at[i]}
                for i, line in enumerate(lines)
            ],
        },
        "chat": table.chat,
    }


# ---------------------------------------------------------------- playing


def play(table: Table, seat: int, choice: int | str, seq: int) -> None:
    """Take one choice."""
    if seq != table.seq:
        raise refuse("The table has moved on since; look again.")
    match = table.match
    number = match.number(choice)
    try:
        match.play(number, seat)
    except IllegalChoice as error:
        raise refuse(str(error), error.rule) from None
    table.events.append((seat, number))
    length = len(match.log(None))
    del table.lines_at[length:]
    table.lines_at += [table.seq] * (length - len(table.lines_at))


def undo(table: Table, seat: int) -> None:
    """Take one choice back (the stand-in forgets it; the real server keeps an event)."""
    table.match.undo(seat)
    table.events.pop()
    del table.lines_at[len(table.match.log(None)) :]


def bots_turn(table: Table, limit: int = 1) -> bool:
    """Let bots choose at random; whether anything was chosen."""
    for _ in range(limit):
        asked = [p for p in table.match.prompts if table.kinds[p.seat] == "bot"]
        if not asked:
            return False
        prompt = asked[0]
        weights = table.match.game.preferences(table.match.state, prompt.seat, prompt.choices)
        best = max(weights)
        picked = random.choice([c for c, w in zip(prompt.choices, weights, strict=True) if w == best])
        play(table, prompt.seat, picked, table.seq)
    return True


async def send_all(table: Table) -> None:
    """Send the state to whoever looks on; then bots go on, a choice at a time."""
    while True:
        for socket in list(table.sockets):
            try:
                await socket.send_json(state_of(table))
            except Exception:
                table.sockets.remove(socket)
        await asyncio.sleep(0)
        if not bots_turn(table, 12):
            if not [p for p in table.match.prompts if table.kinds[p.seat] == "bot"]:
                break
    for socket in list(table.sockets):
        await socket.send_json(state_of(table))


def explain(table: Table, seat: int, choice: int | str) -> dict[str, Any]:
    """Why a choice is refused."""
    match = table.match
    number = match.number(choice)
    refusal = Refusal("This can be chosen now.", "")
    prompt = match.prompt_for(seat)
    if match.result is not None:
        refusal = Refusal(f"The game is over: {match.result.text}", match.result.rule)
    elif prompt is None or number not in prompt.choices:
        refusal = match.game.refusal(match.state, seat, number)
    return {"type": "explained", "seat": seat, "choice": number, "text": refusal.text, "rule": refusal.rule}


def make(body: dict[str, Any]) -> Table:
    """A new table from what a visitor asked for."""
    game = load_game(body["game"])
    match = Match.start(
        game, body.get("scenario"), body.get("players"), body.get("options"), int(body.get("seed") or 7)
    )
    seats = body.get("seats") or [{"kind": "human"}] + [{"kind": "bot"}] * (match.setup.players - 1)
    table = Table(
        secrets.token_hex(6),
        match,
        body.get("name") or game.title,
        bool(body.get("live", True)),
        bool(body.get("listed")),
        [s["kind"] for s in seats],
        [s.get("bot") or ("greedy" if s["kind"] == "bot" else "") for s in seats],
    )
    table.lines_at = [0] * len(match.log(None))
    TABLES[table.id] = table
    return table


def summary(table: Table) -> dict[str, Any]:
    """A line of the list of matches."""
    state = state_of(table)
    return {
        **state["match"],
        "seats": state["seats"],
        "waiting": state["waiting"],
        "since": "2026-01-01T12:00:00Z",
        "turn": state["scene"]["subtitle"],
        "result": state["result"],
        "seq": table.seq,
        "listed": table.listed,
        "my_turn": bool(state["prompts"]),
    }


# ---------------------------------------------------------------- HTTP


@get("/api/games", sync_to_thread=False)
def games() -> dict[str, Any]:
    """All games."""
    found = []
    for slug in SLUGS:
        game = load_game(slug)
        scenarios = []
        for s in game.scenarios:
            names = {}
            for count in s.seats:
                m = Match.start(game, s.id, count)
                names[str(count)] = game.seat_names(m.state)
            scenarios.append({**s._asdict(), "seat_names": names})
        found.append(
            {
                "slug": slug,
                "title": game.title,
                "scenarios": scenarios,
                "options": [o._asdict() for o in game.options],
                "bots": ["random", "greedy"],
            }
        )
    return {"games": found}


@get("/api/games/{slug:str}/rules", sync_to_thread=False)
def rules(slug: str) -> dict[str, Any]:
    """The whole index of rules."""
    return {"rules": [r._asdict() for r in load_game(slug).rules.values()]}


@get("/api/games/{slug:str}/rules/{rule:str}", sync_to_thread=False)
def one_rule(slug: str, rule: str) -> dict[str, Any]:
    """One rule."""
    found = load_game(slug).rules.get(rule)
    if found is None:
        raise refuse(f"There is no rule {rule}.", status=404)
    return found._asdict()


@get("/api/games/{slug:str}/map", sync_to_thread=True)
def drawn_map(slug: str) -> Response[bytes]:
    """The drawing without what moves."""
    match = Match.start(load_game(slug))
    scene = match.game.scene(match.state, None)
    if slug not in MAPS:
        MAPS[slug] = msgspec.json.encode(base(scene))
    return Response(MAPS[slug], media_type=MediaType.JSON)


@get("/api/me", sync_to_thread=False)
def me() -> dict[str, Any]:
    """Who asks."""
    return {"player": ME, "csrf": "fake"}


@get("/api/matches", sync_to_thread=False)
def matches(of: str = "mine") -> dict[str, Any]:
    """Lists of matches."""
    return {"matches": [summary(t) for t in TABLES.values() if of == "mine" or t.listed]}


@post("/api/matches", status_code=201, sync_to_thread=False)
def create(data: dict[str, Any]) -> dict[str, Any]:
    """A new match."""
    try:
        table = make(data)
    except SandtableError as error:
        raise refuse(str(error), status=400) from None
    return {**summary(table), "invites": []}


@get("/api/matches/{match_id:str}/state", sync_to_thread=False)
def state(match_id: str, at: int | None = None) -> dict[str, Any]:
    """The state, now or earlier."""
    if match_id not in TABLES:
        raise refuse("There is no such table.", status=404)
    return state_of(TABLES[match_id], at)


@post("/api/matches/{match_id:str}/choices", status_code=200)
async def choose(match_id: str, data: dict[str, Any]) -> dict[str, Any]:
    """One choice."""
    table = TABLES[match_id]
    play(table, data["seat"], data["choice"], data["seq"])
    asyncio.get_running_loop().call_soon(lambda: asyncio.ensure_future(send_all(table)))
    return {"seq": table.seq}


@post("/api/matches/{match_id:str}/finish", status_code=200, sync_to_thread=True)
def finish(match_id: str) -> dict[str, Any]:
    """Only of the stand-in: play a match to its end."""
    table = TABLES[match_id]
    kinds, table.kinds = table.kinds, ["bot"] * len(table.kinds)
    while bots_turn(table):
        pass
    table.kinds = kinds
    return {"seq": table.seq}


@get("/api/matches/{match_id:str}/note", sync_to_thread=False)
def get_note(match_id: str) -> dict[str, Any]:
    """Private notes."""
    return {"text": TABLES[match_id].note}


@put("/api/matches/{match_id:str}/note", sync_to_thread=False)
def put_note(match_id: str, data: dict[str, Any]) -> dict[str, Any]:
    """Keep private notes."""
    TABLES[match_id].note = data["text"]
    return {"text": data["text"]}


@post(["/api/sign-in", "/api/sign-up"], status_code=200, sync_to_thread=False)
def sign(data: dict[str, Any]) -> dict[str, Any]:
    """A name for the visitor."""
    if len(data["password"]) < 8:
        raise refuse("A password has at least 8 characters.", status=400)
    ME.update(name=data["name"], guest=False)
    return {"player": ME, "csrf": "fake"}


@post("/api/sign-out", status_code=200, sync_to_thread=False)
def sign_out() -> dict[str, Any]:
    """A guest again."""
    ME.update(name="Guest", guest=True)
    return {"player": ME, "csrf": "fake"}


@websocket("/api/live/{match_id:str}")
async def live(socket: WebSocket[Any, Any, Any], match_id: str) -> None:
    """The live channel."""
    await socket.accept()
    table = TABLES[match_id]
    table.sockets.append(socket)
    await send_all(table)
    try:
        while True:
            got = await socket.receive_json()
            kind = got.get("type")
            try:
                if kind == "choose":
                    play(table, got["seat"], got["choice"], got["seq"])
                    await socket.send_json({"type": "ack", "seq": table.seq})
                    await send_all(table)
                elif kind == "undo":
                    undo(table, got["seat"])
                    await send_all(table)
                elif kind == "explain":
                    await socket.send_json(explain(table, got["seat"], got["choice"]))
                elif kind == "say":
                    said = {"name": ME["name"], "text": got["text"], "at": "2026-01-01T12:00:00Z"}
                    table.chat.append(said)
                    for other in table.sockets:
                        await other.send_json({"type": "chat", **said})
                elif kind == "resume":
                    await socket.send_json(state_of(table))
            except HTTPException as error:
                rule = (error.extra or {}).get("rule", "")  # type: ignore[union-attr]
                told = {"type": "refused", "text": error.detail, "rule": rule, "seq": table.seq}
                await socket.send_json(told)
            except SandtableError as error:
                told = {"type": "refused", "text": str(error), "rule": "", "seq": table.seq}
                await socket.send_json(told)
    except WebSocketDisconnect:
        if socket in table.sockets:
            table.sockets.remove(socket)


# ---------------------------------------------------------------- pages


@get(
    ["/", "/play/{x:str}", "/match/{x:str}", "/replay/{x:str}", "/rules", "/rules/{x:str}", "/games", "/sign-in"],
    sync_to_thread=False,
)
def page(x: str = "") -> File:
    """Every page is the same file; its script reads the address."""
    return File(WEB / "index.html", media_type="text/html", content_disposition_type="inline")


@get("/web/{path:path}", sync_to_thread=False)
def asset(path: Path) -> File:
    """Styles, scripts, pictures."""
    found = (WEB / str(path).lstrip("/")).resolve()
    if not found.is_relative_to(WEB) or not found.is_file():
        raise refuse("There is no such file.", status=404)
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    return File(found, media_type=kinds.get(found.suffix, "text/plain"), content_disposition_type="inline")


def say_why(_: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    """A refusal as the contract says it."""
    extra = error.extra if isinstance(error.extra, dict) else {}
    told = {"text": error.detail, "rule": extra.get("rule", "")}
    return Response(told, status_code=error.status_code, media_type=MediaType.JSON)


def guard(response: Response[Any]) -> Response[Any]:
    """The strict policy that the real server sends."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "no-cache"
    return response


def build() -> Litestar:
    """The application."""
    handlers = [
        games, rules, one_rule, drawn_map, me, matches, create, state, choose, finish, get_note, put_note,
        sign, sign_out, live, page, asset,
    ]  # fmt: skip
    return Litestar(
        handlers, exception_handlers={HTTPException: say_why}, after_request=guard, openapi_config=None
    )


def main() -> None:
    """Serve on the port given, 8765 if none is."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8765
    uvicorn.run(build(), host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
