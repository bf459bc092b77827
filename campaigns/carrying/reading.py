"""A backup looked through before anything of it is written: what is whole in it, and what is not."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from campaigns.carrying import parts
from campaigns.carrying.groups import Group
from companion.engine.errors import InvalidInput
from companion.engine.wire import loads

FORMAT, VERSION = "companion-backup", 2
OLDEST = 1
"""Files of the first version are one part, and have no checksums."""


@dataclass
class Found:
    """What is whole in a file, and for each fault of it which thing it spoils and why."""

    head: dict[str, Any] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    faults: list[tuple[str, InvalidInput]] = field(default_factory=list)


def found(data: bytes) -> Found:
    """Everything in a file, as far as it can be read."""
    here, lines, ended = Found(), 0, False
    for part in parts.read(data):
        first, texts = lines + 1, part.text.splitlines()
        lines += len(texts)
        try:
            ended |= _taken(here, list(_read(part, texts, first, here.head)), f"line {first}")
        except InvalidInput as fault:
            here.faults.append((_title(texts), fault))
    if not here.head and not here.faults:
        here.faults.append(("", InvalidInput("line 1", "This is no backup: there is nothing in it.")))
    elif not ended and not here.faults:
        cut = InvalidInput(f"line {lines + 1}", "This is no whole backup: its end is missing.")
        here.faults.append(("", cut))
    return here


def _read(part: parts.Part, texts: list[bytes], first: int, head: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for number, text in enumerate(texts, first):
        if part.fault and number == first + len(texts) - 1:
            break
        try:
            given = loads(text)
        except InvalidInput as error:
            raise InvalidInput(f"line {number}", f"This is no whole backup. {error.message}") from error
        yield _checked(given, f"line {number}", head)
    if part.fault:
        where = f"line {max(first + len(texts) - 1, 1)}"
        raise InvalidInput(where, f"This is no whole backup: {part.fault} (from byte {part.at:,} on).")


def _checked(given: Any, place: str, head: dict[str, Any]) -> dict[str, Any]:
    """A line as it was written; the head says whether lines have checksums, and is looked at first."""
    if place == "line 1" and (not isinstance(given, dict) or given.get("format") != FORMAT):
        raise InvalidInput(place, f"This is no backup: one begins with its format, “{FORMAT}”.")
    if place == "line 1":
        head.update(given)
    if head.get("version") == OLDEST:
        return given if isinstance(given, dict) else {}
    return parts.unsealed(given, place)


def _taken(here: Found, lines: list[dict[str, Any]], place: str) -> bool:
    """Put what was read where it belongs; true at the end of the file."""
    if here.head.get("version") == OLDEST:
        here.groups.append(Group("everything", lines[1:], place))
        return True
    first, *rows = lines or [{}]
    if "format" in first:
        return False
    if "end" in first:
        _check_count(first["end"], len(here.groups) + len(here.faults), place)
        return True
    _check_count(first.get("rows"), len(rows), place)
    here.groups.append(Group(str(first.get("title")), rows, place))
    return False


def _check_count(said: Any, there: int, place: str) -> None:
    if said != there:
        raise InvalidInput(place, f"This is no whole backup: of {said} parts or rows {there} are here.")


def _title(texts: list[bytes]) -> str:
    """What the damaged part was called, if its first line can still be read."""
    try:
        return str(loads(texts[0])["title"])
    except (InvalidInput, LookupError, TypeError):
        return ""
