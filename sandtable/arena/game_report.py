"""The after-action report of one finished game: how it went, what turned it, the map at each turn's end."""

from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable import draw
from sandtable.arena import plots
from sandtable.arena.html_page import Page
from sandtable.arena.play_game import Recorder, Thing
from sandtable.engine.errors import BadOption, SandtableError, SaveError
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.words import count

Progress = Callable[[int], None]  # choices so far

SWINGS = 12
EVENTS = 3  # sentences for a swing
# Points of the line of values; more are too many to see.
POINTS = 1500


class Moment(NamedTuple):
    """One choice: who, what, what came of it, and how each team stood before and after."""

    number: int
    turn: str
    seat: int
    label: str
    events: list[str]
    before: list[float]
    after: list[float]


class Turn(NamedTuple):
    """The end of a turn: its name, the table as it was, and what happened in it."""

    name: str
    scene: Scene
    events: list[str]


class Course:
    """A finished game played again, and what is seen on the way."""

    def __init__(self, saved: Match, eye: int | None = None, progress: Progress | None = None) -> None:
        self.game = saved.game
        self.setup = saved.setup
        self.history = saved.history
        self.eye = eye
        if saved.result is None:
            raise BadOption("This game is not over; an after-action report is of a finished one.")
        if saved.base is not None and not saved.history:
            raise SaveError(
                "This save was made under other rules: its position can be shown and played, not its history."
            )
        match = (
            Match(self.game, self.setup)
            if saved.base is None
            else Match.from_position(self.game, self.setup, saved.base)
        )
        self.names = self.game.seat_names(match.state)
        self.teams = self.game.teams(self.setup)
        self.sides = [" and ".join(self.names[seat] for seat in team) for team in self.teams]
        self.recorder = Recorder(self.game, match.state, self.setup.players)
        self.moments: list[Moment] = []
        self.turns: list[Turn] = [self._turn(match, "Set-up", [])]
        self._play(match, progress)
        assert match.result is not None
        self.result = match.result

    @property
    def things(self) -> tuple[Thing, ...]:
        """Cards and developments that were had or chosen."""
        return self.recorder.things()

    def _play(self, match: Match, progress: Progress | None) -> None:
        now = self._values(match)
        told = 0
        of_turn: list[str] = []
        for number, (seat, choice) in enumerate(self.history, 1):
            label, turn = self.game.label(match.state, choice), self.game.turn_name(match.state)
            match.play(choice, seat)
            events = [line.text for line in match.log(self.eye, told)]
            told += len(events)
            of_turn += events
            before, now = now, self._values(match)
            self.moments.append(Moment(number, turn, seat, label, events, before, now))
            if self.recorder.see(match.state, seat, choice):
                self.turns.append(self._turn(match, self.recorder.curve[-1].name, of_turn))
                of_turn = []
            if progress is not None:
                progress(number)

    def _values(self, match: Match) -> list[float]:
        """How each team stands: as its best seat does."""
        g = match.state
        return [max(self.game.value(g, seat) for seat in team) for team in self.teams]

    def _turn(self, match: Match, name: str, events: list[str]) -> Turn:
        return Turn(name, self.game.scene(match.state, self.eye), events)

    def swings(self) -> list[Moment]:
        """The choices that turned the game most, the biggest first."""
        ranked = sorted(self.moments, key=lambda m: (-_moved(m), m.number))
        return [moment for moment in ranked[:SWINGS] if _moved(moment) > 0]


def _moved(moment: Moment) -> float:
    return max(abs(b - a) for a, b in zip(moment.before, moment.after, strict=True))


def replay_game(match: Match, history: list[tuple[int, int]]) -> Match:
    """A game of an arena played again from its set-up."""
    try:
        for seat, choice in history:
            match.play(choice, seat)
    except SandtableError:
        raise BadOption("This game was played under other rules and cannot be played again.") from None
    return match


def build_aftermath(course: Course) -> str:
    """The page of a game."""
    game, setup = course.game, course.setup
    scenario = next(s.title for s in game.scenarios if s.id == setup.scenario)
    page = Page(
        f"{game.title}: after-action report",
        f"{scenario}, {count(setup.players, 'player')}, seed {setup.seed}: {course.result.text}",
    )
    page.section("Result")
    page.table(
        "Scores: 1 is a victory, 0 a defeat.",
        ("Seat", "Score", "Choices"),
        [
            (name, float(course.result.scores[seat]), sum(m.seat == seat for m in course.moments))
            for seat, name in enumerate(course.names)
        ],
    )
    page.section("How it went")
    values(page, course)
    measures(page, course)
    page.section("What turned it")
    page.table(
        "The choices after which the game's own estimate moved most, dice and all.",
        ("Choice", "Turn", "Who", "What", "Estimate", "What came of it"),
        [
            (
                str(moment.number),
                moment.turn,
                course.names[moment.seat],
                moment.label,
                estimate(course, moment),
                " ".join(moment.events[:EVENTS]) + (" …" if len(moment.events) > EVENTS else ""),
            )
            for moment in course.swings()
        ],
    )
    used = [thing for thing in course.things if thing.chosen]
    if used:
        page.section("Cards and developments")
        cards(page, course, used)
    page.section("The map at each turn's end")
    for turn in course.turns:
        when = turn.name if turn is course.turns[0] else f"End of {turn.name}"
        headline = turn.scene.subtitle
        page.open_details(f"{when} · {headline}", turn is course.turns[-1])
        page.map(draw.svg(turn.scene), f"The map. {when}: {headline}")
        if turn.events:
            page.open_details(f"What happened in {turn.name}: {count(len(turn.events), 'event')}")
            page.events(turn.events)
            page.close_details()
        page.close_details()
    return page.html()


def estimate(course: Course, moment: Moment) -> str:
    """How the side that gained most by a choice stood before and after."""
    gains = [b - a for a, b in zip(moment.before, moment.after, strict=True)]
    side = gains.index(max(gains))
    return f"{course.sides[side]}: {moment.before[side]:.2f} → {moment.after[side]:.2f}"


def values(page: Page, course: Course) -> None:
    """How each side stood after every choice, with the turns on the axis."""
    step = max(1, len(course.moments) // POINTS)
    kept = course.moments[::step]
    lines = [
        plots.Line(side, [m.number for m in kept], [m.after[i] for m in kept], [], [])
        for i, side in enumerate(course.sides)
    ]
    curve = course.recorder.curve
    ticks = plots.Ticks([point.choice for point in curve], [point.name for point in curve])
    page.plot(
        plots.lines(lines, ticks),
        "How each side stood after every choice by the game's own estimate: 1 is a sure victory. "
        "The axis has the end of each turn.",
    )


def measures(page: Page, course: Course) -> None:
    """Territory, resources and points at the end of each turn."""
    curve = course.recorder.curve
    ticks = plots.Ticks([point.turn for point in curve], [point.name for point in curve])
    by: dict[str, dict[str, list[float]]] = {}
    for point in curve:
        for what, whose, value in point.measures:
            by.setdefault(what, {}).setdefault(whose, []).append(value)
    page.open_grid()
    for what, found in by.items():
        lines = [plots.Line(whose, ticks.at, row, [], []) for whose, row in found.items()]
        page.plot(plots.lines(lines, ticks), f"{what} at the end of each turn.")
    page.close_grid()
    for what, found in by.items():
        page.open_details(f"{what}: the figures as a table")
        rows = [(name, *[f"{row[n]:g}" for row in found.values()]) for n, name in enumerate(ticks.names)]
        page.table(what, ("Turn", *found), rows)
        page.close_details()


def cards(page: Page, course: Course, used: list[Thing]) -> None:
    """Which cards and developments each seat chose."""
    names = course.game.names
    by: dict[int, list[str]] = {}
    for thing in sorted(used, key=lambda thing: (thing.seat, -thing.chosen, thing.key)):
        label = names.labels[names.index[thing.key]]
        by.setdefault(thing.seat, []).append(f"{label} × {thing.chosen}" if thing.chosen > 1 else label)
    page.table(
        "What each seat chose: to play, to draft, to spend. The most frequent first.",
        ("Seat", "Cards and developments"),
        [(course.names[seat], ", ".join(chosen)) for seat, chosen in by.items()],
    )


def figures(course: Course) -> dict[str, Any]:
    """What the page tells, ready for JSON."""
    return {
        "game": course.game.slug,
        **course.setup._asdict(),
        "seats": course.names,
        "sides": course.sides,
        "result": course.result._asdict(),
        "choices": len(course.moments),
        "turns": [
            {
                "turn": point.turn,
                "name": point.name,
                "choice": point.choice,
                "values": dict(zip(course.names, point.values, strict=True)),
                "measures": [measure._asdict() for measure in point.measures],
            }
            for point in course.recorder.curve
        ],
        "swings": [
            {
                "choice": moment.number,
                "turn": moment.turn,
                "seat": course.names[moment.seat],
                "label": moment.label,
                "before": dict(zip(course.sides, [round(v, 4) for v in moment.before], strict=True)),
                "after": dict(zip(course.sides, [round(v, 4) for v in moment.after], strict=True)),
                "events": moment.events,
            }
            for moment in course.swings()
        ],
        "things": [
            {"seat": course.names[thing.seat], "key": thing.key, "chosen": thing.chosen}
            for thing in course.things
        ],
    }
