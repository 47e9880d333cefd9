"""Browsers in which a player has signed in before; wrong passwords from elsewhere do not lock them out there.

A browser keeps a cookie with a random mark and, for each player who has signed in there, a seal of that mark.
The seal uses the hash of the player's password, which nobody else knows. So the server stores nothing here,
and a new password makes old seals void.
"""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from typing import Final

from litestar.datastructures import Cookie

from sandtable.server.config import DAY, Config
from sandtable.server.store import Player

LASTS: Final = 400 * DAY  # browsers keep no cookie for longer
MOST: Final = 5  # players who share a browser
LETTERS: Final = 22  # 132 bits
KNOWN: Final = re.compile(rf"[\w-]{{{LETTERS}}}(\.[\w-]{{{LETTERS}}}){{0,{MOST}}}", re.ASCII)


def cookie_name(config: Config) -> str:
    """Return the name of the cookie; browsers protect its prefix, which only secure cookies may have."""
    return "__Host-sandtable-device" if config.secure_cookies else "sandtable-device"


def seal(mark: str, player: Player) -> str:
    """Return the proof that a player has signed in at the browser with this mark."""
    key = (player.password or "").encode()
    made = hmac.digest(key, f"{mark}:{player.id}".encode(), hashlib.sha256)
    return urlsafe_b64encode(made).decode()[:LETTERS]


def known_mark(cookie: str, player: Player | None) -> str:
    """Return the browser's mark if the player has signed in there; else nothing."""
    if player is None or player.password is None or KNOWN.fullmatch(cookie) is None:
        return ""
    mark, *seals = cookie.split(".")
    own = seal(mark, player)
    # All are compared, so that the time tells nothing.
    return mark if sum([hmac.compare_digest(each, own) for each in seals]) else ""


def device_cookie(config: Config, cookie: str, player: Player) -> Cookie:
    """Return the cookie of a browser in which a player has just signed in."""
    mark, *seals = cookie.split(".") if KNOWN.fullmatch(cookie) else [secrets.token_urlsafe(16)]
    own = seal(mark, player)
    kept = [own, *(each for each in seals if each != own)][:MOST]
    return Cookie(
        cookie_name(config),
        value=".".join([mark, *kept]),
        max_age=int(LASTS),
        httponly=True,
        samesite="lax",
        secure=config.secure_cookies or None,
    )
