"""Reads what a player types: at a terminal with editing and completion, or line by line."""

import sys
from collections.abc import Callable
from typing import TextIO

from sandtable.cli.name_matching import normalise

# A longer line is not typed; a stream without line ends must not fill the memory.
LONGEST = 10_000


class Quit(Exception):
    """The player leaves the table."""


class HangUp(BaseException):
    """The terminal is gone, or the system asks the program to end; the game must be saved at once."""


class Reader:
    """Reads lines; the end of input or a lost terminal is an EOFError."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.interactive = stdin is sys.stdin and stdout is sys.stdout and stdin.isatty() and stdout.isatty()
        self.completions: list[str] = []
        self._forget: Callable[[], None] | None = None
        if self.interactive:
            self._prepare()

    def _prepare(self) -> None:
        try:
            import readline
        except ImportError:  # not on every system; plain input works too
            return
        readline.set_completer(self.complete)
        readline.set_completer_delims(" ")
        # The editing libraries behind the module use different commands.
        readline.parse_and_bind(
            "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
        )
        self._forget = readline.clear_history

    def complete(self, text: str, state: int) -> str | None:
        """Return the completion number `state` of a text."""
        wanted = normalise(text)
        fitting = [word for word in self.completions if normalise(word).startswith(wanted)]
        return fitting[state] if state < len(fitting) else None

    def forget(self) -> None:
        """Forget the lines typed so far, so that the next player does not find them."""
        if self._forget is not None:
            self._forget()

    def line(self, prompt: str) -> str:
        """Return the next line, without its end."""
        try:
            if self.interactive:
                return input(prompt)
            self.stdout.write(prompt)
            self.stdout.flush()
            line = self.stdin.readline(LONGEST)
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:  # the terminal or the stream is closed
            raise EOFError from error
        if not line:
            raise EOFError
        line = line.rstrip("\r\n")
        # Without a terminal the typed line is not visible: print it.
        self.stdout.write(f"{line}\n")
        return line
