"""What a refusal calls the place that it is about: the path of an input in people's words.

A message holds `THING` where the name of its place belongs. Who knows the table names it: a game by the
words for the parts of its actions. What nobody names is spelt out from the path.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

THING = "\ue000"
"""Stands in a message for its place; no text holds it by chance."""
SAID = {
    "true or false": "yes or no",
    "an object is wanted": "all its parts are wanted",
    "an id: a letter a-z, then up to 31 of a-z, 0-9 and _": "one that there is",
    "a unit's id: u and its number,": "a unit by its number,",
}
"""What only those need to be told who write files, and what is said at the table instead."""
IDENTIFIER = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")


def things_of(folder: Path) -> Mapping[str, str]:
    """What a game calls the parts of its actions, as the file beside them says."""
    things: Mapping[str, str] = json.loads((folder / "actions" / "things.json").read_text("utf-8"))
    return things


def worded(identifier: object) -> str:
    """An identifier as people read it.

    >>> worded("build_trenches")
    'build trenches'
    """
    return str(identifier).replace("_", " ").strip()


def thing(path: str, things: Mapping[str, str] | None = None) -> str:
    """The words for a place; `#` in a known path is any number, the longest known end of it counts.

    >>> thing("placements.1.space", {"placements.#.space": "the space of the trenches"})
    'the space of the trenches (number 2)'
    >>> thing("rolls.attacker"), thing("")
    ('attacker (rolls)', 'this')
    """
    parts = path.split(".") if path else []
    numbers = [int(part) + 1 for part in parts if part.isdecimal()]
    counted = f" (number {numbers[-1]})" if numbers else ""
    pattern = ["#" if part.isdecimal() else part for part in parts]
    for start in range(len(parts)):
        known = _known(pattern[start:], things or {})
        if known:
            return known + counted
    named = [worded(part) for part in pattern if part != "#"]
    if not named:
        return f"entry{counted}" if counted else "this"
    above = f" ({', '.join(named[:-1])})" if named[:-1] else ""
    return f"{named[-1]}{above}{counted}"


def _known(pattern: list[str], things: Mapping[str, str]) -> str:
    """The words for the end of a path; `*` is whoever is named there, and goes where the words have `{}`."""
    of_somebody = things.get(".".join([*pattern[:-1], "*"]), "")
    return things.get(".".join(pattern)) or of_somebody.format(worded(pattern[-1]).title())


def named(message: str, path: str, things: Mapping[str, str] | None = None) -> str:
    """A message with its place named, a capital first."""
    if THING not in message:
        return message
    words = message.replace(THING, thing(path, things))
    return words[:1].upper() + words[1:]


def spelt_out(message: str) -> str:
    """A message without identifiers, for the table: a file's writer needs them, a player does not.

    >>> spelt_out("One of build_bridge, entrench is wanted; true or false.")
    'One of build bridge, entrench is wanted; yes or no.'
    """
    words = IDENTIFIER.sub(lambda found: worded(found[0]), message)
    for code, said in SAID.items():
        words = words.replace(code, said)
    return words[:1].upper() + words[1:]
