"""A match: what people, servers and bots hold while a game is played."""

from typing import Any, NamedTuple

from sandtable.engine import save as saves
from sandtable.engine.errors import IllegalChoice, SandtableError, SaveError
from sandtable.engine.game import Game, OptionValue, Setup
from sandtable.engine.log import Line, Log
from sandtable.engine.state import Result, State


class Prompt(NamedTuple):
    """One question to one seat: a sentence, its rule and what may be chosen."""

    seat: int
    text: str
    rule: str
    choices: list[int]


class Match:
    """One game being played: plays choices, takes them back, tells each seat what it may know, saves and loads."""

    def __init__(self, game: Game, setup: Setup, state: State | None = None) -> None:
        """Start a match of a settled set-up, or go on from `state`."""
        self.game = game
        self.setup = setup
        if state is None:
            state = game.new(setup)
            state.log = Log()
            state.advance()
        self.state: State = state
        self.history: list[tuple[int, int]] = []
        # Where the history begins when that is not the set-up: a packed position.
        self.base: dict[str, Any] | None = None
        self._back: list[State] = []
        self._prompts: list[Prompt] | None = None

    @staticmethod
    def start(
        game: Game,
        scenario: str | None = None,
        players: int | None = None,
        options: dict[str, OptionValue] | None = None,
        seed: int = 0,
    ) -> "Match":
        """A new match; what is not given is the game's default."""
        return Match(game, game.settle(scenario, players, options, seed))

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
                found.append(Prompt(seat, ask.text, ask.rule, step.choices(g, seat)))
            self._prompts = found
        return self._prompts

    def prompt_for(self, seat: int) -> Prompt | None:
        """The open question to a seat, if there is one."""
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    def play(self, choice: int | str, seat: int | None = None) -> None:
        """Take a choice (an id or a key such as `area:riga`); the seat may be left out when only one is asked."""
        g = self.state
        if g.result is not None:
            raise IllegalChoice(f"The game is over: {g.result.text}", g.result.rule)
        seats = g.seats()
        if seat is None:
            if len(seats) > 1:
                raise SandtableError("Several players must answer now; say for which seat this choice is.")
            seat = seats[0]
        number = self.number(choice)
        prompt = self.prompt_for(seat)
        if prompt is None:
            names = self.game.seat_names(g)
            raise IllegalChoice(f"{names[seat]} is not asked now; {' and '.join(names[s] for s in seats)} must answer.")
        if number not in prompt.choices:
            reason = self._refuse(seat, number)
            raise IllegalChoice(reason[0], reason[1])
        before = g.copy()
        drawn, revealed = g.rng.drawn, g.revealed
        g.apply(seat, number)
        self._prompts = None
        if self.history and self.history[-1][0] != seat:
            self._back.clear()
        if g.rng.drawn != drawn or g.revealed != revealed:
            self._back.clear()
        else:
            self._back.append(before)
        self.history.append((seat, number))

    def number(self, choice: int | str) -> int:
        """The id of a choice given as id or key."""
        number = choice if isinstance(choice, int) else self.game.find(self.state, choice)
        if not 0 <= number < len(self.game.names):
            raise IllegalChoice(f"There is no {choice!r} in {self.game.title}.")
        return number

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether the last choice can be taken back (by this seat)."""
        return bool(self._back) and (seat is None or self.history[-1][0] == seat)

    def undo(self, seat: int | None = None) -> None:
        """Take back the last choice, up to the last roll, reveal or other player's choice."""
        if not self.can_undo(seat):
            raise SandtableError("There is nothing to take back: the last roll, reveal or other player's choice stands.")
        self.state = self._back.pop()
        self.history.pop()
        self._prompts = None

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, ready for JSON: the position, its own question, who is waited for."""
        g = self.state
        prompt = None if seat is None else self.prompt_for(seat)
        asked: dict[str, Any] | None = None
        if prompt is not None:
            asked = {
                "text": prompt.text,
                "rule": prompt.rule,
                "choices": [
                    {"id": c, "key": self.game.key(g, c), "label": self.game.label(g, c)} for c in prompt.choices
                ],
            }
        return {
            "game": self.game.slug,
            "scenario": self.setup.scenario,
            "seats": self.game.seat_names(g),
            "waiting": list(g.seats()),
            "prompt": asked,
            "result": None if g.result is None else g.result._asdict(),
            "position": self.game.view(g, seat),
        }

    def log(self, seat: int | None, start: int = 0) -> list[Line]:
        """What a seat may read of what happened, from event `start` on."""
        return [] if self.state.log is None else self.state.log.lines(seat, start)

    def explain(self, choice: int | str, seat: int | None = None) -> str:
        """Why a choice is refused now, with its rule; or that it is allowed."""
        g = self.state
        if g.result is not None:
            return f"The game is over: {g.result.text} [{g.result.rule}]"
        if seat is None:
            seat = g.seats()[0]
        number = self.number(choice)
        prompt = self.prompt_for(seat)
        if prompt is not None and number in prompt.choices:
            return f"{self.game.label(g, number)} can be chosen now."
        text, rule = self._refuse(seat, number)
        return f"{text} [{rule}]" if rule else text

    def _refuse(self, seat: int, number: int) -> tuple[str, str]:
        g = self.state
        step = g.agenda[-1]
        if seat not in step.seats(g):
            return "Another player must answer first.", ""
        refusal = step.why_not(g, seat, number)
        if refusal is None:
            refusal = self.game.explain_anyway(g, seat, number)
        return refusal.text, refusal.rule

    def save(self) -> bytes:
        """The match as bytes."""
        return saves.write(self.game, self.setup, self.base, self.history, self.state)

    @staticmethod
    def load(game: Game, data: bytes) -> "Match":
        """The match of a save: its history played again; its snapshot where the rules have changed since."""
        body = saves.read(data)
        if body["game"] != game.slug:
            raise SaveError(f"This is a save of {body['game']}, not of {game.title}; nothing was loaded.")
        if body["pack"] != game.pack_hash:
            raise SaveError(
                "This save was played with other components; load it with the pack it was begun with (--pack)."
            )
        setup = game.settle(body["scenario"], body["players"], body["options"], body["seed"])
        history = [(seat, choice) for seat, choice in body["history"]]
        snapshot = body["snapshot"]
        rows = snapshot.pop("log")
        try:
            match = Match.replay(game, setup, history, base=body["base"])
            if saves.plain(game, match.state) == snapshot:
                if body["base"] is not None and rows is not None:
                    match.state.log = Log.unpack(rows)
                return match
        except (SandtableError, IndexError, KeyError, ValueError, TypeError):
            pass
        if body["rules"] == game.version:
            raise SaveError("This save does not replay to its own position: it is damaged; nothing was loaded.")
        match = Match.from_position(game, setup, snapshot)
        if rows is not None:
            match.state.log = Log.unpack(rows)
        return match

    @staticmethod
    def from_position(game: Game, setup: Setup, position: dict[str, Any]) -> "Match":
        """A match that begins in a packed position instead of at the set-up."""
        state = game.unpack_state(setup, position)
        state.log = Log()
        match = Match(game, setup, state)
        match.base = position
        return match

    @staticmethod
    def replay(
        game: Game,
        setup: Setup,
        history: list[tuple[int, int]],
        upto: int | None = None,
        base: dict[str, Any] | None = None,
    ) -> "Match":
        """The match after the first `upto` choices of a history (all of them when not given)."""
        match = Match(game, setup) if base is None else Match.from_position(game, setup, base)
        for seat, choice in history[:upto]:
            match.play(choice, seat)
        return match
