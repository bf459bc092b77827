"""A record in one line, as people write it in a cell: `kind: build, count: 3, battlefields: [ypres, arras]`.

Words need no quotes; whole numbers are numbers; `true`, `false` and `null` are JSON's.
Lists stand in square brackets, records within records in braces, and any text may stand in JSON's quotes.
"""

import json
import re

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json

TOKEN = re.compile(r'\s*(?:([\[\]{},:])|("(?:[^"\\\x00-\x1f]|\\.)*")|([^\[\]{},:"\s][^\[\]{},:"\n]*)|(\S))')
WHOLE = re.compile(r"-?(0|[1-9]\d{0,14})")
NAMED: dict[str, Json] = {"true": True, "false": False, "null": None}
DEEPEST = 100
HOW = "Write it as “kind: build, side: own, count: 3”, lists in [ ] and records in { }"


def told(record: dict[str, Json]) -> str:
    """A record in one line; reading it gives the same record.

    >>> told({"kind": "build", "count": 3, "battlefields": ["ypres"], "if": {"p": "run"}})
    'kind: build, count: 3, battlefields: [ypres], if: {p: run}'
    """
    return ", ".join(f"{_word(key)}: {_told(value)}" for key, value in record.items())


def _told(value: Json) -> str:
    if isinstance(value, dict):
        return f"{{{told(value)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_told, value))}]"
    return _word(value) if isinstance(value, str) else json.dumps(value)


def _word(text: str) -> str:
    """A word as it is, where it would be read as this very text."""
    met = TOKEN.fullmatch(text)
    plain = met and met[3] == text == text.strip() and _meant(text) == text and text.isprintable()
    return text if plain else json.dumps(text, ensure_ascii=False)


def _meant(word: str) -> Json:
    return int(word) if WHOLE.fullmatch(word) else NAMED.get(word, word)


def read(line: str) -> dict[str, Json]:
    """The record in a line; `InvalidInput` names what stands in the way."""
    reader = _Reader(line)
    record = reader.pairs("")
    if reader.next:
        raise reader.wrong()
    return record


class _Reader:
    """One line on its way; `next` is the token that comes, `("", "")` and the like at the end."""

    def __init__(self, line: str) -> None:
        self.tokens = [met.groups("") for met in TOKEN.finditer(line)]
        self.at, self.deep = 0, 0

    @property
    def next(self) -> str:
        return "".join(self.tokens[self.at]) if self.at < len(self.tokens) else ""

    def wrong(self) -> InvalidInput:
        met = f"“{self.next}” stands where it cannot" if self.next else "it ends too early"
        return InvalidInput("", f"{HOW}: {met}.")

    def take(self, sign: str) -> bool:
        met = self.at < len(self.tokens) and self.tokens[self.at][0] == sign
        self.at += met
        return met

    def word(self) -> Json:
        if self.at >= len(self.tokens) or not (self.tokens[self.at][1] or self.tokens[self.at][2]):
            raise self.wrong()
        _, quoted, bare, _ = self.tokens[self.at]
        try:
            found: Json = json.loads(quoted) if quoted else _meant(bare.strip())
        except ValueError:
            raise self.wrong() from None
        self.at += 1
        return found

    def pairs(self, end: str) -> dict[str, Json]:
        found: dict[str, Json] = {}
        while self.next != end or not found:
            if end and self.take(end):
                return found
            key = self.word()
            if not self.take(":"):
                raise self.wrong()
            name = key if isinstance(key, str) else json.dumps(key)
            if name in found:
                raise InvalidInput(name, f"“{name}” stands there twice.")
            found[name] = self.value()
            if not self.take(","):
                break
        if end and not self.take(end):
            raise self.wrong()
        return found

    def items(self) -> list[Json]:
        found: list[Json] = []
        while not self.take("]"):
            found.append(self.value())
            if not self.take(",") and self.next != "]":
                raise self.wrong()
        return found

    def value(self) -> Json:
        self.deep += 1
        if self.deep > DEEPEST:
            raise InvalidInput("", f"Records may lie at most {DEEPEST} deep in one another.")
        found = self.pairs("}") if self.take("{") else self.items() if self.take("[") else self.word()
        self.deep -= 1
        return found
