"""Passwords: only an argon2id hash is stored, and the most common ones are refused."""

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
# Without letters that look alike, so that it can be read aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
# The library's own choice of cost follows RFC 9106; tests may put a cheaper one in its place.
hasher = PasswordHasher(type=Type.ID)


class BadPassword(SandtableError):
    """A new password that is too short, too long or too easily guessed."""


@cache
def common_passwords() -> frozenset[str]:
    """Return the most common passwords, in lower case."""
    return frozenset(gzip.decompress(COMMON.read_bytes()).decode().splitlines())


def check(password: str, name: str = "") -> None:
    """Refuse a new password that is easy to guess; `name` is the player's."""
    count = len(password)
    if count < LEAST:
        raise BadPassword(f"A password needs at least {LEAST} characters.")
    if count > MOST:
        raise BadPassword(f"A password has at most {MOST} characters.")
    guess = _guess(password)
    if guess in common_passwords():
        raise BadPassword(
            "This is one of the most common passwords. Choose another, for example three or four words."
        )
    if name and guess == _guess(name):
        raise BadPassword("Your name is the first password that others try. Choose another.")


def hash_password(password: str, name: str = "") -> str:
    """Return the hash of a new password. This takes about a tenth of a second: call it in a thread."""
    check(password, name)
    return hash_again(password)


def hash_again(password: str) -> str:
    """Return a new hash of a password that was accepted before; as slow."""
    return hasher.hash(_plain(password))


def verify(kept: str | None, password: str) -> bool:
    """Check a password. Without a hash this takes as long, so that nobody learns which names exist."""
    if kept is None or len(password) > MOST:
        hasher.hash("nobody's")
        return False
    try:
        return hasher.verify(kept, _plain(password))
    except (VerificationError, InvalidHashError):
        return False


def outdated(kept: str) -> bool:
    """Check whether a hash should be renewed at the next sign-in, because its cost has changed."""
    return hasher.check_needs_rehash(kept)


def new_password() -> str:
    """Return a random password of some 79 bits, for a player who has forgotten theirs."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


def _guess(text: str) -> str:
    """Return a password as it is compared with common ones: without capitals and outer spaces."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _plain(password: str) -> bytes:
    """Return the same bytes for the same letters, whatever keyboard they came from."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
