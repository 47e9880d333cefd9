"""Passwords: only an argon2id hash is kept, and the most common ones are refused."""

import gzip
import secrets
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from sandtable.engine.errors import SandtableError

LEAST, MOST = 8, 200
COMMON: Final = Path(__file__).parent / "common" / "passwords.txt.gz"
# Without look-alikes, so that it can be read out.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
# The library's own choice of cost follows RFC 9106; tests may put a cheaper one in its place.
hasher = PasswordHasher(type=Type.ID)


class BadPassword(SandtableError):
    """A new password that is too short, too long or too easily guessed."""


@cache
def common_passwords() -> frozenset[str]:
    """The passwords that many people use, in small letters."""
    return frozenset(gzip.decompress(COMMON.read_bytes()).decode().splitlines())


def check(password: str, name: str = "") -> None:
    """Refuse a new password that would be guessed; `name` is its player's."""
    count = len(password)
    if count < LEAST:
        raise BadPassword(f"A password needs at least {LEAST} characters.")
    if count > MOST:
        raise BadPassword(f"A password has at most {MOST} characters.")
    guess = _guess(password)
    if guess in common_passwords():
        raise BadPassword(
            "This is one of the most common passwords; choose another, three or four words, say."
        )
    if name and guess == _guess(name):
        raise BadPassword("Your name is the first password that others try; choose another.")


def hash_password(password: str, name: str = "") -> str:
    """The hash to keep of a new password; takes a tenth of a second or so: call it in a thread."""
    check(password, name)
    return hash_again(password)


def hash_again(password: str) -> str:
    """The hash of a password that was accepted long ago; as slow."""
    return hasher.hash(_plain(password))


def verify(kept: str | None, password: str) -> bool:
    """Whether this is the password; takes as long if there is none, so that nobody learns who exists."""
    if kept is None or len(password) > MOST:
        hasher.hash("nobody's")
        return False
    try:
        return hasher.verify(kept, _plain(password))
    except (VerificationError, InvalidHashError):
        return False


def outdated(kept: str) -> bool:
    """Whether a kept hash should be made anew at the next sign-in, because its cost is no longer ours."""
    return hasher.check_needs_rehash(kept)


def new_password() -> str:
    """A random password of some 79 bits, for a player who forgot his."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


def _guess(text: str) -> str:
    """A text as passwords are compared with what is common: without capitals and outer spaces."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _plain(password: str) -> bytes:
    """The same bytes for the same letters, whatever keyboard they came from."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
