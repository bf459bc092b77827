"""A packed file in parts: each stands or falls alone, and after a damaged one the next is found again.

A part is a gzip member of its own, so that the whole is a gzip file as any other; inside, every line is an
object in JSON with its own checksum.
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from hashlib import sha256
from typing import IO, Any, NamedTuple

from companion.engine.errors import InvalidInput

MAGIC = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
"""How every part begins: no name, no time, packed as small as can be."""
CHUNK = 256
"""Bytes unpacked at once: what comes before a damaged byte is still had."""
LARGEST = 512 * 1024 * 1024
"""No part of a house's own file unpacks to so many bytes."""
SUM = "sum"


class Part(NamedTuple):
    """What was unpacked of one part, the byte at which it begins, and what is wrong with it, if anything."""

    at: int
    text: bytes
    fault: str


def write(raw: IO[bytes], lines: Iterable[dict[str, Any]]) -> int:
    """Write one part; how many lines it has."""
    texts = [as_bytes(sealed(line)) for line in lines]
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        packed.writelines(texts)
    return len(texts)


def read(data: bytes) -> Iterator[Part]:
    """The parts of a file, damaged ones among them."""
    view, at = memoryview(data), 0
    while at < len(data):
        text, fault, end = _unpacked(view, at)
        yield Part(at, text, fault)
        following = data.find(MAGIC, at + 1) if fault else end
        at = following if following >= 0 else len(data)


def _unpacked(view: memoryview, at: int) -> tuple[bytes, str, int]:
    packed, size = zlib.decompressobj(zlib.MAX_WBITS | 16), 0
    found: list[bytes] = []
    while not packed.eof:
        if at >= len(view):
            return b"".join(found), "it ends in the middle", at
        chunk = view[at : at + CHUNK]
        try:
            found.append(packed.decompress(chunk, LARGEST))
        except zlib.error:
            return b"".join(found), "a byte of it is damaged", at
        size += len(found[-1])
        if size >= LARGEST:
            return b"", "it unpacks to more than any house holds", at
        at += len(chunk)
    return b"".join(found), "", at - len(packed.unused_data)


def sealed(line: dict[str, Any]) -> dict[str, Any]:
    """The line with its checksum."""
    return {**line, SUM: checksum(line)}


def unsealed(given: Any, place: str) -> dict[str, Any]:
    """The line without its checksum; `InvalidInput` where that is not its own."""
    if not isinstance(given, dict) or SUM not in given:
        raise InvalidInput(place, "This is no whole backup: a row without its checksum.")
    line = {key: value for key, value in given.items() if key != SUM}
    if given[SUM] != checksum(line):
        raise InvalidInput(place, "This row is not as it was written: its checksum differs.")
    return line


def checksum(line: dict[str, Any]) -> str:
    """The first 16 digits of the SHA-256 of a row as it is written."""
    return sha256(as_bytes(line)).hexdigest()[:16]


def as_bytes(line: dict[str, Any]) -> bytes:
    """One row, or a file of them, as a line of JSON: the same always."""
    return json.dumps(line, ensure_ascii=False, sort_keys=True, default=_moment).encode() + b"\n"


def _moment(value: object) -> str:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    raise TypeError(f"{value!r} is nothing that a row holds.")
