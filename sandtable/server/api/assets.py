"""Files and answers that are the same for everybody, in memory with their compressed form and their hash."""

import gzip
import hashlib
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request, Response

WORTH: Final = 600  # bytes; smaller files are not compressed
UNLIMITED: Final = "public, max-age=31536000, immutable"  # for addresses that name the content's hash
ASK_AGAIN: Final = "no-cache"  # browsers may keep it, but must ask whether it has changed
RAW: Final = {"raw": True}  # an option of a handler: its answer is compressed already, or never


@dataclass(frozen=True, slots=True)
class Asset:
    """One file or answer."""

    body: bytes
    packed: bytes | None  # with gzip; None if that would not be smaller
    media_type: str
    mark: str  # of its content

    @staticmethod
    def of(body: bytes, media_type: str, squeeze: bool = True) -> "Asset":
        """Return an asset of these bytes."""
        packed = gzip.compress(body, 9, mtime=0) if squeeze and len(body) >= WORTH else None
        if packed is not None and len(packed) >= len(body):
            packed = None
        return Asset(body, packed, media_type, hashlib.sha256(body).hexdigest()[:24])


def give(request: Request[Any, Any, Any], asset: Asset, cache: str = ASK_AGAIN) -> Response[bytes]:
    """Return an asset as an answer: 304 if the client has it, compressed if the client can read that."""
    # A weak tag: compressed or not, it is the same content.
    tag = f'W/"{asset.mark}"'
    headers = {"ETag": tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
    known = request.headers.get("if-none-match", "")
    if any(part.strip().removeprefix("W/") == tag.removeprefix("W/") for part in known.split(",")):
        return Response(b"", status_code=304, headers=headers, media_type=asset.media_type)
    body = asset.body
    if asset.packed is not None and reads_gzip(request.headers.get("accept-encoding", "")):
        body = asset.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, headers=headers, media_type=asset.media_type)


def reads_gzip(accepted: str) -> bool:
    """Check whether an Accept-Encoding header allows gzip."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.strip().replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
