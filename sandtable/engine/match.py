"""A match: what people, servers and bots hold while a game is played."""

from typing import Any, Final, Generic, NamedTuple

from sandtable.engine import save as saves
from sandtable.engine.errors import BadOption, BrokenRules, IllegalChoice, SandtableError, SaveError
from sandtable.engine.game import Game, OptionValue, Setup
from sandtable.engine.log import Line, Log
from sandtable.engine.native import TypeVar, mypyc_attr
from sandtable.engine.rng import Rng
from sandtable.engine.state import Result, State
from sandtable.engine.words import count, listed, one_stop
from sandtable.engine.words import players as players_of

B = TypeVar("B", bound=State, default=Any)

# The way back has a position every this many choices; those between are played again from it.
STRIDE: Final = 8


class Prompt(NamedTuple):
    """One question to one seat: a sentence, its rule and what may be chosen."""

    seat: int
    text: str
    rule: str
    choices: list[int]


def renew(game: Game, g: State, seed: int | None) -> None:
    """Let all dice and cards to come be drawn from another seed, if one is given."""
    if seed is not None:
        rng = Rng(seed)
        game.reshuffle(g, rng)
        rng.drawn = g.rng.drawn
        g.rng = rng
        g.offered = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Match(Generic[B]):
    """One game being played: takes choices and takes them back, shows each seat its view, saves and loads."""

    def __init__(self, game: Game[B], setup: Setup, state: B | None = None) -> None:
        """Start a match of a settled set-up, or go on from `state`."""
        self.game = game
        self.setup = setup
        if state is None:
            state = game.new(setup)
            state.log = Log()
            state.advance()
        self.state: B = state
        self.history: list[tuple[int, int]] = []
        # Where the history begins when that is not the set-up: a packed position.
        self.base: dict[str, Any] | None = None
        # What a player should hear about how the match was loaded; mostly nothing.
        self.note = ""
        # The way back, an entry for each choice that can be taken back: the position before it, without its
        # log and only every so often (see STRIDE), and how long the log was then.
        self._back: list[tuple[B | None, int]] = []
        self._prompts: list[Prompt] | None = None

    @staticmethod
    def start(
        game: Game[B],
        scenario: str | None = None,
        players: int | None = None,
        options: dict[str, OptionValue] | None = None,
        seed: int = 0,
    ) -> "Match[B]":
        """Return a new match; what is not given is the game's default."""
        return Match(game, game.settle(scenario, players, options, seed))

    def __repr__(self) -> str:
        """Return the game, its set-up, how far it has come and who must choose, on one line."""
        setup = self.setup
        if self.result is not None:
            stands = self.result.text
        else:
            names = self.game.seat_names(self.state)
            stands = f"{listed([names[seat] for seat in self.state.seats()])} to choose"
        return (
            f"<Match of {self.game.slug}, {setup.scenario}, {players_of((setup.players,))}, "
            f"seed {setup.seed}, {count(len(self.history), 'choice')}: {stands}>"
        )

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.state.result

    @property
    def prompts(self) -> list[Prompt]:
        """The open questions, one for each seat that must answer; empty when the game is over."""
        if self._prompts is None:
            g = self.state
            found: list[Prompt] = []
            for seat in g.seats():
                step = g.agenda[-1]
                ask = step.prompt(g, seat)
                found.append(Prompt(seat, one_stop(ask.text), ask.rule, step.choices(g, seat)))
            self._prompts = found
        return self._prompts

    def prompt_for(self, seat: int) -> Prompt | None:
        """Return the open question to a seat, if there is one."""
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    def play(self, choice: int | str, seat: int | None = None) -> None:
        """Take a choice, an id or a key such as `area:riga`; leave the seat out if only one is asked."""
        g = self.state
        if g.result is not None:
            raise IllegalChoice(f"The game is over: {g.result.text}", g.result.rule)
        seats = g.seats()
        if seat is None:
            if len(seats) > 1:
                raise SandtableError("Several players must answer now; say for which seat this choice is.")
            seat = seats[0]
        self._check_seat(seat)
        number = self.number(choice)
        if seat not in seats or not self._offers(seat, number):
            refusal = self.game.refusal(g, seat, number)
            raise IllegalChoice(refusal.text, refusal.rule)
        # Another seat's choice closes the way back, if it is taken without an error.
        turned = len(self.history) > 0 and self.history[-1][0] != seat
        before = g.fork() if turned or len(self._back) % STRIDE == 0 else None
        events = 0 if g.log is None else len(g.log.events)
        drawn, revealed = g.rng.drawn, g.revealed
        try:
            g.apply(seat, number)
        except Exception:
            if before is not None:
                self._stand(before, events)
            else:
                self._go_back(len(self._back))
            raise
        self._prompts = None
        if turned:
            self._back.clear()
        if g.rng.drawn != drawn or g.revealed != revealed:
            self._back.clear()
        else:
            self._back.append((before, events))
        self.history.append((seat, number))

    def _offers(self, seat: int, number: int) -> bool:
        """Return whether a choice is legal.

        By the question if that was asked already, else without listing all.
        """
        prompt = None if self._prompts is None else self.prompt_for(seat)
        if prompt is not None:
            return number in prompt.choices
        return self.state.agenda[-1].allows(self.state, seat, number)

    def number(self, choice: int | str) -> int:
        """Return the id of a choice given as id or key."""
        number = choice if isinstance(choice, int) else self.game.find(self.state, choice)
        if not 0 <= number < len(self.game.names):
            raise IllegalChoice(f"There is no {choice!r} in {self.game.title}.")
        return number

    def can_undo(self, seat: int | None = None) -> bool:
        """Return whether the last choice can be taken back (by this seat)."""
        return bool(self._back) and (seat is None or self.history[-1][0] == seat)

    def undo(self, seat: int | None = None) -> None:
        """Take back the last choice, up to the last roll, reveal or other player's choice."""
        if not self.can_undo(seat):
            raise SandtableError(
                "There is nothing to take back: the last roll, reveal or other player's choice stands."
            )
        self._go_back(len(self._back) - 1)
        self._back.pop()
        self.history.pop()

    def renew(self, seed: int) -> None:
        """Draw all dice and cards to come from another seed; what was chosen before cannot be taken back."""
        renew(self.game, self.state, seed)
        self._prompts = None
        self.setup = self.setup._replace(seed=seed)
        self._back.clear()
        # A save plays the history again from here: the old seed does not lead to this position.
        self.base = saves.plain(self.game, self.state)
        self.history = []

    def _go_back(self, number: int) -> None:
        """Stand before the choice with this number of the way back (its length: after the last of them)."""
        nearest = number - number % STRIDE
        before, events = self._back[nearest]
        assert before is not None
        self._stand(before.copy(), events)
        first = len(self.history) - len(self._back)
        for seat, choice in self.history[first + nearest : first + number]:
            self.state.apply(seat, choice)

    def _stand(self, before: B, events: int) -> None:
        """Stand in a position without a log: the log is that of the present, cut to its length then."""
        log = self.state.log
        if log is not None:
            del log.events[events:]
        before.log = log
        self.state = before
        self._prompts = None

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.setup.players:
            raise BadOption(f"There is no seat {seat}; the seats are 0 to {self.setup.players - 1}.")

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat may know, ready for JSON: the position, its own question, who is waited for."""
        if seat is not None:
            self._check_seat(seat)
        shown = self.game.seen(self.state, seat)
        return {"game": self.game.slug, "scenario": self.setup.scenario, **shown}

    def log(self, seat: int | None, start: int = 0) -> list[Line]:
        """Return what a seat may read of what happened, from event `start` on."""
        return [] if self.state.log is None else self.state.log.lines(seat, start)

    def explain(self, choice: int | str, seat: int | None = None) -> str:
        """Return why a choice is refused now, with its rule; or that it is allowed."""
        g = self.state
        if g.result is not None:
            return f"The game is over: {g.result.text} [{g.result.rule}]"
        if seat is None:
            seat = g.seats()[0]
        self._check_seat(seat)
        number = self.number(choice)
        if seat in g.seats() and g.agenda[-1].allows(g, seat, number):
            return f"{self.game.label(g, number)} can be chosen now."
        refusal = self.game.refusal(g, seat, number)
        return f"{refusal.text} [{refusal.rule}]" if refusal.rule else refusal.text

    def save(self) -> bytes:
        """Return the match as bytes."""
        return saves.write(self.game, self.setup, self.base, self.history, self.state)

    @staticmethod
    def load(game: Game[B], data: bytes) -> "Match[B]":
        """Return the match of a save.

        Its history played again, or its snapshot if that now ends elsewhere.
        """
        body = saves.read(data)
        if body["game"] != game.slug:
            raise SaveError(f"This is a save of {body['game']}, not of {game.title}; nothing was loaded.")
        if body["pack"] != game.pack_hash:
            raise SaveError(
                "This save was played with other components; load it with the pack it was begun with."
            )
        setup = game.settle(body["scenario"], body["players"], body["options"], body["seed"])
        history = [(seat, choice) for seat, choice in body["history"]]
        snapshot = body["snapshot"]
        rows = snapshot.pop("log", None)
        log = Log() if rows is None else Log.unpack(rows)
        # Whatever goes wrong here means only that the rules have changed; the snapshot is still good.
        try:
            match = Match.replay(game, setup, history, base=body["base"])
            if saves.plain(game, match.state) == snapshot:
                match._take_log(log)
                return match
        except Exception:
            pass
        try:
            match = Match.from_position(game, setup, snapshot)
            game.check(match.state)
            asked = match.prompts
            if not asked and match.result is None:
                raise BrokenRules("Nobody is asked, but the game is not over.")
        except Exception as error:
            raise SaveError(
                f"This save was played by version {body['rules']} of the rules; version {game.version} "
                "cannot go on from its position; nothing was loaded."
            ) from error
        match._take_log(log)
        match.note = "The rules have changed since this was saved: the game goes on from the saved position."
        return match

    def _take_log(self, log: Log) -> None:
        """Take over a saved log, which may reach further back than the history does."""
        own = self.state.log
        if self.base is not None and own is not None:
            further = len(log.events) - len(own.events)
            self._back = [(state, events + further) for state, events in self._back]
            self.state.log = log

    @staticmethod
    def from_position(game: Game[B], setup: Setup, position: dict[str, Any]) -> "Match[B]":
        """Return a match that begins in a packed position instead of at the set-up."""
        state = game.unpack_state(setup, saves.clone(position))
        state.log = Log()
        match = Match(game, setup, state)
        match.base = position
        return match

    @staticmethod
    def replay(
        game: Game[B],
        setup: Setup,
        history: list[tuple[int, int]],
        upto: int | None = None,
        base: dict[str, Any] | None = None,
    ) -> "Match[B]":
        """Return the match after the first `upto` choices of a history (all of them when not given)."""
        match = Match(game, setup) if base is None else Match.from_position(game, setup, base)
        for seat, choice in history[:upto]:
            match.play(choice, seat)
        return match
