"""How a cell of a binder's spreadsheet is written, and what it says: lists, pairs, yes and no."""

import re
from collections.abc import Callable, Mapping

from companion.engine.wire import Json
from companion.games.parabellum.state.binder.columns import Kind

EVERYBODY = "everybody"
"""Who may enter ground that asks for no tag."""
YES_NO = {"yes": True, "no": False, "true": True, "false": False, "x": True}


def _text(value: Json) -> Json:
    """Text; a number that stands where text is wanted is the text of it (scenario 1)."""
    return str(value) if type(value) is int else value


def _number(value: Json) -> Json:
    """A whole number, also where the sheet holds it as text; anything else as it is, to be refused."""
    text = value.replace("−", "-") if isinstance(value, str) else ""
    return int(text) if re.fullmatch(r"[+-]?\d{1,15}", text, re.ASCII) else value


def _yes(value: Json) -> Json:
    return YES_NO.get(value.lower(), value) if isinstance(value, str) else value


def _words(value: Json) -> Json:
    return re.split(r"[\s,;]+", str(value).strip(" ,;"))


def _numbers(value: Json) -> Json:
    return [_number(word) for word in _words(value)]


def _lines(value: Json) -> Json:
    return [line.strip() for line in str(value).splitlines() if line.strip()]


def _parts(value: Json) -> list[list[str]]:
    return [part.split() for part in re.split(r"[,;\n]", str(value)) if part.strip()]


def _pairs(value: Json) -> Json:
    """`forest 3, marsh all`: each part a key and what it has."""
    return {part[0]: _number(" ".join(part[1:])) for part in _parts(value)}


def _triples(value: Json) -> Json:
    """`marsh cost 3, marsh access infantry`: each part a key, what of it, and what that is."""
    found: dict[str, dict[str, Json]] = {}
    for name, *rest in _parts(value):
        what, *said = rest or [""]
        tags = None if said == [EVERYBODY] else said
        found.setdefault(name, {})[what] = tags if what == "access" else _number(" ".join(said))
    return found


PARSE: Mapping[Kind, Callable[[Json], Json]] = {
    "text": _text,
    "number": _number,
    "yes": _yes,
    "words": _words,
    "numbers": _numbers,
    "lines": _lines,
    "pairs": _pairs,
    "triples": _triples,
}


def _told_inside(value: Json) -> Json:
    if value is None:
        return EVERYBODY
    return " ".join(value) if isinstance(value, list) else value


def _told_triples(value: Json) -> str:
    return ", ".join(
        f"{name} {key} {_told_inside(inside)}"
        for name, changes in value.items()
        for key, inside in changes.items()
    )


TELL: Mapping[Kind, Callable[[Json], Json]] = {
    "text": lambda value: value,
    "number": lambda value: value,
    "yes": lambda value: "yes" if value else "no",
    "words": " ".join,
    "numbers": lambda value: " ".join(map(str, value)),
    "lines": "\n".join,
    "pairs": lambda value: ", ".join(f"{key} {inside}" for key, inside in value.items()),
    "triples": _told_triples,
}
