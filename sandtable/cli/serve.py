"""`sandtable serve`: the web table, for yourself or for the public."""

import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from sandtable.cli import AtOnce
from sandtable.engine.errors import SandtableError
from sandtable.server.config import DATABASE, Config, default_database

# The server imports large libraries; the other commands do not wait for them.
if TYPE_CHECKING:
    import uvicorn
    from litestar import Litestar

    from sandtable.server.store import Claim

SETTINGS = "SANDTABLE_SERVE"  # passes the settings to the processes of a server
WAITING = 1024  # connections that the system queues until they are accepted
# How long Python lets one thread go on while another waits. The thread that writes to SQLite has little to
# do but must start at once: then a choice is confirmed sooner.
SWITCH_SECONDS = 0.0001


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on; 0.0.0.0 means all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="The port; 0 takes any free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            help=f"sqlite:///FILE or postgresql://…; without it {DATABASE}, or a file in your own folder.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", help="Processes; more than one need PostgreSQL.")
    ] = 1,
    bots: Annotated[
        int,
        typer.Option("--bots", metavar="N", help="Processes in which bots think, for each server process."),
    ] = 1,
    think: Annotated[
        float,
        typer.Option(
            "--think", metavar="SECONDS", help="The time of a bot for a choice, added to its own budget."
        ),
    ] = 1.0,
    origin: Annotated[
        str,
        typer.Option(
            "--origin", metavar="URL", help="The address of the server in browsers, if it is behind a proxy."
        ),
    ] = "",
    packs: Annotated[
        list[str] | None,
        typer.Option(
            "--pack", metavar="DIR", help="A component pack that players may choose; may be repeated."
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the table in a browser.")] = False,
) -> None:
    """Serve the web table: play in the browser, alone, at one screen or with others. Ctrl-C ends it."""
    settings: dict[str, Any] = {
        "database": database or default_database(),
        "host": host,
        "port": port,
        "workers": workers,
        "bot_processes": bots,
        "think_seconds": think,
        "origin": origin,
        "packs": tuple(packs or ()),
    }
    Config(**settings)  # refuses wrong settings before anything is changed
    with AtOnce():
        prepared = _prepare(settings["database"], settings["packs"])
    with prepared as claim, listen(host, port) as bound:
        settings["port"] = bound.getsockname()[1]
        config = Config(**settings)
        sys.stdout.write(f"Sandtable is running at {config.own_origin} (press Ctrl-C to stop).\n")
        sys.stdout.flush()
        if open_browser:
            # The socket already accepts connections; an early browser waits a moment.
            threading.Thread(target=webbrowser.open, args=(config.own_origin,), daemon=True).start()
        run(config, settings, bound, claim)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small messages at once, whether or not the last one has arrived.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(WAITING)
    except OSError as error:
        bound.close()
        reason = error.strerror or str(error)
        raise SandtableError(f"Nobody can be served at {host}, port {port}: {reason}.") from error
    bound.set_inheritable(True)
    return bound


def run(config: Config, settings: dict[str, Any], bound: socket.socket, claim: "Claim") -> None:
    """Serve until an interrupt or SIGTERM, which are the usual ways to end and no error."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(0)

    # It runs when uvicorn has closed everything and passes the signal on.
    signal.signal(signal.SIGTERM, end)
    try:
        if config.workers > 1:
            from sandtable.cli.workers import Workers

            # Each process builds its own application from these.
            os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
            Workers(web(config, "sandtable.cli.serve:application"), sockets=[bound]).run()
        else:
            with AtOnce():
                import uvicorn

                from sandtable.server.app import create_app

                tune_process()
                server = uvicorn.Server(web(config, create_app(config, claim=claim)))
            server.run(sockets=[bound])
    except KeyboardInterrupt:
        pass  # the usual end


def tune_process() -> None:
    """Tune this process for short response times instead of throughput."""
    from sandtable.server import garbage

    sys.setswitchinterval(SWITCH_SECONDS)
    garbage.postpone_collection()


def web(config: Config, application: Any) -> "uvicorn.Config":
    """Return the configuration of uvicorn for an application, or for what an import string names."""
    import uvicorn

    from sandtable.server.websocket import DirectWebSocket

    local = config.host in ("127.0.0.1", "::1", "localhost")
    return uvicorn.Config(
        application,
        factory=isinstance(application, str),
        workers=config.workers,
        ws=DirectWebSocket,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=bool(config.origin),
        ws_max_size=config.limits.frame_bytes,
        # Compression makes a state five times smaller; on the same machine that is not worth it.
        ws_per_message_deflate=not local,
        timeout_graceful_shutdown=5,
    )


def application() -> "Litestar":
    """Return the application of one of several processes."""
    from sandtable.server.app import create_app

    threading.Thread(target=_end_with_the_first, daemon=True).start()
    tune_process()
    return create_app(Config(**msgspec.json.decode(os.environ[SETTINGS])))


def _end_with_the_first() -> None:
    """Wait until the process that started this one ends, then end properly."""
    first = multiprocessing.parent_process()
    if first is not None:
        first.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _prepare(database: str, packs: tuple[str, ...]) -> "Claim":
    """Check the packs, and create or migrate the tables, before any process starts; errors are sentences.

    Return the right to a database that is for one server only.
    """
    from sandtable.server.store import Claim, migrate

    if packs:
        from sandtable.server.api.catalogue import Catalogue

        Catalogue(packs).open()
    claim = Claim(database)
    migrate(database)
    return claim
