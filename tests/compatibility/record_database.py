"""Write a database of the server as the checkout on PYTHONPATH keeps it, for `test_database.py` to open.

The kept file was written by the last commit before games got their common rooms:

    git worktree add /tmp/before 1e18a41
    PYTHONPATH=/tmp/before python tests/compatibility/record_database.py
    git worktree remove /tmp/before

Two players and a guest play every game in a server of that commit, with its own bots. The script knows
nothing of a checkout except its addresses and their JSON, so any version can run it. Beside the database it
writes what clients were shown last.
"""

import json
import random
import sqlite3
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

import sandtable
from sandtable.bots import make_bot
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games import load_game
from sandtable.server.app import create_app
from sandtable.server.config import Config, Limits

FOLDER = Path(__file__).parent / "recorded"
PASSWORDS = {"Anna": "three green bottles", "Bruno": "seven wooden spoons"}
MANY = 1_000_000
FREELY = Limits(clicks=MANY, requests=MANY, reads=MANY, imports=MANY, bot_starts=MANY, talk=MANY)
RUNNING = 40  # choices of people in a match that goes on
# A scenario with its seats and options for each game, short enough to be played to its end.
SHORT: dict[str, dict[str, Any]] = {
    "downfall": {},
    "on_to_berlin": {},
    "total_domination": {"scenario": "fall_of_the_axis", "players": 3},
    "other_side": {"scenario": "decline_of_the_third_reich", "players": 2},
    "blitzkrieg_general": {
        "scenario": "s1941",
        "players": 8,
        "options": {"mode": "advanced", "historical": False, "a9_10": True, "be_side": "axis"},
    },
}
IMPORTED = ("downfall", "on_to_berlin", "blitzkrieg_general")  # too long to be played click by click


class Player:
    """A browser: its cookies, and the header that changes need."""

    def __init__(self, client: Any, name: str) -> None:
        self.client, self.name = client, name
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        self.csrf = self.ask("GET", "/api/me")["csrf"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return what its answer holds."""
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method != "GET":
            headers["X-Sandtable-CSRF"] = self.csrf
        answer = self.client.request(method, path, headers=headers, json=body)
        self.cookies.update(answer.cookies)
        self.client.cookies.clear()
        if answer.status_code == 409 and "moved on" in answer.text:
            return {}  # a bot was quicker
        assert answer.status_code < 300, f"{method} {path}: {answer.text}"
        found = answer.json() if answer.content else {}
        self.csrf = found.get("csrf", self.csrf) if isinstance(found, dict) else self.csrf
        return found

    def state(self, match_id: str) -> Any:
        """Return what this player sees of a match."""
        return self.ask("GET", f"/api/matches/{match_id}/state")


def click(people: list[Player], match_id: str, chance: random.Random) -> str:
    """Let a player who is asked choose; return `over`, `bots` where only bots are asked, or `clicked`."""
    for player in people:
        state = player.state(match_id)
        if state["result"] is not None:
            return "over"
        asked = [prompt for prompt in state["prompts"] if prompt["choices"]]
        undo = [prompt for prompt in state["prompts"] if prompt["can_undo"]]
        if undo and chance.random() < 0.1:
            seat = {"seq": state["seq"], "seat": undo[0]["seat"]}
            player.ask("POST", f"/api/matches/{match_id}/undo", seat)
            return "clicked"
        if asked:
            choice = {
                "seq": state["seq"],
                "seat": asked[0]["seat"],
                "choice": chance.choice(asked[0]["choices"])["id"],
            }
            player.ask("POST", f"/api/matches/{match_id}/choices", choice)
            return "clicked"
    return "bots"


def play(people: list[Player], match_id: str, clicks: int) -> None:
    """Let people and bots play until people have clicked so often, or the game is over."""
    chance = random.Random(len(match_id))
    waited = time.monotonic()
    while clicks > 0:
        came = click(people, match_id, chance)
        if came == "over":
            return
        if came == "clicked":
            clicks -= 1
            waited = time.monotonic()
        else:
            assert time.monotonic() - waited < 120, "the bots do not move"
            time.sleep(0.01)


def finished_save(slug: str) -> str:
    """Return the save of a whole game that bots have played."""
    game = load_game(slug)
    given = SHORT[slug]
    match = Match.start(game, given.get("scenario"), given.get("players"), given.get("options"), 5)
    bots, rng = (make_bot("greedy"), make_bot("random")), Rng(7)
    while match.prompts and len(match.history) < 9_000:
        seat = match.prompts[0].seat
        bot = bots[len(match.history) % 5 == 0]
        match.play(bot.choose(game, match.state, seat, rng), seat)
    assert match.result is not None, f"{slug}: the game is not over after {len(match.history)} choices"
    return match.save().decode()


def fill(client: Any) -> dict[str, Any]:
    """Play everywhere; return what is needed to look at it again."""
    anna, bruno, guest = Player(client, "Anna"), Player(client, "Bruno"), Player(client, "")
    for player in (anna, bruno):
        name = {"name": player.name, "password": PASSWORDS[player.name]}
        player.ask("POST", "/api/sign-up", name)
    links: dict[str, str] = {}
    for slug in SHORT:
        print(slug, file=sys.stderr)
        game = load_game(slug)
        # Two people and bots, in the middle of the game.
        players = next((n for n in game.scenarios[0].seats if n > 2), game.scenarios[0].seats[-1])
        seats = [{"kind": "human"}, {"kind": "open"}, *[{"kind": "bot", "bot": "greedy"}] * (players - 2)]
        body: dict[str, Any] = {
            "game": slug,
            "players": players,
            "seats": seats,
            "name": f"{slug} goes on",
            "listed": True,
        }
        made = anna.ask("POST", "/api/matches", body)
        bruno.ask("POST", f"/api/matches/{made['id']}/join", {})
        play([anna, bruno], made["id"], RUNNING)
        anna.ask("POST", f"/api/matches/{made['id']}/chat", {"text": "Your move, Bruno."})
        bruno.ask("PUT", f"/api/matches/{made['id']}/note", {"text": f"My plan for {slug}."})
        # One player against bots, at the end of the game.
        if slug in IMPORTED:
            anna.ask("POST", "/api/saves", {"save": finished_save(slug), "name": f"{slug} is over"})
        else:
            body = {"game": slug, **SHORT[slug], "name": f"{slug} is over"}
            body["seats"] = [{"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * (body["players"] - 1)]
            play([anna], anna.ask("POST", "/api/matches", body)["id"], MANY)
    # Two at one screen, with a save in somebody's hands; and a table that waits for people.
    screen = guest.ask("POST", "/api/matches", {"game": "on_to_berlin", "seats": [{"kind": "hotseat"}] * 2})
    play([guest], screen["id"], 10)
    guest.ask("GET", f"/api/matches/{screen['id']}/save")
    seats = [{"kind": "human"}, {"kind": "invite"}]
    invited = bruno.ask("POST", "/api/matches", {"game": "downfall", "players": 2, "seats": seats})
    links["downfall"] = invited["invites"][0]["link"]
    anna.ask("PUT", "/api/me", {"webhook": "https://example.org/turn"})
    time.sleep(2)  # bots have done what they were asked
    shown: list[dict[str, Any]] = []
    for player in (anna, bruno, guest):
        for match in player.ask("GET", "/api/matches?of=mine")["matches"]:
            seen = player.state(match["id"])
            log = [line["text"] for line in seen["log"]["lines"]]
            row = {key: match[key] for key in ("id", "game", "status", "seq", "waiting", "result", "turn")}
            shown.append({"player": player.name, **row, "viewer": seen["viewer"], "log": zlib_of(log)})
    return {"passwords": PASSWORDS, "links": links, "matches": shown}


def zlib_of(lines: list[str]) -> list[int]:
    """Return how many lines there are, and a checksum of them."""
    return [len(lines), zlib.crc32("\n".join(lines).encode())]


def main() -> None:
    """Fill a database and keep it, compressed."""
    print(sandtable.__path__, file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.db"
        app = create_app(Config(database=str(path), limits=FREELY))
        with TestClient(app, base_url="http://127.0.0.1:8000") as client:
            notes = fill(client)
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        (FOLDER / "database.db.z").write_bytes(zlib.compress(path.read_bytes(), 9))
        text = json.dumps(notes, indent=1)
        (FOLDER / "database.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
