"""Saves that are brought in.

Of a save only the set-up and the choices are taken, and played anew by the rules: what else a file claims
about its position is not looked at.
"""

import asyncio
import time
from typing import Any, Final

import msgspec
from litestar import Router, post
from litestar.params import JSONBody

from sandtable.engine import save as saves
from sandtable.engine.errors import SandtableError, SaveError
from sandtable.engine.game import Game, OptionValue
from sandtable.engine.match import Match
from sandtable.server.api.catalogue import Catalogue
from sandtable.server.api.matches import check_bots, check_count, made_of, need_asker, new_seats
from sandtable.server.api.schemas import SIGNED, MatchMade, SaveIn, SeatIn, changes
from sandtable.server.api.service import Asked, Served
from sandtable.server.config import Limits
from sandtable.server.loaded_match import Room
from sandtable.server.loading import rules_hash
from sandtable.server.security import IMPORTS, one_line

MOST: Final = 50_000  # choices of a save; the longest games have a tenth of that
SECONDS: Final = 30.0  # for playing it anew
ELSEWHERE: Final = (
    "This save begins in the middle of a game, so its way there cannot be played again. Go on with it in the "
    "terminal: sandtable play."
)


class SaveBody(msgspec.Struct):
    """What is taken from a save."""

    game: str
    scenario: str
    players: int
    options: dict[str, OptionValue]
    seed: int
    pack: str
    history: list[tuple[int, int]]
    base: dict[str, Any] | None


@post(
    "/",
    security=SIGNED,
    responses=changes(),
    request_max_body_size=2 * Limits().save_bytes,
    opt={IMPORTS: True},
)
async def bring(data: JSONBody[SaveIn], request: Asked, service: Served) -> MatchMade:
    """Go on with a save, or look at it: alone, with bots, or with others at the same screen."""
    player = need_asker(request)
    await check_count(service, player)
    async with service.importing:
        match = await asyncio.to_thread(replay, service.shelf, data.save.encode(), data.pack)
    for seat in data.seats or ():
        if seat.kind in ("open", "invite"):
            raise SaveError("Who brings a save knows its dice to come, so nobody else can be asked to join.")
    setup = match.setup
    asked = data.seats
    if asked is None and match.result is not None:
        asked = [SeatIn("hotseat")] * setup.players
    seats = new_seats(setup, asked, player)
    if match.result is None:
        await check_bots(service, request, player, seats)
    made = await service.store.create_match(
        match.game.slug,
        setup.scenario,
        setup.players,
        setup.options,
        seats,
        player.id,
        name=one_line(data.name, service.config.limits.name_letters),
        pack=service.shelf.folder(match.game.slug, data.pack),
        seed=setup.seed,
        summary=Room(match).summary(),
        history=match.history,
        rules=rules_hash(match.game),
        pack_hash=match.game.pack_hash,
        known="import",
    )
    return made_of(service, await service.rooms.record(made.match.id), player, made.tokens)


def replay(shelf: Catalogue, data: bytes, pack: str) -> Match:
    """The match of a save, its choices played anew; SaveError for everything that cannot be."""
    try:
        body = msgspec.convert(saves.read(data), SaveBody)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise SaveError("This is no Sandtable save, or it was cut short; nothing was loaded.") from error
    if body.base is not None:
        raise SaveError(ELSEWHERE)
    if len(body.history) > MOST:
        raise SaveError(f"This save has more than {MOST} choices; no game is that long.")
    game = shelf.game(body.game, pack)
    if body.pack != game.pack_hash:
        raise SaveError("This save was played with other components; choose the pack it was begun with.")
    return _play(game, body)


def _play(game: Game, body: SaveBody) -> Match:
    match = Match(game, game.settle(body.scenario, body.players, body.options, body.seed))
    until = time.monotonic() + SECONDS
    for number, (seat, choice) in enumerate(body.history, 1):
        if time.monotonic() > until:
            raise SaveError("This save takes too long to play again; nothing was loaded.")
        try:
            match.play(choice, seat)
        except SandtableError as error:
            raise SaveError(
                f"Choice {number} of this save does not fit the rules of today: {error}"
            ) from error
        except Exception as error:
            raise SaveError(f"Choice {number} of this save cannot be played; nothing was loaded.") from error
    return match


router = Router("/saves", route_handlers=[bring], tags=["matches"])
