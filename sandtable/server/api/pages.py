"""The pages, scripts and styles of `sandtable/web`, and the links that give a player a seat.

The files are read once, when the server starts. Pages use addresses that contain a hash of all files. So
browsers keep the files without limit, but load a new version at once. Modules import each other by relative
addresses, and so stay in the same version.
"""

import hashlib
import html
from pathlib import Path
from typing import Any, Final, TypeAlias

from litestar import HttpMethod, MediaType, Response, get, post, route
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath
from litestar.response import Redirect

from sandtable.server.api.accounts import welcome
from sandtable.server.api.assets import ASK_AGAIN, RAW, UNLIMITED, Asset, give
from sandtable.server.api.matches import seated
from sandtable.server.api.service import Asked, Served, Service
from sandtable.server.limits import address_of
from sandtable.server.loaded_match import Refused
from sandtable.server.security import LONGEST_TOKEN, own_origin, recognise, session_cookie
from sandtable.server.store import MatchRecord, Player, Seat, Session

WEB: Final = Path(__file__).parents[2] / "web"
TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
}
PACKED: Final = frozenset({".png", ".webp", ".woff2"})  # compression does not make these smaller
VERSION: Final = "v-"  # begins the part of an address that holds the hash


class Site:
    """The files of the pages, in memory."""

    def __init__(self, folder: Path = WEB) -> None:
        self._files: dict[str, Asset] = {}
        whole = hashlib.sha256()
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            kind = TYPES.get(path.suffix)
            if kind is None or not path.is_file() or name == "jsconfig.json" or "/." in f"/{name}":
                continue
            asset = Asset.of(path.read_bytes(), kind, path.suffix not in PACKED)
            self._files[name] = asset
            whole.update(f"{name}:{asset.mark}\n".encode())
        self.version = VERSION + whole.hexdigest()[:16]
        index = self._files.pop("index.html", None)
        text = index.body.decode() if index is not None else "<!doctype html><title>Sandtable</title>"
        self.page = Asset.of(self.versioned(text).encode(), TYPES[".html"])

    def versioned(self, text: str) -> str:
        """Return a page whose links name the version of its files."""
        for attribute in ("href", "src"):
            text = text.replace(f'{attribute}="/web/', f'{attribute}="/web/{self.version}/')
        return text

    def find(self, name: str) -> tuple[Asset, str]:
        """Return a file, and for how long browsers may keep it."""
        first, _, rest = name.partition("/")
        versioned = first.startswith(VERSION)
        asset = self._files.get(rest if versioned else name)
        if asset is None:
            raise NotFoundException("There is no such file.")
        # The address of an old version gives the present file, so browsers must not keep it.
        return asset, UNLIMITED if first == self.version else ASK_AGAIN

    def small(self, title: str, text: str, button: str = "") -> str:
        """Return a small page without scripts: a sentence, and perhaps a button that posts to it.."""
        form = f'<form method="post"><button>{html.escape(button)}</button></form>' if button else ""
        return self.versioned(
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">'
            f"<title>{html.escape(title)}</title>"
            '<link rel="icon" href="/web/icon.svg" type="image/svg+xml">'
            '<link rel="stylesheet" href="/web/css/base.css"></head>'
            f"<body><main><h1>{html.escape(title)}</h1><p>{html.escape(text)}</p>{form}"
            '<p><a href="/">Sandtable</a></p></main></body></html>'
        )


Web: TypeAlias = NamedDependency[Site]
LOOKING = [HttpMethod.GET, HttpMethod.HEAD]
# Search engines must not index pages that depend on the visitor.
ROBOTS: Final = Asset.of(
    b"User-agent: *\nDisallow: /api/\nDisallow: /join/\nDisallow: /match/\nDisallow: /replay/\n", "text/plain"
)

# --- pages and files


@route(
    [
        "/",
        "/games",
        "/play",
        "/play/{first:str}",
        "/match/{first:str}",
        "/replay/{first:str}",
        "/rules",
        "/rules/{first:str}",
        "/rules/{first:str}/{second:str}",
        "/sign-in",
        "/sign-up",
        "/me",
    ],
    http_method=LOOKING,
    include_in_schema=False,
    media_type=MediaType.HTML,
    opt=RAW,
)
async def page(request: Asked, site: Web) -> Response[bytes]:
    """Return the one file that serves every page; its script reads the address."""
    return give(request, site.page)


@route("/web/{path:path}", http_method=LOOKING, include_in_schema=False, opt=RAW)
async def file(request: Asked, path: FromPath[Path], site: Web) -> Response[bytes]:
    """Return a script, style or picture."""
    asset, cache = site.find(str(path).lstrip("/"))
    return give(request, asset, cache)


@route("/robots.txt", http_method=LOOKING, include_in_schema=False, media_type=MediaType.TEXT, opt=RAW)
async def robots(request: Asked) -> Response[bytes]:
    """Return the addresses that search engines must leave out."""
    return give(request, ROBOTS)


# --- links for seats


@get("/join/{token:str}", include_in_schema=False, media_type=MediaType.HTML, guards=[recognise])
async def follow(request: Asked, token: FromPath[str], service: Served, site: Web) -> Response[Any]:
    """Follow the link of a seat: show a page whose button takes the seat.

    Opening an address changes nothing, so previews, prefetching and pictures of other pages take no seat.
    """
    found = await _invited(request, token, service)
    if found is None:
        return _told(site, GONE, 404)
    seat, record = found
    session: Session | None = request.user
    if record.status == "finished" or (session is not None and _belongs(record, session.player)):
        return Redirect(f"/match/{record.id}", status_code=303)
    if seat.player_id is not None:
        return _told(site, TAKEN, 409)
    return Response(site.small("A seat for you", _invitation(service, seat, record), "Take the seat"))


@post("/join/{token:str}", include_in_schema=False, media_type=MediaType.HTML, guards=[recognise])
async def take(request: Asked, token: FromPath[str], service: Served, site: Web) -> Response[Any]:
    """Take the seat of a link."""
    if "origin" in request.headers and not own_origin(service.config, request):
        raise PermissionDeniedException("This request comes from another site.")
    return await _sit(request, token, service, site)


def _invitation(service: Service, seat: Seat, record: MatchRecord) -> str:
    """Describe an invitation in a sentence."""
    game = service.catalogue.game_of(record)
    names = service.catalogue.seat_names(
        record.game, record.pack, record.scenario, record.players, record.options
    )
    scenario = next((s.title for s in game.scenarios if s.id == record.scenario), record.scenario)
    return f"You are invited to play {names[seat.seat]} in {game.title} ({scenario})."


def _belongs(record: MatchRecord, player: Player) -> bool:
    """Check whether the visitor already sits here, or is the owner who only tests the link."""
    return record.owner_id == player.id or bool(record.held_by(player.id))


TAKEN: Final = "Somebody already sits there."
GONE: Final = "This link does not lead to a seat; it may have been replaced. Ask the sender for a new one."


async def _invited(request: Asked, token: str, service: Service) -> tuple[Seat, MatchRecord] | None:
    service.rate_limits.read(None, address_of(request))
    if len(token) > LONGEST_TOKEN or not token.isascii():
        return None
    seat = await service.store.seat_by_token(token)
    record = None if seat is None else await service.store.get_match(seat.match_id)
    return None if seat is None or record is None else (seat, record)


async def _sit(request: Asked, token: str, service: Service, site: Site) -> Response[Any]:
    """Give the visitor the seat and redirect to the table."""
    found = await _invited(request, token, service)
    if found is None:
        return _told(site, GONE, 404)
    seat, record = found
    session: Session | None = request.user
    if session is None and seat.player_id is not None:
        return _told(site, TAKEN, 409)
    cookies = []
    if session is None:
        own, session = await welcome(request, service)
        cookies.append(session_cookie(service.config, own))
    try:
        await _take_seat(service, seat, record, session.player, token)
    except Refused as error:
        return _told(site, error.text, 409)
    return Redirect(f"/match/{record.id}", status_code=303, cookies=cookies)


async def _take_seat(service: Service, seat: Seat, record: MatchRecord, player: Player, token: str) -> None:
    if record.status == "finished" or _belongs(record, player):
        return  # then just show the table
    if not await service.store.take_seat(record.id, seat.seat, player.id, token):
        raise Refused(TAKEN)
    await seated(service, record.id, player)


def _told(site: Site, text: str, status: int) -> Response[str]:
    return Response(site.small("Sandtable", text), status_code=status, media_type=MediaType.HTML)


handlers = [page, file, robots, follow, take]
