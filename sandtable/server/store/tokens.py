"""Secrets the server hands out: tokens of which only a fingerprint is kept, match ids, seeds."""

import hashlib
import secrets

# Without vowels and look-alikes, so that an id spells no word and can be read out.
LETTERS = "23456789bcdfghjkmnpqrstvwxyz"
ID_LENGTH = 12
TOKEN_BYTES = 32


def new_token() -> str:
    """A secret of 256 bits that fits into a link or a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def fingerprint(token: str) -> str:
    """The SHA-256 of a token, which is all that is stored of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_match_id() -> str:
    """An id of twelve letters for a new match."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def new_seed() -> int:
    """A secret seed of 64 bits: what a match's dice and cards begin from."""
    return secrets.randbits(64)
