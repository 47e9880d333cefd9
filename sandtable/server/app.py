"""The application of the web table: `create_app(config)` puts its parts together."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, MediaType, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException

from sandtable.engine.errors import SandtableError, UnknownGame
from sandtable.server.api import accounts, games, matches, pages, play, saves
from sandtable.server.api.catalogue import Catalogue
from sandtable.server.api.connections import Lines, look_up_now_and_then
from sandtable.server.api.description import openapi_config
from sandtable.server.api.schemas import Refusal
from sandtable.server.api.service import DRAWINGS, HASHINGS, IMPORTS, KEY, Service, get_service
from sandtable.server.bots import BotPool
from sandtable.server.channel import channel_of
from sandtable.server.config import Config
from sandtable.server.garbage import collect_when_idle
from sandtable.server.limits import Gate
from sandtable.server.live import live
from sandtable.server.loaded_match import Refused
from sandtable.server.match_service import MISTAKE, Rooms, Thinker
from sandtable.server.security import StrictRequest, add_headers, admit
from sandtable.server.store import Claim, NoMatch, NoPlayer, Store, StoreError, Unavailable
from sandtable.server.webhooks import Webhooks

SWEEP_SECONDS: Final = 3_600.0
WORTH: Final = 1_000  # bytes of an answer from which it is compressed; what holds a secret is smaller
LENGTH: Final = re.compile(r"Expected `str` of length (<|>)= (\d+)")
SENTENCES: Final = {
    400: "This request cannot be read.",
    404: "There is nothing at this address.",
    405: "This cannot be done at this address.",
    413: "That is too large.",
}

logger = logging.getLogger(__name__)
MakeWebhooks = Callable[[Store, str, Lines], Webhooks]


def create_app(
    config: Config,
    *,
    bots: Thinker | None = None,
    hooks: MakeWebhooks | None = None,
    claim: Claim | None = None,
) -> Litestar:
    """The web table as an ASGI application; bots and webhooks can be replaced for tests.

    `claim` is the right to the database, where the caller has taken it already.
    """
    site = pages.Site()
    api = Router(
        "/api",
        route_handlers=[games.router, accounts.router, matches.router, play.router, saves.router],
        guards=[admit],
    )
    return Litestar(
        route_handlers=[api, live, *pages.handlers],
        lifespan=[lambda app: _life(app, config, bots, hooks, claim)],
        dependencies={
            "service": Provide(get_service, sync_to_thread=False),
            "site": Provide(lambda: site, sync_to_thread=False),
        },
        before_send=[add_headers],
        exception_handlers={Exception: lambda request, error: say_why(site, request, error)},
        compression_config=CompressionConfig(
            "gzip", minimum_size=WORTH, gzip_compress_level=5, exclude_opt_key="raw"
        ),
        request_class=StrictRequest,
        request_max_body_size=config.limits.body_bytes,
        openapi_config=openapi_config(config),
        logging_config=None,
    )


@asynccontextmanager
async def _life(
    app: Litestar,
    config: Config,
    bots: Thinker | None,
    make_hooks: MakeWebhooks | None,
    claim: Claim | None,
) -> AsyncIterator[None]:
    """From the opening of the store to its closing."""
    shelf = Catalogue(config.packs)
    await asyncio.to_thread(shelf.open)
    if claim is None:
        claim = await asyncio.to_thread(Claim, config.database)
    try:
        store = await Store.open(config.database)
    except BaseException:
        claim.close()
        raise
    lines = Lines(config.limits.connections, config.limits.address_factor)
    hooks = (make_hooks or _hooks)(store, config.own_origin, lines)
    thinker = bots or BotPool(config.bot_processes, config.think_seconds)
    rooms = Rooms(store, channel_of(store), thinker, on_turn=hooks.turn)
    gate = Gate(config.limits)
    turns = (asyncio.Semaphore(most) for most in (HASHINGS, IMPORTS, DRAWINGS))
    app.state[KEY] = Service(config, store, rooms, gate, hooks, lines, shelf, *turns)
    loop = asyncio.get_running_loop()
    sweepers = [
        loop.create_task(work)
        for work in (_sweep(store), collect_when_idle(), look_up_now_and_then(lines, store))
    ]
    try:
        await rooms.open()
        hooks.open()
        yield
    finally:
        for sweeper in sweepers:
            sweeper.cancel()
        await asyncio.gather(*sweepers, return_exceptions=True)
        await rooms.close()
        await hooks.close()
        await store.close()
        claim.close()


def _hooks(store: Store, origin: str, lines: Lines) -> Webhooks:
    return Webhooks(store.get_player, origin, lines.looks)


async def _sweep(store: Store) -> None:
    """Now and then: sessions that have ended and guests who left nothing behind go."""
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        try:
            await store.sweep()
        except StoreError as error:
            logger.warning("Old sessions could not be removed: %s", error)


# --- refusals


def say_why(site: pages.Site, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """An error as a sentence a player can act on.

    What is our own fault is written to the log, but not the address, which may hold the token of a seat.
    """
    status, text, rule, headers = _reason(error)
    if status == 500:
        logger.error("A request has failed.", exc_info=error)
    own_page = not request.scope["path"].startswith("/api/")
    if own_page and "text/html" in request.headers.get("accept", ""):
        page = site.small("Sandtable", text)
        return Response(page, status_code=status, headers=headers, media_type=MediaType.HTML)
    return Response(Refusal(text, rule), status_code=status, headers=headers, media_type=MediaType.JSON)


def _reason(error: Exception) -> tuple[int, str, str, dict[str, str]]:
    """Status, sentence, rule and headers of an error."""
    if isinstance(error, HTTPException):
        status = error.status_code
        if status < 500:
            text = _wrong(error) if isinstance(error, ValidationException) else error.detail
            if not text.endswith("."):
                text = SENTENCES.get(status, SENTENCES[400])  # not a sentence, so not one of ours
            return status, text, "", dict(error.headers or {})
    elif isinstance(error, Refused):
        return 409, error.text, error.rule, {}
    elif isinstance(error, (NoMatch, NoPlayer, UnknownGame)):
        return 404, str(error), "", {}
    elif isinstance(error, Unavailable):
        return 503, str(error), "", {"Retry-After": "1"}
    elif isinstance(error, SandtableError):
        return 409, str(error), "", {}
    return 500, MISTAKE, "", {}


def _wrong(error: ValidationException) -> str:
    """What is wrong with a request, in short."""
    found = error.extra if isinstance(error.extra, list) else []
    told: list[str] = []
    for entry in found:
        length = LENGTH.fullmatch(str(entry.get("message", "")))
        if length is None:
            told.append(f"{entry.get('key', 'it')}: {entry.get('message', '')}")
        else:
            bound = "at least" if length[1] == ">" else "at most"
            told.append(f"the {entry.get('key')} has {bound} {length[2]} characters")
    return f"This request is not as it should be: {'; '.join(told)}." if told else SENTENCES[400]
