"""Saves: a match as bytes, and back. A checksum tells a damaged save from a good one."""

import hashlib
from typing import Any

import msgspec

from sandtable.engine.errors import SaveError
from sandtable.engine.game import Game, Setup
from sandtable.engine.state import State

FORMAT = 1
NO_SAVE = "This is not a Sandtable save, or it was cut short; nothing was loaded."
DEEP = "This save is nested deeper than any that Sandtable writes; nothing was loaded."
KEYS = ("game", "scenario", "players", "options", "seed", "pack", "rules", "base", "history", "snapshot")


def digest(game: Game, g: State) -> str:
    """Return a fingerprint of a position: equal positions have equal fingerprints."""
    return hashlib.sha256(msgspec.json.encode(game.pack_state(g), order="deterministic")).hexdigest()[:32]


def clone(data: dict[str, Any]) -> dict[str, Any]:
    """Plain data that shares nothing with `data`, as JSON reads it back."""
    new: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(data))
    return new


def plain(game: Game, g: State) -> dict[str, Any]:
    """Return a position as JSON reads it back."""
    return clone(game.pack_state(g))


def write(
    game: Game, setup: Setup, base: dict[str, Any] | None, history: list[tuple[int, int]], g: State
) -> bytes:
    """Return the bytes of a save."""
    body: dict[str, Any] = {
        "game": game.slug,
        "scenario": setup.scenario,
        "players": setup.players,
        "options": setup.options,
        "seed": setup.seed,
        "pack": game.pack_hash,
        "rules": game.version,
        "base": base,
        "history": [list(entry) for entry in history],
        "snapshot": {**game.pack_state(g), "log": None if g.log is None else g.log.pack()},
    }
    raw = msgspec.json.encode(body)
    return msgspec.json.encode(
        {"sandtable": FORMAT, "check": hashlib.sha256(raw).hexdigest(), "save": msgspec.Raw(raw)}
    )


def read(data: bytes) -> dict[str, Any]:
    """Return the contents of a save, checked for damage."""
    try:
        outer = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        form = msgspec.json.decode(outer["sandtable"])
        check = msgspec.json.decode(outer["check"])
        raw = bytes(outer["save"])
    except RecursionError as error:
        raise SaveError(DEEP) from error
    except (msgspec.DecodeError, ValueError, KeyError) as error:
        raise SaveError(NO_SAVE) from error
    if form != FORMAT:
        raise SaveError(
            f"This save has format {form}, this Sandtable reads format {FORMAT}; nothing was loaded."
        )
    if hashlib.sha256(raw).hexdigest() != check:
        raise SaveError("This save is damaged: its checksum does not match its contents; nothing was loaded.")
    try:
        body: Any = msgspec.json.decode(raw)
    except (msgspec.DecodeError, ValueError) as error:
        raise SaveError(NO_SAVE) from error
    except RecursionError as error:
        raise SaveError(DEEP) from error
    if not isinstance(body, dict):
        raise SaveError("This is not a Sandtable save; nothing was loaded.")
    missing = [key for key in KEYS if key not in body]
    if missing:
        raise SaveError(f"This save has no {missing[0]}; nothing was loaded.")
    wrong = malformed(body)
    if wrong:
        raise SaveError(
            f"This is not a Sandtable save: its {wrong} cannot be what Sandtable wrote; nothing was loaded."
        )
    found: dict[str, Any] = body
    return found


def malformed(body: dict[str, Any]) -> str:
    """Return the first entry of a save that is not of the kind it should be; an empty text when all are."""
    for key in ("game", "scenario", "pack"):
        if not isinstance(body[key], str):
            return key
    for key in ("players", "seed"):
        if not isinstance(body[key], int):
            return key
    options = body["options"]
    if not isinstance(options, dict) or not all([isinstance(v, bool | int | str) for v in options.values()]):
        return "options"
    history = body["history"]
    if not isinstance(history, list) or not all([is_choice(entry) for entry in history]):
        return "history"
    if body["base"] is not None and not isinstance(body["base"], dict):
        return "base"
    snapshot = body["snapshot"]
    if not isinstance(snapshot, dict):
        return "snapshot"
    log = snapshot.get("log")
    if log is not None and (not isinstance(log, list) or not all([is_line(row) for row in log])):
        return "log"
    return ""


def is_choice(entry: Any) -> bool:
    """Return whether this is an entry of a history: a seat and a choice."""
    if not isinstance(entry, list) or len(entry) != 2:
        return False
    return isinstance(entry[0], int) and isinstance(entry[1], int)


def is_line(row: Any) -> bool:
    """Return whether this is a line of a packed log: text, rule, refs, secret, seats."""
    if not isinstance(row, list) or len(row) != 5:
        return False
    return isinstance(row[0], str) and isinstance(row[2], list) and isinstance(row[4], list)
