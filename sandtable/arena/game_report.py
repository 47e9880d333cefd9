"""The after-action report of one finished game: its values, its biggest swings, the map after each turn."""

from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable import draw
from sandtable.arena import plots
from sandtable.arena.html_page import Page
from sandtable.arena.play_game import CardUse, Recorder
from sandtable.engine.errors import BadOption, SandtableError, SaveError
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.words import count

Progress = Callable[[int], None]  # choices so far

SWINGS = 12
EVENTS = 3  # sentences for a swing
# Points of the line of values; more are too many to see.
POINTS = 1500


class ReportedChoice(NamedTuple):
    """One choice: its seat, its label, what followed, and the value of each team before and after."""

    number: int
    turn: str
    seat: int
    label: str
    events: list[str]
    before: list[float]
    after: list[float]


class Turn(NamedTuple):
    """The end of a turn: its name, the table at that time, and what happened in it."""

    name: str
    scene: Scene
    events: list[str]


class GameReplay:
    """A finished game that is played again, with its values and scenes on the way."""

    def __init__(self, saved: Match, viewer: int | None = None, progress: Progress | None = None) -> None:
        self.game = saved.game
        self.setup = saved.setup
        self.history = saved.history
        self.viewer = viewer
        if saved.result is None:
            raise BadOption("This game is not over. Only a finished game has an after-action report.")
        if saved.base is not None and not saved.history:
            raise SaveError(
                "This save was made under other rules. You can show and play its position, not its history."
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
        self.moments: list[ReportedChoice] = []
        self.turns: list[Turn] = [self._turn(match, "Set-up", [])]
        self._play(match, progress)
        assert match.result is not None
        self.result = match.result

    @property
    def things(self) -> tuple[CardUse, ...]:
        """Cards and developments that a seat had or chose."""
        return self.recorder.things()

    def _play(self, match: Match, progress: Progress | None) -> None:
        now = self._values(match)
        lines = 0
        of_turn: list[str] = []
        for number, (seat, choice) in enumerate(self.history, 1):
            label, turn = self.game.label(match.state, choice), self.game.turn_name(match.state)
            match.play(choice, seat)
            events = [line.text for line in match.log(self.viewer, lines)]
            lines += len(events)
            of_turn += events
            before, now = now, self._values(match)
            self.moments.append(ReportedChoice(number, turn, seat, label, events, before, now))
            if self.recorder.see(match.state, seat, choice):
                self.turns.append(self._turn(match, self.recorder.curve[-1].name, of_turn))
                of_turn = []
            if progress is not None:
                progress(number)

    def _values(self, match: Match) -> list[float]:
        """Return the value of each team: that of its best seat."""
        g = match.state
        return [max(self.game.value(g, seat) for seat in team) for team in self.teams]

    def _turn(self, match: Match, name: str, events: list[str]) -> Turn:
        return Turn(name, self.game.scene(match.state, self.viewer), events)

    def swings(self) -> list[ReportedChoice]:
        """Return the choices after which values changed most, the biggest change first."""
        ranked = sorted(self.moments, key=lambda m: (-_moved(m), m.number))
        return [moment for moment in ranked[:SWINGS] if _moved(moment) > 0]


def _moved(moment: ReportedChoice) -> float:
    return max(abs(b - a) for a, b in zip(moment.before, moment.after, strict=True))


def replay_game(match: Match, history: list[tuple[int, int]]) -> Match:
    """Play a game of an arena again from its set-up."""
    try:
        for seat, choice in history:
            match.play(choice, seat)
    except SandtableError:
        raise BadOption("This game was played under other rules, so it cannot be played again.") from None
    return match


def build_game_report(replay: GameReplay) -> str:
    """Return the page of a game."""
    game, setup = replay.game, replay.setup
    scenario = next(s.title for s in game.scenarios if s.id == setup.scenario)
    page = Page(
        f"{game.title}: after-action report",
        f"{scenario}, {count(setup.players, 'player')}, seed {setup.seed}: {replay.result.text}",
    )
    page.section("Result")
    page.table(
        "Scores: 1 is a victory, 0 a defeat.",
        ("Seat", "Score", "Choices"),
        [
            (name, float(replay.result.scores[seat]), sum(m.seat == seat for m in replay.moments))
            for seat, name in enumerate(replay.names)
        ],
    )
    page.section("How it went")
    values(page, replay)
    measures(page, replay)
    page.section("Biggest swings")
    page.table(
        "The choices after which the game's own estimate changed most, with their dice.",
        ("Choice", "Turn", "Player", "What", "Estimate", "What happened"),
        [
            (
                str(moment.number),
                moment.turn,
                replay.names[moment.seat],
                moment.label,
                estimate(replay, moment),
                " ".join(moment.events[:EVENTS]) + (" …" if len(moment.events) > EVENTS else ""),
            )
            for moment in replay.swings()
        ],
    )
    used = [thing for thing in replay.things if thing.chosen]
    if used:
        page.section("Cards and developments")
        cards(page, replay, used)
    page.section("The map at each turn's end")
    for turn in replay.turns:
        when = turn.name if turn is replay.turns[0] else f"End of {turn.name}"
        headline = turn.scene.subtitle
        page.open_details(f"{when} · {headline}", turn is replay.turns[-1])
        page.map(draw.svg(turn.scene), f"The map. {when}: {headline}")
        if turn.events:
            page.open_details(f"What happened in {turn.name}: {count(len(turn.events), 'event')}")
            page.events(turn.events)
            page.close_details()
        page.close_details()
    return page.html()


def estimate(replay: GameReplay, moment: ReportedChoice) -> str:
    """Return the side that gained most by a choice, with its values before and after."""
    gains = [b - a for a, b in zip(moment.before, moment.after, strict=True)]
    side = gains.index(max(gains))
    return f"{replay.sides[side]}: {moment.before[side]:.2f} → {moment.after[side]:.2f}"


def values(page: Page, replay: GameReplay) -> None:
    """Add the values of each side after every choice, with the turns on the axis."""
    step = max(1, len(replay.moments) // POINTS)
    kept = replay.moments[::step]
    lines = [
        plots.Line(side, [m.number for m in kept], [m.after[i] for m in kept], [], [])
        for i, side in enumerate(replay.sides)
    ]
    curve = replay.recorder.curve
    ticks = plots.Ticks([point.choice for point in curve], [point.name for point in curve])
    page.plot(
        plots.lines(lines, ticks),
        "The value of each side after every choice, as the game estimates it: 1 is a certain victory. "
        "The axis shows the end of each turn.",
    )


def measures(page: Page, replay: GameReplay) -> None:
    """Add territory, resources and points at the end of each turn."""
    curve = replay.recorder.curve
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


def cards(page: Page, replay: GameReplay, used: list[CardUse]) -> None:
    """Add the cards and developments that each seat chose."""
    names = replay.game.names
    by: dict[int, list[str]] = {}
    for thing in sorted(used, key=lambda thing: (thing.seat, -thing.chosen, thing.key)):
        label = names.labels[names.index[thing.key]]
        by.setdefault(thing.seat, []).append(f"{label} × {thing.chosen}" if thing.chosen > 1 else label)
    page.table(
        "What each seat chose: to play, to draft, to spend. The most frequent first.",
        ("Seat", "Cards and developments"),
        [(replay.names[seat], ", ".join(chosen)) for seat, chosen in by.items()],
    )


def figures(replay: GameReplay) -> dict[str, Any]:
    """Return the figures of the page, ready for JSON."""
    return {
        "game": replay.game.slug,
        **replay.setup._asdict(),
        "seats": replay.names,
        "sides": replay.sides,
        "result": replay.result._asdict(),
        "choices": len(replay.moments),
        "turns": [
            {
                "turn": point.turn,
                "name": point.name,
                "choice": point.choice,
                "values": dict(zip(replay.names, point.values, strict=True)),
                "measures": [measure._asdict() for measure in point.measures],
            }
            for point in replay.recorder.curve
        ],
        "swings": [
            {
                "choice": moment.number,
                "turn": moment.turn,
                "seat": replay.names[moment.seat],
                "label": moment.label,
                "before": dict(zip(replay.sides, [round(v, 4) for v in moment.before], strict=True)),
                "after": dict(zip(replay.sides, [round(v, 4) for v in moment.after], strict=True)),
                "events": moment.events,
            }
            for moment in replay.swings()
        ],
        "things": [
            {"seat": replay.names[thing.seat], "key": thing.key, "chosen": thing.chosen}
            for thing in replay.things
        ],
    }
