"""The games on the shelf: scenarios, options, rules and drawn maps."""

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
    """All games with their scenarios, options, bots and packs."""
    return give(request, service.shelf.games())


@get(
    "/{slug:str}/rules",
    responses={**gives(RulesOut), **UNCHANGED, **refusals()},
    media_type=MediaType.JSON,
    opt=RAW,
)
async def rules(request: Asked, slug: Slug, service: Served) -> Response[bytes]:
    """All rules of a game in our words."""
    return give(request, service.shelf.rules(slug))


@get("/{slug:str}/rules/{rule:str}", responses=refusals())
async def one_rule(
    slug: Slug, rule: Annotated[str, PathParameter(max_length=60)], service: Served
) -> RuleOut:
    """One rule."""
    found = service.shelf.game(slug).rules.get(rule)
    if found is None:
        raise NotFoundException("This game has no rule of that number.")
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
    """The drawn map of a game without what moves on it; `board` where a game has several."""
    service.gate.read(None, address_of(request))
    found = await asyncio.to_thread(service.shelf.drawn_map, slug, pack, scenario or None, board or None)
    return give(request, found)


router = Router("/games", route_handlers=[games, rules, one_rule, drawn_map], tags=["games"])
