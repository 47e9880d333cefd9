"""The application of the web table; `create_app(config)` puts its parts together."""

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
from sandtable.server.api.connections import Connections, look_up_now_and_then
from sandtable.server.api.description import openapi_config
from sandtable.server.api.schemas import Refusal
from sandtable.server.api.service import DRAWINGS, HASHINGS, IMPORTS, KEY, Service, get_service
from sandtable.server.bots import BotPool
from sandtable.server.channel import channel_of
from sandtable.server.config import Config
from sandtable.server.garbage import collect_when_idle
from sandtable.server.limits import RateLimits
from sandtable.server.live import live
from sandtable.server.loaded_match import Refused
from sandtable.server.match_service import MISTAKE, BotRunner, MatchService
from sandtable.server.security import StrictRequest, add_headers, admit
from sandtable.server.store import Claim, NoMatch, NoPlayer, Store, StoreError, Unavailable
from sandtable.server.webhooks import Webhooks

SWEEP_SECONDS: Final = 3_600.0
WORTH: Final = 1_000  # bytes; longer answers are compressed. Answers with a secret are shorter
LENGTH: Final = re.compile(r"Expected `str` of length (<|>)= (\d+)")
SENTENCES: Final = {
    400: "The server cannot read this request.",
    404: "There is nothing at this address.",
    405: "This cannot be done at this address.",
    413: "That is too large.",
}

logger = logging.getLogger(__name__)
MakeWebhooks = Callable[[Store, str, Connections], Webhooks]


def create_app(
    config: Config,
    *,
    bots: BotRunner | None = None,
    webhooks: MakeWebhooks | None = None,
    claim: Claim | None = None,
) -> Litestar:
    """Return the web table as an ASGI application; tests can replace its bots and webhooks.

    `claim` is the right to the database, if the caller holds it already.
    """
    site = pages.Site()
    api = Router(
        "/api",
        route_handlers=[games.router, accounts.router, matches.router, play.router, saves.router],
        guards=[admit],
    )
    return Litestar(
        route_handlers=[api, live, *pages.handlers],
        lifespan=[lambda app: _life(app, config, bots, webhooks, claim)],
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
    bots: BotRunner | None,
    make_hooks: MakeWebhooks | None,
    claim: Claim | None,
) -> AsyncIterator[None]:
    """Open the store and start everything; close it all at the end."""
    catalogue = Catalogue(config.packs)
    await asyncio.to_thread(catalogue.open)
    if claim is None:
        claim = await asyncio.to_thread(Claim, config.database)
    try:
        store = await Store.open(config.database)
    except BaseException:
        claim.close()
        raise
    connections = Connections(config.limits.connections, config.limits.address_factor)
    webhooks = (make_hooks or _hooks)(store, config.own_origin, connections)
    thinker = bots or BotPool(config.bot_processes, config.think_seconds)
    match_service = MatchService(store, channel_of(store), thinker, on_turn=webhooks.turn)
    rate_limits = RateLimits(config.limits)
    turns = (asyncio.Semaphore(most) for most in (HASHINGS, IMPORTS, DRAWINGS))
    app.state[KEY] = Service(
        config, store, match_service, rate_limits, webhooks, connections, catalogue, *turns
    )
    loop = asyncio.get_running_loop()
    sweepers = [
        loop.create_task(work)
        for work in (_sweep(store), collect_when_idle(), look_up_now_and_then(connections, store))
    ]
    try:
        await match_service.open()
        webhooks.open()
        yield
    finally:
        for sweeper in sweepers:
            sweeper.cancel()
        await asyncio.gather(*sweepers, return_exceptions=True)
        await match_service.close()
        await webhooks.close()
        await store.close()
        claim.close()


def _hooks(store: Store, origin: str, connections: Connections) -> Webhooks:
    return Webhooks(store.get_player, origin, connections.looks)


async def _sweep(store: Store) -> None:
    """Remove ended sessions and guests without matches, from time to time."""
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        try:
            await store.sweep()
        except StoreError as error:
            logger.warning("Could not remove old sessions: %s", error)


# --- refusals


def say_why(site: pages.Site, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer an error with a sentence that tells the player what to do.

    Errors of the server are logged, but without the address, which may hold the token of a seat.
    """
    status, text, rule, headers = _reason(error)
    if status == 500:
        logger.error("Could not answer a request.", exc_info=error)
    own_page = not request.scope["path"].startswith("/api/")
    if own_page and "text/html" in request.headers.get("accept", ""):
        page = site.small("Sandtable", text)
        return Response(page, status_code=status, headers=headers, media_type=MediaType.HTML)
    return Response(Refusal(text, rule), status_code=status, headers=headers, media_type=MediaType.JSON)


def _reason(error: Exception) -> tuple[int, str, str, dict[str, str]]:
    """Return the status, sentence, rule and headers for an error."""
    if isinstance(error, HTTPException):
        status = error.status_code
        if status < 500:
            text = _wrong(error) if isinstance(error, ValidationException) else error.detail
            if not text.endswith("."):
                text = SENTENCES.get(status, SENTENCES[400])  # a text of the framework, not a sentence
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
    """Say briefly what is wrong with a request."""
    found = error.extra if isinstance(error.extra, list) else []
    told: list[str] = []
    for entry in found:
        length = LENGTH.fullmatch(str(entry.get("message", "")))
        if length is None:
            told.append(f"{entry.get('key', 'it')}: {entry.get('message', '')}")
        else:
            bound = "at least" if length[1] == ">" else "at most"
            told.append(f"the {entry.get('key')} has {bound} {length[2]} characters")
    return f"The request is wrong: {'; '.join(told)}." if told else SENTENCES[400]
