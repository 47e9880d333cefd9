"""Saves: a match as bytes, and back. A damaged save is told from a good one by its checksum."""

import hashlib
from typing import Any

import msgspec

from sandtable.engine.errors import SaveError
from sandtable.engine.game import Game, Setup
from sandtable.engine.state import State

FORMAT = 1
KEYS = ("game", "scenario", "players", "options", "seed", "pack", "rules", "base", "history", "snapshot")


def digest(game: Game, g: State) -> str:
    """A fingerprint of a position: equal positions have equal fingerprints."""
    return hashlib.sha256(msgspec.json.encode(game.pack_state(g), order="deterministic")).hexdigest()[:32]


def clone(data: dict[str, Any]) -> dict[str, Any]:
    """Plain data that shares nothing with `data`, as JSON reads it back."""
    new: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(data))
    return new


def plain(game: Game, g: State) -> dict[str, Any]:
    """A position as JSON reads it back."""
    return clone(game.pack_state(g))


def write(
    game: Game, setup: Setup, base: dict[str, Any] | None, history: list[tuple[int, int]], g: State
) -> bytes:
    """The bytes of a save."""
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
    """The contents of a save, checked for damage."""
    try:
        outer = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        form = msgspec.json.decode(outer["sandtable"])
        check = msgspec.json.decode(outer["check"])
        raw = bytes(outer["save"])
    except (msgspec.DecodeError, ValueError, KeyError) as error:
        raise SaveError("This is no Sandtable save, or it was cut short; nothing was loaded.") from error
    if form != FORMAT:
        raise SaveError(
            f"This save has format {form}, this Sandtable reads format {FORMAT}; nothing was loaded."
        )
    if hashlib.sha256(raw).hexdigest() != check:
        raise SaveError("This save is damaged: its checksum does not match its contents; nothing was loaded.")
    body: Any = msgspec.json.decode(raw)
    if not isinstance(body, dict):
        raise SaveError("This is no Sandtable save; nothing was loaded.")
    missing = [key for key in KEYS if key not in body]
    if missing:
        raise SaveError(f"This save has no {missing[0]}; nothing was loaded.")
    found: dict[str, Any] = body
    return found
