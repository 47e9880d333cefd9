"""`sandtable admin`: manage the store of a server: list, back up, restore, remove, reset a password.

All of it works while servers run on the same database.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.table import Table as Grid

from sandtable.cli.common import JsonOption, out, write_json
from sandtable.engine.errors import BadOption
from sandtable.server.config import DATABASE, default_database

# The store imports large libraries; the other commands do not wait for them.
if TYPE_CHECKING:
    from sqlalchemy import URL

    from sandtable.server.store import MatchRecord, Player, Store

T = TypeVar("T")

app = typer.Typer(
    help="Manage a server's games: list, back up, restore, remove, reset a password.",
    no_args_is_help=True,
)

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help=f"sqlite:///FILE or postgresql://…; without it {DATABASE}, or the file of `sandtable serve`.",
    ),
]


@app.command("list")
def show(
    players: Annotated[bool, typer.Option("--players", help="List players instead of matches.")] = False,
    status: Annotated[
        str | None, typer.Option("--status", metavar="STATUS", help="Only open, playing or finished matches.")
    ] = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """List the matches of a server, the latest first, or its players."""
    if status not in (None, "open", "playing", "finished"):
        raise BadOption(f"A match is open, playing or finished, not {status}.")
    if players:
        people = _with_store(database, lambda store: store.all_players())
        if json:
            write_json({"players": [_player(player) for player in people]})
            return
        _print(
            ["number", "name", "since"], [[str(p.id), p.name, _when(p.created)] for p in people], "players"
        )
        return
    matches = _with_store(database, lambda store: store.all_matches())
    matches = [match for match in matches if status in (None, match.status)]
    if json:
        write_json({"matches": [_match(match) for match in matches]})
        return
    rows = [
        [
            match.id,
            match.game,
            match.status,
            str(match.seq),
            _when(match.updated),
            ", ".join(_sitter(match, number) for number in range(len(match.seats))),
            match.name,
        ]
        for match in matches
    ]
    _print(["match", "game", "status", "choices", "last change", "seats", "name"], rows, "matches")


@app.command("backup")
def back_up(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, or a folder for one.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """Write everything a server has into one file; matches go on meanwhile."""
    if path.is_dir():
        path = path / f"sandtable-{time.strftime('%Y%m%d-%H%M%S')}.backup"
    elif path.exists() and not force:
        raise BadOption(f"{path} already exists. Choose another name, or replace it with --force.")
    from sandtable.server.store.backup import backup

    # Do not open the store, which would migrate it: a backup is most useful before that.
    backup(_there(database), path)
    size = path.stat().st_size
    if json:
        write_json({"file": str(path), "bytes": size})
        return
    out().print(f"Everything is in {path} ({size:,} bytes). Keep it safe: it holds the seeds of all matches.")


@app.command("restore")
def restore(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """Replace everything a server has by a backup; a running server goes on from it.

    Everybody must sign in again. Unfinished matches get new dice, since players may remember the old ones.
    """
    if not path.is_file():
        raise BadOption(f"There is no backup {path}.")
    if not yes:
        count = len(_with_store(database, lambda store: store.all_matches(), new=True))
        typer.confirm(
            f"This replaces everything in the store (matches: {count}). Continue?", abort=True, err=True
        )

    async def work(store: "Store") -> tuple[int, int]:
        await store.restore(path)
        return len(await store.all_matches()), len(await store.all_players())

    matches, players = _with_store(database, work, new=True)
    if json:
        write_json({"file": str(path), "matches": matches, "players": players})
        return
    out().print(f"Restored from {path}; matches: {matches}, players: {players}.")


@app.command("remove")
def remove(
    matches: Annotated[
        list[str] | None, typer.Argument(metavar="MATCH…", help="Ids of matches, as `list` shows them.")
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="Remove a player instead.")
    ] = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """Remove matches with all their history, or players, whose seats become open."""
    if not matches and not player:
        raise BadOption("Name what to remove: ids of matches, or --player NAME.")

    async def work(store: "Store") -> tuple[list[str], list[str]]:
        # All are looked up before the first is removed, so that a wrong name changes nothing.
        people = [await _find(store, name) for name in player or []]
        for match_id in matches or []:
            if await store.get_match(match_id) is None:
                raise BadOption(f"There is no match {match_id}. sandtable admin list shows them all.")
        for match_id in matches or []:
            await store.delete_match(match_id)
        for person in people:
            await store.delete_player(person.id)
        return list(matches or []), [person.name for person in people]

    gone, people = _with_store(database, work)
    if json:
        write_json({"matches": gone, "players": people})
        return
    out().print(f"Removed: {', '.join([*gone, *people])}.")


@app.command("reset-password")
def reset_password(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The player's name.")],
    given: Annotated[
        bool, typer.Option("--stdin", help="Read the new password from standard input.")
    ] = False,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """Give a player a new password and end their sessions; a random password is shown once."""
    from sandtable.server import passwords

    password = sys.stdin.readline().rstrip("\r\n") if given else passwords.new_password()
    kept = passwords.hash_password(password, name)

    async def work(store: "Store") -> str:
        player = await _find(store, name)
        await store.set_password(player.id, kept)
        return player.name

    found = _with_store(database, work)
    if json:
        write_json({"player": found, "password": None if given else password})
        return
    out().print(f"{found} has a new password" + ("." if given else f": {password}"))


def _with_store(
    database: str | None, work: Callable[["Store"], Coroutine[Any, Any, T]], new: bool = False
) -> T:
    """Open the store, do something, close it; a SQLite file must exist unless `new`."""
    from sandtable.server.store import Store

    if not new:
        _there(database)

    async def run() -> T:
        store = await Store.open(database or default_database())
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def _there(database: str | None) -> "URL":
    """Return the URL of the database, if it can exist."""
    from sandtable.server.store.engine import is_sqlite, parse_url

    url = parse_url(database or default_database())
    if is_sqlite(url) and not Path(str(url.database)).is_file():
        raise BadOption(f"There is no database {url.database}. Name one with --database.")
    return url


async def _find(store: "Store", name: str) -> "Player":
    player = await store.player_by_name(name)
    if player is None:
        raise BadOption(f"Nobody signed up as {name}. sandtable admin list --players shows all names.")
    return player


def _print(heads: list[str], rows: list[list[str]], what: str) -> None:
    """Print a table, or say that there is nothing."""
    if not rows:
        out().print(f"There are no {what}.")
        return
    grid = Grid(box=None, pad_edge=False)
    for head in heads:
        grid.add_column(head, overflow="fold")
    for row in rows:
        grid.add_row(*row)
    out().print(grid)


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _sitter(match: "MatchRecord", number: int) -> str:
    """Return who sits there, with a mark if the match waits for them."""
    seat = match.seats[number]
    name = seat.name or seat.bot or seat.kind
    return f"{name}*" if number in match.waiting else name


def _player(player: "Player") -> dict[str, Any]:
    return {"id": player.id, "name": player.name, "created": player.created}


def _match(match: "MatchRecord") -> dict[str, Any]:
    """Return what an administrator sees of a match; that does not include its seed."""
    return {
        "id": match.id,
        "game": match.game,
        "scenario": match.scenario,
        "name": match.name,
        "status": match.status,
        "choices": match.seq,
        "waiting": list(match.waiting),
        "since": match.since,
        "turn": match.turn,
        "result": match.result,
        "listed": match.listed,
        "live": match.live,
        "created": match.created,
        "updated": match.updated,
        "seats": [
            {"seat": seat.seat, "kind": seat.kind, "player": seat.name or None, "bot": seat.bot or None}
            for seat in match.seats
        ],
    }
