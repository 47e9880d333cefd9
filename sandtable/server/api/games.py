"""The games of this server: scenarios, options, rules and drawn maps."""

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter, QueryParameter

from sandtable.server.api.assets import RAW, give
from sandtable.server.api.schemas import GamesOut, RuleOut, RulesOut, gives, refusals
from sandtable.server.api.service import Asked, Served
from sandtable.server.limits import address_of

Slug = Annotated[str, PathParameter(max_length=60, description="A game, as /api/games names it")]
Word = Annotated[str, QueryParameter(max_length=60, description="Left out: the game's first")]
UNCHANGED = {304: gives(None, code=304)[304]}


@get("/", responses={**gives(GamesOut), **UNCHANGED, **refusals()}, media_type=MediaType.JSON, opt=RAW)
async def games(request: Asked, service: Served) -> Response[bytes]:
    """List all games with their scenarios, options, bots and packs."""
    return give(request, service.catalogue.games())


@get(
    "/{slug:str}/rules",
    responses={**gives(RulesOut), **UNCHANGED, **refusals()},
    media_type=MediaType.JSON,
    opt=RAW,
)
async def rules(request: Asked, slug: Slug, service: Served) -> Response[bytes]:
    """List all rules of a game in our words."""
    return give(request, service.catalogue.rules(slug))


@get("/{slug:str}/rules/{rule:str}", responses=refusals())
async def one_rule(
    slug: Slug, rule: Annotated[str, PathParameter(max_length=60)], service: Served
) -> RuleOut:
    """Return one rule."""
    found = service.catalogue.game(slug).rules.get(rule)
    if found is None:
        raise NotFoundException("This game has no rule with that number.")
    return RuleOut(*found)


@get(
    "/{slug:str}/map",
    responses={**gives(dict[str, Any]), **UNCHANGED, **refusals(409)},
    media_type=MediaType.JSON,
    opt=RAW,
)
async def drawn_map(
    request: Asked,
    slug: Slug,
    service: Served,
    scenario: Word = "",
    board: Word = "",
    pack: Annotated[str, QueryParameter(max_length=60)] = "",
) -> Response[bytes]:
    """Return the drawn map of a game without counters; `board` selects one of several."""
    service.rate_limits.read(None, address_of(request))
    found = await asyncio.to_thread(service.catalogue.drawn_map, slug, pack, scenario or None, board or None)
    return give(request, found)


router = Router("/games", route_handlers=[games, rules, one_rule, drawn_map], tags=["games"])
