"""The command line: `sandtable play`, `games`, `replay`, `show`, `odds`, `fuzz`, `bench`, `rules`, `pack`,

`arena`, `report`, `admin`.

This module imports almost nothing, so that an interrupt gets a sentence from the first moment; `main` imports
the commands.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what `signal` is made of, without its enumerations
import os

TYPE_CHECKING = (
    False  # type checkers assume True; importing `typing` would take longer than everything else here
)
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, NoReturn

INTERRUPTED = 130


def stop(number: int, frame: FrameType | None) -> None:
    """End at once with a sentence. During imports an exception could be swallowed or reworded."""
    try:
        os.write(2, b"Stopped.\n")
    finally:
        os._exit(INTERRUPTED)


def _answer_interrupts() -> None:
    """End at once when interrupted, unless this process was started with interrupts ignored."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, stop)


class AtOnce:
    """A context in which an interrupt ends the process at once: for imports in the middle of a command.

    An exception during an import is sometimes swallowed, and then the command would go on.
    """

    def __enter__(self) -> None:
        self._changed = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
        if self._changed:
            _signal.signal(_signal.SIGINT, stop)

    def __exit__(self, *_: object) -> None:
        if self._changed:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)


def main() -> NoReturn:
    """Run the command line; this is the entry point."""
    _answer_interrupts()
    try:
        from sandtable.cli.commands import app

        app(prog_name="sandtable")
    finally:
        # Only the end of the interpreter is left.
        _answer_interrupts()
    raise AssertionError("the command line always leaves with an exit status")


def __getattr__(name: str) -> Any:
    """Return the application `app`, which imports all commands when it is first needed."""
    if name == "app":
        from sandtable.cli.commands import app

        return app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
