"""Security of requests: sessions by cookie, the header against forged requests, origins, safe headers."""

import hmac
import unicodedata
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException, ValidationException
from litestar.handlers.base import BaseRouteHandler
from litestar.types import Message, Scope

from sandtable.server.api.service import Service, service_of
from sandtable.server.config import Config
from sandtable.server.limits import address_of, own_address
from sandtable.server.store import Session

CSRF_HEADER: Final = "X-Sandtable-CSRF"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LONGEST_TOKEN: Final = 200
CLICKS: Final = "clicks"  # an option of a handler: it counts as a click
IMPORTS: Final = "imports"  # an option of a handler: it takes a save, which is counted before it is read
SMALL: Final = 65_536  # bytes of a body that may be read twice

Connection = ASGIConnection[Any, Any, Any, Any]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# A picture opened by itself runs nothing and loads nothing.
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
LASTING: Final = "max-age=31536000"  # of Strict-Transport-Security


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the headers that every answer has, also refusals and missing pages."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders(message)
    if scope["type"] == ScopeType.HTTP and scope["method"] == "OPTIONS" and "path_template" in scope:
        # The framework knows only the method that was registered first.
        routes = [r for r in scope["litestar_app"].routes if r.path == scope["path_template"]]
        headers["Allow"] = ", ".join(sorted({m for r in routes for m in getattr(r, "methods", ())}))
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    service = service_of(scope)
    if service is not None and service.config.secure_cookies:
        headers.setdefault("Strict-Transport-Security", LASTING)


# --- sessions


def cookie_name(config: Config) -> str:
    """Return the name of the session cookie; browsers keep its prefix for secure cookies."""
    return "__Host-sandtable" if config.secure_cookies else "sandtable"


def session_cookie(config: Config, token: str) -> Cookie:
    """Return the cookie that carries a session."""
    return Cookie(
        cookie_name(config),
        value=token,
        max_age=int(config.session_seconds),
        httponly=True,
        samesite="lax",
        secure=config.secure_cookies or None,
    )


async def find_session(connection: Connection, service: Service) -> tuple[Session | None, str]:
    """Return the session of a connection's cookie, and its token."""
    token = connection.cookies.get(cookie_name(service.config), "")
    if not token or len(token) > LONGEST_TOKEN or not token.isascii():
        return None, ""
    session = await service.store.get_session(token)
    if session is None:
        return None, ""
    service.matches.claims.note(session.player.id, own_address(address_of(connection)))
    return session, token


async def recognise(connection: Connection, _: BaseRouteHandler) -> None:
    """Find out who sends a request; let everybody in."""
    service = service_of(connection.scope)
    assert service is not None
    connection.scope["user"], connection.scope["auth"] = await find_session(connection, service)


async def admit(connection: Connection, handler: BaseRouteHandler) -> None:
    """Find the session of a request; refuse a change without the header against forged requests."""
    service = service_of(connection.scope)
    assert service is not None
    if connection.scope["type"] == ScopeType.WEBSOCKET:
        # Browsers let any page open a live connection; only the origin identifies our own pages.
        if not own_origin(service.config, connection):
            raise PermissionDeniedException("Live connections are for pages of this server only.")
        await recognise(connection, handler)
        return
    await recognise(connection, handler)
    if connection.scope["method"] in SAFE_METHODS:
        return
    if "origin" in connection.headers and not own_origin(service.config, connection):
        raise PermissionDeniedException("This request comes from another site.")
    session: Session | None = connection.scope["user"]
    if session is None:
        raise NotAuthorizedException("Your session has ended. Load the page again.")
    sent = connection.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(sent.encode(), session.csrf.encode()):
        raise PermissionDeniedException(
            "The security token of this request is missing or out of date. Reload the page and try again."
        )
    number, address = session.player.id, address_of(connection)
    check = service.rate_limits.click if handler.opt.get(CLICKS) else service.rate_limits.request
    check(number, address)
    if handler.opt.get(IMPORTS):
        service.rate_limits.save(number, address)


# --- origins


def plain_origin(text: str) -> str:
    """Return an origin for comparison: in lower case, without the default port."""
    parts = urlsplit(text.lower())
    usual = {"http": ":80", "https": ":443"}.get(parts.scheme, "")
    host = parts.netloc.removesuffix(usual) if usual else parts.netloc
    return f"{parts.scheme}://{host}"


def own_origin(config: Config, connection: Connection) -> bool:
    """Check that the Origin header of a connection names this server."""
    given = connection.headers.get("origin", "")
    if not given or given == "null":
        return False
    try:
        return plain_origin(given) in {plain_origin(own) for own in _origins(config, connection)}
    except ValueError:
        return False


def _origins(config: Config, connection: Connection) -> list[str]:
    """Return the origins by which browsers may call this server: the set one, or its own address."""
    if config.origin:
        return [config.own_origin]
    if config.host in ("", "0.0.0.0", "::"):
        # It listens on all its addresses, so only the browser knows which name was used.
        return [f"http://{connection.headers.get('host', '')}"]
    port = config.port or (connection.scope["server"] or ("", 0))[1]
    hosts = [f"[{config.host}]" if ":" in config.host else config.host]
    if config.host in ("127.0.0.1", "::1", "localhost"):
        hosts = ["127.0.0.1", "[::1]", "localhost"]
    return [f"http://{host}:{port}" for host in hosts]


# --- bodies


def _whole(value: Any) -> Any:
    """Return a decoded body with 3 for 3.0; in JSON they are the same number."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    return value


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is not guessed at: the text "1" is not a number."""

    async def json(self) -> Any:
        """Return the body in the type that the handler names."""
        field = self.route_handler.parsed_data_field
        kind = Any if field is None else field.annotation
        body = await self.body()
        try:
            return _read(body, kind)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at ")
            key = where.strip("`").removeprefix("$.") or "body"
            raise ValidationException(extra=[{"key": key, "message": what}]) from None
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise ValidationException from None


def _read(body: bytes, kind: Any) -> Any:
    """Read a body of a type; try 3 for 3.0 only in small bodies."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        if len(body) > SMALL:
            raise
    return msgspec.convert(_whole(msgspec.json.decode(body)), kind)


# --- texts


def one_line(text: str, most: int) -> str:
    """Return a text as one line of visible letters, cut to a length."""
    seen = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFC", text))
    return " ".join(seen.split())[:most].rstrip()


def some_lines(text: str, most: int) -> str:
    """Return a text of several lines without control characters, cut to a length."""
    seen = (letter for letter in text.replace("\r\n", "\n") if letter in "\n\t" or letter.isprintable())
    return "".join(seen).strip()[:most].rstrip()
