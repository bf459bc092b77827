"""A question in a web address: plain JSON while it is short, packed when it is long."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from urllib.parse import quote, urlencode

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json, loads

PLAIN, LONGEST = 1500, 7500
"""Characters: beyond the first an address is packed; beyond the second there is none that travels."""
MOST = 10 * 1024 * 1024


def query(question: Json, **more: str) -> str | None:
    """The query string that asks `question`; None where it is too long for any address."""
    text = json.dumps(question, ensure_ascii=False, separators=(",", ":"))
    plain = "?q=" + quote(text, safe=":,")
    packed = "?z=" + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    chosen = plain if len(plain) <= PLAIN else packed
    return chosen + (f"&{urlencode(more)}" if more else "") if len(chosen) <= LONGEST else None


def asked(parameters: Mapping[str, str]) -> Json | None:
    """The question of an address, or None where it asks nothing; `InvalidInput` where it cannot be read."""
    if "q" in parameters:
        return loads(parameters["q"])
    return loads(_unpacked(parameters["z"])) if "z" in parameters else None


def _unpacked(text: str) -> bytes:
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return zlib.decompressobj().decompress(packed, MOST)
    except (ValueError, binascii.Error, zlib.error) as error:
        raise InvalidInput("", "This link is damaged; copy it whole, or ask again.") from error
