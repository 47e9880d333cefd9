"""All commands, and how they end.

Errors are one sentence on standard error: exit status 2 for wrong input, 1 for a failed check.
"""

import errno
import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from sandtable import __version__
from sandtable.cli import (
    INTERRUPTED,
    admin,
    arena,
    bench,
    fuzz,
    games,
    new_game,
    odds,
    pack,
    play,
    replay,
    report,
    rules,
    serve,
    show,
    stop,
)
from sandtable.engine.errors import SandtableError

# The system's errors for a closed pipe or terminal.
GONE = (errno.EPIPE, errno.EIO)


def _say(text: str) -> None:
    """Write a sentence to standard error, on one line."""
    try:
        sys.stderr.write(" ".join(text.split()) + "\n")
        sys.stderr.flush()
    except OSError:
        pass  # nobody reads it


def _hush() -> None:
    """Discard what is still to be flushed, because nobody reads standard output any more."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass  # not a real file, as in tests


def _open_streams() -> None:
    """Replace closed streams by empty ones, and letters that a stream cannot write by question marks."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


class ErrorReportingGroup(TyperGroup):
    """Runs a command and turns every error into a sentence and an exit status."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; end it silently if nobody reads its output any more."""
        if signal.getsignal(signal.SIGINT) is stop:
            # Everything is imported: from here on an interrupt lets a command clean up.
            signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return 0
        except KeyboardInterrupt as error:
            raise typer.Abort from error

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        _open_streams()
        try:
            status = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except SandtableError as error:
            _say(str(error))
            status = 2
        except typer.TyperException as error:
            usage = _usage(error)
            if usage:
                _say(usage)
            # Without arguments the help is shown, which is not an error.
            status = error.exit_code if usage else 0
        except (typer.Abort, KeyboardInterrupt):
            _say("Stopped.")
            status = INTERRUPTED
        except OSError as error:
            _say(_trouble(error))
            status = 1
        except Exception as error:
            if os.environ.get("SANDTABLE_TRACE"):
                raise
            _say(
                f"This is a mistake in Sandtable ({type(error).__name__}: {error}); "
                "please report it. SANDTABLE_TRACE=1 shows where it is."
            )
            status = 1
        try:
            sys.stdout.flush()
        except OSError as error:
            _hush()
            if error.errno not in GONE:
                _say(_trouble(error))
                status = 1
        sys.exit(status if isinstance(status, int) else 0)


def _trouble(error: OSError) -> str:
    """Return an error of the system as a sentence."""
    where = f"{error.filename}: " if error.filename else ""
    return f"The system reports an error: {where}{error.strerror or error}."


def _usage(error: typer.TyperException) -> str:
    """Return a sentence about a wrong option or argument, with the command for help."""
    text = error.format_message().strip()
    if not text:
        return ""
    if not text.endswith("."):
        text += "."
    context = getattr(error, "ctx", None)
    return f"{text} See {context.command_path} --help." if context is not None else text


app = typer.Typer(
    name="sandtable",
    cls=ErrorReportingGroup,
    help="Board wargames of the Second World War, with every rule enforced.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"sandtable {__version__}\n")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


app.command("games")(games.games)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("replay")(replay.replay)
app.command("show")(show.show)
app.command("odds")(odds.odds)
app.command("rules")(rules.rules)
app.command("fuzz")(fuzz.fuzz)
app.command("bench")(bench.bench)
app.command("arena")(arena.arena)
app.command("report")(report.report)
app.command("new-game")(new_game.new_game)
app.add_typer(pack.app, name="pack")
app.add_typer(admin.app, name="admin")
