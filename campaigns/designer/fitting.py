"""What a binder under way may be at most, so that its pages can be drawn and its file read again."""

import json
import re
from collections.abc import Mapping

from companion.engine.campaign.design import Design, Part
from companion.engine.errors import InvalidInput, join
from companion.engine.wire import Json
from companion.tables.errors import check_plain

ID = re.compile(r"[A-Za-z0-9_-]{1,60}")
MOST_LETTERS, LONGEST_TEXT, LONGEST_LIST, MOST_ENTRIES = 1_000_000, 4_000, 400, 200


def check_fit(design: Design, content: Json) -> None:
    """`InvalidInput` at the first place that no page could show. A mere fault of the game's rules is none."""
    _object(content, "", "A binder is an object of units, maps, scenarios and the like")
    check_plain(content)
    if len(json.dumps(content)) > MOST_LETTERS:
        raise InvalidInput("", f"A binder has at most {MOST_LETTERS:,} letters; this has more.")
    for part in design.parts():
        _part(part, content, "")
    _leaves(content, "")


def _object(value: Json, path: str, wanted: str) -> None:
    if not isinstance(value, dict):
        raise InvalidInput(path, f"{wanted}; {json.dumps(value)[:60]} was given.")


def _part(part: Part, holder: Mapping[str, Json], above: str) -> None:
    base = join(above, part.key)
    found = holder.get(part.key) if part.key else holder
    if found is None:
        return
    if part.form == "single":
        return
    for key, value in _listed(part, found, base):
        at = join(base, key)
        _object(value, at, f"A {part.one} is an object")
        for inner in part.inside:
            _part(inner, value, at)


def _listed(part: Part, found: Json, base: str) -> list[tuple[str, Json]]:
    if part.form == "listed":
        if not isinstance(found, list):
            raise InvalidInput(
                base, f"{part.title} are a list of objects; {json.dumps(found)[:60]} was given."
            )
        listed = [(str(n), each) for n, each in enumerate(found)]
    else:
        _object(found, base, f"{part.title} are an object, by their ids")
        listed = list(found.items())
    if len(listed) > MOST_ENTRIES:
        raise InvalidInput(
            base, f"There are at most {MOST_ENTRIES} {part.title.lower()}; {len(listed)} were given."
        )
    for key, _ in listed:
        if not ID.fullmatch(key):
            raise InvalidInput(base, f"An id is made of letters, figures and _; “{key[:60]}” was given.")
    return listed


def _leaves(value: Json, path: str) -> None:
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise InvalidInput(path, f"A text has at most {LONGEST_TEXT:,} letters; this has {len(value):,}.")
    if isinstance(value, list | dict) and len(value) > LONGEST_LIST:
        raise InvalidInput(path, f"This holds at most {LONGEST_LIST} things; {len(value):,} were given.")
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        _leaves(inner, join(path, key))
