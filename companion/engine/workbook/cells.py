"""How a cell of an owner's spreadsheet is written, and what it says: text, numbers, yes and no, lists."""

import re
from collections.abc import Callable, Mapping

from companion.engine.wire import Json

YES_NO = {"yes": True, "no": False, "true": True, "false": False, "x": True}


def text(value: Json) -> Json:
    """Text; a number that stands where text is wanted is the text of it (scenario 1)."""
    return str(value) if type(value) is int else value


def number(value: Json) -> Json:
    """A whole number, also where the sheet holds it as text; anything else as it is, to be refused."""
    said = value.replace("−", "-") if isinstance(value, str) else ""
    return int(said) if re.fullmatch(r"[+-]?\d{1,15}", said, re.ASCII) else value


def yes(value: Json) -> Json:
    """Yes or no; anything else as it is, to be refused."""
    return YES_NO.get(value.lower(), value) if isinstance(value, str) else value


def words(value: Json) -> Json:
    """A list of words."""
    return re.split(r"[\s,;]+", str(value).strip(" ,;"))


def numbers(value: Json) -> Json:
    """A list of whole numbers."""
    return [number(word) for word in words(value)]


PARSE: Mapping[str, Callable[[Json], Json]] = {
    "text": text,
    "number": number,
    "yes": yes,
    "words": words,
    "numbers": numbers,
}
TELL: Mapping[str, Callable[[Json], Json]] = {
    "text": lambda value: value,
    "number": lambda value: value,
    "yes": lambda value: "yes" if value else "no",
    "words": " ".join,
    "numbers": lambda value: " ".join(map(str, value)),
}
