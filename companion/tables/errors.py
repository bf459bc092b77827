"""What can be wrong with a tap beside the rules: it is late, or it is not this device's to make."""

from companion.engine.errors import GameError, IllegalAction, InvalidInput, join

DEPTH = 60


class StaleTable(GameError):
    """The tap was made on a screen that the table has left behind; `version` is where it stands."""

    code = "stale"

    def __init__(self, version: int) -> None:
        super().__init__("seen", "The table has moved on; look and tap again.")
        self.version = version

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "version": self.version}


STILL_SITTING = "People are still sitting down at this table; it begins when its host says so."


class NotBegun(IllegalAction):
    """Nothing is dealt yet at this table: its host has not begun."""


def whole(text: str, otherwise: int = 0, longest: int = 9) -> int:
    """The whole number of a field or an address, of so many figures at most; `otherwise` where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= longest else otherwise


def check_action(action: object) -> None:
    """`InvalidInput` for what no database or browser can hold, or what is no action at all."""
    if not isinstance(action, dict):
        raise InvalidInput("", "An action is an object with a “type”.")
    check_plain(action)


def check_plain(value: object, path: str = "", depth: int = 0) -> None:
    """`InvalidInput` at the first place that does not survive being written down and read again."""
    if depth > DEPTH:
        raise InvalidInput(path, f"This is nested more than {DEPTH} deep; nothing here is.")
    if isinstance(value, dict):
        for key, inner in value.items():
            check_text(key, path)
            check_plain(inner, join(path, key), depth + 1)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            check_plain(inner, join(path, place), depth + 1)
    elif isinstance(value, str):
        check_text(value, path)
    elif isinstance(value, float) and value - value != 0:
        raise InvalidInput(path, "This number is too large to be written down.")


def check_text(text: str, path: str) -> None:
    """`InvalidInput` for characters that are none."""
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InvalidInput(path, "This text holds a character that cannot be written down; leave it out.")


def check_tap(seen: object, key: object) -> None:
    """`InvalidInput` unless a tap says which version it saw, and has a name of its own."""
    if isinstance(seen, bool) or not isinstance(seen, int) or seen < 0:
        raise InvalidInput("seen", "“seen” is the version on the screen, a number from 0.")
    if not isinstance(key, str) or not 0 < len(key) <= 100:
        raise InvalidInput("key", "“key” is the tap's own name, 1 to 100 characters.")
    check_text(key, "key")
