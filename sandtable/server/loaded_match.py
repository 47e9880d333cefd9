"""One match in memory with its numbered events, pure and synchronous.

An event is a choice or an undo. An undo takes back the last choice that still stands. So the events form a
tree of positions, and the standing choices are the path from its root to the present position. Undos are
replayed as undos, since what can be taken back depends on the whole path, not only on the position.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from sandtable.engine.errors import IllegalChoice, SandtableError
from sandtable.engine.game import Game, Setup
from sandtable.engine.log import Event as Entry
from sandtable.engine.log import Log
from sandtable.engine.match import Match, renew
from sandtable.engine.save import clone
from sandtable.engine.state import State
from sandtable.server.store.records import Event, EventKind, MatchRecord, Snapshot, Summary

STRIDE: Final = 64  # standing choices between two positions that are kept
NO_CHOICE: Final = -1  # stands for the choice in an undo

logger = logging.getLogger(__name__)


class Refused(SandtableError):
    """A refused request: a sentence, its rule, and whether the client only saw an older position."""

    def __init__(self, text: str, rule: str = "", stale: bool = False) -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule
        self.stale = stale


class Broken(SandtableError):
    """A stored history that these rules cannot play."""


class Move(NamedTuple):
    """A choice or undo that was just made, to be stored as the next event."""

    kind: EventKind
    seat: int
    choice: int


class Explained(NamedTuple):
    """Whether a choice is allowed, and the reason if not."""

    allowed: bool
    text: str
    rule: str


class _Node(NamedTuple):
    """A position in the tree: its parent, the choice that led to it, and the length of its log."""

    parent: int
    seat: int
    choice: int
    depth: int
    event: int  # the number of the event that led here
    lines: int


class Way(NamedTuple):
    """A kept position and the choices from there to another one; new seeds may stand between them."""

    game: Game
    setup: Setup
    state: State
    seed: int | None  # of the dice after the kept position, if they were renewed
    log: list[Entry]
    steps: list[tuple[int, int, int | None]]
    base: dict[str, Any] | None
    history: list[tuple[int, int]]

    def without_renewal(self) -> Way:
        """Return the way to the same position before its dice were renewed, if they were just there."""
        if not self.steps:
            return self._replace(seed=None)
        seat, choice, _ = self.steps[-1]
        return self._replace(steps=[*self.steps[:-1], (seat, choice, None)])

    def go(self) -> Match:
        """Return the match at the end of the way, only for reading; once, in any thread."""
        state = self.state
        state.log = Log()
        state.log.events = self.log
        renew(self.game, state, self.seed)
        for seat, choice, seed in self.steps:
            state.apply(seat, choice)
            renew(self.game, state, seed)
        match = Match(self.game, self.setup, state)
        match.base = self.base
        match.history = self.history
        return match


class Earlier:
    """An earlier position, played to when it is first read.

    It shares no data that change with its match, so any one thread may read it.
    """

    def __init__(self, number: int, way: Way) -> None:
        self.number = number  # of events before it
        self._way: Way | None = way
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """The match at that position."""
        if self._way is not None:
            self._match, self._way = self._way.go(), None
        assert self._match is not None
        return self._match


def set_up(game: Game, record: MatchRecord) -> Setup:
    """Return the complete set-up of a stored match."""
    return game.settle(record.scenario, record.players, record.options, record.seed)


def refused(error: SandtableError) -> Refused:
    """Turn an error of the engine into a refusal with its rule apart from its text."""
    text = str(error)
    rule = error.rule if isinstance(error, IllegalChoice) else ""
    return Refused(text.removesuffix(f" [{rule}]") if rule else text, rule)


class LoadedMatch:
    """A match with its history: plays, takes back, explains, and shows every earlier position."""

    def __init__(self, match: Match, first: int = 0) -> None:
        """Begin at the first position of a match, which may have had `first` events before it."""
        self.match = match
        self.game = match.game
        self.first = first
        lines = len(self._log().events)
        self._nodes: list[_Node] = [_Node(-1, -1, NO_CHOICE, 0, first, lines)]
        self._after: list[int] = [0] * (first + 1)  # the node after each number of events
        self._line: list[int] = [0]  # the nodes of the standing choices, the root first
        self._marks: list[State] = [match.state.fork()]  # the position at every STRIDE-th of them
        # How many lines the log had after each number of events.
        self._lengths: list[int] = [0] * first + [lines]
        self._renewed: dict[int, int] = {}  # the nodes from which on the dice come from another seed
        self._earlier: Earlier | None = None  # the last one that was read

    @staticmethod
    def start(
        game: Game, record: MatchRecord, events: Iterable[Event], base: Snapshot | None = None, first: int = 0
    ) -> LoadedMatch:
        """Load a stored match; its events may begin in a snapshot after the `first` ones."""
        setup = set_up(game, record)
        if base is not None:
            match = Match.from_position(game, setup, clone(base.position))
            match.state.log = Log.unpack(base.log)
            room = LoadedMatch(match, first)
        elif record.base is None:
            room = LoadedMatch(Match(game, setup))
        else:
            room = LoadedMatch(Match.from_position(game, setup, clone(record.base)))
        seeds = dict(record.renewed)
        if room.seq in seeds:
            room.renew(seeds[room.seq])
        for event in events:
            if event.seq > first:
                room.catch_up((event,))
                if room.seq in seeds:
                    room.renew(seeds[room.seq])
        return room

    def renew(self, seed: int) -> None:
        """Take future dice from another seed; earlier choices can no longer be taken back."""
        self.match.renew(seed)
        self._renewed[self._after[-1]] = seed

    def catch_up(self, events: Iterable[Event]) -> None:
        """Play the next stored events, which were legal when they were stored."""
        for event in events:
            if event.seq != self.seq + 1:
                raise Broken(f"The history of this match has no event {self.seq + 1}.")
            try:
                if event.kind == "undo":
                    self.undo(event.seat)
                else:
                    self.play(event.seat, event.choice)
            except Refused as error:
                # The reason could reveal a secret choice, so it is left out.
                raise Broken(
                    f"Event {event.seq} of this match does not fit the present rules; it began under "
                    "other ones. Nothing is lost: the version it began with can continue it."
                ) from error

    @property
    def seq(self) -> int:
        """The number of events so far."""
        return len(self._after) - 1

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must answer now."""
        return tuple(self.match.state.seats())

    @property
    def lines(self) -> int:
        """The number of lines in the log."""
        return len(self._log().events)

    def play(self, seat: int, choice: int | str) -> Move:
        """Play a choice of a seat; if the rules refuse it, nothing changes."""
        match = self.match
        try:
            match.play(choice, seat)
        except SandtableError as error:
            raise refused(error) from error
        except Exception as error:
            # A bug; the match has already restored the position before the choice.
            logger.exception("%s: a choice failed after %d events", self.game.slug, self.seq)
            raise Refused(
                "Sandtable failed to play this choice, which is our mistake. Nothing has changed; choose "
                "something else."
            ) from error
        number = match.history[-1][1]
        depth = len(self._line)
        self._nodes.append(_Node(self._line[-1], seat, number, depth, self.seq + 1, self.lines))
        self._line.append(len(self._nodes) - 1)
        if depth % STRIDE == 0:
            self._marks.append(match.state.fork())
        self._note()
        return Move("choice", seat, number)

    def undo(self, seat: int) -> Move:
        """Take back the last choice if this seat made it and no other player has learned anything from it."""
        try:
            self.match.undo(seat)
        except SandtableError as error:
            raise refused(error) from error
        self._line.pop()
        del self._marks[(len(self._line) - 1) // STRIDE + 1 :]
        self._note()
        return Move("undo", seat, NO_CHOICE)

    def _note(self) -> None:
        """Record the position after the last event."""
        self._after.append(self._line[-1])
        self._lengths.append(self.lines)

    def can_undo(self, seat: int) -> bool:
        """Check whether this seat may take back the last choice."""
        return self.match.result is None and self.match.can_undo(seat)

    def explain(self, seat: int, choice: int | str) -> Explained:
        """Return whether a seat may choose this now, and why not."""
        match = self.match
        g = match.state
        if g.result is not None:
            return Explained(False, f"The game is over: {g.result.text}", g.result.rule)
        try:
            number = match.number(choice)
            if seat in g.seats() and g.agenda[-1].allows(g, seat, number):
                return Explained(True, f"{self.game.label(g, number)} can be chosen now.", "")
            refusal = self.game.refusal(g, seat, number)
        except SandtableError as error:
            raise refused(error) from error
        return Explained(False, refusal.text, refusal.rule)

    def summary(self) -> Summary:
        """Return what lists of matches show of the position."""
        result = self.match.result
        return Summary(
            waiting=self.waiting,
            turn=self.game.headline(self.match.state, None),
            status="playing" if result is None else "finished",
            result=None if result is None else {**result._asdict(), "scores": list(result.scores)},
        )

    # --- earlier positions

    def at(self, number: int) -> Match:
        """Return the match after `number` events, only for reading."""
        return self.match if number == self.seq else self.way_to(number).go()

    def earlier(self, number: int) -> Earlier:
        """Return the match after `number` events, to be read later, perhaps in a thread; that is slow."""
        if self._earlier is None or self._earlier.number != number:
            self._earlier = Earlier(number, self.way_to(number))
        return self._earlier

    def way_to(self, number: int) -> Way:
        """Return the way to the position after `number` events; it shares no data that change."""
        if not 0 <= number <= self.seq:
            raise Refused(f"This match has {self.seq} events; there is no position {number}.")
        if number < self.first:
            raise Refused(
                f"The first {self.first} choices of this match were played under other rules, so its "
                "positions before that cannot be shown any more."
            )
        # Go towards the root until the standing choices are reached, then on from a kept position.
        node = self._after[number]
        nodes: list[int] = []
        while not self._stands(node):
            nodes.append(node)
            node = self._nodes[node].parent
        mark = self._nodes[node].depth // STRIDE
        first = self._line[mark * STRIDE]
        while node != first:
            nodes.append(node)
            node = self._nodes[node].parent
        steps = [(self._nodes[n].seat, self._nodes[n].choice, self._renewed.get(n)) for n in reversed(nodes)]
        log = self._log().events[: self._nodes[first].lines]
        match = self.match
        history = self._history(self._after[number])
        state = self._marks[mark].copy()
        return Way(self.game, match.setup, state, self._renewed.get(first), log, steps, match.base, history)

    def _stands(self, node: int) -> bool:
        depth = self._nodes[node].depth
        return depth < len(self._line) and self._line[depth] == node

    def _history(self, node: int) -> list[tuple[int, int]]:
        """Return the choices that led to a position."""
        way: list[tuple[int, int]] = []
        while node > 0:
            way.append((self._nodes[node].seat, self._nodes[node].choice))
            node = self._nodes[node].parent
        way.reverse()
        return way

    # --- the log

    def line_events(self, number: int, start: int = 0) -> list[int]:
        """Return, for each line of the log after `number` events from `start` on, the event that wrote it."""
        found: list[int] = []
        node = self._nodes[self._after[number]]
        while True:
            before = 0 if node.parent < 0 else self._nodes[node.parent].lines
            found += [node.event] * (node.lines - max(before, start))
            if node.parent < 0 or before <= start:
                break
            node = self._nodes[node.parent]
        found.reverse()
        return found

    def known_lines(self, number: int) -> int:
        """Return how many lines are still right for a client that last read the log after `number` events."""
        return min(self._lengths[max(0, min(number, self.seq)) :])

    def _log(self) -> Log:
        log: Log | None = self.match.state.log
        assert log is not None
        return log
