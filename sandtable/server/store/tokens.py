"""Secrets that the server creates: tokens, of which only a fingerprint is stored, match ids, seeds."""

import hashlib
import secrets

# Without vowels and look-alikes, so that an id spells no word and can be read aloud.
LETTERS = "23456789bcdfghjkmnpqrstvwxyz"
ID_LENGTH = 12
TOKEN_BYTES = 32


def new_token() -> str:
    """Return a secret of 256 bits that fits into a link or a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def fingerprint(token: str) -> str:
    """Return the SHA-256 of a token, which is all that is stored of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_match_id() -> str:
    """Return an id of twelve letters for a new match."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def new_seed() -> int:
    """Return a secret seed of 64 bits, from which the dice and cards of a match come."""
    return secrets.randbits(64)
