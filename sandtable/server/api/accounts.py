"""Accounts: visitors are guests at first, and may take a name and a password."""

import asyncio
import re
import time
from dataclasses import replace
from typing import Final

from litestar import Response, Router, get, post, put
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.params import JSONBody

from sandtable.engine.errors import BadOption
from sandtable.server import devices, passwords
from sandtable.server.api.schemas import (
    SIGNED,
    Me,
    MeIn,
    NewPassword,
    PlayerOut,
    SignIn,
    SignUp,
    changes,
    refusals,
)
from sandtable.server.api.service import Asked, Served, Service
from sandtable.server.config import DAY
from sandtable.server.limits import address_of
from sandtable.server.loaded_match import Refused
from sandtable.server.player_names import proper_name
from sandtable.server.security import session_cookie
from sandtable.server.store import Player, Session
from sandtable.server.store.players import name_key

WRONG: Final = "Wrong name or password."
GUEST_NAME: Final = re.compile(r"guest ?\d*")


def me_out(session: Session) -> Me:
    """Return what visitors are sent about themselves."""
    player = session.player
    return Me(PlayerOut(player.name, player.guest, player.webhook), session.csrf)


def with_session(service: Service, token: str, session: Session) -> Response[Me]:
    """Return the answer that hands out a session."""
    return Response(me_out(session), cookies=[session_cookie(service.config, token)])


async def welcome(request: Asked, service: Service) -> tuple[str, Session]:
    """Create a guest and a session."""
    service.rate_limits.guest(address_of(request))
    guest = await service.store.create_guest()
    return await service.store.open_session(guest.id, service.config.session_seconds)


@get("/me", responses=refusals())
async def me(request: Asked, service: Served) -> Response[Me]:
    """Return who I am; a visitor without a session becomes a guest and gets one."""
    session: Session | None = request.user
    if session is None:
        return with_session(service, *await welcome(request, service))
    seconds = service.config.session_seconds
    if session.expires - time.time() < seconds - min(DAY, seconds / 2):
        # Visitors who come back regularly stay signed in.
        if await service.store.renew_session(request.auth, seconds):
            return with_session(service, request.auth, session)
    return Response(me_out(session))


@put("/me", security=SIGNED, responses=changes())
async def change_me(data: JSONBody[MeIn], request: Asked, service: Served) -> Me:
    """Set or remove the webhook that is called when it is my turn."""
    session: Session = request.user
    webhook = None if not data.webhook else service.webhooks.check(data.webhook)
    await service.store.set_webhook(session.player.id, webhook)
    return Me(PlayerOut(session.player.name, session.player.guest, webhook), session.csrf)


@post("/sign-up", status_code=200, security=SIGNED, responses=changes())
async def sign_up(data: JSONBody[SignUp], request: Asked, service: Served) -> Response[Me]:
    """Take a name and a password; the guest's matches stay theirs."""
    session: Session = request.user
    if not session.player.guest:
        raise Refused("You already have a name and a password. Sign out to create another account.")
    name = proper_name(data.name)
    if GUEST_NAME.fullmatch(name_key(name)):
        raise BadOption("This name is reserved for guests. Choose another.")
    service.rate_limits.sign_up(address_of(request))
    async with service.hashing:
        kept = await asyncio.to_thread(passwords.hash_password, data.password, name)
    player = await service.store.sign_up(session.player.id, name, kept)
    service.rate_limits.knows(address_of(request), name_key(player.name))
    return await _anew(request, service, player)


@post("/sign-in", status_code=200, security=SIGNED, responses=changes())
async def sign_in(data: JSONBody[SignIn], request: Asked, service: Served) -> Response[Me]:
    """Sign in under a name; the matches of the guest come along."""
    session: Session = request.user
    address, name = address_of(request), name_key(data.name)
    device = await _device_of(request, service, name)
    service.rate_limits.sign_in(address, name, device)
    found = await _named(service, name)
    kept = None if found is None else found.password
    async with service.hashing:
        right = await asyncio.to_thread(passwords.verify, kept, data.password)
    if found is None or kept is None or not right:
        raise NotAuthorizedException(WRONG)
    service.rate_limits.signed_in(address, name, device)
    if passwords.outdated(kept):
        async with service.hashing:
            again = await asyncio.to_thread(passwords.hash_again, data.password)
        await service.store.set_password(found.id, again, end_sessions=False, instead_of=kept)
        kept = again
    now = await service.store.get_player(found.id)
    if now is None or now.password != kept:
        # The password was replaced meanwhile, perhaps because others know it.
        raise NotAuthorizedException(WRONG)
    if session.player.guest:
        brought = await service.store.matches_of(session.player.id)
        await service.store.adopt(session.player.id, found.id)
        for match in brought:
            await service.matches.changed(match.id)
    return await _anew(request, service, now)


async def _named(service: Service, name: str) -> Player | None:
    """Return the player who signed up with a name."""
    return None if "\0" in name else await service.store.player_by_name(name)


async def _device_of(request: Asked, service: Service, name: str) -> str:
    """Return the browser's mark if the player of this name has signed in there before; else nothing."""
    cookie = request.cookies.get(devices.cookie_name(service.config), "")
    return devices.known_mark(cookie, await _named(service, name)) if cookie else ""


@post("/password", status_code=200, security=SIGNED, responses=changes())
async def change_password(data: JSONBody[NewPassword], request: Asked, service: Served) -> Response[Me]:
    """Replace my password; all my other sessions end."""
    session: Session = request.user
    player = session.player
    kept = player.password
    if kept is None:
        raise Refused("You have no password yet. Sign up to choose a name and a password.")
    service.rate_limits.password(player.id)
    async with service.hashing:
        right = await asyncio.to_thread(passwords.verify, kept, data.old)
    if not right:
        raise PermissionDeniedException("That is not your password.")
    service.rate_limits.right_password(player.id)
    async with service.hashing:
        new = await asyncio.to_thread(passwords.hash_password, data.new, player.name)
    await service.store.set_password(player.id, new, instead_of=kept)
    service.connections.end_player(player.id)
    return await _anew(request, service, replace(player, password=new))


@post("/sign-out", status_code=200, security=SIGNED, responses=changes())
async def sign_out(request: Asked, service: Served) -> Response[Me]:
    """Become a new guest."""
    guest = await service.store.create_guest()
    return await _anew(request, service, guest)


async def _anew(request: Asked, service: Service, player: Player) -> Response[Me]:
    """Replace the present session by a new one."""
    token, session = await service.store.open_session(player.id, service.config.session_seconds)
    await service.store.close_session(request.auth)
    service.connections.end_session(request.auth)
    answer = with_session(service, token, session)
    if player.password is not None:
        known = request.cookies.get(devices.cookie_name(service.config), "")
        answer.set_cookie(devices.device_cookie(service.config, known, player))
    return answer


router = Router(
    "/", route_handlers=[me, change_me, sign_up, sign_in, change_password, sign_out], tags=["people"]
)
