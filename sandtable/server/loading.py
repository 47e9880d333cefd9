"""Loads the room of a stored match, also where the rules or the components have changed since it was played.

A match's row holds hashes of the code and the components that its events were played by. While both fit, the
events are played again. When one does not, what they now lead to is compared with the last snapshot. If it is
the same, nothing has changed for this match. Otherwise the match goes on from the snapshot, and its players
are told so: what they saw is never rewritten.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import sandtable
from sandtable.engine.game import Game
from sandtable.engine.save import clone, plain
from sandtable.server.loaded_match import Broken, Room
from sandtable.server.store.records import Event, MatchRecord, Snapshot

CHANGED: Final = (
    "The rules or components of this game have changed since this match was played last. It goes on from "
    "where it stood. Its log is whole, but earlier positions cannot be shown any more."
)
PLAYED: Final = " The last choices (%d) were played again by the rules of today: look at what came of them."
LOST: Final = " The last choices (%d) do not fit the rules of today: take them again."
AGAIN: Final = (
    "The rules or components of this game have changed since this match was played last. Its choices were "
    "played again by those of today, so the position may differ from what you saw."
)
EARLIER: Final = (
    "This match was begun under an earlier version of Sandtable. Its choices were played again by the rules "
    "of today, so the position and the log may differ from what you saw."
)
BROKEN: Final = (
    "The rules or components of this game have changed since this match was begun, and it cannot go on under "
    "those of today. Nothing of it is lost: the version it was begun with can play it on."
)
# The folder of code beside a game's own that decides what happens in it.
ENGINE: Final = "engine"

_hashes: dict[str, str] = {}


class Change(NamedTuple):
    """What is to be written down of a match that was loaded by other rules than before."""

    notice: str
    base: Snapshot | None = None  # the snapshot that its events begin in from now on, if that is new
    base_seq: int | None = None  # the number of events before that


class Loaded(NamedTuple):
    """A room, and what has to be written down before anybody plays in it."""

    room: Room
    change: Change | None


def rules_hash(game: Game) -> str:
    """Return sixteen hexadecimal digits that change with the code of a game and of the engine."""
    if game.slug not in _hashes:
        home = Path(str(sys.modules[type(game).__module__].__file__)).parent
        package = Path(sandtable.__path__[0])
        digest = hashlib.sha256()
        for folder in (package / ENGINE, home):
            for path in sorted(folder.rglob("*.py")):
                digest.update(f"{folder.name}/{path.relative_to(folder).as_posix()}\n".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
        _hashes[game.slug] = digest.hexdigest()[:16]
    return _hashes[game.slug]


def names_hash(game: Game) -> str:
    """Return sixteen hexadecimal digits that change when the numbers in a position mean something else."""
    return hashlib.sha256("\n".join(game.names.keys).encode()).hexdigest()[:16]


def fits(game: Game, record: MatchRecord) -> bool:
    """Whether a match was played by the very rules and components that there are now."""
    return record.rules == rules_hash(game) and record.pack_hash == game.pack_hash


def take_snapshot(room: Room) -> Snapshot:
    """Return where a room stands, with its log."""
    game, g = room.game, room.match.state
    log = [] if g.log is None else g.log.pack()
    return Snapshot(room.seq, rules_hash(game), game.pack_hash, names_hash(game), plain(game, g), log)


def load(
    game: Game,
    record: MatchRecord,
    events: Sequence[Event],
    base: Snapshot | None = None,
    latest: Snapshot | None = None,
) -> Loaded:
    """Return the room of a match after its events; `base` is the snapshot in which those begin.

    `latest` is the last snapshot of the match; it is looked at only where the rules do not fit.
    """
    first = record.base_seq or 0
    if fits(game, record):
        return Loaded(Room.start(game, record, events, base, first), None)
    trouble: Exception | None = None
    room: Room | None = None
    try:
        room = Room.start(game, record, events, base, first)
    except Exception as error:
        # Whatever goes wrong, it means only that the rules have changed.
        trouble = error
    if room is not None and record.status == "open":
        return Loaded(room, Change(record.notice))  # nobody has seen anything of it yet
    if latest is None:
        if room is None:
            raise Broken(BROKEN) from trouble
        if record.rules:
            return Loaded(room, Change(AGAIN))  # it broke off before there was a snapshot
        # By which rules it was played before these were noted nobody knows.
        return Loaded(room, Change(EARLIER if room.seq else record.notice))
    if room is not None and _agrees(room, record, latest):
        return Loaded(room, Change(record.notice))
    if latest.names != names_hash(game):
        raise Broken(BROKEN) from trouble
    return _from_snapshot(game, record, events, latest)


def _agrees(room: Room, record: MatchRecord, latest: Snapshot) -> bool:
    """Whether a room has come by the very position and log that were seen."""
    if not room.first <= latest.seq <= room.seq:
        return False
    # Where the dice were renewed there, the snapshot may have been taken before or after that.
    for way in (room.way_to(latest.seq), room.way_to(latest.seq).without_renewal()):
        g = way.go().state
        if _words(plain(room.game, g)) == _words(latest.position):
            break
    else:
        return False
    if g.log is None or clone({"log": g.log.pack()})["log"] != latest.log:
        return False
    return latest.seq == record.seq or _as_listed(room, record)


def _words(position: dict[str, Any]) -> dict[str, Any]:
    """A position without the generator, of which only remains how many numbers were drawn.

    The generator may have been renewed after the snapshot; otherwise it follows from seed and number.
    """
    return {**position, "rng": position["rng"][-1]}


def _as_listed(room: Room, record: MatchRecord) -> bool:
    """Whether a room stands where lists of matches say."""
    summary = room.summary()
    return (summary.waiting, summary.status) == (record.waiting, record.status)


def _from_snapshot(game: Game, record: MatchRecord, events: Sequence[Event], latest: Snapshot) -> Loaded:
    """A room that goes on from a snapshot."""
    later = [event for event in events if event.seq > latest.seq]
    if later:
        # The server broke down before it could take another snapshot.
        with suppress(Broken):
            room = _begin(game, record, later, latest, latest.seq)
            if _as_listed(room, record):
                return Loaded(room, Change(CHANGED + PLAYED % len(later), latest, latest.seq))
    room = _begin(game, record, [], latest, record.seq)
    return Loaded(room, Change(CHANGED + (LOST % len(later) if later else ""), latest, record.seq))


def _begin(game: Game, record: MatchRecord, events: Sequence[Event], latest: Snapshot, first: int) -> Room:
    try:
        room = Room.start(game, record, events, latest, first)
        game.check(room.match.state)
        asked = [prompt for prompt in room.match.prompts if prompt.choices]
    except Exception as error:
        raise Broken(BROKEN) from error
    if room.match.result is None and not asked:
        raise Broken(BROKEN)
    return room
