"""`sandtable pack`: exports component packs to be changed, and checks them."""

import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable import games as all_games
from sandtable.cli.common import GameArgument, JsonOption, err, load_game, out, progress, write_json
from sandtable.draw.shapes import remark
from sandtable.engine import words
from sandtable.engine.data.pack import export_pack, pack_files
from sandtable.engine.errors import BadOption, PackError
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene

app = typer.Typer(
    help="Component packs: export a game's components, check changed ones.", no_args_is_help=True
)

FIELDS = "fields and references"
FACTS = "facts of the rulebook"
# A house rule or another printing is not an error, so the games are played all the same.
CONTRADICTED = "The pack contradicts {count} of the rulebook. You can still play it if that is intended."


@app.command("export")
def export(
    game: GameArgument,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    json: JsonOption = False,
) -> None:
    """Write a game's components into a folder, to be changed and played with --pack."""
    title = load_game(game)
    names = export_pack(Path(title.data_folder), folder)
    if json:
        write_json({"game": game, "folder": str(folder), "files": names})
        return
    out().print(f"{len(names)} files of {title.title} are in {folder}", soft_wrap=True)
    out().print(
        f"Check them with sandtable pack check {folder}, play with --pack {folder}",
        style="dim",
        soft_wrap=True,
    )


@app.command("check")
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the pack.")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game it is for, if the pack does not name it."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=0, help="How many random games to play.")
    ] = 100,
    json: JsonOption = False,
) -> None:
    """Check a pack: its fields, what they refer to, the rulebook, random games; status 1 if one fails."""
    if not folder.is_dir():
        raise BadOption(f"There is no folder {folder}.")
    slug = game or game_of(folder)
    checks: list[dict[str, Any]] = []
    facts: list[str] = []
    map_remark = ""
    name = FIELDS
    try:
        title = load_game(slug, folder)
        checks.append({"check": name, "ok": True, "message": ""})
        facts = title.facts()
        message = CONTRADICTED.format(count=words.count(len(facts), "fact")) if facts else ""
        checks.append({"check": FACTS, "ok": not facts, "message": message})
        map_remark = remark(scene_of(title))
        name = f"{games} random games"
        _random_games(title, games)
        checks.append({"check": name, "ok": True, "message": ""})
    except PackError as error:
        checks.append({"check": name, "ok": False, "message": str(error)})
    ok = all(done["ok"] for done in checks)
    told = {"map": map_remark} if map_remark else {}
    if json:
        write_json({"game": slug, "folder": str(folder), "ok": ok, "checks": checks, "facts": facts} | told)
    else:
        for done in checks:
            out().print(f"{'✓' if done['ok'] else '✗'} {done['check']}")
    for sentence in facts:
        err().print(sentence, soft_wrap=True)
    if map_remark and not json:
        out().print(map_remark, style="dim", soft_wrap=True)
    for done in checks:
        if not done["ok"]:
            err().print(done["message"], soft_wrap=True)
    if not ok:
        raise typer.Exit(1)
    if not json:
        out().print(f"The pack is good for {load_game(slug).title}.")


def scene_of(game: Game) -> Scene:
    """Return the table at the beginning of a game's first scenario."""
    return game.scene(Match.start(game, None, None, {}, 0).state, None)


def game_of(folder: Path) -> str:
    """Return the game of a pack: the one its rules name, or the only one with files of these names."""
    names = set(pack_files(folder))
    if not names:
        raise BadOption(
            f"{folder} has no component files. sandtable pack export GAME DIR writes some to start from."
        )
    own = {slug: load_game(slug) for slug in all_games.SLUGS}
    try:
        said = tomllib.loads((folder / "rules.toml").read_text(encoding="utf-8")).get("game")
    except (OSError, ValueError):
        said = None
    for slug, game in own.items():
        if said in (slug, game.title):
            return slug
    shared = {slug: len(names & set(pack_files(Path(game.data_folder)))) for slug, game in own.items()}
    best = max(shared.values())
    fitting = [slug for slug, count in shared.items() if count == best and best > 0]
    if len(fitting) != 1:
        raise BadOption(f"{folder} does not name its game. Name it with --game.")
    return fitting[0]


def _random_games(game: Game, games: int) -> None:
    from sandtable.engine.checks.fuzz import fuzz

    with progress("Random games", games) as done:
        report = fuzz(game, games, deep=0.0, progress=lambda played, choices: done(played))
    if report.errors:
        first = report.errors[0]
        raise PackError(
            f"A random game with this pack fails (seed {first.seed}, choice {first.choice}): {first.message}"
        )
    if report.unfinished:
        raise PackError(f"{report.unfinished} of {games} random games with this pack do not end.")
