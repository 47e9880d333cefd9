"""Playthroughs: a seeded random game as a text, so that a change of rules shows as a readable difference.

The text shows the whole table once and after every choice only the lines that have changed, then what
happened, the question, what was offered and what was chosen.
"""

import textwrap
from typing import Any, Final

from sandtable.engine.game import Game, Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Scene
from sandtable.engine.state import State

WIDTH: Final = 110
CHANGING: Final = ("beachhead", "held")  # marks of places that come and go; the others are printed on the map


def playthrough(game: Game, setup: Setup, chooser_seed: int = 0, max_choices: int = 200) -> str:
    """Return the transcript of a random game.

    Its first `max_choices` choices, or all of them if there are fewer.
    """
    rng = Rng(chooser_seed)
    match = Match(game, setup)
    options = ", ".join(f"{key}={str(value).lower()}" for key, value in setup.options.items())
    out = [
        f"{game.title}: {setup.scenario}, {setup.players} players, seed {setup.seed}",
        f"options: {options or 'none'}",
        f"choices: random, seed {chooser_seed}",
        "",
    ]
    table = table_lines(game, match.state, setup.players)
    out += table
    events = 0
    number = 0
    while match.result is None and number < max_choices:
        events = _tell_events(match, events, out)
        prompts = match.prompts
        prompt = prompts[rng.below(len(prompts))]
        choice = prompt.choices[rng.below(len(prompt.choices))]
        number += 1
        name = game.seat_names(match.state)[prompt.seat]
        out += ["", f"#{number} {name}: {prompt.text} [{prompt.rule}]"]
        out += _offers(game, match.state, prompt.choices)
        out.append(f"> {game.key(match.state, choice)}")
        match.play(choice, prompt.seat)
        now = table_lines(game, match.state, setup.players)
        out += _changes(table, now)
        table = now
    _tell_events(match, events, out)
    out.append("")
    if match.result is None:
        out.append(f"(cut after {number} choices)")
    else:
        scores = ", ".join(f"{score:g}" for score in match.result.scores)
        out.append(f"After {number} choices: {match.result.text} [{match.result.rule}] scores {scores}")
    return "\n".join(out) + "\n"


def _tell_events(match: Match, events: int, out: list[str]) -> int:
    """Write down what has happened since, secrets too: a playthrough is for those who know all."""
    log = match.state.log
    if log is None:
        return 0
    for event in log.events[events:]:
        rule = f" [{event.rule}]" if event.rule else ""
        out.append(f"* {event.secret or event.text}{rule}")
    return len(log.events)


def _offers(game: Game, g: State, choices: list[int]) -> list[str]:
    """Return the choices by kind, names after names."""
    kinds: dict[str, list[str]] = {}
    for choice in choices:
        kind, _, name = game.key(g, choice).partition(":")
        kinds.setdefault(kind, []).append(name)
    out: list[str] = []
    for kind, names in kinds.items():
        text = f"{kind}: {', '.join(names)}"
        out += textwrap.wrap(
            text,
            WIDTH,
            initial_indent="  ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return out


def _changes(old: list[str], new: list[str]) -> list[str]:
    """Return the lines that are new or gone.

    The table's lines are all different, so that order does not matter.
    """
    before = set(old)
    after = set(new)
    gone = [f"- {line}" for line in old if line not in after]
    come = [f"+ {line}" for line in new if line not in before]
    return gone + come


# --- the table as lines


def table_lines(game: Game, g: State, players: int) -> list[str]:
    """Return the table as everybody sees it, then what each seat sees besides."""
    try:
        shared = scene_lines(game.scene(g, None))
        seats = [scene_lines(game.scene(g, seat)) for seat in range(players)]
    except NotImplementedError:
        shared = view_lines(game.view(g, None))
        seats = [view_lines(game.view(g, seat)) for seat in range(players)]
    names = game.seat_names(g)
    known = set(shared)
    out = list(shared)
    for seat in range(players):
        out += [f"{names[seat]} sees: {line}" for line in seats[seat] if line not in known]
    return out


def scene_lines(scene: Scene) -> list[str]:
    """Return a scene in lines: one for each place that holds anything or is held,
    one for each row of a panel.
    """
    out = [scene.subtitle] if scene.subtitle else []
    held: list[list[str]] = [[] for _ in scene.places]
    off: list[str] = []
    for piece in scene.pieces:
        number = f"{piece.number} " if piece.number != 1 else ""
        face = "" if piece.full else f" {scene.names.get('reduced', 'reduced')}"
        status = f" ({piece.status})" if piece.status else ""
        text = f"{number}{piece.name}{face}{status}"
        if 0 <= piece.place < len(held):
            held[piece.place].append(text)
        else:
            off.append(text)
    for place, pieces in zip(scene.places, held, strict=True):
        changing = [mark for mark in place.marks if mark.partition(":")[0] in CHANGING]
        if not pieces and not changing and place.owner in ("", "neutral"):
            continue
        extra = f" {' '.join(changing)}" if changing else ""
        out.append(f"{place.id} [{place.owner}]{extra}: {', '.join(sorted(pieces)) or 'empty'}")
    if off:
        out.append(f"off the map: {', '.join(sorted(off))}")
    for panel in scene.panels:
        for row in panel.rows:
            out.append(f"{panel.title}: {' | '.join(row)}")
    return out


def view_lines(view: dict[str, Any]) -> list[str]:
    """Return a view in lines, `path = value`; for games without a scene."""
    out: list[str] = []
    _flatten(view, "", out)
    return out


def _flatten(data: Any, path: str, out: list[str]) -> None:
    if isinstance(data, dict) and data:
        for key, value in data.items():
            _flatten(value, f"{path}.{key}" if path else str(key), out)
    elif isinstance(data, (list, tuple)) and any(isinstance(item, (dict, list, tuple)) for item in data):
        for number, item in enumerate(data):
            name = item["id"] if isinstance(item, dict) and "id" in item else number
            _flatten(item, f"{path}.{name}", out)
    elif isinstance(data, (list, tuple)):
        out.append(f"{path} = {' '.join(str(item) for item in data)}")
    else:
        out.append(f"{path} = {data}")
