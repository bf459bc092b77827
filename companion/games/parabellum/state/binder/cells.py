"""How a cell of a binder's spreadsheet is written, and what it says: lists, pairs, yes and no."""

import re
from collections.abc import Callable, Mapping

from companion.engine.wire import Json
from companion.engine.workbook import cells

EVERYBODY = "everybody"
"""Who may enter ground that asks for no tag."""


def _lines(value: Json) -> Json:
    return [line.strip() for line in str(value).splitlines() if line.strip()]


def _parts(value: Json) -> list[list[str]]:
    return [part.split() for part in re.split(r"[,;\n]", str(value)) if part.strip()]


def _pairs(value: Json) -> Json:
    """`forest 3, marsh all`: each part a key and what it has."""
    return {part[0]: cells.number(" ".join(part[1:])) for part in _parts(value)}


def _triples(value: Json) -> Json:
    """`marsh cost 3, marsh access infantry`: each part a key, what of it, and what that is."""
    found: dict[str, dict[str, Json]] = {}
    for name, *rest in _parts(value):
        what, *said = rest or [""]
        tags = None if said == [EVERYBODY] else said
        found.setdefault(name, {})[what] = tags if what == "access" else cells.number(" ".join(said))
    return found


PARSE: Mapping[str, Callable[[Json], Json]] = {
    **cells.PARSE,
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


TELL: Mapping[str, Callable[[Json], Json]] = {
    **cells.TELL,
    "lines": "\n".join,
    "pairs": lambda value: ", ".join(f"{key} {inside}" for key, inside in value.items()),
    "triples": _told_triples,
}
