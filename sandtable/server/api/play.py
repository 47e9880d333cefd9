"""Playing a match without the live channel: states, choices, questions, chat, notes, saves, pictures."""

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Response, Router, get, post, put
from litestar.params import JSONBody, QueryParameter

from sandtable.server.api.assets import RAW, give
from sandtable.server.api.matches import MatchId, asker, find, known, need_asker
from sandtable.server.api.schemas import (
    BIG,
    SEEN,
    SIGNED,
    Ack,
    ChatIn,
    ChatsOut,
    Choose,
    ExplainedOut,
    HintOut,
    Note,
    OddsOut,
    ReasonsOut,
    Undo,
    WhyOut,
    changes,
    gives,
    refusals,
)
from sandtable.server.api.service import Asked, Served, Service
from sandtable.server.limits import address_of
from sandtable.server.loaded_match import Refused
from sandtable.server.messages import ChatOut, StateOut
from sandtable.server.payload import chats_of
from sandtable.server.security import CLICKS, PICTURE_POLICY, some_lines
from sandtable.server.store import MatchRecord, Player

SVG = "image/svg+xml"
NOTE_BYTES = 262_144  # of a request with a note
NOW = -1
Position = Annotated[
    int, QueryParameter(ge=NOW, le=BIG, description="A number of events; -1 or nothing: now")
]


def _looks(request: Asked, service: Service) -> int | None:
    """Return the player's number for reading; refuse too many requests."""
    player = asker(request)
    number = None if player is None else player.id
    service.rate_limits.read(number, address_of(request))
    return number


def _or_none(number: int) -> int | None:
    return None if number < 0 else number


@get("/state", responses={**gives(StateOut), **refusals(409)}, media_type=MediaType.JSON)
async def state(
    match_id: MatchId,
    request: Asked,
    service: Served,
    at: Position = NOW,
    seat: Annotated[int, QueryParameter(ge=-1, le=15)] = -1,
) -> Response[bytes]:
    """Return all that a visitor may see, now or earlier; `seat` selects one of their seats."""
    number = _looks(request, service)
    return Response(await service.matches.state(known(match_id), number, _or_none(at), _or_none(seat)))


@get(
    "/map",
    responses={**gives(dict[str, Any]), 304: gives(None, code=304)[304], **refusals(409)},
    media_type=MediaType.JSON,
    opt=RAW,
)
async def drawn_map(match_id: MatchId, request: Asked, service: Served) -> Response[bytes]:
    """Return the drawn map of a match with its pack and options, without counters."""
    _looks(request, service)
    record = await find(service, match_id)
    return give(request, await asyncio.to_thread(service.catalogue.map_of, record))


@post("/choices", status_code=200, security=SIGNED, responses=changes(), opt={CLICKS: True})
async def choose(match_id: MatchId, data: JSONBody[Choose], request: Asked, service: Served) -> Ack:
    """Play a choice; it is stored before this answers."""
    player = need_asker(request)
    return Ack(await service.matches.choose(known(match_id), player.id, data.seq, data.seat, data.choice))


@post("/undo", status_code=200, security=SIGNED, responses=changes(), opt={CLICKS: True})
async def undo(match_id: MatchId, data: JSONBody[Undo], request: Asked, service: Served) -> Ack:
    """Take back the last choice of a seat."""
    player = need_asker(request)
    return Ack(await service.matches.undo(known(match_id), player.id, data.seq, data.seat))


@get("/explain", security=SEEN, responses=refusals(401, 409))
async def explain(
    match_id: MatchId,
    request: Asked,
    service: Served,
    seat: Annotated[int, QueryParameter(ge=0, le=15)],
    choice: Annotated[str, QueryParameter(min_length=1, max_length=200)],
) -> ExplainedOut:
    """Return whether my seat may choose something (an id or a key) now, and why not."""
    player = need_asker(request)
    service.rate_limits.read(player.id, address_of(request))
    thing: int | str = int(choice) if choice.isascii() and choice.isdigit() and len(choice) < 10 else choice
    told = await service.matches.explain(known(match_id), player.id, seat, thing)
    return ExplainedOut(seat, choice, told.allowed, told.text, told.rule)


@get("/odds", responses=refusals(409))
async def odds(
    match_id: MatchId,
    request: Asked,
    service: Served,
    at: Position = NOW,
    seat: Annotated[int, QueryParameter(ge=-1, le=15)] = -1,
) -> OddsOut:
    """Return the odds of the current and next fights, as I may know them, now or earlier."""
    player = asker(request)
    number = None if player is None else player.id
    service.rate_limits.odds(number, address_of(request))
    return OddsOut(*await service.matches.odds(known(match_id), number, _or_none(at), _or_none(seat)))


@get("/hint", security=SEEN, responses=refusals(401, 409))
async def hint(
    match_id: MatchId,
    request: Asked,
    service: Served,
    seat: Annotated[int, QueryParameter(ge=0, le=15)],
) -> HintOut:
    """Return what a staff officer would choose now for my seat, and why."""
    player = need_asker(request)
    service.rate_limits.hint(player.id, address_of(request))
    told = await service.matches.hint(known(match_id), player.id, seat)
    return HintOut(told.number, seat, told.choice, told.line)


@get("/why", responses=refusals(409))
async def why(
    match_id: MatchId,
    request: Asked,
    service: Served,
    seat: Annotated[int, QueryParameter(ge=0, le=15)],
    at: Position = NOW,
) -> WhyOut:
    """Return why a bot made its last choice: after the game, or if its seat has no secrets."""
    _looks(request, service)
    told = await service.matches.why(known(match_id), seat, _or_none(at))
    return WhyOut(told.event, told.seat, told.line)


@get("/reasons", responses=refusals(409))
async def reasons(match_id: MatchId, request: Asked, service: Served, at: Position = NOW) -> ReasonsOut:
    """List the seats of bots for which `why` has an answer."""
    _looks(request, service)
    return ReasonsOut(await service.matches.reasons(known(match_id), _or_none(at)))


# --- talk and notes


def _must_sit(record: MatchRecord, player: Player) -> None:
    if record.owner_id != player.id and not record.held_by(player.id):
        raise Refused("Only those who sit at this table can do that.")


@get("/chat", responses=refusals())
async def chat(
    match_id: MatchId,
    request: Asked,
    service: Served,
    after: Annotated[int, QueryParameter(ge=0, le=BIG)] = 0,
) -> ChatsOut:
    """Return the chat messages after the one with this number."""
    _looks(request, service)
    await find(service, match_id)
    return ChatsOut(chats_of(await service.store.chats(match_id, after)))


@post("/chat", security=SIGNED, responses=changes(), opt={CLICKS: True})
async def say(match_id: MatchId, data: JSONBody[ChatIn], request: Asked, service: Served) -> ChatOut:
    """Send a chat message to the table."""
    player = need_asker(request)
    _must_sit(await find(service, match_id), player)
    text = some_lines(data.text, service.config.limits.chat_letters)
    if not text:
        raise Refused("This message is empty.")
    service.rate_limits.say(player.id, address_of(request))
    return await service.matches.say(match_id, player.id, player.name, text)


@get("/note", security=SEEN, responses=refusals(401))
async def note(match_id: MatchId, request: Asked, service: Served) -> Note:
    """Return my private note about the match."""
    player = need_asker(request)
    service.rate_limits.read(player.id, address_of(request))
    await find(service, match_id)
    return Note(await service.store.get_note(match_id, player.id))


@put("/note", security=SIGNED, responses=changes(), request_max_body_size=NOTE_BYTES)
async def keep_note(match_id: MatchId, data: JSONBody[Note], request: Asked, service: Served) -> Note:
    """Replace my private note about the match."""
    player = need_asker(request)
    _must_sit(await find(service, match_id), player)
    text = some_lines(data.text, service.config.limits.note_letters)
    await service.store.set_note(match_id, player.id, text)
    return Note(text)


# --- to take away


@get("/save", responses={**gives(dict[str, Any]), **refusals(409)}, media_type=MediaType.JSON)
async def save(match_id: MatchId, request: Asked, service: Served) -> Response[bytes]:
    """Return the match as a save: after the game, or to its only human player."""
    data = await service.matches.save(known(match_id), _looks(request, service))
    return Response(
        data, headers={"Content-Disposition": f'attachment; filename="sandtable-{match_id}.json"'}
    )


@get("/picture.svg", responses={**gives(str, SVG), **refusals(409)}, media_type=SVG)
async def picture(match_id: MatchId, request: Asked, service: Served, at: Position = NOW) -> Response[bytes]:
    """Return a picture of the position as I see it, now or earlier."""
    from sandtable import draw

    number = _looks(request, service)
    service.rate_limits.picture(number, address_of(request))
    scene = await service.matches.scene(known(match_id), number, _or_none(at))
    async with service.drawing:
        drawn = await asyncio.to_thread(draw.svg, scene)
    headers = {"Content-Security-Policy": PICTURE_POLICY, "Content-Disposition": "inline"}
    return Response(drawn.encode(), headers=headers, media_type=SVG)


router = Router(
    "/matches/{match_id:str}",
    route_handlers=[
        state,
        drawn_map,
        choose,
        undo,
        explain,
        odds,
        hint,
        why,
        reasons,
        chat,
        say,
        note,
        keep_note,
        save,
        picture,
    ],
    tags=["playing"],
)
