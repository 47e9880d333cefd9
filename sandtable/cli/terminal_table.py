"""A table in the terminal for people and bots: questions, answers, the log, and automatic saving."""

import os
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

from rich.text import Text

from sandtable.bots import Bot, explain_advice, make_bot
from sandtable.bots.levels import HINTS_FROM
from sandtable.cli import log_output, name_matching, saves, table_commands
from sandtable.cli.choice_list import Listing
from sandtable.cli.common import PipeConsole, with_rule
from sandtable.cli.line_input import HangUp, Quit, Reader
from sandtable.cli.name_matching import Thing
from sandtable.engine.choice import PASS
from sandtable.engine.errors import IllegalChoice, SandtableError
from sandtable.engine.log import Line
from sandtable.engine.match import Match, Prompt
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Scene

ME = "me"
USUAL = "greedy"
# lines of new log that are printed; `log` shows the rest
NEWS = 40
# lines of the log that are printed when a game goes on
RECENT = 6
CORES = 8  # the most processes for a bot
ENDS = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


class TerminalTable:
    """One match played in a terminal. `players` has for each seat `me` or the name of a bot."""

    def __init__(
        self,
        match: Match,
        players: list[str],
        stdin: TextIO,
        stdout: TextIO,
        path: Path | None = None,
        flags: str = "",
    ) -> None:
        """Save the game at `path`; `flags` are the options that must be typed again to continue it."""
        self.match = match
        self.players = players
        self.path = path or saves.fresh_path(match.game.slug)
        self.flags = flags
        self.console = PipeConsole(stdout)
        self.reader = Reader(stdin, stdout)
        # The player waits for the bots, so they may use all cores.
        cores = min(CORES, os.cpu_count() or 1)
        self.bots: dict[int, Bot] = {
            seat: make_bot(name, cores) for seat, name in enumerate(players) if name != ME
        }
        self.people = [seat for seat, name in enumerate(players) if name == ME]
        self.adviser = make_bot(HINTS_FROM, cores)
        self.auto_bot = make_bot(USUAL)
        # The bots' random numbers are not those of the game, which would reveal the dice.
        self.rng = Rng(match.setup.seed * 1_000_003 + len(match.history) + 1)
        self.seen: dict[int | None, int] = {}
        self.seated: int | None = None
        self.headline = ""
        # The length of the log before the choice that is being played; otherwise -1.
        self._choosing = -1
        self._asked: tuple[int, int] | None = None
        self._scene: tuple[int, int | None, Scene] | None = None
        self._listing: tuple[int, int, Listing] | None = None
        self._warned = False

    # --- the session

    def run(self) -> int:
        """Play until the game ends or the player leaves; return the exit status. The game is always saved."""
        try:
            return self._session()
        except (HangUp, BrokenPipeError, KeyboardInterrupt):
            # Nobody may read the output any more; what counts is the save.
            self.put_away()
            self._last_words()
            return 0

    def _session(self) -> int:
        status = 0
        try:
            self.welcome()
            while self.match.result is None:
                self._step()
            self.verdict()
        except Quit:
            pass
        except EOFError:
            self.console.print()
        except KeyboardInterrupt:
            status = 130
            self.console.print()
        except Exception as error:
            if not isinstance(error, BrokenPipeError):
                self.put_away()
                self.farewell()
            raise
        self.put_away()
        self.farewell()
        return status

    def _step(self) -> None:
        """Move the bots, then handle one line of a player."""
        if self._automatic():
            self._bots_move()
            self.autosave()
            return
        # With secret choices several players may be asked; the present one goes first.
        waiting = [prompt.seat for prompt in self.match.prompts]
        seat = self.seated if self.seated in waiting else waiting[0]
        assert seat is not None
        if seat != self.seated:
            self.sit_down(seat)
        self.report(seat)
        self.ask(seat)
        line = self.reader.line(f"{self.name(seat)}> ")
        try:
            table_commands.run_command(self, seat, line)
        except SandtableError as error:
            self.complain(str(error))

    def welcome(self) -> None:
        """Print what is played and by whom."""
        game, setup = self.match.game, self.match.setup
        scenario = next(s.title for s in game.scenarios if s.id == setup.scenario)
        self.console.print(Text.assemble((f"{game.title}: {scenario}", "bold"), f" · seed {setup.seed}"))
        told = [
            f"{self.name(seat)}: {'you' if who == ME else who.replace('_', ' ') + ' bot'}"
            for seat, who in enumerate(self.players)
        ]
        self.console.print(" · ".join(told))
        self.console.print(
            "Type a number, part of a name, or several in a row. help explains more; quit saves the game.",
            style="dim",
        )
        if self.match.note:
            self.console.print(Text(self.match.note, style="bold"))
        # A continued game begins with its last log lines.
        fresh = not self.match.history and self.match.base is None
        start = 0 if fresh else max(0, self._events() - RECENT)
        self.seen = dict.fromkeys([None, *self.people], start)

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.match.game.seat_names(self.match.state)[seat]

    def scene(self, seat: int | None) -> Scene:
        """Return the table as a seat sees it, built once for each position."""
        known = self._scene
        if known is None or known[0] != id(self.match.state) or known[1] != seat:
            # The state stays the same object during play; every choice drops the scene.
            known = (id(self.match.state), seat, self.match.game.scene(self.match.state, seat))
            self._scene = known
        return known[2]

    def listing(self, prompt: Prompt) -> Listing:
        """Return the numbered choices of a prompt, built once for each question."""
        known = self._listing
        at = len(self.match.history)
        if known is None or known[0] != at or known[1] != prompt.seat:
            match = self.match
            known = (
                at,
                prompt.seat,
                Listing(match.game, match.state, self.scene(prompt.seat), prompt.choices, prompt.seat),
            )
            self._listing = known
        return known[2]

    def _changed(self) -> None:
        """Forget what was kept of the last position."""
        self._scene = None
        self._listing = None
        self._asked = None

    # --- talking

    def complain(self, text: str) -> None:
        """Print why something was refused or not understood."""
        self.console.print(Text(text, style="bold red"))

    def say_where(self, text: str, path: Path) -> None:
        """Print the path of a file, on one line so that it can be copied."""
        self.console.print(f"{text} {path}", soft_wrap=True)

    def sit_down(self, seat: int) -> None:
        """Give the keyboard to another player; the screen is wiped to hide secrets."""
        if len(self.people) > 1:
            self.reader.forget()
            if self.reader.interactive:
                # The second sequence clears the scrollback.
                self.console.clear()
                self.console.file.write("\x1b[3J")
                self.console.file.flush()
            self._tell(self.match.log(None, self.seen.get(None, 0)), self.scene(None))
            self.seen[None] = self._events()
            self.console.rule()
            line = self.reader.line(
                f"Pass the keyboard to {self.name(seat)}; {self.name(seat)} presses Enter. "
            )
            if name_matching.normalise(line) in ("quit", "q"):
                raise Quit
            self.headline = ""
        self.autosave()
        self.seated = seat
        self._asked = None

    def report(self, seat: int) -> None:
        """Print what happened since the seat last looked."""
        start = self.seen.get(seat, 0)
        if start < self._events():
            self._tell(self.match.log(seat, start), self.scene(seat))
        self.seen[seat] = self._events()

    def _tell(self, lines: list[Line], scene: Scene) -> None:
        if len(lines) > NEWS:
            self.console.print(f" … {len(lines) - NEWS} earlier lines: log {len(lines)}", style="dim")
        for line in lines[-NEWS:]:
            self.console.print(log_output.log_line(scene, line, self.console.width))

    def ask(self, seat: int, again: bool = False) -> None:
        """Print the question with its choices, once for each question."""
        at = (len(self.match.history), seat)
        if self._asked == at and not again:
            return
        prompt = self.prompt(seat)
        listing = self.listing(prompt)
        scene = self.scene(seat)
        self.console.print()
        if scene.subtitle != self.headline:
            self.headline = scene.subtitle
            self.console.rule(Text(scene.subtitle, style="bold"), align="left", characters="─")
        for told in (log_output.stock_line(scene), log_output.declared(scene)):
            if told:
                self.console.print(Text(told, style="dim"))
        for line in listing.render(self.console.width):
            self.console.print(line)
        self.console.print(
            Text.assemble((prompt.text, "bold"), (f" [{prompt.rule}]" if prompt.rule else "", "dim"))
        )
        self.reader.completions = table_commands.completions(listing)
        self._asked = at

    def prompt(self, seat: int) -> Prompt:
        """Return the open question to a seat."""
        prompt = self.match.prompt_for(seat)
        if prompt is None:
            raise SandtableError(f"{self.name(seat)} is not asked now.")
        return prompt

    def verdict(self) -> None:
        """Print the end of the game."""
        seat = self.people[0] if len(self.people) == 1 else None
        self._tell(self.match.log(seat, self.seen.get(seat, 0)), self.scene(seat))
        result = self.match.result
        assert result is not None
        self.console.print()
        self.console.rule(Text("The game is over", style="bold"), align="left")
        self.console.print(with_rule(result.text, result.rule))
        for seat, score in enumerate(result.scores):
            self.console.print(f"  {self.name(seat)}: {ENDS.get(score, f'{score:g} of 1')}")

    def farewell(self) -> None:
        """Print where the game is and how to continue it."""
        try:
            if self.match.result is None:
                self.say_where("The game is saved as", self.path)
                flags = f"{self.shown_path()}{self.flags}"
                self.console.print(f"Continue with: sandtable play --load {flags}", soft_wrap=True)
            else:
                self.say_where("The game is kept as", self.path)
                self.console.print(f"See it again with: sandtable replay {self.shown_path()}", soft_wrap=True)
        except OSError:
            pass  # the terminal is gone; the game is safe

    def _last_words(self) -> None:
        try:
            sys.stderr.write(f"The game is saved as {self.path}\n")
            sys.stderr.flush()
        except OSError:
            pass  # the terminal is gone; the game is safe

    def shown_path(self) -> str:
        """Return the save as it must be typed: its name if it lies in the folder of saves."""
        if self.path.parent == saves.saves_folder():
            return self.path.stem if self.path.suffix == saves.ENDING else self.path.name
        return str(self.path)

    # --- playing

    def play(self, seat: int, choice: int) -> None:
        """Play a choice. If the rules themselves fail, the match returns to the position before it."""
        self._choosing = self._events()
        try:
            self.match.play(choice, seat)
        except IllegalChoice:
            self._choosing = -1
            raise
        except Exception as error:
            self._choosing = -1
            self._changed()
            told = f"{type(error).__name__}: {error}"
            raise SandtableError(
                f"This is a mistake in Sandtable ({told}). The choice was taken back."
            ) from error
        self._choosing = -1
        self._changed()

    def _automatic(self) -> list[int]:
        """Return the seats that answer by themselves: bots, and a lone player who can only pass."""
        found: list[int] = []
        for prompt in self.match.prompts:
            # With several players, skipping the pause would reveal that there is nothing to react with.
            if prompt.seat in self.bots or (len(self.people) == 1 and prompt.choices == [PASS]):
                found.append(prompt.seat)
        return found

    def _bots_move(self) -> None:
        """Let the bots answer until a player is asked; without players, print each move."""
        shown = self.console.status("") if self.reader.interactive and self.people else nullcontext()
        with shown as status:
            while seats := self._automatic():
                if status is not None:
                    status.update(f"{self.name(seats[0])} ({self.players[seats[0]]}) …")
                self._bot_moves(seats[0])
                if not self.people:
                    self._tell(self.match.log(None, self.seen[None]), self.scene(None))
                    self.seen[None] = self._events()

    def others_answer(self) -> bool:
        """Let the bots move; return whether they only answered, so that the turn goes on."""
        before = len(self.match.history)
        self._bots_move()
        return len(self.match.history) - before <= 1

    def _bot_moves(self, seat: int) -> None:
        bot = self.bots.get(seat)
        g = self.match.state
        self.play(seat, PASS if bot is None else bot.choose(self.match.game, g, seat, self.rng))

    def advice(self, seat: int) -> tuple[int, str]:
        """Return what a staff officer would choose, and why in one line."""
        game, g = self.match.game, self.match.state
        advice = self.adviser.advise(game, g, seat, self.rng)
        return advice.choice, explain_advice(game, g, seat, advice)

    def usual_choice(self, seat: int) -> int:
        """Return what the greedy bot would choose."""
        return self.auto_bot.choose(self.match.game, self.match.state, seat, self.rng)

    def answer(self, seat: int, typed: list[str]) -> None:
        """Play the choices that words name, one after the other, while each is clear."""
        left = typed
        while left:
            prompt = self.match.prompt_for(seat)
            if self.match.result is not None or prompt is None:
                raise SandtableError(f"Not played: {' '.join(left)}. Another player has to answer first.")
            thing, used = self._meant(seat, prompt, left, first=left is typed)
            self.console.print(Text(f"▸ {thing}", style="bold"))
            self.play(seat, thing.choice)
            left = left[used:]
            if left:
                own_turn = self.others_answer()
                self.report(seat)
                if not own_turn:
                    raise SandtableError(f"Not played: {' '.join(left)}. The others have moved since.")

    def _meant(self, seat: int, prompt: Prompt, typed: list[str], first: bool) -> tuple[Thing, int]:
        listing = self.listing(prompt)
        if typed[0].isdecimal():
            numbered = listing.numbered(int(typed[0]))
            if numbered is None:
                raise SandtableError(f"There is no number {typed[0]} in the list.")
            if not first and numbered.kind != "number":
                raise SandtableError(
                    f"Not played: {' '.join(typed)}. Numbers count the list you see; this is a new one."
                )
            return numbered, 1
        found, used = name_matching.take(listing.things, typed)
        if not found and len(typed) > 1 and typed[0].casefold() in name_matching.VERBS:
            thing, used = self._meant(seat, prompt, typed[1:], first)
            return thing, used + 1
        if len(found) == 1:
            if not name_matching.whole(found[0], typed[:used]):
                # "italian army" is not the Italian fleet that is offered, then "army".
                others = [thing for thing in table_commands.on_the_table(self, seat) if not thing.number]
                runs = [typed[:count] for count in range(used + 1, len(typed) + 1)]
                if any(name_matching.whole(thing, run) for thing in others for run in runs):
                    raise SandtableError(table_commands.refusal(self, seat, typed))
            return found[0], used
        if found:
            named = ", ".join(f"{thing.number} {thing}" for thing in found[:12])
            more = f" and {len(found) - 12} more" if len(found) > 12 else ""
            rest = "" if first else f" Not played: {' '.join(typed)}."
            raise SandtableError(f"{' '.join(typed[:used])} may be {named}{more}.{rest}")
        raise SandtableError(table_commands.refusal(self, seat, typed))

    def undo(self, seat: int) -> None:
        """Take back the last choice."""
        self.match.undo(seat)
        for key in self.seen:
            self.seen[key] = min(self.seen[key], self._events())
        self._changed()

    def _events(self) -> int:
        log = self.match.state.log
        return 0 if log is None else len(log.events)

    # --- saving

    def save(self, path: Path | None = None) -> None:
        """Write the game to its own file, or a copy to another."""
        saves.write(path or self.path, self.match.save())

    def autosave(self) -> None:
        """Save between turns; a full disk is reported once and does not stop the game."""
        try:
            self.save()
        except SandtableError as error:
            if not self._warned:
                self.complain(str(error))
            self._warned = True

    def put_away(self) -> None:
        """Save before leaving, even in the middle of a choice."""
        if self._choosing >= 0:
            # A signal came in the middle of a choice and left the state there: replay the history.
            old = self.match
            self.match = Match.replay(old.game, old.setup, old.history, base=old.base)
            if old.state.log is not None:
                del old.state.log.events[self._choosing :]
                self.match.state.log = old.state.log
            self._choosing = -1
            self._changed()
        try:
            self.save()
        except SandtableError as error:
            # A save in the temporary folder is better than none.
            self.path = Path(tempfile.gettempdir()) / self.path.name
            self.save()
            self.complain(str(error))

    def load(self, name: str) -> None:
        """Continue another save of the same game; that save and the game so far stay as they are."""
        match = saves.load(self.match.game, saves.read(saves.find(name)))
        seats = len(match.game.seat_names(match.state))
        if seats != len(self.players):
            raise SandtableError(f"That save has {seats} seats. Start it with sandtable play --load {name}.")
        self.autosave()
        self.match = match
        self.path = saves.fresh_path(match.game.slug)
        self.seen = dict.fromkeys([None, *self.people], max(0, self._events() - RECENT))
        self.seated = None
        self.headline = ""
        self._changed()
