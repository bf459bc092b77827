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


def asks(parameters: Mapping[str, str]) -> bool:
    """Whether an address asks anything at all."""
    return "q" in parameters or "z" in parameters


def asked(parameters: Mapping[str, str]) -> Json:
    """The question of an address that asks one; `InvalidInput` where it cannot be read."""
    return loads(parameters["q"] if "q" in parameters else _unpacked(parameters["z"]))


def _unpacked(text: str) -> bytes:
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return zlib.decompressobj().decompress(packed, MOST)
    except (ValueError, binascii.Error, zlib.error) as error:
        raise InvalidInput("", "This link is damaged; copy it whole, or ask again.") from error
