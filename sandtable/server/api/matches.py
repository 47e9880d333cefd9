"""Matches: create, list, join, leave, begin and remove them."""

import re
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated, Any, Final, Literal

from litestar import Router, delete, get, post, put
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.params import FromQuery, JSONBody, PathParameter

from sandtable.bots import bot_names
from sandtable.engine.errors import BadOption
from sandtable.engine.game import Setup
from sandtable.server.api.schemas import (
    SIGNED,
    Begin,
    Invite,
    Join,
    MatchesOut,
    MatchIn,
    MatchLine,
    MatchMade,
    NewMatch,
    SeatAnew,
    SeatIn,
    SeatOfMatch,
    changes,
    refusals,
)
from sandtable.server.api.service import Asked, Served, Service
from sandtable.server.config import Limits
from sandtable.server.limits import address_of
from sandtable.server.loaded_match import Refused
from sandtable.server.match_service import GONE
from sandtable.server.messages import ResultOut
from sandtable.server.payload import notices_of
from sandtable.server.security import one_line
from sandtable.server.store import MatchRecord, NewSeat, NoMatch, Player, Seat, Session, WriteConflict
from sandtable.server.store.tokens import ID_LENGTH, LETTERS

BEST_BOT: Final = "greedy"
ID: Final = re.compile(f"[{LETTERS}]{{{ID_LENGTH}}}")
MatchId = Annotated[str, PathParameter(max_length=60, description="The id of a match")]


def asker(request: Asked) -> Player | None:
    """Return the player of a request, if it has a session."""
    session: Session | None = request.user
    return None if session is None else session.player


def need_asker(request: Asked) -> Player:
    """Return the player of a request; refuse it without a session."""
    player = asker(request)
    if player is None:
        raise NotAuthorizedException("Your session has ended. Load the page again.")
    return player


def known(match_id: str) -> str:
    """Return an id if it has the form of a match id."""
    if ID.fullmatch(match_id) is None:
        raise NoMatch(GONE)
    return match_id


async def find(service: Service, match_id: str) -> MatchRecord:
    """Return a match from the store."""
    record = await service.store.get_match(known(match_id))
    if record is None:
        raise NoMatch(GONE)
    return record


async def find_own(service: Service, match_id: str, player: Player) -> MatchRecord:
    """Return a match to its owner."""
    record = await find(service, match_id)
    if record.owner_id != player.id:
        raise PermissionDeniedException("Only the owner of this match can do that.")
    return record


def line_of(service: Service, record: MatchRecord, player: Player | None) -> MatchLine:
    """Return a match as lists show it to a visitor."""
    return MatchLine(**_told(service, record, player))


def made_of(service: Service, record: MatchRecord, player: Player, tokens: dict[int, str]) -> MatchMade:
    """Return the same with the links of a new match."""
    invites = [Invite(seat, f"/join/{token}") for seat, token in sorted(tokens.items())]
    return MatchMade(**_told(service, record, player), invites=invites)


def _told(service: Service, record: MatchRecord, player: Player | None) -> dict[str, Any]:
    game = service.catalogue.game_of(record)
    names = service.catalogue.seat_names(
        record.game, record.pack, record.scenario, record.players, record.options
    )
    held = [] if player is None else record.held_by(player.id)
    titles = [s.title for s in game.scenarios if s.id == record.scenario]
    result = record.result
    return {
        "id": record.id,
        "game": record.game,
        "title": game.title,
        "scenario": record.scenario,
        "scenario_title": titles[0] if titles else record.scenario,
        "pack": service.catalogue.pack_name(record),
        "players": record.players,
        "options": record.options,
        "name": record.name,
        "status": record.status,
        "listed": record.listed,
        "live": record.live,
        "owner": player is not None and record.owner_id == player.id,
        "seq": record.seq,
        "seats": [
            SeatOfMatch(s.seat, names[s.seat], s.kind, s.name, s.bot, s.free, s.seat in held)
            for s in record.seats
        ],
        "waiting": list(record.waiting),
        "since": record.since,
        "turn": record.turn,
        "my_turn": player is not None and record.waits_for(player.id),
        "overdue": [seat for seat in overdue(service.config.limits, record) if seat not in held],
        "result": None if result is None else ResultOut(result["text"], result["rule"], result["scores"]),
        "created": record.created,
        "updated": record.updated,
        "notices": notices_of(record),
    }


# --- seats


def overdue(limits: Limits, record: MatchRecord) -> list[int]:
    """Return the seats whose players have kept the others waiting so long that they can be replaced."""
    patience = limits.live_patience if record.live else limits.slow_patience
    if record.status != "playing" or time.time() - record.since < patience:
        return []
    return [seat for seat in record.waiting if record.seats[seat].player_id is not None]


def bot_of(name: str) -> str:
    """Return a bot by its name; the best if none is named."""
    if name and name not in bot_names():
        raise BadOption(f"There is no bot of that name. Choose one of {', '.join(bot_names())}.")
    return name or BEST_BOT


def new_seats(setup: Setup, asked: list[SeatIn] | None, player: Player) -> list[NewSeat]:
    """Return the seats of a new match: as requested, or the player against bots."""
    if asked is None:
        asked = [SeatIn("human")] + [SeatIn("bot")] * (setup.players - 1)
    if len(asked) != setup.players:
        raise BadOption(f"This match has {setup.players} seats; {len(asked)} were given.")
    need_person(seat.kind for seat in asked)
    return [
        NewSeat(
            seat.kind,
            player.id if seat.kind == "human" else None,
            bot_of(seat.bot) if seat.kind == "bot" else "",
        )
        for seat in asked
    ]


def need_person(kinds: Iterable[str]) -> None:
    """Refuse a match between bots alone, which would compute for hours for nobody."""
    if all(kind == "bot" for kind in kinds):
        raise BadOption(
            "A match needs at least one human player. To let bots play alone, use sandtable arena."
        )


async def check_count(service: Service, player: Player) -> None:
    """Refuse a player who has too many unfinished matches."""
    most = service.config.limits.matches
    if await service.store.count_matches(player.id) >= most:
        raise Refused(f"You have set up {most} unfinished matches. Finish or remove some first.")


async def check_bots(
    service: Service, request: Asked, player: Player, seats: Iterable[NewSeat | Seat], new: bool = True
) -> None:
    """Refuse a player who has too many unfinished matches with bots, if this would be one more.

    An existing match counts as one more if none of its seats has a bot yet.
    """
    if new != any(seat.kind == "bot" for seat in seats):
        return
    most = service.config.limits.bot_matches
    if await service.store.count_matches(player.id, bots=True) >= most:
        raise Refused(f"You have {most} unfinished matches with bots. Finish or remove some first.")
    service.rate_limits.bots(player.id, address_of(request))


# --- handlers


@get("/", responses=refusals(401))
async def matches(
    request: Asked,
    service: Served,
    of: FromQuery[Literal["mine", "listed"]] = "mine",
) -> MatchesOut:
    """List my matches, those that wait for me first; or the listed ones, the latest first."""
    player = asker(request)
    service.rate_limits.read(None if player is None else player.id, address_of(request))
    if of == "listed":
        found = await service.store.listed_matches()
    else:
        found = [] if player is None else await service.store.matches_of(player.id)
    return MatchesOut([line_of(service, record, player) for record in found])


@post("/", security=SIGNED, responses=changes())
async def make(data: JSONBody[NewMatch], request: Asked, service: Served) -> MatchMade:
    """Set up a match; it begins at once if every seat is filled. Only this answer shows the links."""
    player = need_asker(request)
    await check_count(service, player)
    folder = service.catalogue.folder(data.game, data.pack)
    game = service.catalogue.game(data.game, data.pack)
    players = data.players
    if players is None and data.seats is not None:
        players = len(data.seats)
    setup = game.settle(data.scenario, players, data.options)
    seats = new_seats(setup, data.seats, player)
    await check_bots(service, request, player, seats)
    made = await service.store.create_match(
        data.game,
        setup.scenario,
        setup.players,
        setup.options,
        seats,
        player.id,
        name=one_line(data.name, service.config.limits.name_letters),
        pack=folder,
        listed=data.listed,
        live=data.live,
    )
    record = made.match
    if not any(seat.free for seat in record.seats):
        record = await service.matches.begin(record.id)
    return made_of(service, record, player, made.tokens)


@get("/{match_id:str}", responses=refusals())
async def one_match(match_id: MatchId, request: Asked, service: Served) -> MatchLine:
    """Return a match as lists show it."""
    player = asker(request)
    service.rate_limits.read(None if player is None else player.id, address_of(request))
    return line_of(service, await find(service, match_id), player)


@put("/{match_id:str}", security=SIGNED, responses=changes())
async def rename(match_id: MatchId, data: JSONBody[MatchIn], request: Asked, service: Served) -> MatchLine:
    """Rename a match, and list it or not."""
    player = need_asker(request)
    await find_own(service, match_id, player)
    await service.store.set_name(
        match_id, one_line(data.name, service.config.limits.name_letters), data.listed
    )
    return await _changed(service, match_id, player)


@delete("/{match_id:str}", security=SIGNED, responses=changes())
async def remove(match_id: MatchId, request: Asked, service: Served) -> None:
    """Remove a match in which nobody else sits."""
    player = need_asker(request)
    record = await find_own(service, match_id, player)
    if any(seat.player_id not in (None, player.id) for seat in record.seats):
        raise Refused("Others sit at this table. You can remove the match when they have left.")
    await service.store.delete_match(match_id)
    await service.matches.removed(match_id)


@post("/{match_id:str}/join", status_code=200, security=SIGNED, responses=changes())
async def join(match_id: MatchId, data: JSONBody[Join], request: Asked, service: Served) -> MatchLine:
    """Take an open seat; the match begins when the last one is taken."""
    player = need_asker(request)
    record = await find(service, match_id)
    if record.status == "finished":
        raise Refused("The game is over.")
    if record.held_by(player.id):
        raise Refused("You already sit at this table.")
    free = [s.seat for s in record.seats if s.kind == "open" and s.free and data.seat in (None, s.seat)]
    for number in free:
        if await service.store.take_seat(match_id, number, player.id):
            return await seated(service, match_id, player)
    raise Refused("This seat is not open, or somebody has just taken it.")


async def seated(service: Service, match_id: str, player: Player) -> MatchLine:
    """Show that a seat was taken, and begin if it was the last."""
    await service.matches.changed(match_id)
    record = await find(service, match_id)
    if record.status == "open" and not any(seat.free for seat in record.seats):
        record = await service.matches.begin(match_id)
    return line_of(service, record, player)


@post("/{match_id:str}/leave", status_code=200, security=SIGNED, responses=changes())
async def leave(match_id: MatchId, request: Asked, service: Served) -> MatchLine:
    """Leave my seat; somebody else may take it."""
    player = need_asker(request)
    record = await find(service, match_id)
    if record.status == "finished":
        raise Refused("The game is over, so you do not need to leave.")
    if not await service.store.leave(match_id, player.id):
        raise Refused("You do not sit at this table.")
    return await _changed(service, match_id, player)


@post("/{match_id:str}/start", status_code=200, security=SIGNED, responses=changes())
async def start(match_id: MatchId, data: JSONBody[Begin], request: Asked, service: Served) -> MatchLine:
    """Begin an open match; `fill` names a bot for the free seats."""
    player = need_asker(request)
    record = await find_own(service, match_id, player)
    if record.status != "open":
        raise Refused("This match has already begun.")
    free = [seat.seat for seat in record.seats if seat.free]
    if free and data.fill:
        bot = bot_of(data.fill)
        need_person("bot" if seat.free else seat.kind for seat in record.seats)
        await check_bots(service, request, player, record.seats, new=False)
        for number in free:
            with suppress(WriteConflict):  # somebody has just taken it, which is as good
                await service.store.set_seat(match_id, number, NewSeat("bot", bot=bot))
        await service.matches.changed(match_id)
    return line_of(service, await service.matches.begin(match_id), player)


@put("/{match_id:str}/seats/{seat:int}", security=SIGNED, responses=changes())
async def fill_seat(
    match_id: MatchId,
    seat: Annotated[int, PathParameter(ge=0, le=15)],
    data: JSONBody[SeatAnew],
    request: Asked,
    service: Served,
) -> MatchMade:
    """Fill a seat again on which nobody else sits: a bot for a player who left, or a new link.

    The owner of the match may do this, and may also free seats of others until it begins. The owner may also
    fill `overdue` seats; every other player at the table may give these to a bot.
    """
    player = need_asker(request)
    record = await find(service, match_id)
    if record.status == "finished":
        raise Refused("The game is over.")
    if seat >= record.players:
        raise Refused("This match has no such seat.")
    now = record.seats[seat]
    late = seat in overdue(service.config.limits, record)
    rescue = late and data.kind == "bot" and bool(record.held_by(player.id))
    if record.owner_id != player.id and not rescue:
        raise PermissionDeniedException("Only the owner of this match can do that.")
    if now.player_id not in (None, player.id) and record.status == "playing" and not late:
        raise Refused("Somebody sits there.")
    need_person(data.kind if s.seat == seat else s.kind for s in record.seats)
    bot = bot_of(data.bot) if data.kind == "bot" else ""
    if bot and not late:
        await check_bots(service, request, player, record.seats, new=False)
    token = await service.store.set_seat(match_id, seat, NewSeat(data.kind, bot=bot), now.player_id)
    await service.matches.changed(match_id)
    record = await find(service, match_id)
    return made_of(service, record, player, {} if token is None else {seat: token})


async def _changed(service: Service, match_id: str, player: Player) -> MatchLine:
    await service.matches.changed(match_id)
    return line_of(service, await find(service, match_id), player)


router = Router(
    "/matches",
    route_handlers=[matches, make, one_match, rename, remove, join, leave, start, fill_seat],
    tags=["matches"],
)
