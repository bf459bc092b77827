"""The one key of an object that says what else it holds: read before anything else in it."""

from collections.abc import Collection

from companion.engine.errors import InvalidInput, join
from companion.engine.reading import Reading, say
from companion.engine.wire import Json


def known_name(value: Json, key: str, names: Collection[str], path: str) -> str:
    """The name at `key` of an object that is otherwise unread."""
    found: Json = Reading(value, value if type(value) is dict else (), path).value.get(key)
    if type(found) is str and found in names:
        return found
    given = f"{say(found)} was given" if key in value else "it is missing"
    raise InvalidInput(join(path, key), f"“{key}” is one of {', '.join(names)}; {given}.")
