"""One print, one file: the function behind the command line, the HTTP interface and the print shop."""

from collections.abc import Mapping
from typing import NamedTuple

from companion import shelf
from companion.engine.errors import InvalidInput, under
from companion.engine.game import Game, Option, Printable, Scene
from companion.engine.option import chosen
from companion.press.document import Printed
from companion.press.options import NO_TABLE


class Plate(NamedTuple):
    """One printable of one game."""

    game: Game[object]
    printable: Printable

    @property
    def asked(self) -> tuple[Option, ...]:
        """The options that a form or an address can hold; files come with a table or a command line."""
        return tuple(option for option in self.printable.options if not is_file(option))

    def as_json(self) -> dict[str, object]:
        printable = self.printable
        return {
            "system": self.game.slug,
            "name": printable.name,
            "title": printable.title,
            "summary": printable.summary,
            "table": printable.table,
            "options": [_option(option) for option in printable.options],
        }


def is_file(option: Option) -> bool:
    """Whether an option is a file's contents, not something to pick."""
    return not option.choices and option.low is None and not option.longest


def plates(system: str | None = None) -> tuple[Plate, ...]:
    games = [shelf.game(system)] if system else list(shelf.games().values())
    return tuple(Plate(game, printable) for game in games for printable in game.printables.values())


def find(system: str, name: str) -> Plate:
    """The printable of that name; `InvalidInput` at `system` or `printable`, naming those there are."""
    game = shelf.game(system)
    if name not in game.printables:
        names = ", ".join(game.printables) or "nothing yet"
        raise InvalidInput("printable", f"{game.title} prints no “{name}”; it prints {names}.")
    return Plate(game, game.printables[name])


def make(plate: Plate, given: Mapping[str, object], scene: Scene[object] | None = None) -> Printed:
    """Set the document; `GameError` at `options.KEY`, or at the card and field that cannot be printed."""
    if plate.printable.table == "must" and scene is None:
        raise InvalidInput("table", NO_TABLE)
    if plate.printable.table == "no" and scene is not None:
        raise InvalidInput("table", "This is the same for every table; leave the table out.")
    with under("options"):
        choices = chosen(plate.printable.options, given)
    seen = None if scene is None else plate.game.seen(scene)
    document: Printed = plate.printable.make(choices, seen)
    return document


def _option(option: Option) -> dict[str, object]:
    fields: dict[str, object] = {"key": option.key, "title": option.title, "help": option.help}
    fields["default"] = option.default
    if option.choices:
        fields["choices"] = [{"value": value, "title": title} for value, title in option.choices]
    elif option.low is not None:
        fields |= {"low": option.low, "high": option.high}
    elif option.longest:
        fields["longest"] = option.longest
    else:
        fields["file"] = True
    return fields
