"""What a player can type besides a choice: questions about the game, and undo, save and quit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from sandtable.cli import log_output, name_matching, odds, pictures, saves
from sandtable.cli.choice_list import HEADINGS, Listing, things_of
from sandtable.cli.line_input import Quit
from sandtable.cli.name_matching import Thing
from sandtable.engine.errors import SandtableError

if TYPE_CHECKING:
    from sandtable.cli.terminal_table import TerminalTable

LOG_LINES = 15
CANDIDATES = 8
REASONS = 3

Command = Callable[["TerminalTable", int, list[str]], None]


def run_command(table: TerminalTable, seat: int, line: str) -> None:
    """Do what a line says: a command, or choices."""
    typed = line.split()
    if not typed:
        table.ask(seat, again=True)
        return
    command = COMMANDS.get(typed[0].casefold())
    if command is None:
        table.answer(seat, name_matching.split(line))
    else:
        command(table, seat, typed[1:])


def completions(listing: Listing) -> list[str]:
    """Return the words that can be typed now, for completion."""
    found = {word.casefold() for thing in listing.things for word in f"{thing.label} {thing.place}".split()}
    return sorted(
        {word.strip(",:()") for word in found if len(word) > 2} | {name for name in COMMANDS if len(name) > 1}
    )


def on_the_table(table: TerminalTable, seat: int) -> list[Thing]:
    """Return everything that can be named: the numbered choices and all the rest."""
    game, g = table.match.game, table.match.state
    scene = table.scene(seat)
    prompt = table.match.prompt_for(seat)
    things = list(table.listing(prompt).things) if prompt is not None else []
    known = {thing.choice for thing in things}
    standing = {piece.choice for piece in scene.pieces}
    rest: list[int] = []
    for choice in range(len(game.names)):
        # Counters in the pool are identical and have no place, so only those on the map are listed.
        if choice not in known and (choice in standing or game.names.kind(choice) != "unit"):
            rest.append(choice)
    return things + things_of(game, g, scene, rest)


def named(table: TerminalTable, seat: int, typed: list[str]) -> list[Thing]:
    """Return what the words may mean on the table; a number means the list."""
    things = on_the_table(table, seat)
    if len(typed) == 1 and typed[0].isdecimal():
        return [thing for thing in things if thing.number == int(typed[0])]
    return name_matching.find(things, typed)


def refusal(table: TerminalTable, seat: int, typed: list[str]) -> str:
    """Return why the typed words cannot be chosen: the reason of the rules, if they mean something."""
    things = on_the_table(table, seat)
    found, used = name_matching.take(things, typed)
    said = " ".join(typed)
    if not found:
        return f"Nothing here is called {said}. Type a number, part of a name, or help."
    reasons: dict[str, Thing] = {}
    for thing in found:
        reasons.setdefault(table.match.explain(thing.choice, seat), thing)
    if len(reasons) == 1:
        return next(iter(reasons))
    if len(reasons) <= REASONS:
        return " ".join(f"{thing}: {reason}" for reason, thing in reasons.items())
    return f"{' '.join(typed[:used])} cannot be chosen now; why {' '.join(typed[:used])} tells the reasons."


def _nothing(what: str) -> SandtableError:
    return SandtableError(f"Nothing on the table is called {what}.")


# --- questions


def why(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """why THING: whether it can be chosen now, and if not, which rule says so"""
    if not typed:
        rule(table, seat, [])
        return
    wanted = name_matching.split(" ".join(typed))
    found = named(table, seat, wanted)
    if not found and len(wanted) > 1 and wanted[0].casefold() in name_matching.VERBS:
        found = named(table, seat, wanted[1:])
    if not found:
        raise _nothing(" ".join(typed))
    told: dict[str, list[str]] = {}
    for thing in found:
        told.setdefault(table.match.explain(thing.choice, seat), []).append(str(thing))
    for text, names in list(told.items())[:CANDIDATES]:
        if len(told) > 1 and not any(text.startswith(name) for name in names):
            table.console.print(Text(f"{', '.join(dict.fromkeys(names))}:", style="bold"))
        table.console.print(text)
    if len(told) > CANDIDATES:
        table.console.print(f"… and {len(told) - CANDIDATES} more; type more of the name.", style="dim")


def rule(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """rule [ID]: a rule in our words, or the rule of the question; with words, the rules that contain them"""
    rules = table.match.game.rules
    wanted = (
        [part.strip("[], ") for part in typed] if typed else table.prompt(seat).rule.replace(",", " ").split()
    )
    for each in wanted:
        if each in rules:
            table.console.print(log_output.rule_text(each, rules[each].title, rules[each].text))
            below = log_output.rules_below(rules, each)
            if below:
                table.console.print(", ".join(f"[{r.id}] {r.title}" for r in below), style="dim")
    if any(each in rules for each in wanted):
        return
    search = name_matching.normalise(" ".join(wanted))
    hits = [r for r in rules.values() if search and search in name_matching.normalise(f"{r.title} {r.text}")]
    if len(wanted) == 1 and (below := log_output.rules_below(rules, wanted[0])):
        hits = below
    if not hits:
        raise SandtableError(
            f"There is no rule {' '.join(wanted)}." if wanted else "This question has no rule."
        )
    for hit in hits[:CANDIDATES]:
        table.console.print(log_output.rule_text(hit.id, hit.title, hit.text))
    if len(hits) > CANDIDATES:
        table.console.print(f"… and {len(hits) - CANDIDATES} more rules.", style="dim")


def log(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """log [N]: the last N lines of what happened"""
    count = _count(typed, LOG_LINES)
    lines = table.match.log(seat)
    if not lines:
        table.console.print("Nothing has happened yet.")
    for line in lines[len(lines) - count if count < len(lines) else 0 :]:
        table.console.print(log_output.log_line(table.scene(seat), line, table.console.width))


def map_(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """map [REGION]: the map as text, whole or one region"""
    scene = table.scene(seat)
    region = pictures.find_region(scene, " ".join(typed)) if typed else None
    table.console.print(pictures.text_map(scene, region, table.console.width))


def look(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """look [THING]: an area with its neighbours, or a row of the panels, such as a card; alone, all panels"""
    scene = table.scene(seat)
    if not typed:
        table.console.print(log_output.panels(scene))
        return
    places = [
        Thing(i, 0, "area", f"area:{p.id}", p.name) for i, p in enumerate(scene.places) if p.choice >= 0
    ]
    found = name_matching.find(places, name_matching.split(" ".join(typed)))
    if not found:
        told = log_output.rows_about(scene, " ".join(typed))
        if not told:
            raise SandtableError(f"Neither the map nor the panels have {' '.join(typed)}.")
        for row in told:
            table.console.print(row)
        return
    if len(found) > 3:
        raise SandtableError(f"{' '.join(typed)} may be {', '.join(thing.label for thing in found)}.")
    for thing in found:
        table.console.print(pictures.area_card(scene, thing.choice, table.console.width))


def list_(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """list [KIND]: all choices, or those of one kind, unfolded"""
    listing = table.listing(table.prompt(seat))
    kind = None
    if typed:
        wanted = name_matching.normalise(" ".join(typed))
        kinds = [
            k
            for k in listing.kinds()
            if k.startswith(wanted) or name_matching.normalise(HEADINGS.get(k, k)).startswith(wanted)
        ]
        if not kinds:
            raise SandtableError(
                f"There are no choices of that kind. Choose one of {', '.join(listing.kinds())}."
            )
        kind = kinds[0]
    for line in listing.render(table.console.width, whole=True, kind=kind):
        table.console.print(line)


def hint(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """hint: what a staff officer would do, and what the alternatives are worth"""
    prompt = table.prompt(seat)
    choice, line = table.advice(seat)
    number = next(thing.number for thing in table.listing(prompt).things if thing.choice == choice)
    table.console.print(f"Hint: {number} {line}")


def odds_(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """odds: the possible results of the current and next fights, with their probabilities"""
    odds.print_odds(table.console, table.match.game.odds(table.match.state, seat))


def auto(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """auto [N|turn]: let the greedy bot choose for you, N times or until the turn ends or others move"""
    whole_turn = bool(typed) and typed[0].casefold() == "turn"
    left = 100_000 if whole_turn else _count(typed, 1)
    turn = log_output.turn_of(table.scene(seat))
    while left > 0 and table.match.prompt_for(seat) is not None:
        choice = table.usual_choice(seat)
        thing = next(thing for thing in table.listing(table.prompt(seat)).things if thing.choice == choice)
        table.console.print(Text(f"▸ {thing}", style="bold"))
        table.play(seat, thing.choice)
        own_turn = table.others_answer()
        table.report(seat)
        left = left - 1 if own_turn else 0
        # One player may have every turn, as in a solo game.
        if whole_turn and log_output.turn_of(table.scene(seat)) != turn:
            left = 0


def help_(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """help: this list"""
    places = [place for place in table.scene(seat).places if place.choice >= 0]
    key = f" (area:{places[0].id})" if places else ""
    row = f": {' '.join(place.id for place in places[:3])}" if len(places) > 2 else ""
    table.console.print(
        f"Choose by number (7), by key{key} or by any unique part of a name. "
        f"Several choices may stand in one line{row}. Enter alone shows the question again."
    )
    shown: set[int] = set()
    for command in COMMANDS.values():
        if id(command) not in shown:
            shown.add(id(command))
            usage, _, text = (command.__doc__ or "").partition(": ")
            table.console.print(Text.assemble((f"  {usage:<16}", "bold cyan"), text))


# --- taking back, saving, leaving


def undo(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """undo [N]: take back your last choice, or the last N, up to the last roll or another player's choice"""
    wanted = _count(typed, 1)
    done = 0
    while done < wanted and (done == 0 or table.match.can_undo(seat)):
        table.undo(seat)
        done += 1
    table.console.print(f"{done} choice{'s' if done > 1 else ''} taken back.")


def show(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """show [FILE]: draw the position as a picture, FILE.svg or FILE.png"""
    if typed:
        path = Path(" ".join(typed)).expanduser()
        if not path.suffix:
            path = path.with_name(path.name + ".svg")
    else:
        path = saves.data_folder() / "pictures" / f"{table.match.game.slug}.svg"
    pictures.write_picture(table.scene(seat), path)
    table.say_where("The position is drawn in", path)


def save(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """save [FILE]: save the game as it is now; a bare name goes to the folder of saves"""
    path = saves.save_path(" ".join(typed)) if typed else table.path
    table.save(path)
    table.say_where("The game is saved as", path)


def load(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """load FILE: continue a saved game; without FILE, list the saves"""
    if typed:
        table.load(" ".join(typed))
        table.console.print(f"Loaded {' '.join(typed)}.")
        if table.match.note:
            table.console.print(Text(table.match.note, style="bold"))
        return
    found = saves.listed()
    if not found:
        table.console.print(f"There are no saves in {saves.saves_folder()}")
    for path in found[:LOG_LINES]:
        table.console.print(f"  {path.stem}")


def quit_(table: TerminalTable, seat: int, typed: list[str]) -> None:
    """quit: save and leave"""
    raise Quit


def _count(typed: list[str], default: int) -> int:
    if not typed:
        return default
    if not typed[0].isdecimal() or int(typed[0]) < 1:
        raise SandtableError(f"{typed[0]} is not a number of at least 1.")
    return int(typed[0])


# All commands; help shows the first name of each.
COMMANDS: dict[str, Command] = {
    "why": why,
    "rule": rule,
    "look": look,
    "map": map_,
    "log": log,
    "list": list_,
    "hint": hint,
    "h": hint,
    "odds": odds_,
    "auto": auto,
    "undo": undo,
    "u": undo,
    "show": show,
    "save": save,
    "load": load,
    "help": help_,
    "?": help_,
    "quit": quit_,
    "q": quit_,
    "exit": quit_,
}
