"""Loads stored matches, also where the rules or the components have changed since they were last played.

The row of a match holds hashes of the code and components that played its events. If both still fit, the
events are replayed. If not, the replayed position is compared with the last snapshot. If they are equal,
nothing has changed for this match. Otherwise the match goes on from the snapshot with a notice to its
players: what they saw is never rewritten.
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
from sandtable.server.loaded_match import Broken, LoadedMatch
from sandtable.server.store.records import Event, MatchRecord, Snapshot

CHANGED: Final = (
    "The rules or components of this game have changed since this match was last played. It goes on from "
    "where it stood. Its log is complete, but earlier positions can no longer be shown."
)
PLAYED: Final = " The last choices (%d) were replayed under the present rules: check their results."
LOST: Final = " The last choices (%d) do not fit the present rules: make them again."
AGAIN: Final = (
    "The rules or components of this game have changed since this match was last played. Its choices were "
    "replayed under the present ones, so the position may differ from what you saw."
)
EARLIER: Final = (
    "This match began under an earlier version of Sandtable. Its choices were replayed under the present "
    "rules, so the position and the log may differ from what you saw."
)
BROKEN: Final = (
    "The rules or components of this game have changed since this match began, and it cannot go on under the "
    "present ones. Nothing is lost: the version it began with can continue it."
)
# The folder of code that decides what happens in a game, beside its own.
ENGINE: Final = "engine"

_hashes: dict[str, str] = {}


class Change(NamedTuple):
    """What must be stored about a match that was loaded under other rules than before."""

    notice: str
    base: Snapshot | None = None  # the new snapshot in which its events begin from now on, if there is one
    base_seq: int | None = None  # the number of events before that


class LoadResult(NamedTuple):
    """A loaded match, and what must be stored before anybody plays in it."""

    loaded: LoadedMatch
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
    """Return sixteen hexadecimal digits that change when the numbers in a position change their meaning."""
    return hashlib.sha256("\n".join(game.names.keys).encode()).hexdigest()[:16]


def fits(game: Game, record: MatchRecord) -> bool:
    """Check that a match was played by exactly the present rules and components."""
    return record.rules == rules_hash(game) and record.pack_hash == game.pack_hash


def take_snapshot(loaded: LoadedMatch) -> Snapshot:
    """Return a snapshot of a match with its log."""
    game, g = loaded.game, loaded.match.state
    log = [] if g.log is None else g.log.pack()
    return Snapshot(loaded.seq, rules_hash(game), game.pack_hash, names_hash(game), plain(game, g), log)


def load(
    game: Game,
    record: MatchRecord,
    events: Sequence[Event],
    base: Snapshot | None = None,
    latest: Snapshot | None = None,
) -> LoadResult:
    """Load a match with its events; `base` is the snapshot in which they begin.

    `latest` is the last snapshot; it is used only if the rules do not fit.
    """
    first = record.base_seq or 0
    if fits(game, record):
        return LoadResult(LoadedMatch.start(game, record, events, base, first), None)
    trouble: Exception | None = None
    loaded: LoadedMatch | None = None
    try:
        loaded = LoadedMatch.start(game, record, events, base, first)
    except Exception as error:
        # Any error only means that the rules have changed.
        trouble = error
    if loaded is not None and record.status == "open":
        return LoadResult(loaded, Change(record.notice))  # nobody has seen anything of it yet
    if latest is None:
        if loaded is None:
            raise Broken(BROKEN) from trouble
        if record.rules:
            return LoadResult(loaded, Change(AGAIN))  # it ended before there was a snapshot
        # Earlier versions did not store the rules of a match.
        return LoadResult(loaded, Change(EARLIER if loaded.seq else record.notice))
    if loaded is not None and _agrees(loaded, record, latest):
        return LoadResult(loaded, Change(record.notice))
    if latest.names != names_hash(game):
        raise Broken(BROKEN) from trouble
    return _from_snapshot(game, record, events, latest)


def _agrees(loaded: LoadedMatch, record: MatchRecord, latest: Snapshot) -> bool:
    """Check that a replay has passed through the very position and log that players saw."""
    if not loaded.first <= latest.seq <= loaded.seq:
        return False
    # If the dice were renewed there, the snapshot may be from before or after that.
    for way in (loaded.way_to(latest.seq), loaded.way_to(latest.seq).without_renewal()):
        g = way.go().state
        if _words(plain(loaded.game, g)) == _words(latest.position):
            break
    else:
        return False
    if g.log is None or clone({"log": g.log.pack()})["log"] != latest.log:
        return False
    return latest.seq == record.seq or _as_listed(loaded, record)


def _words(position: dict[str, Any]) -> dict[str, Any]:
    """Return a position without its random generator, except how many numbers were drawn.

    The generator may have been renewed after the snapshot; otherwise seed and number determine it.
    """
    return {**position, "rng": position["rng"][-1]}


def _as_listed(loaded: LoadedMatch, record: MatchRecord) -> bool:
    """Check that a match stands where the lists of matches say."""
    summary = loaded.summary()
    return (summary.waiting, summary.status) == (record.waiting, record.status)


def _from_snapshot(game: Game, record: MatchRecord, events: Sequence[Event], latest: Snapshot) -> LoadResult:
    """Continue a match from a snapshot."""
    later = [event for event in events if event.seq > latest.seq]
    if later:
        # The server stopped before it could take another snapshot.
        with suppress(Broken):
            loaded = _begin(game, record, later, latest, latest.seq)
            if _as_listed(loaded, record):
                return LoadResult(loaded, Change(CHANGED + PLAYED % len(later), latest, latest.seq))
    loaded = _begin(game, record, [], latest, record.seq)
    return LoadResult(loaded, Change(CHANGED + (LOST % len(later) if later else ""), latest, record.seq))


def _begin(
    game: Game, record: MatchRecord, events: Sequence[Event], latest: Snapshot, first: int
) -> LoadedMatch:
    try:
        loaded = LoadedMatch.start(game, record, events, latest, first)
        game.check(loaded.match.state)
        asked = [prompt for prompt in loaded.match.prompts if prompt.choices]
    except Exception as error:
        raise Broken(BROKEN) from error
    if loaded.match.result is None and not asked:
        raise Broken(BROKEN)
    return loaded
