"""Import of saves.

Only the set-up and the choices of a save are used, and replayed under the rules. What else a file says about
its position is ignored.
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
from sandtable.server.loaded_match import LoadedMatch
from sandtable.server.loading import rules_hash
from sandtable.server.security import IMPORTS, one_line

MOST: Final = 50_000  # choices of a save; the longest games have a tenth of it
SECONDS: Final = 30.0  # to replay it
ELSEWHERE: Final = (
    "This save begins in the middle of a game, so its beginning cannot be replayed. Continue it in the "
    "terminal: sandtable play."
)


class SaveBody(msgspec.Struct):
    """The parts of a save that are used."""

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
    """Continue a save, or look at it: alone, with bots, or with others at the same screen."""
    player = need_asker(request)
    await check_count(service, player)
    async with service.importing:
        match = await asyncio.to_thread(replay, service.catalogue, data.save.encode(), data.pack)
    for seat in data.seats or ():
        if seat.kind in ("open", "invite"):
            raise SaveError("A save reveals its future dice rolls, so other players cannot join this match.")
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
        pack=service.catalogue.folder(match.game.slug, data.pack),
        seed=setup.seed,
        summary=LoadedMatch(match).summary(),
        history=match.history,
        rules=rules_hash(match.game),
        pack_hash=match.game.pack_hash,
        known="import",
    )
    return made_of(service, await service.matches.record(made.match.id), player, made.tokens)


def replay(catalogue: Catalogue, data: bytes, pack: str) -> Match:
    """Return the match of a save with its choices replayed; SaveError if that is impossible."""
    try:
        body = msgspec.convert(saves.read(data), SaveBody)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise SaveError(saves.NO_SAVE) from error
    if body.base is not None:
        raise SaveError(ELSEWHERE)
    if len(body.history) > MOST:
        raise SaveError(f"This save has more than {MOST} choices. No game is that long.")
    game = catalogue.game(body.game, pack)
    if body.pack != game.pack_hash:
        raise SaveError("This save was played with other components. Choose the pack it began with.")
    return _play(game, body)


def _play(game: Game, body: SaveBody) -> Match:
    match = Match(game, game.settle(body.scenario, body.players, body.options, body.seed))
    until = time.monotonic() + SECONDS
    for number, (seat, choice) in enumerate(body.history, 1):
        if time.monotonic() > until:
            raise SaveError("It takes too long to replay this save. Nothing was loaded.")
        try:
            match.play(choice, seat)
        except SandtableError as error:
            raise SaveError(
                f"Choice {number} of this save does not fit the present rules: {error}"
            ) from error
        except Exception as error:
            raise SaveError(f"Choice {number} of this save cannot be played. Nothing was loaded.") from error
    return match


router = Router("/saves", route_handlers=[bring], tags=["matches"])
