"""Secrets: the proof that what a seat is shown does not depend on what it may not know.

A seat is shown its view, its question, its scene with all panels, and its log. The proof draws again what
the seat cannot know (`Game.determinize`) and compares byte for byte: at once, some choices later, and over
the secret choices of others.
"""

from typing import Any

import msgspec

from sandtable.engine.game import Game
from sandtable.engine.log import Line
from sandtable.engine.rng import Rng
from sandtable.engine.save import clone, digest
from sandtable.engine.state import State


def shown(game: Game, g: State, seat: int | None, start: int = 0) -> dict[str, Any]:
    """Return all that a seat can see, as plain data: view, question, scene, and log from event `start` on."""
    lines: list[Line] = [] if g.log is None else g.log.lines(seat, start)
    return clone({**game.seen(g, seat), "scene": game.scene(g, seat)._asdict(), "log": lines})


def difference(a: Any, b: Any, path: str = "") -> str:
    """Return where two pieces of plain data differ first; empty when they are equal byte for byte."""
    one: bytes = msgspec.json.encode(a)
    two: bytes = msgspec.json.encode(b)
    if one == two:
        return ""
    if isinstance(a, dict) and isinstance(b, dict) and list(a) == list(b):
        for key in a:
            found = difference(a[key], b[key], f"{path}.{key}" if path else str(key))
            if found:
                return found
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i in range(len(a)):
            found = difference(a[i], b[i], f"{path}[{i}]")
            if found:
                return found
    return f"{path}: {_short(one)} or {_short(two)}"


def _short(data: bytes) -> str:
    text = data.decode()
    return text if len(text) <= 60 else text[:57] + "..."


def leaks(game: Game, g: State, seat: int, rng: Rng, ahead: int = 8) -> list[str]:
    """Return what a seat could learn of what it may not know.

    Nothing when the secrets of this position are kept.
    """
    before = digest(game, g)
    other = game.determinize(g, seat, rng)
    if digest(game, g) != before:
        return ["determinize changes the position that it is given."]
    game.check(other)
    found = _apart(game, g, other, seat, f"seat {seat}") + _apart(game, g, other, None, "a spectator")
    if not found and seat in g.seats():
        found = _judgement(game, g, other, seat, rng)
    if not found and g.ask_always:
        found = _twins(game, g, other, seat, rng, ahead)
    if not found:
        found = _secret_choices(game, g, seat, rng)
    return found


def _apart(game: Game, g: State, other: State, seat: int | None, who: str) -> list[str]:
    """Return how what somebody sees of a position and its double, and has read so far, differs."""
    written = 0 if g.log is None else len(g.log.events)
    if g.log is not None and other.log is not None:
        one, two = g.log.lines(seat), other.log.lines(seat)
        if one != two:  # a log is long: it is made plain only to say where
            return _compare(who, clone({"log": one}), clone({"log": two}))
    return _compare(who, shown(game, g, seat, written), shown(game, other, seat, written))


def _compare(who: str, one: dict[str, Any], two: dict[str, Any], when: str = "") -> list[str]:
    apart = difference(one, two)
    return [f"What {who} is shown{when} depends on secrets: {apart}."] if apart else []


def _judgement(game: Game, g: State, other: State, seat: int, rng: Rng) -> list[str]:
    """Return the doctrine and the refusals must not peek."""
    choices = g.choices(seat)
    if game.preferences(g, seat, choices) != game.preferences(other, seat, choices):
        return [f"The preferences of seat {seat} depend on secrets."]
    for _ in range(20):
        choice = rng.below(len(game.names))
        if choice in choices:
            continue
        one = game.refusal(g, seat, choice)
        two = game.refusal(other, seat, choice)
        if one != two:
            key = game.key(g, choice)
            return [f"The refusal of {key} to seat {seat} depends on secrets: {one.text!r} or {two.text!r}."]
    return []


def _twins(game: Game, g: State, other: State, seat: int, rng: Rng, ahead: int) -> list[str]:
    """Play the position and its double on alike, with the same dice, until something is revealed."""
    a = g.copy()
    b = other.copy()
    b.rng = a.rng.copy()
    start = 0 if a.log is None else len(a.log.events)
    played: list[str] = []
    while len(played) < ahead and a.result is None and b.result is None:
        seats = a.seats()
        mover = seats[rng.below(len(seats))]
        offers = set(a.choices(mover))
        # What reads in another way to the mover is another thing, though it is clicked in the same place.
        common = [c for c in b.choices(mover) if c in offers and game.label(a, c) == game.label(b, c)]
        if not common:
            break
        choice = common[rng.below(len(common))]
        played.append(game.key(a, choice))
        before, doubled = a, b
        a, b = a.copy(), b.copy()
        a.apply(mover, choice)
        b.apply(mover, choice)
        when = f" after {', '.join(played)}"
        if a.revealed != before.revealed or b.revealed != doubled.revealed or a.rng.drawn != b.rng.drawn:
            return _whispers(a, b, seat, start, when)
        seen = shown(game, a, seat, start)  # the logs up to there are alike already
        found = _compare(f"seat {seat}", seen, shown(game, b, seat, start), when)
        if found and mover != seat:
            # A secret choice of another may mean one thing here and another there.
            same = _same_to(game, doubled, seat, mover, seen, -1, start)
            if same is not None:
                b = same
                found = []
            elif _same_to(game, before, seat, mover, seen, choice, start) is not None:
                return []
        if found:
            return found
    return []


def _same_to(
    game: Game, g: State, seat: int, mover: int, seen: dict[str, Any], but: int, start: int
) -> State | None:
    """Return what becomes of `g` by a choice of `mover`, other than `but`,
    after which `seat` is shown `seen`.
    """
    for choice in g.choices(mover):
        if choice != but:
            new = g.copy()
            new.apply(mover, choice)
            if not difference(seen, shown(game, new, seat, start)):
                return new
    return None


def _whispers(a: State, b: State, seat: int, start: int, when: str) -> list[str]:
    """After something is revealed the logs may part, but not in what is whispered to others before."""
    if a.log is not None and b.log is not None:
        for one, two in zip(a.log.events[start:], b.log.events[start:], strict=False):
            if one.seats != two.seats or not one.seats or seat in one.seats:
                break
            if one.text != two.text:
                return [f"What seat {seat} reads{when} depends on secrets: {one.text!r} or {two.text!r}."]
    return []


def _secret_choices(game: Game, g: State, seat: int, rng: Rng) -> list[str]:
    """Return where another seat's choices differ for that seat alone,
    this one's log must not tell them apart.
    """
    start = 0 if g.log is None else len(g.log.events)
    for mover in g.seats():
        if mover == seat:
            continue
        choices = g.choices(mover)[:]
        rng.shuffle(choices)
        # by what this seat sees: what the mover sees, what this seat reads, the choice
        groups: dict[bytes, tuple[bytes, list[Line], int]] = {}
        for choice in choices[:12]:
            new = g.copy()
            new.apply(mover, choice)
            if new.revealed != g.revealed:
                continue  # all have seen it, though it may be gone again: a discard, shuffled into a new deck
            mine: bytes = msgspec.json.encode(game.seen(new, seat))
            theirs: bytes = msgspec.json.encode(game.seen(new, mover))
            lines = [] if new.log is None else new.log.lines(seat, start)
            if new.rng.drawn != g.rng.drawn and any([choice in line.refs for line in lines]):
                continue  # done in the open, though a draw has swept away what was to be seen of it
            if mine not in groups:
                groups[mine] = (theirs, lines, choice)
                continue
            first = groups[mine]
            if first[0] != theirs and first[1] != lines:
                keys = f"{game.key(g, first[2])} and {game.key(g, choice)}"
                return [f"The log of seat {seat} tells the secret choices {keys} of seat {mover} apart."]
    return []
